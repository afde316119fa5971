"""Clients in several languages: each folds every recorded game to the recorded views, and plays games on a server.

TypeScript is tried in every run, where there is Node; the other languages by ``sh tests/run.sh --all-clients``.
"""

import gzip
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.programs import ALL_CLIENTS, IN_EVERY_RUN, PACKAGES, ROOT, lacking, program
from tests.clients.recording import RECORDED
from tests.service.house import House, kind_of

ALL = os.environ.get(ALL_CLIENTS) == "1"
WANTED = [each for each in ("python", *PACKAGES) if ALL or each in IN_EVERY_RUN]
LACKING = {each: line for each in WANTED if (line := lacking(each, PACKAGES.get(each, [])))}
FILES = sorted(str(file.relative_to(ROOT)) for file in RECORDED.glob("*/*.jsonl.gz"))
GAMES = {
    "classic/3": "bank_trade_made",
    "cheops/4": "ship_built",
    "alexander/4": "bid_made",
    "great-race/3": "ship_built",
}
"""Games that are played, and what happens in them."""
COMMANDS = 150

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("language", WANTED)
def test_a_client_can_be_made(language: str):
    if line := LACKING.get(language):
        (pytest.fail if ALL else pytest.skip)(line)
    assert program(language)


@pytest.fixture(params=[each for each in WANTED if each not in LACKING])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a client."""
    command = program(request.param)
    return lambda *arguments: subprocess.run(
        [*command, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240
    )


def test_a_client_folds_every_recorded_game_to_the_recorded_views(run: Run):
    folded = run("fold", *FILES)
    assert folded.returncode == 0, folded.stderr
    assert folded.stdout.splitlines() == [f"folded {len(lines_of(file)) - 1} events of {file}" for file in FILES]


def test_a_client_plays_and_has_the_view_that_the_server_has(run: Run):
    with House() as house:
        played = run("play", f"127.0.0.1:{house.server.port}", 7, COMMANDS, *GAMES)
        assert played.returncode == 0, played.stderr
        lines = [
            re.fullmatch(r"played (\S+) to version (\d+), game (\S+)", line) for line in played.stdout.splitlines()
        ]
        assert [line and line[1] for line in lines] == list(GAMES)
        for line, happened in zip(lines, GAMES.values(), strict=True):
            events = house.events(line[3])
            assert [event.version for event in events][-1] == int(line[2]) > COMMANDS
            assert happened in {kind_of(event) for event in events}


def lines_of(file: str) -> list[str]:
    """The lines of a recorded game."""
    return gzip.decompress(ROOT.joinpath(file).read_bytes()).decode().splitlines()


def more_cards(lines: list[str]) -> None:
    """The view after the last event shows a card more."""
    last = json.loads(lines[-1])
    last["view"]["hands"]["hands"][0]["count"] += 1
    lines[-1] = json.dumps(last)


def unknown(lines: list[str]) -> None:
    """The last event is none that the contract has."""
    last = json.loads(lines[-1])
    last["event"]["event"] = {}
    lines[-1] = json.dumps(last)


def missing(lines: list[str]) -> None:
    """The event before the last is left out."""
    del lines[-2]


@pytest.mark.parametrize(("spoil", "says"), [(more_cards, "hands"), (unknown, "(?i)unknown"), (missing, "is missing")])
def test_a_client_stops_where_it_cannot_fold(run: Run, tmp_path: Path, spoil: Callable[[list[str]], None], says: str):
    lines = lines_of("tests/clients/recorded/classic-3/spectator.jsonl.gz")
    last = next(n for n, line in enumerate(lines) if "resourcesProduced" in line)
    begun = lines[: last + 1]
    file = tmp_path / "game.jsonl.gz"
    write(file, begun)
    assert run("fold", file).returncode == 0
    spoil(begun)
    write(file, begun)
    stopped = run("fold", file)
    assert stopped.returncode != 0
    assert not stopped.stdout
    assert re.search(says, stopped.stderr), stopped.stderr


def write(file: Path, lines: list[str]) -> None:
    """Write a recorded game."""
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))


def test_what_a_client_lacks_is_said_in_a_line():
    assert not lacking("cobol", ["sh"])
    assert (
        lacking("cobol", ["sh", "no-such-package"])
        == "NOT RUN: the client in cobol, for want of: apt-get install no-such-package"
    )


def test_every_language_has_a_list_of_packages_and_a_build():
    built = {file.parent.name for file in Path(__file__).parent.glob("*/build.sh")}
    assert built == set(PACKAGES) >= set(IN_EVERY_RUN) - {"python"}
