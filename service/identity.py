"""Who calls: the one place that settles for whom a caller may act and whose eyes it looks with.

For now callers are trusted: a caller is whom it says it is. Tokens will be checked here and nowhere else.
"""

import grpc

from domain.engine import Game, Viewer
from domain.errors import Reason
from domain.visibility import AUDITOR, SPECTATOR
from service.faults import Fault, Trouble
from settlers.v1 import game_pb2


class Callers:
    """Settles what the caller of an rpc may do."""

    def actor(self, context: grpc.ServicerContext) -> str:
        """Name the caller, as an opaque reference that is stored with what it does."""
        return ""

    def acting_seat(self, seat: int, game: Game) -> int:
        """Settle that the caller acts for a seat of the game; raises ``Fault``."""
        if seat not in game.everyone:
            message = f"the game has seats 1 to {game.seats}"
            raise Fault(Trouble.MALFORMED, message, field="seat", reason=Reason.NO_SUCH_SEAT, seat=seat)
        return seat

    def viewer(self, asked: game_pb2.Viewer, game: Game) -> Viewer:
        """Settle whose eyes the caller looks with; raises ``Fault``."""
        if asked.role == game_pb2.VIEWER_ROLE_SEAT:
            return Viewer(self.acting_seat(asked.seat, game))
        if asked.role == game_pb2.VIEWER_ROLE_SPECTATOR:
            return SPECTATOR
        if asked.role == game_pb2.VIEWER_ROLE_AUDITOR:
            return AUDITOR
        raise Fault(Trouble.VIEWER_REQUIRED, "say who looks: a seat, a spectator or the auditor", field="viewer.role")
