"""How records lie in the library's event store: a closed table of topics, and bytes that are kept as they are."""

from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import Mapper, StoredEvent

from domain.catalogue import EVENTS
from service.store.records import Damaged, Record


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
        """Make the record of a row; raises ``Damaged`` for a topic that is in no catalogue."""
        version, topic = stored_event.originator_version, stored_event.topic
        if topic not in EVENTS:
            raise Damaged(version, f"there is no event called {topic!r}")
        if not isinstance(stored_event.state, bytes):
            raise Damaged(version, "it holds no bytes")
        game_id = stored_event.originator_id
        assert isinstance(game_id, UUID)
        return Recorded(game_id, version, Record(version, topic, stored_event.state))
