"""The games: created, played and read through the library's event store, and kept live while they are in use.

``domain.Game`` is the aggregate: an immutable root that commands are decided on. Live games are ``Table``s, bounded in
number; they can be dropped at any time, and what is not live is folded anew from its first event.
"""

import logging
import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError

from domain.chance import SeededChance
from domain.engine import (
    RULES_VERSION,
    Command,
    Event,
    Game,
    create,
    execute,
)
from domain.errors import Illegal
from domain.scenarios import SCENARIOS
from service.codec import pack_command
from service.faults import Fault, Trouble
from service.store.answering import FAILURES, fault_of, is_damage
from service.store.creation import NewGame, creation
from service.store.folding import Folded, check_records, damage_of, fold_records
from service.store.group_commit import GroupCommit
from service.store.journal import Journal
from service.store.mapper import GameMapper, Recorded
from service.store.memory import MemoryGameRecorder
from service.store.records import Damaged, Record, Seal, first_seal, open_record, seal_events
from service.store.requests import CarriedOut, Requested, RequestKey, SQLiteGameRecorder
from service.store.salvage import StrayRows
from service.store.table import Table
from settlers.v1 import record_pb2

log = logging.getLogger(__name__)

TRIES = 3
"""How often a command is decided anew when another process wrote first."""

CHANCE = SeededChance()


class Answer(msgspec.Struct, frozen=True):
    """What came of a request: the records that it made, and the seal that their salts come from."""

    game_id: UUID
    records: list[Record]
    seal: Seal


class Games(Application[UUID]):
    """All games of one store."""

    env: ClassVar[dict[str, str]] = {"MAPPER_TOPIC": f"{GameMapper.__module__}:{GameMapper.__qualname__}"}

    recorder: SQLiteGameRecorder | MemoryGameRecorder

    def __init__(
        self,
        env: Mapping[str, str] | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        most_live: int = 10_000,
        shared: bool = False,
    ) -> None:
        super().__init__(env)
        self.journal = Journal(self.recorder)
        """The events of all games in one order."""
        self._group = GroupCommit(self._put)
        self._now = now
        self._most_live = most_live
        self.shared = shared
        """Whether other processes write to the same store, so that reading looks there too."""
        self._live: OrderedDict[UUID, Table] = OrderedDict()
        self._lock = threading.Lock()

    def create_game(self, asked: NewGame, *, actor: str = "", request_id: str = "", digest: bytes = b"") -> Answer:
        """Create a game and play it up to the first seat that must act; durable when this returns.

        A request id that was used before gives the game that was created then. Raises ``Fault`` for what cannot be
        created, and for an id that was used for something else.
        """
        created = creation(asked)
        scenario = SCENARIOS[asked.scenario].with_options(created.options)
        game, events = create(scenario, created, CHANCE)
        game_id = uuid.uuid4()
        cause = record_pb2.Cause(
            actor=actor, request_id=request_id, rules_version=RULES_VERSION, events=len(events)
        ).SerializeToString()
        records, seal = seal_events(first_seal(str(game_id), created.seed), 1, events, cause, self._now())
        key = RequestKey(None, actor, 0, request_id) if request_id else None
        try:
            self._store(game_id, records, key, digest)
        except IntegrityError as conflict:
            answer = self._answered(key, digest)
            if answer is None:
                raise fault_of(conflict) from conflict  # the store has what it does not show
            return answer
        self._keep(Table(game_id, game, seal, records))
        return Answer(game_id, records, seal)

    def execute_command(
        self,
        game_id: UUID,
        command: Command,
        *,
        expected_version: int | None = None,
        actor: str = "",
        request_id: str = "",
        digest: bytes = b"",
    ) -> Answer:
        """Play a command; its events are durable when this returns.

        A request id that was used before gives what came of it then. Raises ``Illegal`` for a command against the
        rules, ``Fault`` for an unknown game, an id that was used for another command, or a game that has moved on from
        the version that the caller expected. A refusal is given only once the store has nothing newer.
        """
        key = RequestKey(game_id, actor, command.seat, request_id) if request_id else None
        tried = set()
        for _ in range(TRIES):
            table = self.table(game_id)
            with table.entered():
                try:
                    game, events = _decide(table.game, command, expected_version)
                except (Illegal, Fault):
                    # Before a refusal leaves, the store is asked: somebody else may have moved on, or done this.
                    newer = self._refresh(table)
                    answer = self._answered(key, digest)
                    if answer is not None:
                        return answer
                    if newer:
                        continue
                    raise
                cause = record_pb2.Cause(
                    actor=actor,
                    seat=command.seat,
                    request_id=request_id,
                    command=pack_command(command),
                    rules_version=RULES_VERSION,
                    events=len(events),
                ).SerializeToString()
                records, seal = seal_events(table.seal, table.game.version + 1, events, cause, self._now())
                try:
                    self._store(game_id, records, key, digest)
                except IntegrityError:
                    # The version is taken, or the request was carried out: what was decided here is void.
                    tried.add(table.game.version)
                    self._drop(table)
                    answer = self._answered(key, digest)
                    if answer is not None:
                        return answer
                    continue
                table.move_on(game, seal, records)
                return Answer(game_id, records, seal)
        game = self.table(game_id).game
        if tried == {game.version}:
            raise damage_of(game_id, Damaged(game.version + 1, "it is taken, and the store does not show it"))
        raise _conflict(game, expected_version)

    def table(self, game_id: UUID) -> Table:
        """Find a live game, or bring it to life; raises ``Fault`` for one that does not exist or is damaged."""
        with self._lock:
            table = self._live.get(game_id)
            if table is not None:
                self._live.move_to_end(game_id)
                return table
        folded = fold_records(game_id, self.records(game_id))
        return self._keep(Table(game_id, folded.game, folded.seal, folded.tail))

    def newest(self, game_id: UUID) -> Table:
        """Find a live game as ``table`` does, brought up to the store's head where other processes write there too."""
        table = self.table(game_id)
        if self.shared:
            self.catch_up(table)
        return table

    def game_at(self, game_id: UUID, version: int) -> Game:
        """Fold a game as it was at a version; raises ``Fault`` where it has not come to that."""
        table = self.table(game_id)
        if version > table.game.version:
            self.catch_up(table)
        newest = table.game
        if version == newest.version:
            return newest
        if not 1 <= version <= newest.version:
            message = f"the game is at version {newest.version}"
            raise Fault(Trouble.VERSION_OUT_OF_RANGE, message, field="version", asked=version, version=newest.version)
        game = fold_records(game_id, self.records(game_id, until=version), whole=False).game
        if game.version < version:
            raise damage_of(game_id, Damaged(game.version + 1, "it is missing"))
        return game

    def records_after(self, table: Table, version: int, limit: int) -> list[Record]:
        """Read the records of a live game after a version, from its tail where that reaches back far enough.

        What is read from the store is checked against the chain: it may have been damaged since it was folded.
        """
        tail = table.tail
        if tail and tail[0].version <= version + 1:
            return [record for record in tail if record.version > version][:limit]
        there = min(limit, table.game.version - version)
        try:
            found = list(self.records(table.game_id, after=max(0, version - 1), limit=limit + 1))
            checked = check_records(table.game_id, found, version, table.seal.seed)[:limit]
            if len(checked) < there:
                raise Damaged(version + len(checked) + 1, "it is missing")
            return checked
        except Damaged as damage:
            self.whole(table)  # tells the first bad version
            raise damage_of(table.game_id, damage) from damage

    def whole(self, table: Table) -> tuple[Game, Seal, list[Record]]:
        """Read all records of a live game, each checked: they must be those that it stands on.

        Raises ``Fault`` where the store has lost or changed any of them meanwhile.
        """
        with table.turn:
            game, seal = table.game, table.seal
        found: list[Record] = []
        try:
            found.extend(self.records(table.game_id, until=game.version))
            checked = check_records(table.game_id, found, 0, seal.seed)
            if len(checked) < game.version:
                raise Damaged(len(checked) + 1, "it is missing")
            if open_record(checked[-1]).chain != seal.chain:
                raise Damaged(1, "the store has another game there")
        except Damaged as damage:
            fold_records(table.game_id, found, whole=False)  # tells the first bad version, where there is one
            raise damage_of(table.game_id, damage) from damage
        return game, seal, checked

    def live_head(self, game_id: UUID) -> tuple[int, bytes]:
        """Tell the version and the chain of a live game; version 0 for one that is not live."""
        with self._lock:
            table = self._live.get(game_id)
        if table is None:
            return 0, b""
        with table.turn:
            return table.game.version, table.seal.chain

    def wake_watchers(self) -> None:
        """Wake all who wait for news of any game, or of all."""
        with self._lock:
            live = list(self._live.values())
        for table in live:
            table.wake()
        self.journal.wake()

    def catch_up(self, table: Table) -> None:
        """Take in what another process may have stored."""
        with table.turn:
            self._refresh(table)

    def records(
        self, game_id: UUID, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> Iterator[Record]:
        """Read records from the store; raises ``Damaged``, or ``Fault`` where the store is busy."""
        try:
            found = self.events.get(game_id, gt=after or None, lte=until, limit=limit)
        except FAILURES as failure:
            if is_damage(failure):
                raise Damaged(after + 1, "the store cannot read it") from failure
            raise fault_of(failure) from failure
        last = after
        try:
            for recorded in found:
                assert isinstance(recorded, Recorded)
                last = recorded.originator_version
                yield recorded.record
        except Damaged as damage:
            if damage.version <= last + 1:
                raise
            raise Damaged(last + 1, "it is missing") from damage

    def game_ids(self) -> Iterator[UUID]:
        """Name all games of which the store has any event, in the order of their creation."""
        try:
            yield from self.recorder.game_ids()
        except FAILURES as failure:
            raise fault_of(failure) from failure

    def stray_rows(self) -> list[StrayRows]:
        """Name the rows of the store that belong to no game."""
        try:
            return self.recorder.stray_rows()
        except FAILURES as failure:
            raise fault_of(failure) from failure

    def import_game(self, game_id: UUID, records: Sequence[Record]) -> bool:
        """Store all records of a game that another store has exported; False where this store has the game already.

        The caller has verified them. Request ids are not taken along.
        """
        try:
            self._store(game_id, records, None, b"")
        except IntegrityError:
            return False
        return True

    def _put(self, recorded: Sequence[Recorded], requests: Sequence[Requested]) -> None:
        try:
            self.events.put(recorded, requests=requests)
        except IntegrityError:
            raise
        except FAILURES as failure:
            raise fault_of(failure, waiting=len(recorded)) from failure
        self.journal.grow()

    def _store(self, game_id: UUID, records: Sequence[Record], key: RequestKey | None, digest: bytes) -> None:
        done = CarriedOut(digest, game_id, records[0].version, records[-1].version)
        self._group.store(
            [Recorded(game_id, record.version, record) for record in records], [(key, done)] if key is not None else []
        )

    def _answered(self, key: RequestKey | None, digest: bytes) -> Answer | None:
        """Read again what came of a request; None for one that was not carried out."""
        if key is None:
            return None
        try:
            done = self.recorder.find_request(key)
        except FAILURES as failure:
            raise fault_of(failure) from failure
        if done is None:
            return None
        if done.digest != digest:
            message = "this request id was used for another request"
            raise Fault(Trouble.REQUEST_ID_REUSED, message, field="request_id", request_id=key.request_id)
        try:
            table = self.table(done.game_id)
        except Fault as fault:
            if fault.trouble is not Trouble.UNKNOWN_GAME:
                raise
            raise damage_of(done.game_id, Damaged(1, "a request that was carried out made it")) from fault
        if done.last > table.game.version:
            self.catch_up(table)
        if done.last > table.game.version:
            raise damage_of(done.game_id, Damaged(table.game.version + 1, "a request that was carried out made it"))
        records = self.records_after(table, done.first - 1, done.last - done.first + 1)
        return Answer(done.game_id, records, table.seal)

    def _keep(self, table: Table) -> Table:
        gone = []
        with self._lock:
            kept = self._live.setdefault(table.game_id, table)
            self._live.move_to_end(table.game_id)
            while len(self._live) > self._most_live:
                gone.append(self._live.popitem(last=False)[1])
        for dropped in gone:
            dropped.drop()
        return kept

    def _drop(self, table: Table) -> None:
        with self._lock:
            if self._live.get(table.game_id) is table:
                del self._live[table.game_id]
        table.drop()

    def _refresh(self, table: Table) -> bool:
        """Bring a live game up to the store's head; tells whether there was anything new. ``turn`` is held."""
        try:
            newer = list(self.records(table.game_id, after=table.game.version))
        except Damaged as damage:
            raise damage_of(table.game_id, damage) from damage
        if newer:
            folded = fold_records(table.game_id, newer, Folded(table.game, table.seal, table.tail))
            table.move_on(folded.game, folded.seal, newer)
        return bool(newer)


def _decide(game: Game, command: Command, expected_version: int | None) -> tuple[Game, Sequence[Event]]:
    if expected_version is not None and game.version != expected_version:
        raise _conflict(game, expected_version)
    return execute(game, command, CHANCE)


def _conflict(game: Game, expected_version: int | None) -> Fault:
    message = f"the game is at version {game.version}"
    if expected_version is None:
        return Fault(Trouble.VERSION_CONFLICT, message, version=game.version)
    return Fault(Trouble.VERSION_CONFLICT, message, expected_version=expected_version, version=game.version)
