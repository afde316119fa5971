"""A referee of the Great Race: every event is held against what lies on the table, by the words of the rulebook.

It knows the board by its drawing (``Chart``) and the game by its events alone. What must follow from an event is noted
as due, and has to come in that order before anybody acts again.
"""

from collections.abc import Callable, Iterator
from typing import Any

from domain.components import total, unpack
from domain.engine import Event
from tests.properties.hands_ledger import BANK, HandsLedger
from tests.scenarios.great_race.ledger import Ledger
from tests.scenarios.great_race.places import PRODUCING, YIELDS, Chart
from tests.scenarios.great_race.table import CITIES, ROADS, SETTLEMENTS, SHIPS

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
COSTS = {
    "road": (1, 1, 0, 0, 0),
    "ship": (0, 1, 1, 0, 0),
    "settlement": (1, 1, 1, 1, 0),
    "city": (0, 0, 0, 2, 3),
    "card": (0, 0, 1, 1, 1),
}
"""B7.1, S1"""
FREE = ("setup_settlement", "setup_road", "road_building", "free_piece")
"""The prompts for pieces that cost nothing."""
ENOUGH_ABROAD = 2
"""G6.3"""


class RaceReferee(Ledger):
    """Follows a race, and finds what is against its rules."""

    def __init__(self, chart: Chart, seats: int, hands: HandsLedger) -> None:
        super().__init__(chart, seats)
        self.hands = hands
        self.seats = range(1, seats + 1)
        self.due: list[tuple[object, ...]] = []
        """What must happen next, in this order."""
        self.asked = ""
        """The kind of prompt on top."""
        self.turn = 0
        self.newest = -1
        """The settlement built last."""
        self.army = 0
        self.robber: int | None = None
        self.robber_due = False
        self.thief, self.victims, self.thefts = 0, set[int](), 0
        self.gold: list[tuple[int, int]] = []
        """Who is still owed how many cards of gold, in order."""
        self.plenty = False
        """Whether two cards of the bank come by year of plenty."""
        self.fresh: set[int] = set()
        """Ships built in this turn."""
        self.moved = False
        self.won = 0
        self.gold_spots, self.home_spots = chart.corners(*chart.gold), chart.corners(*chart.home)
        self.dead_spots = chart.corners(*chart.forbidden)
        self.dead_paths, self.stormy = chart.sides(*chart.forbidden), chart.sides(*chart.storms)
        self.by_number: dict[int, list[int]] = {}
        """The hexes with each number, once they lie open."""
        self._handlers: dict[type[Event], Callable[[Any], None] | None] = {}

    def see(self, event: Event) -> None:
        """Take in the next event; the ledger of hands has seen it already."""
        kind = type(event)
        if kind not in self._handlers:
            self._handlers[kind] = getattr(self, f"_{kind.__name__}", None)
        handle = self._handlers[kind]
        if handle is not None:
            handle(event)

    def settled(self) -> None:
        """Assert that nothing is due any more."""
        assert not self.due, f"{self.due} did not happen"
        assert not self.thefts, f"{self.thefts} cards more should have been stolen"

    def _came_due(self, *what: object) -> None:
        assert self.due, f"{what} is not due"
        assert self.due[0] == what, f"{what} happened, but {self.due} is due"
        del self.due[0]

    def _costs(self, piece: str, seat: int) -> None:
        if self.asked not in FREE:
            self.due.append(("ResourcesPaid", seat, COSTS[piece]))

    # Roads and ships (G3, G4, G5)

    def sides_of(self, path: int) -> list[str]:
        """The terrains on the two sides of a path; the frame is sea (S7)."""
        found = [self.known.get(h, ("unknown", 0))[0] for h in self.chart.grid.hexes_along[path]]
        return found + ["sea"] * (2 - len(found))

    def owner(self, place: int) -> int:
        """Whose building stands on an intersection (0: nobody's)."""
        return next((seat for seat in self.seats if place in self.settlements[seat] | self.cities[seat]), 0)

    def _place(self, seat: int, path: int, alike: list[set[int]], other: list[set[int]]) -> None:
        """A piece comes to a path, which it was allowed to; what must follow is due."""
        terrains, grid = self.sides_of(path), self.chart.grid
        assert path not in self.dead_paths, "a piece along forbidden land (G5.2)"
        if alike is self.ships:
            assert "sea" in terrains, "a ship along no sea that lies open (S1, G4.3)"
            assert path not in self.stormy, "a ship along a storm (G5.1)"
            assert len(alike[seat]) < SHIPS
        else:
            assert {*terrains} - {"sea", "unknown"}, "a road along no land that lies open (B7.2, G4.3)"
            assert len(alike[seat]) < ROADS
        joined, host = False, 0
        for end in grid.ends[path]:
            owner, at = self.owner(end), self.chart.paths_at(end)
            joined |= owner == seat or (not owner and bool(at & alike[seat]))
            if owner not in (0, seat) and at & other[seat]:
                host = owner
        assert joined or host, "a piece joined to nothing (B7.2, S1, G3.4)"
        if not self.turn:
            assert self.newest in grid.ends[path], "not at the new settlement (B2.4)"
        if not joined:
            self.due.append(("LandingCardDrawn", seat, host))
        self.due += [("HexRevealed", seat, h) for h in grid.hexes_along[path] if h not in self.known]

    def _RoadBuilt(self, event: Any) -> None:
        self._costs("road", event.seat)
        self._place(event.seat, event.path, self.roads, self.ships)
        super()._RoadBuilt(event)

    def _ShipBuilt(self, event: Any) -> None:
        self._costs("ship", event.seat)
        self._place(event.seat, event.path, self.ships, self.roads)
        self.fresh.add(event.path)
        super()._ShipBuilt(event)

    def _ShipMoved(self, event: Any) -> None:
        seat, origin = event.seat, event.origin
        assert self.asked in ("act", "trade"), "a ship was moved at the wrong time (S3, B7.5)"
        assert not self.moved, "a second ship was moved (S3)"
        assert origin not in self.fresh, "a new ship was moved (S3)"
        assert event.path != origin
        self.ships[seat].remove(origin)
        assert self._was_open(seat, origin), "a ship was moved out of a closed route (S3)"
        self._place(seat, event.path, self.ships, self.roads)
        self.ships[seat].add(origin)
        self.moved = True
        super()._ShipMoved(event)

    def _was_open(self, seat: int, origin: int) -> bool:
        """Whether a ship that is taken off now had an open end, or lay in a ring (S3)."""
        own, grid = self.buildings(seat), self.chart.grid
        for end in grid.ends[origin]:
            at = self.chart.paths_at(end)
            joined_by_landing = at & self.roads[seat] and self.owner(end) not in (0, seat)
            if end not in own and not at & self.ships[seat] and not joined_by_landing:
                return True
        one, goal = grid.ends[origin]
        reached = [one]
        for place in reached:
            if place in own and place != one:
                continue
            for path, end in grid.roads_from[place]:
                if path in self.ships[seat] and end not in reached:
                    reached.append(end)
        return goal in reached and not {one, goal} <= own

    def _LandingCardDrawn(self, event: Any) -> None:
        self._came_due("LandingCardDrawn", event.seat, event.owner)
        assert event.resource is not None

    def _BoardLaid(self, event: Any) -> None:
        super()._BoardLaid(event)
        assert event.robber is None, "the robber is off the board at first (G6.3)"
        for h, (_, number) in self.known.items():
            self.by_number.setdefault(number, []).append(h)

    def _HexRevealed(self, event: Any) -> None:
        terrain = str(event.terrain)
        if event.seat:
            self._came_due("HexRevealed", event.seat, event.hex)
        super()._HexRevealed(event)
        self.by_number.setdefault(event.number, []).append(event.hex)
        assert event.number not in (6, 8), "no 6 and no 8 is face down (G4.4)"
        card = RESOURCES.index(YIELDS[terrain]) if terrain in YIELDS else None
        if event.seat and card is not None and self.hands.of[BANK][card]:
            cards = tuple(int(n == card) for n in range(5))
            self.due.insert(0, ("ResourcesReceived", event.seat, cards))

    # Settlements, cities and the end (G1.6, G5.2, G6.1, G6.2, G7.1)

    def _SettlementBuilt(self, event: Any) -> None:
        seat, place, grid = event.seat, event.intersection, self.chart.grid
        around = grid.hexes_at[place]
        self._costs("settlement", seat)
        assert len(self.settlements[seat]) < SETTLEMENTS
        assert not self.owner(place)
        assert not any(self.owner(end) for _, end in grid.roads_from[place]), "the distance rule (B2.3)"
        assert any(self.known.get(h, ("sea", 0))[0] not in ("sea", "unknown") for h in around), "no land (B7.3)"
        assert place not in self.dead_spots, "a settlement on forbidden land (G5.2)"
        if self.turn:
            assert self.chart.paths_at(place) & self.pieces(seat), "joined to nothing (B7.3)"
            if not self.buildings(seat) & self.gold_spots and place not in self.gold_spots:
                assert len(self.settlements[seat]) < SETTLEMENTS - 1, "the last one is for the gold islands (G6.2)"
        else:
            assert place in self.home_spots, "all start on the home island (G1.6)"
        if place in self.gold_spots:
            assert not self.buildings(seat) & self.gold_spots, "a second one on the gold islands (G6.1)"
        super()._SettlementBuilt(event)
        self.newest = place
        if not self.turn and len(self.settlements[seat]) == 2:
            found = [YIELDS.get(self.known.get(h, ("unknown", 0))[0]) for h in around]
            cards = tuple(found.count(resource) for resource in RESOURCES)
            if any(cards):
                self.due.append(("ResourcesReceived", seat, cards))

    def _CityBuilt(self, event: Any) -> None:
        seat, place = event.seat, event.intersection
        self._costs("city", seat)
        assert place in self.settlements[seat]
        assert len(self.cities[seat]) < CITIES
        if place not in self.gold_spots and not self.cities[seat] & self.gold_spots:
            assert len(self.cities[seat]) < CITIES - 1, "the last one is for the gold islands (G6.2)"
        super()._CityBuilt(event)
        if place in self.chart.red:
            self.won = seat
            self.due.append(("GameEnded", (seat,), "gold"))

    def _GameEnded(self, event: Any) -> None:
        self._came_due("GameEnded", event.winners, event.cause)
        self.settled()

    # Cards

    def _ResourcesPaid(self, event: Any) -> None:
        self._came_due("ResourcesPaid", event.seat, unpack(event.cards)[:5])

    def _DevelopmentCardBought(self, event: Any) -> None:
        self._costs("card", event.seat)

    def _DevelopmentCardPlayed(self, event: Any) -> None:
        self.plenty = event.card.name == "YEAR_OF_PLENTY"
        self.robber_due = event.card.name == "KNIGHT" and self.outside() >= ENOUGH_ABROAD

    def _ResourcesReceived(self, event: Any) -> None:
        if self.asked == "gold":
            seat, amount = self.gold.pop(0)
            left = total(event.cards) + self.hands.size(BANK)
            assert (event.seat, total(event.cards)) == (seat, min(amount, left)), "not what is owed in gold (S4)"
        elif self.plenty:
            self.plenty = False
        else:
            self._came_due("ResourcesReceived", event.seat, unpack(event.cards)[:5])

    # The roll: production, gold and the robber (B4, S4, G6.3, G6.4, G8.1)

    def _DiceRolled(self, event: Any) -> None:
        number = sum(event.dice)
        if number == 7:
            self.robber_due = self.outside() >= ENOUGH_ABROAD
            return
        owed = [[0] * 6 for _ in range(len(self.roads))]
        for h in self.by_number.get(number, ()):
            terrain = self.known[h][0]
            if h != self.robber and terrain in PRODUCING:
                kind = RESOURCES.index(YIELDS[terrain]) if terrain in YIELDS else 5
                for place in self.chart.grid.corners[h]:
                    for seat in self.seats:
                        owed[seat][kind] += (place in self.settlements[seat]) + 2 * (place in self.cities[seat])
        turn_order = [*self.seats[event.seat - 1 :], *self.seats[: event.seat - 1]]
        self.gold = [(seat, owed[seat][5]) for seat in turn_order if owed[seat][5]]
        short = []
        for kind in range(5):
            due, left = [cards[kind] for cards in owed], self.hands.of[BANK][kind]
            if sum(due) > left:
                short.append(kind)
                alone = sum(map(bool, due)) == 1
                for seat in self.seats:
                    owed[seat][kind] = left if alone and due[seat] else 0
        gains = tuple((seat, tuple(owed[seat][:5])) for seat in self.seats if any(owed[seat][:5]))
        if gains or short:
            self.due.append(("ResourcesProduced", gains, tuple(short)))

    def _ResourcesProduced(self, event: Any) -> None:
        gains = tuple((gain.seat, unpack(gain.cards)[:5]) for gain in event.gains)
        self._came_due("ResourcesProduced", gains, tuple(map(int, event.short)))

    def _LargestArmyAwarded(self, event: Any) -> None:
        self.army = event.seat

    def _RobberMoved(self, event: Any) -> None:
        assert self.robber_due, "the robber moves by a 7 or a knight alone (G6.3)"
        assert event.origin == self.robber != event.hex
        assert event.hex in self.chart.strip | self.chart.gold, "the robber stands on the strip or on gold (G6.4)"
        self.robber, self.robber_due = event.hex, False
        corners = {*self.chart.grid.corners[event.hex]}
        there = {seat for seat in self.seats if seat != event.seat and corners & self.buildings(seat)}
        self.thief, self.victims = event.seat, {seat for seat in there if self.hands.size(seat)}
        self.thefts = min(2 if self.army == event.seat else 1, sum(map(self.hands.size, self.victims)))

    def _CardStolen(self, event: Any) -> None:
        assert self.thefts, "a card too many is stolen (B5.2, G8.1)"
        assert event.thief == self.thief
        assert event.victim in self.victims, "nobody to rob there (B5.2)"
        self.thefts -= 1

    # Turns

    def _TurnStarted(self, event: Any) -> None:
        self.settled()
        self.turn, self.moved, self.fresh = event.turn, False, set()

    def _PromptsChanged(self, event: Any) -> None:
        self.settled()
        kinds = [prompt.kind for prompt in event.prompts]
        self.asked = kinds[-1]
        assert kinds.count("robber") == (self.robber_due and "discard" not in kinds), "when the robber moves (G6.3)"
        if not self.hands.size(BANK):
            self.gold = []
        assert list(self._gold_asked(event)) == self.gold, "gold is chosen for in order (S4)"

    def _gold_asked(self, event: Any) -> Iterator[tuple[int, int]]:
        for prompt in reversed(event.prompts):
            if prompt.kind == "gold":
                yield from ((demand.seat, demand.amount) for demand in prompt.demands)
