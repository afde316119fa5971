"""The classic game: 3 or 4 seats on 19 land hexes, 5 or 6 on 30; the chapter that the others stand on.

Its rules are in rules.md.
"""

from functools import cache
from importlib.resources import files

from domain.board.drawn import read_board
from domain.board.plan import Plan
from domain.engine.scenario import Option, Scenario, Text
from domain.rules import (
    bank_trade,
    buildings,
    development,
    ending,
    hands,
    largest_army,
    longest_route,
    opening,
    production,
    progress_cards,
    purchases,
    roads,
    robber,
    setup,
    special_building,
    supplies,
    trade,
    turn,
    victory,
)


@cache
def board(name: str) -> Plan:
    """Read one of the classic boards; each is read once."""
    return read_board(files(__package__) / "boards" / f"{name}.toml")


CLASSIC = Scenario(
    key="classic",
    title=Text("Classic", "Základní hra"),
    seats=(3, 4, 5, 6),
    rooms=(
        opening.room,
        hands.room,
        turn.room,
        buildings.room,
        buildings.points_room,
        roads.room,
        setup.room,
        production.room,
        robber.room,
        bank_trade.room,
        trade.room,
        development.room,
        supplies.room,
        purchases.room,
        special_building.room,
        progress_cards.room,
        longest_route.room,
        largest_army.room,
        victory.room,
        ending.room,
    ),
    opening=(supplies.SUPPLIES, opening.NONCES, opening.LAYING, setup.SETUP),
    turn=(turn.START, turn.ROLL, robber.SEVEN, turn.ACT, special_building.SPECIAL_BUILDING),
    boards={
        "beginner": lambda: board("beginner"),
        "spiral": lambda: board("spiral"),
        "free": lambda: board("free"),
        "spiral-6": lambda: board("spiral-6"),
        "free-6": lambda: board("free-6"),
    },
    board_seats={
        "beginner": (2, 3, 4),
        "spiral": (2, 3, 4),
        "free": (2, 3, 4),
        "spiral-6": (5, 6),
        "free-6": (5, 6),
    },
    options=(
        opening.SEAT_NONCES,
        Option(
            "two_seats",
            Text("The game may be played by two.", "Hru mohou hrát i dva."),
            lambda chapter: chapter.amend(seats=(2, *chapter.seats)),
        ),
    ),
)

__all__ = ["CLASSIC", "board"]
