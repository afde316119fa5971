"""The board of Egypt: its counts, marks and distances, what the validator asks of it, how it is drawn and read."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec
import pytest
from click import unstyle

from domain.board import (
    Board,
    Corner,
    HarborSpot,
    HexSpot,
    HexTile,
    Mark,
    Plan,
    Side,
    check_plan,
    lay,
    needs_desert,
)
from domain.board.drawn import read_board
from domain.board.laid import board_of
from domain.board.plan import NumbersBy
from domain.components import Good, Harbor, Terrain, bits
from domain.errors import BoardInvalid
from domain.scenarios.cheops.geography import check_egypt
from service.cli.board_text import draw_board
from service.texts import Places
from settlers.v1 import board_pb2, game_pb2

FILE = files("domain.scenarios.cheops") / "boards" / "egypt.toml"
TEXT = FILE.read_text(encoding="utf-8")
PLAN = read_board(FILE, (check_egypt,))
GRID = PLAN.grid
DRAWN = """
s s s s s s s s F12
s s s s s s s F5 F4
D L4 n A12 L8 n L10 D D
D A8 n A9 n F11 D D D
D Y A2 n n L4 r M8 D
D L9 A3 n A2 D r M10 M5
D D L10 A6 n L3 r r M6
D D H11 H9 n H6 D r D
D D H3 $5 n $11 D r r
"""
"""As the document of the boards has it; n and r are water, Y the site of the pyramid."""
ROWS = [line.split() for line in DRAWN.strip().splitlines()]
WORDS = [word for row in ROWS for word in row]
LETTERS = {
    "s": (Terrain.SEA, ""),
    "n": (Terrain.SEA, "nile"),
    "r": (Terrain.SEA, "red_sea"),
    "D": (Terrain.DESERT, ""),
    "Y": (Terrain.DESERT, "pyramid"),
    "F": (Terrain.FOREST, ""),
    "L": (Terrain.PASTURE, ""),
    "A": (Terrain.FIELDS, ""),
    "H": (Terrain.HILLS, ""),
    "M": (Terrain.MOUNTAINS, ""),
    "$": (Terrain.GOLD_RIVER, ""),
}
HARBORS = [  # land hex and water hex by column and row, as the document has them
    ("grain", (3, 2), (2, 1)),
    ("wool", (4, 2), (4, 1)),
    ("general", (1, 2), (1, 1)),
    ("general", (6, 2), (5, 1)),
    ("lumber", (7, 1), (6, 1)),
    ("ore", (5, 5), (6, 5)),
    ("general", (7, 4), (6, 4)),
    ("brick", (3, 7), (4, 7)),
    ("general", (6, 7), (7, 7)),
]
MARKS = {mark.name: mark.intersections for mark in PLAN.marks}
START, SITE = MARKS["start"], MARKS["site"]


def hex_at(row: int, column: int) -> int:
    return GRID.hex_at((2 * column + row % 2, 3 * row))


def hexes_of(letters: str) -> list[int]:
    return [n for n, word in enumerate(WORDS) if word[0] in letters]


def spots_of(letters: str) -> set[int]:
    return {spot for n in hexes_of(letters) for spot in GRID.corners[n]}


def egypt() -> Board:
    tiles, harbors = lay(PLAN, lambda purpose, bound: pytest.fail("nothing is drawn on a fixed board"))
    return board_of(tiles, harbors, PLAN.sea_frame, PLAN.marks)


# The board ------------------------------------------------------------------------------------------------------------


def test_egypt_is_as_its_document_draws_it():
    assert [(spot.terrain, spot.region, spot.number) for spot in PLAN.hexes] == [
        (*LETTERS[word[0]], int(word[1:] or 0)) for word in WORDS
    ]
    assert len(PLAN.hexes) == 81
    counts = Counter(word[0] for word in WORDS)
    assert counts == Counter(
        {"s": 15, "n": 10, "r": 7, "D": 20, "Y": 1, "A": 7, "L": 7, "F": 4, "H": 4, "M": 4, "$": 2}
    )
    assert PLAN.name == "egypt"
    assert "reconstruction" in PLAN.source


def test_its_numbers_are_the_tokens_of_the_two_boxes():
    tokens = Counter({2: 2, 12: 2} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3))
    assert Counter(spot.number for spot in PLAN.hexes if spot.number) == tokens
    assert tokens.total() == 28


def test_its_harbors_lie_where_the_document_has_them():
    between = {
        next(p for p in GRID.sides[hex_at(*land[::-1])] if hex_at(*water[::-1]) in GRID.hexes_along[p]): kind
        for kind, land, water in HARBORS
    }
    assert {spot.path: spot.kind.name.lower() for spot in PLAN.harbors} == between
    assert len(between) == 9


@pytest.mark.rule("C1.6")
def test_starting_places_are_the_37_shores_of_the_nile():
    assert set(START) == spots_of("n") & spots_of("DYALFHM$")
    assert len(START) == 37
    assert GRID.intersections.index((7, 7)) not in START
    assert {WORDS[n] for n in GRID.hexes_at[GRID.intersections.index((7, 7))]} == {"A12", "L8", "A9"}


@pytest.mark.rule("C6.1")
def test_the_site_is_marked_all_round_and_is_no_place_to_start():
    assert set(SITE) == spots_of("Y")
    assert len(SITE) == 6
    assert not {*SITE} & {*START}


@cache
def most_settlements(spots: frozenset[int]) -> int:
    """How many fit on these intersections by the distance rule, found by trying."""
    if not spots:
        return 0
    beside = {spot: {other for _, other in GRID.roads_from[spot]} & spots for spot in spots}
    spot = max(sorted(spots), key=lambda each: len(beside[each]))
    with_it = 1 + most_settlements(spots - {spot} - beside[spot])
    return max(with_it, most_settlements(spots - {spot})) if beside[spot] else with_it


@cache
def fewest_settlements(spots: frozenset[int]) -> int:
    """How many are placed on these intersections, if it goes as badly as can be, before no place is left."""
    if not spots:
        return 0
    beside = {spot: {other for _, other in GRID.roads_from[spot]} & spots for spot in spots}
    spot = min(sorted(spots), key=lambda each: len(beside[each]))
    return min(1 + fewest_settlements(spots - {each} - beside[each]) for each in {spot} | beside[spot])


@pytest.mark.rule("C1.4")
def test_there_is_room_for_all_starting_settlements_however_they_are_placed():
    assert most_settlements(frozenset(START)) == 19
    assert fewest_settlements(frozenset(START)) == 13


def steps_from_start(spots: Iterable[int]) -> int:
    """How many paths lie between a starting place and the nearest of these intersections."""
    wanted, found, steps = set(spots), set(START), 0
    while not found & wanted:
        found |= {other for spot in found for _, other in GRID.roads_from[spot]}
        steps += 1
    return steps


@pytest.mark.parametrize(("letters", "steps"), [("Y", 1), ("M", 3), ("ALH$", 0)])
def test_how_far_it_is_from_a_starting_place(letters, steps):
    assert steps_from_start(spots_of(letters)) == steps


def test_how_far_it_is_to_wood():
    assert {word: steps_from_start(GRID.corners[WORDS.index(word)]) for word in ("F11", "F5", "F4", "F12")} == {
        "F11": 0,
        "F5": 3,
        "F4": 5,
        "F12": 5,
    }


@pytest.mark.rule("C1.7")
def test_nile_and_red_sea_are_sea_and_the_site_is_land_that_yields_nothing():
    board = egypt()
    water, land = hexes_of("snr"), hexes_of("DYALFHM$")
    assert bits(board.land) == tuple(land)
    assert [n for n, good in enumerate(board.yields) if good is None] == hexes_of("snrDY")
    assert {board.yields[n] for n in hexes_of("$")} == {Good.COIN}
    paths = {p: {*along} for p, along in enumerate(GRID.hexes_along)}
    assert bits(board.land_paths) == tuple(p for p, along in paths.items() if along & {*land})
    assert bits(board.sea_paths) == tuple(p for p, along in paths.items() if along & {*water})
    assert all(board.land_paths >> p & 1 for p in GRID.sides[WORDS.index("Y")])


def test_a_board_knows_its_regions_and_marks():
    board = egypt()
    assert bits(board.in_region("nile")) == tuple(hexes_of("n"))
    assert bits(board.in_region("red_sea")) == tuple(hexes_of("r"))
    assert bits(board.in_region("pyramid")) == tuple(hexes_of("Y"))
    assert bits(board.marked("start")) == START
    assert bits(board.marked("site")) == SITE
    assert board.marked("nowhere") == board.in_region("nowhere") == board.in_region("") == 0
    assert board.first(Terrain.DESERT) == hex_at(2, 0)


def test_equal_boards_share_their_tables_and_marks_tell_boards_apart():
    board = egypt()
    assert egypt() is board
    assert board_of(board.tiles, board.harbors, board.sea_frame) is not board
    assert board_of(board.tiles, board.harbors, board.sea_frame).marked("start") == 0


@pytest.mark.rule("S7")
@pytest.mark.parametrize("sea_frame", [False, True])
def test_the_frame_is_sea_or_nothing(sea_frame):
    """A hex of land and a hex of sea: five paths lie at the edge of either, and one between the two."""
    board = board_of((HexTile(0, 0, Terrain.DESERT), HexTile(2, 0, Terrain.SEA)), (), sea_frame)
    edge_of_land = {*board.grid.sides[0]} - {*board.grid.sides[1]}
    at_sea = {*range(11)} if sea_frame else {*range(11)} - edge_of_land
    assert {*bits(board.sea_paths)} == at_sea
    assert {*bits(board.land_paths)} == {*board.grid.sides[0]}


@pytest.mark.rule("S7")
def test_round_egypt_is_nothing():
    board = egypt()
    outer = [p for p, along in enumerate(GRID.hexes_along) if len(along) == 1]
    assert [p for p in outer if board.sea_paths >> p & 1] == [
        p for p in outer if WORDS[GRID.hexes_along[p][0]][0] in "snr"
    ]


# The validator: rows for every board ----------------------------------------------------------------------------------


def changed(**changes: object) -> Plan:
    return msgspec.structs.replace(PLAN, **changes)


def marked(**marks: tuple[int, ...]) -> Plan:
    return changed(marks=tuple(Mark(name, spots) for name, spots in {**MARKS, **marks}.items()))


def hex_changed(row: int, column: int, **changes: object) -> tuple[HexSpot, ...]:
    spots = list(PLAN.hexes)
    spots[hex_at(row, column)] = msgspec.structs.replace(spots[hex_at(row, column)], **changes)
    return tuple(spots)


def faults_of(plan: Plan, *rows) -> tuple[str, ...]:
    with pytest.raises(BoardInvalid) as caught:
        check_plan(plan, rows)
    return caught.value.faults


GENERAL_FAULTS = {
    "a mark off the board": (marked(site=(*SITE, 198)), "there is no intersection 198 for the mark site"),
    "a mark on a negative place": (marked(site=(-1, *SITE)), "there is no intersection -1 for the mark site"),
    "a mark twice at one place": (
        marked(site=(*SITE, SITE[2])),
        f"intersection {SITE[2]} has the mark site more than once",
    ),
    "two marks of one name": (
        changed(marks=(*PLAN.marks, Mark("site", ()))),
        "there are two marks with the name site",
    ),
    "a mark whose name is no word": (marked(**{"Start here": ()}), "'Start here' is no name for a mark"),
    "a mark without a name": (marked(**{"": ()}), "'' is no name for a mark"),
    "a region whose name is no word": (
        changed(hexes=hex_changed(2, 0, region="the west")),
        "hex 18 has the region 'the west', which is no name for one",
    ),
    "a region whose name is too long": (
        changed(hexes=hex_changed(2, 0, region="w" * 33)),
        f"hex 18 has the region '{'w' * 33}', which is no name for one",
    ),
    "a robber off the board": (changed(robber=81), "there is no hex 81 for the robber"),
    "a robber on a negative place": (changed(robber=-1), "there is no hex -1 for the robber"),
    "a robber who starts on fields": (changed(robber=hex_at(4, 2)), "the robber cannot start on hex 38"),
    "a robber who starts on the sea": (changed(robber=0), "the robber cannot start on hex 0"),
    "a robber who starts at the pyramid": (changed(robber=hex_at(4, 1)), "the robber cannot start on hex 37"),
    "a robber who starts on what chance may bring": (
        changed(robber=hex_at(2, 0), hexes=hex_changed(2, 0, terrain=None), terrains=(Terrain.DESERT,)),
        "the robber cannot start on hex 18",
    ),
}


@pytest.mark.parametrize(("plan", "fault"), GENERAL_FAULTS.values(), ids=GENERAL_FAULTS)
def test_a_faulty_plan_is_told_what_is_wrong_and_where(plan, fault):
    assert faults_of(plan, check_egypt) == (fault,)


@pytest.mark.rule("C1.3")
def test_the_robber_may_start_on_any_desert_but_the_site():
    for n in hexes_of("D"):
        check_plan(changed(robber=n), (check_egypt,))


def test_a_board_needs_a_desert_only_where_its_scenario_does():
    def row_of(*spots: HexSpot, **changes: object) -> Plan:
        return Plan(name="row", source="made up", sea_frame=True, hexes=spots, harbors=(), **changes)

    hills = HexSpot(0, 0, Terrain.HILLS, 4)
    check_plan(row_of(hills), ())
    assert faults_of(row_of(hills), needs_desert) == ("a board needs a desert hex for the robber",)
    assert faults_of(row_of(hills, HexSpot(2, 0, Terrain.DESERT, region="site")), needs_desert)
    check_plan(row_of(hills, HexSpot(2, 0, Terrain.DESERT)), (needs_desert,))
    check_plan(row_of(hills, HexSpot(2, 0), terrains=(Terrain.DESERT,)), (needs_desert,))
    with pytest.raises(BoardInvalid, match="desert"):
        check_plan(row_of(hills))


def test_what_is_laid_by_chance_keeps_its_region():
    hexes = (HexSpot(0, 0, Terrain.DESERT), HexSpot(2, 0, region="hidden"), HexSpot(4, 0, region="hidden"))
    plan = Plan("row", "made up", True, hexes, (), NumbersBy.FREE, (Terrain.GOLD_RIVER, Terrain.SEA), (5,))
    tiles, _ = lay(check_plan(plan, ()), lambda purpose, bound: 0)
    assert [tile.region for tile in tiles] == ["", "hidden", "hidden"]
    assert {(tile.terrain, tile.number) for tile in tiles[1:]} == {(Terrain.GOLD_RIVER, 5), (Terrain.SEA, 0)}


# The validator: rows for Egypt ----------------------------------------------------------------------------------------


def redrawn(words: Mapping[tuple[int, int], str], *without: Harbor, **changes: object) -> Plan:
    """Egypt with other hexes, told by row and column, and without some kinds of harbors."""
    spots = list(PLAN.hexes)
    for (row, column), word in words.items():
        terrain, region = LETTERS[word[0]]
        n = hex_at(row, column)
        spots[n] = HexSpot(spots[n].x, spots[n].y, terrain, int(word[1:] or 0), region)
    harbors = tuple(spot for spot in PLAN.harbors if spot.kind not in without)
    return changed(hexes=tuple(spots), harbors=harbors, **changes)


def every(letter: str, word: str) -> dict[tuple[int, int], str]:
    return {divmod(n, 9): word + WORDS[n][1:] for n in hexes_of(letter)}


def start_with_room_for(room: int) -> tuple[int, ...]:
    """Some starting places, from north to south, until so many settlements fit on them."""
    return next(START[:n] for n in range(38) if most_settlements(frozenset(START[:n])) == room)


NO_SEA_BELOW = (Harbor.ORE, Harbor.GENERAL)
"""The harbors on the Red Sea."""

EGYPT_FAULTS = {
    "terrain left to chance": (
        changed(hexes=hex_changed(2, 0, terrain=None), terrains=(Terrain.DESERT,)),
        ["hex 18", "shuffled"],
    ),
    "an unknown region": (changed(hexes=hex_changed(2, 0, region="punt")), ["hex 18", "punt", "no region of Egypt"]),
    "a dry Nile": (changed(hexes=hex_changed(2, 0, region="nile")), ["hex 18 lies in nile and is desert, not sea"]),
    "a wet site": (
        changed(hexes=hex_changed(0, 0, region="pyramid")),
        ["hex 0 lies in pyramid and is sea, not desert"],
    ),
    "no Nile": (redrawn(every("n", "s")), ["no hex lies in nile"]),
    "no Red Sea": (redrawn(every("r", "D"), *NO_SEA_BELOW), ["no hex lies in red_sea"]),
    "no site": (redrawn({(4, 1): "D"}), ["no hex lies in pyramid"]),
    "a frame of sea": (changed(sea_frame=True), ["round Egypt there is nothing"]),
    "a Nile in two parts": (redrawn({(7, 4): "D"}, Harbor.BRICK), ["the Nile is one river", "hex 76"]),
    "a Nile that does not reach the sea": (redrawn({(2, 2): "D", (2, 5): "D"}), ["does not reach the sea"]),
    "a Red Sea open to the sea": (redrawn({(7, 8): "s"}), ["hex 70 of it lies beside hex 71"]),
    "a Red Sea open to the Nile": (redrawn({(5, 5): "n"}, Harbor.ORE), ["hex 51 of it lies beside hex 50"]),
    "two sites": (redrawn({(6, 1): "Y"}), ["one site", "hexes 37, 55"]),
    "a site at the edge": (redrawn({(4, 1): "D", (4, 0): "Y"}), ["land all round", "hex 36"]),
    "a site beside water": (redrawn({(5, 0): "s"}), ["land all round", "hex 37"]),
    "a site east of the delta": (redrawn({(4, 1): "D", (3, 7): "Y"}), ["south-west of the delta", "hex 34"]),
    "a site no further south than the delta": (
        redrawn({(4, 1): "D", (2, 1): "Y"}, Harbor.GENERAL),
        ["south-west of the delta", "hex 19"],
    ),
    "a place at the site without a mark": (marked(site=SITE[1:]), [f"intersection {SITE[0]} at the site", "without"]),
    "a mark away from the site": (marked(site=(*SITE, 0)), ["intersection 0 not at the site", "site"]),
    "shores without a mark": (
        marked(start=START[2:]),
        [f"intersections {START[0]}, {START[1]} on a shore of the Nile without the mark start"],
    ),
    "a start inside the island": (
        marked(start=(*START, GRID.intersections.index((7, 7)))),
        [f"intersection {GRID.intersections.index((7, 7))} not on a shore of the Nile, with the mark start"],
    ),
    "no start at all": (changed(marks=PLAN.marks[1:]), ["without the mark start"]),
    "too little room": (marked(start=start_with_room_for(11)), ["12 starting settlements", "room for 11"]),
    "no room": (marked(start=()), ["12 starting settlements", "room for 0"]),
    "no island": (redrawn({(3, 3): "n"}), ["no island", "inside"]),
    "an island joined to the land": (redrawn({(3, 2): "D"}), ["no island", "inside"]),
    "ore at the start": (redrawn({(5, 4): "M2"}), ["no starting settlement touches mountains", "hex 49"]),
    "ore on this side of the Red Sea": (redrawn({(5, 5): "M4"}), ["past the Red Sea", "hex 50"]),
    "no wood at the start": (redrawn({(3, 5): "L11"}), ["touch one forest", "no hex"]),
    "too much wood at the start": (redrawn({(4, 5): "F4"}), ["touch one forest", "hexes 32, 41"]),
    "too little gold": (redrawn({(8, 3): "D"}), ["two hexes of gold river", "hex 77"]),
    "too much gold": (redrawn({(8, 2): "$3"}), ["two hexes of gold river", "hexes 74, 75, 77"]),
    "gold in the north": (redrawn({(8, 3): "D", (4, 8): "$5"}), ["south of Egypt", "hex 44"]),
    "hills in the north": (redrawn({(4, 8): "H5"}), ["south of Egypt", "hex 44"]),
    "no hills": (redrawn(every("H", "L")), ["hills in the south, this board none"]),
    "one desert": (redrawn({divmod(n, 9): "L2" for n in hexes_of("D")[1:]}), ["two deserts", "hex 18"]),
    "no desert but the site": (redrawn({divmod(n, 9): "L2" for n in hexes_of("D")}), ["two deserts", "no hex"]),
    "no grain harbor": (redrawn({}, Harbor.GRAIN), ["a grain harbor"]),
    "no wool harbor": (redrawn({}, Harbor.WOOL), ["a wool harbor"]),
    "no general harbor": (redrawn({}, Harbor.GENERAL), ["a general harbor"]),
    "red numbers beside each other": (redrawn({(2, 3): "A6"}), ["hexes 21 and 22", "red"]),
    "a harbor in the desert": (
        changed(harbors=(*PLAN.harbors, HarborSpot(GRID.sides[63][Side.NE], Harbor.WOOL))),
        ["not on a coast"],
    ),
}


@pytest.mark.parametrize(("plan", "words"), EGYPT_FAULTS.values(), ids=EGYPT_FAULTS)
def test_a_board_that_is_not_egypt_is_told_what_is_wrong_and_where(plan, words):
    faults = faults_of(plan, check_egypt)
    assert [fault for fault in faults if all(word in fault for word in words)], faults


OTHER_EGYPTS = {
    "as it is": PLAN,
    "ore north of the Red Sea": redrawn({(2, 7): "M5"}),
    "shuffled harbors": changed(
        harbors=tuple(HarborSpot(spot.path) for spot in PLAN.harbors),
        harbor_kinds=tuple(spot.kind for spot in PLAN.harbors),
    ),
    "shuffled numbers": changed(
        hexes=tuple(msgspec.structs.replace(spot, number=0) for spot in PLAN.hexes),
        numbers_by=NumbersBy.FREE,
        numbers=tuple(spot.number for spot in PLAN.hexes if spot.number),
    ),
    "a mark of its own": marked(oasis=(150, 151)),
}


@pytest.mark.parametrize("plan", OTHER_EGYPTS.values(), ids=OTHER_EGYPTS)
def test_another_map_of_egypt_passes(plan):
    assert check_plan(plan, (needs_desert, check_egypt)) is plan


def test_just_enough_room_is_enough():
    faults = faults_of(marked(start=start_with_room_for(12)), check_egypt)
    assert not [fault for fault in faults if "room" in fault]


# The drawn file -------------------------------------------------------------------------------------------------------


FILE_FAULTS = {
    "no TOML": ('frame = "none"', "frame = none", "egypt.toml is no TOML"),
    "no name": ('name = "egypt"', "", "egypt.toml does not say its name"),
    "no rows": ("rows =", "lines =", "egypt.toml does not say its rows"),
    "an unknown frame": ('"none"', '"land"', "frame: 'land' is none of sea, none"),
    "an unknown letter": ("D  Y  A2", "D  Y  B2", "row 4, column 2: 'B' is none of"),
    "a number that is none": ("D  Y  A2", "D  Y  Ax", "row 4, column 2: 'x' is no number"),
    "a letter that has a meaning": ("letters.n", "letters.D", "letter 'D'"),
    "a letter for no hex": ("letters.n", 'letters."-"', "letter '-'"),
    "a letter that is a word": ("letters.n", "letters.nile", "letter 'nile'"),
    "a letter for an unknown terrain": ('"sea nile"', '"river nile"', "letter 'n': 'river' is none of"),
    "a harbor off the board": ('"2 1 NE general"', '"9 1 NE general"', "harbor '9 1 NE general': there is no such hex"),
    "a harbor without a kind": ('"2 1 NE general"', '"2 1 NE"', "harbor '2 1 NE': a harbor is a row"),
    "a harbor on an unknown side": ('"2 1 NE general"', '"2 1 N general"', "'N' is none of NE, E, SE"),
    "a harbor of an unknown kind": ('"2 1 NE general"', '"2 1 NE linen"', "'linen' is none of brick"),
    "a mark off the board": ('"4 1 N NE', '"4 11 N NE', "mark site '4 11 N NE SE S SW NW': there is no such hex"),
    "a mark on an unknown corner": ('"4 1 N NE', '"4 1 N E', "'E' is none of N, NE"),
    "a mark that stands twice": ('"4 1 N NE', '"4 1 N N', "has the mark site more than once"),
    "a mark that stands with two hexes": ('"4 4 SE S"', '"4 4 NE SE S"', "has the mark start more than once"),
    "a mark left out": ('"4 4 SE S"', '"4 4 SE"', "on a shore of the Nile without the mark start"),
}


@pytest.mark.parametrize(("old", "new", "fault"), FILE_FAULTS.values(), ids=FILE_FAULTS)
def test_a_faulty_file_is_told_what_is_wrong_and_where(tmp_path, old, new, fault):
    assert TEXT.count(old) == 1
    file = tmp_path / "egypt.toml"
    file.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(BoardInvalid) as caught:
        read_board(file, (check_egypt,))
    assert [each for each in caught.value.faults if fault in each], caught.value.faults


def test_a_file_may_have_letters_of_its_own_for_hexes_that_are_shuffled(tmp_path):
    file = tmp_path / "islands.toml"
    file.write_text(
        """
        name = "islands"
        source = "made up"
        frame = "sea"
        letters.h = "? hidden"
        letters.c = "hills strip"
        rows = "c8 h - h $5"
        terrains = "s F"
        numbers_by = "free"
        numbers = [4]
        harbors = ["0 0 W coin"]
        marks.red = ["0 4 N NE", "0 4 SE S"]
        """
    )
    plan = read_board(file, ())
    assert [(spot.x, spot.terrain, spot.number, spot.region) for spot in plan.hexes] == [
        (0, Terrain.HILLS, 8, "strip"),
        (2, None, 0, "hidden"),
        (6, None, 0, "hidden"),
        (8, Terrain.GOLD_RIVER, 5, ""),
    ]
    assert plan.marks == (Mark("red", tuple(sorted(plan.grid.corners[3][:4]))),)
    assert [corner.name for corner in Corner][:4] == ["N", "NE", "SE", "S"]
    assert plan.harbors == (HarborSpot(plan.grid.sides[0][Side.W], Harbor.COIN),)


# The text map ---------------------------------------------------------------------------------------------------------


def view_of_egypt() -> game_pb2.GameView:
    """What a spectator sees of the bare board."""
    view = game_pb2.GameView()
    board = view.board
    board.source = PLAN.source
    for n, spot in enumerate(PLAN.hexes):
        terrain = board_pb2.Terrain.Value(f"TERRAIN_{spot.terrain.name}")
        board.hexes.add(hex=n, x=spot.x, y=spot.y, terrain=terrain, number=spot.number, region=spot.region)
    for n, (x, y) in enumerate(GRID.intersections):
        board.intersections.add(intersection=n, x=x, y=y)
    for n, (a, b) in enumerate(GRID.ends):
        board.paths.add(path=n, a=a, b=b)
    for spot in PLAN.harbors:
        board.harbors.add(path=spot.path, kind=board_pb2.Harbor.Value(f"HARBOR_{spot.kind.name}"))
    for mark in PLAN.marks:
        board.marks.add(name=mark.name, intersections=mark.intersections)
    return view


def drawn(view: game_pb2.GameView) -> list[str]:
    return unstyle("\n".join(draw_board(view))).splitlines()


DELTA = """
      .           .           .           .           .           .           .           o           .           .
      |    sea    |    sea    |    sea    |    sea    |    sea    |    sea    |    sea    |   forest  |   forest  |
      |           |           |           |           |           |           |   lumber  |     5     |     4     |
      .           o  3:1      .    grain  o           o  wool     .      3:1  o           o           .           .
  .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'
.           .           @           @           .           @           @           .           .           .
|   desert  |  pasture  |    Nile   |   fields  |  pasture  |    Nile   |  pasture  |   desert  |   desert  |
|           |     4     |           |     12    |     8     |           |     10    |           |           |
.           .           *           *           .           *           *           .           .           .
"""


def test_the_map_reads_as_egypt():
    lines = drawn(view_of_egypt())
    assert "\n".join(lines[7:16]) == DELTA.strip("\n")
    assert max(map(len, lines)) <= 120
    text = "\n".join(lines)
    counts = {"Nile": 10, "Red Sea": 7, "gold river": 2, "pyramid  ": 1, " sea ": 15, "desert": 20}
    assert {word: "\n".join(lines[:-6]).count(word) for word in counts} == counts
    assert text.count("reconstruction") == 1
    assert lines[0].strip().startswith(".")  # nothing lies outside


def test_the_map_shows_ships_and_blocks_and_no_starting_places_once_the_game_is_on():
    view = view_of_egypt()
    view.turn.turn = 1
    pasture = GRID.sides[hex_at(4, 5)]
    for side in (Side.NE, Side.E, Side.SW):
        view.ships.ships.add(seat=2, path=pasture[side])
    view.roads.roads.add(seat=1, path=pasture[Side.SE])
    view.buildings.settlements.add(seat=3, intersection=GRID.corners[hex_at(4, 1)][Corner.SE])
    view.pyramid.levels.extend([16, 9, 4, 1])
    view.pyramid.blocks.extend([3, 0, 3])
    lines = drawn(view)
    assert [line[:26] for line in lines[22:26]] == [
        ".           ^           ^ ",
        "|   desert  |  pyramid  | ",
        "|           |    3/30   | ",
        ".           ^          (3)",
    ]
    assert [line[60:78].rstrip() for line in lines[21:27]] == [
        "  .-'   ~2~   .-'",
        ".           .",
        "|  pasture ~2~ Red",
        "|     4    ~2~",
        ".           .",
        "  ~2~   /1/   '-.",
    ]
    assert not [line for line in lines if "*" in line or "@" in line]
    assert "(1) settlement, [1] city, /1/ road, ~1~ ship of seat 1" in lines


def test_places_are_named_by_the_waters_and_the_site():
    places = Places(view_of_egypt().board)
    assert places.hex(hex_at(4, 1)) == "pyramid"
    assert places.hex(hex_at(8, 3)) == "gold river 5"
    assert places.hex(hex_at(4, 6)) == "Red Sea"
    assert places.intersection(START[0]) == "pasture 4, Nile, 3:1 harbor"
    assert places.intersection(GRID.intersections.index((7, 11))) == "fields 9, Nile"
    assert places.intersection(GRID.intersections.index((1, 17))) == "desert, desert, desert"
