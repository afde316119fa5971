"""G1: boards, pieces, harbors, what is shuffled, and the two rounds of the start on the home island."""

from collections import Counter

import pytest

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.scenarios import SCENARIOS
from tests.rules.table import LoadedChance
from tests.scenarios.great_race.places import BOARD_FOR, CHARTS, FOUR, SIX, THREE, Chart
from tests.scenarios.great_race.table import CITIES, RICH, ROADS, SETTLEMENTS, SHIPS, RaceTable, cards_each, found_card

SEATS = (2, 3, 4, 5, 6)
KNOWN_NUMBERS = {
    "three": "2 3 3 4 4 5 5 5 6 6 6 8 8 8 9 9 10 10 11 11 12",
    "four": "2 3 3 4 4 5 5 5 6 6 6 8 8 8 9 9 10 10 11 11 12",
    "five": "2 3 3 4 4 5 5 5 6 6 6 8 8 8 9 9 9 10 10 11 11 12",
    "six": "2 2 3 3 3 4 4 4 5 5 5 6 6 6 8 8 8 8 9 9 9 10 10 10 11 11 11 12 12",
}
HIDDEN_LAND = {"three": "FLAH", "four": "FLAHM", "five": "FFLAHHM", "six": "FLLAHHM"}
HIDDEN_SEA = {"three": 3, "four": 5, "five": 7, "six": 7}
HIDDEN_NUMBERS = {"three": "4 9 10 11", "four": "3 4 9 10 11", "five": "3 4 4 5 9 10 11", "six": "2 3 4 5 9 10 11"}
TERRAIN = {"F": "forest", "L": "pasture", "A": "fields", "H": "hills", "M": "mountains"}
WEST_OF_HOME = FOUR.tile(1, 5)
"""A hex face down beside the home island of the board for four."""


def laid(table: RaceTable) -> Board:
    """The board as it lies."""
    return table.game[Board]


def shuffled(seats: int, luck: int) -> RaceTable:
    """A game whose seed shuffles all."""
    return RaceTable.start(seats, seed=bytes([luck]) * 32, chance=SeededChance())


# G1.1 to G1.3: what there is ------------------------------------------------------------------------------------------


@pytest.mark.rule("G1.1")
@pytest.mark.parametrize("seats", SEATS)
def test_each_number_of_seats_has_its_board(seats):
    assert SCENARIOS["great-race"].boards_for(seats) == (BOARD_FOR[seats],)
    table = RaceTable.start(seats)
    centres = tuple((hex.x, hex.y) for hex in laid(table).tiles)
    assert centres == CHARTS[BOARD_FOR[seats]].grid.hexes


@pytest.mark.rule("G1.1")
@pytest.mark.parametrize(("name", "red", "storms", "forbidden"), [
    ("three", 8, 2, 0), ("four", 8, 0, 12), ("five", 12, 2, 0), ("six", 12, 2, 0),
])  # fmt: skip
def test_red_points_storms_and_forbidden_lands(name, red, storms, forbidden):
    chart = CHARTS[name]
    (marks,) = [mark for mark in chart.plan.marks if mark.name == "red"]
    assert set(marks.intersections) == chart.red
    assert len(chart.red) == red
    regions = Counter(spot.region for spot in chart.plan.hexes)
    assert (regions["storm"], regions["forbidden"]) == (storms, forbidden) == (len(chart.storms), len(chart.forbidden))


@pytest.mark.rule("G1.1")
@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_home_lies_in_the_east_the_gold_in_the_west_and_the_strip_between(chart: Chart):
    x = {name: {chart.grid.hexes[h][0] for h in getattr(chart, name)} for name in ("gold", "strip", "hidden", "home")}
    assert max(x["gold"]) < min(x["strip"]) <= max(x["strip"]) < min(x["hidden"]) <= max(x["hidden"]) < min(x["home"])
    for region in ("home", "strip", "gold"):
        assert {h for h, spot in enumerate(chart.plan.hexes) if spot.region == region} == getattr(chart, region)


@pytest.mark.rule("G1.2", "B1.2")
@pytest.mark.parametrize("seats", SEATS)
def test_what_each_seat_and_the_bank_have(seats):
    supplies = RaceTable.start(seats).newest("SuppliesLaidOut")
    assert (supplies.roads, supplies.ships, supplies.settlements, supplies.cities) == (15, 15, 5, 4)
    assert RaceTable.start(seats).bank == "+".join(
        f"{cards_each(seats)}{resource}" for resource in ("brick", "lumber", "wool", "grain", "ore")
    )


@pytest.mark.rule("G1.2", "B1.1")
@pytest.mark.parametrize(("piece", "has"), [("Road", "roads"), ("Ship", "ships")])
def test_the_sixteenth_road_or_ship_is_not_there(piece, has):
    """Roads on the home island, ships before it."""
    table = RaceTable.bare().all_explored().place(1, (10, 8)).holding(1, RICH)
    coast = sorted(p for p in THREE.every_path if THREE.along(p) == ".H")
    getattr(table, has)(1, coast[: ROADS - 1])
    at = sorted(table.allowed_places(1, f"Build{piece}"))
    assert len(at) > 1
    table.when(f"1 Build{piece} path={at[0]}")
    table.refused(f"1 Build{piece} path={at[1]}", "OUT_OF_PIECES", "B1.1")
    assert (ROADS, SHIPS, SETTLEMENTS, CITIES) == (15, 15, 5, 4)


@pytest.mark.rule("G1.3")
@pytest.mark.parametrize("seats", SEATS)
def test_five_special_harbors_and_two_or_three_general_ones_on_the_home_coast(seats):
    table = shuffled(seats, 1)
    kinds = Counter(harbor.kind.name for harbor in laid(table).harbors)
    special = dict.fromkeys(("BRICK", "LUMBER", "WOOL", "GRAIN", "ORE"), 1)
    assert kinds == special | {"GENERAL": 2 if seats < 5 else 3}
    chart = table.chart
    for harbor in laid(table).harbors:
        assert chart.along(harbor.path) == ".H"


@pytest.mark.rule("G1.3")
@pytest.mark.parametrize("seats", SEATS)
def test_which_kind_of_harbor_lies_where_is_shuffled(seats):
    orders = {tuple(harbor.kind for harbor in laid(shuffled(seats, luck)).harbors) for luck in range(8)}
    places = {tuple(harbor.path for harbor in laid(shuffled(seats, luck)).harbors) for luck in range(8)}
    assert len(orders) > 4
    assert len(places) == 1


# G1.4, G1.5, G1.8: what is shuffled -----------------------------------------------------------------------------------


@pytest.mark.rule("G1.4", "G4.4")
@pytest.mark.parametrize("seats", SEATS)
def test_what_lies_face_down_and_how_high_the_stack_is(seats):
    name = BOARD_FOR[seats]
    table = RaceTable.start(seats)
    shown = table.view("UnknownView", seat=1)
    assert shown.hexes == len(CHARTS[name].hidden)
    wanted = Counter(TERRAIN[letter] for letter in HIDDEN_LAND[name]) + Counter(sea=HIDDEN_SEA[name])
    assert Counter(map(str, shown.terrains)) == wanted
    assert list(shown.numbers) == sorted(map(int, HIDDEN_NUMBERS[name].split()))
    assert not {6, 8} & set(shown.numbers)


def first_finds(luck: int) -> tuple[tuple[int, str, int], ...]:
    """What a seat finds that sails round the hex west of its settlement, and on, by the seed of this number."""
    table = shuffled(3, luck)
    table.given(
        "TurnStarted seat=1 turn=1",
        "DiceRolled seat=1 dice=[1 1] draws=[]",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )
    table.place(1, (10, 8)).holding(1, RICH)
    for path in THREE.trail((10, 8), (9, 7), (8, 8), (8, 10)):
        table.when(f"1 BuildShip path={path}", chance=SeededChance())
    found = [event for event in table.history if type(event).__name__ == "HexRevealed"]
    assert len(found) == 2
    return tuple((event.hex, str(event.terrain), event.number) for event in found)


@pytest.mark.rule("G1.4")
def test_hexes_and_numbers_are_shuffled_by_the_seed():
    finds = {luck: first_finds(luck) for luck in range(24)}
    assert {terrain for each in finds.values() for _, terrain, _ in each} >= {"sea", "forest", "hills"}
    assert len({number for each in finds.values() for _, _, number in each if number}) >= 3
    assert finds[3] == first_finds(3)


@pytest.mark.rule("G1.5")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("luck", range(6))
def test_numbers_are_shuffled_over_the_open_land_with_no_red_ones_side_by_side(seats, luck):
    table = shuffled(seats, luck)
    chart, tiles = table.chart, laid(table).tiles
    numbered = {h for h, tile in enumerate(tiles) if tile.number}
    assert numbered == chart.open_land
    assert sorted(tile.number for tile in tiles if tile.number) == list(map(int, KNOWN_NUMBERS[chart.name].split()))
    red = {h for h, tile in enumerate(tiles) if tile.number in (6, 8)}
    assert not any(red & set(chart.grid.neighbors[h]) for h in red)


@pytest.mark.rule("G1.5")
def test_the_order_of_the_numbers_is_chance():
    assert len({tuple(tile.number for tile in laid(shuffled(3, luck)).tiles) for luck in range(6)}) == 6


@pytest.mark.rule("G1.5")
@pytest.mark.parametrize("seats", [5, 6])
@pytest.mark.parametrize("luck", range(6))
def test_the_middle_gold_island_has_the_12(seats, luck):
    table = shuffled(seats, luck)
    assert laid(table).tiles[table.chart.tile(3, 0)].number == 12


@pytest.mark.rule("G1.8")
@pytest.mark.parametrize("seats", SEATS)
def test_the_terrain_of_the_open_land_is_as_the_board_gives_it(seats):
    chart = CHARTS[BOARD_FOR[seats]]
    given = [str(spot.terrain) for spot in chart.plan.hexes]
    for luck in range(4):
        assert [str(tile.terrain) for tile in laid(shuffled(seats, luck)).tiles] == given
    assert {given[h] for h in chart.hidden} == {"unknown"}
    assert {given[h] for h in chart.gold} == {"gold_river"}


# G1.6, G1.7: the start ------------------------------------------------------------------------------------------------


@pytest.mark.rule("G1.6", "B2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_two_rounds_of_a_settlement_and_a_piece_there_and_back(seats):
    table = RaceTable.start(seats)
    there = list(range(1, seats + 1))
    for seat in there + there[::-1]:
        assert [set(asked) for asked in table.awaits().values()] == [{seat}]
        place = min(table.allowed_places(seat, "BuildSettlement"))
        table.when(f"{seat} BuildSettlement intersection={place}")
        path = max(table.allowed_places(seat, "BuildRoad"))
        assert path in table.chart.paths_at(place)
        table.when(f"{seat} BuildRoad path={path}")
    assert [table.pieces(seat) for seat in there] == [(2, 2, 0)] * seats
    table.awaits("roll", 1)


@pytest.mark.rule("G1.6", "G1.7")
@pytest.mark.parametrize("seats", SEATS)
def test_every_intersection_of_the_home_island_is_a_starting_place_and_no_other(seats):
    table = RaceTable.start(seats)
    assert table.allowed_places(1, "BuildSettlement") == table.chart.corners(*table.chart.home)
    elsewhere = table.chart.corners(*table.chart.strip, *table.chart.gold)
    for place in sorted(elsewhere - table.chart.corners(*table.chart.forbidden)):
        table.refused(f"1 BuildSettlement intersection={place}", "NOT_A_STARTING_PLACE", "G1.6")


@pytest.mark.rule("B2.4", "G1.6")
def test_a_ship_may_stand_in_the_place_of_a_road():
    table = RaceTable.start()
    table.when(f"1 BuildSettlement intersection={THREE.intersection(10, 8)}")
    assert table.allowed_places(1, "BuildShip") == THREE.paths_at(THREE.intersection(10, 8))
    ship = THREE.path((10, 8), (9, 7))
    table.when(f"1 BuildShip path={ship}").then_facts(f"ShipBuilt seat=1 path={ship}")


@pytest.mark.rule("G4.1", "G4.2")
@pytest.mark.parametrize("piece", ["Road", "Ship"])
@pytest.mark.parametrize(("terrain", "number"), [("mountains", 9), ("forest", 3), ("sea", 0)])
def test_a_piece_of_the_start_explores(piece, terrain, number):
    """On the board for four, hexes face down lie beside the home island."""
    table = RaceTable.start(4)
    table.when(f"1 BuildSettlement intersection={FOUR.intersection(12, 2)}")
    end = (12, 4) if piece == "Road" else (11, 1)
    path = FOUR.path((12, 2), end)
    assert WEST_OF_HOME in FOUR.grid.hexes_along[path]
    card = [f"ResourcesReceived seat=1 cards={found_card(terrain)}"] if number else []
    table.when(f"1 Build{piece} path={path}", finds=[(terrain, number)]).then_facts(
        f"{piece}Built seat=1 path={path}",
        f"HexRevealed seat=1 hex={WEST_OF_HOME} terrain={terrain} number={number}",
        *card,
    )
    table.awaits("setup_settlement", 2)


@pytest.mark.rule("G4.3", "B2.2")
def test_a_hex_face_down_yields_nothing_at_the_start():
    """Seat 1's second settlement stands at a home hex, a hex face down and the sea; its road turns the hex up."""
    table = RaceTable.start(4)
    far = ((16, 2), (17, 7), (16, 14), (17, 17))
    for seat, place in zip((1, 2, 3, 4), far, strict=True):
        here = FOUR.intersection(*place)
        table.when(f"{seat} BuildSettlement intersection={here}")
        table.when(f"{seat} BuildRoad path={max(table.allowed_places(seat, 'BuildRoad'))}")
    for seat, place in zip((4, 3, 2), ((14, 14), (15, 11), (14, 8)), strict=True):
        table.when(f"{seat} BuildSettlement intersection={FOUR.intersection(*place)}")
        table.when(f"{seat} BuildRoad path={max(table.allowed_places(seat, 'BuildRoad'))}")
    home = FOUR.tile(1, 6)
    place, road = FOUR.intersection(12, 2), FOUR.path((12, 2), (12, 4))
    table.when(f"1 BuildSettlement intersection={place}").then_facts(
        f"SettlementBuilt seat=1 intersection={place}",
        f"ResourcesReceived seat=1 cards={found_card(FOUR.terrain(home))}",
    )
    table.when(f"1 BuildRoad path={road}", finds=[("hills", 4)]).then_includes(
        f"HexRevealed seat=1 hex={WEST_OF_HOME} terrain=hills number=4", "ResourcesReceived seat=1 cards=1brick"
    )


@pytest.mark.rule("B2.1")
def test_six_seats_find_room_on_their_island():
    """However they are scattered: here every seat takes the first place that is left."""
    table = RaceTable.start(6, chance=LoadedChance())
    for seat in [*range(1, 7), *range(6, 0, -1)]:
        table.when(f"{seat} BuildSettlement intersection={max(table.allowed_places(seat, 'BuildSettlement'))}")
        table.when(f"{seat} BuildRoad path={min(table.allowed_places(seat, 'BuildRoad'))}")
    assert SIX.corners(*SIX.home) >= set().union(*(table.ledger.buildings(seat) for seat in range(1, 7)))
