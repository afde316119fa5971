"""Setup (B2): rounds of a settlement and a road each, two there and back, and the cards that the last one yields."""

from collections.abc import Callable, Iterable

import msgspec

from domain.board.laid import Board
from domain.components import ONE_GOOD, Goods, Seat, cards_of
from domain.engine.listing import check_place, commands_at, places
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Line, Phase, Room
from domain.engine.state import State
from domain.errors import Reason
from domain.rules.buildings import (
    AT_A_DISTANCE,
    TOUCHES_LAND,
    VACANT,
    Buildings,
    BuildSettlement,
    SettlementBuilt,
    check_intersection,
)
from domain.rules.hands import ResourcesReceived
from domain.rules.roads import ALONG_LAND, UNUSED, BuildRoad, RoadBuilt, check_road, list_roads


def there_and_back(seats: int) -> tuple[Seat, ...]:
    """The seats in the order of their starting settlements: 1 to n, then n to 1 (B2.1)."""
    there = tuple(range(1, seats + 1))
    return there + there[::-1]


def take_starting_cards(play: Play, seat: Seat, intersection: int) -> None:
    """Take one card for each producing hex beside the last starting settlement (B2.2)."""
    found = cards_of(starting_goods(play[Board], intersection))
    if found:
        play.happen(ResourcesReceived(seat, found))


def starting_goods(board: Board, intersection: int) -> Goods:
    """What a starting settlement yields: one for each producing hex beside it."""
    yields = (board.yields[n] for n in board.grid.hexes_at[intersection])
    return Goods(sum(ONE_GOOD[good] for good in yields if good is not None))


class SetupTerms(msgspec.Struct, frozen=True, gc=False):
    """For a number of seats, the seat of each starting settlement in turn; and what a seat's last one yields."""

    order: Callable[[int], tuple[Seat, ...]] = there_and_back
    harvest: Callable[[Play, Seat, int], None] = take_starting_cards


class Setup(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that remembers how many starting settlements stand, and the last one's intersection."""

    placed: int = 0
    newest: int = 0


room = Room("setup")
room.term(SetupTerms())
room.part(Setup, lambda seats, terms: Setup())
room.prompt("setup_settlement", "B2.1")
room.prompt("setup_road", "B2.4")


@room.fold(SettlementBuilt, Setup)
def _(setup: Setup, event: SettlementBuilt, state: State) -> Setup:
    return Setup(setup.placed + 1, event.intersection)


def _paths_at_newest(state: State, seat: Seat) -> int:
    return state[Board].grid.paths_at[state[Setup].newest]


AT_NEW_SETTLEMENT = Line(Reason.NOT_AT_NEW_SETTLEMENT, "B2.4", _paths_at_newest)

room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, during="setup_settlement")
room.place("road", UNUSED, ALONG_LAND, AT_NEW_SETTLEMENT, during="setup_road")


def _list_settlements(state: State, demand: Demand) -> Iterable[Command]:
    return commands_at(BuildSettlement, demand.seat, places(state, "settlement", demand))


def _check_settlement(state: State, command: BuildSettlement, demand: Demand) -> None:
    check_intersection(state, command.intersection)
    check_place(state, "settlement", demand, command.intersection)


@room.does(BuildSettlement, "setup_settlement", listing=_list_settlements, check=_check_settlement)
def place_settlement(play: Play, command: BuildSettlement, demand: Demand) -> None:
    """Place a starting settlement; a seat's last one yields a card for each producing hex beside it (B2.2)."""
    seat = command.seat
    order = play.terms[SetupTerms].order(play.seats)
    play.happen(SettlementBuilt(seat, command.intersection))
    play.answer(demand)
    play.ask("setup_road", seat)
    if seat not in order[play[Setup].placed :]:
        play.terms[SetupTerms].harvest(play, seat, command.intersection)


@room.does(BuildRoad, "setup_road", listing=list_roads, check=check_road)
def place_road(play: Play, command: BuildRoad, demand: Demand) -> None:
    """Place the road of a starting settlement; the next seat follows."""
    play.happen(RoadBuilt(command.seat, command.path))
    go_on(play, demand)


def go_on(play: Play, demand: Demand) -> None:
    """Go on to the next starting settlement, once the last one has its piece on a path."""
    play.answer(demand)
    order = play.terms[SetupTerms].order(play.seats)
    if play[Setup].placed < len(order):
        play.ask("setup_settlement", order[play[Setup].placed])


def _begin(play: Play) -> None:
    assert not play[Buildings].occupied
    play.ask("setup_settlement", play.terms[SetupTerms].order(play.seats)[0])


SETUP = Phase("setup", _begin)
