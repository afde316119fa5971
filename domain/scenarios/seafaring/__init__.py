"""Seafaring: the classic game with the sea rules on which every scenario with ships stands (S1, S2, S6).

It is not played alone, for the scenarios differ in how many ships there are, whether ships move (S3), and what gold
rivers yield (S4).
"""

from domain.engine.scenario import Text
from domain.rules import progress_cards, ships
from domain.scenarios.classic import CLASSIC

SEAFARING = CLASSIC.amend(
    key="seafaring",
    title=Text("Seafaring", "Námořní hra"),
    add=(ships.room,),
    terms=(progress_cards.RoadBuildingTerms((progress_cards.can_place_road, ships.can_place_ship)),),
)
