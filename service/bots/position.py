"""What a player makes of a view: the board as a map, and where its seat stands on it.

A view shows what lies where. Which spots are still open, what a spot would yield and how far away it is are a player's
own conclusions: they guide its plans and decide nothing, for what is allowed the server lists.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

from service.bots.messages import RESOURCES, Counts, count_cards, resource_name
from settlers.v1 import board_pb2, game_pb2, views_pb2

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""A hex's corners, seen from its centre on the lattice."""

YIELDS: Mapping[int, str] = MappingProxyType(
    {
        board_pb2.TERRAIN_HILLS: "brick",
        board_pb2.TERRAIN_FOREST: "lumber",
        board_pb2.TERRAIN_PASTURE: "wool",
        board_pb2.TERRAIN_FIELDS: "grain",
        board_pb2.TERRAIN_MOUNTAINS: "ore",
    }
)

BANK_RATE, GENERAL_RATE, SPECIAL_RATE = 4, 3, 2

FARTHEST = 3
"""Roads that a spot may be away and still be worth a thought."""


def pips(number: int) -> int:
    """Count the rolls of two dice, out of 36, that give a number; none for no number."""
    return 6 - abs(7 - number) if number else 0


@dataclass(frozen=True)
class Map:
    """What meets where on a board. Places go by their numbers."""

    ends: dict[int, tuple[int, int]]
    """For each path the intersections at its ends."""
    roads_from: dict[int, list[tuple[int, int]]]
    """For each intersection its paths, each with the intersection at the other end."""
    hexes_at: dict[int, list[int]]
    """For each intersection the hexes that meet there."""
    yields: dict[int, tuple[str, int]]
    """For each hex that yields something: what, and in how many of 36 rolls."""
    harbor_at: dict[int, int]
    """For each intersection at a harbor: what it trades."""
    on_land: frozenset[int]
    """The intersections that touch land."""
    along_land: frozenset[int]
    """The paths that border land."""

    def income_at(self, intersection: int) -> Counts:
        """What a settlement there yields in 36 rolls."""
        income = dict.fromkeys(RESOURCES, 0)
        for n in self.hexes_at[intersection]:
            if n in self.yields:
                resource, rolls = self.yields[n]
                income[resource] += rolls
        return income

    def neighbors(self, intersection: int) -> Iterator[int]:
        """The intersections one path away."""
        return (other for _, other in self.roads_from[intersection])


def read_map(board: views_pb2.BoardView) -> Map:
    """Make the map of a board; boards that are alike share it."""
    return _read_map(board.SerializeToString(deterministic=True))


@lru_cache(maxsize=64)
def _read_map(board_bytes: bytes) -> Map:
    board = views_pb2.BoardView.FromString(board_bytes)
    number = {(spot.x, spot.y): spot.intersection for spot in board.intersections}
    ends = {path.path: (path.a, path.b) for path in board.paths}
    roads_from: dict[int, list[tuple[int, int]]] = {spot.intersection: [] for spot in board.intersections}
    for path, (a, b) in ends.items():
        roads_from[a].append((path, b))
        roads_from[b].append((path, a))
    hexes_at: dict[int, list[int]] = {spot.intersection: [] for spot in board.intersections}
    land = {tile.hex for tile in board.hexes if tile.terrain != board_pb2.TERRAIN_SEA}
    for tile in board.hexes:
        for dx, dy in CORNERS:
            hexes_at[number[tile.x + dx, tile.y + dy]].append(tile.hex)
    return Map(
        ends=ends,
        roads_from=roads_from,
        hexes_at=hexes_at,
        yields={t.hex: (YIELDS[t.terrain], pips(t.number)) for t in board.hexes if t.terrain in YIELDS},
        harbor_at={end: harbor.kind for harbor in board.harbors for end in ends[harbor.path]},
        on_land=frozenset(spot for spot, hexes in hexes_at.items() if land & set(hexes)),
        along_land=frozenset(p for p, (a, b) in ends.items() if land & set(hexes_at[a]) & set(hexes_at[b])),
    )


class Position:
    """A game as one seat sees it."""

    def __init__(self, view: game_pb2.GameView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.map = read_map(view.board)
        self.settlements = {building.intersection: building.seat for building in view.buildings.settlements}
        self.cities = {building.intersection: building.seat for building in view.buildings.cities}
        self.roads = {road.path: road.seat for road in view.roads.roads}
        self.own_settlements = [spot for spot, owner in self.settlements.items() if owner == seat]
        self.own_cities = [spot for spot, owner in self.cities.items() if owner == seat]
        self.own_roads = {path for path, owner in self.roads.items() if owner == seat}
        self.points = {score.seat: score.total for score in view.scores.scores}
        self.card_counts = {hand.seat: hand.count for hand in view.hands.hands}
        own = next((hand.cards for hand in view.hands.hands if hand.seat == seat), None)
        self.hand = count_cards(own) if own is not None else dict.fromkeys(RESOURCES, 0)

    @cached_property
    def owner_at(self) -> dict[int, int]:
        """Whose building stands at an intersection."""
        return self.settlements | self.cities

    @cached_property
    def income(self) -> Counts:
        """What all buildings of this seat yield in 36 rolls, the robber aside."""
        return self.income_of(self.seat)

    def income_of(self, seat: int) -> Counts:
        """What all buildings of a seat yield in 36 rolls, the robber aside."""
        income = dict.fromkeys(RESOURCES, 0)
        for weight, buildings in ((1, self.settlements), (2, self.cities)):
            for spot, owner in buildings.items():
                if owner == seat:
                    for resource, rolls in self.map.income_at(spot).items():
                        income[resource] += weight * rolls
        return income

    def losses_at(self, hex_number: int) -> dict[int, int]:
        """How many cards each seat loses in 36 rolls to a robber on a hex."""
        _, rolls = self.map.yields.get(hex_number, ("", 0))
        losses: dict[int, int] = {}
        for weight, buildings in ((1, self.settlements), (2, self.cities)):
            for spot, owner in buildings.items():
                if hex_number in self.map.hexes_at[spot]:
                    losses[owner] = losses.get(owner, 0) + weight * rolls
        return losses

    @cached_property
    def rates(self) -> Counts:
        """How many cards of each resource this seat gives the bank for one of another."""
        rates = dict.fromkeys(RESOURCES, BANK_RATE)
        for spot in (*self.own_settlements, *self.own_cities):
            harbor = self.map.harbor_at.get(spot)
            if harbor == board_pb2.HARBOR_GENERAL:
                rates = {name: min(rate, GENERAL_RATE) for name, rate in rates.items()}
            elif harbor is not None and harbor <= len(RESOURCES):
                rates[resource_name(harbor)] = SPECIAL_RATE
        return rates

    def is_open(self, intersection: int) -> bool:
        """Tell whether a settlement could stand there: on land, nothing there nor one path away."""
        return (
            intersection in self.map.on_land
            and intersection not in self.owner_at
            and not any(other in self.owner_at for other in self.map.neighbors(intersection))
        )

    def ways_to_spots(self, starts: Iterable[int] | None = None) -> dict[int, tuple[int, ...]]:
        """Find the open spots within reach, each with the free paths that lead there from this seat's own network.

        A way does not go on through another seat's building. ``starts`` look from elsewhere instead.
        """
        seen: dict[int, tuple[int, ...]] = dict.fromkeys(self.own_network if starts is None else starts, ())
        queue = deque(seen)
        while queue:
            spot = queue.popleft()
            way = seen[spot]
            if len(way) == FARTHEST or self.owner_at.get(spot, self.seat) != self.seat:
                continue
            for path, other in self.map.roads_from[spot]:
                if other not in seen and path not in self.roads and path in self.map.along_land:
                    seen[other] = (*way, path)
                    queue.append(other)
        return {spot: way for spot, way in seen.items() if self.is_open(spot)}

    @cached_property
    def own_network(self) -> list[int]:
        """The intersections that this seat's roads and buildings touch."""
        touched = {end for path in self.own_roads for end in self.map.ends[path]}
        return sorted(touched | set(self.own_settlements) | set(self.own_cities))

    def longest_trail(self, more: Iterable[int] = ()) -> int:
        """Count the paths of this seat's longest route, were it to have some more roads."""
        roads = self.own_roads | set(more)

        def walk(spot: int, used: frozenset[int]) -> int:
            if used and self.owner_at.get(spot, self.seat) != self.seat:
                return 0
            return max(
                (
                    1 + walk(other, used | {path})
                    for path, other in self.map.roads_from[spot]
                    if path in roads and path not in used
                ),
                default=0,
            )

        return max((walk(spot, frozenset()) for path in roads for spot in self.map.ends[path]), default=0)
