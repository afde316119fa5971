"""The pyramid (C6): when its building starts, who may give blocks and what for, and how it grows level by level."""

from collections.abc import Iterable

import msgspec

from domain.board.laid import Board
from domain.components import Cards, Seat, cards, covers
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import Buildings, SettlementBuilt
from domain.rules.coins import Coins, FeePaid
from domain.rules.hands import Hands, ResourcesPaid, check_holds
from domain.rules.setup import SuppliesLaidOut
from domain.scenarios.cheops.geography import SITE
from domain.scenarios.cheops.trade_routes import joined_buildings

PHARAOH = 0
"""In the place of a seat: the Pharaoh."""


class PlacePyramidBlock(Command, frozen=True):
    """Give a block to the pyramid: through your own building at the site (0), or that of another seat, for a fee."""

    owner: Seat = 0


class PyramidLaidOut(Event, frozen=True):
    """What the pyramid will be made of: the blocks of each level from the bottom, each seat's, and the Pharaoh's."""

    levels: tuple[int, ...]
    blocks: int
    pharaoh_blocks: int


class PyramidBegun(Event, frozen=True):
    """The first settlement stands at the site: from now on blocks may be placed."""

    seat: Seat
    intersection: int


class PyramidBlockPlaced(Event, frozen=True):
    """A seat (or the Pharaoh: 0) gave a block; it lies on a level from 1, and is the pyramid's block with a number."""

    seat: Seat
    level: int
    number: int


class PyramidTerms(msgspec.Struct, frozen=True, gc=False):
    """The levels from the bottom, each seat's blocks and the Pharaoh's, and what a block costs."""

    levels: tuple[int, ...] = (16, 9, 4, 1)
    blocks: int = 11
    pharaoh_blocks: int = 16
    cost: Cards = cards(brick=1, ore=1)
    fee: int = 1


class Pyramid(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows whether building has started, and who gave each block, in order (0: Pharaoh)."""

    plan: PyramidLaidOut
    begun: bool = False
    blocks: tuple[Seat, ...] = ()

    def given(self, seat: Seat) -> int:
        """Count the blocks that a seat (or the Pharaoh) gave."""
        return self.blocks.count(seat)

    def left(self, seat: Seat) -> int:
        """Count the blocks that a seat (or the Pharaoh) has left."""
        return (self.plan.blocks if seat else self.plan.pharaoh_blocks) - self.given(seat)

    @property
    def complete(self) -> bool:
        """Whether the last block is placed."""
        return len(self.blocks) >= sum(self.plan.levels)

    @property
    def next_level(self) -> int:
        """The level, from 1, on which the next block will lie."""
        level, below = 1, self.plan.levels[0]
        while below <= len(self.blocks):
            below += self.plan.levels[level]
            level += 1
        return level


room = Room("pyramid")
room.term(PyramidTerms())
room.part(Pyramid, lambda seats, terms: Pyramid(PyramidLaidOut((), 0, 0)))


@room.fold(PyramidLaidOut, Pyramid)
def _(pyramid: Pyramid, event: PyramidLaidOut, state: State) -> Pyramid:
    return Pyramid(event)


@room.fold(PyramidBegun, Pyramid)
def _(pyramid: Pyramid, event: PyramidBegun, state: State) -> Pyramid:
    return Pyramid(pyramid.plan, True, pyramid.blocks)


@room.fold(PyramidBlockPlaced, Pyramid)
def _(pyramid: Pyramid, event: PyramidBlockPlaced, state: State) -> Pyramid:
    return Pyramid(pyramid.plan, pyramid.begun, (*pyramid.blocks, event.seat))


@room.follow(SuppliesLaidOut)
def lay_out_pyramid(play: Play, event: SuppliesLaidOut) -> None:
    """Lay the blocks ready."""
    terms = play.terms[PyramidTerms]
    play.happen(PyramidLaidOut(terms.levels, terms.blocks, terms.pharaoh_blocks))


@room.follow(SettlementBuilt)
def begin_pyramid(play: Play, event: SettlementBuilt) -> None:
    """Begin the pyramid with the first settlement at the site (C6.1)."""
    if not play[Pyramid].begun and play[Board].marked(SITE) >> event.intersection & 1:
        play.happen(PyramidBegun(event.seat, event.intersection))


def site_buildings(state: State, seat: Seat) -> int:
    """Mask of the site intersections where a seat has a building."""
    return state[Buildings].of[seat] & state[Board].marked(SITE)


class SiteWay(msgspec.Struct, frozen=True, gc=False):
    """A way to the pyramid: through whose building (0: its own), and the fee for a block, in coins."""

    owner: Seat
    fee: int


def site_ways(state: State, seat: Seat) -> tuple[SiteWay, ...]:
    """List a seat's ways to the pyramid: its own building there, or those of others that a trade route leads to."""
    if site_buildings(state, seat):
        return (SiteWay(0, 0),)
    fee = state.terms[PyramidTerms].fee
    owners = [owner for owner in state.everyone if site_buildings(state, owner)]
    return tuple(SiteWay(owner, fee) for owner in owners if joined_buildings(state, seat, site_buildings(state, owner)))


def _list_blocks(state: State, demand: Demand) -> Iterable[Command]:
    seat, pyramid = demand.seat, state[Pyramid]
    if not pyramid.begun or not pyramid.left(seat) or not covers(state[Hands].of[seat], state.terms[PyramidTerms].cost):
        return ()
    coins = state[Coins].of[seat]
    return [PlacePyramidBlock(seat, way.owner) for way in site_ways(state, seat) if way.fee <= coins]


def _check_block(state: State, command: PlacePyramidBlock, demand: Demand) -> None:
    seat, pyramid = command.seat, state[Pyramid]
    if not pyramid.begun:
        raise Illegal(Reason.PYRAMID_NOT_BEGUN, "C6.1")
    if not pyramid.left(seat):
        raise Illegal(Reason.OUT_OF_PIECES, "C6.6", piece="block")
    _check_way(state, seat, command.owner)
    check_holds(state, seat, state.terms[PyramidTerms].cost, "C6.2")


def _check_way(state: State, seat: Seat, owner: Seat) -> None:
    """Check a way to the pyramid, and that its fee can be paid."""
    if owner and owner not in state.everyone:
        raise Illegal(Reason.NO_SUCH_SEAT, "B2.5", seat=owner, seats=state.seats)
    own = site_buildings(state, seat)
    if owner and (own or owner == seat):
        raise Illegal(Reason.FEE_NOT_DUE, "C6.4", owner=owner)
    if not owner:
        if not own:
            raise Illegal(Reason.NO_SITE_ACCESS, "C6.4", seat=seat)
        return
    there = site_buildings(state, owner)
    if not there:
        raise Illegal(Reason.NO_SITE_ACCESS, "C6.5", seat=owner)
    if not joined_buildings(state, seat, there):
        raise Illegal(Reason.NO_TRADE_ROUTE, "C6.5", owner=owner)
    fee, coins = state.terms[PyramidTerms].fee, state[Coins].of[seat]
    if coins < fee:
        raise Illegal(Reason.NOT_ENOUGH_COINS, "C6.5", seat=seat, coins=coins, fee=fee)


@room.does(PlacePyramidBlock, "act", listing=_list_blocks, check=_check_block)
def give_block(play: Play, command: PlacePyramidBlock, demand: Demand) -> None:
    """Pay the fee where one is due, place the block, pay for it."""
    if command.owner:
        play.happen(FeePaid(command.seat, command.owner, play.terms[PyramidTerms].fee))
    place_block(play, command.seat)
    play.happen(ResourcesPaid(command.seat, play.terms[PyramidTerms].cost))


def place_block(play: Play, seat: Seat) -> None:
    """Place a seat's (or the Pharaoh's) next block on the lowest level that has room (C6.3)."""
    pyramid = play[Pyramid]
    play.happen(PyramidBlockPlaced(seat, pyramid.next_level, len(pyramid.blocks) + 1))


class PyramidView(msgspec.Struct, frozen=True, gc=False):
    """The pyramid: the blocks of each level, who gave each in order, what is left, and the viewer's ways to it."""

    begun: bool
    levels: tuple[int, ...]
    blocks: tuple[Seat, ...]
    left: tuple[int, ...]
    """The blocks that each seat has left, in order of seats."""
    pharaoh_left: int
    ways: tuple[SiteWay, ...]


@room.show
def show_pyramid(state: State, viewer: Viewer) -> PyramidView:
    """Show the pyramid, and to a seat its own ways there."""
    pyramid = state[Pyramid]
    return PyramidView(
        pyramid.begun,
        pyramid.plan.levels,
        pyramid.blocks,
        tuple(pyramid.left(seat) for seat in state.everyone),
        pyramid.left(PHARAOH),
        site_ways(state, viewer.seat) if viewer.seat else (),
    )
