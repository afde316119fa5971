"""The panel beside the board: what is played, whose turn it is, what each seat has, and what the scenario adds."""

from collections.abc import Sequence

from service.pictures.flow import Item, shortened, stacked, text_width, wrapped
from service.pictures.geometry import Span
from service.pictures.pieces import road, settlement
from service.pictures.pyramid import draw_pyramid
from service.pictures.standing import hand_items, seat_items
from service.pictures.svg import Element, group, node, text, use
from service.pictures.theme import CARD, FADED, HAIRLINE, INK, TITLES, seat_style
from service.pictures.words import Words
from service.texts.words import capitalized
from settlers.v1 import game_pb2

WIDTH = 372.0
"""Pixels of the panel."""

_PAD = 14.0
_GAP = 9.0


class _Sheet:
    """A column that is filled from above."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y
        self.drawn: list[Element] = []

    def write(self, content: str, size: float, **attributes: object) -> None:
        """Write a text, in as many lines as it takes."""
        for line in wrapped(content, size, WIDTH):
            self.y += size * 1.18
            self.drawn.append(text(self.x, self.y, line, size, text_anchor="start", **attributes))
        self.y += size * 0.3

    def card(
        self, title: str, content: Sequence[Element], height: float, *, seat: int | None = None, strong: bool = False
    ) -> None:
        """Put a card below, of a height; its content is set already. Strong is who is in turn, or has won."""
        edge = {"stroke": INK, "stroke_width": 2.4} if strong else {"stroke": HAIRLINE, "stroke_width": 1.2}
        box = node("rect", x=self.x, y=self.y, width=WIDTH, height=height, rx=9, fill=CARD, **edge)
        self.drawn.append(group(box, *content, title=title, data_seat_card=seat))
        self.y += height + _GAP


def draw_panel(view: game_pb2.GameView, words: Words, x: float, y: float) -> tuple[list[Element], float]:
    """Draw the panel from a place on; gives it, and how far down it goes."""
    sheet = _Sheet(x, y)
    sheet.write(words.scenario(), 30, font_family=TITLES, font_weight="bold", fill=INK)
    sheet.write(words.subtitle(), 13, fill=FADED)
    sheet.y += 6
    _turn(sheet, view, words)
    for seat in range(1, view.table.seats + 1):
        _seat(sheet, view, words, seat)
    _bank(sheet, view, words)
    if view.HasField("pyramid"):
        _pyramid(sheet, view, words)
    if view.HasField("march"):
        _march(sheet, view, words)
    if view.HasField("unknown") and view.unknown.hexes:
        _unknown(sheet, view, words)
    return sheet.drawn, sheet.y - _GAP


def _turn(sheet: _Sheet, view: game_pb2.GameView, words: Words) -> None:
    said = words.turn()
    top = sheet.y
    sheet.write(said, 16, font_weight="bold", fill=INK)
    left = sheet.x + text_width(said, 16) + 26
    for value in () if view.turn.over else view.turn.dice:
        sheet.drawn.append(_die(value, left, top + 13))
        left += 28
    if waiting := words.waiting():
        sheet.write(waiting, 13, fill=FADED)
    if view.trading.HasField("offer"):
        sheet.write(words.offer(), 13, fill=FADED)
    sheet.y += 9


_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where the pips of a die lie, on the keys of a telephone."""


def _die(value: int, x: float, y: float) -> Element:
    places = [((int(key) - 1) % 3 - 1, (int(key) - 1) // 3 - 1) for key in _PIPS.get(value, "")]
    return group(
        node("rect", x=x - 11, y=y - 11, width=22, height=22, rx=5, fill="#ffffff", stroke=INK, stroke_width=1.4),
        *(node("circle", cx=x + 5.6 * dx, cy=y + 5.6 * dy, r=2.1, fill=INK) for dx, dy in places),
        title=str(value),
    )


def _seat(sheet: _Sheet, view: game_pb2.GameView, words: Words, seat: int) -> None:
    x, y = sheet.x, sheet.y
    acting = view.turn.seat == seat and not view.turn.over
    won = seat in view.turn.winners
    name = words.seat(seat)
    right, size = words.standing(seat)
    room = WIDTH - 84 - _PAD - text_width(right, size) - (30 if won else 0) - 12
    content: list[Element] = [
        settlement(seat, x + 22, y + 22),
        road(seat, Span(x + 56, y + 25, 1, 0)),
        text(
            x + 82,
            y + 27,
            shortened(name, 16.5, room),
            15,
            text_anchor="start",
            font_weight="bold",
            fill=INK,
        ),
        text(
            x + WIDTH - _PAD,
            y + 20 + size * 0.4,
            right,
            size,
            text_anchor="end",
            font_weight="bold" if size > 16 else None,
            font_family=TITLES if size > 16 else None,
            fill=INK,
        ),
    ]
    if won:
        content.append(use("icon-crown", x + WIDTH - _PAD - text_width(right, size) * 1.3 - 17, y + 21, scale=1.3))
    drawn, height = stacked(
        [seat_items(view, words, seat), hand_items(view, words, seat)], x + _PAD, y + 41, WIDTH - 2 * _PAD
    )
    bar = node("rect", x=x + 1.5, y=y + 8, width=5, height=height + 33, rx=2.5, fill=seat_style(seat).fill, stroke=INK)
    if acting or won:
        content.insert(0, bar)
    said = words.seat_card(seat, acting=acting, won=won)
    sheet.card(said, [*content, *drawn], height + 41 + 7, seat=seat, strong=acting or won)


def _headed(sheet: _Sheet, title: str, *notes: str) -> tuple[list[Element], float]:
    """Make the head of a card: its title, and notes below; gives it, and its height."""
    parts = [text(sheet.x + _PAD, sheet.y + 22, title, 14, text_anchor="start", font_weight="bold", fill=INK)]
    height = 33.0
    for line in (line for note in notes for line in wrapped(note, 12.5, WIDTH - 2 * _PAD)):
        parts.append(text(sheet.x + _PAD, sheet.y + height + 8, line, 12.5, text_anchor="start", fill=FADED))
        height += 17
    return parts, height


def _bank(sheet: _Sheet, view: game_pb2.GameView, words: Words) -> None:
    title = words.title("show-label-bank")
    items = []
    for field in view.hands.bank.DESCRIPTOR.fields:
        count = getattr(view.hands.bank, field.name)
        told = words.in_whole("show-label-bank", words.bag(field.name, count))
        items.append(Item(use(f"icon-{field.name}", 0, 0), str(count), told))
    if view.HasField("development"):
        told = words.in_whole("show-label-bank", words.cards("show-development-cards", view.development.deck))
        items.append(Item(use("icon-development", 0, 0), str(view.development.deck), told))
    more = []
    if view.HasField("supply"):
        left = words.in_whole("show-label-supply", words.say("show-supply", left=view.supply.left))
        more.append(Item(use("icon-cards", 0, 0), left))
    head, _ = _headed(sheet, title)
    drawn, height = stacked([items, more], sheet.x + _PAD + 50, sheet.y + 6, WIDTH - 2 * _PAD - 50)
    sheet.card(title, [*head, *drawn], height + 12)


def _pyramid(sheet: _Sheet, view: game_pb2.GameView, words: Words) -> None:
    title, pyramid = words.title("show-label-pyramid"), view.pyramid
    head, top = _headed(sheet, title, capitalized(words.pyramid()), words.say("picture-whose"))
    foot = sheet.y + top + 4 + 17 * len(pyramid.levels)
    drawn, height = draw_pyramid(pyramid, words, sheet.x + WIDTH / 2, foot, WIDTH - 2 * _PAD)
    sheet.card(title, [*head, *drawn], top + 4 + height + 12)


def _march(sheet: _Sheet, view: game_pb2.GameView, words: Words) -> None:
    title = words.say("picture-march")
    content, height = _headed(sheet, title, words.march())
    if view.march.HasField("event"):
        content.append(use("stop-event", sheet.x + _PAD + 8, sheet.y + height + 12, scale=0.8))
        for line in wrapped(words.bidding(), 12.5, WIDTH - 2 * _PAD - 22):
            content.append(text(sheet.x + _PAD + 22, sheet.y + height + 16, line, 12.5, text_anchor="start", fill=INK))
            height += 17
        height += 6
    sheet.card(title, content, height + 4)


def _unknown(sheet: _Sheet, view: game_pb2.GameView, words: Words) -> None:
    title = words.title("picture-face-down")
    head, height = _headed(sheet, title, words.unknown())
    sheet.card(title, head, height + 4)
