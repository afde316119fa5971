"""Rooms: where the state parts, commands, events and handlers of one rulebook heading are put together.

A room registers its functions by command or event type. Every function is pure but the handlers of commands,
consequences, settlers and phases, which act through the ``Play`` that they are given. Later rooms of a chapter replace
what earlier ones do for the same command in answer to the same prompt.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from domain.components import Goods
from domain.engine.messages import Command, Event, Viewer
from domain.engine.prompts import Demand, PromptKind
from domain.errors import Reason

if TYPE_CHECKING:
    from domain.engine.play import Play
    from domain.engine.scenario import TermTable
    from domain.engine.state import State

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
P = TypeVar("P")

Check = Callable[["State", Any, Demand], None]
Handler = Callable[["Play", Any, Demand], None]
Listing = Callable[["State", Demand], Iterable[Command]]
Choosing = Callable[["State", Demand], "Iterable[Choice]"]
Fold = Callable[[Any, Any, "State"], Any]
Follow = Callable[["Play", Any], None]
Settle = Callable[["Play"], None]
Score = Callable[["State", int], int]
Places = Callable[["State", int], int]
Show = Callable[["State", Viewer], msgspec.Struct]


class Line(msgspec.Struct, frozen=True):
    """One line of a placement: where a seat may place, and the reason and rule for everywhere else.

    ``places(state, seat)`` is a mask. What is legal is the AND of all lines.
    """

    reason: Reason
    rule: str
    places: Places


class CardsChoice(msgspec.Struct, frozen=True):
    """The bounds of a bag of cards or goods that a command names in ``field``.

    ``least`` to ``most`` in all (both ends included), and at most what ``each`` holds of every kind.
    """

    field: str
    least: int
    most: int
    each: Goods


class NumberChoice(msgspec.Struct, frozen=True):
    """The bounds of a number that a command names in ``field``: ``least`` to ``most``, both ends included."""

    field: str
    least: int
    most: int


class Choice(msgspec.Struct, frozen=True):
    """A command that is chosen freely within bounds, listed where there are too many to list each.

    ``to`` names the seats that it can be addressed to; ``offer`` is the trade that it answers (0: none).
    """

    command: str
    cards: tuple[CardsChoice, ...]
    to: tuple[int, ...] = ()
    offer: int = 0
    numbers: tuple[NumberChoice, ...] = ()


class Phase(msgspec.Struct, frozen=True):
    """A phase of the turn (or of the opening): on entering it, a room acts, and may ask seats for something.

    It is left out where fewer than ``least_seats`` play.
    """

    name: str
    enter: Settle
    least_seats: int = 1


class Deed(msgspec.Struct, frozen=True):
    """How a command is listed (or chosen), checked and done; ``always`` says that who is asked may just do it."""

    command: type[Command]
    always: bool
    listing: Listing | None
    choosing: Choosing | None
    check: Check | None
    handler: Handler


class Room:
    """The functions of one rulebook heading, registered by what they are for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: dict[type, Callable[[int, TermTable], Any]] = {}
        self.terms: dict[type, object] = {}
        self.prompts: dict[str, PromptKind] = {}
        self.deeds: dict[tuple[str, type[Command]], Deed] = {}
        self.admitted: list[tuple[str, str, type[Command]]] = []
        self.folds: list[tuple[type[Event], type, Fold]] = []
        self.notes: list[type[Event]] = []
        self.follows: list[tuple[type[Event], Follow]] = []
        self.settlers: list[tuple[frozenset[type[Event]], Settle]] = []
        self.judges: list[tuple[frozenset[type[Event]], Settle]] = []
        self.scores: list[tuple[str, frozenset[type[Event]], Score]] = []
        self.placements: dict[tuple[str, str], tuple[Line, ...]] = {}
        self.shown: list[Show] = []
        self.in_turn: Callable[[State], int] | None = None
        """Whose turn it is, as the room that knows it tells."""

    def part(self, kind: type[P], start: "Callable[[int, TermTable], P]") -> None:
        """Own a part of the game; ``start(seats, terms)`` makes it as it is before the first event."""
        self.parts[kind] = start

    def term(self, terms: object) -> None:
        """Own a set of numbers, tables and policies that a chapter may set otherwise; these are the defaults."""
        self.terms[type(terms)] = terms

    def prompt(self, kind: str, rule: str, *, waits: bool = True, order: str = "") -> None:
        """Own a kind of prompt; see ``PromptKind``."""
        self.prompts[kind] = PromptKind(kind, rule, waits, order)

    def admit(self, kind: str, *commands: type[Command], like: str) -> None:
        """Let commands answer a prompt just as they answer another (``like``)."""
        self.admitted += [(kind, like, command) for command in commands]

    def place(self, piece: str, *lines: Line, during: str = "") -> None:
        """Say where a piece may be placed: always, or during one kind of prompt in place of that."""
        self.placements[piece, during] = lines

    def does(
        self,
        command: type[C],
        *during: str,
        check: "Callable[[State, C, Demand], None] | None" = None,
        always: bool = False,
        listing: Listing | None = None,
        choosing: Choosing | None = None,
    ) -> "Callable[[Callable[[Play, C, Demand], None]], Callable[[Play, C, Demand], None]]":
        """Register how a command answers these prompts: how it is done, beside how it is checked and listed.

        ``listing`` gives exactly what ``check`` lets pass; commands may share one that lists them all. Where those are
        too many, ``choosing`` gives their bounds instead. What names nothing but the seat, and whoever is asked may do,
        is ``always`` listed.
        """

        def register(handler: "Callable[[Play, C, Demand], None]") -> "Callable[[Play, C, Demand], None]":
            for prompt in during:
                self.deeds[prompt, command] = Deed(command, always, listing, choosing, check, handler)
            return handler

        return register

    def fold(
        self, event: type[E], part: type[P]
    ) -> "Callable[[Callable[[P, E, State], P]], Callable[[P, E, State], P]]":
        """Register how an event changes a part: a function of part, event and the state so far."""

        def register(fold: "Callable[[P, E, State], P]") -> "Callable[[P, E, State], P]":
            self.folds.append((event, part, fold))
            return fold

        return register

    def note(self, *events: type[Event]) -> None:
        """Own events that change no part of the game."""
        self.notes += events

    def follow(self, *events: type[E]) -> "Callable[[Callable[[Play, E], None]], Callable[[Play, E], None]]":
        """Register a consequence: whenever one of these events happens, this does too."""

        def register(follow: "Callable[[Play, E], None]") -> "Callable[[Play, E], None]":
            self.follows += [(event, follow) for event in events]
            return follow

        return register

    def settle(self, *events: type[Event]) -> Callable[[Settle], Settle]:
        """Register what is settled once after a command in which one of these events happened: an award."""

        def register(settle: Settle) -> Settle:
            self.settlers.append((frozenset(events), settle))
            return settle

        return register

    def judge(self, *events: type[Event]) -> Callable[[Settle], Settle]:
        """Register a verdict: looked at after awards and points, when one of these events happened."""

        def register(judge: Settle) -> Settle:
            self.judges.append((frozenset(events), judge))
            return judge

        return register

    def score(self, cause: str, *events: type[Event]) -> Callable[[Score], Score]:
        """Register a source of public points: how many a seat has by it, counted anew after these events."""

        def register(score: Score) -> Score:
            self.scores.append((cause, frozenset(events), score))
            return score

        return register

    def show(self, show: Show) -> Show:
        """Register a view: what one viewer may see of this room's part."""
        self.shown.append(show)
        return show
