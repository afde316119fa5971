"""Games played at random from the first settlement on, with every check of the table after every command."""

import random

import pytest

from domain.catalogue import COMMANDS
from domain.chance import SeededChance
from domain.components import RESOURCES, pack, unpack_goods
from domain.engine import Choice, Command, choices, legal
from tests.scenarios.great_race.table import RICH, RaceTable

LIKED = ("BuildShip", "BuildRoad", "BuildSettlement", "BuildCity", "MoveShip", "PlayVictoryPoint", "PlayKnight")
"""What is done whenever it can be, mostly."""
FREE_CHOICES = ("DiscardCards", "ChooseGold")


def chosen(choice: Choice, seat: int, luck: random.Random) -> Command:
    """Just so many cards as must be chosen."""
    (bounds,) = choice.cards
    cards = [kind for kind, n in enumerate(unpack_goods(bounds.each)) for _ in range(min(n, 19))]
    taken = luck.sample(cards, bounds.least)
    return COMMANDS[choice.command](seat, pack(tuple(taken.count(kind) for kind in RESOURCES)))


def next_command(table: RaceTable, luck: random.Random) -> Command:
    """Some command of some seat that must act."""
    owed = [
        (choice, seat)
        for seat in table.game.everyone
        for choice in choices(table.game, seat)
        if choice.command in FREE_CHOICES
    ]
    if owed:
        return chosen(*owed[0], luck)
    found = [command for seat in table.game.everyone for command in legal(table.game, seat)]
    liked = [command for command in found if type(command).__name__ in LIKED]
    return luck.choice(liked if liked and luck.random() < 0.7 else found)


def westward(table: RaceTable, command: Command) -> int:
    """How far west a piece goes: pieces there are liked the most."""
    if not hasattr(command, "path"):
        return 99
    return min(table.chart.point(end)[0] for end in table.chart.grid.ends[command.path])


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
@pytest.mark.parametrize("seats", [3, 5])
def test_a_race_comes_to_its_end(seats):
    """Rich seats sail west, settle where they can, and cross the strip; the first city on a red point ends it."""
    luck = random.Random(seats)
    table = RaceTable.start(seats, chance=SeededChance())
    for _ in range(800):
        if table.over:
            break
        if table.phase == "act" and table.hand_size(table.seat_in_turn) < 12:
            short = any(table.bank_has(resource) < 4 for resource in ("brick", "lumber", "wool", "grain", "ore"))
            (table.empty_hands() if short else table).holding(table.seat_in_turn, RICH)
        table.when(_eager(table, luck), chance=SeededChance())
    assert table.over
    assert table.newest("GameEnded").cause == "gold"


def _eager(table: RaceTable, luck: random.Random) -> Command:
    """The next command of one who wants to go west."""
    found = [command for seat in table.game.everyone for command in legal(table.game, seat)]
    red, gold, strip = table.chart.red, table.chart.corners(*table.chart.gold), table.chart.corners(*table.chart.strip)
    found = [command for command in found if getattr(command, "intersection", -1) not in gold - red]
    west = [command for command in found if type(command).__name__ in ("BuildRoad", "BuildShip")]
    for name, places in (("BuildCity", red), ("BuildSettlement", red), ("BuildSettlement", strip)):
        best = [command for command in found if type(command).__name__ == name and command.intersection in places]
        if best:
            return luck.choice(best)
    if west and luck.random() < 0.8:
        reach = min(westward(table, command) for command in west)
        return luck.choice([command for command in west if westward(table, command) <= reach + luck.choice((0, 1, 3))])
    rest = [command for command in found if type(command).__name__ in ("Pass", "RollDice", "MoveShip", "MoveRobber")]
    return luck.choice(rest) if rest else next_command(table, luck)
