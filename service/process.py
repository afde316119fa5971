"""The server's process: the core that it keeps to, the heap that its threads share, how often it looks for garbage."""

import ctypes
import gc
import os
import sys
from contextlib import suppress
from pathlib import Path

MOST_HEAPS = -8
"""The number of glibc's setting ``M_ARENA_MAX``."""

GARBAGE = 20_000
"""New objects after which garbage is looked for. Nearly all of ours goes by itself; cycles are rare."""


def keep_to_one_core() -> None:
    """Keep all threads, and those that they will start, to the core that the system has put this one on.

    The interpreter lets one thread run at a time. On several cores its threads wake each other across cores only to
    wait for that lock again: a command then cost half as much again, and half as many were served. For more cores there
    are more servers.
    """
    if sys.platform == "linux":
        core = int(Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()[36])
        for thread in os.listdir("/proc/self/task"):
            with suppress(ProcessLookupError):  # it has just ended
                os.sched_setaffinity(int(thread), {core})


def share_one_heap() -> None:
    """Let all threads take memory from one heap, not from one each; called before there are threads.

    They run one at a time anyway, and what the last one has let go of is still near.
    """
    if sys.platform == "linux" and (set_option := getattr(ctypes.CDLL(None), "mallopt", None)):
        set_option(MOST_HEAPS, 1)


def collect_garbage_rarely() -> None:
    """Look for garbage less often, and never again among what was loaded at the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)
