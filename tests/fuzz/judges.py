"""What must hold of every call: an answer is right, a status is ours, and what is refused leaves all as it was."""

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any
from uuid import UUID

import grpc
from google.rpc import error_details_pb2, status_pb2

from domain.engine import Game, choices, legal
from service.api import LARGEST_PAGE, PAGE
from service.audit.exports import read_exports, verify_export
from service.codec import unpack_command
from service.faults import DOMAIN
from service.lists.game_list import LARGEST_PAGE as LARGEST_GAMES
from service.lists.game_list import PAGE as GAMES
from service.store.folding import Folded, fold_records
from service.store.journal import KINDS, show_openly
from settlers.v1 import errors_pb2, game_pb2, game_service_pb2
from tests.audit.played import SIGNER
from tests.audit.standalone import verifier
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


def _check_listed(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    """Games that fit to what was asked, and are as they stand; pages of one have the same games."""
    (page,) = read
    assert len(page.games) <= min(request.page_size or GAMES, LARGEST_GAMES)
    for game in page.games:
        assert request.state in (game_service_pb2.GAME_STATE_UNSPECIFIED, game.state)
        assert request.scenario in ("", game.scenario)
        assert request.player_ref in ("", *game.player_refs), "a game that was not asked for"
        live = desk.games.table(UUID(game.game_id)).game
        assert game.version == live.version
        if game.state != game_service_pb2.GAME_STATE_DAMAGED:
            assert (game.scenario, game.seats) == (live.scenario.key, live.seats)
            assert (game.state == game_service_pb2.GAME_STATE_OVER) == live.over
    turned = game_service_pb2.ListGamesRequest()
    turned.CopyFrom(request)
    turned.page_size = 1
    for game in page.games:
        (sent,) = desk.answer("ListGames", turned.SerializeToString())
        single = game_service_pb2.ListGamesResponse.FromString(sent)
        assert [*single.games] == [game], "another game when pages are smaller"
        turned.page_token = single.next_page_token
    assert bool(page.next_page_token) == bool(turned.page_token and page.games)


def _check_feed(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    """What everyone may see of what is stored, and nothing else than what was asked for."""
    assert all(frame.cursor for frame in read)
    items = [item for frame in read for item in frame.events.events]
    for item in items:
        assert not item.damaged
        version = item.recorded.version
        (record,) = desk.games.records(UUID(item.game_id), after=version - 1, until=version)
        assert item.recorded == show_openly(record), "something else than what is stored, or more"
        kind = item.recorded.event.WhichOneof("event")
        assert kind in KINDS
        assert kind in request.kinds or not request.kinds
        scenario = desk.games.table(UUID(item.game_id)).game.scenario.key
        assert scenario in request.scenarios or not request.scenarios
    places = [(item.game_id, item.recorded.version) for item in items]
    assert len({*places}) == len(places), "an event came twice"
    if read[-1].HasField("caught_up") and not (request.cursor or request.kinds or request.scenarios):
        assert len(items) == rows_in(desk), "an event did not come"


def _check_audit(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    """Whatever was played, there is nothing wrong with it."""
    report = read[0].report
    assert before is not None
    assert not report.HasField("flaw"), f"a game that is right is called wrong: {report.flaw}"
    assert (report.version, report.over) == (before.game.version, before.game.over)
    assert report.hidden == report.undrawn == report.undecidable == len(report.not_decided) == 0


def _check_export(desk: Desk, request: Any, read: Sequence[Any], before: Folded | None) -> None:
    """A file of which both verifiers say that it is right, with as much in it as the viewer may see."""
    file = b"".join(each.piece for each in read)
    assert before is not None
    (exported,) = read_exports(BytesIO(file))
    report = verify_export(exported, [SIGNER.verifier])
    assert report.flaw is None, f"an export is called wrong: {report.flaw}"
    assert (exported.head.game_id, exported.head.version) == (request.game_id, before.game.version)
    (other,) = verifier.read_exports(BytesIO(file))
    assert verifier.verify_export(other, [verifier.read_key(str(SIGNER.verifier))]).flaw is None
    if not before.game.over and request.viewer.role == game_pb2.VIEWER_ROLE_SPECTATOR:
        proofs = [game_pb2.Proof.FromString(record.data) for record in exported.records]
        assert not any(proof.private or proof.cause or proof.salt for proof in proofs), "a file tells too much"


_CHECKS: dict[str, Callable[[Desk, Any, Sequence[Any], Folded | None], None]] = {
    "CreateGame": _check_created,
    "ExecuteCommand": _check_executed,
    "ExportGame": _check_export,
    "GetGame": _check_view,
    "ListEvents": _check_page,
    "ListGames": _check_listed,
    "ListLegalCommands": _check_legal,
    "VerifyGame": _check_audit,
    "WatchAllGames": _check_feed,
    "WatchGame": _check_frames,
}
