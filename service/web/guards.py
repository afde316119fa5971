"""What stands before every answer: a name that is ours, and the headers that guard a browser."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.web.answers import failed

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        # No script but our own files, nothing from elsewhere, and nothing of ours in somebody else's frame.
        "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
)

OWN_HOSTS = ("localhost", "127.0.0.1", "::1")
"""Names that nobody else can have lead here."""

OPTION = "settlers web --host"
"""What adds a name."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[^\s:/@\[\]]+?)\.?)(?::[0-9]*)?")


class Guarded:
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


class Named:
    """Answers only what is asked of a name of ours: those given, this machine's own, and the address asked at.

    A page of somebody else can let its name lead here and would then be of our origin (DNS rebinding); a browser still
    says by which name it asks. Starlette's own guard does not know the address, and says nothing that helps a person.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = {*OWN_HOSTS, *map(bare_host, hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            asked = Headers(scope=scope).get("host", "")
            name, (address, _) = bare_host(asked), scope.get("server") or ("", 0)
            if not name or name not in {*self._hosts, address}:
                answer = failed(Request(scope), "UNKNOWN_HOST", 421, "page-host", host=asked, option=OPTION)
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)


def bare_host(host: str) -> str:
    """Give the name or address in a ``Host``, without its port; empty where it is none."""
    found = _HOST.fullmatch(host)
    return (found["six"] or found["name"]).lower() if found else ""
