"""The form of bytes: there is one way to write a message, but for the order of its fields.

Parsers take more: fields twice, the last of which counts, fields that say nothing, numbers longer than they need be.
In all that something could be hidden, and no hash would tell.
"""

from typing import Any

from google.protobuf.message import Message

_NUMBER, _BYTES = 0, 2
"""The two ways in which the contract's fields are written."""


def is_as_written(message: Message, data: bytes) -> bool:
    """Whether bytes that parse to a message are what this version would write; what is unknown goes out of it."""
    message.DiscardUnknownFields()
    return says_the_same(data, message.SerializeToString(deterministic=True), type(message))


def says_the_same(data: bytes, written: bytes, kind: type[Message]) -> bool:
    """Whether bytes of a kind of message are what was written, or the same fields in another order."""
    if data == written:
        return True
    try:
        return _in_order(data, kind.DESCRIPTOR) == _in_order(written, kind.DESCRIPTOR)
    except ValueError:
        return False


def _in_order(data: bytes, kind: Any) -> bytes:
    """Put the fields of a message in the order of their numbers, each as it is; raises ``ValueError``."""
    fields: list[tuple[int, bytes]] = []
    at = 0
    while at < len(data):
        tag, start = _number(data, at)
        end = _number(data, start)[1]
        if tag & 7 == _BYTES:
            size, first = _number(data, start)
            end = first + size
            field = kind.fields_by_number.get(tag >> 3)
            if end > len(data):
                raise ValueError("it is cut off")
            if field is not None and field.message_type is not None:
                fields.append((tag >> 3, data[at:first] + _in_order(data[first:end], field.message_type)))
            else:
                fields.append((tag >> 3, data[at:end]))
        elif tag & 7 == _NUMBER:
            fields.append((tag >> 3, data[at:end]))
        else:
            raise ValueError("no field of the contract is written so")
        at = end
    return b"".join(each for _, each in sorted(fields, key=lambda field: field[0]))


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Read a number, and tell where it ends; raises ``ValueError``."""
    value = shift = 0
    while at < len(data) and shift < 70:
        value |= (data[at] & 127) << shift
        at += 1
        if data[at - 1] < 128:
            return value, at
        shift += 7
    raise ValueError("it is no number")
