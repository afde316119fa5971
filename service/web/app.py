"""The gateway as a web application: the page, and the addresses from which it gets games, moments, events and news."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

import grpc
import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.bots import Refused, ServerAway
from service.pictures import draw
from service.texts import say_refusal
from service.texts.scenarios import scenario_title
from service.web.asking import BadRequest, read_asked, read_language, read_number
from service.web.client import Gateway
from service.web.live import live
from service.web.moments import look, show_moment
from service.web.telling import PAGE, tell_page
from settlers.v1 import game_service_pb2

GAMES = 100
"""Games that are listed at most."""

FOLDER = Path(__file__).with_name("page")

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        # No script but our own files, nothing from elsewhere, and nothing of ours in somebody else's frame.
        "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
)

_FRESH = "no-store"
_SETTLED = "private, max-age=3600"
"""What a viewer sees of a version never changes; only how it is drawn may, with another version of ours."""

_STATUS: Mapping[grpc.StatusCode, int] = MappingProxyType(
    {
        grpc.StatusCode.INVALID_ARGUMENT: 400,
        grpc.StatusCode.PERMISSION_DENIED: 403,
        grpc.StatusCode.NOT_FOUND: 404,
        grpc.StatusCode.OUT_OF_RANGE: 404,
        grpc.StatusCode.FAILED_PRECONDITION: 409,
        grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
        grpc.StatusCode.UNIMPLEMENTED: 501,
    }
)
_BAD_GATEWAY = 502


class _Guarded:
    """Puts the headers that guard a browser on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self._app(scope, receive, guarded)


def make_app(server: str) -> Starlette:
    """Make the application over the game service at an address."""
    client = Gateway(server)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await client.hang_up()

    app = Starlette(
        routes=[
            Route("/games", _games),
            Route("/games/{game}/moment", _moment),
            Route("/games/{game}/picture", _picture),
            Route("/games/{game}/events", _events),
            Route("/games/{game}/live", live),
            Mount("/", StaticFiles(directory=FOLDER, html=True)),
        ],
        middleware=[Middleware(_Guarded), Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=4)],
        exception_handlers={Refused: _refused, ServerAway: _away, BadRequest: _bad},
        lifespan=lifespan,
    )
    app.state.client = client
    return app


def _games(request: Request) -> Response:
    """List the newest games."""
    client: Gateway = request.app.state.client
    language = read_language(request)
    return _json({"games": [_summary(game, language) for game in islice(client.games(), GAMES)]})


def _moment(request: Request) -> Response:
    """Show a game at a version, or as it is."""
    asked, version = read_asked(request), _version(request)
    return _json(show_moment(look(request.app.state.client, asked, version), asked.language), settled=bool(version))


def _picture(request: Request) -> Response:
    """Draw a game at a version, or as it is."""
    asked, version = read_asked(request), _version(request)
    picture = draw(look(request.app.state.client, asked, version), asked.language)
    caching = _SETTLED if version else _FRESH
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": caching})


def _events(request: Request) -> Response:
    """Tell a page of events."""
    after = read_number("after", request.query_params.get("after", "0"))
    told = tell_page(request.app.state.client, read_asked(request), after)
    return _json({"events": told, "more": len(told) == PAGE})


def _version(request: Request) -> int | None:
    text = request.query_params.get("v", "")
    return read_number("v", text) if text else None


def _summary(game: game_service_pb2.GameSummary, language: str) -> dict[str, object]:
    return {
        "game": game.game_id,
        "scenario": scenario_title(game.scenario, language),
        "board": game.board,
        "state": game_service_pb2.GameState.Name(game.state).removeprefix("GAME_STATE_").lower(),
        "version": game.version,
        "turn": game.turn,
        "seats": game.seats,
        "players": list(game.player_refs),
        "scores": list(game.scores),
        "winners": list(game.winners),
        "changed": game.last_event_at.ToJsonString() if game.HasField("last_event_at") else "",
    }


def _json(content: object, status: int = 200, *, settled: bool = False) -> Response:
    headers = {"cache-control": _SETTLED if settled else _FRESH}
    return Response(msgspec.json.encode(content), status, headers, "application/json")


async def _refused(request: Request, refusal: Any) -> Response:
    sentence = say_refusal(refusal.reason, refusal.rule, refusal.facts, read_language(request))
    return _json({"reason": refusal.reason, "message": sentence}, _STATUS.get(refusal.code, _BAD_GATEWAY))


async def _away(request: Request, away: Exception) -> Response:
    # Not its own words: they name an address that is none of the browser's business.
    return _json({"reason": "AWAY", "message": "the server is away"}, 503)


async def _bad(request: Request, bad: Exception) -> Response:
    return _json({"reason": "MALFORMED", "message": str(bad)}, 400)
