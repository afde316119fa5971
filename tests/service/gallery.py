"""Golden games to be drawn, and their pictures read as any reader of XML does."""

from functools import cache
from xml.etree import ElementTree

from domain.engine import Event, Game, Viewer
from domain.visibility import SPECTATOR, view
from service.codec import pack_views
from service.pictures import draw
from service.pictures.svg import Element
from settlers.v1 import game_pb2
from tests.golden.games import FOLDER, play, read_game

SVG = "{http://www.w3.org/2000/svg}"

GAMES = ("classic-4", "cheops-seafarers", "alexander-4", "great-race-4-open", "great-race-6")
"""Golden games whose boards have together all that is drawn."""

MOMENTS = ("beginning", "middle", "end")


@cache
def played(name: str) -> list[tuple[Game, tuple[Event, ...]]]:
    """A golden game after its creation and after each command, with the events that came by it."""
    golden = read_game((FOLDER / f"{name}.game").read_text(encoding="utf-8"))
    return [(game, events) for _, game, events in play(golden)]


@cache
def moments(name: str) -> dict[str, Game]:
    """A golden game as its first turn begins, half played, and at its end."""
    games = [game for game, _ in played(name)]
    first = next(n for n, game in enumerate(games) if seen(game, SPECTATOR).turn.turn)
    return dict(zip(MOMENTS, (games[max(0, first - 1)], games[len(games) // 2], games[-1]), strict=True))


def seen(game: Game, viewer: Viewer) -> game_pb2.GameView:
    return pack_views("a game", game.version, view(game, viewer))


def at(name: str, moment: str = "middle", viewer: Viewer = SPECTATOR) -> game_pb2.GameView:
    """A golden game at a moment, as somebody sees it."""
    return seen(moments(name)[moment], viewer)


@cache
def picture_at(name: str, moment: str = "middle") -> Element:
    """The picture of a golden game at a moment, as a spectator sees it."""
    return picture(at(name, moment))


def picture(shown: game_pb2.GameView, language: str = "en") -> Element:
    """The picture of a view."""
    return ElementTree.fromstring(draw(shown, language))


def marked(root: Element, attribute: str) -> list[Element]:
    """The elements that carry an attribute."""
    return [each for each in root.iter() if attribute in each.attrib]


def title_of(element: Element) -> str:
    found = element.find(f"{SVG}title")
    assert found is not None, ElementTree.tostring(element)
    return found.text or ""


def titles(root: Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}title")]


def texts_of(shown: game_pb2.GameView, language: str) -> list[str]:
    """What is written on the picture of a view, and what its titles say."""
    return [each.text.strip() for each in picture(shown, language).iter() if each.text and each.text.strip()]
