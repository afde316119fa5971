"""Audits on a Dask cluster; installed as ``settlers-rules[cluster]``."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager

from distributed import Client


def connect(scheduler: str) -> AbstractContextManager[Executor]:
    """Lend the workers of a cluster as an executor, given its scheduler's address; raises ``OSError``."""
    return _lent(Client(scheduler))  # type: ignore[no-untyped-call]


@contextmanager
def _lent(client: Client) -> Iterator[Executor]:
    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    with client, executor:
        yield executor
