"""Resource cards: the bank and the hands (B1.2). Cards are never created or lost (B1.4).

What can be traded is more than cards where a scenario has coins; so trades ask the terms what a seat and the bank hold.
"""

from collections.abc import Callable

import msgspec

from domain.components import NO_CARDS, Cards, Goods, Seat, cards_of, coins_of, covers, pack, total
from domain.engine.messages import Event, Viewer
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason


class ResourcesPaid(Event, frozen=True):
    """A seat paid cards to the bank."""

    seat: Seat
    cards: Cards


class ResourcesReceived(Event, frozen=True):
    """A seat got cards from the bank."""

    seat: Seat
    cards: Cards


def cards_by_seats(seats: int) -> int:
    """There are 19 cards of each resource, and 24 where five or six play (B1.2)."""
    return 24 if seats > 4 else 19


class BankTerms(msgspec.Struct, frozen=True, gc=False):
    """By seats: how many cards of each resource there are, and how many of these the bank does not hold at first."""

    each: Callable[[int], int] = cards_by_seats
    elsewhere: Callable[[int], int] = lambda seats: 0


class Hands(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that holds the resource cards: the bank's, and each seat's (indexed by seat)."""

    bank: Cards
    of: tuple[Cards, ...]
    shown: bool = False
    """Whether the hands lie open, once the game is over (B10.3)."""

    def received(self, seat: Seat, cards: Cards) -> "Hands":
        """The hands after a seat got cards from the bank."""
        return Hands(self.bank - cards, self._with(seat, cards))

    def paid(self, seat: Seat, cards: Cards) -> "Hands":
        """The hands after a seat gave cards to the bank."""
        return Hands(self.bank + cards, self._with(seat, -cards))

    def exchanged(self, seat: Seat, given: Cards, taken: Cards) -> "Hands":
        """The hands after a seat traded with the bank."""
        return Hands(self.bank + given - taken, self._with(seat, taken - given))

    def moved(self, giver: Seat, taker: Seat, cards: Cards) -> "Hands":
        """The hands after one seat gave cards to another."""
        of = list(self.of)
        of[giver] -= cards
        of[taker] += cards
        return Hands(self.bank, tuple(of))

    def gained(self, seat: Seat, cards: Cards) -> "Hands":
        """The hands after a seat got cards from elsewhere than the bank."""
        return Hands(self.bank, self._with(seat, cards))

    def _with(self, seat: Seat, change: Cards) -> tuple[Cards, ...]:
        of = self.of
        return (*of[:seat], of[seat] + change, *of[seat + 1 :])


room = Room("hands")
room.term(BankTerms())
room.part(Hands, lambda seats, terms: Hands(NO_CARDS, (NO_CARDS,) * (seats + 1)))


@room.fold(ResourcesPaid, Hands)
def _(hands: Hands, event: ResourcesPaid, state: State) -> Hands:
    return hands.paid(event.seat, event.cards)


@room.fold(ResourcesReceived, Hands)
def _(hands: Hands, event: ResourcesReceived, state: State) -> Hands:
    return hands.received(event.seat, event.cards)


def cards_held(state: State, seat: Seat) -> Goods:
    """A seat trades with its cards."""
    return Goods(state[Hands].of[seat])


def cards_banked(state: State) -> Goods:
    """The bank trades with its cards."""
    return Goods(state[Hands].bank)


def cards_in_play(state: State) -> Goods:
    """All the cards there are."""
    each = state.terms[BankTerms].each(state.seats)
    return Goods(pack((each, each, each, each, each)))


class GoodsTerms(msgspec.Struct, frozen=True, gc=False):
    """What can be traded: what a seat holds of it, what the bank, and how much of it there is in all."""

    held: Callable[[State, Seat], Goods] = cards_held
    banked: Callable[[State], Goods] = cards_banked
    in_play: Callable[[State], Goods] = cards_in_play


room.term(GoodsTerms())


def holds(state: State, seat: Seat, given: Goods) -> bool:
    """Tell whether a seat holds what a trade wants of it."""
    return covers(state.terms[GoodsTerms].held(state, seat), given)


def check_holds(state: State, seat: Seat, cards: Cards, rule: str) -> None:
    """Refuse cards that a seat does not hold: ``NOT_ENOUGH_CARDS``."""
    if not covers(state[Hands].of[seat], cards):
        raise Illegal(Reason.NOT_ENOUGH_CARDS, rule, seat=seat)


def check_gives(state: State, seat: Seat, given: Goods, rule: str) -> None:
    """Refuse what a seat cannot give: ``NOT_ENOUGH_CARDS``, or ``NOT_ENOUGH_COINS`` where it lacks only those."""
    held = state.terms[GoodsTerms].held(state, seat)
    if covers(held, given):
        return
    if covers(held, cards_of(given)):
        # Coins lie open (A3.5), cards do not: of these the reason tells nothing.
        raise Illegal(Reason.NOT_ENOUGH_COINS, rule, seat=seat, coins=coins_of(held))
    raise Illegal(Reason.NOT_ENOUGH_CARDS, rule, seat=seat)


def check_bank(state: State, taken: Goods, rule: str) -> None:
    """Refuse what the bank cannot give: ``BANK_TOO_SHORT``."""
    if not covers(state.terms[GoodsTerms].banked(state), taken):
        raise Illegal(Reason.BANK_TOO_SHORT, rule)


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Tell whether a viewer may see a seat's cards: its own, all to the auditor, everyone's after the end (B11.3)."""
    return state[Hands].shown or viewer.may_see((seat,))


class HandView(msgspec.Struct, frozen=True, gc=False):
    """A seat's hand: how many cards, and, for those who may see it, which."""

    seat: Seat
    count: int
    cards: Cards | None


class HandsView(msgspec.Struct, frozen=True, gc=False):
    """The bank and the hands (B11.1, B11.2)."""

    bank: Cards
    hands: tuple[HandView, ...]


@room.show
def show_hands(state: State, viewer: Viewer) -> HandsView:
    """Show the bank and the number of cards in each hand; the cards to who may see them."""
    hands = state[Hands]
    return HandsView(
        hands.bank,
        tuple(
            HandView(seat, total(hands.of[seat]), hands.of[seat] if sees_hand(state, viewer, seat) else None)
            for seat in state.everyone
        ),
    )
