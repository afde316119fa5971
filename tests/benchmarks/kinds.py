"""What each kind of command costs: deciding and folding it, and listing what is legal before it."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable

from domain.engine import Command, Game, execute, legal
from tests.benchmarks.random_play import CHANCE, steps

SAMPLE = 200
"""Positions of each kind at most."""

ROUNDS = 15


def collect(games: Iterable[int]) -> dict[str, list[tuple[Game, Command]]]:
    """Collect positions in which each kind of command was given."""
    found: dict[str, list[tuple[Game, Command]]] = defaultdict(list)
    for number in games:
        for game, command, _ in steps(number):
            positions = found[type(command).__name__]
            if len(positions) < SAMPLE:
                positions.append((game, command))
    return dict(sorted(found.items()))


def cost(positions: list[tuple[Game, Command]], act: Callable[[Game, Command], object]) -> float:
    """The least microseconds that one act took, over several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for game, command in positions:
            act(game, command)
        best = min(best, time.perf_counter() - begin)
    return best / len(positions) * 1e6


def table(games: Iterable[int]) -> list[tuple[str, int, float, float]]:
    """For each kind: how many positions, the cost of deciding and folding, and of listing."""
    return [
        (
            kind,
            len(positions),
            cost(positions, lambda game, command: execute(game, command, CHANCE)),
            cost(positions, lambda game, command: legal(game, command.seat)),
        )
        for kind, positions in collect(games).items()
    ]
