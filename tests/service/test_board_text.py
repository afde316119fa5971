"""The board as text: all that lies on it, a legend, words that fit."""

import re

from click import unstyle

from domain.board.grid import grid_of
from service.cli.board_text import draw_board, draw_places
from settlers.v1 import game_pb2, views_pb2
from settlers.v1.board_pb2 import Harbor, Terrain

BOARD = r"""
  3:1  o           .
   .-'   '-.   .-'   '-.
 o           o           .
 |   fields  |    sea    |
 |     2     |  ore      |
(1)          o           .
   \1\   /1/   '-.   .-'
       .           .
      |2|  hills   |
      |2|    4     |
      [2]  robber  .
         '-.   .-'
       wool  o

(1) settlement, [1] city, /1/ road of seat 1
o harbor: 3:1 takes any resource, the others take 2:1 what they are named after
"""
"""Fields with a harbor, hills with the robber, some sea."""


def board_of(terrains: dict[tuple[int, int], int], harbors: dict[int, int]) -> views_pb2.BoardView:
    """A board of hexes with their terrains, the harbors by their paths, and nothing on it."""
    grid = grid_of(tuple(sorted(terrains, key=lambda centre: (centre[1], centre[0]))))
    board = views_pb2.BoardView(name="test")
    for n, (x, y) in enumerate(grid.hexes):
        board.hexes.add(hex=n, x=x, y=y, terrain=terrains[x, y])
        board.hexes[n].number = 0 if terrains[x, y] == Terrain.TERRAIN_SEA else n % 11 + 2
    for n, (x, y) in enumerate(grid.intersections):
        board.intersections.add(intersection=n, x=x, y=y)
    for n, (a, b) in enumerate(grid.ends):
        board.paths.add(path=n, a=a, b=b)
    for path, kind in harbors.items():
        board.harbors.add(path=path, kind=kind)
    return board


def test_a_board_is_drawn_with_all_that_lies_on_it():
    board = board_of({(0, 0): Terrain.TERRAIN_FIELDS, (2, 0): Terrain.TERRAIN_SEA, (1, 3): Terrain.TERRAIN_HILLS}, {})
    board.harbors.add(path=0, kind=Harbor.HARBOR_GENERAL)
    board.harbors.add(path=5, kind=Harbor.HARBOR_ORE)
    board.harbors.add(path=13, kind=Harbor.HARBOR_WOOL)
    view = game_pb2.GameView(board=board)
    view.buildings.settlements.add(seat=1, intersection=5)
    view.buildings.cities.add(seat=2, intersection=10)
    for seat, path in ((1, 7), (1, 8), (2, 11)):
        view.roads.roads.add(seat=seat, path=path)
    view.robber.hex = 2
    assert unstyle("\n".join(draw_board(view))) == BOARD.strip("\n")


def test_what_is_not_laid_is_not_drawn():
    assert draw_board(game_pb2.GameView()) == ["(the board is not laid yet)"]
    assert draw_board(game_pb2.GameView(), "cs") == ["(plán ještě není rozložen)"]


def test_a_board_is_drawn_in_czech():
    board = board_of({(0, 0): Terrain.TERRAIN_GOLD_RIVER, (2, 0): Terrain.TERRAIN_HILLS}, {0: Harbor.HARBOR_ORE})
    drawn = unstyle("\n".join(draw_board(game_pb2.GameView(board=board, robber={"hex": 1}), "cs")))
    said = ("zlatonosná", "pahorkat.", "ruda", "zloděj", "/1/ silnice hráče 1")
    assert [word in drawn for word in said] == [True] * 5


def test_large_boards_are_drawn_too():
    terrains = {(2 * c + r % 2, 3 * r): (c + r) % 8 for r in range(9) for c in range(10)}
    view = game_pb2.GameView(board=board_of(terrains, {}))
    lines = unstyle("\n".join(draw_board(view))).splitlines()
    assert max(map(len, lines)) <= 130
    assert sum(line.count("mountains") for line in lines) == 11
    numbers = unstyle("\n".join(draw_places(view, "intersections")))
    assert set(map(int, re.findall(r"\d+", numbers))) >= {spot.intersection for spot in view.board.intersections}
