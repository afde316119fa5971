"""Folding the journal into summaries of games: from what everyone may see, and only from the few events that matter.

No game is folded by its rules, so that a million events are read in little time, and none is kept in memory.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.catalogue import EVENTS
from domain.scenarios import SCENARIOS
from service.store.game_list import Row
from service.store.journal import Entry, show_openly
from service.store.records import Damaged, Record
from settlers.v1 import game_service_pb2

MOST_SEATS = 100
"""More than any scenario has: a game with more is damaged."""

Summary = game_service_pb2.GameSummary


def fold_entries(entries: Iterable[Entry], known: Mapping[UUID, Row]) -> list[Row]:
    """Fold what happened into the rows of its games, as they are known so far; gives the new rows."""
    news: dict[UUID, list[Entry]] = {}
    for entry in entries:
        news.setdefault(entry.game_id, []).append(entry)
    return [_fold_game(game_id, news[game_id], known.get(game_id)) for game_id in news]


def _fold_game(game_id: UUID, entries: Sequence[Entry], known: Row | None) -> Row:
    """Fold what happened in a game; where something cannot be read, the game is marked, and stays so."""
    if known is None:
        summary = Summary(game_id=str(game_id), state=game_service_pb2.GAME_STATE_RUNNING)
    else:
        summary = Summary.FromString(known.summary)
    try:
        if summary.state != game_service_pb2.GAME_STATE_DAMAGED:
            _check_entries(entries, summary.version)
            for record in _that_matter(entries):
                event = show_openly(record).event
                _FOLDS[record.name](summary, getattr(event, event.WhichOneof("event") or ""), record.version)
            _fold_times(summary, entries)
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


def _check_entries(entries: Sequence[Entry], version: int) -> None:
    """Check that nothing is missing, and nothing is unknown: what is not known may be what matters."""
    for entry in entries:
        version += 1
        if entry.record.version != version:
            raise Damaged(version, "it is missing")
        if entry.record.name not in EVENTS:
            raise Damaged(version, f"there is no event called {entry.record.name!r}")


def _that_matter(entries: Sequence[Entry]) -> list[Record]:
    """Pick the records that the summary is made of; of a kind whose last one says all, only that one."""
    last = {entry.record.name: entry.record for entry in entries}
    return [
        entry.record
        for entry in entries
        if (name := entry.record.name) in _FOLDS and (name in _EACH or last[name] is entry.record)
    ]


def _fold_times(summary: Summary, entries: Sequence[Entry]) -> None:
    summary.last_event_at.CopyFrom(show_openly(entries[-1].record).recorded_at)
    if entries[0].record.version == 1:
        summary.created_at.CopyFrom(show_openly(entries[0].record).recorded_at)


def _created(summary: Summary, event: Any, version: int) -> None:
    if event.scenario not in SCENARIOS or not 1 <= event.seats <= MOST_SEATS:
        raise Damaged(version, "nobody could play this")
    summary.scenario = event.scenario
    summary.options.extend(event.options)
    summary.board = event.board.name
    summary.seats = event.seats
    summary.player_refs.extend(event.players)
    summary.scores.extend([0] * event.seats)


def _turn_started(summary: Summary, event: Any, version: int) -> None:
    summary.seat = event.seat
    summary.turn = event.turn


def _prompts_changed(summary: Summary, event: Any, version: int) -> None:
    summary.phase = event.phase
    del summary.prompts[:]
    summary.prompts.extend(event.prompts)


def _points_changed(summary: Summary, event: Any, version: int) -> None:
    if not 1 <= event.seat <= len(summary.scores):
        raise Damaged(version, "there is no such seat")
    summary.scores[event.seat - 1] = event.total


def _ended(summary: Summary, event: Any, version: int) -> None:
    summary.state = game_service_pb2.GAME_STATE_OVER
    summary.winners.extend(event.winners)
    del summary.prompts[:]


_FOLDS: Mapping[str, Callable[[Summary, Any, int], None]] = {
    "GameCreated": _created,
    "TurnStarted": _turn_started,
    "PromptsChanged": _prompts_changed,
    "PointsChanged": _points_changed,
    "GameEnded": _ended,
}

_EACH = frozenset(("PointsChanged",))
"""Kinds of which each one matters; of the others the last one says all."""
