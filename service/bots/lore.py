"""What a player knows of a scenario beyond the classic game; of the classic game itself there is nothing to know."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from service.bots.costs import Plan
from service.bots.messages import Counts
from service.bots.position import Position
from settlers.v1 import game_pb2, views_pb2


class Mind(Protocol):
    """Who has the lore, as far as the lore asks for its thoughts."""

    @property
    def plans(self) -> list[Plan]:
        """What could be built next, the best first."""
        ...

    @property
    def lacking(self) -> Counts:
        """What the plan lacks."""
        ...

    @property
    def spare(self) -> Counts:
        """What the plan does not need."""
        ...

    def swap(self, give: str, rate: int, take: str, fee: int = 0) -> float:
        """Say what it is worth to trade with the bank, perhaps for a fee."""
        ...


Opinion = Callable[[Mind, Any], float]
"""What a command is worth; it takes the command's body. To end the turn is worth 0."""

Proposal = Callable[[Mind, views_pb2.Choice], game_pb2.Command | None]
"""How a command that is chosen freely is filled in; None where it had better be left."""

NO = -1.0
"""The worth of what is worse than to end the turn."""

NEW_KIND = 2.0
"""What it is worth to have cards of a kind for the first time, however few."""


class Lore:
    """What there is to know beyond the classic game, here nothing. A scenario's own lore is a subclass."""

    goal = 10
    """The points that win."""

    large_hand = 7
    """Cards that a seven leaves alone; beyond them spending comes before saving."""

    reserve: Mapping[str, int] = MappingProxyType({})
    """What is kept in hand whatever the plan is."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.opinions: Mapping[str, Opinion] = {}
        """By the kind of a command that the classic game has not: what it is worth."""
        self.proposals: Mapping[str, Proposal] = {}
        """By the name of a command that the classic game has not and that is chosen freely: how it is filled in."""

    def is_buildable(self, spot: int) -> bool:
        """Tell whether a spot where nothing stands in the way may be built on."""
        return True

    def plans(self) -> Iterable[Plan]:
        """List what could be built besides what the classic game has."""
        return ()

    def worth_of_income(self, more: Counts) -> float:
        """Say what it is worth to get so many more cards in 36 rolls: 1 each, more where there were none of a kind."""
        return sum(rolls + (0 if self.position.income[name] else NEW_KIND) for name, rolls in more.items() if rolls)

    def worth_of_spot(self, spot: int) -> float:
        """Say what a settlement on a spot is worth beyond its point, its yield and its harbor."""
        return 0.0
