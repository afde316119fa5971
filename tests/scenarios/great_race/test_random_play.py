"""Games played at random from the first settlement on, with every check of the table after every command."""

import random

import pytest

from domain.chance import SeededChance
from domain.engine import Choice, Command
from tests.properties.players import chosen, possible
from tests.properties.racers import RACE_PLAYERS
from tests.scenarios.great_race.table import RICH, RaceTable

LIKED = ("BuildShip", "BuildRoad", "BuildSettlement", "BuildCity", "MoveShip", "PlayVictoryPoint", "PlayKnight")
"""What is done whenever it can be, mostly."""
OWED = ("DiscardCards", "ChooseGold")
RICH_ENOUGH = 12


def next_command(table: RaceTable, luck: random.Random) -> Command:
    """Some command of some seat that must act; no trade."""
    found = [each for seat in table.game.everyone for each in possible(table.game, seat)]
    owed = [each for each in found if isinstance(each, Choice) and each.command in OWED]
    if owed:
        seats = [seat for seat in table.game.everyone if owed[0] in possible(table.game, seat)]
        return chosen(seats[0], owed[0], luck)
    commands = [each for each in found if not isinstance(each, Choice)]
    liked = [command for command in commands if type(command).__name__ in LIKED]
    return luck.choice(liked if liked and luck.random() < 0.7 else commands)


@pytest.mark.rule("B1.4", "G3.1")
@pytest.mark.parametrize("options", [(), ("largest_army",), ("open_map",)], ids=["plain", "army", "open"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nothing_comes_or_goes_whatever_is_done(seats, options):
    """Hands are filled now and then, so that there is much to build."""
    luck = random.Random(f"{seats} {options}")
    table = RaceTable.start(seats, options=options, chance=SeededChance())
    for n in range(160):
        if table.over:
            break
        if n % 5 == 0 and table.phase == "act":
            table.holding(table.seat_in_turn, RICH)
        table.when(next_command(table, luck), chance=SeededChance())
    happened = {type(event).__name__ for event in table.history}
    assert {"ShipBuilt", "RoadBuilt", "SettlementBuilt", "HexRevealed"} <= happened


@pytest.mark.rule("G7.1", "G5.3")
@pytest.mark.parametrize(("seats", "number"), [(2, 1), (3, 1), (4, 1), (5, 3), (6, 3)])
def test_a_race_comes_to_its_end(seats, number):
    """Rich seats sail west, settle on their way, and cross the strip; the first city on a red point ends it."""
    luck = random.Random(f"rich {seats} {number}")
    table = RaceTable.start(seats, chance=SeededChance())
    for _ in range(100):
        if table.over:
            break
        if table.phase == "act" and table.hand_size(table.seat_in_turn) < RICH_ENOUGH:
            short = any(table.bank_has(resource) < 4 for resource in ("brick", "lumber", "wool", "grain", "ore"))
            (table.empty_hands() if short else table).holding(table.seat_in_turn, RICH)
        table.when(RACE_PLAYERS["racer"].next_command(table.game, luck), chance=SeededChance())
    assert table.over
    assert table.newest("GameEnded").cause == "gold"
