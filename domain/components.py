"""The pieces, cards and terrain of the game, and bags of cards packed into one integer."""

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NewType, Self

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
    GOLD_RIVER = "gold_river"
    UNKNOWN = "unknown"


class DevelopmentCard(IntEnum):
    """The kinds of development cards, in catalogue order."""

    KNIGHT = 0
    VICTORY_POINT = 1
    ROAD_BUILDING = 2
    YEAR_OF_PLENTY = 3
    MONOPOLY = 4


class Good(IntEnum):
    """What can be traded: the resources (same numbers as ``Resource``), and gold coins where a scenario has them."""

    BRICK = 0
    LUMBER = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4
    COIN = 5


class Harbor(IntEnum):
    """What a harbor trades: one good at 2:1 (same numbers as ``Good``), or anything at 3:1."""

    BRICK = 0
    LUMBER = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4
    COIN = 5
    GENERAL = 6


YIELD = {
    Terrain.HILLS: Good.BRICK,
    Terrain.FOREST: Good.LUMBER,
    Terrain.PASTURE: Good.WOOL,
    Terrain.FIELDS: Good.GRAIN,
    Terrain.MOUNTAINS: Good.ORE,
    Terrain.GOLD_RIVER: Good.COIN,
}
"""What each producing terrain yields (B4.1; gold: S4); what is missing here yields nothing (B4.2)."""

RESOURCES = tuple(Resource)
GOODS = tuple(Good)

if TYPE_CHECKING:

    class _Bag(int):
        def __add__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __sub__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __mul__(self, times: int) -> Self: ...
        def __neg__(self) -> Self: ...

    class Cards(_Bag):
        """How many resource cards of each kind, packed: ten bits a resource, the highest a guard bit kept at 0.

        Bags add and subtract as integers, which they are. A bag holds at most 511 of a kind, far above what any
        scenario prints.
        """

    class Goods(_Bag):
        """How many of each good: a bag of cards with a sixth lane, for coins; so a bag of cards can be one of goods."""

    class Deck(_Bag):
        """How many development cards of each kind, packed in the same way."""

else:
    Cards, Goods, Deck = NewType("Cards", int), NewType("Goods", int), NewType("Deck", int)

LANE = 10
MOST = (1 << (LANE - 1)) - 1
"""The most cards of one kind that a bag can hold."""

_LANE_MASK = (1 << LANE) - 1
_ONES = sum(1 << (LANE * good) for good in GOODS)
_GUARDS = _ONES << (LANE - 1)
_COINS = LANE * Good.COIN
_CARDS_MASK = (1 << _COINS) - 1

NO_CARDS = Cards(0)
NO_DECK = Deck(0)
ONE = tuple(Cards(1 << (LANE * r)) for r in RESOURCES)
"""One card of each resource: ``ONE[resource]``."""
ONE_GOOD = tuple(Goods(1 << (LANE * good)) for good in GOODS)
"""One of each good: ``ONE_GOOD[good]``."""


def cards(*, brick: int = 0, lumber: int = 0, wool: int = 0, grain: int = 0, ore: int = 0) -> Cards:
    """Make a bag of resource cards from counts of 0 to 511 each."""
    return Cards(pack((brick, lumber, wool, grain, ore)))


def deck(
    *, knight: int = 0, victory_point: int = 0, road_building: int = 0, year_of_plenty: int = 0, monopoly: int = 0
) -> Deck:
    """Make a bag of development cards from counts of 0 to 511 each."""
    return Deck(pack((knight, victory_point, road_building, year_of_plenty, monopoly)))


def pack(counts: tuple[int, ...]) -> int:
    """Pack counts, in catalogue order, into a bag: five of cards, or six of goods.

    Raises ``ValueError`` for a count below 0 or above 511.
    """
    bag = 0
    for lane, n in enumerate(counts):
        if not 0 <= n <= MOST:
            raise ValueError(f"a bag cannot hold {n} cards of a kind")
        bag |= n << (LANE * lane)
    return bag


def with_coins(cards: Goods, coins: int) -> Goods:
    """Put coins to a bag of cards; of more than it can hold, as many as it can."""
    return Goods(cards | min(coins, MOST) << _COINS)


def cards_of(bag: Goods) -> Cards:
    """The cards of a bag of goods."""
    return Cards(bag & _CARDS_MASK)


def coins_of(bag: Goods) -> int:
    """The number of coins in a bag of goods."""
    return bag >> _COINS


def unpack_goods(bag: Goods) -> tuple[int, ...]:
    """Unpack a bag of goods into its six counts, in catalogue order."""
    return (*unpack(bag), coins_of(bag))


def unpack(bag: int) -> tuple[int, int, int, int, int]:
    """Unpack a bag of cards into its five counts, in catalogue order."""
    return (
        bag & _LANE_MASK,
        bag >> LANE & _LANE_MASK,
        bag >> 2 * LANE & _LANE_MASK,
        bag >> 3 * LANE & _LANE_MASK,
        bag >> 4 * LANE & _LANE_MASK,
    )


def count(bag: int, kind: int) -> int:
    """Count what a bag holds of one kind (a ``Resource``, a ``Good`` or a ``DevelopmentCard``)."""
    return bag >> LANE * kind & _LANE_MASK


def total(bag: int) -> int:
    """Count all there is in a bag of fewer than 1,023, as every real one is (2**10 is 1 modulo 1023: the lanes add up).

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


def of_good(good: Good, n: int) -> Goods:
    """Make a bag of ``n`` of one good."""
    return Goods(n << LANE * good)


def card_at(bag: int, place: int) -> int:
    """Find the kind of the card at a place (from 0) when a bag is laid out in catalogue order."""
    for kind in range(5):
        place -= bag >> LANE * kind & _LANE_MASK
        if place < 0:
            return kind
    raise ValueError("the bag has no card at that place")


def each(bag: int) -> Iterator[tuple[int, int]]:
    """Go through a bag's kinds and counts, leaving out kinds that it does not hold."""
    kind = 0
    while bag:
        n = bag & _LANE_MASK
        if n:
            yield kind, n
        bag >>= LANE
        kind += 1


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """List the numbers of the set bits of a mask, from low to high."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


_KINDS = {sum(1 << (LANE * k + LANE - 1) for k in GOODS if mask >> k & 1): mask for mask in range(1 << len(GOODS))}
