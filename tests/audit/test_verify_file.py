"""The stand-alone verifier is a file for itself: it runs in a bare environment, and knows the contract and the form."""

import ast
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.timestamp_pb2 import Timestamp

from settlers.v1 import game_pb2, options_pb2, record_pb2
from tests.audit.forging import edited, kind_at, put, rechained
from tests.audit.played import SIGNER, STRANGER, Played
from tests.audit.standalone import PROGRAM, broken_in, lines_of, verifier, verify_lines

Lines = list[bytes]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file alone, somewhere else."""
    return shutil.copy(PROGRAM, tmp_path_factory.mktemp("elsewhere"))


def run(program: str, where: Path, *arguments: str, bare: bool = True) -> subprocess.CompletedProcess[str]:
    """Run it with nothing on the path but the standard library, and the packages that are installed if not bare."""
    command = [sys.executable, "-I", *(["-S"] if bare else []), program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=where, env={})


def written(where: Path, lines: Iterable[bytes]) -> str:
    file = where / "game.jsonl"
    file.write_bytes(b"".join(lines))
    return file.name


# A program ------------------------------------------------------------------------------------------------------------


def test_it_imports_nothing_but_the_standard_library_and_cryptography():
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    names |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert not any(node.level for node in nodes if isinstance(node, ast.ImportFrom))
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"cryptography"}
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"__import__", "exec", "eval"}
    assert "importlib" not in names


def test_it_runs_where_there_is_nothing_else(program: str, tmp_path: Path, played: Played):
    file = written(tmp_path, lines_of(played.game_id, played.rows))
    done = run(program, tmp_path, file)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"game {played.game_id}, for store, {len(played.rows)} events, over"
    assert f"{len(played.rows):>9}  hashes of the chain" in lines
    assert "        1  not checked: signature, for no key is named" in lines
    assert lines[-2:] == ["Everything that was checked is right.", "1 games, 0 of them wrong."]


def test_with_a_key_it_checks_the_signature(program: str, tmp_path: Path, begun: Played):
    file = written(tmp_path, lines_of(begun.game_id, begun.rows))
    done = run(program, tmp_path, file, "--key", str(STRANGER.verifier), "--key", str(SIGNER.verifier), bare=False)
    assert done.returncode == 0
    assert "        1  heads signed by a trusted key" in done.stdout.splitlines()
    assert "not checked: signature" not in done.stdout
    done = run(program, tmp_path, file, "--key", str(STRANGER.verifier), bare=False)
    assert done.returncode == 1
    assert "WRONG at version 1 (line 2): signature: no trusted key has signed the head" in done.stdout.splitlines()


def test_it_names_the_first_bad_version_and_ends_with_one(program: str, tmp_path: Path, begun: Played, played: Played):
    bad = lines_of(begun.game_id, [*begun.rows[:20], *begun.rows[21:]])
    file = written(tmp_path, [*lines_of(played.game_id, played.rows), *bad])
    done = run(program, tmp_path, file)
    assert done.returncode == 1
    line = len(played.rows) + 1 + 1 + 21
    assert f"WRONG at version 21 (line {line}): " in done.stdout
    assert done.stdout.endswith("2 games, 1 of them wrong.\n")


def test_wrong_use_ends_with_two(program: str, tmp_path: Path, begun: Played):
    file = written(tmp_path, lines_of(begun.game_id, begun.rows))
    key = str(SIGNER.verifier)
    no_key = run(program, tmp_path, file, "--key", f"{key[:-2]}AA")
    assert (no_key.returncode, "a --key cannot be read: " in no_key.stderr) == (2, True)
    no_package = run(program, tmp_path, file, "--key", key)
    assert (no_package.returncode, "--key needs the package cryptography" in no_package.stderr) == (2, True)
    assert run(program, tmp_path, "no.jsonl").returncode == 2
    assert run(program, tmp_path).returncode == 2


def test_a_file_without_a_game_is_wrong(program: str, tmp_path: Path):
    done = run(program, tmp_path, written(tmp_path, []))
    assert (done.returncode, done.stdout) == (1, "WRONG: no game stands in it.\n")


ESCAPES = "\x1b[2K\x1b[1A\r\x9b8m\u202e\u2028"
"""What clears a line of a terminal, hides what follows, or turns it round."""


def renamed(lines: Lines, text: str, other: str) -> Lines:
    """Another text in the head, which is signed anew."""
    note = verifier.read_head(lines[0].decode()).text.replace(text, other)
    return [verifier.head_line(SIGNER.sign(note)).encode(), *lines[1:]]


def for_another_purpose(played: Played) -> Lines:
    """Dice that were drawn for a purpose of the forger's own."""
    n = kind_at(played.rows, "dice_rolled") - 1
    forged = edited(played.rows, n, lambda event: put("purpose", f"dice{ESCAPES}")(event.draws[0]))
    return lines_of(played.game_id, rechained(played.game_id, forged))


HOSTILE: dict[str, tuple[Callable[[Played], Lines], str]] = {
    "a game": (
        lambda played: renamed(lines_of(played.game_id, played.rows), played.game_id, f"{ESCAPES}game, for store"),
        "WRONG: head: line 1: it is no head of a game",
    ),
    "eyes": (
        lambda played: renamed(lines_of(played.game_id, played.rows), "store", f"{ESCAPES}store"),
        "WRONG: head: line 1: it is for eyes that are not known",
    ),
    "a purpose": (
        for_another_purpose,
        "draw: draw 0 is for a purpose that is not known",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_stands_in_a_file_steers_no_terminal(program: str, tmp_path: Path, begun: Played, name: str):
    forge, verdict = HOSTILE[name]
    done = run(program, tmp_path, written(tmp_path, forge(begun)))
    assert done.returncode == 1
    assert set(done.stdout) <= {*string.printable} - {*"\r\t\v\f"}
    assert [line for line in done.stdout.splitlines() if line.endswith(verdict)]
    assert done.stdout.splitlines()[-1] == "1 games, 1 of them wrong."


def test_whatever_is_said_stays_in_its_line(capsys: pytest.CaptureFixture[str]):
    verifier.say(f"dice\n{ESCAPES}—")
    assert capsys.readouterr().out == r"dice\n\x1b[2K\x1b[1A\r\x9b8m\u202e\u2028\u2014" + "\n"


# The contract ---------------------------------------------------------------------------------------------------------

TYPES = {
    FieldDescriptor.TYPE_UINT32: "u32",
    FieldDescriptor.TYPE_INT32: "i32",
    FieldDescriptor.TYPE_INT64: "i64",
    FieldDescriptor.TYPE_SINT32: "s32",
    FieldDescriptor.TYPE_BOOL: "bool",
    FieldDescriptor.TYPE_STRING: "str",
    FieldDescriptor.TYPE_BYTES: "bytes",
}


def type_of(field: FieldDescriptor) -> str:
    named = field.message_type or field.enum_type
    return str(named.name) if named else TYPES[field.type]


def in_contract(message: Descriptor, found: dict[str, Descriptor]) -> dict[str, Descriptor]:
    """A message and all that stand in it."""
    if message.name not in found:
        found[message.name] = message
        for field in message.fields:
            if field.message_type:
                in_contract(field.message_type, found)
    return found


CONTRACT: dict[str, Descriptor] = {}
for _message in (game_pb2.Proof, record_pb2.Cause, game_pb2.Event, Timestamp):
    in_contract(_message.DESCRIPTOR, CONTRACT)


def test_its_table_has_all_messages_that_can_stand_in_an_export():
    assert verifier.LAYOUTS.keys() == CONTRACT.keys()
    stored = {field.name: field.number for field in record_pb2.StoredEvent.DESCRIPTOR.fields}
    assert stored.items() <= {field.name: field.number for field in game_pb2.Proof.DESCRIPTOR.fields}.items()


@pytest.mark.parametrize("name", CONTRACT)
def test_its_table_is_the_contract(name: str):
    layout = verifier.LAYOUTS[name]
    varints = {*TYPES.values()} - {"str", "bytes"} | set(verifier.ENUMS)
    expected = {
        field.name: (
            field.number,
            0 if type_of(field) in varints and not field.is_repeated else 2,
            type_of(field),
            field.is_repeated,
            field.GetOptions().Extensions[options_pb2.visible_to],
        )
        for field in CONTRACT[name].fields
    }
    assert {
        each.name: (tag >> 3, tag & 7, each.kind, each.many, each.private) for tag, each in layout.fields.items()
    } == expected
    told = {field.name for field in CONTRACT[name].fields if field.has_presence}
    assert {each.name for each in layout.fields.values() if each.present} == told
    assert (name in verifier.ONEOFS) == (len(CONTRACT[name].oneofs) == 1 and len(told) > 20)


def test_its_enums_are_those_of_the_contract():
    found = {
        field.enum_type.name: [value.number for value in field.enum_type.values]
        for message in CONTRACT.values()
        for field in message.fields
        if field.enum_type
    }
    assert found == {name: list(range(highest + 1)) for name, highest in verifier.ENUMS.items()}


def test_what_it_knows_of_events_are_events():
    events = set(game_pb2.Event.DESCRIPTOR.fields_by_name)
    known = {name.removeprefix("on_") for name in vars(verifier.Outcomes) if name.startswith("on_")}
    assert known <= events
    assert {*verifier.ONCE, *verifier.ALSO_NOBODY} <= events
    seats = {field.name for message in CONTRACT.values() for field in message.fields}
    assert set(verifier.SEATS) <= seats


# How a file is written ------------------------------------------------------------------------------------------------


def head(change: Callable[[bytes], bytes]) -> Callable[[Lines], Lines]:
    """Change the head."""
    return lambda lines: [change(lines[0]), *lines[1:]]


def event(change: Callable[[bytes], bytes]) -> Callable[[Lines], Lines]:
    """Change the first event that can be changed so."""

    def changed(lines: Lines) -> Lines:
        n = next(n for n, line in enumerate(lines) if n and change(line) != line)
        return [*lines[:n], change(lines[n]), *lines[n + 1 :]]

    return changed


def with_more_bits(text: bytes) -> bytes:
    """Set a bit behind the last byte of base64 that needs padding; it stands for the same bytes."""
    return re.sub(rb"[A-Za-z0-9+/](?==)", lambda last: ALPHABET[ALPHABET.index(last[0]) + 1 :][:1], text)


ALPHABET = (string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/").encode()

OTHERWISE: dict[str, Callable[[Lines], Lines]] = {
    "a space": event(lambda text: b" " + text),
    "a space at the end": event(lambda text: text[:-1] + b" \n"),
    "another end of a line": event(lambda text: text[:-1] + b"\r\n"),
    "no end of the last line": lambda lines: [*lines[:-1], lines[-1][:-1]],
    "an escaped letter": event(lambda text: text.replace(b"A", b"\\u0041", 1)),
    "no padding": event(lambda text: text.replace(b"=", b"")),
    "the other alphabet": event(lambda text: text.replace(b"/", b"_").replace(b"+", b"-")),
    "a line break within": event(lambda text: text[:20] + b"\n" + text[20:]),
    "an empty line": lambda lines: [*lines[:9], b"\n", *lines[9:]],
    "something behind": lambda lines: [*lines, b"\0"],
    "other quotes": event(lambda text: text.replace(b'"', b"'")),
    "bits that nobody reads": event(with_more_bits),
    "no event": event(lambda text: b'""\n'),
    "no quotes": event(lambda text: text[1:-2] + b"\n"),
    "no head": lambda lines: lines[1:],
    "a space in the head": head(lambda text: text.replace(b": ", b":  ", 1)),
    "an escape in the head": head(lambda text: text.replace("—".encode(), b"\\u2014")),
    "more in the head": head(lambda text: text.replace(b"}", b', "x": 1}')),
    "other bytes in the head": head(lambda text: text.replace(b"store", b"stor\xff")),
    "other eyes": head(lambda text: text.replace(b"store", b"court")),
    "a longer number": head(lambda text: text.replace(b"\\n60\\n", b"\\n060\\n")),
    "another number": head(lambda text: text.replace(b"\\n60\\n", b"\\n-1\\n")),
    "nothing in the head": head(lambda text: b"{}\n"),
    "brackets without end": head(lambda text: b"{" * 100_000 + b"\n"),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_line_is_read_in_the_one_way_that_it_is_written(begun: Played, name: str):
    lines = lines_of(begun.game_id, begun.rows[:60])
    forged = OTHERWISE[name](lines)
    n = next(n for n, (one, other) in enumerate(zip([*lines, b""], [*forged, b""], strict=False)) if one != other)
    assert broken_in(list(b"".join(forged).splitlines(keepends=True)), ()) == (("form", n) if n else ("head", 0))


def test_games_after_one_that_cannot_be_read_are_verified(begun: Played, played: Played):
    lines, others = (lines_of(each.game_id, each.rows) for each in (begun, played))
    for bad in (OTHERWISE["no padding"](lines), OTHERWISE["other eyes"](lines)):
        first, second = verifier.read_exports([*bad, *others])
        assert verifier.verify_export(first, ()).flaw is not None
        report = verifier.verify_export(second, ())
        assert (report.flaw, report.version, report.line) == (None, len(played.rows), len(bad) + 1)


def test_a_game_stands_once_in_a_file(begun: Played, played: Played):
    lines, others = (lines_of(each.game_id, each.rows) for each in (begun, played))
    last = len(lines) + len(others)
    file = [*lines, *others, *lines[:1], *others[1:9], *OTHERWISE["no padding"](lines)]
    first, second, *again = (verifier.verify_export(each, ()) for each in verifier.read_exports(file))
    assert (first.flaw, second.flaw) == (None, None)
    found = [(each.flaw.version, each.flaw.check, each.flaw.why, each.game_id) for each in again]
    why = f"the game {begun.game_id} is there already"
    assert found == [(0, "head", f"line {n}: {why}", "") for n in (last + 1, last + 10)]


def test_a_false_signature_is_caught(begun: Played, played: Played):
    lines = lines_of(begun.game_id, begun.rows)
    shorter = lines[0].replace(b"\\n%d\\n" % len(begun.rows), b"\\n%d\\n" % (len(begun.rows) - 1))
    assert broken_in([shorter, *lines[1:]]) == ("signature", 1)
    assert broken_in(lines, [STRANGER]) == ("signature", 1)
    assert verify_lines(lines, [STRANGER, SIGNER]).flaw is None


def test_the_head_says_how_long_a_game_is_and_where_its_chain_is(begun: Played, played: Played):
    lines = lines_of(begun.game_id, begun.rows)
    begins = [n for n, (_, data) in enumerate(begun.rows, 1) if record_pb2.StoredEvent.FromString(data).cause]
    last = begins[-1] - 1
    assert broken_in(lines[: last + 1]) == ("head", last + 1)
    shorter = lines_of(begun.game_id, begun.rows[:last])
    assert broken_in([shorter[0], *lines[1:]]) == ("head", last + 1)
    note = verifier.read_head(lines_of(played.game_id, played.rows)[0].decode()).text.splitlines()
    mine = verifier.read_head(lines[0].decode()).text.splitlines()
    swapped = SIGNER.sign("\n".join([*mine[:2], note[2], mine[3]]) + "\n")
    assert broken_in([verifier.head_line(swapped).encode(), *lines[1:]]) == ("head", len(begun.rows))
