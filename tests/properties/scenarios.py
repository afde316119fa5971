"""The scenarios as properties know them: for each its boards and options to walk through, its keeper, its players.

A new scenario is a line in each table, and a class of its own where it adds to what it stands on.
"""

from collections.abc import Mapping, Sequence

from domain.chance import SeededChance
from domain.engine import Event, Game
from tests.golden.games import GoldenGame, start
from tests.properties.alexander import Alexander
from tests.properties.cheops import Cheops
from tests.properties.classic import Classic
from tests.properties.great_race import GreatRace
from tests.properties.players import ALEXANDER_PLAYERS, CHEOPS_PLAYERS, Bidder, Player
from tests.properties.racers import RACE_PLAYERS

KEEPERS: dict[str, type[Classic]] = {
    "classic": Classic,
    "cheops": Cheops,
    "alexander": Alexander,
    "great-race": GreatRace,
}

PLAYERS: dict[str, Mapping[str, Player | Bidder]] = {
    "classic": {},
    "cheops": CHEOPS_PLAYERS,
    "alexander": ALEXANDER_PLAYERS,
    "great-race": RACE_PLAYERS,
}
"""Players with likings, where careless ones would hardly come to what the scenario is about."""


def begin(scenario: str, seats: int, board: str, options: Sequence[str], seed: bytes) -> tuple[Game, tuple[Event, ...]]:
    """A game just created, and its first events."""
    return start(GoldenGame(scenario, seats, board, tuple(options), seed), SeededChance())
