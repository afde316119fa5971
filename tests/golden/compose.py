"""Make the first version of a golden game: ``python -m tests.golden.compose classic 4 beginner [option ...]``.

Each seat plays by a rough worth of what it may do, with some noise, so that games end soon and much happens in them.
Seeds are tried in order; the game that shows most of what is wanted (see ``wanted``) is printed, the shortest of these.
The commands then belong to the file; how players play may change without a change of it.
"""

import argparse
import hashlib
import random
import re
import sys
from pathlib import Path

import msgspec

from domain.chance import SeededChance
from domain.engine import Command, Game, Prompts, choices, execute, legal
from domain.rules.opening import GiveNonce
from domain.rules.turn import Turn
from tests.golden.alexander_player import AlexanderPlayer
from tests.golden.cheops_player import CheopsPlayer
from tests.golden.games import GoldenGame, start, write_game
from tests.golden.player import Player
from tests.golden.race_player import RacePlayer
from tests.golden.wanted import missing

MOST_TURNS = 120
NOISE = 8.0
PLAYERS = {"classic": Player, "cheops": CheopsPlayer, "alexander": AlexanderPlayer, "great-race": RacePlayer}


def nonce_of(seed: bytes, seat: int) -> bytes:
    """A nonce for a seat."""
    return hashlib.sha256(seed + bytes([seat])).digest()


def may_do(game: Game, seat: int, player: Player, rng: random.Random) -> list[Command]:
    """List what a seat may do, with a few of the commands that it may choose freely."""
    return legal(game, seat) + [c for each in choices(game, seat) for c in player.free_choices(game, seat, each, rng)]


def next_command(game: Game, player: Player, rng: random.Random) -> Command:
    """Let one of the seats that are asked pick the command that seems best to it."""
    top = game[Prompts].stack[-1]
    seat = rng.choice(top.demands).seat
    if top.kind == "trade" and rng.random() < 0.25:
        seat = game[Turn].seat
    commands = may_do(game, seat, player, rng)
    return max(commands, key=lambda command: player.worth(game, command) + NOISE * rng.random())


def compose(
    scenario: str, seats: int, board: str, options: tuple[str, ...], seed: bytes, turns: int = MOST_TURNS
) -> GoldenGame:
    """Play one game to its end, or to so many turns."""
    golden = GoldenGame(scenario, seats, board, options, seed)
    rng, player = random.Random(seed), PLAYERS[scenario]()
    game, _ = start(golden, SeededChance())
    commands = []
    for demand in game[Prompts].stack[0].demands if game[Prompts].stack[0].kind == "nonce" else ():
        commands.append(GiveNonce(demand.seat, nonce_of(seed, demand.seat)))
        game, _ = execute(game, commands[-1], SeededChance())
    while not game.over and game[Turn].number <= turns:
        commands.append(next_command(game, player, rng))
        game, _ = execute(game, commands[-1], SeededChance())
    return msgspec.structs.replace(golden, commands=tuple(commands))


def main() -> None:
    """Try seeds and print the best game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("seats", type=int)
    parser.add_argument("board")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--turns", type=int, default=MOST_TURNS)
    parser.add_argument("--besides", type=Path, nargs="*", default=[], help="games that show the rest")
    parser.add_argument("--ends-by", default="", help="the cause by which the game shall end, if one is wanted")
    asked = parser.parse_args()
    others = [path.read_text(encoding="utf-8") for path in asked.besides]
    ending = f"GameEnded .*cause={asked.ends_by}"
    best, lacks = "", [""] * 1000
    for n in range(asked.tries):
        seed = hashlib.sha256(f"{asked.scenario}-{asked.seats}/{n}".encode()).digest()
        text = write_game(compose(asked.scenario, asked.seats, asked.board, tuple(asked.options), seed, asked.turns))
        lacking = missing(asked.scenario, [text, *others])
        lacking += [] if re.search(ending, text) else ["an end"] * 100
        if (len(lacking), len(text)) < (len(lacks), len(best)):
            best, lacks = text, lacking
            print(f"{n}: {text.count('TurnStarted')} turns, lacks {sorted(set(lacking))}", file=sys.stderr)
    print(best, end="")


if __name__ == "__main__":
    main()
