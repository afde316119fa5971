"""A3.1, A3.3, A3.8: what counts in which event, and how a bid is paid."""

from itertools import product

import pytest

from domain.catalogue import COMMANDS
from domain.components import pack, unpack_goods
from domain.engine import Command, Game, execute
from domain.errors import Illegal
from tests.rules.table import LoadedChance
from tests.scenarios.alexander.ledger import KINDS
from tests.scenarios.alexander.places import ROUTE
from tests.scenarios.alexander.table import SECOND_TEMPLE, EmpireTable

GOODS = ("brick", "lumber", "wool", "grain", "ore", "coin")
TAKES = {
    "settlement": {"lumber", "brick", "grain", "wool", "coin"},
    "famine": {"grain", "wool", "coin"},
    "bridge": {"lumber", "brick", "coin"},
    "battle": {"wool", "ore", "coin"},
    "statue": {"brick", "ore", "coin"},
}
"""A3.1"""
KNIGHT = 3
EVENTS = tuple(TAKES)


def to_pay(kind: str, amount: int, hand: str, coins: int = 0, knights: int = 0) -> EmpireTable:
    """Seat 1 has won with so high a bid, and is to pay."""
    table = EmpireTable.auction(kind, knights={1: knights}).holding(1, hand).coins(1, coins).won(1, amount)
    table.awaits("pay", 1)
    return table


# A3.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.1")
@pytest.mark.parametrize("good", GOODS)
@pytest.mark.parametrize("kind", EVENTS)
def test_what_counts_in_which_event(kind, good):
    """Each of its goods counts 1; the others are not taken."""
    table = to_pay(kind, 1, "1brick+1lumber+1wool+1grain+1ore", coins=1)
    if good not in TAKES[kind]:
        table.refused(f"1 PayBid cards=1{good}", "WRONG_GOODS", "A3.3")
        return
    table.when(f"1 PayBid cards=1{good}").then_includes(f"BidPaid seat=1 cards=1{good} knights=0")


@pytest.mark.rule("A3.1")
@pytest.mark.parametrize("kind", EVENTS)
def test_a_knight_counts_3_in_a_battle_and_in_no_other_event(kind):
    table = EmpireTable.auction(kind, knights={1: 1}).holding(1, "1brick+1lumber+1wool+1grain+1ore").coins(1, 2)
    table.won(1, 3)
    if kind == "battle":
        table.when("1 PayBid cards=0 knights=1").then_includes("BidPaid seat=1 cards=0 knights=1")
    else:
        table.refused("1 PayBid cards=0 knights=1", "WRONG_GOODS", "A3.3")
        table.refused("1 PayBid cards=2coin knights=1", "WRONG_GOODS", "A3.3")


@pytest.mark.rule("A3.1")
@pytest.mark.parametrize("kind", EVENTS)
def test_coins_alone_can_pay_any_event(kind):
    table = to_pay(kind, 4, "1ore+1lumber", coins=4)
    table.when("1 PayBid cards=4coin")
    assert table.coins_of(1) == 0


# A3.3: examples -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.3")
@pytest.mark.parametrize("bag", ["2brick+2lumber+1grain", "2grain+3coin"])
def test_the_two_ways_to_pay_5_for_a_settlement_that_the_publisher_names(bag):
    """Two lumber, two brick and a grain; or two grain and three coins; ore is not allowed."""
    table = to_pay("settlement", 5, "2brick+2lumber+2grain+3ore", coins=3)
    table.refused("1 PayBid cards=2grain+3ore", "WRONG_GOODS", "A3.3")
    table.when(f"1 PayBid cards={bag}")


@pytest.mark.rule("A3.3")
def test_the_battle_that_the_publisher_tells():
    """Karel bids 3, his neighbor 5, the others pass; he bids 6, the neighbor passes: ore, wool, coin and knight."""
    table = EmpireTable.auction("battle", knights={1: 1}).holding_just(s1="1ore+1wool", s2="5ore").coins(1, 1)
    table.bidding(3, 5, 0, 0, 6, 0).awaits("pay", 1)
    table.when("1 PayBid cards=1wool+1ore+1coin knights=1").then(
        "BidPaid seat=1 cards=1wool+1ore+1coin knights=1",
        "EventChipWon seat=1 chip=battle",
        "EventResolved event=battle seat=1",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )
    assert (table.hand(1), table.hand(2), table.coins_of(1), table.knights(1)) == ("0", "5ore", 0, 0)


@pytest.mark.rule("A3.3")
def test_cards_go_to_the_bank_coins_to_the_supply_and_the_others_keep_all():
    table = EmpireTable.auction("famine").holding_just(s1="2wool", s2="3grain", s3="1ore").coins(1, 2).coins(2, 5)
    bank = table.bank_has("wool")
    table.bidding(1, 2, 0, 0, 3, 0).when("1 PayBid cards=2wool+1coin")
    assert table.bank_has("wool") == bank + 2
    assert [table.hand(seat) for seat in (1, 2, 3, 4)] == ["0", "3grain", "1ore", "0"]
    assert [table.coins_of(seat) for seat in (1, 2, 3, 4)] == [1, 5, 0, 0]


@pytest.mark.rule("A3.3")
def test_a_winner_pays_in_anothers_turn_and_that_one_goes_on():
    table = EmpireTable.auction("statue", seat=3).holding_just(s2="1ore").won(2)
    table.refused("3 Pass", "NOT_NOW", "A3.3")
    table.refused("3 PayBid cards=1ore", "NOT_YOUR_TURN", "A3.3")
    table.when("2 PayBid cards=1ore")
    table.awaits("act", 3)


@pytest.mark.rule("A3.3")
def test_what_one_does_not_hold_is_not_paid():
    table = to_pay("famine", 2, "1wool+1grain", coins=1)
    table.refused("1 PayBid cards=2wool", "NOT_ENOUGH_CARDS", "A3.3")
    table.refused("1 PayBid cards=2coin", "NOT_ENOUGH_COINS", "A3.3")
    table.refused("1 PayBid cards=1wool+2coin", "NOT_ENOUGH_COINS", "A3.3")
    table.refused("1 PayBid cards=2ore", "NOT_ENOUGH_CARDS", "A3.3")
    table.when("1 PayBid cards=1wool+1coin")


@pytest.mark.rule("A3.3")
@pytest.mark.parametrize(
    ("bag", "reason"), [("0", "BID_NOT_COVERED"), ("1wool", "BID_NOT_COVERED"), ("3wool", "OVERPAID")]
)
def test_neither_too_little_nor_more_than_needed(bag, reason):
    table = to_pay("famine", 2, "3wool")
    table.refused(f"1 PayBid cards={bag}", reason, "A3.3")
    table.when("1 PayBid cards=2wool")


@pytest.mark.rule("A3.3")
@pytest.mark.parametrize(
    ("amount", "bag", "knights", "reason"),
    [
        (1, "0", 1, None),
        (2, "0", 1, None),
        (2, "1wool", 1, "OVERPAID"),
        (3, "1wool", 1, "OVERPAID"),
        (4, "0", 1, "BID_NOT_COVERED"),
        (4, "1wool", 1, None),
        (4, "0", 2, None),
        (4, "1wool", 2, "OVERPAID"),
        (4, "1coin", 1, None),
        (3, "0", 2, "OVERPAID"),
        (6, "0", 2, None),
        (6, "1coin", 2, "OVERPAID"),
        (7, "0", 3, None),
        (7, "1coin", 2, None),
    ],
)
def test_a_knight_may_exceed_the_bid_but_nothing_is_paid_beside_it_in_vain(amount, bag, knights, reason):
    table = to_pay("battle", amount, "4wool", coins=1, knights=3)
    line = f"1 PayBid cards={bag} knights={knights}"
    if reason:
        table.refused(line, reason, "A3.3")
    else:
        table.when(line).then_includes(f"BidPaid seat=1 cards={bag} knights={knights}")


# A3.3: all mixes ------------------------------------------------------------------------------------------------------

HELD = (1, 1, 2, 1, 2)
COINS, KNIGHTS = 2, 2


def verdict(kind: str, bid: int, paid: tuple[int, ...], knights: int) -> tuple[str, str] | None:
    """What the rules say of a payment out of ``HELD``, in the order of the reasons; None: it is right."""
    if any(n > there for n, there in zip(paid[:5], HELD, strict=True)):
        return "NOT_ENOUGH_CARDS", "A3.3"
    if paid[5] > COINS:
        return "NOT_ENOUGH_COINS", "A3.3"
    if any(n and good not in TAKES[kind] for good, n in zip(GOODS, paid, strict=True)):
        return "WRONG_GOODS", "A3.3"
    if knights and kind != "battle":
        return "WRONG_GOODS", "A3.3"
    if knights > KNIGHTS:
        return "KNIGHT_TOO_LATE", "A3.4"
    values = [1] * sum(paid) + [KNIGHT] * knights
    if sum(values) < bid:
        return "BID_NOT_COVERED", "A3.3"
    if any(sum(values) - value >= bid for value in values):
        return "OVERPAID", "A3.3"
    return None


def said(game: Game, command: Command) -> tuple[str, str] | None:
    """What the game says of it."""
    try:
        execute(game, command, LoadedChance())
    except Illegal as refusal:
        return str(refusal.reason), refusal.rule
    return None


def worth(kind: str) -> int:
    """What seat 1 has of an event's kinds."""
    cards = sum(n for good, n in zip(GOODS, HELD, strict=False) if good in TAKES[kind])
    return cards + COINS + KNIGHT * KNIGHTS * (kind == "battle")


@pytest.mark.rule("A3.3", "A3.1")
@pytest.mark.parametrize(("kind", "bid"), [(kind, bid) for kind in EVENTS for bid in range(1, worth(kind) + 1)])
def test_all_mixes_of_resources_coins_and_knights(kind, bid):
    """Of all that could be named, one more of each than there is; what is listed is just what is right."""
    hand = "+".join(f"{n}{good}" for good, n in zip(GOODS, HELD, strict=False))
    table = to_pay(kind, bid, hand, COINS, KNIGHTS)
    right = 0
    ranges = [range(n + 2) for n in HELD]
    for *cards, coins, knights in product(*ranges, range(COINS + 2), range(KNIGHTS + 2)):
        paid = (*cards, coins)
        command = COMMANDS["PayBid"](seat=1, cards=pack(paid), knights=knights)
        expected = verdict(kind, bid, paid, knights)
        assert said(table.game, command) == expected, f"{paid} and {knights} knights"
        right += expected is None
        if expected is None or sum(paid) <= 2:
            assert table._lists(command) == (expected is None), f"{paid} and {knights} knights"
    assert right


@pytest.mark.rule("A3.3")
@pytest.mark.parametrize(
    ("bid", "bounds"),
    [
        (1, {(0, 1), (1, 0)}),
        (3, {(0, 3), (1, 0)}),
        (4, {(0, 4), (1, 1), (2, 0)}),
        (6, {(0, 6), (1, 3), (2, 0)}),
        (7, {(1, 4), (2, 1)}),
        (9, {(1, 6), (2, 3)}),
        (10, {(2, 4)}),
        (12, {(2, 6)}),
    ],
)
def test_how_many_cards_go_with_how_many_knights(bid, bounds):
    """Seat 1 has two knights, four cards of the battle's kinds and two coins."""
    table = to_pay("battle", bid, "2wool+2ore+3grain", coins=2, knights=2)
    shown = set()
    for choice in table.choices(1, "PayBid"):
        ((number,), (cards,)) = choice.numbers, choice.cards
        assert (number.field, cards.field) == ("knights", "cards")
        assert number.least == number.most
        assert cards.least == cards.most
        if cards.most:
            assert unpack_goods(cards.each) == (0, 0, 2, 0, 2, 2)
        shown.add((number.least, cards.least))
    assert shown == bounds


# A3.8 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.8")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("winner", [1, 3])
def test_the_winner_takes_the_chip_face_up(kind, winner):
    table = EmpireTable.auction(kind).coins(winner, 2).won(winner, 2)
    table.when(f"{winner} PayBid cards=2coin").then(
        f"BidPaid seat={winner} cards=2coin knights=0",
        f"EventChipWon seat={winner} chip={kind}",
        f"EventResolved event={kind} seat={winner}",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )
    for viewer in (1, 2, 3, 4):
        hands = table.view("ChipsView", viewer).hands
        assert [(hand.seat, hand.famine, hand.bridge, hand.battle, hand.statue) for hand in hands] == [
            (seat, *(int(seat == winner and kind == each) for each in KINDS)) for seat in (1, 2, 3, 4)
        ]
    assert table.view("MarchView").event is None


@pytest.mark.rule("A3.8", "A3.7")
def test_a_temple_brings_no_chip():
    table = to_pay("settlement", 1, "1grain")
    before = table.view("ChipsView")
    table.when("1 PayBid cards=1grain").then_no("EventChipWon")
    table.when(f"1 BuildSettlement intersection={ROUTE[SECOND_TEMPLE]}").then_no("EventChipWon")
    assert table.view("ChipsView") == before
