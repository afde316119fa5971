"""What it means when the database fails: that it is busy, and the caller should come again, or that it is damaged."""

import sqlite3

from eventsourcing.persistence import (
    ConnectionPoolClosedError,
    DatabaseError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
)

from service.faults import Fault, Trouble

FAILURES = (PersistenceError, ConnectionPoolClosedError, sqlite3.Error, UnicodeDecodeError)
"""How the database fails. The library wraps what goes wrong within a transaction, not what goes wrong at its start, and
what the database says of a damaged file may be no text."""

_NOT_AS_WRITTEN = frozenset(
    (
        sqlite3.SQLITE_ERROR,  # a table or a column is not there
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_FORMAT,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_CONSTRAINT,
    )
)

_UNREADABLE = frozenset((sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS))
"""Errors of the disk that no waiting mends; others may be for want of room."""


def is_damage(failure: Exception) -> bool:
    """Tell whether what lies in the file made the database fail, and not that it was busy."""
    cause = failure if isinstance(failure, sqlite3.Error) else failure.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return code in _UNREADABLE or code & 0xFF in _NOT_AS_WRITTEN
    if isinstance(failure, UnicodeDecodeError):
        return True
    # What Python's own part says has no code; of what lies in the file is only a text that is none.
    if isinstance(failure, OperationalError | sqlite3.OperationalError):
        return "Could not decode" in str(failure)
    misused = isinstance(failure, ProgrammingError | sqlite3.ProgrammingError)  # as by who reads while it is closed
    return isinstance(failure, DatabaseError | sqlite3.DatabaseError) and not misused


def fault_of(failure: Exception, what: str = "the store", *, waiting: int = 0, after: int | None = None) -> Fault:
    """Make the fault of a call for which the database failed."""
    if is_damage(failure):
        facts = {} if after is None else {"after": after}
        return Fault(Trouble.DATA_DAMAGED, f"{what} is damaged", field="", **facts)
    return Fault(Trouble.TOO_BUSY, f"{what} does not answer", waiting=waiting)
