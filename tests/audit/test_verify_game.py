"""The verifier passes what the service stored, and catches whatever was changed, by the check that should do so."""

import random
from pathlib import Path
from typing import Any

import pytest

from service.config import store_environment
from service.store.creation import NewGame
from service.store.games import Games
from settlers.v1 import classic_pb2, game_pb2, record_pb2
from tests.audit.forging import Rows, edited, flipped, kind, kind_at, rechained, rows_of, stored, with_field
from tests.audit.standalone import broken, verifier, verify
from tests.service.house import QUICK, SEED, play_games

FIELDS = ("public", "private", "private_hash", "cause", "cause_hash", "recorded", "chain")

OTHER_SEED = bytes(reversed(SEED))

BOARD_LAID = 3
"""The version of the board, after the game was created and its supplies were laid out."""


def play(file: str, luck: int = QUICK, until: int | None = None, **fields: Any) -> tuple[str, Rows]:
    """Play a game into a file; gives its id, and its rows as they are stored."""
    games = Games(store_environment(file))
    asked = NewGame(**{"scenario": "classic", "seats": 3, "seed": SEED, **fields})
    game_id = games.create_game(asked, request_id="made").game_id
    for _ in play_games(games, game_id, random.Random(luck), until=until):
        pass
    rows = rows_of(games, game_id)
    games.close()
    return str(game_id), rows


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Rows]:
    """A game played to its end."""
    return play(str(tmp_path_factory.mktemp("audit") / "games.db"))


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Rows]:
    """The beginning of a game, with a roll in it."""
    return play(str(tmp_path_factory.mktemp("audit") / "games.db"), until=45)


# What was not changed -------------------------------------------------------------------------------------------------


def test_a_whole_game_is_verified(whole: tuple[str, Rows]):
    game_id, rows = whole
    report = verify(game_id, rows)
    assert report.version > 500
    assert not report.unchecked
    assert report.draws["theft"] == sum(kind(row) == "card_stolen" for row in rows)
    assert {"card_stolen", "development_card_bought", "dice_rolled", "seed_revealed"} <= set(map(kind, rows))


@pytest.mark.parametrize("board", ["beginner", "spiral", "free"])
@pytest.mark.parametrize("luck", range(3))
def test_games_on_every_board_are_verified(tmp_path: Path, board: str, luck: int):
    game_id, rows = play(str(tmp_path / "games.db"), luck, 300, board=board, seed=None, seats=4)
    assert verify(game_id, rows).version >= 300


def test_a_game_with_nonces_is_verified(tmp_path: Path):
    game_id, rows = play(str(tmp_path / "games.db"), options=["seat_nonces"], seed=None, board="free", until=300)
    assert verify(game_id, rows).passed["commitment"] == 1 + 3 + 1
    nonces = [n for n, row in enumerate(rows) if kind(row) == "nonce_given"]
    assert len(nonces) == 3
    forged = edited(rows, nonces[1], lambda event: setattr(event, "nonce", bytes(32)))
    assert broken(game_id, rechained(game_id, forged)) == ("draw", kind_at(rows, "board_laid"))
    forged = edited(rows, nonces[1], lambda event: setattr(event, "seat", 1))
    assert broken(game_id, rechained(game_id, forged)) == ("commitment", nonces[1] + 1)
    forged = edited(rows, 0, lambda event: event.ClearField("options"))
    assert broken(game_id, rechained(game_id, forged)) == ("commitment", nonces[0] + 1)


def test_a_board_that_was_laid_without_the_nonces_is_caught(short: tuple[str, Rows]):
    game_id, rows = short
    forged = edited(rows, 0, lambda event: event.options.append("seat_nonces"))
    assert broken(game_id, rechained(game_id, forged)) == ("commitment", kind_at(rows, "board_laid"))


def test_nothing_public_tells_the_seed_the_key_or_a_salt(whole: tuple[str, Rows]):
    _, rows = whole
    secrets = [SEED, verifier.sha(SEED), verifier.mac(SEED, "key/")]
    for row in rows[: kind_at(rows, "game_ended")]:
        record = stored(row)
        public = record.public + record.private_hash + record.cause + record.cause_hash + record.recorded + record.chain
        salts = [verifier.mac(SEED, f"{what}/{row[0]}") for what in ("salt", "cause")]
        assert not any(secret in public for secret in [*secrets, *salts])


# What was changed, and nothing else -----------------------------------------------------------------------------------


CAUGHT_BY = {
    "public": {"chain", "form"},
    "private": {"form", "private", "commitment"},
    "private_hash": {"chain"},
    "cause": {"chain", "form"},
    "cause_hash": {"chain"},
    "recorded": {"chain"},
    "chain": {"chain"},
}
"""For each field the checks that catch a flipped bit in it, where nothing else was changed."""


@pytest.mark.parametrize("field", FIELDS)
def test_a_bit_flipped_in_any_field_of_any_kind_of_event_is_caught(whole: tuple[str, Rows], field: str):
    game_id, rows = whole
    rng = random.Random(field)
    by_kind: dict[str, list[int]] = {}
    for n, row in enumerate(rows):
        if getattr(stored(row), field):
            by_kind.setdefault(kind(row), []).append(n)
    assert by_kind
    for places in by_kind.values():
        for n in rng.sample(places, min(2, len(places))):
            value = getattr(stored(rows[n]), field)
            forged = list(rows)
            forged[n] = with_field(rows[n], field, flipped(value, rng.randrange(len(value)), rng.randrange(8)))
            check, version = broken(game_id, forged)
            assert check in CAUGHT_BY[field]
            assert version == n + 1


def test_every_byte_of_a_stored_event_counts(short: tuple[str, Rows]):
    game_id, rows = short
    for name in ("settlement_built", "dice_rolled", "prompts_changed"):
        n = kind_at(rows, name) - 1
        data = rows[n][1]
        for place in range(len(data)):
            forged = [*rows[:n], (n + 1, flipped(data, place, place % 8)), *rows[n + 1 :]]
            check, version = broken(game_id, forged)
            assert check in ("chain", "form")
            assert version == n + 1


def test_the_seed_of_another_game_is_caught(short: tuple[str, Rows]):
    game_id, rows = short
    forged = edited(rows, 0, lambda event: setattr(event, "seed", OTHER_SEED))
    assert broken(game_id, forged) == ("private", 1)
    assert broken(game_id, rechained(game_id, forged)) == ("commitment", 1)


def test_rows_that_changed_places_are_caught(short: tuple[str, Rows]):
    game_id, rows = short
    for n in range(1, len(rows) - 1):
        check, version = broken(game_id, [*rows[:n], rows[n + 1], rows[n], *rows[n + 2 :]])
        assert check in ("chain", "order")
        assert version == n + 1


def test_rows_that_are_missing_are_caught(short: tuple[str, Rows]):
    game_id, rows = short
    for n in range(len(rows) - 1):
        check, version = broken(game_id, [*rows[:n], *rows[n + 1 :]])
        assert check in ("chain", "order")
        assert version == n + 1
    assert broken(game_id, [*rows[:10], *rows[30:]])[1] == 11


def test_an_end_cut_off_within_a_command_is_caught(short: tuple[str, Rows]):
    game_id, rows = short
    begins = {row[0] for row in rows if stored(row).cause}
    for last in range(1, len(rows)):
        if last + 1 in begins:
            assert verify(game_id, rows[:last]).version == last
        else:
            assert broken(game_id, rows[:last]) == ("order", last + 1)


def test_rows_that_came_in_are_caught(short: tuple[str, Rows]):
    game_id, rows = short
    assert broken(game_id, [*rows[:20], rows[19], *rows[20:]]) in [("chain", 21), ("order", 21)]


def test_the_rows_of_another_game_are_caught(short: tuple[str, Rows], whole: tuple[str, Rows]):
    assert broken(short[0], whole[1]) == ("chain", 1)
    assert broken(whole[0], [*whole[1][:25], *short[1][25:]]) == ("chain", 26)


def test_what_the_contract_does_not_know_is_caught(short: tuple[str, Rows]):
    game_id, rows = short
    n = kind_at(rows, "dice_rolled") - 1
    forged = [*rows[:n], (n + 1, rows[n][1] + b"\xfa\x01\x00"), *rows[n + 1 :]]
    assert broken(game_id, forged) == ("form", n + 1)
    event = game_pb2.Event.FromString(stored(rows[n]).public)
    event.dice_rolled.draws[0].MergeFromString(b"\xfa\x7f\x01x")
    forged = [*rows[:n], with_field(rows[n], "public", event.SerializeToString()), *rows[n + 1 :]]
    assert broken(game_id, rechained(game_id, forged)) == ("form", n + 1)


# What was changed by somebody who makes the hashes new ----------------------------------------------------------------


def test_making_the_hashes_new_changes_nothing_by_itself(whole: tuple[str, Rows]):
    game_id, rows = whole
    assert rechained(game_id, rows) == rows


def other_dice(event: classic_pb2.DiceRolled) -> None:
    event.dice[0] = event.dice[0] % 6 + 1


def other_roll(event: classic_pb2.DiceRolled) -> None:
    other_dice(event)
    event.draws[0].value = 6 * (event.dice[0] - 1) + event.dice[1] - 1


def other_draw(event: Any) -> None:
    event.draws[0].value = (event.draws[0].value + 1) % event.draws[0].bound


def other_bound(event: Any) -> None:
    event.draws[0].bound += 1


def no_draw(event: Any) -> None:
    event.ClearField("draws")


def two_draws(event: Any) -> None:
    event.draws.add(purpose="dice", index=1, bound=1, value=0)


def one_draw_more(event: Any) -> None:
    """Draw once more than the board needs, as the seed gives it."""
    n = len(event.draws)
    value = verifier.draw(verifier.mac(SEED, "key/"), "token", BOARD_LAID, n, 9)
    event.draws.add(purpose="token", index=n, bound=9, value=value)


def other_purpose(event: Any) -> None:
    event.draws[0].purpose = "luck"


def other_card(event: Any) -> None:
    field = "resource" if event.DESCRIPTOR.name == "CardStolen" else "card"
    if event.HasField(field):
        setattr(event, field, getattr(event, field) % 5 + 1)


FORGERIES = {
    "other dice": ("dice_rolled", other_dice, "outcome"),
    "other dice with their draw": ("dice_rolled", other_roll, "draw"),
    "another value drawn": ("dice_rolled", other_draw, "draw"),
    "one value more to draw from": ("dice_rolled", other_bound, "draw"),
    "dice without a draw": ("dice_rolled", no_draw, "outcome"),
    "a draw counted otherwise": ("dice_rolled", lambda event: setattr(event.draws[0], "index", 1), "draw"),
    "a draw of nothing": ("dice_rolled", lambda event: setattr(event.draws[0], "bound", 0), "draw"),
    "dice for another purpose": ("dice_rolled", other_purpose, "draw"),
    "dice drawn twice": ("dice_rolled", two_draws, "outcome"),
    "another card stolen": ("card_stolen", other_card, "outcome"),
    "another thief": ("card_stolen", lambda e: setattr(e, "thief", 6 - e.thief - e.victim), "outcome"),
    "another who rolls": ("dice_rolled", lambda event: setattr(event, "seat", event.seat % 3 + 1), "outcome"),
    "another card bought": ("development_card_bought", other_card, "outcome"),
    "another commitment": ("game_created", lambda event: setattr(event, "commitment", bytes(32)), "commitment"),
    "another seed told": ("seed_revealed", lambda event: setattr(event, "seed", OTHER_SEED), "commitment"),
    "cards out of nowhere": ("resources_paid", lambda event: setattr(event.cards, "ore", 40), "cards"),
    "more than the bank has": ("resources_received", lambda event: setattr(event.cards, "ore", 40), "cards"),
    "other cards shown": ("hand_shown", lambda event: setattr(event.cards, "ore", 17), "cards"),
    "another tile": ("board_laid", lambda event: setattr(event.tiles[3], "terrain", 7), "outcome"),
    "another token": ("board_laid", lambda event: setattr(event.tiles[3], "number", 13), "outcome"),
    "a draw that nothing needs": ("board_laid", one_draw_more, "outcome"),
    "a hex elsewhere": ("board_laid", lambda event: setattr(event.tiles[3], "x", 99), "outcome"),
    "a harbor elsewhere": ("board_laid", lambda event: setattr(event.harbors[0], "path", 70), "outcome"),
    "another frame": ("board_laid", lambda event: setattr(event, "sea_frame", not event.sea_frame), "outcome"),
    "no robber": ("board_laid", lambda event: event.ClearField("robber"), "outcome"),
    "one harbor less": ("board_laid", lambda event: event.harbors.pop(), "outcome"),
    "one hex more": ("board_laid", lambda event: event.tiles.add(x=99, terrain=7), "outcome"),
    "an army of nobody that is": ("largest_army_awarded", lambda event: setattr(event, "seat", 4), "outcome"),
    "another harbor": ("board_laid", lambda event: setattr(event.harbors[0], "kind", 2), "outcome"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_with_all_hashes_new_is_caught(whole: tuple[str, Rows], forgery: str):
    game_id, rows = whole
    name, change, check = FORGERIES[forgery]
    version = kind_at(rows, name)
    forged = edited(rows, version - 1, change)
    assert forged != rows
    assert broken(game_id, rechained(game_id, forged)) == (check, version)


@pytest.mark.parametrize("board", ["spiral", "free"])
def test_a_forged_board_with_all_hashes_new_is_caught(tmp_path: Path, board: str):
    game_id, rows = play(str(tmp_path / "games.db"), until=5, board=board, seed=None)

    def swap_tiles(event: Any) -> None:
        first = event.tiles[0].terrain
        other = next(n for n, tile in enumerate(event.tiles) if tile.terrain != first)
        event.tiles[0].terrain, event.tiles[other].terrain = event.tiles[other].terrain, first

    def swap_harbors(event: Any) -> None:
        first = event.harbors[0].kind
        other = next(n for n, harbor in enumerate(event.harbors) if harbor.kind != first)
        event.harbors[0].kind, event.harbors[other].kind = event.harbors[other].kind, first

    def swap_tokens(event: Any) -> None:
        first = next(tile for tile in event.tiles if tile.number)
        other = next(tile for tile in event.tiles if tile.number not in (0, first.number))
        first.number, other.number = other.number, first.number

    changes = ((swap_tiles, "outcome"), (swap_harbors, "outcome"), (swap_tokens, "outcome"), (other_draw, "draw"))
    for change, check in changes:
        version = kind_at(rows, "board_laid")
        assert broken(game_id, rechained(game_id, edited(rows, version - 1, change))) == (check, version)


def test_another_seed_with_its_commitment_and_all_hashes_new_is_caught(whole: tuple[str, Rows]):
    game_id, rows = whole

    def other_seed(event: Any) -> None:
        event.seed = OTHER_SEED
        event.commitment = verifier.committed(OTHER_SEED)

    forged = rechained(game_id, edited(rows, 0, other_seed))
    assert broken(game_id, forged) == ("draw", kind_at(rows, "dice_rolled"))


def test_a_command_taken_out_with_all_hashes_new_is_caught(whole: tuple[str, Rows]):
    """Every later draw is of another version."""
    game_id, rows = whole
    begins = [row[0] for row in rows if stored(row).cause] + [len(rows) + 1]
    n = next(n for n, first in enumerate(begins) if kind(rows[first - 1]) == "bank_trade_made")
    kept = [*rows[: begins[n] - 1], *rows[begins[n + 1] - 1 :]]
    forged = rechained(game_id, [(m, data) for m, (_, data) in enumerate(kept, 1)])
    check, version = broken(game_id, forged)
    assert check in ("draw", "cards", "private")
    assert version >= begins[n]


def test_what_happens_once_does_not_happen_twice(short: tuple[str, Rows]):
    game_id, rows = short
    n = kind_at(rows, "supplies_laid_out") - 1
    begin = next(m for m in range(n, -1, -1) if stored(rows[m]).cause)
    cause = record_pb2.Cause.FromString(stored(rows[begin]).cause)
    cause.events += 1
    more = with_field(rows[begin], "cause", cause.SerializeToString())
    twice = [*rows[:begin], more, *rows[begin + 1 : n + 1], rows[n], *rows[n + 1 :]]
    forged = rechained(game_id, [(m, data) for m, (_, data) in enumerate(twice, 1)])
    assert broken(game_id, forged) == ("order", n + 2)


def test_a_command_after_the_end_is_caught(whole: tuple[str, Rows]):
    game_id, rows = whole
    begin, end = [row[0] for row in rows if stored(row).cause][10:12]
    more = [(len(rows) + m, data) for m, (_, data) in enumerate(rows[begin - 1 : end - 1], 1)]
    assert broken(game_id, rechained(game_id, [*rows, *more])) == ("order", len(rows) + 1)


@pytest.mark.parametrize("seats", [0, 1, 5_000_000])
def test_a_game_of_too_few_or_too_many_is_caught(short: tuple[str, Rows], seats: int):
    game_id, rows = short
    forged = edited(rows, 0, lambda event: setattr(event, "seats", seats))
    assert broken(game_id, rechained(game_id, forged))[0] == "outcome"


def test_an_event_taken_out_with_all_hashes_new_is_caught(whole: tuple[str, Rows]):
    game_id, rows = whole
    n = kind_at(rows, "resources_produced") - 1
    kept = [*rows[:n], *rows[n + 1 :]]
    forged = rechained(game_id, [(m, data) for m, (_, data) in enumerate(kept, 1)])
    assert broken(game_id, forged)[0] == "order"
