"""Turns and special building watched from outside: who builds when, by what the events say alone (B3.1, B7.5)."""

from collections.abc import Callable
from typing import Any

from domain.engine import Event
from tests.properties.hands_ledger import HandsLedger

FROM_SEATS = 5
NEVER_IN_IT = (
    *("DiceRolled", "ResourcesProduced", "RobberMoved", "CardStolen", "ShipMoved", "DevelopmentCardPlayed"),
    *("BankTradeMade", "TradeOffered", "TradeAccepted", "TradeCountered", "TradeMade"),
)
"""In special building nobody rolls, trades, plays cards, or moves a ship."""
BY_WHOSE_TURN_IT_IS = ("RoadBuilt", "ShipBuilt", "SettlementBuilt", "CityBuilt", "DevelopmentCardBought")


class SpecialBuilding:
    """Follows the turns; after each, where five or six play, all others with a card are asked, one by one."""

    def __init__(self, seats: int, hands: HandsLedger) -> None:
        self.seats = seats
        self.hands = hands
        self.in_turn = 0
        self.builder = 0
        """Who builds after the turn, or (0) nobody: the seat in turn itself has just ended it, or has it still."""
        self.ended = False
        self.built_after_turns = 0
        """How often somebody was asked."""
        watched: dict[str, Callable[[Any], None]] = dict.fromkeys(NEVER_IN_IT, self._never)
        watched |= dict.fromkeys(BY_WHOSE_TURN_IT_IS, self._builds)
        watched |= {"TurnStarted": self._start, "TurnEnded": self._end, "PromptsChanged": self._ask}
        self._watched = watched

    def see(self, event: Event) -> None:
        """Take in the next event; the ledger of hands has seen it already."""
        watch = self._watched.get(type(event).__name__)
        if watch is not None:
            watch(event)

    def _between(self, seat: int) -> list[int]:
        """Whom the building passes over when it comes to a seat, clockwise."""
        found = []
        other = (self.builder or self.in_turn) % self.seats + 1
        while other != seat:
            found.append(other)
            other = other % self.seats + 1
        return found

    def _start(self, event: Any) -> None:
        if self.in_turn:
            assert self.ended, "a turn started before the last one ended"
            assert event.seat == self.in_turn % self.seats + 1, "the turns go round (B3.1)"
            if self.seats >= FROM_SEATS:
                missed = [seat for seat in self._between(self.in_turn) if self.hands.size(seat)]
                assert not missed, f"seats {missed} might have built (B7.5)"
        else:
            assert (event.seat, event.turn) == (1, 1), "seat 1 has the first turn (B2.5)"
        self.in_turn, self.builder, self.ended = event.seat, 0, False

    def _end(self, event: Any) -> None:
        assert (event.seat, self.ended) == (self.in_turn, False)
        self.ended = True

    def _ask(self, event: Any) -> None:
        asked = [demand.seat for prompt in event.prompts if prompt.kind == "build" for demand in prompt.demands]
        assert len(asked) == (self.ended and self.seats >= FROM_SEATS), "one builds after the turn, nobody in it (B7.5)"
        for seat in asked:
            if seat != self.builder:
                missed = [other for other in self._between(seat) if self.hands.size(other)]
                assert not missed, f"seats {missed} were passed over (B7.5)"
                assert self.in_turn not in (seat, *self._between(seat)), "the seat in turn is not asked (B7.5)"
                assert self.hands.size(seat), "who has no card is not asked (B7.5)"
                self.builder = seat
                self.built_after_turns += 1

    def _never(self, event: Any) -> None:
        assert not self.ended, f"{type(event).__name__} after the end of the turn (B7.5)"

    def _builds(self, event: Any) -> None:
        if self.in_turn:
            assert event.seat == (self.builder if self.ended else self.in_turn), "another seat's turn (B3.3, B7.5)"
