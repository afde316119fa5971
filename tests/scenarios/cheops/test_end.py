"""C8: 12 points win, and the game ends at once with the Pharaoh's last block or the pyramid's."""

import pytest

from tests.scenarios.cheops.places import FIRST_DESERT, SITE, intersection, tile, trail
from tests.scenarios.cheops.table import COST, EgyptTable, blessed_and_cursed

EMPTY = tile(8, 0)
SETTLEMENT, CITY = "1brick+1lumber+1wool+1grain", "2grain+3ore"
FAR = ((3, 5), (5, 5), (9, 5), (11, 5), (14, 4), (15, 13), (10, 20), (7, 25), (10, 8), (9, 11), (6, 14), (7, 17))
"""Places far from the site, none beside another: seats 1 to 3 take four each."""


def building(seats: int = 4, *cities: int) -> EgyptTable:
    """Seat 1 is in turn; seats 1 to 3 have a settlement on the site, and so many cities elsewhere; no coins."""
    table = EgyptTable.bare(seats).no_coins().place(1, SITE[0]).place(2, SITE[2]).place(3, SITE[4])
    for seat, n in enumerate(cities, start=1):
        table.city(seat, *FAR[4 * seat - 4 : 4 * seat - 4 + n])
    return table


def before_pharaohs_last(table: EgyptTable, *givers: int) -> EgyptTable:
    """After blocks of these seats and 15 of the Pharaoh's, seat 1 has rolled a 7 and is to move the robber."""
    table.blocks(*givers, *[0] * 15).in_turn(4).in_turn(1, rolled=False)
    table.when("1 RollDice", dice=(3, 4)).then_no("GameEnded")
    return table


def last(table: EgyptTable, victim: str = "") -> EgyptTable:
    """The robber is moved and the Pharaoh's last block placed."""
    number = len(table.ledger.blocks) + 1
    table.when(f"1 MoveRobber hex={EMPTY}{victim}").then_includes("RobberMoved", "PyramidBlockPlaced seat=0")
    assert table.ledger.blocks.count(0) == 16
    assert len(table.ledger.blocks) == number
    return table


# C8.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C8.1")
def test_the_seat_in_turn_with_12_points_wins_at_once():
    """A settlement on the site, four cities, and the blessing: 12."""
    table = building(4, 4).holding(1, COST)
    assert table.points(1) == 9
    table.when("1 PlacePyramidBlock").then_includes(
        "BlessingGiven seat=1", "PointsChanged seat=1 cause=blessing points=3 total=12", "GameEnded winners=[1]"
    )
    assert "GameEnded winners=[1] cause=points" in table.happened


@pytest.mark.rule("C8.1")
def test_with_11_points_nobody_wins():
    table = building(4, 3).holding(1, COST).place(1, FAR[3])
    assert table.points(1) == 8
    table.when("1 PlacePyramidBlock").then_no("GameEnded")
    assert table.points(1) == 11
    table.holding(1, CITY).when(f"1 BuildCity intersection={intersection(*FAR[3])}").then_includes(
        "GameEnded winners=[1] cause=points"
    )


@pytest.mark.rule("C8.1", "B10.1")
def test_a_curse_that_is_put_away_may_bring_the_12_points():
    """Buildings, army and a hidden card come to 12, less 2; with as many blocks as all have the curse stays."""
    table = building(4, 0, 4).blocks(1, 3, 4).become(2).having_played_knights(2, 3).holding(2, COST)
    assert table.points(2) == 9
    table.holding_development_cards(2, "victory_point").when("2 PlacePyramidBlock").then_no("GameEnded")
    table = building(4, 0, 4).blocks(1, 3).become(2).having_played_knights(2, 3)
    table.holding_development_cards(2, "victory_point").holding(2, COST)
    assert table.points(2) == 9
    table.when("2 PlacePyramidBlock").then_includes("CurseLifted seat=2", "GameEnded winners=[2] cause=points")


@pytest.mark.rule("C8.1", "B10.1")
def test_who_comes_to_12_in_anothers_turn_wins_when_its_own_turn_starts():
    """In Cheops nothing brings a seat a point in another's turn; here it came by the events given."""
    table = building(4, 0, 4).having_played_knights(2, 3)
    table.given("DevelopmentCardBought seat=2 card=victory_point")
    assert not table.over
    table.when("1 Pass").then_includes("TurnStarted seat=2", "GameEnded winners=[2] cause=points")


# C8.2: the Pharaoh's last block ---------------------------------------------------------------------------------------


@pytest.mark.rule("C8.2")
@pytest.mark.parametrize("winner", [1, 2, 3])
def test_the_game_ends_with_the_pharaohs_last_block_in_the_middle_of_a_7(winner):
    """Whoever has the most points wins, in turn or not."""
    table = before_pharaohs_last(building(4, *(2 if seat == winner else 1 for seat in (1, 2, 3))))
    last(table)
    assert f"GameEnded winners=[{winner}] cause=pharaoh" in table.happened
    assert (table.over, table.winners) == (True, (winner,))
    assert max(range(1, 5), key=table.points) == winner
    assert table.points(winner) < 12


@pytest.mark.rule("C8.2")
def test_after_the_discards_the_robber_and_the_theft():
    table = building().place(4, (0, 22)).blocks(*[0] * 15).in_turn(4).in_turn(1, rolled=False)
    table.holding_just(s1="8wool", s4="1ore")
    table.when("1 RollDice", dice=(3, 4)).then_no("GameEnded", "PyramidBlockPlaced")
    table.when("1 DiscardCards cards=4wool").then_no("GameEnded", "PyramidBlockPlaced")
    table.awaits("robber", 1)
    table.when(f"1 MoveRobber hex={tile(7, 0)} victim=4").then_includes(
        f"RobberMoved seat=1 origin={FIRST_DESERT} hex={tile(7, 0)}",
        "CardStolen thief=1 victim=4 resource=ore",
        "PyramidBlockPlaced seat=0 level=1 number=16",
        "GameEnded winners=[1 2 3 4] cause=pharaoh",
    )


@pytest.mark.rule("C8.2")
def test_his_fifteenth_block_does_not_end_it():
    table = building().blocks(*[0] * 14).in_turn(4).in_turn(1, rolled=False)
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}").then_no("GameEnded")
    table.awaits("act", 1)


@pytest.mark.rule("C8.2")
@pytest.mark.parametrize(
    ("cities", "winners"), [((1, 1, 1), (1, 2, 3)), ((1, 1, 0), (1, 2)), ((0, 2, 2), (2, 3)), ((2, 1, 2), (1, 3))]
)
def test_those_that_tie_share_the_win(cities, winners):
    table = last(before_pharaohs_last(building(4, *cities)))
    assert table.winners == winners


@pytest.mark.rule("C8.2")
@pytest.mark.parametrize(("cards", "winners"), [(0, (1,)), (1, (1, 2)), (2, (2,))])
def test_hidden_victory_point_cards_are_counted(cards, winners):
    table = building(4, 1)
    table.place(2, FAR[4])
    assert (table.points(1), table.points(2)) == (3, 2)
    table.holding_development_cards(2, *["victory_point"] * cards)
    last(before_pharaohs_last(table))
    assert table.winners == winners


@pytest.mark.rule("C8.2")
def test_blessing_and_curse_count():
    """Seat 1 has more buildings, seat 2 the blessing; seats that are cursed may lie below zero."""
    table = last(before_pharaohs_last(building(4, 1), 2, 3))
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [1, 4, 1, -2]
    assert table.winners == (2,)
    assert "HandShown seat=4 cards=0 development_cards=0 points=-2" in table.happened


@pytest.mark.rule("C8.2")
def test_somebody_wins_even_where_all_are_below_zero_but_one():
    """Seat 3 has the blessing, and all the others have nothing but the curse."""
    table = EgyptTable.bare().place(3, SITE[0]).blocks(3)
    last(before_pharaohs_last(table))
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [-2, -2, 4, -2]
    assert table.winners == (3,)


@pytest.mark.rule("C8.2", "B10.3")
def test_after_it_every_command_is_refused_and_all_cards_are_public():
    table = before_pharaohs_last(building().holding_development_cards(4, "knight"))
    last(table.holding_just(s2=COST))
    lines = [line for line in table.happened if line.startswith("HandShown")]
    assert lines == [
        "HandShown seat=1 cards=0 development_cards=0 points=1",
        f"HandShown seat=2 cards={COST} development_cards=0 points=1",
        "HandShown seat=3 cards=0 development_cards=0 points=1",
        "HandShown seat=4 cards=0 development_cards=1knight points=0",
    ]
    for line in ("1 PlacePyramidBlock", "1 Pass", f"1 BuildShip path={trail((8, 10), (8, 8))[0]}", "2 RollDice"):
        table.refused(line, "GAME_OVER", "B10.3")
    table.refused(f"1 TradeAtHarbor harbor={trail((5, 5), (6, 4))[0]} give=grain take=ore", "GAME_OVER", "B10.3")


# C8.2: the pyramid's last block ---------------------------------------------------------------------------------------


def before_the_30th(table: EgyptTable, *givers: int) -> EgyptTable:
    """29 blocks lie: of these seats, and the rest is the Pharaoh's."""
    return table.blocks(*givers, *[0] * (29 - len(givers))).holding(1, COST)


@pytest.mark.rule("C8.2", "C6.3")
def test_the_game_ends_at_once_with_the_pyramids_last_block():
    table = before_the_30th(building(4, 0, 1), *[2] * 10, *[3] * 9)
    table.when("1 PlacePyramidBlock").then_includes(
        "PyramidBlockPlaced seat=1 level=4 number=30",
        f"ResourcesPaid seat=1 cards={COST}",
        "CurseLifted seat=1",
        "GameEnded winners=[2] cause=pyramid",
    )


@pytest.mark.rule("C8.2")
def test_the_29th_does_not_end_it():
    table = building().blocks(*[2] * 10, *[3] * 9, *[0] * 9).holding(1, "2brick+2ore")
    table.when("1 PlacePyramidBlock").then_no("GameEnded")
    table.when("1 PlacePyramidBlock").then_includes("GameEnded")


@pytest.mark.rule("C8.2", "C7.1")
def test_blessing_and_curse_are_settled_first():
    """The 30th block takes the blessing from seat 2: 1 and 3 against 1 and 2 of a city."""
    table = before_the_30th(building(4, 0, 1), *[2] * 7, *[1] * 7)
    table.become(1)
    assert blessed_and_cursed(table.ledger.blocks, 4) == (2, {3, 4})
    table.when("1 PlacePyramidBlock").then_includes(
        "BlessingGiven seat=1", "PointsChanged", "GameEnded winners=[1] cause=pyramid"
    )
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [4, 3, -1, -2]


@pytest.mark.rule("C8.2")
def test_a_curse_that_comes_back_with_the_last_block_counts():
    """Three seats with 6, 5 and 5 after it: the two last are cursed, of whom one had none before."""
    table = building(3, 0, 2, 2).blocks(*[2] * 6, *[3] * 5, *[1] * 4, *[0] * 14).holding(1, COST)
    assert table.view("FavorView").cursed == (1,)
    table.when("1 PlacePyramidBlock").then_includes("CurseLaid seat=3", "GameEnded winners=[2] cause=pyramid")
    assert [table.points(seat) for seat in (1, 2, 3)] == [-1, 8, 3]


@pytest.mark.rule("C8.2")
def test_ties_at_the_pyramids_last_block_share_and_hidden_cards_count():
    table = before_the_30th(building(4, 0, 1, 1), *[4] * 10, *[2] * 5, *[3] * 5)
    table.holding_development_cards(3, "victory_point").holding_development_cards(2, "victory_point")
    table.holding(1, COST).when("1 PlacePyramidBlock").then_includes("GameEnded winners=[2 3] cause=pyramid")


@pytest.mark.rule("C8.2")
def test_the_pharaoh_may_place_the_pyramids_last_block():
    """Not his own last: he has one left over."""
    table = building(4, 0, 1).blocks(*[2] * 5, *[3] * 5, *[1] * 5, *[0] * 14).in_turn(4).in_turn(1, rolled=False)
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}").then_includes(
        "PyramidBlockPlaced seat=0 level=4 number=30", "GameEnded winners=[2] cause=pyramid"
    )


@pytest.mark.rule("C8.2")
def test_where_his_last_is_the_pyramids_last_the_game_ends_once():
    table = before_pharaohs_last(building(4, 0, 1), *[2] * 5, *[3] * 5, *[1] * 4)
    last(table)
    assert len([line for line in table.happened if line.startswith("GameEnded winners=[2] cause=")]) == 1


@pytest.mark.rule("C8.2", "C8.1")
def test_who_comes_to_12_by_completing_the_pyramid_wins_by_c8_1():
    """Though another seat has as many, with hidden cards."""
    table = building(4, 4, 4).place(2, (1, 5)).holding_development_cards(2, *["victory_point"] * 3)
    before_the_30th(table, *[3] * 6, *[2] * 6, *[1] * 6).holding(1, COST)
    assert (table.points(1), table.points(2)) == (9, 10)
    table.when("1 PlacePyramidBlock").then_includes(
        "BlessingGiven seat=1", "PointsChanged seat=1 cause=blessing points=3 total=12", "GameEnded winners=[1]"
    )
    assert "GameEnded winners=[1] cause=points" in table.happened


@pytest.mark.rule("C8.2")
def test_with_11_points_by_it_the_most_points_win():
    table = building(4, 3, 4).place(1, FAR[3]).place(2, (1, 5)).holding_development_cards(2, "victory_point")
    before_the_30th(table, *[3] * 6, *[2] * 6, *[1] * 6).holding(1, COST)
    table.when("1 PlacePyramidBlock").then_includes("BlessingGiven seat=1", "GameEnded winners=[1 2] cause=pyramid")
    assert (table.points(1), table.points(2)) == (11, 10)
