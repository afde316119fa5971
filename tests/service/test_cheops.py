"""Cheops through the front door: what is listed, shown and refused there, over gRPC, with the number of its rule."""

import random
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

import grpc
import pytest

from service.config import IN_MEMORY
from settlers.v1 import board_pb2, cards_pb2, game_pb2
from tests.service.house import AUDITOR, QUICK, SEED, SPECTATOR, House, command, happen, kind_of, refused, seat

FORBIDDEN = grpc.StatusCode.FAILED_PRECONDITION
INVALID = grpc.StatusCode.INVALID_ARGUMENT
BRICK, ORE, WOOL, COIN = cards_pb2.GOOD_BRICK, cards_pb2.GOOD_ORE, cards_pb2.GOOD_WOOL, cards_pb2.GOOD_COIN


@pytest.fixture
def house() -> Iterator[House]:
    with House(IN_MEMORY) as opened:
        yield opened


class Egypt:
    """A game of three on the Nile: setup is played, seat 1 has rolled and holds a block's cost; all else is made."""

    def __init__(self, house: House, *options: str) -> None:
        self.house = house
        self.game_id = house.create(3, scenario="cheops", seed=SEED, options=options)
        house.play(self.game_id, random.Random(QUICK), stop=lambda prompts: prompts[-1].kind == "roll")
        self.board = house.view(self.game_id).board
        self.ends = {path.path: (path.a, path.b) for path in self.board.paths}
        self.marks = {mark.name: list(mark.intersections) for mark in self.board.marks}
        self.happen("DiceRolled seat=1 dice=[1 1] draws=[]", "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]")
        self.happen("ResourcesReceived seat=1 cards=1brick+1ore")

    def happen(self, *lines: str) -> "Egypt":
        happen(self.house.games, self.game_id, *lines)
        return self

    def play(self, field: str, **fields: Any) -> Any:
        return self.house.execute(self.game_id, 1, command(field, **fields))

    def view(self, viewer: game_pb2.Viewer = AUDITOR) -> game_pb2.GameView:
        return self.house.view(self.game_id, viewer)

    @property
    def taken(self) -> set[int]:
        """The intersections with a building."""
        return {each.intersection for each in self.view().buildings.settlements}

    def settled(self, owner: int, place: int) -> "Egypt":
        """A seat's settlement stands there."""
        return self.happen(f"SettlementBuilt seat={owner} intersection={place}")

    def joined(self, place: int) -> "Egypt":
        """Roads of seat 3, and ships of seat 2, lead from seat 1's first settlement to a place, by the shortest way."""
        start = next(each.intersection for each in self.view().buildings.settlements if each.seat == 1)
        came: dict[int, tuple[int, int]] = {start: (0, 0)}
        ahead = deque([start])
        while place not in came:
            here = ahead.popleft()
            for path, ends in self.ends.items():
                if here in ends:
                    beyond = ends[ends[0] == here]
                    if beyond not in came:
                        came[beyond] = (path, here)
                        ahead.append(beyond)
        lies = {each.path for each in [*self.view().roads.roads, *self.view().ships.ships]}
        while place != start:
            path, place = came[place]
            if path not in lies:
                self.happen(f"RoadBuilt seat=3 path={path}" if path % 2 else f"ShipBuilt seat=2 path={path}")
        return self

    def site(self, owner: int) -> int:
        """A free site intersection, where a seat builds a settlement; the pyramid begins."""
        place = next(each for each in self.marks["site"] if each not in self.taken)
        self.settled(owner, place)
        if not self.view().pyramid.begun:
            self.happen(f"PyramidBegun seat={owner} intersection={place}")
        return place

    def harbor(self, kind: int, *, used: bool = False) -> tuple[int, int]:
        """The path of a harbor of a kind, on which somebody stands or nobody, and one of its intersections."""
        taken = self.taken
        for harbor in self.board.harbors:
            ends = self.ends[harbor.path]
            if harbor.kind == kind and used == any(end in taken for end in ends):
                return harbor.path, ends[0]
        raise AssertionError("no such harbor")

    def coins(self, wanted: int) -> "Egypt":
        """Seat 1 has just so many coins: it pays the rest to seat 2, or gets more."""
        have = self.view().coins.coins[0]
        if have > wanted:
            return self.happen(f"FeePaid seat=1 owner=2 coins={have - wanted}")
        return self.happen(f"CoinsReceived seat=1 coins={wanted - have}") if wanted > have else self


class Refused(NamedTuple):
    """What was asked for in vain, and why."""

    reason: str
    rule: str
    field: str
    fields: dict[str, int]


def sentence(egypt: Egypt, name: str) -> Refused:
    """Set the stage for one refusal."""
    general, place = egypt.harbor(board_pb2.HARBOR_GENERAL)
    inland = next(p.path for p in egypt.board.paths if {"desert"} == terrains(egypt, p))
    trade = {"harbor": general, "give": BRICK, "take": WOOL}
    if name == "a harbor that is none":
        return Refused("NO_SUCH_HARBOR", "C5.1", "trade_at_harbor", {**trade, "harbor": inland})
    if name == "a harbor with no building":
        return Refused("HARBOR_UNUSED", "C5.4", "trade_at_harbor", trade)
    if name == "a harbor far away":
        egypt.settled(2, place)
        return Refused("NO_TRADE_ROUTE", "C5.1", "trade_at_harbor", trade)
    if name == "no coin for the fee of a harbor":
        egypt.settled(2, place).joined(place).coins(0)
        return Refused("NOT_ENOUGH_COINS", "C5.2", "trade_at_harbor", trade)
    if name == "the own harbor for a fee":
        egypt.settled(1, place)
        return Refused("FEE_NOT_DUE", "C5.3", "trade_at_harbor", trade)
    if name == "a block too early":
        return Refused("PYRAMID_NOT_BEGUN", "C6.1", "place_pyramid_block", {})
    if name == "a block with no building at the site":
        egypt.site(2)
        return Refused("NO_SITE_ACCESS", "C6.4", "place_pyramid_block", {})
    if name == "a block by one with no building at the site":
        egypt.site(2)
        return Refused("NO_SITE_ACCESS", "C6.5", "place_pyramid_block", {"owner": 3})
    if name == "a block by a site far away":
        egypt.site(2)
        return Refused("NO_TRADE_ROUTE", "C6.5", "place_pyramid_block", {"owner": 2})
    if name == "no coin for the fee of a block":
        egypt.joined(egypt.site(2)).coins(0)
        return Refused("NOT_ENOUGH_COINS", "C6.5", "place_pyramid_block", {"owner": 2})
    if name == "a twelfth block":
        egypt.site(1)
        egypt.happen(*[f"PyramidBlockPlaced seat=1 level=1 number={n}" for n in range(1, 12)])
        return Refused("OUT_OF_PIECES", "C6.6", "place_pyramid_block", {})
    if name == "a fee for an own way":
        egypt.site(1)
        return Refused("FEE_NOT_DUE", "C6.4", "place_pyramid_block", {"owner": 2})
    assert name == "a ship in the desert"
    return Refused("NOT_SEA", "S1", "build_ship", {"path": inland})


def terrains(egypt: Egypt, path: Any) -> set[str]:
    """What lies along a path, by the words of the contract."""
    corners = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    points = {each.intersection: (each.x, each.y) for each in egypt.board.intersections}
    return {
        board_pb2.Terrain.Name(tile.terrain).removeprefix("TERRAIN_").lower()
        for tile in egypt.board.hexes
        if {points[path.a], points[path.b]} <= {(tile.x + dx, tile.y + dy) for dx, dy in corners}
    }


STORIES = (
    "a harbor that is none",
    "a harbor with no building",
    "a harbor far away",
    "no coin for the fee of a harbor",
    "the own harbor for a fee",
    "a block too early",
    "a block with no building at the site",
    "a block by one with no building at the site",
    "a block by a site far away",
    "no coin for the fee of a block",
    "a twelfth block",
    "a fee for an own way",
    "a ship in the desert",
)


@pytest.mark.parametrize("story", STORIES)
def test_what_breaks_a_rule_of_egypt_is_refused_by_its_number(story: str, house: House):
    egypt = Egypt(house)
    wanted = sentence(egypt, story)
    before = house.events(egypt.game_id, AUDITOR), egypt.view()
    refusal = refused(lambda: egypt.play(wanted.field, **wanted.fields))
    code = INVALID if wanted.reason == "NO_SUCH_HARBOR" else FORBIDDEN
    assert (refusal.code, refusal.reason, refusal.metadata["rule"]) == (code, wanted.reason, wanted.rule)
    assert (house.events(egypt.game_id, AUDITOR), egypt.view()) == before


def test_a_starting_settlement_inland_is_refused(house: House):
    game_id = house.create(4, scenario="cheops", seed=SEED)
    board = house.view(game_id).board
    (starts,) = [set(mark.intersections) for mark in board.marks if mark.name == "start"]
    site = next(mark.intersections[0] for mark in board.marks if mark.name == "site")
    assert site not in starts
    refusal = refused(lambda: house.execute(game_id, 1, command("build_settlement", intersection=site)))
    assert (refusal.code, refusal.reason, refusal.metadata["rule"]) == (FORBIDDEN, "NOT_A_STARTING_PLACE", "C1.6")
    listed = {each.build_settlement.intersection for each in house.legal(game_id, 1).commands}
    assert listed == starts


def test_ships_that_cannot_move_are_told_why(house: House):
    egypt = Egypt(house, "seafarers_ships")
    own = [each.path for each in egypt.view().ships.ships if each.seat == 1]
    other = next(each.path for each in egypt.view().ships.ships if each.seat == 2)
    moves = [each.move_ship for each in house.legal(egypt.game_id, 1).commands if each.HasField("move_ship")]
    move = moves[0]
    reasons = []

    def ask(origin: int, path: int) -> None:
        reasons.append(refused(lambda: egypt.play("move_ship", origin=origin, path=path)).reason)

    ask(other, move.path)
    egypt.happen("ResourcesReceived seat=1 cards=1lumber+1wool")
    built = next(each for each in house.legal(egypt.game_id, 1).commands if each.HasField("build_ship"))
    house.execute(egypt.game_id, 1, built)
    ask(built.build_ship.path, move.path)
    a, b = egypt.ends[own[0]]
    for end in {a, b} - egypt.taken:
        onward = [path for path, ends in egypt.ends.items() if end in ends and path != own[0]]
        egypt.happen(*[f"ShipBuilt seat=1 path={path}" for path in onward[:1]])
    ask(own[0], move.path)
    open_still = next(each for each in house.legal(egypt.game_id, 1).commands if each.HasField("move_ship"))
    assert kind_of(house.execute(egypt.game_id, 1, open_still).events[0]) == "ship_moved"
    ask(open_still.move_ship.path, move.path)
    assert reasons == ["NO_OWN_SHIP", "SHIP_TOO_NEW", "SHIP_NOT_OPEN", "SHIP_ALREADY_MOVED"]


def test_a_block_through_another_pays_its_owner_and_all_see_it(house: House):
    egypt = Egypt(house)
    egypt.joined(egypt.site(2)).coins(2)
    view = egypt.view(seat(1))
    assert [(way.owner, way.fee) for way in view.pyramid.ways] == [(2, 1)]
    assert not egypt.view(SPECTATOR).pyramid.ways
    listed = [each for each in house.legal(egypt.game_id, 1).commands if each.HasField("place_pyramid_block")]
    assert [each.place_pyramid_block.owner for each in listed] == [2]
    events = house.execute(egypt.game_id, 1, listed[0]).events
    assert [kind_of(event) for event in events] == [
        "fee_paid",
        "pyramid_block_placed",
        "resources_paid",
        "blessing_given",
        "curse_laid",
        "curse_laid",
        *["points_changed"] * 3,
    ]
    after = egypt.view(SPECTATOR)
    assert (after.favor.blessed, list(after.favor.cursed)) == (1, [2, 3])
    assert (list(after.pyramid.blocks), after.coins.coins[0]) == ([1], 1)
    assert [score.total for score in after.scores.scores] == [6, 1, 1]


def test_a_harbor_of_another_is_listed_with_its_owner_and_serves_for_a_fee(house: House):
    egypt = Egypt(house)
    general, place = egypt.harbor(board_pb2.HARBOR_GENERAL)
    egypt.settled(2, place).joined(place).coins(4)
    (use,) = [each for each in egypt.view(seat(1)).harbors.uses if each.harbor == general]
    assert (use.kind, use.rate, use.owner, use.fee) == (board_pb2.HARBOR_GENERAL, 3, 2, 1)
    before = list(egypt.view().coins.coins)
    events = egypt.play("trade_at_harbor", harbor=general, give=COIN, take=ORE).events
    assert [kind_of(event) for event in events] == ["fee_paid", "bank_trade_made"]
    assert [after - had for after, had in zip(egypt.view().coins.coins, before, strict=True)] == [-4, 1, 0]
