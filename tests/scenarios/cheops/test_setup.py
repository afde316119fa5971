"""C1: pieces and coins of the start, three rounds of placing on the banks of the Nile, and where the robber starts."""

import msgspec
import pytest

from domain.components import Terrain
from tests.rules.table import QUIET
from tests.scenarios.cheops.places import (
    EVERY_INTERSECTION,
    FIRST_DESERT,
    GRID,
    LAND,
    LAND_PATHS,
    PLAN,
    PYRAMID,
    SEA_PATHS,
    SITE,
    SITE_INTERSECTIONS,
    START,
    YIELDS,
    drawn,
    intersection,
    path,
    paths_at,
    sides,
    tile,
    trail,
)
from tests.scenarios.cheops.table import SETUP, SETUP_HANDS, EgyptTable, order_of_setup


def settle(table: EgyptTable, seat: int, point: tuple[int, int]) -> None:
    """Place a starting settlement, and a road or ship on the first path of it that allows one."""
    table.when(f"{seat} BuildSettlement intersection={intersection(*point)}")
    table.when(min(table.allowed(seat, "BuildRoad", "BuildShip")))


def before_the_third(seats: int = 4) -> EgyptTable:
    """Two rounds of ``SETUP`` are placed."""
    table = EgyptTable.start(seats)
    order = order_of_setup(seats)[: 2 * seats]
    for n, seat in enumerate(order):
        piece, place, end = SETUP[seat][n // seats]
        table.when(f"{seat} BuildSettlement intersection={intersection(*place)}")
        table.when(f"{seat} Build{piece} path={path(place, end)}")
    return table


def named(table: EgyptTable, name: str) -> list[str]:
    """The events of one name till now, as lines without draws."""
    return [line for line in table.history_lines if line.split()[0] == name]


# C1.1, C1.2: pieces and coins -----------------------------------------------------------------------------------------


@pytest.mark.rule("C1.1", "C1.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_supplies_coins_and_the_pyramid_are_laid_out_in_this_order(seats):
    lines = EgyptTable.start(seats).history_lines
    (supplies,) = [n for n, line in enumerate(lines) if line.startswith("SuppliesLaidOut ")]
    assert " roads=15 settlements=5 cities=4 ships=8" in lines[supplies]
    assert lines[supplies + 1 : supplies + seats + 2] == [
        *(f"CoinsReceived seat={seat} coins=3" for seat in range(1, seats + 1)),
        "PyramidLaidOut levels=[16 9 4 1] blocks=11 pharaoh_blocks=16",
    ]


@pytest.mark.rule("C1.1")
@pytest.mark.case("R42")
@pytest.mark.parametrize("seats", [3, 4])
def test_each_seat_has_11_blocks_the_pharaoh_16_and_nothing_is_built(seats):
    table = EgyptTable.start(seats)
    shown, favor = table.view("PyramidView"), table.view("FavorView")
    assert (shown.begun, shown.levels, shown.blocks) == (False, (16, 9, 4, 1), ())
    assert (shown.left, shown.pharaoh_left) == ((11,) * seats, 16)
    assert (favor.blessed, favor.cursed) == (0, ())


@pytest.mark.rule("C1.1")
@pytest.mark.parametrize("seats", [2, 5])
def test_cheops_is_played_by_3_or_4(seats):
    with pytest.raises(AssertionError, match="played by"):
        EgyptTable.start(seats)


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_each_seat_starts_with_3_coins(seats):
    assert EgyptTable.start(seats).view("CoinsView").coins == (3,) * seats


# C1.3: the robber -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C1.3")
def test_the_robber_starts_on_the_first_desert_from_north_to_south_and_west_to_east():
    assert EgyptTable.start().robber == FIRST_DESERT == tile(2, 0)


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize("place", [(2, 0), (2, 7), (4, 8), (8, 6)])
def test_the_games_creator_may_name_the_desert(place):
    assert EgyptTable.start(board=msgspec.structs.replace(PLAN, robber=tile(*place))).robber == tile(*place)


@pytest.mark.rule("C1.3", "C1.7")
def test_the_robber_does_not_start_on_the_site_even_where_it_is_the_first_of_all():
    hexes = [
        msgspec.structs.replace(spot, terrain=Terrain.SEA, number=0) if drawn(n) == "D" and n < PYRAMID else spot
        for n, spot in enumerate(PLAN.hexes)
    ]
    table = EgyptTable.start(board=msgspec.structs.replace(PLAN, hexes=tuple(hexes)))
    assert table.robber == tile(4, 8)


# C1.4: three rounds ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("C1.4")
@pytest.mark.case("R40")
@pytest.mark.parametrize("seats", [3, 4])
def test_there_back_and_round_3_clockwise_from_the_one_that_placed_its_second_last(seats):
    table = EgyptTable.start(seats)
    order = order_of_setup(seats)
    assert order == {3: [1, 2, 3, 3, 2, 1, 1, 2, 3], 4: [1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4]}[seats]
    for n, seat in enumerate(order):
        piece, place, end = SETUP[seat][n // seats]
        settlement = f"BuildSettlement intersection={intersection(*place)}"
        table.awaits("setup_settlement", seat)
        for other in set(table.game.everyone) - {seat}:
            table.refused(f"{other} {settlement}", "NOT_YOUR_TURN", "B3.3")
        table.when(f"{seat} {settlement}").then_includes(f"SettlementBuilt seat={seat}")
        table.awaits("setup_road", seat)
        table.when(f"{seat} Build{piece} path={path(place, end)}").then_includes(
            f"{piece}Built seat={seat} path={path(place, end)}"
        )
    table.awaits("roll", 1)
    assert table.seat_in_turn == 1
    assert [table.pieces(seat)[1:] for seat in table.game.everyone] == [(3, 0)] * seats
    assert [table.points(seat) for seat in table.game.everyone] == [3] * seats


@pytest.mark.rule("C1.4", "B2.1")
def test_each_of_the_three_comes_with_one_road_or_ship_and_nothing_else():
    table = before_the_third()
    place = SETUP[1][2][1]
    table.refused(f"1 BuildRoad path={path(*SETUP[1][2][1:])}", "NOT_NOW", "B2.1")
    table.refused(f"1 BuildShip path={path(*SETUP[1][2][1:])}", "NOT_NOW", "B2.1")
    table.when(f"1 BuildSettlement intersection={intersection(*place)}")
    for command in (f"BuildSettlement intersection={intersection(6, 14)}", "Pass", "RollDice", "PlacePyramidBlock"):
        table.refused(f"1 {command}", "NOT_NOW", "B2.4")
    table.when(f"1 BuildRoad path={path(place, (11, 19))}")
    table.refused(f"1 BuildShip path={path(place, (10, 22))}", "NOT_YOUR_TURN", "B3.3")


@pytest.mark.rule("C1.4")
def test_nothing_is_paid_for_what_is_placed():
    assert not named(EgyptTable.after_setup(), "ResourcesPaid")


@pytest.mark.rule("B2.4", "S1")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_ship_may_stand_in_the_roads_place_on_a_path_that_allows_ships(n):
    """By (10, 20) pass two coast paths and one between a pasture and the hills."""
    table = EgyptTable.start(3)
    for m, seat in enumerate(order_of_setup(3)):
        if seat == 1 and m // 3 == n:
            break
        piece, place, end = SETUP[seat][m // 3]
        table.when(f"{seat} BuildSettlement intersection={intersection(*place)}")
        table.when(f"{seat} Build{piece} path={path(place, end)}")
    table.when(f"1 BuildSettlement intersection={intersection(10, 20)}")
    around = set(paths_at(intersection(10, 20)))
    assert table.allowed_places(1, "BuildRoad") == around
    assert table.allowed_places(1, "BuildShip") == around & SEA_PATHS == set(trail((9, 19), (10, 20), (10, 22)))
    table.refused(f"1 BuildShip path={path((10, 20), (11, 19))}", "NOT_SEA", "S1")
    table.fork().when(f"1 BuildRoad path={path((10, 20), (9, 19))}")
    table.when(f"1 BuildShip path={path((10, 20), (9, 19))}").then_facts(
        f"ShipBuilt seat=1 path={path((10, 20), (9, 19))}"
    )


@pytest.mark.rule("B2.4")
def test_the_ship_of_the_setup_starts_at_the_settlement_just_placed():
    table = before_the_third()
    table.when(f"1 BuildSettlement intersection={intersection(10, 20)}")
    other = path((6, 8), (5, 7))
    assert other in SEA_PATHS
    table.refused(f"1 BuildShip path={other}", "NOT_AT_NEW_SETTLEMENT", "B2.4")
    table.refused(f"1 BuildRoad path={other}", "NOT_AT_NEW_SETTLEMENT", "B2.4")
    table.when(f"1 BuildShip path={path((10, 20), (10, 22))}")


@pytest.mark.rule("C1.4")
def test_on_a_path_between_two_waters_only_a_ship_stands():
    """(9, 11) touches the Nile in the west twice."""
    table = EgyptTable.start()
    table.when(f"1 BuildSettlement intersection={intersection(9, 11)}")
    water = path((9, 11), (8, 10))
    assert water not in LAND_PATHS
    table.refused(f"1 BuildRoad path={water}", "NOT_LAND", "B7.2")
    table.when(f"1 BuildShip path={water}")


# C1.5: starting cards -------------------------------------------------------------------------------------------------


@pytest.mark.rule("C1.5")
@pytest.mark.case("R40")
def test_cards_come_from_the_third_settlement_only():
    table = before_the_third()
    assert not named(table, "ResourcesReceived")
    assert [table.hand(seat) for seat in table.game.everyone] == ["0"] * 4
    table = EgyptTable.after_setup()
    assert {seat: table.hand(seat) for seat in table.game.everyone} == SETUP_HANDS


@pytest.mark.rule("C1.5")
@pytest.mark.case("R40")
@pytest.mark.parametrize("place", sorted(START))
def test_it_yields_one_card_for_each_adjoining_producing_hex_and_a_coin_for_a_gold_river(place):
    table = EgyptTable.start(3)
    for seat, point in zip(order_of_setup(3), ELSEWHERE[far_side(place)], strict=False):
        settle(table, seat, point)
    around = [drawn(h)[0] for h in GRID.hexes_at[place] if drawn(h)[0] in YIELDS]
    cards = [YIELDS[letter] for letter in around if letter != "$"]
    bag = "+".join(f"{cards.count(r)}{r}" for r in ("brick", "lumber", "wool", "grain", "ore") if r in cards)
    facts = table.when(f"1 BuildSettlement intersection={place}").facts
    assert [line for line in facts if line.startswith(("ResourcesReceived", "CoinsReceived"))] == [
        *([f"ResourcesReceived seat=1 cards={bag}"] if bag else []),
        *(["CoinsReceived seat=1 coins=1"] if "$" in around else []),
    ]
    assert table.coins_of(1) == 3 + ("$" in around)


ELSEWHERE = {
    "south": ((6, 14), (9, 17), (7, 17), (10, 20), (7, 23), (9, 25)),
    "north": ((3, 5), (5, 5), (9, 5), (11, 5), (4, 8), (10, 8)),
}
"""Places of two rounds of three seats, all in one half of the board."""


def far_side(place: int) -> str:
    """The half of the board that leaves an intersection and those beside it free."""
    return "south" if GRID.intersections[place][1] < 12 else "north"


@pytest.mark.rule("C1.5")
def test_the_robber_does_not_take_a_card_of_the_start():
    """Nothing is produced: B4.2 speaks of rolls. The creator of the game names only a desert, so this cannot happen."""
    table = before_the_third()
    table.when(f"1 BuildSettlement intersection={intersection(10, 20)}")
    assert table.hand(1) == "1brick+1wool"


# C1.6: where ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C1.6")
def test_starting_settlements_stand_on_the_37_marked_intersections_only():
    table = EgyptTable.start()
    assert table.allowed_places(1, "BuildSettlement") == START
    assert len(START) == 37
    for place in set(EVERY_INTERSECTION) - START:
        land = any(h in LAND for h in GRID.hexes_at[place])
        reason, rule = ("NOT_A_STARTING_PLACE", "C1.6") if land else ("NOT_LAND", "B7.3")
        table.refused(f"1 BuildSettlement intersection={place}", reason, rule)


@pytest.mark.rule("C1.6")
@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize(
    "point",
    [(2, 16), (3, 17), (12, 8), *SITE, (7, 7), (7, 5), (15, 13), (12, 10), (0, 14), (6, 4), (14, 2)],
)
def test_in_every_round_a_settlement_inland_is_refused(n, point):
    """Inland, on the site, inside the island, by the Red Sea, in the desert and on the coast of the open sea."""
    table = EgyptTable.start(3)
    for seat, place in zip(order_of_setup(3)[: 3 * n], ELSEWHERE["south"], strict=False):
        settle(table, seat, place)
    seat = order_of_setup(3)[3 * n]
    table.refused(f"{seat} BuildSettlement intersection={intersection(*point)}", "NOT_A_STARTING_PLACE", "C1.6")
    table.when(f"{seat} BuildSettlement intersection={intersection(3, 7)}")


@pytest.mark.rule("C1.6", "B2.3")
def test_the_distance_rule_holds_at_the_start():
    table = EgyptTable.start()
    settle(table, 1, (4, 8))
    table.refused(f"2 BuildSettlement intersection={intersection(4, 8)}", "OCCUPIED", "B7.3")
    for near in ((3, 7), (5, 7), (4, 10)):
        table.refused(f"2 BuildSettlement intersection={intersection(*near)}", "TOO_CLOSE", "B2.3")
    table.when(f"2 BuildSettlement intersection={intersection(6, 8)}")


@pytest.mark.rule("C1.6", "B2.3")
def test_inside_the_island_beside_a_settlement_the_distance_is_named_first():
    table = EgyptTable.start()
    settle(table, 1, (6, 8))
    table.refused(f"2 BuildSettlement intersection={intersection(7, 7)}", "TOO_CLOSE", "B2.3")
    table.refused(f"2 BuildSettlement intersection={intersection(7, 5)}", "NOT_A_STARTING_PLACE", "C1.6")


@pytest.mark.rule("C1.6", "B7.3")
def test_after_the_start_a_settlement_stands_anywhere_on_land():
    table = EgyptTable.bare().holding(1, "2brick+2lumber+2wool+2grain").roads(1, trail((7, 7), (7, 5)))
    table.when(f"1 BuildSettlement intersection={intersection(7, 7)}")
    table.roads(1, trail((2, 14), (2, 16))).when(f"1 BuildSettlement intersection={intersection(2, 16)}")


# C1.7: waters and the site --------------------------------------------------------------------------------------------


@pytest.mark.rule("C1.7")
def test_the_pyramid_site_is_land_along_which_roads_run_and_no_ship():
    table = EgyptTable.bare().place(1, SITE[0]).roads(1, trail(*SITE[:4])).holding(1, "1brick+2lumber+1wool")
    on = path(SITE[3], SITE[4])
    assert on in sides(PYRAMID)
    table.refused(f"1 BuildShip path={on}", "NOT_SEA", "S1")
    table.when(f"1 BuildRoad path={on}")


@pytest.mark.rule("C1.7", "B4.2")
def test_the_site_and_the_waters_yield_nothing():
    """A city on the site beside a field yields for the field alone."""
    table = EgyptTable.bare().city(1, SITE[1])
    yields = {}
    for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        trial = table.fork().in_turn(2, rolled=False)
        first = max(1, number - 6)
        facts = trial.when("2 RollDice", dice=(first, number - first)).facts
        yields |= {number: facts[1:]} if facts[1:] else {}
    assert set(yields) == {2, 8}


@pytest.mark.rule("C1.7", "S5")
@pytest.mark.case("R38")
def test_the_robber_may_stand_on_the_site_but_on_no_water():
    table = EgyptTable.bare().place(2, SITE[0]).holding_just(s2="1wool").holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    for water in ((0, 0), (2, 2), (4, 3), (4, 6), (8, 8)):
        table.refused(f"1 MoveRobber hex={tile(*water)}", "ROBBER_NOT_ALLOWED", "B5.2")
    assert table.allowed_places(1, "MoveRobber") == LAND - {FIRST_DESERT}
    table.when(f"1 MoveRobber hex={PYRAMID} victim=2").then_includes("CardStolen thief=1 victim=2 resource=wool")
    assert table.robber == PYRAMID
    table.in_turn(2, rolled=False).when("2 RollDice", dice=QUIET)


@pytest.mark.rule("C1.7", "B7.2")
def test_roads_do_not_run_between_two_waters_of_the_nile_or_the_red_sea():
    table = EgyptTable.bare().place(1, (7, 11), (13, 17)).holding(1, "2brick+2lumber+2wool")
    nile, red = path((7, 11), (7, 13)), path((13, 17), (13, 19))
    for water in (nile, red):
        table.refused(f"1 BuildRoad path={water}", "NOT_LAND", "B7.2")
        table.when(f"1 BuildShip path={water}")


def test_the_marks_of_the_board_are_those_of_the_drawing():
    """What the tests above take from the drawing stands in the board file too."""
    marks = {mark.name: set(mark.intersections) for mark in PLAN.marks}
    assert marks == {"start": START, "site": set(SITE_INTERSECTIONS)}
