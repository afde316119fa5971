"""Finding the seed of a game in its records."""

from collections.abc import Iterable, Sequence

from google.protobuf.message import DecodeError

from service.store.records import Record
from settlers.v1 import game_pb2


def seed_told(records: Sequence[Record]) -> bytes:
    """Find the seed of a game: in its first event, where that is shown, or told at the end; empty: nowhere."""
    for record, field in [*((each, "game_created") for each in records[:1]), *_from_the_end(records)]:
        try:
            proof = game_pb2.Proof.FromString(record.data)
            event = game_pb2.Event.FromString(proof.public + proof.private)
        except DecodeError:
            continue  # it will be found when its turn comes
        if event.WhichOneof("event") == field:
            seed: bytes = getattr(event, field).seed
            if seed:
                return seed
    return b""


def _from_the_end(records: Sequence[Record]) -> Iterable[tuple[Record, str]]:
    return ((record, "seed_revealed") for record in reversed(records))
