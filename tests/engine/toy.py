"""A toy scenario: a policy, a placement line and a consequence, all made of commands and events that there are."""

from domain.board.laid import Board
from domain.components import ONE, Resource, Terrain, count
from domain.engine import Line, Room
from domain.errors import Reason
from domain.rules.bank_trade import ALL_GOODS, BankTradeTerms
from domain.rules.buildings import CityBuilt
from domain.rules.hands import Hands, ResourcesReceived
from domain.scenarios.classic import CLASSIC

room = Room("toy")


def not_at_the_desert(state, seat):
    """The intersections that do not touch the desert."""
    board = state[Board]
    return ~board.grid.corner_mask[board.first(Terrain.DESERT)]


@room.follow(CityBuilt)
def wool_for_a_city(play, event):
    """Whoever builds a city gets a wool, if the bank has one."""
    if count(play[Hands].bank, Resource.WOOL):
        play.happen(ResourcesReceived(event.seat, ONE[Resource.WOOL]))


TOY = CLASSIC.amend(
    key="toy",
    title="Wool towns",
    add=(room,),
    terms=(BankTradeTerms(rates=lambda state, seat: ((3, ALL_GOODS),)),),
    lines=(("settlement", Line(Reason.NOT_LAND, "B7.3", not_at_the_desert)),),
)
