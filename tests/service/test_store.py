"""What is stored: it outlives restarts, races and damage, and tells the truth about itself."""

import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import grpc
import pytest

from domain.engine import Command, Prompts
from domain.errors import Illegal, Reason
from domain.notation import read_command
from service.codec import unpack_command
from service.config import store_environment
from service.faults import Fault, Trouble
from service.store import games as games_of_the_store
from service.store.creation import NewGame
from service.store.games import Games
from service.store.records import first_seal, link, open_record
from settlers.v1 import game_service_pb2_grpc, record_pb2
from tests.service.house import QUICK, SEED, SPECTATOR, House, Loaded, command, happen, play_games, refused


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A store in a file."""
    return str(tmp_path / "games.db")


@pytest.fixture
def opened(file: str) -> Iterator[Callable[..., Games]]:
    """Opens games over the file, as often as it is called: each as another process would."""
    all_opened = []

    def open_games(**settings: Any) -> Games:
        games = Games(store_environment(file), **settings)
        all_opened.append(games)
        return games

    yield open_games
    for games in all_opened:
        games.close()


def new_game(games: Games, seats: int = 3, **fields: Any) -> UUID:
    return games.create_game(NewGame(scenario="classic", seats=seats, seed=SEED, **fields)).game_id


def play(games: Games, game_id: UUID, rng: random.Random, until: int | None = None) -> list[Command]:
    """Play on; gives the commands."""
    return [unpack_command(what, by) for by, what in play_games(games, game_id, rng, until=until)]


def rows(file: str) -> list[tuple[Any, ...]]:
    """Everything in the file, as it is."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT * FROM stored_events ORDER BY originator_id, originator_version").fetchall()


def events_of(games: Games, game_id: UUID) -> list[tuple[str, bytes]]:
    """A game's events without what depends on its id and the time."""
    stored = [(record.name, open_record(record)) for record in games.records(game_id)]
    return [(name, each.public + each.private) for name, each in stored]


def equal(one: Games, other: Games, game_id: UUID) -> bool:
    """Whether a game is the same in two places: its parts, its version, its seal, and its last records."""
    a, b = one.table(game_id), other.table(game_id)
    return (dict(a.game), a.game.version, a.seal, a.tail) == (dict(b.game), b.game.version, b.seal, b.tail)


def check_chain(games: Games, game_id: UUID) -> list[int]:
    """Check the chain of a game over its stored bytes, and that its commands are whole; gives where they end."""
    chain = first_seal(str(game_id), b"").chain
    ends = [0]
    for version, record in enumerate(games.records(game_id), 1):
        stored = open_record(record)
        assert record.version == version
        chain = link(chain, stored.public, stored.private_hash, stored.cause_hash, stored.recorded)
        assert stored.chain == chain
        if stored.cause:
            assert ends[-1] == version - 1
            ends.append(version - 1 + record_pb2.Cause.FromString(stored.cause).events)
    assert ends[-1] == version
    return ends


# Restarts -------------------------------------------------------------------------------------------------------------


@pytest.mark.case("S03")
def test_a_game_is_the_same_after_a_restart(opened: Callable[..., Games]):
    before = opened()
    game_id = new_game(before)
    rng = random.Random(QUICK)
    for until in (4, 20, 40, 150, 400):
        play(before, game_id, rng, until)
        assert equal(before, opened(), game_id)
    play(before, game_id, rng)
    after = opened()
    assert equal(before, after, game_id)
    assert after.table(game_id).game.over


def test_chance_goes_on_as_it_would_have_without_a_restart(file: str, tmp_path: Path):
    """The same commands to the end, once in one go, once with a restart before each: the same events."""
    whole = Games(store_environment(file))
    game_id = new_game(whole)
    commands = play(whole, game_id, random.Random(QUICK), until=330)
    other = str(tmp_path / "other.db")
    games = Games(store_environment(other))
    again = new_game(games)
    seen: set[tuple[str, ...]] = set()
    for each in commands:
        waiting = tuple(prompt.kind for prompt in games.table(again).game[Prompts].stack)
        if waiting not in seen or len(seen) % 7 == 0:
            seen.add(waiting)
            games.close()
            games = Games(store_environment(other))
        games.execute_command(again, each)
    assert events_of(games, again) == events_of(whole, game_id)
    assert len(seen) > 4
    games.close()
    whole.close()


WAITING = {
    "discard": ("ResourcesReceived seat=1 cards=9ore", "ResourcesReceived seat=2 cards=13wool"),
    "robber": (),
    "trade": ("ResourcesReceived seat=1 cards=1brick", "ResourcesReceived seat=2 cards=1ore"),
    "road_building": ("DevelopmentCardBought seat=1 card=road_building", "TurnStarted seat=1 turn=5"),
}
"""Kinds of prompts, each with what must have happened for it."""


@pytest.mark.case("S04", "T11")
@pytest.mark.parametrize("kind", WAITING)
def test_whoever_was_waited_for_can_act_after_a_restart(kind: str, opened: Callable[..., Games], loaded: Loaded):
    games = opened()
    game_id = at_first_roll(games, *WAITING[kind])
    loaded.dice(*{"discard": (3, 4), "robber": (3, 4)}.get(kind, (1, 1)))
    games.execute_command(game_id, read_command("1 RollDice"))
    if kind == "trade":
        games.execute_command(game_id, read_command("1 OfferTrade give=1brick take=1ore"))
    elif kind == "road_building":
        games.execute_command(game_id, read_command("1 PlayRoadBuilding"))
    rng = random.Random(QUICK)
    while waiting(games, game_id) != ["act"]:
        assert waiting(games, game_id)[-1] in (kind, "robber")
        restarted = opened()
        assert equal(games, restarted, game_id)
        games = restarted
        play(games, game_id, rng, games.table(game_id).game.version + 1)


def waiting(games: Games, game_id: UUID) -> list[str]:
    """The kinds of the open prompts."""
    return [prompt.kind for prompt in games.table(game_id).game[Prompts].stack]


@pytest.mark.case("S06")
def test_replay_asks_no_chance(opened: Callable[..., Games], monkeypatch: pytest.MonkeyPatch):
    games = opened()
    game_id = new_game(games)
    play(games, game_id, random.Random(QUICK), until=300)
    last = games.table(game_id).game.version
    states = [dict(games.game_at(game_id, version)) for version in range(1, last + 1, 17)]
    monkeypatch.setattr(games_of_the_store, "CHANCE", None)
    again = opened()
    assert equal(games, again, game_id)
    assert [dict(again.game_at(game_id, version)) for version in range(1, last + 1, 17)] == states


@pytest.mark.case("S16")
def test_order_does_not_come_from_the_clock(opened: Callable[..., Games]):
    noon = datetime(2030, 1, 1, 12, tzinfo=UTC)
    hours = iter(range(10_000))
    games = opened(now=lambda: noon - timedelta(hours=next(hours)))
    game_id = new_game(games)
    play(games, game_id, random.Random(QUICK), until=120)
    times = [open_record(record).recorded for record in games.records(game_id)]
    assert len(set(times)) > 20
    assert equal(games, opened(), game_id)
    check_chain(games, game_id)


# More games than fit --------------------------------------------------------------------------------------------------


def test_games_that_were_put_out_of_memory_are_folded_anew(opened: Callable[..., Games]):
    games, roomy = opened(most_live=1), opened()
    rngs = [random.Random(QUICK + n) for n in range(3)]
    ids = [new_game(games) for _ in rngs]
    for until in range(20, 200, 12):
        for game_id, rng in zip(ids, rngs, strict=True):
            play(games, game_id, rng, until)
    for game_id in ids:
        assert equal(games, roomy, game_id)
        check_chain(games, game_id)


def test_calls_at_once_on_more_games_than_fit(file: str):
    with House(file, most_live=1) as house:
        ids = [house.create(3, seed=SEED) for _ in range(4)]
        players = [
            threading.Thread(target=house.play, args=(game_id, random.Random(n)), kwargs={"until": 120})
            for n, game_id in enumerate(ids)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
        for game_id in ids:
            assert house.view(game_id).version >= 120
            check_chain(house.games, UUID(game_id))


# Two processes over one file ------------------------------------------------------------------------------------------


def at_first_roll(games: Games, *lines: str) -> UUID:
    """A game in which seat 1 is asked to roll, after these events."""
    game_id = new_game(games)
    rng = random.Random(QUICK)
    while waiting(games, game_id) != ["roll"]:
        play(games, game_id, rng, games.table(game_id).game.version + 1)
    if lines:
        happen(games, str(game_id), *lines)
    return game_id


def with_offer(one: Games, other: Games, loaded: Loaded) -> UUID:
    """A game with an open offer, known to both."""
    game_id = at_first_roll(one, "ResourcesReceived seat=1 cards=1brick")
    loaded.dice(1, 1)
    one.execute_command(game_id, read_command("1 RollDice"))
    one.execute_command(game_id, read_command("1 OfferTrade give=1brick take=1ore"))
    assert one.table(game_id).game.version == other.table(game_id).game.version
    return game_id


def test_what_lost_a_race_is_decided_anew(opened: Callable[..., Games], loaded: Loaded):
    one, other = opened(), opened()
    game_id = with_offer(one, other, loaded)
    first = one.execute_command(game_id, read_command("2 DeclineTrade offer=1")).records
    second = other.execute_command(game_id, read_command("3 DeclineTrade offer=1")).records
    assert second[0].version == first[-1].version + 1
    one.catch_up(one.table(game_id))
    assert equal(one, other, game_id)
    check_chain(other, game_id)


def test_what_lost_a_race_may_be_refused_by_the_new_state(opened: Callable[..., Games]):
    one, other = opened(), opened()
    game_id = at_first_roll(one)
    other.table(game_id)
    one.execute_command(game_id, read_command("1 RollDice"))
    with pytest.raises(Illegal) as refusal:
        other.execute_command(game_id, read_command("1 RollDice"))
    assert refusal.value.reason in (Reason.NOT_NOW, Reason.NOT_YOUR_TURN)
    assert equal(opened(), other, game_id)


@pytest.mark.case("P04")
def test_a_lost_race_is_told_to_who_expected_a_version(opened: Callable[..., Games], loaded: Loaded):
    one, other = opened(), opened()
    game_id = with_offer(one, other, loaded)
    version = one.table(game_id).game.version
    one.execute_command(game_id, read_command("2 DeclineTrade offer=1"))
    with pytest.raises(Fault) as fault:
        other.execute_command(game_id, read_command("3 DeclineTrade offer=1"), expected_version=version)
    assert fault.value.trouble is Trouble.VERSION_CONFLICT
    assert fault.value.facts["version"] == one.table(game_id).game.version
    other.execute_command(
        game_id, read_command("3 DeclineTrade offer=1"), expected_version=one.table(game_id).game.version
    )


def test_a_version_that_another_process_made_can_be_expected(opened: Callable[..., Games], loaded: Loaded):
    one, other = opened(), opened()
    game_id = with_offer(one, other, loaded)
    version = one.execute_command(game_id, read_command("2 DeclineTrade offer=1")).records[-1].version
    assert other.table(game_id).game.version < version
    other.execute_command(game_id, read_command("3 DeclineTrade offer=1"), expected_version=version)


def test_nothing_is_refused_before_the_store_was_asked(opened: Callable[..., Games], loaded: Loaded):
    one, other = opened(), opened()
    game_id = at_first_roll(one)
    other.table(game_id)
    loaded.dice(1, 1)
    one.execute_command(game_id, read_command("1 RollDice"))
    other.execute_command(game_id, read_command("1 Pass"))
    one.execute_command(game_id, read_command("2 RollDice"))
    assert one.table(game_id).game.version > other.table(game_id).game.version


def test_races_of_two_processes_leave_a_whole_game(opened: Callable[..., Games]):
    """Two play the same game at once, each with its own luck; whatever is refused, what is stored is a game."""
    one, other = opened(), opened()
    game_id = new_game(one)

    def play_on(games: Games, rng: random.Random) -> None:
        for _ in range(400):
            with suppress(Illegal, Fault, AssertionError):
                play(games, game_id, rng, games.table(game_id).game.version + 1)
            if games.table(game_id).game.version > 250:
                return

    players = [threading.Thread(target=play_on, args=(games, random.Random(n))) for n, games in enumerate((one, other))]
    for player in players:
        player.start()
    for player in players:
        player.join()
    for games in (one, other):
        games.catch_up(games.table(game_id))
    assert equal(one, other, game_id)
    assert equal(one, opened(), game_id)
    check_chain(one, game_id)


# Requests -------------------------------------------------------------------------------------------------------------


def test_a_request_sent_again_is_answered_as_the_first_time(file: str):
    with House(file) as house:
        game_id = str(at_first_roll(house.games))
        first = house.execute(game_id, 1, command("roll_dice"), request_id="a")
        assert house.execute(game_id, 1, command("roll_dice"), request_id="a") == first
        house.play(game_id, random.Random(1), until=first.version + 20)
        assert house.execute(game_id, 1, command("roll_dice"), request_id="a") == first
    with House(file) as house:
        assert house.execute(game_id, 1, command("roll_dice"), request_id="a") == first
        assert house.execute(game_id, 1, command("roll_dice"), first.version - 1, request_id="a") == first


def test_a_request_that_another_process_carried_out_is_answered(opened: Callable[..., Games]):
    one, other = opened(), opened()
    game_id = at_first_roll(one)
    other.table(game_id)
    roll = read_command("1 RollDice")
    first = one.execute_command(game_id, roll, request_id="a", digest=b"roll")
    again = other.execute_command(game_id, roll, request_id="a", digest=b"roll")
    assert again == first


@pytest.mark.case("P01")
def test_a_request_that_could_be_carried_out_again_is_not(house: House):
    game_id = str(at_first_roll(house.games, "ResourcesReceived seat=1 cards=8ore"))
    house.play(game_id, random.Random(2), until=house.view(game_id).version + 1)
    trade = command("trade_with_bank", give=5, rate=4, take=1)
    first = house.execute(game_id, 1, trade, request_id="c1")
    assert house.execute(game_id, 1, trade, request_id="c1") == first
    assert house.view(game_id).version == first.version
    assert house.execute(game_id, 1, trade, request_id="c2").version > first.version
    assert refused(lambda: house.execute(game_id, 1, trade, request_id="c3")).reason == "NOT_ENOUGH_CARDS"


@pytest.mark.case("P01")
def test_equal_requests_at_once_are_carried_out_once(house: House):
    game_id = str(at_first_roll(house.games, "ResourcesReceived seat=1 cards=8ore"))
    house.play(game_id, random.Random(2), until=house.view(game_id).version + 1)
    before = house.view(game_id).version
    trade = command("trade_with_bank", give=5, rate=4, take=1)
    answers: list[Any] = []
    callers = [
        threading.Thread(target=lambda: answers.append(house.execute(game_id, 1, trade, request_id="a")))
        for _ in range(6)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(answers) == 6
    assert all(answer == answers[0] for answer in answers)
    assert house.view(game_id).version == before + len(answers[0].events)


def test_an_id_that_was_used_for_something_else_is_told(house: House):
    game_id = str(at_first_roll(house.games))
    house.execute(game_id, 1, command("roll_dice"), request_id="a")
    before = house.view(game_id).version
    refusal = refused(lambda: house.execute(game_id, 1, command("play_monopoly", resource=1), request_id="a"))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    assert house.view(game_id).version == before


def test_the_same_id_means_other_things_at_another_seat_or_game(house: House):
    games = [str(at_first_roll(house.games)) for _ in range(2)]
    answers = [house.execute(game_id, 1, command("roll_dice"), request_id="a") for game_id in games]
    assert house.view(games[0]).version == house.view(games[1]).version == answers[1].version
    assert refused(lambda: house.execute(games[0], 2, command("roll_dice"), request_id="a")).reason != "ALREADY_EXISTS"


def test_a_refused_request_is_not_remembered(house: House):
    game_id = str(at_first_roll(house.games))
    assert refused(lambda: house.execute(game_id, 1, command("pass"), request_id="a")).reason == "NOT_NOW"
    assert house.execute(game_id, 1, command("roll_dice"), request_id="a").version


def test_a_creation_sent_again_makes_no_second_game(house: House):
    first = house.create(3, request_id="g1")
    assert house.create(3, request_id="g1") == first
    assert house.create(3, request_id="g2") != first
    assert house.create(3) != house.create(3)
    refusal = refused(lambda: house.create(4, request_id="g1"))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")


def test_creations_at_once_make_one_game(house: House):
    ids: list[str] = []
    callers = [threading.Thread(target=lambda: ids.append(house.create(3, request_id="g"))) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(ids) == 8
    assert len(set(ids)) == 1


# Durability -----------------------------------------------------------------------------------------------------------


def test_what_is_written_is_on_the_disk_before_it_is_acknowledged(opened: Callable[..., Games]):
    games = opened()
    with games.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute("PRAGMA synchronous")
        synchronous = cursor.fetchone()[0]
        cursor.execute("PRAGMA journal_mode")
        journal = cursor.fetchone()[0]
    assert (synchronous, journal) == (2, "wal")


@pytest.mark.case("S07")
def test_a_torn_end_that_was_never_acknowledged_falls_away(file: str, tmp_path: Path):
    games = Games(store_environment(file))
    game_id = new_game(games)
    commands = play(games, game_id, random.Random(QUICK), until=80)
    ends = check_chain(games, game_id)
    log = Path(f"{file}-wal").read_bytes()
    for cut in (1, 20, 500, 5000, 12_000):
        copy = tmp_path / f"cut-{cut}.db"
        shutil.copy(file, copy)
        Path(f"{copy}-wal").write_bytes(log[:-cut])
        again = Games(store_environment(str(copy)))
        version = again.table(game_id).game.version
        assert version in ends
        assert version < ends[-1]
        assert check_chain(again, game_id) == ends[: ends.index(version) + 1]
        again.execute_command(game_id, commands[ends.index(version) - 1])
        assert events_of(again, game_id) == events_of(games, game_id)[: ends[ends.index(version) + 1]]
        again.close()
    games.close()


SERVE = """
import sys
from service.config import Settings, store_environment
from service.server import Server
from service.store.games import Games

store = sys.argv[1]
server = Server(Settings(address="127.0.0.1:0", store=store), Games(store_environment(store)))
server.start()
print(server.port, flush=True)
sys.stdin.read()
"""


class Process:
    """A server in a process of its own, that can be killed."""

    def __init__(self, store: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()


class Caller(House):
    """The client's half of a house, for a server elsewhere."""

    def __init__(self, port: int) -> None:
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        self.stub = game_service_pb2_grpc.GameServiceStub(self.channel)

    def __exit__(self, *_: object) -> None:
        self.channel.close()


def test_nothing_that_was_acknowledged_is_lost_by_a_killed_server(file: str):
    acknowledged: dict[str, list[Any]] = {}
    for _ in range(3):
        server = Process(file)
        enough = threading.Semaphore(0)
        with Caller(server.port) as caller:
            for _ in range(4):
                acknowledged[caller.create(3)] = []
            players = [
                threading.Thread(target=play_until_killed, args=(server.port, game_id, heard, enough, n))
                for n, (game_id, heard) in enumerate(acknowledged.items())
            ]
            for player in players:
                player.start()
            for _ in range(200):
                assert enough.acquire(timeout=30)
            server.kill()
            for player in players:
                player.join()
        games = Games(store_environment(file))
        for game_id, heard in acknowledged.items():
            ends = check_chain(games, UUID(game_id))
            stored = {record.version: open_record(record) for record in games.records(UUID(game_id))}
            for version, public in heard:
                assert version in ends
                assert stored[version].public == public
        games.close()
    assert sum(len(heard) for heard in acknowledged.values()) >= 600


def play_until_killed(port: int, game_id: str, heard: list[Any], enough: threading.Semaphore, n: int) -> None:
    """Play on until the server is gone, and keep what it acknowledged."""
    rng = random.Random(n)
    with Caller(port) as caller, suppress(grpc.RpcError):
        while not caller.view(game_id).turn.over:
            version = caller.play(game_id, rng, until=caller.view(game_id).version + 1)[-1]
            last = caller.page(game_id, SPECTATOR, version - 1, 1, proof=True).events[0]
            heard.append((version, last.proof.public))
            enough.release()
        enough.release(1_000)


# Damage ---------------------------------------------------------------------------------------------------------------


def damage(file: str, game_id: UUID, version: int, **columns: Any) -> None:
    """Change a row behind everybody's back."""
    changes = ", ".join(f"{name}=?" for name in columns)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            f"UPDATE stored_events SET {changes} WHERE originator_id=? AND originator_version=?",
            (*columns.values(), game_id.hex, version),
        )


def state_of(file: str, game_id: UUID, version: int) -> bytes:
    with closing(sqlite3.connect(file)) as db:
        (state,) = db.execute(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?", (game_id.hex, version)
        ).fetchone()
        return state


def stored_with(state: bytes, **fields: bytes) -> bytes:
    stored = record_pb2.StoredEvent.FromString(state)
    for name, value in fields.items():
        setattr(stored, name, value)
    return stored.SerializeToString()


BAD = 5

DAMAGES: dict[str, Callable[[str, UUID], None]] = {
    "unknown topic": lambda file, game_id: damage(file, game_id, BAD, topic="Xyz"),
    "topic of a module": lambda file, game_id: damage(file, game_id, BAD, topic="os:system"),
    "topic of another event": lambda file, game_id: damage(file, game_id, BAD, topic="CityBuilt"),
    "broken record": lambda file, game_id: damage(file, game_id, BAD, state=b"\xff\xff\xff"),
    "empty record": lambda file, game_id: damage(file, game_id, BAD, state=b""),
    "record cut short": lambda file, game_id: damage(file, game_id, BAD, state=state_of(file, game_id, BAD)[:-9]),
    "broken event": lambda file, game_id: damage(
        file, game_id, BAD, state=stored_with(state_of(file, game_id, BAD), public=b"\xff\xff")
    ),
    "unknown event": lambda file, game_id: damage(
        file, game_id, BAD, state=stored_with(state_of(file, game_id, BAD), public=b"\xfa\x7f\x00")
    ),
    "impossible place": lambda file, game_id: damage(
        file, game_id, BAD, state=stored_with(state_of(file, game_id, BAD), public=b"\xd2\x02\x05\x08\x01\x10\xe7\x07")
    ),
}


def damaged_house(file: str, kind: str) -> tuple[House, str, str]:
    """A house over a file in which a record of one game is damaged, and another game is not."""
    games = Games(store_environment(file))
    bad, good = new_game(games), new_game(games)
    for game_id in (bad, good):
        play(games, game_id, random.Random(QUICK), until=100)
    games.close()
    DAMAGES[kind](file, bad)
    return House(file), str(bad), str(good)


@pytest.mark.case("S09", "S13")
@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_game_is_refused_and_all_others_are_served(file: str, kind: str):
    house, bad, good = damaged_house(file, kind)
    with house:
        before = rows(file)
        for call in (
            lambda: house.view(bad),
            lambda: house.view(bad, version=3),
            lambda: house.page(bad),
            lambda: house.watch(bad),
            lambda: house.legal(bad, 1),
            lambda: house.execute(bad, 1, command("roll_dice")),
        ):
            refusal = refused(call)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED")
            assert refusal.metadata == {"game_id": bad, "version": str(BAD)}
        assert rows(file) == before
        assert house.view(good).version >= 100
        house.play(good, random.Random(1), until=120)


def test_a_missing_record_is_damage(file: str):
    house, bad, _ = damaged_house(file, "unknown topic")
    with house:
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("DELETE FROM stored_events WHERE originator_id=? AND originator_version=?", (UUID(bad).hex, BAD))
        refusal = refused(lambda: house.view(bad))
        assert (refusal.code, refusal.metadata["version"]) == (grpc.StatusCode.DATA_LOSS, str(BAD))


def test_damage_that_comes_while_a_game_is_live_is_told(file: str):
    games = Games(store_environment(file))
    game_id = new_game(games)
    play(games, game_id, random.Random(QUICK), until=100)
    games.close()
    with House(file) as house:
        bad = str(game_id)
        assert house.view(bad).version >= 100
        damage(file, game_id, BAD, state=b"\xff\xff\xff")
        for call in (
            lambda: house.page(bad),
            lambda: house.watch(bad),
            lambda: house.view(bad, version=7),
        ):
            refusal = refused(call)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED")
            assert refusal.metadata["version"] == str(BAD)


def test_damage_beyond_what_is_live_is_told_before_a_refusal(file: str):
    with House(file) as house:
        game_id = new_game(house.games)
        version = house.view(str(game_id)).version
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("INSERT INTO stored_events VALUES (?,?,?,?)", (game_id.hex, version + 1, "Xyz", b"\xff"))
        refusal = refused(lambda: house.execute(str(game_id), 1, command("pass")))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "DATA_DAMAGED")
        assert refusal.metadata["version"] == str(version + 1)


@pytest.mark.case("S09")
def test_one_byte_changed_anywhere_in_a_record_is_damage(file: str):
    """S09: a byte of one record among good ones is another; the game is refused, and the record named."""
    games = Games(store_environment(file))
    game_id = new_game(games)
    play(games, game_id, random.Random(QUICK), until=30)
    games.close()
    served, unnamed = [], []
    for version in (5, 9):
        whole = state_of(file, game_id, version)
        for place in range(0, len(whole), 3):
            changed = bytearray(whole)
            changed[place] ^= 1
            damage(file, game_id, version, state=bytes(changed))
            with closing(Games(store_environment(file))) as again:
                try:
                    again.table(game_id)
                    served.append((version, place))
                except Fault as fault:
                    if (fault.trouble, fault.facts.get("version")) != (Trouble.DATA_DAMAGED, version):
                        unnamed.append((version, place, fault))
        damage(file, game_id, version, state=whole)
    assert not unnamed
    assert not served, f"{len(served)} changes went unnoticed"
