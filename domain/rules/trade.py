"""Trade between seats (B6.2, B6.3, B6.5): offer, accept, decline, counter, close, withdraw; and when an offer falls."""

from collections.abc import Iterable

from domain.components import GOODS, Goods, Seat, bits, count, kinds, total
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import CardsChoice, Choice
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.bank_trade import BankTradeMade, members
from domain.rules.hands import GoodsTerms, ResourcesPaid, check_gives, holds
from domain.rules.offers import (
    AcceptTrade,
    CloseTrade,
    CounterTrade,
    DeclineTrade,
    Offer,
    OfferTrade,
    TradeAccepted,
    TradeAnswerFell,
    TradeCountered,
    TradeDeclined,
    TradeFell,
    TradeMade,
    TradeOffered,
    TradeTerms,
    TradeWithdrawn,
    Trading,
    WithdrawTrade,
    room,
)
from domain.rules.robber import CardStolen, ResourcesDiscarded
from domain.rules.turn import TurnEnded

__all__ = ["room"]


def _check_terms(state: State, seat: Seat, give: Goods, take: Goods) -> None:
    """Refuse a one-sided exchange, one of like for like, and goods that do not exist (B6.3), or are not held (B6.2)."""
    if not give or not take:
        raise Illegal(Reason.NOTHING_OFFERED, "B6.3")
    common = kinds(give) & kinds(take)
    if common:
        raise Illegal(Reason.SAME_RESOURCE, "B6.3", resource=GOODS[bits(common)[0]].name)
    exist = state.terms[GoodsTerms].in_play(state)
    for good in GOODS:
        if count(take, good) > count(exist, good):
            raise Illegal(Reason.TOO_MANY_CARDS, "B6.3", given=count(take, good), most=count(exist, good))
    check_gives(state, seat, give, "B6.2")


def _terms_choice(state: State, seat: Seat) -> tuple[CardsChoice, CardsChoice]:
    goods = state.terms[GoodsTerms]
    held, exist = goods.held(state, seat), goods.in_play(state)
    # What is given is at least one kind, and that is not taken.
    most = total(exist) - min(count(exist, good) for good in members(kinds(held)))
    return CardsChoice("give", 1, total(held), held), CardsChoice("take", 1, most, exist)


def _choose_offer(state: State, demand: Demand) -> Iterable[Choice]:
    trading = state[Trading]
    goods = state.terms[GoodsTerms].held(state, demand.seat)
    if trading.offer is None and trading.offers < state.terms[TradeTerms].offers and goods:
        others = tuple(seat for seat in state.everyone if seat != demand.seat)
        return (Choice(OfferTrade.__name__, _terms_choice(state, demand.seat), to=others),)
    return ()


def _check_offer(state: State, command: OfferTrade, demand: Demand) -> None:
    trading = state[Trading]
    if trading.offer is not None:
        raise Illegal(Reason.OFFER_ALREADY_OPEN, "B6.2", offer=trading.offer.number)
    if trading.offers >= state.terms[TradeTerms].offers:
        raise Illegal(Reason.TOO_MANY_OFFERS, "B6.2", most=state.terms[TradeTerms].offers)
    for seat in command.to:
        if seat not in state.everyone:
            raise Illegal(Reason.NO_SUCH_SEAT, "B2.5", seat=seat, seats=state.seats)
        if seat == command.seat or command.to.count(seat) > 1:
            raise Illegal(Reason.NOBODY_ASKED, "B6.2", seat=seat)
    _check_terms(state, command.seat, command.give, command.take)


@room.does(OfferTrade, "act", choosing=_choose_offer, check=_check_offer)
def offer_trade(play: Play, command: OfferTrade, demand: Demand) -> None:
    """Make an offer."""
    others = (seat for seat in play.clockwise(command.seat) if seat != command.seat)
    to = tuple(seat for seat in others if not command.to or seat in command.to)
    play.happen(TradeOffered(play[Trading].numbers + 1, command.seat, command.give, command.take, to))
    play.ask_each("trade", to)


def _open_offer(state: State, number: int) -> Offer:
    offer = state[Trading].offer
    if offer is None or offer.number != number:
        raise Illegal(Reason.NO_SUCH_OFFER, "B6.2", offer=number)
    return offer


def _list_answers(state: State, demand: Demand) -> Iterable[Command]:
    """List the plain answers to the open offer."""
    offer = state[Trading].offer
    if offer is None:
        return ()
    refusal = DeclineTrade(demand.seat, offer.number)
    if holds(state, demand.seat, offer.take):
        return AcceptTrade(demand.seat, offer.number), refusal
    return (refusal,)


def _check_acceptance(state: State, command: AcceptTrade, demand: Demand) -> None:
    offer = _open_offer(state, command.offer)
    check_gives(state, command.seat, offer.take, "B6.2")


@room.does(AcceptTrade, "trade", listing=_list_answers, check=_check_acceptance)
def accept_trade(play: Play, command: AcceptTrade, demand: Demand) -> None:
    """Accept the offer; its maker may now close the deal."""
    play.happen(TradeAccepted(command.offer, command.seat))
    play.answer(demand)


def _check_refusal(state: State, command: DeclineTrade, demand: Demand) -> None:
    _open_offer(state, command.offer)


@room.does(DeclineTrade, "trade", listing=_list_answers, check=_check_refusal)
def decline_trade(play: Play, command: DeclineTrade, demand: Demand) -> None:
    """Decline the offer."""
    play.happen(TradeDeclined(command.offer, command.seat))
    play.answer(demand)


def _choose_counter(state: State, demand: Demand) -> Iterable[Choice]:
    trading = state[Trading]
    seat = demand.seat
    goods = state.terms[GoodsTerms].held(state, seat)
    if trading.offer is None or trading.counters[seat] >= state.terms[TradeTerms].counters or not goods:
        return ()
    choice = Choice(CounterTrade.__name__, _terms_choice(state, seat), (trading.offer.seat,), trading.offer.number)
    return (choice,)


def _check_counter(state: State, command: CounterTrade, demand: Demand) -> None:
    _open_offer(state, command.offer)
    if state[Trading].counters[command.seat] >= state.terms[TradeTerms].counters:
        raise Illegal(Reason.TOO_MANY_OFFERS, "B6.2", most=state.terms[TradeTerms].counters)
    _check_terms(state, command.seat, command.give, command.take)


@room.does(CounterTrade, "trade", choosing=_choose_counter, check=_check_counter)
def counter_trade(play: Play, command: CounterTrade, demand: Demand) -> None:
    """Make a counter-offer; its maker may still accept or decline the offer itself."""
    number = play[Trading].numbers + 1
    play.happen(TradeCountered(command.offer, number, command.seat, command.give, command.take))


def _list_deals(state: State, demand: Demand) -> Iterable[Command]:
    """List what the maker of the open offer can do with it."""
    offer = state[Trading].offer
    if offer is None:
        return ()
    deals: list[Command] = [WithdrawTrade(demand.seat, offer.number)]
    deals += [CloseTrade(demand.seat, offer.number, partner) for partner in offer.accepted]
    deals += [
        CloseTrade(demand.seat, counter.number, counter.seat)
        for counter in offer.counters
        if holds(state, demand.seat, counter.take)
    ]
    return deals


def _deal(state: State, command: CloseTrade) -> tuple[Goods, Goods]:
    """What the closing seat gives and takes; raises ``Illegal`` where nobody agreed to that."""
    offer = state[Trading].offer
    if offer is not None and command.offer == offer.number:
        if command.partner not in offer.accepted:
            raise Illegal(Reason.NOT_AGREED, "B6.2", partner=command.partner)
        return offer.give, offer.take
    for counter in offer.counters if offer is not None else ():
        if counter.number == command.offer:
            if counter.seat != command.partner:
                raise Illegal(Reason.NOT_AGREED, "B6.2", partner=command.partner)
            return counter.take, counter.give
    raise Illegal(Reason.NO_SUCH_OFFER, "B6.2", offer=command.offer)


def _check_deal(state: State, command: CloseTrade, demand: Demand) -> None:
    give, _ = _deal(state, command)
    check_gives(state, command.seat, give, "B6.2")


@room.does(CloseTrade, "act", listing=_list_deals, check=_check_deal)
def close_trade(play: Play, command: CloseTrade, demand: Demand) -> None:
    """Close the deal: the cards change hands."""
    give, take = _deal(play, command)
    play.happen(TradeMade(command.offer, command.seat, command.partner, give, take))
    play.close("trade")


def _check_withdrawal(state: State, command: WithdrawTrade, demand: Demand) -> None:
    _open_offer(state, command.offer)


@room.does(WithdrawTrade, "act", listing=_list_deals, check=_check_withdrawal)
def withdraw_trade(play: Play, command: WithdrawTrade, demand: Demand) -> None:
    """Withdraw the offer."""
    play.happen(TradeWithdrawn(command.offer))
    play.close("trade")


@room.follow(TurnEnded)
def fall_at_turn_end(play: Play, event: TurnEnded) -> None:
    """An open offer falls at the end of the turn (B6.5)."""
    if play[Trading].offer is not None:
        _let_fall(play)


def _let_fall(play: Play) -> None:
    offer = play[Trading].offer
    if offer is not None:
        play.happen(TradeFell(offer.number))
        play.close("trade")


def fall_by_loss(play: Play, loser: Seat) -> None:
    """An offer falls, and so does an answer to it, as soon as its maker loses any card (B6.5)."""
    offer = play[Trading].offer
    if offer is None:
        return
    if loser == offer.seat:
        _let_fall(play)
    elif loser in offer.accepted or any(counter.seat == loser for counter in offer.counters):
        play.happen(TradeAnswerFell(offer.number, loser))
        if loser in offer.accepted:
            play.ask_again("trade", loser)


def fall_by_payment(play: Play, event: ResourcesPaid | ResourcesDiscarded | BankTradeMade) -> None:
    """Whoever pays, discards or trades loses cards."""
    if play[Trading].offer is not None:  # as seldom: it saves a call
        fall_by_loss(play, event.seat)


room.follow(ResourcesPaid)(fall_by_payment)
room.follow(ResourcesDiscarded)(fall_by_payment)
room.follow(BankTradeMade)(fall_by_payment)
room.follow(CardStolen)(lambda play, event: fall_by_loss(play, event.victim))
