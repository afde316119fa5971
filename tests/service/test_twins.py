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
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import grpc
import pytest
from google.protobuf.message import Message

from domain.components import total
from domain.engine import Event, Game, GameEnded, Prompts, choices, execute, legal
from domain.engine import Viewer as Eyes
from domain.errors import Illegal
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.visibility import redact
from service.codec import pack_command, pack_event, to_message, unpack_command
from service.store import games as games_of_the_store
from settlers.v1 import game_pb2
from tests.service.house import (
    AUDITOR,
    QUICK,
    SEED,
    SPECTATOR,
    House,
    Legal,
    Loaded,
    Refusal,
    command,
    happen,
    kind_of,
    pick,
    seat,
    until_caught_up,
)

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

HIDING = (1, 2)
"""The seats whose cards differ."""

OTHERS = {"spectator": (SPECTATOR, Eyes()), "seat 3": (seat(3), Eyes(3)), "seat 4": (seat(4), Eyes(4))}
"""Those who may not know: as the contract has them, and as the domain does."""

LENGTH = 320
"""The version up to which twins are played."""


class Twins:
    """Two games of one house that only the seats 1 and 2 can tell apart."""

    def __init__(self, house: House, chance: Loaded) -> None:
        self.house = house
        self.chance = chance
        self.ids = [house.create(4, seed=SEED, player_refs=["a", "b", "c", "d"]) for _ in range(2)]
        for game_id in self.ids:
            riches = (f"ResourcesReceived seat={by} cards=5wool+5grain+5ore" for by in HIDING)
            happen(house.games, game_id, *riches, at=NOON)
        self.loads: list[dict[str, list[int]]] = [{}, {}]
        self.differing = {"card_stolen": 0, "development_card_bought": 0}

    @property
    def games(self) -> list[Game]:
        """Both games, as they are."""
        return [self.house.games.table(UUID(game_id)).game for game_id in self.ids]

    def play_on(self, rng: random.Random) -> int:
        """Play one command in both games: one that the others can see no difference by; gives the version."""
        while True:
            by, what = pick(self.prompts(), self.legal_for(rng), rng)
            if self.alike(what, by, rng):
                responses = []
                for game_id, load in zip(self.ids, self.loads, strict=True):
                    self.load(load)
                    responses.append(self.house.execute(game_id, by, what))
                if by not in HIDING:
                    assert unnamed(responses[0], self.ids[0]) == unnamed(responses[1], self.ids[1])
                self.count(responses)
                return responses[0].version

    def prompts(self) -> Any:
        one, other = (game[Prompts].stack for game in self.games)
        assert one == other
        return [to_message(prompt) for prompt in one]

    def legal_for(self, rng: random.Random) -> Callable[[int], Legal]:
        def both(by: int) -> Legal:
            one, other = self.games
            allowed = [each for each in legal(one, by) if each in set(legal(other, by))]
            # Robbing each other and buying are what twins live by.
            wanted = [each for each in allowed if getattr(each, "victim", None) in HIDING and by in HIDING]
            chosen = rng.choice((one, other))
            return Legal(
                [pack_command(each) for each in wanted or allowed],
                [to_message(each) for each in choices(chosen, by)],  # type: ignore[misc]
            )

        return both

    def alike(self, what: game_pb2.Command, by: int, rng: random.Random) -> bool:
        """Find loads by which a command looks the same to the others in both games; False where there are none.

        Loads by which the games differ in what is hidden are preferred.
        """
        decoded = unpack_command(what, by)
        found: list[dict[str, list[int]]] = []
        for _ in range(12):
            loads, outcomes = [], []
            dice = [[20], []][rng.random() < 0.6]  # a 7, or as it comes
            for game in self.games:
                victim = getattr(decoded, "victim", None) or 0
                theft = rng.randrange(max(1, total(game[Hands].of[victim])))
                card = rng.randrange(max(1, total(game[Development].deck)))
                loads.append({"dice": dice, "theft": [theft], "development_card": [card]})
                self.load(loads[-1])
                try:
                    outcomes.append(execute(game, decoded, self.chance)[1])
                except Illegal:
                    return False
            if any(isinstance(event, GameEnded) for events in outcomes for event in events):
                return False
            if all(seen(outcomes[0], eyes) == seen(outcomes[1], eyes) for _, eyes in OTHERS.values()):
                found = loads
                if outcomes[0] != outcomes[1]:
                    break
        self.loads = found
        return bool(found)

    def load(self, values: dict[str, list[int]]) -> None:
        self.chance.values = {purpose: list(row) for purpose, row in values.items()}

    def count(self, responses: list[Any]) -> None:
        for one, other in zip(responses[0].events, responses[1].events, strict=True):
            if kind_of(one) in self.differing and one.event != other.event:
                self.differing[kind_of(one)] += 1


def seen(events: tuple[Event, ...], eyes: Eyes) -> list[bytes]:
    """Events as somebody sees them."""
    return [pack_event(redact(event, eyes)).SerializeToString() for event in events]


def unnamed(message: Message, game_id: str) -> bytes:
    """The bytes of a message, without the game's id."""
    return message.SerializeToString(deterministic=True).replace(game_id.encode(), b"the game")


@pytest.fixture
def twins(loaded: Loaded) -> Iterator[Twins]:
    """Twins at the beginning of their games, in a house whose clock stands still."""
    with House(now=lambda: NOON) as house:
        yield Twins(house, loaded)


def compare(twins: Twins, look: Callable[[str], list[Message] | Message]) -> None:
    """Look at both games in the same way, and find no difference."""
    looks = []
    for game_id in twins.ids:
        found = look(game_id)
        looks.append([unnamed(each, game_id) for each in (found if isinstance(found, list) else [found])])
    assert looks[0] == looks[1]


# Equal seeds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["beginner", "spiral", "free"])
def test_games_of_equal_seeds_and_commands_are_equal(house: House, board: str):
    ids = [house.create(3, seed=SEED, board=board) for _ in range(2)]
    for game_id in ids:
        house.play(game_id, random.Random(QUICK), until=250)
    for viewer in (seat(1), SPECTATOR, AUDITOR):
        one, other = (house.events(game_id, viewer) for game_id in ids)
        assert [event.event for event in one] == [event.event for event in other]
        views = [house.view(game_id, viewer) for game_id in ids]
        assert unnamed(views[0], ids[0]) == unnamed(views[1], ids[1])


def test_games_of_other_seeds_are_others(house: House):
    ids = [house.create(3, seed=bytes([n]) * 32) for n in range(2)]
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
    version = 0
    while version < LENGTH:
        before = version
        version = twins.play_on(rng)
        for viewer, _ in OTHERS.values():
            compare(twins, lambda game_id, viewer=viewer: house.view(game_id, viewer))
        for by in (3, 4):
            compare(twins, lambda game_id, by=by: house.legal(game_id, by))
        if before // 30 != version // 30:
            probe(twins, rng)
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
    check_logs(caplog)


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


def probe(twins: Twins, rng: random.Random) -> None:
    """Let the seats 3 and 4 try everything that is refused, and hold what they are told side by side."""
    for by in (3, 4):
        for what in attempts(rng):
            answers = []
            for game_id, game in zip(twins.ids, twins.games, strict=True):
                try:
                    execute(game, unpack_command(what, by), twins.chance)
                except Illegal:
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
