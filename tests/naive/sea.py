"""The naive model of the sea: ships, moving them, and gold rivers whose owners choose cards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from tests.naive.acts import Bag
from tests.naive.building import ROAD, SHIP
from tests.naive.model import Model
from tests.naive.table import RESOURCES, Step


class Sea(Model):
    """The sea rules (S) on the classic game; there is no scenario of that name."""

    answers = Model.answers | {
        "BuildShip": Model.answers["BuildRoad"],
        "MoveShip": {"act"},
        "ChooseGold": {"gold"},
    }
    limits: ClassVar[dict[str, int]] = Model.limits | {"ship": 15}

    def prepare(self) -> None:
        """What a turn remembers of ships (S3)."""
        super().prepare()
        self.new_ships: set[int] = set()
        self.ship_moved = False

    def begin_turn(self, seat: int) -> None:
        """S3: once a turn, and no ship built in it."""
        self.new_ships = set()
        self.ship_moved = False
        super().begin_turn(seat)

    # Building ships.

    def ship_place(self, seat: int, path: int) -> str | None:
        """What forbids a ship on a path, wherever it comes from (S1)."""
        if not self.path_free(seat, path) or not self.sea_beside(path):
            return "S1"
        return None

    def ship_open(self, seat: int, path: int) -> str | None:
        """What forbids a ship on a path but its price."""
        if not self.in_stock(seat, SHIP):
            return "B1.1"
        return self.ship_place(seat, path) or (None if self.joined(seat, path, SHIP) else "S1")

    def free_piece_open(self, seat: int) -> bool:
        """B8.2: a ship for nothing could stand in a road's place."""
        return super().free_piece_open(seat) or any(
            self.ship_open(seat, path) is None for path in range(len(self.layout.ends))
        )

    def may_build_ship(self, seat: int, path: int | None) -> str | None:
        """S1, and B2.4 for a starting one."""
        if self.no_path(path):
            return "B2.6"
        if self.top == "setup_road":
            return self.ship_place(seat, path) or self.at_new_settlement(path)
        return self.ship_open(seat, path) or self.affordable(seat, SHIP)

    def do_build_ship(self, seat: int, path: int) -> None:
        """A ship is built."""
        if seat == self.turn:
            self.new_ships.add(path)
        self.place_piece(seat, SHIP, path)

    # Moving ships.

    def may_move_ship(self, seat: int, origin: int | None, path: int | None) -> str | None:
        """S3."""
        if self.no_path(origin) or self.no_path(path):
            return "B2.6"
        if self.ship_moved or origin not in self.ships[seat] or origin in self.new_ships or path == origin:
            return "S3"
        broken = self.without_ship(seat, origin, self.ship_open, seat, path)
        return broken or (None if self.ship_may_go(seat, origin) else "S3")

    def values(self, name: str, field: str, seat: int) -> Iterable[object]:
        """S3: where ships could go at all."""
        values = super().values(name, field, seat)
        if name == "MoveShip" and field == "path":
            return [] if self.ship_moved else [path for path in values if self.ship_place(seat, path) is None]
        return values

    def do_move_ship(self, seat: int, origin: int, path: int) -> None:
        """A ship goes to another path."""
        self.ship_moved = True
        self.ships[seat].remove(origin)
        self.ships[seat].add(path)
        self.ship_went(seat, origin, path)

    def ship_went(self, seat: int, origin: int, path: int) -> None:
        """What follows when a ship was moved."""
        self.update_route()

    def without_ship(self, seat: int, path: int, question, *args: object) -> object:
        """The answer to a question with a ship taken off."""
        self.ships[seat].remove(path)
        try:
            return question(*args)
        finally:
            self.ships[seat].add(path)

    def ship_may_go(self, seat: int, path: int) -> bool:
        """S3: a ship goes when one end of it is open, or a ring makes it open, and no two own buildings are parted."""
        open_ = any(self.end_open(seat, path, end) for end in self.layout.ends[path]) or self.opened_by_ring(seat, path)
        joined = self.joined_buildings(seat)
        return open_ and joined <= self.without_ship(seat, path, self.joined_buildings, seat)

    def end_open(self, seat: int, ship: int, place: int) -> bool:
        """S3: nothing of the seat's own goes on there: no building, no ship, no road that is joined to the ship."""
        if place in self.buildings(seat):
            return False
        here = [path for path in self.layout.paths_at[place] if path != ship]
        if any(path in self.ships[seat] for path in here):
            return False
        return not any(path in self.roads[seat] and self.goes_on(seat, place, SHIP, ROAD) for path in here)

    def rings(self, seat: int, ship: int) -> Iterator[set[int]]:
        """The intersections of every ring of own ships that a ship belongs to."""
        start, goal = self.layout.ends[ship]

        def ways(place: int, seen: frozenset[int]) -> Iterator[set[int]]:
            if place == goal:
                yield set(seen)
                return
            for path in self.layout.paths_at[place]:
                after = self.layout.other_end(path, place)
                if path in self.ships[seat] and path != ship and after not in seen:
                    yield from ways(after, seen | {after})

        return ways(start, frozenset([start]))

    def opened_by_ring(self, seat: int, ship: int) -> bool:
        """S3: in a ring with one own building the two ships at it are open, in one without a building every ship."""
        for ring in self.rings(seat, ship):
            own = ring & self.buildings(seat)
            if not own or (len(own) == 1 and own & set(self.layout.ends[ship])):
                return True
        return False

    def joined_buildings(self, seat: int) -> set[tuple[int, int]]:
        """The pairs of own buildings between which an own route leads. Another's building does not open it (S3)."""
        pairs = set()
        for building in self.buildings(seat):
            reached: set[tuple[int, str]] = set()
            fresh = self.pieces_at(seat, building)
            while fresh:
                piece = fresh.pop()
                if piece in reached:
                    continue
                reached.add(piece)
                for place in self.layout.ends[piece[0]]:
                    fresh += [
                        other
                        for other in self.pieces_at(seat, place)
                        if self.stays_joined(seat, place, piece[1], other[1])
                    ]
            places = {place for path, _ in reached for place in self.layout.ends[path]}
            pairs |= {(building, other) for other in places & self.buildings(seat) - {building}}
        return pairs

    def pieces_at(self, seat: int, place: int) -> list[tuple[int, str]]:
        """The seat's own roads and ships that end at an intersection."""
        kinds = ((ROAD, self.roads[seat]), (SHIP, self.ships[seat]))
        return [(path, kind) for path in self.layout.paths_at[place] for kind, own in kinds if path in own]

    def stays_joined(self, seat: int, place: int, one: str, other: str) -> bool:
        """Whether two own pieces belong to one route at an intersection, for S3."""
        return place in self.buildings(seat) or one == other or self.goes_on(seat, place, one, other)

    # Gold rivers.

    def gold_income(self, due: dict[int, int]) -> None:
        """S4: clockwise from the seat in turn, after the other production."""
        self.plan(*(Step("gold", pair) for pair in due.items()))

    def setup_gold(self, seat: int, hexes: list[int]) -> None:
        """B2.2: one card of its owner's choice for each."""
        if hexes:
            self.plan(Step("gold", (seat, len(hexes))))

    def gold(self, seat: int, amount: int) -> None:
        """S4: what the bank cannot give is lost."""
        amount = min(amount, sum(self.bank[name] for name in RESOURCES))
        if amount:
            self.ask("gold", {seat: amount})

    def may_choose_gold(self, seat: int, cards: Bag) -> str | None:
        """S4: as many as are owed, of what the bank holds."""
        chosen = Counter(dict(cards))
        if any(name not in RESOURCES or self.bank[name] < count for name, count in chosen.items()):
            return "S4"
        return None if chosen.total() == self.owed(seat) else "S4"

    def do_choose_gold(self, seat: int, cards: Bag) -> None:
        """The cards come from the bank."""
        self.get(seat, dict(cards))
        self.answered(seat, self.owed(seat))
