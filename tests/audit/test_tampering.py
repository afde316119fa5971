"""Tampering with stored and exported games: each attack is caught, and by the check that should catch it."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.rules.victory import VictoryTerms
from domain.scenarios import SCENARIOS
from service.audit import verifying
from service.audit.many import verify_game
from service.audit.report import Check
from service.config import store_environment
from service.store import creation, games
from service.store.games import Games
from settlers.v1 import game_pb2, record_pb2
from tests.audit.forging import Rows, edited, flipped, kind, kind_at, put, rechained, stored, with_field
from tests.audit.played import OTHER_SEED, STRANGER, Played, caught_in, play


def renumbered(rows: Sequence[tuple[int, bytes]]) -> Rows:
    return [(version, data) for version, (_, data) in enumerate(rows, 1)]


def test_what_was_not_changed_is_right(played: Played):
    report = played.report(played.rows)
    assert report.flaw is None
    assert report.version == len(played.rows)
    assert report.passed[Check.CHAIN] == report.passed[Check.FORM] == report.passed[Check.FOLD] == len(played.rows)
    assert report.passed[Check.DECISION] == sum(bool(stored(row).cause) for row in played.rows)
    assert report.passed[Check.DRAW] == report.draws.total() > 50
    assert {"dice", "theft", "development_card"} <= report.draws.keys()
    assert (report.hidden, report.undrawn, report.undecidable, report.not_decided) == (0, 0, 0, {})


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", [[], ["seat_nonces"]])
def test_games_of_every_scenario_are_right(tmp_path: Path, scenario: str, options: list[str]):
    played = play(str(tmp_path / "games.db"), until=400, scenario=scenario, seats=4, seed=None, options=options)
    report = played.report(played.rows)
    assert report.flaw is None
    assert report.passed[Check.DECISION] > 100


# Without new hashes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["settlement_built", "dice_rolled", "prompts_changed"])
def test_a_changed_byte_is_caught(begun: Played, name: str):
    n = kind_at(begun.rows, name) - 1
    data = begun.rows[n][1]
    for place in range(len(data)):
        forged = [*begun.rows[:n], (n + 1, flipped(data, place, place % 8)), *begun.rows[n + 1 :]]
        check, version = begun.caught(forged)
        assert check in ("chain", "form", "order")
        assert version == n + 1


def test_a_changed_private_part_is_caught(played: Played):
    version = kind_at(played.rows, "card_stolen")
    n = version - 1
    private = stored(played.rows[n]).private
    row = with_field(played.rows[n], "private", flipped(private, len(private) - 1, 0))
    assert played.caught([*played.rows[:n], row, *played.rows[n + 1 :]]) == ("private", version)


def test_two_events_that_changed_places_are_caught(begun: Played):
    for n in range(1, len(begun.rows) - 1):
        swapped = [*begun.rows[:n], begun.rows[n + 1], begun.rows[n], *begun.rows[n + 2 :]]
        assert begun.caught(swapped) == ("order", n + 1)
        check, version = begun.caught(renumbered(swapped))
        assert check in ("chain", "order")
        assert version == n + 1


def test_an_event_that_is_missing_is_caught(begun: Played):
    for n in range(len(begun.rows) - 1):
        dropped = [*begun.rows[:n], *begun.rows[n + 1 :]]
        assert begun.caught(dropped) == ("order", n + 1)
        check, version = begun.caught(renumbered(dropped))
        assert check in ("chain", "order")
        assert version == n + 1


def test_a_tail_cut_off_is_caught_within_a_command_and_else_by_a_signed_head(begun: Played):
    begins = {row[0] for row in begun.rows if stored(row).cause}
    head, *lines = begun.export()
    for last in range(1, len(begun.rows)):
        if last + 1 in begins:
            assert begun.report(begun.rows[:last]).flaw is None
            assert caught_in([head, *lines[:last]]) == ("head", last + 1)
        else:
            assert begun.caught(begun.rows[:last]) == ("order", last + 1)
            assert caught_in([head, *lines[:last]]) == ("order", last + 1)


def test_events_added_at_the_end_are_caught_by_a_signed_head(begun: Played):
    begins = [row[0] for row in begun.rows if stored(row).cause]
    earlier = begun.rows[: begins[-1] - 1]
    head, *_ = begun.export(earlier)
    _, *lines = begun.export()
    assert caught_in([head, *lines]) == ("head", len(earlier) + 1)


def test_another_game_in_its_place_is_caught(begun: Played, played: Played):
    assert begun.caught(played.rows) == ("chain", 1)
    assert begun.caught([*begun.rows[:20], *played.rows[20:]]) == ("chain", 21)


# With all hashes made new, by whoever can read the seed ---------------------------------------------------------------


def other_dice(event: Any) -> None:
    event.dice[0] = event.dice[0] % 6 + 1


def other_roll(event: Any) -> None:
    other_dice(event)
    event.draws[0].value = 6 * (event.dice[0] - 1) + event.dice[1] - 1


def other_card(event: Any) -> None:
    if event.HasField("card"):
        event.card = event.card % 5 + 1


def other_draw(event: Any) -> None:
    if event.draws:
        event.draws[0].value = (event.draws[0].value + 1) % event.draws[0].bound


FORGERIES: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "a loaded die": ("dice_rolled", other_roll, "draw"),
    "a die that shows something else": ("dice_rolled", other_dice, "decision"),
    "another draw of the dice": ("dice_rolled", other_draw, "draw"),
    "another card of the deck": ("development_card_bought", other_card, "decision"),
    "a settlement elsewhere": ("settlement_built", put("intersection", 50), "decision"),
    "more cards": ("resources_produced", lambda event: setattr(event.gains[0].cards, "ore", 9), "decision"),
    "another seat in turn": (
        "prompts_changed",
        lambda event: setattr(event.prompts[0].demands[0], "seat", 2),
        "decision",
    ),
    "another winner": ("game_ended", lambda event: event.winners.append(2), "decision"),
    "other cards at the end": ("hand_shown", lambda event: setattr(event.cards, "ore", 7), "decision"),
    "another commitment": ("game_created", put("commitment", bytes(32)), "commitment"),
    "another seed": ("game_created", put("seed", OTHER_SEED), "commitment"),
    "another seed told": ("seed_revealed", put("seed", OTHER_SEED), "commitment"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_with_all_hashes_new_is_caught(played: Played, forgery: str):
    name, change, check = FORGERIES[forgery]
    version = kind_at(played.rows, name)
    forged = rechained(played.game_id, edited(played.rows, version - 1, change))
    assert forged != played.rows
    assert played.caught(forged) == (check, version)


def with_cause(rows: Rows, n: int, change: Callable[[record_pb2.Cause], Any]) -> Rows:
    """Change the cause of a command."""
    cause = record_pb2.Cause.FromString(stored(rows[n]).cause)
    change(cause)
    return [*rows[:n], with_field(rows[n], "cause", cause.SerializeToString()), *rows[n + 1 :]]


def test_a_command_that_was_never_given_is_caught(played: Played):
    n = kind_at(played.rows, "settlement_built") - 1
    forged = with_cause(played.rows, n, lambda cause: put("intersection", 53)(cause.command.build_settlement))
    assert played.caught(rechained(played.game_id, forged)) == ("decision", n + 1)
    forged = with_cause(played.rows, n, lambda cause: cause.command.roll_dice.SetInParent())
    assert played.caught(rechained(played.game_id, forged)) == ("decision", n + 1)
    forged = with_cause(played.rows, n, lambda cause: cause.ClearField("command"))
    assert played.caught(rechained(played.game_id, forged)) == ("form", n + 1)
    forged = with_cause(played.rows, n, put("events", 1))
    check, version = played.caught(rechained(played.game_id, forged))
    assert (check, version) == ("order", n + 2)


def test_a_command_taken_out_is_caught(played: Played):
    begins = [row[0] for row in played.rows if stored(row).cause]
    n = next(n for n, first in enumerate(begins) if kind(played.rows[first - 1]) == "bank_trade_made")
    kept = [*played.rows[: begins[n] - 1], *played.rows[begins[n + 1] - 1 :]]
    check, version = played.caught(rechained(played.game_id, renumbered(kept)))
    assert check in ("draw", "decision")
    assert version >= begins[n]


def test_what_is_private_may_not_stand_in_the_open_nor_the_other_way_round(played: Played):
    version = kind_at(played.rows, "card_stolen")
    n = version - 1
    record = stored(played.rows[n])
    opened = with_field(played.rows[n], "public", record.public + record.private)
    assert played.caught(rechained(played.game_id, [*played.rows[:n], opened, *played.rows[n + 1 :]])) == (
        "form",
        version,
    )
    n = kind_at(played.rows, "dice_rolled") - 1
    hidden = with_field(played.rows[n], "private", stored(played.rows[n]).public)
    forged = rechained(played.game_id, [*played.rows[:n], hidden, *played.rows[n + 1 :]])
    assert played.caught(forged) == ("form", n + 1)


def test_a_public_part_that_lies_beside_a_private_one_that_does_not_is_caught(played: Played):
    """Put together the two parse to the right event, but others see only the first."""
    n = kind_at(played.rows, "settlement_built") - 1
    record = stored(played.rows[n])
    lie = game_pb2.Event.FromString(record.public)
    lie.settlement_built.intersection += 1
    row = with_field(with_field(played.rows[n], "public", lie.SerializeToString()), "private", record.public)
    forged = rechained(played.game_id, [*played.rows[:n], row, *played.rows[n + 1 :]])
    assert played.caught(forged) == ("form", n + 1)


def test_something_unknown_is_caught_however_deep(played: Played):
    version = kind_at(played.rows, "dice_rolled")
    event = game_pb2.Event.FromString(stored(played.rows[version - 1]).public)
    event.dice_rolled.draws[0].MergeFromString(b"\xfa\x7f\x01x")
    row = with_field(played.rows[version - 1], "public", event.SerializeToString())
    forged = rechained(played.game_id, [*played.rows[: version - 1], row, *played.rows[version:]])
    assert played.caught(forged) == ("form", version)


@pytest.mark.parametrize("field", ["cause_hash", "salt", "cause_salt"])
def test_a_store_leaves_nothing_out(played: Played, field: str):
    n = kind_at(played.rows, "card_stolen") - 1
    cut = game_pb2.Proof.FromString(played.rows[n][1])
    setattr(cut, field, bytes(32))
    assert played.caught([*played.rows[:n], (n + 1, cut.SerializeToString()), *played.rows[n + 1 :]]) == ("form", n + 1)


def test_a_private_part_taken_out_is_caught_in_a_store_and_once_the_game_is_over(played: Played):
    n = kind_at(played.rows, "card_stolen") - 1
    row = with_field(played.rows[n], "private", b"")
    forged = [*played.rows[:n], row, *played.rows[n + 1 :]]
    assert played.caught(forged) == ("form", n + 1)
    assert played.caught(forged, eyes="spectator") == ("form", n + 1)


def test_a_game_made_anew_from_another_seed_is_caught_by_an_earlier_head(tmp_path: Path, played: Played):
    """All in it is right; only who kept something signed can tell."""
    other = play(str(tmp_path / "games.db"), seed=OTHER_SEED)
    moved = rechained(played.game_id, other.rows)
    assert played.report(moved).flaw is None
    head, *_ = played.export()
    _, *lines = played.export(moved)
    assert caught_in([head, *lines])[0] == "head"
    assert caught_in(played.export(moved, STRANGER)) == ("signature", 1)


def test_a_false_signature_is_caught(begun: Played):
    head, *lines = begun.export()
    note = json.loads(head)["head"]
    shorter = note.replace(f"\n{len(begun.rows)}\n", f"\n{len(begun.rows) - 1}\n")
    longer = f"{json.dumps({'head': shorter}, ensure_ascii=False)}\n".encode()
    assert caught_in([longer, *lines]) == ("signature", 1)
    assert caught_in([head, *lines], [STRANGER]) == ("signature", 1)


# Rules ----------------------------------------------------------------------------------------------------------------


def test_a_game_by_other_rules_under_the_name_of_these_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        others = {"classic": SCENARIOS["classic"].amend(key="classic", terms=(VictoryTerms(goal=4),))}
        patch.setattr(games, "SCENARIOS", others)
        patch.setattr(creation, "SCENARIOS", others)
        played = play(str(tmp_path / "games.db"))
    report = played.report(played.rows)
    assert report.flaw is not None
    assert report.flaw.check is Check.DECISION
    assert report.flaw.version == kind_at(played.rows, "game_ended")


def test_commands_of_other_rules_are_not_decided_again_and_all_else_is_checked(
    played: Played, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(verifying, "RULES_VERSION", 4)
    later = with_cause(played.rows, kind_at(played.rows, "settlement_built") - 1, put("rules_version", 3))
    report = played.report(rechained(played.game_id, later))
    assert report.flaw is not None, "rules 1 after rules 3"
    assert report.flaw.check is Check.DECISION
    report = played.report(played.rows)
    assert report.flaw is None
    assert report.passed[Check.DECISION] == 0
    assert report.not_decided == {1: sum(bool(stored(row).cause) for row in played.rows)}
    assert report.passed[Check.FOLD] == len(played.rows)
    version = kind_at(played.rows, "dice_rolled")
    loaded = rechained(played.game_id, edited(played.rows, version - 1, other_roll))
    assert played.caught(loaded) == ("draw", version)
    version = kind_at(played.rows, "settlement_built")
    nowhere = rechained(played.game_id, edited(played.rows, version - 1, put("seat", 5)))
    assert played.caught(nowhere) == ("fold", version)


# Behind the service ---------------------------------------------------------------------------------------------------


def test_a_database_edited_behind_the_service_is_caught(tmp_path: Path):
    played = play(str(tmp_path / "games.db"), until=200)
    version = kind_at(played.rows, "dice_rolled")
    forged = rechained(played.game_id, edited(played.rows, version - 1, other_roll))
    with closing(sqlite3.connect(played.file)) as database, database:
        for number, data in forged:
            database.execute(
                "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?",
                (data, UUID(played.game_id).hex, number),
            )
    with closing(Games(store_environment(played.file))) as store:
        flaw = verify_game(store, UUID(played.game_id)).flaw
    assert flaw is not None
    assert (flaw.check, flaw.version) == ("draw", version)


def test_bytes_that_go_from_one_hash_to_the_next_are_caught(begun: Played):
    """The chain joins hashes bare, so it cannot tell; their lengths can."""
    n = next(n for n, row in enumerate(begun.rows) if n and stored(row).cause)
    cut = game_pb2.Proof.FromString(begun.rows[n][1])
    cut.ClearField("cause")
    honest = [*begun.rows[:n], (n + 1, cut.SerializeToString()), *begun.rows[n + 1 :]]
    assert begun.report(honest, eyes="spectator").flaw is None
    cut.private_hash, cut.cause_hash = cut.cause_hash[:16], cut.cause_hash[16:]
    forged = [*begun.rows[:n], (n + 1, cut.SerializeToString()), *begun.rows[n + 1 :]]
    assert begun.caught(forged, eyes="spectator") == ("form", n + 1)


@pytest.mark.parametrize("rules", [0, 2, 999])
def test_rules_that_nobody_knows_are_no_excuse(begun: Played, rules: int):
    n = kind_at(begun.rows, "settlement_built") - 1
    forged = rechained(begun.game_id, with_cause(begun.rows, n, put("rules_version", rules)))
    assert begun.caught(forged) == ("decision", n + 1)


def test_the_creation_of_a_game_has_no_command(begun: Played):
    forged = with_cause(begun.rows, 0, lambda cause: cause.command.roll_dice.SetInParent())
    assert begun.caught(rechained(begun.game_id, forged)) == ("form", 1)


@pytest.mark.parametrize("recorded", [b"", b"\xff", b"\x08", b"\xfa\x01\x01x", b"\x08" + b"\xff" * 8 + b"\x7f"])
def test_a_time_that_there_is_not_is_caught(begun: Played, recorded: bytes):
    forged = [*begun.rows[:9], with_field(begun.rows[9], "recorded", recorded), *begun.rows[10:]]
    assert begun.caught(rechained(begun.game_id, forged)) == ("form", 10)


def test_more_seats_than_there_are_is_caught(begun: Played):
    forged = edited(begun.rows, 0, put("seats", 4_294_967_295))
    check, version = begun.caught(rechained(begun.game_id, forged))
    assert (check, version) == ("decision", 1)
