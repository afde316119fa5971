"""Roads: where each seat's network reaches, and building on from it (B7.2, B1.1)."""

from collections.abc import Iterable

import msgspec

from domain.board.laid import Board
from domain.components import Seat, bits
from domain.engine.listing import check_place, commands_at, places
from domain.engine.messages import Command, Event, Viewer
from domain.engine.prompts import Demand
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import AT_A_DISTANCE, TOUCHES_LAND, VACANT, SettlementBuilt, Stock
from domain.rules.buildings import room as buildings_room
from domain.rules.networks import Network, Reach, extended, settled


class BuildRoad(Command, frozen=True):
    """Build a road on a path."""

    path: int


class RoadBuilt(Event, frozen=True):
    """A road was built; what it cost, if anything, is an event of its own."""

    seat: Seat
    path: int


class Roads(Network, frozen=True, gc=False):
    """The part of the game that knows all roads."""


room = Room("roads")
room.part(Roads, lambda seats, terms: Roads((Reach(),) * (seats + 1)))


@room.fold(RoadBuilt, Roads)
def _(roads: Roads, event: RoadBuilt, state: State) -> Roads:
    return extended(roads, event.seat, event.path, state)


@room.fold(SettlementBuilt, Roads)
def _(roads: Roads, event: SettlementBuilt, state: State) -> Roads:
    return settled(roads, event.seat, event.intersection, state)


UNUSED = Line(Reason.OCCUPIED, "B7.2", lambda state, seat: ~state[Roads].taken)
ALONG_LAND = Line(Reason.NOT_LAND, "B7.2", lambda state, seat: state[Board].land_paths)
JOINS_NETWORK = Line(Reason.NOT_CONNECTED, "B7.2", lambda state, seat: state[Roads].of[seat].frontier)
AT_OWN_ROAD = Line(Reason.NOT_CONNECTED, "B7.3", lambda state, seat: state[Roads].of[seat].ends)

room.place("road", UNUSED, ALONG_LAND, JOINS_NETWORK)
buildings_room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, AT_OWN_ROAD)


def roads_left(state: State, seat: Seat) -> int:
    """Count a seat's roads in stock."""
    return state.terms[Stock].road - state[Roads].of[seat].paths.bit_count()


def check_road(state: State, command: BuildRoad, demand: Demand) -> None:
    """Check a road but for its cost: the path, the stock, the place."""
    if not 0 <= command.path < len(state[Board].grid.ends):
        raise Illegal(Reason.NO_SUCH_PLACE, "B2.6", path=command.path)
    if not roads_left(state, command.seat):
        raise Illegal(Reason.OUT_OF_PIECES, "B1.1", piece="road")
    check_place(state, "road", demand, command.path)


def list_roads(state: State, demand: Demand) -> Iterable[Command]:
    """List the roads that a seat may build, but for their cost."""
    if roads_left(state, demand.seat):
        return commands_at(BuildRoad, demand.seat, places(state, "road", demand))
    return ()


class RoadView(msgspec.Struct, frozen=True, gc=False):
    """A road: whose it is and on which path."""

    seat: Seat
    path: int


class RoadsView(msgspec.Struct, frozen=True, gc=False):
    """All roads, seat by seat."""

    roads: tuple[RoadView, ...]


@room.show
def show_roads(state: State, viewer: Viewer) -> RoadsView:
    """Show where roads lie."""
    of = state[Roads].of
    return RoadsView(tuple(RoadView(seat, path) for seat in state.everyone for path in bits(of[seat].paths)))
