"""S3 in the Great Race: a ship that moves may share, land and explore; storms stop it; a landing closes a route."""

import re

import pytest

from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import SHIP_COST, RaceTable

HOME, PORT = (11, 5), (10, 8)
"""Two places on the west coast of the home island, two paths apart."""
FIRST = THREE.tile(2, 4)
OUT = THREE.path(HOME, (10, 4))
"""A path of open sea from ``HOME``."""
LANDED = THREE.path(PORT, (9, 7))
"""A path of open sea from ``PORT``."""


def moves(table: RaceTable, seat: int = 1) -> set[tuple[int, int]]:
    """The moves that are listed: from where, to where."""
    lines = table.allowed(seat, "MoveShip")
    return {tuple(map(int, re.search(r"origin=(\d+) path=(\d+)", line).groups())) for line in lines}


def open_ships(table: RaceTable, seat: int = 1) -> set[int]:
    """The ships that could be moved somewhere."""
    return {origin for origin, _ in moves(table, seat)}


def home() -> RaceTable:
    """Seat 1 has a settlement and a ship at it, built in an earlier turn."""
    return RaceTable.bare().place(1, HOME).ships(1, [OUT])


@pytest.mark.rule("S3")
def test_ships_move_without_an_option():
    to = THREE.path(HOME, (11, 7))
    table = home()
    table.when(f"1 MoveShip origin={OUT} path={to}").then_facts(f"ShipMoved seat=1 origin={OUT} path={to}")
    table.refused(f"1 MoveShip origin={to} path={OUT}", "SHIP_ALREADY_MOVED", "S3")


@pytest.mark.rule("S3")
def test_not_one_that_was_built_in_this_turn():
    table = home().holding(1, SHIP_COST)
    new = THREE.path(HOME, (11, 7))
    table.when(f"1 BuildShip path={new}")
    table.refused(f"1 MoveShip origin={new} path={THREE.path((10, 4), (10, 2))}", "SHIP_TOO_NEW", "S3")
    table.become(2).become(1).when(f"1 MoveShip origin={new} path={THREE.path((10, 4), (10, 2))}")


# With G4 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3", "G4.1")
@pytest.mark.parametrize(("terrain", "number"), [("hills", 9), ("sea", 0)])
def test_a_moved_ship_explores_and_its_finder_gets_a_card(terrain, number):
    table = home().ships(1, THREE.trail((10, 4), (9, 5))).ships(1, [last := THREE.path(HOME, (11, 7))])
    to = THREE.path((9, 5), (9, 7))
    card = ["ResourcesReceived seat=1 cards=1brick"] if number else []
    table.when(f"1 MoveShip origin={last} path={to}", finds=[(terrain, number)]).then_facts(
        f"ShipMoved seat=1 origin={last} path={to}",
        f"HexRevealed seat=1 hex={FIRST} terrain={terrain} number={number}",
        *card,
    )


@pytest.mark.rule("S3", "G4.3")
def test_it_does_not_move_between_two_hexes_face_down():
    between = THREE.path((9, 5), (8, 4))
    assert THREE.along(THREE.path((8, 4), (7, 5))) == "??"
    table = home().ships(1, THREE.trail((10, 4), (9, 5))).explored(FIRST)
    table.fork().when(f"1 MoveShip origin={THREE.path((10, 4), (9, 5))} path={THREE.path((10, 4), (10, 2))}")
    table = home().ships(1, [last := THREE.path(HOME, (11, 7))])
    table.refused(f"1 MoveShip origin={last} path={THREE.path((8, 4), (7, 5))}", "UNKNOWN_HEXES", "G4.3")
    table.refused(f"1 MoveShip origin={last} path={between}", "NOT_CONNECTED", "S1")


# With G5.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3", "G5.1")
@pytest.mark.parametrize("end", [(5, -1), (6, 2)])
def test_it_does_not_move_to_the_edge_of_a_storm(end):
    table = RaceTable.bare().all_explored().place(1, (5, 1)).ships(1, THREE.trail((5, 1), (4, 2), (3, 1)))
    last = THREE.path((4, 2), (3, 1))
    table.refused(f"1 MoveShip origin={last} path={THREE.path((5, 1), end)}", "STORM", "G5.1")
    table.when(f"1 MoveShip origin={last} path={THREE.path((4, 2), (4, 4))}")


# With G3 --------------------------------------------------------------------------------------------------------------


def port(hand: str = "1ore") -> RaceTable:
    """Seat 1's road comes from the south to seat 2's settlement; its ship lies at its own, north of there."""
    table = home().place(2, PORT).place(1, (11, 11)).roads(1, THREE.trail((11, 11), (10, 10), PORT))
    return table.holding(1, hand)


@pytest.mark.rule("S3", "G3.2")
def test_a_ship_moved_to_a_landing_pays_a_card():
    table = port()
    table.when(f"1 MoveShip origin={OUT} path={LANDED}", landing="ore").then_facts(
        f"ShipMoved seat=1 origin={OUT} path={LANDED}", "LandingCardDrawn seat=1 owner=2 resource=ore"
    )
    assert (table.hand(1), table.hand(2)) == ("0", "1ore")


@pytest.mark.rule("S3", "G3.2")
def test_with_no_card_it_does_not_move_there():
    table = port("0")
    table.refused(f"1 MoveShip origin={OUT} path={LANDED}", "NO_CARD_FOR_LANDING", "G3.2")
    table.when(f"1 MoveShip origin={OUT} path={THREE.path(HOME, (11, 7))}").then_no("LandingCardDrawn")


@pytest.mark.rule("S3", "G3.2")
def test_judged_with_the_ship_taken_off_each_move_at_the_landing_pays():
    table = port().ships(1, [LANDED])
    to = THREE.path(PORT, (11, 7))
    table.when(f"1 MoveShip origin={LANDED} path={to}", landing="ore").then_facts(
        f"ShipMoved seat=1 origin={LANDED} path={to}", "LandingCardDrawn seat=1 owner=2 resource=ore"
    )


@pytest.mark.rule("S3", "G3.2")
def test_joined_to_an_own_ship_too_it_pays_nothing():
    """The path north of the settlement ends at seat 1's own ship."""
    near = THREE.path(PORT, (11, 7))
    table = port("0").ships(1, THREE.trail(HOME, (11, 7)))
    table.when(f"1 MoveShip origin={OUT} path={near}").then_no("LandingCardDrawn")


@pytest.mark.rule("S3", "G3.2")
def test_an_own_road_joined_at_anothers_settlement_closes_the_end():
    """Without the road the ship's end is open, though another lives there."""
    ships = THREE.trail(HOME, (11, 7), PORT)
    table = RaceTable.bare().place(1, HOME).ships(1, ships).place(2, PORT).holding(1, "1ore")
    assert open_ships(table) == {ships[1]}
    table.roads(1, THREE.trail(PORT, (10, 10)))
    table.refused(f"1 MoveShip origin={ships[1]} path={OUT}", "SHIP_NOT_OPEN", "S3")
    assert not open_ships(table)


@pytest.mark.rule("S3", "S2")
def test_an_own_road_where_nobody_lives_does_not_close_it():
    ships = THREE.trail(HOME, (11, 7), PORT)
    table = RaceTable.bare().place(1, HOME, (11, 11)).ships(1, ships).roads(1, THREE.trail((11, 11), (10, 10), PORT))
    assert open_ships(table) == {ships[1]}


@pytest.mark.rule("S3", "G3.2")
def test_a_route_between_own_buildings_over_a_landing_is_not_cut():
    """Settlement, ships, another's settlement, road, settlement."""
    ships = THREE.trail(HOME, (11, 7), PORT)
    table = RaceTable.bare().place(1, HOME, (11, 11)).place(2, PORT).ships(1, [*ships, OUT])
    table.roads(1, THREE.trail(PORT, (10, 10), (11, 11)))
    assert open_ships(table) == {OUT}
    for origin in ships:
        table.refused(f"1 MoveShip origin={origin} path={THREE.path((10, 4), (10, 2))}", "SHIP_NOT_OPEN", "S3")


@pytest.mark.rule("S3", "G3.1")
def test_anothers_piece_on_the_path_or_at_its_end_does_not_close_a_ship():
    table = home().place(2, (10, 2)).ships(2, THREE.trail((10, 2), (10, 4), HOME))
    assert open_ships(table) == {OUT}
    to = THREE.path((10, 2), (10, 4))
    table.ships(1, THREE.trail((10, 4), (9, 5))).ships(1, [origin := THREE.path(HOME, (11, 7))])
    table.when(f"1 MoveShip origin={origin} path={to}")
    assert to in table.ledger.ships[1] & table.ledger.ships[2]


@pytest.mark.rule("S3", "B7.5")
def test_in_the_special_building_phase_no_ship_is_moved():
    table = RaceTable.bare(5)
    chart = table.chart
    place = chart.intersection(12, 2)
    one, other, _ = sorted(p for p in chart.paths_at(place))
    table.settlements(2, place).ships(2, [one]).holding(2, "1ore")
    table.when("1 Pass")
    table.awaits("build", 2)
    table.refused(f"2 MoveShip origin={one} path={other}", "NOT_NOW", "B7.5")
