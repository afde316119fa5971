"""Reading what is left of a damaged table of events, row by row.

SQLite gives up a whole query for one page that is wiped, or one text that is none. But the index of the table's key has
each row's number, game and version too, so what cannot be read is known by that, and read past.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import DatabaseError, Notification, StoredEvent
from eventsourcing.sqlite import SQLiteCursor

from service.store.answering import is_damage

ALL = 2**63 - 1
"""No bound: the largest number that SQLite has."""

MOST_PROBED = 1_000_000
"""Rows that are asked for one by one at most."""

UNREADABLE = ""
"""The topic of a row that cannot be read."""

_INDEX = "stored_events INDEXED BY sqlite_autoindex_stored_events_1"
_NAME = "CASE typeof(originator_id) WHEN 'text' THEN CAST(originator_id AS BLOB) END AS name"
_VERSION = "CASE typeof(originator_version) WHEN 'integer' THEN originator_version ELSE 0 END AS version"
"""Nothing that these give can fail to be text."""


class StrayRows(msgspec.Struct, frozen=True):
    """Rows that have the same id, which is no game's: the number of the first, and how many there are."""

    row: int
    count: int


def names(c: SQLiteCursor) -> list[tuple[str | None, StrayRows]]:
    """Read all ids that rows have, None for what is no text; by the index, by the table, or else row by row."""
    for where in ("", "NOT INDEXED"):
        statement = f"SELECT MIN(rowid), {_NAME}, COUNT(*) FROM stored_events {where} GROUP BY originator_id"
        found, whole = _until_damage(c, f"{statement} ORDER BY MIN(rowid)", ())
        if whole:
            return [(_text(name), StrayRows(first, count)) for first, name, count in found]
    firsts: dict[bytes | None, StrayRows] = {}
    last = newest(c)
    if not last:
        raise DatabaseError("no row can be read")
    for row, name, _ in _probed(c, 1, last):
        known = firsts.get(name, StrayRows(row, 0))
        firsts[name] = StrayRows(known.row, known.count + 1)
    return [(_text(name), rows) for name, rows in firsts.items()]


def newest(c: SQLiteCursor) -> int:
    """Tell the number of the newest row, as far as it can be told; 0: not at all."""
    found, whole = _until_damage(c, f"SELECT MAX(rowid) FROM {_INDEX}", ())
    if not whole:
        for table in (_INDEX, "stored_events NOT INDEXED"):
            found += _until_damage(c, f"SELECT rowid FROM {table}", ())[0]
    return max((row or 0 for (row,) in found), default=0)


def events_of_game(
    c: SQLiteCursor, game_id: UUID | str, after: int | None, until: int | None, limit: int | None
) -> list[StoredEvent]:
    """Read the events of a game between two versions up to the first that cannot be read, which is marked."""
    bounds: list[object] = [game_id.hex if isinstance(game_id, UUID) else game_id]
    where = "originator_id=?"
    for condition, bound in (("originator_version>?", after), ("originator_version<=?", until)):
        if bound is not None:
            where += f" AND {condition}"
            bounds.append(bound)
    bounds.append(ALL if limit is None else limit)
    rest = f"WHERE {where} ORDER BY originator_version LIMIT ?"
    places, whole = _until_damage(c, f"SELECT rowid, {_VERSION} FROM {_INDEX} {rest}", bounds)
    if not whole:
        all_rows, whole = _until_damage(c, f"SELECT rowid, {_VERSION} FROM stored_events NOT INDEXED {rest}", bounds)
        places = all_rows if whole else places
    found = []
    version = after or 0
    for row, version in places:
        topic, state = _rest(c, row)
        found.append(StoredEvent(game_id, version, topic, state))
        if topic == UNREADABLE:
            return found
    return found if whole else [*found, StoredEvent(game_id, version + 1, UNREADABLE, b"")]


def rows(
    c: SQLiteCursor, first: int, limit: int, last: int, topics: Sequence[str], read_id: Callable[[Any], UUID | str]
) -> list[Notification]:
    """Read rows of all games by their numbers; those that cannot be read are marked, whatever topics are wanted."""
    statement = f"SELECT rowid, {_NAME}, {_VERSION} FROM {_INDEX} WHERE rowid>=? AND rowid<=? ORDER BY rowid"
    places, whole = _until_damage(c, statement, (first, last))
    found: list[Notification] = []
    for row, name, version in places if whole else _probed(c, first, last):
        topic, state = _rest(c, row)
        if not topics or topic == UNREADABLE or topic in topics:
            found.append(Notification(read_id(_text(name)), version, topic, state, row))
            if len(found) == limit:
                break
    return found


def _until_damage(c: SQLiteCursor, statement: str, values: Sequence[object]) -> tuple[list[Any], bool]:
    """Read what a query gives before it fails for damage; tells whether that is all."""
    found: list[Any] = []
    try:
        c.execute(statement, values)
        while row := c.fetchone():
            found.append(row)
    except sqlite3.Error as failure:
        if not is_damage(failure):
            raise
        return found, False
    return found, True


def _probed(c: SQLiteCursor, first: int, last: int) -> Iterator[tuple[int, bytes | None, int]]:
    """Ask for each number whether there is such a row, where the index is damaged as well as the table."""
    for row in range(first, last + 1):
        if row - first > MOST_PROBED:
            raise DatabaseError("there are too many rows to ask for each")
        found, whole = _until_damage(c, f"SELECT rowid, {_NAME}, {_VERSION} FROM stored_events WHERE rowid=?", (row,))
        yield from found if whole else [(row, None, 0)]


def _rest(c: SQLiteCursor, row: int) -> tuple[Any, Any]:
    try:
        c.execute("SELECT topic, state FROM stored_events WHERE rowid=?", (row,))
        topic, state = c.fetchone() or (UNREADABLE, b"")
    except sqlite3.Error as failure:
        if not is_damage(failure):
            raise
        return UNREADABLE, b""
    return topic, state


def _text(name: bytes | None) -> str | None:
    return None if name is None else name.decode(errors="backslashreplace")
