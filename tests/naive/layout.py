"""The board: which places there are, how they lie to each other, and what the board file says of them."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

CORNERS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
SIDES = {
    "NE": ("N", "NE"),
    "E": ("NE", "SE"),
    "SE": ("SE", "S"),
    "SW": ("S", "SW"),
    "W": ("SW", "NW"),
    "NW": ("NW", "N"),
}
LETTERS = {
    "H": "hills",
    "F": "forest",
    "L": "pasture",
    "A": "fields",
    "M": "mountains",
    "D": "desert",
    "s": "sea",
    "$": "gold_river",
    "u": "unknown",
}

Point = tuple[int, int]
Harbor = tuple[int, int, str | None]


class Layout:
    """A board. What is shuffled is missing until it is laid: a terrain or the kind of a harbor is None, a number is not
    there."""

    def __init__(self, hexes: dict[Point, tuple[str | None, str, int]], sea_frame: bool, name: str = "") -> None:
        """`hexes` are, by their centres, terrain, region ("" for none) and number (0 for none)."""
        self.name = name
        self.sea_frame = sea_frame
        self.centres: list[Point] = sorted(hexes, key=north_west_first)
        self.points: list[Point] = sorted(
            {(x + dx, y + dy) for x, y in hexes for dx, dy in CORNERS.values()}, key=north_west_first
        )
        self.hex_at = {centre: number for number, centre in enumerate(self.centres)}
        self.intersection_at = {point: number for number, point in enumerate(self.points)}
        self.terrain: dict[int, str | None] = {self.hex_at[centre]: hexes[centre][0] for centre in hexes}
        self.region: dict[int, str] = {self.hex_at[centre]: hexes[centre][1] for centre in hexes}
        self.number: dict[int, int] = {self.hex_at[centre]: spot[2] for centre, spot in hexes.items() if spot[2]}
        self.corners: dict[int, dict[str, int]] = {
            hex_: {side: self.intersection_at[x + dx, y + dy] for side, (dx, dy) in CORNERS.items()}
            for hex_, (x, y) in enumerate(self.centres)
        }
        joined = {
            tuple(sorted((corners[one], corners[other])))
            for corners in self.corners.values()
            for one, other in SIDES.values()
        }
        self.ends: list[Point] = sorted(joined, key=self.middle)
        self.path_between = {frozenset(ends): path for path, ends in enumerate(self.ends)}
        places = range(len(self.points))
        self.paths_at = {place: [path for path, ends in enumerate(self.ends) if place in ends] for place in places}
        self.hexes_at = {
            place: [hex_ for hex_, corners in self.corners.items() if place in corners.values()] for place in places
        }
        self.neighbors = {place: [self.other_end(path, place) for path in self.paths_at[place]] for place in places}
        self.hexes_beside = [[hex_ for hex_ in self.hexes_at[a] if hex_ in self.hexes_at[b]] for a, b in self.ends]
        self.harbors: list[Harbor] = []
        self.marks: dict[str, set[int]] = {}
        self.route: list[int] = []
        self.stops: list[str] = []
        self.chips: dict[str, int] = {}
        self.hidden_terrains: list[str] = []
        self.hidden_numbers: list[int] = []
        self.robber: int | None = None

    def __deepcopy__(self, memo: dict) -> "Layout":
        """Copies of a model share the board, which does not change once it is laid."""
        return self

    @classmethod
    def read(cls, path: str | Path, seats: int = 0) -> "Layout":
        """The board of a file. It is the same for any number of seats."""
        with Path(path).open("rb") as file:
            spec = tomllib.load(file)
        letters = {letter: (terrain, "") for letter, terrain in LETTERS.items()} | {"?": (None, "")}
        for letter, words in spec.get("letters", {}).items():
            terrain, _, region = words.partition(" ")
            letters[letter] = (terrain, region)
        hexes: dict[Point, tuple[str | None, str, int]] = {}
        for row, line in enumerate(spec["rows"].split("\n")[:-1]):
            for column, word in enumerate(line.split()):
                if word != "-":
                    terrain, region = letters[word[0]]
                    hexes[2 * column + row % 2, 3 * row] = (terrain, region, int(word[1:] or 0))
        layout = cls(hexes, spec["frame"] == "sea", spec["name"])
        for words in spec.get("harbors", ()):
            row, column, side, kind = words.split()
            one, other = (layout.corner(row, column, end) for end in SIDES[side])
            layout.harbors.append((one, other, None if kind == "?" else kind))
        for mark, lines in spec.get("marks", {}).items():
            layout.marks[mark] = set()
            for line in lines:
                row, column, *sides = line.split()
                layout.marks[mark] |= {layout.corner(row, column, side) for side in sides}
        layout.hidden_terrains = [LETTERS[letter] for letter in spec.get("hidden_terrains", "").split()]
        layout.hidden_numbers = list(spec.get("hidden_numbers", ()))
        if "route" in spec:
            layout.read_route(spec["route"])
        return layout

    def read_route(self, spec: dict) -> None:
        """The way of Alexander: its first and last intersection are but the outer ends of arrows."""
        words = {"T": "temple", "?": "chip", ".": "empty", "7": "seven"}
        place = self.corner(*spec["from"].split())
        self.route = [place]
        for step in spec["walk"].split():
            x, y = self.points[place]
            place = self.intersection_at[x + CORNERS[step][0], y + CORNERS[step][1]]
            self.route.append(place)
        self.stops = [words[letter] for letter in re.sub(r"\s", "", spec["stops"])]
        self.chips = dict(spec["chips"])

    def lay(
        self,
        terrain: dict[int, str],
        number: dict[int, int],
        harbors: Iterable[tuple[int, int, str]],
        robber: int | None = None,
    ) -> "Layout":
        """Complete the board: what lies where, as the event BoardLaid says it."""
        self.terrain = {hex_: terrain.get(hex_, known) for hex_, known in self.terrain.items()}
        self.number = {hex_: token for hex_, token in number.items() if token}
        self.harbors = [tuple(harbor) for harbor in harbors]
        self.robber = robber
        return self

    def corner(self, row: str, column: str, side: str) -> int:
        """The intersection at a corner of the hex in a row and a column of the board file."""
        return self.corners[self.hex_at[2 * int(column) + int(row) % 2, 3 * int(row)]][side]

    def middle(self, ends: Point) -> Point:
        """Where a path comes in the order of paths: by the middle of its ends."""
        (x, y), (u, v) = self.points[ends[0]], self.points[ends[1]]
        return y + v, x + u

    def other_end(self, path: int, place: int) -> int:
        """The intersection at the other end of a path."""
        one, other = self.ends[path]
        return other if place == one else one

    def hex_neighbors(self, hex_: int) -> list[int]:
        """The hexes that share a side with a hex."""
        x, y = self.centres[hex_]
        around = [(x - 2, y), (x + 2, y), (x - 1, y - 3), (x + 1, y - 3), (x - 1, y + 3), (x + 1, y + 3)]
        return [self.hex_at[centre] for centre in around if centre in self.hex_at]


def north_west_first(point: Point) -> Point:
    """The order of places: from north to south, and from west to east."""
    x, y = point
    return y, x
