"""The feed as tests read it: frames, what is in them, and the order in which a file has its events."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any, NamedTuple
from uuid import UUID

from settlers.v1 import game_pb2, game_service_pb2
from tests.service.house import PATIENCE, SPECTATOR, House

Frame = game_service_pb2.WatchAllGamesResponse


class Place(NamedTuple):
    """An event by its game and version."""

    game_id: str
    version: int


def feed(house: House, cursor: str = "", *, timeout: float = PATIENCE, **filters: Any) -> Any:
    """Open a stream of all games; cancel it when it is not needed any more."""
    request = game_service_pb2.WatchAllGamesRequest(cursor=cursor, **filters)
    return house.stub.WatchAllGames(request, timeout=timeout)


def until_quiet(stream: Iterable[Frame]) -> list[Frame]:
    """Read frames until one says that the caller has all there is; the stream is cancelled."""
    frames = []
    for frame in stream:
        frames.append(frame)
        if frame.HasField("caught_up"):
            stream.cancel()  # type: ignore[attr-defined]
            return frames
    raise AssertionError("the stream ended before it was caught up")


def until_place(stream: Iterator[Frame], place: Place) -> list[Frame]:
    """Read frames until one has an event."""
    frames = []
    for frame in stream:
        frames.append(frame)
        if place in places([frame]):
            return frames
    raise AssertionError(f"the stream ended before {place}")


def items(frames: Iterable[Frame]) -> list[game_service_pb2.GameEvent]:
    return [item for frame in frames for item in frame.events.events]


def places(frames: Iterable[Frame]) -> list[Place]:
    return [Place(item.game_id, item.recorded.version) for item in items(frames)]


def by_game(frames: Iterable[Frame]) -> dict[str, list[game_pb2.RecordedEvent]]:
    """The events of each game, in the order in which they came."""
    found: dict[str, list[game_pb2.RecordedEvent]] = {}
    for item in items(frames):
        assert not item.damaged
        found.setdefault(item.game_id, []).append(item.recorded)
    return found


def check_each_game(house: House, frames: Iterable[Frame], ids: Iterable[str]) -> None:
    """Each game's events are all there, once and in order, as its spectators get them."""
    found = by_game(frames)
    assert found == {game_id: house.events(game_id, SPECTATOR) for game_id in ids}


def stored_in(file: str) -> list[Place]:
    """All events of a file, in the order in which they were stored."""
    with closing(sqlite3.connect(file)) as db:
        rows = db.execute("SELECT originator_id, originator_version FROM stored_events ORDER BY rowid").fetchall()
    return [Place(str(UUID(name)), version) for name, version in rows]
