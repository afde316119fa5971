"""A player that says of everything it may do what it is worth, and does what is worth most."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from service.bots.lore import Lore
from service.bots.march import MarchLore
from service.bots.position import Position
from service.bots.pyramid import PyramidLore
from service.bots.race import RaceLore
from service.bots.random_legal import RandomLegal
from service.bots.thought import Thought
from settlers.v1 import game_pb2, game_service_pb2

LORE: Mapping[str, Callable[[Position], Lore]] = MappingProxyType(
    {"pyramid": PyramidLore, "march": MarchLore, "unknown": RaceLore}
)
"""What to know of the scenarios, each by what is in its view and in that of no other."""


class Greedy:
    """Plays what it has the lore of well enough to be watched, and any other game somehow."""

    def choose(
        self, view: game_pb2.GameView, seat: int, legal: game_service_pb2.ListLegalCommandsResponse, luck: Random
    ) -> game_pb2.Command:
        """Choose a command."""
        position = Position(view, seat)
        lore = next((make for field, make in LORE.items() if view.HasField(field)), Lore)(position)
        thought = Thought(position, lore, luck)
        commands = [*legal.commands, *thought.propose(legal.choices)]
        if not commands:
            return RandomLegal().choose(view, seat, legal, luck)
        return max(commands, key=thought.worth)
