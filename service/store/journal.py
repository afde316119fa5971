"""The journal: the events of all games in the order in which they were stored, read page by page.

An event's position is its notification id. No reader that goes on from a position misses an event, because positions
are given in the order of commits: SQLite lets one transaction write at a time and gives each row the number after the
largest there is, so when a position can be read, all before it can. (A store in memory does the same under its lock.)
Where transactions take their numbers first and commit in any order, as in PostgreSQL without a lock on the table, that
is not so: there ``head`` must be a fence, a position before which nothing is still under way. It is the one place:
nothing reads beyond a head. Positions may have gaps.
"""

import threading
from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec
from eventsourcing.persistence import ApplicationRecorder

from domain.visibility import SPECTATOR
from service.store.answering import FAILURES, fault_of
from service.store.bells import Bells
from service.store.records import Damaged, Record, record_of, show_record
from settlers.v1 import game_pb2

KINDS = {field.name: field.message_type.name for field in game_pb2.Event.DESCRIPTOR.fields if field.message_type}
"""The name in the store of each kind of event, by its name in the contract."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A record of a game, and its place among those of all games; one that belongs to no game is damaged."""

    position: int
    game_id: UUID | None
    record: Record


class Journal:
    """The events of all games of a store, for readers that keep a position of their own."""

    def __init__(self, recorder: ApplicationRecorder) -> None:
        self._recorder = recorder
        self._bells = Bells()
        self.stored = 0
        """How often this process has stored something."""

    def head(self) -> int:
        """Tell the position of the newest event; everything up to it can be read."""
        try:
            return self._recorder.max_notification_id() or 0
        except FAILURES as failure:
            raise fault_of(failure) from failure

    def page(self, after: int, until: int, limit: int, names: Sequence[str] = ()) -> list[Entry]:
        """Read the first events, all or those of some names, after a position and up to another, at most a head."""
        if after >= until:
            return []
        try:
            found = self._recorder.select_notifications(after + 1, limit, until, names)
        except FAILURES as failure:
            raise fault_of(failure, after=after) from failure
        return [
            Entry(
                row.id,
                row.originator_id if isinstance(row.originator_id, UUID) else None,
                record_of(row.originator_version, row.topic, row.state),
            )
            for row in found
        ]

    def grow(self) -> None:
        """Say that this process has stored something, and wake all who wait."""
        self.stored += 1
        self._bells.ring()

    def wake(self) -> None:
        """Wake all who wait, so that they see whether they still should."""
        self._bells.ring()

    def wait(self, stored: int, bell: threading.Event, active: Callable[[], bool], seconds: float) -> bool:
        """Wait until this process has stored more often than that, or the end of the call; False after a silence."""
        return self._bells.wait(bell, lambda: self.stored != stored or not active(), seconds)


def show_openly(record: Record, shown: game_pb2.RecordedEvent | None = None) -> game_pb2.RecordedEvent:
    """Show a record as everyone may see it, in a new message that shall hold it if one is given.

    Raises ``Damaged`` for a record that is not what it is called.
    """
    shown = show_record(record, SPECTATOR, b"", shown=shown)
    if KINDS.get(shown.event.WhichOneof("event") or "") != record.name:
        raise Damaged(record.version, f"the event is no {record.name}")
    return shown
