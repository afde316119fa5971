"""Unknown hexes (G4): a road or ship on an edge turns them up, and what lies there is drawn only then."""

import msgspec

from domain.board.laid import Board, HexTile
from domain.chance import Draw
from domain.components import ONE, YIELD, Good, Seat, Terrain, covers
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Phase, Room
from domain.engine.state import State
from domain.rules.gold_river import ask_for_gold
from domain.rules.hands import Hands, ResourcesReceived
from domain.rules.opening import BoardLaid, created
from domain.rules.production import Production, with_hex
from domain.rules.roads import RoadBuilt
from domain.rules.ships import ShipBuilt, ShipMoved


class HexRevealed(Event, frozen=True):
    """A seat turned a face-down hex up (0: it lies open from the start): its terrain, and its number (0: none)."""

    seat: Seat
    hex: int
    terrain: Terrain
    number: int
    draws: tuple[Draw, ...]


class DiscoveryTerms(msgspec.Struct, frozen=True, gc=False):
    """Whether the unknown hexes lie face up from the start (G8.2)."""

    open_map: bool = False


class FaceDown(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows what is among the hexes and tokens that lie face down, and not where."""

    terrains: tuple[Terrain, ...] = ()
    numbers: tuple[int, ...] = ()

    def without(self, terrain: Terrain, number: int) -> "FaceDown":
        """The same after a hex was turned up, with its token, if it got one."""
        terrains, numbers = list(self.terrains), list(self.numbers)
        terrains.remove(terrain)
        if number:
            numbers.remove(number)
        return FaceDown(tuple(terrains), tuple(numbers))


room = Room("unknown hexes")
room.term(DiscoveryTerms())
room.part(FaceDown, lambda seats, terms: FaceDown())


@room.fold(BoardLaid, FaceDown)
def _(face_down: FaceDown, event: BoardLaid, state: State) -> FaceDown:
    plan = created(state).board
    return FaceDown(plan.hidden_terrains, plan.hidden_numbers)


@room.fold(HexRevealed, FaceDown)
def _(face_down: FaceDown, event: HexRevealed, state: State) -> FaceDown:
    return face_down.without(event.terrain, event.number)


@room.fold(HexRevealed, Board)
def _(board: Board, event: HexRevealed, state: State) -> Board:
    tile = board.tiles[event.hex]
    return board.with_tile(event.hex, HexTile(tile.x, tile.y, event.terrain, event.number, tile.region))


@room.fold(HexRevealed, Production)
def _(production: Production, event: HexRevealed, state: State) -> Production:
    good = YIELD.get(event.terrain)
    return production if good is None else with_hex(production, event.hex, event.number, good, state)


def reveal(play: Play, finder: Seat, n: int) -> None:
    """Turn a hex up: its terrain is drawn from those left, and for producing land a token; its finder gets a card."""
    left = play[FaceDown]
    terrain = left.terrains[play.draw("unknown_terrain", len(left.terrains))]
    good = YIELD.get(terrain)
    number = left.numbers[play.draw("unknown_number", len(left.numbers))] if good is not None else 0
    play.happen(HexRevealed(finder, n, terrain, number, play.drawn()))
    if good is Good.COIN and finder:
        ask_for_gold(play, finder, 1)
    elif good is not None and finder:
        card = ONE[good]
        if covers(play[Hands].bank, card):
            play.happen(ResourcesReceived(finder, card))


def explore(play: Play, event: RoadBuilt | ShipBuilt | ShipMoved) -> None:
    """Turn up a face-down hex on whose edge a piece was laid."""
    board = play[Board]
    for n in board.grid.hexes_along[event.path]:
        if board.tiles[n].terrain is Terrain.UNKNOWN:
            reveal(play, event.seat, n)


room.follow(RoadBuilt)(explore)
room.follow(ShipBuilt)(explore)
room.follow(ShipMoved)(explore)


def _lay_open(play: Play) -> None:
    if play.terms[DiscoveryTerms].open_map:
        for n, tile in enumerate(play[Board].tiles):
            if tile.terrain is Terrain.UNKNOWN:
                reveal(play, 0, n)


REVEALING = Phase("revealing", _lay_open)


class UnknownView(msgspec.Struct, frozen=True, gc=False):
    """How many hexes lie face down, and which terrains and tokens are among them (B11.1); not where."""

    hexes: int
    terrains: tuple[Terrain, ...]
    numbers: tuple[int, ...]


@room.show
def show_unknown(state: State, viewer: Viewer) -> UnknownView:
    """Show what is among the hexes that lie face down."""
    face_down = state[FaceDown]
    return UnknownView(len(face_down.terrains), tuple(sorted(face_down.terrains)), tuple(sorted(face_down.numbers)))
