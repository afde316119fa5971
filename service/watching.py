"""Watchers: a thread for each, parked on its game, reading from its own version; there is no queue to fill.

A slow client parks its thread in gRPC's own flow control and catches up in larger frames. Watchers have a pool of their
own, so that they never take a thread from calls; one more than the pool holds is refused at once.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import grpc

from domain.engine import Game, Viewer, evolve
from domain.visibility import view
from service.codec import pack_views
from service.faults import Fault, Trouble
from service.store.games import Games
from service.store.records import Record, event_of, open_record, show_record
from service.store.table import Table
from settlers.v1 import game_service_pb2

HEARTBEAT = 15.0
"""Seconds of silence after which a watcher hears that the stream is alive."""

POLL = 0.5
"""Seconds after which a watcher looks into a store to which other processes write too."""

SPARE = 8

FRAME = 200
"""Events in a frame at most."""

Request = TypeVar("Request")
Frame = TypeVar("Frame")
Open = Callable[[Request, grpc.ServicerContext], Iterable[Frame]]


class Watching:
    """The pool of watchers: how many there may be, and how they are told that the server goes down."""

    def __init__(self, most: int = 1_000) -> None:
        # A few threads more than places: one watcher too many must come to be refused, not wait for a thread.
        self._pool = ThreadPoolExecutor(most + SPARE, thread_name_prefix="watcher")
        self._places = threading.BoundedSemaphore(most)
        self._most = most
        self._draining = threading.Event()

    def handler(self, open_watch: Open[Request, Frame]) -> Open[Request, Frame]:
        """Make the behavior of an rpc, which runs in this pool."""

        def watch(request: Request, context: grpc.ServicerContext) -> Iterator[Frame]:
            if not self._places.acquire(blocking=False):
                raise Fault(Trouble.TOO_BUSY, f"there are {self._most} watchers already", waiting=self._most)
            try:
                yield from open_watch(request, context)
            finally:
                self._places.release()

        watch.experimental_thread_pool = self._pool  # type: ignore[attr-defined]
        return watch

    def drain(self, games: Games) -> None:
        """Take no more watchers, and let those there are go with a hint to come back."""
        self._draining.set()
        games.wake_watchers()

    def close(self) -> None:
        """Let the threads go, once no call can come any more: a pool shut down under a server kills its own thread."""
        self._pool.shutdown(wait=False)

    def active(self, context: grpc.ServicerContext) -> Callable[[], bool]:
        """Make what tells whether a watcher of this call should go on."""
        return lambda: context.is_active() and not self._draining.is_set()

    def send_away(self, after: str, **facts: str) -> None:
        """Tell a reader that goes because the server goes down how to go on; raises ``Fault``."""
        if self._draining.is_set():
            raise Fault(Trouble.SHUTTING_DOWN, f"the server goes down; {after}", **facts)

    def frames(
        self,
        games: Games,
        table: Table,
        viewer: Viewer,
        request: game_service_pb2.WatchGameRequest,
        context: grpc.ServicerContext,
    ) -> Iterator[game_service_pb2.WatchGameResponse]:
        """Send what happened since the version that the caller has, then each new event, until the call ends."""
        version = request.after_version
        if version > table.game.version:
            games.catch_up(table)
        if version > table.game.version:
            message = f"the game is at version {table.game.version}"
            raise Fault(
                Trouble.VERSION_OUT_OF_RANGE, message, field="after_version", asked=version, version=table.game.version
            )
        bell = threading.Event()
        context.add_callback(bell.set)
        shown = games.game_at(table.game_id, version) if request.with_views and version else None
        caught_up = False
        silence, patience = 0.0, POLL if games.shared else HEARTBEAT
        active = self.active(context)
        while active():
            # The table may be dropped and brought to life again while this waits.
            table = games.table(table.game_id)
            records = games.records_after(table, version, FRAME)
            records = records[: whole_commands(records)]
            if records:
                frame = game_service_pb2.WatchGameResponse()
                for record in records:
                    recorded = show_record(record, viewer, table.seal.seed, with_proof=request.with_proof)
                    frame.events.events.append(recorded)
                    if request.with_views:
                        shown = evolve(shown, event_of(record)) if shown else _first(games, table)
                        frame.events.views.append(pack_views(request.game_id, shown.version, view(shown, viewer)))
                version = records[-1].version
                caught_up, silence = False, 0.0
                yield frame
            elif not caught_up:
                caught_up = True
                yield game_service_pb2.WatchGameResponse(caught_up=game_service_pb2.CaughtUp(version=version))
            elif not table.wait(version, bell, active, patience):
                games.catch_up(table)
                silence += patience
                if silence >= HEARTBEAT and table.game.version == version:
                    silence = 0.0
                    yield game_service_pb2.WatchGameResponse(heartbeat=game_service_pb2.Heartbeat(version=version))
        self.send_away(f"watch again, after version {version}", version=str(version))


def whole_commands(records: Sequence[Record]) -> int:
    """Count the records of a frame: a full one is cut back to where a command ends, unless that fills more than it."""
    if len(records) == FRAME:
        for n in range(len(records) - 1, 0, -1):
            if open_record(records[n]).cause:
                return n
    return len(records)


def _first(games: Games, table: Table) -> Game:
    return games.game_at(table.game_id, 1)
