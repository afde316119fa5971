"""A server as an image runs it: `python -m service serve` in a process of its own, ended by signals alone."""

import subprocess
import sys
from pathlib import Path
from typing import Self

import grpc

from service.cli.own_server import READY
from settlers.v1 import game_service_pb2_grpc

ROOT = Path(__file__).parents[2]

PATIENCE = 20.0
"""Seconds after which a wait is given up."""


class RunningServer:
    """A server over a store on a free port, and a channel to it."""

    def __init__(self, store: Path) -> None:
        command = [sys.executable, "-m", "service", "serve", "--address", "127.0.0.1:0", "--store", str(store)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(READY), line
        self.address = line.removeprefix(READY).partition(",")[0]
        self.channel = grpc.insecure_channel(self.address)
        self.stub = game_service_pb2_grpc.GameServiceStub(self.channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.channel.close()
        self.process.kill()
        self.process.communicate()

    def ended(self) -> tuple[int, str]:
        """Wait until the process ends; gives its exit code and what it had to complain of."""
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors
