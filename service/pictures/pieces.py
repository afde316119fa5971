"""The pieces of the seats: roads, ships, settlements and cities, each with its seat's colour, line and number."""

from service.pictures.geometry import Span
from service.pictures.svg import Element, group, moved, node, text
from service.pictures.theme import INK, WOOD, seat_style

_ROAD = 31.0
"""Pixels of a road's length."""

_HOUSE = "M-10 10V-2.5L0 -11.5L10 -2.5V10Z"
_TOWN = "M-14.5 11V-2H-5.5V-8L1.5 -15L8.5 -8V-2H14.5V11Z"
_HULL = "M-12 3.6H12Q10 10.4 4.6 10.4H-4.6Q-10 10.4 -12 3.6Z"
_SAIL = "M-8.6 2.2Q-5.4 -5 -7 -11.6Q0.6 -10 8.6 2.2Z"


def road(seat: int, span: Span, *, aside: float = 0.0, width: float = 9.0) -> Element:
    """Draw a road along a path."""
    style = seat_style(seat)
    half = _ROAD / 2
    bar = node(
        "rect", x=-half, y=-width / 2, width=_ROAD, height=width, rx=1.8, fill=style.fill, stroke=INK, stroke_width=1.5
    )
    line = style.line and node(
        "path",
        d=f"M{-half + 3.5} 0H{half - 3.5}",
        stroke=style.ink,
        stroke_width=width - 3.4 if style.line.broad else width / 3.6,
        stroke_dasharray=style.line.dashes,
        stroke_linecap="round" if style.line.dotted else None,
    )
    casing = node(
        "rect", x=-half - 1.6, y=-width / 2 - 1.6, width=_ROAD + 3.2, height=width + 3.2, rx=3, fill="#ffffff"
    )
    return group(casing, bar, line, transform=moved(*span.at(0, aside), turn=span.angle))


def ship(seat: int, x: float, y: float, *, scale: float = 1.0) -> Element:
    """Draw a ship, its number on the sail."""
    style = seat_style(seat)
    shape = {"stroke": INK, "stroke_width": 1.5, "stroke_linejoin": "round"}
    return group(
        node("path", d=f"{_HULL}{_SAIL}", fill="none", stroke="#ffffff", stroke_width=4.6, stroke_linejoin="round"),
        node("path", d=_SAIL, fill=style.fill, **shape),
        node("path", d=_HULL, fill=WOOD, **shape),
        text(-2, 0.6, str(seat), 9.5, font_weight="bold", fill=style.ink),
        transform=moved(x, y, scale=scale),
    )


def settlement(seat: int, x: float, y: float, *, scale: float = 1.0) -> Element:
    """Draw a settlement, its number on it."""
    return _building(seat, _HOUSE, x, y, (0, 7.2, 12.5), scale)


def city(seat: int, x: float, y: float, *, scale: float = 1.0) -> Element:
    """Draw a city, its number on it."""
    return _building(seat, _TOWN, x, y, (1.5, 7.4, 14.5), scale)


def _building(seat: int, shape: str, x: float, y: float, at: tuple[float, float, float], scale: float) -> Element:
    style = seat_style(seat)
    return group(
        node("path", d=shape, fill="#ffffff", stroke="#ffffff", stroke_width=5, stroke_linejoin="round"),
        node("path", d=shape, fill=style.fill, stroke=INK, stroke_width=1.8, stroke_linejoin="round"),
        text(at[0], at[1], str(seat), at[2], font_weight="bold", fill=style.ink),
        transform=moved(x, y, scale=scale),
    )
