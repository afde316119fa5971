"""A whole picture: the layers of the board one over the other, the legend below, the panel beside."""

from service.pictures import words
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
from settlers.v1 import game_pb2

_NARROWEST = 420.0
"""Pixels that are left for the board at least."""


def draw(view: game_pb2.GameView) -> str:
    """Draw a game as its viewer sees it, as SVG. The same view gives the same characters."""
    board, width, height = _board(view)
    left = MARGIN + width + MARGIN
    legend, foot = draw_legend(view, MARGIN + 4, MARGIN + height + 14, width - 8) if view.board.hexes else ([], height)
    panel, panel_foot = draw_panel(view, left, MARGIN - 6)
    whole_width, whole_height = left + WIDTH + MARGIN, max(foot, panel_foot) + MARGIN
    scenario = words.SCENARIOS.get(view.table.scenario, view.table.scenario)
    root = node(
        "svg",
        worded("title", f"{scenario}, {words.subtitle(view)}", id="picture-title"),
        worded("desc", words.description(view), id="picture-description"),
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
        aria_labelledby="picture-title picture-description",
    )
    return document(root)


def _board(view: game_pb2.GameView) -> tuple[list[Element], float, float]:
    """Draw the board with its corner at the margins; gives its width and height too."""
    if not view.board.hexes:
        return [text(MARGIN + _NARROWEST / 2, 240, words.NOT_LAID, 18, fill=FADED)], _NARROWEST, 300.0
    lattice = Lattice(view.board)
    places = [pixel(tile.x + dx, tile.y + dy) for tile in view.board.hexes for dx, dy in ((-1, -2), (1, 2))]
    around = frame_width(view.board) + 2
    left, top = min(x for x, _ in places) - around, min(y for _, y in places) - around
    right, bottom = max(x for x, _ in places) + around, max(y for _, y in places) + around
    layers = [
        *draw_ground(view, lattice),
        *draw_site(view, lattice),
        *draw_harbors(view.board, lattice),
        *draw_route(view, lattice),
        *draw_network(view, lattice),
        *draw_marks(view, lattice),
        *draw_march(view, lattice),
        *draw_towns(view, lattice),
        *draw_robber(view, lattice),
        *draw_alexander(view, lattice),
    ]
    return [group(*layers, transform=moved(MARGIN - left, MARGIN - top))], right - left, bottom - top
