"""What to build next: each thing that could be, with what it costs, what it is worth and how long it may take."""

from collections.abc import Iterator

from service.bots.board_map import goods_of_harbor
from service.bots.costs import CARD, CITY, POINT, SETTLEMENT, Plan, priced, turns_to
from service.bots.lore import Lore
from service.bots.position import Leg, Position
from settlers.v1 import board_pb2

SHORTEST_ROUTE = 5
"""Roads of the first route that counts."""

CARD_WORTH = 6.5
"""What a development card is worth: most of them are knights, one in five is a point."""

ROUTE_RACE = 2
"""Roads that a seat builds for nothing but the longest route, at most, before the award is its own."""

PATIENCE = 4.0
"""Turns that weigh on no plan: it matters little whether something comes at once or in a turn or two."""


def make_plans(position: Position, lore: Lore) -> list[Plan]:
    """List what this seat could build next, the best first; late in a game that may be nothing."""
    plans = [
        *_cities(position),
        *_settlements(position, lore),
        *_routes(position),
        *_cards(position),
        *lore.plans(),
    ]
    return sorted(plans, key=lambda plan: -plan.worth / (PATIENCE + turns_to(position, plan.cost)))


def _cities(position: Position) -> Iterator[Plan]:
    if position.left["city"]:
        for spot in position.own_settlements:
            income = position.map.income_at(spot)
            yield Plan("city", priced(CITY), POINT + sum(income.values()), spot)


def _settlements(position: Position, lore: Lore) -> Iterator[Plan]:
    if position.left["settlement"]:
        for spot, way in position.ways_to_spots().items():
            if lore.is_buildable(spot) and position.has_pieces_for(way):
                worth = POINT + worth_of_spot(position, lore, spot)
                yield Plan("settlement", priced(SETTLEMENT, way), worth, spot, way)


def _routes(position: Position) -> Iterator[Plan]:
    """Race for the longest route, where there is one and it is near."""
    routes = position.view.routes
    if not routes.lengths or routes.owner == position.seat:
        return
    now = routes.lengths[position.seat - 1]
    needed = max(SHORTEST_ROUTE, max(routes.lengths) + (1 if routes.owner else 0)) - now
    if 0 < needed <= min(ROUTE_RACE, position.left["road"]):
        for path in paths_onward(position):
            if position.longest_trail((path,)) > now:
                way = (Leg("road", path),)
                yield Plan("route", priced({}, way * needed), 2 * POINT, way=way)
                return


def _cards(position: Position) -> Iterator[Plan]:
    if position.view.development.deck:
        yield Plan("card", priced(CARD), CARD_WORTH)


def paths_onward(position: Position) -> list[int]:
    """List the free paths next to this seat's network, where its next road could lie."""
    return [
        path
        for spot in position.own_network
        if position.owner_at.get(spot, position.seat) == position.seat
        for path, _ in position.map.roads_from[spot]
        if path not in position.taken and path in position.map.along_land
    ]


def worth_of_spot(position: Position, lore: Lore, spot: int) -> float:
    """Say what a settlement on a spot is worth beside its point: its yield, more so of what is scarce, and harbors."""
    income = position.map.income_at(spot)
    worth = lore.worth_of_income(income)
    harbor = position.map.harbor_at.get(spot)
    if harbor == board_pb2.HARBOR_GENERAL:
        worth += 1.5
    elif harbor is not None:
        worth += sum(0.3 * (position.income[name] + income[name]) for name in goods_of_harbor(harbor))
    return worth + lore.worth_of_spot(spot)
