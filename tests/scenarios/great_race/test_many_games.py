"""Four hundred games of the Great Race by random hands, a hundred on each board, with every promise held (issue 6).

Each is cut after 2,000 commands, for a race has no end where nobody has the pieces left to get there; most come to
theirs before. Every event is held against the rulebook, and the position after every command is counted anew; views,
refusals and whole folds are looked at now and then, and at the end.
"""

import random
from collections import Counter

import pytest

from domain.chance import SeededChance
from domain.engine import Event, execute
from tests.properties.classic import viewers
from tests.properties.great_race import GreatRace
from tests.properties.onlookers import Onlookers, replayed
from tests.properties.players import careless
from tests.properties.racers import RACE_PLAYERS
from tests.properties.scenarios import begin

BOARDS = {"three": (2, 3), "four": (4,), "five": (5,), "six": (6,)}
EACH = 100
PARTS = 2
"""Into so many tests the games of a board are split, for workers to share."""
CUT_AT = 2_000
OPTIONS = ((), ("largest_army",), ("open_map",), ("largest_army", "open_map"), ("seat_nonces",))
CARELESS = 0.01
"""How often a player does anything at all."""
VIEWED_EVERY = 400
FOLLOWED_EVERY = 7
"""In every seventh game a client of some viewer folds along."""
RARE = ("LandingCardDrawn", "HexRevealed", "RobberMoved", "CardStolen", "ShipMoved", "CityBuilt", "LargestArmyAwarded")


def play(board: str, number: int) -> tuple[bool, list[Event]]:
    """Play a game, and hold all its promises; gives whether somebody won, and its events."""
    luck = random.Random(f"race {board} {number}")
    seats = luck.choice(BOARDS[board])
    seed, chance = luck.randbytes(32), SeededChance()
    game, events = begin("great-race", seats, board, OPTIONS[number % len(OPTIONS)], seed)
    history = list(events)
    keeper = GreatRace(game)
    onlookers = Onlookers([luck.choice([*viewers(game)])] if number % FOLLOWED_EVERY == 0 else [])
    for _ in range(CUT_AT):
        before = game.version
        pick = careless if luck.random() < CARELESS else RACE_PLAYERS["racer"].next_command
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
    assert replayed(game.scenario, game.seats, history) == game
    if game.over:
        keeper.check_end(game, history)
    elif seats > 4:
        assert keeper.building.built_after_turns > 100
    return game.over, history


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("board", BOARDS)
def test_a_hundred_races_on_each_board_keep_all_their_promises(board, part):
    won = 0
    happened: Counter[str] = Counter()
    for n in range(EACH // PARTS):
        over, history = play(board, PARTS * n + part)
        won += over
        happened.update(type(event).__name__ for event in history)
    assert won > 5, f"only {won} races came to their end"
    assert min(happened[name] for name in RARE) > 5, happened
