"""Idle watchers on one game, in a process of their own: ``python -m tests.benchmarks.watchers ADDRESS COUNT``.

They open a stream each on a game of their own making, read until they have all there is, say "ready", and sit there
until their input ends.
"""

import asyncio
import sys

import grpc.aio

from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc

TOGETHER = 50
"""How many are opened at the same time."""


async def watch(service: game_service_pb2_grpc.GameServiceStub, game_id: str, caught_up: asyncio.Semaphore) -> None:
    """Watch a game as a spectator to the end of the stream."""
    spectator = game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_SPECTATOR)
    async for frame in service.WatchGame(game_service_pb2.WatchGameRequest(game_id=game_id, viewer=spectator)):
        if frame.HasField("caught_up"):
            caught_up.release()


async def main() -> None:
    """Open the streams and wait."""
    address, count = sys.argv[1], int(sys.argv[2])
    async with grpc.aio.insecure_channel(address) as channel:
        service = game_service_pb2_grpc.GameServiceStub(channel)
        created = await service.CreateGame(game_service_pb2.CreateGameRequest(scenario="classic", seats=4))
        caught_up = asyncio.Semaphore(0)
        watchers = []
        for n in range(count):
            watchers.append(asyncio.create_task(watch(service, created.game_id, caught_up)))
            if n >= TOGETHER:
                await caught_up.acquire()
        for _ in range(min(TOGETHER, count)):
            await caught_up.acquire()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        if any(watcher.done() for watcher in watchers):
            raise SystemExit("a watcher was sent away")
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)


asyncio.run(main())
