"""Who sees what: the one place that decides which part of an event, and of a game, reaches a viewer."""

import msgspec

from domain.engine.messages import AUDITOR, SPECTATOR, Event, Viewer
from domain.engine.state import Game

__all__ = ["AUDITOR", "SPECTATOR", "Viewer", "redact", "sees_private", "view"]


def sees_private(event: Event, viewer: Viewer) -> bool:
    """Tell whether a viewer gets the private part of an event."""
    return viewer.may_see(event.audience)


def redact(event: Event, viewer: Viewer) -> Event:
    """Cut an event to what a viewer may see of it: private fields that it may not see are left at their defaults."""
    if not event.private or sees_private(event, viewer):
        return event
    hidden = {f.name: f.default for f in msgspec.structs.fields(event) if f.name in event.private}
    return msgspec.structs.replace(event, **hidden)


def view(game: Game, viewer: Viewer) -> tuple[msgspec.Struct, ...]:
    """Show a game to a viewer: one view for each room that has something to show, in the chapter's order."""
    return tuple(show(game, viewer) for show in game.scenario.tables.shown)
