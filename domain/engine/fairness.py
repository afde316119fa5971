"""The first event of every game, and what makes its chance fair: the seed, its commitment and the seats' nonces."""

from typing import ClassVar

import msgspec

from domain.board.plan import Plan
from domain.chance import chance_key
from domain.components import Seat
from domain.engine.messages import Event

RULES_VERSION = 1
"""Rises when a golden game's events change."""


class GameCreated(Event, frozen=True):
    """A game was created: what is played, on what board, by how many seats, and the commitment to its seed.

    The seed is private and has no audience: nobody sees it before the end.
    """

    private: ClassVar[tuple[str, ...]] = ("seed",)

    scenario: str
    options: tuple[str, ...]
    seats: int
    players: tuple[str, ...]
    """For each seat an opaque reference to its player, or nothing."""
    board: Plan
    rules_version: int
    commitment: bytes
    seed_chosen: bool
    """Whether the caller chose the seed, so that the dice prove nothing."""
    seed: bytes = b""


class NonceGiven(Event, frozen=True):
    """A seat added its own nonce to the key of chance."""

    seat: Seat
    nonce: bytes


class SeedRevealed(Event, frozen=True):
    """The game is over and its seed is told, so that everyone can draw every value again."""

    seed: bytes


class Fairness(msgspec.Struct, frozen=True):
    """The part of the game that knows how it was created, the nonces given so far (empty: not yet) and the key."""

    created: GameCreated | None = None
    nonces: tuple[bytes, ...] = ()
    key: bytes = b""

    def begun(self, event: GameCreated) -> "Fairness":
        """Fold the creation of the game."""
        return self._with_nonces(event, (b"",) * event.seats)

    def nonce_given(self, event: NonceGiven) -> "Fairness":
        """Fold a nonce; the key changes with it."""
        assert self.created is not None
        nonces = (*self.nonces[: event.seat - 1], event.nonce, *self.nonces[event.seat :])
        return self._with_nonces(self.created, nonces)

    def _with_nonces(self, created: GameCreated, nonces: tuple[bytes, ...]) -> "Fairness":
        return Fairness(created, nonces, chance_key(created.seed, nonces))
