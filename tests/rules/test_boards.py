"""The boards of the classic game: how places are numbered, what is printed, what is shuffled, what is refused."""

import math
from collections import Counter
from functools import partial
from itertools import combinations, pairwise

import msgspec
import pytest

from domain.board import Board, Grid, Side, check_plan, lay
from domain.board.laid import board_of
from domain.board.plan import HarborSpot, HexSpot, NumbersBy, Plan
from domain.chance import SeededChance
from domain.components import Harbor, Terrain
from domain.errors import BoardInvalid
from domain.scenarios import SCENARIOS
from tests.rules.table import GRID, PLAN, Table, hex_of

BOARDS = SCENARIOS["classic"].boards
PRINTED = ["M10", "L2", "F9"]
PRINTED += ["A12", "H6", "L4", "H10"]
PRINTED += ["A9", "F11", "D", "F3", "M8"]
PRINTED += ["F8", "M3", "A4", "L5"]
PRINTED += ["H5", "A6", "L11"]
"""The beginner's board, rows from north, as printed."""
PRINTED_HARBORS = ["general", "grain", "ore", "general", "wool", "general", "general", "brick", "lumber"]
"""Clockwise from the north-west side of the mountains with the 10."""
APART = [3, 4, 3, 3, 4, 3, 3, 4]
"""How many paths of the coast lie from each harbor to the next."""
SPIRAL = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
TOKENS = Counter({2: 1, 12: 1} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2))
TERRAIN = Counter({"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1})
HARBORS = Counter({"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1, "general": 4})
SPIRAL_6 = [2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6]
TOKENS_6 = Counter({2: 2, 12: 2} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3))
TERRAIN_6 = Counter({"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2})
HARBORS_6 = Counter({"brick": 1, "lumber": 1, "wool": 2, "grain": 1, "ore": 1, "general": 5})
SETS = {
    "spiral": (TERRAIN, TOKENS, HARBORS),
    "free": (TERRAIN, TOKENS, HARBORS),
    "spiral-6": (TERRAIN_6, TOKENS_6, HARBORS_6),
    "free-6": (TERRAIN_6, TOKENS_6, HARBORS_6),
}
"""What is shuffled on each board."""
GRID_6 = BOARDS["free-6"]().grid
RED = {6, 8}
LETTER = {"H": "hills", "F": "forest", "L": "pasture", "A": "fields", "M": "mountains", "D": "desert"}


def red_beside_red(numbers: list[int], grid: Grid = GRID) -> list[tuple[int, int]]:
    red = [n for n, number in enumerate(numbers) if number in RED]
    return [(a, b) for a in red for b in grid.neighbors[a] if b in red]


def laid(plan: Plan, seed: int):
    """A plan laid with the chance of a seed."""
    key, chance = seed.to_bytes(32, "big"), SeededChance()
    drawn = iter(range(10**6))
    return lay(plan, lambda purpose, bound: chance.draw(key, purpose, 1, next(drawn), bound))


# The lattice ----------------------------------------------------------------------------------------------------------


@pytest.mark.case("G07")
def test_a_classic_board_has_19_hexes_54_intersections_and_72_paths():
    """G07"""
    assert (len(GRID.hexes), len(GRID.intersections), len(GRID.ends)) == (19, 54, 72)


def test_places_are_numbered_from_north_to_south_and_west_to_east():
    def reading_order(points):
        return sorted(points, key=lambda point: (point[1], point[0]))

    middles = [
        tuple((a + b) / 2 for a, b in zip(*(GRID.intersections[end] for end in ends), strict=True))
        for ends in GRID.ends
    ]
    assert list(GRID.hexes) == reading_order(GRID.hexes)
    assert list(GRID.intersections) == reading_order(GRID.intersections)
    assert middles == reading_order(middles)
    assert len({*GRID.hexes}) == 19
    assert len({*GRID.intersections}) == 54
    assert len({*middles}) == 72


def test_the_numbers_of_some_places_which_are_part_of_the_contract():
    assert GRID.hexes[:4] == ((2, 0), (4, 0), (6, 0), (1, 3))
    assert GRID.hexes[9] == (4, 6)
    assert GRID.intersections[0] == (2, -2)
    assert GRID.intersections[53] == (6, 14)
    assert GRID.ends[0] == (0, 3)
    assert [GRID.intersections[end] for end in GRID.ends[0]] == [(2, -2), (1, -1)]
    assert [GRID.intersections[end] for end in GRID.ends[71]] == [(7, 13), (6, 14)]


def test_rows_of_3_4_5_4_3_lie_half_a_hex_apart():
    rows = Counter(y for _, y in GRID.hexes)
    assert rows == {0: 3, 3: 4, 6: 5, 9: 4, 12: 3}
    assert all((x - y // 3) % 2 == 0 for x, y in GRID.hexes)


@pytest.mark.case("G07")
def test_neighborhood_is_mutual_and_unique():
    """G07"""
    assert all(len(set(corners)) == 6 for corners in GRID.corners)
    assert all(len(set(sides)) == 6 for sides in GRID.sides)
    assert len(set(GRID.ends)) == 72
    assert all(a != b for a, b in GRID.ends)
    roads = [[p for p, ends in enumerate(GRID.ends) if n in ends] for n in range(54)]
    assert Counter(len(each) for each in roads) == {3: 36, 2: 18}
    for n, each in enumerate(roads):
        assert sorted(GRID.roads_from[n]) == [(p, sum(GRID.ends[p]) - n) for p in each]
        assert GRID.paths_at[n] == sum(1 << p for p in each)
        assert GRID.near[n] == 1 << n | sum(1 << sum(GRID.ends[p]) - n for p in each)
    for a in range(19):
        assert all(a in GRID.neighbors[b] for b in GRID.neighbors[a])
        assert all(a in GRID.hexes_at[corner] for corner in GRID.corners[a])
        assert all(a in GRID.hexes_along[side] for side in GRID.sides[a])
        assert GRID.corner_mask[a] == sum(1 << corner for corner in GRID.corners[a])


def test_a_hexs_sides_run_clockwise_from_corner_to_corner():
    names = ("NE", "E", "SE", "SW", "W", "NW")
    for n, corners in enumerate(GRID.corners):
        for place, name in enumerate(names):
            ends = GRID.ends[GRID.sides[n][Side[name]]]
            assert set(ends) == {corners[place], corners[(place + 1) % 6]}


def test_corners_lie_where_the_lattice_says():
    for (x, y), corners in zip(GRID.hexes, GRID.corners, strict=True):
        assert [GRID.intersections[n] for n in corners] == [
            (x, y - 2),
            (x + 1, y - 1),
            (x + 1, y + 1),
            (x, y + 2),
            (x - 1, y + 1),
            (x - 1, y - 1),
        ]


# The beginner's board -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.6")
def test_the_beginners_board_is_as_printed():
    tiles = Table.start().game[Board].tiles
    assert [(tile.terrain, tile.number) for tile in tiles] == [
        (LETTER[drawn[0]], int(drawn[1:] or 0)) for drawn in PRINTED
    ]


@pytest.mark.rule("B2.6")
def test_the_beginners_harbors_are_as_printed():
    harbors = Table.start().game[Board].harbors
    assert [harbor.kind.name.lower() for harbor in harbors] == PRINTED_HARBORS
    assert harbors[0].path == GRID.sides[hex_of("M10")][Side.NW]
    shore = coast_clockwise_from(harbors[0].path)
    assert len(shore) == 30
    places = [shore.index(harbor.path) for harbor in harbors]
    assert [b - a for a, b in pairwise(places)] == APART
    assert 30 - places[-1] == 3


def coast_clockwise_from(first: int) -> list[int]:
    """The paths of the coast in order, each with one hex beside it, clockwise seen from above."""
    middle = GRID.hexes[hex_of("D")]

    def angle(p: int) -> float:
        (ax, ay), (bx, by) = (GRID.intersections[end] for end in GRID.ends[p])
        return math.atan2((ay + by) / 2 - middle[1], ((ax + bx) / 2 - middle[0]) * math.sqrt(3))

    shore = sorted((p for p in range(72) if len(GRID.hexes_along[p]) == 1), key=angle)
    start = shore.index(first)
    return shore[start:] + shore[:start]


@pytest.mark.rule("B2.6")
def test_no_two_harbors_of_a_classic_board_share_an_intersection():
    for name, read in BOARDS.items():
        plan = read()
        ends = [end for spot in plan.harbors for end in plan.grid.ends[spot.path]]
        assert len(set(ends)) == 2 * SETS.get(name, SETS["free"])[2].total(), name


# The boards for five and six seats ------------------------------------------------------------------------------------


@pytest.mark.rule("B2.6")
@pytest.mark.parametrize("name", ["spiral-6", "free-6"])
def test_a_board_for_five_and_six_has_30_hexes_in_rows_of_3_4_5_6_5_4_3_and_11_harbors(name):
    plan = BOARDS[name]()
    assert plan.grid is GRID_6
    assert [*Counter(y for _, y in GRID_6.hexes).values()] == [3, 4, 5, 6, 5, 4, 3]
    for y in range(0, 21, 3):
        row = [x for x, there in GRID_6.hexes if there == y]
        assert row == [*range(row[0], row[-1] + 1, 2)]
        assert row[0] + row[-1] == GRID_6.hexes[0][0] + GRID_6.hexes[2][0]
    assert len(plan.harbors) == 11
    assert {len(GRID_6.hexes_along[spot.path]) for spot in plan.harbors} == {1}
    assert plan.sea_frame


@pytest.mark.rule("B2.6")
@pytest.mark.parametrize("name", ["spiral-6", "free-6"])
def test_with_two_deserts_the_robber_stands_on_the_first(name):
    for seed in range(50):
        tiles, harbors = laid(BOARDS[name](), seed)
        deserts = [n for n, tile in enumerate(tiles) if tile.terrain is Terrain.DESERT]
        assert len(deserts) == 2
        assert board_of(tiles, harbors, True).first(Terrain.DESERT) == min(deserts)


def spirals_6() -> list[list[int]]:
    """The six spirals of the larger board, one from each corner, counterclockwise and ring by ring inward.

    Rows are lettered from north, hexes counted from west; a spiral from a corner further on is turned by so many hexes.
    """
    rings = [
        "A1 B1 C1 D1 E1 F1 G1 G2 G3 F4 E5 D6 C5 B4 A3 A2",
        "B2 C2 D2 E2 F2 F3 E4 D5 C4 B3",
        "C3 D3 E3 D4",
    ]
    turns = [(0, 0, 0), (3, 2, 1), (6, 4, 2), (8, 5, 2), (11, 7, 3), (14, 9, 0)]
    rows = [[n for n, (_, there) in enumerate(GRID_6.hexes) if there == y] for y in range(0, 21, 3)]
    walks = []
    for turn in turns:
        walk = []
        for ring, by in zip(rings, turn, strict=True):
            places = ring.split()
            walk += [rows["ABCDEFG".index(row)][int(n) - 1] for row, n in (*places[by:], *places[:by])]
        walks.append(walk)
    return walks


def test_the_six_larger_spirals_of_this_file_go_from_hex_to_neighboring_hex():
    for walk in spirals_6():
        assert sorted(walk) == list(range(30))
        assert all(b in GRID_6.neighbors[a] for a, b in pairwise(walk))


@pytest.mark.rule("B2.6")
def test_the_larger_spiral_lays_its_tokens_in_order_and_no_red_number_beside_another():
    assert Counter(SPIRAL_6) == TOKENS_6
    plan = BOARDS["spiral-6"]()
    assert [*plan.numbers] == SPIRAL_6
    walks = spirals_6()
    for deserts in combinations(range(30), 2):
        found = []
        for corner in range(6):
            numbers = [
                tile.number for tile in lay(spiral_plan(*deserts, name="spiral-6"), partial(draw_corner, corner))[0]
            ]
            assert [n for n, number in enumerate(numbers) if not number] == [*deserts]
            assert not red_beside_red(numbers, GRID_6)
            found.append(numbers)
        wanted = []
        for walk in walks:
            tokens = iter(SPIRAL_6)
            numbers = {n: 0 if n in deserts else next(tokens) for n in walk}
            wanted.append([numbers[n] for n in range(30)])
        assert sorted(found) == sorted(wanted)


# Shuffled boards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B2.6")
@pytest.mark.case("G10")
@pytest.mark.parametrize("name", SETS)
def test_a_shuffled_board_has_the_terrain_tokens_and_harbors_of_the_set(name):
    """G10: no chip on the desert, one on every other hex."""
    plan = BOARDS[name]()
    terrain, tokens, kinds = SETS[name]
    seen = set()
    for seed in range(300):
        tiles, harbors = laid(plan, seed)
        assert Counter(str(tile.terrain) for tile in tiles) == terrain
        assert Counter(tile.number for tile in tiles if tile.terrain is not Terrain.DESERT) == tokens
        assert {tile.number for tile in tiles if tile.terrain is Terrain.DESERT} == {0}
        assert Counter(harbor.kind.name.lower() for harbor in harbors) == kinds
        assert [harbor.path for harbor in harbors] == [spot.path for spot in plan.harbors]
        seen.add((tiles, harbors))
    assert len(seen) == 300


@pytest.mark.rule("B2.6")
def test_every_terrain_and_every_harbor_comes_to_every_place():
    """No place is left out of the shuffle, and none keeps what it had."""
    terrain, harbors = Counter(), Counter()
    for seed in range(600):
        tiles, places = laid(BOARDS["spiral"](), seed)
        terrain.update((n, str(tile.terrain)) for n, tile in enumerate(tiles))
        harbors.update((harbor.path, harbor.kind) for harbor in places)
    assert len(terrain) == 19 * 6
    assert len(harbors) == 9 * 6


@pytest.mark.rule("B2.6")
@pytest.mark.parametrize("name", ["free", "free-6"])
def test_free_tokens_never_lay_a_red_number_beside_another(name):
    plan = BOARDS[name]()
    for seed in range(500):
        tiles, _ = laid(plan, seed)
        assert not red_beside_red([tile.number for tile in tiles], plan.grid)


def spiral_plan(*deserts: int, name: str = "spiral") -> Plan:
    """A spiral board with its deserts in these places."""
    plan = BOARDS[name]()
    others = iter(t for t in plan.terrains if t is not Terrain.DESERT)
    hexes = [
        msgspec.structs.replace(spot, terrain=Terrain.DESERT if n in deserts else next(others))
        for n, spot in enumerate(plan.hexes)
    ]
    return msgspec.structs.replace(plan, hexes=tuple(hexes), terrains=())


def draw_corner(number: int, purpose: str, bound: int) -> int:
    assert purpose in ("corner", "harbor")
    assert purpose != "corner" or bound == 6
    return number if purpose == "corner" else 0


@pytest.mark.rule("B2.6")
@pytest.mark.parametrize("corner", range(6))
@pytest.mark.parametrize("desert", range(19))
def test_the_spiral_lays_the_lettered_tokens_in_order_and_no_red_number_beside_another(desert, corner):
    """Counterclockwise along the coast from a corner, then the ring inside, then the middle; the desert is skipped."""
    tiles, _ = lay(spiral_plan(desert), partial(draw_corner, corner))
    numbers = [tile.number for tile in tiles]
    assert numbers[desert] == 0
    assert not red_beside_red(numbers)
    assert any([numbers[n] for n in walk if n != desert] == SPIRAL for walk in spiral_walks())


def spiral_walks() -> list[list[int]]:
    """The six spirals of the printed rules, one from each corner: drawn here for the corner M10, and turned."""
    coast = ["M10", "A12", "A9", "F8", "H5", "A6", "L11", "L5", "M8", "H10", "F9", "L2"]
    inside = ["H6", "F11", "M3", "A4", "F3", "L4"]
    return [
        [hex_of(drawn) for drawn in (*coast[2 * n :], *coast[: 2 * n], *inside[n:], *inside[:n], "D")] for n in range(6)
    ]


def test_the_six_spirals_of_this_file_go_counterclockwise_over_all_hexes():
    for walk in spiral_walks():
        assert sorted(walk) == list(range(19))
        assert all(b in GRID.neighbors[a] for a, b in pairwise(walk))
        for ring in (walk[:12], walk[12:18]):
            spots = [(GRID.hexes[n][0] - 4, 6 - GRID.hexes[n][1]) for n in ring]
            assert all(ax * by - ay * bx > 0 for (ax, ay), (bx, by) in pairwise([*spots, spots[0]]))


@pytest.mark.rule("B2.6")
@pytest.mark.parametrize("desert", [0, 9])
def test_each_of_the_six_corners_may_begin_the_spiral(desert):
    found = [[tile.number for tile in lay(spiral_plan(desert), partial(draw_corner, n))[0]] for n in range(6)]
    for walk in spiral_walks():
        tokens = iter(SPIRAL)
        numbers = {n: 0 if n == desert else next(tokens) for n in walk}
        assert [numbers[n] for n in range(19)] in found


# The validator --------------------------------------------------------------------------------------------------------


def changed(**changes: object) -> Plan:
    return msgspec.structs.replace(PLAN, **changes)


def hexes_with(n: int, **changes: object) -> tuple[HexSpot, ...]:
    return tuple(msgspec.structs.replace(s, **changes) if i == n else s for i, s in enumerate(PLAN.hexes))


def harbors_with(n: int, **changes: object) -> tuple[HarborSpot, ...]:
    return tuple(msgspec.structs.replace(s, **changes) if i == n else s for i, s in enumerate(PLAN.harbors))


INLAND = GRID.sides[hex_of("D")][Side.NE]
NEXT_TO_FIRST_HARBOR = GRID.sides[hex_of("M10")][Side.NE]
M10, D, L4 = hex_of("M10"), hex_of("D"), hex_of("L4")
ALL_SEA = tuple(msgspec.structs.replace(s, terrain=Terrain.SEA, number=0) for s in PLAN.hexes)

FAULTS = {
    "no hexes": (changed(hexes=(), harbors=()), ["1 to 200 hexes", "0"]),
    "too many hexes": (
        changed(hexes=tuple(HexSpot(2 * n, 0, Terrain.DESERT) for n in range(201)), harbors=()),
        ["1 to 200 hexes", "201"],
    ),
    "a hex off the lattice (y)": (changed(hexes=hexes_with(0, y=1)), ["(2, 1)", "centre"]),
    "a hex off the lattice (x)": (changed(hexes=hexes_with(0, x=3)), ["(3, 0)", "centre"]),
    "a hex off the lattice (negative)": (changed(hexes=hexes_with(0, x=-2)), ["(-2, 0)", "centre"]),
    "a hex listed twice": (changed(hexes=(PLAN.hexes[0], *PLAN.hexes)), ["once each"]),
    "hexes out of order": (changed(hexes=PLAN.hexes[::-1]), ["north to south"]),
    "too few terrains to shuffle": (changed(hexes=hexes_with(M10, terrain=None)), ["0 terrains", "1 hexes"]),
    "too many terrains to shuffle": (changed(terrains=(Terrain.HILLS,)), ["1 terrains", "0 hexes"]),
    "no land": (changed(hexes=ALL_SEA, harbors=()), ["needs land"]),
    "no desert": (changed(hexes=hexes_with(D, terrain=Terrain.HILLS, number=5)), ["desert"]),
    "a number without a token": (changed(hexes=hexes_with(M10, number=7)), [f"hex {M10}", "7", "token"]),
    "a number above 12": (changed(hexes=hexes_with(M10, number=13)), [f"hex {M10}", "13", "token"]),
    "a number on the desert": (changed(hexes=hexes_with(D, number=5)), [f"hex {D}", "yields nothing"]),
    "a hex without a number": (changed(hexes=hexes_with(M10, number=0)), ["17 number tokens", "18 producing"]),
    "a number fixed on a spiral": (
        changed(numbers_by=NumbersBy.SPIRAL),
        [f"hex {M10}", "spiral"],
    ),
    "a token that there is not": (
        msgspec.structs.replace(BOARDS["free"](), numbers=(7, *BOARDS["free"]().numbers[1:])),
        ["no token", "7"],
    ),
    "too few tokens": (
        msgspec.structs.replace(BOARDS["free"](), numbers=BOARDS["free"]().numbers[1:]),
        ["17 number tokens", "18 producing"],
    ),
    "too many tokens": (
        msgspec.structs.replace(BOARDS["spiral"](), numbers=(*BOARDS["spiral"]().numbers, 5)),
        ["19 number tokens", "18 producing"],
    ),
    "tokens to lay where numbers are fixed": (
        changed(hexes=hexes_with(M10, number=0), numbers=(10,)),
        ["fixed", "tokens to lay"],
    ),
    "red numbers beside each other": (
        changed(hexes=hexes_with(L4, number=8)),
        [f"hexes {hex_of('H6')} and {L4}", "red"],
    ),
    "too few harbor kinds": (changed(harbors=harbors_with(0, kind=None)), ["0 kinds", "1 harbors"]),
    "too many harbor kinds": (changed(harbor_kinds=(Harbor.ORE,)), ["1 kinds", "0 harbors"]),
    "a harbor off the board": (changed(harbors=harbors_with(0, path=72)), ["no path 72"]),
    "a harbor on a negative path": (changed(harbors=harbors_with(0, path=-1)), ["no path -1"]),
    "a harbor inland": (changed(harbors=harbors_with(0, path=INLAND)), [f"path {INLAND}", "coast"]),
    "a harbor where the frame is nothing": (changed(sea_frame=False), [f"path {PLAN.harbors[0].path}", "coast"]),
    "harbors that share an intersection": (
        changed(harbors=harbors_with(1, path=NEXT_TO_FIRST_HARBOR)),
        [f"paths {PLAN.harbors[0].path} and {NEXT_TO_FIRST_HARBOR}", "intersection"],
    ),
    "two harbors on one path": (
        changed(harbors=harbors_with(1, path=PLAN.harbors[0].path)),
        ["share intersection"],
    ),
}


@pytest.mark.parametrize(("plan", "words"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_board_is_refused_and_told_what_is_wrong_and_where(plan, words):
    with pytest.raises(BoardInvalid) as caught:
        check_plan(plan)
    assert [fault for fault in caught.value.faults if all(word in fault for word in words)], caught.value.faults


def test_all_faults_are_told_at_once():
    plan = changed(hexes=hexes_with(M10, number=7), harbors=harbors_with(0, path=INLAND))
    with pytest.raises(BoardInvalid) as caught:
        check_plan(plan)
    assert len(caught.value.faults) == 2


@pytest.mark.parametrize("name", BOARDS)
def test_the_classic_boards_pass(name):
    plan = BOARDS[name]()
    assert check_plan(plan) is plan


def test_a_harbor_inside_the_board_needs_sea_on_one_side_only():
    """Where two hexes of sea meet there is no coast either."""
    wet = {hex_of("M10"), hex_of("L2")}
    hexes = tuple(
        msgspec.structs.replace(s, terrain=Terrain.SEA, number=0) if n in wet else s for n, s in enumerate(PLAN.hexes)
    )
    between = next(p for p in GRID.sides[M10] if set(GRID.hexes_along[p]) == wet)
    shore = GRID.sides[hex_of("H6")][Side.NE]
    check_plan(changed(hexes=hexes, harbors=(HarborSpot(shore, Harbor.ORE),)))
    with pytest.raises(BoardInvalid, match="coast"):
        check_plan(changed(hexes=hexes, harbors=(HarborSpot(between, Harbor.ORE),)))


def row_of(*spots: tuple[Terrain | None, int], **changes: object) -> Plan:
    """A board that is one row of hexes from west to east."""
    hexes = tuple(HexSpot(2 * n, 0, terrain, number) for n, (terrain, number) in enumerate(spots))
    return Plan(name="row", source="made up", sea_frame=True, hexes=hexes, harbors=(), **changes)


HILLS, DESERT = (Terrain.HILLS, 0), (Terrain.DESERT, 0)
NEVER_LAID = {
    "free tokens that must lie red beside red": (
        row_of(DESERT, HILLS, HILLS, numbers_by=NumbersBy.FREE, numbers=(6, 8)),
        "red",
    ),
    "fixed red numbers beside each other among free tokens": (
        row_of(DESERT, (Terrain.HILLS, 6), (Terrain.HILLS, 8), HILLS, numbers_by=NumbersBy.FREE, numbers=(5,)),
        "red",
    ),
    "a spiral where no corner begins one": (
        row_of(DESERT, HILLS, HILLS, numbers_by=NumbersBy.SPIRAL, numbers=(4, 5)),
        "spiral",
    ),
    "a harbor at a hex that may turn out to be sea": (
        msgspec.structs.replace(
            row_of((None, 0), (None, 0), terrains=(Terrain.DESERT, Terrain.SEA)), harbors=(HarborSpot(0, Harbor.ORE),)
        ),
        "coast",
    ),
}


@pytest.mark.parametrize(("plan", "word"), NEVER_LAID.values(), ids=NEVER_LAID)
def test_a_board_that_can_not_be_laid_is_refused_before_a_game_hangs_on_it(plan, word):
    with pytest.raises(BoardInvalid, match=word):
        check_plan(plan, ())


def test_a_board_needs_room_to_begin_on():
    """A board that passes can be begun on by four, wherever those before have settled (B2.3)."""
    land = [HexSpot(2 * n, 0, Terrain.HILLS, 4) for n in range(6)]
    row = Plan("row", "made up", True, (*land, HexSpot(12, 0, Terrain.DESERT)), ())
    assert check_plan(row) is row
    short = msgspec.structs.replace(row, hexes=row.hexes[1:])
    with pytest.raises(BoardInvalid, match=r"26 intersections on land are no room for 8 starting settlements, 29 are"):
        check_plan(short)
