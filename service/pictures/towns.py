"""What stands on intersections: the marks that matter still, and the settlements and cities."""

from collections.abc import Iterator

from service.pictures.geometry import Lattice
from service.pictures.pieces import city, settlement
from service.pictures.svg import Element, group, node, use
from service.pictures.theme import MARKS, RED
from service.pictures.words import Words
from settlers.v1 import game_pb2

_RED = "red"


def shown_marks(view: game_pb2.GameView) -> dict[int, str]:
    """Give the marked intersections that matter still: starting places do before the first turn."""
    names = {*MARKS} - ({"start"} if view.turn.turn else set())
    return {spot: mark.name for mark in view.board.marks if mark.name in names for spot in mark.intersections}


def draw_marks(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw the marks where nothing is built; a building on a red point keeps a ring, see `draw_towns`."""
    built = {each.intersection for each in (*view.buildings.settlements, *view.buildings.cities)}
    for spot, mark in sorted(shown_marks(view).items()):
        if spot not in built:
            x, y = lattice.place(spot)
            yield group(
                use(f"mark-{mark}", x, y),
                title=words.at_spot(words.word("mark", mark), spot),
                data_mark=mark,
                data_intersection=spot,
            )


def draw_towns(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw all settlements and cities."""
    marks = shown_marks(view)
    kinds = (("settlement", settlement, view.buildings.settlements), ("city", city, view.buildings.cities))
    built = [(each.intersection, each.seat, kind, draw) for kind, draw, row in kinds for each in row]
    for spot, seat, kind, draw in sorted(built, key=lambda each: each[:2]):
        x, y = lattice.place(spot)
        what = words.piece(kind, seat)
        ring = None
        if marks.get(spot) == _RED:
            what = words.say("picture-on-red", what=what)
            ring = group(
                node("circle", cx=x, cy=y, r=20, fill="none", stroke="#ffffff", stroke_width=6),
                node("circle", cx=x, cy=y, r=20, fill="none", stroke=RED, stroke_width=3),
            )
        yield group(
            ring,
            draw(seat, x, y),
            title=words.at_spot(what, spot),
            data_piece=kind,
            data_seat=seat,
            data_intersection=spot,
        )
