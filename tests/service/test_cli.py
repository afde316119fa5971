"""The command line, as a person at a terminal meets it: help, one-line errors, what can be played."""

import os
import re
import sys

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.own_server import OwnServer
from tests.service.terminal import NOBODY, serving, settlers

COMMANDS = ("serve", "demo", "show", "scenarios")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_ends_what_it_says_with_examples(command):
    result = settlers(command, "--help")
    assert result.exit_code == 0
    assert "Examples:\n    settlers " in result.output


def test_the_help_lists_the_commands():
    result = settlers("--help")
    assert result.exit_code == 0
    assert all(f"  {command}" in result.output for command in COMMANDS)


def test_the_version():
    assert re.fullmatch(r"settlers \d\S*\n", settlers("--version").output)


@pytest.mark.parametrize(
    "line",
    [
        "conquer",
        "show",
        "show x --at 0",
        "show x --as king",
        "show x --as seat:one",
        "show x --server a --store b",
        "demo --server a --store b",
        "demo --bot genius",
        "serve --threads 0",
    ],
)
def test_a_wrong_call_is_told_how_to_call(line):
    result = settlers(*line.split())
    assert result.exit_code == 2
    assert "Usage: settlers" in result.output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"show x --server {NOBODY}", f"no server answers at {NOBODY}; start one with: settlers serve"),
        (f"scenarios --server {NOBODY}", f"no server answers at {NOBODY}; start one with: settlers serve"),
        ("show x --store {tmp}/none.db", "there is no store {tmp}/none.db"),
        ("show x --store {tmp}/text.db", "cannot open the store {tmp}/text.db: file is not a database"),
        (
            "serve --store {tmp}/none/games.db",
            "cannot open the store {tmp}/none/games.db: unable to open database file",
        ),
        ("serve --store {tmp}/text.db", "cannot open the store {tmp}/text.db: file is not a database"),
        (
            "serve --store :memory: --address nonsense",
            "cannot listen on nonsense: the port is taken, or it is no address of this host",
        ),
    ],
)
def test_what_fails_says_why_in_one_line(tmp_path, line, said):
    (tmp_path / "text.db").write_text("This is no database, but it is long enough to be taken for one.\n" * 20)
    result = settlers(*line.format(tmp=tmp_path).split())
    assert result.exit_code == 1
    assert result.stderr == f"settlers: {said.format(tmp=tmp_path)}\n"
    assert result.stdout == ""


def test_a_server_can_be_told_by_the_environment(tmp_path):
    store = f"{tmp_path}/none/games.db"
    result = CliRunner(env={"SETTLERS_STORE": store}).invoke(main, ["serve"])
    assert result.stderr == f"settlers: cannot open the store {store}: unable to open database file\n"


def test_a_refusal_of_the_server_is_one_line(tmp_path):
    with serving(tmp_path / "games.db") as (_, address):
        result = settlers("demo", "chess", "--server", address)
        assert (result.exit_code, result.stderr) == (
            1,
            "settlers: UNKNOWN_SCENARIO: the scenarios are: classic, cheops, alexander, great-race\n",
        )
        result = settlers("show", "x", "--server", address)
        assert (result.exit_code, result.stderr) == (1, "settlers: UNKNOWN_GAME: there is no such game\n")
        result = settlers("serve", "--store", ":memory:", "--address", address)
        taken = f"settlers: cannot listen on {address}: the port is taken, or it is no address of this host\n"
        assert (result.exit_code, result.stderr) == (1, taken)


def test_scenarios_are_the_same_here_and_on_a_server(tmp_path):
    here = settlers("scenarios")
    assert here.exit_code == 0
    assert re.search(r"^classic: Classic, for 3 .*\n  boards   beginner", here.output, re.MULTILINE)
    assert "cheops: Cheops, for 3 or 4 seats\n  boards   egypt  A reconstruction" in here.output
    assert "alexander: Alexander the Great, for 3 or 4 seats\n  boards   empire  A reconstruction" in here.output
    assert "seat_nonces" in here.output
    with serving(tmp_path / "games.db") as (_, address):
        assert settlers("scenarios", "--server", address).output == here.output


@pytest.mark.skipif(sys.platform != "linux", reason="only there can a process choose its core")
@pytest.mark.parametrize(("asked", "cores"), [("1", 1), ("0", len(os.sched_getaffinity(0)))])
def test_a_server_keeps_to_one_core_unless_told_otherwise(tmp_path, monkeypatch, asked, cores):
    monkeypatch.setenv("SETTLERS_ONE_CORE", asked)
    with OwnServer(str(tmp_path / "games.db"), allow_seeds=False) as own:
        assert len(os.sched_getaffinity(own.process_id)) == cores
