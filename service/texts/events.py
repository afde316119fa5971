"""Events as sentences: the arguments of a text are the fields of its event.

    "$seat"                 a number, a string's word, or what is in a bag; "none" for what is empty, "unknown" for
                            what the reader does not see
    "$cards_count"          how many there are in a list or a bag
    "$resource_accusative"  the word in a form that the language needs
    "$board_name"           a field of a field

Of a list of messages each is told by the text that bears their name: "$gains" by "gain".
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from google.protobuf import text_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from service.texts.catalogue import DEFAULT_LANGUAGE, NONE, UNKNOWN, Argument, Catalogue, catalogue
from service.texts.places import Places
from service.texts.scenarios import scenario_title
from service.texts.words import (
    bag_size,
    bag_text,
    enum_word,
    formed,
    in_row,
    kebab,
    key_of,
    knights_text,
    listed,
    prompts_text,
    word,
)
from settlers.v1 import cards_pb2, game_pb2

_BAGS = (cards_pb2.Resources, cards_pb2.Goods, cards_pb2.DevelopmentCards)

_ROWS: Mapping[str, Callable[[Catalogue, Any], str]] = MappingProxyType(
    {
        "dice": lambda texts, dice: "+".join(map(str, dice)),
        "knights": knights_text,
        "prompts": prompts_text,
    }
)
"""Lists that are told in a way of their own, by the names of their fields."""

_KINDS: Mapping[str, str] = MappingProxyType({"options": "option"})
"""Fields whose values are words of another kind than the field's own name."""


def say_event(
    event: game_pb2.Event,
    language: str = DEFAULT_LANGUAGE,
    places: Places | None = None,
    *,
    form: str = "",
    before: str = "",
) -> str:
    """Say in one sentence what happened, from the event alone, as its reader sees it.

    ``places`` name the places of the board, in the same language. ``form`` asks for another text than the plain one,
    where the event has it: "short" for a story, "after" to go on from the clause ``before``.
    """
    texts = catalogue(language)
    kind = event.WhichOneof("event")
    if kind is None:
        return texts.say("event-unknown")
    body, key = getattr(event, kind), key_of(kind)
    if key not in texts:
        fields = text_format.MessageToString(body, as_one_line=True)
        return f"{type(body).__name__} {fields}".strip()
    key = formed(texts, key, form)
    where = places or _nowhere(texts.language)
    return texts.tell(key, lambda name: before if name == "before" else argument_of(texts, body, name, where))


def argument_of(texts: Catalogue, body: Any, name: str, places: Places) -> Argument:
    """Give an argument of a text out of the fields of a message."""
    fields = body.DESCRIPTOR.fields_by_name
    if name in fields:
        return _value(texts, body, fields[name], "", places)
    stem, _, ending = name.rpartition("_")
    if stem not in fields:
        return UNKNOWN
    field, value = fields[stem], getattr(body, stem)
    if ending == "count":
        return _size(field, value)
    if field.message_type and ending in field.message_type.fields_by_name:
        return argument_of(texts, value, ending, places)
    return _value(texts, body, field, ending, places)


def _size(field: FieldDescriptor, value: Any) -> int:
    """Count what is in a list or a bag; a list of numbers of knights counts the knights."""
    if field.is_repeated:
        return sum(value) if field.name == "knights" else len(value)
    return bag_size(value)


def _value(texts: Catalogue, body: Any, field: FieldDescriptor, form: str, places: Places) -> Argument:
    value = getattr(body, field.name)
    if field.is_repeated:
        row, each = _ROWS.get(field.name), (str(_one(texts, field, one, form, places)) for one in value)
        if row or not value:
            return (row(texts, value) if row else "") or NONE
        return in_row(texts, each) if field.message_type else listed(texts, each)
    if _is_optional(field) and not body.HasField(field.name):
        return UNKNOWN
    return _one(texts, field, value, form, places)


def _one(texts: Catalogue, field: FieldDescriptor, value: Any, form: str, places: Places) -> Argument:
    """Say one value of a field."""
    if isinstance(value, _BAGS):
        return bag_text(texts, value, form)
    if isinstance(value, Message):
        return texts.tell(kebab(type(value).__name__), lambda name: argument_of(texts, value, name, places))
    if field.enum_type:
        return enum_word(texts, field.enum_type, value, form)
    if field.name == "hex":
        return places.hex(value, form)
    if field.name == "intersection":
        return places.intersection(value)
    if field.name == "scenario":
        return scenario_title(value, texts.language)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, bytes):
        return value.hex()
    return word(texts, _KINDS.get(field.name, field.name), value) if isinstance(value, str) else int(value)


def _is_optional(field: FieldDescriptor) -> bool:
    """Whether a field is written as optional in the contract: such a one can be absent for who may not see it."""
    return field.containing_oneof is not None


@cache
def _nowhere(language: str) -> Places:
    """No board is known: places go by their numbers."""
    return Places(language=language)
