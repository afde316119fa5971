"""Where the list of games is kept: rows that the journal is folded into, and how far it was, in a database of its own.

It lies beside the store, so that no command waits for it, and is worth nothing by itself: it can be thrown away at any
time and made again. Rows and position are written in one transaction, so they always fit. The library's tracking
recorder keeps the position. Its projections are not driven by its runner, which needs a subscription, as SQLite has
none, and would commit once for each event.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from eventsourcing.persistence import DatabaseError, Recorder, Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteDatastore, SQLiteTrackingRecorder, SQLiteTransaction

from service.store.answering import FAILURES, fault_of, is_damage
from service.store.opening import alone
from service.store.requests import SQLiteGameRecorder

log = logging.getLogger(__name__)

FORM = 1
"""The form of the rows and what stands in them: it goes up with every change, and rows of another are thrown away."""

JOURNAL = "journal"
"""What the position is of."""


COLUMNS = "position, game_id, scenario, state, summary"
"""Those of a row."""


class Unfit(Exception):
    """What stands in the list was not written there by this service: it is to be thrown away, and made anew."""


class Row(msgspec.Struct, frozen=True):
    """A game in the list: where it was created, by which it is sorted, what it is found by, and its summary."""

    position: int
    game_id: UUID
    scenario: str
    state: int
    summary: bytes
    players: frozenset[str] = frozenset()
    """Who plays, where the row is new; of one that is there they are not read again."""


class Wanted(msgspec.Struct, frozen=True):
    """What games are searched for; what is empty leaves all."""

    scenario: str = ""
    state: int = 0
    player: str = ""


Fold = Callable[[Mapping[UUID, Row]], Iterable[Row]]
"""Makes new rows of those that are there."""


class _WritingAtOnce(SQLiteTransaction):
    """A transaction that has the write lock from its start, so that what it reads is not overtaken by another process.

    It does not wait for the disk: what a power cut takes is folded again.
    """

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("BEGIN IMMEDIATE")
        return cursor


class GameListRecorder(SQLiteTrackingRecorder):
    """The library's tracking recorder, with the rows of the list."""

    def construct_create_table_statements(self) -> list[str]:
        """Add the tables of games and of who plays at them."""
        return [
            *super().construct_create_table_statements(),
            """
            CREATE TABLE IF NOT EXISTS games (
                position INTEGER PRIMARY KEY, game_id TEXT UNIQUE, scenario TEXT, state INTEGER, summary BLOB
            )
            """,
            "CREATE INDEX IF NOT EXISTS games_by_state ON games (state, position)",
            "CREATE INDEX IF NOT EXISTS games_by_scenario ON games (scenario, position)",
            """
            CREATE TABLE IF NOT EXISTS players (
                player TEXT, position INTEGER, PRIMARY KEY (player, position)
            ) WITHOUT ROWID
            """,
        ]

    def _create_table(self, c: SQLiteCursor) -> None:
        # Who has read and then writes is turned away, not made to wait, if another server wrote in between: where all
        # is there, nothing is written.
        super()._create_table(c)
        if self._form(c) != FORM:
            c.execute(f"PRAGMA user_version={FORM}")

    def form(self) -> int:
        """Tell in which form the rows are; 0 for a database without any."""
        with self.datastore.transaction(commit=False) as c:
            return self._form(c)

    def _form(self, c: SQLiteCursor) -> int:
        c.execute("PRAGMA user_version")
        form: int = c.fetchone()[0]
        return form

    def position(self) -> int:
        """Tell up to which position the journal has been folded."""
        with _answering(), self.datastore.transaction(commit=False) as c:
            return self._position(c)

    def _position(self, c: SQLiteCursor) -> int:
        position = self._max_tracking_id(JOURNAL, c) or 0
        if type(position) is not int or position < 0:
            raise Unfit("its position is none")
        return position

    def advance(self, since: int, until: int, games: Iterable[UUID], fold: Fold) -> bool:
        """Go on from one position to another: what ``fold`` makes of these games is written with the position.

        False if another process has gone on from there already.
        """
        with (
            _answering(),
            self.datastore.get_connection(commit=True) as connection,
            _WritingAtOnce(connection, commit=True) as c,
            c,
        ):
            if self._position(c) != since:
                return False
            for row in fold(_rows(c, [game_id.hex for game_id in games])):
                c.execute(
                    "INSERT INTO games VALUES (?,?,?,?,?) ON CONFLICT (position) DO UPDATE"
                    " SET scenario=excluded.scenario, state=excluded.state, summary=excluded.summary",
                    (row.position, row.game_id.hex, row.scenario, row.state, row.summary),
                )
                for player in row.players:
                    c.execute("INSERT OR IGNORE INTO players VALUES (?,?)", (player, row.position))
            self._insert_tracking(c, Tracking(JOURNAL, until))
        return True

    def page(self, wanted: Wanted, before: int, limit: int) -> tuple[int, list[Row]]:
        """Read games that were created before a position, the newest first; gives the position of the list as well."""
        tables, conditions = "games", ["position<?"]
        values: list[str | int] = [before]
        for column, value in (("scenario", wanted.scenario), ("state", wanted.state), ("player", wanted.player)):
            if value:
                conditions.append(f"{column}=?")
                values.append(value)
        if wanted.player:
            tables = "players JOIN games USING (position)"
        with _answering(), self.datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT {COLUMNS} FROM {tables} WHERE {' AND '.join(conditions)} ORDER BY position DESC LIMIT ?",
                [*values, limit],
            )
            rows = list(map(_row, c.fetchall()))
            return self._position(c), rows

    def find(self, game_id: UUID) -> Row | None:
        """Find the row of a game."""
        with _answering(), self.datastore.transaction(commit=False) as c:
            return _rows(c, [game_id.hex]).get(game_id)

    def clear(self) -> None:
        """Throw all rows away, and the position."""
        with _answering(), self.datastore.transaction(commit=True) as c:
            for table in ("games", "players"):
                c.execute(f"DELETE FROM {table}")
            c.execute("DELETE FROM tracking WHERE application_name=?", (JOURNAL,))


def open_game_list(store: Recorder) -> GameListRecorder:
    """Open the list of a store's games: beside a file, else in memory.

    A file that cannot be read, or is in another form, is thrown away. Raises what the library or the database says
    where none can be made.
    """
    if not isinstance(store, SQLiteGameRecorder):
        return _open(f"file:{uuid4()}?mode=memory&cache=shared")
    file = game_list_file(store.datastore.pool.db_name)
    with alone(file):
        try:
            return _open(file)
        except FAILURES as unfit:
            if not is_damage(unfit):
                raise  # it is busy, or may not be made: that is no reason to throw it away
            log.warning("the list of games %s is made anew: %s", file, unfit)
        return _open_anew(file)


def open_anew(old: GameListRecorder) -> GameListRecorder:
    """Throw a list away with its file, and open an empty one in its place; raises ``Fault`` where that cannot be."""
    file = old.datastore.pool.db_name
    old.datastore.close()  # before the new one is there: the last who closes a file removes what lies beside it
    with alone(file):
        try:
            return _open_anew(file)
        except FAILURES as failure:
            raise fault_of(failure, "the list of games") from failure


def game_list_file(store: str) -> str:
    """Name the file beside a store that keeps the list of its games."""
    path = Path(store)
    return str(path.with_name(f"{path.stem}.lists{path.suffix}"))


def _open_anew(file: str) -> GameListRecorder:
    for name in (file, f"{file}-wal", f"{file}-shm"):
        Path(name).unlink(missing_ok=True)
    return _open(file)


def _open(name: str) -> GameListRecorder:
    recorder = GameListRecorder(SQLiteDatastore(name))
    try:
        if recorder.form() not in (0, FORM):
            raise DatabaseError(f"its form is not {FORM}")
        recorder.create_table()
    except BaseException:
        recorder.datastore.close()
        raise
    return recorder


def _rows(c: SQLiteCursor, names: Sequence[str]) -> dict[UUID, Row]:
    c.execute(f"SELECT {COLUMNS} FROM games WHERE game_id IN ({','.join('?' * len(names))})", names)
    return {row.game_id: row for row in map(_row, c.fetchall())}


def _row(found: Any) -> Row:
    position, name, scenario, state, summary = found
    try:
        game_id = UUID(name)
    except (ValueError, TypeError, AttributeError):
        raise Unfit("a row is of no game") from None
    if type(position) is not int or position < 1 or type(summary) is not bytes or game_id.hex != name:
        raise Unfit("a row is none")
    return Row(position, game_id, scenario, state, summary)


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except FAILURES as failure:
        if is_damage(failure):
            raise Unfit(str(failure)) from failure
        raise fault_of(failure, "the list of games") from failure
