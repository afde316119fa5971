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
    count,
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


class BankTradeMade(Event, frozen=True):
    """A seat traded with the bank."""

    seat: Seat
    given: Goods
    taken: Goods


Rates = tuple[tuple[int, ...], ...]
"""For each good the rates at which a seat may give it."""


def rates_at_own_harbors(state: State, seat: Seat) -> Rates:
    """4:1 always, 3:1 at a general harbor, 2:1 at the good's own: where a building of the seat stands (B6.1)."""
    return _rates(state[Board], state[Buildings].of[seat])


@lru_cache(maxsize=4096)
def _rates(board: Board, buildings: int) -> Rates:
    reached = [bool(buildings & intersections) for intersections in board.harbor_intersections]
    general = (4, 3) if reached[Harbor.GENERAL] else (4,)
    return tuple((*general, 2) if reached[good] else general for good in GOODS)


class BankTradeTerms(msgspec.Struct, frozen=True, gc=False):
    """At which rates a seat may trade with the bank."""

    rates: Callable[[State, Seat], Rates] = rates_at_own_harbors


room = Room("bank trade")
room.term(BankTradeTerms())


@room.fold(BankTradeMade, Hands)
def _(hands: Hands, event: BankTradeMade, state: State) -> Hands:
    return hands.exchanged(event.seat, cards_of(event.given), cards_of(event.taken))


@cache
def _lowest(rates: Rates) -> int:
    return min(rate for each in rates for rate in each)


@cache
def _trades(seat: Seat, give: Good, rate: int, bank: int) -> tuple[TradeWithBank, ...]:
    """The trades of one good at one rate, for any other of which the bank (a mask) has one."""
    return tuple(TradeWithBank(seat, give, rate, take) for take in GOODS if take != give and bank >> take & 1)


def _list_trades(state: State, demand: Demand) -> Iterable[Command]:
    seat, goods = demand.seat, state.terms[GoodsTerms]
    held = goods.held(state, seat)
    rates = state.terms[BankTradeTerms].rates(state, seat)
    enough = kinds(held, _lowest(rates))
    if not enough:
        return ()
    bank = kinds(goods.banked(state))
    found: list[Command] = []
    for give in members(enough):
        n = count(held, give)
        for rate in rates[give]:
            if rate <= n:
                found += _trades(seat, give, rate, bank)
    return found


members = tuple(tuple(good for good in GOODS if mask >> good & 1) for mask in range(1 << len(GOODS))).__getitem__
"""The goods of a mask, as ``kinds`` makes it."""


def _check_trade(state: State, command: TradeWithBank, demand: Demand) -> None:
    if command.give == command.take:
        raise Illegal(Reason.SAME_RESOURCE, "B6.1", resource=command.give.name)
    rates = state.terms[BankTradeTerms].rates(state, command.seat)[command.give]
    if command.rate not in rates:
        raise Illegal(Reason.NO_SUCH_RATE, "B6.1", rate=command.rate, rates=rates)
    check_gives(state, command.seat, of_good(command.give, command.rate), "B6.1")
    check_bank(state, ONE_GOOD[command.take], "B6.4")


@room.does(TradeWithBank, "act", listing=_list_trades, check=_check_trade)
def trade_with_bank(play: Play, command: TradeWithBank, demand: Demand) -> None:
    """Trade with the bank."""
    play.happen(BankTradeMade(command.seat, of_good(command.give, command.rate), ONE_GOOD[command.take]))
