"""The four boards of the Great Race as they are drawn in the document of the boards, and their places by the lattice.

Hexes are named by row and column of the drawing (row from north, column from west), intersections by their place on
the lattice: hex (row, column) has its centre at x = 2 * column + row % 2, y = 3 * row. What the rules ask of a board is
read off its drawing here, so that the tests do not take the engine's word for it.
"""

from functools import cached_property
from itertools import pairwise

from domain.board import Grid, Plan
from domain.board.grid import grid_of
from domain.scenarios import SCENARIOS

Point = tuple[int, int]

DRAWN = {
    "three": """
. . . ! ? . H H
 . . C ? . H H
$ . . C ? . H H
 . . C ? . H H
$ . . C ? . H H
 . . C ? . H H
. . . ! ? . H H
""",
    "four": """
X X X X X ? . H H
 . . X C ? ? H H
$ . . . C ? . H H
 . . . C ? ? H H
$ . . . C ? . H H
 . . X C ? ? H H
X X X X X ? . H H
""",
    "five": """
. . . ! ? ? . H H
 $ . C ? ? . H H
. . . C ? ? . H H
 $ . C ? ? . H H
. . . C ? ? . H H
 $ . C ? ? . H H
. . . ! ? ? . H H
""",
    "six": """
. . . ! ? ? . H H H
 $ . C ? ? . H H H
. . . C ? ? . H H H
 $ . C ? ? . H H H
. . . C ? ? . H H H
 $ . C ? ? . H H H
. . . ! ? ? . H H H
""",
}
""". open sea, ! storm on open sea, X forbidden land, ? face down, C coastal strip, H home island, $ gold."""

BOARD_FOR = {2: "three", 3: "three", 4: "four", 5: "five", 6: "six"}
"""G1.1"""

PRODUCING = ("hills", "forest", "pasture", "fields", "mountains", "gold_river")
YIELDS = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
"""What each terrain yields."""


class Chart:
    """One board: its drawing, and its places."""

    def __init__(self, name: str) -> None:
        self.name = name
        rows = [line.split() for line in DRAWN[name].strip().splitlines()]
        drawn = {(2 * c + r % 2, 3 * r): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
        self.grid: Grid = grid_of(tuple(sorted(drawn, key=lambda centre: (centre[1], centre[0]))))
        self.letters = tuple(drawn[centre] for centre in self.grid.hexes)
        self.every_hex = range(len(self.grid.hexes))
        self.every_path = range(len(self.grid.ends))
        self.every_intersection = range(len(self.grid.intersections))
        self.home, self.strip, self.gold = self.drawn("H"), self.drawn("C"), self.drawn("$")
        self.hidden, self.storms, self.forbidden = self.drawn("?"), self.drawn("!"), self.drawn("X")
        self.open_land = self.home | self.strip | self.gold
        self.water = self.drawn(".") | self.storms
        """Open sea and storms; the frame is sea, too (S7)."""
        self.red = {corner for h in self.gold for corner in self.grid.corners[h][:4]}
        """The red points: N, NE, SE and S of every gold hex."""

    @cached_property
    def plan(self) -> Plan:
        """The board file."""
        return SCENARIOS["great-race"].boards[self.name]()

    def drawn(self, letter: str) -> set[int]:
        """The hexes that are drawn so."""
        return {h for h, each in enumerate(self.letters) if each == letter}

    def tile(self, row: int, column: int) -> int:
        """The hex at this place of the drawing."""
        return self.grid.hexes.index((2 * column + row % 2, 3 * row))

    def intersection(self, x: int, y: int) -> int:
        """The intersection at this place of the lattice."""
        return self.grid.intersections.index((x, y))

    def point(self, place: int) -> Point:
        """Where an intersection lies on the lattice."""
        return self.grid.intersections[place]

    def path(self, one: Point, other: Point) -> int:
        """The path between two neighboring places of the lattice."""
        return self.grid.ends.index(tuple(sorted((self.intersection(*one), self.intersection(*other)))))

    def trail(self, *points: Point) -> list[int]:
        """The paths along a row of places: n places make n - 1 paths."""
        return [self.path(one, other) for one, other in pairwise(points)]

    def paths_at(self, place: int) -> set[int]:
        """The paths that meet at an intersection."""
        return {path for path, _ in self.grid.roads_from[place]}

    def sides(self, *hexes: int) -> set[int]:
        """The paths round these hexes."""
        return {path for h in hexes for path in self.grid.sides[h]}

    def corners(self, *hexes: int) -> set[int]:
        """The intersections round these hexes."""
        return {corner for h in hexes for corner in self.grid.corners[h]}

    def along(self, path: int) -> str:
        """What lies on the sides of a path, by the letters of the drawing; the frame is open sea."""
        letters = [self.letters[h] for h in self.grid.hexes_along[path]]
        return "".join(sorted(letters + ["."] * (2 - len(letters))))

    def terrain(self, hex_number: int) -> str:
        """The terrain of a hex that lies open."""
        return str(self.plan.hexes[hex_number].terrain)

    def with_terrain(self, terrain: str, among: set[int]) -> int:
        """The first of these hexes that is of a terrain."""
        return min(h for h in among if self.terrain(h) == terrain)


CHARTS = {name: Chart(name) for name in DRAWN}
THREE, FOUR, FIVE, SIX = CHARTS.values()
