"""A live game: what is kept of one while it is in use, who plays a command on it, and who waits for news of it."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from domain.engine import Game
from service.faults import Fault, Trouble
from service.store.bells import Bells
from service.store.folding import TAIL
from service.store.records import Record, Seal

MOST_WAITING = 8
"""How many commands may wait at one game, the one that is played counted."""


class Table:
    """A live game: the newest root, its seal, and the last records.

    ``turn`` is held by the one command that is decided and stored; readers take no lock. ``news`` guards who waits
    for it.
    """

    def __init__(self, game_id: UUID, game: Game, seal: Seal, tail: Sequence[Record]) -> None:
        self.game_id = game_id
        self.game = game
        self.seal = seal
        self._newest = list(tail)
        self.dropped = False
        self.turn = threading.RLock()
        self.news = threading.Lock()
        self._bells = Bells()
        self._waiting = 0

    @property
    def tail(self) -> list[Record]:
        """The last records, ``TAIL`` at most."""
        return self._newest[-TAIL:]

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Hold ``turn`` for a command; raises ``Fault`` when too many wait already."""
        with self.news:
            if self._waiting >= MOST_WAITING:
                raise Fault(
                    Trouble.TOO_BUSY, f"{self._waiting} commands are waiting at this game", waiting=self._waiting
                )
            self._waiting += 1
        try:
            with self.turn:
                yield
        finally:
            with self.news:
                self._waiting -= 1

    def move_on(self, game: Game, seal: Seal, records: Sequence[Record]) -> None:
        """Take new records in and wake all who wait; called while ``turn`` is held."""
        if len(self._newest) > 2 * TAIL:  # not each time: that would copy them all at every command
            self._newest = self._newest[-TAIL:]
        self._newest.extend(records)
        self.seal = seal
        self.game = game
        self.wake()

    def wake(self) -> None:
        """Wake all who wait."""
        self._bells.ring()

    def drop(self) -> None:
        """Say that another table has taken, or will take, this one's place."""
        self.dropped = True
        self.wake()

    def wait(self, version: int, bell: threading.Event, active: Callable[[], bool], seconds: float) -> bool:
        """Wait for a version after this one, the end of the call, or the end of the table; False after a silence.

        Each watcher has a bell of its own, which the end of its call rings too: nobody else wakes for that.
        """
        return self._bells.wait(bell, lambda: self.game.version > version or self.dropped or not active(), seconds)
