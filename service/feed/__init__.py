"""The feed over all games: what happens in any of them, in one order, as everyone may see it."""

from service.feed.frames import Feed

__all__ = ["Feed"]
