"""G6.3 and G6.4: when the robber comes into the game, and where it stands."""

import pytest

from tests.scenarios.great_race.places import FOUR, THREE
from tests.scenarios.great_race.table import CITY_COST, RICH, RaceTable

STRIP_N, STRIP_S = (4, 2), (4, 16)
"""Two places on the strip that touch no hex face down."""
GOLD = (0, 4)
HOME = ((10, 8), (12, 2), (11, 11), (15, 11))
ALLOWED = THREE.strip | THREE.gold


def to_roll(table: RaceTable, seat: int = 1) -> RaceTable:
    """It is a seat's turn, and it is to roll."""
    return table.become(seat, rolled=False)


def awake(**hands: str) -> RaceTable:
    """Seat 2 has two settlements on the strip; seat 1 has rolled a 7 and moves the robber."""
    table = to_roll(RaceTable.bare().place(2, STRIP_N, STRIP_S)).holding_just(**hands)
    table.roll(7)
    return table


# G6.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G6.3")
def test_it_is_off_the_board_at_first():
    table = RaceTable.start()
    assert table.view("RobberView", 1).hex is None
    assert table.newest("BoardLaid").robber is None


@pytest.mark.rule("G6.3", "B5.1")
@pytest.mark.case("R58")
@pytest.mark.parametrize("outside", [(), (STRIP_N,), (GOLD,)])
def test_before_two_stand_outside_a_7_means_discards_only(outside):
    table = RaceTable.bare().place(1, *HOME[:2]).place(2, *HOME[2:]).place(3, *outside)
    to_roll(table).holding_just(s1="9wool", s2="7ore", s3="10brick")
    assert table.roll(7) == []
    table.awaits("discard", s1=4, s3=5)
    table.when("3 DiscardCards cards=5brick")
    table.when("1 DiscardCards cards=4wool").then_facts("ResourcesDiscarded seat=1 cards=4wool")
    table.awaits("act", 1)
    assert table.view("RobberView").hex is None


@pytest.mark.rule("G6.3")
def test_without_discards_play_goes_on_at_once():
    table = to_roll(RaceTable.bare().place(1, *HOME))
    assert table.roll(7) == []
    table.awaits("act", 1)
    table.refuses(f"1 MoveRobber hex={min(ALLOWED)}")


@pytest.mark.rule("G6.3")
@pytest.mark.case("R58")
@pytest.mark.parametrize("outside", [
    {1: (STRIP_N, STRIP_S)}, {2: (STRIP_N, GOLD)}, {2: (STRIP_N,), 3: (STRIP_S,)}, {1: ((0, 14),), 3: (GOLD,)}
])  # fmt: skip
@pytest.mark.parametrize("kind", ["place", "city"])
def test_with_two_buildings_outside_whosever_the_next_7_brings_it_in(outside, kind):
    table = RaceTable.bare().place(1, HOME[0])
    for seat, points in outside.items():
        if kind == "city":
            points = tuple(point if point[0] > 2 else (-1, 11) if point[1] > 9 else (-1, 5) for point in points)
        getattr(table, kind)(seat, *points)
    to_roll(table).roll(7)
    table.awaits("robber", 1)
    here = THREE.tile(3, 2)
    table.when(f"1 MoveRobber hex={here}").then_facts(f"RobberMoved seat=1 origin=- hex={here}")
    table.awaits("act", 1)
    assert table.view("RobberView", 2).hex == here


@pytest.mark.rule("G6.3")
def test_the_building_of_the_second_does_not_bring_it_in_by_itself():
    table = RaceTable.bare().place(1, STRIP_N).roads(1, THREE.trail((4, 14), STRIP_S)).holding(1, RICH)
    table.when(f"1 BuildSettlement intersection={THREE.intersection(*STRIP_S)}").then_no("RobberMoved")
    table.awaits("act", 1)
    assert table.robber is None
    to_roll(table.empty_hands(), 2).roll(7)
    table.awaits("robber", 2)


@pytest.mark.rule("G6.3")
def test_one_that_becomes_a_city_is_still_one():
    table = RaceTable.bare().place(1, STRIP_N).holding(1, CITY_COST)
    table.when(f"1 BuildCity intersection={THREE.intersection(*STRIP_N)}")
    to_roll(table, 2).roll(7)
    table.awaits("act", 2)


@pytest.mark.rule("G6.3", "G1.7")
def test_on_land_that_was_turned_up_they_count_but_not_where_they_touch_the_home_island():
    """On the board for four a hex that was face down lies beside the home island, and another beyond it."""
    near, far = FOUR.tile(1, 5), FOUR.tile(1, 4)
    table = RaceTable.bare(4).explored(near, terrain="hills").explored(far, terrain="forest")
    touching, beyond, further = (12, 2), (10, 2), (8, 4)
    assert FOUR.intersection(*touching) in FOUR.corners(*FOUR.home)
    table.place(1, touching, beyond)
    trial = to_roll(table.fork())
    trial.roll(7)
    trial.awaits("act", 1)
    to_roll(table.place(2, further)).roll(7)
    table.awaits("robber", 1)


@pytest.mark.rule("G6.3", "B5.4")
@pytest.mark.parametrize("rolled", [True, False])
def test_a_knight_before_that_counts_as_played_but_moves_and_steals_nothing(rolled):
    table = RaceTable.bare().place(2, STRIP_N).become(1, rolled=rolled).holding(2, "3ore")
    table.holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_facts("DevelopmentCardPlayed seat=1 card=knight")
    table.awaits("act" if rolled else "roll", 1)
    assert table.robber is None
    assert table.view("DevelopmentView", 2).hands[0].played == 1


@pytest.mark.rule("G6.3", "B8.1")
def test_that_knight_is_the_turns_one_card():
    table = RaceTable.bare().place(1, HOME[0]).holding_development_cards(1, "knight", "knight")
    table.when("1 PlayKnight")
    table.refused("1 PlayKnight", "CARD_ALREADY_PLAYED", "B8.1")


@pytest.mark.rule("G6.3", "B5.4")
def test_with_two_outside_a_knight_brings_it_in():
    table = RaceTable.bare().place(2, STRIP_N, STRIP_S).holding(2, "2ore").holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.awaits("robber", 1)
    here = THREE.tile(1, 2)
    table.when(f"1 MoveRobber hex={here} victim=2", theft="ore").then_facts(
        f"RobberMoved seat=1 origin=- hex={here}", "CardStolen thief=1 victim=2 resource=ore"
    )


@pytest.mark.rule("G6.3", "B5.1")
def test_discards_come_before_it():
    table = awake(s3="8wool")
    table.awaits("discard", s3=4)
    table.when("3 DiscardCards cards=4wool")
    table.awaits("robber", 1)


# G6.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G6.4")
@pytest.mark.case("R58")
def test_it_stands_on_the_strip_and_the_gold_islands_only():
    table = awake()
    assert table.allowed_places(1, "MoveRobber") == ALLOWED
    for here in sorted(THREE.home):
        table.refused(f"1 MoveRobber hex={here}", "ROBBER_NOT_ALLOWED", "G6.4")
    for here in sorted(ALLOWED):
        table.fork().when(f"1 MoveRobber hex={here}")


@pytest.mark.rule("G6.4", "S5")
@pytest.mark.case("R38", "R58")
def test_not_on_the_sea_nor_on_a_storm_nor_on_a_hex_face_down():
    table = awake()
    table.refuses(*(f"1 MoveRobber hex={here}" for here in sorted(THREE.water | THREE.hidden)))


@pytest.mark.rule("G6.4")
@pytest.mark.case("R58")
def test_not_on_land_that_was_face_down():
    land = THREE.tile(2, 4)
    table = RaceTable.bare().explored(land, terrain="hills").place(2, STRIP_N, STRIP_S)
    to_roll(table).roll(7)
    table.refused(f"1 MoveRobber hex={land}", "ROBBER_NOT_ALLOWED", "G6.4")
    table.when(f"1 MoveRobber hex={THREE.tile(2, 3)}")


@pytest.mark.rule("G6.4", "G5.2")
def test_not_on_a_forbidden_land():
    table = to_roll(RaceTable.bare(4).place(2, (8, 8), (7, 13)))
    table.roll(7)
    assert table.allowed_places(1, "MoveRobber") == FOUR.strip | FOUR.gold
    for here in sorted(FOUR.forbidden):
        table.refused(f"1 MoveRobber hex={here}", "ROBBER_NOT_ALLOWED", "G6.4")


@pytest.mark.rule("G6.4", "B5.2")
def test_from_then_on_it_moves_to_another_hex():
    table = awake()
    here, there = THREE.tile(3, 2), THREE.tile(2, 0)
    table.when(f"1 MoveRobber hex={here}")
    to_roll(table, 2).roll(7)
    table.refused(f"2 MoveRobber hex={here}", "ROBBER_MUST_MOVE", "B5.2")
    table.when(f"2 MoveRobber hex={there}").then_facts(f"RobberMoved seat=2 origin={here} hex={there}")


@pytest.mark.rule("B5.2", "G6.3")
def test_it_steals_as_ever():
    table = awake(s2="1ore+1wool")
    here = THREE.tile(1, 2)
    table.refused(f"1 MoveRobber hex={here}", "VICTIM_REQUIRED", "B5.2")
    table.when(f"1 MoveRobber hex={here} victim=2", theft="wool").then_facts(
        f"RobberMoved seat=1 origin=- hex={here}", "CardStolen thief=1 victim=2 resource=wool"
    )


@pytest.mark.rule("B4.2", "G6.4")
def test_the_hex_under_it_yields_nothing():
    table = awake()
    here = THREE.tile(1, 2)
    number = table.ledger.known[here][1]
    table.when(f"1 MoveRobber hex={here}")
    to_roll(table.empty_hands(), 3).roll(number)
    assert table.hand(2) == "0"
