"""The end in Persepolis (A6.2): when Alexander has crossed his last intersection the game ends at once."""

from domain.engine.play import Play
from domain.engine.room import Room
from domain.rules.ending import points
from domain.scenarios.alexander.march import AlexanderMoved, March, route_of
from domain.scenarios.alexander.payment import ChipsWon

room = Room("persepolis")


@room.judge(AlexanderMoved)
def end_in_persepolis(play: Play) -> None:
    """Name those with the most points, and among them those with the most event chips."""
    if play[March].arrow == len(route_of(play).stops):
        standing = {seat: (points(play, seat), play[ChipsWon].count(seat)) for seat in play.everyone}
        best = max(standing.values())
        play.end(tuple(seat for seat, each in standing.items() if each == best), "persepolis")
