"""Hypothesis strategies that make any message of the catalogue, from the shape of its fields."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from domain.catalogue import COMMANDS, EVENTS, Field, fields_of
from domain.components import MOST, Cards, Deck, Goods, pack
from domain.engine import Command, Event


def _bags(kinds: int) -> st.SearchStrategy[int]:
    """Bags of so many kinds, full ones and such as a hand could be."""
    return (st.tuples(*[st.integers(0, MOST)] * kinds) | st.tuples(*[st.integers(0, 2)] * kinds)).map(pack)


_plain = {
    Cards: _bags(5),
    Goods: _bags(6),
    Deck: _bags(5),
    int: st.integers(-3, 99) | st.integers(),
    str: st.text(max_size=12) | st.sampled_from(["", "-", "yes", "no", "0", "a b", '"', "\\", "]", "{", "a=b", "dice"]),
    bytes: st.binary(max_size=33),
    bool: st.booleans(),
}


def any_message(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any message of this kind, in sense or nonsense; the seat of a command is one that could be at a table."""
    fields = {field.name: _field(field) for field in fields_of(kind)}
    if issubclass(kind, Command):
        fields["seat"] = st.integers(0, 99)
    return st.builds(kind, **fields)


def _field(field: Field) -> st.SearchStrategy[Any]:
    values = _plain.get(field.kind)
    if values is None:
        values = any_message(field.kind) if field.is_struct else st.sampled_from(list(field.kind))
    if field.many:
        values = st.lists(values, max_size=3).map(tuple)
    return st.none() | values if field.optional else values


def any_command() -> st.SearchStrategy[Command]:
    """Any command of any scenario."""
    return st.sampled_from(list(COMMANDS.values())).flatmap(any_message)


def any_event() -> st.SearchStrategy[Event]:
    """Any event of any scenario."""
    return st.sampled_from(list(EVENTS.values())).flatmap(any_message)
