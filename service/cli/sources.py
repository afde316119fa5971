"""Where a game is read from: a server, or a store's file with no server in between."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar
from uuid import UUID

import click

from domain.engine import Game, Viewer
from domain.visibility import AUDITOR, SPECTATOR, view
from service.api import parse_id
from service.audit.api import pack_report
from service.audit.exports import Exported, export_lines
from service.audit.imports import import_game
from service.audit.many import verify_game
from service.audit.report import Report
from service.audit.signed_note import Signer, Verifier
from service.bots import Client, messages
from service.cli.failures import Failed
from service.cli.keys import open_signer
from service.cli.report_text import plain
from service.codec import pack_views
from service.config import Settings, store_environment
from service.lists import GameList
from service.positions import LAST
from service.store.games import Games
from service.store.records import Damaged, open_record, show_record
from settlers.v1 import audit_service_pb2, game_pb2

Command = TypeVar("Command", bound=Callable[..., Any])


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

    def verify(self, game_id: str) -> audit_service_pb2.AuditReport:
        """Have a game verified."""
        ...

    def export(self, game_id: str, viewer: game_pb2.Viewer) -> bytes:
        """Take a game as a file."""
        ...


def look(source: Source, game_id: str, viewer: game_pb2.Viewer | None, version: int | None) -> game_pb2.GameView:
    """Look at a game; where nobody says whose eyes, with a spectator's, and with everyone's once it is over."""
    eyes = viewer or messages.SPECTATOR
    view = source.view(game_id, eyes)
    reveal = viewer is None and view.turn.over
    if version is None and not reveal:
        return view
    return source.view(game_id, eyes, version=version, reveal=reveal)


def source_options(command: Command) -> Command:
    """Add the options by which a command is told where games are read from."""
    server = click.option("--server", metavar="ADDRESS", help=f"Ask this server.  [default: {Settings().address}]")
    store = click.option(
        "--store", metavar="FILE", type=click.Path(path_type=Path), help="Read this store, without a server."
    )
    return server(store(command))


def check_one_source(server: str | None, store: Path | None) -> None:
    """Refuse a call that names both."""
    if server and store:
        raise click.UsageError("name a --server or a --store, not both")


class StoredGames:
    """The games of a store's file, for reading. Who can read the file can read everything, so all eyes are granted."""

    def __init__(self, file: Path, *, write: bool = False, make: bool = False, signing_key: str = "") -> None:
        if not make and not file.is_file():
            raise Failed(f"there is no store {file}")
        self._settings = Settings(store=str(file), signing_key=signing_key)
        try:
            self._games = Games(store_environment(str(file), read_only=not (make or write)))
            self._games.journal.head()
        except Exception as error:
            raise Failed(f"cannot open the store {file}: {plain(str(error.__cause__ or error))}") from None

    @cached_property
    def _signer(self) -> Signer:
        return open_signer(self._settings)

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

    def verify(self, game_id: str) -> audit_service_pb2.AuditReport:
        """Verify a game."""
        return pack_report(verify_game(self._games, parse_id(game_id)))

    def export(self, game_id: str, viewer: game_pb2.Viewer) -> bytes:
        """Take a game as a file."""
        _, newest = self._find(game_id)
        return self._export(game_id, _eyes(viewer, newest))

    def export_whole(self, game_id: str) -> bytes:
        """Take a game as a file for another store, with everything: the seed of a running game too."""
        return self._export(game_id, None)

    def game_ids(self) -> list[UUID]:
        """Name all games."""
        return list(self._games.game_ids())

    def stray_lines(self) -> list[str]:
        """Tell which rows belong to no game, a line for those that have the same id."""
        return [
            f"row {stray.row} {f'and {stray.count - 1} like it belong' if stray.count > 1 else 'belongs'} to no game"
            for stray in self._games.stray_rows()
        ]

    def events_stored(self) -> int:
        """Count the events of all games."""
        return self._games.journal.head()

    @contextmanager
    def game_list(self) -> Iterator[GameList]:
        """Open the list of the games for as long as it is needed."""
        try:
            opened = GameList(self._games)
        except Exception as error:
            raise Failed(f"cannot open the list of games of {self._settings.store}: {plain(str(error))}") from None
        try:
            yield opened
        finally:
            opened.stop()

    def chain_at(self, game_id: str, version: int) -> bytes:
        """Tell the chain of a game at a version; empty where there is none that can be read."""
        if version > LAST:
            return b""
        found = self._games.records(parse_id(game_id), after=version - 1, until=version)
        try:
            return b"".join(open_record(record).chain for record in found)
        except Damaged:
            return b""

    def take_in(self, exported: Exported, trusted: Sequence[Verifier]) -> Report:
        """Take an exported game into the store; raises ``NotTaken``."""
        return import_game(self._games, exported, trusted)

    def _export(self, game_id: str, viewer: Viewer | None) -> bytes:
        game, seal, records = self._games.whole(self._games.table(parse_id(game_id)))
        lines = export_lines(game_id, records, viewer, seal.seed, self._signer, over=game.over)
        return b"".join(lines)

    def _find(self, game_id: str) -> tuple[UUID, Game]:
        number = parse_id(game_id)
        return number, self._games.table(number).game


def open_source(server: str | None, store: Path | None) -> StoredGames | Client:
    """Open what was named: a store, or a server; else the server at the usual address."""
    check_one_source(server, store)
    return StoredGames(store) if store else Client(server or Settings().address)


def _eyes(viewer: game_pb2.Viewer, game: Game) -> Viewer:
    if viewer.role == game_pb2.VIEWER_ROLE_AUDITOR:
        return AUDITOR
    if viewer.role == game_pb2.VIEWER_ROLE_SPECTATOR:
        return SPECTATOR
    if viewer.seat not in game.everyone:
        raise Failed(f"the game has seats 1 to {game.seats}")
    return Viewer(viewer.seat)
