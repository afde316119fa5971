"""`settlers export` and `settlers import`: games as files with a signed head."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, cast

import click

from service.audit.exports import NoExport, read_exports
from service.audit.imports import NotTaken
from service.audit.signed_note import BadKey, Verifier, read_verifier
from service.bots import Client
from service.cli.failures import Failed, notice
from service.cli.keys import signing_key_option
from service.cli.report_text import plain
from service.cli.show import AUDITOR, ViewerType
from service.cli.sources import Source, StoredGames, check_one_source, source_options
from service.config import Settings
from service.faults import Fault
from service.texts import DEFAULT_LANGUAGE, LANGUAGES, Places, catalogue, say_event
from service.texts.scenarios import scenario_title
from settlers.v1 import game_pb2


@click.command(short_help="Write a game to a file that anybody can verify.")
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All games of the store.")
@click.option(
    "--as",
    "viewer",
    metavar="seat:N|spectator|auditor",
    type=ViewerType(),
    default=AUDITOR,
    help="For whose eyes. Once a game is over its cards lie open for all.  [default: auditor]",
)
@click.option("--text", is_flag=True, help="As a chronicle for people to read; it proves nothing.")
@click.option("--language", type=click.Choice(LANGUAGES), default=DEFAULT_LANGUAGE, help="Of the chronicle.")
@click.option("--whole", is_flag=True, help="For another store: with the seed of a running game. Show it to nobody.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The file to write.  [default: standard output]")
@signing_key_option
@source_options
def export(
    games: tuple[str, ...],
    every: bool,
    viewer: game_pb2.Viewer,
    text: bool,
    language: str,
    whole: bool,
    output: Path | None,
    signing_key: str,
    server: str | None,
    store: Path | None,
) -> None:
    """Write games to a file: JSON Lines with a signed head each, which can be verified without this service.

    \b
    Examples:
      settlers export 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f -o game.jsonl
      settlers export --all --store settlers.db -o archive.jsonl
      settlers export 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f --text --language cs
    """
    check_one_source(server, store)
    if (every or whole) and not store:
        raise click.UsageError("--all and --whole need a --store")
    if text and whole:
        raise click.UsageError("a chronicle is for somebody's eyes, so take --text or --whole, not both")
    if bool(games) == every:
        raise click.UsageError("name games, or take --all")
    stored = StoredGames(store, signing_key=signing_key) if store else None
    source: Source = stored or Client(server or Settings().address)
    damaged = []
    with closing(stored or cast(Client, source)), _written(output) as file:
        for game in map(str, stored.game_ids()) if stored and every else games:
            try:
                if text:
                    file.write("".join(f"{line}\n" for line in tell(source, game, viewer, language)).encode())
                else:
                    file.write(stored.export_whole(game) if stored and whole else source.export(game, viewer))
            except Fault as fault:
                if not every:
                    raise
                damaged.append(f"game {game} is left out: {fault.message}")
        if stored and every:
            damaged += stored.stray_lines()
    for line in damaged:
        notice(line)
    if damaged:
        raise click.exceptions.Exit(1)


@contextmanager
def _written(output: Path | None) -> Iterator[IO[bytes]]:
    """Write a file wholly or not at all: an earlier export in its place stays until this one is there."""
    if output is None:
        yield sys.stdout.buffer
        return
    made = output.with_name(f"{output.name}.{secrets.token_hex(8)}")
    try:
        with made.open("xb") as file:
            yield file
        made.replace(output)
    except OSError as error:
        raise Failed(f"cannot write {output}: {error.strerror}") from None
    finally:
        made.unlink(missing_ok=True)


def tell(source: Source, game: str, viewer: game_pb2.Viewer, language: str) -> Iterator[str]:
    """Tell a game from its first event on, a line each: its version, when it was decided, what happened."""
    view = source.view(game, viewer)
    places = Places(view.board, language)
    title = scenario_title(view.table.scenario, language)
    yield catalogue(language).say("show-game", game=game, version=view.version, scenario=title, board=view.board.name)
    for recorded in source.events(game, viewer):
        when = recorded.recorded_at.ToDatetime().isoformat(" ", "seconds")
        yield f"{recorded.version:>6}  {when}  {say_event(recorded.event, language, places)}"


@click.command("import", short_help="Take exported games into a store.")
@click.argument("file", type=click.File("rb"))
@click.option("--key", "keys", metavar="KEY", multiple=True, help="A key to trust; the head must be signed by one.")
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path), required=True, help="The store.")
def import_(file: IO[bytes], keys: tuple[str, ...], store: Path) -> None:
    """Verify the games of a file and take them into a store, where they go on. Only whole games can be taken.

    \b
    Example:
      settlers import game.jsonl --store other.db --key "$(settlers key --store settlers.db)"
    """
    trusted = trusted_keys(keys)
    if not trusted:
        notice("no --key is named, so signatures are not looked at")
    with closing(StoredGames(store, make=True)) as stored:
        left = 0
        try:
            for exported in read_exports(file):
                game, head = exported.head.game_id, exported.head
                if stored.chain_at(game, head.version) == head.chain:
                    click.echo(f"game {game}: it is there already")
                    continue
                try:
                    report = stored.take_in(exported, trusted)
                except NotTaken as error:
                    notice(f"game {game} is not taken: {plain(str(error))}")
                    left += 1
                else:
                    click.echo(f"game {game}: {report.version} events")
        except NoExport as error:
            raise Failed(f"{file.name}: {error}") from None
        if left:
            raise click.exceptions.Exit(1)


def trusted_keys(texts: tuple[str, ...]) -> list[Verifier]:
    """Read the keys that are trusted; raises ``Failed``."""
    try:
        return [read_verifier(text) for text in texts]
    except BadKey as error:
        raise Failed(f"a --key cannot be read: {error}") from None
