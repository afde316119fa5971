"""Alexander through the front door: what is listed, shown and refused there, over gRPC, with the number of its rule."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import grpc
import pytest

from service.config import IN_MEMORY
from settlers.v1 import alexander_pb2, game_pb2
from tests.scenarios.alexander.places import CHIPS, ROUTE, TEMPLES, neighbors, paths_at, protected
from tests.service.house import (
    AUDITOR,
    RESOURCES,
    SEED,
    SPECTATOR,
    House,
    Loaded,
    command,
    happen,
    kind_of,
    refused,
    seat,
)

FORBIDDEN = grpc.StatusCode.FAILED_PRECONDITION
SEATS = (1, 2, 3, 4)
KINDS = ("famine", "bridge", "battle", "statue")
CHIPS_OF_A_KIND = 7


@pytest.fixture
def house() -> Iterator[House]:
    with House(IN_MEMORY) as opened:
        yield opened


def cards_text(cards: Any) -> str:
    """Cards of the contract in the domain's notation."""
    return "+".join(f"{getattr(cards, name)}{name}" for name in RESOURCES if getattr(cards, name)) or "0"


class Empire:
    """A game of four: the first temple is left, hands are empty, supply has ended, and seat 1 is to roll."""

    def __init__(self, house: House, chance: Loaded) -> None:
        self.house = house
        self.chance = chance
        self.game_id = house.create(4, scenario="alexander", seed=SEED)
        hands = self.view().hands.hands
        left = {name: 19 - sum(getattr(hand.cards, name) for hand in hands) for name in RESOURCES}
        self.happen(
            "SupplyEnded cards=" + "+".join(f"{n}{name}" for name, n in left.items() if n),
            *(f"ResourcesPaid seat={hand.seat} cards={cards_text(hand.cards)}" for hand in hands),
        )
        self.left_temple().become(1)

    def happen(self, *lines: str) -> "Empire":
        happen(self.house.games, self.game_id, *lines)
        return self

    def play(self, by: int, field: str, **fields: Any) -> Any:
        return self.house.execute(self.game_id, by, command(field, **fields))

    def view(self, viewer: game_pb2.Viewer = AUDITOR) -> game_pb2.GameView:
        return self.house.view(self.game_id, viewer)

    def become(self, by: int) -> "Empire":
        """It is a seat's turn, and it is to roll."""
        turn = self.view().turn.turn + 1
        return self.happen(
            f"TurnStarted seat={by} turn={turn}", f"PromptsChanged phase=roll prompts=[{{roll [{{roll {by} 1}}]}}]"
        )

    def acting(self, by: int = 1) -> "Empire":
        """It is a seat's turn, and it may trade and build."""
        return self.become(by).happen(
            f"DiceRolled seat={by} dice=[1 1] draws=[]",
            f"PromptsChanged phase=act prompts=[{{act [{{act {by} 1}}]}}]",
        )

    def left_temple(self) -> "Empire":
        """Seat 1 has the temple, where bids are open, and leaves it."""
        place = ROUTE[self.view().march.arrow]
        return self.happen(
            "BidMade seat=1 amount=1",
            *(f"BidPassed seat={by}" for by in (2, 3, 4)),
            "BiddingEnded seat=1 amount=1",
            f"TempleForgone seat=1 intersection={place}",
            "EventResolved event=settlement seat=1",
        )

    def crossed(self, arrow: int) -> "Empire":
        """Alexander has gone on to this arrow; nobody has the chips that he passed."""
        for n in range(self.view().march.arrow + 1, arrow + 1):
            self.happen(f"AlexanderMoved arrow={n} intersection={ROUTE[n]}")
            if n in CHIPS:
                kind = KINDS[CHIPS.index(n) % 4]
                self.happen(
                    f"EventChipRevealed chip={kind} intersection={ROUTE[n]} knights=[] draws=[]",
                    f"EventResolved event={kind} seat=1",
                )
        return self

    def auction(self, kind: str) -> "Empire":
        """Seat 1 rolls, and is asked first for a bid for an event of this kind."""
        self.crossed(TEMPLES[1] - 1 if kind == "settlement" else CHIPS[0] - 1)
        if kind != "settlement":
            self.chance.values["event_chip"] = [CHIPS_OF_A_KIND * KINDS.index(kind)]
        self.chance.dice(1, 1)
        self.play(1, "roll_dice")
        assert [prompt.kind for prompt in self.view().turn.prompts] == ["bid"]
        return self

    def holding(self, by: int, cards: str, coins: int = 0) -> "Empire":
        """A seat gets these from the bank."""
        self.happen(f"ResourcesReceived seat={by} cards={cards}")
        return self.happen(f"CoinsReceived seat={by} coins={coins}") if coins else self

    def knights(self, by: int, n: int) -> "Empire":
        """A seat bought and played so many knights."""
        turn = self.view().turn
        for _ in range(n):
            self.happen(
                f"DevelopmentCardBought seat={by} card=knight",
                f"TurnStarted seat={turn.seat} turn={turn.turn}",
                f"DevelopmentCardPlayed seat={by} card=knight",
            )
        return self

    def bidding(self, *words: int) -> "Empire":
        """Each seat that is asked in its turn bids so much, or passes (0)."""
        for word in words:
            by = self.view().bidding.seat
            self.play(by, "bid", amount=word) if word else self.play(by, "pass")
        return self

    def won(self, amount: int) -> "Empire":
        """Seat 1 has the highest bid, of so much."""
        return self.bidding(amount, 0, 0, 0)

    def choices(self, by: int, name: str) -> list[Any]:
        return [each for each in self.house.legal(self.game_id, by).choices if each.command == name]

    def bounds(self, by: int) -> tuple[int, int] | None:
        """From how much to how much a seat may bid."""
        for choice in self.choices(by, "Bid"):
            (number,) = choice.numbers
            assert number.field == "amount"
            return number.least, number.most
        return None


@pytest.fixture
def empire(house: House, loaded: Loaded) -> Empire:
    return Empire(house, loaded)


# What is refused ------------------------------------------------------------------------------------------------------


class Refused(NamedTuple):
    """What was asked for in vain, by whom, and why it is refused."""

    reason: str
    rule: str
    by: int
    field: str
    fields: Mapping[str, Any] = {}


BESIDE_ROUTE = min(neighbors(ROUTE[20]) - set(ROUTE))
"""An intersection next to one that Alexander crosses late."""

STORIES: dict[str, tuple[Callable[[Empire], object], Refused]] = {
    "a bid not higher": (
        lambda e: e.auction("famine").holding(1, "1ore").holding(2, "1ore").bidding(4),
        Refused("BID_TOO_LOW", "A3.2", 2, "bid", {"amount": 4}),
    ),
    "a bid out of all bounds": (
        lambda e: e.auction("famine").holding(1, "1ore"),
        Refused("BID_TOO_HIGH", "A3.2", 1, "bid", {"amount": 1000}),
    ),
    "a bid before its turn": (
        lambda e: e.auction("famine").holding(3, "1ore"),
        Refused("NOT_YOUR_TURN", "A3.2", 3, "bid", {"amount": 1}),
    ),
    "a bid after passing": (
        lambda e: e.auction("famine").holding(1, "2wool").holding(2, "1ore").bidding(0, 1),
        Refused("NOT_YOUR_TURN", "A3.2", 1, "bid", {"amount": 2}),
    ),
    "a bluff with no resource card": (
        lambda e: e.auction("famine").happen("CoinsReceived seat=1 coins=3"),
        Refused("NOTHING_TO_LOSE", "A3.5", 1, "bid", {"amount": 4}),
    ),
    "paying with the wrong kinds": (
        lambda e: e.auction("famine").holding(1, "2wool+2ore").won(2),
        Refused("WRONG_GOODS", "A3.3", 1, "pay_bid", {"cards": {"wool": 1, "ore": 1}}),
    ),
    "paying for a famine with a knight": (
        lambda e: e.knights(1, 1).auction("famine").holding(1, "2wool").won(2),
        Refused("WRONG_GOODS", "A3.3", 1, "pay_bid", {"knights": 1}),
    ),
    "paying too little": (
        lambda e: e.auction("famine").holding(1, "3wool").won(3),
        Refused("BID_NOT_COVERED", "A3.3", 1, "pay_bid", {"cards": {"wool": 2}}),
    ),
    "paying more than is needed": (
        lambda e: e.auction("famine").holding(1, "3wool").won(2),
        Refused("OVERPAID", "A3.3", 1, "pay_bid", {"cards": {"wool": 3}}),
    ),
    "paying a knight more than is needed": (
        lambda e: e.knights(1, 2).auction("battle").holding(1, "3wool").won(3),
        Refused("OVERPAID", "A3.3", 1, "pay_bid", {"knights": 2}),
    ),
    "paying what one does not hold": (
        lambda e: e.auction("famine").holding(1, "2wool").won(2),
        Refused("NOT_ENOUGH_CARDS", "A3.3", 1, "pay_bid", {"cards": {"grain": 2}}),
    ),
    "paying coins that one does not have": (
        lambda e: e.auction("famine").holding(1, "2wool", coins=1).won(2),
        Refused("NOT_ENOUGH_COINS", "A3.3", 1, "pay_bid", {"cards": {"coin": 2}}),
    ),
    "a knight played too late": (
        lambda e: e.auction("battle").holding(1, "3wool").knights(1, 1).won(3),
        Refused("KNIGHT_TOO_LATE", "A3.4", 1, "pay_bid", {"knights": 1}),
    ),
    "leaving a bid unpaid that can be paid": (
        lambda e: e.auction("famine").holding(1, "2wool").won(2),
        Refused("NOT_NOW", "A3.3", 1, "pass"),
    ),
    "trading with the bank in an auction": (
        lambda e: e.auction("famine").holding(1, "4wool"),
        Refused("NOT_NOW", "A2.10", 1, "trade_with_bank", {"give": 3, "rate": 4, "take": 5}),
    ),
    "playing a card in an auction": (
        lambda e: e.happen("DevelopmentCardBought seat=1 card=knight").become(1).auction("battle"),
        Refused("NOT_NOW", "A2.10", 1, "play_knight"),
    ),
    "building in an auction": (
        lambda e: e.auction("famine").holding(1, "1brick+1lumber"),
        Refused("NOT_NOW", "A2.10", 1, "build_road", {"path": 0}),
    ),
    "a town elsewhere than at the temple": (
        lambda e: e.auction("settlement").holding(1, "1wool").won(1).play(1, "pay_bid", cards={"wool": 1}),
        Refused("NOT_AT_TEMPLE", "A3.7", 1, "build_settlement", {"intersection": ROUTE[1]}),
    ),
    "building beside the uncrossed route": (
        lambda e: (
            e.acting()
            .holding(1, "1brick+1lumber+1wool+1grain")
            .happen(f"RoadBuilt seat=1 path={paths_at(BESIDE_ROUTE)[0]}")
        ),
        Refused("ROUTE_PROTECTED", "A5.2", 1, "build_settlement", {"intersection": BESIDE_ROUTE}),
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_what_breaks_a_rule_of_the_empire_is_refused_by_its_number(story: str, empire: Empire):
    set_up, wanted = STORIES[story]
    set_up(empire)
    before = empire.house.events(empire.game_id, AUDITOR), empire.view()
    refusal = refused(lambda: empire.play(wanted.by, wanted.field, **wanted.fields))
    assert (refusal.code, refusal.reason, refusal.metadata["rule"]) == (FORBIDDEN, wanted.reason, wanted.rule)
    assert (empire.house.events(empire.game_id, AUDITOR), empire.view()) == before


# The march ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A5.2", "B11.1")
def test_all_see_where_alexander_is_where_he_goes_and_what_is_closed(empire: Empire):
    for viewer in (SPECTATOR, seat(2), AUDITOR):
        march = empire.view(viewer).march
        assert (march.arrow, march.next, march.chips_left) == (1, ROUTE[2], len(CHIPS))
        assert set(march.protected) == protected(1)
        assert not march.HasField("event")
    empire.auction("statue")
    for viewer in (SPECTATOR, seat(2), AUDITOR):
        march = empire.view(viewer).march
        assert (march.arrow, march.next, march.chips_left) == (2, ROUTE[3], len(CHIPS) - 1)
        assert set(march.protected) == protected(2)
        assert march.event == alexander_pb2.MARCH_EVENT_STATUE


@pytest.mark.rule("A5.2")
def test_a_settlement_off_the_way_ahead_is_listed_and_one_beside_it_is_not(empire: Empire):
    empire.acting().holding(1, "1brick+1lumber+1wool+1grain")
    empty = {each.intersection for each in empire.view().board.intersections} - protected(1)
    free = next(n for n in sorted(empty) if len(paths_at(n)) == 3)
    for place in (free, BESIDE_ROUTE):
        empire.happen(f"RoadBuilt seat=1 path={paths_at(place)[0]}")
    listed = [each for each in empire.house.legal(empire.game_id, 1).commands if each.HasField("build_settlement")]
    places = {each.build_settlement.intersection for each in listed}
    assert free in places
    assert not places & set(empire.view().march.protected)
    events = empire.house.execute(empire.game_id, 1, command("build_settlement", intersection=free)).events
    assert [kind_of(event) for event in events[:2]] == ["settlement_built", "resources_paid"]


@pytest.mark.rule("A2.2", "A2.4")
def test_a_turn_goes_from_the_supply_over_the_roll_to_the_event_and_hides_the_cards(house: House, loaded: Loaded):
    game_id = house.create(4, scenario="alexander", seed=SEED)
    opened = house.view(game_id)
    assert [prompt.kind for prompt in opened.turn.prompts] == ["bid"], "the first turn has no roll"
    for _ in SEATS:
        house.execute(game_id, house.view(game_id).bidding.seat, command("pass"))
    left = house.view(game_id).supply.left
    version = house.execute(game_id, 1, command("pass")).version
    assert house.view(game_id).supply.left == left - len(SEATS)
    for viewer in (seat(3), SPECTATOR, AUDITOR):
        drawn = [each.event for each in house.events(game_id, viewer, version - 8)]
        drawn = [each.supply_cards_drawn for each in drawn if each.HasField("supply_cards_drawn")]
        assert [(each.seat, each.count) for each in drawn] == [(2, 1), (3, 1), (4, 1), (1, 1)]
        known = [each.seat for each in drawn if each.HasField("cards")]
        assert known == {3: [3], 0: [2, 3, 4, 1] if viewer == AUDITOR else []}[viewer.seat]


# Bids -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3.2", "A3.5")
def test_the_bounds_of_a_bid_go_up_with_the_highest_and_say_nothing_of_the_cards(empire: Empire):
    empire.auction("famine").holding(1, "1ore").holding(2, "4wool").happen("CoinsReceived seat=3 coins=6")
    assert empire.bounds(1) == (1, 999)
    assert empire.bounds(2) is None, "it is not its word"
    empire.bidding(4)
    assert empire.bounds(2) == (5, 999)
    empire.bidding(5)
    assert empire.bounds(3) == (6, 6), "it has no card to lose, and so no bluff"
    empire.bidding(6)
    shown = empire.view(SPECTATOR).bidding
    assert (shown.open, shown.seat, shown.highest, shown.bidder) == (True, 4, 6, 3)
    assert not empire.house.legal(empire.game_id, 4).choices, "with nothing at all it can only pass"
    empire.bidding(0, 0)
    assert list(empire.view(seat(4)).bidding.passed) == [4, 1]


@pytest.mark.rule("A3.3", "A3.4")
def test_each_number_of_knights_is_listed_with_what_is_wanted_besides(empire: Empire):
    empire.knights(1, 2).auction("battle").holding(1, "3wool+1ore+2brick", coins=1)
    assert list(empire.view(SPECTATOR).bidding.knights) == [2, 0, 0, 0]
    empire.won(5)
    found = {}
    for choice in empire.choices(1, "PayBid"):
        (cards,), (knights,) = choice.cards, choice.numbers
        assert (cards.field, knights.field, knights.least) == ("cards", "knights", knights.most)
        assert (cards.each.wool, cards.each.ore, cards.each.coin, cards.each.brick) == (3, 1, 1, 0)
        found[knights.most] = (cards.least, cards.most)
    assert found == {0: (5, 5), 1: (2, 2), 2: (0, 0)}
    for by in (2, 3, 4):
        assert not empire.house.legal(empire.game_id, by).choices
    events = empire.play(1, "pay_bid", cards={"wool": 1, "coin": 1}, knights=1).events
    assert [kind_of(event) for event in events] == ["bid_paid", "event_chip_won", "event_resolved", "prompts_changed"]
    after = empire.view(SPECTATOR)
    assert [(hand.seat, hand.battle) for hand in after.chips.hands] == [(1, 1), (2, 0), (3, 0), (4, 0)]
    assert (after.development.hands[0].played.knight, after.coins.coins[0], after.hands.hands[0].count) == (1, 0, 5)


@pytest.mark.rule("A3.5")
def test_one_that_cannot_pay_is_asked_for_half_and_the_bidding_opens_anew(empire: Empire):
    empire.auction("famine").holding(1, "3ore+2brick").won(7)
    (choice,) = empire.choices(1, "DiscardCards")
    (bounds,) = choice.cards
    assert (bounds.least, bounds.most, bounds.each.ore, bounds.each.brick) == (3, 3, 3, 2)
    events = empire.play(1, "discard_cards", cards={"ore": 3}).events
    assert [kind_of(event) for event in events] == ["resources_discarded", "bidding_opened", "prompts_changed"]
    assert (empire.view(SPECTATOR).bidding.seat, empire.bounds(1)) == (1, (1, 999))


@pytest.mark.rule("A3.7")
@pytest.mark.parametrize("leaves", [False, True])
def test_the_winner_of_a_temple_builds_there_or_leaves_it(empire: Empire, leaves: bool):
    empire.auction("settlement").holding(1, "1wool").won(1)
    empire.play(1, "pay_bid", cards={"wool": 1})
    temple = ROUTE[TEMPLES[1]]
    listed = empire.house.legal(empire.game_id, 1).commands
    assert [each.build_settlement.intersection for each in listed if each.HasField("build_settlement")] == [temple]
    (answer,) = [each for each in listed if each.HasField("pass") == leaves]
    events = empire.house.execute(empire.game_id, 1, answer).events
    assert kind_of(events[0]) == ("temple_forgone" if leaves else "settlement_built")
    assert "event_resolved" in map(kind_of, events)
    stand = [each.intersection for each in empire.view(SPECTATOR).buildings.settlements]
    assert stand == ([] if leaves else [temple])


@pytest.mark.rule("A4.1")
def test_the_third_chip_makes_an_advisor_and_all_see_it(empire: Empire):
    empire.happen(*["EventChipWon seat=1 chip=bridge"] * 2).auction("famine").holding(1, "1wool").won(1)
    assert empire.view(SPECTATOR).advisors.first == 0
    events = empire.play(1, "pay_bid", cards={"wool": 1}).events
    (taken,) = [each.event.advisor_card_taken for each in events if kind_of(each) == "advisor_card_taken"]
    assert (taken.seat, taken.advisor, taken.loser, taken.given) == (1, 1, 0, 0)
    shown = empire.view(SPECTATOR)
    assert (shown.advisors.first, shown.advisors.second, shown.advisors.third) == (1, 0, 0)
    assert (shown.chips.hands[0].bridge, shown.chips.hands[0].famine) == (2, 1)
    assert [score.total for score in shown.scores.scores] == [4, 0, 0, 0]
