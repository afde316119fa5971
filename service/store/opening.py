"""Opening a database file while no other server opens it: SQLite does not wait for those who make the same file."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def alone(file: str) -> Iterator[None]:
    """Hold the lock of a database file, which stands beside it; all who open it to make its tables take turns."""
    try:
        lock = open(f"{file}.lock", "w", encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError:
        yield  # where no file can be made there is no database to be made either; SQLite will say so
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
