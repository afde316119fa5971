"""A scenario is added by naming what differs: a toy one in under 40 lines, without a touch to the domain."""

import inspect
import random

import pytest

from domain.chance import SeededChance
from domain.engine import choices, evolve_all, execute, legal
from domain.engine.state import before_creation
from domain.rules.robber import DiscardCards
from domain.scenarios import SCENARIOS
from domain.scenarios.classic import CLASSIC
from tests.engine import toy
from tests.rules import table as tables
from tests.rules.table import GRID, Table, hex_of, path

DESERT = set(GRID.corners[hex_of("D")])


@pytest.fixture(autouse=True)
def _on_the_list(monkeypatch):
    """The line that a scenario needs in the list of scenarios."""
    monkeypatch.setattr(tables, "SCENARIOS", {**SCENARIOS, "toy": toy.TOY})


def test_it_takes_less_than_40_lines():
    assert len(inspect.getsource(toy).splitlines()) < 40


def test_it_states_only_what_differs():
    assert toy.TOY.rooms == (*CLASSIC.rooms, toy.room)
    assert (toy.TOY.seats, toy.TOY.turn, toy.TOY.options) == (CLASSIC.seats, CLASSIC.turn, CLASSIC.options)
    assert toy.TOY.tables.commands == CLASSIC.tables.commands
    assert toy.TOY.tables.reactions.keys() == CLASSIC.tables.reactions.keys()


def test_its_policy_sets_the_rates_of_the_bank():
    table = Table.bare(scenario="toy").holding(1, "4ore")
    table.refused("1 TradeWithBank give=ore rate=4 take=brick", "NO_SUCH_RATE", "B6.1")
    table.when("1 TradeWithBank give=ore rate=3 take=brick").then("BankTradeMade seat=1 given=3ore taken=1brick")


def test_its_placement_line_keeps_settlements_off_the_desert_in_the_setup_and_later():
    table = Table.start(scenario="toy")
    assert table.allowed_places(1, "BuildSettlement") == set(range(54)) - DESERT
    for place in DESERT:
        table.refused(f"1 BuildSettlement intersection={place}", "NOT_LAND", "B7.3")
    table = Table.bare(scenario="toy").roads(1, [path(17, 23), path(23, 18), path(18, 13)])
    table.holding(1, "1brick+1lumber+1wool+1grain")
    assert table.allowed_places(1, "BuildSettlement") == {17, 13}
    table.refused("1 BuildSettlement intersection=23", "NOT_LAND", "B7.3")
    table.when("1 BuildSettlement intersection=17")


def test_its_consequence_gives_a_wool_for_a_city():
    table = Table.bare(scenario="toy").settlements(1, 17, 26).holding(1, "4grain+6ore")
    table.when("1 BuildCity intersection=17").then(
        "CityBuilt seat=1 intersection=17",
        "ResourcesPaid seat=1 cards=2grain+3ore",
        "ResourcesReceived seat=1 cards=1wool",
        "PointsChanged seat=1 cause=buildings points=3 total=3",
    )
    table.bank_left_with("wool", 0, others_held_by=2)
    table.when("1 BuildCity intersection=26").then_no("ResourcesReceived")


def test_the_classic_game_knows_nothing_of_it():
    assert toy.room not in CLASSIC.rooms
    table = Table.bare().settlements(1, 18).holding(1, "2grain+3ore+4wool")
    table.when("1 BuildCity intersection=18").then_no("ResourcesReceived")
    table.refused("1 TradeWithBank give=wool rate=3 take=brick", "NO_SUCH_RATE", "B6.1")


@pytest.mark.parametrize("seed", range(3))
def test_it_is_played_to_its_end(seed):
    luck, chance = random.Random(seed), SeededChance()
    table = Table.start(4, scenario="toy", seed=bytes([seed] * 32), chance=chance)
    game, history = table.game, list(table.history)
    while not game.over:
        seat = luck.choice([seat for seat in game.everyone if legal(game, seat) or choices(game, seat)])
        options = legal(game, seat)
        owed = [choice for choice in choices(game, seat) if choice.command == "DiscardCards"]
        if owed:
            hand = owed[0].cards[0].each
            options = [DiscardCards(seat, some_of(hand, owed[0].cards[0].least, luck))]
        game, events = execute(game, luck.choice(options), chance)
        history += events
    assert evolve_all(before_creation(toy.TOY, 4), history) == game
    buildings = game[tables.Buildings]
    assert not any(buildings.occupied >> place & 1 for place in DESERT)


def some_of(hand: int, n: int, luck: random.Random) -> int:
    """A number of cards out of a hand."""
    laid_out = [1 << 10 * kind for kind, held in enumerate(tables.unpack(hand)) for _ in range(held)]
    return sum(luck.sample(laid_out, n))
