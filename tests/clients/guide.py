"""Writes proto/FOLDING.md, the guide to folding, out of the contract's comments: ``python -m tests.clients.guide``.

It opens with folding.md. What a client does with an event stands in the contract as the last paragraph of its
message's comment, after "Folds:".
"""

import re
from collections.abc import Iterator
from pathlib import Path

from settlers.v1 import game_pb2
from tests.clients.fold import BY_OPTION, DERIVED, PLAYED_WITH

PROTO = Path(__file__).parents[2] / "proto"
GUIDE = PROTO / "FOLDING.md"
OPENING = Path(__file__).with_name("folding.md")
ORDER = ("table", "classic", "trade", "sea", "cheops", "alexander", "great_race")
"""The files of the contract that have events, from what every game has to what a scenario adds."""
ALWAYS = ("table", "board", "turn", "scores", "hands", "buildings", "roads", "robber", "trading", "development")
"""The parts that every game has."""
COMMENTED = re.compile(
    r"^(?P<comment>(?: *//.*\n)+) *(?:message (?P<message>\w+)|[\w. ]+ (?P<field>\w+) =)", re.MULTILINE
)


def comments(file: Path) -> dict[str, str]:
    """What a file of the contract says of each message, and of each field (``Message.field``), as one line."""
    found, message = {}, ""
    for match in COMMENTED.finditer(file.read_text(encoding="utf-8")):
        message = match["message"] or message
        name = message if match["message"] else f"{message}.{match['field']}"
        lines = (line.strip().removeprefix("//").strip() or "\n" for line in match["comment"].splitlines())
        found[name] = " ".join(lines).strip()
    return found


def sentences() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """For each file of the contract its events: field of the oneof, message, and what is done, if that is said."""
    for stem in ORDER:
        said = comments(PROTO / "settlers/v1" / f"{stem}.proto")
        events = [
            (field.name, field.message_type.name, said[field.message_type.name].partition("Folds: ")[2])
            for field in game_pb2.Event.DESCRIPTOR.fields
            if field.message_type.file.name == f"settlers/v1/{stem}.proto"
        ]
        yield stem, events


def parts() -> Iterator[str]:
    """The table of what each scenario and option brings."""
    yield "## The parts of a game\n"
    always = [f"`{name}`" for name in ALWAYS]
    yield f"GameCreated begins {', '.join(always[:-1])} and {always[-1]}, and besides these:\n"
    yield "| scenario or option | parts |\n| --- | --- |"
    rows = [*PLAYED_WITH.items(), *((f"option `{key}`", (part,)) for key, part in BY_OPTION.items())]
    for name, brought in rows:
        yield f"| {name} | {', '.join(f'`{part}`' for part in brought)} |"


def not_told() -> Iterator[str]:
    """What only the rules say."""
    yield "\n## What no event tells\n"
    yield "The rules work these fields out from what lies on the table. `GetGame` and `with_views` show them.\n"
    yield "| field | what it is |\n| --- | --- |"
    for part, name in DERIVED:
        message = game_pb2.GameView.DESCRIPTOR.fields_by_name[part].message_type
        said = comments(PROTO / message.file.name)[f"{message.name}.{name}"]
        yield f"| `{part}.{name}` | {said.split(' ', 2)[2]} |"


def write() -> str:
    """Write the guide."""
    lines = [OPENING.read_text(encoding="utf-8"), *parts(), *not_told()]
    for stem, events in sentences():
        lines.append(f"\n## [{stem}.proto](settlers/v1/{stem}.proto)\n\n| event | what is done |\n| --- | --- |")
        lines += [f"| {name}, `{field}` | {said[:1].upper()}{said[1:]} |" for field, name, said in events]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GUIDE.write_text(write(), encoding="utf-8")
