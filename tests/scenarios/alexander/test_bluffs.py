"""A3.5: bids of more than the bidder holds, what becomes of them, and how long they stay secret (B11.2)."""

from collections.abc import Iterator

import pytest

from domain.engine import choices, execute, legal
from domain.errors import Illegal
from domain.notation import read_command
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact, view
from tests.rules.table import LoadedChance, cards_text
from tests.scenarios.alexander.ledger import KINDS
from tests.scenarios.alexander.table import EmpireTable

EVENTS = ("settlement", *KINDS)


@pytest.mark.rule("A3.5")
@pytest.mark.parametrize("amount", [3, 12, 999])
def test_a_bid_may_be_more_than_the_bidder_holds(amount):
    table = EmpireTable.auction("statue").holding(1, "1wool")
    table.when(f"1 Bid amount={amount}").then_includes(f"BidMade seat=1 amount={amount}")


@pytest.mark.rule("A3.5")
@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize(("coins", "knights"), [(0, 0), (2, 0), (0, 1), (3, 2)])
def test_unless_it_has_no_resource_card(kind, coins, knights):
    """Then it bids what its coins cover, and its knights where they count."""
    table = EmpireTable.auction(kind, knights={1: knights}).coins(1, coins)
    most = coins + (3 * knights if kind == "battle" else 0)
    table.refused(f"1 Bid amount={most + 1}", "NOTHING_TO_LOSE", "A3.5")
    if not most:
        assert not table.choices(1, "Bid")
        assert table.allowed(1) == {"1 Pass"}
        return
    (choice,) = table.choices(1, "Bid")
    assert [(each.least, each.most) for each in choice.numbers] == [(1, most)]
    table.fork().when(f"1 Bid amount={most}")
    table.holding(1, "1lumber").when(f"1 Bid amount={most + 1}")


@pytest.mark.rule("A3.5")
def test_with_nothing_to_lose_it_may_not_go_above_the_highest_bid_either():
    table = EmpireTable.auction("famine").holding(1, "1wool").coins(2, 3).bidding(3)
    table.refused("2 Bid amount=3", "BID_TOO_LOW", "A3.2")
    table.refused("2 Bid amount=4", "NOTHING_TO_LOSE", "A3.5")
    assert not table.choices(2, "Bid")


@pytest.mark.rule("A3.5")
@pytest.mark.parametrize(
    ("hand", "half"),
    [("1ore", 1), ("2ore", 1), ("3ore", 2), ("2brick+2ore", 2), ("3lumber+2ore", 3), ("1wool+12ore", 7)],
)
def test_who_cannot_pay_discards_half_of_all_its_cards_rounded_up(hand, half):
    """All kinds count, those of the event too."""
    table = EmpireTable.auction("famine").holding(1, hand).bidding(9, 0, 0, 0)
    table.happened.then_includes("BiddingEnded seat=1 amount=9", f"BidDefaulted seat=1 amount={half}")
    table.awaits("forfeit", s1=half)
    (choice,) = table.choices(1)
    (bounds,) = choice.cards
    assert (choice.command, bounds.field, bounds.least, bounds.most) == ("DiscardCards", "cards", half, half)
    assert cards_text(bounds.each) == hand


@pytest.mark.rule("A3.5")
def test_of_its_choice_to_the_bank_and_the_bidding_starts_again_with_all():
    table = EmpireTable.auction("famine", seat=3).holding_just(s1="3ore+2wool", s3="1grain")
    table.bidding(0, 0, 9, 0).awaits("forfeit", s1=3)
    bank = table.bank_has("ore"), table.bank_has("wool")
    for line in ("2ore", "3ore+1wool", "0"):
        table.refused(f"1 DiscardCards cards={line}", "WRONG_NUMBER_OF_CARDS", "A3.5")
    for line in ("3wool", "3grain", "2wool+1grain"):
        table.refused(f"1 DiscardCards cards={line}", "NOT_ENOUGH_CARDS", "A3.5")
    table.fork().when("1 DiscardCards cards=3ore")
    table.when("1 DiscardCards cards=1ore+2wool").then(
        "ResourcesDiscarded seat=1 cards=2wool+1ore",
        "BiddingOpened event=famine",
        "PromptsChanged phase=event prompts=[{bid [{bid 3 1}]}]",
    )
    assert (table.bank_has("ore"), table.bank_has("wool")) == (bank[0] + 1, bank[1] + 2)
    asked = []
    while "bid" in table.awaits():
        asked.append(table.asked("bid"))
        table.bidding(0)
    assert asked == [3, 4, 1, 2]


@pytest.mark.rule("A3.5")
def test_nobody_else_acts_while_it_discards():
    table = EmpireTable.auction("famine", seat=3).holding_just(s1="3ore+2wool", s3="1grain").bidding(0, 0, 9, 0)
    for line in ("1 Pass", "1 Bid amount=1", "1 PayBid cards=2wool", "3 Bid amount=1", "3 Pass", "2 Pass"):
        assert not table.accepts(line)
    assert table.allowed(3) == set()


@pytest.mark.rule("A3.5")
def test_a_bluff_with_nothing_left_ends():
    """Again and again, until the bluffer has no card and may not bid more than it has."""
    table = EmpireTable.auction("famine").holding(1, "5ore")
    for left in (5, 2, 1):
        assert table.hand_size(1) == left
        table.bidding(1, 0, 0, 0).awaits("forfeit", s1=(left + 1) // 2)
        table.when(f"1 DiscardCards cards={(left + 1) // 2}ore")
    table.awaits("bid", 1)
    table.refused("1 Bid amount=1", "NOTHING_TO_LOSE", "A3.5")
    table.all_pass().awaits("act", 1)


@pytest.mark.rule("A3.5")
@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize(("lacks", "prompt"), [(0, "pay"), (1, "forfeit")])
def test_one_that_can_pay_must_pay(kind, lacks, prompt):
    """Coins and what the event takes are enough or not, by one; other cards do not count."""
    takes = {"settlement": "2grain+1lumber", "famine": "2grain+1wool", "bridge": "2brick+1lumber"}.get(kind, "3ore")
    other = {"settlement": "4ore", "famine": "4brick", "bridge": "4wool", "battle": "4grain"}.get(kind, "4lumber")
    table = EmpireTable.auction(kind).coins(1, 2).holding(1, f"{takes}+{other}")
    table.won(1, 5 + lacks)
    assert set(table.awaits()) == {prompt}
    assert not table.accepts("1 Pass")
    if prompt == "pay":
        table.refused("1 DiscardCards cards=4ore", "NOT_NOW", "A3.3")


@pytest.mark.rule("A3.5")
def test_coins_are_neither_counted_nor_discarded():
    table = EmpireTable.auction("famine").coins(1, 5).holding(1, "3ore").won(1, 6)
    table.awaits("forfeit", s1=2)
    table.when("1 DiscardCards cards=2ore")
    assert table.coins_of(1) == 5


# A3.5, B11.2: a bluff is a secret -------------------------------------------------------------------------------------

LINES = (
    "Pass",
    *(f"Bid amount={n}" for n in (0, 1, 4, 999, 1000)),
    *(f"PayBid cards={bag}" for bag in ("1wool", "2wool", "1grain", "2ore", "1coin")),
    "PayBid cards=0 knights=1",
    "DiscardCards cards=1wool",
    "OfferTrade give=1wool take=1ore",
    "RollDice",
)


def learnt(table: EmpireTable, seat: int) -> list[object]:
    """All that a seat (0: a spectator) can get of a game: events, views, lists, choices and refusals."""
    viewer = Viewer(seat) if seat else SPECTATOR
    found: list[object] = [redact(event, viewer) for event in table.history]
    found += view(table.game, viewer)
    if seat:
        found += [set(legal(table.game, seat)), choices(table.game, seat)]
        for line in LINES:
            try:
                execute(table.game, read_command(f"{seat} {line}"), LoadedChance())
            except Illegal as refusal:
                found.append((line, str(refusal.reason), refusal.rule, refusal.facts, str(refusal)))
            else:
                found.append((line, "accepted"))
    return found


def bluffed(hand: str, kind: str = "famine") -> Iterator[EmpireTable]:
    """Seat 2 has drawn this hand of four, unseen; it bids 2 in seat 1's turn, and wins."""
    table = EmpireTable.start().resolved(1)
    table.empty_hands().dealt(1, "1ore").dealt(2, hand).dealt(3, "2wool").given(
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]"
    )
    table.become(1, rolled=False).roll(chip=kind)
    yield table
    for word in (1, 2, 0, 0):
        table.bidding(word)
        yield table


@pytest.mark.rule("A3.5", "B11.2")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, 4])
def test_what_a_bidder_holds_shows_only_when_the_bidding_has_ended(viewer):
    """Twins: one can pay, the other cannot."""
    twins = zip(bluffed("2wool+2grain"), bluffed("1wool+3ore"), strict=True)
    for one, twin in twins:
        alike = learnt(one, viewer) == learnt(twin, viewer)
        assert alike == (viewer != 2)
    one.bidding(0)
    twin.bidding(0)
    assert (set(one.awaits()), set(twin.awaits())) == ({"pay"}, {"forfeit"})
    assert learnt(one, viewer) != learnt(twin, viewer)


@pytest.mark.rule("A3.5", "B11.2")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(
    ("hands", "prompt", "answers"),
    [
        (("4wool", "1wool+1grain+2ore"), "pay", ("PayBid cards=2wool", "PayBid cards=1wool+1grain")),
        (("4ore", "1wool+3ore"), "forfeit", ("DiscardCards cards=2ore", "DiscardCards cards=1wool+1ore")),
    ],
    ids=["both can pay", "neither can"],
)
def test_and_of_those_that_do_the_same_only_when_they_pay_or_discard(viewer, hands, prompt, answers):
    one, twin = ([*bluffed(hand)][-1] for hand in hands)
    for table in (one, twin):
        table.bidding(0)
        assert set(table.awaits()) == {prompt}
    assert (learnt(one, viewer) == learnt(twin, viewer)) == (viewer != 2)
    for table, answer in zip((one, twin), answers, strict=True):
        table.when(f"2 {answer}")
    assert learnt(one, viewer) != learnt(twin, viewer)


@pytest.mark.rule("A3.5", "B11.1")
def test_that_one_may_not_bluff_follows_from_what_all_see():
    """A seat with one card may, whatever the card; the auditor sees the card, but is told no other bounds."""
    bounds = set()
    for hand in ("4wool", "4ore", "1lumber+1wool+2ore"):
        course = bluffed(hand)
        next(course)
        bounds.update(next(course).choices(2, "Bid"))
    assert len(bounds) == 1
    assert view([*bluffed("4ore")][-1].game, AUDITOR) != view([*bluffed("4ore")][-1].game, Viewer(1))
