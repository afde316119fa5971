"""B1: what each seat and the bank have at the start, and that none of it is created or lost."""

import random
from collections import Counter

import pytest

from domain.chance import SeededChance
from domain.components import Resource, count, each
from domain.rules.hands import Hands
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact
from tests.rules.table import Table, cards_of, coast, corner, hex_of, neighbors, paths_at, second_settlement

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
ALL_CARDS = "19brick+19lumber+19wool+19grain+19ore"
PLENTY = "4brick+4lumber+4wool+4grain+4ore"
DEVELOPMENT_CARD = "1wool+1grain+1ore"
DECK = {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}

TOWNS = [corner(drawn, "N") for drawn in ("M10", "L2", "F9", "A12", "H6", "L4", "H10", "A9", "F11", "D")]
"""Ten intersections, no two of them one path apart."""


def roads_spreading_from(place: int, n: int) -> list[int]:
    """The first ``n`` paths that one comes by, going out from an intersection in all directions."""
    found: list[int] = []
    reached = [place]
    for at in reached:
        found += [p for p in paths_at(at) if p not in found]
        reached += [other for other in neighbors(at) if other not in reached]
    return found[:n]


def a_road_at_each(*places: int) -> list[int]:
    return [paths_at(place)[0] for place in places]


def each_resource(table: Table) -> dict[str, int]:
    """For each resource the number of cards in the bank and in all hands together."""
    hands = table.game[Hands]
    return {name: sum(count(bag, Resource[name.upper()]) for bag in (hands.bank, *hands.of)) for name in RESOURCES}


# B1.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B1.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_each_seat_has_15_roads_5_settlements_and_4_cities(seats):
    supplies = Table.start(seats).newest("SuppliesLaidOut")
    assert (supplies.roads, supplies.settlements, supplies.cities) == (15, 5, 4)


@pytest.mark.rule("B1.1")
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_a_road_that_is_not_in_the_stock_cannot_be_built(seat):
    *fourteen, fifteenth, sixteenth = roads_spreading_from(corner("D", "N"), 16)
    table = Table.bare().settlements(seat, corner("D", "N")).roads(seat, fourteen).in_turn(seat)
    table.holding(seat, "2brick+2lumber")
    table.when(f"{seat} BuildRoad path={fifteenth}").then_includes(f"RoadBuilt seat={seat} path={fifteenth}")
    table.refused(f"{seat} BuildRoad path={sixteenth}", "OUT_OF_PIECES", "B1.1")
    assert table.pieces(seat) == (15, 1, 0)
    assert not table.allowed(seat, "BuildRoad")


@pytest.mark.rule("B1.1", "B8.2")
@pytest.mark.case("R12")
def test_a_free_road_that_is_not_in_the_stock_cannot_be_built():
    """R12"""
    *fourteen, fifteenth, sixteenth = roads_spreading_from(corner("D", "N"), 16)
    table = Table.bare().roads(1, fourteen).holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={fifteenth}").then_includes(f"RoadBuilt seat=1 path={fifteenth}")
    table.refused(f"1 BuildRoad path={sixteenth}", "OUT_OF_PIECES", "B1.1")
    assert table.pieces(1) == (15, 0, 0)


@pytest.mark.rule("B1.1")
def test_a_settlement_that_is_not_in_the_stock_cannot_be_built():
    *four, fifth, sixth = TOWNS[:6]
    table = Table.bare().settlements(1, *four).roads(1, a_road_at_each(fifth, sixth)).holding(1, PLENTY)
    table.when(f"1 BuildSettlement intersection={fifth}").then_includes(f"SettlementBuilt seat=1 intersection={fifth}")
    table.refused(f"1 BuildSettlement intersection={sixth}", "OUT_OF_PIECES", "B1.1")
    assert not table.allowed(1, "BuildSettlement")


@pytest.mark.rule("B1.1", "B7.4")
@pytest.mark.case("R33")
def test_upgrading_a_settlement_returns_it_to_the_stock():
    """R33"""
    *five, sixth = TOWNS[:6]
    table = Table.bare().settlements(1, *five).roads(1, a_road_at_each(sixth)).holding(1, PLENTY)
    table.refused(f"1 BuildSettlement intersection={sixth}", "OUT_OF_PIECES", "B1.1")
    table.when(f"1 BuildCity intersection={five[0]}")
    table.when(f"1 BuildSettlement intersection={sixth}").then_includes(f"SettlementBuilt seat=1 intersection={sixth}")
    assert table.pieces(1) == (1, 5, 1)


@pytest.mark.rule("B1.1", "B7.4")
@pytest.mark.case("R33")
def test_a_city_that_is_not_in_the_stock_cannot_be_built():
    """R33"""
    *three, fourth, fifth = TOWNS[:5]
    table = Table.bare().cities(1, *three).settlements(1, fourth).holding(1, "4grain+6ore")
    table.when(f"1 BuildCity intersection={fourth}").then_includes(f"CityBuilt seat=1 intersection={fourth}")
    table.settlements(1, fifth)
    table.refused(f"1 BuildCity intersection={fifth}", "OUT_OF_PIECES", "B1.1")
    assert table.pieces(1) == (0, 1, 4)
    assert not table.allowed(1, "BuildCity")


# B1.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B1.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_bank_holds_19_cards_of_each_of_five_resources(seats):
    table = Table.start(seats)
    assert table.bank == ALL_CARDS
    assert table.newest("SuppliesLaidOut").bank == cards_of(ALL_CARDS)
    assert {table.hand(seat) for seat in table.game.everyone} == {"0"}


# B1.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B1.3")
@pytest.mark.case("R35")
def test_the_development_deck_holds_25_cards_14_knights_5_victory_points_and_2_of_each_other_kind():
    """R35"""
    table = Table.bare()
    bought: Counter[str] = Counter()
    for _ in range(25):
        table.holding(1, DEVELOPMENT_CARD).when("1 BuyDevelopmentCard")
        bought[table.newest("DevelopmentCardBought").card.name.lower()] += 1
    assert bought == DECK == table.development_cards(1)
    table.holding(1, DEVELOPMENT_CARD).refused("1 BuyDevelopmentCard", "DECK_EMPTY", "B1.3")
    assert table.hand(1) == DEVELOPMENT_CARD


@pytest.mark.rule("B1.3")
def test_the_deck_is_shuffled():
    """Every card left is as likely as any other to be the next: drawn by its place among those left."""
    table = Table.bare().holding(1, DEVELOPMENT_CARD)
    drawn: Counter[str] = Counter()
    for place in range(25):
        trial = table.fork()
        trial.when("1 BuyDevelopmentCard", card=place)
        event = trial.newest("DevelopmentCardBought")
        assert trial.drawn == [("development_card", 25)]
        drawn[event.card.name.lower()] += 1
    assert drawn == DECK


@pytest.mark.rule("B1.3", "B11.2")
@pytest.mark.case("H01", "H02")
def test_the_order_of_the_deck_is_secret():
    """H01, H02: what was bought is known to its buyer (and the auditor) alone."""
    table = Table.bare().holding(1, DEVELOPMENT_CARD)
    table.when("1 BuyDevelopmentCard", card="monopoly")
    bought = table.newest("DevelopmentCardBought")
    for viewer in (Viewer(2), Viewer(3), Viewer(4), SPECTATOR):
        seen = redact(bought, viewer)
        assert (seen.seat, seen.card) == (1, None)
    for viewer in (Viewer(1), AUDITOR):
        assert redact(bought, viewer) == bought


@pytest.mark.rule("B1.3")
@pytest.mark.case("R35")
def test_played_cards_are_not_reshuffled():
    """R35: the last of 25 cards is bought, a knight of them is played, and still nothing is for sale."""
    every_card = [card for card, n in DECK.items() for _ in range(n)]
    table = Table.bare().holding_development_cards(2, *every_card[5:]).holding_development_cards(1, *every_card[:4])
    table.holding(1, DEVELOPMENT_CARD).when("1 BuyDevelopmentCard", card="knight")
    table.when("1 PlayKnight")
    table.when(f"1 MoveRobber hex={hex_of('M10')}")
    table.holding(1, DEVELOPMENT_CARD).refused("1 BuyDevelopmentCard", "DECK_EMPTY", "B1.3")
    assert not table.allowed(1, "BuyDevelopmentCard")


# B1.4 -----------------------------------------------------------------------------------------------------------------

OUTLAYS = [
    ("BuildRoad", lambda: f"1 BuildRoad path={coast('M10', 'NW')}", "1brick+1lumber"),
    ("BuildSettlement", lambda: f"1 BuildSettlement intersection={corner('M10', 'S')}", "1brick+1lumber+1wool+1grain"),
    ("BuildCity", lambda: f"1 BuildCity intersection={corner('M10', 'N')}", "2grain+3ore"),
    ("BuyDevelopmentCard", lambda: "1 BuyDevelopmentCard", DEVELOPMENT_CARD),
    ("TradeWithBank", lambda: "1 TradeWithBank give=wool rate=4 take=ore", "4wool"),
]


@pytest.mark.rule("B1.4")
@pytest.mark.case("R28")
@pytest.mark.parametrize(("command", "paid"), [row[1:] for row in OUTLAYS], ids=[row[0] for row in OUTLAYS])
def test_what_is_paid_goes_to_the_bank(command, paid):
    """R28"""
    table = Table.bare().settlements(1, corner("M10", "N")).roads(1, a_road_at_each(corner("M10", "S")))
    table.holding(1, paid)
    table.when(command())
    gained = "1ore" if "TradeWithBank" in command() else "0"
    assert table.hand(1) == gained
    assert each_resource(table) == dict.fromkeys(RESOURCES, 19)


@pytest.mark.rule("B1.4")
@pytest.mark.case("R28")
def test_what_is_discarded_goes_to_the_bank():
    """R28"""
    table = Table.after_setup().holding_just(s1="4brick+4ore")
    table.when("1 RollDice", dice=(3, 4))
    table.when("1 DiscardCards cards=3brick+1ore")
    assert (table.hand(1), table.bank) == ("1brick+3ore", "18brick+19lumber+19wool+19grain+16ore")


@pytest.mark.rule("B1.4")
def test_what_is_yielded_comes_from_the_bank():
    table = Table.after_setup().empty_hands().cities(1, second_settlement(1))
    table.when("1 RollDice", dice=(1, 3))
    assert (table.hand(1), table.hand(2), table.hand(4)) == ("2grain", "1wool", "1grain")
    assert (table.bank_has("grain"), table.bank_has("wool")) == (16, 18)


@pytest.mark.rule("B1.4")
@pytest.mark.case("R28")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_bank_and_hands_together_stay_the_same_through_the_whole_game(seats, seed):
    """R28: the table counts after every command, whatever the command."""
    luck = random.Random(seed)
    table = Table.start(seats, "free", seed=seed.to_bytes(32, "big"))
    while not table.over and len(table.history) < 1500:
        asked = [seat for seat in table.game.everyone if table.allowed(seat) or table.choices(seat, "DiscardCards")]
        table.when(some_command(table, luck.choice(asked), luck), chance=SeededChance())
        assert each_resource(table) == dict.fromkeys(RESOURCES, 19)


def some_command(table: Table, seat: int, luck: random.Random) -> str:
    """A command that a seat may give, picked by luck: one that is listed, or a discard."""
    for choice in table.choices(seat, "DiscardCards"):
        hand = [Resource(kind) for kind, n in each(table.game[Hands].of[seat]) for _ in range(n)]
        discard = Counter(luck.sample(hand, choice.cards[0].least))
        return f"{seat} DiscardCards cards=" + "+".join(f"{n}{r.name.lower()}" for r, n in discard.items())
    return luck.choice(sorted(table.allowed(seat)))
