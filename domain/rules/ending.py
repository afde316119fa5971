"""After the end (B10.3): all hidden cards are laid open."""

from collections.abc import Callable

import msgspec

from domain.components import Cards, Deck, Seat
from domain.engine.messages import Event
from domain.engine.play import Play
from domain.engine.points import Scores
from domain.engine.prompts import GameEnded
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.development import Development, victory_cards
from domain.rules.hands import Hands


class HandShown(Event, frozen=True):
    """The game is over: a seat's cards are open, and its points count all of them (B10.3)."""

    seat: Seat
    cards: Cards
    development_cards: Deck
    points: int


def points(state: State, seat: Seat) -> int:
    """Count all of a seat's points: the public ones, and its hidden victory point cards."""
    return state[Scores].total[seat] + victory_cards(state, seat)


class EndingTerms(msgspec.Struct, frozen=True, gc=False):
    """What counts at the end."""

    points: Callable[[State, Seat], int] = points


room = Room("ending")
room.term(EndingTerms())


@room.fold(HandShown, Hands)
def _(hands: Hands, event: HandShown, state: State) -> Hands:
    # All lie open with the last of them, so that the view of a moment never tells more than its events.
    return Hands(hands.bank, hands.of, shown=event.seat == state.seats)


@room.follow(GameEnded)
def show_hands(play: Play, event: GameEnded) -> None:
    """Lay all hidden cards open."""
    count = play.terms[EndingTerms].points
    for seat in play.everyone:
        held = play[Development].held[seat]
        play.happen(HandShown(seat, play[Hands].of[seat], held, count(play, seat)))
