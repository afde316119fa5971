"""The service as a whole: ``python -m tests.benchmarks.service [--rounds N] [--seconds N] [--games N]``.

A real server over a durable SQLite file, and callers in another process. Rounds of empty calls, of commands, and of
commands beside idle watchers take turns, so that what slows the machine slows all of them; what counts is the median of
the rounds' ratios.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from service.cli.own_server import OwnServer
from tests.benchmarks import folding

ROOT = Path(__file__).parents[2]
WATCHERS = 1_000
FOLDED = range(30)
WANTED_COMMANDS = 0.35
WANTED_WATCHED = 0.70
WANTED_FOLDED = 100_000
AT_ONCE = 0.005
"""Seconds within which a server answers that has nothing else to do."""

Figures = dict[str, float]


class Helper:
    """Another process of the benchmark: it says "ready", and later answers each line with one."""

    def __init__(self, name: str, *arguments: object) -> None:
        command = [sys.executable, "-m", f"tests.benchmarks.{name}", *map(str, arguments)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.hear() == "ready\n"

    def ask(self, line: str) -> Figures:
        """Send a line and read the figures that come back."""
        print(line, file=self._pipe(self.process.stdin), flush=True)
        figures: Figures = json.loads(self.hear())
        return figures

    def hear(self) -> str:
        """Read a line; ends the benchmark when there is none."""
        line = self._pipe(self.process.stdout).readline()
        if not line:
            raise SystemExit("a part of the benchmark failed; what it said stands above")
        return line

    def end(self) -> None:
        """Let it end by itself."""
        self._pipe(self.process.stdin).close()
        if self.process.wait(60):
            raise SystemExit("a part of the benchmark failed; what it said stands above")

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


@contextmanager
def watchers(address: str) -> Iterator[None]:
    """Idle watchers for a while."""
    helper = Helper("watchers", address, WATCHERS)
    settle(address)
    yield
    helper.end()
    settle(address)


def settle(address: str) -> None:
    """Wait until the server answers at once, time after time."""
    with grpc.insecure_channel(address) as channel:
        check, quick = health_pb2_grpc.HealthStub(channel).Check, 0
        while quick < 20:
            begin = time.perf_counter()
            check(health_pb2.HealthCheckRequest())
            quick = quick + 1 if time.perf_counter() - begin < AT_ONCE else 0
            time.sleep(0.02)


def rounds(address: str, count: int, seconds: float, games: int) -> dict[str, list[Figures]]:
    """Measure in rounds."""
    callers = Helper("callers", address, games)
    callers.ask("health 1")
    callers.ask("play 1")
    found: dict[str, list[Figures]] = {"empty": [], "commands": [], "watched": []}
    for n in range(count):
        print(f"round {n + 1} of {count} ...", file=sys.stderr)
        found["empty"].append(callers.ask(f"health {seconds}"))
        found["commands"].append(callers.ask(f"play {seconds}"))
        with watchers(address):
            found["watched"].append(callers.ask(f"play {seconds}"))
    callers.end()
    return found


def show(name: str, figure: str, wanted: str = "", more: str = "") -> None:
    """Print one line."""
    print(f"{name:48}{figure:>10}{wanted:>10}   {more}".rstrip())


def show_calls(name: str, measured: list[Figures]) -> None:
    """Print one kind of call: medians of the rounds."""
    rate, p50, p99 = (statistics.median(figures[key] for figures in measured) for key in ("rate", "p50", "p99"))
    show(name, f"{rate:,.0f}", "", f"p50 {p50:.0f} ms, p99 {p99:.0f} ms")


def ratio(of: list[Figures], to: list[Figures]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(a["rate"] / b["rate"] for a, b in zip(of, to, strict=True))


def main() -> int:
    """Measure, print, and tell by the exit code whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="python -m tests.benchmarks.service", description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    arguments.add_argument("--seconds", type=float, default=3, help="seconds of each part of a round (default 3)")
    arguments.add_argument("--games", type=int, default=256, help="games that lie ready to be played (default 256)")
    asked = arguments.parse_args()

    folded = folding.measure(FOLDED)
    # Not in the folder for temporary files: that may lie in memory, where nothing costs what it does on a disk.
    place = ROOT / ".benchmarks"
    place.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=place) as folder,
        OwnServer(str(Path(folder) / "settlers.db"), allow_seeds=True) as server,
    ):
        found = rounds(server.address, asked.rounds, asked.seconds, asked.games)

    commands, watched = ratio(found["commands"], found["empty"]), ratio(found["watched"], found["commands"])
    print(f"\n64 callers on 64 games, durable SQLite; medians of {asked.rounds} rounds of {asked.seconds:g} s\n")
    show("", "measured", "wanted")
    show_calls("empty calls a second", found["empty"])
    show_calls("commands a second", found["commands"])
    show("  of the empty calls", f"{commands:.2f}", f"{WANTED_COMMANDS:.2f}")
    show_calls(f"commands a second beside {WATCHERS:,} idle watchers", found["watched"])
    show("  of those without", f"{watched:.2f}", f"{WANTED_WATCHED:.2f}")
    show("events folded from bytes a second, one core", f"{folded:,.0f}", f"{WANTED_FOLDED:,}")
    return 0 if commands >= WANTED_COMMANDS and watched >= WANTED_WATCHED and folded >= WANTED_FOLDED else 1


if __name__ == "__main__":
    sys.exit(main())
