"""The bots: ordinary clients that play whole games by what they see and what is listed for them."""

import ast
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import bots
from service.bots import BOTS, Bot, Client, Greedy, RandomLegal, Refused, ServerAway, play_match
from service.bots.messages import RESOURCES, SPECTATOR, kind_of, viewer_of
from service.bots.random_legal import fill_choice
from service.config import IN_MEMORY, Settings, store_environment
from service.server import Server
from service.store.games import Games
from settlers.v1 import cards_pb2, game_pb2, game_service_pb2, views_pb2

SEED = bytes(range(32))


def open_server(store: str = IN_MEMORY, address: str = "127.0.0.1:0") -> Server:
    """Start a server that takes seeds."""
    server = Server(Settings(address=address, allow_seeds=True), Games(store_environment(store)))
    server.start()
    return server


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    server = open_server(str(tmp_path_factory.mktemp("bots") / "games.db"))
    yield f"127.0.0.1:{server.port}"
    server.stop(grace=0)


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    """A client of the server."""
    with Client(address) as opened:
        yield opened


class BrokenOff(Exception):
    """A match is broken off by who is told of it."""


def play(client: Client, game_id: str, names: list[str], *, until: int | None = None, seed: str = "1") -> list[str]:
    """Play a game to its end, or to some version; gives its events as text."""
    told: list[str] = []

    def tell(recorded: game_pb2.RecordedEvent) -> None:
        told.append(str(recorded.event))
        if until is not None and recorded.version >= until:
            raise BrokenOff

    seated: dict[int, Bot] = {seat: BOTS[name]() for seat, name in enumerate(names, start=1)}
    try:
        play_match(client, game_id, seated, seed=seed, tell=tell)
    except BrokenOff:
        assert until is not None
    return told


def test_they_know_the_contract_and_nothing_else():
    allowed = sys.stdlib_module_names | {"google", "grpc", "grpc_status", "settlers"}
    for path in Path(bots.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert all(name.startswith("service.bots") or name.partition(".")[0] in allowed for name in names), path


def test_greedy_bots_finish_a_game_in_good_time(client):
    game_id = client.create("classic", 4, seed=SEED)
    play(client, game_id, ["greedy"] * 4)
    view = client.view(game_id, reveal=True)
    assert len(view.turn.winners) == 1
    assert 40 <= view.turn.turn <= 150
    assert view.development.hands
    assert any(event.event.HasField("trade_made") for event in client.events(game_id))


def test_a_greedy_bot_beats_random_ones(client):
    for seat in (1, 2, 3):
        game_id = client.create("classic", 3, board="spiral", seed=SEED)
        play(client, game_id, ["greedy" if seat == n else "random" for n in (1, 2, 3)])
        assert list(client.view(game_id).turn.winners) == [seat]


def test_random_bots_are_never_refused(client):
    game_id = client.create("classic", 4, board="free", seed=SEED)
    play(client, game_id, ["random"] * 4, until=1_000)
    assert client.view(game_id).version >= 1_000


@pytest.mark.parametrize("name", BOTS)
def test_they_give_nonces_and_play_in_twos(client, name):
    game_id = client.create("classic", 2, options=["seat_nonces", "two_seats"], seed=SEED)
    play(client, game_id, [name, name], until=60)
    assert all(client.view(game_id).table.nonces)


def test_a_match_that_was_broken_off_goes_on_as_it_would_have(client):
    names = ["greedy", "random", "greedy", "greedy"]
    whole, parted = (client.create("classic", 4, seed=SEED) for _ in range(2))
    story = play(client, whole, names)
    play(client, parted, names, until=200)
    assert play(client, parted, names) == story


def test_a_match_with_another_seed_is_another_match(client):
    first, second = (client.create("classic", 4, seed=SEED) for _ in range(2))
    assert play(client, first, ["random"] * 4, until=30, seed="1") != play(
        client, second, ["random"] * 4, until=30, seed="2"
    )


@pytest.mark.parametrize("bot", [Greedy(), RandomLegal()], ids=["greedy", "random"])
def test_a_command_from_tomorrow_is_sent_back_as_it_came(client, bot):
    game_id = client.create("classic", 4, seed=SEED)
    tomorrow = game_pb2.Command.FromString(b"\x92\x7d\x00")
    legal = game_service_pb2.ListLegalCommandsResponse(commands=[tomorrow])
    chosen = bot.choose(client.view(game_id, viewer_of(1)), 1, legal, Random(1))
    assert kind_of(chosen) == ""
    assert chosen.SerializeToString() == tomorrow.SerializeToString()


def test_what_cannot_be_done_is_said(client):
    game_id = client.create("classic", 4, seed=SEED)
    choice = views_pb2.Choice(command="FromTomorrow")
    legal = game_service_pb2.ListLegalCommandsResponse(choices=[choice])
    with pytest.raises(ValueError, match="seat 1"):
        RandomLegal().choose(client.view(game_id, viewer_of(1)), 1, legal, Random(1))


bags = st.fixed_dictionaries({name: st.integers(0, 6) for name in RESOURCES})


@given(bags, bags, st.integers(1, 5), st.integers(0, 5), st.integers())
def test_choices_are_filled_within_their_bounds(give, take, least, more, luck):
    bounds = [
        views_pb2.CardsChoice(field=field, least=least, most=least + more, each=cards_pb2.Resources(**each))
        for field, each in (("give", give), ("take", take))
    ]
    choice = views_pb2.Choice(command="CounterTrade", cards=bounds, offer=7)
    command = fill_choice(choice, Random(luck))
    if command is None:
        # A bag was too small, or the first left nothing for the second.
        return
    body = command.counter_trade
    assert body.offer == 7
    for bag, each in ((body.give, give), (body.take, take)):
        assert all(getattr(bag, name) <= each[name] for name in RESOURCES)
        assert least <= sum(getattr(bag, name) for name in RESOURCES) <= least + more
    assert not any(getattr(body.give, name) and getattr(body.take, name) for name in RESOURCES)


def test_a_refusal_is_a_typed_error(client):
    with pytest.raises(Refused) as refused:
        client.view("no such game", SPECTATOR)
    assert (refused.value.reason, refused.value.code) == ("UNKNOWN_GAME", grpc.StatusCode.NOT_FOUND)

    game_id = client.create("classic", 4)
    command = game_pb2.Command()
    command.roll_dice.SetInParent()
    with pytest.raises(Refused) as refused:
        client.execute(game_id, 1, command)
    assert (refused.value.reason, refused.value.rule) == ("NOT_NOW", "B2.1")


def test_a_server_that_is_away_is_waited_for_as_long_as_there_is_patience():
    first = open_server()
    here = f"127.0.0.1:{first.port}"
    first.stop(grace=0)
    heard: list[str] = []
    with Client(here, on_away=lambda: heard.append("away"), on_back=lambda: heard.append("back")) as client:
        with pytest.raises(ServerAway):
            client.scenarios()
        assert heard == []

        client.patience = 20.0
        again: list[Server] = []
        threading.Thread(target=_later(lambda: again.append(open_server(address=here)))).start()
        assert client.scenarios().scenarios
    assert set(heard[:-1]) == {"away"}
    assert heard[-1] == "back"
    again[0].stop(grace=0)


def _later(deed: Callable[[], None]) -> Callable[[], None]:
    def wait_and_do() -> None:
        time.sleep(0.5)
        deed()

    return wait_and_do
