"""Players of the Great Race: by luck, but with a mind to go west, so that many a race comes to its end.

They know how far every place is from a red point by the drawing of the board (``Chart``), not by the engine.
"""

import random
from functools import cache

from domain.components import bits, unpack
from domain.engine import Choice, Command, Game
from domain.rules.buildings import Buildings
from domain.rules.hands import Hands
from domain.rules.roads import Roads
from domain.rules.ships import Fleet
from domain.rules.turn import Turn
from tests.properties.players import Player, chosen, possible
from tests.scenarios.great_race.places import BOARD_FOR, CHARTS, Chart

FAR = 99
"""Further than any way."""

RACER = {"RollDice": 90, "Pass": 2, "BuyDevelopmentCard": 2, "PlayVictoryPoint": 40, "PlayRoadBuilding": 40}
RACER |= {"PlayKnight": 9, "TradeWithBank": 1, "OfferTrade": 0.3, "CounterTrade": 0.3, "AcceptTrade": 3}
RACER |= {"CloseTrade": 20, "MoveShip": 0.02}
"""How much likelier than others some commands are picked, wherever they lead."""
WINS, SETTLES, NEARER, RICHER, AROUND, ASTRAY = 1e6, 1e4, 1e3, 300.0, 5.0, 0.002
"""The same for a step on the way: the end, a settlement, a piece; a city at home; and for what leads nowhere."""


class Way(tuple[int, ...]):
    """For each intersection how many paths it is away from a red point, around what is closed (G5)."""

    __slots__ = ()


@cache
def way_of(chart: Chart) -> Way:
    """Walk from the red points over all paths that may ever carry a piece."""
    closed = chart.sides(*chart.forbidden) | {p for p in chart.sides(*chart.storms) if chart.along(p) in ("!!", "!.")}
    found = dict.fromkeys(chart.red, 0)
    edge = list(found)
    for place in edge:
        for path, other in chart.grid.roads_from[place]:
            if path not in closed and other not in found:
                found[other] = found[place] + 1
                edge.append(other)
    return Way(found.get(place, FAR) for place in chart.every_intersection)


class Racer(Player):
    """Picks by weights among all it may do, and weighs what brings it nearer to a red point the most."""

    def next_command(self, game: Game, luck: random.Random) -> Command:
        """What a seat that is asked does next."""
        seat = self._seat(game, luck)
        found = possible(game, seat)
        if len(found) > 1:
            weights = Weights(game, seat)
            found = luck.choices(found, [weights.of(each, self.weights) for each in found])
        (picked,) = found
        return chosen(seat, picked, luck) if isinstance(picked, Choice) else picked


class Weights:
    """How likely a seat picks each thing that it may do, in one position."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.chart = CHARTS[BOARD_FOR[game.seats]]
        self.way = way_of(self.chart)
        self.hand = unpack(game[Hands].of[seat])
        self.reds = {place for place in self.chart.red if game[Buildings].settlements[seat] >> place & 1}
        self._left = -1

    @property
    def left(self) -> int:
        """How many paths the seat has still to go."""
        if self._left < 0:
            game, seat = self.game, self.seat
            ends = game[Roads].of[seat].ends | game[Fleet].of[seat].ends | game[Buildings].of[seat]
            self._left = min((self.way[end] for end in bits(ends)), default=FAR)
        return self._left

    def of(self, each: Command | Choice, weights: dict[str, float]) -> float:
        """The weight of one thing."""
        if isinstance(each, Choice):
            return weights.get(each.command, 9)
        name = type(each).__name__
        if name in ("BuildRoad", "BuildShip", "MoveShip"):
            return self.piece(each) * (weights["MoveShip"] if name == "MoveShip" else 1)
        if name == "BuildSettlement":
            return self.settlement(each.intersection)
        if name == "BuildCity":
            return WINS if each.intersection in self.reds else ASTRAY if self.reds else RICHER
        if name == "TradeWithBank":
            return self.trade(each) * weights[name]
        if name == "MoveRobber":
            return 1 if each.victim is None else 20 if each.second is None else 60
        return weights.get(name, 1)

    def piece(self, command: Command) -> float:
        """A road or ship that brings the seat nearer, or round the gold island where it stands already."""
        ends = self.chart.grid.ends[command.path]
        if self.reds:
            return AROUND if self.chart.red & {*ends} else ASTRAY
        return NEARER if min(self.way[end] for end in ends) < self.left else ASTRAY

    def settlement(self, place: int) -> float:
        """On a red point; on the way there, by the sea, where roads go on by ship; at the start on land that yields."""
        if place in self.chart.red:
            return SETTLES * 9
        around = set(self.chart.grid.hexes_at[place])
        by_the_sea = bool(around & self.chart.water) or len(around) < 3
        if not self.game[Turn].number:
            return 2.0 ** -self.way[place] * len(around & self.chart.home) ** 3 * (1 + 4 * by_the_sea)
        nearest = min(self.way[own] for own in bits(self.game[Buildings].of[self.seat]))
        on_the_way = (by_the_sea or around & self.chart.strip) and self.way[place] < nearest
        return SETTLES if on_the_way else ASTRAY

    def trade(self, command: Command) -> float:
        """What there is much of, for what is missing."""
        much = self.hand[command.give] - command.rate
        return 40 if much > 0 and not self.hand[command.take] else 2 if much > 1 else 0.01


RACE_PLAYERS = {"racer": Racer(RACER)}
