"""Two hundred whole games of Alexander by random hands, with every promise of the game held after every command."""

import random
from collections import Counter

import pytest

from domain.chance import SeededChance
from domain.engine import Event, GameEnded, execute
from tests.properties.alexander import Alexander
from tests.properties.classic import viewers
from tests.properties.onlookers import Onlookers, replayed
from tests.properties.players import ALEXANDER_PLAYERS, careless
from tests.properties.scenarios import begin

PARTS = 2
"""Into so many tests the games are split, for workers to share."""
EACH = 100
LONGEST = 12_000
CARELESS = 0.002
"""How often a player does anything at all."""
VIEWED_EVERY = 400
FOLLOWED_EVERY = 10
"""In every tenth game a client of some viewer folds along."""


def play(number: int) -> tuple[str, list[Event]]:
    """Play a game to its end, and hold all its promises; gives what ended it, and its events."""
    luck = random.Random(f"march {number}")
    options = ("starting_gold",) if number % 3 == 0 else ()
    seed, chance = luck.randbytes(32), SeededChance()
    game, events = begin("alexander", 3 + number // 2 % 2, "empire", options, seed)
    history = list(events)
    keeper = Alexander(game)
    onlookers = Onlookers([luck.choice([*viewers(game)])] if number % FOLLOWED_EVERY == 0 else [])
    for _ in range(LONGEST):
        before = game.version
        pick = careless if luck.random() < CARELESS else ALEXANDER_PLAYERS["bidder"].next_command
        game, events = execute(game, pick(game, luck), chance)
        history += events
        assert game.version == before + len(events) == len(history)
        keeper.follow(history)
        keeper.check(game)
        keeper.check_events(game, events)
        if game.over or not luck.randrange(VIEWED_EVERY):
            keeper.check_refusals(game, luck)
            keeper.check_views(game, seed)
            onlookers.follow(history)
            onlookers.check(game)
        if game.over:
            break
    assert game.over
    assert replayed(game.scenario, game.seats, history) == game
    keeper.check_end(game, history)
    return next(event.cause for event in history if isinstance(event, GameEnded)), history


@pytest.mark.parametrize("part", range(PARTS))
def test_whole_games_keep_all_their_promises_and_end_in_both_ways(part):
    ends: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for n in range(EACH):
        cause, history = play(PARTS * n + part)
        ends[cause] += 1
        happened.update(type(event).__name__ for event in history)
    assert set(ends) == {"points", "persepolis"}, ends
    rare = ("BidDefaulted", "TempleForgone", "AdvisorCardTaken", "SupplyEnded", "CoinsProduced", "SettlementBuilt")
    assert min(happened[name] for name in rare) > 5, happened
