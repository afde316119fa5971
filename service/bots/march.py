"""Alexander the Great: what a town or a chip on his way is worth, how high to bid for it, and what to pay with.

What is bid is thought of in cards: a bid goes as far as what is won is worth more than the cards that it takes, and
never farther than this seat can pay.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from service.bots.costs import POINT, Plan
from service.bots.lore import NO, Lore, Mind, Opinion, Proposal
from service.bots.messages import GOODS, Counts, bounds_of, count_goods, nothing, put_goods, start_command
from service.bots.plans import worth_of_spot
from service.bots.position import Position
from settlers.v1 import alexander_pb2, game_pb2, views_pb2

TOWN, BATTLE = alexander_pb2.MARCH_EVENT_SETTLEMENT, alexander_pb2.MARCH_EVENT_BATTLE

TAKEN: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        TOWN: ("brick", "lumber", "wool", "grain", "coin"),
        alexander_pb2.MARCH_EVENT_FAMINE: ("wool", "grain", "coin"),
        alexander_pb2.MARCH_EVENT_BRIDGE: ("brick", "lumber", "coin"),
        BATTLE: ("wool", "ore", "coin"),
        alexander_pb2.MARCH_EVENT_STATUE: ("brick", "ore", "coin"),
    }
)
"""For each event the goods with which one pays for it."""

KNIGHT_COUNTS = 3
"""What a knight counts in a battle."""

CARDS_A_POINT = 5.0
"""For how many cards a point is worth having."""

FIRST_TOWN = 4.0
"""What a town is worth besides, in cards, to a seat that has none to build from."""

CARD_THAT_COMES = 0.6
"""What a card is worth that a town will bring in time, where one in hand is worth 1."""

TURNS_A_STOP = 1.15
"""Turns that Alexander takes from one stop to the next."""

RIVALRY, PROTECTION = 0.2, 0.7
"""What a point is worth that another does not get, and one that this seat does not lose, where a new one is worth 1."""

NUDGE = 1.0
"""What it is worth, in cards, that Alexander goes on at all."""

SPARE, NEEDED, KNIGHT, SOLDIER = 0.8, 1.4, 1.8, 6.0
"""What it takes to give a card or a coin, one of the plan's, a knight, and one that the largest army stands on."""

WAY_OF_FOUR = 4
"""Chips ahead of which a seat thinks when it looks for the next advisor card."""

PATIENCE = 0.85
"""What an advisor card is worth that takes one chip more."""

ADVISORS: Mapping[int, int] = MappingProxyType({1: 4, 2: 3, 3: 2})
"""The points of the advisor cards."""

CHIPS_OF_AN_ADVISOR = 3

TOWN_BID = 6
"""Cards to have in hand when a town is bid for."""

TOWN_ODDS = 0.6
"""How likely it is won then."""

LAST_TURNS = 20
"""So many turns before the end cards begin to be worth less than they were."""


class MarchLore(Lore):
    """What there is to know of Alexander the Great."""

    goal = 14
    large_hand = 11

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        view = position.view
        self.march, self.route, self.bidding = view.march, view.board.route, view.bidding
        self.protected = frozenset(view.march.protected)
        self.event = view.march.event if view.march.HasField("event") else None
        self.chips = {
            hand.seat: hand.famine + hand.bridge + hand.battle + hand.statue for hand in view.chips.hands
        } or dict.fromkeys(position.points, 0)
        self.advisors = {1: view.advisors.first, 2: view.advisors.second, 3: view.advisors.third}
        if len(self.chips) < len(self.advisors) + 1:
            del self.advisors[2]
        self.opinions: Mapping[str, Opinion] = {"bid": self.bid, "pay_bid": self.payment}
        self.proposals: Mapping[str, Proposal] = {"Bid": self.think_of_bid, "PayBid": self.think_of_payment}

    def is_buildable(self, spot: int) -> bool:
        """Tell whether Alexander lets anyone build on a spot."""
        return spot not in self.protected

    @cached_property
    def turns_left(self) -> float:
        """Guess in how many turns Alexander is in Persepolis."""
        return TURNS_A_STOP * (len(self.route.stops) - self.march.arrow)

    def plans(self) -> Iterator[Plan]:
        """Save up for the next temple, or get what an event takes for which nobody bid."""
        if self.event not in (None, TOWN) and not self.bidding.open:
            yield from self._chips()
        position, arrow = self.position, self.march.arrow
        ahead = [n for n, stop in enumerate(self.route.stops[arrow:], arrow + 1) if stop == "temple"]
        if not ahead or not position.left["settlement"] or self.event == TOWN:
            return
        spot = self.route.intersections[ahead[0]]
        worth = POINT + worth_of_spot(position, self, spot) + (0 if position.owns_buildings else POINT)
        yield Plan("town", self._town_price(), TOWN_ODDS * worth, spot)

    def _chips(self) -> Iterator[Plan]:
        """Get a card with which to bid, when the bidding begins anew, for what nobody has bid for."""
        hand, income, points = self.position.hand, self.position.income, self._worth_of_chip()
        if points > 0:
            name = max(TAKEN.get(self.march.event, ("coin",)), key=lambda n: (hand[n], income[n]))
            yield Plan("chip", {**nothing(), name: 1}, POINT * points)

    def _town_price(self) -> Counts:
        """Gather for a town what there is, and more of what comes most easily."""
        price, hand, income = nothing(), self.position.hand, self.position.income
        for _ in range(TOWN_BID):
            name = max(TAKEN[TOWN], key=lambda n: (hand[n] - price[n] > 0, hand[n] - price[n], income[n]))
            price[name] += 1
        return price

    # What an event is worth, in cards.

    @cached_property
    def worth_of_event(self) -> float:
        """Say for how many cards the event that waits is worth having."""
        if self.event == TOWN:
            return max(NUDGE, self._worth_of_town())
        return max(NUDGE, CARDS_A_POINT * self._worth_of_chip())

    def _worth_of_town(self) -> float:
        position, spot = self.position, self.route.intersections[self.march.arrow]
        if not position.left["settlement"] or not position.is_open(spot):
            return 0.0
        coming = worth_of_spot(position, self, spot) * self.turns_left / 36
        return CARDS_A_POINT + CARD_THAT_COMES * coming + (0 if position.owns_buildings else FIRST_TOWN)

    def _worth_of_chip(self) -> float:
        """Say how many points a chip is worth: those it brings or is a step to, and those that no other gets by it."""
        seat, ahead = self.position.seat, 1 + self.march.chips_left
        steps = range(1, min(WAY_OF_FOUR, ahead) + 1)
        onward = max(self.points_after(seat, n)[seat] * PATIENCE ** (n - 1) / n for n in steps)
        others = [self.points_after(other, 1) for other in self.chips if other != seat]
        danger = max(-after[seat] for after in others)
        denied = max(max(after.values()) for after in others)
        return onward + PROTECTION * danger + RIVALRY * denied

    def points_after(self, seat: int, chips: int) -> dict[int, int]:
        """Say how many points each seat has more, were one to get so many chips."""
        count, held = dict(self.chips), dict(self.advisors)
        before = _points_of(held, count)
        for _ in range(chips):
            count[seat] += 1
            looked_at = seat
            while looked_at:
                looked_at = _take_better(looked_at, count, held)
        return {other: points - before[other] for other, points in _points_of(held, count).items()}

    # What a payment takes.

    def _prices(self, mind: Mind, each: Mapping[str, int]) -> list[tuple[float, str]]:
        """Price cards and coins one by one, the cheapest first: what is spare before what the plan needs."""
        late = min(1.0, 0.3 + self.turns_left / LAST_TURNS)
        hand, spare = self.position.hand, mind.spare
        # Of what there is plenty one gives more readily.
        return sorted(
            (late * ((SPARE if given < spare[name] else NEEDED) - (hand[name] - given) / 100), name)
            for name in GOODS
            for given in range(each[name])
        )

    def _price_of_knights(self, knights: int) -> float:
        """Price knights; dearly where the largest army is lost by them."""
        largest = self.position.view.army
        if not knights or largest.owner != self.position.seat:
            return KNIGHT * knights
        return KNIGHT * knights + SOLDIER

    @property
    def _knights(self) -> int:
        """This seat's knights that count."""
        seat, counted = self.position.seat, self.bidding.knights
        return counted[seat - 1] if len(counted) >= seat else 0

    def highest_bid(self, mind: Mind) -> int:
        """Say how high to bid at most: as long as what is won is worth more than what it takes."""
        if self.event is None:
            return 0
        hand, highest = self.position.hand, 0
        each = {name: hand[name] if name in TAKEN.get(self.event, ()) else 0 for name in GOODS}
        prices = [price for price, _ in self._prices(mind, each)]
        for knights in range(self._knights + 1):
            taken, bid = self._price_of_knights(knights), KNIGHT_COUNTS * knights
            if taken <= self.worth_of_event:
                highest = max(highest, bid)
            for price in prices:
                taken, bid = taken + price, bid + 1
                if taken <= self.worth_of_event:
                    highest = max(highest, bid)
        return highest

    # Commands: how they are filled in, and what they are worth.

    def think_of_bid(self, mind: Mind, choice: views_pb2.Choice) -> game_pb2.Command | None:
        """Bid some way up to what it may become; nothing where that is too much already."""
        amount = next((bounds for bounds in choice.numbers if bounds.field == "amount"), views_pb2.NumberChoice())
        highest = min(self.highest_bid(mind), amount.most)
        if highest < amount.least:
            return None
        command, body = start_command(choice.command)
        body.amount = amount.least + (highest - amount.least) // 3
        return command

    def think_of_payment(self, mind: Mind, choice: views_pb2.Choice) -> game_pb2.Command | None:
        """Pay with what is the least loss."""
        bounds = bounds_of(choice, "cards")
        given = [name for _, name in self._prices(mind, count_goods(bounds.each))[: bounds.least]]
        command, body = start_command(choice.command)
        put_goods(body.cards, {name: given.count(name) for name in GOODS})
        body.knights = next((number.least for number in choice.numbers if number.field == "knights"), 0)
        return command

    def bid(self, mind: Mind, body: Any) -> float:
        """Make a bid that was thought of."""
        return 1.0 if body.amount <= self.highest_bid(mind) else NO

    def payment(self, mind: Mind, body: Any) -> float:
        """Pay with as many knights as is the least loss."""
        return -sum(price for price, _ in self._prices(mind, count_goods(body.cards))) - self._price_of_knights(
            body.knights
        )


def _take_better(seat: int, count: Mapping[int, int], held: dict[int, int]) -> int:
    """Let a seat take the best advisor card that it can; gives who lost it to the seat, 0 where nobody did."""
    own = next((card for card, owner in held.items() if owner == seat), None)
    for card, owner in held.items():
        if card == own:
            return 0
        if count[seat] > count[owner] if owner else count[seat] >= CHIPS_OF_AN_ADVISOR:
            held[card] = seat
            if own is not None:
                held[own] = owner
            return owner
    return 0


def _points_of(held: Mapping[int, int], seats: Mapping[int, int]) -> dict[int, int]:
    return {seat: sum(ADVISORS[card] for card, owner in held.items() if owner == seat) for seat in seats}
