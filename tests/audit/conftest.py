"""Games that audits look at."""

import pytest

from tests.audit.played import Played, play


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game that came to its end."""
    return play(str(tmp_path_factory.mktemp("tampering") / "games.db"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The beginning of a game."""
    return play(str(tmp_path_factory.mktemp("tampering") / "games.db"), until=60)
