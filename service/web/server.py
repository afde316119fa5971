"""The gateway's process: a web server on an address, until it is told to end."""

import socket
from collections.abc import Callable, Iterable, Sequence

import uvicorn

from service.web import live
from service.web.app import make_app
from service.web.guards import bare_host

GRACE = live.GRACE + 1
"""Seconds that answers under way have to finish when it ends, streams with a word of farewell."""


def serve_page(address: str, server: str, hosts: Sequence[str], announce: Callable[[str], None]) -> None:
    """Serve the page of the game service at ``server``; raises ``OSError`` where the address is not to be had.

    It answers to the names ``hosts`` besides its own; raises ``ValueError`` for one that is none. ``announce`` is told
    where the page is, once it can be asked for.
    """
    for each in hosts:
        if not bare_host(each):
            raise ValueError(f"{each} is no name of a host")
    with listen(address) as listening:
        host, port = listening.getsockname()[:2]
        place = f"{f'[{host}]' if ':' in host else host}:{port}"
        announce(f"http://{place}/")
        make_server(server, (*hosts, address, place)).run(sockets=[listening])


def listen(address: str) -> socket.socket:
    """Take an address, like "127.0.0.1:8080" or "[::1]:8080"; port 0 is a free one. Raises ``OSError``."""
    host, _, port = address.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    if not (bare and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        raise OSError("an address is a host and a port")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    return socket.create_server((bare, int(port)), family=family)


def make_server(server: str, hosts: Iterable[str] = ()) -> uvicorn.Server:
    """Make a web server for the page of the game service at an address; it answers to these names besides its own."""
    config = uvicorn.Config(
        make_app(server, hosts),
        log_level="warning",
        access_log=False,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    return uvicorn.Server(config)
