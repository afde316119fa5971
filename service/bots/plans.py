"""What to build next: each thing that could be, with what it costs, what it is worth and how long it may take."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.bots.messages import RESOURCES, Counts
from service.bots.position import Position
from settlers.v1 import board_pb2

ROAD: Mapping[str, int] = MappingProxyType({"brick": 1, "lumber": 1})
SETTLEMENT: Mapping[str, int] = MappingProxyType({"brick": 1, "lumber": 1, "wool": 1, "grain": 1})
CITY: Mapping[str, int] = MappingProxyType({"grain": 2, "ore": 3})
CARD: Mapping[str, int] = MappingProxyType({"wool": 1, "grain": 1, "ore": 1})

ROADS, SETTLEMENTS, CITIES = 15, 5, 4
"""The pieces of each seat."""

SHORTEST_ROUTE = 5
"""Roads of the first route that counts."""

POINT = 10.0
"""What a victory point is worth; one more card in 36 rolls is worth 1."""

CARD_WORTH = 6.5
"""What a development card is worth: most of them are knights, one in five is a point."""

ROUTE_RACE = 2
"""Roads that a seat builds for nothing but the longest route, at most, before the award is its own."""

PATIENCE = 4.0
"""Turns that weigh on no plan: it matters little whether something comes at once or in a turn or two."""


@dataclass(frozen=True)
class Plan:
    """Something to build. ``way`` are the roads that it needs first."""

    kind: str
    cost: Counts
    worth: float
    place: int | None = None
    way: tuple[int, ...] = ()


NO_PLAN = Plan("nothing", dict.fromkeys(RESOURCES, 0), 0.0)


def make_plans(position: Position) -> list[Plan]:
    """List what this seat could build next, the best first; late in a game that may be nothing."""
    plans = [*_cities(position), *_settlements(position), *_routes(position), *_cards(position)]
    return sorted(plans, key=lambda plan: -plan.worth / (PATIENCE + turns_to(position, plan.cost)))


def _cities(position: Position) -> Iterator[Plan]:
    if len(position.own_cities) < CITIES:
        for spot in position.own_settlements:
            income = position.map.income_at(spot)
            yield Plan("city", priced(CITY), POINT + sum(income.values()), spot)


def _settlements(position: Position) -> Iterator[Plan]:
    if len(position.own_settlements) < SETTLEMENTS:
        for spot, way in position.ways_to_spots().items():
            if len(position.own_roads) + len(way) <= ROADS:
                yield Plan("settlement", priced(SETTLEMENT, len(way)), POINT + worth_of_spot(position, spot), spot, way)


def _routes(position: Position) -> Iterator[Plan]:
    """Race for the longest route, where it is near."""
    routes = position.view.routes
    if not routes.lengths or routes.owner == position.seat:
        return
    now = routes.lengths[position.seat - 1]
    needed = max(SHORTEST_ROUTE, max(routes.lengths) + (1 if routes.owner else 0)) - now
    if 0 < needed <= min(ROUTE_RACE, ROADS - len(position.own_roads)):
        for path in paths_onward(position):
            if position.longest_trail((path,)) > now:
                yield Plan("route", priced({}, needed), 2 * POINT, way=(path,))
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
        if path not in position.roads and path in position.map.along_land
    ]


def worth_of_spot(position: Position, spot: int) -> float:
    """Say what a settlement on a spot is worth beside its point: its yield, more so of what is scarce, and harbors."""
    scarce = {name: 0.0 if position.income[name] else 2.0 for name in RESOURCES}
    income = position.map.income_at(spot)
    worth = sum(rolls + scarce[name] for name, rolls in income.items() if rolls)
    harbor = position.map.harbor_at.get(spot)
    if harbor == board_pb2.HARBOR_GENERAL:
        worth += 1.5
    elif harbor is not None and harbor <= len(RESOURCES):
        worth += 0.3 * (position.income[RESOURCES[harbor - 1]] + income[RESOURCES[harbor - 1]])
    return worth


def priced(cost: Mapping[str, int], roads: int = 0) -> Counts:
    """Price something, with the roads that lead to it."""
    return {name: cost.get(name, 0) + roads * ROAD.get(name, 0) for name in RESOURCES}


def missing(hand: Mapping[str, int], cost: Mapping[str, int]) -> Counts:
    """Count what a hand lacks for a cost."""
    return {name: max(0, cost[name] - hand[name]) for name in RESOURCES}


def spare(hand: Mapping[str, int], cost: Mapping[str, int]) -> Counts:
    """Count what a hand has beyond a cost."""
    return {name: max(0, hand[name] - cost[name]) for name in RESOURCES}


def turns_to(position: Position, cost: Mapping[str, int]) -> float:
    """Guess in how many turns of the table this seat has the cards for something, trade with the bank included."""
    rates, income = position.rates, position.income
    swaps = sum(n // rates[name] for name, n in spare(position.hand, cost).items())
    # What does not come by itself can be had for what does, at the bank's rate.
    swapped = sum(rolls / rates[name] for name, rolls in income.items()) / 2
    waits = [36 / (income[name] + swapped + 0.1) for name, n in missing(position.hand, cost).items() for _ in range(n)]
    waits.sort()
    return sum(waits[: len(waits) - swaps] if swaps else waits)
