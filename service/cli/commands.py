"""All commands put together."""

import click

from service.cli.audit import audit
from service.cli.demo import demo
from service.cli.exports import export, import_
from service.cli.failures import Commands
from service.cli.games import games, rebuild
from service.cli.keys import key
from service.cli.render import render
from service.cli.scenarios import scenarios
from service.cli.serve import serve
from service.cli.show import show
from service.cli.web import web


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="settlers-rules", prog_name="settlers", message="%(prog)s %(version)s")
def main() -> None:
    """The referee of Cheops, Alexander the Great and The Great Race, and of the classic game they stand on.

    \b
    Begin with:
      settlers demo                watch four bots play a game
      settlers serve               serve games over gRPC
    """


for command in (serve, demo, games, show, render, scenarios, audit, export, import_, key, rebuild, web):
    main.add_command(command)
