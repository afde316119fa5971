"""Resource cards: the bank and the hands (B1.2). Cards are never created or lost (B1.4)."""

import msgspec

from domain.components import NO_CARDS, Cards, Seat, covers, total
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


class BankTerms(msgspec.Struct, frozen=True, gc=False):
    """How many cards of each resource the bank holds at the start."""

    each: int = 19


class Hands(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that holds the resource cards: the bank's, and each seat's (indexed by seat)."""

    bank: Cards
    of: tuple[Cards, ...]
    shown: bool = False
    """Whether the hands lie open, once the game is over (B10.3)."""

    def received(self, seat: Seat, cards: Cards) -> "Hands":
        """The hands after a seat got cards from the bank."""
        return Hands(Cards(self.bank - cards), self._with(seat, cards))

    def paid(self, seat: Seat, cards: Cards) -> "Hands":
        """The hands after a seat gave cards to the bank."""
        return Hands(Cards(self.bank + cards), self._with(seat, -cards))

    def exchanged(self, seat: Seat, given: Cards, taken: Cards) -> "Hands":
        """The hands after a seat traded with the bank."""
        return Hands(Cards(self.bank + given - taken), self._with(seat, taken - given))

    def moved(self, giver: Seat, taker: Seat, cards: Cards) -> "Hands":
        """The hands after one seat gave cards to another."""
        of = list(self.of)
        of[giver] = Cards(of[giver] - cards)
        of[taker] = Cards(of[taker] + cards)
        return Hands(self.bank, tuple(of))

    def _with(self, seat: Seat, change: int) -> tuple[Cards, ...]:
        of = self.of
        return (*of[:seat], Cards(of[seat] + change), *of[seat + 1 :])


room = Room("hands")
room.term(BankTerms())
room.part(Hands, lambda seats, terms: Hands(NO_CARDS, (NO_CARDS,) * (seats + 1)))


@room.fold(ResourcesPaid, Hands)
def _(hands: Hands, event: ResourcesPaid, state: State) -> Hands:
    return hands.paid(event.seat, event.cards)


@room.fold(ResourcesReceived, Hands)
def _(hands: Hands, event: ResourcesReceived, state: State) -> Hands:
    return hands.received(event.seat, event.cards)


def holds(state: State, seat: Seat, cards: Cards) -> bool:
    """Tell whether a seat holds these cards."""
    return covers(state[Hands].of[seat], cards)


def check_holds(state: State, seat: Seat, cards: Cards, rule: str) -> None:
    """Refuse what a seat cannot give: ``NOT_ENOUGH_CARDS``."""
    if not holds(state, seat, cards):
        raise Illegal(Reason.NOT_ENOUGH_CARDS, rule, seat=seat)


def check_bank(state: State, cards: Cards, rule: str) -> None:
    """Refuse what the bank cannot give: ``BANK_TOO_SHORT``."""
    if not covers(state[Hands].bank, cards):
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
