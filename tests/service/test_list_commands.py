"""`settlers games` and `settlers rebuild`, as a person at a terminal meets them."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.bots import Client
from service.store.game_list import game_list_file
from settlers.v1 import game_service_pb2
from tests.service.house import House, happen
from tests.service.terminal import settlers
from tests.service.test_list_games import listed, rows


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with a game that has begun, one that is over, and one just created."""
    file = str(tmp_path / "games.db")
    with House(file) as house:
        begun = house.create(3, player_refs=["anna", "ben", "cy"])
        house.play(begun, random.Random(1), until=60)
        over = house.create(4, scenario="cheops", player_refs=["anna", "dan", "eve", "fay"])
        happen(house.games, over, "GameEnded winners=[2 3] cause=points")
        house.create(2, scenario="great-race")
        listed(house)
    return file


def test_games_are_listed_from_a_server_as_from_its_store(store: str):
    told = settlers("games", "--store", store)
    assert told.exit_code == 0
    race, cheops, classic = told.output.splitlines()
    assert "great-race  setup, waits for 1" in race
    assert "cheops      won by seat 2 and 3" in cheops
    assert "classic     turn " in classic
    with House(store) as house:
        assert settlers("games", "--server", f"127.0.0.1:{house.server.port}").output == told.output
        views = {game.game_id: house.view(game.game_id) for game in listed(house)}
    for line in told.output.splitlines():
        view = views[line.split()[0]]
        scores = " ".join(str(score.total) for score in view.scores.scores)
        assert (scores in line) == (view.table.scenario != "great-race"), "it is not about points"


def test_a_list_can_be_narrowed(store: str):
    def told(*options: str) -> list[str]:
        return [line.split()[1] for line in settlers("games", "--store", store, *options).output.splitlines()]

    assert told("--state", "running") == ["great-race", "classic"]
    assert told("--state", "over") == ["cheops"]
    assert told("--player", "anna") == ["cheops", "classic"]
    assert told("--player", "anna", "--scenario", "classic") == ["classic"]
    assert settlers("games", "--store", store, "--state", "damaged").output == "There are no such games.\n"
    limited = settlers("games", "--store", store, "--limit", "2").output.splitlines()
    assert limited[2:] == ["There are more: --limit says how many to list."]


def test_a_damaged_game_is_listed_as_such(store: str):
    Path(game_list_file(store)).unlink()
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE stored_events SET state = x'ff' WHERE topic = 'GameEnded'")
    assert "cheops      damaged" in settlers("games", "--store", store).output


def test_a_list_is_made_again(store: str):
    before = rows(store)
    with closing(sqlite3.connect(game_list_file(store))) as db, db:
        db.execute("UPDATE games SET summary = x''")
    with closing(sqlite3.connect(store)) as db:
        (events,) = db.execute("SELECT COUNT(*) FROM stored_events").fetchone()
    told = settlers("rebuild", "--store", store)
    assert told.exit_code == 0
    assert told.output.splitlines() == ["Reading events", f"{events} events, 3 games listed."]
    assert rows(store) == before


def test_a_list_is_made_again_under_a_server(store: str):
    with House(store) as house:
        before = listed(house)
        assert settlers("rebuild", "--store", store).exit_code == 0
        assert listed(house) == before
        new = house.create(3)
        assert [game.game_id for game in listed(house)] == [new, *(game.game_id for game in before)]


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("games --store {tmp}/none.db", "there is no store {tmp}/none.db"),
        ("rebuild --store {tmp}/none.db", "there is no store {tmp}/none.db"),
        ("games --server 127.0.0.1:1", "no server answers at 127.0.0.1:1; start one with: settlers serve"),
        (
            "games --store {tmp}/games.db --scenario chess",
            "UNKNOWN_SCENARIO: the scenarios are: classic, cheops, alexander, great-race",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(call: str, line: str, store: str, tmp_path: Path):
    told = settlers(*call.format(tmp=tmp_path).split())
    assert told.exit_code == 1
    assert told.output == f"settlers: {line.format(tmp=tmp_path)}\n"


def test_the_client_turns_the_pages(store: str):
    with House(store) as house, Client(f"127.0.0.1:{house.server.port}") as client:
        for _ in range(120):
            house.create(3)
        assert list(client.games()) == listed(house)
        (over,) = client.games(state=game_service_pb2.GAME_STATE_OVER, scenario="cheops", player="dan")
        assert list(over.winners) == [2, 3]
