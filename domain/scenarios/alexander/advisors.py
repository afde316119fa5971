"""Alexander's advisors (A4): the first seats with three event chips, and after that whoever has more of them."""

from collections.abc import Callable

import msgspec

from domain.components import Seat
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.buildings import put
from domain.scenarios.alexander.payment import ChipsWon, EventChipWon

FIRST, SECOND, THIRD = 1, 2, 3


class AdvisorCardTaken(Event, frozen=True):
    """A seat took an advisor card (1 to 3) from the table (loser 0) or from a seat, and gave that its own (0: none)."""

    seat: Seat
    advisor: int
    loser: Seat
    given: int


def in_use(seats: int) -> tuple[int, ...]:
    """The advisor cards that are played with: three seats have no second advisor (A1.6)."""
    return (FIRST, THIRD) if seats == 3 else (FIRST, SECOND, THIRD)


class AdvisorTerms(msgspec.Struct, frozen=True, gc=False):
    """The points of each advisor card, the chips that make an advisor, and by seats the cards that are in use."""

    points: tuple[int, ...] = (0, 4, 3, 2)
    chips: int = 3
    cards: Callable[[int], tuple[int, ...]] = in_use


class Advisors(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows who has each advisor card (indexed by the card, from 1; 0: nobody)."""

    holders: tuple[Seat, ...] = (0, 0, 0, 0)

    def card_of(self, seat: Seat) -> int:
        """The card that a seat has; 0 for none."""
        return self.holders.index(seat) if seat in self.holders[1:] else 0


room = Room("advisors")
room.term(AdvisorTerms())
room.part(Advisors, lambda seats, terms: Advisors())


@room.fold(AdvisorCardTaken, Advisors)
def _(advisors: Advisors, event: AdvisorCardTaken, state: State) -> Advisors:
    holders = advisors.holders
    if event.given:
        holders = put(holders, event.given, event.loser)
    return Advisors(put(holders, event.advisor, event.seat))


@room.settle(EventChipWon)
def appoint_advisors(play: Play) -> None:
    """Let the winner of a chip take the advisor card that is due to it, then each seat that lost its card by that."""
    seat = next(event.seat for event in play.events if isinstance(event, EventChipWon))
    free = [card for card in _cards(play) if not play[Advisors].holders[card]]
    if free and not play[Advisors].card_of(seat) and play[ChipsWon].count(seat) >= play.terms[AdvisorTerms].chips:
        play.happen(AdvisorCardTaken(seat, free[0], 0, 0))
    while card := _better_card(play, seat):
        loser, given = play[Advisors].holders[card], play[Advisors].card_of(seat)
        play.happen(AdvisorCardTaken(seat, card, loser, given))
        seat = loser


def _cards(state: State) -> tuple[int, ...]:
    return state.terms[AdvisorTerms].cards(state.seats)


def _better_card(state: State, seat: Seat) -> int:
    """The best card, better than its own, that a seat can take from one with fewer chips (A4.3); 0 for none."""
    advisors, chips = state[Advisors], state[ChipsWon]
    own = advisors.card_of(seat)
    for card in _cards(state):
        if card == own:
            return 0
        holder = advisors.holders[card]
        if holder and chips.count(holder) < chips.count(seat):
            return card
    return 0


@room.score("advisor", AdvisorCardTaken)
def score_advisor(state: State, seat: Seat) -> int:
    """Count the points of a seat's advisor card."""
    return state.terms[AdvisorTerms].points[state[Advisors].card_of(seat)]


class AdvisorsView(msgspec.Struct, frozen=True, gc=False):
    """Who the advisors are (0: nobody)."""

    first: Seat
    second: Seat
    third: Seat


@room.show
def show_advisors(state: State, viewer: Viewer) -> AdvisorsView:
    """Show who has which advisor card."""
    return AdvisorsView(*state[Advisors].holders[1:])
