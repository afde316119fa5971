"""Playing development cards (B8.2): knight, road building, year of plenty, monopoly."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

import msgspec

from domain.components import (
    ONE,
    RESOURCES,
    Cards,
    DevelopmentCard,
    Goods,
    Resource,
    Seat,
    count,
    kinds,
    of_kind,
    total,
    unpack,
)
from domain.engine.listing import places
from domain.engine.messages import Command, Event
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.development import (
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    YEAR_OF_PLENTY,
    Development,
    DevelopmentCardPlayed,
    check_may_play,
    playable_kinds,
)
from domain.rules.hands import Hands, ResourcesReceived, check_bank
from domain.rules.roads import BuildRoad, RoadBuilt, check_road, list_roads, roads_left
from domain.rules.robber import ask_to_move_robber
from domain.rules.trade import fall_by_loss
from domain.rules.turn import Pass


class PlayKnight(Command, frozen=True):
    """Play a knight: then move the robber."""


class PlayRoadBuilding(Command, frozen=True):
    """Play road building: then place up to two roads for nothing."""


class PlayYearOfPlenty(Command, frozen=True):
    """Play year of plenty: take two cards from the bank (one, if it holds no more)."""

    cards: Cards


class PlayMonopoly(Command, frozen=True):
    """Play monopoly: every other seat hands over all it has of a resource."""

    resource: Resource


class MonopolyDeclared(Event, frozen=True):
    """A seat named the resource of its monopoly."""

    seat: Seat
    resource: Resource


class ResourcesHandedOver(Event, frozen=True):
    """A seat handed over cards to another by monopoly."""

    giver: Seat
    taker: Seat
    cards: Cards


FREE_PIECES = 2
"""How many roads (or ships) road building gives."""


def can_place_road(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a road, and a place for it."""
    return bool(roads_left(state, seat) and places(state, "road", Demand("road_building", seat)))


class RoadBuildingTerms(msgspec.Struct, frozen=True, gc=False):
    """What road building can place: for each kind of piece, whether a seat can place one now."""

    pieces: tuple[Callable[[State, Seat], bool], ...] = (can_place_road,)


room = Room("progress cards")
room.term(RoadBuildingTerms())
room.prompt("road_building", "B8.2")
room.note(MonopolyDeclared)


@room.fold(ResourcesHandedOver, Hands)
def _(hands: Hands, event: ResourcesHandedOver, state: State) -> Hands:
    return hands.moved(event.giver, event.taker, event.cards)


room.follow(ResourcesHandedOver)(lambda play, event: fall_by_loss(play, event.giver))


def list_cards(state: State, demand: Demand) -> Iterable[Command]:
    """List the cards that a seat may play now."""
    seat = demand.seat
    if not state[Development].held[seat]:  # as mostly: it saves a call
        return ()
    playable = playable_kinds(state, seat)
    if not playable:
        return ()
    found: list[Command] = []
    if playable >> KNIGHT & 1:
        found += _knight(seat)
    if playable >> ROAD_BUILDING & 1 and _can_place_piece(state, seat):
        found += _road_building(seat)
    if playable >> YEAR_OF_PLENTY & 1:
        bank = state[Hands].bank
        found += _plenty(seat, kinds(bank), kinds(bank, 2), _due_by_plenty(bank))
    if playable >> MONOPOLY & 1:
        found += _monopolies(seat)
    return found


@cache
def _knight(seat: Seat) -> tuple[PlayKnight]:
    return (PlayKnight(seat),)


def _check_knight(state: State, command: PlayKnight, demand: Demand) -> None:
    check_may_play(state, command.seat, DevelopmentCard.KNIGHT)


@room.does(PlayKnight, "roll", "act", listing=list_cards, check=_check_knight)
def play_knight(play: Play, command: PlayKnight, demand: Demand) -> None:
    """Play a knight; nobody discards (B5.4)."""
    play.happen(DevelopmentCardPlayed(command.seat, DevelopmentCard.KNIGHT))
    ask_to_move_robber(play, command.seat)


@cache
def _road_building(seat: Seat) -> tuple[PlayRoadBuilding]:
    return (PlayRoadBuilding(seat),)


def _can_place_piece(state: State, seat: Seat) -> bool:
    return any(can_place(state, seat) for can_place in state.terms[RoadBuildingTerms].pieces)


def _check_road_building(state: State, command: PlayRoadBuilding, demand: Demand) -> None:
    check_may_play(state, command.seat, DevelopmentCard.ROAD_BUILDING)
    if not _can_place_piece(state, command.seat):
        raise Illegal(Reason.NOTHING_TO_GAIN, "B8.2", card=DevelopmentCard.ROAD_BUILDING.name)


@room.does(PlayRoadBuilding, "roll", "act", listing=list_cards, check=_check_road_building)
def play_road_building(play: Play, command: PlayRoadBuilding, demand: Demand) -> None:
    """Play road building; the roads follow at once."""
    play.happen(DevelopmentCardPlayed(command.seat, DevelopmentCard.ROAD_BUILDING))
    play.ask("road_building", command.seat, amount=FREE_PIECES)


@room.does(BuildRoad, "road_building", listing=list_roads, check=check_road)
def place_free_road(play: Play, command: BuildRoad, demand: Demand) -> None:
    """Place a road for nothing."""
    play.happen(RoadBuilt(command.seat, command.path))
    play.answer(demand, 1)


@room.settle(RoadBuilt)
def drop_second_piece(play: Play) -> None:
    """Take the second piece back where, after all that the first one brought, there is no piece or place for it."""
    for prompt in play.stack:
        if prompt.kind == "road_building" and not _can_place_piece(play, prompt.demands[0].seat):
            play.close(prompt.kind)


def _list_giving_up(state: State, demand: Demand) -> Iterable[Command]:
    return (Pass(demand.seat),) if demand.amount < FREE_PIECES else ()


def _check_giving_up(state: State, command: Pass, demand: Demand) -> None:
    if demand.amount == FREE_PIECES:
        raise Illegal(Reason.MUST_PLACE_FIRST, "B8.2")


@room.does(Pass, "road_building", listing=_list_giving_up, check=_check_giving_up)
def give_up_second_road(play: Play, command: Pass, demand: Demand) -> None:
    """Give up the second free piece."""
    play.answer(demand)


def _due_by_plenty(bank: Cards) -> int:
    return min(2, total(bank))


@lru_cache(maxsize=4096)
def _plenty(seat: Seat, single: int, double: int, due: int) -> tuple[PlayYearOfPlenty, ...]:
    """The choices by masks of the resources of which the bank holds at least one, and at least two."""
    have = [r for r in RESOURCES if single >> r & 1]
    if due < 2:
        return tuple(PlayYearOfPlenty(seat, ONE[r]) for r in have)
    alike = [of_kind(r, 2) for r in have if double >> r & 1]
    mixed = [ONE[a] + ONE[b] for a in have for b in have if a < b]
    return tuple(PlayYearOfPlenty(seat, cards) for cards in alike + mixed)


def _check_plenty(state: State, command: PlayYearOfPlenty, demand: Demand) -> None:
    check_may_play(state, command.seat, DevelopmentCard.YEAR_OF_PLENTY)
    due = _due_by_plenty(state[Hands].bank)
    if not due:
        raise Illegal(Reason.NOTHING_TO_GAIN, "B8.2", card=DevelopmentCard.YEAR_OF_PLENTY.name)
    given = sum(unpack(command.cards))
    if given != due:
        raise Illegal(Reason.WRONG_NUMBER_OF_CARDS, "B8.2", given=given, owed=due)
    check_bank(state, Goods(command.cards), "B8.2")


@room.does(PlayYearOfPlenty, "roll", "act", listing=list_cards, check=_check_plenty)
def play_year_of_plenty(play: Play, command: PlayYearOfPlenty, demand: Demand) -> None:
    """Play year of plenty."""
    play.happen(DevelopmentCardPlayed(command.seat, DevelopmentCard.YEAR_OF_PLENTY))
    play.happen(ResourcesReceived(command.seat, command.cards))


@cache
def _monopolies(seat: Seat) -> tuple[PlayMonopoly, ...]:
    return tuple(PlayMonopoly(seat, resource) for resource in RESOURCES)


def _check_monopoly(state: State, command: PlayMonopoly, demand: Demand) -> None:
    check_may_play(state, command.seat, DevelopmentCard.MONOPOLY)


@room.does(PlayMonopoly, "roll", "act", listing=list_cards, check=_check_monopoly)
def play_monopoly(play: Play, command: PlayMonopoly, demand: Demand) -> None:
    """Play monopoly: all of the named resource goes to its player, even where that is none."""
    seat = command.seat
    play.happen(DevelopmentCardPlayed(seat, DevelopmentCard.MONOPOLY))
    play.happen(MonopolyDeclared(seat, command.resource))
    for giver in play.clockwise(seat)[1:]:
        n = count(play[Hands].of[giver], command.resource)
        if n:
            play.happen(ResourcesHandedOver(giver, seat, of_kind(command.resource, n)))
