"""Folding the journal into summaries of games, from what everyone may see.

No game is folded by its rules, so that a million events are read in little time, and none is kept in memory. Each event
is read, though: one that cannot be marks its game, however the journal is cut into batches.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from google.protobuf.message import DecodeError
from google.protobuf.timestamp_pb2 import Timestamp

from domain.scenarios import SCENARIOS
from service.store.game_list import Row, Unfit
from service.store.journal import KINDS, Entry, show_openly
from service.store.records import Damaged, Record
from settlers.v1 import game_pb2, game_service_pb2

MOST_SEATS = 100
"""More than any scenario has: a game with more is damaged."""

Summary = game_service_pb2.GameSummary
Event = game_pb2.Event


def fold_entries(entries: Iterable[Entry], known: Mapping[UUID, Row]) -> list[Row]:
    """Fold what happened into the rows of its games, as they are known so far; gives the new rows.

    What belongs to no game is in no row. Raises ``Unfit`` where a known row is none.
    """
    news: dict[UUID, list[Entry]] = {}
    for entry in entries:
        if entry.game_id is not None:
            news.setdefault(entry.game_id, []).append(entry)
    return [_fold_game(game_id, news[game_id], known.get(game_id)) for game_id in news]


def read_summary(row: Row) -> Summary:
    """Read the summary of a row; raises ``Unfit`` for one that is not the row's."""
    try:
        summary = Summary.FromString(row.summary)
    except DecodeError:
        raise Unfit("a summary does not parse") from None
    if (summary.game_id, summary.scenario, summary.state) != (str(row.game_id), row.scenario, row.state):
        raise Unfit("a summary is of another game")
    if not _is_time(summary.created_at) or not _is_time(summary.last_event_at):
        raise Unfit("a summary tells a time that there is not")
    return summary


def _fold_game(game_id: UUID, entries: Sequence[Entry], known: Row | None) -> Row:
    """Fold what happened in a game; where something cannot be read, the game is marked, and stays so."""
    if known is None:
        summary = Summary(game_id=str(game_id), state=game_service_pb2.GAME_STATE_RUNNING)
    else:
        summary = read_summary(known)
    try:
        if summary.state != game_service_pb2.GAME_STATE_DAMAGED:
            _fold_all(summary, [entry.record for entry in entries])
    except Damaged:
        summary.state = game_service_pb2.GAME_STATE_DAMAGED
    summary.version = entries[-1].record.version
    return Row(
        known.position if known else entries[0].position,
        game_id,
        summary.scenario,
        summary.state,
        summary.SerializeToString(),
        frozenset(filter(None, summary.player_refs)) if known is None else frozenset(),
    )


def _fold_all(summary: Summary, records: Sequence[Record]) -> None:
    """Fold the next events of a game, up to one that is missing or cannot be read: for that it raises ``Damaged``."""
    newest: dict[str, Event] = {}
    try:
        for record in records:
            _fold_one(summary, record, newest)
    finally:
        for name in _FOLDS:
            if name in newest:
                _fold(summary, newest[name])


def _fold_one(summary: Summary, record: Record, newest: dict[str, Event]) -> None:
    """Fold an event; of the kinds whose last one says all, it is kept as the newest."""
    version = summary.version + 1
    if record.version != version:
        raise Damaged(version, "it is missing")
    shown = show_openly(record)
    if shown.recorded_at != summary.last_event_at:
        if not _is_time(shown.recorded_at):
            raise Damaged(version, "it was recorded at a time that there is not")
        summary.last_event_at.CopyFrom(shown.recorded_at)
        if version == 1:
            summary.created_at.CopyFrom(shown.recorded_at)
    if record.name in _EACH:
        _fold(summary, shown.event)
    elif record.name in _FOLDS:
        newest[record.name] = shown.event
    summary.version = version


def _fold(summary: Summary, event: Event) -> None:
    name = event.WhichOneof("event") or ""
    _FOLDS[KINDS[name]](summary, getattr(event, name))


def _is_time(timestamp: Timestamp) -> bool:
    try:
        timestamp.ToDatetime()
    except (ValueError, OverflowError):
        return False
    return True


def _created(summary: Summary, event: Any) -> None:
    if event.scenario not in SCENARIOS or not 1 <= event.seats <= MOST_SEATS:
        raise Damaged(1, "nobody could play this")
    summary.scenario = event.scenario
    summary.options.extend(event.options)
    summary.board = event.board.name
    summary.seats = event.seats
    summary.player_refs.extend(event.players)
    summary.scores.extend([0] * event.seats)


def _turn_started(summary: Summary, event: Any) -> None:
    summary.seat = event.seat
    summary.turn = event.turn


def _prompts_changed(summary: Summary, event: Any) -> None:
    summary.phase = event.phase
    del summary.prompts[:]
    summary.prompts.extend(event.prompts)


def _points_changed(summary: Summary, event: Any) -> None:
    if not 1 <= event.seat <= len(summary.scores):
        raise Damaged(summary.version + 1, "there is no such seat")
    summary.scores[event.seat - 1] = event.total


def _ended(summary: Summary, event: Any) -> None:
    summary.state = game_service_pb2.GAME_STATE_OVER
    summary.winners.extend(event.winners)
    del summary.prompts[:]


_EACH = frozenset(("GameCreated", "PointsChanged"))
"""Kinds of which each one matters; of the others the last one says all."""

_FOLDS: Mapping[str, Callable[[Summary, Any], None]] = {
    "GameCreated": _created,
    "TurnStarted": _turn_started,
    "PromptsChanged": _prompts_changed,
    "PointsChanged": _points_changed,
    "GameEnded": _ended,
}
