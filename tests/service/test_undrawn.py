"""What chance has not drawn yet lies nowhere: not in an event, a view, a list or an answer, for nobody at all.

Two games with other seeds come to the same position. Until the draw all that anybody can get of them is the same, byte
by byte, the auditor's part too; then a chip, a hex, a token or a card is drawn in each, and is another one.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import grpc
import pytest

from domain.chance import SeededChance
from service.store import games as games_of_the_store
from settlers.v1 import game_pb2
from tests.rules.table import GRID as BEGINNER
from tests.scenarios.great_race.places import THREE
from tests.service.attempts import attempts
from tests.service.house import AUDITOR, House, Refusal, command, everyone, happen, kind_of
from tests.service.twins import NOON, export_but_for_hashes, frames_but_for_hashes, proofs_but_for_hashes, unnamed

SEATS = 3
ACT = ("DiceRolled seat=1 dice=[1 1] draws=[]", "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]")
RICH = "ResourcesReceived seat=1 cards=4brick+4lumber+4wool+4grain+4ore"
OUT, BESIDE = THREE.trail((10, 8), (9, 7), (8, 8))
"""A path of open sea from the home island, and the next one: a side of a hex that lies face down."""
COAST = THREE.trail((11, 11), (10, 10), (10, 8))
"""A coast of the home island, up to where ``OUT`` begins."""


class Echo:
    """Chance by the seed, noted; then, for another game, what was noted again, as long as there is some."""

    def __init__(self) -> None:
        self.noted: defaultdict[str, list[int]] = defaultdict(list)
        self.again: dict[str, list[int]] = {}
        self.loaded: dict[str, list[int]] = {}
        self._seeded = SeededChance()

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw a value."""
        for row in (self.loaded.get(purpose), self.again.get(purpose)):
            if row:
                return row.pop(0)
        value = self._seeded.draw(key, purpose, version, index, bound)
        self.noted[purpose].append(value)
        return value


class Moment(NamedTuple):
    """The moment before something is drawn: how it comes, by which command it is drawn, and how in each game."""

    scenario: str
    lines: tuple[str, ...]
    by: int
    what: game_pb2.Command
    draws: tuple[dict[str, list[int]], dict[str, list[int]]]
    kind: str


TEMPLE_LEFT = (
    "BidMade seat=1 amount=1",
    "BidPassed seat=2",
    "BidPassed seat=3",
    "BiddingEnded seat=1 amount=1",
    "TempleForgone seat=1 intersection=1",
    "EventResolved event=settlement seat=1",
)
AT_SEA = (
    f"SettlementBuilt seat=1 intersection={THREE.intersection(10, 8)}",
    f"ShipBuilt seat=1 path={OUT}",
    "TurnStarted seat=1 turn=1",
    RICH,
    *ACT,
)
AT_ANOTHERS_TOWN = (
    f"SettlementBuilt seat=1 intersection={THREE.intersection(11, 11)}",
    f"SettlementBuilt seat=2 intersection={THREE.intersection(10, 8)}",
    *(f"RoadBuilt seat=1 path={path}" for path in COAST),
    RICH,
    *ACT,
)
AT_THE_ROBBER = (
    f"SettlementBuilt seat=2 intersection={BEGINNER.corners[0][0]}",
    "ResourcesReceived seat=2 cards=2brick+2ore",
    "TurnStarted seat=1 turn=1",
    "DiceRolled seat=1 dice=[3 4] draws=[]",
    "PromptsChanged phase=seven prompts=[{robber [{robber 1 1}]}]",
)
ROLL = {"dice": [0]}

MOMENTS = {
    "an event chip": Moment(
        "alexander",
        (*TEMPLE_LEFT, "TurnStarted seat=2 turn=2", "PromptsChanged phase=roll prompts=[{roll [{roll 2 1}]}]"),
        2,
        command("roll_dice"),
        (ROLL | {"event_chip": [0]}, ROLL | {"event_chip": [27]}),
        "event_chip_revealed",
    ),
    "cards of the supply stack": Moment(
        "alexander",
        (*TEMPLE_LEFT, "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]"),
        1,
        command("pass"),
        ({"supply": [0, 0, 0]}, {"supply": [50, 49, 48]}),
        "supply_cards_drawn",
    ),
    "an unknown hex": Moment(
        "great-race",
        AT_SEA,
        1,
        command("build_ship", path=BESIDE),
        ({"unknown_terrain": [0], "unknown_number": [0]}, {"unknown_terrain": [6], "unknown_number": [0]}),
        "hex_revealed",
    ),
    "the token of an unknown hex": Moment(
        "great-race",
        AT_SEA,
        1,
        command("build_ship", path=BESIDE),
        ({"unknown_terrain": [0], "unknown_number": [0]}, {"unknown_terrain": [0], "unknown_number": [1]}),
        "hex_revealed",
    ),
    "a card for a landing": Moment(
        "great-race",
        AT_ANOTHERS_TOWN,
        1,
        command("build_ship", path=OUT),
        ({"landing": [0]}, {"landing": [17]}),
        "landing_card_drawn",
    ),
    "a stolen card": Moment(
        "classic",
        AT_THE_ROBBER,
        1,
        command("move_robber", hex=0, victim=2),
        ({"theft": [0]}, {"theft": [3]}),
        "card_stolen",
    ),
    "a development card": Moment(
        "classic",
        (RICH, *ACT),
        1,
        command("buy_development_card"),
        ({"development_card": [0]}, {"development_card": [24]}),
        "development_card_bought",
    ),
}


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> Echo:
    """Chance that gives a second game what a first one drew."""
    chance = Echo()
    monkeypatch.setattr(games_of_the_store, "CHANCE", chance)
    return chance


@pytest.fixture
def house() -> Iterator[House]:
    """A house whose clock stands still."""
    with House(now=lambda: NOON) as opened:
        yield opened


@pytest.mark.parametrize("name", MOMENTS)
def test_what_is_not_drawn_lies_nowhere(name: str, house: House, echo: Echo):
    moment = MOMENTS[name]
    ids = []
    for n in range(2):
        echo.again = dict(echo.noted) if n else {}
        ids.append(house.create(SEATS, scenario=moment.scenario, seed=bytes([n]) * 32))
        happen(house.games, ids[-1], *moment.lines, at=NOON)
    echo.again = {}
    streams = [[house.watch(game_id, viewer, proof=True) for viewer in everyone(SEATS)] for game_id in ids]
    before = house.view(ids[0]).version
    assert everything(house, ids[0], before) == everything(house, ids[1], before)
    for game_id, draws in zip(ids, moment.draws, strict=True):
        echo.loaded = {purpose: list(row) for purpose, row in draws.items()}
        house.execute(game_id, moment.by, moment.what)
    drawn = [house.events(game_id, AUDITOR, before) for game_id in ids]
    others = [kind_of(a) for a, b in zip(*drawn, strict=False) if a.event != b.event]
    assert others[0] == moment.kind, "another one was to be drawn"
    assert everything(house, ids[0], before) == everything(house, ids[1], before), "it shows in what was before"
    seen = [
        [masked(house, game_id, each) for stream in rows for each in frames_but_for_hashes(stream, before)]
        for game_id, rows in zip(ids, streams, strict=True)
    ]
    assert seen[0] == seen[1]


def masked(house: House, game_id: str, message: object) -> bytes:
    """A message without the game's name and the commitment to its seed."""
    commitment = house.view(game_id, version=1).table.commitment
    return unnamed(message, game_id).replace(commitment, bytes(len(commitment)))  # type: ignore[arg-type]


def everything(house: House, game_id: str, version: int) -> list[bytes]:
    """All that everybody can get of a game up to a version: events with their proof, files, views, lists, refusals."""
    found: list[object] = []
    for viewer in everyone(SEATS):
        found += [event for event in proofs_but_for_hashes(house, game_id, viewer) if event.version <= version]  # type: ignore[attr-defined]
        found += export_but_for_hashes(house, game_id, viewer)[:version]
        found += [house.view(game_id, viewer, at) for at in range(1, version + 1, 3)]
        found.append(house.view(game_id, viewer, version))
    texts = []
    if house.view(game_id).version == version:
        board = house.view(game_id).board
        found += [house.legal(game_id, by) for by in range(1, SEATS + 1)]
        for what in attempts(house.view(game_id).table.scenario, board, random.Random(1)):
            try:
                house.execute(game_id, SEATS, what)
            except grpc.RpcError as error:
                refusal = Refusal(error)
                found.append(refusal.status)
                texts.append(refusal.text.replace(game_id, "").encode())
    return [masked(house, game_id, each) for each in found] + texts
