"""A thin client of the game service: calls that wait for a server that is away, and errors as typed values.

Every command carries a request id of its own and the version it was decided on. When the answer is lost the same
request is sent again, so a command is never played twice: the server answers it as it did before, or says that the game
has moved on.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from service.bots.messages import SPECTATOR
from settlers.v1 import (
    audit_service_pb2,
    audit_service_pb2_grpc,
    game_pb2,
    game_service_pb2,
    game_service_pb2_grpc,
)

ANSWER_WITHIN = 20.0
"""Seconds after which a call counts as lost."""

SHORTEST_WAIT, LONGEST_WAIT = 0.1, 2.0
"""Seconds between two tries; each wait is longer than the one before."""

_AWAY = frozenset((grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED))
_LATER = _AWAY | {grpc.StatusCode.RESOURCE_EXHAUSTED}

_CHANNEL = (
    # The transport's own patience grows up to two minutes; ours must see a server that is back at once.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)


class ServerAway(Exception):
    """No server answers at the address, for longer than the client is willing to wait."""


class Refused(Exception):
    """The server refused a call. ``reason`` is one of ``ErrorReason``; ``facts`` are what the error says besides."""

    def __init__(self, code: grpc.StatusCode, reason: str, message: str, facts: dict[str, str]) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.facts = facts

    @property
    def rule(self) -> str:
        """The rule that forbids it; empty when it is none of the rules."""
        return self.facts.get("rule", "")


def _nothing() -> None:
    return None


class Client:
    """The game service at an address.

    ``patience`` is how many seconds a call waits for a server that does not answer. ``on_away`` is told of each try
    that finds nobody there, ``on_back`` of the first one after those that is answered.
    """

    def __init__(
        self,
        address: str,
        *,
        patience: float = 0.0,
        on_away: Callable[[], None] = _nothing,
        on_back: Callable[[], None] = _nothing,
    ) -> None:
        self.address = address
        self.patience = patience
        self.on_away = on_away
        self.on_back = on_back
        self._channel = grpc.insecure_channel(address, options=_CHANNEL)
        self._stub: Any = game_service_pb2_grpc.GameServiceStub(self._channel)
        self._audits: Any = audit_service_pb2_grpc.AuditServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._channel.close()

    def scenarios(self) -> game_service_pb2.ListScenariosResponse:
        """Ask what can be played."""
        response: game_service_pb2.ListScenariosResponse = self._call(
            self._stub.ListScenarios, game_service_pb2.ListScenariosRequest()
        )
        return response

    def create(
        self,
        scenario: str,
        seats: int,
        *,
        board: str = "",
        options: Sequence[str] = (),
        players: Sequence[str] = (),
        seed: bytes | None = None,
    ) -> str:
        """Create a game; gives its id."""
        request = game_service_pb2.CreateGameRequest(
            scenario=scenario,
            seats=seats,
            board=board,
            options=options,
            player_refs=players,
            request_id=str(uuid.uuid4()),
            seed=seed,
        )
        response: game_service_pb2.CreateGameResponse = self._call(self._stub.CreateGame, request)
        return response.game_id

    def view(
        self,
        game_id: str,
        viewer: game_pb2.Viewer = SPECTATOR,
        *,
        version: int | None = None,
        reveal: bool = False,
    ) -> game_pb2.GameView:
        """Look at a game, as it is or as it was at a version."""
        request = game_service_pb2.GetGameRequest(game_id=game_id, viewer=viewer, version=version, reveal=reveal)
        response: game_service_pb2.GetGameResponse = self._call(self._stub.GetGame, request)
        return response.view

    def legal(self, game_id: str, seat: int) -> game_service_pb2.ListLegalCommandsResponse:
        """Ask what a seat may do now."""
        request = game_service_pb2.ListLegalCommandsRequest(game_id=game_id, seat=seat)
        response: game_service_pb2.ListLegalCommandsResponse = self._call(self._stub.ListLegalCommands, request)
        return response

    def execute(
        self, game_id: str, seat: int, command: game_pb2.Command, *, expected_version: int | None = None
    ) -> game_service_pb2.ExecuteCommandResponse:
        """Play a command."""
        request = game_service_pb2.ExecuteCommandRequest(
            game_id=game_id,
            seat=seat,
            command=command,
            request_id=str(uuid.uuid4()),
            expected_version=expected_version,
        )
        response: game_service_pb2.ExecuteCommandResponse = self._call(self._stub.ExecuteCommand, request)
        return response

    def events(
        self, game_id: str, viewer: game_pb2.Viewer = SPECTATOR, *, after: int = 0
    ) -> Iterator[game_pb2.RecordedEvent]:
        """Read the events of a game after a version, page by page, up to the newest."""
        more = True
        while more:
            request = game_service_pb2.ListEventsRequest(game_id=game_id, viewer=viewer, after_version=after)
            page: game_service_pb2.ListEventsResponse = self._call(self._stub.ListEvents, request)
            yield from page.events
            more = page.more
            after = page.events[-1].version if page.events else after

    def games(
        self,
        *,
        state: game_service_pb2.GameState = game_service_pb2.GAME_STATE_UNSPECIFIED,
        scenario: str = "",
        player: str = "",
    ) -> Iterator[game_service_pb2.GameSummary]:
        """List games, the newest first, page by page."""
        request = game_service_pb2.ListGamesRequest(state=state, scenario=scenario, player_ref=player)
        more = True
        while more:
            page: game_service_pb2.ListGamesResponse = self._call(self._stub.ListGames, request)
            yield from page.games
            request.page_token = page.next_page_token
            more = bool(page.next_page_token)

    def verify(self, game_id: str) -> audit_service_pb2.AuditReport:
        """Have a game verified by the server."""
        request = audit_service_pb2.VerifyGameRequest(game_id=game_id)
        response: audit_service_pb2.VerifyGameResponse = self._call(self._audits.VerifyGame, request)
        return response.report

    def export(self, game_id: str, viewer: game_pb2.Viewer) -> bytes:
        """Fetch a game as a file."""
        request = audit_service_pb2.ExportGameRequest(game_id=game_id, viewer=viewer)

        def fetch(request: audit_service_pb2.ExportGameRequest, timeout: float) -> bytes:
            return b"".join(response.piece for response in self._audits.ExportGame(request, timeout=timeout))

        file: bytes = self._call(fetch, request)
        return file

    def _call(self, method: Any, request: Any) -> Any:
        """Call until there is an answer: the same request, so that nothing is done twice."""
        give_up_at = 0.0
        wait = SHORTEST_WAIT
        away = False
        while True:
            try:
                answer = method(request, timeout=ANSWER_WITHIN)
            except grpc.RpcError as error:
                if error.code() not in _LATER:
                    raise _refusal(error) from None
                now = time.monotonic()
                give_up_at = give_up_at or now + self.patience
                if now >= give_up_at:
                    if error.code() in _AWAY:
                        raise ServerAway(f"no server answers at {self.address}") from None
                    raise _refusal(error) from None
                if error.code() in _AWAY:
                    away = True
                    self.on_away()
                time.sleep(wait)
                wait = min(wait * 1.5, LONGEST_WAIT)
            else:
                if away:
                    self.on_back()
                return answer


def _refusal(error: Any) -> Refused:
    """Read the typed error that the server sent; one of another server may have none."""
    info = error_details_pb2.ErrorInfo()
    status = rpc_status.from_call(error)
    for detail in status.details if status is not None else ():
        if detail.Unpack(info):
            break
    reason = info.reason or error.code().name
    return Refused(error.code(), reason, error.details() or "", dict(info.metadata))
