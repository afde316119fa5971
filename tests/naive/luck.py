"""Luck for the naive model: what the engine drew for the same command."""

from collections import defaultdict, deque

from domain.chance import SeededChance

PURPOSES = {
    "development_card": "development_card",
    "stolen_card": "theft",
    "supply_card": "supply",
    "event_chip": "event_chip",
    "landing_card": "landing",
    "hidden_terrain": "unknown_terrain",
    "hidden_number": "unknown_number",
}
"""By what the model picks, for which purpose the engine draws it."""
BOARD = {"terrain", "corner", "token", "harbor"}
"""What the engine draws to lay the board; the model begins on the board as it lies."""


class SharedLuck(SeededChance):
    """Chance for the engine, and then luck for the model, which must ask for every value drawn, by its bound.

    For each purpose the values are handed out in their order.
    """

    def __init__(self) -> None:
        self.drawn: dict[str, deque[tuple[int, int]]] = defaultdict(deque)

    # For the engine.

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw as the game's seed has it, and remember it."""
        value = super().draw(key, purpose, version, index, bound)
        if purpose not in BOARD:
            self.drawn[purpose].append((value, bound))
        return value

    # For the model.

    def dice(self) -> tuple[int, int]:
        """Six times the first and once the second, each less 1."""
        first, second = divmod(self.take("dice", 36), 6)
        return first + 1, second + 1

    def pick(self, kind: str, left: dict[str, int]) -> str:
        """Lay out what the model says is left in its order, and take what lies at the value drawn."""
        laid_out = [name for name, count in left.items() for _ in range(count)]
        return laid_out[self.take(PURPOSES[kind], len(laid_out))]

    def take(self, purpose: str, bound: int) -> int:
        """The next value drawn for a purpose."""
        assert self.drawn[purpose], f"the model draws for {purpose}, and the engine did not"
        value, by_engine = self.drawn[purpose].popleft()
        assert bound == by_engine, f"the model draws for {purpose} one of {bound}, the engine one of {by_engine}"
        return value

    def check_used(self) -> None:
        """The model has drawn all that the engine drew."""
        left = {purpose: len(draws) for purpose, draws in self.drawn.items() if draws}
        assert not left, f"the engine drew, and the model did not: {left}"
