"""Who must act: a stack of prompts, changed by nothing but the prompts' own events and the end of the game."""

import msgspec

from domain.components import Seat
from domain.engine.messages import Event


class Demand(msgspec.Struct, frozen=True):
    """What one seat owes to a prompt: ``amount`` counts cards, pieces or answers, as the prompt has it."""

    prompt: str
    seat: Seat
    amount: int = 1


class Prompt(msgspec.Struct, frozen=True):
    """An open prompt: its kind and what each asked seat still owes."""

    kind: str
    demands: tuple[Demand, ...]


class PromptKind(msgspec.Struct, frozen=True):
    """What a kind of prompt means: ``rule`` is the one that any command but its answers breaks.

    Play waits for a prompt, and nothing under it in the stack goes on, unless ``waits`` is false.
    """

    kind: str
    rule: str
    waits: bool = True


class PromptOpened(Event, frozen=True):
    """Seats were asked for something; the prompt lies on top of those that are open."""

    prompt: str
    phase: str
    demands: tuple[Demand, ...]


class PromptAnswered(Event, frozen=True):
    """A seat gave (or gave up) some of what it owed; the prompt is gone when nobody owes anything more."""

    prompt: str
    seat: Seat
    amount: int


class PromptClosed(Event, frozen=True):
    """A prompt was taken back, whoever still owed something."""

    prompt: str


class GameEnded(Event, frozen=True):
    """The game is over. No prompt is open after it."""

    winners: tuple[Seat, ...]
    cause: str


class Prompts(msgspec.Struct, frozen=True):
    """The part of the game that says who must act: the open prompts, the last one on top, and the phase."""

    stack: tuple[Prompt, ...] = ()
    phase: str = ""
    winners: tuple[Seat, ...] = ()
    over: bool = False

    def opened(self, event: PromptOpened) -> "Prompts":
        """Fold a new prompt onto the stack."""
        return Prompts((*self.stack, Prompt(event.prompt, event.demands)), event.phase)

    def answered(self, event: PromptAnswered) -> "Prompts":
        """Fold an answer: the seat owes less, and a prompt that nobody owes anything falls off the stack."""
        place = self._topmost(event.prompt)
        demands = []
        for demand in self.stack[place].demands:
            if demand.seat != event.seat:
                demands.append(demand)
            elif demand.amount > event.amount:
                demands.append(Demand(demand.prompt, demand.seat, demand.amount - event.amount))
        left = (Prompt(event.prompt, tuple(demands)),) if demands else ()
        return Prompts((*self.stack[:place], *left, *self.stack[place + 1 :]), self.phase)

    def closed(self, event: PromptClosed) -> "Prompts":
        """Fold the closing of a prompt."""
        place = self._topmost(event.prompt)
        return Prompts((*self.stack[:place], *self.stack[place + 1 :]), self.phase)

    def ended(self, event: GameEnded) -> "Prompts":
        """Fold the end of the game."""
        return Prompts((), self.phase, event.winners, True)

    def has(self, kind: str) -> bool:
        """Tell whether a prompt of this kind is open."""
        return any(prompt.kind == kind for prompt in self.stack)

    def _topmost(self, kind: str) -> int:
        return max(place for place, prompt in enumerate(self.stack) if prompt.kind == kind)
