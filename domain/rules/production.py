"""Production (B4): each hex with the rolled number yields its resource, unless the robber stands there.

What a gold river yields is kept beside the cards, for the room that says what it is worth (S4).
"""

from functools import lru_cache
from operator import add, sub

import msgspec

from domain.board.laid import Board
from domain.components import (
    NO_CARDS,
    ONE_GOOD,
    RESOURCES,
    Cards,
    Good,
    Goods,
    Resource,
    Seat,
    cards_of,
    coins_of,
    count,
    covers,
)
from domain.engine.messages import Event
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.state import State
from domain.rules.buildings import Buildings, CityBuilt, SettlementBuilt
from domain.rules.hands import Hands
from domain.rules.opening import BoardLaid
from domain.rules.turn import DiceRolled


class Gain(msgspec.Struct, frozen=True, gc=False):
    """What one seat got."""

    seat: Seat
    cards: Cards


class ResourcesProduced(Event, frozen=True):
    """A roll yielded cards from the bank; of the resources in ``short`` somebody got fewer than were due (B4.3)."""

    gains: tuple[Gain, ...]
    short: tuple[Resource, ...]


class RobberMoved(Event, frozen=True):
    """The robber went from one hex (none: from off the board) to another."""

    seat: Seat
    origin: int | None
    hex: int


Yields = tuple[Goods, ...]
"""What each seat gets, indexed by seat; a gold river yields coins here."""


class Production(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that keeps what each number and each hex would yield to each seat, and the robber's hex."""

    by_number: tuple[Yields, ...]
    """For each number from 0 to 12 what a roll of it yields, the robber's hex left out."""
    by_hex: tuple[Yields, ...]
    robber: int | None


room = Room("production")
room.part(Production, lambda seats, terms: Production((), (), None))


@room.fold(BoardLaid, Production)
def _(production: Production, event: BoardLaid, state: State) -> Production:
    nothing: Yields = (Goods(NO_CARDS),) * (state.seats + 1)
    return Production((nothing,) * 13, (nothing,) * len(event.tiles), event.robber)


@room.fold(SettlementBuilt, Production)
def _(production: Production, event: SettlementBuilt, state: State) -> Production:
    return _one_more(production, event, state)


@room.fold(CityBuilt, Production)
def _(production: Production, event: CityBuilt, state: State) -> Production:
    return _one_more(production, event, state)


def _one_more(production: Production, event: SettlementBuilt | CityBuilt, state: State) -> Production:
    """One more of what each producing hex beside a new building yields: 1 for a settlement, a second one for a city."""
    board, seat = state[Board], event.seat
    by_number, by_hex = list(production.by_number), list(production.by_hex)
    for n in board.grid.hexes_at[event.intersection]:
        good = board.yields[n]
        if good is not None:
            one = ONE_GOOD[good]
            by_hex[n] = _raise(by_hex[n], seat, one)
            if n != production.robber:
                number = board.tiles[n].number
                by_number[number] = _raise(by_number[number], seat, one)
    return Production(tuple(by_number), tuple(by_hex), production.robber)


def _raise(yields: Yields, seat: Seat, one: Goods) -> Yields:
    return (*yields[:seat], yields[seat] + one, *yields[seat + 1 :])


@room.fold(RobberMoved, Production)
def _(production: Production, event: RobberMoved, state: State) -> Production:
    tiles = state[Board].tiles
    by_number = list(production.by_number)
    if event.origin is not None:
        freed = production.by_hex[event.origin]
        number = tiles[event.origin].number
        by_number[number] = tuple(map(add, by_number[number], freed))
    number = tiles[event.hex].number
    blocked = production.by_hex[event.hex]
    by_number[number] = tuple(map(sub, by_number[number], blocked))
    return Production(tuple(by_number), production.by_hex, event.hex)


@lru_cache(maxsize=65536)
def _harvest(due: Yields, short: tuple[Resource, ...] = ()) -> tuple[ResourcesProduced, Cards]:
    """What is due to each seat as an event, and as the cards that the bank must have for it."""
    cards = [cards_of(goods) for goods in due]
    return ResourcesProduced(tuple([Gain(seat, held) for seat, held in enumerate(cards) if held]), short), Cards(
        sum(cards)
    )


@room.fold(ResourcesProduced, Hands)
def _(hands: Hands, event: ResourcesProduced, state: State) -> Hands:
    of = list(hands.of)
    out = NO_CARDS
    for gain in event.gains:
        of[gain.seat] += gain.cards
        out += gain.cards
    return Hands(hands.bank - out, tuple(of))


@room.follow(DiceRolled)
def produce(play: Play, event: DiceRolled) -> None:
    """Let the hexes of the rolled number yield; on a 7 nothing does (B5.1)."""
    number = event.dice[0] + event.dice[1]
    if number == 7:
        return
    production, bank = play[Production], play[Hands].bank
    due = production.by_number[number]
    harvest, cards = _harvest(due)
    if harvest.gains and not covers(bank, cards):
        harvest, _ = _harvest(*_ration(bank, due))
    if harvest.gains or harvest.short:
        play.happen(harvest)


def with_hex(production: Production, n: int, number: int, good: Good, state: State) -> Production:
    """The same after a hex with a number was turned up: it yields to the buildings that stand there already."""
    buildings, corners = state[Buildings], state[Board].grid.corner_mask[n]
    one = ONE_GOOD[good]
    due = [
        (settled & corners).bit_count() + 2 * (city & corners).bit_count()
        for settled, city in zip(buildings.settlements, buildings.cities, strict=True)
    ]
    yields = tuple(one * count for count in due)
    by_number, by_hex = list(production.by_number), list(production.by_hex)
    by_hex[n] = yields
    by_number[number] = tuple(map(add, by_number[number], yields))
    return Production(tuple(by_number), tuple(by_hex), production.robber)


def gold_due(state: State, number: int) -> tuple[int, ...]:
    """Count what the gold rivers of a rolled number yield to each seat (indexed by seat): 1 a settlement, 2 a city."""
    return tuple(map(coins_of, state[Production].by_number[number]))


def _ration(bank: Cards, due: Yields) -> tuple[Yields, tuple[Resource, ...]]:
    """Share out what the bank is short of (B4.3): to several seats none of it, to a single one what there is."""
    paid = list(due)
    short = []
    for resource in RESOURCES:
        wanted = [count(cards, resource) for cards in due]
        have = count(bank, resource)
        if sum(wanted) <= have:
            continue
        short.append(resource)
        single = sum(n > 0 for n in wanted) == 1
        for seat, n in enumerate(wanted):
            kept = have if single and n else 0
            paid[seat] -= ONE_GOOD[resource] * (n - kept)
    return tuple(paid), tuple(short)
