"""A whole picture: the layers of the board one over the other, the legend below, the panel beside."""

from service.pictures.geometry import Lattice, pixel
from service.pictures.harbors import draw_harbors
from service.pictures.icons import icons
from service.pictures.legend import draw_legend
from service.pictures.march import draw_alexander, draw_march, draw_route
from service.pictures.motifs import motifs
from service.pictures.network import draw_network
from service.pictures.panel import WIDTH, draw_panel
from service.pictures.pyramid import draw_site
from service.pictures.svg import Element, document, group, moved, node, number, text
from service.pictures.svg import words as worded
from service.pictures.terrain import draw_ground, draw_robber, frame_width
from service.pictures.theme import FADED, FONT, MARGIN, PAPER
from service.pictures.towns import draw_marks, draw_towns
from service.pictures.words import Words
from service.texts import DEFAULT_LANGUAGE
from settlers.v1 import game_pb2

_NARROWEST = 420.0
"""Pixels that are left for the board at least."""


def draw(view: game_pb2.GameView, language: str = DEFAULT_LANGUAGE) -> str:
    """Draw a game as its viewer sees it, as SVG. The same view gives the same characters."""
    words = Words(view, language)
    board, width, height = _board(view, words)
    left = MARGIN + width + MARGIN
    legend, foot = (
        draw_legend(view, words, MARGIN + 4, MARGIN + height + 14, width - 8) if view.board.hexes else ([], height)
    )
    panel, panel_foot = draw_panel(view, words, left, MARGIN - 6)
    whole_width, whole_height = left + WIDTH + MARGIN, max(foot, panel_foot) + MARGIN
    root = node(
        "svg",
        worded("title", words.document(), id="picture-title"),
        worded("desc", words.description(), id="picture-description"),
        node("defs", *motifs(), *icons()),
        node("rect", width=whole_width, height=whole_height, fill=PAPER),
        group(*board, id="board"),
        group(*legend, id="legend"),
        group(*panel, id="panel"),
        viewBox=f"0 0 {number(whole_width)} {number(whole_height)}",
        width=whole_width,
        height=whole_height,
        font_family=FONT,
        role="img",
        lang=words.texts.language,
        aria_labelledby="picture-title picture-description",
    )
    return document(root)


def _board(view: game_pb2.GameView, words: Words) -> tuple[list[Element], float, float]:
    """Draw the board with its corner at the margins; gives its width and height too."""
    if not view.board.hexes:
        return [text(MARGIN + _NARROWEST / 2, 240, words.say("board-not-laid"), 18, fill=FADED)], _NARROWEST, 300.0
    lattice = Lattice(view.board)
    places = [pixel(tile.x + dx, tile.y + dy) for tile in view.board.hexes for dx, dy in ((-1, -2), (1, 2))]
    around = frame_width(view.board) + 2
    left, top = min(x for x, _ in places) - around, min(y for _, y in places) - around
    right, bottom = max(x for x, _ in places) + around, max(y for _, y in places) + around
    layers = [
        *draw_ground(view, lattice, words),
        *draw_site(view, lattice, words),
        *draw_harbors(view.board, lattice, words),
        *draw_route(view, lattice),
        *draw_network(view, lattice, words),
        *draw_marks(view, lattice, words),
        *draw_march(view, lattice, words),
        *draw_towns(view, lattice, words),
        *draw_robber(view, lattice, words),
        *draw_alexander(view, lattice, words),
    ]
    return [group(*layers, transform=moved(MARGIN - left, MARGIN - top))], right - left, bottom - top
