"""The rough player of Alexander: it bids what an event is worth to it, and now and then more than it has."""

import random
from collections.abc import Iterator

from domain.board.laid import Board
from domain.components import GOODS, NO_CARDS, ONE_GOOD, Goods, bits, count, total
from domain.engine import Choice, Command, Game, Scores
from domain.rules.buildings import Buildings, cities_left, settlements_left
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.rules.longest_route import Routes
from domain.rules.purchases import Costs
from domain.rules.roads import AT_OWN_ROAD, Roads, roads_left
from domain.scenarios.alexander.advisors import Advisors, AdvisorTerms
from domain.scenarios.alexander.bidding import Bid, Bidding, worth
from domain.scenarios.alexander.events import MarchEvent
from domain.scenarios.alexander.march import March, route_of
from domain.scenarios.alexander.payment import ChipsWon, PayBid, temple
from tests.golden.player import Player, asked_for, held_by, shortfall, yield_of

FAR = 3
"""How many roads ahead a seat looks."""
STEP = 4.0
"""What a road on the way takes off the worth of a place."""
POOR = 3.0
"""A place with no more than this to yield is not worth one of five settlements."""


class AlexanderPlayer(Player):
    """Plays any seat of a game of Alexander the Great."""

    goods_of_trade = GOODS

    def open_to(self, game: Game, places: int) -> int:
        """The places of a mask where somebody could settle now."""
        free = game[Board].land_intersections & ~game[Buildings].closed & ~game[March].protected
        return places & free

    def room_to_settle(self, game: Game, seat: int) -> bool:
        """Whether a seat has a settlement left and a place for it."""
        return bool(settlements_left(game, seat) and self.open_to(game, AT_OWN_ROAD.places(game, seat)))

    def place_worth(self, game: Game, seat: int, intersection: int) -> float:
        """What a place yields; more for goods that the seat has nowhere else, at a harbor, and on the route."""
        board = game[Board]
        goods = {board.yields[n] for n in board.grid.hexes_at[intersection]} - {None}
        new = goods - {board.yields[n] for n in bits(game[Buildings].touched[seat])}
        harbor = any(mask >> intersection & 1 for mask in board.harbor_intersections)
        behind = intersection in route_of(game).intersections[1 : game[March].arrow + 1]
        return yield_of(game, intersection) + 2 * len(new) + 3 * harbor + 6 * behind

    def way_worth(self, game: Game, seat: int, path: int) -> float:
        """The best place that a road on a path leads to, less what is still to be built on the way there."""
        grid, own = game[Board].grid, game[Roads].of[seat]
        others, taken = game[Buildings].others(seat), game[Roads].taken
        edge = [end for end in grid.ends[path] if not own.ends >> end & 1]
        seen, best = own.ends, 0.0
        for steps in range(FAR):
            further = []
            for spot in edge:
                seen |= 1 << spot
                if self.open_to(game, 1 << spot):
                    best = max(best, self.place_worth(game, seat, spot) - STEP * steps)
                if not others >> spot & 1:
                    further += [n for way, n in grid.roads_from[spot] if not taken >> way & 1 and not seen >> n & 1]
            edge = list(dict.fromkeys(further))
        return best

    def road_worth(self, game: Game, seat: int, path: int) -> float:
        """A road is good where it leads to a good place, or makes a route the longest."""
        lengths, owner = game[Routes].lengths, game[Routes].owner
        racing = 9 if owner != seat and lengths[seat] >= max(3, lengths[owner] - 1) else 0
        return self.way_worth(game, seat, path) + racing

    def eager(self, game: Game, seat: int) -> int:
        """How much a seat wants to go on: not at all where it can settle."""
        if asked_for(game, seat) != "act":
            return 20
        return 6 if self.room_to_settle(game, seat) else 14

    def goal_of(self, game: Game, seat: int) -> Goods:
        """What a seat saves for."""
        costs, held = game.terms[Costs], held_by(game, seat)
        goals = [(3.0, Goods(costs.development_card))]
        if self.room_to_settle(game, seat):
            goals.append((9, Goods(costs.settlement)))
        elif settlements_left(game, seat) and roads_left(game, seat):
            goals.append((4 if game[Buildings].of[seat] else 0, Goods(costs.road)))
        if game[Buildings].settlements[seat] and cities_left(game, seat):
            goals.append((8, Goods(costs.city)))
        return max(goals, key=lambda goal: goal[0] - 2 * shortfall(held, goal[1]))[1]

    def event_worth(self, game: Game, seat: int) -> float:
        """How many cards a seat would give for the event that waits."""
        event, late = game[March].event, game[March].arrow / 20
        if event is not MarchEvent.SETTLEMENT:
            return 1 + late + self.chip_worth(game, seat)
        place = temple(game)
        if not settlements_left(game, seat) or game[Buildings].closed >> place & 1:
            return 0
        few = 3 - min(3, game[Buildings].of[seat].bit_count())
        return late + 2 * few + self.place_worth(game, seat, place) / 4

    def chip_worth(self, game: Game, seat: int) -> float:
        """What one more chip is worth: the advisor card that it brings, or brings nearer."""
        advisors, chips, terms = game[Advisors], game[ChipsWon], game.terms[AdvisorTerms]
        own, more = advisors.card_of(seat), chips.count(seat) + 1
        best = 0.0
        for card in terms.cards(game.seats):
            holder = advisors.holders[card]
            gain = terms.points[card] - terms.points[own]
            needs = chips.count(holder) + 1 if holder else terms.chips
            if gain > 0 and holder != seat:
                best = max(best, 1.5 * gain / max(1, 1 + needs - more))
        return best

    def worth(self, game: Game, command: Command) -> float:
        """Tell roughly how good a command is."""
        seat = command.seat
        kind = asked_for(game, seat)
        match type(command).__name__:
            case "Bid":
                return self._bid_worth(game, command)
            case "PayBid":
                kept = Goods(held_by(game, seat) - command.cards)
                goal = self.goal_of(game, seat)
                return 40 - 4 * shortfall(kept, goal) - 2 * command.knights
            case "BuildSettlement" if kind == "found":
                return 15 + 8 * (yield_of(game, command.intersection) - POOR)
            case "BuildSettlement":
                return 80 + 3 * self.place_worth(game, seat, command.intersection)
            case "BuildRoad" if kind == "act" and self.road_worth(game, seat, command.path) <= 0:
                return 5
            case "BuyDevelopmentCard":
                return 24 + 2 * total(game[Hands].of[seat]) - 12 * self.room_to_settle(game, seat)
            case "PlayKnight":
                return 24 if game[Development].played[seat] else 20
            case "TradeWithBank":
                given = Goods(sum([ONE_GOOD[command.give]] * command.rate))
                gain = self.helps(game, seat, given, ONE_GOOD[command.take])
                return 22 * gain + 2 * (total(game[Hands].of[seat]) - 8) - command.rate
        return super().worth(game, command)

    def _bid_worth(self, game: Game, command: Bid) -> float:
        seat, limit = command.seat, self.event_worth(game, command.seat)
        bold = limit - command.amount + 0.3 * (command.amount - game[Bidding].highest)
        if command.amount <= worth(game, seat):
            return 18 + 6 * bold
        ahead = game[Scores].total[seat]
        return 9 + min(bold, 3) - total(game[Hands].of[seat]) - ahead / 3

    def free_choices(self, game: Game, seat: int, choice: Choice, rng: random.Random) -> Iterator[Command]:
        """Make some commands out of a free choice."""
        if choice.command == Bid.__name__:
            (bounds,) = choice.numbers
            amounts = {bounds.least, bounds.least + rng.randint(1, 3), worth(game, seat)}
            for amount in sorted(amounts):
                if bounds.least <= amount <= bounds.most:
                    yield Bid(seat, amount)
        elif choice.command == PayBid.__name__:
            bounds, knights = choice.cards[0], choice.numbers[0].least
            goal = self.goal_of(game, seat)
            for spare_first in (True, False):
                yield PayBid(seat, _payment(bounds.each, bounds.least, goal, spare_first, rng), knights)
        else:
            yield from super().free_choices(game, seat, choice, rng)

    def helps(self, game: Game, seat: int, give: Goods, take: Goods) -> float:
        """How much nearer its goal an exchange brings a seat; any good is worth a little for bids to come."""
        return super().helps(game, seat, give, take) + 0.1 * (total(take) - total(give))


def _payment(held: Goods, n: int, goal: Goods, spare_first: bool, rng: random.Random) -> Goods:
    """So many of the goods held, first those that a goal does not need; or any."""
    goods = [good for good in GOODS for _ in range(count(held, good))]
    rng.shuffle(goods)
    if spare_first:
        left = {good: count(held, good) - count(goal, good) for good in goods}
        goods.sort(key=lambda good: -left[good])
    return Goods(sum((ONE_GOOD[good] for good in goods[:n]), NO_CARDS))
