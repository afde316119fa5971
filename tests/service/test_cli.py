"""The command line, as a person at a terminal meets it: help, one-line errors, whole games, servers that are killed."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click import unstyle
from click.testing import CliRunner, Result

from domain.board.grid import grid_of
from service.bots import Client
from service.cli import main
from service.cli.board_text import draw_board, draw_places
from service.cli.narrator import Narrator
from service.cli.own_server import READY, OwnServer
from service.cli.standing_text import standing_lines
from settlers.v1 import alexander_pb2, game_pb2, sea_pb2, views_pb2
from settlers.v1.board_pb2 import Harbor, Terrain

NOBODY = "127.0.0.1:1"
"""An address at which no server answers."""

ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
COMMANDS = ("serve", "demo", "show", "scenarios")
SLOWLY = ("--pace", "0.03")

BOARD = r"""
  3:1  o           .
   .-'   '-.   .-'   '-.
 o           o           .
 |   fields  |    sea    |
 |     2     |  ore      |
(1)          o           .
   \1\   /1/   '-.   .-'
       .           .
      |2|  hills   |
      |2|    4     |
      [2]  robber  .
         '-.   .-'
       wool  o

(1) settlement, [1] city, /1/ road of seat 1
o harbor: 3:1 takes any resource, the others take 2:1 what they are named after
"""
"""Fields with a harbor, hills with the robber, some sea."""


def settlers(*arguments: str) -> Result:
    """Call the command line in this process."""
    return CliRunner().invoke(main, arguments, prog_name="settlers")


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Call the command line in a process of its own, which does not outlive the test."""
    process = subprocess.Popen(
        [sys.executable, "-m", "service", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def serving(store: Path, address: str = "127.0.0.1:0") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server in a process of its own; gives it and its address."""
    with started("serve", "--address", address, "--store", str(store), "--allow-seeds") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(READY)
        yield process, line.removeprefix(READY).partition(",")[0]


def read_until(process: subprocess.Popen[str], beginning: str) -> str:
    """Read what a process prints up to a line that begins so; gives all of it."""
    assert process.stdout is not None
    read = ""
    for line in process.stdout:
        read += line
        if line.startswith(beginning):
            return read
    raise AssertionError(f"no line begins with {beginning!r}:\n{read}")


def plain(story: str) -> str:
    """A story without what differs each time that the same game is played."""
    return re.sub(r" --(store|server) \S+", "", ID.sub("ID", story))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A demo with seed 7 from beginning to end: what it printed, and its store."""
    store = tmp_path_factory.mktemp("demo") / "games.db"
    with started("demo", "classic", "--seed", "7", "--store", str(store)) as demo:
        printed, errors = demo.communicate(timeout=60)
        assert (demo.returncode, errors) == (0, "")
    return printed, store


def game_of(printed: str) -> str:
    """The id of the game of a demo."""
    found = ID.search(printed)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_ends_what_it_says_with_examples(command):
    result = settlers(command, "--help")
    assert result.exit_code == 0
    assert "Examples:\n    settlers " in result.output


def test_the_help_lists_the_commands():
    result = settlers("--help")
    assert result.exit_code == 0
    assert all(f"  {command}" in result.output for command in COMMANDS)


def test_the_version():
    assert re.fullmatch(r"settlers \d\S*\n", settlers("--version").output)


@pytest.mark.parametrize(
    "line",
    [
        "conquer",
        "show",
        "show x --at 0",
        "show x --as king",
        "show x --as seat:one",
        "show x --server a --store b",
        "demo --server a --store b",
        "demo --bot genius",
        "serve --threads 0",
    ],
)
def test_a_wrong_call_is_told_how_to_call(line):
    result = settlers(*line.split())
    assert result.exit_code == 2
    assert "Usage: settlers" in result.output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"show x --server {NOBODY}", f"no server answers at {NOBODY}; start one with: settlers serve"),
        (f"scenarios --server {NOBODY}", f"no server answers at {NOBODY}; start one with: settlers serve"),
        ("show x --store {tmp}/none.db", "there is no store {tmp}/none.db"),
        ("show x --store {tmp}/text.db", "cannot open the store {tmp}/text.db: file is not a database"),
        (
            "serve --store {tmp}/none/games.db",
            "cannot open the store {tmp}/none/games.db: unable to open database file",
        ),
        ("serve --store {tmp}/text.db", "cannot open the store {tmp}/text.db: file is not a database"),
        (
            "serve --store :memory: --address nonsense",
            "cannot listen on nonsense: the port is taken, or it is no address of this host",
        ),
    ],
)
def test_what_fails_says_why_in_one_line(tmp_path, line, said):
    (tmp_path / "text.db").write_text("This is no database, but it is long enough to be taken for one.\n" * 20)
    result = settlers(*line.format(tmp=tmp_path).split())
    assert result.exit_code == 1
    assert result.stderr == f"settlers: {said.format(tmp=tmp_path)}\n"
    assert result.stdout == ""


def test_a_server_can_be_told_by_the_environment(tmp_path):
    store = f"{tmp_path}/none/games.db"
    result = CliRunner(env={"SETTLERS_STORE": store}).invoke(main, ["serve"])
    assert result.stderr == f"settlers: cannot open the store {store}: unable to open database file\n"


def test_a_refusal_of_the_server_is_one_line(tmp_path):
    with serving(tmp_path / "games.db") as (_, address):
        result = settlers("demo", "chess", "--server", address)
        assert (result.exit_code, result.stderr) == (
            1,
            "settlers: UNKNOWN_SCENARIO: the scenarios are: classic, cheops, alexander, great-race\n",
        )
        result = settlers("show", "x", "--server", address)
        assert (result.exit_code, result.stderr) == (1, "settlers: UNKNOWN_GAME: there is no such game\n")
        result = settlers("serve", "--store", ":memory:", "--address", address)
        taken = f"settlers: cannot listen on {address}: the port is taken, or it is no address of this host\n"
        assert (result.exit_code, result.stderr) == (1, taken)


def test_scenarios_are_the_same_here_and_on_a_server(tmp_path):
    here = settlers("scenarios")
    assert here.exit_code == 0
    assert re.search(r"^classic: Classic, for 3 .*\n  boards   beginner", here.output, re.MULTILINE)
    assert "cheops: Cheops, for 3 or 4 seats\n  boards   egypt  A reconstruction" in here.output
    assert "alexander: Alexander the Great, for 3 or 4 seats\n  boards   empire  A reconstruction" in here.output
    assert "seat_nonces" in here.output
    with serving(tmp_path / "games.db") as (_, address):
        assert settlers("scenarios", "--server", address).output == here.output


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
    assert re.search(r"^příprava  hráč 1 staví vesnici \(.+\); staví (silnici|loď)", told.output, re.MULTILINE)
    assert "otáčí hex: " in told.output
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


def board_of(terrains: dict[tuple[int, int], int], harbors: dict[int, int]) -> views_pb2.BoardView:
    """A board of hexes with their terrains, the harbors by their paths, and nothing on it."""
    grid = grid_of(tuple(sorted(terrains, key=lambda centre: (centre[1], centre[0]))))
    board = views_pb2.BoardView(name="test")
    for n, (x, y) in enumerate(grid.hexes):
        board.hexes.add(hex=n, x=x, y=y, terrain=terrains[x, y])
        board.hexes[n].number = 0 if terrains[x, y] == Terrain.TERRAIN_SEA else n % 11 + 2
    for n, (x, y) in enumerate(grid.intersections):
        board.intersections.add(intersection=n, x=x, y=y)
    for n, (a, b) in enumerate(grid.ends):
        board.paths.add(path=n, a=a, b=b)
    for path, kind in harbors.items():
        board.harbors.add(path=path, kind=kind)
    return board


def test_a_board_is_drawn_with_all_that_lies_on_it():
    board = board_of({(0, 0): Terrain.TERRAIN_FIELDS, (2, 0): Terrain.TERRAIN_SEA, (1, 3): Terrain.TERRAIN_HILLS}, {})
    board.harbors.add(path=0, kind=Harbor.HARBOR_GENERAL)
    board.harbors.add(path=5, kind=Harbor.HARBOR_ORE)
    board.harbors.add(path=13, kind=Harbor.HARBOR_WOOL)
    view = game_pb2.GameView(board=board)
    view.buildings.settlements.add(seat=1, intersection=5)
    view.buildings.cities.add(seat=2, intersection=10)
    for seat, path in ((1, 7), (1, 8), (2, 11)):
        view.roads.roads.add(seat=seat, path=path)
    view.robber.hex = 2
    assert unstyle("\n".join(draw_board(view))) == BOARD.strip("\n")


def test_what_is_not_laid_is_not_drawn():
    assert draw_board(game_pb2.GameView()) == ["(the board is not laid yet)"]
    assert draw_board(game_pb2.GameView(), "cs") == ["(plán ještě není rozložen)"]


def test_a_board_is_drawn_in_czech():
    board = board_of({(0, 0): Terrain.TERRAIN_GOLD_RIVER, (2, 0): Terrain.TERRAIN_HILLS}, {0: Harbor.HARBOR_ORE})
    drawn = unstyle("\n".join(draw_board(game_pb2.GameView(board=board, robber={"hex": 1}), "cs")))
    assert [word in drawn for word in ("zlatá řeka", "pahorky", "ruda", "zloděj", "/1/ silnice hráče 1")] == [True] * 5


def test_large_boards_are_drawn_too():
    terrains = {(2 * c + r % 2, 3 * r): (c + r) % 8 for r in range(9) for c in range(10)}
    view = game_pb2.GameView(board=board_of(terrains, {}))
    lines = unstyle("\n".join(draw_board(view))).splitlines()
    assert max(map(len, lines)) <= 130
    assert sum(line.count("mountains") for line in lines) == 11
    numbers = unstyle("\n".join(draw_places(view, "intersections")))
    assert set(map(int, re.findall(r"\d+", numbers))) >= {spot.intersection for spot in view.board.intersections}


MARCH = """\
turn 8    seat 2 rolls 2+5
          moves the robber to hex 4; steals a card from seat 1
          Alexander comes to intersection 9: a battle, in which 1 knight of seat 3 counts; seat 2
            bids 1, seat 3 bids 3, seat 2 bids 4; seat 2 cannot pay what it bid and must discard 2
            cards; seat 2 discards 2 wool; the bidding for the battle begins anew; seat 3 bids 3;
            seat 3 pays 1 knight and takes the chip; seat 3 becomes first advisor
          builds a road; now has 1 point; seat 3 now has 4 points
turn 9    seat 3 rolls 1+1
          Alexander comes to intersection 10: a temple; nobody bids
          buys a development card
turn 10   seat 1 rolls 1+2
          the bidding for the settlement begins anew; seat 1 bids 2; seat 1 pays 1 grain and 1 coin
            and builds a settlement there
"""


MARCH_IN_CZECH = """\
tah 8     hráč 2 hází 2+5
          přesouvá zloděje na hex 4; krade kartu hráči 1
          Alexandr postupuje (křižovatka 9): bitva, platí 1 rytíř hráče 3; hráč 2 nabízí 1, hráč 3
            nabízí 3, hráč 2 nabízí 4; hráč 2 nemůže svou nabídku zaplatit a musí odhodit 2 karty;
            hráč 2 odhazuje 2 ovce; znovu začíná nabízení: bitva; hráč 3 nabízí 3; hráč 3 platí 1
            rytíře a bere žeton; hráč 3 se stává prvním rádcem
          staví silnici; má nyní 1 bod; hráč 3 má nyní 4 body
tah 9     hráč 3 hází 1+1
          Alexandr postupuje (křižovatka 10): chrám; nikdo nenabízí
          kupuje akční kartu
tah 10    hráč 1 hází 1+2
          znovu začíná nabízení: stavba vesnice; hráč 1 nabízí 2; hráč 1 platí 1 obilí a 1 zlatý a
            staví tam vesnici
"""


@pytest.mark.parametrize(("language", "told"), [("en", MARCH), ("cs", MARCH_IN_CZECH)])
def test_alexander_is_followed_turn_by_turn(language, told):
    battle, temple = alexander_pb2.MARCH_EVENT_BATTLE, alexander_pb2.MARCH_EVENT_SETTLEMENT
    story: list[tuple[str, dict[str, object]]] = [
        ("turn_started", {"turn": 8, "seat": 2}),
        ("dice_rolled", {"seat": 2, "dice": [2, 5]}),
        ("robber_moved", {"seat": 2, "hex": 4}),
        ("card_stolen", {"thief": 2, "victim": 1}),
        ("alexander_moved", {"arrow": 9, "intersection": 9}),
        ("event_chip_revealed", {"chip": battle, "intersection": 9, "knights": [0, 0, 1]}),
        ("bidding_opened", {"event": battle}),
        ("bid_made", {"seat": 2, "amount": 1}),
        ("bid_made", {"seat": 3, "amount": 3}),
        ("bid_passed", {"seat": 1}),
        ("bid_made", {"seat": 2, "amount": 4}),
        ("bid_passed", {"seat": 3}),
        ("bidding_ended", {"seat": 2, "amount": 4}),
        ("bid_defaulted", {"seat": 2, "amount": 2}),
        ("resources_discarded", {"seat": 2, "cards": {"wool": 2}}),
        ("bidding_opened", {"event": battle}),
        ("bid_passed", {"seat": 2}),
        ("bid_made", {"seat": 3, "amount": 3}),
        ("bid_passed", {"seat": 1}),
        ("bidding_ended", {"seat": 3, "amount": 3}),
        ("bid_paid", {"seat": 3, "knights": 1}),
        ("event_chip_won", {"seat": 3, "chip": battle}),
        ("event_resolved", {"seat": 3, "event": battle}),
        ("advisor_card_taken", {"seat": 3, "advisor": 1}),
        ("points_changed", {"seat": 3, "cause": "advisor", "points": 4, "total": 4}),
        ("road_built", {"seat": 2, "path": 7}),
        ("points_changed", {"seat": 2, "cause": "buildings", "points": 1, "total": 1}),
        ("turn_started", {"turn": 9, "seat": 3}),
        ("dice_rolled", {"seat": 3, "dice": [1, 1]}),
        ("alexander_moved", {"arrow": 10, "intersection": 10}),
        ("bidding_opened", {"event": temple}),
        ("bidding_ended", {}),
        ("development_card_bought", {"seat": 3}),
        ("turn_started", {"turn": 10, "seat": 1}),
        ("dice_rolled", {"seat": 1, "dice": [1, 2]}),
        ("bidding_opened", {"event": temple}),
        ("bid_made", {"seat": 1, "amount": 2}),
        ("bidding_ended", {"seat": 1, "amount": 2}),
        ("bid_paid", {"seat": 1, "cards": {"grain": 1, "coin": 1}}),
        ("settlement_built", {"seat": 1, "intersection": 10}),
        ("event_resolved", {"seat": 1, "event": temple}),
    ]
    view = game_pb2.GameView()
    view.scores.scores.extend(views_pb2.ScoreView(seat=seat) for seat in (2, 3))
    lines: list[str] = []
    narrator = Narrator(view, lines.extend, language)
    for kind, body in story:
        narrator.tell(game_pb2.RecordedEvent(event=game_pb2.Event(**{kind: body})))
    narrator.finish_turn()
    assert unstyle("\n".join([*lines, ""])) == told


def test_a_standing_is_no_wider_than_a_terminal_and_counts_as_people_do():
    view = game_pb2.GameView(coins=sea_pb2.CoinsView(coins=[0, 1]))
    for seat in (1, 2):
        view.scores.scores.add(seat=seat, total=seat)
        view.hands.hands.add(seat=seat, count=1)
        view.development.hands.add(seat=seat, played={"knight": 2, "monopoly": 1, "road_building": 1})
        view.chips.hands.add(seat=seat, famine=3, bridge=1, battle=2, statue=2)
    lines = [unstyle(line) for line in standing_lines(view)]
    assert lines[0].endswith(" 1 point")
    assert max(map(len, lines)) <= 100
    assert lines[4:] == [
        "        1 resource card; no development cards; played 2 knights, 1 road building and 1 monopoly;",
        "          1 coin; 8 event chips (3 famines, 1 bridge, 2 battles and 2 statues)",
    ]
    assert lines[2].startswith("          no coins; ")
    assert [unstyle(line) for line in standing_lines(view, "cs")][3:] == [
        "hráč 2   2 body",
        "        1 karta suroviny; žádné akční karty; zahráno: 2 rytíři, 1 stavba silnic a 1 monopol;",
        "          1 zlatý; 8 žetonů událostí (3 hlady, 1 most, 2 bitvy a 2 sochy)",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only there can a process choose its core")
@pytest.mark.parametrize(("asked", "cores"), [("1", 1), ("0", len(os.sched_getaffinity(0)))])
def test_a_server_keeps_to_one_core_unless_told_otherwise(tmp_path, monkeypatch, asked, cores):
    monkeypatch.setenv("SETTLERS_ONE_CORE", asked)
    with OwnServer(str(tmp_path / "games.db"), allow_seeds=False) as own:
        assert len(os.sched_getaffinity(own.process_id)) == cores
