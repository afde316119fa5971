"""A game at one version as a page shows it: the picture of the board, what each seat has, and all of it in words."""

import re
from collections.abc import Iterable, Iterator

import click
import msgspec

from service.bots import Client
from service.cli.standing_text import MARGIN, bank_line, standing_lines
from service.pictures import draw
from service.pictures.flow import Item
from service.pictures.standing import hand_items, seat_items
from service.pictures.theme import seat_style
from service.pictures.words import Words
from service.texts.standing import turn_text
from service.texts.words import capitalized, seat_name
from service.web.asking import Asked
from settlers.v1 import game_pb2


class Thing(msgspec.Struct, frozen=True):
    """Something that a seat or the bank has."""

    icon: str
    """The name of its drawing in the picture."""
    words: str
    """What is written beside it: a number, or a word."""
    label: str
    """What it is, for who points at it or does not see it."""
    strong: bool = False
    """Whether only one seat has it."""


class Seat(msgspec.Struct, frozen=True):
    """What a seat has, as far as the viewer sees it."""

    seat: int
    name: str
    player: str
    standing: str
    """Its points; what it has built where points do not count."""
    label: str
    """Who sits there, and whether it is his turn, or his game."""
    acting: bool
    won: bool
    fill: str
    ink: str
    things: tuple[Thing, ...]
    hand: tuple[Thing, ...]
    """Its cards, for who sees them."""


class Moment(msgspec.Struct, frozen=True):
    """A game at one version."""

    version: int
    scenario: str
    subtitle: str
    over: bool
    turn: str
    """Whose turn it is, and for whom the game waits."""
    offer: str
    """What is offered; empty where nothing is."""
    seats: tuple[Seat, ...]
    bank: tuple[Thing, ...]
    notes: tuple[tuple[str, str], ...]
    """What a scenario has beyond the classic game, each under its name."""
    words: tuple[str, ...]
    """How the game stands, as `settlers show` says it."""
    picture: str
    """An SVG document."""


def look(client: Client, asked: Asked, version: int | None) -> game_pb2.GameView:
    """Look at a game at a version, or as it is; raises what the client does."""
    return client.view(asked.game_id, asked.viewer, version=version)


def show_moment(view: game_pb2.GameView, language: str) -> Moment:
    """Show a view."""
    words = Words(view, language)
    lines = [*standing_lines(view, language), bank_line(view, language)]
    return Moment(
        version=view.version,
        scenario=words.scenario(),
        subtitle=capitalized(words.subtitle()),
        over=view.turn.over,
        turn=turn_text(words.texts, view.turn),
        offer=words.offer() if view.trading.HasField("offer") else "",
        seats=tuple(_seat(view, words, seat) for seat in range(1, view.table.seats + 1)),
        bank=tuple(_bank(view, words)),
        notes=tuple(_notes(view, words)),
        words=tuple(_unwrapped(map(click.unstyle, lines))),
        picture=draw(view, language),
    )


def _unwrapped(lines: Iterable[str]) -> list[str]:
    """Put lines together that were broken for a terminal."""
    found: list[str] = []
    for line in lines:
        text = re.sub(" {2,}", " – ", line.strip())
        if line.startswith(f"{MARGIN} "):
            found[-1] += f" {text}"
        else:
            found.append(text)
    return found


def _seat(view: game_pb2.GameView, words: Words, seat: int) -> Seat:
    players, style = view.table.players, seat_style(seat)
    acting, won = view.turn.seat == seat and not view.turn.over, seat in view.turn.winners
    return Seat(
        seat=seat,
        name=capitalized(seat_name(words.texts, seat)),
        player=players[seat - 1] if seat <= len(players) else "",
        standing=words.standing(seat)[0],
        label=words.seat_card(seat, acting=acting, won=won),
        acting=acting,
        won=won,
        fill=style.fill,
        ink=style.ink,
        things=_things(seat_items(view, words, seat)),
        hand=_things(hand_items(view, words, seat)),
    )


def _things(items: Iterable[Item]) -> tuple[Thing, ...]:
    return tuple(
        Thing(item.icon.get("href", "").removeprefix("#"), item.words, item.title, item.strong)
        for item in items
        if item.icon is not None
    )


def _bank(view: game_pb2.GameView, words: Words) -> Iterator[Thing]:
    bank = view.hands.bank
    for field in bank.DESCRIPTOR.fields:
        count = getattr(bank, field.name)
        yield Thing(f"icon-{field.name}", str(count), words.bag(field.name, count))
    if view.HasField("development"):
        deck = view.development.deck
        yield Thing("icon-development", str(deck), words.cards("show-development-cards", deck))


def _notes(view: game_pb2.GameView, words: Words) -> Iterator[tuple[str, str]]:
    """Say how far it is with what a scenario has beyond the classic game."""
    if view.HasField("pyramid"):
        yield words.title("show-label-pyramid"), words.pyramid()
    if view.HasField("march"):
        yield words.title("show-label-march"), words.march()
        if view.march.HasField("event"):
            yield words.title("show-label-event"), words.bidding()
    if view.HasField("supply"):
        yield words.title("show-label-supply"), words.say("show-supply", left=view.supply.left)
    if view.HasField("unknown"):
        yield words.title("show-label-unknown"), words.unknown()
