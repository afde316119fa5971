"""The gateway as a web application: the page, and the addresses from which it gets games, moments, events and news."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from service.bots import Refused, ServerAway
from service.pictures import draw
from service.texts.scenarios import points_count, scenario_title
from service.web.answers import FRESH, SETTLED, away, bad, in_json, refused
from service.web.asking import BadRequest, read_asked, read_language, read_number
from service.web.client import Gateway
from service.web.guards import Guarded, Named
from service.web.live import live
from service.web.moments import look, show_moment
from service.web.telling import PAGE, tell_page
from settlers.v1 import game_service_pb2

GAMES = 100
"""Games that are listed at most."""

FOLDER = Path(__file__).with_name("page")


def make_app(server: str, hosts: Iterable[str] = ()) -> Starlette:
    """Make the application over the game service at an address; it answers to these names besides its own."""
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
        middleware=[
            Middleware(Guarded),
            Middleware(Named, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=4),
        ],
        exception_handlers={Refused: refused, ServerAway: away, BadRequest: bad},
        lifespan=lifespan,
    )
    app.state.client = client
    return app


def _games(request: Request) -> Response:
    """List the newest games, and say whether there are more."""
    client: Gateway = request.app.state.client
    language = read_language(request)
    found = list(islice(client.games(), GAMES + 1))
    return in_json({"games": [_summary(game, language) for game in found[:GAMES]], "more": len(found) > GAMES})


def _moment(request: Request) -> Response:
    """Show a game at a version, or as it is."""
    asked, version = read_asked(request), _version(request)
    return in_json(show_moment(look(request.app.state.client, asked, version), asked.language), settled=bool(version))


def _picture(request: Request) -> Response:
    """Draw a game at a version, or as it is."""
    asked, version = read_asked(request), _version(request)
    picture = draw(look(request.app.state.client, asked, version), asked.language)
    caching = SETTLED if version else FRESH
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": caching})


def _events(request: Request) -> Response:
    """Tell a page of events."""
    after = read_number("after", request.query_params.get("after", "0"))
    told = tell_page(request.app.state.client, read_asked(request), after)
    return in_json({"events": told, "more": len(told) == PAGE})


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
        "scores": list(game.scores) if points_count(game.scenario) else [],
        "winners": list(game.winners),
        "changed": game.last_event_at.ToJsonString() if game.HasField("last_event_at") else "",
    }
