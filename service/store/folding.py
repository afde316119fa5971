"""Folding stored records into a game: each is checked against the chain and its hash before it is believed."""

import hashlib
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec

from domain.engine import Event, Game, GameCreated, before_creation, evolve, evolve_all
from domain.scenarios import SCENARIOS
from service.faults import Fault, Trouble
from service.store.records import (
    Damaged,
    Record,
    Seal,
    cause_salt_of,
    event_of,
    events_caused,
    first_seal,
    link,
    open_record,
    salt_of,
)
from settlers.v1.record_pb2 import StoredEvent

NO_SUCH_GAME = "there is no such game"

log = logging.getLogger(__name__)

TAIL = 64
"""How many of the newest records a live game keeps for its watchers."""


class Folded(msgspec.Struct, frozen=True):
    """A game as its records tell it: the newest root, the seal for the next record, and the last records."""

    game: Game
    seal: Seal
    tail: Sequence[Record]


def fold_records(
    game_id: UUID, records: Iterable[Record], since: Folded | None = None, *, whole: bool = True
) -> Folded:
    """Fold records in order of their versions, from the game's creation or onto what was folded before.

    ``whole`` says that they are all there is, so that the last command must have all its events; else they are some of
    a game that is known. Raises ``Fault``: there is no such game, or its records are damaged; the fault names the first
    bad version.
    """
    tail = deque(since.tail if since is not None else (), maxlen=TAIL)
    version = since.game.version if since is not None else 0
    chain = (since.seal if since is not None else first_seal(str(game_id), b"")).chain
    game = since.game if since is not None else None
    seed = since.seal.seed if since is not None else b""
    events: list[Event] = []
    expected = 0
    try:
        for record in records:
            version += 1
            if record.version != version:
                raise Damaged(version, "it is missing")
            stored = open_record(record)
            event = event_of(record, stored)
            if game is None:
                game, seed = _before(event)
            _check_link(record, stored, chain, seed)
            chain = stored.chain
            if stored.cause:
                expected += events_caused(record, stored)
            expected -= 1
            events.append(event)
            tail.append(record)
        if expected and whole:
            raise Damaged(version + 1, "the last events of a command are missing")
        if game is None and not whole:
            raise Damaged(1, "it is missing")
        if game is None:
            raise Fault(Trouble.UNKNOWN_GAME, NO_SUCH_GAME, game_id=game_id)
        game = _evolved(game, events)
    except Damaged as damage:
        raise damage_of(game_id, damage) from damage
    return Folded(game, Seal(chain, seed), tuple(tail))


def _evolved(game: Game, events: Sequence[Event]) -> Game:
    """Fold events onto a game; raises ``Damaged`` at the first that does not fit, which only a forged chain lets in."""
    try:
        return evolve_all(game, events)
    except Exception:
        for event in events:
            try:
                game = evolve(game, event)
            except Exception as misfit:
                raise Damaged(game.version + 1, f"the event does not fit: {type(misfit).__name__}") from misfit
        raise


def check_records(game_id: UUID, records: Sequence[Record], after: int, seed: bytes) -> list[Record]:
    """Check the records after a version against the chain, the first of them being that version; gives the others.

    Raises ``Damaged``.
    """
    chain, version = first_seal(str(game_id), b"").chain, after
    if after and records:
        chain, records = open_record(records[0]).chain, records[1:]
    for record in records:
        version += 1
        if record.version != version:
            raise Damaged(version, "it is missing")
        stored = open_record(record)
        _check_link(record, stored, chain, seed)
        chain = stored.chain
    return list(records)


def damage_of(game_id: object, damage: Damaged) -> Fault:
    """Make the fault of a game whose stored records are damaged, and leave a line in the log."""
    log.error("game %s cannot be read at version %d: %s", game_id, damage.version, damage.why)
    message = f"the stored game is damaged at version {damage.version}"
    return Fault(Trouble.DATA_DAMAGED, message, game_id=game_id, version=damage.version)


def _before(event: Event) -> tuple[Game, bytes]:
    """The game before its first event, and its seed."""
    if not isinstance(event, GameCreated) or event.scenario not in SCENARIOS:
        raise Damaged(1, "a game begins with its creation")
    try:
        scenario = SCENARIOS[event.scenario].with_options(event.options)
    except KeyError:
        raise Damaged(1, "an option is unknown") from None
    if event.seats not in scenario.seats:
        raise Damaged(1, "it is not played by so many seats")
    return before_creation(scenario, event.seats), event.seed


def _check_link(record: Record, stored: StoredEvent, chain: bytes, seed: bytes) -> None:
    """Check a record against the chain before it, and what is salted in it against its hashes; raises ``Damaged``."""
    if stored.private or stored.private_hash:
        salted = hashlib.sha256(salt_of(seed, record.version) + stored.private).digest()
        if salted != stored.private_hash:
            raise Damaged(record.version, "the private part is not the one that was sealed")
    if stored.cause or stored.cause_hash:
        salted = hashlib.sha256(cause_salt_of(seed, record.version) + stored.cause).digest()
        if salted != stored.cause_hash:
            raise Damaged(record.version, "the cause is not the one that was sealed")
    if stored.chain != link(chain, stored.public, stored.private_hash, stored.cause_hash, stored.recorded):
        raise Damaged(record.version, "the chain is broken")
