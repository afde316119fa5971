"""Trade: with the bank at the seat's rates, and with other seats by offers and answers."""

from collections import Counter

from tests.naive.acts import Bag
from tests.naive.building import Building
from tests.naive.table import RESOURCES, Answer, Offer


class Trading(Building):
    """B6."""

    answers = Building.answers | {
        "TradeWithBank": {"act"},
        "OfferTrade": {"act"},
        "AcceptTrade": {"trade"},
        "DeclineTrade": {"trade"},
        "CounterTrade": {"trade"},
        "CloseTrade": {"act"},
        "WithdrawTrade": {"act"},
    }

    def harbor_kinds(self, seat: int) -> set[str]:
        """B6.1: the harbors on which a seat has a building."""
        return {kind for one, other, kind in self.harbors if {one, other} & self.buildings(seat)}

    def rates(self, seat: int) -> dict[str, set[int]]:
        """B6.1: by what a seat can give, at which rates."""
        kinds = self.harbor_kinds(seat)
        return {good: {4} | {self.harbor_rate(kind) for kind in kinds & {good, "general"}} for good in self.goods}

    def harbor_rate(self, kind: str) -> int:
        """B6.1: what a harbor asks."""
        return 3 if kind == "general" else 2

    def bank_gives(self, good: str) -> bool:
        """B6.4: the bank gives only what it has; coins it always has (C1.2)."""
        return good in self.goods and (good not in RESOURCES or self.bank[good] > 0)

    def may_trade_with_bank(self, seat: int, give: str, rate: int, take: str) -> str | None:
        """B6.1."""
        if rate not in self.rates(seat).get(give, ()):
            return "B6.1"
        return self.may_exchange(seat, give, rate, take)

    def may_exchange(self, seat: int, give: str, rate: int, take: str) -> str | None:
        """B6.1, B6.4: whether a seat can give that much for one of another."""
        if give == take or self.hands[seat][give] < rate:
            return "B6.1"
        return None if self.bank_gives(take) else "B6.4"

    def do_trade_with_bank(self, seat: int, give: str, rate: int, take: str) -> None:
        """What was given goes to the bank."""
        self.pay(seat, {give: rate})
        self.get(seat, {take: 1})

    # With other seats.

    def may_be_deal(self, seat: int, give: Bag, take: Bag) -> str | None:
        """B6.3, and B6.2: a seat offers only what it holds."""
        given, taken = Counter(dict(give)), Counter(dict(take))
        if not given.total() or not taken.total() or given.keys() & taken.keys():
            return "B6.3"
        if any(good not in self.goods for good in [*given, *taken]):
            return "B6.3"
        if any(count > self.in_game(good) for good, count in taken.items()):
            return "B6.3"
        return None if self.holds(seat, given) else "B6.2"

    def in_game(self, good: str) -> int:
        """B6.3: how much of a good there is in the whole game; of coins, what the seats have."""
        return self.of_each if good in RESOURCES else sum(self.hands[seat][good] for seat in self.seats)

    def may_offer_trade(self, seat: int, give: Bag, take: Bag, to: tuple[int, ...]) -> str | None:
        """B6.2."""
        if self.offers or self.offers_made >= 10:
            return "B6.2"
        if len(set(to)) < len(to) or seat in to:
            return "B6.2"
        if any(other not in self.seats for other in to):
            return "B2.5"
        return self.may_be_deal(seat, give, take)

    def do_offer_trade(self, seat: int, give: Bag, take: Bag, to: tuple[int, ...]) -> None:
        """An offer lies open; where nobody is named, all others are asked."""
        self.offer_number += 1
        self.offers_made += 1
        asked = [other for other in self.others(seat) if not to or other in to]
        self.offers = [Offer(self.offer_number, seat, Counter(dict(give)), Counter(dict(take)), asked)]

    def may_answer(self, offer: int) -> str | None:
        """B6.2: only the offer that is open is answered. (Who has answered for good is asked no more.)"""
        return None if any(open_.number == offer for open_ in self.offers) else "B6.2"

    def may_accept_trade(self, seat: int, offer: int) -> str | None:
        """B6.2: a seat accepts only when it holds what it would give."""
        return self.may_answer(offer) or (None if self.holds(seat, self.offers[0].take) else "B6.2")

    def do_accept_trade(self, seat: int, offer: int) -> None:
        """B6.2: its own counter-offer is gone."""
        self.offers[0].counters.pop(seat, None)
        self.offers[0].accepted.add(seat)

    def may_decline_trade(self, seat: int, offer: int) -> str | None:
        """B6.2."""
        return self.may_answer(offer)

    def do_decline_trade(self, seat: int, offer: int) -> None:
        """B6.2: its own counter-offer is gone."""
        self.offers[0].counters.pop(seat, None)
        self.offers[0].declined.add(seat)

    def may_counter_trade(self, seat: int, offer: int, give: Bag, take: Bag) -> str | None:
        """B6.2: at most 3 a turn."""
        if self.counters_made[seat] >= 3:
            return "B6.2"
        return self.may_answer(offer) or self.may_be_deal(seat, give, take)

    def do_counter_trade(self, seat: int, offer: int, give: Bag, take: Bag) -> None:
        """Another counter-offer takes the place of the one before."""
        self.offer_number += 1
        self.counters_made[seat] += 1
        self.offers[0].counters[seat] = Answer(self.offer_number, seat, Counter(dict(give)), Counter(dict(take)))

    def deal(self, offer: int, partner: int | None) -> tuple[Counter[str], Counter[str]] | None:
        """B6.2: what the seat in turn gives and takes, where the partner agreed to that."""
        for open_ in self.offers:
            if open_.number == offer and partner in open_.accepted:
                return open_.give, open_.take
            counter = open_.counters.get(partner)
            if counter and counter.number == offer:
                return counter.take, counter.give
        return None

    def may_close_trade(self, seat: int, offer: int, partner: int | None) -> str | None:
        """B6.2: both must hold what they give."""
        deal = self.deal(offer, partner)
        if deal and self.holds(seat, deal[0]) and self.holds(partner, deal[1]):
            return None
        return "B6.2"

    def do_close_trade(self, seat: int, offer: int, partner: int) -> None:
        """What was agreed changes hands."""
        given, taken = self.deal(offer, partner)
        self.offers = []
        self.lose(seat, given)
        self.gain(partner, given)
        self.lose(partner, taken)
        self.gain(seat, taken)

    def may_withdraw_trade(self, seat: int, offer: int) -> str | None:
        """B6.2."""
        return self.may_answer(offer)

    def do_withdraw_trade(self, seat: int, offer: int) -> None:
        """The offer is gone."""
        self.offers = []

    def lost(self, seat: int) -> None:
        """B6.5: an offer falls when its maker loses any card, and so does the answer of a seat that loses one. The
        seat whose acceptance fell may answer again."""
        super().lost(seat)
        self.offers = [offer for offer in self.offers if offer.seat != seat]
        for offer in self.offers:
            offer.accepted.discard(seat)
            offer.counters.pop(seat, None)
