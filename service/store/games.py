"""The games: created, played and read through the library's event store, and kept live while they are in use.

``domain.Game`` is the aggregate: an immutable root that commands are decided on. A live game is a ``Table``: the newest
root, its seal, and the last records for watchers. Tables are bounded in number and can be dropped at any time; what is
not live is folded anew from its first event.
"""

import logging
import secrets
import threading
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError

from domain.chance import SEED_SIZE, SeededChance, commitment
from domain.engine import (
    RULES_VERSION,
    Command,
    Event,
    Fairness,
    Game,
    GameCreated,
    before_creation,
    create,
    evolve_all,
    execute,
)
from domain.errors import Illegal, UnknownEvent
from domain.scenarios import SCENARIOS
from service.codec import pack_command
from service.faults import Fault, Trouble
from service.store.mapper import GameMapper, Recorded
from service.store.records import Damaged, Record, Seal, event_of, first_seal, open_record, seal_events
from settlers.v1 import record_pb2

log = logging.getLogger(__name__)

TAIL = 64
"""How many of the newest records a live game keeps for its watchers."""

TRIES = 3
"""How often a command is decided anew when another process wrote first."""

CHANCE = SeededChance()


class Table:
    """A live game. ``turn`` guards everything in it; whoever waits on it is woken by new records."""

    def __init__(self, game_id: UUID, game: Game, seal: Seal, tail: Sequence[Record]) -> None:
        self.game_id = game_id
        self.game = game
        self.seal = seal
        self.tail: deque[Record] = deque(tail, maxlen=TAIL)
        self.turn = threading.Condition(threading.RLock())

    def move_on(self, game: Game, seal: Seal, records: Sequence[Record]) -> None:
        """Take new records in and wake all who wait; called while ``turn`` is held."""
        self.game = game
        self.seal = seal
        self.tail.extend(records)
        self.turn.notify_all()


class Games(Application[UUID]):
    """All games of one store."""

    env: ClassVar[dict[str, str]] = {"MAPPER_TOPIC": f"{GameMapper.__module__}:{GameMapper.__qualname__}"}

    def __init__(
        self,
        env: Mapping[str, str] | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        most_live: int = 10_000,
    ) -> None:
        super().__init__(env)
        self._now = now
        self._most_live = most_live
        self._live: OrderedDict[UUID, Table] = OrderedDict()
        self._lock = threading.Lock()

    def create_game(
        self,
        scenario_key: str,
        seats: int,
        *,
        options: Sequence[str] = (),
        board: str = "",
        players: Sequence[str] = (),
        seed: bytes | None = None,
        actor: str = "",
        request_id: str = "",
    ) -> tuple[UUID, list[Record], Seal]:
        """Create a game and play it up to the first seat that must act; durable when this returns.

        Raises ``Fault`` for an unknown scenario, option or board, or a number of seats that it is not played by.
        """
        created = _creation(scenario_key, seats, options, board, players, seed)
        scenario = SCENARIOS[scenario_key].with_options(created.options)
        game, events = create(scenario, created, CHANCE)
        game_id = uuid.uuid4()
        cause = record_pb2.Cause(
            actor=actor, request_id=request_id, rules_version=RULES_VERSION, events=len(events)
        ).SerializeToString()
        records, seal = seal_events(first_seal(str(game_id), created.seed), 1, events, cause, self._now())
        self._put(game_id, records)
        self._keep(Table(game_id, game, seal, records))
        return game_id, records, seal

    def execute_command(
        self,
        game_id: UUID,
        command: Command,
        *,
        expected_version: int | None = None,
        actor: str = "",
        request_id: str = "",
    ) -> tuple[list[Record], Seal]:
        """Play a command; its events are durable when this returns.

        Raises ``Illegal`` for one against the rules, ``Fault`` for an unknown game or when the game has moved on from
        the version that the caller expected. A refusal is given only once the store has nothing newer.
        """
        for _ in range(TRIES):
            table = self.table(game_id)
            with table.turn:
                if expected_version is not None and table.game.version != expected_version:
                    self._refresh(table)
                    if table.game.version != expected_version:
                        break
                try:
                    game, events = execute(table.game, command, CHANCE)
                except Illegal:
                    if self._refresh(table):
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
                    self._put(game_id, records)
                except IntegrityError:
                    # Another process took the version: what was decided here is void.
                    self._drop(table)
                    continue
                table.move_on(game, seal, records)
                return records, seal
        version = self.table(game_id).game.version
        raise Fault(Trouble.VERSION_CONFLICT, "the game has moved on", version=version)

    def table(self, game_id: UUID) -> Table:
        """Find a live game, or bring it to life; raises ``Fault`` for one that does not exist or is damaged."""
        with self._lock:
            table = self._live.get(game_id)
            if table is not None:
                self._live.move_to_end(game_id)
                return table
        game, seal, tail = self._fold(self.records(game_id))
        return self._keep(Table(game_id, game, seal, tail))

    def game_at(self, game_id: UUID, version: int) -> Game:
        """Fold a game as it was at a version; raises ``Fault`` where it has not come to that."""
        newest = self.table(game_id).game
        if version == newest.version:
            return newest
        if not 1 <= version <= newest.version:
            message = f"the game is at version {newest.version}"
            raise Fault(Trouble.VERSION_OUT_OF_RANGE, message, field="version", version=newest.version)
        return self._fold(self.records(game_id, until=version))[0]

    def records_after(self, table: Table, version: int, limit: int) -> list[Record]:
        """Read the records of a live game after a version, from its tail where that reaches back far enough."""
        with table.turn:
            tail = list(table.tail)
        if tail and tail[0].version <= version + 1:
            return [record for record in tail if record.version > version][:limit]
        return list(self.records(table.game_id, after=version, limit=limit))

    def records(
        self, game_id: UUID, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> Iterator[Record]:
        """Read records from the store."""
        for recorded in self.events.get(game_id, gt=after or None, lte=until, limit=limit):
            assert isinstance(recorded, Recorded)
            yield recorded.record

    def _put(self, game_id: UUID, records: Sequence[Record]) -> None:
        self.events.put([Recorded(game_id, record.version, record) for record in records])

    def _keep(self, table: Table) -> Table:
        with self._lock:
            kept = self._live.setdefault(table.game_id, table)
            self._live.move_to_end(table.game_id)
            while len(self._live) > self._most_live:
                self._live.popitem(last=False)
            return kept

    def _drop(self, table: Table) -> None:
        with self._lock:
            if self._live.get(table.game_id) is table:
                del self._live[table.game_id]

    def _refresh(self, table: Table) -> bool:
        """Bring a live game up to the store's head; tells whether there was anything new. ``turn`` is held."""
        newer = list(self.records(table.game_id, after=table.game.version))
        if newer:
            game, seal, _ = self._fold(newer, table.game, table.seal)
            table.move_on(game, seal, newer)
        return bool(newer)

    def _fold(
        self, records: Iterator[Record] | Sequence[Record], game: Game | None = None, seal: Seal | None = None
    ) -> tuple[Game, Seal, Sequence[Record]]:
        """Fold records onto a game (none: from its creation); raises ``Fault`` for damage, naming the version."""
        tail: deque[Record] = deque(maxlen=TAIL)
        events: list[Event] = []
        version = game.version if game is not None else 0
        try:
            for record in records:
                version += 1
                if record.version != version:
                    raise Damaged(version, "it is missing")
                event = event_of(record)
                if game is None:
                    game, seal = _before(event), None
                events.append(event)
                tail.append(record)
            if game is None:
                raise Fault(Trouble.UNKNOWN_GAME, "there is no such game")
            game = evolve_all(game, events)
        except (Damaged, UnknownEvent) as damage:
            at = damage.version if isinstance(damage, Damaged) else version
            log.error("a stored game cannot be read: %s", damage)
            raise Fault(Trouble.DATA_DAMAGED, f"the stored game is damaged at version {at}", version=at) from damage
        created = game[Fairness].created
        assert created is not None
        chain = open_record(tail[-1]).chain if tail else seal.chain if seal else b""
        return game, Seal(chain, created.seed), tail


def _before(event: Event) -> Game:
    if not isinstance(event, GameCreated) or event.scenario not in SCENARIOS:
        raise Damaged(1, "a game begins with its creation")
    return before_creation(SCENARIOS[event.scenario].with_options(event.options), event.seats)


def _creation(
    scenario_key: str, seats: int, options: Sequence[str], board: str, players: Sequence[str], seed: bytes | None
) -> GameCreated:
    scenario = SCENARIOS.get(scenario_key)
    if scenario is None:
        known = ", ".join(SCENARIOS)
        raise Fault(Trouble.UNKNOWN_SCENARIO, f"the scenarios are: {known}", field="scenario", scenario=scenario_key)
    try:
        scenario = scenario.with_options(options)
    except KeyError as error:
        known = ", ".join(option.key for option in scenario.options)
        message = f"the options of {scenario_key} are: {known}"
        raise Fault(Trouble.UNKNOWN_OPTION, message, field="options", option=error.args[0]) from None
    if seats not in scenario.seats:
        allowed = " or ".join(map(str, scenario.seats))
        message = f"{scenario_key} is played by {allowed}"
        raise Fault(Trouble.WRONG_NUMBER_OF_SEATS, message, field="seats", seats=seats)
    if players and len(players) != seats:
        message = f"{len(players)} player_refs for {seats} seats"
        raise Fault(Trouble.MALFORMED, message, field="player_refs")
    plan = scenario.boards.get(board or next(iter(scenario.boards)))
    if plan is None:
        known = ", ".join(scenario.boards)
        raise Fault(Trouble.UNKNOWN_BOARD, f"the boards of {scenario_key} are: {known}", field="board", board=board)
    chosen = seed is not None
    secret = seed if seed is not None else secrets.token_bytes(SEED_SIZE)
    return GameCreated(
        scenario=scenario_key,
        options=scenario.chosen,
        seats=seats,
        players=tuple(players) or ("",) * seats,
        board=plan(),
        rules_version=RULES_VERSION,
        commitment=commitment(secret),
        seed_chosen=chosen,
        seed=secret,
    )
