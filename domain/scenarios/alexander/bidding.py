"""The bidding for an event (A3.2, A3.5, A3.6): word by word clockwise, and a bluff is as good as any other bid."""

from collections.abc import Iterable

import msgspec

from domain.components import Seat, total
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand, Prompts
from domain.engine.room import Choice, NumberChoice, Phase, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.hands import GoodsTerms, Hands
from domain.rules.turn import Pass, Turn
from domain.scenarios.alexander.events import KNIGHT_WORTH, TAKEN, MarchEvent
from domain.scenarios.alexander.march import March


class Bid(Command, frozen=True):
    """Name a number, higher than the highest so far: what you would pay to resolve the event."""

    amount: int


class BiddingOpened(Event, frozen=True):
    """The bidding for the event began, or began anew; all seats take part."""

    event: MarchEvent


class BidMade(Event, frozen=True):
    """A seat made the highest bid so far."""

    seat: Seat
    amount: int


class BidPassed(Event, frozen=True):
    """A seat passed, and is out of this bidding."""

    seat: Seat


class BiddingEnded(Event, frozen=True):
    """The bidding is over: the highest bidder is to pay; nobody (seat 0) where all passed, and the event stays."""

    seat: Seat
    amount: int


class BidDefaulted(Event, frozen=True):
    """The highest bidder cannot pay: it is to discard so many resource cards, half of them rounded up."""

    seat: Seat
    amount: int


class BiddingTerms(msgspec.Struct, frozen=True, gc=False):
    """The highest bid that can be made."""

    most: int = 999


class Bidding(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that follows the bidding: the highest bid, its bidder (0: nobody yet), who has passed."""

    open: bool = False
    highest: int = 0
    bidder: Seat = 0
    passed: tuple[Seat, ...] = ()


room = Room("bidding")
room.term(BiddingTerms())
room.part(Bidding, lambda seats, terms: Bidding())
room.prompt("bid", "A2.10", order="A3.2")


@room.fold(BiddingOpened, Bidding)
def _(bidding: Bidding, event: BiddingOpened, state: State) -> Bidding:
    return Bidding(open=True)


@room.fold(BidMade, Bidding)
def _(bidding: Bidding, event: BidMade, state: State) -> Bidding:
    return Bidding(True, event.amount, event.seat, bidding.passed)


@room.fold(BidPassed, Bidding)
def _(bidding: Bidding, event: BidPassed, state: State) -> Bidding:
    return Bidding(True, bidding.highest, bidding.bidder, (*bidding.passed, event.seat))


@room.fold(BiddingEnded, Bidding)
def _(bidding: Bidding, event: BiddingEnded, state: State) -> Bidding:
    return Bidding(False, event.amount, event.seat, bidding.passed)


@room.fold(BidDefaulted, Bidding)
def _(bidding: Bidding, event: BidDefaulted, state: State) -> Bidding:
    return Bidding()


def event_of(state: State) -> MarchEvent:
    """The event that waits to be resolved."""
    event = state[March].event
    assert event is not None
    return event


def knights_that_count(state: State, seat: Seat) -> int:
    """Count a seat's knights that count for the event: in a battle those played before the chip was turned up."""
    knights = state[March].knights
    return knights[seat - 1] if knights else 0


def worth(state: State, seat: Seat) -> int:
    """Count what a seat could pay for the event at most."""
    held = state.terms[GoodsTerms].held(state, seat)
    return total(held & TAKEN[event_of(state)]) + KNIGHT_WORTH * knights_that_count(state, seat)


def highest_bid(state: State, seat: Seat) -> int:
    """The highest bid that a seat can make: any, by a bluff, but only what it could pay where it has no card to lose.

    That one is open to all, so refusing more tells nothing.
    """
    return state.terms[BiddingTerms].most if state[Hands].of[seat] else worth(state, seat)


def open_bidding(play: Play) -> None:
    """Open the bidding for the event that waits; the seat in turn has the first word."""
    play.happen(BiddingOpened(event_of(play)))
    play.ask("bid", play[Turn].seat)


def _bid_where_event_waits(play: Play) -> None:
    if play[March].event is not None:
        open_bidding(play)


EVENT = Phase("event", _bid_where_event_waits)


def _choose_bid(state: State, demand: Demand) -> Iterable[Choice]:
    least, most = state[Bidding].highest + 1, highest_bid(state, demand.seat)
    return (Choice(Bid.__name__, (), numbers=(NumberChoice("amount", least, most),)),) if least <= most else ()


def _check_bid(state: State, command: Bid, demand: Demand) -> None:
    amount, highest, most = command.amount, state[Bidding].highest, state.terms[BiddingTerms].most
    if amount <= highest:
        raise Illegal(Reason.BID_TOO_LOW, "A3.2", amount=amount, highest=highest)
    if amount > most:
        raise Illegal(Reason.BID_TOO_HIGH, "A3.2", amount=amount, most=most)
    if amount > highest_bid(state, command.seat):
        raise Illegal(Reason.NOTHING_TO_LOSE, "A3.5", amount=amount, most=highest_bid(state, command.seat))


@room.does(Bid, "bid", choosing=_choose_bid, check=_check_bid)
def bid(play: Play, command: Bid, demand: Demand) -> None:
    """Make the highest bid so far."""
    play.happen(BidMade(command.seat, command.amount))
    _pass_word_on(play, demand)


@room.does(Pass, "bid", always=True)
def pass_bidding(play: Play, command: Pass, demand: Demand) -> None:
    """Leave this bidding."""
    play.happen(BidPassed(command.seat))
    _pass_word_on(play, demand)


def _pass_word_on(play: Play, demand: Demand) -> None:
    """Ask the next seat clockwise that is still in; where that is only the highest bidder, or nobody, end it."""
    play.answer(demand)
    bidding = play[Bidding]
    out = (*bidding.passed, bidding.bidder)
    still_in = [seat for seat in play.clockwise(demand.seat)[1:] if seat not in out]
    if still_in:
        play.ask("bid", still_in[0])
        return
    play.happen(BiddingEnded(bidding.bidder, bidding.highest))
    if bidding.bidder:
        _call_in(play, bidding.bidder, bidding.highest)


def _call_in(play: Play, bidder: Seat, amount: int) -> None:
    """Ask the highest bidder to pay; one that cannot is to discard half of its resource cards, rounded up (A3.5)."""
    if worth(play, bidder) >= amount:
        play.ask("pay", bidder)
        return
    lost = (total(play[Hands].of[bidder]) + 1) // 2
    play.happen(BidDefaulted(bidder, lost))
    play.ask("forfeit", bidder, amount=lost)


class BiddingView(msgspec.Struct, frozen=True, gc=False):
    """The bidding: whose word it is (0: nobody's), the highest bid and its bidder, who passed, what knights count."""

    open: bool
    event: MarchEvent | None
    seat: Seat
    highest: int
    bidder: Seat
    passed: tuple[Seat, ...]
    knights: tuple[int, ...]


@room.show
def show_bidding(state: State, viewer: Viewer) -> BiddingView:
    """Show the bidding; bids and passes are open to all, and what a bidder holds is not here."""
    bidding, march = state[Bidding], state[March]
    asked = [demand.seat for prompt in state[Prompts].stack for demand in prompt.demands if prompt.kind == "bid"]
    return BiddingView(
        bidding.open,
        march.event,
        asked[0] if asked else 0,
        bidding.highest,
        bidding.bidder,
        bidding.passed,
        march.knights,
    )
