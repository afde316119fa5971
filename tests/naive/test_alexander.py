"""The naive model of Alexander the Great itself, on positions set up by hand."""

from collections import Counter

import pytest

from tests.naive.acts import Act, bag, make
from tests.naive.alexander import ADVISOR_POINTS, Alexander
from tests.naive.layout import Layout
from tests.naive.table import RESOURCES
from tests.naive.test_model import BOARDS, Fixed

NO_LUCK = Fixed()


def march(seats: int = 4, *options: str) -> Alexander:
    """The first turn, before anybody bids."""
    layout = Layout.read(BOARDS / "alexander" / "boards" / "empire.toml", seats)
    model = Alexander(layout, seats, frozenset(options))
    model.open(Fixed())
    return model


def play(model: Alexander, *acts: Act, luck: Fixed = NO_LUCK) -> None:
    """Acts one after the other."""
    for act in acts:
        model.play(act, luck)


def bid(seat: int, amount: int) -> Act:
    return make("Bid", seat, amount=amount)


def leave(seat: int) -> Act:
    return make("Pass", seat)


def pay(seat: int, knights: int = 0, **cards: int) -> Act:
    return make("PayBid", seat, cards=bag(cards), knights=knights)


def hold(model: Alexander, **hands: dict[str, int]) -> None:
    """Give the seats other hands: from the bank, or back to it."""
    for seat in model.seats:
        model.bank.update({name: model.hands[seat][name] for name in RESOURCES})
        model.hands[seat] = Counter(hands.get(f"s{seat}", {}))
        model.bank.subtract({name: model.hands[seat][name] for name in RESOURCES})


def event(kind: str, seats: int = 4, **hands: dict[str, int]) -> Alexander:
    """Bidding for an event in seat 1's turn."""
    model = march(seats)
    model.agenda = []
    model.last_phase()
    hold(model, **hands)
    model.arrow = 1 if kind == "settlement" else 2
    model.happen(kind)
    model.run()
    return model


def to_march(model: Alexander, arrow: int) -> None:
    """Alexander on an arrow, before seat 2's turn, with nothing left in the supply stack and no event."""
    model.resolve()
    model.supply_ended = True
    model.arrow = arrow
    model.begin_turn(2)
    model.run()


def test_cards_are_dealt_and_the_first_turn_begins_with_the_first_temple() -> None:
    model = march(4)
    # 95 cards, 5 for each of four, and one more each: the bank has none of them.
    assert [model.cards(seat) for seat in model.seats] == [6, 6, 6, 6]
    assert (model.supply.total(), model.bank.total()) == (95 - 24, 0)
    assert (model.arrow, model.event, model.asked) == (1, "settlement", {1: {"bid"}})
    assert model.dice is None
    assert model.layout.points[model.temple] == (1, -1)


def test_three_seats_have_a_bank_and_no_second_advisor() -> None:
    model = march(3, "starting_gold")
    assert (model.supply.total(), model.bank) == (75 - 18, Counter(dict.fromkeys(RESOURCES, 4)))
    assert sorted(model.advisors) == [1, 3]
    assert [model.hands[seat]["coin"] for seat in model.seats] == [8, 8, 8]


def test_supply_ends_when_too_few_are_left_for_all() -> None:
    model = march(4)
    model.supply = Counter(ore=7)
    model.draw_supply_card = lambda seat: model.supply.subtract({"ore": 1})
    before = model.bank["ore"]
    model.draw_supply()
    assert (model.supply_ended, model.supply.total(), model.bank["ore"]) == (True, 0, before + 3)
    model.supply = Counter(ore=8)
    model.draw_supply()
    assert model.supply["ore"] == 8


def test_who_passes_is_out_and_the_last_may_still_bid() -> None:
    model = event("famine", s4={"wool": 1, "grain": 1})
    play(model, leave(1), leave(2), leave(3))
    assert model.asked == {4: {"bid"}}
    assert model.verdict(bid(3, 1)) == "B3.3"
    play(model, bid(4, 2))
    assert model.asked == {4: {"pay"}}


def test_bids_go_round_until_one_is_left() -> None:
    model = event("famine", s1={"wool": 5}, s3={"grain": 5})
    assert model.verdict(bid(1, 0)) == "A3.2"
    assert model.verdict(bid(1, 1000)) == "A3.2"
    play(model, bid(1, 2), leave(2), bid(3, 3), leave(4), bid(1, 4))
    assert model.verdict(bid(3, 4)) == "A3.2"
    play(model, leave(3))
    assert model.asked == {1: {"pay"}}


@pytest.mark.parametrize(
    ("cards", "broken"),
    [
        ({"wool": 3}, None),
        ({"wool": 1, "coin": 2}, None),
        ({"wool": 2}, "A3.3"),
        ({"wool": 3, "coin": 1}, "A3.3"),
        ({"ore": 3}, "A3.3"),
        ({"grain": 3}, "A3.3"),
    ],
)
def test_a_bid_is_paid_with_the_right_kinds(cards: dict[str, int], broken: str | None) -> None:
    model = event("famine", s1={"wool": 4, "ore": 3, "coin": 2})
    play(model, bid(1, 3), leave(2), leave(3), leave(4))
    assert model.verdict(pay(1, **cards)) == broken


def test_a_chip_is_won_and_the_turn_goes_on() -> None:
    model = event("statue", s1={"brick": 1, "ore": 2, "coin": 1})
    before = model.bank["ore"]
    play(model, bid(1, 3), leave(2), leave(3), leave(4), pay(1, ore=2, coin=1))
    assert model.chips[1] == Counter(statue=1)
    assert (model.hands[1]["ore"], model.hands[1]["coin"], model.bank["ore"]) == (0, 0, before + 2)
    assert (model.event, model.asked) == ("", {1: {"act"}})


def test_who_cannot_pay_loses_half_and_the_bidding_starts_again() -> None:
    model = event("famine", s2={"ore": 3, "wool": 2, "coin": 2})
    play(model, leave(1), bid(2, 5), leave(3), leave(4))
    assert (model.asked, model.owed(2)) == ({2: {"forfeit"}}, 3)
    assert model.verdict(make("DiscardCards", 2, cards=bag({"ore": 2}))) == "A3.5"
    play(model, make("DiscardCards", 2, cards=bag({"ore": 3})))
    assert model.asked == {1: {"bid"}}
    assert (model.highest, model.passed) == (0, set())


def test_who_has_nothing_to_lose_may_not_bluff() -> None:
    model = event("battle", s1={"coin": 2})
    model.counted_knights = {1: 1}
    assert [model.verdict(bid(1, amount)) for amount in (5, 6)] == [None, "A3.5"]


def test_an_event_stays_when_all_pass() -> None:
    model = event("bridge")
    play(model, leave(1), leave(2), leave(3), leave(4))
    assert (model.event, model.asked) == ("bridge", {1: {"act"}})
    play(model, leave(1))
    assert model.asked == {2: {"roll"}}
    play(model, make("RollDice", 2), luck=Fixed((1, 1)))
    assert (model.arrow, model.asked) == (2, {2: {"bid"}})


def test_a_temple_is_built_on_for_nothing_or_left() -> None:
    for built in (True, False):
        model = event("settlement", s2={"brick": 2, "grain": 2})
        play(model, leave(1), bid(2, 3), leave(3), leave(4), pay(2, brick=1, grain=2))
        assert model.asked == {2: {"found"}}
        assert model.verdict(make("BuildSettlement", 2, intersection=model.crossings[3])) == "A3.7"
        assert model.temple in model.protected
        play(model, make("BuildSettlement", 2, intersection=model.temple) if built else leave(2))
        assert model.asked == {1: {"act"}}
        assert model.settlements[2] == ({model.temple} if built else set())
        assert model.cards(2) == 1


def test_who_has_no_settlement_in_stock_is_not_asked() -> None:
    model = event("settlement", s1={"brick": 1})
    model.settlements[1] = set(model.crossings[20:30:2])
    play(model, bid(1, 1), leave(2), leave(3), leave(4), pay(1, brick=1))
    assert (model.event, model.asked) == ("", {1: {"act"}})


def test_the_route_ahead_is_protected_but_cities_rise_on_it() -> None:
    model = event("famine", s1={"brick": 9, "lumber": 9, "wool": 9, "grain": 9, "ore": 9})
    model.resolve()
    model.agenda.pop()
    # Two temples are crossed, and the seat has roads at one of them and at the next one.
    model.arrow = 4
    crossed, ahead = model.crossings[0], model.crossings[6]
    model.settlements[1] = {model.crossings[3]}
    model.roads[1] = {path for path, ends in enumerate(model.layout.ends) if {crossed, ahead} & set(ends)}
    assert model.verdict(make("BuildSettlement", 1, intersection=crossed)) is None
    assert model.verdict(make("BuildSettlement", 1, intersection=ahead)) == "A5.2"
    beside = {place for place in model.layout.neighbors[ahead] if place not in model.crossings}
    assert beside <= model.protected
    # It stands next to an intersection that is not crossed.
    assert model.verdict(make("BuildCity", 1, intersection=model.crossings[3])) is None


def test_knights_count_in_a_battle_if_played_before() -> None:
    model = event("statue")
    model.played[1]["knight"] = 1
    model.agenda = []
    model.happen("battle")
    model.run()
    model.hands[1] = Counter(wool=2, coin=2)
    model.played[1]["knight"] += 1
    play(model, bid(1, 4), leave(2), leave(3), leave(4))
    assert model.verdict(pay(1, knights=2)) == "A3.4"
    assert model.verdict(pay(1, knights=1)) == "A3.3"
    assert model.verdict(pay(1, knights=1, wool=2)) == "A3.3"
    play(model, pay(1, knights=1, wool=1))
    assert (model.knights(1), model.under, model.deck["knight"]) == (1, 1, 15)


def test_a_knight_too_many_is_not_paid() -> None:
    model = event("battle", s1={"wool": 1})
    model.counted_knights = {1: 2}
    model.played[1]["knight"] = 2
    play(model, bid(1, 4), leave(2), leave(3), leave(4))
    # Without the wool it is still 6 for 4; without a knight it is 3.
    assert model.verdict(pay(1, knights=2)) is None
    assert model.verdict(pay(1, knights=2, wool=1)) == "A3.3"
    assert model.verdict(pay(1, knights=1, wool=1)) is None


@pytest.mark.parametrize(
    ("knights", "army"),
    [((3, 3, 0, 0), 1), ((2, 3, 0, 0), 2), ((2, 3, 3, 0), 0), ((2, 2, 2, 0), 0), ((3, 4, 4, 0), 0), ((3, 4, 3, 0), 2)],
)
def test_the_largest_army_is_looked_at_anew(knights: tuple[int, ...], army: int) -> None:
    model = march(4)
    model.army = 1
    for seat, count in zip(model.seats, knights, strict=True):
        model.played[seat]["knight"] = count
    model.update_army()
    assert model.army == army


def test_knights_under_the_deck_are_drawn_last() -> None:
    model = march(4)
    model.luck = Fixed()
    model.deck = Counter(knight=2, monopoly=1)
    model.under = 2
    assert [model.draw_development_card() for _ in range(3)] == ["monopoly", "knight", "knight"]
    assert (model.under, model.deck_left()) == (0, 0)


# Advisors: who has how many chips and who is which advisor, then who gets one more.


@pytest.mark.parametrize(
    ("chips", "before", "winner", "after"),
    [
        ((2, 0, 0, 0), (0, 0, 0), 1, (1, 0, 0)),
        ((3, 2, 0, 0), (1, 0, 0), 2, (1, 2, 0)),
        ((3, 3, 3, 2), (1, 2, 3), 4, (1, 2, 3)),
        # The fourth takes the first's card for nothing; who lost it has no more chips than another.
        ((3, 3, 3, 3), (1, 2, 3), 4, (4, 2, 3)),
        # The third takes the first's card, and hands over its own.
        ((3, 3, 3, 0), (1, 2, 3), 3, (3, 2, 1)),
        # Only the second card can be taken; its loser takes the third, whose owner has none then.
        ((5, 4, 3, 4), (1, 2, 3), 4, (1, 4, 2)),
        # The third takes the first; who gets the third for that takes the second.
        ((4, 3, 4, 0), (1, 2, 3), 3, (3, 1, 2)),
    ],
)
def test_advisor_cards_go_to_who_has_more_chips(
    chips: tuple[int, ...], before: tuple[int, ...], winner: int, after: tuple[int, ...]
) -> None:
    model = event("famine")
    for seat, count in zip(model.seats, chips, strict=True):
        model.chips[seat]["statue"] = count
    model.advisors = dict(zip(ADVISOR_POINTS, before, strict=True))
    model.win_chip(winner)
    assert tuple(model.advisors.values()) == after
    assert model.score(winner)["advisor"] == ADVISOR_POINTS.get(model.rank(winner), 0)


def test_the_second_of_three_becomes_third_advisor() -> None:
    model = event("famine", 3)
    model.chips[1]["statue"], model.chips[2]["statue"] = 3, 2
    model.advisors[1] = 1
    model.win_chip(2)
    assert model.advisors == {1: 1, 3: 2}


def test_purple_intersections_are_crossed_on_a_seven_alone() -> None:
    model = march(4)
    to_march(model, 47)
    play(model, make("RollDice", 2), luck=Fixed((3, 3)))
    assert (model.arrow, model.asked) == (47, {2: {"act"}})
    to_march(model, 47)
    play(model, make("RollDice", 2), luck=Fixed((3, 4)))
    assert model.asked == {2: {"robber"}}
    play(model, min(model.legal(2), key=str))
    assert (model.arrow, model.event, model.asked) == (48, "", {2: {"act"}})


def test_an_empty_intersection_brings_nothing_and_a_chip_is_turned_up() -> None:
    model = march(4)
    to_march(model, 5)
    play(model, make("RollDice", 2), luck=Fixed((1, 1)))
    assert (model.arrow, model.asked) == (6, {2: {"act"}})
    to_march(model, 1)
    play(model, make("RollDice", 2), luck=Fixed((1, 1)))
    assert (model.event, model.unseen["famine"], model.asked) == ("famine", 6, {2: {"bid"}})


@pytest.mark.parametrize(
    ("points", "chips", "winners"),
    [((3, 5, 0, 4), (0, 0, 0, 0), (2,)), ((5, 5, 0, 0), (1, 2, 0, 0), (2,)), ((5, 5, 0, 0), (1, 1, 3, 0), (1, 2))],
)
def test_in_persepolis_most_points_win_then_most_chips(
    points: tuple[int, ...], chips: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    model = march(4)
    for seat in model.seats:
        model.held[seat]["victory_point"] = points[seat - 1]
        model.chips[seat]["statue"] = chips[seat - 1]
    to_march(model, 49)
    play(model, make("RollDice", 2), luck=Fixed((3, 4)))
    play(model, min(model.legal(2), key=str))
    assert (model.arrow, model.over, model.winners) == (50, True, winners)


def test_fourteen_points_win_at_once() -> None:
    model = event("famine", s1={"wool": 1})
    model.held[1]["victory_point"] = 10
    model.chips[1]["statue"] = 2
    play(model, bid(1, 1), leave(2), leave(3), leave(4))
    assert not model.over
    play(model, pay(1, wool=1))
    assert model.winners == (1,)


def test_twelve_cards_are_too_many_on_a_seven_and_coins_do_not_count() -> None:
    model = march(4)
    hold(model, s1={"wool": 11, "coin": 9}, s2={"wool": 8, "ore": 5})
    assert model.discards_due() == {2: 6}
