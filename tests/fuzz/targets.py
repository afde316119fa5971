"""The targets by name: what runs an input, what inputs to begin with, and how one is made out of another."""

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from google.protobuf.message import DecodeError

import domain.scenarios
from domain.catalogue import COMMANDS, EVENTS, fields_of
from domain.engine import choices, legal
from domain.scenarios import SCENARIOS
from service.audit.exports import read_exports
from service.codec import pack_command
from settlers.v1 import game_pb2, game_service_pb2, record_pb2
from tests.fuzz.boards import TABLES, boards
from tests.fuzz.calls import READING, WRITING, Sent, commands, read_calls, requests, write_calls
from tests.fuzz.desk import REQUESTS, read_request
from tests.fuzz.exports import EYES, NOTE, RECORD, TEXT, WHOLE, Edit, Edited, exports, proof_in, read_edited
from tests.fuzz.mutation import Change, change_message, changed_bytes, changed_text
from tests.fuzz.notation import notation
from tests.fuzz.positions import MOMENTS, all_positions, position_at
from tests.fuzz.storage import parts_of, storage
from tests.golden.games import golden_files
from tests.properties.players import chosen
from tests.service.house import everyone

CORPUS = Path(__file__).parent / "corpus"
"""The inputs that are kept, a folder for each target."""

CACHE = Path(".fuzz_cache")
"""What the fuzzer finds; git ignores it."""


class Target(msgspec.Struct, frozen=True):
    """What is fuzzed: ``run`` takes any bytes, and raises for a fault only."""

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    """Inputs made of real games."""
    change: Change

    @property
    def corpus(self) -> list[Path]:
        """The inputs that are kept."""
        return sorted((CORPUS / self.name).iterdir())


def _command_seeds() -> Iterator[bytes]:
    for game, moment, position in all_positions():
        if position.following is not None:
            asked = game_service_pb2.ExecuteCommandRequest(
                seat=position.following.seat, command=position.following.command
            )
            if moment % 3 == 0:
                asked.request_id = "a"
                asked.expected_version = position.moment.game.version
            yield write_calls(game, moment, [("ExecuteCommand", asked.SerializeToString())], WRITING)
    for key, scenario in SCENARIOS.items():
        for number, board in enumerate(scenario.boards):
            options = [option.key for option in scenario.options][: number + 1]
            seats = scenario.boards_for
            asked = game_service_pb2.CreateGameRequest(
                scenario=key,
                seats=next(n for n in scenario.seats if board in seats(n)),
                options=options,
                board=board,
                request_id="b",
            )
            yield write_calls(0, 0, [("CreateGame", asked.SerializeToString())], WRITING)


def _request_seeds() -> Iterator[bytes]:
    names = (*WRITING, *READING)
    for game, moment, position in all_positions():
        if moment not in (0, 2, 5, MOMENTS - 1):  # early ones: they are read faster
            continue
        viewers, version = everyone(position.moment.game.seats), position.moment.game.version
        viewer = viewers[(game + moment) % len(viewers)]
        yield write_calls(
            game,
            moment,
            [
                ("GetGame", REQUESTS["GetGame"](viewer=viewer, reveal=moment == MOMENTS - 1).SerializeToString()),
                ("GetGame", REQUESTS["GetGame"](viewer=viewer, version=version // 2).SerializeToString()),
                ("ListLegalCommands", REQUESTS["ListLegalCommands"](seat=1 + moment % 2).SerializeToString()),
                ("ListEvents", REQUESTS["ListEvents"](viewer=viewer, page_size=3, with_proof=True).SerializeToString()),
                (
                    "WatchGame",
                    REQUESTS["WatchGame"](
                        viewer=viewer, after_version=max(0, version - 4), with_views=True
                    ).SerializeToString(),
                ),
                ("ListScenarios", b""),
            ],
            names,
        )
    yield from _audits_and_lists(names)


def _audits_and_lists(names: tuple[str, ...]) -> Iterator[bytes]:
    """A game that is created and played on, then asked for in the audits, the list and the feed."""
    for game, moment, position in all_positions():
        following = position.following
        if moment > 2 or following is None:
            continue
        viewers = everyone(position.moment.game.seats)
        asked: list[tuple[str, dict[str, Any]]] = [
            ("ExecuteCommand", {"seat": following.seat, "command": following.command}),
            ("VerifyGame", {}),
            ("ExportGame", {"viewer": viewers[(game + moment) % len(viewers)]}),
            ("CreateGame", {"scenario": position.moment.game.scenario.key, "seats": 4, "player_refs": [*"abcd"]}),
            ("WatchAllGames", [{"kinds": ["dice_rolled", "board_laid"]}, {}, {"scenarios": ["classic"]}][moment]),
            ("ListGames", [{"page_size": 1}, {"player_ref": "b"}, {"state": 1}][moment]),
            ("ListGames", {"page_size": 1, "page_token": "new"}),
            ("VerifyGame", {"game_id": "new"}),
        ]
        sent = [(name, REQUESTS[name](**fields).SerializeToString()) for name, fields in asked]
        yield write_calls(game, moment, sent, names)


def _change_calls(data: bytes, luck: random.Random, names: tuple[str, ...]) -> bytes:
    game, moment, sent = read_calls(data, names)
    what = luck.randrange(12)
    if what == 0 or not sent:
        game, moment = luck.randrange(256), min(luck.randrange(MOMENTS), luck.randrange(MOMENTS))
        moment += MOMENTS * luck.randrange(MOMENTS)
    if what == 1 or not sent:
        sent.insert(luck.randrange(len(sent) + 1), _some_call(luck, names))
    elif what == 2:
        sent.append(luck.choice(sent))
    elif what == 3 and len(sent) > 1:
        del sent[luck.randrange(len(sent))]
    elif what in (4, 5, 6) and "ExecuteCommand" in names[:2]:
        sent.insert(luck.randrange(len(sent) + 1), _listed(game, moment, luck))
    else:
        at = luck.randrange(len(sent))
        sent[at] = _changed_call(*sent[at], luck)
    return write_calls(game, moment, sent, names)


def _some_call(luck: random.Random, names: tuple[str, ...]) -> Sent:
    name = luck.choice(names)
    request = REQUESTS[name]()
    for _ in range(luck.randint(1, 6)):
        change_message(request, luck)
    return name, request.SerializeToString()


def _changed_call(name: str, sent: bytes, luck: random.Random) -> Sent:
    request = read_request(name, sent)
    if request is None or luck.random() < 0.15:
        return name, changed_bytes(sent, luck)
    for _ in range(luck.choice((1, 1, 1, 2, 4))):
        change_message(request, luck)
    return name, request.SerializeToString()


def _listed(game: int, moment: int, luck: random.Random) -> Sent:
    """A command that may be played in a position, or one that is chosen within its bounds."""
    standing = position_at(game, moment).moment.game
    seat = luck.choice(standing.everyone)
    may = [*legal(standing, seat), *(chosen(seat, each, luck) for each in choices(standing, seat))]
    command = pack_command(luck.choice(may)) if may else game_pb2.Command()
    asked = game_service_pb2.ExecuteCommandRequest(
        seat=seat, command=command, request_id=luck.choice(("", "", "a", "b"))
    )
    return "ExecuteCommand", asked.SerializeToString()


def _lines() -> Iterator[bytes]:
    known: set[str] = set()
    for path in golden_files():
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            named = [word for word in words[:3] if word in COMMANDS or word in EVENTS]
            if named and named[0] not in known:
                known.add(named[0])
                yield " ".join(words[words.index(named[0]) - (named[0] in COMMANDS) :]).encode()


_WORDS = [
    *(name.encode() for name in (*COMMANDS, *EVENTS)),
    *sorted(
        {f"{field.name}=".encode() for kind in (*COMMANDS.values(), *EVENTS.values()) for field in fields_of(kind)}
    ),
    *b"1 0 -1 - [ ] { } [] {1 [{1 }] yes no 0x 0x0f = + 1brick 511ore 512wool 2brick+1coin 1_0 ore".split(),
    *(rb'""', rb'"\u2028"', rb'"\ud800"', rb'"a b"', b"\\", b"\n", b"\t", b"\x1f", b"\xff", b"9" * 30, b"9" * 4400),
    *(each.encode() for each in ("ž", "²", "٣", "\u2028", "\x85")),
]


def _change_line(data: bytes, luck: random.Random) -> bytes:
    return changed_text(data, luck, _WORDS) if luck.random() < 0.7 else changed_bytes(data, luck)


def _board_files() -> Iterator[bytes]:
    for place, (scenario, seats) in enumerate(TABLES):
        for board in SCENARIOS[scenario].boards_for(seats):
            folder = Path(domain.scenarios.__file__).parent / scenario.replace("-", "_") / "boards"
            text = (folder / f"{board}.toml").read_text(encoding="utf-8")
            kept = (line for line in text.splitlines() if line and not line.startswith("#"))
            yield bytes([place]) + "\n".join(kept).encode()


_DRAWN = [
    *b"H F L A M $ D s u - ? H6 F8 D0 s2 H13 H12 A3 ? 0 1 2 3 -1 99 NE E SE SW W NW N S general brick".split(),
    *b'"" [] {} [1] ["a"] true 1.5 2.0 nan 1979-05-27 """ [marks] [route] [letters] # = , fixed spiral free'.split(),
    *b'name= source= frame="sea" frame="none" rows= harbors=[] numbers= numbers_by= terrains= harbor_kinds='.split(),
    *b"hidden_terrains= hidden_numbers= letters.x= marks.start= route.from= walk= stops= chips= T 7 .".split(),
    *(b'"0 0 NE ?"', b"\n", b"\r", b"\x0c", b"\xff", b"9" * 20, b"9" * 4400, b"[" * 2000, b"a." * 2000),
    *(each.encode() for each in ("ž", "²", "٣", "\u2028")),
]


def _change_board(data: bytes, luck: random.Random) -> bytes:
    head, text = data[:1] or b"\0", data[1:]
    match luck.randrange(8):
        case 0:
            head = bytes([luck.randrange(len(TABLES))])
        case 1:
            text = changed_bytes(text, luck)
        case 2 | 3:
            lines = text.split(b"\n")
            at = luck.randrange(len(lines))
            match luck.randrange(4):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(at, luck.choice(lines))
                case 2:
                    key, equals, _ = lines[at].partition(b"=")
                    lines[at] = key + equals + luck.choice(_DRAWN)
                case _:
                    lines[at] = changed_text(lines[at], luck, _DRAWN)
            text = b"\n".join(lines)
        case _:
            text = changed_text(text, luck, _DRAWN)
    return head + text


def _records() -> Iterator[bytes]:
    known: set[str] = set()
    for game in range(len(golden_files())):
        for record in position_at(game, MOMENTS - 1).records:
            if record.name not in known:
                known.add(record.name)
                yield bytes([game, MOMENTS - 1]) + (record.version - 1).to_bytes(2, "big") + b"\0" + record.data


def _change_record(data: bytes, luck: random.Random) -> bytes:
    head, worn = bytearray(data[:5].ljust(5, b"\0")), data[5:]
    stored = parts_of(worn)
    what = luck.randrange(9)
    if what == 0 or stored is None:
        head[:2] = luck.randrange(256), luck.randrange(MOMENTS)
        records = position_at(head[0], head[1]).records
        at = luck.randrange(len(records))
        head[2:4] = at.to_bytes(2, "big")
        worn = records[at].data
    elif what == 1:
        head[2:4] = luck.randbytes(2)
    elif what == 2:
        head[4] = luck.randrange(8)
    elif what == 3:
        worn = changed_bytes(worn, luck)
    else:
        change_parts(stored, luck)
        worn = stored.SerializeToString()
    return bytes(head) + worn


def change_parts(stored: record_pb2.StoredEvent | game_pb2.Proof, luck: random.Random) -> None:
    """Change a part of a record: any bytes of it, or a field of a message in it."""
    if luck.random() < 0.2:
        name = luck.choice([field.name for field in stored.DESCRIPTOR.fields])
        setattr(stored, name, changed_bytes(getattr(stored, name), luck))
        return
    name = luck.choice(("public", "public", "public", "private", "cause"))
    message = record_pb2.Cause() if name == "cause" else game_pb2.Event()
    try:
        message.ParseFromString(getattr(stored, name))
    except DecodeError:
        message.Clear()
    for _ in range(luck.choice((1, 1, 2, 4))):
        change_message(message, luck)
    setattr(stored, name, message.SerializeToString())


def _exports() -> Iterator[bytes]:
    for game in range(len(golden_files())):
        for eyes in range(len(EYES)):
            for played in (game % 3, 18 + game):
                yield Edited(game, played, eyes, 0, ()).write()
    for eyes in range(len(EYES)):
        yield Edited(5, WHOLE, eyes, 0, ()).write()


_IN_NOTES = [
    *b"store auditor spectator seat 2 seat\n settlers.v1/ 0 1 -1 1_0 + = A AAAA { } [ null".split(b" "),
    *(rb"\n", rb"\ud800", rb"\u2028", rb"\"", b"\r", b"\n", b"\x85", b"\xff", b"[" * 3000, b"9" * 4400),
    *(each.encode() for each in ("— ", "٣", "\u2028")),
]


def _change_export(data: bytes, luck: random.Random) -> bytes:
    edited = read_edited(data)
    edits = [*edited.edits]
    lines = edited.original()
    line = luck.randrange(len(lines))
    proof = proof_in(lines[line])
    what = luck.randrange(12)
    if what == 0:
        commands = WHOLE if luck.random() < 0.02 else luck.randrange(40)
        edited = Edited(luck.randrange(256), commands, luck.randrange(256), edited.forger, edits)
    elif what <= 2:
        edited = msgspec.structs.replace(edited, forger=luck.randrange(4))
    elif what == 3 and edits:
        del edits[luck.randrange(len(edits))]
    elif what == 4 and edits:
        at = luck.randrange(len(edits))
        edits[at] = msgspec.structs.replace(edits[at], data=changed_text(edits[at].data, luck, _IN_NOTES))
    elif what == 5:
        edits.append(Edit(luck.randrange(256), line, luck.randbytes(2)))
    elif what == 6 or proof is None:
        (head,) = read_exports([lines[0]])
        edits.append(Edit(NOTE, 0, changed_text(head.note.encode(), luck, _IN_NOTES)))
    elif what == 7:
        change = changed_bytes if luck.random() < 0.5 else lambda text, luck: changed_text(text, luck, _IN_NOTES)
        edits.append(Edit(TEXT, line, change(lines[line], luck)))
    else:
        change_parts(proof, luck)
        edits.append(Edit(RECORD, line, proof.SerializeToString()))
    return msgspec.structs.replace(edited, edits=edits).write()


TARGETS = {
    target.name: target
    for target in (
        Target("commands", commands, _command_seeds, lambda data, luck: _change_calls(data, luck, WRITING)),
        Target(
            "requests", requests, _request_seeds, lambda data, luck: _change_calls(data, luck, (*WRITING, *READING))
        ),
        Target("notation", notation, _lines, _change_line),
        Target("boards", boards, _board_files, _change_board),
        Target("storage", storage, _records, _change_record),
        Target("exports", exports, _exports, _change_export),
    )
}
