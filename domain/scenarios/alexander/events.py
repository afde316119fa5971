"""The events of the march (A3.1): what may happen on Alexander's way, and what counts for each."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

from domain.components import LANE, MOST, Good, Goods


class MarchEvent(IntEnum):
    """What may happen on the way: a temple asks for a settlement, the others lie on the route as event chips."""

    SETTLEMENT = 0
    FAMINE = 1
    BRIDGE = 2
    BATTLE = 3
    STATUE = 4


CHIPS = (MarchEvent.FAMINE, MarchEvent.BRIDGE, MarchEvent.BATTLE, MarchEvent.STATUE)
"""The kinds of event chips, in catalogue order (chance maps values to chips in this order)."""

KNIGHT_WORTH = 3
"""What a knight counts in a battle; everything else counts 1."""


def _only(*goods: Good) -> Goods:
    return Goods(sum(MOST << LANE * good for good in (*goods, Good.COIN)))


TAKEN: Mapping[MarchEvent, Goods] = MappingProxyType(
    {
        MarchEvent.SETTLEMENT: _only(Good.LUMBER, Good.BRICK, Good.GRAIN, Good.WOOL),
        MarchEvent.FAMINE: _only(Good.GRAIN, Good.WOOL),
        MarchEvent.BRIDGE: _only(Good.LUMBER, Good.BRICK),
        MarchEvent.BATTLE: _only(Good.WOOL, Good.ORE),
        MarchEvent.STATUE: _only(Good.BRICK, Good.ORE),
    }
)
"""For each event a mask of the goods that count: ``held & TAKEN[event]``. Coins count in every one."""
