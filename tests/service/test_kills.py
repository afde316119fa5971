"""A server that is killed under load loses nothing that it acknowledged, and does nothing twice.

The server is `settlers serve` in a process of its own; it is killed as a power cut would, twenty times over one file.
What a power cut does beyond that, to what the system had not yet written, is held off by the disk: so it is checked
that each transaction was synchronised before it was acknowledged.
"""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import grpc
import pytest

from service.cli.own_server import READY, OwnServer
from settlers.v1 import game_pb2, game_service_pb2, record_pb2
from tests.audit.standalone import verify
from tests.service.house import PATIENCE, SPECTATOR, House, command, events_in, pick, until_caught_up, wait_until
from tests.service.test_store import Caller

KILLS = 20

LOAD = 25
"""Requests that are carried out before a kill, at least."""

MOMENT = 0.25
"""Seconds from then to the kill, at most."""

PLAYERS = 4


class Done(NamedTuple):
    """A request that was acknowledged: how it is sent again, and what its answer was."""

    request_id: str
    send: Callable[[House], Any]
    answer: Any


class Player:
    """Plays games, one after the other, through any number of servers; what was not acknowledged is sent again."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.rng = random.Random(seed)
        self.games: list[str] = []
        self.acknowledged: list[Done] = []
        self.pending: tuple[str, Callable[[House], Any]] | None = None
        self.failure: BaseException | None = None
        self._count = 0

    def play(self, port: int) -> None:
        """Play until the server is gone."""
        try:
            with Caller(port) as caller:
                while True:
                    self.step(caller)
        except grpc.RpcError as error:
            if error.code() not in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED):
                self.failure = error
        except BaseException as error:
            self.failure = error

    def step(self, caller: House) -> None:
        """Create a game if there is none under way, or play a command."""
        view = caller.view(self.games[-1]) if self.games else None
        if view is None or view.turn.over or self.rng.random() < 0.02:
            seats = self.rng.choice((3, 4))
            request_id = self.next_id()
            request = game_service_pb2.CreateGameRequest(scenario="classic", seats=seats, request_id=request_id)
            self.send(caller, request_id, lambda house: house.stub.CreateGame(request, timeout=PATIENCE))
            return
        game_id = self.games[-1]
        by, what = pick(view.turn.prompts, lambda number: caller.legal(game_id, number), self.rng)  # type: ignore[arg-type, return-value]
        request_id = self.next_id()
        self.send(caller, request_id, lambda house: house.execute(game_id, by, what, view.version, request_id))

    def next_id(self) -> str:
        self._count += 1
        return f"{self.name}/{self._count}"

    def send(self, caller: House, request_id: str, send: Callable[[House], Any]) -> None:
        """Send a request; it is pending until there is an answer."""
        self.pending = (request_id, send)
        answer = send(caller)
        self.acknowledged.append(Done(request_id, send, answer))
        self.pending = None
        if isinstance(answer, game_service_pb2.CreateGameResponse):
            self.games.append(answer.game_id)


class Watcher:
    """Watches a game through any number of servers, from wherever it was cut."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.events: list[game_pb2.RecordedEvent] = []
        self.ends: list[grpc.StatusCode] = []

    def watch(self, port: int) -> None:
        """Watch until the server is gone."""
        with Caller(port) as caller:
            try:
                for frame in caller.watch(self.game_id, after=len(self.events)):
                    self.events += frame.events.events
            except grpc.RpcError as error:
                self.ends.append(error.code())


class Kept(NamedTuple):
    """What is in the file: the rows of each game, and where each request's command begins and how long it is."""

    games: dict[str, list[tuple[int, bytes]]]
    commands: dict[str, list[tuple[str, int, int]]]
    requests: int


def kept_in(file: str) -> Kept:
    """Read the raw rows of a file."""
    games: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
    commands: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    with closing(sqlite3.connect(file)) as db:
        for name, version, state in db.execute(
            "SELECT originator_id, originator_version, state FROM stored_events ORDER BY 1, 2"
        ):
            game_id = str(UUID(name))
            games[game_id].append((version, state))
            cause = record_pb2.Cause.FromString(record_pb2.StoredEvent.FromString(state).cause)
            if cause.request_id:
                commands[cause.request_id].append((game_id, version, cause.events))
        (requests,) = db.execute("SELECT COUNT(*) FROM requests").fetchone()
    return Kept(games, commands, requests)


def check_kept(kept: Kept, players: Sequence[Player], verified: Counter[str]) -> None:
    """Everything acknowledged is there once, where its answer said; nothing is there twice; every game is whole."""
    for game_id, rows in kept.games.items():
        assert [version for version, _ in rows] == list(range(1, len(rows) + 1))
        if verified[game_id] != len(rows):
            assert len(rows) > verified[game_id], "a game is shorter than it was"
            assert verify(game_id, rows).version == len(rows)
            verified[game_id] = len(rows)
    for player in players:
        for done in player.acknowledged:
            events = done.answer.events
            ((game_id, first, count),) = kept.commands[done.request_id]
            assert (first, first + count - 1) == (events[0].version, events[-1].version)
            assert events[-1].version == done.answer.version
            assert len(events) == count
            assert game_id == getattr(done.answer, "game_id", game_id)
    assert all(len(places) == 1 for places in kept.commands.values())
    assert kept.requests == len(kept.commands)
    known = {done.request_id for player in players for done in player.acknowledged}
    assert known | {player.pending[0] for player in players if player.pending} >= set(kept.commands)


def carried_out(players: Sequence[Player]) -> int:
    """How many requests were acknowledged."""
    return sum(len(player.acknowledged) for player in players)


def under_load(players: Sequence[Player], enough: int) -> bool:
    """Whether so many requests were acknowledged, or a player has failed."""
    return carried_out(players) > enough or any(player.failure for player in players)


@pytest.mark.case("P03")
def test_twenty_kills_under_load_lose_nothing_and_double_nothing(tmp_path: Path):
    file = str(tmp_path / "games.db")
    rng = random.Random(20)
    players = [Player(f"player {n}", n) for n in range(PLAYERS)]
    watchers: dict[str, Watcher] = {}
    verified: Counter[str] = Counter()
    unacknowledged = Counter[bool]()
    with OwnServer(file, allow_seeds=False) as server:
        port = int(server.address.rpartition(":")[2])
        for _ in range(KILLS):
            threads = [threading.Thread(target=player.play, args=(port,)) for player in players]
            for player in players[:2]:
                for game_id in player.games[-1:]:
                    watcher = watchers.setdefault(game_id, Watcher(game_id))
                    threads.append(threading.Thread(target=watcher.watch, args=(port,)))
            for thread in threads:
                thread.start()
            wait_until(partial(under_load, players, carried_out(players) + LOAD))
            time.sleep(rng.uniform(0, MOMENT))
            os.kill(server.process_id, signal.SIGKILL)
            for thread in threads:
                thread.join(PATIENCE)
                assert not thread.is_alive()
            assert not [player.failure for player in players if player.failure]
            wait_for_end(server)
            assert server.start_again_if_dead()
            before = kept_in(file)
            check_kept(before, players, verified)
            with Caller(port) as caller:
                for player in players:
                    if player.pending:
                        request_id, send = player.pending
                        unacknowledged[request_id in before.commands] += 1
                        player.send(caller, request_id, send)
                        assert send(caller) == player.acknowledged[-1].answer
                    for done in rng.sample(player.acknowledged, min(3, len(player.acknowledged))):
                        assert done.send(caller) == done.answer
            after = kept_in(file)
            check_kept(after, players, verified)
            assert all(after.games[game_id][: len(rows)] == rows for game_id, rows in before.games.items())
            assert not any(player.pending for player in players)
        with Caller(port) as caller:
            for watcher in watchers.values():
                stream = caller.watch(watcher.game_id, after=len(watcher.events))
                watcher.events += events_in(until_caught_up(stream))
                stream.cancel()
                assert watcher.events == caller.events(watcher.game_id)
    ends = [code for watcher in watchers.values() for code in watcher.ends]
    assert ends
    assert set(ends) == {grpc.StatusCode.UNAVAILABLE}
    assert carried_out(players) > LOAD * KILLS
    assert sum(unacknowledged.values()) > 0


def wait_for_end(server: OwnServer) -> None:
    """Wait until the killed process is gone."""
    wait_until(lambda: server._process.poll() is not None)


# Synchronised writes --------------------------------------------------------------------------------------------------


def test_each_connection_that_writes_is_in_wal_mode_and_fully_synchronous(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Asked inside the very transactions that store commands, whatever connection of the pool they got."""
    with House(str(tmp_path / "games.db")) as house:
        assert settings_of_all_writes(house, monkeypatch) == {(2, "wal")}


def settings_of_all_writes(house: House, monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    recorder = house.games.recorder
    insert = recorder._insert_events

    def asking(cursor: Any, *args: Any, **fields: Any) -> Any:
        answers = []
        for name in ("synchronous", "journal_mode"):
            cursor.execute(f"PRAGMA {name}")
            answers.append(cursor.fetchone()[0])
        found.append((answers[0], answers[1]))
        return insert(cursor, *args, **fields)

    monkeypatch.setattr(recorder, "_insert_events", asking)
    ids = [house.create(3) for _ in range(6)]
    threads = [
        threading.Thread(target=house.play, args=(game_id, random.Random(n)), kwargs={"until": 30})
        for n, game_id in enumerate(ids)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) > 10
    return set(found)


def can_trace() -> bool:
    """Whether strace is here, and allowed to trace."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0


HOW = "counted by strace" if can_trace() else "strace is absent so only PRAGMA is asked"


@pytest.mark.case("S11")
@pytest.mark.parametrize("how", [HOW])
def test_a_command_is_synchronised_to_the_disk_before_it_is_acknowledged(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Commands one after the other are groups of one: at each answer there is one more fdatasync at least."""
    file = str(tmp_path / "games.db")
    if how != "counted by strace":
        with House(file) as house:
            assert settings_of_all_writes(house, monkeypatch) == {(2, "wal")}
        return
    trace = tmp_path / "trace"
    traced = ["strace", "-D", "-f", "-qq", "-e", "trace=fdatasync,fsync", "-e", "signal=none", "-o", str(trace)]
    serve = [sys.executable, "-P", "-m", "service", "serve", "--address", "127.0.0.1:0", "--store", file]
    with subprocess.Popen([*traced, *serve], stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            port = int(line.removeprefix(READY).partition(",")[0].rpartition(":")[2])
            with Caller(port) as caller:
                before = synchronised(trace)
                for number in range(10):
                    game_id = caller.create(3)
                    assert synchronised(trace) >= before + number + 1
                before = synchronised(trace)
                played = caller.play(game_id, random.Random(1), until=80)
                assert len(played) > 20
                assert synchronised(trace) >= before + len(played)
                before = synchronised(trace)
                caller.view(game_id)
                caller.events(game_id, SPECTATOR)
                with pytest.raises(grpc.RpcError):
                    caller.execute(game_id, 1, command("play_monopoly", resource=1))
                assert synchronised(trace) == before, "what writes nothing need not wait for the disk"
        finally:
            server.kill()


def synchronised(trace: Path) -> int:
    """How often something was synchronised, successfully, so far."""
    return sum("sync" in line and line.rstrip().endswith("= 0") for line in trace.read_text().splitlines())
