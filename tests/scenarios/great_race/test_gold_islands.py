"""G6.1 and G6.2: what each seat may build on the gold islands, and what it must keep for them."""

import pytest

from tests.scenarios.great_race.places import THREE, Point
from tests.scenarios.great_race.table import CITY_COST, RICH, SETTLEMENT_COST, RaceTable

NORTH, SOUTH = (0, 4), (0, 10)
"""The north corners of the two gold islands: red points."""
NOT_RED, NOT_RED_SOUTH = (-1, 5), (-1, 11)
"""The north-west corners of the two gold islands: no red points."""
HOME = ((12, 2), (11, 5), (11, 11), (10, 14))
"""Four places of the home island."""
FIFTH, STRIP = (10, 8), (7, 7)


def at(point: Point) -> int:
    """The intersection at a place of the lattice."""
    return THREE.intersection(*point)


def reach(table: RaceTable, point: Point, seat: int = 1) -> RaceTable:
    """Let a seat have come to this place: by ship, or by road where no ship can lie."""
    sea = [p for p in THREE.paths_at(at(point)) if "." in THREE.along(p)]
    unknown = THREE.hidden - table.ledger.known.keys()
    path = next(p for p in sorted(sea) if not unknown & set(THREE.grid.hexes_along[p]))
    return table.ships(seat, [path])


def settle(point: Point, seat: int = 1) -> str:
    """The command to build a settlement there."""
    return f"{seat} BuildSettlement intersection={at(point)}"


def grow(point: Point, seat: int = 1) -> str:
    """The command to build a city there."""
    return f"{seat} BuildCity intersection={at(point)}"


def rich() -> RaceTable:
    """Seat 1 has rolled and is rich; nothing stands."""
    return RaceTable.bare().holding(1, RICH)


# G6.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G6.1")
@pytest.mark.case("R67")
@pytest.mark.parametrize("corner", range(6))
@pytest.mark.parametrize("row", [2, 4])
def test_the_first_settlement_stands_anywhere_on_the_gold_islands(row, corner):
    point = THREE.point(THREE.grid.corners[THREE.tile(row, 0)][corner])
    table = reach(rich(), point)
    table.when(settle(point)).then_facts(
        f"SettlementBuilt seat=1 intersection={at(point)}", f"ResourcesPaid seat=1 cards={SETTLEMENT_COST}"
    )


@pytest.mark.rule("G6.1")
@pytest.mark.case("R67")
@pytest.mark.parametrize("kind", ["place", "city"])
@pytest.mark.parametrize("second", [(0, 8), (1, 7), SOUTH, NOT_RED_SOUTH])
def test_a_second_building_there_is_refused_on_either_island(kind, second):
    table = reach(getattr(rich(), kind)(1, NOT_RED), second)
    table.refused(settle(second), "ALREADY_ON_GOLD", "G6.1")
    reach(table, (4, 8)).when(settle((4, 8)))


@pytest.mark.rule("G6.1")
def test_each_seat_has_its_own_one():
    table = reach(reach(rich().place(1, NORTH), SOUTH, seat=2), (0, 8), seat=3)
    table.become(2).holding(2, RICH).when(settle(SOUTH, 2))
    table.become(3).holding(3, RICH).refused(settle(SOUTH, 3), "OCCUPIED", "B7.3")
    reach(table, (0, 14), seat=3).when(settle((0, 14), 3))


@pytest.mark.rule("G6.1", "G7.1")
def test_away_from_the_red_points_the_city_wins_nothing():
    table = rich().place(1, NOT_RED)
    table.when(grow(NOT_RED)).then_facts(
        f"CityBuilt seat=1 intersection={at(NOT_RED)}", f"ResourcesPaid seat=1 cards={CITY_COST}"
    )
    assert not table.over
    reach(table, SOUTH).holding(1, RICH).refused(settle(SOUTH), "ALREADY_ON_GOLD", "G6.1")


@pytest.mark.rule("G6.1", "B2.3")
def test_the_distance_rule_holds_there():
    table = reach(rich().place(2, NORTH), (1, 5))
    table.refused(settle((1, 5)), "TOO_CLOSE", "B2.3")
    reach(table, (1, 7)).when(settle((1, 7)))


# G6.2: the settlement -------------------------------------------------------------------------------------------------


@pytest.mark.rule("G6.2")
@pytest.mark.case("R67")
@pytest.mark.parametrize("point", [FIFTH, STRIP])
def test_the_last_settlement_in_stock_is_built_on_gold_only(point):
    table = rich().explored(THREE.tile(2, 4), THREE.tile(3, 3)).place(1, *HOME)
    reach(reach(table, point), NORTH) if point == FIFTH else reach(table.ships(1, THREE.trail((8, 8), STRIP)), NORTH)
    table.refused(settle(point), "KEPT_FOR_GOLD", "G6.2")
    table.when(settle(NORTH)).then_includes(f"SettlementBuilt seat=1 intersection={at(NORTH)}")


@pytest.mark.rule("G6.2")
def test_the_last_but_one_is_free():
    table = reach(rich().place(1, *HOME[:3]), FIFTH)
    table.when(settle(FIFTH))
    assert table.pieces(1) == (0, 4, 0)


@pytest.mark.rule("G6.2", "B1.1")
@pytest.mark.case("R67")
def test_a_settlement_that_became_a_city_is_in_stock_again():
    table = reach(rich().place(1, *HOME), FIFTH)
    table.refused(settle(FIFTH), "KEPT_FOR_GOLD", "G6.2")
    table.when(grow(HOME[0]))
    table.holding(1, RICH).when(settle(FIFTH))
    table.holding(1, RICH)
    reach(table, (10, 16)).refuses(settle((10, 16)))
    assert table.pieces(1) == (0, 4, 1)


@pytest.mark.rule("G6.2")
@pytest.mark.parametrize("kind", ["place", "city"])
def test_once_it_stands_on_gold_the_last_settlement_is_built_anywhere(kind):
    """Also when it has become a city since."""
    stand = HOME[:3] if kind == "place" else HOME
    table = reach(getattr(rich().place(1, *stand), kind)(1, NOT_RED), FIFTH)
    assert table.pieces(1)[1] == 4
    table.when(settle(FIFTH))
    reach(table.holding(1, RICH), (14, 8)).refused(settle((14, 8)), "OUT_OF_PIECES", "B1.1")


@pytest.mark.rule("G6.2")
def test_anothers_settlement_on_gold_does_not_let_one_off():
    table = reach(rich().place(1, *HOME).place(2, NORTH), FIFTH)
    table.refused(settle(FIFTH), "KEPT_FOR_GOLD", "G6.2")


# G6.2: the city -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G6.2")
@pytest.mark.case("R67")
@pytest.mark.parametrize("on_gold", [False, True])
def test_the_last_city_in_stock_is_built_on_gold_only(on_gold):
    table = rich().city(1, *HOME[:3]).place(1, HOME[3])
    if on_gold:
        table.place(1, NOT_RED)
    table.refused(grow(HOME[3]), "KEPT_FOR_GOLD", "G6.2")
    if not on_gold:
        table.place(1, NOT_RED)
    table.when(grow(NOT_RED))


@pytest.mark.rule("G6.2")
def test_the_last_but_one_city_is_free():
    table = rich().city(1, *HOME[:2]).place(1, HOME[2])
    table.when(grow(HOME[2]))


@pytest.mark.rule("G6.2")
def test_once_a_city_stands_on_gold_the_last_city_is_built_anywhere():
    table = rich().city(1, NOT_RED, *HOME[:2]).place(1, *HOME[2:])
    table.when(grow(HOME[2]))
    table.holding(1, RICH).refused(grow(HOME[3]), "OUT_OF_PIECES", "B1.1")


@pytest.mark.rule("G6.2")
def test_it_is_each_seats_own_settlement_that_becomes_the_city():
    table = rich().city(1, *HOME[:3]).place(1, HOME[3]).place(2, NORTH)
    table.refused(grow(HOME[3]), "KEPT_FOR_GOLD", "G6.2")
    table.refused(grow(NORTH), "NO_OWN_SETTLEMENT", "B7.4")
