"""Twins: games that look the same to somebody give him the same bytes, whatever is hidden from him.

Two games have the same seed, so dice and board are the same; but what the seats 1 and 2 steal from each other, buy,
draw or lose in landing, is loaded, in each game otherwise. Only commands are played by which those who may not know
could see no difference. Then all that they can get is compared byte by byte: answers, events, proofs, views, streams,
listings, refusals.
"""

import base64
import logging
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import grpc
import pytest

from domain.catalogue import EVENTS
from domain.engine import execute
from domain.errors import Illegal
from domain.rules import hands
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.scenarios.alexander import bidding
from domain.scenarios.alexander.bidding import worth
from service.codec import unpack_command
from service.store import games as games_of_the_store
from service.store import records
from settlers.v1 import game_pb2
from tests.service.attempts import attempts
from tests.service.house import (
    AUDITOR,
    QUICK,
    SEED,
    SPECTATOR,
    House,
    Loaded,
    Refusal,
    command,
    happen,
    kind_of,
    seat,
    until_caught_up,
)
from tests.service.swing import IN_FULL_SWING
from tests.service.twins import (
    HIDING,
    LENGTH,
    LUCK,
    NOON,
    OTHERS,
    Twins,
    compare,
    export_but_for_hashes,
    frames_but_for_hashes,
    proofs_but_for_hashes,
    unnamed,
)

SCENARIOS = ["classic", "cheops", "alexander", "great-race"]


@pytest.fixture(params=SCENARIOS)
def twins(loaded: Loaded, request: pytest.FixtureRequest) -> Iterator[Twins]:
    """Twins at the beginning of their games, in a house whose clock stands still."""
    with House(now=lambda: NOON) as house:
        yield Twins(house, loaded, request.param)


# Equal seeds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "board"),
    [
        ("classic", "beginner"),
        ("classic", "spiral"),
        ("classic", "free"),
        ("cheops", "egypt"),
        ("alexander", "empire"),
        ("great-race", "three"),
    ],
)
def test_games_of_equal_seeds_and_commands_are_equal(house: House, scenario: str, board: str):
    ids = [house.create(3, scenario=scenario, seed=SEED, board=board) for _ in range(2)]
    for game_id in ids:
        house.play(game_id, random.Random(QUICK), until=250)
    for viewer in (seat(1), SPECTATOR, AUDITOR):
        one, other = (house.events(game_id, viewer) for game_id in ids)
        assert [event.event for event in one] == [event.event for event in other]
        views = [house.view(game_id, viewer) for game_id in ids]
        assert unnamed(views[0], ids[0]) == unnamed(views[1], ids[1])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_of_other_seeds_are_others(house: House, scenario: str):
    ids = [house.create(3, scenario=scenario, seed=bytes([n]) * 32) for n in range(2)]
    for game_id in ids:
        house.play(game_id, random.Random(QUICK), until=250)
    rolls = [
        [list(event.event.dice_rolled.dice) for event in house.events(game_id) if kind_of(event) == "dice_rolled"]
        for game_id in ids
    ]
    assert rolls[0] != rolls[1]


def test_nonces_change_what_a_seed_draws(house: House):
    boards = []
    for n in range(2):
        game_id = house.create(3, seed=SEED, options=["seat_nonces"], board="free")
        for by in (1, 2, 3):
            house.execute(game_id, by, command("give_nonce", nonce=bytes([n * (by == 3)]) * 32))
        boards.append([(tile.terrain, tile.number) for tile in house.view(game_id).board.hexes])
    assert boards[0] != boards[1]


# Twins ----------------------------------------------------------------------------------------------------------------


def test_who_may_not_know_gets_the_same_bytes(twins: Twins, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    house, rng = twins.house, random.Random(LUCK[twins.scenario])
    streams = {
        name: [house.watch(game_id, viewer, views=True, proof=True, timeout=300) for game_id in twins.ids]
        for name, (viewer, _) in OTHERS.items()
    }
    reasons: set[str] = set()
    probed: set[tuple[str, bool]] = set()
    version, swing = 0, IN_FULL_SWING.get(twins.scenario)
    while version < LENGTH[twins.scenario]:
        version = twins.play_on(rng)
        if swing and twins.prompts()[-1].kind in ("roll", "bid"):
            twins.happen(*swing(twins.games[0]))
            swing = None
        for viewer, _ in OTHERS.values():
            compare(twins, lambda game_id, viewer=viewer: house.view(game_id, viewer))
        for by in (3, 4):
            compare(twins, lambda game_id, by=by: house.legal(game_id, by))
        asked = twins.prompts()[-1]
        situation = asked.kind, asked.demands[0].seat in HIDING
        if situation not in probed:
            probed.add(situation)
            reasons |= probe(twins, random.Random(version))
            compare(twins, lambda game_id: twins.report(game_id, honest=False))
    check_audits(twins)
    for viewer, _ in OTHERS.values():
        compare(twins, lambda game_id, viewer=viewer: list(house.events(game_id, viewer)))
        compare(twins, lambda game_id, viewer=viewer: proofs_but_for_hashes(house, game_id, viewer))
        compare(twins, lambda game_id, viewer=viewer: export_but_for_hashes(house, game_id, viewer))
        for at in range(1, version, 11):
            compare(twins, lambda game_id, viewer=viewer, at=at: house.view(game_id, viewer, at))
    for name, (one, other) in streams.items():
        frames = [frames_but_for_hashes(stream, version) for stream in (one, other)]
        ids = zip(frames, twins.ids, strict=True)
        looks = [[unnamed(each, game_id) for each in found] for found, game_id in ids]
        assert looks[0] == looks[1], name
    check_that_something_was_hidden(twins)
    check_that_much_happened(twins, reasons)
    check_logs(caplog)


def check_audits(twins: Twins) -> None:
    """Both are right by the chance that was drawn, and nothing tells them apart; by the seed's, no value is told."""
    compare(twins, lambda game_id: twins.report(game_id, honest=False))
    for game_id in twins.ids:
        report = twins.report(game_id, honest=False)
        assert not report.HasField("flaw"), report.flaw
        assert report.version == twins.house.view(game_id).version
        flaw = twins.report(game_id, honest=True).flaw
        assert flaw.check == "decision"
        assert flaw.why in {f"decided again it is another {name}" for name in EVENTS}


HAPPENED = {
    "classic": {"trade_offered", "robber_moved", "resources_produced"},
    "cheops": {"ship_built", "coins_received", "fee_paid", "pyramid_block_placed", "blessing_given", "curse_laid"},
    "alexander": {"event_chip_revealed", "bid_made", "bid_passed", "bid_paid", "bid_defaulted", "event_chip_won"},
    "great-race": {"ship_built", "hex_revealed", "robber_moved", "resources_received"},
}
REFUSED = {
    "classic": {"NOT_ENOUGH_CARDS", "NOT_YOUR_TURN"},
    "cheops": {"NOT_ENOUGH_CARDS", "NOT_ENOUGH_COINS"},
    "alexander": {"NOT_ENOUGH_CARDS", "NOT_YOUR_TURN", "BID_TOO_LOW"},
    "great-race": {"NOT_ENOUGH_CARDS", "NOT_YOUR_TURN"},
}
DIFFERING = {
    "classic": {"card_stolen": 2, "development_card_bought": 2},
    "cheops": {"card_stolen": 2, "development_card_bought": 2},
    "alexander": {"card_stolen": 2, "development_card_bought": 2, "supply_cards_drawn": 15},
    "great-race": {"card_stolen": 4, "development_card_bought": 2, "landing_card_drawn": 2},
}
"""How often at least twins differ in what only the seats that hide know."""


def check_that_much_happened(twins: Twins, reasons: set[str]) -> None:
    """The others saw, and were refused, what the scenario is about."""
    assert {kind_of(event) for event in twins.house.events(twins.ids[0])} >= HAPPENED[twins.scenario]
    assert reasons >= REFUSED[twins.scenario]
    if twins.scenario == "cheops":
        shown = twins.house.view(twins.ids[0], seat(4))
        assert shown.pyramid.ways
        assert any(use.owner for use in shown.harbors.uses)
    if twins.scenario == "great-race":
        kinds = [kind_of(event) for event in twins.house.events(twins.ids[0])]
        assert ("card_stolen", "card_stolen") in pairwise(kinds), "nobody was plundered"


def check_that_something_was_hidden(twins: Twins) -> None:
    """Twins that do not differ prove nothing."""
    wanted = DIFFERING[twins.scenario]
    differing = twins.differing
    assert {kind: n for kind, n in wanted.items() if differing[kind] < n} == {}, differing
    one, other = twins.games
    assert one[Hands].of[3:] == other[Hands].of[3:]
    assert (one[Hands].of, one[Development].held) != (other[Hands].of, other[Development].held)
    for viewer in (seat(1), seat(2), AUDITOR):
        looks = [twins.house.events(game_id, viewer) for game_id in twins.ids]
        assert looks[0] != looks[1]


def probe(twins: Twins, rng: random.Random) -> set[str]:
    """Let one who is asked, or else the seats 3 and 4, try all that is refused, and hold the answers side by side.

    Gives the reasons for which they were refused.
    """
    reasons: set[str] = set()
    board = twins.house.view(twins.ids[0]).board
    asked = [demand.seat for demand in twins.prompts()[-1].demands if demand.seat not in HIDING] or [3, 4]
    for what in attempts(twins.scenario, board, rng):
        by = rng.choice(asked)
        answers = []
        for game_id, game in zip(twins.ids, twins.games, strict=True):
            try:
                execute(game, unpack_command(what, by), twins.chance)
            except Illegal as refusal:
                reasons.add(refusal.reason.name)
                answers.append(answer(twins.house, game_id, by, what))
            else:
                answers.append(b"allowed")
        assert answers[0] == answers[1], (by, what)
    for viewer, _ in OTHERS.values():
        for call in (
            lambda game_id, viewer=viewer: twins.house.view(game_id, viewer, reveal=True),
            lambda game_id, viewer=viewer: twins.house.view(game_id, viewer, 10_000),
            lambda game_id, viewer=viewer: until_caught_up(twins.house.watch(game_id, viewer, 10_000)),
        ):
            refusals = [told(lambda game_id=game_id, call=call: call(game_id), game_id) for game_id in twins.ids]
            assert refusals[0] == refusals[1]
    return reasons


def answer(house: House, game_id: str, by: int, what: game_pb2.Command) -> bytes:
    return told(lambda: house.execute(game_id, by, what), game_id)


def told(call: Callable[[], Any], game_id: str) -> bytes:
    """What a caller is told that is refused."""
    with pytest.raises(grpc.RpcError) as error:
        call()
    refusal = Refusal(error.value)
    assert refusal.reason
    return unnamed(refusal.status, game_id) + refusal.text.encode()


# A bluff --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bidders(loaded: Loaded) -> Iterator[Twins]:
    """Twins at Alexander's first temple; seat 1, which has the word, could pay more in one of them."""
    with House(now=lambda: NOON) as house:
        twins = Twins(house, loaded, "alexander")
        for game_id, cards in zip(twins.ids, ("3wool", "3ore"), strict=True):
            happen(house.games, game_id, f"SupplyCardsDrawn seat=1 count=3 cards={cards}", at=NOON)
        yield twins


def check_secret(twins: Twins) -> None:
    """Nothing that others get shows what seat 1 holds; nor does what it may bid, which all can guess."""
    house = twins.house
    for viewer, _ in OTHERS.values():
        compare(twins, lambda game_id, viewer=viewer: house.view(game_id, viewer))
        compare(twins, lambda game_id, viewer=viewer: proofs_but_for_hashes(house, game_id, viewer))
    for by in (1, 2, 3, 4):
        compare(twins, lambda game_id, by=by: house.legal(game_id, by))


@pytest.mark.rule("A3.5", "B11.2")
@pytest.mark.parametrize("outbid", [True, False])
def test_a_bluff_is_a_secret_until_the_bidding_ends(bidders: Twins, outbid: bool):
    low, high = sorted(worth(game, 1) for game in bidders.games)
    assert low < high
    check_secret(bidders)
    for by, what in ((1, command("bid", amount=high)), (2, command("pass")), (3, command("pass"))):
        bidders.play(by, what)
        check_secret(bidders)
        probe(bidders, random.Random(by))
    if outbid:
        for by, what in ((4, command("bid", amount=high + 1)), (1, command("pass"))):
            bidders.play(by, what)
            check_secret(bidders)
        return
    last = [bidders.house.execute(game_id, 4, command("pass")).events for game_id in bidders.ids]
    assert [[kind_of(event) for event in events] for events in last] == [
        ["bid_passed", "bidding_ended", "prompts_changed"],
        ["bid_passed", "bidding_ended", "bid_defaulted", "prompts_changed"],
    ]


LEAKS = {
    "a hand in a view": (hands, "sees_hand", lambda *_: True),
    "a private part in an event": (records, "sees_private", lambda *_: True),
    "what a bidder can pay in the bounds of its bid": (bidding, "highest_bid", bidding.worth),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(bidders: Twins, leak: str, monkeypatch: pytest.MonkeyPatch):
    check_secret(bidders)
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError):
        check_secret(bidders)


# Logs -----------------------------------------------------------------------------------------------------------------


def check_logs(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing hidden stands in the logs, in whatever form."""
    text = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    forms = (SEED.hex(), SEED.hex().upper(), repr(SEED), repr(SEED)[2:-1], base64.b64encode(SEED).decode())
    assert not any(form in text for form in forms)
    words = ("BRICK", "LUMBER", "WOOL", "GRAIN", "ORE", "KNIGHT", "MONOPOLY", "ROAD_BUILDING", "YEAR_OF_PLENTY")
    assert not any(word in text for word in (*words, "VICTORY_POINT"))


def test_a_log_of_what_went_wrong_tells_nothing_hidden(
    loaded: Loaded, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    """Failures of every kind, in the midst of hidden cards: the log may name them, but not what is hidden."""
    caplog.set_level(logging.DEBUG)
    with House() as house:
        game_id = house.create(3, seed=SEED)
        happen(
            house.games, game_id, "DevelopmentCardBought seat=1 card=monopoly", "ResourcesReceived seat=1 cards=3ore"
        )

        def broken(*_: object, **__: object) -> None:
            raise ValueError("broken")

        build = command("build_settlement", intersection=3)
        for name in ("execute", "seal_events", "pack_command"):
            with monkeypatch.context() as patch:
                patch.setattr(games_of_the_store, name, broken)
                told_internal(lambda: house.execute(game_id, 1, build))
        with monkeypatch.context() as patch:
            patch.setattr(house.games.events, "put", broken)
            told_internal(lambda: house.execute(game_id, 1, build))
            told_internal(lambda: house.create(3, seed=SEED))
        assert house.execute(game_id, 1, build).version
    assert [record for record in caplog.records if record.levelno >= logging.ERROR]
    check_logs(caplog)


def told_internal(call: Callable[[], Any]) -> None:
    with pytest.raises(grpc.RpcError) as error:
        call()
    assert error.value.code() is grpc.StatusCode.INTERNAL
