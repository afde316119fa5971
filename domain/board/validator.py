"""The one validator for boards: our own files and those that a platform brings pass the same checks."""

from collections.abc import Iterator
from itertools import count

from domain.board.laid import lay, red_neighbors, spirals
from domain.board.plan import NumbersBy, Plan
from domain.chance import SeededChance
from domain.components import YIELD, Terrain
from domain.errors import BoardInvalid

NUMBERS = frozenset((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
MOST_HEXES = 200


def check_plan(plan: Plan) -> Plan:
    """Check a plan and return it; raises ``BoardInvalid`` naming every fault, what is wrong and where."""
    faults = tuple(_lattice_faults(plan)) or tuple(_faults(plan)) or tuple(_laying_faults(plan))
    if faults:
        raise BoardInvalid(faults)
    return plan


def _lattice_faults(plan: Plan) -> Iterator[str]:
    if not 1 <= len(plan.hexes) <= MOST_HEXES:
        yield f"a board has 1 to {MOST_HEXES} hexes, this one {len(plan.hexes)}"
    centres = plan.centres
    for x, y in centres:
        if y % 3 or (x - y // 3) % 2 or not 0 <= x < 2 * MOST_HEXES or not 0 <= y < 3 * MOST_HEXES:
            yield f"({x}, {y}) is not the centre of a hex"
    if list(centres) != sorted(set(centres), key=lambda c: (c[1], c[0])):
        yield "hexes must be listed once each, from north to south and west to east"


def _faults(plan: Plan) -> Iterator[str]:
    yield from _terrain_faults(plan)
    yield from _number_faults(plan)
    yield from _harbor_faults(plan)


def _terrain_faults(plan: Plan) -> Iterator[str]:
    open_hexes = sum(spot.terrain is None for spot in plan.hexes)
    if open_hexes != len(plan.terrains):
        yield f"{len(plan.terrains)} terrains are to be shuffled onto {open_hexes} hexes"
    land = [t for t in _terrains(plan) if t is not Terrain.SEA]
    if not land:
        yield "a board needs land"
    if Terrain.DESERT not in land:
        yield "a board needs a desert hex for the robber"


def _number_faults(plan: Plan) -> Iterator[str]:
    for n, spot in enumerate(plan.hexes):
        if spot.number and spot.number not in NUMBERS:
            yield f"hex {n} has the number {spot.number}, and there is no such token"
        if spot.number and spot.terrain not in YIELD:
            yield f"hex {n} has a number and yields nothing"
        if spot.number and plan.numbers_by is NumbersBy.SPIRAL:
            yield f"hex {n} has a number, but all numbers come by the spiral"
    for number in sorted(set(plan.numbers) - NUMBERS):
        yield f"there is no token with the number {number}"
    producing = sum(t in YIELD for t in _terrains(plan))
    numbered = sum(spot.number > 0 for spot in plan.hexes) + len(plan.numbers)
    if producing != numbered:
        yield f"{numbered} number tokens for {producing} producing hexes"
    if plan.numbers and plan.numbers_by is NumbersBy.FIXED:
        yield "numbers are fixed, yet there are tokens to lay"
    if plan.numbers_by is NumbersBy.FIXED:
        for a, b in red_neighbors(plan.grid, [spot.number for spot in plan.hexes]):
            yield f"hexes {a} and {b} are neighbors and both have a red number"


def _laying_faults(plan: Plan) -> Iterator[str]:
    """Lay the board once for a try, with a chance of its own."""
    if plan.numbers_by is NumbersBy.SPIRAL and not spirals(plan.grid):
        yield "no corner of the board begins a spiral"
        return
    trial = SeededChance()
    places = count()
    try:
        lay(plan, lambda purpose, bound: trial.draw(b"trial", purpose, 0, next(places), bound))
    except BoardInvalid as failure:
        yield from failure.faults


def _harbor_faults(plan: Plan) -> Iterator[str]:
    grid = plan.grid
    open_harbors = sum(spot.kind is None for spot in plan.harbors)
    if open_harbors != len(plan.harbor_kinds):
        yield f"{len(plan.harbor_kinds)} kinds are to be shuffled onto {open_harbors} harbors"
    taken: dict[int, int] = {}
    for spot in plan.harbors:
        if not 0 <= spot.path < len(grid.ends):
            yield f"there is no path {spot.path} for a harbor"
            continue
        sides = [plan.hexes[n].terrain for n in grid.hexes_along[spot.path]]
        water = Terrain.SEA in sides or (plan.sea_frame and len(sides) == 1)
        uncertain = None in sides and Terrain.SEA in plan.terrains
        if not water or uncertain or all(side is Terrain.SEA for side in sides):
            yield f"the harbor at path {spot.path} is not on a coast"
        for end in grid.ends[spot.path]:
            if end in taken:
                yield f"the harbors at paths {taken[end]} and {spot.path} share intersection {end}"
            taken[end] = spot.path


def _terrains(plan: Plan) -> list[Terrain]:
    return [spot.terrain for spot in plan.hexes if spot.terrain is not None] + list(plan.terrains)
