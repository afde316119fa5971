"""A board is for certain numbers of seats: the first that is for as many is used when none is named."""

from collections.abc import Iterator

import grpc
import pytest

from domain.scenarios import SCENARIOS
from service.config import IN_MEMORY
from settlers.v1 import game_service_pb2
from tests.service.house import PATIENCE, House, refused


@pytest.fixture
def house() -> Iterator[House]:
    """A house in memory."""
    with House(IN_MEMORY) as opened:
        yield opened


FIRST = [
    ("classic", 3, "beginner"),
    ("classic", 4, "beginner"),
    ("classic", 5, "spiral-6"),
    ("classic", 6, "spiral-6"),
    ("cheops", 3, "egypt"),
    ("cheops", 4, "egypt"),
    ("alexander", 3, "empire"),
    ("alexander", 4, "empire"),
    ("great-race", 2, "three"),
    ("great-race", 3, "three"),
    ("great-race", 4, "four"),
    ("great-race", 5, "five"),
    ("great-race", 6, "six"),
]


@pytest.mark.parametrize(("scenario", "seats", "board"), FIRST)
def test_the_first_board_for_so_many_is_used_when_none_is_named(house: House, scenario: str, seats: int, board: str):
    view = house.view(house.create(seats, scenario=scenario))
    assert (view.board.name, view.table.seats) == (board, seats)


def test_a_board_may_be_named_among_those_for_so_many(house: House):
    assert house.view(house.create(6, board="free-6")).board.name == "free-6"
    assert house.view(house.create(2, board="free", options=["two_seats"])).board.name == "free"


WRONG = [
    ({"scenario": "classic", "board": "beginner", "seats": 5}, "3,4"),
    ({"scenario": "classic", "board": "beginner", "seats": 6, "options": ["two_seats"]}, "2,3,4"),
    ({"scenario": "classic", "board": "free-6", "seats": 4}, "5,6"),
    ({"scenario": "classic", "board": "spiral-6", "seats": 2, "options": ["two_seats"]}, "5,6"),
    ({"scenario": "great-race", "board": "three", "seats": 4}, "2,3"),
    ({"scenario": "great-race", "board": "four", "seats": 3}, "4"),
    ({"scenario": "great-race", "board": "six", "seats": 5}, "6"),
]


@pytest.mark.parametrize(("fields", "allowed"), WRONG, ids=str)
def test_a_board_that_is_not_for_so_many_is_refused(house: House, fields: dict[str, object], allowed: str):
    refusal = refused(lambda: house.create(**fields))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "WRONG_NUMBER_OF_SEATS")
    assert refusal.metadata == {"seats": str(fields["seats"]), "allowed": allowed}
    assert refusal.fields == ["board"]
    assert refusal.text == f"board {fields['board']} of {fields['scenario']} is for {allowed.replace(',', ' or ')}"
    assert not house.games.recorder.select_notifications(start=1, limit=10)


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({"scenario": "great-race", "board": "three", "seats": 7}, "WRONG_NUMBER_OF_SEATS", "seats"),
        ({"scenario": "great-race", "board": "three", "seats": 1}, "WRONG_NUMBER_OF_SEATS", "seats"),
        ({"scenario": "great-race", "board": "beginner", "seats": 4}, "UNKNOWN_BOARD", "board"),
    ],
)
def test_what_the_scenario_does_not_have_comes_first(house: House, fields: dict[str, object], reason: str, field: str):
    refusal = refused(lambda: house.create(**fields))
    assert (refusal.reason, refusal.fields) == (reason, [field])


def listed(house: House) -> dict[str, game_service_pb2.Scenario]:
    """The scenarios as a client gets to know them."""
    response = house.stub.ListScenarios(game_service_pb2.ListScenariosRequest(), timeout=PATIENCE)
    return {scenario.key: scenario for scenario in response.scenarios}


def test_the_seats_of_each_board_are_listed(house: House):
    seats = {key: {board.name: [*board.seats] for board in one.boards} for key, one in listed(house).items()}
    few, many = [2, 3, 4], [5, 6]
    assert seats["classic"] == {"beginner": few, "spiral": few, "free": few, "spiral-6": many, "free-6": many}
    assert seats["cheops"] == {"egypt": [3, 4]}
    assert seats["alexander"] == {"empire": [3, 4]}
    assert seats["great-race"] == {"three": [2, 3], "four": [4], "five": [5], "six": [6]}


def test_what_is_listed_tells_a_client_which_board_it_gets(house: House):
    for key, scenario in listed(house).items():
        for seats in scenario.seats:
            first = next(board.name for board in scenario.boards if seats in board.seats)
            assert house.view(house.create(seats, scenario=key)).board.name == first


@pytest.mark.parametrize("key", SCENARIOS)
def test_there_is_a_board_for_as_many_as_play(key: str):
    for option in SCENARIOS[key].options:
        scenario = SCENARIOS[key].with_options([option.key])
        assert all(scenario.boards_for(seats) for seats in scenario.seats)
