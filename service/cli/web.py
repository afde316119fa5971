"""`settlers web`: the replay page, a gateway for browsers over a server of games."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from service.cli.failures import Failed
from service.config import Settings

READY = "settlers: page on "
"""How its one line begins, once the page can be asked for; the page's address follows."""


@click.command(short_help="Serve a web page to watch games and to step through them.")
@click.option(
    "--address",
    default="127.0.0.1:8080",
    show_default=True,
    envvar="SETTLERS_WEB_ADDRESS",
    show_envvar=True,
    help="Host and port to listen on; port 0 takes a free one.",
)
@click.option("--server", metavar="ADDRESS", help=f"Show the games of this server.  [default: {Settings().address}]")
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    envvar="SETTLERS_WEB_HOSTS",
    show_envvar=True,
    help="Answer to this name too, like one of a proxy before it; repeat it.",
)
def web(address: str, server: str | None, hosts: Sequence[str]) -> None:
    """Serve a web page on which games are watched, and stepped through event by event, until Ctrl-C.

    It is a client of a server of games and needs one that runs. Like every caller, who opens the page may look with
    any seat's eyes for now: show it to those who may. It answers only to its own names: localhost, the address that it
    serves on, and what --host names.

    \b
    Examples:
      settlers web
      settlers web --address 0.0.0.0:8080 --server 127.0.0.1:50051
      settlers web --host games.example.org
    """
    games = server or Settings().address
    try:
        # Not everyone who serves games serves a page, so what it needs is no part of an ordinary install.
        page = import_module("service.web.server")
    except ModuleNotFoundError:
        raise Failed(f"the page needs more: {sys.executable} -m pip install 'settlers-rules[web]'") from None
    try:
        page.serve_page(address, games, hosts, lambda url: click.echo(f"{READY}{url}, games of {games}"))
    except ValueError as error:
        raise Failed(str(error)) from None
    except OSError as error:
        # The system's own words, where it is the system that refuses.
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or str(error)
        raise Failed(f"cannot listen on {address}: {reason}") from None
