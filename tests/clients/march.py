"""How a client folds Alexander's march: supply, bids, event chips and advisors."""

from typing import Any

from settlers.v1 import alexander_pb2, cards_pb2, game_pb2
from tests.clients.counting import RESOURCES, add, bag

ADVISORS = ("first", "second", "third")


class MarchFolds:
    """The part of a client that keeps what Alexander adds to a game."""

    view: game_pb2.GameView

    def lay_out_chips(self) -> None:
        """Nobody has a chip yet."""
        for seat in range(1, self.view.table.seats + 1):
            self.view.chips.hands.add(seat=seat)

    def look_ahead(self) -> None:
        """What lies before Alexander is on the route, which everyone sees; he comes when the board is laid."""
        march, route = self.view.march, self.view.board.route
        march.ClearField("next")
        if march.arrow < len(route.stops):
            march.next = route.intersections[march.arrow + 1]
        march.chips_left = list(route.stops[march.arrow :]).count("chip")

    def note_whose_word_it_is(self) -> None:
        """Of the bidding the prompts say whose word it is."""
        if not self.view.HasField("bidding"):
            return
        asked = [each.seat for prompt in self.view.turn.prompts if prompt.kind == "bid" for each in prompt.demands]
        self.view.bidding.seat = asked[0] if asked else 0

    # The supply stack -----------------------------------------------------------------------------------------------

    def on_supply_stack_laid_out(self, event: Any) -> None:
        self.view.supply.left = sum(bag(event.cards, RESOURCES))

    def on_supply_cards_drawn(self, event: Any) -> None:
        hand = self.view.hands.hands[event.seat - 1]
        self.view.supply.left -= event.count
        hand.count += event.count
        if event.HasField("cards"):
            add(hand.cards, event.cards, 1)

    def on_supply_ended(self, event: Any) -> None:
        self.view.supply.left = 0
        add(self.view.hands.bank, event.cards, 1)

    # The march ------------------------------------------------------------------------------------------------------

    def await_event(self, kind: int) -> None:
        self.view.march.event = self.view.bidding.event = kind

    def on_alexander_moved(self, event: Any) -> None:
        self.view.march.arrow = event.arrow
        self.look_ahead()
        if self.view.board.route.stops[event.arrow - 1] == "temple":
            self.await_event(alexander_pb2.MARCH_EVENT_SETTLEMENT)

    def on_event_chip_revealed(self, event: Any) -> None:
        self.await_event(event.chip)
        self.view.bidding.knights[:] = event.knights

    def on_event_resolved(self, event: Any) -> None:
        self.view.march.ClearField("event")
        self.view.bidding.ClearField("event")
        del self.view.bidding.knights[:]

    def on_temple_forgone(self, event: Any) -> None:
        """That the event is resolved has an event of its own."""

    # Bids -----------------------------------------------------------------------------------------------------------

    def no_bids(self, *, opened: bool) -> None:
        bidding = self.view.bidding
        bidding.open, bidding.highest, bidding.bidder = opened, 0, 0
        del bidding.passed[:]

    def on_bidding_opened(self, event: Any) -> None:
        self.no_bids(opened=True)

    def on_bid_made(self, event: Any) -> None:
        self.view.bidding.highest, self.view.bidding.bidder = event.amount, event.seat

    def on_bid_passed(self, event: Any) -> None:
        self.view.bidding.passed.append(event.seat)

    def on_bidding_ended(self, event: Any) -> None:
        self.view.bidding.open = False

    def on_bid_defaulted(self, event: Any) -> None:
        self.no_bids(opened=False)

    def on_bid_paid(self, event: Any) -> None:
        self.to_bank(event.seat, event.cards)
        knights = cards_pb2.DevelopmentCards(knight=event.knights)
        add(self.view.development.hands[event.seat - 1].played, knights, -1)
        self.view.development.deck += event.knights

    def to_bank(self, seat: int, cards: Any) -> None:
        """Cards go to the bank, coins leave the game."""
        raise NotImplementedError

    # Chips and advisors ---------------------------------------------------------------------------------------------

    def on_event_chip_won(self, event: Any) -> None:
        name = alexander_pb2.MarchEvent.Name(event.chip).removeprefix("MARCH_EVENT_").lower()
        chips = self.view.chips.hands[event.seat - 1]
        setattr(chips, name, getattr(chips, name) + 1)

    def on_advisor_card_taken(self, event: Any) -> None:
        advisors = self.view.advisors
        if event.given:
            setattr(advisors, ADVISORS[event.given - 1], event.loser)
        setattr(advisors, ADVISORS[event.advisor - 1], event.seat)
