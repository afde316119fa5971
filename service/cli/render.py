"""`settlers render`: a picture of a game at one moment, as one viewer sees it."""

from contextlib import closing
from pathlib import Path

import click

from service.bots import Client
from service.bots.messages import SPECTATOR, viewer_of
from service.cli.failures import Failed
from service.cli.show import AUDITOR
from service.cli.sources import Source, StoredGames
from service.config import Settings
from service.pictures import draw
from settlers.v1 import game_pb2


@click.command(short_help="Draw a game as a picture (SVG).")
@click.argument("game")
@click.option("--at", "version", metavar="VERSION", type=click.IntRange(min=1), help="As it was after so many events.")
@click.option("--seat", metavar="N", type=click.IntRange(min=1), help="With the eyes of this seat.")
@click.option("--auditor", is_flag=True, help="With the eyes of an auditor, who sees all cards.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to write it.  [default: the standard output]",
)
@click.option("--server", metavar="ADDRESS", help=f"Ask this server.  [default: {Settings().address}]")
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path), help="Read this store, without a server.")
def render(
    game: str,
    version: int | None,
    seat: int | None,
    auditor: bool,
    output: Path | None,
    server: str | None,
    store: Path | None,
) -> None:
    """Draw a game as a picture that every browser shows: its board, who has what, whose turn it is.

    The eyes are a spectator's if nothing else is said, and everyone's once the game is over.

    \b
    Examples:
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f -o board.svg
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --at 240 --seat 2 -o board.svg
      settlers render 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --store settlers.db --auditor > board.svg
    """
    if server and store:
        raise click.UsageError("name a --server or a --store, not both")
    if seat and auditor:
        raise click.UsageError("name a --seat or the --auditor, not both")
    viewer = viewer_of(seat) if seat else AUDITOR if auditor else None
    source = StoredGames(store) if store else Client(server or Settings().address)
    with closing(source):
        picture = draw(_look(source, game, viewer, version))
    if output is None:
        click.echo(picture, nl=False)
        return
    try:
        output.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Failed(f"cannot write {output}: {error.strerror}") from None


def _look(source: Source, game_id: str, viewer: game_pb2.Viewer | None, version: int | None) -> game_pb2.GameView:
    """Look at a game; where nobody says whose eyes, with everyone's once it is over."""
    view = source.view(game_id, viewer or SPECTATOR)
    reveal = viewer is None and view.turn.over
    if version is None and not reveal:
        return view
    return source.view(game_id, viewer or SPECTATOR, version=version, reveal=reveal)
