"""C5: trade at another's harbor, the fee, and whose harbor is used."""

import pytest

from domain.components import count
from domain.rules.hands import Hands
from tests.scenarios.cheops.grown import grown
from tests.scenarios.cheops.places import EVERY_PATH, GRID, HARBORS, intersection, path, trail
from tests.scenarios.cheops.table import GOODS, EgyptTable, joined

GRAIN, WOOL, BRICK = HARBORS["grain"], HARBORS["wool"], HARBORS["brick"]
WEST, EAST = HARBORS["general west"], HARBORS["general east"]
HOME = (6, 8)
TO_GRAIN = trail(HOME, (5, 7), (5, 5))
"""From ``HOME`` to the grain harbor at (5, 5)."""
TO_WEST = trail((5, 5), (4, 4), (3, 5))
"""On to the general harbor at (3, 5)."""
TO_EAST = trail(HOME, (7, 7), (8, 8), (9, 7), (10, 8), (11, 7), (11, 5))
"""From ``HOME`` to the general harbor at (11, 5)."""


def trade(harbor: int, give: str, take: str, seat: int = 1) -> str:
    """The command."""
    return f"{seat} TradeAtHarbor harbor={harbor} give={give} take={take}"


@pytest.fixture
def table() -> EgyptTable:
    """Seat 1 has rolled, has 1 coin, and is joined to seat 2's grain harbor; nobody else has a coin."""
    return EgyptTable.bare().no_coins().coins(1, 1).place(1, HOME).place(2, (5, 5)).roads(1, TO_GRAIN)


@pytest.fixture
def general() -> EgyptTable:
    """Seat 1 is joined to seat 2's general harbor in the west and to seat 3's in the east, and has 2 coins."""
    table = EgyptTable.bare().no_coins().coins(1, 2).place(1, HOME).place(2, (3, 5)).place(3, (11, 5))
    return table.roads(1, TO_GRAIN).ships(2, TO_WEST).roads(3, TO_EAST[:2]).ships(3, TO_EAST[2:])


# C5.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C5.1", "C5.2")
@pytest.mark.parametrize("kind", ["place", "city"])
def test_a_joined_seat_trades_at_anothers_harbor_for_a_coin_to_its_owner(kind):
    table = EgyptTable.bare().place(1, HOME).roads(1, TO_GRAIN).holding(1, "5grain")
    getattr(table, kind)(2, (5, 5))
    table.when(trade(GRAIN, "grain", "ore")).then_facts(
        "FeePaid seat=1 owner=2 coins=1", "BankTradeMade seat=1 given=2grain taken=1ore"
    )
    assert (table.hand(1), table.coins_of(1), table.coins_of(2)) == ("3grain+1ore", 2, 4)
    table.awaits("act", 1)


@pytest.mark.rule("C5.1")
def test_without_a_trade_route_it_does_not(table):
    """A harbor has this one and only condition."""
    table = EgyptTable.bare().place(1, HOME).place(2, (5, 5)).roads(1, TO_GRAIN[:1]).holding(1, "2grain")
    table.refused(trade(GRAIN, "grain", "ore"), "NO_TRADE_ROUTE", "C5.1")
    table.ships(2, TO_GRAIN[1:]).when(trade(GRAIN, "grain", "ore"))


@pytest.mark.rule("C5.1")
@pytest.mark.parametrize("where", [path(HOME, (7, 7)), TO_GRAIN[0], path((3, 5), (3, 7)), -1, len(EVERY_PATH), 10**9])
def test_where_there_is_no_harbor_nobody_trades(table, where):
    table.holding(1, "2grain").refused(trade(where, "grain", "ore"), "NO_SUCH_HARBOR", "C5.1")
    table.when(trade(GRAIN, "grain", "ore"))


@pytest.mark.rule("C5.1", "B6.1")
def test_a_harbor_trades_what_it_trades(table):
    table.holding(1, "3grain+3wool+2ore")
    for give in ("wool", "ore"):
        table.refused(trade(GRAIN, give, "brick"), "NO_SUCH_RATE", "B6.1")
    table.refused(trade(GRAIN, "grain", "grain"), "SAME_RESOURCE", "B6.1")
    table.when(trade(GRAIN, "grain", "brick"))


@pytest.mark.rule("C5.1")
@pytest.mark.parametrize("give", GOODS[:5])
def test_a_general_harbor_of_anothers_trades_3_of_anything(general, give):
    take = "ore" if give != "ore" else "brick"
    general.holding(1, f"2{give}").refused(trade(WEST, give, take), "NOT_ENOUGH_CARDS", "B6.1")
    general.holding(1, f"3{give}").when(trade(WEST, give, take)).then_facts(
        "FeePaid seat=1 owner=2 coins=1", f"BankTradeMade seat=1 given=3{give} taken=1{take}"
    )


@pytest.mark.rule("C5.1", "B3.3")
def test_only_the_seat_in_turn_and_only_after_its_roll(table):
    table.place(3, (4, 8)).ships(3, trail((4, 8), (5, 7))).coins(3, 1).holding_just(s1="2grain", s3="2grain")
    table.refused(trade(GRAIN, "grain", "ore", seat=3), "NOT_YOUR_TURN", "B3.3")
    table.in_turn(3, rolled=False).refused(trade(GRAIN, "grain", "ore", seat=3), "NOT_NOW", "B3.2")
    table.in_turn(3).when(trade(GRAIN, "grain", "ore", seat=3)).then_includes("FeePaid seat=3 owner=2 coins=1")


@pytest.mark.rule("C5.1", "B6.4")
def test_the_bank_gives_only_what_it_has(table):
    table.holding(1, "2grain").bank_left_with("ore", 0, others_held_by=3)
    table.refused(trade(GRAIN, "grain", "ore"), "BANK_TOO_SHORT", "B6.4")
    table.when(trade(GRAIN, "grain", "wool"))


@pytest.mark.rule("C5.1")
def test_the_plain_trade_with_the_bank_does_not_use_anothers_harbor(table):
    table.holding(1, "2grain").refused("1 TradeWithBank give=grain rate=2 take=ore", "NO_SUCH_RATE", "B6.1")


# C5.2 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C5.2")
def test_each_exchange_costs_a_coin_and_with_none_left_it_is_rejected(table):
    table.coins(1, 2).holding(1, "8grain")
    for left in (1, 0):
        table.when(trade(GRAIN, "grain", "ore"))
        assert (table.coins_of(1), table.coins_of(2)) == (left, 2 - left)
    table.refused(trade(GRAIN, "grain", "ore"), "NOT_ENOUGH_COINS", "C5.2")
    table.when("1 TradeWithBank give=grain rate=4 take=ore")


@pytest.mark.rule("C5.2")
@pytest.mark.parametrize("coins", [0, 1, 3, 4])
def test_the_coin_paid_cannot_be_the_coin_exchanged(general, coins):
    """The fee is paid first: three coins at a general harbor take four."""
    general.coins(1, coins)
    if coins < 4:
        general.refused(trade(WEST, "coin", "ore"), "NOT_ENOUGH_COINS", "C5.2")
    else:
        general.when(trade(WEST, "coin", "ore")).then_facts(
            "FeePaid seat=1 owner=2 coins=1", "BankTradeMade seat=1 given=3coin taken=1ore"
        )
        assert (general.coins_of(1), general.coins_of(2)) == (0, 1)


@pytest.mark.rule("C5.2")
@pytest.mark.parametrize(("harbor", "give"), [(GRAIN, "2grain"), (WEST, "3wool")])
def test_a_coin_gained_by_the_exchange_cannot_pay_its_own_fee(general, table, harbor, give):
    trader = table if harbor == GRAIN else general
    line = trade(harbor, give[1:], "coin")
    trader.coins(1, 0).holding(1, give).refused(line, "NOT_ENOUGH_COINS", "C5.2")
    trader.coins(1, 1).when(line).then_facts(
        "FeePaid seat=1 owner=2 coins=1", f"BankTradeMade seat=1 given={give} taken=1coin"
    )
    assert (trader.coins_of(1), trader.coins_of(2)) == (1, 1)


@pytest.mark.rule("C5.2")
def test_the_coin_is_the_owners_to_spend():
    table = EgyptTable.bare().no_coins().coins(1, 1).place(1, HOME).place(2, (5, 5)).roads(1, TO_GRAIN)
    table.place(3, (8, 4)).ships(3, trail((8, 4), (7, 5), (6, 4), (5, 5))).holding_just(s1="2grain", s2="2wool")
    table.when(trade(GRAIN, "grain", "ore"))
    table.in_turn(2).when(trade(WOOL, "wool", "ore", seat=2)).then_includes("FeePaid seat=2 owner=3 coins=1")


@pytest.mark.rule("C5.2", "B6.5")
def test_an_open_offer_falls_with_the_cards_that_are_given(table):
    table.holding_just(s1="2grain+1brick", s2="1wool").when("1 OfferTrade give=1brick take=1wool")
    table.when(trade(GRAIN, "grain", "ore")).then_includes("TradeFell offer=1")


# C5.3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C5.3")
def test_own_harbors_cost_nothing():
    table = EgyptTable.bare().no_coins().place(1, (5, 5)).holding(1, "4grain")
    table.when("1 TradeWithBank give=grain rate=2 take=ore").then_facts("BankTradeMade seat=1 given=2grain taken=1ore")
    table.refused(trade(GRAIN, "grain", "ore"), "FEE_NOT_DUE", "C5.3")
    table.coins(1, 1).refused(trade(GRAIN, "grain", "ore"), "FEE_NOT_DUE", "C5.3")


@pytest.mark.rule("C5.3")
def test_at_the_same_rate_the_own_one_is_used(general):
    """With a general harbor of its own, seat 1 does not pay for another at 3:1."""
    general.holding(1, "3brick")
    general.fork().when(trade(WEST, "brick", "ore"))
    general.place(1, (13, 11))
    assert HARBORS["general north of the red sea"] == path((13, 11), (13, 13))
    for harbor in (WEST, EAST):
        general.refused(trade(harbor, "brick", "ore"), "FEE_NOT_DUE", "C5.3")
    general.when("1 TradeWithBank give=brick rate=3 take=ore")


@pytest.mark.rule("C5.3")
def test_at_a_better_rate_anothers_is_used_for_a_coin(table):
    """Seat 1 has a general harbor, seat 2 the grain harbor."""
    table.place(1, (13, 11)).holding(1, "2grain")
    table.when(trade(GRAIN, "grain", "ore")).then_includes("FeePaid seat=1 owner=2 coins=1")


@pytest.mark.rule("C5.3")
def test_an_own_special_harbor_spares_no_fee_for_other_goods(general):
    general.place(1, (8, 20)).holding(1, "3wool")
    general.when(trade(WEST, "wool", "ore")).then_includes("FeePaid seat=1 owner=2 coins=1")


@pytest.mark.rule("C5.3")
@pytest.mark.parametrize(("harbor", "owner"), [(WEST, 2), (EAST, 3)])
def test_of_several_owners_at_the_same_rate_the_trader_names_the_one(general, harbor, owner):
    general.holding(1, "3brick")
    assert {trade(WEST, "brick", "ore"), trade(EAST, "brick", "ore")} <= general.allowed(1, "TradeAtHarbor")
    general.when(trade(harbor, "brick", "ore")).then_facts(
        f"FeePaid seat=1 owner={owner} coins=1", "BankTradeMade seat=1 given=3brick taken=1ore"
    )
    assert [general.coins_of(seat) for seat in (1, owner)] == [1, 1]


@pytest.mark.rule("C5.3")
def test_the_harbors_open_to_a_seat_are_shown_to_it(general):
    general.place(1, (8, 20))
    assert general.trade_uses(1) == {(WEST, 3, 2, 1), (EAST, 3, 3, 1), (BRICK, 2, 0, 0)}
    assert (WEST, 3, 0, 0) in general.trade_uses(2)
    assert general.trade_uses(4) == set()
    assert general.trade_uses(0) == set()


@pytest.mark.rule("C5.3")
def test_a_harbor_for_which_the_own_one_is_used_is_not_shown_as_open(general):
    """Seat 2 has one at 3:1 and is joined to seat 3's."""
    general.become(2).coins(2, 1).holding(2, "3brick").refused(
        trade(EAST, "brick", "ore", seat=2), "FEE_NOT_DUE", "C5.3"
    )
    assert general.trade_uses(2) == {(WEST, 3, 0, 0)}


# C5.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C5.4")
@pytest.mark.parametrize("name", HARBORS)
def test_a_harbor_with_no_building_on_it_serves_nobody(name):
    """Even where own roads or ships lie on it and at both its ends."""
    give = "wool" if name.startswith("general") else name
    harbor = HARBORS[name]
    table = EgyptTable.bare().place(1, HOME).holding(1, f"4{give}")
    table.roads(1, [harbor])
    line = trade(harbor, give, "ore" if give != "ore" else "brick")
    table.refused(line, "HARBOR_UNUSED", "C5.4")
    table.refused(f"1 TradeWithBank give={give} rate=2 take=coin", "NO_SUCH_RATE", "B6.1")
    table.settlements(2, GRID.ends[harbor][0]).refused(line, "NO_TRADE_ROUTE", "C5.1")


@pytest.mark.rule("C5.4")
def test_a_building_beside_it_is_not_on_it(table):
    """At (5, 7), one path from its end."""
    lone = EgyptTable.bare().place(1, HOME).roads(1, TO_GRAIN).holding(1, "2grain").place(2, (4, 8))
    lone.refused(trade(GRAIN, "grain", "ore"), "HARBOR_UNUSED", "C5.4")
    table.holding(1, "2grain").when(trade(GRAIN, "grain", "ore"))


# The order of faults, and all of it recounted -------------------------------------------------------------------------


@pytest.mark.rule("C5.2", "C5.1")
def test_the_fault_named_is_the_first_in_the_order_of_the_rules():
    """Everything is wrong at first; each thing is mended in turn."""
    table = EgyptTable.bare().no_coins().place(1, HOME).bank_left_with("ore", 0, others_held_by=4)
    table.refused(trade(GRAIN, "ore", "ore"), "SAME_RESOURCE", "B6.1")
    table.refused(trade(TO_GRAIN[0], "wool", "ore"), "NO_SUCH_HARBOR", "C5.1")
    table.refused(trade(GRAIN, "wool", "ore"), "HARBOR_UNUSED", "C5.4")
    table.place(2, (5, 5)).refused(trade(GRAIN, "wool", "ore"), "NO_SUCH_RATE", "B6.1")
    table.refused(trade(GRAIN, "grain", "ore"), "NO_TRADE_ROUTE", "C5.1")
    table.roads(1, TO_GRAIN).refused(trade(GRAIN, "grain", "ore"), "NOT_ENOUGH_COINS", "C5.2")
    table.coins(1, 1).refused(trade(GRAIN, "grain", "ore"), "NOT_ENOUGH_CARDS", "B6.1")
    table.holding(1, "2grain").refused(trade(GRAIN, "grain", "ore"), "BANK_TOO_SHORT", "B6.4")
    table.holding(4, "0").when(trade(GRAIN, "grain", "ore"))


def by_the_rules(table: EgyptTable, seat: int) -> set[str]:
    """Every trade at another's harbor that a seat may make, told from the words of C4.2 and C5."""
    at = {name: set(GRID.ends[harbor]) for name, harbor in HARBORS.items()}
    own = {name.split()[0] for name, ends in at.items() if ends & table.buildings_of(seat)}
    ledger, hands = table.ledger, table.game[Hands]
    reached = joined(ledger.roads.keys() | ledger.ships.keys(), table.buildings_of(seat))
    held = {good: count(hands.of[seat], n) for n, good in enumerate(GOODS[:5])} | {"coin": ledger.coins[seat] - 1}
    found = set()
    for name, ends in at.items():
        kind = name.split()[0]
        others = {place for o in table.game.everyone if o != seat for place in table.buildings_of(o)}
        if ends & others & reached and kind not in own and ledger.coins[seat]:
            rate = 3 if kind == "general" else 2
            for give in GOODS if kind == "general" else (kind,):
                if held[give] >= rate:
                    found |= {trade(HARBORS[name], give, take, seat) for take in GOODS if take != give}
    return found


@pytest.mark.rule("C5.1", "C5.3")
@pytest.mark.parametrize("seed", range(40, 80))
def test_on_any_board_the_trades_are_those_that_the_rules_tell(seed):
    table = grown(seed, 3 + seed % 2)
    for seat in table.game.everyone:
        table.become(seat)
        expected = by_the_rules(table, seat)
        assert table.allowed(seat, "TradeAtHarbor") == expected
        table.check_listed()


def test_the_ways_of_this_file_lead_to_the_harbors():
    for harbor, end in ((GRAIN, (5, 5)), (WEST, (3, 5)), (EAST, (11, 5))):
        assert intersection(*end) in GRID.ends[harbor]
