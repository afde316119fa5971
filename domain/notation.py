"""One line of text for each command and event, and back.

A command is ``1 BuildRoad path=12`` (the seat first), an event ``RoadBuilt seat=1 path=12``. Fields that have their
default value are left out. Cards are written ``2brick+1ore``, goods the same with ``1coin``, enums by their names in
small letters, tuples as ``[1 3]``, structs inside as ``{1 2brick}`` (their fields in order), bytes as hex after ``0x``,
nothing as ``-``. Text that is not one plain word stands in double quotes, with JSON's escapes.
"""

import json
import re
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from domain.catalogue import COMMANDS, EVENTS, Field, fields_of
from domain.components import Cards, Deck, DevelopmentCard, Good, Goods, Resource, each, pack
from domain.engine.messages import Command, Event

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s\[\]{}"]+)')
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.:/'-]*\Z")
_SOME = re.compile(r"(\d+)([a-z_]+)\Z")
_Kinds = type[Resource] | type[Good] | type[DevelopmentCard]
_BAGS: dict[Any, _Kinds] = {Cards: Resource, Goods: Good, Deck: DevelopmentCard}


class NotationError(ValueError):
    """A line is not right; the message says what."""


def write_command(command: Command) -> str:
    """Write a command as one line."""
    return f"{command.seat} {_write(command, skip='seat')}"


def write_event(event: Event) -> str:
    """Write an event as one line."""
    return _write(event)


def read_command(line: str) -> Command:
    """Read a command from its line; raises ``NotationError``."""
    seat, _, rest = line.strip().partition(" ")
    if not seat.isdecimal() or len(seat) > 20:
        raise NotationError(f"a command begins with its seat, not with {seat[:20]!r}")
    command: Command = _read(rest, COMMANDS, seat=int(seat))
    return command


def read_event(line: str) -> Event:
    """Read an event from its line; raises ``NotationError``."""
    event: Event = _read(line, EVENTS)
    return event


def _write(message: msgspec.Struct, skip: str = "") -> str:
    words = [type(message).__name__]
    for field in fields_of(type(message)):
        value = getattr(message, field.name)
        if field.name != skip and value != field.default:
            words.append(f"{field.name}={_write_value(field, value)}")
    return " ".join(words)


def _write_value(field: Field, value: Any) -> str:
    if value is None:
        return "-"
    if field.many:
        return "[" + " ".join(_write_one(field.kind, one) for one in value) + "]"
    return _write_one(field.kind, value)


def _write_one(kind: Any, value: Any) -> str:
    if kind in _BAGS:
        return "+".join(f"{n}{_BAGS[kind](k).name.lower()}" for k, n in each(value)) or "0"
    if isinstance(value, msgspec.Struct):
        return "{" + " ".join(_write_value(field, getattr(value, field.name)) for field in fields_of(kind)) + "}"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if _WORD.match(value) and value not in ("yes", "no") else json.dumps(value)
    return str(value)


def _read(line: str, catalogue: Any, **given: Any) -> Any:
    name, _, rest = line.strip().partition(" ")
    kind = catalogue.get(name)
    if kind is None:
        raise NotationError(f"there is no {name!r}")
    fields = {field.name: field for field in fields_of(kind)}
    values = dict(given)
    rest = rest.strip()
    while rest:
        key, equals, rest = rest.partition("=")
        if not equals or key not in fields or key in values:
            raise NotationError(f"{name} cannot take {key!r} here")
        tokens = _Tokens(rest)
        values[key] = _read_value(fields[key], tokens)
        rest = tokens.rest()
    missing = [f.name for f in fields.values() if f.name not in values and f.default is msgspec.NODEFAULT]
    if missing:
        raise NotationError(f"{name} needs {missing[0]}")
    return kind(**values)


class _Tokens:
    """The tokens of a line, one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        """The next token."""
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise NotationError(f"a value is missing at the end of {self.text!r}")
        return match[1]

    def take(self) -> str:
        """The next token, taken."""
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise NotationError(f"a value is missing at the end of {self.text!r}")
        self.at = match.end()
        return match[1]

    def until(self, closing: str) -> Iterator[None]:
        """Go on until the closing bracket, which is taken."""
        while self.peek() != closing:
            yield
        self.take()

    def rest(self) -> str:
        """The text after the tokens taken."""
        return self.text[self.at :].strip()


def _read_value(field: Field, tokens: _Tokens) -> Any:
    if field.optional and tokens.peek() == "-":
        tokens.take()
        return None
    if field.many:
        _expect(tokens, "[")
        return tuple(_read_one(field.kind, tokens) for _ in tokens.until("]"))
    return _read_one(field.kind, tokens)


def _expect(tokens: _Tokens, bracket: str) -> None:
    if tokens.take() != bracket:
        raise NotationError(f"{bracket!r} is missing in {tokens.text!r}")


def _read_one(kind: Any, tokens: _Tokens) -> Any:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        _expect(tokens, "{")
        made = kind(*(_read_value(field, tokens) for field in fields_of(kind)))
        _expect(tokens, "}")
        return made
    word = tokens.take()
    if word in "[]{}":
        raise NotationError(f"a value is missing before {word!r} in {tokens.text!r}")
    try:
        return _read_word(kind, word)
    except (ValueError, KeyError) as error:
        raise NotationError(f"{word!r} is not right here") from error


def _read_word(kind: Any, word: str) -> Any:
    if kind in _BAGS:
        return kind(_read_bag(_BAGS[kind], word))
    if issubclass(kind, Enum):
        return kind[word.upper()]
    if kind is bytes:
        if not word.startswith("0x"):
            raise ValueError(word)
        return bytes.fromhex(word[2:])
    if kind is bool:
        return {"yes": True, "no": False}[word]
    if kind is str:
        return json.loads(word) if word.startswith('"') else word
    return int(word)


def _read_bag(kinds: _Kinds, word: str) -> int:
    counts = [0] * len(kinds)
    for part in [] if word == "0" else word.split("+"):
        match = _SOME.match(part)
        if match is None:
            raise ValueError(part)
        counts[kinds[match[2].upper()]] += int(match[1])
    return pack(tuple(counts))
