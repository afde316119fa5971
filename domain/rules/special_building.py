"""Special building (B7.5): where five or six play, every other seat may build after each turn, clockwise."""

from domain.components import Seat
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Phase, Room
from domain.rules.buildings import BuildCity, BuildSettlement
from domain.rules.development import BuyDevelopmentCard
from domain.rules.hands import Hands
from domain.rules.roads import BuildRoad
from domain.rules.turn import Pass, Turn

SEATS = 5
"""From how many seats on there is special building."""

room = Room("special building")
room.prompt("build", "B7.5", order="B7.5")
room.admit("build", BuildRoad, BuildSettlement, BuildCity, BuyDevelopmentCard, like="act")


def _ask_next(play: Play, after: Seat) -> None:
    """Ask the next seat clockwise that has a resource card, up to the one whose turn it was."""
    in_turn = play[Turn].seat
    for seat in play.clockwise(after)[1:]:
        if seat == in_turn:
            return
        if play[Hands].of[seat]:
            play.ask("build", seat)
            return


@room.does(Pass, "build", always=True)
def end_building(play: Play, command: Pass, demand: Demand) -> None:
    """End your special building; the next seat follows."""
    play.answer(demand)
    _ask_next(play, command.seat)


def _open(play: Play) -> None:
    _ask_next(play, play[Turn].seat)


SPECIAL_BUILDING = Phase("special_building", _open, SEATS)
