"""Golden games played by the naive model as well: a second reading of every line, by someone who knows no engine."""

from pathlib import Path

import pytest

from tests.golden.games import read_game
from tests.naive.pair import Pair, Setting

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = sorted(file for file in FOLDER.glob("*.game") if "nonces" not in file.stem)
"""All but those with nonces: the model begins when the board is laid."""
LISTED_EVERY = 40
"""After so many commands the lists of all seats are compared; naive lists take long."""


@pytest.mark.parametrize("file", GAMES, ids=[file.stem for file in GAMES])
def test_the_model_plays_a_golden_game_to_the_same_end(file: Path):
    golden = read_game(file.read_text(encoding="utf-8"))
    seed = int.from_bytes(golden.seed, "big")
    pair = Pair(Setting(golden.scenario, golden.seats, golden.board, golden.options, seed))
    for n, command in enumerate(golden.commands):
        assert pair.judge(command)
        pair.play(command)
        if n % LISTED_EVERY == 0:
            pair.compare_lists()
    assert pair.game.over == bool(pair.model.winners)
