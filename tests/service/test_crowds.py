"""Many at one game at once: commands that exclude each other, readers among writers, and one who does not read."""

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from typing import Any

import grpc
import pytest

from domain.errors import Illegal
from domain.notation import read_command
from domain.rules.hands import Hands
from domain.visibility import Viewer
from service import watching
from service.config import IN_MEMORY, store_environment
from service.faults import Fault
from service.store.folding import fold_records
from service.store.games import Games
from service.store.records import Record
from settlers.v1 import game_service_pb2_grpc
from tests.cases.kept import keep
from tests.rules.table import Table, cards_of, path
from tests.service.house import (
    AUDITOR,
    PATIENCE,
    SEED,
    SPECTATOR,
    House,
    events_in,
    happen,
    until_version,
)
from tests.service.test_store import Caller

ROUNDS = 500
WRITERS, READERS = 8, 6


def outcome(call: Callable[[], Any]) -> str:
    """How a command ended: done, or why it was refused."""
    try:
        call()
    except Fault as fault:
        return str(fault.trouble)
    except Illegal as refusal:
        return str(refusal.reason)
    return "done"


def at_once(pool: ThreadPoolExecutor, *calls: Callable[[], Any]) -> set[str]:
    """How commands ended that were given at the same moment."""
    start = threading.Barrier(len(calls))

    def call(one: Callable[[], Any]) -> str:
        start.wait(PATIENCE)
        return outcome(one)

    return set(pool.map(call, calls))


@pytest.mark.case("P06")
@pytest.mark.parametrize(("expecting", "refusal"), [(True, "VERSION_CONFLICT"), (False, "NOT_ENOUGH_CARDS")])
def test_of_two_commands_that_exclude_each_other_just_one_is_taken(expecting: bool, refusal: str):
    """A settlement and a city, with the grain for one of them, over and over."""
    table = Table.bare().settlements(1, 27).roads(1, [path(27, 33), path(33, 28)])
    table.holding(1, "1brick+1lumber+1wool+2grain+3ore")
    build = [read_command(f"1 {what}") for what in ("BuildSettlement intersection=28", "BuildCity intersection=27")]
    version = table.game.version
    with closing(Games(store_environment(IN_MEMORY))) as games, ThreadPoolExecutor(2) as pool:
        for _ in range(ROUNDS):
            game_id = keep(games, table)
            play = partial(games.execute_command, game_id, expected_version=version if expecting else None)
            assert at_once(pool, *(partial(play, each) for each in build)) == {"done", refusal}
            game, records = games.table(game_id).game, list(games.records(game_id, after=version))
            assert dict(fold_records(game_id, games.records(game_id)).game) == dict(game)
            assert {record.name for record in records} & {"SettlementBuilt", "CityBuilt"} in (
                {"SettlementBuilt"},
                {"CityBuilt"},
            )
            assert game[Hands].of[1] in (cards_of("1grain+3ore"), cards_of("1brick+1lumber+1wool"))


@pytest.mark.case("P07")
def test_readers_miss_nothing_among_eight_writers(house: House):
    """Each takes a snapshot and the stream after it, again and again, while eight clients write to the game."""
    game_id, last = house.create(3, seed=SEED), 150

    def write(number: int) -> None:
        rng = random.Random(number)
        while (version := house.view(game_id).version) < last:
            with suppress(grpc.RpcError, AssertionError):  # somebody else was faster
                house.play(game_id, rng, until=version + 1)

    def read(_: int) -> int:
        snapshots = 0
        while (taken := house.view(game_id).version) < last:
            stream = house.watch(game_id, after=taken)
            found = [event.version for event in events_in(until_version(stream, min(taken + 40, last)))]
            stream.cancel()
            assert found == list(range(taken + 1, found[-1] + 1))
            snapshots += 1
        return snapshots

    with ThreadPoolExecutor(WRITERS + READERS) as pool:
        reading = [pool.submit(read, number) for number in range(READERS)]
        for writing in [pool.submit(write, number) for number in range(WRITERS)]:
            writing.result(4 * PATIENCE)
        assert sum(each.result(PATIENCE) for each in reading) >= READERS
    events = house.events(game_id)
    assert [event.version for event in events] == list(range(1, len(events) + 1))


@pytest.mark.case("P09")
def test_for_one_who_does_not_read_nothing_is_piled_up(monkeypatch: pytest.MonkeyPatch):
    """Ten thousand events wait for it in the store alone; others read them all, and it goes on where it was cut."""
    shown, show = Counter[str](), watching.show_record

    def counted(record: Record, viewer: Viewer, *args: Any, **fields: Any) -> Any:
        shown["auditor" if viewer.auditor else "spectator"] += 1
        return show(record, viewer, *args, **fields)

    monkeypatch.setattr(watching, "show_record", counted)
    with House(IN_MEMORY) as house, SlowReader(house.server.port) as slow:
        game_id = house.create(3, seed=SEED)
        before = house.view(game_id).version
        stream = slow.watch(game_id, AUDITOR, proof=True)
        happen(
            house.games, game_id, *["ResourcesReceived seat=1 cards=1ore", "ResourcesPaid seat=1 cards=1ore"] * 5_000
        )
        last = before + 10_000
        seen = [next(stream)]
        other = house.watch(game_id, SPECTATOR, proof=True)
        assert len(events_in(until_version(other, last))) == last
        other.cancel()
        assert 0 < shown["auditor"] < last / 2 < last == shown["spectator"]
        seen += [next(stream) for _ in range(3)]
        stream.cancel()
        rest = slow.watch(game_id, AUDITOR, after=events_in(seen)[-1].version, proof=True)
        seen += until_version(rest, last)
        rest.cancel()
        assert [event.version for event in events_in(seen)] == list(range(1, last + 1))


class SlowReader(Caller):
    """A client that takes 64 KiB at most before it reads: else gRPC makes that more the faster the line is."""

    def __init__(self, port: int) -> None:
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=[("grpc.http2.bdp_probe", 0)])
        self.stub = game_service_pb2_grpc.GameServiceStub(self.channel)
