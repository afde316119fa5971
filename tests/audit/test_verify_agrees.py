"""The stand-alone verifier and the service's own audit say the same of what was tampered with, each by its own code."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from service.audit.exports import NoExport, read_exports, verify_export
from service.audit.report import Check, Flaw
from settlers.v1 import game_pb2, record_pb2
from tests.audit.forging import edited, kind_at, put, rechained, stored, with_field
from tests.audit.played import SIGNER, Played
from tests.audit.standalone import broken, broken_in, verify, verify_lines
from tests.audit.test_any_change import changed
from tests.audit.test_tampering import FORGERIES

CHANGES, COMPARED, PARTS = 1_000, 240, 2

ONLY_RULES = {"a settlement elsewhere", "more cards", "another seat in turn", "another winner"}
"""Forgeries that only who knows the rules can tell."""


def said_by_service(lines: list[str]) -> Flaw | None:
    """What the service finds in an export; none also where it cannot read a head."""
    try:
        (exported,) = read_exports(lines)
    except NoExport:
        return None
    flaw = verify_export(exported, [SIGNER.verifier], decide=False).flaw
    assert flaw is not None
    return flaw


@pytest.mark.parametrize("part", range(PARTS))
def test_any_single_change_of_an_export_is_caught_where_the_service_catches_it(begun: Played, part: int):
    luck = random.Random(f"agrees {part}")
    lines = begun.export()
    assert verify_lines(lines).flaw is None
    done = 0
    while done < CHANGES // PARTS:
        forged = changed(lines, luck)
        if forged == lines:
            continue
        check, version = broken_in(forged)
        done += 1
        if done <= COMPARED // PARTS and (flaw := said_by_service(forged)):
            assert version == flaw.version
            assert check == flaw.check or "form" in (check, flaw.check)


@pytest.mark.parametrize("name", FORGERIES)
def test_both_find_a_forgery_with_all_hashes_new_at_the_same_version(played: Played, name: str):
    event, change, check = FORGERIES[name]
    version = kind_at(played.rows, event)
    forged = rechained(played.game_id, edited(played.rows, version - 1, change))
    assert played.caught(forged) == (check, version)
    if name in ONLY_RULES:
        report = verify_lines(played.export(forged))
        assert report.flaw is None or report.flaw.version >= version
    else:
        found, at = broken(played.game_id, forged)
        assert at == version
        assert found == check or check == Check.DECISION


def test_both_check_the_same_and_as_often(played: Played):
    ours = verify(played.game_id, played.rows)
    theirs = played.report(played.rows)
    for check in ("chain", "private", "order", "form"):
        assert ours.passed[check] == theirs.passed[Check(check)], check
    assert (ours.over, ours.draws) == (theirs.over, theirs.draws)


# Bytes that are no event of the contract, with all hashes new ---------------------------------------------------------


def repeated(data: bytes) -> bytes:
    """Write the event twice; put together the two are the same event."""
    return data + data


def long_tag(data: bytes) -> bytes:
    """Write the number of the field with a byte more than it needs."""
    return bytes((data[0], data[1] | 128, 0)) + data[2:]


def inside(more: bytes) -> Callable[[bytes], bytes]:
    """Add bytes to the body of an event of less than 128 bytes."""
    return lambda data: data[:2] + bytes((data[2] + len(more),)) + data[3:] + more


MALFORMED: dict[str, Callable[[bytes], bytes]] = {
    "an event twice": repeated,
    "two events": lambda data: data + b"\x82\x01\x00",
    "no event": lambda data: b"",
    "a number longer than it need be": long_tag,
    "an event of another contract": lambda data: b"\xca\x3e\x00",
    "an unknown field": inside(b"\xf8\x01\x00"),
    "a field twice": inside(b"\x08\x01"),
    "a field that is empty": lambda data: data[:4] + b"\x00" + data[5:],
    "a field of another type": inside(b"\x0d\0\0\0\0"),
    "an event cut off": lambda data: data[:-1],
    "an event cut off in a number": lambda data: data + b"\x82",
    "a group": inside(b"\x0b\x0c"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_bytes_that_are_no_event_of_the_contract_are_caught(played: Played, name: str):
    version = kind_at(played.rows, "dice_rolled")
    record = stored(played.rows[version - 1])
    row = with_field(played.rows[version - 1], "public", MALFORMED[name](record.public))
    forged = rechained(played.game_id, [*played.rows[: version - 1], row, *played.rows[version:]])
    assert broken(played.game_id, forged) == ("form", version)


LANDING = game_pb2.Event(landing_card_drawn={"resource": 1})

MISPLACED: dict[str, Callable[[Any], dict[str, bytes]]] = {
    "the card in the open": lambda record: {"public": merged(record)},
    "all in private": lambda record: {"private": merged(record)},
    "nothing in private": lambda record: {"private": game_pb2.Event(card_stolen={}).SerializeToString()},
    "another event in private": lambda record: {"private": LANDING.SerializeToString()},
    "no private part": lambda record: {"private": b"", "private_hash": b""},
    "a time that is none": lambda record: {"recorded": b"\x08"},
    "a cause that is none": lambda record: {"cause": b"\x08"},
}
"""What else stands in the parts of a theft."""


CAUSES: dict[str, tuple[int, Callable[[record_pb2.Cause], Any], tuple[str, int]]] = {
    "a game created by a command": (0, lambda cause: cause.command.roll_dice.SetInParent(), ("form", 1)),
    "no command": (4, lambda cause: cause.ClearField("command"), ("form", 5)),
    "no events": (4, lambda cause: cause.ClearField("events"), ("form", 5)),
    "an event less": (4, lambda cause: put("events", cause.events - 1)(cause), ("order", 7)),
    "an event more": (4, lambda cause: put("events", cause.events + 1)(cause), ("order", 8)),
}


@pytest.mark.parametrize("name", CAUSES)
def test_a_cause_that_made_no_such_events_is_caught(begun: Played, name: str):
    n, change, caught = CAUSES[name]
    cause = record_pb2.Cause.FromString(stored(begun.rows[n]).cause)
    change(cause)
    row = with_field(begun.rows[n], "cause", cause.SerializeToString())
    assert broken(begun.game_id, rechained(begun.game_id, [*begun.rows[:n], row, *begun.rows[n + 1 :]])) == caught


def test_an_event_of_another_game_is_caught(begun: Played):
    first = stored(begun.rows[0])
    other = game_pb2.Event(alexander_moved={"arrow": 1}).SerializeToString()
    for n, fields, check in (
        (5, {"public": first.public, "private": first.private}, "order"),
        (5, {"public": other}, "outcome"),
    ):
        row = begun.rows[n]
        for field, value in fields.items():
            row = with_field(row, field, value)
        forged = rechained(begun.game_id, [*begun.rows[:n], row, *begun.rows[n + 1 :]])
        assert broken(begun.game_id, forged) == (check, n + 1)


def merged(record: Any) -> bytes:
    """The whole event as one."""
    return game_pb2.Event.FromString(record.public + record.private).SerializeToString()


@pytest.mark.parametrize("name", MISPLACED)
def test_what_stands_in_another_part_than_it_should_is_caught(played: Played, name: str):
    version = kind_at(played.rows, "card_stolen")
    row = played.rows[version - 1]
    for field, value in MISPLACED[name](stored(row)).items():
        row = with_field(row, field, value)
    forged = rechained(played.game_id, [*played.rows[: version - 1], row, *played.rows[version:]])
    assert broken(played.game_id, forged)[1] == version
    assert broken(played.game_id, forged)[0] in ("form", "order")
