"""A small writer of SVG: elements with titles, rounded numbers, and texts that no caller can break out of."""

import re
from typing import Any
from xml.etree import ElementTree

Element = ElementTree.Element

_NAMESPACE = "http://www.w3.org/2000/svg"

_UNWRITABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""Characters that no XML document may hold, escaped or not."""


def number(value: float) -> str:
    """Write a number to a hundredth, as short as it goes."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(places: list[tuple[float, float]]) -> str:
    """Write places for a polygon or a polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def node(tag: str, *children: Element | None, **attributes: Any) -> Element:
    """Make an element; an underscore in an attribute's name stands for a hyphen, and None leaves it out."""
    element = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            written = number(value) if isinstance(value, int | float) else str(value)
            element.set(name.rstrip("_").replace("_", "-"), _writable(written))
    element.extend(child for child in children if child is not None)
    return element


def words(tag: str, content: str, **attributes: Any) -> Element:
    """Make an element that holds a text."""
    element = node(tag, **attributes)
    element.text = _writable(content)
    return element


def text(x: float, y: float, content: str, size: float, **attributes: Any) -> Element:
    """Write a text whose middle is at a place, unless ``text_anchor`` says otherwise."""
    attributes = {"text_anchor": "middle", **attributes}
    return words("text", content, x=x, y=y, font_size=size, **attributes)


def group(*children: Element | None, title: str = "", **attributes: Any) -> Element:
    """Put elements together, under a title that a pointing person is shown."""
    return node("g", words("title", title) if title else None, *children, **attributes)


def moved(x: float, y: float, *, turn: float = 0, scale: float = 1) -> str:
    """Write the transform that moves a drawing to a place, turned and scaled."""
    turned = f" rotate({number(turn)})" if turn else ""
    scaled = f" scale({number(scale)})" if scale != 1 else ""
    return f"translate({number(x)} {number(y)}){turned}{scaled}"


def use(name: str, x: float, y: float, *, turn: float = 0, scale: float = 1, **attributes: Any) -> Element:
    """Draw a defined drawing at a place."""
    return node("use", href=f"#{name}", transform=moved(x, y, turn=turn, scale=scale), **attributes)


def document(root: Element) -> str:
    """Write a picture out: the same elements give the same characters."""
    root.set("xmlns", _NAMESPACE)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _writable(content: str) -> str:
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", content)
