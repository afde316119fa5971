"""The verifier passes games of Cheops as they are stored, and catches coins, blocks and boards that were forged."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.config import store_environment
from service.store.creation import NewGame
from service.store.games import Games
from tests.audit.forging import Rows, edited, kind, kind_at, put, rechained, rows_of
from tests.audit.standalone import broken, verify
from tests.properties.players import CHEOPS_PLAYERS
from tests.service.house import SEED


def play(file: str, luck: int, seats: int, **fields: Any) -> tuple[str, Rows]:
    """Let a player that gives to the pyramid play a game into a file, to its end; gives its id and its rows."""
    games, rng = Games(store_environment(file)), random.Random(luck)
    asked = NewGame(**{"scenario": "cheops", "seats": seats, "seed": SEED, **fields})
    game_id = games.create_game(asked, request_id="made").game_id
    while not (game := games.table(game_id).game).over:
        games.execute_command(game_id, CHEOPS_PLAYERS["giver"].next_command(game, rng))
    rows = rows_of(games, game_id)
    games.close()
    return str(game_id), rows


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Rows]:
    """A game played to its end: its id, and its rows as they are stored."""
    return play(str(tmp_path_factory.mktemp("audit") / "games.db"), 15, 3)


def test_a_whole_game_of_cheops_is_verified(whole: tuple[str, Rows]):
    game_id, rows = whole
    report = verify(game_id, rows)
    assert report.version > 500
    assert not report.unchecked
    happened = {"ship_built", "coins_produced", "fee_paid", "pyramid_block_placed", "curse_laid", "card_stolen"}
    assert happened | {"development_card_bought", "dice_rolled", "seed_revealed"} <= set(map(kind, rows))


@pytest.mark.parametrize(
    ("seats", "luck", "fields"),
    [
        (4, 29, {"options": ["seafarers_ships"]}),
        (3, 12, {"options": ["seat_nonces", "seafarers_ships"], "seed": None}),
        (4, 3, {"robber": 71}),
    ],
    ids=["ships that move", "nonces", "robber named"],
)
def test_games_of_cheops_with_options_are_verified(tmp_path: Path, seats: int, luck: int, fields: dict[str, Any]):
    game_id, rows = play(str(tmp_path / "games.db"), luck, seats, **fields)
    assert verify(game_id, rows).over


FORGERIES: dict[str, tuple[str, Callable[[Any], None], str]] = {
    "a fee that nobody could pay": ("fee_paid", put("coins", 200), "cards"),
    "coins given to the bank that nobody has": (
        "bank_trade_made",
        lambda event: put("coin", 200)(event.given),
        "cards",
    ),
    "a block on another level": ("pyramid_block_placed", put("level", 2), "outcome"),
    "a block counted otherwise": ("pyramid_block_placed", put("number", 2), "outcome"),
    "fewer blocks than a seat gave": ("pyramid_laid_out", put("blocks", 1), "cards"),
    "fewer blocks than were placed": ("pyramid_laid_out", put("pharaoh_blocks", 1), "cards"),
    "a pyramid without end": ("pyramid_laid_out", lambda event: event.levels.append(2**31), "outcome"),
    "fewer levels than were built": ("pyramid_laid_out", lambda event: event.ClearField("levels"), "outcome"),
    "another region": ("board_laid", lambda event: put("region", "nile")(event.tiles[0]), "outcome"),
    "another terrain": ("board_laid", lambda event: put("terrain", 8)(event.tiles[0]), "outcome"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_with_all_hashes_new_is_caught(whole: tuple[str, Rows], name: str):
    game_id, rows = whole
    event, change, check = FORGERIES[name]
    version = kind_at(rows, event)
    caught, at = broken(game_id, rechained(game_id, edited(rows, version - 1, change)))
    assert caught == check
    assert at >= version


def begin(file: str, **fields: Any) -> tuple[str, Rows]:
    """Create a game of four; gives its id and its rows."""
    games = Games(store_environment(file))
    game_id = games.create_game(NewGame(scenario="cheops", seats=4, seed=SEED, **fields), request_id="made").game_id
    rows = rows_of(games, game_id)
    games.close()
    return str(game_id), rows


def test_a_robber_that_starts_where_nobody_wanted_it_is_caught(tmp_path: Path):
    game_id, rows = begin(str(tmp_path / "games.db"), robber=25)
    version = kind_at(rows, "board_laid")
    forged = rechained(game_id, edited(rows, version - 1, put("robber", 26)))
    assert broken(game_id, forged) == ("outcome", version)
