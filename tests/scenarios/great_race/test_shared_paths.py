"""G3.1: several seats may each have a road or a ship on the same path, one seat has at most one piece on a path."""

from itertools import product

import pytest

from domain.rules.ships import Fleet
from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import RICH, RaceTable

COAST = THREE.path((10, 8), (10, 10))
"""Between the home island and the open sea: both a road and a ship may stand there."""
ENDS = {1: (10, 8), 2: (11, 11), 3: (11, 5)}
"""Where the seats live; ``WAYS`` lead from there to the path."""
WAYS = {1: (), 2: THREE.trail((11, 11), (10, 10)), 3: THREE.trail((11, 5), (11, 7), (10, 8))}
PIECES = ("Road", "Ship")


def neighbors(*pieces: tuple[int, str]) -> RaceTable:
    """Seats 2 and 1 live at the ends of the coast path; each has these pieces on it; seat 1 has rolled and is rich."""
    table = RaceTable.bare().place(1, (10, 8)).place(2, (11, 11)).roads(2, WAYS[2]).holding(1, RICH)
    for seat, piece in pieces:
        table.ships(seat, [COAST]) if piece == "Ship" else table.roads(seat, [COAST])
    return table


@pytest.mark.rule("G3.1")
@pytest.mark.case("G18")
@pytest.mark.parametrize(("mine", "its"), list(product(PIECES, PIECES)))
def test_two_seats_may_have_a_piece_on_the_same_path(mine, its):
    table = neighbors((2, its))
    cost = {"Road": "1brick+1lumber", "Ship": "1lumber+1wool"}[mine]
    table.when(f"1 Build{mine} path={COAST}").then_facts(
        f"{mine}Built seat=1 path={COAST}", f"ResourcesPaid seat=1 cards={cost}"
    )
    assert COAST in table.ledger.pieces(1) & table.ledger.pieces(2)


@pytest.mark.rule("G3.1")
@pytest.mark.case("G18")
@pytest.mark.parametrize(("mine", "more"), list(product(PIECES, PIECES)))
def test_one_seat_has_at_most_one_piece_on_a_path(mine, more):
    table = neighbors((1, mine))
    table.refused(f"1 Build{more} path={COAST}", "OCCUPIED", "G3.1")
    assert COAST not in table.allowed_places(1, f"Build{more}")


@pytest.mark.rule("G3.1")
@pytest.mark.parametrize("piece", PIECES)
def test_all_seats_may_meet_on_one_path(piece):
    """Three seats on the path north of seat 1's settlement: its own, and each by its own way."""
    here = THREE.path((11, 11), (10, 10))
    table = RaceTable.bare().place(1, (11, 13)).place(2, (10, 8)).place(3, (12, 10))
    table.roads(1, THREE.trail((11, 13), (11, 11))).roads(2, THREE.trail((10, 8), (10, 10)))
    table.roads(3, THREE.trail((12, 10), (11, 11)))
    for seat in (2, 3, 1):
        table.become(seat).holding(seat, RICH).when(f"{seat} BuildRoad path={here}")
    assert all(here in table.ledger.roads[seat] for seat in (1, 2, 3))
    shown = {(road.seat, road.path) for road in table.view("RoadsView", 1).roads}
    assert shown >= {(seat, here) for seat in (1, 2, 3)}
    for seat in (1, 2, 3):
        table.become(seat).refused(f"{seat} Build{piece} path={here}", "OCCUPIED", "G3.1")


@pytest.mark.rule("G3.1", "B7.2")
def test_anothers_piece_on_the_same_path_joins_nothing():
    """Seat 1's road lies beside seat 2's, but where seat 2's road goes on seat 1 has none."""
    table = neighbors((1, "Road"), (2, "Road")).roads(2, THREE.trail((11, 11), (12, 10)))
    table.refused(f"1 BuildRoad path={THREE.path((12, 10), (12, 8))}", "NOT_CONNECTED", "B7.2")
    table.when(f"1 BuildRoad path={WAYS[2][0]}").then_includes(f"RoadBuilt seat=1 path={WAYS[2][0]}")


@pytest.mark.rule("G3.1", "B1.1")
def test_each_seats_piece_comes_from_its_own_stock():
    table = neighbors((2, "Road"))
    table.when(f"1 BuildRoad path={COAST}")
    assert [table.pieces(seat)[0] for seat in (1, 2, 3)] == [1, 2, 0]


@pytest.mark.rule("G3.1")
@pytest.mark.parametrize("piece", PIECES)
def test_a_free_piece_may_share_a_path_too(piece):
    table = neighbors((2, "Ship")).holding_development_cards(1, "road_building").holding(1, "0")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 Build{piece} path={COAST}").then_includes(f"{piece}Built seat=1 path={COAST}")
    for each in PIECES:
        table.refused(f"1 Build{each} path={COAST}", "OCCUPIED", "G3.1")


@pytest.mark.rule("G3.1", "S3")
@pytest.mark.parametrize("its", PIECES)
def test_a_moved_ship_may_come_to_share_a_path(its):
    table = neighbors((2, its)).ships(1, [origin := THREE.path((10, 8), (9, 7))])
    table.when(f"1 MoveShip origin={origin} path={COAST}").then_facts(f"ShipMoved seat=1 origin={origin} path={COAST}")
    assert COAST in table.ledger.ships[1]


@pytest.mark.rule("G3.1", "S3")
def test_a_path_is_free_only_when_the_last_ship_has_left_it():
    table = RaceTable.bare()
    shared, moved = THREE.path((10, 8), (9, 7)), THREE.path((10, 8), (10, 10))
    table.place(1, (10, 8)).ships(1, [shared]).place(2, (11, 11)).ships(2, [shared]).become(1)
    table.when(f"1 MoveShip origin={shared} path={moved}")
    assert table.game[Fleet].taken == 1 << shared | 1 << moved


@pytest.mark.rule("G3.1", "S3")
@pytest.mark.parametrize("mine", PIECES)
def test_a_ship_is_not_moved_to_an_own_piece(mine):
    table = neighbors((1, mine)).ships(1, [origin := THREE.path((10, 8), (9, 7))])
    table.refused(f"1 MoveShip origin={origin} path={COAST}", "OCCUPIED", "G3.1")
    table.when(f"1 MoveShip origin={origin} path={THREE.path((10, 8), (11, 7))}")


@pytest.mark.rule("G3.1")
def test_on_a_shared_path_each_turns_up_nothing_twice():
    """The second ship beside a hex that lies open finds nothing any more."""
    beside = THREE.path((9, 7), (8, 8))
    table = RaceTable.bare().place(1, (10, 8)).place(2, (10, 14)).all_explored()
    table.ships(1, THREE.trail((10, 8), (9, 7), (8, 8))).ships(2, THREE.trail((10, 14), (9, 13), (9, 11), (8, 10)))
    table.ships(2, THREE.trail((8, 10), (8, 8))).become(2).holding(2, "1lumber+1wool")
    table.when(f"2 BuildShip path={beside}").then_facts(
        f"ShipBuilt seat=2 path={beside}", "ResourcesPaid seat=2 cards=1lumber+1wool"
    )


@pytest.mark.rule("B7.2", "B2.6")
@pytest.mark.parametrize("nowhere", [-1, len(THREE.every_path), 10**9])
@pytest.mark.parametrize("piece", PIECES)
def test_a_path_that_is_none_is_refused(piece, nowhere):
    neighbors().refused(f"1 Build{piece} path={nowhere}", "NO_SUCH_PLACE", "B2.6")
