"""A request sent again is answered as the first time, word for word, wherever and whenever it comes; and group commit.

What a caller does not know, after a call that failed, is whether it was carried out; so it sends the request again with
its id. Here that is done late, elsewhere, at once from many places, and for something else.
"""

import random
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import grpc
import pytest
from eventsourcing.persistence import IntegrityError

from domain.notation import read_command
from service.cli.own_server import OwnServer
from service.config import store_environment
from service.faults import Fault, Trouble
from service.store.games import Games
from service.store.group_commit import GroupCommit
from service.store.mapper import Recorded
from service.store.records import Record
from settlers.v1 import game_service_pb2
from tests.service.house import PATIENCE, QUICK, SEED, House, Loaded, asked, command, kind_of, pick, refused, seat
from tests.service.test_store import Caller, at_first_roll, check_chain, new_game, play, rows, waiting

Response = game_service_pb2.ExecuteCommandResponse


class Sent(NamedTuple):
    """A request, and its first answer."""

    seat: int
    command: Any
    expected_version: int | None
    request_id: str
    answer: Response

    def again(self, house: House, game_id: str) -> Response:
        """Send it once more, as it was."""
        return house.execute(game_id, self.seat, self.command, self.expected_version, self.request_id)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A store in a file."""
    return str(tmp_path / "games.db")


def request_rows(file: str) -> int:
    """How many requests the file remembers."""
    with closing(sqlite3.connect(file)) as db:
        (count,) = db.execute("SELECT COUNT(*) FROM requests").fetchone()
        return int(count)


def play_sending(houses: Sequence[House], game_id: str, rng: random.Random, until: int) -> Iterator[Sent]:
    """Play on, each command in one of the houses, with an id, half of them with the version expected."""
    version = houses[0].view(game_id).version
    while True:
        house = rng.choice(houses)
        house.games.catch_up(house.games.table(UUID(game_id)))
        view = house.view(game_id)
        assert view.version == version
        if view.turn.over or version >= until:
            return
        by, what = pick(view.turn.prompts, lambda number, house=house: house.legal(game_id, number), rng)  # type: ignore[misc]
        expected = version if rng.random() < 0.5 else None
        request_id = f"request {version}"
        answer = house.execute(game_id, by, what, expected, request_id)
        version = answer.version
        yield Sent(by, what, expected, request_id, answer)


# Commands -------------------------------------------------------------------------------------------------------------


def test_every_request_is_answered_as_the_first_time_in_every_process_and_for_ever(file: str):
    """A game played in two houses over one file; each request comes again at once, later, elsewhere and at the end."""
    rng = random.Random(QUICK)
    sent: list[Sent] = []
    with House(file) as one, House(file) as other:
        game_id = one.create(3, seed=SEED)
        for each in play_sending((one, other), game_id, rng, until=450):
            sent.append(each)
            for house in (one, other):
                for earlier in (each, rng.choice(sent)):
                    if rng.random() < 0.2:
                        assert earlier.again(house, game_id) == earlier.answer
        before = rows(file)
        assert len(before) == sent[-1].answer.version
        assert request_rows(file) == len(sent)
        for house in (one, other):
            answer_all_again(house, game_id, sent, rng)
    with House(file) as house:
        answer_all_again(house, game_id, sent, rng)
    assert rows(file) == before
    assert request_rows(file) == len(sent)


def answer_all_again(house: House, game_id: str, sent: list[Sent], rng: random.Random) -> None:
    for each in rng.sample(sent, len(sent)):
        again = each.again(house, game_id)
        assert again.SerializeToString(deterministic=True) == each.answer.SerializeToString(deterministic=True)


def test_an_answer_given_again_shows_what_its_seat_may_see_and_no_more(house: House):
    """The cards that a thief or a buyer sees stand in the first answer, and so in the second."""
    riches = [f"ResourcesReceived seat={n} cards=3{name}" for n in (1, 2, 3) for name in ("wool", "grain", "ore")]
    game_id = str(at_first_roll(house.games, *riches))
    sent = list(play_sending((house,), game_id, random.Random(3), until=230))
    seen = {"card_stolen": 0, "development_card_bought": 0}
    for each in sent:
        again = each.again(house, game_id)
        assert again == each.answer
        for event in again.events:
            if kind_of(event) == "card_stolen":
                assert event.event.card_stolen.resource
                seen["card_stolen"] += 1
            elif kind_of(event) == "development_card_bought":
                assert event.event.development_card_bought.card
                seen["development_card_bought"] += 1
        page = house.page(game_id, seat(each.seat), again.events[0].version - 1, len(again.events))
        assert again.events == page.events
    assert all(seen.values())


def test_another_server_process_gives_the_first_answer(file: str):
    """A real second server over the same file: it answers what the first carried out, and the other way round."""
    rng = random.Random(5)
    with (
        House(file) as house,
        OwnServer(file, allow_seeds=True) as server,
        Caller(int(server.address.rpartition(":")[2])) as caller,
    ):
        game_id = house.create(3, request_id="a game")
        created = house.stub.CreateGame(creation("a game"), timeout=PATIENCE)
        assert created.game_id == game_id
        assert caller.stub.CreateGame(creation("a game"), timeout=PATIENCE) == created
        assert caller.legal(game_id, 1).version == created.version
        sent = []
        for number in range(40):
            first, second = (house, caller) if number % 2 else (caller, house)
            prompts, version = list(house.view(game_id).turn.prompts), house.view(game_id).version
            by, what = pick(prompts, lambda seat: house.legal(game_id, seat), rng)  # type: ignore[arg-type, return-value]
            answer = first.execute(game_id, by, what, version, f"r{number}")
            sent.append(Sent(by, what, version, f"r{number}", answer))
            assert sent[-1].again(second, game_id) == answer
            house.games.catch_up(house.games.table(UUID(game_id)))
        before = rows(file)
        for each in sent:
            assert each.again(house, game_id) == each.again(caller, game_id) == each.answer
        refusal = refused(lambda: caller.execute(game_id, sent[1].seat, command("roll_dice"), request_id="r1"))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    assert rows(file) == before


def creation(request_id: str, seats: int = 3) -> game_service_pb2.CreateGameRequest:
    return game_service_pb2.CreateGameRequest(scenario="classic", seats=seats, request_id=request_id)


def test_ids_of_other_seats_games_and_creations_do_not_clash(file: str, loaded: Loaded):
    with House(file) as house:
        games = [
            str(at_first_roll(house.games, "ResourcesReceived seat=1 cards=2brick")),
            house.create(3, request_id="x"),
        ]
        game_id = games[0]
        loaded.dice(1, 1)
        first = [
            house.execute(game_id, 1, command("roll_dice"), request_id="x"),
            house.execute(game_id, 1, command("offer_trade", give={"brick": 1}, take={"ore": 1}), request_id="another"),
            house.execute(game_id, 2, command("decline_trade", offer=1), request_id="x"),
            house.execute(game_id, 3, command("decline_trade", offer=1), request_id="x"),
        ]
        by = asked(house.view(games[1]).turn.prompts)[0]
        house.execute(games[1], by, house.legal(games[1], by).commands[0], request_id="x")
        before = rows(file)
        for number, which in ((1, 0), (2, 2), (3, 3)):
            what = command("roll_dice") if number == 1 else command("decline_trade", offer=1)
            assert house.execute(game_id, number, what, request_id="x") == first[which]
        assert house.create(3, request_id="x") == games[1]
        assert rows(file) == before
        assert request_rows(file) == 6


def test_an_id_used_for_another_command_is_told_by_every_process_and_after_a_restart(file: str, loaded: Loaded):
    """Whether the other command is legal or not, and whether or not the game has moved on."""
    loaded.dice(1, 1)
    with House(file) as house, House(file) as other:
        game_id = str(at_first_roll(house.games, "ResourcesReceived seat=1 cards=9ore"))
        other.view(game_id)
        house.execute(game_id, 1, command("roll_dice"), request_id="a")
        before = rows(file)
        legal_one = command("trade_with_bank", give=5, rate=4, take=1)
        for place in (house, other):
            for what in (legal_one, command("pass"), command("play_monopoly", resource=1)):
                told_reused(place, game_id, what)
        assert rows(file) == before
        house.execute(game_id, 1, legal_one, request_id="b")
        before = rows(file)
    with House(file) as house:
        told_reused(house, game_id, legal_one)
        told_reused(house, game_id, command("pass"))
        for seats in (4, 3):
            what = creation("g", seats)
            if seats == 4:
                house.stub.CreateGame(what, timeout=PATIENCE)
                before = rows(file)
            else:
                refusal = refused(lambda what=what: house.stub.CreateGame(what, timeout=PATIENCE))
                assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    assert rows(file) == before


def told_reused(house: House, game_id: str, what: Any) -> None:
    refusal = refused(lambda: house.execute(game_id, 1, what, request_id="a"))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    assert refusal.metadata["request_id"] == "a"


def test_an_id_can_be_used_when_what_was_refused_becomes_legal(file: str, loaded: Loaded):
    """Refused for the rules, for the version, for its form, in this process and another: none of it is remembered."""
    with House(file) as house, House(file) as other:
        game_id = str(at_first_roll(house.games))
        version = house.view(game_id).version
        remembered = request_rows(file)
        roll = command("roll_dice")
        loaded.dice(1, 1)
        for place in (house, other):
            assert refused(lambda place=place: place.execute(game_id, 2, roll, request_id="a")).reason
            conflict = refused(lambda place=place: place.execute(game_id, 1, roll, version - 1, request_id="a"))
            assert (conflict.code, conflict.reason) == (grpc.StatusCode.ABORTED, "VERSION_CONFLICT")
            broken = command("move_robber", hex=4_000)
            assert refused(lambda place=place: place.execute(game_id, 1, broken, request_id="a")).reason  # noqa: B023
        assert request_rows(file) == remembered
        first = other.execute(game_id, 1, roll, version, request_id="a")
        house.execute(game_id, 1, command("pass"))
        loaded.dice(1, 2)
        second = house.execute(game_id, 2, roll, request_id="a")
        assert second.version > first.version
        assert other.execute(game_id, 1, roll, version, request_id="a") == first
        assert other.execute(game_id, 2, roll, request_id="a") == second
        assert len(rows(file)) == second.version


def test_without_an_id_nothing_is_remembered_and_each_is_carried_out(file: str, loaded: Loaded):
    with House(file) as house:
        game_id = str(at_first_roll(house.games, "ResourcesReceived seat=1 cards=8ore"))
        loaded.dice(1, 1)
        house.execute(game_id, 1, command("roll_dice"))
        trade = command("trade_with_bank", give=5, rate=4, take=1)
        versions = [house.execute(game_id, 1, trade).version for _ in range(2)]
        assert versions[0] < versions[1]
        assert request_rows(file) == 0


def test_equal_requests_at_once_in_two_processes_are_carried_out_once(file: str, loaded: Loaded):
    with House(file) as one, House(file) as other, ThreadPoolExecutor(8) as pool:
        game_id = str(at_first_roll(one.games, "ResourcesReceived seat=1 cards=15ore"))
        loaded.dice(1, 1)
        version = one.execute(game_id, 1, command("roll_dice")).version
        trade = command("trade_with_bank", give=5, rate=4, take=1)
        for number in range(3):
            calls = [
                pool.submit(house.execute, game_id, 1, trade, None, f"trade {number}") for house in (one, other) * 3
            ]
            answers = [call.result(PATIENCE) for call in calls]
            assert all(answer == answers[0] for answer in answers)
            version += len(answers[0].events)
            assert len(rows(file)) == answers[0].version == version
        check_chain(one.games, UUID(game_id))


# Creations ------------------------------------------------------------------------------------------------------------


def test_a_creation_is_answered_as_the_first_time_in_every_process_and_for_ever(file: str):
    """The service draws a seed for each attempt; only the first one's counts, with its events and its version."""
    with House(file) as one, House(file) as other:
        requests = [creation(f"g{number}", 3 + number % 2) for number in range(6)]
        first = [one.stub.CreateGame(request, timeout=PATIENCE) for request in requests]
        assert len({answer.game_id for answer in first}) == len(first)
        for house in (one, other):
            assert [house.stub.CreateGame(request, timeout=PATIENCE) for request in requests] == first
        before = rows(file)
        assert len(before) == sum(answer.version for answer in first)
        for answer in first[:2]:
            one.play(answer.game_id, random.Random(1), until=60)
        before = rows(file)
        for house in (other, one):
            assert [house.stub.CreateGame(request, timeout=PATIENCE) for request in requests] == first
    with House(file) as house:
        assert [house.stub.CreateGame(request, timeout=PATIENCE) for request in requests] == first
    assert rows(file) == before
    assert request_rows(file) == len(first)


def test_creations_at_once_in_two_processes_make_one_game(file: str):
    with House(file) as one, House(file) as other, ThreadPoolExecutor(8) as pool:
        for number in range(5):
            calls = [
                pool.submit(house.stub.CreateGame, creation(f"g{number}"), timeout=PATIENCE)
                for house in (one, other) * 4
            ]
            answers = [call.result(PATIENCE) for call in calls]
            assert all(answer == answers[0] for answer in answers)
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("SELECT COUNT(DISTINCT originator_id) FROM stored_events").fetchone() == (5,)


# Group commit ---------------------------------------------------------------------------------------------------------


def batch(version: int = 1) -> list[Recorded]:
    """What some command of a game of its own wants stored."""
    return [Recorded(uuid4(), version, Record(version, "X", b""))]


class Disk:
    """Stands for the store: its first transaction takes until the test says so, so that the others wait together."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun = threading.Event()
        self.transactions: list[list[Recorded]] = []
        self.stored: list[Recorded] = []
        self.fails: Callable[[list[Recorded]], BaseException | None] = lambda recorded: None

    def put(self, recorded: Sequence[Recorded], requests: Sequence[Any]) -> None:
        """Store all or nothing."""
        self.transactions.append(list(recorded))
        self.begun.set()
        assert self.opened.wait(PATIENCE)
        error = self.fails(list(recorded))
        if error is not None:
            raise error
        self.stored += recorded


def store_together(disk: Disk, batches: Sequence[list[Recorded]]) -> list[BaseException | None]:
    """Store one batch, and while it is being written all others; gives what became of each of the others."""
    group = GroupCommit(disk.put)
    entered = threading.Semaphore(0)

    def store(recorded: list[Recorded]) -> BaseException | None:
        entered.release()
        try:
            group.store(recorded, [])
        except BaseException as error:
            return error
        return None

    with ThreadPoolExecutor(len(batches) + 1) as pool:
        leader = pool.submit(store, batch())
        assert disk.begun.wait(PATIENCE)
        others = [pool.submit(store, each) for each in batches]
        for _ in range(len(batches) + 1):
            assert entered.acquire(timeout=PATIENCE)
        deadline = threading.Event()
        while len(group._waiting) < len(batches):
            deadline.wait(0.001)
        disk.opened.set()
        assert leader.result(PATIENCE) is None
        found = [other.result(PATIENCE) for other in others]
        assert pool.submit(group.store, batch(99), []).exception(PATIENCE) is None
    assert disk.stored[-1].originator_version == 99
    return found


def test_what_waits_at_the_same_time_shares_one_transaction():
    disk = Disk()
    batches = [batch() + batch(2) for _ in range(20)]
    assert store_together(disk, batches) == [None] * 20
    assert [len(each) for each in disk.transactions] == [1, 40, 1]
    assert sorted(map(id, disk.stored[1:-1])) == sorted(id(record) for each in batches for record in each)


def test_a_conflict_fails_its_own_batch_and_no_other():
    disk = Disk()
    batches = [batch() for _ in range(10)]
    bad = [batches[3][0], batches[7][0]]
    disk.fails = lambda recorded: IntegrityError("taken") if any(each in recorded for each in bad) else None
    found = store_together(disk, batches)
    assert [type(error) for error in found] == [IntegrityError if n in (3, 7) else type(None) for n in range(10)]
    assert sorted(map(id, disk.stored[1:-1])) == sorted(id(each[0]) for each in batches if each[0] not in bad)
    assert [len(each) for each in disk.transactions] == [1, 10, *[1] * 10, 1]


@pytest.mark.parametrize("error", [OSError("the disk is full"), SystemExit(1)], ids=lambda error: type(error).__name__)
def test_an_error_reaches_all_who_waited_and_nobody_after_them(error: BaseException):
    disk = Disk()
    disk.fails = lambda recorded: error if len(recorded) == 8 else None
    assert store_together(disk, [batch() for _ in range(8)]) == [error] * 8
    assert len(disk.stored) == 2


def test_an_error_while_stored_one_by_one_reaches_its_own_batch():
    disk = Disk()
    batches = [batch() for _ in range(6)]

    def fails(recorded: list[Recorded]) -> BaseException | None:
        if batches[1][0] in recorded:
            return IntegrityError("taken")
        return OSError("the disk is full") if recorded == batches[2] else None

    disk.fails = fails
    found = store_together(disk, batches)
    assert [type(error) for error in found] == [type(None), IntegrityError, OSError, *[type(None)] * 3]
    assert len(disk.stored) == 6


def test_many_callers_without_pause_are_all_served():
    """No wake-up is lost: 24 callers, each with 60 batches one after the other, a tenth of them in conflict."""
    disk = Disk()
    disk.opened.set()
    disk.fails = lambda recorded: (
        IntegrityError("taken") if any(each.originator_version == 13 for each in recorded) else None
    )
    group = GroupCommit(disk.put)
    start = threading.Barrier(24)

    def store(number: int) -> int:
        rng = random.Random(number)
        start.wait(PATIENCE)
        conflicts = 0
        for _ in range(60):
            bad = rng.random() < 0.1
            try:
                group.store(batch(13 if bad else 1), [])
                assert not bad
            except IntegrityError:
                assert bad
                conflicts += 1
        return conflicts

    with ThreadPoolExecutor(24) as pool:
        conflicts = sum(pool.map(store, range(24), timeout=PATIENCE))
    assert conflicts
    assert len(disk.stored) == len({each.originator_id for each in disk.stored}) == 24 * 60 - conflicts


def test_commands_on_many_games_at_once_share_transactions(file: str, monkeypatch: pytest.MonkeyPatch):
    """Real games in a real file, written a little slower than it is: fewer transactions than commands, nothing lost."""
    with closing(Games(store_environment(file))) as games:
        ids = [new_game(games) for _ in range(12)]
        put, sizes, pause = games.events.put, [], threading.Event()

        def slow(recorded: Sequence[Recorded], **fields: Any) -> None:
            sizes.append(len({each.originator_id for each in recorded}))
            pause.wait(0.01)
            put(recorded, **fields)

        monkeypatch.setattr(games.events, "put", slow)
        with ThreadPoolExecutor(len(ids)) as pool:
            commands = sum(
                pool.map(lambda each: len(play(games, each[1], random.Random(each[0]), until=50)), enumerate(ids))
            )
        assert sum(sizes) == commands
        assert len(sizes) < commands / 2
        for game_id in ids:
            assert len(check_chain(games, game_id)) > 2


def test_a_command_that_lost_its_race_takes_none_of_its_group_with_it(
    file: str, monkeypatch: pytest.MonkeyPatch, loaded: Loaded
):
    """Five games wait for one transaction; another process has moved one on. That one is told, the four are stored."""
    with closing(Games(store_environment(file))) as games, closing(Games(store_environment(file))) as other:
        ids = [at_first_roll(games) for _ in range(6)]
        versions = [games.table(game_id).game.version for game_id in ids]
        roll = read_command("1 RollDice")
        other.execute_command(ids[3], roll)
        put, opened, begun, groups = games.events.put, threading.Event(), threading.Event(), []

        def held(recorded: Sequence[Recorded], **fields: Any) -> None:
            groups.append({each.originator_id for each in recorded})
            begun.set()
            assert opened.wait(PATIENCE)
            put(recorded, **fields)

        monkeypatch.setattr(games.events, "put", held)
        with ThreadPoolExecutor(6) as pool:
            leader = pool.submit(games.execute_command, ids[5], roll)
            assert begun.wait(PATIENCE)
            calls = [
                pool.submit(games.execute_command, game_id, roll, expected_version=version, request_id="roll")
                for game_id, version in zip(ids[:5], versions, strict=False)
            ]
            while len(games._group._waiting) < 5:
                threading.Event().wait(0.001)
            opened.set()
            assert leader.result(PATIENCE).records
            found = [call.exception(PATIENCE) for call in calls]
        assert [error is None for error in found] == [True, True, True, False, True]
        assert isinstance(found[3], Fault)
        assert found[3].trouble is Trouble.VERSION_CONFLICT
        assert groups[1] == set(ids[:5])
        assert request_rows(file) == 4
        for game_id in ids:
            assert waiting(games, game_id) != ["roll"]
            assert waiting(games, game_id) == waiting(other, game_id)
            check_chain(games, game_id)


def test_a_failing_disk_is_told_to_every_caller_and_the_games_go_on_after_it(
    file: str, monkeypatch: pytest.MonkeyPatch
):
    """Nothing of what was not stored stays in memory; the same requests are carried out once the disk is back."""
    with House(file) as house:
        ids = [str(at_first_roll(house.games)) for _ in range(6)]
        before = rows(file)

        def broken(*_: object, **__: object) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patch, ThreadPoolExecutor(6) as pool:
            patch.setattr(house.games.events, "put", broken)
            calls = [pool.submit(house.execute, game_id, 1, command("roll_dice"), None, "a") for game_id in ids]
            for call in calls:
                error = call.exception(PATIENCE)
                assert isinstance(error, grpc.RpcError)
                assert error.code() is grpc.StatusCode.INTERNAL
        assert rows(file) == before
        for game_id in ids:
            first = house.execute(game_id, 1, command("roll_dice"), request_id="a")
            assert house.execute(game_id, 1, command("roll_dice"), request_id="a") == first
            check_chain(house.games, UUID(game_id))
