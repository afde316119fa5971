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
from eventsourcing.persistence import ApplicationRecorder, DatabaseError, OperationalError
from google.protobuf.message import DecodeError

from domain.visibility import SPECTATOR
from service.faults import Fault, Trouble
from service.store.bells import Bells
from service.store.records import Damaged, Record, show_record
from settlers.v1 import game_pb2

KINDS = {field.name: field.message_type.name for field in game_pb2.Event.DESCRIPTOR.fields if field.message_type}
"""The name in the store of each kind of event, by its name in the contract."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A record of a game, and its place among those of all games."""

    position: int
    game_id: UUID
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
        except OperationalError as busy:
            raise _busy() from busy
        except DatabaseError as damage:
            raise _damaged(0) from damage

    def page(self, after: int, until: int, limit: int, names: Sequence[str] = ()) -> list[Entry]:
        """Read the first events, all or those of some names, after a position and up to another, at most a head."""
        try:
            found = self._recorder.select_notifications(after + 1, limit, until, names)
        except OperationalError as busy:
            raise _busy() from busy
        except DatabaseError as damage:
            raise _damaged(after) from damage
        entries = []
        for row in found:
            assert isinstance(row.originator_id, UUID)
            entries.append(Entry(row.id, row.originator_id, Record(row.originator_version, row.topic, row.state)))
        return entries

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
    try:
        shown = show_record(record, SPECTATOR, b"", shown=shown)
    except DecodeError:
        raise Damaged(record.version, "the event does not parse") from None
    if KINDS.get(shown.event.WhichOneof("event") or "") != record.name:
        raise Damaged(record.version, f"the event is no {record.name}")
    return shown


def _busy() -> Fault:
    return Fault(Trouble.TOO_BUSY, "the store does not answer", waiting=0)


def _damaged(after: int) -> Fault:
    return Fault(Trouble.DATA_DAMAGED, "the store cannot be read", after=after)
