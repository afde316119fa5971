"""Golden games are played again, and everything that anybody saw of them must be the same.

``pytest --regenerate`` writes the files anew. Their difference is then reviewed against the rulebook, and the rules
version rises if events of stored games would be others.
"""

from functools import cache
from pathlib import Path

import pytest

from domain.catalogue import COMMANDS, EVENTS
from domain.engine import before_creation, evolve_all
from domain.notation import read_event, write_event
from domain.scenarios import SCENARIOS
from tests.golden.compose import compose
from tests.golden.games import (
    GoldenGame,
    events_of,
    first_difference,
    golden_files,
    names_of,
    play,
    read_game,
    write_game,
)
from tests.golden.option import regenerating
from tests.golden.wanted import missing

FILES = [pytest.param(path, id=path.stem) for path in golden_files()]


@cache
def game_in(path: Path) -> GoldenGame:
    """The golden game of a file."""
    return read_game(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES)
def test_a_golden_game_is_played_as_ever(path: Path, pytestconfig: pytest.Config):
    kept, now = path.read_text(encoding="utf-8"), write_game(game_in(path))
    if regenerating(pytestconfig):
        path.write_text(now, encoding="utf-8")
    elif kept != now:
        pytest.fail(first_difference(kept.splitlines(), now.splitlines()), pytrace=False)


@pytest.mark.parametrize("path", FILES)
def test_a_golden_game_is_what_its_events_make(path: Path):
    golden = game_in(path)
    *_, (_, game, _) = play(golden)
    again = evolve_all(before_creation(game.scenario, golden.seats), events_of(golden))
    assert (dict(again), again.version) == (dict(game), game.version)


@pytest.mark.parametrize("path", FILES)
def test_a_golden_game_is_read_as_it_was_written(path: Path):
    events = events_of(game_in(path))
    assert [read_event(write_event(event)) for event in events] == events


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_a_golden_game_to_the_end(scenario: str):
    assert any(game.over for path in golden_files(scenario) for _, game, _ in play(game_in(path)))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_golden_games_show_what_is_wanted(scenario: str):
    assert missing(scenario, [path.read_text(encoding="utf-8") for path in golden_files(scenario)]) == []


def test_golden_games_give_every_command():
    assert names_of(command for path in golden_files() for command in game_in(path).commands) == set(COMMANDS)


def test_golden_games_make_every_event():
    assert names_of(event for path in golden_files() for event in events_of(game_in(path))) == set(EVENTS)


def test_a_golden_game_draws_by_its_seed():
    first, second = (compose("classic", 3, "free", (), bytes([n]) * 32, turns=2) for n in (1, 2))
    assert write_game(first) != write_game(second)
    assert read_game(write_game(first)) == first
