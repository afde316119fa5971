"""Twins: two games that only two seats can tell apart, and how they are played so that it stays so."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from google.protobuf.message import Message

from domain.board.laid import Board
from domain.components import bits, total
from domain.engine import Event, Game, GameEnded, Prompts, choices, execute, legal
from domain.engine import Viewer as Eyes
from domain.errors import Illegal
from domain.rules.buildings import Buildings
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.rules.roads import Roads
from domain.visibility import redact
from service.codec import pack_command, pack_event, to_message, unpack_command
from settlers.v1 import game_pb2
from tests.service.house import SEED, SPECTATOR, House, Legal, Loaded, happen, kind_of, pick, seat

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

HIDING = (1, 2)
"""The seats whose cards differ."""

OTHERS = {"spectator": (SPECTATOR, Eyes()), "seat 3": (seat(3), Eyes(3)), "seat 4": (seat(4), Eyes(4))}
"""Those who may not know: as the contract has them, and as the domain does."""

LENGTH = {"classic": 320, "cheops": 420}
"""The version up to which twins are played, for each scenario."""

LIVELY = {"PlacePyramidBlock", "TradeAtHarbor", "BuildShip", "BuyDevelopmentCard"}
"""What is done rather than something else, where it can be done, so that much of the scenario comes about."""


class Twins:
    """Two games of one house that only the seats 1 and 2 can tell apart."""

    def __init__(self, house: House, chance: Loaded, scenario: str) -> None:
        self.house = house
        self.chance = chance
        self.scenario = scenario
        self.ids = [house.create(4, scenario=scenario, seed=SEED, player_refs=["a", "b", "c", "d"]) for _ in range(2)]
        self.loads: list[dict[str, list[int]]] = [{}, {}]
        self.differing: Counter[str] = Counter()
        self.happen(*(f"ResourcesReceived seat={by} cards=5wool+5grain+5ore" for by in HIDING))

    def happen(self, *lines: str) -> None:
        """Let the same happen in both games."""
        for game_id in self.ids:
            happen(self.house.games, game_id, *lines, at=NOON)

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
            if not wanted and rng.random() < 0.5:
                wanted = [each for each in allowed if type(each).__name__ in LIVELY]
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
            if one.event != other.event:
                self.differing[kind_of(one)] += 1


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


def egypt_in_full_swing(game: Game) -> Iterator[str]:
    """What must happen after the setup of a game of Cheops, so that much goes on there.

    The seats 2 and 3 stand at the pyramid's site, roads of 4 and 1 lead to where 3 stands, and everyone has brick and
    ore; 3 stands at a harbor besides, to which a road of 4 leads.
    """
    board, buildings = game[Board], game[Buildings]
    taken, closed = game[Roads].taken, buildings.closed
    site = [n for n in bits(board.marked("site")) if not closed >> n & 1]
    there = site[0]
    beside = next(n for n in site if not board.grid.near[there] >> n & 1)
    own = set(bits(buildings.of[4]))
    lacking = [each for each in board.harbors if not buildings.of[4] & board.harbor_intersections[each.kind]]
    ports = [n for each in lacking for n in board.grid.ends[each.path] if not closed >> n & 1]
    port = min(ports, key=lambda n: len(way(game, own, n, taken)) or 99)
    for by, place in ((3, there), (2, beside), (3, port)):
        yield f"SettlementBuilt seat={by} intersection={place}"
        if place == there:
            yield f"PyramidBegun seat={by} intersection={place}"
    for by, goal in ((4, there), (1, there), (4, port)):
        for path in way(game, set(bits(buildings.of[by])), goal, taken):
            taken |= 1 << path
            yield f"RoadBuilt seat={by} path={path}"
    for by in game.everyone:
        yield f"ResourcesReceived seat={by} cards=3brick+2ore"
        yield f"CoinsReceived seat={by} coins=2"


def way(game: Game, starts: set[int], goal: int, taken: int) -> list[int]:
    """The shortest way over land from one of some intersections to another, along paths where nothing lies."""
    board = game[Board]
    ways: dict[int, list[int]] = {start: [] for start in starts}
    edge = list(starts)
    for spot in edge:
        for path, end in board.grid.roads_from[spot]:
            if end not in ways and board.land_paths >> path & 1 and not taken >> path & 1:
                ways[end] = [*ways[spot], path]
                edge.append(end)
    return ways.get(goal, [])
