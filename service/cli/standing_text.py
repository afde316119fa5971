"""How a game stands, in words: whose turn it is, what each seat has and by what it has its points."""

import textwrap
from collections.abc import Iterator

from service.cli.canvas import STRONG, seat_style, styled
from service.texts import DEFAULT_LANGUAGE, Catalogue, catalogue
from service.texts.standing import (
    buildings_text,
    cards_text,
    event_text,
    march_text,
    pyramid_text,
    turn_text,
    unknown_text,
)
from service.texts.words import bag_size, bag_text, in_row, seat_name, word
from settlers.v1 import game_pb2, views_pb2

WIDTH = 100
MARGIN = " " * 8

_TIE = "\N{NO-BREAK SPACE}"


def turn_line(view: game_pb2.GameView, language: str = DEFAULT_LANGUAGE) -> str:
    """Say whose turn it is and who must act, or who won."""
    return turn_text(catalogue(language), view.turn)


def standing_lines(view: game_pb2.GameView, language: str = DEFAULT_LANGUAGE) -> Iterator[str]:
    """Say of each seat its points with their causes, and then what it has as far as the viewer sees it.

    Where a pyramid is built, a line says how far it is; where Alexander marches, some lines say so of him, of the event
    that is not over, and of the supply stack. In The Great Race points do not count: of each seat it is said what it
    has built, and last what still lies face down.
    """
    texts = catalogue(language)
    hands = {hand.seat: hand for hand in view.hands.hands}
    development = {hand.seat: hand for hand in view.development.hands}
    for score in view.scores.scores:
        seat = score.seat
        hidden = development[seat].cards.victory_point if seat in development else 0
        standing = buildings_text(texts, view, seat) if view.HasField("unknown") else _points(texts, score, hidden)
        won = styled(f"   {texts.say('show-won')}", STRONG) if seat in view.turn.winners else ""
        yield f"{styled(seat_name(texts, seat), seat_style(seat))}  {standing}{won}"
        cards = []
        if seat in hands:
            hand = hands[seat]
            seen = hand.cards if hand.HasField("cards") else None
            cards.append(cards_text(texts, "show-resource-cards", hand.count, seen))
        if seat in development:
            of_seat = development[seat]
            held = of_seat.cards if of_seat.HasField("cards") else None
            cards.append(cards_text(texts, "show-development-cards", of_seat.count, held))
            if bag_size(of_seat.played):
                cards.append(texts.say("show-played", cards=bag_text(texts, of_seat.played)))
        # A line may break between what a seat has, and nowhere else.
        things = (thing.replace(" ", _TIE) for thing in (*cards, *_more(texts, view, seat)))
        yield from _wrapped(f"{MARGIN}{'; '.join(things)}")
    yield from _scenario_lines(texts, view)


def _scenario_lines(texts: Catalogue, view: game_pb2.GameView) -> Iterator[str]:
    """Say how far it is with what a scenario has beyond the classic game."""
    if view.HasField("pyramid"):
        yield from _labelled(texts, "pyramid", pyramid_text(texts, view.pyramid))
    if view.HasField("march"):
        yield from _labelled(texts, "march", march_text(texts, view))
        if view.march.HasField("event"):
            yield from _labelled(texts, "event", event_text(texts, view))
    if view.HasField("supply"):
        yield from _labelled(texts, "supply", texts.say("show-supply", left=view.supply.left))
    if view.HasField("unknown"):
        yield from _labelled(texts, "unknown", unknown_text(texts, view.unknown))


def bank_line(view: game_pb2.GameView, language: str = DEFAULT_LANGUAGE) -> str:
    """Say what the bank and the deck hold."""
    texts = catalogue(language)
    text = texts.say("show-bank", cards=bag_text(texts, view.hands.bank), deck=view.development.deck)
    return f"{texts.say('show-label-bank'):<7} {text}"


def _labelled(texts: Catalogue, label: str, text: str) -> list[str]:
    return _wrapped(f"{texts.say(f'show-label-{label}'):<7} {text}")


def _wrapped(line: str) -> list[str]:
    """Break a line that is too long for a terminal."""
    return [part.replace(_TIE, " ") for part in textwrap.wrap(line, WIDTH, subsequent_indent=MARGIN + "  ")]


def _points(texts: Catalogue, score: views_pb2.ScoreView, hidden: int) -> str:
    """Say a seat's points and their causes.

    Public points leave victory point cards out as long as they are ``hidden``; who sees them may count them.
    """
    causes = {word(texts, "cause", cause.cause): cause.points for cause in score.causes if cause.points}
    causes |= {texts.say("show-hidden-points"): hidden} if hidden else {}
    total = score.total + hidden
    points = texts.say("show-points", total=total, padded=f"{total:>2}")
    if not causes:
        return points
    told = (texts.say("show-cause", cause=cause, points=n) for cause, n in causes.items())
    return texts.say("show-causes", points=points, causes=in_row(texts, told))


def _more(texts: Catalogue, view: game_pb2.GameView, seat: int) -> Iterator[str]:
    """What a seat has beyond the classic game."""
    if view.HasField("coins"):
        yield texts.say("coins", coins=view.coins.coins[seat - 1])
    if view.HasField("ships"):
        yield texts.say("show-ships", ships=sum(ship.seat == seat for ship in view.ships.ships))
    if view.HasField("pyramid"):
        yield texts.say("show-blocks", blocks=[*view.pyramid.blocks].count(seat))
    if seat == view.favor.blessed:
        yield texts.say("show-blessed")
    if seat in view.favor.cursed:
        yield texts.say("show-cursed")
    for chips in view.chips.hands:
        if chips.seat == seat:
            yield cards_text(texts, "show-chips", bag_size(chips), chips)
    advisors = view.advisors
    for advisor, owner in enumerate((advisors.first, advisors.second, advisors.third), 1):
        if owner == seat:
            yield texts.say("show-advisor", advisor=advisor)
