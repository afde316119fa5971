"""WatchGame: every event once and in order, from any version, live, resumed, and for each pair of eyes its own."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import grpc
import pytest

from service import watching
from service.config import store_environment
from service.store.games import Games
from settlers.v1 import game_service_pb2_grpc
from tests.service.house import (
    AUDITOR,
    PATIENCE,
    QUICK,
    SEED,
    SPECTATOR,
    House,
    command,
    events_in,
    everyone,
    happen,
    refused,
    seat,
    until_caught_up,
    until_version,
)


def at_first_roll(house: House) -> str:
    """A game of three whose setup is over."""
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK), stop=lambda prompts: prompts[-1].kind == "roll")
    return game_id


def kinds(frames: list[Any]) -> list[str]:
    return [frame.WhichOneof("frame") for frame in frames]


def test_a_stream_begins_after_any_version_and_says_when_it_is_caught_up(house: House):
    game_id = house.create(3, seed=SEED)
    version = house.play(game_id, random.Random(QUICK), until=150)[-1]
    events = house.events(game_id)
    for after in [*range(0, version, 9), version]:
        stream = house.watch(game_id, after=after)
        frames = until_caught_up(stream)
        stream.cancel()
        assert events_in(frames) == events[after:]
        assert kinds(frames).count("caught_up") == 1
        assert frames[-1].caught_up.version == version
        assert all(frame.events.events for frame in frames[:-1])


def test_events_come_live_from_another_client(house: House):
    game_id = at_first_roll(house)
    version = house.view(game_id).version
    stream = house.watch(game_id, after=version)
    assert kinds(until_caught_up(stream)) == ["caught_up"]
    with grpc.insecure_channel(f"127.0.0.1:{house.server.port}") as channel:
        other = game_service_pb2_grpc.GameServiceStub(channel)
        mine, house.stub = house.stub, other
        response = house.execute(game_id, 1, command("roll_dice"))
        house.stub = mine
    frames = until_version(stream, response.version)
    stream.cancel()
    assert events_in(frames) == list(response.events)


@pytest.mark.case("P10", "S03")
def test_a_stream_is_taken_up_again_without_gap_or_repeat(house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    found = []
    for until in range(20, 200, 20):
        stream = house.watch(game_id, after=len(found))
        found += events_in(until_caught_up(stream))
        version = house.play(game_id, rng, until=until)[-1:] or [house.view(game_id).version]
        if until % 40:
            found += events_in(until_version(stream, version[0]))
        stream.cancel()
    stream = house.watch(game_id, after=len(found))
    found += events_in(until_caught_up(stream))
    stream.cancel()
    assert [event.version for event in found] == list(range(1, house.view(game_id).version + 1))
    assert found == house.events(game_id)


@pytest.mark.case("H02")
def test_each_watcher_sees_with_its_own_eyes_to_the_end_of_the_game(house: House):
    game_id = house.create(3, seed=SEED)
    streams = [house.watch(game_id, viewer, timeout=120) for viewer in everyone(3)]
    for stream in streams:
        until_caught_up(stream)
    before = house.view(game_id).version
    with ThreadPoolExecutor(len(streams)) as pool:
        readers = [pool.submit(read_to_the_end, stream) for stream in streams]
        commands = house.play(game_id, random.Random(QUICK))
        seen = [reader.result(PATIENCE) for reader in readers]
    for stream in streams:
        stream.cancel()
    for viewer, frames in zip(everyone(3), seen, strict=True):
        assert events_in(frames) == house.events(game_id, viewer, before)
        assert {frame.events.events[-1].version for frame in frames if frame.HasField("events")} <= set(commands)


def read_to_the_end(stream: Any) -> list[Any]:
    """Read frames until the one that ends the game."""
    frames = []
    for frame in stream:
        frames.append(frame)
        if any(event.event.HasField("game_ended") for event in frame.events.events):
            break
    return frames


@pytest.mark.case("P15")
def test_the_events_of_one_command_come_in_one_frame(house: House):
    game_id = house.create(3, seed=SEED)
    ends = {house.view(game_id).version, *house.play(game_id, random.Random(QUICK))}
    for after in (0, *random.Random(1).sample(sorted(ends), 40)):
        stream = house.watch(game_id, after=after)
        frames = until_caught_up(stream)[:-1]
        stream.cancel()
        assert {frame.events.events[-1].version for frame in frames} <= ends
        assert [event.version for event in events_in(frames)] == list(range(after + 1, max(ends) + 1))


def test_the_view_after_each_event_comes_with_it(house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    house.play(game_id, rng, until=60)
    for viewer in (seat(2), SPECTATOR, AUDITOR):
        for after in (0, 3, 41):
            stream = house.watch(game_id, viewer, after, views=True)
            frames = until_caught_up(stream)
            if viewer.seat:
                frames += until_version(stream, house.play(game_id, rng, until=house.view(game_id).version + 4)[-1])
            stream.cancel()
            views = [view for frame in frames for view in frame.events.views]
            assert [view.version for view in views] == [event.version for event in events_in(frames)]
            assert all(view == house.view(game_id, viewer, view.version) for view in views)


def test_no_views_and_no_proofs_come_unasked(house: House):
    game_id = at_first_roll(house)
    stream = house.watch(game_id)
    frames = until_caught_up(stream)
    stream.cancel()
    assert not any(frame.events.views for frame in frames)
    assert not any(event.HasField("proof") for event in events_in(frames))


def test_proofs_come_where_they_are_asked_for(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK), until=300)
    for viewer in (seat(1), SPECTATOR, AUDITOR):
        stream = house.watch(game_id, viewer, proof=True)
        events = events_in(until_caught_up(stream))
        stream.cancel()
        assert events == house.events(game_id, viewer, proof=True)
        for event in events:
            whole = type(event.event).FromString(event.proof.public + event.proof.private)
            assert whole == event.event
            assert bool(event.proof.private) == bool(event.proof.salt)
            event.ClearField("proof")
        assert events == house.events(game_id, viewer)


def test_silence_is_broken_by_heartbeats(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "HEARTBEAT", 0.02)
    game_id = at_first_roll(house)
    version = house.view(game_id).version
    stream = house.watch(game_id, after=version)
    frames = [next(stream) for _ in range(4)]
    assert kinds(frames) == ["caught_up", "heartbeat", "heartbeat", "heartbeat"]
    assert {frame.heartbeat.version for frame in frames[1:]} == {version}
    response = house.execute(game_id, 1, command("roll_dice"))
    assert events_in(until_version(stream, response.version)) == list(response.events)
    stream.cancel()


@pytest.mark.case("P17")
def test_a_game_that_is_over_can_be_watched(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    stream = house.watch(game_id)
    frames = until_caught_up(stream)
    stream.cancel()
    assert events_in(frames) == house.events(game_id)


@pytest.mark.case("P07")
def test_a_snapshot_and_the_stream_after_it_fit_while_others_play(house: House):
    game_id = house.create(3, seed=SEED)
    version = house.view(game_id).version

    def snapshot_and_stream(after: int) -> list[int]:
        taken = house.view(game_id).version
        stream = house.watch(game_id, after=taken, timeout=120)
        found = [event.version for event in events_in(read_to_the_end(stream))]
        stream.cancel()
        return [taken, *found]

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(snapshot_and_stream, version) for _ in range(6)]
        house.play(game_id, random.Random(QUICK))
        rows = [reader.result(PATIENCE) for reader in readers]
    last = house.view(game_id).version
    assert all(row == list(range(row[0], last + 1)) for row in rows)


def test_one_watcher_more_than_there_is_room_for_is_refused_at_once(store: str):
    with House(store, most_watchers=2) as house:
        game_id = house.create()
        streams = [house.watch(game_id) for _ in range(2)]
        for stream in streams:
            until_caught_up(stream)
        refusal = refused(lambda: house.watch(game_id, timeout=2))
        for stream in streams:
            stream.cancel()
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_BUSY")
    assert refusal.retry


def test_a_watcher_that_leaves_makes_room_for_another(store: str):
    with House(store, most_watchers=1) as house:
        game_id = house.create()
        for _ in range(20):
            stream = first_admitted(house, game_id)
            stream.cancel()


def first_admitted(house: House, game_id: str) -> Any:
    """Open a stream as soon as there is room for it: one that was cancelled takes a moment to leave."""
    for _ in range(1_000):
        stream = house.watch(game_id)
        try:
            until_caught_up(stream)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                raise
            time.sleep(0.01)
        else:
            return stream
    raise AssertionError("nobody made room")


def test_watchers_take_no_thread_from_calls(store: str):
    with House(store, most_watchers=40) as house:
        game_id = at_first_roll(house)
        streams = [house.watch(game_id) for _ in range(40)]
        for stream in streams:
            until_caught_up(stream)
        response = house.execute(game_id, 1, command("roll_dice"))
        for stream in streams:
            assert events_in(until_version(stream, response.version)) == list(response.events)
            stream.cancel()


@pytest.mark.case("P09")
def test_a_watcher_that_reads_nothing_holds_nobody_up_and_misses_nothing(house: House):
    game_id = house.create(3, seed=SEED)
    stream = house.watch(game_id, views=True, timeout=120)
    house.play(game_id, random.Random(QUICK))
    found = events_in(read_to_the_end(stream))
    stream.cancel()
    assert found == house.events(game_id)


def test_a_watcher_goes_on_when_its_game_was_put_out_of_memory(store: str):
    with House(store, most_live=1) as house:
        game_id = at_first_roll(house)
        stream = house.watch(game_id, after=house.view(game_id).version, timeout=5)
        until_caught_up(stream)
        house.create()
        response = house.execute(game_id, 1, command("roll_dice"))
        assert events_in(until_version(stream, response.version)) == list(response.events)
        stream.cancel()


def test_a_watcher_goes_on_when_another_process_wrote_first(tmp_path: Any):
    store = str(tmp_path / "games.db")
    with House(store) as house:
        game_id = at_first_roll(house)
        before = house.view(game_id).version
        stream = house.watch(game_id, after=before, timeout=5)
        until_caught_up(stream)
        other = Games(store_environment(store))
        happen(other, game_id, "ResourcesReceived seat=2 cards=2ore")
        other.close()
        response = house.execute(game_id, 1, command("roll_dice"))
        frames = until_version(stream, response.version)
        stream.cancel()
        assert [event.version for event in events_in(frames)] == list(range(before + 1, response.version + 1))


def test_a_watcher_is_told_that_the_server_goes_down_and_does_not_hold_it_up():
    house = House()
    game_id = house.create()
    stream = house.watch(game_id, timeout=5)
    until_caught_up(stream)
    stopping = threading.Thread(target=house.server.stop, args=(30,))
    stopping.start()
    refusal = refused(lambda: stream)
    stopping.join()
    house.channel.close()
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
    assert refusal.retry


def test_streams_of_unknown_games_and_versions_are_refused(house: House):
    game_id = house.create()
    version = house.view(game_id).version
    for after in (version + 1, 2**63, 2**64 - 1):
        refusal = refused(lambda after=after: house.watch(game_id, after=after))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.OUT_OF_RANGE, "VERSION_OUT_OF_RANGE")
        assert refusal.metadata["version"] == str(version)
    assert refused(lambda: house.watch("6f9619ff-8b86-4011-b42d-00cf4fc964ff")).reason == "UNKNOWN_GAME"


@pytest.mark.case("S16")
def test_streams_go_by_versions_though_the_clock_goes_back(store: str):
    """An hour between any two commands; from the beginning, taken up in the middle, and live."""
    noon, hours = datetime(2030, 1, 1, 12, tzinfo=UTC), count()
    with House(store, now=lambda: noon - timedelta(hours=next(hours))) as house:
        game_id = house.create(3, seed=SEED)
        rng = random.Random(QUICK)
        house.play(game_id, rng, until=120)
        stream = house.watch(game_id)
        found = events_in(until_caught_up(stream))
        last = house.play(game_id, rng, until=150)[-1]
        found += events_in(until_version(stream, last))
        stream.cancel()
        assert found == house.events(game_id)
        assert [event.version for event in found] == list(range(1, last + 1))
        stamps = [event.recorded_at.seconds for event in found]
        assert stamps == sorted(stamps, reverse=True)
        assert len(set(stamps)) > 20
        for after in (50, 119, last):
            stream = house.watch(game_id, after=after)
            assert events_in(until_caught_up(stream)) == found[after:]
            stream.cancel()
