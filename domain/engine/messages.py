"""The base types of everything that comes in (commands) and goes out (events)."""

from typing import ClassVar

import msgspec

from domain.components import Seat


class Viewer(msgspec.Struct, frozen=True):
    """Who looks at a game: a seat, a spectator (seat 0), or the auditor, who sees all but the seed (B11.3)."""

    seat: Seat = 0
    auditor: bool = False

    def may_see(self, audience: tuple[Seat, ...]) -> bool:
        """Tell whether the viewer may see what only these seats may; what has no audience, nobody may."""
        return bool(audience) and (self.auditor or self.seat in audience)


SPECTATOR = Viewer()
AUDITOR = Viewer(auditor=True)


class Command(msgspec.Struct, frozen=True, gc=False):
    """What a seat wants to do. Subclasses are named in the imperative."""

    seat: Seat


class Event(msgspec.Struct, frozen=True, gc=False):
    """One fact that happened. Subclasses are named in the past tense, subject first.

    An event has at most one private part, with one audience: the fields named in ``private`` reach nobody but the
    seats of ``audience`` (and the auditor, unless the audience is empty: then nobody at all gets them).
    """

    private: ClassVar[tuple[str, ...]] = ()

    @property
    def audience(self) -> tuple[Seat, ...]:
        """The seats that may see the private part."""
        return ()
