"""A4: who is first, second and third advisor, and how the cards change hands."""

from collections import deque

import pytest

from domain.engine import Game, evolve_all, execute
from domain.notation import read_command, read_event
from tests.rules.table import LoadedChance, line_of
from tests.scenarios.alexander.advisors import ADVISOR_POINTS, Advisors
from tests.scenarios.alexander.places import CHIPS
from tests.scenarios.alexander.table import EmpireTable


def wins(table: EmpireTable, seat: int) -> list[str]:
    """A seat wins the next chip, a famine, in seat 1's turn, and pays a coin; what happened then of advisor cards."""
    arrow = next(n for n in CHIPS if n > table.ledger.arrow)
    table.crossed(arrow - 1).become(1, rolled=False).roll(chip=free_kind(table))
    table.coins(seat, 1).won(seat).when(f"{seat} PayBid cards=1coin")
    return [line for line in table.happened if line.startswith("AdvisorCardTaken")]


def free_kind(table: EmpireTable) -> str:
    """A kind of which chips are left."""
    return min(("famine", "bridge", "battle", "statue"), key=table.ledger.revealed.count)


def owners(table: EmpireTable) -> tuple[int, int, int]:
    """Who is first, second and third."""
    shown = table.view("AdvisorsView", 2)
    return shown.first, shown.second, shown.third


def won(seats: int, *winners: int) -> EmpireTable:
    """These seats have won a chip each, one after the other."""
    return EmpireTable.bare(seats).winning(*winners)


# A4.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A4.1")
@pytest.mark.parametrize("winner", [1, 2, 3, 4])
def test_the_first_seat_to_have_three_chips_becomes_first_advisor(winner):
    table = EmpireTable.bare(4)
    assert [wins(table, winner), wins(table, winner)] == [[], []]
    assert owners(table) == (0, 0, 0)
    assert wins(table, winner) == [f"AdvisorCardTaken seat={winner} advisor=1 loser=0 given=0"]
    table.happened.then_includes(
        f"EventChipWon seat={winner}",
        "EventResolved",
        "AdvisorCardTaken",
        f"PointsChanged seat={winner} cause=advisor points=4 total=4",
        "PromptsChanged phase=act",
    )


@pytest.mark.rule("A4.1")
def test_the_second_becomes_second_and_the_third_third():
    table = won(4, 3, 3, 3, 1, 1, 2, 2)
    assert wins(table, 1) == ["AdvisorCardTaken seat=1 advisor=2 loser=0 given=0"]
    assert wins(table, 2) == ["AdvisorCardTaken seat=2 advisor=3 loser=0 given=0"]
    assert owners(table) == (3, 1, 2)
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [3, 2, 4, 0]


@pytest.mark.rule("A4.1")
def test_with_three_seats_first_then_third():
    table = won(3, 3, 3, 3, 1, 1)
    assert wins(table, 1) == ["AdvisorCardTaken seat=1 advisor=3 loser=0 given=0"]
    assert owners(table) == (3, 0, 1)
    assert [table.points(seat) for seat in (1, 2, 3)] == [2, 0, 4]


@pytest.mark.rule("A4.1")
def test_cards_come_after_the_largest_army():
    """A battle paid with knights brings the third chip."""
    table = EmpireTable.bare(4, CHIPS[0] - 1).winning(1, 1).having_played_knights(1, 3)
    table.become(1, rolled=False).roll(chip="battle").won(1, 3).when("1 PayBid cards=0 knights=1")
    table.happened.then(
        "BidPaid seat=1 cards=0 knights=1",
        "EventChipWon seat=1 chip=battle",
        "EventResolved event=battle seat=1",
        "LargestArmyAwarded seat=0 knights=0",
        "AdvisorCardTaken seat=1 advisor=1 loser=0 given=0",
        "PointsChanged seat=1 cause=largest_army points=0 total=0",
        "PointsChanged seat=1 cause=advisor points=4 total=4",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )


# A4.2, A4.3 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A4.2")
def test_a_seat_has_one_card_at_most():
    """However many chips it has."""
    table = won(4, 1, 1, 1)
    for _ in range(5):
        assert wins(table, 1) == []
    assert owners(table) == (1, 0, 0)
    assert table.points(1) == 4


@pytest.mark.rule("A4.3")
def test_with_more_chips_than_another_it_takes_its_better_card_and_hands_over_its_own():
    table = won(4, 1, 1, 1, 2, 2, 2)
    assert wins(table, 2) == ["AdvisorCardTaken seat=2 advisor=1 loser=1 given=2"]
    assert owners(table) == (2, 1, 0)
    table.happened.then_includes(
        "PointsChanged seat=1 cause=advisor points=3 total=3", "PointsChanged seat=2 cause=advisor points=4 total=4"
    )


@pytest.mark.rule("A4.3")
def test_not_with_as_many():
    table = won(4, 1, 1, 1, 1, 2, 2, 2)
    assert wins(table, 2) == []
    assert owners(table) == (1, 2, 0)
    assert wins(table, 2) == ["AdvisorCardTaken seat=2 advisor=1 loser=1 given=2"]


@pytest.mark.rule("A4.3")
def test_it_takes_the_best_card_that_it_can():
    """Seat 3 has more than the second and more than the first: it takes the first card, the second stays."""
    table = won(4, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert wins(table, 3) == ["AdvisorCardTaken seat=3 advisor=1 loser=1 given=3"]
    assert owners(table) == (3, 2, 1)


@pytest.mark.rule("A4.3")
def test_where_the_best_is_out_of_reach_it_takes_the_next():
    table = won(4, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert wins(table, 3) == ["AdvisorCardTaken seat=3 advisor=2 loser=2 given=3"]
    assert owners(table) == (1, 3, 2)


@pytest.mark.rule("A4.3")
def test_it_takes_no_worse_card():
    """The first advisor has more chips than the others, and takes nothing of them."""
    table = won(4, 1, 1, 1, 2, 2, 2)
    assert wins(table, 1) == []
    assert owners(table) == (1, 2, 0)


@pytest.mark.rule("A4.3")
def test_with_three_seats_the_third_card_and_the_first_change_places():
    table = won(3, 1, 1, 1, 2, 2, 2)
    assert wins(table, 2) == ["AdvisorCardTaken seat=2 advisor=1 loser=1 given=3"]
    assert [table.points(seat) for seat in (1, 2, 3)] == [2, 4, 0]


@pytest.mark.rule("A4.3")
def test_a_change_in_anothers_turn_counts_at_once():
    table = won(4, 1, 1, 1, 2, 2, 2)
    wins(table, 2)
    assert table.seat_in_turn == 1
    assert [table.points(seat) for seat in (1, 2)] == [3, 4]


# A4.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A4.4")
@pytest.mark.parametrize(("seats", "last"), [(4, 4), (3, 3)])
def test_the_last_seat_with_three_chips_gets_none(seats, last):
    table = won(seats, *(seat for seat in range(1, last) for _ in range(3)), last, last)
    before = owners(table)
    assert wins(table, last) == []
    assert owners(table) == before
    assert table.points(last) == 0


@pytest.mark.rule("A4.4", "A4.3")
def test_it_takes_one_as_soon_as_it_has_more_chips_than_an_owner_who_gets_nothing_for_it():
    table = won(4, *(seat for seat in (1, 2, 3, 4) for _ in range(3)))
    assert wins(table, 4) == ["AdvisorCardTaken seat=4 advisor=1 loser=1 given=0"]
    assert owners(table) == (4, 2, 3)
    table.happened.then_includes(
        "PointsChanged seat=1 cause=advisor points=0 total=0", "PointsChanged seat=4 cause=advisor points=4 total=4"
    )


@pytest.mark.rule("A4.4", "A4.3")
def test_who_lost_its_card_takes_another_as_soon_as_it_can():
    table = won(4, *(seat for seat in (1, 2, 3, 4) for _ in range(3)), 4)
    assert wins(table, 1) == ["AdvisorCardTaken seat=1 advisor=2 loser=2 given=0"]
    assert owners(table) == (4, 1, 3)


@pytest.mark.rule("A4.4")
def test_the_third_of_three_takes_the_worse_card_where_only_that_is_in_reach():
    table = won(3, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert wins(table, 3) == ["AdvisorCardTaken seat=3 advisor=3 loser=2 given=0"]
    assert owners(table) == (1, 0, 3)


# All sequences --------------------------------------------------------------------------------------------------------


def positions(seats: int, most: int) -> list[tuple[int, ...]]:
    """A sequence of winners for each position that at most so many wins can lead to; equal positions are merged."""
    start = Advisors(seats)
    seen = {(tuple(start.chips), tuple(start.owners))}
    found: list[tuple[int, ...]] = [()]
    edge: deque[tuple[int, ...]] = deque([()])
    while edge:
        winners = edge.popleft()
        if len(winners) == most:
            continue
        for seat in range(1, seats + 1):
            model = Advisors.after((*winners, seat), seats)
            key = tuple(model.chips), tuple(model.owners)
            if key not in seen:
                seen.add(key)
                found.append((*winners, seat))
                edge.append((*winners, seat))
    return found


def before_payment(seats: int) -> Game:
    """A famine is open, nobody has a chip, and every seat has a coin."""
    table = EmpireTable.auction("famine", seats=seats)
    for seat in table.game.everyone:
        table.coins(seat, 1)
    return table.game


def lying(game: Game, winners: tuple[int, ...]) -> Game:
    """The same with chips and cards lying as after these wins, and seat 1 in turn."""
    model, lines = Advisors(game.seats), []
    for winner in winners:
        lines.append(f"EventChipWon seat={winner} chip=statue")
        lines += [taken_line(*taken) for taken in model.win(winner)]
    lines += [
        f"PointsChanged seat={seat} cause=advisor points={points} total={points}"
        for seat in game.everyone
        if (points := points_of(model, seat))
    ]
    return evolve_all(game, [read_event(line) for line in lines])


def points_of(model: Advisors, seat: int) -> int:
    """What its advisor card brings a seat."""
    return ADVISOR_POINTS.get(model.card_of(seat), 0)


def taken_line(seat: int, advisor: int, loser: int, given: int) -> str:
    """The line of one taking."""
    return f"AdvisorCardTaken seat={seat} advisor={advisor} loser={loser} given={given}"


@pytest.mark.rule("A4.3", "A4.4")
@pytest.mark.parametrize(("seats", "most"), [(3, 12), (4, 13)])
def test_all_sequences_of_wins(seats, most):
    """Up to nine and more: from each position that wins can lead to, each seat wins once more."""
    base = before_payment(seats)
    tried = takings = chains = 0
    for winners in positions(seats, most - 1):
        game = lying(base, winners)
        for seat in range(1, seats + 1):
            model = Advisors.after(winners, seats)
            taken = [taken_line(*each) for each in model.win(seat)]
            lines = (
                *(f"BidPassed seat={other}" for other in range(1, seats + 1) if other != seat),
                f"BidMade seat={seat} amount=1",
                f"BiddingEnded seat={seat} amount=1",
                f"PromptsChanged phase=event prompts=[{{pay [{{pay {seat} 1}}]}}]",
            )
            asked = evolve_all(game, [read_event(line) for line in lines])
            _, events = execute(asked, read_command(f"{seat} PayBid cards=1coin"), LoadedChance())
            happened = [line_of(event) for event in events]
            assert [line for line in happened if line.startswith("AdvisorCardTaken")] == taken, winners
            scored = {line for line in happened if line.startswith("PointsChanged")}
            old = Advisors.after(winners, seats)
            assert scored == {
                f"PointsChanged seat={each} cause=advisor points={points} total={points}"
                for each in range(1, seats + 1)
                if (points := points_of(model, each)) != points_of(old, each)
            }, winners
            tried, takings, chains = tried + 1, takings + bool(taken), chains + (len(taken) > 1)
    assert tried > 1000
    assert takings > 100
    assert not chains, "who loses a card never has more chips than an owner of a better one than it gets"


@pytest.mark.rule("A4.3")
@pytest.mark.parametrize("seats", [3, 4])
def test_no_one_ever_has_fewer_chips_than_the_owner_of_a_worse_card(seats):
    """What the rule comes to, in every position: cards lie in the order of chips."""
    for winners in positions(seats, 14):
        model = Advisors.after(winners, seats)
        held = [model.chips[owner] for owner in model.owners if owner]
        assert held == sorted(held, reverse=True)
        cardless = [model.chips[seat] for seat in range(1, seats + 1) if not model.card_of(seat)]
        assert not model.on_the_table or max(cardless, default=0) < 3
        assert model.on_the_table or max(cardless, default=0) <= min(held)
