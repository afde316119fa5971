"""The board as text, drawn from a view alone: whatever hexes lie on the lattice of board.proto, with all pieces.

A hex is twelve columns wide. Its corners are dots, or buildings; its sides are thin lines, or roads with the digit of
their seat. Harbors stand off the coast, before the path on which they lie.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from service.cli.canvas import FAINT, PLAIN, STRONG, Canvas, Style, seat_style
from service.cli.words import CORNERS, HARBORS, TERRAINS
from settlers.v1 import board_pb2, game_pb2, views_pb2

HALF = 6
"""Columns of half a hex's width: one step of x on the lattice."""

PITCH = 5
"""Text rows between a hex and the next one to the south: three steps of y."""

_TINTS: Mapping[int, Style] = MappingProxyType(
    {
        board_pb2.TERRAIN_HILLS: {"fg": "red"},
        board_pb2.TERRAIN_FOREST: {"fg": "green"},
        board_pb2.TERRAIN_PASTURE: {"fg": "bright_green"},
        board_pb2.TERRAIN_FIELDS: {"fg": "yellow"},
        board_pb2.TERRAIN_MOUNTAINS: {"fg": "white"},
        board_pb2.TERRAIN_SEA: {"fg": "blue"},
    }
)

_WATER: Style = MappingProxyType({"fg": "cyan"})
_RED_NUMBER: Style = MappingProxyType({"fg": "bright_red", "bold": True})
_ROBBER: Style = MappingProxyType({"reverse": True})


def draw_board(view: game_pb2.GameView) -> list[str]:
    """Draw the board with all that lies on it, and a legend; nothing before it is laid."""
    if not view.board.hexes:
        return ["(the board is not laid yet)"]
    return [*_Drawing(view).lines(), "", *_legend(view)]


def draw_places(view: game_pb2.GameView, kind: str) -> list[str]:
    """Draw the board with the numbers by which commands name its "hexes", "intersections" or "paths"."""
    return _Drawing(view, numbers=kind).lines() if view.board.hexes else []


def _row(y: int) -> int:
    """The text row of a lattice row: corners pair up, and two rows for words lie between the pairs."""
    third, rest = divmod(y, 3)
    return PITCH * third + (3, PITCH, PITCH + 2)[rest]


class _Drawing:
    """A board on a canvas. ``numbers`` names a kind of places whose numbers are drawn instead of pieces."""

    def __init__(self, view: game_pb2.GameView, numbers: str = "") -> None:
        self._numbers = numbers
        self._canvas = Canvas()
        self._land = [tile for tile in view.board.hexes if tile.terrain != board_pb2.TERRAIN_SEA]
        self._points = {spot.intersection: (spot.x, spot.y) for spot in view.board.intersections}
        self._ends = {path.path: (path.a, path.b) for path in view.board.paths}
        for tile in view.board.hexes:
            self._draw_hex(tile)
        roads = {road.path: road.seat for road in view.roads.roads}
        for path in self._ends:
            self._draw_path(path, roads.get(path, 0))
        for harbor in view.board.harbors:
            self._draw_harbor(harbor)
        harbors = {spot for harbor in view.board.harbors for spot in self._ends[harbor.path]}
        for spot in self._points:
            self._draw_spot(spot, spot in harbors)
        if not numbers:
            self._draw_pieces(view)

    def lines(self) -> list[str]:
        """Give the drawing."""
        return self._canvas.lines()

    def _draw_hex(self, tile: views_pb2.HexView) -> None:
        row, column = _row(tile.y), HALF * tile.x
        self._canvas.write_centred(row, column, TERRAINS.get(tile.terrain, "?"), _TINTS.get(tile.terrain, PLAIN))
        if self._numbers == "hexes":
            self._canvas.write_centred(row + 1, column, f"#{tile.hex}", STRONG)
        elif tile.number:
            style = _RED_NUMBER if tile.number in (6, 8) else STRONG
            self._canvas.write_centred(row + 1, column, f"{tile.number}", style)

    def _place(self, spot: int) -> tuple[int, int]:
        """The row and the column of an intersection."""
        x, y = self._points[spot]
        return _row(y), HALF * x

    def _line(self, path: int) -> tuple[int, int, int, int]:
        """The row and the column of a path's western end, then of its eastern; of its northern and southern end."""
        west, east = sorted(self._ends[path], key=lambda spot: self._points[spot])
        return *self._place(west), *self._place(east)

    def _draw_path(self, path: int, seat: int) -> None:
        row, column, other_row, other_column = self._line(path)
        number = str(path) if self._numbers == "paths" else ""
        style = seat_style(seat) if seat else FAINT
        if column == other_column:
            for at in range(row + 1, other_row):
                self._canvas.write_centred(at, column, f"|{seat}|" if seat else "|", style)
            self._canvas.write_centred(row + 1, column, number, STRONG)
        else:
            road, side = (f"\\{seat}\\", "'-.") if row < other_row else (f"/{seat}/", ".-'")
            line = number or (road if seat else side)
            self._canvas.write_centred((row + other_row) // 2, column + HALF // 2, line, STRONG if number else style)

    def _draw_spot(self, spot: int, at_harbor: bool) -> None:
        if self._numbers == "intersections":
            text, style = str(spot), STRONG
        else:
            text, style = ("o", _WATER) if at_harbor else (".", FAINT)
        self._canvas.write_centred(*self._place(spot), text, style)

    def _draw_harbor(self, harbor: board_pb2.HarborPlace) -> None:
        """Write what a harbor trades on the water side of its path."""
        text = HARBORS.get(harbor.kind, "?")
        row, column, other_row, other_column = self._line(harbor.path)
        land_row, land_column = self._land_beside(harbor.path)
        if column == other_column:
            left = column + 3 if land_column < column else column - 2 - len(text)
            self._canvas.write(other_row - 1, left, text, _WATER)
        else:
            # In the row of that end which lies farther out: after it, or before it.
            out = min(row, other_row) if land_row > max(row, other_row) else max(row, other_row)
            left = column + 3 if out == row else column + 4 - len(text)
            self._canvas.write(out, left, text, _WATER)

    def _land_beside(self, path: int) -> tuple[int, int]:
        """The row and the column of the middle of a land hex beside a path."""
        ends = {self._points[spot] for spot in self._ends[path]}
        for tile in self._land:
            if ends <= {(tile.x + dx, tile.y + dy) for dx, dy in CORNERS}:
                return _row(tile.y), HALF * tile.x
        return 0, 0

    def _draw_pieces(self, view: game_pb2.GameView) -> None:
        for settlement in view.buildings.settlements:
            style = seat_style(settlement.seat)
            self._canvas.write_centred(*self._place(settlement.intersection), f"({settlement.seat})", style)
        for city in view.buildings.cities:
            self._canvas.write_centred(*self._place(city.intersection), f"[{city.seat}]", seat_style(city.seat))
        for tile in view.board.hexes:
            if view.robber.HasField("hex") and tile.hex == view.robber.hex:
                self._canvas.write_centred(_row(tile.y) + 2, HALF * tile.x, "robber", _ROBBER)


def _legend(view: game_pb2.GameView) -> Iterator[str]:
    yield "(1) settlement, [1] city, /1/ road of seat 1"
    if view.board.harbors:
        yield "o harbor: 3:1 takes any resource, the others take 2:1 what they are named after"
