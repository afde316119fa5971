"""`settlers web`, as a person at a terminal meets it."""

import signal
import socket
import sys
from contextlib import closing
from http.client import HTTPConnection
from urllib.request import urlopen

import pytest

from service.cli.web import READY
from tests.service.house import PATIENCE, House
from tests.service.terminal import settlers, started
from tests.web.gateway import messages, until

ENDED = -signal.SIGTERM
"""How a process ends that was told to and did what it had to first: uvicorn raises the signal again at last."""


def test_the_page_is_served_until_it_is_told_to_end():
    with House() as house, started("web", "--address", "127.0.0.1:0", "--server", at(house)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(READY)
        address, _, games = line.removeprefix(READY).strip().partition(", games of ")
        assert games == at(house)
        with urlopen(address, timeout=PATIENCE) as page:
            assert page.status == 200
        game_id = house.create(3)
        with urlopen(f"{address}games/{game_id}/live", timeout=PATIENCE) as stream:
            said = messages(stream)
            assert until(said, "caught-up").data
            process.send_signal(signal.SIGTERM)
            # To its end, as HTTP knows it, and with the word that lets a browser come back.
            assert [message.event for message in said] == ["away"]
            assert stream.read() == b""
        _, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (ENDED, "")


def at(house: House) -> str:
    return f"127.0.0.1:{house.server.port}"


def test_without_what_the_page_needs_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.startswith("service.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = settlers("web")
    assert (result.exit_code, result.stderr) == (
        1,
        f"settlers: the page needs more: {sys.executable} -m pip install 'settlers-rules[web]'\n",
    )


@pytest.mark.parametrize("address", ["here", "127.0.0.1:http", "127.0.0.1:99999", ":8080"])
def test_an_address_that_is_none_is_told_in_a_line(address: str):
    result = settlers("web", "--address", address)
    assert result.exit_code == 1
    assert result.stderr == f"settlers: cannot listen on {address}: an address is a host and a port\n"


def test_a_port_that_is_taken_is_told_in_a_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        result = settlers("web", "--address", address)
    assert (result.exit_code, result.stderr) == (1, f"settlers: cannot listen on {address}: Address already in use\n")


def test_a_name_that_is_none_is_told_in_a_line():
    result = settlers("web", "--address", "127.0.0.1:0", "--host", "http://games.example")
    assert (result.exit_code, result.stderr) == (1, "settlers: http://games.example is no name of a host\n")


def test_the_page_answers_to_a_name_that_is_given():
    asked = ["--address", "127.0.0.1:0", "--host", "games.example"]
    with House() as house, started("web", *asked, "--server", at(house)) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split()[3].rpartition(":")[2].strip("/,"))
        for host, status in (("games.example", 200), ("evil.example", 421)):
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
                connection.request("GET", "/games", headers={"Host": host})
                assert connection.getresponse().status == status
