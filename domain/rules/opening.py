"""Before the first move: the game is created, the seats may add nonces, the board is laid (B2.6, B11.2)."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from domain.board.laid import Board, HarborPlace, HexTile, board_of, lay
from domain.board.plan import Mark, Plan, Route
from domain.chance import Draw
from domain.components import Terrain
from domain.engine.fairness import Fairness, GameCreated, NonceGiven, SeedRevealed
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand, GameEnded
from domain.engine.room import Choice, Phase, Room
from domain.engine.scenario import Option, Text
from domain.engine.state import State
from domain.errors import Illegal, Reason

NONCE_SIZE = 32
"""Bytes in a seat's nonce."""


class GiveNonce(Command, frozen=True):
    """Add your own nonce to the key of chance (asked for before the board is laid, where the game was created so)."""

    nonce: bytes


class BoardLaid(Event, frozen=True):
    """The board lies as it will be played on."""

    tiles: tuple[HexTile, ...]
    harbors: tuple[HarborPlace, ...]
    sea_frame: bool
    robber: int | None
    """The hex of the robber; none while it is off the board."""
    draws: tuple[Draw, ...]


class FairnessTerms(msgspec.Struct, frozen=True, gc=False):
    """Whether each seat is asked for a nonce."""

    seat_nonces: bool = False


room = Room("opening")
room.term(FairnessTerms())
room.part(Fairness, lambda seats, terms: Fairness())
room.part(Board, lambda seats, terms: board_of((), (), True))
room.prompt("nonce", "B11.2")
room.note(SeedRevealed)


@room.fold(GameCreated, Fairness)
def _(fairness: Fairness, event: GameCreated, state: State) -> Fairness:
    return fairness.begun(event)


@room.fold(NonceGiven, Fairness)
def _(fairness: Fairness, event: NonceGiven, state: State) -> Fairness:
    return fairness.nonce_given(event)


@room.fold(BoardLaid, Board)
def _(board: Board, event: BoardLaid, state: State) -> Board:
    plan = created(state).board
    return board_of(event.tiles, event.harbors, event.sea_frame, plan.marks, plan.route)


def _choose_nonce(state: State, demand: Demand) -> Iterable[Choice]:
    return (Choice(GiveNonce.__name__, ()),)


def _check_nonce(state: State, command: GiveNonce, demand: Demand) -> None:
    if len(command.nonce) != NONCE_SIZE:
        raise Illegal(Reason.NONCE_WRONG_SIZE, "B11.2", size=len(command.nonce), needed=NONCE_SIZE)


@room.does(GiveNonce, "nonce", check=_check_nonce, choosing=_choose_nonce)
def give_nonce(play: Play, command: GiveNonce, demand: Demand) -> None:
    """Take a seat's nonce."""
    play.happen(NonceGiven(command.seat, command.nonce))
    play.answer(demand)


def created(state: State) -> GameCreated:
    """The event that created the game."""
    event = state[Fairness].created
    assert event is not None
    return event


def _ask_for_nonces(play: Play) -> None:
    if play.terms[FairnessTerms].seat_nonces:
        play.ask_each("nonce", play.everyone)


def _lay_board(play: Play) -> None:
    plan = created(play).board
    tiles, harbors = lay(plan, play.draw)
    robber = plan.robber
    if robber is None:
        robber = board_of(tiles, harbors, plan.sea_frame).first(Terrain.DESERT)
    play.happen(BoardLaid(tiles, harbors, plan.sea_frame, robber, play.drawn()))


@room.follow(GameEnded)
def reveal_seed(play: Play, event: GameEnded) -> None:
    """Tell the seed once the game is over, so that every draw can be checked."""
    play.happen(SeedRevealed(created(play).seed))


SEAT_NONCES = Option(
    "seat_nonces",
    Text(
        "Each seat adds a nonce of its own to the chance of the game, before the board is laid.",
        "Každý hráč přidá před rozložením plánu k náhodě hry vlastní nonci.",
    ),
    lambda chapter: chapter.amend(terms=(FairnessTerms(seat_nonces=True),)),
)

NONCES = Phase("nonces", _ask_for_nonces)
LAYING = Phase("laying", _lay_board)


class TableView(msgspec.Struct, frozen=True, gc=False):
    """What is played, by whom, and what makes it fair."""

    scenario: str
    options: tuple[str, ...]
    seats: int
    players: tuple[str, ...]
    commitment: bytes
    seed_chosen: bool
    nonces: tuple[bytes, ...]


class HexView(msgspec.Struct, frozen=True, gc=False):
    """A hex: its number on the board, its centre on the lattice, its terrain, its token (0: none) and its region."""

    hex: int
    x: int
    y: int
    terrain: Terrain
    number: int
    region: str


class IntersectionView(msgspec.Struct, frozen=True, gc=False):
    """An intersection and its place on the lattice."""

    intersection: int
    x: int
    y: int


class PathView(msgspec.Struct, frozen=True, gc=False):
    """A path and the two intersections at its ends."""

    path: int
    a: int
    b: int


class BoardView(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The board with the lattice coordinates of each place, so that a client draws it without hex arithmetic."""

    hexes: tuple[HexView, ...]
    intersections: tuple[IntersectionView, ...]
    paths: tuple[PathView, ...]
    harbors: tuple[HarborPlace, ...]
    sea_frame: bool
    name: str
    source: str
    marks: tuple[Mark, ...]
    route: Route | None


@room.show
def show_table(state: State, viewer: Viewer) -> TableView:
    """Show what was agreed before the first move."""
    event = created(state)
    return TableView(
        event.scenario,
        event.options,
        event.seats,
        event.players,
        event.commitment,
        event.seed_chosen,
        state[Fairness].nonces,
    )


@room.show
def show_board(state: State, viewer: Viewer) -> BoardView:
    """Show the board."""
    return _drawn(state[Board], created(state).board)


@lru_cache(maxsize=256)
def _drawn(board: Board, plan: Plan) -> BoardView:
    """Draw a board: nearly all of a view is that, and it is the same until a hex is turned up."""
    grid = board.grid
    return BoardView(
        tuple(HexView(n, t.x, t.y, t.terrain, t.number, t.region) for n, t in enumerate(board.tiles)),
        tuple(IntersectionView(n, x, y) for n, (x, y) in enumerate(grid.intersections)),
        tuple(PathView(n, a, b) for n, (a, b) in enumerate(grid.ends)),
        board.harbors,
        plan.sea_frame,
        plan.name,
        plan.source,
        plan.marks,
        plan.route,
    )
