"""Onlookers: a client of its own for every viewer, who gets of each event what it may see, as bytes.

So the view that a game shows is held against the fold of what its viewer was told; and the game against the fold of
the bytes that the store keeps.
"""

from collections.abc import Iterable, Sequence

from domain.engine import Event, Game, before_creation, evolve_all
from domain.engine.scenario import Scenario
from domain.visibility import Viewer, redact, view
from service.codec import event_bytes, event_from_bytes, pack_event, pack_views
from settlers.v1 import game_pb2
from tests.clients.fold import Client, without_derived


def from_bytes(events: Iterable[Event]) -> list[Event]:
    """Events as they come back from the store."""
    return [event_from_bytes(b"".join(event_bytes(event))) for event in events]


def replayed(scenario: Scenario, seats: int, history: Iterable[Event]) -> Game:
    """The game that a whole stored history gives."""
    return evolve_all(before_creation(scenario, seats), from_bytes(history))


class Onlookers:
    """Some viewers of one game."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self.clients = {viewer: Client("game", role_of(viewer)) for viewer in viewers}
        self.told = 0

    def follow(self, history: Sequence[Event]) -> None:
        """Tell them what they have not been told of a history."""
        for event in history[self.told :]:
            self.told += 1
            for viewer, client in self.clients.items():
                event_seen = pack_event(redact(event, viewer))
                client.apply(game_pb2.RecordedEvent(version=self.told, event=event_seen))

    def check(self, game: Game) -> None:
        """What each is shown is what it knows already, but for what only the rules say."""
        for viewer, client in self.clients.items():
            shown = pack_views("game", game.version, view(game, viewer))
            assert client.view == without_derived(shown)


def role_of(viewer: Viewer) -> game_pb2.Viewer:
    """A viewer as the contract has it."""
    if viewer.seat:
        return game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_SEAT, seat=viewer.seat)
    role = game_pb2.VIEWER_ROLE_AUDITOR if viewer.auditor else game_pb2.VIEWER_ROLE_SPECTATOR
    return game_pb2.Viewer(role=role)
