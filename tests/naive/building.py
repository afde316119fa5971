"""Building: where roads, settlements and cities may stand, what they cost, and the longest trade route."""

from collections import Counter
from typing import ClassVar

from tests.naive.table import Asked, Table

ROAD, SHIP = "road", "ship"


class Building(Table):
    """B7, B9.1 and the placing in B2."""

    costs: ClassVar[dict[str, Counter[str]]] = {
        "road": Counter(brick=1, lumber=1),
        "settlement": Counter(brick=1, lumber=1, wool=1, grain=1),
        "city": Counter(grain=2, ore=3),
        "development_card": Counter(wool=1, grain=1, ore=1),
        "ship": Counter(lumber=1, wool=1),
    }
    # To what is asked one builds for the price; anything else is for nothing.
    paid = frozenset({"act", "build"})
    longest_route_used = True
    # The settlement just placed in the setup (B2.4).
    new_settlement: int | None = None

    answers: ClassVar[dict[str, set[str]]] = {
        "BuildRoad": {"setup_road", "road_building", "act", "build"},
        "BuildSettlement": {"setup_settlement", "act", "build"},
        "BuildCity": {"act", "build"},
    }

    def pieces(self, seat: int, piece: str) -> set[int]:
        """Where a seat's pieces of a kind stand."""
        return {"road": self.roads, "ship": self.ships, "settlement": self.settlements, "city": self.cities}[piece][
            seat
        ]

    def in_stock(self, seat: int, piece: str) -> bool:
        """B1.1: a piece that is not in stock cannot be built."""
        return len(self.pieces(seat, piece)) < self.limits[piece]

    def buildings(self, seat: int) -> set[int]:
        """Where a seat has a settlement or a city."""
        return self.settlements[seat] | self.cities[seat]

    def owner_at(self, place: int) -> int:
        """Whose settlement or city stands on an intersection; 0 for nobody's."""
        return next((seat for seat in self.seats if place in self.buildings(seat)), 0)

    def is_land(self, hex_: int) -> bool:
        """Land is every hex but sea and what lies face down (G4.3)."""
        return self.terrain[hex_] not in ("sea", "unknown", None)

    def land_beside(self, path: int) -> bool:
        """B7.2: whether a path has land on at least one side."""
        return any(self.is_land(hex_) for hex_ in self.layout.hexes_beside[path])

    def sea_beside(self, path: int) -> bool:
        """S1, S7: whether a path has sea on at least one side; the frame is sea on some boards."""
        beside = self.layout.hexes_beside[path]
        return any(self.terrain[hex_] == "sea" for hex_ in beside) or (len(beside) == 1 and self.layout.sea_frame)

    def touches_land(self, place: int) -> bool:
        """B7.3: whether an intersection touches land."""
        return any(self.is_land(hex_) for hex_ in self.layout.hexes_at[place])

    def path_free(self, seat: int, path: int) -> bool:
        """S1: a path carries one piece, whosever it is."""
        return not any(path in self.roads[other] or path in self.ships[other] for other in self.seats)

    def too_close(self, place: int) -> bool:
        """B2.3: whether a building stands one path away."""
        return any(self.owner_at(neighbor) for neighbor in self.layout.neighbors[place])

    def goes_on(self, seat: int, place: int, kind: str, before: str) -> bool:
        """Whether a piece of a kind joins one of another kind of the same seat at an intersection where that seat has
        no building (B7.2, S2, S6)."""
        return not self.owner_at(place) and kind == before

    def arrives(self, seat: int, place: int, kind: str, without: int | None = None) -> bool:
        """Whether a piece of a kind could begin at an intersection: at an own building, or where own pieces lead."""
        if place in self.buildings(seat):
            return True
        return any(
            self.goes_on(seat, place, kind, before)
            for before, own in ((ROAD, self.roads[seat]), (SHIP, self.ships[seat]))
            for path in self.layout.paths_at[place]
            if path in own and path != without
        )

    def joined(self, seat: int, path: int, kind: str) -> bool:
        """B7.2, S1: whether a piece on a path joins the seat's own pieces."""
        return any(self.arrives(seat, place, kind) for place in self.layout.ends[path])

    def road_place(self, seat: int, path: int) -> str | None:
        """What forbids a road on a path, wherever it comes from."""
        if not self.path_free(seat, path) or not self.land_beside(path):
            return "B7.2"
        return None

    def road_open(self, seat: int, path: int) -> str | None:
        """What forbids a road on a path but its price."""
        if not self.in_stock(seat, ROAD):
            return "B1.1"
        return self.road_place(seat, path) or (None if self.joined(seat, path, ROAD) else "B7.2")

    def settlement_place(self, seat: int, place: int) -> str | None:
        """What forbids a settlement on an intersection, wherever it comes from."""
        if self.owner_at(place) or not self.touches_land(place):
            return "B7.3"
        return "B2.3" if self.too_close(place) else None

    def setup_place(self, seat: int, place: int) -> str | None:
        """What else forbids a starting settlement on an intersection."""
        return None

    def settlement_joined(self, seat: int, place: int) -> bool:
        """B7.3: whether an own road, or ship, ends at an intersection."""
        return any(path in self.roads[seat] | self.ships[seat] for path in self.layout.paths_at[place])

    def free_piece_open(self, seat: int) -> bool:
        """Whether a piece for nothing could be placed at all (B8.2)."""
        return any(self.road_open(seat, path) is None for path in range(len(self.layout.ends)))

    def affordable(self, seat: int, piece: str) -> str | None:
        """B7.1: whether a seat can pay for a piece; those for nothing it can."""
        if self.top in self.paid and not self.holds(seat, self.costs[piece]):
            return "B7.1"
        return None

    def charge(self, seat: int, piece: str) -> None:
        """B7.1: the price of a piece goes to the bank."""
        if self.top in self.paid:
            self.pay(seat, self.costs[piece])

    def no_path(self, path: object) -> bool:
        """Whether the board has no such path."""
        return path not in range(len(self.layout.ends))

    def no_place(self, place: object) -> bool:
        """Whether the board has no such intersection."""
        return place not in range(len(self.layout.points))

    def may_build_road(self, seat: int, path: int | None) -> str | None:
        """B7.2, and B2.4 for a starting one."""
        if self.no_path(path):
            return "B2.6"
        if self.top == "setup_road":
            return self.road_place(seat, path) or self.at_new_settlement(path)
        return self.road_open(seat, path) or self.affordable(seat, ROAD)

    def at_new_settlement(self, path: int) -> str | None:
        """B2.4: a starting piece begins at the settlement just placed."""
        return None if self.new_settlement in self.layout.ends[path] else "B2.4"

    def do_build_road(self, seat: int, path: int) -> None:
        """A road is built."""
        self.place_piece(seat, ROAD, path)

    def place_piece(self, seat: int, kind: str, path: int) -> None:
        """A road or a ship is paid for and placed."""
        self.charge(seat, kind)
        self.pieces(seat, kind).add(path)
        self.answer_piece(seat, kind, path)
        self.piece_placed(seat, kind, path)

    def answer_piece(self, seat: int, kind: str, path: int) -> None:
        """A piece for nothing is one that was asked for."""
        if self.top not in self.paid:
            self.answered(seat)

    def moot(self, asked: Asked) -> bool:
        """B8.2: a second free piece is asked for only where there is a place for it."""
        none_left = asked.kind == "road_building" and not any(self.free_piece_open(seat) for seat in asked.owed)
        return super().moot(asked) or none_left

    def piece_placed(self, seat: int, kind: str, path: int) -> None:
        """What follows when a road or a ship was placed."""
        self.update_route()

    def may_build_settlement(self, seat: int, intersection: int | None) -> str | None:
        """B7.3, and B2.1 for a starting one."""
        if self.no_place(intersection):
            return "B2.6"
        if not self.in_stock(seat, "settlement"):
            return "B1.1"
        broken = self.settlement_place(seat, intersection)
        if broken:
            return broken
        if self.top == "setup_settlement":
            return self.setup_place(seat, intersection)
        if not self.settlement_joined(seat, intersection):
            return "B7.3"
        return self.affordable(seat, "settlement")

    def do_build_settlement(self, seat: int, intersection: int) -> None:
        """A settlement is built."""
        self.charge(seat, "settlement")
        self.settlements[seat].add(intersection)
        if self.top == "setup_settlement":
            self.new_settlement = intersection
            self.answered(seat)
            self.setup_settlement_placed(seat, intersection)
        self.building_placed(seat, intersection)

    def building_placed(self, seat: int, place: int) -> None:
        """What follows when a settlement or a city was built."""
        self.update_route()

    def may_build_city(self, seat: int, intersection: int | None) -> str | None:
        """B7.4."""
        if self.no_place(intersection):
            return "B2.6"
        if not self.in_stock(seat, "city"):
            return "B1.1"
        if intersection not in self.settlements[seat]:
            return "B7.4"
        return self.city_place(seat, intersection) or self.affordable(seat, "city")

    def city_place(self, seat: int, place: int) -> str | None:
        """What else forbids a city where the seat's own settlement stands."""
        return None

    def do_build_city(self, seat: int, intersection: int) -> None:
        """B1.1: the settlement goes back to the stock."""
        self.charge(seat, "city")
        self.settlements[seat].remove(intersection)
        self.cities[seat].add(intersection)
        self.building_placed(seat, intersection)

    # The longest trade route.

    def route_goes_on(self, seat: int, place: int, one: str, other: str) -> bool:
        """B9.1, S2: whether a seat's route goes on over an intersection from a piece of one kind to one of another."""
        owner = self.owner_at(place)
        return owner == seat or (not owner and one == other)

    def route_length(self, seat: int) -> int:
        """B9.1: the longest trail, each path counted once: every trail is tried."""
        pieces = [(path, ROAD) for path in self.roads[seat]] + [(path, SHIP) for path in self.ships[seat]]

        def longest(place: int, kind: str, used: frozenset[int]) -> int:
            best = len(used)
            for path, other in pieces:
                here = path not in used and place in self.layout.ends[path]
                if here and self.route_goes_on(seat, place, kind, other):
                    best = max(best, longest(self.layout.other_end(path, place), other, used | {path}))
            return best

        return max(
            (longest(end, kind, frozenset([path])) for path, kind in pieces for end in self.layout.ends[path]),
            default=0,
        )

    def update_route(self) -> None:
        """B9.1: who has the card of the longest trade route."""
        if not self.longest_route_used:
            return
        lengths = {seat: self.route_length(seat) for seat in self.seats}
        longest = max(lengths.values())
        ahead = [seat for seat in self.seats if lengths[seat] == longest]
        if longest < 5:
            self.route_owner = 0
        elif self.route_owner not in ahead:
            self.route_owner = ahead[0] if len(ahead) == 1 else 0
