"""What a server can be told, and where it gets it: the command line, or SETTLERS_ variables of the environment."""

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


def store_environment(store: str) -> dict[str, str]:
    """The library's settings for a store."""
    if store == IN_MEMORY:
        return {"PERSISTENCE_MODULE": "service.store.memory"}
    return {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": store,
        "APPLICATION_RECORDER_TOPIC": "service.store.requests:SQLiteGameRecorder",
    }
