"""Cheops: Egypt's families build along the Nile and give blocks to the pyramid. Its rules are in rules.md."""

from functools import cache
from importlib.resources import files

from domain.board.drawn import read_board
from domain.board.plan import Plan
from domain.board.validator import needs_desert
from domain.engine.scenario import Option, Scenario, Text
from domain.rules import (
    buildings,
    coins,
    hands,
    longest_route,
    moving_ships,
    opening,
    robber,
    setup,
    ships,
    turn,
    victory,
)
from domain.scenarios.cheops import blessing, geography, harbors, nile, pharaoh, pyramid, trade_routes
from domain.scenarios.seafaring import SEAFARING


@cache
def egypt() -> Plan:
    """Read the board of Egypt; it is read once."""
    return read_board(files(__package__) / "boards" / "egypt.toml", (needs_desert, geography.check_egypt))


def _strictly_seafaring(chapter: Scenario) -> Scenario:
    return chapter.amend(drop=(trade_routes.mixed,), add=(moving_ships.room,))


CHEOPS = SEAFARING.amend(
    key="cheops",
    seats=(3, 4),
    title=Text("Cheops", "Cheops"),
    drop=(longest_route.room,),
    add=(
        coins.room,
        nile.room,
        trade_routes.room,
        trade_routes.mixed,
        harbors.room,
        pyramid.room,
        blessing.room,
        pharaoh.room,
    ),
    terms=(
        buildings.Stock(ship=8),
        coins.CoinTerms(start=3),
        hands.GoodsTerms(coins.goods_held, coins.goods_banked, coins.goods_in_play),
        setup.SetupTerms(nile.there_back_and_there, coins.take_starting_goods),
        victory.VictoryTerms(goal=12),
    ),
    lines=(("road", ships.WITHOUT_SHIP),),
    turn=(turn.START, turn.ROLL, robber.SEVEN, pharaoh.BUILD_ON_SEVEN, turn.ACT),
    boards={"egypt": egypt},
    options=(
        opening.SEAT_NONCES,
        Option(
            "seafarers_ships",
            Text(
                "Ships strictly by the rules of Seafarers: they can be moved, and join roads only at own buildings.",
                "Lodě přesně podle Námořníků: smějí se přemísťovat a na silnice navazují jen u vlastních staveb.",
            ),
            _strictly_seafaring,
        ),
    ),
)

__all__ = ["CHEOPS", "egypt"]
