"""Who has which advisor card: a plain model, written from A4.1 to A4.4."""

from collections.abc import Iterable

ADVISOR_POINTS = {1: 4, 2: 3, 3: 2}
"""A1.6"""
Taken = tuple[int, int, int, int]
"""Who takes, which card, from whom (0: from the table), and what it gives for it (0: nothing)."""


class Advisors:
    """Chips and cards as they lie. ``owners[card]``: who has the first, second and third card (0: nobody)."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.chips = [0] * (seats + 1)
        self.owners = [0] * 4
        self.on_the_table = [1, 2, 3] if seats == 4 else [1, 3]

    @classmethod
    def after(cls, winners: Iterable[int], seats: int) -> "Advisors":
        """What lies after these seats have won a chip each, one after the other."""
        model = cls(seats)
        for winner in winners:
            model.win(winner)
        return model

    def win(self, seat: int) -> list[Taken]:
        """A seat wins a chip; returns the cards that are taken then, in order."""
        self.chips[seat] += 1
        taken = []
        if self.chips[seat] == 3 and self.on_the_table:  # A4.1
            card = self.on_the_table.pop(0)
            self.owners[card] = seat
            taken.append((seat, card, 0, 0))
        looked_at = seat
        while looked_at:  # A4.3
            found = self._best_for(looked_at)
            if found is None:
                break
            own, loser = self.card_of(looked_at), self.owners[found]
            self.owners[found] = looked_at
            if own:
                self.owners[own] = loser
            taken.append((looked_at, found, loser, own))
            looked_at = loser
        return taken

    def card_of(self, seat: int) -> int:
        """The one card of a seat; 0: none (A4.2)."""
        cards = [card for card in (1, 2, 3) if self.owners[card] == seat]
        assert len(cards) <= 1
        return cards[0] if cards else 0

    def _best_for(self, seat: int) -> int | None:
        """The best card, better than its own, of one with fewer chips."""
        own = self.card_of(seat) or 4
        for card in (1, 2, 3):
            owner = self.owners[card]
            if card < own and owner and self.chips[seat] > self.chips[owner]:
                return card
        return None
