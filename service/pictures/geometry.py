"""Where things are: the lattice of board.proto in pixels, with regular hexes."""

import math
from typing import NamedTuple

from service.pictures.theme import SIDE, UNIT
from settlers.v1 import board_pb2, views_pb2

Place = tuple[float, float]

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""A hex's corners on the lattice, seen from its centre."""


def pixel(x: float, y: float) -> Place:
    """Give the place of a point of the lattice."""
    return x * UNIT * math.sqrt(3), y * UNIT


def corner_places(x: float, y: float, shrink: float = 1.0) -> list[Place]:
    """Give the corners of the hex with its centre at a point of the lattice."""
    return [pixel(x + dx * shrink, y + dy * shrink) for dx, dy in CORNERS]


def hull(places: list[Place]) -> list[Place]:
    """Give the corners of the smallest convex shape round some places."""
    ordered = sorted({(round(x, 3), round(y, 3)) for x, y in places})
    return [*_half_hull(ordered), *_half_hull(ordered[::-1])]


def _half_hull(ordered: list[Place]) -> list[Place]:
    """Give one side of a hull, without its last corner, which begins the other."""
    found: list[Place] = []
    for x, y in ordered:
        while len(found) > 1:
            (ax, ay), (bx, by) = found[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            found.pop()
        found.append((x, y))
    return found[:-1]


class Span(NamedTuple):
    """A path in pixels: its middle, and the unit vector from its one end to the other."""

    x: float
    y: float
    along_x: float
    along_y: float

    @property
    def angle(self) -> float:
        """Degrees by which something that points east is turned to lie along it."""
        return math.degrees(math.atan2(self.along_y, self.along_x))

    def at(self, along: float, aside: float = 0.0) -> Place:
        """Give the place so many pixels from the middle, along it and to its right hand."""
        return (
            self.x + along * self.along_x - aside * self.along_y,
            self.y + along * self.along_y + aside * self.along_x,
        )


class Lattice:
    """The places of a board."""

    def __init__(self, board: views_pb2.BoardView) -> None:
        self.spots: dict[int, tuple[int, int]] = {each.intersection: (each.x, each.y) for each in board.intersections}
        self.ends: dict[int, tuple[int, int]] = {each.path: (each.a, each.b) for each in board.paths}
        self.hexes: dict[int, views_pb2.HexView] = {each.hex: each for each in board.hexes}
        self._paths = {(min(ends), max(ends)): path for path, ends in self.ends.items()}
        self._at = {(each.x, each.y): each for each in board.hexes}

    def place(self, spot: int) -> Place:
        """Give the place of an intersection."""
        return pixel(*self.spots[spot])

    def span(self, path: int) -> Span:
        """Give a path, from its west end to its east end, or down."""
        return self.between(*sorted(self.ends[path], key=lambda spot: self.spots[spot]))

    def between(self, a: int, b: int) -> Span:
        """Give the way from an intersection to the next one."""
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        return Span((ax + bx) / 2, (ay + by) / 2, (bx - ax) / SIDE, (by - ay) / SIDE)

    def path_between(self, a: int, b: int) -> int:
        """Name the path that joins two intersections."""
        return self._paths[min(a, b), max(a, b)]

    def around(self, spot: int) -> list[views_pb2.HexView]:
        """List the hexes at an intersection, from the north on clockwise."""
        x, y = self.spots[spot]
        places = [(x - dx, y - dy) for dx, dy in CORNERS]
        return [self._at[place] for place in places if place in self._at]

    def beside(self, path: int) -> list[views_pb2.HexView]:
        """List the one or two hexes of which a path is a side."""
        a, b = self.ends[path]
        others = {each.hex for each in self.around(b)}
        return [each for each in self.around(a) if each.hex in others]

    def outward(self, path: int) -> Place:
        """Give the unit vector from a path away from its land."""
        span = self.span(path)
        land = next((each for each in self.beside(path) if is_land(each)), None)
        if land is None:
            return -span.along_y, span.along_x
        x, y = pixel(land.x, land.y)
        length = math.hypot(span.x - x, span.y - y)
        return (span.x - x) / length, (span.y - y) / length


def is_land(tile: views_pb2.HexView) -> bool:
    """Tell whether a hex is known to be land."""
    return tile.terrain not in (board_pb2.TERRAIN_SEA, board_pb2.TERRAIN_UNKNOWN)
