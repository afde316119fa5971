"""The feed under load: sixteen writers at two servers, readers that are cut again and again, and kills under them all.

What the readers got is held against the file: every row once, in the order of the rows.
"""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest

from service.cli.own_server import OwnServer
from settlers.v1 import game_service_pb2
from tests.service.feed import Frame, Place, check_each_game, feed, items, places, stored_in, until_quiet
from tests.service.house import PATIENCE, House, kind_of, wait_until
from tests.service.test_kills import Player, carried_out, under_load, wait_for_end
from tests.service.test_list_games import as_shown, listed
from tests.service.test_store import Caller

WRITERS = 16

KILLS = 3

CUTS = 3
"""How often each reader that cuts itself does so before a kill, at least."""

MOMENT = 0.2
"""Seconds from then to the kill, at most."""


class Reader:
    """Reads the feed through any number of servers, from wherever it was cut; it cuts itself after some frames, too."""

    def __init__(self, cut_after: int | None = None, **filters: Any) -> None:
        self.cut_after = cut_after
        self.filters = filters
        self.frames: list[Frame] = []
        self.streams = 0
        self.failure: BaseException | None = None

    @property
    def cursor(self) -> str:
        return self.frames[-1].cursor if self.frames else ""

    def read(self, port: int) -> None:
        """Read until the server is gone."""
        try:
            with Caller(port) as caller:
                while True:
                    self.read_one_stream(caller)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                self.failure = error
        except BaseException as error:
            self.failure = error

    def read_one_stream(self, caller: House) -> None:
        stream = feed(caller, self.cursor, **self.filters)
        self.streams += 1
        left = self.cut_after
        for frame in stream:
            self.frames.append(frame)
            if left is not None and frame.HasField("events"):
                left -= 1
                if left == 0:
                    stream.cancel()
                    return


def run(target: Callable[[int], None], port: int) -> threading.Thread:
    thread = threading.Thread(target=target, args=(port,))
    thread.start()
    return thread


def cut(readers: Sequence[Reader], enough: Sequence[int]) -> bool:
    """Whether those readers who cut themselves have opened so many streams, or one has failed."""
    opened = [reader.streams >= streams for reader, streams in zip(readers, enough, strict=True) if reader.cut_after]
    return all(opened) or any(reader.failure for reader in readers)


@pytest.mark.case("P03", "P10")
def test_no_reader_misses_or_doubles_an_event_of_sixteen_writers_though_the_server_is_killed(tmp_path: Path):
    file = str(tmp_path / "games.db")
    players = [Player(f"player {n}", n) for n in range(WRITERS)]
    live, hurried, hasty = Reader(), Reader(3), Reader(1)
    rolls, cheops = Reader(4, kinds=["dice_rolled", "game_created"]), Reader(None, scenarios=["cheops"])
    readers = [live, hurried, hasty, rolls, cheops]
    rng = random.Random(3)
    with OwnServer(file, allow_seeds=False) as here, OwnServer(file, allow_seeds=False) as there:
        ports = [int(server.address.rpartition(":")[2]) for server in (here, there)]
        for _ in range(KILLS):
            # Readers change servers, as clients behind a proxy do: a cursor is the store's.
            ports.reverse()
            threads = [run(each.play, ports[n % 2]) for n, each in enumerate(players)]
            threads += [run(each.read, ports[n % 2]) for n, each in enumerate(readers)]
            wait_until(partial(under_load, players, carried_out(players) + WRITERS))
            wait_until(partial(cut, readers, [reader.streams + CUTS for reader in readers]))
            time.sleep(rng.uniform(0, MOMENT))
            for server in (here, there):
                os.kill(server.process_id, signal.SIGKILL)
            for thread in threads:
                thread.join(PATIENCE)
                assert not thread.is_alive()
            assert not [each.failure for each in (*players, *readers) if each.failure]
            for server in (here, there):
                wait_for_end(server)
                assert server.start_again_if_dead()
        with Caller(ports[0]) as caller:
            for reader in readers:
                reader.frames += until_quiet(feed(caller, reader.cursor, **reader.filters))
            stored = stored_in(file)
            for reader in (live, hurried, hasty):
                assert places(reader.frames) == stored
            check_each_game(caller, live.frames, {place.game_id for place in stored})
            wanted = [
                Place(item.game_id, item.recorded.version)
                for item in items(live.frames)
                if kind_of(item.recorded) in ("dice_rolled", "game_created")
            ]
            assert places(rolls.frames) == wanted
            assert places(cheops.frames) == []
            games = listed(caller)
            assert {game.game_id for game in games} == {place.game_id for place in stored}
            for game in rng.sample(games, 5):
                assert game == as_shown(caller, game.game_id)
    acknowledged = {
        Place(getattr(done.answer, "game_id", ""), done.answer.version)
        for player in players
        for done in player.acknowledged
        if isinstance(done.answer, game_service_pb2.CreateGameResponse)
    }
    assert acknowledged <= set(stored)
    assert carried_out(players) > WRITERS * KILLS
