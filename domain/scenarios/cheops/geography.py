"""What makes a board Egypt: the rows of the validator that every board for Cheops passes, a platform's own too."""

from collections.abc import Iterator, Sequence

from domain.board.grid import Grid, mask_of
from domain.board.laid import Board, HexTile, board_of
from domain.board.plan import Plan
from domain.board.search import room, spread
from domain.components import Harbor, Terrain, bits

NILE, RED_SEA, PYRAMID = "nile", "red_sea", "pyramid"
"""The regions of Egypt."""

REGIONS = {NILE: Terrain.SEA, RED_SEA: Terrain.SEA, PYRAMID: Terrain.DESERT}
"""What the hexes of each region are made of (C1.7)."""

START, SITE = "start", "site"
"""The marks: where starting settlements may stand (C1.6), and where a building serves the pyramid (C6.1)."""

STARTS = 12
"""How many settlements are placed before the first turn: three each of four seats (C1.4)."""


def check_egypt(plan: Plan) -> Iterator[str]:
    """Name what keeps a board from being Egypt, and where."""
    shuffled = [n for n, spot in enumerate(plan.hexes) if spot.terrain is None]
    if shuffled:
        yield f"the terrain of Egypt is fixed, not shuffled as on {_listed('hex', shuffled)}"
        return
    tiles = tuple(HexTile(s.x, s.y, s.terrain, s.number, s.region) for s in plan.hexes if s.terrain is not None)
    egypt = board_of(tiles, (), plan.sea_frame, plan.marks)
    faults = tuple(_region_faults(egypt))
    yield from faults or _geography_faults(egypt)
    yield from _harbor_faults(plan)


def _geography_faults(egypt: Board) -> Iterator[str]:
    yield from _water_faults(egypt)
    yield from _site_faults(egypt)
    yield from _start_faults(egypt)
    yield from _ore_faults(egypt)
    yield from _land_faults(egypt)


def _region_faults(egypt: Board) -> Iterator[str]:
    for n, tile in enumerate(egypt.tiles):
        if tile.region and tile.region not in REGIONS:
            yield f"hex {n} lies in {tile.region}, which is no region of Egypt"
        elif tile.region and tile.terrain is not REGIONS[tile.region]:
            yield f"hex {n} lies in {tile.region} and is {tile.terrain}, not {REGIONS[tile.region]}"
    for region in REGIONS:
        if not egypt.in_region(region):
            yield f"no hex lies in {region}"


def _water_faults(egypt: Board) -> Iterator[str]:
    """The Nile is one river and flows into the sea; the Red Sea is open to no other water; round them is nothing."""
    if egypt.sea_frame:
        yield "round Egypt there is nothing, and this board lies in the sea"
    nile, red_sea = egypt.in_region(NILE), egypt.in_region(RED_SEA)
    sea = _open_sea(egypt)
    apart = nile & ~_patch(egypt.grid, bits(nile)[0], nile)
    if apart:
        yield f"the Nile is one river, and no part of it flows through {_listed('hex', bits(apart))}"
    if not any(_around(egypt.grid, n) & sea for n in bits(nile)):
        yield "the Nile does not reach the sea"
    for n in bits(red_sea):
        for other in bits(_around(egypt.grid, n) & (sea | nile)):
            yield f"the Red Sea is open to no other water, and hex {n} of it lies beside hex {other}"


def _site_faults(egypt: Board) -> Iterator[str]:
    """The pyramid's site is one hex, with land all round, south-west of the delta, and its intersections are marked."""
    grid, sites = egypt.grid, bits(egypt.in_region(PYRAMID))
    mouths = [grid.hexes[n] for n in bits(egypt.in_region(NILE)) if _around(grid, n) & _open_sea(egypt)]
    if len(sites) > 1:
        yield f"the pyramid has one site, not {_listed('hex', sites)}"
    for n in sites:
        x, y = grid.hexes[n]
        if len(grid.neighbors[n]) < 6 or _around(grid, n) & ~egypt.land:
            yield f"the site of the pyramid has land all round, and hex {n} has not"
        if mouths and (x * len(mouths) >= sum(x for x, _ in mouths) or y <= max(y for _, y in mouths)):
            yield f"the site of the pyramid lies south-west of the delta, and hex {n} does not"
    yield from _mark_faults(egypt, SITE, _corners(grid, egypt.in_region(PYRAMID)), "at the site of the pyramid")


def _start_faults(egypt: Board) -> Iterator[str]:
    """Starting settlements stand on the shores of the Nile, with room for all; an island there has an inside (C1.6)."""
    shores = _corners(egypt.grid, egypt.in_region(NILE)) & egypt.land_intersections
    yield from _mark_faults(egypt, START, shores, "on a shore of the Nile")
    most = room(egypt.grid, egypt.marked(START))
    if most < STARTS:
        yield f"{STARTS} starting settlements are placed, and the marked intersections have room for {most}"
    if not any(_insides(egypt)):
        yield "the delta has no island with an intersection inside, away from all water"


def _mark_faults(egypt: Board, name: str, right: int, where: str) -> Iterator[str]:
    marked = egypt.marked(name)
    if right & ~marked:
        yield f"{_listed('intersection', bits(right & ~marked))} {where} without the mark {name}"
    if marked & ~right:
        yield f"{_listed('intersection', bits(marked & ~right))} not {where}, with the mark {name}"


def _ore_faults(egypt: Board) -> Iterator[str]:
    """Ore is out of reach at the start: mountains lie past the Red Sea, or past the land north of it."""
    grid, start = egypt.grid, egypt.marked(START)
    coast = _corners(grid, egypt.in_region(RED_SEA))
    north = min(grid.intersections[spot][1] for spot in bits(coast))
    open_spots = mask_of(n for n, (_, y) in enumerate(grid.intersections) if y >= north) & ~coast
    near = spread(grid.near, start & open_spots, open_spots)
    for n in _of(egypt, Terrain.MOUNTAINS):
        if grid.corner_mask[n] & start:
            yield f"no starting settlement touches mountains, and on hex {n} one does"
        elif grid.corner_mask[n] & near:
            yield f"mountains lie past the Red Sea or the land north of it, and those on hex {n} do not"


def _land_faults(egypt: Board) -> Iterator[str]:
    """Wood is scarce at the start; gold and stone lie in the south; the robber has deserts to start on."""
    grid = egypt.grid
    woods = [n for n in _of(egypt, Terrain.FOREST) if grid.corner_mask[n] & egypt.marked(START)]
    if len(woods) != 1:
        yield f"starting settlements touch one forest, on this board {_listed('hex', woods)}"
    gold = _of(egypt, Terrain.GOLD_RIVER)
    if len(gold) != 2:
        yield f"Egypt has two hexes of gold river, this board {_listed('hex', gold)}"
    middle = (grid.hexes[0][1] + grid.hexes[-1][1]) / 2
    hills = _of(egypt, Terrain.HILLS)
    if not hills:
        yield "Egypt has hills in the south, this board none"
    for n in (*gold, *hills):
        if grid.hexes[n][1] <= middle:
            yield f"gold and hills lie in the south of Egypt, and hex {n} does not"
    deserts = [n for n in _of(egypt, Terrain.DESERT) if not egypt.tiles[n].region]
    if len(deserts) < 2:
        yield f"Egypt has two deserts or more besides the site, this board {_listed('hex', deserts)}"


def _harbor_faults(plan: Plan) -> Iterator[str]:
    kinds = {*plan.harbor_kinds, *(spot.kind for spot in plan.harbors)}
    for kind in (Harbor.GRAIN, Harbor.WOOL, Harbor.GENERAL):
        if kind not in kinds:
            yield f"Egypt has a {kind.name.lower()} harbor, and this board has none"


def _open_sea(egypt: Board) -> int:
    return ~egypt.land & ~egypt.in_region(NILE) & ~egypt.in_region(RED_SEA)


def _of(egypt: Board, terrain: Terrain) -> list[int]:
    return [n for n, tile in enumerate(egypt.tiles) if tile.terrain is terrain]


def _listed(kind: str, numbers: Sequence[int]) -> str:
    """Name places: "hex 3", "hexes 3, 5", "no hex"."""
    if not numbers:
        return f"no {kind}"
    several = {"hex": "hexes", "intersection": "intersections"}[kind]
    return f"{kind if len(numbers) == 1 else several} {', '.join(map(str, numbers))}"


def _around(grid: Grid, n: int) -> int:
    return mask_of(grid.neighbors[n])


def _corners(grid: Grid, hexes: int) -> int:
    return mask_of(spot for n in bits(hexes) for spot in grid.corners[n])


def _patch(grid: Grid, first: int, within: int) -> int:
    """The hexes that hang together with one, side by side, among those of a mask."""
    return spread([_around(grid, n) for n in range(len(grid.hexes))], 1 << first, within)


def _insides(egypt: Board) -> Iterator[int]:
    """The intersections inside the islands of the delta: land in the Nile that reaches no edge of the board."""
    grid = egypt.grid
    nile = egypt.in_region(NILE)
    for spot, at in enumerate(grid.hexes_at):
        if len(at) == 3 and not mask_of(at) & ~egypt.land:
            island = bits(_patch(grid, at[0], egypt.land))
            if all(len(grid.neighbors[n]) == 6 for n in island) and any(_around(grid, n) & nile for n in island):
                yield spot
