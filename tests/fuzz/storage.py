"""Target ``storage``: one record of a stored game is other bytes than those that were written.

An input is two bytes for the position, two for the version, one for what else is done, then the record, a
``StoredEvent``. Whoever reads such a game gets it as it was, or the fault that names the version, and nothing else.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any
from uuid import UUID

import grpc
import msgspec
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from service.codec import Malformed, event_bytes, event_from_bytes
from service.faults import Fault, Trouble
from service.store.folding import Folded, fold_records
from service.store.records import Record, cause_salt_of, first_seal, link, salt_of
from settlers.v1 import audit_service_pb2, game_pb2, game_service_pb2, record_pb2
from tests.fuzz.calls import AUDITING, LONGEST_AUDIT, MOST_VIEWS
from tests.fuzz.desk import ANSWERS, Desk, Ended
from tests.fuzz.judges import STATUS, check_status
from tests.fuzz.positions import Begun, folded_before, position_at
from tests.service.house import AUDITOR, SPECTATOR

RENAMED = 1
"""The row is called by the event that the record holds."""

FORGED = 2
"""The chain is made anew from the record on, as whoever has the database can."""

BEHIND = 4
"""The game was live before, so that the record is read on its own and no chain is looked at."""

FOLLOWING = 12
"""So many records after the damaged one are folded too."""


class Weathered(Begun):
    """Games whose store may give another record for one that was stored."""

    worn: Record | None = None

    def records(self, game_id: UUID, **span: Any) -> Iterator[Record]:
        """Read records from the store."""
        for record in super().records(game_id, **span):
            yield self.worn if self.worn is not None and self.worn.version == record.version else record


def storage(data: bytes) -> None:
    """Read a game that has a worn record."""
    head, worn = data[:5].ljust(5, b"\0"), data[5:]
    position, how = position_at(head[0], head[1]), head[4]
    version = 1 + int.from_bytes(head[2:4], "big") % len(position.records)
    check_codec(worn)
    record = Record(version, position.records[version - 1].name, worn)
    if how & RENAMED:
        record = msgspec.structs.replace(record, name=name_in(worn) or record.name)
    if how & BEHIND:
        check_calls(head[0], head[1], record)
    else:
        check_folding(head[0], head[1], record, forged=bool(how & FORGED))


def parts_of(data: bytes) -> record_pb2.StoredEvent | None:
    """The record that bytes hold, if they do."""
    try:
        return record_pb2.StoredEvent.FromString(data)
    except DecodeError:
        return None


def name_in(data: bytes) -> str:
    """The name of the event in a record, or nothing."""
    stored = parts_of(data)
    try:
        return type(event_from_bytes(stored.public + stored.private)).__name__ if stored is not None else ""
    except Malformed:
        return ""


def check_codec(data: bytes) -> None:
    """An event that can be read is written to bytes that read the same."""
    stored = parts_of(data)
    if stored is None:
        return
    try:
        event = event_from_bytes(stored.public + stored.private)
    except Malformed:
        return
    again = event_from_bytes(b"".join(event_bytes(event)))
    assert (type(again), again) == (type(event), event), "an event is read as something else when written again"


def check_folding(game: int, moment: int, worn: Record, *, forged: bool) -> None:
    """A game with a worn record is folded to what it was, or refused with the version."""
    position, since = position_at(game, moment), folded_before(game, worn.version)
    following = position.records[worn.version : worn.version + FOLLOWING]
    good = fold_records(position.game_id, [position.records[worn.version - 1], *following], since, whole=False)
    records = [worn, *following]
    if forged:
        records = _sealed_anew(position.game_id, records, since)
    try:
        folded = fold_records(position.game_id, records, since, whole=False)
    except Fault as fault:
        check_fault(fault, worn.version, forged=forged)
        return
    assert forged or dict(folded.game) == dict(good.game), "a damaged record was believed"


def check_fault(fault: Fault, version: int, *, forged: bool) -> None:
    """The fault names the version, or one after it where that could be believed."""
    told = fault.facts.get("version")
    assert fault.trouble is Trouble.DATA_DAMAGED
    assert isinstance(told, int)
    assert told >= version if forged else told == version, f"version {told} is called damaged"


def _sealed_anew(game_id: UUID, records: Sequence[Record], since: Folded | None) -> list[Record]:
    seed = since.seal.seed if since is not None else b""
    chain = since.seal.chain if since is not None else first_seal(str(game_id), b"").chain
    made = []
    for record in records:
        stored = parts_of(record.data)
        if stored is None:
            return [*made, *records[len(made) :]]
        if record.version == 1:
            seed = _seed_in(stored)
        if stored.private or stored.private_hash:
            stored.private_hash = sha256(salt_of(seed, record.version) + stored.private).digest()
        if stored.cause or stored.cause_hash:
            stored.cause_hash = sha256(cause_salt_of(seed, record.version) + stored.cause).digest()
        chain = link(chain, stored.public, stored.private_hash, stored.cause_hash, stored.recorded)
        stored.chain = chain
        made.append(msgspec.structs.replace(record, data=stored.SerializeToString()))
    return made


def _seed_in(stored: record_pb2.StoredEvent) -> bytes:
    try:
        return game_pb2.Event.FromString(stored.public + stored.private).game_created.seed
    except DecodeError:
        return b""


@lru_cache(maxsize=64)
def _live_desk(game: int, moment: int) -> tuple[Weathered, Desk]:
    games = Weathered(position_at(game, moment), tail=0)
    return games, Desk(games)


def check_calls(game: int, moment: int, worn: Record) -> None:
    """Whoever asks a server that has the game live gets an answer, or the fault that names the version."""
    games, desk = _live_desk(game, moment)
    games.worn = worn
    position = position_at(game, moment)
    game_id = str(position.game_id)
    for name, request in _reading(game_id, worn.version, len(position.records)):
        try:
            answer = desk.answer(name, request.SerializeToString())
            if name in AUDITING:
                check_audit(ANSWERS[name].FromString(answer[0]), worn, position.records[worn.version - 1])
        except Ended as refusal:
            check_status(refusal)
            check_told(refusal.status, {"game_id": game_id, "version": str(worn.version)})


def _reading(game_id: str, version: int, newest: int) -> Iterator[tuple[str, Any]]:
    for viewer in (AUDITOR, SPECTATOR):
        yield (
            "ListEvents",
            game_service_pb2.ListEventsRequest(
                game_id=game_id, viewer=viewer, after_version=version - 1, page_size=3, with_proof=True
            ),
        )
    yield "GetGame", game_service_pb2.GetGameRequest(game_id=game_id, viewer=AUDITOR, version=version)
    yield (
        "WatchGame",
        game_service_pb2.WatchGameRequest(
            game_id=game_id, viewer=SPECTATOR, after_version=version - 1, with_views=newest - version < MOST_VIEWS
        ),
    )
    if newest <= LONGEST_AUDIT:
        yield "VerifyGame", audit_service_pb2.VerifyGameRequest(game_id=game_id)
        yield "ExportGame", audit_service_pb2.ExportGameRequest(game_id=game_id, viewer=SPECTATOR)


def check_audit(answer: Any, worn: Record, good: Record) -> None:
    """An audit says which record is worn, unless that says what it did before; no file is made of it."""
    stored = parts_of(worn.data)
    if stored is None or stored != parts_of(good.data):
        assert isinstance(answer, audit_service_pb2.VerifyGameResponse), "a file was made of what is damaged"
        assert answer.report.flaw.version == worn.version, "an audit does not find what is damaged"


def check_told(status: grpc.Status, facts: dict[str, str]) -> None:
    """The status is that of damage, with these facts."""
    assert status.code is grpc.StatusCode.DATA_LOSS
    details = status_pb2.Status.FromString(dict(status.trailing_metadata)[STATUS]).details
    assert dict(error_details_pb2.ErrorInfo.FromString(details[0].value).metadata) == facts
