"""A game played to its end by bots: who is asked looks at the game, chooses, and plays; whoever likes is told.

Nothing is remembered between two commands but what was told, and each choice draws its luck from the seed, the seat and
the version alone. So a match that was broken off goes on as it would have gone on, in this process or in another.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from service.bots.client import Client, Refused
from service.bots.messages import demands_of, viewer_of
from settlers.v1 import game_pb2, game_service_pb2


class Bot(Protocol):
    """Plays a seat: it chooses a command from what its seat sees and what it may do."""

    def choose(
        self, view: game_pb2.GameView, seat: int, legal: game_service_pb2.ListLegalCommandsResponse, luck: Random
    ) -> game_pb2.Command:
        """Choose a command."""
        ...


Tell = Callable[[game_pb2.RecordedEvent], None]


def play_match(
    client: Client, game_id: str, bots: Mapping[int, Bot], *, seed: str, told: int = 0, tell: Tell = lambda _: None
) -> None:
    """Play a game to its end, and tell all its events after version ``told``, each once, as a spectator sees them."""
    seat = 1
    while True:
        view = client.view(game_id, viewer_of(seat))
        if view.version > told:
            for event in client.events(game_id, after=told):
                tell(event)
                told = event.version
        if view.turn.over:
            return
        asked = next(demands_of(view)).seat
        if asked != seat:
            seat = asked
            continue
        legal = client.legal(game_id, seat)
        if legal.version != view.version:
            continue
        luck = Random(f"{seed}/{seat}/{view.version}")
        command = bots[seat].choose(view, seat, legal, luck)
        try:
            client.execute(game_id, seat, command, expected_version=view.version)
        except Refused as refusal:
            # The answer to this very command was lost, or somebody else plays along: look again.
            if refusal.reason != "VERSION_CONFLICT":
                raise
