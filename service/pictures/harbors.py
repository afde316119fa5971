"""Harbors: a disc on the water with what is traded there, and jetties to the two intersections that it serves."""

from collections.abc import Iterator

from service.pictures.geometry import Lattice
from service.pictures.svg import Element, group, node, text, use
from service.pictures.theme import GOOD_ICONS, INK, TOKEN, WOOD
from service.pictures.words import Words
from settlers.v1 import board_pb2, views_pb2

_OFF_COAST = 27.0
"""Pixels from a harbor's path to the middle of its disc."""

_JETTY = 0.2
"""The part of the way from an intersection to the disc that a jetty leaves free, for what is built there."""


def draw_harbors(board: views_pb2.BoardView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw all harbors."""
    for harbor in board.harbors:
        span = lattice.span(harbor.path)
        out_x, out_y = lattice.outward(harbor.path)
        x, y = span.x + out_x * _OFF_COAST, span.y + out_y * _OFF_COAST
        yield group(
            *(_jetty(lattice.place(spot), (x, y)) for spot in lattice.ends[harbor.path]),
            harbor_disc(harbor.kind, x, y),
            title=words.harbor(harbor.kind, harbor.path),
            data_harbor=harbor.path,
        )


def harbor_disc(kind: int, x: float, y: float) -> Element:
    """Draw what a harbor trades."""
    icon = GOOD_ICONS.get(kind)
    disc = node("circle", cx=x, cy=y, r=15, fill=TOKEN, stroke=WOOD, stroke_width=1.6)
    if icon is None:
        rate = "3:1" if kind == board_pb2.HARBOR_GENERAL else "?"
        return group(disc, text(x, y + 4.6, rate, 13, font_weight="bold", fill=INK))
    return group(disc, use(icon, x, y - 3.6, scale=0.92), text(x, y + 11, "2:1", 9, font_weight="bold", fill=INK))


def _jetty(end: tuple[float, float], disc: tuple[float, float]) -> Element:
    x = end[0] + (disc[0] - end[0]) * _JETTY
    y = end[1] + (disc[1] - end[1]) * _JETTY
    line = f"M{x:.2f} {y:.2f}L{disc[0]:.2f} {disc[1]:.2f}"
    return group(
        node("path", d=line, stroke=WOOD, stroke_width=5),
        node("path", d=line, stroke="#d9b98a", stroke_width=2.6, stroke_dasharray="3 1.6"),
    )
