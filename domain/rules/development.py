"""Development cards (B8.1): the deck (B1.3), buying from it, and when a card may be played."""

from collections.abc import Callable
from typing import ClassVar

import msgspec

from domain.components import MOST, NO_DECK, Deck, DevelopmentCard, Seat, card_at, count, deck, kinds, pack, total
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.hands import sees_hand
from domain.rules.turn import TurnStarted

CARDS = tuple(DevelopmentCard)
KNIGHT, VICTORY_POINT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY = CARDS
"""By names of their own: a member that is looked up in its class costs twenty times as much."""
ONE_CARD = tuple(Deck(1 << 10 * card) for card in CARDS)
_PLAYED = pack((MOST, 0, MOST, MOST, MOST))
"""All cards but victory points, which are never played: a bag that leaves these of any other."""


class BuyDevelopmentCard(Command, frozen=True):
    """Buy the top card of the development deck."""


class DevelopmentCardBought(Event, frozen=True):
    """A seat bought a development card; only it knows which."""

    private: ClassVar[tuple[str, ...]] = ("card",)

    seat: Seat
    card: DevelopmentCard | None = None

    @property
    def audience(self) -> tuple[Seat, ...]:
        """The buyer."""
        return (self.seat,)


class DevelopmentCardPlayed(Event, frozen=True):
    """A seat laid a development card open and plays it."""

    seat: Seat
    card: DevelopmentCard


def deck_by_seats(seats: int) -> Deck:
    """The deck holds 25 cards, and 34 where five or six play (B1.3)."""
    if seats > 4:
        return deck(knight=20, victory_point=5, road_building=3, year_of_plenty=3, monopoly=3)
    return deck(knight=14, victory_point=5, road_building=2, year_of_plenty=2, monopoly=2)


class DeckTerms(msgspec.Struct, frozen=True, gc=False):
    """What the development deck holds at the start, by seats."""

    cards: Callable[[int], Deck] = deck_by_seats


class Development(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that keeps the development cards; tuples indexed by seat.

    Of the deck only the number of each kind is kept: which one is on top is drawn when it is bought. What was put
    ``under`` it is drawn when nothing else is left.
    """

    deck: Deck
    held: tuple[Deck, ...]
    fresh: tuple[Deck, ...]
    """What each seat bought in this turn and may not play in it."""
    played: tuple[Deck, ...]
    card_played: bool = False
    """Whether a card was played in this turn."""
    under: Deck = NO_DECK

    @property
    def left(self) -> int:
        """The number of cards that can still be bought."""
        return total(self.deck) + total(self.under)

    def with_deck(self, deck: Deck) -> "Development":
        """The same with this deck."""
        return Development(deck, self.held, self.fresh, self.played, self.card_played, self.under)

    def put_under(self, seat: Seat, cards: Deck) -> "Development":
        """The same after cards that a seat had played were put under the deck."""
        played = _with(self.played, seat, -cards)
        return Development(self.deck, self.held, self.fresh, played, self.card_played, self.under + cards)


def _no_cards(seats: int) -> Development:
    none = (NO_DECK,) * (seats + 1)
    return Development(NO_DECK, none, none, none)


room = Room("development cards")
room.term(DeckTerms())
room.part(Development, lambda seats, terms: _no_cards(seats))


@room.fold(DevelopmentCardBought, Development)
def _(development: Development, event: DevelopmentCardBought, state: State) -> Development:
    assert event.card is not None
    card = ONE_CARD[event.card]
    deck, under = development.deck, development.under
    return Development(
        deck - card if deck else deck,
        _with(development.held, event.seat, card),
        _with(development.fresh, event.seat, card),
        development.played,
        development.card_played,
        under if deck else under - card,
    )


@room.fold(DevelopmentCardPlayed, Development)
def _(development: Development, event: DevelopmentCardPlayed, state: State) -> Development:
    card = ONE_CARD[event.card]
    return Development(
        development.deck,
        _with(development.held, event.seat, -card),
        development.fresh,
        _with(development.played, event.seat, card),
        True,
        development.under,
    )


@room.fold(TurnStarted, Development)
def _(development: Development, event: TurnStarted, state: State) -> Development:
    if not development.card_played and not any(development.fresh):
        return development
    none = (NO_DECK,) * (state.seats + 1)
    return Development(development.deck, development.held, none, development.played, False, development.under)


def _with(row: tuple[Deck, ...], seat: Seat, change: Deck) -> tuple[Deck, ...]:
    return (*row[:seat], row[seat] + change, *row[seat + 1 :])


def draw_development_card(play: Play, seat: Seat) -> None:
    """Draw the top card of the deck for a seat: it is drawn now, from what is left."""
    left = play[Development].deck or play[Development].under
    card = CARDS[card_at(left, play.draw("development_card", total(left)))]
    play.drop_draws()
    play.happen(DevelopmentCardBought(seat, card))


def playable_kinds(state: State, seat: Seat) -> int:
    """Mask of the kinds of which a seat may play a card now, as far as B8.1 goes."""
    development = state[Development]
    if development.card_played:
        return 0
    ready = (development.held[seat] - development.fresh[seat]) & _PLAYED
    return kinds(ready) if ready else 0


def check_may_play(state: State, seat: Seat, card: DevelopmentCard) -> None:
    """Refuse a card that is not held, was bought in this turn, or would be the second one of the turn (B8.1)."""
    development = state[Development]
    if not count(development.held[seat], card):
        raise Illegal(Reason.CARD_NOT_HELD, "B8.1", card=card.name)
    if development.card_played:
        raise Illegal(Reason.CARD_ALREADY_PLAYED, "B8.1")
    if not count(development.held[seat] - development.fresh[seat], card):
        raise Illegal(Reason.CARD_TOO_NEW, "B8.1", card=card.name)


def victory_cards(state: State, seat: Seat) -> int:
    """Count a seat's hidden victory point cards."""
    return count(state[Development].held[seat], VICTORY_POINT)


class DevelopmentHandView(msgspec.Struct, frozen=True, gc=False):
    """A seat's development cards: how many, those it played, and, for those who may see them, which it holds."""

    seat: Seat
    count: int
    played: Deck
    cards: Deck | None


class DevelopmentView(msgspec.Struct, frozen=True, gc=False):
    """The number of cards left in the deck, and each seat's."""

    deck: int
    hands: tuple[DevelopmentHandView, ...]


@room.show
def show_development(state: State, viewer: Viewer) -> DevelopmentView:
    """Show how many development cards there are; which, to who may see them."""
    development = state[Development]
    return DevelopmentView(
        development.left,
        tuple(
            DevelopmentHandView(
                seat,
                total(development.held[seat]),
                development.played[seat],
                development.held[seat] if sees_hand(state, viewer, seat) else None,
            )
            for seat in state.everyone
        ),
    )
