"""Small drawings for harbors, cards and the panel, each about 16 pixels wide round its own middle."""

from collections.abc import Iterator

from service.pictures.svg import Element, group, node, text
from service.pictures.theme import INK, RED, ROUTE, SUN


def icons() -> Iterator[Element]:
    """Make all definitions of small drawings."""
    yield from _goods()
    yield from _cards()
    yield from _awards()
    yield from _figures()
    yield from _chips()
    yield from _stops()


def _goods() -> Iterator[Element]:
    bricks = ((-7.6, 0.4), (0.4, 0.4), (-3.6, -5.2))
    yield group(
        *(node("rect", x=x, y=y, width=7.2, height=5, rx=0.8) for x, y in bricks),
        id="icon-brick",
        fill="#c25a37",
        stroke="#7d351d",
        stroke_width=1,
    )
    yield group(
        *(node("rect", x=-8, y=y, width=13, height=4.6, rx=2.3, fill="#8a5a33") for y in (-5.4, 0.6)),
        *(node("ellipse", cx=5, cy=y, rx=2, ry=2.3, fill="#e2bf8f") for y in (-3.1, 2.9)),
        id="icon-lumber",
        stroke="#4d3018",
        stroke_width=0.9,
    )
    yield group(
        node("path", d="M-4 6V3M-1 6V4M2 6V4M4.6 6V3", stroke="#54483c", stroke_width=1.3),
        node("ellipse", cx=0.8, cy=0, rx=6.6, ry=4.6, fill="#ffffff", stroke="#6e6a58", stroke_width=1),
        node("ellipse", cx=-5.6, cy=-1.6, rx=2.4, ry=2.8, fill="#4b4138"),
        id="icon-wool",
    )
    ear = "M0 -3L{0} -5.4M0 -0.2L{0} -2.6M0 2.6L{0} 0.2"
    yield group(
        node("path", d="M0 8V-8" + ear.format("4") + ear.format("-4")),
        id="icon-grain",
        fill="none",
        stroke="#a16f0e",
        stroke_width=1.9,
        stroke_linecap="round",
    )
    yield group(
        node("path", d="M-7.5 4L-5 -3L0.5 -6L6 -2.6L7.6 3L2 6H-4Z", fill="#8b93a1", stroke="#3f4651", stroke_width=1),
        node("path", d="M-5 -3L0 0L6 -2.6M0 0L2 6", fill="none", stroke="#3f4651", stroke_width=0.9),
        id="icon-ore",
    )
    yield group(
        node("circle", cx=0, cy=0, r=6.8, fill=SUN, stroke="#8a5d00", stroke_width=1.2),
        node("circle", cx=0, cy=0, r=4.2, fill="none", stroke="#8a5d00", stroke_width=0.9),
        node("path", d="M0 -2.4V2.4", stroke="#8a5d00", stroke_width=1.4),
        id="icon-coin",
    )


def _cards() -> Iterator[Element]:
    yield group(
        node("rect", x=-3.4, y=-7, width=9.6, height=13, rx=1.6, fill="#d9c9a3", transform="rotate(9)"),
        node("rect", x=-6.4, y=-6.6, width=9.6, height=13, rx=1.6, fill="#fff7e2"),
        node("path", d="M-4 -3.6H1M-4 -0.6H1M-4 2.4H1", stroke_width=0.9),
        id="icon-cards",
        stroke="#6d5a33",
        stroke_width=1,
    )
    yield group(
        node("rect", x=-5.4, y=-7, width=10.8, height=14, rx=1.6, fill="#6f5a94", stroke="#3b2d57", stroke_width=1),
        node("path", d="M0 -4L1.2 -1.2L4 -1L1.8 0.9L2.5 3.8L0 2.2L-2.5 3.8L-1.8 0.9L-4 -1L-1.2 -1.2Z", fill="#ffffff"),
        id="icon-development",
    )
    yield group(
        node("path", d="M0 -8L1.8 -5V2H-1.8V-5Z", fill="#cfd6de"),
        node("path", d="M-5 2H5V4H-5Z", fill="#8a5d00"),
        node("path", d="M-1.2 4H1.2V8H-1.2Z", fill="#6d4c2f"),
        id="icon-knight",
        stroke=INK,
        stroke_width=0.8,
    )


def _awards() -> Iterator[Element]:
    yield group(
        node("path", d="M-8 5L-2.5 -1.5L3 2L8 -5", fill="none", stroke=INK, stroke_width=3.6, stroke_linejoin="round"),
        node(
            "path", d="M-8 5L-2.5 -1.5L3 2L8 -5", fill="none", stroke="#ffffff", stroke_width=1, stroke_dasharray="2 2"
        ),
        id="icon-route",
    )
    yield group(
        node("path", d="M-8 5L-8.6 -4L-4 -0.6L0 -6.6L4 -0.6L8.6 -4L8 5Z", stroke_linejoin="round"),
        id="icon-crown",
        fill=SUN,
        stroke="#8a5d00",
        stroke_width=1.1,
    )
    yield group(
        node("circle", cx=0, cy=-3.4, r=3.6, fill="none", stroke_width=2.2),
        node("path", d="M0 0.4V8M-5 2.6H5", fill="none", stroke_width=2.4),
        id="icon-blessing",
        stroke="#8a6a00",
    )
    yield group(
        node("path", d="M-8 0Q0 -7.6 8 0Q0 6 -8 0Z", fill="#ffffff", stroke_width=1.3),
        node("circle", cx=0, cy=-0.4, r=2.6, fill=INK, stroke="none"),
        node("path", d="M-2 4L-3.4 8M2.4 4Q4 6.6 7 6.6", fill="none", stroke_width=1.4),
        id="icon-curse",
        stroke=INK,
    )
    yield group(
        node("path", d="M-8 6H8L5 0H-5ZM-5 0H5L2.4 -5.4H-2.4Z", stroke_linejoin="round"),
        id="icon-block",
        fill="#d9bd7f",
        stroke="#7d6127",
        stroke_width=1.1,
    )
    yield group(
        node("path", d="M-6 -7H6V2L0 8L-6 2Z", fill="#fff3d6", stroke=ROUTE, stroke_width=1.5),
        id="icon-advisor",
    )
    yield group(
        node("rect", x=-7, y=-7, width=14, height=14, rx=2, fill="#e4ded0", stroke="#6d6659", stroke_width=1),
        node("path", d="M-4 4V-4H4", fill="none", stroke="#6d6659", stroke_width=1.2),
        id="icon-bank",
    )


def _figures() -> Iterator[Element]:
    yield group(
        node("path", d="M-8 12Q-8 2 -3.4 -1.6A5.6 5.6 0 1 1 3.4 -1.6Q8 2 8 12Z", stroke_linejoin="round"),
        node("path", d="M-2.6 -6.4H-0.8M0.9 -6.4H2.7", stroke_width=1.7, stroke="#ffffff"),
        id="figure-robber",
        fill="#34313d",
        stroke="#ffffff",
        stroke_width=1.8,
    )
    rays = "M0 -5V-16.5M0 5V16.5"
    yield group(
        node("circle", cx=0, cy=0, r=18, fill=ROUTE, stroke="#ffffff", stroke_width=2.2),
        *(node("path", d=rays, stroke=SUN, stroke_width=2.6, transform=f"rotate({turn})") for turn in (0, 45, 90, 135)),
        *(
            node("path", d="M0 -5V-13M0 5V13", stroke=SUN, stroke_width=1.8, transform=f"rotate({turn})")
            for turn in (22.5, 67.5, 112.5, 157.5)
        ),
        node("circle", cx=0, cy=0, r=9, fill=SUN, stroke=ROUTE, stroke_width=1.4),
        text(0, 5, "A", 14, font_weight="bold", fill=ROUTE),
        id="figure-alexander",
        stroke_linecap="round",
    )


def _chips() -> Iterator[Element]:
    """Make the event chips that are face up: an ear of grain, an arch, two swords, a statue."""
    back = {"cx": 0, "cy": 0, "r": 8.4, "fill": "#fff3d6", "stroke": ROUTE, "stroke_width": 1.4}
    drawings = {
        "famine": "M0 6V-5.4M0 -2L3 -4.4M0 -2L-3 -4.4M0 1.4L3 -1M0 1.4L-3 -1M-4.6 4.6L4.6 -4.6",
        "bridge": "M-6 -1.6H6M-5 -1.6V4M5 -1.6V4M-2.6 4A2.6 3.4 0 0 1 2.6 4",
        "battle": "M-4.6 4.6L4.4 -4.4M4.6 4.6L-4.4 -4.4M-4.8 1.6L-1.6 4.8M4.8 1.6L1.6 4.8",
        "statue": "M-3.6 6H3.6M-2 6V1.4L-3 -1H3L2 1.4V6M0 -1V-2M0 -2A1.7 1.7 0 1 1 0.1 -2",
    }
    for kind, drawing in drawings.items():
        yield group(
            node("circle", **back),
            node("path", d=drawing, fill="none", stroke=ROUTE, stroke_width=1.4, stroke_linecap="round"),
            id=f"chip-{kind}",
        )


def _stops() -> Iterator[Element]:
    disc = {"cx": 0, "cy": 0, "r": 10, "stroke": ROUTE, "stroke_width": 1.8}
    yield group(
        node("circle", fill="#ffffff", **disc),
        node("path", d="M-6.6 -2.2L0 -6.4L6.6 -2.2Z", fill=ROUTE),
        node("path", d="M-4.6 -1V4M-1.5 -1V4M1.5 -1V4M4.6 -1V4", stroke=ROUTE, stroke_width=1.5),
        node("path", d="M-6.4 5.2H6.4", stroke=ROUTE, stroke_width=1.8),
        id="stop-temple",
    )
    yield group(
        node("circle", fill=SUN, **disc),
        text(0, 5, "?", 14, font_weight="bold", fill="#4a1030"),
        id="stop-chip",
    )
    yield group(node("circle", fill="#ffffff", **{**disc, "r": 5}), id="stop-empty")
    yield group(
        node("circle", fill=ROUTE, **{**disc, "stroke": "#ffffff"}),
        text(0, 5, "7", 14, font_weight="bold", fill="#ffffff"),
        id="stop-seven",
    )
    yield group(
        node("circle", fill=RED, **{**disc, "r": 11, "stroke": "#ffffff"}),
        text(0, 5.4, "!", 16, font_weight="bold", fill="#ffffff"),
        id="stop-event",
    )
    yield group(
        node("circle", cx=0, cy=0, r=4.2, fill="#ffffff", stroke="#6e655e", stroke_width=1.6),
        node("path", d="M-1.8 0L-0.5 1.5L2 -1.6", fill="none", stroke="#6e655e", stroke_width=1.3),
        id="stop-crossed",
    )
    yield group(
        node("path", d="M-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4", stroke="#ffffff", stroke_width=4.4),
        node("path", d="M-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4", stroke=ROUTE, stroke_width=2.2),
        id="stop-protected",
        stroke_linecap="round",
    )
    yield group(
        node("circle", cx=0, cy=0, r=8, fill="none", stroke="#ffffff", stroke_width=4.6),
        node("circle", cx=0, cy=0, r=8, fill="#ffffff", fill_opacity="0.6", stroke=RED, stroke_width=2.4),
        node("path", d="M0 -4.4L4.4 0L0 4.4L-4.4 0Z", fill=RED),
        id="mark-red",
    )
    yield group(
        node("circle", cx=0, cy=0, r=5, fill="#f08a24", stroke="#ffffff", stroke_width=1.6),
        id="mark-start",
    )
    yield group(
        node("path", d="M0 -7.6L8 5.6H-8Z", fill="#7a3f97", stroke="#ffffff", stroke_width=1.8),
        id="mark-site",
    )
