"""The turn (B3): roll once, then trade and build, then end the turn; the next seat clockwise follows."""

import msgspec

from domain.chance import Draw
from domain.components import Seat
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.points import Scores
from domain.engine.prompts import Demand, Prompt, Prompts, asking
from domain.engine.room import Phase, Room, Settle
from domain.engine.state import State


class RollDice(Command, frozen=True):
    """Roll the two dice of your turn."""


class Pass(Command, frozen=True):
    """End or decline what you are asked for: end the turn, or give up the second free road."""


class TurnStarted(Event, frozen=True):
    """A seat's turn started; turns are counted from 1."""

    seat: Seat
    turn: int


class TurnEnded(Event, frozen=True):
    """A seat ended its turn."""

    seat: Seat


class DiceRolled(Event, frozen=True):
    """The seat in turn rolled two dice."""

    seat: Seat
    dice: tuple[int, int]
    draws: tuple[Draw, ...]


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows whose turn it is (seat 0 before the first) and what was rolled in it."""

    seat: Seat = 0
    number: int = 0
    dice: tuple[int, int] | None = None
    seven: bool = False
    """Whether a 7 was rolled in this turn."""
    ended: bool = False
    """Whether its seat has ended it; where others build after that (B7.5), nobody has the turn."""


DICE = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""What two dice can show, by the value drawn for them: six times the first and once the second, each less 1."""

room = Room("turn")
room.part(Turn, lambda seats, terms: Turn())
room.in_turn = lambda state: state[Turn].seat
room.prompt("roll", "B3.2")
room.prompt("act", "B3.1")


@room.fold(TurnStarted, Turn)
def _(turn: Turn, event: TurnStarted, state: State) -> Turn:
    return Turn(event.seat, event.turn)


@room.fold(DiceRolled, Turn)
def _(turn: Turn, event: DiceRolled, state: State) -> Turn:
    first, second = event.dice  # cheaper than a sum, at every roll
    return Turn(turn.seat, turn.number, event.dice, first + second == 7)


@room.fold(TurnEnded, Turn)
def _(turn: Turn, event: TurnEnded, state: State) -> Turn:
    return Turn(turn.seat, turn.number, turn.dice, turn.seven, True)


@room.does(RollDice, "roll", always=True)
def roll_dice(play: Play, command: RollDice, demand: Demand) -> None:
    """Roll: one draw from 0 to 35 for the two dice."""
    dice = DICE[play.draw("dice", 36)]
    play.happen(DiceRolled(command.seat, dice, play.drawn()))
    play.answer(demand)


@room.does(Pass, "act", always=True)
def end_turn(play: Play, command: Pass, demand: Demand) -> None:
    """End the turn."""
    play.happen(TurnEnded(command.seat))
    play.answer(demand)


def next_turn(play: Play) -> None:
    """Start the turn of the next seat clockwise; seat 1 has the first (B2.5)."""
    turn = play[Turn]
    play.happen(TurnStarted(turn.seat % play.setting.seats + 1, turn.number + 1))


START = Phase("start", next_turn)


def _asks(prompt: str) -> Settle:
    """Make the beginning of a phase that asks the seat in turn for something; nobody is asked for anything yet."""

    def ask(play: Play) -> None:
        play.stack = asking(prompt, play[Turn].seat, 1)

    return ask


ROLL = Phase("roll", _asks("roll"))
ACT = Phase("act", _asks("act"))


class TurnView(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is (seat 0: nobody's yet), what was rolled in it, and who must act."""

    seat: Seat
    turn: int
    dice: tuple[int, ...]
    phase: str
    prompts: tuple[Prompt, ...]
    """The open prompts, the last one on top."""
    over: bool
    winners: tuple[Seat, ...]


class CauseView(msgspec.Struct, frozen=True, gc=False):
    """Public points that a seat has by one cause."""

    cause: str
    points: int


class ScoreView(msgspec.Struct, frozen=True, gc=False):
    """A seat's public points, in all and by cause."""

    seat: Seat
    total: int
    causes: tuple[CauseView, ...]


class ScoresView(msgspec.Struct, frozen=True, gc=False):
    """The public points; hidden victory point cards are left out."""

    scores: tuple[ScoreView, ...]


@room.show
def show_turn(state: State, viewer: Viewer) -> TurnView:
    """Show whose turn it is and who must act."""
    turn, prompts = state[Turn], state[Prompts]
    return TurnView(
        turn.seat, turn.number, turn.dice or (), prompts.phase, prompts.stack, prompts.over, prompts.winners
    )


@room.show
def show_scores(state: State, viewer: Viewer) -> ScoresView:
    """Show the public points."""
    scores = state[Scores]
    return ScoresView(
        tuple(
            ScoreView(seat, scores.total[seat], tuple(CauseView(*cause) for cause in scores.by_cause[seat]))
            for seat in state.everyone
        )
    )
