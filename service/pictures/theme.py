"""How pictures look: colours, sizes and the marks by which things are told apart where colours are not.

The seats' colours keep their distance for eyes that do not tell red from green: each pair differs in lightness or in
blue. The line along a seat's roads and its number say the same without any colour.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from settlers.v1 import board_pb2

UNIT = 26.0
"""Pixels of one step of y on the lattice; a hex's side is two."""

SIDE = 2 * UNIT
"""Pixels of a hex's side, and from its centre to a corner."""

MARGIN = 28.0
"""Pixels round everything."""

PAPER = "#faf6ec"
CARD = "#fffdf7"
INK = "#2b2a33"
FADED = "#625d58"
HAIRLINE = "#d8cfba"
FRAME = "#b9d6e4"
TABLE = "#e4d8bd"
COAST = "#f3e6c4"
BORDER = "#fbf4e2"
TOKEN = "#fffaf0"
WOOD = "#6b4a2e"
STORM = "#20394f"
BAR = "#8e2a22"
SEA_EDGE, TABLE_EDGE = "#7da6bd", "#c3b084"
RED = "#b3261e"
ROUTE = "#7b1e4b"
ROUTE_BEHIND = "#a39a92"
SUN = "#f2b632"

FONT = "'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
TITLES = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"


class Line(NamedTuple):
    """A line along the roads of a seat."""

    dashes: str | None = None
    """Its dashes and gaps; None is an unbroken line."""
    dotted: bool = False
    """Whether dashes have round ends, so that the shortest are dots."""
    broad: bool = False
    """Whether it is as broad as the road, so that dashes are bars across it."""


class SeatStyle(NamedTuple):
    """How the pieces of a seat look: their colour, what is written on it, and the line along its roads."""

    fill: str
    ink: str
    line: Line | None = None


SEATS: tuple[SeatStyle, ...] = (
    SeatStyle("#c23b22", "#ffffff"),
    SeatStyle("#2a72b5", "#ffffff", Line()),
    SeatStyle("#fbf8ef", "#2b2a33", Line("0.1 5", dotted=True)),
    SeatStyle("#eda52b", "#2b2a33", Line("7 5")),
    SeatStyle("#4d2c78", "#ffffff", Line("1.8 3.6", broad=True)),
    SeatStyle("#86d6bf", "#1d3b33", Line("8 4 0.1 4", dotted=True)),
)

NEUTRAL = SeatStyle("#8a7f74", "#ffffff")
"""Pieces of nobody: the Pharaoh's blocks."""


def seat_style(seat: int) -> SeatStyle:
    """Give the look of a seat's pieces."""
    return SEATS[(seat - 1) % len(SEATS)] if seat else NEUTRAL


class Ground(NamedTuple):
    """How a kind of hex looks: its colour, and the drawing that lies on it."""

    fill: str
    motif: str


GROUNDS: Mapping[int, Ground] = MappingProxyType(
    {
        board_pb2.TERRAIN_HILLS: Ground("#d18e63", "motif-hills"),
        board_pb2.TERRAIN_FOREST: Ground("#7fae7a", "motif-forest"),
        board_pb2.TERRAIN_PASTURE: Ground("#c3dc8c", "motif-pasture"),
        board_pb2.TERRAIN_FIELDS: Ground("#efd77c", "motif-fields"),
        board_pb2.TERRAIN_MOUNTAINS: Ground("#b3b8c1", "motif-mountains"),
        board_pb2.TERRAIN_DESERT: Ground("#ead8ab", "motif-desert"),
        board_pb2.TERRAIN_SEA: Ground("#a5cbdf", "motif-sea"),
        board_pb2.TERRAIN_GOLD_RIVER: Ground("#f5d869", "motif-gold"),
        board_pb2.TERRAIN_UNKNOWN: Ground("#8f8aa3", "motif-unknown"),
    }
)

REGION_GROUNDS: Mapping[str, Ground] = MappingProxyType(
    {
        "nile": Ground("#8fd0cd", "motif-nile"),
        "red_sea": Ground("#c2bcd8", "motif-red-sea"),
        "storm": Ground("#7d9bb3", "motif-storm"),
        "forbidden": Ground("#b9ada0", "motif-forbidden"),
        "pyramid": Ground("#ead8ab", "motif-site"),
    }
)
"""Regions whose hexes look otherwise than their terrain does."""

NOTHING = Ground("#dddddd", "")
"""A terrain that this theme does not know."""

RED_NUMBERS = frozenset({6, 8})
"""The numbers that are rolled most often, a 7 aside."""

MARKS = ("start", "site", "red")
"""The marks of intersections that have a drawing."""

STOPS = ("temple", "chip", "empty", "seven")
"""What may wait on an intersection of a route, each with a drawing, in the order of the legend."""

WATERS = ("nile", "red_sea")
"""The regions of water whose names are written on the board."""

GOOD_ICONS: Mapping[int, str] = MappingProxyType(
    {
        board_pb2.HARBOR_BRICK: "icon-brick",
        board_pb2.HARBOR_LUMBER: "icon-lumber",
        board_pb2.HARBOR_WOOL: "icon-wool",
        board_pb2.HARBOR_GRAIN: "icon-grain",
        board_pb2.HARBOR_ORE: "icon-ore",
        board_pb2.HARBOR_COIN: "icon-coin",
    }
)
"""The drawing of what a harbor takes two of."""
