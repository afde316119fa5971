"""The panel beside the board: what is played, whose turn it is, what each seat has, and what the scenario adds."""

from collections.abc import Sequence

from service.pictures import words
from service.pictures.flow import Item, shortened, stacked, text_width, wrapped
from service.pictures.geometry import Span
from service.pictures.pieces import road, settlement
from service.pictures.pyramid import draw_pyramid
from service.pictures.standing import hand_items, seat_items
from service.pictures.svg import Element, group, node, text, use
from service.pictures.theme import CARD, FADED, HAIRLINE, INK, TITLES, seat_style
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


def draw_panel(view: game_pb2.GameView, x: float, y: float) -> tuple[list[Element], float]:
    """Draw the panel from a place on; gives it, and how far down it goes."""
    sheet = _Sheet(x, y)
    scenario = words.SCENARIOS.get(view.table.scenario, view.table.scenario)
    sheet.write(scenario, 30, font_family=TITLES, font_weight="bold", fill=INK)
    sheet.write(words.subtitle(view), 13, fill=FADED)
    sheet.y += 6
    _turn(sheet, view)
    for seat in range(1, view.table.seats + 1):
        _seat(sheet, view, seat)
    _bank(sheet, view)
    if view.HasField("pyramid"):
        _pyramid(sheet, view)
    if view.HasField("march"):
        _march(sheet, view)
    if view.HasField("unknown") and view.unknown.hexes:
        _unknown(sheet, view)
    return sheet.drawn, sheet.y - _GAP


def _turn(sheet: _Sheet, view: game_pb2.GameView) -> None:
    said = words.turn_words(view.turn)
    top = sheet.y
    sheet.write(said, 16, font_weight="bold", fill=INK)
    left = sheet.x + text_width(said, 16) + 26
    for value in () if view.turn.over else view.turn.dice:
        sheet.drawn.append(_die(value, left, top + 13))
        left += 28
    if waiting := words.waiting_words(view.turn.prompts):
        sheet.write(waiting, 13, fill=FADED)
    if view.trading.HasField("offer"):
        sheet.write(words.offer_words(view.trading.offer), 13, fill=FADED)
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


def _seat(sheet: _Sheet, view: game_pb2.GameView, seat: int) -> None:
    x, y = sheet.x, sheet.y
    acting = view.turn.seat == seat and not view.turn.over
    won = seat in view.turn.winners
    player = view.table.players[seat - 1] if seat <= len(view.table.players) else ""
    name = words.seat_name(seat, player)
    right, size = words.standing_words(view, seat)
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
        content.append(use("icon-crown", x + WIDTH - _PAD - text_width(right, size) * 1.15 - 17, y + 21, scale=1.3))
    drawn, height = stacked([seat_items(view, seat), hand_items(view, seat)], x + _PAD, y + 41, WIDTH - 2 * _PAD)
    bar = node("rect", x=x + 1.5, y=y + 8, width=5, height=height + 33, rx=2.5, fill=seat_style(seat).fill, stroke=INK)
    if acting or won:
        content.insert(0, bar)
    said = words.seat_title(seat, player, acting=acting, won=won)
    sheet.card(said, [*content, *drawn], height + 41 + 7, seat=seat, strong=acting or won)


def _titled(sheet: _Sheet, title: str, note: str = "") -> list[Element]:
    """Make the head of a card."""
    parts = [text(sheet.x + _PAD, sheet.y + 22, title, 14, text_anchor="start", font_weight="bold", fill=INK)]
    if note:
        parts.append(text(sheet.x + WIDTH - _PAD, sheet.y + 22, note, 12.5, text_anchor="end", fill=FADED))
    return parts


def _bank(sheet: _Sheet, view: game_pb2.GameView) -> None:
    items = [
        Item(use(f"icon-{name}", 0, 0), str(getattr(view.hands.bank, name)), f"Bank: {name}")
        for name in words.RESOURCES
    ]
    if view.HasField("development"):
        left = words.counted(view.development.deck, "development card")
        items.append(Item(use("icon-development", 0, 0), str(view.development.deck), f"Deck: {left}"))
    more = []
    if view.HasField("supply"):
        more.append(Item(use("icon-cards", 0, 0), words.supply_words(view.supply)))
    head = [text(sheet.x + _PAD, sheet.y + 22, words.BANK, 14, text_anchor="start", font_weight="bold", fill=INK)]
    drawn, height = stacked([items, more], sheet.x + _PAD + 50, sheet.y + 6, WIDTH - 2 * _PAD - 50)
    sheet.card(words.BANK, [*head, *drawn], height + 12)


def _pyramid(sheet: _Sheet, view: game_pb2.GameView) -> None:
    pyramid = view.pyramid
    head = _titled(sheet, words.PYRAMID, words.pyramid_words(pyramid))
    inner = WIDTH - 2 * _PAD
    drawn, height = draw_pyramid(pyramid, sheet.x + WIDTH / 2, sheet.y + 34 + 17 * len(pyramid.levels), inner)
    sheet.card(words.PYRAMID, [*head, *drawn], height + 34 + 12)


def _march(sheet: _Sheet, view: game_pb2.GameView) -> None:
    content = _titled(sheet, words.MARCH)
    content.append(
        text(sheet.x + _PAD, sheet.y + 42, words.march_words(view), 12.5, text_anchor="start", fill=FADED),
    )
    height = 52.0
    if view.march.HasField("event"):
        event = words.EVENTS.get(view.march.event, "?").capitalize()
        item = Item(use("stop-event", 0, 0, scale=0.8), f"{event}: {words.bidding_words(view.bidding)}")
        drawn, taken = stacked([[item]], sheet.x + _PAD, sheet.y + height, WIDTH - 2 * _PAD)
        content += drawn
        height += taken + 4
    sheet.card(words.MARCH, content, height)


def _unknown(sheet: _Sheet, view: game_pb2.GameView) -> None:
    head = _titled(sheet, words.FACE_DOWN, words.counted(view.unknown.hexes, "hex", "hexes"))
    width = WIDTH - 2 * _PAD
    lines = [line for said in words.unknown_words(view.unknown) for line in wrapped(said, 12.5, width)]
    told = [
        text(sheet.x + _PAD, sheet.y + 42 + 17 * n, line, 12.5, text_anchor="start", fill=FADED)
        for n, line in enumerate(lines)
    ]
    sheet.card(words.FACE_DOWN, [*head, *told], 36 + 17 * len(lines))
