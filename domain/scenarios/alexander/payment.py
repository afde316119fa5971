"""Paying for an event (A3.3, A3.4, A3.9), what a bluff costs (A3.5), and what is won by it (A3.7, A3.8)."""

from collections.abc import Iterable

import msgspec

from domain.components import DevelopmentCard, Goods, Seat, cards_of, coins_of, kinds, total, unpack_goods
from domain.engine.listing import commands_at, places
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import CardsChoice, Choice, Line, NumberChoice, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import (
    AT_A_DISTANCE,
    VACANT,
    BuildSettlement,
    SettlementBuilt,
    check_settlement,
    put,
    settlements_left,
)
from domain.rules.coins import Coins
from domain.rules.development import ONE_CARD, Development
from domain.rules.hands import GoodsTerms, Hands, check_gives
from domain.rules.largest_army import award_largest_army
from domain.rules.robber import DiscardCards, ResourcesDiscarded, check_discards, choose_discards
from domain.rules.turn import Pass
from domain.scenarios.alexander.bidding import Bidding, event_of, knights_that_count, open_bidding
from domain.scenarios.alexander.events import CHIPS, KNIGHT_WORTH, TAKEN, MarchEvent
from domain.scenarios.alexander.march import EventResolved, March, route_of


class PayBid(Command, frozen=True):
    """Pay your bid: cards and coins of what the event takes, and in a battle knights that you have played."""

    cards: Goods
    knights: int = 0


class BidPaid(Event, frozen=True):
    """The highest bidder paid: resource cards to the bank, coins to the supply, knights under the development deck."""

    seat: Seat
    cards: Goods
    knights: int


class EventChipWon(Event, frozen=True):
    """A seat took the chip of the event that it resolved."""

    seat: Seat
    chip: MarchEvent


class TempleForgone(Event, frozen=True):
    """A seat won the right to a settlement at the temple, and leaves it."""

    seat: Seat
    intersection: int


class ChipsWon(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows which chips each seat has: for each seat (indexed by it) so many of each kind."""

    of: tuple[tuple[int, ...], ...]

    def count(self, seat: Seat) -> int:
        """Count a seat's chips."""
        return sum(self.of[seat])


room = Room("payment")
room.part(ChipsWon, lambda seats, terms: ChipsWon(((0,) * len(CHIPS),) * (seats + 1)))
room.prompt("pay", "A3.3", order="A3.3")
room.prompt("forfeit", "A3.5", order="A3.5")
room.prompt("found", "A3.7", order="A3.7")
room.note(TempleForgone)


@room.fold(BidPaid, Hands)
def _(hands: Hands, event: BidPaid, state: State) -> Hands:
    return hands.paid(event.seat, cards_of(event.cards))


@room.fold(BidPaid, Coins)
def _(coins: Coins, event: BidPaid, state: State) -> Coins:
    return coins.with_more(event.seat, -coins_of(event.cards))


@room.fold(BidPaid, Development)
def _(development: Development, event: BidPaid, state: State) -> Development:
    if not event.knights:
        return development
    return development.put_under(event.seat, ONE_CARD[DevelopmentCard.KNIGHT] * event.knights)


@room.fold(EventChipWon, ChipsWon)
def _(chips: ChipsWon, event: EventChipWon, state: State) -> ChipsWon:
    won = tuple(n + (kind is event.chip) for kind, n in zip(CHIPS, chips.of[event.seat], strict=True))
    return ChipsWon(put(chips.of, event.seat, won))


room.settle(BidPaid)(award_largest_army)


def _choose_payment(state: State, demand: Demand) -> Iterable[Choice]:
    """For each number of knights that can be part of a payment: just as many cards and coins as are wanted besides."""
    seat, amount = demand.seat, state[Bidding].highest
    counts = Goods(state.terms[GoodsTerms].held(state, seat) & TAKEN[event_of(state)])
    found = []
    for knights in range(knights_that_count(state, seat) + 1):
        rest = max(0, amount - KNIGHT_WORTH * knights)
        if rest <= total(counts):
            cards = CardsChoice("cards", rest, rest, counts)
            found.append(Choice(PayBid.__name__, (cards,), numbers=(NumberChoice("knights", knights, knights),)))
        if not rest:
            break  # one knight more would be paid without need
    return found


def _check_payment(state: State, command: PayBid, demand: Demand) -> None:
    seat, bid, event = command.seat, state[Bidding].highest, event_of(state)
    check_gives(state, seat, command.cards, "A3.3")
    if kinds(command.cards) & ~kinds(TAKEN[event]) or (command.knights and event is not MarchEvent.BATTLE):
        raise Illegal(Reason.WRONG_GOODS, "A3.3", event=event.name)
    counted = knights_that_count(state, seat)
    if command.knights > counted:
        raise Illegal(Reason.KNIGHT_TOO_LATE, "A3.4", knights=command.knights, counted=counted)
    given = sum(unpack_goods(command.cards))
    paid = given + KNIGHT_WORTH * command.knights
    if paid < bid:
        raise Illegal(Reason.BID_NOT_COVERED, "A3.3", paid=paid, bid=bid)
    least = 1 if given else KNIGHT_WORTH
    if paid - least >= bid:
        raise Illegal(Reason.OVERPAID, "A3.3", paid=paid, bid=bid)


@room.does(PayBid, "pay", choosing=_choose_payment, check=_check_payment)
def pay_bid(play: Play, command: PayBid, demand: Demand) -> None:
    """Pay, and take what was won."""
    seat, event = command.seat, event_of(play)
    play.happen(BidPaid(seat, command.cards, command.knights))
    play.answer(demand)
    if event is not MarchEvent.SETTLEMENT:
        play.happen(EventChipWon(seat, event))
        play.happen(EventResolved(event, seat))
    elif settlements_left(play, seat) and places(play, "settlement", Demand("found", seat)):
        play.ask("found", seat)
    else:
        play.happen(EventResolved(event, seat))


@room.does(DiscardCards, "forfeit", choosing=choose_discards, check=check_discards("A3.5"))
def forfeit_cards(play: Play, command: DiscardCards, demand: Demand) -> None:
    """Discard for a bid that cannot be paid; the bidding begins anew."""
    play.happen(ResourcesDiscarded(command.seat, command.cards))
    play.answer(demand)
    open_bidding(play)


def temple(state: State) -> int:
    """The intersection that Alexander crossed last."""
    return route_of(state).intersections[state[March].arrow]


AT_TEMPLE = Line(Reason.NOT_AT_TEMPLE, "A3.7", lambda state, seat: 1 << temple(state))

room.place("settlement", AT_TEMPLE, VACANT, AT_A_DISTANCE, during="found")


def _list_founding(state: State, demand: Demand) -> Iterable[Command]:
    return commands_at(BuildSettlement, demand.seat, places(state, "settlement", demand))


@room.does(BuildSettlement, "found", listing=_list_founding, check=check_settlement)
def found_town(play: Play, command: BuildSettlement, demand: Demand) -> None:
    """Put a settlement at the temple."""
    play.happen(SettlementBuilt(command.seat, command.intersection))
    _leave_temple(play, demand)


@room.does(Pass, "found", always=True)
def forgo_temple(play: Play, command: Pass, demand: Demand) -> None:
    """Leave the temple without a settlement."""
    play.happen(TempleForgone(command.seat, temple(play)))
    _leave_temple(play, demand)


def _leave_temple(play: Play, demand: Demand) -> None:
    play.happen(EventResolved(MarchEvent.SETTLEMENT, demand.seat))
    play.answer(demand)


class ChipHand(msgspec.Struct, frozen=True, gc=False):
    """A seat's event chips of each kind."""

    seat: Seat
    famine: int
    bridge: int
    battle: int
    statue: int


class ChipsView(msgspec.Struct, frozen=True, gc=False):
    """All event chips won, seat by seat."""

    hands: tuple[ChipHand, ...]


@room.show
def show_chips(state: State, viewer: Viewer) -> ChipsView:
    """Show who has which chips; they lie open."""
    return ChipsView(tuple(ChipHand(seat, *state[ChipsWon].of[seat]) for seat in state.everyone))
