"""Every text of a picture has room, in every language: none leaves its part of the picture, none runs into another."""

import math
import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest

from domain.engine import Viewer
from domain.visibility import AUDITOR
from service.pictures.flow import text_width
from service.pictures.panel import WIDTH
from service.pictures.svg import Element
from service.pictures.theme import MARGIN, SIDE
from service.texts import LANGUAGES
from settlers.v1 import game_pb2
from tests.service.gallery import GAMES, MOMENTS, SVG, at, marked, picture

ROW = 8.0
"""Pixels up and down within which texts stand in one row."""

ROUNDING = 0.1
"""Pixels by which a place may be off, for they are written to a hundredth."""

MOVE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")
SCALE = re.compile(r"scale\((-?[\d.]+)\)")


class Span(NamedTuple):
    """Where a text lies: its row, where it begins and ends, and what it is."""

    row: float
    left: float
    right: float
    text: str


def spans(element: Element, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Iterator[Span]:
    """The texts in an element, as wide as they are taken to be."""
    moved = element.attrib.get("transform", "")
    if found := MOVE.match(moved):
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
    if found := SCALE.search(moved):
        scale *= float(found[1])
    if element.tag == f"{SVG}text":
        width = scale * text_width(element.text or "", float(element.attrib["font-size"]))
        begin = x + scale * float(element.attrib["x"])
        left = begin - {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]] * width
        yield Span(y + scale * float(element.attrib["y"]), left, left + width, element.text or "")
    for each in element:
        yield from spans(each, x, y, scale)


def parts(root: Element) -> dict[str, list[Span]]:
    return {each.attrib["id"]: sorted(spans(each)) for each in root if each.tag == f"{SVG}g"}


def outside(found: list[Span], left: float, right: float) -> list[Span]:
    """The texts that do not lie between two places."""
    return [each for each in found if each.left < left - ROUNDING or each.right > right + ROUNDING]


def collisions(found: list[Span]) -> list[tuple[str, str]]:
    """The texts that run into another of the same row."""
    beside = ((one, other) for one, other in combinations(found, 2) if abs(one.row - other.row) < ROW)
    return [(one.text, other.text) for one, other in beside if one.left < other.right and other.left < one.right]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "moment"), [(name, moment) for name in GAMES for moment in MOMENTS])
def test_every_text_has_room(name: str, moment: str, language: str):
    root = picture(at(name, moment, AUDITOR), language)
    edge = float(root.attrib["width"]) - MARGIN
    found = parts(root)
    assert all(found.values())
    assert outside(found["panel"], edge - WIDTH, edge) == []
    assert outside(found["legend"], 0, edge - WIDTH - MARGIN) == []
    assert outside(found["board"], 0, edge - WIDTH) == []
    assert collisions(found["panel"]) + collisions(found["legend"]) == []


@pytest.mark.parametrize(("language", "names"), [("en", {"Nile", "Red Sea"}), ("cs", {"Nil", "Rudé moře"})])
def test_the_name_of_a_water_fits_into_its_hex(language: str, names: set[str]):
    board = parts(picture(at("cheops-seafarers"), language))["board"]
    waters = {each.text: each.right - each.left for each in board if each.text in names}
    assert waters.keys() == names
    assert max(waters.values()) < math.sqrt(3) * SIDE


ABOUT = {
    "alexander": 14.5,
    "robber": 12.0,
    "piece": 10.0,
    "stop": 10.0,
    "event": 11.0,
    "crossed": 5.0,
    "protected": 5.0,
}
"""What lies on a board beside a route, and how many pixels it reaches about its middle."""


def lies_on(flag: Element, root: Element) -> set[str]:
    """What of a board lies where the name of an end of a route is written."""
    label = flag.find(f"{SVG}rect")
    assert label is not None
    left, top, width, height = (float(label.attrib[name]) for name in ("x", "y", "width", "height"))
    found = set()
    for kind, about in ABOUT.items():
        for each in marked(root, f"data-{kind}"):
            moved = next((MOVE.match(part.attrib.get("transform", "")) for part in each.iter(f"{SVG}use")), None)
            if moved:
                x, y = float(moved[1]), float(moved[2])
                beside = max(left - x, 0.0, x - left - width), max(top - y, 0.0, y - top - height)
                if math.hypot(*beside) < about:
                    found.add(kind)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 8])
def test_the_names_of_the_ends_of_a_route_cover_nothing_and_nothing_covers_them(number: int, language: str):
    """Neither Alexander, wherever he is, nor the robber in the same hex; with a number there, at last at least."""
    shown = game_pb2.GameView()
    shown.CopyFrom(at("alexander-4", "beginning"))
    spots = {each.intersection: (each.x, each.y) for each in shown.board.intersections}
    x, y = spots[shown.board.route.intersections[-1]]
    tile = next(each for each in shown.board.hexes if (each.x, each.y) == (x, y - 2))
    tile.number, shown.robber.hex = number, tile.hex
    seen = set()
    last = len(shown.board.route.stops)
    for arrow in (0, last) if number else range(last + 1):
        shown.march.arrow = arrow
        root = picture(shown, language)
        flags = marked(root, "data-flag")
        assert [int(flag.attrib["data-flag"]) for flag in flags] == [
            shown.board.route.intersections[0],
            shown.board.route.intersections[-1],
        ]
        assert [lies_on(flag, root) for flag in flags] == [set(), set()], arrow
        seen |= {kind for kind in ABOUT if marked(root, f"data-{kind}")}
    assert {"alexander", "robber", "protected", "stop", "crossed"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_much_has_room_too(language: str):
    """Long names, many points, every special card, the longest event: more than a game has."""
    shown = game_pb2.GameView()
    shown.CopyFrom(at("alexander-4", "middle", Viewer(1)))
    shown.table.players[:] = ["W" * 60, "a name of many words " * 9, "", "x"]
    shown.turn.over, shown.turn.turn = True, 1234
    shown.turn.winners[:] = [1, 2, 3, 4]
    shown.advisors.first = shown.advisors.second = shown.advisors.third = shown.favor.blessed = 1
    shown.favor.cursed[:] = [1]
    shown.bidding.passed[:] = [1, 2, 3]
    shown.bidding.knights[:] = [14, 14, 14, 14]
    for score in shown.scores.scores:
        score.total = 22
    root = picture(shown, language)
    edge = float(root.attrib["width"]) - MARGIN
    panel = parts(root)["panel"]
    assert outside(panel, edge - WIDTH, edge) == []
    assert collisions(panel) == []
