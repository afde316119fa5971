"""The board: its lattice of places, the plan it is laid from, and the laid board that a game is played on."""

from domain.board.grid import Grid, Side, grid_of
from domain.board.laid import Board, HarborPlace, HexTile, lay
from domain.board.plan import HarborSpot, HexSpot, NumbersBy, Plan
from domain.board.validator import check_plan

__all__ = [
    "Board",
    "Grid",
    "HarborPlace",
    "HarborSpot",
    "HexSpot",
    "HexTile",
    "NumbersBy",
    "Plan",
    "Side",
    "check_plan",
    "grid_of",
    "lay",
]
