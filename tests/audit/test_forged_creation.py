"""Games that nobody can ask for: what stands in their creation is held against what the release would create."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from domain.board.plan import HexSpot
from domain.chance import SeededChance, commitment
from domain.components import Terrain
from domain.engine import RULES_VERSION, GameCreated, create
from domain.scenarios import SCENARIOS
from service.audit import verifying
from service.audit.eyes import viewer_of
from service.audit.report import Flaw
from service.audit.verifying import verify
from service.store.creation import NewGame, creation
from service.store.records import Record, first_seal, prove_record, seal_events
from settlers.v1 import record_pb2
from tests.audit.forging import edited, kind_at, rechained, with_field
from tests.audit.played import Played
from tests.service.house import SEED

THEN = datetime(2026, 1, 1, tzinfo=UTC)
GAME = str(uuid.UUID(int=7))
PLAYED_BY = {"classic": 3, "cheops": 4, "alexander": 4, "great-race": 3}


def sealed(created: GameCreated) -> list[Record]:
    """What a store would hold if it created such a game."""
    scenario = SCENARIOS[created.scenario].with_options(created.options)
    _, events = create(scenario, created, SeededChance())
    cause = record_pb2.Cause(rules_version=RULES_VERSION, events=len(events)).SerializeToString()
    return seal_events(first_seal(GAME, created.seed), 1, events, cause, THEN)[0]


def asked(scenario: str = "classic", **how: Any) -> GameCreated:
    return creation(NewGame(**{"scenario": scenario, "seats": PLAYED_BY[scenario], "seed": SEED, **how}))


def flaw_of(records: list[Record], eyes: str = "store", **how: Any) -> Flaw | None:
    """What is wrong with a game, as some eyes see it."""
    viewer = viewer_of(eyes)
    shown = records
    if viewer is not None:
        shown = [Record(each.version, "", prove_record(each, viewer, SEED).SerializeToString()) for each in records]
    return verify(GAME, shown, eyes=eyes, **how).flaw


BOARDS = [
    (key, name, seats)
    for key, scenario in SCENARIOS.items()
    for seats in scenario.seats
    for name in scenario.boards_for(seats)
]


@pytest.mark.parametrize(("scenario", "board", "seats"), BOARDS)
def test_every_board_of_the_release_can_be_asked_for(scenario: str, board: str, seats: int):
    records = sealed(asked(scenario, board=board, seats=seats, players=[f"player {seat}" for seat in range(seats)]))
    for eyes in ("store", "auditor", "spectator", "seat 1"):
        assert flaw_of(records, eyes) is None


def test_what_is_chosen_can_be_asked_for():
    plan = asked("cheops").board
    deserts = [n for n, spot in enumerate(plan.hexes) if spot.terrain is Terrain.DESERT and not spot.region]
    for created in (
        asked("cheops", robber=deserts[-1]),
        asked("classic", options=["two_seats"], seats=2),
        asked("great-race", options=["open_map", "seat_nonces"]),
        msgspec.structs.replace(asked(), seed_chosen=False),
    ):
        assert flaw_of(sealed(created)) is None


def board(**fields: Any) -> Callable[[GameCreated], GameCreated]:
    """Change the board of a game."""
    return lambda created: msgspec.structs.replace(created, board=msgspec.structs.replace(created.board, **fields))


def each_hex(change: Callable[[HexSpot], HexSpot]) -> Callable[[GameCreated], GameCreated]:
    """Change each hex of its board."""
    return lambda created: board(hexes=tuple(map(change, created.board.hexes)))(created)


def game(**fields: Any) -> Callable[[GameCreated], GameCreated]:
    """Change the game itself."""
    return lambda created: msgspec.structs.replace(created, **fields)


replaced = msgspec.structs.replace
FORGED: dict[str, Callable[[GameCreated], GameCreated]] = {
    "each token an eight": each_hex(lambda spot: replaced(spot, number=8 if spot.number else 0)),
    "a token that there is not": each_hex(lambda spot: replaced(spot, number=99)),
    "hexes that lie far away": each_hex(lambda spot: replaced(spot, x=spot.x * 10**6, y=spot.y * 10**6)),
    "nothing but sea": each_hex(lambda spot: replaced(spot, terrain=Terrain.SEA, number=0)),
    "hexes face down": each_hex(lambda spot: replaced(spot, terrain=Terrain.UNKNOWN, number=0)),
    "one hex": lambda created: board(hexes=created.board.hexes[:1], harbors=())(created),
    "no hex": board(hexes=(), harbors=(), terrains=(), numbers=()),
    "a robber beside the board": board(robber=9999),
    "a robber where none may start": board(robber=0),
    "a board by another name": board(name="\x1b[31mX"),
    "a board without a name": board(name=""),
    "the name of another board": board(name="spiral"),
    "another source": board(source="\x1b[8m"),
    "no players": game(players=()),
    "nine players": game(players=("a",) * 9),
    "a player with a long name": game(players=("x" * 100_000, "", "")),
    "an option twice": game(options=("two_seats", "two_seats")),
    "options out of order": game(options=("two_seats", "seat_nonces")),
    "rules of another release": game(rules_version=RULES_VERSION + 76),
    "rules before the first": game(rules_version=0),
}


@pytest.mark.parametrize("eyes", ["store", "auditor", "spectator"])
@pytest.mark.parametrize("forgery", FORGED)
def test_a_game_that_nobody_can_ask_for_is_caught(forgery: str, eyes: str):
    records = sealed(FORGED[forgery](asked(board="beginner")))
    for decide in (True, False):
        flaw = flaw_of(records, eyes, decide=decide)
        assert flaw is not None
        assert (flaw.check, flaw.version) == ("decision", 1)


@pytest.mark.parametrize("seed", [b"", b"x", bytes(33)])
def test_a_seed_that_can_be_guessed_is_caught(seed: bytes):
    flaw = flaw_of(sealed(game(seed=seed, commitment=commitment(seed))(asked())))
    assert flaw is not None
    assert (flaw.check, flaw.version) == ("commitment" if seed else "private", 1)


def test_a_commitment_that_is_none_is_caught():
    flaw = flaw_of(sealed(game(commitment=b"x")(asked())), "spectator")
    assert flaw is not None
    assert (flaw.check, flaw.version) == ("commitment", 1)


def test_rules_that_the_cause_does_not_name_are_caught(monkeypatch: pytest.MonkeyPatch):
    records = sealed(asked())
    monkeypatch.setattr(verifying, "RULES_VERSION", RULES_VERSION + 1)
    assert flaw_of(records) is None
    later = sealed(game(rules_version=RULES_VERSION + 1)(asked()))
    flaw = flaw_of(later)
    assert flaw is not None
    assert (flaw.check, flaw.version) == ("decision", 1)


def test_a_board_that_could_be_laid_for_ever_is_not_laid(begun: Played):
    """Tokens that are all red are shuffled again as long as two are side by side: here always."""

    def change(event: Any) -> None:
        for name in ("hexes", "numbers", "harbors", "terrains"):
            event.board.ClearField(name)
        for n in range(200):
            event.board.hexes.add(x=2 * n, y=0, terrain=1)
        event.board.numbers.extend([6] * 200)
        event.board.numbers_by = 3

    forged = rechained(begun.game_id, edited(begun.rows, 0, change))
    assert begun.caught(forged) == ("decision", 1)
    assert begun.caught(forged, decide=False) == ("decision", 1)


@pytest.mark.parametrize("hexes", [18, 20, 20_000])
def test_a_board_that_lies_elsewhere_than_it_was_planned_is_not_folded(begun: Played, hexes: int):
    """Where the causes are not shown nothing is decided again, and a larger board costs more than its bytes."""

    def change(event: Any) -> None:
        event.ClearField("tiles")
        for n in range(hexes):
            event.tiles.add(x=2 * n, y=0, terrain=1)

    version = kind_at(begun.rows, "board_laid")
    forged = rechained(begun.game_id, edited(begun.rows, version - 1, change))
    assert begun.caught([without_cause(row) for row in forged], eyes="spectator") == ("fold", version)


def test_a_board_of_earlier_rules_is_bounded_as_well(begun: Played, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verifying, "RULES_VERSION", RULES_VERSION + 1)
    forged = rechained(
        begun.game_id, edited(begun.rows, 0, lambda event: [event.board.hexes.add() for _ in range(200)])
    )
    assert begun.caught(forged) == ("fold", 1)


def without_cause(row: tuple[int, bytes]) -> tuple[int, bytes]:
    return with_field(row, "cause", b"")
