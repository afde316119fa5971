"""S01 and S04: whatever a game waits for, and however its longest route came about, a restart changes nothing.

A position of a table is put into a store; from there it is brought to life anew before each command, as after a
restart, while the table plays on. Both come to the same events, by the same chance.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.chance import SeededChance
from domain.engine import Prompts
from domain.notation import read_command
from domain.rules.longest_route import Routes
from service.config import store_environment
from service.store.games import Games
from service.store.records import event_of
from tests.cases.kept import keep
from tests.golden.games import golden_files
from tests.rules.table import SETUP, Table, hex_of, intersection, path, trail
from tests.rules.test_special_cards import RING, ROW, eight_on_the_row, roads
from tests.scenarios.alexander.places import ROUTE
from tests.scenarios.alexander.places import tile as tile_of_the_empire
from tests.scenarios.alexander.table import EmpireTable
from tests.scenarios.cheops.places import trail as way_in_egypt
from tests.scenarios.cheops.table import EgyptTable
from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import RaceTable


class Position(NamedTuple):
    """A table, and the commands that are played at it from there."""

    table: Table
    lines: Sequence[str]


def play_with_restarts(position: Position, file: Path) -> set[str]:
    """Play the commands, each in a store opened anew, and at the table; gives the kinds of prompts restarted at."""
    table, restarted_at = position.table, set()
    with closing(Games(store_environment(str(file)))) as games:
        game_id = keep(games, table)
    for line in position.lines:
        with closing(Games(store_environment(str(file)))) as games:
            game = games.table(game_id).game
            assert (dict(game), game.version) == (dict(table.game), table.game.version)
            restarted_at.add(game[Prompts].stack[-1].kind)
            answer = games.execute_command(game_id, read_command(line))
        table.when(line, chance=SeededChance())
        assert [event_of(record) for record in answer.records] == table.history[-len(answer.records) :]
    with closing(Games(store_environment(str(file)))) as games:
        assert dict(games.table(game_id).game) == dict(table.game)
    return restarted_at


# S04: what a game may wait for ----------------------------------------------------------------------------------------


def setting_up() -> Position:
    """Both settlements and roads of seat 3, one after the other."""
    table = Table.start(3)
    for seat in (1, 2):
        table.when(f"{seat} BuildSettlement intersection={intersection(*SETUP[seat][0][0])}")
        table.when(f"{seat} BuildRoad path={trail(*SETUP[seat][0])[0]}")
    places = [
        (
            f"3 BuildSettlement intersection={intersection(*SETUP[3][n][0])}",
            f"3 BuildRoad path={trail(*SETUP[3][n])[0]}",
        )
        for n in (0, 1)
    ]
    return Position(table, list(chain(*places)))


def giving_nonces() -> Position:
    """The last nonce lays the board."""
    table = Table.start(3, options=("seat_nonces",))
    return Position(table, [f"{seat} GiveNonce nonce=0x{bytes([seat] * 32).hex()}" for seat in (2, 1, 3)])


def after_a_seven() -> Position:
    """Two seats discard, then the robber is moved and somebody is robbed."""
    table = Table.after_setup().holding_just(s2="4wool+4ore", s4="12lumber")
    table.when("1 RollDice", dice=(3, 4))
    robbery = f"1 MoveRobber hex={hex_of('H10')} victim=2"
    return Position(table, ["4 DiscardCards cards=6lumber", "2 DiscardCards cards=2wool+2ore", robbery, "1 Pass"])


def rolling() -> Position:
    """The dice fall after the restart as they would have without it."""
    return Position(Table.after_setup().empty_hands(), ["1 RollDice"])


def trading() -> Position:
    """An offer, two answers and a deal."""
    table = Table.playing().holding_just(s1="1lumber", s2="1wool", s3="1wool")
    table.when("1 OfferTrade give=1lumber take=1wool")
    lines = [
        "4 DeclineTrade offer=1",
        "3 AcceptTrade offer=1",
        "2 AcceptTrade offer=1",
        "1 CloseTrade offer=1 partner=2",
    ]
    return Position(table, lines)


def second_free_road() -> Position:
    """The first one is built before the restart."""
    table = Table.playing().holding_development_cards(1, "road_building")
    table.when("1 PlayRoadBuilding")
    table.when(f"1 BuildRoad path={path(23, 18)}")
    return Position(table, [f"1 BuildRoad path={path(18, 24)}", "1 Pass"])


def special_building() -> Position:
    """Three seats are asked one after the other, the second of them buys."""
    table = Table.bare(5, board="free-6").holding_just(s2="1wool", s3="1wool+1grain+1ore", s5="1ore")
    table.when("1 Pass")
    return Position(table, ["2 Pass", "3 BuyDevelopmentCard", "3 Pass", "5 Pass"])


def third_settlement() -> Position:
    """In Cheops, with a ship beside it."""
    table = EgyptTable.start(3)
    while table.pieces(1)[1] < 3:
        (seat,) = table.awaits().popitem()[1]
        table.when(min(table.allowed(seat)))
    return Position(table, [min(table.allowed(1, "BuildRoad", "BuildShip"))])


def block_for_a_fee() -> Position:
    """In Cheops a block through another's settlement, twice."""
    table = EgyptTable.bare().place(2, (3, 13)).place(3, (2, 16)).roads(3, way_in_egypt((2, 16), (2, 14), (3, 13)))
    table.become(3).holding(3, "2brick+2ore")
    return Position(table, ["3 PlacePyramidBlock owner=2"] * 2)


def choosing_gold() -> Position:
    """Two seats choose cards from a gold river."""
    table = RaceTable.bare().city(2, (-1, 5)).place(1, (0, 8)).become(1, rolled=False)
    table.roll(table.ledger.known[THREE.tile(2, 0)][1])
    return Position(table, ["1 ChooseGold cards=1ore", "2 ChooseGold cards=1wool+1brick"])


def free_piece() -> Position:
    """A victory point card of The Great Race was played; the ship that it brings turns up a hex."""
    table = RaceTable.bare().place(1, (10, 8)).ships(1, THREE.trail((10, 8), (9, 7)))
    table.holding_development_cards(1, "victory_point").when("1 PlayVictoryPoint")
    return Position(table, [f"1 BuildShip path={THREE.path((9, 7), (8, 8))}"])


def landing() -> Position:
    """A ship from another's town, for which its owner draws a card: one command, before it and after it."""
    table = RaceTable.bare().place(2, (10, 8)).place(1, (11, 11)).holding(1, "1lumber+1wool+2ore+2grain")
    table.roads(1, THREE.trail((11, 11), (10, 10), (10, 8)))
    return Position(table, [f"1 BuildShip path={THREE.path((10, 8), (9, 7))}", "1 Pass"])


def bidding() -> Position:
    """One has bid and one has passed; the bids go on to a payment."""
    table = EmpireTable.auction("famine").holding_just(s1="2wool", s3="4grain").bidding(1, 0)
    return Position(table, ["3 Bid amount=3", "4 Pass", "1 Pass", "3 PayBid cards=3grain"])


def bluffing() -> Position:
    """The highest bidder cannot pay, and the bidding starts again without its cards."""
    table = EmpireTable.auction("famine").holding_just(s1="4brick", s2="1wool").bidding(3, 0, 0)
    return Position(table, ["4 Pass", "1 DiscardCards cards=2brick", "1 Pass", "2 Bid amount=1", "3 Pass", "4 Pass"])


def founding() -> Position:
    """Alexander's temple is won; its settlement is built after the restart."""
    table = EmpireTable.auction("settlement").holding(2, "2grain").won(2, 2)
    place = ROUTE[table.ledger.arrow]
    return Position(table, ["2 PayBid cards=2grain", f"2 BuildSettlement intersection={place}"])


def to_persepolis() -> Position:
    """The robber is moved, and Alexander crosses the last intersections."""
    table = EmpireTable.bare(arrow=49, winners=(1, 2, 3, 4)).become(1, rolled=False).roll((3, 4))
    return Position(table, [f"1 MoveRobber hex={tile_of_the_empire(7, 0)}"])


WAITING: tuple[Callable[[], Position], ...] = (
    *(setting_up, giving_nonces, rolling, after_a_seven, trading, second_free_road, special_building),
    *(third_settlement, block_for_a_fee),
    *(choosing_gold, free_piece, landing),
    *(bidding, bluffing, founding, to_persepolis),
)


@pytest.mark.case("S04")
@pytest.mark.parametrize("position", WAITING)
def test_whatever_a_game_waits_for_it_goes_on_after_a_restart_as_without_one(position, tmp_path):
    assert play_with_restarts(position(), tmp_path / "games.db")


@pytest.mark.case("S04")
def test_that_is_all_that_a_game_may_wait_for(tmp_path):
    """Golden games of all scenarios come by no other prompt."""
    lines = (line for file in golden_files() for line in file.read_text(encoding="utf-8").splitlines())
    asked = {kind for line in lines if " PromptsChanged " in line for kind in re.findall(r"\{([a-z_]+) \[", line)}
    tried = {kind for n, each in enumerate(WAITING) for kind in play_with_restarts(each(), tmp_path / f"{n}.db")}
    assert asked - tried == set()


# S01: the longest route -----------------------------------------------------------------------------------------------


def cut_to_one() -> Position:
    """R01: seat 2 cuts seat 1's seven, and has the longest route."""
    table = eight_on_the_row().settlements(2, 44).roads(2, roads(34, 39, 44, 40, 45, 41))
    table.in_turn(2).holding_just(s2="2brick+2lumber+1wool+1grain")
    return Position(table, ["2 BuildSettlement intersection=34", f"2 BuildRoad path={path(41, 46)}"])


def cut_to_a_tie() -> Position:
    """R03: the same with a second seat that has 5: the card is set aside till one is alone ahead."""
    table = eight_on_the_row().settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2, 6))
    table.settlements(3, 44).roads(3, roads(34, 39, 44, 40, 45, 41))
    table.in_turn(3).holding_just(s3="2brick+2lumber+1wool+1grain")
    return Position(table, ["3 BuildSettlement intersection=34", f"3 BuildRoad path={path(41, 46)}"])


def drawn_level() -> Position:
    """R04: seat 2 draws level with seat 1's five, then goes beyond it."""
    table = Table.bare().settlements(1, 27).roads(1, roads(*ROW[:6])).settlements(2, 0).roads(2, roads(0, 4, 1, 5, 2))
    table.in_turn(2).holding_just(s2="2brick+2lumber")
    return Position(table, [f"2 BuildRoad path={path(2, 6)}", f"2 BuildRoad path={path(6, 10)}"])


def on_the_ring() -> Position:
    """R06: seat 2 builds on seat 1's ring of six, which stays six; then it has six too, and the card stays."""
    table = Table.bare().settlements(1, 18, 30).roads(1, roads(*RING)).roads(2, roads(29, 34, 28, 33, 27, 21))
    table.in_turn(2).holding_just(s2="2brick+2lumber+1wool+1grain")
    return Position(table, ["2 BuildSettlement intersection=29", f"2 BuildRoad path={path(21, 16)}"])


@pytest.mark.rule("B9.1")
@pytest.mark.case("S01")
@pytest.mark.parametrize(
    ("position", "lengths", "owner"),
    [
        (cut_to_one, (4, 6, 0, 0), 2),
        (cut_to_a_tie, (4, 5, 6, 0), 3),
        (drawn_level, (5, 6, 0, 0), 2),
        (on_the_ring, (6, 6, 0, 0), 1),
    ],
)
def test_owner_and_lengths_of_the_longest_route_outlive_a_restart(position, lengths, owner, tmp_path):
    """Restarted before and after each of two commands."""
    played = position()
    play_with_restarts(played, tmp_path / "games.db")
    assert played.table.game[Routes] == Routes((0, *lengths), owner)
