"""Public points: where each seat has them from, kept by one event."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from domain.components import Seat
from domain.engine.messages import Event

if TYPE_CHECKING:
    from domain.engine.play import Play
    from domain.engine.state import State


class PointsChanged(Event, frozen=True):
    """A seat has so many public points by one cause now, and ``total`` by all causes."""

    seat: Seat
    cause: str
    points: int
    total: int


class Scores(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that keeps the public points; both tuples are indexed by seat."""

    total: tuple[int, ...]
    by_cause: tuple[tuple[tuple[str, int], ...], ...]
    """For each seat its causes, in the order in which they came, with the points of each."""

    @classmethod
    def before_play(cls, seats: int) -> "Scores":
        """Nobody has points."""
        return cls((0,) * (seats + 1), ((),) * (seats + 1))

    def points(self, seat: Seat, cause: str) -> int:
        """The points that a seat has by a cause."""
        return dict(self.by_cause[seat]).get(cause, 0)

    def changed(self, event: PointsChanged) -> "Scores":
        """Fold a change of points."""
        seat = event.seat
        causes = tuple({**dict(self.by_cause[seat]), event.cause: event.points}.items())
        return Scores(
            (*self.total[:seat], event.total, *self.total[seat + 1 :]),
            (*self.by_cause[:seat], causes, *self.by_cause[seat + 1 :]),
        )


def keep_score(cause: str, score: "Callable[[State, int], int]") -> "Callable[[Play], None]":
    """Make the settler that counts a source of points anew for every seat, and says what changed."""

    def count(play: "Play") -> None:
        for seat in play.everyone:
            had, has = play[Scores].points(seat, cause), score(play, seat)
            if had != has:
                play.happen(PointsChanged(seat, cause, has, play[Scores].total[seat] + has - had))

    return count
