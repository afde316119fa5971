"""Ten thousand single changes of exports for all eyes, each of which is caught."""

import base64
import json
import random
from hashlib import sha256

import pytest

from domain.engine import Viewer
from domain.visibility import AUDITOR, SPECTATOR
from service.audit.exports import NoExport, read_exports, verify_export
from service.audit.eyes import name_of
from tests.audit.forging import flipped, wire
from tests.audit.played import SIGNER, Played
from tests.audit.standalone import cut_lines

CHANGES = 10_000
EYES = (None, AUDITOR, SPECTATOR, Viewer(1), Viewer(2))
FIELDS_OF_A_RECORD = 9


def changed(lines: list[bytes], luck: random.Random) -> list[bytes]:
    """Change one thing in an export: a byte or a field of an event, a character of a line, or a line as a whole."""
    n = luck.randrange(1, len(lines))
    what = luck.randrange(8)
    if what <= 4:
        data = base64.b64decode(json.loads(lines[n]))
        data = flipped(data, luck.randrange(len(data)), luck.randrange(8)) if what <= 2 else with_more(data, luck)
        return [*lines[:n], b'"%b"\n' % base64.b64encode(data), *lines[n + 1 :]]
    if what == 5:
        m = luck.randrange(len(lines))
        # Any letter but a brace, which could begin another game.
        place, other = luck.randrange(len(lines[m]) - 1), bytes([luck.randrange(ord("!"), ord("{"))])
        return [*lines[:m], lines[m][:place] + other + lines[m][place + 1 :], *lines[m + 1 :]]
    if what == 6:
        return [*lines[:n], *lines[n + 1 :]]
    return [*lines[:n], lines[luck.randrange(1, len(lines))], *lines[n:]]


def with_more(data: bytes, luck: random.Random) -> bytes:
    """Put one more field into a record, of those that records have and some that none has."""
    value = luck.choice((b"", b"a note", luck.randbytes(32), sha256().digest()))
    more = wire(luck.randrange(1, FIELDS_OF_A_RECORD + 3), value)
    return more + data if luck.random() < 0.5 else data + more


def is_caught(lines: list[bytes]) -> bool:
    try:
        (exported,) = read_exports(lines)
    except NoExport:
        return True
    return verify_export(exported, [SIGNER.verifier], decide=False).flaw is not None


@pytest.mark.parametrize("viewer", EYES, ids=name_of)
def test_any_single_change_of_an_export_is_caught(begun: Played, viewer: Viewer | None):
    luck = random.Random(name_of(viewer))
    lines = begun.export() if viewer is None else cut_lines(begun, begun.rows, viewer)
    assert not is_caught(lines)
    done = 0
    while done < CHANGES // len(EYES):
        forged = changed(lines, luck)
        if forged != lines:
            assert is_caught(forged), forged
            done += 1
