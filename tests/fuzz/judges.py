"""What must hold of every call: an answer is right, a status is ours, and what is refused leaves all as it was."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any
from uuid import UUID

import grpc
from google.rpc import error_details_pb2, status_pb2

from domain.engine import Game, choices, legal
from service.api import LARGEST_PAGE, PAGE
from service.codec import unpack_command
from service.faults import DOMAIN
from service.store.folding import Folded, fold_records
from settlers.v1 import errors_pb2
from tests.fuzz.desk import ANSWERS, Desk, Ended, read_request

LARGEST_STATUS = 8_000
"""Bytes of headers that a status may fill: clients take 8 KiB by default, and fail the call when there are more."""

REASONS = {name.removeprefix("ERROR_REASON_") for name, _ in errors_pb2.ErrorReason.items()} - {"UNSPECIFIED"}
STATUS = "grpc-status-details-bin"


def judged(desk: Desk, name: str, sent: bytes) -> list[Any] | None:
    """Make a call and judge it; gives the answer, or None for a refusal."""
    request = read_request(name, sent)
    stored = rows_in(desk)
    before = standing(desk, request)
    try:
        answer = desk.answer(name, sent)
    except Ended as refusal:
        check_status(refusal)
        assert rows_in(desk) == stored, "a refusal stored something"
        assert same(standing(desk, request), before), "a refusal changed the game"
        return None
    assert request is not None, "a request that does not parse was answered"
    read = [ANSWERS[name].FromString(each) for each in answer]
    if name in ("CreateGame", "ExecuteCommand"):
        if request.request_id:
            assert desk.answer(name, sent) == answer, "the same request was answered otherwise when it came again"
    else:
        assert rows_in(desk) == stored, "reading stored something"
        assert same(standing(desk, request), before), "reading changed the game"
    check = _CHECKS.get(name)
    if check is not None:
        check(desk, request, read, before)
    return read


def rows_in(desk: Desk) -> int:
    """How many events the store holds; it only ever adds some."""
    return desk.games.recorder.max_notification_id() or 0


def standing(desk: Desk, request: Any) -> Folded | None:
    """The game that a request names, as it stands; None where it names none."""
    try:
        table = desk.games.table(UUID(request.game_id))
    except Exception:  # whatever is wrong with the request, the call itself has to say
        return None
    return Folded(table.game, table.seal, table.tail)


def same(one: Folded | None, other: Folded | None) -> bool:
    """Whether a game stands as it did; it may have been dropped, and folded anew from the store."""
    if one is None or other is None:
        return one is other
    return one.seal == other.seal and (one.game is other.game or equal(one.game, other.game))


def equal(one: Game, other: Game) -> bool:
    """Whether two games are at the same version with equal parts."""
    return one.version == other.version and dict(one) == dict(other)


def check_status(refusal: Ended) -> None:
    """A status has a code that says something, our reason for it, and goes into the headers of an answer."""
    code = refusal.status.code
    if code in (grpc.StatusCode.OK, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN):
        raise AssertionError(f"the call ended as {code.name}") from refusal.__context__
    packed = dict(refusal.status.trailing_metadata)[STATUS]
    status = status_pb2.Status.FromString(packed)
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info), "the first detail is no ErrorInfo"
    assert info.domain == DOMAIN
    assert info.reason in REASONS, f"the contract has no reason {info.reason}"
    assert status.message == refusal.status.details
    assert 4 * len(packed) / 3 + 3 * len(status.message.encode()) < LARGEST_STATUS, "the status is too large"


def _check_created(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    (created,) = read
    versions = [each.version for each in created.events]
    assert versions == [*range(1, created.version + 1)]
    check_stored(desk, created.game_id, created.version, None)


def _check_executed(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    (done,) = read
    assert before is not None
    game = before.game
    if done.version > game.version:
        command = unpack_command(request.command, request.seat)
        free = {choice.command for choice in choices(game, request.seat)}
        assert type(command).__name__ in free or command in legal(game, request.seat), f"{command} was not listed"
        assert [each.version for each in done.events] == [*range(game.version + 1, done.version + 1)]
    check_stored(desk, request.game_id, max(done.version, game.version), before)


def check_stored(desk: Desk, game_id: str, version: int, before: Folded | None) -> None:
    """The stored events, those after what was there before, fold to the live game."""
    live = desk.games.table(UUID(game_id)).game
    assert live.version == version
    records = [*desk.games.records(UUID(game_id), after=before.game.version if before is not None else 0)]
    assert equal(fold_records(UUID(game_id), records, before).game, live), "stored and live part"


def _check_view(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    (shown,) = read
    assert before is not None
    assert shown.view.game_id == request.game_id
    assert shown.view.version == (request.version if request.HasField("version") else before.game.version)


def _check_page(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    (page,) = read
    assert before is not None
    newest = before.game.version
    last = min(request.after_version + min(request.page_size or PAGE, LARGEST_PAGE), newest)
    assert [each.version for each in page.events] == [*range(request.after_version + 1, last + 1)]
    assert page.more == (newest > last)


def _check_frames(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    assert before is not None
    versions = [request.after_version, *(each.version for frame in read for each in frame.events.events)]
    assert all(b == a + 1 for a, b in pairwise(versions))
    for frame in read:
        shown = [each.version for each in frame.events.events] if request.with_views else []
        assert [each.version for each in frame.events.views] == shown
    if read[-1].HasField("caught_up"):
        assert read[-1].caught_up.version == versions[-1] == before.game.version


def _check_legal(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    (listed,) = read
    assert before is not None
    assert listed.version == before.game.version
    assert [unpack_command(each, request.seat) for each in listed.commands] == legal(before.game, request.seat)


_CHECKS: dict[str, Callable[[Desk, Any, Sequence[Any], Folded | None], None]] = {
    "CreateGame": _check_created,
    "ExecuteCommand": _check_executed,
    "GetGame": _check_view,
    "ListEvents": _check_page,
    "ListLegalCommands": _check_legal,
    "WatchGame": _check_frames,
}
