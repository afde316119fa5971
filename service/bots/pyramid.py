"""Cheops: what a place at the pyramid is worth, when to give a block, and whom to pay for it."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from service.bots.costs import POINT, Plan, missing, priced
from service.bots.lore import NO, Lore, Mind, Opinion
from service.bots.messages import Counts, good_name
from service.bots.position import Position

BLOCK: Mapping[str, int] = MappingProxyType({"brick": 1, "ore": 1})

BLESSING, CURSE = 3, 2
"""The points that the Blessing gives, and that the Curse takes."""

RIVALRY = 0.3
"""What a point that another loses is worth, where one's own is worth 1."""

LEAD_WORTH = 4.0
"""What a block is worth that brings no point but keeps the Blessing, or keeps the Curse away."""

SITE_WORTH, BETTER_SITE_WORTH = 14.0, 4.0
"""What a place at the pyramid is worth to a seat that has no way there, and to one that pays for its way."""

RARE = ("lumber", "ore")
RARITY = 4.0
"""What it is worth besides to have cards of a rare kind for the first time."""

HARBOR_WORTH = 2.0
"""What a harbor is worth besides, for the fees that others pay there."""

ACCESS_WORTH = 15.0
"""What a way to the pyramid is worth beyond the points of the first block."""

FARTHEST_FROM_SITE = 8
"""Roads and ships of which a seat would make a way to the pyramid."""

NEAR_THE_SITE = 3
"""Paths between a starting settlement and the pyramid when it serves to get there."""


class PyramidLore(Lore):
    """What there is to know of Cheops."""

    goal = 12
    reserve = MappingProxyType({"coin": 2})
    """For fees, be it at the pyramid or at a harbor."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.pyramid = position.view.pyramid
        given = {seat: list(self.pyramid.blocks).count(seat) for seat in position.points}
        self.given = given.pop(position.seat)
        self.given_by_others = given.values()
        self.opinions: Mapping[str, Opinion] = {
            "place_pyramid_block": self.block,
            "trade_at_harbor": self.harbor_trade,
        }

    def gain(self, blocks: int) -> float:
        """Say how many points so many more blocks bring, if nobody else gives one."""
        favor, seat = self.position.view.favor, self.position.seat
        given, points = self.given + blocks, 0.0
        if favor.blessed != seat and given > max(self.given_by_others):
            points += BLESSING * (1 + RIVALRY if favor.blessed else 1)
        if seat in favor.cursed and given > min(self.given_by_others):
            points += CURSE
        return points

    @cached_property
    def fee(self) -> int | None:
        """The coins that a block costs besides; None where this seat has no way to the pyramid."""
        return min((way.fee for way in self.pyramid.ways), default=None)

    def plans(self) -> Iterator[Plan]:
        """Give blocks, or open a way there."""
        left = self.pyramid.left[self.position.seat - 1]
        if not left or not self.pyramid.begun or self._loses_by_block:
            return
        if self.fee is None:
            yield from self._ways_there()
            return
        cost = {**BLOCK, "coin": self.fee}
        yield Plan("block", priced(cost), LEAD_WORTH)
        before = 0.0
        for blocks in range(1, left + 1):
            points = self.gain(blocks)
            if points > before:
                yield Plan("block", priced(cost, times=blocks), POINT * points)
                before = points

    def _ways_there(self) -> Iterator[Plan]:
        """Join the trade routes that lead to a building at the site."""
        position = self.position
        site = position.map.marked["site"]
        joined = position.joined_to(spot for spot in site if spot in position.owner_at)
        for spot, way in position.ways(farthest=FARTHEST_FROM_SITE).items():
            if spot in joined and way and position.has_pieces_for(way):
                cost = priced({**BLOCK, "coin": 1}, way)
                yield Plan("access", cost, ACCESS_WORTH + POINT * max(self.gain(1), CURSE), way=way)

    def worth_of_income(self, more: Counts) -> float:
        """Value above all what few places in Egypt yield."""
        income = self.position.income
        return super().worth_of_income(more) + sum(RARITY for name in RARE if more[name] and not income[name])

    def worth_of_spot(self, spot: int) -> float:
        """Value harbors for the fees that they bring, the site, and at the start a place from which to get there."""
        return self._worth_at_site(spot) + (HARBOR_WORTH if spot in self.position.map.harbor_at else 0.0)

    def _worth_at_site(self, spot: int) -> float:
        position = self.position
        site = position.map.marked["site"]
        if any(own in site for own in (*position.own_settlements, *position.own_cities)):
            return 0.0
        if spot in site:
            return SITE_WORTH if self.fee is None else BETTER_SITE_WORTH
        near = self._near_site
        if position.view.turn.turn or spot not in near or any(own in near for own in position.own_settlements):
            return 0.0
        return SITE_WORTH / (1 + near[spot])

    @cached_property
    def _near_site(self) -> Mapping[int, int]:
        """The intersections from which the nearest place left at the site is near, and how many paths away it is."""
        position = self.position
        found = dict.fromkeys((s for s in position.map.marked["site"] if position.is_open(s)), 0)
        edge = list(found)
        for distance in range(1, NEAR_THE_SITE + 1):
            edge = [
                other
                for spot in edge
                for path, other in position.map.roads_from[spot]
                if other not in found and path not in position.taken and path in position.map.along_land
            ]
            found |= dict.fromkeys(edge, distance)
        # Right beside the site a settlement takes away what it should lead to.
        return {spot: distance for spot, distance in found.items() if distance > 1}

    @property
    def _ends_by_block(self) -> bool:
        """Whether the next block is the pyramid's last, which ends the game."""
        return len(self.pyramid.blocks) + 1 == sum(self.pyramid.levels)

    @property
    def _loses_by_block(self) -> bool:
        """Whether the next block ends the game, and this seat would not win it."""
        points, seat = self.position.points, self.position.seat
        best = max(total for other, total in points.items() if other != seat)
        return self._ends_by_block and points[seat] + self.gain(1) <= best

    def block(self, mind: Mind, body: Any) -> float:
        """Give a block that brings points, is the plan or hinders it in nothing; never one that lets another win."""
        position = self.position
        points = self.gain(1)
        if self._ends_by_block:
            return NO if self._loses_by_block else 1000
        # Of those who can be paid the weakest is.
        paid = position.points.get(body.owner, 0) / 100
        if points:
            return 820 + points - paid
        if mind.plans[0].kind == "block":
            return 640 - paid
        hand, plan = position.hand, mind.plans[0].cost
        after = {name: n - BLOCK.get(name, 0) - (name == "coin" and bool(body.owner)) for name, n in hand.items()}
        harmless = sum(missing(after, plan).values()) == sum(mind.lacking.values())
        return 310 - paid if harmless else NO

    def harbor_trade(self, mind: Mind, body: Any) -> float:
        """Trade at a harbor of another, whose fee makes it dearer."""
        use = next(use for use in self.position.view.harbors.uses if use.harbor == body.harbor and use.owner)
        return mind.swap(good_name(body.give), use.rate, good_name(body.take), use.fee)
