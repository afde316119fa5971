"""The one validator for boards: our own files and those that a platform brings pass the same checks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count, pairwise

from domain.board.grid import Grid
from domain.board.laid import lay, red_neighbors, spirals
from domain.board.plan import CHIP, CHIPS, STOPS, NumbersBy, Plan, Route
from domain.chance import SeededChance
from domain.components import YIELD, Terrain
from domain.errors import BoardInvalid

NUMBERS = frozenset((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
MOST_HEXES = 200
SETTLEMENTS = 8
"""Starting settlements for which there must be room in whatever order they are placed: those of four seats."""
ROOM = 4 * (SETTLEMENTS - 1) + 1
"""Intersections that are room for them: each settlement takes its own and three more at the most (B2.3)."""
MOST_CHIPS = 200
WATER = frozenset((Terrain.SEA, Terrain.UNKNOWN))
"""What nobody can settle as a game begins."""
NAME = re.compile("[a-z][a-z0-9_]{0,31}")

Row = Callable[[Plan], Iterator[str]]
"""A row of the validator: it names what is wrong with a plan, and where. A scenario may have rows of its own."""


def needs_desert(plan: Plan) -> Iterator[str]:
    """Ask for a desert hex on which the robber starts."""
    fixed = any(spot.terrain is Terrain.DESERT and not spot.region for spot in plan.hexes)
    if not fixed and Terrain.DESERT not in plan.terrains:
        yield "a board needs a desert hex for the robber"


def needs_room(plan: Plan) -> Iterator[str]:
    """Ask for room to place starting settlements, wherever those before them stand."""
    corners = plan.grid.corners
    land = {spot for n, place in enumerate(plan.hexes) if place.terrain not in WATER for spot in corners[n]}
    if len(land) < ROOM:
        yield f"{len(land)} intersections on land are no room for {SETTLEMENTS} starting settlements, {ROOM} are"


USUAL_ROWS: tuple[Row, ...] = (needs_desert, needs_room)


def check_plan(plan: Plan, rows: Iterable[Row] = USUAL_ROWS) -> Plan:
    """Check a plan and return it; raises ``BoardInvalid`` naming the faults, what is wrong and where.

    ``rows`` are those that a scenario asks for besides. Each step counts on the ones before: where the lattice is
    wrong, nothing on it is looked at.
    """
    for step in ((_lattice_faults,), (_faults,), rows, (_laying_faults,)):
        faults = tuple(fault for row in step for fault in row(plan))
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
    yield from _hidden_faults(plan)
    yield from _harbor_faults(plan)
    yield from _mark_faults(plan)
    yield from _region_faults(plan)
    yield from _robber_faults(plan)
    if plan.route is not None:
        yield from _walk_faults(plan.grid, plan.route)
        yield from _stop_faults(plan.route)
        yield from _chip_faults(plan.route)


def _terrain_faults(plan: Plan) -> Iterator[str]:
    open_hexes = sum(spot.terrain is None for spot in plan.hexes)
    if open_hexes != len(plan.terrains):
        yield f"{len(plan.terrains)} terrains are to be shuffled onto {open_hexes} hexes"
    if all(terrain in WATER for terrain in _terrains(plan)):
        yield "a board needs land"
    if Terrain.UNKNOWN in (*plan.terrains, *plan.hidden_terrains):
        yield "what is shuffled or hidden is known, not unknown"


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


def _hidden_faults(plan: Plan) -> Iterator[str]:
    unknown = sum(spot.terrain is Terrain.UNKNOWN for spot in plan.hexes)
    if unknown != len(plan.hidden_terrains):
        yield f"{len(plan.hidden_terrains)} hidden terrains for {unknown} unknown hexes"
    for number in sorted(set(plan.hidden_numbers) - NUMBERS):
        yield f"there is no hidden token with the number {number}"
    producing = sum(terrain in YIELD for terrain in plan.hidden_terrains)
    if producing != len(plan.hidden_numbers):
        yield f"{len(plan.hidden_numbers)} hidden number tokens for {producing} hidden producing hexes"


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
        uncertain = (None in sides and Terrain.SEA in plan.terrains) or Terrain.UNKNOWN in sides
        if not water or uncertain or all(side is Terrain.SEA for side in sides):
            yield f"the harbor at path {spot.path} is not on a coast"
        for end in grid.ends[spot.path]:
            if end in taken:
                yield f"the harbors at paths {taken[end]} and {spot.path} share intersection {end}"
            taken[end] = spot.path


def _mark_faults(plan: Plan) -> Iterator[str]:
    size = len(plan.grid.intersections)
    known: set[str] = set()
    for mark in plan.marks:
        if not NAME.fullmatch(mark.name):
            yield f"{mark.name!r} is no name for a mark"
        if mark.name in known:
            yield f"there are two marks with the name {mark.name}"
        known.add(mark.name)
        for spot, times in sorted(Counter(mark.intersections).items()):
            if not 0 <= spot < size:
                yield f"there is no intersection {spot} for the mark {mark.name}"
            if times > 1:
                yield f"intersection {spot} has the mark {mark.name} more than once"


def _region_faults(plan: Plan) -> Iterator[str]:
    for n, spot in enumerate(plan.hexes):
        if spot.region and not NAME.fullmatch(spot.region):
            yield f"hex {n} has the region {spot.region!r}, which is no name for one"


def _robber_faults(plan: Plan) -> Iterator[str]:
    if plan.robber is None:
        return
    if not 0 <= plan.robber < len(plan.hexes):
        yield f"there is no hex {plan.robber} for the robber"
        return
    spot = plan.hexes[plan.robber]
    if spot.terrain is not Terrain.DESERT or spot.region:
        yield f"the robber cannot start on hex {plan.robber}"


def _walk_faults(grid: Grid, route: Route) -> Iterator[str]:
    known = range(len(grid.intersections))
    for spot, times in sorted(Counter(route.intersections).items()):
        if spot not in known:
            yield f"there is no intersection {spot} for the route"
        if times > 1:
            yield f"the route comes to intersection {spot} more than once"
    for a, b in pairwise(route.intersections):
        if a in known and b in known and all(other != b for _, other in grid.roads_from[a]):
            yield f"the route goes from intersection {a} to {b}, and no path joins them"


def _stop_faults(route: Route) -> Iterator[str]:
    between = len(route.intersections) - 2
    if between < 1:
        yield f"a route has a stop between its two ends, this one goes over {between + 2} intersections in all"
    elif len(route.stops) != between:
        yield f"{len(route.stops)} stops for the {between} intersections between the ends of the route"
    for n, stop in enumerate(route.stops, 1):
        if stop not in STOPS:
            yield f"stop {n} of the route is {stop!r}, which is none of {', '.join(STOPS)}"


def _chip_faults(route: Route) -> Iterator[str]:
    for kind, times in sorted(Counter(chip.kind for chip in route.chips).items()):
        if kind not in CHIPS:
            yield f"there are no {kind!r} chips, only {', '.join(CHIPS)}"
        if times > 1:
            yield f"the number of {kind} chips is told more than once"
    for chip in route.chips:
        if not 1 <= chip.count <= MOST_CHIPS:
            yield f"of a kind of chips there are 1 to {MOST_CHIPS}, of {chip.kind} {chip.count}"
    chips, needed = sum(chip.count for chip in route.chips), route.stops.count(CHIP)
    if chips < needed:
        yield f"{chips} chips for {needed} stops of the route that have one"


def _terrains(plan: Plan) -> list[Terrain]:
    return [spot.terrain for spot in plan.hexes if spot.terrain is not None] + list(plan.terrains)
