"""What a player thinks: it says of everything it may do what it is worth.

It always has a plan, what to build next, and sees its cards by it: what the plan lacks is wanted, what is beyond the
plan can go. Of a command that it has no opinion on (scenarios yet to come have many) it makes use now and then, by
chance. To teach it one, write the opinion and put it into ``OPINIONS``, or into the lore of the scenario that has it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

from service.bots.costs import CARD, NO_PLAN, Plan, missing, spare
from service.bots.lore import NO, Lore
from service.bots.messages import (
    GOODS,
    RESOURCES,
    Counts,
    body_of,
    bounds_of,
    cards_among,
    count_goods,
    demands_of,
    good_name,
    kind_of,
    put_goods,
    start_command,
)
from service.bots.plans import make_plans, worth_of_spot
from service.bots.position import Leg, Position
from service.bots.random_legal import fill_choice
from settlers.v1 import game_pb2, views_pb2

NEAR_THE_END = 2
"""Points that a seat lacks to win when nobody helps it any more."""

EAGERNESS = 0.3
"""How likely a player makes an offer that it can think of; the more, the longer the games."""


class Thought:
    """What a player thinks at one moment of the game."""

    def __init__(self, position: Position, lore: Lore, luck: Random) -> None:
        self.position = position
        self.lore = lore
        self.seat = position.seat
        self.luck = luck
        self.asked = next((demand.prompt for demand in demands_of(position.view) if demand.seat == self.seat), "")
        self.curious = luck.random() < 0.5

    @cached_property
    def plans(self) -> list[Plan]:
        """What could be built next, the best first."""
        return make_plans(self.position, self.lore) or [NO_PLAN]

    @cached_property
    def lacking(self) -> Counts:
        """What the plan lacks."""
        return missing(self.position.hand, self.plans[0].cost)

    @cached_property
    def spare(self) -> Counts:
        """What the plan does not need, nor the lore tells to keep."""
        found = spare(self.position.hand, self.plans[0].cost)
        return {name: max(0, n - self.lore.reserve.get(name, 0)) for name, n in found.items()}

    def worth(self, command: game_pb2.Command) -> float:
        """Say what a command is worth, in the terms of now."""
        kind = kind_of(command)
        opinion = self.lore.opinions.get(kind) or OPINIONS.get(kind)
        if opinion is None:
            return self.luck.random() if self.curious else NO - self.luck.random()
        return opinion(self, body_of(command))

    def propose(self, choices: Any) -> Iterator[game_pb2.Command]:
        """Fill in what is chosen freely."""
        for choice in choices:
            name = choice.command
            fill = PROPOSALS.get(name) or self.lore.proposals.get(name) or Thought.fill_somehow
            proposal = fill(self, choice)
            if proposal is not None:
                yield proposal

    def fill_somehow(self, choice: views_pb2.Choice) -> game_pb2.Command | None:
        """Fill in a choice that this player does not understand."""
        return fill_choice(choice, self.luck, sum(self.position.hand.values()))

    def discard(self, choice: views_pb2.Choice) -> game_pb2.Command:
        """Discard what the plan does not need, the most plentiful first; then the rest of it."""
        command, body = start_command(choice.command)
        hand, left = dict(self.position.hand), dict(self.spare)
        gone = dict.fromkeys(RESOURCES, 0)
        for _ in range(bounds_of(choice, "cards").least):
            name = max(RESOURCES, key=lambda name: (left[name] > 0, hand[name]))
            hand[name] -= 1
            left[name] -= 1
            gone[name] += 1
        put_goods(body.cards, gone)
        return command

    def offer(self, choice: views_pb2.Choice) -> game_pb2.Command | None:
        """Offer what can go for what is wanted, to everyone who is not about to win."""
        on_hand, obtainable = (count_goods(bounds_of(choice, field).each) for field in ("give", "take"))
        wanted = [name for name, n in self.lacking.items() if n and obtainable[name]]
        asked = [seat for seat in choice.to if self.is_harmless(seat)]
        most = max(GOODS, key=lambda name: self.spare[name] if on_hand[name] else 0)
        if not wanted or not asked or not self.spare[most] or self.luck.random() > EAGERNESS:
            return None
        command, body = start_command(choice.command)
        scarce = min(wanted, key=lambda name: self.position.income[name])
        put_goods(body.give, {most: 2 if self.gives_two(most, scarce) else 1})
        put_goods(body.take, {scarce: 1})
        body.to.extend(asked)
        return command

    def gives_two(self, most: str, scarce: str) -> bool:
        """Decide whether two are offered for one: always for what does not come by itself, else now and then."""
        if not self.position.income[scarce]:
            return self.spare[most] >= 2
        return self.spare[most] > 2 and self.luck.random() < 0.5

    def decline_to_propose(self, choice: views_pb2.Choice) -> None:
        """Propose nothing."""

    def is_harmless(self, seat: int) -> bool:
        """Tell whether a seat is far enough from winning to be traded with."""
        return self.position.points.get(seat, 0) < self.lore.goal - NEAR_THE_END

    def gains(self, give: Mapping[str, int], take: Mapping[str, int]) -> int:
        """Count by how many cards an exchange brings the plan nearer; below 0 it throws it back."""
        hand = {name: n - give.get(name, 0) + take.get(name, 0) for name, n in self.position.hand.items()}
        return sum(self.lacking.values()) - sum(missing(hand, self.plans[0].cost).values())

    # What a command is worth. Each takes the command's body.

    def city(self, body: Any) -> float:
        """Build a city, best where most grows."""
        return 800 + sum(self.position.map.income_at(body.intersection).values())

    def settlement(self, body: Any) -> float:
        """Build a settlement, best on the best spot."""
        return 700 + worth_of_spot(self.position, self.lore, body.intersection)

    def road(self, body: Any) -> float:
        """Build a road; see ``piece``."""
        return self.piece(Leg("road", body.path))

    def ship(self, body: Any) -> float:
        """Build a ship; see ``piece``."""
        return self.piece(Leg("ship", body.path))

    def piece(self, leg: Leg) -> float:
        """Build a road or a ship that leads somewhere; one for nothing anywhere, if need be."""
        if self.asked == "setup_road":
            return self.outlook(leg)
        ways = [plan.way for plan in self.plans if plan.way]
        if self.asked in ("act", "build"):
            return 200 if leg in self.plans[0].way[:1] else NO
        if ways and leg == ways[0][0]:
            return 200
        longer = self.position.longest_trail((leg.path,)) > self.position.longest_trail()
        return 100 if longer else 1

    def move_ship(self, body: Any) -> float:
        """Move a ship to where the next one is wanted, if it is of no use where it lies."""
        leg = Leg("ship", body.path)
        return 210 if leg in self.plans[0].way[:1] and self.position.is_idle(body.origin) else NO

    def outlook(self, leg: Leg) -> float:
        """Say how good the spots are to which a first road or ship leads."""
        position = self.position
        going_on = frozenset(position.kinds) if position.joins_kinds else frozenset((leg.kind,))
        starts = [(end, going_on) for end in position.map.ends[leg.path] if end not in position.owner_at]
        ways = position.ways_to_spots(starts)
        return max((worth_of_spot(position, self.lore, spot) / (1 + len(way)) for spot, way in ways.items()), default=0)

    def buy_card(self, body: Any) -> float:
        """Buy a card where it is the plan, or holds the plan up by nothing, or before a seven takes the cards."""
        plan, hand = self.plans[0], self.position.hand
        after = {name: n - CARD.get(name, 0) for name, n in hand.items()}
        harmless = sum(missing(after, plan.cost).values()) == sum(self.lacking.values())
        return 300 if plan.kind == "card" or harmless or cards_among(hand) > self.lore.large_hand + 2 else NO

    def bank_trade(self, body: Any) -> float:
        """Trade with the bank; see ``swap``."""
        return self.swap(good_name(body.give), body.rate, good_name(body.take))

    def swap(self, give: str, rate: int, take: str, fee: int = 0) -> float:
        """Trade with the bank, perhaps for a fee, when that completes the plan or before a seven takes the cards."""
        coins = self.position.hand["coin"] - self.plans[0].cost["coin"]
        if not self.lacking[take] or self.spare[give] < rate or coins < fee + (rate if give == "coin" else 0):
            return NO
        swaps = sum(n // self.position.rates[name] for name, n in self.spare.items())
        pressed = cards_among(self.position.hand) > self.lore.large_hand
        return 500 - rate - fee if pressed or swaps >= sum(self.lacking.values()) else NO

    def offer_trade(self, body: Any) -> float:
        """Make an offer that was thought of, before the bank gets more for the same."""
        return 550

    def accept(self, body: Any) -> float:
        """Accept an offer that brings the plan nearer, or more cards for fewer; but none of who is about to win."""
        offer = self.position.view.trading.offer
        give, take = count_goods(offer.take), count_goods(offer.give)
        gains = 2 * self.gains(give, take) + (sum(take.values()) > sum(give.values()))
        return gains if gains > 0 and self.is_harmless(offer.seat) else NO

    def close(self, body: Any) -> float:
        """Close a deal: with the weakest of those who accepted, or a counter-offer that is good as well."""
        offer = self.position.view.trading.offer
        give, take = offer.give, offer.take
        for counter in offer.counters:
            if counter.number == body.offer:
                give, take = counter.take, counter.give
        gains = self.gains(count_goods(give), count_goods(take))
        return 900 + gains - self.position.points[body.partner] / 100 if gains > 0 else NO

    def withdraw(self, body: Any) -> float:
        """Withdraw an offer that nobody wants."""
        return 890

    def knight(self, body: Any) -> float:
        """Play a knight when the robber lies on this seat's own land, before the roll; else for the army."""
        robber = self.position.view.robber
        pressed = robber.HasField("hex") and self.seat in self.position.losses_at(robber.hex)
        if self.asked == "act":
            return 620 if pressed else 350
        return 620 if pressed else NO

    def road_building(self, body: Any) -> float:
        """Play road building when there is somewhere to go."""
        return 610 if self.asked == "act" and any(plan.way for plan in self.plans) else NO

    def year_of_plenty(self, body: Any) -> float:
        """Take two cards when the plan lacks just these, or these and more."""
        needed = sum(self.lacking.values())
        gains = self.gains({}, count_goods(body.cards))
        return 600 + gains if self.asked == "act" and needed and gains == min(2, needed) else NO

    def monopoly(self, body: Any) -> float:
        """Name the resource of which the others seem to hold most, when it is some cards at least."""
        name, found = good_name(body.resource), 0.0
        for seat, count in self.position.card_counts.items():
            income = self.position.income_of(seat)
            if seat != self.seat:
                found += count * income[name] / (cards_among(income) or 1)
        return 600 + found if self.asked == "act" and found >= (3 if self.lacking[name] else 5) else NO

    def robber(self, body: Any) -> float:
        """Rob where it hurts the strong, and never oneself."""
        points, losses = self.position.points, self.position.losses_at(body.hex)
        harm = sum(loss * (1 + points[seat]) for seat, loss in losses.items() if seat != self.seat)
        robbed = 2 * points[body.victim] if body.HasField("victim") else -10
        robbed += 1 + 2 * points[body.second] if body.HasField("second") else 0
        return harm + robbed - 20 * losses.get(self.seat, 0)


OPINIONS: Mapping[str, Callable[[Thought, Any], float]] = MappingProxyType(
    {
        "roll_dice": lambda thought, body: 1,
        "pass": lambda thought, body: 0,
        "build_road": Thought.road,
        "build_ship": Thought.ship,
        "move_ship": Thought.move_ship,
        "build_settlement": Thought.settlement,
        "build_city": Thought.city,
        "discard_cards": lambda thought, body: 1,
        "move_robber": Thought.robber,
        "trade_with_bank": Thought.bank_trade,
        "offer_trade": Thought.offer_trade,
        "accept_trade": Thought.accept,
        "decline_trade": lambda thought, body: 0,
        "close_trade": Thought.close,
        "withdraw_trade": Thought.withdraw,
        "buy_development_card": Thought.buy_card,
        "play_knight": Thought.knight,
        "play_road_building": Thought.road_building,
        "play_year_of_plenty": Thought.year_of_plenty,
        "play_monopoly": Thought.monopoly,
    }
)
"""By the kind of a command: what it is worth. To end the turn is worth 0."""

PROPOSALS: Mapping[str, Callable[[Thought, views_pb2.Choice], game_pb2.Command | None]] = MappingProxyType(
    {
        "DiscardCards": Thought.discard,
        "OfferTrade": Thought.offer,
        "CounterTrade": Thought.decline_to_propose,
    }
)
"""By the name of a command that is chosen freely: how this player fills it in."""
