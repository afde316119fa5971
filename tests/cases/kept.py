"""A position of a table, put into a store: from there the service plays on."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from service.store.games import Games
from service.store.mapper import Recorded
from service.store.records import first_seal, seal_events
from settlers.v1 import record_pb2
from tests.rules.table import Table


def keep(games: Games, table: Table) -> UUID:
    """Store what has happened at a table as a game of its own, as if one command had caused it all."""
    game_id = uuid4()
    created, cause = table.history[0], record_pb2.Cause(events=len(table.history)).SerializeToString()
    records, _ = seal_events(first_seal(str(game_id), created.seed), 1, table.history, cause, datetime.now(UTC))
    games.events.put([Recorded(game_id, record.version, record) for record in records])
    return game_id
