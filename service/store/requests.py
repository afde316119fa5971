"""Requests that were carried out: a row for each, stored in the transaction of its events, so that none is done twice.

The row's key is who asked for what under which id; a second row with the same key is refused by the store itself, in
whichever process it comes up. From the row the first answer can be read again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import Notification, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteTransaction

from service.faults import Fault, Trouble
from service.store import salvage
from service.store.answering import FAILURES, is_damage
from service.store.opening import alone
from service.store.salvage import StrayRows


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


NO_GAME = ""
"""What stands for the game of a row that belongs to none."""

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
def _game_id(name: Any) -> UUID | None:
    """Read a game's id, as a row has it; None for what is none, or not written as the service writes it."""
    try:
        game_id = UUID(name)
    except (ValueError, TypeError, AttributeError):
        return None
    return game_id if game_id.hex == name else None


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

    def convert_originator_id(self, originator_id: Any) -> UUID | str:
        """Read a game's id, which most rows share with the one before; empty: the row belongs to no game."""
        return _game_id(originator_id) or NO_GAME

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Read events of a game; where that fails for damage, those before it, and one in its place that says so."""
        try:
            return super().select_events(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)
        except FAILURES as failure:
            if not is_damage(failure):
                raise
        with self.datastore.transaction(commit=False) as c:
            return salvage.events_of_game(c, originator_id, gt, lte, limit)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Read rows of all games; where that fails for damage, each that cannot be read says so in its place."""
        try:
            return super().select_notifications(start, limit, stop, topics, inclusive_of_start=inclusive_of_start)
        except FAILURES as failure:
            if not is_damage(failure):
                raise
        first = (start or 0) + (0 if inclusive_of_start else 1)
        with self.datastore.transaction(commit=False) as c:
            return salvage.rows(
                c, first, limit, salvage.ALL if stop is None else stop, topics, self.convert_originator_id
            )

    def max_notification_id(self) -> int:
        """Tell the position of the newest row."""
        try:
            return super().max_notification_id()
        except FAILURES as failure:
            if not is_damage(failure):
                raise
            damage = failure
        with self.datastore.transaction(commit=False) as c:
            number = salvage.newest(c)
        if not number:
            raise damage  # what cannot be read at all is not empty
        return number

    def game_ids(self) -> list[UUID]:
        """Name all games of which there is any event, in the order in which they came."""
        return [game_id for game_id, _ in self._names() if game_id is not None]

    def stray_rows(self) -> list[StrayRows]:
        """Name the rows that belong to no game."""
        return [stray for game_id, stray in self._names() if game_id is None]

    def find_request(self, key: RequestKey) -> CarriedOut | None:
        """Look up what came of a request; raises ``Fault`` where what stands there was never written."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                "SELECT digest, game_id, first, last FROM requests"
                " WHERE scope=? AND actor=? AND seat=? AND request_id=?",
                key.row,
            )
            row = c.fetchone()
        if row is None:
            return None
        digest, name, first, last = row
        game_id = _game_id(name)
        whole = isinstance(digest, bytes) and isinstance(first, int) and isinstance(last, int) and 1 <= first <= last
        if game_id is None or not whole or game_id != (key.game_id or game_id):
            message = "what came of this request cannot be read"
            raise Fault(Trouble.DATA_DAMAGED, message, request_id=key.request_id)
        return CarriedOut(digest, game_id, first, last)

    def _names(self) -> list[tuple[UUID | None, StrayRows]]:
        """Read all ids that rows have, with the first row of each and their number, in the order in which they came."""
        with self.datastore.transaction(commit=False) as c:
            found = salvage.names(c)
        return [(_game_id(name), rows) for name, rows in found]
