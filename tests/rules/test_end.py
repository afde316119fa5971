"""B10: who wins and when, and what is left to do and to see then.

Cases held against: R08, R09, R63 (its general half), H04, H11, P17.
"""

import hashlib
from itertools import pairwise, starmap

import pytest

from domain.catalogue import COMMANDS
from domain.components import count, total
from domain.engine import choices, legal
from domain.notation import read_command
from domain.rules.development import Development, DevelopmentView
from domain.rules.hands import Hands, HandsView
from domain.rules.turn import TurnView
from domain.visibility import AUDITOR, SPECTATOR, Viewer, view
from tests.rules.table import SEED, Table, hex_of, path

ROAD, SETTLEMENT, CITY, CARD = "1brick+1lumber", "1brick+1lumber+1wool+1grain", "2grain+3ore", "1wool+1grain+1ore"
ROW = (27, 33, 28, 34, 29, 35, 30, 36, 31, 37, 32)


def roads(*stops: int) -> list[int]:
    """The paths along a row of intersections."""
    return list(starmap(path, pairwise(stops)))


def nine_points() -> Table:
    """Seat 1 is in turn and has 9 points: four cities and a settlement at 13; its roads lead on to 23."""
    return Table.bare().cities(1, 0, 2, 11, 15).settlements(1, 13).roads(1, roads(13, 18, 23))


def ten_in_anothers_turn() -> Table:
    """Seat 4 is in turn and cuts seat 1's route, so that the card goes to seat 3, which has 10 points by it."""
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:8]))
    table.cities(3, 0, 2, 15, 47).roads(3, roads(0, 4, 1, 5, 2, 6)).settlements(4, 44).roads(4, roads(34, 39, 44))
    assert (table.route_owner, table.points(3)) == (1, 8)
    table.in_turn(4).holding(4, SETTLEMENT).when("4 BuildSettlement intersection=34").then_includes(
        "LongestRouteAwarded seat=3 length=5", "PointsChanged seat=3 cause=longest_route points=2 total=10"
    )
    return table


def view_of(kind: type, table: Table, viewer: Viewer):
    """What a viewer is shown of one kind."""
    (found,) = [each for each in view(table.game, viewer) if isinstance(each, kind)]
    return found


# B10.1 and B10.2: points, and when they win ---------------------------------------------------------------------------


@pytest.mark.rule("B10.1")
def test_a_settlement_is_one_point_and_a_city_two():
    table = Table.bare().roads(1, roads(13, 18, 23)).holding(1, SETTLEMENT)
    table.when("1 BuildSettlement intersection=13").then_includes(
        "PointsChanged seat=1 cause=buildings points=1 total=1"
    )
    table.holding(1, CITY).when("1 BuildCity intersection=13").then_includes(
        "PointsChanged seat=1 cause=buildings points=2 total=2"
    )


@pytest.mark.rule("B10.1")
def test_the_seat_in_turn_with_10_points_wins_at_once():
    table = nine_points().holding_just(s1=SETTLEMENT, s2="1ore")
    table.holding_development_cards(3, "knight")
    table.when("1 BuildSettlement intersection=23").then(
        "SettlementBuilt seat=1 intersection=23",
        f"ResourcesPaid seat=1 cards={SETTLEMENT}",
        "PointsChanged seat=1 cause=buildings points=10 total=10",
        "GameEnded winners=[1] cause=points",
        f"SeedRevealed seed=0x{SEED.hex()}",
        "HandShown seat=1 cards=0 development_cards=0 points=10",
        "HandShown seat=2 cards=1ore development_cards=0 points=0",
        "HandShown seat=3 cards=0 development_cards=1knight points=0",
        "HandShown seat=4 cards=0 development_cards=0 points=0",
    )
    assert (table.over, table.winners) == (True, (1,))


@pytest.mark.rule("B10.1")
def test_with_9_points_nobody_wins():
    table = nine_points().holding(1, ROAD)
    table.when(f"1 BuildRoad path={path(23, 29)}").then_no("GameEnded")
    table.when("1 Pass").then_no("GameEnded")
    table.in_turn(4).when("4 Pass").then_no("GameEnded")
    assert not table.over


@pytest.mark.rule("B10.1")
def test_a_city_may_be_the_tenth_point():
    table = Table.bare().cities(1, 0, 2, 11).settlements(1, 13, 15, 32).holding(1, CITY)
    assert table.points(1) == 9
    table.when("1 BuildCity intersection=13").then_includes("GameEnded winners=[1]")


@pytest.mark.rule("B10.1")
def test_more_than_10_points_win_as_well():
    table = nine_points().roads(1, roads(23, 29, 34)).holding(1, ROAD)
    table.when(f"1 BuildRoad path={path(34, 39)}").then_includes(
        "LongestRouteAwarded seat=1 length=5",
        "PointsChanged seat=1 cause=longest_route points=2 total=11",
        "GameEnded winners=[1]",
    )


@pytest.mark.rule("B10.1")
@pytest.mark.parametrize("rolled", [True, False])
def test_the_largest_army_wins_before_its_robber_is_moved(rolled):
    table = Table.bare().cities(1, 0, 2, 11, 15).having_played_knights(1, 2).holding_development_cards(1, "knight")
    if not rolled:
        table.in_turn(4).in_turn(1, rolled=False)
    table.when("1 PlayKnight").then_includes(
        "DevelopmentCardPlayed seat=1 card=knight",
        "PointsChanged seat=1 cause=largest_army points=2 total=10",
        "GameEnded winners=[1]",
    )
    table.refused(f"1 MoveRobber hex={hex_of('H6')}", "GAME_OVER", "B10.3")


@pytest.mark.rule("B10.1", "B8.1")
@pytest.mark.case("R09", "H11")
def test_hidden_victory_point_cards_count():
    """R09, H11: 7 public points and two hidden ones, then a settlement."""
    table = Table.bare().cities(1, 0, 2, 11).settlements(1, 13).roads(1, roads(13, 18, 23)).holding(1, SETTLEMENT)
    table.holding_development_cards(1, "victory_point")
    assert table.points(1) == 7
    table.fork().when("1 BuildSettlement intersection=23").then_no("GameEnded")
    table.holding_development_cards(1, "victory_point").when("1 BuildSettlement intersection=23").then_includes(
        "PointsChanged seat=1 cause=buildings points=8 total=8",
        "GameEnded winners=[1]",
        "HandShown seat=1 cards=0 development_cards=2victory_point points=10",
    )


@pytest.mark.rule("B10.1", "B8.1")
@pytest.mark.case("R09")
def test_a_victory_point_card_wins_as_soon_as_it_is_bought():
    """R09"""
    table = nine_points().holding(1, CARD)
    table.fork().when("1 BuyDevelopmentCard", card="knight").then_no("GameEnded")
    table.when("1 BuyDevelopmentCard", card="victory_point").then_includes(
        "DevelopmentCardBought seat=1 card=victory_point", f"ResourcesPaid seat=1 cards={CARD}", "GameEnded winners=[1]"
    )


@pytest.mark.rule("B10.1")
@pytest.mark.case("R08")
def test_the_first_to_have_10_in_its_own_turn_wins_even_if_another_has_more():
    """R08"""
    table = nine_points().holding(1, SETTLEMENT)
    table.cities(2, 38, 40, 42, 26).settlements(2, 51).roads(2, roads(38, 43, 39, 44, 40, 45))
    assert (table.points(2), table.over) == (11, False)
    table.when("1 BuildSettlement intersection=23").then_includes("GameEnded winners=[1]")


@pytest.mark.rule("B10.1", "B10.2")
@pytest.mark.case("R63")
def test_points_gained_in_anothers_turn_win_when_the_own_turn_starts_before_anything_else():
    """R63, its general half."""
    table = ten_in_anothers_turn()
    table.happened.then_no("GameEnded")
    table.in_turn(2)
    assert not table.over
    table.when("2 Pass")
    table.happened.then_includes("TurnEnded seat=2", "TurnStarted seat=3")
    names = [line.split()[0] for line in table.happened]
    assert names == ["TurnEnded", "TurnStarted", "GameEnded", "SeedRevealed", *["HandShown"] * 4]
    assert table.winners == (3,)


@pytest.mark.rule("B10.1", "B10.2")
def test_they_do_not_win_if_they_are_lost_before_the_own_turn():
    """R63: seat 1 takes the card back in its turn."""
    table = ten_in_anothers_turn().in_turn(1).holding(1, "2brick+2lumber")
    table.when(f"1 BuildRoad path={path(36, 31)}")
    table.when(f"1 BuildRoad path={path(31, 37)}").then_includes("LongestRouteAwarded seat=1 length=6")
    table.in_turn(3)
    assert (table.over, table.points(3)) == (False, 8)


@pytest.mark.rule("B10.1")
def test_another_may_win_before_that_turn_comes():
    """Seat 1 has 8 public points and a hidden one, and its turn comes first."""
    table = ten_in_anothers_turn().cities(1, 26, 31, 49).settlements(1, 42)
    table.holding_development_cards(1, "victory_point").in_turn(1).holding(1, CITY)
    assert table.points(1) == 8
    table.when("1 BuildCity intersection=27").then_includes("GameEnded winners=[1]")


@pytest.mark.rule("B10.1")
def test_hidden_points_drawn_by_others_mean_nothing_in_the_turn_of_this_seat():
    """A seat with 10 points, some hidden, waits for its own turn."""
    table = nine_points().in_turn(2)
    table.holding_development_cards(1, "victory_point").when("2 Pass").then_no("GameEnded")
    table.in_turn(4).when("4 Pass").then_includes("TurnStarted seat=1", "GameEnded winners=[1]")


# B10.3: after the end -------------------------------------------------------------------------------------------------

COMMANDS_OF_ALL_KINDS = {
    line.split()[0]: line
    for line in (
        "AcceptTrade offer=1",
        "Bid amount=1",
        "BuildCity intersection=13",
        f"BuildRoad path={path(23, 29)}",
        "BuildShip path=0",
        "BuildSettlement intersection=47",
        "BuyDevelopmentCard",
        "ChooseGold cards=1ore",
        "CloseTrade offer=1 partner=2",
        "CounterTrade offer=1 give=1ore take=1wool",
        "DeclineTrade offer=1",
        "DiscardCards cards=1ore",
        f"GiveNonce nonce=0x{bytes(32).hex()}",
        "MoveRobber hex=0",
        "MoveShip origin=0 path=1",
        "OfferTrade give=1ore take=1wool",
        "Pass",
        "PayBid cards=1ore",
        "PlacePyramidBlock",
        "PlayKnight",
        "PlayMonopoly resource=ore",
        "PlayRoadBuilding",
        "PlayVictoryPoint",
        "PlayYearOfPlenty cards=2ore",
        "RollDice",
        "TradeAtHarbor harbor=0 give=ore take=wool",
        "TradeWithBank give=ore rate=4 take=wool",
        "WithdrawTrade offer=1",
    )
}


@pytest.fixture
def ended() -> Table:
    """Seat 1 has won with cards in many hands, an open offer that two accepted, and a knight bought just now."""
    table = nine_points().holding_just(s1="1brick+1lumber+2wool+2grain+9ore", s2="1wool", s3="1wool+2ore")
    table.holding_development_cards(1, "knight").holding_development_cards(2, "victory_point", "monopoly")
    table.when("1 BuyDevelopmentCard", card="road_building")
    table.when("1 OfferTrade give=1ore take=1wool")
    table.when("2 AcceptTrade offer=1")
    table.when("1 BuildSettlement intersection=23").then_includes("GameEnded winners=[1]")
    return table


@pytest.mark.rule("B10.3")
def test_the_commands_tried_are_all_there_are():
    assert COMMANDS_OF_ALL_KINDS.keys() == COMMANDS.keys()


@pytest.mark.rule("B10.3")
@pytest.mark.case("P17")
@pytest.mark.parametrize("line", COMMANDS_OF_ALL_KINDS.values(), ids=COMMANDS_OF_ALL_KINDS)
@pytest.mark.parametrize("seat", [1, 2, 9])
def test_after_the_end_every_command_is_rejected(ended, seat, line):
    """P17"""
    ended.refused(read_command(f"{seat} {line}"), "GAME_OVER", "B10.3")


@pytest.mark.rule("B10.3")
def test_after_the_end_there_is_nothing_to_do_but_to_read(ended):
    for seat in (1, 2, 3, 4):
        assert not legal(ended.game, seat)
        assert not choices(ended.game, seat)
    for viewer in (SPECTATOR, AUDITOR, Viewer(2)):
        shown = view_of(TurnView, ended, viewer)
        assert (shown.over, shown.winners, shown.prompts) == (True, (1,), ())


@pytest.mark.rule("B10.3")
def test_at_the_end_all_hands_are_shown(ended):
    ended.happened.then_includes(
        "HandShown seat=1 cards=8ore development_cards=1knight+1road_building points=10",
        "HandShown seat=2 cards=1wool development_cards=1victory_point+1monopoly points=1",
        "HandShown seat=3 cards=1wool+2ore development_cards=0 points=0",
        "HandShown seat=4 cards=0 development_cards=0 points=0",
    )


@pytest.mark.rule("B10.3", "B11.3")
@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(3), AUDITOR], ids=["spectator", "seat", "auditor"])
def test_after_the_end_everyone_sees_all_cards(ended, viewer):
    hands, development = ended.game[Hands], ended.game[Development]
    assert [shown.cards for shown in view_of(HandsView, ended, viewer).hands] == list(hands.of[1:])
    assert [shown.cards for shown in view_of(DevelopmentView, ended, viewer).hands] == list(development.held[1:])


@pytest.mark.rule("B10.3", "B11.2")
@pytest.mark.case("H04")
def test_at_the_end_the_seed_is_told_and_is_the_one_committed_to(ended):
    """H04"""
    seed = ended.newest("SeedRevealed").seed
    assert hashlib.sha256(b"settlers.v1/commitment/" + seed).digest() == ended.newest("GameCreated").commitment
    assert seed == SEED


@pytest.mark.rule("B10.3")
def test_the_hands_shown_are_those_that_were_held(ended):
    shown = [event for event in ended.history if type(event).__name__ == "HandShown"]
    hands, development = ended.game[Hands], ended.game[Development]
    assert [(each.seat, each.cards, each.development_cards) for each in shown] == [
        (seat, hands.of[seat], development.held[seat]) for seat in (1, 2, 3, 4)
    ]
    assert [each.points for each in shown] == [
        ended.points(each.seat) + count(each.development_cards, 1) for each in shown
    ]
    assert total(shown[0].cards) == 8
