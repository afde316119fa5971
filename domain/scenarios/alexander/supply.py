"""The supply stack (A1.3, A1.4, A2.4): every seat draws from it, at the start and in every turn, until it runs out."""

from typing import ClassVar

import msgspec

from domain.components import NO_CARDS, ONE, RESOURCES, Cards, Seat, card_at, pack, total
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Phase, Room
from domain.engine.state import State
from domain.rules.hands import BankTerms, Hands
from domain.rules.supplies import SuppliesLaidOut
from domain.rules.turn import Turn


class SupplyStackLaidOut(Event, frozen=True):
    """The supply stack lies ready, shuffled; it holds these cards."""

    cards: Cards


class SupplyCardsDrawn(Event, frozen=True):
    """A seat drew cards from the supply stack; only it knows which."""

    private: ClassVar[tuple[str, ...]] = ("cards",)

    seat: Seat
    count: int
    cards: Cards | None = None

    @property
    def audience(self) -> tuple[Seat, ...]:
        """The drawer."""
        return (self.seat,)


class SupplyEnded(Event, frozen=True):
    """The supply stack has too few cards for all: it is over, and what was left went to the bank."""

    cards: Cards


def stacked(seats: int) -> int:
    """How many cards of each resource are in the supply stack: all with four seats, 15 with three."""
    return 19 if seats == 4 else 15


class SupplyTerms(msgspec.Struct, frozen=True, gc=False):
    """How many cards each seat draws at the start."""

    start: int = 5


class Supply(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows what is in the supply stack. Its order is nowhere: cards are drawn when drawn."""

    cards: Cards = NO_CARDS
    over: bool = False


room = Room("supply")
room.term(SupplyTerms())
room.part(Supply, lambda seats, terms: Supply())


@room.fold(SupplyStackLaidOut, Supply)
def _(supply: Supply, event: SupplyStackLaidOut, state: State) -> Supply:
    return Supply(event.cards)


@room.fold(SupplyCardsDrawn, Supply)
def _(supply: Supply, event: SupplyCardsDrawn, state: State) -> Supply:
    assert event.cards is not None
    return Supply(supply.cards - event.cards)


@room.fold(SupplyCardsDrawn, Hands)
def _(hands: Hands, event: SupplyCardsDrawn, state: State) -> Hands:
    assert event.cards is not None
    return hands.gained(event.seat, event.cards)


@room.fold(SupplyEnded, Supply)
def _(supply: Supply, event: SupplyEnded, state: State) -> Supply:
    return Supply(NO_CARDS, over=True)


@room.fold(SupplyEnded, Hands)
def _(hands: Hands, event: SupplyEnded, state: State) -> Hands:
    return Hands(hands.bank + event.cards, hands.of)


@room.follow(SuppliesLaidOut)
def lay_out_stack(play: Play, event: SuppliesLaidOut) -> None:
    """Shuffle the supply stack."""
    each = play.terms[BankTerms].elsewhere(play.seats)
    play.happen(SupplyStackLaidOut(Cards(pack((each, each, each, each, each)))))


def draw_supply(play: Play, seat: Seat, n: int) -> None:
    """Let a seat draw the top cards of the stack."""
    left, drawn = play[Supply].cards, NO_CARDS
    for _ in range(n):
        card = ONE[RESOURCES[card_at(left, play.draw("supply", total(left)))]]
        left, drawn = left - card, drawn + card
    play.drop_draws()
    play.happen(SupplyCardsDrawn(seat, n, drawn))


def _deal(play: Play) -> None:
    for seat in play.everyone:
        draw_supply(play, seat, play.terms[SupplyTerms].start)


def _supply(play: Play) -> None:
    """Let every seat draw a card, clockwise from the seat in turn, while there are enough for all (A2.4)."""
    if play[Supply].over:
        return
    for seat in play.clockwise(play[Turn].seat):
        draw_supply(play, seat, 1)
    if total(play[Supply].cards) < play.seats:
        play.happen(SupplyEnded(play[Supply].cards))


DEALING = Phase("dealing", _deal)
SUPPLY = Phase("supply", _supply)


class SupplyView(msgspec.Struct, frozen=True, gc=False):
    """The number of cards left in the supply stack."""

    left: int


@room.show
def show_supply(state: State, viewer: Viewer) -> SupplyView:
    """Show how many cards are left, and never which."""
    return SupplyView(total(state[Supply].cards))
