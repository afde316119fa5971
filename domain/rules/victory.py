"""The end of the game (B10): who wins and when, and what is shown then."""

import msgspec

from domain.components import Cards, Deck, Seat
from domain.engine.messages import Event
from domain.engine.play import Play
from domain.engine.points import PointsChanged, Scores
from domain.engine.prompts import GameEnded
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.development import Development, DevelopmentCardBought, victory_cards
from domain.rules.hands import Hands
from domain.rules.turn import Turn, TurnStarted


class HandShown(Event, frozen=True):
    """The game is over: a seat's cards are open, and its points count all of them (B10.3)."""

    seat: Seat
    cards: Cards
    development_cards: Deck
    points: int


class VictoryTerms(msgspec.Struct, frozen=True, gc=False):
    """How many points win."""

    goal: int = 10


room = Room("victory")
room.term(VictoryTerms())


@room.fold(HandShown, Hands)
def _(hands: Hands, event: HandShown, state: State) -> Hands:
    # All lie open with the last of them, so that the view of a moment never tells more than its events.
    return Hands(hands.bank, hands.of, shown=event.seat == state.seats)


def points(state: State, seat: Seat) -> int:
    """Count all of a seat's points: the public ones, and its hidden victory point cards."""
    return state[Scores].total[seat] + victory_cards(state, seat)


@room.judge(PointsChanged, DevelopmentCardBought, TurnStarted)
def win_in_own_turn(play: Play) -> None:
    """The seat in turn wins as soon as it has the goal's points; others wait for their own turn (B10.1)."""
    seat = play[Turn].seat
    if play[Scores].total[seat] + victory_cards(play, seat) >= play.terms[VictoryTerms].goal:
        play.end((seat,), "points")


@room.follow(GameEnded)
def show_hands(play: Play, event: GameEnded) -> None:
    """Lay all hidden cards open."""
    for seat in play.everyone:
        held = play[Development].held[seat]
        play.happen(HandShown(seat, play[Hands].of[seat], held, points(play, seat)))
