"""`settlers scenarios`: what can be played."""

import textwrap
from collections.abc import Iterator, Sequence

import click

from service.api import known_scenarios
from service.bots import Client
from service.cli.canvas import STRONG, styled
from service.cli.show import language_option
from service.texts import Catalogue, catalogue
from service.texts.scenarios import source_text
from service.texts.words import listed
from settlers.v1 import game_service_pb2

WIDTH = 100


@click.command()
@language_option
@click.option("--server", metavar="ADDRESS", help="Ask this server; else it is told what this version knows.")
def scenarios(language: str, server: str | None) -> None:
    """List what can be played: scenarios, their boards and options.

    \b
    Examples:
      settlers scenarios
      settlers scenarios --language cs
      settlers scenarios --server 127.0.0.1:50051
    """
    if server is None:
        found = known_scenarios()
    else:
        with Client(server) as client:
            found = client.scenarios()
    texts = catalogue(language)
    for scenario in found.scenarios:
        click.echo("\n".join(_describe(texts, scenario)))
        click.echo()
    click.echo(texts.say("scenarios-rules", version=found.rules_version))


def _describe(texts: Catalogue, scenario: game_service_pb2.Scenario) -> Iterator[str]:
    name, title = styled(scenario.key, STRONG), _in_language(texts, scenario.title)
    yield texts.say("scenarios-scenario", name=name, title=title, seats=_seats(texts, scenario.seats))
    boards = [(board.name, _board(texts, board, scenario)) for board in scenario.boards]
    yield from _list(texts.say("scenarios-boards"), boards)
    options = [(option.key, _in_language(texts, option.text)) for option in scenario.options]
    yield from _list(texts.say("scenarios-options"), options)


def _in_language(texts: Catalogue, text: game_service_pb2.Text) -> str:
    return str(getattr(text, texts.language))


def _board(texts: Catalogue, board: game_service_pb2.ScenarioBoard, scenario: game_service_pb2.Scenario) -> str:
    """Say where a board is from, and for how many it is where that is not as many as the scenario."""
    source = source_text(texts, board.name, board.source)
    if set(board.seats) >= set(scenario.seats):
        return source
    return texts.say("scenarios-board", seats=_seats(texts, board.seats), source=source)


def _seats(texts: Catalogue, numbers: Sequence[int]) -> str:
    """Say numbers of seats: "3 or 4 seats", "2 to 6 seats"."""
    first, last = min(numbers), max(numbers)
    if len(numbers) > 2 and len(numbers) == last - first + 1:
        seats = texts.say("scenarios-range", first=first, last=last)
    else:
        seats = listed(texts, numbers, "list-or")
    return texts.say("scenarios-seats", seats=seats, last=last)


def _list(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max((len(name) for name, _ in rows), default=0)
    for n, (name, text) in enumerate(rows):
        head = f"  {title if n == 0 else '':<9}{name:<{width}}  "
        yield from textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
