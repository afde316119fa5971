"""Twins: two games that only two seats can tell apart, and how they are played so that it stays so."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from uuid import UUID

import msgspec
import pytest
from google.protobuf.message import Message

from domain.chance import Chance, SeededChance
from domain.components import ONE, RESOURCES, Cards, Goods, Resource, card_at, count, pack, total, unpack, unpack_goods
from domain.engine import Choice, Command, Event, Game, GameEnded, Prompts, choices, evolve_all, execute, legal
from domain.engine import Viewer as Eyes
from domain.errors import Illegal
from domain.notation import read_event
from domain.rules.development import Development
from domain.rules.hands import GoodsTerms, Hands
from domain.rules.turn import RollDice, Turn
from domain.scenarios.alexander.bidding import Bidding, event_of, knights_that_count, worth
from domain.scenarios.alexander.events import KNIGHT_WORTH, TAKEN
from domain.scenarios.alexander.supply import Supply
from domain.visibility import redact
from service.audit import verifying
from service.audit.exports import read_exports
from service.codec import pack_command, pack_event, to_message, unpack_command
from service.store import games as games_of_the_store
from settlers.v1 import audit_service_pb2, audit_service_pb2_grpc, game_pb2
from tests.service.house import (
    AUDITOR,
    PATIENCE,
    QUICK,
    SEED,
    SPECTATOR,
    House,
    Legal,
    Loaded,
    kind_of,
    pick,
    seat,
)

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

HIDING = (1, 2)
"""The seats whose cards differ."""


def others(seats: int) -> dict[str, tuple[game_pb2.Viewer, Eyes]]:
    """Those who may not know: as the contract has them, and as the domain does."""
    found = {f"seat {number}": (seat(number), Eyes(number)) for number in range(3, seats + 1)}
    return {"spectator": (SPECTATOR, Eyes()), **found}


OTHERS = others(4)


LENGTH = {"classic": 240, "cheops": 300, "alexander": 330, "great-race": 300}
"""The version up to which twins are played, for each scenario."""

LUCK = {"classic": 138, "cheops": 131, "alexander": 146, "great-race": 158}
"""With this luck they come to much of what the scenario is about."""

OPTIONS = {"great-race": ["largest_army"]}

LIVELY = {"PlacePyramidBlock", "TradeAtHarbor", "BuildShip", "BuyDevelopmentCard"}
"""What is done rather than something else, where it can be done, so that much of the scenario comes about."""

TRIES = 400
"""So many commands are tried to find one by which nobody sees a difference."""

Load = dict[str, list[int]]
"""What chance is to give, for each purpose."""


Drawn = dict[tuple[str, int, int], int]
"""What was drawn, by purpose, version and index."""


class Twins:
    """Two games of one house that only the seats 1 and 2 can tell apart."""

    def __init__(self, house: House, chance: Loaded, scenario: str, seats: int = 4) -> None:
        self.house, self.chance, self.scenario = house, chance, scenario
        self.others = others(seats)
        self.ids: list[str] = []
        self.drawn: list[Drawn] = [{}, {}]
        refs, options = [*"abcdef"[:seats]], OPTIONS.get(scenario, [])
        self.happened: dict[int, tuple[Event, ...]] = {}
        for n, load in enumerate(first_loads(random.Random(QUICK))):
            self.load(load, n)
            self.ids.append(house.create(seats, scenario=scenario, seed=SEED, player_refs=refs, options=options))
        self.loads: list[Load] = [{}, {}]
        if scenario != "alexander":  # there the bank has nothing at first
            self.happen(*(f"ResourcesReceived seat={by} cards=5wool+5grain+5ore" for by in HIDING))

    def happen(self, *lines: str) -> None:
        """Let the same happen in both games, as if a command had made it, so that an audit can go on behind it."""
        events = tuple(map(read_event, lines))
        for game_id, game in zip(self.ids, self.games, strict=True):
            self.happened[game.version] = events
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(games_of_the_store, "execute", self.execute)
                self.house.games.execute_command(UUID(game_id), RollDice(seat=1))

    def execute(self, game: Game, what: Command, chance: Chance) -> tuple[Game, Sequence[Event]]:
        """Play a command, or let happen what was wanted then."""
        events = self.happened.get(game.version)
        return execute(game, what, chance) if events is None else (evolve_all(game, events), events)

    @property
    def games(self) -> list[Game]:
        """Both games, as they are."""
        return [self.house.games.table(UUID(game_id)).game for game_id in self.ids]

    def play_on(self, rng: random.Random) -> int:
        """Play one command in both games: one that the others can see no difference by; gives the version."""
        for _ in range(TRIES):
            by, what = pick(self.prompts(), self.legal_for(rng), rng)
            if self.alike(what, by, rng):
                return self.play(by, what)
        raise AssertionError(f"whatever is played, somebody sees a difference: {self.prompts()}")

    def play(self, by: int, what: game_pb2.Command) -> int:
        """Play a command in both games with the loads that were found; gives the version."""
        responses = []
        for n, (game_id, load) in enumerate(zip(self.ids, self.loads, strict=True)):
            self.load(load, n)
            responses.append(self.house.execute(game_id, by, what))
        if by not in HIDING:
            assert unnamed(responses[0], self.ids[0]) == unnamed(responses[1], self.ids[1])
        return responses[0].version

    def prompts(self) -> Any:
        one, other = (game[Prompts].stack for game in self.games)
        assert one == other
        return [to_message(prompt) for prompt in one]

    def legal_for(self, rng: random.Random) -> Callable[[int], Legal]:
        def both(by: int) -> Legal:
            allowed, offered = in_common(self.games, by)
            # Robbing each other and buying are what twins live by.
            wanted = [each for each in allowed if by in HIDING and self.among_the_hiding(each)]
            if not wanted and rng.random() < 0.5:
                wanted = [each for each in allowed if type(each).__name__ in LIVELY]
            return Legal(
                [pack_command(each) for each in wanted or allowed],
                [to_message(each) for each in offered],  # type: ignore[misc]
            )

        return both

    def among_the_hiding(self, what: Command) -> bool:
        """Whether a seat that hides takes a card of the other one, or gives it one, that only the two know."""
        if self.scenario != "great-race":
            return getattr(what, "victim", None) in HIDING
        self.load({})
        events = execute(self.games[0], what, self.chance)[1]
        return any(set(event.audience) == set(HIDING) for event in events)

    def alike(self, what: game_pb2.Command, by: int, rng: random.Random) -> bool:
        """Find loads by which a command looks the same to the others in both games; False where there are none.

        Loads by which the games differ in what is hidden are preferred. What then is asked can be answered in both.
        """
        decoded = unpack_command(what, by)
        found: list[Load] = []
        for _ in range(12):
            loads, after, outcomes = self.some_loads(decoded, rng), [], []
            for game, load in zip(self.games, loads, strict=True):
                self.load(load)
                try:
                    then, events = execute(game, decoded, self.chance)
                except Illegal:
                    return False
                after.append(then)
                outcomes.append(events)
            if any(isinstance(event, GameEnded) for events in outcomes for event in events):
                return False
            alike = all(seen(outcomes[0], eyes) == seen(outcomes[1], eyes) for _, eyes in self.others.values())
            if alike and all(answerable(after, each) for each in HIDING) and can_end(after):
                found = loads
                if outcomes[0] != outcomes[1]:
                    break
        self.loads = found
        return bool(found)

    def some_loads(self, decoded: Command, rng: random.Random) -> list[Load]:
        """For each game what may be drawn in it; both roll the same dice."""
        loads: list[Load] = []
        dice = [[20], []][rng.random() < 0.6]  # a 7, or as it comes
        for game in self.games:
            hands = game[Hands].of
            victims = [getattr(decoded, name, None) or 0 for name in ("victim", "second")]
            again = total(hands[victims[1]]) if victims[1] else total(hands[victims[0]]) - 1
            theft = [rng.randrange(max(1, n)) for n in (total(hands[victims[0]]), again)]
            card = rng.randrange(max(1, total(game[Development].deck)))
            landing = rng.randrange(max(1, total(hands[decoded.seat]) - 2))  # 2 are paid
            loads.append({"dice": dice, "theft": theft, "development_card": [card], "landing": [landing]})
        if self.scenario == "alexander":
            games = self.games
            following = games[0].clockwise(games[0][Turn].seat)
            order = [*following[1:], following[0]]
            rows = supply_rows([game[Supply].cards for game in games], order, rng)
            for load, row in zip(loads, rows, strict=True):
                load["supply"] = row
        return loads

    def load(self, values: Load, n: int | None = None) -> None:
        """Load chance; what one of the games draws of it is kept, for the audit."""
        self.chance.values = {purpose: list(row) for purpose, row in values.items()}
        self.chance.draw = kept(self.chance, {} if n is None else self.drawn[n])  # type: ignore[method-assign]

    def report(self, game_id: str, *, honest: bool) -> audit_service_pb2.AuditReport:
        """What an audit says of a game: with the chance that was drawn in it, or, which is honest, with the seed's."""
        stub = audit_service_pb2_grpc.AuditServiceStub(self.house.channel)
        request = audit_service_pb2.VerifyGameRequest(game_id=game_id)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SeededChance, "draw", again({} if honest else self.drawn[self.ids.index(game_id)]))
            patch.setattr(verifying, "execute", self.execute)
            return stub.VerifyGame(request, timeout=PATIENCE).report

    @property
    def differing(self) -> Counter[str]:
        """How many events of each kind are not the same in both games, for one who sees all cards."""
        one, other = (self.house.events(game_id, AUDITOR) for game_id in self.ids)
        return Counter(kind_of(a) for a, b in zip(one, other, strict=True) if a.event != b.event)


def kept(chance: Loaded, drawn: Drawn) -> Callable[..., int]:
    """Chance as it is loaded, which keeps what it gives."""

    def draw(key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        drawn[purpose, version, index] = Loaded.draw(chance, key, purpose, version, index, bound)
        return drawn[purpose, version, index]

    return draw


def again(drawn: Drawn) -> Callable[..., int]:
    """Chance that gives again what was drawn, and for all else what the seed gives."""
    seeded = SeededChance.draw

    def draw(chance: SeededChance, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        value = drawn.get((purpose, version, index))
        return seeded(chance, key, purpose, version, index, bound) if value is None else value

    return draw


def first_loads(rng: random.Random) -> list[Load]:
    """What the seats draw from the supply stack at first: five cards each, and one each before the first turn."""
    full = Cards(pack((19,) * 5))
    order = [by for by in (1, 2, 3, 4) for _ in range(5)] + [1, 2, 3, 4]
    return [{"supply": row} for row in supply_rows([full, full], order, rng)]


def supply_rows(stacks: Sequence[Cards], order: Iterable[int], rng: random.Random) -> list[list[int]]:
    """What to draw from each twin's supply stack, so that the seats 1 and 2 get each other's cards.

    So hands differ, and what is left is the same as soon as both have drawn. The others draw the same in both games.
    """
    left = list(stacks)
    owed: dict[int, list[list[Resource]]] = {1: [], 2: []}
    rows: list[list[int]] = [[], []]
    for by in order:
        if not all(left):
            break
        if by in HIDING:
            if owed[by]:
                cards = owed[by].pop(0)
            else:
                cards = [rng.choice(held(stack)) for stack in left]
                owed[3 - by].append(cards[::-1])
            if not all(count(stack, card) for stack, card in zip(left, cards, strict=True)):
                cards = [held(stack)[0] for stack in left]
            places = [held(stack).index(card) for stack, card in zip(left, cards, strict=True)]
        else:
            same = [n for n, (a, b) in enumerate(zip(held(left[0]), held(left[1]), strict=True)) if a == b]
            places = [rng.choice(same or [0])] * 2
        for n, place in enumerate(places):
            rows[n].append(place)
            left[n] = Cards(left[n] - ONE[RESOURCES[card_at(left[n], place)]])
    return rows


def held(cards: Cards) -> list[Resource]:
    """All cards of a bag, in the order of the catalogue."""
    return [resource for resource in RESOURCES for _ in range(count(cards, resource))]


def in_common(games: Sequence[Game], by: int) -> tuple[list[Command], list[Choice]]:
    """What a seat may do in both games: complete commands, and choices within the bounds of both."""
    one, other = games
    there = set(legal(other, by))
    pairs = [(a, b) for a in choices(one, by) for b in choices(other, by)]
    return [each for each in legal(one, by) if each in there], [
        choice for a, b in pairs if (choice := narrowed(a, b)) is not None
    ]


def narrowed(one: Choice, other: Choice) -> Choice | None:
    """The choice that leaves what two choices of one kind leave both; None where that is nothing."""
    if [each.field for each in one.cards] != [each.field for each in other.cards]:
        return None
    cards = []
    for a, b in zip(one.cards, other.cards, strict=True):
        each = tuple(map(min, unpack_goods(a.each), unpack_goods(b.each)))
        least, most = max(a.least, b.least), min(a.most, b.most)
        if not least <= min(most, sum(each)):
            return None
        cards.append(msgspec.structs.replace(a, least=least, most=most, each=Goods(pack(each))))
    joined = msgspec.structs.replace(one, cards=tuple(cards))
    return joined if joined == msgspec.structs.replace(other, cards=tuple(cards)) else None


def answerable(games: Sequence[Game], by: int) -> bool:
    """Whether a seat that is asked for something can give the same answer in both games."""
    return any(in_common(games, by)) or not any(legal(game, by) or choices(game, by) for game in games)


def can_end(games: Sequence[Game]) -> bool:
    """Whether a bidding can come to an end that looks the same in both games.

    It can where the highest bidder would pay, or discard, the same in both, or one that hides nothing can outbid it.
    """
    if games[0].scenario.key != "alexander":
        return True
    bidding, hands = games[0][Bidding], [game[Hands].of for game in games]
    bidder = bidding.bidder
    if not bidding.open or bidder not in HIDING:
        return True
    if any(hands[0][by] for by in (3, 4) if by not in bidding.passed):
        return True
    pays = {worth(game, bidder) >= bidding.highest for game in games}
    if pays == {False}:
        return 2 * sum(map(min, *map(unpack, (hand[bidder] for hand in hands)))) > total(hands[0][bidder])
    goods = (game.terms[GoodsTerms].held(game, bidder) & TAKEN[event_of(game)] for game in games)
    common = sum(map(min, *map(unpack_goods, goods))) + KNIGHT_WORTH * knights_that_count(games[0], bidder)
    return pays == {True} and common >= bidding.highest


def seen(events: tuple[Event, ...], eyes: Eyes) -> list[bytes]:
    """Events as somebody sees them."""
    return [pack_event(redact(event, eyes)).SerializeToString() for event in events]


def unnamed(message: Message, game_id: str) -> bytes:
    """The bytes of a message, without the game's id."""
    return message.SerializeToString(deterministic=True).replace(game_id.encode(), b"the game")


def compare(twins: Twins, look: Callable[[str], list[Message] | Message]) -> None:
    """Look at both games in the same way, and find no difference."""
    looks = []
    for game_id in twins.ids:
        found = look(game_id)
        looks.append([unnamed(each, game_id) for each in (found if isinstance(found, list) else [found])])
    assert looks[0] == looks[1]


def without_hashes(event: game_pb2.RecordedEvent) -> game_pb2.RecordedEvent:
    """An event with its proof but for the hashes that must differ; that they are there is kept."""
    kept = game_pb2.RecordedEvent()
    kept.CopyFrom(event)
    _blank(kept.proof)
    return kept


def _blank(proof: game_pb2.Proof) -> None:
    for field in ("salt", "private_hash", "chain", "cause_hash", "cause_salt"):
        setattr(proof, field, bytes(len(getattr(proof, field))))


def export_but_for_hashes(house: House, game_id: str, viewer: game_pb2.Viewer) -> list[Message]:
    """The lines of a game's file for somebody; its head has nothing but hashes that is not known."""
    request = audit_service_pb2.ExportGameRequest(game_id=game_id, viewer=viewer)
    stub = audit_service_pb2_grpc.AuditServiceStub(house.channel)
    pieces = stub.ExportGame(request, timeout=PATIENCE)
    (exported,) = read_exports(BytesIO(b"".join(each.piece for each in pieces)))
    proofs = [game_pb2.Proof.FromString(record.data) for record in exported.records]
    for proof in proofs:
        _blank(proof)
    return [*proofs]


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
