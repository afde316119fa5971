"""B6: trade with the bank and with other seats, from the offer to the deal, the withdrawal or the fall.

Cases held against: T01–T07, T09, T11, T12, T14, T16, G06.
"""

import pytest

from domain.components import cards
from domain.engine import execute
from domain.errors import Illegal
from domain.notation import NotationError, read_command
from domain.rules.offers import TradingView
from domain.visibility import SPECTATOR, Viewer, view
from tests.rules.table import PLAN, LoadedChance, Table, first_settlement, hex_of, path, trail

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
HARBORS = [(spot.kind.name.lower(), end) for spot in PLAN.harbors for end in PLAN.grid.ends[spot.path]]
ROAD_OF_1 = trail((3, 5), (3, 7))[0]
"""A path on which seat 1 of the usual setup may build a road."""


def refused_within_bounds(table: Table, command: str, reason: str, rule: str) -> None:
    """As ``Table.refused``, for a choice whose bounds cannot say what is wrong with it."""
    before = dict(table.game)
    with pytest.raises(Illegal) as caught:
        execute(table.game, read_command(command), LoadedChance())
    assert (str(caught.value.reason), caught.value.rule) == (reason, rule)
    assert dict(table.game) == before


def at_harbor(kind: str) -> Table:
    """Seat 1 has rolled, and has one building: at a harbor of this kind."""
    return Table.bare().settlements(1, next(place for other, place in HARBORS if other == kind))


@pytest.fixture
def table() -> Table:
    """Seat 1 has rolled and may trade; all hands are empty; it has no harbor."""
    return Table.playing()


@pytest.fixture
def offered(table) -> Table:
    """Seat 1 has offered its lumber for a wool to all; all could accept, and hold an ore besides."""
    table.holding_just(s1="1lumber+1brick+4ore", s2="1wool+1ore", s3="1wool+1ore", s4="2wool+1ore")
    table.when("1 OfferTrade give=1lumber take=1wool")
    return table


def open_offer(table: Table):
    """The open offer as everybody sees it."""
    (shown,) = [each for each in view(table.game, SPECTATOR) if isinstance(each, TradingView)]
    return shown.offer


# B6.1 and B6.4: the bank ----------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.1")
@pytest.mark.case("T05")
@pytest.mark.parametrize("give", RESOURCES)
def test_the_bank_gives_1_of_any_other_resource_for_4_of_one(table, give):
    """T05"""
    table.holding(1, f"4{give}")
    table.refused(f"1 TradeWithBank give={give} rate=4 take={give}", "SAME_RESOURCE", "B6.1")
    others = [other for other in RESOURCES if other != give]
    assert table.allowed(1, "TradeWithBank") == {f"1 TradeWithBank give={give} rate=4 take={other}" for other in others}
    table.when(f"1 TradeWithBank give={give} rate=4 take={others[0]}")
    table.then(f"BankTradeMade seat=1 given=4{give} taken=1{others[0]}")
    assert table.hand(1) == f"1{others[0]}"


@pytest.mark.rule("B6.1")
def test_a_seat_gives_the_bank_only_what_it_holds(table):
    table.holding(1, "3ore+4wool")
    table.refused("1 TradeWithBank give=ore rate=4 take=brick", "NOT_ENOUGH_CARDS", "B6.1")
    table.when("1 TradeWithBank give=wool rate=4 take=brick").then("BankTradeMade seat=1 given=4wool taken=1brick")


@pytest.mark.rule("B6.1")
@pytest.mark.parametrize("give", RESOURCES)
def test_a_general_harbor_trades_3_of_any_resource_for_1(give):
    table = at_harbor("general").holding(1, f"3{give}")
    take = "ore" if give != "ore" else "brick"
    table.refused(f"1 TradeWithBank give={give} rate=2 take={take}", "NO_SUCH_RATE", "B6.1")
    table.when(f"1 TradeWithBank give={give} rate=3 take={take}")
    table.then(f"BankTradeMade seat=1 given=3{give} taken=1{take}")


@pytest.mark.rule("B6.1")
@pytest.mark.parametrize("kind", RESOURCES)
def test_a_special_harbor_trades_2_of_its_own_resource_only(kind):
    other = "ore" if kind != "ore" else "brick"
    table = at_harbor(kind).holding(1, f"2{kind}+3{other}")
    table.refused(f"1 TradeWithBank give={other} rate=2 take={kind}", "NO_SUCH_RATE", "B6.1")
    table.refused(f"1 TradeWithBank give={other} rate=3 take={kind}", "NO_SUCH_RATE", "B6.1")
    table.refused(f"1 TradeWithBank give={kind} rate=3 take={other}", "NO_SUCH_RATE", "B6.1")
    table.when(f"1 TradeWithBank give={kind} rate=2 take={other}")
    table.then(f"BankTradeMade seat=1 given=2{kind} taken=1{other}")


@pytest.mark.rule("B6.1")
@pytest.mark.case("G06")
@pytest.mark.parametrize(("kind", "place"), HARBORS)
def test_a_harbor_serves_a_building_on_either_of_its_two_intersections(kind, place):
    """G06: each of nine harbors, both its intersections."""
    give, rate = ("grain", 3) if kind == "general" else (kind, 2)
    take = "ore" if give != "ore" else "brick"
    trade = f"1 TradeWithBank give={give} rate={rate} take={take}"
    table = Table.bare().holding(1, f"6{give}")
    table.refused(trade, "NO_SUCH_RATE", "B6.1")
    table.settlements(1, place).when(trade)
    table.cities(1, place).when(trade)


@pytest.mark.rule("B6.1")
def test_neither_a_road_nor_another_seats_building_at_a_harbor_gives_its_rate():
    """General harbors lie between the intersections 0 and 3, and 26 and 32."""
    table = Table.bare().holding(1, "3brick").roads(1, [path(0, 3), path(3, 7)]).settlements(2, 0)
    table.refused("1 TradeWithBank give=brick rate=3 take=ore", "NO_SUCH_RATE", "B6.1")
    table.settlements(1, 26).when("1 TradeWithBank give=brick rate=3 take=ore")


@pytest.mark.rule("B6.1")
@pytest.mark.case("T14")
@pytest.mark.parametrize("rate", [4, 3, 2])
def test_of_the_rates_it_has_the_seat_chooses(rate):
    """T14"""
    general, ore = (next(place for kind, place in HARBORS if kind == wanted) for wanted in ("general", "ore"))
    table = Table.bare().settlements(1, general, ore).holding(1, "4ore")
    table.when(f"1 TradeWithBank give=ore rate={rate} take=wool").then(
        f"BankTradeMade seat=1 given={rate}ore taken=1wool"
    )


@pytest.mark.rule("B6.1")
@pytest.mark.parametrize("rate", [0, 1, 5, -2])
def test_there_is_no_other_rate(rate):
    table = at_harbor("ore").holding(1, "8ore")
    table.refused(f"1 TradeWithBank give=ore rate={rate} take=wool", "NO_SUCH_RATE", "B6.1")


@pytest.mark.rule("B6.4")
@pytest.mark.case("T07")
def test_the_bank_gives_only_what_it_has(table):
    """T07"""
    table.holding(1, "8ore").bank_left_with("brick", 0, others_held_by=2)
    table.refused("1 TradeWithBank give=ore rate=4 take=brick", "BANK_TOO_SHORT", "B6.4")
    table.given("ResourcesPaid seat=2 cards=1brick")
    table.when("1 TradeWithBank give=ore rate=4 take=brick").then("BankTradeMade seat=1 given=4ore taken=1brick")
    table.refused("1 TradeWithBank give=ore rate=4 take=brick", "BANK_TOO_SHORT", "B6.4")


# B6.2: offers ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.2")
def test_the_seat_in_turn_offers_to_all_others_and_may_go_on_meanwhile(table):
    table.holding(1, "2lumber+1brick").when("1 OfferTrade give=1lumber take=1wool")
    table.happened.then_facts("TradeOffered offer=1 seat=1 give=1lumber take=1wool to=[2 3 4]")
    table.awaits("trade", 2, 3, 4)
    assert f"1 BuildRoad path={ROAD_OF_1}" in table.allowed(1)
    assert "1 Pass" in table.allowed(1)


@pytest.mark.rule("B6.2")
def test_it_may_offer_to_some_seats_only(table):
    table.holding_just(s1="1lumber", s2="1wool", s3="1wool").when("1 OfferTrade give=1lumber take=1wool to=[4 2]")
    table.happened.then_facts("TradeOffered offer=1 seat=1 give=1lumber take=1wool to=[2 4]")
    table.awaits("trade", 2, 4)
    table.refused("3 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    table.refused("3 CounterTrade offer=1 give=1wool take=1lumber", "NOT_YOUR_TURN", "B3.3")
    table.when("2 AcceptTrade offer=1").then_facts("TradeAccepted offer=1 seat=2")


@pytest.mark.rule("B6.2")
@pytest.mark.case("T03")
def test_nobody_offers_to_itself_to_a_seat_twice_or_to_nobody_there(table):
    """T03"""
    table.holding(1, "1lumber")
    table.refused("1 OfferTrade give=1lumber take=1wool to=[1]", "NOBODY_ASKED", "B6.2")
    table.refused("1 OfferTrade give=1lumber take=1wool to=[2 1]", "NOBODY_ASKED", "B6.2")
    refused_within_bounds(table, "1 OfferTrade give=1lumber take=1wool to=[2 2]", "NOBODY_ASKED", "B6.2")
    table.refused("1 OfferTrade give=1lumber take=1wool to=[5]", "NO_SUCH_SEAT", "B2.5")
    table.refused("1 OfferTrade give=1lumber take=1wool to=[0]", "NO_SUCH_SEAT", "B2.5")
    table.when("1 OfferTrade give=1lumber take=1wool to=[2]")


@pytest.mark.rule("B6.2")
@pytest.mark.case("T09")
def test_only_the_seat_in_turn_offers(offered):
    """T09"""
    offered.when("4 DeclineTrade offer=1")
    offered.refused("4 OfferTrade give=1wool take=1lumber", "NOT_YOUR_TURN", "B3.3")
    offered.refused("2 OfferTrade give=1wool take=1lumber", "NOT_NOW", "B6.2")
    offered.refused("2 TradeWithBank give=wool rate=4 take=ore", "NOT_NOW", "B6.2")
    offered.when("2 CounterTrade offer=1 give=1wool take=1lumber")


@pytest.mark.rule("B6.2", "B3.2")
def test_it_trades_after_its_roll_only():
    table = Table.after_setup().holding_just(s1="1lumber+4ore", s2="1wool")
    table.refused("1 OfferTrade give=1lumber take=1wool", "NOT_NOW", "B3.2")
    table.refused("1 TradeWithBank give=ore rate=4 take=brick", "NOT_NOW", "B3.2")
    table.when("1 RollDice", dice=(1, 1))
    table.when("1 OfferTrade give=1lumber take=1wool")


@pytest.mark.rule("B6.2")
def test_nobody_trades_while_the_robber_is_to_be_moved():
    table = Table.after_setup().holding_just(s1="1lumber+4ore", s2="1wool")
    table.when("1 RollDice", dice=(3, 4))
    table.refused("1 OfferTrade give=1lumber take=1wool", "NOT_NOW", "B5.2")
    table.refused("1 TradeWithBank give=ore rate=4 take=brick", "NOT_NOW", "B5.2")


@pytest.mark.rule("B6.2")
@pytest.mark.case("T02")
def test_nobody_offers_what_it_does_not_hold(table):
    """T02"""
    table.holding(1, "1wool")
    table.refused("1 OfferTrade give=2wool take=1ore", "NOT_ENOUGH_CARDS", "B6.2")
    table.refused("1 OfferTrade give=1wool+1brick take=1ore", "NOT_ENOUGH_CARDS", "B6.2")
    table.when("1 OfferTrade give=1wool take=1ore")


@pytest.mark.rule("B6.2")
def test_one_offer_is_open_at_a_time(offered):
    """Ruling made in code."""
    offered.refused("1 OfferTrade give=1ore take=1grain", "OFFER_ALREADY_OPEN", "B6.2")
    offered.when("1 WithdrawTrade offer=1")
    offered.when("1 OfferTrade give=1ore take=1grain")
    offered.happened.then_facts("TradeOffered offer=2 seat=1 give=1ore take=1grain to=[2 3 4]")


# B6.2: answers --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.2")
def test_the_seat_in_turn_closes_the_deal_with_one_of_those_that_accepted(offered):
    offered.when("3 AcceptTrade offer=1").then_facts("TradeAccepted offer=1 seat=3")
    offered.when("2 AcceptTrade offer=1").then_facts("TradeAccepted offer=1 seat=2")
    offered.awaits("trade", 4)
    deals = {"1 CloseTrade offer=1 partner=2", "1 CloseTrade offer=1 partner=3"}
    assert offered.allowed(1, "CloseTrade") == deals
    offered.when("1 CloseTrade offer=1 partner=3")
    offered.happened.then_facts("TradeMade offer=1 seat=1 partner=3 given=1lumber taken=1wool")
    assert offered.hand(1) == "1brick+1wool+4ore"
    assert offered.hand(3) == "1lumber+1ore"
    assert open_offer(offered) is None
    offered.awaits("act", 1)
    offered.refused("1 CloseTrade offer=1 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.refused("4 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")


@pytest.mark.rule("B6.2")
def test_accepting_moves_no_card_before_the_deal_is_closed(offered):
    offered.when("2 AcceptTrade offer=1")
    assert (offered.hand(1), offered.hand(2)) == ("1brick+1lumber+4ore", "1wool+1ore")
    assert open_offer(offered).accepted == (2,)


@pytest.mark.rule("B6.2")
def test_nobody_closes_a_deal_with_a_seat_that_did_not_accept(offered):
    offered.refused("1 CloseTrade offer=1 partner=2", "NOT_AGREED", "B6.2")
    offered.when("2 DeclineTrade offer=1").then_facts("TradeDeclined offer=1 seat=2")
    offered.when("3 AcceptTrade offer=1")
    offered.refused("1 CloseTrade offer=1 partner=2", "NOT_AGREED", "B6.2")
    offered.refused("1 CloseTrade offer=1 partner=1", "NOT_AGREED", "B6.2")
    offered.when("1 CloseTrade offer=1 partner=3")


@pytest.mark.rule("B6.2")
@pytest.mark.case("T03", "T09")
def test_only_the_seat_in_turn_closes_and_withdraws(offered):
    """T09"""
    offered.when("2 CounterTrade offer=1 give=1wool take=1lumber")
    offered.when("3 AcceptTrade offer=1")
    for seat in (2, 4):
        offered.refused(f"{seat} CloseTrade offer=1 partner=3", "NOT_NOW", "B6.2")
        offered.refused(f"{seat} CloseTrade offer=2 partner=2", "NOT_NOW", "B6.2")
        offered.refused(f"{seat} WithdrawTrade offer=1", "NOT_NOW", "B6.2")
    offered.refused("3 CloseTrade offer=2 partner=2", "NOT_YOUR_TURN", "B3.3")
    offered.refused("1 AcceptTrade offer=1", "NOT_NOW", "B3.1")
    offered.refused("1 CounterTrade offer=1 give=1lumber take=1wool", "NOT_NOW", "B3.1")
    offered.when("1 CloseTrade offer=1 partner=3")


@pytest.mark.rule("B6.2")
@pytest.mark.case("T02")
def test_nobody_accepts_without_holding_what_it_would_give(table):
    """T02"""
    table.holding_just(s1="1lumber", s2="1wool", s3="2wool").when("1 OfferTrade give=1lumber take=2wool")
    table.refused("2 AcceptTrade offer=1", "NOT_ENOUGH_CARDS", "B6.2")
    table.when("3 AcceptTrade offer=1")


@pytest.mark.rule("B6.2")
def test_an_answer_names_the_open_offer(offered):
    offered.when("1 WithdrawTrade offer=1")
    offered.when("1 OfferTrade give=1brick take=1wool")
    for command in ("2 AcceptTrade", "2 DeclineTrade", "1 WithdrawTrade"):
        offered.refused(f"{command} offer=1", "NO_SUCH_OFFER", "B6.2")
    offered.refused("2 CounterTrade offer=1 give=1wool take=1ore", "NO_SUCH_OFFER", "B6.2")
    offered.when("2 AcceptTrade offer=2")
    offered.refused("1 CloseTrade offer=1 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.when("1 CloseTrade offer=2 partner=2")


@pytest.mark.rule("B6.2")
def test_who_declined_or_accepted_is_asked_no_more(offered):
    offered.when("2 DeclineTrade offer=1")
    offered.when("3 AcceptTrade offer=1")
    for seat in (2, 3):
        offered.refused(f"{seat} AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
        assert not offered.allowed(seat)
        assert not offered.choices(seat)
    offered.awaits("trade", 4)


@pytest.mark.rule("B6.2")
def test_the_seat_in_turn_withdraws_its_offer(offered):
    offered.when("2 AcceptTrade offer=1")
    offered.when("1 WithdrawTrade offer=1").then_facts("TradeWithdrawn offer=1")
    assert open_offer(offered) is None
    offered.awaits("act", 1)
    offered.refused("3 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    offered.refused("1 CloseTrade offer=1 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.refused("1 WithdrawTrade offer=1", "NO_SUCH_OFFER", "B6.2")


@pytest.mark.rule("B6.2")
def test_an_offer_that_all_declined_stays_open_till_it_is_withdrawn(offered):
    for seat in (2, 3, 4):
        offered.when(f"{seat} DeclineTrade offer=1")
    offered.awaits("act", 1)
    offered.refused("1 OfferTrade give=1ore take=1grain", "OFFER_ALREADY_OPEN", "B6.2")
    offered.when("1 WithdrawTrade offer=1").then_facts("TradeWithdrawn offer=1")


@pytest.mark.rule("B6.2", "B3.1")
@pytest.mark.case("T12")
def test_a_turn_has_room_for_many_trades(table):
    """T12"""
    table.holding_just(s1="1lumber+4ore+1grain", s2="1wool", s3="1wool")
    table.when("1 OfferTrade give=1lumber take=1wool")
    table.when("2 AcceptTrade offer=1")
    table.when("1 CloseTrade offer=1 partner=2")
    table.when("1 TradeWithBank give=ore rate=4 take=brick")
    table.when("1 OfferTrade give=1grain take=1wool to=[3]")
    table.when("3 AcceptTrade offer=2")
    table.when("1 CloseTrade offer=2 partner=3")
    assert table.hand(1) == "1brick+2wool"


# B6.2: counter-offers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.2")
def test_the_seat_in_turn_accepts_one_counter_offer(offered):
    """A counter-offer has a number of its own; closing names it and its maker."""
    offered.when("2 CounterTrade offer=1 give=1wool take=2ore")
    offered.happened.then_facts("TradeCountered offer=1 counter=2 seat=2 give=1wool take=2ore")
    offered.when("4 CounterTrade offer=1 give=2wool take=1lumber+1ore")
    offered.happened.then_facts("TradeCountered offer=1 counter=3 seat=4 give=2wool take=1lumber+1ore")
    offered.awaits("trade", 2, 3, 4)
    deals = {"1 CloseTrade offer=2 partner=2", "1 CloseTrade offer=3 partner=4"}
    assert offered.allowed(1, "CloseTrade") == deals
    offered.refused("1 CloseTrade offer=3 partner=2", "NOT_AGREED", "B6.2")
    offered.refused("1 CloseTrade offer=1 partner=2", "NOT_AGREED", "B6.2")
    offered.when("1 CloseTrade offer=3 partner=4")
    offered.happened.then_facts("TradeMade offer=3 seat=1 partner=4 given=1lumber+1ore taken=2wool")
    assert (offered.hand(1), offered.hand(4)) == ("1brick+2wool+3ore", "1lumber+2ore")
    assert open_offer(offered) is None


@pytest.mark.rule("B6.2")
def test_who_made_a_counter_offer_may_still_accept_decline_or_make_another(offered):
    offered.when("2 CounterTrade offer=1 give=1wool take=2ore")
    offered.when("2 CounterTrade offer=1 give=1wool take=1ore+1lumber")
    assert [(counter.number, counter.seat) for counter in open_offer(offered).counters] == [(3, 2)]
    offered.refused("1 CloseTrade offer=2 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.when("2 AcceptTrade offer=1")
    offered.refused("1 CloseTrade offer=3 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.when("3 CounterTrade offer=1 give=1wool take=1brick")
    offered.when("3 DeclineTrade offer=1")
    offered.refused("1 CloseTrade offer=4 partner=3", "NO_SUCH_OFFER", "B6.2")
    offered.when("1 CloseTrade offer=1 partner=2")


@pytest.mark.rule("B6.2")
def test_both_hold_what_they_give_when_a_counter_offer_is_accepted(offered):
    offered.holding_development_cards(1, "year_of_plenty")
    offered.refused("2 CounterTrade offer=1 give=2wool take=1ore", "NOT_ENOUGH_CARDS", "B6.2")
    offered.when("2 CounterTrade offer=1 give=1wool take=1grain")
    offered.refused("1 CloseTrade offer=2 partner=2", "NOT_ENOUGH_CARDS", "B6.2")
    offered.when("1 PlayYearOfPlenty cards=1grain+1brick")
    offered.when("1 CloseTrade offer=2 partner=2")
    offered.happened.then_facts("TradeMade offer=2 seat=1 partner=2 given=1grain taken=1wool")


@pytest.mark.rule("B6.2")
def test_a_counter_offer_is_made_to_an_offer_only(table):
    table.holding_just(s1="1lumber", s2="1wool")
    table.refused("2 CounterTrade offer=1 give=1wool take=1lumber", "NOT_YOUR_TURN", "B3.3")
    table.when("1 OfferTrade give=1lumber take=1wool")
    table.when("2 CounterTrade offer=1 give=1wool take=1lumber")


# B6.2, ruling: how many -----------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.2")
def test_at_most_10_offers_are_made_in_a_turn(table):
    table.holding(1, "1lumber")
    for number in range(1, 11):
        table.when(f"1 OfferTrade give=1lumber take={number}wool")
        table.when(f"1 WithdrawTrade offer={number}")
    assert not table.choices(1, "OfferTrade")
    table.refused("1 OfferTrade give=1lumber take=1wool", "TOO_MANY_OFFERS", "B6.2")
    table.when("1 Pass")
    table.in_turn(2).holding(2, "1lumber").when("2 OfferTrade give=1lumber take=1wool")
    table.happened.then_facts("TradeOffered offer=11 seat=2 give=1lumber take=1wool to=[3 4 1]")
    table.when("2 Pass")
    table.in_turn(1).when("1 OfferTrade give=1lumber take=1wool")


@pytest.mark.rule("B6.2")
def test_each_other_seat_makes_at_most_3_counter_offers_in_a_turn(offered):
    """Three in the turn, whatever offers they answer; a counter-offer is none of the ten offers."""
    for take in ("1lumber", "1brick"):
        offered.when(f"2 CounterTrade offer=1 give=1wool take={take}")
    offered.when("1 WithdrawTrade offer=1")
    offered.when("1 OfferTrade give=1brick take=1wool")
    offered.when("2 CounterTrade offer=4 give=1wool take=1ore")
    assert not offered.choices(2)
    offered.refused("2 CounterTrade offer=4 give=1wool take=1lumber", "TOO_MANY_OFFERS", "B6.2")
    offered.when("3 CounterTrade offer=4 give=1wool take=1lumber")
    offered.when("2 AcceptTrade offer=4")
    offered.when("1 Pass")
    offered.in_turn(3).when("3 OfferTrade give=1ore take=1wool")
    offered.when("2 CounterTrade offer=7 give=1wool take=1ore")
    offered.happened.then_facts("TradeCountered offer=7 counter=8 seat=2 give=1wool take=1ore")


# B6.3: what is traded -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.3")
@pytest.mark.case("T04")
@pytest.mark.parametrize("terms", ["give=2wool take=0", "give=0 take=1ore", "give=0 take=0"])
def test_each_side_gives_at_least_one_card(offered, terms):
    """T04"""
    offered.refused(f"2 CounterTrade offer=1 {terms}", "NOTHING_OFFERED", "B6.3")
    offered.when("1 WithdrawTrade offer=1")
    offered.refused(f"1 OfferTrade {terms}", "NOTHING_OFFERED", "B6.3")
    offered.when("1 OfferTrade give=1ore take=1wool")


@pytest.mark.rule("B6.3")
@pytest.mark.case("T05", "T06")
@pytest.mark.parametrize(
    "terms", ["give=2ore take=1ore", "give=1ore+1lumber take=1lumber", "give=1ore take=1ore+1wool"]
)
def test_the_two_sides_have_no_resource_in_common(table, terms):
    """T05, T06"""
    table.holding_just(s1="2ore+1lumber", s2="2ore+1lumber")
    refused_within_bounds(table, f"1 OfferTrade {terms}", "SAME_RESOURCE", "B6.3")
    table.when("1 OfferTrade give=2ore+1lumber take=1wool+1grain")
    refused_within_bounds(table, f"2 CounterTrade offer=1 {terms}", "SAME_RESOURCE", "B6.3")
    table.when("2 CounterTrade offer=1 give=2ore take=1wool+1lumber")


@pytest.mark.rule("B6.3")
@pytest.mark.parametrize("terms", ["give=1knight take=1wool", "give=1wool take=1monopoly", "give=1gold take=1wool"])
def test_only_resource_cards_are_traded(terms):
    with pytest.raises(NotationError):
        read_command(f"1 OfferTrade {terms}")


@pytest.mark.rule("B6.3")
@pytest.mark.case("T16")
@pytest.mark.parametrize("amount", ["-1", "1.5", str(2**31), "512", "x"])
def test_amounts_are_whole_numbers_of_cards(amount):
    """T16"""
    with pytest.raises(NotationError):
        read_command(f"1 OfferTrade give={amount}ore take=1wool")
    with pytest.raises((ValueError, TypeError)):
        cards(ore=float(amount) if amount != "x" else amount)


@pytest.mark.rule("B6.3")
@pytest.mark.case("T16")
def test_nobody_asks_for_more_cards_than_there_are(table):
    """T16"""
    table.holding(1, "1lumber")
    table.refused("1 OfferTrade give=1lumber take=20wool", "TOO_MANY_CARDS", "B6.3")
    table.refused("1 OfferTrade give=511lumber take=1wool", "NOT_ENOUGH_CARDS", "B6.2")
    table.when("1 OfferTrade give=1lumber take=19wool")


# B6.5: offers fall ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.5")
@pytest.mark.case("T11")
def test_an_open_offer_falls_at_the_end_of_the_turn(offered):
    """T11"""
    offered.when("2 AcceptTrade offer=1")
    offered.when("1 Pass").then_facts("TurnEnded seat=1", "TradeFell offer=1", "TurnStarted seat=2 turn=2")
    assert open_offer(offered) is None
    offered.awaits("roll", 2)
    offered.refused("3 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    offered.in_turn(2).refused("2 CloseTrade offer=1 partner=1", "NO_SUCH_OFFER", "B6.2")


@pytest.mark.rule("B6.5")
@pytest.mark.case("T11")
def test_it_stands_till_then_for_everyone_to_see(offered):
    """T11"""
    offered.when("2 AcceptTrade offer=1")
    offered.when("3 CounterTrade offer=1 give=1wool take=1brick")
    shown = open_offer(offered)
    assert (shown.number, shown.seat, shown.to, shown.accepted) == (1, 1, (2, 3, 4), (2,))
    assert [counter.number for counter in shown.counters] == [2]
    for seat in (1, 2, 3, 4):
        assert TradingView(shown) in view(offered.game, Viewer(seat))


@pytest.mark.rule("B6.5")
@pytest.mark.case("T01")
def test_it_falls_as_soon_as_its_maker_pays_for_a_building(offered):
    """T01"""
    offered.when("2 AcceptTrade offer=1")
    offered.when(f"1 BuildRoad path={ROAD_OF_1}").then_facts(
        f"RoadBuilt seat=1 path={ROAD_OF_1}",
        "ResourcesPaid seat=1 cards=1brick+1lumber",
        "TradeFell offer=1",
        "RouteChanged seat=1 length=2",
    )
    offered.refused("1 CloseTrade offer=1 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.refused("3 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    offered.awaits("act", 1)


@pytest.mark.rule("B6.5")
@pytest.mark.parametrize(
    ("held", "command"),
    [
        ("3ore+2grain", f"BuildCity intersection={first_settlement(1)}"),
        ("1wool+1grain+1ore", "BuyDevelopmentCard"),
        ("4ore", "TradeWithBank give=ore rate=4 take=grain"),
        ("1brick+1lumber", f"BuildRoad path={ROAD_OF_1}"),
    ],
)
def test_whatever_card_its_maker_loses_it_falls(table, held, command):
    """The brick that was offered is still held, but nobody can tell."""
    offer = "1 OfferTrade give=1brick take=2wool" if "lumber" not in held else "1 OfferTrade give=2brick take=1wool"
    table.holding(1, f"2brick+{held}" if "lumber" not in held else "3brick+1lumber").when(offer)
    table.when(f"1 {command}").then_includes("TradeFell offer=1")
    assert open_offer(table) is None


@pytest.mark.rule("B6.5")
def test_it_falls_when_its_maker_builds_a_settlement(table):
    table.roads(1, [path(23, 18)]).holding(1, "2brick+1lumber+1wool+1grain")
    table.when("1 OfferTrade give=1brick take=1ore")
    table.when("1 BuildSettlement intersection=18").then_includes("TradeFell offer=1")


@pytest.mark.rule("B6.5")
def test_no_gain_of_its_maker_makes_it_fall(offered):
    offered.holding_development_cards(1, "year_of_plenty")
    offered.when("1 PlayYearOfPlenty cards=2grain").then_no("TradeFell", "TradeAnswerFell")
    offered.when("2 AcceptTrade offer=1")
    offered.when("1 CloseTrade offer=1 partner=2")


@pytest.mark.rule("B6.5")
def test_a_free_road_costs_no_card_and_leaves_it_open(offered):
    offered.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    offered.refused("2 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    offered.when(f"1 BuildRoad path={ROAD_OF_1}").then_no("TradeFell")
    offered.when("1 Pass").then_no("TradeFell")
    offered.awaits("trade", 2, 3, 4)
    offered.when("2 AcceptTrade offer=1")


@pytest.mark.rule("B6.5")
def test_an_acceptance_falls_when_the_seat_that_gave_it_is_robbed(offered):
    """The stolen ore is no part of the deal; it falls all the same, and the offer stays open."""
    offered.holding_development_cards(1, "knight").when("2 AcceptTrade offer=1")
    offered.when("3 AcceptTrade offer=1")
    offered.when("1 PlayKnight")
    offered.refused("4 AcceptTrade offer=1", "NOT_YOUR_TURN", "B3.3")
    offered.refused("1 CloseTrade offer=1 partner=2", "NOT_NOW", "B5.2")
    offered.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft="ore")
    offered.happened.then_facts(
        f"RobberMoved seat=1 origin={hex_of('D')} hex={hex_of('L4')}",
        "CardStolen thief=1 victim=2 resource=ore",
        "TradeAnswerFell offer=1 seat=2",
    )
    offered.refused("1 CloseTrade offer=1 partner=2", "NOT_AGREED", "B6.2")
    offered.when("1 CloseTrade offer=1 partner=3")


@pytest.mark.rule("B6.5")
def test_a_counter_offer_falls_when_its_maker_is_robbed(offered):
    offered.holding_development_cards(1, "knight").when("2 CounterTrade offer=1 give=1wool take=1brick")
    offered.when("3 CounterTrade offer=1 give=1wool take=1ore")
    offered.when("1 PlayKnight")
    offered.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft="ore").then_includes(
        "TradeAnswerFell offer=1 seat=2"
    )
    offered.refused("1 CloseTrade offer=2 partner=2", "NO_SUCH_OFFER", "B6.2")
    offered.when("2 AcceptTrade offer=1")
    offered.when("1 CloseTrade offer=3 partner=3")


@pytest.mark.rule("B6.5")
def test_nothing_falls_when_a_seat_is_robbed_that_has_not_answered(offered):
    offered.holding_development_cards(1, "knight").when("1 PlayKnight")
    offered.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft="ore").then_no("TradeFell", "TradeAnswerFell")
    offered.when("2 AcceptTrade offer=1")


@pytest.mark.rule("B6.5")
def test_answers_fall_when_a_monopoly_takes_cards_from_their_makers(offered):
    offered.holding_development_cards(1, "monopoly").given("ResourcesPaid seat=3 cards=1ore")
    for seat in (2, 3):
        offered.when(f"{seat} AcceptTrade offer=1")
    offered.when("4 CounterTrade offer=1 give=1wool take=1brick")
    offered.when("1 PlayMonopoly resource=ore").then_facts(
        "DevelopmentCardPlayed seat=1 card=monopoly",
        "MonopolyDeclared seat=1 resource=ore",
        "ResourcesHandedOver giver=2 taker=1 cards=1ore",
        "ResourcesHandedOver giver=4 taker=1 cards=1ore",
        "TradeAnswerFell offer=1 seat=2",
        "TradeAnswerFell offer=1 seat=4",
    )
    assert offered.allowed(1, "CloseTrade") == {"1 CloseTrade offer=1 partner=3"}


@pytest.mark.rule("B6.5")
def test_a_seat_whose_answer_fell_may_answer_again(offered):
    """The offer is open still, and each other seat may accept, decline or counter it (B6.2)."""
    offered.holding_development_cards(1, "knight")
    for seat in (2, 3):
        offered.when(f"{seat} AcceptTrade offer=1")
    offered.when("1 PlayKnight")
    offered.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft="ore")
    offered.awaits("trade", 2, 4)
    assert offered.allowed(2) == {"2 AcceptTrade offer=1", "2 DeclineTrade offer=1"}
    assert offered.choices(2, "CounterTrade")
    offered.when("2 AcceptTrade offer=1")
    offered.when("1 CloseTrade offer=1 partner=2")


@pytest.mark.rule("B6.5")
def test_a_seat_whose_answer_fell_may_answer_again_when_nobody_else_is_asked_any_more(offered):
    offered.holding_development_cards(1, "monopoly")
    for seat in (2, 3, 4):
        offered.when(f"{seat} AcceptTrade offer=1")
    offered.awaits("act", 1)
    offered.when("1 PlayMonopoly resource=wool").then_includes(
        "TradeAnswerFell offer=1 seat=2", "TradeAnswerFell offer=1 seat=3", "TradeAnswerFell offer=1 seat=4"
    )
    offered.awaits("trade", 2, 3, 4)
    offered.refused("2 AcceptTrade offer=1", "NOT_ENOUGH_CARDS", "B6.2")
    offered.when("2 CounterTrade offer=1 give=1ore take=1wool")
    offered.when("1 CloseTrade offer=2 partner=2")
