"""What every test of the service has at hand: a store of each kind, and a house over it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.service.house")

from service.config import IN_MEMORY  # noqa: E402
from service.store import games as games_of_the_store  # noqa: E402
from tests.service.house import House, Loaded  # noqa: E402


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store of each kind, empty."""
    return IN_MEMORY if request.param == "memory" else str(tmp_path / "games.db")


@pytest.fixture
def house(store: str) -> Iterator[House]:
    """A server over a store, and a client."""
    with House(store) as opened:
        yield opened


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """Loaded chance, for every game of the test."""
    chance = Loaded()
    monkeypatch.setattr(games_of_the_store, "CHANCE", chance)
    return chance
