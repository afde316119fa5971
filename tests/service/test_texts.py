"""Texts: every event, every refusal and every word is in each catalogue, and nothing more than that."""

import re
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast
from google.protobuf.descriptor import FieldDescriptor

import service.cli
import service.pictures
import service.texts
import service.web
from domain.scenarios import SCENARIOS
from service.pictures.theme import MARKS, STOPS
from service.texts import LANGUAGES, Catalogue, Places, say_event, say_refusal
from service.texts.catalogue import sources_of
from service.texts.events import argument_of
from service.texts.scenarios import source_text
from service.texts.words import formed, kebab, key_of, word
from settlers.v1 import alexander_pb2, board_pb2, cards_pb2, errors_pb2, game_pb2
from tests.service.test_errors import EXAMPLES

EVENTS = list(game_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields)
REASONS = [name.removeprefix("ERROR_REASON_") for name, n in errors_pb2.ErrorReason.items() if n]

BAGS = (cards_pb2.Resources, cards_pb2.Goods, cards_pb2.DevelopmentCards, alexander_pb2.ChipHand)
ENUMS = (
    cards_pb2.Resource,
    cards_pb2.DevelopmentCard,
    alexander_pb2.MarchEvent,
    board_pb2.Terrain,
    board_pb2.Harbor,
)
PIECES = ("road", "settlement", "city", "ship", "block")
ENDS = ("points", "pharaoh", "pyramid", "persepolis", "gold")
"""What can end a game, by the contract of GameEnded."""

NAMED_REGIONS = {"nile", "red_sea", "pyramid", "storm", "forbidden"}
"""The regions of the boards whose hexes go by the region's name."""

BARRED = {"storm", "forbidden"}
"""The regions whose sides and corners are barred."""

FORMS = {"short", "after", "again"}
"""The forms of a text that the code asks for in every language."""

DRAWN = "drawn"
"""The form of a word that is too long for the drawing of a board, where a language has such words."""

ATTRIBUTE = re.compile(r"\.(.+)$")


@cache
def own(language: str) -> Catalogue:
    """The catalogue of a language that nothing stands in for."""
    return Catalogue(language, sources_of(language))


def words() -> set[str]:
    """The keys of all words that some event, refusal or board can ask for."""
    keys = {key_of("bag", field.name) for bag in BAGS for field in bag.DESCRIPTOR.fields if field.name != "seat"}
    for enum in ENUMS:
        names = [value.name for value in enum.DESCRIPTOR.values]
        prefix = names[0].removesuffix("UNSPECIFIED")
        keys |= {key_of(kebab(enum.DESCRIPTOR.name), name.removeprefix(prefix)) for name in names[1:]}
    keys |= {key_of("resource", "coin")} | {key_of("piece", piece) for piece in PIECES}
    for scenario in SCENARIOS.values():
        keys |= {key_of("prompt", prompt) for prompt in scenario.tables.prompts}
        keys |= {key_of("cause", cause) for room in scenario.rooms for cause, *_ in room.scores}
        regions = {tile.region for plan in scenario.boards.values() for tile in plan().hexes}
        keys |= {key_of("region", region) for region in regions & NAMED_REGIONS}
        keys |= {key_of("land", region) for region in regions & {"home", "strip", "gold"}}
        keys |= {key_of("edge", region) for region in regions & BARRED}
        keys |= {key_of("ground", region) for region in regions & {"pyramid", *BARRED}}
        keys |= {key_of("option", option.key) for option in scenario.options}
        keys |= {key_of("board-source", board) for board in scenario.boards}
        marks = {mark.name for plan in scenario.boards.values() for mark in plan().marks}
        keys |= {key_of("mark", mark) for mark in marks & {*MARKS}}
    keys |= {key_of("stop", stop) for stop in STOPS}
    return keys | {key_of("cause", cause) for cause in ENDS}


def said_by_code() -> set[str]:
    """The keys that stand in the code of the texts, of the command line, of the pictures and of the page."""
    packages = (service.texts, service.cli, service.pictures, service.web)
    files = [file for package in packages for file in Path(str(package.__file__)).parent.glob("*.py")]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    labels = {f"show-label-{each}" for each in re.findall(r'_labelled\(texts, "([a-z]+)"', code)}
    return labels.union(re.findall(r"""["']([a-z]+(?:-[a-z]+)*(?:\.[a-z]+)?)["']""", code))


def parts_of(texts: Catalogue) -> set[str]:
    """The keys by which the messages in the lists of events are told."""
    fields = {key_of(field.name): field.message_type.fields_by_name for field in EVENTS}
    asked = [(fields[key], name) for key in fields for name in texts.asks(key)]
    listed = [known[name] for known, name in asked if name in known and known[name].is_repeated]
    return {kebab(field.message_type.name) for field in listed if field.message_type} - {"prompt"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_read_to_the_last_line(language: str):
    names: list[str] = []
    for name, source in sources_of(language).items():
        entries = FluentResource(source).body
        assert not [entry.content for entry in entries if isinstance(entry, ast.Junk)], name
        names += [entry.id.name for entry in entries if isinstance(entry, ast.Message)]
    assert len(names) == len(set(names))
    assert sources_of(language).keys() == sources_of("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_every_reason_has_a_sentence_of_its_own(language: str):
    keys = own(language).keys
    assert {key_of(field.name) for field in EVENTS} <= keys
    assert {key_of("error", reason) for reason in REASONS} <= keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_that_can_be_named_has_a_word(language: str):
    assert words() <= own(language).keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_no_text_that_nobody_says(language: str):
    texts = own(language)
    said = {key_of(field.name) for field in EVENTS} | {key_of("error", reason) for reason in REASONS} | words()
    said |= (said_by_code() | parts_of(texts)) & texts.keys
    ahead = {key for key in texts.keys if ATTRIBUTE.sub("", key) in said}
    while ahead:
        said |= ahead
        ahead = {part for key in ahead for part in texts.refers(key)} - said
    assert texts.keys - said == set()


def test_a_board_says_of_itself_what_its_english_text_says():
    """By that our boards are known, whose texts have translations."""
    for scenario in SCENARIOS.values():
        for name, plan in scenario.boards.items():
            assert own("en").say(key_of("board-source", name)) == plan().source
            assert source_text(own("cs"), name, plan().source) == own("cs").say(key_of("board-source", name))
    assert source_text(own("cs"), "egypt", "Drawn by a caller.") == "Drawn by a caller."


def test_all_languages_say_the_same_texts():
    plain = [{key for key in own(language).keys if not grammatical(key)} for language in LANGUAGES]
    assert plain[0] == plain[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_grammatical_form_is_one_that_the_catalogue_asks_for(language: str):
    texts = own(language)
    asked = {name.rpartition("_")[2] for key in texts.keys for name in texts.asks(key)} | {DRAWN}
    assert {key.partition(".")[2] for key in texts.keys if grammatical(key)} <= asked


def grammatical(key: str) -> bool:
    """Whether a text is a form of another that the catalogue itself may ask for."""
    return "." in key and key.partition(".")[2] not in FORMS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_asks_only_for_what_its_event_has(language: str):
    texts = own(language)
    forms = {key.partition(".")[2] for key in texts.keys if grammatical(key)}
    for field in EVENTS:
        for key in {each for each in texts.keys if ATTRIBUTE.sub("", each) == key_of(field.name)}:
            asked = texts.asks(key) - ({"before"} if key.endswith(".after") else set())
            assert {name for name in asked if not has(field.message_type, name, forms)} == set(), key


def has(kind: Any, name: str, forms: set[str]) -> bool:
    """Whether a message has an argument to give: a field, its number, a form of its word, or a field of it."""
    stem, _, ending = name.rpartition("_")
    fields = kind.fields_by_name
    if name in fields or stem not in fields:
        return name in fields
    field = fields[stem]
    return (
        (ending == "count" and bool(field.is_repeated or field.message_type))
        or (ending in forms and field.cpp_type != FieldDescriptor.CPPTYPE_STRING)
        or bool(field.message_type and ending in field.message_type.fields_by_name)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_asks_only_for_the_facts_that_the_contract_shows(language: str):
    asked = {reason: own(language).asks(key_of("error", reason)) for reason in REASONS}
    assert {reason: names for reason, names in asked.items() if not names <= set(EXAMPLES[reason])} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_a_refusal_is_one_sentence_with_its_facts_and_its_rule(language: str, reason: str):
    facts = EXAMPLES[reason]
    sentence = say_refusal(reason, facts.get("rule", ""), facts, language)
    assert re.fullmatch(r"\S.*[^.]\.", sentence)
    assert not re.search(r"[{}?]|unknown$|none", sentence)
    assert ("rule" in facts) == (facts.get("rule", "(") in sentence)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", EVENTS, ids=lambda field: field.name)
def test_every_event_is_told_whatever_stands_in_it(language: str, field: FieldDescriptor):
    """Full ones, with one of everything and with many, and empty ones: no text is cut short, no argument is missing."""
    texts, nowhere = own(language), Places(language=language)
    for number in (0, 1, 2, 5, 19):
        event = game_pb2.Event()
        body = getattr(event, field.name)
        body.SetInParent()
        if number:
            fill(body, number)
        for form in ("", "short"):
            sentence = say_event(event, language, form=form)
            assert not re.search(r"[{}\n]", sentence)
            if number:
                assert sentence.strip() == sentence != ""
                assert not re.search(r"\?|\b(unknown|none)\b(?! hex)", sentence), sentence
            key = formed(texts, key_of(field.name), form)
            _, faults = texts.tell_and_check(key, partial(argument_of, texts, body, places=nowhere))
            assert faults == []


def fill(body: Any, number: int) -> None:
    """Put something into every field of a message: the number, or the value of an enum that it counts to."""
    for field in body.DESCRIPTOR.fields:
        values: list[Any] = [valued(field, number)] * 2 if field.is_repeated else [valued(field, number)]
        if field.message_type:
            for _ in values:
                fill(getattr(body, field.name).add() if field.is_repeated else getattr(body, field.name), number)
        elif field.is_repeated:
            getattr(body, field.name).extend(values)
        else:
            setattr(body, field.name, values[0])


def valued(field: FieldDescriptor, number: int) -> Any:
    if field.enum_type:
        return (number - 1) % (len(field.enum_type.values) - 1) + 1
    kinds = {FieldDescriptor.CPPTYPE_STRING: b"x" if field.type == FieldDescriptor.TYPE_BYTES else "points"}
    return kinds.get(field.cpp_type, number % 4 if field.name in ("advisor", "given") else number)


def test_what_this_version_does_not_know_has_some_sentence():
    tomorrow = game_pb2.Event.FromString(b"\x92\x7d\x00")
    assert say_event(tomorrow) == "something happened that this version does not know"
    assert say_event(tomorrow, "cs") == "stalo se něco, co tato verze nezná"
    assert say_refusal("NO_SUCH_REASON", "", {}) == "The request is refused: NO_SUCH_REASON."
    assert say_event(game_pb2.Event(turn_ended={"seat": 2}), "tlh") == "seat 2 ends its turn"


def test_a_gap_in_a_catalogue_is_no_failure():
    english = Catalogue("en", {"a.ftl": "only-here = here { $n }"})
    czech = Catalogue("cs", {"a.ftl": "only-there = tam"}, english)
    assert czech.say("only-here", n=3) == "here 3"
    assert czech.say("nowhere") == "nowhere"
    assert czech.say("only-there", surplus=1) == "tam"


def test_a_scenario_brings_a_file_of_its_own():
    """What it names, its words and its grammar come from there; no code is touched."""
    delta = "region-delta = delta\n    .accusative = deltu\nbag-papyrus = { $count } papyrus\n"
    texts = Catalogue("cs", {**sources_of("cs"), "delta.ftl": delta})
    assert (word(texts, "region", "delta"), word(texts, "region", "delta", "accusative")) == ("delta", "deltu")
    assert texts.say(key_of("bag", "papyrus"), count=3) == "3 papyrus"
