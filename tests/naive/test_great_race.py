"""The naive model of The Great Race, on positions set up by hand."""

from collections import Counter

import pytest

from tests.naive.acts import bag, make
from tests.naive.great_race import FORBIDDEN, GOLD, HOME, STORM, STRIP, GreatRace
from tests.naive.layout import SIDES, Layout
from tests.naive.test_model import BOARDS, RICH, Fixed, give, in_turn

ROAD_COST = {"brick": 1, "lumber": 1}


class Noted(Fixed):
    """Chance that keeps in mind what was drawn."""

    def __init__(self, *dice: tuple[int, int]) -> None:
        super().__init__(*dice)
        self.kinds: list[str] = []

    def pick(self, kind: str, left: dict[str, int]) -> str:
        """The first."""
        self.kinds.append(kind)
        return super().pick(kind, left)


def race(seats: int = 3, *options: str) -> GreatRace:
    """A race before the setup, all harbors general, and no number but on the hexes turned up."""
    board = {2: "three", 3: "three", 4: "four", 5: "five", 6: "six"}[seats]
    layout = Layout.read(BOARDS / "great_race" / "boards" / f"{board}.toml", seats)
    layout.lay({}, {}, [(one, other, "general") for one, other, _ in layout.harbors])
    model = GreatRace(layout, seats, frozenset(options))
    model.open(Fixed())
    return model


def side(model: GreatRace, row: int, column: int, name: str) -> int:
    """The path on a side of a hex."""
    return model.layout.path_between[frozenset(corner(model, row, column, end) for end in SIDES[name])]


def corner(model: GreatRace, row: int, column: int, name: str) -> int:
    """The intersection at a corner of a hex."""
    return model.layout.corner(str(row), str(column), name)


def hex_(model: GreatRace, row: int, column: int) -> int:
    """A hex."""
    return model.layout.hex_at[2 * column + row % 2, 3 * row]


@pytest.mark.parametrize(
    ("seats", "red", "storms", "forbidden"), [(3, 8, 2, 0), (4, 8, 0, 12), (5, 12, 2, 0), (6, 12, 2, 0)]
)
def test_the_boards_are_read(seats: int, red: int, storms: int, forbidden: int) -> None:
    model = race(seats)
    regions = Counter(model.layout.region.values())
    assert (len(model.red), regions[STORM], regions[FORBIDDEN]) == (red, storms, forbidden)
    assert len(model.unknown()) == model.hidden_terrains.total()
    land = model.hidden_terrains.total() - model.hidden_terrains["sea"]
    assert model.hidden_numbers.total() == land
    assert (regions[STRIP], regions[GOLD], model.robber) == (5, red // 4, None)


def test_starting_settlements_stand_on_the_home_island() -> None:
    model = race()
    assert model.verdict(make("BuildSettlement", 1, intersection=corner(model, 2, 3, "N"))) == "G1.6"
    places = {dict(act.args)["intersection"] for act in model.legal(1)}
    assert places == {place for place in range(len(model.layout.points)) if model.stands_on(place, HOME)}


def test_a_starting_road_turns_up_a_hex_and_finds_a_card() -> None:
    model = race(4)
    model.play(make("BuildSettlement", 1, intersection=corner(model, 1, 6, "NW")), Fixed())
    path = side(model, 1, 6, "W")
    assert model.verdict(make("BuildShip", 1, path=path)) == "S1"
    luck = Noted()
    model.play(make("BuildRoad", 1, path=path), luck)
    found = hex_(model, 1, 5)
    assert (model.terrain[found], model.number[found], model.hands[1]) == ("forest", 3, Counter(lumber=1))
    assert luck.kinds == ["hidden_terrain", "hidden_number"]
    assert (model.hidden_terrains["forest"], model.hidden_numbers["3"]) == (0, 0)


def test_sea_turned_up_has_no_number_and_gold_is_chosen() -> None:
    model = in_turn(race())
    give(model, 1, RICH)
    model.settlements[1].add(corner(model, 1, 5, "NW"))
    model.ships[1].add(side(model, 1, 4, "NE"))
    model.hidden_terrains = Counter({"sea": 6, "gold_river": 1})
    luck = Noted()
    model.play(make("BuildShip", 1, path=side(model, 1, 4, "NW")), luck)
    assert (model.terrain[hex_(model, 0, 4)], luck.kinds) == ("sea", ["hidden_terrain"])
    assert hex_(model, 0, 4) not in model.number
    model.hidden_terrains = Counter({"gold_river": 1})
    model.play(make("BuildShip", 1, path=side(model, 1, 4, "W")), Fixed())
    assert (model.number[hex_(model, 1, 3)], model.asked) == (4, {1: {"gold"}})
    model.play(make("ChooseGold", 1, cards=bag({"ore": 1})), Fixed())
    assert model.asked == {1: {"act"}}


def test_a_moved_ship_turns_up_a_hex_and_nothing_stands_between_two_unknown_ones() -> None:
    model = in_turn(race())
    model.settlements[1].add(corner(model, 1, 5, "NW"))
    model.ships[1] |= {side(model, 1, 4, "NE"), side(model, 1, 5, "NW")}
    assert model.ship_place(1, side(model, 1, 3, "NE")) == "S1"
    assert model.road_place(1, side(model, 1, 3, "NE")) == "B7.2"
    move = make("MoveShip", 1, origin=side(model, 1, 5, "NW"), path=side(model, 1, 4, "NW"))
    assert move in model.legal(1)
    model.play(move, Fixed())
    assert (model.terrain[hex_(model, 0, 4)], model.cards(1)) == ("forest", 1)


def test_seats_share_a_path_but_have_one_piece_each_on_it() -> None:
    model = in_turn(race())
    give(model, 1, RICH)
    place, path = corner(model, 1, 5, "NW"), side(model, 1, 5, "NW")
    model.settlements[1].add(place)
    model.roads[2].add(path)
    assert model.verdict(make("BuildRoad", 1, path=path)) is None
    model.play(make("BuildShip", 1, path=path), Fixed())
    assert model.verdict(make("BuildRoad", 1, path=path)) == "B7.2"
    assert model.ships[1] == model.roads[2] == {path}


def test_storms_stop_ships_and_forbidden_lands_everything() -> None:
    model = race()
    stormy = side(model, 1, 2, "NE")
    assert (model.ship_place(1, stormy), model.road_place(1, stormy)) == ("G5.1", None)
    model = race(4)
    assert model.ship_place(1, side(model, 1, 2, "W")) == "G5.2"
    assert model.road_place(1, side(model, 1, 3, "W")) == "G5.2"
    places = {name: model.settlement_place(1, corner(model, 1, 3, name)) for name in ("SW", "S")}
    assert places == {"SW": "G5.2", "S": None}


def landing() -> tuple[GreatRace, int, int]:
    """Seat 1 has come by ship to seat 2's settlement on the strip; a road and a ship that would go on from there."""
    model = in_turn(race())
    model.settlements[2].add(corner(model, 3, 2, "NW"))
    model.ships[1].add(side(model, 3, 1, "NE"))
    return model, side(model, 3, 2, "W"), side(model, 3, 1, "E")


def test_landing_costs_a_card_that_the_owner_draws() -> None:
    model, road, _ = landing()
    give(model, 1, ROAD_COST)
    assert model.verdict(make("BuildRoad", 1, path=road)) == "G3.2"
    assert make("BuildRoad", 1, path=road) not in model.legal(1)
    give(model, 1, {"ore": 1})
    luck = Noted()
    model.play(make("BuildRoad", 1, path=road), luck)
    assert (model.cards(1), model.hands[2], luck.kinds) == (0, Counter(ore=1), ["landing_card"])


def test_past_anothers_building_no_ship_joins_a_ship_and_nobody_starts_there() -> None:
    model, _, ship = landing()
    give(model, 1, RICH)
    give(model, 3, RICH)
    assert model.verdict(make("BuildShip", 1, path=ship)) == "S1"
    in_turn(model, 3)
    assert model.verdict(make("BuildRoad", 3, path=side(model, 3, 2, "W"))) == "B7.2"


def test_a_piece_that_joins_elsewhere_too_lands_for_nothing() -> None:
    model, road, _ = landing()
    model.settlements[1].add(corner(model, 3, 2, "S"))
    model.roads[1].add(side(model, 3, 2, "SW"))
    give(model, 1, ROAD_COST)
    model.play(make("BuildRoad", 1, path=road), Fixed())
    assert model.cards(2) == 0


def test_the_landing_card_is_drawn_before_a_hex_is_turned_up() -> None:
    model = in_turn(race())
    model.terrain[hex_(model, 2, 4)] = "sea"
    model.settlements[2].add(corner(model, 2, 3, "NE"))
    model.ships[1].add(side(model, 2, 3, "E"))
    road, found = side(model, 2, 3, "NE"), hex_(model, 1, 3)
    give(model, 1, ROAD_COST)
    # What would be found does not pay for the landing.
    assert model.verdict(make("BuildRoad", 1, path=road)) == "G3.2"
    give(model, 1, {"ore": 1})
    luck = Noted()
    model.play(make("BuildRoad", 1, path=road), luck)
    assert luck.kinds == ["landing_card", "hidden_terrain", "hidden_number"]
    assert (model.terrain[found], model.hands[1], model.hands[2]["ore"]) == ("forest", Counter(lumber=1), 1)


def test_a_ship_that_is_moved_lands_too() -> None:
    model = in_turn(race())
    place = corner(model, 3, 2, "NW")
    model.settlements[2].add(place)
    model.roads[1].add(side(model, 3, 2, "W"))
    model.settlements[1].add(corner(model, 5, 5, "NW"))
    origin = side(model, 5, 5, "NW")
    model.ships[1].add(origin)
    move = make("MoveShip", 1, origin=origin, path=side(model, 3, 1, "NE"))
    assert model.verdict(move) == "G3.2"
    give(model, 1, {"brick": 1})
    model.play(move, Fixed())
    assert (model.cards(1), model.cards(2)) == (0, 1)
    # There the ship is joined to the road by G3.2, so this end of it is not open (S3).
    assert not model.end_open(1, side(model, 3, 1, "NE"), place)


def test_a_victory_point_card_places_a_piece() -> None:
    model = race()
    model.held[1]["victory_point"] = 2
    model.begin_turn(1)
    assert model.verdict(make("PlayVictoryPoint", 1)) == "G2.2"
    model.settlements[1].add(corner(model, 1, 5, "NW"))
    model.new_cards[1]["victory_point"] = 2
    assert model.verdict(make("PlayVictoryPoint", 1)) == "B8.1"
    model.new_cards[1].clear()
    model.play(make("PlayVictoryPoint", 1), Fixed())
    assert model.asked == {1: {"free_piece"}}
    assert model.verdict(make("Pass", 1)) == "B3.3"
    model.play(make("BuildShip", 1, path=side(model, 1, 4, "NE")), Fixed())
    assert (model.asked, model.cards(1)) == ({1: {"roll"}}, 0)
    assert model.verdict(make("PlayVictoryPoint", 1)) == "B8.1"


def test_the_robber_sleeps_until_two_live_outside() -> None:
    model = race()
    model.settlements[1].add(corner(model, 1, 5, "NW"))
    model.settlements[2].add(corner(model, 3, 2, "NW"))
    model.held[1]["knight"] = 2
    model.begin_turn(1)
    model.play(make("PlayKnight", 1), Fixed())
    assert (model.robber, model.knights(1), model.asked) == (None, 1, {1: {"roll"}})
    model.play(make("RollDice", 1), Fixed((3, 4)))
    assert model.asked == {1: {"act"}}
    model.cities[2].add(corner(model, 5, 2, "NW"))
    model.begin_turn(3)
    model.play(make("RollDice", 3), Fixed((3, 4)))
    assert model.asked == {3: {"robber"}}
    hexes = {dict(act.args)["hex"] for act in model.legal(3)}
    assert {model.layout.region[place] for place in hexes} == {STRIP, GOLD}
    assert model.verdict(make("MoveRobber", 3, hex=hex_(model, 1, 5))) == "B5.2"


def test_the_last_settlement_and_city_are_kept_for_the_gold_islands() -> None:
    model = in_turn(race())
    give(model, 1, RICH)
    model.settlements[1] |= {corner(model, row, 2, "NW") for row in (1, 3, 5)} | {corner(model, 1, 5, "NW")}
    model.ships[1] |= {side(model, 5, 5, "NW"), side(model, 2, 0, "NE")}
    assert model.verdict(make("BuildSettlement", 1, intersection=corner(model, 5, 5, "NW"))) == "G6.2"
    gold = corner(model, 2, 0, "NE")
    model.play(make("BuildSettlement", 1, intersection=gold), Fixed())
    model.cities[1] |= {
        corner(model, 6, 6, "S"),
        corner(model, 5, 6, "NE"),
        corner(model, 3, 6, "NE"),
    }
    assert model.verdict(make("BuildCity", 1, intersection=corner(model, 1, 5, "NW"))) == "G6.2"
    assert model.verdict(make("BuildCity", 1, intersection=gold)) is None
    model.settlements[1].remove(corner(model, 1, 5, "NW"))
    model.ships[1].add(side(model, 4, 0, "NE"))
    assert model.verdict(make("BuildSettlement", 1, intersection=corner(model, 4, 0, "N"))) == "G6.1"
    model.play(make("BuildCity", 1, intersection=gold), Fixed())
    assert model.winners == (1,)


def test_away_from_the_red_points_a_city_wins_nothing() -> None:
    model = in_turn(race())
    give(model, 1, RICH)
    model.settlements[1].add(corner(model, 2, 0, "SW"))
    model.play(make("BuildCity", 1, intersection=corner(model, 2, 0, "SW")), Fixed())
    assert not model.over


def test_the_race_is_won_in_special_building_too() -> None:
    model = in_turn(race(5))
    give(model, 2, RICH)
    model.settlements[2].add(corner(model, 1, 0, "S"))
    model.play(make("Pass", 1), Fixed())
    assert model.asked == {2: {"build"}}
    model.play(make("BuildCity", 2, intersection=corner(model, 1, 0, "S")), Fixed())
    assert (model.winners, model.verdict(make("Pass", 2))) == ((2,), "B10.3")


def test_the_largest_army_takes_two_cards() -> None:
    model = race(3, "largest_army")
    place, strip = corner(model, 3, 2, "NW"), hex_(model, 3, 2)
    model.settlements[2].add(place)
    model.settlements[3].add(corner(model, 3, 2, "S"))
    give(model, 2, {"ore": 1})
    give(model, 3, {"wool": 3})
    model.held[1]["knight"] = 1
    model.begin_turn(1)
    model.play(make("PlayKnight", 1), Fixed())
    one, two, only = (
        make("MoveRobber", 1, hex=strip, victim=2, second=3),
        make("MoveRobber", 1, hex=strip, victim=3),
        make("MoveRobber", 1, hex=strip, victim=2),
    )
    assert (model.army, model.verdict(one), model.verdict(only)) == (0, "B5.2", None)
    model.played[1]["knight"] = 3
    model.update_army()
    assert model.army == 1
    assert {one, two} <= model.legal(1)
    assert model.verdict(only) == "G8.1"
    assert model.verdict(make("MoveRobber", 1, hex=strip, victim=3, second=3)) == "G8.1"
    model.play(two, Fixed())
    assert (model.hands[1], model.cards(3)) == (Counter(wool=2), 1)


def test_the_army_is_not_used_without_the_option() -> None:
    model = in_turn(race())
    model.played[1]["knight"] = 2
    model.held[1]["knight"] = 1
    model.play(make("PlayKnight", 1), Fixed())
    assert (model.army, model.points(1)) == (0, 0)


def test_the_open_map_lies_open_from_the_start() -> None:
    model = race(4, "open_map")
    assert (model.unknown(), model.hidden_terrains.total(), model.hidden_numbers.total()) == ([], 0, 0)
    assert sum(model.terrain[place] == "sea" and place not in model.number for place in model.terrain) > 0
    assert sorted(model.number.values()) == [3, 4, 9, 10, 11]
    assert all(model.cards(seat) == 0 for seat in model.seats)
