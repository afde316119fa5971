"""The Great Race: the way that is still to go to a red point, what it needs, and what to keep for its end."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from heapq import heappop, heappush
from types import MappingProxyType
from typing import Any, NamedTuple

from service.bots.costs import CITY, SETTLEMENT, Plan, missing, priced
from service.bots.lore import NO, Lore, Mind, Opinion, Proposal
from service.bots.messages import RESOURCES, bounds_of, count_goods, demands_of, put_goods, start_command
from service.bots.plans import worth_of_spot
from service.bots.position import STOCKS, Leg, Position
from settlers.v1 import board_pb2, game_pb2, views_pb2

SHIPS = 15
"""The ships of each seat."""

STEP_WORTH = 200.0
"""What the next step of the way is worth: more than all that only makes a seat richer."""

PIECE, BASE, LANDING, HOPE = 2.0, 4.0, 1.0, 1.0
"""What the way is weighed by: cards for a piece, a settlement and a landing; and what it costs to hope."""

FAR = 16.0
"""How long the way is still when there is time to build a city at home."""

PER_PATH = 0.5
"""What it is worth to start one path nearer to the red points."""

ON_THE_COAST = 3.0
"""What it is worth to start where ships can be built."""


class Step(NamedTuple):
    """A step of the way: a "road" or a "ship" on a path, or a "settlement" on an intersection."""

    kind: str
    place: int


class Node(NamedTuple):
    """How far a way has come: where to, with what kind of piece, and how many paths after its last settlement."""

    spot: int
    kind: str
    since: int


class RaceLore(Lore):
    """What there is to know of The Great Race."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        position.stocks = MappingProxyType({**STOCKS, "ship": SHIPS})
        position.shares_paths = True
        position.joins_kinds = False
        board = position.view.board
        self._region = {tile.hex: tile.region for tile in board.hexes}
        self._face_down = {t.hex for t in board.hexes if t.terrain == board_pb2.TERRAIN_UNKNOWN}
        self._red = position.map.marked.get("red", frozenset())
        self._asked = next((demand.prompt for demand in demands_of(position.view) if demand.seat == position.seat), "")
        self.opinions: Mapping[str, Opinion] = {
            "build_road": lambda mind, body: self.piece(mind, Leg("road", body.path)),
            "build_ship": lambda mind, body: self.piece(mind, Leg("ship", body.path)),
            "build_settlement": self.settlement,
            "build_city": self.city,
            "play_victory_point": self.free_piece,
            "choose_gold": lambda mind, body: 1,
        }
        self.proposals: Mapping[str, Proposal] = {"ChooseGold": self.think_of_gold}

    # The way.

    @cached_property
    def way(self) -> tuple[Step, ...]:
        """The cheapest way from this seat's network to a red point, without the settlement there; may be empty."""
        return self._found[1]

    @cached_property
    def cost_of_way(self) -> float:
        """What the way still costs, about, in cards; very much where there is none."""
        return self._found[0]

    @cached_property
    def _found(self) -> tuple[float, tuple[Step, ...]]:
        best: dict[Node, float] = {}
        before: dict[Node, tuple[Node, tuple[Step, ...]]] = {}
        edge: list[tuple[float, Node]] = []

        def reach(node: Node, cost: float, last: Node | None = None, steps: tuple[Step, ...] = ()) -> None:
            if cost < best.get(node, 1e9):
                best[node] = cost
                if last is not None:
                    before[node] = (last, steps)
                heappush(edge, (cost, node))

        for start in self._starts():
            reach(start, 0.0)
        while edge:
            cost, node = heappop(edge)
            if cost > best[node]:
                continue
            if node.spot in self._red and node.since == 2 and self.position.is_open(node.spot):
                steps: list[Step] = []
                while node in before:
                    node, made = before[node]
                    steps[:0] = made
                return cost, tuple(steps)
            for after, more, made in self._onward(node):
                reach(after, cost + more, node, made)
        return 1e6, ()

    def _starts(self) -> Iterator[Node]:
        position = self.position
        for spot in position.own_network:
            paths = {path for path, _ in position.map.roads_from[spot]}
            own = position.owner_at.get(spot) == position.seat
            if own or paths & position.own_roads:
                yield Node(spot, "road", 2)
            if own or paths & position.own_ships:
                yield Node(spot, "ship", 2)

    def _onward(self, node: Node) -> Iterator[tuple[Node, float, tuple[Step, ...]]]:
        """Go on with the same kind of piece, or change the kind at a settlement, an own or another's."""
        position = self.position
        spot, kind, since = node
        other_kind = "road" if kind == "ship" else "ship"
        owner = position.owner_at.get(spot, position.seat)
        if owner == position.seat:
            for path, far in position.map.roads_from[spot]:
                more = self._cost_on(kind, path)
                if more is not None:
                    yield Node(far, kind, min(2, since + 1)), more, (Step(kind, path),)
            if since == 2 and spot not in position.owner_at and self._may_settle(spot):
                hope = 0 if spot in position.map.on_land else 2 * HOPE
                yield Node(spot, other_kind, 0), BASE + hope, (Step("settlement", spot),)
        else:
            for path, far in position.map.roads_from[spot]:
                more = self._cost_on(other_kind, path)
                if more is not None:
                    yield Node(far, other_kind, 2), more + LANDING, (Step(other_kind, path),)

    def _may_settle(self, spot: int) -> bool:
        """Whether a settlement on the way may stand on a spot, be it that a hex which lies face down is land."""
        position = self.position
        around = position.map.hexes_at[spot]
        regions = {self._region[n] for n in around}
        return (
            not regions & {"gold", "forbidden"}
            and (spot in position.map.on_land or bool(self._face_down & {*around}))
            and not any(other in position.owner_at for other in position.map.neighbors(spot))
        )

    def _cost_on(self, kind: str, path: int) -> float | None:
        """What a piece on a path costs; None where none may ever stand."""
        position = self.position
        if path in position.taken:
            return None
        a, b = position.map.ends[path]
        beside = {*position.map.hexes_at[a]} & {*position.map.hexes_at[b]}
        regions = {self._region[n] for n in beside}
        if "forbidden" in regions or (kind == "ship" and "storm" in regions):
            return None
        if path in (position.map.along_land if kind == "road" else position.map.along_sea):
            return PIECE
        return PIECE + HOPE if beside & self._face_down else None

    # What to plan.

    @cached_property
    def _own_red(self) -> list[int]:
        return [spot for spot in self.position.own_settlements if spot in self._red]

    @cached_property
    def _spare_settlements(self) -> int:
        """How many settlements are left beyond those that the way and its end take."""
        end = 0 if self._own_red else 1
        return self.position.left["settlement"] - end - sum(step.kind == "settlement" for step in self.way)

    def is_buildable(self, spot: int) -> bool:
        """Build beside the way only where nothing else is needed for it, and settlements are left over."""
        if not self.position.view.turn.turn:
            return True
        return spot in self.position.own_network and self._spare_settlements > 0 and self._may_settle(spot)

    def plans(self) -> Iterator[Plan]:
        """Go the next step of the way: at its end, a settlement on the red point and then a city."""
        position = self.position
        if self._own_red:
            yield Plan("city", priced(CITY), 10 * STEP_WORTH, self._own_red[0])
        elif self.cost_of_way < 1e6:
            if self._spare_settlements < 0 and position.own_settlements and position.left["city"] > 1:
                # A city gives a settlement back.
                yield Plan("city", priced(CITY), STEP_WORTH, position.own_settlements[0])
            if not self.way:
                yield Plan("settlement", priced(SETTLEMENT), 5 * STEP_WORTH)
            elif self.way[0].kind == "settlement":
                yield Plan("settlement", priced(SETTLEMENT), STEP_WORTH, self.way[0].place)
            else:
                way = (Leg(*self.way[0]),)
                yield Plan("race", priced({}, way), STEP_WORTH, way=way)

    def worth_of_spot(self, spot: int) -> float:
        """Value at the start what is near the red points and on the coast."""
        if self.position.view.turn.turn:
            return 0.0
        coast = any(path in self.position.map.along_sea for path, _ in self.position.map.roads_from[spot])
        return (ON_THE_COAST if coast else 0.0) - PER_PATH * self._distances.get(spot, 0)

    @cached_property
    def _distances(self) -> Mapping[int, int]:
        """How many paths away from the nearest red point each intersection is."""
        found = dict.fromkeys(self._red, 0)
        edge = list(found)
        for spot in edge:
            for path, other in self.position.map.roads_from[spot]:
                if other not in found and any(self._cost_on(kind, path) for kind in ("road", "ship")):
                    found[other] = found[spot] + 1
                    edge.append(other)
        return found

    # What commands are worth.

    def piece(self, mind: Mind, leg: Leg) -> float:
        """Build the next piece of the way, and one for nothing as near to the red points as can be."""
        if Step(*leg) in self.way[:1]:
            return 500 if self._asked in ("act", "build") else 2000
        if self._asked in ("act", "build"):
            return NO
        return 1000 - min(self._distances.get(end, 999) for end in self.position.map.ends[leg.path])

    def settlement(self, mind: Mind, body: Any) -> float:
        """Build on a red point above all, then on the way; elsewhere only what is left over."""
        spot = body.intersection
        yields = worth_of_spot(self.position, self, spot)
        if not self.position.view.turn.turn:
            return 700 + yields
        if any(self._region[n] == "gold" for n in self.position.map.hexes_at[spot]):
            return 5000 + yields if spot in self._red else NO
        if Step("settlement", spot) in self.way[:1]:
            return 900
        return 700 + yields if self._spare_settlements > 0 and self.cost_of_way > FAR else NO

    def city(self, mind: Mind, body: Any) -> float:
        """Build the city that wins; at home only while the end is far, or for the settlement that it gives back."""
        if body.intersection in self._red:
            return 9000
        if self._own_red or (self.cost_of_way < FAR and self._spare_settlements >= 0):
            return NO
        return 800 + sum(self.position.map.income_at(body.intersection).values())

    def free_piece(self, mind: Mind, body: Any) -> float:
        """Play a victory point card while there is a piece to build on the way."""
        return 610 if self.way and self.way[0].kind != "settlement" else NO

    def think_of_gold(self, mind: Mind, choice: views_pb2.Choice) -> game_pb2.Command | None:
        """Choose what the plan lacks, then what is held least of."""
        command, body = start_command(choice.command)
        bounds = bounds_of(choice, "cards")
        left = count_goods(bounds.each)
        hand = dict(self.position.hand)
        chosen = dict.fromkeys(RESOURCES, 0)
        for _ in range(bounds.least):
            lacking = missing(hand, mind.plans[0].cost)
            name = max(RESOURCES, key=lambda name: (left[name] > 0, lacking[name], -hand[name]))
            left[name] -= 1
            hand[name] += 1
            chosen[name] += 1
        put_goods(body.cards, chosen)
        return command
