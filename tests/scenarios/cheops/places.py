"""The board of Cheops as it is drawn in the document, and its places by the lattice.

Hexes are named by row and column of the drawing (row from north, column from west), intersections by their place on
the lattice: hex (row, column) has its centre at x = 2 * column + row % 2, y = 3 * row. What the rules ask of the board
is read off the drawing here, so that the tests do not take the engine's word for it.
"""

from itertools import pairwise

from domain.board import Grid, Plan
from domain.scenarios import SCENARIOS

DRAWN = """
s   s   s   s   s   s   s   s   F12
 s   s   s   s   s   s   s   F5  F4
D   L4  n   A12 L8  n   L10 D   D
 D   A8  n   A9  n   F11 D   D   D
D   Y   A2  n   n   L4  r   M8  D
 D   L9  A3  n   A2  D   r   M10 M5
D   D   L10 A6  n   L3  r   r   M6
 D   D   H11 H9  n   H6  D   r   D
D   D   H3  $5  n   $11 D   r   r
"""
"""s sea, n Nile, r Red Sea, D desert, Y site of the pyramid, F forest, L pasture, A fields, H hills, M mountains,
$ gold."""

ROWS = tuple(tuple(line.split()) for line in DRAWN.strip().splitlines())
SIZE = 9

PLAN: Plan = SCENARIOS["cheops"].boards["egypt"]()
GRID: Grid = PLAN.grid

EVERY_PATH = range(len(GRID.ends))
EVERY_INTERSECTION = range(len(GRID.intersections))
EVERY_HEX = range(len(GRID.hexes))

YIELDS = {"F": "lumber", "L": "wool", "A": "grain", "H": "brick", "M": "ore", "$": "coin"}
"""What a hex yields, by its letter."""


def tile(row: int, column: int) -> int:
    """The hex at this place of the drawing."""
    return GRID.hexes.index((2 * column + row % 2, 3 * row))


def drawn(hex_number: int) -> str:
    """How a hex is drawn: its letter and its number."""
    x, y = GRID.hexes[hex_number]
    row = y // 3
    return ROWS[row][(x - row % 2) // 2]


def is_water(hex_number: int) -> bool:
    """Whether a hex counts as sea: sea, Nile and Red Sea do (C1.7)."""
    return drawn(hex_number)[0] in "snr"


def intersection(x: int, y: int) -> int:
    """The intersection at this place of the lattice."""
    return GRID.intersections.index((x, y))


def path(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The path between two neighboring places of the lattice."""
    return GRID.ends.index(tuple(sorted((intersection(*one), intersection(*other)))))


def trail(*points: tuple[int, int]) -> list[int]:
    """The paths along a row of places: n places make n - 1 paths."""
    return [path(one, other) for one, other in pairwise(points)]


def paths_at(place: int) -> list[int]:
    """The paths that meet at an intersection."""
    return [p for p, ends in enumerate(GRID.ends) if place in ends]


def sides(hex_number: int) -> set[int]:
    """The paths round a hex."""
    return set(GRID.sides[hex_number])


SEA_PATHS = {p for p in EVERY_PATH if any(map(is_water, GRID.hexes_along[p]))}
"""The paths with water on at least one side (S1); outside the rows there is nothing (S7)."""
LAND_PATHS = {p for p in EVERY_PATH if not all(map(is_water, GRID.hexes_along[p]))}
"""The paths with land on at least one side (B7.2)."""
LAND = {h for h in EVERY_HEX if not is_water(h)}
START = {
    i
    for i in EVERY_INTERSECTION
    if any(drawn(h) == "n" for h in GRID.hexes_at[i]) and not all(map(is_water, GRID.hexes_at[i]))
}
"""The orange intersections: they touch the Nile or its delta, and land (C1.6)."""

PYRAMID = tile(4, 1)
SITE = ((2, 10), (3, 11), (3, 13), (2, 14), (1, 13), (1, 11))
"""The purple intersections, clockwise from north: the corners of the site. Three settlements fit: every other one."""
SITE_INTERSECTIONS = tuple(intersection(*point) for point in SITE)
FIRST_DESERT = tile(2, 0)
"""Where the robber starts (C1.3)."""

HARBORS = {
    "grain": path((5, 5), (6, 4)),
    "wool": path((8, 4), (9, 5)),
    "general west": path((2, 4), (3, 5)),
    "general east": path((11, 5), (12, 4)),
    "lumber": path((14, 2), (14, 4)),
    "ore": path((12, 14), (12, 16)),
    "general north of the red sea": path((13, 11), (13, 13)),
    "brick": path((8, 20), (8, 22)),
    "general south of the red sea": path((14, 20), (14, 22)),
}
"""The nine harbors, by their paths."""
