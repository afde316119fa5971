"""A store that is only read: the library's factory for SQLite, which would else change how the file is written."""

from eventsourcing import sqlite
from eventsourcing.utils import Environment, EnvType


class Factory(sqlite.SQLiteFactory):
    """Makes recorders over a file that is opened for reading; the library looks for one factory in a module."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        # As if it had looked already: a copy need not be in write-ahead mode, and is not brought to it.
        self.datastore.pool.is_journal_mode_wal = True
