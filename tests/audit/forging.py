"""What a forger does to a game's stored rows."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from service.store.games import Games
from settlers.v1 import game_pb2, record_pb2

Rows = list[tuple[int, bytes]]


def rows_of(games: Games, game_id: UUID) -> Rows:
    """The rows of a game as they are stored, each its version and its bytes."""
    return [(record.version, record.data) for record in games.records(game_id)]


def stored(row: tuple[int, bytes]) -> record_pb2.StoredEvent:
    return record_pb2.StoredEvent.FromString(row[1])


def kind(row: tuple[int, bytes]) -> str:
    return game_pb2.Event.FromString(stored(row).public).WhichOneof("event") or ""


def body(row: tuple[int, bytes]) -> Any:
    """The event of a row, with what it tells in private."""
    record = stored(row)
    return getattr(game_pb2.Event.FromString(record.public + record.private), kind(row))


def kind_at(rows: Sequence[tuple[int, bytes]], name: str) -> int:
    """The first version of a kind of event."""
    return next(row[0] for row in rows if kind(row) == name)


def with_field(row: tuple[int, bytes], field: str, value: bytes) -> tuple[int, bytes]:
    record = stored(row)
    setattr(record, field, value)
    return row[0], record.SerializeToString()


def flipped(data: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(data)
    changed[place] ^= 1 << bit
    return bytes(changed)


def edited(rows: Rows, n: int, change: Callable[[Any], Any]) -> Rows:
    """Change the event of a row, each field in the part where it belongs; no hash is made new."""
    record = stored(rows[n])
    name = kind(rows[n])
    hidden = {field.name for field, _ in getattr(game_pb2.Event.FromString(record.private), name).ListFields()}
    parts = {}
    for part in ("public", "private"):
        data = getattr(record, part)
        event = game_pb2.Event.FromString(data)
        if not data:
            continue
        body = getattr(event, name)
        change(body)
        for field, _ in body.ListFields():
            if (field.name in hidden) != (part == "private"):
                body.ClearField(field.name)
        parts[part] = event.SerializeToString()
    row = rows[n]
    for part, data in parts.items():
        row = with_field(row, part, data)
    return [*rows[:n], row, *rows[n + 1 :]]


def rechained(game_id: str, rows: Rows) -> Rows:
    """Make all hashes new, as whoever has the seed can."""
    chain = hashlib.sha256(f"settlers.v1/{game_id}".encode()).digest()
    seed = game_pb2.Event.FromString(stored(rows[0]).public + stored(rows[0]).private).game_created.seed
    made = []
    for version, data in rows:
        record = record_pb2.StoredEvent.FromString(data)
        if record.private:
            salt = hmac.new(seed, f"salt/{version}".encode(), hashlib.sha256).digest()
            record.private_hash = hashlib.sha256(salt + record.private).digest()
        record.cause_hash = b""
        if record.cause:
            salt = hmac.new(seed, f"cause/{version}".encode(), hashlib.sha256).digest()
            record.cause_hash = hashlib.sha256(salt + record.cause).digest()
        public, cause, recorded = (
            hashlib.sha256(record.public).digest(),
            record.cause_hash or hashlib.sha256().digest(),
            hashlib.sha256(record.recorded).digest(),
        )
        chain = hashlib.sha256(chain + public + record.private_hash + cause + recorded).digest()
        record.chain = chain
        made.append((version, record.SerializeToString()))
    return made


def put(field: str, value: Any) -> Callable[[Any], None]:
    """A change of one field."""
    return lambda event: setattr(event, field, value)


def wire(number: int, data: bytes) -> bytes:
    """Write bytes as a field of less than 16, as protobuf does."""
    return bytes((number << 3 | 2,)) + encoded(len(data)) + data


def encoded(number: int) -> bytes:
    """Write a number as protobuf does."""
    head, rest = number & 127, number >> 7
    return bytes((head | 128,)) + encoded(rest) if rest else bytes((head,))
