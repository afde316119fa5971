"""The lands of the race (G1.6, G1.7, G5, G6.1, G6.2): where one starts, where nothing may stand, the gold islands."""

from functools import lru_cache

from domain.board.grid import Grid, mask_of
from domain.board.laid import Board
from domain.components import bits
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Reason
from domain.rules.buildings import (
    AT_A_DISTANCE,
    ON_OWN_SETTLEMENT,
    TOUCHES_LAND,
    VACANT,
    Buildings,
    cities_left,
    settlements_left,
)
from domain.rules.ships import AT_OWN_ROAD_OR_SHIP

HOME, STRIP, GOLD, STORM, FORBIDDEN = "home", "strip", "gold", "storm", "forbidden"
"""The regions of the boards."""


def touching(state: State, region: str) -> int:
    """Mask of the intersections that touch a hex of a region (G1.7)."""
    board = state[Board]
    return _touching(board.grid, board.in_region(region))


def edges(state: State, region: str) -> int:
    """Mask of the paths on the edges of a region's hexes."""
    board = state[Board]
    return _edges(board.grid, board.in_region(region))


@lru_cache(maxsize=256)
def _touching(grid: Grid, hexes: int) -> int:
    found = 0
    for n in bits(hexes):
        found |= grid.corner_mask[n]
    return found


@lru_cache(maxsize=256)
def _edges(grid: Grid, hexes: int) -> int:
    found = 0
    for n in bits(hexes):
        found |= mask_of(grid.sides[n])
    return found


def _open_by_gold(state: State, seat: int) -> int:
    """Everywhere but on the gold islands, once a seat has its settlement (or city) there."""
    gold = touching(state, GOLD)
    return ~gold if state[Buildings].of[seat] & gold else -1


def _last_settlement(state: State, seat: int) -> int:
    """The last settlement in stock is for the gold islands, until one of the seat's stands there."""
    gold = touching(state, GOLD)
    kept = settlements_left(state, seat) == 1 and not state[Buildings].of[seat] & gold
    return gold if kept else -1


def _last_city(state: State, seat: int) -> int:
    """The last city in stock is for the gold islands, until one of the seat's stands there."""
    gold = touching(state, GOLD)
    kept = cities_left(state, seat) == 1 and not state[Buildings].cities[seat] & gold
    return gold if kept else -1


ON_HOME_ISLAND = Line(Reason.NOT_A_STARTING_PLACE, "G1.6", lambda state, seat: touching(state, HOME))
NOT_ON_FORBIDDEN_LAND = Line(Reason.FORBIDDEN_LAND, "G5.2", lambda state, seat: ~touching(state, FORBIDDEN))
ALONG_NO_FORBIDDEN_LAND = Line(Reason.FORBIDDEN_LAND, "G5.2", lambda state, seat: ~edges(state, FORBIDDEN))
ALONG_NO_STORM = Line(Reason.STORM, "G5.1", lambda state, seat: ~edges(state, STORM))
ONE_ON_GOLD_ISLANDS = Line(Reason.ALREADY_ON_GOLD, "G6.1", _open_by_gold)
SETTLEMENT_KEPT_BACK = Line(Reason.KEPT_FOR_GOLD, "G6.2", _last_settlement)
CITY_KEPT_BACK = Line(Reason.KEPT_FOR_GOLD, "G6.2", _last_city)

room = Room("islands")
room.place(
    "settlement",
    VACANT,
    TOUCHES_LAND,
    AT_A_DISTANCE,
    AT_OWN_ROAD_OR_SHIP,
    NOT_ON_FORBIDDEN_LAND,
    ONE_ON_GOLD_ISLANDS,
    SETTLEMENT_KEPT_BACK,
)
room.place(
    "settlement",
    VACANT,
    TOUCHES_LAND,
    AT_A_DISTANCE,
    NOT_ON_FORBIDDEN_LAND,
    ON_HOME_ISLAND,
    during="setup_settlement",
)
room.place("city", ON_OWN_SETTLEMENT, CITY_KEPT_BACK)


def robber_lands(state: State) -> int:
    """The robber stands on the strip and the gold islands alone, once two buildings stand off the home island (G6.3).

    Before that there is no hex where it may go.
    """
    abroad = state[Buildings].occupied & ~touching(state, HOME)
    if abroad.bit_count() < 2:
        return 0
    board = state[Board]
    return board.land & (board.in_region(STRIP) | board.in_region(GOLD))
