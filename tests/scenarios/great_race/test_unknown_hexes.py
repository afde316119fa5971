"""G4: hexes that lie face down, what turns them up, what the finder gets, and that nobody knows before."""

import pytest

from domain.board.laid import Board
from domain.visibility import AUDITOR, SPECTATOR, Viewer
from tests.scenarios.great_race.onlookers import learnt
from tests.scenarios.great_race.places import FIVE, FOUR, PRODUCING, THREE, YIELDS
from tests.scenarios.great_race.table import RICH, ROAD_COST, SHIP_COST, RaceTable, found_card, remade

HOME = (10, 8)
FIRST, SECOND, NORTH = THREE.tile(2, 4), THREE.tile(3, 3), THREE.tile(1, 3)
"""Three hexes face down, one beside the other: the middle one, those south and north of it."""
OUT = THREE.path(HOME, (9, 7))
"""A path of open sea that ends at a corner of ``FIRST``."""
BESIDE = THREE.path((9, 7), (8, 8))
"""A side of ``FIRST``, with open sea at its other side."""
BETWEEN = THREE.path((8, 8), (7, 7))
"""Between ``FIRST`` and ``SECOND``."""
GOLD_FINDS = remade(THREE.plan, ["forest", "gold_river", "desert", "hills", "sea", "sea", "sea"], [4, 9, 10])


def sailing(hand: str = RICH, **how: object) -> RaceTable:
    """Seat 1 has a ship on its way."""
    return RaceTable.bare(**how).place(1, HOME).ships(1, [OUT]).holding(1, hand)


# G4.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G4.1", "G4.2")
@pytest.mark.case("G23")
@pytest.mark.parametrize(("terrain", "number"), [("forest", 4), ("pasture", 9), ("fields", 10), ("hills", 11)])
def test_a_ship_turns_up_land_which_gets_a_number_and_its_finder_a_card(terrain, number):
    table = sailing(SHIP_COST)
    table.when(f"1 BuildShip path={BESIDE}", finds=[(terrain, number)]).then_facts(
        f"ShipBuilt seat=1 path={BESIDE}",
        f"ResourcesPaid seat=1 cards={SHIP_COST}",
        f"HexRevealed seat=1 hex={FIRST} terrain={terrain} number={number}",
        f"ResourcesReceived seat=1 cards={found_card(terrain)}",
    )
    tile = table.game[Board].tiles[FIRST]
    assert (str(tile.terrain), tile.number, tile.region) == (terrain, number, "")
    table.awaits("act", 1)


@pytest.mark.rule("G4.1", "G4.2")
def test_sea_brings_no_number_and_no_card():
    table = sailing()
    table.when(f"1 BuildShip path={BESIDE}", finds=[("sea", 0)]).then_facts(
        f"ShipBuilt seat=1 path={BESIDE}",
        f"ResourcesPaid seat=1 cards={SHIP_COST}",
        f"HexRevealed seat=1 hex={FIRST} terrain=sea number=0",
    )
    assert len(table.view("UnknownView").numbers) == 4


@pytest.mark.rule("G4.1")
def test_a_road_turns_up_a_hex():
    table = RaceTable.bare().place(1, (6, 2)).holding(1, ROAD_COST)
    road = THREE.path((6, 2), (6, 4))
    table.when(f"1 BuildRoad path={road}", finds=[("hills", 9)]).then_facts(
        f"RoadBuilt seat=1 path={road}",
        f"ResourcesPaid seat=1 cards={ROAD_COST}",
        f"HexRevealed seat=1 hex={NORTH} terrain=hills number=9",
        "ResourcesReceived seat=1 cards=1brick",
    )


@pytest.mark.rule("G4.1")
def test_each_of_the_six_sides_turns_it_up():
    """Every side has open sea, the strip, or a hex that was turned up before at its other side."""
    others = sorted(THREE.hidden - {FIRST})
    for side in THREE.grid.sides[FIRST]:
        table = RaceTable.bare().explored(*others[:3]).holding(1, RICH)
        for h in others[3:]:
            table.explored(h, terrain=next(each for each in table.ledger.hidden if each != "fields"))
        found = set()
        for end in THREE.grid.ends[side]:
            for onward in THREE.paths_at(end) - THREE.sides(FIRST):
                for piece, has in (("Ship", "ships"), ("Road", "roads")):
                    trial = getattr(table.fork(), has)(1, [onward])
                    if side in trial.allowed_places(1, f"Build{piece}"):
                        trial.when(f"1 Build{piece} path={side}").then_includes(f"HexRevealed seat=1 hex={FIRST}")
                        found.add(piece)
        assert found, f"nothing is built on path {side}"


@pytest.mark.rule("G4.1")
def test_a_corner_is_no_side():
    table = RaceTable.bare().place(1, HOME).holding(1, SHIP_COST)
    assert THREE.grid.ends[OUT][0] in THREE.corners(FIRST) or THREE.grid.ends[OUT][1] in THREE.corners(FIRST)
    table.when(f"1 BuildShip path={OUT}").then_facts(
        f"ShipBuilt seat=1 path={OUT}", f"ResourcesPaid seat=1 cards={SHIP_COST}"
    )


@pytest.mark.rule("G4.1")
def test_a_settlement_at_its_corner_turns_nothing_up():
    table = RaceTable.bare().explored(NORTH).roads(1, [THREE.path((6, 4), (7, 5))]).holding(1, RICH)
    place = THREE.intersection(7, 5)
    assert place in THREE.corners(FIRST)
    table.when(f"1 BuildSettlement intersection={place}").then_no("HexRevealed")


@pytest.mark.rule("G4.1", "S3")
@pytest.mark.case("G23")
def test_a_moved_ship_turns_it_up():
    table = sailing("0").ships(1, [origin := THREE.path(HOME, (10, 10))])
    table.when(f"1 MoveShip origin={origin} path={BESIDE}", finds=[("fields", 11)]).then_facts(
        f"ShipMoved seat=1 origin={origin} path={BESIDE}",
        f"HexRevealed seat=1 hex={FIRST} terrain=fields number=11",
        "ResourcesReceived seat=1 cards=1grain",
    )


@pytest.mark.rule("G4.1")
def test_what_lies_open_is_turned_up_no_more():
    table = sailing()
    table.when(f"1 BuildShip path={BESIDE}", finds=[("forest", 9)])
    table.when(f"1 BuildShip path={THREE.path((9, 7), (9, 5))}").then_no("HexRevealed", "ResourcesReceived")


# G4.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G4.2")
def test_the_seat_that_turns_it_up_gets_the_card_and_nobody_else():
    table = sailing(SHIP_COST).place(2, (7, 7))
    table.when(f"1 BuildShip path={BESIDE}", finds=[("hills", 4)])
    assert (table.hand(1), table.hand(2)) == ("1brick", "0")


@pytest.mark.rule("G4.2")
@pytest.mark.parametrize("terrain", ["forest", "hills"])
def test_with_an_empty_bank_the_finder_gets_nothing(terrain):
    table = sailing(SHIP_COST).bank_left_with(YIELDS[terrain], 0, others_held_by=2)
    events = table.when(f"1 BuildShip path={BESIDE}", finds=[(terrain, 4)]).facts
    if terrain == "forest":
        assert events[-1] == "ResourcesReceived seat=1 cards=1lumber", "the lumber just paid is in the bank again"
    else:
        assert events[-1] == f"HexRevealed seat=1 hex={FIRST} terrain=hills number=4"
    table.awaits("act", 1)


@pytest.mark.rule("G4.2", "B8.2")
@pytest.mark.case("G23")
def test_the_pieces_of_road_building_explore():
    table = sailing("0").holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildShip path={BESIDE}", finds=[("sea", 0)]).then_facts(
        f"ShipBuilt seat=1 path={BESIDE}", f"HexRevealed seat=1 hex={FIRST} terrain=sea number=0"
    )
    table.when(f"1 BuildShip path={BETWEEN}", finds=[("pasture", 10)]).then_facts(
        f"ShipBuilt seat=1 path={BETWEEN}",
        f"HexRevealed seat=1 hex={SECOND} terrain=pasture number=10",
        "ResourcesReceived seat=1 cards=1wool",
    )
    table.awaits("act", 1)


@pytest.mark.rule("G4.2", "S4")
def test_gold_gets_a_number_and_brings_a_card_of_the_finders_choice():
    table = sailing(SHIP_COST, board=GOLD_FINDS)
    table.when(f"1 BuildShip path={BESIDE}", finds=[("gold_river", 9)]).then_facts(
        f"ShipBuilt seat=1 path={BESIDE}",
        f"ResourcesPaid seat=1 cards={SHIP_COST}",
        f"HexRevealed seat=1 hex={FIRST} terrain=gold_river number=9",
    )
    table.awaits("gold", 1)
    table.refuses("1 Pass", f"1 BuildShip path={BETWEEN}", "1 BuyDevelopmentCard", "2 ChooseGold cards=1ore")
    table.when("1 ChooseGold cards=1ore").then_facts("ResourcesReceived seat=1 cards=1ore")
    table.awaits("act", 1)


SAILS = ((12, 2), (11, 1), (10, 2))
"""On the board for five: from the home island over open sea to the side of a hex face down."""


@pytest.mark.rule("G4.2", "B7.5")
@pytest.mark.parametrize(("terrain", "card"), [("hills", "1brick"), ("gold_river", "1ore"), ("sea", "")])
def test_in_the_special_building_phase_a_hex_is_turned_up_too(terrain, card):
    land = ["forest", "pasture", "gold_river", "hills", "hills", "fields", "mountains"]
    plan = remade(FIVE.plan, [*land, *["sea"] * 7], FIVE.plan.hidden_numbers)
    table = RaceTable.bare(5, board=plan).place(2, SAILS[0]).ships(2, FIVE.trail(*SAILS[:2])).holding(2, SHIP_COST)
    table.holding(3, "1ore").when("1 Pass")
    side = FIVE.path(*SAILS[1:])
    (found,) = FIVE.hidden & set(FIVE.grid.hexes_along[side])
    number = 0 if terrain == "sea" else 3
    table.when(f"2 BuildShip path={side}", finds=[(terrain, number)]).then_includes(
        f"ShipBuilt seat=2 path={side}", f"HexRevealed seat=2 hex={found} terrain={terrain} number={number}"
    )
    if terrain == "gold_river":
        table.awaits("gold", 2)
        table.when(f"2 ChooseGold cards={card}")
    assert table.hand(2) == (card or "0")
    if "build" in table.awaits() and 2 in table.awaits()["build"]:
        table.when("2 Pass")
    table.awaits("build", 3)


@pytest.mark.rule("G4.2", "G1.4")
def test_a_desert_gets_no_number_and_brings_no_card():
    table = sailing(SHIP_COST, board=GOLD_FINDS)
    table.when(f"1 BuildShip path={BESIDE}", finds=[("desert", 0)]).then_facts(
        f"ShipBuilt seat=1 path={BESIDE}",
        f"ResourcesPaid seat=1 cards={SHIP_COST}",
        f"HexRevealed seat=1 hex={FIRST} terrain=desert number=0",
    )
    assert table.view("UnknownView").numbers == (4, 9, 10)


@pytest.mark.rule("G4.2", "B4.1")
def test_land_turned_up_yields_by_its_number_from_then_on():
    table = sailing(SHIP_COST)
    table.when(f"1 BuildShip path={BESIDE}", finds=[("hills", 4)])
    table.place(2, (9, 5)).empty_hands().become(3, rolled=False)
    produced = [event for event in table.roll(4) if event.startswith("ResourcesProduced")]
    assert table.hand(2) == "1brick", produced


@pytest.mark.rule("G4.2")
def test_on_land_turned_up_one_may_build():
    table = sailing()
    table.when(f"1 BuildShip path={BESIDE}", finds=[("hills", 4)])
    place = THREE.intersection(8, 8)
    table.when(f"1 BuildSettlement intersection={place}").then_includes(f"SettlementBuilt seat=1 intersection={place}")


# G4.3, G4.4 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G4.3")
@pytest.mark.case("G23")
@pytest.mark.parametrize(("terrain", "piece", "other", "reason", "rule"), [
    ("sea", "Ship", "Road", "NOT_LAND", "B7.2"), ("hills", "Road", "Ship", "NOT_SEA", "S1"),
])  # fmt: skip
def test_nothing_stands_between_two_hexes_face_down(terrain, piece, other, reason, rule):
    """When one of them lies open it says what may stand there; then that turns up the other."""
    table = sailing()
    for each in ("Ship", "Road"):
        table.refused(f"1 Build{each} path={BETWEEN}", "UNKNOWN_HEXES", "G4.3")
    table.when(f"1 BuildShip path={BESIDE}", finds=[(terrain, 4 if terrain == "hills" else 0)])
    table.refused(f"1 Build{other} path={BETWEEN}", reason, rule)
    if piece == "Road":
        table.refused(f"1 BuildRoad path={BETWEEN}", "NOT_CONNECTED", "B7.2")
        table.place(1, (8, 8))
    table.when(f"1 Build{piece} path={BETWEEN}").then_includes(f"HexRevealed seat=1 hex={SECOND}")


@pytest.mark.rule("G4.3")
def test_every_path_between_two_hexes_face_down_is_closed():
    table = sailing()
    for path in THREE.every_path:
        if THREE.along(path) == "??":
            for piece in ("Ship", "Road"):
                table.refused(f"1 Build{piece} path={path}", "UNKNOWN_HEXES", "G4.3")


@pytest.mark.rule("G4.3")
@pytest.mark.case("G23")
def test_a_hex_face_down_is_no_land():
    """No road along the open sea, no settlement at its corner in the sea."""
    table = sailing()
    table.refused(f"1 BuildRoad path={BESIDE}", "NOT_LAND", "B7.2")
    table.refused(f"1 BuildSettlement intersection={THREE.intersection(9, 7)}", "NOT_LAND", "B7.3")


@pytest.mark.rule("G4.3")
@pytest.mark.case("G23")
def test_a_hex_face_down_is_no_sea():
    """On the strip, with a hex face down at the other side, a road may stand, but no ship."""
    table = RaceTable.bare().place(1, (6, 2)).holding(1, RICH)
    side = THREE.path((6, 2), (6, 4))
    table.refused(f"1 BuildShip path={side}", "NOT_SEA", "S1")
    table.fork().when(f"1 BuildRoad path={side}").then_includes(f"HexRevealed seat=1 hex={NORTH}")
    table.explored(NORTH).when(f"1 BuildShip path={side}")


@pytest.mark.rule("G4.4")
@pytest.mark.parametrize("chart", [THREE, FOUR], ids=lambda chart: chart.name)
def test_no_red_number_comes_to_lie_beside_another(chart):
    """There is none in the stack (test_start), so that any reveal keeps the board's order."""
    table = RaceTable.bare(3 if chart is THREE else 4).all_explored()
    tiles = table.game[Board].tiles
    assert all(tile.number for tile in tiles if str(tile.terrain) in PRODUCING)
    red = {h for h, tile in enumerate(tiles) if tile.number in (6, 8)}
    assert red <= chart.open_land
    assert not any(red & set(chart.grid.neighbors[h]) for h in red)


# G1.4: nobody knows ---------------------------------------------------------------------------------------------------


def course(finds: list[tuple[str, int]]):
    """Seat 1 sails up to a hex, turns it up, then seat 2 has its turn."""
    table = RaceTable.bare().place(1, HOME).place(2, (10, 14)).holding(1, RICH).holding(2, RICH)
    yield table
    table.when(f"1 BuildShip path={OUT}")
    yield table
    table.when(f"1 BuildShip path={BESIDE}", finds=finds)
    yield table


@pytest.mark.rule("G1.4", "B11.2")
@pytest.mark.case("H01")
@pytest.mark.parametrize("viewer", [SPECTATOR, AUDITOR, *map(Viewer, (1, 2, 3))], ids=str)
@pytest.mark.parametrize("other", [("hills", 4), ("forest", 9), ("sea", 0)])
def test_games_with_other_hexes_face_down_look_alike_until_they_lie_open(viewer, other):
    alike = [
        learnt(one, viewer) == learnt(twin, viewer)
        for one, twin in zip(course([("forest", 4)]), course([other]), strict=True)
    ]
    assert alike == [True, True, False]


@pytest.mark.rule("B11.1", "G1.4")
def test_how_much_lies_face_down_is_open_to_all():
    table = sailing()
    table.when(f"1 BuildShip path={BESIDE}", finds=[("hills", 9)])
    for seat in (1, 2, 3):
        shown = table.view("UnknownView", seat)
        assert shown.hexes == 6
        assert sorted(map(str, shown.terrains)) == ["fields", "forest", "pasture", "sea", "sea", "sea"]
        assert shown.numbers == (4, 10, 11)
