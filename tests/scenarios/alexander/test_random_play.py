"""Games played at random from the first bid on, with every check of the table after every command."""

import random

import pytest

from domain.catalogue import COMMANDS
from domain.chance import SeededChance
from domain.components import pack, unpack_goods
from domain.engine import Choice, Command, choices, legal
from tests.rules.table import without_draws
from tests.scenarios.alexander.places import LAST
from tests.scenarios.alexander.table import EmpireTable

LIKED = ("BuildSettlement", "BuildCity", "PlayKnight", "BuyDevelopmentCard", "BuildRoad")
"""What is done whenever it can be, mostly."""


def chosen(choice: Choice, seat: int, luck: random.Random) -> Command:
    """A command within the bounds; bids are mostly low."""
    fields: dict[str, int] = {}
    for bounds in choice.numbers:
        most = min(bounds.most, bounds.least + luck.choice((0, 0, 0, 1, 2, 9)))
        fields[bounds.field] = luck.randint(bounds.least, most)
    for bounds in choice.cards:
        held = [good for good, n in enumerate(unpack_goods(bounds.each)) for _ in range(n)]
        taken = luck.sample(held, bounds.least)
        fields[bounds.field] = pack(tuple(taken.count(good) for good in range(6)))
    return COMMANDS[choice.command](seat=seat, **fields)


def next_command(table: EmpireTable, luck: random.Random) -> Command:
    """Some command of some seat that must act; nobody makes offers."""
    open_choices = [
        (choice, seat)
        for seat in table.game.everyone
        for choice in choices(table.game, seat)
        if choice.command in ("Bid", "PayBid", "DiscardCards")
    ]
    found = [command for seat in table.game.everyone for command in legal(table.game, seat)]
    if open_choices and (not found or luck.random() < 0.4):
        return chosen(*luck.choice(open_choices), luck)
    liked = [command for command in found if type(command).__name__ in LIKED]
    done = [command for command in found if type(command).__name__ in ("Pass", "RollDice")]
    if liked and luck.random() < 0.7:
        return luck.choice(liked)
    return luck.choice(done if done and luck.random() < 0.8 else found)


def played(seed: int, seats: int, most: int, **how: object) -> EmpireTable:
    """A game by its own chance, to its end or so many commands."""
    luck = random.Random(seed)
    table = EmpireTable.start(seats, seed=bytes([seed] * 32), chance=SeededChance(), **how)
    for _ in range(most):
        if table.over:
            break
        table.when(next_command(table, luck), chance=SeededChance())
    return table


@pytest.mark.rule("B1.4", "A2.1")
@pytest.mark.case("R28")
@pytest.mark.parametrize("options", [(), ("starting_gold",)], ids=["no gold", "gold"])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_nothing_comes_or_goes_whatever_is_done(seed, seats, options):
    """All that is counted stays, what is listed is accepted, and Alexander gets on."""
    table = played(seed, seats, 700, options=options)
    happened = {type(event).__name__ for event in table.history}
    assert {"BidPaid", "EventChipWon", "SettlementBuilt", "SupplyEnded", "BidDefaulted", "BidPassed"} <= happened
    assert table.ledger.arrow >= 10


@pytest.mark.rule("A6.1", "A6.2")
@pytest.mark.parametrize("seed", [0, 2, 4])
def test_a_whole_game_ends_by_points_or_in_persepolis(seed):
    table = played(seed, 4, 3000)
    assert table.over
    ended = table.newest("GameEnded")
    assert (ended.cause == "persepolis") == (table.ledger.arrow == LAST)
    assert ended.winners


@pytest.mark.rule("A3.2", "B3.3")
def test_only_those_that_are_asked_have_something_to_do():
    """All along a game."""
    luck = random.Random(5)
    table = EmpireTable.start(4, chance=SeededChance())
    for _ in range(150):
        asked = {seat for demands in table.awaits().values() for seat in demands}
        for seat in table.game.everyone:
            has = bool(legal(table.game, seat) or choices(table.game, seat))
            assert has == (seat in asked)
        table.when(next_command(table, luck), chance=SeededChance())
    assert without_draws(table.history[-1])
