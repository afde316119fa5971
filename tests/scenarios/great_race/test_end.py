"""G7.1: the first city on a red point wins at once."""

import pytest

from tests.scenarios.great_race.places import CHARTS, FIVE, THREE
from tests.scenarios.great_race.table import CITY_COST, RICH, RaceTable

SEATS_AT = {"three": 3, "four": 4, "five": 5, "six": 6}
RED = [(name, place) for name, chart in CHARTS.items() for place in sorted(chart.red)]


@pytest.mark.rule("G7.1")
@pytest.mark.case("R56")
@pytest.mark.parametrize(("name", "place"), RED)
def test_a_city_on_a_red_point_wins_at_once(name, place):
    table = RaceTable.bare(SEATS_AT[name]).settlements(1, place).holding(1, CITY_COST)
    table.when(f"1 BuildCity intersection={place}").then_includes(
        f"CityBuilt seat=1 intersection={place}",
        f"ResourcesPaid seat=1 cards={CITY_COST}",
        "GameEnded winners=[1] cause=gold",
    )
    assert (table.over, table.winners) == (True, (1,))


@pytest.mark.rule("G7.1")
@pytest.mark.parametrize("seat", [2, 3])
def test_whoever_is_in_turn(seat):
    place = THREE.intersection(1, 7)
    table = RaceTable.bare().settlements(seat, place).become(seat).holding(seat, CITY_COST)
    table.when(f"{seat} BuildCity intersection={place}").then_includes(f"GameEnded winners=[{seat}] cause=gold")


@pytest.mark.rule("G7.1")
@pytest.mark.case("R56")
@pytest.mark.parametrize("name", CHARTS)
def test_a_city_on_another_corner_of_the_gold_islands_does_not_win(name):
    chart = CHARTS[name]
    for place in sorted(chart.corners(*chart.gold) - chart.red):
        table = RaceTable.bare(SEATS_AT[name]).settlements(1, place).holding(1, CITY_COST)
        table.when(f"1 BuildCity intersection={place}").then_no("GameEnded")
        table.awaits("act", 1)


@pytest.mark.rule("G7.1")
def test_a_settlement_on_a_red_point_does_not_win():
    place = THREE.intersection(0, 4)
    table = RaceTable.bare().ships(1, [THREE.path((0, 4), (1, 5))]).holding(1, RICH)
    table.when(f"1 BuildSettlement intersection={place}").then_no("GameEnded")
    assert not table.over
    table.when(f"1 BuildCity intersection={place}").then_includes("GameEnded winners=[1] cause=gold")


@pytest.mark.rule("G7.1")
def test_a_city_elsewhere_does_not_win():
    table = RaceTable.bare().place(1, (10, 8), (4, 2)).holding(1, "4grain+6ore+1wool")
    for point in ((10, 8), (4, 2)):
        table.when(f"1 BuildCity intersection={THREE.intersection(*point)}").then_no("GameEnded")


@pytest.mark.rule("G7.1", "B7.5")
def test_in_the_special_building_phase_too():
    """G7.1 is the exception to B10.2."""
    place = FIVE.intersection(1, 1)
    assert place in FIVE.red
    table = RaceTable.bare(5).settlements(3, place).holding(3, CITY_COST)
    table.when("1 Pass")
    table.awaits("build", 3)
    table.when(f"3 BuildCity intersection={place}").then_includes(
        f"CityBuilt seat=3 intersection={place}", "GameEnded winners=[3] cause=gold"
    )
    assert table.winners == (3,)


@pytest.mark.rule("G7.1", "B10.3")
def test_after_the_end_all_is_refused_and_all_is_shown():
    place = THREE.intersection(0, 4)
    table = RaceTable.bare().settlements(1, place).holding_just(s1=f"{CITY_COST}+1wool", s2="2ore")
    table.when(f"1 BuildCity intersection={place}")
    for line in ("1 Pass", "2 RollDice", f"1 BuildRoad path={THREE.path((0, 4), (1, 5))}", "2 BuyDevelopmentCard"):
        table.refused(line, "GAME_OVER", "B10.3")
    shown = {event.seat for event in table.history if type(event).__name__ == "HandShown"}
    assert shown == {1, 2, 3}
    assert any(type(event).__name__ == "SeedRevealed" for event in table.history)


@pytest.mark.rule("G7.1", "B11.2")
def test_even_after_the_end_what_lay_face_down_was_never_laid():
    """What nobody turned up has no order of its own to be shown; only how much of it there is."""
    place = THREE.intersection(0, 4)
    table = RaceTable.bare().settlements(1, place).holding(1, CITY_COST)
    table.when(f"1 BuildCity intersection={place}")
    assert table.view("UnknownView").hexes == len(THREE.hidden)
