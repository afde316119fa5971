"""The guide to folding says of every event what a client does with it, and is as new as the contract's comments."""

import re

from google.protobuf.descriptor import Descriptor

from settlers.v1 import board_pb2, game_pb2
from tests.clients.guide import ALWAYS, GUIDE, sentences, write

SAID = [event for _, events in sentences() for event in events]


def test_the_guide_is_as_new_as_the_contract():
    assert GUIDE.read_text(encoding="utf-8") == write(), "write it anew: python -m tests.clients.guide"


def test_every_event_says_in_its_comment_how_it_is_folded():
    assert {field for field, _, _ in SAID} == {field.name for field in game_pb2.Event.DESCRIPTOR.fields}
    assert not [message for _, message, said in SAID if len(said) < len("nothing.") or not said.endswith(".")]


def test_the_fields_of_the_view_that_it_names_exist():
    paths = {
        (message, path) for _, message, said in SAID for path in re.findall(r"`([a-z_.\[\]]+\.[a-z_.\[\]]+)`", said)
    }
    assert len(paths) > len(ALWAYS)
    for message, path in sorted(paths):
        reached = game_pb2.GameView.DESCRIPTOR
        for name in path.split("."):
            field = reached.fields_by_name.get(re.sub(r"\[.*\]", "", name))
            assert field is not None, f"{message}: there is no {path}"
            reached = field.message_type


def test_the_fields_of_an_event_that_it_names_are_its_own_or_of_what_is_kept():
    for field, message, said in SAID:
        names = set(re.findall(r"`([a-z_]+)`", said))
        own = names_of(game_pb2.Event.DESCRIPTOR.fields_by_name[field].message_type)
        assert names <= own | KEPT, f"{message}: {names - own - KEPT}"


def names_of(message: Descriptor) -> set[str]:
    """The names of a message's fields, and of those in them."""
    return {field.name for field in message.fields} | {
        name for field in message.fields if field.message_type for name in names_of(field.message_type)
    }


KEPT = names_of(game_pb2.GameView.DESCRIPTOR) | names_of(board_pb2.Plan.DESCRIPTOR)
