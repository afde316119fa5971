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
    """What one command wants stored."""

    def __init__(self, recorded: Sequence[Recorded], requests: Sequence[Requested]) -> None:
        self.recorded = recorded
        self.requests = requests
        self.done = False
        self.error: BaseException | None = None


class GroupCommit:
    """Stores batches in groups by ``put``, which writes records and requests in one transaction."""

    def __init__(self, put: Put) -> None:
        self._put = put
        self._turn = threading.Condition()
        self._waiting: list[_Batch] = []
        self._writing = False

    def store(self, recorded: Sequence[Recorded], requests: Sequence[Requested]) -> None:
        """Store a batch; durable when this returns. Raises ``IntegrityError`` if this batch conflicts."""
        batch = _Batch(recorded, requests)
        with self._turn:
            self._waiting.append(batch)
            while self._writing and not batch.done:
                self._turn.wait()
            if not batch.done:
                self._writing = True
        if not batch.done:
            self._write_all()
        if batch.error is not None:
            raise batch.error

    def _write_all(self) -> None:
        """Write what waits now, as its leader; what comes meanwhile gets a leader of its own."""
        with self._turn:
            group, self._waiting = self._waiting, []
        try:
            self._write(group)
        finally:
            with self._turn:
                for batch in group:
                    batch.done = True
                self._writing = False
                self._turn.notify_all()

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
