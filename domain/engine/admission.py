"""Who may do what now: a command is admitted when an open prompt asks its seat for it."""

from domain.engine.messages import Command
from domain.engine.prompts import Demand, Prompts
from domain.engine.room import Deed
from domain.engine.state import State
from domain.errors import Illegal, Reason


def demands_on(state: State, seat: int) -> list[Demand]:
    """List what a seat is asked for now, from the topmost prompt down to the first that play waits for."""
    prompts = state.setting.tables.prompts
    found: list[Demand] = []
    for prompt in state[Prompts].stack[::-1]:
        found += [demand for demand in prompt.demands if demand.seat == seat]
        if prompts[prompt.kind].waits:
            break
    return found


def admit(state: State, command: Command) -> tuple[Deed, Demand]:
    """Find the demand that a command answers, and how it is done.

    Raises ``Illegal``: the game is over (B10.3), the command is none of this scenario, the seat does not exist, it is
    not asked, or it is asked for something else.
    """
    deeds = state.setting.tables.deeds
    demands = demands_on(state, command.seat)
    for demand in demands:
        deed = deeds[demand.prompt].get(type(command))
        if deed is not None:
            return deed, demand
    raise _refusal(state, command, demands)


def _refusal(game: State, command: Command, demands: list[Demand]) -> Illegal:
    kind, tables, prompts = type(command), game.setting.tables, game[Prompts]
    if prompts.over:
        return Illegal(Reason.GAME_OVER, "B10.3")
    if kind not in tables.commands:
        return Illegal(Reason.NOT_IN_THIS_SCENARIO, "B3.3", command=kind.__name__, scenario=game.scenario.key)
    if command.seat not in game.everyone:
        return Illegal(Reason.NO_SUCH_SEAT, "B2.5", seat=command.seat, seats=game.seats)
    asked = demands[0].prompt if demands else prompts.stack[-1].kind
    if not demands and tables.prompts[asked].order and kind in tables.deeds[asked]:
        return Illegal(Reason.NOT_YOUR_TURN, tables.prompts[asked].order, seat=command.seat, awaited=asked)
    if not demands and command.seat != tables.in_turn(game):
        return Illegal(Reason.NOT_YOUR_TURN, "B3.3", seat=command.seat, awaited=asked)
    return Illegal(Reason.NOT_NOW, tables.prompts[asked].rule, command=kind.__name__, awaited=asked)
