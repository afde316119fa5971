"""Verify a game from its stored bytes alone: a stand-alone program that shares no code with the service.

It needs Python, the modules made from the contract, and ``outcomes.py`` beside it, which knows what events mean. What
it checks, in this order at each version:

    order       the versions are 1, 2, 3 ... and the commands are whole: each named event by event in its cause
    form        the bytes are a StoredEvent and an Event of the contract, with nothing in them that it does not know
    chain       the hash of each event and all before it, over the bytes as they are stored
    commitment  GameCreated commits to the seed, and SeedRevealed tells the same one
    private     each private part has its hash, under a salt made of the seed
    draw        every value of chance, drawn again from the seed and the nonces
    outcome     what happened follows from the draw: dice, stolen and bought cards, the shuffled board, cards of the
                supply stack, event chips, hexes and tokens turned up, cards drawn for a landing; who turned a hex up
                gets its card, who names a victim robs that one, who chooses a card gets it
    pieces      nobody places more pieces than it has, two at one place, or moves one that is not there
    cards       nobody pays or loses what it does not hold: cards, coins, knights, blocks of the pyramid, event chips

From the top of a checkout, where nothing is installed but protobuf:

    PYTHONPATH=.:proto python tests/audit/verify_game.py settlers.db GAME
"""

import hashlib
import hmac
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from settlers.v1 import game_pb2, record_pb2
from tests.audit.outcomes import GOODS, Broken, Outcomes, moves


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, message: str | bytes) -> bytes:
    return hmac.new(key, message.encode() if isinstance(message, str) else message, hashlib.sha256).digest()


def committed(seed: bytes) -> bytes:
    return sha(b"settlers.v1/commitment/" + seed)


def draw(key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
    """Draw a value again."""
    for attempt in range(1_000):
        value = int.from_bytes(mac(key, f"{purpose}/{version}/{index}/{attempt}")[:8], "big")
        if value < 2**64 - 2**64 % bound:
            return value % bound
    raise AssertionError("never")


class Verifier(Outcomes):
    """Takes a game's stored events one after the other; raises ``Broken`` at the first that is not right."""

    def __init__(self, game_id: str) -> None:
        super().__init__()
        self.chain = sha(b"settlers.v1/" + game_id.encode())
        self.owed = 0  # events that the command under way is still to bring
        self.nonces: dict[int, bytes] = {}

    def take(self, version: int, data: bytes) -> None:
        """Verify one event."""
        self.version += 1
        self.check(version == self.version, "order", f"version {version} stands here")
        try:
            stored = record_pb2.StoredEvent.FromString(data)
            event = game_pb2.Event.FromString(stored.public + stored.private)
            cause = record_pb2.Cause.FromString(stored.cause)
        except DecodeError as error:
            raise Broken("form", self.version, str(error)) from None
        links = [sha(stored.public), stored.private_hash, sha(stored.cause), sha(stored.recorded)]
        self.check(stored.chain == sha(self.chain + b"".join(links)), "chain", "the hash is another")
        self.chain = stored.chain
        kind = event.WhichOneof("event")
        for message in (stored, event, getattr(event, kind) if kind else event):
            self.check(bool(kind) and not UnknownFieldSet(message), "form", "something unknown stands in it")
        self.check(bool(stored.cause) == (self.owed == 0), "order", "a command begins in the middle of another")
        if stored.cause:
            self.command, self.laid_by = cause.command, 0
        self.owed = (cause.events if stored.cause else self.owed) - 1
        self.check((kind == "game_created") == (version == 1), "order", "a game is created once, at first")
        body = getattr(event, kind)
        if version == 1:
            self.seed = body.seed
            self.check(committed(self.seed) == body.commitment, "commitment", "the seed is another")
        expected = sha(mac(self.seed, f"salt/{version}") + stored.private) if stored.private else b""
        self.check(stored.private_hash == expected, "private", "the private part is another")
        self.check_draws(list(getattr(body, "draws", ())))
        self.check_finder(kind, body)
        getattr(self, f"on_{kind}", lambda _: None)(body)
        for giver, taker, cards in moves(kind, body):
            self.move(giver, taker, [getattr(cards, name, 0) for name in GOODS])

    def finish(self) -> None:
        """Verify that the last command is whole."""
        self.check(self.version > 0 and self.owed == 0, "order", "events of the last command are missing")
        self.check(self.finder is None, "outcome", "who turned up a hex did not get the card of it")

    def check_draws(self, draws: Sequence[Any]) -> None:
        for index, each in enumerate(draws):
            self.check(each.index == index and each.bound > 0, "draw", f"draw {index} is out of order")
            value = self.draw_again(each.purpose, index, each.bound)
            self.check(each.value == value, "draw", f"{each.purpose} {index} is {each.value}, drawn is {value}")

    def draw_again(self, purpose: str, index: int, bound: int) -> int:
        """Draw a value of the event that is verified again."""
        key = mac(self.seed, b"key/" + b"".join(self.nonces[seat] for seat in sorted(self.nonces)))
        return draw(key, purpose, self.version, index, bound)

    def on_nonce_given(self, event: Any) -> None:
        self.nonces[event.seat] = event.nonce

    def on_seed_revealed(self, event: Any) -> None:
        self.check(event.seed == self.seed, "commitment", "another seed is told")


def verify(game_id: str, rows: Iterable[tuple[int, bytes]]) -> int:
    """Verify a game's rows, each its version and its serialised StoredEvent; gives how many there are."""
    verifier = Verifier(game_id)
    for version, data in rows:
        verifier.take(version, data)
    verifier.finish()
    return verifier.version


def rows_in(file: str, game_id: str) -> list[tuple[int, bytes]]:
    """Read a game's rows from an SQLite store."""
    query = "SELECT originator_version, state FROM stored_events WHERE originator_id=? ORDER BY originator_version"
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return db.execute(query, (game_id.replace("-", ""),)).fetchall()
    finally:
        db.close()


if __name__ == "__main__":
    print(verify(sys.argv[2], rows_in(sys.argv[1], sys.argv[2])), "events verified")
