"""Supply, march, bids, chips, advisors and coins, recounted from the events alone, by the words of the rulebook."""

from collections.abc import Sequence

from domain.components import Cards, coins_of, covers
from domain.engine import Event
from tests.scenarios.alexander.places import CHIPS, LAST, ROUTE, TEMPLES

KINDS = ("famine", "bridge", "battle", "statue")
"""The kinds of chips, in catalogue order."""


class Ledger:
    """What the events of a game of Alexander come to. Every event is held against what went before it."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.folded = 0
        self.coins = [0] * (seats + 1)
        self.supply = Cards(0)
        self.laid = False
        self.arrow = 0
        self.unresolved: str | None = None
        self.revealed: list[str] = []
        self.chips: list[list[str]] = [[] for _ in range(seats + 1)]
        self.winners: list[int] = []
        self.advisors = [0] * 4
        self.counted: tuple[int, ...] = ()
        self.highest = 0
        self.bidder = 0
        self.passed: set[int] = set()

    def fold(self, history: Sequence[Event]) -> "Ledger":
        """Go on to the end of a history whose beginning is folded."""
        for event in history[self.folded :]:
            fold = getattr(self, f"_{type(event).__name__}", None)
            if fold is not None:
                fold(event)
        self.folded = len(history)
        return self

    # Coins (C2)

    def _CoinsReceived(self, event: Event) -> None:
        assert event.coins > 0
        self.coins[event.seat] += event.coins

    def _CoinsProduced(self, event: Event) -> None:
        assert event.gains
        for gain in event.gains:
            assert gain.coins > 0
            self.coins[gain.seat] += gain.coins

    def _BankTradeMade(self, event: Event) -> None:
        self.coins[event.seat] += coins_of(event.taken) - coins_of(event.given)

    def _TradeMade(self, event: Event) -> None:
        moved = coins_of(event.given) - coins_of(event.taken)
        self.coins[event.seat] -= moved
        self.coins[event.partner] += moved

    # Supply (A1.3, A2.4)

    def _SupplyStackLaidOut(self, event: Event) -> None:
        assert not self.supply
        self.supply = event.cards

    def _SupplyCardsDrawn(self, event: Event) -> None:
        assert covers(self.supply, event.cards)
        self.supply = Cards(self.supply - event.cards)

    def _SupplyEnded(self, event: Event) -> None:
        assert event.cards == self.supply
        self.supply = Cards(0)

    # March (A2.7 to A2.9)

    def _BoardLaid(self, event: Event) -> None:
        self.laid = True

    def _AlexanderMoved(self, event: Event) -> None:
        assert self.unresolved is None, "he moves while an event is unresolved"
        self.arrow += 1
        assert self.arrow <= LAST
        assert (event.arrow, event.intersection) == (self.arrow, ROUTE[self.arrow])
        if self.arrow in TEMPLES:
            self.unresolved = "settlement"

    def _EventChipRevealed(self, event: Event) -> None:
        assert self.arrow in CHIPS
        assert event.intersection == ROUTE[self.arrow]
        assert self.unresolved is None
        self.unresolved = event.chip.name.lower()
        self.revealed.append(self.unresolved)
        assert self.revealed.count(self.unresolved) <= 7
        self.counted = tuple(event.knights)
        assert len(self.counted) == (self.seats if self.unresolved == "battle" else 0)

    # Bids (A3)

    def _BiddingOpened(self, event: Event) -> None:
        assert event.event.name.lower() == self.unresolved
        self.highest, self.bidder, self.passed = 0, 0, set()

    def _BidMade(self, event: Event) -> None:
        assert event.amount > self.highest
        assert event.seat not in self.passed
        self.highest, self.bidder = event.amount, event.seat

    def _BidPassed(self, event: Event) -> None:
        assert event.seat not in self.passed
        self.passed.add(event.seat)

    def _BiddingEnded(self, event: Event) -> None:
        assert (event.seat, event.amount) == (self.bidder, self.highest)
        assert len(self.passed) == self.seats - bool(self.bidder)
        assert self.bidder not in self.passed

    def _BidPaid(self, event: Event) -> None:
        self.coins[event.seat] -= coins_of(event.cards)

    def _EventChipWon(self, event: Event) -> None:
        self.chips[event.seat].append(event.chip.name.lower())
        self.winners.append(event.seat)

    def _EventResolved(self, event: Event) -> None:
        assert event.event.name.lower() == self.unresolved
        self.unresolved = None
        self.highest, self.bidder, self.passed = 0, 0, set()

    # Advisors (A4)

    def _AdvisorCardTaken(self, event: Event) -> None:
        assert self.advisors[event.advisor] == event.loser
        assert event.seat not in (0, event.loser)
        had = self.advisors.index(event.seat) if event.seat in self.advisors[1:] else 0
        assert event.given == had
        if had:
            self.advisors[had] = event.loser
        self.advisors[event.advisor] = event.seat
