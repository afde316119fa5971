"""The board as a map: what meets where, and what it yields."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from service.bots.messages import GOODS, Counts, good_name, nothing
from settlers.v1 import board_pb2, views_pb2

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""A hex's corners, seen from its centre on the lattice."""

YIELDS: Mapping[int, str] = MappingProxyType(
    {
        board_pb2.TERRAIN_HILLS: "brick",
        board_pb2.TERRAIN_FOREST: "lumber",
        board_pb2.TERRAIN_PASTURE: "wool",
        board_pb2.TERRAIN_FIELDS: "grain",
        board_pb2.TERRAIN_MOUNTAINS: "ore",
        board_pb2.TERRAIN_GOLD_RIVER: "coin",
    }
)

BANK_RATE, GENERAL_RATE, SPECIAL_RATE = 4, 3, 2


def pips(number: int) -> int:
    """Count the rolls of two dice, out of 36, that give a number; none for no number."""
    return 6 - abs(7 - number) if number else 0


def goods_of_harbor(kind: int) -> tuple[str, ...]:
    """Name the goods that a kind of harbor takes."""
    if kind == board_pb2.HARBOR_GENERAL:
        return GOODS
    return ("coin",) if kind == board_pb2.HARBOR_COIN else (good_name(kind),)


def rate_of_harbor(kind: int) -> int:
    """Say how many of a good a kind of harbor takes for one of another."""
    return GENERAL_RATE if kind == board_pb2.HARBOR_GENERAL else SPECIAL_RATE


@dataclass(frozen=True)
class Map:
    """What meets where on a board. Places go by their numbers."""

    ends: dict[int, tuple[int, int]]
    """For each path the intersections at its ends."""
    roads_from: dict[int, list[tuple[int, int]]]
    """For each intersection its paths, each with the intersection at the other end."""
    hexes_at: dict[int, list[int]]
    """For each intersection the hexes that meet there."""
    yields: dict[int, tuple[str, int]]
    """For each hex that yields something: what, and in how many of 36 rolls."""
    harbor_at: dict[int, int]
    """For each intersection at a harbor: what it trades."""
    on_land: frozenset[int]
    """The intersections that touch land."""
    along_land: frozenset[int]
    """The paths that border land."""
    along_sea: frozenset[int]
    """The paths that border the sea."""
    marked: dict[str, frozenset[int]]
    """For each mark the intersections that carry it."""

    def income_at(self, intersection: int) -> Counts:
        """What a settlement there yields in 36 rolls."""
        income = nothing()
        for n in self.hexes_at[intersection]:
            if n in self.yields:
                good, rolls = self.yields[n]
                income[good] += rolls
        return income

    def neighbors(self, intersection: int) -> Iterator[int]:
        """The intersections one path away."""
        return (other for _, other in self.roads_from[intersection])


def read_map(board: views_pb2.BoardView) -> Map:
    """Make the map of a board; boards that are alike share it."""
    return _read_map(board.SerializeToString(deterministic=True))


@lru_cache(maxsize=64)
def _read_map(board_bytes: bytes) -> Map:
    board = views_pb2.BoardView.FromString(board_bytes)
    number = {(spot.x, spot.y): spot.intersection for spot in board.intersections}
    ends = {path.path: (path.a, path.b) for path in board.paths}
    roads_from: dict[int, list[tuple[int, int]]] = {spot.intersection: [] for spot in board.intersections}
    for path, (a, b) in ends.items():
        roads_from[a].append((path, b))
        roads_from[b].append((path, a))
    hexes_at: dict[int, list[int]] = {spot.intersection: [] for spot in board.intersections}
    for tile in board.hexes:
        for dx, dy in CORNERS:
            hexes_at[number[tile.x + dx, tile.y + dy]].append(tile.hex)
    # What lies face down is neither.
    sea = {tile.hex for tile in board.hexes if tile.terrain == board_pb2.TERRAIN_SEA}
    land = {t.hex for t in board.hexes if t.terrain not in (board_pb2.TERRAIN_SEA, board_pb2.TERRAIN_UNKNOWN)}
    beside = {path: set(hexes_at[a]) & set(hexes_at[b]) for path, (a, b) in ends.items()}
    return Map(
        ends=ends,
        roads_from=roads_from,
        hexes_at=hexes_at,
        yields={t.hex: (YIELDS[t.terrain], pips(t.number)) for t in board.hexes if t.terrain in YIELDS},
        harbor_at={end: harbor.kind for harbor in board.harbors for end in ends[harbor.path]},
        on_land=frozenset(spot for spot, hexes in hexes_at.items() if land & set(hexes)),
        along_land=frozenset(path for path, hexes in beside.items() if land & hexes),
        # A path with one hex beside it lies at the frame.
        along_sea=frozenset(p for p, hexes in beside.items() if hexes & sea or (board.sea_frame and len(hexes) == 1)),
        marked={mark.name: frozenset(mark.intersections) for mark in board.marks},
    )
