"""The server: servicers, health and reflection put together, and stopped in good order."""

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from service.api import GameApi
from service.audit.api import AuditApi
from service.audit.signed_note import Signer
from service.audit.signing_key import fresh_signer
from service.config import Settings
from service.doorkeeper import LARGEST_TRANSPORTED, SERVICES, Doorkeeper
from service.identity import Callers
from service.store.games import Games
from service.watching import Watching
from settlers.v1 import audit_service_pb2_grpc, game_service_pb2_grpc

LINGER = 0.5
"""Seconds that late callers are still answered, if only by a refusal, when the server stops."""

GRACE = 10.0
"""Seconds that calls under way have to finish when the server stops."""


class Server:
    """A running server. ``port`` is the one it listens on, also where 0 was asked for.

    Exports are signed by ``signer``; without one, by a key that is made for this run alone.
    """

    def __init__(self, settings: Settings, games: Games, signer: Signer | None = None) -> None:
        self.games = games
        self._watching = Watching(settings.most_watchers)
        self._health = health.HealthServicer()
        self._doorkeeper = Doorkeeper()
        self._server = grpc.server(
            ThreadPoolExecutor(settings.threads, thread_name_prefix="call"),
            interceptors=[self._doorkeeper],
            options=(
                ("grpc.max_receive_message_length", LARGEST_TRANSPORTED),
                ("grpc.so_reuseport", 0),
            ),
        )
        callers = Callers()
        api = GameApi(games, callers, self._watching, allow_seeds=settings.allow_seeds)
        self._game_list = api.game_list
        game_service_pb2_grpc.add_GameServiceServicer_to_server(api, self._server)
        self._audit = AuditApi(games, callers, signer or fresh_signer(), self._watching)
        audit_service_pb2_grpc.add_AuditServiceServicer_to_server(self._audit, self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if settings.reflection:
            names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._server)
        self.port = self._server.add_insecure_port(settings.address)

    def start(self) -> None:
        """Begin to serve."""
        self._server.start()
        self._game_list.start()
        for name in ("", *SERVICES):
            self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    def stop(self, grace: float = GRACE) -> None:
        """Take no more calls, let those under way finish, and close the store."""
        began = time.monotonic()
        self._health.enter_graceful_shutdown()
        self._watching.drain(self.games)
        self._doorkeeper.close(grace)
        # What still comes in is told so by us; the transport would cut it off without a reason.
        time.sleep(max(0.0, min(grace, LINGER) - (time.monotonic() - began)))
        self._server.stop(min(grace, LINGER)).wait()
        self._watching.close()
        self._audit.close()
        self._game_list.stop()
        self.games.close()

    def run(self) -> None:
        """Serve until the process is asked to end."""
        asked = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: asked.set())
        self.start()
        while not asked.wait(1):
            pass  # a signal that another thread took is seen at the next second
        self.stop()
