"""Golden games as text: a head, then a line for each command, and below it the events as each viewer sees them.

    scenario classic
    seats 4
    board beginner
    options -
    seed 0x0f3a

    created
        1 GameCreated scenario=classic seats=4 ...
    2 MoveRobber hex=4 victim=3
      257 RobberMoved seat=2 origin=9 hex=4
      258 @auditor,2,3 CardStolen thief=2 victim=3 resource=ore
          @spectator,1,4 CardStolen thief=2 victim=3

An event that all viewers see alike stands there once, after its version; another one has a line for each group of
viewers. Lines that begin with ``#`` say what the game is for. Chance is the seed's, so a head and commands are enough
to write all the rest again.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from domain.chance import Chance, SeededChance, commitment
from domain.engine import RULES_VERSION, Command, Event, Game, GameCreated, Viewer, create, execute
from domain.notation import read_command, write_command, write_event
from domain.scenarios import SCENARIOS
from domain.visibility import AUDITOR, SPECTATOR, redact

FOLDER = Path(__file__).parent
CREATED = "created"
INDENT = "  "
VERSION_WIDTH = 5


class GoldenGame(msgspec.Struct, frozen=True):
    """What a golden game is made from; everything else in its file follows from this."""

    scenario: str
    seats: int
    board: str
    options: tuple[str, ...]
    seed: bytes
    commands: tuple[Command, ...] = ()
    remarks: tuple[str, ...] = ()


def golden_files(scenario: str = "") -> list[Path]:
    """The golden games, or those of one scenario (its key begins the file's name)."""
    return sorted(path for path in FOLDER.glob("*.game") if path.name.startswith(f"{scenario}-" if scenario else ""))


def read_game(text: str) -> GoldenGame:
    """Read a golden game; the lines of its events are left aside."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    opening = lines.index(CREATED)
    head = dict(line.split(" ", 1) for line in lines[:opening])
    return GoldenGame(
        scenario=head["scenario"],
        seats=int(head["seats"]),
        board=head["board"],
        options=tuple(head["options"].replace("-", "").split()),
        seed=bytes.fromhex(head["seed"].removeprefix("0x")),
        commands=tuple(read_command(line) for line in lines[opening + 1 :] if not line.startswith(" ")),
        remarks=tuple(line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#")),
    )


def start(golden: GoldenGame, chance: Chance) -> tuple[Game, tuple[Event, ...]]:
    """Create the game that a head describes."""
    chapter = SCENARIOS[golden.scenario].with_options(golden.options)
    assert golden.seats in chapter.seats, f"{golden.scenario} is played by {chapter.seats}"
    created = GameCreated(
        scenario=chapter.key,
        options=chapter.chosen,
        seats=golden.seats,
        players=("",) * golden.seats,
        board=chapter.boards[golden.board](),
        rules_version=RULES_VERSION,
        commitment=commitment(golden.seed),
        seed_chosen=True,
        seed=golden.seed,
    )
    return create(chapter, created, chance)


def play(golden: GoldenGame) -> Iterator[tuple[Command | None, Game, tuple[Event, ...]]]:
    """Play a golden game: each command (none: the creation) with the game after it and the events that it made."""
    game, events = start(golden, SeededChance())
    yield None, game, events
    for command in golden.commands:
        game, events = execute(game, command, SeededChance())
        yield command, game, events


def write_game(golden: GoldenGame) -> str:
    """Play a golden game and write it down with all that its viewers see."""
    lines = [f"# {remark}".rstrip() for remark in golden.remarks]
    lines += [
        f"scenario {golden.scenario}",
        f"seats {golden.seats}",
        f"board {golden.board}",
        f"options {' '.join(golden.options) or '-'}",
        f"seed 0x{golden.seed.hex()}",
        "",
    ]
    for command, game, events in play(golden):
        lines.append(CREATED if command is None else write_command(command))
        for version, event in enumerate(events, game.version - len(events) + 1):
            lines += lines_of(version, event, golden.seats)
    return "\n".join(lines) + "\n"


def lines_of(version: int, event: Event, seats: int) -> Iterator[str]:
    """Write an event as its viewers see it: once, or once for each group that sees it differently."""
    viewers = {"auditor": AUDITOR, "spectator": SPECTATOR} | {str(seat): Viewer(seat) for seat in range(1, seats + 1)}
    groups: dict[str, list[str]] = {}
    for name, viewer in viewers.items():
        groups.setdefault(write_event(redact(event, viewer)), []).append(name)
    for n, (line, names) in enumerate(groups.items()):
        number = f"{'' if n else version:>{VERSION_WIDTH}}"
        audience = f"@{','.join(names)} " if len(groups) > 1 else ""
        yield f"{INDENT}{number} {audience}{line}"


def events_of(golden: GoldenGame) -> list[Event]:
    """All events of a golden game, with their private parts."""
    return [event for _, _, events in play(golden) for event in events]


def names_of(messages: Iterable[Command | Event]) -> set[str]:
    """The kinds of these commands or events."""
    return {type(message).__name__ for message in messages}


def first_difference(kept: Sequence[str], now: Sequence[str], around: int = 3) -> str:
    """Show where two texts part, with a few lines before; nothing where they are the same."""
    if kept == now:
        return ""
    pairs = zip(kept, now, strict=False)
    place = next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(kept), len(now)))
    before = [f"  {line}" for line in kept[max(0, place - around) : place]]
    there = [f"{sign} {line}" for sign, text in (("-", kept), ("+", now)) for line in text[place : place + 1]]
    return "\n".join([f"line {place + 1}:", *before, *there])
