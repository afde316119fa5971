"""Whole games at a terminal: told by a demo, shown afterwards, and gone on with after servers were killed."""

import os
import re
import signal
import tempfile
import time
from pathlib import Path

import pytest

from service.bots import Client
from service.cli.own_server import OwnServer
from tests.service.terminal import game_of, plain, read_until, serving, settlers, started

SLOWLY = ("--pace", "0.03")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A demo with seed 7 from beginning to end: what it printed, and its store."""
    store = tmp_path_factory.mktemp("demo") / "games.db"
    with started("demo", "classic", "--seed", "7", "--store", str(store)) as demo:
        printed, errors = demo.communicate(timeout=60)
        assert (demo.returncode, errors) == (0, "")
    return printed, store


def test_a_demo_tells_a_game_and_how_it_ended(told):
    story, store = told
    turns = [int(turn) for turn in re.findall(r"^turn (\d+) +seat \d (?:rolls|plays) ", story, re.MULTILINE)]
    assert turns == list(range(1, len(turns) + 1))
    assert story.count("\nsetup ") == 8
    assert re.search(r"^seat \d +\d+ points: buildings \d.* won$", story, re.MULTILINE)
    assert re.search(rf"^The game is over: seat \d won in turn {len(turns)}\.$", story, re.MULTILINE)
    assert story.endswith(f"settlers show {game_of(story)} --store {store}\n")


def test_the_same_seed_is_the_same_demo(told, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    story, _ = told
    again = settlers("demo", "classic", "--seed", "7")
    assert again.exit_code == 0
    assert plain(again.output) == plain(story)


def test_a_game_that_is_over_is_shown_to_everyone(told):
    story, store = told
    shown = settlers("show", game_of(story), "--store", str(store))
    assert shown.exit_code == 0
    board, scores = story.split("\n\n")[2], story.split("\n\n")[4]
    assert board in shown.output
    assert scores in shown.output
    assert "the seed is revealed" in shown.output
    with serving(store) as (_, address):
        assert settlers("show", game_of(story), "--server", address).output == shown.output


def test_a_game_is_shown_in_czech(told):
    story, store = told
    view = ("show", game_of(story), "--store", str(store), "--language", "cs", "--events", "60")
    over, before = settlers(*view).output, settlers(*view, "--at", "200").output
    assert f"hra {game_of(story)}, verze " in over
    assert ": Základní hra, plán beginner\n" in over
    assert re.search(r"^hráč \d +\d+ bodů: stavby \d.* vítěz$", over, re.MULTILINE)
    assert re.search(r"^Hra skončila v tahu \d+: vyhrál hráč \d\.$", over, re.MULTILINE)
    assert re.search(r"^ +\d+  je odhaleno semínko náhody: [0-9a-f]{64}$", over, re.MULTILINE)
    assert re.search(r"^Tah \d+, hráč \d.* Hra čeká na hráče \d \(.+\)\.$", before, re.MULTILINE)
    assert re.search(r"^ +\d+  hráč \d hází \d\+\d$", before, re.MULTILINE)
    said = re.sub(r"^Plán: .*$", "", over + before, flags=re.MULTILINE)
    assert re.findall(r"\b(?:seat|rolls|gets|builds|cards?|points?|turn|the|of|with|nobody|nothing)\b", said) == []
    assert settlers(*view[:-4], "--language", "de").exit_code == 2


def test_a_demo_is_told_in_czech_from_the_first_line_to_the_last(tmp_path):
    told = settlers("demo", "great-race", "--seed", "7", "--store", f"{tmp_path}/games.db", "--language", "cs")
    assert told.exit_code == 0
    end = told.output.splitlines()[-3:]
    assert re.match(r"hra [0-9a-f-]{36}: Velký závod na plánu \S+; hráč 1 greedy, hráč 2 greedy", told.output)
    assert re.search(r"^zakládání hráč 1 staví vesnici \(.+\); staví (silnici|loď)", told.output, re.MULTILINE)
    assert "otáčí pole: " in told.output
    assert re.fullmatch(r"Hra skončila v tahu \d+: vyhrál hráč \d\.", end[0])
    assert end[1].endswith(" vyhrává; rozhoduje město na červeném bodu zlatých ostrovů.")
    assert end[2].startswith("Znovu se podívat: settlers show ")
    assert " --language cs --store " in end[2]


def test_a_game_is_shown_as_it_was_to_whom_it_may_concern(told):
    story, store = told
    view = ("show", game_of(story), "--store", str(store), "--at", "200", "--events", "5")
    of_seat, of_all, of_auditor = (
        settlers(*view, "--as", viewer).output for viewer in ("seat:2", "spectator", "auditor")
    )
    assert ", version 200: Classic, board beginner" in of_seat
    assert len(re.findall(r"resource cards? \(", of_all)) == 0
    assert len(re.findall(r"resource cards? \(", of_seat)) == 1
    assert len(re.findall(r"resource cards? \(", of_auditor)) == 4
    assert re.search(r"^Turn \d+, seat \d.* The game waits for seat \d \(\w+\)\.$", of_all, re.MULTILINE)
    assert [int(version) for version in re.findall(r"^ +(\d+)  \S", of_all, re.MULTILINE)] == [196, 197, 198, 199, 200]


def test_there_is_no_later_version_and_no_other_seat(told):
    story, store = told
    game = ("show", game_of(story), "--store", str(store))
    assert "VERSION_OUT_OF_RANGE" in settlers(*game, "--at", "9999").stderr
    assert settlers(*game, "--as", "seat:5").stderr == "settlers: the game has seats 1 to 4\n"


def test_a_server_that_is_killed_and_started_again_goes_on(told, tmp_path):
    story, _ = told
    store = tmp_path / "games.db"
    with (
        serving(store) as (server, address),
        started("demo", "classic", "--seed", "7", "--server", address, *SLOWLY) as demo,
    ):
        read = read_until(demo, "turn 9 ")
        server.send_signal(signal.SIGKILL)
        server.wait()
        time.sleep(0.5)
        with serving(store, address):
            rest, errors = demo.communicate(timeout=60)
        assert demo.returncode == 0
    assert f"the server on {address} does not answer; waiting for it, up to 5 minutes" in errors
    assert "the server answers again; the game goes on" in errors
    # Nothing was lost, nothing was played or told twice: it is the very game that is played without a kill.
    assert plain(read + rest) == plain(story)


def test_a_demo_that_is_interrupted_says_how_to_go_on(told, tmp_path):
    story, _ = told
    store = str(tmp_path / "games.db")
    with started("demo", "classic", "--seed", "7", "--store", store, *SLOWLY) as demo:
        read = read_until(demo, "turn 9 ")
        demo.send_signal(signal.SIGINT)
        _, errors = demo.communicate(timeout=60)
        assert demo.returncode == 1
    how = f"settlers demo --game {game_of(read)} --store {store} --seed 7"
    assert errors == f"settlers: game {game_of(read)} is not over; go on with: {how}\n"
    end = settlers(*how.split()[1:])
    assert end.exit_code == 0
    assert plain(end.output).splitlines()[-48:] == plain(story).splitlines()[-48:]


def test_a_demo_starts_its_own_server_again(tmp_path):
    with OwnServer(str(tmp_path / "games.db"), allow_seeds=False) as own:
        with Client(own.address, patience=20.0, on_away=lambda: again.append(own.start_again_if_dead())) as client:
            again: list[bool] = []
            game_id = client.create("classic", 4)
            os.kill(own.process_id, signal.SIGKILL)
            assert client.view(game_id).game_id == game_id
        assert any(again)
        ended = own.process_id
    with pytest.raises(ProcessLookupError):
        os.kill(ended, 0)
