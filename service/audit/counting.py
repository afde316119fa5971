"""Chance as the rules have it, which counts what is drawn of it."""

from collections import Counter

from domain.chance import SeededChance


class CountingChance(SeededChance):
    """Chance that counts its draws; ``drawn`` says how many there were for each purpose."""

    def __init__(self) -> None:
        self.drawn: Counter[str] = Counter()

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw a value, and count it."""
        self.drawn[purpose] += 1
        return super().draw(key, purpose, version, index, bound)
