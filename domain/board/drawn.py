"""Board files: a board drawn as rows of hexes in TOML, read into a plan.

A row holds a word for each column: ``-`` for no hex, ``?`` for a hex whose terrain is shuffled, else a letter and,
where it has one, a number: H hills, F forest, L pasture, A fields, M mountains, D desert, s sea. Rows go from north;
every odd row (counted from 0) lies half a hex further east. A harbor is ``row column side kind``.
"""

import tomllib
from importlib.resources.abc import Traversable

from domain.board.grid import Side, grid_of
from domain.board.plan import HarborSpot, HexSpot, NumbersBy, Plan
from domain.board.validator import check_plan
from domain.components import Harbor, Terrain

LETTERS = {
    "H": Terrain.HILLS,
    "F": Terrain.FOREST,
    "L": Terrain.PASTURE,
    "A": Terrain.FIELDS,
    "M": Terrain.MOUNTAINS,
    "D": Terrain.DESERT,
    "s": Terrain.SEA,
}


def read_board(file: Traversable) -> Plan:
    """Read a drawn board file and check it; raises ``BoardInvalid`` for one that is not right."""
    drawn = tomllib.loads(file.read_text(encoding="utf-8"))
    hexes = [spot for r, row in enumerate(drawn["rows"].strip().splitlines()) for spot in _read_row(r, row)]
    grid = grid_of(tuple((spot.x, spot.y) for spot in hexes))

    def harbor(text: str) -> HarborSpot:
        row, column, side, kind = text.split()
        x, y = _centre(int(row), int(column))
        path = grid.sides[grid.hex_at((x, y))][Side[side]]
        return HarborSpot(path, None if kind == "?" else Harbor[kind.upper()])

    return check_plan(
        Plan(
            name=drawn["name"],
            source=drawn["source"],
            sea_frame=drawn["frame"] == "sea",
            hexes=tuple(hexes),
            harbors=tuple(harbor(text) for text in drawn["harbors"]),
            numbers_by=NumbersBy(drawn.get("numbers_by", "fixed")),
            terrains=tuple(LETTERS[letter] for letter in drawn.get("terrains", "").split()),
            numbers=tuple(drawn.get("numbers", ())),
            harbor_kinds=tuple(Harbor[kind.upper()] for kind in drawn.get("harbor_kinds", ())),
        )
    )


def _centre(row: int, column: int) -> tuple[int, int]:
    return 2 * column + row % 2, 3 * row


def _read_row(row: int, text: str) -> list[HexSpot]:
    spots = []
    for column, word in enumerate(text.split()):
        if word != "-":
            terrain = None if word[0] == "?" else LETTERS[word[0]]
            spots.append(HexSpot(*_centre(row, column), terrain, int(word[1:] or 0)))
    return spots
