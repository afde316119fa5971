"""What makes a board Alexander's empire: the rows that every board for him passes, a platform's own too."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from types import MappingProxyType

from domain.board.grid import Grid
from domain.board.plan import CHIP, CHIPS, EMPTY, SEVEN, TEMPLE, Plan, Route
from domain.components import YIELD, Harbor, Terrain

ARROWS = 51
"""Macedonia, Persepolis, and one between each two intersections that Alexander crosses."""

CHIP_STOPS, SEVENS = 25, 3
"""How many of those carry an event chip (A1.1), and how many, the last, are crossed on a 7 (A2.8)."""

ALL_CHIPS = 28
"""How many event chips there are (A1.1)."""

DESERTS, GOLD = 2, 1
"""How many of each the empire has at least: deserts for the robber, gold rivers for the coins."""

Numbers = Mapping[int, int]
"""The stops by their intersections: numbers from 1."""


def check_empire(plan: Plan) -> Iterator[str]:
    """Name what keeps a board from being Alexander's empire, and where."""
    shuffled = [str(n) for n, spot in enumerate(plan.hexes) if spot.terrain is None]
    if shuffled:
        yield f"the terrain of the empire is fixed, not shuffled as on hex {', '.join(shuffled)}"
        return
    yield from _land_faults(plan)
    yield from _harbor_faults(plan)
    route = plan.route
    if route is None:
        yield "Alexander follows a route, and this board has none"
        return
    stops = MappingProxyType({spot: n for n, spot in enumerate(route.intersections[1:-1], 1)})
    yield from _walk_faults(plan.grid, route)
    yield from _stop_faults(route)
    yield from _temple_faults(plan, route, stops)
    yield from _shore_faults(plan, stops)
    yield from _chip_faults(route)


def _land_faults(plan: Plan) -> Iterator[str]:
    if plan.sea_frame:
        yield "round the empire there is nothing, and this board lies in the sea"
    deserts = sum(spot.terrain is Terrain.DESERT and not spot.region for spot in plan.hexes)
    if deserts < DESERTS:
        yield f"the empire has {DESERTS} deserts or more, this board {deserts}"
    gold = sum(spot.terrain is Terrain.GOLD_RIVER for spot in plan.hexes)
    if gold < GOLD:
        yield f"the empire has {GOLD} gold river or more, this board {gold}"


def _harbor_faults(plan: Plan) -> Iterator[str]:
    kinds = {*plan.harbor_kinds, *(spot.kind for spot in plan.harbors)} - {None}
    if Harbor.GENERAL not in kinds:
        yield "the empire has general harbors, and this board has none"
    if not kinds - {Harbor.GENERAL}:
        yield "the empire has harbors for one good, and this board has none"


def _walk_faults(grid: Grid, route: Route) -> Iterator[str]:
    """The route has all its arrows, and never comes a path away from where it has been."""
    arrows = len(route.intersections) - 1
    if arrows != ARROWS:
        yield f"the route has {ARROWS} arrows, on this board {arrows}"
    for (i, a), (k, b) in combinations(enumerate(route.intersections), 2):
        if k > i + 1 and grid.near[a] >> b & 1:
            yield f"the route touches itself: its points {i} and {k}, intersections {a} and {b}, are a path apart"


def _stop_faults(route: Route) -> Iterator[str]:
    chips, sevens = route.stops.count(CHIP), route.stops.count(SEVEN)
    if chips != CHIP_STOPS:
        yield f"{CHIP_STOPS} stops of the route have an event chip, on this board {chips}"
    if sevens != SEVENS:
        yield f"{SEVENS} stops of the route are crossed on a 7, on this board {sevens}"
    for n, stop in enumerate(route.stops[:-sevens] if sevens else (), 1):
        if stop == SEVEN:
            yield f"only the last stops of the route are crossed on a 7, not stop {n}"
    if route.stops[0] != TEMPLE:
        yield f"the first stop of the route is a temple, on this board {route.stops[0]}"
    if EMPTY not in route.stops:
        yield "a stop of the route or more is empty, on this board none"


def _temple_faults(plan: Plan, route: Route, stops: Numbers) -> Iterator[str]:
    """Every temple can be settled, whatever becomes of the others, and the settlement yields."""
    grid = plan.grid
    temples = [spot for spot, n in stops.items() if route.stops[n - 1] == TEMPLE]
    for a, b in combinations(temples, 2):
        if grid.near[a] >> b & 1:
            yield f"temples are never a path apart, but stops {stops[a]} and {stops[b]}, intersections {a} and {b}, are"
    for spot in temples:
        if all(plan.hexes[n].terrain not in YIELD for n in grid.hexes_at[spot]):
            yield f"a temple lies beside a hex that yields, but stop {stops[spot]}, intersection {spot}, does not"


def _shore_faults(plan: Plan, stops: Numbers) -> Iterator[str]:
    for spot, n in stops.items():
        if all(plan.hexes[each].terrain is Terrain.SEA for each in plan.grid.hexes_at[spot]):
            yield f"a stop of the route touches land, but stop {n}, intersection {spot}, does not"


def _chip_faults(route: Route) -> Iterator[str]:
    total = sum(chip.count for chip in route.chips)
    if total != ALL_CHIPS:
        yield f"there are {ALL_CHIPS} event chips, on this board {total}"
    for kind in CHIPS:
        if all(chip.kind != kind for chip in route.chips):
            yield f"there are {kind} chips, on this board none"
