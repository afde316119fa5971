"""Every command, event, view and reason of the domain has its twin in the contract, field by field, and the reverse."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum

import msgspec
import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto

from domain.board import NumbersBy
from domain.catalogue import COMMANDS, EVENTS, VIEWS, Field, fields_of
from domain.components import Cards, Deck, DevelopmentCard, Good, Goods, Harbor, Resource, Terrain
from domain.engine import Choice
from domain.errors import Reason
from domain.scenarios.alexander.events import MarchEvent
from service.faults import Trouble
from settlers.v1 import (
    alexander_pb2,
    board_pb2,
    cards_pb2,
    cheops_pb2,
    classic_pb2,
    errors_pb2,
    game_pb2,
    game_service_pb2,
    great_race_pb2,
    options_pb2,
    sea_pb2,
    table_pb2,
    trade_pb2,
    views_pb2,
)

FILES = [
    module.DESCRIPTOR
    for module in (
        board_pb2,
        cards_pb2,
        table_pb2,
        classic_pb2,
        trade_pb2,
        views_pb2,
        sea_pb2,
        cheops_pb2,
        alexander_pb2,
        great_race_pb2,
    )
]
MESSAGES: dict[str, Descriptor] = {name: each for file in FILES for name, each in file.message_types_by_name.items()}
ENUMS: dict[str, EnumDescriptor] = {name: each for file in FILES for name, each in file.enum_types_by_name.items()}

BAGS = {Cards: "Resources", Goods: "Goods", Deck: "DevelopmentCards"}
SCALARS = {
    str: FieldDescriptor.TYPE_STRING,
    bytes: FieldDescriptor.TYPE_BYTES,
    bool: FieldDescriptor.TYPE_BOOL,
    int: FieldDescriptor.TYPE_UINT32,
}
MAY_BE_NEGATIVE = {"x", "y", "points", "total"}
PLACES_AND_SEATS = {"path", "intersection", "hex", "victim", "second", "partner", "origin", "harbor"}
"""The fields of a command in which 0 is told from nothing."""

BLOCKS = {
    "table": range(10, 30),
    "classic": range(30, 100),
    "trade": range(30, 100),
    "views": range(10, 100),
    "sea": range(100, 200),
    "cheops": range(200, 300),
    "alexander": range(300, 400),
    "great_race": range(400, 500),
}
"""For each chapter of the contract the numbers of its commands, events and views; any other counts from 1000."""

RULES_BEGIN = 100
"""The number from which on reasons are the rules', not the service's own."""


def with_parts(kinds: Iterable[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """These structs and all that stand in them."""
    for kind in kinds:
        yield kind
        yield from with_parts(field.kind for field in fields_of(kind) if field.is_struct)


STRUCTS = {kind.__name__: kind for kind in with_parts([*COMMANDS.values(), *EVENTS.values(), *VIEWS.values(), Choice])}


def wire_fields(name: str) -> tuple[Field, ...]:
    """The fields of a struct that its message has: all but the seat of a command."""
    return tuple(field for field in fields_of(STRUCTS[name]) if name not in COMMANDS or field.name != "seat")


def labelled_optional(message: Descriptor) -> set[str]:
    """The fields of a message that are written ``optional``."""
    written = DescriptorProto()
    message.CopyToProto(written)
    return {field.name for field in written.field if field.proto3_optional}


def snake(name: str) -> str:
    """``BuildRoad`` as ``build_road``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def block_of(field: FieldDescriptor) -> range:
    """The numbers from which a command, an event or a view has its own: its chapter's."""
    chapter = field.message_type.file.name.rpartition("/")[2].removesuffix(".proto")
    return BLOCKS.get(chapter, range(1000, 10_000))


def test_messages_and_structs_are_the_same_by_name():
    """No struct lacks its message, and no message its struct."""
    assert set(MESSAGES) == set(STRUCTS) | set(BAGS.values())


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_the_fields_of_a_message_are_those_of_its_struct(name):
    """The same names in the same order, each of the same kind, repeated where there may be many."""
    fields = wire_fields(name)
    twins = MESSAGES[name].fields_by_name
    assert list(twins) == [field.name for field in fields]
    for field in fields:
        twin = twins[field.name]
        assert twin.is_repeated == field.many
        if field.kind in BAGS:
            assert twin.message_type is MESSAGES[BAGS[field.kind]]
        elif field.is_struct:
            assert twin.message_type is MESSAGES[field.kind.__name__]
        elif field.is_enum:
            assert twin.enum_type is ENUMS[field.kind.__name__]
        elif field.kind is int and field.name in MAY_BE_NEGATIVE:
            assert twin.type == FieldDescriptor.TYPE_SINT32
        else:
            assert twin.type == SCALARS[field.kind]


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_what_may_be_missing_is_optional(name):
    """So is what must not be missing in a command and has a meaning as 0."""
    told_from_zero = PLACES_AND_SEATS if name in COMMANDS else set()
    assert labelled_optional(MESSAGES[name]) == {
        field.name for field in wire_fields(name) if field.optional or field.name in told_from_zero
    }


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_private_fields_say_who_sees_them(name):
    """The contract marks just the private fields, and names the same seats as the event does."""
    kind = EVENTS[name]
    marks = {field.name: field.GetOptions().Extensions[options_pb2.visible_to] for field in MESSAGES[name].fields}
    marked = {field: mark for field, mark in marks.items() if mark}
    assert set(marked) == set(kind.private)
    told_apart = kind(**{field.name: n for n, field in enumerate(fields_of(kind), 1)})
    for mark in marked.values():
        seats = [] if mark == "nobody" else mark.split(",")
        assert tuple(getattr(told_apart, seat) for seat in seats) == told_apart.audience


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_private_fields_can_be_absent(name):
    """A reader who may not see a field must not take its absence for a value that means something."""
    for field in fields_of(EVENTS[name]):
        assert field.name not in EVENTS[name].private or field.optional or field.many or field.kind in (str, bytes)


@pytest.mark.parametrize(
    ("oneof", "catalogue"),
    [
        (game_pb2.Command.DESCRIPTOR.oneofs_by_name["command"], COMMANDS),
        (game_pb2.Event.DESCRIPTOR.oneofs_by_name["event"], EVENTS),
    ],
    ids=["commands", "events"],
)
def test_the_oneofs_hold_the_catalogue(oneof, catalogue):
    """Each has a case for every command (event), named after it, with a number from its chapter's block."""
    assert {field.message_type.name for field in oneof.fields} == set(catalogue)
    for field in oneof.fields:
        assert field.name == snake(field.message_type.name)
        assert field.number in block_of(field)


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        (game_pb2.Command, {"choose_gold": 102, "play_victory_point": 400}),
        (game_pb2.Event, {"hex_revealed": 400, "landing_card_drawn": 401}),
        (game_pb2.GameView, {"unknown": 400}),
        (board_pb2.Plan, {"hidden_terrains": 13, "hidden_numbers": 14}),
        (classic_pb2.MoveRobber, {"second": 3}),
        (game_service_pb2.ScenarioBoard, {"seats": 3}),
    ],
    ids=lambda value: value.DESCRIPTOR.name if hasattr(value, "DESCRIPTOR") else "",
)
def test_what_the_great_race_added_keeps_its_numbers(message, numbers):
    """Stored games are read by them for ever."""
    fields = message.DESCRIPTOR.fields_by_name
    assert {name: fields[name].number for name in numbers} == numbers


def test_a_game_view_has_a_field_for_every_view():
    """They are named after their views, and have numbers from their chapters' blocks."""
    fields = [field for field in game_pb2.GameView.DESCRIPTOR.fields if field.message_type]
    assert {field.message_type.name: field.name for field in fields} == {
        name: snake(name.removesuffix("View")) for name in VIEWS
    }
    assert all(field.number in block_of(field) for field in fields)


@pytest.mark.parametrize(
    "kind", [Resource, Good, DevelopmentCard, Terrain, Harbor, NumbersBy, MarchEvent], ids=lambda kind: kind.__name__
)
def test_enums_have_the_same_members(kind: type[Enum]):
    """Number 0 is left for nothing."""
    prefix = snake(kind.__name__).upper()
    names = [value.name for value in ENUMS[kind.__name__].values]
    assert names[0] == f"{prefix}_UNSPECIFIED"
    assert set(names[1:]) == {f"{prefix}_{name}" for name in kind.__members__}


def test_a_resource_is_a_good_by_the_same_number():
    """So a client that knows the one can read the other."""
    for value in ENUMS["Resource"].values:
        twin = ENUMS["Good"].values_by_number[value.number]
        assert twin.name.removeprefix("GOOD_") == value.name.removeprefix("RESOURCE_")
    for field in MESSAGES["Resources"].fields:
        assert MESSAGES["Goods"].fields_by_number[field.number].name == field.name


@pytest.mark.parametrize(
    ("bag", "kinds"), [("Resources", Resource), ("Goods", Good), ("DevelopmentCards", DevelopmentCard)]
)
def test_a_bag_counts_every_kind(bag, kinds):
    """One count for each, in catalogue order."""
    assert [field.name for field in MESSAGES[bag].fields] == [kind.name.lower() for kind in kinds]
    assert all(field.type == FieldDescriptor.TYPE_UINT32 for field in MESSAGES[bag].fields)


def test_every_reason_has_its_number():
    """The service's own reasons have numbers up to 99, those of the rules begin at 100."""
    numbers = {value.name: value.number for value in errors_pb2.ErrorReason.DESCRIPTOR.values}
    assert numbers.pop("ERROR_REASON_UNSPECIFIED") == 0
    own = {name.removeprefix("ERROR_REASON_") for name, number in numbers.items() if number < RULES_BEGIN}
    rules = {name.removeprefix("ERROR_REASON_") for name, number in numbers.items() if number >= RULES_BEGIN}
    assert own == set(Trouble)
    assert rules == set(Reason)
