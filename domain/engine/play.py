"""Playing one command: the room's checks, its handler, the consequences, the awards, and who must act next.

A ``Play`` holds the parts in a table of its own. Every event that happens is folded at once, so ``play[Hands]`` is
always the state after the last event. The order of what is appended is: cause, costs and gains, consequences, awards,
then who must act, or the end.
"""

from domain.chance import Chance, Draw
from domain.engine.admission import admit
from domain.engine.fairness import Fairness, GameCreated
from domain.engine.messages import Command, Event
from domain.engine.prompts import Demand, GameEnded, Prompt, Prompts, PromptsChanged, asking
from domain.engine.room import Follow, Settle
from domain.engine.scenario import Scenario
from domain.engine.state import Game, State, before_creation


class Play(State):
    """One command in the making; it never leaves ``execute``."""

    __slots__ = (
        "_called",
        "_chance",
        "_draws",
        "_ended",
        "_entered",
        "_follows",
        "_reactions",
        "_version",
        "events",
        "stack",
    )

    def __init__(self, game: Game, chance: Chance) -> None:
        dict.__init__(self, game)
        self.setting = game.setting
        self.terms = game.terms
        self.events: list[Event] = []
        prompts = game[Prompts]
        self.stack = prompts.stack
        """The prompts as they will be once awards are settled."""
        tables = game.setting.tables
        self._reactions = tables.reactions
        self._entered = tables.phase_numbers.get(prompts.phase, -1)
        self._version = game.version
        self._ended = False
        self._chance = chance
        self._draws: tuple[Draw, ...] = ()
        self._follows: list[tuple[Follow, Event]] = []
        self._called: list[tuple[int, Settle]] = []

    def happen(self, event: Event) -> None:
        """Let an event happen: it is folded at once and will be stored."""
        folds, follows, settlers = self._reactions[type(event)]
        for part, fold in folds:
            self[part] = fold(self[part], event, self)
        self.events.append(event)
        if follows:
            self._follows += [(follow, event) for follow in follows]
        if settlers:
            self._called += settlers

    def draw(self, purpose: str, bound: int) -> int:
        """Draw a value from 0 to ``bound`` - 1; the next event must carry it (see ``drawn``)."""
        index = len(self._draws)
        version = self._version + len(self.events) + 1
        value = self._chance.draw(self[Fairness].key, purpose, version, index, bound)
        self._draws += (Draw(purpose, index, bound, value),)
        return value

    def drawn(self) -> tuple[Draw, ...]:
        """Take the values drawn since the last event, for the event that carries them."""
        draws, self._draws = self._draws, ()
        return draws

    def ask(self, prompt: str, *seats: int, amount: int = 1) -> None:
        """Ask seats for something, each for the same amount, once awards are settled."""
        self.stack = (*self.stack, asking(prompt, seats, amount))

    def ask_again(self, prompt: str, seat: int) -> None:
        """Ask a seat that had answered once more, beside those that are asked still."""
        again = Demand(prompt, seat)
        for place, open_prompt in enumerate(self.stack):
            if open_prompt.kind == prompt:
                joined = Prompt(prompt, (*open_prompt.demands, again))
                self.stack = (*self.stack[:place], joined, *self.stack[place + 1 :])
                return
        # Below what is open, so that nothing that play waits for is put off.
        self.stack = (*self.stack[:1], Prompt(prompt, (again,)), *self.stack[1:])

    def demand(self, prompt: str, amounts: dict[int, int]) -> None:
        """Ask each of these seats for its amount, once awards are settled."""
        demands = tuple(Demand(prompt, seat, amount) for seat, amount in amounts.items())
        self.stack = (*self.stack, Prompt(prompt, demands))

    def answer(self, demand: Demand, amount: int = 0) -> None:
        """Take a seat's answer: so much of its demand, or (0) all of it, is settled."""
        stack = self.stack
        if stack[-1].demands == (demand,) and not amount:
            self.stack = stack[:-1]
            return
        place = len(stack) - 1
        while demand not in stack[place].demands:
            place -= 1
        left = stack[place].without(demand, amount or demand.amount)
        self.stack = (*stack[:place], *left, *stack[place + 1 :])

    def asked(self, kind: str) -> bool:
        """Tell whether a seat will still be asked for this."""
        return any(prompt.kind == kind for prompt in self.stack)

    def close(self, kind: str) -> None:
        """Take a kind of prompt back, whoever still owes something."""
        self.stack = tuple(prompt for prompt in self.stack if prompt.kind != kind)

    def end(self, winners: tuple[int, ...], cause: str) -> None:
        """End the game, unless it is over already."""
        if not self._ended:
            self._ended = True
            self.happen(GameEnded(winners, cause))

    def settle(self) -> None:
        """Run on until somebody must act or the game is over."""
        tables = self.setting.tables
        while True:
            if self._follows or self._called:
                self._bring_about()
                if self._ended:
                    return
            if self.stack:
                break
            self._entered, enter = tables.next_phase[self._entered]
            enter(self)
        before, stack, phase = self[Prompts], self.stack, tables.phase_names[self._entered]
        if stack != before.stack or phase != before.phase:
            change = PromptsChanged(phase, stack)
            self[Prompts] = before.changed(change)
            self.events.append(change)

    def freeze(self) -> Game:
        """Make the game as it is now."""
        return Game(self.setting, self, self._version + len(self.events))

    def _bring_about(self) -> None:
        """Let consequences happen, first in first out; when none are left, settle what is called for, in order."""
        follows, called = self._follows, self._called
        while True:
            if follows:
                for follow, event in follows:  # grows while it is gone through
                    follow(self, event)
                follows.clear()
            if not called:
                return
            if len(called) == 1:
                settler = called.pop()
            else:
                settler = min(called)
                called[:] = [call for call in called if call != settler]
            settler[1](self)


def execute(game: Game, command: Command, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Play a command: the new game and the events that made it. Raises ``Illegal``, and then nothing has changed."""
    deed, demand = admit(game, command)
    if deed.check is not None:
        deed.check(game, command, demand)
    play = Play(game, chance)
    deed.handler(play, command, demand)
    play.settle()
    return play.freeze(), tuple(play.events)


def create(scenario: Scenario, created: GameCreated, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Create a game of a chapter (options applied): everything up to the first seat that must act."""
    play = Play(before_creation(scenario, created.seats), chance)
    play.happen(created)
    play.settle()
    return play.freeze(), tuple(play.events)
