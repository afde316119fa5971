"""The board of the empire: its counts and its route, what the validator asks of it, how it is drawn and read."""

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.resources import files
from itertools import combinations, pairwise

import msgspec
import pytest
from click import unstyle

from domain.board import Board, ChipCount, HarborSpot, HexSpot, Plan, Route, check_plan, lay, needs_desert
from domain.board.drawn import read_board
from domain.board.laid import board_of
from domain.components import Harbor, Terrain
from domain.errors import BoardInvalid
from domain.scenarios.alexander.geography import check_empire
from service.cli.board_text import draw_board, draw_places
from settlers.v1 import alexander_pb2, board_pb2, game_pb2

FILE = files("domain.scenarios.alexander") / "boards" / "empire.toml"
TEXT = FILE.read_text(encoding="utf-8")
PLAN = read_board(FILE, (check_empire,))
GRID = PLAN.grid
ROUTE = PLAN.route
DRAWN = """
M11 F4 s s s L4 F6 D M10 F3
A10 L3 s H6 A9 M5 s A8 M2 L8
s A4 L6 A9 F10 L4 M8 A4 D A3
s s F9 s L9 A12 D L8 H10 L4
s s s s A10 H5 A11 M5 A9 F11
s s s F8 D A10 D L8 M5 H6
L6 A5 D A9 L11 s H11 A5 L12 s
D $6 L2 A3 D s s D $3 s
"""
"""As the document of the boards has it."""
WORDS = DRAWN.split()
LETTERS = {
    "s": Terrain.SEA,
    "D": Terrain.DESERT,
    "F": Terrain.FOREST,
    "L": Terrain.PASTURE,
    "A": Terrain.FIELDS,
    "H": Terrain.HILLS,
    "M": Terrain.MOUNTAINS,
    "$": Terrain.GOLD_RIVER,
}
HARBORS = [  # land hex and water hex by column and row, as the document has them
    ("general", (3, 1), (2, 1)),
    ("general", (4, 4), (3, 4)),
    ("general", (5, 5), (5, 6)),
    ("general", (8, 6), (9, 6)),
    ("wool", (1, 2), (1, 3)),
    ("grain", (0, 6), (0, 5)),
    ("lumber", (7, 1), (6, 1)),
    ("ore", (6, 6), (6, 7)),
    ("brick", (5, 0), (4, 0)),
]
WALK = """
0,-2 1,-1 1,1 2,2 2,4 3,5 3,7 4,8 5,7 6,8 7,7 8,8 8,10 7,11 7,13 6,14 6,16 5,17 4,16 3,17 3,19 4,20 4,22 5,23 6,22 7,23
8,22 8,20 9,19 9,17 10,16 10,14 11,13 12,14 13,13 13,11 14,10 14,8 15,7 15,5 16,4 17,5 17,7 18,8 18,10 17,11 17,13
16,14 16,16 15,17 14,16 13,17
"""
"""The route by the places of its points on the lattice, as the document has it."""
STOPS = "T??T?.T??T?.T??T?.T??T?.T??T?.T??T?.T??T?.T????777"
STOP_WORDS = {"T": "temple", "?": "chip", ".": "empty", "7": "seven"}
CHIPS = {"famine": 7, "bridge": 7, "battle": 7, "statue": 7}


def hex_at(row: int, column: int) -> int:
    return GRID.hex_at((2 * column + row % 2, 3 * row))


def hexes_of(letters: str) -> list[int]:
    return [n for n, word in enumerate(WORDS) if word[0] in letters]


def spots_at(walk: str) -> tuple[int, ...]:
    return tuple(GRID.intersections.index(tuple(map(int, point.split(",")))) for point in walk.split())


def around(spot: int) -> list[str]:
    return [WORDS[n] for n in GRID.hexes_at[spot]]


def beside(spot: int) -> set[int]:
    return {other for _, other in GRID.roads_from[spot]}


def empire() -> Board:
    tiles, harbors = lay(PLAN, lambda purpose, bound: pytest.fail("nothing is drawn on a fixed board"))
    return board_of(tiles, harbors, PLAN.sea_frame, PLAN.marks, PLAN.route)


# The board ------------------------------------------------------------------------------------------------------------


def test_the_empire_is_as_its_document_draws_it():
    assert [(spot.terrain, spot.number) for spot in PLAN.hexes] == [
        (LETTERS[word[0]], int(word[1:] or 0)) for word in WORDS
    ]
    assert len(PLAN.hexes) == 80
    counts = Counter(word[0] for word in WORDS)
    assert counts == Counter({"s": 21, "D": 9, "A": 16, "L": 13, "M": 7, "F": 7, "H": 5, "$": 2})
    assert PLAN.name == "empire"
    assert "reconstruction" in PLAN.source
    assert not PLAN.sea_frame


def test_its_50_numbers_are_spread_as_the_document_says_and_no_red_ones_touch():
    tokens = {2: 2, 3: 5, 4: 6, 5: 6, 6: 6, 8: 6, 9: 6, 10: 6, 11: 5, 12: 2}
    assert Counter(spot.number for spot in PLAN.hexes if spot.number) == tokens
    assert sum(tokens.values()) == 50
    red = [n for n, spot in enumerate(PLAN.hexes) if spot.number in (6, 8)]
    assert not [(a, b) for a in red for b in red if b in GRID.neighbors[a]]


def test_its_harbors_lie_where_the_document_has_them():
    between = {
        next(p for p in GRID.sides[hex_at(*land[::-1])] if hex_at(*water[::-1]) in GRID.hexes_along[p]): kind
        for kind, land, water in HARBORS
    }
    assert {spot.path: spot.kind.name.lower() for spot in PLAN.harbors} == between
    assert len(between) == 9


@pytest.mark.rule("A1.3")
def test_the_robber_has_nine_deserts():
    for n in hexes_of("D"):
        check_plan(msgspec.structs.replace(PLAN, robber=n), (check_empire,))
    assert empire().first(Terrain.DESERT) == hex_at(0, 7)


# The route ------------------------------------------------------------------------------------------------------------


def test_the_route_is_as_the_document_has_it():
    assert ROUTE.intersections == spots_at(WALK)
    assert ROUTE.stops == tuple(STOP_WORDS[letter] for letter in STOPS)
    assert {chip.kind: chip.count for chip in ROUTE.chips} == CHIPS


@pytest.mark.rule("A1.1")
def test_25_of_28_chips_find_a_place_on_the_route():
    assert Counter(ROUTE.stops) == {"temple": 15, "chip": 25, "empty": 7, "seven": 3}
    assert sum(CHIPS.values()) - 25 == 3


def test_what_waits_where_follows_a_pattern():
    for n, stop in enumerate(ROUTE.stops, 1):
        temple, empty, purple = n % 3 == 1 and n <= 43, n % 6 == 0 and n <= 42, n >= 48
        assert stop == ("temple" if temple else "empty" if empty else "seven" if purple else "chip")


def test_51_arrows_lie_on_paths_and_the_route_never_touches_itself():
    assert len(ROUTE.intersections) == len({*ROUTE.intersections}) == 52
    assert all(b in beside(a) for a, b in pairwise(ROUTE.intersections))
    touching = [(i, k) for (i, a), (k, b) in combinations(enumerate(ROUTE.intersections), 2) if b in beside(a)]
    assert touching == [*pairwise(range(52))]


def test_temples_stand_apart_beside_hexes_that_yield_and_all_stops_touch_land():
    stops = ROUTE.intersections[1:-1]
    temples = {spot for spot, stop in zip(stops, ROUTE.stops, strict=True) if stop == "temple"}
    assert not [spot for spot in temples if beside(spot) & temples]
    assert all(any(word[0] not in "sD" for word in around(spot)) for spot in temples)
    assert all(any(word[0] != "s" for word in around(spot)) for spot in stops)


def test_a_board_knows_its_route_which_tells_boards_apart():
    board = empire()
    assert board.route == PLAN.route
    assert empire() is board
    bare = board_of(board.tiles, board.harbors, board.sea_frame, board.marks)
    assert bare is not board
    assert bare.route is None


# The validator: rows for every route ----------------------------------------------------------------------------------


def changed(**changes: object) -> Plan:
    return msgspec.structs.replace(PLAN, **changes)


def routed(
    points: Iterable[int] = ROUTE.intersections, stops: str = STOPS, chips: Mapping[str, int] = CHIPS, *extra: ChipCount
) -> Plan:
    """The empire with another route."""
    counts = tuple(ChipCount(kind, count) for kind, count in chips.items())
    words = tuple(STOP_WORDS.get(letter, letter) for letter in stops)
    return changed(route=Route(tuple(points), words, (*counts, *extra)))


def faults_of(plan: Plan, *rows) -> tuple[str, ...]:
    with pytest.raises(BoardInvalid) as caught:
        check_plan(plan, rows)
    return caught.value.faults


FIRST, SECOND, *_, LAST = ROUTE.intersections
SIZE = len(GRID.intersections)

ROUTE_FAULTS = {
    "a point off the board": (
        routed((*ROUTE.intersections[:-1], SIZE)),
        [f"there is no intersection {SIZE} for the route"],
    ),
    "a point on a negative place": (
        routed((-1, *ROUTE.intersections[1:])),
        ["there is no intersection -1 for the route"],
    ),
    "a point twice": (
        routed((*ROUTE.intersections[:-1], ROUTE.intersections[-3])),
        [f"the route comes to intersection {ROUTE.intersections[-3]} more than once"],
    ),
    "a jump": (
        routed((*ROUTE.intersections[:-1], 5)),
        [f"the route goes from intersection {ROUTE.intersections[-2]} to 5, and no path joins them"],
    ),
    "a stay": (
        routed((FIRST, FIRST, *ROUTE.intersections[2:])),
        [
            f"the route comes to intersection {FIRST} more than once",
            f"the route goes from intersection {FIRST} to {FIRST}, and no path joins them",
            f"the route goes from intersection {FIRST} to {ROUTE.intersections[2]}, and no path joins them",
        ],
    ),
    "no points": (
        routed((), ""),
        ["a route has a stop between its two ends, this one goes over 0 intersections in all"],
    ),
    "no stop": (
        routed((FIRST, SECOND), ""),
        ["a route has a stop between its two ends, this one goes over 2 intersections in all"],
    ),
    "a stop too few": (
        routed(stops=STOPS[:-1]),
        ["49 stops for the 50 intersections between the ends of the route"],
    ),
    "a stop too many": (
        routed(stops=STOPS + "7"),
        ["51 stops for the 50 intersections between the ends of the route"],
    ),
    "an unknown stop": (
        routed(stops="T?!" + STOPS[3:]),
        ["stop 3 of the route is '!', which is none of temple, chip, empty, seven"],
    ),
    "chips of an unknown kind": (
        routed(chips={**CHIPS, "plague": 1}),
        ["there are no 'plague' chips, only famine, bridge, battle, statue"],
    ),
    "a kind of chips twice": (
        routed(ROUTE.intersections, STOPS, CHIPS, ChipCount("battle", 1)),
        ["the number of battle chips is told more than once"],
    ),
    "no chip of a kind that is told": (
        routed(chips={**CHIPS, "battle": 0, "bridge": 14}),
        ["of a kind of chips there are 1 to 200, of battle 0"],
    ),
    "fewer than no chips": (
        routed(chips={**CHIPS, "battle": -1, "bridge": 14}),
        ["of a kind of chips there are 1 to 200, of battle -1"],
    ),
    "more chips than fit on a table": (
        routed(chips={**CHIPS, "statue": 201}),
        ["of a kind of chips there are 1 to 200, of statue 201"],
    ),
    "too few chips": (routed(chips={**CHIPS, "statue": 3}), ["24 chips for 25 stops of the route that have one"]),
    "no chips": (routed(chips={}), ["0 chips for 25 stops of the route that have one"]),
}


@pytest.mark.parametrize(("plan", "faults"), ROUTE_FAULTS.values(), ids=ROUTE_FAULTS)
def test_a_faulty_route_is_told_what_is_wrong_and_where(plan, faults):
    assert faults_of(plan, check_empire) == (*faults,)


def test_any_route_from_place_to_place_passes_where_its_scenario_asks_for_no_more():
    check_plan(routed(ROUTE.intersections[::-1], "7" * 50, {}), ())
    check_plan(routed((FIRST, SECOND, ROUTE.intersections[2]), "?", {"famine": 1}), ())


# The validator: rows for the empire -----------------------------------------------------------------------------------


def redrawn(words: Mapping[tuple[int, int], str], **changes: object) -> Plan:
    """The empire with other hexes, told by row and column."""
    spots = list(PLAN.hexes)
    for place, word in words.items():
        n = hex_at(*place)
        spots[n] = HexSpot(spots[n].x, spots[n].y, LETTERS[word[0]], int(word[1:] or 0))
    return changed(hexes=tuple(spots), **changes)


def every(letter: str, word: str, after: int = 0) -> dict[tuple[int, int], str]:
    """All hexes with a letter, but for the first ones, as something else."""
    return {divmod(n, 10): word for n in hexes_of(letter)[after:]}


def harbors_of(*kinds: Harbor) -> tuple[HarborSpot, ...]:
    return tuple(spot for spot in PLAN.harbors if spot.kind in kinds)


SPECIAL = tuple(kind for kind in Harbor if kind is not Harbor.GENERAL)
RING = spots_at("4,8 4,10 5,11 6,10 6,8 5,7")
"""Round the forest south of Asia Minor, back to the place beside the first."""
T25, STOP23 = ROUTE.intersections[25], ROUTE.intersections[23]

EMPIRE_FAULTS = {
    "terrain left to chance": (
        changed(
            hexes=tuple(msgspec.structs.replace(s, terrain=None) if n == 7 else s for n, s in enumerate(PLAN.hexes)),
            terrains=(Terrain.DESERT,),
        ),
        ["hex 7", "shuffled"],
    ),
    "a frame of sea": (changed(sea_frame=True), ["round the empire there is nothing"]),
    "one desert": (redrawn(every("D", "L2", after=1)), ["2 deserts or more, this board 1"]),
    "deserts that are something else as well": (
        changed(
            hexes=tuple(
                msgspec.structs.replace(s, region="waste") if s.terrain is Terrain.DESERT else s for s in PLAN.hexes
            )
        ),
        ["2 deserts or more, this board 0"],
    ),
    "no gold": (redrawn(every("$", "L3")), ["1 gold river or more, this board 0"]),
    "no general harbor": (changed(harbors=harbors_of(*SPECIAL)), ["has general harbors"]),
    "no special harbor": (changed(harbors=harbors_of(Harbor.GENERAL)), ["harbors for one good"]),
    "no harbor": (changed(harbors=()), ["has general harbors"]),
    "only general harbors, by chance": (
        changed(harbors=(HarborSpot(PLAN.harbors[0].path),), harbor_kinds=(Harbor.GENERAL,)),
        ["harbors for one good"],
    ),
    "no route": (changed(route=None), ["Alexander follows a route, and this board has none"]),
    "too few arrows": (routed(ROUTE.intersections[1:], STOPS[1:]), ["the route has 51 arrows, on this board 50"]),
    "too many arrows": (
        routed((*ROUTE.intersections, *spots_at("13,19")), STOPS[:6] + "." + STOPS[6:]),
        ["the route has 51 arrows, on this board 52"],
    ),
    "a route that touches itself": (
        routed(RING, "T?.7"),
        [f"the route touches itself: its points 0 and 5, intersections {RING[0]} and {RING[5]}, are a path apart"],
    ),
    "too few stops with a chip": (routed(stops=STOPS.replace("?", ".", 1)), ["25 stops", "event chip", "board 24"]),
    "too many stops with a chip": (routed(stops=STOPS.replace(".", "?", 1)), ["25 stops", "event chip", "board 26"]),
    "too few stops for a 7": (routed(stops=STOPS[:-3] + ".77"), ["3 stops", "crossed on a 7", "board 2"]),
    "too many stops for a 7": (routed(stops=STOPS[:-4] + "7777"), ["3 stops", "crossed on a 7", "board 4"]),
    "no stop for a 7": (routed(stops=STOPS[:-3] + "..."), ["3 stops", "crossed on a 7", "board 0"]),
    "a stop for a 7 that is not among the last": (
        routed(stops=STOPS[:-4] + "7?77"),
        ["only the last stops", "not stop 47"],
    ),
    "a stop for a 7 and an empty last one": (routed(stops=STOPS[:-3] + "77."), ["only the last", "not stop 48"]),
    "no temple first": (routed(stops="?T" + STOPS[2:]), ["first stop of the route is a temple, on this board chip"]),
    "no empty stop": (routed(stops=STOPS.replace(".", "T")), ["a stop of the route or more is empty"]),
    "temples beside each other": (
        routed(stops=STOPS[:4] + "T" + STOPS[5:]),
        [f"temples are never a path apart, but stops 4 and 5, intersections {spots_at('2,4 3,5')[0]} and"],
    ),
    "a temple beside nothing that yields": (
        redrawn({(7, 3): "D"}),
        [f"a temple lies beside a hex that yields, but stop 25, intersection {T25}, does not"],
    ),
    "a stop at sea": (
        redrawn({(7, 2): "s"}),
        [f"a stop of the route touches land, but stop 23, intersection {STOP23}, does not"],
    ),
    "too few chips": (routed(chips={**CHIPS, "famine": 6}), ["28 event chips, on this board 27"]),
    "too many chips": (routed(chips={**CHIPS, "famine": 8}), ["28 event chips, on this board 29"]),
    "a kind of chips left out": (
        routed(chips={"famine": 14, "bridge": 7, "statue": 7}),
        ["there are battle chips, on this board none"],
    ),
}


@pytest.mark.parametrize(("plan", "words"), EMPIRE_FAULTS.values(), ids=EMPIRE_FAULTS)
def test_a_board_that_is_not_the_empire_is_told_what_is_wrong_and_where(plan, words):
    faults = faults_of(plan, check_empire)
    assert [fault for fault in faults if all(word in fault for word in words)], faults


@pytest.mark.parametrize("name", ["a frame of sea", "no gold", "no route", "a stop at sea", "too few chips"])
def test_nothing_else_is_found_fault_with(name):
    plan, _ = EMPIRE_FAULTS[name]
    assert len(faults_of(plan, check_empire)) == 1


OTHER_EMPIRES = {
    "as it is": PLAN,
    "two deserts": redrawn(every("D", "L2", after=2)),
    "one gold river": redrawn({(7, 8): "L3"}),
    "other chips": routed(chips={"famine": 1, "bridge": 10, "battle": 16, "statue": 1}),
    "other temples": routed(stops="T" + "?" * 25 + "." * 21 + "777"),
    "a route the other way": routed(ROUTE.intersections[::-1], STOPS),
    "shuffled harbors": changed(
        harbors=tuple(HarborSpot(spot.path) for spot in PLAN.harbors),
        harbor_kinds=tuple(spot.kind for spot in PLAN.harbors),
    ),
}


@pytest.mark.parametrize("plan", OTHER_EMPIRES.values(), ids=OTHER_EMPIRES)
def test_another_map_of_the_empire_passes(plan):
    assert check_plan(plan, (needs_desert, check_empire)) is plan


# The drawn file -------------------------------------------------------------------------------------------------------


FILE_FAULTS = {
    "a line that means nothing": ('name = "empire"', 'name = "empire"\ncolour = "red"', "unknown field `colour`"),
    "rows that are no text": ("frame =", "numbers = 7\nframe =", "Expected `array`, got `int` - at `$.numbers`"),
    "no beginning": ('from = "0 0 N"', "", "missing required field `from` - at `$.route`"),
    "no walk": ("walk =", "way =", "unknown field `way` - at `$.route`"),
    "no stops": ("stops =", "halts =", "unknown field `halts` - at `$.route`"),
    "no chips": ("chips =", "coins =", "unknown field `coins` - at `$.route`"),
    "a beginning off the board": ('"0 0 N"', '"8 0 N"', "route from '8 0 N': there is no such hex"),
    "a beginning without a corner": ('"0 0 N"', '"0 0"', "route from '0 0': an intersection is a row, a column"),
    "a beginning on two corners": ('"0 0 N"', '"0 0 N S"', "route from '0 0 N S': an intersection is a row"),
    "a beginning on an unknown corner": ('"0 0 N"', '"0 0 E"', "route from '0 0 E': 'E' is none of N, NE, SE"),
    "an unknown way": ("SE NE SE NE SE S\n", "SE NE SE E SE S\n", "route, arrow 10: 'E' is none of N, NE, SE, S"),
    "a way without a path": (
        "SE NE SE NE SE S\n",
        "SE SE SE NE SE S\n",
        "route, arrow 8: no path leads SE from the intersection at (4, 8)",
    ),
    "a way off the board": ('"0 0 N"', '"7 9 S"', "route, arrow 1: no path leads SE from the intersection at (19, 23)"),
    "an arrow left out": ("SW NW SW\n", "SW NW\n", "50 stops for the 49 intersections between the ends"),
    "an unknown stop": ("T????7\n", "T??x?7\n", "route, stop 46: 'x' is none of T, ?, ., 7"),
    "a number of chips that is none": (
        "statue = 7",
        'statue = "7"',
        "Expected `int`, got `str` - at `$.route.chips[...]`",
    ),
    "chips of an unknown kind": ("statue = 7", "plague = 7", "there are no 'plague' chips"),
    "a map that is not the empire": ("statue = 7", "statue = 8", "28 event chips, on this board 29"),
}


@pytest.mark.parametrize(("old", "new", "fault"), FILE_FAULTS.values(), ids=FILE_FAULTS)
def test_a_faulty_file_is_told_what_is_wrong_and_where(tmp_path, old, new, fault):
    assert TEXT.count(old) == 1
    file = tmp_path / "empire.toml"
    file.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(BoardInvalid) as caught:
        read_board(file, (check_empire,))
    assert [each for each in caught.value.faults if fault in each], caught.value.faults


def test_a_file_that_is_no_text_is_told(tmp_path):
    file = tmp_path / "empire.toml"
    file.write_bytes(TEXT.encode() + b"\xff")
    with pytest.raises(BoardInvalid, match=r"empire\.toml is no TOML"):
        read_board(file)


def test_a_board_file_needs_no_route():
    file = files("domain.scenarios.cheops") / "boards" / "egypt.toml"
    assert read_board(file).route is None


# The text map ---------------------------------------------------------------------------------------------------------


def view_of_the_empire(arrow: int = 0, event: int = 0) -> game_pb2.GameView:
    """What a spectator sees of the bare board when Alexander is on an arrow, with an event that is not resolved."""
    view = game_pb2.GameView()
    board, march = view.board, view.march
    board.source = PLAN.source
    for n, spot in enumerate(PLAN.hexes):
        terrain = board_pb2.Terrain.Value(f"TERRAIN_{spot.terrain.name}")
        board.hexes.add(hex=n, x=spot.x, y=spot.y, terrain=terrain, number=spot.number)
    for n, (x, y) in enumerate(GRID.intersections):
        board.intersections.add(intersection=n, x=x, y=y)
    for n, (a, b) in enumerate(GRID.ends):
        board.paths.add(path=n, a=a, b=b)
    for spot in PLAN.harbors:
        board.harbors.add(path=spot.path, kind=board_pb2.Harbor.Value(f"HARBOR_{spot.kind.name}"))
    board.route.intersections.extend(ROUTE.intersections)
    board.route.stops.extend(ROUTE.stops)
    for chip in ROUTE.chips:
        board.route.chips.add(kind=chip.kind, count=chip.count)
    march.arrow = arrow
    closed = {*ROUTE.intersections[arrow + 1 : -1]}
    if event:
        march.event = event
    if event == alexander_pb2.MARCH_EVENT_SETTLEMENT:
        closed.add(ROUTE.intersections[arrow])
    march.protected.extend(sorted(closed.union(*map(beside, closed))))
    return view


def drawn(view: game_pb2.GameView) -> list[str]:
    return unstyle("\n".join(draw_board(view))).splitlines()


def window(lines: list[str], top: int, bottom: int, width: int) -> str:
    """The first columns of some lines."""
    return "\n".join(line[:width].rstrip() for line in lines[top:bottom])


AT_THE_START = """
      M           x           .           .
  .-'   >A>   .-'   '-.   .-'   '-.   .-'   '-.
.           T           .           .
| mountains |   forest  |    sea    |    sea
|     11    v     4     |           |
.           ?           x           .
  '-.   .-'   >>>   .-'   '-.   .-'   '-.   .-'
      x           ?           .           o
      |   fields  |  pasture  |    sea    |   h
      |     10    v     3     |      3:1  |
      .           T           x           o
  .-'   '-.   .-'   >>>   .-'   '-.   .-'   '-.
.           x           ?           x
|    sea    |   fields  |  pasture  |   fields
|           |     4     v     6     |     9
.           .           =           ?
  '-.   .-'   '-.   .-'   >>>   >>>   >>>   >>>
      .           X  wool     T           ?
"""

AT_A_TEMPLE = """
      .           .           .           .
  .-'   :::   .-'   '-.   .-'   '-.   .-'   '-.
.           +           .           .
| mountains :   forest  |    sea    |    sea
|     11    :     4     |           |
.           +           .           .
  '-.   .-'   :::   .-'   '-.   .-'   '-.   .-'
      .           x           .           o
      |   fields  :  pasture  |    sea    |   h
      |     10    :     3     |      3:1  |
      .           !           x           o
  .-'   '-.   .-'   >A>   .-'   '-.   .-'   '-.
.           x           ?           x
|    sea    |   fields  |  pasture  |   fields
|           |     4     v     6     |     9
.           .           =           ?
  '-.   .-'   '-.   .-'   >>>   >>>   >>>   >>>
      .           X  wool     T           ?
"""


@pytest.mark.parametrize(
    ("arrow", "event", "corner"),
    [(0, 0, AT_THE_START), (4, alexander_pb2.MARCH_EVENT_SETTLEMENT, AT_A_TEMPLE)],
)
def test_the_map_shows_the_route_and_how_far_alexander_is(arrow, event, corner):
    assert window(drawn(view_of_the_empire(arrow, event)), 0, 18, 47) == corner.strip("\n")


def letters(view: game_pb2.GameView) -> str:
    """What is drawn on the intersections of the route."""
    lines = drawn(view)
    places = [GRID.intersections[spot] for spot in ROUTE.intersections]
    return "".join(lines[y // 3 * 5 + (3, 5, 7)[y % 3]][6 * x + 6] for x, y in places)


AHEAD = STOPS.replace(".", "=")


@pytest.mark.parametrize(
    ("arrow", "event", "expected"),
    [
        (0, "", f"M{AHEAD}P"),
        (1, "SETTLEMENT", f"x!{AHEAD[1:]}P"),
        (1, "", f".x{AHEAD[1:]}P"),
        (3, "", f".++x{AHEAD[3:]}P"),
        (3, "FAMINE", f".++!{AHEAD[3:]}P"),
        (7, "", f".+++++ox{AHEAD[7:]}P"),
        (49, "", None),
        (50, "", None),
    ],
)
def test_every_intersection_of_the_route_has_its_letter_until_it_is_crossed(arrow, event, expected):
    value = alexander_pb2.MarchEvent.Value(f"MARCH_EVENT_{event}") if event else 0
    found = letters(view_of_the_empire(arrow, value))
    if expected is None:
        harbors = {end for spot in PLAN.harbors for end in GRID.ends[spot.path]}
        behind = "".join("o" if spot in harbors else "+" for spot in ROUTE.intersections[1 : arrow + 1])
        expected = f".{behind[:-1]}x7P" if arrow == 49 else f".{behind}P"
    assert found == expected


def test_roads_and_buildings_lie_over_the_route_and_leave_alexander_in_sight():
    view = view_of_the_empire(14, alexander_pb2.MARCH_EVENT_BRIDGE)
    paths = {frozenset(ends): path for path, ends in enumerate(GRID.ends)}
    for seat, n in enumerate((12, 13, 14, 15), 1):
        view.roads.roads.add(seat=seat, path=paths[frozenset(ROUTE.intersections[n : n + 2])])
    view.buildings.settlements.add(seat=2, intersection=ROUTE.intersections[13])
    assert [line[36:58].rstrip() for line in drawn(view)[20:30]] == [
        "      .           +",
        "  .-'   '-.   /1/   '-",
        ".          (2)",
        "|    sea   |2|  fields",
        "|      3:1 |2|    10",
        ".           !",
        "  '-.  A/3/   '-.   .-",
        "      ?           .",
        "ea   |4|  forest  |",
        "     |4|    8     |",
    ]


def test_alexander_stands_at_the_tail_of_his_arrow():
    south, north = drawn(view_of_the_empire(3)), drawn(view_of_the_empire(26))
    assert [line[6:30] for line in south[8:10]] == ["|   fields  A  pasture  ", "|     10    v     3     "]
    assert [line[42:66] for line in north[38:40]] == ["|   fields  ^   desert  ", "|     3     A           "]


def test_the_map_has_a_legend_and_says_where_the_board_is_from():
    lines = drawn(view_of_the_empire())
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 130
    assert text.count("reconstruction") == 1
    legend = lines[lines.index("") + 1 :]
    assert [line[:11] for line in legend[2:6]] == ["A Alexander", "T temple, ?", "x protected", "event chips"]
    assert "event chips: 7 famines, 7 bridges, 7 battles, 7 statues; 3 of them are out of the game" in lines
    view = view_of_the_empire()
    view.board.ClearField("route")
    assert not [line for line in drawn(view) if "Alexander" in line or ">>>" in line]


@pytest.mark.parametrize(("kind", "count"), [("hexes", 80), ("intersections", 196), ("paths", 275)])
def test_numbers_of_places_are_drawn_over_the_route(kind, count):
    text = unstyle("\n".join(draw_places(view_of_the_empire(3), kind)))
    assert "A" not in text
    assert f"{count - 1}" in text
