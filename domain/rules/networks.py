"""Networks: the pieces that lie on paths, seat by seat, and where each seat may build on from them (B7.2, S6)."""

from typing import TypeVar

import msgspec

from domain.board.laid import Board
from domain.components import Seat, bits
from domain.engine.state import State
from domain.rules.buildings import Buildings, put


class Reach(msgspec.Struct, frozen=True, gc=False):
    """One seat's pieces of a network, and where they go on; all are masks.

    ``frontier`` is kept, not searched for: a seat may build on from any intersection in ``joins``, that is from its own
    buildings and from the ends of its pieces where no other seat's building stands.
    """

    paths: int = 0
    ends: int = 0
    """The intersections at the pieces' ends."""
    joins: int = 0
    frontier: int = 0
    """The paths at ``joins``."""


class Network(msgspec.Struct, frozen=True, gc=False):
    """A part of the game that knows all pieces of one kind; the kinds are its subclasses."""

    of: tuple[Reach, ...]
    """For each seat its pieces, indexed by seat."""
    taken: int = 0
    """Mask of all paths with a piece."""


N = TypeVar("N", bound=Network)


def extended(network: N, seat: Seat, path: int, state: State) -> N:
    """The network after a seat laid a piece on a path."""
    grid = state[Board].grid
    others = state[Buildings].others(seat)
    own = network.of[seat]
    ends, joins, frontier = own.ends, own.joins, own.frontier
    for end in grid.ends[path]:
        ends |= 1 << end
        if not others >> end & 1:
            joins |= 1 << end
            frontier |= grid.paths_at[end]
    reach = Reach(own.paths | 1 << path, ends, joins, frontier)
    return type(network)(put(network.of, seat, reach), network.taken | 1 << path)


def settled(network: N, seat: Seat, intersection: int, state: State) -> N:
    """The network after a seat built a settlement: its owner may build on from there, and nobody else any more."""
    grid = state[Board].grid
    place, paths = 1 << intersection, grid.paths_at[intersection]
    of = list(network.of)
    for each in state.everyone:
        own = of[each]
        if each == seat:
            of[each] = Reach(own.paths, own.ends, own.joins | place, own.frontier | paths)
        elif own.joins & place:
            of[each] = _joining(own.paths, own.ends, own.joins & ~place, state)
    return type(network)(tuple(of), network.taken)


def lifted(network: N, seat: Seat, path: int, state: State) -> N:
    """The network after a seat took its piece off a path."""
    grid, mine = state[Board].grid, state[Buildings].of[seat]
    own = network.of[seat]
    paths, ends, joins, left = own.paths & ~(1 << path), own.ends, own.joins, 0
    for end in grid.ends[path]:
        if not paths & grid.paths_at[end]:
            ends &= ~(1 << end)
            left |= joins & ~mine & 1 << end
    joins &= ~left
    frontier = own.frontier
    for end in bits(left):
        for way, other in grid.roads_from[end]:
            if not joins >> other & 1:
                frontier &= ~(1 << way)
    of = put(network.of, seat, Reach(paths, ends, joins, frontier))
    shared = any(each.paths >> path & 1 for each in of)
    return type(network)(of, network.taken if shared else network.taken & ~(1 << path))


def _joining(paths: int, ends: int, joins: int, state: State) -> Reach:
    frontier = 0
    for join in bits(joins):
        frontier |= state[Board].grid.paths_at[join]
    return Reach(paths, ends, joins, frontier)
