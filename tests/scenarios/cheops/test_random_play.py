"""Games played at random from the first settlement on, with every check of the table after every command."""

import random

import pytest

from domain.catalogue import COMMANDS
from domain.chance import SeededChance
from domain.components import RESOURCES, pack, unpack_goods
from domain.engine import Choice, Command, choices, legal
from tests.scenarios.cheops.table import EgyptTable

LIKED = ("PlacePyramidBlock", "TradeAtHarbor", "BuildSettlement", "BuildCity", "BuildShip", "MoveShip", "BuildRoad")
"""What is done whenever it can be, mostly: else games go on for thousands of commands."""


def chosen(choice: Choice, seat: int, luck: random.Random) -> Command:
    """A discard of just so many cards."""
    (bounds,) = choice.cards
    hand = [kind for kind, n in enumerate(unpack_goods(bounds.each)) for _ in range(n)]
    taken = luck.sample(hand, bounds.least)
    return COMMANDS[choice.command](seat, pack(tuple(taken.count(kind) for kind in RESOURCES)))


def next_command(table: EgyptTable, luck: random.Random) -> Command:
    """Some command of some seat that must act."""
    discards = [
        (choice, seat)
        for seat in table.game.everyone
        for choice in choices(table.game, seat)
        if choice.command == "DiscardCards"
    ]
    if discards:
        return chosen(*discards[0], luck)
    found = [command for seat in table.game.everyone for command in legal(table.game, seat)]
    liked = [command for command in found if type(command).__name__ in LIKED]
    return luck.choice(liked if liked and luck.random() < 0.8 else found)


@pytest.mark.rule("B1.4", "C1.2")
@pytest.mark.parametrize("options", [(), ("seafarers_ships",)], ids=["ships stay", "ships move"])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_comes_or_goes_whatever_is_done(seed, options):
    """Hands are filled now and then, so that there is much to build and to trade."""
    luck = random.Random(seed)
    table = EgyptTable.start(3 + seed % 2, options=options, chance=SeededChance())
    for n in range(200):
        if table.over:
            break
        if n % 7 == 0 and table.phase == "act":
            seat = table.seat_in_turn
            table.coins(seat, luck.randint(0, 4)).holding(seat, "2brick+1lumber+2wool+2grain+3ore")
        table.when(next_command(table, luck), chance=SeededChance())
    happened = {type(event).__name__ for event in table.history}
    assert {"ShipBuilt", "CoinsReceived", "SettlementBuilt", "RobberMoved"} <= happened
