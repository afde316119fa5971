"""B9: the longest trade route and the largest army.

Places are intersections of the usual lattice by their numbers, from north to south and west to east:

           0     1     2
         3    4     5     6
         7    8     9    10
       11   12    13    14    15
       16   17    18    19    20
     21   22   23    24    25   26
     27   28   29    30    31   32
       33   34    35    36    37
       38   39    40    41    42
         43   44    45    46
         47   48    49    50
           51    52    53

Cases held against: R01, R03, R04, R06, R11, R12, R16, R32, G12, S01.
"""

import random
from functools import lru_cache
from itertools import pairwise, starmap

import pytest

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.components import ONE, RESOURCES, Cards, bits, count, of_kind
from domain.components import each as each_kind
from domain.engine import Command, Game, before_creation, choices, evolve, evolve_all, execute, legal
from domain.rules.buildings import Buildings, BuildSettlement
from domain.rules.hands import Hands, ResourcesReceived
from domain.rules.longest_route import Routes
from domain.rules.roads import BuildRoad, Roads
from domain.rules.robber import DiscardCards
from tests.rules.table import Table, hex_of, path

ROAD, SETTLEMENT = "1brick+1lumber", "1brick+1lumber+1wool+1grain"
RING = (18, 24, 30, 35, 29, 23, 18)
"""Round the desert."""
ROW = (27, 33, 28, 34, 29, 35, 30, 36, 31, 37, 32)
"""From west to east."""


def roads(*stops: int) -> list[int]:
    """The paths along a row of intersections."""
    return list(starmap(path, pairwise(stops)))


def points_of_route(seat: int, points: int, total: int) -> str:
    """The line that says what the longest route brings a seat."""
    return f"PointsChanged seat={seat} cause=longest_route points={points} total={total}"


def build_road(table: Table, seat: int, one: int, other: int):
    """A seat builds a road in its turn, with just what it costs."""
    table.in_turn(seat).holding(seat, ROAD)
    return table.when(f"{seat} BuildRoad path={path(one, other)}")


def build_settlement(table: Table, seat: int, place: int):
    """A seat builds a settlement in its turn, with just what it costs."""
    table.in_turn(seat).holding(seat, SETTLEMENT)
    return table.when(f"{seat} BuildSettlement intersection={place}")


# B9.1: how long a route is --------------------------------------------------------------------------------------------

SHAPES = {
    "a single road": ([(0, 3)], (0,), (), 1),
    "a straight row": ([ROW[:6]], (), (), 5),
    "a row with own buildings on it": ([ROW[:8]], (27, 28, 29, 30), (), 7),
    "a fork with arms of 3, 2 and 2 (R04)": ([(29, 34, 28, 33), (29, 35, 40), (29, 23, 18)], (), (), 5),
    "a row with branches": ([ROW[:8], (28, 22), (29, 23), (30, 24)], (), (), 7),
    "two rows that do not meet": ([ROW[:5], (0, 4, 1, 5)], (), (), 4),
    "a ring": ([RING], (), (), 6),
    "a ring with a tail": ([RING, (18, 13, 9)], (), (), 8),
    "a ring with two tails": ([RING, (18, 13), (35, 40)], (), (), 7),
    "a ring with two tails that are neighbors": ([RING, (18, 13), (24, 19)], (), (), 7),
    "two rings with a common side": ([RING, (23, 17, 22, 28, 34, 29)], (), (), 11),
    "a figure of eight: two rings and a bridge": ([RING, (23, 17), (17, 12, 7, 11, 16, 22, 17)], (), (), 13),
    "another's building at the end": ([ROW[:6]], (), (35,), 5),
    "another's buildings at both ends": ([ROW[:6]], (), (27, 35), 5),
    "another's building in the middle": ([ROW[:8]], (), (34,), 4),
    "another's buildings that leave pieces of 2": ([ROW[:7]], (), (28, 29), 2),
    "another's building beside the route": ([ROW[:8]], (), (22,), 7),
    "a ring with another's building on it (R06)": ([RING], (18, 30), (29,), 6),
    "a ring with two others' buildings on it": ([RING], (), (18, 35), 3),
    "a ring with two others' buildings nearer each other": ([RING], (), (18, 29), 4),
    "a ring cut off from its tail": ([RING, (18, 13, 9)], (), (18,), 6),
    "a tail longer than the ring it is cut off from": ([RING, (18, 13, 9, 14, 10, 6, 2, 5)], (), (18,), 7),
    "two rings with another's building at a common end": ([RING, (23, 17, 22, 28, 34, 29)], (), (23,), 10),
    "two rings and a bridge with a building at its end": ([RING, (23, 17), (17, 12, 7, 11, 16, 22, 17)], (), (23,), 7),
    "fifteen roads": ([(21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26, 32, 37, 31, 36, 30)], (), (), 15),
}


@pytest.mark.rule("B9.1")
@pytest.mark.case("R04", "R06")
@pytest.mark.parametrize(("rows", "own", "others", "length"), SHAPES.values(), ids=SHAPES)
def test_a_route_is_its_longest_trail_each_path_once_and_not_through_others(rows, own, others, length):
    """Whichever of its roads comes last, of those that could."""
    paths = sorted({each for row in rows for each in roads(*row)})
    measured = set()
    for last in paths:
        table = Table.bare().settlements(1, *own).settlements(2, *others)
        table.roads(1, [each for each in paths if each != last]).holding(1, ROAD)
        if last in table.allowed_places(1, "BuildRoad"):
            table.when(f"1 BuildRoad path={last}")
            measured.add(table.route_length(1))
    assert measured == {length}


@pytest.mark.rule("B9.1")
def test_roads_of_other_seats_are_no_part_of_a_route():
    table = Table.bare().roads(1, roads(*ROW[:4])).roads(2, roads(*ROW[3:7])).settlements(1, 27).settlements(2, 30)
    assert (table.route_length(1), table.route_length(2)) == (3, 3)
    build_road(table, 1, 34, 39).then_facts(
        f"RoadBuilt seat=1 path={path(34, 39)}", f"ResourcesPaid seat=1 cards={ROAD}", "RouteChanged seat=1 length=4"
    )


@pytest.mark.rule("B9.1")
@pytest.mark.case("R16")
def test_roads_of_the_setup_and_free_roads_count():
    """R16: the first road of the usual setup, two free ones, two paid ones."""
    table = Table.after_setup()
    assert [table.route_length(seat) for seat in (1, 2, 3, 4)] == [1, 1, 1, 1]
    table.empty_hands().holding_development_cards(1, "road_building").when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={path(23, 18)}").then_includes("RouteChanged seat=1 length=2")
    table.when(f"1 BuildRoad path={path(18, 24)}").then_includes("RouteChanged seat=1 length=3")
    build_road(table, 1, 24, 30).then_no("LongestRouteAwarded")
    build_road(table, 1, 30, 35).then_includes("RouteChanged seat=1 length=5", "LongestRouteAwarded seat=1 length=5")


# B9.1: who has the card -----------------------------------------------------------------------------------------------


@pytest.mark.rule("B9.1")
def test_it_goes_to_the_first_with_a_route_of_at_least_5_and_is_worth_2_points():
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:4]))
    build_road(table, 1, 34, 29).then_facts(
        f"RoadBuilt seat=1 path={path(34, 29)}", f"ResourcesPaid seat=1 cards={ROAD}", "RouteChanged seat=1 length=4"
    )
    build_road(table, 1, 29, 35).then_facts(
        f"RoadBuilt seat=1 path={path(29, 35)}",
        f"ResourcesPaid seat=1 cards={ROAD}",
        "RouteChanged seat=1 length=5",
        "LongestRouteAwarded seat=1 length=5",
        points_of_route(1, 2, 3),
    )


@pytest.mark.rule("B9.1")
def test_its_owner_gets_its_points_once():
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:6]))
    build_road(table, 1, 35, 30).then_facts(
        f"RoadBuilt seat=1 path={path(35, 30)}", f"ResourcesPaid seat=1 cards={ROAD}", "RouteChanged seat=1 length=6"
    )
    assert table.points(1) == 3


@pytest.mark.rule("B9.1")
def test_a_road_that_makes_no_route_longer_changes_nothing():
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:6]))
    build_road(table, 1, 28, 22).then_facts(
        f"RoadBuilt seat=1 path={path(28, 22)}", f"ResourcesPaid seat=1 cards={ROAD}"
    )


@pytest.mark.rule("B9.1")
@pytest.mark.case("R04")
def test_it_passes_on_only_to_a_strictly_longer_route():
    """R04: the tie keeps the owner."""
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:6])).settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2))
    build_road(table, 2, 2, 6).then_facts(
        f"RoadBuilt seat=2 path={path(2, 6)}", f"ResourcesPaid seat=2 cards={ROAD}", "RouteChanged seat=2 length=5"
    )
    build_road(table, 2, 6, 10).then_facts(
        f"RoadBuilt seat=2 path={path(6, 10)}",
        f"ResourcesPaid seat=2 cards={ROAD}",
        "RouteChanged seat=2 length=6",
        "LongestRouteAwarded seat=2 length=6",
        points_of_route(1, 0, 1),
        points_of_route(2, 2, 3),
    )


@pytest.mark.rule("B9.1")
def test_a_ring_of_six_beats_a_row_of_five():
    table = Table.bare().settlements(1, 0).roads(1, roads(0, 4, 1, 5, 2, 6)).settlements(2, 24)
    table.roads(2, roads(*RING[:6]))
    assert (table.route_owner, table.route_length(2)) == (1, 5)
    build_road(table, 2, 23, 18).then_includes("RouteChanged seat=2 length=6", "LongestRouteAwarded seat=2 length=6")


# B9.1: cut ------------------------------------------------------------------------------------------------------------


def eight_on_the_row(*, owner: int = 1) -> Table:
    """A seat has 7 roads from 27 to 36, and the card."""
    return Table.bare().settlements(owner, 27).roads(owner, roads(*ROW[:8]))


@pytest.mark.rule("B9.1")
@pytest.mark.case("R01")
def test_anothers_building_cuts_the_route_and_the_card_goes_to_the_one_seat_then_longest():
    """R01"""
    table = eight_on_the_row().settlements(2, 44).roads(2, roads(34, 39, 44, 40, 45, 41))
    assert table.route_owner == 1
    build_settlement(table, 2, 34).then_facts(
        "SettlementBuilt seat=2 intersection=34",
        f"ResourcesPaid seat=2 cards={SETTLEMENT}",
        "RouteChanged seat=1 length=4",
        "LongestRouteAwarded seat=2 length=5",
        "PointsChanged seat=2 cause=buildings points=2 total=2",
        points_of_route(1, 0, 1),
        points_of_route(2, 2, 4),
    )


@pytest.mark.rule("B9.1")
def test_the_card_may_go_to_a_seat_that_did_not_cut():
    table = eight_on_the_row().settlements(3, 0).roads(3, roads(0, 4, 1, 5, 2, 6)).roads(2, roads(34, 39))
    build_settlement(table, 2, 34).then_includes("LongestRouteAwarded seat=3 length=5")
    assert [table.points(seat) for seat in (1, 2, 3)] == [1, 1, 3]


@pytest.mark.rule("B9.1")
def test_the_one_seat_with_the_longest_gets_it_even_if_others_have_5_too():
    table = eight_on_the_row().settlements(3, 0).roads(3, roads(0, 4, 1, 5, 2, 6, 10))
    table.settlements(4, 47).roads(4, roads(47, 51, 48, 52, 49, 53)).roads(2, roads(34, 39))
    build_settlement(table, 2, 34).then_includes("LongestRouteAwarded seat=3 length=6")


@pytest.mark.rule("B9.1")
def test_its_owner_keeps_it_while_its_cut_route_is_the_longest():
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW)).settlements(2, 44).roads(2, roads(34, 39, 44))
    build_settlement(table, 2, 34).then_includes("RouteChanged seat=1 length=7").then_no("LongestRouteAwarded")
    assert table.route_owner == 1


@pytest.mark.rule("B9.1")
def test_when_several_tie_after_a_cut_the_old_owner_keeps_it_if_it_is_one_of_them():
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW)).settlements(3, 0).roads(3, roads(0, 4, 1, 5, 2, 6))
    table.roads(2, roads(35, 40))
    build_settlement(table, 2, 35).then_includes("RouteChanged seat=1 length=5").then_no("LongestRouteAwarded")
    assert (table.route_owner, table.route_length(3)) == (1, 5)
    build_road(table, 3, 6, 10).then_includes("LongestRouteAwarded seat=3 length=6")


@pytest.mark.rule("B9.1")
@pytest.mark.case("R03")
def test_when_others_tie_after_a_cut_no_one_has_it_until_one_is_alone_ahead():
    """R03"""
    table = eight_on_the_row().settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2, 6))
    table.settlements(3, 44).roads(3, roads(34, 39, 44, 40, 45, 41))
    build_settlement(table, 3, 34).then_facts(
        "SettlementBuilt seat=3 intersection=34",
        f"ResourcesPaid seat=3 cards={SETTLEMENT}",
        "RouteChanged seat=1 length=4",
        "LongestRouteAwarded seat=0 length=0",
        "PointsChanged seat=3 cause=buildings points=2 total=2",
        points_of_route(1, 0, 1),
    )
    build_road(table, 1, 27, 21).then_no("LongestRouteAwarded")
    build_road(table, 2, 6, 10).then_includes("LongestRouteAwarded seat=2 length=6", points_of_route(2, 2, 3))
    build_road(table, 3, 41, 46).then_no("LongestRouteAwarded")


@pytest.mark.rule("B9.1")
def test_with_the_card_set_aside_a_third_seat_that_draws_level_does_not_get_it():
    table = eight_on_the_row().settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2, 6))
    table.settlements(3, 44).roads(3, roads(34, 39, 44, 40, 45, 41)).settlements(4, 47)
    table.roads(4, roads(47, 51, 48, 52, 49))
    build_settlement(table, 3, 34)
    assert table.route_owner == 0
    build_road(table, 4, 49, 53).then_includes("RouteChanged seat=4 length=5").then_no("LongestRouteAwarded")
    build_road(table, 1, 36, 31).then_includes("RouteChanged seat=1 length=5").then_no("LongestRouteAwarded")
    build_road(table, 1, 31, 37).then_includes("LongestRouteAwarded seat=1 length=6")


@pytest.mark.rule("B9.1")
def test_with_the_card_set_aside_a_cut_may_leave_one_alone_ahead():
    table = eight_on_the_row().settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2, 6))
    table.settlements(3, 44).roads(3, roads(34, 39, 44, 40, 45, 41)).roads(4, roads(12, 8, 13, 9, 5))
    build_settlement(table, 3, 34)
    assert table.route_owner == 0
    build_settlement(table, 4, 5).then_includes("RouteChanged seat=2 length=3", "LongestRouteAwarded seat=3 length=5")


@pytest.mark.rule("B9.1")
def test_when_nobody_is_left_with_5_no_one_has_it_until_somebody_is():
    table = eight_on_the_row().settlements(2, 44).roads(2, roads(34, 39, 44))
    build_settlement(table, 2, 34).then_includes(
        "RouteChanged seat=1 length=4", "LongestRouteAwarded seat=0", points_of_route(1, 0, 1)
    ).then_no("GameEnded")
    build_road(table, 2, 44, 40).then_no("LongestRouteAwarded")
    build_road(table, 1, 36, 31).then_includes("LongestRouteAwarded seat=1 length=5", points_of_route(1, 2, 3))


@pytest.mark.rule("B9.1")
def test_a_cut_of_another_route_than_the_owners_leaves_the_card_where_it_is():
    table = eight_on_the_row().settlements(3, 0).roads(3, roads(0, 4, 1, 5, 2, 6)).roads(2, roads(12, 8, 13, 9, 5))
    build_settlement(table, 2, 5).then_includes("RouteChanged seat=3 length=3").then_no("LongestRouteAwarded")
    assert table.route_owner == 1


@pytest.mark.rule("B9.1")
@pytest.mark.case("R06")
def test_a_building_at_the_end_of_a_route_or_on_its_one_ring_does_not_cut():
    """R06"""
    table = Table.bare().settlements(1, 18, 30).roads(1, roads(*RING)).roads(2, roads(28, 34, 29))
    build_settlement(table, 2, 29).then_no("RouteChanged", "LongestRouteAwarded")
    assert (table.route_owner, table.route_length(1)) == (1, 6)
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:6])).roads(2, roads(35, 40))
    build_settlement(table, 2, 35).then_no("RouteChanged", "LongestRouteAwarded")


@pytest.mark.rule("B9.1")
def test_one_building_may_cut_two_routes():
    """Three roads of three seats cannot be cut at once, but one seat's settlement may end on two roads of another."""
    table = Table.bare().settlements(1, 13).roads(1, roads(13, 18, 23, 29, 34)).roads(1, roads(18, 24, 30, 35))
    table.settlements(2, 27).roads(2, roads(27, 33, 28, 22, 17, 23))
    assert table.route_length(1) == 6
    build_settlement(table, 2, 23).then_includes("RouteChanged seat=1 length=4", "LongestRouteAwarded seat=2 length=5")


@pytest.mark.rule("B9.1")
@pytest.mark.case("R04")
def test_own_buildings_cut_no_route():
    """R04, and a city in place of the settlement neither."""
    table = eight_on_the_row()
    build_settlement(table, 1, 29).then_no("RouteChanged", "LongestRouteAwarded")
    table.holding(1, "2grain+3ore").when("1 BuildCity intersection=29").then_no("RouteChanged", "LongestRouteAwarded")
    assert table.route_length(1) == 7


@pytest.mark.rule("B9.1")
@pytest.mark.case("S01")
@pytest.mark.parametrize("tie", [False, True], ids=["one successor", "card set aside"])
def test_owner_and_lengths_are_the_same_after_all_events_are_read_again(tie):
    """S01: the positions of R01 and R03."""
    table = eight_on_the_row().settlements(3, 44).roads(3, roads(34, 39, 44, 40, 45, 41))
    if tie:
        table.settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2, 6))
    build_settlement(table, 3, 34)
    game = evolve_all(before_creation(table.game.scenario, table.game.seats), table.history)
    assert game[Routes] == table.game[Routes] == Routes((0, 4, 5 * tie, 5, 0), 0 if tie else 3)
    again = Table(game, table.history)
    assert build_road(again, 3, 41, 46) == build_road(table, 3, 41, 46)


# B9.1: the lengths that are kept, against a naive count ---------------------------------------------------------------


@lru_cache(maxsize=4096)
def naive_length(edges: frozenset[tuple[int, int]], walls: frozenset[int]) -> int:
    """The longest trail over these edges: from every place, every way on, each edge once, never on from a wall."""

    def trails(at: int, left: frozenset[tuple[int, int]]) -> int:
        on = {edge for edge in left if at in edge}
        return max((1 + (0 if sum(e) - at in walls else trails(sum(e) - at, left - {e})) for e in on), default=0)

    return max((trails(place, edges) for edge in edges for place in edge), default=0)


def naive_lengths(game: Game) -> tuple[int, ...]:
    """The length of each seat's route, counted anew."""
    ends = game[Board].grid.ends
    buildings = game[Buildings]
    found = [0]
    for seat in game.everyone:
        edges = frozenset(ends[each] for each in bits(game[Roads].of[seat].paths))
        others = {place for other in game.everyone if other != seat for place in bits(buildings.of[other])}
        found.append(naive_length(edges, frozenset(others & {place for edge in edges for place in edge})))
    return tuple(found)


def naive_owner(owner: int, lengths: tuple[int, ...]) -> int:
    """Whose the card is now, by the words of B9.1."""
    longest = max(lengths)
    if longest < 5:
        return 0
    with_it = {seat for seat, length in enumerate(lengths) if length == longest}
    if owner in with_it:
        return owner
    return with_it.pop() if len(with_it) == 1 else 0


def topped_up(game: Game, seat: int) -> Game:
    """The game after the bank has given a seat what roads and settlements cost, as far as it has it."""
    hands = game[Hands]
    for resource in RESOURCES[:4]:
        short = min(2 - count(hands.of[seat], resource), count(hands.bank, resource))
        if short > 0:
            game = evolve(game, ResourcesReceived(seat, Cards(of_kind(resource, short))))
    return game


def cuts(game: Game, command: Command) -> bool:
    """Whether a command builds on two roads of another seat."""
    if not isinstance(command, BuildSettlement) or game.over:
        return False
    at = game[Board].grid.paths_at[command.intersection]
    return any((game[Roads].of[seat].paths & at).bit_count() > 1 for seat in game.everyone if seat != command.seat)


def some_command(game: Game, luck: random.Random) -> Command:
    """Something that a seat may do now: it cuts a route where it can, else it likes best to build roads."""
    for seat in game.everyone:
        options = legal(game, seat)
        cutting = [each for each in options if cuts(game, each)]
        roads = [each for each in options if isinstance(each, BuildRoad)]
        if options:
            return luck.choice(cutting or (roads if roads and luck.random() < 0.8 else options))
        for choice in choices(game, seat):
            hand = [ONE[resource] for resource, n in each_kind(game[Hands].of[seat]) for _ in range(n)]
            return DiscardCards(seat, Cards(sum(luck.sample(hand, choice.cards[0].least))))
    raise AssertionError("nobody may do anything")


@pytest.mark.rule("B9.1")
def test_the_lengths_that_are_kept_are_those_of_a_naive_count():
    """After every command of random games in which roads are cheap; and the card is with whom the rule says."""
    awards = cut = 0
    for seed in range(80):
        luck = random.Random(seed)
        game, owner = Table.start(3 + seed % 2, seed=bytes([seed] * 32), chance=SeededChance()).game, 0
        while not game.over and game.version < 1500:
            before = game[Routes].lengths
            command = some_command(game, luck)
            game, _ = execute(game, command, SeededChance())
            lengths = naive_lengths(game)
            assert game[Routes].lengths == lengths
            awards += naive_owner(owner, lengths) != owner
            cut += any(now < then for now, then in zip(lengths, before, strict=True))
            owner = naive_owner(owner, lengths)
            assert game[Routes].owner == owner
            game = topped_up(game, command.seat)
    assert awards > 100
    assert cut > 20


# B9.2 -----------------------------------------------------------------------------------------------------------------


def play_knight(table: Table, seat: int):
    """A seat plays a knight, and moves the robber to where it steals from nobody."""
    table.in_turn(seat).holding_development_cards(seat, "knight")
    happened = table.when(f"{seat} PlayKnight")
    if not table.over:
        goal = next(each for each in (hex_of("L2"), hex_of("D")) if each != table.robber)
        table.when(f"{seat} MoveRobber hex={goal}")
    return happened


def points_of_army(seat: int, points: int, total: int) -> str:
    """The line that says what the largest army brings a seat."""
    return f"PointsChanged seat={seat} cause=largest_army points={points} total={total}"


@pytest.mark.rule("B9.2")
def test_it_goes_to_the_first_with_3_played_knights_and_is_worth_2_points():
    """P15: as soon as the third is played, before the robber is moved."""
    table = Table.bare()
    for _ in range(2):
        play_knight(table, 1).then_facts("DevelopmentCardPlayed seat=1 card=knight")
        table.in_turn(2)
    assert table.points(1) == 0
    play_knight(table, 1).then_facts(
        "DevelopmentCardPlayed seat=1 card=knight", "LargestArmyAwarded seat=1 knights=3", points_of_army(1, 2, 2)
    )


@pytest.mark.rule("B9.2")
@pytest.mark.case("R32")
def test_the_owner_of_the_army_gets_its_points_once():
    """R32"""
    table = Table.bare().having_played_knights(1, 3)
    play_knight(table, 1).then_facts("DevelopmentCardPlayed seat=1 card=knight")
    assert table.points(1) == 2


@pytest.mark.rule("B9.2")
@pytest.mark.case("R32")
def test_it_passes_on_to_whoever_has_strictly_more():
    """R32"""
    table = Table.bare().having_played_knights(1, 4).having_played_knights(2, 3)
    play_knight(table, 2).then_facts("DevelopmentCardPlayed seat=2 card=knight")
    assert table.army_owner == 1
    table.in_turn(3)
    play_knight(table, 2).then_facts(
        "DevelopmentCardPlayed seat=2 card=knight",
        "LargestArmyAwarded seat=2 knights=5",
        points_of_army(1, 0, 0),
        points_of_army(2, 2, 2),
    )
    play_knight(table, 1).then_facts("DevelopmentCardPlayed seat=1 card=knight")
    table.in_turn(2)
    play_knight(table, 1).then_includes("LargestArmyAwarded seat=1 knights=6")


@pytest.mark.rule("B9.2")
def test_the_first_with_3_keeps_it_when_others_draw_level():
    table = Table.bare().having_played_knights(3, 3).having_played_knights(1, 2).having_played_knights(2, 2)
    for seat in (1, 2):
        play_knight(table, seat).then_facts(f"DevelopmentCardPlayed seat={seat} card=knight")
    assert table.army_owner == 3


@pytest.mark.rule("B9.2")
def test_only_played_knights_count():
    table = Table.bare().having_played_knights(1, 2).holding_development_cards(1, "knight", "knight", "monopoly")
    table.when("1 PlayMonopoly resource=ore").then_no("LargestArmyAwarded")
    assert (table.army_owner, table.points(1)) == (0, 0)
