"""`settlers show`: a game at one moment, as one viewer sees it."""

from collections.abc import Iterator
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Any

import click

from service.bots.messages import SPECTATOR, viewer_of
from service.cli.board_text import draw_board, draw_places
from service.cli.canvas import STRONG, styled
from service.cli.sources import Source, look, open_source, source_options
from service.cli.standing_text import bank_line, standing_lines, turn_line
from service.texts import DEFAULT_LANGUAGE, LANGUAGES, Places, catalogue, say_event
from service.texts.scenarios import scenario_title
from settlers.v1 import game_pb2

AUDITOR = game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_AUDITOR)


class ViewerType(click.ParamType[game_pb2.Viewer]):
    """Whose eyes: "seat:2", "spectator" or "auditor"."""

    name = "viewer"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> game_pb2.Viewer:
        """Read who looks."""
        if isinstance(value, game_pb2.Viewer):
            return value
        if value == "spectator":
            return SPECTATOR
        if value == "auditor":
            return AUDITOR
        role, _, seat = str(value).partition(":")
        if role != "seat" or not seat.isdecimal():
            self.fail(f"{value!r} is none of seat:NUMBER, spectator, auditor", param, context)
        return viewer_of(int(seat))


viewer_option = click.option(
    "--as",
    "viewer",
    metavar="seat:N|spectator|auditor",
    type=ViewerType(),
    help="Whose eyes. Left out: a spectator's, and everyone's once the game is over.",
)

language_option = click.option(
    "--language", type=click.Choice(LANGUAGES), default=DEFAULT_LANGUAGE, show_default=True, help="In which language."
)


@click.command(short_help="Show a game: board, cards, points, last events.")
@click.argument("game")
@click.option("--at", "version", metavar="VERSION", type=click.IntRange(min=1), help="As it was after so many events.")
@viewer_option
@click.option(
    "--events",
    "count",
    metavar="N",
    type=click.IntRange(min=0),
    default=12,
    show_default=True,
    help="How many of the last events to tell.",
)
@click.option(
    "--numbers",
    type=click.Choice(["hexes", "intersections", "paths"]),
    help="Draw the board once more, with the numbers by which commands name its places.",
)
@language_option
@source_options
def show(
    game: str,
    version: int | None,
    viewer: game_pb2.Viewer | None,
    count: int,
    numbers: str | None,
    language: str,
    server: str | None,
    store: Path | None,
) -> None:
    """Show a game: its board, who has what, whose turn it is, what happened last.

    \b
    Examples:
      settlers show 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f
      settlers show 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --at 240 --as seat:2
      settlers show 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --language cs
      settlers show 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --store settlers.db --as auditor
    """
    source = open_source(server, store)
    with closing(source):
        for line in describe(source, game, viewer, version, count, numbers, language):
            click.echo(line)


def describe(
    source: Source,
    game_id: str,
    viewer: game_pb2.Viewer | None,
    version: int | None,
    count: int,
    numbers: str | None,
    language: str,
) -> Iterator[str]:
    """Describe a game, line by line."""
    view = look(source, game_id, viewer, version)
    title = scenario_title(view.table.scenario, language)
    heading = catalogue(language).say(
        "show-game", game=game_id, version=view.version, scenario=title, board=view.board.name
    )
    yield styled(heading, STRONG)
    yield ""
    yield from draw_board(view, language)
    if numbers:
        yield ""
        yield from draw_places(view, numbers, language)
    yield ""
    yield from standing_lines(view, language)
    yield bank_line(view, language)
    yield ""
    yield turn_line(view, language)
    if count:
        yield ""
        yield from _last_events(source, view, viewer or SPECTATOR, count, language)


def _last_events(
    source: Source, view: game_pb2.GameView, eyes: game_pb2.Viewer, count: int, language: str
) -> Iterator[str]:
    places = Places(view.board, language)
    events = source.events(view.game_id, eyes, after=max(0, view.version - count))
    for recorded in takewhile(lambda recorded: recorded.version <= view.version, events):
        yield f"{recorded.version:>6}  {say_event(recorded.event, language, places)}"
