"""Moving a ship (S3): once a turn, one own ship with an open end that was not built in this turn."""

from collections.abc import Callable, Iterable
from functools import lru_cache

import msgspec

from domain.board.grid import Grid
from domain.board.laid import Board
from domain.components import Seat, bits
from domain.engine.listing import check_place, places
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import Buildings
from domain.rules.networks import lifted
from domain.rules.ships import Fleet, ShipBuilt, ShipMoved, check_path
from domain.rules.turn import TurnStarted


class MoveShip(Command, frozen=True):
    """Move one of your ships from one path to another."""

    origin: int
    path: int


class Voyages(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that remembers which ships were built in this turn (a mask), and whether one was moved."""

    built: int = 0
    moved: bool = False


def nowhere(state: State, seat: Seat) -> int:
    """Roads and ships join at own buildings only (S2)."""
    return 0


class MovingTerms(msgspec.Struct, frozen=True, gc=False):
    """Where (a mask) a seat's roads are joined to its ships, though no own building stands there."""

    joined: Callable[[State, Seat], int] = nowhere


room = Room("moving ships")
room.term(MovingTerms())
room.part(Voyages, lambda seats, terms: Voyages())


@room.fold(TurnStarted, Voyages)
def _(voyages: Voyages, event: TurnStarted, state: State) -> Voyages:
    return Voyages()


@room.fold(ShipBuilt, Voyages)
def _(voyages: Voyages, event: ShipBuilt, state: State) -> Voyages:
    return Voyages(voyages.built | 1 << event.path, voyages.moved)


@room.fold(ShipMoved, Voyages)
def _(voyages: Voyages, event: ShipMoved, state: State) -> Voyages:
    return Voyages(voyages.built, moved=True)


def open_ships(state: State, seat: Seat) -> int:
    """Mask of the paths with a seat's ship that is open: at one end of the route, or on a ring that may be opened."""
    grid, ships, own = state[Board].grid, state[Fleet].of[seat].paths, state[Buildings].of[seat]
    found = _on_rings(grid, ships, own)
    # There the route ends: no other own ship, no own building, no own road.
    for end in bits(_single_ends(grid, ships) & ~own & ~state.terms[MovingTerms].joined(state, seat)):
        found |= grid.paths_at[end] & ships
    return found


# Cached, both: a fleet stays as it is over many listings. The grids are held by the board's own cache anyway.
@lru_cache(maxsize=4096)
def _single_ends(grid: Grid, ships: int) -> int:
    """Mask of the intersections where one of these ships lies, and no more."""
    any_of_them = several = 0
    for path in bits(ships):
        for end in grid.ends[path]:
            several |= any_of_them & 1 << end
            any_of_them |= 1 << end
    return any_of_them & ~several


@lru_cache(maxsize=4096)
def _on_rings(grid: Grid, ships: int, own: int) -> int:
    """Mask of the ships that lie in a ring with no own building but, perhaps, one at an end of this ship."""
    left = ships
    while single := _single_ends(grid, left):  # what has an end is in no ring, and is taken off end by end
        for end in bits(single):
            left &= ~grid.paths_at[end]
    return sum(1 << path for path in bits(left) if _in_ring(grid, left, own, path))


def _in_ring(grid: Grid, ships: int, own: int, path: int) -> bool:
    one, other = grid.ends[path]
    if own >> one & 1 and own >> other & 1:
        return False
    left, reached = ships & ~(1 << path), [one]
    seen = 1 << one
    while reached:
        for way, end in grid.roads_from[reached.pop()]:
            if left >> way & 1 and not seen >> end & 1:
                if end == other:
                    return True
                seen |= 1 << end
                if not own >> end & 1:
                    reached.append(end)
    return False


def _without(state: State, seat: Seat, path: int) -> State:
    """The state as it is with a ship taken off."""
    lifting = State(state.setting, state)
    lifting[Fleet] = lifted(state[Fleet], seat, path, state)
    return lifting


def _berths(state: State, seat: Seat, origin: int) -> int:
    """Mask of the paths where a ship may go from its own: where it could be built, with itself taken off."""
    return places(_without(state, seat, origin), "ship", Demand("moving", seat)) & ~(1 << origin)


def _list_voyages(state: State, demand: Demand) -> Iterable[Command]:
    voyages, seat = state[Voyages], demand.seat
    if voyages.moved:
        return ()
    return [
        MoveShip(seat, origin, path)
        for origin in bits(open_ships(state, seat) & ~voyages.built)
        for path in bits(_berths(state, seat, origin))
    ]


def _check_voyage(state: State, command: MoveShip, demand: Demand) -> None:
    seat, origin = command.seat, command.origin
    check_path(state, origin)
    check_path(state, command.path)
    if state[Voyages].moved:
        raise Illegal(Reason.SHIP_ALREADY_MOVED, "S3")
    if not state[Fleet].of[seat].paths >> origin & 1:
        raise Illegal(Reason.NO_OWN_SHIP, "S3", path=origin)
    if state[Voyages].built >> origin & 1:
        raise Illegal(Reason.SHIP_TOO_NEW, "S3", path=origin)
    if not open_ships(state, seat) >> origin & 1:
        raise Illegal(Reason.SHIP_NOT_OPEN, "S3", path=origin)
    if command.path == origin:
        raise Illegal(Reason.OCCUPIED, "S3", place=origin)
    check_place(_without(state, seat, origin), "ship", Demand("moving", seat), command.path)


@room.does(MoveShip, "act", listing=_list_voyages, check=_check_voyage)
def move_ship(play: Play, command: MoveShip, demand: Demand) -> None:
    """Move a ship."""
    play.happen(ShipMoved(command.seat, command.origin, command.path))
