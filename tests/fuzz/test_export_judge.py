"""The target ``exports`` tells: whoever believes a file in which bytes are hidden or left out does not pass."""

import msgspec
import pytest

from service.audit.exports import Exported
from service.audit.report import Check, Report
from tests.audit.forging import wire
from tests.fuzz import exports as exporting
from tests.fuzz.exports import EYES, RECORD, Edit, Edited, exports, proof_in
from tests.fuzz.positions import position_at

GAME = str(position_at(5, 1).game_id)
AUDITORS = 1


def with_record(change: dict[str, bytes], before: bytes = b"") -> bytes:
    """An auditor's export of which one record was changed, as an input."""
    edited = Edited(5, 40, AUDITORS, 0, ())
    assert EYES[AUDITORS] is not None
    line = next(n for n, each in enumerate(edited.original()) if n and getattr(proof_in(each), "cause", b""))
    proof = proof_in(edited.original()[line])
    assert proof is not None
    for field, value in change.items():
        setattr(proof, field, value)
    return msgspec.structs.replace(edited, edits=[Edit(RECORD, line, before + proof.SerializeToString())]).write()


def believe(exported: Exported, *_: object) -> Report:
    report = Report(GAME, version=exported.head.version)
    report.passed[Check.HEAD] += 1
    return report


HIDDEN = {
    "a field before itself": ({}, wire(1, b"a note"), "more in it than it says"),
    "a field that is empty": ({}, wire(8, b""), "more in it than it says"),
    "a field that nobody knows": ({}, wire(15, b"a note"), "more in it than it says"),
    "a salt of nothing": ({"salt": bytes(32)}, b"", "what never happened"),
    "another salt": ({"cause_salt": bytes(32)}, b"", "what never happened"),
    "another cause": ({"cause": b"\x10\x01"}, b"", "what never happened"),
    "no cause": ({"cause": b"", "cause_salt": b""}, b"", "something was left out"),
}


@pytest.mark.parametrize("way", HIDDEN)
def test_a_record_in_which_bytes_are_hidden_is_told(monkeypatch: pytest.MonkeyPatch, way: str):
    change, before, why = HIDDEN[way]
    exports(with_record(change, before))
    monkeypatch.setattr(exporting, "verify_export", believe)
    with pytest.raises(AssertionError, match=why):
        exports(with_record(change, before))
