"""A sheet of characters to draw on, and the colours: what is drawn reads as well without them."""

from collections.abc import Mapping
from types import MappingProxyType

import click

Style = Mapping[str, object]

PLAIN: Style = MappingProxyType({})
FAINT: Style = MappingProxyType({"dim": True})
STRONG: Style = MappingProxyType({"bold": True})

_SEAT_COLORS = ("bright_red", "bright_blue", "bright_yellow", "bright_magenta", "bright_green", "bright_cyan")


def seat_style(seat: int) -> Style:
    """The colour of a seat."""
    return {"fg": _SEAT_COLORS[(seat - 1) % len(_SEAT_COLORS)], "bold": True}


def styled(text: str, style: Style) -> str:
    """Put a text in a style; click takes it off again where the output is no terminal."""
    return click.style(text, **style) if style else text  # type: ignore[arg-type]


class Canvas:
    """Characters by row and column, wherever they are; what lies left or above of 0 is moved into sight."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def write(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text from a place on to the right, over what is there."""
        for offset, character in enumerate(text):
            self._cells[row, column + offset] = (character, style)

    def write_centred(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text with its middle at a place."""
        self.write(row, column - (len(text) - 1) // 2, text, style)

    def lines(self) -> list[str]:
        """Give the lines, without blanks at their ends."""
        if not self._cells:
            return []
        rows = [row for row, _ in self._cells]
        left = min(column for _, column in self._cells)
        return [self._line(row, left) for row in range(min(rows), max(rows) + 1)]

    def _line(self, row: int, left: int) -> str:
        columns = [column for at, column in self._cells if at == row and self._cells[at, column][0] != " "]
        line, run, style = "", "", PLAIN
        for column in range(left, max(columns, default=left - 1) + 1):
            character, its_style = self._cells.get((row, column), (" ", PLAIN))
            if its_style != style and character != " ":
                line += styled(run, style)
                run, style = "", its_style
            run += character
        return line + styled(run, style)
