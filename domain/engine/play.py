"""Playing one command: the room's checks, its handler, the consequences, the awards, and who must act next.

A ``Play`` holds the parts in a table of its own. Every event that happens is folded at once, so ``play[Hands]`` is
always the state after the last event. The order of what is appended is: cause, costs and gains, consequences, awards,
then who must act, or the end.
"""

from types import MappingProxyType
from typing import Any

from domain.chance import Chance, Draw
from domain.engine.admission import admit
from domain.engine.fairness import Fairness, GameCreated
from domain.engine.messages import Command, Event
from domain.engine.prompts import (
    Demand,
    GameEnded,
    PromptAnswered,
    PromptClosed,
    PromptOpened,
    Prompts,
)
from domain.engine.scenario import Scenario
from domain.engine.state import Game, State, fold_into

PromptEvent = PromptOpened | PromptAnswered | PromptClosed


class Play(State):
    """One command in the making; it never leaves ``execute``."""

    __slots__ = ("_begun", "_chance", "_draws", "_entered", "_followed", "_prompted", "_settled", "events")

    _parts: dict[type, Any]

    def __init__(self, game: Game, chance: Chance) -> None:
        super().__init__(game.scenario, game.seats, game.parts(), game.version)
        self.events: list[Event] = []
        self._chance = chance
        self._draws: list[Draw] = []
        self._prompted: list[PromptEvent] = []
        self._followed = 0
        self._settled = 0
        self._entered = self.scenario.phase_number(self[Prompts].phase)
        self._begun = False

    def happen(self, event: Event) -> None:
        """Let an event happen: it is folded at once and will be stored."""
        fold_into(self._parts, event, self)
        self.version += 1
        self.events.append(event)

    def draw(self, purpose: str, bound: int) -> int:
        """Draw a value from 0 to ``bound`` - 1; the next event must carry it (see ``drawn``)."""
        index = len(self._draws)
        value = self._chance.draw(self[Fairness].key, purpose, self.version + 1, index, bound)
        self._draws.append(Draw(purpose, index, bound, value))
        return value

    def drawn(self) -> tuple[Draw, ...]:
        """Take the values drawn since the last event, for the event that carries them."""
        draws = tuple(self._draws)
        self._draws.clear()
        return draws

    def ask(self, prompt: str, *seats: int, amount: int = 1) -> None:
        """Ask seats for something, each for the same amount, once awards are settled."""
        self.demand(prompt, dict.fromkeys(seats, amount))

    def demand(self, prompt: str, amounts: dict[int, int]) -> None:
        """Ask each of these seats for its amount, once awards are settled."""
        demands = tuple(Demand(prompt, seat, amount) for seat, amount in amounts.items())
        self._prompted.append(PromptOpened(prompt, self.scenario.phases[self._entered].name, demands))

    def answer(self, demand: Demand, amount: int = 0) -> None:
        """Take a seat's answer: so much of its demand, or (0) all of it, is settled."""
        self._prompted.append(PromptAnswered(demand.prompt, demand.seat, amount or demand.amount))

    def answer_for(self, prompt: str, seat: int) -> None:
        """Take from a prompt a seat that need not answer it any more."""
        self._prompted.append(PromptAnswered(prompt, seat, 1))

    def close(self, prompt: str) -> None:
        """Take a prompt back."""
        self._prompted.append(PromptClosed(prompt))

    def settle(self) -> None:
        """Run on until somebody must act or the game is over."""
        while True:
            self._follow()
            if self[Prompts].over:
                return
            self._award()
            verdict = self.scenario.verdict(self)
            if verdict is not None:
                self.happen(GameEnded(verdict.winners, verdict.cause))
                continue
            for event in self._prompted:
                self.happen(event)
            self._prompted.clear()
            if self[Prompts].stack:
                return
            self._advance()

    def freeze(self) -> Game:
        """Make the game as it is now."""
        return Game(self.scenario, self.seats, MappingProxyType(self._parts), self.version)

    def _follow(self) -> None:
        """Let consequences happen, first in first out, until none are left."""
        follows = self.scenario.tables.follows
        while self._followed < len(self.events):
            event = self.events[self._followed]
            self._followed += 1
            for follow in follows.get(type(event), ()):
                follow(self, event)

    def _award(self) -> None:
        """Settle what the events since the last time call for, each award once, and what follows from awards."""
        settlers = self.scenario.tables.settlers
        while self._settled < len(self.events):
            called = {call for event in self.events[self._settled :] for call in settlers.get(type(event), ())}
            self._settled = len(self.events)
            for _, settle in sorted(called):
                settle(self)

    def _advance(self) -> None:
        """Enter the next phase; after the last one, and after the opening, a turn starts first."""
        phases, first = self.scenario.phases, len(self.scenario.opening)
        following = self._entered + 1
        if following == len(phases):
            following = first
        if following == first and not self._begun:
            self._begun = True
            self.scenario.next_turn(self)
            return
        self._begun = False
        self._entered = following
        phases[following].enter(self)


def execute(game: Game, command: Command, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Play a command: the new game and the events that made it. Raises ``Illegal``, and then nothing has changed."""
    deed, demand = admit(game, command)
    deed.check(game, command, demand)
    play = Play(game, chance)
    deed.handler(play, command, demand)
    play.settle()
    return play.freeze(), tuple(play.events)


def create(scenario: Scenario, created: GameCreated, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Create a game of a chapter (options applied): everything up to the first seat that must act."""
    play = Play(Game.before_creation(scenario, created.seats), chance)
    play.happen(created)
    play.settle()
    return play.freeze(), tuple(play.events)
