"""The Great Race through the front door: what is listed, shown and refused there, over gRPC, with its rule's number."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import grpc
import pytest

from service.config import IN_MEMORY
from settlers.v1 import board_pb2, cards_pb2, game_pb2
from tests.scenarios.great_race.places import BOARD_FOR, CHARTS, FOUR, THREE, Point
from tests.service.house import (
    AUDITOR,
    SEED,
    SPECTATOR,
    House,
    Loaded,
    command,
    everyone,
    happen,
    kind_of,
    refused,
    seat,
)

FORBIDDEN = grpc.StatusCode.FAILED_PRECONDITION
RICH = "4brick+4lumber+4wool+4grain+4ore"
SHIP_COST, ROAD_COST = "1lumber+1wool", "1brick+1lumber"
HOME, HOMES, AWAY = (10, 8), ((12, 2), (11, 5), (11, 11), (10, 14)), (7, 7)
"""On the board for three: a coast of the home island, other places there, and one of the coastal strip."""
OUT, BESIDE, BETWEEN = THREE.trail(HOME, (9, 7), (8, 8), (7, 7))
"""From ``HOME`` over open sea, along a hex that lies face down, and on between two of them."""
FOUND = THREE.tile(2, 4)
"""The hex beside ``BESIDE``."""


class Race:
    """A game at sea: nothing stands, hands are empty, and seat 1 has rolled; all else is made."""

    def __init__(self, house: House, chance: Loaded, seats: int = 3, options: Iterable[str] = ()) -> None:
        self.house = house
        self.chance = chance
        self.seats = seats
        self.chart = CHARTS[BOARD_FOR[seats]]
        self.game_id = house.create(seats, scenario="great-race", seed=SEED, options=options)
        self.acting()

    def happen(self, *lines: str) -> "Race":
        happen(self.house.games, self.game_id, *lines)
        return self

    def play(self, by: int, field: str, **fields: Any) -> Any:
        return self.house.execute(self.game_id, by, command(field, **fields))

    def view(self, viewer: game_pb2.Viewer = AUDITOR) -> game_pb2.GameView:
        return self.house.view(self.game_id, viewer)

    def listed(self, by: int, field: str) -> list[Any]:
        """The commands of a kind that are listed for a seat."""
        return [getattr(each, field) for each in self.house.legal(self.game_id, by).commands if each.HasField(field)]

    def acting(self) -> "Race":
        """A turn of seat 1 has come to where it may trade and build."""
        return self.to_roll().happen(
            "DiceRolled seat=1 dice=[1 1] draws=[]", "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]"
        )

    def to_roll(self) -> "Race":
        """A turn of seat 1 begins."""
        turn = self.view().turn.turn + 1
        return self.happen(f"TurnStarted seat=1 turn={turn}", "PromptsChanged phase=roll prompts=[{roll [{roll 1 1}]}]")

    def place(self, by: int, *points: Point) -> "Race":
        """A seat has settlements there."""
        return self.happen(*(f"SettlementBuilt seat={by} intersection={self.chart.intersection(*p)}" for p in points))

    def city(self, by: int, *points: Point) -> "Race":
        """A seat has cities there."""
        cities = (f"CityBuilt seat={by} intersection={self.chart.intersection(*p)}" for p in points)
        return self.place(by, *points).happen(*cities)

    def ships(self, by: int, *paths: int) -> "Race":
        """A seat has ships there, of an earlier turn."""
        return self.happen(*(f"ShipBuilt seat={by} path={path}" for path in paths)).acting()

    def roads(self, by: int, *paths: int) -> "Race":
        """A seat has roads there."""
        return self.happen(*(f"RoadBuilt seat={by} path={path}" for path in paths))

    def arrived(self, by: int, point: Point) -> "Race":
        """A seat's ship has come to a place, over open sea."""
        paths = self.chart.paths_at(self.chart.intersection(*point))
        return self.ships(by, next(p for p in sorted(paths) if "." in self.chart.along(p)))

    def explored(self) -> "Race":
        """All hexes lie open."""
        plan = self.chart.plan
        numbers = list(plan.hidden_numbers)
        for h, terrain in zip(sorted(self.chart.hidden), plan.hidden_terrains, strict=True):
            number = 0 if str(terrain) in ("sea", "desert") else numbers.pop()
            self.happen(f"HexRevealed seat=1 hex={h} terrain={terrain} number={number} draws=[]")
        return self

    def holding(self, by: int, cards: str) -> "Race":
        """A seat gets these from the bank."""
        return self.happen(f"ResourcesReceived seat={by} cards={cards}")

    def card(self, name: str) -> "Race":
        """Seat 1 has a development card of an earlier turn."""
        return self.happen(f"DevelopmentCardBought seat=1 card={name}").acting()

    def finds(self, terrain: str, number: int = 0) -> None:
        """The next hex that is turned up is of this terrain, with this number."""
        plan = self.chart.plan
        self.chance.values["unknown_terrain"] = [list(map(str, plan.hidden_terrains)).index(terrain)]
        self.chance.values["unknown_number"] = [list(plan.hidden_numbers).index(number)] if number else []


@pytest.fixture
def house() -> Iterator[House]:
    with House(IN_MEMORY) as opened:
        yield opened


@pytest.fixture
def race(house: House, loaded: Loaded) -> Race:
    return Race(house, loaded)


# What is refused ------------------------------------------------------------------------------------------------------


class Refused(NamedTuple):
    """What seat 1 asked for in vain, and why; on the board for so many seats."""

    reason: str
    rule: str
    field: str
    fields: Mapping[str, Any]
    seats: int = 3


def at(*point: int) -> dict[str, int]:
    """A place on the board for three."""
    return {"intersection": THREE.intersection(*point)}


STORM, CALM = (THREE.path((5, 1), end) for end in ((5, -1), (4, 2)))
"""Two ways over the sea from the north of the strip, the first of them along a storm."""
SOUTH = THREE.trail((11, 11), (10, 10), HOME)
"""The coast of the home island from the south up to ``HOME``."""
FORBIDDEN_COAST, FORBIDDEN_LAND, OPEN_COAST = (FOUR.path((6, 4), end) for end in ((5, 5), (6, 2), (7, 5)))
"""On the board for four: the ways from a corner that the strip and a forbidden land share."""

STORIES: dict[str, tuple[Callable[[Race], object], Refused]] = {
    "a ship on the edge of a storm": (
        lambda r: r.place(1, (5, 1)).holding(1, RICH),
        Refused("STORM", "G5.1", "build_ship", {"path": STORM}),
    ),
    "a ship moved to the edge of a storm": (
        lambda r: r.place(1, (5, 1)).ships(1, CALM),
        Refused("STORM", "G5.1", "move_ship", {"origin": CALM, "path": STORM}),
    ),
    "a ship on a forbidden land": (
        lambda r: r.ships(1, OPEN_COAST).holding(1, RICH),
        Refused("FORBIDDEN_LAND", "G5.2", "build_ship", {"path": FORBIDDEN_COAST}, 4),
    ),
    "a road on a forbidden land": (
        lambda r: r.roads(1, OPEN_COAST).holding(1, RICH),
        Refused("FORBIDDEN_LAND", "G5.2", "build_road", {"path": FORBIDDEN_LAND}, 4),
    ),
    "a settlement on a forbidden land": (
        lambda r: r.roads(1, OPEN_COAST).holding(1, RICH),
        Refused("FORBIDDEN_LAND", "G5.2", "build_settlement", {"intersection": FOUR.intersection(6, 4)}, 4),
    ),
    "a second building on the gold islands": (
        lambda r: r.place(1, (-1, 5)).arrived(1, (0, 8)).holding(1, RICH),
        Refused("ALREADY_ON_GOLD", "G6.1", "build_settlement", at(0, 8)),
    ),
    "the last settlement elsewhere": (
        lambda r: r.place(1, *HOMES).arrived(1, HOME).holding(1, RICH),
        Refused("KEPT_FOR_GOLD", "G6.2", "build_settlement", at(*HOME)),
    ),
    "the last city elsewhere": (
        lambda r: r.city(1, *HOMES[:3]).place(1, HOME).holding(1, RICH),
        Refused("KEPT_FOR_GOLD", "G6.2", "build_city", at(*HOME)),
    ),
    "joining at a rival's town with no card left": (
        lambda r: r.place(2, HOME).place(1, (11, 11)).roads(1, *SOUTH).holding(1, SHIP_COST),
        Refused("NO_CARD_FOR_LANDING", "G3.2", "build_ship", {"path": OUT}),
    ),
    "starting at a rival's town": (
        lambda r: r.place(2, HOME).holding(1, RICH),
        Refused("NOT_CONNECTED", "S1", "build_ship", {"path": OUT}),
    ),
    "a path between two unknown hexes": (
        lambda r: r.place(1, HOME).ships(1, OUT, BESIDE).holding(1, RICH),
        Refused("UNKNOWN_HEXES", "G4.3", "build_ship", {"path": BETWEEN}),
    ),
    "a second piece on a path": (
        lambda r: r.place(1, HOME).ships(1, SOUTH[1]).holding(1, RICH),
        Refused("OCCUPIED", "G3.1", "build_road", {"path": SOUTH[1]}),
    ),
    "the robber on the home island": (
        lambda r: (
            r.place(1, AWAY).place(2, (0, 4)).happen("PromptsChanged phase=seven prompts=[{robber [{robber 1 1}]}]")
        ),
        Refused("ROBBER_NOT_ALLOWED", "G6.4", "move_robber", {"hex": min(THREE.home)}),
    ),
    "a point card with nothing to build": (
        lambda r: r.card("victory_point"),
        Refused("NOTHING_TO_GAIN", "G2.2", "play_victory_point", {}),
    ),
    "a start off the home island": (
        lambda r: r.happen("PromptsChanged phase=setup prompts=[{setup_settlement [{setup_settlement 1 1}]}]"),
        Refused("NOT_A_STARTING_PLACE", "G1.6", "build_settlement", at(*AWAY)),
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_what_breaks_a_rule_of_the_race_is_refused_by_its_number(story: str, house: House, loaded: Loaded):
    set_up, wanted = STORIES[story]
    race = Race(house, loaded, wanted.seats)
    if wanted.rule == "G5.1":
        race.explored()
    set_up(race)
    before = house.events(race.game_id, AUDITOR), race.view()
    refusal = refused(lambda: race.play(1, wanted.field, **wanted.fields))
    assert (refusal.code, refusal.reason, refusal.metadata["rule"]) == (FORBIDDEN, wanted.reason, wanted.rule)
    asked = command(wanted.field, **wanted.fields)
    assert asked not in house.legal(race.game_id, 1).commands
    assert (house.events(race.game_id, AUDITOR), race.view()) == before


# What is turned up ----------------------------------------------------------------------------------------------------


class Reveal(NamedTuple):
    """How a hex comes to be turned up: the position, the command, and what happens before."""

    position: Callable[[Race], object]
    field: str
    fields: Mapping[str, int]
    before: list[str]
    hex: int = FOUND
    seats: int = 3


REVEALS = {
    "a ship": Reveal(
        lambda r: r.place(1, HOME).ships(1, OUT).holding(1, SHIP_COST),
        "build_ship",
        {"path": BESIDE},
        ["ship_built", "resources_paid"],
    ),
    "a moved ship": Reveal(
        lambda r: r.place(1, HOME).ships(1, OUT, SOUTH[1]),
        "move_ship",
        {"origin": SOUTH[1], "path": BESIDE},
        ["ship_moved"],
    ),
    "a road": Reveal(
        lambda r: r.place(1, (6, 2)).holding(1, ROAD_COST),
        "build_road",
        {"path": THREE.path((6, 2), (6, 4))},
        ["road_built", "resources_paid"],
        THREE.tile(1, 3),
    ),
    "the piece of a point card": Reveal(
        lambda r: r.place(1, HOME).ships(1, OUT).card("victory_point").play(1, "play_victory_point"),
        "build_ship",
        {"path": BESIDE},
        ["ship_built"],
    ),
    "a piece of road building": Reveal(
        lambda r: r.place(1, HOME).ships(1, OUT).card("road_building").play(1, "play_road_building"),
        "build_ship",
        {"path": BESIDE},
        ["ship_built"],
    ),
    "a setup piece": Reveal(
        lambda r: r.happen("PromptsChanged phase=setup prompts=[{setup_settlement [{setup_settlement 1 1}]}]").play(
            1, "build_settlement", intersection=FOUR.intersection(12, 2)
        ),
        "build_road",
        {"path": FOUR.path((12, 2), (12, 4))},
        ["road_built"],
        FOUR.tile(1, 5),
        4,
    ),
}


@pytest.mark.rule("G4.1", "G4.2")
@pytest.mark.parametrize("name", REVEALS)
def test_what_turns_a_hex_up_shows_it_to_all_and_brings_its_finder_a_card(name: str, house: House, loaded: Loaded):
    reveal = REVEALS[name]
    race = Race(house, loaded, reveal.seats)
    reveal.position(race)
    number = min(race.chart.plan.hidden_numbers)
    race.finds("forest", number)
    before = race.view(SPECTATOR)
    assert before.board.hexes[reveal.hex].terrain == board_pb2.TERRAIN_UNKNOWN
    assert (before.unknown.hexes, len(before.unknown.terrains)) == (len(race.chart.hidden),) * 2
    assert dict(reveal.fields) in [
        {field: getattr(each, field) for field in reveal.fields} for each in race.listed(1, reveal.field)
    ]
    events = race.play(1, reveal.field, **reveal.fields).events
    count = len(reveal.before)
    assert [kind_of(event) for event in events[: count + 2]] == [*reveal.before, "hex_revealed", "resources_received"]
    shown, got = events[count].event.hex_revealed, events[count + 1].event.resources_received
    assert (shown.seat, shown.hex, shown.terrain, shown.number) == (1, reveal.hex, board_pb2.TERRAIN_FOREST, number)
    assert (got.seat, got.cards.lumber) == (1, 1)
    for viewer in everyone(reveal.seats):
        assert events[count + 1] in race.house.events(race.game_id, viewer), "what the finder gets is open"
        after = race.view(viewer)
        tile = after.board.hexes[reveal.hex]
        assert (tile.terrain, tile.number, tile.region) == (board_pb2.TERRAIN_FOREST, number, "")
        assert after.unknown.hexes == before.unknown.hexes - 1
        assert sorted([*after.unknown.numbers, number]) == list(before.unknown.numbers)


# Landings, shared paths, the robber, the end --------------------------------------------------------------------------


@pytest.mark.rule("G3.2", "G3.3")
def test_a_landing_is_seen_by_all_and_its_card_by_the_two(race: Race):
    race.place(2, HOME).place(1, (11, 11)).roads(1, *SOUTH).holding(1, f"{SHIP_COST}+1ore")
    assert OUT in [each.path for each in race.listed(1, "build_ship")]
    version = race.view().version
    race.play(1, "build_ship", path=OUT)
    knows = []
    for viewer in everyone(3):
        (drawn,) = [each.event.landing_card_drawn for each in race.house.events(race.game_id, viewer, version)][2:3]
        assert (drawn.seat, drawn.owner) == (1, 2)
        if drawn.HasField("resource"):
            assert drawn.resource == cards_pb2.RESOURCE_ORE
            knows.append((viewer.role, viewer.seat))
    assert knows == [(viewer.role, viewer.seat) for viewer in (seat(1), seat(2), AUDITOR)]
    assert [hand.count for hand in race.view(SPECTATOR).hands.hands] == [0, 1, 0]


@pytest.mark.rule("G3.1")
def test_seats_share_a_path(race: Race):
    race.place(1, HOME).place(2, (11, 11)).roads(2, *SOUTH).holding(1, RICH)
    race.play(1, "build_road", path=SOUTH[1])
    shown = race.view(SPECTATOR)
    assert sorted(road.seat for road in shown.roads.roads if road.path == SOUTH[1]) == [1, 2]


@pytest.mark.rule("G6.3", "G6.4")
def test_the_robber_comes_in_once_two_stand_abroad_and_stays_off_the_home_island(race: Race):
    assert not race.view(SPECTATOR).robber.HasField("hex")
    for abroad, asked in ((AWAY, "act"), ((0, 4), "robber")):
        race.place(1, abroad).to_roll()
        race.chance.dice(3, 4)
        race.play(1, "roll_dice")
        assert [prompt.kind for prompt in race.view().turn.prompts] == [asked]
    assert {each.hex for each in race.listed(1, "move_robber")} == THREE.strip | THREE.gold
    race.play(1, "move_robber", hex=THREE.tile(1, 2))
    assert race.view(SPECTATOR).robber.hex == THREE.tile(1, 2)


@pytest.mark.rule("G8.1")
def test_the_largest_army_plunders_two(house: House, loaded: Loaded):
    race = Race(house, loaded, options=["largest_army"]).place(2, (5, 7)).place(3, (6, 10)).holding(2, "1ore")
    race.holding(3, "2wool").happen("PromptsChanged phase=seven prompts=[{robber [{robber 1 1}]}]")
    both = THREE.tile(3, 2)
    refusal = refused(lambda: race.play(1, "move_robber", hex=both, victim=2, second=3))
    assert (refusal.reason, refusal.metadata["rule"]) == ("NO_SUCH_VICTIM", "G8.1")
    race.happen("LargestArmyAwarded seat=1 knights=3")
    moves = [(each.victim, each.second) for each in race.listed(1, "move_robber") if each.hex == both]
    assert sorted(moves) == [(2, 3), (3, 0), (3, 2)], "2 has but one card"
    events = race.play(1, "move_robber", hex=both, victim=2, second=3).events
    assert [kind_of(event) for event in events[:3]] == ["robber_moved", "card_stolen", "card_stolen"]
    assert [hand.count for hand in race.view(SPECTATOR).hands.hands] == [2, 0, 1]


@pytest.mark.rule("G7.1")
def test_a_city_on_a_red_point_ends_the_race(race: Race):
    race.place(1, (0, 4)).holding(1, "2grain+3ore")
    events = race.play(1, "build_city", intersection=THREE.intersection(0, 4)).events
    (ended,) = [each.event.game_ended for each in events if kind_of(each) == "game_ended"]
    assert list(ended.winners) == [1]
    assert race.view(SPECTATOR).turn.over


@pytest.mark.rule("B7.5", "G4.1")
def test_a_ship_of_the_special_building_phase_turns_a_hex_up(house: House, loaded: Loaded):
    race = Race(house, loaded, 5).place(2, (12, 2))
    out, beside = race.chart.trail((12, 2), (11, 1), (10, 2))
    race.ships(2, out).holding(2, SHIP_COST).play(1, "pass")
    race.finds("hills", min(race.chart.plan.hidden_numbers))
    assert beside in [each.path for each in race.listed(2, "build_ship")]
    kinds = [kind_of(event) for event in race.play(2, "build_ship", path=beside).events]
    assert kinds[:4] == ["ship_built", "resources_paid", "hex_revealed", "resources_received"]
    assert race.view(seat(2)).hands.hands[1].cards.brick == 1
