"""`settlers audit`, `export`, `import` and `key`, as a person calls them."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import dask
import pytest
from click.testing import CliRunner, Result
from distributed import LocalCluster

from service.audit.many import verify_file
from service.audit.signing_key import load_or_make
from service.cli import main
from service.cli.own_server import OwnServer
from service.config import store_environment
from service.store.games import Games
from tests.audit.forging import stored
from tests.audit.played import Played, play
from tests.service.house import QUICK, play_games


def settlers(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="settlers")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Played]]:
    """A store with three games: one that is over, and two of other scenarios that are not."""
    file = str(tmp_path_factory.mktemp("store") / "games.db")
    store = file, [play(file), play(file, 300, scenario="cheops"), play(file, 300, scenario="alexander", seed=None)]
    assert len({each.game_id for each in store[1]}) == 3
    return store


@pytest.fixture(scope="module")
def archive(store: tuple[str, list[Played]], tmp_path_factory: pytest.TempPathFactory) -> str:
    """All its games in a file."""
    file = str(tmp_path_factory.mktemp("archive") / "archive.jsonl")
    assert settlers("export", "--all", "--store", store[0], "-o", file).exit_code == 0
    return file


def test_an_audit_says_what_it_checked(store: tuple[str, list[Played]]):
    file, (played, *_) = store
    result = settlers("audit", played.game_id, "--store", file)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == f"game {played.game_id}, {len(played.rows)} events, over"
    assert lines[-1] == "Everything that was checked is right."
    assert f"{len(played.rows):>9}  hashes of the chain" in lines
    assert any("values of chance, drawn again (" in line and "dice" in line for line in lines)


def exported(folder: Path, *arguments: str) -> str:
    """What an export writes to a file."""
    result = settlers("export", *arguments, "-o", str(folder / "export"))
    assert result.exit_code == 0, result.output
    return (folder / "export").read_text(encoding="utf-8")


def test_an_audit_through_a_server_says_the_same(store: tuple[str, list[Played]], tmp_path: Path):
    file, (played, *_) = store
    with OwnServer(file, allow_seeds=False) as server:
        result = settlers("audit", played.game_id, "--server", server.address)
        assert result.output == settlers("audit", played.game_id, "--store", file).output
        there = exported(tmp_path, played.game_id, "--server", server.address, "--as", "spectator")
    here = exported(tmp_path, played.game_id, "--store", file, "--as", "spectator")
    assert there == here
    assert len(here.splitlines()) == len(played.rows) + 1


def forge(file: str, played: Played, version: int) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        data = played.rows[version - 1][1]
        where = (data[:-1] + bytes([data[-1] ^ 1]), UUID(played.game_id).hex, version)
        database.execute("UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", where)


def test_an_audit_names_the_first_bad_version_and_ends_with_one(tmp_path: Path):
    file = str(tmp_path / "games.db")
    bad, good = play(file, 100), play(file, 100)
    forge(file, bad, 50)
    result = settlers("audit", bad.game_id, good.game_id, "--store", file)
    assert result.exit_code == 1
    assert "WRONG at version 50: chain: the chain is broken" in result.output
    assert result.output.endswith("Everything that was checked is right.\n")
    result = settlers("audit", "--all", "--store", file, "--workers", "1")
    assert result.exit_code == 1
    assert f"game {bad.game_id}: WRONG at version 50: chain: the chain is broken" in result.output
    assert good.game_id not in result.output


def test_all_games_of_a_store_and_of_files_are_audited(store: tuple[str, list[Played]], archive: str):
    file, games = store
    events = sum(len(played.rows) for played in games)
    for how in (("--all", "--store", file), ("--file", archive), ("--file", archive, "--no-decisions")):
        result = settlers("audit", *how, "--workers", "2")
        assert result.exit_code == 0, result.output
        assert f"games: 3, events: {events}\n" in result.output
        assert result.output.endswith("Everything that was checked is right.\n")


def test_signatures_are_looked_at_where_a_key_is_named(store: tuple[str, list[Played]], archive: str, tmp_path: Path):
    key = settlers("key", "--store", store[0]).output.strip()
    assert settlers("audit", "--file", archive, "--key", key, "--workers", "1").exit_code == 0
    other = str(load_or_make(tmp_path / "other.key").verifier)
    result = settlers("audit", "--file", archive, "--key", other, "--workers", "1")
    assert result.exit_code == 1
    assert result.output.count("signature: the head: no trusted key has signed it") == 3


def test_a_game_is_held_against_an_earlier_export(tmp_path: Path):
    file, earlier = str(tmp_path / "games.db"), str(tmp_path / "earlier.jsonl")
    played = play(file, 100)
    key = settlers("key", "--store", file).output.strip()
    assert settlers("export", played.game_id, "--store", file, "-o", earlier).exit_code == 0
    with closing(Games(store_environment(file))) as games:
        for _ in play_games(games, UUID(played.game_id), random.Random(1), until=150):
            pass
    how = (played.game_id, "--store", file, "--against", earlier, "--key", key)
    assert settlers("audit", *how).exit_code == 0
    with closing(sqlite3.connect(file)) as database, database:
        last = [row[0] for row in played.rows if stored(row).cause][-1]
        database.execute("DELETE FROM stored_events WHERE originator_version >= ?", (last,))
    result = settlers("audit", *how)
    assert result.exit_code == 1
    assert f"version {last}: head: the head is of {len(played.rows)} events, and there are {last - 1}" in result.output


def test_exported_games_go_on_in_another_store(store: tuple[str, list[Played]], tmp_path: Path):
    file, games = store
    whole, other = str(tmp_path / "whole.jsonl"), str(tmp_path / "other.db")
    assert settlers("export", "--all", "--whole", "--store", file, "-o", whole).exit_code == 0
    key = settlers("key", "--store", file).output.strip()
    result = settlers("import", whole, "--store", other, "--key", key)
    assert result.exit_code == 0
    assert result.output == "".join(f"game {each.game_id}: {len(each.rows)} events\n" for each in games)
    with closing(Games(store_environment(other))) as taken:
        for each in games:
            assert [(record.version, record.data) for record in taken.records(UUID(each.game_id))] == each.rows
        going_on = UUID(games[1].game_id)
        for _ in play_games(taken, going_on, random.Random(QUICK), until=350):
            pass
        assert taken.table(going_on).game.version >= 350
    assert settlers("audit", "--all", "--store", other, "--workers", "1").exit_code == 0
    result = settlers("import", whole, "--store", other, "--key", key)
    assert result.exit_code == 0
    assert result.output == "".join(f"game {each.game_id}: it is there already\n" for each in games)


def test_only_whole_and_right_games_are_taken(store: tuple[str, list[Played]], tmp_path: Path):
    file, (over, cheops, _) = store
    other = str(tmp_path / "other.db")
    cut = str(tmp_path / "cut.jsonl")
    for game, eyes, why in (
        (cheops, "auditor", "version 1: a part of it was left out; take it by: settlers export --whole"),
        (over, "spectator", "version 1: a part of it was left out; take it by: settlers export --whole"),
    ):
        assert settlers("export", game.game_id, "--as", eyes, "--store", file, "-o", cut).exit_code == 0
        result = settlers("import", cut, "--store", other)
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (
            1,
            f"settlers: game {game.game_id} is not taken: {why}",
        )
    settlers("export", over.game_id, "--store", file, "-o", cut)
    lines = Path(cut).read_text(encoding="utf-8").splitlines(keepends=True)
    Path(cut).write_text("".join([*lines[:9], *lines[10:]]), encoding="utf-8")
    result = settlers("import", cut, "--store", other)
    assert f"game {over.game_id} is not taken: version 9: " in result.stderr
    with closing(Games(store_environment(other))) as games:
        assert list(games.game_ids()) == []


@pytest.mark.parametrize("text", ["", "{}", '"AAAA"', "nonsense", '{"head": "x"}', '{"head": "a\\nb\\nc\\nd\\n\\n"}'])
def test_a_file_that_is_no_export_is_one_line(tmp_path: Path, text: str):
    file = tmp_path / "no.jsonl"
    file.write_text(f"{text}\n", encoding="utf-8")
    result = settlers("import", str(file), "--store", str(tmp_path / "games.db"))
    if text:
        assert result.exit_code == 1
        assert result.stderr.splitlines()[-1].startswith(f"settlers: {file}: line 1: ")
    result = settlers("audit", "--file", str(file), "--workers", "1")
    assert result.exit_code == 1
    assert "line 1: " in result.stderr


@pytest.mark.parametrize(
    "how",
    [
        ("audit",),
        ("audit", "x", "--all"),
        ("audit", "--all"),
        ("audit", "x", "--server", "a", "--store", "b"),
        ("export",),
        ("export", "--all"),
        ("export", "x", "--whole"),
        ("export", "x", "--all", "--store", "b"),
        ("audit", "x", "--workers", "2"),
        ("audit", "x", "--no-decisions"),
        ("audit", "--file", "x", "--against", __file__),
        ("audit", "--all", "--store", "x", "--key", "k"),
        ("audit", "x", "--store", "x", "--key", "k"),
        ("audit", "x", "--key", "k"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(how: tuple[str, ...]):
    assert settlers(*how).exit_code == 2


def test_a_key_that_is_none_is_one_line(tmp_path: Path):
    store = str(tmp_path / "games.db")
    Path(store).touch()
    Path(f"{store}.key").write_text("nonsense", encoding="utf-8")
    result = settlers("key", "--store", store)
    assert (result.exit_code, result.stderr) == (
        1,
        f"settlers: {store}.key holds no signing key: it is no private key\n",
    )
    assert settlers("serve", "--store", store).stderr == result.stderr
    assert "a --key cannot be read" in settlers("audit", "--file", "x", "--key", "y").stderr


def test_an_archive_is_audited_on_a_cluster(archive: str):
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        result = settlers("audit", "--file", archive, "--file", archive, "--scheduler", cluster.scheduler_address)
    assert result.exit_code == 0, result.output
    assert "games: 6, " in result.output
    assert len(verify_file(archive).reports) == 3


@pytest.mark.parametrize(("language", "words"), [("en", "builds a settlement"), ("cs", "staví vesnici")])
def test_a_game_is_told_line_by_line(store: tuple[str, list[Played]], tmp_path: Path, language: str, words: str):
    file, (played, *_) = store
    heading, *lines = exported(tmp_path, played.game_id, "--text", "--language", language, "--store", file).splitlines()
    assert played.game_id in heading
    assert [int(line.split()[0]) for line in lines] == [version for version, _ in played.rows]
    assert any(words in line for line in lines)
    assert settlers("export", played.game_id, "--text", "--whole", "--store", file).exit_code == 2


def test_an_export_that_fails_leaves_the_earlier_one(store: tuple[str, list[Played]], tmp_path: Path):
    file, (played, *_) = store
    kept = exported(tmp_path, played.game_id, "--store", file)
    for how in ((played.game_id, "--server", "127.0.0.1:1"), ("x", "--store", file)):
        assert settlers("export", *how, "-o", str(tmp_path / "export")).exit_code == 1
        assert (tmp_path / "export").read_text(encoding="utf-8") == kept
    assert [each.name for each in tmp_path.iterdir()] == ["export"]
    result = settlers("export", played.game_id, "--store", file, "-o", str(tmp_path / "nowhere" / "export"))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "cannot write" in result.stderr


def test_a_game_that_the_earlier_export_does_not_hold_is_told(store: tuple[str, list[Played]], tmp_path: Path):
    file, (played, other, _) = store
    exported(tmp_path, other.game_id, "--store", file)
    earlier = str(tmp_path / "export")
    result = settlers("audit", played.game_id, "--store", file, "--against", earlier)
    assert (result.exit_code, result.stderr) == (1, f"settlers: the file of --against holds no game {played.game_id}\n")
    assert settlers("audit", other.game_id, "--store", file, "--against", earlier).exit_code == 0


def test_a_store_is_held_against_an_earlier_archive(store: tuple[str, list[Played]], archive: str, tmp_path: Path):
    file, (played, *_) = store
    how = ("--workers", "1", "--against", archive)
    assert settlers("audit", "--all", "--store", file, *how).exit_code == 0
    robbed = str(tmp_path / "robbed.db")
    shutil.copy(file, robbed)
    with closing(sqlite3.connect(robbed)) as database, database:
        database.execute("DELETE FROM stored_events WHERE originator_id=?", (UUID(played.game_id).hex,))
    result = settlers("audit", "--all", "--store", robbed, *how)
    assert result.exit_code == 1
    assert f"game {played.game_id}: WRONG at version 1: head: it is in the earlier archive, and gone" in result.output


def test_one_bad_file_does_not_stop_the_others(archive: str, tmp_path: Path):
    bad, gone = tmp_path / "bad.jsonl", tmp_path / "gone.jsonl"
    bad.write_text("[" * 100_000, encoding="utf-8")
    files = (str(bad), archive, str(gone))
    result = settlers("audit", "--workers", "1", *(word for file in files for word in ("--file", file)))
    assert result.exit_code == 1
    assert "games: 3, " in result.output
    assert sorted(result.stderr.splitlines()) == [
        f"settlers: {bad}: line 1: it is no JSON",
        f"settlers: {gone}: No such file or directory",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\n", b"\r\n"),
        ("—".encode(), b"\\u2014"),
        (b"\\nauditor\\n", b"\\nbanana\\n"),
        (b"settlers.v1/", b"settlers.v1/\\ud800"),
        (b'{"head":', b'{ "head":'),
    ],
)
def test_an_export_is_written_in_one_way(store: tuple[str, list[Played]], tmp_path: Path, old: bytes, new: bytes):
    file, (played, *_) = store
    exported(tmp_path, played.game_id, "--store", file)
    other = tmp_path / "other"
    other.write_bytes((tmp_path / "export").read_bytes().replace(old, new, 1))
    result = settlers("audit", "--file", str(other), "--workers", "1")
    assert result.exit_code == 1
    assert f"settlers: {other}: line 1: it is " in result.stderr
    other.write_bytes((tmp_path / "export").read_bytes() * 2)
    assert "is there already" in settlers("audit", "--file", str(other), "--workers", "1").stderr
    other.write_bytes(b"")
    assert settlers("audit", "--file", str(other), "--workers", "1").stderr == f"settlers: {other}: it holds no game\n"


def test_a_store_that_may_only_be_read_is_audited_and_not_touched(store: tuple[str, list[Played]], tmp_path: Path):
    file, (played, *_) = store
    folder = tmp_path / "frozen"
    folder.mkdir()
    copy = folder / "games.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("VACUUM INTO ?", (str(copy),))
    before = copy.read_bytes()
    assert settlers("audit", "--all", "--store", str(copy), "--workers", "1").exit_code == 0
    assert settlers("audit", played.game_id, "--store", str(copy)).exit_code == 0
    assert copy.read_bytes() == before
    empty = folder / "empty.db"
    empty.touch()
    result = settlers("audit", "--all", "--store", str(empty), "--workers", "1")
    assert (result.exit_code, empty.stat().st_size) == (1, 0)
    assert "cannot open the store" in result.stderr


def test_a_damaged_game_is_left_out_of_an_archive_and_named(tmp_path: Path):
    file, archive = str(tmp_path / "games.db"), str(tmp_path / "archive.jsonl")
    bad, good = play(file, 100), play(file, 100)
    forge(file, bad, 50)
    result = settlers("export", "--all", "--store", file, "-o", archive)
    assert result.exit_code == 1
    assert f"settlers: game {bad.game_id} is left out: the stored game is damaged at version 50" in result.stderr
    assert [report.game_id for report in verify_file(archive).reports] == [good.game_id]


def test_exports_are_signed_by_the_key_that_is_named(store: tuple[str, list[Played]], tmp_path: Path):
    file, (played, *_) = store
    named = str(tmp_path / "named.key")
    key = settlers("key", "--signing-key", named).output.strip()
    exported(tmp_path, played.game_id, "--store", file, "--signing-key", named)
    assert settlers("audit", "--file", str(tmp_path / "export"), "--key", key, "--workers", "1").exit_code == 0
    nowhere = str(tmp_path / "nowhere.db")
    result = settlers("key", "--store", nowhere)
    assert (result.exit_code, result.stderr) == (1, f"settlers: there is no store {nowhere}\n")
    assert not Path(f"{nowhere}.key").exists()


def test_what_was_not_checked_is_told_of_files_too(store: tuple[str, list[Played]], tmp_path: Path):
    file, (_, cheops, _) = store
    exported(tmp_path, cheops.game_id, "--store", file, "--as", "spectator")
    result = settlers("audit", "--file", str(tmp_path / "export"), "--workers", "1")
    assert "draws not checked, for the seed is not told" in result.output
    assert "commands not decided again, for something is not shown" in result.output


def test_a_game_without_its_beginning_is_not_overlooked(tmp_path: Path):
    file = str(tmp_path / "games.db")
    played = play(file, 60)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM stored_events WHERE originator_version = 1")
    result = settlers("audit", "--all", "--store", file, "--workers", "1")
    assert result.exit_code == 1
    assert f"game {played.game_id}: WRONG at version 1: order: it is missing; version 2 follows" in result.output
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE stored_events SET state=NULL WHERE originator_version = 2")
    assert settlers("audit", "--all", "--store", file, "--workers", "1").exit_code == 1


def test_a_scheduler_that_is_not_there_is_one_line(archive: str):
    with dask.config.set({"distributed.comm.timeouts.connect": "100ms"}):
        result = settlers("audit", "--file", archive, "--scheduler", "tcp://127.0.0.1:1")
    assert result.exit_code == 1
    assert result.stderr.startswith("settlers: no scheduler answers at tcp://127.0.0.1:1")
