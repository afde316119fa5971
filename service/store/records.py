"""Sealing: an event becomes a stored record whose bytes can be verified for ever, and a record is read back.

The form is that of settlers/v1/record.proto. Hashes are taken over stored bytes, never over messages written again.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

import msgspec
from google.protobuf.message import DecodeError
from google.protobuf.timestamp_pb2 import Timestamp

from domain.chance import mac
from domain.engine import Event, Viewer
from domain.visibility import sees_private
from service.codec import Malformed, event_bytes, event_from_bytes
from settlers.v1 import game_pb2, record_pb2

_NO_CAUSE = sha256().digest()
"""What stands for the hash of the cause in the links of all events of a command but the first."""


class Damaged(Exception):
    """A stored record is not what was written; ``version`` is the first bad one."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(f"version {version}: {why}")
        self.version = version
        self.why = why


class Record(msgspec.Struct, frozen=True, gc=False):
    """One sealed event: its version, its name, and the serialised ``StoredEvent``."""

    version: int
    name: str
    data: bytes


def record_of(version: object, name: object, data: object) -> Record:
    """Make the record of a row, whatever stands there: a version that is none is 0, and a name and bytes empty."""
    if type(version) is int and version > 0 and type(name) is str and type(data) is bytes:
        return Record(version, name, data)
    return Record(version if type(version) is int and version > 0 else 0, "", b"")


class Seal(msgspec.Struct, frozen=True, gc=False):
    """What the next record of a game is sealed with: the chain so far, and the key of the salts."""

    chain: bytes
    seed: bytes


def first_seal(game_id: str, seed: bytes) -> Seal:
    """Make the seal before a game's first event."""
    return Seal(sha256(f"settlers.v1/{game_id}".encode()).digest(), seed)


def salt_of(seed: bytes, version: int) -> bytes:
    """Make the salt that the private part of a version is hashed with."""
    return mac(seed, f"salt/{version}".encode())


def cause_salt_of(seed: bytes, version: int) -> bytes:
    """Make the salt that the cause of a version is hashed with; who gets that of its private part does not know it."""
    return mac(seed, f"cause/{version}".encode())


def link(chain: bytes, public: bytes, private_hash: bytes, cause_hash: bytes, recorded: bytes) -> bytes:
    """Make the next link of a game's chain."""
    hashes = sha256(public).digest() + private_hash + (cause_hash or _NO_CAUSE) + sha256(recorded).digest()
    return sha256(chain + hashes).digest()


def seal_events(
    seal: Seal, version: int, events: Sequence[Event], cause: bytes, now: datetime
) -> tuple[list[Record], Seal]:
    """Seal the events of one command, the first of which gets this version and the cause; gives the next seal too."""
    recorded = Timestamp(seconds=int(now.timestamp()), nanos=now.microsecond * 1000).SerializeToString()
    cause_hash = sha256(cause_salt_of(seal.seed, version) + cause).digest()
    chain = seal.chain
    records = []
    for event in events:
        public, private = event_bytes(event)
        private_hash = sha256(salt_of(seal.seed, version) + private).digest() if private else b""
        chain = link(chain, public, private_hash, cause_hash, recorded)
        stored = record_pb2.StoredEvent(
            public=public,
            private=private,
            private_hash=private_hash,
            cause=cause,
            recorded=recorded,
            chain=chain,
            cause_hash=cause_hash,
        )
        records.append(Record(version, type(event).__name__, stored.SerializeToString()))
        version += 1
        cause = cause_hash = b""
    return records, Seal(chain, seal.seed)


def open_record(record: Record) -> record_pb2.StoredEvent:
    """Parse a record; raises ``Damaged``."""
    try:
        return record_pb2.StoredEvent.FromString(record.data)
    except DecodeError:
        raise Damaged(record.version, "the record does not parse") from None


def event_of(record: Record, stored: record_pb2.StoredEvent | None = None) -> Event:
    """Read the whole event of a record; raises ``Damaged`` for one that cannot be read or is not what it is called."""
    stored = stored or open_record(record)
    try:
        event = event_from_bytes(stored.public + stored.private)
    except Malformed as fault:
        raise Damaged(record.version, f"the event cannot be read: {fault}") from None
    if type(event).__name__ != record.name:
        raise Damaged(record.version, f"the event is no {record.name}")
    return event


def events_caused(record: Record, stored: record_pb2.StoredEvent) -> int:
    """Read from the first record of a command how many events it made; raises ``Damaged``."""
    try:
        return record_pb2.Cause.FromString(stored.cause).events
    except DecodeError:
        raise Damaged(record.version, "the cause does not parse") from None


def show_record(
    record: Record,
    viewer: Viewer,
    seed: bytes,
    *,
    with_proof: bool = False,
    shown: game_pb2.RecordedEvent | None = None,
) -> game_pb2.RecordedEvent:
    """Show a record to a viewer: the private part is appended for those who may see it, and left out for all others.

    A new message that shall hold it may be given as ``shown``.
    """
    stored = open_record(record)
    sees = _sees(record, stored, viewer)
    shown = game_pb2.RecordedEvent() if shown is None else shown
    shown.version = record.version
    try:
        shown.recorded_at.ParseFromString(stored.recorded)
        shown.event.ParseFromString(stored.public + stored.private if sees else stored.public)
    except DecodeError:
        raise Damaged(record.version, "the event, or when it was recorded, does not parse") from None
    if with_proof:
        shown.proof.CopyFrom(prove_record(record, viewer, seed))
    return shown


def prove_record(record: Record, viewer: Viewer, seed: bytes, *, over: bool = False) -> game_pb2.Proof:
    """Show the stored bytes of a record to a viewer, without what it may not see: private part and cause.

    ``over`` says that the game is over and nothing of what happened is to be hidden any more.
    """
    stored = open_record(record)
    proof = game_pb2.Proof(
        public=stored.public,
        private_hash=stored.private_hash,
        recorded=stored.recorded,
        chain=stored.chain,
        cause_hash=stored.cause_hash,
    )
    if (over and stored.private) or _sees(record, stored, viewer):
        proof.private = stored.private
        proof.salt = salt_of(seed, record.version)
    if viewer.auditor and stored.cause:
        proof.cause = stored.cause
        proof.cause_salt = cause_salt_of(seed, record.version)
    return proof


def _sees(record: Record, stored: record_pb2.StoredEvent, viewer: Viewer) -> bool:
    """Tell whether a viewer gets the private part of a record: all that leaves the store is redacted by this alone."""
    return bool(stored.private) and sees_private(event_of(record, stored), viewer)
