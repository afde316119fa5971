"""Special cards (B9): who is to have one, by how much each seat has of what it rewards."""

from collections.abc import Sequence

from domain.components import Seat


def rightful_owner(amounts: Sequence[int], owner: Seat, least: int) -> Seat:
    """Find who is to have a card: the one seat with the most, if that is enough; its owner keeps it where several tie.

    Args:
        amounts: How much each seat has, indexed by seat (place 0 is nobody's, with 0).
        owner: Who has the card now; 0 for nobody.
        least: The smallest amount that counts.

    Returns:
        The seat; 0 where nobody has enough, or several tie for the most and none of them is the owner.
    """
    top = max(amounts)
    if top < least:
        return 0
    if amounts[owner] == top:
        return owner
    return amounts.index(top) if amounts.count(top) == 1 else 0
