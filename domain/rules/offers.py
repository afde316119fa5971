"""The open trade offer (B6.2): what can be said about it, what happened to it, and how it stands.

One offer is open at a time. What was accepted or offered in return stands until its maker loses any card, so both sides
of a deal still hold what they give when it is closed, and closing tells nothing about anybody's hand.
"""

import msgspec

from domain.components import Goods, Seat, cards_of
from domain.engine.messages import Command, Event, Viewer
from domain.engine.prompts import GameEnded
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.buildings import put
from domain.rules.hands import Hands
from domain.rules.turn import TurnEnded


class OfferTrade(Command, frozen=True):
    """Offer cards for cards, to these seats (none named: to all others)."""

    give: Goods
    take: Goods
    to: tuple[Seat, ...] = ()


class AcceptTrade(Command, frozen=True):
    """Accept the open offer."""

    offer: int


class DeclineTrade(Command, frozen=True):
    """Decline the open offer for good."""

    offer: int


class CounterTrade(Command, frozen=True):
    """Answer the open offer by another: what you would give, and what you want for it."""

    offer: int
    give: Goods
    take: Goods


class CloseTrade(Command, frozen=True):
    """Close the deal: your offer with a seat that accepted it, or a counter-offer (by its number) with its maker."""

    offer: int
    partner: Seat


class WithdrawTrade(Command, frozen=True):
    """Withdraw your offer."""

    offer: int


class TradeOffered(Event, frozen=True):
    """The seat in turn made an offer to some seats."""

    offer: int
    seat: Seat
    give: Goods
    take: Goods
    to: tuple[Seat, ...]


class TradeAccepted(Event, frozen=True):
    """A seat accepted the open offer; its own counter-offer is gone."""

    offer: int
    seat: Seat


class TradeDeclined(Event, frozen=True):
    """A seat declined the open offer; its own counter-offer is gone."""

    offer: int
    seat: Seat


class TradeCountered(Event, frozen=True):
    """A seat answered the open offer by a counter-offer with a number of its own; its earlier one is gone."""

    offer: int
    counter: int
    seat: Seat
    give: Goods
    take: Goods


class TradeAnswerFell(Event, frozen=True):
    """A seat lost a card, so what it accepted, or offered in return, stands no more."""

    offer: int
    seat: Seat


class TradeMade(Event, frozen=True):
    """The seat in turn and its partner exchanged cards; the offer is closed."""

    offer: int
    seat: Seat
    partner: Seat
    given: Goods
    taken: Goods


class TradeWithdrawn(Event, frozen=True):
    """The maker withdrew its offer."""

    offer: int


class TradeFell(Event, frozen=True):
    """The open offer fell: its maker lost a card, or the turn ended (B6.5)."""

    offer: int


class TradeTerms(msgspec.Struct, frozen=True, gc=False):
    """How many offers the seat in turn, and how many counter-offers each other seat may make in a turn (B6.2)."""

    offers: int = 10
    counters: int = 3


class Counter(msgspec.Struct, frozen=True, gc=False):
    """A counter-offer: what its maker gives and takes."""

    number: int
    seat: Seat
    give: Goods
    take: Goods


class Offer(msgspec.Struct, frozen=True, gc=False):
    """The open offer: what its maker gives and takes, whom it was made to, and what they said."""

    number: int
    seat: Seat
    give: Goods
    take: Goods
    to: tuple[Seat, ...]
    accepted: tuple[Seat, ...] = ()
    counters: tuple[Counter, ...] = ()


class Trading(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that keeps the open offer, if any, the last number given, and what was offered this turn."""

    offer: Offer | None
    numbers: int
    offers: int
    counters: tuple[int, ...]
    """For each seat its counter-offers in this turn."""

    def without_offer(self) -> "Trading":
        """The same after the open offer is gone."""
        return Trading(None, self.numbers, self.offers, self.counters)

    def with_offer(self, offer: Offer) -> "Trading":
        """The same with the open offer as it is now."""
        return Trading(offer, self.numbers, self.offers, self.counters)


room = Room("trade")
room.term(TradeTerms())
room.part(Trading, lambda seats, terms: Trading(None, 0, 0, (0,) * (seats + 1)))
room.prompt("trade", "B6.2", waits=False)


@room.fold(TradeOffered, Trading)
def _(trading: Trading, event: TradeOffered, state: State) -> Trading:
    offer = Offer(event.offer, event.seat, event.give, event.take, event.to)
    return Trading(offer, event.offer, trading.offers + 1, trading.counters)


def _answered(offer: Offer | None, seat: Seat, *, accepts: bool = False) -> Offer:
    """The open offer without a seat's earlier answer, or with its acceptance in place of that."""
    assert offer is not None
    counters = tuple(counter for counter in offer.counters if counter.seat != seat)
    accepted = tuple(other for other in offer.accepted if other != seat)
    if accepts:
        accepted = (*accepted, seat)
    return Offer(offer.number, offer.seat, offer.give, offer.take, offer.to, accepted, counters)


@room.fold(TradeAccepted, Trading)
def _(trading: Trading, event: TradeAccepted, state: State) -> Trading:
    return trading.with_offer(_answered(trading.offer, event.seat, accepts=True))


@room.fold(TradeDeclined, Trading)
def _(trading: Trading, event: TradeDeclined, state: State) -> Trading:
    return trading.with_offer(_answered(trading.offer, event.seat))


@room.fold(TradeAnswerFell, Trading)
def _(trading: Trading, event: TradeAnswerFell, state: State) -> Trading:
    return trading.with_offer(_answered(trading.offer, event.seat))


@room.fold(TradeCountered, Trading)
def _(trading: Trading, event: TradeCountered, state: State) -> Trading:
    offer = _answered(trading.offer, event.seat)
    counter = Counter(event.counter, event.seat, event.give, event.take)
    made = put(trading.counters, event.seat, trading.counters[event.seat] + 1)
    changed = msgspec.structs.replace(offer, counters=(*offer.counters, counter))
    return Trading(changed, event.counter, trading.offers, made)


@room.fold(TradeMade, Hands)
def _(hands: Hands, event: TradeMade, state: State) -> Hands:
    given, taken = cards_of(event.given), cards_of(event.taken)
    return hands.moved(event.seat, event.partner, given).moved(event.partner, event.seat, taken)


def _gone(trading: Trading, event: Event, state: State) -> Trading:
    return trading.without_offer()


for _end in (TradeMade, TradeWithdrawn, TradeFell, GameEnded):
    room.fold(_end, Trading)(_gone)


@room.fold(TurnEnded, Trading)
def _(trading: Trading, event: TurnEnded, state: State) -> Trading:
    if not trading.offers:
        return trading
    return Trading(trading.offer, trading.numbers, 0, (0,) * (state.seats + 1))


class TradingView(msgspec.Struct, frozen=True, gc=False):
    """The open offer, if any, with the answers to it."""

    offer: Offer | None


@room.show
def show_trading(state: State, viewer: Viewer) -> TradingView:
    """Show the open offer."""
    return TradingView(state[Trading].offer)
