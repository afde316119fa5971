"""The four boards of the race: their counts, places and ways, what the validator asks of them, how they are drawn."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from click import unstyle

from domain.board import Board, Corner, HarborSpot, HexTile, Mark, Plan, Side, check_plan, lay
from domain.board.drawn import read_board
from domain.board.laid import board_of
from domain.chance import SeededChance
from domain.components import Good, Harbor, Terrain, bits
from domain.errors import BoardInvalid
from domain.scenarios.great_race import seas
from domain.scenarios.great_race.geography import check_race
from service.cli.board_text import draw_board
from settlers.v1 import board_pb2, game_pb2
from tests.scenarios.great_race.places import CHARTS, Chart

NAMES = tuple(CHARTS)
every_board = pytest.mark.parametrize("name", NAMES)
REGIONS = {"H": "home", "C": "strip", "$": "gold", "!": "storm", "X": "forbidden", ".": "", "?": ""}
LETTERS = dict(zip("FLAHM$s", ("forest", "pasture", "fields", "hills", "mountains", "gold_river", "sea"), strict=True))


def tally(text: str) -> Counter[int]:
    """Read "2x1 3x2" as one 2 and two 3s."""
    return Counter({int(number): int(count) for number, count in (word.split("x") for word in text.split())})


SMALL_TOKENS = "2x1 3x2 4x2 5x3 6x3 8x3 9x2 10x2 11x2 12x1"
HEXES = {"three": 53, "four": 60, "five": 60, "six": 67}
COUNTS = {
    "three": {".": 23, "!": 2, "H": 14, "C": 5, "$": 2, "?": 7},
    "four": {".": 17, "X": 12, "H": 14, "C": 5, "$": 2, "?": 10},
    "five": {".": 22, "!": 2, "H": 14, "C": 5, "$": 3, "?": 14},
    "six": {".": 22, "!": 2, "H": 21, "C": 5, "$": 3, "?": 14},
}
TOKENS = {
    "three": tally(SMALL_TOKENS),
    "four": tally(SMALL_TOKENS),
    "five": tally("2x1 3x2 4x2 5x3 6x3 8x3 9x3 10x2 11x2"),
    "six": tally("2x2 3x3 4x3 5x3 6x3 8x4 9x3 10x3 11x3 12x1"),
}
HIDDEN = {
    "three": ("FLAHsss", [4, 9, 10, 11]),
    "four": ("FLAHMsssss", [3, 4, 9, 10, 11]),
    "five": ("FFLAHHMsssssss", [3, 4, 4, 5, 9, 10, 11]),
    "six": ("FLLAHHMsssssss", [2, 3, 4, 5, 9, 10, 11]),
}
HOME = {name: Counter("FFFLLLAAAHHMMM") for name in NAMES} | {"six": Counter("FFFFFLLLLAAAAHHHHMMMM")}
RED_POINTS = {"three": 8, "four": 8, "five": 12, "six": 12}
SEATS = {"three": 3, "four": 4, "five": 5, "six": 6}
SHORTEST = {"three": 9, "four": 11, "five": 10, "six": 10}


def laid(name: str, seed: int = 0) -> Board:
    plan, key, chance, drawn = seas(name), seed.to_bytes(32, "big"), SeededChance(), iter(range(10**6))
    tiles, harbors = lay(plan, lambda purpose, bound: chance.draw(key, purpose, 1, next(drawn), bound))
    return board_of(tiles, harbors, plan.sea_frame, plan.marks)


# The boards -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G1.1")
@every_board
def test_a_board_is_as_its_document_draws_it(name):
    plan, chart = seas(name), CHARTS[name]
    assert plan.name == name
    assert "reconstruction" in plan.source
    assert plan.centres == chart.grid.hexes
    assert len(plan.hexes) == HEXES[name]
    assert Counter(chart.letters) == COUNTS[name]
    assert [spot.region for spot in plan.hexes] == [REGIONS[letter] for letter in chart.letters]
    fixed = {".": "sea", "!": "sea", "X": "desert", "?": "unknown", "$": "gold_river"}
    for letter, spot in zip(chart.letters, plan.hexes, strict=True):
        assert letter in "HC" or str(spot.terrain) == fixed[letter]
    assert plan.sea_frame


@pytest.mark.rule("G1.8")
@every_board
def test_home_and_strip_have_their_terrain_well_mixed(name):
    chart = CHARTS[name]
    words = {word: letter for letter, word in LETTERS.items()}
    terrain = {n: words[str(seas(name).hexes[n].terrain)] for n in chart.home | chart.strip}
    assert Counter(terrain[n] for n in chart.home) == HOME[name]
    assert Counter(terrain[n] for n in chart.strip) == Counter("FLAHM")
    assert not [(a, b) for a in terrain for b in chart.grid.neighbors[a] if terrain[a] == terrain.get(b)]


@pytest.mark.rule("G1.4")
@pytest.mark.rule("G4.4")
@every_board
def test_what_is_hidden(name):
    plan = seas(name)
    terrains, numbers = HIDDEN[name]
    assert sorted(plan.hidden_terrains) == sorted(Terrain(LETTERS[each]) for each in terrains)
    assert sorted(plan.hidden_numbers) == numbers
    assert not {6, 8} & {*numbers}


@pytest.mark.rule("G1.5")
@every_board
def test_the_open_tokens_are_shuffled_with_no_red_number_beside_another(name):
    plan, grid = seas(name), CHARTS[name].grid
    fixed = {n: spot.number for n, spot in enumerate(plan.hexes) if spot.number}
    assert Counter(plan.numbers) == TOKENS[name]
    assert [(plan.hexes[n].region, number) for n, number in fixed.items()] == [("gold", 12)] * (name in ("five", "six"))
    assert [*fixed] == ([sorted(CHARTS[name].gold)[1]] if fixed else [])
    seen = set()
    for seed in range(100):
        board = laid(name, seed)
        numbers = [tile.number for tile in board.tiles]
        assert Counter(number for number in numbers if number) == TOKENS[name] + Counter(fixed.values())
        assert {n for n, number in enumerate(numbers) if number} == CHARTS[name].open_land
        red = [n for n, number in enumerate(numbers) if number in (6, 8)]
        assert not [(a, b) for a, b in combinations(red, 2) if b in grid.neighbors[a]]
        assert all(numbers[n] == number for n, number in fixed.items())
        seen.add(board.tiles)
    assert len(seen) == 100


@pytest.mark.rule("G1.4")
@every_board
def test_hidden_hexes_stay_unknown_when_the_board_is_laid(name):
    board, chart = laid(name), CHARTS[name]
    assert {n for n, tile in enumerate(board.tiles) if tile.terrain is Terrain.UNKNOWN} == chart.hidden
    assert all(board.tiles[n].number == 0 and board.yields[n] is None for n in chart.hidden)


@pytest.mark.rule("G1.3")
@every_board
def test_harbors_lie_on_the_home_coast_and_are_shuffled(name):
    plan, chart = seas(name), CHARTS[name]
    general = 2 if SEATS[name] < 5 else 3
    assert len(plan.harbors) == 5 + general
    assert all(spot.kind is None for spot in plan.harbors)
    assert Counter(plan.harbor_kinds) == Counter({Harbor(n): 1 for n in range(5)} | {Harbor.GENERAL: general})
    assert {chart.along(spot.path) for spot in plan.harbors} == {".H"}
    assert len({end for spot in plan.harbors for end in chart.grid.ends[spot.path]}) == 2 * len(plan.harbors)
    found = {(each.path, each.kind) for seed in range(100) for each in laid(name, seed).harbors}
    assert len(found) == 6 * len(plan.harbors)


@every_board
def test_the_home_coast_has_room_for_sixteen_harbors(name):
    """Along a stretch of coast every other path can have one, from its end on; all round, half of them."""
    chart = CHARTS[name]
    coast = {path for path in chart.sides(*chart.home) if chart.along(path) == ".H"}
    beside = {a: {b for b in coast if a != b and {*chart.grid.ends[a]} & {*chart.grid.ends[b]}} for a in coast}
    harbors = 0
    while coast:
        path = min(coast, key=lambda each: (len(beside[each] & coast), each))
        harbors += 1
        coast -= {path} | beside[path]
    assert harbors >= 16


@pytest.mark.rule("G7.1")
@every_board
def test_red_points_are_at_the_gold_with_room_for_all(name):
    plan, chart = seas(name), CHARTS[name]
    assert [(mark.name, {*mark.intersections}) for mark in plan.marks] == [("red", chart.red)]
    assert len(chart.red) == RED_POINTS[name]
    assert most_settlements(chart, frozenset(chart.red)) >= SEATS[name]


@cache
def most_settlements(chart: Chart, spots: frozenset[int]) -> int:
    """How many fit on these intersections by the distance rule, found by trying."""
    if not spots:
        return 0
    beside = {spot: {other for _, other in chart.grid.roads_from[spot]} & spots for spot in spots}
    spot = max(sorted(spots), key=lambda each: len(beside[each]))
    with_it = 1 + most_settlements(chart, spots - {spot} - beside[spot])
    return max(with_it, most_settlements(chart, spots - {spot})) if beside[spot] else with_it


def test_the_strip_for_four_has_14_places_free_of_forbidden_land_and_room_for_7():
    chart = CHARTS["four"]
    free = chart.corners(*chart.strip) - chart.corners(*chart.forbidden)
    assert len(free) == 14
    assert most_settlements(chart, frozenset(free)) == 7


# Unknown hexes on a laid board ----------------------------------------------------------------------------------------


@pytest.mark.rule("G4.3")
@every_board
def test_an_unknown_hex_is_neither_land_nor_sea(name):
    board, chart = laid(name), CHARTS[name]
    along = {path: chart.along(path) for path in chart.every_path}
    assert {*bits(board.land)} == chart.home | chart.strip | chart.gold | chart.forbidden
    assert {*bits(board.land_paths)} == {path for path, sides in along.items() if {*sides} & {*"HC$X"}}
    assert {*bits(board.sea_paths)} == {path for path, sides in along.items() if {*sides} & {*".!"}}
    assert {*bits(board.known_paths)} == {path for path, sides in along.items() if sides != "??"}
    assert {*bits(board.land_intersections)} == chart.corners(*bits(board.land))


@pytest.mark.rule("G4.1")
@pytest.mark.parametrize("terrain", [Terrain.SEA, Terrain.HILLS])
@every_board
def test_a_hex_turned_up_makes_a_new_board(name, terrain):
    board, chart = laid(name), CHARTS[name]
    n = min(chart.hidden)
    up = HexTile(*chart.grid.hexes[n], terrain, 4 if terrain is Terrain.HILLS else 0)
    turned = board.with_tile(n, up)
    assert turned is board.with_tile(n, up)
    assert turned.grid is board.grid
    assert turned.tiles[n] == up
    assert (*turned.tiles[:n], *turned.tiles[n + 1 :]) == (*board.tiles[:n], *board.tiles[n + 1 :])
    assert turned.known_paths == board.known_paths | board.grid.side_mask[n]
    land = terrain is Terrain.HILLS
    assert turned.land == board.land | (1 << n if land else 0)
    assert turned.land_paths == board.land_paths | (board.grid.side_mask[n] if land else 0)
    assert turned.sea_paths == board.sea_paths | (0 if land else board.grid.side_mask[n])
    assert turned.yields[n] is (Good.BRICK if land else None)
    assert (turned.harbor_intersections, turned.mark_masks) == (board.harbor_intersections, board.mark_masks)
    assert turned.region_masks == board.region_masks


# The ways -------------------------------------------------------------------------------------------------------------


def turned_up(name: str) -> Iterable[str]:
    """The letters of a board with every way to turn its hidden hexes up, as land (L) and sea; of many, every 31st."""
    chart, hidden = CHARTS[name], sorted(CHARTS[name].hidden)
    lands = [*combinations(hidden, sum(each != "s" for each in HIDDEN[name][0]))]
    for land in lands[:: 1 if len(lands) < 1000 else 31]:
        yield "".join("L" if n in land else "." if n in hidden else each for n, each in enumerate(chart.letters))


def pieces_on(chart: Chart, letters: str) -> dict[int, str]:
    """For each path the pieces that may lie there: r a road, s a ship (B7.2, S1, G5.1, G5.2)."""
    found = {}
    for path in chart.every_path:
        sides = [letters[h] for h in chart.grid.hexes_along[path]]
        sides += "." * (2 - len(sides))
        road = "r" if {*sides} & {*"HCL$"} else ""
        ship = "s" if "." in sides and "!" not in sides else ""
        found[path] = "" if "X" in sides else road + ship
    return found


def reached(chart: Chart, letters: str, kinds: str) -> set[int]:
    """Where the pieces of a seat come from its starting places, with settlements where they change (B2.3, S1).

    A state is an intersection, the piece that comes there, and how many paths lie behind since the last settlement, of
    which two are enough for the next one.
    """
    grid, pieces, shut = chart.grid, pieces_on(chart, letters), chart.corners(*chart.forbidden)
    start = chart.corners(*chart.home) - shut
    edge = [(spot, kind, 0) for spot in start for kind in kinds]
    found = set(edge)
    while edge:
        after = set()
        for spot, kind, steps in edge:
            settles = (
                kind and steps == 2 and spot not in shut and any(letters[h] in "HCL$" for h in grid.hexes_at[spot])
            )
            for path, other in grid.roads_from[spot]:
                for piece in pieces[path]:
                    if piece in kinds and (piece == kind or settles):
                        after.add((other, piece, min(2, steps + 1) if piece == kind else 1))
        edge = [*(after - found)]
        found |= after
    return {spot for spot, _, steps in found if steps == 2}


@pytest.mark.rule("G5.3")
@every_board
def test_ships_alone_never_reach_the_gold_and_roads_and_ships_always_do(name):
    chart = CHARTS[name]
    for letters in turned_up(name):
        assert not reached(chart, letters, "s") & chart.corners(*chart.gold), letters
        assert chart.red <= reached(chart, letters, "rs"), letters


@every_board
def test_how_long_the_shortest_way_is(name):
    chart = CHARTS[name]
    # A path between two hidden hexes carries one or the other, once one of them is turned up.
    pieces = pieces_on(chart, "".join(chart.letters))
    open_paths = {path for path, carried in pieces.items() if carried or chart.along(path) == "??"}
    found, steps = chart.corners(*chart.home), 0
    while not found & chart.red:
        found |= {other for spot in found for path, other in chart.grid.roads_from[spot] if path in open_paths}
        steps += 1
    assert steps == SHORTEST[name]


# The validator --------------------------------------------------------------------------------------------------------


def faults_of(plan: Plan) -> tuple[str, ...]:
    with pytest.raises(BoardInvalid) as caught:
        check_plan(plan, (check_race,))
    return caught.value.faults


def changed(name: str = "three", /, **changes: object) -> Plan:
    return msgspec.structs.replace(seas(name), **changes)


def hexes(changes: Mapping[tuple[int, int], Mapping[str, object]], name: str = "three", **others: object) -> Plan:
    """A board with some hexes changed, told by row and column."""
    spots = [*seas(name).hexes]
    for (row, column), change in changes.items():
        n = CHARTS[name].tile(row, column)
        spots[n] = msgspec.structs.replace(spots[n], **change)
    return changed(name, hexes=tuple(spots), **others)


def marked(*spots: int, name: str = "three") -> Plan:
    return changed(name, marks=(Mark("red", tuple(sorted(spots))),))


SEA = {"terrain": Terrain.SEA, "region": "", "number": 0}
LAND = {"terrain": Terrain.HILLS, "region": "strip"}
THREE = seas("three")
RED = THREE.marks[0].intersections
N3 = THREE.numbers
FAR = CHARTS["three"].grid.sides[CHARTS["three"].tile(3, 2)][Side.W]
"""A path on the strip's coast."""
BY_HIDDEN = CHARTS["four"].grid.sides[CHARTS["four"].tile(1, 6)][Side.W]
EAST = [divmod(n, 10) for n in (6, 7, 15, 16, 26, 27, 35, 36, 46, 47, 55, 56, 66, 67)]
"""The home island of the board for three, by row and column."""
MIDDLE = CHARTS["three"].tile(3, 6)


def without_harbor(n: int, path: int, name: str = "three") -> Plan:
    spots = [*seas(name).harbors]
    spots[n] = HarborSpot(path)
    return changed(name, harbors=tuple(spots))


GENERAL_FAULTS = {
    "too few hidden terrains": (
        changed(hidden_terrains=THREE.hidden_terrains[:-1]),
        ["6 hidden terrains for 7 unknown hexes"],
    ),
    "hidden terrains for nothing": (
        hexes({(0, 4): SEA}),
        ["7 hidden terrains for 6 unknown hexes"],
    ),
    "too few hidden tokens": (
        changed(hidden_numbers=(4, 9, 10)),
        ["3 hidden number tokens for 4 hidden producing hexes"],
    ),
    "too many hidden tokens": (
        changed(hidden_numbers=(4, 9, 10, 11, 11)),
        ["5 hidden number tokens for 4 hidden producing hexes"],
    ),
    "a hidden token that there is not": (changed(hidden_numbers=(4, 7, 10, 11)), ["no hidden token", "7"]),
    "what is hidden is unknown": (
        changed(hidden_terrains=(*THREE.hidden_terrains[:-1], Terrain.UNKNOWN)),
        ["known, not unknown"],
    ),
    "a number on an unknown hex": (hexes({(0, 4): {"number": 5}}), ["hex 4 has a number and yields nothing"]),
    "a harbor by an unknown hex": (without_harbor(0, BY_HIDDEN, "four"), [f"path {BY_HIDDEN}", "not on a coast"]),
    "a robber on an unknown hex": (changed(robber=4), ["the robber cannot start on hex 4"]),
}
RACE_FAULTS = {
    "a row too short": (changed(hexes=THREE.hexes[1:], harbors=(), harbor_kinds=(), marks=()), ["7 rows", "8 and 7"]),
    "land left to chance": (
        hexes({(3, 6): {"terrain": None}}, terrains=(Terrain.PASTURE,)),
        ["fixed, not shuffled", f"hex {MIDDLE}"],
    ),
    "a frame of nothing": (
        changed(sea_frame=False, harbors=(), harbor_kinds=()),
        ["round the race there is sea"],
    ),
    "an unknown region": (hexes({(0, 0): {"region": "punt"}}), ["hex 0 lies in punt", "no region"]),
    "a storm on land": (hexes({(3, 2): {"region": "storm"}}), ["lies in storm and is"]),
    "a home at sea": (hexes({(0, 5): {"region": "home"}}), ["hex 5 lies in home and is sea"]),
    "a home face down": (hexes({(0, 4): {"region": "home"}}), ["hex 4 lies in home and is unknown"]),
    "forbidden sea": (hexes({(0, 0): {"region": "forbidden"}}), ["hex 0 lies in forbidden and is sea"]),
    "open land of no island": (hexes({(3, 6): {"region": ""}}), [f"hex {MIDDLE} is open land", "neither in home"]),
    "a desert": (hexes({(0, 0): {"terrain": Terrain.DESERT}}), ["no desert", "hex 0"]),
    "no strip": (
        hexes({at: {"region": "home"} for at in ((1, 2), (2, 3), (3, 2), (4, 3), (5, 2))}),
        ["no hex lies in strip"],
    ),
    "more of a land than there is": (
        hexes({(3, 5): {"terrain": Terrain.FOREST}}),
        ["5 hexes of forest in the boxes", "takes 6"],
    ),
    "a hidden land more than there is": (
        changed(hidden_terrains=(Terrain.FOREST, Terrain.FOREST, Terrain.FIELDS, Terrain.HILLS, *[Terrain.SEA] * 3)),
        ["5 hexes of forest in the boxes", "takes 6"],
    ),
    "more sea than there is": (
        hexes({(row, 6): SEA for row in range(3)}, numbers=N3[3:], harbors=(), harbor_kinds=()),
        ["30 hexes of sea in the boxes", "takes 31"],
    ),
    "too little gold": (hexes({(2, 0): SEA}, numbers=N3[1:]), ["2 open hexes of gold river", "1 open and 0 hidden"]),
    "gold that is hidden": (
        changed(hidden_terrains=(Terrain.GOLD_RIVER, *THREE.hidden_terrains[1:])),
        ["2 open hexes of gold river", "2 open and 1 hidden"],
    ),
    "one storm": (hexes({(0, 3): {"region": ""}}), ["has 2 storms, this one 1"]),
    "three storms": (hexes({(0, 0): {"region": "storm"}}), ["has 2 storms, this one 3"]),
    "a storm for four": (hexes({(3, 0): {"region": "storm"}}, "four"), ["has 0 storms, this one 1"]),
    "eleven forbidden lands": (hexes({(0, 0): SEA}, "four"), ["has 12 forbidden lands, this one 11"]),
    "a forbidden land for three": (
        hexes({(0, 0): {"terrain": Terrain.DESERT, "region": "forbidden"}}),
        ["has 0 forbidden lands, this one 1"],
    ),
    "more tokens than there are": (changed(numbers=(*N3[:-1], 5)), ["3 tokens with a 5 in the boxes", "takes 4"]),
    "more twelves than there are": (
        changed(numbers=(12, 12, *N3[2:])),
        ["2 tokens with a 12 in the boxes", "takes 3"],
    ),
    "a hidden 6": (changed(hidden_numbers=(6, 9, 10, 11)), ["no 6 is among the hidden tokens"]),
    "a hidden 8": (changed(hidden_numbers=(8, 9, 10, 11)), ["no 8 is among the hidden tokens"]),
    "a middle gold island without the 12": (
        hexes({(3, 0): {"number": 0}}, "five", numbers=(*seas("five").numbers, 12)),
        ["the middle gold island has the 12", f"hex {CHARTS['five'].tile(3, 0)}"],
    ),
    "no ore harbor": (
        changed(harbor_kinds=(*[Harbor(n) for n in (0, 1, 2, 3)], *[Harbor.GENERAL] * 3)),
        ["1 ore harbors, this one 0"],
    ),
    "too few general harbors": (
        changed(harbor_kinds=(*[Harbor(n) for n in (0, 1, 2, 3, 4, 4)], Harbor.GENERAL)),
        ["2 general harbors, this one 1"],
    ),
    "a coin harbor": (
        changed(harbor_kinds=(*[Harbor(n) for n in range(6)], Harbor.GENERAL)),
        ["0 coin harbors, this one 1"],
    ),
    "a harbor on the strip": (without_harbor(0, FAR), ["home island's coast", f"path {FAR}"]),
    "a harbor in a storm": (hexes({(2, 5): {"region": "storm"}}), ["by open sea", f"path {THREE.harbors[6].path}"]),
    "a robber on the board": (
        hexes({(0, 0): {"region": ""}}, "four", robber=0),
        ["the robber is off the board"],
    ),
    "a home too small": (
        hexes({at: {"region": "strip"} for at in EAST[4:]}, harbors=(), harbor_kinds=()),
        ["6 starting settlements", "among 21 on the home island, and it has 16"],
    ),
    "no red points": (changed(marks=()), ["has 8 red points, this one 0"]),
    "a red point too few": (marked(*RED[1:]), ["has 8 red points, this one 7"]),
    "a red point away from gold": (marked(*RED[1:], 0), ["red points are on gold river", "intersection 0"]),
    "a red point on forbidden land": (
        hexes({(1, 0): {"terrain": Terrain.DESERT, "region": "forbidden"}}, "four"),
        ["a city can stand on a red point", "touches forbidden land"],
    ),
    "too little room on the red points": (marked(*RED[:3]), ["3 seats", "room for 2"]),
    "a gap in the strip": (
        hexes({(3, 2): SEA}, numbers=N3[1:]),
        ["must not be reached by ships alone"],
    ),
    "a hidden hex in the strip": (
        hexes(
            {(3, 2): {"terrain": Terrain.UNKNOWN, "region": ""}},
            numbers=N3[1:],
            hidden_terrains=(*THREE.hidden_terrains, Terrain.SEA),
        ),
        ["must not be reached by ships alone"],
    ),
    "a storm that is over": (hexes({(0, 3): {"region": ""}}), ["must not be reached by ships alone"]),
    "a hidden hex in the strip between storms": (
        hexes(
            {at: {**SEA, "region": "storm"} for at in ((2, 3), (4, 3))}
            | {(3, 2): {"terrain": Terrain.UNKNOWN, "region": ""}},
            numbers=N3[3:],
            hidden_terrains=(*THREE.hidden_terrains, Terrain.SEA),
        ),
        ["crosses the strip by road", "a way past it"],
    ),
    "storms all round the gold": (
        hexes({(row, column): {"region": "storm"} for row, column in ((1, 0), (2, 1), (3, 0), (4, 1), (5, 0))}),
        ["roads and ships lead to each red point, but not to"],
    ),
}


@pytest.mark.parametrize(("plan", "words"), GENERAL_FAULTS.values(), ids=GENERAL_FAULTS)
def test_a_faulty_board_with_hidden_hexes_is_told_what_is_wrong_and_where(plan, words):
    assert [fault for fault in faults_of(plan) if all(word in fault for word in words)], faults_of(plan)


@pytest.mark.parametrize(("plan", "words"), RACE_FAULTS.values(), ids=RACE_FAULTS)
def test_a_board_that_is_none_of_the_race_is_told_what_is_wrong_and_where(plan, words):
    assert [fault for fault in faults_of(plan) if all(word in fault for word in words)], faults_of(plan)


def test_all_faults_of_a_board_are_told_at_once():
    plan = changed(hidden_numbers=(6, 9, 10, 11), marks=(), harbor_kinds=(*THREE.harbor_kinds[1:], Harbor.GENERAL))
    assert len(faults_of(plan)) == 6


OTHER_BOARDS = {
    "other land on a gold island": hexes({(3, 0): {"terrain": Terrain.MOUNTAINS, "region": "gold"}}, numbers=(*N3, 12)),
    "harbors of fixed kinds": changed(
        harbors=tuple(
            HarborSpot(spot.path, kind) for spot, kind in zip(THREE.harbors, THREE.harbor_kinds, strict=True)
        ),
        harbor_kinds=(),
    ),
    "a desert among the hidden hexes": changed(
        hidden_terrains=(Terrain.DESERT, *THREE.hidden_terrains[1:]), hidden_numbers=(4, 9, 10)
    ),
    "a mark of its own": changed(marks=(*THREE.marks, Mark("reef", (0, 1)))),
}


@pytest.mark.parametrize("plan", OTHER_BOARDS.values(), ids=OTHER_BOARDS)
def test_a_truer_map_can_take_the_place_of_a_board(plan):
    assert check_plan(plan, (check_race,)) is plan


@every_board
def test_the_boards_pass_and_need_no_desert(name):
    assert check_plan(seas(name), (check_race,)) is seas(name)


def test_a_drawn_file_has_a_letter_for_unknown_hexes(tmp_path: Path):
    file = tmp_path / "reef.toml"
    file.write_text(
        """
        name = "reef"
        source = "made up"
        frame = "sea"
        rows = "H8 u u s"
        hidden_terrains = "s F"
        hidden_numbers = [4]
        harbors = ["0 0 W ore"]
        """
    )
    plan = read_board(file, ())
    assert [spot.terrain for spot in plan.hexes] == [Terrain.HILLS, Terrain.UNKNOWN, Terrain.UNKNOWN, Terrain.SEA]
    assert (plan.hidden_terrains, plan.hidden_numbers) == ((Terrain.SEA, Terrain.FOREST), (4,))
    file.write_text(file.read_text().replace('"s F"', '"s B"'))
    with pytest.raises(BoardInvalid, match="hidden_terrains: 'B' is none of"):
        read_board(file, ())


# The text map ---------------------------------------------------------------------------------------------------------


def view_of(name: str) -> game_pb2.GameView:
    """What a spectator sees of the bare board, its harbors as they lie without a shuffle."""
    plan, grid = seas(name), CHARTS[name].grid
    view = game_pb2.GameView()
    view.turn.turn = 1
    view.ships.SetInParent()
    for n, spot in enumerate(plan.hexes):
        terrain = board_pb2.Terrain.Value(f"TERRAIN_{spot.terrain.name}")
        view.board.hexes.add(hex=n, x=spot.x, y=spot.y, terrain=terrain, number=spot.number, region=spot.region)
    for n, (x, y) in enumerate(grid.intersections):
        view.board.intersections.add(intersection=n, x=x, y=y)
    for n, (a, b) in enumerate(grid.ends):
        view.board.paths.add(path=n, a=a, b=b)
    for spot, kind in zip(plan.harbors, plan.harbor_kinds, strict=True):
        view.board.harbors.add(path=spot.path, kind=board_pb2.Harbor.Value(f"HARBOR_{kind.name}"))
    for mark in plan.marks:
        view.board.marks.add(name=mark.name, intersections=mark.intersections)
    return view


def drawn(view: game_pb2.GameView) -> list[str]:
    return unstyle("\n".join(draw_board(view))).splitlines()


@every_board
def test_the_map_tells_hidden_hexes_storms_forbidden_lands_and_red_points(name):
    lines, chart = drawn(view_of(name)), CHARTS[name]
    board = "\n".join(lines[: lines.index("")])
    assert board.count("?") == len(chart.hidden)
    assert board.count("storm") == board.count("! ! !") == len(chart.storms)
    assert board.count("forbidden") == board.count("X X X") == len(chart.forbidden)
    assert board.count("R") == len(chart.red)
    assert board.count("gold river") == len(chart.gold)
    assert (board.count("strip"), board.count("home")) == (len(chart.strip), len(chart.home))
    legend = "\n".join(lines[lines.index("") :])
    assert ("! storm" in legend, "X forbidden" in legend) == (bool(chart.storms), bool(chart.forbidden))
    assert "R red point" in legend
    assert "? face down" in legend
    assert "/12~3" not in legend
    assert max(map(len, lines)) <= 128


@pytest.mark.rule("G3.1")
def test_the_map_shows_the_pieces_of_several_seats_on_one_path():
    view, chart = view_of("five"), CHARTS["five"]

    def put(row: int, column: int, side: Side, roads: Iterable[int], ships: Iterable[int]) -> None:
        path = chart.grid.sides[chart.tile(row, column)][side]
        for seat in roads:
            view.roads.roads.add(seat=seat, path=path)
        for seat in ships:
            view.ships.ships.add(seat=seat, path=path)

    put(2, 5, Side.W, (), (1, 2))
    put(2, 5, Side.NE, (), (1, 2, 3))
    put(2, 3, Side.W, (3,), (2, 1))
    put(3, 2, Side.NE, (1, 2, 3), (4, 5))
    put(4, 2, Side.W, (), (1, 2, 3, 4, 5))
    put(4, 3, Side.NW, (2, 4), ())
    put(4, 3, Side.SW, (1,), ())
    put(4, 3, Side.SE, (), (4,))
    gold = chart.grid.corners[chart.tile(1, 0)]
    view.buildings.settlements.add(seat=1, intersection=gold[Corner.NE])
    view.buildings.cities.add(seat=2, intersection=gold[Corner.S])
    lines = drawn(view)
    assert lines[7].startswith("      .          (1)R         .")
    assert "/12~3 on one path: roads of seats 1 and 2, a ship of seat 3 (upright: |12 above ~3)" in lines
    assert "\n".join(line[:72].rstrip() for line in lines[10:26]) == SHARED.strip("\n")


SHARED = r"""
      .           R           .   strip   .           .           .
  .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   .-'   ~123
.          [2]          .           .           .           .
|    sea    |    sea    |    sea    |3  hills   |     ?    ~12    ?
|           |           |          ~12          |          ~12
.           R           .           .   strip   .           .
  '-.   .-'   '-.   .-'   '-.   .-' \123~45 .-'   '-.   .-'   '-.   .-'
      .           R           .           .           .           .
      | gold river|    sea    |   fields  |     ?     |     ?     |    s
      |     12    |           |           |           |           |
      .           R           .   strip   .           .           .
  .-'   '-.   .-'   '-.   .-'   '-.   /24   '-.   .-'   '-.   .-'   '-.
.           R           .           .           .           .
|    sea    |    sea   ~123  sea    | mountains |     ?     |     ?
|           |          ~45          |           |           |
.           R           .           .   strip   .           .
"""
