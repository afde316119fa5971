"""B2: two rounds of a settlement and a road each, the distance rule, and how a game begins."""

import pytest

from domain.board.laid import Board
from domain.components import Terrain
from domain.scenarios import SCENARIOS
from tests.rules.table import (
    GRID,
    PLAN,
    SETUP,
    SETUP_HANDS,
    Table,
    cards_of,
    cards_text,
    corner,
    first_road,
    first_settlement,
    hex_of,
    meeting,
    neighbors,
    path,
    paths_at,
    second_road,
    second_settlement,
)

YIELDS = {
    Terrain.HILLS: "1brick",
    Terrain.FOREST: "1lumber",
    Terrain.PASTURE: "1wool",
    Terrain.FIELDS: "1grain",
    Terrain.MOUNTAINS: "1ore",
    Terrain.DESERT: "0",
}
"""What a hex of the printed board gives to a settlement beside it."""

EVERYWHERE = range(len(GRID.intersections))


def options_for(seats: int) -> tuple[str, ...]:
    return ("two_seats",) if seats == 2 else ()


def farthest_from(place: int) -> int:
    """The intersection farthest away as the crow flies, and sure to be more than one path away."""
    x, y = GRID.intersections[place]
    return max(EVERYWHERE, key=lambda n: abs(GRID.intersections[n][0] - x) + abs(GRID.intersections[n][1] - y))


# B2.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_1_to_n_place_one_settlement_and_one_road_each_then_seats_n_to_1_do_the_same_again(seats):
    table = Table.start(seats, options=options_for(seats))
    there = [(seat, SETUP[seat][0]) for seat in range(1, seats + 1)]
    back = [(seat, SETUP[seat][1]) for seat in range(seats, 0, -1)]
    for seat, (place, _) in there + back:
        built = first_settlement(seat) if place == SETUP[seat][0][0] else second_settlement(seat)
        road = first_road(seat) if place == SETUP[seat][0][0] else second_road(seat)
        table.awaits("setup_settlement", seat)
        table.when(f"{seat} BuildSettlement intersection={built}").then_includes(
            f"SettlementBuilt seat={seat} intersection={built}"
        )
        table.awaits("setup_road", seat)
        table.when(f"{seat} BuildRoad path={road}").then_includes(f"RoadBuilt seat={seat} path={road}")
    assert [table.pieces(seat) for seat in table.game.everyone] == [(2, 2, 0)] * seats
    assert table.seat_in_turn == 1


@pytest.mark.rule("B2.1")
def test_nothing_is_paid_in_setup():
    table = Table.after_setup()
    assert not [event for event in table.history if type(event).__name__ == "ResourcesPaid"]


@pytest.mark.rule("B2.1", "B3.3")
@pytest.mark.case("S17")
@pytest.mark.parametrize("seats", [3, 4])
def test_in_setup_nobody_places_out_of_order(seats):
    """S17"""
    table = Table.start(seats)
    for seat in (*range(1, seats + 1), *range(seats, 0, -1)):
        again = bool(table.pieces(seat)[1])
        place = second_settlement(seat) if again else first_settlement(seat)
        road = second_road(seat) if again else first_road(seat)
        for other in set(table.game.everyone) - {seat}:
            table.refused(f"{other} BuildSettlement intersection={place}", "NOT_YOUR_TURN", "B3.3")
        table.when(f"{seat} BuildSettlement intersection={place}")
        for other in set(table.game.everyone) - {seat}:
            table.refused(f"{other} BuildRoad path={road}", "NOT_YOUR_TURN", "B3.3")
        table.when(f"{seat} BuildRoad path={road}")


@pytest.mark.rule("B2.1")
@pytest.mark.case("G04")
def test_each_step_of_setup_is_one_settlement_and_one_road():
    """G04: no second road, and no second settlement before the road."""
    table = Table.start()
    place, (other_way, *_) = first_settlement(1), [p for p in paths_at(first_settlement(1)) if p != first_road(1)]
    table.refused(f"1 BuildRoad path={first_road(1)}", "NOT_NOW", "B2.1")
    table.when(f"1 BuildSettlement intersection={place}")
    table.refused(f"1 BuildSettlement intersection={second_settlement(1)}", "NOT_NOW", "B2.4")
    table.when(f"1 BuildRoad path={first_road(1)}")
    table.refused(f"1 BuildRoad path={other_way}", "NOT_YOUR_TURN", "B3.3")


@pytest.mark.rule("B2.1")
@pytest.mark.case("G04")
def test_the_seat_that_places_twice_in_a_row_places_no_second_road_between():
    """G04"""
    table = Table.start(2, options=("two_seats",))
    for seat in (1, 2):
        table.when(f"{seat} BuildSettlement intersection={first_settlement(seat)}")
        table.when(f"{seat} BuildRoad path={first_road(seat)}")
    other_way = next(p for p in paths_at(first_settlement(2)) if p != first_road(2))
    table.refused(f"2 BuildRoad path={other_way}", "NOT_NOW", "B2.1")
    table.when(f"2 BuildSettlement intersection={second_settlement(2)}")


@pytest.mark.rule("B2.1")
@pytest.mark.case("P12")
@pytest.mark.parametrize(
    "command",
    [
        "1 RollDice",
        "1 Pass",
        "1 BuyDevelopmentCard",
        "1 TradeWithBank give=wool rate=4 take=ore",
        "1 OfferTrade give=1wool take=1ore",
        f"1 BuildCity intersection={first_settlement(1)}",
        f"1 MoveRobber hex={hex_of('M10')}",
    ],
)
def test_in_setup_there_is_nothing_else_to_do(command):
    """P12"""
    table = Table.start().holding(1, "8wool+4grain+6ore")
    table.refused(command, "NOT_NOW", "B2.1")
    table.when(f"1 BuildSettlement intersection={first_settlement(1)}")
    table.refused(command, "NOT_NOW", "B2.4")


# B2.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.2")
@pytest.mark.case("R34")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_second_settlement_yields_one_card_for_each_adjoining_hex_and_the_first_none(seats):
    """R34"""
    table = Table.start(seats, options=options_for(seats))
    for seat in range(1, seats + 1):
        table.when(f"{seat} BuildSettlement intersection={first_settlement(seat)}").then_no("ResourcesReceived")
        table.when(f"{seat} BuildRoad path={first_road(seat)}")
        assert table.hand(seat) == "0"
    for seat in range(seats, 0, -1):
        place = second_settlement(seat)
        table.when(f"{seat} BuildSettlement intersection={place}").then_facts(
            f"SettlementBuilt seat={seat} intersection={place}",
            f"ResourcesReceived seat={seat} cards={SETUP_HANDS[seat]}",
            f"PointsChanged seat={seat} cause=buildings points=2 total=2",
        )
        table.when(f"{seat} BuildRoad path={second_road(seat)}").then_no("ResourcesReceived")
    assert [table.hand(seat) for seat in range(1, seats + 1)] == [SETUP_HANDS[n] for n in range(1, seats + 1)]


@pytest.mark.rule("B2.2")
@pytest.mark.case("R34")
@pytest.mark.parametrize("place", EVERYWHERE)
def test_wherever_the_second_settlement_stands_each_producing_hex_beside_it_yields_one_card(place):
    """R34: the desert yields nothing, two hexes of a kind yield two cards."""
    table = Table.start(2, options=("two_seats",))
    far = farthest_from(place)
    others = [n for n in EVERYWHERE if n not in {place, far, *neighbors(place), *neighbors(far)}]
    table.when(f"1 BuildSettlement intersection={others[0]}")
    table.when(f"1 BuildRoad path={paths_at(others[0])[0]}")
    table.when(f"2 BuildSettlement intersection={far}")
    table.when(f"2 BuildRoad path={paths_at(far)[0]}")
    table.when(f"2 BuildSettlement intersection={place}")
    due = sum(cards_of(YIELDS[PLAN.hexes[n].terrain]) for n in GRID.hexes_at[place])
    assert table.hand(2) == cards_text(due)


# B2.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.3")
@pytest.mark.parametrize("place", EVERYWHERE)
def test_in_setup_no_settlement_stands_one_path_away_from_another_whoever_owns_it(place):
    table = Table.start()
    table.when(f"1 BuildSettlement intersection={place}")
    table.when(f"1 BuildRoad path={paths_at(place)[0]}")
    table.refused(f"2 BuildSettlement intersection={place}", "OCCUPIED", "B7.3")
    for near in neighbors(place):
        table.refused(f"2 BuildSettlement intersection={near}", "TOO_CLOSE", "B2.3")
    assert table.allowed_places(2, "BuildSettlement") == set(EVERYWHERE) - {place, *neighbors(place)}


@pytest.mark.rule("B2.3")
def test_in_setup_the_distance_is_kept_from_own_settlements_too():
    table = Table.start(2, options=("two_seats",))
    for seat in (1, 2):
        table.when(f"{seat} BuildSettlement intersection={first_settlement(seat)}")
        table.when(f"{seat} BuildRoad path={first_road(seat)}")
    for near in neighbors(first_settlement(2)):
        table.refused(f"2 BuildSettlement intersection={near}", "TOO_CLOSE", "B2.3")


@pytest.mark.rule("B2.3")
@pytest.mark.parametrize("owner", [1, 2])
@pytest.mark.parametrize("standing", ["settlements", "cities"])
def test_in_play_no_settlement_stands_one_path_away_from_a_settlement_or_city_whoever_owns_it(owner, standing):
    town, one_away, two_away = (corner("D", name) for name in ("N", "NE", "SE"))
    table = Table.bare().roads(1, [path(town, one_away), path(one_away, two_away)])
    getattr(table, standing)(owner, town)
    table.holding(1, "1brick+1lumber+1wool+1grain")
    table.refused(f"1 BuildSettlement intersection={one_away}", "TOO_CLOSE", "B2.3")
    table.when(f"1 BuildSettlement intersection={two_away}")


# B2.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.4")
@pytest.mark.parametrize("place", EVERYWHERE)
def test_the_setup_road_starts_at_the_settlement_just_placed(place):
    table = Table.start()
    table.when(f"1 BuildSettlement intersection={place}")
    assert table.allowed_places(1, "BuildRoad") == set(paths_at(place))
    elsewhere = next(p for p in range(len(GRID.ends)) if p not in paths_at(place))
    table.refused(f"1 BuildRoad path={elsewhere}", "NOT_AT_NEW_SETTLEMENT", "B2.4")


@pytest.mark.rule("B2.4")
@pytest.mark.case("G03")
def test_the_second_setup_road_does_not_start_at_the_first_settlement():
    """G03"""
    table = Table.start(3)
    for seat in (1, 2, 3):
        table.when(f"{seat} BuildSettlement intersection={first_settlement(seat)}")
        table.when(f"{seat} BuildRoad path={first_road(seat)}")
    table.when(f"3 BuildSettlement intersection={second_settlement(3)}")
    at_the_first = next(p for p in paths_at(first_settlement(3)) if p != first_road(3))
    table.refused(f"3 BuildRoad path={at_the_first}", "NOT_AT_NEW_SETTLEMENT", "B2.4")
    table.refused(f"3 BuildRoad path={first_road(3)}", "OCCUPIED", "B7.2")
    table.when(f"3 BuildRoad path={second_road(3)}")


@pytest.mark.rule("B2.4")
def test_a_path_or_an_intersection_that_the_board_lacks_is_refused():
    table = Table.start()
    for nowhere in (-1, len(GRID.intersections), 10**9):
        table.refused(f"1 BuildSettlement intersection={nowhere}", "NO_SUCH_PLACE", "B2.6")
    table.when(f"1 BuildSettlement intersection={first_settlement(1)}")
    for nowhere in (-1, len(GRID.ends), 10**9):
        table.refused(f"1 BuildRoad path={nowhere}", "NO_SUCH_PLACE", "B2.6")


# B2.5 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_1_has_the_first_turn(seats):
    table = Table.after_setup(seats, options=options_for(seats))
    table.happened.then_includes("TurnStarted seat=1 turn=1")
    table.awaits("roll", 1)


@pytest.mark.rule("B2.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_are_counted_clockwise_from_1(seats):
    table = Table.start(seats, options=options_for(seats))
    for nobody in (0, seats + 1):
        table.refused(f"{nobody} BuildSettlement intersection={meeting('D', 'H6', 'L4')}", "NO_SUCH_SEAT", "B2.5")
    table.when(f"1 BuildSettlement intersection={meeting('D', 'H6', 'L4')}")


@pytest.mark.rule("B2.5")
@pytest.mark.parametrize("board", ["beginner", "spiral", "free"])
@pytest.mark.parametrize("place", range(19))
def test_the_robber_starts_on_the_desert(board, place):
    """On the shuffled boards wherever the desert comes to lie: it is the last of the terrains."""
    draws = [place] + [bound - 1 for bound in range(18, 1, -1)]
    table = Table.start(board=board, script={} if board == "beginner" else {"terrain": draws})
    tiles = table.game[Board].tiles
    assert [n for n, tile in enumerate(tiles) if tile.terrain is Terrain.DESERT] == [table.robber]
    assert table.robber == (hex_of("D") if board == "beginner" else place)
    assert table.newest("BoardLaid").robber == table.robber


# B2.6 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.6")
@pytest.mark.parametrize("board", ["beginner", "spiral", "free"])
def test_the_classic_game_has_3_to_4_seats_on_19_land_hexes_with_9_harbors(board):
    assert {3, 4} <= set(SCENARIOS["classic"].seats)
    for seats in (3, 4):
        laid = Table.start(seats, board).newest("BoardLaid")
        assert len([tile for tile in laid.tiles if tile.terrain is not Terrain.SEA]) == len(laid.tiles) == 19
        assert len(laid.harbors) == 9


@pytest.mark.rule("B2.6")
def test_terrain_tokens_and_harbors_are_the_boards():
    laid = Table.start().newest("BoardLaid")
    assert [(t.x, t.y, t.terrain, t.number) for t in laid.tiles] == [
        (spot.x, spot.y, spot.terrain, spot.number) for spot in PLAN.hexes
    ]
    assert [(h.path, h.kind) for h in laid.harbors] == [(spot.path, spot.kind) for spot in PLAN.harbors]
    assert not laid.draws
