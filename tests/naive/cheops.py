"""The naive model of Cheops: coins, ships, trade routes, harbors of others, the pyramid, the Blessing and the Curse."""

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from tests.naive.sea import Sea
from tests.naive.table import RESOURCES

COIN, GENERAL = "coin", "general"
FEE = Counter({COIN: 1})
BLOCK_COST = Counter(brick=1, ore=1)
SITE_REGION = "pyramid"
PHARAOH = 0
LEVELS = (16, 9, 4, 1)
BLOCKS_OF_SEAT = 11
BLOCKS_OF_PHARAOH = 16


class Cheops(Sea):
    """Cheops (C), for three and four seats, with the option `seafarers_ships`."""

    answers = Sea.answers | {
        "TradeAtHarbor": {"act"},
        "PlacePyramidBlock": {"act"},
    }
    limits: ClassVar[dict[str, int]] = Sea.limits | {"ship": 8}
    goods = (*RESOURCES, COIN)
    longest_route_used = False
    points_to_win = 12

    def prepare(self) -> None:
        """C1.1, C1.2."""
        super().prepare()
        self.site: set[int] = self.layout.marks["site"]
        # Whose the blocks of the pyramid are, from the first one placed.
        self.blocks: list[int] = []
        self.blessed = 0
        for seat in self.seats:
            self.gain(seat, {COIN: 3})

    # Setup.

    def robber_start(self) -> int | None:
        """C1.3: the desert that was named, else the first; C1.7: never the pyramid's site."""
        if self.layout.robber is not None:
            return self.layout.robber
        region = self.layout.region
        return next(n for n in sorted(region) if self.terrain[n] == "desert" and region[n] != SITE_REGION)

    def setup_order(self) -> list[tuple[int, int]]:
        """C1.4: a third round, clockwise from seat 1."""
        return [*super().setup_order(), *((seat, 3) for seat in self.seats)]

    def setup_yields(self) -> bool:
        """C1.5: the third settlement alone."""
        return self.setup_round == 3

    def setup_gold(self, seat: int, hexes: list[int]) -> None:
        """C1.5: a coin for each gold river."""
        self.gain(seat, {COIN: len(hexes)})

    def setup_place(self, seat: int, place: int) -> str | None:
        """C1.6: on the marked intersections."""
        return None if place in self.layout.marks["start"] else "C1.6"

    # Gold.

    def gold_income(self, due: dict[int, int]) -> None:
        """C2.1."""
        for seat, coins in due.items():
            self.gain(seat, {COIN: coins})

    # Ships.

    def goes_on(self, seat: int, place: int, kind: str, before: str) -> bool:
        """C4.1: a ship joins a road, and a road a ship; C3.2: but not by the option."""
        if "seafarers_ships" in self.options:
            return super().goes_on(seat, place, kind, before)
        return not self.owner_at(place)

    def may_move_ship(self, seat: int, origin: int | None, path: int | None) -> str | None:
        """C3.2: ships never move but by the option."""
        return super().may_move_ship(seat, origin, path) if "seafarers_ships" in self.options else "C3.2"

    def values(self, name: str, field: str, seat: int) -> Iterable[object]:
        """C3.2: no ship could go anywhere."""
        if name == "MoveShip" and "seafarers_ships" not in self.options:
            return []
        return super().values(name, field, seat)

    # Trade routes.

    def reached(self, place: int) -> set[int]:
        """C4.2: the intersections to which trade routes lead from one, over anybody's roads and ships, and past any
        building."""
        pieces = {path for seat in self.seats for path in self.roads[seat] | self.ships[seat]}
        found, fresh = {place}, [place]
        while fresh:
            here = fresh.pop()
            for path in self.layout.paths_at[here]:
                there = self.layout.other_end(path, here)
                if path in pieces and there not in found:
                    found.add(there)
                    fresh.append(there)
        return found

    def trade_route_to(self, seat: int, place: int) -> bool:
        """C4.2: whether a trade route joins a building of a seat to the building on an intersection."""
        return bool(self.reached(place) & self.buildings(seat))

    def pay_fee(self, seat: int, owner: int) -> None:
        """C5.2, C6.5: a coin for the owner of the building."""
        self.lose(seat, FEE)
        self.gain(owner, FEE)

    # Harbors of others.

    def harbor_on(self, path: int | None) -> tuple[str, list[int]] | None:
        """The kind of the harbor on a path, and on which of its two intersections a building stands."""
        for one, other, kind in self.harbors:
            if self.layout.path_between[frozenset((one, other))] == path:
                return kind, [place for place in (one, other) if self.owner_at(place)]
        return None

    def may_trade_at_harbor(self, seat: int, harbor: int | None, give: str, take: str) -> str | None:
        """C5."""
        found = self.harbor_on(harbor)
        if not found:
            return "C5.1"
        kind, places = found
        if not places:
            return "C5.4"
        if give not in self.goods or kind not in (give, GENERAL):
            return "B6.1"
        rate = self.harbor_rate(kind)
        if any(self.owner_at(place) == seat for place in places) or rate in self.rates(seat)[give]:
            return "C5.3"
        if not self.holds(seat, FEE):
            return "C5.2"
        # The fee is paid first, so that a coin paid cannot be exchanged as well.
        if not self.holds(seat, FEE + Counter({give: rate})):
            return "C5.2" if give == COIN else "B6.1"
        broken = self.may_exchange(seat, give, rate, take)
        return broken or (None if any(self.trade_route_to(seat, place) for place in places) else "C5.1")

    def do_trade_at_harbor(self, seat: int, harbor: int, give: str, take: str) -> None:
        """C5.2: the fee is paid, then cards or coins are exchanged with the bank."""
        kind, places = self.harbor_on(harbor)
        # By the distance rule there is but one building at a harbor.
        (place,) = places
        self.pay_fee(seat, self.owner_at(place))
        self.pay(seat, {give: self.harbor_rate(kind)})
        self.get(seat, {take: 1})

    # The pyramid.

    @property
    def begun(self) -> bool:
        """C6.1: whether a settlement has come to the site; what stands there stays."""
        return any(self.at_site(seat) for seat in self.seats)

    def at_site(self, seat: int) -> set[int]:
        """Where a seat has buildings at the site."""
        return self.buildings(seat) & self.site

    def given(self, seat: int) -> int:
        """How many blocks a seat has given, or the Pharaoh."""
        return self.blocks.count(seat)

    def level(self, number: int) -> int:
        """C6.3: on which level a block lies, counted from 1 as blocks are."""
        return next(level for level in range(1, 5) if number <= sum(LEVELS[:level]))

    def ways(self, seat: int) -> set[int]:
        """C6.4, C6.5: through whose buildings a seat can build: 0 for its own, and then through no other's."""
        if self.at_site(seat):
            return {0}
        return {
            owner for owner in self.others(seat) for place in self.at_site(owner) if self.trade_route_to(seat, place)
        }

    def may_place_pyramid_block(self, seat: int, owner: int) -> str | None:
        """C6."""
        if not self.begun:
            return "C6.1"
        if self.given(seat) >= BLOCKS_OF_SEAT:
            return "C6.6"
        if owner not in self.ways(seat):
            return "C6.5" if owner else "C6.4"
        if owner and not self.holds(seat, FEE):
            return "C6.5"
        return None if self.holds(seat, BLOCK_COST) else "C6.2"

    def do_place_pyramid_block(self, seat: int, owner: int) -> None:
        """C6.2, C6.5: the fee is paid first."""
        if owner:
            self.pay_fee(seat, owner)
        self.pay(seat, BLOCK_COST)
        self.place_block(seat)

    def after_seven(self) -> None:
        """C6.7: the Pharaoh adds a block of his own."""
        if self.begun:
            self.place_block(PHARAOH)

    def place_block(self, owner: int) -> None:
        """C6.3: a block comes to the next free place. C7: who is blessed now; C8: whether this was the end."""
        self.blocks.append(owner)
        if owner and (not self.blessed or self.given(owner) > self.given(self.blessed)):
            self.blessed = owner
        # C8.1 comes first: the builder may have won by its points.
        self.judge()
        complete = len(self.blocks) == sum(LEVELS)
        if not self.over and (complete or self.given(PHARAOH) == BLOCKS_OF_PHARAOH):
            self.end(self.most_points())

    # Points.

    @property
    def cursed(self) -> set[int]:
        """C7.2, C7.3: from the first block of a seat on those who have given the fewest. The blessed one is among those
        only when all have given equally many, and is free of it then."""
        if not self.blessed:
            return set()
        fewest = min(map(self.given, self.seats))
        return {seat for seat in self.seats if self.given(seat) == fewest and seat != self.blessed}

    def score(self, seat: int) -> dict[str, int]:
        """C7.1, C7.2."""
        return super().score(seat) | {
            "blessing": 3 if seat == self.blessed else 0,
            "curse": -2 if seat in self.cursed else 0,
        }

    def most_points(self) -> tuple[int, ...]:
        """C8.2: who has the most points, hidden ones counted; those that tie share the win."""
        points = {seat: self.points(seat) + self.hidden_points(seat) for seat in self.seats}
        return tuple(seat for seat in self.seats if points[seat] == max(points.values()))
