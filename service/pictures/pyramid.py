"""The pyramid by its levels, each block in the colours of whose it is."""

from collections.abc import Iterator

from service.pictures.geometry import Lattice, pixel
from service.pictures.svg import Element, group, node, text
from service.pictures.theme import INK, seat_style
from service.pictures.words import Words
from settlers.v1 import cheops_pb2, game_pb2

_REGION = "pyramid"


def draw_site(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw the pyramid on its site, as far as it is built."""
    for tile in lattice.hexes.values():
        if tile.region == _REGION and view.HasField("pyramid"):
            x, y = pixel(tile.x, tile.y)
            yield group(
                *_levels(view.pyramid, words, x, y + 22, 4.7, 12.5, numbered=False),
                title=words.in_whole("show-label-pyramid", words.pyramid()),
                data_pyramid=len(view.pyramid.blocks),
            )


def draw_pyramid(
    pyramid: cheops_pb2.PyramidView, words: Words, x: float, foot: float, width: float
) -> tuple[list[Element], float]:
    """Draw the pyramid with the number of each block's seat; gives its height as well."""
    block = width / max(pyramid.levels, default=1)
    height = 17.0
    return [*_levels(pyramid, words, x, foot, block, height, numbered=True)], height * len(pyramid.levels)


def _levels(
    pyramid: cheops_pb2.PyramidView,
    words: Words,
    x: float,
    foot: float,
    width: float,
    height: float,
    *,
    numbered: bool,
) -> Iterator[Element]:
    blocks = [*pyramid.blocks]
    for level, room in enumerate(pyramid.levels):
        placed, blocks = blocks[:room], blocks[room:]
        for n in range(room):
            left, top = x + (n - room / 2) * width, foot - (level + 1) * height
            if n < len(placed):
                yield _block(words, placed[n], level + 1, left, top, width, height, numbered=numbered)
            else:
                yield node(
                    "rect",
                    x=left + 0.5,
                    y=top + 0.5,
                    width=width - 1,
                    height=height - 1,
                    fill="#ffffff",
                    fill_opacity="0.35",
                    stroke="#a08a58",
                    stroke_width=0.7,
                    stroke_dasharray="2 1.5" if numbered else None,
                )


def _block(
    words: Words, seat: int, level: int, left: float, top: float, width: float, height: float, *, numbered: bool
) -> Element:
    style = seat_style(seat)
    face = node(
        "rect",
        x=left + 0.3,
        y=top + 0.3,
        width=width - 0.6,
        height=height - 0.6,
        fill=style.fill,
        stroke=INK,
        stroke_width=1 if numbered else 0.6,
    )
    if not numbered:
        return face
    return group(
        face,
        text(
            left + width / 2,
            top + height * 0.72,
            str(seat or words.say("picture-pharaoh")),
            10.5,
            font_weight="bold",
            fill=style.ink,
        ),
        title=words.block(level, seat),
        data_block=seat,
    )
