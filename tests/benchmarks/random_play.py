"""Whole random games, four seats, every command legal, every event made: what is timed in our engine.

Dice and cards come from the interpreter's own random numbers, as they do in the engine that ours is timed beside.
"""

import random
import time
from collections.abc import Iterator

from domain.catalogue import COMMANDS
from domain.chance import SeededChance, commitment
from domain.components import ONE, Cards, each
from domain.engine import Command, Event, Game, GameCreated, Play, Prompts, State, choices, create, execute, legal
from domain.rules.turn import Turn
from domain.scenarios import SCENARIOS

CHANCE = SeededChance()
BOARDS = {"classic": "spiral", "cheops": "egypt", "great-race": "four"}
"""The scenarios that are played at random, each on its board. (For Alexander see ``bidding_play``.)"""
MOST_TURNS = 1_000
"""Where catanatron cuts a game off, so do we."""


class PlainChance:
    """Chance by the interpreter's own random numbers."""

    def __init__(self, luck: random.Random) -> None:
        self._next = luck.random

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw a whole number from 0 to ``bound`` - 1."""
        return int(self._next() * bound)


def new_game(number: int, scenario: str = "classic") -> tuple[Game, tuple[Event, ...]]:
    """Create the game with a number: its seed."""
    chapter, seed = SCENARIOS[scenario], number.to_bytes(32, "big")
    board = chapter.boards[BOARDS[scenario]]()
    created = GameCreated(scenario, (), 4, ("",) * 4, board, 1, commitment(seed), True, seed)
    return create(chapter, created, CHANCE)


def discard_at_random(game: State, seat: int, luck: random.Random) -> Command:
    """Choose the cards of a discard, or of a gold river: what no list of a game without trade holds."""
    choice = choices(game, seat)[0]
    bounds = choice.cards[0]
    hand = [kind for kind, n in each(bounds.each) for _ in range(n)]
    given = 0
    for _ in range(bounds.least):
        given += ONE[hand.pop(int(luck.random() * len(hand)))]
    return COMMANDS[choice.command](seat, Cards(given))  # type: ignore[call-arg]


def steps(number: int) -> Iterator[tuple[Game, Command, int]]:
    """Play a game at random; gives before each step the game, the command chosen and how many there were."""
    luck = random.Random(number)
    game, _ = new_game(number)
    while not game.over and game[Turn].number < MOST_TURNS:
        seat = game[Prompts].stack[-1].demands[0].seat
        commands = legal(game, seat)
        command = luck.choice(commands) if commands else discard_at_random(game, seat, luck)
        yield game, command, len(commands)
        game, _ = execute(game, command, CHANCE)


def play(number: int, scenario: str = "classic") -> tuple[int, int, int]:
    """Play a game at random to its end, on one ``Play`` as a simulation would; gives its steps, turns and events."""
    luck = random.Random(number)
    pick = luck.random
    game, events = new_game(number, scenario)
    made, count = len(events), 0
    play = Play(game, PlainChance(luck))
    prompts = play.prompts
    while not prompts.over and play[Turn].number < MOST_TURNS:
        seat = (prompts.lone or prompts.stack[-1].demands[0]).seat
        commands = legal(play, seat)
        command = commands[int(pick() * len(commands))] if commands else discard_at_random(play, seat, luck)
        made += len(play.execute(command))
        prompts = play.prompts
        count += 1
    return count, play[Turn].number, made


def measure(games: range, scenario: str = "classic") -> dict[str, float]:
    """Time whole games on one core, by CPU time."""
    begin = time.process_time()
    played = [play(number, scenario) for number in games]
    seconds = time.process_time() - begin
    return {
        "games": len(played),
        "seconds": seconds,
        "steps": sum(count for count, _, _ in played),
        "turns": sum(turns for _, turns, _ in played),
        "events": sum(made for _, _, made in played),
    }
