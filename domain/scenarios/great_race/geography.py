"""What makes a board one of the Great Race: the row that every board of the race passes, a platform's own too."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.board.grid import Grid, mask_of
from domain.board.laid import RED_NUMBERS, Board, HexTile, board_of
from domain.board.plan import Plan
from domain.board.search import room, spread, steps_along
from domain.components import YIELD, Harbor, Terrain, bits
from domain.scenarios.great_race.islands import FORBIDDEN, GOLD, HOME, STORM, STRIP
from domain.scenarios.great_race.race import RED_POINTS

LANDS = tuple(terrain for terrain in YIELD if terrain is not Terrain.GOLD_RIVER)

ROWS = 7
"""How many rows of hexes there are: every other one a hex shorter."""


class Box(NamedTuple):
    """What the game's boxes hold."""

    of_each_land: int
    gold: int
    sea: int
    ends: int
    """Tokens with a 2, and with a 12."""
    others: int
    """Tokens of each other number."""
    general: int
    """Harbors that take any resource (G1.3)."""


SMALL = Box(of_each_land=5, gold=2, sea=30, ends=2, others=3, general=2)
LARGE = Box(of_each_land=7, gold=3, sea=42, ends=3, others=4, general=3)


class Shape(NamedTuple):
    """What sets the board for one number of seats apart (G1.1)."""

    seats: int
    width: int
    """Hexes in the longer rows."""
    storms: int
    forbidden: int
    red: int
    box: Box


THREE = Shape(seats=3, width=8, storms=2, forbidden=0, red=8, box=SMALL)
FOUR = Shape(seats=4, width=9, storms=0, forbidden=12, red=8, box=SMALL)
FIVE = Shape(seats=5, width=9, storms=2, forbidden=0, red=12, box=LARGE)
SIX = Shape(seats=6, width=10, storms=2, forbidden=0, red=12, box=LARGE)


def shape_of(plan: Plan) -> Shape | None:
    """Tell for how many seats a board is made, by its rows; of those for 4 and 5, the latter has the third gold."""
    gold = sum(spot.terrain is Terrain.GOLD_RIVER for spot in plan.hexes)
    for shape in (THREE, FIVE if gold >= LARGE.gold else FOUR, SIX):
        if plan.centres == tuple((2 * c + r % 2, 3 * r) for r in range(ROWS) for c in range(shape.width - r % 2)):
            return shape
    return None


def check_race(plan: Plan) -> Iterator[str]:
    """Name what keeps a board from being one of the race, and where."""
    shape = shape_of(plan)
    if shape is None:
        widths = ", ".join(f"{each.width} and {each.width - 1}" for each in (THREE, FOUR, SIX))
        yield f"a board of the race has {ROWS} rows, of {widths} hexes in turn"
        return
    shuffled = [n for n, spot in enumerate(plan.hexes) if spot.terrain is None]
    if shuffled:
        yield f"the open land of the race is fixed, not shuffled as on {_listed('hex', shuffled)}"
        return
    tiles = tuple(HexTile(s.x, s.y, s.terrain, s.number, s.region) for s in plan.hexes if s.terrain is not None)
    race = board_of(tiles, (), plan.sea_frame, plan.marks)
    faults = tuple(_region_faults(race))
    yield from faults
    yield from _box_faults(plan, shape)
    yield from _number_faults(plan, shape)
    yield from _harbor_faults(plan, race, shape)
    yield from _robber_faults(plan)
    if not faults:
        yield from _place_faults(race, shape)
        yield from _way_faults(race)


def _region_faults(race: Board) -> Iterator[str]:
    """Each hex of a region is made of what the region is (G1.7, G5), and no unknown hex lies in one."""
    if not race.sea_frame:
        yield "round the race there is sea, and round this board nothing"
    for n, tile in enumerate(race.tiles):
        land = tile.terrain not in (Terrain.SEA, Terrain.DESERT, Terrain.UNKNOWN)
        if tile.region in (HOME, STRIP, GOLD):
            right = land
        elif tile.region in (STORM, FORBIDDEN):
            right = tile.terrain is (Terrain.SEA if tile.region == STORM else Terrain.DESERT)
        elif tile.region:
            yield f"hex {n} lies in {tile.region}, which is no region of the race"
            continue
        else:
            right = not land
        if tile.terrain is Terrain.DESERT and tile.region != FORBIDDEN:
            yield f"the race has no desert, and hex {n} is one"
        elif not right and tile.region:
            yield f"hex {n} lies in {tile.region} and is {tile.terrain}"
        elif not right:
            yield f"hex {n} is open land and lies neither in {HOME} nor in {STRIP} nor in {GOLD}"
    for region in (HOME, STRIP, GOLD):
        if not race.in_region(region):
            yield f"no hex lies in {region}"


def _box_faults(plan: Plan, shape: Shape) -> Iterator[str]:
    """There is no more of anything than in the boxes; of gold, storms and forbidden lands just as much (G1.1)."""
    box, regions = shape.box, Counter(spot.region for spot in plan.hexes)
    terrains = Counter(spot.terrain for spot in plan.hexes) + Counter(plan.hidden_terrains)
    for terrain, most in (*((land, box.of_each_land) for land in LANDS), (Terrain.SEA, box.sea)):
        if terrains[terrain] > most:
            yield f"there are {most} hexes of {terrain} in the boxes, and this board takes {terrains[terrain]}"
    open_gold = sum(spot.terrain is Terrain.GOLD_RIVER for spot in plan.hexes)
    if (open_gold, terrains[Terrain.GOLD_RIVER]) != (box.gold, box.gold):
        hidden = terrains[Terrain.GOLD_RIVER] - open_gold
        yield f"there are {box.gold} open hexes of gold river, on this board {open_gold} open and {hidden} hidden"
    if regions[STORM] != shape.storms:
        yield f"a board for {shape.seats} has {shape.storms} storms, this one {regions[STORM]}"
    if regions[FORBIDDEN] != shape.forbidden:
        yield f"a board for {shape.seats} has {shape.forbidden} forbidden lands, this one {regions[FORBIDDEN]}"


def _number_faults(plan: Plan, shape: Shape) -> Iterator[str]:
    """The tokens are those of the boxes; none that is hidden is red (G4.4); the middle gold has the 12 (G1.5)."""
    tokens = Counter((*(spot.number for spot in plan.hexes if spot.number), *plan.numbers, *plan.hidden_numbers))
    for number in sorted(tokens):
        most = shape.box.ends if number in (2, 12) else shape.box.others
        if tokens[number] > most:
            yield f"there are {most} tokens with a {number} in the boxes, and this board takes {tokens[number]}"
    for number in sorted(RED_NUMBERS.intersection(plan.hidden_numbers)):
        yield f"no {number} is among the hidden tokens, but on this board"
    gold = [n for n, spot in enumerate(plan.hexes) if spot.terrain is Terrain.GOLD_RIVER]
    if shape.box is LARGE and len(gold) == shape.box.gold and plan.hexes[gold[1]].number != 12:
        yield f"the middle gold island has the 12, and hex {gold[1]} has not"


def _harbor_faults(plan: Plan, race: Board, shape: Shape) -> Iterator[str]:
    """The harbors are those of G1.3, on the coast of the home island, on open sea."""
    kinds = Counter([*plan.harbor_kinds, *(spot.kind for spot in plan.harbors if spot.kind is not None)])
    for kind in Harbor:
        right = shape.box.general if kind is Harbor.GENERAL else int(kind is not Harbor.COIN)
        if kinds[kind] != right:
            yield f"a board for {shape.seats} has {right} {kind.name.lower()} harbors, this one {kinds[kind]}"
    for spot in plan.harbors:
        along = [race.tiles[n] for n in race.grid.hexes_along[spot.path]]
        water = [tile for tile in along if tile.region != HOME]
        if len(water) == len(along) or any(tile.region or tile.terrain is not Terrain.SEA for tile in water):
            yield f"harbors lie on the home island's coast by open sea, and the one at path {spot.path} does not"


def _robber_faults(plan: Plan) -> Iterator[str]:
    if plan.robber is not None:
        yield f"the robber is off the board when the race begins, not on hex {plan.robber} (G6.3)"


def _place_faults(race: Board, shape: Shape) -> Iterator[str]:
    """All find a place to start, however the others place; the red points are on gold, with room for one each."""
    grid, red = race.grid, race.marked(RED_POINTS)
    start = _corners(race, HOME) & ~_corners(race, FORBIDDEN)
    needed = 4 * (2 * shape.seats - 1) + 1
    if start.bit_count() < needed:
        yield (
            f"{2 * shape.seats} starting settlements surely find a place among {needed} on the home island, "
            f"and it has {start.bit_count()}"
        )
    if red.bit_count() != shape.red:
        yield f"a board for {shape.seats} has {shape.red} red points, this one {red.bit_count()}"
    gold = mask_of(n for n, tile in enumerate(race.tiles) if tile.terrain is Terrain.GOLD_RIVER)
    for spot in bits(red):
        if not mask_of(grid.hexes_at[spot]) & gold:
            yield f"red points are on gold river, and intersection {spot} is not"
        elif _corners(race, FORBIDDEN) >> spot & 1:
            yield f"a city can stand on a red point, and intersection {spot} touches forbidden land"
    if room(grid, red) < shape.seats:
        yield f"{shape.seats} seats may race for the red points, and these have room for {room(grid, red)}"


def _way_faults(race: Board) -> Iterator[str]:
    """Ships alone never reach the gold islands, nor does any way past the strip; roads and ships always do (G5.3)."""
    home, gold, red = _corners(race, HOME), _corners(race, GOLD), race.marked(RED_POINTS)
    if _reach(race.grid, home, _perhaps_ships(race)) & gold:
        yield "the gold islands must not be reached by ships alone, and on this board they may be"
    elif _reach(race.grid, home, _perhaps_ships(race) | _perhaps_roads(race)) & gold:
        yield "the way to the gold islands crosses the strip by road, and on this board there may be a way past it"
    steps = steps_along(race.grid, surely_paths(race))
    first = steps_along(race.grid, surely_paths(race) & race.known_paths)
    begun = mask_of(spot for n in bits(home) for spot in bits(first[n]))
    reached = home | spread(steps, begun, -1)
    lost = red & ~reached
    if lost:
        yield f"whatever is turned up, roads and ships lead to each red point, but not to {_listed('spot', bits(lost))}"


def _perhaps_ships(race: Board) -> int:
    """Mask of the paths on which a ship may stand, be it that a hidden hex turns out to be sea."""
    return (race.sea_paths | _sides(race, Terrain.UNKNOWN)) & _open_paths(race) & ~_edges(race, STORM)


def _perhaps_roads(race: Board) -> int:
    """Mask of the paths on which a road may stand, be it that a hidden hex turns out to be land, but on the strip."""
    return (race.land_paths | _sides(race, Terrain.UNKNOWN)) & _open_paths(race) & ~_edges(race, STRIP)


def surely_paths(race: Board) -> int:
    """Mask of the paths on which a road or a ship may stand, whatever the hidden hexes turn out to be.

    A hidden hex is turned up when a piece comes to one of its corners along one of its sides, and is land or sea then:
    its next side carries a road or a ship. All paths that meet are sides of one hex two by two, so a way may change
    from ships to roads only where it has to, and two changes need never be a path apart (B2.3): a path with land on one
    side and sea on the other goes on with what came before it. (Where such a side is hidden still, a piece on the third
    path turns it up first.) Where the kind changes there is land for a settlement; it may not touch forbidden land, but
    from such a corner only one path leads, and so no way. On the edge of a storm there must be known land, for a road.
    """
    return _open_paths(race) & ~(_edges(race, STORM) & ~race.land_paths)


def _open_paths(race: Board) -> int:
    """Mask of the paths that are not on the edge of forbidden land (G5.2)."""
    return mask_of(range(len(race.grid.ends))) & ~_edges(race, FORBIDDEN)


def _sides(race: Board, terrain: Terrain) -> int:
    found = 0
    for n, tile in enumerate(race.tiles):
        if tile.terrain is terrain:
            found |= race.grid.side_mask[n]
    return found


def _edges(race: Board, region: str) -> int:
    found = 0
    for n in bits(race.in_region(region)):
        found |= race.grid.side_mask[n]
    return found


def _corners(race: Board, region: str) -> int:
    found = 0
    for n in bits(race.in_region(region)):
        found |= race.grid.corner_mask[n]
    return found


def _reach(grid: Grid, first: int, paths: int) -> int:
    return spread(steps_along(grid, paths), first, -1)


def _listed(kind: str, numbers: Sequence[int]) -> str:
    """Name places: "hex 3", "hexes 3, 5"."""
    one, several = {"hex": ("hex", "hexes"), "spot": ("intersection", "intersections")}[kind]
    return f"{one if len(numbers) == 1 else several} {', '.join(map(str, numbers))}"
