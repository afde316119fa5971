"""What a player makes of a view: where its seat stands on the board, and what is within its reach.

A view shows what lies where. Which spots are still open, what a spot would yield and how far away it is are a player's
own conclusions: they guide its plans and decide nothing, for what is allowed the server lists.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from service.bots.board_map import BANK_RATE, goods_of_harbor, rate_of_harbor, read_map
from service.bots.messages import Counts, hand_of, nothing
from settlers.v1 import game_pb2

STOCKS = {"road": 15, "ship": 8, "settlement": 5, "city": 4}
"""The pieces of each seat."""

FARTHEST, FARTHEST_BY_SEA = 3, 4
"""Roads, or roads and ships, that a spot may be away and still be worth a thought."""

SEPARATE_SHIPS = "seafarers_ships"
"""The option by which ships and roads join only at a building of their owner."""


class Leg(NamedTuple):
    """A part of a way: a "road" or a "ship" on a path."""

    kind: str
    path: int


Way = tuple[Leg, ...]


class Position:
    """A game as one seat sees it."""

    def __init__(self, view: game_pb2.GameView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.map = read_map(view.board)
        self.stocks: Mapping[str, int] = STOCKS
        self.shares_paths = False
        """Whether several seats may have a piece on the same path."""
        self.joins_kinds = SEPARATE_SHIPS not in view.table.options
        """Whether roads and ships join each other anywhere, not only at a building of their owner."""
        self.settlements = {building.intersection: building.seat for building in view.buildings.settlements}
        self.cities = {building.intersection: building.seat for building in view.buildings.cities}
        self.roads = {road.path: road.seat for road in view.roads.roads}
        self.ships = {ship.path: ship.seat for ship in view.ships.ships}
        self.own_settlements = [spot for spot, owner in self.settlements.items() if owner == seat]
        self.own_cities = [spot for spot, owner in self.cities.items() if owner == seat]
        self.own_roads = {road.path for road in view.roads.roads if road.seat == seat}
        self.own_ships = {ship.path for ship in view.ships.ships if ship.seat == seat}
        self.points = {score.seat: score.total for score in view.scores.scores}
        self.card_counts = {hand.seat: hand.count for hand in view.hands.hands}
        self.hand = hand_of(view, seat)

    @cached_property
    def owner_at(self) -> dict[int, int]:
        """Whose building stands at an intersection."""
        return self.settlements | self.cities

    @property
    def owns_buildings(self) -> bool:
        """Whether anything of this seat stands on the board."""
        return bool(self.own_settlements or self.own_cities)

    @cached_property
    def taken(self) -> dict[int, int]:
        """Whose road or ship is in the way on a path."""
        if self.shares_paths:
            return dict.fromkeys(self.own_roads | self.own_ships, self.seat)
        return self.roads | self.ships

    @cached_property
    def left(self) -> Counts:
        """How many pieces of each kind this seat has in stock."""
        used = {
            "road": len(self.own_roads),
            "ship": len(self.own_ships),
            "settlement": len(self.own_settlements),
            "city": len(self.own_cities),
        }
        return {kind: stock - used[kind] for kind, stock in self.stocks.items()}

    @cached_property
    def income(self) -> Counts:
        """What all buildings of this seat yield in 36 rolls, the robber aside."""
        return self.income_of(self.seat)

    def income_of(self, seat: int) -> Counts:
        """What all buildings of a seat yield in 36 rolls, the robber aside."""
        income = nothing()
        for weight, buildings in ((1, self.settlements), (2, self.cities)):
            for spot, owner in buildings.items():
                if owner == seat:
                    for good, rolls in self.map.income_at(spot).items():
                        income[good] += weight * rolls
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
        """How many of each good this seat gives the bank for one of another; a fee counts as one given more."""
        rates = dict.fromkeys(nothing(), BANK_RATE)
        own = [self.map.harbor_at.get(spot) for spot in (*self.own_settlements, *self.own_cities)]
        offers = [(kind, rate_of_harbor(kind)) for kind in own if kind is not None]
        uses = self.view.harbors.uses
        offers += [(use.kind, use.rate + use.fee) for use in uses if use.fee <= self.hand["coin"]]
        for kind, rate in offers:
            for good in goods_of_harbor(kind):
                rates[good] = min(rates[good], rate)
        return rates

    def is_open(self, intersection: int) -> bool:
        """Tell whether a settlement could stand there: on land, nothing there nor one path away."""
        return (
            intersection in self.map.on_land
            and intersection not in self.owner_at
            and not any(other in self.owner_at for other in self.map.neighbors(intersection))
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Of which pieces this seat can make ways, the one first whose cards it has more easily."""
        kinds = [kind for kind in ("road", "ship") if self.left[kind] and self.view.HasField(f"{kind}s")]
        if self.income["wool"] + self.hand["wool"] > self.income["brick"] + self.hand["brick"]:
            kinds.reverse()
        return tuple(kinds)

    def kinds_on(self, path: int) -> list[str]:
        """The pieces that this seat could have on a path; none where something lies."""
        where = {"road": self.map.along_land, "ship": self.map.along_sea}
        return [kind for kind in self.kinds if path not in self.taken and path in where[kind]]

    def kinds_from(self, spot: int) -> frozenset[str]:
        """The kinds of pieces with which this seat's network can go on at an intersection."""
        owner = self.owner_at.get(spot, self.seat)
        if owner != self.seat:
            return frozenset()
        if spot in self.owner_at or self.joins_kinds:
            return frozenset(self.kinds)
        paths = {path for path, _ in self.map.roads_from[spot]}
        touching = {"road": paths & self.own_roads, "ship": paths & self.own_ships}
        return frozenset(kind for kind in self.kinds if touching[kind])

    def ways(
        self, starts: Iterable[tuple[int, frozenset[str]]] | None = None, *, farthest: int | None = None
    ) -> dict[int, Way]:
        """Find what is within reach: intersections, each with the shortest way there over free paths.

        It goes from this seat's own network, or from other ``starts``, each with the kinds of pieces with which one may
        go on there. It does not go on through another seat's building.
        """
        if starts is None:
            starts = [(spot, self.kinds_from(spot)) for spot in self.own_network]
        if farthest is None:
            farthest = FARTHEST_BY_SEA if self.view.HasField("ships") else FARTHEST
        seen: dict[tuple[int, frozenset[str]], Way] = dict.fromkeys(starts, ())
        found: dict[int, Way] = {}
        queue = deque(seen)
        while queue:
            spot, going_on = queue.popleft()
            way = seen[spot, going_on]
            found.setdefault(spot, way)
            if len(way) == farthest or self.owner_at.get(spot, self.seat) != self.seat:
                continue
            for path, other in self.map.roads_from[spot]:
                for kind in self.kinds_on(path):
                    then = going_on if self.joins_kinds else frozenset((kind,))
                    if kind in going_on and (other, then) not in seen:
                        seen[other, then] = (*way, Leg(kind, path))
                        queue.append((other, then))
        return found

    def has_pieces_for(self, way: Way) -> bool:
        """Tell whether this seat has the pieces in stock of which a way is made."""
        return all(sum(leg.kind == kind for leg in way) <= self.left[kind] for kind in self.kinds)

    def ways_to_spots(self, starts: Iterable[tuple[int, frozenset[str]]] | None = None) -> dict[int, Way]:
        """Find the open spots within reach, each with the way there; see ``ways``."""
        return {spot: way for spot, way in self.ways(starts).items() if self.is_open(spot)}

    @cached_property
    def own_network(self) -> list[int]:
        """The intersections that this seat's roads, ships and buildings touch."""
        touched = {end for path in self.own_roads | self.own_ships for end in self.map.ends[path]}
        return sorted(touched | set(self.own_settlements) | set(self.own_cities))

    def joined_to(self, spots: Iterable[int]) -> set[int]:
        """The intersections that roads and ships join to some, whoever owns each of them."""
        joined = set(spots)
        queue = deque(joined)
        while queue:
            for path, other in self.map.roads_from[queue.popleft()]:
                if path in self.taken and other not in joined:
                    joined.add(other)
                    queue.append(other)
        return joined

    def is_idle(self, path: int) -> bool:
        """Tell whether a piece joins nothing: at one of its ends there is no other piece, and no building."""
        return any(
            end not in self.owner_at and not any(p in self.taken and p != path for p, _ in self.map.roads_from[end])
            for end in self.map.ends[path]
        )

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
