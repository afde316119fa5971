"""Counting the sequences of legal commands from a position, under loaded dice.

A command of any seat that is asked counts; so seats that act in any order (discards) are counted in every order. What
is chosen freely is counted by all its bags of cards or goods, and of its numbers by the two lowest and the highest.
Trades between seats are left out. A game that is over goes on with nothing, so it adds to no greater depth.
"""

from collections.abc import Iterator
from itertools import product

from domain.catalogue import COMMANDS
from domain.components import Goods, Seat, pack, unpack_goods
from domain.engine import Choice, Command, Game, choices, execute, legal
from domain.engine.room import CardsChoice, NumberChoice
from domain.notation import write_command
from tests.rules.table import LoadedChance, roll_of

LEFT_OUT = {"OfferTrade", "CounterTrade"}
Dice = tuple[int, int]


def may_do(game: Game) -> list[Command]:
    """List what all seats may do now, what they choose freely with all its bags and some of its numbers."""
    found = []
    for seat in game.everyone:
        found += legal(game, seat)
        for choice in choices(game, seat):
            if choice.command not in LEFT_OUT:
                found += chosen(seat, choice)
    return found


def chosen(seat: Seat, choice: Choice) -> Iterator[Command]:
    """Make the commands of a choice that are counted."""
    fields = [bounds.field for bounds in (*choice.cards, *choice.numbers)]
    for values in product(*map(bags, choice.cards), *map(numbers, choice.numbers)):
        yield COMMANDS[choice.command](seat, **dict(zip(fields, values, strict=True)))


def bags(bounds: CardsChoice) -> list[Goods]:
    """Make each bag within bounds."""
    every = product(*(range(most + 1) for most in unpack_goods(bounds.each)))
    return [Goods(pack(counts)) for counts in every if bounds.least <= sum(counts) <= bounds.most]


def numbers(bounds: NumberChoice) -> list[int]:
    """The two lowest and the highest number within bounds."""
    return sorted({bounds.least, min(bounds.least + 1, bounds.most), bounds.most})


def after(game: Game, command: Command, dice: Dice) -> Game:
    """The game after a command, under loaded dice; whatever else is drawn is 0."""
    return execute(game, command, LoadedChance(roll_of(*dice)))[0]


def perft(game: Game, depth: int, dice: Dice) -> int:
    """Count the sequences of so many legal commands."""
    commands = may_do(game)
    if depth == 1:
        return len(commands)
    return sum(perft(after(game, command, dice), depth - 1, dice) for command in commands)


def divide(game: Game, depth: int, dice: Dice) -> dict[str, int]:
    """Count the sequences that begin with each command."""
    return {
        write_command(command): perft(after(game, command, dice), depth - 1, dice) if depth > 1 else 1
        for command in may_do(game)
    }
