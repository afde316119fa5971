"""Roads and ships on their paths; where several seats have pieces on one path, they lie side by side."""

from collections.abc import Iterable, Iterator

from service.pictures.geometry import Lattice, Span
from service.pictures.pieces import road, ship
from service.pictures.svg import Element, group, node
from service.pictures.theme import INK, seat_style
from service.pictures.words import Words
from settlers.v1 import game_pb2, sea_pb2, views_pb2

_ROOM, _TACK = 17.0, 6.5
"""Pixels along a path on which ships share it, and to how far from it they keep by turns."""

_WAKE = 17.0
"""Pixels from the middle of a path to the end of a ship's wake."""


def draw_network(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw all roads and ships, path by path."""
    roads, ships = _by_path(view.roads.roads), _by_path(view.ships.ships)
    for path in sorted({*roads, *ships}):
        span = lattice.span(path)
        for kind, drawn in (
            ("road", _roads(roads.get(path, []), span, beside=path in ships)),
            ("ship", _ships(ships.get(path, []), span, beside=path in roads)),
        ):
            for seat, element in drawn:
                yield group(
                    element,
                    title=words.on_path(words.piece(kind, seat), path),
                    data_piece=kind,
                    data_seat=seat,
                    data_path=path,
                )


def _by_path(pieces: Iterable[views_pb2.RoadView | sea_pb2.ShipView]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for each in pieces:
        found.setdefault(each.path, []).append(each.seat)
    return {path: sorted(seats) for path, seats in found.items()}


def _roads(seats: list[int], span: Span, *, beside: bool) -> Iterator[tuple[int, Element]]:
    """Lay roads in lanes along a path, to its left where ships sail it as well."""
    width = 9.0 if len(seats) == 1 and not beside else 7.0 if len(seats) < 3 else 5.0
    lane = width + 3.0
    middle = -8.0 - (len(seats) - 1) * lane / 2 if beside else 0.0
    for n, seat in enumerate(seats):
        yield seat, road(seat, span, aside=middle + (n - (len(seats) - 1) / 2) * lane, width=width)


def _ships(seats: list[int], span: Span, *, beside: bool) -> Iterator[tuple[int, Element]]:
    """Let ships sail in a zigzag along a path, to its right where roads lie on it as well."""
    scale = 1.0 if len(seats) == 1 and not beside else 0.76 if len(seats) < 3 else 0.64
    step = _ROOM / max(1, len(seats) - 1)
    for n, seat in enumerate(seats):
        along = (n - (len(seats) - 1) / 2) * step
        aside = (9.0 if beside else 0.0) + (0.0 if len(seats) == 1 else -_TACK if n % 2 else _TACK)
        boat = ship(seat, *span.at(along, aside), scale=scale)
        yield seat, group(None if beside or len(seats) > 1 else _wake(seat, span), boat)


def _wake(seat: int, span: Span) -> Element:
    """Draw a line by which a chain of ships is seen to hang together."""
    (ax, ay), (bx, by) = span.at(-_WAKE), span.at(_WAKE)
    line = f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}"
    return group(
        node("path", d=line, stroke=INK, stroke_width=5.4),
        node("path", d=line, stroke=seat_style(seat).fill, stroke_width=3),
        stroke_linecap="round",
    )
