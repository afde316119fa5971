"""The table of ``tests/rules`` with the empire on it: supply, march, bids, chips, advisors, and more to count.

    table = EmpireTable.auction("famine", seat=2)      # seat 2 is in turn, has rolled, and is to bid; hands are empty
    table.holding_just(s2="2grain", s4="3wool")
    table.bidding(1, 0, 2, 0, 0)                       # seat 2 bids 1, seat 3 passes, seat 4 bids 2, ...
    table.when("4 PayBid cards=2wool").then_includes("EventChipWon seat=4 chip=famine")

What Alexander adds is recounted from the events alone (``Ledger``), by the words of the rulebook, and held against what
the views show. After every command all that is listed is tried on the side, and the choices at both their ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from domain.catalogue import COMMANDS
from domain.components import DevelopmentCard, bits, count, pack, total, unpack, unpack_goods
from domain.engine import Choice, Command, Event, Game, choices, execute, legal
from domain.errors import Illegal
from domain.notation import read_command, read_event, write_command
from domain.rules.buildings import Buildings
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.visibility import AUDITOR, Viewer, view
from tests.rules import table as classic
from tests.scenarios.alexander.advisors import ADVISOR_POINTS, Advisors
from tests.scenarios.alexander.ledger import KINDS, Ledger
from tests.scenarios.alexander.places import (
    CHIPS,
    EVERY_INTERSECTION,
    ROUTE,
    TEMPLES,
    Point,
    intersection,
    protected,
)

KNIGHTS, DEVELOPMENT_CARDS = 14, 25
"""B1.3"""
QUIET = classic.QUIET
FIRST_CHIP = CHIPS[0]
SECOND_TEMPLE = TEMPLES[1]
HIGHEST_BID = 999


class EmpireTable(classic.Table):
    """A game of Alexander, and what tests do with it."""

    def __init__(self, game: Game, history: Sequence[Event]) -> None:
        super().__init__(game, history)
        self._ledger = Ledger(game.seats)
        self._shown: dict[int, tuple[Game, dict[str, msgspec.Struct]]] = {}

    # Positions

    @classmethod
    def start(
        cls, seats: int = 4, board: object = "empire", options: Sequence[str] = (), **how: object
    ) -> "EmpireTable":
        """A game just created: seat 1 is to bid for the first temple, all have six cards."""
        return super().start(seats, board, options, scenario="alexander", **how)

    @classmethod
    def first_temple(cls, seats: int = 4, **how: object) -> "EmpireTable":
        """The same with the supply ended and all hands empty: the bank has all cards."""
        return cls.start(seats, **how).no_supply().empty_hands()

    @classmethod
    def bare(cls, seats: int = 4, arrow: int = 1, winners: Sequence[int] = (), **how: object) -> "EmpireTable":
        """Nothing stands, hands are empty, supply has ended, Alexander is on this arrow; seat 1 has rolled and may act.

        The chips that he passed were won by these seats, by turns; by all of them when none are given.
        """
        if how:
            return cls.first_temple(seats, **how).resolved(1).crossed(arrow, winners).become(1)
        return cls(*_bare(cls, seats, arrow, tuple(winners)))

    def crossed(self, arrow: int, winners: Sequence[int] = ()) -> "EmpireTable":
        """Let Alexander have gone on to this arrow, with every event resolved; see ``bare``."""
        winners = winners or tuple(self.game.everyone)
        for n in range(self.ledger.arrow + 1, arrow + 1):
            self.given(f"AlexanderMoved arrow={n} intersection={ROUTE[n]}")
            if n in CHIPS:
                chips = len(self.ledger.revealed)
                self.revealed(KINDS[chips % 4]).resolved(winners[chips % len(winners)])
            if n in TEMPLES:
                self.given("BiddingOpened event=settlement").resolved(1)
        return self

    def resolved(self, winner: int) -> "EmpireTable":
        """Let the open bidding have ended with a bid of 1 of a seat, which got the chip, or left the temple."""
        kind = self.ledger.unresolved
        passed = [f"BidPassed seat={seat}" for seat in self.game.everyone if seat != winner]
        self.given(f"BidMade seat={winner} amount=1", *passed, f"BiddingEnded seat={winner} amount=1")
        won = f"EventChipWon seat={winner} chip={kind}"
        if kind == "settlement":
            won = f"TempleForgone seat={winner} intersection={ROUTE[self.ledger.arrow]}"
        return self.given(won, f"EventResolved event={kind} seat={winner}")

    def revealed(self, kind: str) -> "EmpireTable":
        """Let the chip at Alexander's last intersection be turned up: it is of this kind, and bids are open."""
        knights = " ".join(str(self.knights(seat)) for seat in self.game.everyone) if kind == "battle" else ""
        return self.given(
            f"EventChipRevealed chip={kind} intersection={ROUTE[self.ledger.arrow]} knights=[{knights}] draws=[]",
            f"BiddingOpened event={kind}",
        )

    def winning(self, *winners: int) -> "EmpireTable":
        """Let these seats have won a famine chip each, one after the other."""
        return self.given(*(f"EventChipWon seat={winner} chip=famine" for winner in winners))

    def become(self, seat: int, *, rolled: bool = True) -> "EmpireTable":
        """Let it be a seat's turn; it has rolled and may act, or is to roll."""
        turn = self.game[classic.Turn].number + 1
        self.given(f"TurnStarted seat={seat} turn={turn}")
        if not rolled:
            return self.given(f"PromptsChanged phase=roll prompts=[{{roll [{{roll {seat} 1}}]}}]")
        return self.given(
            f"DiceRolled seat={seat} dice=[1 1] draws=[]",
            f"PromptsChanged phase=act prompts=[{{act [{{act {seat} 1}}]}}]",
        )

    @classmethod
    def auction(
        cls, kind: str, seat: int = 1, seats: int = 4, *, knights: Mapping[int, int] | None = None, **how: object
    ) -> "EmpireTable":
        """A seat is in turn, has rolled, and is to bid first for an event of this kind; hands are empty.

        ``knights`` says how many each seat has played before. Nobody has a chip, but for a temple two seats have one.
        """
        table = cls.bare(seats, SECOND_TEMPLE - 1 if kind == "settlement" else FIRST_CHIP - 1, **how)
        for owner, n in (knights or {}).items():
            table.having_played_knights(owner, n)
        return table.become(seat, rolled=False).roll(chip=kind if kind != "settlement" else None)

    def roll(self, dice: tuple[int, int] = QUIET, chip: str | None = None) -> "EmpireTable":
        """The seat in turn rolls; the chip that is turned up then, if any, is of this kind."""
        script = {} if chip is None else {"event_chip": [self.place_of_chip(chip)]}
        self.when(f"{self.seat_in_turn} RollDice", dice=dice, script=script)
        return self

    def place_of_chip(self, kind: str) -> int:
        """The first place of a kind when the chips that nobody has seen are laid out in catalogue order."""
        hidden = [7 - self.ledger.revealed.count(each) for each in KINDS]
        assert hidden[KINDS.index(kind)]
        return sum(hidden[: KINDS.index(kind)])

    def bidding(self, *words: int) -> "EmpireTable":
        """Each seat that is asked in its turn bids so much, or passes (0)."""
        for word in words:
            self.when(f"{self.asked('bid')} " + (f"Bid amount={word}" if word else "Pass"))
        return self

    def all_pass(self) -> "EmpireTable":
        """All that are still asked for a bid pass."""
        while "bid" in self.awaits():
            self.bidding(0)
        return self

    def won(self, seat: int, amount: int = 1) -> "EmpireTable":
        """A seat bids so much, all others pass; it is to pay."""
        while "bid" in self.awaits():
            self.bidding(amount if self.asked("bid") == seat else 0)
        return self

    def no_supply(self) -> "EmpireTable":
        """Let supply have ended: what was left of the stack is in the bank."""
        return self.given(f"SupplyEnded cards={classic.cards_text(self.ledger.supply)}")

    def dealt(self, seat: int, cards: str) -> "EmpireTable":
        """Let a seat have drawn just these from the supply stack."""
        drawn = total(classic.cards_of(cards))
        return self.given(f"SupplyCardsDrawn seat={seat} count={drawn} cards={cards}")

    def place(self, seat: int, *points: Point) -> "EmpireTable":
        """Give a seat settlements at these places of the lattice."""
        return self.settlements(seat, *(intersection(*point) for point in points))

    def city(self, seat: int, *points: Point) -> "EmpireTable":
        """Give a seat cities at these places of the lattice."""
        return self.cities(seat, *(intersection(*point) for point in points))

    def coins(self, seat: int, n: int) -> "EmpireTable":
        """Give a seat just so many coins: what it had too many it traded with the bank."""
        more = n - self.coins_of(seat)
        if more > 0:
            self.given(f"CoinsReceived seat={seat} coins={more}")
        if more < 0:
            self.given(
                f"BankTradeMade seat={seat} given={-more}coin taken=1wool", f"ResourcesPaid seat={seat} cards=1wool"
            )
        return self

    def knights_paid(self, seat: int, n: int) -> "EmpireTable":
        """Let a seat have paid so many of its knights in a battle."""
        return self.given(f"BidPaid seat={seat} cards=0 knights={n}")

    # What lies on the table

    @property
    def ledger(self) -> Ledger:
        """What the events say."""
        return self._ledger.fold(self.history)

    def asked(self, prompt: str) -> int:
        """The one seat that this prompt asks; it is the only one."""
        stack = self.awaits()
        assert list(stack) == [prompt], f"{list(stack)} is open"
        (seat,) = stack[prompt]
        return seat

    def coins_of(self, seat: int) -> int:
        """A seat's coins."""
        return self.ledger.coins[seat]

    def knights(self, seat: int) -> int:
        """The knights that a seat has played and not paid."""
        return count(self.game[Development].played[seat], DevelopmentCard.KNIGHT)

    def view(self, name: str, seat: int = 0) -> msgspec.Struct:
        """The view of this name as a seat sees it; 0: as the auditor does."""
        game, shown = self._shown.get(seat, (None, {}))
        if game is not self.game:
            shown = {type(each).__name__: each for each in view(self.game, Viewer(seat) if seat else AUDITOR)}
            self._shown[seat] = self.game, shown
        return shown[name]

    def buildings_of(self, seat: int) -> set[int]:
        """The intersections of a seat's settlements and cities."""
        return set(bits(self.game[Buildings].of[seat]))

    # The checks

    def _take(self, game: Game, events: tuple[Event, ...]) -> classic.Happened:
        happened = super()._take(game, events)
        assert self.view("BiddingView").open == ("bid" in self.awaits())
        self.check_listed()
        return happened

    def _check_cards(self) -> None:
        hands, ledger = self.game[Hands], self.ledger
        bags = [unpack(bag) for bag in (hands.bank, *hands.of, ledger.supply)]
        assert not any(bag < 0 for bag in (hands.bank, *hands.of, ledger.supply))
        assert [sum(column) for column in zip(*bags, strict=True)] == [classic.EACH_RESOURCE] * 5, "cards came or went"
        assert all(n <= classic.EACH_RESOURCE for bag in bags for n in bag), "there are fewer than no cards somewhere"
        assert self.view("SupplyView").left == total(ledger.supply), "the supply stack is not as high as it is shown"
        assert min(ledger.coins) >= 0, f"somebody has fewer than no coins: {ledger.coins}"
        assert list(self.view("CoinsView").coins) == ledger.coins[1:], "coins came or went"
        development = self.game[Development]
        piles = (development.deck, *development.held, *development.played)
        knights = sum(count(pile, DevelopmentCard.KNIGHT) for pile in piles) + development.under
        assert knights == KNIGHTS, "knights came or went"
        assert sum(map(total, piles)) + development.under == DEVELOPMENT_CARDS, "development cards came or went"
        assert self.view("DevelopmentView").deck == total(development.deck) + development.under

    def _check_counts(self) -> None:
        super()._check_counts()
        ledger = self.ledger
        assert self.army_owner == self._army_owner(), "the largest army is the wrong seat's"
        chips = [(hand.seat, *(getattr(hand, kind) for kind in KINDS)) for hand in self.view("ChipsView").hands]
        assert chips == [(seat, *(ledger.chips[seat].count(kind) for kind in KINDS)) for seat in self.game.everyone], (
            "chips came or went"
        )
        shown = self.view("AdvisorsView")
        assert [shown.first, shown.second, shown.third] == ledger.advisors[1:]
        model = Advisors.after(ledger.winners, self.game.seats)
        assert ledger.advisors == model.owners, "an advisor card is the wrong seat's"
        if ledger.laid:
            self._check_march(ledger)
        self._check_bidding(ledger)

    def _check_march(self, ledger: Ledger) -> None:
        shown = self.view("MarchView")
        name = shown.event.name.lower() if shown.event is not None else None
        assert (shown.arrow, name) == (ledger.arrow, ledger.unresolved)
        assert shown.next == (ROUTE[ledger.arrow + 1] if ledger.arrow < 50 else None)
        assert shown.chips_left == 25 - sum(n in CHIPS for n in range(1, ledger.arrow + 1))
        if ledger.arrow:
            closed = protected(ledger.arrow, resolved=ledger.unresolved != "settlement")
            assert set(shown.protected) == closed, "other intersections are protected"

    def _check_bidding(self, ledger: Ledger) -> None:
        shown, asked = self.view("BiddingView"), self.awaits().get("bid")
        if shown.open and asked is not None:
            name = shown.event.name.lower() if shown.event is not None else None
            assert [shown.seat] == list(asked)
            assert (name, shown.highest, shown.bidder) == (ledger.unresolved, ledger.highest, ledger.bidder)
            assert set(shown.passed) == ledger.passed
            counted = ledger.counted if ledger.unresolved == "battle" else ()
            assert tuple(shown.knights) == counted

    def _public_points(self, seat: int) -> dict[str, int]:
        owned = [n for n, owner in enumerate(self.ledger.advisors) if n and owner == seat]
        assert len(owned) <= 1, "a seat has two advisor cards"
        return super()._public_points(seat) | {"advisor": sum(ADVISOR_POINTS[n] for n in owned)}

    def _army_owner(self) -> int:
        """A3.9, which says the same as B9.2 as long as no knights are paid."""
        knights = [0] + [self.knights(seat) for seat in self.game.everyone]
        most = max(knights)
        ahead = [seat for seat in self.game.everyone if knights[seat] == most]
        if most < classic.SMALLEST_ARMY:
            return 0
        if self.army_owner in ahead:
            return self.army_owner
        return ahead[0] if len(ahead) == 1 else 0

    def _bring_awards_up_to_date(self) -> None:
        ledger = self.ledger
        if Advisors.after(ledger.winners, self.game.seats).owners != ledger.advisors:
            before = Advisors.after(ledger.winners[:-1], self.game.seats)
            for seat, advisor, loser, given in before.win(ledger.winners[-1]):
                self._fold(read_event(f"AdvisorCardTaken seat={seat} advisor={advisor} loser={loser} given={given}"))
        super()._bring_awards_up_to_date()

    # What is listed

    def check_listed(self) -> None:
        """What is listed is accepted; of Alexander's own commands what is not listed is refused."""
        for seat in self.game.everyone:
            listed = legal(self.game, seat)
            assert len(set(listed)) == len(listed)
            for command in listed:
                assert self.accepts(command), f"{write_command(command)} is listed, but refused"
            offered = [each for each in choices(self.game, seat) if each.command in ("Bid", "PayBid")]
            forfeits = [each for each in choices(self.game, seat) if "forfeit" in self.awaits()]
            for choice in offered + forfeits:
                for command, inside in _around(choice, seat):
                    inside = inside or any(classic.within(each, command) for each in offered)
                    assert self.accepts(command) == inside, f"{write_command(command)} is listed: {inside}"
            if "found" in self.awaits():
                own = {read_command(f"{seat} BuildSettlement intersection={i}") for i in EVERY_INTERSECTION}
                assert not any(map(self.accepts, own - set(listed)))

    def accepts(self, command: str | Command) -> bool:
        """Whether a command would be accepted now."""
        command = read_command(command) if isinstance(command, str) else command
        try:
            execute(self.game, command, classic.LoadedChance())
        except Illegal:
            return False
        return True


def _around(choice: Choice, seat: int) -> Iterator[tuple[Command, bool]]:
    """Commands at both ends of a choice's bounds and just beyond, each with whether it is inside."""
    kind = COMMANDS[choice.command]
    if choice.command == "Bid":
        (bounds,) = choice.numbers
        assert bounds.least <= bounds.most
        inside = {bounds.least, bounds.most}
        for amount in sorted(inside | {bounds.least - 1, bounds.most + 1}):
            if amount >= 0:
                yield kind(seat=seat, amount=amount), amount in inside
        return
    (bounds,) = choice.cards
    fixed = {each.field: each.least for each in choice.numbers}
    assert all(each.least == each.most for each in choice.numbers)
    held = [good for good, n in enumerate(unpack_goods(bounds.each)) for _ in range(n)]
    for number in (bounds.least - 1, bounds.least, bounds.most, bounds.most + 1):
        for chosen in (held, held[::-1]):
            if 0 <= number <= len(held):
                bag = pack(tuple(chosen[:number].count(good) for good in range(6)))
                yield kind(seat=seat, cards=bag, **fixed), bounds.least <= number <= bounds.most
    for good, n in enumerate(unpack_goods(bounds.each)):
        beyond = [0] * 6
        beyond[good] = n + 1
        if n + 1 <= bounds.most:
            rest = [g for g in held if g != good][: bounds.most - n - 1]
            counts = tuple(beyond[g] + rest.count(g) for g in range(6))
            yield kind(seat=seat, cards=pack(counts), **fixed), False


@lru_cache(maxsize=256)
def _bare(kind: type[EmpireTable], seats: int, arrow: int, winners: tuple[int, ...]) -> tuple[Game, Sequence[Event]]:
    table = kind.first_temple(seats).resolved(1).crossed(arrow, winners).become(1)
    return table.game, table.history
