"""Building and buying at a cost (B7.1): roads, settlements, cities and development cards in the seat's own turn."""

from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from domain.components import Cards, Seat, cards, covers
from domain.engine.listing import commands_at, places
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import (
    BuildCity,
    BuildSettlement,
    CityBuilt,
    SettlementBuilt,
    check_city,
    check_settlement,
    cities_left,
    settlements_left,
)
from domain.rules.development import BuyDevelopmentCard, Development, draw_development_card
from domain.rules.hands import Hands, ResourcesPaid, check_holds
from domain.rules.roads import BuildRoad, RoadBuilt, check_road, roads_left


class Costs(msgspec.Struct, frozen=True, gc=False):
    """What building costs (B7.1)."""

    road: Cards = cards(brick=1, lumber=1)
    settlement: Cards = cards(brick=1, lumber=1, wool=1, grain=1)
    city: Cards = cards(grain=2, ore=3)
    development_card: Cards = cards(wool=1, grain=1, ore=1)


room = Room("purchases")
room.term(Costs())


@lru_cache(maxsize=65536)
def _affordable(hand: Cards, costs: Costs) -> tuple[bool, bool, bool, bool]:
    """Whether a hand pays for a road, a settlement, a city, a development card."""
    return (
        covers(hand, costs.road),
        covers(hand, costs.settlement),
        covers(hand, costs.city),
        covers(hand, costs.development_card),
    )


@cache
def _purchase(seat: Seat) -> tuple[BuyDevelopmentCard]:
    return (BuyDevelopmentCard(seat),)


def list_purchases(state: State, demand: Demand) -> Iterable[Command]:
    """List all that a seat can pay for, has in stock, and has a place for."""
    seat = demand.seat
    road, settlement, city, card = _affordable(state[Hands].of[seat], state.terms[Costs])
    found: list[Command] = []
    if road and roads_left(state, seat):
        found += commands_at(BuildRoad, seat, places(state, "road", demand))
    if settlement and settlements_left(state, seat):
        found += commands_at(BuildSettlement, seat, places(state, "settlement", demand))
    if city and cities_left(state, seat):
        found += commands_at(BuildCity, seat, places(state, "city", demand))
    if card and state[Development].deck:
        found += _purchase(seat)
    return found


def _pay(play: Play, seat: Seat, cost: Cards) -> None:
    play.happen(ResourcesPaid(seat, cost))


def _check_road(state: State, command: BuildRoad, demand: Demand) -> None:
    check_road(state, command, demand)
    check_holds(state, command.seat, state.terms[Costs].road, "B7.1")


@room.does(BuildRoad, "act", listing=list_purchases, check=_check_road)
def build_road(play: Play, command: BuildRoad, demand: Demand) -> None:
    """Build a road at its cost."""
    play.happen(RoadBuilt(command.seat, command.path))
    _pay(play, command.seat, play.terms[Costs].road)


def _check_settlement(state: State, command: BuildSettlement, demand: Demand) -> None:
    check_settlement(state, command, demand)
    check_holds(state, command.seat, state.terms[Costs].settlement, "B7.1")


@room.does(BuildSettlement, "act", listing=list_purchases, check=_check_settlement)
def build_settlement(play: Play, command: BuildSettlement, demand: Demand) -> None:
    """Build a settlement at its cost."""
    play.happen(SettlementBuilt(command.seat, command.intersection))
    _pay(play, command.seat, play.terms[Costs].settlement)


def _check_city(state: State, command: BuildCity, demand: Demand) -> None:
    check_city(state, command, demand)
    check_holds(state, command.seat, state.terms[Costs].city, "B7.1")


@room.does(BuildCity, "act", listing=list_purchases, check=_check_city)
def build_city(play: Play, command: BuildCity, demand: Demand) -> None:
    """Replace a settlement by a city at its cost."""
    play.happen(CityBuilt(command.seat, command.intersection))
    _pay(play, command.seat, play.terms[Costs].city)


def _check_card(state: State, command: BuyDevelopmentCard, demand: Demand) -> None:
    if not state[Development].deck:
        raise Illegal(Reason.DECK_EMPTY, "B1.3")
    check_holds(state, command.seat, state.terms[Costs].development_card, "B7.1")


@room.does(BuyDevelopmentCard, "act", listing=list_purchases, check=_check_card)
def buy_development_card(play: Play, command: BuyDevelopmentCard, demand: Demand) -> None:
    """Buy a development card at its cost."""
    draw_development_card(play, command.seat)
    _pay(play, command.seat, play.terms[Costs].development_card)
