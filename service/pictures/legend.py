"""The legend below the board: what everything on this board means, and nothing that is not there."""

from collections.abc import Iterator

from service.pictures.flow import Item, in_columns, wrapped
from service.pictures.geometry import Span, corner_places
from service.pictures.harbors import harbor_disc
from service.pictures.pieces import city, road, settlement, ship
from service.pictures.svg import Element, group, node, points, text, use
from service.pictures.terrain import ground_of
from service.pictures.theme import FADED, STOPS, WOOD
from service.pictures.towns import shown_marks
from service.pictures.words import Words
from settlers.v1 import board_pb2, game_pb2, views_pb2

_ROW = 31.0
_HEX = 0.3
"""How big a hex is in the legend, in parts of one on the board."""


def draw_legend(view: game_pb2.GameView, words: Words, x: float, y: float, width: float) -> tuple[list[Element], float]:
    """Draw the legend from a place on; gives it, and how far down it goes."""
    drawn, height = in_columns([*_items(view, words)], x, y, width, row=_ROW)
    bottom = y + height
    if view.board.source:
        for line in wrapped(words.source(), 11, width):
            bottom += 15
            drawn.append(text(x, bottom, line, 11, text_anchor="start", font_style="italic", fill=FADED))
    return drawn, bottom


def _items(view: game_pb2.GameView, words: Words) -> Iterator[Item]:
    yield from _grounds(view.board, words)
    yield Item(settlement(1, 0, 0), words.word("piece", "settlement"), icon_width=24)
    yield Item(city(1, 0, 0, scale=0.85), words.word("piece", "city"), icon_width=30)
    yield Item(road(1, Span(0, 0, 1, 0)), words.word("piece", "road"), icon_width=34)
    if view.HasField("ships"):
        yield Item(ship(1, 0, 0), words.word("piece", "ship"), icon_width=26)
    kinds = {harbor.kind for harbor in view.board.harbors}
    if board_pb2.HARBOR_GENERAL in kinds:
        yield Item(harbor_disc(board_pb2.HARBOR_GENERAL, 0, 0), words.say("picture-harbor-general"), icon_width=32)
    if special := sorted(kinds - {board_pb2.HARBOR_GENERAL}):
        yield Item(harbor_disc(special[0], 0, 0), words.say("picture-harbor-special"), icon_width=32)
    if view.robber.HasField("hex"):
        yield Item(use("figure-robber", 0, -1, scale=0.9), words.say("board-robber"), icon_width=20)
    for mark in sorted({*shown_marks(view).values()}):
        yield Item(use(f"mark-{mark}", 0, 0), words.word("mark", mark), icon_width=20)
    if view.board.route.stops:
        yield from _route(view, words)


def _grounds(board: views_pb2.BoardView, words: Words) -> Iterator[Item]:
    """List each kind of ground once, in the order of terrains."""
    told: dict[str, views_pb2.HexView] = {}
    for tile in sorted(board.hexes, key=lambda tile: (tile.terrain, tile.region)):
        told.setdefault(words.ground(tile), tile)
    for word, tile in told.items():
        look = ground_of(tile)
        shape = [(px * _HEX, py * _HEX) for px, py in corner_places(0, 0)]
        icon = group(
            node("polygon", points=points(shape), fill=look.fill, stroke="#9b917c", stroke_width=1),
            use(look.motif, 0, 0, scale=_HEX) if look.motif else None,
        )
        yield Item(icon, word, icon_width=28)
    if any(tile.region == "strip" for tile in board.hexes):
        shape = [(px * 0.25, py * 0.25) for px, py in corner_places(0, 0)]
        dots = node(
            "polygon",
            points=points(shape),
            fill="none",
            stroke=WOOD,
            stroke_width=1.8,
            stroke_dasharray="1 4",
            stroke_linecap="round",
        )
        yield Item(dots, words.word("land", "strip"), icon_width=24)


def _route(view: game_pb2.GameView, words: Words) -> Iterator[Item]:
    yield Item(use("figure-alexander", 0, 0, scale=0.7), words.say("legend-alexander"), icon_width=26)
    for stop in STOPS:
        if stop in view.board.route.stops:
            yield Item(use(f"stop-{stop}", 0, 0), words.word("stop", stop), icon_width=22)
    yield Item(use("stop-crossed", 0, 0, scale=1.3), words.say("legend-crossed"), icon_width=14)
    yield Item(use("stop-protected", 0, 0), words.say("legend-protected"), icon_width=14)
    for chip in view.board.route.chips:
        yield Item(use(f"chip-{chip.kind}", 0, 0), words.bag(chip.kind, chip.count), icon_width=20)
