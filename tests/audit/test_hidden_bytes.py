"""Bytes hidden where parsers do not look: fields twice, fields that say nothing, numbers longer than they need be."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import permutations
from pathlib import Path
from uuid import UUID

import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from service.audit.form import is_as_written
from service.config import store_environment
from service.store.games import Games
from settlers.v1 import board_pb2, game_pb2, record_pb2
from tests.audit.forging import Rows, encoded, kind_at, rechained, stored, wire, with_field
from tests.audit.played import Played, caught_in, play
from tests.audit.test_audit_cli import settlers

NOTE = b"meet me at the harbor"

HIDDEN: dict[str, Callable[[bytes], bytes]] = {
    "the first field before itself": lambda data: wire(1, NOTE) + data,
    "the chain before itself": lambda data: wire(6, NOTE) + data,
    "an empty field": lambda data: data + wire(2, b""),
    "a field that nobody knows": lambda data: data + wire(15, NOTE),
    "a group that nobody knows": lambda data: data + b"\x7b" + wire(15, NOTE) + b"\x7c",
    "the number of a field longer than it need be": lambda data: bytes((data[0] | 128, 0)) + data[1:],
    "a length longer than it need be": lambda data: data[:1] + bytes((data[1] | 128, 0)) + data[2:],
}
"""Ways to hide something in a record, which parses to the same as before."""


def hidden_in(rows: Rows, n: int, hide: Callable[[bytes], bytes]) -> Rows:
    return [*rows[:n], (n + 1, hide(rows[n][1])), *rows[n + 1 :]]


def short_event(begun: Played) -> int:
    """The place of an event of so few bytes that each length is one byte."""
    return next(n for n, row in enumerate(begun.rows) if n and len(stored(row).public) < 128)


@pytest.mark.parametrize("way", HIDDEN)
def test_something_hidden_in_a_record_is_caught(begun: Played, way: str):
    n = short_event(begun)
    forged = hidden_in(begun.rows, n, HIDDEN[way])
    before, after = (game_pb2.Proof.FromString(rows[n][1]) for rows in (begun.rows, forged))
    after.DiscardUnknownFields()
    assert after == before
    assert begun.caught(forged) == ("form", n + 1)
    assert caught_in(begun.export(forged)) == ("form", n + 1)


@pytest.mark.parametrize("part", ["public", "private", "cause", "recorded"])
def test_something_hidden_in_a_part_of_a_record_is_caught_with_all_hashes_new(played: Played, part: str):
    dead = {
        "public": game_pb2.Event(game_created={"scenario": NOTE.decode()}).SerializeToString(),
        "private": game_pb2.Event(game_created={"seed": NOTE}).SerializeToString(),
        "cause": wire(4, game_pb2.Command(give_nonce={"nonce": NOTE}).SerializeToString()),
        "recorded": b"\x08\x07",
    }[part]
    n = kind_at(played.rows, "development_card_bought") - 1
    honest = getattr(stored(played.rows[n]), part)
    for hidden in (dead + honest, honest + wire(15, NOTE)):
        forged = [*played.rows[:n], with_field(played.rows[n], part, hidden), *played.rows[n + 1 :]]
        assert played.caught(rechained(played.game_id, forged)) == ("form", n + 1)


def test_a_database_in_which_something_is_hidden_is_caught_and_not_taken_in(tmp_path: Path):
    file, archive, other = (str(tmp_path / name) for name in ("games.db", "archive.jsonl", "other.db"))
    played = play(file, 60)
    with closing(sqlite3.connect(file)) as database, database:
        where = "WHERE originator_id=? AND originator_version=5"
        data = HIDDEN["the first field before itself"](played.rows[4][1])
        database.execute(f"UPDATE stored_events SET state=? {where}", (data, UUID(played.game_id).hex))
    assert settlers("export", "--all", "--whole", "--store", file, "-o", archive).exit_code == 0
    for how in ((played.game_id, "--store", file), ("--all", "--store", file), ("--file", archive)):
        result = settlers("audit", *how)
        assert (result.exit_code, "WRONG at version 5: form: " in result.output) == (1, True)
    result = settlers("import", archive, "--store", other)
    assert (result.exit_code, "is not taken: version 5: form: " in result.stderr) == (1, True)
    with closing(Games(store_environment(other))) as games:
        assert list(games.game_ids()) == []


# The form of bytes ----------------------------------------------------------------------------------------------------

PLAN = board_pb2.Plan(name="a", sea_frame=True, numbers=[2, 300], hexes=[{"x": -1, "number": 8}, {"y": 2}], robber=0)
WRITTEN = PLAN.SerializeToString()
PARTS = {
    "name": b"\x0a\x01a",
    "sea_frame": b"\x18\x01",
    "hexes": b"\x22\x04\x08\x01\x20\x08\x22\x02\x10\x04",
    "numbers": b"\x42\x03\x02\xac\x02",
    "robber": b"\x58\x00",
}
"""What the plan is written as, field by field."""


def test_fields_may_be_written_in_any_order():
    assert b"".join(PARTS.values()) == WRITTEN
    for fields in permutations(PARTS.values()):
        assert is_as_written(board_pb2.Plan.FromString(b"".join(fields)), b"".join(fields))
    turned = WRITTEN.replace(b"\x08\x01\x20\x08", b"\x20\x08\x08\x01")
    assert turned != WRITTEN
    assert is_as_written(board_pb2.Plan.FromString(turned), turned)


OTHERWISE: dict[str, tuple[str, bytes]] = {
    "a bool that is two": ("sea_frame", b"\x18\x02"),
    "a bool longer than it need be": ("sea_frame", b"\x18\x81\x00"),
    "repeated numbers one by one": ("numbers", b"\x40\x02\x40\xac\x02"),
    "repeated numbers in two parts": ("numbers", b"\x42\x01\x02\x42\x02\xac\x02"),
    "a repeated number longer than it need be": ("numbers", b"\x42\x04\x82\x00\xac\x02"),
    "an empty field within": ("hexes", b"\x22\x06\x08\x01\x10\x00\x20\x08\x22\x02\x10\x04"),
    "a field twice within": ("hexes", b"\x22\x06\x20\x07\x08\x01\x20\x08\x22\x02\x10\x04"),
    "something unknown within": ("hexes", b"\x22\x07\x08\x01\x20\x08\x7a\x01a\x22\x02\x10\x04"),
    "a number cut to its size": ("robber", b"\x58\x80\x80\x80\x80\x10"),
    "a field of another type beside it": ("robber", b"\x58\x00\x5d\0\0\0\0"),
}


@pytest.mark.parametrize("way", OTHERWISE)
def test_each_field_is_written_in_one_way(way: str):
    field, other = OTHERWISE[way]
    data = b"".join((PARTS | {field: other}).values())
    parsed = board_pb2.Plan.FromString(data)
    assert not is_as_written(parsed, data)
    assert parsed == PLAN, "it says the same"


@pytest.mark.parametrize(
    "message",
    [
        Timestamp(seconds=1_800_000_000, nanos=5),
        record_pb2.Cause(actor="a" * 200, seat=3, events=2, rules_version=1),
        game_pb2.Event(points_changed={"seat": 1, "points": -1, "total": 300}),
    ],
)
def test_what_is_cut_off_is_not_the_same(message: Message):
    data = message.SerializeToString()
    assert is_as_written(type(message).FromString(data), data)
    for end in range(len(data)):
        assert not is_as_written(type(message).FromString(data), data[:end])
        assert not is_as_written(type(message).FromString(data), data[:end] + encoded(300) + data[end:])


def test_the_fields_of_a_record_may_stand_in_any_order(begun: Played):
    n = short_event(begun)
    proof = game_pb2.Proof.FromString(begun.rows[n][1])
    fields = [wire(field.number, value) for field, value in proof.ListFields()]
    assert begun.report(hidden_in(begun.rows, n, lambda _: b"".join(reversed(fields)))).flaw is None
