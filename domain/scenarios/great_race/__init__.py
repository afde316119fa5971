"""The Great Race: west across unknown seas and a stormy coast to the gold islands. Its rules are in rules.md."""

from functools import cache
from importlib.resources import files

from domain.board.drawn import read_board
from domain.board.plan import Plan
from domain.engine.scenario import Option, Text
from domain.rules import (
    buildings,
    ending,
    gold_river,
    largest_army,
    longest_route,
    moving_ships,
    opening,
    robber,
    setup,
    supplies,
    victory,
)
from domain.scenarios.great_race import free_pieces, geography, islands, plunder, race, shared_paths, unknown_hexes
from domain.scenarios.seafaring import SEAFARING


@cache
def seas(name: str) -> Plan:
    """Read one of the boards of the race; each is read once."""
    return read_board(files(__package__) / "boards" / f"{name}.toml", (geography.check_race,))


GREAT_RACE = SEAFARING.amend(
    key="great-race",
    title=Text("The Great Race", "Velký závod"),
    seats=(2, 3, 4, 5, 6),
    drop=(buildings.points_room, longest_route.room, largest_army.room, victory.room),
    add=(
        moving_ships.room,
        gold_river.room,
        islands.room,
        shared_paths.room,
        unknown_hexes.room,
        free_pieces.room,
        race.room,
    ),
    terms=(
        buildings.Stock(ship=15),
        setup.SetupTerms(harvest=gold_river.take_starting_goods),
        moving_ships.MovingTerms(joined=shared_paths.joined_by_landing),
        robber.RobberTerms(hexes=islands.robber_lands, rule="G6.4"),
        ending.EndingTerms(points=race.no_points),
    ),
    opening=(supplies.SUPPLIES, opening.NONCES, opening.LAYING, unknown_hexes.REVEALING, setup.SETUP),
    boards={
        "three": lambda: seas("three"),
        "four": lambda: seas("four"),
        "five": lambda: seas("five"),
        "six": lambda: seas("six"),
    },
    board_seats={"three": (2, 3), "four": (4,), "five": (5,), "six": (6,)},
    options=(
        opening.SEAT_NONCES,
        Option(
            "largest_army",
            Text(
                "The largest army counts: its holder takes two cards when moving the robber.",
                "Hraje se o Největší rytířstvo: kdo je má, bere při přesunu zloděje dvě karty.",
            ),
            lambda chapter: chapter.amend(
                add=(largest_army.room, plunder.room), terms=(largest_army.ArmyTerms(points=0),)
            ),
        ),
        Option(
            "open_map",
            Text("The unknown hexes lie face up from the start.", "Neznámá pole leží od začátku lícem nahoru."),
            lambda chapter: chapter.amend(terms=(unknown_hexes.DiscoveryTerms(open_map=True),)),
        ),
    ),
)

__all__ = ["GREAT_RACE", "seas"]
