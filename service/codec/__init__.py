"""The codec: the domain's structs and the contract's messages, turned into each other by their names.

Nothing is listed here: what a field is called and what it holds is read off the catalogue when the codec is loaded, and
what lacks a twin in the contract stops the service there, not in the middle of a game.

The private part of an event is written apart from the public one. Protobuf merges messages that are written one after
the other, so the two parts, put together, parse to the whole event.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
from google.protobuf.message import DecodeError, Message

from domain.catalogue import COMMANDS, EVENTS, VIEWS, fields_of
from domain.engine import Choice, Command, Event
from service.codec.malformed import Malformed
from service.codec.reading import Reader, reader_of
from service.codec.twins import message_of
from service.codec.writing import Writer, fields_writer, writer_of
from settlers.v1 import game_pb2

__all__ = [
    "Malformed",
    "event_bytes",
    "event_from_bytes",
    "from_message",
    "pack_command",
    "pack_event",
    "pack_views",
    "to_message",
    "unpack_command",
    "unpack_event",
]


class _Case(msgspec.Struct, frozen=True):
    """A command or an event as one case of a oneof: the field's name there, and how its message is written and read."""

    field: str
    write: Writer
    write_private: Writer | None
    read: Reader


def _case(kind: type[msgspec.Struct], field: str) -> _Case:
    fields = fields_of(kind)
    if issubclass(kind, Command):  # its seat is the request's
        return _Case(field, fields_writer(fields[1:]), None, reader_of(kind, given=1))
    private = getattr(kind, "private", ())
    write = fields_writer(each for each in fields if each.name not in private)
    write_private = fields_writer((each for each in fields if each.name in private), private=True) if private else None
    return _Case(field, write, write_private, reader_of(kind))


def _fields_by_message(message: type[Message]) -> dict[str, str]:
    """For the name of each message that a field of ``message`` holds the name of that field."""
    return {field.message_type.name: field.name for field in message.DESCRIPTOR.fields if field.message_type}


def _cases(oneof: type[Message], catalogue: Mapping[str, type[msgspec.Struct]]) -> dict[type, _Case]:
    fields = _fields_by_message(oneof)
    return {kind: _case(kind, fields[name]) for name, kind in catalogue.items()}


def _with_parts(kinds: Iterable[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    for kind in kinds:
        yield kind
        yield from _with_parts(field.kind for field in fields_of(kind) if field.is_struct)


_CASES: Mapping[type, _Case] = MappingProxyType(_cases(game_pb2.Command, COMMANDS) | _cases(game_pb2.Event, EVENTS))
_COMMAND_READERS = {case.field: case.read for kind, case in _CASES.items() if issubclass(kind, Command)}
_EVENT_READERS = {case.field: case.read for kind, case in _CASES.items() if issubclass(kind, Event)}
_READERS = {message_of(kind): reader_of(kind) for kind in _with_parts([*EVENTS.values(), *VIEWS.values(), Choice])}
_UNKNOWN = "must be set, to something that this version of the service knows"
_VIEW_FIELDS = _fields_by_message(game_pb2.GameView)


def to_message(struct: msgspec.Struct) -> Message:
    """Write any struct of the catalogue as its own message; a command's seat is left out."""
    kind = type(struct)
    message = message_of(kind)()
    case = _CASES.get(kind)
    if case is None:
        writer_of(kind)(struct, message)
    else:
        _fill(case, struct, message)
    return message


def from_message(message: Message) -> Any:
    """Read any struct of the catalogue but a command from its own message; raises ``Malformed``."""
    return _READERS[type(message)](message)


def pack_command(command: Command) -> game_pb2.Command:
    """Write a command as a case of ``Command``; its seat is left out, the request carries it."""
    packed = game_pb2.Command()
    case = _CASES[type(command)]
    _fill(case, command, getattr(packed, case.field))
    return packed


def unpack_command(packed: game_pb2.Command, seat: int) -> Command:
    """Read the command of a seat; raises ``Malformed``, whose paths begin with ``command``."""
    field = packed.WhichOneof("command")
    if field is None:
        raise Malformed("command", _UNKNOWN)
    try:
        command: Command = _COMMAND_READERS[field](getattr(packed, field), seat)
    except Malformed as fault:
        raise fault.inside(f"command.{field}") from None
    return command


def pack_event(event: Event) -> game_pb2.Event:
    """Write an event as a case of ``Event``, with as much of its private part as it has."""
    packed = game_pb2.Event()
    case = _CASES[type(event)]
    _fill(case, event, getattr(packed, case.field))
    return packed


def unpack_event(packed: game_pb2.Event) -> Event:
    """Read an event; raises ``Malformed``, whose paths begin with ``event``."""
    field = packed.WhichOneof("event")
    if field is None:
        raise Malformed("event", _UNKNOWN)
    try:
        event: Event = _EVENT_READERS[field](getattr(packed, field))
    except Malformed as fault:
        raise fault.inside(f"event.{field}") from None
    return event


def event_bytes(event: Event) -> tuple[bytes, bytes]:
    """Serialise the public and the private part of an event, each as an ``Event``; no private fields, no bytes."""
    case = _CASES[type(event)]
    public = game_pb2.Event()
    body = getattr(public, case.field)
    body.SetInParent()
    case.write(event, body)
    if case.write_private is None:
        return public.SerializeToString(), b""
    private = game_pb2.Event()
    body = getattr(private, case.field)
    body.SetInParent()
    case.write_private(event, body)
    return public.SerializeToString(), private.SerializeToString()


def event_from_bytes(data: bytes) -> Event:
    """Read an event from its public bytes, followed by its private ones or not; raises ``Malformed``."""
    try:
        packed = game_pb2.Event.FromString(data)
    except DecodeError:
        raise Malformed("event", "is no serialised message") from None
    return unpack_event(packed)


def pack_views(game_id: str, version: int, views: Iterable[msgspec.Struct]) -> game_pb2.GameView:
    """Write the views of a game at a version, as ``domain.visibility.view`` gives them, as one ``GameView``."""
    packed = game_pb2.GameView(game_id=game_id, version=version)
    for view in views:
        kind = type(view)
        body = getattr(packed, _VIEW_FIELDS[kind.__name__])
        if kind.__struct_config__.cache_hash:
            body.CopyFrom(_packed_view(view))
        else:
            body.SetInParent()
            writer_of(kind)(view, body)
    return packed


@lru_cache(maxsize=256)
def _packed_view(view: msgspec.Struct) -> Message:
    """Write a view that many moments share, as the board is: it is written once, and copied."""
    kind = type(view)
    body: Message = getattr(game_pb2.GameView(), _VIEW_FIELDS[kind.__name__])
    writer_of(kind)(view, body)
    return body


def _fill(case: _Case, struct: msgspec.Struct, body: Any) -> None:
    body.SetInParent()  # else one whose fields are all 0, or that has none, would be left out
    case.write(struct, body)
    if case.write_private is not None:
        case.write_private(struct, body)
