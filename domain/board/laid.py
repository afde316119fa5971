"""The laid board: terrain, numbers and harbors as a game is played on them, with the masks that rules ask for."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from domain.board.grid import Grid, grid_of, mask_of
from domain.board.plan import Mark, NumbersBy, Plan, Route
from domain.chance import shuffle
from domain.components import YIELD, Good, Harbor, Terrain
from domain.errors import BoardInvalid

RED_NUMBERS = frozenset((6, 8))

SHUFFLES = 2_000
"""How often tokens are shuffled before a board is given up."""


class HexTile(msgspec.Struct, frozen=True, gc=False):
    """One hex as it lies: its centre on the lattice, its terrain, its number (0: none) and its region ("": none)."""

    x: int
    y: int
    terrain: Terrain
    number: int = 0
    region: str = ""


class HarborPlace(msgspec.Struct, frozen=True, gc=False):
    """One harbor as it lies: its path, and what it trades."""

    path: int
    kind: Harbor


class Board(msgspec.Struct, frozen=True, eq=False):
    """The board that a game is played on. It is a part of the game; a hex turned up makes a new one."""

    grid: Grid
    tiles: tuple[HexTile, ...]
    harbors: tuple[HarborPlace, ...]
    sea_frame: bool
    land: int
    """Mask of the land hexes; an unknown hex is neither land nor sea."""
    land_paths: int
    """Mask of the paths with land on at least one side (B7.2)."""
    land_intersections: int
    """Mask of the intersections that touch land (B7.3)."""
    sea_paths: int
    """Mask of the paths with sea, or a frame of sea, on at least one side (S1, S7)."""
    known_paths: int
    """Mask of the paths with something else than an unknown hex on at least one side (G4.3)."""
    yields: tuple[Good | None, ...]
    """For each hex the good that it yields, if any."""
    harbor_intersections: tuple[int, ...]
    """For each kind of harbor (by its number) the mask of its intersections."""
    marks: tuple[Mark, ...]
    mark_masks: Mapping[str, int]
    """For each mark by its name the mask of its intersections."""
    region_masks: Mapping[str, int]
    """For each region by its name the mask of its hexes."""
    route: Route | None

    def with_tile(self, n: int, tile: HexTile) -> "Board":
        """Give the board with another tile for hex ``n``, as it lies once the hex is turned up."""
        tiles = (*self.tiles[:n], tile, *self.tiles[n + 1 :])
        return board_of(tiles, self.harbors, self.sea_frame, self.marks, self.route)

    def first(self, terrain: Terrain) -> int | None:
        """Find the first hex of a terrain and of no region, from north to south and west to east."""
        return next((n for n, tile in enumerate(self.tiles) if tile.terrain is terrain and not tile.region), None)

    def marked(self, name: str) -> int:
        """Mask of the intersections with a mark; none where the board has no such mark."""
        return self.mark_masks.get(name, 0)

    def in_region(self, name: str) -> int:
        """Mask of the hexes of a region; none where the board has no such region."""
        return self.region_masks.get(name, 0)


@lru_cache(maxsize=64)
def _harbor_masks(grid: Grid, harbors: tuple[HarborPlace, ...]) -> tuple[int, ...]:
    """For each kind of harbor the mask of its intersections."""
    return tuple(
        mask_of(end for harbor in harbors if harbor.kind == kind for end in grid.ends[harbor.path]) for kind in Harbor
    )


@lru_cache(maxsize=64)
def _mark_masks(marks: tuple[Mark, ...]) -> Mapping[str, int]:
    return MappingProxyType({mark.name: mask_of(mark.intersections) for mark in marks})


@lru_cache(maxsize=64)
def _region_masks(regions: tuple[str, ...]) -> Mapping[str, int]:
    """For each region the mask of its hexes, from the region of every hex."""
    return MappingProxyType(
        {each: mask_of(n for n, region in enumerate(regions) if region == each) for each in regions if each}
    )


@lru_cache(maxsize=1024)
def board_of(
    tiles: tuple[HexTile, ...],
    harbors: tuple[HarborPlace, ...],
    sea_frame: bool,
    marks: tuple[Mark, ...] = (),
    route: Route | None = None,
) -> Board:
    """Make the board of these tiles and harbors, with its marks and its route; equal boards share their tables."""
    grid = grid_of(tuple([(tile.x, tile.y) for tile in tiles]))
    land = land_paths = land_intersections = 0
    sea_paths = grid.outer_paths if sea_frame else 0
    for n, tile in enumerate(tiles):
        if tile.terrain is Terrain.SEA:
            sea_paths |= grid.side_mask[n]
        elif tile.terrain is not Terrain.UNKNOWN:
            land |= 1 << n
            land_paths |= grid.side_mask[n]
            land_intersections |= grid.corner_mask[n]
    return Board(
        grid=grid,
        tiles=tiles,
        harbors=harbors,
        sea_frame=sea_frame,
        land=land,
        land_paths=land_paths,
        land_intersections=land_intersections,
        sea_paths=sea_paths,
        known_paths=land_paths | sea_paths,
        yields=tuple([YIELD.get(tile.terrain) for tile in tiles]),
        harbor_intersections=_harbor_masks(grid, harbors),
        marks=marks,
        mark_masks=_mark_masks(marks),
        region_masks=_region_masks(tuple([tile.region for tile in tiles])),
        route=route,
    )


def lay(plan: Plan, draw: Callable[[str, int], int]) -> tuple[tuple[HexTile, ...], tuple[HarborPlace, ...]]:
    """Lay a plan's lists onto its open places; what is hidden stays unknown, and gets no number.

    ``draw(purpose, bound)`` gives each value of chance, for the purposes ``terrain``, ``corner``, ``token`` and
    ``harbor``. Free tokens are shuffled again and again until no red number (6, 8) lies beside another; raises
    ``BoardInvalid`` when that comes to nothing.
    """
    terrains = iter(shuffle(plan.terrains, lambda bound: draw("terrain", bound)))
    terrain = [spot.terrain if spot.terrain is not None else next(terrains) for spot in plan.hexes]
    numbers = _lay_numbers(plan, terrain, draw)
    kinds = iter(shuffle(plan.harbor_kinds, lambda bound: draw("harbor", bound)))
    harbors = tuple(HarborPlace(s.path, s.kind if s.kind is not None else next(kinds)) for s in plan.harbors)
    tiles = tuple(HexTile(s.x, s.y, t, n, s.region) for s, t, n in zip(plan.hexes, terrain, numbers, strict=True))
    return tiles, harbors


def _lay_numbers(plan: Plan, terrain: list[Terrain], draw: Callable[[str, int], int]) -> list[int]:
    numbers = [spot.number for spot in plan.hexes]
    if plan.numbers_by is NumbersBy.FIXED:
        return numbers
    if plan.numbers_by is NumbersBy.SPIRAL:
        ways = spirals(plan.grid)
        order = [n for n in ways[draw("corner", len(ways))] if terrain[n] in YIELD]
        return _put(numbers, order, plan.numbers)
    order = [n for n, t in enumerate(terrain) if t in YIELD and not numbers[n]]
    for _ in range(SHUFFLES):
        tokens = shuffle(plan.numbers, lambda bound: draw("token", bound))
        laid = _put(numbers, order, tokens)
        if not red_neighbors(plan.grid, laid):
            return laid
    raise BoardInvalid((f"{SHUFFLES} shuffles found no way to lay the red numbers apart",))


def _put(numbers: list[int], order: list[int], tokens: tuple[int, ...]) -> list[int]:
    laid = list(numbers)
    for n, token in zip(order, tokens, strict=True):
        laid[n] = token
    return laid


def red_neighbors(grid: Grid, numbers: list[int]) -> list[tuple[int, int]]:
    """Find the pairs of neighboring hexes that both carry a red number (6 or 8)."""
    red = [n for n, number in enumerate(numbers) if number in RED_NUMBERS]
    return [(a, b) for a in red for b in grid.neighbors[a] if a < b and numbers[b] in RED_NUMBERS]


@lru_cache(maxsize=64)
def spirals(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """List the ways to walk over all hexes in a spiral: counterclockwise from each corner, ring by ring inward."""
    middle = (
        sum(x for x, _ in grid.hexes) / len(grid.hexes),
        sum(y for _, y in grid.hexes) / len(grid.hexes),
    )

    def direction(n: int) -> float:
        x, y = grid.hexes[n]
        return math.atan2((middle[1] - y) / 2, (x - middle[0]) * math.sqrt(3) / 2)

    rings: list[list[int]] = []
    left = set(range(len(grid.hexes)))
    while left:
        ring = [n for n in left if sum(m in left for m in grid.neighbors[n]) < 6]
        rings.append(sorted(ring, key=direction))
        left -= set(ring)

    def walk(first: int) -> tuple[int, ...]:
        """Go round each ring from its first hex; the next begins beside the first hex and the last, where it can."""
        found: list[int] = []
        for ring in rings:
            beside = [n for n in ring if found and n in grid.neighbors[first] and n in grid.neighbors[found[-1]]]
            first = beside[0] if beside else first
            start = direction(first)
            turn = sorted(ring, key=lambda n: _turn(direction(n) - start))
            first = turn[0]
            found += turn
        return tuple(found)

    return tuple(walk(corner) for corner in rings[0] if len(grid.neighbors[corner]) == 3)


def _turn(angle: float) -> float:
    """Bring an angle into [0, 2 pi), taking what rounding leaves just below 0 as 0."""
    return (angle + 1e-9) % (2 * math.pi)
