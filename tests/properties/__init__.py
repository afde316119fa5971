"""Properties: what holds along any game, whoever plays it and whatever he does."""

import pytest

pytest.register_assert_rewrite(
    *("tests.properties.classic", "tests.properties.cheops", "tests.properties.alexander"),
    *("tests.properties.great_race", "tests.properties.race_referee", "tests.properties.special_building"),
    *("tests.properties.onlookers", "tests.properties.everything"),
)
