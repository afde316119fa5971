"""A terminal for tests: calls of the command line, in this process and in processes of their own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner, Result

from service.cli import main
from service.cli.own_server import READY

NOBODY = "127.0.0.1:1"
"""An address at which no server answers."""

ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def settlers(*arguments: str) -> Result:
    """Call the command line in this process."""
    return CliRunner().invoke(main, arguments, prog_name="settlers")


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Call the command line in a process of its own, which does not outlive the test."""
    process = subprocess.Popen(
        [sys.executable, "-m", "service", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def serving(store: Path, address: str = "127.0.0.1:0") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server in a process of its own; gives it and its address."""
    with started("serve", "--address", address, "--store", str(store), "--allow-seeds") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(READY)
        yield process, line.removeprefix(READY).partition(",")[0]


def read_until(process: subprocess.Popen[str], beginning: str) -> str:
    """Read what a process prints up to a line that begins so; gives all of it."""
    assert process.stdout is not None
    read = ""
    for line in process.stdout:
        read += line
        if line.startswith(beginning):
            return read
    raise AssertionError(f"no line begins with {beginning!r}:\n{read}")


def plain(story: str) -> str:
    """A story without what differs each time that the same game is played."""
    return re.sub(r" --(store|server) \S+", "", ID.sub("ID", story))


def game_of(printed: str) -> str:
    """The id of the game of a demo."""
    found = ID.search(printed)
    assert found is not None
    return found[0]
