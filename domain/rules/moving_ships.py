"""Moving a ship (S3): once a turn, one own ship with an open end that was not built in this turn."""

from collections.abc import Callable, Iterable

import msgspec

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


def never(state: State, seat: Seat, end: int) -> bool:
    """Roads and ships join at own buildings only (S2)."""
    return False


class MovingTerms(msgspec.Struct, frozen=True, gc=False):
    """Whether an own road is joined to a seat's ship at an end of it where no own building stands."""

    joined: Callable[[State, Seat, int], bool] = never


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
    found = 0
    for path in bits(state[Fleet].of[seat].paths):
        if any(_ends_there(state, seat, path, end) for end in state[Board].grid.ends[path]) or _in_ring(
            state, seat, path
        ):
            found |= 1 << path
    return found


def _ends_there(state: State, seat: Seat, path: int, end: int) -> bool:
    """Whether the route of a ship ends at this end of it: no other own ship there, no own building, no own road."""
    others = state[Fleet].of[seat].paths & state[Board].grid.paths_at[end] & ~(1 << path)
    if others or state[Buildings].of[seat] >> end & 1:
        return False
    return not state.terms[MovingTerms].joined(state, seat, end)


def _in_ring(state: State, seat: Seat, path: int) -> bool:
    """Whether a ship lies in a ring of own ships with no own building but, perhaps, one at an end of this ship."""
    one, other = state[Board].grid.ends[path]
    own = state[Buildings].of[seat]
    if own >> one & 1 and own >> other & 1:
        return False
    left, reached = state[Fleet].of[seat].paths & ~(1 << path), [one]
    seen = 1 << one
    while reached:
        for way, end in state[Board].grid.roads_from[reached.pop()]:
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
