"""Words of which sentences are made: lists, seats, bags of cards, kinds of things, prompts, knights."""

from collections.abc import Iterable, Sequence

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.message import Message

from service.texts.catalogue import NONE, Catalogue
from settlers.v1 import table_pb2


def key_of(*parts: str) -> str:
    """Make a key out of names as they are written on the wire: "largest_army", "YEAR_OF_PLENTY"."""
    return "-".join(parts).replace("_", "-").lower()


def kebab(name: str) -> str:
    """Make a key out of the name of a message or an enum, like "DiceRolled"."""
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).removeprefix("-")


def formed(texts: Catalogue, key: str, form: str) -> str:
    """Give the key of a text in some form, where the language has it in that form; else that of the plain text."""
    return f"{key}.{form}" if f"{key}.{form}" in texts else key


def word(texts: Catalogue, kind: str, value: str, form: str = "") -> str:
    """Say a word of some kind, in the form that is asked for; the value itself where the language has no word."""
    key = formed(texts, key_of(kind, value), form)
    return texts.say(key) if key in texts else value.replace("_", " ")


def enum_word(texts: Catalogue, enum: EnumDescriptor, number: int, form: str = "") -> str:
    """Say a value of an enum."""
    value = enum.values_by_number.get(number)
    if not number or value is None:
        return "?"
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return word(texts, kebab(enum.name), value.name.removeprefix(prefix), form)


def capitalized(text: str) -> str:
    """Let a text begin as a sentence does."""
    return text[:1].upper() + text[1:]


def listed(texts: Catalogue, parts: Iterable[object], key: str = "list-last") -> str:
    """Put words together: "a", "a and b", "a, b and c"; with the key "list-or" it is an or."""
    *most, last = [str(part) for part in parts] or [NONE]
    if not most:
        return last
    return texts.say(key, before=in_row(texts, most), next=last)


def in_row(texts: Catalogue, parts: Iterable[str], key: str = "list-more") -> str:
    """Put words in a row: "a, b, c"; empty where there are none."""
    row = ""
    for part in parts:
        row = texts.say(key, before=row, next=part) if row else part
    return row


def bag_text(texts: Catalogue, bag: Message, form: str = "") -> str:
    """Say what is in a bag, like "2 brick and 1 ore"."""
    counts = {field.name: n for field, n in bag.ListFields() if field.name != "seat"}
    parts = [texts.say(formed(texts, key_of("bag", name), form), count=n) for name, n in counts.items()]
    return listed(texts, parts) if parts else texts.say("bag-nothing")


def bag_size(bag: Message) -> int:
    """Count what is in a bag."""
    return sum(n for field, n in bag.ListFields() if field.name != "seat")


def seat_name(texts: Catalogue, seat: int) -> str:
    """Name a seat."""
    return texts.say("seat", seat=seat)


def knights_text(texts: Catalogue, knights: Iterable[int]) -> str:
    """Say whose knights there are, of numbers in the order of seats: "2 knights of seat 1 and 1 knight of seat 3"."""
    counted = [(seat, n) for seat, n in enumerate(knights, 1) if n]
    return listed(texts, (texts.say("knights-of-seat", seat=seat, count=n) for seat, n in counted))


def prompts_text(texts: Catalogue, prompts: Sequence[table_pb2.Prompt]) -> str:
    """Say who is asked for what, the topmost prompt first: "seats 1 and 3 (discard), then seat 2 (robber)"."""
    asked = [
        texts.say(
            "prompt",
            seats=listed(texts, (demand.seat for demand in prompt.demands)),
            count=len(prompt.demands),
            kind=word(texts, "prompt", prompt.kind),
        )
        for prompt in reversed(prompts)
    ]
    return in_row(texts, asked, "prompt-more") or NONE
