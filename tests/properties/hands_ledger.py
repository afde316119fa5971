"""Resource cards counted from outside: the bank's and each hand's, by what the events say alone (B1.2, B1.4)."""

from collections.abc import Callable
from typing import Any

from domain.components import unpack
from domain.engine import Event

BANK = 0


class HandsLedger:
    """What lies in the bank (place 0) and in each seat's hand; nobody ever gives what it does not have."""

    def __init__(self, seats: int) -> None:
        self.of = [[0] * 5 for _ in range(seats + 1)]
        self._handlers: dict[type[Event], Callable[[Any], None] | None] = {}

    def see(self, event: Event) -> None:
        """Take in the next event."""
        kind = type(event)
        if kind not in self._handlers:
            self._handlers[kind] = getattr(self, f"_{kind.__name__}", None)
        handle = self._handlers[kind]
        if handle is not None:
            handle(event)

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return sum(self.of[seat])

    def move(self, giver: int, taker: int, bag: int) -> None:
        """Cards go from one to another."""
        source, goal = self.of[giver], self.of[taker]
        for resource, n in enumerate(unpack(bag)[:5]):
            if n:
                source[resource] -= n
                goal[resource] += n
                assert source[resource] >= 0, f"{giver} gives what it does not have (B1.4)"

    def _one(self, giver: int, taker: int, resource: int) -> None:
        self.move(giver, taker, 1 << 10 * resource)

    def _SuppliesLaidOut(self, event: Any) -> None:
        self.of[BANK] = list(unpack(event.bank)[:5])

    def _ResourcesReceived(self, event: Any) -> None:
        self.move(BANK, event.seat, event.cards)

    def _ResourcesProduced(self, event: Any) -> None:
        for gain in event.gains:
            self.move(BANK, gain.seat, gain.cards)

    def _ResourcesPaid(self, event: Any) -> None:
        self.move(event.seat, BANK, event.cards)

    def _ResourcesDiscarded(self, event: Any) -> None:
        self.move(event.seat, BANK, event.cards)

    def _ResourcesHandedOver(self, event: Any) -> None:
        self.move(event.giver, event.taker, event.cards)

    def _CardStolen(self, event: Any) -> None:
        self._one(event.victim, event.thief, event.resource)

    def _LandingCardDrawn(self, event: Any) -> None:
        self._one(event.seat, event.owner, event.resource)

    def _BankTradeMade(self, event: Any) -> None:
        self.move(event.seat, BANK, event.given)
        self.move(BANK, event.seat, event.taken)

    def _TradeMade(self, event: Any) -> None:
        self.move(event.seat, event.partner, event.given)
        self.move(event.partner, event.seat, event.taken)
