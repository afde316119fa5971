"""Audits: ``python -m tests.benchmarks.audits [--games N] [--files N]``.

How many games a core verifies in a second, every command decided again, beside folding the same games, which is the
reference; how that grows with the workers; and how long it takes to show a long game as it was at its last version.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from service.audit.exports import export_lines
from service.audit.many import verify_file, verify_files
from service.audit.signing_key import fresh_signer
from service.store.folding import fold_records
from tests.benchmarks.folding import sealed

ROUNDS = 3
LONG = 5_000
WANTED_LONG = 0.100
"""Seconds for a game of ``LONG`` events."""
WANTED_SHARE = 0.20
"""Of the events folded in a second, how many are to be verified."""
WANTED_GROWTH = 0.80
"""Of the speed of one worker, what each further one is to add, up to the cores."""


def write(folder: Path, games: int, files: int) -> list[str]:
    """Play games at random and export them, so many to a file."""
    signer = fresh_signer()
    names = []
    for n in range(files):
        file = folder / f"{n}.jsonl"
        with file.open("wb") as lines:
            for number in range(n, games, files):
                game_id, records = sealed(number)
                seed = number.to_bytes(32, "big")
                lines.writelines(export_lines(str(game_id), records, None, seed, signer, over=True))
        names.append(str(file))
    return names


def timed_files(executor: ProcessPoolExecutor, files: Sequence[str]) -> float:
    """Seconds to verify files, with workers that are warm."""
    list(verify_files(executor, files[:1]))
    begin = time.perf_counter()
    for archive in verify_files(executor, files):
        assert not any(report.flaw for report in archive.reports)
    return time.perf_counter() - begin


def long_game() -> float:
    """Seconds to fold a game of ``LONG`` events, each checked: what a look at any version costs at most."""
    game_id, records = next(found for found in map(sealed, range(1_000)) if len(found[1]) >= LONG)
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        fold_records(game_id, records[:LONG], whole=False)
        best = min(best, time.process_time() - begin)
    return best


def main() -> int:
    """Measure, print, and tell by the exit code whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="python -m tests.benchmarks.audits", description=__doc__)
    arguments.add_argument("--games", type=int, default=64)
    arguments.add_argument("--files", type=int, default=16)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = write(Path(folder), asked.games, asked.files)
        verifying = folding = float("inf")
        for _ in range(ROUNDS):
            begin = time.process_time()
            reports = [report for file in files for report in verify_file(file).reports]
            verifying = min(verifying, time.process_time() - begin)
            assert not any(report.flaw for report in reports)
        events = sum(report.version for report in reports)
        games = [sealed(number) for number in range(asked.games)]
        for _ in range(ROUNDS):
            begin = time.process_time()
            for game_id, records in games:
                fold_records(game_id, records)
            folding = min(folding, time.process_time() - begin)
        share = folding / verifying
        print(f"{len(reports) / verifying:.1f} games a second on one core, {events / verifying:,.0f} events")
        print(f"folding alone: {events / folding:,.0f} events; {share:.2f} of that (wanted: {WANTED_SHARE:g})")
        cores = os.cpu_count() or 1
        speeds = []
        for workers in range(1, cores + 1):
            with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
                speeds.append(len(reports) / timed_files(executor, files))
            print(f"{workers} workers: {speeds[-1]:.1f} games a second, {speeds[-1] / speeds[0]:.2f} times one")
    seconds = long_game()
    print(f"a game of {LONG} events as it was at the last: {seconds * 1e3:.0f} ms (wanted: {WANTED_LONG * 1e3:.0f})")
    grown = speeds[-1] / speeds[0] >= 1 + WANTED_GROWTH * (cores - 1)
    return 0 if share >= WANTED_SHARE and grown and seconds <= WANTED_LONG else 1


if __name__ == "__main__":
    sys.exit(main())
