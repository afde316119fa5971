"""Target ``exports``: a changed file of exports, read by the service and by the stand-alone verifier.

An input is a byte for the golden game, one for the number of its commands, one for whose eyes, and one for what a
forger does at last; then edits: a byte for what is done, two for the line, two for the length, and the bytes that it
takes. Any bytes come to a file. What was not signed anew is wrong, unless it says what it did before.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from uuid import UUID

import msgspec
from google.protobuf.message import DecodeError

from domain.engine import Viewer
from domain.visibility import AUDITOR, SPECTATOR
from service.audit.api import pack_report
from service.audit.exports import Exported, NoExport, export_lines, read_exports, verify_export
from service.audit.eyes import name_of
from service.audit.report import Check, Flaw, Report
from service.store.records import cause_salt_of, first_seal, link, salt_of
from settlers.v1 import game_pb2
from tests.audit.played import SIGNER
from tests.audit.standalone import verifier
from tests.fuzz.positions import Position, position_after

EYES: tuple[Viewer | None, ...] = (None, AUDITOR, SPECTATOR, Viewer(1), Viewer(2))
"""For whom exports are; None: for a store."""

WHOLE = 255
"""As the number of commands: the whole game."""

CHAINED = 1
"""The forger makes all hashes anew, as anybody can."""

SIGNED = 2
"""The forger has the key, and makes a head that fits."""

MOST_EDITS = 8

ONLY_RULES = {Check.FOLD, Check.DECISION}
"""The checks that the stand-alone verifier has not."""

ONLY_DOMAIN = (
    "it cannot be read",
    "the command cannot be read",
    "its public and private part are not what they",
    "it was recorded at a time",
)
"""Nor does it know which values an event or a command of the domain can have, and which must be there, nor years."""

UNDECIDED = {"outcome", "pieces", "cards", "order", "commitment", "draw"}
"""What the stand-alone verifier checks also where commands cannot be decided again."""

KEYS = [SIGNER.verifier]
THEIR_KEYS = [verifier.read_key(str(key)) for key in KEYS]


class Edit(msgspec.Struct, frozen=True):
    """A change of a file."""

    what: int
    line: int
    data: bytes


class Edited(msgspec.Struct, frozen=True):
    """An input, as it is read."""

    game: int
    commands: int
    eyes: int
    forger: int
    edits: Sequence[Edit]

    def write(self) -> bytes:
        """Write it as an input."""
        frames = (
            bytes([each.what]) + each.line.to_bytes(2, "big") + len(each.data).to_bytes(2, "big") + each.data
            for each in self.edits
        )
        return bytes([self.game, self.commands, self.eyes, self.forger]) + b"".join(frames)

    @property
    def position(self) -> Position:
        """The game that is exported."""
        return position_after(self.game, 2**16 if self.commands == WHOLE else self.commands)

    def original(self) -> tuple[bytes, ...]:
        """The lines before anything is changed."""
        return _lines(self.game, self.commands, self.eyes % len(EYES))

    def file(self) -> bytes:
        """The file as it is in the end."""
        lines, note = [*self.original()], None
        for edit in self.edits:
            at = edit.line % (len(lines) + 1)
            note = edit.data if EDITS[edit.what % len(EDITS)] is _note else note
            EDITS[edit.what % len(EDITS)](lines, at, edit.data)
        if self.forger & CHAINED:
            lines = _chained_anew(lines, self.position)
        if self.forger & SIGNED and lines:
            lines[0] = _signed_anew(lines, self.original()[0], note)
        return b"".join(lines)


def read_edited(data: bytes) -> Edited:
    """Read an input; any bytes are one."""
    head, rest = data[:4].ljust(4, b"\0"), data[4:]
    edits: list[Edit] = []
    while rest and len(edits) < MOST_EDITS:
        size = int.from_bytes(rest[3:5], "big")
        edits.append(Edit(rest[0], int.from_bytes(rest[1:3], "big"), rest[5 : 5 + size]))
        rest = rest[5 + size :]
    return Edited(*head, edits)


@lru_cache(maxsize=128)
def _lines(game: int, commands: int, eyes: int) -> tuple[bytes, ...]:
    position = Edited(game, commands, eyes, 0, ()).position
    moment = position.moment
    lines = export_lines(
        str(position.game_id), position.records, EYES[eyes], moment.seal.seed, SIGNER, over=moment.game.over
    )
    return tuple(lines)


# Edits ----------------------------------------------------------------------------------------------------------------


def _text(lines: list[bytes], at: int, data: bytes) -> None:
    """Another text for a line."""
    lines[at : at + 1] = [data]


def _text_before(lines: list[bytes], at: int, data: bytes) -> None:
    lines.insert(at, data)


def _record(lines: list[bytes], at: int, data: bytes) -> None:
    """Another record for a line."""
    lines[at : at + 1] = [verifier.event_line(data)]


def _copy(lines: list[bytes], at: int, data: bytes) -> None:
    lines[at:at] = lines[int.from_bytes(data[:2], "big") % (len(lines) + 1) :][:1]


def _cut(lines: list[bytes], at: int, data: bytes) -> None:
    """So many lines less."""
    del lines[at : at + max(1, int.from_bytes(data[:2], "big"))]


def _note(lines: list[bytes], at: int, data: bytes) -> None:
    """Another note for the head; what UTF-8 cannot say JSON can."""
    lines[:1] = [_head_line(data.decode(errors="surrogateescape"))]


EDITS: tuple[Callable[[list[bytes], int, bytes], None], ...] = (_text, _text_before, _record, _copy, _cut, _note)
"""What can be done to the lines of a file."""

RECORD = EDITS.index(_record)
NOTE = EDITS.index(_note)
TEXT = EDITS.index(_text)


def proof_in(line: bytes) -> game_pb2.Proof | None:
    """The record in a line, where there is one."""
    try:
        return game_pb2.Proof.FromString(verifier.read_line(line))
    except (ValueError, DecodeError):
        return None


def _chained_anew(lines: Sequence[bytes], position: Position) -> list[bytes]:
    chain = first_seal(str(position.game_id), b"").chain
    made = [*lines[:1]]
    for version, line in enumerate(lines[1:], 1):
        proof = proof_in(line)
        if proof is None:
            return [*made, *lines[version:]]
        if proof.private:
            salt = proof.salt or salt_of(position.moment.seal.seed, version)
            proof.private_hash = sha256(salt + proof.private).digest()
        if proof.cause:
            salt = proof.cause_salt or cause_salt_of(position.moment.seal.seed, version)
            proof.cause_hash = sha256(salt + proof.cause).digest()
        proof.chain = chain = link(chain, proof.public, proof.private_hash, proof.cause_hash, proof.recorded)
        made.append(verifier.event_line(proof.SerializeToString()))
    return made


def _signed_anew(lines: Sequence[bytes], head_line: bytes, note: bytes | None) -> bytes:
    """The head of these lines, or what a note says, signed by who has the key."""
    if note is None:
        last = proof_in(lines[-1])
        (first,) = read_exports([head_line])
        chain = last.chain if last is not None else bytes(32)
        text = msgspec.structs.replace(first.head, version=max(1, len(lines) - 1), chain=chain).text
    else:
        text = note.decode(errors="replace").partition("\n\n")[0].rstrip("\n") + "\n"
    return _head_line(SIGNER.sign(text))


def _head_line(note: str) -> bytes:
    try:
        return str(verifier.head_line(note)).encode()
    except UnicodeEncodeError:
        return json.dumps({"head": note}).encode() + b"\n"


# What must hold -------------------------------------------------------------------------------------------------------


def exports(data: bytes) -> None:
    """Verify a file in which something was changed."""
    edited = read_edited(data)
    file = edited.file()
    games, readable = said_by_service(file)
    theirs = said_by_the_other(file)
    signed = bool(edited.forger & SIGNED)
    for exported, report in games:
        check_report(exported, report)
        if report.flaw is None and not signed:
            check_unchanged(exported)
    right = readable and bool(games) and all(report.flaw is None for _, report in games)
    they_agree = bool(theirs) and all(report.flaw is None for report in theirs)
    if right:
        flaws = [report.flaw for report in theirs if report.flaw is not None]
        blind = signed and any(report.undecidable or report.not_decided for _, report in games)
        assert blind or not flaws, f"only the service says that it is right: {flaws}"
        assert {flaw.check for flaw in flaws} <= UNDECIDED, f"only the service says that it is right: {flaws}"
    if they_agree:
        assert readable, "only the service cannot read it"
        for _, report in games:
            assert report.flaw is None or (signed and only_rules_tell(report.flaw)), (
                f"only the service says {report.flaw}"
            )


def only_rules_tell(flaw: Flaw) -> bool:
    """Whether only who knows the rules can find this."""
    return flaw.check in ONLY_RULES or (flaw.check is Check.FORM and flaw.why.startswith(ONLY_DOMAIN))


def said_by_service(file: bytes) -> tuple[list[tuple[Exported, Report]], bool]:
    """What the service finds in the games of a file, up to where it cannot read it, and whether it can read it all."""
    games: list[tuple[Exported, Report]] = []
    try:
        games.extend((exported, verify_export(exported, KEYS)) for exported in read_exports(BytesIO(file)))
    except NoExport:
        return games, False
    return games, True


def said_by_the_other(file: bytes) -> list[verifier.Report]:
    """What the stand-alone verifier finds, and how it tells it."""
    reports = [verifier.verify_export(each, THEIR_KEYS) for each in verifier.read_exports(BytesIO(file))]
    for report in reports:
        assert [*verifier.report_lines(report)]
    return reports


def check_report(exported: Exported, report: Report) -> None:
    """A report fits to the file, and can be sent."""
    packed = pack_report(report)
    assert packed.HasField("flaw") == (report.flaw is not None)
    assert packed.ByteSize()
    if report.flaw is None:
        assert report.version == len(exported.records) == exported.head.version
    else:
        assert 1 <= report.flaw.version <= len(exported.records) + 1
        assert report.flaw.why


def check_unchanged(exported: Exported) -> None:
    """A game that is right says no more, less or else than what was signed, in any byte."""
    head = exported.head
    position = position_after(UUID(head.game_id).int - 1, 2**16)
    records, seed = position.records[: head.version], position.moment.seal.seed
    over = position.moment.game.over and head.version == len(position.records)
    viewer = next(each for each in EYES if name_of(each) == head.eyes)
    _, *lines = export_lines(head.game_id, records, viewer, seed, SIGNER, over=over)
    assert len(exported.records) == len(records), "a change was not found"
    for record, original, line in zip(exported.records, records, lines, strict=True):
        proof = game_pb2.Proof.FromString(record.data)
        happened = game_pb2.Proof.FromString(original.data)
        # Of salts that are made of a seed that is told there may be more or fewer: they say nothing new.
        happened.salt = salt_of(seed, record.version) if happened.private else b""
        happened.cause_salt = cause_salt_of(seed, record.version) if happened.cause else b""
        told, true = fields_of(proof), fields_of(happened)
        shown = fields_of(game_pb2.Proof.FromString(verifier.read_line(line))).keys() - {"salt", "cause_salt"}
        assert told.items() <= true.items(), "a change was not found: it tells what never happened"
        assert shown <= told.keys(), "a change was not found: something was left out"
        assert len(record.data) == proof.ByteSize(), "a change was not found: there is more in it than it says"


def fields_of(proof: game_pb2.Proof) -> dict[str, bytes]:
    """The fields of a record that are set. All are bytes, so those alone tell how long it is."""
    proof.DiscardUnknownFields()
    return {field.name: value for field, value in proof.ListFields()}
