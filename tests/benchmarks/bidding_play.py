"""Games of Alexander, whose bids are no list to pick from: played by bidders first, and timed as they are played again.

What is timed is the same as in ``random_play``: at each step the legal list of who is asked, and one command.
"""

import random
import time
from collections.abc import Sequence

from domain.chance import commitment
from domain.engine import Command, Game, GameCreated, Play, Prompts, create, execute, legal
from domain.rules.turn import Turn
from domain.scenarios import SCENARIOS
from tests.benchmarks.random_play import CHANCE
from tests.properties.players import ALEXANDER_PLAYERS

MOST_STEPS = 6_000


def new_game(number: int) -> Game:
    """Create the game with a number: its seed."""
    chapter, seed = SCENARIOS["alexander"], number.to_bytes(32, "big")
    created = GameCreated("alexander", (), 4, ("",) * 4, chapter.boards["empire"](), 1, commitment(seed), True, seed)
    return create(chapter, created, CHANCE)[0]


def bid_through(number: int) -> list[Command]:
    """Let bidders play a game; gives what they did."""
    luck, game, done = random.Random(number), new_game(number), []
    while not game.over and len(done) < MOST_STEPS:
        done.append(ALEXANDER_PLAYERS["bidder"].next_command(game, luck))
        game, _ = execute(game, done[-1], CHANCE)
    return done


def play_again(number: int, commands: Sequence[Command]) -> tuple[int, int]:
    """Play a game again on one ``Play``; gives its turns and events."""
    play, made = Play(new_game(number), CHANCE), 0
    for command in commands:
        legal(play, (play[Prompts].lone or play[Prompts].stack[-1].demands[0]).seat)
        made += len(play.execute(command))
    return play[Turn].number, made


def measure(games: range) -> dict[str, float]:
    """Time whole games on one core, by CPU time."""
    played = [bid_through(number) for number in games]
    begin = time.process_time()
    figures = [play_again(number, commands) for number, commands in zip(games, played, strict=True)]
    seconds = time.process_time() - begin
    return {
        "games": len(played),
        "seconds": seconds,
        "steps": sum(map(len, played)),
        "turns": sum(turns for turns, _ in figures),
        "events": sum(made for _, made in figures),
    }
