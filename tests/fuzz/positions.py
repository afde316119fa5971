"""Positions to begin from: every golden game at sixteen moments, as records of a store."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from uuid import UUID

import msgspec

from domain.engine import RULES_VERSION, Game
from service.codec import pack_command
from service.config import IN_MEMORY, store_environment
from service.store.folding import TAIL, Folded, fold_records
from service.store.games import Games
from service.store.records import Record, Seal, first_seal, seal_events
from service.store.table import Table
from settlers.v1 import record_pb2
from tests.golden.games import golden_files, play, read_game

MOMENTS = 16
"""At so many moments, from the creation to the end, a golden game is a position."""

THEN = datetime(2026, 1, 1, tzinfo=UTC)


class Moment(msgspec.Struct, frozen=True):
    """A game after one of its commands, and the seal of what comes next."""

    game: Game
    seal: Seal


class Position(msgspec.Struct, frozen=True):
    """A golden game stopped at a moment: all records up to there, and what was played next."""

    game_id: UUID
    moment: Moment
    records: Sequence[Record]
    following: record_pb2.Cause | None
    """The next command with its seat; nothing where the game is over."""


class _Stored(msgspec.Struct, frozen=True):
    """A golden game, sealed as a store would hold it."""

    game_id: UUID
    moments: list[Moment]
    causes: list[record_pb2.Cause]
    records: list[Record]


@cache
def _names() -> tuple[str, ...]:
    return tuple(path.stem for path in golden_files())


@cache
def _stored(number: int) -> _Stored:
    golden = read_game(golden_files()[number].read_text(encoding="utf-8"))
    stored = _Stored(UUID(int=number + 1), [], [], [])
    seal = None
    for command, game, events in play(golden):
        seal = first_seal(str(stored.game_id), golden.seed) if seal is None else seal
        cause = record_pb2.Cause(rules_version=RULES_VERSION, events=len(events))
        if command is not None:
            cause.seat = command.seat
            cause.command.CopyFrom(pack_command(command))
        records, seal = seal_events(
            seal, game.version - len(events) + 1, events, cause.SerializeToString(deterministic=True), THEN
        )
        stored.records.extend(records)
        stored.moments.append(Moment(game, seal))
        stored.causes.append(cause)
    return stored


def position_at(game: int, moment: int) -> Position:
    """The position that two numbers stand for; any numbers do."""
    stored = _stored(game % len(_names()))
    return _position(stored, (len(stored.moments) - 1) * (moment % MOMENTS) // (MOMENTS - 1))


def position_after(game: int, commands: int) -> Position:
    """A golden game after so many commands, or at its end where that comes before."""
    stored = _stored(game % len(_names()))
    return _position(stored, min(commands, len(stored.moments) - 1))


def _position(stored: _Stored, n: int) -> Position:
    found = stored.moments[n]
    return Position(
        stored.game_id,
        found,
        stored.records[: found.game.version],
        stored.causes[n + 1] if n + 1 < len(stored.moments) else None,
    )


def all_positions() -> Iterator[tuple[int, int, Position]]:
    """Every position, with its two numbers."""
    for game in range(len(_names())):
        for moment in range(MOMENTS):
            yield game, moment, position_at(game, moment)


def folded_before(game: int, version: int) -> Folded | None:
    """A golden game as it was before a version, folded from the last whole command on; None before version 1."""
    stored = _stored(game % len(_names()))
    ends = [moment.game.version for moment in stored.moments]
    n = bisect_left(ends, version) - 1
    since = Folded(stored.moments[n].game, stored.moments[n].seal, ()) if n >= 0 else None
    between = stored.records[since.game.version if since is not None else 0 : version - 1]
    return fold_records(stored.game_id, between, since, whole=False) if between else since


class Begun(Games):
    """Games over an empty store in memory, beneath which the records of one game lie: so they need not be written."""

    def __init__(self, position: Position, tail: int = TAIL) -> None:
        super().__init__(store_environment(IN_MEMORY), now=lambda: THEN)
        self._position = position
        moment, known = position.moment, position.records
        self._keep(Table(position.game_id, moment.game, moment.seal, known[max(0, len(known) - tail) :]))

    def records(
        self, game_id: UUID, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> Iterator[Record]:
        """Read records: those beneath the store, then those in it."""
        below = self._position.records[after:until][:limit] if game_id == self._position.game_id else []
        yield from below
        if limit is None or len(below) < limit:
            left = None if limit is None else limit - len(below)
            yield from super().records(game_id, after=after, until=until, limit=left)
