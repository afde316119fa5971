"""A2.5, A2.6: coins from gold rivers and in trade, and what a 7 takes."""

import pytest

from domain.notation import NotationError, read_command
from tests.rules.table import dice_showing
from tests.scenarios.alexander.places import GRID, HARBORS, LAND, tile
from tests.scenarios.alexander.table import EmpireTable

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
GOODS = (*RESOURCES, "coin")
GOLD_6, GOLD_3 = tile(7, 1), tile(7, 8)
AT_6, AT_3 = (3, 23), (17, 23)
"""The southern corners of the two gold rivers."""
SEVEN = (3, 4)
ROBBER_FREE = tile(7, 0)


def to_roll(seat: int = 1) -> EmpireTable:
    """A seat is to roll; the next place on the route is empty."""
    return EmpireTable.bare(arrow=5, winners=(1, 2, 3)).become(seat, rolled=False)


def at_harbor(table: EmpireTable, seat: int, kind: str) -> EmpireTable:
    """Give a seat a settlement at a harbor."""
    return table.settlements(seat, GRID.ends[HARBORS[kind]][0])


@pytest.fixture
def table() -> EmpireTable:
    """Seat 1 may trade; it has a settlement at no harbor; nobody has a coin."""
    return EmpireTable.bare(arrow=5, winners=(1, 2, 3)).place(1, (10, 8))


# A2.5: from gold rivers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.5", "C2.1")
@pytest.mark.parametrize(("kind", "coins"), [("place", 1), ("city", 2)])
@pytest.mark.parametrize(("number", "corner"), [(6, 0), (6, 3), (3, 3)])
def test_a_gold_river_yields_1_coin_for_a_settlement_and_2_for_a_city(kind, coins, number, corner):
    place = GRID.intersections[GRID.corners[GOLD_6 if number == 6 else GOLD_3][corner]]
    table = getattr(to_roll(), kind)(2, place).roll(dice_showing(number))
    assert f"CoinsProduced gains=[{{2 {coins}}}]" in table.happened
    assert [table.coins_of(seat) for seat in (1, 2, 3, 4)] == [0, coins, 0, 0]
    table.awaits("act", 1)


@pytest.mark.rule("A2.5", "C2.1")
def test_not_under_the_robber_nor_by_another_number():
    south = GRID.intersections[GRID.corners[GOLD_6][3]]
    table = to_roll().place(2, south)
    table.fork().robber_on(GOLD_6).roll((3, 3)).happened.then_no("CoinsProduced", "CoinsReceived")
    for number in (2, 3, 4, 5, 8, 9, 10, 11, 12):
        table.fork().roll(dice_showing(number)).happened.then_no("CoinsProduced", "CoinsReceived")
    table.roll((3, 3)).happened.then_includes("CoinsProduced gains=[{2 1}]", "AlexanderMoved arrow=6")


@pytest.mark.rule("A2.5", "A2.1")
def test_the_income_of_the_turn_can_be_bid_in_it():
    south = GRID.intersections[GRID.corners[GOLD_6][3]]
    table = EmpireTable.bare().place(1, south).become(1, rolled=False).roll((3, 3), chip="statue")
    table.won(1).when("1 PayBid cards=1coin").then_includes("EventChipWon seat=1 chip=statue")


# A2.5: in trade -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.5", "C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize(("give", "take"), [("1coin", "1wool"), ("1grain", "1coin"), ("1grain+1coin", "2wool")])
def test_between_seats_a_coin_counts_as_a_resource(table, give, take):
    table.coins(1, 2).coins(2, 3).holding_just(s1="1grain", s2="2wool")
    table.when(f"1 OfferTrade give={give} take={take}")
    table.when("2 AcceptTrade offer=1")
    table.when("1 CloseTrade offer=1 partner=2").then_includes(
        f"TradeMade offer=1 seat=1 partner=2 given={give} taken={take}"
    )


@pytest.mark.rule("A2.5", "C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize("resource", RESOURCES)
def test_with_the_bank_at_4_to_1_both_ways(table, resource):
    table.coins(1, 4).when(f"1 TradeWithBank give=coin rate=4 take={resource}")
    assert (table.hand(1), table.coins_of(1)) == (f"1{resource}", 0)
    table.holding(1, f"4{resource}").when(f"1 TradeWithBank give={resource} rate=4 take=coin")
    assert (table.hand(1), table.coins_of(1)) == ("0", 1)
    table.holding(1, f"3{resource}").coins(1, 3)
    assert not table.accepts(f"1 TradeWithBank give={resource} rate=3 take=coin")
    assert not table.accepts(f"1 TradeWithBank give=coin rate=3 take={resource}")
    assert not table.accepts(f"1 TradeWithBank give=coin rate=4 take={resource}")


@pytest.mark.rule("A2.5", "C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize("harbor", [name for name in HARBORS if "general" in name])
def test_at_3_to_1_both_ways_with_a_general_harbor(table, harbor):
    at_harbor(table, 1, harbor).coins(1, 3).when("1 TradeWithBank give=coin rate=3 take=ore")
    table.holding(1, "3ore").when("1 TradeWithBank give=ore rate=3 take=coin")
    assert (table.hand(1), table.coins_of(1)) == ("0", 1)


@pytest.mark.rule("A2.5", "C2.2")
@pytest.mark.case("T18")
@pytest.mark.parametrize("resource", RESOURCES)
def test_for_2_of_its_kind_at_a_special_harbor_but_never_2_coins(table, resource):
    at_harbor(table, 1, resource).holding(1, f"2{resource}").coins(1, 2)
    other = "ore" if resource != "ore" else "wool"
    assert not table.accepts(f"1 TradeWithBank give=coin rate=2 take={other}")
    assert not table.accepts(f"1 TradeWithBank give=coin rate=2 take={resource}")
    table.when(f"1 TradeWithBank give={resource} rate=2 take=coin")
    assert (table.hand(1), table.coins_of(1)) == ("0", 3)


@pytest.mark.rule("A2.5", "C2.3")
@pytest.mark.case("R55")
def test_no_card_can_name_a_coin(table):
    for line in ("PlayMonopoly resource=coin", "PlayYearOfPlenty cards=1coin+1ore"):
        with pytest.raises(NotationError):
            read_command(f"1 {line}")


@pytest.mark.rule("A2.5", "C2.3")
def test_coins_build_nothing(table):
    table.coins(1, 9).holding(1, "1brick")
    assert not table.allowed(1, "BuildRoad", "BuildSettlement", "BuildCity", "BuyDevelopmentCard")


# A2.6: the discard ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.6")
@pytest.mark.case("R54")
@pytest.mark.parametrize(
    ("hand", "half"),
    [
        ("8ore", 0),
        ("11ore", 0),
        ("12ore", 6),
        ("13ore", 6),
        ("7ore+7wool", 7),
        ("4brick+4lumber+4wool", 6),
        ("19ore", 9),
    ],
)
@pytest.mark.parametrize("seat", [1, 3])
def test_only_a_seat_with_more_than_11_cards_discards_half_rounded_down(hand, half, seat):
    table = to_roll().holding(seat, hand)
    table.roll(SEVEN)
    if not half:
        table.awaits("robber", 1)
        return
    table.awaits("discard", **{f"s{seat}": half})
    (choice,) = table.choices(seat, "DiscardCards")
    assert [(bounds.least, bounds.most) for bounds in choice.cards] == [(half, half)]


@pytest.mark.rule("A2.6")
def test_several_discard_in_any_order_and_those_with_fewer_are_not_asked():
    table = to_roll().holding_just(s1="11brick", s2="12wool", s3="15grain", s4="10ore").roll(SEVEN)
    table.awaits("discard", s2=6, s3=7)
    table.refused("3 DiscardCards cards=6grain", "WRONG_NUMBER_OF_CARDS", "B5.1")
    table.when("3 DiscardCards cards=7grain")
    table.when("2 DiscardCards cards=6wool")
    table.awaits("robber", 1)


@pytest.mark.rule("A2.6", "C2.3")
@pytest.mark.case("R54")
@pytest.mark.parametrize(("cards", "coins", "half"), [("11ore", 9, 0), ("12ore", 30, 6)])
def test_coins_do_not_count_and_are_not_discarded(cards, coins, half):
    table = to_roll().holding(2, cards).coins(2, coins).roll(SEVEN)
    if half:
        table.awaits("discard", s2=half)
        with pytest.raises(NotationError):
            read_command("2 DiscardCards cards=1coin+5ore")
        table.when(f"2 DiscardCards cards={half}ore")
    table.awaits("robber", 1)
    assert table.coins_of(2) == coins


# A2.6: the robber -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.6", "C2.3")
def test_coins_cannot_be_stolen():
    """Of a card and nine coins the card is taken; with coins alone a seat is no victim."""
    table = to_roll().place(2, (1, 1)).coins(2, 9).roll(SEVEN)
    line = f"1 MoveRobber hex={tile(0, 1)}"
    table.refused(f"{line} victim=2", "NO_SUCH_VICTIM", "B5.2")
    table.fork().when(line).then_no("CardStolen")
    table.holding(2, "1wool")
    table.when(f"{line} victim=2", theft=0).then_includes("CardStolen thief=1 victim=2 resource=wool")
    assert table.coins_of(2) == 9
    assert table.drawn == [("theft", 1)]


@pytest.mark.rule("A2.6", "B5.2")
def test_the_robber_goes_to_another_land_hex_and_steals_as_usual():
    table = to_roll(3).place(2, (1, 1)).place(4, (2, 4)).holding_just(s2="1wool+1ore", s4="1brick").roll(SEVEN)
    assert table.allowed_places(3, "MoveRobber") == LAND - {table.robber}
    table.when(f"3 MoveRobber hex={tile(0, 1)} victim=2", theft="ore")
    assert (table.hand(2), table.hand(3)) == ("1wool", "1ore")


@pytest.mark.rule("A2.6", "B5.4")
def test_for_a_knight_nobody_discards():
    table = to_roll().holding(2, "19ore").holding_development_cards(1, "knight").become(1, rolled=False)
    table.when("1 PlayKnight").then_no("ResourcesDiscarded")
    table.awaits("robber", 1)


@pytest.mark.rule("A2.6")
@pytest.mark.case("R54")
def test_with_the_supply_of_the_first_turns_few_have_so_many():
    """After the sixth draw all have 11 cards, after the seventh 12: then all discard 6."""
    for turn, owed in ((6, {}), (7, {1: 6, 2: 6, 3: 6, 4: 6})):
        table = EmpireTable.start().all_pass()
        for _ in range(2, turn):
            table.when(f"{table.seat_in_turn} Pass")
            table.roll().all_pass()
        table.when(f"{table.seat_in_turn} Pass")
        assert {table.hand_size(seat) for seat in (1, 2, 3, 4)} == {5 + turn}
        assert table.roll(SEVEN).awaits().get("discard", {}) == owed
