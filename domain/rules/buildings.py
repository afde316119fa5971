"""Settlements and cities: where they stand and may be placed (B2.3, B7.3, B7.4), and the stock (B1.1)."""

from typing import TypeVar

import msgspec

from domain.board.grid import mask_of
from domain.board.laid import Board
from domain.components import Seat, bits
from domain.engine.listing import check_place
from domain.engine.messages import Command, Event, Viewer
from domain.engine.prompts import Demand
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason

T = TypeVar("T")


class BuildSettlement(Command, frozen=True):
    """Build a settlement on an intersection."""

    intersection: int


class BuildCity(Command, frozen=True):
    """Replace your settlement on an intersection by a city."""

    intersection: int


class SettlementBuilt(Event, frozen=True):
    """A settlement was built; what it cost, if anything, is an event of its own."""

    seat: Seat
    intersection: int


class CityBuilt(Event, frozen=True):
    """A city took the place of its owner's settlement, which went back to the stock."""

    seat: Seat
    intersection: int


class Stock(msgspec.Struct, frozen=True, gc=False):
    """How many pieces each seat has (B1.1); ships where the sea rules hold."""

    road: int = 15
    settlement: int = 5
    city: int = 4
    ship: int = 0


class Buildings(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows where buildings stand; masks of intersections, tuples indexed by seat."""

    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    of: tuple[int, ...]
    """For each seat its settlements and cities together."""
    touched: tuple[int, ...]
    """For each seat the mask of the hexes at its buildings."""
    occupied: int = 0
    closed: int = 0
    """Where the distance rule lets nobody build: occupied intersections and those next to them."""

    def others(self, seat: Seat) -> int:
        """Mask of the intersections with another seat's building."""
        return self.occupied & ~self.of[seat]

    def owner(self, intersection: int) -> Seat:
        """Whose building stands on an intersection; 0 where there is none."""
        return next((seat for seat, mask in enumerate(self.of) if mask >> intersection & 1), 0)


def put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Put a value in a seat's place of a tuple indexed by seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def _no_buildings(seats: int) -> Buildings:
    none = (0,) * (seats + 1)
    return Buildings(none, none, none, none)


room = Room("buildings")
room.term(Stock())
room.part(Buildings, lambda seats, terms: _no_buildings(seats))


@room.fold(SettlementBuilt, Buildings)
def _(buildings: Buildings, event: SettlementBuilt, state: State) -> Buildings:
    place, grid = 1 << event.intersection, state[Board].grid
    seat = event.seat
    return Buildings(
        put(buildings.settlements, seat, buildings.settlements[seat] | place),
        buildings.cities,
        put(buildings.of, seat, buildings.of[seat] | place),
        put(buildings.touched, seat, buildings.touched[seat] | mask_of(grid.hexes_at[event.intersection])),
        buildings.occupied | place,
        buildings.closed | grid.near[event.intersection],
    )


@room.fold(CityBuilt, Buildings)
def _(buildings: Buildings, event: CityBuilt, state: State) -> Buildings:
    place = 1 << event.intersection
    seat = event.seat
    return Buildings(
        put(buildings.settlements, seat, buildings.settlements[seat] & ~place),
        put(buildings.cities, seat, buildings.cities[seat] | place),
        buildings.of,
        buildings.touched,
        buildings.occupied,
        buildings.closed,
    )


VACANT = Line(Reason.OCCUPIED, "B7.3", lambda state, seat: ~state[Buildings].occupied)
TOUCHES_LAND = Line(Reason.NOT_LAND, "B7.3", lambda state, seat: state[Board].land_intersections)
AT_A_DISTANCE = Line(Reason.TOO_CLOSE, "B2.3", lambda state, seat: ~state[Buildings].closed)
ON_OWN_SETTLEMENT = Line(Reason.NO_OWN_SETTLEMENT, "B7.4", lambda state, seat: state[Buildings].settlements[seat])

room.place("city", ON_OWN_SETTLEMENT)


def settlements_left(state: State, seat: Seat) -> int:
    """Count a seat's settlements in stock."""
    return state.terms[Stock].settlement - state[Buildings].settlements[seat].bit_count()


def cities_left(state: State, seat: Seat) -> int:
    """Count a seat's cities in stock."""
    return state.terms[Stock].city - state[Buildings].cities[seat].bit_count()


def check_intersection(state: State, intersection: int) -> None:
    """Refuse an intersection that the board does not have: ``NO_SUCH_PLACE``."""
    if not 0 <= intersection < len(state[Board].grid.intersections):
        raise Illegal(Reason.NO_SUCH_PLACE, "B2.6", intersection=intersection)


def check_settlement(state: State, command: BuildSettlement, demand: Demand) -> None:
    """Check a settlement but for its cost: the intersection, the stock, the place."""
    check_intersection(state, command.intersection)
    if not settlements_left(state, command.seat):
        raise Illegal(Reason.OUT_OF_PIECES, "B1.1", piece="settlement")
    check_place(state, "settlement", demand, command.intersection)


def check_city(state: State, command: BuildCity, demand: Demand) -> None:
    """Check a city but for its cost: the intersection, the stock, the place."""
    check_intersection(state, command.intersection)
    if not cities_left(state, command.seat):
        raise Illegal(Reason.OUT_OF_PIECES, "B1.1", piece="city")
    check_place(state, "city", demand, command.intersection)


points_room = Room("points of buildings")


@points_room.score("buildings", SettlementBuilt, CityBuilt)
def score_buildings(state: State, seat: Seat) -> int:
    """Count 1 point for a settlement, 2 for a city (B10.1)."""
    buildings = state[Buildings]
    return buildings.settlements[seat].bit_count() + 2 * buildings.cities[seat].bit_count()


class BuildingView(msgspec.Struct, frozen=True, gc=False):
    """A building: whose it is and where it stands."""

    seat: Seat
    intersection: int


class BuildingsView(msgspec.Struct, frozen=True, gc=False):
    """All settlements and cities, seat by seat."""

    settlements: tuple[BuildingView, ...]
    cities: tuple[BuildingView, ...]


def _standing(state: State, masks: tuple[int, ...]) -> tuple[BuildingView, ...]:
    return tuple(BuildingView(seat, place) for seat in state.everyone for place in bits(masks[seat]))


@room.show
def show_buildings(state: State, viewer: Viewer) -> BuildingsView:
    """Show where buildings stand."""
    buildings = state[Buildings]
    return BuildingsView(_standing(state, buildings.settlements), _standing(state, buildings.cities))
