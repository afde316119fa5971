"""Alexander's march: his route with its arrows, what waits on each intersection, where he stands, what he protects."""

from collections.abc import Iterator
from itertools import pairwise

from service.pictures.flow import text_width
from service.pictures.geometry import Lattice, is_land
from service.pictures.svg import Element, group, node, number, points, text, use
from service.pictures.theme import ROUTE, ROUTE_BEHIND, SIDE, STOPS, SUN
from service.pictures.words import Words
from settlers.v1 import game_pb2, views_pb2

_BEYOND = 25.0
"""Pixels from the middle of a hex to the name of an end of the route."""

_TOKEN_ROOM = 19.0
"""Pixels round the middle of a hex that its number takes up."""


def draw_route(view: game_pb2.GameView, lattice: Lattice) -> Iterator[Element]:
    """Draw the ribbon of the route, below what is built on it."""
    route = [*view.board.route.intersections]
    places = [lattice.place(spot) for spot in route]
    ahead, behind = places[view.march.arrow :], places[: view.march.arrow + 1]
    if len(behind) > 1:
        yield node(
            "polyline",
            points=points(behind),
            fill="none",
            stroke=ROUTE_BEHIND,
            stroke_width=6,
            stroke_dasharray="2 5",
            stroke_opacity="0.9",
        )
    if len(ahead) > 1:
        line = points(ahead)
        yield group(
            node("polyline", points=line, stroke="#ffffff", stroke_width=15, stroke_opacity="0.75"),
            node("polyline", points=line, stroke=ROUTE, stroke_width=11, stroke_opacity="0.55"),
            fill="none",
            stroke_linejoin="round",
            stroke_linecap="round",
        )


def draw_march(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw the arrows, the stops, the intersections where nobody may build yet, and Alexander."""
    route, arrow = [*view.board.route.intersections], view.march.arrow
    if not route:
        return
    for n, (a, b) in enumerate(pairwise(route)):
        if n > arrow:
            yield _chevron(lattice, words, a, b, n)
    built = {each.intersection for each in (*view.buildings.settlements, *view.buildings.cities)}
    yield from _protected(view, lattice, words, {*route, *built})
    for n, stop in enumerate(view.board.route.stops, 1):
        spot = route[n]
        if n <= arrow:
            yield from _crossed(view, lattice, words, spot, last=n == arrow, built=spot in built)
        elif spot not in built:
            yield from _ahead(view, lattice, words, spot, stop)
    yield _flag(lattice, route[0], route[1], words.say("march-begin"))
    yield _flag(lattice, route[-1], route[-2], words.say("march-end"))


def draw_alexander(view: game_pb2.GameView, lattice: Lattice, words: Words) -> Iterator[Element]:
    """Draw Alexander on his arrow, beside a road that lies there."""
    route, arrow = [*view.board.route.intersections], view.march.arrow
    if not route:
        return
    a, b = route[min(arrow, len(route) - 2) :][:2]
    path = lattice.path_between(a, b)
    beside = any(each.path == path for each in view.roads.roads)
    span = lattice.between(a, b)
    x, y = span.at(0, -19 if beside else 0)
    title = words.alexander(arrow, len(route) - 2, path)
    yield group(use("figure-alexander", x, y, scale=0.76), title=title, data_alexander=arrow)


def _chevron(lattice: Lattice, words: Words, a: int, b: int, arrow: int) -> Element:
    span = lattice.between(a, b)
    tip = [span.at(-4, -6), span.at(4), span.at(-4, 6)]
    return group(
        node("polyline", points=points(tip), stroke="#ffffff", stroke_width=6),
        node("polyline", points=points(tip), stroke=ROUTE, stroke_width=3),
        title=words.arrow(arrow, lattice.path_between(a, b)),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        data_arrow=arrow,
    )


def _ahead(view: game_pb2.GameView, lattice: Lattice, words: Words, spot: int, stop: str) -> Iterator[Element]:
    x, y = lattice.place(spot)
    following = view.march.HasField("next") and view.march.next == spot
    ring = {"cx": x, "cy": y, "r": 14, "fill": "none"}
    yield group(
        node("circle", stroke=ROUTE, stroke_width=5, **ring) if following else None,
        node("circle", stroke=SUN, stroke_width=2.6, **ring) if following else None,
        use(f"stop-{stop}" if stop in STOPS else "stop-empty", x, y),
        title=words.at_spot(words.stop(stop, following=following), spot),
        data_stop=stop,
        data_intersection=spot,
    )


def _crossed(
    view: game_pb2.GameView, lattice: Lattice, words: Words, spot: int, *, last: bool, built: bool
) -> Iterator[Element]:
    x, y = lattice.place(spot)
    if last and view.march.HasField("event"):
        aside = 13 if built else 0
        yield group(
            use("stop-event", x + aside, y - aside),
            title=words.at_spot(words.event(), spot),
            data_event=spot,
        )
    elif not built:
        yield group(
            use("stop-crossed", x, y),
            title=words.at_spot(words.say("picture-crossed"), spot),
            data_crossed=spot,
        )


def _protected(view: game_pb2.GameView, lattice: Lattice, words: Words, others: set[int]) -> Iterator[Element]:
    """Mark what is protected beside the route; on the route itself the stops say so."""
    for spot in sorted({*view.march.protected} - others):
        if any(is_land(tile) for tile in lattice.around(spot)):
            x, y = lattice.place(spot)
            yield group(
                use("stop-protected", x, y),
                title=words.at_spot(words.say("picture-protected"), spot),
                data_protected=spot,
            )


def flag_hex(lattice: Lattice, spot: int) -> views_pb2.HexView | None:
    """Find the hex in which the name of an end of the route is written: the one straight above or below it.

    There is none where the end lies at no other hex, or at no such one: then the name is outside the board.
    """
    around, y = lattice.around(spot), lattice.spots[spot][1]
    return next((tile for tile in around if len(around) > 1 and abs(tile.y - y) == 2), None)


def flag_hexes(board: views_pb2.BoardView, lattice: Lattice) -> set[int]:
    """Give the hexes in which a name is written."""
    ends = [*board.route.intersections[:1], *board.route.intersections[-1:]]
    return {tile.hex for spot in ends if (tile := flag_hex(lattice, spot)) is not None}


def _flag(lattice: Lattice, spot: int, beside: int, name: str) -> Element:
    """Fly the name of an end of the route from a pole: outside the board, or in a hex away from all that lies round it.

    There it flies in the middle, where the robber makes room for it; or beyond the number that lies there.
    """
    x, y = lattice.place(spot)
    inside = flag_hex(lattice, spot)
    # Of the three hexes at an intersection one is straight above or below, and the two others on the other side.
    steps = [tile.y - lattice.spots[spot][1] for tile in lattice.around(spot)]
    below, outside = any(step in (2, -1) for step in steps), inside is None and any(abs(step) == 2 for step in steps)
    side = 1 if below != outside else -1
    if inside is None:
        height, size, middle = 22.0, 11.0, x + (4 if lattice.place(beside)[0] < x else -4)
    else:
        height, size, middle = SIDE + (_BEYOND if inside.number else 0.0), 9.0, x
    width, tall = text_width(name, size) + 10, size + 6
    pole = [(0.0, height)]
    if inside is not None and inside.number:
        pole = [(0.0, SIDE - _TOKEN_ROOM), (SIDE + _TOKEN_ROOM, height)]
    drawn = "".join(f"M{number(x)} {number(y + foot * side)}V{number(y + top * side)}" for foot, top in pole)
    return group(
        node("path", d=drawn, stroke=ROUTE, stroke_width=2.4),
        node(
            "rect",
            x=middle - width / 2,
            y=y + height * side - tall / 2,
            width=width,
            height=tall,
            rx=tall / 2 - 0.5,
            fill=ROUTE,
            stroke="#ffffff",
        ),
        text(middle, y + height * side + size * 0.36, name, size, font_weight="bold", fill="#ffffff"),
        data_flag=spot,
    )
