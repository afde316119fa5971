"""Victory point cards without points (G2.2): each builds one road or ship for nothing."""

from collections.abc import Iterable

from domain.components import count
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.development import VICTORY_POINT, Development, DevelopmentCardPlayed, check_may_play
from domain.rules.progress_cards import RoadBuildingTerms
from domain.rules.roads import BuildRoad, RoadBuilt, check_road, list_roads
from domain.rules.ships import BuildShip, ShipBuilt, check_ship, list_ships


class PlayVictoryPoint(Command, frozen=True):
    """Play a victory point card: then place a road or a ship for nothing."""


room = Room("free pieces")
room.prompt("free_piece", "G2.2")


def _has_place(state: State, seat: int) -> bool:
    return any(can_place(state, seat) for can_place in state.terms[RoadBuildingTerms].pieces)


def _check_card(state: State, command: PlayVictoryPoint, demand: Demand) -> None:
    check_may_play(state, command.seat, VICTORY_POINT)
    if not _has_place(state, command.seat):
        raise Illegal(Reason.NOTHING_TO_GAIN, "G2.2", card=VICTORY_POINT.name)


def _list_card(state: State, demand: Demand) -> Iterable[Command]:
    development, seat = state[Development], demand.seat
    ready = count(development.held[seat] - development.fresh[seat], VICTORY_POINT)
    if ready and not development.card_played and _has_place(state, seat):
        return (PlayVictoryPoint(seat),)
    return ()


@room.does(PlayVictoryPoint, "roll", "act", listing=_list_card, check=_check_card)
def play_victory_point(play: Play, command: PlayVictoryPoint, demand: Demand) -> None:
    """Play the card; the piece follows at once."""
    play.happen(DevelopmentCardPlayed(command.seat, VICTORY_POINT))
    play.ask("free_piece", command.seat)


@room.does(BuildRoad, "free_piece", listing=list_roads, check=check_road)
def place_road(play: Play, command: BuildRoad, demand: Demand) -> None:
    """Place a road for nothing."""
    play.happen(RoadBuilt(command.seat, command.path))
    play.answer(demand)


@room.does(BuildShip, "free_piece", listing=list_ships, check=check_ship)
def place_ship(play: Play, command: BuildShip, demand: Demand) -> None:
    """Place a ship for nothing."""
    play.happen(ShipBuilt(command.seat, command.path))
    play.answer(demand)
