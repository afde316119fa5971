"""What is listed is what is accepted: along random games every seat tries every command that one could think of.

For each kind of command all places, seats and cards are tried, inside the board and just outside of it. What is chosen
freely (discards, offers, counter-offers) is tried at its bounds and just beyond them. A seat that is not asked anything
may do nothing at all: there some of the commands are tried, others at each position.
"""

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from domain.chance import SeededChance
from domain.engine import Choice, Command, Game, Prompts, choices, evolve, execute, legal
from domain.errors import Illegal
from domain.rules.buildings import Buildings
from domain.rules.offers import Trading
from domain.rules.roads import Roads
from domain.rules.ships import Fleet
from domain.rules.turn import Turn
from tests.properties.everything import EVERYTHING, Everything
from tests.properties.players import chosen
from tests.properties.racers import RACE_PLAYERS
from tests.properties.scenarios import begin
from tests.rules.table import LoadedChance, within
from tests.scenarios.great_race.places import BOARD_FOR

STEPS = 1000
CHECK_EVERY = {"classic": 20, "cheops": 60, "alexander": 60, "great-race": 90}
"""A check of a big board takes long."""
SHARE = 8
"""Of a seat that is not asked every eighth command is tried."""
SELDOM = {"PlacePyramidBlock", "TradeAtHarbor", "MoveShip"}
"""Positions in which one of these is listed are looked at more often than others."""
SINGULAR = {"gold": 0.5, "free_piece": 0.5, "robber": 0.15}
"""How often a position of the race with one of these prompts is looked at."""
GIFTS = 0.3
"""How often a seat is given a card out of turn, so that games get rich."""

GAMES = [
    *(("classic", seats, board, ()) for seats in (3, 4) for board in ("beginner", "spiral", "free")),
    *(("cheops", seats, "egypt", options) for seats in (3, 4) for options in ((), ("seafarers_ships",))),
    *(("alexander", seats, "empire", options) for seats in (3, 4) for options in ((), ("starting_gold",))),
    *(("classic", seats, "free-6", ()) for seats in (5, 6)),
    *(("great-race", seats, board, ()) for seats, board in BOARD_FOR.items()),
    *(("great-race", seats, BOARD_FOR[seats], ("largest_army",)) for seats in (3, 5)),
    ("great-race", 4, "four", ("open_map",)),
]
BOARD_OF_FOUR = {"classic": "spiral", "cheops": "egypt", "alexander": "empire", "great-race": "four"}

BOLD = {"BuildCity": 30, "BuildSettlement": 30, "BuildRoad": 3, "BuyDevelopmentCard": 4, "TradeWithBank": 0.1}
BOLD |= {"Pass": 0.4, "BuildShip": 0.5, "PlacePyramidBlock": 9, "TradeAtHarbor": 0.1, "MoveShip": 0.02}
"""How much likelier than others some commands are picked, so that games come to their end."""


def everything_of(scenario: str, options: tuple[str, ...]) -> Everything:
    """What could be said; options that add nothing to say have no line of their own."""
    return EVERYTHING.get((scenario, options), EVERYTHING[scenario, ()])


def accepted(game: Game, command: Command) -> bool:
    """Whether the game takes a command; anything but ``Illegal`` is a fault of the engine."""
    try:
        execute(game, command, LoadedChance())
    except Illegal:
        return False
    return True


def check_lists(game: Game, everything: Everything) -> None:
    before = dict(game)
    asked = {demand.seat for prompt in game[Prompts].stack for demand in prompt.demands}
    for seat in range(game.seats + 2):
        listed = legal(game, seat) if 1 <= seat <= game.seats else []
        assert len(set(listed)) == len(listed), "a command is listed twice"
        tried = everything.imaginable(game, seat)
        if seat not in asked:
            tried = tried[game.version % SHARE :: SHARE]
        taken = {command for command in tried if accepted(game, command)}
        assert taken == set(listed)
    assert dict(game) == before


def check_few(game: Game, everything: Everything) -> None:
    """What is tried at every position, by those who are asked."""
    for seat in {demand.seat for prompt in game[Prompts].stack for demand in prompt.demands}:
        few = everything.few(game, seat)
        assert {command for command in few if accepted(game, command)} == set(few) & set(legal(game, seat))


def check_choices(game: Game, everything: Everything, luck: random.Random) -> None:
    for seat in game.everyone:
        offered = choices(game, seat)
        names = [(choice.command, choice.numbers) for choice in offered]
        assert len(set(names)) == len(names), "a choice is listed twice"
        few = (everything.discards, everything.offers, everything.chosen_besides)
        for command in chain.from_iterable(some(game, seat, luck) for some in few):
            bounded = any(within(choice, command) for choice in offered)
            assert accepted(game, command) == bounded, f"{command} against the bounds {offered}"


def next_command(game: Game, luck: random.Random) -> Command:
    """What some seat that is asked does next: in a race it mostly goes west, where landings, gold and robber are."""
    if game.scenario.key == "great-race" and luck.random() < 0.7:
        return RACE_PLAYERS["racer"].next_command(game, luck)
    found: list[tuple[int, Command | Choice, float]] = []
    for seat in game.everyone:
        found += [(seat, command, BOLD.get(type(command).__name__, 1)) for command in legal(game, seat)]
        found += [(seat, choice, 0.7) for choice in choices(game, seat)]
    ((seat, picked, _),) = luck.choices(found, [weight for _, _, weight in found])
    return chosen(seat, picked, luck) if isinstance(picked, Choice) else picked


def positions(
    scenario: str, seats: int, board: str, options: tuple[str, ...], seed: int, luck: random.Random
) -> Iterator[Game]:
    """A random game, position by position, the end included."""
    everything = everything_of(scenario, options)
    game, _ = begin(scenario, seats, board, options, seed.to_bytes(32, "big"))
    yield game
    for _ in range(STEPS):
        if game.over:
            return
        gift = everything.gift(game, luck) if game[Trading].offer is None and luck.random() < GIFTS else None
        if gift is not None:
            game = evolve(game, gift)
        game, _ = execute(game, next_command(game, luck), SeededChance())
        yield game


def may_land(game: Game) -> bool:
    """Whether the seat in turn has a piece that comes to another's building by the sea (G3.2)."""
    seat = game[Turn].seat
    if game.scenario.key != "great-race" or not seat:
        return False
    return bool((game[Roads].of[seat].ends | game[Fleet].of[seat].ends) & game[Buildings].others(seat))


def singular(game: Game) -> float:
    """How often a position of the race is looked at for its prompt."""
    if game.scenario.key != "great-race" or not game[Prompts].stack:
        return 0
    return SINGULAR.get(game[Prompts].stack[-1].kind, 0)


def rare(game: Game) -> float:
    """How rare a position is, by the prompt on top and what is listed: from 0 to 1."""
    if game[Prompts].stack and game[Prompts].stack[-1].kind in ("bid", "build"):
        return 0.05
    if may_land(game):
        return 0.5
    if not game[Prompts].stack or game[Prompts].stack[-1].kind not in ("roll", "act", "trade"):
        return 1
    return 0.3 * any(type(command).__name__ in SELDOM for seat in game.everyone for command in legal(game, seat))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("scenario", "seats", "board", "options"), GAMES, ids=str)
def test_along_a_random_game_all_that_is_listed_is_accepted_and_nothing_else(scenario, seats, board, options, seed):
    luck = random.Random(f"{scenario} {seats} {board} {options} {seed}")
    everything, every = everything_of(scenario, options), CHECK_EVERY[scenario]
    for n, game in enumerate(positions(scenario, seats, board, options, seed, luck)):
        check_few(game, everything)
        if n % every == 0 or game.over or luck.random() < max(singular(game), 6 / every * rare(game)):
            check_lists(game, everything)
            check_choices(game, everything, luck)


@pytest.mark.parametrize(("scenario", "options"), EVERYTHING, ids=str)
def test_random_games_come_by_every_kind_of_command_and_this_file_tries_them_all(scenario, options):
    everything = EVERYTHING[scenario, options]
    wanted = {kind.__name__ for kind in (*everything.listed, *everything.chosen)}
    seen: set[str] = set()
    for seed in range(12):
        for game in positions(scenario, 4, BOARD_OF_FOUR[scenario], options, seed, random.Random(seed)):
            for seat in game.everyone:
                seen |= {type(command).__name__ for command in legal(game, seat)}
                seen |= {choice.command for choice in choices(game, seat)}
    assert seen == wanted
