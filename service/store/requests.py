"""Requests that were carried out: a row for each, stored in the transaction of its events, so that none is done twice.

The row's key is who asked for what under which id; a second row with the same key is refused by the store itself, in
whichever process it comes up. From the row the first answer can be read again.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor


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

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], *, requests: Sequence[Requested] = (), **_: Any
    ) -> Sequence[int] | None:
        if requests:
            c.executemany(
                "INSERT INTO requests VALUES (?,?,?,?,?,?,?,?)",
                [(*key.row, done.digest, done.game_id.hex, done.first, done.last) for key, done in requests],
            )
        # All rows at once: nobody asks for their notification ids, for which the library inserts one by one.
        c.executemany(
            self.insert_events_statement,
            [(_hex(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events],
        )
        return None

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
