"""Building along the route (A5): nobody builds where Alexander has still to come, nor next to it."""

from domain.engine.room import Line, Room
from domain.errors import Reason
from domain.rules.buildings import AT_A_DISTANCE, TOUCHES_LAND, VACANT
from domain.rules.roads import AT_OWN_ROAD
from domain.scenarios.alexander.march import March

OFF_THE_WAY_AHEAD = Line(Reason.ROUTE_PROTECTED, "A5.2", lambda state, seat: ~state[March].protected)

room = Room("towns")
room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, AT_OWN_ROAD, OFF_THE_WAY_AHEAD)
