"""The verifier passes games of The Great Race as they are stored, and catches forged finds, landings and plunder."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from service.config import store_environment
from service.store.creation import NewGame
from service.store.games import Games
from settlers.v1 import board_pb2, record_pb2
from tests.audit.forging import (
    Rows,
    body,
    edited,
    kind,
    kind_at,
    put,
    rechained,
    rows_of,
    stored,
    with_field,
)
from tests.audit.standalone import broken, verify
from tests.golden.compose import next_command
from tests.golden.race_player import RacePlayer
from tests.service.house import SEED, play_games


def created(games: Games, seats: int, **fields: Any) -> UUID:
    """A new race."""
    asked = NewGame(**{"scenario": "great-race", "seats": seats, "seed": SEED, **fields})
    return games.create_game(asked, request_id="made").game_id


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Rows]:
    """A race with the largest army, sailed to its end: its id, and its rows as they are stored."""
    file = str(tmp_path_factory.mktemp("audit") / "games.db")
    games, rng, player = Games(store_environment(file)), random.Random(139), RacePlayer()
    game_id = created(games, 5, options=["largest_army"])
    while not (game := games.table(game_id).game).over:
        games.execute_command(game_id, next_command(game, player, rng))
    rows = rows_of(games, game_id)
    games.close()
    return str(game_id), rows


def cause(row: tuple[int, bytes]) -> record_pb2.Cause:
    """What a row came from."""
    return record_pb2.Cause.FromString(stored(row).cause)


# Where in the rows what happens. Each gives the places of rows, counted from 0.


def of(name: str) -> Callable[[Rows], list[int]]:
    """All events of a kind."""
    return lambda rows: [n for n, row in enumerate(rows) if kind(row) == name]


def after(name: str, before: str) -> Callable[[Rows], list[int]]:
    """The events of a kind right after one of another."""
    return lambda rows: [n for n in of(name)(rows) if kind(rows[n - 1]) == before]


def chosen_gold(rows: Rows) -> list[int]:
    """The cards of gold rivers."""
    return [n for n, row in enumerate(rows) if cause(row).command.HasField("choose_gold")]


def second_thefts(rows: Rows) -> list[int]:
    """The second cards stolen from another than the first."""
    found = after("card_stolen", "card_stolen")(rows)
    return [n for n in found if body(rows[n]).victim != body(rows[n - 1]).victim]


def tokens_found(rows: Rows) -> list[int]:
    """The hexes turned up that got a token."""
    return [n for n in of("hex_revealed")(rows) if body(rows[n]).number]


HIDDEN = {"theft": "card_stolen", "development_card": "development_card_bought", "landing": "landing_card_drawn"}
"""What is drawn, and stands in no event."""


def test_a_whole_race_is_verified_with_all_its_draws(whole: tuple[str, Rows]):
    game_id, rows = whole
    report = verify(game_id, rows)
    assert report.version > 1_000
    assert not report.unchecked
    happened = {"hex_revealed", "landing_card_drawn", "ship_moved", "largest_army_awarded", "seed_revealed"}
    assert happened <= set(map(kind, rows))
    assert chosen_gold(rows)
    assert second_thefts(rows)
    assert after("resources_received", "hex_revealed")(rows)
    drawn = {"dice", "theft", "development_card", "landing", "token", "harbor", "unknown_terrain", "unknown_number"}
    assert report.draws.keys() == drawn
    for purpose, name in HIDDEN.items():
        assert report.draws[purpose] == len(of(name)(rows))
    laid = [body(row) for row in rows if kind(row) in ("road_built", "ship_built")]
    assert len({event.path for event in laid}) < len(laid), "no path is shared"


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, []), (3, ["open_map", "seat_nonces"]), (4, ["largest_army"]), (6, ["seat_nonces"])],
    ids=str,
)
def test_races_played_at_random_are_verified(tmp_path: Path, seats: int, options: list[str]):
    file = str(tmp_path / "games.db")
    games = Games(store_environment(file))
    game_id = created(games, seats, options=options, seed=None)
    for _ in play_games(games, game_id, random.Random(seats), until=500):
        pass
    rows = rows_of(games, game_id)
    games.close()
    assert verify(str(game_id), rows).version >= 500


def another_terrain(event: Any) -> None:
    """Turn up sea where there is land, and pasture where there is sea."""
    sea = event.terrain == board_pb2.TERRAIN_SEA
    event.terrain = board_pb2.TERRAIN_PASTURE if sea else board_pb2.TERRAIN_SEA


def another_seat(field: str) -> Callable[[Any], None]:
    """Name the next of the five seats."""
    return lambda event: setattr(event, field, getattr(event, field) % 5 + 1)


def another_resource(event: Any) -> None:
    """Draw the next resource, where it is told."""
    if event.HasField("resource"):
        event.resource = event.resource % 5 + 1


def another_card(event: Any) -> None:
    """Get one card of another resource, and one less of the first."""
    bag = {field.name: n for field, n in event.cards.ListFields()}
    first, other = next(iter(bag)), next(name for name in ("brick", "ore") if name not in bag)
    setattr(event.cards, first, bag[first] - 1)
    setattr(event.cards, other, 1)


def as_guest(event: Any) -> None:
    """Draw a card of one's own hand."""
    event.owner = event.seat


def another_token(event: Any) -> None:
    """Exchange the token that the plan names, the only 12 of the gold islands, for another."""
    (tile,) = [each for each in event.tiles if each.region == "gold" and each.number == 12]
    tile.number = 11


class Forgery(NamedTuple):
    """What is forged: where, how, and by which check that is caught."""

    places: Callable[[Rows], list[int]]
    change: Callable[[Any], None]
    check: str


FORGERIES = {
    "another terrain": Forgery(of("hex_revealed"), another_terrain, "outcome"),
    "another token": Forgery(tokens_found, put("number", 12), "outcome"),
    "no token": Forgery(tokens_found, put("number", 0), "outcome"),
    "a hex that lies open": Forgery(of("hex_revealed"), put("hex", 0), "outcome"),
    "a hex open from the start": Forgery(of("hex_revealed"), put("seat", 0), "outcome"),
    "a find without a draw": Forgery(of("hex_revealed"), lambda event: event.ClearField("draws"), "outcome"),
    "a token without a draw": Forgery(tokens_found, lambda event: event.draws.pop(), "outcome"),
    "another card for the find": Forgery(after("resources_received", "hex_revealed"), another_card, "outcome"),
    "another finder": Forgery(after("resources_received", "hex_revealed"), another_seat("seat"), "outcome"),
    "another card for a landing": Forgery(of("landing_card_drawn"), another_resource, "outcome"),
    "another who lands": Forgery(of("landing_card_drawn"), another_seat("seat"), "outcome"),
    "a landing at home": Forgery(of("landing_card_drawn"), as_guest, "outcome"),
    "other cards of the gold river": Forgery(chosen_gold, another_card, "outcome"),
    "another victim": Forgery(of("card_stolen"), another_seat("victim"), "outcome"),
    "another second victim": Forgery(second_thefts, another_seat("victim"), "outcome"),
    "another second card": Forgery(second_thefts, another_resource, "outcome"),
    "a robber from elsewhere": Forgery(of("robber_moved"), put("origin", 0), "outcome"),
    "a robber that stays": Forgery(of("robber_moved"), lambda event: put("hex", event.origin)(event), "outcome"),
    "no largest army": Forgery(of("largest_army_awarded"), put("seat", 0), "outcome"),
    "a ship from nowhere": Forgery(of("ship_moved"), put("origin", 0), "pieces"),
    "a city on nothing": Forgery(of("city_built"), put("intersection", 0), "pieces"),
    "fewer ships": Forgery(of("supplies_laid_out"), put("ships", 2), "pieces"),
    "fewer roads": Forgery(of("supplies_laid_out"), put("roads", 1), "pieces"),
    "fewer settlements": Forgery(of("supplies_laid_out"), put("settlements", 1), "pieces"),
    "fewer cities": Forgery(of("supplies_laid_out"), put("cities", 0), "pieces"),
    "another token on the middle gold island": Forgery(of("board_laid"), another_token, "outcome"),
}


def forged(rows: Rows, forgery: Forgery) -> Iterator[tuple[int, Rows]]:
    """A forgery at each place where it can be made, with the version there."""
    for n in forgery.places(rows):
        changed = edited(rows, n, forgery.change)
        if changed != rows:
            yield n + 1, changed


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_with_all_hashes_new_is_caught(whole: tuple[str, Rows], name: str):
    game_id, rows = whole
    version, changed = next(forged(rows, FORGERIES[name]))
    check, at = broken(game_id, rechained(game_id, changed))
    assert check == FORGERIES[name].check
    assert at >= version


@pytest.mark.parametrize("purpose", ["unknown_terrain", "unknown_number"])
def test_a_draw_that_was_forged_is_caught(whole: tuple[str, Rows], purpose: str):
    game_id, rows = whole

    def change(event: Any) -> None:
        for each in event.draws:
            each.value = (each.value + (each.purpose == purpose)) % each.bound

    version, changed = next(forged(rows, Forgery(of("hex_revealed"), change, "draw")))
    assert broken(game_id, rechained(game_id, changed)) == ("draw", version)


def with_cause(row: tuple[int, bytes], change: Callable[[record_pb2.Cause], None]) -> tuple[int, bytes]:
    """A row that came from something else."""
    came_from = cause(row)
    change(came_from)
    return with_field(row, "cause", came_from.SerializeToString())


def begin_of(rows: Rows, n: int) -> int:
    """The place of the first event of the command that brought an event about."""
    return next(m for m in range(n, -1, -1) if stored(rows[m]).cause)


def taken_out(rows: Rows, n: int) -> Rows:
    """The rows up to the end of the command of an event, which is taken out of it."""
    begin = begin_of(rows, n)
    count = cause(rows[begin]).events

    def one_less(came_from: record_pb2.Cause) -> None:
        came_from.events -= 1

    kept = [*rows[:begin], with_cause(rows[begin], one_less), *rows[begin + 1 : n], *rows[n + 1 : begin + count]]
    return [(m, data) for m, (_, data) in enumerate(kept, 1)]


def another_named(field: str) -> Callable[[Any], None]:
    """A robber that was sent to another of the five seats."""
    return lambda command: another_seat(field)(command.move_robber)


COMMANDS: dict[str, tuple[Callable[[Rows], list[int]], Callable[[Any], None]]] = {
    "another victim": (of("card_stolen"), another_named("victim")),
    "another second victim": (second_thefts, another_named("second")),
    "another card of the gold river": (chosen_gold, lambda command: another_card(command.choose_gold)),
    "nothing that brings cards": (of("resources_received"), lambda command: command.roll_dice.SetInParent()),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_does_not_follow_from_its_command_is_caught(whole: tuple[str, Rows], name: str):
    game_id, rows = whole
    places, change = COMMANDS[name]
    n = places(rows)[0]
    begin = begin_of(rows, n)
    row = with_cause(rows[begin], lambda came_from: change(came_from.command))
    changed = rechained(game_id, [*rows[:begin], row, *rows[begin + 1 :]])
    assert broken(game_id, changed) == ("outcome", n + 1)


def test_more_gold_than_was_due_is_caught_though_it_was_asked_for(whole: tuple[str, Rows]):
    game_id, rows = whole
    n = chosen_gold(rows)[0]

    def one_more(event: Any) -> None:
        event.cards.ore += 1

    changed = edited(rows, n, one_more)
    changed[n] = with_cause(changed[n], lambda came_from: one_more(came_from.command.choose_gold))
    assert broken(game_id, rechained(game_id, changed)) == ("outcome", n + 1)


def test_a_second_card_that_was_not_stolen_is_caught(whole: tuple[str, Rows]):
    game_id, rows = whole
    n = after("card_stolen", "card_stolen")(rows)[0]
    assert broken(game_id, rechained(game_id, taken_out(rows, n))) == ("outcome", n + 1)


def test_a_finders_card_that_was_not_given_is_caught(whole: tuple[str, Rows]):
    game_id, rows = whole
    n = after("resources_received", "hex_revealed")(rows)[0]
    assert broken(game_id, rechained(game_id, taken_out(rows, n))) == ("outcome", n + 1)


def test_a_second_piece_of_a_seat_on_a_path_is_caught_though_others_share_it(whole: tuple[str, Rows]):
    game_id, rows = whole
    n = of("ship_built")(rows)[-1]
    ship = body(rows[n])
    road = next(body(row) for row in rows if kind(row) == "road_built" and body(row).seat == ship.seat)
    changed = edited(rows, n, put("path", road.path))
    assert broken(game_id, rechained(game_id, changed)) == ("pieces", n + 1)


def test_an_open_map_is_turned_up_by_nobody(tmp_path: Path):
    file = str(tmp_path / "games.db")
    games = Games(store_environment(file))
    game_id = created(games, 4, options=["open_map"])
    rows = rows_of(games, game_id)
    games.close()
    found = kind_at(rows, "hex_revealed")
    changed = edited(rows, found - 1, put("seat", 1))
    assert broken(str(game_id), rechained(str(game_id), changed)) == ("outcome", found)
