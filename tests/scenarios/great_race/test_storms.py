"""G5: storms, forbidden lands, and that no ships alone lead to the gold."""

import pytest

from domain.engine import execute
from domain.errors import Illegal
from domain.notation import read_command
from tests.rules.table import LoadedChance
from tests.scenarios.great_race.places import CHARTS, FOUR, SIX, THREE, Chart
from tests.scenarios.great_race.table import RICH, ROAD_COST, RaceTable, remade

STORM = THREE.tile(0, 3)
STRIP_EDGE = THREE.path((5, 1), (6, 2))
"""Between the storm in the north and the strip."""
SEATS_AT = {"three": 3, "four": 4, "five": 5, "six": 6}


def as_sea(chart: Chart) -> RaceTable:
    """A board on which all that lay face down turned out to be sea, and seat 1 is rich."""
    plan = remade(chart.plan, ["sea"] * len(chart.hidden), [])
    return RaceTable.bare(SEATS_AT[chart.name], board=plan).all_explored().holding(1, RICH)


# G5.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G5.1")
@pytest.mark.case("G21")
@pytest.mark.parametrize("name", ["three", "five", "six"])
def test_no_ship_is_built_on_the_edge_of_a_storm(name):
    table = as_sea(CHARTS[name])
    for path in sorted(table.chart.sides(*table.chart.storms)):
        table.refused(f"1 BuildShip path={path}", "STORM", "G5.1")


@pytest.mark.rule("G5.1")
@pytest.mark.case("G21")
def test_the_path_next_to_it_is_free():
    """From the north of the strip a ship may sail west, but not along the storm."""
    table = as_sea(THREE).place(1, (5, 1))
    edges = [*THREE.trail((5, 1), (5, -1)), STRIP_EDGE]
    for path in edges:
        table.refused(f"1 BuildShip path={path}", "STORM", "G5.1")
    table.when(f"1 BuildShip path={THREE.path((5, 1), (4, 2))}")


@pytest.mark.rule("G5.1")
def test_a_ship_that_comes_to_it_goes_no_further():
    """Up to a corner of the storm, on each way from the sea."""
    table = as_sea(THREE).ships(1, [THREE.path((4, -2), (5, -1))])
    for end in ((5, 1), (6, -2)):
        table.refused(f"1 BuildShip path={THREE.path((5, -1), end)}", "STORM", "G5.1")


@pytest.mark.rule("G5.1")
def test_a_road_may_stand_there_and_a_settlement():
    table = RaceTable.bare().place(1, (4, 2)).roads(1, [THREE.path((4, 2), (5, 1))]).holding(1, RICH)
    table.when(f"1 BuildRoad path={STRIP_EDGE}").then_includes(f"RoadBuilt seat=1 path={STRIP_EDGE}")
    corner = THREE.intersection(6, 2)
    assert corner in THREE.corners(STORM)
    table.when(f"1 BuildSettlement intersection={corner}")


@pytest.mark.rule("G5.1", "S3")
def test_no_ship_is_moved_there():
    table = as_sea(THREE).place(1, (5, 1)).ships(1, [origin := THREE.path((5, 1), (4, 2))])
    table.ships(1, THREE.trail((4, 2), (3, 1))).place(1, (5, 5))
    last = THREE.path((4, 2), (3, 1))
    for path in (STRIP_EDGE, THREE.path((5, 1), (5, -1))):
        table.refused(f"1 MoveShip origin={last} path={path}", "STORM", "G5.1")
    table.refuses(f"1 MoveShip origin={origin} path={STRIP_EDGE}")
    table.when(f"1 MoveShip origin={last} path={THREE.path((5, 5), (4, 4))}")


@pytest.mark.rule("G5.1")
def test_a_ship_for_nothing_is_not_built_there_either():
    table = as_sea(THREE).place(1, (5, 1)).holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.refused(f"1 BuildShip path={STRIP_EDGE}", "STORM", "G5.1")
    table.when(f"1 BuildRoad path={STRIP_EDGE}")


# G5.2 -----------------------------------------------------------------------------------------------------------------

X_CORNER, NEXT_TO_IT, FURTHER = (6, 4), (7, 5), (8, 4)
"""On the strip of the board for four: a corner of a forbidden land, and two places from there along the strip."""


@pytest.mark.rule("G5.2")
@pytest.mark.case("G21")
@pytest.mark.parametrize("piece", ["Road", "Ship"])
def test_neither_road_nor_ship_stands_on_the_edge_of_a_forbidden_land(piece):
    table = as_sea(FOUR)
    for path in sorted(table.chart.sides(*table.chart.forbidden)):
        no_sea = piece == "Ship" and set(FOUR.along(path)) <= set("XCH")
        reason, rule = ("NOT_SEA", "S1") if no_sea else ("FORBIDDEN_LAND", "G5.2")
        table.refused(f"1 Build{piece} path={path}", reason, rule)


@pytest.mark.rule("G5.2")
def test_a_road_may_come_up_to_its_corner_but_not_go_along_it():
    table = as_sea(FOUR).place(1, FURTHER).roads(1, [FOUR.path(FURTHER, NEXT_TO_IT)])
    table.when(f"1 BuildRoad path={FOUR.path(NEXT_TO_IT, X_CORNER)}")
    for end in ((6, 2), (5, 5)):
        table.refused(f"1 BuildRoad path={FOUR.path(X_CORNER, end)}", "FORBIDDEN_LAND", "G5.2")


@pytest.mark.rule("G5.2")
@pytest.mark.case("G21")
def test_no_settlement_stands_at_its_corner():
    table = as_sea(FOUR).roads(1, FOUR.trail(FURTHER, NEXT_TO_IT, X_CORNER))
    table.refused(f"1 BuildSettlement intersection={FOUR.intersection(*X_CORNER)}", "FORBIDDEN_LAND", "G5.2")
    table.when(f"1 BuildSettlement intersection={FOUR.intersection(*NEXT_TO_IT)}")


@pytest.mark.rule("G5.2")
def test_no_settlement_stands_at_any_of_its_corners():
    """A road comes to each corner that a road can come to."""
    chart = FOUR
    closed = chart.corners(*chart.forbidden)
    for place in sorted(closed):
        for path in chart.paths_at(place) - chart.sides(*chart.forbidden):
            table = as_sea(chart).roads(1, [path])
            table.refused(f"1 BuildSettlement intersection={place}", "FORBIDDEN_LAND", "G5.2")


@pytest.mark.rule("G5.2", "S3")
def test_no_ship_is_moved_to_its_edge():
    table = as_sea(FOUR).place(1, (7, 5)).ships(1, FOUR.trail((7, 5), X_CORNER)).place(1, (8, 2))
    table.ships(1, [origin := FOUR.path((8, 2), (8, 4))])
    table.refused(f"1 MoveShip origin={origin} path={FOUR.path(X_CORNER, (5, 5))}", "FORBIDDEN_LAND", "G5.2")
    table.when(f"1 MoveShip origin={origin} path={FOUR.path((7, 5), (7, 7))}")


@pytest.mark.rule("G5.2")
def test_a_road_for_nothing_is_not_built_there_either():
    table = as_sea(FOUR).place(1, NEXT_TO_IT).roads(1, FOUR.trail(NEXT_TO_IT, X_CORNER))
    table.holding_development_cards(1, "victory_point").when("1 PlayVictoryPoint")
    table.refused(f"1 BuildRoad path={FOUR.path(X_CORNER, (6, 2))}", "FORBIDDEN_LAND", "G5.2")
    table.when(f"1 BuildRoad path={FOUR.path(NEXT_TO_IT, FURTHER)}")


# G5.3 -----------------------------------------------------------------------------------------------------------------


def open_to(table: RaceTable, *pieces: str) -> set[int]:
    """The paths where these pieces could stand if they were joined: nothing but that forbids them."""
    found = set()
    for piece in pieces:
        for path in table.chart.every_path:
            try:
                execute(table.game, read_command(f"1 Build{piece} path={path}"), LoadedChance())
            except Illegal as refusal:
                if str(refusal.reason) != "NOT_CONNECTED":
                    continue
            found.add(path)
    return found


def reached(chart: Chart, paths: set[int]) -> set[int]:
    """The intersections that these paths lead to from the home island."""
    there = edge = chart.corners(*chart.home)
    while edge:
        edge = {end for p in paths for end in chart.grid.ends[p] if edge & set(chart.grid.ends[p])} - there
        there = there | edge
    return there


@pytest.mark.rule("G5.3")
@pytest.mark.parametrize("name", CHARTS)
def test_no_ships_alone_lead_from_home_to_the_gold(name):
    """Not even when all that lay face down is sea."""
    table = as_sea(CHARTS[name])
    chart = table.chart
    by_ships = reached(chart, open_to(table, "Ship"))
    assert not by_ships & chart.corners(*chart.gold)
    assert by_ships & chart.corners(*chart.strip)
    assert chart.red <= reached(chart, open_to(table, "Ship", "Road"))


@pytest.mark.rule("G5.3")
def test_the_strip_is_crossed_by_road_from_a_settlement():
    """Seat 1 lands on the strip, settles, crosses it by road, settles again, and sails on."""
    table = as_sea(THREE).place(1, (10, 8)).ships(1, THREE.trail((10, 8), (9, 7), (8, 8), (7, 7)))
    road = THREE.trail((7, 7), (6, 8), (5, 7))
    table.refused(f"1 BuildRoad path={road[0]}", "NOT_CONNECTED", "B7.2")
    table.when(f"1 BuildSettlement intersection={THREE.intersection(7, 7)}")
    for path in road:
        table.holding(1, ROAD_COST).when(f"1 BuildRoad path={path}")
    table.holding(1, RICH)
    ship = THREE.path((5, 7), (4, 8))
    table.refused(f"1 BuildShip path={ship}", "NOT_CONNECTED", "S1")
    table.when(f"1 BuildSettlement intersection={THREE.intersection(5, 7)}")
    table.when(f"1 BuildShip path={ship}")


@pytest.mark.rule("G5.3", "G3.2")
def test_or_from_anothers_settlement():
    table = as_sea(THREE).place(2, (7, 7), (5, 7)).place(1, (10, 8))
    table.ships(1, THREE.trail((10, 8), (9, 7), (8, 8), (7, 7)))
    table.when(f"1 BuildRoad path={THREE.path((7, 7), (6, 8))}").then_includes("LandingCardDrawn seat=1 owner=2")
    table.when(f"1 BuildRoad path={THREE.path((6, 8), (5, 7))}").then_no("LandingCardDrawn")
    table.when(f"1 BuildShip path={THREE.path((5, 7), (4, 8))}").then_includes("LandingCardDrawn seat=1 owner=2")


@pytest.mark.rule("G5.1")
def test_storms_are_no_matter_on_the_board_for_four():
    assert not FOUR.storms
    assert len(SIX.storms) == len(THREE.storms) == 2
