"""Boards grown at random: buildings at harbors, on the site and elsewhere, roads and ships that lead on from them."""

import random

from tests.scenarios.cheops.places import (
    EVERY_INTERSECTION,
    GRID,
    HARBORS,
    LAND,
    LAND_PATHS,
    SEA_PATHS,
    SITE_INTERSECTIONS,
    paths_at,
)
from tests.scenarios.cheops.table import EgyptTable

AT_HARBORS = [end for harbor in HARBORS.values() for end in GRID.ends[harbor]]
ON_LAND = [i for i in EVERY_INTERSECTION if any(h in LAND for h in GRID.hexes_at[i])]
PIECES = {"Road": (15, LAND_PATHS), "Ship": (8, SEA_PATHS)}


def grown(seed: int, seats: int) -> EgyptTable:
    """A board of this seed, on which every seat has coins, bricks and ores, and two grain; building has begun.

    Pieces go on through others' buildings too: those may have been built later.
    """
    luck = random.Random(seed)
    table = EgyptTable.bare(seats)
    closed: set[int] = set()
    built: dict[int, list[int]] = {seat: [] for seat in table.game.everyone}
    first = SITE_INTERSECTIONS[seed % 6]
    for n in range(8 * seats):
        seat = luck.choice(list(built))
        place = luck.choice((AT_HARBORS, SITE_INTERSECTIONS, ON_LAND)[luck.choice((0, 0, 1, 2))]) if n else first
        if place not in closed and len(built[seat]) < 4:
            built[seat].append(place)
            closed |= {end for p in paths_at(place) for end in GRID.ends[p]}
            table.settlements(seat, place)
    taken: set[int] = set()
    lines = []
    reach = {seat: list(places) for seat, places in built.items()}
    stock = {(seat, kind): n for seat in built for kind, (n, _) in PIECES.items()}
    for _ in range(30 * seats):
        seat, kind = luck.choice(list(stock))
        free = [p for at in reach[seat] for p in paths_at(at) if p in PIECES[kind][1] and p not in taken]
        if free and stock[seat, kind]:
            new = luck.choice(free)
            stock[seat, kind] -= 1
            taken.add(new)
            reach[seat] += GRID.ends[new]
            lines.append(f"{kind}Built seat={seat} path={new}")
    table.given(*lines)
    for seat in built:
        table.coins(seat, luck.choice((1, 4))).holding(seat, "1brick+1lumber+1wool+3grain+3ore")
    return table.earlier()
