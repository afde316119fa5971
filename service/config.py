"""What a server can be told, and where it gets it: the command line, or SETTLERS_ variables of the environment."""

import os
from pathlib import Path
from urllib.parse import quote

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """How a server runs."""

    address: str = "127.0.0.1:50051"
    store: str = "settlers.db"
    """A file for SQLite, or ``:memory:``."""
    signing_key: str = ""
    """The file of the key that signs exports; empty: beside the store."""
    threads: int = 32
    most_watchers: int = 1_000
    reflection: bool = False
    allow_seeds: bool = False
    one_core: bool = True
    """Whether the process keeps to one core, where the system lets it choose."""
    shared: bool = False
    """Whether other servers write to the same store."""


IN_MEMORY = ":memory:"


def store_environment(store: str, *, read_only: bool = False) -> dict[str, str]:
    """The library's settings for a store; one that is only read is not written to, and may lie where nobody can."""
    if store == IN_MEMORY:
        return {"PERSISTENCE_MODULE": "service.store.memory"}
    if read_only:
        # Without a place for its index SQLite reads what is in write-ahead mode only if it is told that nobody writes.
        still = not os.access(Path(store).resolve().parent, os.W_OK) and not Path(f"{store}-wal").exists()
        how = "mode=ro&immutable=1" if still else "mode=ro"
        store = f"file:{quote(store)}?{how}"
    return {
        "PERSISTENCE_MODULE": "service.store.reading" if read_only else "eventsourcing.sqlite",
        "SQLITE_DBNAME": store,
        "CREATE_TABLE": "n" if read_only else "y",
        "APPLICATION_RECORDER_TOPIC": "service.store.requests:SQLiteGameRecorder",
    }
