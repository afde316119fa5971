"""An answer is lost, or the server dies, just before or after a command is stored: nothing is done twice or half."""

import shutil
import threading
from pathlib import Path
from typing import Any

import grpc
import pytest

from settlers.v1 import game_service_pb2
from tests.service.house import PATIENCE, House, Loaded, command, events_in, kind_of, refused, seat, until_caught_up
from tests.service.position import Position

CARD = "1wool+1grain+1ore"


class Held:
    """Stands before or behind a function, so that a test may look around while it is called."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.released = threading.Event()

    def wait(self) -> None:
        """Say that the call has come here, and hold it."""
        self.reached.set()
        assert self.released.wait(PATIENCE)


def with_cards(house: House, loaded: Loaded) -> str:
    """Seat 1 has rolled, and could buy two cards."""
    position = Position(house, loaded)
    position.roll(1, 1)
    position.happen(*[f"ResourcesReceived seat=1 cards={CARD}"] * 2)
    return position.game_id


def purchase(game_id: str) -> game_service_pb2.ExecuteCommandRequest:
    """Seat 1 buys a development card."""
    return game_service_pb2.ExecuteCommandRequest(
        game_id=game_id, seat=1, command=command("buy_development_card"), request_id="c1"
    )


@pytest.mark.case("P03")
def test_a_command_whose_answer_was_lost_is_not_carried_out_again(
    tmp_path: Path, loaded: Loaded, monkeypatch: pytest.MonkeyPatch
):
    """Cut after the events were stored and before the answer left; sent again there and after a restart."""
    file, held = str(tmp_path / "games.db"), Held()
    with House(file) as house:
        game_id = with_cards(house, loaded)
        before = house.view(game_id).version
        carry_out = house.games.execute_command

        def carried_out(*args: Any, **fields: Any) -> Any:
            answer = carry_out(*args, **fields)
            held.wait()
            return answer

        with monkeypatch.context() as patch:
            patch.setattr(house.games, "execute_command", carried_out)
            call = house.stub.ExecuteCommand.future(purchase(game_id), timeout=PATIENCE)
            assert held.reached.wait(PATIENCE)
            call.cancel()
            assert call.code() is grpc.StatusCode.CANCELLED
            held.released.set()
        first, again = (house.stub.ExecuteCommand(purchase(game_id), timeout=PATIENCE) for _ in range(2))
        assert first == again
    with House(file) as house:
        assert house.stub.ExecuteCommand(purchase(game_id), timeout=PATIENCE) == first
        happened = house.events(game_id, seat(1), before)
        assert happened == list(first.events)
        assert [kind_of(event) for event in happened] == ["development_card_bought", "resources_paid"]


@pytest.mark.case("S11")
@pytest.mark.parametrize("stored", [False, True], ids=["before it was stored", "after it was stored"])
def test_a_server_dies_in_the_middle_of_a_command(
    tmp_path: Path, loaded: Loaded, monkeypatch: pytest.MonkeyPatch, stored: bool
):
    """The file as it lies there at that moment: with the command wholly, for every subscriber once, or not at all."""
    file, left, held = str(tmp_path / "games.db"), str(tmp_path / "left.db"), Held()
    with House(file) as house:
        game_id = with_cards(house, loaded)
        before = house.view(game_id).version
        stream = house.watch(game_id, after=before)
        until_caught_up(stream)
        put = house.games.events.put

        def dies(*args: Any, **fields: Any) -> Any:
            if stored:
                put(*args, **fields)
            held.wait()
            raise OSError("the power is gone")

        with monkeypatch.context() as patch:
            patch.setattr(house.games.events, "put", dies)
            call = house.stub.ExecuteCommand.future(purchase(game_id), timeout=PATIENCE)
            assert held.reached.wait(PATIENCE)
            assert not call.done()
            for end in ("", "-wal"):
                shutil.copy(file + end, left + end)
            held.released.set()
            assert refused(call.result).code is grpc.StatusCode.INTERNAL
        if not stored:
            answer = house.execute(game_id, 1, command("pass"))
            seen = events_in([next(stream)])
            assert kind_of(seen[0]) == "turn_ended"
            assert [event.version for event in seen] == list(range(before + 1, answer.version + 1))
        stream.cancel()
    with House(left) as house:
        stream = house.watch(game_id, after=before)
        kinds = [kind_of(event) for event in events_in(until_caught_up(stream))]
        stream.cancel()
        assert kinds == (["development_card_bought", "resources_paid"] if stored else [])
        assert house.view(game_id).version == before + len(kinds)
        answer = house.stub.ExecuteCommand(purchase(game_id), timeout=PATIENCE)
        assert answer.version == before + 2, "sent again it is done once"
