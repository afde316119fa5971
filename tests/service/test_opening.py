"""Servers that start at the same moment, or while others write, all open the store and its list."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from service.config import store_environment
from service.lists import GameList
from service.store.game_list import game_list_file, open_game_list
from service.store.games import Games
from settlers.v1 import game_service_pb2
from tests.service.house import PATIENCE, House

SERVERS = 6


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with a game and its list."""
    file = str(tmp_path / "games.db")
    with House(file) as house:
        house.create(3)
        house.stub.ListGames(game_service_pb2.ListGamesRequest())
    return file


def open_all(files: Sequence[str], together: Barrier) -> None:
    """Open stores and their lists, each when the others are ready to."""
    for file in files:
        together.wait()
        with closing(Games(store_environment(file))) as games:
            open_game_list(games.recorder).datastore.close()


def test_many_processes_may_make_the_same_store_at_the_same_moment(tmp_path: Path):
    files = [str(tmp_path / f"games{n}.db") for n in range(20)]
    context = get_context("spawn")
    together = context.Barrier(SERVERS, timeout=PATIENCE)
    servers = [context.Process(target=open_all, args=(files, together)) for _ in range(SERVERS)]
    for server in servers:
        server.start()
    for server in servers:
        server.join()
    assert [server.exitcode for server in servers] == [0] * SERVERS
    for file in files:
        with closing(Games(store_environment(file))) as games, closing(open_game_list(games.recorder).datastore):
            assert games.recorder.game_ids() == []


def test_many_servers_may_make_the_list_at_the_same_moment(store: str):
    for n in range(5):
        again = f"{store}.{n}.db"
        shutil.copy(store, again)
        stores = [Games(store_environment(again)) for _ in range(SERVERS)]
        with ThreadPoolExecutor(SERVERS) as pool:
            lists = list(pool.map(GameList, stores))
        pages = [each.page(game_service_pb2.ListGamesRequest()) for each in lists]
        assert all(page.games == pages[0].games and page.games for page in pages)
        for each, games in zip(lists, stores, strict=True):
            each.stop()
            games.close()


@contextmanager
def writing(file: str, statement: str) -> Iterator[None]:
    """Write to a database without a pause, as another server does."""
    enough = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as db:
            while not enough.is_set():
                db.execute(statement)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        enough.set()
        writer.join()


def test_a_server_may_start_while_another_writes(store: str):
    some = "UPDATE games SET state=state"
    with writing(game_list_file(store), some), writing(store, "UPDATE stored_events SET state=state"):
        for _ in range(150):
            with closing(Games(store_environment(store))) as games:
                open_game_list(games.recorder).datastore.close()
