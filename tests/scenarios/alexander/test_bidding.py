"""A3.2, A3.6: who bids when and how much, and when a bidding ends."""

import pytest

from domain.engine import Game, Prompts, execute
from domain.engine.prompts import asking
from domain.errors import Illegal
from domain.notation import read_command
from tests.rules.table import LoadedChance, line_of
from tests.scenarios.alexander.table import HIGHEST_BID, EmpireTable

NOT_ASKED = ("NOT_YOUR_TURN", "A3.2")


@pytest.fixture
def table() -> EmpireTable:
    """Famine; seat 2 is in turn and to bid first; all have many cards."""
    table = EmpireTable.auction("famine", seat=2)
    return table.holding_just(s1="3wool+1grain", s2="3grain+1wool", s3="4grain", s4="4wool+2ore")


# A3.2: the order ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.2")
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_the_seat_in_turn_begins_and_the_others_follow_clockwise(seat):
    table = EmpireTable.auction("bridge", seat=seat)
    asked = []
    while "bid" in table.awaits():
        asked.append(table.asked("bid"))
        table.bidding(0)
    assert asked == [(seat + n - 1) % 4 + 1 for n in range(4)]


@pytest.mark.rule("A3.2")
def test_a_bid_tells_who_and_how_much_and_asks_the_next(table):
    table.when("2 Bid amount=2").then(
        "BidMade seat=2 amount=2", "PromptsChanged phase=event prompts=[{bid [{bid 3 1}]}]"
    )
    table.when("3 Pass").then("BidPassed seat=3", "PromptsChanged phase=event prompts=[{bid [{bid 4 1}]}]")
    shown = table.view("BiddingView", 3)
    assert (shown.open, shown.event.name, shown.seat, shown.highest, shown.bidder) == (True, "FAMINE", 4, 2, 2)
    assert (shown.passed, shown.knights) == ((3,), ())


@pytest.mark.rule("A3.2")
def test_it_ends_when_all_but_the_highest_bidder_have_passed(table):
    table.bidding(1, 2, 3, 0, 4, 0).awaits("bid", 4)
    table.bidding(5)
    table.when("2 Pass").then(
        "BidPassed seat=2",
        "BiddingEnded seat=4 amount=5",
        "BidDefaulted seat=4 amount=3",
        "PromptsChanged phase=event prompts=[{forfeit [{forfeit 4 3}]}]",
    )


@pytest.mark.rule("A3.2")
def test_the_highest_bidder_that_can_pay_is_asked_to(table):
    table.bidding(1, 2, 3, 0, 4, 0, 0).happened.then(
        "BidPassed seat=4",
        "BiddingEnded seat=2 amount=4",
        "PromptsChanged phase=event prompts=[{pay [{pay 2 1}]}]",
    )


@pytest.mark.rule("A3.2", "A3.6")
def test_or_when_all_have_passed(table):
    table.bidding(0, 0, 0, 0).happened.then(
        "BidPassed seat=1",
        "BiddingEnded seat=0 amount=0",
        "PromptsChanged phase=act prompts=[{act [{act 2 1}]}]",
    )


@pytest.mark.rule("A3.2")
def test_the_first_to_speak_may_pass_and_the_last_may_still_bid_when_no_one_has(table):
    table.bidding(0, 0, 0).awaits("bid", 1)
    table.bidding(1).happened.then(
        "BidMade seat=1 amount=1",
        "BiddingEnded seat=1 amount=1",
        "PromptsChanged phase=event prompts=[{pay [{pay 1 1}]}]",
    )


@pytest.mark.rule("A3.2")
def test_nobody_is_asked_to_outbid_itself(table):
    table.bidding(0, 2, 0, 0).awaits("pay", 3)


# A3.2: how much -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.2")
@pytest.mark.case("R49")
@pytest.mark.parametrize(
    ("highest", "low", "good"), [(0, 0, 1), (1, 1, 2), (1, 0, 2), (4, 4, 5), (4, 1, 5), (9, 9, 10)]
)
def test_each_bid_is_higher_than_the_highest_and_at_least_1(table, highest, low, good):
    if highest:
        table.bidding(highest)
    seat = 3 if highest else 2
    table.refused(f"{seat} Bid amount={low}", "BID_TOO_LOW", "A3.2")
    (choice,) = table.choices(seat, "Bid")
    (bounds,) = choice.numbers
    assert (bounds.field, bounds.least, bounds.most, choice.cards) == ("amount", good, HIGHEST_BID, ())
    table.when(f"{seat} Bid amount={good}").then_includes(f"BidMade seat={seat} amount={good}")


@pytest.mark.rule("A3.2")
@pytest.mark.case("R49")
def test_a_bid_is_at_most_999(table):
    table.refused("2 Bid amount=1000", "BID_TOO_HIGH", "A3.2")
    table.when("2 Bid amount=999")
    assert not table.choices(3, "Bid")
    table.refused("3 Bid amount=999", "BID_TOO_LOW", "A3.2")
    table.refused("3 Bid amount=1000", "BID_TOO_HIGH", "A3.2")
    assert table.allowed(3) == {"3 Pass"}


@pytest.mark.rule("A3.2")
@pytest.mark.case("R47")
def test_who_has_passed_is_out(table):
    table.bidding(0, 1, 2, 0).awaits("bid", 3)
    table.refused("2 Bid amount=9", *NOT_ASKED)
    table.refused("2 Pass", *NOT_ASKED)
    table.refused("1 Bid amount=9", *NOT_ASKED)
    table.bidding(3).awaits("bid", 4)
    table.bidding(0).awaits("pay", 3)


@pytest.mark.rule("A3.2")
def test_who_is_not_asked_waits(table):
    for seat in (1, 3, 4):
        table.refused(f"{seat} Bid amount=1", *NOT_ASKED)
        table.refused(f"{seat} Pass", *NOT_ASKED)
        assert not table.allowed(seat)
        assert not table.choices(seat)
    table.bidding(1)
    table.refused("2 Bid amount=2", *NOT_ASKED)
    table.refused("2 Pass", *NOT_ASKED)


@pytest.mark.rule("A3.2", "A2.9")
def test_who_has_passed_takes_part_again_when_it_starts_anew(table):
    table.all_pass().when("2 Pass")
    table.roll().bidding(0, 0, 1).awaits("bid", 2)
    table.bidding(2).awaits("bid", 1)


# A3.2: all short sequences --------------------------------------------------------------------------------------------


class Model:
    """A bidding as A3.2 tells it: seats, whose word it is, the highest bid and its bidder, and who has passed."""

    def __init__(self, seats: int, first: int) -> None:
        self.seats, self.word = seats, first
        self.highest = self.bidder = 0
        self.passed: set[int] = set()

    def says(self, amount: int) -> "Model":
        """The one whose word it is bids so much, or passes (0)."""
        after = Model(self.seats, self.word)
        after.highest, after.bidder, after.passed = self.highest, self.bidder, set(self.passed)
        if amount:
            after.highest, after.bidder = amount, self.word
        else:
            after.passed.add(self.word)
        for _ in range(self.seats):
            after.word = after.word % self.seats + 1
            if after.word not in after.passed:
                break
        return after

    @property
    def ended(self) -> bool:
        """All have passed, or all but the highest bidder have."""
        return len(self.passed) == self.seats - bool(self.bidder)


@pytest.mark.rule("A3.2")
@pytest.mark.parametrize(("seats", "top"), [(3, 5), (4, 4)])
def test_all_short_sequences_of_bids_and_passes(seats, top):
    """Bids up to a highest one, by every way there: whose word it is, who may still bid, and who has won."""
    table = EmpireTable.auction("famine", seat=2, seats=seats)
    for seat in table.game.everyone:
        table.holding(seat, "2wool+2grain")
    count = 0

    def walk(game: Game, model: Model) -> None:
        nonlocal count
        count += 1
        for seat in range(1, seats + 1):
            for line in ("Pass", *(f"Bid amount={amount}" for amount in range(top + 1))):
                amount = int(line.rpartition("=")[2]) if "=" in line else 0
                command = read_command(f"{seat} {line}")
                allowed = seat == model.word and (line == "Pass" or amount > model.highest)
                try:
                    after, events = execute(game, command, LoadedChance())
                except Illegal:
                    assert not allowed, f"{line} of seat {seat} is refused"
                    continue
                assert allowed, f"{line} of seat {seat} is accepted"
                then = model.says(amount)
                ended = [line_of(event) for event in events if type(event).__name__ == "BiddingEnded"]
                if not then.ended:
                    assert not ended
                    walk(after, then)
                    continue
                assert ended == [f"BiddingEnded seat={then.bidder} amount={then.highest}"]
                if 0 < then.highest <= 4:
                    assert after[Prompts].stack == asking("pay", then.bidder, 1)

    walk(table.game, Model(seats, 2))
    assert count > 100
