"""The naive model itself, on positions set up by hand: it must be right before anything is held against it."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.naive.acts import Act, bag, make
from tests.naive.layout import Layout
from tests.naive.model import Model
from tests.naive.sea import Sea

BOARDS = Path(__file__).parents[2] / "domain" / "scenarios"
RICH = {"brick": 4, "lumber": 4, "wool": 4, "grain": 4, "ore": 4}


class Fixed:
    """Chance that rolls what it is told, and gives the first of what is left."""

    def __init__(self, *dice: tuple[int, int]) -> None:
        self.rolls = list(dice)

    def dice(self) -> tuple[int, int]:
        """The next roll."""
        return self.rolls.pop(0)

    def pick(self, kind: str, left: dict[str, int]) -> str:
        """The first."""
        return next(iter(left))


def classic(seats: int = 4) -> Model:
    """The beginner's board, before the setup."""
    return Model(Layout.read(BOARDS / "classic" / "boards" / "beginner.toml", seats), seats)


def in_turn(model: Model, seat: int = 1) -> Model:
    """The last phase of a seat's turn, with nothing placed."""
    model.begin_turn(seat)
    model.agenda = []
    model.last_phase()
    return model


def corner(model: Model, hex_: int, side: str) -> int:
    """A corner of a hex."""
    return model.layout.corners[hex_][side]


def path(model: Model, *ends: int) -> int:
    """The path between two intersections."""
    return model.layout.path_between[frozenset(ends)]


def ring(model: Model, hex_: int, *sides: str) -> list[int]:
    """The paths along the corners of a hex."""
    places = [corner(model, hex_, side) for side in sides]
    return [path(model, one, other) for one, other in pairwise(places)]


ALL_ROUND = ("N", "NE", "SE", "S", "SW", "NW", "N")


def give(model: Model, seat: int, cards: dict[str, int]) -> None:
    """Cards from the bank."""
    model.get(seat, cards)


def test_places_are_numbered_from_north_to_south_and_west_to_east() -> None:
    layout = Layout.read(BOARDS / "classic" / "boards" / "beginner.toml", 4)
    assert (len(layout.centres), len(layout.points), len(layout.ends)) == (19, 54, 72)
    assert (layout.terrain[0], layout.number[0]) == ("mountains", 10)
    assert layout.corners[0] == {"N": 0, "NE": 4, "SE": 8, "S": 12, "SW": 7, "NW": 3}
    # The corners of the first row come first, then the paths below them.
    assert layout.ends[0] == (0, 3)
    assert layout.ends[1] == (0, 4)
    assert layout.ends[6] == (3, 7)


def test_setup_goes_forth_and_back_and_yields_for_the_second_settlement() -> None:
    model, order = classic(3), []
    while not model.turn:
        (seat,) = model.asked
        order.append(seat)
        places = sorted(model.legal(seat), key=lambda act: act.args)
        model.play(places[0], Fixed())
    assert order[::2] == [1, 2, 3, 3, 2, 1]
    assert all(len(model.settlements[seat]) == len(model.roads[seat]) == 2 for seat in model.seats)
    assert sum(model.cards(seat) for seat in model.seats) > 0
    assert model.asked == {1: {"roll"}}


def test_setup_keeps_distance_and_starts_the_road_at_the_settlement() -> None:
    model = classic()
    model.play(make("BuildSettlement", 1, intersection=12), Fixed())
    assert model.verdict(make("BuildRoad", 1, path=0)) == "B2.4"
    model.play(make("BuildRoad", 1, path=path(model, 12, 7)), Fixed())
    assert model.verdict(make("BuildSettlement", 2, intersection=7)) == "B2.3"
    assert model.verdict(make("BuildSettlement", 2, intersection=12)) == "B7.3"
    assert model.verdict(make("BuildSettlement", 1, intersection=20)) == "B3.3"
    assert model.verdict(make("BuildSettlement", 2, intersection=99)) == "B2.6"


@pytest.mark.parametrize(("claims", "left", "got"), [((1, 1), 1, (0, 0)), ((2, 0), 1, (1, 0)), ((1, 1), 2, (1, 1))])
def test_a_short_bank_pays_a_single_claimant_only(claims: tuple[int, int], left: int, got: tuple[int, int]) -> None:
    model = classic()
    mountains = 0
    for seat, claim, side in ((1, claims[0], "N"), (2, claims[1], "S")):
        if claim:
            (model.cities if claim == 2 else model.settlements)[seat].add(corner(model, mountains, side))
    model.bank["ore"] = left
    model.begin_turn(1)
    model.play(make("RollDice", 1), Fixed((4, 6)))
    assert (model.hands[1]["ore"], model.hands[2]["ore"]) == got


def test_seven_discards_then_robs() -> None:
    model = classic()
    give(model, 2, {"ore": 9})
    give(model, 1, {"ore": 7})
    model.settlements[2].add(corner(model, 0, "N"))
    model.begin_turn(1)
    model.play(make("RollDice", 1), Fixed((3, 4)))
    assert model.asked == {2: {"discard"}}
    assert model.verdict(make("DiscardCards", 2, cards=bag({"ore": 5}))) == "B5.1"
    model.play(make("DiscardCards", 2, cards=bag({"ore": 4})), Fixed())
    assert model.asked == {1: {"robber"}}
    assert model.verdict(make("MoveRobber", 1, hex=model.robber)) == "B5.2"
    assert model.verdict(make("MoveRobber", 1, hex=0)) == "B5.2"
    assert make("MoveRobber", 1, hex=0, victim=2) in model.legal(1)
    model.play(make("MoveRobber", 1, hex=0, victim=2), Fixed())
    assert (model.hands[1]["ore"], model.hands[2]["ore"], model.phase) == (8, 4, "act")


def test_an_offer_falls_when_its_maker_loses_a_card() -> None:
    model = in_turn(classic())
    give(model, 1, {"brick": 2, "ore": 4})
    give(model, 2, {"wool": 1})
    offer = make("OfferTrade", 1, give=bag({"brick": 1}), take=bag({"wool": 1}))
    assert model.verdict(make("OfferTrade", 1, give=bag({"brick": 1}), take=bag({"brick": 1}))) == "B6.3"
    model.play(offer, Fixed())
    assert model.verdict(offer) == "B6.2"
    assert model.verdict(make("AcceptTrade", 3, offer=1)) == "B6.2"
    model.play(make("AcceptTrade", 2, offer=1), Fixed())
    assert model.verdict(make("DeclineTrade", 2, offer=1)) == "B3.3"
    assert make("CloseTrade", 1, offer=1, partner=2) in model.legal(1)
    model.play(make("TradeWithBank", 1, give="ore", rate=4, take="grain"), Fixed())
    assert model.offers == []


def test_a_counter_offer_is_closed_the_other_way_round() -> None:
    model = in_turn(classic())
    give(model, 1, {"brick": 1})
    give(model, 2, {"wool": 2})
    model.play(make("OfferTrade", 1, give=bag({"brick": 1}), take=bag({"ore": 1}), to=(2,)), Fixed())
    assert 3 not in model.asked
    model.play(make("CounterTrade", 2, offer=1, give=bag({"wool": 2}), take=bag({"brick": 1})), Fixed())
    model.play(make("CloseTrade", 1, offer=2, partner=2), Fixed())
    assert model.hands[1] == Counter(wool=2)
    assert model.hands[2] == Counter(brick=1)


def test_a_road_does_not_go_on_past_another_seat() -> None:
    model = in_turn(classic())
    give(model, 1, RICH)
    model.roads[1] |= set(ring(model, 5, "N", "NE", "SE"))
    model.settlements[2].add(corner(model, 5, "SE"))
    (beyond,) = ring(model, 5, "SE", "S")
    assert model.verdict(make("BuildRoad", 1, path=beyond)) == "B7.2"
    model.settlements[2].clear()
    assert model.verdict(make("BuildRoad", 1, path=beyond)) is None


def test_the_longest_route_is_a_ring_or_a_single_trail_and_is_cut() -> None:
    model = classic()
    model.roads[1] |= set(ring(model, 5, *ALL_ROUND))
    assert model.route_length(1) == 6
    spur = next(p for p in model.layout.paths_at[corner(model, 5, "SE")] if p not in model.roads[1])
    model.roads[1].add(spur)
    assert model.route_length(1) == 7
    model.settlements[2].add(corner(model, 5, "SE"))
    assert model.route_length(1) == 6
    model.settlements[2].add(corner(model, 5, "NW"))
    assert model.route_length(1) == 3


def test_a_tie_after_a_cut_leaves_the_card_with_its_owner_or_aside() -> None:
    model = classic()
    model.roads[1] |= set(ring(model, 5, *ALL_ROUND))
    model.update_route()
    assert model.route_owner == 1
    model.roads[2] |= set(ring(model, 11, *ALL_ROUND))
    model.update_route()
    assert model.route_owner == 1
    model.roads[3] |= set(ring(model, 17, *ALL_ROUND))
    model.roads[1].pop()
    model.update_route()
    assert model.route_owner == 0


def test_the_army_wins_at_once_before_the_robber_moves() -> None:
    model = in_turn(classic())
    model.played[1]["knight"] = 2
    model.held[1].update(knight=1, victory_point=4)
    model.cities[1] |= {0, 12}
    model.play(make("PlayKnight", 1), Fixed())
    assert (model.army, model.winners, model.points(1)) == (1, (1,), 6)
    assert model.verdict(make("Pass", 1)) == "B10.3"


def test_a_new_card_is_not_played_and_one_a_turn() -> None:
    model = in_turn(classic())
    give(model, 1, RICH)
    model.play(make("BuyDevelopmentCard", 1), Fixed())
    assert model.verdict(make("PlayKnight", 1)) == "B8.1"
    model.held[1].update(monopoly=1, year_of_plenty=1)
    give(model, 2, {"ore": 3})
    model.play(make("PlayMonopoly", 1, resource="ore"), Fixed())
    assert model.hands[1]["ore"] == 6
    assert model.verdict(make("PlayYearOfPlenty", 1, cards=bag(["ore", "ore"]))) == "B8.1"


def test_the_second_free_road_may_be_given_up_the_first_not() -> None:
    model = classic()
    model.held[1]["road_building"] = 1
    model.begin_turn(1)
    assert model.verdict(make("PlayRoadBuilding", 1)) == "B8.2"
    model.settlements[1].add(12)
    model.play(make("PlayRoadBuilding", 1), Fixed())
    assert model.verdict(make("Pass", 1)) == "B8.2"
    model.play(make("BuildRoad", 1, path=path(model, 12, 7)), Fixed())
    model.play(make("Pass", 1), Fixed())
    assert model.asked == {1: {"roll"}}


def test_special_building_wins_only_in_the_own_turn() -> None:
    model = Model(Layout.read(BOARDS / "classic" / "boards" / "free-6.toml", 5), 5)
    model.terrain = dict.fromkeys(model.terrain, "hills")
    in_turn(model)
    give(model, 2, RICH)
    model.settlements[2].add(corner(model, 9, "N"))
    model.cities[2] |= {corner(model, 9, "S"), corner(model, 9, "SW")}
    model.held[2]["victory_point"] = 4
    model.play(make("Pass", 1), Fixed())
    assert model.asked == {2: {"build"}}
    model.play(make("BuildCity", 2, intersection=corner(model, 9, "N")), Fixed())
    assert not model.over
    model.play(make("Pass", 2), Fixed())
    assert model.winners == (2,)


def test_a_harbor_gives_its_rate() -> None:
    model = in_turn(classic())
    one, _, kind = model.harbors[0]
    assert kind == "general"
    give(model, 1, {"ore": 3})
    trade = make("TradeWithBank", 1, give="ore", rate=3, take="wool")
    assert model.verdict(trade) == "B6.1"
    model.settlements[1].add(one)
    assert model.verdict(trade) is None
    model.bank["wool"] = 0
    assert model.verdict(trade) == "B6.4"


def sea() -> Sea:
    """A turn on a board that is all sea, with a gold river in its middle."""
    layout = Layout.read(BOARDS / "classic" / "boards" / "beginner.toml", 3)
    model = Sea(layout, 3)
    model.terrain = dict.fromkeys(model.terrain, "sea") | {9: "gold_river"}
    model.number = {9: 5}
    model.robber = None
    in_turn(model)
    return model


def test_a_ship_at_the_end_moves_and_one_between_does_not() -> None:
    model = sea()
    one, two, three = ring(model, 9, "N", "NE", "SE", "S")
    model.settlements[1].add(corner(model, 9, "N"))
    model.ships[1] |= {one, two, three}
    (goal,) = ring(model, 9, "N", "NW")
    assert model.verdict(make("MoveShip", 1, origin=one, path=goal)) == "S3"
    move = make("MoveShip", 1, origin=three, path=goal)
    assert {act for act in model.legal(1) if act.name == "MoveShip"} >= {move}
    model.settlements[1].add(corner(model, 9, "S"))
    assert model.verdict(move) == "S3"
    model.settlements[1].remove(corner(model, 9, "S"))
    model.play(move, Fixed())
    assert model.verdict(make("MoveShip", 1, origin=two, path=three)) == "S3"


def test_in_a_ring_the_ships_at_the_building_are_open() -> None:
    model = sea()
    ships = ring(model, 9, *ALL_ROUND)
    model.ships[1] |= set(ships)
    assert all(model.ship_may_go(1, ship) for ship in ships)
    model.settlements[1].add(corner(model, 9, "N"))
    assert [model.ship_may_go(1, ship) for ship in ships] == [True, False, False, False, False, True]
    model.settlements[1].add(corner(model, 9, "S"))
    assert not any(model.ship_may_go(1, ship) for ship in ships)


def test_a_road_and_a_ship_join_at_an_own_building_only() -> None:
    model = sea()
    give(model, 1, RICH)
    model.roads[1] |= set(ring(model, 9, "N", "NE"))
    (ship,) = ring(model, 9, "NE", "SE")
    assert model.verdict(make("BuildShip", 1, path=ship)) == "S1"
    model.settlements[1].add(corner(model, 9, "NE"))
    assert model.verdict(make("BuildShip", 1, path=ship)) is None
    model.play(make("BuildShip", 1, path=ship), Fixed())
    assert model.route_length(1) == 2


def test_gold_is_chosen_clockwise_from_the_seat_in_turn() -> None:
    model = sea()
    model.cities[1].add(corner(model, 9, "N"))
    model.settlements[3].add(corner(model, 9, "S"))
    model.begin_turn(2)
    model.play(make("RollDice", 2), Fixed((2, 3)))
    assert (model.asked, model.owed(3)) == ({3: {"gold"}}, 1)
    model.play(make("ChooseGold", 3, cards=bag({"ore": 1})), Fixed())
    assert (model.asked, model.owed(1)) == ({1: {"gold"}}, 2)
    assert model.verdict(make("ChooseGold", 1, cards=bag({"ore": 1}))) == "S4"
    model.play(make("ChooseGold", 1, cards=bag({"ore": 1, "wool": 1})), Fixed())
    assert model.asked == {2: {"act"}}


def test_nonsense_is_refused() -> None:
    model = classic()
    assert model.verdict(Act("RollDice", 9)) == "B2.5"
    assert model.verdict(Act("PlacePyramidBlock", 1, (("owner", 0),))) == "B3.3"
    assert model.verdict(Act("BuildSettlement", 1)) == "B2.6"
