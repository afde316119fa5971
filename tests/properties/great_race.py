"""What every game of the Great Race keeps besides: ships, shared paths, landings, hexes face down, the robber, the end.

All is followed from the events alone: by a referee (``RaceReferee``) that holds every event against the rulebook, by a
ledger of the cards, and by a watch over turns and special building.
"""

import random
from collections import Counter

import msgspec

from domain.board.laid import Board
from domain.components import Cards, bits, pack
from domain.engine import Command, Event, Game, GameEnded, Prompts
from domain.rules.buildings import Buildings
from domain.rules.gold_river import ChooseGold
from domain.rules.moving_ships import MoveShip
from domain.rules.opening import BoardView
from domain.rules.production import Production
from domain.rules.roads import Roads
from domain.rules.robber import MoveRobber, RobberView
from domain.rules.ships import BuildShip, Fleet
from domain.scenarios.great_race.free_pieces import PlayVictoryPoint
from domain.scenarios.great_race.unknown_hexes import FaceDown, UnknownView
from domain.visibility import Viewer
from tests.properties.classic import Classic
from tests.properties.race_referee import RaceReferee
from tests.scenarios.great_race.places import BOARD_FOR, CHARTS
from tests.scenarios.great_race.table import CITIES, ROADS, SETTLEMENTS, SHIPS


class GreatRace(Classic):
    """Keeps watch over a game of the Great Race."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.chart = CHARTS[BOARD_FOR[game.seats]]
        self.referee = RaceReferee(self.chart, game.seats, self.hands)
        self.army_counts = "largest_army" in game.scenario.chosen
        self.open_hexes: tuple[Board | None, int] = None, 0
        """The board that was looked at last, and how many of its hexes lay open."""

    def see(self, event: Event) -> None:
        """Take in the next event."""
        super().see(event)
        self.referee.see(event)

    def check(self, game: Game) -> None:
        """What is soon counted."""
        super().check(game)
        self.referee.settled()
        self.check_hidden(game)
        self.check_robber(game)

    def check_pieces(self, game: Game) -> None:
        """Pieces lie where events put them, no more than there are; seats share paths, but never a spot (G1.2, G3.1).

        On the gold islands a seat has one building at most, and keeps one settlement and one city for it (G6.1, G6.2).
        """
        referee, buildings = self.referee, game[Buildings]
        gold = self.referee.gold_spots
        for seat in game.everyone:
            roads, ships = referee.roads[seat], referee.ships[seat]
            settlements, cities = referee.settlements[seat], referee.cities[seat]
            assert set(bits(game[Roads].of[seat].paths)) == roads
            assert set(bits(game[Fleet].of[seat].paths)) == ships
            assert set(bits(buildings.settlements[seat])) == settlements
            assert set(bits(buildings.cities[seat])) == cities
            assert not roads & ships
            assert not (roads | ships) & referee.dead_paths
            assert not ships & referee.stormy
            assert not (settlements | cities) & referee.dead_spots
            assert (len(roads) <= ROADS, len(ships) <= SHIPS) == (True, True)
            on_gold = (settlements | cities) & gold
            assert len(on_gold) <= 1
            assert len(settlements) <= SETTLEMENTS - (not on_gold)
            assert len(cities) <= CITIES - (not cities & gold)
        places = [place for seat in game.everyone for place in referee.buildings(seat)]
        assert len(places) == len(set(places))

    def check_hidden(self, game: Game) -> None:
        """What lies open is what was turned up; the game itself does not know what lies where among the rest (G4)."""
        referee, board = self.referee, game[Board]
        if not referee.known or self.open_hexes == (board, len(referee.known)):
            return
        self.open_hexes = board, len(referee.known)
        for h in self.chart.hidden:
            tile = board.tiles[h]
            assert (str(tile.terrain), tile.number) == referee.known.get(h, ("unknown", 0))
        assert Counter(map(str, game[FaceDown].terrains)) == Counter(referee.hidden)
        assert sorted(game[FaceDown].numbers) == referee.stack
        assert len(referee.hidden) == len(self.chart.hidden - referee.known.keys())

    def check_robber(self, game: Game) -> None:
        """The robber is where it went: off the board until two stand abroad, never at home (G6.3, G6.4)."""
        robber = game[Production].robber
        assert robber == self.referee.robber
        if robber is not None:
            assert robber in self.chart.strip | self.chart.gold
            assert self.referee.outside() >= 2

    def check_awards(self, game: Game) -> None:
        """There is no longest route, and the largest army by its option alone (G2.1, G8.1)."""
        if self.army_counts:
            self.check_army(game)

    def points(self, game: Game, seat: int) -> dict[str, int]:
        """No points are counted (G2.1)."""
        return {}

    def all_points(self, game: Game, seat: int) -> int:
        """Nor for what is hidden."""
        return 0

    def check_goes_on(self, game: Game) -> None:
        """Somebody is asked, and nobody has a city on a red point (G7.1)."""
        assert game[Prompts].stack
        assert not any(self.referee.cities[seat] & self.chart.red for seat in game.everyone)

    def check_verdict(self, game: Game, ended: GameEnded) -> None:
        """Whoever has the city on a red point, in whoever's turn it was built (G7.1)."""
        assert ended.cause == "gold"
        there = [seat for seat in game.everyone if self.referee.cities[seat] & self.chart.red]
        assert list(ended.winners) == there == [self.referee.won]

    def check_view(self, game: Game, viewer: Viewer, part: msgspec.Struct) -> None:
        """Everyone is shown what lies open, of the rest how much there is of what, and nobody where (B11.1, B11.2)."""
        referee = self.referee
        if not referee.known:
            return
        if isinstance(part, UnknownView):
            assert part.hexes == len(referee.hidden)
            assert [*map(str, part.terrains)] == sorted(referee.hidden)
            assert [*part.numbers] == referee.stack
        elif isinstance(part, BoardView):
            shown = [(str(tile.terrain), tile.number) for tile in part.hexes]
            assert shown == [referee.known.get(h, ("unknown", 0)) for h in self.chart.every_hex]
        elif isinstance(part, RobberView):
            assert part.hex == referee.robber

    def nonsense(self, game: Game, luck: random.Random) -> list[Command]:
        """Commands of each kind that most often nobody may give."""
        paths = len(game[Board].grid.ends)
        seat, path, other = luck.randint(0, game.seats + 1), luck.randint(-1, paths), luck.randint(-1, paths)
        one, two = (luck.choice((None, *range(game.seats + 2))) for _ in range(2))
        return [
            *super().nonsense(game, luck),
            BuildShip(seat, path),
            MoveShip(seat, other, path),
            MoveRobber(seat, luck.randint(-1, len(self.chart.grid.hexes)), one, two),
            ChooseGold(seat, Cards(pack(tuple(luck.randint(0, 2) for _ in range(5))))),
            PlayVictoryPoint(seat),
        ]
