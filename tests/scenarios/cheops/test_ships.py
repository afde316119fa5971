"""C3, C4.1 and S: where ships stand, what they cost, how they join roads, and road building with them."""

import pytest

from domain.visibility import AUDITOR, view
from tests.rules.table import QUIET
from tests.scenarios.cheops.places import (
    EVERY_INTERSECTION,
    EVERY_PATH,
    GRID,
    LAND,
    LAND_PATHS,
    SEA_PATHS,
    drawn,
    intersection,
    path,
    paths_at,
    trail,
)
from tests.scenarios.cheops.table import SHIP_COST, EgyptTable

HOME = (8, 10)
"""Between the fields of the delta island and two hexes of the Nile: two of its paths are coast, one is water."""
COAST, WATER = path(HOME, (8, 8)), path(HOME, (9, 11))
ROUND_THE_DELTA = ((8, 10), (7, 11), (7, 13), (8, 14), (8, 16), (7, 17), (7, 19), (8, 20), (8, 22), (7, 23))
"""A row of places down the Nile."""


def home(**how: object) -> EgyptTable:
    """Seat 1 has one settlement, and rolled."""
    return EgyptTable.bare(**how).place(1, HOME)


# S1: cost and place ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("S1")
def test_a_ship_costs_lumber_and_wool():
    table = home().holding(1, "2lumber+2wool+1brick")
    table.when(f"1 BuildShip path={COAST}").then_facts(
        f"ShipBuilt seat=1 path={COAST}", f"ResourcesPaid seat=1 cards={SHIP_COST}"
    )
    assert table.hand(1) == "1brick+1lumber+1wool"


@pytest.mark.rule("S1")
@pytest.mark.parametrize("hand", ["1lumber", "1wool", "1brick+1lumber", "4wool+4ore", "0"])
def test_without_lumber_and_wool_there_is_no_ship(hand):
    table = home().holding(1, hand)
    table.refused(f"1 BuildShip path={COAST}", "NOT_ENOUGH_CARDS", "S1")
    table.holding(1, SHIP_COST).when(f"1 BuildShip path={COAST}")


@pytest.mark.rule("S1")
def test_coins_do_not_pay_for_a_ship():
    home().coins(1, 9).holding(1, "1lumber").refused(f"1 BuildShip path={COAST}", "NOT_ENOUGH_CARDS", "S1")


@pytest.mark.rule("S1", "C3.1")
def test_a_ship_stands_on_every_path_with_water_on_a_side_and_on_no_other():
    """From a settlement at every intersection of land: on the coasts and waters of sea, Nile and Red Sea alike."""
    bare = EgyptTable.bare().holding(1, SHIP_COST)
    found = set()
    for place in EVERY_INTERSECTION:
        if any(h in LAND for h in GRID.hexes_at[place]):
            table = bare.fork().settlements(1, place)
            allowed = table.allowed_places(1, "BuildShip")
            assert allowed == set(paths_at(place)) & SEA_PATHS
            found |= allowed
    waters = {"".join(sorted({drawn(h)[0] for h in GRID.hexes_along[p]})) for p in found}
    assert waters >= {"n", "r", "ns"} | {"Ln", "An", "Fn", "Hn", "$n", "Mr", "Dr", "Lr", "As", "Ls", "Fs", "Ds"}


@pytest.mark.rule("S1", "C3.1")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((2, 10), (1, 11)),
        ((2, 16), (3, 17)),
        ((14, 8), (14, 10)),
        ((2, 8), (2, 10)),
        ((7, 7), (7, 5)),
        ((16, 10), (17, 11)),
    ],
)
def test_a_ship_on_a_desert_path_or_any_inland_path_is_refused(start, end):
    table = EgyptTable.bare().place(1, start).holding(1, "1brick+1lumber+1wool")
    table.refused(f"1 BuildShip path={path(start, end)}", "NOT_SEA", "S1")
    table.when(f"1 BuildRoad path={path(start, end)}")


@pytest.mark.rule("S1")
def test_on_the_deserts_coast_of_the_red_sea_a_ship_stands():
    """The nearest path by a desert that allows one: with water on the other side."""
    table = EgyptTable.bare().place(1, (13, 11)).holding(1, SHIP_COST)
    assert {drawn(h)[0] for h in GRID.hexes_along[path((13, 11), (12, 10))]} == {"D", "r"}
    table.refused(f"1 BuildShip path={path((13, 11), (14, 10))}", "NOT_SEA", "S1")
    table.when(f"1 BuildShip path={path((13, 11), (12, 10))}")


@pytest.mark.rule("S7")
def test_outside_the_board_there_is_neither_land_nor_sea():
    """At the edge: beside the forest in the corner no ship, beside the sea no road, and the other way round."""
    table = EgyptTable.bare().place(1, (17, -1), (9, 25)).holding(1, "4brick+4lumber+4wool")
    forest, gold = path((17, -1), (17, 1)), path((9, 25), (10, 26))
    for edge in (forest, gold):
        assert len(GRID.hexes_along[edge]) == 1
        table.refused(f"1 BuildShip path={edge}", "NOT_SEA", "S1")
        table.when(f"1 BuildRoad path={edge}")
    table.ships(1, trail((9, 25), (8, 26)))
    river = path((8, 26), (7, 25))
    assert [drawn(h) for h in GRID.hexes_along[river]] == ["n"]
    table.refused(f"1 BuildRoad path={river}", "NOT_LAND", "B7.2")
    table.when(f"1 BuildShip path={river}")


@pytest.mark.rule("S1")
def test_a_ship_is_joined_to_an_own_ship_settlement_or_city():
    table = home().holding(1, "4lumber+4wool")
    on = path((9, 11), (9, 13))
    table.refused(f"1 BuildShip path={on}", "NOT_CONNECTED", "S1")
    table.when(f"1 BuildShip path={WATER}")
    table.when(f"1 BuildShip path={on}")
    table.city(1, HOME).when(f"1 BuildShip path={COAST}")


@pytest.mark.rule("S1")
def test_what_others_own_does_not_join():
    table = EgyptTable.bare().place(2, HOME).ships(2, [WATER]).roads(2, [COAST]).holding(1, SHIP_COST)
    for each in (path(HOME, (7, 11)), path((9, 11), (9, 13)), path((8, 8), (9, 7))):
        table.refused(f"1 BuildShip path={each}", "NOT_CONNECTED", "S1")
    assert not table.allowed(1, "BuildShip")
    table.place(1, (10, 8)).when(f"1 BuildShip path={path((10, 8), (9, 7))}")


@pytest.mark.rule("S1", "B7.2")
@pytest.mark.case("G18")
@pytest.mark.parametrize("owner", [1, 2])
def test_a_path_carries_one_piece(owner):
    table = home().holding(1, "4brick+4lumber+4wool").place(2, (9, 7)).roads(owner, [COAST])
    table.refused(f"1 BuildShip path={COAST}", "OCCUPIED", "S1")
    other = home().holding(1, "4brick+4lumber+4wool").place(2, (9, 7)).ships(owner, [COAST])
    other.refused(f"1 BuildShip path={COAST}", "OCCUPIED", "S1")
    other.refused(f"1 BuildRoad path={COAST}", "OCCUPIED", "B7.2")
    other.when(f"1 BuildRoad path={path(HOME, (7, 11))}")


@pytest.mark.rule("S1")
@pytest.mark.parametrize("nowhere", [-1, len(EVERY_PATH), 10**9])
def test_a_path_that_the_board_lacks_is_refused(nowhere):
    home().holding(1, SHIP_COST).refused(f"1 BuildShip path={nowhere}", "NO_SUCH_PLACE", "B2.6")


@pytest.mark.rule("C1.1", "B1.1")
def test_a_seat_has_8_ships():
    table = home().ships(1, trail(*ROUND_THE_DELTA[:8])).holding(1, "2lumber+2wool")
    table.when(f"1 BuildShip path={path(*ROUND_THE_DELTA[7:9])}")
    assert list(table.ledger.ships.values()) == [1] * 8
    table.refused(f"1 BuildShip path={path(*ROUND_THE_DELTA[8:10])}", "OUT_OF_PIECES", "B1.1")


@pytest.mark.rule("B3.3", "B3.2")
def test_ships_are_built_in_the_own_turn_after_the_roll():
    table = home().place(2, (9, 7)).holding_just(s1=SHIP_COST, s2=SHIP_COST)
    other = path((9, 7), (9, 5))
    table.refused(f"2 BuildShip path={other}", "NOT_YOUR_TURN", "B3.3")
    table.in_turn(2, rolled=False)
    table.refused(f"2 BuildShip path={other}", "NOT_NOW", "B3.2")
    table.when("2 RollDice", dice=QUIET)
    table.when(f"2 BuildShip path={other}")


@pytest.mark.rule("B7.3", "S1")
def test_a_settlement_may_stand_at_the_end_of_a_ship():
    table = home().holding(1, "1brick+1lumber+1wool+1grain")
    table.refused(f"1 BuildSettlement intersection={intersection(9, 13)}", "NOT_CONNECTED", "B7.3")
    table.ships(1, trail(HOME, (9, 11), (9, 13)))
    table.when(f"1 BuildSettlement intersection={intersection(9, 13)}")


@pytest.mark.rule("B7.3")
def test_no_settlement_stands_in_the_water():
    table = home().ships(1, trail(HOME, (7, 11), (7, 13))).holding(1, "1brick+1lumber+1wool+1grain")
    table.refused(f"1 BuildSettlement intersection={intersection(7, 13)}", "NOT_LAND", "B7.3")


# S6: through another's building ---------------------------------------------------------------------------------------


@pytest.mark.rule("S6")
@pytest.mark.parametrize("kind", ["place", "city"])
def test_a_ship_does_not_go_on_through_anothers_building(kind):
    table = home().ships(1, trail(HOME, (9, 11), (10, 10))).holding(1, "1brick+2lumber+2wool")
    built = getattr(table.fork(), kind)(2, (10, 10))
    built.refused(f"1 BuildShip path={path((10, 10), (10, 8))}", "NOT_CONNECTED", "S1")
    built.refused(f"1 BuildRoad path={path((10, 10), (11, 11))}", "NOT_CONNECTED", "B7.2")
    own = getattr(table.fork(), kind)(1, (10, 10))
    own.when(f"1 BuildShip path={path((10, 10), (10, 8))}")
    own.when(f"1 BuildRoad path={path((10, 10), (11, 11))}")


@pytest.mark.rule("S6")
def test_anothers_ship_or_road_at_the_end_stops_nobody():
    table = home().ships(1, trail(HOME, (9, 11))).place(2, (10, 8)).ships(2, trail((10, 8), (10, 10), (9, 11)))
    table.holding(1, SHIP_COST).when(f"1 BuildShip path={path((9, 11), (9, 13))}")


# C3.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C3.2")
@pytest.mark.case("G19")
def test_ships_never_move():
    table = home().ships(1, [WATER]).holding(1, SHIP_COST)
    table.refused(f"1 MoveShip origin={WATER} path={COAST}", "NOT_IN_THIS_SCENARIO", "B3.3")
    assert "MoveShip" not in {line.split()[1] for line in table.allowed(1)}
    table.when(f"1 BuildShip path={COAST}")


# C4.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C4.1")
@pytest.mark.case("G19")
def test_a_ship_may_join_a_road_and_a_road_a_ship_with_no_settlement_between():
    table = home().holding(1, "6brick+6lumber+6wool")
    table.when(f"1 BuildRoad path={COAST}")
    table.when(f"1 BuildShip path={path((8, 8), (9, 7))}")
    table.when(f"1 BuildShip path={path((9, 7), (10, 8))}")
    table.when(f"1 BuildRoad path={path((10, 8), (10, 10))}")
    table.when(f"1 BuildRoad path={path((10, 10), (11, 11))}")


@pytest.mark.rule("C4.1")
@pytest.mark.parametrize(("has", "builds"), [("roads", "Ship"), ("ships", "Road")])
def test_not_through_an_intersection_with_anothers_building(has, builds):
    table = home().holding(1, "4brick+4lumber+4wool")
    getattr(table, has)(1, trail(HOME, (7, 11), (6, 10)))
    on, rule = path((6, 10), (6, 8)), "S1" if builds == "Ship" else "B7.2"
    table.fork().place(2, (6, 10)).refused(f"1 Build{builds} path={on}", "NOT_CONNECTED", rule)
    table.fork().place(1, (6, 10)).when(f"1 Build{builds} path={on}")
    table.when(f"1 Build{builds} path={on}")


@pytest.mark.rule("C4.1")
def test_pieces_of_others_join_nothing_to_build_on():
    table = home().place(2, (9, 7)).roads(2, trail((9, 7), (8, 8))).holding(1, "1brick+1lumber+1wool")
    table.refused(f"1 BuildRoad path={path((8, 8), (7, 7))}", "NOT_CONNECTED", "B7.2")


# C3.3: road building --------------------------------------------------------------------------------------------------

LAND_ON = path((8, 8), (7, 7))


@pytest.mark.rule("C3.3")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Road", COAST), ("Road", LAND_ON)),
        (("Ship", COAST), ("Ship", WATER)),
        (("Road", COAST), ("Ship", path((8, 8), (9, 7)))),
        (("Ship", COAST), ("Road", LAND_ON)),
    ],
)
def test_road_building_places_two_roads_two_ships_or_one_of_each_for_nothing(first, second):
    table = home().holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding").then_facts("DevelopmentCardPlayed seat=1 card=road_building")
    table.awaits("road_building", s1=2)
    for (piece, where), left in ((first, 1), (second, 0)):
        table.when(f"1 Build{piece} path={where}").then_facts(f"{piece}Built seat=1 path={where}")
        table.awaits(*(("road_building", 1) if left else ("act", 1)))
    table.refused(f"1 BuildShip path={path(HOME, (7, 11))}", "NOT_ENOUGH_CARDS", "S1")


@pytest.mark.rule("C3.3", "B8.2")
def test_free_ships_obey_all_rules_of_placing_and_the_second_may_be_given_up():
    table = home().place(2, (9, 7)).roads(2, trail((9, 7), (8, 8))).holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.refused(f"1 BuildShip path={path((9, 7), (8, 8))}", "OCCUPIED", "S1")
    table.refused(f"1 BuildShip path={LAND_ON}", "NOT_SEA", "S1")
    table.refused(f"1 BuildShip path={path((9, 11), (9, 13))}", "NOT_CONNECTED", "S1")
    table.refused(f"1 BuildShip path={len(EVERY_PATH)}", "NO_SUCH_PLACE", "B2.6")
    table.refused("1 Pass", "MUST_PLACE_FIRST", "B8.2")
    table.when(f"1 BuildShip path={WATER}")
    table.when("1 Pass")
    table.awaits("act", 1)


@pytest.mark.rule("C3.3", "B8.2")
@pytest.mark.case("R12")
def test_with_one_ship_in_stock_it_gives_one_ship_and_a_road():
    table = home().ships(1, trail(*ROUND_THE_DELTA[:8])).holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildShip path={WATER}")
    table.refused(f"1 BuildShip path={COAST}", "OUT_OF_PIECES", "B1.1")
    table.when(f"1 BuildRoad path={COAST}")


@pytest.mark.rule("C3.3", "B8.2")
def test_where_only_ships_have_a_place_or_are_in_stock_it_gives_ships():
    """(9, 11) has a road's place by the pasture alone, which another's road takes; the other two paths are water."""
    table = EgyptTable.bare().place(1, (9, 11)).holding_development_cards(1, "road_building")
    table.place(2, (8, 14)).roads(2, trail((8, 14), (9, 13), (9, 11), (10, 10)))
    table.when("1 PlayRoadBuilding")
    assert table.allowed(1, "BuildRoad", "BuildShip") == {f"1 BuildShip path={path((9, 11), (8, 10))}"}
    table.when(f"1 BuildShip path={path((9, 11), (8, 10))}")
    table.when(f"1 BuildShip path={path((8, 10), (7, 11))}")
    table.awaits("act", 1)


@pytest.mark.rule("C3.3", "B8.2")
def test_with_nothing_to_place_it_cannot_be_played():
    table = EgyptTable.bare().place(1, (9, 11)).holding_development_cards(1, "road_building")
    table.place(2, (8, 14)).roads(2, trail((8, 14), (9, 13), (9, 11), (10, 10)))
    taken = table.fork().ships(2, trail((10, 10), (10, 8), (9, 7), (8, 8), (8, 10), (9, 11)))
    taken.refused("1 PlayRoadBuilding", "NOTHING_TO_GAIN", "B8.2")
    table.when("1 PlayRoadBuilding")


@pytest.mark.rule("C3.3", "B1.1")
def test_without_a_road_in_stock_it_gives_two_ships():
    row = ((2, 8), (2, 10), (3, 11), (4, 10), (4, 8), (3, 7), (3, 5), (2, 4), (1, 5), (1, 7), (2, 8))
    row += ((2, 10), (1, 11), (1, 13), (2, 14), (3, 13))
    paths = list(dict.fromkeys(trail(*row)))
    table = EgyptTable.bare().place(1, HOME, (2, 10)).roads(1, [*paths, path((3, 13), (3, 11))])
    assert set(paths) <= LAND_PATHS
    assert table.pieces(1)[0] == 15
    table.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    table.refused(f"1 BuildRoad path={COAST}", "OUT_OF_PIECES", "B1.1")
    table.when(f"1 BuildShip path={COAST}")
    table.when(f"1 BuildShip path={WATER}")
    table.awaits("act", 1)


# C3.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C3.4")
def test_there_is_no_longest_trade_route():
    table = home().ships(1, trail(*ROUND_THE_DELTA[:8])).holding(1, "2brick+2lumber+2wool")
    table.when(f"1 BuildRoad path={COAST}").then_no("RouteChanged", "LongestRouteAwarded", "PointsChanged")
    table.when(f"1 BuildShip path={path(*ROUND_THE_DELTA[7:9])}").then_no("RouteChanged", "LongestRouteAwarded")
    assert table.points(1) == 1
    assert "RoutesView" not in {type(each).__name__ for each in view(table.game, AUDITOR)}


@pytest.mark.rule("C3.4", "B9.2")
def test_largest_army_is_used():
    table = home().having_played_knights(1, 2).holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_includes(
        "LargestArmyAwarded seat=1 knights=3", "PointsChanged seat=1 cause=largest_army points=2 total=3"
    )
