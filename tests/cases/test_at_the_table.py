"""Cases of the rules that go across the chapters: sea and robber, gold and an empty bank, offers, bids without end."""

import pytest

from domain.board import Grid
from domain.catalogue import COMMANDS, EVENTS
from domain.notation import NotationError, read_command
from tests.rules.table import Table
from tests.scenarios.alexander.table import EmpireTable
from tests.scenarios.cheops.places import EVERY_HEX, is_water, tile
from tests.scenarios.cheops.places import GRID as EGYPT
from tests.scenarios.cheops.table import EgyptTable
from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import ROAD_COST, SETTLEMENT_COST, SHIP_COST, RaceTable

HOME = (11, 5)
"""A place on the west coast of the home island of The Great Race."""

# Robber and pirate ----------------------------------------------------------------------------------------------------


def in_egypt() -> tuple[Table, int, Grid, set[int]]:
    """Cheops: a table, a hex of fields between two arms of the Nile, and the waters."""
    return EgyptTable.bare(), tile(3, 3), EGYPT, {h for h in EVERY_HEX if is_water(h)}


def at_sea() -> tuple[Table, int, Grid, set[int]]:
    """The Great Race: a table with two settlements on the strip (so that the robber comes), a hex of it, the waters."""
    return RaceTable.bare().place(3, (4, 16), (7, 13)), THREE.tile(1, 2), THREE.grid, THREE.water


@pytest.mark.rule("B5.2")
@pytest.mark.case("R38")
@pytest.mark.parametrize("begin", [in_egypt, at_sea])
def test_a_ship_makes_its_owner_no_victim(begin):
    """Seat 2 has a ship at the coast of a land hex, seat 3 a settlement elsewhere on it; both have cards."""
    table, land, grid, waters = begin()
    coast = next(path for path in grid.sides[land] if waters & set(grid.hexes_along[path]))
    elsewhere = next(place for place in grid.corners[land] if place not in grid.ends[coast])
    table.ships(2, [coast]).settlements(3, elsewhere).holding_just(s2="1wool", s3="1ore")
    table.holding_development_cards(1, "knight").when("1 PlayKnight")
    there = f"1 MoveRobber hex={land}"
    table.refused(there, "VICTIM_REQUIRED", "B5.2")
    table.refused(f"{there} victim=2", "NO_SUCH_VICTIM", "B5.2")
    assert {line for line in table.allowed(1) if line.startswith(f"{there} ")} == {f"{there} victim=3"}
    table.when(f"{there} victim=3").then_includes("CardStolen thief=1 victim=3 resource=ore")


@pytest.mark.case("R38")
def test_there_is_no_pirate():
    assert not [name for name in (*COMMANDS, *EVENTS) if "pirate" in name.lower()]
    with pytest.raises(NotationError):
        read_command("1 MovePirate hex=0")


# Gold -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S4")
@pytest.mark.case("R36")
@pytest.mark.parametrize("chosen", ["1brick+1wool", "2wool"])
def test_a_city_at_gold_chooses_two_cards_alike_or_not_of_what_the_bank_has(chosen):
    """A city has 2 cards to choose; the bank has no ore."""
    table = RaceTable.bare().city(1, (-1, 5)).bank_left_with("ore", 0, others_held_by=3).become(1, rolled=False)
    table.roll(table.ledger.known[THREE.tile(2, 0)][1])
    table.awaits("gold", s1=2)
    table.refused("1 ChooseGold cards=1wool+1ore", "BANK_TOO_SHORT", "S4")
    table.when(f"1 ChooseGold cards={chosen}").then_facts(f"ResourcesReceived seat=1 cards={chosen}")


# Ships ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S2")
@pytest.mark.case("G12")
@pytest.mark.parametrize(("has", "builds", "rule"), [("ships", "Road", "B7.2"), ("roads", "Ship", "S1")])
def test_a_road_line_and_a_ship_line_go_on_from_each_other_once_a_settlement_stands_where_they_meet(has, builds, rule):
    """From the sea a ship comes to the coast, or from the land a road."""
    inland, out = THREE.path(HOME, (12, 4)), THREE.path(HOME, (10, 4))
    arrives, on, cost = (out, inland, ROAD_COST) if has == "ships" else (inland, out, SHIP_COST)
    table = getattr(RaceTable.bare(), has)(1, [arrives]).holding(1, cost)
    table.refused(f"1 Build{builds} path={on}", "NOT_CONNECTED", rule)
    table.holding(1, SETTLEMENT_COST).when(f"1 BuildSettlement intersection={THREE.intersection(*HOME)}")
    table.holding(1, cost).when(f"1 Build{builds} path={on}").then_facts(
        f"{builds}Built seat=1 path={on}", f"ResourcesPaid seat=1 cards={cost}"
    )


@pytest.mark.rule("S1", "S3")
@pytest.mark.case("G16")
def test_where_a_ship_has_moved_away_from_an_own_town_one_is_built_again():
    """On the very path that it left, and on the other paths of the sea there."""
    left, beside = THREE.path(HOME, (10, 4)), THREE.path(HOME, (11, 7))
    table = RaceTable.bare().place(1, HOME, (10, 8)).ships(1, [left])
    table.when(f"1 MoveShip origin={left} path={THREE.path((10, 8), (9, 7))}")
    table.become(2).become(1).holding(1, "2lumber+2wool")
    for path in (left, beside):
        table.when(f"1 BuildShip path={path}").then_facts(
            f"ShipBuilt seat=1 path={path}", f"ResourcesPaid seat=1 cards={SHIP_COST}"
        )


# Offers ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B6.2")
@pytest.mark.case("T09")
def test_a_counter_offer_is_for_the_seat_in_turn_alone():
    """Another seat can neither accept it nor close a deal with it; nor can it be meant for another."""
    table = Table.playing().holding_just(s1="1lumber+2ore", s2="1wool", s3="2ore")
    table.when("1 OfferTrade give=1lumber take=1wool")
    table.when("2 CounterTrade offer=1 give=1wool take=2ore")
    counter = table.newest("TradeCountered").counter
    table.refused(f"3 AcceptTrade offer={counter}", "NO_SUCH_OFFER", "B6.2")
    table.refused(f"3 CloseTrade offer={counter} partner=2", "NOT_NOW", "B6.2")
    table.refused("2 OfferTrade give=1wool take=2ore to=[3]", "NOT_NOW", "B6.2")
    table.when(f"1 CloseTrade offer={counter} partner=2").then_facts(
        f"TradeMade offer={counter} seat=1 partner=2 given=2ore taken=1wool"
    )
    assert [table.hand(seat) for seat in (1, 2, 3)] == ["1lumber+1wool", "2ore", "2ore"]


# Bids -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.2")
@pytest.mark.case("R49")
@pytest.mark.parametrize(
    ("amount", "reason"),
    [(-1, "BID_TOO_LOW"), (-(2**31), "BID_TOO_LOW"), (2**31, "BID_TOO_HIGH"), (2**63, "BID_TOO_HIGH")],
)
def test_bids_below_nothing_and_beyond_all_numbers_are_refused(amount, reason):
    table = EmpireTable.auction("famine").holding_just(s1="3wool", s2="3wool")
    table.refused(f"1 Bid amount={amount}", reason, "A3.2")
    table.bidding(1)
    table.refused(f"2 Bid amount={amount}", reason, "A3.2")
    table.bidding(2).happened.then_includes("BidMade seat=2 amount=2")


@pytest.mark.rule("A3.2")
@pytest.mark.case("R49")
@pytest.mark.parametrize("amount", ["1.5", "two", "1e3", ""])
def test_a_bid_is_a_whole_number(amount):
    with pytest.raises(NotationError):
        read_command(f"1 Bid amount={amount}")
