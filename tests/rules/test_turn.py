"""B3: roll once, then trade and build, then end the turn; who may act, and when."""

import pytest

from tests.rules.table import (
    QUIET,
    Table,
    coast,
    corner,
    first_settlement,
    hex_of,
    intersection,
    paths_at,
    trail,
)

RICH = "4brick+4lumber+4wool+4grain+4ore"
CARDS = ("knight", "road_building", "year_of_plenty", "monopoly")
SOME_ROAD = trail((3, 5), (4, 4))[0]
"""A path where seat 1 may build after ``SETUP``."""
SOME_PLACE = intersection(4, 4)
"""Where seat 1 may build a settlement once it has ``SOME_ROAD``."""

ANYTHING = {
    "build a road": f"BuildRoad path={SOME_ROAD}",
    "build a settlement": f"BuildSettlement intersection={SOME_PLACE}",
    "build a city": f"BuildCity intersection={first_settlement(1)}",
    "buy a card": "BuyDevelopmentCard",
    "trade with the bank": "TradeWithBank give=wool rate=4 take=ore",
    "offer a trade": "OfferTrade give=1wool take=1ore",
    "end the turn": "Pass",
}
ASKED_FOR_ONLY = {
    "discard": "DiscardCards cards=1wool",
    "move the robber": f"MoveRobber hex={hex_of('M10')}",
    "accept a trade": "AcceptTrade offer=1",
    "decline a trade": "DeclineTrade offer=1",
    "counter a trade": "CounterTrade offer=1 give=1wool take=1ore",
}
CARD_PLAYS = {
    "knight": "PlayKnight",
    "road_building": "PlayRoadBuilding",
    "year_of_plenty": "PlayYearOfPlenty cards=2ore",
    "monopoly": "PlayMonopoly resource=ore",
}


# B3.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B3.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_seat_in_turn_rolls_then_acts_then_ends_the_turn_and_the_next_seat_clockwise_follows(seats):
    table = Table.after_setup(seats)
    for turn in range(1, 2 * seats + 2):
        seat = (turn - 1) % seats + 1
        table.awaits("roll", seat)
        table.when(f"{seat} RollDice", dice=QUIET).then_facts(f"DiceRolled seat={seat} dice=[1 1]")
        table.awaits("act", seat)
        following = turn % seats + 1
        table.when(f"{seat} Pass").then_facts(f"TurnEnded seat={seat}", f"TurnStarted seat={following} turn={turn + 1}")


@pytest.mark.rule("B3.1")
def test_the_seat_in_turn_rolls_only_once():
    table = Table.playing()
    table.refused("1 RollDice", "NOT_NOW", "B3.1")
    table.when("1 Pass")
    table.when("2 RollDice", dice=QUIET)


@pytest.mark.rule("B3.1")
@pytest.mark.parametrize("first", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("second", [1, 2, 3, 4, 5, 6])
def test_two_dice_are_rolled_and_all_36_rolls_are_equally_likely(first, second):
    """Each roll answers to one of 36 values of one draw."""
    table = Table.after_setup().empty_hands()
    table.when("1 RollDice", dice=(first, second)).then_includes(f"DiceRolled seat=1 dice=[{first} {second}]")
    (draw,) = table.newest("DiceRolled").draws
    assert (draw.bound, draw.value) == (36, 6 * (first - 1) + second - 1)


@pytest.mark.rule("B3.1")
@pytest.mark.parametrize("build_first", [True, False])
def test_it_trades_and_builds_in_any_order(build_first):
    table = Table.playing().holding(1, "6brick+6lumber").holding(2, "2wool")
    roads = trail((3, 5), (4, 4), (4, 2))

    def build():
        table.when(f"1 BuildRoad path={roads.pop(0)}").then_includes("RoadBuilt seat=1")

    def trade():
        table.when("1 OfferTrade give=1brick take=1wool to=[2]")
        number = table.newest("TradeOffered").offer
        table.when(f"2 AcceptTrade offer={number}")
        table.when(f"1 CloseTrade offer={number} partner=2").then_includes(f"TradeMade offer={number} seat=1 partner=2")

    for step in (build, trade, build, trade) if build_first else (trade, build, trade, build):
        step()
    assert table.hand(1) == "2brick+4lumber+2wool"


@pytest.mark.rule("B3.1")
@pytest.mark.case("T12")
def test_any_number_of_trades_may_be_made_in_a_turn():
    """T12"""
    table = Table.playing().holding_just(s1="5brick+1lumber", s2="1wool", s3="1grain")
    table.when("1 OfferTrade give=1brick take=1wool to=[2]")
    table.when("2 AcceptTrade offer=1")
    table.when("1 CloseTrade offer=1 partner=2")
    table.when("1 TradeWithBank give=brick rate=4 take=ore")
    table.when("1 OfferTrade give=1lumber take=1grain to=[3]")
    table.when("3 AcceptTrade offer=2")
    table.when("1 CloseTrade offer=2 partner=3")
    assert table.hand(1) == "1wool+1grain+1ore"


@pytest.mark.rule("B3.1", "B8.2")
@pytest.mark.case("R16")
def test_trade_and_building_stay_open_after_road_building():
    """R16"""
    table = Table.playing().holding(1, "4brick+1lumber").holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    for road in trail((3, 5), (4, 4), (4, 2)):
        table.when(f"1 BuildRoad path={road}")
    table.when(f"1 BuildRoad path={trail((4, 2), (5, 1))[0]}")
    table.holding(1, "4brick").when("1 TradeWithBank give=brick rate=4 take=ore")
    table.awaits("act", 1)


# B3.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B3.2")
@pytest.mark.parametrize("command", ANYTHING.values(), ids=ANYTHING)
def test_before_the_roll_nothing_is_allowed_but_to_play_a_development_card(command):
    table = Table.after_setup().roads(1, [SOME_ROAD] if "Settlement" in command else []).holding(1, RICH)
    table.refused(f"1 {command}", "NOT_NOW", "B3.2")
    assert table.allowed(1) == {"1 RollDice"}
    table.when("1 RollDice", dice=QUIET)
    table.when(f"1 {command}")


@pytest.mark.rule("B3.2")
@pytest.mark.parametrize("card", CARDS)
def test_before_the_roll_one_development_card_may_be_played(card):
    table = Table.after_setup().holding_development_cards(1, card)
    table.when(f"1 {CARD_PLAYS[card]}").then_includes(f"DevelopmentCardPlayed seat=1 card={card}")
    if card == "knight":
        table.when(f"1 MoveRobber hex={hex_of('L2')}")
    if card == "road_building":
        for road in trail((3, 5), (4, 4), (4, 2)):
            table.when(f"1 BuildRoad path={road}")
    assert table.allowed(1) == {"1 RollDice"}
    table.when("1 RollDice", dice=QUIET)
    table.awaits("act", 1)


@pytest.mark.rule("B3.2", "B8.1")
@pytest.mark.parametrize("second", CARDS)
def test_before_the_roll_only_one_development_card_may_be_played(second):
    table = Table.after_setup().holding_development_cards(1, "monopoly", second)
    table.when("1 PlayMonopoly resource=ore")
    table.refused(f"1 {CARD_PLAYS[second]}", "CARD_ALREADY_PLAYED", "B8.1")
    table.when("1 RollDice", dice=QUIET)


@pytest.mark.rule("B3.2")
def test_before_the_roll_a_knights_robber_must_be_moved_before_the_dice():
    table = Table.after_setup().holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.refused("1 RollDice", "NOT_NOW", "B5.2")
    table.when(f"1 MoveRobber hex={hex_of('L2')}")
    table.awaits("roll", 1)


# B3.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B3.3")
@pytest.mark.case("P12")
@pytest.mark.parametrize("rolled", [False, True], ids=["before the roll", "after the roll"])
@pytest.mark.parametrize("other", [2, 3, 4])
def test_only_the_seat_in_turn_rolls_builds_buys_plays_cards_trades_and_ends_the_turn(other, rolled):
    """P12"""
    table = Table.after_setup().empty_hands()
    own_town = corner("H5", "S")
    table.settlements(other, own_town).roads(other, paths_at(own_town)[:1]).holding(other, RICH)
    table.given(*(f"DevelopmentCardBought seat={other} card={card}" for card in CARDS), "TurnStarted seat=1 turn=1")
    if rolled:
        table.when("1 RollDice", dice=QUIET)
    commands = [
        "RollDice",
        "Pass",
        f"BuildRoad path={coast('H5', 'SE')}",
        f"BuildSettlement intersection={corner('H5', 'SE')}",
        f"BuildCity intersection={own_town}",
        "BuyDevelopmentCard",
        "TradeWithBank give=wool rate=4 take=ore",
        "OfferTrade give=1wool take=1ore",
        *CARD_PLAYS.values(),
        *ASKED_FOR_ONLY.values(),
    ]
    for command in commands:
        table.refused(f"{other} {command}", "NOT_YOUR_TURN", "B3.3")
    assert not table.allowed(other)
    assert not table.choices(other)


@pytest.mark.rule("B3.3")
def test_the_same_seat_may_do_all_of_it_in_its_own_turn():
    table = Table.playing(seat=2).holding(2, RICH)
    town, road = first_settlement(2), trail((6, 2), (7, 1))[0]
    for command in (
        f"BuildRoad path={road}",
        f"BuildSettlement intersection={intersection(7, 1)}",
        "BuyDevelopmentCard",
    ):
        table.when(f"2 {command}")
    table.holding(2, "4wool+2grain+3ore")
    table.when(f"2 BuildCity intersection={town}")
    table.when("2 TradeWithBank give=wool rate=4 take=ore")
    table.when("2 OfferTrade give=1ore take=1wool")
    table.when("2 Pass")


@pytest.mark.rule("B3.3")
def test_others_act_where_they_are_asked_to_discard():
    table = Table.after_setup().holding_just(s3="8wool")
    table.refused("3 DiscardCards cards=4wool", "NOT_YOUR_TURN", "B3.3")
    table.when("1 RollDice", dice=(3, 4))
    table.when("3 DiscardCards cards=4wool")
    table.refused("3 DiscardCards cards=2wool", "NOT_YOUR_TURN", "B3.3")


@pytest.mark.rule("B3.3")
def test_others_act_where_they_are_asked_to_answer_a_trade():
    table = Table.playing().holding_just(s1="1brick", s2="1ore", s3="1ore")
    for seat in (2, 3):
        table.refused(f"{seat} AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    table.when("1 OfferTrade give=1brick take=1ore to=[2]")
    table.refused("3 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    table.when("2 AcceptTrade offer=1")


@pytest.mark.rule("B3.3")
def test_a_seat_asked_for_one_thing_may_not_do_another():
    table = Table.playing().holding_just(s1="1brick", s2=RICH)
    table.when("1 OfferTrade give=1brick take=1ore")
    for command in ("RollDice", "Pass", f"BuildRoad path={trail((6, 2), (7, 1))[0]}", "BuyDevelopmentCard"):
        table.refused(f"2 {command}", "NOT_NOW", "B6.2")
    table.when("2 DeclineTrade offer=1")


@pytest.mark.rule("B3.3")
def test_the_seat_in_turn_is_not_asked_for_what_nobody_asked():
    table = Table.playing().holding(1, "8wool")
    for command in ("DiscardCards cards=4wool", f"MoveRobber hex={hex_of('M10')}"):
        table.refused(f"1 {command}", "NOT_NOW", "B3.1")
