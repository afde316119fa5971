"""Target ``notation``: a line of text as a command and as an event; what can be read is written back to the same."""

from collections.abc import Callable
from typing import Any

from domain.notation import NotationError, read_command, read_event, write_command, write_event


def notation(data: bytes) -> None:
    """Read a line as a command, or else as an event."""
    line = data.decode(errors="surrogateescape")
    _check(line, read_command, write_command)
    _check(line, read_event, write_event)


def _check(line: str, read: Callable[[str], Any], write: Callable[[Any], str]) -> None:
    try:
        message = read(line)
    except NotationError:
        return
    written = write(message)
    again = read(written)
    assert (type(again), again) == (type(message), message), "what was written is read as something else"
    assert write(again) == written
    assert len(written.splitlines()) == 1, "a message is one line"
