"""A6: 14 points win, and the game ends at once when Alexander is in Persepolis."""

from itertools import pairwise, starmap

import pytest

from tests.rules.table import SEED
from tests.scenarios.alexander.places import CHIPS, LAST, PURPLE, ROUTE, TEMPLES, path_between, tile
from tests.scenarios.alexander.table import EmpireTable

SEVEN = (3, 4)
ROBBER_FREE = tile(7, 0)
CITY = "2grain+3ore"
FREE = tuple(ROUTE[n] for n in range(1, 46, 2))
"""Places along the route, none beside another."""


def standing(table: EmpireTable, seat: int, cities: int = 0, settlements: int = 0) -> EmpireTable:
    """Give a seat so many cities and settlements along the route; each seat has five places there."""
    places = FREE[5 * seat - 5 : 5 * seat]
    return table.cities(seat, *places[:cities]).settlements(seat, *places[cities : cities + settlements])


def last_step(*chips: int, seats: int = 4) -> EmpireTable:
    """Seat 1 is to roll and Alexander to cross the last intersection; seats have won so many chips, others nobody."""
    table = EmpireTable.bare(seats)
    for n in range(2, LAST):
        resolved = ["EventResolved event=settlement seat=1"] * (n in TEMPLES)
        table.given(f"AlexanderMoved arrow={n} intersection={ROUTE[n]}", *resolved)
    return table.winning(*(seat for seat, n in enumerate(chips, start=1) for _ in range(n))).become(1, rolled=False)


def arrives(table: EmpireTable) -> EmpireTable:
    """Seat 1 rolls a 7, the robber goes to a desert, and Alexander to Persepolis."""
    table.roll(SEVEN).when(f"1 MoveRobber hex={ROBBER_FREE}")
    return table


# A6.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A6.1")
@pytest.mark.parametrize(("settlements", "over"), [(0, False), (1, True)])
def test_the_seat_in_turn_with_14_points_wins_at_once(settlements, over):
    """Three cities, a settlement that becomes the fourth, first advisor: 12, and one or two settlements more."""
    table = EmpireTable.bare(arrow=47, winners=(1, 2)).become(1)
    assert table.points(1) == 4
    standing(table, 1, 3, 1).holding(1, CITY)
    hidden = ["victory_point"] * (1 + settlements)
    table.holding_development_cards(1, *hidden)
    assert table.points(1) == 11
    table.when(f"1 BuildCity intersection={FREE[3]}")
    assert table.over == over
    if over:
        table.happened.then_includes("GameEnded winners=[1] cause=points")


@pytest.mark.rule("A6.1", "B10.1")
@pytest.mark.parametrize("total", [10, 12, 13])
def test_fewer_do_not_win(total):
    table = standing(EmpireTable.bare(), 1, 4, 1).holding_development_cards(1, *["victory_point"] * (total - 9))
    table.holding(1, "1wool+1grain+1ore").when("1 BuyDevelopmentCard", card="knight").then_no("GameEnded")
    assert not table.over


@pytest.mark.rule("A6.1")
def test_the_14th_may_come_by_an_advisor_card_in_ones_turn():
    """9 of buildings and the second advisor; with the fourth chip it is first."""
    table = EmpireTable.bare(arrow=CHIPS[0] - 1).winning(2, 2, 2, 1, 1, 1)
    standing(table, 1, 4, 1).holding_development_cards(1, "victory_point").become(1, rolled=False).coins(1, 1)
    assert table.points(1) == 12
    table.roll(chip="bridge").won(1).when("1 PayBid cards=1coin")
    table.happened.then_includes(
        "AdvisorCardTaken seat=1 advisor=1 loser=2 given=2", "GameEnded winners=[1] cause=points"
    )


@pytest.mark.rule("A6.1", "A3.7")
def test_or_by_a_settlement_that_is_founded():
    table = EmpireTable.bare(arrow=3).winning(1, 1)
    table.cities(1, *FREE[10:14]).holding_development_cards(1, "victory_point").become(1, rolled=False).coins(1, 1)
    assert table.points(1) == 12
    table.roll().won(1).when("1 PayBid cards=1coin")
    table.when(f"1 BuildSettlement intersection={ROUTE[4]}").then_includes("GameEnded winners=[1] cause=points")


@pytest.mark.rule("A6.1", "A3.9")
def test_or_by_the_largest_army_that_another_gives_up_for_a_battle():
    """In seat 1's turn seat 2 pays three of its five knights; seat 1 has four."""
    table = EmpireTable.bare(arrow=CHIPS[0] - 1).winning(1, 1, 1)
    table.cities(1, *FREE[10:14]).having_played_knights(1, 4).having_played_knights(2, 5)
    assert (table.points(1), table.army_owner) == (12, 2)
    table.become(1, rolled=False).roll(chip="battle").won(2, 9).when("2 PayBid cards=0 knights=3")
    table.happened.then_includes("LargestArmyAwarded seat=1 knights=4", "GameEnded winners=[1] cause=points")


@pytest.mark.rule("A6.1", "B10.1")
def test_who_comes_to_14_in_anothers_turn_wins_when_its_own_starts_before_anything_else():
    """Seat 2 gets the advisor's card in seat 1's turn; its own turn ends the game before the supply is drawn."""
    table = EmpireTable.start().resolved(1).empty_hands().winning(2, 2)
    table.given("PromptsChanged phase=act prompts=[{act [{act 1 1}]}]")
    standing(table, 2, 4, 1).holding_development_cards(2, "victory_point").become(1, rolled=False).coins(2, 1)
    assert table.points(2) == 9
    table.roll(chip="bridge").won(2).when("2 PayBid cards=1coin").then_no("GameEnded")
    assert table.points(2) == 13
    table.when("1 Pass").then_includes("TurnStarted seat=2", "GameEnded winners=[2] cause=points")
    table.happened.then_no("SupplyCardsDrawn")


@pytest.mark.rule("A6.1", "B10.1")
def test_not_if_it_has_lost_them_till_then():
    table = EmpireTable.bare(arrow=CHIPS[0] - 1).winning(3, 3, 2, 2, 2)
    standing(table, 2, 4, 1).holding_development_cards(2, "victory_point")
    table.coins(3, 2).become(4, rolled=False).roll(chip="famine").won(3).when("3 PayBid cards=1coin")
    assert (table.points(2), table.points(3)) == (13, 3)
    table.become(1, rolled=False).roll(chip="bridge").won(3).when("3 PayBid cards=1coin")
    assert (table.points(2), table.points(3)) == (12, 4)
    table.when("1 Pass").then_no("GameEnded")
    table.awaits("roll", 2)


# A6.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A6.2")
@pytest.mark.case("R65")
def test_in_persepolis_the_game_ends_at_once():
    table = standing(last_step(), 3, 0, 1).holding_just(s2="1ore").become(1, rolled=False)
    table.holding_development_cards(4, "knight").become(1, rolled=False)
    arrives(table).happened.then(
        f"RobberMoved seat=1 origin={tile(0, 7)} hex={ROBBER_FREE}",
        f"AlexanderMoved arrow={LAST} intersection={ROUTE[LAST]}",
        "GameEnded winners=[3] cause=persepolis",
        f"SeedRevealed seed=0x{SEED.hex()}",
        "HandShown seat=1 cards=0 development_cards=0 points=0",
        "HandShown seat=2 cards=1ore development_cards=0 points=0",
        "HandShown seat=3 cards=0 development_cards=0 points=1",
        "HandShown seat=4 cards=0 development_cards=1knight points=0",
    )
    assert (table.over, table.winners, table.view("MarchView").next) == (True, (3,), None)
    for line in ("1 Pass", "2 Bid amount=1", "3 PayBid cards=0", "1 RollDice"):
        table.refused(line, "GAME_OVER", "B10.3")


@pytest.mark.rule("A6.2", "A2.8")
@pytest.mark.case("R65")
def test_after_the_discards_the_robber_and_the_theft():
    table = standing(last_step(), 2, 0, 1).holding_just(s2="12wool").become(1, rolled=False).roll(SEVEN)
    table.happened.then_no("GameEnded")
    table.when("2 DiscardCards cards=6wool").then_no("GameEnded", "AlexanderMoved")
    hex_number = next(h for h in range(80) if f"1 MoveRobber hex={h} victim=2" in table.allowed(1))
    table.when(f"1 MoveRobber hex={hex_number} victim=2", theft=0)
    table.happened.then_includes("CardStolen thief=1 victim=2", f"AlexanderMoved arrow={LAST}", "GameEnded winners=[2]")


@pytest.mark.rule("A6.2")
def test_not_with_the_intersection_before():
    table = EmpireTable.bare(arrow=PURPLE[-2] - 1, winners=(1, 2, 3, 4)).become(1, rolled=False)
    arrives(table).happened.then_no("GameEnded")
    table.awaits("act", 1)


@pytest.mark.rule("A6.2")
@pytest.mark.parametrize("winner", [1, 2, 3, 4])
def test_the_most_points_win_in_turn_or_not(winner):
    table = last_step()
    for seat in (1, 2, 3, 4):
        standing(table, seat, 1 if seat == winner else 0, 1)
    arrives(table.become(1, rolled=False)).happened.then_includes(f"GameEnded winners=[{winner}] cause=persepolis")


@pytest.mark.rule("A6.2")
@pytest.mark.parametrize(("hidden", "winners"), [(0, (1,)), (1, (1, 2)), (2, (2,))])
def test_hidden_victory_point_cards_are_counted(hidden, winners):
    table = standing(standing(last_step(), 1, 1, 0), 2, 0, 1)
    table.holding_development_cards(2, *["victory_point"] * hidden).become(1, rolled=False)
    assert arrives(table).winners == winners


@pytest.mark.rule("A6.2")
@pytest.mark.case("R65")
@pytest.mark.parametrize(
    ("points", "chips", "winners"),
    [
        ((2, 2, 0, 0), (1, 0, 2, 2), (1,)),
        ((2, 2, 0, 0), (0, 1, 2, 2), (2,)),
        ((2, 2, 0, 0), (1, 1, 2, 2), (1, 2)),
        ((2, 2, 2, 0), (1, 2, 2, 0), (2, 3)),
        ((2, 2, 2, 2), (1, 2, 1, 1), (2,)),
        ((2, 2, 2, 2), (0, 0, 0, 0), (1, 2, 3, 4)),
        ((0, 0, 0, 0), (0, 0, 0, 1), (4,)),
        ((1, 2, 1, 1), (2, 0, 2, 2), (2,)),
        ((1, 0, 1, 0), (0, 2, 0, 2), (1, 3)),
    ],
)
def test_among_equals_the_one_with_more_chips_and_those_still_equal_share(points, chips, winners):
    table = last_step(*chips)
    for seat, n in enumerate(points, start=1):
        standing(table, seat, n // 2, n % 2)
    table.become(1, rolled=False)
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == list(points)
    arrives(table).happened.then_includes(f"GameEnded winners=[{' '.join(map(str, winners))}] cause=persepolis")
    assert table.winners == winners


@pytest.mark.rule("A6.2")
@pytest.mark.parametrize(
    ("chips", "winners"), [((4, 3, 0), (1,)), ((3, 5, 0), (2,)), ((3, 3, 6), (3,)), ((0, 0, 2), (3,))]
)
def test_advisors_count(chips, winners):
    """Three seats have no other points."""
    assert arrives(last_step(*chips, seats=3)).winners == winners


@pytest.mark.rule("A6.2", "A4.3")
def test_more_chips_do_not_win_against_more_points():
    table = standing(standing(last_step(5, 3), 2, 1, 0), 1, 0, 0).become(1, rolled=False)
    assert (table.points(1), table.points(2)) == (4, 5)
    assert arrives(table).winners == (2,)


@pytest.mark.rule("A6.2", "A6.1")
def test_one_not_in_turn_with_14_may_be_beaten_in_persepolis():
    """In seat 1's turn seat 2 has 14 and seat 3 more, with hidden cards."""
    table = last_step(0, 3, 2)
    standing(standing(table, 2, 4, 1), 3, 4, 1).holding_development_cards(2, "victory_point")
    table.roads(3, starmap(path_between, pairwise(ROUTE[21:27]))).having_played_knights(3, 3)
    table.holding_development_cards(3, *["victory_point"] * 2).become(1, rolled=False)
    assert (table.points(2), table.points(3)) == (13, 13)
    assert arrives(table).winners == (3,)


@pytest.mark.rule("A6.2", "B10.3")
def test_all_is_open_then():
    table = last_step().holding_just(s3="2wool").become(1, rolled=False)
    arrives(table)
    hands = table.view("HandsView", 1).hands
    assert [hand.cards for hand in hands][2] == table.view("HandsView", 3).hands[2].cards
    assert all(hand.cards is not None for hand in hands)
