"""The stand-alone verifier as tests use it: on stored rows, written as an export, signed by whoever forged them."""

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from google.protobuf.message import DecodeError

from domain.engine import Viewer
from service.audit.exports import Head, export_lines
from service.audit.signed_note import Signer
from service.audit.verifying import STORE
from service.store.records import Record
from settlers.v1 import game_pb2
from tests.audit.forging import Rows, kind
from tests.audit.played import SIGNER, Played
from tests.service.house import SEED

PROGRAM = Path(__file__).parents[2] / "deploy" / "verify_export.py"


def load() -> ModuleType:
    """Load the program as a module; it lies in no package."""
    spec = importlib.util.spec_from_file_location(PROGRAM.stem, PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[PROGRAM.stem] = module
    spec.loader.exec_module(module)
    return module


verifier = load()


def lines_of(game_id: str, rows: Rows, eyes: str = STORE, signer: Signer = SIGNER) -> list[bytes]:
    """Write rows as the lines of an export, whatever stands in them, with a head that is signed for them."""
    try:
        chain = game_pb2.Proof.FromString(rows[-1][1]).chain
    except DecodeError:
        chain = b""
    note = signer.sign(Head(game_id, len(rows), chain.ljust(32, b"\0")[:32], eyes).text)
    return [verifier.head_line(note).encode(), *(verifier.event_line(data) for _, data in rows)]


def cut_lines(played: Played, rows: Rows, viewer: Viewer, seed: bytes = SEED, *, over: bool = False) -> list[bytes]:
    """Write rows as the lines of an export for a viewer, who does not see all while the game goes on."""
    records = [Record(version, type_of((version, data)), data) for version, data in rows]
    return [*export_lines(played.game_id, records, viewer, seed, SIGNER, over=over)]


def type_of(row: tuple[int, bytes]) -> str:
    """The name that a store gives the event of a row."""
    return str(game_pb2.Event.DESCRIPTOR.fields_by_name[kind(row)].message_type.name)


def verify_lines(lines: Sequence[bytes], trusted: Sequence[Signer] = (SIGNER,)) -> verifier.Report:
    """Verify the one game of an export."""
    (export,) = verifier.read_exports(lines)
    return verifier.verify_export(export, [verifier.read_key(str(signer.verifier)) for signer in trusted])


def verify(game_id: str, rows: Rows, eyes: str = STORE) -> verifier.Report:
    """Verify a game that is right, to its last event; gives what was checked."""
    report = verify_lines(lines_of(game_id, rows, eyes))
    assert report.flaw is None
    assert report.version == report.passed["chain"] == report.passed["form"] == report.passed["order"] == len(rows)
    assert report.passed["head"] == report.passed["signature"] == 1
    return report


def broken(game_id: str, rows: Rows, eyes: str = STORE) -> tuple[str, int]:
    """By which check a forged game is caught, and where."""
    return broken_in(lines_of(game_id, rows, eyes))


def broken_in(lines: Sequence[bytes], trusted: Sequence[Signer] = (SIGNER,)) -> tuple[str, int]:
    """By which check a forged export is caught, and where."""
    flaw = verify_lines(lines, trusted).flaw
    assert flaw is not None
    return flaw.check, flaw.version
