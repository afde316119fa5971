"""What each game plays, for readers who want the games of some scenarios."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from uuid import UUID

from service.store.games import Games
from service.store.journal import Entry, show_openly
from service.store.records import Damaged

GAMES_KNOWN = 10_000
"""Of how many games the scenario is kept in mind."""


class Scenarios:
    """What each game plays, read from the event that created it."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._of: Callable[[UUID | None], str] = lru_cache(GAMES_KNOWN)(self._read)

    def filter(self, entries: Sequence[Entry], wanted: frozenset[str]) -> Sequence[Entry]:
        """Keep what happened in games of some scenarios, or of all where none is named.

        A game whose scenario cannot be read is kept: that something is wrong with it is for everyone to know.
        """
        if not wanted:
            return entries
        played = ((entry, self._of(entry.game_id)) for entry in entries)
        return [entry for entry, scenario in played if scenario in wanted or not scenario]

    def _read(self, game_id: UUID | None) -> str:
        if game_id is None:
            return ""
        try:
            (first,) = self._games.records(game_id, until=1)
            return show_openly(first).event.game_created.scenario
        except (Damaged, ValueError):
            return ""
