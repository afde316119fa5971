"""Two servers over one store: what one has written, the other shows at once, and a watcher there hears of it."""

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from service.config import Settings, store_environment
from service.server import Server
from service.store.games import Games
from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc

SPECTATOR = game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_SPECTATOR)
Stub = game_service_pb2_grpc.GameServiceStub


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Stub, Stub]]:
    """A client at each of two servers over one file."""
    store = store_environment(str(tmp_path / "games.db"))
    servers = [Server(Settings(address="127.0.0.1:0", shared=True), Games(store, shared=True)) for _ in range(2)]
    for server in servers:
        server.start()
    channels = [grpc.insecure_channel(f"127.0.0.1:{server.port}") for server in servers]
    yield Stub(channels[0]), Stub(channels[1])
    for channel in channels:
        channel.close()
    for server in servers:
        server.stop(grace=0)


def test_what_one_has_written_the_other_shows_and_lists(two):
    here, there = two
    game_id = here.CreateGame(game_service_pb2.CreateGameRequest(scenario="classic", seats=3)).game_id
    get = game_service_pb2.GetGameRequest(game_id=game_id, viewer=SPECTATOR)
    asked = game_service_pb2.ListLegalCommandsRequest(game_id=game_id, seat=1)
    assert there.GetGame(get) == here.GetGame(get)
    for client, other in [(here, there), (there, here)] * 2:
        legal = client.ListLegalCommands(asked)
        if not legal.commands:
            break
        played = client.ExecuteCommand(
            game_service_pb2.ExecuteCommandRequest(
                game_id=game_id, seat=1, command=legal.commands[0], expected_version=legal.version
            )
        )
        assert other.GetGame(get).view.version == played.version
        assert other.ListLegalCommands(asked).version == played.version
        listed = game_service_pb2.ListEventsRequest(game_id=game_id, viewer=SPECTATOR, after_version=legal.version)
        assert [e.version for e in other.ListEvents(listed).events] == [e.version for e in played.events]


def test_a_watcher_at_one_hears_what_was_played_at_the_other(two):
    here, there = two
    game_id = here.CreateGame(game_service_pb2.CreateGameRequest(scenario="classic", seats=3)).game_id
    frames = there.WatchGame(game_service_pb2.WatchGameRequest(game_id=game_id, viewer=SPECTATOR), timeout=60)
    heard = []
    for frame in frames:
        heard += [recorded.version for recorded in frame.events.events]
        if frame.HasField("caught_up"):
            break
    legal = here.ListLegalCommands(game_service_pb2.ListLegalCommandsRequest(game_id=game_id, seat=1))
    played = here.ExecuteCommand(
        game_service_pb2.ExecuteCommandRequest(game_id=game_id, seat=1, command=legal.commands[0])
    )
    for frame in frames:
        heard += [recorded.version for recorded in frame.events.events]
        if heard[-1] == played.version:
            break
    frames.cancel()
    assert heard == list(range(1, played.version + 1))
