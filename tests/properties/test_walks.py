"""Random walks: whole games by random hands, and after every step the checks that `cases.md` asks for.

1. For each resource bank and hands hold what there was. 2. Pieces on the board and in stock are the seat's set.
3. The stored events fold to the live game, step by step, and all at once at the end. 4. Versions rise by one an event;
a refused command leaves the version. 5. Nobody is told a secret, and what one is shown is what one was told. 6. Points
are those that a new count gives.
"""

import random
from itertools import product

import pytest

from domain.chance import SeededChance
from domain.engine import evolve, execute
from tests.properties.classic import viewers
from tests.properties.onlookers import Onlookers, from_bytes, replayed
from tests.properties.players import careless
from tests.properties.scenarios import KEEPERS, PLAYERS, begin
from tests.scenarios.great_race.places import BOARD_FOR

WALKS = [
    *product(["classic"], (2, 3, 4), ("beginner", "spiral", "free"), [("two_seats",)]),
    ("classic", 2, "free", ("two_seats", "seat_nonces")),
    ("classic", 3, "spiral", ("seat_nonces",)),
    ("classic", 4, "beginner", ("seat_nonces",)),
    *product(["cheops"], (3, 4), ["egypt"], [(), ("seafarers_ships",)]),
    ("cheops", 3, "egypt", ("seat_nonces",)),
    ("cheops", 4, "egypt", ("seat_nonces", "seafarers_ships")),
    *product(["alexander"], (3, 4), ["empire"], [(), ("starting_gold",)]),
    ("alexander", 3, "empire", ("seat_nonces",)),
    ("alexander", 4, "empire", ("seat_nonces", "starting_gold")),
    *product(["classic"], (5, 6), ("spiral-6", "free-6"), [()]),
    *(("great-race", seats, board, ()) for seats, board in BOARD_FOR.items()),
    ("great-race", 2, "three", ("open_map",)),
    ("great-race", 3, "three", ("largest_army",)),
    ("great-race", 4, "four", ("seat_nonces",)),
    ("great-race", 5, "five", ("largest_army", "open_map")),
    ("great-race", 6, "six", ("seat_nonces", "largest_army")),
]
LONGEST_WALK = 40_000
CUT_AT = {"great-race": 1_200}
"""A race has no end where nobody has the pieces left to get there, so it is cut; ``test_many_games`` counts who won."""
CARELESS_STEPS = {"great-race": 60}
CARELESS_BY_DEFAULT = 400
"""After so many a player with likings takes over, where the scenario has one, so that the game comes to its end."""


@pytest.mark.parametrize(("scenario", "seats", "board", "options"), WALKS, ids=str)
@pytest.mark.parametrize("walk", range(2))
def test_a_random_game_keeps_all_its_promises_and_comes_to_its_end(scenario, seats, board, options, walk):
    luck = random.Random(f"{scenario} {seats} {board} {options} {walk}")
    seed, chance = luck.randbytes(32), SeededChance()
    game, events = begin(scenario, seats, board, options, seed)
    history = list(events)
    keeper, onlookers = KEEPERS[scenario](game), Onlookers([luck.choice([*viewers(game)])])
    second = replayed(game.scenario, seats, history)
    players = [player.next_command for player in PLAYERS[scenario].values()] or [careless]
    longest, at_first = CUT_AT.get(scenario, LONGEST_WALK), CARELESS_STEPS.get(scenario, CARELESS_BY_DEFAULT)
    for step in range(longest):
        pick = careless if step < at_first else players[walk % len(players)]
        keeper.check_refusals(game, luck)
        before = game
        game, events = execute(game, pick(game, luck), chance)
        assert events
        assert game.version == before.version + len(events) == len(history) + len(events)
        history += events
        for event in from_bytes(events):
            second = evolve(second, event)
            keeper.check_cards(second)
        assert second == game
        keeper.follow(history)
        keeper.check(game)
        keeper.check_events(game, events)
        onlookers.follow(history)
        keeper.check_views(game, seed)
        onlookers.check(game)
        if game.over or keeper.stands_still(game):
            break
    assert replayed(game.scenario, seats, history) == game
    assert game.over or keeper.stands_still(game) or scenario in CUT_AT
    if game.over:
        keeper.check_end(game, history)
