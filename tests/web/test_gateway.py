"""The gateway: what it answers is what the viewer sees, its streams go on where they were, its errors are sentences."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from html.parser import HTMLParser
from pathlib import Path
from uuid import UUID

import pytest

import service.web
from service.pictures import draw
from service.texts import Places, say_event
from service.texts.words import capitalized
from service.web import app, live
from service.web.telling import PAGE
from tests.golden.compose import next_command
from tests.golden.race_player import RacePlayer
from tests.service.house import AUDITOR, QUICK, SEED, SPECTATOR, House, Loaded, Viewer, seat
from tests.service.terminal import NOBODY, serving, settlers
from tests.service.test_store import Caller
from tests.service.twins import LUCK, NOON, Twins
from tests.web.gateway import Message, RunningGateway, told, until

FOLDER = Path(service.web.__file__).with_name("page")

PATIENCE_AWAY = 40
"""How many times a stream is opened again before it is given up."""

NO_GAME = "Taková hra není."
NO_VIEWER = "„as“ smí být jen spectator, auditor nebo seat:N."

VIEWERS = {"spectator": SPECTATOR, "seat:2": seat(2), "auditor": AUDITOR}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House() as opened:
        yield opened


@pytest.fixture(scope="module")
def gateway(house: House) -> Iterator[RunningGateway]:
    with RunningGateway(house) as opened:
        yield opened


@pytest.fixture(scope="module")
def game(house: House) -> str:
    """A game that has come some way."""
    game_id = house.create(3, seed=SEED, board="beginner", player_refs=["ann", "bob", "eve"])
    house.play(game_id, random.Random(QUICK), until=500)
    return game_id


def sentence(house: House, game_id: str, viewer: Viewer, version: int, language: str) -> str:
    """An event, said by hand: with the places of the board as the viewer saw it then."""
    event = house.events(game_id, viewer, version - 1, 1)[0].event
    places = Places(house.view(game_id, viewer, version).board, language)
    return capitalized(say_event(event, language, places))


# The page ------------------------------------------------------------------------------------------------------------


class Outline(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.texts: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts[self.inside[-1] if self.inside else ""] = data


def test_the_page_has_no_script_and_no_style_of_its_own_and_nothing_from_elsewhere(gateway: RunningGateway):
    page = Outline()
    page.feed(gateway.ask("").body.decode())
    for tag, attributes in page.tags:
        assert tag not in ("style", "base", "iframe", "object", "embed")
        assert tag != "script" or attributes.get("src")
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
        for name in ("src", "href", "action"):
            # Relative to the page, so that it works behind any proxy.
            assert re.fullmatch(r"[\w.-]*|#", attributes.get(name) or "")
    for file in FOLDER.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[a-z]+\.|@import|innerHTML|eval\(", text), file


@pytest.mark.parametrize("path", ["", "page.js", "games", "games/none/moment", "nothing"])
def test_every_answer_guards_the_browser(gateway: RunningGateway, path: str):
    headers = gateway.ask(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "cache-control" in headers


def test_every_file_of_the_page_is_served(gateway: RunningGateway):
    kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    for file in FOLDER.iterdir():
        answer = gateway.ask(file.name)
        assert answer.headers["content-type"].partition(";")[0] == kinds[file.suffix]
        assert answer.body == file.read_bytes()


# Games, moments, events ----------------------------------------------------------------------------------------------


def test_games_are_listed(gateway: RunningGateway, house: House, game: str):
    listed = {each["game"]: each for each in gateway.ask("games", language="cs").json["games"]}
    assert listed[game]["scenario"] == "Základní hra"
    assert listed[game]["players"] == ["ann", "bob", "eve"]
    assert (listed[game]["state"], listed[game]["version"]) == ("running", house.view(game).version)


def test_there_are_points_where_these_count(gateway: RunningGateway, house: House, game: str):
    games = {"new": house.create(3, seed=SEED), "race": house.create(3, scenario="great-race", seed=SEED), "old": game}
    listed = {each["game"]: each for each in gateway.ask("games").json["games"]}
    scores = {name: listed[game_id]["scores"] for name, game_id in games.items()}
    assert (scores["new"], scores["race"]) == ([0, 0, 0], [])
    assert scores["old"] == [each.total for each in house.view(game).scores.scores]


def test_a_list_says_whether_there_are_more_games(
    gateway: RunningGateway, house: House, game: str, monkeypatch: pytest.MonkeyPatch
):
    there = len(gateway.ask("games").json["games"])
    assert game in str(gateway.ask("games").body)
    for most, shown, more in ((there, there, False), (there - 1, there - 1, True)):
        monkeypatch.setattr(app, "GAMES", most)
        answer = gateway.ask("games").json
        assert (len(answer["games"]), answer["more"]) == (shown, more)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("eyes", VIEWERS)
def test_a_moment_is_the_view_of_its_viewer(gateway: RunningGateway, house: House, game: str, eyes: str, language: str):
    for version in (1, 60, 321, house.view(game).version):
        view = house.view(game, VIEWERS[eyes], version)
        answer = gateway.ask(f"games/{game}/moment", as_=eyes, v=version, language=language)
        moment = answer.json
        assert (answer.status, moment["version"]) == (200, version)
        assert moment["picture"] == draw(view, language)
        seen = {hand.seat for hand in view.hands.hands if hand.HasField("cards") and hand.count}
        assert {each["seat"] for each in moment["seats"] if each["hand"]} == seen
        picture = gateway.ask(f"games/{game}/picture", as_=eyes, v=version, language=language)
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.body.decode() == moment["picture"]


def test_a_moment_is_told_in_words_too(gateway: RunningGateway, house: House, game: str):
    words = gateway.ask(f"games/{game}/moment", as_="seat:2", v=321, language="cs").json["words"]
    assert [line.partition(" – ")[0] for line in words if line.startswith("hráč")] == ["hráč 1", "hráč 2", "hráč 3"]
    shown = settlers("show", game, "--server", f"127.0.0.1:{house.server.port}", "--at", "321", "--as", "seat:2")
    assert shown.exit_code == 0
    english = gateway.ask(f"games/{game}/moment", as_="seat:2", v=321, language="en").json["words"]
    assert set(" ".join(english).replace("– ", "").split()) <= set(shown.output.split())


def test_without_a_version_a_moment_is_the_newest_and_nobody_keeps_it(gateway: RunningGateway, house: House, game: str):
    answer = gateway.ask(f"games/{game}/moment")
    assert answer.json["version"] == house.view(game).version
    assert answer.headers["cache-control"] == "no-store"
    assert gateway.ask(f"games/{game}/moment", v=9).headers["cache-control"].startswith("private")


@pytest.mark.parametrize(("eyes", "language"), [("spectator", "cs"), ("seat:2", "en")])
def test_events_are_told_to_their_viewer(gateway: RunningGateway, house: House, game: str, eyes: str, language: str):
    first = gateway.ask(f"games/{game}/events", as_=eyes, language=language).json
    assert (len(first["events"]), first["more"]) == (PAGE, True)
    rest = gateway.ask(f"games/{game}/events", as_=eyes, language=language, after=PAGE).json
    events = first["events"] + rest["events"]
    assert not rest["more"]
    assert [each["version"] for each in events] == list(range(1, house.view(game).version + 1))
    for each in events[3::60]:
        assert each["text"] == sentence(house, game, VIEWERS[eyes], each["version"], language)


def test_an_event_says_where_it_was_and_whom_it_is_about(gateway: RunningGateway, game: str):
    events = gateway.ask(f"games/{game}/events").json["events"]
    built = next(each for each in events if each["kind"] == "settlement_built")
    assert built["places"] == [["intersection", int(built["places"][0][1])]]
    assert len(built["seats"]) == 1
    moved = next(each for each in events if each["kind"] == "robber_moved")
    assert [kind for kind, _ in moved["places"]] == ["hex", "hex"]
    stolen = next(each for each in events if each["kind"] == "card_stolen")
    assert len(stolen["seats"]) == 2


def test_places_are_named_as_they_were_known_then(gateway: RunningGateway, house: House):
    game_id = house.create(4, scenario="great-race", seed=SEED)
    rng, player = random.Random(47), RacePlayer()
    while (played := house.games.table(UUID(game_id)).game).version < 600:
        house.games.execute_command(UUID(game_id), next_command(played, player, rng))
    pages = {
        after: gateway.ask(f"games/{game_id}/events", after=after, language="en").json["events"]
        for after in (0, PAGE, 540)
    }
    kinds = [each["kind"] for each in pages[PAGE]]
    built = PAGE + 1 + kinds.index("settlement_built", kinds.index("hex_revealed"))
    said = sentence(house, game_id, SPECTATOR, built, "en")
    assert said == "Seat 2 builds a settlement at forest 4, hills 4"  # the first of these was turned up on this page
    # On whichever page an event is, and whatever is known by now, it is told in the same way.
    assert pages[PAGE][built - PAGE - 1]["text"] == said
    assert pages[540][built - 541]["text"] == said
    with gateway.listening(game_id, language="en") as stream:
        assert [message.json for message in told(stream, built)] == pages[0] + pages[PAGE][: built - PAGE]


def test_the_browser_chooses_the_language_where_nobody_names_one(gateway: RunningGateway, game: str):
    czech = gateway.ask(f"games/{game}/events", {"accept-language": "cs-CZ,cs;q=0.9"}).json["events"][-1]
    english = gateway.ask(f"games/{game}/events", {"accept-language": "cs"}, language="en").json["events"][-1]
    assert (czech["version"], czech["text"] == english["text"]) == (english["version"], False)


# Refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "query", "status", "reason", "message"),
    [
        ("games/none/moment", {}, 404, "UNKNOWN_GAME", NO_GAME),
        ("games/none/events", {}, 404, "UNKNOWN_GAME", NO_GAME),
        ("games/none/live", {}, 404, "UNKNOWN_GAME", NO_GAME),
        ("games/GAME/moment", {"v": 99_999}, 404, "VERSION_OUT_OF_RANGE", "Hra ještě nedospěla k verzi 99999; je u"),
        ("games/GAME/live", {"after": 99_999}, 404, "VERSION_OUT_OF_RANGE", "Hra ještě nedospěla k verzi 99999; je u"),
        ("games/GAME/moment", {"as": "seat:9"}, 400, "MALFORMED", "Požadavku nelze rozumět; chyba je v"),
        ("games/GAME/moment", {"as": "king"}, 400, "MALFORMED", NO_VIEWER),
        ("games/GAME/moment", {"as": "seat:²"}, 400, "MALFORMED", NO_VIEWER),
        ("games/GAME/moment", {"v": "-5"}, 400, "MALFORMED", "„v“ musí být číslo."),
        ("games/GAME/events", {"after": "9" * 30}, 400, "MALFORMED", "„after“ musí být číslo."),
        ("games/GAME/live", {"after": "x"}, 400, "MALFORMED", "„after“ musí být číslo."),
    ],
)
def test_what_is_refused_is_said_in_the_language(
    gateway: RunningGateway, game: str, path: str, query: dict[str, object], status: int, reason: str, message: str
):
    answer = gateway.ask(path.replace("GAME", game), {"accept-language": "cs"}, **query)
    assert (answer.status, answer.json["reason"]) == (status, reason)
    assert answer.json["message"].startswith(message)
    # What is named goes before what the browser would like.
    english = gateway.ask(path.replace("GAME", game), {"accept-language": "cs"}, language="en", **query)
    assert english.json["message"].isascii() or "“" in english.json["message"]


def test_a_server_that_is_away_is_told_in_the_language():
    with RunningGateway(NOBODY) as gateway:
        for language, message in (("cs", "Server neodpovídá."), ("en", "The server is away.")):
            answer = gateway.ask("games", language=language)
            assert (answer.status, answer.json) == (503, {"reason": "AWAY", "message": message})


# Streams -------------------------------------------------------------------------------------------------------------


def test_a_stream_goes_on_where_it_was_cut_without_gap_or_repeat(gateway: RunningGateway, house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    house.play(game_id, rng, until=40)
    found, last = [], ""
    for cut in (7, 8, 30, 60, 90):
        # The query says what it said at first: what a browser had last goes before it.
        with gateway.listening(game_id, last, after=0, language="cs") as stream:
            version = cut if cut < 40 else house.play(game_id, rng, until=cut)[-1]
            found += told(stream, version)
        last = found[-1].id
    assert [message.version for message in found] == list(range(1, version + 1))
    paged = gateway.ask(f"games/{game_id}/events", language="cs").json["events"]
    assert [message.json for message in found] == paged


def test_a_browser_that_goes_leaves_no_watcher_behind():
    with House(most_watchers=2) as house, RunningGateway(house) as gateway:
        game_id = house.create(3, seed=SEED)
        for _ in range(8):
            with gateway.listening(game_id) as stream:
                assert until(stream, "caught-up").data == str(house.view(game_id).version)


def test_a_silent_stream_is_kept_alive(gateway: RunningGateway, game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    with gateway.listening(game, after=1) as stream:
        until(stream, "caught-up")
        assert next(message for message in stream if message.comment).event == ""


def test_a_stream_ends_when_the_server_goes_and_goes_on_when_it_is_back(tmp_path: Path):
    store, rng, heard = tmp_path / "games.db", random.Random(QUICK), 0
    with serving(store) as (process, address), RunningGateway(address) as gateway:
        with Caller(port_of(address)) as caller:
            game_id = caller.create(3, seed=SEED)
            heard = caller.play(game_id, rng, until=30)[-1]
        with gateway.listening(game_id) as stream:
            assert told(stream, heard)[-1].version == heard
            process.kill()
            assert until(stream, "away").id == ""
            assert next(stream, None) is None
        assert gateway.ask(f"games/{game_id}/moment").status == 503
        with gateway.listening(game_id, str(heard)) as stream:
            assert [message.event for message in stream] == ["away"]
        with serving(store, address), Caller(port_of(address)) as caller:
            version = caller.play(game_id, rng, until=60)[-1]
            # Like a browser, until the gateway has found the server again.
            streams = (gateway.listening(game_id, str(heard)) for _ in range(PATIENCE_AWAY))
            after = next(found for stream in streams if (found := heard_in(stream, version)))
        assert [message.version for message in after] == list(range(heard + 1, version + 1))


def heard_in(opened: AbstractContextManager[Iterator[Message]], version: int) -> list[Message]:
    """What comes up to a version; nothing where the server is away, for a while."""
    with opened as stream:
        first = next(message for message in stream if message.event)
        if first.event == "away":
            time.sleep(live.RETRY / 1000)
            return []
        return [first, *told(stream, version)]


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


# Secrets -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["classic", "cheops", "alexander", "great-race"])
def test_what_the_page_gets_does_not_depend_on_what_its_viewer_may_not_see(loaded: Loaded, scenario: str):
    """Two games that differ only in what is hidden give the same bytes, to the byte, but for their ids."""
    rng = random.Random(LUCK[scenario])
    with House(now=lambda: NOON) as house, RunningGateway(house) as gateway:
        twins = Twins(house, loaded, scenario)
        version = 0
        while version < 100 or not twins.differing:
            version = twins.play_on(rng)
        for eyes, alike in (("spectator", True), ("seat:4", True), ("seat:1", False), ("auditor", False)):
            one, other = (traffic(gateway, game_id, eyes, version) for game_id in twins.ids)
            assert (one == other) == alike


def traffic(gateway: RunningGateway, game_id: str, eyes: str, version: int) -> list[tuple[str, bytes]]:
    """All that the page gets of a game."""
    found = []
    asked = {"as_": eyes, "language": "en" if eyes == "seat:4" else "cs"}
    for path, query in (("events", {}), ("moment", {}), ("moment", {"v": version - 3}), ("picture", {"v": version})):
        answer = gateway.ask(f"games/{game_id}/{path}", **asked, **query)
        assert answer.status == 200
        headers = repr(sorted((name, value) for name, value in answer.headers.items() if name != "date"))
        found.append((headers, answer.body.replace(game_id.encode(), b"GAME")))
    with gateway.listening(game_id, **asked) as stream:
        found += [(message.event, message.data.encode()) for message in told(stream, version)]
    return found
