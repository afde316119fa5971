"""A3.4, A3.9: which knights count in a battle, what becomes of those paid, and of the largest army then."""

from collections.abc import Iterable
from itertools import product

import pytest

from domain.components import DevelopmentCard, count, total
from domain.engine import execute
from domain.notation import read_command
from domain.rules.development import Development
from tests.rules.table import LoadedChance, line_of
from tests.scenarios.alexander.places import CHIPS, ROUTE, tile
from tests.scenarios.alexander.table import EmpireTable

ROBBER_FREE = tile(7, 0)
CARD = "1wool+1grain+1ore"


def before_battle(seat: int = 1, **knights: int) -> EmpireTable:
    """A seat is to roll, and a chip comes next; seats have played so many knights: ``before_battle(2, s1=3)``."""
    table = EmpireTable.bare(arrow=CHIPS[0] - 1)
    for owner, n in knights.items():
        table.having_played_knights(int(owner.removeprefix("s")), n)
    return table.become(seat, rolled=False)


def battle(seat: int = 1, **knights: int) -> EmpireTable:
    """The battle is open, and the seat in turn is to bid."""
    return before_battle(seat, **knights).roll(chip="battle")


# A3.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.4")
def test_the_chip_tells_whose_knights_count():
    table = battle(2, s1=2, s3=1)
    table.happened.then_includes(
        f"EventChipRevealed chip=battle intersection={ROUTE[CHIPS[0]]} knights=[2 0 1 0]", "BiddingOpened event=battle"
    )
    for viewer in (1, 2, 3, 4):
        assert tuple(table.view("BiddingView", viewer).knights) == (2, 0, 1, 0)


@pytest.mark.rule("A3.4")
def test_a_knight_played_before_the_roll_of_the_same_turn_counts():
    table = before_battle().holding_development_cards(1, "knight").become(1, rolled=False)
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={ROBBER_FREE}")
    table.roll(chip="battle").happened.then_includes(
        f"EventChipRevealed chip=battle intersection={ROUTE[CHIPS[0]]} knights=[1 0 0 0]"
    )
    table.won(1, 3).when("1 PayBid cards=0 knights=1").then_includes("EventChipWon seat=1")


@pytest.mark.rule("A3.4")
def test_one_in_hand_does_not():
    table = before_battle().holding_development_cards(1, "knight").become(1, rolled=False).roll(chip="battle")
    assert tuple(table.view("BiddingView").knights) == (0, 0, 0, 0)
    table.refused("1 Bid amount=1", "NOTHING_TO_LOSE", "A3.5")
    table.holding(1, "3ore").won(1, 3).refused("1 PayBid cards=0 knights=1", "KNIGHT_TOO_LATE", "A3.4")


def unresolved(turns: int, played: Iterable[int]) -> EmpireTable:
    """A battle was met in seat 1's turn, with one knight of each of these; in so many turns each seat played one more.

    Then the bidding is open again.
    """
    table = before_battle(1, **{f"s{seat}": 1 for seat in played})
    for seat in (1, 2, 3, 4):
        table.holding_development_cards(seat, "knight", "knight")
    table.become(1, rolled=False).roll(chip="battle").all_pass()
    for _ in range(turns):
        seat = table.seat_in_turn
        table.when(f"{seat} PlayKnight")
        table.when(f"{seat} MoveRobber hex={ROBBER_FREE if table.robber != ROBBER_FREE else tile(0, 7)}")
        table.when(f"{seat} Pass")
        table.roll().all_pass()
    table.when(f"{table.seat_in_turn} Pass")
    return table.roll()


@pytest.mark.rule("A3.4", "A2.9")
@pytest.mark.parametrize("turns", [1, 2, 3, 5])
@pytest.mark.parametrize("early", [(), (1,), (1, 2), (2, 3, 4)])
def test_a_battle_over_several_turns_keeps_to_the_knights_of_the_first(turns, early):
    """Each turn one more knight was played since: it is on the table, and may not be paid."""
    table = unresolved(turns, early)
    counted = tuple(int(seat in early) for seat in (1, 2, 3, 4))
    played = tuple(n + turns // 4 + (turns % 4 > seat) for seat, n in enumerate(counted))
    assert tuple(table.knights(seat) for seat in (1, 2, 3, 4)) == played
    assert tuple(table.view("BiddingView").knights) == counted
    for seat in (1, 2, 3, 4):
        trial = table.fork().holding(seat, "3wool+3ore").won(seat, 6)
        late = counted[seat - 1] + 1
        trial.refused(f"{seat} PayBid cards=0 knights={late}", "KNIGHT_TOO_LATE", "A3.4")
        trial.refused(f"{seat} PayBid cards=3ore knights={late}", "KNIGHT_TOO_LATE", "A3.4")
        trial.when(f"{seat} PayBid cards={'3ore' if late > 1 else '3wool+3ore'} knights={late - 1}")


@pytest.mark.rule("A3.4", "A3.5")
def test_late_knights_do_not_cover_a_bid():
    """Seat 1 has played a second knight since, and has no card: it may bid 3, not 4."""
    table = unresolved(4, (1,))
    table.refused("1 Bid amount=1", "NOT_YOUR_TURN", "A3.2")
    while table.asked("bid") != 1:
        table.bidding(0)
    table.refused("1 Bid amount=4", "NOTHING_TO_LOSE", "A3.5")
    table.when("1 Bid amount=3")


@pytest.mark.rule("A3.4", "A3.5")
def test_with_a_card_it_may_bluff_and_then_cannot_pay():
    table = unresolved(4, (1,)).holding(1, "1brick").won(1, 4)
    table.awaits("forfeit", s1=1)


@pytest.mark.rule("A3.4")
def test_the_next_battle_counts_anew():
    """Those paid are gone, those played since are there."""
    table = unresolved(1, (1,)).won(1, 3)
    table.when("1 PayBid cards=0 knights=1")
    table.when("3 Pass")
    table.roll(chip="battle").happened.then_includes(
        f"EventChipRevealed chip=battle intersection={ROUTE[CHIPS[1]]} knights=[1 0 0 0]"
    )


# A3.9: under the deck -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.9")
@pytest.mark.parametrize("paid", [1, 2])
def test_knights_paid_leave_the_table_and_go_under_the_deck(paid):
    table = battle(s1=2).holding(1, "3wool").won(1, 3 * paid)
    deck = table.view("DevelopmentView").deck
    table.when(f"1 PayBid cards=0 knights={paid}").then_includes(f"BidPaid seat=1 cards=0 knights={paid}")
    assert table.view("DevelopmentView", 3).deck == deck + paid
    assert table.view("DevelopmentView", 3).hands[0].played == 2 - paid
    assert table.knights(1) == 2 - paid


@pytest.mark.rule("A3.9", "B1.3")
def test_they_can_be_drawn_again_once_the_cards_above_are_gone():
    """The deck is bought down to its last card; it, and not the knight below, is drawn first."""
    table = battle(s1=1).won(1, 3)
    table.when("1 PayBid cards=0 knights=1")
    names = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
    for seat, name, left in ((2, "knight", 0), (3, "victory_point", 1), (3, "road_building", 0), (4, "monopoly", 0)):
        n = count(table.game[Development].deck, names.index(name)) - left
        table.given(*[f"DevelopmentCardBought seat={seat} card={name}"] * n)
    table.given(*["DevelopmentCardBought seat=4 card=year_of_plenty"] * 2)
    assert table.view("DevelopmentView").deck == 2
    table.holding(1, "3wool+3grain+3ore")
    table.when("1 BuyDevelopmentCard").then_includes("DevelopmentCardBought seat=1 card=victory_point")
    table.when("1 BuyDevelopmentCard").then_includes("DevelopmentCardBought seat=1 card=knight")
    table.refused("1 BuyDevelopmentCard", "DECK_EMPTY", "B1.3")
    assert table.development_cards(1) == {"knight": 1, "victory_point": 1}


@pytest.mark.rule("A3.9")
def test_one_drawn_again_can_be_played_and_paid_again():
    table = battle(s1=1).won(1, 3)
    table.when("1 PayBid cards=0 knights=1")
    table.having_played_knights(1, 1).become(2, rolled=False).roll(chip="battle").won(1, 2)
    table.when("1 PayBid cards=0 knights=1")
    assert table.knights(1) == 0


@pytest.mark.rule("A3.9", "A3.3")
def test_knights_that_are_not_paid_stay():
    table = battle(s1=2, s2=2).holding_just(s1="3wool", s2="1ore").bidding(3, 4, 0, 0, 0)
    table.when("2 PayBid cards=1ore knights=1")
    assert [table.knights(seat) for seat in (1, 2, 3, 4)] == [2, 1, 0, 0]


# A3.9: the largest army -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.9")
def test_its_owner_loses_it_with_fewer_than_three_and_then_nobody_has_it():
    table = battle(s1=3).holding(1, "1ore").won(1, 3)
    assert table.points(1) == 2
    table.when("1 PayBid cards=0 knights=1").then(
        "BidPaid seat=1 cards=0 knights=1",
        "EventChipWon seat=1 chip=battle",
        "EventResolved event=battle seat=1",
        "LargestArmyAwarded seat=0 knights=0",
        "PointsChanged seat=1 cause=largest_army points=0 total=0",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )
    assert (table.army_owner, table.points(1)) == (0, 0)


@pytest.mark.rule("A3.9")
def test_it_goes_to_the_one_that_has_more_then():
    table = battle(s1=5, s3=3).won(1, 9)
    assert table.army_owner == 1
    table.when("1 PayBid cards=0 knights=3").then_includes(
        "LargestArmyAwarded seat=3 knights=3",
        "PointsChanged seat=1 cause=largest_army points=0 total=0",
        "PointsChanged seat=3 cause=largest_army points=2 total=2",
    )


@pytest.mark.rule("A3.9")
def test_its_owner_keeps_it_while_nobody_has_more():
    table = battle(s1=4, s3=3).won(1, 3)
    table.when("1 PayBid cards=0 knights=1").then_no("LargestArmyAwarded")
    assert table.army_owner == 1


@pytest.mark.rule("A3.9")
def test_when_several_tie_it_goes_to_no_one_until_one_is_alone_ahead():
    table = battle(s1=5, s2=3, s3=3).won(1, 9)
    table.when("1 PayBid cards=0 knights=3").then_includes("LargestArmyAwarded seat=0 knights=0")
    assert [table.points(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    tied = table.fork().holding_development_cards(1, "knight").become(1)
    tied.when("1 PlayKnight").then_no("LargestArmyAwarded")
    assert tied.army_owner == 0
    table.holding_development_cards(3, "knight").become(3)
    table.when("3 PlayKnight").then_includes("LargestArmyAwarded seat=3 knights=4")


@pytest.mark.rule("A3.9")
def test_a_payment_of_one_that_has_not_the_card_changes_nothing():
    table = battle(s1=3, s2=3).won(2, 6)
    assert table.army_owner == 1
    table.when("2 PayBid cards=0 knights=2").then_no("LargestArmyAwarded")


@pytest.mark.rule("A3.9")
def test_a_tie_that_a_payment_breaks_gives_it_to_the_one_left_alone():
    """Nobody has it, two have three each; one of them pays one."""
    table = battle(s1=5, s2=3, s3=3).won(1, 9)
    table.when("1 PayBid cards=0 knights=3")
    table.become(2, rolled=False).roll(chip="battle").won(2, 3)
    table.when("2 PayBid cards=0 knights=1").then_includes("LargestArmyAwarded seat=3 knights=3")


def army_after(owner: int, knights: tuple[int, ...]) -> int:
    """A3.9, word by word. ``knights[seat - 1]``: what each has after the payment."""
    most = max(knights)
    if owner and knights[owner - 1] >= 3 and knights[owner - 1] == most:
        return owner
    ahead = [seat for seat, n in enumerate(knights, start=1) if n == most]
    return ahead[0] if most >= 3 and len(ahead) == 1 else 0


@pytest.mark.rule("A3.9", "B9.2")
@pytest.mark.parametrize("payer", [1, 2])
def test_the_largest_army_after_a_payment_in_all_cases_of_ties(payer):
    """Up to five knights of each of three seats, at most 14 in all, seat 1 the first to have had them; any payment.

    Where several tie, with the card at the first of them, and with the card at no one.
    """
    cases = 0
    for knights in product(range(6), range(6), range(6)):
        if sum(knights) > 14 or not knights[payer - 1]:
            continue
        held = quick(knights)
        lost = held.fork()
        if knights.count(max(knights)) > 1 and held.army_owner:
            lost.given("LargestArmyAwarded seat=0 knights=0")
        for table, paid in product({held.army_owner: held, lost.army_owner: lost}.values(), range(1, 6)):
            owner = table.army_owner
            if paid > knights[payer - 1]:
                continue
            trial = table.fork().given(
                f"BidPassed seat={3 - payer}",
                "BidPassed seat=3",
                f"BidMade seat={payer} amount={3 * paid}",
                f"BiddingEnded seat={payer} amount={3 * paid}",
                f"PromptsChanged phase=event prompts=[{{pay [{{pay {payer} 1}}]}}]",
            )
            command = read_command(f"{payer} PayBid cards=0 knights={paid}")
            after, events = execute(trial.game, command, LoadedChance())
            left = tuple(n - paid * (seat == payer) for seat, n in enumerate(knights, start=1))
            expected = army_after(owner, left)
            awarded = [line_of(event) for event in events if type(event).__name__ == "LargestArmyAwarded"]
            strength = left[expected - 1] if expected else 0
            assert awarded == [f"LargestArmyAwarded seat={expected} knights={strength}"] * (expected != owner)
            assert EmpireTable(after, ()).army_owner == expected
            cases += 1
    assert cases > 100


def quick(knights: tuple[int, ...]) -> EmpireTable:
    """Three seats have played so many knights, in the order of seats; a battle is open."""
    lines = []
    for seat, n in enumerate(knights, start=1):
        for _ in range(n):
            lines += [f"DevelopmentCardBought seat={seat} card=knight", f"TurnStarted seat={seat} turn=1"]
            lines += [f"DevelopmentCardPlayed seat={seat} card=knight"]
    counted = " ".join(map(str, knights))
    return EmpireTable.bare(3).given(
        *lines,
        f"AlexanderMoved arrow={CHIPS[0]} intersection={ROUTE[CHIPS[0]]}",
        f"EventChipRevealed chip=battle intersection={ROUTE[CHIPS[0]]} knights=[{counted}] draws=[]",
        "BiddingOpened event=battle",
    )


@pytest.mark.rule("A3.9", "B1.3")
def test_all_14_knights_may_be_played_and_paid():
    table = battle(s1=7, s2=7)
    assert total(table.game[Development].deck) == 11
    table.won(1, 21).when("1 PayBid cards=0 knights=7")
    table.become(2, rolled=False).roll(chip="battle").won(2, 21).when("2 PayBid cards=0 knights=7")
    assert table.view("DevelopmentView").deck == 25
    assert count(table.game[Development].deck, DevelopmentCard.KNIGHT) == 0
