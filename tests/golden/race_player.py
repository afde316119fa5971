"""The rough player of The Great Race: it goes the shortest way to a red point, and settles on the strip for that."""

import random
from collections.abc import Iterator

from domain.board.laid import Board
from domain.components import Cards, Goods, bits, kinds, total
from domain.engine import Choice, Command, Game
from domain.rules.buildings import Buildings, settlements_left
from domain.rules.gold_river import ChooseGold
from domain.rules.hands import Hands
from domain.rules.purchases import Costs
from domain.rules.roads import Roads
from domain.rules.ships import Fleet, ShipTerms
from domain.scenarios.great_race.islands import FORBIDDEN, STORM, STRIP, edges, touching
from domain.scenarios.great_race.race import RED_POINTS
from tests.golden.player import Player, yield_of

FAR = 99
"""Further than any way."""
HOME_SETTLEMENTS = 3
"""A seat with fewer settlements left than this builds none that brings it no further."""


class RacePlayer(Player):
    """Plays any seat of a game of The Great Race."""

    def __init__(self) -> None:
        self._ways: dict[tuple[Board, int], list[int]] = {}

    def ways(self, game: Game) -> list[int]:
        """For each intersection how many paths it is to a red point, by road or ship, around what is closed."""
        board = game[Board]
        if (board, 0) not in self._ways:
            closed = edges(game, FORBIDDEN) | edges(game, STORM) & ~board.land_paths
            found = [FAR] * len(board.grid.intersections)
            edge = list(bits(board.marked(RED_POINTS)))
            for steps in range(FAR):
                further = []
                for spot in edge:
                    if found[spot] == FAR:
                        found[spot] = steps
                        further += [end for way, end in board.grid.roads_from[spot] if not closed >> way & 1]
                edge = further
            self._ways = {(board, 0): found}
        return self._ways[board, 0]

    def left_to_go(self, game: Game, seat: int) -> int:
        """How many paths a seat has still to go."""
        ways = self.ways(game)
        ends = game[Roads].of[seat].ends | game[Fleet].of[seat].ends | game[Buildings].of[seat]
        return min((ways[end] for end in bits(ends)), default=FAR)

    def room_to_settle(self, game: Game, seat: int) -> bool:
        """Whether a seat stands where it wants to settle: at a red point, or on the strip."""
        ends = game[Roads].of[seat].ends | game[Fleet].of[seat].ends
        wanted = game[Board].marked(RED_POINTS) | touching(game, STRIP)
        return bool(settlements_left(game, seat) and ends & wanted & ~game[Buildings].closed)

    def goal_of(self, game: Game, seat: int) -> Goods:
        """What a seat saves for."""
        costs = game.terms[Costs]
        if game[Buildings].settlements[seat] & game[Board].marked(RED_POINTS):
            return Goods(costs.city)
        if self.room_to_settle(game, seat):
            return Goods(costs.settlement)
        if not game[Buildings].cities[seat]:
            return Goods(costs.city)
        frontier = game[Fleet].of[seat].frontier & game[Board].sea_paths
        return Goods(game.terms[ShipTerms].cost if frontier and self.left_to_go(game, seat) > 1 else costs.road)

    def piece_worth(self, game: Game, seat: int, path: int) -> float:
        """A road or ship is good where it brings the seat nearer to a red point."""
        ways = self.ways(game)
        gain = self.left_to_go(game, seat) - min(ways[end] for end in game[Board].grid.ends[path])
        return 60 + 10 * gain if gain > 0 else 12 + gain

    def settlement_worth(self, game: Game, seat: int, intersection: int) -> float:
        """A settlement is good on a red point, on the strip, and at first at home."""
        ways, board = self.ways(game), game[Board]
        if board.marked(RED_POINTS) >> intersection & 1:
            return 500
        if touching(game, STRIP) >> intersection & 1:
            nearest = min((ways[n] for n in bits(game[Buildings].of[seat])), default=FAR)
            return 200 - ways[intersection] if ways[intersection] < nearest else 5
        if not game[Buildings].occupied.bit_count() >= 2 * game.seats:
            return 80 + 2 * yield_of(game, intersection) - ways[intersection]
        return 20 if settlements_left(game, seat) > HOME_SETTLEMENTS else 0

    def worth(self, game: Game, command: Command) -> float:
        """Tell roughly how good a command is."""
        seat = command.seat
        match type(command).__name__:
            case "BuildCity":
                red = game[Board].marked(RED_POINTS) >> command.intersection & 1
                return 1000 if red else 70 + yield_of(game, command.intersection)
            case "BuildRoad" | "BuildShip":
                return self.piece_worth(game, seat, command.path)
            case "MoveShip":
                return self.piece_worth(game, seat, command.path) - 8
            case "PlayVictoryPoint":
                return 45
            case "BuyDevelopmentCard":
                return 16 + total(game[Hands].of[seat])
            case "ChooseGold":
                return 50
        return super().worth(game, command)

    def free_choices(self, game: Game, seat: int, choice: Choice, rng: random.Random) -> Iterator[Command]:
        """Make some commands out of a free choice."""
        if choice.command == ChooseGold.__name__:
            (bounds,) = choice.cards
            left, chosen = Cards(bounds.each), Cards(0)
            for _ in range(bounds.least):
                card = Cards(1 << 10 * rng.choice(bits(kinds(left))))
                left, chosen = Cards(left - card), Cards(chosen + card)
            yield ChooseGold(seat, chosen)
            return
        yield from super().free_choices(game, seat, choice, rng)
