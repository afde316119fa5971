"""What the gateway answers: JSON; where it cannot, a reason and a sentence in the language of the reader."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import grpc
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from service.texts import catalogue, say_refusal
from service.web.asking import read_language

FRESH = "no-store"
SETTLED = "private, max-age=3600"
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


def in_json(content: object, status: int = 200, *, settled: bool = False) -> Response:
    """Answer with JSON that a browser may keep if it is settled."""
    headers = {"cache-control": SETTLED if settled else FRESH}
    return Response(msgspec.json.encode(content), status, headers, "application/json")


async def refused(request: Request, refusal: Any) -> Response:
    """Hand on that the server refused something."""
    sentence = say_refusal(refusal.reason, refusal.rule, refusal.facts, read_language(request))
    return in_json({"reason": refusal.reason, "message": sentence}, _STATUS.get(refusal.code, _BAD_GATEWAY))


async def away(request: Request, away: Exception) -> Response:
    """Say that the server is away."""
    # Not its own words: they name an address that is none of the browser's business.
    return failed(request, "AWAY", 503, "page-away")


async def bad(request: Request, bad: Any) -> Response:
    """Say what cannot be understood of a request."""
    return failed(request, "MALFORMED", 400, bad.key, **bad.arguments)


def failed(request: Request, reason: str, status: int, key: str, **arguments: str) -> Response:
    """Say in the reader's language why there is no answer, by a text of the catalogue."""
    texts = catalogue(read_language(request))
    sentence = texts.say("refusal", sentence=texts.say(key, **arguments))
    return in_json({"reason": reason, "message": sentence}, status)
