"""Readers: how a struct is made from its message, worked out once for each type.

Whatever the message holds, a reader gives a struct or raises ``Malformed``.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

import msgspec
from google.protobuf.message import Message

from domain.catalogue import Field, fields_of
from domain.components import MOST, pack
from service.codec.malformed import Malformed
from service.codec.twins import BAGS, message_of, numbers_of

Reader = Callable[..., Any]
"""Makes a value of what stands in a message; a struct's reader takes the values of its first fields as they are."""

_packed = lru_cache(maxsize=4096)(pack)


@cache
def reader_of(kind: type[msgspec.Struct], given: int = 0) -> Reader:
    """Make the reader of a struct.

    Args:
        kind: The struct's type.
        given: How many of its first fields the message does not have; the reader takes their values at each call.
    """
    presence = {each.name: each.has_presence for each in message_of(kind).DESCRIPTOR.fields}
    getters = tuple(_getter(field, presence[field.name]) for field in fields_of(kind)[given:])

    def read(message: Message, *first: Any) -> Any:
        return kind(*first, *[get(message) for get in getters])

    return read


def _getter(field: Field, has_presence: bool) -> Reader:
    """Make what gets the value of one field out of the message that has the field."""
    name = field.name
    read = _value_reader(field.kind)
    if field.many:
        return _get_many(name, read) if read else lambda message: tuple(getattr(message, name))
    get = _get_read(name, read) if read else attrgetter(name)
    if field.optional:
        return lambda message: get(message) if message.HasField(name) else None
    if has_presence and field.kind not in BAGS:  # a bag that is left out is empty
        return _get_needed(name, get)
    return get


def _get_needed(name: str, get: Reader) -> Reader:
    def get_needed(message: Message) -> Any:
        if not message.HasField(name):
            raise Malformed(name, "must be set")
        return get(message)

    return get_needed


def _get_read(name: str, read: Reader) -> Reader:
    def get_read(message: Message) -> Any:
        try:
            return read(getattr(message, name))
        except Malformed as fault:
            raise fault.inside(name) from None

    return get_read


def _get_many(name: str, read: Reader) -> Reader:
    def get_many(message: Message) -> Any:
        values: list[Any] = []
        for value in getattr(message, name):
            try:
                values.append(read(value))
            except Malformed as fault:
                raise fault.inside(f"{name}[{len(values)}]") from None
        return tuple(values)

    return get_many


def _value_reader(kind: Any) -> Reader | None:
    """Make the reader of a value; none where the value is taken just as it stands in the message."""
    if kind in BAGS:
        return _bag_reader(kind)
    if issubclass(kind, msgspec.Struct):
        return reader_of(kind)
    if issubclass(kind, Enum):
        return _member_reader(kind)
    return None


def _bag_reader(kind: Any) -> Reader:
    bag = BAGS[kind]

    def read_bag(message: Message) -> int:
        counts = bag.counts(message)
        try:
            return _packed(counts)
        except ValueError:
            name = bag.names[next(place for place, n in enumerate(counts) if n > MOST)]
            raise Malformed(name, f"must be at most {MOST}") from None

    return read_bag


def _member_reader(kind: type[Enum]) -> Reader:
    members: dict[int, Enum] = {number: member for member, number in numbers_of(kind).items()}

    def read_member(number: int) -> Enum:
        member = members.get(number)
        if member is None:
            raise Malformed("", "must be set" if number == 0 else f"has no value {number}")
        return member

    return read_member
