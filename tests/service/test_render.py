"""`settlers render`: the picture that the viewer who is named may see, in the language that is asked for."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from service.pictures import draw
from tests.service.gallery import marked
from tests.service.house import AUDITOR, SPECTATOR, House, seat
from tests.service.terminal import settlers


@pytest.fixture(scope="module")
def serving() -> Iterator[tuple[House, str]]:
    """A server with a game that has begun."""
    with House() as house:
        yield house, house.create(3, seed=bytes(32), board="beginner", player_refs=["ann", "bob", "eve"])


def test_a_game_is_rendered_from_a_server(serving: tuple[House, str], tmp_path: Path):
    house, game_id = serving
    server = ("--server", f"127.0.0.1:{house.server.port}")
    file = tmp_path / "board.svg"
    result = settlers("render", game_id, *server, "-o", str(file))
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_text(encoding="utf-8") == draw(house.view(game_id, SPECTATOR))
    for option, viewer in (((), SPECTATOR), (("--as", "seat:2"), seat(2)), (("--as", "auditor"), AUDITOR)):
        result = settlers("render", game_id, *server, "--at", "4", *option)
        assert (result.exit_code, result.output) == (0, draw(house.view(game_id, viewer, version=4)))


def test_a_game_is_rendered_in_czech(serving: tuple[House, str]):
    house, game_id = serving
    result = settlers("render", game_id, "--server", f"127.0.0.1:{house.server.port}", "--language", "cs")
    assert (result.exit_code, result.output) == (0, draw(house.view(game_id, SPECTATOR), "cs"))
    assert ElementTree.fromstring(result.output).attrib["lang"] == "cs"
    assert {"Základní hra", "Hráč 1 · ann", "Před prvním tahem"} <= {*ElementTree.fromstring(result.output).itertext()}


def test_a_game_without_a_board_is_rendered_too():
    with House() as house:
        game_id = house.create(3, options=["seat_nonces"])
        result = settlers("render", game_id, "--server", f"127.0.0.1:{house.server.port}")
    assert result.exit_code == 0
    assert "(the board is not laid yet)" in result.output
    assert not marked(ElementTree.fromstring(result.output), "data-hex")


def test_a_picture_that_cannot_be_written_is_told_in_one_line(serving: tuple[House, str], tmp_path: Path):
    house, game_id = serving
    file = tmp_path / "nowhere" / "board.svg"
    result = settlers("render", game_id, "--server", f"127.0.0.1:{house.server.port}", "-o", str(file))
    assert (result.exit_code, result.stderr) == (1, f"settlers: cannot write {file}: No such file or directory\n")


@pytest.mark.parametrize("line", ["render x --as king", "render x --server a --store b", "render x --language de"])
def test_a_wrong_call_is_told_how_to_call(line: str):
    result = settlers(*line.split())
    assert result.exit_code == 2
    assert "Usage: settlers" in result.output
