"""Reports of audits as text."""

from collections.abc import Iterator

from domain.engine import RULES_VERSION
from service.cli.canvas import STRONG, styled
from settlers.v1 import audit_service_pb2

RIGHT = "Everything that was checked is right."

MEANING = {
    "signature": "heads signed by a trusted key",
    "order": "events in their places",
    "form": "events in their form",
    "chain": "hashes of the chain",
    "private": "private parts against their hashes",
    "commitment": "times the seed against its commitment",
    "draw": "values of chance, drawn again",
    "fold": "events folded onto the game",
    "decision": "commands decided again, with the same events",
    "head": "heads against the chain",
}


def plain(text: str) -> str:
    """Write what may come out of somebody's file: it can neither steer a terminal nor begin a line of its own."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def report_lines(report: audit_service_pb2.AuditReport) -> Iterator[str]:
    """Tell what was checked of a game, and what is wrong with it."""
    state = "over" if report.over else "not over"
    yield styled(f"game {plain(report.game_id)}, {report.version} events, {state}", STRONG)
    yield from check_lines(report)
    yield flaw_line(report) or RIGHT


def check_lines(report: audit_service_pb2.AuditReport) -> Iterator[str]:
    """Tell how many of each check were passed, and what could not be checked."""
    counts = {each.name: each.count for each in report.checks}
    for check, meaning in MEANING.items():
        if counts.get(check):
            yield f"{counts[check]:>9}  {meaning}{_draws(report) if check == 'draw' else ''}"
    if report.hidden:
        yield f"{report.hidden:>9}  private parts not shown, and not checked"
    if report.undrawn:
        yield f"{report.undrawn:>9}  draws not checked, for the seed is not told"
    if report.undecidable:
        yield f"{report.undecidable:>9}  commands not decided again, for something is not shown"
    for each in report.not_decided:
        yield f"{each.commands:>9}  commands not decided again: rules {each.rules_version}, this is {RULES_VERSION}"


def flaw_line(report: audit_service_pb2.AuditReport) -> str:
    """Tell what is wrong; empty where nothing is."""
    if not report.HasField("flaw"):
        return ""
    return plain(f"WRONG at version {report.flaw.version}: {report.flaw.check}: {report.flaw.why}")


def _draws(report: audit_service_pb2.AuditReport) -> str:
    return f" ({', '.join(f'{plain(each.name)} {each.count}' for each in report.draws)})"
