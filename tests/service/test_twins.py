"""Twins: games that look the same to somebody give him the same bytes, whatever is hidden from him.

Two games have the same seed, so dice and board are the same; but what the seats 1 and 2 steal from each other, and what
they buy, is loaded, in each game otherwise. Only commands are played by which those who may not know could see no
difference. Then all that they can get is compared byte by byte: answers, events, proofs, views, streams, listings,
refusals.
"""

import base64
import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from domain.engine import execute
from domain.errors import Illegal
from domain.rules.development import Development
from domain.rules.hands import Hands
from service.codec import unpack_command
from service.store import games as games_of_the_store
from settlers.v1 import cards_pb2, game_pb2
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
from tests.service.twins import LENGTH, NOON, OTHERS, Twins, compare, egypt_in_full_swing, unnamed

SCENARIOS = ["classic", "cheops"]


@pytest.fixture(params=SCENARIOS)
def twins(loaded: Loaded, request: pytest.FixtureRequest) -> Iterator[Twins]:
    """Twins at the beginning of their games, in a house whose clock stands still."""
    with House(now=lambda: NOON) as house:
        yield Twins(house, loaded, request.param)


# Equal seeds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "board"), [("classic", "beginner"), ("classic", "spiral"), ("classic", "free"), ("cheops", "egypt")]
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
    house, rng = twins.house, random.Random(QUICK)
    streams = {
        name: [house.watch(game_id, viewer, views=True, proof=True, timeout=300) for game_id in twins.ids]
        for name, (viewer, _) in OTHERS.items()
    }
    reasons: set[str] = set()
    version, asked = 0, False
    while version < LENGTH[twins.scenario]:
        before = version
        version = twins.play_on(rng)
        if twins.scenario == "cheops" and not asked and twins.prompts()[-1].kind == "roll":
            asked = True
            twins.happen(*egypt_in_full_swing(twins.games[0]))
        for viewer, _ in OTHERS.values():
            compare(twins, lambda game_id, viewer=viewer: house.view(game_id, viewer))
        for by in (3, 4):
            compare(twins, lambda game_id, by=by: house.legal(game_id, by))
        if before // 30 != version // 30:
            reasons |= probe(twins, rng)
    for viewer, _ in OTHERS.values():
        compare(twins, lambda game_id, viewer=viewer: list(house.events(game_id, viewer)))
        compare(twins, lambda game_id, viewer=viewer: proofs_but_for_hashes(house, game_id, viewer))
        for at in range(1, version, 7):
            compare(twins, lambda game_id, viewer=viewer, at=at: house.view(game_id, viewer, at))
    for name, (one, other) in streams.items():
        frames = [frames_but_for_hashes(stream, version) for stream in (one, other)]
        ids = zip(frames, twins.ids, strict=True)
        looks = [[unnamed(each, game_id) for each in found] for found, game_id in ids]
        assert looks[0] == looks[1], name
    check_that_something_was_hidden(twins)
    check_that_much_happened(twins, reasons)
    check_logs(caplog)


HAPPENED = {"classic": {"trade_offered", "robber_moved", "resources_produced"}}
HAPPENED["cheops"] = {
    "ship_built",
    "coins_received",
    "fee_paid",
    "pyramid_block_placed",
    "blessing_given",
    "curse_laid",
}
REFUSED = {"classic": {"NOT_ENOUGH_CARDS", "NOT_YOUR_TURN"}}
REFUSED["cheops"] = {"NOT_ENOUGH_CARDS", "NOT_ENOUGH_COINS"}


def check_that_much_happened(twins: Twins, reasons: set[str]) -> None:
    """The others saw, and were refused, what the scenario is about."""
    assert {kind_of(event) for event in twins.house.events(twins.ids[0])} >= HAPPENED[twins.scenario]
    assert reasons >= REFUSED[twins.scenario]
    if twins.scenario == "cheops":
        shown = twins.house.view(twins.ids[0], seat(4))
        assert shown.pyramid.ways
        assert any(use.owner for use in shown.harbors.uses)


def check_that_something_was_hidden(twins: Twins) -> None:
    """Twins that do not differ prove nothing."""
    assert twins.differing["card_stolen"] >= 2
    assert twins.differing["development_card_bought"] >= 2
    one, other = twins.games
    assert one[Hands].of[3:] == other[Hands].of[3:]
    assert (one[Hands].of, one[Development].held) != (other[Hands].of, other[Development].held)
    for viewer in (seat(1), seat(2), AUDITOR):
        looks = [twins.house.events(game_id, viewer) for game_id in twins.ids]
        assert looks[0] != looks[1]


def without_hashes(event: game_pb2.RecordedEvent) -> game_pb2.RecordedEvent:
    """An event with its proof but for the hashes that must differ; that they are there is kept."""
    kept = game_pb2.RecordedEvent()
    kept.CopyFrom(event)
    kept.proof.private_hash = bytes(len(kept.proof.private_hash))
    kept.proof.chain = bytes(len(kept.proof.chain))
    return kept


def proofs_but_for_hashes(house: House, game_id: str, viewer: game_pb2.Viewer) -> list[Message]:
    return [without_hashes(event) for event in house.events(game_id, viewer, proof=True)]


def frames_but_for_hashes(stream: Any, version: int) -> list[Message]:
    """All events and views of a stream up to a version; how they came to share frames is a matter of time."""
    found: list[Message] = []
    last = 0
    for frame in stream:
        found += [without_hashes(event) for event in frame.events.events]
        found += frame.events.views
        last = frame.events.events[-1].version if frame.events.events else last
        if last >= version:
            break
    stream.cancel()
    return sorted(found, key=lambda each: (each.version, each.DESCRIPTOR.name))  # type: ignore[attr-defined]


def probe(twins: Twins, rng: random.Random) -> set[str]:
    """Let the seats 3 and 4 try everything that is refused, and hold what they are told side by side.

    Gives the reasons for which they were refused.
    """
    reasons: set[str] = set()
    for by in (3, 4):
        for what in (*attempts(rng), *(attempts_in_egypt(twins, rng) if twins.scenario == "cheops" else ())):
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


def attempts(rng: random.Random) -> Iterator[game_pb2.Command]:
    """Commands of every kind, some of which ask about others' cards."""
    for victim in (None, 1, 2, 3, 4):
        for place in rng.sample(range(19), 4):
            yield command("move_robber", hex=place, victim=victim)
    for resource in range(1, 6):
        yield command("play_monopoly", resource=resource)
        yield command("trade_with_bank", give=resource, rate=4, take=resource % 5 + 1)
    for name in ("brick", "lumber", "wool", "grain", "ore"):
        other = "ore" if name != "ore" else "wool"
        yield command("offer_trade", give={name: 1}, take={other: 19})
        yield command("counter_trade", offer=rng.randint(1, 30), give={name: 5}, take={other: 1})
        yield command("discard_cards", cards={name: 4})
        yield command("play_year_of_plenty", cards={name: 2})
    for number in range(1, 30, 5):
        for partner in (1, 2):
            yield command("close_trade", offer=number, partner=partner)
        for field in ("accept_trade", "decline_trade", "withdraw_trade"):
            yield command(field, offer=number)
    for field in ("roll_dice", "pass", "buy_development_card", "play_knight", "play_road_building"):
        yield command(field)
    for place in rng.sample(range(54), 5):
        yield command("build_settlement", intersection=place)
        yield command("build_city", intersection=place)
        yield command("build_road", path=place)


def attempts_in_egypt(twins: Twins, rng: random.Random) -> Iterator[game_pb2.Command]:
    """Commands of every kind that Cheops adds, and coins in trade."""
    board = twins.house.view(twins.ids[0]).board
    paths = range(len(board.paths))
    for path in rng.sample(paths, 6):
        yield command("build_ship", path=path)
        yield command("build_road", path=path)
        yield command("move_ship", origin=path, path=rng.choice(paths))
    for place in rng.sample(range(len(board.intersections)), 5):
        yield command("build_settlement", intersection=place)
    for harbor in [each.path for each in board.harbors]:
        for give in rng.sample(range(1, 7), 3):
            yield command("trade_at_harbor", harbor=harbor, give=give, take=give % 6 + 1)
    for owner in range(6):
        yield command("place_pyramid_block", owner=owner)
    for rate in (2, 3, 4):
        yield command("trade_with_bank", give=cards_pb2.GOOD_COIN, rate=rate, take=cards_pb2.GOOD_ORE)
    yield command("offer_trade", give={"coin": 40}, take={"ore": 1})
    yield command("offer_trade", give={"ore": 1}, take={"coin": 400})
    yield command("counter_trade", offer=rng.randint(1, 30), give={"coin": 40}, take={"ore": 1})


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
