"""Playing commands: the room's checks, its handler, the consequences, the awards, and who must act next.

A ``Play`` holds the parts in a table of its own. Every event that happens is folded at once, so ``play[Hands]`` is
always the state after the last event. The order of what is appended is: cause, costs and gains, consequences, awards,
then who must act, or the end.

``execute`` makes a ``Play`` for one command, and freezes it. Who plays on and needs no game of every version, such as a
simulation, keeps one ``Play`` and gives it one command after the other.
"""

from collections.abc import Iterable, Sequence

from domain.chance import Chance, Draw
from domain.engine.admission import admit
from domain.engine.fairness import Fairness, GameCreated
from domain.engine.messages import Command, Event
from domain.engine.prompts import Demand, GameEnded, Prompt, Prompts, asking, opening
from domain.engine.room import Follow
from domain.engine.scenario import Scenario
from domain.engine.state import Game, State, before_creation

_ENDED = 1 << 60
"""What is called for once the game is over, when all else is settled: nothing any more."""


class Play(State):
    """A game on which commands are being played; ``freeze`` gives the immutable ``Game`` that it has come to.

    Rooms act through it: what they call is ``happen``, ``draw``, ``drawn``, ``end`` and all about prompts. A refusal
    leaves it as it was, but an error in the middle of a command does not: then it is thrown away.
    """

    __slots__ = (
        "_called",
        "_chance",
        "_deeds",
        "_draws",
        "_follows",
        "_next_phase",
        "_phase",
        "_reactions",
        "_settlers",
        "_version",
        "events",
        "prompts",
        "stack",
    )

    def __init__(self, game: Game, chance: Chance) -> None:
        dict.__init__(self, game)
        self.setting = game.setting
        self.terms = game.terms
        self.events: list[Event] = []
        """What has happened by the last command."""
        self.prompts = prompts = game[Prompts]
        """The part that says who must act, kept at hand: nothing is asked for as often."""
        self.stack = prompts.stack
        """The prompts as they will be once awards are settled."""
        self._phase = prompts.phase
        self._deeds = game.setting.tables.deeds
        self._next_phase = game.setting.next_phase
        self._reactions = game.setting.tables.reactions
        self._settlers = game.setting.tables.settlers
        self._version = game.version
        self._chance = chance
        self._draws: tuple[Draw, ...] = ()
        self._follows: list[tuple[Follow, Event]] = []
        """The consequences that have still to happen, in order."""
        self._called = 0
        """The settlers that are called for: a mask of their places in the chapter's order, ``_ENDED`` after all."""

    def happen(self, event: Event) -> None:
        """Let an event happen: it is folded at once and will be stored."""
        folds, follow, settlers = self._reactions[type(event)]
        for part, fold in folds:
            self[part] = fold(self[part], event, self)
        self.events.append(event)
        if follow is not None:
            self._follows.append((follow, event))
        if settlers:
            self._called |= settlers

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

    def drop_draws(self) -> None:
        """Forget the values drawn since the last event, which no event may carry.

        Where a card comes out of a bag that its new owner may not look into, its place there tells what lies beside it.
        Who has the seed and the whole history draws it again.
        """
        self._draws = ()

    def ask(self, prompt: str, seat: int, amount: int = 1) -> None:
        """Ask a seat for something, once awards are settled."""
        self.stack += asking(prompt, seat, amount)

    def ask_each(self, prompt: str, seats: Iterable[int]) -> None:
        """Ask each of these seats for one answer, once awards are settled."""
        self.demand(prompt, dict.fromkeys(seats, 1))

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
        if not self._called & _ENDED:
            self._called |= _ENDED
            self.happen(GameEnded(winners, cause))
            self.prompts = self[Prompts]

    def execute(self, command: Command) -> Sequence[Event]:
        """Play a command: the events that it made. Raises ``Illegal``, and then nothing has changed."""
        demand = self.prompts.lone
        if demand is not None and demand.seat == command.seat and type(command) in self._deeds[demand.prompt]:
            # Nearly always the one seat that is asked does what it is asked for.
            deed = self._deeds[demand.prompt][type(command)]
        else:
            deed, demand = admit(self, command)
        check, handler = deed.check, deed.handler
        if check is not None:
            check(self, command, demand)
        self._version += len(self.events)
        self.events = []
        handler(self, command, demand)
        self.settle()
        return self.events

    def settle(self) -> None:
        """Run on until somebody must act or the game is over.

        Consequences happen first in, first out; when none are left, the first settler that is called for has its say;
        when there is none either and nobody is asked for anything, the next phase begins.
        """
        follows, phase = self._follows, self._phase
        while True:
            if follows:
                for follow, event in follows:  # grows while it is gone through
                    follow(self, event)
                follows.clear()
            called = self._called
            if called:
                first = called & -called
                if first == _ENDED:
                    return
                self._called = called ^ first
                self._settlers[first](self)
            elif self.stack:
                break
            else:
                phase, enter = self._next_phase[phase]
                enter(self)
        self._phase = phase
        stack, before = self.stack, self.prompts
        if phase != before.phase or stack != before.stack:
            change, self.prompts = opening(phase, stack)
            self[Prompts] = self.prompts
            self.events.append(change)

    def freeze(self) -> Game:
        """Make the game as it is now."""
        return Game(self.setting, self, self._version + len(self.events))


def execute(game: Game, command: Command, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Play a command: the new game and the events that made it. Raises ``Illegal``, and then nothing has changed."""
    play = Play(game, chance)
    events = play.execute(command)
    return play.freeze(), tuple(events)


def create(scenario: Scenario, created: GameCreated, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Create a game of a chapter (options applied): everything up to the first seat that must act."""
    play = Play(before_creation(scenario, created.seats), chance)
    play.happen(created)
    play.settle()
    return play.freeze(), tuple(play.events)
