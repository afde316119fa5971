"""G3.2 to G3.4: a road and a ship join at another's settlement or city on the coast, and its owner draws a card."""

import pytest

from domain.components import Resource
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact
from tests.scenarios.great_race.onlookers import learnt
from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import ROAD_COST, SHIP_COST, RaceTable

PORT = (10, 8)
"""A coast of the home island, where seat 2 lives."""
OUT, SOUTH, NORTH = (THREE.path(PORT, end) for end in ((9, 7), (10, 10), (11, 7)))
"""The three paths there: the open sea, and the coast to both sides."""
STRIP = (7, 7)
"""An intersection of the coastal strip, before two hexes that were face down."""
SEA_HEX, NORTH_HEX = THREE.tile(2, 4), THREE.tile(1, 3)


def by_road(kind: str = "place", hand: str = "0") -> RaceTable:
    """Seat 1's road comes to seat 2's building from the south."""
    table = getattr(RaceTable.bare(), kind)(2, PORT).place(1, (11, 11)).roads(1, THREE.trail((11, 11), (10, 10), PORT))
    return table.holding(1, hand)


def by_ship(kind: str = "place", hand: str = "0") -> RaceTable:
    """Seat 1's ships come to seat 2's building from the north."""
    table = getattr(RaceTable.bare(), kind)(2, PORT).place(1, (11, 5)).ships(1, THREE.trail((11, 5), (11, 7), PORT))
    return table.holding(1, hand)


# G3.2: joining --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G3.2")
@pytest.mark.case("R60")
@pytest.mark.parametrize("kind", ["place", "city"])
def test_a_ship_joins_a_road_at_anothers_building_and_its_owner_draws_a_card(kind):
    table = by_road(kind, f"{SHIP_COST}+1ore")
    table.when(f"1 BuildShip path={OUT}", landing="ore").then_facts(
        f"ShipBuilt seat=1 path={OUT}",
        f"ResourcesPaid seat=1 cards={SHIP_COST}",
        "LandingCardDrawn seat=1 owner=2 resource=ore",
    )
    assert (table.hand(1), table.hand(2)) == ("0", "1ore")


@pytest.mark.rule("G3.2")
@pytest.mark.case("R60")
@pytest.mark.parametrize("kind", ["place", "city"])
def test_a_road_joins_a_ship_at_anothers_building_and_its_owner_draws_a_card(kind):
    table = by_ship(kind, f"{ROAD_COST}+1ore")
    table.when(f"1 BuildRoad path={SOUTH}", landing="ore").then_facts(
        f"RoadBuilt seat=1 path={SOUTH}",
        f"ResourcesPaid seat=1 cards={ROAD_COST}",
        "LandingCardDrawn seat=1 owner=2 resource=ore",
    )
    assert (table.hand(1), table.hand(2)) == ("0", "1ore")


@pytest.mark.rule("G3.2")
@pytest.mark.parametrize("card", ["brick", "wool", "grain", "ore"])
def test_the_card_is_drawn_at_random_from_what_is_left_after_the_cost(card):
    table = by_road(hand=f"{SHIP_COST}+1brick+1wool+2grain+1ore")
    table.when(f"1 BuildShip path={OUT}", landing=card)
    drawn = table.newest("LandingCardDrawn")
    assert drawn.resource is Resource[card.upper()]
    assert ("landing", 5) in table.drawn
    assert (table.hand_size(1), table.hand(2)) == (4, f"1{card}")


@pytest.mark.rule("G3.2")
@pytest.mark.case("R60")
@pytest.mark.parametrize(("table", "command", "cost"), [
    (by_road, f"BuildShip path={OUT}", SHIP_COST), (by_ship, f"BuildRoad path={SOUTH}", ROAD_COST)
])  # fmt: skip
def test_with_no_card_left_after_the_cost_the_piece_is_not_placed(table, command, cost):
    table = table(hand=cost)
    table.refused(f"1 {command}", "NO_CARD_FOR_LANDING", "G3.2")
    table.holding(1, f"{cost}+1wool").when(f"1 {command}").then_includes("LandingCardDrawn seat=1 owner=2")


@pytest.mark.rule("G3.2")
def test_other_places_are_free_for_one_who_cannot_pay_for_the_landing():
    table = by_road(hand=SHIP_COST)
    assert OUT not in table.allowed_places(1, "BuildShip")
    own = THREE.path((11, 11), (11, 13))
    table.when(f"1 BuildShip path={own}").then_no("LandingCardDrawn")


@pytest.mark.rule("G3.2")
def test_each_piece_that_is_joined_so_pays_but_what_goes_on_from_it_does_not():
    table = by_road(hand="3lumber+3wool+2ore")
    table.when(f"1 BuildShip path={OUT}", landing="ore")
    on = THREE.path((9, 7), (9, 5))
    table.fork().when(f"1 BuildShip path={on}", finds=[("sea", 0)]).then_no("LandingCardDrawn")
    table.when(f"1 BuildShip path={NORTH}", landing="ore").then_includes("LandingCardDrawn seat=1 owner=2 resource=ore")
    assert table.hand(2) == "2ore"


@pytest.mark.rule("G3.2")
def test_what_is_joined_in_another_way_too_pays_nothing():
    """Seat 1's own ships come from the north to the outer end of the path."""
    table = by_road(hand=SHIP_COST).explored(THREE.tile(2, 4)).place(1, (11, 5))
    table.ships(1, THREE.trail((11, 5), (10, 4), (9, 5), (9, 7)))
    table.when(f"1 BuildShip path={OUT}").then_facts(
        f"ShipBuilt seat=1 path={OUT}", f"ResourcesPaid seat=1 cards={SHIP_COST}"
    )


@pytest.mark.rule("G3.2")
def test_a_road_that_meets_an_own_road_at_its_other_end_pays_nothing():
    table = by_ship(hand=ROAD_COST).place(1, (11, 11)).roads(1, THREE.trail((11, 11), (10, 10)))
    table.when(f"1 BuildRoad path={SOUTH}").then_no("LandingCardDrawn")


@pytest.mark.rule("G3.2", "S2")
def test_at_an_own_building_it_costs_nothing():
    table = RaceTable.bare().place(1, PORT).roads(1, [SOUTH]).holding(1, SHIP_COST)
    table.when(f"1 BuildShip path={OUT}").then_facts(
        f"ShipBuilt seat=1 path={OUT}", f"ResourcesPaid seat=1 cards={SHIP_COST}"
    )


@pytest.mark.rule("G3.2", "S2")
@pytest.mark.case("G19")
def test_where_nobody_lives_a_road_and_a_ship_do_not_join():
    table = RaceTable.bare().place(1, (11, 11)).roads(1, THREE.trail((11, 11), (10, 10), PORT))
    table.holding(1, "3lumber+3wool")
    table.refused(f"1 BuildShip path={OUT}", "NOT_CONNECTED", "S1")
    table.place(2, PORT).when(f"1 BuildShip path={OUT}").then_includes("LandingCardDrawn seat=1 owner=2")


@pytest.mark.rule("G3.2")
def test_each_owner_is_paid_for_its_own_building():
    table = by_road(hand="2lumber+2wool+2ore")
    table.place(3, (12, 4)).when(f"1 BuildShip path={OUT}", landing="ore")
    assert [table.hand_size(seat) for seat in (2, 3)] == [1, 0]


@pytest.mark.rule("G3.2", "B8.2")
def test_a_piece_of_road_building_pays_for_the_landing():
    table = by_road(hand="2ore").holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildShip path={OUT}", landing="ore").then_facts(
        f"ShipBuilt seat=1 path={OUT}", "LandingCardDrawn seat=1 owner=2 resource=ore"
    )
    table.when(f"1 BuildShip path={NORTH}", landing="ore")
    assert (table.hand(1), table.hand(2)) == ("0", "2ore")


@pytest.mark.rule("G3.2", "B8.2")
def test_a_piece_for_nothing_is_not_placed_with_an_empty_hand():
    table = by_road().holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.refused(f"1 BuildShip path={OUT}", "NO_CARD_FOR_LANDING", "G3.2")
    table.when(f"1 BuildShip path={THREE.path((11, 11), (11, 13))}").then_no("LandingCardDrawn")


# G3.2: before the hex is turned up ------------------------------------------------------------------------------------


def at_the_strip(hand: str) -> RaceTable:
    """Seat 1's ships come to seat 2's settlement on the strip; the hex south of there is face down."""
    table = RaceTable.bare().place(1, PORT).place(2, STRIP).explored(SEA_HEX, NORTH_HEX)
    return table.ships(1, THREE.trail(PORT, (9, 7), (9, 5), (8, 4), (7, 5), STRIP)).holding(1, hand)


ON_LAND = THREE.path(STRIP, (6, 8))
SOUTH_HEX = THREE.tile(3, 3)


@pytest.mark.rule("G3.2", "G4.1")
def test_the_card_is_drawn_before_the_hex_is_turned_up():
    table = at_the_strip(f"{ROAD_COST}+1ore")
    table.when(f"1 BuildRoad path={ON_LAND}", landing="ore", finds=[("forest", 4)]).then_facts(
        f"RoadBuilt seat=1 path={ON_LAND}",
        f"ResourcesPaid seat=1 cards={ROAD_COST}",
        "LandingCardDrawn seat=1 owner=2 resource=ore",
        f"HexRevealed seat=1 hex={SOUTH_HEX} terrain=forest number=4",
        "ResourcesReceived seat=1 cards=1lumber",
    )


@pytest.mark.rule("G3.2", "G4.2")
def test_a_card_that_the_hex_would_bring_does_not_pay():
    table = at_the_strip(ROAD_COST)
    table.refused(f"1 BuildRoad path={ON_LAND}", "NO_CARD_FOR_LANDING", "G3.2")


# G3.3 -----------------------------------------------------------------------------------------------------------------


def landed(card: str) -> RaceTable:
    """Seat 1 has landed at seat 2's and paid with this card of two."""
    table = by_road(hand=f"{SHIP_COST}+1ore+1grain")
    table.when(f"1 BuildShip path={OUT}", landing=card)
    return table


@pytest.mark.rule("G3.3", "B11.2")
@pytest.mark.parametrize(("viewer", "knows"), [
    (SPECTATOR, False), (Viewer(3), False), (Viewer(1), True), (Viewer(2), True), (AUDITOR, True)
])  # fmt: skip
def test_what_was_drawn_is_known_to_the_two_seats_alone(viewer, knows):
    event = redact(landed("ore").newest("LandingCardDrawn"), viewer)
    assert (event.seat, event.owner) == (1, 2)
    assert event.resource == (Resource.ORE if knows else None)


# G3.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G3.4")
def test_one_lands_on_the_strip_though_it_has_no_harbors():
    table = at_the_strip(f"{ROAD_COST}+1wool").explored(SOUTH_HEX)
    north = THREE.path((7, 5), (6, 4))
    assert not any(set(THREE.grid.ends[h.path]) & THREE.corners(*THREE.strip) for h in THREE.plan.harbors)
    table.refused(f"1 BuildRoad path={north}", "NOT_CONNECTED", "B7.2")
    table.when(f"1 BuildRoad path={ON_LAND}", landing="wool").then_includes("LandingCardDrawn seat=1 owner=2")


@pytest.mark.rule("G3.4", "B7.2")
@pytest.mark.parametrize("path", [NORTH])
def test_past_anothers_building_no_road_joins_a_road(path):
    table = by_road(hand="4brick+4lumber+4wool")
    table.refused(f"1 BuildRoad path={path}", "NOT_CONNECTED", "B7.2")
    table.when(f"1 BuildShip path={path}")


@pytest.mark.rule("G3.4", "S6")
@pytest.mark.case("R60")
@pytest.mark.parametrize("path", [OUT, SOUTH])
def test_past_anothers_building_no_ship_joins_a_ship(path):
    table = by_ship(hand="4brick+4lumber+4wool")
    table.refused(f"1 BuildShip path={path}", "NOT_CONNECTED", "S1")
    table.when(f"1 BuildRoad path={SOUTH}")


@pytest.mark.rule("G3.4")
@pytest.mark.case("R60")
def test_nobody_starts_from_anothers_building():
    """Also where another's own pieces arrive there."""
    table = RaceTable.bare().place(2, PORT).roads(2, [SOUTH]).ships(2, [OUT]).place(1, (14, 8))
    table.holding(1, "4brick+4lumber+4wool")
    for path in (OUT, SOUTH, NORTH):
        table.refused(f"1 BuildShip path={path}", "NOT_CONNECTED", "S1")
    for path in (SOUTH, NORTH):
        table.refused(f"1 BuildRoad path={path}", "NOT_CONNECTED", "B7.2")


@pytest.mark.rule("G3.2", "B6.5")
def test_losing_the_card_fells_the_open_offer():
    table = by_road(hand=f"{SHIP_COST}+2ore").holding(3, "1brick")
    table.when("1 OfferTrade give=1ore take=1brick to=[3]")
    table.when(f"1 BuildShip path={OUT}", landing="ore").then_includes("TradeFell offer=1")


@pytest.mark.rule("G3.3", "B11.2")
@pytest.mark.parametrize(("viewer", "knows"), [
    (SPECTATOR, False), (Viewer(3), False), (Viewer(1), True), (Viewer(2), True), (AUDITOR, True)
], ids=str)  # fmt: skip
def test_twins_that_paid_another_card_look_alike_to_all_others(viewer, knows):
    """Events, views, lists and refusals, after the landing and after a turn more."""
    one, twin = landed("ore"), landed("grain")
    assert (learnt(one, viewer) != learnt(twin, viewer)) == knows
    for table in (one, twin):
        table.when("1 Pass")
    assert (learnt(one, viewer) != learnt(twin, viewer)) == knows


@pytest.mark.rule("G3.2", "S2")
def test_a_ship_at_the_other_end_of_a_road_does_not_join_it():
    """Seat 1's other ships come to the outer end; the road joins ships at seat 2's building alone, and pays."""
    table = by_ship(hand=f"{ROAD_COST}+1ore").place(1, (11, 13)).ships(1, THREE.trail((11, 13), (11, 11), (10, 10)))
    table.when(f"1 BuildRoad path={SOUTH}", landing="ore").then_includes("LandingCardDrawn seat=1 owner=2")


@pytest.mark.rule("G3.2", "B7.5")
def test_one_lands_in_the_special_building_phase_too():
    table = RaceTable.bare(5)
    chart = table.chart
    table.place(1, (12, 2)).place(2, (13, 5)).roads(2, chart.trail((13, 5), (12, 4)))
    table.holding(2, f"{SHIP_COST}+1ore").roads(2, chart.trail((12, 4), (12, 2)))
    table.when("1 Pass")
    ship = chart.path((12, 2), (11, 1))
    table.when(f"2 BuildShip path={ship}", landing="ore").then_includes(
        f"ResourcesPaid seat=2 cards={SHIP_COST}", "LandingCardDrawn seat=2 owner=1 resource=ore"
    )
