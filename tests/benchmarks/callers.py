"""Sixty-four callers at once, in a process of their own: ``python -m tests.benchmarks.callers ADDRESS GAMES``.

They create games whose commands were all decided beforehand and say "ready". Then, for each line that comes in, "health
SECONDS" or "play SECONDS", they call for so long and say what came of it: both kinds of calls are made in the same way,
of bytes that lie ready, so that the two can be compared.
"""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Iterator

import grpc.aio
from grpc_health.v1 import health_pb2

from service.codec import pack_command
from settlers.v1 import game_service_pb2
from tests.benchmarks.random_play import steps

CALLERS = 64
CHANNELS = 8
PATIENCE = 60.0
"""Seconds after which a call is given up."""

SERVICE = "/settlers.v1.GameService"
HEALTH = "/grpc.health.v1.Health/Check"


class Callers:
    """The callers and what each has still to send."""

    def __init__(self, address: str, games: int) -> None:
        # Channels with the same options share a connection unless they are told not to.
        options = (("grpc.use_local_subchannel_pool", 1),)
        self._channels = [grpc.aio.insecure_channel(address, options) for _ in range(CHANNELS)]
        self._plans = [self._plan(range(caller, games, CALLERS)) for caller in range(CALLERS)]
        self._games = games
        self._ids: list[str] = []
        self._ready: list[Iterator[bytes]] = []

    async def create_games(self) -> None:
        """Create all games, and write down all requests."""
        create = self._call(0, f"{SERVICE}/CreateGame")
        for number in range(self._games):
            request = game_service_pb2.CreateGameRequest(
                scenario="classic", seats=4, board="spiral", seed=number.to_bytes(32, "big")
            )
            created = game_service_pb2.CreateGameResponse.FromString(await create(request.SerializeToString()))
            self._ids.append(created.game_id)
        self._ready = [iter([*plan]) for plan in self._plans]

    async def call(self, kind: str, seconds: float) -> dict[str, float]:
        """Let all callers call for so long, each as soon as it has its last answer."""
        end = time.perf_counter() + seconds
        begin = time.perf_counter()
        times = await asyncio.gather(*(self._caller(caller, kind, end) for caller in range(CALLERS)))
        took = time.perf_counter() - begin
        waits = sorted(wait for each in times for wait in each)
        cuts = statistics.quantiles(waits, n=100)
        return {"calls": len(waits), "rate": len(waits) / took, "p50": cuts[49] * 1e3, "p99": cuts[98] * 1e3}

    async def _caller(self, caller: int, kind: str, end: float) -> list[float]:
        ask = health_pb2.HealthCheckRequest().SerializeToString()
        call = self._call(caller, HEALTH if kind == "health" else f"{SERVICE}/ExecuteCommand")
        waits = []
        now = time.perf_counter()
        while now < end:
            request = ask if kind == "health" else next(self._ready[caller], None)
            if request is None:
                raise SystemExit("a caller has no command left: more games are needed")
            await call(request, timeout=PATIENCE)
            before, now = now, time.perf_counter()
            waits.append(now - before)
        return waits

    def _call(self, caller: int, method: str) -> grpc.aio.UnaryUnaryMultiCallable:
        return self._channels[caller % CHANNELS].unary_unary(method)

    def _plan(self, numbers: range) -> Iterator[bytes]:
        """All requests of one caller: whole games, one after the other."""
        for number in numbers:
            for _, command, _ in steps(number):
                yield game_service_pb2.ExecuteCommandRequest(
                    game_id=self._ids[number], seat=command.seat, command=pack_command(command)
                ).SerializeToString()


async def main() -> None:
    """Get ready, and call when told to."""
    callers = Callers(sys.argv[1], int(sys.argv[2]))
    await callers.create_games()
    print("ready", flush=True)
    for line in sys.stdin:
        kind, seconds = line.split()
        print(json.dumps(await callers.call(kind, float(seconds))), flush=True)


asyncio.run(main())
