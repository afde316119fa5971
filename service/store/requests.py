"""Requests that were carried out: a row for each, stored in the transaction of its events, so that none is done twice.

The row's key is who asked for what under which id; a second row with the same key is refused by the store itself, in
whichever process it comes up. From the row the first answer can be read again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteTransaction

from service.store.opening import alone


class RequestKey(msgspec.Struct, frozen=True):
    """Who asked under which id: the id belongs to an actor's seat at a game, or (no game) to the actor's creations."""

    game_id: UUID | None
    actor: str
    seat: int
    request_id: str

    @property
    def row(self) -> tuple[str, str, int, str]:
        """The key as columns."""
        return self.game_id.hex if self.game_id else "", self.actor, self.seat, self.request_id


class CarriedOut(msgspec.Struct, frozen=True):
    """What came of a request: the hash of what was asked, and the versions of a game that it made."""

    digest: bytes
    game_id: UUID
    first: int
    last: int


Requested = tuple[RequestKey, CarriedOut]


ROWS = 1_000
"""Rows in a statement at most, far below the number of variables that SQLite takes."""


def _insert(c: SQLiteCursor, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        marks = ",".join(["(" + ",".join("?" * len(some[0])) + ")"] * len(some))
        c.execute(f"INSERT INTO {table} VALUES {marks}", [value for row in some for value in row])


class _OneStatement(SQLiteTransaction):
    """A transaction that its only statement begins and commits, durably as any other: outside of ``BEGIN`` SQLite does.

    Each statement lets go of the interpreter a few times, and among busy threads has to wait for it again each time.
    """

    def __enter__(self) -> SQLiteCursor:
        return self.connection.cursor()


@lru_cache(maxsize=10_000)
def _game_id(name: str) -> UUID:
    return UUID(name)


def _hex(originator_id: UUID | str) -> str:
    return originator_id.hex if isinstance(originator_id, UUID) else originator_id


class SQLiteGameRecorder(SQLiteApplicationRecorder):
    """The library's recorder for SQLite, which also writes the rows of requests given as ``requests``."""

    def construct_create_table_statements(self) -> list[str]:
        """Add the table of requests."""
        requests = """
            CREATE TABLE IF NOT EXISTS requests (
                scope TEXT, actor TEXT, seat INTEGER, request_id TEXT,
                digest BLOB, game_id TEXT, first INTEGER, last INTEGER,
                PRIMARY KEY (scope, actor, seat, request_id)
            ) WITHOUT ROWID
        """
        return [*super().construct_create_table_statements(), requests]

    def create_table(self) -> None:
        """Make the tables that are not there, one server at a time."""
        with alone(self.datastore.pool.db_name):
            super().create_table()

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, requests: Sequence[Requested] = (), **kwargs: Any
    ) -> Sequence[int] | None:
        """Write events and requests, all or none; durable when this returns."""
        if requests or len(stored_events) > ROWS:
            return super().insert_events(stored_events, requests=requests, **kwargs)
        with (
            self.datastore.get_connection(commit=True) as connection,
            _OneStatement(connection, commit=True) as cursor,
        ):
            return self._insert_events(cursor, stored_events, **kwargs)

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], *, requests: Sequence[Requested] = (), **_: Any
    ) -> Sequence[int] | None:
        # One statement for all rows of a kind: each step of one lets go of the interpreter, and has to wait for it
        # again; and nobody asks for the notification ids for which the library inserts one by one.
        _insert(
            c, "requests", [(*key.row, done.digest, done.game_id.hex, done.first, done.last) for key, done in requests]
        )
        _insert(
            c,
            self.events_table_name,
            [(_hex(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events],
        )
        return None

    def convert_originator_id(self, originator_id: str) -> UUID:
        """Read a game's id, which most rows share with the one before."""
        return _game_id(originator_id)

    def game_ids(self) -> list[UUID]:
        """Name all games of which there is any event, in the order in which they came."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(f"SELECT originator_id FROM {self.events_table_name} GROUP BY originator_id ORDER BY MIN(rowid)")
            return [UUID(row[0]) for row in c.fetchall()]

    def find_request(self, key: RequestKey) -> CarriedOut | None:
        """Look up what came of a request."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                "SELECT digest, game_id, first, last FROM requests"
                " WHERE scope=? AND actor=? AND seat=? AND request_id=?",
                key.row,
            )
            row = c.fetchone()
        return CarriedOut(row[0], UUID(row[1]), row[2], row[3]) if row else None
