"""What a client sends that is not its to say: the dice, a move taken back, gold where there is none, endless bids."""

import grpc
import pytest

from settlers.v1 import cards_pb2, game_pb2, game_service_pb2
from tests.service.house import AUDITOR, House, Loaded, command, kind_of, refused
from tests.service.position import Position

INVALID = grpc.StatusCode.INVALID_ARGUMENT

TWO_SIXES = b"\x08\x06\x10\x06"
"""Fields 1 and 2 of a message, which ``RollDice`` does not have, each 6."""
A_SEED = b"\x0a\x20" + bytes(32)
"""Field 1 of a message: 32 bytes."""
UNDO = b"\xba\x3e\x00"
"""Field 999 of a message, which ``Command`` does not have: an empty message."""


@pytest.mark.case("H05")
@pytest.mark.parametrize("added", [TWO_SIXES, A_SEED], ids=["dice", "seed"])
def test_the_server_rolls_whatever_the_client_writes_into_its_command(house: House, loaded: Loaded, added: bytes):
    position = Position(house, loaded)
    roll = command("roll_dice")
    roll.roll_dice.MergeFromString(added)
    assert added in roll.SerializeToString()
    loaded.dice(1, 2)
    rolled = position.play(1, roll).events[0].event.dice_rolled
    assert list(rolled.dice) == [1, 2]
    assert not loaded.values["dice"]


@pytest.mark.case("H05")
def test_no_command_has_room_for_what_chance_decides():
    """Neither dice, nor a draw, nor a seed; the nonce of a seat is hashed together with the seed (B11.2)."""
    fields = {
        f"{each.name}.{field.name}"
        for each in game_pb2.Command.DESCRIPTOR.fields
        for field in each.message_type.fields
        if field.name in ("dice", "draws", "seed", "value", "index", "nonce", "card", "terrain", "number")
    }
    assert fields == {"give_nonce.nonce"}


@pytest.mark.case("H09")
def test_nothing_is_taken_back_once_a_card_was_drawn(house: House, loaded: Loaded):
    """There is no such command: what is sent for one is malformed, and the card stays bought."""
    position = Position(house, loaded)
    position.roll(1, 1)
    position.happen("ResourcesReceived seat=1 cards=1wool+1grain+1ore")
    bought = position.play(1, command("buy_development_card"))
    before = house.view(position.game_id, AUDITOR)
    refusal = refused(lambda: position.play(1, game_pb2.Command.FromString(UNDO)))
    assert (refusal.code, refusal.reason, refusal.fields) == (INVALID, "MALFORMED", ["command"])
    assert house.view(position.game_id, AUDITOR) == before
    assert before.version == bought.version
    assert sum(hand.count for hand in before.development.hands) == 1


@pytest.mark.case("H09")
def test_no_command_and_no_call_takes_anything_back():
    """A trade may be withdrawn, for it shows nothing; that is all."""
    calls = [method.name for method in game_service_pb2.DESCRIPTOR.services_by_name["GameService"].methods]
    commands = [field.name for field in game_pb2.Command.DESCRIPTOR.fields]
    words = ("undo", "revert", "rewind", "rollback", "withdraw", "cancel", "delete", "truncate")
    assert [name for name in (*calls, *commands) if any(word in name.lower() for word in words)] == ["withdraw_trade"]


@pytest.mark.case("R55")
@pytest.mark.parametrize("scenario", ["cheops", "alexander"])
def test_a_monopoly_of_gold_means_nothing(house: House, scenario: str):
    game_id = house.create(scenario=scenario)
    before = house.view(game_id, AUDITOR)
    gold = command("play_monopoly", resource=cards_pb2.GOOD_COIN)
    refusal = refused(lambda: house.execute(game_id, 1, gold))
    assert (refusal.code, refusal.reason, refusal.fields) == (INVALID, "MALFORMED", ["command.play_monopoly.resource"])
    assert house.view(game_id, AUDITOR) == before


@pytest.mark.case("R55")
def test_a_year_of_plenty_has_no_room_for_gold():
    cards = game_pb2.Command.DESCRIPTOR.fields_by_name["play_year_of_plenty"].message_type.fields_by_name["cards"]
    assert {field.name for field in cards.message_type.fields} == {"brick", "lumber", "wool", "grain", "ore"}


@pytest.mark.case("R49")
def test_a_bid_beyond_all_numbers_is_refused_and_overflows_nothing(house: House):
    """What is below nothing cannot even be written."""
    game_id = house.create(scenario="alexander")
    for amount, reason in ((0, "BID_TOO_LOW"), (2**31, "BID_TOO_HIGH"), (2**32 - 1, "BID_TOO_HIGH")):
        refusal = refused(lambda amount=amount: house.execute(game_id, 1, command("bid", amount=amount)))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.FAILED_PRECONDITION, reason)
    for amount in (-1, 2**32):
        with pytest.raises(ValueError, match="out of range"):
            command("bid", amount=amount)
    made = house.execute(game_id, 1, command("bid", amount=1)).events[0]
    assert (kind_of(made), made.event.bid_made.amount) == ("bid_made", 1)
