"""The table of ``tests/rules`` with Egypt on it: ships, coins, the pyramid, and more to count after every command.

What Cheops adds is recounted from the events alone (``Ledger``), by the words of the rulebook, and held against what
the views show. Every command that is listed is tried on the side; of Cheops' own, what is not listed must fail.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from domain.catalogue import COMMANDS
from domain.components import bits, coins_of
from domain.engine import Command, Event, Game, execute, legal
from domain.errors import Illegal
from domain.notation import read_command, read_event, write_command
from domain.rules.buildings import Buildings
from domain.visibility import AUDITOR, Viewer, view
from tests.rules import table as classic
from tests.scenarios.cheops.places import (
    EVERY_PATH,
    GRID,
    HARBORS,
    SITE_INTERSECTIONS,
    intersection,
    path,
)

SHIPS, BLOCKS, PHARAOH_BLOCKS, START_COINS = 8, 11, 16, 3
"""C1.1, C1.2"""
LEVELS = (16, 9, 4, 1)
"""C6.3"""
BLESSING, CURSE = 3, -2
"""C7.1, C7.2"""
GOODS = ("brick", "lumber", "wool", "grain", "ore", "coin")
COST = "1brick+1ore"
"""C6.2"""
SHIP_COST = "1lumber+1wool"
"""S1"""

OWN_COMMANDS = [
    *(f"BuildShip path={p}" for p in EVERY_PATH),
    *(
        f"TradeAtHarbor harbor={harbor} give={give} take={take}"
        for harbor in HARBORS.values()
        for give in GOODS
        for take in GOODS
        if give != take
    ),
    "PlacePyramidBlock",
    *(f"PlacePyramidBlock owner={owner}" for owner in range(1, 5)),
]
"""Cheops' own commands but for the moving of ships, all that could be said."""
_OWN = {seat: [read_command(f"{seat} {line}") for line in OWN_COMMANDS] for seat in range(1, 5)}

Point = tuple[int, int]
SETUP: dict[int, tuple[tuple[str, Point, Point], ...]] = {
    1: (("Road", (6, 8), (6, 10)), ("Road", (7, 17), (6, 16)), ("Road", (10, 20), (11, 19))),
    2: (("Road", (11, 7), (12, 8)), ("Ship", (7, 23), (8, 22)), ("Road", (3, 7), (2, 8))),
    3: (("Road", (9, 5), (8, 4)), ("Ship", (8, 10), (9, 11)), ("Ship", (9, 25), (9, 23))),
    4: (("Road", (5, 5), (6, 4)), ("Road", (10, 10), (11, 11)), ("Road", (6, 14), (5, 13))),
}
"""For each seat its three settlements, each with its piece and the other end of that. Nobody stands at a 2.

1: A12 A9, then A6, then L3 H6.   2: L10 F11, then H9 $5, then L4 A8.   3: L8 at the wool harbor, then A9, then $11.
4: A12 at the grain harbor, then F11 L4, then A3.
"""
SETUP_HANDS = {1: "1brick+1wool", 2: "1wool+1grain", 3: "0", 4: "1grain"}
"""What the third settlements yield; seat 3 gets a coin."""


def order_of_setup(seats: int) -> list[int]:
    """C1.4: 1-2-3-4-4-3-2-1-1-2-3-4."""
    there = list(range(1, seats + 1))
    return there + there[::-1] + there


def blessed_and_cursed(givers: Iterable[int], seats: int) -> tuple[int, set[int]]:
    """Who has the blessing (0: none) and who the curse after blocks of these seats, by C7.1 to C7.3 (0: Pharaoh)."""
    given: Counter[int] = Counter()
    holder = 0
    for giver in givers:
        if giver:
            given[giver] += 1
            holder = giver if not holder or given[giver] > given[holder] else holder
    if not holder:
        return 0, set()
    everyone = range(1, seats + 1)
    fewest = min(given[seat] for seat in everyone)
    last = {seat for seat in everyone if given[seat] == fewest}
    return holder, last - {holder} if len(last) == seats else last


def level_of(number: int) -> int:
    """The level on which the block with this number lies (C6.3)."""
    return 1 + sum(number > reached for reached in (16, 25, 29))


class Ledger:
    """Coins, ships and blocks, recounted from events."""

    def __init__(self, seats: int) -> None:
        self.folded = 0
        self.coins = [0] * (seats + 1)
        self.ships: dict[int, int] = {}
        self.roads: dict[int, int] = {}
        self.built_this_turn: set[int] = set()
        self.moved_this_turn = False
        self.blocks: list[int] = []
        self.begun = False
        self.blessing = 0
        self.cursed: set[int] = set()

    def fold(self, history: Sequence[Event]) -> "Ledger":
        """Go on to the end of a history whose beginning is folded."""
        for event in history[self.folded :]:
            fold = getattr(self, f"_{type(event).__name__}", None)
            if fold is not None:
                fold(event)
        self.folded = len(history)
        return self

    def _CoinsReceived(self, event: Event) -> None:
        assert event.coins > 0
        self.coins[event.seat] += event.coins

    def _CoinsProduced(self, event: Event) -> None:
        assert event.gains
        for gain in event.gains:
            assert gain.coins > 0
            self.coins[gain.seat] += gain.coins

    def _FeePaid(self, event: Event) -> None:
        assert event.coins == 1
        assert event.seat != event.owner
        self.coins[event.seat] -= event.coins
        self.coins[event.owner] += event.coins

    def _BankTradeMade(self, event: Event) -> None:
        self.coins[event.seat] += coins_of(event.taken) - coins_of(event.given)

    def _TradeMade(self, event: Event) -> None:
        moved = coins_of(event.given) - coins_of(event.taken)
        self.coins[event.seat] -= moved
        self.coins[event.partner] += moved

    def _TurnStarted(self, event: Event) -> None:
        self.built_this_turn = set()
        self.moved_this_turn = False

    def _RoadBuilt(self, event: Event) -> None:
        assert event.path not in self.roads.keys() | self.ships.keys()
        self.roads[event.path] = event.seat

    def _ShipBuilt(self, event: Event) -> None:
        assert event.path not in self.roads.keys() | self.ships.keys()
        self.ships[event.path] = event.seat
        self.built_this_turn.add(event.path)

    def _ShipMoved(self, event: Event) -> None:
        assert self.ships.pop(event.origin) == event.seat
        assert event.path not in self.roads.keys() | self.ships.keys()
        self.ships[event.path] = event.seat

    def _PyramidBegun(self, event: Event) -> None:
        assert not self.begun
        self.begun = True

    def _PyramidBlockPlaced(self, event: Event) -> None:
        assert self.begun
        self.blocks.append(event.seat)
        assert (event.number, event.level) == (len(self.blocks), level_of(len(self.blocks)))

    def _BlessingGiven(self, event: Event) -> None:
        self.blessing = event.seat

    def _CurseLaid(self, event: Event) -> None:
        assert event.seat not in self.cursed
        self.cursed.add(event.seat)

    def _CurseLifted(self, event: Event) -> None:
        self.cursed.remove(event.seat)


def joined(pieces: Iterable[int], start: Iterable[int]) -> set[int]:
    """The intersections that a chain of these pieces reaches from any of these, whoever owns them (C4.2)."""
    reached, edge, left = set(start), set(start), set(pieces)
    while edge:
        on = {p for p in left if set(GRID.ends[p]) & edge}
        left -= on
        edge = {end for p in on for end in GRID.ends[p]} - reached
        reached |= edge
    return reached


class EgyptTable(classic.Table):
    """A game of Cheops, and what tests do with it."""

    def __init__(self, game: Game, history: Sequence[Event]) -> None:
        super().__init__(game, history)
        self._ledger = Ledger(game.seats)

    @classmethod
    def start(cls, seats: int = 4, board: object = "egypt", options: Sequence[str] = (), **how: object) -> "EgyptTable":
        """A game just created."""
        return super().start(seats, board, options, scenario="cheops", **how)

    @classmethod
    def after_setup(cls, seats: int = 4, board: object = "egypt", **how: object) -> "EgyptTable":
        """``SETUP`` is played: seat 1 is asked to roll; hands hold what the third settlements yielded."""
        table = cls.start(seats, board, **how)
        placed: Counter[int] = Counter()
        for seat in order_of_setup(seats):
            piece, place, end = SETUP[seat][placed[seat]]
            placed[seat] += 1
            table.when(f"{seat} BuildSettlement intersection={intersection(*place)}")
            table.when(f"{seat} Build{piece} path={path(place, end)}")
        return table

    # Positions

    def place(self, seat: int, *points: Point) -> "EgyptTable":
        """Give a seat settlements at these places of the lattice."""
        return self.settlements(seat, *(intersection(*point) for point in points))

    def city(self, seat: int, *points: Point) -> "EgyptTable":
        """Give a seat cities at these places of the lattice."""
        return self.cities(seat, *(intersection(*point) for point in points))

    def ships(self, seat: int, paths: Iterable[int]) -> "EgyptTable":
        """Give a seat ships on these paths, built in earlier turns."""
        self.given(*(f"ShipBuilt seat={seat} path={each}" for each in paths))
        return self.earlier()

    def earlier(self) -> "EgyptTable":
        """What was built till now was built in earlier turns."""
        turn = self.game[classic.Turn]
        if turn.number:
            self.given(f"TurnStarted seat={turn.seat} turn={turn.number}")
            if turn.dice is not None:
                self.given(f"DiceRolled seat={turn.seat} dice=[{turn.dice[0]} {turn.dice[1]}] draws=[]")
        return self

    def become(self, seat: int) -> "EgyptTable":
        """Let it be a seat's turn; it has rolled."""
        turn = self.game[classic.Turn].number + 1
        return self.given(
            f"TurnStarted seat={seat} turn={turn}",
            f"DiceRolled seat={seat} dice=[1 1] draws=[]",
            f"PromptsChanged phase=act prompts=[{{act [{{act {seat} 1}}]}}]",
        )

    def coins(self, seat: int, n: int) -> "EgyptTable":
        """Give a seat just so many coins: what it had too many it traded with the bank."""
        more = n - self.coins_of(seat)
        if more > 0:
            self.given(f"CoinsReceived seat={seat} coins={more}")
        if more < 0:
            self.given(
                f"BankTradeMade seat={seat} given={-more}coin taken=1wool", f"ResourcesPaid seat={seat} cards=1wool"
            )
        return self

    def no_coins(self) -> "EgyptTable":
        """Nobody has a coin."""
        for seat in self.game.everyone:
            self.coins(seat, 0)
        return self

    def blocks(self, *givers: int) -> "EgyptTable":
        """Let these seats have placed a block each, one after the other (0: the Pharaoh)."""
        for giver in givers:
            number = len(self.ledger.blocks) + 1
            self.given(f"PyramidBlockPlaced seat={giver} level={level_of(number)} number={number}")
        return self

    # What lies on the table

    @property
    def history_lines(self) -> list[str]:
        """All events till now, a line each, without draws."""
        return [classic.line_of(event) for event in self.history]

    @property
    def ledger(self) -> Ledger:
        """What the events say."""
        return self._ledger.fold(self.history)

    def coins_of(self, seat: int) -> int:
        """A seat's coins."""
        return self.ledger.coins[seat]

    def view(self, name: str, seat: int = 0) -> msgspec.Struct:
        """The view of this name as a seat sees it; 0: as the auditor does."""
        viewer = Viewer(seat) if seat else AUDITOR
        (found,) = [each for each in view(self.game, viewer) if type(each).__name__ == name]
        return found

    def buildings_of(self, seat: int) -> set[int]:
        """The intersections of a seat's settlements and cities."""
        return set(bits(self.game[Buildings].of[seat]))

    def trade_uses(self, seat: int) -> set[tuple[int, int, int, int]]:
        """The harbors that a seat is shown as open to it: path, rate, owner, fee."""
        return {(use.harbor, use.rate, use.owner, use.fee) for use in self.view("HarborsView", seat).uses}

    # The checks

    def _take(self, game: Game, events: tuple[Event, ...]) -> classic.Happened:
        happened = super()._take(game, events)
        self.check_listed(share=4)
        return happened

    def _check_counts(self) -> None:
        self._check_cards()
        self._check_pieces_and_points()
        ledger = self.ledger
        assert min(ledger.coins) >= 0, f"somebody has fewer than no coins: {ledger.coins}"
        assert list(self.view("CoinsView").coins) == ledger.coins[1:], "coins came or went"
        shown = {ship.path: ship.seat for ship in self.view("ShipsView").ships}
        assert shown == ledger.ships, "ships came or went"
        assert not ledger.ships.keys() & ledger.roads.keys(), "a path carries two pieces"
        for seat in self.game.everyone:
            assert list(ledger.ships.values()).count(seat) <= SHIPS
        if any(type(event).__name__ == "PyramidLaidOut" for event in self.history):
            self._check_pyramid(ledger)

    def _check_pyramid(self, ledger: Ledger) -> None:
        shown = self.view("PyramidView")
        assert (shown.begun, shown.levels, shown.blocks) == (ledger.begun, LEVELS, tuple(ledger.blocks))
        given = Counter(ledger.blocks)
        assert shown.left == tuple(BLOCKS - given[seat] for seat in self.game.everyone)
        assert shown.pharaoh_left == PHARAOH_BLOCKS - given[0]
        assert min(*shown.left, shown.pharaoh_left) >= 0
        assert (ledger.blessing, ledger.cursed) == blessed_and_cursed(ledger.blocks, self.game.seats)
        favor = self.view("FavorView")
        assert (favor.blessed, list(favor.cursed)) == (ledger.blessing, sorted(ledger.cursed))
        assert len(ledger.cursed) < self.game.seats

    def check_listed(self, share: int = 1) -> None:
        """What is listed is accepted, and of Cheops' own commands what is not listed is refused.

        With a share of 4 a fourth of these is tried, another one with every event.
        """
        for seat in self.game.everyone:
            listed = legal(self.game, seat)
            assert len(set(listed)) == len(listed)
            for command in listed:
                execute(self.game, command, classic.LoadedChance())
            own = self._own_commands(seat)[self.game.version % share :: share]
            for command in set(own) - set(listed):
                try:
                    execute(self.game, command, classic.LoadedChance())
                except Illegal:
                    continue
                raise AssertionError(f"{write_command(command)} is accepted, but not listed")

    def _own_commands(self, seat: int) -> list[Command]:
        if seat not in {demand.seat for each in self.game[classic.Prompts].stack for demand in each.demands}:
            return []
        moves = []
        if "seafarers_ships" in self.game.scenario.chosen:
            kind = COMMANDS["MoveShip"]
            ships = [p for p, owner in self.ledger.ships.items() if owner == seat]
            moves = [kind(seat, origin, p) for origin in ships for p in EVERY_PATH]
        return _OWN[seat] + moves

    def _public_points(self, seat: int) -> dict[str, int]:
        _, settlements, cities = self.pieces(seat)
        ledger = self.ledger
        return {
            "buildings": settlements + 2 * cities,
            "largest_army": classic.SPECIAL_CARD_POINTS * (self.army_owner == seat),
            "blessing": BLESSING * (ledger.blessing == seat),
            "curse": CURSE * (seat in ledger.cursed),
        }

    def _bring_awards_up_to_date(self) -> None:
        buildings, ledger = self.game[Buildings], self.ledger
        for seat in self.game.everyone:
            for place in SITE_INTERSECTIONS:
                if (buildings.settlements[seat] | buildings.cities[seat]) >> place & 1 and not ledger.begun:
                    self._fold(read_event(f"PyramidBegun seat={seat} intersection={place}"))
                    ledger = self.ledger
        blessing, cursed = blessed_and_cursed(ledger.blocks, self.game.seats)
        if blessing != ledger.blessing:
            self._fold(read_event(f"BlessingGiven seat={blessing}"))
        for name, seats in (("CurseLifted", ledger.cursed - cursed), ("CurseLaid", cursed - ledger.cursed)):
            for seat in sorted(seats):
                self._fold(read_event(f"{name} seat={seat}"))
        self._bring_army_up_to_date()
        self._bring_points_up_to_date()
