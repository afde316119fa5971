"""`settlers scenarios`: what can be played."""

import textwrap
from collections.abc import Iterator, Sequence

import click

from domain.engine import RULES_VERSION
from domain.scenarios import SCENARIOS
from service.bots import Client
from service.cli.canvas import STRONG, styled
from settlers.v1 import game_service_pb2

WIDTH = 100


@click.command()
@click.option("--server", metavar="ADDRESS", help="Ask this server; else it is told what this version knows.")
def scenarios(server: str | None) -> None:
    """List what can be played: scenarios, their boards and options.

    \b
    Examples:
      settlers scenarios
      settlers scenarios --server 127.0.0.1:50051
    """
    if server is None:
        found = scenarios_here()
    else:
        with Client(server) as client:
            found = client.scenarios()
    for scenario in found.scenarios:
        click.echo("\n".join(_describe(scenario)))
        click.echo()
    click.echo(f"Rules version {found.rules_version}. The first board is used when none is named.")


def scenarios_here() -> game_service_pb2.ListScenariosResponse:
    """Say what this version knows, as a server would."""
    response = game_service_pb2.ListScenariosResponse(rules_version=RULES_VERSION)
    for chapter in SCENARIOS.values():
        scenario = response.scenarios.add(key=chapter.key, title=chapter.title, seats=chapter.seats)
        for name, plan in chapter.boards.items():
            scenario.boards.add(name=name, source=plan().source)
        for option in chapter.options:
            scenario.options.add(key=option.key, text=option.text)
    return response


def _describe(scenario: game_service_pb2.Scenario) -> Iterator[str]:
    seats = " or ".join(map(str, scenario.seats))
    yield f"{styled(scenario.key, STRONG)}: {scenario.title}, for {seats} seats"
    yield from _list("boards", [(board.name, board.source) for board in scenario.boards])
    yield from _list("options", [(option.key, option.text) for option in scenario.options])


def _list(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max((len(name) for name, _ in rows), default=0)
    for n, (name, text) in enumerate(rows):
        head = f"  {title if n == 0 else '':<9}{name:<{width}}  "
        yield from textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
