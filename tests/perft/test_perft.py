"""The perft files count what the engine counts."""

import pytest

from domain.scenarios import SCENARIOS
from tests.perft.counting import perft
from tests.perft.positions import Position, game_at, perft_files, read_positions

NODE_LIMIT = 1_000_000
"""Greater counts are left to ``tests.perft.divide``."""

POSITIONS = {f"{path.stem}-{p.id}": p for path in perft_files() for p in read_positions(path).values()}
COUNTED = [
    pytest.param(position, depth, count, id=f"{name}-{depth}")
    for name, position in POSITIONS.items()
    for depth, count in position.counts.items()
    if count <= NODE_LIMIT
]


@pytest.mark.parametrize(("position", "depth", "count"), COUNTED)
def test_so_many_sequences_are_legal(position: Position, depth: int, count: int):
    assert perft(game_at(position), depth, position.rolls) == count


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_positions(scenario: str):
    assert scenario in {position.scenario for position in POSITIONS.values()}
