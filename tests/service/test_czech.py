"""Czech is Czech: what is shown, told and drawn in it has no English left, but for names and words that look alike."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest
from click import unstyle
from fluent.runtime import FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from domain.scenarios import SCENARIOS
from domain.visibility import AUDITOR, SPECTATOR, redact, view
from service.cli.narrator import Narrator
from service.cli.show import describe
from service.codec import pack_event, pack_views
from service.texts import LANGUAGES, Places, catalogue
from service.texts.catalogue import sources_of
from settlers.v1 import game_pb2
from tests.service.gallery import GAMES, MOMENTS, at, played, texts_of
from tests.service.terminal import settlers

ALIKE = {"bank", "by", "do", "monopoly", "most", "nonce", "server", "to"}
"""Words that are the same in both languages, like nonce, or look the same, like most, a bridge."""

SAME = {"show-label-bank", "prompt-nonce"}
"""Texts that are the same in both languages."""

TITLES = {"Cheops"}
"""Titles that are the same in both languages."""

ROOM = 10
"""Characters that a word has on a hex of the board in text."""

ID = "00000000-0000-4000-8000-000000000000"

WORD = re.compile(r"\b[^\W\d_]{2,}\b")


def words(text: str) -> set[str]:
    """The words of a text; names with underscores, by which options are asked for, are none."""
    return set(WORD.findall(text.lower()))


NAMES = words(" ".join([*SCENARIOS, *TITLES, *chain(*(scenario.boards for scenario in SCENARIOS.values()))]))
"""Names by which scenarios and boards are asked for."""


class Written(Visitor):
    """Gathers what is written in a text, besides what it is given."""

    def __init__(self) -> None:
        self.text = ""

    def visit_TextElement(self, node: ast.TextElement) -> None:
        self.text += f"{node.value} "


@cache
def patterns(language: str) -> dict[str, ast.Pattern]:
    """The texts of a catalogue that have words of their own."""
    found: dict[str, ast.Pattern] = {}
    for source in sources_of(language).values():
        for entry in FluentResource(source).body:
            if isinstance(entry, ast.Message):
                told = {entry.id.name: entry.value}
                told |= {f"{entry.id.name}.{each.id.name}": each.value for each in entry.attributes}
                found |= {key: pattern for key, pattern in told.items() if pattern is not None}
    return {key: pattern for key, pattern in found.items() if words(written(pattern))}


def written(pattern: ast.Pattern) -> str:
    gathered = Written()
    gathered.visit(pattern)
    return gathered.text


def test_no_czech_text_is_the_english_one():
    english, czech = patterns("en"), patterns("cs")
    assert {key for key in english.keys() & czech.keys() if english[key].equals(czech[key])} == SAME
    texts = [option.text for scenario in SCENARIOS.values() for option in scenario.options]
    texts += [scenario.title for scenario in SCENARIOS.values()]
    assert {text.en for text in texts if text.en == text.cs} == TITLES


def test_catalogues_share_no_word():
    english, czech = ({*chain(*(words(written(each)) for each in patterns(name).values()))} for name in ("en", "cs"))
    assert english & czech == ALIKE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_in_text_has_no_words_of_its_own(language: str):
    """A word that is too long for a hex there is the same word cut short, and no other."""
    texts = catalogue(language)
    cut = {key.removesuffix(".drawn") for key in texts.keys if key.endswith(".drawn")}
    assert cut
    for key in cut:
        whole, drawn = texts.say(key).split(), texts.say(f"{key}.drawn").split()
        assert all(word.startswith(short.rstrip(".")) for word, short in zip(whole, drawn, strict=False)), key
        assert len(drawn) <= len(whole)
        assert len(" ".join(drawn)) <= ROOM < len(" ".join(whole))


class Kept:
    """A golden game as a source of the command line."""

    def __init__(self, name: str) -> None:
        self.games = [game for game, _ in played(name)]
        self._events = [pack_event(redact(event, AUDITOR)) for _, events in played(name) for event in events]

    def view(
        self, game_id: str, viewer: game_pb2.Viewer, *, version: int | None = None, reveal: bool = False
    ) -> game_pb2.GameView:
        """Look at the game, with everyone's eyes once it is over."""
        game = self.games[-1] if version is None else next(each for each in self.games if each.version >= version)
        return pack_views(game_id, game.version, view(game, AUDITOR if reveal else SPECTATOR))

    def events(self, game_id: str, viewer: game_pb2.Viewer, *, after: int = 0) -> Iterator[game_pb2.RecordedEvent]:
        """Read the events."""
        for version, event in enumerate(self._events[after:], after + 1):
            yield game_pb2.RecordedEvent(version=version, event=event)


@cache
def kept(name: str) -> Kept:
    return Kept(name)


def shown(name: str, language: str) -> str:
    """A game as it is shown at its end and before, with all its events."""
    source = kept(name)
    last = source.games[-1].version
    moments = ((None, last, "hexes"), (last // 2, 0, None), (1, 0, None))
    lines = chain(
        *(describe(source, ID, None, version, count, numbers, language) for version, count, numbers in moments)
    )
    return unstyle("\n".join(lines))


def told(name: str, language: str) -> str:
    """A game as it is told while it is played."""
    source, lines = kept(name), list[str]()
    narrator = Narrator(source.view(ID, game_pb2.Viewer(), version=1), lines.extend, language)
    narrator.places = Places(source.view(ID, game_pb2.Viewer()).board, language)
    for recorded in source.events(ID, game_pb2.Viewer()):
        narrator.tell(recorded)
    narrator.finish_turn()
    return unstyle("\n".join(lines))


def drawn(name: str, language: str) -> str:
    """What is written on the pictures of a game, and what they say."""
    pictures = (at(name, moment, viewer) for moment in MOMENTS for viewer in (AUDITOR, SPECTATOR))
    return "\n".join(chain(*(texts_of(each, language) for each in pictures)))


@pytest.mark.parametrize("way", [shown, told, drawn], ids=lambda way: way.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_in_czech_has_no_english_in_it(name: str, way):
    """Also no English that stands in the code: that would stand in both."""
    czech, english = words(way(name, "cs")), words(way(name, "en"))
    assert len(czech) > 30 < len(english)
    assert (czech & english) - ALIKE - NAMES == set()


def test_what_can_be_played_is_listed_in_czech():
    czech, english = settlers("scenarios", "--language", "cs"), settlers("scenarios")
    assert (czech.exit_code, english.exit_code) == (0, 0)
    assert "classic: Základní hra, pro 3 až 6 hráčů\n  plány    beginner  Pro 2 až 4 hráče. Rozložení" in czech.output
    assert "\n  volby    seat_nonces " in czech.output
    assert (words(czech.output) & words(english.output)) - ALIKE - NAMES == set()
