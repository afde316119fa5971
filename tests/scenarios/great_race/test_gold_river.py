"""S4 in the Great Race: a gold river yields cards of its owner's choice."""

import pytest

from tests.scenarios.great_race.places import FIVE, THREE
from tests.scenarios.great_race.table import RaceTable

GOLD, OTHER = THREE.tile(2, 0), THREE.tile(4, 0)
NORTH, SOUTH, WEST = (0, 4), (0, 8), (-1, 5)
"""Corners of the gold island in the north."""


def number_of(table: RaceTable, hex_number: int = GOLD) -> int:
    """The number on a hex that lies open."""
    return table.ledger.known[hex_number][1]


def to_roll(seat: int = 1, seats: int = 3) -> RaceTable:
    """A seat is to roll; nothing stands."""
    return RaceTable.bare(seats).become(seat, rolled=False)


@pytest.mark.rule("S4")
@pytest.mark.case("R36")
@pytest.mark.parametrize(("kind", "point", "cards", "chosen"), [
    ("place", NORTH, 1, "1ore"), ("city", WEST, 2, "2grain"), ("city", WEST, 2, "1brick+1wool")
])  # fmt: skip
def test_a_settlement_gets_one_card_of_its_owners_choice_a_city_two(kind, point, cards, chosen):
    table = getattr(to_roll(), kind)(2, point)
    table.roll(number_of(table))
    table.awaits("gold", s2=cards)
    table.when(f"2 ChooseGold cards={chosen}").then_facts(f"ResourcesReceived seat=2 cards={chosen}")
    assert table.hand(2) == chosen
    table.awaits("act", 1)


@pytest.mark.rule("S4")
def test_each_owner_chooses_for_itself():
    """One at a time, each its own."""
    table = to_roll().place(2, NORTH).place(1, SOUTH)
    table.roll(number_of(table))
    table.awaits("gold", 1)
    table.when("1 ChooseGold cards=1ore")
    table.awaits("gold", 2)
    table.when("2 ChooseGold cards=1wool")
    table.awaits("act", 1)


@pytest.mark.rule("S4")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_choices_go_clockwise_from_the_seat_in_turn(seat):
    """Three settlements fit round one hex."""
    table = to_roll(seat).place(1, NORTH).place(2, (1, 7)).place(3, (-1, 7))
    table.roll(number_of(table))
    order = [(seat - 1 + n) % 3 + 1 for n in range(3)]
    for n, asked in enumerate(order):
        table.awaits("gold", asked)
        table.refuses(*(f"{other} ChooseGold cards=1ore" for other in order if other != asked))
        table.when(f"{asked} ChooseGold cards=1ore").then_facts(f"ResourcesReceived seat={asked} cards=1ore")
        assert [table.hand(each) for each in order] == ["1ore"] * (n + 1) + ["0"] * (2 - n)
    table.awaits("act", seat)


@pytest.mark.rule("S4")
def test_after_the_other_production():
    table = to_roll().place(2, NORTH)
    number = number_of(table)
    other = next(h for h in THREE.open_land - {GOLD} if table.ledger.known[h][1] == number)
    table.settlements(3, THREE.grid.corners[other][3])
    produced = table.roll(number)
    assert [line.split()[0] for line in produced] == ["ResourcesProduced"]
    table.awaits("gold", 2)


@pytest.mark.rule("S4")
def test_play_waits_for_the_choice():
    table = to_roll().place(2, NORTH).place(1, (10, 8)).holding(1, "4wool")
    table.roll(number_of(table))
    table.refuses("1 Pass", "1 TradeWithBank give=wool rate=4 take=ore", "2 Pass", "1 ChooseGold cards=1ore")
    table.refused("1 Pass", "NOT_NOW", "S4")
    table.when("2 ChooseGold cards=1brick")
    table.when("1 TradeWithBank give=wool rate=4 take=ore")


@pytest.mark.rule("S4")
@pytest.mark.parametrize("cards", ["0", "1ore", "3ore", "1brick+1lumber+1wool"])
def test_just_so_many_cards(cards):
    table = to_roll().city(2, WEST)
    table.roll(number_of(table))
    table.refused(f"2 ChooseGold cards={cards}", "WRONG_NUMBER_OF_CARDS", "S4")
    table.when("2 ChooseGold cards=1ore+1wool")


@pytest.mark.rule("S4")
@pytest.mark.case("R36")
def test_only_what_the_bank_holds():
    table = to_roll().city(2, WEST).bank_left_with("ore", 1, others_held_by=3)
    table.roll(number_of(table))
    table.refused("2 ChooseGold cards=2ore", "BANK_TOO_SHORT", "S4")
    table.when("2 ChooseGold cards=1ore+1wool")


def nearly_empty(table: RaceTable, **left: int) -> RaceTable:
    """The bank has just these cards; seat 3 has the others."""
    for resource in ("brick", "lumber", "wool", "grain", "ore"):
        table.bank_left_with(resource, left.get(resource, 0), others_held_by=3)
    return table


@pytest.mark.rule("S4")
def test_what_the_bank_cannot_give_is_lost():
    """Two are due, one is there."""
    table = nearly_empty(to_roll().city(2, WEST), wool=1)
    table.roll(number_of(table))
    table.awaits("gold", s2=2)
    table.refused("2 ChooseGold cards=2wool", "WRONG_NUMBER_OF_CARDS", "S4")
    table.when("2 ChooseGold cards=1wool").then_facts("ResourcesReceived seat=2 cards=1wool")
    table.awaits("act", 1)


@pytest.mark.rule("S4")
def test_an_empty_bank_asks_nobody():
    table = nearly_empty(to_roll().city(2, WEST))
    assert table.roll(number_of(table)) == []
    table.awaits("act", 1)


@pytest.mark.rule("S4")
def test_who_comes_first_may_leave_nothing_for_the_next():
    table = nearly_empty(to_roll().city(1, WEST).city(2, SOUTH), grain=2)
    table.roll(number_of(table))
    table.awaits("gold", s1=2)
    table.when("1 ChooseGold cards=2grain")
    table.awaits("act", 1)
    assert table.hand(2) == "0"


@pytest.mark.rule("S4")
def test_the_next_chooses_from_what_the_first_left():
    table = nearly_empty(to_roll().place(1, NORTH).city(2, (-1, 7)), grain=2)
    table.roll(number_of(table))
    table.when("1 ChooseGold cards=1grain")
    table.awaits("gold", s2=2)
    table.when("2 ChooseGold cards=1grain")
    table.awaits("act", 1)


@pytest.mark.rule("S4", "B4.2")
def test_under_the_robber_it_yields_nothing():
    table = to_roll().place(2, NORTH).given(f"RobberMoved seat=1 origin=- hex={GOLD}")
    assert table.roll(number_of(table)) == []
    table.awaits("act", 1)


@pytest.mark.rule("S4", "B11.1")
def test_everyone_sees_what_was_chosen():
    table = to_roll().place(2, NORTH)
    table.roll(number_of(table))
    table.when("2 ChooseGold cards=1ore")
    assert not table.newest("ResourcesReceived").private


@pytest.mark.rule("S4", "B2.6")
def test_a_choice_is_made_when_it_is_due_only():
    table = RaceTable.bare().place(1, NORTH)
    table.refuses("1 ChooseGold cards=1ore", "2 ChooseGold cards=1ore")


@pytest.mark.rule("S4", "G1.5")
def test_the_12_on_the_middle_island_of_five():
    table = to_roll(seats=5).settlements(4, min(FIVE.corners(FIVE.tile(3, 0))))
    table.roll(12)
    table.awaits("gold", 4)
    table.when("4 ChooseGold cards=1lumber")
