"""`settlers audit`: prove that nothing was changed and no die was loaded."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import IO

import click

from service.audit.api import pack_report
from service.audit.exports import Exported, NoExport, check_head, read_exports, verify_export
from service.audit.many import verify_all, verify_files
from service.audit.report import Check, Flaw, Report
from service.bots import Client
from service.cli.exports import trusted_keys
from service.cli.failures import Failed
from service.cli.report_text import flaw_line, report_lines
from service.cli.show import AUDITOR
from service.cli.sources import Source, StoredGames
from service.config import Settings


@click.command(short_help="Prove that nothing was changed and no die was loaded.")
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All games of the store.")
@click.option("--file", "files", metavar="FILE", multiple=True, help="The games of a file of exports.")
@click.option("--key", "keys", metavar="KEY", multiple=True, help="A key to trust; each head must be signed by one.")
@click.option(
    "--against",
    metavar="FILE",
    type=click.File("r", encoding="utf-8"),
    help="An earlier export: the game must be the same, or have grown from that.",
)
@click.option("--server", metavar="ADDRESS", help=f"Ask this server.  [default: {Settings().address}]")
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path), help="Read this store, without a server.")
@click.option("--workers", type=click.IntRange(min=1), help="For --all and --file.  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS", help="For --all and --file: the scheduler of a Dask cluster.")
@click.option("--no-decisions", is_flag=True, help="For --all and --file: do not decide the commands again.")
def audit(
    games: tuple[str, ...],
    every: bool,
    files: tuple[str, ...],
    keys: tuple[str, ...],
    against: IO[str] | None,
    server: str | None,
    store: Path | None,
    workers: int | None,
    scheduler: str | None,
    no_decisions: bool,
) -> None:
    """Verify games: the chain of hashes, the private parts, the seed, each value of chance, each command decided again.

    It ends with 1 when something is wrong, and names the first bad version of the game and the check that found it.

    \b
    Examples:
      settlers audit 3f0c5d1e-5a0e-4c5e-9d8e-0b6f0c1d2e3f
      settlers audit --all --store settlers.db
      settlers audit --file game.jsonl --key "$(settlers key)"
    """
    if sum(map(bool, (games, every, files))) != 1:
        raise click.UsageError("name games, --all games of a --store, or --file after --file")
    if server and store:
        raise click.UsageError("name a --server or a --store, not both")
    if every and not store:
        raise click.UsageError("--all needs a --store")
    trusted_keys(keys)
    if games:
        right = _audit_each(games, server, store, keys, against)
    else:
        right = _audit_many(every, store, files, keys, workers, scheduler, decide=not no_decisions)
    if not right:
        raise click.exceptions.Exit(1)


def _audit_each(
    games: Sequence[str], server: str | None, store: Path | None, keys: tuple[str, ...], against: IO[str] | None
) -> bool:
    """Audit games one by one, and tell all about each."""
    earlier = {each.head.game_id: each for each in _read(against)} if against else {}
    source = StoredGames(store) if store else Client(server or Settings().address)
    right = True
    with closing(source):
        for game in games:
            report = source.verify(game)
            if not report.HasField("flaw") and (game in earlier or keys):
                report = pack_report(_beside(source, game, earlier.get(game), keys))
            right = right and not report.HasField("flaw")
            for line in report_lines(report):
                click.echo(line)
    return right


def _beside(source: Source, game: str, earlier: Exported | None, keys: tuple[str, ...]) -> Report:
    """Fetch the game as it is, verify it here, and hold it against an earlier export."""
    (now,) = read_exports(source.export(game, AUDITOR).decode().splitlines())
    report = verify_export(now, trusted_keys(keys) if earlier is None else ())
    if earlier is not None and report.flaw is None:
        before = verify_export(earlier, trusted_keys(keys), decide=False)
        if before.flaw is not None:
            report.flaw = Flaw(1, Check.HEAD, f"the earlier export is not right itself: {before.flaw.why}")
        else:
            check_head(report, now.records, earlier.head)
    return report


def _audit_many(
    every: bool,
    store: Path | None,
    files: Sequence[str],
    keys: Sequence[str],
    workers: int | None,
    scheduler: str | None,
    *,
    decide: bool,
) -> bool:
    """Audit many games, tell how far it is, and what is wrong with any."""
    games, events, wrong = 0, 0, []
    draws: Counter[str] = Counter()
    with ExitStack() as stack:
        executor = stack.enter_context(_executor(workers, scheduler))
        found: Iterator[list[Report]]
        if every and store:
            with closing(StoredGames(store)) as stored:
                ids = stored.game_ids()
            found, length = verify_all(executor, str(store), ids, decide=decide), len(ids)
        else:
            found, length = verify_files(executor, files, keys, decide=decide), len(files)
        unit = "games" if every else "files"
        bar = stack.enter_context(click.progressbar(length=length, label=f"Auditing {length} {unit}"))
        try:
            for reports in found:
                games += len(reports)
                events += sum(report.version for report in reports)
                for report in reports:
                    draws += report.draws
                wrong += [report for report in reports if report.flaw is not None]
                bar.update(len(reports) if every else 1)
        except (OSError, NoExport, UnicodeDecodeError) as error:
            raise Failed(str(error)) from None
    click.echo(f"{games} games, {events} events, {draws.total()} draws; {len(wrong)} games are wrong.")
    for report in wrong:
        click.echo(f"game {report.game_id}: {flaw_line(pack_report(report))}")
    return not wrong


def _executor(workers: int | None, scheduler: str | None) -> AbstractContextManager[Executor]:
    if scheduler is None:
        return ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn"))
    try:
        # Not everyone who audits has a cluster, so what it needs is no part of an ordinary install.
        cluster = import_module("service.audit.cluster")
    except ModuleNotFoundError:
        raise Failed("a cluster needs more: pip install 'settlers-rules[cluster]'") from None
    connected: AbstractContextManager[Executor] = cluster.connect(scheduler)
    return connected


def _read(file: IO[str]) -> list[Exported]:
    try:
        return list(read_exports(file))
    except (NoExport, UnicodeDecodeError) as error:
        raise Failed(f"{file.name}: {error}") from None
