"""A game told while it is played: a few lines for each turn, with what a reader wants to know and no more."""

import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from service.bots.messages import body_of
from service.cli.canvas import seat_style, styled
from service.cli.event_text import knights_text, tell_event
from service.cli.words import MARCH_EVENTS, Places, count_text
from settlers.v1 import alexander_pb2, game_pb2

WIDTH = 100
INDENT = " " * 10

UNTOLD = frozenset(
    (
        "game_created",
        "supplies_laid_out",
        "pyramid_laid_out",
        "supply_stack_laid_out",
        "supply_cards_drawn",
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


class March:
    """What happens on Alexander's way in a turn, told in clauses that go on from each other.

    Each names the seat that it is about, for all seats have a part in it. ``goes_on`` tells whether seats bid or pay.
    """

    KINDS = frozenset(
        (
            "alexander_moved",
            "event_chip_revealed",
            "bidding_opened",
            "bid_passed",
            "event_resolved",
            "advisor_card_taken",
        )
    )
    """The kinds of events that belong to it at any time."""

    def __init__(self, *, goes_on: bool) -> None:
        self.clauses: list[str] = []
        self.goes_on = goes_on

    def add(self, event: game_pb2.Event, places: Places) -> None:
        """Take in what happened."""
        kind, body = event.WhichOneof("event") or "", body_of(event)
        if kind == "bidding_opened":
            self._open(body)
        elif kind == "event_chip_revealed":
            counted = f", in which {knights_text(body.knights)}" if any(body.knights) else ""
            self._go_on(f": a {MARCH_EVENTS.get(body.chip, '?')}{counted}")
        elif kind == "event_chip_won":
            self._go_on(" and takes the chip")
        elif kind == "settlement_built":
            self._go_on(" and builds a settlement there")
        elif kind == "temple_forgone":
            self._go_on(" and builds nothing there")
        elif kind == "bid_made" and self.clauses and re.search(r"bids \d+$", self.clauses[-1]):
            self._go_on(f", {tell_event(event, places)}")
        elif kind == "event_resolved" or (kind == "bidding_ended" and not body.seat):
            self.goes_on = False
            self.clauses += ["nobody bids"] if kind == "bidding_ended" else []
        elif kind not in ("bid_passed", "bidding_ended"):
            self.clauses.append(tell_event(event, places).removesuffix(" for its bid"))

    def _open(self, bidding: Any) -> None:
        self.goes_on = True
        if not self.clauses or not self.clauses[-1].startswith("Alexander "):
            self.clauses.append(f"the bidding for the {MARCH_EVENTS.get(bidding.event, '?')} begins anew")
        elif bidding.event == alexander_pb2.MARCH_EVENT_SETTLEMENT:
            self._go_on(": a temple")

    def _go_on(self, text: str) -> None:
        """Go on with the last clause; where the telling began after it, with whom it was about left open."""
        self.clauses[-1:] = [f"{self.clauses[-1] if self.clauses else '...'}{text}"]


class Narrator:
    """Tells a game turn by turn; ``say`` gets the lines of each turn when it is over."""

    def __init__(self, view: game_pb2.GameView, say: Callable[[list[str]], None]) -> None:
        self.places = Places(view.board)
        self._say = say
        self._turn = view.turn.turn
        self._seat = view.turn.seat
        self._opening: list[str] = []
        self._before: list[str] = []
        self._march = March(goes_on=view.march.HasField("event") and bool(view.turn.prompts))
        self._deeds: list[str] = []
        self._told = {score.seat: score.total for score in view.scores.scores}
        self._points = dict(self._told)

    def tell(self, recorded: game_pb2.RecordedEvent) -> None:
        """Take in the next event."""
        self._tell(recorded)
        if recorded.event.HasField("hex_revealed"):
            self.places = self.places.with_hex(recorded.event.hex_revealed)

    def _tell(self, recorded: game_pb2.RecordedEvent) -> None:
        kind, body = recorded.event.WhichOneof("event"), body_of(recorded.event)
        if kind == "turn_started":
            self.finish_turn()
            self._turn, self._seat = body.turn, body.seat
        elif kind == "points_changed":
            self._points[body.seat] = body.total
        elif kind in March.KINDS or (self._march.goes_on and kind not in UNTOLD):
            if not self._march.clauses:
                self._before, self._deeds = self._deeds, []
            self._march.add(recorded.event, self.places)
        elif kind not in UNTOLD and not self._says_nothing(kind, body):
            if kind == "settlement_built" and not self._turn:
                # Before the first turn each settlement begins what its seat does.
                self.finish_turn()
                self._seat = body.seat
            self._add(kind or "", self._clause(recorded.event))

    def _says_nothing(self, kind: str | None, body: Any) -> bool:
        """Whether it is what every seat starts with, what nobody got, or a hex that lies open from the start."""
        return (
            (kind == "coins_received" and not self._seat)
            or (kind == "coins_produced" and not body.gains)
            or (kind == "hex_revealed" and not body.seat)
        )

    def finish_turn(self) -> None:
        """Say what happened in the turn that ends; nothing if nothing did."""
        points = list(self._points_changed())
        self._deeds += points if self._turn else []
        told = (self._opening, self._before, self._march.clauses, self._deeds)
        parts = ["; ".join(_shortened(clauses)) for clauses in told if clauses]
        if parts:
            title = f"turn {self._turn:<4} " if self._turn else "setup     "
            lines = _wrap(f"{title}seat {self._seat}{' ' if self._opening else ': '}{parts[0]}")
            for part in parts[1:]:
                lines += _wrap(INDENT + part)
            self._say([_colored(line) for line in lines])
        self._opening, self._before, self._deeds = [], [], []
        self._march = March(goes_on=False)

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
        elif not self._turn or kind == "dice_rolled" or not (self._begun or kind == "supply_ended"):
            self._opening.append(clause)
        else:
            self._deeds.append(clause)

    @property
    def _begun(self) -> bool:
        """Whether the dice are rolled, or Alexander, in a turn without a roll, is on his way."""
        return bool(self._march.clauses) or any(clause.startswith("rolls ") for clause in self._opening)

    def _points_changed(self) -> Iterator[str]:
        for seat, total in self._points.items():
            if total != self._told.get(seat, 0):
                whose = "now has" if seat == self._seat else f"seat {seat} now has"
                yield f"{whose} {count_text(total, 'point')}"
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
