"""The verifier passes games of Alexander as they are stored, and catches forged supply, chips and payments."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.engine import Viewer
from domain.visibility import AUDITOR, SPECTATOR
from service.config import store_environment
from service.store.creation import NewGame
from service.store.games import Games
from settlers.v1 import alexander_pb2, game_pb2
from tests.audit.forging import Rows, body, edited, kind, put, rechained, rows_of, with_field
from tests.audit.played import Played
from tests.audit.standalone import broken, broken_in, cut_lines, verify
from tests.properties.players import ALEXANDER_PLAYERS
from tests.service.house import SEED

DESERT = 28
"""Another desert than the first, where the robber would start."""


def play(file: str, luck: int, seats: int, **fields: Any) -> tuple[str, Rows]:
    """Let a player that buys cards and now and then bluffs play a game into a file, to its end; gives id and rows."""
    games, rng = Games(store_environment(file)), random.Random(luck)
    asked = NewGame(**{"scenario": "alexander", "seats": seats, "seed": SEED, **fields})
    game_id = games.create_game(asked, request_id="made").game_id
    while not (game := games.table(game_id).game).over:
        games.execute_command(game_id, ALEXANDER_PLAYERS["warrior"].next_command(game, rng))
    rows = rows_of(games, game_id)
    games.close()
    return str(game_id), rows


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Rows]:
    """A game played to its end: its id, and its rows as they are stored."""
    return play(str(tmp_path_factory.mktemp("audit") / "games.db"), 36, 3)


def test_a_whole_game_of_alexander_is_verified_with_all_its_draws(whole: tuple[str, Rows]):
    game_id, rows = whole
    report = verify(game_id, rows)
    assert report.version > 500
    assert not report.unchecked
    happened = {"supply_ended", "bid_defaulted", "coins_produced", "card_stolen", "temple_forgone", "seed_revealed"}
    assert happened | {"development_card_bought", "dice_rolled", "bid_paid"} <= set(map(kind, rows))
    assert any(kind(row) == "bid_paid" and body(row).knights for row in rows)
    assert report.draws.keys() == {"supply", "event_chip", "dice", "theft", "development_card"}
    assert report.draws["supply"] == sum(body(row).count for row in rows if kind(row) == "supply_cards_drawn")


@pytest.mark.parametrize(
    ("seats", "luck", "fields"),
    [
        (4, 50, {"options": ["starting_gold"]}),
        (3, 12, {"options": ["seat_nonces", "starting_gold"], "seed": None}),
        (4, 3, {"robber": DESERT}),
    ],
    ids=["gold", "nonces", "robber named"],
)
def test_games_of_alexander_with_options_are_verified(tmp_path: Path, seats: int, luck: int, fields: dict[str, Any]):
    game_id, rows = play(str(tmp_path / "games.db"), luck, seats, **fields)
    assert verify(game_id, rows).over


def another_chip(event: Any) -> None:
    """Turn up the chip of the next kind."""
    event.chip = event.chip % alexander_pb2.MARCH_EVENT_STATUE + 1


def another_card(event: Any) -> None:
    """Draw what was not drawn."""
    cards = event.cards
    for name in ("brick", "lumber", "wool", "grain", "ore"):
        setattr(cards, name, int(not getattr(cards, name)))


FORGERIES: dict[str, tuple[str, Callable[[Any], None], str]] = {
    "other cards of the supply stack": ("supply_cards_drawn", another_card, "outcome"),
    "more cards of the supply stack": ("supply_cards_drawn", put("count", 6), "outcome"),
    "another supply stack": ("supply_stack_laid_out", lambda event: put("ore", 14)(event.cards), "outcome"),
    "other cards left of the supply": ("supply_ended", lambda event: put("wool", 9)(event.cards), "cards"),
    "another chip": ("event_chip_revealed", another_chip, "outcome"),
    "a chip somewhere else": ("event_chip_revealed", put("intersection", 0), "outcome"),
    "knights that nobody played": ("event_chip_revealed", lambda event: event.knights.append(3), "cards"),
    "another way": ("alexander_moved", put("intersection", 0), "outcome"),
    "an arrow left out": ("alexander_moved", put("arrow", 2), "outcome"),
    "a payment that nobody could make": ("bid_paid", lambda event: put("coin", 200)(event.cards), "cards"),
    "knights paid that nobody has": ("bid_paid", put("knights", 15), "cards"),
    "another chip won": ("event_chip_won", another_chip, "cards"),
    "another event resolved": ("event_resolved", put("event", alexander_pb2.MARCH_EVENT_STATUE), "outcome"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_with_all_hashes_new_is_caught(whole: tuple[str, Rows], name: str):
    game_id, rows = whole
    event, change, check = FORGERIES[name]
    places = [row[0] for row in rows if kind(row) == event]
    forgeries = ((version, edited(rows, version - 1, change)) for version in places)
    version, forged = next(each for each in forgeries if each[1] != rows)
    caught, at = broken(game_id, rechained(game_id, forged))
    assert caught == check
    assert at >= version


def test_alexander_does_not_go_on_before_an_event_is_resolved(whole: tuple[str, Rows]):
    game_id, rows = whole
    n = next(n for n, row in enumerate(rows) if kind(row) == "event_resolved")
    other = game_pb2.Event(turn_ended={"seat": 1}).SerializeToString()
    forged = rechained(game_id, [*rows[:n], with_field(rows[n], "public", other), *rows[n + 1 :]])
    version = next(row[0] for row in rows[n:] if kind(row) == "alexander_moved")
    assert broken(game_id, forged) == ("outcome", version)


@pytest.mark.parametrize(("viewer", "count", "check"), [(AUDITOR, 2, "outcome"), (SPECTATOR, 4_000_000_000, "cards")])
def test_cards_of_the_stack_are_counted_without_the_seed(
    whole: tuple[str, Rows], viewer: Viewer, count: int, check: str
):
    game_id, rows = whole
    version = next(row[0] for row in rows if kind(row) == "supply_cards_drawn")
    forged = rechained(game_id, edited(rows[:version], version - 1, put("count", count)))
    assert broken_in(cut_lines(Played("", game_id, rows), forged, viewer)) == (check, version)


def test_a_draw_that_was_forged_is_caught(whole: tuple[str, Rows]):
    game_id, rows = whole
    found = [row[0] for row in rows if kind(row) == "event_chip_revealed"]
    for version in (found[0], found[len(found) // 2]):

        def change(event: Any) -> None:
            for each in event.draws:
                each.value = (each.value + 1) % each.bound

        forged = rechained(game_id, edited(rows, version - 1, change))
        assert broken(game_id, forged) == ("draw", version)
