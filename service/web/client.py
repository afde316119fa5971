"""The gateway's client of the game service: what every client asks, and streams for an event loop."""

from collections.abc import AsyncIterator
from typing import Any

import grpc

from service.bots import Client
from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc

_CHANNEL = (
    # The transport's own patience grows up to two minutes; a page must see a server that is back at once.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)


class Gateway(Client):
    """The game service at an address. ``watch`` belongs to the one event loop in which it is first used."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._streams: Any = None

    async def watch(
        self, game_id: str, viewer: game_pb2.Viewer, after: int
    ) -> AsyncIterator[game_service_pb2.WatchGameResponse]:
        """Watch a game after a version; ends when the server goes, in whatever way."""
        if self._streams is None:
            self._streams = grpc.aio.insecure_channel(self.address, options=_CHANNEL)
        stub: Any = game_service_pb2_grpc.GameServiceStub(self._streams)
        request = game_service_pb2.WatchGameRequest(game_id=game_id, viewer=viewer, after_version=after)
        call = stub.WatchGame(request)
        try:
            async for frame in call:
                yield frame
        except grpc.aio.AioRpcError:
            return
        finally:
            call.cancel()

    async def hang_up(self) -> None:
        """Hang up, the streams too."""
        self.close()
        if self._streams is not None:
            await self._streams.close()
