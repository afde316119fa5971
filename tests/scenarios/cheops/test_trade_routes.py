"""C4.2: what a trade route between two buildings is, tried at another's harbor and held against a plain recount."""

import pytest

from tests.scenarios.cheops.grown import grown
from tests.scenarios.cheops.places import (
    HARBORS,
    SITE_INTERSECTIONS,
    path,
    trail,
)
from tests.scenarios.cheops.table import EgyptTable, joined

HARBOR = HARBORS["grain"]
"""Between (5, 5), where seat 2 has a settlement in most tests, and (6, 4)."""
HOME, WAY = (6, 10), ((6, 10), (6, 8), (5, 7), (5, 5))
"""Seat 1's settlement, and a way of three coast paths to the harbor."""
TRADE = f"1 TradeAtHarbor harbor={HARBOR} give=grain take=ore"
A, B, C = trail(*WAY)


def table_with(*pieces: tuple[int, str, int], seats: int = 4) -> EgyptTable:
    """Seat 1 at ``HOME`` with two grain and a coin, seat 2 at the harbor, and these pieces: seat, kind, path."""
    table = EgyptTable.bare(seats).place(1, HOME).place(2, (5, 5)).no_coins().coins(1, 1).holding(1, "2grain")
    for seat, kind, where in pieces:
        getattr(table, kind)(seat, [where])
    return table


def is_joined(table: EgyptTable) -> None:
    """Assert that seat 1 may trade at the harbor for a coin."""
    assert (HARBOR, 2, 2, 1) in table.trade_uses(1)
    table.when(TRADE).then_includes("FeePaid seat=1 owner=2 coins=1", "BankTradeMade seat=1 given=2grain taken=1ore")


def is_not_joined(table: EgyptTable) -> None:
    """Assert that it may not, for want of a trade route."""
    assert HARBOR not in {use[0] for use in table.trade_uses(1)}
    table.refused(TRADE, "NO_TRADE_ROUTE", "C5.1")


@pytest.mark.rule("C4.2", "C5.1")
@pytest.mark.parametrize("kinds", ["roads roads roads", "ships ships ships", "roads ships roads", "ships roads ships"])
@pytest.mark.parametrize("owners", [(1, 1, 1), (2, 2, 2), (3, 4, 3), (1, 2, 2), (1, 3, 2), (4, 4, 1), (2, 1, 4)])
def test_any_chain_of_roads_and_ships_whoever_owns_each(owners, kinds):
    is_joined(table_with(*zip(owners, kinds.split(), (A, B, C), strict=True)))


@pytest.mark.rule("C4.2", "C5.1")
@pytest.mark.parametrize("missing", [A, B, C])
def test_a_chain_with_a_gap_joins_nothing(missing):
    table = table_with(*((1, "roads", each) for each in (A, B, C) if each != missing))
    is_not_joined(table)
    is_joined(table.ships(3, [missing]))


@pytest.mark.rule("C4.2")
def test_buildings_side_by_side_are_not_joined_without_pieces():
    """(5, 5) and (6, 8) are two paths apart; so are many, and it takes both paths."""
    table = EgyptTable.bare().place(1, (6, 8)).place(2, (5, 5)).coins(1, 1).holding(1, "2grain")
    is_not_joined(table)
    is_not_joined(table.roads(1, [B]))
    is_joined(table.roads(2, [C]))


@pytest.mark.rule("C4.2")
@pytest.mark.parametrize("owner", [1, 2, 3])
@pytest.mark.parametrize("kind", ["place", "city"])
def test_a_building_on_the_way_whoever_owns_it_does_not_cut_it(owner, kind):
    """It stands at (6, 10), half way from seat 1 at (8, 10) to seat 2."""
    table = EgyptTable.bare().place(2, (5, 5)).coins(1, 1).holding(1, "2grain")
    table.place(1, (8, 10)).roads(1, trail((8, 10), (7, 11), (6, 10), (6, 8))).ships(2, trail((5, 5), (5, 7), (6, 8)))
    getattr(table, kind)(owner, (6, 10))
    is_joined(table)


@pytest.mark.rule("C4.2", "B7.2")
def test_though_it_stops_building_on_through_it():
    table = EgyptTable.bare().place(2, (5, 5)).place(1, (8, 10)).roads(1, trail((8, 10), (7, 11), (6, 10)))
    table.place(3, (6, 10)).holding(1, "1brick+1lumber+2grain").coins(1, 1)
    table.refused(f"1 BuildRoad path={path((6, 10), (6, 8))}", "NOT_CONNECTED", "B7.2")
    is_joined(table.roads(3, trail((6, 10), (6, 8), (5, 7), (5, 5))))


@pytest.mark.rule("C4.2")
def test_own_pieces_are_not_needed_but_an_own_building_on_it_is():
    """Seat 1 has a road that meets the way, yet its settlement is elsewhere."""
    table = EgyptTable.bare().place(1, (10, 20)).place(2, (5, 5)).coins(1, 1).holding(1, "2grain")
    table.ships(2, [B, C]).roads(1, [A])
    is_not_joined(table)
    is_joined(table.place(1, HOME))


@pytest.mark.rule("C4.2")
def test_one_of_several_own_buildings_is_enough():
    table = table_with((3, "roads", A), (3, "roads", B), (2, "ships", C)).place(1, (10, 20), (2, 14))
    is_joined(table)


@pytest.mark.rule("C4.2")
def test_a_route_may_branch_and_go_round():
    """Off (5, 7) it leads to (4, 8) too, and round the delta."""
    table = table_with((1, "roads", A), (1, "roads", B))
    table.ships(3, trail((5, 7), (4, 8), (3, 7), (3, 5), (4, 4)))
    is_not_joined(table)
    is_joined(table.ships(4, trail((4, 4), (5, 5))))


@pytest.mark.rule("C4.2")
def test_it_goes_through_a_harbor_of_another_to_the_next():
    """On through the grain harbor's settlement, along the coast to the wool harbor of seat 3."""
    table = table_with((1, "roads", A), (1, "roads", B), (1, "roads", C)).place(3, (8, 4)).holding(1, "2wool")
    wool = HARBORS["wool"]
    table.refused(f"1 TradeAtHarbor harbor={wool} give=wool take=ore", "NO_TRADE_ROUTE", "C5.1")
    table.ships(3, trail((5, 5), (6, 4), (7, 5), (8, 4)))
    table.when(f"1 TradeAtHarbor harbor={wool} give=wool take=ore").then_includes("FeePaid seat=1 owner=3 coins=1")


@pytest.mark.rule("C4.2")
def test_the_route_leads_to_the_building_not_to_the_harbors_other_end():
    table = EgyptTable.bare().place(2, (6, 4)).coins(1, 1).holding(1, "2grain").place(1, HOME).roads(1, [A, B, C])
    is_not_joined(table)
    is_joined(table.ships(3, [HARBOR]))


@pytest.mark.rule("C4.2")
@pytest.mark.parametrize("seed", range(40))
def test_every_site_that_a_chain_reaches_is_open_and_no_other(seed):
    """On boards grown at random: who may pay whom for a block, told from the words of C4.2 alone."""
    table = grown(seed, 3 + seed % 2)
    pieces = table.ledger.roads.keys() | table.ledger.ships.keys()
    for seat in table.game.everyone:
        table.become(seat)
        own = table.buildings_of(seat)
        reached = joined(pieces, own)
        for owner in set(table.game.everyone) - {seat}:
            there = table.buildings_of(owner)
            site = there & set(SITE_INTERSECTIONS)
            if site and not own & set(SITE_INTERSECTIONS):
                block = f"{seat} PlacePyramidBlock owner={owner}"
                assert (block in table.allowed(seat)) == bool(site & reached)
