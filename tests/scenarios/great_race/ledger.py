"""Pieces and hexes of a game of the Great Race, recounted from the events alone."""

from collections.abc import Sequence

from domain.engine import Event
from tests.scenarios.great_race.places import PRODUCING, Chart


class Ledger:
    """What the events come to. Every event is held against what went before it."""

    def __init__(self, chart: Chart, seats: int) -> None:
        self.chart = chart
        self.folded = 0
        self.roads: list[set[int]] = [set() for _ in range(seats + 1)]
        self.ships: list[set[int]] = [set() for _ in range(seats + 1)]
        self.settlements: list[set[int]] = [set() for _ in range(seats + 1)]
        self.cities: list[set[int]] = [set() for _ in range(seats + 1)]
        self.known: dict[int, tuple[str, int]] = {}
        """Terrain and number of the hexes that lie open."""
        self.hidden: list[str] = []
        self.stack: list[int] = []
        """What is still face down, sorted."""

    def fold(self, history: Sequence[Event]) -> "Ledger":
        """Go on to the end of a history whose beginning is folded."""
        for event in history[self.folded :]:
            fold = getattr(self, f"_{type(event).__name__}", None)
            if fold is not None:
                fold(event)
        self.folded = len(history)
        return self

    def pieces(self, seat: int) -> set[int]:
        """The paths that carry a piece of a seat."""
        return self.roads[seat] | self.ships[seat]

    def buildings(self, seat: int) -> set[int]:
        """The intersections with a building of a seat."""
        return self.settlements[seat] | self.cities[seat]

    def outside(self) -> int:
        """How many settlements and cities, whosever, stand outside the home island (G1.7)."""
        home = self.chart.corners(*self.chart.home)
        return sum(place not in home for seat in range(len(self.roads)) for place in self.buildings(seat))

    def _GameCreated(self, event: Event) -> None:
        self.hidden = list(map(str, event.board.hidden_terrains))
        self.stack = sorted(event.board.hidden_numbers)

    def _BoardLaid(self, event: Event) -> None:
        for h, tile in enumerate(event.tiles):
            if str(tile.terrain) == "unknown":
                assert (h in self.chart.hidden, tile.number) == (True, 0)
            else:
                self.known[h] = str(tile.terrain), tile.number

    def _HexRevealed(self, event: Event) -> None:
        terrain = str(event.terrain)
        assert event.hex in self.chart.hidden - self.known.keys(), "a hex is turned up twice"
        assert bool(event.number) == (terrain in PRODUCING), "land that produces has a number, other hexes have none"
        self.hidden.remove(terrain)
        if event.number:
            self.stack.remove(event.number)
        self.known[event.hex] = terrain, event.number

    def _RoadBuilt(self, event: Event) -> None:
        self._piece(self.roads, event.seat, event.path)

    def _ShipBuilt(self, event: Event) -> None:
        self._piece(self.ships, event.seat, event.path)

    def _ShipMoved(self, event: Event) -> None:
        self.ships[event.seat].remove(event.origin)
        self._piece(self.ships, event.seat, event.path)

    def _piece(self, pieces: list[set[int]], seat: int, path: int) -> None:
        assert path not in self.pieces(seat), f"seat {seat} has two pieces on path {path} (G3.1)"
        pieces[seat].add(path)

    def _SettlementBuilt(self, event: Event) -> None:
        self.settlements[event.seat].add(event.intersection)

    def _CityBuilt(self, event: Event) -> None:
        self.settlements[event.seat].remove(event.intersection)
        self.cities[event.seat].add(event.intersection)
