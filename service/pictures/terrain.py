"""The ground of a picture: the frame, the hexes with their numbers, and the sides that are barred."""

from collections.abc import Iterator

from service.pictures.flow import fitting
from service.pictures.geometry import Lattice, Span, corner_places, hull, is_land, pixel
from service.pictures.march import flag_hexes
from service.pictures.svg import Element, group, node, points, text, use
from service.pictures.theme import (
    BAR,
    BORDER,
    COAST,
    FRAME,
    GROUNDS,
    INK,
    NOTHING,
    RED,
    RED_NUMBERS,
    REGION_GROUNDS,
    SEA_EDGE,
    SIDE,
    STORM,
    TABLE,
    TABLE_EDGE,
    TITLES,
    TOKEN,
    WATERS,
    WOOD,
    Ground,
)
from service.pictures.words import Words
from settlers.v1 import board_pb2, game_pb2, views_pb2

SEA_FRAME, BARE_FRAME = 0.92 * SIDE, 12.0
"""Pixels from the outer hexes to the edge of the board: with a frame of sea, and with none."""

_NAME_ROOM = 80.0
"""Pixels across a hex for the name of a water."""

_DICE = 7
"""The number that no token carries; the nearer a number is to it, the more pips it has."""


def frame_width(board: views_pb2.BoardView) -> float:
    """Give the pixels from the outer hexes to the edge of the board."""
    return SEA_FRAME if board.sea_frame else BARE_FRAME


def ground_of(tile: views_pb2.HexView) -> Ground:
    """Give the look of a hex."""
    return REGION_GROUNDS.get(tile.region) or GROUNDS.get(tile.terrain, NOTHING)


def draw_ground(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw the frame, all hexes, the names of waters, and barred sides."""
    board = view.board
    shapes = [corner_places(tile.x, tile.y) for tile in board.hexes]
    if board.sea_frame:
        shapes = [hull([place for shape in shapes for place in shape])]
    outline = [node("polygon", points=points(shape)) for shape in shapes]
    color = FRAME if board.sea_frame else TABLE
    edge = SEA_EDGE if board.sea_frame else TABLE_EDGE
    for stroke, width in ((edge, frame_width(board) + 1.5), (color, frame_width(board))):
        yield group(*outline, fill=color, stroke=stroke, stroke_width=2 * width, stroke_linejoin="round")
    yield group(*(_water(tile, view, words) for tile in board.hexes if not is_land(tile)), id="water")
    shore = [points(corner_places(tile.x, tile.y)) for tile in board.hexes if is_land(tile)]
    coast = [node("polygon", points=each) for each in shore]
    yield group(*coast, fill=COAST, stroke=COAST, stroke_width=10, stroke_linejoin="round")
    yield group(*(_land(tile, view, words) for tile in board.hexes if is_land(tile)), id="land")
    yield from _water_names(board, lattice, words)
    yield from _barred(board, lattice, words)


def _water(tile: views_pb2.HexView, view: game_pb2.GameView, words: Words) -> Element:
    return _hex(tile, view, words, stroke="#ffffff", stroke_opacity="0.35", stroke_width=1.2)


def _land(tile: views_pb2.HexView, view: game_pb2.GameView, words: Words) -> Element:
    return _hex(tile, view, words, stroke=BORDER, stroke_width=2.6, stroke_linejoin="round")


def _hex(tile: views_pb2.HexView, view: game_pb2.GameView, words: Words, **edge: object) -> Element:
    x, y = pixel(tile.x, tile.y)
    look = ground_of(tile)
    robber = view.robber.HasField("hex") and view.robber.hex == tile.hex
    return group(
        node("polygon", points=points(corner_places(tile.x, tile.y)), fill=look.fill, **edge),
        use(look.motif, x, y) if look.motif else None,
        _strip(tile) if tile.region == "strip" else None,
        _token(x, y, tile.number) if tile.number else None,
        title=words.hex(tile, robber=robber),
        data_hex=tile.hex,
    )


def _strip(tile: views_pb2.HexView) -> Element:
    return node(
        "polygon",
        points=points(corner_places(tile.x, tile.y, 0.88)),
        fill="none",
        stroke=WOOD,
        stroke_width=1.8,
        stroke_dasharray="1 5",
        stroke_linecap="round",
    )


def _token(x: float, y: float, number: int) -> Element:
    red = number in RED_NUMBERS
    color, size = (RED, 20.0) if red else (INK, 16.0)
    pips = _DICE - 1 - abs(_DICE - number)
    dots = [node("circle", cx=x + 4 * (n - (pips - 1) / 2), cy=y + 10.4, r=1.5) for n in range(pips)]
    return group(
        node("circle", cx=x, cy=y, r=17, fill=TOKEN, stroke=color, stroke_width=2 if red else 1),
        text(x, y + size * 0.26, str(number), size, font_weight="bold", fill=color, font_family=TITLES),
        group(*dots, fill=color),
    )


def _water_names(board: views_pb2.BoardView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Write the name of each water once, in the hex nearest to its middle where no harbor lies."""
    used = {tile.hex for harbor in board.harbors for tile in lattice.beside(harbor.path)}
    for region in WATERS:
        tiles = [tile for tile in board.hexes if tile.region == region]
        if not tiles:
            continue
        x = sum(tile.x for tile in tiles) / len(tiles)
        y = sum(tile.y for tile in tiles) / len(tiles)
        free = [tile for tile in tiles if tile.hex not in used] or tiles
        best = min(free, key=lambda tile: (3 * (tile.x - x) ** 2 + (tile.y - y) ** 2, tile.hex))
        at_x, at_y = pixel(best.x, best.y)
        name = words.water(region)
        yield text(
            at_x,
            at_y + 6,
            name,
            min(18.0, fitting(name, _NAME_ROOM)),
            font_style="italic",
            font_family=TITLES,
            fill="#20435c",
            stroke=ground_of(best).fill,
            stroke_width=4,
            paint_order="stroke",
        )


def _barred(board: views_pb2.BoardView, lattice: Lattice, words: Words) -> Iterator[Element]:
    for region, stroke, dashes in (("storm", STORM, None), ("forbidden", BAR, "7 4")):
        for path in sorted(lattice.ends):
            if any(tile.region == region for tile in lattice.beside(path)):
                span = lattice.span(path)
                line = _zigzag(span) if region == "storm" else points([span.at(-SIDE / 2), span.at(SIDE / 2)])
                yield group(
                    node("polyline", points=line, stroke="#ffffff", stroke_width=5, stroke_opacity="0.8"),
                    node("polyline", points=line, stroke=stroke, stroke_width=2.6, stroke_dasharray=dashes),
                    title=words.edge(region, path),
                    fill="none",
                    stroke_linejoin="round",
                    data_path=path,
                    data_edge=region,
                )


def _zigzag(span: Span) -> str:
    teeth = 8
    steps = [
        (-SIDE / 2 + SIDE * n / teeth, 0 if n in (0, teeth) else (3.6 if n % 2 else -3.6)) for n in range(teeth + 1)
    ]
    return points([span.at(along, aside) for along, aside in steps])


def draw_robber(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw the robber beside the number of its hex, above a name there, or in the middle where there is neither."""
    if not view.robber.HasField("hex"):
        return
    tile = lattice.hexes[view.robber.hex]
    x, y = pixel(tile.x, tile.y)
    if tile.number or tile.terrain == board_pb2.TERRAIN_UNKNOWN:
        figure = use("figure-robber", x - 27, y - 2, scale=1.15)
    elif tile.hex in flag_hexes(view.board, lattice):
        figure = use("figure-robber", x, y - 22)
    else:
        figure = use("figure-robber", x, y - 2, scale=1.15)
    yield group(
        figure,
        title=words.hex(tile, robber=True),
        data_robber=tile.hex,
    )
