"""Building and buying at a cost (B7.1): roads, settlements, cities and development cards in the seat's own turn."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

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


class Costs(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What building costs (B7.1)."""

    road: Cards = cards(brick=1, lumber=1)
    settlement: Cards = cards(brick=1, lumber=1, wool=1, grain=1)
    city: Cards = cards(grain=2, ore=3)
    development_card: Cards = cards(wool=1, grain=1, ore=1)


room = Room("purchases")
room.term(Costs())


@lru_cache(maxsize=65536)
def _affordable(hand: Cards, costs: Costs) -> tuple[bool, bool, bool, bool] | None:
    """Whether a hand pays for a road, a settlement, a city, a development card; none for nothing of all that."""
    found = (
        covers(hand, costs.road),
        covers(hand, costs.settlement),
        covers(hand, costs.city),
        covers(hand, costs.development_card),
    )
    return found if any(found) else None


@cache
def _purchase(seat: Seat) -> tuple[BuyDevelopmentCard]:
    return (BuyDevelopmentCard(seat),)


def list_purchases(state: State, demand: Demand) -> Iterable[Command]:
    """List all that a seat can pay for, has in stock, and has a place for."""
    seat = demand.seat
    affordable = _affordable(state[Hands].of[seat], state.terms[Costs])
    if affordable is None:
        return ()
    road, settlement, city, card = affordable
    found: list[Command] = []
    if road and roads_left(state, seat):
        found += commands_at(BuildRoad, seat, places(state, "road", demand))
    if settlement and settlements_left(state, seat):
        found += commands_at(BuildSettlement, seat, places(state, "settlement", demand))
    if city and cities_left(state, seat):
        found += commands_at(BuildCity, seat, places(state, "city", demand))
    if card and state[Development].left:
        found += _purchase(seat)
    return found


Check = Callable[[State, Any, Demand], None]


def _paid(check: Check, piece: str) -> Check:
    """A check of a piece, and of its cost after that."""

    def check_with_cost(state: State, command: Command, demand: Demand) -> None:
        check(state, command, demand)
        check_holds(state, command.seat, getattr(state.terms[Costs], piece), "B7.1")

    return check_with_cost


def _check_deck(state: State, command: BuyDevelopmentCard, demand: Demand) -> None:
    if not state[Development].left:
        raise Illegal(Reason.DECK_EMPTY, "B1.3")


@room.does(BuildRoad, "act", listing=list_purchases, check=_paid(check_road, "road"))
def build_road(play: Play, command: BuildRoad, demand: Demand) -> None:
    """Build a road at its cost."""
    play.happen(RoadBuilt(command.seat, command.path))
    play.happen(ResourcesPaid(command.seat, play.terms[Costs].road))


@room.does(BuildSettlement, "act", listing=list_purchases, check=_paid(check_settlement, "settlement"))
def build_settlement(play: Play, command: BuildSettlement, demand: Demand) -> None:
    """Build a settlement at its cost."""
    play.happen(SettlementBuilt(command.seat, command.intersection))
    play.happen(ResourcesPaid(command.seat, play.terms[Costs].settlement))


@room.does(BuildCity, "act", listing=list_purchases, check=_paid(check_city, "city"))
def build_city(play: Play, command: BuildCity, demand: Demand) -> None:
    """Replace a settlement by a city at its cost."""
    play.happen(CityBuilt(command.seat, command.intersection))
    play.happen(ResourcesPaid(command.seat, play.terms[Costs].city))


@room.does(BuyDevelopmentCard, "act", listing=list_purchases, check=_paid(_check_deck, "development_card"))
def buy_development_card(play: Play, command: BuyDevelopmentCard, demand: Demand) -> None:
    """Buy a development card at its cost."""
    draw_development_card(play, command.seat)
    play.happen(ResourcesPaid(command.seat, play.terms[Costs].development_card))
