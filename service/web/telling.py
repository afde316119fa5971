"""Events as a page shows them: each with its sentence, and with the places and seats that it is about."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
from google.protobuf.message import Message

from service.bots import Client
from service.bots.messages import body_of
from service.texts import Places, say_event
from service.texts.words import capitalized
from service.web.asking import Asked
from settlers.v1 import game_pb2

PAGE = 400
"""Events on a page."""

_LAYING = frozenset(("game_created", "board_laid"))
"""Events after which the board has other places than before."""

_PLACES = ("hex", "intersection", "path")
_SEATS = frozenset(("seat", "thief", "victim", "owner", "winners"))


class Told(msgspec.Struct, frozen=True):
    """An event, told."""

    version: int
    kind: str
    """Its name in the contract, like "road_built"."""
    text: str
    places: tuple[tuple[str, int], ...]
    """What it is about on the board: hexes, intersections and paths, each with its number."""
    seats: tuple[int, ...]
    """Whom it is about."""


class Teller:
    """Tells the events of a game after a version, in order. Raises what the client does.

    Places are named as the board was known at each event: so an event is told today as it was when it happened.
    """

    def __init__(self, client: Client, asked: Asked, after: int) -> None:
        self._client = client
        self._asked = asked
        # Asked also where nothing is laid yet, so that a game or a viewer that is none is told before anything else.
        view = client.view(asked.game_id, asked.viewer, version=after or None)
        self._places = Places(view.board if after else None, asked.language)

    def tell_all(self, events: Iterable[game_pb2.RecordedEvent]) -> list[Told]:
        """Tell the next events."""
        return [self._tell(recorded) for recorded in events]

    def _tell(self, recorded: game_pb2.RecordedEvent) -> Told:
        """Tell the next event."""
        event = recorded.event
        kind = event.WhichOneof("event") or ""
        if kind in _LAYING:
            view = self._client.view(self._asked.game_id, self._asked.viewer, version=recorded.version)
            self._places = Places(view.board, self._asked.language)
        elif kind == "hex_revealed":
            self._places = self._places.with_hex(event.hex_revealed)
        body = body_of(event)
        return Told(
            recorded.version,
            kind,
            capitalized(say_event(event, self._asked.language, self._places)),
            tuple(_places_of(body)),
            tuple(dict.fromkeys(_seats_of(body))),
        )


def tell_page(client: Client, asked: Asked, after: int) -> list[Told]:
    """Tell a page of events after a version."""
    events = client.events(asked.game_id, asked.viewer, after=after)
    return Teller(client, asked, after).tell_all(islice(events, PAGE))


def _places_of(body: Any) -> list[tuple[str, int]]:
    """Find the places that stand in an event."""
    fields = body.DESCRIPTOR.fields_by_name if body is not None else {}
    # A piece that moved leaves a place of the kind to which it goes.
    kind = next((name for name in _PLACES if name in fields), "")
    names = {**{name: name for name in _PLACES}, "origin": kind}
    return [
        (of, getattr(body, name))
        for name, of in names.items()
        if name in fields and not (fields[name].has_presence and not body.HasField(name))
    ]


def _seats_of(body: Any) -> list[int]:
    """Find the seats that stand in an event, itself or in what it lists."""
    seats: list[int] = []
    for field, value in body.ListFields() if body is not None else ():
        each = list(value) if field.is_repeated else [value]
        if field.name in _SEATS:
            seats += each
        elif each and isinstance(each[0], Message) and field.name == "gains":
            seats += [gain.seat for gain in each]
    return seats
