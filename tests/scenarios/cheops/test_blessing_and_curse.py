"""C7: the Pharaoh's Blessing and the Pharaoh's Curses, by every sequence of blocks that can be, and by examples."""

from collections.abc import Sequence

import pytest

from domain.engine import Event, Game, Scores, evolve, execute
from domain.notation import read_command, read_event
from tests.rules.table import LoadedChance, line_of
from tests.scenarios.cheops.places import SITE, trail
from tests.scenarios.cheops.table import COST, EgyptTable, blessed_and_cursed

DEPTH = 8


def building(seats: int = 4) -> EgyptTable:
    """Seats 1 to 3 have a settlement on the site each; seat 4 is joined to seat 2's. Nobody has given a block."""
    table = EgyptTable.bare(seats).place(1, SITE[0]).place(2, SITE[2]).place(3, SITE[4])
    return table.place(4, (2, 16)).roads(4, trail((2, 16), (2, 14), (3, 13))).coins(4, 20) if seats == 4 else table


def block(seat: int) -> str:
    """The command by which a seat gives a block at ``building``."""
    return f"{seat} PlacePyramidBlock" + (" owner=2" if seat == 4 else "")


def give(table: EgyptTable, seat: int) -> list[str]:
    """Let a seat give a block; what follows for the cards and the points."""
    table.become(seat).holding(seat, COST).when(block(seat))
    return [line for line in table.happened if line.split()[0] in FAVORS]


FAVORS = ("BlessingGiven", "CurseLifted", "CurseLaid", "PointsChanged")


# Every sequence -------------------------------------------------------------------------------------------------------


def favors(givers: Sequence[int], seats: int) -> list[str]:
    """The events of blessing and curse that the last of these blocks brings, told from the rulebook alone."""
    (held, had), (holder, has) = blessed_and_cursed(givers[:-1], seats), blessed_and_cursed(givers, seats)
    return [
        *([f"BlessingGiven seat={holder}"] if holder != held else []),
        *(f"CurseLifted seat={seat}" for seat in sorted(had - has)),
        *(f"CurseLaid seat={seat}" for seat in sorted(has - had)),
    ]


class Tree:
    """Plays every sequence of blocks, each from the position that its beginning led to."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        table = building(seats)
        self.begin = table.game
        self.buildings = [0] + [table.points(seat) for seat in table.game.everyone]
        self.turns = {seat: self._turn(seat) for seat in table.game.everyone}
        self.commands = {seat: read_command(block(seat)) for seat in table.game.everyone}
        self.expected: dict[tuple[int, ...], list[str]] = {}
        self.played = 0

    @staticmethod
    def _turn(seat: int) -> list[Event]:
        lines = (
            f"TurnStarted seat={seat} turn=2",
            f"PromptsChanged phase=act prompts=[{{act [{{act {seat} 1}}]}}]",
            f"ResourcesReceived seat={seat} cards={COST}",
        )
        return [read_event(line) for line in lines]

    def grow(self, game: Game, givers: tuple[int, ...]) -> None:
        """Play every next block, and on from there."""
        for seat in range(1, self.seats + 1):
            position = game
            for event in self.turns[seat]:
                position = evolve(position, event)
            after, events = execute(position, self.commands[seat], CHANCE)
            self.check(after, events, (*givers, seat))
            if len(givers) + 1 < DEPTH:
                self.grow(after, (*givers, seat))

    def check(self, game: Game, events: tuple[Event, ...], givers: tuple[int, ...]) -> None:
        """Compare what happened, and the points, with what the rulebook says."""
        self.played += 1
        happened = [line_of(event) for event in events if type(event).__name__ in FAVORS[:3]]
        assert happened == favors(givers, self.seats), givers
        holder, cursed = blessed_and_cursed(givers, self.seats)
        points = [n + 3 * (seat == holder) - 2 * (seat in cursed) for seat, n in enumerate(self.buildings)]
        assert list(game[Scores].total[1:]) == points[1:], givers


CHANCE = LoadedChance()


@pytest.mark.rule("C7.1", "C7.3")
@pytest.mark.parametrize(("seats", "first"), [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4)])
def test_every_sequence_of_up_to_8_blocks(seats, first):
    """By 3 and by 4 seats, the sequences that a seat begins: all that come of it, block by block."""
    tree = Tree(seats)
    position = tree.begin
    for event in tree.turns[first]:
        position = evolve(position, event)
    game, events = execute(position, tree.commands[first], CHANCE)
    tree.check(game, events, (first,))
    tree.grow(game, (first,))
    assert tree.played == sum(seats**n for n in range(DEPTH))


# C7.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C7.1", "C7.2")
def test_the_first_block_brings_its_giver_3_points_and_every_other_seat_the_curse():
    table = building()
    table.become(2).holding(2, COST)
    table.when("2 PlacePyramidBlock").then_facts(
        "PyramidBlockPlaced seat=2 level=1 number=1",
        f"ResourcesPaid seat=2 cards={COST}",
        "BlessingGiven seat=2",
        "CurseLaid seat=1",
        "CurseLaid seat=3",
        "CurseLaid seat=4",
        *table.happened.facts[6:],
    )
    assert set(table.happened.facts[6:]) == {
        "PointsChanged seat=2 cause=blessing points=3 total=4",
        *(f"PointsChanged seat={seat} cause=curse points=-2 total=-1" for seat in (1, 3, 4)),
    }
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [-1, 4, -1, -1]


@pytest.mark.rule("C7.1")
@pytest.mark.case("R44")
def test_as_many_blocks_do_not_take_the_blessing_but_one_more_does():
    table = building()
    give(table, 1)
    assert not [line for line in give(table, 2) if line.startswith("BlessingGiven")]
    assert give(table, 2)[0] == "BlessingGiven seat=2"
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [1, 4, -1, -1]
    assert not [line for line in give(table, 1) if line.startswith("BlessingGiven")]
    assert give(table, 1)[0] == "BlessingGiven seat=1"


@pytest.mark.rule("C7.1")
def test_there_is_one_blessing():
    table = building()
    for seat in (3, 1, 1, 4, 4, 4, 3, 3, 3):
        give(table, seat)
        assert [table.game[Scores].points(s, "blessing") for s in (1, 2, 3, 4)].count(3) == 1
    assert table.view("FavorView").blessed == 3


# C7.2, C7.3 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C7.2")
def test_who_is_no_longer_among_the_fewest_puts_the_curse_away():
    table = building()
    give(table, 1)
    assert give(table, 2) == ["CurseLifted seat=2", "PointsChanged seat=2 cause=curse points=0 total=1"]
    assert table.view("FavorView").cursed == (3, 4)


@pytest.mark.rule("C7.3")
@pytest.mark.case("R44")
@pytest.mark.parametrize(
    ("givers", "cursed"),
    [
        ((1, 1, 2), (3,)),
        ((1, 1, 2, 3), (2, 3)),
        ((1, 2, 3), (2, 3)),
        ((3, 2, 1), (1, 2)),
        ((1, 2, 2, 3, 3, 1), (1, 3)),
        ((1, 2, 3, 1), (2, 3)),
        ((1, 2, 3, 3, 2), (1,)),
    ],
)
def test_the_curse_lies_on_all_who_have_the_fewest_and_can_come_back(givers, cursed):
    """2, 1, 0: the last; 2, 1, 1: the last two; when all have equally many, all but the holder of the blessing."""
    table = building(3)
    for seat in givers:
        give(table, seat)
    assert table.view("FavorView").cursed == cursed


@pytest.mark.rule("C7.3")
def test_when_the_last_draws_level_the_curse_comes_back_to_those_it_had_left():
    """At 1, 1, 1, 0 seat 4 alone is cursed; with its block all but the holder are."""
    table = building()
    for seat in (2, 1, 3):
        give(table, seat)
    assert table.view("FavorView").cursed == (4,)
    assert give(table, 4) == [
        "CurseLaid seat=1",
        "CurseLaid seat=3",
        "PointsChanged seat=1 cause=curse points=-2 total=-1",
        "PointsChanged seat=3 cause=curse points=-2 total=-1",
    ]
    assert give(table, 2) == []
    assert table.view("FavorView").cursed == (1, 3, 4)


@pytest.mark.rule("C7.3", "C1.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_there_is_one_curse_fewer_than_seats(seats):
    table = building(seats)
    for seat in [*range(1, seats + 1)] * 2:
        give(table, seat)
        assert len(table.view("FavorView").cursed) < seats


# C7.4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C7.4")
@pytest.mark.parametrize("others", [0, 1])
def test_a_score_may_fall_below_zero(others):
    table = EgyptTable.bare().place(1, SITE[0])
    if others:
        table.place(2, (10, 8))
    give(table, 1)
    assert [table.points(seat) for seat in (1, 2, 3, 4)] == [4, others - 2, -2, -2]
    assert [score.total for score in table.view("ScoresView").scores] == [4, others - 2, -2, -2]


@pytest.mark.rule("C7.4")
@pytest.mark.case("R44")
def test_the_pharaohs_blocks_count_for_no_one():
    """Neither do they begin the curse, nor do they take the blessing."""
    table = building().blocks(0, 0, 0)
    assert (table.view("FavorView").blessed, table.view("FavorView").cursed) == (0, ())
    assert give(table, 3)[:4] == ["BlessingGiven seat=3", "CurseLaid seat=1", "CurseLaid seat=2", "CurseLaid seat=4"]
    table.blocks(0, 0, 0, 0)
    assert (table.view("FavorView").blessed, table.view("FavorView").cursed) == (3, (1, 2, 4))


@pytest.mark.rule("C7.2", "C7.1")
def test_upgrades_and_other_points_leave_blessing_and_curse_alone():
    table = building()
    give(table, 1)
    table.become(2).holding(2, "2grain+3ore").when("2 BuildCity intersection=" + str(min(table.buildings_of(2))))
    table.happened.then_no(*FAVORS[:3])
    assert table.points(2) == 0
