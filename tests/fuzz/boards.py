"""Target ``boards``: a board file, read for a scenario; on a board that passes a game is laid and begun.

An input is a byte for the scenario and the number of seats, then the file.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from itertools import islice
from typing import cast

from domain.board.drawn import read_board
from domain.board.plan import Plan
from domain.board.validator import USUAL_ROWS, Row, needs_desert
from domain.chance import SEED_SIZE, SeededChance, commitment
from domain.engine import RULES_VERSION, Game, GameCreated, create, execute
from domain.errors import BoardInvalid
from domain.scenarios import SCENARIOS
from domain.scenarios.alexander.geography import check_empire
from domain.scenarios.cheops.geography import check_egypt
from domain.scenarios.great_race.geography import check_race
from service.codec import event_bytes, event_from_bytes
from tests.properties.players import careless, possible

ROWS: dict[str, Sequence[Row]] = {
    "classic": USUAL_ROWS,
    "cheops": (needs_desert, check_egypt),
    "alexander": (needs_desert, check_empire),
    "great-race": (check_race,),
}
"""What each scenario asks of its boards."""

TABLES = [(key, seats) for key, scenario in SCENARIOS.items() for seats in scenario.seats]

STEPS = 60
"""So many commands are played on a board that passes."""


class Drawn:
    """A file in memory, of which the reader of boards asks its name and its text."""

    name = "drawn.toml"

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read_text(self, encoding: str) -> str:
        """The text, as a file on a disk would give it."""
        return self._data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")


def boards(data: bytes) -> None:
    """Read a board, and play on it where it passes."""
    scenario, seats = TABLES[(data[0] if data else 0) % len(TABLES)]
    try:
        plan = read_board(cast(Traversable, Drawn(data[1:])), ROWS[scenario])
    except BoardInvalid as refusal:
        _check_faults(refusal.faults)
        return
    seed = hashlib.sha256(data).digest()[:SEED_SIZE]
    for _ in islice(steps(scenario, seats, plan, seed), STEPS):
        pass


def steps(scenario: str, seats: int, plan: Plan, seed: bytes) -> Iterator[Game]:
    """Lay a board and play on it by luck; gives the game before each command."""
    created = GameCreated(
        scenario=scenario,
        options=(),
        seats=seats,
        players=("",) * seats,
        board=plan,
        rules_version=RULES_VERSION,
        commitment=commitment(seed),
        seed_chosen=True,
        seed=seed,
    )
    game, events = create(SCENARIOS[scenario], created, SeededChance())
    for event in events:
        assert event_from_bytes(b"".join(event_bytes(event))) == event, "the board cannot be stored"
    luck = random.Random(seed)
    while not game.over:
        yield game
        assert any(possible(game, seat) for seat in game.everyone), "nobody can do anything"
        game, events = execute(game, careless(game, luck), SeededChance())
        assert events, "a command made no event"


def _check_faults(faults: Sequence[str]) -> None:
    assert faults, "a board is refused for nothing"
    assert all(isinstance(fault, str) and fault for fault in faults)
