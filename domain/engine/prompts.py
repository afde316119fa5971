"""Who must act: a stack of prompts, changed by nothing but its own event and the end of the game."""

from functools import lru_cache

import msgspec

from domain.components import Seat
from domain.engine.messages import Event


class Demand(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What one seat owes to a prompt: ``amount`` counts cards, pieces or answers, as the prompt has it."""

    prompt: str
    seat: Seat
    amount: int = 1


class Prompt(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """An open prompt: its kind and what each asked seat still owes."""

    kind: str
    demands: tuple[Demand, ...]

    def without(self, answered: Demand, amount: int) -> "tuple[Prompt, ...]":
        """The prompt after a seat settled so much of its demand; nothing when nobody owes anything more."""
        if amount == answered.amount and self.demands == (answered,):
            return ()
        left = []
        for demand in self.demands:
            if demand != answered:
                left.append(demand)
            elif demand.amount > amount:
                left.append(Demand(demand.prompt, demand.seat, demand.amount - amount))
        return (Prompt(self.kind, tuple(left)),) if left else ()


@lru_cache(maxsize=4096)
def asking(kind: str, seat: Seat, amount: int) -> tuple[Prompt]:
    """Make the prompt that asks one seat for something, as it is pushed on a stack; equal ones are shared."""
    return (Prompt(kind, (Demand(kind, seat, amount),)),)


class PromptKind(msgspec.Struct, frozen=True):
    """What a kind of prompt means: ``rule`` is the one that any command but its answers breaks.

    Play waits for a prompt, and nothing under it in the stack goes on, unless ``waits`` is false. ``order`` is the rule
    that says whom it asks, where that is not the seat in turn.
    """

    kind: str
    rule: str
    waits: bool = True
    order: str = ""


class PromptsChanged(Event, frozen=True):
    """From now on these prompts are open, the last one on top; every other one is gone."""

    phase: str
    prompts: tuple[Prompt, ...]


class GameEnded(Event, frozen=True):
    """The game is over. No prompt is open after it."""

    winners: tuple[Seat, ...]
    cause: str


class Prompts(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that says who must act: the open prompts, the last one on top, and the phase.

    Nearly always one seat is asked for one thing: that is ``lone``, kept beside the stack so that nobody has to look.
    """

    stack: tuple[Prompt, ...] = ()
    phase: str = ""
    lone: Demand | None = None
    winners: tuple[Seat, ...] = ()
    over: bool = False

    def changed(self, event: PromptsChanged) -> "Prompts":
        """Fold the prompts that are open now."""
        stack = event.prompts
        demands = stack[0].demands if len(stack) == 1 else ()
        return Prompts(stack, event.phase, demands[0] if len(demands) == 1 else None)

    def ended(self, event: GameEnded) -> "Prompts":
        """Fold the end of the game."""
        return Prompts((), self.phase, None, event.winners, True)


@lru_cache(maxsize=4096)
def opening(phase: str, stack: tuple[Prompt, ...]) -> tuple[PromptsChanged, Prompts]:
    """Make the event that opens these prompts and what it folds to; the same few recur, and are shared."""
    change = PromptsChanged(phase, stack)
    return change, Prompts().changed(change)
