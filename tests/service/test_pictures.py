"""Pictures: every piece of a view once and in words, nothing by colour alone, nothing that the view does not say."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from domain.engine import Viewer
from domain.visibility import AUDITOR
from service.pictures import draw
from service.pictures.geometry import Span
from service.pictures.motifs import motifs
from service.pictures.pieces import road
from service.pictures.svg import Element
from service.pictures.theme import GROUNDS, REGION_GROUNDS, SEATS
from settlers.v1 import board_pb2, game_pb2
from tests.service.gallery import GAMES, MOMENTS, SVG, at, marked, picture, picture_at, title_of, titles
from tests.service.house import AUDITOR as AUDITOR_THERE
from tests.service.house import House, Loaded, seat
from tests.service.twins import NOON, OTHERS, Twins

PLACES = {"settlement": "data-intersection", "city": "data-intersection", "road": "data-path", "ship": "data-path"}

HOSTILE = "</title></svg><script>alert(1)</script>&\"'\x00\x1b\ufffe" + "x" * 200

EVERYWHERE = pytest.mark.parametrize(("name", "moment"), [(name, moment) for name in GAMES for moment in MOMENTS])


def pieces_of(shown: game_pb2.GameView) -> Counter[tuple[str, int, int]]:
    """All pieces on a board: their kind, their seat and their place."""
    found = [("settlement", each.seat, each.intersection) for each in shown.buildings.settlements]
    found += [("city", each.seat, each.intersection) for each in shown.buildings.cities]
    found += [("road", each.seat, each.path) for each in shown.roads.roads]
    found += [("ship", each.seat, each.path) for each in shown.ships.ships]
    return Counter(found)


def pieces_in(root: Element) -> Counter[tuple[str, int, int]]:
    """All pieces in a picture."""
    drawn = marked(root, "data-piece")
    kinds = [(each.attrib["data-piece"], each) for each in drawn]
    return Counter((kind, int(each.attrib["data-seat"]), int(each.attrib[PLACES[kind]])) for kind, each in kinds)


def colourless(element: Element) -> bytes:
    """A drawing without its colours."""
    copy = ElementTree.fromstring(ElementTree.tostring(element))
    for each in copy.iter():
        for name in ("fill", "stroke"):
            if each.attrib.get(name, "none") != "none":
                each.attrib[name] = "grey"
    return ElementTree.tostring(copy)


@EVERYWHERE
def test_every_piece_is_there_once_and_says_what_it_is(name: str, moment: str):
    shown = at(name, moment)
    root = picture_at(name, moment)
    assert pieces_in(root) == pieces_of(shown)
    for each in marked(root, "data-piece"):
        place = each.attrib[PLACES[each.attrib["data-piece"]]]
        said = title_of(each).lower()
        assert said.startswith(f"{each.attrib['data-piece']} of seat {each.attrib['data-seat']}")
        assert re.search(rf"\b{place}\b", said)


@EVERYWHERE
def test_every_hex_is_there_once_with_its_number_and_its_words(name: str, moment: str):
    shown = at(name, moment)
    drawn = {int(each.attrib["data-hex"]): each for each in marked(picture_at(name, moment), "data-hex")}
    assert sorted(drawn) == [tile.hex for tile in shown.board.hexes]
    for tile in shown.board.hexes:
        element = drawn[tile.hex]
        written = [each.text for each in element.iter(f"{SVG}text")]
        assert written == ([str(tile.number)] if tile.number else [])
        assert title_of(element).startswith(f"Hex {tile.hex}: ")
        pips = [each for each in element.iter(f"{SVG}circle") if each.attrib["r"] == "1.5"]
        assert len(pips) == (6 - abs(7 - tile.number) if tile.number else 0)


@EVERYWHERE
def test_a_picture_stands_on_its_own_and_says_what_it_shows(name: str, moment: str):
    root = picture(at(name, moment, AUDITOR))
    assert root.attrib["role"] == "img"
    named = [each.text or "" for each in root if each.attrib.get("id") in root.attrib["aria-labelledby"].split()]
    assert len(named) == 2
    assert "seat 1:" in named[1].lower()
    defined = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
    used = {each.attrib["href"] for each in root.iter() if "href" in each.attrib}
    assert used <= {f"#{each}" for each in defined}
    tags = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert tags <= {
        "svg", "title", "desc", "defs", "g", "use", "text", "path", "rect", "circle", "ellipse", "polygon", "polyline"
    }  # fmt: skip
    assert all(titles(root))


@EVERYWHERE
def test_the_same_view_is_the_same_picture(name: str, moment: str):
    shown = at(name, moment, Viewer(1))
    again = game_pb2.GameView.FromString(shown.SerializeToString())
    assert draw(again) == draw(shown)


def test_a_picture_does_not_depend_on_the_process_that_draws_it():
    shown = at("alexander-4")
    program = (
        "import sys; from service.pictures import draw; from settlers.v1 import game_pb2;"
        "sys.stdout.write(draw(game_pb2.GameView.FromString(sys.stdin.buffer.read())))"
    )
    drawn = subprocess.run(
        [sys.executable, "-c", program],
        input=shown.SerializeToString(),
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    assert drawn.stdout.decode() == draw(shown)


def test_what_a_caller_calls_a_player_breaks_nothing():
    shown = at("classic-4")
    shown.table.players[:] = [HOSTILE, "Ω" * 300, "", "two\nlines"]
    root = picture(shown)
    assert not list(root.iter(f"{SVG}script"))
    (card,) = (each for each in marked(root, "data-seat-card") if each.attrib["data-seat-card"] == "1")
    clean = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd").replace("\ufffe", "\ufffd")
    assert clean in title_of(card)
    longest = max(len(each.text or "") for each in root.iter(f"{SVG}text") if (each.text or "").startswith("Seat "))
    assert longest < 40


# Who sees what -------------------------------------------------------------------------------------------------------


def hand_titles(shown: game_pb2.GameView) -> Counter[str]:
    """Of which seats a picture shows the cards."""
    cards = marked(picture(shown), "data-seat-card")
    named = re.compile(r"\d+ (brick|lumber|wool|grain|ore)")
    return Counter(card.attrib["data-seat-card"] for card in cards for each in titles(card) if named.fullmatch(each))


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_drawn_for_who_sees_it(name: str):
    held = {str(hand.seat): len(hand.cards.ListFields()) for hand in at(name, viewer=AUDITOR).hands.hands if hand.count}
    assert hand_titles(at(name, viewer=AUDITOR)) == held
    assert hand_titles(at(name)) == {}
    number = next(iter(held))
    assert hand_titles(at(name, viewer=Viewer(int(number)))) == {number: held[number]}


def test_twins_look_the_same_to_those_who_may_not_know(loaded: Loaded):
    rng = random.Random(1)
    with House(now=lambda: NOON) as house:
        twins = Twins(house, loaded, "alexander")  # there cards are dealt at once
        for _ in range(4):
            twins.play_on(rng)
            for viewer, _ in OTHERS.values():
                one, other = (draw(house.view(game_id, viewer)) for game_id in twins.ids)
                assert one == other
        for viewer in (seat(1), AUDITOR_THERE):
            one, other = (draw(house.view(game_id, viewer)) for game_id in twins.ids)
            assert one != other


def test_an_unknown_hex_has_no_terrain_and_no_number():
    shown = at("great-race-6", "beginning", AUDITOR)
    root = picture(shown)
    unknown = {tile.hex for tile in shown.board.hexes if tile.terrain == board_pb2.TERRAIN_UNKNOWN}
    assert unknown
    for each in marked(root, "data-hex"):
        if int(each.attrib["data-hex"]) in unknown:
            assert title_of(each) == f"Hex {each.attrib['data-hex']}: unknown hex, face down"
            assert [use.attrib["href"] for use in each.iter(f"{SVG}use")] == ["#motif-unknown"]
            assert not list(each.iter(f"{SVG}text"))


# Without colour ------------------------------------------------------------------------------------------------------


def test_seats_are_told_apart_without_colour():
    roads = [colourless(road(number, Span(0, 0, 1, 0))) for number in range(1, len(SEATS) + 1)]
    assert len(SEATS) == 6
    assert all(one != other for one, other in combinations(roads, 2))
    root = picture_at("great-race-6", "end")
    numbered = [each for each in marked(root, "data-piece") if each.attrib["data-piece"] != "road"]
    assert {each.attrib["data-seat"] for each in numbered} == set("123456")
    for each in numbered:
        assert [text.text for text in each.iter(f"{SVG}text")] == [each.attrib["data-seat"]]


def test_grounds_are_told_apart_without_colour():
    drawn = {each.attrib.pop("id"): colourless(each) for each in motifs()}
    looks = [*GROUNDS.values(), *REGION_GROUNDS.values()]
    assert {*GROUNDS} == {number for number in board_pb2.Terrain.values() if number}
    assert len({drawn[look.motif] for look in looks}) == len(looks)


def widest(motif: Element) -> float:
    """How wide the widest surface of a drawing is that has a colour."""
    filled = [each for each in motif.iter("path") if each.attrib.get("fill", "none") != "none"]
    edges = [[float(x) for x in re.findall(r"[ML](-?[\d.]+)", each.attrib["d"])] for each in filled]
    return max((max(each) - min(each) for each in edges), default=0.0)


def test_grounds_of_one_colour_are_told_apart_in_the_legend_too():
    """There lines are too thin to be seen, so one of them has a surface of another colour."""
    drawn = {each.attrib["id"]: ElementTree.fromstring(ElementTree.tostring(each)) for each in motifs()}
    alike = [
        (one.motif, other.motif)
        for one, other in combinations([*GROUNDS.values(), *REGION_GROUNDS.values()], 2)
        if one.fill == other.fill
    ]
    assert ("motif-desert", "motif-site") in alike
    for pair in alike:
        narrow, wide = sorted(widest(drawn[each]) for each in pair)
        assert narrow < 20 < 60 < wide


def test_frequent_numbers_are_told_apart_without_colour():
    shown = at("classic-4")
    weights: dict[bool, set[tuple[str, str]]] = {True: set(), False: set()}
    for each in marked(picture(shown), "data-hex"):
        for text in each.iter(f"{SVG}text"):
            ring = next(each.iter(f"{SVG}circle")).attrib["stroke-width"]
            weights[text.text in ("6", "8")].add((text.attrib["font-size"], ring))
    assert not weights[True] & weights[False]
    assert all(weights.values())


# What scenarios add --------------------------------------------------------------------------------------------------


def test_hexes_are_regular():
    for each in marked(picture_at("classic-4"), "data-hex"):
        shape = each.find(f"{SVG}polygon")
        assert shape is not None
        corners = [complex(*map(float, pair.split(","))) for pair in shape.attrib["points"].split()]
        sides = [abs(one - other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)]
        assert len(sides) == 6
        assert sides == pytest.approx([52.0] * 6, abs=0.02)


@pytest.mark.parametrize("name", GAMES)
def test_harbors_and_the_robber_are_where_they_are(name: str):
    shown = at(name, "end")
    root = picture(shown)
    drawn = Counter(int(each.attrib["data-harbor"]) for each in marked(root, "data-harbor"))
    assert drawn == Counter(harbor.path for harbor in shown.board.harbors)
    assert drawn
    robber = [int(each.attrib["data-robber"]) for each in marked(root, "data-robber")]
    assert robber == ([shown.robber.hex] if shown.robber.HasField("hex") else [])


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_pyramid_is_drawn_block_by_block(moment: str):
    shown = at("cheops-seafarers", moment)
    blocks = marked(picture(shown), "data-block")
    assert [int(each.attrib["data-block"]) for each in blocks] == list(shown.pyramid.blocks)
    levels = [level for level, room in enumerate(shown.pyramid.levels, 1) for _ in range(room)]
    owners = [f"seat {block}" if block else "the Pharaoh" for block in shown.pyramid.blocks]
    said = [f"Level {level}: block of {owner}" for level, owner in zip(levels, owners, strict=False)]
    assert [title_of(each) for each in blocks] == said


@pytest.mark.parametrize("moment", MOMENTS)
def test_alexander_stands_on_his_route(moment: str):
    shown = at("alexander-4", moment)
    root = picture(shown)
    arrow, route = shown.march.arrow, shown.board.route
    (he,) = marked(root, "data-alexander")
    assert int(he.attrib["data-alexander"]) == arrow
    built = {each.intersection for each in (*shown.buildings.settlements, *shown.buildings.cities)}
    ahead = {route.intersections[n]: stop for n, stop in enumerate(route.stops, 1) if n > arrow}
    stops = {int(each.attrib["data-intersection"]): each for each in marked(root, "data-stop")}
    assert {spot: each.attrib["data-stop"] for spot, each in stops.items()} == {
        spot: stop for spot, stop in ahead.items() if spot not in built
    }
    following = [spot for spot, each in stops.items() if title_of(each).startswith("Next: ")]
    assert following == ([shown.march.next] if shown.march.HasField("next") else [])
    beside = {int(each.attrib["data-protected"]) for each in marked(root, "data-protected")}
    assert beside <= {*shown.march.protected} - {*route.intersections}
    assert bool(beside) == (moment != "end")


@pytest.mark.parametrize(
    ("name", "region"), [("great-race-6", "storm"), ("great-race-4-open", "forbidden"), ("classic-4", "")]
)
def test_barred_sides_are_drawn(name: str, region: str):
    shown = at(name)
    hexes = {(tile.x, tile.y) for tile in shown.board.hexes if tile.region == region}
    corners = {(x + dx, y + dy) for x, y in hexes for dx, dy in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))}
    spots = {each.intersection for each in shown.board.intersections if (each.x, each.y) in corners}
    edges = [each for each in marked(picture(shown), "data-edge") if each.attrib["data-edge"] == region]
    paths = {int(each.attrib["data-path"]) for each in edges}
    inside = {each.path for each in shown.board.paths if {each.a, each.b} <= spots}
    assert len(paths) == len(edges)
    assert paths <= inside
    assert bool(paths) == bool(region)


def test_pieces_on_one_path_lie_side_by_side():
    shown = at("great-race-6", "end")
    shown.roads.roads.clear()
    shown.ships.ships.clear()
    for number in (1, 2, 3):
        shown.roads.roads.add(seat=number, path=70)
        shown.ships.ships.add(seat=number + 3, path=70)
    root = picture(shown)
    assert pieces_in(root) == pieces_of(shown)
    pieces = [each for each in marked(root, "data-piece") if each.attrib.get("data-path") == "70"]
    places = [next(part.attrib["transform"] for part in each.iter() if "transform" in part.attrib) for each in pieces]
    assert len(set(places)) == 6


@pytest.mark.parametrize(("moment", "drawn"), [("beginning", True), ("middle", False)])
def test_starting_places_are_drawn_until_the_first_turn(moment: str, drawn: bool):
    found = {each.attrib["data-mark"] for each in marked(picture_at("cheops-seafarers", moment), "data-mark")}
    assert found == ({"site", "start"} if drawn else {"site"})


def test_where_points_do_not_count_none_are_written():
    cards = marked(picture_at("great-race-6"), "data-seat-card")
    written = [" ".join(text.text or "" for text in card.iter(f"{SVG}text")) for card in cards]
    assert len(written) == 6
    assert all(re.search(r"Seat \d (\d|no) settlements?, (\d|no) cit(y|ies)", each) for each in written)


def test_hidden_points_are_told_apart_from_those_that_everyone_sees():
    shown = at("classic-4", viewer=AUDITOR)
    hidden = {held.seat: held.cards.victory_point for held in shown.development.hands}
    assert any(hidden.values())
    for view_of_it, extra in ((shown, hidden), (at("classic-4"), {})):
        cards = marked(picture(view_of_it), "data-seat-card")
        for score, card in zip(view_of_it.scores.scores, cards, strict=True):
            more = f"+{extra[score.seat]}" if extra.get(score.seat) else ""
            assert f"{score.total}{more}" in [
                text.text for text in card.iter(f"{SVG}text") if text.attrib["font-size"] == "26"
            ]
