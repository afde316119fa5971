"""Players that know no rules: they pick by luck among what they may do; some have likings, so that games go on.

command = careless(game, luck)                            # anything, each as likely
command = Player(GIVER).next_command(game, luck)          # pieces before trades, trades before passes
"""

import random
from collections.abc import Callable, Mapping

from domain.board.laid import Board
from domain.components import Cards, Good, Goods, bits, count, each, kinds
from domain.engine import Choice, Command, Game, Prompts, choices, legal
from domain.rules.gold_river import ChooseGold
from domain.rules.hands import Hands
from domain.rules.offers import CounterTrade, OfferTrade
from domain.rules.opening import GiveNonce
from domain.rules.robber import DiscardCards
from domain.rules.turn import Turn
from domain.scenarios.alexander.bidding import Bid, worth
from domain.scenarios.alexander.payment import PayBid
from domain.scenarios.cheops.pyramid import Pyramid

Liking = Callable[[Game, Command], float]
"""How much likelier than another of its kind a command is picked."""


def some_of(bag: int, least: int, most: int, luck: random.Random) -> int:
    """Cards or goods out of a bag, at least and at most so many."""
    laid_out = [1 << 10 * kind for kind, n in each(bag) for _ in range(n)]
    return sum(luck.sample(laid_out, luck.randint(least, min(most, len(laid_out)))))


def chosen(seat: int, choice: Choice, luck: random.Random) -> Command:
    """A command within the bounds of a choice."""
    if choice.command == "GiveNonce":
        return GiveNonce(seat, luck.randbytes(32))
    if choice.command == "DiscardCards":
        (bounds,) = choice.cards
        return DiscardCards(seat, Cards(some_of(bounds.each, bounds.least, bounds.most, luck)))
    if choice.command == "ChooseGold":
        (bounds,) = choice.cards
        return ChooseGold(seat, Cards(some_of(bounds.each, bounds.least, bounds.most, luck)))
    if choice.command == "Bid":
        (numbers,) = choice.numbers
        return Bid(seat, min(numbers.most, numbers.least + luck.choice((0, 0, 0, 1, 2, 9))))
    if choice.command == "PayBid":
        (bounds,), (numbers,) = choice.cards, choice.numbers
        knights = luck.randint(numbers.least, numbers.most)
        return PayBid(seat, Goods(some_of(bounds.each, bounds.least, bounds.most, luck)), knights)
    give, take = choice.cards
    given = some_of(give.each, give.least, min(give.most, 3), luck)
    rest = sum(n << 10 * kind for kind, n in each(take.each) if not kinds(given) >> kind & 1)
    taken = some_of(rest, take.least, min(take.most, 3), luck)
    if choice.command == "OfferTrade":
        return OfferTrade(
            seat, Goods(given), Goods(taken), tuple(luck.sample(choice.to, luck.randint(0, len(choice.to))))
        )
    assert choice.command == "CounterTrade", f"no player knows how to choose for {choice.command}"
    return CounterTrade(seat, choice.offer, Goods(given), Goods(taken))


def possible(game: Game, seat: int) -> list[Command | Choice]:
    """What a seat may do, choices as one each."""
    return [*legal(game, seat), *choices(game, seat)]


def careless(game: Game, luck: random.Random) -> Command:
    """One of the seats that may act does one of the things that it may do."""
    seat = luck.choice([seat for seat in game.everyone if possible(game, seat)])
    choice = luck.choice(possible(game, seat))
    return chosen(seat, choice, luck) if isinstance(choice, Choice) else choice


class Player:
    """Picks first what kind of thing to do, by weights, then one of these by its likings."""

    def __init__(self, weights: Mapping[str, float], likings: Mapping[str, Liking] | None = None) -> None:
        self.weights = weights
        self.likings = likings or {}

    def next_command(self, game: Game, luck: random.Random) -> Command:
        """What a seat that is asked does next."""
        kinds_of: dict[str, list[Command | Choice]] = {}
        seat = self._seat(game, luck)
        for each_of in possible(game, seat):
            name = each_of.command if isinstance(each_of, Choice) else type(each_of).__name__
            kinds_of.setdefault(name, []).append(each_of)
        names = list(kinds_of)
        (name,) = luck.choices(names, [self.weights.get(name, 1) for name in names])
        found = kinds_of[name]
        liking = self.likings.get(name)
        picked = luck.choices(found, [liking(game, command) for command in found])[0] if liking else luck.choice(found)
        return chosen(seat, picked, luck) if isinstance(picked, Choice) else picked

    def _seat(self, game: Game, luck: random.Random) -> int:
        """A seat that is asked; now and then the one in turn, though others still owe an answer to its offer."""
        top = game[Prompts].stack[-1]
        if top.kind == "trade" and luck.random() < 0.2:
            return game[Turn].seat
        return luck.choice(top.demands).seat


# Cheops ---------------------------------------------------------------------------------------------------------------


def near_the_site(game: Game, command: Command) -> float:
    """Settlements stand best at the pyramid's site, then two paths from it, and on land that yields something."""
    board = game[Board]
    near, site = board.grid.near, board.marked("site")
    if site >> command.intersection & 1:
        return 100
    yielding = sum(board.yields[n] is not None for n in board.grid.hexes_at[command.intersection])
    if near[command.intersection] & site:  # nobody can settle beside this one
        return 0.1
    return (1 + 12 * any(near[n] & site for n in bits(near[command.intersection]))) * (0.1 + yielding**2)


def towards_the_site(game: Game, command: Command) -> float:
    """Roads run best towards the pyramid's site."""
    board = game[Board]
    site = board.marked("site")
    ends = board.grid.ends[command.path]
    at = any(site >> end & 1 for end in ends)
    near = any(board.grid.near[end] & site for end in ends)
    return 1 + 8 * at + 3 * near


def block_makings(game: Game, command: Command) -> float:
    """Trades are best by which a seat comes to what it lacks of a block's cost, a brick and an ore."""
    hand = game[Hands].of[command.seat]
    if command.give in (Good.BRICK, Good.ORE) and count(hand, command.give) < 6:
        return 0.01
    return 5 if command.take in (Good.BRICK, Good.ORE) and not count(hand, command.take) else 0.05


BUILDER = {"BuildCity": 90, "BuildSettlement": 90, "BuildRoad": 12, "BuildShip": 3, "BuyDevelopmentCard": 25}
BUILDER |= {"TradeWithBank": 5, "TradeAtHarbor": 5, "PlacePyramidBlock": 20, "OfferTrade": 0.3, "CounterTrade": 0.3}
BUILDER |= {"PlayKnight": 5, "PlayMonopoly": 5, "PlayYearOfPlenty": 5, "PlayRoadBuilding": 5, "AcceptTrade": 5}
BUILDER |= {"CloseTrade": 9, "DeclineTrade": 2}
"""Builds what can be built."""

GIVER = BUILDER | {"BuildCity": 0.3, "BuyDevelopmentCard": 0.3, "PlacePyramidBlock": 500, "TradeWithBank": 12}
GIVER |= {"TradeAtHarbor": 15, "OfferTrade": 0.1}
"""Gives to the pyramid above all."""

IDLER = {"Pass": 300}
"""Ends its turn as soon as it can."""

LIKINGS: dict[str, Liking] = {
    "BuildSettlement": near_the_site,
    "BuildRoad": towards_the_site,
    "TradeWithBank": block_makings,
    "TradeAtHarbor": block_makings,
}


class Idler(Player):
    """Comes to the pyramid like a giver and then rests, so that the Pharaoh builds alone."""

    def next_command(self, game: Game, luck: random.Random) -> Command:
        """What a seat that is asked does next."""
        if game[Pyramid].begun:
            return super().next_command(game, luck)
        return CHEOPS_PLAYERS["giver"].next_command(game, luck)


CHEOPS_PLAYERS = {
    "builder": Player(BUILDER, {"BuildRoad": towards_the_site}),
    "giver": Player(GIVER, LIKINGS),
    "idler": Idler(IDLER),
}


# Alexander ------------------------------------------------------------------------------------------------------------


BIDDER = {"BuildCity": 60, "BuildSettlement": 60, "BuildRoad": 9, "BuyDevelopmentCard": 9, "TradeWithBank": 4}
BIDDER |= {"PlayKnight": 9, "OfferTrade": 0.2, "CounterTrade": 0.2, "Pass": 3}
"""Builds what can be built."""

WARRIOR = BIDDER | {"BuildSettlement": 9, "BuildCity": 9, "BuildRoad": 1, "BuyDevelopmentCard": 60, "TradeWithBank": 20}
"""Buys cards above all, and plays knights."""


class Bidder:
    """Mostly bids no more than it has, so that events are resolved; else picks by weights among all it may do."""

    def __init__(self, weights: Mapping[str, float], bluffs: float) -> None:
        self.weights = weights
        self.bluffs = bluffs
        """How often a bid is more than the bidder could pay."""

    def next_command(self, game: Game, luck: random.Random) -> Command:
        """What a seat that is asked does next."""
        top = game[Prompts].stack[-1]
        seat = luck.choice(top.demands).seat
        while top.kind in ("bid", "pay"):
            said = self._bid_or_pay(game, seat, luck)
            if said is not None:
                return said
            if top.kind == "bid":
                return legal(game, seat)[0]
        found = possible(game, seat)
        names = [each.command if isinstance(each, Choice) else type(each).__name__ for each in found]
        (picked,) = luck.choices(found, [self.weights.get(name, 1) for name in names])
        return chosen(seat, picked, luck) if isinstance(picked, Choice) else picked

    def _bid_or_pay(self, game: Game, seat: int, luck: random.Random) -> Command | None:
        """What a seat says in the bidding, or pays; none where it passes, or luck is to pick again."""
        for choice in choices(game, seat):
            if choice.command == "Bid":
                (bounds,) = choice.numbers
                most = bounds.most if luck.random() < self.bluffs else min(bounds.most, worth(game, seat))
                if most >= bounds.least and luck.random() < 0.7:
                    return Bid(seat, min(most, bounds.least + luck.randrange(3)))
            if choice.command == "PayBid" and luck.random() < 0.7:
                return chosen(seat, choice, luck)
        return None


ALEXANDER_PLAYERS = {"bidder": Bidder(BIDDER, bluffs=0.01), "warrior": Bidder(WARRIOR, bluffs=0.1)}
