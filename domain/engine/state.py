"""The state of a game: typed parts, each owned by a room, read by part type; and ``Game``, its immutable form.

A state is a table of parts by their types (``state[Hands]``), so that rules read parts at the speed of a dict.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Never, TypeVar

import msgspec

from domain.engine.messages import Event
from domain.engine.prompts import Prompts
from domain.engine.scenario import NextPhase, Scenario, Tables, TermTable
from domain.errors import UnknownEvent

P = TypeVar("P")


class Setting(msgspec.Struct, frozen=True, eq=False):
    """What never changes while a game is played; all its versions share it."""

    scenario: Scenario
    seats: int
    everyone: range
    """All seats, from 1."""
    tables: Tables
    terms: TermTable
    next_phase: NextPhase


class State(dict[type, Any]):
    """What rules read: the parts (``state[Hands]``), the terms (``state.terms[Costs]``), the number of seats."""

    __slots__ = ("setting", "terms")

    def __init__(self, setting: Setting, parts: Mapping[type, Any]) -> None:
        super().__init__(parts)
        self.setting = setting
        self.terms = setting.terms

    if TYPE_CHECKING:

        def __getitem__(self, part: type[P]) -> P:
            """Look up a part."""

    @property
    def scenario(self) -> Scenario:
        """The chapter that is played."""
        return self.setting.scenario

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.setting.seats

    @property
    def everyone(self) -> range:
        """All seats, from 1."""
        return self.setting.everyone

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats clockwise, beginning with ``first``."""
        return (*range(first, self.setting.seats + 1), *range(1, first))


class Game(State):
    """A game at one version: the immutable root. Folding an event gives another game and leaves this one as it is."""

    __slots__ = ("version",)

    def __init__(self, setting: Setting, parts: Mapping[type, Any], version: int) -> None:
        dict.__init__(self, parts)
        self.setting = setting
        self.terms = setting.terms
        self.version = version

    def _frozen(self, *_: object, **__: object) -> Never:
        raise TypeError("a game never changes; folding an event makes another one")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _frozen

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self[Prompts].over


def before_creation(scenario: Scenario, seats: int) -> Game:
    """Make the game before its first event."""
    tables = scenario.tables
    setting = Setting(scenario, seats, range(1, seats + 1), tables, tables.terms, tables.next_phase(seats))
    return Game(setting, {part: start(seats, tables.terms) for part, start in tables.parts.items()}, 0)


def evolve(game: Game, event: Event) -> Game:
    """Fold one event: the game as it is after it. Raises ``UnknownEvent``."""
    return evolve_all(game, (event,))


def evolve_all(game: Game, events: Iterable[Event]) -> Game:
    """Fold a row of events, as ``evolve`` does each. Raises ``UnknownEvent``, and never skips one."""
    state = State(game.setting, game)
    reactions = game.setting.tables.reactions
    version = game.version
    for event in events:
        reaction = reactions.get(type(event))
        if reaction is None:
            raise UnknownEvent(f"{type(event).__name__} is no event of {game.scenario.key}")
        folds, _, _ = reaction
        for part, fold in folds:
            state[part] = fold(state[part], event, state)
        version += 1
    return Game(game.setting, state, version)
