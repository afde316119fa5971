"""How a command ends that cannot do what it should: one line on the standard error, and an exit code.

0: it did what it should. 1: it failed. 2: it was called in a wrong way.
"""

from typing import IO, Any

import click

from domain.errors import Illegal
from service.bots import Refused, ServerAway
from service.faults import Fault


class Failed(click.ClickException):
    """A command failed; the message says why in one line."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        notice(self.message)


def notice(text: str) -> None:
    """Tell the person at the terminal something that is no output."""
    click.echo(f"settlers: {text}", err=True)


class Commands(click.Group):
    """Commands whose typed errors become one line."""

    def invoke(self, context: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(context)
        except ServerAway as error:
            raise Failed(f"{error}; start one with: settlers serve") from None
        except Refused as refusal:
            raise Failed(_line(refusal.reason, refusal.message, refusal.rule)) from None
        except Fault as fault:
            raise Failed(_line(fault.trouble, fault.message)) from None
        except Illegal as refusal:
            raise Failed(_line(refusal.reason, str(refusal), refusal.rule)) from None


def _line(reason: str, message: str, rule: str = "") -> str:
    text = f"{reason}: {message}" if message else reason
    return text if not rule or rule in text else f"{text} (rule {rule})"
