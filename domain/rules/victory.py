"""Victory (B10.1, B10.2): who wins by points, and when."""

import msgspec

from domain.engine.play import Play
from domain.engine.points import PointsChanged, Scores
from domain.engine.room import Room
from domain.rules.development import DevelopmentCardBought, victory_cards
from domain.rules.turn import Turn, TurnStarted


class VictoryTerms(msgspec.Struct, frozen=True, gc=False):
    """How many points win."""

    goal: int = 10


room = Room("victory")
room.term(VictoryTerms())


@room.judge(PointsChanged, DevelopmentCardBought, TurnStarted)
def win_in_own_turn(play: Play) -> None:
    """The seat in turn wins as soon as it has the goal's points; others wait for their own turn (B10.1)."""
    turn = play[Turn]
    if turn.ended:
        return
    if play[Scores].total[turn.seat] + victory_cards(play, turn.seat) >= play.terms[VictoryTerms].goal:
        play.end((turn.seat,), "points")
