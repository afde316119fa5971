"""Streams that are cut anywhere are taken up again without gap or repeat; and a thousand watchers hold nobody up."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import grpc
import pytest

from service.cli.own_server import OwnServer
from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc
from tests.service.house import (
    PATIENCE,
    QUICK,
    SEED,
    SPECTATOR,
    House,
    events_in,
    everyone,
    kind_of,
    refused,
    seat,
    until_caught_up,
    wait_until,
)
from tests.service.test_store import Caller

CUTS = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""How a stream ends that was cut, by either side."""


class Watcher:
    """Watches a game with a pair of eyes; its stream is cut at random, even in the middle of a frame."""

    def __init__(self, game_id: str, viewer: game_pb2.Viewer, seed: int) -> None:
        self.game_id = game_id
        self.viewer = viewer
        self.rng = random.Random(seed)
        self.events: list[game_pb2.RecordedEvent] = []
        self.cuts = Counter[str]()

    @property
    def over(self) -> bool:
        """Whether it saw the end of the game."""
        return any(kind_of(event) == "game_ended" for event in self.events[-40:])

    def watch_a_while(self, house: House) -> None:
        """Watch until it is cut: before the first frame, after some events of one, or by the server."""
        stream = house.watch(self.game_id, self.viewer, self.events[-1].version if self.events else 0)
        left = self.rng.choice((0, 1, 2, 5, 20, 100))
        try:
            if left == 0 and self.rng.random() < 0.5:
                self.cuts["at once"] += 1
                return
            for frame in stream:
                took = list(frame.events.events)[: max(1, left)]
                self.events += took
                left -= len(took)
                if len(took) < len(frame.events.events):
                    self.cuts["within a frame"] += 1
                    return
                if left <= 0 or self.over:
                    self.cuts["between frames"] += 1
                    return
        except grpc.RpcError as error:
            if error.code() not in CUTS:
                raise
            self.cuts["by the server"] += 1
        finally:
            stream.cancel()

    def catch_up(self, house: House) -> None:
        """Take the rest, and find that it is all as it is listed."""
        stream = house.watch(self.game_id, self.viewer, self.events[-1].version if self.events else 0)
        self.events += events_in(until_caught_up(stream))
        stream.cancel()
        assert [event.version for event in self.events] == list(range(1, len(self.events) + 1))
        assert self.events == house.events(self.game_id, self.viewer)


def watchers_of(game_id: str) -> list[Watcher]:
    """Two for each pair of eyes."""
    return [Watcher(game_id, viewer, n) for n, viewer in enumerate(everyone(3) * 2)]


# Cuts -----------------------------------------------------------------------------------------------------------------


@pytest.mark.case("P10", "P09")
def test_streams_cut_by_their_clients_through_a_whole_game_have_no_gap_and_no_repeat(house: House):
    game_id = house.create(3, seed=SEED)
    watchers = watchers_of(game_id)

    def watch(watcher: Watcher) -> None:
        while not watcher.over:
            watcher.watch_a_while(house)

    with ThreadPoolExecutor(len(watchers)) as pool:
        watching = [pool.submit(watch, watcher) for watcher in watchers]
        house.play(game_id, random.Random(QUICK))
        for each in watching:
            each.result(4 * PATIENCE)
    for watcher in watchers:
        watcher.catch_up(house)
        assert sum(watcher.cuts.values()) > 5
    assert sum((watcher.cuts for watcher in watchers), Counter()).keys() >= {
        "at once", "within a frame", "between frames"
    }  # fmt: skip


@pytest.mark.case("P10")
def test_streams_cut_by_a_server_that_stops_have_no_gap_and_no_repeat(tmp_path: Path):
    """The server is stopped in good order and another started over its file, twelve times in one game."""
    store = str(tmp_path / "games.db")
    with House(store) as house:
        game_id = house.create(3, seed=SEED)
    watchers, rng = watchers_of(game_id), random.Random(QUICK)
    for until in range(30, 390, 30):
        house = House(store)
        with ThreadPoolExecutor(len(watchers)) as pool:
            stopping = threading.Event()
            watching = [pool.submit(watch_until, watcher, house, stopping) for watcher in watchers]
            house.play(game_id, rng, until=until)
            time.sleep(0.1)  # now all wait for more; what comes of streams that open meanwhile is another test
            stopping.set()
            house.server.stop(0.1)
            for each in watching:
                each.result(PATIENCE)
            house.channel.close()
    with House(store) as house:
        house.play(game_id, rng)
        for watcher in watchers:
            watcher.catch_up(house)
            assert watcher.cuts["by the server"]


def watch_until(watcher: Watcher, house: House, stopping: threading.Event) -> None:
    """Watch, cut and watch again until the server goes down."""
    while not stopping.is_set():
        watcher.watch_a_while(house)


def test_a_server_stops_while_streams_are_being_opened(tmp_path: Path):
    """Asked to end, a server ends, whatever comes in at that moment; in a process of its own, for a hang is a hang."""
    with OwnServer(str(tmp_path / "games.db"), allow_seeds=True) as server:
        port = int(server.address.rpartition(":")[2])
        with Caller(port) as caller:
            game_id = caller.create(3)
        for number in range(6):
            end = threading.Event()
            # Daemons: once a call of the client library never came back from a server that was gone, deadline or not.
            opening = [Thread(target=open_streams, args=(port, game_id, end), daemon=True) for _ in range(8)]
            for each in opening:
                each.start()
            time.sleep(0.2)
            os.kill(server.process_id, signal.SIGTERM)
            stopped = ended(server, 15.0)
            if not stopped:
                os.kill(server.process_id, signal.SIGKILL)
            end.set()
            for each in opening:
                each.join(PATIENCE)
            assert stopped, f"the server hangs in its stop number {number + 1}"
            assert server.start_again_if_dead()


def open_streams(port: int, game_id: str, end: threading.Event) -> None:
    """Open one stream after the other, and leave each after its first frame."""
    with Caller(port) as caller:
        while not end.is_set():
            stream = caller.watch(game_id, timeout=5)
            try:
                next(stream)
            except grpc.RpcError:
                time.sleep(0.002)
            stream.cancel()


def ended(server: OwnServer, seconds: float) -> bool:
    """Whether the process of a server ends in time."""
    deadline = time.monotonic() + seconds
    while server._process.poll() is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.case("S11")
def test_streams_cut_by_a_killed_server_never_saw_what_is_not_kept(tmp_path: Path):
    """What a watcher was shown is on the disk: a server killed at any moment takes nothing of it back."""
    rng = random.Random(8)
    with OwnServer(str(tmp_path / "games.db"), allow_seeds=True) as server:
        port = int(server.address.rpartition(":")[2])
        with Caller(port) as caller:
            game_id = caller.create(3, seed=SEED)
        watchers = watchers_of(game_id)[:6]
        for _ in range(6):
            with Caller(port) as caller, ThreadPoolExecutor(len(watchers) + 1) as pool:
                watching = [pool.submit(watch_till_cut, watcher, caller) for watcher in watchers]
                playing = pool.submit(play_till_cut, port, game_id, rng)
                wait_until(partial(all_were_shown, watchers, [len(watcher.events) + 10 for watcher in watchers]))
                time.sleep(rng.uniform(0, 0.2))
                os.kill(server.process_id, signal.SIGKILL)
                for each in (*watching, playing):
                    each.result(2 * PATIENCE)
            assert ended(server, PATIENCE)
            assert server.start_again_if_dead()
        with Caller(port) as caller:
            assert caller.view(game_id).version > 50
            for watcher in watchers:
                watcher.catch_up(caller)


def all_were_shown(watchers: Sequence[Watcher], enough: Sequence[int]) -> bool:
    """Whether each was shown so many events, or all that there are."""
    return all(len(each.events) >= events or each.over for each, events in zip(watchers, enough, strict=True))


def watch_till_cut(watcher: Watcher, caller: House) -> None:
    before = watcher.cuts["by the server"]
    while watcher.cuts["by the server"] == before:
        watcher.watch_a_while(caller)


def play_till_cut(port: int, game_id: str, rng: random.Random) -> None:
    with Caller(port) as caller:
        try:
            while True:
                caller.play(game_id, rng)
        except grpc.RpcError as error:
            if error.code() not in CUTS:
                raise


def test_a_stream_is_taken_up_in_the_middle_of_a_command(house: House):
    """A client may have kept only a part of a frame; from each version the rest comes, first what is left of it."""
    game_id = house.create(3, seed=SEED)
    version = house.play(game_id, random.Random(QUICK), until=120)[-1]
    for viewer in (SPECTATOR, seat(2)):
        listed = house.events(game_id, viewer)
        for after in range(version + 1):
            stream = house.watch(game_id, viewer, after)
            assert events_in(until_caught_up(stream)) == listed[after:]
            stream.cancel()


def test_a_stream_cut_at_one_process_is_taken_up_at_another(tmp_path: Path):
    """Two servers over one file, the second of which has known the game for long; it may be behind in nothing."""
    store = str(tmp_path / "games.db")
    with House(store) as one, House(store) as other:
        game_id = one.create(3, seed=SEED)
        assert other.view(game_id).version
        watcher = Watcher(game_id, SPECTATOR, 1)
        rng = random.Random(QUICK)
        for until in (20, 40, 60):
            one.play(game_id, rng, until=until)
            watcher.catch_up(one)
            stream = other.watch(game_id, after=len(watcher.events))
            assert events_in(until_caught_up(stream)) == []
            stream.cancel()
            assert other.events(game_id) == watcher.events


# Pages ----------------------------------------------------------------------------------------------------------------


def test_pages_of_any_sizes_join_to_the_same_events(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    rng = random.Random(7)
    for viewer in everyone(3):
        listed = house.events(game_id, viewer)
        for most in (3, 30, 5_000):
            assert list(paged(house, game_id, viewer, lambda most=most: rng.randint(1, most))) == listed
        sizes = iter([0, 1, 2**32 - 1, *[0] * 20])
        assert list(paged(house, game_id, viewer, lambda sizes=sizes: next(sizes))) == listed


def test_pages_read_while_others_play_join_to_the_same_events(house: House):
    """A reader that pages behind the players: what is on a page does not change, and the next goes on after it."""
    game_id = house.create(3, seed=SEED)
    rng = random.Random(7)
    found: list[game_pb2.RecordedEvent] = []
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(house.play, game_id, random.Random(QUICK), until=400)
        while not playing.done():
            page = house.page(game_id, seat(1), len(found), rng.randint(1, 90))
            found += page.events
        playing.result()
    found += house.events(game_id, seat(1), len(found))
    assert [event.version for event in found] == list(range(1, house.view(game_id).version + 1))
    assert found == house.events(game_id, seat(1))


def paged(
    house: House, game_id: str, viewer: game_pb2.Viewer, size: Callable[[], int]
) -> Iterator[game_pb2.RecordedEvent]:
    """Read all events on pages of given sizes."""
    after, more = 0, True
    while more:
        wanted = size()
        page = house.page(game_id, viewer, after, wanted)
        assert len(page.events) <= (wanted or 1_000)
        assert len(page.events) == wanted or not page.more or wanted in (0, 2**32 - 1) or wanted > 1_000
        yield from page.events
        after, more = page.events[-1].version, page.more


# A thousand watchers --------------------------------------------------------------------------------------------------

CHANNELS = 10

MANY = 1_000


@pytest.fixture
def stubs() -> Iterator[Callable[[int], list[Any]]]:
    """Opens connections to a port, each a connection of its own."""
    with ExitStack() as stack:

        def connect(port: int) -> list[Any]:
            options = (("grpc.use_local_subchannel_pool", 1),)
            channels = [
                stack.enter_context(grpc.insecure_channel(f"127.0.0.1:{port}", options)) for _ in range(CHANNELS)
            ]
            return [game_service_pb2_grpc.GameServiceStub(channel) for channel in channels]

        yield connect


def test_a_thousand_idle_watchers_hold_nobody_up_and_get_their_events(
    tmp_path: Path, stubs: Callable[[int], list[Any]]
):
    with House(str(tmp_path / "games.db"), most_watchers=MANY) as house:
        watched = [house.create(3) for _ in range(CHANNELS)]
        viewers = everyone(3)
        before = {game_id: house.view(game_id).version for game_id in watched}
        streams = []
        for number, stub in enumerate(stubs(house.server.port)):
            for n in range(MANY // CHANNELS):
                game_id, viewer = watched[(number + n) % CHANNELS], viewers[n % len(viewers)]
                request = game_service_pb2.WatchGameRequest(
                    game_id=game_id, viewer=viewer, after_version=before[game_id]
                )
                streams.append((game_id, viewer, stub.WatchGame(request, timeout=300)))
        for _, _, stream in streams:
            assert next(stream).HasField("caught_up")
        refusal = refused(lambda: house.watch(watched[0]))
        assert (refusal.code, refusal.reason, refusal.retry) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_BUSY", True
        )  # fmt: skip
        threads = threading.active_count()
        with ThreadPoolExecutor(4) as pool:
            others = [pool.submit(play_beside, house, n) for n in range(4)]
            assert min(other.result(4 * PATIENCE) for other in others) >= 60
        last = {game_id: house.play(game_id, random.Random(1), until=40)[-1] for game_id in watched}
        listed = {
            (game_id, viewer.role, viewer.seat): house.events(game_id, viewer, before[game_id])
            for game_id in watched
            for viewer in viewers
        }
        for game_id, viewer, stream in streams:
            assert events_to(stream, last[game_id]) == listed[game_id, viewer.role, viewer.seat]
        assert refused(lambda: house.watch(watched[0])).reason == "TOO_BUSY"
        assert threading.active_count() <= threads + 40
        for _, _, stream in streams:
            stream.cancel()
        admitted(house, watched[0])


def play_beside(house: House, number: int) -> int:
    """Play another game; gives the version that it came to."""
    game_id = house.create(3)
    house.play(game_id, random.Random(number), until=60)
    return house.view(game_id).version


def events_to(stream: Any, version: int) -> list[game_pb2.RecordedEvent]:
    """Read events up to a version."""
    found: list[game_pb2.RecordedEvent] = []
    while not found or found[-1].version < version:
        found += next(stream).events.events
    return found


def admitted(house: House, game_id: str) -> None:
    """Those who left have made room for others, in the end for as many as they were."""
    deadline = time.monotonic() + PATIENCE
    streams: list[Any] = []
    while len(streams) < 100:
        assert time.monotonic() < deadline
        stream = house.watch(game_id)
        try:
            until_caught_up(stream)
            streams.append(stream)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                raise
            time.sleep(0.02)
    for stream in streams:
        stream.cancel()
