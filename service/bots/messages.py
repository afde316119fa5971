"""Small words for protobuf messages: the kind of a command, the command that a choice names, bags as plain counts.

All of it goes by the descriptors, so that commands of scenarios yet to come are read as well.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from settlers.v1 import cards_pb2, game_pb2, table_pb2, views_pb2

RESOURCES: tuple[str, ...] = tuple(field.name for field in cards_pb2.Resources.DESCRIPTOR.fields)
"""The names of the resources, in the order of their numbers, which count from 1."""

GOODS: tuple[str, ...] = tuple(field.name for field in cards_pb2.Goods.DESCRIPTOR.fields)
"""The names of all that can be traded, in the order of their numbers: the resources, and what counts as one there."""

Bag = cards_pb2.Resources | cards_pb2.Goods
"""Cards, or cards and coins."""

Counts = dict[str, int]
"""How many of each good; all goods stand in it."""

SPECTATOR = game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_SPECTATOR)

_COMMANDS = game_pb2.Command.DESCRIPTOR.oneofs_by_name["command"]
_FIELD_OF = {type(getattr(game_pb2.Command(), field.name)).__name__: field.name for field in _COMMANDS.fields}


def viewer_of(seat: int) -> game_pb2.Viewer:
    """Make the viewer that a seat is."""
    return game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_SEAT, seat=seat)


def kind_of(command: game_pb2.Command) -> str:
    """Name the kind of a command, like "build_road"; empty for one that this contract does not know."""
    return command.WhichOneof("command") or ""


def body_of(message: game_pb2.Command | game_pb2.Event) -> Any:
    """Take a command or an event out of its oneof; None where this contract does not know it."""
    which = message.WhichOneof(message.DESCRIPTOR.oneofs[0].name)
    return getattr(message, which) if which else None


def start_command(name: str) -> tuple[game_pb2.Command, Any]:
    """Make an empty command by the name of its message, like "DiscardCards"; gives it and its body.

    Raises ``KeyError`` for a command that this contract does not know.
    """
    command = game_pb2.Command()
    body = getattr(command, _FIELD_OF[name])
    body.SetInParent()
    return command, body


def nothing() -> Counts:
    """Count nothing at all."""
    return dict.fromkeys(GOODS, 0)


def count_goods(bag: Bag) -> Counts:
    """Count what is in a bag."""
    return {name: getattr(bag, name, 0) for name in GOODS}


def hand_of(view: game_pb2.GameView, seat: int) -> Counts:
    """Count the cards in a seat's hand, and its coins; none where the viewer does not see the hand."""
    own = next((hand.cards for hand in view.hands.hands if hand.seat == seat), None)
    counts = count_goods(own) if own is not None else nothing()
    if view.HasField("coins"):
        counts["coin"] = view.coins.coins[seat - 1]
    return counts


def put_goods(bag: Bag, goods: Mapping[str, int]) -> None:
    """Put so many of each good into a bag."""
    bag.SetInParent()
    for name, n in goods.items():
        setattr(bag, name, n)


def cards_among(goods: Mapping[str, int]) -> int:
    """Count the resource cards among goods."""
    return sum(goods[name] for name in RESOURCES)


def good_name(number: int) -> str:
    """Name a good, or a resource, by its number on the wire."""
    return GOODS[number - 1]


def demands_of(view: game_pb2.GameView) -> Iterator[table_pb2.Demand]:
    """List who is asked for something, those first who hold the others up."""
    for prompt in reversed(view.turn.prompts):
        yield from prompt.demands


def bounds_of(choice: views_pb2.Choice, field: str) -> views_pb2.CardsChoice:
    """Find the bounds of one bag of a choice; empty bounds where it has no such bag."""
    return next((bounds for bounds in choice.cards if bounds.field == field), views_pb2.CardsChoice())
