"""A3.7, A5: settlements that Alexander founds, those built by roads, and where the route is kept free."""

from itertools import pairwise, starmap

import pytest

from domain.engine import Game, execute
from domain.errors import Illegal
from domain.notation import read_command
from domain.rules.buildings import SettlementBuilt
from tests.rules.table import LoadedChance
from tests.scenarios.alexander.places import (
    CHIPS,
    EVERY_INTERSECTION,
    GRID,
    LAND_PATHS,
    LAST,
    ON_LAND,
    ROUTE,
    TEMPLES,
    beside,
    neighbors,
    path_between,
    paths_at,
    protected,
)
from tests.scenarios.alexander.table import SECOND_TEMPLE, EmpireTable

SETTLEMENT, ROAD = "1brick+1lumber+1wool+1grain", "1brick+1lumber"
TEMPLE = ROUTE[SECOND_TEMPLE]
FOUND = f"BuildSettlement intersection={TEMPLE}"


def won_temple(seat: int = 1, winner: int = 1) -> EmpireTable:
    """The second temple is bid for in a seat's turn; the winner has paid 2 grain, and is asked whether it founds."""
    table = EmpireTable.auction("settlement", seat=seat).holding(winner, "2grain").won(winner, 2)
    table.when(f"{winner} PayBid cards=2grain")
    return table


# A3.7: founding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.7")
@pytest.mark.parametrize(("seat", "winner"), [(1, 1), (1, 3), (4, 2)])
def test_the_winner_may_put_a_settlement_there_for_nothing_more(seat, winner):
    table = EmpireTable.auction("settlement", seat=seat).holding(winner, "2grain+1wool").won(winner, 2)
    table.when(f"{winner} PayBid cards=2grain").then(
        f"BidPaid seat={winner} cards=2grain knights=0",
        f"PromptsChanged phase=event prompts=[{{found [{{found {winner} 1}}]}}]",
    )
    assert table.allowed(winner) == {f"{winner} Pass", f"{winner} {FOUND}"}
    table.when(f"{winner} {FOUND}").then(
        f"SettlementBuilt seat={winner} intersection={TEMPLE}",
        f"EventResolved event=settlement seat={winner}",
        f"PointsChanged seat={winner} cause=buildings points=1 total=1",
        f"PromptsChanged phase=act prompts=[{{act [{{act {seat} 1}}]}}]",
    )
    assert table.buildings_of(winner) == {TEMPLE}
    assert table.hand(winner) == "1wool"


@pytest.mark.rule("A3.7")
@pytest.mark.case("R51")
@pytest.mark.parametrize("winner", [1, 3])
def test_or_leave_it_and_the_bid_is_paid_in_any_case(winner):
    table = won_temple(winner=winner)
    assert table.hand(winner) == "0"
    table.when(f"{winner} Pass").then(
        f"TempleForgone seat={winner} intersection={TEMPLE}",
        f"EventResolved event=settlement seat={winner}",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )
    assert table.buildings_of(winner) == set()


@pytest.mark.rule("A3.7")
def test_there_and_nowhere_else():
    table = won_temple().place(1, (10, 8))
    for place in (ROUTE[1], ROUTE[SECOND_TEMPLE + 1], ROUTE[3], GRID.intersections.index((14, 22))):
        table.refused(f"1 BuildSettlement intersection={place}", "NOT_AT_TEMPLE", "A3.7")
    table.when(f"1 {FOUND}")


@pytest.mark.rule("A3.7")
def test_before_the_turn_goes_on():
    """Nothing else is done, by the winner or by the seat in turn."""
    table = won_temple(winner=2).holding(1, "4wool").holding(2, "2grain+3ore")
    for line in ("2 Bid amount=1", "2 PayBid cards=1grain", "2 BuyDevelopmentCard", "2 BuildCity intersection=0"):
        table.refused(line, "NOT_NOW", "A3.7")
    assert not table.accepts("1 TradeWithBank give=wool rate=4 take=ore")
    table.refused(f"3 {FOUND}", "NOT_YOUR_TURN", "A3.7")
    assert table.allowed(1) == set()
    assert not table.accepts("1 Pass")


@pytest.mark.rule("A3.7")
def test_the_first_temple_of_the_game():
    table = EmpireTable.first_temple().holding(3, "1lumber").won(3)
    table.when("3 PayBid cards=1lumber")
    table.when(f"3 BuildSettlement intersection={ROUTE[1]}").then_includes("EventResolved event=settlement seat=3")


@pytest.mark.rule("A3.7", "B1.1")
@pytest.mark.case("R51")
@pytest.mark.parametrize(("n", "asked"), [(4, True), (5, False)])
def test_from_its_stock(n, asked):
    """A seat with no settlement left is not asked."""
    table = EmpireTable.auction("settlement").place(1, *((12, 8), (12, 4), (15, 1), (12, 22), (4, 14))[:n])
    table.holding(1, "1wool").won(1).when("1 PayBid cards=1wool")
    if asked:
        table.awaits("found", 1)
    else:
        table.happened.then(
            "BidPaid seat=1 cards=1wool knights=0",
            "EventResolved event=settlement seat=1",
            "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
        )


@pytest.mark.rule("A3.7", "B2.3")
@pytest.mark.parametrize("neighbor", sorted(neighbors(TEMPLE)))
def test_by_the_distance_rule(neighbor):
    """Where somebody stands beside it, which the rules themselves never let happen, the winner is not asked."""
    table = EmpireTable.auction("settlement").given(SettlementBuilt(4, neighbor)).holding(1, "1wool").won(1)
    table.when("1 PayBid cards=1wool").then(
        "BidPaid seat=1 cards=1wool knights=0",
        "EventResolved event=settlement seat=1",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )


@pytest.mark.rule("A3.7")
def test_it_may_be_made_a_city_and_be_built_from_in_the_same_turn():
    table = won_temple()
    table.when(f"1 {FOUND}")
    table.holding(1, f"2grain+3ore+{ROAD}").when(f"1 BuildCity intersection={TEMPLE}")
    table.when(f"1 BuildRoad path={min(set(paths_at(TEMPLE)) & LAND_PATHS)}")


# A5.1 -----------------------------------------------------------------------------------------------------------------


def founded(arrow: int) -> EmpireTable:
    """Alexander is on this arrow; seat 1 has founded the first temple, and can build much; nobody has a chip."""
    table = EmpireTable.bare(arrow=arrow, winners=(2, 3, 4)).settlements(1, ROUTE[1]).become(1)
    return table.holding(1, "3brick+3lumber+2wool+2grain")


def off_the_route(start: int, arrow: int, steps: int = 2) -> list[int]:
    """A way of so many steps from an intersection to one that is free of the route and touches land."""
    ways = [[start]]
    for _ in range(steps):
        ways = [[*way, each] for way in ways for each in sorted(neighbors(way[-1])) if each not in way]
    return next(
        way
        for way in ways
        if way[-1] in ON_LAND - protected(arrow)
        and all(path_between(one, other) in LAND_PATHS for one, other in pairwise(way))
    )


@pytest.mark.rule("A5.1", "B7.3")
def test_settlements_are_built_by_roads_too_at_the_usual_cost():
    table = founded(LAST - 3)
    way = off_the_route(ROUTE[1], LAST - 3)
    table.refused(f"1 BuildSettlement intersection={way[-1]}", "NOT_CONNECTED", "B7.3")
    table.roads(1, starmap(path_between, pairwise(way)))
    table.when(f"1 BuildSettlement intersection={way[-1]}").then_includes(
        f"SettlementBuilt seat=1 intersection={way[-1]}", f"ResourcesPaid seat=1 cards={SETTLEMENT}"
    )


@pytest.mark.rule("A5.1", "B7.1")
def test_who_cannot_pay_does_not_build():
    table = founded(LAST - 3)
    way = off_the_route(ROUTE[1], LAST - 3)
    table.roads(1, starmap(path_between, pairwise(way))).holding(1, "1brick+1lumber+1wool+2ore")
    table.refused(f"1 BuildSettlement intersection={way[-1]}", "NOT_ENOUGH_CARDS", "B7.1")


@pytest.mark.rule("A5.1", "B2.3")
def test_at_the_usual_distance():
    table = founded(LAST - 3)
    table.roads(1, [path_between(ROUTE[1], ROUTE[2])])
    table.refused(f"1 BuildSettlement intersection={ROUTE[2]}", "TOO_CLOSE", "B2.3")


# A5.2 -----------------------------------------------------------------------------------------------------------------


def roads_to(table: EmpireTable, place: int) -> EmpireTable:
    """Seat 1 gets a road to a place."""
    return table.roads(1, [min(set(paths_at(place)) & LAND_PATHS)])


@pytest.mark.rule("A5.2")
@pytest.mark.case("G22")
@pytest.mark.parametrize("arrow", [2, 8, 20, 41, 47, 48, 49])
def test_nobody_builds_on_the_route_that_is_not_crossed_nor_next_to_it(arrow):
    """Every intersection, with a road of its own to it: it is refused just there."""
    base = EmpireTable.bare(arrow=arrow).holding(1, SETTLEMENT)
    closed = protected(arrow)
    assert beside([ROUTE[arrow + 1]]) <= closed
    for place in EVERY_INTERSECTION:
        if place not in ON_LAND:
            continue
        game = base.game
        for path in sorted(set(paths_at(place)) & LAND_PATHS)[:1]:
            game = evolved(base, f"RoadBuilt seat=1 path={path}")
        line = f"1 BuildSettlement intersection={place}"
        try:
            execute(game, read_command(line), LoadedChance())
        except Illegal as refusal:
            found = str(refusal.reason), refusal.rule
        else:
            found = None
        assert found == (("ROUTE_PROTECTED", "A5.2") if place in closed else None), place


def evolved(table: EmpireTable, line: str) -> Game:
    """The game after one more event."""
    trial = table.fork()
    return trial.given(line).game


@pytest.mark.rule("A5.2")
@pytest.mark.case("G22")
@pytest.mark.parametrize("arrow", [5, 9, 24, 47])
def test_the_intersection_just_crossed_is_next_to_the_one_to_come(arrow):
    """So it is free only one crossing later; the one before it is free already."""
    table = roads_to(EmpireTable.bare(arrow=arrow).holding(1, SETTLEMENT), ROUTE[arrow])
    table.refused(f"1 BuildSettlement intersection={ROUTE[arrow]}", "ROUTE_PROTECTED", "A5.2")
    assert ROUTE[arrow - 1] not in protected(arrow)
    table = roads_to(EmpireTable.bare(arrow=arrow + 1).holding(1, SETTLEMENT), ROUTE[arrow])
    table.when(f"1 BuildSettlement intersection={ROUTE[arrow]}")


@pytest.mark.rule("A5.2")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_temple_counts_as_crossed_once_its_event_is_resolved(seat):
    """All pass: it and what is next to it stay closed, behind him too. Forgone, what lies behind opens."""
    behind = ROUTE[SECOND_TEMPLE - 1]
    table = EmpireTable.auction("settlement").holding(1, SETTLEMENT)
    waiting = roads_to(table.fork().all_pass(), behind)
    waiting.refused(f"1 BuildSettlement intersection={behind}", "ROUTE_PROTECTED", "A5.2")
    assert set(waiting.view("MarchView", 2).protected) == protected(SECOND_TEMPLE, resolved=False)
    waiting.refused(f"1 BuildSettlement intersection={TEMPLE}", "NOT_CONNECTED", "B7.3")
    roads_to(waiting, TEMPLE)
    waiting.refused(f"1 BuildSettlement intersection={TEMPLE}", "ROUTE_PROTECTED", "A5.2")
    gone = roads_to(table.fork().coins(seat, 1).won(seat), behind)
    gone.when(f"{seat} PayBid cards=1coin")
    gone.when(f"{seat} Pass")
    gone.when(f"1 BuildSettlement intersection={behind}")


@pytest.mark.rule("A5.2")
def test_a_chip_that_is_not_resolved_counts_as_crossed():
    arrow = CHIPS[1]
    table = EmpireTable.bare(arrow=arrow - 1).become(1, rolled=False).roll(chip="famine").all_pass()
    behind = ROUTE[arrow - 1]
    roads_to(table.holding(1, SETTLEMENT), behind).when(f"1 BuildSettlement intersection={behind}")


@pytest.mark.rule("A5.2", "A3.7")
@pytest.mark.case("G22")
@pytest.mark.parametrize("arrow", [n for n in TEMPLES if n > 1])
def test_the_settlement_of_a_temple_stands_next_to_the_route_to_come(arrow):
    table = EmpireTable.bare(arrow=arrow - 1).become(2, rolled=False).roll().coins(2, 1).won(2)
    table.when("2 PayBid cards=1coin")
    assert ROUTE[arrow] in protected(arrow)
    table.when(f"2 BuildSettlement intersection={ROUTE[arrow]}").then_includes("SettlementBuilt seat=2")


@pytest.mark.rule("A5.2")
def test_other_reasons_come_first():
    """Occupied, water, too close, not connected."""
    table = EmpireTable.bare(arrow=2).settlements(2, ROUTE[10]).holding(1, SETTLEMENT)
    roads_to(table, ROUTE[10])
    table.refused(f"1 BuildSettlement intersection={ROUTE[10]}", "OCCUPIED", "B7.3")
    roads_to(table, ROUTE[11])
    table.refused(f"1 BuildSettlement intersection={ROUTE[11]}", "TOO_CLOSE", "B2.3")
    table.refused(f"1 BuildSettlement intersection={ROUTE[20]}", "NOT_CONNECTED", "B7.3")
    roads_to(table, ROUTE[20])
    table.refused(f"1 BuildSettlement intersection={ROUTE[20]}", "ROUTE_PROTECTED", "A5.2")


@pytest.mark.rule("A5.2")
def test_a_city_may_be_made_anywhere():
    """It is no new settlement: one at a temple next to the route to come becomes a city."""
    table = won_temple()
    table.when(f"1 {FOUND}")
    assert TEMPLE in protected(SECOND_TEMPLE)
    table.holding(1, "2grain+3ore").when(f"1 BuildCity intersection={TEMPLE}")


# A5.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A5.3")
@pytest.mark.parametrize("arrow", [2, 20, 47])
def test_roads_may_be_built_along_and_across_the_route(arrow):
    """Every path of land at every intersection of the route, crossed or not."""
    base = EmpireTable.bare(arrow=arrow)
    for n in range(1, LAST + 1):
        table = base.fork().settlements(1, ROUTE[n]).holding(1, ROAD)
        assert table.allowed_places(1, "BuildRoad") == set(paths_at(ROUTE[n])) & LAND_PATHS
        for path in set(paths_at(ROUTE[n])) & LAND_PATHS:
            assert table.accepts(f"1 BuildRoad path={path}")


@pytest.mark.rule("A5.3", "B7.2")
def test_a_road_goes_on_through_the_route():
    table = EmpireTable.bare(arrow=2).settlements(1, ROUTE[1])
    for one, other in pairwise(ROUTE[1:8]):
        table.holding(1, ROAD).when(f"1 BuildRoad path={path_between(one, other)}")
    assert table.route_length(1) == 6
