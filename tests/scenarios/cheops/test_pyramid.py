"""C6.1 to C6.6: when the pyramid is begun, what a block costs, where it lies, who may give it and through whom."""

import pytest

from tests.rules.table import QUIET
from tests.scenarios.cheops.grown import grown
from tests.scenarios.cheops.places import SITE, SITE_INTERSECTIONS, intersection, trail
from tests.scenarios.cheops.table import BLOCKS, COST, LEVELS, EgyptTable, joined, level_of

BLOCK = "1 PlacePyramidBlock"
SETTLEMENT = "1brick+1lumber+1wool+1grain"
NEAR = (2, 16)
"""Two paths south of the site's corner at (3, 13), by (2, 14)."""
WAY = trail(NEAR, (2, 14), (3, 13))


def begun(seats: int = 4) -> EgyptTable:
    """Seat 1 has rolled; seats 1 and 2 have a settlement on the site, seat 3 one near it; nobody has a coin."""
    return EgyptTable.bare(seats).no_coins().place(1, SITE[0]).place(2, SITE[2]).place(3, NEAR).holding(1, COST)


def outside() -> EgyptTable:
    """Seat 3 has rolled; a trade route joins it to seat 2's settlement on the site; it has a coin and what it takes."""
    return begun().roads(3, WAY).coins(3, 1).become(3).holding(3, "3brick+3ore")


# C6.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.1")
@pytest.mark.parametrize("corner", SITE)
def test_building_starts_with_the_first_settlement_on_any_corner_of_the_site(corner):
    place = intersection(*corner)
    table = EgyptTable.bare().place(2, (7, 7)).holding(1, f"{SETTLEMENT}").roads(1, trail(*around(corner)))
    assert not table.view("PyramidView").begun
    table.when(f"1 BuildSettlement intersection={place}").then_includes(
        f"SettlementBuilt seat=1 intersection={place}", f"PyramidBegun seat=1 intersection={place}"
    )
    assert table.view("PyramidView").begun
    table.holding(1, COST).when(BLOCK)


def around(corner: tuple[int, int]) -> list[tuple[int, int]]:
    """The way along the site that ends at a corner."""
    n = SITE.index(corner)
    return [SITE[n - 2], SITE[n - 1], corner]


@pytest.mark.rule("C6.1")
def test_before_that_no_block_is_placed():
    """However near the seat is: no settlement stands on the site yet, but a road does."""
    table = EgyptTable.bare().place(1, NEAR).roads(1, WAY).holding(1, f"2brick+1ore+{SETTLEMENT[7:]}")
    table.refused(BLOCK, "PYRAMID_NOT_BEGUN", "C6.1")
    table.refused(f"{BLOCK} owner=2", "PYRAMID_NOT_BEGUN", "C6.1")
    assert not table.allowed(1, "PlacePyramidBlock")
    table.when(f"1 BuildSettlement intersection={intersection(3, 13)}").then_includes("PyramidBegun seat=1")
    table.when(BLOCK)


@pytest.mark.rule("C6.1")
def test_only_the_first_settlement_begins_it():
    table = begun().holding(1, SETTLEMENT).roads(1, trail(SITE[0], SITE[5], SITE[4]))
    table.when(f"1 BuildSettlement intersection={SITE_INTERSECTIONS[4]}").then_no("PyramidBegun")
    table.holding(1, "2grain+3ore").when(f"1 BuildCity intersection={SITE_INTERSECTIONS[4]}").then_no("PyramidBegun")


@pytest.mark.rule("C6.1")
def test_a_settlement_elsewhere_begins_nothing():
    table = EgyptTable.bare().roads(1, trail((2, 10), (2, 8))).holding(1, SETTLEMENT)
    table.when(f"1 BuildSettlement intersection={intersection(2, 8)}").then_no("PyramidBegun")
    assert not table.view("PyramidView").begun


# C6.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.2")
def test_a_block_costs_brick_and_ore():
    table = begun().blocks(1, 2).holding(1, "2brick+2ore+1wool")
    table.when(BLOCK).then_includes("PyramidBlockPlaced seat=1 level=1 number=3", f"ResourcesPaid seat=1 cards={COST}")
    assert table.hand(1) == "1brick+1wool+1ore"
    table.awaits("act", 1)


@pytest.mark.rule("C6.2")
@pytest.mark.parametrize("hand", ["1brick", "1ore", "5brick+5lumber+5wool+5grain", "9ore", "0"])
def test_without_brick_and_ore_there_is_no_block(hand):
    table = begun().coins(1, 9).holding(1, hand)
    table.refused(BLOCK, "NOT_ENOUGH_CARDS", "C6.2")
    table.holding(1, COST).when(BLOCK)


@pytest.mark.rule("C6.2", "C6.6")
def test_any_number_may_be_built_in_a_turn():
    table = begun().holding(1, "11brick+11ore")
    for _ in range(11):
        table.when(BLOCK)
    table.awaits("act", 1)
    assert table.view("PyramidView").left == (0, 11, 11, 11)


@pytest.mark.rule("C6.2", "B3.2")
def test_in_the_trade_and_build_phase_of_the_own_turn_only():
    table = begun().holding(2, COST)
    table.refused("2 PlacePyramidBlock", "NOT_YOUR_TURN", "B3.3")
    table.in_turn(2, rolled=False).refused("2 PlacePyramidBlock", "NOT_NOW", "B3.2")
    seven = table.fork()
    seven.when("2 RollDice", dice=(3, 4))
    seven.refused("2 PlacePyramidBlock", "NOT_NOW", "B5.2")
    table.when("2 RollDice", dice=QUIET)
    table.when("2 PlacePyramidBlock")


@pytest.mark.rule("C6.2", "B6.5")
def test_an_open_offer_falls_when_its_maker_pays_for_a_block():
    table = begun().holding_just(s1="1brick+1ore+1wool", s2="1grain")
    table.when("1 OfferTrade give=1wool take=1grain")
    table.when(BLOCK).then_includes("TradeFell offer=1")


# C6.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.3")
@pytest.mark.parametrize("number", range(1, 30))
def test_four_levels_of_16_9_4_and_1_are_filled_from_the_bottom(number):
    givers = [0] * 9 + [2] * 10 + [3] * 10
    table = begun().blocks(*givers[: number - 1])
    level = 1 if number <= 16 else 2 if number <= 25 else 3 if number <= 29 else 4
    assert level == level_of(number)
    table.when(BLOCK).then_includes(f"PyramidBlockPlaced seat=1 level={level} number={number}")
    assert len(table.view("PyramidView").blocks) == number


@pytest.mark.rule("C6.3")
def test_there_are_30_blocks_in_all_and_the_last_is_the_fourth_level():
    table = begun().blocks(*[0] * 9, *[2] * 10, *[3] * 10)
    assert sum(LEVELS) == 30
    table.when(BLOCK).then_includes("PyramidBlockPlaced seat=1 level=4 number=30")
    assert table.over


# C6.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.4")
@pytest.mark.parametrize("kind", ["place", "city"])
@pytest.mark.parametrize("corner", SITE)
def test_with_a_settlement_or_city_on_the_site_for_the_cost_alone(corner, kind):
    table = EgyptTable.bare().no_coins().holding(1, COST)
    getattr(table, kind)(1, corner).when(BLOCK).then_no("FeePaid")
    assert table.hand(1) == "0"


@pytest.mark.rule("C6.4")
@pytest.mark.case("R46")
@pytest.mark.parametrize("owner", [1, 2, 3, 4])
def test_with_own_access_nobody_is_paid(owner):
    """Nobody can be named, itself not either."""
    table = begun().roads(1, trail(SITE[0], SITE[1], SITE[2])).coins(1, 3)
    table.refused(f"{BLOCK} owner={owner}", "FEE_NOT_DUE", "C6.4")
    assert table.allowed(1, "PlacePyramidBlock") == {BLOCK}
    table.when(BLOCK)
    assert table.coins_of(1) == 3


@pytest.mark.rule("C6.4")
@pytest.mark.parametrize(
    ("point", "others", "own"),
    [(NEAR, 0, 4), ((2, 8), 3, 1), ((4, 10), 3, 5), ((4, 14), 0, 4), ((0, 14), 0, 2), ((0, 10), 3, 1)],
)
def test_a_seat_without_site_access_is_refused(point, others, own):
    """One path from the site is not on it; nor does a road or a trade route by itself do."""
    table = EgyptTable.bare().place(2, SITE[others]).place(1, point).holding(1, COST)
    table.refused(BLOCK, "NO_SITE_ACCESS", "C6.4")
    assert not table.allowed(1, "PlacePyramidBlock")
    table.place(1, SITE[own]).when(BLOCK)


@pytest.mark.rule("C6.4")
def test_a_road_round_the_site_is_no_access():
    table = EgyptTable.bare().place(2, SITE[0]).place(1, NEAR).holding(1, COST)
    table.roads(1, trail(NEAR, SITE[3], SITE[2], SITE[1]))
    table.refused(BLOCK, "NO_SITE_ACCESS", "C6.4")


@pytest.mark.rule("C6.4", "C6.5")
def test_without_own_access_an_owner_is_named():
    table = outside()
    table.refused("3 PlacePyramidBlock", "NO_SITE_ACCESS", "C6.4")
    assert table.allowed(3, "PlacePyramidBlock") == {"3 PlacePyramidBlock owner=2"}


# C6.5 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.5")
@pytest.mark.case("R46")
def test_through_anothers_building_it_builds_for_a_coin_to_the_owner():
    table = outside()
    table.when("3 PlacePyramidBlock owner=2").then_includes(
        "FeePaid seat=3 owner=2 coins=1",
        "PyramidBlockPlaced seat=3 level=1 number=1",
        f"ResourcesPaid seat=3 cards={COST}",
        "BlessingGiven seat=3",
    )
    assert table.happened[0].startswith("FeePaid")
    assert (table.coins_of(3), table.coins_of(2), table.hand(3)) == (0, 1, "2brick+2ore")


@pytest.mark.rule("C6.5")
@pytest.mark.case("R46")
@pytest.mark.parametrize("coins", [0, 1, 2])
def test_each_block_costs_a_coin_and_with_none_left_it_is_rejected(coins):
    table = outside().coins(3, coins)
    for _ in range(coins):
        table.when("3 PlacePyramidBlock owner=2")
    table.refused("3 PlacePyramidBlock owner=2", "NOT_ENOUGH_COINS", "C6.5")
    table.coins(3, 1).when("3 PlacePyramidBlock owner=2")


@pytest.mark.rule("C6.5")
def test_without_a_trade_route_it_does_not():
    table = begun().coins(3, 1).become(3).holding(3, COST)
    table.refused("3 PlacePyramidBlock owner=2", "NO_TRADE_ROUTE", "C6.5")
    table.roads(3, WAY[:1]).refused("3 PlacePyramidBlock owner=2", "NO_TRADE_ROUTE", "C6.5")
    table.roads(4, WAY[1:]).when("3 PlacePyramidBlock owner=2")


@pytest.mark.rule("C6.5")
def test_the_owner_has_a_building_on_the_site():
    """A trade route to seat 4's settlement elsewhere opens nothing."""
    table = outside().place(4, (4, 16)).roads(4, trail((4, 16), (3, 17), (2, 16)))
    for owner in (3, 4):
        reason = ("NO_SITE_ACCESS", "C6.5") if owner == 4 else ("FEE_NOT_DUE", "C6.4")
        table.refused(f"3 PlacePyramidBlock owner={owner}", *reason)
    table.when("3 PlacePyramidBlock owner=2")


@pytest.mark.rule("C6.5", "B2.5")
@pytest.mark.parametrize("owner", [-1, 5, 10**9])
def test_the_owner_is_one_of_the_seats(owner):
    outside().refused(f"3 PlacePyramidBlock owner={owner}", "NO_SUCH_SEAT", "B2.5")


@pytest.mark.rule("C6.5")
@pytest.mark.parametrize("owner", [1, 2])
def test_where_several_serve_it_names_the_one_it_pays(owner):
    table = outside().roads(1, trail(SITE[0], SITE[1], SITE[2]))
    ways = {(way.owner, way.fee) for way in table.view("PyramidView", 3).ways}
    assert ways == {(1, 1), (2, 1)}
    assert table.allowed(3, "PlacePyramidBlock") == {f"3 PlacePyramidBlock owner={n}" for n in (1, 2)}
    table.when(f"3 PlacePyramidBlock owner={owner}").then_includes(f"FeePaid seat=3 owner={owner} coins=1")


@pytest.mark.rule("C6.5")
def test_the_ways_to_build_are_shown_to_the_seat_that_has_them():
    table = outside()
    shown = {seat: [(w.owner, w.fee) for w in table.view("PyramidView", seat).ways] for seat in (1, 2, 3, 4)}
    assert shown == {1: [(0, 0)], 2: [(0, 0)], 3: [(2, 1)], 4: []}


@pytest.mark.rule("C6.5")
def test_one_owner_with_two_buildings_there_is_reached_by_either():
    table = begun().place(2, SITE[4]).coins(3, 1).become(3).holding(3, COST)
    table.roads(3, trail(NEAR, SITE[3], SITE[4])).when("3 PlacePyramidBlock owner=2")


# C6.6 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.6")
@pytest.mark.parametrize("seat", [1, 3])
def test_a_twelfth_block_is_refused(seat):
    table = outside().become(seat).holding(seat, "2brick+2ore").coins(seat, 2).blocks(*[seat] * 10)
    line = BLOCK if seat == 1 else "3 PlacePyramidBlock owner=2"
    table.when(line)
    assert table.view("PyramidView").left[seat - 1] == 0
    assert table.ledger.blocks.count(seat) == BLOCKS
    table.refused(line, "OUT_OF_PIECES", "C6.6")


# The order of faults, and all of it recounted -------------------------------------------------------------------------


@pytest.mark.rule("C6.5", "C6.6")
def test_the_fault_named_is_the_first_in_the_order_of_the_rules():
    table = EgyptTable.bare().no_coins().place(3, NEAR).become(3)
    table.refused("3 PlacePyramidBlock owner=9", "PYRAMID_NOT_BEGUN", "C6.1")
    table.place(1, SITE[0])
    full = table.fork().blocks(*[3] * 11)
    full.refused("3 PlacePyramidBlock owner=9", "OUT_OF_PIECES", "C6.6")
    table.refused("3 PlacePyramidBlock owner=9", "NO_SUCH_SEAT", "B2.5")
    table.refused("3 PlacePyramidBlock owner=2", "NO_SITE_ACCESS", "C6.5")
    table.place(2, SITE[2]).refused("3 PlacePyramidBlock owner=2", "NO_TRADE_ROUTE", "C6.5")
    table.roads(3, WAY).refused("3 PlacePyramidBlock owner=2", "NOT_ENOUGH_COINS", "C6.5")
    table.coins(3, 1).refused("3 PlacePyramidBlock owner=2", "NOT_ENOUGH_CARDS", "C6.2")
    table.holding(3, COST).when("3 PlacePyramidBlock owner=2")


@pytest.mark.rule("C6.4", "C6.5")
@pytest.mark.parametrize("seed", range(80, 120))
def test_on_any_board_the_blocks_are_those_that_the_rules_tell(seed):
    table = grown(seed, 3 + seed % 2)
    ledger, site = table.ledger, set(SITE_INTERSECTIONS)
    for seat in table.game.everyone:
        reached = joined(ledger.roads.keys() | ledger.ships.keys(), table.buildings_of(seat)) & site
        others = {o for o in table.game.everyone if o != seat and table.buildings_of(o) & reached}
        own = bool(table.buildings_of(seat) & site)
        expected = {f"{seat} PlacePyramidBlock"} if own else {f"{seat} PlacePyramidBlock owner={o}" for o in others}
        table.become(seat)
        assert table.allowed(seat, "PlacePyramidBlock") == expected
        table.check_listed()
