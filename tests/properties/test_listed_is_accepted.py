"""What is listed is what is accepted: along random games every seat tries every command that one could think of.

For each kind of command all places, seats and cards are tried, inside the board and just outside of it. What is chosen
freely (discards, offers, counter-offers) is tried at its bounds and just beyond them.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

import pytest

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.components import NO_CARDS, ONE, Cards, Resource, count, kinds, of_kind, pack, unpack
from domain.engine import Choice, Command, Game, Prompts, choices, evolve, execute, legal
from domain.errors import Illegal
from domain.rules.bank_trade import TradeWithBank
from domain.rules.buildings import BuildCity, BuildSettlement
from domain.rules.development import BuyDevelopmentCard
from domain.rules.hands import Hands, ResourcesReceived
from domain.rules.offers import AcceptTrade, CloseTrade, CounterTrade, DeclineTrade, OfferTrade, Trading, WithdrawTrade
from domain.rules.progress_cards import PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.rules.roads import BuildRoad
from domain.rules.robber import DiscardCards, MoveRobber
from domain.rules.turn import Pass, RollDice
from tests.rules.table import LoadedChance, Table, within

STEPS = 1000
CHECK_EVERY = 20
GIFTS = 0.3
"""How often a seat is given a card out of turn, so that games get rich."""

LISTED = (
    *(Pass, RollDice, BuildRoad, BuildSettlement, BuildCity, BuyDevelopmentCard, TradeWithBank, MoveRobber),
    *(PlayKnight, PlayRoadBuilding, PlayYearOfPlenty, PlayMonopoly),
    *(AcceptTrade, DeclineTrade, WithdrawTrade, CloseTrade),
)
CHOSEN = (DiscardCards, OfferTrade, CounterTrade)

BOLD = {BuildCity: 30, BuildSettlement: 30, BuildRoad: 3, BuyDevelopmentCard: 4, TradeWithBank: 0.1, Pass: 0.4}
"""How much likelier than others some commands are picked, so that games come to their end."""


def imaginable(game: Game, seat: int) -> tuple[Command, ...]:
    """Every command of a seat that may stand in a list, right or wrong."""
    grid = game[Board].grid
    sizes = len(grid.hexes), len(grid.intersections), len(grid.ends)
    return _imaginable(seat, game.seats, sizes, game[Trading].numbers)


@lru_cache(maxsize=64)
def _imaginable(seat: int, seats: int, sizes: tuple[int, int, int], offers: int) -> tuple[Command, ...]:
    hexes, intersections, paths = (range(-1, size + 1) for size in sizes)
    everybody = range(-1, seats + 2)
    offer_numbers = range(max(-1, offers - 15), offers + 2)
    bags = [Cards(sum(ONE[r] for r in some)) for n in range(4) for some in combinations_with_replacement(Resource, n)]
    return (
        *(flag(seat) for flag in (Pass, RollDice, BuyDevelopmentCard, PlayKnight, PlayRoadBuilding)),
        *(BuildRoad(seat, path) for path in paths),
        *(building(seat, place) for building in (BuildSettlement, BuildCity) for place in intersections),
        *(MoveRobber(seat, n, victim) for n in hexes for victim in (None, *everybody)),
        *(TradeWithBank(seat, *trade) for trade in product(Resource, range(6), Resource)),
        *(PlayYearOfPlenty(seat, bag) for bag in bags),
        *(PlayMonopoly(seat, resource) for resource in Resource),
        *(answer(seat, n) for answer in (AcceptTrade, DeclineTrade, WithdrawTrade) for n in offer_numbers),
        *(CloseTrade(seat, n, partner) for n in offer_numbers for partner in everybody),
    )


def accepted(game: Game, command: Command) -> bool:
    """Whether the game takes a command; anything but ``Illegal`` is a fault of the engine."""
    try:
        execute(game, command, LoadedChance())
    except Illegal:
        return False
    return True


def check_lists(game: Game) -> None:
    before = dict(game)
    for seat in range(game.seats + 2):
        listed = legal(game, seat) if 1 <= seat <= game.seats else []
        assert len(set(listed)) == len(listed), "a command is listed twice"
        taken = {command for command in imaginable(game, seat) if accepted(game, command)}
        assert taken == set(listed)
    assert dict(game) == before


def check_choices(game: Game, luck: random.Random) -> None:
    for seat in game.everyone:
        offered = choices(game, seat)
        names = [choice.command for choice in offered]
        assert len(set(names)) == len(names), "a choice is listed twice"
        for command in (*discards(game, seat, luck), *offers(game, seat, luck)):
            bounded = any(within(choice, command) for choice in offered)
            assert accepted(game, command) == bounded, f"{command} against the bounds {offered}"


def discards(game: Game, seat: int, luck: random.Random) -> Iterator[DiscardCards]:
    """Bags of up to one card more of each kind than the seat holds."""
    held = unpack(game[Hands].of[seat])
    for _ in range(60):
        yield DiscardCards(seat, Cards(pack(tuple(luck.randint(0, n + 1) for n in held))))
    for _ in range(20):
        hand = [r for r in Resource for _ in range(held[r])]
        for n in {0, len(hand) // 2 - 1, len(hand) // 2, len(hand) // 2 + 1, len(hand)} - {-1}:
            some = luck.sample(hand, min(n, len(hand)))
            yield DiscardCards(seat, Cards(sum(ONE[r] for r in some)))


def offers(game: Game, seat: int, luck: random.Random) -> Iterator[OfferTrade | CounterTrade]:
    """Offers of all sizes, from nothing for nothing to more than anyone holds for more than there is."""
    hand = game[Hands].of[seat]
    others = [other for other in range(1, game.seats + 1) if other != seat]
    gives = [NO_CARDS, hand, *(Cards(hand + one) for one in ONE), *ONE]
    gives += [of_kind(r, count(hand, r)) for r in Resource] + [of_kind(r, count(hand, r) + 1) for r in Resource]
    takes = [NO_CARDS, *ONE, *(of_kind(r, n) for r in Resource for n in (2, 19, 20))]
    takes += [Cards(pack(tuple(19 if r != left_out else 0 for r in Resource))) for left_out in Resource]
    takes += [Cards(pack((19,) * 5))]
    audiences = [(), *((other,) for other in range(-1, game.seats + 2)), tuple(others), tuple(others[::-1])]
    audiences += [(others[0], others[0]), (seat, *others)]
    numbers = range(max(0, game[Trading].numbers - 2), game[Trading].numbers + 2)
    for _ in range(80):
        give, take = luck.choice(gives), luck.choice(takes)
        yield OfferTrade(seat, give, take, luck.choice(audiences))
        yield CounterTrade(seat, luck.choice(numbers), give, take)
        for r in Resource:
            if count(hand, r) and not kinds(take) >> r & 1:
                yield OfferTrade(seat, ONE[r], take, luck.choice(audiences))
                yield CounterTrade(seat, luck.choice(numbers), of_kind(r, count(hand, r)), take)


def choose(game: Game, seat: int, choice: Choice, luck: random.Random) -> Command:
    """A command within the bounds of a choice, picked by luck."""
    hand = [r for r in Resource for _ in range(count(game[Hands].of[seat], r))]
    if choice.command == "DiscardCards":
        some = luck.sample(hand, luck.randint(choice.cards[0].least, choice.cards[0].most))
        return DiscardCards(seat, Cards(sum(ONE[r] for r in some)))
    given = luck.choice(hand)
    give = of_kind(given, luck.randint(1, hand.count(given)))
    take = of_kind(luck.choice([r for r in Resource if r != given]), luck.choice((1, 1, 1, 2)))
    if choice.command == "OfferTrade":
        return OfferTrade(seat, give, take, luck.choice([(), choice.to, choice.to[:1]]))
    return CounterTrade(seat, choice.offer, give, take)


def next_command(game: Game, luck: random.Random) -> Command:
    """What some seat that is asked does next."""
    possible: list[tuple[Command, float]] = []
    for seat in game.everyone:
        possible += [(command, BOLD.get(type(command), 1)) for command in legal(game, seat)]
        possible += [(choose(game, seat, choice, luck), 0.7) for choice in choices(game, seat)]
    commands, weights = zip(*possible, strict=True)
    return luck.choices(commands, weights)[0]


def gift(game: Game, luck: random.Random) -> Game:
    """The game after a seat got some card that the bank has, out of turn."""
    resource = luck.choice(tuple(Resource))
    if not count(game[Hands].bank, resource):
        return game
    return evolve(game, ResourcesReceived(luck.choice(game.everyone), ONE[resource]))


def positions(seats: int, board: str, seed: int, luck: random.Random) -> Iterator[Game]:
    """A random game, position by position, the end included."""
    key = seed.to_bytes(32, "big")
    game = Table.start(seats, board, seed=key, chance=SeededChance()).game
    yield game
    for _ in range(STEPS):
        if game.over:
            return
        if game[Trading].offer is None and luck.random() < GIFTS:
            game = gift(game, luck)
        game, _ = execute(game, next_command(game, luck), SeededChance())
        yield game


def game_waits_for(game: Game) -> str:
    """The prompt on top."""
    stack = game[Prompts].stack
    return stack[-1].kind if stack else ""


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("board", ["beginner", "spiral", "free"])
@pytest.mark.parametrize("seats", [3, 4])
def test_along_a_random_game_all_that_is_listed_is_accepted_and_nothing_else(seats, board, seed):
    luck = random.Random(f"{seats} {board} {seed}")
    for n, game in enumerate(positions(seats, board, seed, luck)):
        rare = game_waits_for(game) not in ("roll", "act", "trade")
        if n % CHECK_EVERY == 0 or game.over or (rare and luck.random() < 0.3):
            check_lists(game)
            check_choices(game, luck)


def test_random_games_come_by_every_kind_of_command_and_this_file_tries_them_all():
    seen = {
        name
        for seed in range(12)
        for game in positions(4, "spiral", seed, random.Random(seed))
        for seat in game.everyone
        for name in (
            *(type(command).__name__ for command in legal(game, seat)),
            *(choice.command for choice in choices(game, seat)),
        )
    }
    assert seen == {kind.__name__ for kind in (*LISTED, *CHOSEN)}
