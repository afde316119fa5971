"""Board files: a board drawn as rows of hexes in TOML, read into a plan.

A row holds a word for each column: ``-`` for no hex, ``?`` for a hex whose terrain is shuffled, else a letter and,
where it has one, a number: H hills, F forest, L pasture, A fields, M mountains, $ gold river, D desert, s sea, u
unknown (face down; ``hidden_terrains`` and ``hidden_numbers`` are what lies on those hexes in all). A file may have
further letters, each for a terrain and a region: ``letters.n = "sea nile"``. Rows go from north; every odd
row (counted from 0) lies half a hex further east.

A harbor is ``row column side kind``, a hex and the side of it. A mark is a list of ``row column corner corner ...``;
each of its intersections stands there once, as a corner of any of its hexes.

A route begins ``from`` a ``row column corner``, and its ``walk`` says the way of every arrow: N, NE, SE, S, SW or NW.
Its ``stops`` are what the intersections after all arrows but the last bring: T temple, ? event chip, . nothing, 7 one
that is crossed on a 7 only. Its ``chips`` are how many there are of each kind. Blanks in walk and stops mean nothing.
"""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TypeVar

import msgspec

from domain.board.grid import CORNER_OFFSETS, Corner, Side, grid_of
from domain.board.plan import CHIP, EMPTY, SEVEN, TEMPLE, ChipCount, HarborSpot, HexSpot, Mark, NumbersBy, Plan, Route
from domain.board.validator import USUAL_ROWS, Row, check_plan
from domain.components import Harbor, Terrain
from domain.errors import BoardInvalid

T = TypeVar("T")

LETTERS: Mapping[str, Terrain] = MappingProxyType(
    {
        "H": Terrain.HILLS,
        "F": Terrain.FOREST,
        "L": Terrain.PASTURE,
        "A": Terrain.FIELDS,
        "M": Terrain.MOUNTAINS,
        "$": Terrain.GOLD_RIVER,
        "D": Terrain.DESERT,
        "s": Terrain.SEA,
        "u": Terrain.UNKNOWN,
    }
)

Letter = tuple[Terrain | None, str]
"""What a letter stands for: a terrain (none: shuffled) and a region ("": none)."""

_PLAIN: Mapping[str, Letter] = MappingProxyType({"?": (None, ""), **{each: (LETTERS[each], "") for each in LETTERS}})
_TERRAINS: Mapping[str, Terrain | None] = MappingProxyType({"?": None, **{str(each): each for each in Terrain}})
_KINDS = MappingProxyType({kind.name.lower(): kind for kind in Harbor})
_NUMBERS_BY = MappingProxyType({str(way): way for way in NumbersBy})
_STOPS = MappingProxyType({"T": TEMPLE, "?": CHIP, ".": EMPTY, "7": SEVEN})
_FRAMES = MappingProxyType({"sea": True, "none": False})


def read_board(file: Traversable, rows: Iterable[Row] = USUAL_ROWS) -> Plan:
    """Read a drawn board file and check it, by these rows too; raises ``BoardInvalid`` for one that is not right."""
    try:
        drawn = tomllib.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:  # no UTF-8, no TOML, a number too long, brackets too deep
        raise BoardInvalid((f"{file.name} is no TOML: {fault}",)) from fault
    missing = [key for key in ("name", "source", "frame", "rows", "harbors") if key not in drawn]
    if missing:
        raise BoardInvalid(tuple(f"{file.name} does not say its {key}" for key in missing))
    try:
        return check_plan(_Drawing(msgspec.convert(drawn, _Drawn)).plan(), rows)
    except msgspec.ValidationError as fault:
        raise BoardInvalid((f"{file.name}: {fault}",)) from fault


class _DrawnRoute(msgspec.Struct, forbid_unknown_fields=True):
    """The table of a route."""

    walk: str
    stops: str
    chips: dict[str, int]
    start: str = msgspec.field(name="from")


class _Drawn(msgspec.Struct, forbid_unknown_fields=True):
    """What a board file says."""

    name: str
    source: str
    frame: str
    rows: str
    harbors: list[str]
    letters: dict[str, str] = {}
    numbers_by: str = "fixed"
    terrains: str = ""
    numbers: list[int] = []
    harbor_kinds: list[str] = []
    marks: dict[str, list[str]] = {}
    route: _DrawnRoute | None = None
    hidden_terrains: str = ""
    hidden_numbers: list[int] = []


class _Drawing:
    """A board file that is being read; what cannot be read raises ``BoardInvalid``, saying where it stands."""

    def __init__(self, drawn: _Drawn) -> None:
        self._drawn = drawn
        self._letters = {**_PLAIN, **dict(_read_letter(*each) for each in drawn.letters.items())}
        self._spots: dict[str, HexSpot] = {}
        for row, line in enumerate(drawn.rows.strip().splitlines()):
            for column, word in enumerate(line.split()):
                if word != "-":
                    self._spots[f"{row} {column}"] = self._read_hex(row, column, word)
        self._hexes = {place: n for n, place in enumerate(self._spots)}
        self._grid = grid_of(tuple((spot.x, spot.y) for spot in self._spots.values()))

    def plan(self) -> Plan:
        """Give the plan."""
        drawn = self._drawn
        return Plan(
            name=drawn.name,
            source=drawn.source,
            sea_frame=_look_up(_FRAMES, drawn.frame, "frame"),
            hexes=tuple(self._spots.values()),
            harbors=tuple(map(self._read_harbor, drawn.harbors)),
            numbers_by=_look_up(_NUMBERS_BY, drawn.numbers_by, "numbers_by"),
            terrains=self._read_terrains(drawn.terrains, "terrains"),
            numbers=tuple(drawn.numbers),
            harbor_kinds=tuple(_look_up(_KINDS, kind, "harbor_kinds") for kind in drawn.harbor_kinds),
            marks=tuple(self._read_mark(name, lines) for name, lines in drawn.marks.items()),
            route=self._read_route(drawn.route) if drawn.route is not None else None,
            hidden_terrains=self._read_terrains(drawn.hidden_terrains, "hidden_terrains"),
            hidden_numbers=tuple(drawn.hidden_numbers),
        )

    @staticmethod
    def _read_terrains(letters: str, key: str) -> tuple[Terrain, ...]:
        return tuple(_look_up(LETTERS, letter, key) for letter in letters.split())

    def _read_hex(self, row: int, column: int, word: str) -> HexSpot:
        where = f"row {row}, column {column}"
        terrain, region = _look_up(self._letters, word[0], where)
        number = word[1:] or "0"
        if not number.isdecimal() or len(number) > 2:
            raise BoardInvalid((f"{where}: {number!r} is no number",))
        return HexSpot(2 * column + row % 2, 3 * row, terrain, int(number), region)

    def _read_harbor(self, text: str) -> HarborSpot:
        where = f"harbor {text!r}"
        n, words = self._read_place(text, where)
        if len(words) != 2:
            raise BoardInvalid((f"{where}: a harbor is a row, a column, a side and a kind",))
        side, kind = words
        path = self._grid.sides[n][_look_up(Side.__members__, side, where)]
        return HarborSpot(path, None if kind == "?" else _look_up(_KINDS, kind, where))

    def _read_mark(self, name: str, lines: Iterable[str]) -> Mark:
        spots = []
        for text in lines:
            where = f"mark {name} {text!r}"
            n, corners = self._read_place(text, where)
            spots += [self._grid.corners[n][_look_up(Corner.__members__, corner, where)] for corner in corners]
        return Mark(name, tuple(sorted(spots)))

    def _read_route(self, drawn: _DrawnRoute) -> Route:
        spots = [self._read_corner(drawn.start, f"route from {drawn.start!r}")]
        for n, way in enumerate(drawn.walk.split(), 1):
            spots.append(self._step(spots[-1], way, f"route, arrow {n}"))
        stops = enumerate("".join(drawn.stops.split()), 1)
        return Route(
            tuple(spots),
            tuple(_look_up(_STOPS, letter, f"route, stop {n}") for n, letter in stops),
            tuple(ChipCount(kind, count) for kind, count in drawn.chips.items()),
        )

    def _read_corner(self, text: str, where: str) -> int:
        n, words = self._read_place(text, where)
        if len(words) != 1:
            raise BoardInvalid((f"{where}: an intersection is a row, a column and a corner",))
        return self._grid.corners[n][_look_up(Corner.__members__, words[0], where)]

    def _step(self, spot: int, way: str, where: str) -> int:
        """The intersection that lies one path away; it lies there as a corner so named lies from a hex's centre."""
        x, y = self._grid.intersections[spot]
        dx, dy = CORNER_OFFSETS[_look_up(Corner.__members__, way, where)]
        for _, other in self._grid.roads_from[spot]:
            if self._grid.intersections[other] == (x + dx, y + dy):
                return other
        raise BoardInvalid((f"{where}: no path leads {way} from the intersection at ({x}, {y})",))

    def _read_place(self, text: str, where: str) -> tuple[int, list[str]]:
        """The hex that the first two words name, and the words after them."""
        words = text.split()
        place = " ".join(words[:2])
        if place not in self._hexes:
            raise BoardInvalid((f"{where}: there is no such hex",))
        return self._hexes[place], words[2:]


def _read_letter(letter: str, text: str) -> tuple[str, Letter]:
    where = f"letter {letter!r}"
    if len(letter) != 1 or letter == "-" or letter in _PLAIN:
        raise BoardInvalid((f"{where}: a further letter is one character that has no meaning yet",))
    terrain, _, region = text.partition(" ")
    return letter, (_look_up(_TERRAINS, terrain, where), region)


def _look_up(table: Mapping[str, T], word: str, where: str) -> T:
    if word not in table:
        raise BoardInvalid((f"{where}: {word!r} is none of {', '.join(table)}",))
    return table[word]
