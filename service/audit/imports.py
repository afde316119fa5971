"""Imports: a game that a store has exported is verified and taken into another store, where it goes on."""

from collections.abc import Sequence
from uuid import UUID

from google.protobuf.unknown_fields import UnknownFieldSet

from service.audit.exports import Exported, verify_export
from service.audit.report import Report
from service.audit.signed_note import Verifier
from service.codec import event_from_bytes
from service.store.games import Games
from service.store.records import Record
from settlers.v1 import record_pb2


class NotTaken(Exception):
    """A game that cannot be taken into the store; the message says why."""


def import_game(games: Games, exported: Exported, trusted: Sequence[Verifier]) -> Report:
    """Verify an exported game and store it; durable when this returns.

    Without trusted keys its signature is not looked at. Raises ``NotTaken`` for one that has a flaw, from which
    something was left out, or that the store has already.
    """
    report = verify_export(exported, trusted)
    if report.flaw is not None:
        raise NotTaken(f"version {report.flaw.version}: {report.flaw.check}: {report.flaw.why}")
    records = [_whole(record) for record in exported.records]
    if not games.import_game(_id_of(exported), records):
        raise NotTaken("the store has this game already")
    return report


def _whole(record: Record) -> Record:
    """Give a line of an export the name of its event; only a stored event with all its parts can be stored again."""
    stored = record_pb2.StoredEvent.FromString(record.data)
    if UnknownFieldSet(stored) or (stored.private_hash and not stored.private):
        raise NotTaken(f"version {record.version}: a part of it was left out; take it by: settlers export --whole")
    return Record(record.version, type(event_from_bytes(stored.public + stored.private)).__name__, record.data)


def _id_of(exported: Exported) -> UUID:
    try:
        return UUID(exported.head.game_id)
    except ValueError:
        raise NotTaken("its id is none that a store gives") from None
