"""Exports for some eyes, signed: in what they show there is nothing free, and what those eyes see is there."""

from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest

from domain.engine import Viewer
from domain.visibility import AUDITOR, SPECTATOR
from service.audit.exports import read_exports, verify_export
from service.audit.eyes import name_of
from settlers.v1 import game_pb2
from tests.audit.forging import kind, kind_at, rechained, with_field
from tests.audit.played import SIGNER, Played, caught_in, play
from tests.audit.standalone import cut_lines, verifier

EYES = (AUDITOR, SPECTATOR, Viewer(1), Viewer(2), Viewer(3))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game with thefts and cards that were bought, which is not over."""
    return play(str(tmp_path_factory.mktemp("eyes") / "games.db"), until=500)


def changed(lines: list[bytes], version: int, change: Callable[[game_pb2.Proof], object]) -> list[bytes]:
    """Change the record of a version; the head stays as it was signed."""
    proof = game_pb2.Proof.FromString(verifier.read_line(lines[version]))
    change(proof)
    return [*lines[:version], verifier.event_line(proof.SerializeToString()), *lines[version + 1 :]]


def versions(lines: list[bytes], which: Callable[[game_pb2.Proof], object]) -> Iterator[int]:
    """The versions whose records are such."""
    for version, line in enumerate(lines[1:], 1):
        if which(game_pb2.Proof.FromString(verifier.read_line(line))):
            yield version


def put(field: str, value: bytes) -> Callable[[game_pb2.Proof], object]:
    return lambda proof: setattr(proof, field, value)


@pytest.mark.parametrize("viewer", [None, *EYES], ids=name_of)
@pytest.mark.parametrize("over", [False, True])
def test_nothing_can_be_put_where_nothing_belongs(played: Played, running: Played, viewer: Viewer | None, over: bool):
    game = played if over else running
    lines = game.export() if viewer is None else cut_lines(game, game.rows, viewer, over=over)
    assert verify_export(*read_exports(lines), [SIGNER.verifier]).flaw is None
    bare = next(versions(lines, lambda proof: not proof.private and not proof.cause_hash))
    hidden = next(versions(lines, lambda proof: not proof.private and proof.private_hash), bare)
    for version, field, value in (
        (bare, "salt", bytes(range(32))),
        (hidden, "salt", bytes(range(32))),
        (bare, "cause_salt", bytes(range(32))),
        (bare, "cause_hash", sha256().digest()),
        (bare, "cause_hash", bytes(range(32))),
        (bare, "private_hash", bytes(range(32))),
        (bare, "private", b"x"),
        (bare, "cause", b"x"),
    ):
        check, at = caught_in(changed(lines, version, put(field, value)))
        assert at == version
        assert check in ("form", "chain", "order", "private")


def blinded(proof: game_pb2.Proof) -> None:
    proof.ClearField("private")
    proof.ClearField("salt")


@pytest.mark.parametrize("viewer", EYES, ids=name_of)
def test_what_those_eyes_see_cannot_be_left_out(running: Played, viewer: Viewer):
    lines = cut_lines(running, running.rows, viewer)
    shown = list(versions(lines, lambda proof: proof.private))
    assert bool(shown) == (viewer != SPECTATOR)
    for version in shown:
        assert caught_in(changed(lines, version, blinded)) == ("form", version)


def test_an_auditor_misses_nothing_but_the_seed(running: Played):
    lines = cut_lines(running, running.rows, AUDITOR)
    left_out = list(versions(lines, lambda proof: proof.private_hash and not proof.private))
    assert [kind(running.rows[version - 1]) for version in left_out] == ["game_created"]


def test_what_other_eyes_see_is_not_for_these(running: Played):
    """A seat's file is no auditor's, whoever signs it so: too much is missing."""
    _, *lines = cut_lines(running, running.rows, Viewer(1))
    head, *_ = cut_lines(running, running.rows, AUDITOR)
    check, at = caught_in([head, *lines])
    assert (check, at) == ("form", 1), "the cause of the creation"


def test_an_auditor_without_the_causes_is_no_auditor(running: Played):
    lines = cut_lines(running, running.rows, AUDITOR)
    version = list(versions(lines, lambda proof: proof.cause))[5]

    def without_cause(proof: game_pb2.Proof) -> None:
        proof.ClearField("cause")
        proof.ClearField("cause_salt")

    assert caught_in(changed(lines, version, without_cause)) == ("form", version)


@pytest.mark.parametrize("viewer", [None, AUDITOR, Viewer(1), Viewer(2), Viewer(3)], ids=name_of)
def test_a_private_part_that_says_nothing_is_none(running: Played, viewer: Viewer | None):
    """Whoever has the key can seal it; where the command cannot be decided again, nothing else would tell."""
    n = kind_at(running.rows, "card_stolen") - 1
    nothing = game_pb2.Event()
    nothing.card_stolen.SetInParent()
    row = with_field(running.rows[n], "private", nothing.SerializeToString())
    rows = rechained(running.game_id, [*running.rows[:n], row, *running.rows[n + 1 :]])
    lines = running.export(rows) if viewer is None else cut_lines(running, rows, viewer)
    shown = game_pb2.Proof.FromString(verifier.read_line(lines[n + 1])).private
    if shown:
        assert caught_in(lines) == ("form", n + 1)
    else:
        assert viewer is not None
        assert verify_export(*read_exports(lines), [SIGNER.verifier]).flaw is None
