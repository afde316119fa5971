"""Exports: a game as JSON Lines. First its signed head, then each event's stored bytes, with nothing readable beside.

The head is ``{"head": note}``. The text of the note (see ``signed_note``) has four lines: ``settlers.v1/`` with the
game's id, the number of events, the base64 of the chain after the last of them, and for whose eyes it was made. Each
other line is the base64 of a ``StoredEvent``, or of a ``Proof`` where something was left out of it, as a JSON string.
A file may hold any number of games, one after the other. There is one way to write each line; what is written in
another is no export.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.engine import Viewer
from domain.visibility import AUDITOR
from service.audit import verifying
from service.audit.eyes import name_of, viewer_of
from service.audit.report import Check, Flaw, Report
from service.audit.signed_note import NotSigned, Signer, Verifier, decode, open_note, text_of
from service.store.records import Damaged, Record, prove_record
from settlers.v1 import game_pb2

ORIGIN = "settlers.v1/"


class NoExport(Exception):
    """A file in which something is no export; the message says in which line and why."""


class _Unreadable(Exception):
    """A line that cannot be read; the message says why."""


class Head(msgspec.Struct, frozen=True):
    """What is signed: a game, its length, its chain, and for whose eyes the export is."""

    game_id: str
    version: int
    chain: bytes
    eyes: str

    @property
    def text(self) -> str:
        """The text of the note."""
        return f"{ORIGIN}{self.game_id}\n{self.version}\n{base64.b64encode(self.chain).decode()}\n{self.eyes}\n"


class Exported(msgspec.Struct, frozen=True):
    """One game of a file, as far as it can be read: the note, what it says, and the records."""

    note: str
    head: Head
    records: Sequence[Record]
    fault: str = ""
    """Why there are no more records than these, where a line cannot be read; it names the line."""

    def read(self) -> Iterator[Record]:
        """Give the records; raises ``Damaged`` where there is one that cannot be read."""
        yield from self.records
        if self.fault:
            raise Damaged(len(self.records) + 1, self.fault)


def export_lines(
    game_id: str, records: Sequence[Record], viewer: Viewer | None, seed: bytes, signer: Signer, *, over: bool
) -> Iterator[bytes]:
    """Write a game as the lines of an export.

    Args:
        game_id: The game.
        records: All its records.
        viewer: For whose eyes; None: for a store, with everything, the seed of a running game too.
        seed: The seed, which salts are made of.
        signer: Who signs the head.
        over: Whether the game is over, so that nothing of what happened is to be hidden.
    """
    chain = game_pb2.Proof.FromString(records[-1].data).chain
    head = Head(game_id, records[-1].version, chain, name_of(viewer))
    yield _line({"head": signer.sign(head.text)})
    for record in records:
        whole = viewer is None or (over and viewer == AUDITOR)
        data = record.data if whole else _cut(record, viewer or AUDITOR, seed, over=over)
        yield _line(base64.b64encode(data).decode())


def read_exports(lines: Iterable[bytes]) -> Iterator[Exported]:
    """Read the games of a file, one after the other.

    A line that cannot be read is a fault of its game, and the next game is read. Where that is a head, so that nobody
    knows of which game, or the head of a game that was there before, the lines up to the next head are left out, and
    in the end it raises ``NoExport``; so it does where there is no game.
    """
    found: Exported | None = None
    records: list[Record] = []
    seen: set[str] = set()
    left_out: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith(b"{") or number == 1:
                if found is not None:
                    yield found
                found, records = None, []
                found = _begin(line, records, seen)
            elif found is not None and not found.fault:
                records.append(Record(len(records) + 1, "", _read_record(line)))
        except _Unreadable as why:
            if found is None:
                left_out.append(f"line {number}: {why}")
            else:
                found = msgspec.structs.replace(found, fault=f"line {number}: {why}")
    if found is not None:
        yield found
    if left_out:
        more = len(left_out) - 1
        raise NoExport(left_out[0] + (f"; and {more} more" if more else ""))
    if not number:
        raise NoExport("it holds no game")


def verify_export(exported: Exported, trusted: Sequence[Verifier], *, decide: bool = True) -> Report:
    """Verify one game of a file; without trusted keys everything but the signature is checked."""
    head = exported.head
    report = Report(head.game_id)
    try:
        if trusted:
            open_note(exported.note, trusted)
    except NotSigned as why:
        report.flaw = Flaw(1, Check.SIGNATURE, f"the head: {why}")
        return report
    report = verifying.verify(head.game_id, exported.read(), eyes=head.eyes, decide=decide)
    report.passed[Check.SIGNATURE] += bool(trusted)
    if report.flaw is None and len(exported.records) > head.version:
        report.flaw = Flaw(head.version + 1, Check.HEAD, f"the head is of {head.version} events, and more follow")
    if report.flaw is None:
        check_head(report, head, chain_at(exported, head.version))
    return report


def check_head(report: Report, head: Head, chain: bytes) -> None:
    """Check that a game is what a signed head says, or has grown from that; notes it in the report.

    ``chain`` is the game's chain at the version of the head; empty: it has not come to that.
    """
    if report.flaw is None:
        if not chain:
            why = f"the head is of {head.version} events, and there are {report.version}"
            report.flaw = Flaw(report.version + 1, Check.HEAD, why)
        elif chain != head.chain:
            report.flaw = Flaw(head.version, Check.HEAD, "the head is of another game")
        else:
            report.passed[Check.HEAD] += 1


def chain_at(exported: Exported, version: int) -> bytes:
    """Tell the chain of a game that was found right, at a version; empty where it has not come to that."""
    if len(exported.records) < version:
        return b""
    return game_pb2.Proof.FromString(exported.records[version - 1].data).chain


def _cut(record: Record, viewer: Viewer, seed: bytes, *, over: bool) -> bytes:
    return prove_record(record, viewer, seed, over=over).SerializeToString()


def _line(value: str | dict[str, str]) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False)}\n".encode()


def _parse(line: bytes) -> Any:
    try:
        value = json.loads(line)
        if not isinstance(value, str | dict) or _line(value) != line:
            raise _Unreadable("it is not written as an export is")
    except (ValueError, RecursionError):
        raise _Unreadable("it is no JSON") from None
    return value


def _read_record(line: bytes) -> bytes:
    try:
        return decode(_parse(line))
    except (TypeError, ValueError):
        raise _Unreadable("it is no base64") from None


def _begin(line: bytes, records: Sequence[Record], seen: set[str]) -> Exported:
    """Begin a game, whose records will be read."""
    value = _parse(line)
    try:
        note = value["head"]
        if value.keys() != {"head"} or not isinstance(note, str):
            raise ValueError
        origin, version, chain, eyes = text_of(note).splitlines()
        head = Head(origin.removeprefix(ORIGIN), int(version), decode(chain), eyes)
        canonical = head.text == text_of(note) and str(UUID(head.game_id)) == head.game_id
        viewer_of(eyes)
        if not canonical or head.version < 1:
            raise ValueError
    except (ValueError, KeyError, TypeError, NotSigned):
        raise _Unreadable("it is no head of a game") from None
    if head.game_id in seen:
        raise _Unreadable(f"the game {head.game_id} is there already")
    seen.add(head.game_id)
    return Exported(note, head, records)
