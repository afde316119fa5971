"""G2: points do not count, and what a victory point card is good for."""

import pytest

from tests.rules.table import QUIET
from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import CITY_COST, RICH, RaceTable, found_card

HOME = (10, 8)
WEST, SOUTH = THREE.path(HOME, (9, 7)), THREE.path(HOME, (10, 10))
"""A path of the open sea, and one of the coast."""
UNKNOWN = THREE.tile(2, 4)
PLAYED = "DevelopmentCardPlayed seat=1 card=victory_point"


def with_card(*cards: str, rolled: bool = True) -> RaceTable:
    """Seat 1 has one settlement and these cards, or a victory point card."""
    table = RaceTable.bare().place(1, HOME).become(1, rolled=rolled)
    return table.holding_development_cards(1, *(cards or ("victory_point",)))


# G2.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G2.1")
@pytest.mark.case("R56")
def test_no_number_of_points_wins():
    """Three cities, four settlements, five victory point cards: 15 points."""
    table = RaceTable.bare().city(1, (12, 2), (11, 5), (11, 11)).place(1, (10, 8), (10, 14), (15, 11), (14, 8))
    table.holding_development_cards(1, *["victory_point"] * 4).holding(1, f"1wool+1grain+1ore+{CITY_COST}")
    table.when("1 BuyDevelopmentCard", card="victory_point").then_facts(
        "DevelopmentCardBought seat=1 card=victory_point", "ResourcesPaid seat=1 cards=1wool+1grain+1ore"
    )
    table.when("1 Pass").then_facts("TurnEnded seat=1", "TurnStarted seat=2 turn=2")
    table.become(1, rolled=False).when("1 RollDice", dice=QUIET).then_no("GameEnded")
    assert not table.over


@pytest.mark.rule("G2.1")
@pytest.mark.case("R56")
def test_there_is_no_longest_route():
    way = ((10, 8), (10, 10), (11, 11), (11, 13), (10, 14), (10, 16), (11, 17))
    table = RaceTable.bare().place(1, HOME).holding(1, "6brick+6lumber")
    for path in THREE.trail(*way):
        table.when(f"1 BuildRoad path={path}").then_facts(
            f"RoadBuilt seat=1 path={path}", "ResourcesPaid seat=1 cards=1brick+1lumber"
        )


@pytest.mark.rule("G2.1", "G8.1")
@pytest.mark.case("R56")
def test_there_is_no_largest_army():
    table = RaceTable.bare().place(1, HOME).become(1, rolled=False)
    table.having_played_knights(1, 3).holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_facts("DevelopmentCardPlayed seat=1 card=knight")


@pytest.mark.rule("G2.1", "B10.3")
def test_at_the_end_hands_are_shown_without_points():
    table = RaceTable.bare().place(1, (0, 4)).holding_development_cards(1, "victory_point").holding(1, CITY_COST)
    table.when(f"1 BuildCity intersection={THREE.intersection(0, 4)}").then_includes("GameEnded winners=[1]")
    shown = [event for event in table.history if type(event).__name__ == "HandShown"]
    assert [(event.seat, event.points) for event in shown] == [(1, 0), (2, 0), (3, 0)]


# G2.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G2.2")
@pytest.mark.parametrize(("piece", "path"), [("Road", SOUTH), ("Ship", SOUTH), ("Ship", WEST)])
def test_a_victory_point_card_builds_one_road_or_ship_for_nothing(piece, path):
    table = with_card()
    table.when("1 PlayVictoryPoint").then_facts(PLAYED)
    table.awaits("free_piece", 1)
    table.when(f"1 Build{piece} path={path}").then_facts(f"{piece}Built seat=1 path={path}")
    table.awaits("act", 1)
    assert table.development_cards(1) == {}
    table.refuses(f"1 BuildRoad path={THREE.path(HOME, (11, 7))}", "1 PlayVictoryPoint")


@pytest.mark.rule("G2.2")
def test_the_piece_costs_nothing_even_of_a_full_hand():
    table = with_card().holding(1, RICH)
    table.when("1 PlayVictoryPoint")
    table.when(f"1 BuildShip path={WEST}").then_facts(f"ShipBuilt seat=1 path={WEST}")
    assert table.hand(1) == RICH


@pytest.mark.rule("G2.2")
def test_nothing_comes_in_between():
    table = with_card().holding(1, RICH)
    table.when("1 PlayVictoryPoint")
    assert {line.split()[1] for line in table.allowed(1)} == {"BuildRoad", "BuildShip"}
    table.refuses("1 Pass", "1 BuyDevelopmentCard", "1 TradeWithBank give=wool rate=4 take=ore", "1 RollDice")
    assert not table.allowed(2)


@pytest.mark.rule("G2.2", "B3.2")
def test_it_is_played_before_the_roll_too():
    table = with_card(rolled=False)
    table.when("1 PlayVictoryPoint").then_facts(PLAYED)
    table.when(f"1 BuildShip path={WEST}")
    table.awaits("roll", 1)


@pytest.mark.rule("G2.2", "B8.1")
def test_not_in_the_turn_in_which_it_was_bought_but_from_the_next_on():
    table = RaceTable.bare().place(1, HOME).holding(1, "1wool+1grain+1ore")
    table.when("1 BuyDevelopmentCard", card="victory_point")
    table.refused("1 PlayVictoryPoint", "CARD_TOO_NEW", "B8.1")
    table.become(2).become(1).when("1 PlayVictoryPoint").then_facts(PLAYED)


@pytest.mark.rule("G2.2", "B8.1")
@pytest.mark.parametrize("other", ["knight", "victory_point"])
def test_it_is_the_turns_one_development_card(other):
    play = {"knight": "PlayKnight", "victory_point": "PlayVictoryPoint"}[other]
    table = with_card("victory_point", other)
    first = table.fork()
    first.when("1 PlayVictoryPoint")
    first.when(f"1 BuildShip path={WEST}")
    first.refused(f"1 {play}", "CARD_ALREADY_PLAYED", "B8.1")
    if other == "knight":
        table.when("1 PlayKnight")
        table.refused("1 PlayVictoryPoint", "CARD_ALREADY_PLAYED", "B8.1")
    first.become(2).become(1).when(f"1 {play}")


@pytest.mark.rule("G2.2", "B8.1")
def test_who_holds_none_plays_none():
    table = RaceTable.bare().place(1, HOME).holding_development_cards(1, "knight")
    table.refused("1 PlayVictoryPoint", "CARD_NOT_HELD", "B8.1")


@pytest.mark.rule("G2.2", "B3.3")
def test_only_in_the_owners_turn():
    table = with_card().become(2)
    table.refused("1 PlayVictoryPoint", "NOT_YOUR_TURN", "B3.3")


@pytest.mark.rule("G2.2", "B7.5")
def test_not_in_the_special_building_phase():
    table = RaceTable.bare(5).place(2, (12, 2)).holding(2, "1ore").holding_development_cards(2, "victory_point")
    table.when("1 Pass")
    table.awaits("build", 2)
    table.refused("2 PlayVictoryPoint", "NOT_NOW", "B7.5")
    table.when("2 Pass")
    table.when("2 PlayVictoryPoint")


@pytest.mark.rule("G2.2", "G4.2")
def test_the_free_piece_explores():
    table = with_card().ships(1, [WEST])
    table.when("1 PlayVictoryPoint")
    path = THREE.path((9, 7), (8, 8))
    table.when(f"1 BuildShip path={path}", finds=[("fields", 11)]).then_facts(
        f"ShipBuilt seat=1 path={path}",
        f"HexRevealed seat=1 hex={UNKNOWN} terrain=fields number=11",
        f"ResourcesReceived seat=1 cards={found_card('fields')}",
    )
    table.awaits("act", 1)


@pytest.mark.rule("G2.2")
@pytest.mark.parametrize(("path", "piece", "reason", "rule"), [
    (WEST, "Road", "NOT_LAND", "B7.2"),
    (THREE.path((9, 7), (8, 8)), "Ship", "NOT_CONNECTED", "S1"),
    (THREE.path((8, 8), (7, 7)), "Ship", "UNKNOWN_HEXES", "G4.3"),
    (THREE.path((11, 7), (12, 8)), "Ship", "NOT_SEA", "S1"),
])  # fmt: skip
def test_it_is_placed_by_all_the_rules(path, piece, reason, rule):
    table = with_card()
    table.when("1 PlayVictoryPoint")
    table.refused(f"1 Build{piece} path={path}", reason, rule)


def all_roads(table: RaceTable, but: int = 0) -> RaceTable:
    """Seat 1 has all its roads, or all but so many, in the south of the island, where they lead nowhere."""
    land = [p for p in THREE.every_path if THREE.along(p) in ("HH", ".H")]
    south = [p for p in land if THREE.point(THREE.grid.ends[p][0])[1] > 10]
    left = 15 - len(table.ledger.roads[1]) - but
    assert len(south) >= left
    return table.roads(1, south[:left])


INLAND = (12, 8)


@pytest.mark.rule("G2.2")
def test_without_a_piece_it_cannot_be_played():
    """The last road is the only piece that fits, then there is none."""
    table = all_roads(RaceTable.bare().place(1, INLAND), but=1)
    table.holding_development_cards(1, "victory_point")
    table.fork().when("1 PlayVictoryPoint").then_facts(PLAYED)
    road = THREE.path(INLAND, (11, 7))
    table.roads(1, [road])
    table.refused("1 PlayVictoryPoint", "NOTHING_TO_GAIN", "G2.2")


@pytest.mark.rule("G2.2", "G3.2")
def test_without_a_place_it_cannot_be_played():
    """Ships only, and only from another's settlement, where a card is to be paid."""
    table = RaceTable.bare().place(1, INLAND).roads(1, THREE.trail(INLAND, (11, 7), HOME))
    table = all_roads(table).place(2, HOME).holding_development_cards(1, "victory_point")
    table.refused("1 PlayVictoryPoint", "NOTHING_TO_GAIN", "G2.2")
    table.holding(1, "1ore").when("1 PlayVictoryPoint")
    table.when(f"1 BuildShip path={WEST}", landing="ore").then_facts(
        f"ShipBuilt seat=1 path={WEST}", "LandingCardDrawn seat=1 owner=2 resource=ore"
    )
