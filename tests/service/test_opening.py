"""Servers that start at the same moment, or while others write: each opens the store and its list, none is turned away."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from service.config import store_environment
from service.lists import GameList
from service.store.game_list import FORM, game_list_file, open_game_list
from service.store.games import Games
from settlers.v1 import game_service_pb2
from tests.service.house import House

SERVERS = 6

together: Barrier


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with a game and its list."""
    file = str(tmp_path / "games.db")
    with House(file) as house:
        house.create(3)
        house.stub.ListGames(game_service_pb2.ListGamesRequest())
    return file


def meet(barrier: Barrier) -> None:
    """Tell a process where it waits for the others."""
    global together
    together = barrier


def open_both(file: str) -> int:
    """Open a store and its list when all are ready to; gives the form of the list."""
    together.wait()
    with closing(Games(store_environment(file))) as games:
        listed = open_game_list(games.recorder)
        try:
            return listed.form()
        finally:
            listed.datastore.close()


def test_many_processes_may_make_the_same_store_at_the_same_moment(tmp_path: Path):
    context = get_context("spawn")
    barrier = context.Barrier(SERVERS)
    with ProcessPoolExecutor(SERVERS, context, initializer=meet, initargs=(barrier,)) as pool:
        for n in range(20):
            assert list(pool.map(open_both, [str(tmp_path / f"games{n}.db")] * SERVERS)) == [FORM] * SERVERS


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
