"""Group commit: what waits to be stored at the same time shares one transaction, and none returns before it is durable.

Whoever finds nobody writing writes for all who wait; the others wait for that. There is no thread and no delay: a
single caller writes at once, and under load the groups grow by themselves.
"""

import threading
from collections.abc import Callable, Sequence

from eventsourcing.persistence import IntegrityError

from service.store.mapper import Recorded
from service.store.requests import Requested

Put = Callable[[Sequence[Recorded], Sequence[Requested]], None]


class _Batch:
    """What one command wants stored. Its ``turn`` is let go when it is stored, or when it is its turn to write."""

    def __init__(self, recorded: Sequence[Recorded], requests: Sequence[Requested]) -> None:
        self.recorded = recorded
        self.requests = requests
        self.done = False
        self.error: BaseException | None = None
        self.turn = threading.Lock()
        self.turn.acquire()


class GroupCommit:
    """Stores batches in groups by ``put``, which writes records and requests in one transaction."""

    def __init__(self, put: Put) -> None:
        self._put = put
        self._lock = threading.Lock()
        self._waiting: list[_Batch] = []
        self._writing = False

    def store(self, recorded: Sequence[Recorded], requests: Sequence[Requested]) -> None:
        """Store a batch; durable when this returns. Raises ``IntegrityError`` if this batch conflicts."""
        batch = _Batch(recorded, requests)
        with self._lock:
            self._waiting.append(batch)
            leads = not self._writing
            self._writing = True
        if not leads:
            batch.turn.acquire()
        if not batch.done:
            self._write_all(batch)
        if batch.error is not None:
            raise batch.error

    def _write_all(self, own: _Batch) -> None:
        """Write what waits now, as its leader; of what comes meanwhile, the first one leads next.

        Each waiter has a lock of its own, so that nobody is woken for nothing.
        """
        with self._lock:
            group, self._waiting = self._waiting, []
        try:
            self._write(group)
        finally:
            with self._lock:
                heir = self._waiting[0] if self._waiting else None
                self._writing = heir is not None
            if heir is not None:
                heir.turn.release()
            for batch in group:
                batch.done = True
                if batch is not own:
                    batch.turn.release()

    def _write(self, group: list[_Batch]) -> None:
        try:
            self._put([r for batch in group for r in batch.recorded], [r for batch in group for r in batch.requests])
        except IntegrityError as conflict:
            if len(group) == 1:
                group[0].error = conflict
                return
            # One of them lost a race: each is stored by itself, so that only that one fails.
            for batch in group:
                self._write([batch])
        except BaseException as error:
            for batch in group:
                batch.error = error
