"""A desk where calls are made as bytes: the server's own handlers behind its doorkeeper, without a socket."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, NoReturn, cast

import grpc
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from service.api import GameApi
from service.audit.api import AuditApi
from service.doorkeeper import SERVICES, Doorkeeper
from service.identity import Callers
from service.store.games import Games
from service.watching import Watching
from settlers.v1 import audit_service_pb2, audit_service_pb2_grpc, game_service_pb2, game_service_pb2_grpc
from tests.audit.played import SIGNER

METHODS = {
    name: method
    for described in (game_service_pb2.DESCRIPTOR, audit_service_pb2.DESCRIPTOR)
    for service in described.services_by_name.values()
    for name, method in service.methods_by_name.items()
}
REQUESTS: Mapping[str, Any] = {name: GetMessageClass(method.input_type) for name, method in METHODS.items()}
ANSWERS: Mapping[str, Any] = {name: GetMessageClass(method.output_type) for name, method in METHODS.items()}

MOST_FRAMES = 2
"""How many frames of a stream without end are read."""


class Ended(Exception):
    """A call ended with a status; where a handler failed, its error is the context of this one."""

    def __init__(self, status: grpc.Status) -> None:
        super().__init__(f"{status.code.name}: {status.details}")
        self.status = status


class Call:
    """What a handler knows of its call."""

    def __init__(self, languages: str = "") -> None:
        self._languages = languages

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """In which languages the caller reads, if it says so."""
        return (("accept-language", self._languages),) if self._languages else ()

    def is_active(self) -> bool:
        """Nobody hangs up here."""
        return True

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """A call never ends before its handler, so nothing is called back."""
        return True

    def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """End the call."""
        raise Ended(status)


class Details(grpc.HandlerCallDetails):
    """Which method is called."""

    def __init__(self, service: str, name: str) -> None:
        self.method = f"/{service}/{name}"
        self.invocation_metadata = ()


class Desk:
    """Takes the handlers of the service as a server does, and calls them."""

    languages = ""
    """What callers say about the languages that they read."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._doorkeeper = Doorkeeper()
        self._handlers: dict[str, Any] = {}
        watching, server = Watching(2), cast(grpc.Server, self)
        self._api = GameApi(games, Callers(), watching, allow_seeds=True)
        self._audit = AuditApi(games, Callers(), SIGNER, watching)
        game_service_pb2_grpc.add_GameServiceServicer_to_server(self._api, server)
        audit_service_pb2_grpc.add_AuditServiceServicer_to_server(self._audit, server)

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        """Take the handlers of a service."""
        assert service in SERVICES
        for name, handler in handlers.items():
            self._handlers[name] = self._doorkeeper.intercept_service(lambda _, h=handler: h, Details(service, name))

    def add_generic_rpc_handlers(self, handlers: Any) -> None:
        """Take the same handlers once more, in the older way."""

    def answer(self, name: str, sent: bytes) -> list[bytes]:
        """Make a call; raises ``Ended`` for any status but OK. A stream is read until the caller has all there is."""
        handler = self._handlers[name]
        request = handler.request_deserializer(sent)
        if not handler.unary_stream:
            return [handler.response_serializer(handler.unary_unary(request, Call(self.languages)))]
        frames = []
        stream = handler.unary_stream(request, Call(self.languages))
        endless = "caught_up" in ANSWERS[name].DESCRIPTOR.fields_by_name
        for frame in islice(stream, MOST_FRAMES if endless else None):
            frames.append(handler.response_serializer(frame))
            if endless and frame.HasField("caught_up"):
                break
        stream.close()
        return frames

    def close(self) -> None:
        """Close the list of games, and let the auditors' threads go."""
        self._api.game_list.stop()
        self._audit.close()


def read_request(name: str, sent: bytes) -> Any:
    """Read a request; None for bytes that are none."""
    try:
        return REQUESTS[name].FromString(sent)
    except DecodeError:
        return None
