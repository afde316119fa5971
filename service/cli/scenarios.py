"""`settlers scenarios`: what can be played."""

import textwrap
from collections.abc import Iterator, Sequence

import click

from service.api import known_scenarios
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
        found = known_scenarios()
    else:
        with Client(server) as client:
            found = client.scenarios()
    for scenario in found.scenarios:
        click.echo("\n".join(_describe(scenario)))
        click.echo()
    click.echo(
        f"Rules version {found.rules_version}. When no board is named, the first for the number of seats is used."
    )


def _describe(scenario: game_service_pb2.Scenario) -> Iterator[str]:
    yield f"{styled(scenario.key, STRONG)}: {scenario.title.en}, for {_seats(scenario.seats)}"
    yield from _list("boards", [(board.name, _board(board, scenario)) for board in scenario.boards])
    yield from _list("options", [(option.key, option.text.en) for option in scenario.options])


def _board(board: game_service_pb2.ScenarioBoard, scenario: game_service_pb2.Scenario) -> str:
    """Say where a board is from, and for how many it is where that is not as many as the scenario."""
    every = set(board.seats) >= set(scenario.seats)
    return board.source if every else f"For {_seats(board.seats)}. {board.source}"


def _seats(numbers: Sequence[int]) -> str:
    """Say numbers of seats: "3 or 4 seats", "2 to 6 seats"."""
    first, last = min(numbers), max(numbers)
    if len(numbers) > 2 and len(numbers) == last - first + 1:
        return f"{first} to {last} seats"
    return f"{' or '.join(map(str, numbers))} seats"


def _list(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max((len(name) for name, _ in rows), default=0)
    for n, (name, text) in enumerate(rows):
        head = f"  {title if n == 0 else '':<9}{name:<{width}}  "
        yield from textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
