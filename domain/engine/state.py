"""The state of a game: typed parts, each owned by a room, read by part type; and ``Game``, its immutable form."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from domain.engine.messages import Event
from domain.engine.prompts import Prompts
from domain.engine.scenario import Scenario
from domain.errors import UnknownEvent

P = TypeVar("P")


class State:
    """What rules read: the parts (``state[Hands]``), the terms of the chapter, the number of seats."""

    __slots__ = ("_parts", "scenario", "seats", "terms", "version")

    _parts: Mapping[type, Any]

    def __init__(self, scenario: Scenario, seats: int, parts: Mapping[type, Any], version: int) -> None:
        self.scenario = scenario
        self.seats = seats
        self.terms = scenario.terms
        self.version = version
        self._parts = parts

    def __getitem__(self, part: type[P]) -> P:
        found: P = self._parts[part]
        return found

    def term(self, kind: type[P]) -> P:
        """Look up a room's terms, as the chapter sets them."""
        found: P = self.terms[kind]
        return found

    @property
    def everyone(self) -> range:
        """All seats, from 1."""
        return range(1, self.seats + 1)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats clockwise, beginning with ``first``."""
        return tuple((first - 1 + step) % self.seats + 1 for step in range(self.seats))


class Game(State):
    """A game at one version: the immutable root. Folding an event gives another game and leaves this one as it is."""

    __slots__ = ()

    @classmethod
    def before_creation(cls, scenario: Scenario, seats: int) -> "Game":
        """Make the game before its first event."""
        parts = {part: start(seats, scenario.terms) for part, start in scenario.tables.parts.items()}
        return cls(scenario, seats, MappingProxyType(parts), 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self[Prompts].over

    def parts(self) -> dict[type, Any]:
        """Copy the table of parts."""
        return dict(self._parts)


def fold_into(parts: dict[type, Any], event: Event, state: State) -> None:
    """Fold an event into a table of parts; raises ``UnknownEvent`` for one that the scenario does not have."""
    folds = state.scenario.tables.folds.get(type(event))
    if folds is None:
        raise UnknownEvent(f"{type(event).__name__} is no event of {state.scenario.key}")
    for part, fold in folds:
        parts[part] = fold(parts[part], event, state)


def evolve(game: Game, event: Event) -> Game:
    """Fold one event: the game as it is after it. Raises ``UnknownEvent``."""
    return evolve_all(game, (event,))


def evolve_all(game: Game, events: "tuple[Event, ...] | list[Event]") -> Game:
    """Fold a row of events, as ``evolve`` does each. Raises ``UnknownEvent``."""
    parts = game.parts()
    state = State(game.scenario, game.seats, parts, game.version)
    for event in events:
        fold_into(parts, event, state)
        state.version += 1
    return Game(game.scenario, game.seats, MappingProxyType(parts), state.version)
