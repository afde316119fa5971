"""What stands for what: the message of a struct, the bag of a packed integer, the numbers of an enum's members."""

from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any

import msgspec
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from domain.catalogue import Field
from domain.components import Cards, Deck, DevelopmentCard, Good, Goods, Resource, unpack, unpack_goods
from settlers.v1 import cards_pb2, game_pb2

PACKAGE = game_pb2.DESCRIPTOR.package


class Bag(msgspec.Struct, frozen=True):
    """A bag of cards or goods: its message, and the names of its counts in catalogue order.

    ``counts`` reads them all at once off the message, ``unpack`` out of the packed integer.
    """

    message: type[Message]
    names: tuple[str, ...]
    counts: Callable[[Message], tuple[int, ...]]
    unpack: Callable[[Any], tuple[int, ...]]


def _bag(message: type[Message], kinds: type[IntEnum], unpack: Callable[[Any], tuple[int, ...]]) -> Bag:
    names = tuple(kind.name.lower() for kind in kinds)
    return Bag(message, names, attrgetter(*names), unpack)


BAGS: Mapping[Any, Bag] = MappingProxyType(
    {
        Cards: _bag(cards_pb2.Resources, Resource, unpack),
        Goods: _bag(cards_pb2.Goods, Good, unpack_goods),
        Deck: _bag(cards_pb2.DevelopmentCards, DevelopmentCard, unpack),
    }
)
"""For each kind of packed integer the bag that stands for it."""


@cache
def message_of(kind: type[msgspec.Struct]) -> type[Message]:
    """Find the message of a struct, the one of its name; raises ``KeyError`` where the contract has none."""
    found: type[Message] = GetMessageClass(Default().FindMessageTypeByName(f"{PACKAGE}.{kind.__name__}"))
    return found


@cache
def numbers_of(kind: type[Enum]) -> Mapping[Any, int]:
    """Find the number of each member of an enum; raises ``KeyError`` where the contract lacks the enum or a member."""
    twin = Default().FindEnumTypeByName(f"{PACKAGE}.{kind.__name__}")
    prefix = twin.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return MappingProxyType({member: twin.values_by_name[prefix + member.name].number for member in kind})


def is_message(field: Field) -> bool:
    """Tell whether a field's values are messages of their own, so that one left out is told from an empty one."""
    return field.is_struct or field.kind in BAGS
