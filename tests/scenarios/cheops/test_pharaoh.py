"""C6.7: on each rolled 7 the Pharaoh adds a block of his, once building has started."""

import pytest

from tests.rules.table import QUIET
from tests.scenarios.cheops.places import FIRST_DESERT, PYRAMID, SITE, SITE_INTERSECTIONS, tile, trail
from tests.scenarios.cheops.table import COST, EgyptTable, level_of

EMPTY = tile(8, 0)
"""A desert where nobody builds."""
FIELDS = tile(6, 3)
"""A6, where seat 2 stands in most tests."""


def to_roll(*, begun: bool = True, seat: int = 1) -> EgyptTable:
    """A seat is to roll; seat 1 has a settlement on the site if building has begun, seat 2 one at the fields."""
    table = EgyptTable.bare().place(2, (7, 17))
    if begun:
        table.place(1, SITE[0])
    return table.in_turn(seat % 4 + 1).in_turn(seat, rolled=False)


def block(number: int) -> str:
    """What happens when the Pharaoh adds a block."""
    return f"PyramidBlockPlaced seat=0 level={level_of(number)} number={number}"


@pytest.mark.rule("C6.7")
@pytest.mark.parametrize("dice", [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_on_a_7_the_pharaoh_adds_a_block_and_the_turn_goes_on(dice):
    table = to_roll()
    table.when("1 RollDice", dice=dice).then_no("PyramidBlockPlaced")
    table.when(f"1 MoveRobber hex={EMPTY}").then(
        f"RobberMoved seat=1 origin={FIRST_DESERT} hex={EMPTY}",
        block(1),
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )
    table.holding(1, COST).when("1 PlacePyramidBlock").then_includes("PyramidBlockPlaced seat=1 level=1 number=2")


@pytest.mark.rule("C6.7", "C6.1")
@pytest.mark.case("R42")
def test_not_before_building_has_started():
    table = to_roll(begun=False)
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}").then_no("PyramidBlockPlaced")
    table.awaits("act", 1)
    assert table.view("PyramidView").pharaoh_left == 16


@pytest.mark.rule("C6.7")
@pytest.mark.case("R42")
def test_from_the_first_7_after_the_first_settlement_on_the_site():
    """Built by another seat in the turn before."""
    table = to_roll(begun=False)
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}")
    table.roads(1, trail((2, 16), (2, 14), (3, 13))).holding(1, "1brick+1lumber+1wool+1grain")
    table.when(f"1 BuildSettlement intersection={SITE_INTERSECTIONS[2]}").then_no("PyramidBlockPlaced")
    table.in_turn(2, rolled=False).when("2 RollDice", dice=(3, 4))
    table.when(f"2 MoveRobber hex={FIRST_DESERT}").then_includes(block(1))


@pytest.mark.rule("C6.7")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_no_other_roll_does_it(number):
    table = to_roll()
    first = max(1, number - 6)
    table.when("1 RollDice", dice=(first, number - first)).then_no("PyramidBlockPlaced")
    assert not table.ledger.blocks


@pytest.mark.rule("C6.7")
@pytest.mark.case("R42")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_knight_card_does_not_cause_it(rolled):
    table = to_roll().in_turn(1, rolled=rolled).holding(2, "1ore").holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_no("PyramidBlockPlaced")
    table.when(f"1 MoveRobber hex={FIELDS} victim=2").then_no("PyramidBlockPlaced")
    table.awaits("act" if rolled else "roll", 1)
    assert not table.ledger.blocks


@pytest.mark.rule("C6.7")
def test_a_knight_before_a_7_does_not_keep_him_from_it():
    table = to_roll().holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={EMPTY}")
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={FIRST_DESERT}").then_includes(block(1))
    assert table.ledger.blocks == [0]


@pytest.mark.rule("C6.7")
def test_a_knight_after_a_7_does_not_bring_a_second():
    table = to_roll().holding_development_cards(1, "knight")
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}")
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={FIRST_DESERT}").then_no("PyramidBlockPlaced")
    assert table.ledger.blocks == [0]


@pytest.mark.rule("C6.7", "B5.1")
def test_after_the_discards_the_robbers_move_and_the_theft():
    table = to_roll().holding_just(s1="8wool", s2="9grain", s3="7ore")
    table.when("1 RollDice", dice=(3, 4)).then_no("PyramidBlockPlaced")
    table.awaits("discard", s1=4, s2=4)
    for seat, cards in ((2, "4grain"), (1, "4wool")):
        table.when(f"{seat} DiscardCards cards={cards}").then_no("PyramidBlockPlaced")
    table.awaits("robber", 1)
    table.refused("1 PlacePyramidBlock", "NOT_NOW", "B5.2")
    table.when(f"1 MoveRobber hex={FIELDS} victim=2").then_facts(
        f"RobberMoved seat=1 origin={FIRST_DESERT} hex={FIELDS}", "CardStolen thief=1 victim=2 resource=grain", block(1)
    )
    table.awaits("act", 1)


@pytest.mark.rule("C6.7")
@pytest.mark.parametrize("target", [FIELDS, PYRAMID, EMPTY])
def test_also_where_nothing_was_stolen(target):
    """Nobody has a card, whoever stands there."""
    table = to_roll(seat=3)
    table.when("3 RollDice", dice=(3, 4))
    table.when(f"3 MoveRobber hex={target}").then_facts(
        f"RobberMoved seat=3 origin={FIRST_DESERT} hex={target}", block(1)
    )


@pytest.mark.rule("C6.7", "C6.3")
@pytest.mark.parametrize("before", [1, 15, 16, 24, 25, 28])
def test_his_block_lies_on_the_next_free_place(before):
    table = to_roll().blocks(*([1, 0, 2, 3] * 7)[:before])
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}").then_includes(block(before + 1))


@pytest.mark.rule("C6.7", "C7.4")
def test_his_block_moves_neither_blessing_nor_curse():
    table = to_roll().blocks(2)
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={EMPTY}").then_no("BlessingGiven", "CurseLaid", "CurseLifted", "PointsChanged")
    assert (table.view("FavorView").blessed, table.view("FavorView").cursed) == (2, (1, 3, 4))


@pytest.mark.rule("C6.7")
def test_one_block_on_each_7():
    table = to_roll()
    targets = [EMPTY, FIRST_DESERT]
    for n in range(6):
        seat = n % 4 + 1
        table.in_turn(seat, rolled=False).when(f"{seat} RollDice", dice=(3, 4))
        table.when(f"{seat} MoveRobber hex={targets[n % 2]}").then_includes(block(n + 1))
        assert table.view("PyramidView").pharaoh_left == 15 - n
        table.when(f"{seat} Pass")
    table.when("3 RollDice", dice=QUIET).then_no("PyramidBlockPlaced")
