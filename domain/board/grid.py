"""The integer lattice: hexes, intersections and paths as small numbers, with the tables that tell how they meet.

A hex in row r and column c has its centre at x = 2c + (r mod 2), y = 3r; its six corners lie at integer offsets from
there. Hexes, intersections and paths are numbered from 0, from north to south and west to east (a path by the middle of
its two ends). A set of places is an integer mask whose bit is the place's number.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache

import msgspec

Point = tuple[int, int]

CORNER_OFFSETS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""A hex's corners N, NE, SE, S, SW, NW, seen from its centre."""

NEIGHBOR_OFFSETS = ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3))
"""A hex's neighbors across its sides NE, E, SE, SW, W, NW, seen from its centre."""


class Corner(IntEnum):
    """The six corners of a hex, clockwise, in the order of ``CORNER_OFFSETS``."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5


class Side(IntEnum):
    """The six sides of a hex, clockwise; side ``s`` runs from corner ``s`` to corner ``s + 1``."""

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5


class Grid(msgspec.Struct, frozen=True, eq=False):
    """The places of one board and how they meet; made once and shared by all games on it."""

    hexes: tuple[Point, ...]
    intersections: tuple[Point, ...]
    ends: tuple[tuple[int, int], ...]
    """For each path the two intersections at its ends."""
    corners: tuple[tuple[int, ...], ...]
    """For each hex its six intersections, clockwise from north."""
    sides: tuple[tuple[int, ...], ...]
    """For each hex its six paths, in the order of ``Side``."""
    neighbors: tuple[tuple[int, ...], ...]
    """For each hex the hexes that share a side with it."""
    hexes_at: tuple[tuple[int, ...], ...]
    """For each intersection the hexes that meet there."""
    hexes_along: tuple[tuple[int, ...], ...]
    """For each path the one or two hexes that it borders."""
    roads_from: tuple[tuple[tuple[int, int], ...], ...]
    """For each intersection its paths, each with the intersection at the other end."""
    paths_at: tuple[int, ...]
    """For each intersection the mask of its paths."""
    near: tuple[int, ...]
    """For each intersection the mask of itself and those one path away (B2.3)."""
    corner_mask: tuple[int, ...]
    """For each hex the mask of its intersections."""
    side_mask: tuple[int, ...]
    """For each hex the mask of its paths."""
    outer_paths: int
    """Mask of the paths with a hex on one side only."""

    def hex_at(self, place: Point) -> int:
        """Find a hex by its centre; raises ``ValueError`` where there is none."""
        return self.hexes.index(place)


@lru_cache(maxsize=256)
def grid_of(centres: tuple[Point, ...]) -> Grid:
    """Make the tables for a board with hexes at these centres, which must be in order (y, then x)."""
    corners_at = {(x + dx, y + dy) for x, y in centres for dx, dy in CORNER_OFFSETS}
    intersections = tuple(sorted(corners_at, key=lambda p: (p[1], p[0])))
    number = {place: n for n, place in enumerate(intersections)}
    corners = tuple(tuple(number[x + dx, y + dy] for dx, dy in CORNER_OFFSETS) for x, y in centres)

    pairs = {_pair(ring[s], ring[(s + 1) % 6]) for ring in corners for s in range(6)}
    ends = tuple(sorted(pairs, key=lambda pair: _middle(intersections[pair[0]], intersections[pair[1]])))
    path_of = {pair: n for n, pair in enumerate(ends)}
    sides = tuple(tuple(path_of[_pair(ring[s], ring[(s + 1) % 6])] for s in range(6)) for ring in corners)

    hex_of = {centre: n for n, centre in enumerate(centres)}
    around = ([hex_of.get((x + dx, y + dy)) for dx, dy in NEIGHBOR_OFFSETS] for x, y in centres)
    hexes_along = _inverse(sides, len(ends))
    roads_from: list[list[tuple[int, int]]] = [[] for _ in intersections]
    for path, (a, b) in enumerate(ends):
        roads_from[a].append((path, b))
        roads_from[b].append((path, a))
    return Grid(
        hexes=centres,
        intersections=intersections,
        ends=ends,
        corners=corners,
        sides=sides,
        neighbors=tuple(tuple(n for n in ring if n is not None) for ring in around),
        hexes_at=_inverse(corners, len(intersections)),
        hexes_along=hexes_along,
        roads_from=tuple(map(tuple, roads_from)),
        paths_at=tuple(mask_of(path for path, _ in roads) for roads in roads_from),
        near=tuple(mask_of([n, *(other for _, other in roads)]) for n, roads in enumerate(roads_from)),
        corner_mask=tuple(map(mask_of, corners)),
        side_mask=tuple(map(mask_of, sides)),
        outer_paths=mask_of(path for path, hexes in enumerate(hexes_along) if len(hexes) == 1),
    )


def mask_of(places: Iterable[int]) -> int:
    """Make the mask of a set of places."""
    made = 0
    for place in places:
        made |= 1 << place
    return made


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _middle(a: Point, b: Point) -> Point:
    return a[1] + b[1], a[0] + b[0]


def _inverse(rings: tuple[tuple[int, ...], ...], size: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(size)]
    for owner, ring in enumerate(rings):
        for place in ring:
            found[place].append(owner)
    return tuple(map(tuple, found))
