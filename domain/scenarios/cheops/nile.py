"""Setup on the Nile (C1.4, C1.6): three rounds of starting settlements, on the marked intersections of the board."""

from domain.board.laid import Board
from domain.components import Seat
from domain.engine.room import Line, Room
from domain.errors import Reason
from domain.rules.buildings import AT_A_DISTANCE, TOUCHES_LAND, VACANT
from domain.rules.setup import there_and_back
from domain.scenarios.cheops.geography import START


def there_back_and_there(seats: int) -> tuple[Seat, ...]:
    """The seats in the order of their starting settlements: 1 to n, n to 1, 1 to n."""
    return (*there_and_back(seats), *range(1, seats + 1))


ON_THE_NILE = Line(Reason.NOT_A_STARTING_PLACE, "C1.6", lambda state, seat: state[Board].marked(START))

room = Room("nile")
room.place("settlement", VACANT, TOUCHES_LAND, AT_A_DISTANCE, ON_THE_NILE, during="setup_settlement")
