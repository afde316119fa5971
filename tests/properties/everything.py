"""Every command that one could think of, right or wrong: all places, seats and cards, on the board and just outside.

A scenario adds its own: a class more, and a line in ``EVERYTHING``.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from domain.board.laid import Board
from domain.components import (
    GOODS,
    ONE,
    ONE_GOOD,
    Cards,
    Good,
    Goods,
    Resource,
    bits,
    count,
    kinds,
    of_good,
    pack,
    unpack,
    unpack_goods,
)
from domain.engine import Command, Event, Game, Prompts
from domain.rules.bank_trade import TradeWithBank
from domain.rules.buildings import BuildCity, BuildSettlement
from domain.rules.coins import Coins, CoinsReceived
from domain.rules.development import BuyDevelopmentCard
from domain.rules.gold_river import ChooseGold
from domain.rules.hands import GoodsTerms, Hands, ResourcesReceived
from domain.rules.moving_ships import MoveShip
from domain.rules.offers import AcceptTrade, CloseTrade, CounterTrade, DeclineTrade, OfferTrade, Trading, WithdrawTrade
from domain.rules.progress_cards import PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.rules.roads import BuildRoad
from domain.rules.robber import DiscardCards, MoveRobber
from domain.rules.ships import BuildShip, Fleet
from domain.rules.turn import Pass, RollDice
from domain.scenarios.alexander.bidding import Bid, Bidding
from domain.scenarios.alexander.march import March
from domain.scenarios.alexander.payment import PayBid
from domain.scenarios.cheops.harbors import TradeAtHarbor
from domain.scenarios.cheops.pyramid import PlacePyramidBlock
from domain.scenarios.great_race.free_pieces import PlayVictoryPoint


class Everything:
    """What could be said in a classic game."""

    listed: tuple[type[Command], ...] = (
        *(Pass, RollDice, BuildRoad, BuildSettlement, BuildCity, BuyDevelopmentCard, TradeWithBank, MoveRobber),
        *(PlayKnight, PlayRoadBuilding, PlayYearOfPlenty, PlayMonopoly),
        *(AcceptTrade, DeclineTrade, WithdrawTrade, CloseTrade),
    )
    """The kinds of commands that stand in lists."""
    chosen: tuple[type[Command], ...] = (DiscardCards, OfferTrade, CounterTrade)
    """The kinds that are chosen freely within bounds."""

    def imaginable(self, game: Game, seat: int) -> tuple[Command, ...]:
        """Every command of a seat that may stand in a list."""
        grid = game[Board].grid
        sizes = len(grid.hexes), len(grid.intersections), len(grid.ends)
        return (*_classic(seat, game.seats, *sizes), *_answers(seat, game.seats, game[Trading].numbers))

    def few(self, game: Game, seat: int) -> tuple[Command, ...]:
        """Commands so few, or so telling, that some are tried at every position: what a scenario adds."""
        return (BuyDevelopmentCard(seat),)

    def gift(self, game: Game, luck: random.Random) -> Event | None:
        """A card of the bank for some seat, so that games get rich."""
        resource = luck.choice(tuple(Resource))
        has = count(game[Hands].bank, resource)
        return ResourcesReceived(luck.choice(game.everyone), ONE[resource]) if has else None

    def discards(self, game: Game, seat: int, luck: random.Random) -> Iterator[DiscardCards]:
        """Bags of up to one card more of each kind than the seat holds."""
        held = unpack(game[Hands].of[seat])
        for _ in range(60):
            yield DiscardCards(seat, Cards(pack(tuple(luck.randint(0, n + 1) for n in held))))
        for _ in range(20):
            hand = [r for r in Resource for _ in range(held[r])]
            for n in {0, len(hand) // 2 - 1, len(hand) // 2, len(hand) // 2 + 1, len(hand)} - {-1}:
                some = luck.sample(hand, min(n, len(hand)))
                yield DiscardCards(seat, Cards(sum(ONE[r] for r in some)))

    def offers(self, game: Game, seat: int, luck: random.Random) -> Iterator[OfferTrade | CounterTrade]:
        """Offers of all sizes, from nothing for nothing to more than anyone holds for more than there is."""
        hand, exist = game.terms[GoodsTerms].held(game, seat), game.terms[GoodsTerms].in_play(game)
        others = [other for other in game.everyone if other != seat]
        gives = [Goods(0), hand, *(Goods(hand + one) for one in ONE_GOOD), *ONE_GOOD]
        gives += [of_good(good, count(hand, good) + more) for good in GOODS for more in (0, 1)]
        takes = [Goods(0), *ONE_GOOD, exist, *(of_good(good, 2) for good in GOODS)]
        takes += [of_good(good, count(exist, good) + more) for good in GOODS for more in (0, 1)]
        takes += [Goods(exist - of_good(good, count(exist, good))) for good in GOODS]
        audiences = [(), *((other,) for other in range(-1, game.seats + 2)), tuple(others), tuple(others[::-1])]
        audiences += [(others[0], others[0]), (seat, *others)]
        numbers = range(max(0, game[Trading].numbers - 2), game[Trading].numbers + 2)
        for _ in range(80):
            give, take = luck.choice(gives), luck.choice(takes)
            yield OfferTrade(seat, give, take, luck.choice(audiences))
            yield CounterTrade(seat, luck.choice(numbers), give, take)
            for good in GOODS:
                if count(hand, good) and not kinds(take) >> good & 1:
                    yield OfferTrade(seat, ONE_GOOD[good], take, luck.choice(audiences))
                    yield CounterTrade(seat, luck.choice(numbers), of_good(good, count(hand, good)), take)

    def chosen_besides(self, game: Game, seat: int, luck: random.Random) -> Iterator[Command]:
        """What else is chosen freely: what a scenario adds."""
        yield from ()


class EverythingInTheEmpire(Everything):
    """What could be said in a game of Alexander."""

    chosen = (*Everything.chosen, Bid, PayBid)

    def chosen_besides(self, game: Game, seat: int, luck: random.Random) -> Iterator[Command]:
        """Bids of all heights, and payments that are right, too little, too much, of other goods, with more knights."""
        highest, hand = game[Bidding].highest, game.terms[GoodsTerms].held(game, seat)
        knights = max(game[March].knights, default=0)
        for amount in {-1, 0, 1, *range(max(1, highest - 1), highest + 40), 998, 999, 1000, luck.randint(0, 2000)}:
            yield Bid(seat, amount)
        held = unpack_goods(hand)
        laid_out = [good for good in GOODS for _ in range(held[good])]
        for _ in range(60):
            some = [luck.randint(0, min(n + 1, highest + 1)) for n in held]
            yield PayBid(seat, Goods(pack(tuple(some))), luck.randint(0, knights + 1))
        for n in range(knights + 2):
            for size in range(max(0, highest - 3 * n - 3), highest - 3 * n + 4):
                for _ in range(8):
                    paid = luck.sample(laid_out, min(max(0, size), len(laid_out)))
                    yield PayBid(seat, Goods(sum(ONE_GOOD[good] for good in paid)), n)
        for good in GOODS:  # of one kind, and of two
            for other in GOODS:
                for size in range(max(0, highest - 2), highest + 2):
                    first = min(size, held[good])
                    rest = min(size - first, held[other]) if other != good else 0
                    yield PayBid(seat, Goods(of_good(good, first) + of_good(other, rest)))


class EverythingInEgypt(Everything):
    """What could be said in a game of Cheops; ships move only where the option has it."""

    listed = (*Everything.listed, BuildShip, TradeAtHarbor, PlacePyramidBlock)

    def imaginable(self, game: Game, seat: int) -> tuple[Command, ...]:
        """Every command of a seat that may stand in a list; of ships, all own ones move, and a few paths' without."""
        paths = len(game[Board].grid.ends)
        own = game[Fleet].of[seat].paths if seat in game.everyone else 0
        origins = {*bits(own), -1, 0, paths // 2, paths}
        harbors = tuple(harbor.path for harbor in game[Board].harbors)
        moves = (MoveShip(seat, origin, path) for origin in origins for path in range(-1, paths + 1))
        return (*super().imaginable(game, seat), *_egyptian(seat, game.seats, paths, harbors), *moves)

    def few(self, game: Game, seat: int) -> tuple[Command, ...]:
        """All blocks, and a share of the trades at harbors, another one each time."""
        harbors = tuple(harbor.path for harbor in game[Board].harbors)
        own = _egyptian(seat, game.seats, len(game[Board].grid.ends), harbors)
        blocks = [command for command in own[-game.seats - 3 :] if isinstance(command, PlacePyramidBlock)]
        trades = [command for command in own[game.version % 16 :: 16] if isinstance(command, TradeAtHarbor)]
        return (*super().few(game, seat), *blocks, *trades)

    def gift(self, game: Game, luck: random.Random) -> Event | None:
        """A card, or now and then a coin."""
        if luck.random() < 0.1 and sum(game[Coins].of) < 30:
            return CoinsReceived(luck.choice(game.everyone), 1)
        return super().gift(game, luck)


class EverythingAtSea(EverythingInEgypt):
    """With the option by which ships move."""

    listed = (*EverythingInEgypt.listed, MoveShip)


class EverythingInTheRace(Everything):
    """What could be said in a game of the Great Race."""

    listed = (*Everything.listed, BuildShip, MoveShip, PlayVictoryPoint)
    chosen = (*Everything.chosen, ChooseGold)

    def imaginable(self, game: Game, seat: int) -> tuple[Command, ...]:
        """Every command of a seat that may stand in a list; second victims where the robber moves, else a few."""
        grid = game[Board].grid
        paths = len(grid.ends)
        own = game[Fleet].of[seat].paths if seat in game.everyone else 0
        origins = {*bits(own), -1, 0, paths // 2, paths}
        robber_moves = any(prompt.kind == "robber" for prompt in game[Prompts].stack)
        hexes = range(-1, len(grid.hexes) + 1) if robber_moves else (-1, 0, len(grid.hexes) // 3)
        everybody = range(-1, game.seats + 2)
        return (
            *super().imaginable(game, seat),
            *(BuildShip(seat, path) for path in range(-1, paths + 1)),
            *(MoveShip(seat, origin, path) for origin in origins for path in range(-1, paths + 1)),
            *(MoveRobber(seat, n, one, two) for n in hexes for one in (None, *everybody) for two in everybody),
            PlayVictoryPoint(seat),
        )

    def few(self, game: Game, seat: int) -> tuple[Command, ...]:
        """The card for a free piece, and a share of the roads and ships, another one each time."""
        share = range(game.version % 16, len(game[Board].grid.ends), 16)
        pieces = (piece(seat, path) for piece in (BuildRoad, BuildShip) for path in share)
        return (*super().few(game, seat), PlayVictoryPoint(seat), *pieces)

    def chosen_besides(self, game: Game, seat: int, luck: random.Random) -> Iterator[Command]:
        """Cards for gold: none, one to four, alike or not, and what the bank has none of."""
        for n in range(5):
            for _ in range(8):
                yield ChooseGold(seat, Cards(sum(ONE[luck.choice(tuple(Resource))] for _ in range(n))))
        for resource in Resource:
            for n in {1, 2, count(game[Hands].bank, resource), count(game[Hands].bank, resource) + 1} - {0}:
                yield ChooseGold(seat, Cards(n * ONE[resource]))


EVERYTHING: dict[tuple[str, tuple[str, ...]], Everything] = {
    ("classic", ()): Everything(),
    ("alexander", ()): EverythingInTheEmpire(),
    ("cheops", ()): EverythingInEgypt(),
    ("cheops", ("seafarers_ships",)): EverythingAtSea(),
    ("great-race", ()): EverythingInTheRace(),
}
"""For each scenario, with its options, what could be said."""


@lru_cache(maxsize=64)
def _classic(seat: int, seats: int, *sizes: int) -> tuple[Command, ...]:
    hexes, intersections, paths = (range(-1, size + 1) for size in sizes)
    everybody = range(-1, seats + 2)
    bags = [Cards(sum(ONE[r] for r in some)) for n in range(4) for some in combinations_with_replacement(Resource, n)]
    return (
        *(flag(seat) for flag in (Pass, RollDice, BuyDevelopmentCard, PlayKnight, PlayRoadBuilding)),
        *(BuildRoad(seat, path) for path in paths),
        *(building(seat, place) for building in (BuildSettlement, BuildCity) for place in intersections),
        *(MoveRobber(seat, n, victim) for n in hexes for victim in (None, *everybody)),
        *(TradeWithBank(seat, *trade) for trade in product(Good, range(6), Good)),
        *(PlayYearOfPlenty(seat, bag) for bag in bags),
        *(PlayMonopoly(seat, resource) for resource in Resource),
    )


@lru_cache(maxsize=64)
def _answers(seat: int, seats: int, offers: int) -> tuple[Command, ...]:
    numbers = range(max(-1, offers - 15), offers + 2)
    return (
        *(answer(seat, n) for answer in (AcceptTrade, DeclineTrade, WithdrawTrade) for n in numbers),
        *(CloseTrade(seat, n, partner) for n in numbers for partner in range(-1, seats + 2)),
    )


@lru_cache(maxsize=64)
def _egyptian(seat: int, seats: int, paths: int, harbors: tuple[int, ...]) -> tuple[Command, ...]:
    return (
        *(BuildShip(seat, path) for path in range(-1, paths + 1)),
        *(TradeAtHarbor(seat, *trade) for trade in product((-1, 0, *harbors, paths), Good, Good)),
        *(PlacePyramidBlock(seat, owner) for owner in range(-1, seats + 2)),
    )
