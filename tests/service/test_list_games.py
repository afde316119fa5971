"""ListGames: each game as its spectators see it, each once however the pages are turned, and right after any crash."""

import os
import random
import shutil
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import grpc
import pytest

from domain.scenarios import SCENARIOS
from service.cli.own_server import OwnServer
from service.config import IN_MEMORY, store_environment
from service.lists import GameList, game_list
from service.store.game_list import GameListRecorder, game_list_file
from service.store.games import Games
from settlers.v1 import game_service_pb2
from tests.service.house import PATIENCE, QUICK, SEED, House, Loaded, command, happen, refused
from tests.service.test_kills import wait_for_end
from tests.service.test_store import Caller
from tests.service.twins import LENGTH, LUCK, NOON, Twins, compare

RUNNING, OVER, DAMAGED = (
    game_service_pb2.GAME_STATE_RUNNING,
    game_service_pb2.GAME_STATE_OVER,
    game_service_pb2.GAME_STATE_DAMAGED,
)

Summary = game_service_pb2.GameSummary

TABLES = [
    ("classic", 3, "free", []),
    ("classic", 5, "", []),
    ("classic", 4, "spiral", ["seat_nonces"]),
    ("cheops", 4, "", ["seafarers_ships"]),
    ("alexander", 3, "", []),
    ("great-race", 2, "", []),
    ("great-race", 4, "", ["largest_army"]),
]
"""What is played: scenario, seats, board and options."""


def page(house: House, token: str = "", size: int = 0, **fields: Any) -> game_service_pb2.ListGamesResponse:
    """Ask for a page."""
    request = game_service_pb2.ListGamesRequest(page_token=token, page_size=size, **fields)
    return house.stub.ListGames(request, timeout=PATIENCE)


def listed(house: House, size: int = 0, **fields: Any) -> list[Summary]:
    """Read all pages."""
    found: list[Summary] = []
    token = ""
    while True:
        response = page(house, token, size, **fields)
        found += response.games
        token = response.next_page_token
        if not token:
            return found
        assert len(response.games) == size or not size


def ids(found: list[Summary]) -> list[str]:
    return [summary.game_id for summary in found]


def as_shown(house: House, game_id: str) -> Summary:
    """A game as its view and its events show it to a spectator."""
    view = house.view(game_id)
    events = house.events(game_id)
    return Summary(
        game_id=game_id,
        version=view.version,
        state=OVER if view.turn.over else RUNNING,
        scenario=view.table.scenario,
        options=view.table.options,
        board=view.board.name,
        seats=view.table.seats,
        player_refs=view.table.players,
        seat=view.turn.seat,
        turn=view.turn.turn,
        phase=view.turn.phase,
        prompts=view.turn.prompts,
        scores=[score.total for score in view.scores.scores],
        winners=view.turn.winners,
        created_at=events[0].recorded_at,
        last_event_at=events[-1].recorded_at,
    )


def rows(store: str) -> list[tuple[Any, ...]]:
    """All that the list of a store keeps."""
    with closing(sqlite3.connect(game_list_file(store))) as db:
        return [
            row
            for table in ("games", "players", "tracking")
            for row in db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
        ]


def test_each_game_is_listed_as_its_view_shows_it(house: House):
    luck = random.Random(7)
    games = [
        house.create(
            seats, scenario=scenario, board=board, options=options, player_refs=[f"{seats}/{n}" for n in range(seats)]
        )
        for scenario, seats, board, options in TABLES
    ]
    for until in (5, 30, 90, 200):
        for game_id in games:
            house.play(game_id, luck, until=until)
        assert listed(house) == [as_shown(house, game_id) for game_id in reversed(games)]
    for game_id in games[1::2]:
        happen(house.games, game_id, "GameEnded winners=[2] cause=points")
    assert listed(house) == [as_shown(house, game_id) for game_id in reversed(games)]
    assert {scenario for scenario, *_ in TABLES} == set(SCENARIOS)


def test_a_game_is_listed_to_its_very_end(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    (summary,) = listed(house)
    assert summary == as_shown(house, game_id)
    assert summary.state == OVER
    assert summary.winners
    assert not summary.prompts
    assert summary.scores[summary.winners[0] - 1] > 2


@pytest.mark.rule("G2.1")
def test_where_points_do_not_count_all_have_none(house: House):
    game_id = house.create(3, scenario="great-race")
    house.play(game_id, random.Random(1), until=200)
    (summary,) = listed(house)
    assert list(summary.scores) == [0, 0, 0]
    assert summary.turn > 1


def test_a_game_is_listed_at_once_and_the_newest_stands_first(house: House):
    assert listed(house) == []
    created: list[str] = []
    for _ in range(12):
        created.insert(0, house.create(3))
        assert ids(listed(house)) == created
    house.execute(created[-1], 1, command("build_settlement", intersection=10))
    assert ids(listed(house)) == created, "a move does not change the order"


def test_games_are_found_by_state_scenario_and_player(house: House):
    games = {
        (scenario, player, over): house.create(3, scenario=scenario, player_refs=[player, "", "x"])
        for scenario in ("classic", "cheops")
        for player in ("anna", "x", "")
        for over in (False, True)
    }
    for (*_, over), game_id in games.items():
        if over:
            happen(house.games, game_id, "GameEnded winners=[1] cause=points")
    newest_first = list(reversed(games.items()))
    for state in (0, RUNNING, OVER):
        for scenario in ("", "classic", "cheops"):
            for player in ("", "anna", "x", "nobody"):
                wanted = [
                    game_id
                    for (its_scenario, by, over), game_id in newest_first
                    if state in (0, OVER if over else RUNNING)
                    and scenario in ("", its_scenario)
                    and player in ("", by, "x")
                ]
                for size in (0, 1, 2):
                    assert ids(listed(house, size, state=state, scenario=scenario, player_ref=player)) == wanted
    assert listed(house, scenario="alexander") == []
    assert listed(house, state=DAMAGED) == []


def test_pages_turned_while_games_are_created_hold_every_game_once(house: House):
    before = [house.create(3) for _ in range(25)]
    stop = threading.Event()

    def create() -> None:
        while not stop.is_set():
            house.create(3)

    creating = threading.Thread(target=create)
    creating.start()
    try:
        for size in (1, 4, 7):
            found = ids(listed(house, size))
            assert len(found) == len(set(found))
            assert found[-25:] == before[::-1]
    finally:
        stop.set()
        creating.join()


def test_page_sizes_are_capped_and_need_not_be_the_same(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(game_list, "PAGE", 3)
    monkeypatch.setattr(game_list, "LARGEST_PAGE", 5)
    created = [house.create(3) for _ in range(12)][::-1]
    first = page(house)
    second = page(house, first.next_page_token, 2**32 - 1)
    third = page(house, second.next_page_token, 4)
    assert [len(each.games) for each in (first, second, third)] == [3, 5, 4]
    assert ids([*first.games, *second.games, *third.games]) == created
    assert not third.next_page_token


def test_tokens_that_were_not_given_for_these_games_are_refused(house: House):
    for _ in range(3):
        house.create(3, player_refs=["a", "b", "c"])
    first = page(house, size=1)
    token, cursor = first.next_page_token, first.cursor
    assert ids(list(page(house, token, 1).games))
    for bad in ("x", "=", "ž", token[:-1], token + "A", token + "=", "B" + token[1:], token.lower(), "A" * 20, cursor):
        refusal = refused(lambda bad=bad: page(house, bad))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"), bad
        assert refusal.fields == ["page_token"]
    for other in ({"state": RUNNING}, {"scenario": "classic"}, {"player_ref": "a"}):
        assert refused(lambda other=other: page(house, token, **other)).fields == ["page_token"]
        given = page(house, size=1, **other).next_page_token
        assert refused(lambda given=given: page(house, given)).fields == ["page_token"]
        assert page(house, given, 5, **other).games


def test_a_state_or_scenario_that_there_is_not_is_refused(house: House):
    refusal = refused(lambda: page(house, state=77))
    assert (refusal.code, refusal.reason, refusal.fields) == (
        grpc.StatusCode.INVALID_ARGUMENT,
        "MALFORMED",
        ["state"],
    )
    refusal = refused(lambda: page(house, scenario="chess"))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_SCENARIO")
    assert refusal.metadata["scenario"] == "chess"


# Made again -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of games under way, over, and just created, and its list, in a folder that is copied, never changed."""
    folder = tmp_path_factory.mktemp("whole")
    with House(str(folder / "games.db")) as house:
        for scenario, seats, board, options in TABLES:
            refs = [f"{scenario}/{n}" for n in range(seats)]
            game_id = house.create(seats, scenario=scenario, board=board, options=options, player_refs=refs)
            house.play(game_id, random.Random(3), until=90)
        happen(house.games, game_id, "GameEnded winners=[1 2] cause=points")
        house.create(3)
        assert len(listed(house)) == len(TABLES) + 1
    return folder


@pytest.fixture
def played(whole: Path, tmp_path: Path) -> str:
    """A copy of that store and its list."""
    shutil.copytree(whole, tmp_path / "copy")
    return str(tmp_path / "copy" / "games.db")


@pytest.fixture
def reopened(played: str) -> Iterator[tuple[str, GameList]]:
    """The list of that store, without a server."""
    with closing(Games(store_environment(played))) as games:
        opened = GameList(games)
        yield played, opened
        opened.stop()


def test_made_again_it_has_the_same_rows(reopened: tuple[str, GameList], monkeypatch: pytest.MonkeyPatch):
    store, opened = reopened
    before = rows(store)
    assert len(before) > 2 * len(TABLES)
    for batch in (1_000, 100, 7, 1):
        monkeypatch.setattr(game_list, "BATCH", batch)
        told: list[int] = []
        assert opened.rebuild(told.append) == told[-1]
        assert len(told) == -(-told[-1] // batch)
        assert rows(store) == before


def test_what_breaks_off_in_the_middle_leaves_rows_and_position_as_they_were(
    reopened: tuple[str, GameList], monkeypatch: pytest.MonkeyPatch
):
    store, opened = reopened
    whole = rows(store)
    monkeypatch.setattr(game_list, "BATCH", 50)
    insert, calls = GameListRecorder._insert_tracking, []

    def breaking(self: Any, *args: Any) -> None:
        calls.append(rows(store))
        if len(calls) == 4:
            raise KeyboardInterrupt
        insert(self, *args)

    monkeypatch.setattr(GameListRecorder, "_insert_tracking", breaking)
    with pytest.raises(KeyboardInterrupt):
        opened.rebuild(lambda position: None)
    assert rows(store) == calls[-1] != whole
    monkeypatch.undo()
    assert opened.page(game_service_pb2.ListGamesRequest()).games
    assert rows(store) == whole


@pytest.mark.parametrize("unfit", ["form", "garbage", "gone", "other store", "longer store"])
def test_a_list_that_does_not_fit_is_thrown_away(unfit: str, played: str, tmp_path: Path):
    file, before = Path(game_list_file(played)), rows(played)
    if unfit == "form":
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA user_version=99")
            db.execute("CREATE TABLE more (x)")
    elif unfit == "garbage":
        file.write_bytes(b"This is no database, but it is long enough to be taken for one.\n" * 20)
    elif unfit == "gone":
        file.unlink()
    else:
        other = str(tmp_path / "other.db")
        with House(other) as house:
            for _ in range(500 if unfit == "longer store" else 20):
                house.create(3)
            listed(house)
        Path(game_list_file(other)).replace(file)
    with House(played) as house:
        found = listed(house)
        assert found == [as_shown(house, summary.game_id) for summary in found]
        assert len(found) == len(TABLES) + 1
    assert rows(played) == before


def test_a_list_that_is_not_made_yet_says_so(played: str, monkeypatch: pytest.MonkeyPatch):
    Path(game_list_file(played)).unlink()
    monkeypatch.setattr(GameList, "start", lambda self: None)
    with House(played) as house:
        monkeypatch.setattr(game_list, "BATCH", 100)
        monkeypatch.setattr(game_list, "PATIENCE", 0.0)
        refusal = refused(lambda: page(house))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_BUSY")
        assert refusal.retry
        assert "100 of" in refusal.text
        # Each who asks brings it on.
        head = house.games.journal.head()
        for _ in range(head // 100 - 1):
            refused(lambda: page(house))
        assert len(page(house).games) == len(TABLES) + 1


def test_it_follows_without_being_asked(store: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(game_list, "BREATH", 0.01)
    folded = threading.Event()
    advance = GameListRecorder.advance

    def advancing(self: Any, since: int, until: int, *args: Any) -> bool:
        done = advance(self, since, until, *args)
        if until == head():
            folded.set()
        return done

    with House(store) as house:
        head = house.games.journal.head
        monkeypatch.setattr(GameListRecorder, "advance", advancing)
        for _ in range(3):
            folded.clear()
            house.create(3)
            assert folded.wait(PATIENCE)


def test_two_servers_over_one_store_have_one_list(tmp_path: Path):
    store = str(tmp_path / "games.db")
    with House(store) as here, House(store) as there:
        created: list[str] = []
        for n in range(10):
            house, other = (here, there) if n % 2 else (there, here)
            created.insert(0, house.create(3))
            assert ids(listed(other)) == created
            house.execute(created[0], 1, command("build_settlement", intersection=10 + n))
            assert listed(other)[0] == listed(house)[0] == as_shown(house, created[0])


def test_many_who_ask_at_once_fold_each_event_once(played: str):
    before = rows(played)
    Path(game_list_file(played)).unlink()
    with House(played) as here, House(played) as there:
        pages: list[Any] = []
        asking = [threading.Thread(target=lambda house=house: pages.append(page(house))) for house in (here, there) * 6]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert len(pages) == 12
        assert all(each == pages[0] for each in pages)
    assert rows(played) == before


@pytest.mark.case("P03")
def test_a_server_that_is_killed_before_it_has_folded_lists_right_when_it_is_back(tmp_path: Path):
    store = str(tmp_path / "games.db")
    created: list[str] = []
    with OwnServer(store, allow_seeds=False) as server:
        port = int(server.address.rpartition(":")[2])
        for luck in range(4):
            with Caller(port) as caller:
                created.insert(0, caller.create(3))
                for game_id in created:
                    caller.play(game_id, random.Random(luck), until=caller.view(game_id).version + 30)
                if luck % 2:
                    assert len(listed(caller)) == len(created)
                    caller.play(created[0], random.Random(luck), until=caller.view(created[0]).version + 10)
            os.kill(server.process_id, signal.SIGKILL)
            wait_for_end(server)
            assert server.start_again_if_dead()
            with Caller(port) as caller:
                assert listed(caller) == [as_shown(caller, game_id) for game_id in created]


# What cannot be read --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE stored_events SET state = x'ff' WHERE originator_id = ? AND topic = 'PromptsChanged'",
        "UPDATE stored_events SET topic = 'PointsChanged' WHERE originator_id = ? AND topic = 'TurnStarted'",
        "UPDATE stored_events SET topic = 'Invented' WHERE originator_id = ? AND originator_version = 20",
        "UPDATE stored_events SET state = x'0a02ffff' WHERE originator_id = ? AND originator_version = 1",
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 1",
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 20",
    ],
)
def test_a_damaged_game_is_marked_and_hides_no_other(damage: str, played: str):
    with House(played) as house:
        found = listed(house)
    hurt = next(summary.game_id for summary in found if summary.scenario == "cheops")
    Path(game_list_file(played)).unlink()
    with closing(sqlite3.connect(played)) as db, db:
        assert db.execute(damage, (UUID(hurt).hex,)).rowcount > 0
    with House(played) as house:
        again = listed(house)
        assert ids(again) == ids(found)
        for before, now in zip(found, again, strict=True):
            assert now == before if before.game_id != hurt else now.state == DAMAGED
        assert ids(listed(house, state=DAMAGED)) == [hurt]
        assert hurt not in ids(listed(house, state=RUNNING))
    # It is marked, and nothing is made anew for it.
    kept = rows(played)
    with House(played) as house:
        assert listed(house) == again
    assert rows(played) == kept


@pytest.mark.parametrize("kind", ["DiceRolled", "PromptsChanged", "ResourcesProduced"])
def test_one_event_that_cannot_be_read_marks_its_game_however_the_journal_is_cut(
    kind: str, reopened: tuple[str, GameList], monkeypatch: pytest.MonkeyPatch
):
    store, opened = reopened
    with closing(sqlite3.connect(store)) as db, db:
        (hurt,) = db.execute("SELECT originator_id FROM stored_events WHERE topic = 'GameEnded'").fetchone()
        place = "SELECT rowid FROM stored_events WHERE originator_id = ? AND topic = ? ORDER BY rowid LIMIT 1"
        done = db.execute(f"UPDATE stored_events SET state = x'ff' WHERE rowid = ({place})", (hurt, kind))
        assert done.rowcount == 1
    found = []
    for batch in (1_000, 10, 3):
        monkeypatch.setattr(game_list, "BATCH", batch)
        opened.rebuild(lambda position: None)
        found.append(rows(store))
    assert found[0] == found[1] == found[2]
    damaged = opened.page(game_service_pb2.ListGamesRequest(state=DAMAGED)).games
    assert ids(list(damaged)) == [str(UUID(hurt))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_hidden_makes_no_difference_to_the_list(loaded: Loaded, scenario: str):
    with House(IN_MEMORY, now=lambda: NOON) as house:
        twins = Twins(house, loaded, scenario)
        luck = random.Random(LUCK[scenario])
        version = 0
        while version < LENGTH[scenario]:
            version = twins.play_on(luck)
            found = {summary.game_id: summary for summary in listed(house)}
            compare(twins, found.__getitem__)
        assert twins.differing
        assert found[twins.ids[0]].version == version
