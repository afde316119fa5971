"""B7.5: the special building phase of a game for 5 or 6, and what else such a game has more of."""

from collections import Counter
from itertools import pairwise

import pytest

from domain.board import Grid
from domain.components import DevelopmentCard, unpack
from domain.rules.buildings import Buildings
from domain.rules.development import Development
from domain.scenarios import SCENARIOS
from tests.rules.table import Table

MANY = {5: "free-6", 6: "spiral-6"}
GRID: Grid = SCENARIOS["classic"].boards["free-6"]().grid
"""The boards for 5–6 seats have the same places."""
ROAD, SETTLEMENT, CITY, CARD = "1brick+1lumber", "1brick+1lumber+1wool+1grain", "2grain+3ore", "1wool+1grain+1ore"
RICH = "4brick+4lumber+4wool+4grain+4ore"


def distance(one: int, other: int) -> int:
    """How many paths lie between two intersections."""
    steps, reached = 0, {one}
    while other not in reached:
        steps, reached = steps + 1, reached | {end for place in reached for _, end in GRID.roads_from[place]}
    return steps


def homes() -> list[int]:
    """Six intersections far from each other, inland."""
    inland = [place for place, hexes in enumerate(GRID.hexes_at) if len(hexes) == 3]
    found: list[int] = []
    for place in inland:
        if all(distance(place, other) > 3 for other in found):
            found.append(place)
    return found[:6]


HOMES = homes()


def way_from(place: int, length: int = 2) -> list[int]:
    """The paths of a walk from an intersection that never comes back to where it was, inland and away from others."""

    def walk(been: list[int]) -> list[int] | None:
        if len(been) > length:
            return been
        for _, end in GRID.roads_from[been[-1]]:
            if end not in been and all(distance(end, home) > 1 for home in HOMES if home != place):
                found = walk([*been, end])
                if found is not None:
                    return found
        return None

    stops = walk([place]) or []
    return [GRID.ends.index((min(pair), max(pair))) for pair in pairwise(stops)]


def end_of(place: int, path: int) -> int:
    """The other end of a path."""
    return sum(GRID.ends[path]) - place


def table_for(seats: int = 5, **hands: str) -> Table:
    """Each seat has a settlement of its own; seat 1 has rolled; hands as named."""
    table = Table.bare(seats, board=MANY[seats])
    for seat in table.game.everyone:
        table.settlements(seat, HOMES[seat - 1])
    return table.holding_just(**hands)


def become(table: Table, seat: int) -> Table:
    """It is a seat's turn, and it has rolled."""
    turn = table.newest("TurnStarted").turn + 1
    return table.given(
        f"TurnStarted seat={seat} turn={turn}",
        f"DiceRolled seat={seat} dice=[1 1] draws=[]",
        f"PromptsChanged phase=act prompts=[{{act [{{act {seat} 1}}]}}]",
    )


def all_hold(seats: int, but: tuple[int, ...] = ()) -> dict[str, str]:
    """One wool for each seat."""
    return {f"s{seat}": "1wool" for seat in range(1, seats + 1) if seat not in but}


# Who is asked ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B7.5", "B2.6")
@pytest.mark.parametrize("seats", [5, 6])
def test_after_each_turn_every_other_seat_clockwise_may_build(seats):
    table = table_for(seats, **all_hold(seats))
    for seat in range(1, seats + 1):
        become(table, seat)
        table.when(f"{seat} Pass").then_no("TurnStarted")
        order = [(seat - 1 + n) % seats + 1 for n in range(1, seats)]
        for asked in order:
            table.awaits("build", asked)
            assert table.phase == "special_building"
            table.when(f"{asked} Pass")
        table.awaits("roll", seat % seats + 1)
        table.happened.then_includes(f"TurnStarted seat={seat % seats + 1}")


@pytest.mark.rule("B7.5")
@pytest.mark.parametrize("seats", [3, 4])
def test_with_fewer_seats_there_is_no_such_phase(seats):
    table = Table.bare(seats).holding_just(**all_hold(seats))
    table.when("1 Pass").then_facts("TurnEnded seat=1", "TurnStarted seat=2 turn=2")
    table.awaits("roll", 2)


@pytest.mark.rule("B7.5")
def test_one_with_no_resource_card_is_passed_over():
    table = table_for(s1="1wool", s3="1wool", s5="1ore")
    table.when("1 Pass")
    table.awaits("build", 3)
    table.when("3 Pass")
    table.awaits("build", 5)
    table.when("5 Pass").then_includes("TurnStarted seat=2 turn=2")


@pytest.mark.rule("B7.5")
def test_development_cards_are_no_resource_cards():
    table = table_for(s3="1wool").holding_development_cards(2, "knight", "monopoly")
    table.when("1 Pass")
    table.awaits("build", 3)


@pytest.mark.rule("B7.5")
def test_when_nobody_has_a_card_the_next_turn_starts_at_once():
    table = table_for(s1="4wool")
    table.when("1 Pass").then_includes("TurnStarted seat=2 turn=2")
    table.awaits("roll", 2)


@pytest.mark.rule("B7.5")
def test_one_who_cannot_build_anything_is_asked_all_the_same():
    """Else asking would tell what it holds."""
    table = table_for(s2="1ore")
    table.when("1 Pass")
    table.awaits("build", 2)
    assert table.allowed(2) == {"2 Pass"}


@pytest.mark.rule("B7.5")
def test_the_order_goes_round_the_table():
    table = become(table_for(6, **all_hold(6)), 4)
    table.when("4 Pass")
    for seat in (5, 6, 1, 2, 3):
        table.awaits("build", seat)
        table.when(f"{seat} Pass")
    table.awaits("roll", 5)


@pytest.mark.rule("B7.5", "B3.3")
def test_only_the_seat_that_is_asked_acts():
    table = table_for(**{f"s{seat}": RICH for seat in (1, 3, 4, 5)}, s2="1wool")
    table.when("1 Pass")
    for seat in (1, 3, 4, 5):
        table.refused(f"{seat} Pass", "NOT_YOUR_TURN", "B7.5")
        table.refused(f"{seat} BuyDevelopmentCard", "NOT_YOUR_TURN", "B7.5")
        assert not table.allowed(seat)


# What it may do -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B7.5", "B7.1")
def test_it_may_build_and_buy_as_much_as_it_can_pay():
    table = table_for(s2="3brick+3lumber+2wool+4grain+4ore")
    first, second = way_from(HOMES[1])
    place = end_of(end_of(HOMES[1], first), second)
    table.when("1 Pass")
    table.when(f"2 BuildRoad path={first}").then_includes(
        f"RoadBuilt seat=2 path={first}", f"ResourcesPaid seat=2 cards={ROAD}"
    )
    table.awaits("build", 2)
    table.when(f"2 BuildRoad path={second}")
    table.when(f"2 BuildSettlement intersection={place}").then_includes(
        f"SettlementBuilt seat=2 intersection={place}",
        f"ResourcesPaid seat=2 cards={SETTLEMENT}",
        "PointsChanged seat=2 cause=buildings points=2 total=2",
    )
    table.when("2 BuyDevelopmentCard", card="knight").then_facts(
        "DevelopmentCardBought seat=2 card=knight", f"ResourcesPaid seat=2 cards={CARD}"
    )
    table.when(f"2 BuildCity intersection={HOMES[1]}").then_includes(f"CityBuilt seat=2 intersection={HOMES[1]}")


@pytest.mark.rule("B7.5", "B7.1")
@pytest.mark.parametrize(("line", "rule"), [
    (f"BuildRoad path={way_from(HOMES[1])[0]}", "B7.1"),
    (f"BuildCity intersection={HOMES[1]}", "B7.1"),
    ("BuyDevelopmentCard", "B7.1"),
])  # fmt: skip
def test_by_all_the_rules_of_building(line, rule):
    table = table_for(s2="1brick+1grain")
    table.when("1 Pass")
    table.refused(f"2 {line}", "NOT_ENOUGH_CARDS", rule)


@pytest.mark.rule("B7.5")
@pytest.mark.parametrize("line", [
    "TradeWithBank give=wool rate=4 take=ore",
    "OfferTrade give=1wool take=1ore",
    "PlayKnight",
    "PlayRoadBuilding",
    "PlayMonopoly resource=ore",
    "PlayYearOfPlenty cards=2ore",
    "RollDice",
    "MoveRobber hex=3",
])  # fmt: skip
def test_it_may_not_trade_nor_play_cards_nor_anything_else(line):
    table = table_for(s2=RICH, s3="1ore")
    table.holding_development_cards(2, "knight", "road_building", "monopoly", "year_of_plenty")
    table.when("1 Pass")
    table.refused(f"2 {line}", "NOT_NOW", "B7.5")
    assert {each.split()[1] for each in table.allowed(2)} <= {
        "BuildRoad",
        "BuildSettlement",
        "BuildCity",
        "BuyDevelopmentCard",
        "Pass",
    }
    assert not table.choices(2)


@pytest.mark.rule("B7.5", "B6.5")
def test_an_open_offer_has_fallen_before():
    table = table_for(s1="1wool", s2="1ore", s3="1brick")
    table.when("1 OfferTrade give=1wool take=1ore to=[2 3]")
    table.when("1 Pass").then_includes("TradeFell offer=1")
    table.refused("2 AcceptTrade offer=1", "NOT_NOW", "B7.5")
    table.when("2 Pass")


@pytest.mark.rule("B7.5")
def test_no_dice_are_rolled_and_nothing_is_produced_in_it():
    table = table_for(**all_hold(5))
    table.when("1 Pass").then_no("DiceRolled", "ResourcesProduced")
    for seat in (2, 3, 4, 5):
        table.when(f"{seat} Pass").then_no("DiceRolled", "ResourcesProduced")


@pytest.mark.rule("B7.5", "B8.1")
def test_a_card_bought_in_it_is_played_in_the_owners_next_turn():
    """Even before the roll, and when that turn comes next."""
    table = table_for(s2=CARD)
    table.when("1 Pass")
    table.when("2 BuyDevelopmentCard", card="knight")
    if "build" in table.awaits():
        table.when("2 Pass")
    table.awaits("roll", 2)
    table.when("2 PlayKnight").then_includes("DevelopmentCardPlayed seat=2 card=knight")


@pytest.mark.rule("B7.5", "B9.1")
def test_the_longest_route_may_be_won_in_it():
    table = table_for(s3=ROAD)
    way = way_from(HOMES[2], 5)
    table.roads(3, way[:4]).when("1 Pass")
    table.when(f"3 BuildRoad path={way[4]}").then_includes("LongestRouteAwarded seat=3 length=5")


# B10.2 ----------------------------------------------------------------------------------------------------------------


def nine_points(seat: int) -> Table:
    """A seat has three cities more, two settlements, and its own: 9 points."""
    table = table_for(**{f"s{seat}": f"1wool+{CITY}+{CARD}"})
    free = [place for place in range(len(GRID.intersections)) if all(distance(place, home) > 1 for home in HOMES[:5])]
    mine: list[int] = []
    for place in free:
        if all(distance(place, other) > 1 for other in mine):
            mine.append(place)
    table.cities(seat, *mine[:3]).settlements(seat, *mine[3:5])
    assert table.points(seat) == 9
    return table


@pytest.mark.rule("B10.2", "B7.5")
@pytest.mark.case("R63")
@pytest.mark.parametrize("seat", [2, 4])
def test_a_point_gained_in_it_wins_only_when_the_owners_turn_starts(seat):
    table = nine_points(seat)
    table.when("1 Pass")
    table.when(f"{seat} BuildCity intersection={HOMES[seat - 1]}").then_no("GameEnded")
    assert (table.points(seat), table.over) == (10, False)
    table.when(f"{seat} Pass")
    if seat == 4:
        become(table, 2).empty_hands()
        table.when("2 Pass").then_no("GameEnded")
        become(table, 3)
        table.when("3 Pass")
    table.happened.then_includes(f"TurnStarted seat={seat}", f"GameEnded winners=[{seat}]")
    assert table.winners == (seat,)


@pytest.mark.rule("B10.2", "B10.1")
@pytest.mark.case("R63")
@pytest.mark.parametrize("taken", [False, True], ids=["kept", "taken"])
def test_points_gained_in_it_do_not_win_if_they_are_lost_before_the_own_turn(taken):
    """Seat 3 comes to ten with the longest route, which seat 2, whose turn is next, may take from it."""
    mine, its = way_from(HOMES[2], 5), way_from(HOMES[1], 6)
    near = {end for path in (*mine, *its) for end in GRID.ends[path]} | set(HOMES)
    apart = [place for place in range(len(GRID.intersections)) if all(distance(place, other) > 1 for other in near)]
    table = table_for(s3=CITY).roads(3, mine).roads(2, its[:5])
    for place in apart:
        if table.points(3) < 9 and all(distance(place, other) > 1 for other in standing(table)):
            table.cities(3, place)
    assert (table.points(3), table.route_owner) == (9, 3)
    table.when("1 Pass")
    table.when(f"3 BuildCity intersection={HOMES[2]}").then_no("GameEnded")
    become(table, 2).holding(2, ROAD)
    if taken:
        table.when(f"2 BuildRoad path={its[5]}").then_includes("LongestRouteAwarded seat=2 length=6")
    else:
        table.empty_hands()
    table.when("2 Pass")
    assert (table.over, table.points(3)) == (not taken, 8 if taken else 10)


def standing(table: Table) -> set[int]:
    """The intersections with a building."""
    return {n for n in range(len(GRID.intersections)) if any(of >> n & 1 for of in table.game[Buildings].of)}


@pytest.mark.rule("B10.2", "B8.1")
def test_a_victory_point_card_bought_in_it_wins_only_then_too():
    table = nine_points(2)
    table.when("1 Pass")
    table.when("2 BuyDevelopmentCard", card="victory_point").then_no("GameEnded")
    assert not table.over
    table.when("2 Pass").then_includes("TurnStarted seat=2", "GameEnded winners=[2]")


@pytest.mark.rule("B10.2", "B10.1")
def test_till_then_the_others_have_their_turns():
    """Seat 4 comes to ten in the phase after seat 1's turn; seat 2 is next."""
    table = nine_points(4)
    table.when("1 Pass")
    table.when(f"4 BuildCity intersection={HOMES[3]}")
    table.when("4 Pass")
    table.awaits("roll", 2)
    assert not table.over


# More of everything ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("B1.2", "B1.3")
@pytest.mark.case("R35", "R28")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_bank_and_deck_are_larger_for_5_and_6(seats):
    table = Table.start(seats, board=MANY.get(seats, "beginner"))
    each = 24 if seats > 4 else 19
    assert table.bank == f"{each}brick+{each}lumber+{each}wool+{each}grain+{each}ore"
    deck = dict(zip((card.name for card in DevelopmentCard), unpack(table.game[Development].deck), strict=True))
    assert deck == (
        Counter(KNIGHT=20, VICTORY_POINT=5, ROAD_BUILDING=3, YEAR_OF_PLENTY=3, MONOPOLY=3)
        if seats > 4
        else Counter(KNIGHT=14, VICTORY_POINT=5, ROAD_BUILDING=2, YEAR_OF_PLENTY=2, MONOPOLY=2)
    )


@pytest.mark.rule("B2.6", "B2.1")
@pytest.mark.parametrize("seats", [5, 6])
@pytest.mark.parametrize("board", ["free-6", "spiral-6"])
def test_the_board_has_30_hexes_and_11_harbors_and_room_for_all(seats, board):
    table = Table.start(seats, board=board)
    plan = SCENARIOS["classic"].boards[board]()
    assert (len(plan.hexes), len(plan.harbors)) == (30, 11)
    assert plan.grid is GRID
    for seat in [*range(1, seats + 1), *range(seats, 0, -1)]:
        table.when(f"{seat} BuildSettlement intersection={min(table.allowed_places(seat, 'BuildSettlement'))}")
        table.when(f"{seat} BuildRoad path={min(table.allowed_places(seat, 'BuildRoad'))}")
    table.awaits("roll", 1)
