"""The stand-alone verifier refuses a creation that does not fit together: seats, players, options, rules and board."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from domain.board.plan import Plan
from domain.chance import SeededChance, commitment
from domain.components import Terrain
from domain.engine import GameCreated, Viewer, create
from domain.scenarios import SCENARIOS
from service.store.creation import NewGame, creation
from service.store.records import first_seal, seal_events
from settlers.v1 import record_pb2
from tests.audit.forging import Rows, edited, kind_at, put, rechained, stored, with_field
from tests.audit.played import Played
from tests.audit.standalone import broken, broken_in, cut_lines, verifier, verify, verify_lines
from tests.service.house import SEED

CHANGED = msgspec.structs.replace

GAMES = [
    (scenario.key, seats, board)
    for scenario in SCENARIOS.values()
    for seats in scenario.seats
    for board in scenario.boards_for(seats)
]
"""Every board, for every number of seats."""


def made(created: GameCreated) -> tuple[str, Rows]:
    """Seal what the rules make of a creation, whatever stands in it, as if a server had done it."""
    scenario = SCENARIOS[created.scenario].with_options(created.options)
    _, events = create(scenario, created, SeededChance())
    game_id = str(uuid.UUID(int=1))
    cause = record_pb2.Cause(rules_version=created.rules_version, events=len(events)).SerializeToString()
    records, _ = seal_events(first_seal(game_id, created.seed), 1, events, cause, datetime.now(UTC))
    return game_id, [(record.version, record.data) for record in records]


def asked(scenario: str = "classic", seats: int = 3, **fields: Any) -> GameCreated:
    """A creation as a server makes it."""
    return creation(NewGame(scenario=scenario, seats=seats, seed=SEED, **fields))


@pytest.mark.parametrize(("scenario", "seats", "board"), GAMES)
def test_every_board_is_right_for_its_seats(scenario: str, seats: int, board: str):
    options = [option.key for option in SCENARIOS[scenario].options if option.key != "two_seats"]
    for chosen in ((), options):
        assert verify(*made(asked(scenario, seats, board=board, options=chosen))).passed["outcome"]


@pytest.mark.parametrize(
    "board", [(scenario.key, board) for scenario in SCENARIOS.values() for board in scenario.boards]
)
def test_its_lattice_is_that_of_the_board(board: tuple[str, str]):
    plan = SCENARIOS[board[0]].boards[board[1]]()
    found = verifier.lattice(plan.centres)
    assert found.corners == [[*ring] for ring in plan.grid.corners]
    assert list(found.paths) == list(plan.grid.ends)
    assert list(found.paths.values()) == [[*hexes] for hexes in plan.grid.hexes_along]
    assert found.size == len(plan.grid.intersections)


def test_a_robber_on_any_desert_is_right():
    plan = asked("alexander").board
    deserts = [n for n, spot in enumerate(plan.hexes) if spot.terrain is Terrain.DESERT]
    assert len(deserts) > 5
    for robber in deserts:
        assert verify(*made(asked("alexander", robber=robber))).passed["outcome"]


# What the rules make a game of, though nobody can play it ----------------------------------------------------------


def hexes(**fields: Any) -> Callable[[Plan], Plan]:
    """Change every hex."""
    return lambda plan: CHANGED(plan, hexes=tuple(CHANGED(spot, **fields) for spot in plan.hexes))


def every_token(number: int) -> Callable[[Plan], Plan]:
    """A board with one number on all its tokens."""
    return lambda plan: CHANGED(
        plan, hexes=tuple(CHANGED(spot, number=number if spot.number else 0) for spot in plan.hexes)
    )


def far_away(plan: Plan) -> Plan:
    """A board that no picture can show."""
    spots = (CHANGED(spot, x=spot.x * 10**6, y=spot.y * 10**6) for spot in plan.hexes)
    return CHANGED(plan, hexes=tuple(spots))


def in_a_row(plan: Plan) -> Plan:
    """Six hexes in a row, without a harbor."""
    spots = tuple(CHANGED(plan.hexes[0], x=2 * n, y=0) for n in range(6))
    return CHANGED(plan, hexes=spots, harbors=())


def one_chip_of_each(plan: Plan) -> Plan:
    """Fewer chips than stops that have one."""
    assert plan.route is not None
    return CHANGED(plan, route=CHANGED(plan.route, chips=tuple(CHANGED(chip, count=1) for chip in plan.route.chips)))


BOARDS: dict[str, tuple[str, Callable[[Plan], Plan]]] = {
    "every token an 8": ("classic", every_token(8)),
    "a token that there is not": ("classic", every_token(99)),
    "sevens": ("classic", every_token(7)),
    "one hex": ("classic", lambda plan: CHANGED(plan, hexes=plan.hexes[:1], harbors=())),
    "no hexes": ("classic", lambda plan: CHANGED(plan, hexes=(), harbors=())),
    "six hexes in a row": ("classic", in_a_row),
    "a robber beside the board": ("classic", lambda plan: CHANGED(plan, robber=9999)),
    "a robber on the sea": ("cheops", lambda plan: CHANGED(plan, robber=0)),
    "numbers on what yields nothing": ("classic", hexes(number=3)),
    "deserts without end": ("classic", hexes(terrain=Terrain.DESERT)),
    "all sea": ("classic", hexes(terrain=Terrain.SEA, number=0)),
    "all unknown": ("classic", hexes(terrain=Terrain.UNKNOWN, number=0)),
    "far away": ("classic", far_away),
    "no more hidden hexes": ("great-race", lambda plan: CHANGED(plan, hidden_terrains=())),
    "no hidden tokens": ("great-race", lambda plan: CHANGED(plan, hidden_numbers=())),
    "hidden sevens": ("great-race", lambda plan: CHANGED(plan, hidden_numbers=(7,) * len(plan.hidden_numbers))),
    "too few chips": ("alexander", one_chip_of_each),
    "a name for a terminal": ("classic", lambda plan: CHANGED(plan, name="\x1b[31mX")),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_that_nobody_can_play_on_is_caught(name: str):
    scenario, change = BOARDS[name]
    created = asked(scenario)
    forged = made(CHANGED(created, board=change(created.board)))
    assert broken(*forged) == ("outcome", 1)


CREATIONS: dict[str, tuple[dict[str, Any], str]] = {
    "no players": ({"players": ()}, "outcome"),
    "more players than seats": ({"players": ("",) * 9}, "outcome"),
    "a player without end": ({"players": ("x" * 129, "", "")}, "outcome"),
    "an option twice": ({"options": ("two_seats", "two_seats")}, "outcome"),
    "a seed of one byte": ({"seed": b"x", "commitment": commitment(b"x")}, "commitment"),
    "a seed that is longer": ({"seed": bytes(33), "commitment": commitment(bytes(33))}, "commitment"),
}


@pytest.mark.parametrize("name", CREATIONS)
def test_a_creation_that_does_not_fit_together_is_caught(name: str):
    fields, check = CREATIONS[name]
    assert broken(*made(CHANGED(asked(), **fields))) == (check, 1)


def made_up(plan: Plan) -> Plan:
    """The tokens 2 and 12 change places: a board as good as any, and none of ours."""
    spots = [*plan.hexes]
    first, other = (n for n, spot in enumerate(spots) if spot.number in (2, 12))
    spots[first], spots[other] = (
        CHANGED(spots[a], number=spots[b].number) for a, b in ((first, other), (other, first))
    )
    return CHANGED(plan, hexes=tuple(spots))


def test_a_board_that_only_has_the_name_of_one_is_not_told():
    """The file says so: it knows no boards."""
    created = asked()
    assert made_up(created.board) != created.board
    assert verify(*made(CHANGED(created, board=made_up(created.board)))).passed["outcome"]
    assert "made up, with the name of one" in str(verifier.__doc__)


# What no rules make a game of ----------------------------------------------------------------------------------------


def long_row(board: Any) -> None:
    """A board on which red numbers always lie beside each other, however its tokens are shuffled."""
    for name in ("hexes", "harbors", "numbers"):
        board.ClearField(name)
    for n in range(200):
        board.hexes.add(x=2 * n, terrain=1)
    board.numbers[:] = [6] * 200
    board.numbers_by = 3


def on_board(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A change of the plan, in the part of the event that has it."""
    return lambda event: change(event.board) if event.HasField("board") else None


FORGED: dict[str, Callable[[Any], Any]] = {
    "nobody": put("seats", 0),
    "one seat": put("seats", 1),
    "nine seats": put("seats", 9),
    "rules of nobody": put("rules_version", 0),
    "other rules than its cause": put("rules_version", 77),
    "a commitment cut short": lambda event: put("commitment", event.commitment[:31])(event),
    "no scenario": put("scenario", ""),
    "a scenario for a terminal": put("scenario", "\x1b[2K"),
    "an option for a terminal": lambda event: event.options.append("\x1b[2K"),
    "no board": lambda event: event.ClearField("board"),
    "a hex twice": on_board(lambda board: board.hexes[1].CopyFrom(board.hexes[0])),
    "a hex between others": on_board(lambda board: put("x", board.hexes[1].x + 1)(board.hexes[1])),
    "hexes in another order": on_board(lambda board: board.hexes.append(board.hexes.pop(3))),
    "hexes left of all": on_board(lambda board: put("x", -8)(board.hexes[0])),
    "more hexes than any board": on_board(lambda board: [board.hexes.add(x=2 * n, y=30) for n in range(200)]),
    "a terrain to shuffle, and no place": on_board(lambda board: board.terrains.append(1)),
    "an unknown terrain to shuffle": on_board(lambda board: board.hidden_terrains.append(9)),
    "a hex without a terrain": on_board(lambda board: board.hexes[0].ClearField("terrain")),
    "a token to shuffle, and no place": on_board(lambda board: board.numbers.append(3)),
    "tokens in a spiral that lie there": on_board(put("numbers_by", 2)),
    "a harbor nowhere": on_board(lambda board: put("path", 5000)(board.harbors[0])),
    "a harbor inland": on_board(lambda board: put("path", 30)(board.harbors[0])),
    "a harbor twice": on_board(lambda board: board.harbors[1].CopyFrom(board.harbors[0])),
    "a harbor without a kind": on_board(lambda board: board.harbors[0].ClearField("kind")),
    "a mark nowhere": on_board(lambda board: board.marks.add(name="start", intersections=[54])),
    "a mark twice": on_board(lambda board: [board.marks.add(name="start") for _ in range(2)]),
    "a mark twice on an intersection": on_board(lambda board: board.marks.add(name="start", intersections=[3, 3])),
    "a mark for a terminal": on_board(lambda board: board.marks.add(name="\x1b[2K")),
    "a region for a terminal": on_board(lambda board: put("region", "\x1b[2K")(board.hexes[0])),
}


@pytest.fixture(scope="module")
def created() -> tuple[str, Rows]:
    """A game that was just created."""
    return made(asked())


@pytest.mark.parametrize("name", FORGED)
def test_a_creation_that_no_rules_take_is_caught(created: tuple[str, Rows], name: str):
    game_id, rows = created
    forged = rechained(game_id, edited(rows, 0, FORGED[name]))
    assert forged != rows
    assert broken(game_id, forged)[1] == 1
    assert broken(game_id, forged)[0] in ("outcome", "commitment")


def test_tokens_that_could_be_shuffled_for_ever_are_not(created: tuple[str, Rows]):
    """The board is laid with the draws that stand in the file, and no others."""
    game_id, rows = created
    forged = rechained(game_id, edited(rows, 0, on_board(long_row)))
    assert broken(game_id, forged) == ("outcome", kind_at(rows, "board_laid"))


ROUTES: dict[str, Callable[[Any], Any]] = {
    "a route to nowhere": lambda route: put_at(route.intersections, 3, 9999),
    "a route that jumps": lambda route: put_at(route.intersections, 3, 0),
    "a route that comes back": lambda route: put_at(route.intersections, 3, route.intersections[1]),
    "a route without stops": lambda route: route.ClearField("stops"),
    "a stop of another kind": lambda route: put_at(route.stops, 0, "\x1b[2K"),
    "no way": lambda route: route.Clear(),
    "chips of another kind": lambda route: route.chips.add(kind="\x1b[2K", count=1),
    "chips told twice": lambda route: route.chips.add(kind="famine", count=1),
    "chips without end": lambda route: put("count", 2**31)(route.chips[0]),
}


def put_at(many: Any, place: int, value: Any) -> None:
    """Another value in a list."""
    many[place] = value


@pytest.mark.parametrize("name", ROUTES)
def test_a_route_that_nobody_can_go_is_caught(name: str):
    game_id, rows = made(asked("alexander"))
    forged = edited(rows, 0, on_board(lambda board: ROUTES[name](board.route)))
    assert forged != rows
    assert broken(game_id, rechained(game_id, forged)) == ("outcome", 1)


def test_without_the_seed_a_creation_is_checked_as_well(begun: Played):
    forged = rechained(begun.game_id, edited(begun.rows, 0, put("rules_version", 0)))
    assert broken_in(cut_lines(begun, forged, Viewer(1))) == ("outcome", 1)
    assert verify_lines(cut_lines(begun, begun.rows, Viewer(1))).flaw is None


# Rules, seats and nonces ---------------------------------------------------------------------------------------------


def by_rules(rows: Rows, n: int, version: int) -> Rows:
    """Let a command be decided by other rules."""
    cause = record_pb2.Cause.FromString(stored(rows[n]).cause)
    cause.rules_version = version
    return [*rows[:n], with_field(rows[n], "cause", cause.SerializeToString()), *rows[n + 1 :]]


def test_a_game_goes_on_by_the_same_or_by_later_rules(begun: Played):
    first, second, third = [n for n, row in enumerate(begun.rows) if stored(row).cause][1:4]
    later = by_rules(begun.rows, first, 3)
    assert broken(begun.game_id, rechained(begun.game_id, later)) == ("order", second + 1)
    assert broken(begun.game_id, rechained(begun.game_id, by_rules(begun.rows, third, 0))) == ("order", third + 1)


def test_a_nonce_has_32_bytes():
    table = verifier.Outcomes(verifier.Report(str(uuid.UUID(int=1)), "store"))
    table.options, table.seats = ["seat_nonces"], range(1, 4)
    for size in (0, 31, 33):
        with pytest.raises(verifier.Broken, match="commitment"):
            table.on_nonce_given(SimpleNamespace(seat=1, nonce=bytes(size)))
    table.on_nonce_given(SimpleNamespace(seat=1, nonce=bytes(32)))
    assert table.nonces == {1: bytes(32)}
