"""A game told while it is played: a few lines for each turn, with what a reader wants to know and no more."""

import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from service.cli.canvas import seat_style, styled
from service.texts import DEFAULT_LANGUAGE, Places, catalogue, say_event
from service.texts.words import in_row, seat_name
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


class Clause(NamedTuple):
    """A piece of a line, and the kind of the event with which it began."""

    kind: str
    text: str


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

    def __init__(self, language: str, *, goes_on: bool) -> None:
        self.clauses: list[Clause] = []
        self.goes_on = goes_on
        self._language = language
        self._texts = catalogue(language)

    def add(self, event: game_pb2.Event, places: Places) -> None:
        """Take in what happened."""
        kind = event.WhichOneof("event") or ""
        if kind == "bidding_opened":
            self._open(event)
        elif kind in ("event_chip_revealed", "event_chip_won", "temple_forgone"):
            self._go_on(say_event(event, self._language, places, form="after", before=self._last.text))
        elif kind == "settlement_built":
            self._go_on(self._texts.say("story-temple-built", before=self._last.text))
        elif kind == "bid_made" == self._last.kind:
            self._go_on(in_row(self._texts, (self._last.text, say_event(event, self._language))))
        elif kind == "event_resolved":
            self.goes_on = False
        elif kind == "bidding_ended":
            if not event.bidding_ended.seat:
                self.goes_on = False
                self.clauses.append(Clause(kind, say_event(event, self._language)))
        elif kind != "bid_passed":
            self.clauses.append(Clause(kind, say_event(event, self._language, places, form="short")))

    @property
    def _last(self) -> Clause:
        """The last clause; where the telling began after it, it is left open whom it was about."""
        return self.clauses[-1] if self.clauses else Clause("", "...")

    def _open(self, event: game_pb2.Event) -> None:
        self.goes_on = True
        if self._last.kind != "alexander_moved":
            self.clauses.append(Clause("bidding_opened", say_event(event, self._language, form="again")))
        elif event.bidding_opened.event == alexander_pb2.MARCH_EVENT_SETTLEMENT:
            self._go_on(say_event(event, self._language, form="after", before=self._last.text))

    def _go_on(self, text: str) -> None:
        """Put a longer clause in place of the last one."""
        self.clauses[-1:] = [Clause(self._last.kind, text)]


class Narrator:
    """Tells a game turn by turn; ``say`` gets the lines of each turn when it is over."""

    def __init__(
        self, view: game_pb2.GameView, say: Callable[[list[str]], None], language: str = DEFAULT_LANGUAGE
    ) -> None:
        self.places = Places(view.board, language)
        self._language = language
        self._texts = catalogue(language)
        self._say = say
        self._turn = view.turn.turn
        self._seat = view.turn.seat
        self._opening: list[Clause] = []
        self._yield_told = False
        self._before: list[Clause] = []
        self._march = March(language, goes_on=view.march.HasField("event") and bool(view.turn.prompts))
        self._deeds: list[Clause] = []
        self._told = {score.seat: score.total for score in view.scores.scores}
        self._points = dict(self._told)

    def tell(self, recorded: game_pb2.RecordedEvent) -> None:
        """Take in the next event."""
        self._tell(recorded.event)
        if recorded.event.HasField("hex_revealed"):
            self.places = self.places.with_hex(recorded.event.hex_revealed)

    def _tell(self, event: game_pb2.Event) -> None:
        kind = event.WhichOneof("event") or ""
        if kind == "turn_started":
            self.finish_turn()
            self._turn, self._seat = event.turn_started.turn, event.turn_started.seat
        elif kind == "points_changed":
            self._points[event.points_changed.seat] = event.points_changed.total
        elif kind in March.KINDS or (self._march.goes_on and kind not in UNTOLD):
            if not self._march.clauses:
                self._before, self._deeds = self._deeds, []
            self._march.add(event, self.places)
        elif kind not in UNTOLD and not self._says_nothing(event):
            if kind == "settlement_built" and not self._turn:
                # Before the first turn each settlement begins what its seat does.
                self.finish_turn()
                self._seat = event.settlement_built.seat
            self._add(kind, say_event(event, self._language, self.places, form="short"))

    def _says_nothing(self, event: game_pb2.Event) -> bool:
        """Whether it is what every seat starts with, what nobody got, or a hex that lies open from the start."""
        return (
            (event.HasField("coins_received") and not self._seat)
            or (event.HasField("coins_produced") and not event.coins_produced.gains)
            or (event.HasField("hex_revealed") and not event.hex_revealed.seat)
        )

    def finish_turn(self) -> None:
        """Say what happened in the turn that ends; nothing if nothing did."""
        points = [*self._points_changed()]
        self._deeds += points if self._turn else []
        told = (self._opening, self._before, self._march.clauses, self._deeds)
        parts = ["; ".join(self._shortened(clauses)) for clauses in told if clauses]
        if parts:
            say, turn = self._texts.say, self._turn
            title = f"{say('story-turn', turn=turn) if turn else say('story-setup'):<9} "
            seat = seat_name(self._texts, self._seat)
            lines = _wrap(f"{title}{seat}{' ' if self._opening else ': '}{parts[0]}")
            for part in parts[1:]:
                lines += _wrap(INDENT + part)
            self._say([self._colored(line) for line in lines])
        self._opening, self._yield_told, self._before, self._deeds = [], False, [], []
        self._march = March(self._language, goes_on=False)

    def _short(self, sentence: str) -> str:
        """Leave the seat in turn out where a sentence begins with it: it need not be named."""
        return sentence.removeprefix(f"{seat_name(self._texts, self._seat)} ")

    def _add(self, kind: str, sentence: str) -> None:
        """Put a sentence to what the turn began with, up to the roll, or to what the seat made of it."""
        clause = Clause(kind, self._short(sentence))
        if kind in ("resources_produced", "coins_produced") and self._opening and self._rolled(self._opening[-1]):
            roll = self._opening[-1].text
            # After what another seat got it must be said again who is meant.
            longer = f"{roll}, {sentence}" if self._yield_told else f"{roll}: {clause.text}"
            self._opening[-1] = Clause("dice_rolled", longer)
            self._yield_told = True
        elif kind == "trade_made" and self._deeds and self._deeds[-1].kind == "trade_offered":
            # The offer was taken, so the deal says it all.
            self._deeds[-1] = clause
        elif not self._turn or self._rolled(clause) or not (self._begun or kind == "supply_ended"):
            self._opening.append(clause)
        else:
            self._deeds.append(clause)

    @staticmethod
    def _rolled(clause: Clause) -> bool:
        return clause.kind == "dice_rolled"

    @property
    def _begun(self) -> bool:
        """Whether the dice are rolled, or Alexander, in a turn without a roll, is on his way."""
        return bool(self._march.clauses) or any(map(self._rolled, self._opening))

    def _points_changed(self) -> Iterator[Clause]:
        for seat, total in self._points.items():
            if total != self._told.get(seat, 0):
                sentence = self._texts.say("points-changed.short", seat=seat, total=total)
                yield Clause("points_changed", self._short(sentence))
        self._told = dict(self._points)

    def _shortened(self, clauses: list[Clause]) -> Iterator[str]:
        """Say once what was done several times in a row."""
        for text, same in groupby(clause.text for clause in clauses):
            times = len([*same])
            yield text if times == 1 else self._texts.say("story-times", clause=text, count=times)

    def _colored(self, line: str) -> str:
        """Put the names of seats in their colours, in whatever case they stand."""
        name = re.escape(seat_name(self._texts, 0).removesuffix(" 0"))
        return re.sub(rf"{name}\w* (\d+)", lambda found: styled(found[0], seat_style(int(found[1]))), line)


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=INDENT + "  ", drop_whitespace=True)
