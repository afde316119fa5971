"""Shared paths and landings (G3): several seats' pieces on one path, and joining at another's town for a card."""

from collections.abc import Callable
from typing import ClassVar

from domain.board.laid import Board
from domain.components import ONE, RESOURCES, Resource, Seat, bits, card_at, total
from domain.engine.messages import Event
from domain.engine.play import Play
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Reason
from domain.rules.buildings import Buildings
from domain.rules.hands import Hands
from domain.rules.networks import Network
from domain.rules.purchases import Costs
from domain.rules.roads import ALONG_LAND, RoadBuilt, Roads
from domain.rules.setup import AT_NEW_SETTLEMENT
from domain.rules.ships import ALONG_SEA, Fleet, ShipBuilt, ShipMoved, ShipTerms
from domain.rules.trade import fall_by_loss
from domain.scenarios.great_race.islands import ALONG_NO_FORBIDDEN_LAND, ALONG_NO_STORM


class LandingCardDrawn(Event, frozen=True):
    """A seat joined a piece to its network at another's town, and its owner drew a card from it; the two know which."""

    private: ClassVar[tuple[str, ...]] = ("resource",)

    seat: Seat
    owner: Seat
    resource: Resource | None = None

    @property
    def audience(self) -> tuple[Seat, ...]:
        """The one who lands, and the owner of the town."""
        return self.seat, self.owner


room = Room("shared paths")


@room.fold(LandingCardDrawn, Hands)
def _(hands: Hands, event: LandingCardDrawn, state: State) -> Hands:
    assert event.resource is not None
    return hands.moved(event.seat, event.owner, ONE[event.resource])


def _landings(state: State, seat: Seat, arriving: type[Network]) -> int:
    """Mask of the paths that leave the towns of others where a seat's pieces of a kind arrive."""
    found = 0
    for town in bits(state[arriving].of[seat].ends & state[Buildings].others(seat)):
        found |= state[Board].grid.paths_at[town]
    return found


def _goes_on(own: type[Network], arriving: type[Network], rule: str) -> Line:
    def places(state: State, seat: Seat) -> int:
        return state[own].of[seat].frontier | _landings(state, seat, arriving)

    return Line(Reason.NOT_CONNECTED, rule, places)


def _can_pay(own: type[Network], cost: Callable[[State], int]) -> Line:
    """Where a piece joins at another's town alone, a card must be left for that after its cost."""

    def places(state: State, seat: Seat) -> int:
        left = total(state[Hands].of[seat]) - cost(state)
        return -1 if left > 0 else state[own].of[seat].frontier

    return Line(Reason.NO_CARD_FOR_LANDING, "G3.2", places)


def _nothing(state: State) -> int:
    return 0


def _road_cost(state: State) -> int:
    return total(state.terms[Costs].road)


def _ship_cost(state: State) -> int:
    return total(state.terms[ShipTerms].cost)


WITHOUT_OWN_PIECE = Line(
    Reason.OCCUPIED, "G3.1", lambda state, seat: ~(state[Roads].of[seat].paths | state[Fleet].of[seat].paths)
)
KNOWN_SIDE = Line(Reason.UNKNOWN_HEXES, "G4.3", lambda state, seat: state[Board].known_paths)

_ROAD = (WITHOUT_OWN_PIECE, KNOWN_SIDE, ALONG_LAND, ALONG_NO_FORBIDDEN_LAND)
_SHIP = (WITHOUT_OWN_PIECE, KNOWN_SIDE, ALONG_SEA, ALONG_NO_FORBIDDEN_LAND, ALONG_NO_STORM)
_ROAD_ON = _goes_on(Roads, Fleet, "B7.2")
_SHIP_ON = _goes_on(Fleet, Roads, "S1")

room.place("road", *_ROAD, _ROAD_ON, _can_pay(Roads, _road_cost))
room.place("ship", *_SHIP, _SHIP_ON, _can_pay(Fleet, _ship_cost))
room.place("road", *_ROAD, AT_NEW_SETTLEMENT, during="setup_road")
room.place("ship", *_SHIP, AT_NEW_SETTLEMENT, during="setup_road")
for _free in ("road_building", "free_piece", "moving"):
    room.place("road", *_ROAD, _ROAD_ON, _can_pay(Roads, _nothing), during=_free)
    room.place("ship", *_SHIP, _SHIP_ON, _can_pay(Fleet, _nothing), during=_free)


def host(state: State, seat: Seat, path: int, own: type[Network]) -> Seat:
    """Find whose town a piece on a path is joined at alone; 0 where it joins the seat's own pieces or buildings."""
    grid, buildings = state[Board].grid, state[Buildings]
    others, mine = buildings.others(seat), buildings.of[seat]
    alike = state[own].of[seat].paths & ~(1 << path)
    town = 0
    for end in grid.ends[path]:
        if mine >> end & 1 or (alike & grid.paths_at[end] and not others >> end & 1):
            return 0
        if others >> end & 1:
            town = buildings.owner(end)
    return town


def joined_by_landing(state: State, seat: Seat) -> int:
    """Mask of the towns of others where a seat's roads are joined to its ships (S3)."""
    return state[Roads].of[seat].ends & state[Buildings].others(seat)


def _land(play: Play, seat: Seat, path: int, own: type[Network]) -> None:
    owner = host(play, seat, path, own)
    if owner:
        hand = play[Hands].of[seat]
        resource = RESOURCES[card_at(hand, play.draw("landing", total(hand)))]
        play.drop_draws()
        play.happen(LandingCardDrawn(seat, owner, resource))


@room.follow(RoadBuilt)
def land_road(play: Play, event: RoadBuilt) -> None:
    """Let the host of a new road draw its card."""
    _land(play, event.seat, event.path, Roads)


def land_ship(play: Play, event: ShipBuilt | ShipMoved) -> None:
    """Let the host of a new or moved ship draw its card."""
    _land(play, event.seat, event.path, Fleet)


room.follow(ShipBuilt)(land_ship)
room.follow(ShipMoved)(land_ship)
room.follow(LandingCardDrawn)(lambda play, event: fall_by_loss(play, event.seat))
