"""A store in memory, for tests: the library's own, with the rows of requests (its factory takes no other recorder)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing import popo
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent

from service.store.requests import CarriedOut, Requested, RequestKey
from service.store.salvage import StrayRows


class MemoryGameRecorder(popo.POPOApplicationRecorder):
    """The library's recorder in memory, which also keeps the requests given as ``requests``."""

    def __init__(self) -> None:
        super().__init__()
        self._requests: dict[RequestKey, CarriedOut] = {}

    def _insert_events(
        self, stored_events: Sequence[StoredEvent], *, requests: Sequence[Requested] = (), **_: Any
    ) -> Sequence[int] | None:
        with self._database_lock:
            rows = dict(requests)
            if len(rows) < len(requests) or not self._requests.keys().isdisjoint(rows):
                raise IntegrityError("request already carried out")
            inserted = super()._insert_events(stored_events)
            self._requests |= rows
            return inserted

    def game_ids(self) -> list[UUID]:
        """Name all games of which there is any event, in the order in which they came."""
        with self._database_lock:
            return list(dict.fromkeys(UUID(str(each.originator_id)) for each in self._stored_events))

    def stray_rows(self) -> list[StrayRows]:
        """Name the rows that belong to no game: here there are none."""
        return []

    def find_request(self, key: RequestKey) -> CarriedOut | None:
        """Look up what came of a request."""
        return self._requests.get(key)


class Factory(popo.POPOFactory):
    """Makes the recorders of a store in memory; the library looks for one factory in a module of this name."""

    def application_recorder(self) -> ApplicationRecorder:
        """Make the recorder of an application."""
        return MemoryGameRecorder()
