"""Damage of records under a game that is live: what lies behind its newest records is checked as it is read again."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import grpc
import pytest

from service.audit import api as audit_api
from service.store.records import open_record
from settlers.v1 import audit_service_pb2, audit_service_pb2_grpc
from tests.service.house import QUICK, SPECTATOR, House, refused
from tests.service.test_damage import FIELDS, version_with
from tests.service.test_store import damage, new_game, play, state_of, stored_with

LENGTH = 150


@pytest.mark.parametrize("field", [field for field in FIELDS if field not in ("private", "private_hash")])
def test_damage_behind_the_newest_records_is_told_with_its_version(tmp_path: Path, field: str):
    file = str(tmp_path / "games.db")
    with House(file) as house:
        game_id = new_game(house.games)
        play(house.games, game_id, random.Random(QUICK), until=LENGTH)
        version = version_with(file, game_id, field)
        assert version < LENGTH - 64
        state = state_of(file, game_id, version)
        damage(file, game_id, version, state=stored_with(state, **{field: b"\xff\xff"}))
        newest = house.view(str(game_id)).version
        for call in (
            lambda: house.page(str(game_id), SPECTATOR, version - 10),
            lambda: house.watch(str(game_id)),
            lambda: house.watch(str(game_id), views=True),
        ):
            refusal = refused(call)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
            assert refusal.metadata["version"] == str(version)
        assert len(house.events(str(game_id), after=newest - 20)) == 20
        play(house.games, game_id, random.Random(1), until=newest + 10)


def test_a_record_that_is_missing_behind_the_newest_is_told(tmp_path: Path):
    file = str(tmp_path / "games.db")
    with House(file) as house:
        game_id = new_game(house.games)
        play(house.games, game_id, random.Random(QUICK), until=LENGTH)
        damage(file, game_id, 40, originator_version=4_000)
        for after in (0, 20, 38):
            refusal = refused(lambda after=after: house.page(str(game_id), after=after))
            assert (refusal.reason, refusal.metadata["version"]) == ("DATA_DAMAGED", "40")


def test_records_that_are_all_gone_behind_the_newest_are_told(tmp_path: Path):
    """Nothing to read is no answer of a game that has come further."""
    file = str(tmp_path / "games.db")
    with House(file) as house:
        game_id = new_game(house.games)
        play(house.games, game_id, random.Random(QUICK), until=LENGTH)
        for kept in (30, 0):
            with closing(sqlite3.connect(file)) as database, database:
                database.execute("DELETE FROM stored_events WHERE originator_version > ?", (kept,))
            for call in (
                lambda: house.view(str(game_id), version=40),
                lambda: house.page(str(game_id), after=35),
                lambda: house.page(str(game_id), after=10),
                lambda: house.watch(str(game_id), after=5),
            ):
                refusal = refused(call)
                assert (refusal.reason, refusal.metadata["version"]) == ("DATA_DAMAGED", str(kept + 1)), refusal
        assert len(house.events(str(game_id), after=LENGTH - 10)) >= 10


def test_pages_of_a_whole_game_are_as_they_were(tmp_path: Path):
    with House(str(tmp_path / "games.db")) as house:
        game_id = new_game(house.games)
        play(house.games, game_id, random.Random(QUICK), until=LENGTH)
        whole = house.events(str(game_id))
        for size in (1, 7, 64, 100):
            assert house.events(str(game_id), size=size) == whole


def audits(house: House) -> audit_service_pb2_grpc.AuditServiceStub:
    return audit_service_pb2_grpc.AuditServiceStub(house.channel)


def test_what_a_live_game_has_lost_is_neither_signed_nor_called_right(tmp_path: Path):
    """The end of the game is taken out of the store, though the server has it in memory; then all of it."""
    file = str(tmp_path / "games.db")
    with House(file) as house:
        game_id = new_game(house.games)
        play(house.games, game_id, random.Random(QUICK), until=LENGTH)
        last = [record.version for record in house.games.records(game_id) if open_record(record).cause][-1]
        for kept in (last - 1, 0):
            with closing(sqlite3.connect(file)) as database, database:
                database.execute("DELETE FROM stored_events WHERE originator_version > ?", (kept,))
            request = audit_service_pb2.ExportGameRequest(game_id=str(game_id), viewer=SPECTATOR)
            refusal = refused(lambda request=request: audits(house).ExportGame(request))
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED"), refusal
            assert refusal.metadata["version"] == str(kept + 1)
            asked = audit_service_pb2.VerifyGameRequest(game_id=str(game_id))
            flaw = audits(house).VerifyGame(asked).report.flaw
            assert (flaw.version, flaw.check) == (kept + 1, "head" if kept else "order")


def test_an_export_ends_with_a_reason_when_the_server_goes_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(audit_api, "PIECE", 100)
    with House(str(tmp_path / "games.db")) as house:
        game_id = new_game(house.games)
        play(house.games, game_id, random.Random(QUICK), until=LENGTH)
        request = audit_service_pb2.ExportGameRequest(game_id=str(game_id), viewer=SPECTATOR)
        house.server._watching.drain(house.games)
        refusal = refused(lambda: audits(house).ExportGame(request))
        assert (refusal.code, refusal.reason, refusal.retry) == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN", True)
