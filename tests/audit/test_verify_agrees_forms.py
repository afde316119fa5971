"""Both verifiers refuse what nobody can have created, and what hides in an export, at the same version."""

import random

import pytest

from service.audit.exports import NoExport, read_exports, verify_export
from tests.audit.forging import edited, kind_at, rechained, stored
from tests.audit.played import SIGNER, Played
from tests.audit.standalone import broken, broken_in, cut_lines, verifier, verify
from tests.audit.test_verify_any_change import EYES, some_changed
from tests.audit.test_verify_creation import (
    BOARDS,
    CHANGED,
    CREATIONS,
    FORGED,
    asked,
    made,
    made_up,
)

CHANGES = 30
"""For each of some eyes."""


def by_service(lines: list[bytes]) -> tuple[str, int]:
    """By which check the service catches a forged export, and where."""
    (exported,) = read_exports(lines)
    flaw = verify_export(exported, [SIGNER.verifier], decide=False).flaw
    assert flaw is not None
    return flaw.check, flaw.version


@pytest.mark.parametrize("name", BOARDS)
def test_both_refuse_a_board_that_nobody_can_play_on(name: str):
    scenario, change = BOARDS[name]
    created = asked(scenario)
    game_id, rows = made(CHANGED(created, board=change(created.board)))
    assert Played("", game_id, rows).caught(rows) == ("decision", 1)
    assert broken(game_id, rows)[1] == 1


@pytest.mark.parametrize("name", CREATIONS)
def test_both_refuse_a_creation_that_does_not_fit_together(name: str):
    fields, _ = CREATIONS[name]
    game_id, rows = made(CHANGED(asked(), **fields))
    check, version = Played("", game_id, rows).caught(rows)
    assert check in ("decision", "commitment")
    assert version == broken(game_id, rows)[1] == 1


@pytest.mark.parametrize("name", FORGED)
def test_both_refuse_a_creation_that_no_rules_take(name: str):
    game_id, rows = made(asked())
    forged = rechained(game_id, edited(rows, 0, FORGED[name]))
    assert Played("", game_id, rows).caught(forged)[1] == broken(game_id, forged)[1] == 1


def test_only_the_service_tells_a_board_that_was_made_up():
    created = asked()
    game_id, rows = made(CHANGED(created, board=made_up(created.board)))
    assert Played("", game_id, rows).caught(rows) == ("decision", 1)
    assert verify(game_id, rows).version == len(rows)


@pytest.mark.parametrize("eyes", EYES)
def test_both_catch_any_change_of_a_record_at_the_same_version(begun: Played, eyes: str):
    lines = cut_lines(begun, begun.rows, EYES[eyes])
    luck, done = random.Random(f"agrees {eyes}"), 0
    while done < CHANGES:
        forged = some_changed(lines, luck)
        if forged != lines:
            done += 1
            check, version = broken_in(forged)
            theirs, at = by_service(forged)
            assert version == at, (check, theirs)
            assert check == theirs or "form" in (check, theirs)


@pytest.mark.parametrize("eyes", ["auditor", "seat 1", "seat 2"])
def test_both_catch_what_was_left_out_of_what_those_eyes_see(played: Played, eyes: str):
    over = kind_at(played.rows, "game_ended")
    end = max(row[0] for row in played.rows[:over] if stored(row).cause)
    lines, others = (cut_lines(played, played.rows[: end - 1], each) for each in (EYES[eyes], EYES["spectator"]))
    seen = [n for n, (one, other) in enumerate(zip(lines, others, strict=True)) if n and one != other]
    hidden = [n for n in seen if not stored(played.rows[n - 1]).cause]
    assert len(hidden) > 2
    for n in (hidden[0], hidden[-1]):
        forged = [*lines[:n], others[n], *lines[n + 1 :]]
        assert broken_in(forged) == by_service(forged) == ("form", n)


def test_both_take_a_game_once_from_a_file(begun: Played, played: Played):
    lines, others = begun.export(), played.export()
    file = [*lines, *others, *lines]
    found = []
    with pytest.raises(NoExport, match=f"line {len(lines) + len(others) + 1}: .* there already"):
        found.extend(exported.head.game_id for exported in read_exports(file))
    first, second, again = verifier.read_exports(file)
    assert found == [begun.game_id, played.game_id] == [first.head.game_id, second.head.game_id]
    assert (again.head, again.records) == (None, [])
