"""A1: what lies ready when a game begins, and A2.2: the very first turn."""

from collections import Counter
from itertools import pairwise, starmap

import msgspec
import pytest

from domain.board import check_plan
from domain.chance import SeededChance
from domain.components import total, unpack
from domain.errors import BoardInvalid
from domain.scenarios import SCENARIOS
from domain.visibility import SPECTATOR, Viewer, redact, view
from tests.rules.table import cards_of, line_of
from tests.scenarios.alexander.ledger import KINDS
from tests.scenarios.alexander.places import CHIPS, EVERY_HEX, FIRST_DESERT, PLAN, ROUTE, drawn, path_between
from tests.scenarios.alexander.table import QUIET, EmpireTable

EACH_15, EACH_19 = (f"{n}brick+{n}lumber+{n}wool+{n}grain+{n}ore" for n in (15, 19))
EACH_4 = "4brick+4lumber+4wool+4grain+4ore"


def created(table: EmpireTable) -> list[str]:
    """All events of a game just created, a line each, without draws."""
    return [line_of(event) for event in table.history]


def named(table: EmpireTable, name: str) -> list[str]:
    """Those of one name."""
    return [line for line in created(table) if line.split()[0] == name]


# A1.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A1.1")
def test_25_of_the_28_chips_lie_on_the_route():
    table = EmpireTable.start()
    assert sum(each.count for each in PLAN.route.chips) == 28
    assert {each.kind for each in PLAN.route.chips} == set(KINDS)
    assert table.view("MarchView").chips_left == len(CHIPS) == 25


@pytest.mark.rule("A1.1")
def test_each_chip_is_equally_likely_and_none_comes_back():
    """The first is one of 28, the second one of 27, whichever the first was."""
    for first in KINDS:
        table = EmpireTable.auction(first).all_pass()
        (draw,) = table.newest("EventChipRevealed").draws
        assert draw.bound == 28
        table.become(1, rolled=False).roll().holding(1, "1brick+1lumber+1wool+1grain+1ore").won(1)
        table.when(next(f"1 PayBid cards=1{kind}" for kind in PAYS[first]))
        seen = Counter()
        for value in range(27):
            trial = table.fork().become(1, rolled=False)
            trial.when("1 RollDice", dice=QUIET, script={draw.purpose: [value]})
            (second,) = trial.newest("EventChipRevealed").draws
            assert second.bound == 27
            seen[trial.ledger.unresolved] += 1
        assert seen == {kind: 6 if kind == first else 7 for kind in KINDS}


PAYS = {"famine": ("grain",), "bridge": ("brick",), "battle": ("ore",), "statue": ("ore",)}


@pytest.mark.rule("A1.1", "B11.2")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, 4])
def test_which_chip_lies_where_is_told_to_nobody_before(seat):
    """Games that differ only in the chip that comes next look alike till it is turned up."""
    viewer = Viewer(seat) if seat else SPECTATOR
    one, twin = (EmpireTable.bare().become(1, rolled=False) for _ in range(2))
    assert view(one.game, viewer) == view(twin.game, viewer)
    assert not {"event_chips", "chip"} & {name for each in view(one.game, viewer) for name in each.__struct_fields__}
    one.roll(chip="famine")
    twin.roll(chip="battle")
    assert view(one.game, viewer) != view(twin.game, viewer)


# A1.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A1.2")
def test_alexander_starts_in_macedonia():
    """His first crossing, in the first turn, is that of the first intersection."""
    assert named(EmpireTable.start(), "AlexanderMoved") == [f"AlexanderMoved arrow=1 intersection={ROUTE[1]}"]


@pytest.mark.rule("A1.2", "C1.3")
def test_the_robber_starts_on_the_first_desert_hex():
    assert EmpireTable.start().robber == FIRST_DESERT


@pytest.mark.rule("A1.2", "C1.3")
@pytest.mark.parametrize("desert", [h for h in EVERY_HEX if drawn(h) == "D"])
def test_or_on_the_one_that_the_games_creator_names(desert):
    assert EmpireTable.start(board=msgspec.structs.replace(PLAN, robber=desert)).robber == desert


@pytest.mark.rule("A1.2", "C1.3")
@pytest.mark.parametrize("letter", ["s", "A", "$"])
def test_but_on_no_other(letter):
    hex_number = next(h for h in EVERY_HEX if drawn(h)[0] == letter)
    with pytest.raises(BoardInvalid, match=f"the robber cannot start on hex {hex_number}"):
        check_plan(msgspec.structs.replace(PLAN, robber=hex_number))


# A1.3, A1.4 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A1.3")
@pytest.mark.case("R68")
def test_with_four_seats_all_cards_are_in_the_stack_and_the_bank_is_empty():
    table = EmpireTable.start(4)
    assert named(table, "SupplyStackLaidOut") == [f"SupplyStackLaidOut cards={EACH_19}"]
    assert named(table, "SuppliesLaidOut")[0].startswith("SuppliesLaidOut bank=0 ")
    assert table.bank == "0"
    assert table.view("SupplyView").left == 95 - 4 * 5 - 4


@pytest.mark.rule("A1.3")
@pytest.mark.case("R68")
def test_with_three_seats_15_of_each_are_and_the_bank_has_the_others():
    table = EmpireTable.start(3)
    assert named(table, "SupplyStackLaidOut") == [f"SupplyStackLaidOut cards={EACH_15}"]
    assert named(table, "SuppliesLaidOut")[0].startswith(f"SuppliesLaidOut bank={EACH_4} ")
    assert table.bank == EACH_4
    assert table.view("SupplyView").left == 75 - 3 * 5 - 3


@pytest.mark.rule("A1.3")
def test_the_bank_fills_with_what_is_paid():
    table = EmpireTable.start()
    kind = next(name for name in ("lumber", "brick", "grain", "wool") if f"1{name}" in table.hand(1) or True)
    for seat in table.game.everyone:
        table.given(f"ResourcesPaid seat={seat} cards={table.hand(seat)}")
    assert total(cards_of(table.bank)) == 24
    table.holding(1, f"1{kind}" if table.bank_has(kind) else "1brick")
    assert total(cards_of(table.bank)) == 23


@pytest.mark.rule("A1.4")
@pytest.mark.case("R68")
@pytest.mark.parametrize("seats", [3, 4])
def test_each_seat_draws_five_cards(seats):
    lines = named(EmpireTable.start(seats, chance=SeededChance()), "SupplyCardsDrawn")
    assert [line.rsplit(" ", 1)[0] for line in lines[:seats]] == [
        f"SupplyCardsDrawn seat={seat} count=5" for seat in range(1, seats + 1)
    ]
    events = [event for event in EmpireTable.start(seats).history if type(event).__name__ == "SupplyCardsDrawn"]
    assert [total(event.cards) for event in events] == [5] * seats + [1] * seats


@pytest.mark.rule("A1.4", "B11.3")
def test_only_the_drawer_sees_them():
    table = EmpireTable.start()
    for event in table.history:
        if type(event).__name__ == "SupplyCardsDrawn":
            for seat in table.game.everyone:
                assert (redact(event, Viewer(seat)) == event) == (seat == event.seat)
            hidden = redact(event, SPECTATOR)
            assert (hidden.seat, hidden.count, hidden.cards) == (event.seat, event.count, None)


@pytest.mark.rule("A1.3", "A1.4")
def test_the_stack_is_shuffled():
    """By the game's own chance, hands differ from seed to seed, and over many games every kind is dealt as often."""
    hands = []
    for seed in range(60):
        table = EmpireTable.start(3, seed=bytes([seed] * 32), chance=SeededChance())
        hands += [table.hand(seat) for seat in (1, 2, 3)]
    assert len(set(hands)) > 60
    dealt = [sum(column) for column in zip(*(unpack(cards_of(hand)) for hand in hands), strict=True)]
    assert sum(dealt) == 60 * 18
    assert all(160 < n < 272 for n in dealt), dealt


# A1.5 to A1.7 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A1.5")
@pytest.mark.case("R68")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("options", "coins"), [((), 0), (("starting_gold",), 8)])
def test_each_seat_starts_with_8_coins_by_option(seats, options, coins):
    table = EmpireTable.start(seats, options=options)
    assert [table.coins_of(seat) for seat in table.game.everyone] == [coins] * seats
    assert named(table, "CoinsReceived") == [
        f"CoinsReceived seat={seat} coins=8" for seat in range(1, seats + 1) if options
    ]


@pytest.mark.rule("A1.6")
def test_the_advisor_cards_are_4_3_and_2_points():
    table = EmpireTable.bare()
    for seat, points in ((2, 4), (4, 3), (1, 2)):
        table.winning(*[seat] * 3)
        assert table.points(seat) == points
    assert vars_of(table.view("AdvisorsView")) == (2, 4, 1)


@pytest.mark.rule("A1.6")
def test_with_three_seats_there_is_no_second():
    table = EmpireTable.bare(3).winning(2, 2, 2, 1, 1, 1, 3, 3, 3)
    assert [table.points(seat) for seat in (1, 2, 3)] == [2, 4, 0]
    assert vars_of(table.view("AdvisorsView")) == (2, 0, 1)


def vars_of(shown: msgspec.Struct) -> tuple[int, int, int]:
    """First, second and third."""
    return shown.first, shown.second, shown.third


@pytest.mark.rule("A1.7")
@pytest.mark.case("R68")
@pytest.mark.parametrize("seats", [3, 4])
def test_nothing_stands_at_the_start_and_nobody_is_asked_to_place(seats):
    table = EmpireTable.start(seats)
    assert [table.pieces(seat) for seat in table.game.everyone] == [(0, 0, 0)] * seats
    assert not named(table, "SettlementBuilt") + named(table, "RoadBuilt")
    assert [table.points(seat) for seat in table.game.everyone] == [0] * seats
    table.awaits("bid", 1)


@pytest.mark.rule("A1.7", "B1.1")
def test_every_seat_has_the_pieces_of_the_classic_game_and_no_ships():
    (line,) = named(EmpireTable.start(), "SuppliesLaidOut")
    assert line.endswith("roads=15 settlements=5 cities=4 ships=0")
    assert "14knight+5victory_point+2road_building+2year_of_plenty+2monopoly" in line


@pytest.mark.rule("A1.7", "B9.1")
def test_the_longest_route_is_used():
    table = EmpireTable.bare(arrow=50 - 3)
    paths = list(starmap(path_between, pairwise(ROUTE[2:9])))
    table.place(3, (1, 1)).roads(3, paths[:4])
    assert table.route_owner == 0
    table.become(3).holding(3, "1brick+1lumber")
    table.when(f"3 BuildRoad path={paths[4]}").then_includes("LongestRouteAwarded seat=3 length=5")
    assert table.points(3) == 1 + 2 + 2, "a settlement, the third advisor, the route"


@pytest.mark.rule("A1.7", "B9.2")
def test_the_largest_army_is_used():
    table = EmpireTable.bare().having_played_knights(2, 2).holding_development_cards(2, "knight").become(2)
    table.when("2 PlayKnight").then_includes("LargestArmyAwarded seat=2 knights=3")
    assert table.points(2) == 2


@pytest.mark.rule("A1.7")
def test_it_is_played_by_three_or_four():
    assert tuple(SCENARIOS["alexander"].seats) == (3, 4)


# A2.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A2.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_in_the_first_turn_supply_comes_first_then_alexander_moves_without_a_roll(seats):
    table = EmpireTable.start(seats)
    lines = created(table)
    turn = lines.index("TurnStarted seat=1 turn=1")
    names = [line.split(" cards=")[0] for line in lines[turn:]]
    assert names == [
        "TurnStarted seat=1 turn=1",
        *(f"SupplyCardsDrawn seat={seat} count=1" for seat in range(1, seats + 1)),
        f"AlexanderMoved arrow=1 intersection={ROUTE[1]}",
        "BiddingOpened event=settlement",
        "PromptsChanged phase=event prompts=[{bid [{bid 1 1}]}]",
    ]


@pytest.mark.rule("A2.2", "A1.4")
def test_where_the_seats_give_nonces_nothing_is_drawn_before_the_last_of_them():
    table = EmpireTable.start(3, options=("seat_nonces",))
    table.awaits("nonce", 1, 2, 3)
    for seat in (1, 2, 3):
        assert not named(table, "SupplyCardsDrawn") + named(table, "AlexanderMoved")
        table.when(f"{seat} GiveNonce nonce=0x{bytes([seat] * 32).hex()}")
    assert len(named(table, "SupplyCardsDrawn")) == 6
    table.awaits("bid", 1)


@pytest.mark.rule("A2.2")
def test_event_trade_and_build_follow():
    """The one who won the first temple builds a road from it, and buys a card, in the same turn."""
    table = EmpireTable.first_temple().holding(1, "3brick+3lumber+1wool+1grain+1ore").won(1, 2)
    table.when("1 PayBid cards=2brick")
    table.when(f"1 BuildSettlement intersection={ROUTE[1]}")
    table.awaits("act", 1)
    table.when("1 BuyDevelopmentCard", card=0)
    road = min(table.allowed_places(1, "BuildRoad"))
    table.when(f"1 BuildRoad path={road}")
    table.holding(1, "2grain+3ore").when(f"1 BuildCity intersection={ROUTE[1]}")
    table.when("1 Pass").then_includes("TurnStarted seat=2 turn=2")


@pytest.mark.rule("A2.2", "B3.1")
@pytest.mark.case("R68")
def test_there_is_no_roll_in_it_and_one_in_every_later_turn():
    table = EmpireTable.first_temple()
    assert not table.accepts("1 RollDice")
    table.all_pass().awaits("act", 1)
    assert not table.accepts("1 RollDice")
    for seat in (2, 3, 4, 1):
        table.when(f"{table.seat_in_turn} Pass")
        table.awaits("roll", seat)
        table.roll().all_pass()


@pytest.mark.rule("A2.2", "B6.2")
def test_in_it_the_seat_in_turn_trades_in_the_last_phase():
    table = EmpireTable.first_temple().all_pass().holding_just(s1="1wool", s2="1ore")
    table.when("1 OfferTrade give=1wool take=1ore")
    table.when("2 AcceptTrade offer=1")
    table.when("1 CloseTrade offer=1 partner=2")
    assert (table.hand(1), table.hand(2)) == ("1ore", "1wool")
