"""Many audits: the games of files of exports, or of a store, on as many cores or machines as an executor has.

The unit of work is a pure function of a file, or of some games of a store; so it runs in a pool of processes as on a
cluster (``distributed.Client.get_executor``).
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from typing import TypeVar
from uuid import UUID

import msgspec

from service.audit.exports import Head, NoExport, check_head, read_exports, verify_export
from service.audit.report import Report
from service.audit.signed_note import read_verifier
from service.audit.verifying import verify
from service.config import store_environment
from service.store.games import Games
from service.store.records import Record, open_record

T = TypeVar("T")
R = TypeVar("R")

BATCH = 25
"""Games of a store in one unit of work."""


class Archive(msgspec.Struct, frozen=True):
    """What was found in a file of exports; ``why`` says what of it could not be read, and is of no known game."""

    file: str
    reports: list[Report]
    why: str = ""


def verify_file(file: str, keys: Sequence[str] = (), decide: bool = True) -> Archive:
    """Verify all games of a file of exports; raises ``BadKey``.

    Args:
        file: Where it lies, for whoever runs this.
        keys: The verifier's keys that are trusted; without any, signatures are not looked at.
        decide: Whether to decide the commands again.
    """
    trusted = [read_verifier(key) for key in keys]
    reports: list[Report] = []
    try:
        with open(file, "rb") as lines:
            reports += (verify_export(exported, trusted, decide=decide) for exported in read_exports(lines))
    except OSError as error:
        return Archive(file, reports, error.strerror or "it cannot be read")
    except NoExport as error:
        return Archive(file, reports, str(error))
    return Archive(file, reports)


def verify_stored(store: str, game_ids: Sequence[UUID], decide: bool = True) -> list[Report]:
    """Verify some games of a store's file."""
    games = Games(store_environment(store, read_only=True))
    try:
        return [verify_game(games, game_id, decide=decide) for game_id in game_ids]
    finally:
        games.close()


def verify_game(games: Games, game_id: UUID, head: Head | None = None, *, decide: bool = True) -> Report:
    """Verify a game of a store, every byte read from there; it must have come to a head, where one is known."""
    chain = b""

    def read() -> Iterator[Record]:
        nonlocal chain
        for record in games.records(game_id):
            if head is not None and record.version == head.version:
                chain = open_record(record).chain
            yield record

    report = verify(str(game_id), read(), decide=decide)
    if head is not None:
        check_head(report, head, chain)
    return report


def verify_files(
    executor: Executor, files: Sequence[str], keys: Sequence[str] = (), *, decide: bool = True
) -> Iterator[Archive]:
    """Verify files of exports, as they get ready."""
    return _spread(executor, lambda file: (verify_file, (file, tuple(keys), decide)), files)


def verify_all(
    executor: Executor, store: str, game_ids: Sequence[UUID], *, decide: bool = True
) -> Iterator[list[Report]]:
    """Verify games of a store, as they get ready."""
    batches = [game_ids[first : first + BATCH] for first in range(0, len(game_ids), BATCH)]
    return _spread(executor, lambda some: (verify_stored, (store, some, decide)), batches)


def _spread(
    executor: Executor, work: Callable[[T], tuple[Callable[..., R], tuple[object, ...]]], units: Sequence[T]
) -> Iterator[R]:
    jobs = [executor.submit(function, *given) for function, given in map(work, units)]
    for done in as_completed(jobs):
        yield done.result()
