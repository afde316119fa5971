"""The game service over gRPC: a request becomes a call on the games, and what comes back a response; nothing else."""

import hashlib
import uuid
from collections.abc import Iterable
from functools import lru_cache
from typing import cast
from uuid import UUID

import grpc

from domain.chance import SEED_SIZE
from domain.engine import RULES_VERSION, Viewer, choices, legal
from domain.engine.scenario import Text
from domain.scenarios import SCENARIOS
from domain.visibility import AUDITOR, SPECTATOR, view
from service.codec import pack_command, pack_views, to_message, unpack_command
from service.faults import Fault, Trouble
from service.feed import Feed
from service.identity import Callers
from service.lists import GameList
from service.store.creation import NewGame
from service.store.folding import NO_SUCH_GAME
from service.store.games import Games
from service.store.records import Record, Seal, show_record
from service.watching import Watching
from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, views_pb2

PAGE = 200
"""Events on a page when the caller names no size."""

LARGEST_PAGE = 1_000

LONGEST_REQUEST_ID = 128


class GameApi(game_service_pb2_grpc.GameServiceServicer):
    """Serves `settlers.v1.GameService`."""

    def __init__(self, games: Games, callers: Callers, watching: Watching, *, allow_seeds: bool = False) -> None:
        self._games = games
        self._callers = callers
        self._allow_seeds = allow_seeds
        self.game_list = GameList(games)
        # Attributes, not methods: they carry the thread pool in which watchers wait.
        self._watching = watching
        self.WatchGame = watching.handler(self._open_watch)  # type: ignore[method-assign]
        self.WatchAllGames = watching.handler(Feed(games, watching).frames)  # type: ignore[method-assign]

    def ListScenarios(
        self, request: game_service_pb2.ListScenariosRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.ListScenariosResponse:
        """Say what can be played."""
        return known_scenarios()

    def CreateGame(
        self, request: game_service_pb2.CreateGameRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.CreateGameResponse:
        """Create a game."""
        seed = request.seed if request.HasField("seed") else None
        if seed is not None:
            if not self._allow_seeds:
                raise Fault(Trouble.SEED_NOT_ALLOWED, "this server draws its own seeds", field="seed")
            if len(seed) != SEED_SIZE:
                raise Fault(Trouble.MALFORMED, f"a seed has {SEED_SIZE} bytes", field="seed")
        answer = self._games.create_game(
            NewGame(
                scenario=request.scenario,
                seats=request.seats,
                options=request.options,
                board=request.board,
                players=request.player_refs,
                seed=seed,
                robber=request.robber_hex if request.HasField("robber_hex") else None,
            ),
            actor=self._callers.actor(context),
            request_id=_request_id(request.request_id),
            digest=_digest(request),
        )
        return game_service_pb2.CreateGameResponse(
            game_id=str(answer.game_id),
            version=answer.records[-1].version,
            events=_show(answer.records, SPECTATOR, answer.seal),
        )

    def GetGame(
        self, request: game_service_pb2.GetGameRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.GetGameResponse:
        """Show a game to a viewer, as it is or as it was."""
        game_id = parse_id(request.game_id)
        newest = self._games.newest(game_id).game
        viewer = self._callers.viewer(request.viewer, newest)
        if request.reveal:
            if not newest.over:
                raise Fault(Trouble.NOT_OVER, "hidden cards are shown once the game is over", field="reveal")
            viewer = AUDITOR
        game = self._games.game_at(game_id, request.version) if request.HasField("version") else newest
        return game_service_pb2.GetGameResponse(view=pack_views(request.game_id, game.version, view(game, viewer)))

    def ExecuteCommand(
        self, request: game_service_pb2.ExecuteCommandRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.ExecuteCommandResponse:
        """Play a command."""
        game_id = parse_id(request.game_id)
        seat = self._callers.acting_seat(request.seat, self._games.table(game_id).game)
        answer = self._games.execute_command(
            game_id,
            unpack_command(request.command, seat),
            expected_version=request.expected_version if request.HasField("expected_version") else None,
            actor=self._callers.actor(context),
            request_id=_request_id(request.request_id),
            digest=_digest(request.command) if request.request_id else b"",
        )
        response = game_service_pb2.ExecuteCommandResponse(version=answer.records[-1].version)
        for record in answer.records:  # straight into the response: what is built beforehand is copied there
            show_record(record, Viewer(seat), answer.seal.seed, shown=response.events.add())
        return response

    def ListLegalCommands(
        self, request: game_service_pb2.ListLegalCommandsRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.ListLegalCommandsResponse:
        """List what a seat may do now."""
        game = self._games.newest(parse_id(request.game_id)).game
        seat = self._callers.acting_seat(request.seat, game)
        return game_service_pb2.ListLegalCommandsResponse(
            version=game.version,
            commands=map(pack_command, legal(game, seat)),
            choices=[cast(views_pb2.Choice, to_message(choice)) for choice in choices(game, seat)],
        )

    def ListEvents(
        self, request: game_service_pb2.ListEventsRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.ListEventsResponse:
        """Read the events of a game, page by page."""
        table = self._games.newest(parse_id(request.game_id))
        viewer = self._callers.viewer(request.viewer, table.game)
        size = min(request.page_size or PAGE, LARGEST_PAGE)
        records = self._games.records_after(table, request.after_version, size + 1)
        return game_service_pb2.ListEventsResponse(
            events=_show(records[:size], viewer, table.seal, with_proof=request.with_proof), more=len(records) > size
        )

    def ListGames(
        self, request: game_service_pb2.ListGamesRequest, context: grpc.ServicerContext
    ) -> game_service_pb2.ListGamesResponse:
        """List games, page by page."""
        return self.game_list.page(request)

    def _open_watch(
        self, request: game_service_pb2.WatchGameRequest, context: grpc.ServicerContext
    ) -> Iterable[game_service_pb2.WatchGameResponse]:
        table = self._games.newest(parse_id(request.game_id))
        return self._watching.frames(
            self._games, table, self._callers.viewer(request.viewer, table.game), request, context
        )


def known_scenarios() -> game_service_pb2.ListScenariosResponse:
    """Say what this version knows how to play."""
    response = game_service_pb2.ListScenariosResponse(rules_version=RULES_VERSION)
    for chapter in SCENARIOS.values():
        shown = response.scenarios.add(key=chapter.key, title=_in_languages(chapter.title), seats=chapter.seats)
        for name, plan in chapter.boards.items():
            seats = chapter.board_seats.get(name, chapter.seats)
            shown.boards.add(name=name, source=plan().source, seats=seats)
        for option in chapter.options:
            shown.options.add(key=option.key, text=_in_languages(option.text))
    return response


@lru_cache(maxsize=10_000)
def parse_id(text: str) -> UUID:
    """Read a game's id; one that is none names no game: ``UNKNOWN_GAME``."""
    try:
        game_id = uuid.UUID(text)
    except ValueError:
        game_id = None
    if game_id is None or str(game_id) != text:
        raise Fault(Trouble.UNKNOWN_GAME, NO_SUCH_GAME, game_id=text)
    return game_id


def _in_languages(text: Text) -> game_service_pb2.Text:
    return game_service_pb2.Text(en=text.en, cs=text.cs)


def _request_id(text: str) -> str:
    if len(text) > LONGEST_REQUEST_ID:
        message = f"a request id has at most {LONGEST_REQUEST_ID} characters"
        raise Fault(Trouble.MALFORMED, message, field="request_id")
    return text


def _digest(request: game_service_pb2.CreateGameRequest | game_pb2.Command) -> bytes:
    """Hash what is asked for, so that a request id that comes again for something else is told."""
    return hashlib.sha256(request.SerializeToString(deterministic=True)).digest()


def _show(
    records: Iterable[Record], viewer: Viewer, seal: Seal, *, with_proof: bool = False
) -> Iterable[game_pb2.RecordedEvent]:
    return (show_record(record, viewer, seal.seed, with_proof=with_proof) for record in records)
