"""What a seat may do now: the same functions that check a command list it."""

from functools import cache

from domain.engine.admission import demands_on
from domain.engine.messages import Command
from domain.engine.prompts import Demand, Prompts
from domain.engine.room import Choice
from domain.engine.state import State
from domain.errors import Illegal


def legal(game: State, seat: int) -> list[Command]:
    """List the commands that a seat may give now, complete; nothing when it is not asked.

    What is chosen freely is not among them: see ``choices``.
    """
    tables = game.setting.tables
    lone = game[Prompts].lone
    if lone is not None:
        if lone.seat != seat:
            return []
        found = [*tables.always[lone.prompt][seat]]
        for listing in tables.listings[lone.prompt]:
            found += listing(game, lone)
        return found
    found = []
    for demand in demands_on(game, seat):
        found += tables.always[demand.prompt][seat]
        for listing in tables.listings[demand.prompt]:
            found += listing(game, demand)
    return found


def choices(game: State, seat: int) -> list[Choice]:
    """List what a seat may choose freely now, by its bounds."""
    choosings = game.setting.tables.choosings
    return [
        choice
        for demand in demands_on(game, seat)
        for choosing in choosings[demand.prompt]
        for choice in choosing(game, demand)
    ]


def places(state: State, piece: str, demand: Demand) -> int:
    """Find where a seat may place a piece: the AND of the placement's lines, as a mask."""
    found = -1
    for line in state.setting.tables.lines[demand.prompt][piece]:
        found &= line.places(state, demand.seat)
    return found


def check_place(state: State, piece: str, demand: Demand, place: int) -> None:
    """Check a placement; raises ``Illegal`` with the first line that lacks the place."""
    for line in state.setting.tables.lines[demand.prompt][piece]:
        if not line.places(state, demand.seat) >> place & 1:
            raise Illegal(line.reason, line.rule, place=place)


NEAR = 0xFF
"""How far places may lie apart, as a mask, that are looked up together."""


class _Row(dict[int, tuple[Command, ...]]):
    """The commands for places that lie near each other, by their mask; made when first asked for, and shared after."""

    def __init__(self, kind: type[Command], seat: int, more: tuple[object, ...]) -> None:
        super().__init__()
        self.kind = kind
        self.seat = seat
        self.more = more

    def __missing__(self, mask: int) -> tuple[Command, ...]:
        first = mask & -mask
        found: tuple[Command, ...]
        if mask == first:
            found = (self.kind(self.seat, mask.bit_length() - 1, *self.more),)  # type: ignore[call-arg]
        else:
            found = self[first] + self[mask ^ first]
        self[mask] = found
        return found


_row = cache(_Row)


def commands_at(kind: type[Command], seat: int, mask: int, *more: object) -> tuple[Command, ...]:
    """Make one command for each place of a mask: ``kind(seat, place, *more)``."""
    row = _row(kind, seat, more)
    found: tuple[Command, ...] = ()
    while mask:
        near = mask & (mask & -mask) * NEAR
        found += row[near]
        mask ^= near
    return found
