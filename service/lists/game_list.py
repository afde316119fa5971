"""The list of games: it follows the journal in batches, and answers when it has come to where that was when asked.

A thread follows, so that nobody who asks has much to wait for; whoever asks folds what is left. Two who do so at once,
here or in another process, exclude each other by the list's own transaction.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from service.faults import Fault, Trouble
from service.filters import known_scenarios
from service.lists.summary import Summary, fold_entries, read_summary
from service.positions import LAST, read_position, write_position
from service.store.game_list import GameListRecorder, Row, Unfit, Wanted, open_anew, open_game_list
from service.store.games import Games
from settlers.v1 import game_service_pb2

T = TypeVar("T")

log = logging.getLogger(__name__)

BATCH = 1_000
"""Events that are folded in one transaction."""

BREATH = 1.0
"""Seconds between two looks into the journal, so that much of what happens is folded at once."""

SILENCE = 15.0
"""Seconds after which the journal is looked into though nobody here has written to it."""

PATIENCE = 2.0
"""Seconds that whoever asks folds at most; after that, the list is being made, and the caller should come again."""

PAGE, LARGEST_PAGE = 50, 500
"""Games on a page when the caller names no size, and at most."""

LOOK_BACK = 100
"""How many of the newest events are read to see whether the list is that of this store."""

TRIES = 3
"""How often the list is thrown away, where it does not fit, before that is given up."""

TOKEN = "page_token"


class GameList:
    """The list of the games of a store."""

    def __init__(self, games: Games) -> None:
        self._journal = games.journal
        self._shared = games.shared
        self._rows = open_game_list(games.recorder)
        self._lock = threading.Lock()
        self._fits = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="list of games", daemon=True)

    def start(self) -> None:
        """Begin to follow the journal."""
        self._thread.start()

    def stop(self) -> None:
        """Stop following, and close the list."""
        self._stopping.set()
        self._journal.wake()
        if self._thread.is_alive():
            self._thread.join()
        self._rows.datastore.close()

    def page(self, request: game_service_pb2.ListGamesRequest) -> game_service_pb2.ListGamesResponse:
        """List games; raises ``Fault`` for a state or scenario that there is not, and a token that is not for these."""
        if request.state not in game_service_pb2.GameState.values():
            raise Fault(Trouble.MALFORMED, "there is no such state", field="state")
        known_scenarios([request.scenario] if request.scenario else [], "scenario")
        wanted = game_service_pb2.ListGamesRequest(
            state=request.state, scenario=request.scenario, player_ref=request.player_ref
        )
        searched = Wanted(request.scenario, request.state, request.player_ref)
        scope = wanted.SerializeToString(deterministic=True)
        before = read_position(request.page_token, TOKEN, scope) if request.page_token else LAST
        size = min(request.page_size or PAGE, LARGEST_PAGE)
        head = self._journal.head()
        position, rows, summaries = self._fitting(lambda: self._read(head, searched, before, size + 1))
        response = game_service_pb2.ListGamesResponse(cursor=write_position(position, "cursor"), games=summaries[:size])
        if len(rows) > size:
            response.next_page_token = write_position(rows[size - 1].position, TOKEN, scope)
        return response

    def catch_up(self, head: int, seconds: float, told: Callable[[int], None] = lambda position: None) -> None:
        """Fold the journal up to a head; ``told`` hears how far it is.

        Raises ``Fault`` if that takes longer than so many seconds.
        """
        give_up_at = time.monotonic() + seconds
        while not self._stopping.is_set():
            position = self._fitting(lambda: self._go_on(head))
            told(position)
            if position >= head:
                return
            if time.monotonic() >= give_up_at:
                message = f"the list is being made: {position} of {head} events"
                raise Fault(Trouble.TOO_BUSY, message, waiting=head - position)
        raise Fault(Trouble.SHUTTING_DOWN, "the server goes down")

    def rebuild(self, told: Callable[[int], None]) -> int:
        """Throw the list away and make it again; gives how many events there are."""
        self._clear(self._rows)
        head = self._journal.head()
        self.catch_up(head, float("inf"), told)
        return head

    def _read(self, head: int, wanted: Wanted, before: int, limit: int) -> tuple[int, list[Row], list[Summary]]:
        """Read a page of the list, once that has come to a head."""
        self.catch_up(head, PATIENCE)
        position, rows = self._rows.page(wanted, before, limit)
        return position, rows, list(map(read_summary, rows))

    def _fitting(self, read: Callable[[], T]) -> T:
        """Read from the list; where that does not fit it is thrown away, and read again."""
        for attempt in range(TRIES):
            rows = self._rows
            try:
                return read()
            except Unfit as why:
                log.warning("the list of games is made anew: %s", why)
                self._clear(rows, with_file=attempt > 0)
        raise Fault(Trouble.TOO_BUSY, "the list of games does not answer", waiting=0)

    def _clear(self, rows: GameListRecorder, *, with_file: bool = False) -> None:
        """Throw the list away, with its file where nothing else helps; not if somebody has put another in its place."""
        with self._lock:
            if rows is not self._rows:
                return
            try:
                if not with_file:
                    rows.clear()
            except Unfit:
                with_file = True
            if with_file:
                self._rows = open_anew(rows)

    def _go_on(self, head: int) -> int:
        with self._lock:
            position = self._position()
            return self._fold(position, head) if position < head else position

    def _position(self) -> int:
        """Tell how far the list is; one that was made of another store is thrown away first."""
        position = self._rows.position()
        if position and not self._fits and not self._is_of_this_store(position):
            log.warning("the list of games is not that of this store, and is made anew")
            self._rows.clear()
            position = 0
        self._fits = True
        return position

    def _is_of_this_store(self, position: int) -> bool:
        """Hold the list against the newest event of a game that it should know."""
        newest = self._journal.page(max(0, position - LOOK_BACK), position, LOOK_BACK)
        if not newest or newest[-1].position != position:
            return False
        for entry in reversed(newest):
            if entry.game_id is not None:
                row = self._rows.find(entry.game_id)
                return row is not None and read_summary(row).version == entry.record.version
        return True  # nothing there belongs to any game

    def _fold(self, position: int, head: int) -> int:
        entries = self._journal.page(position, head, BATCH)
        until = entries[-1].position if len(entries) == BATCH else head
        games = {entry.game_id for entry in entries if entry.game_id is not None}
        if self._rows.advance(position, until, games, lambda known: fold_entries(entries, known)):
            return until
        return self._rows.position()

    def _follow(self) -> None:
        bell = threading.Event()

        def active() -> bool:
            return not self._stopping.is_set()

        while active():
            stored = self._journal.stored
            with suppress(Fault):  # whoever asks is told; here it is tried again
                self.catch_up(self._journal.head(), SILENCE)
            self._stopping.wait(BREATH)
            self._journal.wait(stored, bell, active, BREATH if self._shared else SILENCE)
