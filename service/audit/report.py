"""What an audit says of a game: which checks were passed how often, and the first thing that is wrong."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import msgspec


class Check(StrEnum):
    """The checks that are made."""

    SIGNATURE = "signature"
    """The head of an export was signed by a key that the auditor trusts."""
    ORDER = "order"
    """The versions are 1, 2, 3 ... and each command has all its events."""
    FORM = "form"
    """The bytes are a stored event, written in the one way that there is, and each part of it holds what it should."""
    CHAIN = "chain"
    """The hash of the event and all before it, over the bytes as they are stored."""
    COMMITMENT = "commitment"
    """The seed is the one that the creation of the game committed to."""
    PRIVATE = "private"
    """A private part has its hash."""
    DRAW = "draw"
    """A value of chance, drawn again from the seed and the nonces."""
    FOLD = "fold"
    """The event can be folded onto the game."""
    DECISION = "decision"
    """The game can be asked for, and the command, decided again, makes the events that are stored."""
    HEAD = "head"
    """The game is as long as a signed head says, and its chain is there what the head says."""


class Flaw(msgspec.Struct, frozen=True):
    """Something that is wrong."""

    version: int
    """The first bad version."""
    check: Check
    """The check that says so."""
    why: str


class FlawFound(Exception):
    """A check failed, and there is no going on."""

    def __init__(self, version: int, check: Check, why: str) -> None:
        super().__init__(f"version {version}: {check}: {why}")
        self.flaw = Flaw(version, check, why)


class Report(msgspec.Struct):
    """What was found in one game."""

    game_id: str
    version: int = 0
    """How many events were found right."""
    over: bool = False
    passed: Counter[Check] = msgspec.field(default_factory=Counter)
    draws: Counter[str] = msgspec.field(default_factory=Counter)
    """How many values of chance were drawn again, by purpose."""
    hidden: int = 0
    """Private parts that were not shown, so that they could not be checked."""
    undrawn: int = 0
    """Draws that could not be checked, for the seed was not told."""
    not_decided: Counter[int] = msgspec.field(default_factory=Counter)
    """Commands that were not decided again, by the version of the rules that decided them; no fault."""
    undecidable: int = 0
    """Commands that could not be decided again, for something of the game was not shown."""
    flaw: Flaw | None = None


def sum_of(reports: Iterable[Report]) -> Report:
    """Sum up what was checked in many games; what is wrong with any of them is left out."""
    summed = Report("")
    for report in reports:
        summed.version += report.version
        summed.passed += report.passed
        summed.draws += report.draws
        summed.not_decided += report.not_decided
        summed.hidden += report.hidden
        summed.undrawn += report.undrawn
        summed.undecidable += report.undecidable
    return summed
