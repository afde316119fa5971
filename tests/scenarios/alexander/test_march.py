"""A2.1, A2.7 to A2.10: what a turn is made of, where Alexander goes, and where he stays."""

import pytest

from tests.scenarios.alexander.ledger import KINDS
from tests.scenarios.alexander.places import CHIPS, EMPTY, LAST, PURPLE, ROUTE, STOPS, TEMPLES, tile
from tests.scenarios.alexander.table import QUIET, EmpireTable

SEVEN = (3, 4)
ROBBER_FREE = tile(7, 0)
"""A desert hex at which nobody stands."""


def before(arrow: int, seat: int = 1, seats: int = 4) -> EmpireTable:
    """A seat is to roll, and Alexander's next crossing brings him to this arrow."""
    return EmpireTable.bare(seats, arrow - 1).become(seat, rolled=False)


# A2.1: phases ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.1")
def test_a_turn_is_supply_roll_and_income_march_event_trade_and_build():
    """All events of seat 2's turn, in order."""
    table = EmpireTable.start().resolved(1).crossed(CHIPS[0] - 1).place(3, (1, 1))
    table.given("PromptsChanged phase=act prompts=[{act [{act 1 1}]}]").holding(3, "0").holding(4, "1brick").given(
        "ResourcesPaid seat=1 cards=1brick"
    )
    assert [line.split(" cards=")[0] for line in table.when("1 Pass")] == [
        "TurnEnded seat=1",
        "TurnStarted seat=2 turn=2",
        *(f"SupplyCardsDrawn seat={seat} count=1" for seat in (2, 3, 4, 1)),
        "PromptsChanged phase=roll prompts=[{roll [{roll 2 1}]}]",
    ]
    table.when("2 RollDice", dice=(1, 3), script={"event_chip": [table.place_of_chip("bridge")]}).then(
        "DiceRolled seat=2 dice=[1 3]",
        "ResourcesProduced gains=[{3 1lumber}] short=[]",
        f"AlexanderMoved arrow={CHIPS[0]} intersection={ROUTE[CHIPS[0]]}",
        f"EventChipRevealed chip=bridge intersection={ROUTE[CHIPS[0]]} knights=[]",
        "BiddingOpened event=bridge",
        "PromptsChanged phase=event prompts=[{bid [{bid 2 1}]}]",
    )
    table.bidding(0, 0, 1, 0)
    table.when("4 PayBid cards=1brick").then(
        "BidPaid seat=4 cards=1brick knights=0",
        "EventChipWon seat=4 chip=bridge",
        "EventResolved event=bridge seat=4",
        "PromptsChanged phase=act prompts=[{act [{act 2 1}]}]",
    )
    table.when("2 Pass").then_includes("TurnEnded seat=2", "TurnStarted seat=3 turn=3", "SupplyCardsDrawn seat=3")


@pytest.mark.rule("A2.1")
def test_income_comes_before_the_event_so_that_it_can_be_paid_with_it():
    """A settlement at the forest with the 4 yields lumber for the bridge that is met in the same turn."""
    table = before(CHIPS[0]).place(1, (1, 1)).roll((1, 3), chip="bridge")
    assert table.hand(1) == "1lumber"
    table.won(1).when("1 PayBid cards=1lumber").then_includes("EventChipWon seat=1 chip=bridge")


@pytest.mark.rule("A2.1", "B5.2")
def test_on_a_7_the_robber_comes_before_the_march():
    table = before(CHIPS[0]).place(2, (1, 1)).holding_just(s1="12ore", s2="1wool")
    table.when("1 RollDice", dice=SEVEN).then_no("AlexanderMoved")
    table.when("1 DiscardCards cards=6ore").then_no("AlexanderMoved")
    table.when(f"1 MoveRobber hex={tile(0, 1)} victim=2", theft="wool")
    assert [line.split()[0] for line in table.happened] == [
        "RobberMoved",
        "CardStolen",
        "AlexanderMoved",
        "EventChipRevealed",
        "BiddingOpened",
        "PromptsChanged",
    ]


# A2.7: the crossing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.7")
@pytest.mark.parametrize("arrow", TEMPLES[1:])
def test_on_a_temple_the_event_is_a_settlement(arrow):
    table = before(arrow, seat=arrow % 4 + 1).roll()
    table.happened.then(
        f"DiceRolled seat={arrow % 4 + 1} dice=[1 1]",
        f"AlexanderMoved arrow={arrow} intersection={ROUTE[arrow]}",
        "BiddingOpened event=settlement",
        f"PromptsChanged phase=event prompts=[{{bid [{{bid {arrow % 4 + 1} 1}}]}}]",
    )


@pytest.mark.rule("A2.7")
@pytest.mark.parametrize("arrow", CHIPS)
def test_a_chip_is_turned_up_and_is_the_event(arrow):
    kind = KINDS[3 - arrow % 4]
    table = before(arrow).roll(chip=kind)
    knights = "0 0 0 0" if kind == "battle" else ""
    table.happened.then(
        "DiceRolled seat=1 dice=[1 1]",
        f"AlexanderMoved arrow={arrow} intersection={ROUTE[arrow]}",
        f"EventChipRevealed chip={kind} intersection={ROUTE[arrow]} knights=[{knights}]",
        f"BiddingOpened event={kind}",
        "PromptsChanged phase=event prompts=[{bid [{bid 1 1}]}]",
    )


@pytest.mark.rule("A2.7")
@pytest.mark.parametrize("arrow", EMPTY)
def test_on_an_empty_intersection_nothing_happens(arrow):
    before(arrow).roll().happened.then(
        "DiceRolled seat=1 dice=[1 1]",
        f"AlexanderMoved arrow={arrow} intersection={ROUTE[arrow]}",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )


@pytest.mark.rule("A2.7")
@pytest.mark.parametrize("seats", [3, 4])
def test_he_crosses_one_intersection_a_turn_all_along_the_route(seats):
    """Every event is won for one lumber, brick, grain and so on, by a seat that is not near any points."""
    table = EmpireTable.bare(seats)
    for arrow in range(2, PURPLE[0]):
        seat = table.seat_in_turn % seats + 1
        table.when(f"{table.seat_in_turn} Pass").then_no("AlexanderMoved")
        table.roll()
        assert (table.ledger.arrow, table.seat_in_turn) == (arrow, seat)
        if table.ledger.unresolved:
            good = {"settlement": "wool", "famine": "wool", "bridge": "brick"}.get(table.ledger.unresolved, "ore")
            table.holding(seat, f"1{good}").won(seat).when(f"{seat} PayBid cards=1{good}")
            if "found" in table.awaits():
                table.when(f"{seat} Pass")
        if table.over:
            return
        table.awaits("act", seat)
    assert table.ledger.arrow == PURPLE[0] - 1


@pytest.mark.rule("A2.7")
def test_the_view_shows_where_he_stands_and_goes_next():
    table = EmpireTable.bare(arrow=5)
    shown = table.view("MarchView", 3)
    assert (shown.arrow, shown.next, shown.event, shown.chips_left) == (5, ROUTE[6], None, 25 - 3)
    table = EmpireTable.auction("statue")
    shown = table.view("MarchView", 3)
    assert (shown.arrow, shown.next, shown.event.name, shown.chips_left) == (2, ROUTE[3], "STATUE", 24)


# A2.8: purple ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.8")
@pytest.mark.case("R65")
@pytest.mark.parametrize("arrow", PURPLE)
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_purple_is_not_crossed_in_a_turn_without_a_7(arrow, number):
    table = before(arrow)
    first = max(1, number - 6)
    table.roll((first, number - first)).happened.then_no("AlexanderMoved", "BiddingOpened", "EventChipRevealed")
    table.awaits("act", 1)
    assert table.ledger.arrow == arrow - 1


@pytest.mark.rule("A2.8")
@pytest.mark.case("R65")
@pytest.mark.parametrize("arrow", PURPLE[:-1])
def test_it_is_crossed_in_a_turn_with_a_7_and_brings_no_event(arrow):
    table = before(arrow).roll(SEVEN)
    table.happened.then_no("AlexanderMoved")
    table.when(f"1 MoveRobber hex={ROBBER_FREE}").then(
        f"RobberMoved seat=1 origin={tile(0, 7)} hex={ROBBER_FREE}",
        f"AlexanderMoved arrow={arrow} intersection={ROUTE[arrow]}",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )


@pytest.mark.rule("A2.8")
def test_one_is_crossed_a_turn_and_he_stays_in_the_turns_between():
    table = before(PURPLE[0])
    crossed = []
    for turn, dice in enumerate([SEVEN, QUIET, QUIET, (1, 6), QUIET, (2, 5)]):
        seat = turn % 4 + 1
        table.roll(dice)
        if dice != QUIET:
            table.when(f"{seat} MoveRobber hex={ROBBER_FREE if table.robber != ROBBER_FREE else tile(0, 8)}")
        crossed.append(table.ledger.arrow)
        if not table.over:
            table.when(f"{seat} Pass")
    assert crossed == [48, 48, 48, 49, 49, 50]
    assert table.over


@pytest.mark.rule("A2.8")
@pytest.mark.case("R65")
def test_a_knight_is_no_7():
    table = before(PURPLE[0]).holding_development_cards(1, "knight").become(1, rolled=False)
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={ROBBER_FREE}").then_no("AlexanderMoved")
    table.roll().happened.then_no("AlexanderMoved")


@pytest.mark.rule("A2.8", "A2.9")
def test_an_event_before_purple_must_be_resolved_first():
    """A 7 brings the bidding again, and the next one the crossing."""
    table = before(PURPLE[0] - 1).roll(chip="famine").all_pass()
    table.when("1 Pass")
    table.roll(SEVEN).when(f"2 MoveRobber hex={ROBBER_FREE}").then_no("AlexanderMoved")
    table.holding(2, "1wool").won(2).when("2 PayBid cards=1wool").then_no("AlexanderMoved")
    table.when("2 Pass")
    table.roll().happened.then_no("AlexanderMoved")


@pytest.mark.rule("A2.8")
def test_the_last_three_are_purple_and_no_others():
    assert PURPLE == (48, 49, 50)
    assert LAST == 50
    assert set(STOPS) == {*TEMPLES, *CHIPS, *EMPTY, *PURPLE}


# A2.9: an unresolved event --------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.9", "A3.6")
@pytest.mark.parametrize("kind", ["settlement", *KINDS])
def test_while_an_event_is_unresolved_he_stays_and_the_bidding_starts_anew_in_each_turn(kind):
    table = EmpireTable.auction(kind)
    arrow = table.ledger.arrow
    for seat in (2, 3, 4, 1, 2):
        table.all_pass().when(f"{table.seat_in_turn} Pass")
        table.roll().happened.then(
            f"DiceRolled seat={seat} dice=[1 1]",
            f"BiddingOpened event={kind}",
            f"PromptsChanged phase=event prompts=[{{bid [{{bid {seat} 1}}]}}]",
        )
        assert table.ledger.arrow == arrow
    pays = {"settlement": "grain", "famine": "grain", "bridge": "brick", "battle": "wool", "statue": "ore"}[kind]
    table.holding(4, f"1{pays}").won(4).when(f"4 PayBid cards=1{pays}")
    if kind == "settlement":
        table.when("4 Pass")
    table.awaits("act", 2)
    table.when("2 Pass")
    table.roll().happened.then_includes(f"AlexanderMoved arrow={arrow + 1}")


@pytest.mark.rule("A2.9")
def test_it_goes_on_in_place_of_moving_after_the_robber_too():
    table = EmpireTable.auction("bridge").all_pass()
    table.when("1 Pass")
    table.roll(SEVEN).happened.then_no("BiddingOpened")
    table.when(f"2 MoveRobber hex={ROBBER_FREE}").then_includes("RobberMoved", "BiddingOpened event=bridge")


@pytest.mark.rule("A2.9", "A2.2")
def test_the_first_temple_too_stays():
    table = EmpireTable.first_temple().all_pass()
    table.when("1 Pass")
    table.roll().happened.then_no("AlexanderMoved")
    table.awaits("bid", 2)


# A2.10: when what may be done -----------------------------------------------------------------------------------------

NOT_NOW = (
    "OfferTrade give=1wool take=1ore",
    "TradeWithBank give=wool rate=4 take=ore",
    "BuyDevelopmentCard",
    "PlayKnight",
    "PlayMonopoly resource=ore",
    "RollDice",
    f"BuildSettlement intersection={ROUTE[1]}",
    f"BuildCity intersection={ROUTE[1]}",
    "BuildRoad path=0",
    "PayBid cards=1wool",
    "DiscardCards cards=1wool",
)
"""What is no answer to a bidding, whatever is held."""


def rich(table: EmpireTable) -> EmpireTable:
    """Every seat could pay for much."""
    for seat in table.game.everyone:
        table.holding(seat, "2brick+2lumber+4wool+3grain+3ore")
    return table


@pytest.mark.rule("A2.10")
@pytest.mark.parametrize("line", NOT_NOW)
def test_in_a_bidding_nobody_trades_builds_buys_or_plays_a_card(line):
    table = EmpireTable.auction("famine", knights={})
    table.holding_development_cards(1, "knight", "monopoly").holding_development_cards(2, "knight", "monopoly")
    rich(table).refused(f"1 {line}", "NOT_NOW", "A2.10")
    table.refused(f"2 {line}", "NOT_YOUR_TURN", "B3.3")
    table.bidding(1)
    table.refused(f"2 {line}", "NOT_NOW", "A2.10")
    table.refused(f"1 {line}", "NOT_NOW", "A2.10")
    table.refused(f"3 {line}", "NOT_YOUR_TURN", "B3.3")


@pytest.mark.rule("A2.10")
def test_in_the_last_phase_all_of_it_can_be_done():
    table = rich(EmpireTable.auction("famine").all_pass())
    table.holding_development_cards(1, "knight", "monopoly").place(1, (1, 1))
    names = {line.split()[1] for line in table.allowed(1)}
    assert {"TradeWithBank", "BuyDevelopmentCard", "PlayKnight", "PlayMonopoly", "BuildCity", "BuildRoad"} <= names
    table.when("1 OfferTrade give=1wool take=1ore")


@pytest.mark.rule("A2.10", "B3.2")
@pytest.mark.parametrize("line", [each for each in NOT_NOW if each.split()[0] not in ("PlayKnight", "PlayMonopoly")])
def test_before_the_roll_nothing_but_a_development_card_is_played(line):
    table = rich(before(CHIPS[0])).holding_development_cards(1, "knight", "monopoly").become(1, rolled=False)
    if line == "RollDice":
        assert table.allowed(1, "PlayKnight", "PlayMonopoly")
        table.when("1 PlayMonopoly resource=ore").then_includes("DevelopmentCardPlayed seat=1 card=monopoly")
        table.awaits("roll", 1)
        return
    table.refused(f"1 {line}", "NOT_NOW", "B3.2")


@pytest.mark.rule("A2.10", "B8.1")
def test_one_card_a_turn_before_the_roll_or_in_the_last_phase():
    table = before(CHIPS[0]).holding_development_cards(1, "knight", "monopoly").become(1, rolled=False)
    late = table.fork().roll(chip="famine").all_pass()
    late.when("1 PlayMonopoly resource=ore")
    table.when("1 PlayMonopoly resource=ore")
    table.roll(chip="famine").all_pass()
    table.refused("1 PlayKnight", "CARD_ALREADY_PLAYED", "B8.1")


@pytest.mark.rule("A2.10")
def test_roll_income_and_march_follow_at_once():
    """One command, from the roll to the word that is asked for."""
    table = before(EMPTY[0]).place(2, (1, 1)).roll((1, 3))
    assert [line.split()[0] for line in table.happened] == [
        "DiceRolled",
        "ResourcesProduced",
        "AlexanderMoved",
        "PromptsChanged",
    ]
    table.awaits("act", 1)


@pytest.mark.rule("A2.10", "B5.2")
@pytest.mark.parametrize("line", [each for each in NOT_NOW if each.split()[0] != "DiscardCards"])
def test_in_between_there_is_only_what_a_7_asks(line):
    table = rich(before(CHIPS[0])).holding_development_cards(1, "knight", "monopoly").become(1, rolled=False)
    table.holding_just(s1="1wool+1ore").roll(SEVEN).awaits("robber", 1)
    assert not table.accepts(f"1 {line}")
