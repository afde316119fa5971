"""Ten thousand single changes of an export, each of which is caught."""

import base64
import json
import random
from collections.abc import Iterator

import pytest

from service.audit.exports import NoExport, read_exports, verify_export
from tests.audit.forging import flipped
from tests.audit.played import SIGNER, Played

CHANGES, PARTS = 10_000, 4


def changed(lines: list[bytes], luck: random.Random) -> list[bytes]:
    """Change one thing in an export: a byte of an event, a character of a line, or a line as a whole."""
    n = luck.randrange(1, len(lines))
    what = luck.randrange(6)
    if what <= 2:
        data = base64.b64decode(json.loads(lines[n]))
        data = flipped(data, luck.randrange(len(data)), luck.randrange(8))
        return [*lines[:n], b'"%b"\n' % base64.b64encode(data), *lines[n + 1 :]]
    if what == 3:
        m = luck.randrange(len(lines))
        place, other = luck.randrange(len(lines[m]) - 1), bytes([luck.randrange(33, 127)])
        return [*lines[:m], lines[m][:place] + other + lines[m][place + 1 :], *lines[m + 1 :]]
    if what == 4:
        return [*lines[:n], *lines[n + 1 :]]
    return [*lines[:n], lines[luck.randrange(1, len(lines))], *lines[n:]]


def is_caught(lines: list[bytes]) -> bool:
    try:
        (exported,) = read_exports(lines)
    except NoExport:
        return True
    return verify_export(exported, [SIGNER.verifier], decide=False).flaw is not None


@pytest.mark.parametrize("part", range(PARTS))
def test_any_single_change_of_an_export_is_caught(begun: Played, part: int):
    luck = random.Random(part)
    lines = begun.export()
    assert not is_caught(lines)
    done = 0
    while done < CHANGES // PARTS:
        forged = changed(lines, luck)
        if list(meaning(forged)) != list(meaning(lines)):
            assert is_caught(forged), forged
            done += 1


def meaning(lines: list[bytes]) -> Iterator[object]:
    """What lines say: JSON may be written in more than one way."""
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:
            yield line
        else:
            yield value
