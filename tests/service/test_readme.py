"""What the README shows runs as it stands there."""

import re
from pathlib import Path

import pytest

from service.config import Settings, store_environment
from service.server import Server
from service.store.games import Games

README = Path(__file__).parents[2] / "README.md"
ADDRESS = "127.0.0.1:50051"


def snippet(name: str) -> str:
    """Cut a named snippet of Python out of the README."""
    found = re.search(rf"<!-- snippet: {name} -->\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, name
    return found[1]


def links() -> list[str]:
    """List the files that the README links to."""
    targets = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert targets
    return sorted(set(targets))


def test_the_first_game_by_hand(tmp_path, capsys):
    server = Server(Settings(address="127.0.0.1:0"), Games(store_environment(str(tmp_path / "games.db"))))
    server.start()
    try:
        code = snippet("first game")
        assert ADDRESS in code
        exec(compile(code.replace(ADDRESS, f"127.0.0.1:{server.port}"), "README.md", "exec"), {})
    finally:
        server.stop(grace=0)
    printed = capsys.readouterr().out
    assert "54 intersections are free" in printed
    assert "settlement_built" in printed
    assert "FAILED_PRECONDITION not now (rule B2.4)" in printed
    assert "caught up at version" in printed


@pytest.mark.parametrize("target", links())
def test_links_lead_somewhere(target):
    assert (README.parent / target).exists()
