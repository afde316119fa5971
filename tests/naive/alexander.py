"""The naive model of Alexander the Great: the supply stack, the march, the events and the bids for them, advisors."""

from collections import Counter

from tests.naive.acts import Bag
from tests.naive.model import Model
from tests.naive.table import RESOURCES, Asked, Step

SETTLEMENT, BATTLE = "settlement", "battle"
CHIPS = ("famine", "bridge", BATTLE, "statue")
COIN, KNIGHT = "coin", "knight"
KNIGHT_VALUE = 3
GREATEST_BID = 999

# A3.1: the cards that count in each event. Coins count in every one, knights in a battle alone.
KINDS: dict[str, set[str]] = {
    SETTLEMENT: {"lumber", "brick", "grain", "wool"},
    "famine": {"grain", "wool"},
    "bridge": {"lumber", "brick"},
    BATTLE: {"wool", "ore"},
    "statue": {"brick", "ore"},
}
# A1.6: what the advisor cards count, by their ranks.
ADVISOR_POINTS = {1: 4, 2: 3, 3: 2}


class Alexander(Model):
    """Rules A, for three and four seats."""

    answers = Model.answers | {
        "Bid": {"bid"},
        "PayBid": {"pay"},
        "Pass": Model.answers["Pass"] | {"bid", "found"},
        "DiscardCards": Model.answers["DiscardCards"] | {"forfeit"},
        "BuildSettlement": Model.answers["BuildSettlement"] | {"found"},
    }
    goods = (*RESOURCES, COIN)
    points_to_win = 14
    hand_limit = 11
    opens_by_luck = True

    def prepare(self) -> None:
        """A1."""
        super().prepare()
        shuffled = self.of_each if len(self.seats) == 4 else 15
        self.supply: Counter[str] = Counter(dict.fromkeys(RESOURCES, shuffled))
        self.bank = Counter(dict.fromkeys(RESOURCES, self.of_each - shuffled))
        self.supply_ended = False
        # He stands on an arrow and has crossed as many intersections: those of the route, without its outer ends.
        self.arrow = 0
        self.crossings = self.layout.route[1:-1]
        # The chips that nobody has seen yet: those on the route, and those in the box.
        self.unseen = Counter({chip: self.layout.chips[chip] for chip in CHIPS})
        self.chips: dict[int, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.advisors: dict[int, int] = {rank: 0 for rank in ADVISOR_POINTS if rank != 2 or len(self.seats) > 3}
        self.event = ""
        self.counted_knights: dict[int, int] = {}
        # How many knights of the deck lie under it (A3.9).
        self.under = 0
        self.no_bids()
        if "starting_gold" in self.options:
            for seat in self.seats:
                self.gain(seat, {COIN: 8})

    def begin(self) -> None:
        """A1.4, A1.7: cards are dealt, and the first turn follows."""
        self.plan(Step("deal_supply"), Step("begin_turn", (1,)))

    def deal_supply(self) -> None:
        """A1.4: five cards each."""
        for seat in self.seats:
            for _ in range(5):
                self.draw_supply_card(seat)

    # The turn.

    def phases(self) -> list[Asked | Step]:
        """A2.1; A2.2: the very first turn has no roll."""
        roll = [Asked("roll", {self.turn: 1})] if self.turns > 1 else []
        return [Step("draw_supply"), *roll, Step("march"), Step("last_phase")]

    def draw_supply(self) -> None:
        """A2.4: a card for every seat; what is too little for all goes to the bank."""
        if self.supply_ended:
            return
        for seat in self.clockwise(self.turn):
            self.draw_supply_card(seat)
        if self.supply.total() < len(self.seats):
            self.supply_ended = True
            self.bank.update(self.supply)
            self.supply = Counter()

    def draw_supply_card(self, seat: int) -> None:
        """A seat draws the top card of the supply stack."""
        left = {name: self.supply[name] for name in RESOURCES if self.supply[name]}
        name = self.luck.pick("supply_card", left)
        self.supply[name] -= 1
        self.gain(seat, {name: 1})

    def gold_income(self, due: dict[int, int]) -> None:
        """A2.5: coins."""
        for seat, amount in due.items():
            self.gain(seat, {COIN: amount})

    # The march.

    def march(self) -> None:
        """A2.7 to A2.9."""
        if self.event:
            self.plan(Step("bidding"))
            return
        stop = self.layout.stops[self.arrow]
        if stop == "seven" and (self.dice is None or sum(self.dice) != 7):
            return
        self.arrow += 1
        if self.arrow == len(self.crossings):
            self.arrive()
        elif stop == "temple":
            self.happen(SETTLEMENT)
        elif stop == "chip":
            self.happen(self.turn_up_chip())

    def turn_up_chip(self) -> str:
        """A1.1: any of those that nobody has seen."""
        chip = self.luck.pick("event_chip", {chip: self.unseen[chip] for chip in CHIPS if self.unseen[chip]})
        self.unseen[chip] -= 1
        return chip

    def happen(self, event: str) -> None:
        """An event; in a battle the knights of this moment count (A3.4)."""
        self.event = event
        self.counted_knights = {seat: self.knights(seat) for seat in self.seats} if event == BATTLE else {}
        self.plan(Step("bidding"))

    def resolve(self) -> None:
        """The event is over, so that he may move on."""
        self.event = ""
        self.counted_knights = {}
        self.no_bids()

    def arrive(self) -> None:
        """A6.2: Persepolis."""

        def merit(seat: int) -> tuple[int, int]:
            return self.points(seat) + self.hidden_points(seat), self.chips[seat].total()

        best = max(merit(seat) for seat in self.seats)
        self.end(tuple(seat for seat in self.seats if merit(seat) == best))

    # Bids.

    def no_bids(self) -> None:
        """Nobody has bid or passed."""
        self.highest = 0
        self.bidder = 0
        self.passed: set[int] = set()

    def bidding(self) -> None:
        """A3.2, A2.9, A3.5: the seat in turn begins, and all take part."""
        self.phase = "event"
        self.no_bids()
        self.ask("bid", {self.turn: 1})

    def closed(self, seat: int) -> None:
        """A seat gave its answer, and the question is gone."""
        self.answered(seat, self.owed(seat))
        self.agenda.pop()

    def worth(self, seat: int) -> int:
        """A3.1: what a seat could pay for the event."""
        cards = sum(self.hands[seat][good] for good in KINDS[self.event] | {COIN})
        return cards + KNIGHT_VALUE * self.counted_knights.get(seat, 0)

    def may_bid(self, seat: int, amount: int) -> str | None:
        """A3.2; A3.5: who has no resource card may not bluff."""
        if amount <= self.highest or amount > GREATEST_BID:
            return "A3.2"
        return "A3.5" if not self.cards(seat) and amount > self.worth(seat) else None

    def do_bid(self, seat: int, amount: int) -> None:
        """A higher number."""
        self.highest = amount
        self.bidder = seat
        self.closed(seat)
        self.plan(Step("next_word", (seat,)))

    def do_pass(self, seat: int) -> None:
        """A3.2: out of this bidding; A3.7: the temple is left."""
        if self.top == "bid":
            self.passed.add(seat)
            self.closed(seat)
            self.plan(Step("next_word", (seat,)))
        elif self.top == "found":
            self.closed(seat)
            self.resolve()
        else:
            super().do_pass(seat)

    def next_word(self, seat: int) -> None:
        """A3.2: whose word it is after a seat spoke; or the bidding ends."""
        still_in = [other for other in [*self.others(seat), seat] if other not in self.passed]
        if not still_in:
            self.no_bids()
        elif still_in == [self.bidder]:
            self.settle_bid()
        else:
            self.ask("bid", {still_in[0]: 1})

    def settle_bid(self) -> None:
        """A3.3; A3.5: who cannot pay loses half, rounded up."""
        if self.worth(self.bidder) >= self.highest:
            self.ask("pay", {self.bidder: 1})
        else:
            self.ask("forfeit", {self.bidder: (self.cards(self.bidder) + 1) // 2})

    def may_discard_cards(self, seat: int, cards: Bag) -> str | None:
        """A3.5 as B5.1."""
        broken = super().may_discard_cards(seat, cards)
        return "A3.5" if broken and self.top == "forfeit" else broken

    def do_discard_cards(self, seat: int, cards: Bag) -> None:
        """A3.5: after a bluff the bidding starts again."""
        forfeit = self.top == "forfeit"
        super().do_discard_cards(seat, cards)
        if forfeit:
            self.agenda.pop()
            self.plan(Step("bidding"))

    def may_pay_bid(self, seat: int, cards: Bag, knights: int) -> str | None:
        """A3.3, A3.4."""
        paid = Counter(dict(cards))
        if any(good not in KINDS[self.event] | {COIN} for good in paid) or (knights and self.event != BATTLE):
            return "A3.3"
        if not self.holds(seat, paid) or knights < 0:
            return "A3.3"
        if knights > self.counted_knights.get(seat, 0):
            return "A3.4"
        value = paid.total() + KNIGHT_VALUE * knights
        # Whatever one takes away of it, the rest would not do.
        smallest = 1 if paid.total() else KNIGHT_VALUE
        return None if value >= self.highest > value - smallest else "A3.3"

    def do_pay_bid(self, seat: int, cards: Bag, knights: int) -> None:
        """A3.3, A3.9; then what was won."""
        self.pay(seat, dict(cards))
        self.played[seat][KNIGHT] -= knights
        self.deck[KNIGHT] += knights
        self.under += knights
        self.update_army()
        self.closed(seat)
        if self.event != SETTLEMENT:
            self.win_chip(seat)
        elif self.in_stock(seat, "settlement") and self.settlement_place(seat, self.temple) is None:
            self.ask("found", {seat: 1})
        else:
            self.resolve()

    def win_chip(self, seat: int) -> None:
        """A3.8."""
        self.chips[seat][self.event] += 1
        self.resolve()
        self.advise(seat)

    # Knights.

    def update_army(self) -> None:
        """A3.9, B9.2: the owner keeps it unless it has less than 3 or another has more."""
        most = max(self.knights(seat) for seat in self.seats)
        ahead = [seat for seat in self.seats if self.knights(seat) == most]
        if most < 3:
            self.army = 0
        elif self.army not in ahead:
            self.army = ahead[0] if len(ahead) == 1 else 0

    def draw_development_card(self) -> str:
        """A3.9: the knights under the deck come when no other card is left."""
        above = {card: self.deck[card] - (self.under if card == KNIGHT else 0) for card in self.deck}
        if any(above.values()):
            card = self.luck.pick("development_card", {card: count for card, count in above.items() if count})
        else:
            card = self.luck.pick("development_card", {KNIGHT: self.under})
            self.under -= 1
        self.deck[card] -= 1
        return card

    # Advisors.

    def rank(self, seat: int) -> int:
        """Which advisor a seat is; 0: none (A4.2)."""
        return next((rank for rank, owner in self.advisors.items() if owner == seat), 0)

    def advise(self, seat: int) -> None:
        """A4.1: with its third chip a seat takes the best card that is left; else it may take another's (A4.3)."""
        free = [rank for rank in sorted(self.advisors) if not self.advisors[rank]]
        if self.chips[seat].total() >= 3 and not self.rank(seat) and free:
            self.advisors[free[0]] = seat
        self.exchange_advisors(seat)

    def exchange_advisors(self, seat: int) -> None:
        """A4.3: the best card of a seat with fewer chips, which gets what there is in exchange and looks on in turn."""
        own = self.rank(seat)
        for rank in sorted(self.advisors):
            loser = self.advisors[rank]
            if own and rank >= own:
                return
            if loser and self.chips[loser].total() < self.chips[seat].total():
                self.advisors[rank] = seat
                if own:
                    self.advisors[own] = loser
                self.exchange_advisors(loser)
                return

    def score(self, seat: int) -> dict[str, int]:
        """A1.6."""
        return super().score(seat) | {"advisor": ADVISOR_POINTS.get(self.rank(seat), 0)}

    # Settlements.

    @property
    def temple(self) -> int:
        """The intersection that was crossed last: where the event is."""
        return self.crossings[self.arrow - 1]

    @property
    def protected(self) -> set[int]:
        """A5.2: where he lets nobody build yet. A temple is crossed once its event is resolved."""
        ahead = set(self.crossings[self.arrow :])
        if self.event == SETTLEMENT:
            ahead.add(self.temple)
        return ahead | {neighbor for place in ahead for neighbor in self.layout.neighbors[place]}

    def may_build_settlement(self, seat: int, intersection: int | None) -> str | None:
        """A3.7, A5.2."""
        if self.top == "found":
            return None if intersection == self.temple else "A3.7"
        broken = super().may_build_settlement(seat, intersection)
        return broken or ("A5.2" if intersection in self.protected else None)

    def do_build_settlement(self, seat: int, intersection: int) -> None:
        """A3.7: a temple's settlement was paid for by the bid."""
        found = self.top == "found"
        super().do_build_settlement(seat, intersection)
        if found:
            self.closed(seat)
            self.resolve()
