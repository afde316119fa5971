"""The table of ``tests/rules`` with the Great Race on it: ships, paths that seats share, hexes face down.

    table = RaceTable.bare().place(1, (10, 8)).holding(1, "1lumber+1wool")
    table.when(f"1 BuildShip path={path}", finds=[("forest", 9)])       # turns up a forest, which gets the 9
    table.when(f"1 BuildRoad path={path}", landing="wool")              # another draws a wool for the landing

What the Great Race adds is recounted from the events alone (``Ledger``), by the words of the rulebook, and held against
what the views show. After every command all that is listed is tried, and some of what is not.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
import pytest

from domain.board import Plan
from domain.catalogue import COMMANDS
from domain.components import Resource, Terrain, total, unpack
from domain.engine import Command, Event, Game, execute, legal
from domain.errors import Illegal
from domain.notation import read_command, write_command
from domain.rules.buildings import Buildings
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.visibility import AUDITOR, SPECTATOR, Viewer, view
from tests.rules import table as classic
from tests.scenarios.great_race.ledger import Ledger
from tests.scenarios.great_race.places import BOARD_FOR, CHARTS, PRODUCING, YIELDS, Chart, Point

ROADS, SHIPS, SETTLEMENTS, CITIES = 15, 15, 5, 4
"""G1.2"""
SHIP_COST, ROAD_COST = "1lumber+1wool", "1brick+1lumber"
"""S1, B7.1"""
SETTLEMENT_COST, CITY_COST = "1brick+1lumber+1wool+1grain", "2grain+3ore"
"""B7.1"""
RICH = "4brick+4lumber+4wool+4grain+4ore"
COSTS = {"BuildRoad": ROAD_COST, "BuildShip": SHIP_COST}

HIDDEN_TERRAIN, HIDDEN_NUMBER, LANDING = "unknown_terrain", "unknown_number", "landing"
"""The purposes of chance for a hex turned up, its number, and the card for a landing."""
FREE = ("free_piece", "road_building")
"""The prompts for pieces that cost nothing."""
SHARE = 8
"""One of so many of the commands that are not listed is tried after each command."""


def cards_each(seats: int) -> int:
    """B1.2"""
    return 19 if seats < 5 else 24


def deck_size(seats: int) -> int:
    """B1.3"""
    return 25 if seats < 5 else 34


@lru_cache(maxsize=64)
def own_commands(board: str, seat: int) -> list[Command]:
    """The building commands of a seat, all that could be said on a board."""
    chart = CHARTS[board]
    lines = [
        *(f"{piece} path={p}" for piece in ("BuildRoad", "BuildShip") for p in chart.every_path),
        *(f"{piece} intersection={i}" for piece in ("BuildSettlement", "BuildCity") for i in chart.every_intersection),
        "PlayVictoryPoint",
        "BuyDevelopmentCard",
        "Pass",
    ]
    return [read_command(f"{seat} {line}") for line in lines]


def remade(plan: Plan, terrains: Sequence[str], numbers: Sequence[int]) -> Plan:
    """The same board with other hexes and other numbers face down."""
    made = msgspec.structs.replace(
        plan, hidden_terrains=tuple(map(Terrain, terrains)), hidden_numbers=tuple(numbers), name="made up"
    )
    assert len(terrains) == len(plan.hidden_terrains)
    assert len(numbers) == sum(terrain in PRODUCING for terrain in terrains)
    return made


class RaceTable(classic.Table):
    """A game of the Great Race, and what tests do with it."""

    def __init__(self, game: Game, history: Sequence[Event]) -> None:
        super().__init__(game, history)
        self.chart: Chart = CHARTS[BOARD_FOR[game.seats]]
        self._ledger = Ledger(self.chart, game.seats)

    # Positions

    @classmethod
    def start(
        cls, seats: int = 3, board: str | Plan | None = None, options: Sequence[str] = (), **how: object
    ) -> "RaceTable":
        """A game just created."""
        return super().start(seats, board or BOARD_FOR[seats], options, scenario="great-race", **how)

    @classmethod
    def bare(cls, seats: int = 3, **how: object) -> "RaceTable":
        """An empty board and empty hands; seat 1 has rolled and may build what it is given."""
        return super().bare(seats, **how)

    def place(self, seat: int, *points: Point) -> "RaceTable":
        """Give a seat settlements at these places of the lattice."""
        return self.settlements(seat, *(self.chart.intersection(*point) for point in points))

    def city(self, seat: int, *points: Point) -> "RaceTable":
        """Give a seat cities at these places of the lattice."""
        return self.cities(seat, *(self.chart.intersection(*point) for point in points))

    def ships(self, seat: int, paths: Iterable[int]) -> "RaceTable":
        """Give a seat ships on these paths, built in earlier turns."""
        self.given(*(f"ShipBuilt seat={seat} path={each}" for each in paths))
        turn = self.game[classic.Turn]
        if turn.number:
            self.given(f"TurnStarted seat={turn.seat} turn={turn.number}")
            if turn.dice is not None:
                self.given(f"DiceRolled seat={turn.seat} dice=[{turn.dice[0]} {turn.dice[1]}] draws=[]")
        return self

    def become(self, seat: int, *, rolled: bool = True) -> "RaceTable":
        """Let it be a seat's turn; it has rolled and may act, or is to roll."""
        turn = self.game[classic.Turn].number + 1
        self.given(f"TurnStarted seat={seat} turn={turn}")
        if not rolled:
            return self.given(f"PromptsChanged phase=roll prompts=[{{roll [{{roll {seat} 1}}]}}]")
        return self.given(
            f"DiceRolled seat={seat} dice=[1 1] draws=[]",
            f"PromptsChanged phase=act prompts=[{{act [{{act {seat} 1}}]}}]",
        )

    def explored(self, *hexes: int, terrain: str = "sea", number: int | None = None, seat: int = 1) -> "RaceTable":
        """Let a seat have turned up these hexes: they are of this terrain; land gets the least number that is left."""
        for h in hexes:
            found = number if number is not None else self.ledger.stack[0] if terrain in PRODUCING else 0
            self.given(f"HexRevealed seat={seat} hex={h} terrain={terrain} number={found} draws=[]")
        return self

    def all_explored(self, *sea_first: int) -> "RaceTable":
        """Let all hexes lie open: these are sea while there is sea, the others get what is left."""
        for h in (*sea_first, *sorted(self.chart.hidden - set(sea_first))):
            if h not in self.ledger.known:
                left = self.ledger.hidden
                self.explored(h, terrain="sea" if "sea" in left else left[0])
        return self

    # Commands

    def when(
        self,
        command: str | Command,
        *,
        finds: Sequence[tuple[str, int]] = (),
        landing: str | None = None,
        script: dict[str, list[int]] | None = None,
        **how: object,
    ) -> classic.Happened:
        """As at the classic table. ``finds`` are the hexes that it turns up; ``landing`` is the card that is drawn."""
        command = read_command(command) if isinstance(command, str) else command
        script = dict(script or {})
        if finds:
            script |= self._finds(finds)
        if landing is not None:
            script[LANDING] = [self._place_of_landing(command, landing)]
        return super().when(command, script=script, **how)

    def refusal(self, line: str) -> Illegal:
        """Assert that a command is refused and not listed, for whatever reason; gives the refusal."""
        command = read_command(line)
        assert not self._lists(command), f"{line} is listed"
        with pytest.raises(Illegal) as caught:
            execute(self.game, command, classic.LoadedChance())
        return caught.value

    def refuses(self, *lines: str) -> None:
        """Assert the same of several commands."""
        for line in lines:
            self.refusal(line)

    def roll(self, number: int) -> list[str]:
        """What a roll of the seat in turn brings, after the dice."""
        return self.when(f"{self.seat_in_turn} RollDice", dice=classic.dice_showing(number)).facts[1:]

    def _finds(self, finds: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
        """The draws for hexes turned up: places among what is still face down."""
        terrains, numbers = list(self.ledger.hidden), list(self.ledger.stack)
        script: dict[str, list[int]] = {HIDDEN_TERRAIN: [], HIDDEN_NUMBER: []}
        for terrain, number in finds:
            script[HIDDEN_TERRAIN].append(terrains.index(terrain))
            terrains.remove(terrain)
            if number:
                script[HIDDEN_NUMBER].append(numbers.index(number))
                numbers.remove(number)
        return script

    def _place_of_landing(self, command: Command, card: str) -> int:
        hand = self.game[Hands].of[command.seat]
        paid = list(self.awaits())[-1] not in FREE
        if paid and type(command).__name__ in COSTS:
            hand -= classic.cards_of(COSTS[type(command).__name__])
        return sum(unpack(hand)[: Resource[card.upper()]])

    # What lies on the table

    @property
    def ledger(self) -> Ledger:
        """What the events say."""
        return self._ledger.fold(self.history)

    def view(self, name: str, seat: int = 0) -> msgspec.Struct:
        """The view of this name as a seat sees it; 0: as the auditor does."""
        viewer = Viewer(seat) if seat else AUDITOR
        (found,) = [each for each in view(self.game, viewer) if type(each).__name__ == name]
        return found

    def pieces(self, seat: int) -> tuple[int, int, int]:
        """How many roads, settlements and cities of a seat stand on the board."""
        ledger = self.ledger
        return len(ledger.roads[seat]), len(ledger.settlements[seat]), len(ledger.cities[seat])

    # The checks

    def _take(self, game: Game, events: tuple[Event, ...]) -> classic.Happened:
        happened = super()._take(game, events)
        self.check_listed()
        return happened

    def _check_counts(self) -> None:
        self._check_cards()
        self._check_pieces()
        self._check_unknown()
        if "largest_army" in self.game.scenario.chosen:
            assert self.army_owner == self._army_owner(), "the largest army is the wrong seat's"
        awards = {"PointsChanged", "LongestRouteAwarded", "RouteChanged"}
        assert not awards & {type(event).__name__ for event in self.history}, "points count (G2.1)"

    def _check_cards(self) -> None:
        hands = self.game[Hands]
        each = cards_each(self.game.seats)
        bags = [unpack(bag) for bag in (hands.bank, *hands.of)]
        assert not any(bag < 0 for bag in (hands.bank, *hands.of))
        assert [sum(column) for column in zip(*bags, strict=True)] == [each] * 5, "cards came or went"
        assert all(n <= each for bag in bags for n in bag), "there are fewer than no cards somewhere"
        development = self.game[Development]
        piles = (development.deck, *development.held, *development.played)
        assert sum(map(total, piles)) == deck_size(self.game.seats), "development cards came or went"

    def _check_pieces(self) -> None:
        ledger, buildings = self.ledger, self.game[Buildings]
        for seat in self.game.everyone:
            assert len(ledger.roads[seat]) <= ROADS
            assert len(ledger.ships[seat]) <= SHIPS
            assert len(ledger.settlements[seat]) <= SETTLEMENTS
            assert len(ledger.cities[seat]) <= CITIES
            assert set(classic.bits(buildings.settlements[seat])) == ledger.settlements[seat]
            assert set(classic.bits(buildings.cities[seat])) == ledger.cities[seat]
            known = {h for p in ledger.pieces(seat) for h in self.chart.grid.hexes_along[p]}
            assert known <= ledger.known.keys(), f"a piece of seat {seat} is beside a hex that lies face down (G4.1)"
        shown = Counter((road.seat, road.path) for road in self.view("RoadsView").roads)
        assert shown == Counter((s, p) for s in self.game.everyone for p in ledger.roads[s]), "roads came or went"
        shown = Counter((ship.seat, ship.path) for ship in self.view("ShipsView").ships)
        assert shown == Counter((s, p) for s in self.game.everyone for p in ledger.ships[s]), "ships came or went"

    def _check_unknown(self) -> None:
        """Nobody is shown what lies face down; everybody is shown how much there is of it (B11.1)."""
        ledger = self.ledger
        viewers = [SPECTATOR, AUDITOR, *map(Viewer, self.game.everyone)]
        for viewer in viewers if ledger.known else ():
            views = {type(each).__name__: each for each in view(self.game, viewer)}
            unknown = views["UnknownView"]
            assert unknown.hexes == len(self.chart.hidden - ledger.known.keys()) == len(ledger.hidden)
            assert Counter(map(str, unknown.terrains)) == Counter(ledger.hidden)
            assert sorted(unknown.numbers) == ledger.stack
            for h, tile in enumerate(views["BoardView"].hexes):
                assert (str(tile.terrain), tile.number) == ledger.known.get(h, ("unknown", 0))

    def check_listed(self, share: int = SHARE) -> None:
        """What is listed is accepted, and of the commands here what is not listed is refused."""
        for seat in self.game.everyone:
            listed = legal(self.game, seat)
            assert len(set(listed)) == len(listed)
            for command in listed:
                execute(self.game, command, classic.LoadedChance())
            for command in set(self._own_commands(seat)[self.game.version % share :: share]) - set(listed):
                try:
                    execute(self.game, command, classic.LoadedChance())
                except Illegal:
                    continue
                raise AssertionError(f"{write_command(command)} is accepted, but not listed")

    def _own_commands(self, seat: int) -> list[Command]:
        stack = self.game[classic.Prompts].stack
        if not stack or seat not in {demand.seat for each in stack for demand in each.demands}:
            return []
        found = list(own_commands(self.chart.name, seat))
        if stack[-1].kind == "act":
            move = COMMANDS["MoveShip"]
            found += [move(seat, origin, p) for origin in self.ledger.ships[seat] for p in self.chart.every_path]
        if stack[-1].kind == "robber":
            move = COMMANDS["MoveRobber"]
            seats = (None, *self.game.everyone)
            found += [move(seat, h, one, two) for h in self.chart.every_hex for one in seats for two in seats]
        return found

    def _bring_awards_up_to_date(self) -> None:
        if "largest_army" in self.game.scenario.chosen:
            self._bring_army_up_to_date()

    def _check_possible(self, event: Event) -> None:
        match type(event).__name__:
            case "RoadBuilt" | "ShipBuilt":
                assert event.path not in self.ledger.pieces(event.seat), f"path {event.path} has one of its pieces"
                unknown = set(self.chart.grid.hexes_along[event.path]) - self.ledger.known.keys()
                assert not unknown, f"hexes {unknown} are face down"
            case "HexRevealed":
                assert str(event.terrain) in self.ledger.hidden, f"no {event.terrain} is face down"
            case _:
                super()._check_possible(event)


def found_card(terrain: str) -> str:
    """What the finder of a terrain takes from the bank."""
    return f"1{YIELDS[terrain]}"
