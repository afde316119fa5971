"""Trade with the bank (B6.1, B6.4): 4:1, and better at harbors."""

from collections.abc import Callable, Iterable
from functools import lru_cache

import msgspec

from domain.board.laid import Board
from domain.components import ONE, RESOURCES, Cards, Harbor, Resource, Seat, kinds, of_kind
from domain.engine.messages import Command, Event
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import Buildings
from domain.rules.hands import Hands, check_bank, check_holds


class TradeWithBank(Command, frozen=True):
    """Give ``rate`` cards of one resource to the bank for one card of another."""

    give: Resource
    rate: int
    take: Resource


class BankTradeMade(Event, frozen=True):
    """A seat traded with the bank."""

    seat: Seat
    given: Cards
    taken: Cards


Rates = tuple[tuple[int, ...], ...]
"""For each resource the rates at which a seat may give it."""


def rates_at_own_harbors(state: State, seat: Seat) -> Rates:
    """4:1 always, 3:1 at a general harbor, 2:1 at the resource's own: where a building of the seat stands (B6.1)."""
    return _rates(state[Board], state[Buildings].of[seat])


@lru_cache(maxsize=4096)
def _rates(board: Board, buildings: int) -> Rates:
    reached = [bool(buildings & intersections) for intersections in board.harbor_intersections]
    general = (4, 3) if reached[Harbor.GENERAL] else (4,)
    return tuple((*general, 2) if reached[resource] else general for resource in RESOURCES)


class BankTradeTerms(msgspec.Struct, frozen=True, gc=False):
    """At which rates a seat may trade with the bank."""

    rates: Callable[[State, Seat], Rates] = rates_at_own_harbors


room = Room("bank trade")
room.term(BankTradeTerms())


@room.fold(BankTradeMade, Hands)
def _(hands: Hands, event: BankTradeMade, state: State) -> Hands:
    return hands.exchanged(event.seat, event.given, event.taken)


@lru_cache(maxsize=65536)
def _trades(seat: Seat, rates: Rates, held: tuple[int, ...], bank: int) -> tuple[TradeWithBank, ...]:
    """``held`` has for each number of cards from 0 to 4 the mask of resources held so often; ``bank`` those it has."""
    return tuple(
        TradeWithBank(seat, give, rate, take)
        for give in RESOURCES
        for rate in rates[give]
        if held[rate] >> give & 1
        for take in RESOURCES
        if take != give and bank >> take & 1
    )


def _list_trades(state: State, demand: Demand) -> Iterable[Command]:
    hands = state[Hands]
    hand = hands.of[demand.seat]
    rates = state.terms[BankTradeTerms].rates(state, demand.seat)
    if not kinds(hand, _lowest(rates)):
        return ()
    held = (0, 0, kinds(hand, 2), kinds(hand, 3), kinds(hand, 4))
    return _trades(demand.seat, rates, held, kinds(hands.bank))


@lru_cache(maxsize=256)
def _lowest(rates: Rates) -> int:
    return min(rate for each in rates for rate in each)


def _check_trade(state: State, command: TradeWithBank, demand: Demand) -> None:
    if command.give == command.take:
        raise Illegal(Reason.SAME_RESOURCE, "B6.1", resource=command.give.name)
    rates = state.terms[BankTradeTerms].rates(state, command.seat)[command.give]
    if command.rate not in rates:
        raise Illegal(Reason.NO_SUCH_RATE, "B6.1", rate=command.rate, rates=rates)
    check_holds(state, command.seat, of_kind(command.give, command.rate), "B6.1")
    check_bank(state, ONE[command.take], "B6.4")


@room.does(TradeWithBank, "act", listing=_list_trades, check=_check_trade)
def trade_with_bank(play: Play, command: TradeWithBank, demand: Demand) -> None:
    """Trade with the bank."""
    play.happen(BankTradeMade(command.seat, of_kind(command.give, command.rate), ONE[command.take]))
