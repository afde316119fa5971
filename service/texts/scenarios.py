"""Scenarios, their options and their boards in words, and what a person hears of their points."""

from collections.abc import Iterable

from domain.scenarios import SCENARIOS
from service.texts.catalogue import DEFAULT_LANGUAGE, Catalogue, catalogue
from service.texts.words import key_of, listed, word


def scenario_title(scenario: str, language: str) -> str:
    """Name a scenario; one that this version does not know by its key."""
    known = SCENARIOS.get(scenario)
    return str(getattr(known.title, language)) if known else scenario


def points_count(scenario: str) -> bool:
    """Tell whether a scenario is about points; of one that this version does not know it is supposed."""
    known = SCENARIOS.get(scenario)
    return known is None or any(room.scores for room in known.rooms)


def options_text(texts: Catalogue, options: Iterable[str]) -> str:
    """Name the options with which a game is played."""
    return listed(texts, (word(texts, "option", option) for option in options))


def source_text(texts: Catalogue, board: str, source: str) -> str:
    """Say where a board is from: of our boards in the language, of others as who made them says it.

    A board is ours where it says of itself what our English text says, for anybody may name a board as ours are.
    """
    key, english = key_of("board-source", board), catalogue(DEFAULT_LANGUAGE)
    return texts.say(key) if key in english and english.say(key) == source else source
