"""Folding stored games from their bytes in memory, with every check: what a game costs that comes to life again."""

import time
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from domain.engine import RULES_VERSION, execute
from service.codec import pack_command
from service.store.folding import fold_records
from service.store.records import Record, first_seal, seal_events
from settlers.v1 import record_pb2
from tests.benchmarks.random_play import CHANCE, new_game, steps

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS = 7


def sealed(number: int) -> tuple[UUID, list[Record]]:
    """Play a whole game at random and seal it as the store does."""
    game_id = uuid.UUID(int=number)
    _, events = new_game(number)
    cause = record_pb2.Cause(events=len(events), rules_version=RULES_VERSION).SerializeToString()
    records, seal = seal_events(first_seal(str(game_id), number.to_bytes(32, "big")), 1, events, cause, WHEN)
    for game, command, _ in steps(number):
        _, events = execute(game, command, CHANCE)
        cause = record_pb2.Cause(
            seat=command.seat, command=pack_command(command), events=len(events), rules_version=RULES_VERSION
        )
        more, seal = seal_events(seal, len(records) + 1, events, cause.SerializeToString(), WHEN)
        records += more
    return game_id, records


def measure(numbers: Iterable[int]) -> float:
    """Events folded in a second of CPU time on one core: the best of several rounds."""
    games = [sealed(number) for number in numbers]
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        for game_id, records in games:
            fold_records(game_id, records)
        best = min(best, time.process_time() - begin)
    return sum(len(records) for _, records in games) / best
