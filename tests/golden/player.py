"""The rough player of the composer: what a seat saves for, how good a command is, what it makes of a free choice.

It plays the classic game; players of other scenarios change what they must.
"""

import random
from collections.abc import Iterator

from domain.board.laid import Board
from domain.components import NO_CARDS, ONE_GOOD, Cards, Goods, Resource, bits, count, of_good, total, unpack_goods
from domain.engine import Choice, Command, Game, Prompts, Scores
from domain.rules.buildings import Buildings, settlements_left
from domain.rules.hands import GoodsTerms, Hands
from domain.rules.longest_route import Routes
from domain.rules.offers import CounterTrade, OfferTrade, Trading
from domain.rules.production import Production
from domain.rules.purchases import Costs
from domain.rules.roads import AT_OWN_ROAD, Roads
from domain.rules.robber import DiscardCards
from domain.rules.turn import Turn

PIPS = (0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1)
"""For each number how many of the 36 rolls show it."""


def yield_of(game: Game, intersection: int) -> float:
    """How much an intersection yields, with a little more for each kind of resource there."""
    board = game[Board]
    hexes = board.grid.hexes_at[intersection]
    return sum(PIPS[board.tiles[n].number] for n in hexes) + 1.5 * len({board.yields[n] for n in hexes} - {None})


def open_places(game: Game, intersections: int) -> int:
    """The intersections of a mask where the distance rule still lets somebody build."""
    return intersections & ~game[Buildings].closed


def best_place(game: Game, intersections: int) -> float:
    """The best yield among the open intersections of a mask."""
    return max((yield_of(game, n) for n in bits(open_places(game, intersections))), default=0)


def shortfall(held: Goods, goal: Goods) -> int:
    """How much is missing for a goal."""
    return sum(max(0, g - h) for h, g in zip(unpack_goods(held), unpack_goods(goal), strict=True))


def held_by(game: Game, seat: int) -> Goods:
    """What a seat can trade with."""
    return game.terms[GoodsTerms].held(game, seat)


def cuts(game: Game, seat: int, intersection: int) -> bool:
    """Whether a settlement here would cut another seat's roads in two."""
    at = game[Board].grid.paths_at[intersection]
    return any((game[Roads].of[other].paths & at).bit_count() > 1 for other in game.everyone if other != seat)


def asked_for(game: Game, seat: int) -> str:
    """The kind of prompt that a seat answers first."""
    return next(prompt.kind for prompt in game[Prompts].stack[::-1] if seat in [d.seat for d in prompt.demands])


def accepted(game: Game) -> tuple[int, ...]:
    """Who has accepted the open offer."""
    offer = game[Trading].offer
    return offer.accepted if offer else ()


def robber_worth(game: Game, seat: int, command: Command) -> float:
    """The robber is good on hexes of others who are ahead, and bad on one's own; in some turns nobody is robbed."""
    if command.victim is None and game[Turn].number % 6 == 0:
        return 50
    harvest = game[Production].by_hex[command.hex]
    pips = PIPS[game[Board].tiles[command.hex].number]
    lost = sum(total(goods) * (-2 if owner == seat else 1) for owner, goods in enumerate(harvest) if owner)
    ahead = game[Scores].total[command.victim] if command.victim else 0
    return pips * lost + 2 * ahead + 15 * (command.victim in accepted(game))


class Player:
    """Plays any seat of a classic game by a rough worth of what it may do."""

    def room_to_settle(self, game: Game, seat: int) -> bool:
        """Whether a seat has a settlement left and a place for it."""
        return bool(settlements_left(game, seat) and open_places(game, AT_OWN_ROAD.places(game, seat)))

    def goal_of(self, game: Game, seat: int) -> Goods:
        """What a seat saves for."""
        costs = game.terms[Costs]
        if self.room_to_settle(game, seat):
            return Goods(costs.settlement)
        if game[Buildings].settlements[seat] and game[Turn].number % 3:
            return Goods(costs.city)
        return Goods(costs.road if game[Turn].number % 2 else costs.development_card)

    def helps(self, game: Game, seat: int, give: Goods, take: Goods) -> float:
        """How much nearer its goal an exchange brings a seat that holds what it gives."""
        held, goal = held_by(game, seat), self.goal_of(game, seat)
        return shortfall(held, goal) - shortfall(Goods(held - give + take), goal)

    def road_worth(self, game: Game, seat: int, path: int) -> float:
        """A road is good where it opens a place to settle, or makes a route the longest."""
        grid = game[Board].grid
        ends = grid.ends[path]
        beyond = 0
        for end in ends:
            if not game[Roads].of[seat].ends >> end & 1:
                beyond |= grid.near[end] | 1 << end
        lengths, owner = game[Routes].lengths, game[Routes].owner
        racing = 12 if owner != seat and lengths[seat] >= 4 else 0
        return best_place(game, beyond) + racing

    def eager(self, game: Game, seat: int) -> int:
        """How much a seat wants to go on, whichever way."""
        return 40 if asked_for(game, seat) == "act" and not self.room_to_settle(game, seat) else 10

    def settlement_worth(self, game: Game, seat: int, intersection: int) -> float:
        """How good a settlement is."""
        return 80 + 3 * yield_of(game, intersection) + 9 * cuts(game, seat, intersection)

    def worth(self, game: Game, command: Command) -> float:
        """Tell roughly how good a command is."""
        seat, hand = command.seat, game[Hands].of[command.seat]
        match type(command).__name__:
            case "BuildCity":
                return 90 + yield_of(game, command.intersection)
            case "BuildSettlement":
                return self.settlement_worth(game, seat, command.intersection)
            case "BuildRoad":
                return self.eager(game, seat) + self.road_worth(game, seat, command.path)
            case "BuyDevelopmentCard":
                return 32
            case "TradeWithBank":
                gain = self.helps(game, seat, of_good(command.give, command.rate), ONE_GOOD[command.take])
                return 12 * gain + 3 * (total(hand) - 6)
            case "PlayKnight":
                return 22 + 12 * bool(accepted(game))
            case "PlayRoadBuilding":
                return 30
            case "PlayYearOfPlenty":
                return 14 + 10 * self.helps(game, seat, Goods(NO_CARDS), Goods(command.cards))
            case "PlayMonopoly":
                held = sum(count(each, command.resource) for each in game[Hands].of)
                return 5 * held - 5 * count(hand, command.resource)
            case "MoveRobber":
                return robber_worth(game, seat, command)
            case "RollDice":
                return 24
            case "Pass":
                return 15
            case "OfferTrade":
                return 10 + 8 * self.helps(game, seat, command.give, command.take) - 6 * game[Trading].offers
            case "AcceptTrade":
                offer = game[Trading].offer
                return 16 + 8 * self.helps(game, seat, offer.take, offer.give)
            case "CounterTrade":
                return 8 + 8 * self.helps(game, seat, command.give, command.take)
            case "DeclineTrade":
                return 18
            case "CloseTrade":
                return 27
            case "WithdrawTrade":
                return 14
            case _:
                return 10

    def free_choices(self, game: Game, seat: int, choice: Choice, rng: random.Random) -> Iterator[Command]:
        """Make some commands out of a free choice."""
        if choice.command == DiscardCards.__name__:
            hand = game[Hands].of[seat]
            held = [r for r in Resource for _ in range(count(hand, r))]
            most_first = sorted(held, key=lambda r: (-count(hand, r), r))
            yield DiscardCards(seat, Cards(sum(ONE_GOOD[r] for r in most_first[: choice.cards[0].least])))
            return
        held, goal = held_by(game, seat), self.goal_of(game, seat)
        goods = self.goods_of_trade
        surplus = [good for good in goods if count(held, good) > count(goal, good)]
        lacking = [good for good in goods if count(held, good) < count(goal, good)]
        if not surplus or not lacking:
            return
        give, take = rng.choice(surplus), rng.choice(lacking)
        if give == take:
            return
        several = of_good(give, rng.randint(1, count(held, give)))
        if choice.command == OfferTrade.__name__:
            yield OfferTrade(seat, several, ONE_GOOD[take], rng.choice(((), choice.to[:1])))
        elif choice.command == CounterTrade.__name__:
            yield CounterTrade(seat, choice.offer, several, ONE_GOOD[take])

    goods_of_trade: tuple[int, ...] = tuple(Resource)
    """What is offered and wanted in trade."""
