"""The Pharaoh's Blessing and Curse (C7): points for the most blocks given, points off for the fewest."""

import msgspec

from domain.components import Seat
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.scenarios.cheops.pyramid import Pyramid, PyramidBlockPlaced


class BlessingGiven(Event, frozen=True):
    """The Pharaoh's Blessing went to a seat; who had it before has it no more."""

    seat: Seat


class CurseLaid(Event, frozen=True):
    """A seat is among those who gave the fewest blocks, and has a Pharaoh's Curse now."""

    seat: Seat


class CurseLifted(Event, frozen=True):
    """A seat put its Pharaoh's Curse away."""

    seat: Seat


class BlessingTerms(msgspec.Struct, frozen=True, gc=False):
    """The points of the Blessing and of a Curse."""

    blessing: int = 3
    curse: int = -2


class Favor(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows who has the Blessing (0: nobody) and who are cursed (ascending)."""

    blessed: Seat = 0
    cursed: tuple[Seat, ...] = ()


room = Room("blessing and curse")
room.term(BlessingTerms())
room.part(Favor, lambda seats, terms: Favor())


@room.fold(BlessingGiven, Favor)
def _(favor: Favor, event: BlessingGiven, state: State) -> Favor:
    return Favor(event.seat, favor.cursed)


@room.fold(CurseLaid, Favor)
def _(favor: Favor, event: CurseLaid, state: State) -> Favor:
    return Favor(favor.blessed, tuple(sorted((*favor.cursed, event.seat))))


@room.fold(CurseLifted, Favor)
def _(favor: Favor, event: CurseLifted, state: State) -> Favor:
    return Favor(favor.blessed, tuple(seat for seat in favor.cursed if seat != event.seat))


@room.settle(PyramidBlockPlaced)
def judge_givers(play: Play) -> None:
    """Give the Blessing to whoever gave strictly more than its holder; let the Curse lie on those with the fewest."""
    pyramid = play[Pyramid]
    given = {seat: pyramid.given(seat) for seat in play.everyone}
    if not any(given.values()):
        return
    blessed = play[Favor].blessed
    most = max(given, key=lambda seat: given[seat])
    if not blessed or given[most] > given[blessed]:
        blessed = most
        play.happen(BlessingGiven(blessed))
    fewest = min(given.values())
    # Where all gave equally many, one curse is missing: its holder's Blessing keeps a seat free of it (C7.3).
    due = [seat for seat in play.everyone if given[seat] == fewest and seat != blessed]
    before = play[Favor].cursed
    for seat in before:
        if seat not in due:
            play.happen(CurseLifted(seat))
    for seat in due:
        if seat not in before:
            play.happen(CurseLaid(seat))


@room.score("blessing", BlessingGiven)
def score_blessing(state: State, seat: Seat) -> int:
    """Count the points of the Blessing for its holder."""
    return state.terms[BlessingTerms].blessing if state[Favor].blessed == seat else 0


@room.score("curse", CurseLaid, CurseLifted)
def score_curse(state: State, seat: Seat) -> int:
    """Count the points off for the cursed."""
    return state.terms[BlessingTerms].curse if seat in state[Favor].cursed else 0


class FavorView(msgspec.Struct, frozen=True, gc=False):
    """Who has the Pharaoh's Blessing (0: nobody), and on whom his Curse lies."""

    blessed: Seat
    cursed: tuple[Seat, ...]


@room.show
def show_favor(state: State, viewer: Viewer) -> FavorView:
    """Show who is blessed and who is cursed."""
    favor = state[Favor]
    return FavorView(favor.blessed, favor.cursed)
