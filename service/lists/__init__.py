"""The list of games: a read model that follows the journal, and can be thrown away and made again."""

from service.lists.game_list import GameList

__all__ = ["GameList"]
