"""The stand-alone verifier where something was left out: what cannot be checked is counted, and is never wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.engine import Viewer
from domain.scenarios import SCENARIOS
from domain.visibility import AUDITOR, SPECTATOR
from settlers.v1 import game_pb2
from tests.audit.forging import body, edited, kind, kind_at, put, rechained, stored
from tests.audit.played import Played, play
from tests.audit.standalone import broken_in, cut_lines, verifier, verify_lines

EYES = {"auditor": AUDITOR, "spectator": SPECTATOR, "seat 1": Viewer(1), "seat 2": Viewer(2)}


@pytest.fixture(scope="module", params=SCENARIOS)
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game of each scenario that goes on."""
    file = str(tmp_path_factory.mktemp("running") / "games.db")
    return play(file, until=500, scenario=request.param, seats=4)


@pytest.mark.parametrize("eyes", EYES)
def test_what_any_viewer_is_shown_of_a_running_game_is_right(running: Played, eyes: str):
    begins = [row[0] for row in running.rows if stored(row).cause]
    for last in [*begins[1 :: len(begins) // 5], len(running.rows) + 1]:
        rows = running.rows[: last - 1]
        report = verify_lines(cut_lines(running, rows, EYES[eyes]))
        assert (report.flaw, report.version, report.over, report.eyes) == (None, len(rows), False, eyes)
        assert report.passed["draw"] == report.draws.total() == 0
    hidden = [row for row in rows if stored(row).private]
    drawn = sum(body_draws(row) for row in rows)
    assert report.unchecked[verifier.NO_SEED] == drawn > 10
    if eyes == "auditor":
        assert report.unchecked[verifier.NOT_SHOWN] == 1, "the seed"
        assert report.unchecked.keys() <= {verifier.NO_SEED, verifier.NOT_SHOWN, verifier.NOT_DRAWN}
    else:
        assert report.unchecked[verifier.NOT_SHOWN] + report.passed["private"] == len(hidden)
        assert (report.passed["private"] == 0) == (eyes == "spectator") or len(hidden) < 10


def body_draws(row: tuple[int, bytes]) -> int:
    """How many draws stand in an event."""
    event = game_pb2.Event.FromString(stored(row).public)
    return len(getattr(getattr(event, kind(row)), "draws", ()))


@pytest.mark.parametrize("eyes", EYES)
def test_once_a_game_is_over_everybody_can_check_every_draw(played: Played, eyes: str):
    report = verify_lines(cut_lines(played, played.rows, EYES[eyes], over=True))
    assert (report.flaw, report.version, report.over) == (None, len(played.rows), True)
    assert report.draws["theft"] == sum(kind(row) == "card_stolen" for row in played.rows)
    asked = {verifier.NOT_ASKED} if eyes != "auditor" else set()
    assert report.unchecked.keys() == asked


def test_once_a_game_is_over_nothing_stays_hidden(played: Played):
    assert broken_in(cut_lines(played, played.rows, SPECTATOR)) == ("form", 1)
    told = cut_lines(played, played.rows, SPECTATOR, over=True)
    version = kind_at(played.rows, "card_stolen")
    hidden = cut_lines(played, played.rows, SPECTATOR)[version]
    assert hidden != told[version]
    assert broken_in([*told[:version], hidden, *told[version + 1 :]]) == ("form", version)


def another_die(event: Any) -> None:
    event.dice[0] = event.dice[0] % 6 + 1


def too_high(event: Any) -> None:
    event.draws[0].value = event.draws[0].bound
    event.dice[:] = [7, 1]


FORGERIES: dict[str, tuple[str, Callable[[Any], None], str]] = {
    "other dice than were drawn": ("dice_rolled", another_die, "outcome"),
    "dice with seven sides": ("dice_rolled", too_high, "outcome"),
    "dice of more values": ("dice_rolled", lambda event: setattr(event.draws[0], "bound", 72), "outcome"),
    "more than the bank has": ("resources_received", lambda event: setattr(event.cards, "ore", 40), "cards"),
    "more than a hand holds": ("resources_paid", lambda event: setattr(event.cards, "ore", 40), "cards"),
    "a robber from elsewhere": ("robber_moved", lambda event: put("origin", (event.origin + 1) % 19)(event), "outcome"),
    "a robbed seat that is none": ("card_stolen", put("victim", 9), "outcome"),
    "a city on nothing": ("city_built", put("intersection", 0), "pieces"),
    "another tile": ("board_laid", lambda event: setattr(event.tiles[3], "terrain", 7), "outcome"),
}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", FORGERIES)
def test_what_follows_from_the_open_is_checked_without_the_seed(played: Played, name: str, eyes: str):
    event, change, check = FORGERIES[name]
    last = kind_at(played.rows, "game_ended") - 1
    while not stored(played.rows[last]).cause:
        last -= 1
    version = kind_at(played.rows, event)
    forged = rechained(played.game_id, edited(played.rows[:last], version - 1, change))
    assert broken_in(cut_lines(played, forged, EYES[eyes])) == (check, version)


def test_a_card_that_a_hand_does_not_hold_is_not_stolen_from_it(played: Played):
    """Auditors see hands: without the seed they cannot tell which card was to be drawn, but that there was one."""
    rows = played.rows[: kind_at(played.rows, "card_stolen")]
    seen: set[str] = set()
    for resource in range(1, 6):
        forged = rechained(played.game_id, edited(rows, len(rows) - 1, put("resource", resource)))
        flaw = verify_lines(cut_lines(played, forged, AUDITOR)).flaw
        seen.add(flaw.check if flaw else "right")
    assert "cards" in seen


def test_a_salt_that_is_not_made_of_the_seed_is_caught_when_that_is_told(played: Played):
    lines = cut_lines(played, played.rows, SPECTATOR, over=True)
    version = kind_at(played.rows, "card_stolen")
    proof = game_pb2.Proof.FromString(verifier.read_line(lines[version]))
    proof.salt = bytes(32)
    forged = [*lines[:version], verifier.event_line(proof.SerializeToString()), *lines[version + 1 :]]
    assert broken_in(forged) == ("private", version)


@pytest.mark.parametrize("field", ["cause_hash", "salt", "cause_salt"])
def test_from_a_store_nothing_is_left_out(tmp_path: Path, begun: Played, field: str):
    lines = begun.export()
    proof = game_pb2.Proof.FromString(verifier.read_line(lines[30]))
    setattr(proof, field, bytes(32))
    assert broken_in([*lines[:30], verifier.event_line(proof.SerializeToString()), *lines[31:]]) == ("form", 30)


def test_bytes_that_went_from_one_hash_to_the_next_are_caught(begun: Played):
    """Put one after the other they are the same bytes, so that the chain cannot tell."""
    lines = cut_lines(begun, begun.rows, SPECTATOR)
    opened = next(n for n, row in enumerate(begun.rows, 1) if stored(row).cause and not stored(row).private)
    for n in (1, opened):
        proof = game_pb2.Proof.FromString(verifier.read_line(lines[n]))
        both = proof.private_hash + proof.cause_hash
        proof.private_hash, proof.cause_hash = both[:-16], both[-16:]
        assert broken_in([*lines[:n], verifier.event_line(proof.SerializeToString()), *lines[n + 1 :]]) == ("form", n)


# Nothing can be put into a record that nobody checks, and nothing that its reader sees can be left out ----------------


def with_proof(lines: list[bytes], n: int, change: Callable[[Any], Any]) -> list[bytes]:
    """Change what is shown of a version."""
    proof = game_pb2.Proof.FromString(verifier.read_line(lines[n]))
    change(proof)
    return [*lines[:n], verifier.event_line(proof.SerializeToString()), *lines[n + 1 :]]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("over", [False, True])
def test_what_hides_in_a_salt_or_the_hash_of_a_cause_is_caught(played: Played, eyes: str, over: bool):
    lines = cut_lines(played, played.rows, EYES[eyes], over=over)
    opened = next(n for n, row in enumerate(played.rows, 1) if not stored(row).private and not stored(row).cause)
    assert broken_in(with_proof(lines, opened, put("salt", b"S" * 32))) == ("form", opened)
    assert broken_in(with_proof(lines, opened, put("cause_salt", b"S" * 32))) == ("form", opened)
    assert broken_in(with_proof(lines, opened, put("cause_hash", verifier.NO_CAUSE))) == ("form", opened)


SEEN = {
    "auditor": lambda event: True,
    "seat 1": lambda event: 1 in {getattr(event, name, 0) for name in ("thief", "victim", "seat", "owner")},
    "seat 2": lambda event: 2 in {getattr(event, name, 0) for name in ("thief", "victim", "seat", "owner")},
    "spectator": lambda event: False,
}


@pytest.mark.parametrize("eyes", EYES)
def test_what_those_eyes_see_cannot_be_left_out(running: Played, eyes: str):
    lines = cut_lines(running, running.rows, EYES[eyes])
    shown = [n for n, line in enumerate(lines) if n and has_private(line)]
    assert shown == [
        n for n, row in enumerate(running.rows, 1) if n > 1 and stored(row).private and SEEN[eyes](body(row))
    ]
    for n in {kind(running.rows[n - 1]): n for n in shown}.values():
        hidden = with_proof(lines, n, lambda proof: [proof.ClearField(name) for name in ("private", "salt")])
        assert broken_in(hidden) == ("form", n)


def has_private(line: bytes) -> bool:
    """Whether a private part is shown."""
    return bool(game_pb2.Proof.FromString(verifier.read_line(line)).private)
