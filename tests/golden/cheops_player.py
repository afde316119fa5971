"""The rough player of Cheops: it sails and builds towards good places, gives blocks, and trades where routes lead."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from domain.board.laid import Board
from domain.components import GOODS, ONE_GOOD, Good, Goods, bits, coins_of, of_good, total
from domain.engine import Command, Game
from domain.rules.buildings import Buildings, cities_left, settlements_left
from domain.rules.hands import Hands
from domain.rules.purchases import Costs
from domain.rules.roads import Roads, roads_left
from domain.rules.ships import AT_OWN_ROAD_OR_SHIP, Fleet, ShipTerms, ships_left
from domain.scenarios.cheops.blessing import Favor
from domain.scenarios.cheops.geography import SITE
from domain.scenarios.cheops.pyramid import Pyramid, PyramidTerms, site_buildings, site_ways
from domain.scenarios.cheops.trade_routes import TradeRoutes
from tests.golden.player import Player, held_by, open_places, shortfall, yield_of

FAR = 6
"""How many paths ahead a seat looks."""
STEP = 3.0
"""What a path on the way takes off the worth of a place."""
COIN = 0.1
"""What a coin is worth, as a part of a card that is needed."""
SCARCE = {Good.ORE, Good.COIN}
"""What the shores of the Nile yield too little of."""
LINK = 9.0
"""How good it is to come to a trade route that leads to the pyramid or to a harbor."""


class CheopsPlayer(Player):
    """Plays any seat of a game of Cheops."""

    goods_of_trade = GOODS

    def __init__(self) -> None:
        self._aims: dict[tuple[int, int], tuple[float, Goods]] = {}

    def room_to_settle(self, game: Game, seat: int) -> bool:
        """Whether a seat has a settlement left and a place for it."""
        return bool(settlements_left(game, seat) and open_places(game, AT_OWN_ROAD_OR_SHIP.places(game, seat)))

    def place_worth(self, game: Game, seat: int, intersection: int) -> float:
        """What a place yields; more for goods that the seat has nowhere else, at a harbor, and at the pyramid."""
        board = game[Board]
        goods = {board.yields[n] for n in board.grid.hexes_at[intersection]} - {None}
        new = goods - {board.yields[n] for n in bits(game[Buildings].touched[seat])}
        harbor = any(mask >> intersection & 1 for mask in board.harbor_intersections)
        site = board.marked(SITE) >> intersection & 1 and not site_buildings(game, seat)
        return yield_of(game, intersection) + 3 * len(new) + 5 * bool(goods & SCARCE) + 4 * harbor + 13 * site

    def links(self, game: Game, seat: int) -> int:
        """Where trade routes lie that lead to the pyramid or to harbors, and to which the seat has not come yet."""
        own, board = game[Buildings].of[seat], game[Board]
        serving = reduce(or_, board.harbor_intersections)
        if game[Pyramid].begun and not site_ways(game, seat):
            serving |= board.marked(SITE)
        serving &= game[Buildings].others(seat)
        return reduce(or_, (route for route in game[TradeRoutes].routes if route & serving and not route & own), 0)

    def way_worth(self, game: Game, seat: int, path: int) -> float:
        """The best place that a road or ship on a path leads to, less what is still to be built on the way there."""
        board, grid = game[Board], game[Board].grid
        joins = game[Roads].of[seat].joins | game[Fleet].of[seat].joins
        others = game[Buildings].others(seat)
        taken = game[Roads].taken | game[Fleet].taken
        edge = [end for end in grid.ends[path] if not joins >> end & 1]
        wanted = self.links(game, seat)
        seen, best = joins, 0.0
        land_at = board.land_intersections
        for steps in range(FAR):
            further = []
            for spot in edge:
                seen |= 1 << spot
                if open_places(game, 1 << spot & land_at):
                    best = max(best, self.place_worth(game, seat, spot) - STEP * steps)
                if wanted >> spot & 1:
                    best = max(best, LINK - STEP * steps)
                if not others >> spot & 1:
                    ways = grid.roads_from[spot]
                    further += [end for way, end in ways if not taken >> way & 1 and not seen >> end & 1]
            edge = list(dict.fromkeys(further))
        return best

    def ahead(self, game: Game, seat: int) -> tuple[float, Goods]:
        """The best way that a seat could go on by a road or ship, and what that costs."""
        key = game.version, seat
        if key not in self._aims:
            taken = game[Roads].taken | game[Fleet].taken
            found = [(0.0, Goods(game.terms[Costs].development_card))]
            by_road = game[Roads].of[seat].frontier & game[Board].land_paths if roads_left(game, seat) else 0
            by_ship = game[Fleet].of[seat].frontier & game[Board].sea_paths if ships_left(game, seat) else 0
            for ways, cost in ((by_road, game.terms[Costs].road), (by_ship, game.terms[ShipTerms].cost)):
                found += [(self.way_worth(game, seat, path), Goods(cost)) for path in bits(ways & ~taken)]
            self._aims = {key: max(found)}
        return self._aims[key]

    def block_worth(self, game: Game, seat: int) -> float:
        """A block is good for the Blessing, against the Curse, and to keep up with the others."""
        pyramid, favor = game[Pyramid], game[Favor]
        given = pyramid.given(seat)
        most = max(pyramid.given(other) for other in game.everyone if other != seat)
        return 20 + 12 * (favor.blessed != seat and given >= most) + 8 * (seat in favor.cursed) + 3 * (given <= most)

    def block_cost(self, game: Game, seat: int) -> Goods | None:
        """What a block costs a seat, fee included; nothing where it has no way to the pyramid."""
        ways = site_ways(game, seat) if game[Pyramid].begun and game[Pyramid].left(seat) else ()
        if not ways:
            return None
        return Goods(game.terms[PyramidTerms].cost + of_good(Good.COIN, min(way.fee for way in ways)))

    def wishes(self, game: Game, seat: int) -> Iterator[tuple[float, Goods]]:
        """What a seat could save for, and how much it wants that."""
        costs = game.terms[Costs]
        yield 12, Goods(costs.development_card)
        if self.room_to_settle(game, seat):
            yield 36, Goods(costs.settlement)
        elif settlements_left(game, seat):
            way, cost = self.ahead(game, seat)
            yield 8 + way, cost
        if game[Buildings].settlements[seat] and cities_left(game, seat):
            yield 30, Goods(costs.city)
        block = self.block_cost(game, seat)
        if block is not None:
            yield self.block_worth(game, seat), block

    def goal_of(self, game: Game, seat: int) -> Goods:
        """What a seat saves for: what it wants, and can have soon."""
        held = held_by(game, seat)
        return max(self.wishes(game, seat), key=lambda wish: wish[0] - 6 * shortfall(held, wish[1]))[1]

    def helps(self, game: Game, seat: int, give: Goods, take: Goods) -> float:
        """How much nearer its goal an exchange brings a seat; coins are good for later."""
        return super().helps(game, seat, give, take) + COIN * (coins_of(take) - coins_of(give))

    def road_worth(self, game: Game, seat: int, path: int) -> float:
        """A road or ship is good where it leads to a good place."""
        return self.way_worth(game, seat, path)

    def settlement_worth(self, game: Game, seat: int, intersection: int) -> float:
        """How good a settlement is."""
        return 80 + 3 * self.place_worth(game, seat, intersection)

    def worth(self, game: Game, command: Command) -> float:
        """Tell roughly how good a command is."""
        seat = command.seat
        match type(command).__name__:
            case "BuildShip":
                return self.eager(game, seat) + self.road_worth(game, seat, command.path) + 1
            case "MoveShip":
                return 4 + self.way_worth(game, seat, command.path)
            case "PlacePyramidBlock":
                return 40 + self.block_worth(game, seat)
            case "TradeWithBank" | "TradeAtHarbor":
                return self._trade_worth(game, command)
        return super().worth(game, command)

    def _trade_worth(self, game: Game, command: Command) -> float:
        rate = getattr(command, "rate", 0) or self._rate(game, command.harbor)
        gain = self.helps(game, command.seat, of_good(command.give, rate), ONE_GOOD[command.take])
        fee = 2 if type(command).__name__ == "TradeAtHarbor" else 0
        return 22 * gain + 2 * (total(game[Hands].of[command.seat]) - 6) - rate - fee

    def _rate(self, game: Game, harbor: int) -> int:
        kind = next(each.kind for each in game[Board].harbors if each.path == harbor)
        return 3 if kind.name == "GENERAL" else 2
