"""The empire as it is drawn in the document of the boards, its places by the lattice, and Alexander's route on it.

Hexes are named by row and column of the drawing (row from north, column from west), intersections by their place on
the lattice: hex (row, column) has its centre at x = 2 * column + row % 2, y = 3 * row. The intersections of the route
are counted from 1 to 50, as Alexander crosses them; after the crossing he stands on the arrow of that number.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from domain.board import Grid, Plan
from domain.scenarios import SCENARIOS

DRAWN = """
M11 F4  s   s   s   L4  F6  D   M10 F3
 A10 L3  s   H6  A9  M5  s   A8  M2  L8
s   A4  L6  A9  F10 L4  M8  A4  D   A3
 s   s   F9  s   L9  A12 D   L8  H10 L4
s   s   s   s   A10 H5  A11 M5  A9  F11
 s   s   s   F8  D   A10 D   L8  M5  H6
L6  A5  D   A9  L11 s   H11 A5  L12 s
 D   $6  L2  A3  D   s   s   D   $3  s
"""
"""s sea, D desert, F forest, L pasture, A fields, H hills, M mountains, $ gold."""

ROUTE_DRAWN = """
(0,-2) (1,-1) (1,1) (2,2) (2,4) (3,5) (3,7) (4,8) (5,7) (6,8) (7,7) (8,8) (8,10) (7,11) (7,13) (6,14) (6,16) (5,17)
(4,16) (3,17) (3,19) (4,20) (4,22) (5,23) (6,22) (7,23) (8,22) (8,20) (9,19) (9,17) (10,16) (10,14) (11,13) (12,14)
(13,13) (13,11) (14,10) (14,8) (15,7) (15,5) (16,4) (17,5) (17,7) (18,8) (18,10) (17,11) (17,13) (16,14) (16,16)
(15,17) (14,16) (13,17)
"""
"""The outer end of the start arrow, the 50 intersections of the route, the outer end of the arrow of Persepolis."""
STOPS_DRAWN = "T??T?.T??T?.T??T?.T??T?.T??T?.T??T?.T??T?.T????777"
"""T temple, ? chip, . empty, 7 purple."""

ROWS = tuple(tuple(line.split()) for line in DRAWN.strip().splitlines())

PLAN: Plan = SCENARIOS["alexander"].boards["empire"]()
GRID: Grid = PLAN.grid

EVERY_PATH = range(len(GRID.ends))
EVERY_INTERSECTION = range(len(GRID.intersections))
EVERY_HEX = range(len(GRID.hexes))

YIELDS = {"F": "lumber", "L": "wool", "A": "grain", "H": "brick", "M": "ore", "$": "coin"}
"""What a hex yields, by its letter."""

Point = tuple[int, int]


def tile(row: int, column: int) -> int:
    """The hex at this place of the drawing."""
    return GRID.hexes.index((2 * column + row % 2, 3 * row))


def drawn(hex_number: int) -> str:
    """How a hex is drawn: its letter and its number."""
    x, y = GRID.hexes[hex_number]
    row = y // 3
    return ROWS[row][(x - row % 2) // 2]


def intersection(x: int, y: int) -> int:
    """The intersection at this place of the lattice."""
    return GRID.intersections.index((x, y))


def path(one: Point, other: Point) -> int:
    """The path between two neighboring places of the lattice."""
    return path_between(intersection(*one), intersection(*other))


def path_between(one: int, other: int) -> int:
    """The path between two neighboring intersections."""
    return GRID.ends.index((min(one, other), max(one, other)))


def trail(*points: Point) -> list[int]:
    """The paths along a row of places: n places make n - 1 paths."""
    return [path(one, other) for one, other in pairwise(points)]


@cache
def paths_at(place: int) -> list[int]:
    """The paths that meet at an intersection."""
    return [p for p, ends in enumerate(GRID.ends) if place in ends]


@cache
def neighbors(place: int) -> frozenset[int]:
    """The intersections one path away."""
    return frozenset(sum(GRID.ends[p]) - place for p in paths_at(place))


def beside(places: Iterable[int]) -> set[int]:
    """These intersections and those next to them."""
    places = set(places)
    return places.union(*map(neighbors, places))


ROUTE_POINTS: tuple[Point, ...] = tuple(tuple(map(int, word.strip("()").split(","))) for word in ROUTE_DRAWN.split())
ROUTE = tuple(intersection(*point) for point in ROUTE_POINTS)
"""``ROUTE[n]`` is the n-th intersection that Alexander crosses; ``ROUTE[0]`` and ``ROUTE[51]`` are no part of it."""
LAST = 50
STOPS = dict(enumerate(STOPS_DRAWN, start=1))
TEMPLES = tuple(n for n, stop in STOPS.items() if stop == "T")
CHIPS = tuple(n for n, stop in STOPS.items() if stop == "?")
EMPTY = tuple(n for n, stop in STOPS.items() if stop == ".")
PURPLE = tuple(n for n, stop in STOPS.items() if stop == "7")

LAND = {h for h in EVERY_HEX if drawn(h) != "s"}
ON_LAND = {i for i in EVERY_INTERSECTION if LAND & set(GRID.hexes_at[i])}
LAND_PATHS = {p for p in EVERY_PATH if LAND & set(GRID.hexes_along[p])}
FIRST_DESERT = tile(0, 7)
"""Where the robber starts (C1.3): the first from north to south, west to east."""


@cache
def protected(arrow: int, *, resolved: bool = True) -> frozenset[int]:
    """Where nobody may build (A5.2): on the route that is not crossed, and next to it.

    With Alexander on this arrow; a temple on his last intersection counts as crossed once it is resolved.
    """
    closed = arrow if STOPS.get(arrow) == "T" and not resolved else arrow + 1
    return frozenset(beside(ROUTE[n] for n in range(closed, LAST + 1)))


def border(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The path between two neighboring hexes, each by column and row, as the document has them."""
    sides = [set(GRID.sides[tile(row, column)]) for column, row in (one, other)]
    (found,) = set.intersection(*sides)
    return found


HARBORS = {
    "general west": border((3, 1), (2, 1)),
    "general middle": border((4, 4), (3, 4)),
    "general south": border((5, 5), (5, 6)),
    "general east": border((8, 6), (9, 6)),
    "wool": border((1, 2), (1, 3)),
    "grain": border((0, 6), (0, 5)),
    "lumber": border((7, 1), (6, 1)),
    "ore": border((6, 6), (6, 7)),
    "brick": border((5, 0), (4, 0)),
}
"""The nine harbors, by their paths."""
