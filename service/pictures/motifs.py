"""What lies on the hexes besides their colour: trees, sheep, ears, peaks, waves. Each leaves room for a token."""

from collections.abc import Iterator, Sequence

from service.pictures.svg import Element, group, node, text, use
from service.pictures.theme import TITLES

RING: Sequence[tuple[float, float]] = ((0, -30), (27, -15), (26, 15), (0, 31), (-26, 15), (-27, -15))
"""Six places round a token."""


def motifs() -> Iterator[Element]:
    """Make all definitions of what lies on hexes."""
    yield from _parts()
    yield _ring("motif-hills", ("part-mound", "part-bricks"))
    yield _ring("motif-forest", ("part-fir", "part-oak"))
    yield _ring("motif-pasture", ("part-sheep", "part-grass"))
    yield _ring("motif-fields", ("part-wheat",))
    yield _ring("motif-mountains", ("part-peak",))
    yield group(*_desert(), id="motif-desert")
    yield group(*_waves("#ffffff", "0.55", _ROLLING), id="motif-sea")
    yield group(*_waves("#ffffff", "0.75", _FLOWING), id="motif-nile")
    yield group(*_waves("#a8443e", "0.6", _CHOPPY), id="motif-red-sea")
    yield group(*_gold(), id="motif-gold")
    yield group(*_unknown(), id="motif-unknown")
    yield group(*_storm(), id="motif-storm")
    yield group(*_forbidden(), id="motif-forbidden")
    yield group(*_site(), id="motif-site")


def _ring(name: str, parts: Sequence[str]) -> Element:
    drawn = [use(parts[n % len(parts)], x, y) for n, (x, y) in enumerate(RING)]
    return group(*drawn, id=name)


def _parts() -> Iterator[Element]:
    yield group(
        node("path", d="M-1.2 8V3H1.2V8Z", fill="#6d4c2f"),
        node("path", d="M0 -9L6.5 4.5H-6.5Z", fill="#2f6b45"),
        node("path", d="M0 -9L4.6 -0.5H-4.6Z", fill="#3d7d53"),
        id="part-fir",
    )
    yield group(
        node("path", d="M-1.2 8V1H1.2V8Z", fill="#6d4c2f"),
        node("path", d="M-6 0A5 5 0 0 1 -3 -6A4.6 4.6 0 0 1 4 -6A5 5 0 0 1 4.5 3.4H-4A4 4 0 0 1 -6 0Z", fill="#47875a"),
        id="part-oak",
    )
    yield group(
        node("path", d="M-5 7V3M-1.6 7V4M2 7V4M4.6 7V3", stroke="#54483c", stroke_width=1.3),
        node("ellipse", cx=0, cy=0, rx=7, ry=4.8, fill="#fffdf5", stroke="#8a8672", stroke_width=0.9),
        node("path", d="M-4 -1.4Q-2.6 0.4 -1.2 -1.4Q0.2 0.4 1.6 -1.4", fill="none", stroke="#c9c5b2", stroke_width=0.9),
        node("ellipse", cx=-6.6, cy=-2, rx=2.5, ry=2.9, fill="#4b4138"),
        id="part-sheep",
    )
    yield group(
        node("path", d="M-5 4Q-4.6 -1 -6.6 -3M-2 4Q-2 -2 -1.4 -5M1 4Q1.4 -2 4.4 -4M4 4Q4.6 1 7 -0.6"),
        id="part-grass",
        fill="none",
        stroke="#6f9440",
        stroke_width=1.5,
        stroke_linecap="round",
    )
    ear = "M0 -1.6L{0} -4M0 1L{0} -1.4M0 3.6L{0} 1.2"
    yield group(
        node("path", d="M0 9V-8" + ear.format("3.6") + ear.format("-3.6")),
        node("path", d="M-7 9Q-7 3 -6 0M7 9Q7 3 6 0"),
        id="part-wheat",
        fill="none",
        stroke="#a9791c",
        stroke_width=1.7,
        stroke_linecap="round",
    )
    yield group(
        node("path", d="M-9.5 7L-1 -9L3 -2L5 -4.4L10 7Z", fill="#7a818d"),
        node("path", d="M-1 -9L-4.4 -2.6L-2 -3.8L-0.4 -1.8L1.4 -4.8Z", fill="#ffffff"),
        node("path", d="M-1 -9L3 -2L5 -4.4L10 7H2Z", fill="#59606c", opacity=0.45),
        id="part-peak",
    )
    yield group(
        node("path", d="M-10 6A10 11 0 0 1 10 6Z", fill="#b76a42"),
        node("path", d="M-6 2Q0 -2.6 6 2M-3 -1.8Q0 -3.8 3 -1.8", fill="none", stroke="#8f4b2b", stroke_width=1.2),
        id="part-mound",
    )
    bricks = ((-6.2, 1), (0.4, 1), (-2.9, -3.8))
    yield group(
        *(node("rect", x=x, y=y, width=6, height=4.2, rx=0.6) for x, y in bricks),
        id="part-bricks",
        fill="#a34a2c",
        stroke="#7d351d",
        stroke_width=0.7,
    )


def _desert() -> Iterator[Element]:
    dunes = (
        "M-30 -20Q-19 -32 -6 -22Q-14 -23 -18 -17M4 -26Q16 -34 28 -20M-26 22Q-12 10 2 22Q-6 20 -10 26M8 28Q18 18 29 20"
    )
    yield node("path", d=dunes, fill="none", stroke="#c8ab6c", stroke_width=1.7, stroke_linecap="round")
    grains = ((-32, 4), (-20, -4), (0, 6), (22, 4), (33, -6), (14, -8), (-8, -38), (6, 36), (-12, 4))
    for x, y in grains:
        yield node("circle", cx=x, cy=y, r=1.2, fill="#c8ab6c")


_ROLLING = "q4 -5 8 0t8 0"
_FLOWING = "q4 -5 8 0t8 0m-13 5q4 -5 8 0t8 0"
_CHOPPY = "l4 -4l4 4l4 -4l4 4"
"""Waves of the sea, of a river, and of a narrow sea."""


def _site() -> Iterator[Element]:
    """Outline the pyramid that is to stand here, so boldly that it is seen in the legend too."""
    yield node(
        "path", d="M-37 22L0 -40L37 22Z", fill="#d8bb7a", stroke="#8a6a2f", stroke_width=2.4, stroke_linejoin="round"
    )
    yield node("path", d="M-40 29H40", fill="none", stroke="#b18f4c", stroke_width=1.7, stroke_linecap="round")


def _waves(color: str, opacity: str, wave: str) -> Iterator[Element]:
    for x, y in ((-22, -18), (10, -24), (-8, 2), (20, 6), (-20, 24), (10, 28)):
        yield node(
            "path",
            d=f"M{x - 8} {y}{wave}",
            fill="none",
            stroke=color,
            stroke_opacity=opacity,
            stroke_width=2,
            stroke_linecap="round",
        )


def _gold() -> Iterator[Element]:
    yield node("path", d="M-40 -16C-26 -27 -16 -12 -4 -25S18 -30 20 -36", fill="none", stroke="#8fc3d6", stroke_width=6)
    yield node("path", d="M-24 36C-14 20 4 38 14 26S34 20 38 14", fill="none", stroke="#8fc3d6", stroke_width=6)
    for x, y, size in (
        (-28, 8, 5),
        (29, -8, 5),
        (22, 12, 3.4),
        (-20, 20, 3.4),
        (-30, -6, 3),
        (30, 4, 3),
        (4, -38, 3.4),
    ):
        yield node(
            "path",
            d=f"M{x} {y - size}L{x + size} {y}L{x} {y + size}L{x - size} {y}Z",
            fill="#d99a10",
            stroke="#9a6a05",
            stroke_width=0.9,
        )


def _unknown() -> Iterator[Element]:
    for offset in (-30, -15, 0, 15, 30):
        yield node(
            "path",
            d=f"M{offset - 20} -24L{offset + 8} 24M{offset + 20} -24L{offset - 8} 24",
            fill="none",
            stroke="#ffffff",
            stroke_opacity="0.16",
            stroke_width=1.6,
        )
    yield node("circle", cx=0, cy=0, r=19, fill="#6c6684", stroke="#ffffff", stroke_opacity="0.5", stroke_width=1.5)
    yield text(0, 9.5, "?", 27, font_weight="bold", fill="#ffffff", font_family=TITLES)


def _storm() -> Iterator[Element]:
    yield from _waves("#ffffff", "0.45", _ROLLING)
    yield node("circle", cx=0, cy=0, r=21, fill="#44617b", stroke="#ffffff", stroke_opacity="0.7", stroke_width=1.5)
    cloud = "M-10 0A5.5 5.5 0 0 1 -8 -10A7.5 7.5 0 0 1 6 -11A6 6 0 0 1 10 0Z"
    yield node("path", d=cloud, fill="#e8eef3")
    yield node("path", d="M1 -3L-5 7H-1L-4 16L6 4H1.5L5 -3Z", fill="#ffd84a", stroke="#44617b", stroke_width=0.8)


def _forbidden() -> Iterator[Element]:
    for offset in (-32, -16, 0, 16, 32):
        yield node("path", d=f"M{offset - 11} 22L{offset + 11} -22", stroke="#8d8075", stroke_width=2, opacity="0.6")
    yield node("circle", cx=0, cy=0, r=17, fill="#fffaf0", stroke="#8e2a22", stroke_width=4)
    yield node("path", d="M-10.5 10.5L10.5 -10.5", stroke="#8e2a22", stroke_width=4)
