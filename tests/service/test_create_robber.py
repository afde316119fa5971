"""Who creates a game may say in which desert the robber starts (C1.3)."""

from collections.abc import Iterator

import grpc
import pytest

from domain.components import Terrain
from domain.scenarios import SCENARIOS
from service.config import IN_MEMORY
from settlers.v1 import board_pb2
from tests.service.house import AUDITOR, SEED, House, kind_of, refused

EGYPT = SCENARIOS["cheops"].boards["egypt"]()
DESERTS = [n for n, spot in enumerate(EGYPT.hexes) if spot.terrain is Terrain.DESERT and not spot.region]
SITE = next(n for n, spot in enumerate(EGYPT.hexes) if spot.region == "pyramid")
BEGINNER = SCENARIOS["classic"].boards["beginner"]()
SEAS = SCENARIOS["great-race"].boards["four"]()
DESERT = next(n for n, spot in enumerate(BEGINNER.hexes) if spot.terrain is Terrain.DESERT)


@pytest.fixture
def house() -> Iterator[House]:
    """A house in memory."""
    with House(IN_MEMORY) as opened:
        yield opened


@pytest.mark.parametrize("robber", [DESERTS[0], DESERTS[1], DESERTS[-1]])
def test_the_robber_starts_where_the_creator_says(house: House, robber: int):
    game_id = house.create(3, scenario="cheops", robber_hex=robber)
    events = {kind_of(each): each.event for each in house.events(game_id)}
    assert events["game_created"].game_created.board.robber == robber
    assert events["board_laid"].board_laid.robber == robber
    view = house.view(game_id)
    assert view.robber.hex == robber
    tile = view.board.hexes[robber]
    assert (tile.terrain, tile.region) == (board_pb2.TERRAIN_DESERT, "")


def test_left_out_it_is_the_scenario_that_says(house: House):
    game_id = house.create(3, scenario="cheops")
    (created, *_) = house.events(game_id, AUDITOR)
    assert not created.event.game_created.board.HasField("robber")
    assert house.view(game_id).robber.hex == DESERTS[0]


def test_a_fixed_desert_of_any_board_will_do(house: House):
    assert house.view(house.create(board="beginner", robber_hex=DESERT)).robber.hex == DESERT


WRONG = {
    "the site of the pyramid": {"scenario": "cheops", "robber_hex": SITE},
    "no desert": {"scenario": "cheops", "robber_hex": 0},
    "no hex of the board": {"scenario": "cheops", "robber_hex": len(EGYPT.hexes)},
    "far off the board": {"scenario": "cheops", "robber_hex": 2**32 - 1},
    "another board's": {"scenario": "classic", "board": "beginner", "robber_hex": (DESERT + 1) % len(BEGINNER.hexes)},
    "a desert that chance lays": {"scenario": "classic", "board": "free", "robber_hex": DESERT},
}


@pytest.mark.parametrize("fields", WRONG.values(), ids=WRONG)
def test_any_other_hex_is_refused(house: House, fields: dict[str, object]):
    refusal = refused(lambda: house.create(3, **fields))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED")
    assert refusal.metadata == {"field": "robber_hex"}
    assert refusal.fields == ["robber_hex"]


def test_in_the_great_race_he_starts_off_the_board(house: House):
    deserts = [n for n, spot in enumerate(SEAS.hexes) if spot.terrain is Terrain.DESERT]
    assert deserts
    for robber in (deserts[0], 0):
        refusal = refused(lambda robber=robber: house.create(4, scenario="great-race", robber_hex=robber))
        assert (refusal.reason, refusal.fields) == ("MALFORMED", ["robber_hex"])
        assert refusal.text.endswith("board four where the robber may start are: none")
    assert not house.view(house.create(4, scenario="great-race")).robber.HasField("hex")


def test_it_is_told_what_would_do(house: House):
    nowhere = refused(lambda: house.create(3, board="free", robber_hex=0))
    assert nowhere.text.endswith("board free where the robber may start are: none")
    only_one = refused(lambda: house.create(3, board="beginner", robber_hex=len(BEGINNER.hexes)))
    assert only_one.text.endswith(f"may start are: {DESERT}")


def test_a_request_id_that_comes_again_for_another_hex_is_refused(house: House):
    fields = {"scenario": "cheops", "seed": SEED, "request_id": "a"}
    first = house.create(3, robber_hex=DESERTS[1], **fields)
    assert house.create(3, robber_hex=DESERTS[1], **fields) == first
    assert refused(lambda: house.create(3, robber_hex=DESERTS[2], **fields)).reason == "REQUEST_ID_REUSED"
    assert refused(lambda: house.create(3, **fields)).reason == "REQUEST_ID_REUSED"
