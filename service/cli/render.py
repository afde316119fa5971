"""`settlers render`: a picture of a game at one moment, as one viewer sees it."""

from contextlib import closing
from pathlib import Path

import click

from service.cli.failures import Failed
from service.cli.show import language_option, viewer_option
from service.cli.sources import look, open_source, source_options
from service.pictures import draw
from settlers.v1 import game_pb2


@click.command(short_help="Draw a game as a picture (SVG).")
@click.argument("game")
@click.option("--at", "version", metavar="VERSION", type=click.IntRange(min=1), help="As it was after so many events.")
@viewer_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to write it.  [default: the standard output]",
)
@language_option
@source_options
def render(
    game: str,
    version: int | None,
    viewer: game_pb2.Viewer | None,
    output: Path | None,
    language: str,
    server: str | None,
    store: Path | None,
) -> None:
    """Draw a game as a picture that every browser shows: its board, who has what, whose turn it is.

    \b
    Examples:
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f -o board.svg
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --at 240 --as seat:2 -o board.svg
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --language cs -o board.svg
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --store settlers.db --as auditor > board.svg
    """
    source = open_source(server, store)
    with closing(source):
        picture = draw(look(source, game, viewer, version), language)
    if output is None:
        click.echo(picture, nl=False)
        return
    try:
        output.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Failed(f"cannot write {output}: {error.strerror}") from None
