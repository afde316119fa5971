"""Files that somebody else wrote, and stores that somebody else copied: what they do to who audits them."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from service.audit.exports import Head
from service.audit.many import verify_file
from service.cli.report_text import report_lines
from service.config import store_environment
from service.store.games import Games
from settlers.v1 import audit_service_pb2
from tests.audit.forging import edited, kind_at, rechained, with_field
from tests.audit.played import SIGNER, Played, play
from tests.audit.standalone import lines_of, verifier
from tests.audit.test_audit_cli import settlers

ESCAPE = "\x1b[2K\r\u202eEverything that was checked is right."


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Another game that has begun."""
    return play(str(tmp_path_factory.mktemp("other") / "games.db"), until=40)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file.jsonl"


def whole(played: Played) -> list[bytes]:
    return lines_of(played.game_id, played.rows)


def taken(store: Path) -> list[str]:
    with closing(Games(store_environment(str(store)))) as games:
        return [str(game_id) for game_id in games.game_ids()]


# One bad line ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b'"AA#A"\n', "it is no base64"),
        (b"\xff\n", "it is no JSON"),
        (b'"AAAA" \n', "it is not written as an export is"),
    ],
)
def test_a_line_that_cannot_be_read_is_a_fault_of_its_game_alone(
    begun: Played, other: Played, file: Path, bad: bytes, why: str
):
    lines = whole(begun)
    lines[20] = bad
    file.write_bytes(b"".join([*lines, *whole(other)]))
    first, second = verify_file(str(file)).reports
    assert first.flaw is not None
    assert (first.game_id, first.flaw.version, first.flaw.check) == (begun.game_id, 20, "form")
    assert first.flaw.why == f"line 21: {why}"
    assert (second.game_id, second.flaw, second.version) == (other.game_id, None, len(other.rows))
    result = settlers("audit", "--file", str(file), "--workers", "1")
    assert result.exit_code == 1
    assert "games: 2, " in result.output
    assert f"game {begun.game_id}: WRONG at version 20: form: line 21: {why}" in result.output
    theirs = [verifier.verify_export(each, []) for each in verifier.read_exports(file.read_bytes().splitlines(True))]
    assert [each.flaw and each.flaw.version for each in theirs] == [20, None]


def test_the_games_beside_one_with_a_bad_line_are_taken_in(begun: Played, other: Played, file: Path, tmp_path: Path):
    lines = whole(begun)
    file.write_bytes(b"".join([*lines[:20], b'"AA#A"\n', *lines[21:], *whole(other)]))
    result = settlers("import", str(file), "--store", str(tmp_path / "store.db"))
    assert result.exit_code == 1
    assert f"game {begun.game_id} is not taken: version 20: form: line 21: it is no base64" in result.stderr
    assert result.stdout == f"game {other.game_id}: {len(other.rows)} events\n"
    assert taken(tmp_path / "store.db") == [other.game_id]


@pytest.mark.parametrize(
    ("head", "why"),
    [(b"{}\n", "it is no head of a game"), (b"{\n", "it is no JSON"), (None, "the game {} is there already")],
)
def test_a_head_that_cannot_be_read_does_not_stop_the_games_after_it(
    begun: Played, other: Played, file: Path, tmp_path: Path, head: bytes | None, why: str
):
    lines = whole(begun)
    file.write_bytes(b"".join([*lines, head or lines[0], *lines[1:], *whole(other), b"{}\n"]))
    why = f"line {len(lines) + 1}: {why.format(begun.game_id)}; and 1 more"
    archive = verify_file(str(file))
    assert [(each.game_id, each.flaw) for each in archive.reports] == [(begun.game_id, None), (other.game_id, None)]
    assert archive.why == why
    result = settlers("audit", "--file", str(file), "--workers", "1")
    assert (result.exit_code, result.stderr) == (1, f"settlers: {file}: {why}\n")
    result = settlers("import", str(file), "--store", str(tmp_path / "store.db"))
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, f"settlers: {file}: {why}")
    assert taken(tmp_path / "store.db") == [begun.game_id, other.game_id]


def test_rows_that_belong_to_no_game_are_told_and_the_games_are_audited(tmp_path: Path):
    file = str(tmp_path / "games.db")
    played = play(file, 40)
    with closing(sqlite3.connect(file)) as database, database:
        (last,) = database.execute("SELECT MAX(rowid) FROM stored_events").fetchone()
        for name, most in (("zzz", 1), ("yyy", 3)):
            database.execute(
                "INSERT INTO stored_events SELECT ?, originator_version, topic, state FROM stored_events"
                " WHERE length(originator_id) > 3 AND originator_version <= ?",
                (name, most),
            )
    result = settlers("audit", "--all", "--store", file, "--workers", "1")
    assert result.exit_code == 1
    assert f"games: 1, events: {len(played.rows)}\n" in result.stdout
    assert "right" not in result.stdout
    assert result.stderr.splitlines() == [
        f"settlers: row {last + 1} belongs to no game",
        f"settlers: row {last + 2} and 2 like it belong to no game",
    ]


# What is printed of it ------------------------------------------------------------------------------------------------


def test_nothing_in_a_file_steers_the_terminal(begun: Played, file: Path, tmp_path: Path):
    def change(event: Any) -> None:
        event.draws[0].purpose = ESCAPE

    version = kind_at(begun.rows, "dice_rolled")
    forged = rechained(begun.game_id, edited(begun.rows, version - 1, change))
    file.write_bytes(b"".join(lines_of(begun.game_id, forged)))
    for how in (
        ("audit", "--file", str(file), "--workers", "1"),
        ("import", str(file), "--store", str(tmp_path / "s")),
    ):
        result = settlers(*how)
        assert result.exit_code == 1
        assert f"version {version}: draw: \\x1b[2K\\r\\u202eEverything" in result.output
        assert not {*ESCAPE} & {*result.output} - {chr(n) for n in range(32, 127)}


def test_nothing_in_a_report_steers_the_terminal():
    report = audit_service_pb2.AuditReport(game_id=ESCAPE, draws=[{"name": ESCAPE, "count": 1}])
    report.checks.add(name="draw", count=1)
    report.flaw.why = report.flaw.check = ESCAPE
    lines = [line.removeprefix("\x1b[1m").removesuffix("\x1b[0m") for line in report_lines(report)]
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)


def test_a_game_whose_id_is_none_is_no_export(begun: Played, file: Path):
    for game_id in (ESCAPE, begun.game_id.upper(), begun.game_id.replace("-", ""), "hello"):
        note = SIGNER.sign(Head(game_id, 1, bytes(32), "store").text)
        file.write_bytes(verifier.head_line(note).encode())
        result = settlers("audit", "--file", str(file), "--workers", "1")
        assert result.exit_code == 1
        assert result.stderr == f"settlers: {file}: line 1: it is no head of a game\n"


# Keys -----------------------------------------------------------------------------------------------------------------


def test_an_audit_makes_no_key_and_trusts_none_that_lies_beside_the_store(tmp_path: Path):
    """Who has the store has its key: what that signs now proves nothing of what was before."""
    file, copy, earlier = (str(tmp_path / name) for name in ("games.db", "copy.db", "earlier.jsonl"))
    played = play(file, 60)
    key = settlers("key", "--store", file).output.strip()
    assert settlers("export", played.game_id, "--store", file, "-o", earlier).exit_code == 0
    forged = [with_field(row, "recorded", Timestamp(seconds=1).SerializeToString()) for row in played.rows]
    shutil.copy(file, copy)
    with closing(sqlite3.connect(copy)) as database, database:
        for version, data in rechained(played.game_id, forged):
            where = (data, UUID(played.game_id).hex, version)
            database.execute("UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", where)
    result = settlers("audit", played.game_id, "--store", copy)
    assert (result.exit_code, "signed" in result.output) == (0, False)
    result = settlers("audit", played.game_id, "--store", copy, "--key", key)
    assert (result.exit_code, "a --key is for the heads in a file" in result.output) == (2, True)
    result = settlers("audit", played.game_id, "--store", copy, "--key", key, "--against", earlier)
    assert result.exit_code == 1
    assert f"WRONG at version {len(played.rows)}: head: the head is of another game" in result.output
    right = settlers("audit", played.game_id, "--store", file, "--key", key, "--against", earlier)
    assert (right.exit_code, f"{1:>9}  heads against the chain" in right.output) == (0, True)
    assert [path.name for path in tmp_path.glob("*.key")] == ["games.db.key"]
