"""Things in words: cards, seats, and places, as a person finds them on a board ("fields 8" and not hex 14)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from settlers.v1 import alexander_pb2, board_pb2, cards_pb2, great_race_pb2, table_pb2, views_pb2

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""A hex's corners, seen from its centre on the lattice."""


def _words(enum: Any) -> Mapping[int, str]:
    """The words for the values of an enum, whose names all begin with the enum's own; unspecified is "?"."""
    names = {number: name for name, number in enum.items()}
    prefix = len(names[0]) - len("UNSPECIFIED")
    return {number: name[prefix:].replace("_", " ").lower() if number else "?" for number, name in names.items()}


TERRAINS = _words(board_pb2.Terrain)
RESOURCES = _words(cards_pb2.Resource)
DEVELOPMENT_CARDS = _words(cards_pb2.DevelopmentCard)
MARCH_EVENTS = _words(alexander_pb2.MarchEvent)
ADVISORS = {1: "first advisor", 2: "second advisor", 3: "third advisor"}
REGIONS = {"nile": "Nile", "red_sea": "Red Sea", "pyramid": "pyramid", "storm": "storm", "forbidden": "forbidden"}
"""The regions whose hexes a person calls by the region's name, and not by what they are made of."""
HARBORS = {**_words(board_pb2.Harbor), board_pb2.HARBOR_GENERAL: "3:1"}


PLURALS = {
    "knight": "knights",
    "victory point": "victory points",
    "year of plenty": "years of plenty",
    "monopoly": "monopolies",
    "coin": "coins",
}
"""The words for cards and goods that change when there are more of them."""


Bag = cards_pb2.Resources | cards_pb2.Goods | cards_pb2.DevelopmentCards


def bag_parts(bag: Bag) -> list[str]:
    """Write each kind of cards or goods out, like "2 brick"."""
    counts = {field.name.replace("_", " "): n for field, n in bag.ListFields()}
    return [f"{n} {PLURALS.get(name, name) if n > 1 else name}" for name, n in counts.items()]


def bag_text(bag: Bag) -> str:
    """Write cards or goods out, like "2 brick and 1 ore"."""
    return and_text(bag_parts(bag)) or "nothing"


def bag_size(bag: Bag) -> int:
    """Count cards or goods."""
    return sum(n for _, n in bag.ListFields())


def count_text(count: int, name: str) -> str:
    """Count things: "no chips", "1 chip", "3 chips"."""
    return f"{count or 'no'} {name}{'' if count == 1 else 's'}"


def and_text(parts: Iterable[str]) -> str:
    """Put words together: "a", "a and b", "a, b and c"."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def seats_text(seats: Iterable[int]) -> str:
    """Name seats: "seat 1", "seats 1 and 2"."""
    numbers = [str(seat) for seat in seats]
    return f"seat{'s' if len(numbers) > 1 else ''} {and_text(numbers)}"


def prompts_text(prompts: Sequence[table_pb2.Prompt]) -> str:
    """Say who is asked for what, the topmost prompt first: "seats 1 and 3 (discard), then seat 2 (robber)"."""
    asked = [
        f"{seats_text(demand.seat for demand in prompt.demands)} ({prompt.kind.replace('_', ' ')})"
        for prompt in reversed(prompts)
    ]
    return ", then ".join(asked) or "nobody"


class Places:
    """The places of a board in words."""

    def __init__(self, board: views_pb2.BoardView) -> None:
        self._board = board
        spots = {(spot.x, spot.y): spot.intersection for spot in board.intersections}
        self._hexes = {tile.hex: _hex_text(tile) for tile in board.hexes}
        self._around: dict[int, list[str]] = {spot: [] for spot in spots.values()}
        for tile in board.hexes:
            text, water = _hex_text(tile), tile.terrain == board_pb2.TERRAIN_SEA
            if not water or tile.region in REGIONS:
                for dx, dy in CORNERS:
                    around = self._around[spots[tile.x + dx, tile.y + dy]]
                    if not water or text not in around:
                        around.append(text)
        ends = {path.path: (path.a, path.b) for path in board.paths}
        for harbor in board.harbors:
            for spot in ends[harbor.path]:
                self._around[spot].append(f"{HARBORS.get(harbor.kind, '?')} harbor")

    def with_hex(self, found: great_race_pb2.HexRevealed) -> "Places":
        """Make the same places with a hex turned up."""
        board = views_pb2.BoardView()
        board.CopyFrom(self._board)
        for tile in board.hexes:
            if tile.hex == found.hex:
                tile.terrain, tile.number = found.terrain, found.number
        return Places(board)

    def hex(self, number: int) -> str:
        """Name a hex, like "fields 8"."""
        return self._hexes.get(number, f"hex {number}")

    def intersection(self, number: int) -> str:
        """Name an intersection by what meets there, like "fields 8, hills 5"."""
        return ", ".join(self._around.get(number, ())) or f"intersection {number}"


def hex_word(tile: views_pb2.HexView) -> str:
    """Say what a hex is, like "fields" or "Nile"."""
    return REGIONS.get(tile.region) or TERRAINS.get(tile.terrain, "?")


def _hex_text(tile: views_pb2.HexView) -> str:
    word = hex_word(tile)
    return f"{word} {tile.number}" if tile.number else word
