"""What the README shows runs as it stands there."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from google.rpc import code_pb2, status_pb2

from domain.errors import Illegal, Reason
from service.config import Settings, store_environment
from service.faults import Fault, Trouble, status_of_fault, status_of_refusal
from service.server import Server
from service.store.creation import NewGame
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


def test_a_client_that_survives(tmp_path):
    """The server goes down and comes back while a game is played: nothing is lost, doubled or missed."""
    names: dict[str, Any] = {}
    exec(compile(snippet("surviving client"), "README.md", "exec"), names)
    store = store_environment(str(tmp_path / "games.db"))
    games = Games(store)
    game_id = str(games.create_game(NewGame(scenario="classic", seats=3)).game_id)
    games.close()

    servers = [Server(Settings(address="127.0.0.1:0"), Games(store))]
    servers[0].start()
    address = f"127.0.0.1:{servers[0].port}"
    seats = {seat: names["Seat"](address, game_id, seat) for seat in (1, 2, 3)}
    heard: list[int] = []
    done = threading.Event()

    def listen() -> None:
        for recorded in names["Seat"](address, game_id, 1).events():
            heard.append(recorded.version)
            if recorded.event.HasField("turn_started"):
                done.set()
                return

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    made: list[int] = []
    for n, seat in enumerate((1, 1, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1)):
        if n in (3, 8):
            servers[-1].stop(grace=0)
            again = Server(Settings(address=address), Games(store))
            threading.Timer(0.3, again.start).start()
            servers.append(again)
        answer = seats[seat].play(lambda legal: legal.commands[0])
        made += [recorded.version for recorded in answer.events]
    assert done.wait(30)
    listener.join(30)
    servers[-1].stop(grace=0)
    first = made[0]
    assert made == list(range(first, first + len(made)))
    assert heard == list(range(1, heard[-1] + 1))


@pytest.mark.parametrize("target", links())
def test_links_lead_somewhere(target):
    assert (README.parent / target).exists()


def test_the_table_of_errors_is_whole():
    """The README, the contract and the service know the same reasons, with the same status."""
    chapter = README.read_text(encoding="utf-8").split("## Errors")[1].split("## ")[0]
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| `([A-Z_]+)` \|", chapter, re.MULTILINE))
    assert rows == {trouble: status_of(status_of_fault(Fault(trouble, ""))) for trouble in Trouble}
    named = set(re.findall(r"`([A-Z_]+)`", chapter.split("A command against the rules")[1]))
    assert named - {"FAILED_PRECONDITION", "INVALID_ARGUMENT"} == set(Reason)
    lines = chapter.split("What no position could allow")
    for reason in Reason:
        status = status_of(status_of_refusal(Illegal(reason, "B1.1")))
        assert (f"`{reason}`" in lines[1]) == (status == "INVALID_ARGUMENT")


def status_of(status: status_pb2.Status) -> str:
    """Name the code of a status."""
    return code_pb2.Code.Name(status.code)
