"""The naive model counts what the perft files count: a second count of every position."""

import pytest

from tests.naive.counting import model_at, perft
from tests.perft.positions import Position, perft_files, read_positions

MOST = 100
"""Greater counts take the model too long."""
COUNTED = [
    pytest.param(position, depth, count, id=f"{path.stem}-{position.id}-{depth}")
    for path in perft_files()
    for position in read_positions(path).values()
    for depth, count in position.counts.items()
    if depth == 1 or count <= MOST
]


@pytest.mark.parametrize(("position", "depth", "count"), COUNTED)
def test_the_model_counts_so_many_sequences_too(position: Position, depth: int, count: int):
    assert perft(model_at(position), depth, position.rolls) == count
