"""A client that folds its events has the very view that the service gives: each viewer, after every version.

Left out of that view is what only the rules say (``fold.DERIVED``); ``tests/properties`` counts it anew.
"""

import ast
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from domain.scenarios import SCENARIOS
from settlers.v1 import game_pb2
from tests.clients import fold
from tests.clients.fold import Client, Unknown, without_derived
from tests.golden.compose import next_command
from tests.golden.race_player import RacePlayer
from tests.properties.players import ALEXANDER_PLAYERS, CHEOPS_PLAYERS
from tests.service.house import (
    QUICK,
    SEED,
    House,
    events_in,
    everyone,
    happen,
    kind_of,
    play_games,
    seat,
    until_caught_up,
)

ROOT = Path(__file__).parents[2]


@pytest.fixture
def house() -> Iterator[House]:
    """A server that keeps its games in memory."""
    with House() as opened:
        yield opened


def views_after_each(house: House, game_id: str, viewer: game_pb2.Viewer) -> list[game_pb2.GameView]:
    """The view after each event of a game, as it is watched."""
    stream = house.watch(game_id, viewer, views=True, timeout=120)
    views = [view for frame in until_caught_up(stream) for view in frame.events.views]
    stream.cancel()
    return views


def difference(mine: game_pb2.GameView, theirs: game_pb2.GameView) -> dict[str, str]:
    """The parts in which two views differ, as text."""
    names = {field.name for view in (mine, theirs) for field, _ in view.ListFields()}
    parts = [(name, getattr(mine, name), getattr(theirs, name)) for name in sorted(names)]
    return {name: f"folded:\n{one}\nshown:\n{other}" for name, one, other in parts if one != other}


def version_of(house: House, game_id: str, kind: str) -> int:
    """The version of the first event of a kind."""
    return next(event.version for event in house.events(game_id) if kind_of(event) == kind)


def asked_in(house: House, game_id: str) -> set[str]:
    """The kinds of prompts that a game had."""
    return {prompt.kind for event in house.events(game_id) for prompt in event.event.prompts_changed.prompts}


def laid_out(house: House, game_id: str) -> int:
    """The version at which the supplies lie ready."""
    return version_of(house, game_id, "supplies_laid_out")


def check(house: House, game_id: str, viewer: game_pb2.Viewer, since: int) -> None:
    """Fold a whole game, and hold the view after each event against the service's."""
    client = Client(game_id, viewer)
    events, views = house.events(game_id, viewer), views_after_each(house, game_id, viewer)
    assert len(events) == len(views)
    for event, view in zip(events, views, strict=True):
        client.apply(event)
        bare = without_derived(view)
        if event.version >= since and client.view != bare:
            parts = difference(client.view, bare)
            raise AssertionError(f"version {event.version}, {kind_of(event)}: {parts}")


@pytest.mark.parametrize(
    ("luck", "until", "fields"),
    [
        (QUICK, None, {"seats": 3, "seed": SEED}),
        (1, 800, {"seats": 4, "seed": SEED, "board": "free", "player_refs": ["a", "b", "c", "d"]}),
        (2, 800, {"seats": 3, "seed": SEED, "board": "spiral", "options": ["seat_nonces", "two_seats"]}),
        (3, 500, {"seats": 5, "seed": SEED}),
        (4, 500, {"seats": 6, "seed": SEED, "options": ["seat_nonces"]}),
    ],
    ids=["beginner", "free", "spiral", "five", "six"],
)
def test_whoever_folds_a_game_has_every_view_of_it(
    house: House, luck: int, until: int | None, fields: dict[str, object]
):
    game_id = house.create(**fields)  # type: ignore[arg-type]
    house.play(game_id, random.Random(luck), until=until)
    kinds = {kind_of(event) for event in house.events(game_id)}
    assert {"trade_made", "trade_countered", "trade_accepted", "card_stolen", "development_card_bought"} <= kinds
    assert ("build" in asked_in(house, game_id)) == (int(fields["seats"]) > 4)  # type: ignore[call-overload]
    since = laid_out(house, game_id)
    for viewer in everyone(int(fields["seats"])):  # type: ignore[call-overload]
        check(house, game_id, viewer, since)


CHEOPS_HAPPENED = {
    "ship_built",
    "coins_received",
    "coins_produced",
    "fee_paid",
    "pyramid_begun",
    "pyramid_block_placed",
}
CHEOPS_HAPPENED |= {"blessing_given", "curse_laid", "curse_lifted", "card_stolen", "bank_trade_made", "game_ended"}


@pytest.mark.parametrize(
    ("seats", "options", "luck"),
    [(3, [], 15), (4, ["seafarers_ships"], 29), (3, ["seat_nonces", "seafarers_ships"], 12)],
    ids=str,
)
def test_whoever_folds_a_game_of_cheops_has_every_view_of_it(house: House, seats: int, options: list[str], luck: int):
    game_id = house.create(seats, scenario="cheops", seed=SEED, options=options)
    play_cheops(house, game_id, luck)
    kinds = {kind_of(event) for event in house.events(game_id)}
    assert kinds >= CHEOPS_HAPPENED | ({"ship_moved"} if "seafarers_ships" in options else set())
    since = version_of(house, game_id, "board_laid")
    for viewer in everyone(seats):
        check(house, game_id, viewer, since)


def test_before_the_board_of_egypt_is_laid_no_view_tells_more_than_its_events(house: House):
    game_id = house.create(3, scenario="cheops", seed=SEED, options=["seat_nonces"])
    for viewer in everyone(3):
        check(house, game_id, viewer, 1)


def play_cheops(house: House, game_id: str, luck: int) -> None:
    """Let a player that gives to the pyramid play a game to its end, straight on the store."""
    rng = random.Random(luck)
    while not (game := house.games.table(UUID(game_id)).game).over:
        house.games.execute_command(UUID(game_id), CHEOPS_PLAYERS["giver"].next_command(game, rng))


ALEXANDER_HAPPENED = {
    "supply_ended",
    "event_chip_won",
    "bid_defaulted",
    "temple_forgone",
    "advisor_card_taken",
    "coins_produced",
    "card_stolen",
}
ALEXANDER_HAPPENED |= {"settlement_built", "development_card_bought", "largest_army_awarded", "game_ended"}


@pytest.mark.parametrize(
    ("seats", "options", "luck"),
    [(3, [], 2), (4, ["starting_gold"], 32), (3, ["seat_nonces"], 23)],
    ids=str,
)
def test_whoever_folds_a_game_of_alexander_has_every_view_of_it(
    house: House, seats: int, options: list[str], luck: int
):
    game_id = house.create(seats, scenario="alexander", seed=SEED, options=options)
    play_alexander(house, game_id, luck)
    events = house.events(game_id)
    assert {kind_of(event) for event in events} >= ALEXANDER_HAPPENED
    assert any(event.event.bid_paid.knights for event in events)
    since = version_of(house, game_id, "board_laid")
    for viewer in everyone(seats):
        check(house, game_id, viewer, since)


def test_before_the_board_of_the_empire_is_laid_no_view_tells_more_than_its_events(house: House):
    game_id = house.create(3, scenario="alexander", seed=SEED, options=["seat_nonces"])
    for viewer in everyone(3):
        check(house, game_id, viewer, 1)


def play_alexander(house: House, game_id: str, luck: int) -> None:
    """Let a player that buys cards and now and then bluffs play a game to its end, straight on the store."""
    rng = random.Random(luck)
    while not (game := house.games.table(UUID(game_id)).game).over:
        house.games.execute_command(UUID(game_id), ALEXANDER_PLAYERS["warrior"].next_command(game, rng))


RACE_HAPPENED = {"ship_built", "ship_moved", "hex_revealed", "landing_card_drawn", "card_stolen", "game_ended"}
RACE_ASKED = {"gold", "free_piece", "discard", "robber"}


@pytest.mark.parametrize(
    ("seats", "options", "luck"),
    [(2, [], 114), (4, ["open_map"], 47), (5, ["largest_army"], 139)],
    ids=str,
)
def test_whoever_folds_a_great_race_has_every_view_of_it(house: House, seats: int, options: list[str], luck: int):
    game_id = house.create(seats, scenario="great-race", seed=SEED, options=options)
    play_race(house, game_id, luck)
    events = house.events(game_id)
    army = {"largest_army_awarded"} if "largest_army" in options else set()
    assert {kind_of(event) for event in events} >= RACE_HAPPENED | army
    assert asked_in(house, game_id) >= RACE_ASKED | ({"build"} if seats > 4 else set())
    assert any(event.event.hex_revealed.seat == 0 for event in events if kind_of(event) == "hex_revealed") == (
        "open_map" in options
    )
    for viewer in everyone(seats):
        check(house, game_id, viewer, laid_out(house, game_id))


@pytest.mark.parametrize(
    ("seats", "options"), [(3, ["seat_nonces", "largest_army", "open_map"]), (6, ["seat_nonces"])], ids=str
)
def test_a_great_race_can_be_folded_however_it_is_played(house: House, seats: int, options: list[str]):
    game_id = house.create(seats, scenario="great-race", seed=SEED, options=options)
    for viewer in everyone(seats):
        check(house, game_id, viewer, 1)
    for _ in play_games(house.games, UUID(game_id), random.Random(seats), until=400):
        pass
    for viewer in everyone(seats):
        check(house, game_id, viewer, laid_out(house, game_id))


def play_race(house: House, game_id: str, luck: int) -> None:
    """Let players that go straight for the gold islands race to the end, straight on the store."""
    rng, player = random.Random(luck), RacePlayer()
    while not (game := house.games.table(UUID(game_id)).game).over:
        house.games.execute_command(UUID(game_id), next_command(game, player, rng))


@pytest.mark.parametrize("luck", range(2))
def test_a_view_asked_for_at_any_version_is_the_one_that_is_folded(house: House, luck: int):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(luck), until=200)
    since = laid_out(house, game_id)
    for viewer in everyone(3):
        client = Client(game_id, viewer)
        for event in house.events(game_id, viewer):
            client.apply(event)
            if event.version >= since:
                assert not difference(client.view, house.view(game_id, viewer, event.version)), event


@pytest.mark.parametrize("options", [[], ["seat_nonces"]], ids=["plain", "nonces"])
def test_before_the_supplies_are_laid_out_no_view_tells_more_than_its_events(house: House, options: list[str]):
    game_id = house.create(3, seed=SEED, options=options)
    house.play(game_id, random.Random(QUICK), until=12)
    for viewer in everyone(3):
        check(house, game_id, viewer, 1)


def test_an_offer_that_is_open_at_the_end_is_gone(house: House):
    game_id = house.create(3, seed=SEED)
    happen(
        house.games,
        game_id,
        "ResourcesReceived seat=1 cards=2brick",
        "TradeOffered offer=1 seat=1 give=1brick take=1ore to=[2 3]",
        "TradeAccepted offer=1 seat=3",
        "TradeCountered offer=1 counter=2 seat=2 give=1wool take=1brick",
        "TradeCountered offer=1 counter=3 seat=2 give=1wool take=2brick",
        "TradeAccepted offer=1 seat=2",
        "TradeAnswerFell offer=1 seat=3",
        "TradeCountered offer=1 counter=4 seat=3 give=1ore take=1brick",
        "TradeDeclined offer=1 seat=3",
        "GameEnded winners=[1] cause=points",
    )
    since = laid_out(house, game_id)
    for viewer in everyone(3):
        check(house, game_id, viewer, since)


def test_the_robber_can_be_off_the_board_and_the_card_of_the_longest_route_set_aside(house: House):
    game_id = house.create(3, seed=SEED)
    happen(
        house.games,
        game_id,
        "RouteChanged seat=2 length=5",
        "LongestRouteAwarded seat=2 length=5",
        'PointsChanged seat=2 cause="longest route" points=2 total=2',
        "LongestRouteAwarded seat=0 length=0",
        'PointsChanged seat=2 cause="longest route" points=0 total=0',
        "RobberMoved seat=1 origin=- hex=0",
    )
    since = laid_out(house, game_id)
    for viewer in everyone(3):
        check(house, game_id, viewer, since)


def test_a_client_that_meets_an_event_that_it_does_not_know_stops():
    client = Client("", seat(1))
    with pytest.raises(Unknown):
        client.apply(game_pb2.RecordedEvent(version=1))


def test_the_client_knows_every_event_of_the_scenarios_that_it_folds():
    fields = {field.message_type.name: field.name for field in game_pb2.Event.DESCRIPTOR.fields}
    chapters = [SCENARIOS[key].with_options(o.key for o in SCENARIOS[key].options) for key in fold.PLAYED_WITH]
    kinds = {fields[event.__name__] for chapter in chapters for event in chapter.tables.reactions}
    assert {name.removeprefix("on_") for name in dir(Client) if name.startswith("on_")} == kinds


def test_the_client_shares_no_code_with_the_service():
    others, todo, seen = set(), {"tests.clients.player"}, set()
    while todo:
        module = todo.pop()
        seen.add(module)
        names = imported(ROOT.joinpath(*module.split(".")).with_suffix(".py"))
        todo |= {name for name in names if name.startswith("tests.clients.")} - seen
        others |= {name for name in names if not name.startswith("tests.clients.")}
    assert len(seen) > 4
    assert {name.partition(".")[0] for name in others} <= sys.stdlib_module_names | {"settlers", "grpc", "google"}


def imported(file: Path) -> set[str]:
    """The modules that a file imports."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return names | {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}


def test_a_stream_can_be_folded_as_it_comes(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK), until=100)
    client = Client(game_id, seat(2))
    while client.view.version < house.view(game_id).version:
        stream = house.watch(game_id, seat(2), client.view.version)
        for event in events_in(until_caught_up(stream)):
            client.apply(event)
        stream.cancel()
    assert client.view == house.view(game_id, seat(2))
