"""A server that is told to end: calls under way are finished, watchers are told where to go on, and nothing is lost."""

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from settlers.v1 import game_service_pb2, game_service_pb2_grpc
from tests.deploy.running import PATIENCE, RunningServer
from tests.service.house import SPECTATOR, command, events_in, refused, until_caught_up

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store's file."""
    return tmp_path / "games.db"


@pytest.fixture
def server(store: Path) -> Iterator[RunningServer]:
    """A server over it."""
    with RunningServer(store) as running:
        yield running


def created(server: RunningServer) -> Any:
    """Create a game whose first seat is asked for a settlement."""
    request = game_service_pb2.CreateGameRequest(scenario="classic", seats=3, board="beginner")
    return server.stub.CreateGame(request, timeout=PATIENCE)


def build(game_id: str) -> Any:
    """Make the request that builds the first settlement."""
    what = command("build_settlement", intersection=12)
    return game_service_pb2.ExecuteCommandRequest(game_id=game_id, seat=1, command=what, request_id="first")


def watching(server: RunningServer, game_id: str) -> Any:
    """Watch a game from its beginning."""
    request = game_service_pb2.WatchGameRequest(game_id=game_id, viewer=SPECTATOR)
    return server.stub.WatchGame(request, timeout=PATIENCE)


def health_of(server: RunningServer) -> Any:
    """Watch the health of a server."""
    return health_pb2_grpc.HealthStub(server.channel).Watch(health_pb2.HealthCheckRequest(), timeout=PATIENCE)


def test_the_call_under_way_is_finished_and_the_watcher_told(server: RunningServer, store: Path):
    game = created(server)
    stream = watching(server, game.game_id)
    until_caught_up(stream)
    health = health_of(server)
    assert next(health).status == SERVING

    # Whoever holds the store's lock holds the call up, for as long as it takes.
    with closing(sqlite3.connect(store, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        call = server.stub.ExecuteCommand.future(build(game.game_id), timeout=PATIENCE)
        with pytest.raises(grpc.FutureTimeoutError):
            call.result(timeout=0.5)
        server.process.send_signal(signal.SIGTERM)
        assert next(health).status == NOT_SERVING
        health.cancel()

        refusal = refused(lambda: stream)
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
        assert refusal.retry
        assert refusal.metadata["version"] == str(game.version)
        assert not call.done()
        assert server.process.poll() is None
        lock.execute("ROLLBACK")

    played = call.result(timeout=PATIENCE)
    assert played.version > game.version
    assert server.ended() == (0, "")

    with RunningServer(store) as again:
        request = game_service_pb2.WatchGameRequest(
            game_id=game.game_id, viewer=SPECTATOR, after_version=int(refusal.metadata["version"])
        )
        resumed = events_in(until_caught_up(again.stub.WatchGame(request, timeout=PATIENCE)))
        assert resumed == list(played.events)
        # The same request gets the same answer; the next command is the next one of the game.
        assert again.stub.ExecuteCommand(build(game.game_id), timeout=PATIENCE) == played
        road = game_service_pb2.ListLegalCommandsRequest(game_id=game.game_id, seat=1)
        legal = again.stub.ListLegalCommands(road, timeout=PATIENCE)
        assert {each.WhichOneof("command") for each in legal.commands} == {"build_road"}


def test_no_new_call_is_taken_while_one_is_finished(server: RunningServer, store: Path):
    game = created(server)
    stream = watching(server, game.game_id)
    until_caught_up(stream)
    with closing(sqlite3.connect(store, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        call = server.stub.ExecuteCommand.future(build(game.game_id), timeout=PATIENCE)
        with pytest.raises(grpc.FutureTimeoutError):
            call.result(timeout=0.5)
        server.process.send_signal(signal.SIGTERM)
        assert refused(lambda: stream).reason == "SHUTTING_DOWN"
        with grpc.insecure_channel(server.address) as channel:
            late = game_service_pb2_grpc.GameServiceStub(channel).ListScenarios
            # The transport says it in its own ways, the last one on a connection that is just being closed.
            assert refused(lambda: late(game_service_pb2.ListScenariosRequest(), timeout=2)).code in (
                grpc.StatusCode.UNAVAILABLE,
                grpc.StatusCode.DEADLINE_EXCEEDED,
                grpc.StatusCode.CANCELLED,
            )
        lock.execute("ROLLBACK")
    assert call.result(timeout=PATIENCE).version > game.version
    assert server.ended() == (0, "")


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT"])
def test_a_server_without_calls_ends_at_once(server: RunningServer, asked: str):
    stream = watching(server, created(server).game_id)
    until_caught_up(stream)
    server.process.send_signal(signal.Signals[asked])
    assert server.process.wait(5) == 0
    assert refused(lambda: stream).reason == "SHUTTING_DOWN"
