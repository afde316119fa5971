"""Audits on a Dask cluster; installed as ``settlers-rules[cluster]``."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from distributed import Client


@contextmanager
def connect(scheduler: str) -> Iterator[Executor]:
    """Lend the workers of a cluster as an executor, given the address of its scheduler."""
    client = Client(scheduler)  # type: ignore[no-untyped-call]
    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    with client, executor:
        yield executor
