"""C2 and C1.2: what a gold river yields, what coins are traded for, and where they are no resource cards."""

import msgspec
import pytest

from domain.board.plan import HarborSpot
from domain.components import Harbor
from domain.notation import NotationError, read_command
from tests.rules.table import dice_showing
from tests.scenarios.cheops.places import HARBORS, PLAN, intersection, tile
from tests.scenarios.cheops.table import GOODS, EgyptTable

RESOURCES = GOODS[:5]
GOLD_5, GOLD_11 = tile(8, 3), tile(8, 5)
AT_5, BESIDE_5 = (7, 25), (5, 25)
"""Two corners of the gold river with the 5, two paths apart."""
AT_11 = (9, 25)


def to_roll(**how: object) -> EgyptTable:
    """Seat 1 is to roll; nothing stands."""
    return EgyptTable.bare(**how).in_turn(4).in_turn(1, rolled=False)


def roll(table: EgyptTable, number: int) -> list[str]:
    """What a roll of the seat in turn brings, after the dice."""
    return table.when(f"{table.seat_in_turn} RollDice", dice=dice_showing(number)).facts[1:]


@pytest.fixture
def table() -> EgyptTable:
    """Seat 1 has rolled and may trade; it has one settlement, at no harbor; nobody has a coin."""
    return EgyptTable.bare().place(1, (6, 8)).no_coins()


# C2.1: production -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C2.1")
@pytest.mark.parametrize(("kind", "coins"), [("place", 1), ("city", 2)])
@pytest.mark.parametrize(("number", "point"), [(5, AT_5), (11, AT_11)])
def test_a_gold_river_yields_1_coin_for_a_settlement_and_2_for_a_city(kind, coins, number, point):
    table = getattr(to_roll(), kind)(2, point)
    assert roll(table, number) == [f"CoinsProduced gains=[{{2 {coins}}}]"]
    assert [table.coins_of(seat) for seat in (1, 2, 3, 4)] == [3, 3 + coins, 3, 3]
    table.awaits("act", 1)


@pytest.mark.rule("C2.1")
def test_each_building_at_it_yields_to_its_owner_and_cards_come_first():
    """11 is a gold river, hills and a forest."""
    table = to_roll().place(3, (9, 23)).city(3, (11, 23)).place(2, (10, 26)).place(1, (10, 8))
    first, second = roll(table, 11)
    assert first.startswith("ResourcesProduced ")
    assert second == "CoinsProduced gains=[{2 1} {3 3}]"


@pytest.mark.rule("C2.1")
def test_where_nobody_stands_at_it_it_yields_nothing():
    table = to_roll().place(1, (4, 8))
    table.when("1 RollDice", dice=(1, 4)).then_no("CoinsProduced", "CoinsReceived")


@pytest.mark.rule("C2.1", "B4.1")
def test_other_numbers_bring_no_coins():
    table = to_roll().place(1, AT_5, AT_11)
    for number in (2, 3, 4, 6, 8, 9, 10, 12):
        trial = table.fork()
        roll(trial, number)
        trial.happened.then_no("CoinsProduced", "CoinsReceived")


@pytest.mark.rule("C2.1")
def test_the_robber_blocks_it_as_any_hex():
    table = to_roll().place(1, AT_5, AT_11).robber_on(GOLD_5)
    assert roll(table.fork(), 5) == []
    assert roll(table, 11) == ["CoinsProduced gains=[{1 1}]"]


@pytest.mark.rule("S4")
def test_it_asks_nobody_for_a_choice():
    """In Cheops a gold river yields coins instead of cards that its owner chooses."""
    table = to_roll().place(2, AT_5)
    assert roll(table, 5) == ["CoinsProduced gains=[{2 1}]"]
    assert [table.hand(seat) for seat in (1, 2, 3, 4)] == ["0"] * 4
    table.awaits("act", 1)


@pytest.mark.rule("C1.2")
def test_the_supply_of_coins_is_not_limited():
    """The box holds 40."""
    table = to_roll().city(2, AT_5, BESIDE_5).coins(2, 300).coins(1, 41)
    assert roll(table, 5) == ["CoinsProduced gains=[{2 4}]"]
    assert table.coins_of(2) == 304
    table.holding(1, "4wool").when("1 TradeWithBank give=wool rate=4 take=coin")
    assert table.coins_of(1) == 42


# C2.2: with other seats -----------------------------------------------------------------------------------------------


@pytest.mark.rule("C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize(
    ("give", "take"),
    [("1coin", "1wool"), ("2coin", "1wool"), ("1grain", "1coin"), ("1grain+2coin", "2wool"), ("1grain", "1wool+3coin")],
)
def test_a_coin_counts_as_a_resource_between_seats(table, give, take):
    table.coins(1, 2).coins(2, 3).holding_just(s1="1grain", s2="2wool")
    table.when(f"1 OfferTrade give={give} take={take}")
    table.when("2 AcceptTrade offer=1")
    table.when("1 CloseTrade offer=1 partner=2").then_includes(
        f"TradeMade offer=1 seat=1 partner=2 given={give} taken={take}"
    )


@pytest.mark.rule("C2.2")
def test_coins_change_hands_in_a_counter_offer(table):
    table.coins(1, 3).coins(2, 1).holding_just(s1="1grain", s2="1wool")
    table.when("1 OfferTrade give=1grain take=1wool")
    table.when("2 CounterTrade offer=1 give=1wool take=1grain+2coin")
    table.when("1 CloseTrade offer=2 partner=2")
    assert (table.hand(1), table.coins_of(1), table.hand(2), table.coins_of(2)) == ("1wool", 1, "1grain", 3)


@pytest.mark.rule("C2.2", "B6.2")
def test_a_seat_offers_accepts_and_counter_offers_only_coins_that_it_holds(table):
    table.coins(1, 1).coins(2, 1).holding_just(s1="1grain", s2="2wool")
    table.refused("1 OfferTrade give=2coin take=1wool", "NOT_ENOUGH_COINS", "B6.2")
    table.refused("1 OfferTrade give=1grain+2coin take=1wool", "NOT_ENOUGH_COINS", "B6.2")
    table.when("1 OfferTrade give=1grain take=2coin")
    table.refused("2 AcceptTrade offer=1", "NOT_ENOUGH_COINS", "B6.2")
    table.refused("2 CounterTrade offer=1 give=2coin take=1grain", "NOT_ENOUGH_COINS", "B6.2")
    table.when("2 CounterTrade offer=1 give=1coin take=1grain")
    table.when("1 CloseTrade offer=2 partner=2")


@pytest.mark.rule("C2.2", "B6.3")
@pytest.mark.parametrize(
    "terms", ["give=1coin take=2coin", "give=1grain+1coin take=1coin", "give=1coin take=1wool+1coin"]
)
def test_coins_do_not_stand_on_both_sides(table, terms):
    table.coins(1, 3).coins(2, 3).holding_just(s1="1grain", s2="1wool")
    table.refused(f"1 OfferTrade {terms}", "SAME_RESOURCE", "B6.3")
    table.when("1 OfferTrade give=1grain+1coin take=1wool")


@pytest.mark.rule("C2.2", "B6.3")
@pytest.mark.parametrize("terms", ["give=1coin take=0", "give=0 take=1coin"])
def test_a_coin_is_not_given_for_nothing(table, terms):
    table.coins(1, 3).coins(2, 3)
    table.refused(f"1 OfferTrade {terms}", "NOTHING_OFFERED", "B6.3")


@pytest.mark.rule("C2.2", "B6.5")
def test_a_deal_whose_coins_are_spent_is_not_closed(table):
    """The offer falls as soon as its maker loses a coin, as it does with a card."""
    table.coins(1, 4).holding_just(s2="1wool")
    table.when("1 OfferTrade give=1coin take=1wool")
    table.when("2 AcceptTrade offer=1")
    table.when("1 TradeWithBank give=coin rate=4 take=ore").then_includes("TradeFell offer=1")
    table.refused("1 CloseTrade offer=1 partner=2", "NO_SUCH_OFFER", "B6.2")


# C2.2: with the bank --------------------------------------------------------------------------------------------------


@pytest.mark.rule("C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize("other", RESOURCES)
def test_the_bank_trades_coins_both_ways_at_4_to_1(table, other):
    table.coins(1, 4).holding(1, f"4{other}")
    there, back = table.fork(), table
    there.when(f"1 TradeWithBank give=coin rate=4 take={other}")
    there.then(f"BankTradeMade seat=1 given=4coin taken=1{other}")
    back.when(f"1 TradeWithBank give={other} rate=4 take=coin")
    back.then(f"BankTradeMade seat=1 given=4{other} taken=1coin")
    assert (there.coins_of(1), back.coins_of(1)) == (0, 5)


@pytest.mark.rule("C2.2", "B6.1")
def test_3_coins_do_not_do_without_a_harbor(table):
    table.coins(1, 3).holding(1, "3wool")
    table.refused("1 TradeWithBank give=coin rate=4 take=wool", "NOT_ENOUGH_COINS", "B6.1")
    table.refused("1 TradeWithBank give=coin rate=3 take=wool", "NO_SUCH_RATE", "B6.1")
    table.refused("1 TradeWithBank give=wool rate=3 take=coin", "NO_SUCH_RATE", "B6.1")
    table.refused("1 TradeWithBank give=coin rate=4 take=coin", "SAME_RESOURCE", "B6.1")
    table.coins(1, 4).when("1 TradeWithBank give=coin rate=4 take=wool")


@pytest.mark.rule("C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize("other", RESOURCES)
def test_with_a_general_harbor_both_ways_at_3_to_1(table, other):
    table.place(1, (2, 4)).coins(1, 3).holding(1, f"3{other}")
    table.fork().when(f"1 TradeWithBank give=coin rate=3 take={other}").then_includes(
        f"BankTradeMade seat=1 given=3coin taken=1{other}"
    )
    table.refused("1 TradeWithBank give=coin rate=3 take=coin", "SAME_RESOURCE", "B6.1")
    table.when(f"1 TradeWithBank give={other} rate=3 take=coin")
    table.then(f"BankTradeMade seat=1 given=3{other} taken=1coin")


SPECIAL = {"grain": (5, 5), "wool": (9, 5), "lumber": (14, 4), "ore": (12, 14), "brick": (8, 20)}


@pytest.mark.rule("C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize("kind", SPECIAL)
def test_a_coin_is_received_at_a_special_harbor_for_2(table, kind):
    table.place(1, SPECIAL[kind]).coins(1, 1).holding(1, f"2{kind}")
    table.when(f"1 TradeWithBank give={kind} rate=2 take=coin")
    table.then(f"BankTradeMade seat=1 given=2{kind} taken=1coin")
    assert table.coins_of(1) == 2


@pytest.mark.rule("C2.2")
@pytest.mark.case("T18")
def test_there_is_no_2_to_1_harbor_for_coins(table):
    table.place(1, *list(SPECIAL.values())[:2]).cities(1, *(intersection(*p) for p in list(SPECIAL.values())[2:]))
    table.coins(1, 4)
    table.refused("1 TradeWithBank give=coin rate=2 take=wool", "NO_SUCH_RATE", "B6.1")
    table.refused("1 TradeWithBank give=coin rate=3 take=wool", "NO_SUCH_RATE", "B6.1")
    table.when("1 TradeWithBank give=coin rate=4 take=wool")


@pytest.mark.rule("C2.2")
def test_unless_a_board_has_one():
    harbors = tuple(HarborSpot(s.path, Harbor.COIN) if s.path == HARBORS["wool"] else s for s in PLAN.harbors)
    table = EgyptTable.bare(board=msgspec.structs.replace(PLAN, harbors=harbors)).place(1, (9, 5)).coins(1, 2)
    table.when("1 TradeWithBank give=coin rate=2 take=wool").then_includes(
        "BankTradeMade seat=1 given=2coin taken=1wool"
    )


# C2.3: no resource cards elsewhere ------------------------------------------------------------------------------------


@pytest.mark.rule("C2.3")
@pytest.mark.parametrize(("cards", "owed"), [(0, 0), (7, 0), (8, 4), (9, 4)])
def test_coins_do_not_count_for_discards(cards, owed):
    table = to_roll().coins(2, 40).coins(1, 20)
    table.holding(2, f"{cards}wool" if cards else "0")
    table.when("1 RollDice", dice=(3, 4))
    table.awaits(*(("discard",) if owed else ("robber", 1)), **({"s2": owed} if owed else {}))
    assert [table.coins_of(seat) for seat in (1, 2)] == [20, 40]


@pytest.mark.rule("C2.3")
def test_coins_are_not_discarded():
    table = to_roll().coins(2, 40).holding(2, "8wool")
    table.when("1 RollDice", dice=(3, 4))
    with pytest.raises(NotationError):
        read_command("2 DiscardCards cards=3wool+1coin")
    table.refused("2 DiscardCards cards=3wool", "WRONG_NUMBER_OF_CARDS", "B5.1")
    table.when("2 DiscardCards cards=4wool").then_facts("ResourcesDiscarded seat=2 cards=4wool")
    assert table.coins_of(2) == 40


@pytest.mark.rule("C2.3")
def test_coins_cannot_be_stolen_and_make_no_victim():
    table = to_roll().place(2, AT_5).place(3, (5, 23)).coins(2, 9).coins(3, 9).holding(3, "1ore")
    table.when("1 RollDice", dice=(3, 4))
    table.refused(f"1 MoveRobber hex={GOLD_5} victim=2", "NO_SUCH_VICTIM", "B5.2")
    table.when(f"1 MoveRobber hex={GOLD_5} victim=3").then_includes("CardStolen thief=1 victim=3 resource=ore")
    assert [table.coins_of(seat) for seat in (1, 2, 3)] == [3, 9, 9]


@pytest.mark.rule("C2.3")
def test_where_the_only_seat_there_has_coins_alone_nothing_is_stolen():
    table = to_roll().place(2, AT_5).coins(2, 9)
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={GOLD_5}").then_no("CardStolen")


@pytest.mark.rule("C2.3")
@pytest.mark.case("R55")
@pytest.mark.parametrize(
    "line",
    ["1 PlayMonopoly resource=coin", "1 PlayYearOfPlenty cards=2coin", "1 PlayYearOfPlenty cards=1coin+1ore"],
)
def test_monopoly_and_year_of_plenty_cannot_name_them(line):
    with pytest.raises(NotationError):
        read_command(line)


@pytest.mark.rule("C2.3")
@pytest.mark.case("R55")
def test_a_monopoly_takes_no_coins(table):
    table.coins(2, 5).holding_just(s2="1ore+1wool", s3="2ore").holding_development_cards(1, "monopoly")
    assert {line.rpartition("=")[2] for line in table.allowed(1, "PlayMonopoly")} == set(RESOURCES)
    table.when("1 PlayMonopoly resource=ore")
    assert (table.hand(1), table.coins_of(1), table.coins_of(2)) == ("3ore", 0, 5)


@pytest.mark.rule("C2.3", "B1.4")
def test_coins_are_open_to_all_and_no_part_of_a_hand():
    table = EgyptTable.bare().coins(2, 7)
    assert table.hand_size(2) == 0
    for seat in (0, 1, 2, 3, 4):
        assert table.view("CoinsView", seat).coins == (3, 7, 3, 3)


@pytest.mark.rule("C2.2", "B6.2")
@pytest.mark.parametrize("line", ["1 TradeWithBank give=coin rate=4 take=wool", "1 OfferTrade give=1coin take=1wool"])
def test_coins_are_traded_after_the_roll_only(line):
    table = to_roll().coins(1, 8)
    table.refused(line, "NOT_NOW", "B3.2")
    table.when("1 RollDice", dice=(1, 1))
    table.when(line)
