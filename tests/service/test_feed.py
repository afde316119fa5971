"""WatchAllGames: each event of each game once and in order, from any cursor, and nothing that is not for everyone."""

import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from uuid import UUID

import grpc
import pytest

from domain.scenarios import SCENARIOS
from service import watching
from service.feed import frames as feed_frames
from service.feed import scenarios as feed_scenarios
from settlers.v1 import game_pb2, game_service_pb2
from tests.service.feed import (
    Place,
    by_game,
    check_each_game,
    feed,
    items,
    places,
    stored_in,
    until_place,
    until_quiet,
)
from tests.service.house import (
    AUDITOR,
    PATIENCE,
    QUICK,
    SEED,
    House,
    command,
    events_in,
    happen,
    kind_of,
    refused,
    until_caught_up,
)


@pytest.fixture(autouse=True)
def no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a reader gets, it gets because it was woken, and not because a heartbeat was due."""
    monkeypatch.setattr(watching, "HEARTBEAT", 10 * PATIENCE)


def play_some(house: House, *, until: int = 60) -> list[str]:
    """Games of all scenarios, played in turns."""
    luck = random.Random(QUICK)
    ids = [house.create(3, scenario=scenario, seed=SEED) for scenario in SCENARIOS for _ in range(2)]
    for version in range(10, until + 1, 25):
        for game_id in ids:
            house.play(game_id, luck, until=version)
    return ids


def test_it_has_the_events_of_all_games_as_spectators_see_them(house: House):
    ids = play_some(house, until=110)
    for game_id in ids:  # a card that is hidden, whatever luck brought
        happen(house.games, game_id, "DevelopmentCardBought seat=1 card=monopoly")
    frames = until_quiet(feed(house))
    check_each_game(house, frames, ids)
    sent = b"".join(frame.SerializeToString() for frame in frames)
    assert SEED not in sent
    hidden = [event for game_id in ids for event in house.events(game_id, AUDITOR)]
    assert any(event.event.development_card_bought.card for event in hidden)
    assert not any(item.recorded.event.development_card_bought.card for item in items(frames))
    assert not any(item.recorded.HasField("proof") for item in items(frames))


def test_a_game_comes_to_its_end_in_it(house: House):
    game_id = house.create(3, seed=SEED)
    stream = feed(house, timeout=120)
    house.play(game_id, random.Random(QUICK))
    last = house.view(game_id).version
    frames = until_place(stream, Place(game_id, last))
    stream.cancel()
    check_each_game(house, frames, [game_id])
    assert "seed_revealed" in {kind_of(item.recorded) for item in items(frames)}


def test_it_says_when_the_caller_has_all_and_then_that_it_is_alive(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "HEARTBEAT", 0.02)
    ids = play_some(house, until=10)
    stream = feed(house)
    frames = [next(stream) for _ in range(5)]
    assert [frame.WhichOneof("frame") for frame in frames] == ["events", "caught_up", *["heartbeat"] * 3]
    assert len({frame.cursor for frame in frames}) == 1
    check_each_game(house, frames, ids)
    game_id = house.create(3)
    live = until_place(stream, Place(game_id, 1))
    stream.cancel()
    assert set(by_game(live)) == {game_id}
    assert live[-1].cursor != frames[-1].cursor


def test_whoever_has_all_again_is_told_again(house: House):
    stream = feed(house)
    next(stream)
    for _ in range(3):
        last = Place(house.create(3), 4)
        until_place(stream, last)
        assert next(stream).HasField("caught_up")
    stream.cancel()


def test_what_is_stored_just_after_a_reader_looked_for_it_wakes_it(house: House, monkeypatch: pytest.MonkeyPatch):
    head, looks, ids = house.games.journal.head, [], [house.create(3)]

    def look() -> int:
        found = head()
        if threading.current_thread().name.startswith("watcher"):
            looks.append(found)
            if len(looks) == 4:  # at the opening, for the events, to be caught up, and before it waits
                ids.append(house.create(3))
        return found

    monkeypatch.setattr(house.games.journal, "head", look)
    stream = feed(house)
    frames = [next(stream) for _ in range(3)]
    stream.cancel()
    assert [frame.WhichOneof("frame") for frame in frames] == ["events", "caught_up", "events"]
    check_each_game(house, frames, ids)
    assert looks[:4] == [looks[0]] * 4


def test_a_store_without_events_is_caught_up_at_once(house: House):
    stream = feed(house)
    first = next(stream)
    assert first.HasField("caught_up")
    game_id = house.create(3)
    frames = until_place(stream, Place(game_id, 4))
    stream.cancel()
    check_each_game(house, frames, [game_id])
    again = until_quiet(feed(house, first.cursor))
    assert places(again) == places(frames)


def test_any_frame_is_where_a_stream_can_go_on(house: House, monkeypatch: pytest.MonkeyPatch):
    for module in (watching, feed_frames):
        monkeypatch.setattr(module, "FRAME", 9)
    ids = play_some(house)
    frames = until_quiet(feed(house))
    assert len(frames) > 40
    whole = places(frames)
    for n in range(0, len(frames), 5):
        rest = places(until_quiet(feed(house, frames[n].cursor)))
        assert places(frames[: n + 1]) + rest == whole
    check_each_game(house, frames, ids)


def test_the_events_of_one_command_are_never_parted(house: House, monkeypatch: pytest.MonkeyPatch):
    for module in (watching, feed_frames):
        monkeypatch.setattr(module, "FRAME", 30)
    ids = play_some(house)
    begins = {
        Place(game_id, event.version)
        for game_id in ids
        for event in house.events(game_id, AUDITOR, proof=True)
        if event.proof.cause
    }
    frames = [frame for frame in until_quiet(feed(house)) if frame.HasField("events")]
    assert len(frames) > 10
    assert all(places([frame])[0] in begins for frame in frames)


# Filters --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("span", [10_000, 7])
def test_it_can_be_narrowed_to_kinds_and_scenarios(span: int, house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(feed_frames, "SPAN", span)
    ids = play_some(house)
    plays = {game_id: house.view(game_id).table.scenario for game_id in ids}
    whole = items(until_quiet(feed(house)))
    chosen: list[tuple[list[str], list[str]]] = [
        ([], ["game_created"]),
        ([], ["points_changed", "turn_started", "points_changed"]),
        (["cheops"], []),
        (["alexander", "great-race"], []),
        (["classic"], ["dice_rolled"]),
        (list(SCENARIOS), [field.name for field in game_pb2.Event.DESCRIPTOR.fields]),
        (["classic"], ["pyramid_block_placed"]),
    ]
    for scenarios, kinds in chosen:
        wanted = [
            item
            for item in whole
            if (not scenarios or plays[item.game_id] in scenarios) and (not kinds or kind_of(item.recorded) in kinds)
        ]
        assert items(until_quiet(feed(house, scenarios=scenarios, kinds=kinds))) == wanted
        assert bool(wanted) == (kinds != ["pyramid_block_placed"])


def test_a_cursor_can_be_used_with_another_filter(house: House):
    play_some(house)
    whole = until_quiet(feed(house))
    halfway = next(frame for frame in whole if len(places([frame])) > 1)
    after = places(whole)[len(places([halfway])) :]
    created = until_quiet(feed(house, kinds=["game_created"]))
    assert places(until_quiet(feed(house, created[-1].cursor))) == []
    rolled = items(until_quiet(feed(house, halfway.cursor, kinds=["dice_rolled"])))
    assert [Place(item.game_id, item.recorded.version) for item in rolled] == [
        Place(item.game_id, item.recorded.version)
        for item in items(whole)
        if kind_of(item.recorded) == "dice_rolled" and Place(item.game_id, item.recorded.version) in after
    ]


def test_what_does_not_match_moves_the_cursor_on(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "HEARTBEAT", 0.02)
    stream = feed(house, kinds=["game_ended"])
    before = next(stream).cursor
    house.create(3)
    cursors = [before]
    while cursors[-1] == before:
        frame = next(stream)
        assert frame.HasField("heartbeat")
        cursors.append(frame.cursor)
    stream.cancel()
    assert places(until_quiet(feed(house, cursors[-1]))) == []
    assert len(places(until_quiet(feed(house, before)))) == 4


def test_a_live_filter_waits_for_what_matches(house: House):
    stream = feed(house, kinds=["game_ended"], scenarios=["cheops"])
    assert next(stream).HasField("caught_up")
    ids = [house.create(3, scenario=scenario) for scenario in ("classic", "cheops", "classic")]
    for game_id in ids:
        happen(house.games, game_id, "GameEnded winners=[1] cause=points")
    house.create(3)
    frame = next(stream)
    stream.cancel()
    assert [item.game_id for item in items([frame])] == [ids[1]]


def test_scenarios_are_kept_in_mind_for_a_bounded_number_of_games(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(feed_scenarios, "GAMES_KNOWN", 3)
    ids = [UUID(house.create(3)) for _ in range(4)]
    entries = house.games.journal.page(0, house.games.journal.head(), 100)
    read: list[UUID] = []
    records = house.games.records
    monkeypatch.setattr(
        house.games, "records", lambda game_id, **which: read.append(game_id) or records(game_id, **which)
    )
    known = feed_scenarios.Scenarios(house.games)
    assert list(known.filter(entries, frozenset(("classic",)))) == entries
    assert read == ids
    assert not known.filter(entries[-4:], frozenset(("cheops",)))
    assert read == ids
    known.filter(entries[:4], frozenset(("classic",)))
    assert read == [*ids, ids[0]]


def test_filters_that_name_nothing_are_refused(house: House):
    refusal = refused(lambda: feed(house, kinds=["game_ended", "GameEnded"]))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED")
    assert refusal.fields == ["kinds"]
    assert refusal.metadata["kind"] == "GameEnded"
    refusal = refused(lambda: feed(house, scenarios=["classic", "chess"]))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_SCENARIO")
    assert refusal.fields == ["scenarios"]
    assert refusal.metadata["scenario"] == "chess"


def test_cursors_that_were_not_given_are_refused(house: House):
    house.create(3)
    cursor = until_quiet(feed(house))[-1].cursor
    house.create(3)
    listing = house.stub.ListGames(game_service_pb2.ListGamesRequest(page_size=1), timeout=PATIENCE)
    bad = ("x", "=", "ž", cursor[:-1], cursor + "A", cursor + "=", "B" + cursor[1:], cursor.lower(), "A" * 20)
    for text in (*bad, listing.next_page_token):
        refusal = refused(lambda text=text: feed(house, text))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"), text
        assert refusal.fields == ["cursor"]
    with House() as other:
        refusal = refused(lambda: feed(other, cursor))
        assert (refusal.reason, refusal.fields) == ("MALFORMED", ["cursor"])


def test_a_list_of_games_and_the_stream_after_it_fit(house: House):
    ids = play_some(house, until=35)
    page = house.stub.ListGames(game_service_pb2.ListGamesRequest(), timeout=PATIENCE)
    known = {game.game_id: game.version for game in page.games}
    assert known == {game_id: house.view(game_id).version for game_id in ids}
    luck = random.Random(1)
    for game_id in ids:
        house.play(game_id, luck, until=50)
    new = house.create(3)
    after = by_game(until_quiet(feed(house, page.cursor)))
    for game_id in (*ids, new):
        assert after[game_id] == house.events(game_id, after=known.get(game_id, 0))


# Watchers -------------------------------------------------------------------------------------------------------------


def test_who_reads_all_games_takes_a_watchers_place(store: str):
    with House(store, most_watchers=2) as house:
        game_id = house.create()
        one, all_of_them = house.watch(game_id), feed(house)
        until_caught_up(one)
        next(all_of_them)
        for refusal in (refused(lambda: house.watch(game_id)), refused(lambda: feed(house, timeout=2))):
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_BUSY")
            assert refusal.retry
        assert house.execute(game_id, 1, command("build_settlement", intersection=10)).version
        one.cancel()
        all_of_them.cancel()


@pytest.mark.parametrize("kinds", [[], ["game_ended"]])
def test_a_server_that_goes_down_says_from_which_cursor_to_go_on(kinds: list[str], tmp_path: Path):
    store = str(tmp_path / "games.db")
    house = House(store)
    game_id = house.create()
    stream = feed(house, kinds=kinds)
    found = []
    for frame in stream:
        found.append(frame)
        if frame.HasField("caught_up"):
            break
    stopping = threading.Thread(target=house.server.stop, args=(30,))
    stopping.start()
    refusal = refused(lambda: stream)
    stopping.join()
    house.channel.close()
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
    assert refusal.retry
    assert refusal.metadata["cursor"] == found[-1].cursor
    with House(store) as again:
        played = again.execute(game_id, 1, command("build_settlement", intersection=10))
        rest = until_quiet(feed(again, refusal.metadata["cursor"]))
        assert by_game(rest)[game_id] == list(played.events)


def test_who_reads_nothing_holds_nobody_up_and_misses_nothing(house: House):
    stream = feed(house, timeout=120)
    ids = play_some(house, until=110)
    last = places(until_quiet(feed(house)))[-1]
    frames = until_place(stream, last)
    stream.cancel()
    check_each_game(house, frames, ids)


def test_what_other_processes_write_comes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "HEARTBEAT", 0.02)
    store = str(tmp_path / "games.db")
    with House(store) as here, House(store) as there:
        stream = feed(there)
        found = [next(stream)]
        ids = [here.create(3) for _ in range(3)]
        ids.append(there.create(3))
        found += until_place(stream, stored_in(store)[-1])
        stream.cancel()
        assert places(found) == stored_in(store)
        check_each_game(here, found, ids)


def test_where_servers_share_a_store_nobody_waits_for_a_heartbeat(tmp_path: Path):
    store = str(tmp_path / "games.db")
    with House(store) as here, House(store) as there:
        there.games.shared = True
        stream = feed(there)
        found = [next(stream)]
        ids = [here.create(3) for _ in range(3)]
        found += until_place(stream, Place(ids[-1], 4))
        stream.cancel()
        check_each_game(there, found, ids)


def test_cursors_outlive_a_store_that_is_packed(tmp_path: Path):
    store = str(tmp_path / "games.db")
    with House(store) as house:
        ids = play_some(house)
        frames = until_quiet(feed(house))
        with closing(sqlite3.connect(store)) as db:
            db.execute("VACUUM")
        assert until_quiet(feed(house)) == frames
        ids.append(house.create(3))
        frames += until_quiet(feed(house, frames[-1].cursor))
        check_each_game(house, frames, ids)


def test_an_event_that_cannot_be_read_is_told_and_hides_no_other(tmp_path: Path):
    store = str(tmp_path / "games.db")
    with House(store) as house:
        ids = [house.create(3) for _ in range(3)]
        for game_id in ids:
            house.play(game_id, random.Random(2), until=20)
        whole = items(until_quiet(feed(house)))
    hurt = {Place(ids[0], 2): "state = x'ff'", Place(ids[0], 5): "topic = 'Invented'", Place(ids[2], 1): "state = x''"}
    with closing(sqlite3.connect(store)) as db, db:
        for place, change in hurt.items():
            row = (UUID(place.game_id).hex, place.version)
            db.execute(f"UPDATE stored_events SET {change} WHERE originator_id = ? AND originator_version = ?", row)
    with House(store) as house:
        found = items(until_quiet(feed(house)))
        assert len(found) == len(whole)
        for before, now in zip(whole, found, strict=True):
            if Place(now.game_id, now.recorded.version) not in hurt:
                assert now == before
            else:
                assert now.damaged
                assert not now.recorded.HasField("event")
        # Of which scenario a game is that cannot be read, nobody knows; so it is for everyone.
        cheops = items(until_quiet(feed(house, scenarios=["cheops"])))
        assert {item.game_id for item in cheops} == {ids[2]}
        rolls = items(until_quiet(feed(house, kinds=["dice_rolled"])))
        assert not any(item.damaged for item in rolls)


def test_frames_are_bounded(house: House):
    for _ in range(150):
        house.create(3)
    frames = until_quiet(feed(house))
    assert len(places(frames)) == 600
    assert max(len(places([frame])) for frame in frames) <= watching.FRAME


def test_watching_one_game_and_all_of_them_tells_the_same(house: House):
    game_id = house.create(3, seed=SEED)
    streams = feed(house), house.watch(game_id)
    last = house.play(game_id, random.Random(QUICK), until=80)[-1]
    frames = until_place(streams[0], Place(game_id, last))
    one: list[game_pb2.RecordedEvent] = []
    while not one or one[-1].version < last:
        one += events_in([next(streams[1])])
    for stream in streams:
        stream.cancel()
    assert by_game(frames)[game_id] == one
