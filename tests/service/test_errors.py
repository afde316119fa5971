"""Every reason for which a call is refused: its status, its facts, and that nothing has changed afterwards."""

import json
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2

from domain.errors import Illegal, Reason
from service.config import IN_MEMORY
from service.faults import DOMAIN, Fault, Trouble, status_of_fault, status_of_refusal
from settlers.v1 import errors_pb2, game_pb2, game_service_pb2
from tests.service.house import (
    AUDITOR,
    PATIENCE,
    RESOURCES,
    SEED,
    SPECTATOR,
    House,
    Loaded,
    Refusal,
    command,
    refused,
    seat,
)
from tests.service.position import Position

INVALID = grpc.StatusCode.INVALID_ARGUMENT
FORBIDDEN = grpc.StatusCode.FAILED_PRECONDITION
NOT_FOUND = grpc.StatusCode.NOT_FOUND

NO_GAME = "6f9619ff-8b86-4011-b42d-00cf4fc964ff"

CONTRACT = Path(__file__).parents[2] / "proto" / "settlers" / "v1" / "errors.proto"
EXAMPLES: dict[str, dict[str, Any]] = {
    example["reason"]: example.get("metadata", {})
    for line in re.findall(r"^  // (\{.*\})$", CONTRACT.read_text(encoding="utf-8"), re.MULTILINE)
    for example in [json.loads(line)]
}
"""For each reason the facts in its example in the contract."""


@pytest.fixture
def house() -> Iterator[House]:
    """A house in memory that lets nobody choose a seed, but for the tests themselves."""
    with House(IN_MEMORY) as opened:
        yield opened


class Rule(NamedTuple):
    """A command against the rules: after ``given``, ``what`` of seat ``by`` breaks ``rule``."""

    reason: str
    rule: str
    what: Callable[[Position], game_pb2.Command] | game_pb2.Command
    given: Callable[[Position], Any] = lambda position: position.roll(1, 1)
    by: int = 1
    code: grpc.StatusCode = FORBIDDEN


def bag(**counts: int) -> dict[str, int]:
    return counts


def lines(*events: str) -> Callable[[Position], None]:
    """Seat 1 has rolled, and then these events happened."""

    def given(position: Position) -> None:
        position.roll(1, 1)
        position.happen(*events)

    return given


def after_roll(first: int, second: int, *events: str) -> Callable[[Position], None]:
    def given(position: Position) -> None:
        position.happen(*events)
        position.roll(first, second)

    return given


def with_roads(position: Position) -> None:
    position.roll(1, 1)
    position.happen(*(f"RoadBuilt seat=1 path={path}" for path in position.free_paths()[:13]))


def with_free_roads(position: Position) -> None:
    lines("DevelopmentCardBought seat=1 card=road_building", "TurnStarted seat=1 turn=9")(position)
    position.play(1, command("play_road_building"))


OFFER = "TradeOffered offer=1 seat=1 give=1brick take=1ore to=[2 3]"
HELD = "DevelopmentCardBought seat=1 card=knight"
NEXT_TURN = "TurnStarted seat=1 turn=9"
PLENTY = "DevelopmentCardBought seat=1 card=year_of_plenty"
ALL_ORE = "ResourcesReceived seat=2 cards=19ore"
ALL_CARDS = "ResourcesReceived seat=2 cards=19brick+19lumber+19wool+19grain+19ore"

AGAINST_THE_RULES = [
    Rule("GAME_OVER", "B10.3", command("pass"), lines("GameEnded winners=[2] cause=points")),
    Rule("NOT_YOUR_TURN", "B3.3", command("pass"), by=2),
    Rule("NOT_NOW", "B3.1", command("roll_dice")),
    Rule("NOT_NOW", "B3.2", command("buy_development_card"), lambda position: None),
    Rule("NO_SUCH_SEAT", "B2.5", command("offer_trade", give=bag(brick=1), take=bag(ore=1), to=[5]), code=INVALID),
    Rule("NO_SUCH_PLACE", "B2.6", command("build_settlement", intersection=54), code=INVALID),
    Rule("NO_SUCH_PLACE", "B2.6", command("build_settlement", intersection=2**32 - 1), code=INVALID),
    Rule("NO_SUCH_PLACE", "B2.6", command("build_city", intersection=54), code=INVALID),
    Rule("NO_SUCH_PLACE", "B2.6", command("build_road", path=72), code=INVALID),
    Rule("NO_SUCH_PLACE", "B2.6", command("move_robber", hex=19), after_roll(3, 4), code=INVALID),
    Rule("NOT_ENOUGH_CARDS", "B7.1", lambda position: command("build_road", path=position.path_onward(1))),
    Rule("NOT_ENOUGH_CARDS", "B7.1", command("buy_development_card")),
    Rule("NOT_ENOUGH_CARDS", "B7.1", lambda position: command("build_city", intersection=position.settlement(1))),
    Rule("NOT_ENOUGH_CARDS", "B6.1", command("trade_with_bank", give=1, rate=4, take=2)),
    Rule("NOT_ENOUGH_CARDS", "B6.2", command("offer_trade", give=bag(brick=1), take=bag(ore=1))),
    Rule("NOT_ENOUGH_CARDS", "B6.2", command("offer_trade", give=bag(brick=511), take=bag(ore=1))),
    Rule(
        "NOT_ENOUGH_CARDS",
        "B5.1",
        command("discard_cards", cards=bag(ore=4)),
        after_roll(3, 4, "ResourcesReceived seat=1 cards=8wool"),
    ),
    Rule(
        "BANK_TOO_SHORT",
        "B6.4",
        command("trade_with_bank", give=1, rate=4, take=5),
        lines("ResourcesReceived seat=1 cards=4brick", ALL_ORE),
    ),
    Rule(
        "BANK_TOO_SHORT",
        "B8.2",
        command("play_year_of_plenty", cards=bag(ore=2)),
        lines(PLENTY, NEXT_TURN, ALL_ORE),
    ),
    Rule(
        "WRONG_NUMBER_OF_CARDS",
        "B5.1",
        command("discard_cards", cards=bag(wool=3)),
        after_roll(3, 4, "ResourcesReceived seat=1 cards=8wool"),
    ),
    Rule(
        "WRONG_NUMBER_OF_CARDS",
        "B5.1",
        command("discard_cards", cards=dict.fromkeys(RESOURCES, 511)),
        after_roll(3, 4, "ResourcesReceived seat=1 cards=8wool"),
    ),
    Rule(
        "WRONG_NUMBER_OF_CARDS",
        "B8.2",
        command("play_year_of_plenty", cards=bag(ore=1)),
        lines(PLENTY, NEXT_TURN),
    ),
    Rule(
        "TOO_MANY_CARDS",
        "B6.3",
        command("offer_trade", give=bag(brick=1), take=bag(ore=20)),
        lines("ResourcesReceived seat=1 cards=1brick"),
    ),
    Rule("OUT_OF_PIECES", "B1.1", lambda position: command("build_road", path=position.free_paths()[0]), with_roads),
    Rule("OCCUPIED", "B7.3", lambda position: command("build_settlement", intersection=position.settlement(2))),
    Rule("OCCUPIED", "B7.2", lambda position: command("build_road", path=position.road(2))),
    Rule("NOT_CONNECTED", "B7.3", lambda position: command("build_settlement", intersection=position.apart(1))),
    Rule("NOT_CONNECTED", "B7.2", lambda position: command("build_road", path=position.path_apart(1))),
    Rule(
        "TOO_CLOSE",
        "B2.3",
        lambda position: command("build_settlement", intersection=position.beside(position.settlement(1))),
    ),
    Rule("NO_OWN_SETTLEMENT", "B7.4", lambda position: command("build_city", intersection=position.settlement(2))),
    Rule(
        "ROBBER_MUST_MOVE",
        "B5.2",
        lambda position: command("move_robber", hex=position.view.robber.hex),
        after_roll(3, 4),
    ),
    Rule(
        "VICTIM_REQUIRED",
        "B5.2",
        lambda position: command("move_robber", hex=position.hex_with(2)),
        after_roll(3, 4, "ResourcesReceived seat=2 cards=1ore"),
    ),
    Rule(
        "NO_SUCH_VICTIM",
        "B5.2",
        lambda position: command("move_robber", hex=position.hex_with(2), victim=2),
        after_roll(3, 4),
    ),
    Rule(
        "NO_SUCH_VICTIM",
        "B5.2",
        lambda position: command("move_robber", hex=position.hex_with(1, without=2), victim=2**32 - 1),
        after_roll(3, 4, "ResourcesReceived seat=2 cards=1ore"),
    ),
    Rule("NO_SUCH_RATE", "B6.1", command("trade_with_bank", give=1, rate=5, take=2)),
    Rule("NO_SUCH_RATE", "B6.1", command("trade_with_bank", give=1, rate=2**32 - 1, take=2)),
    Rule("SAME_RESOURCE", "B6.1", command("trade_with_bank", give=1, rate=4, take=1)),
    Rule("SAME_RESOURCE", "B6.3", command("offer_trade", give=bag(brick=1), take=bag(brick=1, ore=1))),
    Rule("NOTHING_OFFERED", "B6.3", command("offer_trade", take=bag(brick=1))),
    Rule("NOTHING_OFFERED", "B6.3", command("offer_trade", give=bag(brick=1))),
    Rule("NOTHING_OFFERED", "B6.3", command("offer_trade")),
    Rule(
        "TOO_MANY_OFFERS",
        "B6.2",
        command("offer_trade", give=bag(brick=1), take=bag(ore=1)),
        lines("ResourcesReceived seat=1 cards=1brick", *[OFFER, "TradeWithdrawn offer=1"] * 10),
    ),
    Rule("OFFER_ALREADY_OPEN", "B6.2", command("offer_trade", give=bag(brick=1), take=bag(ore=1)), lines(OFFER)),
    Rule("NO_SUCH_OFFER", "B6.2", command("withdraw_trade", offer=7), lines(OFFER)),
    Rule("NO_SUCH_OFFER", "B6.2", command("withdraw_trade", offer=0)),
    Rule("NO_SUCH_OFFER", "B6.2", command("close_trade", offer=2**32 - 1, partner=2), lines(OFFER)),
    Rule("NOT_AGREED", "B6.2", command("close_trade", offer=1, partner=2), lines(OFFER)),
    Rule("NOBODY_ASKED", "B6.2", command("offer_trade", give=bag(brick=1), take=bag(ore=1), to=[1])),
    Rule("NOBODY_ASKED", "B6.2", command("offer_trade", give=bag(brick=1), take=bag(ore=1), to=[2, 3, 2])),
    Rule(
        "DECK_EMPTY",
        "B1.3",
        command("buy_development_card"),
        lines(
            "ResourcesReceived seat=1 cards=1wool+1grain+1ore",
            *["DevelopmentCardBought seat=2 card=knight"] * 14,
            *["DevelopmentCardBought seat=2 card=victory_point"] * 5,
            *["DevelopmentCardBought seat=2 card=road_building"] * 2,
            *["DevelopmentCardBought seat=2 card=year_of_plenty"] * 2,
            *["DevelopmentCardBought seat=2 card=monopoly"] * 2,
        ),
    ),
    Rule("CARD_NOT_HELD", "B8.1", command("play_knight"), lines(PLENTY, NEXT_TURN)),
    Rule("CARD_TOO_NEW", "B8.1", command("play_knight"), lines(HELD)),
    Rule(
        "CARD_ALREADY_PLAYED",
        "B8.1",
        command("play_knight"),
        lines(HELD, HELD, NEXT_TURN, "DevelopmentCardPlayed seat=1 card=knight"),
    ),
    Rule(
        "NOTHING_TO_GAIN",
        "B8.2",
        command("play_year_of_plenty", cards=bag(ore=1)),
        lines(PLENTY, NEXT_TURN, ALL_CARDS),
    ),
    Rule("MUST_PLACE_FIRST", "B8.2", command("pass"), with_free_roads),
]
"""All that the classic rules can be broken by, from the first turn on."""


CASE_NAMES = [f"{n}-{case.reason}-{case.rule}" for n, case in enumerate(AGAINST_THE_RULES)]


def provoke(case: Rule, house: House, chance: Loaded) -> tuple[Refusal, bool]:
    """Break a rule; tells whether the game is as before."""
    position = Position(house, chance)
    case.given(position)
    what = case.what if isinstance(case.what, game_pb2.Command) else case.what(position)
    before = all_of(house, position.game_id)
    refusal = refused(lambda: position.play(case.by, what))
    return refusal, all_of(house, position.game_id) == before


def all_of(house: House, game_id: str) -> list[Any]:
    """Everything that can be seen of a game, with the proofs."""
    views = [house.view(game_id, viewer) for viewer in (SPECTATOR, AUDITOR)]
    return [*views, *house.events(game_id, AUDITOR, proof=True)]


def check_invalid(refusal: Refusal) -> None:
    """What no position could allow names the field."""
    assert bool(refusal.fields) == (refusal.code is INVALID)


# Against the rules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", AGAINST_THE_RULES, ids=CASE_NAMES)
def test_what_breaks_a_rule_is_refused_by_its_number(case: Rule, house: House, loaded: Loaded):
    refusal, unchanged = provoke(case, house, loaded)
    assert (refusal.code, refusal.reason, refusal.domain) == (case.code, case.reason, "settlers.v1")
    assert refusal.metadata["rule"] == case.rule
    assert unchanged
    check_invalid(refusal)


@pytest.mark.parametrize("case", AGAINST_THE_RULES, ids=CASE_NAMES)
def test_a_broken_rule_comes_with_the_facts_that_the_contract_shows(case: Rule, house: House, loaded: Loaded):
    refusal, _ = provoke(case, house, loaded)
    place = {"path", "intersection", "hex"}
    assert {"path" if key in place and case.reason == "NO_SUCH_PLACE" else key for key in refusal.metadata} == set(
        EXAMPLES[case.reason]
    )


def test_starting_pieces_have_their_rules(house: House):
    game_id = house.create(4, seed=SEED)
    house.execute(game_id, 1, command("build_settlement", intersection=20))
    away = refused(lambda: house.execute(game_id, 1, command("build_road", path=0)))
    assert (away.code, away.reason, away.metadata["rule"]) == (FORBIDDEN, "NOT_AT_NEW_SETTLEMENT", "B2.4")
    for other in ("roll_dice", "pass", "buy_development_card"):
        early = refused(lambda other=other: house.execute(game_id, 1, command(other)))
        assert (early.code, early.reason) == (FORBIDDEN, "NOT_NOW")
    house.execute(game_id, 1, house.legal(game_id, 1).commands[0])
    again = refused(lambda: house.execute(game_id, 2, command("build_settlement", intersection=20)))
    assert (again.code, again.reason, again.metadata["rule"]) == (FORBIDDEN, "OCCUPIED", "B7.3")


@pytest.mark.parametrize("nonce", [b"", b"16 bytes of luck", bytes(33), bytes(60_000)], ids=len)
def test_a_nonce_has_its_size(house: House, nonce: bytes):
    game_id = house.create(3, options=["seat_nonces"])
    before = all_of(house, game_id)
    refusal = refused(lambda: house.execute(game_id, 2, command("give_nonce", nonce=nonce)))
    assert (refusal.code, refusal.reason) == (INVALID, "NONCE_WRONG_SIZE")
    assert refusal.metadata == {"rule": "B11.2", "size": str(len(nonce)), "needed": "32"}
    assert all_of(house, game_id) == before
    check_invalid(refusal)


def test_a_nonce_that_nobody_asked_for_is_refused(house: House):
    game_id = house.create(3)
    refusal = refused(lambda: house.execute(game_id, 1, command("give_nonce", nonce=bytes(32))))
    assert (refusal.code, refusal.reason) == (FORBIDDEN, "NOT_NOW")


@pytest.mark.case("P17")
def test_after_the_end_every_command_is_refused_and_reading_goes_on(house: House, loaded: Loaded):
    position = Position(house, loaded)
    position.roll(1, 1)
    position.happen("GameEnded winners=[1] cause=points")
    before = all_of(house, position.game_id)
    for field in game_pb2.Command.DESCRIPTOR.oneofs_by_name["command"].fields:
        fields = {"path": 1} if field.name in ("build_road", "build_ship") else {}
        fields |= {"origin": 1, "path": 2} if field.name == "move_ship" else {}
        fields |= {"harbor": 1, "give": 1, "take": 2} if field.name == "trade_at_harbor" else {}
        fields |= {"intersection": 1} if field.name in ("build_settlement", "build_city") else {}
        fields |= {"hex": 1} if field.name == "move_robber" else {}
        fields |= {"partner": 2} if field.name == "close_trade" else {}
        fields |= {"resource": 1} if field.name == "play_monopoly" else {}
        fields |= {"give": 1, "take": 2} if field.name == "trade_with_bank" else {}
        for by in (1, 2, 3, 4):
            refusal = refused(lambda by=by, f=field.name, fields=fields: position.play(by, command(f, **fields)))
            assert (refusal.code, refusal.reason) == (FORBIDDEN, "GAME_OVER"), field.name
    assert all_of(house, position.game_id) == before


# Commands that mean nothing -------------------------------------------------------------------------------------------

MALFORMED = {
    "command": game_pb2.Command(),
    "command.build_road.path": command("build_road"),
    "command.build_settlement.intersection": command("build_settlement"),
    "command.build_city.intersection": command("build_city"),
    "command.move_robber.hex": command("move_robber", victim=2),
    "command.trade_with_bank.give": command("trade_with_bank", rate=4, take=1),
    "command.trade_with_bank.take": command("trade_with_bank", rate=4, give=1, take=99),
    "command.play_monopoly.resource": command("play_monopoly"),
    "command.close_trade.partner": command("close_trade", offer=1),
    "command.discard_cards.cards.ore": command("discard_cards", cards=bag(ore=512)),
    "command.offer_trade.give.brick": command("offer_trade", give=bag(brick=2**32 - 1), take=bag(ore=1)),
    "command.offer_trade.take.wool": command("offer_trade", give=bag(brick=1), take=bag(wool=1000)),
    "command.counter_trade.take.grain": command("counter_trade", offer=1, take=bag(grain=600)),
    "command.play_year_of_plenty.cards.lumber": command("play_year_of_plenty", cards=bag(lumber=70000)),
}


@pytest.mark.case("T16")
@pytest.mark.parametrize("field", MALFORMED)
def test_a_command_that_means_nothing_names_its_field(field: str, house: House, loaded: Loaded):
    position = Position(house, loaded)
    before = all_of(house, position.game_id)
    refusal = refused(lambda: position.play(1, MALFORMED[field]))
    assert (refusal.code, refusal.reason, refusal.domain) == (INVALID, "MALFORMED", "settlers.v1")
    assert refusal.fields == [field]
    assert all_of(house, position.game_id) == before


def test_a_request_without_a_command_is_malformed(house: House):
    game_id = house.create()
    request = game_service_pb2.ExecuteCommandRequest(game_id=game_id, seat=1)
    refusal = refused(lambda: house.stub.ExecuteCommand(request, timeout=PATIENCE))
    assert (refusal.code, refusal.reason, refusal.fields) == (INVALID, "MALFORMED", ["command"])


@pytest.mark.parametrize("number", [0, 5, 2**32 - 1])
def test_a_seat_that_does_not_exist_is_refused(house: House, number: int):
    game_id = house.create(4)
    before = all_of(house, game_id)
    calls: list[Callable[[], Any]] = [
        lambda: house.execute(game_id, number, command("roll_dice")),
        lambda: house.legal(game_id, number),
        lambda: house.view(game_id, seat(number)),
        lambda: house.page(game_id, seat(number)),
        lambda: house.watch(game_id, seat(number)),
    ]
    for call in calls:
        refusal = refused(call)
        assert (refusal.code, refusal.domain) == (INVALID, "settlers.v1")
        assert refusal.reason in ("MALFORMED", "NO_SUCH_SEAT")
        assert refusal.metadata["seat"] == str(number)
        check_invalid(refusal)
    assert all_of(house, game_id) == before


@pytest.mark.parametrize(
    "viewer", [game_pb2.Viewer(), game_pb2.Viewer(seat=1), game_pb2.Viewer(role=99), None], ids=str
)
def test_whoever_looks_must_say_who_it_is(house: House, viewer: game_pb2.Viewer | None):
    game_id = house.create()
    for call in (
        lambda: house.view(game_id, viewer),
        lambda: house.page(game_id, viewer),
        lambda: house.watch(game_id, viewer),
    ):
        refusal = refused(call)
        assert (refusal.code, refusal.reason, refusal.domain) == (INVALID, "VIEWER_REQUIRED", "settlers.v1")
        assert refusal.fields == ["viewer.role"]


# Games and versions that are not there --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game_id",
    ["", NO_GAME, NO_GAME.upper(), NO_GAME.replace("-", ""), f"{{{NO_GAME}}}", "1", "ž" * 36, "0" * 60_000, "%s%n\0"],
    ids=lambda text: text[:40],
)
def test_a_game_that_is_not_there_is_not_found(house: House, game_id: str):
    answers = set()
    for call in (
        lambda: house.view(game_id),
        lambda: house.view(game_id, version=1),
        lambda: house.page(game_id),
        lambda: house.watch(game_id),
        lambda: house.legal(game_id, 1),
        lambda: house.execute(game_id, 1, command("roll_dice")),
        lambda: house.execute(game_id, 0, game_pb2.Command()),
    ):
        refusal = refused(call)
        assert (refusal.code, refusal.reason, refusal.domain) == (NOT_FOUND, "UNKNOWN_GAME", "settlers.v1")
        assert not refusal.fields
        answers.add(refusal.text)
    assert len(answers) == 1


def test_the_ids_of_games_are_taken_as_they_were_given_only(house: House):
    game_id = house.create()
    for other in (game_id.upper(), game_id.replace("-", ""), f"urn:uuid:{game_id}", f"{game_id} "):
        assert refused(lambda other=other: house.view(other)).reason == "UNKNOWN_GAME"


@pytest.mark.parametrize("beyond", [0, 1, 2**32, 2**63, 2**64 - 1])
def test_a_version_that_is_not_there_is_out_of_range(house: House, beyond: int):
    game_id = house.create()
    newest = house.view(game_id).version
    asked = newest + beyond if 0 < beyond < 2**63 else beyond
    refusal = refused(lambda: house.view(game_id, SPECTATOR, asked))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.OUT_OF_RANGE, "VERSION_OUT_OF_RANGE")
    assert refusal.metadata["version"] == str(newest)


@pytest.mark.parametrize("after", [2**31, 2**63 - 1, 2**63, 2**64 - 1])
def test_pages_after_any_version_are_answered(house: House, after: int):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(1), until=120)
    try:
        page = house.page(game_id, SPECTATOR, after)
    except grpc.RpcError as error:
        refusal = Refusal(error)
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.OUT_OF_RANGE, "VERSION_OUT_OF_RANGE")
    else:
        assert not page.events
        assert not page.more


def test_hidden_cards_are_not_revealed_before_the_end(house: House):
    game_id = house.create()
    for viewer in (seat(1), SPECTATOR, AUDITOR):
        refusal = refused(lambda viewer=viewer: house.view(game_id, viewer, reveal=True))
        assert (refusal.code, refusal.reason, refusal.domain) == (FORBIDDEN, "NOT_OVER", "settlers.v1")


def test_a_game_that_has_moved_on_is_not_played(house: House):
    game_id = house.create(4, seed=SEED)
    before = all_of(house, game_id)
    refusal = refused(lambda: house.execute(game_id, 1, command("build_settlement", intersection=1), 2))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ABORTED, "VERSION_CONFLICT")
    assert refusal.metadata["version"] == str(house.view(game_id).version)
    assert all_of(house, game_id) == before


def crowd(house: House, game_id: str) -> None:
    """Send twelve commands at once to a game that is held up; raises what those got that found no room to wait."""
    build = command("build_settlement", intersection=1)
    with ThreadPoolExecutor(12) as pool:
        with house.games.table(UUID(game_id)).turn:
            calls = [pool.submit(house.execute, game_id, 1, build) for _ in range(12)]
            turned_away = list(islice(as_completed(calls), 4))
        errors = [call.exception() for call in calls]
    assert [error is None for error in errors].count(True) == 1
    assert all(call.exception() for call in turned_away)
    raise turned_away[0].exception() or AssertionError


def test_a_game_lets_eight_commands_wait_and_no_more(house: House):
    game_id = house.create(4, seed=SEED)
    refusal = refused(lambda: crowd(house, game_id))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_BUSY")
    assert refusal.retry


# Creation -------------------------------------------------------------------------------------------------------------

CREATIONS: list[tuple[str, grpc.StatusCode, str, dict[str, Any]]] = [
    ("UNKNOWN_SCENARIO", NOT_FOUND, "scenario", {"scenario": "chess", "seats": 4}),
    ("UNKNOWN_SCENARIO", NOT_FOUND, "scenario", {"seats": 4}),
    ("UNKNOWN_SCENARIO", NOT_FOUND, "scenario", {"scenario": "Classic", "seats": 4}),
    ("UNKNOWN_BOARD", NOT_FOUND, "board", {"scenario": "classic", "seats": 4, "board": "flat"}),
    ("UNKNOWN_BOARD", NOT_FOUND, "board", {"scenario": "classic", "seats": 4, "board": "../beginner"}),
    ("UNKNOWN_OPTION", NOT_FOUND, "options", {"scenario": "classic", "seats": 4, "options": ["blind"]}),
    ("UNKNOWN_OPTION", NOT_FOUND, "options", {"scenario": "classic", "seats": 4, "options": ["two_seats", ""]}),
    ("UNKNOWN_SCENARIO", NOT_FOUND, "scenario", {"scenario": "x" * 60_000, "seats": 4}),
    ("UNKNOWN_BOARD", NOT_FOUND, "board", {"scenario": "classic", "seats": 4, "board": "ž" * 30_000}),
    ("UNKNOWN_OPTION", NOT_FOUND, "options", {"scenario": "classic", "seats": 4, "options": ["x" * 60_000]}),
    ("WRONG_NUMBER_OF_SEATS", INVALID, "seats", {"scenario": "classic"}),
    ("WRONG_NUMBER_OF_SEATS", INVALID, "seats", {"scenario": "classic", "seats": 2}),
    ("WRONG_NUMBER_OF_SEATS", INVALID, "seats", {"scenario": "classic", "seats": 7}),
    ("WRONG_NUMBER_OF_SEATS", INVALID, "seats", {"scenario": "classic", "seats": 2**32 - 1}),
    ("MALFORMED", INVALID, "player_refs", {"scenario": "classic", "seats": 3, "player_refs": ["a", "b"]}),
    ("MALFORMED", INVALID, "player_refs", {"scenario": "classic", "seats": 3, "player_refs": ["a"] * 5000}),
    ("MALFORMED", INVALID, "player_refs", {"scenario": "classic", "seats": 3, "player_refs": ["a", "b", "c" * 129]}),
    ("MALFORMED", INVALID, "request_id", {"scenario": "classic", "seats": 3, "request_id": "x" * 129}),
    ("MALFORMED", INVALID, "seed", {"scenario": "classic", "seats": 3, "seed": b""}),
    ("MALFORMED", INVALID, "seed", {"scenario": "classic", "seats": 3, "seed": bytes(31)}),
    ("MALFORMED", INVALID, "seed", {"scenario": "classic", "seats": 3, "seed": bytes(33)}),
]


def create(house: House, fields: dict[str, Any]) -> Callable[[], Any]:
    request = game_service_pb2.CreateGameRequest(**fields)
    return lambda: house.stub.CreateGame(request, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("reason", "code", "field", "fields"), CREATIONS, ids=[f"{n}-{case[0]}" for n, case in enumerate(CREATIONS)]
)
def test_a_game_that_cannot_be_played_is_not_created(
    house: House, reason: str, code: grpc.StatusCode, field: str, fields: dict[str, Any]
):
    refusal = refused(create(house, fields))
    assert (refusal.code, refusal.reason, refusal.domain) == (code, reason, "settlers.v1")
    assert refusal.fields == [field]
    assert not house.games.recorder.select_notifications(start=1, limit=10)


@pytest.mark.case("H05")
@pytest.mark.parametrize("seed", [SEED, b"", bytes(1000)])
def test_a_seed_is_taken_only_where_the_server_is_set_up_to(seed: bytes):
    with House(allow_seeds=False) as house:
        refusal = refused(create(house, {"scenario": "classic", "seats": 3, "seed": seed}))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SEED_NOT_ALLOWED")
        assert not house.games.recorder.select_notifications(start=1, limit=10)
        assert house.create(3)


def service_reasons(house: House) -> dict[str, Callable[[], Any]]:
    """For each reason of the service's own that a caller can bring about, a call that does."""
    game_id = house.create(4, seed=SEED)
    house.create(3, request_id="a")
    return {
        "MALFORMED": lambda: house.execute(game_id, 1, command("build_road")),
        "UNKNOWN_GAME": lambda: house.view(NO_GAME),
        "UNKNOWN_SCENARIO": create(house, {"scenario": "chess", "seats": 4}),
        "UNKNOWN_BOARD": create(house, {"scenario": "classic", "seats": 4, "board": "flat"}),
        "UNKNOWN_OPTION": create(house, {"scenario": "classic", "seats": 4, "options": ["blind"]}),
        "WRONG_NUMBER_OF_SEATS": create(house, {"scenario": "classic", "seats": 7}),
        "VERSION_CONFLICT": lambda: house.execute(game_id, 1, command("build_settlement", intersection=1), 2),
        "TOO_LARGE": create(house, {"scenario": "x" * 70_000}),
        "VIEWER_REQUIRED": lambda: house.view(game_id, game_pb2.Viewer()),
        "VERSION_OUT_OF_RANGE": lambda: house.view(game_id, SPECTATOR, 99),
        "NOT_OVER": lambda: house.view(game_id, SPECTATOR, reveal=True),
        "REQUEST_ID_REUSED": lambda: house.create(4, request_id="a"),
        "TOO_BUSY": lambda: crowd(house, game_id),
    }


@pytest.mark.parametrize(
    "reason",
    [
        "MALFORMED",
        "UNKNOWN_GAME",
        "UNKNOWN_SCENARIO",
        "UNKNOWN_BOARD",
        "UNKNOWN_OPTION",
        "WRONG_NUMBER_OF_SEATS",
        "VERSION_CONFLICT",
        "TOO_LARGE",
        "VIEWER_REQUIRED",
        "VERSION_OUT_OF_RANGE",
        "NOT_OVER",
        "REQUEST_ID_REUSED",
        "TOO_BUSY",
    ],
)
def test_a_refusal_comes_with_the_facts_that_the_contract_shows(house: House, reason: str):
    refusal = refused(service_reasons(house)[reason])
    assert refusal.reason == reason
    assert set(refusal.metadata) == set(EXAMPLES[reason])


# Bytes ----------------------------------------------------------------------------------------------------------------

METHODS = {method.name: method for method in game_service_pb2.DESCRIPTOR.services_by_name["GameService"].methods}

GARBAGE = {
    "no message": b"\xff" * 9,
    "cut short": b"\x0a\x24abc",
    "endless varint": b"\x10" + b"\xff" * 20,
    "no UTF-8": b"\x0a\x04\xff\xfe\xfd\xfc",
    "group without end": b"\x0b",
}


def raw(house: House, name: str) -> Callable[[bytes], Any]:
    """An rpc that sends bytes as they are, and gives the first answer."""
    path = f"/settlers.v1.GameService/{name}"
    if METHODS[name].server_streaming:
        stream = house.channel.unary_stream(path, request_serializer=bytes, response_deserializer=bytes)
        return lambda data: next(stream(data, timeout=PATIENCE))
    call = house.channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)
    return lambda data: call(data, timeout=PATIENCE)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("garbage", GARBAGE)
def test_bytes_that_are_no_message_are_malformed(house: House, name: str, garbage: str):
    if name == "ListScenarios" and garbage == "no UTF-8":
        assert raw(house, name)(GARBAGE[garbage])  # an unknown field is no fault
        return
    refusal = refused(lambda: raw(house, name)(GARBAGE[garbage]))
    assert (refusal.code, refusal.reason, refusal.domain) == (INVALID, "MALFORMED", "settlers.v1")
    assert house.create(3)


def test_bytes_that_are_no_message_get_a_bad_request(house: House):
    refusal = refused(lambda: raw(house, "GetGame")(GARBAGE["no message"]))
    check_invalid(refusal)


@pytest.mark.parametrize("name", METHODS)
def test_a_message_that_is_too_large_is_refused_with_its_size(house: House, name: str):
    field = b"\x7a" + b"\x80\x80\x04" + bytes(65536)  # a field that no message of ours has, of 64 KiB
    refusal = refused(lambda: raw(house, name)(field))
    assert (refusal.code, refusal.reason, refusal.domain) == (INVALID, "TOO_LARGE", "settlers.v1")
    assert refusal.metadata == {"size": str(len(field)), "most": "65536"}


def test_a_message_that_is_too_large_gets_a_bad_request(house: House):
    refusal = refused(create(house, {"scenario": "x" * 70_000}))
    check_invalid(refusal)


def test_the_largest_message_is_read(house: House):
    request = game_service_pb2.CreateGameRequest(scenario="classic", seats=3).SerializeToString()
    for size, taken in ((65536, True), (65537, False)):
        padding = size - len(request) - 4
        data = (
            request + b"\x7a" + bytes([padding & 127 | 128, padding >> 7 & 127 | 128, padding >> 14]) + bytes(padding)
        )
        assert len(data) == size
        if taken:
            assert game_service_pb2.CreateGameResponse.FromString(raw(house, "CreateGame")(data)).game_id
        else:
            assert refused(lambda data=data: raw(house, "CreateGame")(data)).reason == "TOO_LARGE"


@pytest.mark.parametrize("name", METHODS)
def test_a_message_that_the_transport_does_not_take_is_refused_by_it(house: House, name: str):
    refusal = refused(lambda: raw(house, name)(bytes(1024 * 1024 + 1)))
    assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert house.create(3)


def test_no_bytes_at_all_make_the_service_stumble(house: House):
    """Requests with bytes changed, cut and put together are answered, or refused with a reason."""
    game_id = house.create(4, seed=SEED)
    rng = random.Random(0)
    build = command("build_settlement", intersection=1)
    requests = {
        "CreateGame": game_service_pb2.CreateGameRequest(
            scenario="classic", seats=3, options=["seat_nonces"], board="free", player_refs=["a", "b", "c"], seed=SEED
        ),
        "GetGame": game_service_pb2.GetGameRequest(game_id=game_id, viewer=seat(1), version=3, reveal=True),
        "ExecuteCommand": game_service_pb2.ExecuteCommandRequest(
            game_id=game_id, seat=1, command=build, request_id="a", expected_version=4
        ),
        "ListLegalCommands": game_service_pb2.ListLegalCommandsRequest(game_id=game_id, seat=1),
        "ListEvents": game_service_pb2.ListEventsRequest(game_id=game_id, viewer=seat(2), page_size=2, with_proof=True),
        "WatchGame": game_service_pb2.WatchGameRequest(game_id=game_id, viewer=SPECTATOR, with_views=True),
    }
    for name, request in requests.items():
        call, whole = raw(house, name), request.SerializeToString()
        for _ in range(150):
            data = bytearray(whole)
            for _ in range(rng.randint(1, 3)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            if rng.random() < 0.2:
                data = data[: rng.randrange(len(data))]
            if rng.random() < 0.2:
                data += whole
            try:
                call(bytes(data))
            except grpc.RpcError as error:
                refusal = Refusal(error)
                if not refusal.reason or refusal.code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN):
                    raise AssertionError(f"{name} {bytes(data)!r}: {refusal}") from error


def test_an_rpc_that_does_not_exist_is_unimplemented(house: House):
    call = house.channel.unary_unary("/settlers.v1.GameService/Cheat", request_serializer=bytes)
    assert refused(lambda: call(b"", timeout=PATIENCE)).code is grpc.StatusCode.UNIMPLEMENTED


def test_no_text_of_an_exception_leaves_the_service(house: House, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object, **__: object) -> None:
        raise ValueError("a secret of the inside")

    game_id = house.create(3)
    monkeypatch.setattr(house.games, "game_at", broken)
    refusal = refused(lambda: house.view(game_id, SPECTATOR, 1))
    assert refusal.code is grpc.StatusCode.INTERNAL
    assert "secret" not in refusal.text + str(refusal.status)
    assert house.view(game_id).version


# One list -------------------------------------------------------------------------------------------------------------


def test_the_contract_names_every_reason_and_no_other():
    contract = {name.removeprefix("ERROR_REASON_") for name in dict(errors_pb2.ErrorReason.items())} - {"UNSPECIFIED"}
    rules, own = {str(reason) for reason in Reason}, {str(trouble) for trouble in Trouble}
    assert not rules & own
    assert rules | own == contract == set(EXAMPLES)
    for name, number in errors_pb2.ErrorReason.items():
        if number:
            assert (number >= 100) == (name.removeprefix("ERROR_REASON_") in rules)
            assert ("rule" in EXAMPLES[name.removeprefix("ERROR_REASON_")]) == (number >= 100)


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_has_a_status(trouble: Trouble):
    status = status_of_fault(Fault(trouble, "text", field="a.b", version=3))
    assert status.code not in (code_pb2.OK, code_pb2.UNKNOWN, code_pb2.INTERNAL)
    assert f'reason: "{trouble}"' in str(unpacked(status))
    assert errors_pb2.DESCRIPTOR.package == DOMAIN


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_the_rules_has_a_status(reason: Reason):
    status = status_of_refusal(Illegal(reason, "B1.1", seat=2, victims=(2, 3)))
    assert status.code in (code_pb2.INVALID_ARGUMENT, code_pb2.FAILED_PRECONDITION)
    found = unpacked(status)
    assert (found[0].reason, dict(found[0].metadata)) == (str(reason), {"rule": "B1.1", "seat": "2", "victims": "2,3"})
    assert (len(found) > 1) == (status.code == code_pb2.INVALID_ARGUMENT)


def unpacked(status: Any) -> list[Any]:
    """The details of a status."""
    known = [error_details_pb2.ErrorInfo, error_details_pb2.BadRequest, error_details_pb2.RetryInfo]
    return [kind.FromString(detail.value) for detail in status.details for kind in known if detail.Is(kind.DESCRIPTOR)]
