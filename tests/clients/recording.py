"""Records games for clients of any language to fold: ``python -m tests.clients.recording``.

Golden games are played through a server, and for each viewer there is a file, ``recorded/GAME/VIEWER.jsonl.gz``. Its
first line says whose eyes they are. Each other line has the next event as this viewer gets it, and what is other now in
the view that the server shows: the parts of the view that changed since the last one, whole. Both are in protobuf's
JSON. For the viewers in ``CLOSELY`` there is a view with each event, for the others with the last one.

    {"game":"classic-3","viewer":{"role":"VIEWER_ROLE_SEAT","seat":2}}
    {"event":{"version":"1",...},"view":{"table":{...},...}}
"""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict

from service.codec import pack_command
from settlers.v1 import game_pb2
from tests.golden.games import FOLDER, GoldenGame, read_game
from tests.service.house import PATIENCE, SPECTATOR, House, everyone, seat, until_caught_up

RECORDED = Path(__file__).with_name("recorded")
GAMES = ("classic-nonces", "classic-3", "cheops-4", "alexander-4", "great-race-army")
"""Golden games, short ones, in which every kind of event happens and every part of a view is there."""
CLOSELY = (SPECTATOR, seat(1))
"""The viewers whose every view is recorded: one who sees no hand, and one who sees its own."""
BEGUN = datetime(2020, 1, 1, tzinfo=UTC)
"""When everything in a recorded game happened, so that it is the same each time."""
PARTS = [field.name for field in game_pb2.GameView.DESCRIPTOR.fields if field.message_type]
Watched = tuple[game_pb2.RecordedEvent, game_pb2.GameView | None]


def play(house: House, golden: GoldenGame) -> str:
    """Play a golden game through a server, and give its id."""
    game_id = house.create(
        golden.seats, scenario=golden.scenario, board=golden.board, options=golden.options, seed=golden.seed
    )
    for command in golden.commands:
        house.execute(game_id, command.seat, pack_command(command))
    return game_id


def changes(before: game_pb2.GameView, after: game_pb2.GameView) -> dict[str, Any]:
    """The parts in which a view differs from the one before it. A part that is there stays."""
    assert all(after.HasField(name) for name in PARTS if before.HasField(name))
    present = [name for name in PARTS if after.HasField(name)]
    changed = [name for name in present if not before.HasField(name) or getattr(before, name) != getattr(after, name)]
    shown = game_pb2.GameView(**{name: getattr(after, name) for name in changed})
    return MessageToDict(shown)


def record(house: House, name: str, game_id: str, viewer: game_pb2.Viewer) -> Iterator[dict[str, Any]]:
    """The lines of a file."""
    yield {"game": name, "viewer": MessageToDict(viewer)}
    before = game_pb2.GameView()
    for event, view in closely(house, game_id, viewer) if viewer in CLOSELY else at_the_end(house, game_id, viewer):
        line = {"event": MessageToDict(event)}
        if view:
            line["view"] = changes(before, view)
            before = view
        yield line


def closely(house: House, game_id: str, viewer: game_pb2.Viewer) -> Iterator[Watched]:
    """All events, and the view after each."""
    stream = house.watch(game_id, viewer, views=True, timeout=10 * PATIENCE)
    for frame in until_caught_up(stream):
        yield from zip(frame.events.events, frame.events.views, strict=True)
    stream.cancel()


def at_the_end(house: House, game_id: str, viewer: game_pb2.Viewer) -> Iterator[Watched]:
    """All events, and the view after the last."""
    *events, last = house.events(game_id, viewer)
    yield from ((event, None) for event in events)
    yield last, house.view(game_id, viewer, last.version)


def file_of(name: str, viewer: game_pb2.Viewer) -> Path:
    """Where what a viewer sees of a game is recorded."""
    role = game_pb2.ViewerRole.Name(viewer.role).removeprefix("VIEWER_ROLE_").lower()
    return RECORDED / name / f"{role}{f'-{viewer.seat}' if viewer.seat else ''}.jsonl.gz"


def write(name: str) -> Iterator[tuple[Path, str]]:
    """Play a golden game, and give for each of its viewers the file and what belongs there."""
    golden = read_game(FOLDER.joinpath(f"{name}.game").read_text(encoding="utf-8"))
    with House(now=lambda: BEGUN) as house:
        game_id = play(house, golden)
        for viewer in everyone(golden.seats):
            lines = (json.dumps(line, separators=(",", ":")) for line in record(house, name, game_id, viewer))
            yield file_of(name, viewer), "".join(f"{line}\n" for line in lines)


def read(file: Path) -> str:
    """What is recorded in a file."""
    return gzip.decompress(file.read_bytes()).decode()


def main() -> None:
    """Write all files anew that are not as they should be."""
    for name in GAMES:
        for file, text in write(name):
            if not file.exists() or read(file) != text:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(gzip.compress(text.encode(), mtime=0))
                print(file)


if __name__ == "__main__":
    main()
