"""Alexander the Great: advisors on his march bid for towns, chips and favour. Its rules are in rules.md."""

from functools import cache
from importlib.resources import files

from domain.board.drawn import read_board
from domain.board.plan import Plan
from domain.board.validator import needs_desert
from domain.engine.play import Play
from domain.engine.room import Phase
from domain.engine.scenario import Option, Text
from domain.rules import coins, hands, opening, robber, setup, supplies, turn, victory
from domain.scenarios.alexander import advisors, bidding, geography, march, payment, persepolis, supply, towns
from domain.scenarios.classic import CLASSIC


@cache
def empire() -> Plan:
    """Read the board of the empire; it is read once."""
    return read_board(files(__package__) / "boards" / "empire.toml", (needs_desert, geography.check_empire))


def _roll_but_in_first_turn(play: Play) -> None:
    """Ask for a roll; the very first turn of the game has none (A2.2)."""
    if play[turn.Turn].number > 1:
        turn.ROLL.enter(play)


ALEXANDER = CLASSIC.amend(
    key="alexander",
    seats=(3, 4),
    title=Text("Alexander the Great", "Alexandr Veliký"),
    drop=(setup.room,),
    add=(
        coins.room,
        supply.room,
        march.room,
        bidding.room,
        payment.room,
        towns.room,
        advisors.room,
        persepolis.room,
    ),
    terms=(
        hands.BankTerms(elsewhere=supply.stacked),
        hands.GoodsTerms(coins.goods_held, coins.goods_banked, coins.goods_in_play),
        robber.RobberTerms(discard_above=11),
        victory.VictoryTerms(goal=14),
    ),
    opening=(supplies.SUPPLIES, opening.NONCES, opening.LAYING, supply.DEALING),
    turn=(
        turn.START,
        supply.SUPPLY,
        Phase("roll", _roll_but_in_first_turn),
        robber.SEVEN,
        march.MARCH,
        bidding.EVENT,
        turn.ACT,
    ),
    boards={"empire": empire},
    options=(
        opening.SEAT_NONCES,
        Option(
            "starting_gold",
            Text(
                "Each seat starts with 8 gold coins, for a game that gets going sooner.",
                "Každý hráč začíná s 8 zlatými, aby se hra rychleji rozjela.",
            ),
            lambda chapter: chapter.amend(terms=(coins.CoinTerms(start=8),)),
        ),
    ),
)

__all__ = ["ALEXANDER", "empire"]
