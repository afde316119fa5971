"""The plan of a board: what lies fixed, and the lists that are shuffled onto the rest when the game begins."""

from enum import StrEnum

import msgspec

from domain.board.grid import Grid, Point, grid_of
from domain.components import Harbor, Terrain


class NumbersBy(StrEnum):
    """How the number tokens come to their hexes."""

    FIXED = "fixed"
    SPIRAL = "spiral"
    FREE = "free"


class HexSpot(msgspec.Struct, frozen=True, gc=False):
    """One hex of a plan: its centre on the lattice, its terrain (none: shuffled) and number (0: none or shuffled).

    A hex of unknown terrain lies face down until it is turned up in the game.
    """

    x: int
    y: int
    terrain: Terrain | None = None
    number: int = 0
    region: str = ""
    """The part of the board to which it belongs, if any ("nile"); the scenario says what that means."""


class HarborSpot(msgspec.Struct, frozen=True, gc=False):
    """One harbor of a plan: its path, and its kind (none: shuffled)."""

    path: int
    kind: Harbor | None = None


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A kind of marked intersections ("start"); the scenario says what it means."""

    name: str
    intersections: tuple[int, ...]


TEMPLE, CHIP, EMPTY, SEVEN = STOPS = ("temple", "chip", "empty", "seven")
"""The words for what a route's intersection brings (A2.7, A2.8)."""

CHIPS = ("famine", "bridge", "battle", "statue")
"""The words for the kinds of event chips (A1.1)."""


class ChipCount(msgspec.Struct, frozen=True, gc=False):
    """How many event chips of a kind there are."""

    kind: str
    count: int


class Route(msgspec.Struct, frozen=True, gc=False):
    """A route over the board, an arrow on every path of it."""

    intersections: tuple[int, ...]
    """Where it goes, from the outer end of the first arrow to the outer end of the last."""
    stops: tuple[str, ...]
    """What each intersection between those two ends brings, in words of ``STOPS``."""
    chips: tuple[ChipCount, ...]
    """The event chips that are shuffled; those that are left over when each chip stop has one are not used."""


class Plan(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A board before it is laid. ``source`` says where it is from; users see it."""

    name: str
    source: str
    sea_frame: bool
    """Whether the frame round the hexes is sea, or nothing at all (S7)."""
    hexes: tuple[HexSpot, ...]
    harbors: tuple[HarborSpot, ...]
    numbers_by: NumbersBy = NumbersBy.FIXED
    terrains: tuple[Terrain, ...] = ()
    """What is shuffled onto the hexes without a terrain."""
    numbers: tuple[int, ...] = ()
    """The tokens: in the order of the spiral, or to be shuffled."""
    harbor_kinds: tuple[Harbor, ...] = ()
    """What is shuffled onto the harbors without a kind."""
    marks: tuple[Mark, ...] = ()
    robber: int | None = None
    """The hex where the robber starts, where the game's creator named one."""
    route: Route | None = None
    hidden_terrains: tuple[Terrain, ...] = ()
    """What lies face down on the unknown hexes; which lies where shows only when a hex is turned up (G4)."""
    hidden_numbers: tuple[int, ...] = ()
    """The tokens for the producing land among those."""

    @property
    def grid(self) -> Grid:
        """The lattice tables of this plan's hexes."""
        return grid_of(self.centres)

    @property
    def centres(self) -> tuple[Point, ...]:
        """The centres of the hexes, in the plan's order."""
        return tuple((spot.x, spot.y) for spot in self.hexes)
