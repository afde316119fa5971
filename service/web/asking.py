"""What a browser asks for: the game, for whose eyes, in which language, and numbers of versions."""

from types import MappingProxyType
from typing import NamedTuple

from starlette.requests import Request

from service.bots.messages import SPECTATOR, viewer_of
from service.texts import LANGUAGES, catalogue, negotiate
from service.texts.words import listed
from settlers.v1 import game_pb2

_VIEWERS = MappingProxyType({"spectator": SPECTATOR, "auditor": game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_AUDITOR)})
"""Who may look besides the seats."""

_DIGITS = 18
"""Digits of a number at most, so that it goes into any message."""


class BadRequest(Exception):
    """A request that cannot be understood; ``key`` is the text that says why, and ``arguments`` are what it takes."""

    def __init__(self, key: str, **arguments: str) -> None:
        super().__init__(key)
        self.key = key
        self.arguments = arguments


class Asked(NamedTuple):
    """What every request about a game says."""

    game_id: str
    viewer: game_pb2.Viewer
    language: str


def read_asked(request: Request) -> Asked:
    """Read what every request about a game says; raises ``BadRequest``."""
    language = read_language(request)
    return Asked(request.path_params["game"], _viewer(request.query_params.get("as", "spectator"), language), language)


def read_language(request: Request) -> str:
    """Read the language: the one that is named, or the best that the browser accepts."""
    named = request.query_params.get("language", "")
    return named if named in LANGUAGES else negotiate(request.headers.get("accept-language", ""))


def read_number(name: str, text: str) -> int:
    """Read a number that was sent under a name; raises ``BadRequest``."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise BadRequest("page-number", name=name)
    return int(text)


def _viewer(text: str, language: str) -> game_pb2.Viewer:
    """Read who looks: "spectator", "auditor" or "seat:2"."""
    role, _, seat = text.partition(":")
    if role == "seat" and seat.isascii() and seat.isdecimal() and len(seat) < 3:
        return viewer_of(int(seat))
    if text not in _VIEWERS:
        allowed = listed(catalogue(language), (*_VIEWERS, "seat:N"), "list-or")
        raise BadRequest("page-viewer", name="as", allowed=allowed)
    return _VIEWERS[text]
