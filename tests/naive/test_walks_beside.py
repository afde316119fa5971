"""Random games of the engine and the naive model, side by side: at every step both say the same.

``WALKS_BESIDE=200`` in the environment walks so many times for each case; ``tests.naive.walking`` walks at length.
"""

import os
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.scenarios import SCENARIOS
from tests.naive.luck import SharedLuck
from tests.naive.model import Model
from tests.naive.pair import MODELS, Difference, Setting, play_kept
from tests.naive.walking import boards_for, walk

CASES: list[tuple[str, int, tuple[str, ...]]] = [
    ("classic", 2, ("two_seats",)),
    *product(["classic"], (3, 4, 5, 6), [()]),
    *product(["cheops"], (3, 4), [(), ("seafarers_ships",)]),
    *product(["alexander"], (3, 4), [(), ("starting_gold",)]),
    *product(["great-race"], (2, 3, 4, 5, 6), [()]),
    ("great-race", 3, ("largest_army",)),
    ("great-race", 5, ("largest_army", "open_map")),
]
WALKS = int(os.environ.get("WALKS_BESIDE", "8"))
STEPS = 100
AHEAD = (0, 80, 250)
"""So many commands are played before the walk begins, for what comes late in a game."""


@pytest.mark.parametrize(("scenario", "seats", "options"), CASES, ids=str)
def test_the_engine_and_the_model_say_the_same_all_the_way(scenario: str, seats: int, options: tuple[str, ...]):
    @settings(max_examples=WALKS, derandomize=True, deadline=None, database=None)
    @given(
        st.sampled_from(boards_for(scenario, seats)),
        st.integers(0, 1 << 24),
        st.sampled_from(AHEAD),
        st.lists(st.integers(0, 1 << 24), min_size=STEPS, max_size=STEPS),
    )
    def side_by_side(board: str, seed: int, ahead: int, numbers: list[int]) -> None:
        walk(Setting(scenario, seats, board, options, seed), numbers, ahead)

    side_by_side()


def test_every_scenario_has_a_model_and_is_walked():
    assert {*SCENARIOS} == {*MODELS} == {scenario for scenario, _, _ in CASES}


def test_a_difference_is_seen_and_can_be_played_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Model, "hand_limit", 4)
    with pytest.raises(Difference, match="asked: engine") as first:
        walk(Setting("classic", 4, "beginner", (), 3), range(1, STEPS), ahead=200)
    with pytest.raises(Difference, match="asked: engine"):
        play_kept(first.value.kept)
    monkeypatch.undo()
    play_kept(first.value.kept)


def test_a_draw_by_another_bound_and_one_too_few_are_seen():
    luck = SharedLuck()
    luck.draw(b"key", "theft", 1, 0, 5)
    with pytest.raises(AssertionError, match="one of 4, the engine one of 5"):
        luck.pick("stolen_card", {"brick": 1, "ore": 3})
    luck.draw(b"key", "dice", 2, 0, 36)
    with pytest.raises(AssertionError, match="the engine drew, and the model did not"):
        luck.check_used()


def test_what_the_model_takes_and_the_engine_refuses_is_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Model, "too_close", lambda model, place: False)
    with pytest.raises(Difference, match="by the model alone"):
        walk(Setting("classic", 4, "beginner"), range(1, STEPS))
