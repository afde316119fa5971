"""C3.2 with the option seafarers_ships: S2 and S3 are on, C4.1 is off."""

import random
import re
from itertools import pairwise

import pytest

from tests.rules.table import QUIET
from tests.scenarios.cheops.places import (
    EVERY_PATH,
    GRID,
    SEA_PATHS,
    START,
    intersection,
    path,
    paths_at,
    trail,
)
from tests.scenarios.cheops.table import SHIP_COST, EgyptTable

HOME = (8, 10)
RING = ((6, 10), (7, 11), (7, 13), (6, 14), (5, 13), (5, 11), (6, 10))
"""Round one hex of the Nile. Ships lead to it from ``HOME`` by (7, 11)."""
TO = path(HOME, (8, 8))
"""A path at ``HOME`` where a ship could go."""


def bare() -> EgyptTable:
    """An empty board on which ships move; seat 1 has rolled."""
    return EgyptTable.bare(options=("seafarers_ships",))


def home() -> EgyptTable:
    """Seat 1 has one settlement."""
    return bare().place(1, HOME)


def moves(table: EgyptTable, seat: int = 1) -> set[tuple[int, int]]:
    """The moves that are listed: from where, to where."""
    lines = table.allowed(seat, "MoveShip")
    return {tuple(map(int, re.search(r"origin=(\d+) path=(\d+)", line).groups())) for line in lines}


def open_ships(table: EgyptTable, seat: int = 1) -> set[int]:
    """The ships that could be moved somewhere."""
    return {origin for origin, _ in moves(table, seat)}


# S2 -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S2", "C3.2")
@pytest.mark.case("G12")
@pytest.mark.parametrize(("has", "builds"), [("roads", "Ship"), ("ships", "Road")])
def test_a_road_and_a_ship_join_only_at_an_own_settlement_or_city(has, builds):
    table = home().holding(1, "4brick+4lumber+4wool")
    getattr(table, has)(1, trail(HOME, (7, 11), (6, 10)))
    on, rule = path((6, 10), (6, 8)), "S1" if builds == "Ship" else "B7.2"
    table.refused(f"1 Build{builds} path={on}", "NOT_CONNECTED", rule)
    table.fork().place(2, (6, 10)).refused(f"1 Build{builds} path={on}", "NOT_CONNECTED", rule)
    table.fork().place(1, (6, 10)).when(f"1 Build{builds} path={on}")
    table.city(1, (6, 10)).when(f"1 Build{builds} path={on}")


@pytest.mark.rule("S2")
def test_roads_join_roads_and_ships_join_ships():
    table = home().holding(1, "6brick+6lumber+6wool")
    for piece, way in (("Road", (HOME, (8, 8), (7, 7), (7, 5))), ("Ship", (HOME, (9, 11), (9, 13), (8, 14)))):
        for each in trail(*way):
            table.when(f"1 Build{piece} path={each}")


@pytest.mark.rule("C3.2")
def test_the_option_changes_nothing_of_the_trade_routes_between_buildings():
    """C4.2 asks for any chain of roads and ships; the option takes away C4.1 alone."""
    table = bare().place(1, (6, 8)).roads(1, trail((6, 8), (5, 7))).coins(1, 1).holding(1, "2grain").place(2, (5, 5))
    table.ships(2, trail((5, 5), (5, 7)))
    table.when(f"1 TradeAtHarbor harbor={path((5, 5), (6, 4))} give=grain take=ore")


# S3: when -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3")
def test_a_ship_with_an_open_end_moves_for_nothing():
    table = home().ships(1, trail(HOME, (9, 11), (9, 13)))
    origin = path((9, 11), (9, 13))
    table.when(f"1 MoveShip origin={origin} path={TO}").then_facts(f"ShipMoved seat=1 origin={origin} path={TO}")
    table.awaits("act", 1)
    assert set(table.ledger.ships) == {path(HOME, (9, 11)), TO}


@pytest.mark.rule("S3")
@pytest.mark.case("G14")
def test_one_ship_a_turn():
    table = home().ships(1, trail(HOME, (9, 11), (9, 13)))
    table.when(f"1 MoveShip origin={path((9, 11), (9, 13))} path={TO}")
    table.refused(f"1 MoveShip origin={path(HOME, (9, 11))} path={path((8, 8), (9, 7))}", "SHIP_ALREADY_MOVED", "S3")
    table.refused(f"1 MoveShip origin={TO} path={path((9, 11), (9, 13))}", "SHIP_ALREADY_MOVED", "S3")
    assert not table.allowed(1, "MoveShip")
    table.in_turn(2).in_turn(1)
    table.when(f"1 MoveShip origin={TO} path={path((9, 11), (9, 13))}")


@pytest.mark.rule("S3")
def test_each_seat_moves_one_in_its_own_turn():
    table = home().ships(1, [TO]).place(2, (6, 14)).ships(2, trail((6, 14), (7, 13)))
    table.when(f"1 MoveShip origin={TO} path={path(HOME, (9, 11))}")
    move = f"2 MoveShip origin={path((6, 14), (7, 13))} path={path((6, 14), (5, 13))}"
    table.refused(move, "NOT_YOUR_TURN", "B3.3")
    table.in_turn(2).when(move)


@pytest.mark.rule("S3", "B3.2")
@pytest.mark.case("G14")
def test_after_the_roll():
    table = home().ships(1, [TO]).in_turn(4).in_turn(1, rolled=False)
    move = f"1 MoveShip origin={TO} path={path(HOME, (9, 11))}"
    table.refused(move, "NOT_NOW", "B3.2")
    table.when("1 RollDice", dice=QUIET)
    table.when(move)


@pytest.mark.rule("S3", "B5.2")
def test_not_before_the_robber_is_moved():
    table = home().ships(1, [TO]).in_turn(4).in_turn(1, rolled=False)
    table.when("1 RollDice", dice=(3, 4))
    table.refused(f"1 MoveShip origin={TO} path={path(HOME, (9, 11))}", "NOT_NOW", "B5.2")


@pytest.mark.rule("S3")
@pytest.mark.case("G14")
def test_not_a_ship_that_was_built_in_this_turn():
    table = home().ships(1, [path(HOME, (9, 11))]).holding(1, SHIP_COST)
    table.when(f"1 BuildShip path={TO}")
    table.refused(f"1 MoveShip origin={TO} path={path(HOME, (7, 11))}", "SHIP_TOO_NEW", "S3")
    assert open_ships(table) == {path(HOME, (9, 11))}
    table.fork().when(f"1 MoveShip origin={path(HOME, (9, 11))} path={path(HOME, (7, 11))}")
    table.in_turn(2).in_turn(1)
    table.when(f"1 MoveShip origin={TO} path={path(HOME, (7, 11))}")


@pytest.mark.rule("S3", "C3.3")
def test_not_a_ship_of_road_building_in_this_turn_even_before_the_roll():
    table = home().in_turn(4).in_turn(1, rolled=False).holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildShip path={TO}")
    table.when("1 Pass")
    table.when("1 RollDice", dice=QUIET)
    table.refused(f"1 MoveShip origin={TO} path={path(HOME, (7, 11))}", "SHIP_TOO_NEW", "S3")


@pytest.mark.rule("S3")
def test_a_ship_of_the_setup_moves_in_the_first_turn():
    """Seat 3 has a ship from (8, 10) to (9, 11), and another in the south."""
    table = EgyptTable.after_setup(options=("seafarers_ships",)).in_turn(3)
    table.when(f"3 MoveShip origin={path((8, 10), (9, 11))} path={path((8, 10), (7, 11))}")


# S3: which ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3")
def test_only_an_own_ship():
    table = home().ships(1, [TO]).roads(1, [path(HOME, (7, 11))]).place(2, (9, 13)).ships(2, trail((9, 13), (9, 11)))
    to = path(HOME, (9, 11))
    for origin in (path((9, 13), (9, 11)), path(HOME, (7, 11)), path((9, 7), (9, 5))):
        table.refused(f"1 MoveShip origin={origin} path={to}", "NO_OWN_SHIP", "S3")
    for nowhere in (-1, len(EVERY_PATH), 10**9):
        table.refused(f"1 MoveShip origin={nowhere} path={to}", "NO_SUCH_PLACE", "B2.6")
        table.refused(f"1 MoveShip origin={TO} path={nowhere}", "NO_SUCH_PLACE", "B2.6")
    table.when(f"1 MoveShip origin={TO} path={to}")


@pytest.mark.rule("S3")
@pytest.mark.case("G14")
def test_in_a_row_only_the_last_ship_is_open():
    row = trail(HOME, (7, 11), (7, 13), (8, 14), (8, 16))
    table = home().ships(1, row)
    for origin in row[:-1]:
        table.refused(f"1 MoveShip origin={origin} path={TO}", "SHIP_NOT_OPEN", "S3")
    assert open_ships(table) == {row[-1]}


@pytest.mark.rule("S3")
@pytest.mark.parametrize("kind", ["place", "city"])
def test_between_two_own_buildings_no_ship_is_open(kind):
    table = getattr(home().ships(1, trail(HOME, (9, 11), (9, 13))), kind)(1, (9, 13))
    for origin in trail(HOME, (9, 11), (9, 13)):
        table.refused(f"1 MoveShip origin={origin} path={TO}", "SHIP_NOT_OPEN", "S3")
    assert not moves(table)


@pytest.mark.rule("S3")
def test_a_branch_of_a_closed_route_is_open():
    row = trail(HOME, (9, 11), (9, 13))
    table = home().ships(1, row).place(1, (9, 13)).ships(1, trail((9, 11), (10, 10)))
    assert open_ships(table) == {path((9, 11), (10, 10))}


@pytest.mark.rule("S3", "S2")
def test_an_own_road_at_the_end_does_not_close_it():
    """Here a road and a ship are not joined: C4.1 is off."""
    table = home().ships(1, [TO]).roads(1, trail(HOME, (7, 11), (6, 10), (6, 8), (7, 7), (8, 8)))
    table.when(f"1 MoveShip origin={TO} path={path(HOME, (9, 11))}")


@pytest.mark.rule("S3")
def test_anothers_ship_or_building_at_the_end_does_not_close_it():
    table = home().ships(1, trail(HOME, (7, 11), (6, 10))).place(2, (6, 8)).ships(2, trail((6, 8), (6, 10)))
    assert open_ships(table) == {path((7, 11), (6, 10))}
    table = home().ships(1, trail(HOME, (7, 11), (6, 10))).place(2, (6, 10))
    table.when(f"1 MoveShip origin={path((7, 11), (6, 10))} path={TO}")


@pytest.mark.rule("S3")
@pytest.mark.case("G14")
def test_anothers_building_on_a_closed_route_does_not_open_it():
    """Between (8, 10) and (8, 20), with another's settlement half way at (8, 14)."""
    row = trail(HOME, (7, 11), (7, 13), (8, 14), (8, 16), (7, 17), (7, 19), (8, 20))
    table = home().ships(1, row).place(1, (8, 20)).place(2, (8, 14))
    for origin in row:
        table.refused(f"1 MoveShip origin={origin} path={TO}", "SHIP_NOT_OPEN", "S3")
    assert not moves(table)


# S3: rings ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3")
def test_in_a_ring_from_one_own_building_the_two_ships_at_it_are_open():
    ring = trail(*RING)
    table = bare().place(1, RING[0]).ships(1, ring)
    assert open_ships(table) == {ring[0], ring[-1]}
    for origin in ring[1:-1]:
        table.refused(f"1 MoveShip origin={origin} path={path((7, 11), HOME)}", "SHIP_NOT_OPEN", "S3")
    table.when(f"1 MoveShip origin={ring[0]} path={path((7, 11), HOME)}")
    assert open_ships(table) == set()
    assert open_ships(table.in_turn(2).in_turn(1)) == {path((7, 11), HOME)}


@pytest.mark.rule("S3")
def test_in_a_ring_with_two_own_buildings_none_is():
    table = bare().place(1, RING[0], RING[3]).ships(1, trail(*RING))
    assert not moves(table)
    for origin in trail(*RING):
        table.refused(f"1 MoveShip origin={origin} path={path((7, 11), HOME)}", "SHIP_NOT_OPEN", "S3")


@pytest.mark.rule("S3")
def test_in_a_ring_with_no_own_building_every_ship_is():
    """The ship that leads from the settlement to the ring is not."""
    ring, tail = trail(*RING), path(HOME, (7, 11))
    table = home().ships(1, [tail, *ring])
    assert open_ships(table) == set(ring)
    table.refused(f"1 MoveShip origin={tail} path={TO}", "SHIP_NOT_OPEN", "S3")
    for origin in ring:
        table.fork().when(f"1 MoveShip origin={origin} path={TO}")


@pytest.mark.rule("S3")
def test_a_ring_with_no_building_that_joins_two_is_open_but_what_leads_to_it_is_not():
    ring, tails = trail(*RING), [path(HOME, (7, 11)), path((6, 14), (6, 16))]
    table = home().place(1, (6, 16)).ships(1, [*tails, *ring])
    assert open_ships(table) == set(ring)


# S3: where to ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S3", "S1")
def test_it_moves_to_where_it_could_be_built():
    origin = path(HOME, (9, 11))
    table = home().ships(1, [origin]).place(2, (9, 7)).ships(2, trail((9, 7), (8, 8), HOME))
    for to, reason, rule in (
        (origin, "OCCUPIED", "S3"),
        (TO, "OCCUPIED", "S1"),
        (path((7, 7), (7, 5)), "NOT_SEA", "S1"),
        (path((9, 13), (8, 14)), "NOT_CONNECTED", "S1"),
    ):
        table.refused(f"1 MoveShip origin={origin} path={to}", reason, rule)
    assert moves(table) == {(origin, path(HOME, (7, 11)))}


@pytest.mark.rule("S3")
def test_judged_with_the_ship_taken_off():
    """The last ship of a row does not go on from where only it led."""
    row = trail(HOME, (9, 11), (9, 13))
    table = home().ships(1, row)
    table.refused(f"1 MoveShip origin={row[1]} path={path((9, 13), (8, 14))}", "NOT_CONNECTED", "S1")
    assert moves(table) == {(row[1], to) for to in (TO, path(HOME, (7, 11)), path((9, 11), (10, 10)))}


@pytest.mark.rule("S3", "S6")
def test_it_does_not_move_on_through_anothers_building():
    table = home().ships(1, [*trail(HOME, (7, 11), (6, 10)), TO]).place(2, (6, 10))
    last = path((7, 11), (6, 10))
    for to in (path((6, 10), (6, 8)), path((6, 10), (5, 11))):
        table.refused(f"1 MoveShip origin={TO} path={to}", "NOT_CONNECTED", "S1")
    both = (path(HOME, (9, 11)), path((7, 11), (7, 13)))
    assert moves(table) == {(origin, to) for origin in (TO, last) for to in both} | {(last, path((8, 8), (9, 7)))}


# S3: all of it, recounted ---------------------------------------------------------------------------------------------


def rings(ships: set[int]) -> list[list[int]]:
    """Every ring of ships, as the row of its intersections, the first one again at the end."""
    found = []

    def go_on(row: list[int]) -> None:
        for p in ships & set(paths_at(row[-1])):
            onward = sum(GRID.ends[p]) - row[-1]
            if onward == row[0] and len(row) > 2:
                found.append([*row, onward])
            elif onward not in row and onward > row[0]:
                go_on([*row, onward])

    for start in {end for p in ships for end in GRID.ends[p]}:
        go_on([start])
    return found


def by_the_rule(ships: set[int], buildings: set[int], others: set[int], taken: set[int]) -> set[tuple[int, int]]:
    """Every move that S3 allows, told from its words: ``taken`` are the paths that carry anything."""
    may = {
        p for p in ships if any(end not in buildings and not (ships - {p}) & set(paths_at(end)) for end in GRID.ends[p])
    }
    for ring in rings(ships):
        around = {GRID.ends.index(tuple(sorted(pair))) for pair in pairwise(ring)}
        on = buildings & set(ring)
        if len(on) < 2:
            may |= around & set(paths_at(*on)) if on else around
    found = set()
    for origin in may:
        left = ships - {origin}
        reach = buildings | {end for p in left for end in GRID.ends[p]} - others
        found |= {(origin, to) for to in SEA_PATHS - taken if set(GRID.ends[to]) & reach}
    return found


@pytest.mark.rule("S3")
@pytest.mark.parametrize("seed", range(60))
def test_moves_are_those_that_the_rule_tells(seed):
    """Ships grown at random on the Nile, with own and others' buildings on and beside them, and roads."""
    luck = random.Random(seed)
    table = bare()
    start = luck.choice([intersection(*point) for point in (HOME, RING[0], (8, 16), (9, 11))])
    table.settlements(1, start)
    ships: set[int] = set()
    near = {p for p in SEA_PATHS if all(6 < GRID.intersections[end][1] < 20 for end in GRID.ends[p])}
    while len(ships) < luck.choice((4, 7, 8, 8)):
        reach = {start} | {end for p in ships for end in GRID.ends[p]}
        closing = [p for p in near - ships if set(GRID.ends[p]) <= reach]
        ships.add(luck.choice(closing or [p for p in sorted(near - ships) if set(GRID.ends[p]) & reach]))
    table.ships(1, sorted(ships))
    buildings, others = {start}, set()
    beside = {end for p in ships for end in GRID.ends[p]} & START
    for place in luck.sample(sorted(beside), len(beside)):
        seat = luck.choice((1, 2, 0, 0))
        if seat and not any({place, end} & (buildings | others) for p in paths_at(place) for end in GRID.ends[p]):
            if seat == 2 and any(place in ring for ring in rings(ships)):
                continue
            (others if seat == 2 else buildings).add(place)
            table.settlements(seat, place)
    roads = luck.sample(sorted(near - ships), 3)
    table.roads(luck.choice((1, 2)), roads)
    assert moves(table) == by_the_rule(ships, buildings, others, ships | set(roads))
