"""Largest army (B9.2): the first with three played knights, then whoever has strictly more."""

import msgspec

from domain.components import DevelopmentCard, Seat, count
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.development import Development, DevelopmentCardPlayed


class LargestArmyAwarded(Event, frozen=True):
    """The card of the largest army went to a seat."""

    seat: Seat
    knights: int


class ArmyTerms(msgspec.Struct, frozen=True, gc=False):
    """The smallest army that counts, and the points of the card."""

    smallest: int = 3
    points: int = 2


class Army(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows who has the card (0: nobody)."""

    owner: Seat = 0


room = Room("largest army")
room.term(ArmyTerms())
room.part(Army, lambda seats, terms: Army())


@room.fold(LargestArmyAwarded, Army)
def _(army: Army, event: LargestArmyAwarded, state: State) -> Army:
    return Army(event.seat)


def knights(state: State, seat: Seat) -> int:
    """Count the knights that a seat has played; none for seat 0."""
    return count(state[Development].played[seat], DevelopmentCard.KNIGHT)


@room.settle(DevelopmentCardPlayed)
def award_largest_army(play: Play) -> None:
    """Award the card to a seat that has enough knights, and strictly more than the owner."""
    owner = play[Army].owner
    most = max(play.everyone, key=lambda seat: knights(play, seat))
    if knights(play, most) >= play.terms[ArmyTerms].smallest and knights(play, most) > knights(play, owner):
        play.happen(LargestArmyAwarded(most, knights(play, most)))


@room.score("largest_army", LargestArmyAwarded)
def score_largest_army(state: State, seat: Seat) -> int:
    """Count the points of the card for its owner."""
    return state.terms[ArmyTerms].points if state[Army].owner == seat else 0


class ArmyView(msgspec.Struct, frozen=True, gc=False):
    """The owner of the largest army (0: nobody)."""

    owner: Seat


@room.show
def show_army(state: State, viewer: Viewer) -> ArmyView:
    """Show who has the largest army."""
    return ArmyView(state[Army].owner)
