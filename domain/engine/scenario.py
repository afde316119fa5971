"""Scenarios: a chapter is a value that puts rooms together, and states only what differs from what it stands on.

A chapter is compiled once: dispatch tables by command and event type, the prompts with all that answer them, the lines
of each placement. Nothing is searched for at a call.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from domain.board.plan import Plan
from domain.engine.messages import Command, Event
from domain.engine.points import PointsChanged, Scores, keep_score
from domain.engine.prompts import GameEnded, PromptAnswered, PromptClosed, PromptKind, PromptOpened, Prompts
from domain.engine.room import Deed, Fold, Follow, Line, Phase, Room, Settle, Show

if TYPE_CHECKING:
    from domain.engine.play import Play
    from domain.engine.state import State

Change = Callable[["Scenario"], "Scenario"]


class Verdict(msgspec.Struct, frozen=True):
    """Who has won, and by what."""

    winners: tuple[int, ...]
    cause: str


class Option(msgspec.Struct, frozen=True):
    """An amendment that the creator of a game may ask for."""

    key: str
    text: str
    change: Change


@dataclass(frozen=True)
class Scenario:
    """A chapter: what a game is made of."""

    key: str
    title: str
    seats: tuple[int, ...]
    rooms: tuple[Room, ...]
    opening: tuple[Phase, ...]
    """The phases before the first turn."""
    turn: tuple[Phase, ...]
    """The phases of each turn, in order."""
    next_turn: "Callable[[Play], None]"
    verdict: "Callable[[State], Verdict | None]"
    boards: "Mapping[str, Callable[[], Plan]]"
    """The boards by name, each with a function that reads its plan; the first is used when none is named."""
    options: tuple[Option, ...] = ()
    set_terms: tuple[object, ...] = ()
    more_lines: tuple[tuple[str, Line], ...] = ()
    chosen: tuple[str, ...] = ()
    tables: "Tables" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", Tables(self))

    def amend(
        self,
        *,
        drop: Iterable[Room] = (),
        add: Iterable[Room] = (),
        terms: Iterable[object] = (),
        lines: Iterable[tuple[str, Line]] = (),
        **changes: Any,
    ) -> "Scenario":
        """Make a chapter that differs in what is named.

        ``drop`` and ``add`` are rooms; ``terms`` set those of a room; ``lines`` add to the placement of a piece;
        ``changes`` replace any field (key, title, seats, turn, boards ...).
        """
        gone = set(map(id, drop))
        kept = tuple(room for room in self.rooms if id(room) not in gone)
        return replace(
            self,
            rooms=(*kept, *add),
            set_terms=(*self.set_terms, *terms),
            more_lines=(*self.more_lines, *lines),
            **changes,
        )

    def with_options(self, keys: Iterable[str]) -> "Scenario":
        """Apply options by their keys, in the chapter's own order; raises ``KeyError`` naming an unknown one."""
        asked = set(keys)
        unknown = sorted(asked - {option.key for option in self.options})
        if unknown:
            raise KeyError(unknown[0])
        scenario = self
        for option in self.options:
            if option.key in asked:
                scenario = option.change(scenario)
        return replace(scenario, chosen=tuple(option.key for option in self.options if option.key in asked))

    @property
    def phases(self) -> tuple[Phase, ...]:
        """All phases: those of the opening, then those of a turn."""
        return self.tables.phases

    @property
    def terms(self) -> Mapping[type, Any]:
        """The terms of the rooms, as this chapter sets them."""
        return self.tables.terms

    def phase_number(self, name: str) -> int:
        """The place of a phase among all; -1 before the first."""
        return self.tables.phase_numbers.get(name, -1)

    def lines(self, piece: str, prompt: str) -> tuple[Line, ...]:
        """The lines for placing a piece during a prompt."""
        placements = self.tables.placements
        return placements.get((piece, prompt)) or placements[piece, ""]


class Tables:
    """A chapter's dispatch tables."""

    def __init__(self, scenario: Scenario) -> None:
        rooms = scenario.rooms
        self.phases = scenario.opening + scenario.turn
        self.phase_numbers = {phase.name: n for n, phase in enumerate(self.phases)}
        self.parts: dict[type, Callable[[int, Mapping[type, Any]], Any]] = {
            Prompts: lambda seats, terms: Prompts(),
            Scores: lambda seats, terms: Scores.before_play(seats),
        }
        terms: dict[type, Any] = {}
        self.prompts: dict[str, PromptKind] = {}
        self.placements: dict[tuple[str, str], tuple[Line, ...]] = {}
        for room in rooms:
            self.parts |= room.parts
            terms |= room.terms
            self.prompts |= room.prompts
            self.placements |= room.placements
        for term in scenario.set_terms:
            terms[type(term)] = term
        self.terms: Mapping[type, Any] = MappingProxyType(terms)
        for piece, line in scenario.more_lines:
            for key in [key for key in self.placements if key[0] == piece]:
                self.placements[key] = (*self.placements[key], line)
        self.deeds = self._deeds(rooms)
        self.commands = frozenset(command for deeds in self.deeds.values() for command in deeds)
        self.folds = self._folds(rooms)
        self.follows: dict[type[Event], tuple[Follow, ...]] = {}
        for room in rooms:
            for event, follow in room.follows:
                self.follows[event] = (*self.follows.get(event, ()), follow)
        self.settlers = self._settlers(rooms)
        self.shown: tuple[Show, ...] = tuple(show for room in rooms for show in room.shown)

    def _deeds(self, rooms: tuple[Room, ...]) -> dict[str, dict[type[Command], Deed]]:
        deeds: dict[str, dict[type[Command], Deed]] = {prompt: {} for prompt in self.prompts}
        for room in rooms:
            for (prompt, command), deed in room.deeds.items():
                deeds[prompt][command] = deed
        for room in rooms:
            for prompt, like, command in room.admitted:
                deeds[prompt][command] = deeds[like][command]
        return deeds

    def _folds(self, rooms: tuple[Room, ...]) -> dict[type[Event], tuple[tuple[type, Fold], ...]]:
        folds: dict[type[Event], list[tuple[type, Fold]]] = {
            PromptOpened: [(Prompts, lambda prompts, event, _: prompts.opened(event))],
            PromptAnswered: [(Prompts, lambda prompts, event, _: prompts.answered(event))],
            PromptClosed: [(Prompts, lambda prompts, event, _: prompts.closed(event))],
            GameEnded: [(Prompts, lambda prompts, event, _: prompts.ended(event))],
            PointsChanged: [(Scores, lambda scores, event, _: scores.changed(event))],
        }
        for room in rooms:
            for event in room.notes:
                folds.setdefault(event, [])
            for event, part, fold in room.folds:
                folds.setdefault(event, []).append((part, fold))
        return {event: tuple(each) for event, each in folds.items()}

    def _settlers(self, rooms: tuple[Room, ...]) -> dict[type[Event], tuple[tuple[int, Settle], ...]]:
        """For each event what it calls for, with its place in the order: awards first, then points."""
        calls = [settler for room in rooms for settler in room.settlers]
        calls += [(events, keep_score(cause, score)) for room in rooms for cause, events, score in room.scores]
        settlers: dict[type[Event], tuple[tuple[int, Settle], ...]] = {}
        for order, (events, settle) in enumerate(calls):
            for event in events:
                settlers[event] = (*settlers.get(event, ()), (order, settle))
        return settlers
