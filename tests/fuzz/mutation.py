"""Changes of inputs that keep their shape: of a message its fields, of a text its words, of bytes any of them.

The same changes serve the fuzzer and the tests, whose luck is fixed.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

Change = Callable[[bytes, random.Random], bytes]
"""Makes another input out of one."""

EDGES = (0, 1, 2, 3, 4, 5, 6, 7, 18, 19, 53, 54, 71, 72, 127, 255, 511, 512, 2**16, 2**31 - 1, 2**31, 2**32 - 1)
WIDE = (*EDGES, 2**32, 2**53, 2**63 - 1, 2**63, 2**64 - 1)
TEXTS = ("", "new", "classic", "free", "two_seats", "a" * 128, "a" * 129, "Ž" * 300, "\0", "-1", "0" * 36)
_LARGEST = {
    FieldDescriptor.CPPTYPE_INT32: 2**31 - 1,
    FieldDescriptor.CPPTYPE_UINT32: 2**32 - 1,
    FieldDescriptor.CPPTYPE_INT64: 2**63 - 1,
    FieldDescriptor.CPPTYPE_UINT64: 2**64 - 1,
}


def changed_bytes(data: bytes, luck: random.Random) -> bytes:
    """Change bytes without a thought for what they mean."""
    made = bytearray(data)
    at = luck.randrange(len(made) + 1)
    match luck.randrange(6):
        case 0:
            del made[at:]
        case 1:
            del made[at : at + luck.randint(1, 8)]
        case 2:
            made[at:at] = luck.randbytes(luck.randint(1, 4))
        case 3:
            made[at:at] = made[luck.randrange(len(made) + 1) :][: luck.randint(1, 16)]
        case 4 if made:
            made[at % len(made)] = luck.choice((0, 1, 0x7F, 0x80, 0xFF, luck.randrange(256)))
        case _ if made:
            made[at % len(made)] ^= 1 << luck.randrange(8)
    return bytes(made)


def changed_text(data: bytes, luck: random.Random, words: Sequence[bytes]) -> bytes:
    """Change a text: a word of it gives way to another, is doubled, taken out, or takes one to its side."""
    pieces = data.split(b" ")
    at, word = luck.randrange(len(pieces)), luck.choice(words)
    match luck.randrange(5):
        case 0:
            pieces[at] = word
        case 1:
            pieces.insert(at, word)
        case 2:
            del pieces[at]
        case 3:
            pieces.insert(at, luck.choice(pieces))
        case _:
            place = luck.randrange(len(pieces[at]) + 1)
            pieces[at] = pieces[at][:place] + word + pieces[at][place + luck.randrange(3) :]
    return b" ".join(pieces)


def change_message(message: Any, luck: random.Random) -> None:
    """Change one field of a message, or of a message in it."""
    fields = message.DESCRIPTOR.fields
    if not fields:
        return
    there = [field for field, _ in message.ListFields()]
    field = luck.choice(there if there and luck.random() < 0.7 else fields)
    if field.is_repeated:
        _change_row(getattr(message, field.name), field, luck)
    elif field.message_type is None:
        if luck.random() < 0.15:
            message.ClearField(field.name)
        else:
            setattr(message, field.name, _value(field, luck))
    elif message.HasField(field.name) and luck.random() < 0.15:
        message.ClearField(field.name)
    else:
        inner = getattr(message, field.name)
        inner.SetInParent()
        change_message(inner, luck)


def _change_row(row: Any, field: FieldDescriptor, luck: random.Random) -> None:
    if row and luck.random() < 0.4:
        del row[luck.randrange(len(row))]
    elif field.message_type is None:
        row.append(_value(field, luck))
    elif row and luck.random() < 0.6:
        change_message(luck.choice(row), luck)
    else:
        change_message(row.add(), luck)


def _value(field: FieldDescriptor, luck: random.Random) -> Any:
    """Some value for a field that is no message."""
    if field.enum_type is not None:
        return luck.choice([*field.enum_type.values_by_number, 99])
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_BOOL:
            return luck.random() < 0.5
        case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
            return luck.randbytes(luck.choice((0, 1, 31, 32, 33)))
        case FieldDescriptor.CPPTYPE_STRING:
            return luck.choice(TEXTS)
    some = luck.randrange(60) if luck.random() < 0.6 else luck.choice(WIDE)
    return min(some, _LARGEST[field.cpp_type])
