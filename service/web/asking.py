"""What a browser asks for: the game, for whose eyes, in which language, and numbers of versions."""

from typing import NamedTuple

from starlette.requests import Request

from service.bots.messages import SPECTATOR, viewer_of
from service.texts import LANGUAGES, negotiate
from settlers.v1 import game_pb2

_AUDITOR = game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_AUDITOR)

_DIGITS = 18
"""Digits of a number at most, so that it goes into any message."""


class BadRequest(Exception):
    """A request that cannot be understood; says why."""


class Asked(NamedTuple):
    """What every request about a game says."""

    game_id: str
    viewer: game_pb2.Viewer
    language: str


def read_asked(request: Request) -> Asked:
    """Read what every request about a game says; raises ``BadRequest``."""
    return Asked(
        request.path_params["game"], _viewer(request.query_params.get("as", "spectator")), read_language(request)
    )


def read_language(request: Request) -> str:
    """Read the language: the one that is named, or the best that the browser accepts."""
    named = request.query_params.get("language", "")
    return named if named in LANGUAGES else negotiate(request.headers.get("accept-language", ""))


def read_number(name: str, text: str) -> int:
    """Read a number that was sent under a name; raises ``BadRequest``."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise BadRequest(f"{name} is a number")
    return int(text)


def _viewer(text: str) -> game_pb2.Viewer:
    """Read who looks: "spectator", "auditor" or "seat:2"."""
    role, _, seat = text.partition(":")
    if role == "seat" and seat.isascii() and seat.isdecimal() and len(seat) < 3:
        return viewer_of(int(seat))
    if text not in ("spectator", "auditor"):
        raise BadRequest("as is spectator, auditor or seat:N")
    return SPECTATOR if text == "spectator" else _AUDITOR
