"""`settlers serve`: the server in the foreground."""

import logging
import os
import signal
import sys
import threading

import click

from service.audit.signed_note import Signer
from service.cli.failures import Failed
from service.cli.keys import open_signer
from service.cli.own_server import READY
from service.config import Settings, store_environment
from service.process import collect_garbage_rarely, keep_to_one_core
from service.server import Server
from service.store.games import Games

DEFAULTS = Settings()


class AnnouncedServer(Server):
    """A server that says when it is ready."""

    def __init__(self, settings: Settings, games: Games, signer: Signer) -> None:
        super().__init__(settings, games, signer)
        host = settings.address.rpartition(":")[0]
        self._ready = f"{READY}{host}:{self.port}, games in {settings.store}"

    def start(self) -> None:
        """Begin to serve, and say so."""
        super().start()
        click.echo(self._ready)


@click.command()
@click.option(
    "--address",
    default=DEFAULTS.address,
    show_default=True,
    envvar="SETTLERS_ADDRESS",
    show_envvar=True,
    help="Host and port to listen on; port 0 takes a free one.",
)
@click.option(
    "--store",
    default=DEFAULTS.store,
    show_default=True,
    envvar="SETTLERS_STORE",
    show_envvar=True,
    help="The SQLite file that keeps the games; it is made if need be. “:memory:” keeps them nowhere.",
)
@click.option(
    "--signing-key",
    default=DEFAULTS.signing_key,
    envvar="SETTLERS_SIGNING_KEY",
    show_envvar=True,
    help="The file of the key that signs exports; it is made if need be.  [default: STORE.key]",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=DEFAULTS.threads,
    show_default=True,
    envvar="SETTLERS_THREADS",
    show_envvar=True,
    help="How many calls are served at the same time.",
)
@click.option(
    "--one-core/--all-cores",
    default=DEFAULTS.one_core,
    show_default=True,
    envvar="SETTLERS_ONE_CORE",
    show_envvar=True,
    help="Keep to one core: Python serves faster there than on many.",
)
@click.option(
    "--reflection/--no-reflection",
    default=DEFAULTS.reflection,
    show_default=True,
    envvar="SETTLERS_REFLECTION",
    show_envvar=True,
    help="Tell clients like grpcurl what can be called.",
)
@click.option(
    "--allow-seeds",
    is_flag=True,
    envvar="SETTLERS_ALLOW_SEEDS",
    show_envvar=True,
    help="Let the creator of a game choose its seed. For tests: such dice prove nothing.",
)
@click.option(
    "--shared",
    is_flag=True,
    envvar="SETTLERS_SHARED",
    show_envvar=True,
    help="Other servers write to the same store: look there before each answer.",
)
@click.option("--until-input-ends", is_flag=True, hidden=True)
def serve(
    address: str,
    store: str,
    signing_key: str,
    threads: int,
    one_core: bool,
    reflection: bool,
    allow_seeds: bool,
    shared: bool,
    until_input_ends: bool,
) -> None:
    """Serve games over gRPC until Ctrl-C.

    What was acknowledged is in the store: a server that was killed goes on where it was when it is started again.

    \b
    Examples:
      settlers serve
      settlers serve --address 0.0.0.0:50051 --store /var/lib/settlers/games.db
      settlers serve --reflection      then: grpcurl -plaintext localhost:50051 list
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    settings = Settings(
        address=address,
        store=store,
        signing_key=signing_key,
        threads=threads,
        one_core=one_core,
        reflection=reflection,
        allow_seeds=allow_seeds,
        shared=shared,
    )
    server = open_server(settings)
    if settings.one_core:
        keep_to_one_core()
    collect_garbage_rarely()
    if until_input_ends:
        threading.Thread(target=_end_with_input, daemon=True).start()
    server.run()


def open_server(settings: Settings) -> Server:
    """Open the store, take the key and the port; raises ``Failed`` with one line for what is not to be had."""
    try:
        games = Games(store_environment(settings.store), shared=settings.shared)
    except Exception as error:
        # Whatever the library or the database says: to the person at the terminal it is one thing.
        raise Failed(f"cannot open the store {settings.store}: {error}") from None
    try:
        return AnnouncedServer(settings, games, open_signer(settings))
    except Failed:
        games.close()
        raise
    except RuntimeError:
        games.close()
        raise Failed(
            f"cannot listen on {settings.address}: the port is taken, or it is no address of this host"
        ) from None


def _end_with_input() -> None:
    """End the server when whoever started it is gone, however it went."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
