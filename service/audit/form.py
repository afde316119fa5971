"""The form of stored bytes: whether they say what they should, and nothing that the contract does not know."""

from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from settlers.v1 import game_pb2


def says_the_same(part: bytes, expected: bytes) -> bool:
    """Whether bytes parse to the same message, with nothing unknown in it."""
    try:
        one = game_pb2.Event.FromString(part)
    except DecodeError:
        return False
    return one == game_pb2.Event.FromString(expected) and not has_unknown(one)


def has_unknown(message: Message) -> bool:
    """Whether something unknown stands in a message, however deep."""
    if UnknownFieldSet(message):
        return True
    parts = ((field, value) for field, value in message.ListFields() if field.message_type is not None)
    return any(has_unknown(each) for field, value in parts for each in (value if field.is_repeated else (value,)))
