"""Longest trade route (B9.1): how long each seat's route is, and who has the card."""

import msgspec

from domain.board.grid import Grid
from domain.board.laid import Board
from domain.components import Seat, bits
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.awards import rightful_owner
from domain.rules.buildings import Buildings, SettlementBuilt, put
from domain.rules.roads import RoadBuilt, Roads


class RouteChanged(Event, frozen=True):
    """A seat's longest route is now so many paths long."""

    seat: Seat
    length: int


class LongestRouteAwarded(Event, frozen=True):
    """The card of the longest trade route went to a seat; to nobody (seat 0) when it was set aside."""

    seat: Seat
    length: int


class RouteTerms(msgspec.Struct, frozen=True, gc=False):
    """The shortest route that counts, and the points of the card."""

    shortest: int = 5
    points: int = 2


class Routes(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that keeps the length of each seat's longest route, and the card's owner (0: nobody)."""

    lengths: tuple[int, ...]
    owner: Seat = 0


room = Room("longest route")
room.term(RouteTerms())
room.part(Routes, lambda seats, terms: Routes((0,) * (seats + 1)))


@room.fold(RouteChanged, Routes)
def _(routes: Routes, event: RouteChanged, state: State) -> Routes:
    return Routes(put(routes.lengths, event.seat, event.length), routes.owner)


@room.fold(LongestRouteAwarded, Routes)
def _(routes: Routes, event: LongestRouteAwarded, state: State) -> Routes:
    return Routes(routes.lengths, event.seat)


@room.settle(RoadBuilt, SettlementBuilt)
def measure_routes(play: Play) -> None:
    """Measure the routes that the last command changed, then award the card.

    A new road can only lengthen its owner's route through itself; a new settlement can only cut other seats' routes.
    """
    before = play[Routes]
    for event in play.events:
        if isinstance(event, RoadBuilt):
            length = longest_through(play, event.seat, event.path)
            if length > play[Routes].lengths[event.seat]:
                play.happen(RouteChanged(event.seat, length))
        elif isinstance(event, SettlementBuilt):
            _measure_cut(play, event)
    if play[Routes] is not before:
        _award(play)


def _measure_cut(play: Play, event: SettlementBuilt) -> None:
    at = play[Board].grid.paths_at[event.intersection]
    for seat in play.everyone:
        if seat != event.seat and (play[Roads].of[seat].paths & at).bit_count() > 1:
            length = longest(play, seat)
            if length != play[Routes].lengths[seat]:
                play.happen(RouteChanged(seat, length))


def _award(play: Play) -> None:
    lengths, owner = play[Routes].lengths, play[Routes].owner
    best = rightful_owner(lengths, owner, play.terms[RouteTerms].shortest)
    if best != owner:
        play.happen(LongestRouteAwarded(best, lengths[best]))


@room.score("longest_route", LongestRouteAwarded)
def score_longest_route(state: State, seat: Seat) -> int:
    """Count the points of the card for its owner."""
    return state.terms[RouteTerms].points if state[Routes].owner == seat else 0


def longest(state: State, seat: Seat) -> int:
    """Measure a seat's longest route anew, in paths."""
    return max((longest_through(state, seat, path) for path in bits(state[Roads].of[seat].paths)), default=0)


def longest_through(state: State, seat: Seat, path: int) -> int:
    """Measure the longest trail of a seat's roads that uses a path: each path once, none through others' buildings."""
    grid = state[Board].grid
    trails = _Trails(grid, state[Buildings].others(seat))
    a, b = grid.ends[path]
    return 1 + trails.both_ways(a, b, state[Roads].of[seat].paths ^ 1 << path)


class _Trails:
    """Searches trails over one seat's roads; ``walls`` are the intersections that no trail goes through."""

    __slots__ = ("paths_at", "roads_from", "walls")

    def __init__(self, grid: Grid, walls: int) -> None:
        self.paths_at = grid.paths_at
        self.roads_from = grid.roads_from
        self.walls = walls

    def onward(self, intersection: int, left: int) -> int:
        """The most paths that a trail can still go on from an intersection by the roads that are left."""
        best = 0
        if left & self.paths_at[intersection] and not self.walls >> intersection & 1:
            for path, end in self.roads_from[intersection]:
                if left >> path & 1:
                    length = 1 + self.onward(end, left ^ 1 << path)
                    if length > best:
                        best = length
        return best

    def both_ways(self, one: int, other: int, left: int) -> int:
        """The most paths that a trail can go on from both its ends, together."""
        best = self.onward(other, left)
        if left & self.paths_at[one] and not self.walls >> one & 1:
            for path, end in self.roads_from[one]:
                if left >> path & 1:
                    length = 1 + self.both_ways(end, other, left ^ 1 << path)
                    if length > best:
                        best = length
        return best


class RoutesView(msgspec.Struct, frozen=True, gc=False):
    """The length of each seat's longest route (in order of seats), and the card's owner (0: nobody)."""

    lengths: tuple[int, ...]
    owner: Seat


@room.show
def show_routes(state: State, viewer: Viewer) -> RoutesView:
    """Show the lengths of routes."""
    return RoutesView(state[Routes].lengths[1:], state[Routes].owner)
