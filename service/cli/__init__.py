"""The command line: `settlers serve`, `demo`, `show`, `scenarios`."""

import os

# The transport writes lines of its own to the standard error; what a person needs to know of them, we say ourselves.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

from service.cli.commands import main

__all__ = ["main"]
