"""A table to play rules at: given a position, when a seat does something, then this happens.

    table = Table.playing()                                   # setup played, seat 1 has rolled, all hands empty
    table.holding(1, "1brick+1lumber")                        # given
    road = path(intersection(3, 5), intersection(4, 4))
    table.when(f"1 BuildRoad path={road}").then_facts(        # when, then
        f"RoadBuilt seat=1 path={road}", "ResourcesPaid seat=1 cards=1brick+1lumber"
    )
    table.refused(f"1 BuildRoad path={road}", "OCCUPIED", "B7.2")

Commands and events are lines of the domain's notation; the draws of chance are left out of event lines. A position is
made of events, so nothing stands on the table that the game could not store. After every command the table counts
cards, pieces and points anew, folds the events a second time, and holds what is listed against what was accepted.

Places of the beginner's board are named by its hexes as they are drawn (all nineteen differ): ``hex_of("M10")``,
``meeting("A12", "H6", "F11")``, ``border("M10", "L2")``, ``corner("M10", "NW")``, ``coast("M10", "NW")``; or by the
lattice: ``intersection(2, 4)``, ``path(one, other)``. Intersections and paths are the same on all classic boards.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec
import pytest

from domain.board import Grid, Plan, Side
from domain.board.laid import Board
from domain.chance import SeededChance, commitment
from domain.components import (
    Cards,
    DevelopmentCard,
    Resource,
    Seat,
    Terrain,
    bits,
    count,
    covers,
    kinds,
    total,
    unpack,
    unpack_goods,
)
from domain.engine import (
    RULES_VERSION,
    Choice,
    Command,
    Event,
    Game,
    GameCreated,
    PointsChanged,
    Prompts,
    Scores,
    before_creation,
    choices,
    create,
    evolve,
    evolve_all,
    execute,
    legal,
)
from domain.errors import Illegal
from domain.notation import read_command, read_event, write_command, write_event
from domain.rules.buildings import Buildings, CityBuilt, SettlementBuilt
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.rules.largest_army import Army, LargestArmyAwarded
from domain.rules.longest_route import LongestRouteAwarded, RouteChanged, Routes
from domain.rules.production import Production
from domain.rules.roads import RoadBuilt, Roads
from domain.rules.robber import MoveRobber
from domain.rules.turn import Turn
from domain.scenarios import SCENARIOS

EACH_RESOURCE, EACH_OF_MANY = 19, 24
"""B1.2: the second for 5–6 seats."""
ROADS, SETTLEMENTS, CITIES = 15, 5, 4
"""B1.1"""
SHORTEST_ROUTE, SMALLEST_ARMY, SPECIAL_CARD_POINTS = 5, 3, 2
"""B9.1, B9.2"""

QUIET = (1, 1)
"""A roll that yields nothing to the buildings of ``SETUP``: nobody stands at the pasture with the 2."""
SEED = bytes(range(32))

PROMPTS = "PromptsChanged"
"""The event that says who must act next."""
_DRAWS = re.compile(r" draws=\[[^\]]*\]")


# Chance ---------------------------------------------------------------------------------------------------------------


class LoadedChance:
    """Chance that gives what a script says, for each purpose its values in order; then 0.

    A board that is not scripted stays as its lists are written (every shuffle leaves all in place), but free tokens,
    which are laid again until they fit, come from a seed.
    """

    def __init__(self, script: Mapping[str, Iterable[int]] | None = None) -> None:
        self.script = {purpose: list(values) for purpose, values in (script or {}).items()}
        self.drawn: list[tuple[str, int]] = []
        """What was drawn: for what purpose, and from how many values."""

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Give the next scripted value."""
        self.drawn.append((purpose, bound))
        if self.script.get(purpose):
            value = self.script[purpose].pop(0)
            assert 0 <= value < bound, f"the script has {value} for a {purpose}, which is drawn from 0 to {bound - 1}"
            return value
        if purpose == "token":
            return SeededChance().draw(SEED, purpose, version, index, bound)
        return bound - 1 if purpose in ("terrain", "harbor") else 0

    @property
    def unused(self) -> dict[str, list[int]]:
        """What the script says and nobody drew."""
        return {purpose: values for purpose, values in self.script.items() if values}


def roll_of(first: int, second: int) -> dict[str, list[int]]:
    """The script for a roll: one draw from 36, six times the first die and once the second, each less 1."""
    return {"dice": [6 * (first - 1) + second - 1]}


def dice_showing(number: int) -> tuple[int, int]:
    """Some two dice that show this number together."""
    first = max(1, number - 6)
    return first, number - first


# Places ---------------------------------------------------------------------------------------------------------------

PLAN: Plan = SCENARIOS["classic"].boards["beginner"]()
GRID: Grid = PLAN.grid
_LETTERS = {
    Terrain.HILLS: "H",
    Terrain.FOREST: "F",
    Terrain.PASTURE: "L",
    Terrain.FIELDS: "A",
    Terrain.MOUNTAINS: "M",
    Terrain.DESERT: "D",
}
_HEXES = {f"{_LETTERS[spot.terrain]}{spot.number or ''}": n for n, spot in enumerate(PLAN.hexes)}
_CORNERS = ("N", "NE", "SE", "S", "SW", "NW")


def hex_of(drawn: str) -> int:
    """The hex of the beginner's board that is drawn so: "M10" is the mountains with the 10, "D" the desert."""
    return _HEXES[drawn]


def hex_with(terrain: str, number: int = 0) -> int:
    """The hex of the beginner's board with this terrain and number: ``hex_with("mountains", 10)``."""
    (found,) = [n for n, spot in enumerate(PLAN.hexes) if (spot.terrain, spot.number) == (Terrain(terrain), number)]
    return found


def intersection(x: int, y: int) -> int:
    """The intersection at this place of the lattice."""
    return GRID.intersections.index((x, y))


def meeting(*drawn: str) -> int:
    """The one intersection where these hexes, and no others, meet: ``meeting("A12", "H6", "F11")``."""
    around = sorted(map(hex_of, drawn))
    (found,) = [n for n, hexes in enumerate(GRID.hexes_at) if sorted(hexes) == around]
    return found


def corner(drawn: str, name: str) -> int:
    """The intersection at a hex's corner: N, NE, SE, S, SW or NW."""
    return GRID.corners[hex_of(drawn)][_CORNERS.index(name)]


def path(one: int, other: int) -> int:
    """The path between two neighboring intersections."""
    return GRID.ends.index((min(one, other), max(one, other)))


path_between = path


def border(one: str, other: str) -> int:
    """The path between two neighboring hexes: ``border("M10", "L2")``."""
    (found,) = [p for p in GRID.sides[hex_of(one)] if hex_of(other) in GRID.hexes_along[p]]
    return found


def coast(drawn: str, side: str) -> int:
    """The path at a hex's side: NE, E, SE, SW, W or NW."""
    return GRID.sides[hex_of(drawn)][Side[side]]


def trail(*points: tuple[int, int]) -> list[int]:
    """The paths along a row of intersections, given by their places on the lattice: n points make n - 1 paths."""
    stops = [intersection(*point) for point in points]
    return [path(one, other) for one, other in pairwise(stops)]


def paths_at(place: int) -> list[int]:
    """The paths that meet at an intersection."""
    return [p for p, ends in enumerate(GRID.ends) if place in ends]


def neighbors(place: int) -> list[int]:
    """The intersections one path away."""
    return [sum(GRID.ends[p]) - place for p in paths_at(place)]


# Cards ----------------------------------------------------------------------------------------------------------------


def cards_of(text: str) -> Cards:
    """A bag of resource cards as the notation writes it: "2brick+1ore"; "0" is none."""
    return read_event(f"ResourcesPaid seat=1 cards={text}").cards


def cards_text(bag: Cards) -> str:
    """A bag of resource cards in the notation."""
    return "+".join(f"{n}{r.name.lower()}" for r, n in zip(Resource, unpack(bag), strict=True) if n) or "0"


# The setup that most tests begin with ---------------------------------------------------------------------------------

SETUP: dict[Seat, tuple[tuple[tuple[int, int], tuple[int, int]], tuple[tuple[int, int], tuple[int, int]]]] = {
    1: (((2, 4), (3, 5)), ((6, 8), (6, 10))),
    2: (((6, 4), (6, 2)), ((2, 10), (1, 11))),
    3: (((9, 7), (9, 5)), ((3, 7), (2, 8))),
    4: (((0, 4), (-1, 5)), ((5, 11), (5, 13))),
}
"""For each seat its first and second settlement, each with the other end of its road.

1: A12 H6 F11, then F3 A4 L5.   2: L4 H10 F3, then F8 M3 H5.   3: M8 at the 3:1 harbor, then F11 D M3.
4: A12 A9 at the 2:1 lumber harbor, then A4 A6 L11.
"""

SETUP_HANDS = {1: "1lumber+1wool+1grain", 2: "1brick+1lumber+1ore", 3: "1lumber+1ore", 4: "1wool+2grain"}
"""What the second settlements yield."""


def first_settlement(seat: Seat) -> int:
    """Where a seat's first settlement of ``SETUP`` stands."""
    return intersection(*SETUP[seat][0][0])


def second_settlement(seat: Seat) -> int:
    """Where a seat's second settlement of ``SETUP`` stands."""
    return intersection(*SETUP[seat][1][0])


def first_road(seat: Seat) -> int:
    """The path of the road at a seat's first settlement of ``SETUP``."""
    return trail(*SETUP[seat][0])[0]


def second_road(seat: Seat) -> int:
    """The path of the road at a seat's second settlement of ``SETUP``."""
    return trail(*SETUP[seat][1])[0]


# What happened --------------------------------------------------------------------------------------------------------


class Happened(list[str]):
    """The events of one command, a line each, without draws."""

    def then(self, *lines: str) -> "Happened":
        """Assert that just these events happened, in this order, prompts and all."""
        assert list(self) == list(lines)
        return self

    def then_facts(self, *lines: str) -> "Happened":
        """Assert that just these events happened, in this order, leaving aside who must act next."""
        assert self.facts == list(lines)
        return self

    def then_includes(self, *lines: str) -> "Happened":
        """Assert that these events happened in this order, with others before, between or after them.

        A line may leave fields out at its end: "TurnStarted seat=2" stands for any turn's number.
        """
        left = iter(self)
        for line in lines:
            assert any(each == line or each.startswith(line + " ") for each in left), f"{line!r} is not in {self!r}"
        return self

    def then_no(self, *names: str) -> "Happened":
        """Assert that no event of these names happened."""
        assert not [line for line in self if line.partition(" ")[0] in names]
        return self

    @property
    def facts(self) -> list[str]:
        """The lines that are not about who must act."""
        return [line for line in self if line.partition(" ")[0] != PROMPTS]


def line_of(event: Event) -> str:
    """Write an event without its draws."""
    return _DRAWS.sub("", write_event(event))


# The table ------------------------------------------------------------------------------------------------------------


class Table:
    """A game, and what tests do with it. ``history`` holds all its events, given ones too."""

    def __init__(self, game: Game, history: Sequence[Event]) -> None:
        self.game = game
        self.history = list(history)
        self.happened = Happened()
        self.drawn: list[tuple[str, int]] = []
        """What the last command drew: for what purpose, and from how many values."""

    # Positions

    def fork(self) -> "Table":
        """The same position on a table of its own."""
        return type(self)(self.game, self.history)

    @classmethod
    def start(
        cls,
        seats: int = 4,
        board: str | Plan = "beginner",
        options: Sequence[str] = (),
        *,
        scenario: str = "classic",
        seed: bytes = SEED,
        script: Mapping[str, Iterable[int]] | None = None,
        chance: object = None,
    ) -> "Table":
        """A game just created. ``script`` loads the board's draws; ``chance`` takes the place of ``LoadedChance``."""
        chapter = SCENARIOS[scenario].with_options(options)
        assert seats in chapter.seats, f"{scenario} is played by {chapter.seats}"
        created = GameCreated(
            scenario=chapter.key,
            options=chapter.chosen,
            seats=seats,
            players=("",) * seats,
            board=chapter.boards[board]() if isinstance(board, str) else board,
            rules_version=RULES_VERSION,
            commitment=commitment(seed),
            seed_chosen=True,
            seed=seed,
        )
        game, events = create(chapter, created, chance or LoadedChance(script))
        table = cls(before_creation(chapter, seats), ())
        table._take(game, events)
        return table

    @classmethod
    def after_setup(cls, seats: int = 4, board: str | Plan = "beginner", **how: object) -> "Table":
        """``SETUP`` is played: seat 1 is asked to roll; hands hold what the second settlements yielded."""
        table = cls.start(seats, board, **how)
        there = [(seat, SETUP[seat][0]) for seat in range(1, seats + 1)]
        back = [(seat, SETUP[seat][1]) for seat in range(seats, 0, -1)]
        for seat, (place, end) in there + back:
            table.when(f"{seat} BuildSettlement intersection={intersection(*place)}")
            table.when(f"{seat} BuildRoad path={trail(place, end)[0]}")
        return table

    @classmethod
    def playing(cls, seats: int = 4, seat: Seat = 1, **how: object) -> "Table":
        """``SETUP`` is played, all hands are empty, and a seat has rolled and may trade and build."""
        return cls.after_setup(seats, **how).empty_hands().in_turn(seat).empty_hands()

    @classmethod
    def bare(cls, seats: int = 4, **how: object) -> "Table":
        """An empty board and empty hands; seat 1 has rolled and may trade and build what it is given."""
        table = cls.start(seats, **how)
        return table.given(
            "TurnStarted seat=1 turn=1",
            "DiceRolled seat=1 dice=[1 1] draws=[]",
            "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
        )

    def given(self, *events: str | Event) -> "Table":
        """Let events have happened (lines or events), with the awards and points that follow from them.

        Refuses what cannot lie on a table: two pieces in one place, more pieces or cards than there are.
        """
        for event in events:
            event = read_event(event) if isinstance(event, str) else event
            self._check_possible(event)
            self._fold(event)
            self._bring_awards_up_to_date()
        self._check_counts()
        return self

    def roads(self, seat: Seat, paths: Iterable[int]) -> "Table":
        """Give a seat roads on these paths."""
        return self.given(*(RoadBuilt(seat, each) for each in paths))

    def settlements(self, seat: Seat, *places: int) -> "Table":
        """Give a seat settlements on these intersections."""
        return self.given(*(SettlementBuilt(seat, place) for place in places))

    def cities(self, seat: Seat, *places: int) -> "Table":
        """Give a seat cities on these intersections, its settlements there first where none stand."""
        for place in places:
            if not self.game[Buildings].settlements[seat] >> place & 1:
                self.settlements(seat, place)
            self.given(CityBuilt(seat, place))
        return self

    def holding(self, seat: Seat, cards: str) -> "Table":
        """Give a seat just these cards: its own go back to the bank, these come from there."""
        if self.game[Hands].of[seat]:
            self.given(f"ResourcesPaid seat={seat} cards={self.hand(seat)}")
        return self if cards == "0" else self.given(f"ResourcesReceived seat={seat} cards={cards}")

    def holding_just(self, **hands: str) -> "Table":
        """Give every seat just these cards, none to those not named: ``holding_just(s1="8ore", s2="7wool")``."""
        self.empty_hands()
        for seat, cards in hands.items():
            self.holding(int(seat.removeprefix("s")), cards)
        return self

    def empty_hands(self) -> "Table":
        """All resource cards go back to the bank."""
        for seat in self.game.everyone:
            self.holding(seat, "0")
        return self

    def bank_left_with(self, resource: str, n: int, *, others_held_by: Seat) -> "Table":
        """Leave the bank ``n`` cards of a resource; a seat gets the rest of what it has."""
        rest = count(self.game[Hands].bank, Resource[resource.upper()]) - n
        assert rest >= 0, f"the bank has fewer than {n} {resource}"
        return self.given(f"ResourcesReceived seat={others_held_by} cards={rest}{resource}") if rest else self

    def holding_development_cards(self, seat: Seat, *cards: str) -> "Table":
        """Give a seat development cards that it bought in an earlier turn (nothing was bought or played in this)."""
        development, turn = self.game[Development], self.game[Turn]
        assert not development.card_played, "in this turn a card was played already"
        assert not any(development.fresh), "in this turn a card was bought already"
        self.given(*(f"DevelopmentCardBought seat={seat} card={card}" for card in cards))
        self.given(f"TurnStarted seat={turn.seat} turn={turn.number}")
        if turn.dice is not None:
            self.given(f"DiceRolled seat={turn.seat} dice=[{turn.dice[0]} {turn.dice[1]}] draws=[]")
        return self

    def having_played_knights(self, seat: Seat, n: int) -> "Table":
        """Let a seat have bought and played so many knights in earlier turns."""
        turn = self.game[Turn]
        for _ in range(n):
            self.holding_development_cards(seat, "knight")
            self.given(
                f"DevelopmentCardPlayed seat={seat} card=knight", f"TurnStarted seat={turn.seat} turn={turn.number}"
            )
            if turn.dice is not None:
                self.given(f"DiceRolled seat={turn.seat} dice=[{turn.dice[0]} {turn.dice[1]}] draws=[]")
        return self

    def robber_on(self, hex_number: int) -> "Table":
        """Let the robber have gone to a hex."""
        if self.robber == hex_number:
            return self
        return self.given(f"RobberMoved seat=1 origin={self.robber} hex={hex_number}")

    def in_turn(self, seat: Seat, *, rolled: bool = True) -> "Table":
        """Pass turns, with rolls that yield nothing, until it is a seat's turn and it has rolled (or has yet to)."""
        for _ in range(2 * self.game.seats):
            if (self.seat_in_turn, self.phase) == (seat, "act" if rolled else "roll"):
                return self
            acts = "Pass" if self.phase == "act" else "RollDice"
            self.when(f"{self.seat_in_turn} {acts}", dice=None if acts == "Pass" else QUIET)
        raise AssertionError(f"it never becomes seat {seat}'s turn")

    # Commands

    def when(
        self,
        command: str | Command,
        *,
        dice: tuple[int, int] | None = None,
        theft: str | int | None = None,
        card: str | int | None = None,
        script: Mapping[str, Iterable[int]] | None = None,
        chance: object = None,
    ) -> Happened:
        """Play a command and give the lines of what happened.

        ``dice`` are the two numbers rolled; ``theft`` is the resource stolen, or its place in the victim's hand laid
        out in catalogue order; ``card`` is the development card drawn, or its place in the deck. All must be drawn.
        """
        command = read_command(command) if isinstance(command, str) else command
        loaded = {purpose: list(values) for purpose, values in (script or {}).items()}
        if dice is not None:
            loaded |= roll_of(*dice)
        if theft is not None:
            loaded["theft"] = [self._place_in_hand(command, theft)]
        if card is not None:
            loaded["development_card"] = [self._place_in_deck(card)]
        source = chance or LoadedChance(loaded)
        listed = self._lists(command)
        game, events = execute(self.game, command, source)
        assert listed, f"{write_command(command)} was accepted, but is not listed"
        if isinstance(source, LoadedChance):
            assert not source.unused, f"nobody drew {source.unused}"
            self.drawn = source.drawn
        return self._take(game, events)

    def then(self, *lines: str) -> Happened:
        """Assert that just these events happened at the last command; see ``Happened``."""
        return self.happened.then(*lines)

    def refused(self, command: str | Command, reason: str, rule: str) -> Illegal:
        """Assert that a command is refused with this reason and rule, is not listed, and changes nothing."""
        command = read_command(command) if isinstance(command, str) else command
        game, parts, version = self.game, dict(self.game), self.game.version
        with pytest.raises(Illegal) as caught:
            execute(self.game, command, LoadedChance())
        refusal = caught.value
        assert (str(refusal.reason), refusal.rule) == (reason, rule), f"{write_command(command)}: {refusal}"
        assert self.game is game
        assert (dict(game), game.version) == (parts, version)
        assert not self._lists(command), f"{write_command(command)} is listed, yet refused: {refusal}"
        return refusal

    def allowed(self, seat: Seat, *names: str) -> set[str]:
        """The lines of the commands that are listed for a seat, of these names only where some are given."""
        lines = {write_command(command) for command in legal(self.game, seat)}
        return {line for line in lines if line.split()[1] in names} if names else lines

    def allowed_places(self, seat: Seat, name: str) -> set[int]:
        """The places at which a command is listed for a seat (a hex, a path or an intersection)."""
        return {int(re.search(r"(?:hex|path|intersection)=(\d+)", line)[1]) for line in self.allowed(seat, name)}

    def choices(self, seat: Seat, name: str = "") -> tuple[Choice, ...]:
        """What a seat may choose freely, by its bounds."""
        return tuple(choice for choice in choices(self.game, seat) if name in ("", choice.command))

    # What lies on the table

    def newest(self, name: str) -> Event:
        """The newest event of this name, with its private part and its draws."""
        return next(event for event in reversed(self.history) if type(event).__name__ == name)

    def hand(self, seat: Seat) -> str:
        """A seat's resource cards, as the notation writes them."""
        return cards_text(self.game[Hands].of[seat])

    def hand_size(self, seat: Seat) -> int:
        """The number of a seat's resource cards."""
        return total(self.game[Hands].of[seat])

    @property
    def bank(self) -> str:
        """The bank's resource cards, as the notation writes them."""
        return cards_text(self.game[Hands].bank)

    def bank_has(self, resource: str) -> int:
        """The number of the bank's cards of a resource."""
        return count(self.game[Hands].bank, Resource[resource.upper()])

    def development_cards(self, seat: Seat) -> dict[str, int]:
        """The development cards that a seat holds."""
        held = unpack(self.game[Development].held[seat])
        return {card.name.lower(): n for card, n in zip(DevelopmentCard, held, strict=True) if n}

    def points(self, seat: Seat) -> int:
        """A seat's public points."""
        return self.game[Scores].total[seat]

    @property
    def robber(self) -> int | None:
        """The robber's hex."""
        return self.game[Production].robber

    @property
    def seat_in_turn(self) -> Seat:
        """Whose turn it is; 0 before the first."""
        return self.game[Turn].seat

    @property
    def phase(self) -> str:
        """The phase of the turn."""
        return self.game[Prompts].phase

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won."""
        return self.game[Prompts].winners

    @property
    def route_owner(self) -> Seat:
        """Who has the longest trade route; 0: nobody."""
        return self.game[Routes].owner

    @property
    def army_owner(self) -> Seat:
        """Who has the largest army; 0: nobody."""
        return self.game[Army].owner

    def route_length(self, seat: Seat) -> int:
        """The length of a seat's longest route."""
        return self.game[Routes].lengths[seat]

    def pieces(self, seat: Seat) -> tuple[int, int, int]:
        """How many roads, settlements and cities of a seat stand on the board."""
        buildings = self.game[Buildings]
        masks = self.game[Roads].of[seat].paths, buildings.settlements[seat], buildings.cities[seat]
        return tuple(mask.bit_count() for mask in masks)

    def awaits(self, prompt: str | None = None, *seats: Seat, **amounts: int) -> dict[str, dict[Seat, int]]:
        """Who must act, prompt by prompt: seats with the amounts that they owe. Asserts it where it is given.

        ``awaits("discard", s1=4, s3=6)`` or, each owing one, ``awaits("robber", 1)``: the topmost prompt asks these.
        """
        stack = {each.kind: {d.seat: d.amount for d in each.demands} for each in self.game[Prompts].stack}
        if prompt is not None:
            owed = dict.fromkeys(seats, 1) | {int(seat.removeprefix("s")): n for seat, n in amounts.items()}
            top = self.game[Prompts].stack[-1].kind if stack else None
            assert (top, stack.get(top)) == (prompt, owed)
        return stack

    # The checks

    def _take(self, game: Game, events: tuple[Event, ...]) -> Happened:
        before, self.game = self.game, game
        self.history += events
        assert game.version == before.version + len(events), "the version does not rise by one with every event"
        self._check_fold(before, events)
        self._check_counts()
        for event in events:
            assert read_event(write_event(event)) == event
            draws = getattr(event, "draws", ())
            assert [draw.index for draw in draws] == list(range(len(draws)))
            assert all(0 <= draw.value < draw.bound for draw in draws)
        self.happened = Happened(map(line_of, events))
        return self.happened

    def _check_fold(self, before: Game, events: tuple[Event, ...]) -> None:
        again, live = evolve_all(before, events), self.game
        differ = [part.__name__ for part in live if live[part] != again[part]]
        assert not differ, f"folding the events gives other {differ} than playing them"

    def _check_counts(self) -> None:
        """Cards, pieces, points and special cards, counted anew."""
        self._check_cards()
        self._check_routes()
        self._check_pieces_and_points()

    def _check_cards(self) -> None:
        hands, each = self.game[Hands], EACH_RESOURCE if self.game.seats < 5 else EACH_OF_MANY
        bags = [unpack(bag) for bag in (hands.bank, *hands.of)]
        assert not any(bag < 0 for bag in (hands.bank, *hands.of))
        assert [sum(column) for column in zip(*bags, strict=True)] == [each] * 5, "cards came or went"
        assert all(n <= each for bag in bags for n in bag), "there are fewer than no cards somewhere"

    def _check_routes(self) -> None:
        routes = [0] + [self._longest_route(seat) for seat in self.game.everyone]
        assert list(self.game[Routes].lengths) == routes, "a route is not as long as it is said to be"
        assert self.route_owner == self._route_owner(routes), "the longest route is the wrong seat's"

    def _check_pieces_and_points(self) -> None:
        for seat in self.game.everyone:
            roads, settlements, cities = self.pieces(seat)
            assert roads <= ROADS, f"seat {seat} has {roads} roads"
            assert settlements <= SETTLEMENTS, f"seat {seat} has {settlements} settlements"
            assert cities <= CITIES, f"seat {seat} has {cities} cities"
            assert self.points(seat) == sum(self._public_points(seat).values()), f"seat {seat} has other points"

    def _public_points(self, seat: Seat) -> dict[str, int]:
        _, settlements, cities = self.pieces(seat)
        return {
            "buildings": settlements + 2 * cities,
            "longest_route": SPECIAL_CARD_POINTS * (self.route_owner == seat),
            "largest_army": SPECIAL_CARD_POINTS * (self.army_owner == seat),
        }

    def _longest_route(self, seat: Seat) -> int:
        """The longest trail over a seat's roads, by trying all of them (B9.1)."""
        ends = self.game[Board].grid.ends
        roads = {ends[p] for p in bits(self.game[Roads].of[seat].paths)}
        walls = set(bits(self.game[Buildings].others(seat)))

        def onward(at: int, left: frozenset[tuple[int, int]], *, first: bool = False) -> int:
            if at in walls and not first:
                return 0
            return max((1 + onward(a + b - at, left - {(a, b)}) for a, b in left if at in (a, b)), default=0)

        starts = {end for road in roads for end in road}
        return max((onward(start, frozenset(roads), first=True) for start in starts), default=0)

    def _route_owner(self, lengths: Sequence[int]) -> Seat:
        """Whose the card is, given whose it was: it stays with the longest, else goes to the one ahead (B9.1)."""
        top = max(lengths)
        ahead = [seat for seat in self.game.everyone if lengths[seat] == top]
        if top < SHORTEST_ROUTE:
            return 0
        if self.route_owner in ahead:
            return self.route_owner
        return ahead[0] if len(ahead) == 1 else 0

    def _army_owner(self) -> Seat:
        """Whose the card is: the first with three knights, then who has strictly more (B9.2)."""
        knights = [count(played, DevelopmentCard.KNIGHT) for played in self.game[Development].played]
        most = max(knights)
        if most < SMALLEST_ARMY or (self.army_owner and knights[self.army_owner] == most):
            return self.army_owner
        return knights.index(most)

    def _fold(self, event: Event) -> None:
        self.game = evolve(self.game, event)
        self.history.append(event)

    def _bring_awards_up_to_date(self) -> None:
        lengths = [0] + [self._longest_route(seat) for seat in self.game.everyone]
        for seat in self.game.everyone:
            if lengths[seat] != self.route_length(seat):
                self._fold(RouteChanged(seat, lengths[seat]))
        if self._route_owner(lengths) != self.route_owner:
            owner = self._route_owner(lengths)
            self._fold(LongestRouteAwarded(owner, lengths[owner]))
        self._bring_army_up_to_date()
        self._bring_points_up_to_date()

    def _bring_army_up_to_date(self) -> None:
        if self._army_owner() != self.army_owner:
            owner = self._army_owner()
            played = self.game[Development].played[owner]
            self._fold(LargestArmyAwarded(owner, count(played, DevelopmentCard.KNIGHT)))

    def _bring_points_up_to_date(self) -> None:
        for seat in self.game.everyone:
            for cause, has in self._public_points(seat).items():
                had = self.game[Scores].points(seat, cause)
                if had != has:
                    self._fold(PointsChanged(seat, cause, has, self.points(seat) + has - had))

    def _check_possible(self, event: Event) -> None:
        hands, buildings = self.game[Hands], self.game[Buildings]
        match type(event).__name__:
            case "ResourcesReceived":
                assert covers(hands.bank, event.cards), f"the bank has only {self.bank}"
            case "ResourcesPaid":
                assert covers(hands.of[event.seat], event.cards), f"seat {event.seat} has only {self.hand(event.seat)}"
            case "RoadBuilt":
                assert not self.game[Roads].taken >> event.path & 1, f"path {event.path} is taken"
            case "SettlementBuilt":
                assert not buildings.closed >> event.intersection & 1, f"{event.intersection} is closed (B2.3)"
            case "CityBuilt":
                assert buildings.settlements[event.seat] >> event.intersection & 1, "there is no settlement"
            case "DevelopmentCardBought":
                assert count(self.game[Development].deck, event.card), f"no {event.card.name} is left in the deck"

    def _lists(self, command: Command) -> bool:
        """Whether ``legal`` lists a command, or a choice that lets it pass. Nonces are asked for, but not listed."""
        if type(command).__name__ == "GiveNonce":
            return len(command.nonce) == 32 and command.seat in self.awaits().get("nonce", {})
        if not 1 <= command.seat <= self.game.seats or self.game.over:
            return False
        if command in legal(self.game, command.seat):
            return True
        return any(within(choice, command) for choice in choices(self.game, command.seat))

    def _place_in_hand(self, command: Command, theft: str | int) -> int:
        if isinstance(theft, int):
            return theft
        assert isinstance(command, MoveRobber)
        return _first_place(self.game[Hands].of[command.victim], Resource[theft.upper()])

    def _place_in_deck(self, card: str | int) -> int:
        return (
            card if isinstance(card, int) else _first_place(self.game[Development].deck, DevelopmentCard[card.upper()])
        )


def within(choice: Choice, command: Command) -> bool:
    """Tell whether a command keeps to the bounds of a choice, and its two sides share no kind of card (B6.3)."""
    if choice.command != type(command).__name__:
        return False
    if choice.offer and command.offer != choice.offer:
        return False
    to = getattr(command, "to", ())
    if not set(to) <= set(choice.to) or len(set(to)) < len(to):
        return False
    if hasattr(command, "take") and kinds(command.give) & kinds(command.take):
        return False
    if not all(bounds.least <= getattr(command, bounds.field) <= bounds.most for bounds in choice.numbers):
        return False
    return all(
        bounds.least <= sum(unpack_goods(bag)) <= bounds.most and covers(bounds.each, bag)
        for bounds in choice.cards
        for bag in (getattr(command, bounds.field),)
    )


def _first_place(bag: int, kind: int) -> int:
    assert count(bag, kind), f"there is no {kind!r}"
    return sum(unpack(bag)[:kind])


def without_draws(event: Event) -> Event:
    """The same event with its draws left out."""
    return msgspec.structs.replace(event, draws=()) if getattr(event, "draws", ()) else event
