"""Refusals as sentences: the reason, the rule and the facts of a ``google.rpc.ErrorInfo`` in a person's language."""

from collections.abc import Mapping

from service.texts.catalogue import DEFAULT_LANGUAGE, UNKNOWN, Argument, catalogue
from service.texts.words import key_of, listed, word

_WORDS = {"awaited": "prompt", "card": "development-card", "event": "march-event"}
"""Facts whose values are words of another kind than the fact's own name."""

_NAMES = frozenset(
    ("field", "game_id", "request_id", "version", "expected_version", "asked", "board", "scenario", "option")
)
"""Facts that are names, also where they are made of digits."""


def say_refusal(reason: str, rule: str, metadata: Mapping[str, str], language: str = DEFAULT_LANGUAGE) -> str:
    """Say why something was refused; ``rule`` is the number of the rule, if one forbids it."""
    texts = catalogue(language)

    def argument(name: str) -> Argument:
        value = metadata.get(name)
        if value is None:
            return UNKNOWN
        if name in _NAMES:
            return value
        if value.isascii() and value.isdecimal():
            return int(value)
        numbers = value.split(",")
        if all(each.isascii() and each.isdecimal() for each in numbers):
            return listed(texts, numbers)
        return word(texts, _WORDS.get(name, name), value)

    key = key_of("error", reason)
    sentence = texts.tell(key, argument) if key in texts else texts.say("error-unknown", reason=reason)
    if not rule:
        return texts.say("refusal", sentence=sentence)
    return texts.say("refusal-by-rule", sentence=sentence, rule=rule)
