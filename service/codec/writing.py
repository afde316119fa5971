"""Writers: how a struct is put into its message, worked out once for each type."""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache, lru_cache
from typing import Any

import msgspec
from google.protobuf.message import Message

from domain.catalogue import Field, fields_of
from service.codec.twins import BAGS, is_message, numbers_of

Writer = Callable[[Any, Any], None]
"""Puts a value into a message: a struct or a bag into its own, a field's value into the one that has the field."""


@cache
def writer_of(kind: type[msgspec.Struct]) -> Writer:
    """Make the writer of a struct."""
    return fields_writer(fields_of(kind))


def fields_writer(fields: Iterable[Field], *, private: bool = False) -> Writer:
    """Make the writer of some fields of a struct.

    Where they are ``private`` any of them may be None, whatever its type says: so redaction leaves them.
    """
    fields = tuple(fields)
    direct = () if private else tuple(field.name for field in fields if _is_direct(field))
    others = tuple((field.name, _putter(field)) for field in fields if field.name not in direct)

    def write(struct: Any, message: Any) -> None:
        for name in direct:
            setattr(message, name, getattr(struct, name))
        for name, put in others:
            value = getattr(struct, name)
            if value is not None:
                put(value, message)

    return write


def _is_direct(field: Field) -> bool:
    """Whether the message takes the value just as it is."""
    return not (field.many or field.optional or field.is_enum or is_message(field))


def _putter(field: Field) -> Writer:
    """Make what puts a value of one field, but for None, into the message that has the field."""
    name = field.name
    if is_message(field):
        fill = _bag_writer(field.kind) if field.kind in BAGS else writer_of(field.kind)
        return _put_messages(name, fill) if field.many else _put_message(name, fill)
    if field.is_enum:
        return _put_members(name, field.kind) if field.many else _put_member(name, field.kind)
    if field.many:
        return lambda values, message: getattr(message, name).extend(values)
    return lambda value, message: setattr(message, name, value)


def _put_message(name: str, fill: Writer) -> Writer:
    def put(value: Any, message: Any) -> None:
        target = getattr(message, name)
        target.SetInParent()  # else one with nothing in it would be left out
        fill(value, target)

    return put


def _put_messages(name: str, fill: Writer) -> Writer:
    def put(values: Any, message: Any) -> None:
        add = getattr(message, name).add
        for value in values:
            fill(value, add())

    return put


def _put_member(name: str, kind: type[Enum]) -> Writer:
    numbers = numbers_of(kind)
    return lambda member, message: setattr(message, name, numbers[member])


def _put_members(name: str, kind: type[Enum]) -> Writer:
    numbers = numbers_of(kind)
    return lambda members, message: getattr(message, name).extend([numbers[member] for member in members])


def _bag_writer(kind: Any) -> Writer:
    bag = BAGS[kind]

    @lru_cache(maxsize=4096)
    def ready(packed: int) -> Message:
        return bag.message(**dict(zip(bag.names, bag.unpack(packed), strict=True)))

    return lambda packed, message: message.CopyFrom(ready(packed))
