"""Perft files: positions, and how many sequences of legal commands go on from each.

    id robber                       a position's name
    from after-setup                begins as that one does (its head and its moves), or names scenario, seats and board
    options seafarers_ships         the game's options, if any
    rolls 1 1                       the dice of every roll that is counted
    ResourcesReceived seat=1 ...    an event that is given: cards without a cause
    1 RollDice ; dice 3 4           a command that is played, with its loaded chance
    perft 2 1184                    so many sequences of two commands

Chance is loaded throughout. While a position is set up, what is not loaded is 0: the first card of a hand, or of the
deck, in catalogue order. So it is while sequences are counted, but for the dice. ``#`` begins a remark.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.components import covers
from domain.engine import Command, Event, Game, evolve, execute
from domain.notation import read_command, read_event
from domain.rules.hands import Hands, ResourcesPaid, ResourcesReceived
from tests.golden.games import GoldenGame, start
from tests.rules.table import SEED, LoadedChance, roll_of

FOLDER = Path(__file__).parent


class Position(msgspec.Struct):
    """A position as its file has it."""

    id: str
    scenario: str = ""
    seats: int = 0
    board: str = ""
    options: tuple[str, ...] = ()
    rolls: tuple[int, int] = (1, 1)
    moves: tuple[str, ...] = ()
    counts: dict[int, int] = {}
    """For each depth the number of sequences."""


def perft_files() -> list[Path]:
    """All perft files."""
    return sorted(FOLDER.glob("*.perft"))


def read_positions(path: Path) -> dict[str, Position]:
    """Read a perft file."""
    found: dict[str, Position] = {}
    position = Position("")
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        match word:
            case "":
                continue
            case "id":
                assert rest not in found, f"two positions are called {rest}"
                position = found[rest] = Position(rest)
            case "from":
                base = found[rest]
                position.scenario, position.seats, position.board = base.scenario, base.seats, base.board
                position.options, position.rolls, position.moves = base.options, base.rolls, base.moves
            case "scenario":
                position.scenario = rest
            case "board":
                position.board = rest
            case "options":
                position.options = tuple(rest.split())
            case "seats":
                position.seats = int(rest)
            case "rolls":
                first, second = rest.split()
                position.rolls = int(first), int(second)
            case "perft":
                depth, count = rest.split()
                position.counts[int(depth)] = int(count)
            case _:
                position.moves += (line,)
    return found


def read_move(line: str) -> tuple[Command | Event, LoadedChance]:
    """Read a line of a position: a command with its loaded chance, or an event."""
    text, _, loaded = line.partition(";")
    message: Command | Event = read_command(text) if text[0].isdecimal() else read_event(text)
    return message, LoadedChance(_script(*loaded.split()))


def _script(purpose: str = "", *values: str) -> dict[str, list[int]]:
    if purpose == "dice":
        return roll_of(int(values[0]), int(values[1]))
    return {purpose: [int(value) for value in values]} if purpose else {}


def set_up(position: Position) -> Iterator[tuple[Command | Event | None, Game, tuple[Event, ...]]]:
    """Set a position up step by step: what was done, the game after it, and the events that it made."""
    head = GoldenGame(position.scenario, position.seats, position.board, position.options, SEED)
    game, events = start(head, LoadedChance())
    yield None, game, events
    for line in position.moves:
        message, chance = read_move(line)
        if isinstance(message, Event):
            _check_given(game, message)
            game, events = evolve(game, message), (message,)
        else:
            game, events = execute(game, message, chance)
        assert not chance.unused, f"{position.id}: nobody drew what {line!r} loads"
        yield message, game, events


def _check_given(game: Game, event: Event) -> None:
    """Nothing is given that is not there."""
    hands = game[Hands]
    if isinstance(event, ResourcesReceived):
        assert covers(hands.bank, event.cards), f"the bank cannot pay {event}"
    elif isinstance(event, ResourcesPaid):
        assert covers(hands.of[event.seat], event.cards), f"nobody can pay {event}"


def game_at(position: Position) -> Game:
    """The game at a position."""
    *_, (_, game, _) = set_up(position)
    return game
