"""A gateway in this process, and what an HTTP client asks of it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from service.web.server import listen, make_server
from tests.service.house import PATIENCE, House

HERE = "127.0.0.1"


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """What the body says."""
        return json.loads(self.body)


class Message(NamedTuple):
    """A server-sent event; a comment has nothing but its text."""

    id: str
    event: str
    data: str
    comment: str

    @property
    def version(self) -> int:
        """The version that it is about."""
        return int(self.id)

    @property
    def json(self) -> Any:
        """What its data say."""
        return json.loads(self.data)


class RunningGateway:
    """The gateway over a server of games, in a thread of its own."""

    def __init__(self, server: House | str, *hosts: str, address: str = "127.0.0.1:0") -> None:
        games = server if isinstance(server, str) else f"127.0.0.1:{server.server.port}"
        self._listening = listen(address)
        self.port = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self._server = make_server(games, hosts)
        self._thread = threading.Thread(target=lambda: self._server.run(sockets=[self._listening]), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()

    def ask(self, path: str, headers: dict[str, str] | None = None, at: str = HERE, **query: object) -> Answer:
        """Ask for something, at an address. The query's ``as_`` is sent as ``as``."""
        connection, response = self._open(path, headers, query, at)
        with connection_closed(connection):
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())

    @contextmanager
    def listening(self, game_id: str, last: str = "", **query: object) -> Iterator[Iterator[Message]]:
        """Listen to a game's stream, as a browser does that had the message ``last`` before."""
        headers = {"Last-Event-ID": last} if last else {}
        connection, response = self._open(f"games/{game_id}/live", headers, query)
        with connection_closed(connection):
            assert (response.status, response.getheader("content-type")) == (200, "text/event-stream; charset=utf-8")
            yield messages(response)

    def _open(
        self, path: str, headers: dict[str, str] | None, query: dict[str, object], at: str = HERE
    ) -> tuple[HTTPConnection, HTTPResponse]:
        connection = HTTPConnection(at, self.port, timeout=PATIENCE)
        fields = {name.removesuffix("_"): value for name, value in query.items()}
        connection.request("GET", f"/{path}?{urlencode(fields)}", headers=headers or {})
        return connection, connection.getresponse()


@contextmanager
def connection_closed(connection: HTTPConnection) -> Iterator[None]:
    """Close a connection at the end, whatever is still on its way."""
    try:
        yield
    finally:
        connection.close()


def messages(response: HTTPResponse) -> Iterator[Message]:
    """Read server-sent events, as the standard has them, as far as we use it."""
    fields: dict[str, str] = {}
    for line in iter(response.readline, b""):
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        if name or value:
            fields[name or "comment"] = value.removeprefix(" ")
        elif fields:
            yield Message(*(fields.get(each, "") for each in Message._fields))
            fields = {}


def told(stream: Iterator[Message], until: int) -> list[Message]:
    """Read the events up to a version. Silence for as long as a heartbeat says that it does not come."""
    found: list[Message] = []
    for message in stream:
        assert not message.comment.startswith("ping"), f"version {until} does not come"
        if message.event == "told":
            found.append(message)
            if message.version >= until:
                return found
    raise AssertionError(f"the stream ended before version {until}")


def until(stream: Iterator[Message], event: str) -> Message:
    """Read until a message of a kind."""
    return next(message for message in stream if message.event == event)
