"""B7: what building costs, and where roads, settlements and cities may stand."""

import random

import msgspec
import pytest

from domain.board.plan import Plan
from domain.components import Terrain
from domain.rules.buildings import Buildings
from domain.rules.roads import Roads
from tests.rules.table import (
    GRID,
    PLAN,
    Table,
    coast,
    corner,
    first_road,
    first_settlement,
    hex_of,
    intersection,
    neighbors,
    path,
    paths_at,
    trail,
)

RICH = "4brick+4lumber+4wool+4grain+4ore"
MIDDLE = corner("D", "N")
EVERY_PATH = range(len(GRID.ends))
EVERY_INTERSECTION = range(len(GRID.intersections))

COSTS = {
    "road": ({"brick": 1, "lumber": 1}, f"1 BuildRoad path={paths_at(MIDDLE)[0]}"),
    "settlement": (
        {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
        f"1 BuildSettlement intersection={corner('D', 'S')}",
    ),
    "city": ({"grain": 2, "ore": 3}, f"1 BuildCity intersection={MIDDLE}"),
    "development card": ({"wool": 1, "grain": 1, "ore": 1}, "1 BuyDevelopmentCard"),
}
LACKING = [(name, resource) for name, (cost, _) in COSTS.items() for resource in cost]


def bag(cost: dict[str, int]) -> str:
    return "+".join(f"{n}{resource}" for resource, n in cost.items() if n) or "0"


def ready_to_build() -> Table:
    """Seat 1 has a settlement at the desert's north, and a road with an open end at its south."""
    return Table.bare().settlements(1, MIDDLE).roads(1, [path(corner("D", "S"), corner("D", "SW"))])


def with_sea(*drawn: str) -> Plan:
    """The beginner's board with sea in place of some hexes."""
    wet = set(map(hex_of, drawn))
    hexes = [
        msgspec.structs.replace(s, terrain=Terrain.SEA, number=0) if n in wet else s for n, s in enumerate(PLAN.hexes)
    ]
    return msgspec.structs.replace(PLAN, hexes=tuple(hexes))


# B7.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B7.1")
@pytest.mark.parametrize(("cost", "command"), COSTS.values(), ids=COSTS)
def test_what_is_built_or_bought_costs_just_so_much_and_it_goes_to_the_bank(cost, command):
    table = ready_to_build().holding(1, bag(cost))
    table.when(command).then_includes(f"ResourcesPaid seat=1 cards={bag(cost)}")
    assert table.hand(1) == "0"
    assert table.bank == "19brick+19lumber+19wool+19grain+19ore"


@pytest.mark.rule("B7.1")
@pytest.mark.parametrize(("name", "lacking"), LACKING)
def test_one_card_too_few_builds_nothing_whatever_else_is_held(name, lacking):
    cost, command = COSTS[name]
    hand = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4) | {lacking: cost[lacking] - 1}
    table = ready_to_build().holding(1, bag(hand))
    table.refused(command, "NOT_ENOUGH_CARDS", "B7.1")
    table.holding(1, bag(hand | {lacking: cost[lacking]})).when(command)


@pytest.mark.rule("B7.1")
@pytest.mark.parametrize("command", [command for _, command in COSTS.values()], ids=COSTS)
def test_with_no_cards_nothing_is_built(command):
    ready_to_build().refused(command, "NOT_ENOUGH_CARDS", "B7.1")


@pytest.mark.rule("B7.1", "B3.1")
def test_a_turn_may_build_as_much_as_can_be_paid():
    table = Table.playing().holding(1, "5brick+5lumber+2wool+2grain")
    for road in trail((3, 5), (4, 4), (4, 2), (5, 1)):
        table.when(f"1 BuildRoad path={road}")
    for place in (intersection(4, 4), intersection(5, 1)):
        table.when(f"1 BuildSettlement intersection={place}")
    assert table.hand(1) == "0"


# B7.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B7.2")
def test_a_road_joins_the_owners_road():
    at_hand, next_one = trail((4, 4), (5, 5), (5, 7))
    table = Table.bare().roads(1, [at_hand]).holding(1, RICH)
    table.when(f"1 BuildRoad path={next_one}").then_facts(
        f"RoadBuilt seat=1 path={next_one}", "ResourcesPaid seat=1 cards=1brick+1lumber", "RouteChanged seat=1 length=2"
    )


@pytest.mark.rule("B7.2")
@pytest.mark.parametrize("standing", ["settlements", "cities"])
def test_a_road_joins_the_owners_settlement_or_city(standing):
    table = Table.bare()
    getattr(table, standing)(1, MIDDLE)
    table.holding(1, RICH)
    assert table.allowed_places(1, "BuildRoad") == set(paths_at(MIDDLE))
    for road in paths_at(MIDDLE):
        table.when(f"1 BuildRoad path={road}").then_includes(f"RoadBuilt seat=1 path={road}")


@pytest.mark.rule("B7.2")
def test_a_road_joins_nothing_in_the_air():
    near, next_one = trail((4, 4), (5, 5), (5, 7))
    table = Table.bare().settlements(1, MIDDLE).holding(1, RICH)
    table.refused(f"1 BuildRoad path={next_one}", "NOT_CONNECTED", "B7.2")
    table.when(f"1 BuildRoad path={near}")
    table.when(f"1 BuildRoad path={next_one}")


@pytest.mark.rule("B7.2")
@pytest.mark.parametrize("of_others", ["road", "settlement", "city"])
def test_a_road_does_not_join_what_is_anothers(of_others):
    near, next_one = trail((4, 4), (5, 5), (5, 7))
    table = Table.bare().holding(1, RICH)
    if of_others == "road":
        table.roads(2, [near])
    else:
        getattr(table, {"settlement": "settlements", "city": "cities"}[of_others])(2, intersection(5, 5))
    table.refused(f"1 BuildRoad path={next_one}", "NOT_CONNECTED", "B7.2")
    assert not table.allowed(1, "BuildRoad")


@pytest.mark.rule("B7.2")
@pytest.mark.case("G18")
@pytest.mark.parametrize("owner", [1, 2])
def test_a_path_with_a_road_is_not_free(owner):
    taken, free, *_ = paths_at(MIDDLE)
    table = Table.bare().settlements(1, MIDDLE).roads(owner, [taken]).holding(1, RICH)
    table.refused(f"1 BuildRoad path={taken}", "OCCUPIED", "B7.2")
    table.when(f"1 BuildRoad path={free}")


@pytest.mark.rule("B7.2")
@pytest.mark.case("G01")
@pytest.mark.parametrize("standing", ["settlements", "cities"])
def test_a_road_does_not_go_on_through_an_intersection_with_another_seats_building(standing):
    """G01: neither of the two ways on; but back at its own end it goes on."""
    (own,) = trail((4, 4), (5, 5))
    table = Table.bare().roads(1, [own]).holding(1, RICH)
    getattr(table, standing)(2, intersection(5, 5))
    for onward in set(paths_at(intersection(5, 5))) - {own}:
        table.refused(f"1 BuildRoad path={onward}", "NOT_CONNECTED", "B7.2")
    for back in set(paths_at(intersection(4, 4))) - {own}:
        table.when(f"1 BuildRoad path={back}")


@pytest.mark.rule("B7.2")
def test_a_road_reaches_anothers_building_from_its_other_end():
    own, last = trail((4, 8), (5, 7), (5, 5))
    table = Table.bare().settlements(2, intersection(5, 5)).roads(1, [own]).holding(1, RICH)
    table.when(f"1 BuildRoad path={last}").then_includes(f"RoadBuilt seat=1 path={last}")
    assert not table.allowed_places(1, "BuildRoad") & set(paths_at(intersection(5, 5)))


@pytest.mark.rule("B7.2")
@pytest.mark.case("G01")
def test_a_path_that_was_open_closes_when_another_builds_at_the_end_of_the_road():
    """G01: what could be built before the other's settlement cannot be built after it."""
    own, onward = trail((3, 5), (4, 4), (5, 5))
    table = Table.bare().roads(1, [own]).roads(2, trail((4, 4), (4, 2))).holding(1, RICH).holding(2, RICH)
    assert onward in table.allowed_places(1, "BuildRoad")
    table.when("1 Pass")
    table.in_turn(2).holding(2, RICH).when(f"2 BuildSettlement intersection={MIDDLE}")
    table.in_turn(1).holding(1, RICH).refused(f"1 BuildRoad path={onward}", "NOT_CONNECTED", "B7.2")


@pytest.mark.rule("B7.2")
def test_an_own_building_does_not_stop_a_road():
    own, onward = trail((3, 5), (4, 4), (5, 5))
    table = Table.bare().roads(1, [own]).settlements(1, MIDDLE).holding(1, RICH)
    table.when(f"1 BuildRoad path={onward}")


@pytest.mark.rule("B7.2")
@pytest.mark.parametrize("side", ["NE", "E", "SE", "SW", "W", "NW"])
def test_a_road_needs_land_on_at_least_one_side(side):
    """In the middle of the board D and H6 are sea: only the path between them has no land."""
    wet = hex_of("D"), hex_of("H6")
    table = Table.bare(board=with_sea("D", "H6")).settlements(1, *(corner("D", name) for name in ("N", "SE", "SW")))
    table.holding(1, RICH)
    place = coast("D", side)
    if set(GRID.hexes_along[place]) <= set(wet):
        table.refused(f"1 BuildRoad path={place}", "NOT_LAND", "B7.2")
    else:
        table.when(f"1 BuildRoad path={place}")


@pytest.mark.rule("B7.2")
def test_a_road_may_run_along_the_coast():
    table = Table.bare().settlements(1, corner("M10", "N")).holding(1, RICH)
    assert coast("M10", "NW") in table.allowed_places(1, "BuildRoad")
    table.when(f"1 BuildRoad path={coast('M10', 'NW')}")


@pytest.mark.rule("B7.2")
@pytest.mark.parametrize("nowhere", [-1, len(EVERY_PATH), 10**9])
def test_a_path_that_the_board_lacks_is_refused(nowhere):
    Table.playing().holding(1, RICH).refused(f"1 BuildRoad path={nowhere}", "NO_SUCH_PLACE", "B2.6")


# B7.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B7.3")
@pytest.mark.case("G04")
def test_a_settlement_stands_at_the_end_of_an_own_road():
    """G04"""
    table = Table.bare().roads(1, trail((4, 4), (5, 5), (5, 7))).holding(1, RICH)
    assert table.allowed_places(1, "BuildSettlement") == {intersection(*at) for at in ((4, 4), (5, 5), (5, 7))}
    table.when(f"1 BuildSettlement intersection={intersection(5, 7)}").then_facts(
        f"SettlementBuilt seat=1 intersection={intersection(5, 7)}",
        "ResourcesPaid seat=1 cards=1brick+1lumber+1wool+1grain",
        "PointsChanged seat=1 cause=buildings points=1 total=1",
    )


@pytest.mark.rule("B7.3")
def test_a_settlement_may_stand_in_the_middle_of_an_own_road():
    table = Table.bare().roads(1, trail((4, 4), (5, 5), (5, 7))).holding(1, RICH)
    table.when(f"1 BuildSettlement intersection={intersection(5, 5)}")


@pytest.mark.rule("B7.3")
@pytest.mark.case("G04")
def test_no_settlement_without_an_own_road():
    """G04: neither in the open nor at another's road."""
    table = Table.bare().roads(1, trail((4, 4), (5, 5))).roads(2, trail((4, 8), (5, 7))).holding(1, RICH)
    for place in (intersection(4, 8), intersection(5, 7), corner("M10", "N")):
        table.refused(f"1 BuildSettlement intersection={place}", "NOT_CONNECTED", "B7.3")
    table.when(f"1 BuildSettlement intersection={intersection(4, 4)}")


@pytest.mark.rule("B7.3")
@pytest.mark.parametrize("owner", [1, 2])
@pytest.mark.parametrize("standing", ["settlements", "cities"])
def test_a_settlement_stands_on_a_free_intersection(owner, standing):
    table = Table.bare().roads(1, trail((4, 4), (5, 5), (5, 7)))
    getattr(table, standing)(owner, intersection(4, 4))
    table.holding(1, RICH)
    table.refused(f"1 BuildSettlement intersection={intersection(4, 4)}", "OCCUPIED", "B7.3")
    table.when(f"1 BuildSettlement intersection={intersection(5, 7)}")


@pytest.mark.rule("B7.3", "B2.3")
@pytest.mark.parametrize("owner", [1, 2])
def test_a_settlement_keeps_the_distance_in_play(owner):
    near, next_one, last = (intersection(*at) for at in ((4, 4), (5, 5), (5, 7)))
    table = Table.bare().roads(1, [path(near, next_one), path(next_one, last)]).settlements(owner, near)
    table.holding(1, RICH).refused(f"1 BuildSettlement intersection={next_one}", "TOO_CLOSE", "B2.3")
    table.when(f"1 BuildSettlement intersection={last}")


@pytest.mark.rule("B7.3")
def test_a_settlement_touches_land():
    """Where three hexes of sea meet there is none; one path away there is."""
    wet, dry = corner("D", "N"), corner("D", "SE")
    table = Table.bare(board=with_sea("D", "H6", "L4")).roads(1, paths_at(dry)[:1]).holding(1, RICH)
    table.refused(f"1 BuildSettlement intersection={wet}", "NOT_LAND", "B7.3")
    table.when(f"1 BuildSettlement intersection={dry}")


@pytest.mark.rule("B7.3")
@pytest.mark.parametrize("nowhere", [-1, len(EVERY_INTERSECTION), 10**9])
@pytest.mark.parametrize("command", ["BuildSettlement", "BuildCity"])
def test_an_intersection_that_the_board_lacks_is_refused(command, nowhere):
    Table.playing().holding(1, RICH).refused(f"1 {command} intersection={nowhere}", "NO_SUCH_PLACE", "B2.6")


# B7.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B7.4")
def test_a_city_replaces_an_own_settlement():
    town = first_settlement(1)
    table = Table.playing().holding(1, "2grain+3ore")
    table.when(f"1 BuildCity intersection={town}").then_facts(
        f"CityBuilt seat=1 intersection={town}",
        "ResourcesPaid seat=1 cards=2grain+3ore",
        "PointsChanged seat=1 cause=buildings points=3 total=3",
    )
    assert table.pieces(1) == (2, 1, 1)


@pytest.mark.rule("B7.4")
@pytest.mark.parametrize("where", ["at another's settlement", "at another's city", "at an own road", "in the open"])
def test_a_city_stands_nowhere_else(where):
    table = Table.playing().cities(3, first_settlement(3)).holding(1, RICH)
    place = {
        "at another's settlement": first_settlement(2),
        "at another's city": first_settlement(3),
        "at an own road": sum(GRID.ends[first_road(1)]) - first_settlement(1),
        "in the open": corner("L2", "N"),
    }[where]
    table.refused(f"1 BuildCity intersection={place}", "NO_OWN_SETTLEMENT", "B7.4")
    table.when(f"1 BuildCity intersection={first_settlement(1)}")


@pytest.mark.rule("B7.4")
def test_a_city_is_not_built_on_a_city():
    town = first_settlement(1)
    table = Table.playing().cities(1, town).holding(1, RICH)
    table.refused(f"1 BuildCity intersection={town}", "NO_OWN_SETTLEMENT", "B7.4")


@pytest.mark.rule("B7.4", "B7.3")
def test_a_settlement_may_become_a_city_in_the_turn_it_was_built():
    table = Table.bare().roads(1, trail((4, 4), (5, 5))).holding(1, "1brick+1lumber+1wool+3grain+3ore")
    table.when(f"1 BuildSettlement intersection={MIDDLE}")
    table.when(f"1 BuildCity intersection={MIDDLE}")
    assert (table.pieces(1), table.hand(1)) == ((1, 0, 1), "0")


# The words of B7.2, B7.3 and B7.4 against every place of many positions ---------------------------------------------


def own(table: Table, seat: int) -> tuple[set[int], set[int], set[int]]:
    """A seat's roads, settlements and cities."""
    buildings = table.game[Buildings]
    masks = table.game[Roads].of[seat].paths, buildings.settlements[seat], buildings.cities[seat]
    return tuple({n for n in range(mask.bit_length()) if mask >> n & 1} for mask in masks)


def road_places(table: Table, seat: int) -> set[int]:
    roads, settlements, cities = own(table, seat)
    others = [own(table, other) for other in table.game.everyone if other != seat]
    taken = roads.union(*(each[0] for each in others))
    walls = set().union(*(each[1] | each[2] for each in others))
    ends = {end for road in roads for end in GRID.ends[road]}
    joins = settlements | cities | (ends - walls)
    return {p for p in EVERY_PATH if p not in taken and joins & set(GRID.ends[p])} if len(roads) < 15 else set()


def settlement_places(table: Table, seat: int) -> set[int]:
    roads, settlements, _ = own(table, seat)
    standing = set().union(*(own(table, other)[1] | own(table, other)[2] for other in table.game.everyone))
    ends = {end for road in roads for end in GRID.ends[road]}
    far = {n for n in ends - standing if not standing & set(neighbors(n))}
    return far if len(settlements) < 5 else set()


def city_places(table: Table, seat: int) -> set[int]:
    _, settlements, cities = own(table, seat)
    return settlements if len(cities) < 4 else set()


@pytest.mark.rule("B7.2", "B7.3")
@pytest.mark.parametrize("seed", range(6))
def test_on_any_board_as_it_fills_up_pieces_go_just_where_the_rulebook_says(seed):
    luck = random.Random(seed)
    table = Table.after_setup(luck.choice((3, 4)))
    for _ in range(60):
        seat = table.seat_in_turn
        table.in_turn(seat).empty_hands().holding(seat, RICH)
        assert table.allowed_places(seat, "BuildRoad") == road_places(table, seat)
        assert table.allowed_places(seat, "BuildSettlement") == settlement_places(table, seat)
        assert table.allowed_places(seat, "BuildCity") == city_places(table, seat)
        pieces = ("BuildRoad", "BuildRoad", "BuildSettlement", "BuildCity")
        listed = sorted(table.allowed(seat, luck.choice(pieces)))
        if listed and table.points(seat) < 8:
            table.when(luck.choice(listed))
        if table.over:
            return
        table.when(f"{seat} Pass")
        table.in_turn(table.seat_in_turn, rolled=False)
