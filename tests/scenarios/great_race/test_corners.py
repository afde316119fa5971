"""Where two rules of the Great Race meet: landings and special building, free pieces, deserts, two victims."""

import pytest

from tests.scenarios.great_race.places import FIVE, THREE
from tests.scenarios.great_race.table import SHIP_COST, SHIPS, RaceTable, remade

PORT = (10, 8)
"""A coast of the home island for three."""
OUT = THREE.path(PORT, (9, 7))
"""A path of open sea there, which ends at a corner of ``FIRST``."""
FIRST = THREE.tile(2, 4)
BESIDE, BETWEEN = THREE.path((9, 7), (8, 8)), THREE.path((8, 8), (7, 7))
"""A side of ``FIRST`` by open sea, and the path on from it, between two hexes face down."""
GOLD_AND_DESERT = remade(THREE.plan, ["forest", "gold_river", "desert", "hills", "sea", "sea", "sea"], [4, 9, 10])

STRIP_HEX = THREE.tile(3, 2)
"""A hex of the strip where two seats can live."""
LONELY = THREE.tile(5, 2)
"""One where nobody lives."""


# Landings and special building (G3.2, B7.5) --------------------------------------------------------------------------

HARBOR = (12, 2)
"""A coast of the home island for five."""
ASHORE = ((13, 5), (12, 4), HARBOR)
"""The way there over land."""
SEAWARD = FIVE.path(HARBOR, (11, 1))


def five(host: int, lander: int) -> RaceTable:
    """Of five seats the host, with an empty hand, has a settlement by the sea; the lander's road comes there."""
    table = RaceTable.bare(5).place(host, HARBOR).place(lander, ASHORE[0])
    return table.roads(lander, FIVE.trail(*ASHORE)).holding(lander, f"{SHIP_COST}+1ore")


@pytest.mark.rule("B7.5", "G3.2")
def test_a_card_for_a_landing_lets_a_seat_build_that_would_have_been_passed_over():
    table = five(host=4, lander=2)
    table.when("1 Pass")
    table.awaits("build", 2)
    table.when(f"2 BuildShip path={SEAWARD}", landing="ore")
    table.when("2 Pass")
    table.awaits("build", 4)


@pytest.mark.rule("B7.5", "G3.2")
def test_who_was_passed_over_is_not_asked_again_for_such_a_card():
    table = five(host=2, lander=3)
    table.when("1 Pass")
    table.awaits("build", 3)
    table.when(f"3 BuildShip path={SEAWARD}", landing="ore")
    assert table.hand(2) == "1ore"
    table.when("3 Pass").then_includes("TurnStarted seat=2 turn=2")


@pytest.mark.rule("B7.5", "G3.2")
def test_the_seat_whose_turn_it_was_is_paid_and_does_not_build():
    table = five(host=1, lander=2)
    table.when("1 Pass")
    table.when(f"2 BuildShip path={SEAWARD}", landing="ore")
    assert table.hand(1) == "1ore"
    table.when("2 Pass").then_includes("TurnStarted seat=2 turn=2")


@pytest.mark.rule("G3.2", "B7.5")
def test_in_special_building_nobody_lands_without_a_card_either():
    table = five(host=4, lander=2)
    table.holding_just(s2=SHIP_COST).when("1 Pass")
    table.refused(f"2 BuildShip path={SEAWARD}", "NO_CARD_FOR_LANDING", "G3.2")


# Free pieces and hexes turned up (B8.2, G4.1) ------------------------------------------------------------------------


@pytest.mark.rule("B8.2", "G4.1")
def test_a_hex_turned_up_by_the_first_free_piece_may_be_the_place_of_the_second():
    """A road closes the ring round a forest, and only the land that it turns up has room for another."""
    forest, beyond = FIVE.tile(1, 4), FIVE.tile(1, 3)
    table = RaceTable.bare(5)
    around = {hex for side in FIVE.grid.sides[forest] for hex in FIVE.grid.hexes_along[side]} - {forest, beyond}
    for hidden in sorted(around & set(FIVE.hidden)):
        table.explored(hidden)
    table.explored(forest, terrain="forest")
    (between,) = [side for side in FIVE.grid.sides[forest] if set(FIVE.grid.hexes_along[side]) == {forest, beyond}]
    table.settlements(1, next(corner for corner in FIVE.grid.corners[forest] if corner not in FIVE.grid.ends[between]))
    table.roads(1, [side for side in FIVE.grid.sides[forest] if side != between])
    table.ships(1, [path for path in FIVE.every_path if FIVE.along(path) == ".."][:SHIPS])
    table.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    sea = table.fork()
    sea.when(f"1 BuildRoad path={between}", finds=[("sea", 0)])
    assert "road_building" not in sea.awaits(), "no place is left"
    table.when(f"1 BuildRoad path={between}", finds=[("hills", table.ledger.stack[0])])
    assert table.awaits()["road_building"] == {1: 1}
    assert table.allowed(1, "BuildRoad")


# A piece for nothing (G2.2, B8.2) ------------------------------------------------------------------------------------


def at_anothers_port(card: str, hand: str) -> RaceTable:
    """Seat 1 has nothing but ships, all of them, two of which come to seat 2's settlement: a road may land there."""
    way = THREE.trail((11, 5), (11, 7), PORT)
    water = [path for path in THREE.every_path if THREE.along(path) == ".." and path not in way]
    table = RaceTable.bare().place(2, PORT).ships(1, [*way, *water[: SHIPS - len(way)]])
    return table.holding_development_cards(1, card).holding(1, hand)


@pytest.mark.rule("G3.2", "G2.2")
@pytest.mark.parametrize(
    ("card", "command", "rule"),
    [("victory_point", "PlayVictoryPoint", "G2.2"), ("road_building", "PlayRoadBuilding", "B8.2")],
)
def test_a_landing_that_cannot_be_paid_is_no_place_for_a_free_piece(card, command, rule):
    at_anothers_port(card, "0").refused(f"1 {command}", "NOTHING_TO_GAIN", rule)
    table = at_anothers_port(card, "1ore")
    table.when(f"1 {command}")
    road = THREE.path(PORT, (10, 10))
    table.when(f"1 BuildRoad path={road}", landing="ore").then_facts(
        f"RoadBuilt seat=1 path={road}", "LandingCardDrawn seat=1 owner=2 resource=ore"
    )


def sailing(hand: str = "0") -> RaceTable:
    """Seat 1 has a ship on its way; gold and a desert lie face down."""
    return RaceTable.bare(board=GOLD_AND_DESERT).place(1, PORT).ships(1, [OUT]).holding(1, hand)


@pytest.mark.rule("G4.2", "B8.2")
def test_gold_that_a_free_piece_turns_up_is_chosen_before_the_second_piece():
    table = sailing().holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildShip path={BESIDE}", finds=[("gold_river", 9)])
    table.refused("1 Pass", "NOT_NOW", "S4")
    table.when("1 ChooseGold cards=1ore").then_facts("ResourcesReceived seat=1 cards=1ore")
    second = THREE.path((8, 8), (8, 10))
    table.when(f"1 BuildShip path={second}", finds=[("sea", 0)]).then_no("ResourcesPaid")
    table.awaits("act", 1)


@pytest.mark.rule("G4.2", "G2.2")
def test_before_the_roll_too():
    table = sailing().holding_development_cards(1, "victory_point").become(1, rolled=False)
    table.when("1 PlayVictoryPoint")
    table.when(f"1 BuildShip path={BESIDE}", finds=[("gold_river", 9)])
    table.refused("1 RollDice", "NOT_NOW", "S4")
    table.when("1 ChooseGold cards=1wool")
    table.awaits("roll", 1)


# A desert that is turned up (G4.2, G6.4) -----------------------------------------------------------------------------


def found_desert() -> RaceTable:
    """Seat 1 has turned up a desert, and has a ship at its corner."""
    table = sailing(f"{SHIP_COST}+4brick+4lumber+4wool+4grain")
    table.when(f"1 BuildShip path={BESIDE}", finds=[("desert", 0)])
    return table


@pytest.mark.rule("G4.2", "B7.3")
def test_on_a_desert_one_settles_and_builds_roads():
    table, place = found_desert(), THREE.intersection(8, 8)
    table.when(f"1 BuildSettlement intersection={place}").then_includes(f"SettlementBuilt seat=1 intersection={place}")
    table.when(f"1 BuildRoad path={BETWEEN}", finds=[("sea", 0)]).then_includes(f"RoadBuilt seat=1 path={BETWEEN}")


@pytest.mark.rule("G4.2", "B4.2")
def test_a_desert_yields_nothing_whatever_is_rolled():
    for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        table = found_desert().place(2, (8, 8)).empty_hands().become(3, rolled=False)
        table.roll(number)
        assert table.hand(2) == "0"


@pytest.mark.rule("G6.4", "G6.3")
def test_the_robber_does_not_stand_on_a_desert_but_who_lives_there_lives_abroad():
    table = found_desert().place(2, (8, 8), (4, 2)).empty_hands().become(3, rolled=False)
    table.roll(7)
    table.awaits("robber", 3)
    table.refused(f"3 MoveRobber hex={FIRST}", "ROBBER_NOT_ALLOWED", "G6.4")


# Two victims (G8.1) --------------------------------------------------------------------------------------------------


def plundering(knights: int = 3) -> RaceTable:
    """Seats 2 and 3 live side by side on the strip, with two cards each; seat 1 has played so many knights."""
    table = RaceTable.bare(options=("largest_army",)).place(2, (4, 8)).place(3, (5, 11), (4, 2))
    table.having_played_knights(1, knights).become(1, rolled=False)
    return table.holding_just(s2="2ore", s3="2brick")


@pytest.mark.rule("G8.1", "B5.4")
def test_the_very_knight_that_brings_the_army_takes_one_each_from_two_before_the_roll():
    table = plundering(knights=2).holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={STRIP_HEX} victim=3 second=2", script={"theft": [0, 0]}).then_facts(
        f"RobberMoved seat=1 origin=- hex={STRIP_HEX}",
        "CardStolen thief=1 victim=3 resource=brick",
        "CardStolen thief=1 victim=2 resource=ore",
    )
    table.awaits("roll", 1)


@pytest.mark.rule("G8.1", "B5.2")
@pytest.mark.parametrize(
    ("move", "reason", "rule"),
    [
        (f"hex={STRIP_HEX} second=3", "VICTIM_REQUIRED", "B5.2"),
        (f"hex={STRIP_HEX} victim=2 second=4", "NO_SUCH_VICTIM", "G8.1"),
        (f"hex={STRIP_HEX} victim=4 second=3", "NO_SUCH_VICTIM", "B5.2"),
        (f"hex={LONELY} second=3", "NO_SUCH_VICTIM", "G8.1"),
    ],
)
def test_a_second_victim_comes_after_a_first_and_is_robbed_on_the_same_hex(move, reason, rule):
    table = plundering()
    table.roll(7)
    table.refused(f"1 MoveRobber {move}", reason, rule)


@pytest.mark.rule("G8.1")
def test_two_with_one_card_each_are_both_robbed_of_it():
    table = plundering().holding_just(s2="1ore", s3="1brick")
    table.roll(7)
    for one, other in ((2, 3), (3, 2)):
        table.refused(f"1 MoveRobber hex={STRIP_HEX} victim={one}", "VICTIM_REQUIRED", "G8.1")
        after = table.fork()
        after.when(f"1 MoveRobber hex={STRIP_HEX} victim={one} second={other}")
        assert [after.hand(seat) for seat in (1, 2, 3)] == ["1brick+1ore", "0", "0"]


@pytest.mark.rule("G8.1", "G6.4")
@pytest.mark.parametrize("knights", [2, 3])
@pytest.mark.parametrize(
    "hands", [("2ore", "2brick"), ("1ore", "1brick"), ("1ore", "3brick"), ("2ore", "0"), ("0", "0")]
)
def test_the_moves_that_are_listed_are_those_that_are_accepted(hands, knights):
    """Every hex, with every pair of victims, is tried."""
    table = plundering(knights).holding_just(s2=hands[0], s3=hands[1])
    table.roll(7)
    table.check_listed(share=1)
    pairs = {line for line in table.allowed(1, "MoveRobber") if "second" in line and "second=-" not in line}
    assert bool(pairs) == (knights == 3 and "0" not in hands)
