"""Distil the corpus of a target: ``python -m tests.fuzz.distil TARGET``.

Out of what is kept and what the fuzzer has found come the few small inputs that together reach every line of the domain
and the service that any of them reaches. Inputs that raise are left out.
"""

import argparse
import hashlib
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import domain
import service
from tests.fuzz.targets import CACHE, CORPUS, TARGETS, Target

MOST_FILES = 60
LARGEST_CORPUS = 55_000
"""Bytes of one target's inputs in all."""

ROOMS = tuple(str(Path(room.__file__).parent) for room in (domain, service))

Line = tuple[str, int]


def lines_of(run: Callable[[bytes], None], data: bytes) -> frozenset[Line]:
    """The lines of the domain and the service that an input reaches; none where it raises."""
    reached: set[Line] = set()

    def trace_line(frame: FrameType, event: str, _: Any) -> Any:
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return trace_line

    def trace_call(frame: FrameType, event: str, _: Any) -> Any:
        return trace_line if frame.f_code.co_filename.startswith(ROOMS) else None

    sys.settrace(trace_call)
    try:
        run(data)
    except Exception:
        return frozenset()
    finally:
        sys.settrace(None)
    return frozenset(reached)


def distilled(target: Target) -> list[bytes]:
    """The inputs that should be kept, each of which reaches what none before does."""
    inputs = {
        path.read_bytes() for folder in (CORPUS, CACHE) for path in (folder / target.name).rglob("*") if path.is_file()
    }
    left = {data: lines_of(target.run, data) for data in sorted(inputs, key=lambda data: (len(data), data))}
    chosen: list[bytes] = []
    reached: frozenset[Line] = frozenset()
    while left and len(chosen) < MOST_FILES:
        best = max(left, key=lambda data: len(left[data] - reached) / (len(data) + 64))
        if not left[best] - reached or sum(map(len, chosen)) + len(best) > LARGEST_CORPUS:
            break
        chosen.append(best)
        reached |= left.pop(best)
        left = {data: lines for data, lines in left.items() if lines - reached}
    every = frozenset().union(reached, *left.values())
    print(f"{target.name}: {len(chosen)} of {len(inputs)} inputs reach {len(reached)} of {len(every)} lines")
    return chosen


def main() -> None:
    """Write the corpus of a target anew."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.distil", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    target = TARGETS[parser.parse_args().target]
    logging.disable()
    chosen = distilled(target)
    folder = CORPUS / target.name
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for data in chosen:
        (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)


if __name__ == "__main__":
    main()
