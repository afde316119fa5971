"""Roads: where each seat's network reaches, and building on from it (B7.2, B1.1)."""

from collections.abc import Iterable

import msgspec

from domain.board.laid import Board
from domain.components import Seat, bits, covers
from domain.engine.listing import check_place, commands_at, places
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import (
    AT_A_DISTANCE,
    TOUCHES_LAND,
    VACANT,
    Buildings,
    Costs,
    SettlementBuilt,
    Stock,
    put,
)
from domain.rules.buildings import room as buildings_room
from domain.rules.hands import Hands, ResourcesPaid, check_holds


class BuildRoad(Command, frozen=True):
    """Build a road on a path."""

    path: int


class RoadBuilt(Event, frozen=True):
    """A road was built; what it cost, if anything, is an event of its own."""

    seat: Seat
    path: int


class Network(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows the roads and where each seat's go on; tuples indexed by seat.

    ``frontier`` is kept, not searched for: a seat may build on from any intersection in ``joins``, that is from its own
    buildings and from the ends of its roads where no other seat's building stands.
    """

    roads: tuple[int, ...]
    """For each seat the mask of its roads' paths."""
    ends: tuple[int, ...]
    """For each seat the mask of the intersections at its roads' ends."""
    joins: tuple[int, ...]
    frontier: tuple[int, ...]
    """For each seat the mask of the paths at its ``joins``."""
    taken: int = 0
    """Mask of all paths with a road."""


def _no_roads(seats: int) -> Network:
    none = (0,) * (seats + 1)
    return Network(none, none, none, none)


room = Room("roads")
room.part(Network, lambda seats, terms: _no_roads(seats))


@room.fold(RoadBuilt, Network)
def _(network: Network, event: RoadBuilt, state: State) -> Network:
    seat, path = event.seat, event.path
    grid = state[Board].grid
    others = state[Buildings].others(seat)
    a, b = grid.ends[path]
    joins, frontier = network.joins[seat], network.frontier[seat]
    for end in (a, b):
        if not others >> end & 1:
            joins |= 1 << end
            frontier |= grid.paths_at[end]
    return Network(
        put(network.roads, seat, network.roads[seat] | 1 << path),
        put(network.ends, seat, network.ends[seat] | 1 << a | 1 << b),
        put(network.joins, seat, joins),
        put(network.frontier, seat, frontier),
        network.taken | 1 << path,
    )


@room.fold(SettlementBuilt, Network)
def _(network: Network, event: SettlementBuilt, state: State) -> Network:
    grid = state[Board].grid
    place, paths = 1 << event.intersection, grid.paths_at[event.intersection]
    joins, frontier = list(network.joins), list(network.frontier)
    for seat in state.everyone:
        if seat == event.seat:
            joins[seat] |= place
            frontier[seat] |= paths
        elif joins[seat] & place:
            joins[seat] &= ~place
            frontier[seat] = 0
            for join in bits(joins[seat]):
                frontier[seat] |= grid.paths_at[join]
    return Network(network.roads, network.ends, tuple(joins), tuple(frontier), network.taken)


UNUSED = Line(Reason.OCCUPIED, "B7.2", lambda state, seat: ~state[Network].taken)
ALONG_LAND = Line(Reason.NOT_LAND, "B7.2", lambda state, seat: state[Board].land_paths)
JOINS_NETWORK = Line(Reason.NOT_CONNECTED, "B7.2", lambda state, seat: state[Network].frontier[seat])
AT_OWN_ROAD = Line(Reason.NOT_CONNECTED, "B7.3", lambda state, seat: state[Network].ends[seat])

room.place("road", UNUSED, ALONG_LAND, JOINS_NETWORK)
buildings_room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, AT_OWN_ROAD)


def roads_left(state: State, seat: Seat) -> int:
    """Count a seat's roads in stock."""
    return state.term(Stock).road - state[Network].roads[seat].bit_count()


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


def _list_paid_roads(state: State, demand: Demand) -> Iterable[Command]:
    if covers(state[Hands].of[demand.seat], state.term(Costs).road):
        return list_roads(state, demand)
    return ()


def _check_paid_road(state: State, command: BuildRoad, demand: Demand) -> None:
    check_road(state, command, demand)
    check_holds(state, command.seat, state.term(Costs).road, "B7.1")


@room.does(BuildRoad, "act", listing=_list_paid_roads, check=_check_paid_road)
def build_road(play: Play, command: BuildRoad, demand: Demand) -> None:
    """Build a road at its cost."""
    play.happen(RoadBuilt(command.seat, command.path))
    play.happen(ResourcesPaid(command.seat, play.term(Costs).road))


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
    roads = state[Network].roads
    return RoadsView(tuple(RoadView(seat, path) for seat in state.everyone for path in bits(roads[seat])))
