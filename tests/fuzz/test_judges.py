"""The targets tell: a service that is wrong in one of the ways that they look for does not pass."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from domain.board import drawn
from domain.errors import Illegal, Reason
from service import api
from service.audit import api as audits
from service.audit import verifying
from service.audit.report import Report
from service.store import folding, records
from service.store.game_list import GameListRecorder, Wanted
from service.store.games import Games
from service.store.journal import Journal
from settlers.v1 import game_pb2, game_service_pb2
from tests.audit.standalone import verifier
from tests.fuzz import exports as exporting
from tests.fuzz import notation
from tests.fuzz.boards import boards
from tests.fuzz.calls import READING, WRITING, commands, requests, write_calls
from tests.fuzz.desk import REQUESTS
from tests.fuzz.exports import CHAINED, RECORD, SIGNED, Edit, Edited, exports, proof_in
from tests.fuzz.positions import position_at
from tests.fuzz.storage import BEHIND, parts_of, storage
from tests.fuzz.targets import TARGETS
from tests.service.house import SPECTATOR

GAME = str(position_at(5, 1).game_id)
WITHOUT_TERRAIN = b'\0name="a"\nsource="b"\nframe="sea"\nharbors=[]\nrows="?5 D"'


def next_command() -> bytes:
    """The next command of a golden game, as an input."""
    following = position_at(0, 6).following
    assert following is not None
    asked = game_service_pb2.ExecuteCommandRequest(seat=following.seat, command=following.command, request_id="a")
    return write_calls(0, 6, [("ExecuteCommand", asked.SerializeToString())], WRITING)


def other_road() -> bytes:
    """A golden game in which a road stands elsewhere than where it was built, as an input."""
    for record in position_at(0, 15).records:
        stored = parts_of(record.data)
        assert stored is not None
        event = game_pb2.Event.FromString(stored.public)
        if event.HasField("road_built"):
            event.road_built.path += 1
            stored.public = event.SerializeToString()
            return bytes([0, 15, *(record.version - 1).to_bytes(2, "big"), 0]) + stored.SerializeToString()
    raise AssertionError("no road was built")


def first_requests() -> bytes:
    return next(iter(TARGETS["requests"].seeds()))


def calls(*asked: tuple[str, dict[str, Any]]) -> bytes:
    """Calls on a game that has begun, as an input."""
    sent = [(name, REQUESTS[name](**fields).SerializeToString()) for name, fields in asked]
    return write_calls(5, 2, sent, (*WRITING, *READING))


CREATE = ("CreateGame", {"scenario": "classic", "seats": 3, "player_refs": ["a", "b", "c"]})


def other_time(forger: int = 0) -> bytes:
    """An export for a store in which something happened at another time, as an input."""
    edited = Edited(5, 40, 0, forger, ())
    proof = proof_in(edited.original()[9])
    assert proof is not None
    proof.recorded = Timestamp(seconds=1).SerializeToString()
    return msgspec.structs.replace(edited, edits=[Edit(RECORD, 9, proof.SerializeToString())]).write()


def and_then_refused(execute: Callable[..., Any]) -> Callable[..., Any]:
    """Play a command, and say that it was refused."""

    def execute_command(*args: Any, **more: Any) -> Any:
        execute(*args, **more)
        raise Illegal(Reason.NOT_NOW, "B3.2")

    return execute_command


def test_a_service_that_is_right_passes():
    commands(next_command())
    requests(first_requests())
    storage(other_road())
    boards(WITHOUT_TERRAIN)
    notation.notation(b"1 BuildRoad path=3")
    requests(calls(("VerifyGame", {}), CREATE, ("WatchAllGames", {}), ("ListGames", {"player_ref": "b"})))
    exports(other_time())
    exports(other_time(CHAINED | SIGNED))


def test_an_audit_that_calls_a_right_game_wrong_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verifying, "execute", lambda game, command, chance: (game, ()))
    with pytest.raises(AssertionError, match="a game that is right is called wrong"):
        requests(calls(("VerifyGame", {})))


def test_a_file_that_tells_too_much_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(records, "sees_private", lambda event, viewer: True)
    with pytest.raises(AssertionError, match="a file tells too much"):
        requests(calls(("ExportGame", {"viewer": SPECTATOR})))


def test_a_feed_that_lacks_an_event_is_told(monkeypatch: pytest.MonkeyPatch):
    page = Journal.page
    monkeypatch.setattr(Journal, "page", lambda *args: page(*args)[1:])
    with pytest.raises(AssertionError, match="an event did not come"):
        requests(calls(CREATE, ("WatchAllGames", {})))


def test_a_list_that_forgets_what_was_asked_is_told(monkeypatch: pytest.MonkeyPatch):
    page = GameListRecorder.page
    monkeypatch.setattr(GameListRecorder, "page", lambda rows, wanted, *span: page(rows, Wanted(), *span))
    with pytest.raises(AssertionError, match="a game that was not asked for"):
        requests(calls(CREATE, ("ListGames", {"player_ref": "d"})))


def test_a_change_of_a_file_that_is_believed_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exporting, "verify_export", lambda exported, *_: Report(GAME, version=exported.head.version))
    with pytest.raises(AssertionError, match="a change was not found"):
        exports(other_time())


def test_a_file_that_only_one_of_two_believes_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verifier.Verifier, "check_chain", lambda *_: None)
    with pytest.raises(AssertionError, match="only the service says"):
        exports(other_time())


def test_a_worn_record_that_an_audit_overlooks_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(audits, "verify_game", lambda *_: Report(GAME))
    position = position_at(5, 1)
    with pytest.raises(AssertionError, match="an audit does not find"):
        storage(bytes([5, 1, 0, 8, BEHIND]) + position.records[9].data)


def test_an_error_of_the_service_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(api, "choices", lambda game, seat: 1 // 0)
    with pytest.raises(AssertionError, match="the call ended as INTERNAL"):
        requests(first_requests())


def test_a_refusal_that_leaves_something_behind_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Games, "execute_command", and_then_refused(Games.execute_command))
    with pytest.raises(AssertionError, match="a refusal stored something"):
        commands(next_command())


def test_an_answer_that_is_another_one_the_second_time_is_told(monkeypatch: pytest.MonkeyPatch):
    answered = Games._answered

    def shortened(*args: Any) -> Any:
        answer = answered(*args)
        del answer.records[1:]
        return answer

    monkeypatch.setattr(Games, "_answered", shortened)
    with pytest.raises(AssertionError, match="answered otherwise"):
        commands(next_command())


def test_a_page_that_lacks_an_event_is_told(monkeypatch: pytest.MonkeyPatch):
    after = Games.records_after
    monkeypatch.setattr(Games, "records_after", lambda *args: after(*args)[1:])
    with pytest.raises(AssertionError):
        requests(first_requests())


def test_a_damaged_record_that_is_believed_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(folding, "_check_link", lambda *_: None)
    with pytest.raises(AssertionError, match="a damaged record was believed"):
        storage(other_road())


def test_a_line_that_is_written_as_another_one_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(notation, "write_command", lambda command: "1 Pass")
    with pytest.raises(AssertionError, match="read as something else"):
        notation.notation(b"1 BuildRoad path=3")


def test_a_board_that_passes_and_cannot_be_laid_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(drawn, "check_plan", lambda plan, rows: plan)
    with pytest.raises(RuntimeError, match="StopIteration"):
        boards(WITHOUT_TERRAIN)
