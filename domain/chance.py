"""Chance: what a draw is, how the seed and its place in the game fix its value, and how a list is shuffled.

A value depends on nothing but the key, the purpose, the version of the event that carries it and its index there, so
that a decision made again draws the same, and an auditor who knows the seed can draw every value again.
"""

import hashlib
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")

SEED_SIZE = 32
"""Bytes in a seed."""

_SPAN = 1 << 64
_first_number = struct.Struct(">Q").unpack_from
"""Read a number below ``_SPAN`` from the first eight bytes."""
_BLOCK = 64
_INNER = bytes(b ^ 0x36 for b in range(256))
_OUTER = bytes(b ^ 0x5C for b in range(256))


class Draw(msgspec.Struct, frozen=True, gc=False):
    """One value drawn by chance: 0 <= ``value`` < ``bound``, the ``index``-th draw of the event that carries it."""

    purpose: str
    index: int
    bound: int
    value: int


class Chance(Protocol):
    """Where outcomes come from: the game's seed, or a script in tests."""

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw a whole number from 0 to ``bound`` - 1 for the ``index``-th draw of the event of that version."""


@lru_cache(maxsize=1024)
def _keyed(key: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """The inner and the outer hash of HMAC (RFC 2104) with a key of at most 64 bytes taken in.

    They are kept for each game, and copied for each draw: the library's own objects cost three times as much.
    """
    padded = key.ljust(_BLOCK, b"\0")
    return hashlib.sha256(padded.translate(_INNER)), hashlib.sha256(padded.translate(_OUTER))


def mac(key: bytes, message: bytes) -> bytes:
    """Compute HMAC-SHA256 under a key of at most 64 bytes."""
    inner, outer = _keyed(key)
    inner = inner.copy()
    inner.update(message)
    outer = outer.copy()
    outer.update(inner.digest())
    return outer.digest()


class SeededChance:
    """Chance as the rules have it: HMAC-SHA256 under the game's key."""

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw by the first eight bytes of the MAC; values above the last multiple of ``bound`` are drawn again."""
        attempt = 0
        while True:
            value: int = _first_number(mac(key, f"{purpose}/{version}/{index}/{attempt}".encode()))[0]
            if value < _SPAN - _SPAN % bound:
                return value % bound
            attempt += 1


def commitment(seed: bytes) -> bytes:
    """Commit to a seed: what is published when the game is created.

    It must not tell the key, which is why the two are made by different functions of the seed.
    """
    return hashlib.sha256(b"settlers.v1/commitment/" + seed).digest()


def chance_key(seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """Make the key of a game's chance from its seed and the nonces that the seats gave (none, if not asked)."""
    return mac(seed, b"key/" + b"".join(nonces))


def shuffle(items: Sequence[T], draw: Callable[[int], int]) -> tuple[T, ...]:
    """Shuffle by Fisher-Yates from the end; ``draw(bound)`` gives each value."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = draw(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)
