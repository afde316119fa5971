"""B8: development cards: when one may be played, and what each of them does.

Cases held against: R09–R12, R15, R16, R20, R21, R23, R29, R31, R61, H02, H11, P12, P15.
"""

from itertools import pairwise, starmap

import pytest

from domain.notation import NotationError, read_command
from domain.rules.development import DevelopmentCardBought
from domain.visibility import SPECTATOR, Viewer, redact
from tests.rules.table import QUIET, Table, first_settlement, hex_of, path, second_settlement

CARD = "1wool+1grain+1ore"
PLAYS = {
    "knight": "PlayKnight",
    "road_building": "PlayRoadBuilding",
    "year_of_plenty": "PlayYearOfPlenty cards=1brick+1ore",
    "monopoly": "PlayMonopoly resource=ore",
}
"""Every card that is played, and a command that plays it."""
ON, ON_AGAIN, ELSEWHERE = path(23, 18), path(18, 24), path(41, 46)
"""Seat 1 of the usual setup may build on the first and the last path, and on the second after the first."""
FAR = path(0, 3)
DESERT, L4, H10 = hex_of("D"), hex_of("L4"), hex_of("H10")


@pytest.fixture
def table() -> Table:
    """Seat 1 has rolled; all hands are empty."""
    return Table.playing()


def cornered(*, places: int) -> Table:
    """Seat 1 has a settlement in the north-west and just so many free paths, one after the other, to build on."""
    table = Table.bare().settlements(1, 0).holding_development_cards(1, "road_building")
    table.roads(2, [path(0, 4), path(7, 11), path(7, 12)])
    return table.roads(2, [path(0, 3), path(3, 7)][places:])


# B8.1: when -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B8.1")
@pytest.mark.parametrize("card", PLAYS)
@pytest.mark.parametrize("rolled", [False, True], ids=["before the roll", "after the roll"])
def test_a_card_is_played_before_the_roll_or_after_it(card, rolled):
    table = Table.after_setup().in_turn(1, rolled=rolled).empty_hands().holding_development_cards(1, card)
    table.when(f"1 {PLAYS[card]}").then_includes(f"DevelopmentCardPlayed seat=1 card={card}")
    assert table.development_cards(1) == {}


@pytest.mark.rule("B8.1")
@pytest.mark.case("R11")
@pytest.mark.parametrize("card", PLAYS)
def test_at_most_one_card_is_played_in_a_turn(table, card):
    """R11"""
    table.holding_development_cards(1, "knight", card).when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={L4}")
    table.refused(f"1 {PLAYS[card]}", "CARD_ALREADY_PLAYED", "B8.1")
    table.in_turn(4).in_turn(1).when(f"1 {PLAYS[card]}")


@pytest.mark.rule("B8.1")
@pytest.mark.case("R11")
def test_a_card_played_before_the_roll_is_the_one_card_of_the_turn():
    """R11"""
    table = Table.after_setup().empty_hands().holding_development_cards(1, "knight", "monopoly")
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={L4}")
    table.refused("1 PlayMonopoly resource=ore", "CARD_ALREADY_PLAYED", "B8.1")
    table.when("1 RollDice", dice=QUIET)
    table.refused("1 PlayMonopoly resource=ore", "CARD_ALREADY_PLAYED", "B8.1")
    assert table.development_cards(1) == {"monopoly": 1}


@pytest.mark.rule("B8.1")
@pytest.mark.case("R10")
@pytest.mark.parametrize("card", PLAYS)
def test_no_card_is_played_in_the_turn_it_was_bought(table, card):
    """R10"""
    table.holding(1, CARD).when("1 BuyDevelopmentCard", card=card)
    table.refused(f"1 {PLAYS[card]}", "CARD_TOO_NEW", "B8.1")
    table.when("1 Pass")
    table.refused(f"1 {PLAYS[card]}", "NOT_YOUR_TURN", "B3.3")
    table.in_turn(1, rolled=False).when(f"1 {PLAYS[card]}")


@pytest.mark.rule("B8.1")
@pytest.mark.case("R10")
@pytest.mark.parametrize("card", PLAYS)
def test_an_older_card_of_the_same_kind_is_playable(table, card):
    """R10"""
    table.holding_development_cards(1, card).holding(1, CARD).when("1 BuyDevelopmentCard", card=card)
    table.when(f"1 {PLAYS[card]}")
    assert table.development_cards(1) == {card: 1}


@pytest.mark.rule("B8.1")
@pytest.mark.parametrize("card", PLAYS)
def test_nobody_plays_a_card_that_it_does_not_hold(table, card):
    other = "monopoly" if card != "monopoly" else "knight"
    table.holding_development_cards(1, other).holding_development_cards(2, card)
    table.refused(f"1 {PLAYS[card]}", "CARD_NOT_HELD", "B8.1")
    table.when(f"1 {PLAYS[other]}")


@pytest.mark.rule("B8.1")
@pytest.mark.case("P12")
def test_cards_are_played_in_the_owners_turn_only(table):
    """P12"""
    table.holding_development_cards(2, *PLAYS).holding(2, CARD)
    for play in PLAYS.values():
        table.refused(f"2 {play}", "NOT_YOUR_TURN", "B3.3")
    table.refused("2 BuyDevelopmentCard", "NOT_YOUR_TURN", "B3.3")
    table.in_turn(2, rolled=False).when("2 PlayKnight")


@pytest.mark.rule("B8.1")
@pytest.mark.case("R23")
def test_no_card_is_played_while_the_robber_is_to_be_moved():
    """R23"""
    table = Table.after_setup().empty_hands().holding_development_cards(1, *PLAYS)
    table.when("1 RollDice", dice=(3, 4))
    for play in PLAYS.values():
        table.refused(f"1 {play}", "NOT_NOW", "B5.2")
    table.when(f"1 MoveRobber hex={L4}")
    table.when("1 PlayKnight")


@pytest.mark.rule("B8.1")
def test_a_turn_has_room_for_many_purchases_and_they_do_not_stop_the_one_play(table):
    table.holding_development_cards(1, "monopoly").holding(1, "3wool+3grain+3ore")
    table.when("1 BuyDevelopmentCard", card="knight")
    table.when("1 BuyDevelopmentCard", card="knight")
    table.when("1 PlayMonopoly resource=ore")
    table.when("1 BuyDevelopmentCard", card="monopoly")
    assert table.development_cards(1) == {"knight": 2, "monopoly": 1}


@pytest.mark.rule("B8.1")
def test_victory_point_cards_are_not_played(table):
    table.holding_development_cards(1, "victory_point")
    table.refused("1 PlayVictoryPoint", "NOT_IN_THIS_SCENARIO", "B3.3")
    assert table.allowed(1) == {"1 Pass"}


@pytest.mark.rule("B8.1")
@pytest.mark.case("R09")
def test_victory_point_cards_count_at_once_and_are_no_play(table):
    """R09: bought in this turn, after another card was played, it wins."""
    table = Table.bare().cities(1, 0, 1, 2, 11).settlements(1, 13)
    assert table.points(1) == 9
    table.holding_development_cards(1, "monopoly").holding(1, CARD).when("1 PlayMonopoly resource=ore")
    table.when("1 BuyDevelopmentCard", card="victory_point").then_includes(
        "DevelopmentCardBought seat=1 card=victory_point",
        f"ResourcesPaid seat=1 cards={CARD}",
        "GameEnded winners=[1]",
    )


@pytest.mark.rule("B8.1", "B11.2")
@pytest.mark.case("R09", "H02", "H11")
def test_victory_point_cards_count_hidden(table):
    """H02, H11: no public point, and nobody but the owner gets to know of it."""
    table.holding(1, CARD)
    version = table.game.version
    table.when("1 BuyDevelopmentCard", card="victory_point").then_no("PointsChanged")
    assert table.points(1) == 2
    bought = table.history[-2]
    assert isinstance(bought, DevelopmentCardBought)
    assert table.game.version == version + 2
    for viewer in (SPECTATOR, Viewer(2), Viewer(3), Viewer(4)):
        assert redact(bought, viewer) == DevelopmentCardBought(1)
    assert redact(bought, Viewer(1)) == bought


# B8.2: knight ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B8.2", "B5.4")
def test_a_knight_moves_the_robber_and_steals(table):
    table.holding_development_cards(1, "knight").holding_just(s2="1wool+1ore")
    table.when("1 PlayKnight").then(
        "DevelopmentCardPlayed seat=1 card=knight",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]} {robber [{robber 1 1}]}]",
    )
    table.refused(f"1 MoveRobber hex={DESERT}", "ROBBER_MUST_MOVE", "B5.2")
    table.refused("1 Pass", "NOT_NOW", "B5.2")
    table.refused(f"1 MoveRobber hex={L4}", "VICTIM_REQUIRED", "B5.2")
    table.when(f"1 MoveRobber hex={L4} victim=2", theft="wool")
    table.happened.then_facts(
        f"RobberMoved seat=1 origin={DESERT} hex={L4}", "CardStolen thief=1 victim=2 resource=wool"
    )
    table.awaits("act", 1)


@pytest.mark.rule("B8.2", "B5.4")
@pytest.mark.case("R20")
def test_for_a_knight_nobody_discards(table):
    """R20"""
    table.holding_development_cards(1, "knight").holding_just(s1="9ore", s2="12wool", s3="8grain")
    table.when("1 PlayKnight").then_facts("DevelopmentCardPlayed seat=1 card=knight")
    table.awaits("robber", 1)
    table.when(f"1 MoveRobber hex={L4} victim=2", theft="wool")
    assert [table.hand_size(seat) for seat in (1, 2, 3)] == [10, 11, 8]


@pytest.mark.rule("B8.2", "B5.4")
@pytest.mark.case("R21")
def test_a_knight_with_nobody_to_rob_only_moves_the_robber(table):
    """R21"""
    table.holding_development_cards(1, "knight").holding(3, "1ore").when("1 PlayKnight")
    table.refused(f"1 MoveRobber hex={L4} victim=2", "NO_SUCH_VICTIM", "B5.2")
    table.refused(f"1 MoveRobber hex={L4} victim=3", "NO_SUCH_VICTIM", "B5.2")
    table.when(f"1 MoveRobber hex={L4}").then_facts(f"RobberMoved seat=1 origin={DESERT} hex={L4}")
    table.awaits("act", 1)


@pytest.mark.rule("B8.2", "B3.2")
def test_after_a_knight_before_the_roll_the_roll_is_still_to_come():
    table = Table.after_setup().empty_hands().holding_development_cards(1, "knight")
    table.when("1 PlayKnight")
    table.refused("1 RollDice", "NOT_NOW", "B5.2")
    table.when(f"1 MoveRobber hex={L4}")
    table.awaits("roll", 1)
    table.refused("1 Pass", "NOT_NOW", "B3.2")
    table.when("1 RollDice", dice=(3, 4))
    table.awaits("robber", 1)
    table.when(f"1 MoveRobber hex={DESERT}")
    table.awaits("act", 1)


# B8.2: road building --------------------------------------------------------------------------------------------------


@pytest.mark.rule("B8.2")
@pytest.mark.case("R15")
def test_road_building_places_two_roads_for_nothing(table):
    """R15: the hand is empty, and stays so."""
    table.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    table.happened.then_facts("DevelopmentCardPlayed seat=1 card=road_building")
    table.awaits("road_building", s1=2)
    table.when(f"1 BuildRoad path={ON}").then_facts(f"RoadBuilt seat=1 path={ON}", "RouteChanged seat=1 length=2")
    table.awaits("road_building", s1=1)
    table.when(f"1 BuildRoad path={ON_AGAIN}")
    table.happened.then_facts(f"RoadBuilt seat=1 path={ON_AGAIN}", "RouteChanged seat=1 length=3")
    table.awaits("act", 1)
    assert table.hand(1) == "0"
    table.refused(f"1 BuildRoad path={ELSEWHERE}", "NOT_ENOUGH_CARDS", "B7.1")


@pytest.mark.rule("B8.2")
def test_free_roads_obey_all_rules_of_placing(table):
    table.holding_development_cards(1, "road_building").settlements(2, 18).when("1 PlayRoadBuilding")
    table.refused(f"1 BuildRoad path={path(17, 23)}", "OCCUPIED", "B7.2")
    table.refused(f"1 BuildRoad path={FAR}", "NOT_CONNECTED", "B7.2")
    table.refused(f"1 BuildRoad path={ON_AGAIN}", "NOT_CONNECTED", "B7.2")
    table.refused("1 BuildRoad path=72", "NO_SUCH_PLACE", "B2.6")
    table.when(f"1 BuildRoad path={ON}")
    table.refused(f"1 BuildRoad path={ON_AGAIN}", "NOT_CONNECTED", "B7.2")
    table.refused(f"1 BuildRoad path={path(18, 13)}", "NOT_CONNECTED", "B7.2")
    table.when(f"1 BuildRoad path={ELSEWHERE}")


@pytest.mark.rule("B8.2")
@pytest.mark.case("R61")
def test_there_is_nothing_in_between(table):
    """R61"""
    table.holding_development_cards(1, "road_building", "knight").roads(1, [ON])
    table.holding_just(s1="3brick+3lumber+3wool+5grain+9ore", s2="1wool")
    others = [
        "BuildSettlement intersection=18",
        f"BuildCity intersection={first_settlement(1)}",
        "BuyDevelopmentCard",
        "TradeWithBank give=ore rate=4 take=brick",
        "OfferTrade give=1ore take=1wool",
        "PlayKnight",
        "RollDice",
    ]
    table.when("1 PlayRoadBuilding")
    for _ in range(2):
        for other in others:
            table.refused(f"1 {other}", "NOT_NOW", "B8.2")
        table.refused("2 RollDice", "NOT_YOUR_TURN", "B3.3")
        table.when(f"1 BuildRoad path={min(table.allowed_places(1, 'BuildRoad'))}")
    for other in others[:5]:
        table.when(f"1 {other}")


@pytest.mark.rule("B8.2")
@pytest.mark.case("R61")
def test_the_second_road_may_be_given_up_but_not_the_first(table):
    """R61"""
    table.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    table.refused("1 Pass", "MUST_PLACE_FIRST", "B8.2")
    table.when(f"1 BuildRoad path={ON}")
    table.when("1 Pass").then("PromptsChanged phase=act prompts=[{act [{act 1 1}]}]")
    table.refused(f"1 BuildRoad path={ON_AGAIN}", "NOT_ENOUGH_CARDS", "B7.1")
    table.when("1 Pass").then_includes("TurnEnded seat=1")
    table.in_turn(1).refused(f"1 BuildRoad path={ON_AGAIN}", "NOT_ENOUGH_CARDS", "B7.1")


@pytest.mark.rule("B8.2", "B3.2")
def test_after_road_building_before_the_roll_the_roll_is_still_to_come():
    table = Table.after_setup().empty_hands().holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.refused("1 RollDice", "NOT_NOW", "B8.2")
    table.when(f"1 BuildRoad path={ON}")
    table.when("1 Pass")
    table.awaits("roll", 1)
    table.refused(f"1 BuildRoad path={ON_AGAIN}", "NOT_NOW", "B3.2")
    table.when("1 RollDice", dice=QUIET)


@pytest.mark.rule("B8.2", "B1.1")
@pytest.mark.case("R12")
def test_with_one_road_in_stock_road_building_gives_one():
    """R12"""
    row = [21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26, 32, 37, 31, 36]
    table = Table.bare().settlements(1, 21).roads(1, starmap(path, pairwise(row)))
    assert table.pieces(1)[0] == 14
    table.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={path(36, 30)}")
    assert table.pieces(1)[0] == 15
    table.awaits("act", 1)
    table.refused(f"1 BuildRoad path={path(30, 35)}", "OUT_OF_PIECES", "B1.1")


@pytest.mark.rule("B8.2", "B1.1")
def test_without_a_road_in_stock_road_building_cannot_be_played():
    row = [21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26, 32, 37, 31, 36, 30]
    table = Table.bare().settlements(1, 21).roads(1, starmap(path, pairwise(row)))
    table.holding_development_cards(1, "road_building", "knight")
    table.refused("1 PlayRoadBuilding", "NOTHING_TO_GAIN", "B8.2")
    table.when("1 PlayKnight")
    assert table.development_cards(1) == {"road_building": 1}


@pytest.mark.rule("B8.2")
def test_with_one_place_road_building_gives_one_road():
    table = cornered(places=1)
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={path(0, 3)}").then_includes(f"RoadBuilt seat=1 path={path(0, 3)}")
    table.awaits("act", 1)


@pytest.mark.rule("B8.2")
def test_a_place_that_the_first_free_road_opens_counts_for_the_second():
    table = cornered(places=2)
    assert table.when("1 PlayRoadBuilding")
    assert table.allowed_places(1, "BuildRoad") == {path(0, 3)}
    table.when(f"1 BuildRoad path={path(0, 3)}")
    table.awaits("road_building", s1=1)
    table.when(f"1 BuildRoad path={path(3, 7)}")
    table.awaits("act", 1)


@pytest.mark.rule("B8.2")
def test_without_a_place_road_building_cannot_be_played():
    cornered(places=0).refused("1 PlayRoadBuilding", "NOTHING_TO_GAIN", "B8.2")
    cornered(places=1).when("1 PlayRoadBuilding")


@pytest.mark.rule("B8.2", "B9.1")
@pytest.mark.case("R16")
def test_the_longest_route_is_awarded_after_each_free_road(table):
    """R16: and trade and building stay open afterwards."""
    table.roads(1, [ON, ON_AGAIN]).holding_development_cards(1, "road_building").holding(1, "4ore")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={path(24, 30)}").then_no("LongestRouteAwarded")
    table.when(f"1 BuildRoad path={path(30, 35)}").then_facts(
        f"RoadBuilt seat=1 path={path(30, 35)}",
        "RouteChanged seat=1 length=5",
        "LongestRouteAwarded seat=1 length=5",
        "PointsChanged seat=1 cause=longest_route points=2 total=4",
    )
    table.when("1 TradeWithBank give=ore rate=4 take=brick")


@pytest.mark.rule("B8.2", "B10.1")
def test_the_first_free_road_may_win_and_then_there_is_no_second():
    table = (
        Table.bare().cities(1, 0, 2, 11, 15).roads(1, [path(a, b) for a, b in ((11, 16), (16, 22), (22, 17), (17, 23))])
    )
    table.holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={path(23, 18)}").then_includes("LongestRouteAwarded seat=1", "GameEnded winners=[1]")
    table.refused(f"1 BuildRoad path={path(18, 24)}", "GAME_OVER", "B10.3")


# B8.2: year of plenty -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B8.2")
@pytest.mark.parametrize("cards", ["2ore", "1brick+1ore", "2wool", "1lumber+1grain"])
def test_year_of_plenty_gives_any_two_cards_alike_or_not(table, cards):
    table.holding_development_cards(1, "year_of_plenty").when(f"1 PlayYearOfPlenty cards={cards}")
    table.then("DevelopmentCardPlayed seat=1 card=year_of_plenty", f"ResourcesReceived seat=1 cards={cards}")
    assert table.hand(1) == cards


@pytest.mark.rule("B8.2")
def test_year_of_plenty_has_fifteen_choices(table):
    assert len(table.holding_development_cards(1, "year_of_plenty").allowed(1, "PlayYearOfPlenty")) == 15


@pytest.mark.rule("B8.2")
@pytest.mark.case("R29")
@pytest.mark.parametrize("cards", ["0", "1wool", "3wool", "1wool+1ore+1brick"])
def test_year_of_plenty_gives_neither_fewer_nor_more_than_two(table, cards):
    """R29"""
    table.holding_development_cards(1, "year_of_plenty")
    table.refused(f"1 PlayYearOfPlenty cards={cards}", "WRONG_NUMBER_OF_CARDS", "B8.2")
    assert table.development_cards(1) == {"year_of_plenty": 1}
    table.when("1 PlayYearOfPlenty cards=1wool+1ore")


@pytest.mark.rule("B8.2")
@pytest.mark.case("R29")
def test_year_of_plenty_gives_only_what_the_bank_holds(table):
    """R29"""
    table.holding_development_cards(1, "year_of_plenty")
    table.bank_left_with("ore", 0, others_held_by=2).bank_left_with("wool", 1, others_held_by=2)
    table.refused("1 PlayYearOfPlenty cards=1ore+1wool", "BANK_TOO_SHORT", "B8.2")
    table.refused("1 PlayYearOfPlenty cards=2wool", "BANK_TOO_SHORT", "B8.2")
    table.when("1 PlayYearOfPlenty cards=1brick+1wool")
    assert table.bank_has("wool") == 0


@pytest.mark.rule("B8.2")
def test_with_one_card_in_the_bank_year_of_plenty_gives_that_one(table):
    table.holding_development_cards(1, "year_of_plenty").holding(2, "19brick+19lumber+19wool+19grain+18ore")
    table.refused("1 PlayYearOfPlenty cards=2ore", "WRONG_NUMBER_OF_CARDS", "B8.2")
    table.refused("1 PlayYearOfPlenty cards=1ore+1wool", "WRONG_NUMBER_OF_CARDS", "B8.2")
    table.refused("1 PlayYearOfPlenty cards=1wool", "BANK_TOO_SHORT", "B8.2")
    assert table.allowed(1, "PlayYearOfPlenty") == {"1 PlayYearOfPlenty cards=1ore"}
    table.when("1 PlayYearOfPlenty cards=1ore").then_includes("ResourcesReceived seat=1 cards=1ore")


@pytest.mark.rule("B8.2")
def test_with_no_card_in_the_bank_year_of_plenty_cannot_be_played(table):
    table.holding_development_cards(1, "year_of_plenty").holding(2, "19brick+19lumber+19wool+19grain+19ore")
    for cards in ("0", "1ore", "1ore+1wool"):
        table.refused(f"1 PlayYearOfPlenty cards={cards}", "NOTHING_TO_GAIN", "B8.2")
    assert table.development_cards(1) == {"year_of_plenty": 1}


# B8.2: monopoly -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B8.2")
@pytest.mark.case("R31", "P15")
def test_monopoly_takes_all_of_the_named_resource_from_every_other_seat(table):
    """R31, P15: the bank plays no part."""
    table.holding_development_cards(1, "monopoly")
    table.holding_just(s1="1ore+1wool", s2="3ore+2wool", s3="1grain", s4="1ore").bank_left_with(
        "ore", 0, others_held_by=3
    )
    bank = table.bank
    table.when("1 PlayMonopoly resource=ore").then(
        "DevelopmentCardPlayed seat=1 card=monopoly",
        "MonopolyDeclared seat=1 resource=ore",
        "ResourcesHandedOver giver=2 taker=1 cards=3ore",
        "ResourcesHandedOver giver=3 taker=1 cards=14ore",
        "ResourcesHandedOver giver=4 taker=1 cards=1ore",
    )
    assert [table.hand(seat) for seat in (1, 2, 3, 4)] == ["1wool+19ore", "2wool", "1grain", "0"]
    assert table.bank == bank


@pytest.mark.rule("B8.2")
@pytest.mark.case("R31")
def test_monopoly_may_be_played_even_if_nobody_has_any(table):
    """R31"""
    table.holding_development_cards(1, "monopoly").holding_just(s1="2brick", s2="1ore")
    table.when("1 PlayMonopoly resource=brick").then(
        "DevelopmentCardPlayed seat=1 card=monopoly", "MonopolyDeclared seat=1 resource=brick"
    )
    assert table.development_cards(1) == {}
    assert (table.hand(1), table.hand(2)) == ("2brick", "1ore")


@pytest.mark.rule("B8.2")
def test_monopoly_names_one_resource(table):
    table.holding_development_cards(1, "monopoly")
    assert len(table.allowed(1, "PlayMonopoly")) == 5
    for text in ("resource=gold", "resource=knight", "resource=[ore wool]", ""):
        with pytest.raises(NotationError):
            read_command(f"1 PlayMonopoly {text}")


@pytest.mark.rule("B8.2")
def test_played_cards_lie_open_and_are_gone_from_the_hand(table):
    table.holding_development_cards(1, "knight", "monopoly").holding(1, "2grain+3ore").when(
        "1 PlayMonopoly resource=ore"
    )
    assert table.development_cards(1) == {"knight": 1}
    table.when(f"1 BuildCity intersection={second_settlement(1)}")
