"""The one exception of the codec: a message that cannot mean anything."""


class Malformed(Exception):
    """A message cannot be understood.

    ``field`` is the dotted path of what is wrong (``command.discard_cards.cards.ore``, ``board.hexes[3].terrain``),
    ``description`` says what is.
    """

    def __init__(self, field: str, description: str) -> None:
        super().__init__(f"{field}: {description}")
        self.field = field
        self.description = description

    def inside(self, outer: str) -> "Malformed":
        """Tell the same as seen from outside the field ``outer``."""
        return Malformed(f"{outer}.{self.field}" if self.field else outer, self.description)
