"""The servicer on its own: no network, no interceptor but its doorkeeper, calls made by hand.

grpcio-testing drives the servicer that it is given; ours is the game API as it stands behind its doorkeeper.
"""

from collections.abc import Iterator
from typing import Any

import grpc
import grpc_testing
import pytest
from google.rpc import error_details_pb2, status_pb2
from grpc_testing._server import _servicer_context

from service.api import GameApi
from service.config import IN_MEMORY, store_environment
from service.doorkeeper import Doorkeeper
from service.identity import Callers
from service.store.games import Games
from service.watching import Watching
from settlers.v1 import game_pb2, game_service_pb2
from tests.service.house import AUDITOR, PATIENCE, SEED, SPECTATOR, command, seat

SERVICE = game_service_pb2.DESCRIPTOR.services_by_name["GameService"]

STATUS = "grpc-status-details-bin"


class Details(grpc.HandlerCallDetails):
    """Which method is called."""

    def __init__(self, name: str) -> None:
        self.method = f"/{SERVICE.full_name}/{name}"
        self.invocation_metadata = ()


class Guarded:
    """A servicer whose methods stand behind the doorkeeper, as the server puts them."""

    def __init__(self, api: GameApi) -> None:
        for method in SERVICE.methods:
            behavior = getattr(api, method.name)
            if method.server_streaming:
                handler = grpc.unary_stream_rpc_method_handler(behavior)
            else:
                handler = grpc.unary_unary_rpc_method_handler(behavior)
            guarded = Doorkeeper().intercept_service(lambda _, handler=handler: handler, Details(method.name))
            setattr(self, method.name, guarded.unary_stream or guarded.unary_unary)


def abort_with_status(self: Any, status: grpc.Status) -> None:
    """What gRPC does and grpcio-testing leaves out."""
    self.set_trailing_metadata(status.trailing_metadata)
    rpc = self._rpc
    with rpc._condition:
        rpc._terminate(rpc._pending_trailing_metadata, status.code, status.details)
    raise RuntimeError("aborted")


class Desk:
    """Where calls are made by hand."""

    def __init__(self, *, allow_seeds: bool = True) -> None:
        self.games = Games(store_environment(IN_MEMORY))
        self.watching = Watching(2)
        api = GameApi(self.games, Callers(), self.watching, allow_seeds=allow_seeds)
        self.server = grpc_testing.server_from_dictionary({SERVICE: Guarded(api)}, grpc_testing.strict_real_time())

    def call(self, name: str, request: Any) -> tuple[Any, grpc.StatusCode, status_pb2.Status]:
        """Call a method; gives the response, the code, and the status with its details."""
        method = SERVICE.methods_by_name[name]
        rpc = self.server.invoke_unary_unary(method, (), request, PATIENCE)
        response, metadata, code, _ = rpc.termination()
        return response, code, status_in(metadata)

    def watch(self, request: Any) -> Any:
        """Open a stream."""
        return self.server.invoke_unary_stream(SERVICE.methods_by_name["WatchGame"], (), request, PATIENCE)

    def create(self) -> str:
        """Create a game."""
        request = game_service_pb2.CreateGameRequest(scenario="classic", seats=3, seed=SEED)
        created, code, _ = self.call("CreateGame", request)
        assert code is grpc.StatusCode.OK
        return created.game_id


def status_in(metadata: Any) -> status_pb2.Status:
    """The status that stands in trailing metadata."""
    found = dict(metadata or ()).get(STATUS, b"")
    return status_pb2.Status.FromString(found)


def info(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    """The first detail of a status, which must be its ErrorInfo."""
    return error_details_pb2.ErrorInfo.FromString(status.details[0].value)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk of its own for each test."""
    monkeypatch.setattr(_servicer_context.ServicerContext, "abort_with_status", abort_with_status)
    opened = Desk()
    yield opened
    opened.games.close()


def test_an_answer_has_no_status_to_look_into(desk: Desk):
    response, code, status = desk.call("ListScenarios", game_service_pb2.ListScenariosRequest())
    assert code is grpc.StatusCode.OK
    assert not status.details
    assert [scenario.key for scenario in response.scenarios] == ["classic", "cheops", "alexander", "great-race"]


def test_a_command_is_played(desk: Desk):
    game_id = desk.create()
    listing = game_service_pb2.ListLegalCommandsRequest(game_id=game_id, seat=1)
    listed, _, _ = desk.call("ListLegalCommands", listing)
    request = game_service_pb2.ExecuteCommandRequest(game_id=game_id, seat=1, command=listed.commands[0])
    played, code, _ = desk.call("ExecuteCommand", request)
    assert code is grpc.StatusCode.OK
    assert played.version > listed.version
    shown, _, _ = desk.call("GetGame", game_service_pb2.GetGameRequest(game_id=game_id, viewer=seat(1)))
    assert shown.view.version == played.version


def test_a_refusal_carries_its_status_in_the_metadata(desk: Desk):
    game_id = desk.create()
    request = game_service_pb2.ExecuteCommandRequest(game_id=game_id, seat=2, command=command("roll_dice"))
    response, code, status = desk.call("ExecuteCommand", request)
    assert response is None
    assert code is grpc.StatusCode.FAILED_PRECONDITION
    assert status.code == code.value[0]
    assert (info(status).reason, info(status).domain) == ("NOT_YOUR_TURN", "settlers.v1")
    assert dict(info(status).metadata) == {"rule": "B3.3", "seat": "2", "awaited": "setup_settlement"}


def test_what_is_malformed_names_its_field_in_the_metadata(desk: Desk):
    game_id = desk.create()
    request = game_service_pb2.ExecuteCommandRequest(game_id=game_id, seat=1, command=command("build_settlement"))
    _, code, status = desk.call("ExecuteCommand", request)
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert info(status).reason == "MALFORMED"
    bad = error_details_pb2.BadRequest.FromString(status.details[1].value)
    assert [violation.field for violation in bad.field_violations] == ["command.build_settlement.intersection"]


def test_a_seed_is_refused_by_the_servicer_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_servicer_context.ServicerContext, "abort_with_status", abort_with_status)
    desk = Desk(allow_seeds=False)
    request = game_service_pb2.CreateGameRequest(scenario="classic", seats=3, seed=SEED)
    _, code, status = desk.call("CreateGame", request)
    assert code is grpc.StatusCode.PERMISSION_DENIED
    assert info(status).reason == "SEED_NOT_ALLOWED"
    desk.games.close()


@pytest.mark.parametrize(
    ("name", "request_type"),
    [
        ("GetGame", game_service_pb2.GetGameRequest),
        ("ListEvents", game_service_pb2.ListEventsRequest),
        ("ListLegalCommands", game_service_pb2.ListLegalCommandsRequest),
        ("ExecuteCommand", game_service_pb2.ExecuteCommandRequest),
    ],
)
def test_a_request_that_says_nothing_is_about_no_game(desk: Desk, name: str, request_type: Any):
    _, code, status = desk.call(name, request_type())
    assert code is grpc.StatusCode.NOT_FOUND
    assert info(status).reason == "UNKNOWN_GAME"


def test_a_stream_sends_frames_until_it_is_cancelled(desk: Desk):
    game_id = desk.create()
    rpc = desk.watch(game_service_pb2.WatchGameRequest(game_id=game_id, viewer=SPECTATOR))
    first = rpc.take_response()
    assert [event.version for event in first.events.events] == [1, 2, 3, 4]
    assert rpc.take_response().caught_up.version == 4
    build = game_service_pb2.ExecuteCommandRequest(
        game_id=game_id, seat=1, command=command("build_settlement", intersection=10)
    )
    played, _, _ = desk.call("ExecuteCommand", build)
    assert list(rpc.take_response().events.events) == list(played.events)
    rpc.cancel()


def test_a_stream_that_cannot_be_opened_ends_with_its_status(desk: Desk):
    game_id = desk.create()
    rpc = desk.watch(game_service_pb2.WatchGameRequest(game_id=game_id, viewer=AUDITOR, after_version=5))
    metadata, code, _ = rpc.termination()
    assert code is grpc.StatusCode.OUT_OF_RANGE
    assert info(status_in(metadata)).metadata["version"] == "4"
    rpc = desk.watch(game_service_pb2.WatchGameRequest(game_id=game_id, viewer=game_pb2.Viewer()))
    metadata, code, _ = rpc.termination()
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert info(status_in(metadata)).reason == "VIEWER_REQUIRED"


def test_a_failure_of_our_own_says_nothing_of_the_inside(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    game_id = desk.create()
    monkeypatch.setattr(desk.games, "records_after", None)
    request = game_service_pb2.ListEventsRequest(game_id=game_id, viewer=SPECTATOR)
    _, code, status = desk.call("ListEvents", request)
    assert code is grpc.StatusCode.INTERNAL
    assert "NoneType" not in str(status)
