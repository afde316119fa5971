"""Ships (S1, S2, S6): where they may be built, at which cost, and what they change for roads and settlements."""

from collections.abc import Iterable

import msgspec

from domain.board.laid import Board
from domain.components import Cards, Seat, bits, cards, covers
from domain.engine.listing import check_place, commands_at, places
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import AT_A_DISTANCE, TOUCHES_LAND, VACANT, SettlementBuilt, Stock
from domain.rules.hands import Hands, ResourcesPaid, check_holds
from domain.rules.networks import Network, Reach, extended, lifted, settled
from domain.rules.progress_cards import drop_second_piece
from domain.rules.roads import Roads
from domain.rules.setup import AT_NEW_SETTLEMENT, go_on


class BuildShip(Command, frozen=True):
    """Build a ship on a path."""

    path: int


class ShipBuilt(Event, frozen=True):
    """A ship was built; what it cost, if anything, is an event of its own."""

    seat: Seat
    path: int


class ShipMoved(Event, frozen=True):
    """A seat moved one of its ships from one path to another (S3)."""

    seat: Seat
    origin: int
    path: int


class Fleet(Network, frozen=True, gc=False):
    """The part of the game that knows all ships."""


class ShipTerms(msgspec.Struct, frozen=True, gc=False):
    """What a ship costs."""

    cost: Cards = cards(lumber=1, wool=1)


room = Room("ships")
room.term(ShipTerms())
room.admit("build", BuildShip, like="act")
room.part(Fleet, lambda seats, terms: Fleet((Reach(),) * (seats + 1)))


@room.fold(ShipBuilt, Fleet)
def _(fleet: Fleet, event: ShipBuilt, state: State) -> Fleet:
    return extended(fleet, event.seat, event.path, state)


@room.fold(ShipMoved, Fleet)
def _(fleet: Fleet, event: ShipMoved, state: State) -> Fleet:
    return extended(lifted(fleet, event.seat, event.origin, state), event.seat, event.path, state)


@room.fold(SettlementBuilt, Fleet)
def _(fleet: Fleet, event: SettlementBuilt, state: State) -> Fleet:
    return settled(fleet, event.seat, event.intersection, state)


FREE_FOR_SHIP = Line(Reason.OCCUPIED, "S1", lambda state, seat: ~(state[Fleet].taken | state[Roads].taken))
ALONG_SEA = Line(Reason.NOT_SEA, "S1", lambda state, seat: state[Board].sea_paths)
JOINS_FLEET = Line(Reason.NOT_CONNECTED, "S1", lambda state, seat: state[Fleet].of[seat].frontier)

WITHOUT_SHIP = Line(Reason.OCCUPIED, "B7.2", lambda state, seat: ~state[Fleet].taken)
"""What the sea rules add to the placing of a road."""

AT_OWN_ROAD_OR_SHIP = Line(
    Reason.NOT_CONNECTED, "B7.3", lambda state, seat: state[Roads].of[seat].ends | state[Fleet].of[seat].ends
)

room.place("ship", FREE_FOR_SHIP, ALONG_SEA, JOINS_FLEET)
room.place("ship", FREE_FOR_SHIP, ALONG_SEA, AT_NEW_SETTLEMENT, during="setup_road")
room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, AT_OWN_ROAD_OR_SHIP)


def ships_left(state: State, seat: Seat) -> int:
    """Count a seat's ships in stock."""
    return state.terms[Stock].ship - state[Fleet].of[seat].paths.bit_count()


def can_place_ship(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a ship, and a place for it (as one of road building's pieces)."""
    return bool(ships_left(state, seat) and places(state, "ship", Demand("road_building", seat)))


def check_path(state: State, path: int) -> None:
    """Refuse a path that the board does not have: ``NO_SUCH_PLACE``."""
    if not 0 <= path < len(state[Board].grid.ends):
        raise Illegal(Reason.NO_SUCH_PLACE, "B2.6", path=path)


def check_ship(state: State, command: BuildShip, demand: Demand) -> None:
    """Check a ship but for its cost: the path, the stock, the place."""
    check_path(state, command.path)
    if not ships_left(state, command.seat):
        raise Illegal(Reason.OUT_OF_PIECES, "B1.1", piece="ship")
    check_place(state, "ship", demand, command.path)


def list_ships(state: State, demand: Demand) -> Iterable[Command]:
    """List the ships that a seat may build, but for their cost."""
    if ships_left(state, demand.seat):
        return commands_at(BuildShip, demand.seat, places(state, "ship", demand))
    return ()


def _check_paid_ship(state: State, command: BuildShip, demand: Demand) -> None:
    check_ship(state, command, demand)
    check_holds(state, command.seat, state.terms[ShipTerms].cost, "S1")


def _list_paid_ships(state: State, demand: Demand) -> Iterable[Command]:
    return list_ships(state, demand) if covers(state[Hands].of[demand.seat], state.terms[ShipTerms].cost) else ()


@room.does(BuildShip, "act", listing=_list_paid_ships, check=_check_paid_ship)
def build_ship(play: Play, command: BuildShip, demand: Demand) -> None:
    """Build a ship at its cost."""
    play.happen(ShipBuilt(command.seat, command.path))
    play.happen(ResourcesPaid(command.seat, play.terms[ShipTerms].cost))


@room.does(BuildShip, "setup_road", listing=list_ships, check=check_ship)
def place_ship(play: Play, command: BuildShip, demand: Demand) -> None:
    """Place a ship in place of the road of a starting settlement."""
    play.happen(ShipBuilt(command.seat, command.path))
    go_on(play, demand)


@room.does(BuildShip, "road_building", listing=list_ships, check=check_ship)
def place_free_ship(play: Play, command: BuildShip, demand: Demand) -> None:
    """Place a ship for nothing, by the card road building (B8.2)."""
    play.happen(ShipBuilt(command.seat, command.path))
    play.answer(demand, 1)


room.settle(ShipBuilt)(drop_second_piece)


class ShipView(msgspec.Struct, frozen=True, gc=False):
    """A ship: whose it is and on which path."""

    seat: Seat
    path: int


class ShipsView(msgspec.Struct, frozen=True, gc=False):
    """All ships, seat by seat."""

    ships: tuple[ShipView, ...]


@room.show
def show_ships(state: State, viewer: Viewer) -> ShipsView:
    """Show where ships lie."""
    of = state[Fleet].of
    return ShipsView(tuple(ShipView(seat, path) for seat in state.everyone for path in bits(of[seat].paths)))
