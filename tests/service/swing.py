"""Games in full swing: what must have happened, for each scenario, so that twins soon come to what it is about."""

from collections.abc import Callable, Iterator

from domain.board.laid import Board
from domain.components import bits
from domain.engine import Game
from domain.rules.buildings import Buildings
from domain.rules.roads import Roads
from tests.scenarios.alexander.places import GRID as EMPIRE
from tests.scenarios.alexander.places import tile
from tests.scenarios.great_race.places import FOUR

EVERYONE = (1, 2, 3, 4)


def _egypt(game: Game) -> Iterator[str]:
    """The seats 2 and 3 stand at the pyramid's site, roads of 4 and 1 lead to where 3 stands; all have brick and ore.

    3 stands at a harbor besides, to which a road of 4 leads.
    """
    board, buildings = game[Board], game[Buildings]
    taken, closed = game[Roads].taken, buildings.closed
    site = [n for n in bits(board.marked("site")) if not closed >> n & 1]
    there = site[0]
    beside = next(n for n in site if not board.grid.near[there] >> n & 1)
    own = set(bits(buildings.of[4]))
    lacking = [each for each in board.harbors if not buildings.of[4] & board.harbor_intersections[each.kind]]
    ports = [n for each in lacking for n in board.grid.ends[each.path] if not closed >> n & 1]
    port = min(ports, key=lambda n: len(_way(game, own, n, taken)) or 99)
    for by, place in ((3, there), (2, beside), (3, port)):
        yield f"SettlementBuilt seat={by} intersection={place}"
        if place == there:
            yield f"PyramidBegun seat={by} intersection={place}"
    for by, goal in ((4, there), (1, there), (4, port)):
        for path in _way(game, set(bits(buildings.of[by])), goal, taken):
            taken |= 1 << path
            yield f"RoadBuilt seat={by} path={path}"
    for by in EVERYONE:
        yield f"ResourcesReceived seat={by} cards=3brick+2ore"
        yield f"CoinsReceived seat={by} coins=2"


def _way(game: Game, starts: set[int], goal: int, taken: int) -> list[int]:
    """The shortest way over land from one of some intersections to another, along paths where nothing lies."""
    board = game[Board]
    ways: dict[int, list[int]] = {start: [] for start in starts}
    edge = list(starts)
    for spot in edge:
        for path, end in board.grid.roads_from[spot]:
            if end not in ways and board.land_paths >> path & 1 and not taken >> path & 1:
                ways[end] = [*ways[spot], path]
                edge.append(end)
    return ways.get(goal, [])


def _empire(game: Game) -> Iterator[str]:
    """The seats 1 and 2 stand at one hex, where they can rob each other, 3 and 4 at another.

    1 and 2 can buy development cards, and have played a knight; all have coins.
    """
    for here, seats in ((tile(0, 5), (1, 2)), (tile(6, 0), (3, 4))):
        for by, place in zip(seats, EMPIRE.corners[here][::2], strict=False):
            yield f"SettlementBuilt seat={by} intersection={place}"
    for by in (1, 2):
        yield f"SupplyCardsDrawn seat={by} count=6 cards=2wool+2grain+2ore"
        yield from _knights(by, 1)
    for by in EVERYONE:
        yield f"CoinsReceived seat={by} coins=3"


def _race(game: Game) -> Iterator[str]:
    """The seats 1 and 2 each have a town on the coastal strip, and a ship that arrives at the other's.

    1 has the largest army; all have cards; 3 stands on the strip as well.
    """
    for by, town, guest, arrival in ((2, (7, 7), 1, (6, 8)), (1, (7, 11), 2, (7, 13))):
        yield f"SettlementBuilt seat={by} intersection={FOUR.intersection(*town)}"
        yield f"ShipBuilt seat={guest} path={FOUR.path(town, arrival)}"
    yield f"SettlementBuilt seat=3 intersection={FOUR.intersection(8, 4)}"
    for by in EVERYONE:
        yield f"ResourcesReceived seat={by} cards=3brick+3lumber+1wool"
    yield from _knights(1, 3)
    yield "LargestArmyAwarded seat=1 knights=3"
    yield "TurnStarted seat=1 turn=1"


def _knights(by: int, n: int) -> Iterator[str]:
    """A seat bought knights and played them."""
    for _ in range(n):
        yield f"DevelopmentCardBought seat={by} card=knight"
        yield f"DevelopmentCardPlayed seat={by} card=knight"


IN_FULL_SWING: dict[str, Callable[[Game], Iterator[str]]] = {
    "cheops": _egypt,
    "alexander": _empire,
    "great-race": _race,
}
