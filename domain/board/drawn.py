"""Board files: a board drawn as rows of hexes in TOML, read into a plan.

A row holds a word for each column: ``-`` for no hex, ``?`` for a hex whose terrain is shuffled, else a letter and,
where it has one, a number: H hills, F forest, L pasture, A fields, M mountains, $ gold river, D desert, s sea. A file
may have further letters, each for a terrain and a region: ``letters.n = "sea nile"``. Rows go from north; every odd
row (counted from 0) lies half a hex further east.

A harbor is ``row column side kind``, a hex and the side of it. A mark is a list of ``row column corner corner ...``;
each of its intersections stands there once, as a corner of any of its hexes.
"""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, TypeVar

from domain.board.grid import Corner, Side, grid_of
from domain.board.plan import HarborSpot, HexSpot, Mark, NumbersBy, Plan
from domain.board.validator import Row, check_plan, needs_desert
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
    }
)

Letter = tuple[Terrain | None, str]
"""What a letter stands for: a terrain (none: shuffled) and a region ("": none)."""

_PLAIN: Mapping[str, Letter] = MappingProxyType({"?": (None, ""), **{each: (LETTERS[each], "") for each in LETTERS}})
_TERRAINS: Mapping[str, Terrain | None] = MappingProxyType({"?": None, **{str(each): each for each in Terrain}})
_KINDS = MappingProxyType({kind.name.lower(): kind for kind in Harbor})
_NUMBERS_BY = MappingProxyType({str(way): way for way in NumbersBy})
_FRAMES = MappingProxyType({"sea": True, "none": False})


def read_board(file: Traversable, rows: Iterable[Row] = (needs_desert,)) -> Plan:
    """Read a drawn board file and check it, by these rows too; raises ``BoardInvalid`` for one that is not right."""
    try:
        drawn = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as fault:
        raise BoardInvalid((f"{file.name} is no TOML: {fault}",)) from fault
    missing = [key for key in ("name", "source", "frame", "rows", "harbors") if key not in drawn]
    if missing:
        raise BoardInvalid(tuple(f"{file.name} does not say its {key}" for key in missing))
    return check_plan(_Drawing(drawn).plan(), rows)


class _Drawing:
    """A board file that is being read; what cannot be read raises ``BoardInvalid``, saying where it stands."""

    def __init__(self, drawn: Mapping[str, Any]) -> None:
        self._drawn = drawn
        self._letters = {**_PLAIN, **dict(_read_letter(*each) for each in drawn.get("letters", {}).items())}
        self._spots: dict[str, HexSpot] = {}
        for row, line in enumerate(drawn["rows"].strip().splitlines()):
            for column, word in enumerate(line.split()):
                if word != "-":
                    self._spots[f"{row} {column}"] = self._read_hex(row, column, word)
        self._hexes = {place: n for n, place in enumerate(self._spots)}
        self._grid = grid_of(tuple((spot.x, spot.y) for spot in self._spots.values()))

    def plan(self) -> Plan:
        """Give the plan."""
        drawn = self._drawn
        return Plan(
            name=drawn["name"],
            source=drawn["source"],
            sea_frame=_look_up(_FRAMES, drawn["frame"], "frame"),
            hexes=tuple(self._spots.values()),
            harbors=tuple(map(self._read_harbor, drawn["harbors"])),
            numbers_by=_look_up(_NUMBERS_BY, drawn.get("numbers_by", "fixed"), "numbers_by"),
            terrains=tuple(_look_up(LETTERS, letter, "terrains") for letter in drawn.get("terrains", "").split()),
            numbers=tuple(drawn.get("numbers", ())),
            harbor_kinds=tuple(_look_up(_KINDS, kind, "harbor_kinds") for kind in drawn.get("harbor_kinds", ())),
            marks=tuple(self._read_mark(name, lines) for name, lines in drawn.get("marks", {}).items()),
        )

    def _read_hex(self, row: int, column: int, word: str) -> HexSpot:
        where = f"row {row}, column {column}"
        terrain, region = _look_up(self._letters, word[0], where)
        number = word[1:] or "0"
        if not number.isdecimal():
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
