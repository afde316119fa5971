"""A2.3, A2.4: production from a bank that may be empty, and the supply stack to its end."""

import pytest

from domain.chance import SeededChance, commitment
from domain.components import total, unpack
from domain.engine import RULES_VERSION, GameCreated, create
from domain.rules.hands import BankTerms, Hands
from domain.scenarios import SCENARIOS
from domain.scenarios.alexander.supply import Supply
from domain.visibility import SPECTATOR, Viewer, redact
from tests.scenarios.alexander.places import tile
from tests.scenarios.alexander.table import EmpireTable

FOREST_4 = (1, 1)
"""A corner of the forest with the 4, of no other hex with that number."""


def turns(seats: int) -> EmpireTable:
    """A game from its start; every event of it will stay unresolved."""
    return EmpireTable.start(seats).all_pass()


def next_turn(table: EmpireTable) -> list[str]:
    """The seat in turn passes; what happens till the next one is to roll. Then it rolls, and all pass on the event."""
    lines = [line for line in table.when(f"{table.seat_in_turn} Pass") if not line.startswith("PromptsChanged")]
    table.roll().all_pass()
    return lines[2:]


# A2.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.4")
@pytest.mark.case("R54")
@pytest.mark.parametrize(("seats", "last_turn", "left"), [(4, 18, 3), (3, 20, 0)])
def test_the_exact_run_of_the_supply_to_its_end(seats, last_turn, left):
    """Four seats: 95 - 20 = 75 = 18 * 4 + 3. Three: 75 - 15 = 60 = 20 * 3."""
    table = turns(seats)
    stack = {4: 75, 3: 60}[seats] - seats
    assert table.view("SupplyView").left == stack
    for turn in range(2, last_turn + 1):
        in_bank = total(table.game[Hands].bank)
        lines = next_turn(table)
        stack -= seats
        order = [(turn - 1 + n) % seats + 1 for n in range(seats)]
        assert [line.split(" cards=")[0] for line in lines[:seats]] == [
            f"SupplyCardsDrawn seat={seat} count=1" for seat in order
        ]
        assert [table.hand_size(seat) for seat in table.game.everyone] == [5 + turn] * seats
        if turn < last_turn:
            assert len(lines) == seats
            assert table.view("SupplyView").left == stack >= seats
            assert total(table.game[Hands].bank) == in_bank
        else:
            (ended,) = lines[seats:]
            rest = table.newest("SupplyEnded").cards
            assert ended.startswith("SupplyEnded cards=")
            assert stack == total(rest) == left
            assert total(table.game[Hands].bank) == in_bank + left
    for _ in range(seats + 1):
        assert next_turn(table) == []
    assert [table.hand_size(seat) for seat in table.game.everyone] == [5 + last_turn] * seats
    assert table.view("SupplyView").left == 0


@pytest.mark.rule("A2.4")
@pytest.mark.case("R54")
@pytest.mark.parametrize(("seats", "left"), [(4, 7), (3, 5), (4, 8), (3, 6), (4, 4), (3, 3)])
def test_it_ends_as_soon_as_there_is_not_one_for_each_seat(seats, left):
    """The last cards of a draw that does not leave enough go to the bank at once."""
    table = turns(seats)
    before = total(table.game[Hands].bank)
    table.dealt(1, first(table, total(table.ledger.supply) - left))
    rest = left - seats
    lines = next_turn(table)
    assert len(lines) == seats + (rest < seats)
    assert total(table.game[Hands].bank) == before + (rest if rest < seats else 0)


def first(table: EmpireTable, n: int) -> str:
    """The first cards of the supply stack, in catalogue order."""
    taken, left = [], n
    for name, there in zip(("brick", "lumber", "wool", "grain", "ore"), unpack(table.ledger.supply), strict=True):
        taken.append(f"{min(left, there)}{name}")
        left -= min(left, there)
    return "+".join(taken)


@pytest.mark.rule("A2.4")
def test_every_seat_draws_in_every_turn_whether_it_has_buildings_or_not():
    table = turns(4).place(1, FOREST_4)
    assert [line.split(" cards=")[0] for line in next_turn(table)] == [
        f"SupplyCardsDrawn seat={seat} count=1" for seat in (2, 3, 4, 1)
    ]


@pytest.mark.rule("A2.4")
@pytest.mark.case("R54")
def test_the_draw_comes_before_the_roll():
    table = turns(4)
    table.when("1 Pass").then_includes("SupplyCardsDrawn seat=1", "PromptsChanged phase=roll")
    table.awaits("roll", 2)


@pytest.mark.rule("A2.4", "B11.2")
def test_only_the_drawer_sees_what_it_drew():
    table = turns(4)
    table.when("1 Pass")
    for event in table.history[-6:]:
        if type(event).__name__ == "SupplyCardsDrawn":
            seen = [redact(event, Viewer(seat)).cards for seat in table.game.everyone]
            assert [cards == event.cards for cards in seen] == [seat == event.seat for seat in table.game.everyone]
            assert redact(event, SPECTATOR).cards is None


@pytest.mark.rule("A2.4")
def test_every_card_left_is_equally_likely():
    """Of a stack of two wool and a grain, one is drawn of each value."""
    table = turns(3)
    keep = {"wool": 2, "grain": 1}
    names = ("brick", "lumber", "wool", "grain", "ore")
    rest = "+".join(
        f"{n - keep.get(name, 0)}{name}"
        for name, n in zip(names, unpack(table.ledger.supply), strict=True)
        if n > keep.get(name, 0)
    )
    table.dealt(1, rest)
    seen = []
    for value in range(3):
        trial = table.fork()
        trial.when("1 Pass", script={"supply": [value]})
        (drawn,) = [
            e for e in trial.history[-7:] if type(e).__name__ == "SupplyCardsDrawn" and e.seat == 2 and e.count == 1
        ]
        assert trial.drawn[0] == ("supply", 3)
        seen.append(drawn.cards)
    assert sorted(seen.count(card) for card in set(seen)) == [1, 2]


@pytest.mark.rule("A2.4", "B1.4")
def test_the_last_cards_that_go_to_the_bank_can_be_had_from_there():
    table = turns(4)
    table.dealt(1, first(table, total(table.ledger.supply) - 7))
    next_turn(table)
    rest = table.newest("SupplyEnded").cards
    assert table.game[Hands].bank == rest
    assert table.bank != "0"


# A2.3 -----------------------------------------------------------------------------------------------------------------


def to_roll_a_4() -> EmpireTable:
    """Seat 1 has a settlement at the forest with the 4, is to roll, and Alexander stands before an empty place."""
    return EmpireTable.bare(arrow=5).place(1, FOREST_4).become(1, rolled=False)


@pytest.mark.rule("A2.3", "B4.1")
@pytest.mark.parametrize(("kind", "text"), [("place", "1lumber"), ("city", "2lumber")])
def test_production_is_that_of_the_classic_game(kind, text):
    table = getattr(EmpireTable.bare(arrow=5), kind)(1, FOREST_4).become(1, rolled=False).roll((1, 3))
    assert table.hand(1) == text


@pytest.mark.rule("A2.3")
def test_what_the_bank_has_none_of_cannot_be_had():
    table = to_roll_a_4().holding(4, "19lumber").roll((1, 3))
    table.happened.then_includes("ResourcesProduced gains=[] short=[lumber]", "AlexanderMoved")
    assert table.hand(1) == "0"


@pytest.mark.rule("A2.3", "A1.3")
def test_with_four_seats_that_is_so_of_every_resource_at_the_start():
    """The bank is empty till somebody pays."""
    table = EmpireTable.start(4).all_pass().place(2, FOREST_4)
    table.when("1 Pass")
    hand = table.hand(2)
    table.roll((1, 3)).happened.then_includes("ResourcesProduced gains=[] short=[lumber]")
    assert table.hand(2) == hand
    assert table.bank == "0"


@pytest.mark.rule("A2.3", "B4.3")
@pytest.mark.parametrize(("bank", "alone", "of_two"), [(1, 1, 0), (2, 2, 0), (3, 2, 0), (4, 2, 2)])
def test_where_it_has_too_few_one_seat_gets_what_there_is_and_several_get_nothing(bank, alone, of_two):
    base = EmpireTable.bare(arrow=5).city(1, FOREST_4)
    for others, gets in ((), alone), (((3, 1),), of_two):
        table = base.fork()
        for point in others:
            table.city(2, point)
        table.bank_left_with("lumber", bank, others_held_by=4).become(1, rolled=False).roll((1, 3))
        assert table.hand(1) == (f"{gets}lumber" if gets else "0")


@pytest.mark.rule("A2.3", "B4.2")
def test_the_robber_blocks_a_hex():
    table = to_roll_a_4().robber_on(tile(0, 1)).roll((1, 3))
    table.happened.then_no("ResourcesProduced")


@pytest.mark.rule("A2.3")
def test_what_was_paid_can_be_had():
    table = to_roll_a_4().holding(4, "19lumber").given("ResourcesPaid seat=4 cards=1lumber").roll((1, 3))
    assert table.hand(1) == "1lumber"


@pytest.mark.rule("A2.3", "B6.4")
def test_the_bank_gives_in_trade_only_what_it_has():
    table = EmpireTable.bare(arrow=5).holding_just(s1="4wool", s4="19lumber")
    table.refused("1 TradeWithBank give=wool rate=4 take=lumber", "BANK_TOO_SHORT", "B6.4")
    table.when("1 TradeWithBank give=wool rate=4 take=ore")


@pytest.mark.rule("A1.3", "B1.4")
def test_what_a_chapter_puts_into_the_stack_is_not_in_the_bank():
    """It is said once, by the terms: a chapter with another stack has as many cards in all."""
    chapter = SCENARIOS["alexander"].amend(terms=(BankTerms(elsewhere=lambda seats: 10),))
    seed = bytes(32)
    plan = chapter.boards["empire"]()
    created = GameCreated("alexander", (), 3, ("",) * 3, plan, RULES_VERSION, commitment(seed), True, seed)
    game, _ = create(chapter, created, SeededChance())
    hands, left = game[Hands], game[Supply].cards
    assert unpack(hands.bank + sum(hands.of) + left) == (19,) * 5
    assert total(hands.bank) == 5 * (19 - 10)
