"""Bells: whoever waits for news hangs up one of its own, and nobody wakes but for news or the end of its own call."""

import threading
import time
from collections.abc import Callable


class Bells:
    """The bells of all who wait for the same news."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hung: set[threading.Event] = set()

    def ring(self) -> None:
        """Wake all who wait."""
        if self._hung:  # who comes only now looks for news before it waits
            with self._lock:
                bells = tuple(self._hung)
            for bell in bells:
                bell.set()

    def wait(self, bell: threading.Event, news: Callable[[], bool], seconds: float) -> bool:
        """Wait until there is news, looked for whenever the bell rings; False after a silence of so many seconds."""
        with self._lock:
            self._hung.add(bell)
        try:
            until = time.monotonic() + seconds
            while True:
                bell.clear()
                if news():
                    return True
                left = until - time.monotonic()
                if left <= 0:
                    return False
                bell.wait(left)
        finally:
            with self._lock:
                self._hung.discard(bell)
