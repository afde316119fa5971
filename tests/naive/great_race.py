"""The naive model of The Great Race: unknown hexes, shared paths, landings, gold islands and the sleeping robber."""

from collections import Counter
from collections.abc import Iterable

from tests.naive.building import ROAD, SHIP
from tests.naive.sea import Sea
from tests.naive.table import YIELDS

HOME, STRIP, GOLD, STORM, FORBIDDEN = "home", "strip", "gold", "storm", "forbidden"


class GreatRace(Sea):
    """The Great Race (G), for two to six seats, with the options `largest_army` and `open_map`."""

    answers = Sea.answers | {
        "BuildRoad": Sea.answers["BuildRoad"] | {"free_piece"},
        "BuildShip": Sea.answers["BuildShip"] | {"free_piece"},
        "PlayVictoryPoint": {"roll", "act"},
    }
    points_to_win = None
    longest_route_used = False

    def prepare(self) -> None:
        """G1.4: what lies face down and in the stack; G8: the options."""
        super().prepare()
        self.hidden_terrains: Counter[str] = Counter(self.layout.hidden_terrains)
        self.hidden_numbers: Counter[str] = Counter(map(str, self.layout.hidden_numbers))
        self.red: set[int] = self.layout.marks["red"]
        self.largest_army_used = "largest_army" in self.options
        self.opens_by_luck = "open_map" in self.options

    def begin(self) -> None:
        """G8.2: all hexes lie open from the start."""
        if "open_map" in self.options:
            for hex_ in self.unknown():
                self.turn_up(hex_)
        super().begin()

    def robber_start(self) -> int | None:
        """G6.3: he is off the board."""
        return None

    def score(self, seat: int) -> dict[str, int]:
        """G2.1: no points."""
        return {}

    def hidden_points(self, seat: int) -> int:
        """G2.1: no points."""
        return 0

    # Parts of the board.

    def beside_path(self, path: int, region: str) -> bool:
        """Whether a path lies on the edge of a hex of a kind."""
        return any(self.layout.region[hex_] == region for hex_ in self.layout.hexes_beside[path])

    def stands_on(self, place: int, region: str) -> bool:
        """G1.7: a building is on an island or strip when its intersection touches one of its hexes."""
        return any(self.layout.region[hex_] == region for hex_ in self.layout.hexes_at[place])

    def setup_place(self, seat: int, place: int) -> str | None:
        """G1.6: starting settlements stand on the home island."""
        return None if self.stands_on(place, HOME) else "G1.6"

    # Roads and ships.

    def path_free(self, seat: int, path: int) -> bool:
        """G3.1: pieces of several seats share a path; a seat has at most one piece on it."""
        return path not in self.roads[seat] | self.ships[seat]

    def road_place(self, seat: int, path: int) -> str | None:
        """G5.2: no road on the edge of a forbidden land."""
        return "G5.2" if self.beside_path(path, FORBIDDEN) else super().road_place(seat, path)

    def ship_place(self, seat: int, path: int) -> str | None:
        """G5.2: no ship on the edge of a forbidden land; G5.1: nor on that of a storm."""
        if self.beside_path(path, FORBIDDEN):
            return "G5.2"
        return "G5.1" if self.beside_path(path, STORM) else super().ship_place(seat, path)

    def goes_on(self, seat: int, place: int, kind: str, before: str) -> bool:
        """G3.2, G3.4: at another's building a road joins a ship and a ship a road, and nothing its own kind."""
        if self.owner_at(place) in (0, seat):
            return super().goes_on(seat, place, kind, before)
        return kind != before

    def host(self, seat: int, path: int, kind: str) -> int:
        """G3.2: at whose building alone a piece on a path would join the seat's network; 0 when it joins without that.

        By the distance rule at most one end of a path has a building."""
        ends = [place for place in self.layout.ends[path] if self.arrives(seat, place, kind, without=path)]
        owners = {self.owner_at(place) for place in ends}
        return 0 if owners & {0, seat} else max(owners, default=0)

    def no_card_for_host(self, seat: int, path: int, kind: str, cost: int) -> str | None:
        """G3.2: one with no card left after the cost may not place the piece."""
        return "G3.2" if self.host(seat, path, kind) and self.cards(seat) <= cost else None

    def price(self, kind: str) -> int:
        """How many cards a piece costs to what is asked now."""
        return self.costs[kind].total() if self.top in self.paid else 0

    def road_open(self, seat: int, path: int) -> str | None:
        """G3.2 for a road for nothing, the least that there must be for any."""
        return super().road_open(seat, path) or self.no_card_for_host(seat, path, ROAD, 0)

    def ship_open(self, seat: int, path: int) -> str | None:
        """G3.2 for a ship for nothing or one that is moved, the least that there must be for any."""
        return super().ship_open(seat, path) or self.no_card_for_host(seat, path, SHIP, 0)

    def may_build_road(self, seat: int, path: int | None) -> str | None:
        """G3.2."""
        broken = super().may_build_road(seat, path)
        return broken or self.no_card_for_host(seat, path, ROAD, self.price(ROAD))

    def may_build_ship(self, seat: int, path: int | None) -> str | None:
        """G3.2."""
        broken = super().may_build_ship(seat, path)
        return broken or self.no_card_for_host(seat, path, SHIP, self.price(SHIP))

    def piece_placed(self, seat: int, kind: str, path: int) -> None:
        """G3.2, then G4.1."""
        super().piece_placed(seat, kind, path)
        self.piece_came(seat, kind, path)

    def ship_went(self, seat: int, origin: int, path: int) -> None:
        """G3.2, then G4.1."""
        super().ship_went(seat, origin, path)
        self.piece_came(seat, SHIP, path)

    def piece_came(self, seat: int, kind: str, path: int) -> None:
        """G3.2: the host draws a card, before any hex is turned up (G4.1)."""
        host = self.host(seat, path, kind)
        if host:
            self.draw_card(host, seat, "landing_card")
        for hex_ in self.layout.hexes_beside[path]:
            if self.terrain[hex_] == "unknown":
                self.find(seat, hex_)

    # Unknown hexes.

    def unknown(self) -> list[int]:
        """The hexes that lie face down."""
        return [hex_ for hex_ in sorted(self.terrain) if self.terrain[hex_] == "unknown"]

    def take_hidden(self, kind: str, left: Counter[str]) -> str:
        """One of what lies hidden."""
        name = self.luck.pick(kind, {name: count for name, count in left.items() if count > 0})
        left[name] -= 1
        return name

    def turn_up(self, hex_: int) -> None:
        """G4.1, G4.2: what lies there, and the top number of the stack where it is land that produces."""
        self.terrain[hex_] = self.take_hidden("hidden_terrain", self.hidden_terrains)
        if self.terrain[hex_] in (*YIELDS, "gold_river"):
            self.number[hex_] = int(self.take_hidden("hidden_number", self.hidden_numbers))

    def find(self, seat: int, hex_: int) -> None:
        """G4.2: the finder takes a card from the bank, if the bank has one; for a gold river of its choice (S4)."""
        self.turn_up(hex_)
        name = YIELDS.get(self.terrain[hex_])
        if name and self.bank[name]:
            self.get(seat, {name: 1})
        if self.terrain[hex_] == "gold_river":
            self.gold(seat, 1)

    # Victory point cards.

    def may_play_victory_point(self, seat: int) -> str | None:
        """G2.2: with no piece or place it cannot be played."""
        return self.may_play(seat, "victory_point") or (None if self.free_piece_open(seat) else "G2.2")

    def do_play_victory_point(self, seat: int) -> None:
        """G2.2: one road or ship for nothing."""
        self.lay_open(seat, "victory_point")
        self.ask("free_piece", {seat: 1})

    # Settlements and cities.

    def settlement_place(self, seat: int, place: int) -> str | None:
        """G5.2, G6.1, G6.2."""
        broken = super().settlement_place(seat, place)
        if broken:
            return broken
        if self.stands_on(place, FORBIDDEN):
            return "G5.2"
        on_gold = any(self.stands_on(own, GOLD) for own in self.buildings(seat))
        if self.stands_on(place, GOLD):
            return "G6.1" if on_gold else None
        return None if on_gold else self.kept_back(seat, "settlement")

    def city_place(self, seat: int, place: int) -> str | None:
        """G5.2, G6.2. On the gold islands the one settlement becomes a city (G6.1)."""
        if self.stands_on(place, FORBIDDEN):
            return "G5.2"
        if self.stands_on(place, GOLD) or any(self.stands_on(own, GOLD) for own in self.cities[seat]):
            return None
        return self.kept_back(seat, "city")

    def kept_back(self, seat: int, piece: str) -> str | None:
        """G6.2: the last one in stock is kept for the gold islands."""
        return "G6.2" if self.limits[piece] - len(self.pieces(seat, piece)) == 1 else None

    def building_placed(self, seat: int, place: int) -> None:
        """G7.1: a city on a red point wins at once, whosever turn it is."""
        super().building_placed(seat, place)
        if self.cities[seat] & self.red:
            self.end((seat,))

    # The robber.

    def robber_wakes(self) -> bool:
        """G6.3: two settlements or cities, whosever, stand outside the home island."""
        outside = [place for seat in self.seats for place in self.buildings(seat) if not self.stands_on(place, HOME)]
        return len(outside) >= 2

    def bring_robber(self, seat: int) -> None:
        """G6.3: before that, a 7 means discards only, and a knight moves nothing."""
        if self.robber_wakes():
            super().bring_robber(seat)

    def robber_allowed(self, hex_: int) -> bool:
        """G6.4: only on land of the coastal strip and the gold islands."""
        return super().robber_allowed(hex_) and self.layout.region[hex_] in (STRIP, GOLD)

    def values(self, name: str, field: str, seat: int) -> Iterable[object]:
        """G8.1: a second victim."""
        if field == "second" and self.army == seat:
            return (None, *self.seats)
        return super().values(name, field, seat)

    def may_steal(self, seat: int, victims: list[int], victim: int | None, second: int | None) -> str | None:
        """G8.1: who has the largest army takes two cards, of one victim or of two, as far as there are any."""
        if self.army != seat or victim not in victims:
            return super().may_steal(seat, victims, victim, second)
        others = [other for other in victims if other != victim]
        if second is None:
            return "G8.1" if others and self.cards(victim) < 2 else None
        return None if second in others else "G8.1"

    def steal(self, seat: int, victim: int | None, second: int | None) -> None:
        """G8.1: the second card comes from the second victim, or from the first if it has one more."""
        super().steal(seat, victim, second)
        if victim is not None and self.army == seat:
            another = second or victim
            if self.cards(another):
                self.draw_card(seat, another, "stolen_card")
