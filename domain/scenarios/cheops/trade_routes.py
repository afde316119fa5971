"""Trade routes (C4): a ship joins a road without a settlement between, and pieces of all seats make one route.

Which intersections are joined is kept, not searched for: the routes are masks of intersections, no two of which meet.
"""

import msgspec

from domain.board.laid import Board
from domain.components import Seat, bits
from domain.engine.room import Line, Room
from domain.engine.state import State
from domain.errors import Reason
from domain.rules.buildings import Buildings
from domain.rules.roads import ALONG_LAND, UNUSED, RoadBuilt, Roads
from domain.rules.ships import ALONG_SEA, FREE_FOR_SHIP, Fleet, ShipBuilt, ShipMoved


class TradeRoutes(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows which intersections are joined by roads and ships, whoever owns each of them."""

    routes: tuple[int, ...] = ()

    def joined(self, some: int, others: int) -> bool:
        """Tell whether a route joins any of some intersections to any of others (both are masks)."""
        return any(route & some and route & others for route in self.routes)

    def with_path(self, ends: int) -> "TradeRoutes":
        """The same with a piece between these two intersections (a mask)."""
        apart = []
        for route in self.routes:
            if route & ends:
                ends |= route
            else:
                apart.append(route)
        return TradeRoutes((*apart, ends))


room = Room("trade routes")
room.part(TradeRoutes, lambda seats, terms: TradeRoutes())


def _ends(state: State, path: int) -> int:
    one, other = state[Board].grid.ends[path]
    return 1 << one | 1 << other


def _lengthen(routes: TradeRoutes, event: RoadBuilt | ShipBuilt, state: State) -> TradeRoutes:
    return routes.with_path(_ends(state, event.path))


room.fold(RoadBuilt, TradeRoutes)(_lengthen)
room.fold(ShipBuilt, TradeRoutes)(_lengthen)


@room.fold(ShipMoved, TradeRoutes)
def _(routes: TradeRoutes, event: ShipMoved, state: State) -> TradeRoutes:
    taken = (state[Roads].taken | state[Fleet].taken) & ~(1 << event.origin) | 1 << event.path
    anew = TradeRoutes()
    for path in bits(taken):
        anew = anew.with_path(_ends(state, path))
    return anew


def joined_buildings(state: State, seat: Seat, intersections: int) -> bool:
    """Tell whether a trade route joins a building of a seat to any of these intersections (C4.2)."""
    return state[TradeRoutes].joined(state[Buildings].of[seat], intersections)


def _frontier(state: State, seat: Seat) -> int:
    return state[Roads].of[seat].frontier | state[Fleet].of[seat].frontier


mixed = Room("roads join ships")
mixed.place("road", UNUSED, ALONG_LAND, Line(Reason.NOT_CONNECTED, "B7.2", _frontier))
mixed.place("ship", FREE_FOR_SHIP, ALONG_SEA, Line(Reason.NOT_CONNECTED, "S1", _frontier))
