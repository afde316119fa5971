"""The naive model of Cheops, on positions set up by hand: the setup, gold, ships, trade routes and harbors."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.naive.acts import Act, bag, make
from tests.naive.cheops import Cheops
from tests.naive.layout import Layout
from tests.naive.test_great_race import corner, hex_, side
from tests.naive.test_model import BOARDS, RICH, Fixed, give, in_turn


def egypt(seats: int = 4, *options: str) -> Cheops:
    """A game before the setup."""
    return Cheops(Layout.read(BOARDS / "cheops" / "boards" / "egypt.toml", seats), seats, frozenset(options))


def chain(model: Cheops, pieces: set[int], *places: int) -> None:
    """Roads or ships from intersection to intersection."""
    pieces |= {model.layout.path_between[frozenset(ends)] for ends in pairwise(places)}


def at_harbor(model: Cheops) -> int:
    """Seat 2 stands on the general harbor in the west of the delta, and seat 1 is joined to it past a settlement of
    seat 3. The harbor's path."""
    places = [corner(model, 2, 1, name) for name in ("NE", "SE", "S")]
    places += [corner(model, 3, 1, name) for name in ("SW", "S")]
    model.settlements[2], model.settlements[3], model.settlements[1] = {places[0]}, {places[2]}, {places[4]}
    chain(model, model.ships[3], *places[:3])
    chain(model, model.roads[1], *places[2:])
    return side(model, 2, 1, "NE")


def at_rate(seat: int, harbor: int, give_: str, take: str) -> Act:
    """An exchange at another's harbor."""
    return make("TradeAtHarbor", seat, harbor=harbor, give=give_, take=take)


def set_up(model: Cheops, *named: int) -> list[tuple[str, int]]:
    """Play the setup by the first act listed; the last settlements stand where it is said, as far as it is."""
    done = []
    last = 2 * len(model.seats)
    while model.turn == 0:
        (seat,) = model.asked
        settlements = sum(name == "BuildSettlement" for name, _ in done)
        act = min(model.legal(seat), key=lambda act: (act.name, act.args))
        if model.top == "setup_settlement" and 0 <= settlements - last < len(named):
            act = make("BuildSettlement", seat, intersection=named[settlements - last])
        done.append((act.name, act.seat))
        model.play(act, Fixed())
    return done


@pytest.mark.parametrize("seats", [3, 4])
def test_three_rounds_of_settlements_each_with_a_road_or_a_ship(seats: int) -> None:
    model = egypt(seats)
    up = list(range(1, seats + 1))
    order = [*up, *reversed(up), *up]
    done = set_up(model)
    assert [seat for name, seat in done if name == "BuildSettlement"] == order
    assert [seat for name, seat in done if name != "BuildSettlement"] == order
    assert (model.turn, model.top) == (1, "roll")


def test_the_third_settlement_alone_yields_cards_and_coins() -> None:
    model = egypt()
    # Beside the gold river on the west bank, hills and the Nile; then beside fields, hills and the Nile.
    set_up(model, corner(model, 8, 3, "NE"), corner(model, 6, 3, "SE"))
    assert model.hands[1] == Counter(coin=4, brick=1)
    assert model.hands[2] == Counter(coin=3, grain=1, brick=1)
    held = sum(model.cards(seat) for seat in model.seats)
    assert model.bank.total() == 5 * 19 - held


def test_starting_settlements_stand_on_the_marked_intersections() -> None:
    model = egypt()
    assert len(model.layout.marks["start"]) == 37
    assert {dict(act.args)["intersection"] for act in model.legal(1)} == model.layout.marks["start"]
    inside_the_island = corner(model, 3, 3, "N")
    for place in (corner(model, 4, 1, "N"), inside_the_island):
        assert model.verdict(make("BuildSettlement", 1, intersection=place)) == "C1.6"


def test_the_robber_starts_on_the_first_desert_and_may_stand_on_the_site() -> None:
    model = egypt()
    assert model.robber == hex_(model, 2, 0)
    in_turn(model)
    model.bring_robber(1)
    assert model.verdict(make("MoveRobber", 1, hex=hex_(model, 4, 1))) is None
    assert model.verdict(make("MoveRobber", 1, hex=hex_(model, 4, 3))) == "B5.2"
    named = Layout.read(BOARDS / "cheops" / "boards" / "egypt.toml", 4).lay({}, {}, (), hex_(model, 2, 7))
    assert Cheops(named, 4).robber == hex_(model, 2, 7)
    # With no desert before the site he does not start there, but on the next one.
    site = hex_(model, 4, 1)
    other = Layout.read(BOARDS / "cheops" / "boards" / "egypt.toml", 4)
    other.lay({n: "fields" for n in range(site) if other.terrain[n] == "desert"}, {}, ())
    assert Cheops(other, 4).robber == hex_(model, 4, 8)


# Gold.


def test_a_gold_river_yields_coins_and_the_robber_blocks_it() -> None:
    model = egypt()
    model.settlements[1], model.cities[2] = {corner(model, 8, 3, "N")}, {corner(model, 8, 3, "SE")}
    model.begin_turn(2)
    model.income(5)
    assert [model.hands[seat]["coin"] for seat in model.seats] == [4, 5, 3, 3]
    assert model.asked == {2: {"roll"}}
    model.robber = hex_(model, 8, 3)
    model.income(5)
    assert [model.hands[seat]["coin"] for seat in model.seats] == [4, 5, 3, 3]


def test_coins_are_neither_discarded_nor_stolen() -> None:
    model = egypt()
    model.settlements[2] = {corner(model, 4, 2, "NE")}
    give(model, 1, {"brick": 7})
    model.gain(2, {"coin": 30})
    assert model.discards_due() == {}
    in_turn(model)
    model.bring_robber(1)
    assert model.verdict(make("MoveRobber", 1, hex=hex_(model, 4, 2))) is None
    assert model.verdict(make("MoveRobber", 1, hex=hex_(model, 4, 2), victim=2)) == "B5.2"


def test_the_bank_trades_coins_like_cards() -> None:
    model = in_turn(egypt())
    give(model, 1, {"grain": 4})
    model.gain(1, {"coin": 1})
    assert model.verdict(make("TradeWithBank", 1, give="coin", rate=4, take="ore")) is None
    assert model.verdict(make("TradeWithBank", 1, give="grain", rate=4, take="coin")) is None
    assert model.verdict(make("TradeWithBank", 1, give="coin", rate=3, take="ore")) == "B6.1"
    assert model.verdict(make("TradeWithBank", 1, give="coin", rate=4, take="coin")) == "B6.1"
    model.settlements[1] = {corner(model, 2, 1, "NE")}
    assert model.verdict(make("TradeWithBank", 1, give="coin", rate=3, take="ore")) is None
    model.settlements[1] = {corner(model, 2, 3, "N")}
    assert model.rates(1)["coin"] == {4}
    model.play(make("TradeWithBank", 1, give="grain", rate=2, take="coin"), Fixed())
    assert (model.hands[1], model.bank["grain"]) == (Counter(coin=5, grain=2), 17)


def test_seats_trade_coins_and_no_card_names_them() -> None:
    model = in_turn(egypt())
    assert model.verdict(make("OfferTrade", 1, give=bag({"coin": 2}), take=bag({"ore": 1}))) is None
    assert model.verdict(make("OfferTrade", 1, give=bag({"coin": 4}), take=bag({"ore": 1}))) == "B6.2"
    model.held[1].update(monopoly=1, year_of_plenty=1)
    assert model.verdict(make("PlayMonopoly", 1, resource="coin")) == "B8.2"
    assert model.verdict(make("PlayYearOfPlenty", 1, cards=bag({"coin": 2}))) == "B6.4"


# Ships.


def test_a_road_goes_on_from_a_ship_but_not_through_anothers_building() -> None:
    model = in_turn(egypt())
    give(model, 1, RICH)
    places = [corner(model, 5, 4, name) for name in ("SW", "NW", "N", "NE")]
    model.settlements[1] = {places[0]}
    chain(model, model.ships[1], *places[:2])
    road = model.layout.path_between[frozenset(places[1:3])]
    assert model.verdict(make("BuildRoad", 1, path=road)) is None
    model.settlements[2] = {places[1]}
    assert model.verdict(make("BuildRoad", 1, path=road)) == "B7.2"
    strict = in_turn(egypt(4, "seafarers_ships"))
    give(strict, 1, RICH)
    strict.settlements[1], strict.ships[1] = set(model.settlements[1]), set(model.ships[1])
    assert strict.verdict(make("BuildRoad", 1, path=road)) == "B7.2"
    strict.settlements[1] |= {places[1]}
    assert strict.verdict(make("BuildRoad", 1, path=road)) is None


def test_ships_cross_both_waters_and_stay_but_for_the_option() -> None:
    red, nile = (5, 6, "SW"), (4, 4, "S")
    for options, refused in (((), "C3.2"), (("seafarers_ships",), None)):
        model = in_turn(egypt(4, *options))
        give(model, 1, RICH)
        for row, column, name in (red, nile):
            model.settlements[1] = {corner(model, row, column, name)}
            across = side(model, row, column, "SW")
            assert model.verdict(make("BuildShip", 1, path=across)) is None
            assert model.verdict(make("BuildRoad", 1, path=across)) == "B7.2"
        coast = side(model, 4, 4, "SE")
        model.ships[1] = {coast}
        move = make("MoveShip", 1, origin=coast, path=across)
        assert model.verdict(move) == refused
        assert (move in model.legal(1)) == (refused is None)


def test_eight_ships_and_road_building_places_both_kinds() -> None:
    model = in_turn(egypt())
    model.settlements[1] = {corner(model, 4, 4, "S")}
    model.held[1]["road_building"] = 1
    model.play(make("PlayRoadBuilding", 1), Fixed())
    assert {act.name for act in model.legal(1)} == {"BuildRoad", "BuildShip"}
    model.play(make("BuildShip", 1, path=side(model, 4, 4, "SW")), Fixed())
    assert {act.name for act in model.legal(1)} == {"BuildRoad", "BuildShip", "Pass"}
    model.ships[1] = set(range(8))
    assert model.ship_open(1, side(model, 4, 4, "SE")) == "B1.1"


def test_the_longest_trade_route_is_not_used() -> None:
    model = in_turn(egypt())
    names = ("N", "NE", "SE", "S", "SW", "NW", "N")
    chain(model, model.roads[1], *(corner(model, 4, 2, name) for name in names))
    model.update_route()
    assert (model.route_owner, model.score(1)["longest_route"]) == (0, 0)


# Harbors of others.


def test_a_harbor_of_another_serves_by_a_trade_route_for_a_coin() -> None:
    model = in_turn(egypt())
    harbor = at_harbor(model)
    give(model, 1, {"grain": 3})
    model.play(at_rate(1, harbor, "grain", "ore"), Fixed())
    assert model.hands[1] == Counter(coin=2, ore=1, grain=0)
    assert (model.hands[2]["coin"], model.hands[3]["coin"], model.bank["grain"]) == (4, 3, 19)


def test_the_route_may_not_have_a_gap() -> None:
    model = in_turn(egypt())
    harbor = at_harbor(model)
    give(model, 1, {"grain": 3})
    model.ships[3] = {max(model.ships[3])}
    assert model.verdict(at_rate(1, harbor, "grain", "ore")) == "C5.1"
    model.settlements[2] = set()
    assert model.verdict(at_rate(1, harbor, "grain", "ore")) == "C5.4"
    assert model.verdict(at_rate(1, 0, "grain", "ore")) == "C5.1"


def test_the_fee_is_paid_first() -> None:
    model = in_turn(egypt())
    harbor = at_harbor(model)
    assert model.verdict(at_rate(1, harbor, "coin", "ore")) == "C5.2"
    model.gain(1, {"coin": 1})
    assert model.verdict(at_rate(1, harbor, "coin", "ore")) is None
    give(model, 1, {"grain": 3})
    model.hands[1]["coin"] = 0
    assert model.verdict(at_rate(1, harbor, "grain", "coin")) == "C5.2"


def test_no_fee_for_a_rate_that_a_seat_has_of_its_own() -> None:
    model = in_turn(egypt())
    harbor = at_harbor(model)
    give(model, 1, {"grain": 3, "wool": 3})
    # A grain harbor of its own: another rate for grain, none for wool.
    model.settlements[1].add(corner(model, 2, 3, "N"))
    assert model.verdict(at_rate(1, harbor, "grain", "ore")) is None
    assert model.verdict(at_rate(1, harbor, "wool", "ore")) is None
    # A general one of its own.
    model.settlements[1].add(corner(model, 7, 6, "NE"))
    assert model.verdict(at_rate(1, harbor, "grain", "ore")) == "C5.3"
    assert model.verdict(at_rate(1, side(model, 2, 3, "NW"), "grain", "ore")) == "C5.3"


def test_a_harbor_takes_its_own_good_alone() -> None:
    model = in_turn(egypt())
    places = [corner(model, 2, 3, name) for name in ("NW", "N", "NE")]
    model.settlements[2], model.settlements[1] = {places[0]}, {places[2]}
    chain(model, model.roads[4], *places)
    give(model, 1, {"grain": 2, "wool": 2})
    harbor = side(model, 2, 3, "NW")
    assert model.verdict(at_rate(1, harbor, "wool", "ore")) == "B6.1"
    assert model.verdict(at_rate(1, harbor, "grain", "grain")) == "B6.1"
    listed = {dict(act.args)["take"] for act in model.legal(1) if act.name == "TradeAtHarbor"}
    assert listed == {"brick", "lumber", "wool", "ore", "coin"}
    model.bank["ore"] = 0
    assert model.verdict(at_rate(1, harbor, "grain", "ore")) == "B6.4"
