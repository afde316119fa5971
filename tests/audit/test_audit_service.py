"""The audit service over gRPC: games are verified there, and exported for every pair of eyes."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from uuid import UUID

import grpc
import pytest

from service.audit.exports import Exported, read_exports, verify_export
from service.audit.report import Check, Report
from service.config import IN_MEMORY
from service.store.records import cause_salt_of
from settlers.v1 import audit_service_pb2, audit_service_pb2_grpc, game_pb2, record_pb2
from tests.service.house import AUDITOR, QUICK, SEED, SPECTATOR, House, refused, seat

EVERYONE = (SPECTATOR, seat(1), seat(2), seat(3), AUDITOR)


@pytest.fixture
def house() -> Iterator[House]:
    with House(IN_MEMORY) as opened:
        yield opened


def audits(house: House) -> audit_service_pb2_grpc.AuditServiceStub:
    return audit_service_pb2_grpc.AuditServiceStub(house.channel)


def verified(house: House, game_id: str) -> audit_service_pb2.AuditReport:
    return audits(house).VerifyGame(audit_service_pb2.VerifyGameRequest(game_id=game_id)).report


def exported(house: House, game_id: str, viewer: game_pb2.Viewer) -> Exported:
    request = audit_service_pb2.ExportGameRequest(game_id=game_id, viewer=viewer)
    file = b"".join(response.piece for response in audits(house).ExportGame(request))
    (found,) = read_exports(BytesIO(file))
    return found


def checked(found: Exported) -> Report:
    report = verify_export(found, ())
    assert report.flaw is None
    return report


def running(house: House) -> str:
    """A game with something private in it that is not over."""
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK), until=400)
    assert not house.view(game_id).turn.over
    return game_id


def test_a_game_is_verified(house: House):
    game_id = running(house)
    report = verified(house, game_id)
    assert not report.HasField("flaw")
    assert (report.version, report.over) == (house.view(game_id).version, False)
    counts = {each.name: each.count for each in report.checks}
    assert counts["chain"] == counts["fold"] == report.version
    assert counts["decision"] > 100
    assert {each.name for each in report.draws} >= {"dice"}


def test_a_damaged_game_is_an_answer_and_no_error(tmp_path: Path):
    file = str(tmp_path / "games.db")
    with House(file) as house:
        game_id = running(house)
        with closing(sqlite3.connect(file)) as database, database:
            where = "WHERE originator_id=? AND originator_version=?"
            data = database.execute(f"SELECT state FROM stored_events {where}", (UUID(game_id).hex, 70)).fetchone()[0]
            bad = data[:-1] + bytes([data[-1] ^ 1])
            database.execute(f"UPDATE stored_events SET state=? {where}", (bad, UUID(game_id).hex, 70))
        report = verified(house, game_id)
        assert (report.flaw.version, report.flaw.check) == (70, "chain")
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(f"UPDATE stored_events SET topic='Nonsense' {where}", (UUID(game_id).hex, 60))
        report = verified(house, game_id)
        assert (report.flaw.version, report.flaw.check) == (60, "form")


def test_an_unknown_game_is_refused(house: House):
    unknown = "00000000-0000-4000-8000-000000000000"
    for game_id in (unknown, "x", ""):
        refusal = refused(lambda game_id=game_id: verified(house, game_id))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME")
        refusal = refused(lambda game_id=game_id: exported(house, game_id, AUDITOR))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME")


def test_an_export_says_for_whose_eyes_it_is_or_is_refused(house: House):
    game_id = running(house)
    refusal = refused(lambda: exported(house, game_id, game_pb2.Viewer()))
    assert refusal.reason == "VIEWER_REQUIRED"
    refusal = refused(lambda: exported(house, game_id, seat(7)))
    assert refusal.reason == "MALFORMED"
    assert [exported(house, game_id, viewer).head.eyes for viewer in EVERYONE] == [
        "spectator",
        "seat 1",
        "seat 2",
        "seat 3",
        "auditor",
    ]


def test_exports_of_a_running_game_verify_and_hide_what_their_reader_may_not_see(house: House):
    game_id = running(house)
    for viewer in EVERYONE:
        found = exported(house, game_id, viewer)
        report = checked(found)
        assert report.hidden > 0
        assert report.undrawn > 0
        assert report.passed[Check.CHAIN] == report.passed[Check.FORM] == report.version
        proofs = [game_pb2.Proof.FromString(record.data) for record in found.records]
        told = [each.proof for each in house.events(game_id, viewer, proof=True)]
        assert proofs == told
        assert all(SEED not in record.data for record in found.records)
        assert any(proof.cause for proof in proofs) == (viewer == AUDITOR)
    hidden = [checked(exported(house, game_id, viewer)).hidden for viewer in EVERYONE]
    assert hidden[0] > max(hidden[1:4]) >= min(hidden[1:4]) > hidden[4] == 1, "the auditor misses the seed alone"


def test_nobody_can_guess_what_was_left_out_and_check_it_by_a_hash(house: House):
    game_id = running(house)
    stored = [record_pb2.StoredEvent.FromString(record.data) for record in house.games.records(UUID(game_id))]
    for viewer in EVERYONE:
        shown = b"".join(record.data for record in exported(house, game_id, viewer).records)
        for version, record in enumerate(stored, 1):
            parts = {record.private, record.cause} - {b""}
            assert not any(sha256(part).digest() in shown for part in parts)
            assert (cause_salt_of(SEED, version) in shown) == (viewer == AUDITOR and record.cause != b"")


def test_exports_of_a_game_that_is_over_hide_nothing_but_the_causes(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    assert house.view(game_id).turn.over
    stored = [record.data for record in house.games.records(UUID(game_id))]
    for viewer in EVERYONE:
        found = exported(house, game_id, viewer)
        report = checked(found)
        assert (report.hidden, report.undrawn) == (0, 0)
        assert report.passed[Check.DRAW] > 50
        if viewer == AUDITOR:
            assert [record.data for record in found.records] == stored
            assert report.undecidable == 0
        else:
            assert report.passed[Check.DECISION] == 0
            assert not any(game_pb2.Proof.FromString(record.data).cause for record in found.records)


def test_an_export_comes_in_pieces_and_its_head_is_signed(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    request = audit_service_pb2.ExportGameRequest(game_id=game_id, viewer=AUDITOR)
    pieces = [response.piece for response in audits(house).ExportGame(request)]
    assert len(pieces) > 1
    (found,) = read_exports(BytesIO(b"".join(pieces)))
    assert found.note.splitlines()[-1].startswith("— settlers-rules ")
