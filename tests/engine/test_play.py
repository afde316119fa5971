"""A ``Play`` that is kept for a whole game: it comes to the same events and games as ``execute`` does each time."""

import random

import pytest

from domain.chance import SeededChance
from domain.engine import Play, execute, legal
from domain.errors import Illegal
from domain.rules.turn import Pass
from tests.benchmarks.random_play import new_game, steps


@pytest.mark.parametrize("number", range(3))
def test_a_kept_play_comes_to_the_same_events_and_games(number):
    chance = SeededChance()
    play = Play(new_game(number)[0], chance)
    for game, command, choices in steps(number):
        assert play.freeze() == game
        assert play.freeze().version == game.version
        assert len(legal(play, command.seat)) == choices
        assert tuple(play.execute(command)) == execute(game, command, chance)[1]


def test_a_frozen_game_stays_as_it_is_while_play_goes_on():
    luck = random.Random(1)
    play = Play(new_game(1)[0], SeededChance())
    frozen = play.freeze()
    before, version = dict(frozen), frozen.version
    play.execute(luck.choice(legal(play, 1)))
    assert (dict(frozen), frozen.version) == (before, version)
    assert play.freeze().version > version


def test_a_refused_command_leaves_a_kept_play_as_it_was():
    play = Play(new_game(1)[0], SeededChance())
    play.execute(legal(play, 1)[0])
    before, events = play.freeze(), list(play.events)
    for seat in (1, 2, 9):
        with pytest.raises(Illegal):
            play.execute(Pass(seat))
    assert play.freeze() == before
    assert play.freeze().version == before.version
    assert play.events == events
