"""Alexander's march (A2.7 to A2.9): one intersection of his route a turn, and what lies there is the event."""

import msgspec

from domain.board.laid import Board
from domain.board.plan import Route
from domain.chance import Draw
from domain.components import DevelopmentCard, Seat, bits, count
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Phase, Room
from domain.engine.state import State
from domain.rules.development import Development
from domain.rules.opening import BoardLaid
from domain.rules.turn import Turn
from domain.scenarios.alexander.events import CHIPS, MarchEvent

TEMPLE, CHIP, SEVEN = "temple", "chip", "seven"
"""The words of a route's stops; at any other there is nothing."""


class AlexanderMoved(Event, frozen=True):
    """Alexander crossed the next intersection of his route, and stands on the arrow (from 0) behind it."""

    arrow: int
    intersection: int


class EventChipRevealed(Event, frozen=True):
    """The chip on that intersection was turned up. In a battle these knights count, in order of seats (A3.4)."""

    chip: MarchEvent
    intersection: int
    knights: tuple[int, ...]
    draws: tuple[Draw, ...]


class EventResolved(Event, frozen=True):
    """A seat resolved the event; the march goes on in the next turn."""

    event: MarchEvent
    seat: Seat


class March(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows where Alexander is and which event waits there.

    Which chip lies where is not known to anybody: only how many of each kind have not been turned up.
    """

    arrow: int = 0
    event: MarchEvent | None = None
    """The event that is not resolved yet."""
    protected: int = 0
    """Mask of the intersections where the way ahead lets nobody build (A5.2)."""
    chips: tuple[int, ...] = ()
    """The chips of each kind that have not been turned up, those out of the game among them."""
    knights: tuple[int, ...] = ()
    """In a battle the knights of each seat that count, in order of seats."""


room = Room("march")
room.part(March, lambda seats, terms: March())


def route_of(state: State) -> Route:
    """The route of this game's board."""
    route = state[Board].route
    assert route is not None
    return route


def _protected(state: State, crossed: int) -> int:
    """Mask of what is near the intersections of the route from ``crossed`` + 1 on, the arrows' outer ends left out."""
    grid, mask = state[Board].grid, 0
    for intersection in route_of(state).intersections[crossed + 1 : -1]:
        mask |= grid.near[intersection]
    return mask


@room.fold(BoardLaid, March)
def _(march: March, event: BoardLaid, state: State) -> March:
    counts = {chips.kind: chips.count for chips in route_of(state).chips}
    return March(protected=_protected(state, 0), chips=tuple(counts[kind.name.lower()] for kind in CHIPS))


@room.fold(AlexanderMoved, March)
def _(march: March, event: AlexanderMoved, state: State) -> March:
    at_temple = route_of(state).stops[event.arrow - 1] == TEMPLE
    # A temple is closed to all until its event is resolved.
    protected = _protected(state, event.arrow - at_temple)
    return March(event.arrow, MarchEvent.SETTLEMENT if at_temple else None, protected, march.chips)


@room.fold(EventChipRevealed, March)
def _(march: March, event: EventChipRevealed, state: State) -> March:
    chips = tuple(n - (kind is event.chip) for kind, n in zip(CHIPS, march.chips, strict=True))
    return March(march.arrow, event.chip, march.protected, chips, event.knights)


@room.fold(EventResolved, March)
def _(march: March, event: EventResolved, state: State) -> March:
    return March(march.arrow, None, _protected(state, march.arrow), march.chips)


def _march(play: Play) -> None:
    """Let Alexander cross the next intersection, unless an event keeps him, or a 7 is asked for and was not rolled."""
    march, route = play[March], route_of(play)
    if march.event is not None:
        return
    stop = route.stops[march.arrow]
    if stop == SEVEN and not play[Turn].seven:
        return
    intersection = route.intersections[march.arrow + 1]
    play.happen(AlexanderMoved(march.arrow + 1, intersection))
    if stop == CHIP:
        _turn_up_chip(play, intersection)


def _turn_up_chip(play: Play, intersection: int) -> None:
    left = [kind for kind, n in zip(CHIPS, play[March].chips, strict=True) for _ in range(n)]
    chip = left[play.draw("event_chip", len(left))]
    played = play[Development].played[1:] if chip is MarchEvent.BATTLE else ()
    knights = tuple(count(cards, DevelopmentCard.KNIGHT) for cards in played)
    play.happen(EventChipRevealed(chip, intersection, knights, play.drawn()))


MARCH = Phase("march", _march)


class MarchView(msgspec.Struct, frozen=True, gc=False):
    """Alexander's arrow, the next intersection (none in Persepolis), what is protected, and the event that waits."""

    arrow: int
    next: int | None
    protected: tuple[int, ...]
    event: MarchEvent | None
    chips_left: int
    """The chips that have not been turned up, those out of the game left out."""


@room.show
def show_march(state: State, viewer: Viewer) -> MarchView:
    """Show where Alexander is."""
    march, route = state[March], state[Board].route
    if route is None:
        return MarchView(0, None, (), None, 0)
    there = march.arrow < len(route.stops)
    return MarchView(
        march.arrow,
        route.intersections[march.arrow + 1] if there else None,
        bits(march.protected),
        march.event,
        route.stops[march.arrow :].count(CHIP),
    )
