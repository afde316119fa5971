"""The board: its lattice of places, the plan it is laid from, and the laid board that a game is played on."""

from domain.board.grid import Corner, Grid, Side, grid_of
from domain.board.laid import Board, HarborPlace, HexTile, lay
from domain.board.plan import HarborSpot, HexSpot, Mark, NumbersBy, Plan
from domain.board.validator import Row, check_plan, needs_desert

__all__ = [
    "Board",
    "Corner",
    "Grid",
    "HarborPlace",
    "HarborSpot",
    "HexSpot",
    "HexTile",
    "Mark",
    "NumbersBy",
    "Plan",
    "Row",
    "Side",
    "check_plan",
    "grid_of",
    "lay",
    "needs_desert",
]
