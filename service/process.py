"""The server's process: the core that its threads keep to, and how often it looks for garbage."""

import gc
import os
import sys
from pathlib import Path

GARBAGE = 20_000
"""New objects after which garbage is looked for. Nearly all of ours goes by itself; cycles are rare."""


def keep_to_one_core() -> None:
    """Keep this thread, and all that it and they start, to the core that the system has put it on.

    The interpreter lets one thread run at a time. On several cores its threads wake each other across cores only to
    wait for that lock again: a command then cost half as much again, and half as many were served. Threads of the
    transport that run already stay free to use other cores. For more cores there are more servers.
    """
    if sys.platform == "linux":
        core = int(Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()[36])
        os.sched_setaffinity(0, {core})


def collect_garbage_rarely() -> None:
    """Look for garbage less often, and never again among what was loaded at the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)
