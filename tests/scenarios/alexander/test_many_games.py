"""Two hundred whole games of Alexander by random hands, with every promise of the game held after every command."""

import random
from collections import Counter

import pytest

from domain.chance import SeededChance
from domain.components import Goods
from domain.engine import Choice, Command, Event, Game, GameEnded, Prompts, choices, execute, legal
from domain.scenarios.alexander.bidding import Bid, worth
from domain.scenarios.alexander.payment import PayBid
from tests.properties.alexander import Alexander
from tests.properties.onlookers import replayed
from tests.properties.players import chosen, some_of
from tests.properties.scenarios import begin

PARTS = 2
"""Into so many tests the games are split, for workers to share."""
EACH = 100
LONGEST = 12_000
BLUFFS = 0.01
"""How often a bid is more than the bidder could pay."""
VIEWED_EVERY = 400
LIKED = {"BuildCity": 60, "BuildSettlement": 60, "BuildRoad": 9, "BuyDevelopmentCard": 9, "TradeWithBank": 4}
LIKED |= {"PlayKnight": 9, "OfferTrade": 0.2, "CounterTrade": 0.2, "Pass": 3}


def bid_or_pay(game: Game, seat: int, luck: random.Random) -> Command | None:
    """What a seat says in the bidding, or pays: mostly no more than it has; none where it passes or may do neither."""
    for choice in choices(game, seat):
        if choice.command == "Bid":
            (bounds,) = choice.numbers
            most = bounds.most if luck.random() < BLUFFS else min(bounds.most, worth(game, seat))
            if most >= bounds.least and luck.random() < 0.7:
                return Bid(seat, min(most, bounds.least + luck.randrange(3)))
        if choice.command == "PayBid" and luck.random() < 0.7:
            (cards,), (knights,) = choice.cards, choice.numbers
            return PayBid(seat, Goods(some_of(cards.each, cards.least, cards.most, luck)), knights.least)
    return None


def next_command(game: Game, luck: random.Random) -> Command:
    """What a seat that is asked does next."""
    top = game[Prompts].stack[-1]
    seat = luck.choice(top.demands).seat
    while top.kind in ("bid", "pay"):
        said = bid_or_pay(game, seat, luck)
        if said is not None:
            return said
        if top.kind == "bid":
            return legal(game, seat)[0]
    found: list[Command | Choice] = [*legal(game, seat), *choices(game, seat)]
    names = [each.command if isinstance(each, Choice) else type(each).__name__ for each in found]
    (picked,) = luck.choices(found, [LIKED.get(name, 1) for name in names])
    return chosen(seat, picked, luck) if isinstance(picked, Choice) else picked


def play(number: int) -> tuple[str, list[Event]]:
    """Play a game to its end, and hold all its promises; gives what ended it, and its events."""
    luck = random.Random(f"march {number}")
    options = ("starting_gold",) if number % 3 == 0 else ()
    seed, chance = luck.randbytes(32), SeededChance()
    game, events = begin("alexander", 3 + number // 2 % 2, "empire", options, seed)
    history = list(events)
    keeper = Alexander(game)
    for _ in range(LONGEST):
        before = game.version
        game, events = execute(game, next_command(game, luck), chance)
        history += events
        assert game.version == before + len(events) == len(history)
        keeper.follow(history)
        keeper.check(game)
        keeper.check_events(game, events)
        if game.over or not luck.randrange(VIEWED_EVERY):
            keeper.check_refusals(game, luck)
            keeper.check_views(game, seed)
        if game.over:
            break
    assert game.over
    assert replayed(game.scenario, game.seats, history) == game
    keeper.check_end(game, history)
    return next(event.cause for event in history if isinstance(event, GameEnded)), history


@pytest.mark.parametrize("part", range(PARTS))
def test_whole_games_keep_all_their_promises_and_end_in_both_ways(part):
    ends: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for n in range(EACH):
        cause, history = play(PARTS * n + part)
        ends[cause] += 1
        happened.update(type(event).__name__ for event in history)
    assert set(ends) == {"points", "persepolis"}, ends
    rare = ("BidDefaulted", "TempleForgone", "AdvisorCardTaken", "SupplyEnded", "CoinsProduced", "SettlementBuilt")
    assert min(happened[name] for name in rare) > 5, happened
