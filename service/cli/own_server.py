"""A server of one's own for as long as it is needed: another process on a free port, started again when it dies."""

import subprocess
import sys
from types import TracebackType
from typing import IO, Self

from service.cli.failures import Failed

READY = "settlers: serving on "
"""How a server's one line begins, once it is ready; the address follows."""

PATIENCE = 15.0
"""Seconds that a server has to end by itself."""


class OwnServer:
    """A server over a store; it ends when this process does, in whatever way."""

    def __init__(self, store: str, *, allow_seeds: bool) -> None:
        self.store = store
        self.address = "127.0.0.1:0"
        self._allow_seeds = allow_seeds
        self._process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    @property
    def process_id(self) -> int:
        """The id of its process."""
        return self._process.pid

    def start_again_if_dead(self) -> bool:
        """Start it again on its address and store if it died; tells whether it did."""
        if self._process.poll() is None:
            return False
        self._end()
        self._process = self._start()
        return True

    def _end(self) -> None:
        """Let the process end by itself: it does when its input ends."""
        _pipe(self._process.stdin).close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        _pipe(self._process.stdout).close()

    def _start(self) -> subprocess.Popen[str]:
        # -P: a folder named "service" where this is called from must not be taken for ours.
        command = [sys.executable, "-P", "-m", "service", "serve", "--until-input-ends"]
        command += ["--address", self.address, "--store", self.store]
        command += ["--allow-seeds"] if self._allow_seeds else []
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C at the terminal is for this process; it ends its server in good order.
            start_new_session=True,
        )
        line = _pipe(process.stdout).readline()
        if not line.startswith(READY):
            with process:
                process.kill()
            raise Failed("the server for this game did not start")
        self.address = line.removeprefix(READY).partition(",")[0]
        return process


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
