"""The places of a board in words, as a person finds them on it: "fields 8" and not hex 14."""

from service.texts.catalogue import DEFAULT_LANGUAGE, Catalogue, catalogue
from service.texts.words import enum_word, in_row, key_of, word
from settlers.v1 import board_pb2, great_race_pb2, views_pb2

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""A hex's corners, seen from its centre on the lattice."""

_TERRAIN = board_pb2.Terrain.DESCRIPTOR
_HARBOR = board_pb2.Harbor.DESCRIPTOR


class Places:
    """The places of a board in the words of a language; by their numbers where the board does not have them."""

    def __init__(self, board: views_pb2.BoardView | None = None, language: str = DEFAULT_LANGUAGE) -> None:
        self._board = board or views_pb2.BoardView()
        self._texts = texts = catalogue(language)
        self._tiles = {tile.hex: tile for tile in self._board.hexes}
        spots = {(spot.x, spot.y): spot.intersection for spot in self._board.intersections}
        self._around: dict[int, list[str]] = {spot: [] for spot in spots.values()}
        for tile in self._board.hexes:
            text, water = hex_text(texts, tile), tile.terrain == board_pb2.TERRAIN_SEA
            if not water or _has_name(texts, tile):
                for dx, dy in CORNERS:
                    around = self._around[spots[tile.x + dx, tile.y + dy]]
                    if not water or text not in around:
                        around.append(text)
        ends = {path.path: (path.a, path.b) for path in self._board.paths}
        for harbor in self._board.harbors:
            name = texts.say("place-harbor", harbor=enum_word(texts, _HARBOR, harbor.kind))
            for spot in ends[harbor.path]:
                self._around[spot].append(name)

    def with_hex(self, found: great_race_pb2.HexRevealed) -> "Places":
        """Make the same places with a hex turned up."""
        board = views_pb2.BoardView()
        board.CopyFrom(self._board)
        for tile in board.hexes:
            if tile.hex == found.hex:
                tile.terrain, tile.number = found.terrain, found.number
        return Places(board, self._texts.language)

    def hex(self, number: int, form: str = "") -> str:
        """Name a hex, like "fields 8"."""
        tile = self._tiles.get(number)
        return hex_text(self._texts, tile, form) if tile else self._texts.say("place-unknown-hex", hex=number)

    def intersection(self, number: int) -> str:
        """Name an intersection by what meets there, like "fields 8, hills 5"."""
        return self.around(number) or self._texts.say("place-unknown-intersection", intersection=number)

    def around(self, number: int) -> str:
        """Name what meets at an intersection; nothing where nothing does that a person would name."""
        return in_row(self._texts, self._around.get(number, ()))


def hex_word(tile: views_pb2.HexView, texts: Catalogue, form: str = "") -> str:
    """Say what a hex is, like "fields" or "Nile"."""
    if _has_name(texts, tile):
        return word(texts, "region", tile.region, form)
    return enum_word(texts, _TERRAIN, tile.terrain, form)


def harbor_mark(kind: int, texts: Catalogue) -> str:
    """Say shortly what a harbor trades: "3:1" any resource, another the one that it is named after."""
    if kind == board_pb2.HARBOR_GENERAL:
        return "3:1"
    return word(texts, "resource", board_pb2.Harbor.Name(kind).removeprefix("HARBOR_")) if kind else "?"


def _has_name(texts: Catalogue, tile: views_pb2.HexView) -> bool:
    """Whether a person calls a hex by the name of its region, and not by what it is made of."""
    return key_of("region", tile.region) in texts


def hex_text(texts: Catalogue, tile: views_pb2.HexView, form: str = "") -> str:
    """Name a hex with its number, like "fields 8"."""
    return texts.say("place-hex", word=hex_word(tile, texts, form), number=tile.number)
