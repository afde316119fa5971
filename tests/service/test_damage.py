"""Damage of the file: the service starts, serves what is whole, and names the first bad version of what is not.

Bytes are flipped in each field of a record, rows are taken out, put elsewhere or renamed, the end of the file is torn
off, a page of it is wiped. Nothing is ever repaired or written over: the rows that are good are not touched.
"""

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import grpc
import pytest

from service.config import store_environment
from service.store.games import Games
from settlers.v1 import record_pb2
from tests.audit.standalone import broken, verify
from tests.service.house import AUDITOR, QUICK, House, Refusal, command, happen, refused, seat, until_caught_up
from tests.service.test_store import damage, new_game, play, rows, state_of, stored_with

FIELDS = [field.name for field in record_pb2.StoredEvent.DESCRIPTOR.fields]

LENGTH = 150


class Kept(NamedTuple):
    """A file with games, all played to the same length at least."""

    file: str
    ids: list[UUID]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A file with eight games in it, closed in good order; it is copied, never changed."""
    file = str(tmp_path_factory.mktemp("damage") / "games.db")
    with closing(Games(store_environment(file))) as games:
        ids = [new_game(games) for _ in range(8)]
        for number, game_id in enumerate(ids):
            play(games, game_id, random.Random(QUICK + number), until=40)
            if 2 <= number <= 4:  # something private in each; the others are games as they were played
                happen(games, str(game_id), "DevelopmentCardBought seat=1 card=monopoly")
            play(games, game_id, random.Random(QUICK + number), until=LENGTH)
    return Kept(file, ids)


@pytest.fixture
def kept(whole: Kept, tmp_path: Path) -> Kept:
    """A copy of the file."""
    file = str(tmp_path / "copy.db")
    shutil.copy(whole.file, file)
    return Kept(file, whole.ids)


def calls_on(house: House, game_id: str) -> Iterator[Callable[[], Any]]:
    """All ways to ask for a game."""
    yield lambda: house.view(game_id)
    yield lambda: house.view(game_id, seat(1), version=1)
    yield lambda: house.page(game_id, AUDITOR, size=2)
    yield lambda: house.page(game_id, after=100, proof=True)
    yield lambda: house.watch(game_id, after=3)
    yield lambda: house.watch(game_id, seat(2), views=True)
    yield lambda: house.legal(game_id, 1)
    yield lambda: house.execute(game_id, 1, command("roll_dice"), request_id="a")
    yield lambda: house.execute(game_id, 2, command("pass"), expected_version=7)


def check_refused_by_name(file: str, bad: UUID, version: int) -> None:
    """A server starts over the file: it refuses that game, names the version, writes nothing, and serves all others."""
    before = rows(file)
    others = {name: [row for row in before if row[0] == name] for name in {row[0] for row in before} - {bad.hex}}
    with House(file) as house:
        for call in calls_on(house, str(bad)):
            refusal = refused(call)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
            assert refusal.metadata == {"game_id": str(bad), "version": str(version)}
            assert not refusal.retry
        assert rows(file) == before
        for name, stored in others.items():
            game_id = str(UUID(name))
            view = house.view(game_id)
            assert view.version == len(stored) == len(house.events(game_id))
        house.play(game_id, random.Random(1), until=view.version + 10)
    after = {(row[0], row[1]): row for row in rows(file)}
    assert all(after[row[0], row[1]] == row for row in before)
    assert all(name != bad.hex for name, _ in after.keys() - {(row[0], row[1]) for row in before})


def version_with(file: str, game_id: UUID, field: str) -> int:
    """A version in the middle of a game whose record has a field."""
    for version in range(20, LENGTH):
        stored = record_pb2.StoredEvent.FromString(state_of(file, game_id, version))
        if getattr(stored, field):
            return version
    raise AssertionError(f"no record has {field}")


# Records --------------------------------------------------------------------------------------------------------------


@pytest.mark.case("S09")
@pytest.mark.parametrize("field", FIELDS)
def test_a_byte_flipped_in_any_field_of_a_record_is_told_with_its_version(kept: Kept, field: str):
    bad = kept.ids[2]
    version = version_with(kept.file, bad, field)
    state = state_of(kept.file, bad, version)
    value = getattr(record_pb2.StoredEvent.FromString(state), field)
    for place in sorted({0, len(value) // 2, len(value) - 1}):
        changed = bytearray(value)
        changed[place] ^= 0x10
        damage(kept.file, bad, version, state=stored_with(state, **{field: bytes(changed)}))
        with House(kept.file) as house:
            refusal = refused(lambda house=house: house.view(str(bad)))
            assert (refusal.reason, refusal.metadata["version"]) == ("DATA_DAMAGED", str(version)), (place, refusal)
    check_refused_by_name(kept.file, bad, version)


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_emptied_or_taken_from_another_record_is_told_with_its_version(kept: Kept, field: str):
    """What is whole in itself, but does not belong there."""
    bad = kept.ids[3]
    version = version_with(kept.file, bad, field)
    state = state_of(kept.file, bad, version)
    other = version_with(kept.file, kept.ids[4], field)
    foreign = getattr(record_pb2.StoredEvent.FromString(state_of(kept.file, kept.ids[4], other)), field)
    for value in (b"", foreign):
        changed = stored_with(state, **{field: value})
        if changed == state:
            continue
        damage(kept.file, bad, version, state=changed)
        with House(kept.file) as house:
            refusal = refused(lambda house=house: house.view(str(bad)))
            assert (refusal.reason, refusal.metadata["version"]) == ("DATA_DAMAGED", str(version)), refusal


@pytest.mark.case("S13")
@pytest.mark.parametrize("topic", ["", "Xyz", "diceRolled", "DiceRolled\0", "domain.rules.dice:DiceRolled"])
def test_an_event_of_a_kind_unknown_is_never_skipped(kept: Kept, topic: str):
    """Not in the middle, and not at the end, where a game would seem whole without it."""
    with closing(sqlite3.connect(kept.file)) as db:
        (last,) = db.execute(
            "SELECT MAX(originator_version) FROM stored_events WHERE originator_id=?", (kept.ids[5].hex,)
        ).fetchone()
    damage(kept.file, kept.ids[5], last, topic=topic)
    check_refused_by_name(kept.file, kept.ids[5], last)


@pytest.mark.parametrize("version", [1, 2, 64, LENGTH - 3])
def test_a_version_missing_before_the_end_is_told(kept: Kept, version: int):
    with closing(sqlite3.connect(kept.file)) as db, db:
        db.execute(
            "DELETE FROM stored_events WHERE originator_id=? AND originator_version=?", (kept.ids[1].hex, version)
        )
    check_refused_by_name(kept.file, kept.ids[1], version)


def test_versions_that_changed_places_are_told(kept: Kept):
    one, other = (state_of(kept.file, kept.ids[6], version) for version in (70, 71))
    with closing(sqlite3.connect(kept.file)) as db, db:
        where = (kept.ids[6].hex,)
        for before, after in ((70, 0), (71, 70), (0, 71)):
            db.execute(
                f"UPDATE stored_events SET originator_version={after}"
                f" WHERE originator_id=? AND originator_version={before}",
                where,
            )
    assert [state_of(kept.file, kept.ids[6], version) for version in (70, 71)] == [other, one]
    check_refused_by_name(kept.file, kept.ids[6], 70)


def test_a_record_of_another_game_is_told(kept: Kept):
    """The same seed, so the same events up to there; but a chain begins with its game's id."""
    state = state_of(kept.file, kept.ids[1], 3)
    assert state != state_of(kept.file, kept.ids[0], 3)
    damage(kept.file, kept.ids[0], 3, state=state)
    check_refused_by_name(kept.file, kept.ids[0], 3)


def test_a_command_whose_last_event_is_missing_is_told(kept: Kept):
    """A command is stored wholly or not at all; half of one is damage, at the version where it breaks off."""
    bad = kept.ids[0]
    starts = [
        version
        for version in range(LENGTH - 60, LENGTH)
        if record_pb2.StoredEvent.FromString(state_of(kept.file, bad, version)).cause
    ]
    first = next(one for one, following in pairwise(starts) if following - one > 2)
    with closing(sqlite3.connect(kept.file)) as db, db:
        db.execute("DELETE FROM stored_events WHERE originator_id=? AND originator_version>?", (bad.hex, first + 1))
    states = [(row[1], row[3]) for row in rows(kept.file) if row[0] == bad.hex]
    assert broken(str(bad), states) == ("order", first + 2)
    check_refused_by_name(kept.file, bad, first + 2)


# The file -------------------------------------------------------------------------------------------------------------


def test_a_file_whose_last_page_is_torn_is_served_but_for_what_stood_there(kept: Kept):
    data = Path(kept.file).read_bytes()
    for cut in (1, 50, 500, 2_000, 4_000):
        Path(kept.file).write_bytes(data[:-cut])
        assert serve_what_is_whole(kept) >= len(kept.ids) - 2


def test_a_file_torn_by_pages_is_not_opened_and_not_changed(kept: Kept):
    """SQLite gives up such a file altogether: `settlers serve` says so in a line, ends, and leaves it as it is."""
    data = Path(kept.file).read_bytes()
    for cut in (4_096, len(data) // 2, len(data) - 100):
        torn = data[:-cut]
        Path(kept.file).write_bytes(torn)
        serve = [sys.executable, "-P", "-m", "service", "serve", "--address", "127.0.0.1:0", "--store", kept.file]
        ended = subprocess.run(serve, capture_output=True, text=True, timeout=30, check=False)
        assert ended.returncode not in (0, -9)
        assert kept.file in ended.stderr
        assert "Traceback" not in ended.stderr
        assert Path(kept.file).read_bytes() == torn


def test_a_wiped_page_is_damage_of_the_games_that_lay_there(kept: Kept):
    """Bit rot below the records: each game is served whole or refused as damaged, and nothing fails as internal."""
    data = bytearray(Path(kept.file).read_bytes())
    size = int.from_bytes(data[16:18], "big")
    pages = [n for n in range(2, len(data) // size) if data[n * size] == 13]
    place = pages[len(pages) // 2] * size
    data[place : place + size] = bytes(size)
    Path(kept.file).write_bytes(data)
    assert 1 <= serve_what_is_whole(kept) < len(kept.ids)


def serve_what_is_whole(kept: Kept) -> int:
    """A server starts over the file; each game is served whole or refused as damaged. Gives how many are served."""
    served = 0
    with House(kept.file) as house:
        for game_id in map(str, kept.ids):
            try:
                view = house.view(game_id)
            except grpc.RpcError as error:
                refusal = Refusal(error)
            else:
                served += 1
                assert view.version >= LENGTH
                assert len(house.events(game_id)) == view.version
                stream = house.watch(game_id, after=view.version)
                until_caught_up(stream)
                stream.cancel()
                continue
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
            assert refusal.metadata["game_id"] == game_id
    return served


@pytest.mark.case("S07")
@pytest.mark.parametrize("keep", [0, 31, 4_000, 30_000, 100_000])
def test_a_server_starts_over_a_torn_log_and_goes_on_from_what_is_whole(whole: Kept, tmp_path: Path, keep: int):
    """Only the beginning of the write-ahead log is there: whole commands, whatever their number, and room for more."""
    file = str(tmp_path / "games.db")
    with closing(Games(store_environment(file))) as games:
        ids = [new_game(games) for _ in range(3)]
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for game_id in ids:
            play(games, game_id, random.Random(QUICK), until=60)
        torn = str(tmp_path / "torn.db")
        shutil.copy(file, torn)
        Path(f"{torn}-wal").write_bytes(Path(f"{file}-wal").read_bytes()[:keep])
    with House(torn) as house:
        for game_id in map(str, ids):
            version = house.view(game_id).version
            states = [(row[1], row[3]) for row in rows(torn) if row[0] == UUID(game_id).hex]
            assert verify(game_id, states).version == version
            house.play(game_id, random.Random(2), until=version + 10)
