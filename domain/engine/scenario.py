"""Scenarios: a chapter is a value that puts rooms together, and states only what differs from what it stands on.

A chapter is compiled once: dispatch tables by command and event type, the prompts with all that answer them, the lines
of each placement. Nothing is searched for at a call.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import msgspec

from domain.board.plan import Plan
from domain.engine.messages import Command, Event
from domain.engine.points import PointsChanged, Scores, keep_score
from domain.engine.prompts import GameEnded, PromptKind, Prompts, PromptsChanged
from domain.engine.room import Deed, Fold, Follow, Line, Phase, Room, Settle, Show

if TYPE_CHECKING:
    from domain.engine.play import Play

T = TypeVar("T")

Change = Callable[["Scenario"], "Scenario"]


class Text(msgspec.Struct, frozen=True):
    """A text for people, in the languages that we speak."""

    en: str
    cs: str


class Option(msgspec.Struct, frozen=True):
    """An amendment that the creator of a game may ask for."""

    key: str
    text: Text
    change: Change


@dataclass(frozen=True)
class Scenario:
    """A chapter: what a game is made of."""

    key: str
    title: Text
    seats: tuple[int, ...]
    rooms: tuple[Room, ...]
    opening: tuple[Phase, ...]
    """The phases before the first turn."""
    turn: tuple[Phase, ...]
    """The phases of each turn, in order, over and over; the first one starts the turn."""
    boards: "Mapping[str, Callable[[], Plan]]"
    """The boards by name, each with a function that reads its plan; the first is used when none is named."""
    board_seats: "Mapping[str, tuple[int, ...]]" = field(default_factory=dict)
    """The numbers of seats that a board is for; one that is not named here is for all."""
    options: tuple[Option, ...] = ()
    set_terms: tuple[object, ...] = ()
    more_lines: tuple[tuple[str, Line], ...] = ()
    chosen: tuple[str, ...] = ()
    tables: "Tables" = field(init=False, repr=False, compare=False)
    variants: "dict[tuple[str, ...], Scenario]" = field(init=False, repr=False, compare=False)
    """The chapter with options applied, by these."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", Tables(self))
        object.__setattr__(self, "variants", {})

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
        chosen = tuple(option.key for option in self.options if option.key in asked)
        if chosen not in self.variants:
            scenario = self
            for option in self.options:
                if option.key in asked:
                    scenario = option.change(scenario)
            # Compiled once, and shared by all games that are played so.
            self.variants[chosen] = replace(scenario, chosen=chosen) if chosen else self
        return self.variants[chosen]

    def boards_for(self, seats: int) -> tuple[str, ...]:
        """List the boards for a number of seats; the first is used when none is named."""
        return tuple(name for name in self.boards if seats in self.board_seats.get(name, self.seats))

    def lines(self, piece: str, prompt: str) -> tuple[Line, ...]:
        """The lines for placing a piece during a prompt."""
        return self.tables.lines[prompt][piece]


class TermTable(Protocol):
    """The terms of a chapter by their type."""

    def __getitem__(self, kind: type[T]) -> T:
        """Look up a room's terms, as the chapter sets them."""


NextPhase = Mapping[str, tuple[str, Settle]]
"""For each phase, by its name, the one that follows; the name of the phase before the first is empty."""


Reaction = tuple[tuple[tuple[type, Fold], ...], Follow | None, int]
"""What an event brings about: the parts that it changes and how, its consequences, and what is settled for it.

Settlers are a mask: a bit for each by its place in the chapter's order. It is a plain tuple: one is taken apart at
every event, and a named one takes twice the time for that.
"""


def _one_after_another(follows: tuple[Follow, ...]) -> Follow | None:
    """Make one consequence of all that an event has, in chapter order."""
    if len(follows) < 2:
        return follows[0] if follows else None

    def follow_all(play: "Play", event: Event) -> None:
        for follow in follows:
            follow(play, event)

    return follow_all


class LinesByPrompt(dict[str, dict[str, tuple[Line, ...]]]):
    """The lines of each piece's placement, by prompt; most prompts have none of their own."""

    def __init__(self, placements: Mapping[tuple[str, str], tuple[Line, ...]]) -> None:
        super().__init__()
        self.placements = placements

    def __missing__(self, prompt: str) -> dict[str, tuple[Line, ...]]:
        found = self[prompt] = {
            piece: lines
            for wanted in ("", prompt)  # its own come last, and count
            for (piece, during), lines in self.placements.items()
            if during == wanted
        }
        return found


class Always(dict[int, tuple[Command, ...]]):
    """The commands that whoever is asked may always give, by seat; made when first asked for, and shared ever after."""

    def __init__(self, kinds: tuple[type[Command], ...]) -> None:
        super().__init__()
        self.kinds = kinds

    def __missing__(self, seat: int) -> tuple[Command, ...]:
        found = self[seat] = tuple(kind(seat) for kind in self.kinds)
        return found


class Tables:
    """A chapter's dispatch tables."""

    def __init__(self, scenario: Scenario) -> None:
        rooms = scenario.rooms
        self._phases = (*scenario.opening, *scenario.turn, scenario.turn[0])
        self.parts: dict[type, Callable[[int, TermTable], Any]] = {
            Prompts: lambda seats, terms: Prompts(),
            Scores: lambda seats, terms: Scores.before_play(seats),
        }
        terms: dict[type, Any] = {}
        self.prompts: dict[str, PromptKind] = {}
        placements: dict[tuple[str, str], tuple[Line, ...]] = {}
        for room in rooms:
            self.parts |= room.parts
            terms |= room.terms
            self.prompts |= room.prompts
            placements |= room.placements
        for term in scenario.set_terms:
            terms[type(term)] = term
        self.terms = cast(TermTable, terms)
        for piece, line in scenario.more_lines:
            for key in [key for key in placements if key[0] == piece]:
                placements[key] = (*placements[key], line)
        self.lines = LinesByPrompt(placements)
        """The lines of each placement during a prompt, by that and by the piece."""
        self.deeds = self._deeds(rooms)
        self.commands = frozenset(command for deeds in self.deeds.values() for command in deeds)
        self.always = {
            prompt: Always(tuple(deed.command for deed in deeds.values() if deed.always))
            for prompt, deeds in self.deeds.items()
        }
        # Commands may share a listing: each is asked once.
        self.listings = {
            prompt: tuple(dict.fromkeys(deed.listing for deed in deeds.values() if deed.listing))
            for prompt, deeds in self.deeds.items()
        }
        self.choosings = {
            prompt: tuple(dict.fromkeys(deed.choosing for deed in deeds.values() if deed.choosing))
            for prompt, deeds in self.deeds.items()
        }
        calls = self._calls(rooms)
        self.settlers = {1 << n: settle for n, (_, settle) in enumerate(calls)}
        self.reactions = self._reactions(rooms, [events for events, _ in calls])
        self.in_turn = next(room.in_turn for room in reversed(rooms) if room.in_turn)
        self.shown: tuple[Show, ...] = tuple(show for room in rooms for show in room.shown)

    def next_phase(self, seats: int) -> NextPhase:
        """Make the table of phases where so many play."""
        phases = [phase for phase in self._phases if phase.least_seats <= seats]
        before = ("", *(phase.name for phase in phases[:-1]))
        after = ((phase.name, phase.enter) for phase in phases)
        return dict(zip(before, after, strict=True))

    def _deeds(self, rooms: tuple[Room, ...]) -> dict[str, dict[type[Command], Deed]]:
        deeds: dict[str, dict[type[Command], Deed]] = {prompt: {} for prompt in self.prompts}
        for room in rooms:
            for (prompt, command), deed in room.deeds.items():
                deeds[prompt][command] = deed
        for room in rooms:
            for prompt, like, command in room.admitted:
                deeds[prompt][command] = deeds[like][command]
        return deeds

    def _calls(self, rooms: tuple[Room, ...]) -> list[tuple[frozenset[type[Event]], Settle]]:
        """The settlers in order, each with what calls for it: awards, then the points they bring, then the verdict."""
        awards = [settler for room in rooms for settler in room.settlers]
        points = [(events, keep_score(cause, score)) for room in rooms for cause, events, score in room.scores]
        return awards + points + [judge for room in rooms for judge in room.judges]

    def _reactions(self, rooms: tuple[Room, ...], calls: list[frozenset[type[Event]]]) -> dict[type[Event], Reaction]:
        folds: list[tuple[type[Event], type, Fold]] = [
            (PromptsChanged, Prompts, lambda prompts, event, _: prompts.changed(event)),
            (GameEnded, Prompts, lambda prompts, event, _: prompts.ended(event)),
            (PointsChanged, Scores, lambda scores, event, _: scores.changed(event)),
            *(fold for room in rooms for fold in room.folds),
        ]
        follows = [follow for room in rooms for follow in room.follows]
        known = {event for event, _, _ in folds} | {event for room in rooms for event in room.notes}
        return {
            event: (
                tuple((part, fold) for each, part, fold in folds if each is event),
                _one_after_another(tuple(follow for each, follow in follows if each is event)),
                sum(1 << n for n, events in enumerate(calls) if event in events),
            )
            for event in known
        }
