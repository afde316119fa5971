"""G8: the largest army, whose holder takes two cards, and the map that lies open."""

import pytest

from domain.board.laid import Board
from tests.scenarios.great_race.places import CHARTS, FOUR, PRODUCING, THREE
from tests.scenarios.great_race.table import RICH, RaceTable, found_card

ARMY, OPEN = ("largest_army",), ("open_map",)
STRIP_N, STRIP_S = (4, 2), (4, 16)
"""Two places in the west of the strip."""
TWO_AT_ONCE = THREE.tile(3, 2)
"""A hex of the strip where two seats can live."""
SEATS_AT = {"three": 3, "four": 4, "five": 5, "six": 6}


def army(knights: int = 3, owner: int = 1, **hands: str) -> RaceTable:
    """A seat has played so many knights; seats 2 and 3 live side by side at the strip; seat 1 is to roll."""
    table = RaceTable.bare(options=ARMY).place(2, (4, 8)).place(3, (5, 11)).place(1, STRIP_N)
    table.having_played_knights(owner, knights)
    return table.become(1, rolled=False).holding_just(**hands)


def robbing(knights: int = 3, owner: int = 1, **hands: str) -> RaceTable:
    """Seat 1 has rolled a 7 then."""
    table = army(knights, owner, **hands)
    table.roll(7)
    table.awaits("robber", 1)
    return table


# G8.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G8.1", "B9.2")
def test_the_third_knight_brings_the_army_before_the_robber_moves_and_no_points():
    table = army(2, s2="2ore").holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_facts(
        "DevelopmentCardPlayed seat=1 card=knight", "LargestArmyAwarded seat=1 knights=3"
    )
    table.awaits("robber", 1)
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2", script={"theft": [0, 0]}).then_facts(
        f"RobberMoved seat=1 origin=- hex={TWO_AT_ONCE}",
        "CardStolen thief=1 victim=2 resource=ore",
        "CardStolen thief=1 victim=2 resource=ore",
    )
    assert table.hand(1) == "2ore"


@pytest.mark.rule("G8.1", "B9.2")
def test_the_army_passes_on_to_whoever_has_more():
    table = army(3, owner=2).having_played_knights(1, 3)
    assert table.army_owner == 2
    table.holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_includes("LargestArmyAwarded seat=1 knights=4")


@pytest.mark.rule("G8.1", "G6.3")
def test_knights_count_before_the_robber_is_in_the_game():
    table = RaceTable.bare(options=ARMY).place(1, (10, 8)).having_played_knights(1, 2)
    table.holding_development_cards(1, "knight")
    table.when("1 PlayKnight").then_facts(
        "DevelopmentCardPlayed seat=1 card=knight", "LargestArmyAwarded seat=1 knights=3"
    )
    table.awaits("act", 1)


@pytest.mark.rule("G8.1")
def test_its_holder_takes_two_cards_from_one():
    table = robbing(s2="2ore+1wool", s3="1brick")
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2", script={"theft": [0, 1]}).then_facts(
        f"RobberMoved seat=1 origin=- hex={TWO_AT_ONCE}",
        "CardStolen thief=1 victim=2 resource=wool",
        "CardStolen thief=1 victim=2 resource=ore",
    )
    assert [table.hand(seat) for seat in (1, 2, 3)] == ["1wool+1ore", "1ore", "1brick"]


@pytest.mark.rule("G8.1")
def test_or_one_each_from_two():
    table = robbing(s2="2ore", s3="2brick")
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2 second=3", script={"theft": [0, 0]}).then_facts(
        f"RobberMoved seat=1 origin=- hex={TWO_AT_ONCE}",
        "CardStolen thief=1 victim=2 resource=ore",
        "CardStolen thief=1 victim=3 resource=brick",
    )
    assert [table.hand(seat) for seat in (1, 2, 3)] == ["1brick+1ore", "1ore", "1brick"]


@pytest.mark.rule("G8.1")
def test_the_second_card_is_drawn_from_what_is_left():
    table = robbing(s2="2ore+1wool", s3="1brick")
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2", script={"theft": [2, 1]})
    assert table.drawn == [("theft", 3), ("theft", 2)]


@pytest.mark.rule("G8.1")
@pytest.mark.parametrize(("hands", "gets"), [({"s2": "1ore"}, 1), ({"s2": "2ore"}, 2), ({"s2": "1ore+1wool"}, 2)])
def test_where_there_are_fewer_it_takes_what_there_is(hands, gets):
    """Seat 3 lives there, too, and has no card."""
    table = robbing(**hands)
    table.refused(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2 second=3", "NO_SUCH_VICTIM", "G8.1")
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2")
    assert table.hand_size(1) == gets


@pytest.mark.rule("G8.1")
def test_with_one_card_at_the_first_and_another_victim_there_the_second_is_named():
    table = robbing(s2="1ore", s3="4brick")
    table.refused(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2", "VICTIM_REQUIRED", "G8.1")
    table.fork().when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=3")
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2 second=3")
    assert table.hand(1) == "1brick+1ore"


@pytest.mark.rule("G8.1")
def test_with_nobody_to_rob_nothing_is_taken():
    table = robbing()
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE}").then_no("CardStolen")


@pytest.mark.rule("G8.1")
@pytest.mark.parametrize(("knights", "owner"), [(2, 1), (3, 2)])
def test_who_does_not_hold_it_takes_one(knights, owner):
    table = robbing(knights, owner, s2="3ore", s3="3brick")
    table.refused(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2 second=3", "NO_SUCH_VICTIM", "G8.1")
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2", theft="ore").then_facts(
        f"RobberMoved seat=1 origin=- hex={TWO_AT_ONCE}", "CardStolen thief=1 victim=2 resource=ore"
    )


@pytest.mark.rule("G8.1", "G2.1")
def test_without_the_option_there_is_no_second_victim():
    table = RaceTable.bare().place(2, (4, 8)).place(3, (5, 11)).having_played_knights(1, 3).become(1, rolled=False)
    table.holding_just(s2="2ore", s3="2brick").roll(7)
    refusal = table.refusal(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2 second=3")
    assert str(refusal.reason) == "NO_SUCH_VICTIM"
    table.when(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2", theft="ore")
    assert table.hand(1) == "1ore"


@pytest.mark.rule("G8.1", "B5.2")
@pytest.mark.parametrize("second", [1, 2])
def test_neither_itself_nor_the_same_seat_is_the_second(second):
    table = robbing(s1="3wool", s2="3ore")
    table.refused(f"1 MoveRobber hex={TWO_AT_ONCE} victim=2 second={second}", "NO_SUCH_VICTIM", "G8.1")


# G8.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G8.2")
@pytest.mark.parametrize("name", CHARTS)
def test_all_lies_open_from_the_start(name):
    table = RaceTable.start(SEATS_AT[name], options=OPEN)
    chart = CHARTS[name]
    laid = [event for event in table.history if type(event).__name__ == "HexRevealed"]
    assert {event.hex for event in laid} == chart.hidden
    assert {event.seat for event in laid} == {0}
    tiles = table.game[Board].tiles
    assert all(bool(tiles[h].number) == (str(tiles[h].terrain) in PRODUCING) for h in chart.hidden)
    shown = table.view("UnknownView")
    assert (shown.hexes, shown.terrains, shown.numbers) == (0, (), ())


@pytest.mark.rule("G8.2", "G4.1")
def test_nothing_is_turned_up_and_nobody_finds_anything():
    table = RaceTable.bare(options=OPEN).place(1, (10, 8)).holding(1, RICH)
    for path in THREE.trail((10, 8), (9, 7), (8, 8), (8, 10)):
        table.when(f"1 BuildShip path={path}").then_facts(
            f"ShipBuilt seat=1 path={path}", "ResourcesPaid seat=1 cards=1lumber+1wool"
        )


@pytest.mark.rule("G8.2", "B2.2")
def test_it_yields_at_the_start_as_any_land():
    """On the board for four, beside the home island; the hexes come in the order of the list: wood, pasture ..."""
    table = RaceTable.start(4, options=OPEN)
    here, home = FOUR.tile(1, 5), FOUR.tile(1, 6)
    terrain = str(table.game[Board].tiles[here].terrain)
    for seat, place in ((1, (16, 2)), (2, (17, 7)), (3, (16, 14)), (4, (17, 17)), (4, (14, 14))):
        table.when(f"{seat} BuildSettlement intersection={FOUR.intersection(*place)}")
        table.when(f"{seat} BuildRoad path={max(table.allowed_places(seat, 'BuildRoad'))}")
    table.when(f"3 BuildSettlement intersection={FOUR.intersection(12, 2)}")
    wanted = [found_card(each) for each in (terrain, FOUR.terrain(home)) if each in PRODUCING]
    assert table.hand_size(3) == len(wanted)


@pytest.mark.rule("G8.2", "G6.4")
def test_the_robber_does_not_stand_there_either():
    table = RaceTable.bare(options=OPEN).place(2, STRIP_N, STRIP_S).become(1, rolled=False)
    table.roll(7)
    assert table.allowed_places(1, "MoveRobber") == THREE.strip | THREE.gold
    land = next(h for h in sorted(THREE.hidden) if table.ledger.known[h][0] in PRODUCING)
    table.refused(f"1 MoveRobber hex={land}", "ROBBER_NOT_ALLOWED", "G6.4")


@pytest.mark.rule("G8.2", "G1.4")
def test_they_are_shuffled_all_the_same():
    maps = set()
    for luck in range(6):
        script = {"unknown_terrain": [luck], "unknown_number": [0]}
        table = RaceTable.start(options=OPEN, script=script)
        maps.add(tuple(table.ledger.known[h] for h in sorted(THREE.hidden)))
    assert len(maps) > 3


@pytest.mark.rule("G8.2", "B11.2")
def test_with_nonces_the_map_is_laid_open_only_when_all_are_given():
    table = RaceTable.start(2, options=("seat_nonces", "open_map"))
    for seat in (1, 2):
        assert not [event for event in table.history if type(event).__name__ in ("HexRevealed", "BoardLaid")]
        table.when(f"{seat} GiveNonce nonce=0x{bytes([seat] * 32).hex()}")
    assert table.view("UnknownView").hexes == 0
    assert table.ledger.known.keys() >= THREE.hidden
