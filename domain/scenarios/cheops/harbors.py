"""Harbors of others (C5): trade at another seat's harbor, where a trade route leads there, for a fee."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from domain.board.laid import Board, HarborPlace
from domain.components import ONE_GOOD, Good, Harbor, Seat, kinds, of_good
from domain.engine.messages import Command, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.bank_trade import BankTradeMade, members
from domain.rules.buildings import Buildings
from domain.rules.coins import Coins, FeePaid
from domain.rules.hands import GoodsTerms, check_bank, check_gives
from domain.scenarios.cheops.trade_routes import TradeRoutes, joined_buildings


class TradeAtHarbor(Command, frozen=True):
    """Trade with the bank at the harbor of another seat, named by its path: 2 or 3 of one good for one of another."""

    harbor: int
    give: Good
    take: Good


class HarborTerms(msgspec.Struct, frozen=True, gc=False):
    """What one exchange at another's harbor costs, in coins."""

    fee: int = 1


class HarborUse(msgspec.Struct, frozen=True, gc=False):
    """A harbor that a seat may use: its path and kind, at which rate, and which seat it pays how much (0: its own)."""

    harbor: int
    kind: Harbor
    rate: int
    owner: Seat
    fee: int


room = Room("harbors of others")
room.term(HarborTerms())


def _rate(kind: Harbor) -> int:
    return 3 if kind is Harbor.GENERAL else 2


@lru_cache(maxsize=4096)
def _uses(board: Board, of: tuple[int, ...], routes: TradeRoutes, seat: Seat, fee: int) -> tuple[HarborUse, ...]:
    """Find the harbors that a seat may use, in the board's order."""
    found = []
    for harbor in board.harbors:
        has_kind = board.harbor_intersections[harbor.kind] & of[seat]
        for owner, buildings in enumerate(of):
            there = buildings & _ends(board, harbor)
            if owner == seat and there:
                found.append(HarborUse(harbor.path, harbor.kind, _rate(harbor.kind), 0, 0))
            elif there and not has_kind and routes.joined(of[seat], there):
                found.append(HarborUse(harbor.path, harbor.kind, _rate(harbor.kind), owner, fee))
    return tuple(found)


def _ends(board: Board, harbor: HarborPlace) -> int:
    one, other = board.grid.ends[harbor.path]
    return 1 << one | 1 << other


def harbor_uses(state: State, seat: Seat) -> tuple[HarborUse, ...]:
    """List the harbors that a seat may use: its own, and of kinds that it lacks those where a trade route leads."""
    fee = state.terms[HarborTerms].fee
    return _uses(state[Board], state[Buildings].of, state[TradeRoutes], seat, fee)


def _trades_at(kind: Harbor, good: Good) -> bool:
    return kind is Harbor.GENERAL or kind.value == good.value


def _list_trades(state: State, demand: Demand) -> Iterable[Command]:
    seat, terms = demand.seat, state.terms
    fee = terms[HarborTerms].fee
    if state[Coins].of[seat] < fee:
        return ()
    # The fee is paid first, so its coin is not there to be given.
    held = terms[GoodsTerms].held(state, seat) - ONE_GOOD[Good.COIN] * fee
    bank = members(kinds(terms[GoodsTerms].banked(state)))
    return [
        TradeAtHarbor(seat, use.harbor, give, take)
        for use in harbor_uses(state, seat)
        if use.owner
        for give in members(kinds(held, use.rate))
        if _trades_at(use.kind, give)
        for take in bank
        if take != give
    ]


def _check_trade(state: State, command: TradeAtHarbor, demand: Demand) -> None:
    seat, give = command.seat, command.give
    if give == command.take:
        raise Illegal(Reason.SAME_RESOURCE, "B6.1", resource=give.name)
    board, buildings = state[Board], state[Buildings]
    harbor = next((each for each in board.harbors if each.path == command.harbor), None)
    if harbor is None:
        raise Illegal(Reason.NO_SUCH_HARBOR, "C5.1", harbor=command.harbor)
    there, rate, fee = _ends(board, harbor), _rate(harbor.kind), state.terms[HarborTerms].fee
    if not buildings.occupied & there:
        raise Illegal(Reason.HARBOR_UNUSED, "C5.4", harbor=command.harbor)
    if buildings.of[seat] & board.harbor_intersections[harbor.kind]:
        raise Illegal(Reason.FEE_NOT_DUE, "C5.3", rate=rate)
    if not _trades_at(harbor.kind, give):
        raise Illegal(Reason.NO_SUCH_RATE, "B6.1", rate=rate, harbor=harbor.kind.name)
    if not joined_buildings(state, seat, there & buildings.occupied):
        raise Illegal(Reason.NO_TRADE_ROUTE, "C5.1", harbor=command.harbor)
    coins = state[Coins].of[seat]
    if coins < fee + (rate if give is Good.COIN else 0):
        raise Illegal(Reason.NOT_ENOUGH_COINS, "C5.2", seat=seat, coins=coins, fee=fee)
    check_gives(state, seat, of_good(give, rate), "B6.1")
    check_bank(state, ONE_GOOD[command.take], "B6.4")


@room.does(TradeAtHarbor, "act", listing=_list_trades, check=_check_trade)
def trade_at_harbor(play: Play, command: TradeAtHarbor, demand: Demand) -> None:
    """Pay the fee to the owner of the harbor, then trade there."""
    use = next(use for use in harbor_uses(play, command.seat) if use.harbor == command.harbor)
    play.happen(FeePaid(command.seat, use.owner, use.fee))
    play.happen(BankTradeMade(command.seat, of_good(command.give, use.rate), ONE_GOOD[command.take]))


class HarborsView(msgspec.Struct, frozen=True, gc=False):
    """The harbors that the viewer's own seat may use; a viewer without a seat has none."""

    uses: tuple[HarborUse, ...]


@room.show
def show_harbors(state: State, viewer: Viewer) -> HarborsView:
    """Show the viewer's seat the harbors that it may use, with the fee and whom it pays."""
    return HarborsView(harbor_uses(state, viewer.seat) if viewer.seat else ())
