"""Random walks: whole games by random hands, and after every step the checks that `cases.md` asks for.

1. For each resource bank and hands hold what there was. 2. Pieces on the board and in stock are the seat's set.
3. The events fold to the live game, step by step, and all at once at the end. 4. Versions rise by one an event; a
refused command leaves the version. 5. Nobody is told a secret. 6. Points are those that a new count gives.
"""

import random
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

from domain.chance import SeededChance
from domain.components import Cards, DevelopmentCard, count, kinds, total, unpack
from domain.engine import Choice, Command, Event, Game, Prompts, Scores, before_creation, choices, evolve_all, execute
from domain.engine import legal as listed
from domain.errors import Illegal
from domain.rules.buildings import BuildCity, Buildings, BuildSettlement
from domain.rules.development import Development, DevelopmentView
from domain.rules.hands import Hands, HandsView
from domain.rules.largest_army import Army
from domain.rules.longest_route import Routes
from domain.rules.offers import CloseTrade, CounterTrade, OfferTrade
from domain.rules.opening import GiveNonce
from domain.rules.roads import BuildRoad, Network
from domain.rules.robber import DiscardCards, MoveRobber
from domain.rules.turn import Pass, RollDice
from domain.rules.victory import HandShown
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact, view
from tests.rules.table import Table

WALKS = [
    *product((2, 3, 4), ("beginner", "spiral", "free"), [()]),
    (2, "free", ("seat_nonces",)),
    (3, "spiral", ("seat_nonces",)),
    (4, "beginner", ("seat_nonces",)),
]
LONGEST_WALK = 40_000
VIEWED_EVERY = 40
"""Views are looked at less often, since they take the longest."""


# Choosing -------------------------------------------------------------------------------------------------------------


def some_cards(bag: int, least: int, most: int, luck: random.Random) -> Cards:
    """Cards out of a bag, at least and at most so many."""
    laid_out = [1 << 10 * kind for kind, n in enumerate(unpack(bag)) for _ in range(n)]
    return Cards(sum(luck.sample(laid_out, luck.randint(least, min(most, len(laid_out))))))


def chosen(game: Game, seat: int, choice: Choice, luck: random.Random) -> Command:
    """A command within the bounds of a choice."""
    if choice.command == "GiveNonce":
        return GiveNonce(seat, luck.randbytes(32))
    if choice.command == "DiscardCards":
        (bounds,) = choice.cards
        return DiscardCards(seat, some_cards(bounds.each, bounds.least, bounds.most, luck))
    give, take = choice.cards
    given = some_cards(give.each, give.least, min(give.most, 3), luck)
    rest = sum(n << 10 * kind for kind, n in enumerate(unpack(take.each)) if not kinds(given) >> kind & 1)
    taken = some_cards(rest, take.least, min(take.most, 3), luck)
    if choice.command == "OfferTrade":
        return OfferTrade(seat, given, taken, tuple(luck.sample(choice.to, luck.randint(0, len(choice.to)))))
    assert choice.command == "CounterTrade"
    return CounterTrade(seat, choice.offer, given, taken)


def possible(game: Game, seat: int) -> list[Command | Choice]:
    """What a seat may do, choices as one each."""
    return [*listed(game, seat), *choices(game, seat)]


def next_command(game: Game, luck: random.Random) -> Command:
    """One of the seats that may act does one of the things that it may do."""
    seat = luck.choice([seat for seat in game.everyone if possible(game, seat)])
    choice = luck.choice(possible(game, seat))
    return chosen(game, seat, choice, luck) if isinstance(choice, Choice) else choice


def nonsense(luck: random.Random) -> Command:
    """A command that most often nobody may give."""
    seat, place = luck.randint(0, 5), luck.randint(-1, 75)
    return luck.choice(
        (
            BuildRoad(seat, place),
            BuildSettlement(seat, place),
            BuildCity(seat, place),
            MoveRobber(seat, place % 21 - 1, luck.choice((None, 1, 2, 3))),
            CloseTrade(seat, place, luck.randint(0, 5)),
            DiscardCards(seat, Cards(1 << 10 * (place % 5))),
            OfferTrade(seat, Cards(1), Cards(1 << 10)),
            RollDice(seat),
            Pass(seat),
        )
    )


# The checks -----------------------------------------------------------------------------------------------------------


def check_cards(game: Game) -> None:
    """1."""
    hands, development = game[Hands], game[Development]
    assert all(bag >= 0 for bag in (hands.bank, *hands.of, development.deck, *development.held, *development.played))
    each = zip(*map(unpack, (hands.bank, *hands.of)), strict=True)
    assert [sum(column) for column in each] == [19] * 5
    assert all(n <= 19 for bag in (hands.bank, *hands.of) for n in unpack(bag))
    each = zip(*map(unpack, (development.deck, *development.held, *development.played)), strict=True)
    assert [sum(column) for column in each] == [14, 5, 2, 2, 2]


def check_pieces(game: Game) -> None:
    """2, and no two in one place."""
    buildings, network = game[Buildings], game[Network]
    standing = taken = 0
    for seat in game.everyone:
        settlements, cities, roads = buildings.settlements[seat], buildings.cities[seat], network.of[seat].paths
        assert settlements.bit_count() <= 5
        assert cities.bit_count() <= 4
        assert roads.bit_count() <= 15
        assert not settlements & cities
        assert not (settlements | cities) & standing
        assert not roads & taken
        standing |= settlements | cities
        taken |= roads


def check_points(game: Game) -> None:
    """6."""
    buildings = game[Buildings]
    for seat in game.everyone:
        points = buildings.settlements[seat].bit_count() + 2 * buildings.cities[seat].bit_count()
        points += 2 * (game[Routes].owner == seat) + 2 * (game[Army].owner == seat)
        assert game[Scores].total[seat] == points == sum(n for _, n in game[Scores].by_cause[seat])
    owner = game[Army].owner
    knights = [count(played, DevelopmentCard.KNIGHT) for played in game[Development].played]
    assert knights[owner] == max(knights) if owner else max(knights) < 3
    owner, lengths = game[Routes].owner, game[Routes].lengths
    assert lengths[owner] == max(lengths) >= 5 if owner else max(lengths) < 5 or lengths.count(max(lengths)) > 1


def viewers(game: Game) -> Iterator[Viewer]:
    """Everyone who may look at a game."""
    yield SPECTATOR
    yield AUDITOR
    yield from map(Viewer, game.everyone)


def check_events(game: Game, events: tuple[Event, ...]) -> None:
    """5: no event tells a viewer what is not for it; the seed is for nobody, the auditor included."""
    for event in events:
        if event.private:
            for viewer in viewers(game):
                seen, may_see = redact(event, viewer), viewer.auditor or viewer.seat in event.audience
                for field in msgspec.structs.fields(event):
                    hidden = field.name in event.private and (not may_see or field.name == "seed")
                    assert getattr(seen, field.name) == (field.default if hidden else getattr(event, field.name))


def check_views(game: Game, secret: bytes) -> None:
    """5: no view does either, though all hands lie open after the end."""
    for viewer in viewers(game):
        shown = view(game, viewer)
        assert secret.hex() not in repr(shown)
        assert repr(secret)[2:-1] not in repr(shown)
        for part in shown:
            if isinstance(part, HandsView | DevelopmentView):
                open_to = [game.over or viewer.auditor or hand.seat == viewer.seat for hand in part.hands]
                assert [hand.cards is not None for hand in part.hands] == open_to


def check_refusals(game: Game, luck: random.Random) -> None:
    """4: what is refused changes nothing, and is not listed."""
    command = nonsense(luck)
    before, version = dict(game), game.version
    try:
        execute(game, command, SeededChance())
    except Illegal:
        assert command not in listed(game, command.seat)
    assert (dict(game), game.version) == (before, version)


# Walking --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "board", "options"), WALKS, ids=str)
@pytest.mark.parametrize("walk", range(3))
def test_a_random_game_keeps_all_its_promises_and_comes_to_its_end(seats, board, options, walk):
    luck = random.Random(f"{seats} {board} {options} {walk}")
    seed, chance = luck.randbytes(32), SeededChance()
    table = Table.start(seats, board, ("two_seats", *options), seed=seed, chance=chance)
    game, history, second = table.game, list(table.history), table.game
    for _ in range(LONGEST_WALK):
        command = next_command(game, luck)
        check_refusals(game, luck)
        before = game
        game, events = execute(game, command, chance)
        assert events
        assert game.version == before.version + len(events) == len(history) + len(events)
        history += events
        second = evolve_all(second, events)
        assert second == game
        check_cards(game)
        check_pieces(game)
        check_points(game)
        check_events(game, events)
        if game.over or not luck.randrange(VIEWED_EVERY):
            check_views(game, seed)
        if game.over:
            break
        assert game[Prompts].stack
    assert game.over
    assert evolve_all(before_creation(game.scenario, seats), history) == game
    check_end(game, history)


def check_end(game: Game, history: list[Event]) -> None:
    """One seat has won, by 10 points in all, and every hand was shown."""
    (winner,) = game[Prompts].winners
    shown = [event for event in history if isinstance(event, HandShown)]
    assert [event.seat for event in shown] == list(game.everyone)
    held = game[Development].held
    assert [event.points for event in shown] == [
        game[Scores].total[seat] + count(held[seat], DevelopmentCard.VICTORY_POINT) for seat in game.everyone
    ]
    assert shown[winner - 1].points >= 10
    assert all(total(event.cards) >= 0 for event in shown)
    assert not any(possible(game, seat) for seat in game.everyone)
