"""Small drawings with words, set one after the other and broken into rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.pictures.svg import Element, group, moved, node, text
from service.pictures.theme import INK

ROW = 23.0
"""Pixels from one row to the next."""

_LETTER = 0.56
"""How wide a letter is at most, on the whole, in parts of its size."""


@dataclass(frozen=True)
class Item:
    """A drawing about its own middle, and words after it."""

    icon: Element | None
    words: str
    title: str = ""
    strong: bool = False
    """Set off, as something that only one seat has."""
    icon_width: float = 17.0
    size: float = 12.5

    @property
    def width(self) -> float:
        """Pixels that it takes."""
        gap = 4.0 if self.icon is not None and self.words else 0.0
        return (
            (self.icon_width if self.icon is not None else 0.0)
            + gap
            + text_width(self.words, self.size) * (1.2 if self.strong else 1)
        )


def text_width(content: str, size: float) -> float:
    """Say how wide a text is about; nobody knows the font."""
    return _LETTER * size * len(content)


def fitting(content: str, width: float) -> float:
    """Give the size in which a text fits."""
    return width / (_LETTER * max(1, len(content)))


def shortened(content: str, size: float, width: float) -> str:
    """Cut a text so that it fits."""
    most = int(width / (_LETTER * size))
    return content if len(content) <= most else f"{content[: max(0, most - 1)].rstrip()}…"


def wrapped(content: str, size: float, width: float) -> list[str]:
    """Break a text into lines that fit."""
    lines: list[str] = []
    for word in content.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def flow(
    items: Iterable[Item], x: float, y: float, width: float, *, gap: float = 13.0, row: float = ROW
) -> tuple[list[Element], float]:
    """Set items from a place on; gives them, and the pixels that they take downward."""
    drawn: list[Element] = []
    left, top = x, y
    for item in items:
        if left > x and left + item.width > x + width:
            left, top = x, top + row
        drawn.append(_set(item, left, top + row / 2))
        left += item.width + gap
    return drawn, (top + row - y) if drawn else 0.0


def in_columns(
    items: Sequence[Item], x: float, y: float, width: float, *, row: float = ROW, icons: float = 34.0
) -> tuple[list[Element], float]:
    """Set items in as few rows as fit, column by column, their drawings in the middle of equal room."""
    rows, widths = 0, [width + 1.0]
    while sum(widths) > width and rows < len(items):
        rows += 1
        columns = [items[n : n + rows] for n in range(0, len(items), rows)]
        widths = [max(text_width(item.words, item.size) for item in column) + icons + 4.0 for column in columns]
    gap = min(26.0, max(0.0, width - sum(widths)) / max(1, len(widths) - 1))
    drawn = []
    for n, item in enumerate(items):
        column, place = divmod(n, rows)
        left = x + sum(widths[:column]) + column * gap + (icons - item.icon_width) / 2
        drawn.append(_set(item, left, y + (place + 0.5) * row, room=icons))
    return drawn, row * rows


def _set(item: Item, x: float, y: float, room: float | None = None) -> Element:
    """Set an item; ``room`` is what its drawing takes up, if more than its own width."""
    parts: list[Element | None] = []
    if item.strong:
        parts.append(
            node(
                "rect",
                x=x - 5,
                y=y - 10.5,
                width=item.width + 10,
                height=21,
                rx=10.5,
                fill="#fde9ab",
                stroke="#c99a1c",
                stroke_width=1.2,
            )
        )
    start = x
    if item.icon is not None:
        parts.append(group(item.icon, transform=moved(x + item.icon_width / 2, y)))
        start += ((room + item.icon_width) / 2 if room else item.icon_width) + 4.0
    if item.words:
        weight = "bold" if item.strong else None
        parts.append(
            text(start, y + item.size * 0.36, item.words, item.size, text_anchor="start", font_weight=weight, fill=INK)
        )
    return group(*parts, title=item.title)


def stacked(rows: Sequence[Sequence[Item]], x: float, y: float, width: float) -> tuple[list[Element], float]:
    """Set groups of items, each from a new row on."""
    drawn: list[Element] = []
    height = 0.0
    for row in rows:
        more, taken = flow(row, x, y + height, width)
        drawn += more
        height += taken
    return drawn, height
