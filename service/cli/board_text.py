"""The board as text, drawn from a view alone: whatever hexes lie on the lattice of board.proto, with all pieces.

A hex is twelve columns wide. Its corners are dots, or buildings; its sides are thin lines, or roads and ships with the
digit of their seat. Harbors stand off the coast, before the path on which they lie. Where there is no hex, nothing is
drawn, be it a frame of sea or none. The arrows of a route lie on its paths, and letters on its intersections. Where
several seats have pieces on one path, their digits stand side by side, roads first.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from service.cli.canvas import FAINT, PLAIN, STRONG, Canvas, Style, seat_style
from service.texts import DEFAULT_LANGUAGE, Catalogue, catalogue
from service.texts.places import CORNERS, harbor_mark, hex_word
from service.texts.scenarios import source_text
from service.texts.words import in_row, key_of
from settlers.v1 import board_pb2, game_pb2, sea_pb2, views_pb2

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
        board_pb2.TERRAIN_GOLD_RIVER: {"fg": "bright_yellow"},
    }
)

_WATER: Style = MappingProxyType({"fg": "cyan"})
_RED_NUMBER: Style = MappingProxyType({"fg": "bright_red", "bold": True})
_ROBBER: Style = MappingProxyType({"reverse": True})
_ALEXANDER: Style = MappingProxyType({"reverse": True, "bold": True})
_MARKED: Style = MappingProxyType({"fg": "magenta", "bold": True})
_CROSSED: Style = MappingProxyType({"fg": "magenta"})

_MARKS = {"site": "^^", "start": "*@", "red": "RR"}
"""How marked intersections are drawn: away from a harbor, and at one."""

_STOPS = MappingProxyType({"temple": "T", "chip": "?", "empty": "=", "seven": "7"})
"""How the intersections of a route are drawn until they are crossed."""

_PROTECTED = "xX"
"""How protected intersections are drawn: away from a harbor, and at one."""

_REGIONS = {"storm": "! ! !", "forbidden": "X X X"}
"""What is written below the word for a hex of a region that keeps pieces away."""

_LANDS = {"home": "board-home", "strip": "board-strip"}
"""What is written at the foot of a hex of a region that a person cannot tell from its place."""

_ROWS_BETWEEN = 2
"""Text rows between the two ends of a path that runs north and south."""

_WIDTH = 100
"""Columns of the lines of text below the drawing."""


def draw_board(view: game_pb2.GameView, language: str = DEFAULT_LANGUAGE) -> list[str]:
    """Draw the board with all that lies on it, and a legend; nothing before it is laid."""
    texts = catalogue(language)
    if not view.board.hexes:
        return [texts.say("board-not-laid")]
    return [*_Drawing(view, texts).lines(), "", *_legend(texts, view)]


def draw_places(view: game_pb2.GameView, kind: str, language: str = DEFAULT_LANGUAGE) -> list[str]:
    """Draw the board with the numbers by which commands name its "hexes", "intersections" or "paths"."""
    return _Drawing(view, catalogue(language), numbers=kind).lines() if view.board.hexes else []


def _row(y: int) -> int:
    """The text row of a lattice row: corners pair up, and two rows for words lie between the pairs."""
    third, rest = divmod(y, 3)
    return PITCH * third + (3, PITCH, PITCH + 2)[rest]


class _March:
    """Alexander's route as it is drawn: the letters of its intersections, the strokes of its paths, and his place."""

    def __init__(self, view: game_pb2.GameView) -> None:
        route, march = view.board.route, view.march
        points, crossed = [*route.intersections], march.arrow
        self.letters: dict[int, str] = {}
        self.protected = {*march.protected} & _land_spots(view.board)
        self.crossed = {*points[1 : crossed + 1]}
        self._strokes: dict[tuple[int, int], str] = {}
        self._place = tuple(sorted(points[crossed : crossed + 2]))
        if not points:
            return
        ahead = enumerate(route.stops[crossed:], crossed + 1)
        self.letters = {points[n]: _STOPS.get(stop, "?") for n, stop in ahead} | {points[-1]: "P"}
        if not crossed:
            self.letters[points[0]] = "M"
        elif march.HasField("event"):
            self.letters[points[crossed]] = "!"
        where = {spot.intersection: (spot.x, spot.y) for spot in view.board.intersections}
        for n, (a, b) in enumerate(pairwise(points)):
            (ax, ay), (bx, by) = where[a], where[b]
            arrow = "<>"[ax < bx] if ax != bx else "^v"[ay < by]
            self._strokes[min(a, b), max(a, b)] = ":" if n < crossed else arrow

    def stroke(self, ends: tuple[int, int]) -> str:
        """Give what is drawn along the path between two intersections; nothing where the route does not lead."""
        return self._strokes.get(ends, "")

    def is_at(self, ends: tuple[int, int]) -> bool:
        """Tell whether Alexander stands on the path between two intersections."""
        return ends == self._place


class _Drawing:
    """A board on a canvas. ``numbers`` names a kind of places whose numbers are drawn instead of pieces."""

    def __init__(self, view: game_pb2.GameView, texts: Catalogue, numbers: str = "") -> None:
        self._texts = texts
        self._numbers = numbers
        self._canvas = Canvas()
        self._land = _land(view.board)
        self._points = {spot.intersection: (spot.x, spot.y) for spot in view.board.intersections}
        self._ends = {path.path: (path.a, path.b) for path in view.board.paths}
        self._march = _March(view)
        for tile in view.board.hexes:
            self._draw_hex(tile)
        roads, ships = _seats_by_path(view.roads.roads), _seats_by_path(view.ships.ships)
        for path in self._ends:
            self._draw_path(path, roads.get(path, []), ships.get(path, []))
        for harbor in view.board.harbors:
            self._draw_harbor(harbor)
        harbors = {spot for harbor in view.board.harbors for spot in self._ends[harbor.path]}
        marks = _shown_marks(view)
        for spot in self._points:
            self._draw_spot(spot, marks.get(spot, ""), spot in harbors)
        if not numbers:
            self._draw_pieces(view)

    def lines(self) -> list[str]:
        """Give the drawing."""
        return self._canvas.lines()

    def _draw_hex(self, tile: views_pb2.HexView) -> None:
        row, column = _row(tile.y), HALF * tile.x
        unknown = tile.terrain == board_pb2.TERRAIN_UNKNOWN
        word = "?" if unknown else hex_word(tile, self._texts, "drawn")
        self._canvas.write_centred(row, column, word, STRONG if unknown else _TINTS.get(tile.terrain, PLAIN))
        if tile.region in _LANDS:
            self._canvas.write_centred(row + 2, column, self._texts.say(_LANDS[tile.region]), FAINT)
        if self._numbers == "hexes":
            self._canvas.write_centred(row + 1, column, f"#{tile.hex}", STRONG)
        elif tile.number:
            style = _RED_NUMBER if tile.number in (6, 8) else STRONG
            self._canvas.write_centred(row + 1, column, f"{tile.number}", style)
        else:
            self._canvas.write_centred(row + 1, column, _REGIONS.get(tile.region, ""), STRONG)

    def _place(self, spot: int) -> tuple[int, int]:
        """The row and the column of an intersection."""
        x, y = self._points[spot]
        return _row(y), HALF * x

    def _line(self, path: int) -> tuple[int, int, int, int]:
        """The row and the column of a path's western end, then of its eastern; of its northern and southern end."""
        west, east = sorted(self._ends[path], key=lambda spot: self._points[spot])
        return *self._place(west), *self._place(east)

    def _draw_path(self, path: int, roads: list[int], ships: list[int]) -> None:
        row, column, other_row, other_column = self._line(path)
        number = str(path) if self._numbers == "paths" else ""
        arrow = self._march.stroke(self._ends[path])
        alexander = "" if self._numbers or not self._march.is_at(self._ends[path]) else "A"
        pieces = [*roads, *ships]
        style = seat_style(pieces[0]) if pieces else _arrow_style(arrow)
        if column == other_column:
            lines = {"v": "|v", "^": "^|", ":": "::"}.get(arrow, "||")
            for at, line in enumerate(lines, row + 1):
                self._canvas.write_centred(at, column, _piece("|", roads, ships) or line, style)
            if len(pieces) > 1:
                self._draw_shared_upright(row + 1, column, roads, ships)
            self._canvas.write_centred(row + 1, column, number, STRONG)
            self._canvas.write(row + 1 + lines.rfind("|"), column, alexander, _ALEXANDER)
        else:
            stroke, side = ("\\", "'-.") if row < other_row else ("/", ".-'")
            line = number or _piece(stroke, roads, ships) or 3 * arrow or side
            middle, left = (row + other_row) // 2, column + HALF // 2
            if len(pieces) > 1 and not number:
                self._draw_shared(middle, left, _group(stroke, roads) + _group("~", ships))
            else:
                self._canvas.write_centred(middle, left, line, STRONG if number else style)
            # In the middle of his arrow, but not on the digit of a road.
            self._canvas.write(middle, left - 2 if pieces else left, alexander, _ALEXANDER)

    def _draw_shared_upright(self, row: int, column: int, roads: list[int], ships: list[int]) -> None:
        """Draw the pieces of several seats on a path that runs north and south: roads above ships, or all of a kind."""
        if roads and ships:
            rows = [_group("|", roads), _group("~", ships)]
        else:
            stroke, seats = ("|", roads) if roads else ("~", ships)
            # More than three take both rows; fewer stand in each, as one piece does.
            middle = (len(seats) + 1) // 2
            halves = [seats[:middle], seats[middle:]] if len(seats) > 3 else [seats] * _ROWS_BETWEEN
            rows = [_group(stroke, half) for half in halves]
        for at, text in enumerate(rows, row):
            self._canvas.write_centred(at, column, "   ")
            self._draw_shared(at, column, text)

    def _draw_shared(self, row: int, column: int, text: str) -> None:
        """Write strokes and digits with their middle at a place, each digit in the colour of its seat."""
        left, style = column - (len(text) - 1) // 2, PLAIN
        for at, character in enumerate(text, left):
            style = seat_style(int(character)) if character.isdigit() else PLAIN
            self._canvas.write(row, at, character, style)

    def _draw_spot(self, spot: int, mark: str, at_harbor: bool) -> None:
        if self._numbers == "intersections":
            text, style = str(spot), STRONG
        elif mark:
            text, style = _MARKS[mark][at_harbor], _MARKED
        elif spot in self._march.letters:
            text, style = self._march.letters[spot], _MARKED
        elif spot in self._march.protected:
            text, style = _PROTECTED[at_harbor], _CROSSED
        elif spot in self._march.crossed and not at_harbor:
            text, style = "+", _CROSSED
        else:
            text, style = ("o", _WATER) if at_harbor else (".", FAINT)
        self._canvas.write_centred(*self._place(spot), text, style)

    def _draw_harbor(self, harbor: board_pb2.HarborPlace) -> None:
        """Write what a harbor trades on the water side of its path."""
        text = harbor_mark(harbor.kind, self._texts)
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
        marks = _shown_marks(view)
        for settlement in view.buildings.settlements:
            style = seat_style(settlement.seat)
            red = "R" if marks.get(settlement.intersection) == "red" else ""
            self._canvas.write_centred(*self._place(settlement.intersection), f"({settlement.seat}){red}", style)
        for city in view.buildings.cities:
            self._canvas.write_centred(*self._place(city.intersection), f"[{city.seat}]", seat_style(city.seat))
        for tile in view.board.hexes:
            row, column = _row(tile.y), HALF * tile.x
            if view.robber.HasField("hex") and tile.hex == view.robber.hex:
                self._canvas.write_centred(row + 2, column, self._texts.say("board-robber"), _ROBBER)
            if tile.region == "pyramid" and view.HasField("pyramid"):
                blocks, room = len(view.pyramid.blocks), sum(view.pyramid.levels)
                self._canvas.write_centred(row + 1, column, f"{blocks}/{room}", STRONG)


def _seats_by_path(pieces: Iterable[views_pb2.RoadView | sea_pb2.ShipView]) -> dict[int, list[int]]:
    """The seats that have a piece on each path, lowest first."""
    found: dict[int, list[int]] = {}
    for piece in pieces:
        found.setdefault(piece.path, []).append(piece.seat)
    return {path: sorted(seats) for path, seats in found.items()}


def _group(stroke: str, seats: list[int]) -> str:
    """Draw pieces of one kind, if there are any: their stroke, then the digit of each seat."""
    return stroke + "".join(map(str, seats)) if seats else ""


def _piece(stroke: str, roads: list[int], ships: list[int]) -> str:
    """Draw the one road or ship on a path, if there is one."""
    return f"~{ships[0]}~" if ships else f"{stroke}{roads[0]}{stroke}" if roads else ""


def _land(board: views_pb2.BoardView) -> list[views_pb2.HexView]:
    return [tile for tile in board.hexes if tile.terrain not in (board_pb2.TERRAIN_SEA, board_pb2.TERRAIN_UNKNOWN)]


def _land_spots(board: views_pb2.BoardView) -> set[int]:
    """The intersections that touch land."""
    corners = {(tile.x + dx, tile.y + dy) for tile in _land(board) for dx, dy in CORNERS}
    return {spot.intersection for spot in board.intersections if (spot.x, spot.y) in corners}


def _arrow_style(arrow: str) -> Style:
    if not arrow:
        return FAINT
    return _CROSSED if arrow == ":" else _MARKED


def _shown_marks(view: game_pb2.GameView) -> dict[int, str]:
    """The marks of intersections that matter still: starting places do before the first turn."""
    shown = _MARKS if not view.turn.turn else ("site", "red")
    return {spot: mark.name for mark in view.board.marks if mark.name in shown for spot in mark.intersections}


def _legend(texts: Catalogue, view: game_pb2.GameView) -> Iterator[str]:
    say = texts.say
    yield say("board-pieces-and-ships" if view.HasField("ships") else "board-pieces")
    if view.board.harbors:
        yield say("board-harbors")
    marks = {*_shown_marks(view).values()}
    if "start" in marks:
        yield say("board-starts")
    if "site" in marks:
        yield say("board-site")
    if "red" in marks:
        yield from _race_legend(texts, view)
    if view.board.route.stops:
        yield from _march_legend(texts, view)
    if view.board.source:
        yield from textwrap.wrap(
            say("board-source", source=source_text(texts, view.board.name, view.board.source)), _WIDTH
        )


def _race_legend(texts: Catalogue, view: game_pb2.GameView) -> Iterator[str]:
    yield texts.say("board-red")
    yield texts.say("board-unknown")
    regions = {tile.region for tile in view.board.hexes}
    if "storm" in regions:
        yield texts.say("board-storm")
    if "forbidden" in regions:
        yield texts.say("board-forbidden")
    paths = [*(road.path for road in view.roads.roads), *(ship.path for ship in view.ships.ships)]
    if len({*paths}) < len(paths):
        yield texts.say("board-shared")


def _march_legend(texts: Catalogue, view: game_pb2.GameView) -> Iterator[str]:
    route = view.board.route
    yield texts.say("board-route")
    yield texts.say("board-stops")
    yield texts.say("board-protected")
    left_over = sum(chip.count for chip in route.chips) - [*route.stops].count("chip")
    kinds = in_row(texts, (texts.say(key_of("bag", chip.kind), count=chip.count) for chip in route.chips))
    yield texts.say("board-chips", chips=kinds, left=left_over)
