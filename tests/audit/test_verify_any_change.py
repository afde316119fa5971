"""Whatever is put in, taken out or changed in any record of an export is caught, for whose eyes it may be."""

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest

from domain.engine import Viewer
from domain.visibility import AUDITOR, SPECTATOR
from settlers.v1 import game_pb2
from tests.audit.forging import flipped, kind, stored, wire
from tests.audit.played import Played
from tests.audit.standalone import broken_in, cut_lines, verifier, verify_lines

EYES = {"auditor": AUDITOR, "spectator": SPECTATOR, "seat 1": Viewer(1), "seat 2": Viewer(2)}
CHANGES = 240
"""For each of these eyes; of a game that is over, which is longer, a quarter."""

SALTS = (8, 9)
"""The numbers of the salts: once the seed is told, everybody can make them anew, or leave them out."""


class Part(NamedTuple):
    """A field of a record: its number, and what it holds."""

    number: int
    value: bytes


def parts(data: bytes) -> list[Part]:
    """The fields of a record, in their order."""
    proof = game_pb2.Proof.FromString(data)
    return [Part(field.number, value) for field, value in proof.ListFields()]


def joined(record: list[Part]) -> bytes:
    """The bytes of a record."""
    return b"".join(wire(*part) for part in record)


def put_in(record: list[Part], luck: random.Random) -> bytes:
    """A field more, of those that there are or another: with a hash, a text, nothing, or what stands in one of them."""
    values = [luck.randbytes(32), b"", verifier.NO_CAUSE, b"for a friend", *(part.value for part in record)]
    at = luck.randrange(len(record) + 1)
    return joined([*record[:at], Part(luck.randrange(1, 12), luck.choice(values)), *record[at:]])


def taken_out(record: list[Part], luck: random.Random) -> bytes:
    """A field less, but for salts."""
    left = luck.choice([part for part in record if part.number not in SALTS])
    return joined([part for part in record if part != left])


def replaced(record: list[Part], luck: random.Random) -> bytes:
    """A field with something else in it."""
    at = luck.randrange(len(record))
    others = [part.value for n, part in enumerate(record) if n != at]
    value = luck.choice([b"", verifier.NO_CAUSE, luck.randbytes(32), record[at].value + b"\0", *others])
    return joined([*record[:at], Part(record[at].number, value), *record[at + 1 :]])


def longer(record: list[Part], luck: random.Random) -> bytes:
    """A number with a byte more than it needs: the first tag."""
    data = joined(record)
    return bytes([data[0] | 128, 0]) + data[1:]


def one_bit(record: list[Part], luck: random.Random) -> bytes:
    data = joined(record)
    return flipped(data, luck.randrange(len(data)), luck.randrange(8))


CHANGE: tuple[Callable[[list[Part], random.Random], bytes], ...] = (put_in, taken_out, replaced, longer, one_bit)


def some_changed(lines: list[bytes], luck: random.Random) -> list[bytes]:
    """Change one record."""
    n = luck.randrange(1, len(lines))
    data = verifier.read_line(lines[n])
    forged = luck.choice(CHANGE)(parts(data), luck)
    return [*lines[:n], verifier.event_line(forged), *lines[n + 1 :]]


@pytest.fixture(scope="module")
def running(played: Played) -> Played:
    """The game up to where every hidden part but the seed has come more than once."""
    hidden = [row[0] for row in played.rows if kind(row) in ("card_stolen", "development_card_bought")][6]
    end = next(row[0] for row in played.rows if row[0] > hidden and stored(row).cause)
    return played._replace(rows=played.rows[: end - 1])


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("over", [False, True])
def test_any_change_of_a_record_is_caught(played: Played, running: Played, eyes: str, over: bool):
    game = played if over else running
    lines = cut_lines(game, game.rows, EYES[eyes], over=over)
    assert verify_lines(lines, ()).flaw is None
    luck, done = random.Random(f"{eyes} {over}"), 0
    while done < CHANGES // (4 if over else 1):
        forged = some_changed(lines, luck)
        if forged != lines:
            done += 1
            assert broken_in(forged, ()), forged
