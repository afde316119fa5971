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
from domain.rules.buildings import (
    AT_A_DISTANCE,
    TOUCHES_LAND,
    VACANT,
    Buildings,
    SettlementBuilt,
    Stock,
)
from domain.rules.buildings import room as buildings_room


class BuildRoad(Command, frozen=True):
    """Build a road on a path."""

    path: int


class RoadBuilt(Event, frozen=True):
    """A road was built; what it cost, if anything, is an event of its own."""

    seat: Seat
    path: int


class Roads(msgspec.Struct, frozen=True, gc=False):
    """One seat's roads, and where they go on; all are masks.

    ``frontier`` is kept, not searched for: a seat may build on from any intersection in ``joins``, that is from its own
    buildings and from the ends of its roads where no other seat's building stands.
    """

    paths: int = 0
    ends: int = 0
    """The intersections at the roads' ends."""
    joins: int = 0
    frontier: int = 0
    """The paths at ``joins``."""


class Network(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows all roads."""

    of: tuple[Roads, ...]
    """For each seat its roads, indexed by seat."""
    taken: int = 0
    """Mask of all paths with a road."""


room = Room("roads")
room.part(Network, lambda seats, terms: Network((Roads(),) * (seats + 1)))


@room.fold(RoadBuilt, Network)
def _(network: Network, event: RoadBuilt, state: State) -> Network:
    seat, path = event.seat, event.path
    grid = state[Board].grid
    others = state[Buildings].others(seat)
    own = network.of[seat]
    ends, joins, frontier = own.ends, own.joins, own.frontier
    for end in grid.ends[path]:
        ends |= 1 << end
        if not others >> end & 1:
            joins |= 1 << end
            frontier |= grid.paths_at[end]
    roads = Roads(own.paths | 1 << path, ends, joins, frontier)
    return Network((*network.of[:seat], roads, *network.of[seat + 1 :]), network.taken | 1 << path)


@room.fold(SettlementBuilt, Network)
def _(network: Network, event: SettlementBuilt, state: State) -> Network:
    grid = state[Board].grid
    place, paths = 1 << event.intersection, grid.paths_at[event.intersection]
    of = list(network.of)
    for seat in state.everyone:
        own = of[seat]
        if seat == event.seat:
            of[seat] = Roads(own.paths, own.ends, own.joins | place, own.frontier | paths)
        elif own.joins & place:
            joins, frontier = own.joins & ~place, 0
            for join in bits(joins):
                frontier |= grid.paths_at[join]
            of[seat] = Roads(own.paths, own.ends, joins, frontier)
    return Network(tuple(of), network.taken)


UNUSED = Line(Reason.OCCUPIED, "B7.2", lambda state, seat: ~state[Network].taken)
ALONG_LAND = Line(Reason.NOT_LAND, "B7.2", lambda state, seat: state[Board].land_paths)
JOINS_NETWORK = Line(Reason.NOT_CONNECTED, "B7.2", lambda state, seat: state[Network].of[seat].frontier)
AT_OWN_ROAD = Line(Reason.NOT_CONNECTED, "B7.3", lambda state, seat: state[Network].of[seat].ends)

room.place("road", UNUSED, ALONG_LAND, JOINS_NETWORK)
buildings_room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, AT_OWN_ROAD)


def roads_left(state: State, seat: Seat) -> int:
    """Count a seat's roads in stock."""
    return state.terms[Stock].road - state[Network].of[seat].paths.bit_count()


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
    of = state[Network].of
    return RoadsView(tuple(RoadView(seat, path) for seat in state.everyone for path in bits(of[seat].paths)))
