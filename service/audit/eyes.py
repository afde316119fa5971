"""For whose eyes records are, by the words that stand in the head of an export."""

import re

from domain.engine import Viewer
from domain.visibility import AUDITOR as AUDITORS
from domain.visibility import SPECTATOR as SPECTATORS

STORE, AUDITOR, SPECTATOR = "store", "auditor", "spectator"
"""A store's, which see everything, an auditor's, which miss the seed of a running game alone, and a spectator's."""

_EYES = re.compile(f"{STORE}|{AUDITOR}|{SPECTATOR}|seat [1-9]")


def name_of(viewer: Viewer | None) -> str:
    """Name the eyes of a viewer; None: those of a store."""
    if viewer is None:
        return STORE
    if viewer.auditor:
        return AUDITOR
    return f"seat {viewer.seat}" if viewer.seat else SPECTATOR


def viewer_of(eyes: str) -> Viewer | None:
    """Tell who has the eyes of a name; None: a store. Raises ``ValueError`` for a name that there is not."""
    if not _EYES.fullmatch(eyes):
        raise ValueError("there are no such eyes")
    known = {STORE: None, AUDITOR: AUDITORS, SPECTATOR: SPECTATORS}
    return known[eyes] if eyes in known else Viewer(int(eyes.removeprefix("seat ")))
