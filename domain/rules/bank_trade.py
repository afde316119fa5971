"""Trade with the bank (B6.1, B6.4): 4:1, and better at harbors."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

import msgspec

from domain.board.laid import Board
from domain.components import (
    GOODS,
    ONE_GOOD,
    Good,
    Goods,
    Harbor,
    Seat,
    cards_of,
    kinds,
    of_good,
)
from domain.engine.messages import Command, Event
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import Buildings
from domain.rules.hands import GoodsTerms, Hands, check_bank, check_gives


class TradeWithBank(Command, frozen=True):
    """Give ``rate`` of one good to the bank for one of another."""

    give: Good
    rate: int
    take: Good


WORST_RATE = 4
"""The rate that everybody has for everything (B6.1)."""

ALL_GOODS = (1 << len(GOODS)) - 1
"""Mask of all goods."""


class BankTradeMade(Event, frozen=True):
    """A seat traded with the bank."""

    seat: Seat
    given: Goods
    taken: Goods


Rates = tuple[tuple[int, int], ...]
"""Pairs of a rate and the mask of the goods that a seat may give at it, the highest rate first."""


def rates_at_own_harbors(state: State, seat: Seat) -> Rates:
    """4:1 always, 3:1 at a general harbor, 2:1 at the good's own: where a building of the seat stands (B6.1)."""
    return _rates(state[Board], state[Buildings].of[seat])


@lru_cache(maxsize=4096)
def _rates(board: Board, buildings: int) -> Rates:
    reached = [bool(buildings & intersections) for intersections in board.harbor_intersections]
    special = sum(1 << good for good in GOODS if reached[good])
    rates = (WORST_RATE, ALL_GOODS), (3, ALL_GOODS if reached[Harbor.GENERAL] else 0), (2, special)
    return tuple((rate, goods) for rate, goods in rates if goods)


class BankTradeTerms(msgspec.Struct, frozen=True, gc=False):
    """At which rates a seat may trade with the bank."""

    rates: Callable[[State, Seat], Rates] = rates_at_own_harbors


room = Room("bank trade")
room.term(BankTradeTerms())


@room.fold(BankTradeMade, Hands)
def _(hands: Hands, event: BankTradeMade, state: State) -> Hands:
    return hands.exchanged(event.seat, cards_of(event.given), cards_of(event.taken))


@cache
def _trades(seat: Seat, rate: int, goods: int, bank: int) -> tuple[TradeWithBank, ...]:
    """The trades of some goods (a mask) at a rate, each for any other of which the bank (a mask) has one."""
    return tuple(
        TradeWithBank(seat, give, rate, take) for give in members(goods) for take in members(bank) if take != give
    )


@lru_cache(maxsize=65536)
def _enough(held: Goods) -> tuple[int, ...]:
    """For each rate up to 4:1 the mask of the goods that suffice for it; hands recur, and most give nothing."""
    return tuple(kinds(held, rate) for rate in range(WORST_RATE + 1))


def _list_trades(state: State, demand: Demand) -> Iterable[Command]:
    seat, goods = demand.seat, state.terms[GoodsTerms]
    suffice = _enough(goods.held(state, seat))
    found: tuple[Command, ...] = ()
    for rate, given in state.terms[BankTradeTerms].rates(state, seat):
        enough = suffice[rate] & given
        if enough:
            trades = _trades(seat, rate, enough, kinds(goods.banked(state)))
            found = found + trades if found else trades  # mostly there is one rate, and nothing is copied
    return found


members = tuple(tuple(good for good in GOODS if mask >> good & 1) for mask in range(1 << len(GOODS))).__getitem__
"""The goods of a mask, as ``kinds`` makes it."""


def _check_trade(state: State, command: TradeWithBank, demand: Demand) -> None:
    if command.give == command.take:
        raise Illegal(Reason.SAME_RESOURCE, "B6.1", resource=command.give.name)
    rates = state.terms[BankTradeTerms].rates(state, command.seat)
    for rate, given in rates:
        if rate == command.rate and given >> command.give & 1:
            break
    else:
        known = tuple(rate for rate, given in rates if given >> command.give & 1)
        raise Illegal(Reason.NO_SUCH_RATE, "B6.1", rate=command.rate, rates=known)
    check_gives(state, command.seat, of_good(command.give, command.rate), "B6.1")
    check_bank(state, ONE_GOOD[command.take], "B6.4")


@room.does(TradeWithBank, "act", listing=_list_trades, check=_check_trade)
def trade_with_bank(play: Play, command: TradeWithBank, demand: Demand) -> None:
    """Trade with the bank."""
    play.happen(BankTradeMade(command.seat, of_good(command.give, command.rate), ONE_GOOD[command.take]))
