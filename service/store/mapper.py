"""How records lie in the library's event store: a closed table of topics, and bytes that are kept as they are."""

from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import Mapper, StoredEvent

from domain.catalogue import EVENTS
from service.store.records import Damaged, Record, record_of

NOBODY = UUID(int=0)
"""Stands for the game of a row that belongs to none."""


class Recorded(msgspec.Struct, frozen=True):
    """The library's envelope round a record: all that it asks of a domain event."""

    originator_id: UUID
    originator_version: int
    record: Record


class GameMapper(Mapper[UUID]):
    """Maps records to rows; a topic is an event's name in the catalogue, and nothing stored is ever imported by name.

    From the first release on, records of older forms are brought up to date here.
    """

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Make the row of a record."""
        record = domain_event.record
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, record.name, record.data)

    def to_domain_event(self, stored_event: StoredEvent) -> Recorded:
        """Make the record of a row; raises ``Damaged`` for a topic that is in no catalogue.

        A row whose version is none, or that belongs to no game, has version 0, which nobody takes for the next one.
        """
        game_id = stored_event.originator_id
        if not isinstance(game_id, UUID):
            return Recorded(NOBODY, 0, record_of(0, "", b""))
        record = record_of(stored_event.originator_version, stored_event.topic, stored_event.state)
        if record.version and record.name not in EVENTS:
            why = f"there is no event called {record.name!r}" if record.name else "the store cannot read it"
            raise Damaged(record.version, why)
        return Recorded(game_id, record.version, record)
