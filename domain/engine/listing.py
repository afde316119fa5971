"""What a seat may do now: the same functions that check a command list it."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from domain.components import bits
from domain.engine.admission import demands_on
from domain.engine.messages import Command
from domain.engine.prompts import Demand
from domain.engine.room import Choice
from domain.engine.state import Game, State
from domain.errors import Illegal


class Allowed(msgspec.Struct, frozen=True):
    """What a seat may do: complete commands, and what is chosen freely, by its bounds."""

    commands: tuple[Command, ...]
    choices: tuple[Choice, ...]


def legal(game: Game, seat: int) -> Allowed:
    """List what a seat may do now; nothing when it is not asked."""
    commands: list[Command] = []
    choices: list[Choice] = []
    deeds = game.scenario.tables.deeds
    for demand in demands_on(game, seat):
        for deed in deeds[demand.prompt].values():
            for entry in deed.listing(game, demand):
                if isinstance(entry, Choice):
                    choices.append(entry)
                else:
                    commands.append(entry)
    return Allowed(tuple(commands), tuple(choices))


def places(state: State, piece: str, demand: Demand) -> int:
    """Find where a seat may place a piece: the AND of the placement's lines, as a mask."""
    found = -1
    for line in state.scenario.lines(piece, demand.prompt):
        found &= line.places(state, demand.seat)
    return found


def check_place(state: State, piece: str, demand: Demand, place: int) -> None:
    """Check a placement; raises ``Illegal`` with the first line that lacks the place."""
    for line in state.scenario.lines(piece, demand.prompt):
        if not line.places(state, demand.seat) >> place & 1:
            raise Illegal(line.reason, line.rule, place=place)


@lru_cache(maxsize=65536)
def commands_at(kind: type[Command], seat: int, mask: int) -> tuple[Command, ...]:
    """Make one command for each place of a mask; equal masks share their commands."""
    return tuple(kind(seat, place) for place in bits(mask))  # type: ignore[call-arg]


def nothing(state: State, demand: Demand) -> Iterable[Command | Choice]:
    """List nothing."""
    return ()
