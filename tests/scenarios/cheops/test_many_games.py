"""Two hundred whole games of Cheops by random hands, with every promise of the game held after every command.

The players have likings, so that pyramids grow, and every way to end a game comes about: by points, by the Pharaoh's
last block, by the pyramid's. What is soon counted is counted after every command; views and whole folds now and then.
"""

import random
from collections import Counter

import pytest

from domain.chance import SeededChance
from domain.engine import Event, GameEnded, execute
from tests.properties.cheops import Cheops
from tests.properties.classic import viewers
from tests.properties.onlookers import Onlookers, replayed
from tests.properties.players import CHEOPS_PLAYERS, careless
from tests.properties.scenarios import begin

PARTS = 2
"""Into so many tests the games are split, for workers to share."""
EACH = {"builder": 10, "giver": 70, "idler": 20}
"""How many games each player plays in each part."""
LONGEST = 20_000
CARELESS = 0.01
"""How often a player does anything at all."""
VIEWED_EVERY = 400
FOLLOWED_EVERY = 10
"""In every tenth game a client of some viewer folds along."""


def play(player: str, number: int) -> tuple[str, list[Event]]:
    """Play a game to its end, and hold all its promises; gives what ended it, and its events."""
    luck = random.Random(f"{player} {number}")
    options = ("seafarers_ships",) if number % 4 == 3 else ()
    seed, chance = luck.randbytes(32), SeededChance()
    game, events = begin("cheops", 3 + number % 2, "egypt", options, seed)
    history = list(events)
    keeper = Cheops(game)
    onlookers = Onlookers([luck.choice([*viewers(game)])] if number % FOLLOWED_EVERY == 0 else [])
    for _ in range(LONGEST):
        pick = careless if luck.random() < CARELESS else CHEOPS_PLAYERS[player].next_command
        before = game.version
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
def test_whole_games_keep_all_their_promises_and_end_in_every_way(part):
    ends: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    blocks: Counter[bool] = Counter()
    for player, games in EACH.items():
        for n in range(games):
            cause, history = play(player, PARTS * n + part)
            ends[cause] += 1
            happened.update(type(event).__name__ for event in history)
            blocks.update(event.seat == 0 for event in history if type(event).__name__ == "PyramidBlockPlaced")
    assert set(ends) == {"points", "pharaoh", "pyramid"}, ends
    assert min(blocks.values()) > 100, blocks
    rare = ("CoinsProduced", "FeePaid", "ShipBuilt", "PyramidBegun", "BlessingGiven", "CurseLaid", "CurseLifted")
    assert min(happened[name] for name in rare) > 10, happened
