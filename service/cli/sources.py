"""Where a game is read from: a server, or a store's file with no server in between."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from uuid import UUID

from domain.engine import Game, Viewer
from domain.visibility import AUDITOR, SPECTATOR, view
from service.api import parse_id
from service.cli.failures import Failed
from service.codec import pack_views
from service.config import store_environment
from service.store.games import Games
from service.store.records import show_record
from settlers.v1 import game_pb2


class Source(Protocol):
    """Something that shows games; the client of a server is one."""

    def view(
        self, game_id: str, viewer: game_pb2.Viewer, *, version: int | None = None, reveal: bool = False
    ) -> game_pb2.GameView:
        """Look at a game, as it is or as it was at a version."""
        ...

    def events(self, game_id: str, viewer: game_pb2.Viewer, *, after: int = 0) -> Iterator[game_pb2.RecordedEvent]:
        """Read the events of a game after a version."""
        ...


class StoredGames:
    """The games of a store's file, for reading. Who can read the file can read everything, so all eyes are granted."""

    def __init__(self, file: Path) -> None:
        if not file.is_file():
            raise Failed(f"there is no store {file}")
        try:
            self._games = Games(store_environment(str(file)))
        except Exception as error:
            raise Failed(f"cannot open the store {file}: {error}") from None

    def close(self) -> None:
        """Close the store."""
        self._games.close()

    def view(
        self, game_id: str, viewer: game_pb2.Viewer, *, version: int | None = None, reveal: bool = False
    ) -> game_pb2.GameView:
        """Look at a game, as it is or as it was at a version."""
        number, newest = self._find(game_id)
        game = newest if version is None else self._games.game_at(number, version)
        eyes = AUDITOR if reveal and newest.over else _eyes(viewer, newest)
        return pack_views(game_id, game.version, view(game, eyes))

    def events(self, game_id: str, viewer: game_pb2.Viewer, *, after: int = 0) -> Iterator[game_pb2.RecordedEvent]:
        """Read the events of a game after a version."""
        number, newest = self._find(game_id)
        eyes, seed = _eyes(viewer, newest), self._games.table(number).seal.seed
        return (show_record(record, eyes, seed) for record in self._games.records(number, after=after))

    def _find(self, game_id: str) -> tuple[UUID, Game]:
        number = parse_id(game_id)
        return number, self._games.table(number).game


def _eyes(viewer: game_pb2.Viewer, game: Game) -> Viewer:
    if viewer.role == game_pb2.VIEWER_ROLE_AUDITOR:
        return AUDITOR
    if viewer.role == game_pb2.VIEWER_ROLE_SPECTATOR:
        return SPECTATOR
    if viewer.seat not in game.everyone:
        raise Failed(f"the game has seats 1 to {game.seats}")
    return Viewer(viewer.seat)
