"""Searches over the lattice: how far one comes, and how many settlements have room."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from domain.board.grid import Grid
from domain.components import bits


def spread(near: Sequence[int], first: int, within: int) -> int:
    """The places to which one comes from some, step by step, among those of a mask; ``near`` are the steps of each."""
    found, edge = 0, first
    while edge:
        found |= edge
        edge = reduce(or_, (near[n] for n in bits(edge))) & within & ~found
    return found


def steps_along(grid: Grid, paths: int) -> list[int]:
    """For each intersection the mask of those one path away, where only the paths of a mask are taken."""
    steps = [0] * len(grid.intersections)
    for path in bits(paths):
        a, b = grid.ends[path]
        steps[a] |= 1 << b
        steps[b] |= 1 << a
    return steps


def room(grid: Grid, spots: int) -> int:
    """How many settlements fit on these intersections at once by the distance rule (B2.3).

    A path joins an intersection of one kind (a hex's N, SE, SW) with one of the other: of such a net as many places as
    there are, less the most pairs that can be made along paths, are free of each other (König's theorem).
    """
    partner: dict[int, int] = {}

    def pair(spot: int, tried: set[int]) -> bool:
        for _, other in grid.roads_from[spot]:
            if spots >> other & 1 and other not in tried:
                tried.add(other)
                if other not in partner or pair(partner[other], tried):
                    partner[other] = spot
                    return True
        return False

    pairs = sum(pair(spot, set()) for spot in bits(spots) if grid.intersections[spot][1] % 3 == 1)
    return spots.bit_count() - pairs
