"""The frames of the feed: pages of the journal from a reader's own position, so that there is no queue to fill.

A reader is a watcher: it has a place and a thread among them, and goes when they are sent away. It holds one page at a
time, however far it is behind. Since nothing is read beyond the head that was seen before, and the position goes on to
where was read, a filter that matches little costs no second reading.
"""

import threading
import time
from collections.abc import Iterator, Sequence

import grpc

from service import watching
from service.faults import Fault, Trouble
from service.feed.scenarios import Scenarios
from service.filters import known_kinds, known_scenarios
from service.positions import read_position, write_position
from service.store.games import Games
from service.store.journal import Entry, show_openly
from service.store.records import Damaged
from service.watching import FRAME, POLL, Watching, whole_commands
from settlers.v1 import game_service_pb2

CURSOR = "cursor"
"""The field in which a reader gives its position back."""

SPAN = 10_000
"""How many positions are searched for some kinds by one query, so that a reader that leaves is noticed."""

Frame = game_service_pb2.WatchAllGamesResponse


class Feed:
    """The events of all games of a store, for watchers."""

    def __init__(self, games: Games, watching: Watching) -> None:
        self._games = games
        self._journal = games.journal
        self._watching = watching
        self._scenarios = Scenarios(games)

    def frames(self, request: game_service_pb2.WatchAllGamesRequest, context: grpc.ServicerContext) -> Iterator[Frame]:
        """Send what happened since a cursor, then what happens, until the call ends.

        Raises ``Fault`` for a cursor that is none, and for scenarios and kinds that there are not.
        """
        names, scenarios = known_kinds(request.kinds, "kinds"), known_scenarios(request.scenarios, "scenarios")
        position = read_position(request.cursor, CURSOR) if request.cursor else 0
        if position > self._journal.head():
            raise Fault(Trouble.MALFORMED, "the cursor is of another store: this one has no such place", field=CURSOR)
        bell = threading.Event()
        context.add_callback(bell.set)
        active = self._watching.active(context)
        caught_up, sent_at = False, time.monotonic()
        while active():
            stored, head = self._journal.stored, self._journal.head()
            until = min(head, position + SPAN) if names else head
            entries: Sequence[Entry] = self._journal.page(position, until, FRAME, names)
            if len(entries) == FRAME:
                entries = entries if names else _whole(entries)
                until = entries[-1].position
            elif not entries and until < head:
                following = self._journal.page(until, head, 1)  # behind a gap, which may be of any size
                until = following[0].position - 1 if following else head
            position = until
            cursor = write_position(position, CURSOR)
            wanted = self._scenarios.filter(entries, scenarios)
            silence = time.monotonic() - sent_at
            if wanted:
                frame = Frame(cursor=cursor)
                for entry in wanted:
                    _show(entry, frame.events.events.add())
                caught_up = False
            elif position == head and not caught_up:
                frame = Frame(cursor=cursor, caught_up={})
                caught_up = True
            elif silence >= watching.HEARTBEAT:
                frame = Frame(cursor=cursor, heartbeat={})
            else:
                if position == head:
                    left = watching.HEARTBEAT - silence
                    self._journal.wait(stored, bell, active, min(left, POLL) if self._games.shared else left)
                continue
            yield frame
            sent_at = time.monotonic()
        cursor = write_position(position, CURSOR)
        self._watching.send_away(f"watch again, with the cursor {cursor}", cursor=cursor)


def _whole(entries: Sequence[Entry]) -> Sequence[Entry]:
    try:
        return entries[: whole_commands([entry.record for entry in entries])]
    except Damaged:
        return entries


def _show(entry: Entry, shown: game_service_pb2.GameEvent) -> None:
    """Show an entry; one that cannot be read is marked, and has no game where nobody knows of which it is."""
    if entry.game_id is not None:
        shown.game_id = str(entry.game_id)
    try:
        if entry.game_id is None:
            raise Damaged(entry.record.version, "it belongs to no game")
        show_openly(entry.record, shown.recorded)
    except Damaged:
        shown.recorded.Clear()
        shown.recorded.version = entry.record.version
        shown.damaged = True
