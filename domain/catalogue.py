"""Every command, event and view that any scenario knows, by name, with the shape of its fields.

The catalogue is read off the scenarios' rooms, so a new scenario is in it without a line here. The wire, the store and
the notation stand on it: each walks the same fields.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from domain.engine.messages import Command, Event
from domain.engine.scenario import Scenario
from domain.scenarios import SCENARIOS


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a message. ``kind`` is int, str, bytes, bool, ``Cards``, ``Goods``, ``Deck``, an enum or a struct."""

    name: str
    kind: Any
    many: bool = False
    """A tuple of values."""
    optional: bool = False
    """May be None."""
    default: Any

    @property
    def is_struct(self) -> bool:
        """Whether the values are structs of their own."""
        return isinstance(self.kind, type) and issubclass(self.kind, msgspec.Struct)

    @property
    def is_enum(self) -> bool:
        """Whether the values are members of an enum."""
        return isinstance(self.kind, type) and issubclass(self.kind, Enum)


@cache
def fields_of(message: type[msgspec.Struct]) -> tuple[Field, ...]:
    """Describe the fields of a message, in order."""
    hints = get_type_hints(message)
    return tuple(_describe(field.name, hints[field.name], field.default) for field in msgspec.structs.fields(message))


def _describe(name: str, hint: Any, default: Any) -> Field:
    optional = many = False
    if get_origin(hint) in (types.UnionType, typing.Union):
        optional = True
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is tuple:
        many = True
        hint = get_args(hint)[0]
    return Field(name=name, kind=hint, many=many, optional=optional, default=default)


def _variants() -> Iterator[Scenario]:
    """Every scenario, plain and with each of its options."""
    for scenario in SCENARIOS.values():
        yield scenario
        for option in scenario.options:
            yield option.change(scenario)


def _by_name(found: Iterator[type[msgspec.Struct]]) -> Mapping[str, Any]:
    names: dict[str, type[msgspec.Struct]] = {}
    for each in found:
        if names.setdefault(each.__name__, each) is not each:
            raise TypeError(f"two messages are called {each.__name__}")
    return MappingProxyType(dict(sorted(names.items())))


COMMANDS: Mapping[str, type[Command]] = _by_name(c for s in _variants() for c in s.tables.commands)
"""Every command by name."""

EVENTS: Mapping[str, type[Event]] = _by_name(e for s in _variants() for e in s.tables.reactions)
"""Every event by name."""

VIEWS: Mapping[str, type[msgspec.Struct]] = _by_name(
    get_type_hints(show)["return"] for s in _variants() for show in s.tables.shown
)
"""Every view by name."""
