"""The end of the race (G7.1): the first city on a red point of the gold islands wins at once, whoever's turn it is."""

from domain.board.laid import Board
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.buildings import Buildings, CityBuilt

RED_POINTS = "red"
"""The board's mark of the points that win."""

room = Room("race")


@room.judge(CityBuilt)
def win_by_red_point(play: Play) -> None:
    """Name the seat with a city on a red point."""
    red = play[Board].marked(RED_POINTS)
    for seat in play.everyone:
        if play[Buildings].cities[seat] & red:
            play.end((seat,), "gold")


def no_points(state: State, seat: int) -> int:
    """Points count for nothing here (G2.1)."""
    return 0
