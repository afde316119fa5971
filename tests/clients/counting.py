"""What a client counts with: bags of cards, rows of pieces, and the lattice of places that board.proto describes."""

from collections.abc import Iterable, Sequence
from typing import Any

from settlers.v1 import board_pb2, cards_pb2

RESOURCES = [field.name for field in cards_pb2.Resources.DESCRIPTOR.fields]
DEVELOPMENT_CARDS = [field.name for field in cards_pb2.DevelopmentCards.DESCRIPTOR.fields]
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def lattice(tiles: Iterable[board_pb2.HexTile]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Number the intersections and paths round some hexes: from north to south and west to east (see board.proto)."""
    rings = [[(tile.x + dx, tile.y + dy) for dx, dy in CORNERS] for tile in tiles]
    intersections = sorted({corner for ring in rings for corner in ring}, key=lambda place: (place[1], place[0]))
    number = {place: n for n, place in enumerate(intersections)}
    ends = {tuple(sorted((number[ring[n]], number[ring[n - 1]]))) for ring in rings for n in range(6)}

    def middle(pair: tuple[int, ...]) -> tuple[int, int]:
        a, b = (intersections[n] for n in pair)
        return a[1] + b[1], a[0] + b[0]

    return intersections, [(a, b) for a, b in sorted(ends, key=middle)]


def bag(cards: Any, names: Sequence[str]) -> list[int]:
    """The counts of a bag."""
    return [getattr(cards, name) for name in names]


def add(cards: Any, more: Any, sign: int) -> None:
    """Put cards into a bag, or take them out; coins lie elsewhere."""
    for field, n in more.ListFields():
        if field.name != "coin":
            setattr(cards, field.name, getattr(cards, field.name) + sign * n)


def one_card(card: int) -> cards_pb2.DevelopmentCards:
    """A bag with one development card."""
    return cards_pb2.DevelopmentCards(**{DEVELOPMENT_CARDS[card - 1]: 1})


def put(row: Any, piece: Any) -> None:
    """Put a piece into a row that lists them seat by seat, place by place."""
    pieces = sorted([*row, piece], key=place_of)
    del row[:]
    row.extend(pieces)


def place_of(piece: Any) -> tuple[int, int]:
    """A piece's seat and place."""
    return piece.seat, getattr(piece, piece.DESCRIPTOR.fields[1].name)
