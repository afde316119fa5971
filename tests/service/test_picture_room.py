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
from tests.service.gallery import GAMES, MOMENTS, SVG, at, picture

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
