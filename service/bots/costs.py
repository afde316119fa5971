"""What things cost, and when a seat will have the cards for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.bots.messages import GOODS, Counts, nothing
from service.bots.position import Leg, Position

PIECES: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {"road": MappingProxyType({"brick": 1, "lumber": 1}), "ship": MappingProxyType({"lumber": 1, "wool": 1})}
)
"""What the pieces cost of which ways are made."""

SETTLEMENT: Mapping[str, int] = MappingProxyType({"brick": 1, "lumber": 1, "wool": 1, "grain": 1})
CITY: Mapping[str, int] = MappingProxyType({"grain": 2, "ore": 3})
CARD: Mapping[str, int] = MappingProxyType({"wool": 1, "grain": 1, "ore": 1})

POINT = 10.0
"""What a victory point is worth; one more card in 36 rolls is worth 1."""


@dataclass(frozen=True)
class Plan:
    """Something to build. ``way`` are the roads and ships that it needs first."""

    kind: str
    cost: Counts
    worth: float
    place: int | None = None
    way: tuple[Leg, ...] = ()


NO_PLAN = Plan("nothing", nothing(), 0.0)


def priced(cost: Mapping[str, int], way: tuple[Leg, ...] = (), *, times: int = 1) -> Counts:
    """Price something, or several of it, with the way that leads there."""
    price = nothing()
    for each in (*(cost for _ in range(times)), *(PIECES[leg.kind] for leg in way)):
        for name, n in each.items():
            price[name] += n
    return price


def missing(hand: Mapping[str, int], cost: Mapping[str, int]) -> Counts:
    """Count what a hand lacks for a cost."""
    return {name: max(0, cost[name] - hand[name]) for name in GOODS}


def spare(hand: Mapping[str, int], cost: Mapping[str, int]) -> Counts:
    """Count what a hand has beyond a cost."""
    return {name: max(0, hand[name] - cost[name]) for name in GOODS}


def turns_to(position: Position, cost: Mapping[str, int]) -> float:
    """Guess in how many turns of the table this seat has the cards for something, trade with the bank included."""
    rates, income = position.rates, position.income
    swaps = sum(n // rates[name] for name, n in spare(position.hand, cost).items())
    # What does not come by itself can be had for what does, at the bank's rate.
    swapped = sum(rolls / rates[name] for name, rolls in income.items()) / 2
    waits = [36 / (income[name] + swapped + 0.1) for name, n in missing(position.hand, cost).items() for _ in range(n)]
    waits.sort()
    return sum(waits[: len(waits) - swaps] if swaps else waits)
