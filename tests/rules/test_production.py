"""B4: what a roll yields, to whom, and what happens when the bank is short."""

from collections import Counter

import msgspec
import pytest

from domain.board.plan import Plan
from domain.components import RESOURCES, Terrain, count
from domain.rules.buildings import Buildings
from domain.rules.hands import Hands
from tests.rules.table import (
    GRID,
    PLAN,
    Table,
    corner,
    dice_showing,
    first_settlement,
    hex_of,
    meeting,
)

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
RESOURCE_OF = {
    Terrain.HILLS: "brick",
    Terrain.FOREST: "lumber",
    Terrain.PASTURE: "wool",
    Terrain.FIELDS: "grain",
    Terrain.MOUNTAINS: "ore",
}


def due(table: Table, number: int, plan: Plan = PLAN) -> dict[int, Counter[str]]:
    """What a number yields to each seat by the words of the rulebook, while the bank can pay it."""
    buildings = table.game[Buildings]
    found: dict[int, Counter[str]] = {seat: Counter() for seat in table.game.everyone}
    for n, spot in enumerate(plan.hexes):
        if spot.number == number and n != table.robber:
            for seat in found:
                for place in GRID.corners[n]:
                    settlement = buildings.settlements[seat] >> place & 1
                    city = buildings.cities[seat] >> place & 1
                    if settlement or city:
                        found[seat][RESOURCE_OF[spot.terrain]] += 2 if city else 1
    return found


def bag(counted: Counter[str]) -> str:
    return "+".join(f"{counted[r.name.lower()]}{r.name.lower()}" for r in RESOURCES if counted[r.name.lower()]) or "0"


def roll(table: Table, number: int) -> None:
    table.when(f"{table.seat_in_turn} RollDice", dice=dice_showing(number))


def plan_with(**numbers: int) -> Plan:
    """The beginner's board with other numbers on some hexes."""
    changed = {hex_of(drawn): number for drawn, number in numbers.items()}
    hexes = [msgspec.structs.replace(s, number=changed.get(n, s.number)) for n, s in enumerate(PLAN.hexes)]
    return msgspec.structs.replace(PLAN, hexes=tuple(hexes))


# B4.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B4.1", "B5.1")
@pytest.mark.parametrize("first", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("second", [1, 2, 3, 4, 5, 6])
def test_each_hex_with_the_rolled_number_yields_its_resource_and_a_7_nothing(first, second):
    table = Table.after_setup().empty_hands()
    gains = {seat: bag(cards) for seat, cards in due(table, first + second).items() if cards}
    happened = table.when("1 RollDice", dice=(first, second))
    if gains:
        told = " ".join(f"{{{seat} {cards}}}" for seat, cards in gains.items())
        happened.then_facts(f"DiceRolled seat=1 dice=[{first} {second}]", f"ResourcesProduced gains=[{told}] short=[]")
    else:
        happened.then_facts(f"DiceRolled seat=1 dice=[{first} {second}]")
    assert {seat: table.hand(seat) for seat in range(1, 5)} == {1: "0", 2: "0", 3: "0", 4: "0"} | gains


@pytest.mark.rule("B4.1")
@pytest.mark.parametrize("standing", ["settlements", "cities"])
@pytest.mark.parametrize("name", ["N", "NE", "SE", "S", "SW", "NW"])
def test_a_settlement_at_any_corner_of_a_hex_yields_1_and_a_city_2(standing, name):
    table = Table.bare()
    getattr(table, standing)(3, corner("F11", name))
    table.when("1 Pass")
    table.when("2 RollDice", dice=(5, 6))
    assert table.hand(3) == ("1lumber" if standing == "settlements" else "2lumber")


@pytest.mark.rule("B4.1")
def test_several_buildings_beside_one_hex_yield_each_to_its_owner():
    table = (
        Table.bare().settlements(1, corner("F11", "N")).cities(2, corner("F11", "SE")).cities(1, corner("F11", "SW"))
    )
    table.when("1 Pass")
    table.when("2 RollDice", dice=(5, 6)).then_includes("ResourcesProduced gains=[{1 3lumber} {2 2lumber}] short=[]")


@pytest.mark.rule("B4.1")
@pytest.mark.case("G09")
@pytest.mark.parametrize(("standing", "yielded"), [("settlements", "2grain"), ("cities", "4grain")])
def test_two_hexes_of_one_terrain_and_number_yield_each_by_itself(standing, yielded):
    """G09"""
    table = Table.bare(board=plan_with(A4=4, A6=4))
    getattr(table, standing)(2, meeting("M3", "A4", "A6"))
    table.when("1 Pass")
    roll(table, 4)
    assert table.hand(2) == yielded


@pytest.mark.rule("B4.1")
@pytest.mark.case("G09")
@pytest.mark.parametrize("number", [4, 6])
def test_of_two_hexes_of_one_terrain_only_the_one_with_the_number_yields(number):
    """G09"""
    table = Table.bare().settlements(2, meeting("M3", "A4", "A6"))
    table.when("1 Pass")
    roll(table, number)
    assert table.hand(2) == "1grain"


@pytest.mark.rule("B4.1")
@pytest.mark.parametrize("in_turn", [1, 2, 3, 4])
def test_every_owner_is_paid_whoever_rolls(in_turn):
    table = Table.after_setup().in_turn(in_turn, rolled=False).empty_hands()
    roll(table, 3)
    assert [table.hand(seat) for seat in range(1, 5)] == ["1lumber", "1lumber+1ore", "1ore", "0"]


@pytest.mark.rule("B4.1")
def test_a_city_yields_2_from_the_turn_after_it_replaced_a_settlement():
    table = Table.playing().holding(1, "2grain+3ore")
    table.when(f"1 BuildCity intersection={first_settlement(1)}")
    table.when("1 Pass")
    roll(table, 6)
    assert table.hand(1) == "2brick"


# B4.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B4.2")
@pytest.mark.parametrize("blocked", range(19), ids=lambda n: f"{PLAN.hexes[n].terrain} {PLAN.hexes[n].number}")
def test_the_hex_under_the_robber_yields_nothing_and_every_other_hex_what_it_should(blocked):
    for number in NUMBERS:
        table = Table.after_setup().cities(2, first_settlement(2)).robber_on(blocked).empty_hands()
        expected = {seat: bag(cards) for seat, cards in due(table, number).items()}
        roll(table, number)
        assert {seat: table.hand(seat) for seat in range(1, 5)} == expected


@pytest.mark.rule("B4.2")
@pytest.mark.case("R25")
def test_a_building_beside_the_robber_still_gets_from_its_other_hexes():
    """R25"""
    table = Table.bare(board=plan_with(M8=9, L5=9)).settlements(1, meeting("F3", "M8", "L5")).robber_on(hex_of("M8"))
    table.when("1 Pass")
    roll(table, 9)
    assert table.hand(1) == "1wool"


@pytest.mark.rule("B4.2")
def test_a_hex_yields_again_once_the_robber_has_left_it():
    table = Table.after_setup().robber_on(hex_of("H6")).empty_hands()
    roll(table, 6)
    assert table.hand(1) == "0"
    table.when("1 Pass")
    table.when("2 RollDice", dice=(3, 4))
    table.when(f"2 MoveRobber hex={hex_of('M10')}")
    table.when("2 Pass")
    roll(table, 6)
    assert table.hand(1) == "1brick"


@pytest.mark.rule("B4.2")
def test_what_is_built_beside_the_robber_waits_for_it_to_leave():
    table = Table.bare().robber_on(hex_of("F11")).settlements(2, corner("F11", "N")).cities(3, corner("F11", "S"))
    table.when("1 Pass")
    roll(table, 11)
    assert [table.hand_size(seat) for seat in (1, 2, 3, 4)] == [0, 0, 0, 0]
    table.robber_on(hex_of("D")).when("2 Pass")
    roll(table, 11)
    assert (table.hand(2), table.hand(3)) == ("1lumber", "2lumber")


@pytest.mark.rule("B4.2")
@pytest.mark.parametrize("robber", ["D", "M10"], ids=["robber there", "robber away"])
def test_the_desert_never_yields(robber):
    table = Table.bare().settlements(1, corner("D", "N")).cities(1, corner("D", "SE")).robber_on(hex_of(robber))
    yielded: Counter[str] = Counter()
    for number in NUMBERS:
        table.in_turn(table.seat_in_turn % 4 + 1, rolled=False).empty_hands()
        roll(table, number)
        yielded += Counter({r.name.lower(): count(table.game[Hands].of[1], r) for r in RESOURCES})
    assert yielded == {"brick": 1, "wool": 1, "lumber": 2, "grain": 2}


@pytest.mark.rule("B4.2")
def test_sea_never_yields():
    hexes = [
        msgspec.structs.replace(spot, terrain=Terrain.SEA, number=0) if n == hex_of("F11") else spot
        for n, spot in enumerate(PLAN.hexes)
    ]
    table = Table.bare(board=msgspec.structs.replace(PLAN, hexes=tuple(hexes))).settlements(2, corner("F11", "N"))
    for number in NUMBERS:
        table.in_turn(table.seat_in_turn % 4 + 1, rolled=False).empty_hands()
        roll(table, number)
        assert table.hand(2) == {6: "1brick", 12: "1grain"}.get(number, "0")


# B4.3 -----------------------------------------------------------------------------------------------------------------

# Beside M8: one seat's settlements and cities may claim from 1 to 6 ore at a roll of 8, three corners in all.
CLAIMS = {
    "one settlement": [(2, 1)],
    "one city": [(2, 2)],
    "one seat with settlement and city": [(2, 1), (2, 2)],
    "one seat with two cities": [(2, 2), (2, 2)],
    "two seats with a settlement each": [(2, 1), (3, 1)],
    "two seats, one with a city": [(2, 2), (3, 1)],
    "two seats, one with two buildings": [(2, 2), (2, 1), (3, 1)],
    "three seats": [(2, 1), (3, 2), (4, 1)],
}
CORNERS_OF_M8 = ("N", "SE", "SW")


@pytest.mark.rule("B4.3")
@pytest.mark.case("R26")
@pytest.mark.parametrize("left", range(7))
@pytest.mark.parametrize("claims", CLAIMS.values(), ids=CLAIMS)
def test_what_the_bank_cannot_pay_goes_to_nobody_when_several_are_due_and_to_a_single_one_as_far_as_it_goes(
    claims, left
):
    table = Table.bare()
    owed: Counter[int] = Counter()
    for (seat, size), name in zip(claims, CORNERS_OF_M8, strict=False):
        (table.cities if size == 2 else table.settlements)(seat, corner("M8", name))
        owed[seat] += size
    table.when("1 Pass")
    table.bank_left_with("ore", left, others_held_by=1)
    roll(table, 8)
    if sum(owed.values()) <= left:
        got = owed
    elif len(owed) == 1:
        got = Counter(dict.fromkeys(owed, left))
    else:
        got = Counter()
    assert [count(table.game[Hands].of[seat], RESOURCES[4]) for seat in (2, 3, 4)] == [got[2], got[3], got[4]]
    assert table.bank_has("ore") == left - sum(got.values())


@pytest.mark.rule("B4.3")
@pytest.mark.case("R26")
def test_when_nobody_gets_a_resource_others_are_not_affected():
    """R26: ore is due to two seats, lumber is paid."""
    table = Table.bare().cities(1, corner("M8", "N")).settlements(2, corner("M8", "SE"), corner("F8", "N"))
    table.when("1 Pass")
    table.bank_left_with("ore", 2, others_held_by=4)
    table.when("2 RollDice", dice=(4, 4)).then_includes("ResourcesProduced gains=[{2 1lumber}] short=[ore]")
    assert (table.hand(1), table.hand(2), table.bank_has("ore")) == ("0", "1lumber", 2)


@pytest.mark.rule("B4.3")
def test_two_resources_may_be_short_at_once_one_for_several_and_one_for_a_single_seat():
    table = Table.bare().cities(1, corner("M8", "N")).settlements(2, corner("M8", "SE")).cities(3, corner("F8", "N"))
    table.when("1 Pass")
    table.bank_left_with("ore", 2, others_held_by=4).bank_left_with("lumber", 1, others_held_by=4)
    table.when("2 RollDice", dice=(4, 4))
    assert [table.hand(seat) for seat in (1, 2, 3)] == ["0", "0", "1lumber"]
    assert (table.bank_has("ore"), table.bank_has("lumber")) == (2, 0)


@pytest.mark.rule("B4.3")
@pytest.mark.parametrize("claimants", [(2, 2), (2, 3)], ids=["one seat", "two seats"])
@pytest.mark.parametrize(("left", "paid"), [(3, True), (2, True), (1, False)])
def test_a_resource_of_which_there_is_just_enough_is_paid_though_another_is_short(claimants, left, paid):
    table = Table.bare().cities(1, corner("M8", "N")).settlements(4, corner("M8", "SE"))
    for seat, name in zip(claimants, ("N", "SE"), strict=True):
        table.settlements(seat, corner("F8", name))
    table.when("1 Pass")
    table.bank_left_with("ore", 2, others_held_by=4).bank_left_with("lumber", left, others_held_by=4)
    table.when("2 RollDice", dice=(4, 4))
    got = [count(table.game[Hands].of[seat], RESOURCES[1]) for seat in (2, 3)]
    single = claimants == (2, 2)
    assert got == ([2, 0] if single and paid else [1, 0] if single else [1, 1] if paid else [0, 0])
    assert table.hand(1) == "0"


@pytest.mark.rule("B4.3")
def test_the_hex_under_the_robber_makes_nothing_due():
    """Were the robber's hex counted, two seats would be due and nobody would get anything."""
    table = Table.bare(board=plan_with(M3=8)).settlements(2, corner("M8", "N")).settlements(3, corner("M3", "SE"))
    table.robber_on(hex_of("M3")).when("1 Pass")
    table.bank_left_with("ore", 1, others_held_by=4)
    roll(table, 8)
    assert (table.hand(2), table.hand(3)) == ("1ore", "0")


@pytest.mark.rule("B4.3")
def test_an_empty_bank_pays_nobody():
    table = Table.after_setup().empty_hands().bank_left_with("brick", 0, others_held_by=4)
    roll(table, 6)
    assert (table.hand(1), table.bank_has("brick")) == ("0", 0)
    table.awaits("act", 1)
