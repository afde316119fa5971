"""A game told while it is played: a few lines for each turn, with what a reader wants to know and no more."""

import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from service.bots.messages import body_of
from service.cli.canvas import seat_style, styled
from service.cli.event_text import tell_event
from service.cli.words import Places
from settlers.v1 import game_pb2

WIDTH = 100
INDENT = " " * 10

UNTOLD = frozenset(
    (
        "game_created",
        "supplies_laid_out",
        "pyramid_laid_out",
        "board_laid",
        "prompts_changed",
        "resources_paid",
        "route_changed",
        "turn_ended",
        "trade_accepted",
        "trade_declined",
        "trade_answer_fell",
        "trade_withdrawn",
        "trade_fell",
        "game_ended",
        "hand_shown",
        "seed_revealed",
    )
)
"""Kinds of events that say nothing new to who reads the others, or that belong to the end."""


class Narrator:
    """Tells a game turn by turn; ``say`` gets the lines of each turn when it is over."""

    def __init__(self, view: game_pb2.GameView, say: Callable[[list[str]], None]) -> None:
        self.places = Places(view.board)
        self._say = say
        self._turn = view.turn.turn
        self._seat = view.turn.seat
        self._opening: list[str] = []
        self._deeds: list[str] = []
        self._told = {score.seat: score.total for score in view.scores.scores}
        self._points = dict(self._told)

    def tell(self, recorded: game_pb2.RecordedEvent) -> None:
        """Take in the next event."""
        kind, body = recorded.event.WhichOneof("event"), body_of(recorded.event)
        if kind == "turn_started":
            self.finish_turn()
            self._turn, self._seat = body.turn, body.seat
        elif kind == "points_changed":
            self._points[body.seat] = body.total
        elif kind not in UNTOLD and not self._says_nothing(kind, body):
            if kind == "settlement_built" and not self._turn:
                # Before the first turn each settlement begins what its seat does.
                self.finish_turn()
                self._seat = body.seat
            self._add(kind or "", self._clause(recorded.event))

    def _says_nothing(self, kind: str | None, body: Any) -> bool:
        """Whether it is what every seat starts with, or what nobody got."""
        return (kind == "coins_received" and not self._seat) or (kind == "coins_produced" and not body.gains)

    def finish_turn(self) -> None:
        """Say what happened in the turn that ends; nothing if nothing did."""
        points = list(self._points_changed())
        self._deeds += points if self._turn else []
        if self._opening or self._deeds:
            title = f"turn {self._turn:<4} " if self._turn else "setup     "
            opening = "; ".join(_shortened(self._opening))
            lines = _wrap(f"{title}seat {self._seat} {opening}") if opening else []
            lines += _wrap(INDENT + "; ".join(_shortened(self._deeds))) if self._deeds else []
            self._say([_colored(line) for line in lines])
        self._opening, self._deeds = [], []

    def _clause(self, event: game_pb2.Event) -> str:
        """Tell an event more shortly than alone: the seat in turn need not be named, nor the number of a path."""
        clause = tell_event(event, self.places).removeprefix(f"seat {self._seat} ")
        clause = re.sub(r" (on path \d+|from path \d+ to path \d+)$", "", clause)
        return re.sub(r"^(offers .*) to seats? .*", r"\1 in vain", clause)

    def _add(self, kind: str, clause: str) -> None:
        """Put a clause to what the turn began with, up to the roll, or to what the seat made of it."""
        if kind == "resources_produced" and self._opening and self._opening[-1].startswith("rolls "):
            self._opening[-1] += f": {clause}"
        elif kind == "coins_produced" and self._opening and self._opening[-1].startswith("rolls "):
            if ": " in self._opening[-1]:
                # After what another seat got it must be said again who is meant.
                whose = "" if clause.startswith("seat ") else f"seat {self._seat} "
                self._opening[-1] += f", {whose}{clause}"
            else:
                self._opening[-1] += f": {clause}"
        elif kind == "trade_made" and self._deeds and self._deeds[-1].startswith("offers "):
            # The offer was taken, so the deal says it all.
            self._deeds[-1] = clause
        elif not self._turn or kind == "dice_rolled" or not self._rolled:
            self._opening.append(clause)
        else:
            self._deeds.append(clause)

    @property
    def _rolled(self) -> bool:
        return any(clause.startswith("rolls ") for clause in self._opening)

    def _points_changed(self) -> Iterator[str]:
        for seat, total in self._points.items():
            if total != self._told.get(seat, 0):
                whose = "now has" if seat == self._seat else f"seat {seat} now has"
                yield f"{whose} {total} points"
        self._told = dict(self._points)


def _shortened(clauses: list[str]) -> Iterator[str]:
    """Say once what was done several times in a row."""
    for clause, same in groupby(clauses):
        times = len(list(same))
        yield clause if times == 1 else f"{clause} twice" if times == 2 else f"{clause} {times} times"


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=INDENT + "  ", drop_whitespace=True)


def _colored(line: str) -> str:
    """Put the names of seats in their colours."""
    return re.sub(r"seat (\d+)", lambda found: styled(found[0], seat_style(int(found[1]))), line)
