"""The pieces, cards and terrain of the game, and bags of cards packed into one integer."""

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NewType

Seat = int
"""A player's place at the table, counted from 1 clockwise. Tuples indexed by seat leave their place 0 empty."""


class Resource(IntEnum):
    """The five resources, in catalogue order (chance maps values to cards in this order)."""

    BRICK = 0
    LUMBER = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4


class Terrain(StrEnum):
    """What a hex is made of."""

    HILLS = "hills"
    FOREST = "forest"
    PASTURE = "pasture"
    FIELDS = "fields"
    MOUNTAINS = "mountains"
    DESERT = "desert"
    SEA = "sea"


class DevelopmentCard(IntEnum):
    """The kinds of development cards, in catalogue order."""

    KNIGHT = 0
    VICTORY_POINT = 1
    ROAD_BUILDING = 2
    YEAR_OF_PLENTY = 3
    MONOPOLY = 4


class Harbor(IntEnum):
    """What a harbor trades: one resource at 2:1 (same numbers as ``Resource``), or anything at 3:1."""

    BRICK = 0
    LUMBER = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4
    GENERAL = 5


YIELD = {
    Terrain.HILLS: Resource.BRICK,
    Terrain.FOREST: Resource.LUMBER,
    Terrain.PASTURE: Resource.WOOL,
    Terrain.FIELDS: Resource.GRAIN,
    Terrain.MOUNTAINS: Resource.ORE,
}
"""The resource that each producing terrain yields (B4.1); what is missing here yields nothing (B4.2)."""

RESOURCES = tuple(Resource)

Cards = NewType("Cards", int)
"""How many resource cards of each kind, packed: ten bits a resource, the highest of them a guard bit kept at 0.

Bags add and subtract as integers. A bag holds at most 511 of a kind, far above what any scenario prints.
"""

Deck = NewType("Deck", int)
"""How many development cards of each kind, packed in the same way."""

LANE = 10
MOST = (1 << (LANE - 1)) - 1
"""The most cards of one kind that a bag can hold."""

_LANE_MASK = (1 << LANE) - 1
_ONES = sum(1 << (LANE * r) for r in range(5))
_GUARDS = _ONES << (LANE - 1)

NO_CARDS = Cards(0)
NO_DECK = Deck(0)
ONE = tuple(Cards(1 << (LANE * r)) for r in RESOURCES)
"""One card of each resource: ``ONE[resource]``."""


def cards(*, brick: int = 0, lumber: int = 0, wool: int = 0, grain: int = 0, ore: int = 0) -> Cards:
    """Make a bag of resource cards from counts of 0 to 511 each."""
    return Cards(pack((brick, lumber, wool, grain, ore)))


def deck(
    *, knight: int = 0, victory_point: int = 0, road_building: int = 0, year_of_plenty: int = 0, monopoly: int = 0
) -> Deck:
    """Make a bag of development cards from counts of 0 to 511 each."""
    return Deck(pack((knight, victory_point, road_building, year_of_plenty, monopoly)))


def pack(counts: tuple[int, int, int, int, int]) -> int:
    """Pack five counts, in catalogue order, into a bag.

    Raises ``ValueError`` for a count below 0 or above 511.
    """
    bag = 0
    for lane, n in enumerate(counts):
        if not 0 <= n <= MOST:
            raise ValueError(f"a bag cannot hold {n} cards of a kind")
        bag |= n << (LANE * lane)
    return bag


def unpack(bag: int) -> tuple[int, int, int, int, int]:
    """Unpack a bag into its five counts, in catalogue order."""
    return (
        bag & _LANE_MASK,
        bag >> LANE & _LANE_MASK,
        bag >> 2 * LANE & _LANE_MASK,
        bag >> 3 * LANE & _LANE_MASK,
        bag >> 4 * LANE & _LANE_MASK,
    )


def count(bag: int, kind: int) -> int:
    """Count the cards of one kind (a ``Resource`` or a ``DevelopmentCard``) in a bag."""
    return bag >> LANE * kind & _LANE_MASK


def total(bag: int) -> int:
    """Count all cards in a bag of fewer than 1,023, as every real one is (2**10 is 1 modulo 1023: the lanes add up).

    A bag that a caller sent may hold more: add up ``unpack`` there.
    """
    return bag % _LANE_MASK


def covers(bag: int, cost: int) -> bool:
    """Tell whether a bag holds at least ``cost`` of every kind."""
    return ((bag | _GUARDS) - cost) & _GUARDS == _GUARDS


def kinds(bag: int, least: int = 1) -> int:
    """Mask (bit = kind's number) of the kinds of which a bag holds at least ``least`` cards."""
    return _KINDS[((bag | _GUARDS) - least * _ONES) & _GUARDS]


def of_kind(resource: Resource, n: int) -> Cards:
    """Make a bag of ``n`` cards of one resource."""
    return Cards(n << LANE * resource)


def card_at(bag: int, place: int) -> int:
    """Find the kind of the card at a place (from 0) when a bag is laid out in catalogue order."""
    for kind in range(5):
        place -= bag >> LANE * kind & _LANE_MASK
        if place < 0:
            return kind
    raise ValueError("the bag has no card at that place")


def each(bag: int) -> Iterator[tuple[int, int]]:
    """Go through a bag's kinds and counts, leaving out kinds that it does not hold."""
    for kind, n in enumerate(unpack(bag)):
        if n:
            yield kind, n


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """List the numbers of the set bits of a mask, from low to high."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


_KINDS = {sum(1 << (LANE * k + LANE - 1) for k in range(5) if mask >> k & 1): mask for mask in range(32)}
