"""B5: a seven, discards, the robber's move, the theft, and the knight."""

from collections import Counter
from itertools import permutations

import msgspec
import pytest

from domain.components import Terrain
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact
from tests.rules.table import PLAN, QUIET, Table, corner, hex_of, paths_at, trail

SEVENS = [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)]
EVERY_HEX = range(19)


def rolling(**hands: str) -> Table:
    """After setup with just these hands, seat 1 is to roll."""
    return Table.after_setup().holding_just(**hands)


def robbing(**hands: str) -> Table:
    """Seat 1 has rolled a 7 and is to move the robber, with just these hands."""
    table = Table.after_setup().empty_hands()
    table.when("1 RollDice", dice=(3, 4))
    return table.holding_just(**hands)


# B5.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B5.1")
@pytest.mark.parametrize("dice", SEVENS)
def test_on_a_7_nothing_is_produced(dice):
    table = rolling()
    table.when("1 RollDice", dice=dice).then_facts(f"DiceRolled seat=1 dice=[{dice[0]} {dice[1]}]")
    table.awaits("robber", 1)


@pytest.mark.rule("B5.1")
@pytest.mark.case("R20")
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize("size", range(20))
def test_every_seat_with_more_than_7_cards_discards_half_rounded_down(size, seat):
    """R20: also the seat in turn; with 7 or fewer nobody does."""
    table = rolling(**{f"s{seat}": f"{size}wool"} if size else {})
    table.when("1 RollDice", dice=(3, 4))
    if size > 7:
        half = size // 2
        table.awaits("discard", **{f"s{seat}": half})
        table.when(f"{seat} DiscardCards cards={half}wool").then_facts(
            f"ResourcesDiscarded seat={seat} cards={half}wool"
        )
        assert table.hand_size(seat) == size - half
    table.awaits("robber", 1)


@pytest.mark.rule("B5.1")
def test_the_hand_counts_all_resources_together():
    table = rolling(s2="2brick+2lumber+2wool+1grain+1ore", s3="2brick+2lumber+1wool+1grain+1ore")
    table.when("1 RollDice", dice=(3, 4))
    table.awaits("discard", s2=4)


@pytest.mark.rule("B5.1")
def test_development_cards_do_not_count():
    table = rolling(s2="7wool").holding_development_cards(2, "knight", "knight", "monopoly")
    table.when("1 RollDice", dice=(3, 4))
    table.awaits("robber", 1)


@pytest.mark.rule("B5.1")
@pytest.mark.case("R17")
def test_who_still_has_more_than_7_after_a_discard_does_not_discard_again():
    """R17"""
    table = rolling(s2="10wool+10ore")
    table.when("1 RollDice", dice=(3, 4))
    table.awaits("discard", s2=10)
    table.when("2 DiscardCards cards=4wool+6ore")
    assert table.hand(2) == "6wool+4ore"
    table.awaits("robber", 1)


@pytest.mark.rule("B5.1")
@pytest.mark.case("R18")
@pytest.mark.parametrize("order", list(permutations((1, 2, 4))))
def test_all_that_owe_a_discard_discard_in_any_order_before_play_goes_on(order):
    """R18"""
    table = rolling(s1="8wool", s2="9ore", s3="7brick", s4="12lumber")
    discards = {1: "4wool", 2: "4ore", 4: "6lumber"}
    owed = {"s1": 4, "s2": 4, "s4": 6}
    table.when("1 RollDice", dice=(3, 4))
    for seat in order:
        table.awaits("discard", **owed)
        table.when(f"{seat} DiscardCards cards={discards[seat]}")
        del owed[f"s{seat}"]
    assert [table.hand(seat) for seat in range(1, 5)] == ["4wool", "5ore", "7brick", "6lumber"]
    table.awaits("robber", 1)


@pytest.mark.rule("B5.1")
@pytest.mark.case("R18")
@pytest.mark.parametrize(
    "owing", [{"s1": "8wool", "s4": "12lumber"}, {"s4": "12lumber"}], ids=["also seat 1", "seat 4"]
)
@pytest.mark.parametrize("command", [f"MoveRobber hex={hex_of('M10')}", "Pass", "RollDice", "BuyDevelopmentCard"])
def test_play_waits_for_the_discards(owing, command):
    """R18: even the seat in turn does nothing but discard, whether it owes one or not."""
    table = rolling(**owing)
    table.when("1 RollDice", dice=(3, 4))
    table.refused(f"1 {command}", "NOT_NOW", "B5.1")


@pytest.mark.rule("B5.1")
@pytest.mark.case("R18")
def test_the_seat_in_turn_that_has_discarded_waits_for_the_others():
    """R18"""
    table = rolling(s1="8wool", s4="12lumber")
    table.when("1 RollDice", dice=(3, 4))
    table.when("1 DiscardCards cards=4wool")
    table.refused(f"1 MoveRobber hex={hex_of('M10')}", "NOT_NOW", "B5.1")
    table.when("4 DiscardCards cards=6lumber")
    table.when(f"1 MoveRobber hex={hex_of('M10')}")


@pytest.mark.rule("B5.1")
@pytest.mark.case("R20")
def test_no_one_else_is_asked_to_discard():
    table = rolling(s2="7wool", s3="8wool")
    table.when("1 RollDice", dice=(3, 4))
    table.awaits("discard", s3=4)
    for seat, cards in ((2, "3wool"), (4, "0")):
        table.refused(f"{seat} DiscardCards cards={cards}", "NOT_YOUR_TURN", "B3.3")
    table.when("3 DiscardCards cards=4wool")


@pytest.mark.rule("B5.1")
@pytest.mark.case("R19")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("3wool", "WRONG_NUMBER_OF_CARDS"),
        ("5wool", "WRONG_NUMBER_OF_CARDS"),
        ("0", "WRONG_NUMBER_OF_CARDS"),
        ("5wool+4ore", "WRONG_NUMBER_OF_CARDS"),
        ("511brick+511lumber+5wool", "WRONG_NUMBER_OF_CARDS"),
        ("4brick", "NOT_ENOUGH_CARDS"),
        ("3wool+1lumber", "NOT_ENOUGH_CARDS"),
    ],
)
def test_a_discard_is_of_just_so_many_cards_that_the_seat_holds(cards, reason):
    """R19: wrong ones are refused and the duty stays."""
    table = rolling(s2="5wool+4ore")
    table.when("1 RollDice", dice=(3, 4))
    table.refused(f"2 DiscardCards cards={cards}", reason, "B5.1")
    table.awaits("discard", s2=4)


@pytest.mark.rule("B5.1")
@pytest.mark.case("R19")
@pytest.mark.parametrize("cards", ["4wool", "3wool+1ore", "2wool+2ore", "1wool+3ore", "4ore"])
def test_a_discard_is_of_the_seats_own_choice(cards):
    """R19"""
    table = rolling(s2="5wool+4ore")
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"2 DiscardCards cards={cards}").then_facts(f"ResourcesDiscarded seat=2 cards={cards}")
    assert table.hand_size(2) == 5


@pytest.mark.rule("B5.1")
def test_a_seat_discards_only_once():
    table = rolling(s2="9wool", s3="9ore")
    table.when("1 RollDice", dice=(3, 4))
    table.when("2 DiscardCards cards=4wool")
    table.refused("2 DiscardCards cards=4wool", "NOT_YOUR_TURN", "B3.3")


# B5.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B5.2", "B3.1")
@pytest.mark.case("R23")
@pytest.mark.parametrize("command", ["RollDice", "Pass", f"BuildRoad path={trail((3, 5), (4, 4))[0]}"])
def test_after_a_7_the_robber_is_moved_before_anything_else(command):
    """R23"""
    table = robbing(s1="1brick+1lumber")
    table.refused(f"1 {command}", "NOT_NOW", "B5.2")
    table.when(f"1 MoveRobber hex={hex_of('M10')}").then_facts(
        f"RobberMoved seat=1 origin={hex_of('D')} hex={hex_of('M10')}"
    )
    table.awaits("act", 1)


@pytest.mark.rule("B5.2")
def test_nobody_but_the_seat_in_turn_moves_the_robber():
    table = robbing()
    for seat in (2, 3, 4):
        table.refused(f"{seat} MoveRobber hex={hex_of('M10')}", "NOT_YOUR_TURN", "B3.3")
    table.when(f"1 MoveRobber hex={hex_of('M10')}")


@pytest.mark.rule("B5.2")
@pytest.mark.case("R23")
@pytest.mark.parametrize("origin", EVERY_HEX, ids=lambda n: f"{PLAN.hexes[n].terrain} {PLAN.hexes[n].number}")
def test_the_robber_moves_to_another_land_hex_never_the_same(origin):
    """R23: any of the other 18, back to the desert too."""
    table = robbing().robber_on(origin)
    table.refused(f"1 MoveRobber hex={origin}", "ROBBER_MUST_MOVE", "B5.2")
    assert table.allowed_places(1, "MoveRobber") == set(EVERY_HEX) - {origin}
    for target in set(EVERY_HEX) - {origin}:
        trial = table.fork()
        trial.when(f"1 MoveRobber hex={target}").then_facts(f"RobberMoved seat=1 origin={origin} hex={target}")
        assert trial.robber == target


@pytest.mark.rule("B5.2")
def test_the_robber_never_stands_on_the_sea():
    hexes = [
        msgspec.structs.replace(spot, terrain=Terrain.SEA, number=0) if n == hex_of("F11") else spot
        for n, spot in enumerate(PLAN.hexes)
    ]
    table = Table.after_setup(board=msgspec.structs.replace(PLAN, hexes=tuple(hexes))).empty_hands()
    table.when("1 RollDice", dice=(3, 4))
    table.refused(f"1 MoveRobber hex={hex_of('F11')}", "ROBBER_NOT_ALLOWED", "B5.2")
    assert table.allowed_places(1, "MoveRobber") == set(EVERY_HEX) - {hex_of("F11"), hex_of("D")}


@pytest.mark.rule("B5.2")
@pytest.mark.parametrize("nowhere", [-1, 19, 10**9])
def test_a_hex_that_the_board_lacks_is_refused(nowhere):
    robbing().refused(f"1 MoveRobber hex={nowhere}", "NO_SUCH_PLACE", "B2.6")


@pytest.mark.rule("B5.2")
def test_one_card_is_stolen_from_one_seat_that_has_a_building_there():
    table = robbing(s2="1ore", s3="5wool")
    table.when(f"1 MoveRobber hex={hex_of('H10')} victim=2").then_facts(
        f"RobberMoved seat=1 origin={hex_of('D')} hex={hex_of('H10')}", "CardStolen thief=1 victim=2 resource=ore"
    )
    assert (table.hand(1), table.hand(2)) == ("1ore", "0")
    table.awaits("act", 1)


@pytest.mark.rule("B5.2")
@pytest.mark.parametrize("standing", ["settlements", "cities"])
def test_a_settlement_or_a_city_there_makes_a_victim_and_a_road_does_not(standing):
    table = Table.bare().roads(2, paths_at(corner("M10", "N")))
    getattr(table, standing)(3, corner("M10", "S"))
    table.holding(2, "1wool").holding(3, "1ore").holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.refused(f"1 MoveRobber hex={hex_of('M10')} victim=2", "NO_SUCH_VICTIM", "B5.2")
    table.when(f"1 MoveRobber hex={hex_of('M10')} victim=3").then_includes("CardStolen thief=1 victim=3 resource=ore")


@pytest.mark.rule("B5.2")
@pytest.mark.parametrize("victim", [2, 4])
def test_with_several_victims_the_seat_in_turn_chooses(victim):
    table = robbing(s2="1ore", s3="1brick", s4="1wool").settlements(4, corner("H10", "NE"))
    there = f"1 MoveRobber hex={hex_of('H10')}"
    assert table.allowed(1) >= {f"{there} victim=2", f"{there} victim=4"}
    table.refused(there, "VICTIM_REQUIRED", "B5.2")
    table.refused(f"{there} victim=3", "NO_SUCH_VICTIM", "B5.2")
    table.when(f"{there} victim={victim}").then_includes(f"CardStolen thief=1 victim={victim}")


@pytest.mark.rule("B5.2")
def test_with_one_victim_it_is_robbed():
    table = robbing(s2="1ore")
    table.refused(f"1 MoveRobber hex={hex_of('H10')}", "VICTIM_REQUIRED", "B5.2")
    table.when(f"1 MoveRobber hex={hex_of('H10')} victim=2")


@pytest.mark.rule("B5.2")
def test_nobody_robs_itself():
    table = robbing(s1="3wool")
    there = f"1 MoveRobber hex={hex_of('H6')}"
    table.refused(f"{there} victim=1", "NO_SUCH_VICTIM", "B5.2")
    table.when(there).then_no("CardStolen")
    assert table.hand(1) == "3wool"


@pytest.mark.rule("B5.2")
@pytest.mark.case("R21")
def test_a_seat_without_resource_cards_is_no_victim_and_with_no_victim_nothing_is_stolen():
    """R21: development cards do not make a victim."""
    table = robbing(s1="1wool").given("DevelopmentCardBought seat=2 card=knight")
    there = f"1 MoveRobber hex={hex_of('H10')}"
    table.refused(f"{there} victim=2", "NO_SUCH_VICTIM", "B5.2")
    table.when(there).then_no("CardStolen")
    assert table.hand(1) == "1wool"
    table.awaits("act", 1)


@pytest.mark.rule("B5.2")
def test_of_two_seats_there_only_the_one_with_cards_is_a_victim():
    table = robbing(s4="1wool").settlements(4, corner("H10", "NE"))
    there = f"1 MoveRobber hex={hex_of('H10')}"
    table.refused(f"{there} victim=2", "NO_SUCH_VICTIM", "B5.2")
    table.refused(there, "VICTIM_REQUIRED", "B5.2")
    table.when(f"{there} victim=4")


@pytest.mark.rule("B5.2")
@pytest.mark.parametrize("victim", [0, -1, 5, 99])
def test_nobody_else_can_be_robbed(victim):
    robbing(s2="1ore").refused(f"1 MoveRobber hex={hex_of('H10')} victim={victim}", "NO_SUCH_VICTIM", "B5.2")


@pytest.mark.rule("B5.2")
def test_two_buildings_there_still_lose_one_card():
    table = robbing(s2="3ore").settlements(2, corner("H10", "NE"))
    table.when(f"1 MoveRobber hex={hex_of('H10')} victim=2")
    assert (table.hand(1), table.hand(2)) == ("1ore", "2ore")


@pytest.mark.rule("B5.2")
def test_who_discarded_down_to_some_cards_can_be_robbed_of_what_is_left():
    table = rolling(s2="4wool+4ore")
    table.when("1 RollDice", dice=(3, 4))
    table.when("2 DiscardCards cards=4wool")
    table.when(f"1 MoveRobber hex={hex_of('H10')} victim=2", theft=3).then_includes(
        "CardStolen thief=1 victim=2 resource=ore"
    )


# B5.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B5.3")
@pytest.mark.parametrize("hand", ["1ore", "2brick+1lumber+3wool+1grain+4ore", "7grain", "1brick+1ore"])
def test_each_of_the_victims_cards_is_equally_likely_to_be_stolen(hand):
    """One draw among as many values as there are cards, and each value is a card of its own."""
    table = robbing(s2=hand)
    stolen: Counter[str] = Counter()
    for place in range(table.hand_size(2)):
        trial = table.fork()
        trial.when(f"1 MoveRobber hex={hex_of('H10')} victim=2", theft=place)
        assert trial.drawn == [("theft", table.hand_size(2))]
        assert trial.hand(1).startswith("1")
        stolen[trial.hand(1)[1:]] += 1
    assert "+".join(f"{n}{resource}" for resource, n in stolen.items()) == hand


@pytest.mark.rule("B5.3", "B11.2")
@pytest.mark.case("H06")
def test_what_was_stolen_is_known_to_the_two_seats_alone():
    """H06: everyone sees that a card moved."""
    table = robbing(s2="1wool+1ore")
    table.when(f"1 MoveRobber hex={hex_of('H10')} victim=2", theft="ore")
    stolen = table.newest("CardStolen")
    for viewer in (Viewer(3), Viewer(4), SPECTATOR):
        seen = redact(stolen, viewer)
        assert (seen.thief, seen.victim, seen.resource) == (1, 2, None)
    for viewer in (Viewer(1), Viewer(2), AUDITOR):
        assert redact(stolen, viewer) == stolen


# B5.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B5.4")
@pytest.mark.parametrize("rolled", [False, True], ids=["before the roll", "after the roll"])
def test_a_knight_moves_the_robber_and_steals_in_the_same_way(rolled):
    table = Table.after_setup().empty_hands().holding_development_cards(1, "knight")
    if rolled:
        table.when("1 RollDice", dice=QUIET)
    table.holding(2, "1ore")
    table.when("1 PlayKnight").then_facts("DevelopmentCardPlayed seat=1 card=knight")
    table.awaits("robber", 1)
    there = f"1 MoveRobber hex={hex_of('H10')}"
    table.refused(f"1 MoveRobber hex={hex_of('D')}", "ROBBER_MUST_MOVE", "B5.2")
    table.refused(there, "VICTIM_REQUIRED", "B5.2")
    table.refused(f"{there} victim=3", "NO_SUCH_VICTIM", "B5.2")
    table.when(f"{there} victim=2").then_facts(
        f"RobberMoved seat=1 origin={hex_of('D')} hex={hex_of('H10')}", "CardStolen thief=1 victim=2 resource=ore"
    )
    table.awaits("act" if rolled else "roll", 1)


@pytest.mark.rule("B5.4")
@pytest.mark.case("R20")
@pytest.mark.parametrize("rolled", [False, True], ids=["before the roll", "after the roll"])
def test_by_a_knight_nobody_discards(rolled):
    """R20"""
    table = Table.after_setup().holding_development_cards(1, "knight")
    if rolled:
        table.when("1 RollDice", dice=QUIET)
    table.holding_just(s1="9wool", s2="8ore", s3="12brick")
    table.when("1 PlayKnight")
    table.awaits("robber", 1)
    table.when(f"1 MoveRobber hex={hex_of('L2')}")
    assert [table.hand_size(seat) for seat in range(1, 5)] == [9, 8, 12, 0]


@pytest.mark.rule("B5.4")
@pytest.mark.case("R23")
@pytest.mark.parametrize("command", ["Pass", "BuyDevelopmentCard", f"BuildRoad path={trail((3, 5), (4, 4))[0]}"])
def test_after_a_knight_too_the_robber_is_moved_before_anything_else(command):
    """R23"""
    table = Table.playing().holding_development_cards(1, "knight").holding(1, "1brick+1lumber+1wool+1grain+1ore")
    table.when("1 PlayKnight")
    table.refused(f"1 {command}", "NOT_NOW", "B5.2")
    table.when(f"1 MoveRobber hex={hex_of('L2')}")
    table.when(f"1 {command}")


@pytest.mark.rule("B5.4")
def test_a_knight_before_a_7_moves_the_robber_twice():
    table = Table.after_setup().empty_hands().holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={hex_of('L2')}")
    table.when("1 RollDice", dice=(3, 4))
    table.refused(f"1 MoveRobber hex={hex_of('L2')}", "ROBBER_MUST_MOVE", "B5.2")
    table.when(f"1 MoveRobber hex={hex_of('D')}")
    table.awaits("act", 1)


@pytest.mark.rule("B5.4")
def test_the_robber_is_not_moved_by_the_other_cards():
    table = Table.playing().holding_development_cards(1, "monopoly")
    table.when("1 PlayMonopoly resource=ore")
    table.refused(f"1 MoveRobber hex={hex_of('L2')}", "NOT_NOW", "B3.1")
