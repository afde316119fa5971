"""The stand-alone verifier's own readers refuse whatever is not written as the contract and C2SP's notes have it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from settlers.v1 import alexander_pb2, board_pb2, cards_pb2, classic_pb2, record_pb2, table_pb2
from tests.audit.played import SIGNER, STRANGER
from tests.audit.standalone import verifier


def refused(kind: str, data: bytes) -> str:
    """Why bytes are no message."""
    with pytest.raises(verifier.Broken) as caught:
        verifier.read_message(kind, data)
    assert caught.value.check == "form"
    return str(caught.value.why)


MESSAGES = {
    "PointsChanged": table_pb2.PointsChanged(seat=1, cause="curse", points=-2, total=2**31 - 1),
    "BoardLaid": table_pb2.BoardLaid(
        tiles=[board_pb2.HexTile(x=-7, y=2, terrain=board_pb2.TERRAIN_SEA, region="nile")], sea_frame=True, robber=0
    ),
    "ResourcesProduced": classic_pb2.ResourcesProduced(
        gains=[classic_pb2.Gain(seat=2, cards=cards_pb2.Resources(ore=511))], short=[5, 1, 1]
    ),
    "Cause": record_pb2.Cause(actor="žluť", seat=300, rules_version=2**32 - 1, events=1),
    "EventChipRevealed": alexander_pb2.EventChipRevealed(chip=4, knights=[0, 200, 1]),
}


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_message_is_read_as_it_was_written(kind: str):
    message = MESSAGES[kind]
    read = verifier.read_message(kind, message.SerializeToString())
    assert as_dict(read) == {field.name: value_of(message, field.name) for field in message.DESCRIPTOR.fields}


def as_dict(read: Any) -> Any:
    """What was read, with the messages in it as dicts."""
    if isinstance(read, list):
        return [as_dict(each) for each in read]
    return {name: as_dict(value) for name, value in vars(read).items()} if hasattr(read, "__dict__") else read


def value_of(message: Any, name: str) -> Any:
    """The same of a message of the contract."""
    field, value = message.DESCRIPTOR.fields_by_name[name], getattr(message, name)
    if field.is_repeated:
        return [inner(each) for each in value]
    return inner(value) if not field.has_presence or message.HasField(name) else None


def inner(value: Any) -> Any:
    if not hasattr(value, "DESCRIPTOR"):
        return value
    return {field.name: value_of(value, field.name) for field in value.DESCRIPTOR.fields}


NO_MESSAGES = {
    "a number too large for its type": ("TurnEnded", b"\x08\x80\x80\x80\x80\x10", "a number is"),
    "a number too large for any": ("TurnEnded", b"\x08" + b"\xff" * 9 + b"\x7f", "cannot be read"),
    "a number without end": ("TurnEnded", b"\x08\x80", "cannot be read"),
    "a number longer than it need be": ("TurnEnded", b"\x08\x81\x00", "longer than it need be"),
    "a switch that is neither": ("BoardLaid", b"\x18\x02", "a number is"),
    "more cards than a bag holds": ("Resources", b"\x08\x80\x04", "a number is"),
    "a member that an enum does not have": ("MonopolyDeclared", b"\x08\x01\x10\x06", "no value 6"),
    "an enum that is not set": ("MonopolyDeclared", b"\x08\x01", "resource is not set"),
    "an optional enum that is never sent": ("HarborSpot", b"\x08\x01\x10\x00", "no value 0"),
    "a text that is none": ("GameEnded", b"\x12\x01\xff", "not UTF-8"),
    "a text cut off": ("GameEnded", b"\x12\x06point", "cut off"),
    "repeated numbers that are none": ("GameEnded", b"\x0a\x00", "written, and empty"),
    "repeated numbers one by one": ("GameEnded", b"\x08\x01\x08\x02", "something unknown"),
    "repeated numbers in two parts": ("GameEnded", b"\x0a\x01\x01\x0a\x01\x02", "written twice"),
    "a message twice": ("ResourcesPaid", b"\x12\x02\x08\x01\x12\x02\x08\x01", "written twice"),
    "an empty text": ("GameEnded", b"\x12\x00", "written, and empty"),
    "nothing where there is one": ("Event", b"", "not exactly one"),
    "no command that is known": ("Command", b"\xca\x3e\x00", "something unknown"),
}


@pytest.mark.parametrize("name", NO_MESSAGES)
def test_bytes_that_are_no_message_are_refused(name: str):
    kind, data, why = NO_MESSAGES[name]
    assert why in refused(kind, data)


KEY = str(SIGNER.verifier)

NO_KEYS = {
    "nothing": "",
    "no name": KEY[KEY.index("+") :],
    "another name": KEY.replace("referee", "umpire"),
    "another id": KEY.replace("+9a", "+9b"),
    "no base64": KEY[:-1] + "!",
    "a byte less": KEY[:-4],
    "of another kind": KEY.replace("+AQ", "+Ag"),
    "a signer's own": SIGNER.text,
}


@pytest.mark.parametrize("name", NO_KEYS)
def test_a_text_that_is_no_key_is_refused(name: str):
    assert str(verifier.read_key(KEY).public) == str(SIGNER.verifier.public)
    with pytest.raises(verifier.BadKey):
        verifier.read_key(NO_KEYS[name])


GAME = "3f0c5d1e-8a2b-4c6d-9e7f-0123456789ab"
TEXT = f"settlers.v1/{GAME}\n7\n" + "A" * 43 + "=\nstore\n"
NOTE = SIGNER.sign(TEXT)

NO_HEADS: dict[str, Callable[[str], str]] = {
    "no signature": lambda note: f"{TEXT}\n",
    "no empty line": lambda note: note.replace("\n\n", "\n"),
    "no end of the last line": lambda note: note[:-1],
    "an empty line at the end": lambda note: f"{note}\n",
    "another dash": lambda note: note.replace("— ", "- "),
    "no name of a key": lambda note: note.replace("— referee ", "—  "),
    "a word more": lambda note: note.replace("— referee ", "— referee of "),
    "no signature behind the name": lambda note: note[: note.index("referee") + 8] + "AAAA\n",
    "a line more": lambda note: note.replace("store", "store\nstore"),
    "another origin": lambda note: note.replace("settlers.v1/", "settlers.v2/"),
    "no events": lambda note: note.replace("\n7\n", "\n0\n"),
    "a sign": lambda note: note.replace("\n7\n", "\n+7\n"),
    "digits of another script": lambda note: note.replace("\n7\n", "\n٧\n"),
    "a shorter chain": lambda note: note.replace("A" * 43 + "=", "A" * 40),
    "a chain written otherwise": lambda note: note.replace("A" * 43 + "=", "A" * 42 + "B="),
    "unknown eyes": lambda note: note.replace("store", "seat 0"),
    "a seat that no game has": lambda note: note.replace("store", "seat 10"),
    "another name of a game": lambda note: note.replace(GAME, "game"),
    "no name of a game": lambda note: note.replace(GAME, ""),
    "a name in capitals": lambda note: note.replace(GAME, GAME.upper()),
    "a name without dashes": lambda note: note.replace(GAME, GAME.replace("-", "")),
    "a name in braces": lambda note: note.replace(GAME, f"{{{GAME}}}"),
    "a name for a terminal": lambda note: note.replace(GAME, f"\x1b[2K\x1b[1A{GAME}"),
}


@pytest.mark.parametrize("name", NO_HEADS)
def test_a_note_that_is_no_head_is_refused(name: str):
    head = verifier.read_head(verifier.head_line(NOTE))
    assert (head.game_id, head.version, head.chain, head.eyes) == (GAME, 7, bytes(32), "store")
    forged = NO_HEADS[name](NOTE)
    assert forged != NOTE
    with pytest.raises(verifier.NoHead):
        verifier.read_head(verifier.head_line(forged))


def test_strangers_signatures_do_no_harm_and_false_ones_do():
    key = verifier.read_key(KEY)
    both = NOTE + STRANGER.sign(TEXT).splitlines()[-1] + "\n"
    verifier.check_signature(verifier.read_head(verifier.head_line(both)), [key])
    false = STRANGER.sign(TEXT) + SIGNER.sign("other\n").splitlines()[-1] + "\n"
    for trusted in ([key], [verifier.read_key(str(STRANGER.verifier)), key]):
        with pytest.raises(verifier.Broken, match="is false"):
            verifier.check_signature(verifier.read_head(verifier.head_line(false)), trusted)


def test_a_plan_that_cannot_be_laid_is_refused():
    with pytest.raises(verifier.Broken, match="more to lay than places"):
        verifier.fill([1, None], [2, 3])
    table = verifier.Outcomes(verifier.Report("game", "store"))
    spots = [SimpleNamespace(x=0, y=0, number=6), SimpleNamespace(x=2, y=0, number=0)]
    table.plan = SimpleNamespace(hexes=spots, numbers=[8], numbers_by=3)
    with pytest.raises(verifier.Broken, match="a red number lies beside another"):
        table.tokens([1, 1], lambda purpose, bound: 0)


def test_no_card_is_drawn_where_there_is_none():
    table = verifier.Outcomes(verifier.Report("game", "store"))
    with pytest.raises(verifier.Broken, match="cards: a card was drawn where there is none"):
        table.card_drawn(0, "theft", 0, verifier.Bag(5))


def test_what_came_and_went_unseen_is_known_again_when_nothing_is_left():
    bag = verifier.Bag(5, [1, 0, 2, 0, 0])
    bag.change_unseen(1, -1)
    bag.hide()
    assert (bag.size, bag.known) == (2, False)
    bag.change([0, 0, 0, 2, 0], -1)
    assert (bag.size, bag.known, bag.cards) == (0, True, [0] * 5)
