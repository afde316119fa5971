"""`settlers audit`: prove that nothing was changed and no die was loaded."""

import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, closing
from importlib import import_module
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from typing import IO

import click

from service.audit.api import pack_report
from service.audit.exports import Exported, NoExport, chain_at, check_head, read_exports, verify_export
from service.audit.many import verify_all, verify_files
from service.audit.report import Check, Flaw, Report, sum_of
from service.audit.signed_note import Verifier
from service.bots import Client
from service.cli.canvas import STRONG, styled
from service.cli.exports import trusted_keys
from service.cli.failures import Failed, notice
from service.cli.report_text import RIGHT, check_lines, flaw_line, report_lines
from service.cli.show import AUDITOR
from service.cli.sources import StoredGames, check_one_source, open_source, source_options
from settlers.v1.audit_service_pb2 import AuditReport


@click.command(short_help="Prove that nothing was changed and no die was loaded.")
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All games of the store.")
@click.option("--file", "files", metavar="FILE", multiple=True, help="The games of a file of exports.")
@click.option(
    "--key", "keys", metavar="KEY", multiple=True, help="A key to trust; each head in the file must be signed by one."
)
@click.option(
    "--against",
    metavar="FILE",
    type=click.File("rb"),
    help="An earlier export: each game must be the same, or have grown from that.",
)
@source_options
@click.option("--workers", type=click.IntRange(min=1), help="For --all and --file.  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS", help="For --all and --file: the scheduler of a Dask cluster.")
@click.option("--no-decisions", is_flag=True, help="For --all and --file: do not decide the commands again.")
def audit(
    games: tuple[str, ...],
    every: bool,
    files: tuple[str, ...],
    keys: tuple[str, ...],
    against: IO[bytes] | None,
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
    check_one_source(server, store)
    if every and not store:
        raise click.UsageError("--all needs a --store")
    if games and (workers or scheduler or no_decisions):
        raise click.UsageError("--workers, --scheduler and --no-decisions are for --all and --file")
    if files and against:
        raise click.UsageError("--against is for games and --all")
    if keys and not files and not against:
        raise click.UsageError("a --key is for the heads in a file: those of --file, or of --against")
    trusted = trusted_keys(keys)
    earlier = {each.head.game_id: each for each in _read(against, against.name)} if against else {}
    if games:
        right = _audit_each(games, server, store, trusted, earlier if against else None)
    else:
        with _executor(workers, scheduler) as executor:
            if store:
                right = _audit_store(executor, store, trusted, earlier, decide=not no_decisions)
            else:
                right = _audit_files(executor, files, keys, decide=not no_decisions)
    if not right:
        raise click.exceptions.Exit(1)


def _audit_each(
    games: Sequence[str],
    server: str | None,
    store: Path | None,
    trusted: Sequence[Verifier],
    earlier: Mapping[str, Exported] | None,
) -> bool:
    """Audit games one by one, and tell all about each; beside earlier exports, where there are any."""
    source = open_source(server, store)
    right = True
    with closing(source):
        for game in games:
            if earlier is not None and game not in earlier:
                raise Failed(f"the file of --against holds no game {game}")
            report = source.verify(game)
            if earlier is not None and not report.HasField("flaw"):
                _audit_beside(source, report, earlier[game], trusted)
            right = right and not report.HasField("flaw")
            for line in report_lines(report):
                click.echo(line)
    return right


def _audit_beside(
    source: StoredGames | Client, report: AuditReport, earlier: Exported, trusted: Sequence[Verifier]
) -> None:
    """Hold a game that is right against an earlier export, as it lies in a store or as a server exports it now."""
    found, chain = Report(report.game_id, report.version), b""
    if isinstance(source, StoredGames):
        chain = source.chain_at(report.game_id, earlier.head.version)
    else:
        (now,) = _read(BytesIO(source.export(report.game_id, AUDITOR)), "the export of the server")
        found.flaw = verify_export(now, ()).flaw
        if found.flaw is None:
            chain = chain_at(now, earlier.head.version)
    _hold(found, earlier, trusted, chain)
    told = pack_report(found)
    report.checks.extend(told.checks)
    if told.HasField("flaw"):
        report.flaw.CopyFrom(told.flaw)


def _hold(report: Report, earlier: Exported, trusted: Sequence[Verifier], chain: bytes) -> None:
    """Hold a game against an earlier export, given its chain at that version."""
    before = verify_export(earlier, trusted, decide=False)
    if report.flaw is None and before.flaw is not None:
        report.flaw = Flaw(1, Check.HEAD, f"the earlier export is not right itself: {before.flaw.why}")
    check_head(report, earlier.head, chain)


def _audit_store(
    executor: Executor, store: Path, trusted: Sequence[Verifier], earlier: Mapping[str, Exported], *, decide: bool
) -> bool:
    """Audit all games of a store; each game of an earlier archive must still be there, the same or grown."""
    with closing(StoredGames(store)) as stored:
        ids, strays = stored.game_ids(), stored.stray_lines()
        reports: list[Report] = []
        with click.progressbar(length=len(ids), label=f"Auditing {len(ids)} games") as bar:
            for some in verify_all(executor, str(store), ids, decide=decide):
                reports += some
                bar.update(len(some))
        known = {report.game_id: report for report in reports}
        for game, exported in earlier.items():
            if game not in known:
                known[game] = Report(
                    game, flaw=Flaw(1, Check.HEAD, "it is in the earlier archive, and gone from the store")
                )
                reports.append(known[game])
            else:
                _hold(known[game], exported, trusted, stored.chain_at(game, exported.head.version))
    return _sum_up(reports, strays)


def _audit_files(executor: Executor, files: Sequence[str], keys: Sequence[str], *, decide: bool) -> bool:
    """Audit the games of files; one that cannot be read does not stop the others."""
    reports: list[Report] = []
    unread: list[str] = []
    with click.progressbar(length=len(files), label=f"Auditing {len(files)} files") as bar:
        for archive in verify_files(executor, files, keys, decide=decide):
            reports += archive.reports
            unread += [f"{archive.file}: {archive.why}"] if archive.why else []
            bar.update(1)
    return _sum_up(reports, unread)


def _sum_up(reports: Sequence[Report], unread: Sequence[str]) -> bool:
    """Tell how much was audited, what is wrong with any game, and what could not be read as one."""
    wrong = [report for report in reports if report.flaw is not None]
    summed = pack_report(sum_of(reports))
    click.echo(styled(f"games: {len(reports)}, events: {summed.version}", STRONG))
    for line in check_lines(summed):
        click.echo(line)
    for report in wrong:
        click.echo(f"game {report.game_id}: {flaw_line(pack_report(report))}")
    for line in unread:
        notice(line)
    if wrong:
        click.echo(f"games that are wrong: {len(wrong)}")
    elif reports and not unread:
        click.echo(RIGHT)
    return not wrong and not unread


def _executor(workers: int | None, scheduler: str | None) -> AbstractContextManager[Executor]:
    if scheduler is None:
        return ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn"))
    try:
        # Not everyone who audits has a cluster, so what it needs is no part of an ordinary install.
        cluster = import_module("service.audit.cluster")
    except ModuleNotFoundError:
        raise Failed(f"a cluster needs more: {sys.executable} -m pip install 'settlers-rules[cluster]'") from None
    try:
        connected: AbstractContextManager[Executor] = cluster.connect(scheduler)
    except (OSError, ValueError) as error:
        raise Failed(f"no scheduler answers at {scheduler}: {error}") from None
    return connected


def _read(file: IO[bytes], name: str) -> list[Exported]:
    try:
        return list(read_exports(file))
    except NoExport as error:
        raise Failed(f"{name}: {error}") from None
