"""Rows that the service never wrote: no call fails as internal, and the games that are whole are none the worse.

The game from which such a row was taken is damaged; the row itself may belong to no game at all.
"""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import grpc
import pytest

from service.audit.many import verify_stored
from service.config import store_environment
from service.store.game_list import game_list_file
from service.store.games import Games
from tests.service.feed import feed, items, until_quiet
from tests.service.house import QUICK, House, Refusal, command, refused, until_caught_up
from tests.service.terminal import settlers
from tests.service.test_list_games import DAMAGED, listed

BAD = 17
"""A version in the middle of the game that is damaged."""


class Kept(NamedTuple):
    """A store, and its games: the second one will be damaged."""

    file: str
    ids: list[str]

    @property
    def hurt(self) -> str:
        """The game that is damaged."""
        return self.ids[1]

    def damage(self, statement: str, file: str = "") -> None:
        """Change the file behind everybody's back; ``:game`` is the game that is damaged, ``:version`` where."""
        with closing(sqlite3.connect(file or self.file)) as db, db:
            given = {"game": UUID(self.hurt).hex, "version": BAD}
            assert db.execute(statement, {name: given[name] for name in given if f":{name}" in statement}).rowcount


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A store of three games and its list, closed in good order; it is copied, never changed."""
    file = str(tmp_path_factory.mktemp("rows") / "games.db")
    with House(file) as house:
        ids = [house.create(3, request_id=f"game {n}") for n in range(3)]
        for game_id in ids:
            house.play(game_id, random.Random(QUICK), until=30)
        assert len(listed(house)) == 3
    return Kept(file, ids)


@pytest.fixture
def kept(whole: Kept, tmp_path: Path) -> Kept:
    """A copy of the store, with its list."""
    file = str(tmp_path / "games.db")
    shutil.copy(whole.file, file)
    shutil.copy(game_list_file(whole.file), game_list_file(file))
    return Kept(file, whole.ids)


NO_GAME = {
    "no hex": "'zzz'",
    "one character": "'g' || substr(originator_id, 2)",
    "a capital": "'A' || substr(originator_id, 2)",
    "dashes": "substr(originator_id, 1, 8) || '-' || substr(originator_id, 9)",
    "empty": "''",
    "null": "NULL",
    "blob": "CAST(originator_id AS BLOB)",
    "number": "5",
    "no text": "CAST(x'ff' || substr(originator_id, 2) AS TEXT)",
    "a zero in it": "CAST(x'00' || substr(originator_id, 2) AS TEXT)",
}
"""What is no game's id."""

IN_GAME = {
    "originator_version = 0": 1,
    "originator_version = -5": 1,
    "originator_version = NULL": 1,
    "originator_version = 'five'": BAD,
    "originator_version = CAST(x'ff' AS TEXT)": BAD,
    "originator_version = x'0011'": BAD,
    "originator_version = 17.5": BAD,
    "originator_version = 9223372036854775807": BAD,
    "topic = NULL": BAD,
    "topic = x'ff'": BAD,
    "topic = 5": BAD,
    "topic = CAST(x'44ff' AS TEXT)": BAD,
    "state = NULL": BAD,
    "state = 'hello'": BAD,
    "state = CAST(x'ff' AS TEXT)": BAD,
    "state = 5": BAD,
}
"""What may stand in a row of a game, and the version that is told."""

ROW = " WHERE originator_id = :game AND originator_version = :version"


def check_calls(kept: Kept, version: int) -> None:
    """Ask everything of everybody: the games that are whole are served, the other is refused with its version."""
    with House(kept.file) as house:
        for game_id in kept.ids:
            if game_id != kept.hurt:
                view = house.view(game_id)
                assert view.version == len(house.events(game_id)) >= 30
                until_caught_up(house.watch(game_id))
                house.play(game_id, random.Random(1), until=view.version + 1)
        for call in (
            lambda: house.view(kept.hurt),
            lambda: house.page(kept.hurt),
            lambda: house.watch(kept.hurt),
            lambda: house.legal(kept.hurt, 1),
            lambda: house.execute(kept.hurt, 1, command("roll_dice"), request_id="a"),
        ):
            refusal = refused(call)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
            assert refusal.metadata == {"game_id": kept.hurt, "version": str(version)}
        made = house.create(3)
        states = {game.game_id: game.state for game in listed(house)}
        assert states.keys() == {*kept.ids, made}
        assert [game_id for game_id, state in states.items() if state == DAMAGED] == [kept.hurt]
        told = items(until_quiet(feed(house)))
        assert {item.game_id for item in told if not item.damaged} == {*kept.ids, made}
        assert {item.game_id for item in told if item.damaged} <= {kept.hurt, ""}
        until_quiet(feed(house, kinds=["dice_rolled"], scenarios=["classic"]))


def check_bulk(kept: Kept, version: int) -> None:
    """Commands over all games go on to the last, and say what is wrong with which."""
    games = settlers("games", "--store", kept.file)
    assert games.exit_code == 0, games.output
    assert f"{kept.hurt}  classic     damaged" in games.output or f"{kept.hurt}              damaged" in games.output
    rebuilt = settlers("rebuild", "--store", kept.file)
    assert rebuilt.exit_code == 0
    assert "4 games listed" in rebuilt.output
    exported = settlers("export", "--all", "--store", kept.file)
    assert exported.exit_code == 1
    assert exported.stdout.count('{"head"') == 3
    assert f"game {kept.hurt} is left out" in exported.stderr
    with closing(Games(store_environment(kept.file, read_only=True))) as stored:
        ids = list(stored.game_ids())
    reports = {report.game_id: report.flaw for report in verify_stored(kept.file, ids)}
    assert {game_id for game_id, flaw in reports.items() if flaw} == {kept.hurt}
    flaw = reports[kept.hurt]
    assert flaw is not None
    assert flaw.version == version


@pytest.mark.parametrize("name", NO_GAME)
def test_a_row_that_belongs_to_no_game_hides_none(name: str, kept: Kept):
    kept.damage(f"UPDATE stored_events SET originator_id = {NO_GAME[name]}{ROW}")
    Path(game_list_file(kept.file)).unlink()
    check_calls(kept, BAD)
    check_bulk(kept, BAD)
    with closing(Games(store_environment(kept.file, read_only=True))) as stored:
        (stray,) = stored.stray_rows()
        (damaged,) = (entry for entry in stored.journal.page(0, stored.journal.head(), 1_000) if entry.game_id is None)
    assert (stray.row, stray.count) == (damaged.position, 1)


@pytest.mark.parametrize("change", IN_GAME)
def test_a_row_of_a_game_that_holds_what_it_never_held(change: str, kept: Kept):
    kept.damage(f"UPDATE stored_events SET {change}{ROW}")
    Path(game_list_file(kept.file)).unlink()
    check_calls(kept, IN_GAME[change])
    check_bulk(kept, IN_GAME[change])


def test_rows_of_no_game_are_counted_and_change_nothing(kept: Kept):
    with closing(sqlite3.connect(kept.file)) as db:
        (last,) = db.execute("SELECT MAX(rowid) FROM stored_events").fetchone()
    for name in ("'zzz'", "NULL", "x'00'"):
        kept.damage(
            f"INSERT INTO stored_events SELECT {name}, originator_version, topic, state FROM stored_events"
            " WHERE originator_id = :game AND originator_version <= 3"
        )
    with House(kept.file) as house:
        found = listed(house)
        assert [game.game_id for game in found] == kept.ids[::-1]
        assert not [game for game in found if game.state == DAMAGED]
        told = items(until_quiet(feed(house)))
        assert [(item.game_id, item.recorded.version) for item in told if item.damaged] == [
            ("", 1),
            ("", 2),
            ("", 3),
        ] * 3
        until_quiet(feed(house, kinds=["game_created"], scenarios=["cheops"]))
    with House(kept.file) as house:  # the list still fits, and is not made anew
        assert listed(house) == found
    with closing(Games(store_environment(kept.file, read_only=True))) as stored:
        assert list(map(str, stored.game_ids())) == kept.ids
        assert [(stray.row, stray.count) for stray in stored.stray_rows()] == [(last + n, 3) for n in (1, 4, 7)]
    rebuilt = settlers("rebuild", "--store", kept.file)
    assert rebuilt.exit_code == 0
    assert rebuilt.stderr.count("and 2 like it belong to no game") == 3
    assert settlers("export", "--all", "--store", kept.file).stdout.count('{"head"') == 3


def test_a_row_with_the_last_number_that_there_is(kept: Kept):
    """Nothing could come after it, and nothing is asked for there."""
    kept.damage(
        "UPDATE stored_events SET rowid = 9223372036854775807 WHERE rowid = (SELECT MAX(rowid) FROM stored_events)"
    )
    with House(kept.file) as house:
        assert {game.game_id for game in listed(house)} == set(kept.ids)
        assert len(items(until_quiet(feed(house)))) > 90
        assert len(items(until_quiet(feed(house, kinds=["game_created"])))) == 3


# Under a server that runs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["{last} + 1", "'five'", "{last} + 2", "9223372036854775807"])
@pytest.mark.parametrize("rest", ["NULL, NULL", "CAST(x'44ff' AS TEXT), x''", "'DiceRolled', 'text'"])
def test_a_row_that_comes_under_a_live_game(version: str, rest: str, kept: Kept):
    with House(kept.file) as house:
        last = house.view(kept.hurt).version
        stream = feed(house)
        kept.damage(f"INSERT INTO stored_events SELECT :game, {version.format(last=last)}, {rest}")
        refusal = refused(lambda: house.execute(kept.hurt, 1, command("pass")))
        assert (refusal.reason, refusal.metadata["version"]) == ("DATA_DAMAGED", str(last + 1))
        house.play(kept.ids[0], random.Random(1), until=40)
        assert {game.game_id for game in listed(house, state=DAMAGED)} == {kept.hurt}
        damaged = [item for item in items(until_quiet(stream)) if item.damaged]
        assert [item.game_id for item in damaged] in ([kept.hurt], [])


# Requests -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "game_id = 'zzz'",
        "game_id = NULL",
        "game_id = upper(game_id)",
        "game_id = CAST(x'ff' AS TEXT)",
        "game_id = x'00'",
        "digest = NULL",
        "digest = 'text'",
        "first = 0",
        "first = NULL",
        "last = 'five'",
        "last = -1",
        "last = 1000",
        "last = 9223372036854775807",
    ],
)
def test_a_request_whose_row_was_never_written_is_told_as_damage(change: str, kept: Kept):
    with House(kept.file) as house:
        house.view(kept.ids[0])
        kept.damage(f"UPDATE requests SET {change} WHERE request_id = 'game 0'")
        refusal = refused(lambda: house.create(3, request_id="game 0"))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
        assert house.create(3, request_id="game 1") == kept.ids[1]
        assert len(listed(house)) == 3


def test_a_request_is_answered_only_with_what_is_whole(kept: Kept):
    with House(kept.file) as house:
        kept.damage(
            "UPDATE stored_events SET state = x'0a02ffff' WHERE originator_id = :game AND originator_version = 2"
        )
        refusal = refused(lambda: house.create(3, request_id="game 1"))
        assert (refusal.reason, refusal.metadata["version"]) == ("DATA_DAMAGED", "2")


# The list -------------------------------------------------------------------------------------------------------------

LIST_ROW = " WHERE game_id = :game"


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE games SET game_id = 'zzz'{LIST_ROW}",
        f"UPDATE games SET game_id = NULL{LIST_ROW}",
        f"UPDATE games SET game_id = CAST(x'ff' AS TEXT){LIST_ROW}",
        f"UPDATE games SET summary = NULL{LIST_ROW}",
        f"UPDATE games SET summary = 'text'{LIST_ROW}",
        f"UPDATE games SET summary = x'ffff'{LIST_ROW}",
        f"UPDATE games SET summary = x''{LIST_ROW}",
        f"UPDATE games SET summary = CAST(summary || x'7a0708ffffffffff3f' AS BLOB){LIST_ROW}",
        f"UPDATE games SET state = 'text'{LIST_ROW}",
        f"UPDATE games SET scenario = CAST(x'ff' AS TEXT){LIST_ROW}",
        f"UPDATE games SET position = -5{LIST_ROW}",
        "UPDATE tracking SET notification_id = 'text'",
        "UPDATE tracking SET notification_id = -5 WHERE application_name = 'journal'",
        "DROP TABLE games",
        "ALTER TABLE games RENAME COLUMN summary TO other",
        "ALTER TABLE tracking RENAME COLUMN notification_id TO other",
    ],
)
def test_a_list_in_which_stands_what_was_never_written_is_made_anew(change: str, running: bool, kept: Kept):
    with House(kept.file) as house:
        right = listed(house)
        if running:
            kept.damage(change, game_list_file(kept.file))
            assert listed(house) == right
    if not running:
        kept.damage(change, game_list_file(kept.file))
        result = settlers("games", "--store", kept.file)
        assert result.exit_code == 0
        assert all(game_id in result.output for game_id in kept.ids)
    with House(kept.file) as house:
        house.play(kept.hurt, random.Random(1), until=32)
        assert {game.game_id: game.version for game in listed(house)} == {
            game_id: house.view(game_id).version for game_id in kept.ids
        }


# Pages ----------------------------------------------------------------------------------------------------------------


def test_any_page_that_is_wiped_is_damage_of_what_lay_there(kept: Kept, tmp_path: Path):
    """The refusal, the list, the feed, the audit and the export agree on which games are hurt, and where."""
    data = Path(kept.file).read_bytes()
    size = int.from_bytes(data[16:18], "big")
    seen = set()
    for page in range(1, len(data) // size):
        file = str(tmp_path / f"{page}.db")
        Path(file).write_bytes(data[: page * size] + bytes(size) + data[(page + 1) * size :])
        hurt = {}
        with House(file) as house:
            for game_id in kept.ids:
                try:
                    assert house.view(game_id).version == len(house.events(game_id))
                except grpc.RpcError as error:
                    refusal = Refusal(error)
                    assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
                    hurt[game_id] = int(refusal.metadata["version"])
            found = {game.game_id: game.state for game in listed(house)}
            assert found.keys() == set(kept.ids)
            assert {game_id for game_id, state in found.items() if state == DAMAGED} == hurt.keys()
            first: dict[str, int] = {}
            for item in items(until_quiet(feed(house))):
                if item.damaged:
                    first.setdefault(item.game_id, item.recorded.version)
            assert first == hurt
            try:
                house.create(3, request_id="another")
            except grpc.RpcError as error:
                refusal = Refusal(error)
                assert refusal.code == grpc.StatusCode.DATA_LOSS, refusal
        reports = verify_stored(file, [UUID(game_id) for game_id in kept.ids])
        assert {report.game_id: report.flaw.version for report in reports if report.flaw} == hurt
        for command_line in ("games", "rebuild"):
            assert settlers(command_line, "--store", file).exit_code == 0
        exported = settlers("export", "--all", "--store", file)
        assert exported.exit_code == (1 if hurt else 0)
        seen.add(frozenset(hurt.items()))
    assert frozenset() in seen
    assert len(seen) >= 4


def test_pages_that_changed_places_never_fail_as_internal(kept: Kept, tmp_path: Path):
    """Where the index has lost a game, nobody knows that it was there; all else is told as damage."""
    data = Path(kept.file).read_bytes()
    size = int.from_bytes(data[16:18], "big")
    pages = [data[place : place + size] for place in range(0, len(data), size)]
    for page in range(1, len(pages) - 1):
        file = str(tmp_path / f"{page}.db")
        swapped = [*pages[:page], pages[page + 1], pages[page], *pages[page + 2 :]]
        Path(file).write_bytes(b"".join(swapped))
        codes = set()
        with House(file) as house:
            calls: list[Callable[[], object]] = [lambda: listed(house), lambda: until_quiet(feed(house))]
            for game_id in kept.ids:
                calls += (
                    partial(house.view, game_id),
                    partial(house.events, game_id),
                    partial(house.legal, game_id, 1),
                    lambda game_id=game_id: until_caught_up(house.watch(game_id)),
                )
            for call in calls:
                try:
                    call()
                except grpc.RpcError as error:
                    codes.add(error.code())
        assert codes <= {grpc.StatusCode.DATA_LOSS, grpc.StatusCode.NOT_FOUND}
        verify_stored(file, [UUID(game_id) for game_id in kept.ids])
        for arguments in (["games"], ["rebuild"], ["export", "--all"]):
            result = settlers(*arguments, "--store", file)
            assert result.exception is None or isinstance(result.exception, SystemExit), result.output
