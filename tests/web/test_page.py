"""The page in a browser: it loads, steps, follows a game live, outlives its servers, and holds no secret."""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.web import app
from tests.clients.programs import ALL_CLIENTS
from tests.service.house import QUICK, SEED, House, Loaded
from tests.service.terminal import serving, started
from tests.service.test_store import Caller
from tests.service.twins import LUCK, NOON, Twins
from tests.web.browser import PACKAGES, Browser, lacking
from tests.web.gateway import RunningGateway

SHOWN = "Number(document.getElementById('board').dataset.version)"
STATUS = "document.getElementById('status').dataset.status"
LISTED = "document.querySelectorAll('#events li').length"
CURRENT = "document.querySelector('#events [aria-current=step]')?.id"
PLACE = "location.hash"
WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    lacks = lacking(PACKAGES)
    if lacks:
        (pytest.fail if os.environ.get(ALL_CLIENTS) == "1" else pytest.skip)(lacks)
    with Browser() as opened:
        yield opened


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
    house.play(game_id, random.Random(QUICK), until=450)
    return game_id


def quiet(browser: Browser) -> bool:
    """Whether the browser had nothing to complain of, a policy that was broken least of all."""
    return browser.heard().complaints == []


def test_a_game_is_picked_and_stepped_through(browser: Browser, gateway: RunningGateway, house: House, game: str):
    browser.open(gateway.url, locale="cs-CZ")
    browser.wait("document.documentElement.lang", "cs")
    browser.wait(f"!!document.querySelector('#games a[href*=\"{game}\"]')")
    browser.click(f'#games a[href*="{game}"]')
    newest = house.view(game).version
    browser.wait(STATUS, "live")
    browser.wait(SHOWN, newest)
    assert browser.see(LISTED) == newest
    events = gateway.ask(f"games/{game}/events", language="cs").json["events"]
    turns = [each["version"] for each in events if each["kind"] == "turn_started"]
    assert browser.text("#scenario") == "Základní hra"
    for keys, version in [
        (["Home"], 1),
        (["ArrowRight"], 2),
        (["ArrowRight", "ArrowRight"], 4),
        (["ArrowLeft"], 3),
        (["Shift+ArrowRight"], turns[0]),
        (["Shift+ArrowRight"], turns[1]),
        (["ArrowRight", "Shift+ArrowLeft"], turns[1]),
        (["Shift+ArrowLeft"], turns[0]),
    ]:
        browser.press(*keys)
        browser.wait(SHOWN, version)
        assert browser.text("#now") == events[version - 1]["text"]
        assert browser.see(CURRENT) == f"event-{version}"
        assert browser.see(PLACE) == f"#game={game}&v={version}&as=spectator"
    browser.click("#on")
    browser.wait(SHOWN, turns[0] + 1)
    browser.see("document.getElementById('event-9').scrollIntoView()")
    browser.click("#event-9 a")
    browser.wait(SHOWN, 9)
    browser.call("fill", what="#slider", value="33")
    browser.wait(SHOWN, 33)
    assert browser.see("document.getElementById('slider').getAttribute('aria-valuetext')") == (
        f"33 z {newest}: {events[32]['text']}"
    )
    assert browser.see("document.querySelector('#board title').textContent").endswith("verze 33")
    browser.press("End")
    browser.wait(SHOWN, newest)
    assert browser.see(PLACE) == f"#game={game}&as=spectator"
    assert quiet(browser)


def test_a_game_plays_by_itself(browser: Browser, gateway: RunningGateway, game: str):
    browser.open(f"{gateway.url}#game={game}&v=20")
    browser.wait(SHOWN, 20)
    browser.wait(STATUS, "live")
    browser.call("select", what="#speed", value="12")
    browser.press(" ")
    browser.wait("document.getElementById('play').ariaPressed", "true")
    browser.wait(f"{SHOWN} > 25")
    browser.press(" ")
    browser.wait("document.getElementById('play').ariaPressed", "false")
    browser.wait(f"{SHOWN} === Number(document.getElementById('slider').value)")
    assert browser.see(SHOWN) < 60
    assert quiet(browser)


def test_a_link_leads_to_a_version_as_somebody_sees_it(
    browser: Browser, gateway: RunningGateway, house: House, game: str
):
    browser.open(f"{gateway.url}#game={game}&v=300&as=seat:2", locale="en-GB")
    browser.wait(SHOWN, 300)
    browser.wait(STATUS, "live")
    assert browser.see("document.documentElement.lang") == "en"
    hands = "[...document.querySelectorAll('#seats > li')].map((seat) => seat.querySelectorAll('.hand').length)"
    assert browser.see(hands) == [0, 1, 0]
    link = browser.see("document.getElementById('link').href")
    assert link == f"{gateway.url}#game={game}&v=300&as=seat:2"
    browser.call("select", what="#viewer", value="auditor")
    browser.wait(hands, [1, 1, 1])
    assert browser.see(SHOWN) == 300
    browser.call("select", what="#language", value="cs")
    browser.wait("document.getElementById('standing-title').textContent", "Stav hry")
    browser.wait(SHOWN, 300)
    assert browser.see(PLACE) == f"#game={game}&v=300&as=auditor&lang=cs"
    browser.open(link, locale="en-GB")
    browser.wait(SHOWN, 300)
    browser.see("location.hash = '#game=none'")
    browser.wait("document.getElementById('problem').textContent", "There is no such game.")
    assert not [complaint for complaint in browser.heard().complaints if "404" not in complaint]


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("as=root", "„as“ smí být jen spectator, auditor nebo seat:N."),
        ("v=-5", "„v“ musí být číslo."),
        ("v=99999", "Hra ještě nedospěla k verzi 99999; je u verze VERSION."),
    ],
)
def test_a_link_that_leads_nowhere_says_so_in_the_language_of_the_page(
    browser: Browser, gateway: RunningGateway, house: House, game: str, place: str, problem: str
):
    browser.open(f"{gateway.url}#game={game}&{place}&lang=cs", locale="en-GB")
    said = problem.replace("VERSION", str(house.view(game).version))
    browser.wait("document.getElementById('problem').textContent", said)


def test_the_list_tells_all_points_and_that_there_are_more_games(
    browser: Browser, gateway: RunningGateway, house: House, game: str, monkeypatch: pytest.MonkeyPatch
):
    new, race = house.create(3, seed=SEED), house.create(2, scenario="great-race", seed=SEED)
    more = "(({ hidden, textContent }) => !hidden && textContent)(document.getElementById('more'))"
    scores = "[...document.querySelectorAll('#games a[href*=\"GAME\"] .scores span')].map((each) => each.textContent)"
    browser.open(gateway.url, locale="en-GB")
    browser.wait(scores.replace("GAME", new), ["1: 0", "2: 0", "3: 0"])
    assert browser.see(scores.replace("GAME", race)) == ["1", "2"]  # there points do not count
    assert browser.see(more) is False
    monkeypatch.setattr(app, "GAMES", 2)
    browser.open(gateway.url, locale="cs-CZ")
    browser.wait(more, "Nejnovější hry (2); jsou i starší. Každou z nich otevře její označení nahoře.")
    assert browser.see("document.querySelectorAll('#games > li').length") == 2


def test_what_changed_is_marked(browser: Browser, gateway: RunningGateway, game: str):
    events = gateway.ask(f"games/{game}/events").json["events"]
    marked = "document.querySelectorAll('.marks circle:not(.under)').length"
    touched = "[...document.querySelectorAll('#seats > .touched')].map((seat) => Number(seat.dataset.seat))"
    browser.open(f"{gateway.url}#game={game}&v=1")
    browser.wait(SHOWN, 1)
    for kind in ("settlement_built", "road_built", "robber_moved"):
        event = next(each for each in events if each["kind"] == kind)
        browser.see(f"location.hash = '#game={game}&v={event['version']}'")
        browser.wait(SHOWN, event["version"])
        assert browser.see(marked) >= 1
        assert browser.see(touched) == event["seats"]


def test_a_game_is_followed_live(browser: Browser, gateway: RunningGateway, house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    browser.open(f"{gateway.url}#game={game_id}")
    browser.wait(STATUS, "live")
    for until in (20, 40):
        version = house.play(game_id, rng, until=until)[-1]
        browser.wait(SHOWN, version)
        assert browser.see(LISTED) == version
    # Who looks at what was before stays there while the game goes on.
    browser.press("ArrowLeft", "ArrowLeft")
    browser.wait(SHOWN, version - 2)
    later = house.play(game_id, rng, until=60)[-1]
    browser.wait(LISTED, later)
    assert browser.see(SHOWN) == version - 2
    browser.click("#follow")
    browser.wait(SHOWN, later)
    assert quiet(browser)


def test_the_page_outlives_the_server_and_the_gateway(browser: Browser, tmp_path: Path):
    store, rng = tmp_path / "games.db", random.Random(QUICK)
    numbers = "[...document.querySelectorAll('#events .number')].map((each) => Number(each.textContent))"
    with serving(store) as (server, address):
        port = int(address.rpartition(":")[2])
        with started("web", "--address", "127.0.0.1:0", "--server", address) as web:
            assert web.stdout is not None
            page = web.stdout.readline().split()[3].rstrip(",")
            with Caller(port) as caller:
                game_id = caller.create(3, seed=SEED)
                version = caller.play(game_id, rng, until=30)[-1]
            browser.open(f"{page}#game={game_id}")
            browser.wait(SHOWN, version)
            browser.wait(STATUS, "live")
            server.kill()
            browser.wait(STATUS, "away")
            with serving(store, address), Caller(port) as caller:
                version = caller.play(game_id, rng, until=60)[-1]
                browser.wait(SHOWN, version)
                browser.wait(STATUS, "live")
                web.kill()
                browser.wait(STATUS, "away")
                version = caller.play(game_id, rng, until=90)[-1]
                with started("web", "--address", page.removeprefix("http://").rstrip("/"), "--server", address):
                    browser.wait(SHOWN, version)
                    browser.wait(STATUS, "live")
                    assert browser.see(numbers) == list(range(1, version + 1))


def test_nothing_that_is_secret_reaches_the_browser(browser: Browser, loaded: Loaded):
    """Two games that differ only in what is hidden: whoever sits at the browser cannot tell which one it shows."""
    rng = random.Random(LUCK["classic"])
    with House(now=lambda: NOON) as house, RunningGateway(house) as gateway:
        twins = Twins(house, loaded, "classic")
        version = 0
        while version < 100 or not twins.differing:
            version = twins.play_on(rng)
        one, other = (seen_of(browser, gateway, game_id, version) for game_id in twins.ids)
        assert one == other


def seen_of(browser: Browser, gateway: RunningGateway, game_id: str, version: int) -> dict[str, str]:
    """All that a spectator's browser gets of a game, and all that its page is then."""
    browser.open(f"{gateway.url}#game={game_id}&v={version - 10}&as=spectator", locale="en-GB")
    browser.wait(STATUS, "live")
    for number in range(version - 10, version + 1):
        browser.wait(SHOWN, number)
        browser.press("ArrowRight")
    heard = browser.heard()
    assert {re.sub(r"^(sse|http)(://[^/]+)?.*", r"\1\2", url) for url, _ in heard.traffic} == {
        gateway.url.rstrip("/"), "sse"
    }  # fmt: skip
    assert not heard.complaints
    found = dict(heard.traffic) | {"page": browser.see("document.documentElement.outerHTML")}
    assert sum("/moment" in url for url in found) > 10
    return {url.replace(game_id, "GAME"): body.replace(game_id, "GAME") for url, body in found.items()}


@pytest.mark.parametrize(
    ("width", "language", "theme"),
    [(320, "cs-CZ", "dark"), (390, "en-GB", "light"), (1000, "cs-CZ", "light"), (1600, "en-GB", "dark")],
)
def test_it_fits_any_window_and_every_control_has_a_name(
    browser: Browser, gateway: RunningGateway, game: str, width: int, language: str, theme: str
):
    browser.open(gateway.url, width=width, height=700, colorScheme=theme, locale=language, reducedMotion="reduce")
    browser.wait("document.querySelectorAll('#games a').length > 0")
    assert not browser.see(WIDER_THAN_THE_WINDOW)
    browser.see(f"location.hash = '#game={game}&v=120'")
    browser.wait(SHOWN, 120)
    browser.wait(STATUS, "live")
    assert not browser.see(WIDER_THAN_THE_WINDOW)
    nameless = """[...document.querySelectorAll('button, input, select, a')].filter((each) => each.offsetParent &&
        !(each.ariaLabel || each.textContent.trim() || each.labels?.[0]?.textContent.trim())).map((each) => each.id)"""
    assert browser.see(nameless) == []
    lightness = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    assert (sum(browser.see(lightness)) > 3 * 128) == (theme == "light")
    browser.see("document.getElementById('on').focus()")
    browser.press("Enter")
    browser.wait(SHOWN, 121)
    moving = "document.getAnimations().length"
    assert browser.see(moving) == 0
    board = browser.see(
        "(({ width, height }) => [width, height])(document.querySelector('#board svg').getBoundingClientRect())"
    )
    assert min(board) > 100


def test_what_a_browser_lacks_is_said_in_a_line():
    assert lacking(["sh"]) == ""
    assert lacking(["sh", "no-such-package"]) == (
        "NOT RUN: the page in a browser, for want of: apt-get install no-such-package"
    )
