"""The catalogue of a language: texts by their keys, each with the arguments that it asks for.

A key is the name of a message, "road-built", or of one of its attributes, "road-built.short". What a catalogue lacks is
said in the default language, and what that lacks too by its key: a gap is found by a test and never by a caller.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

DEFAULT_LANGUAGE = "en"

LANGUAGES = (DEFAULT_LANGUAGE, "cs")
"""The languages that have catalogues, each a folder beside this file."""

UNKNOWN = "unknown"
"""What a text gets for an argument that is not there, like what its reader may not see."""

NONE = "none"
"""What a text gets for a list with nothing in it."""

Argument = str | int
Arguments = Callable[[str], Argument]
"""Gives an argument by its name."""


class _Names(Visitor):
    """Gathers what a text asks for: arguments, and other texts."""

    def __init__(self) -> None:
        self.arguments: set[str] = set()
        self.texts: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.arguments.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.texts.add(f"{node.id.name}.{node.attribute.name}" if node.attribute else node.id.name)


class Catalogue:
    """The texts of a language."""

    def __init__(self, language: str, sources: Mapping[str, str], fallback: "Catalogue | None" = None) -> None:
        self.language = language
        self._fallback = fallback
        self._bundle = FluentBundle([language], use_isolating=False)
        self._patterns: dict[str, ast.Pattern] = {}
        for source in sources.values():
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            for entry in resource.body:
                if isinstance(entry, ast.Message):
                    named = {entry.id.name: entry.value}
                    named |= {f"{entry.id.name}.{each.id.name}": each.value for each in entry.attributes}
                    self._patterns |= {key: pattern for key, pattern in named.items() if pattern is not None}
        self._asks = {key: self._asked(key) for key in self._patterns}

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all texts."""
        return frozenset(self._patterns)

    def __contains__(self, key: str) -> bool:
        return key in self._patterns or (self._fallback is not None and key in self._fallback)

    def refers(self, key: str) -> frozenset[str]:
        """The texts of which a text is made up."""
        return frozenset(self._names(key).texts)

    def asks(self, key: str) -> frozenset[str]:
        """The arguments for which a text asks, itself or by another of which it is made up."""
        return self._asks.get(key, frozenset())

    def tell(self, key: str, argument: Arguments) -> str:
        """Say a text with the arguments for which it asks."""
        return self.tell_and_check(key, argument)[0]

    def tell_and_check(self, key: str, argument: Arguments) -> tuple[str, list[Exception]]:
        """Say a text, and what went wrong with it."""
        if key not in self._patterns:
            return self._fallback.tell_and_check(key, argument) if self._fallback else (key, [LookupError(key)])
        name, _, attribute = key.partition(".")
        message = self._bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern is not None
        text, faults = self._bundle.format_pattern(pattern, {name: argument(name) for name in self._asks[key]})
        return str(text), faults

    def say(self, key: str, **arguments: Argument) -> str:
        """Say a text with the arguments given."""
        return self.tell(key, lambda name: arguments.get(name, UNKNOWN))

    def _names(self, key: str) -> _Names:
        names = _Names()
        names.visit(self._patterns.get(key))
        return names

    def _asked(self, key: str) -> frozenset[str]:
        arguments, seen, ahead = set[str](), set[str](), {key}
        while ahead:
            names = self._names(ahead.pop())
            arguments |= names.arguments
            ahead |= names.texts - seen
            seen |= names.texts
        return frozenset(arguments)


def sources_of(language: str) -> Mapping[str, str]:
    """Read the files of a language, by their names."""
    folder = files(__package__) / language
    found = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".ftl")}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def catalogue(language: str) -> Catalogue:
    """Give the catalogue of a language; it is read once. One that has none gets the default language's."""
    if language not in LANGUAGES:
        return catalogue(DEFAULT_LANGUAGE)
    fallback = catalogue(DEFAULT_LANGUAGE) if language != DEFAULT_LANGUAGE else None
    return Catalogue(language, sources_of(language), fallback)
