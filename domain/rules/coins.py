"""Gold coins: what gold rivers yield, what is paid in fees, and coins as goods of trade.

Coins are a part of their own: discards, theft, monopoly and year of plenty, which deal in resource cards, cannot touch
them. Their supply has no end.
"""

import msgspec

from domain.board.laid import Board
from domain.components import MOST, Goods, Seat, coins_of, with_coins
from domain.engine.messages import Event, Viewer
from domain.engine.play import Play
from domain.engine.room import Room
from domain.engine.scenario import TermTable
from domain.engine.state import State
from domain.rules.bank_trade import BankTradeMade
from domain.rules.buildings import put
from domain.rules.hands import cards_banked, cards_held, cards_in_play
from domain.rules.offers import TradeMade
from domain.rules.production import gold_due
from domain.rules.setup import SuppliesLaidOut, starting_goods, take_starting_cards
from domain.rules.trade import fall_by_loss
from domain.rules.turn import DiceRolled


class CoinsReceived(Event, frozen=True):
    """A seat got coins from the supply."""

    seat: Seat
    coins: int


class CoinGain(msgspec.Struct, frozen=True, gc=False):
    """What one seat got."""

    seat: Seat
    coins: int


class CoinsProduced(Event, frozen=True):
    """A roll yielded coins at gold rivers."""

    gains: tuple[CoinGain, ...]


class FeePaid(Event, frozen=True):
    """A seat paid another for the use of its building."""

    seat: Seat
    owner: Seat
    coins: int


class CoinTerms(msgspec.Struct, frozen=True, gc=False):
    """How many coins each seat has at the start."""

    start: int = 0


class Coins(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that knows each seat's coins (indexed by seat)."""

    of: tuple[int, ...]

    def with_more(self, seat: Seat, coins: int) -> "Coins":
        """The same after a seat got coins, or (below 0) gave them."""
        return Coins(put(self.of, seat, self.of[seat] + coins))


def _no_coins(seats: int, terms: TermTable) -> Coins:
    return Coins((0,) * (seats + 1))


room = Room("coins")
room.term(CoinTerms())
room.part(Coins, _no_coins)


@room.fold(CoinsReceived, Coins)
def _(coins: Coins, event: CoinsReceived, state: State) -> Coins:
    return coins.with_more(event.seat, event.coins)


@room.fold(CoinsProduced, Coins)
def _(coins: Coins, event: CoinsProduced, state: State) -> Coins:
    for gain in event.gains:
        coins = coins.with_more(gain.seat, gain.coins)
    return coins


@room.fold(FeePaid, Coins)
def _(coins: Coins, event: FeePaid, state: State) -> Coins:
    return coins.with_more(event.seat, -event.coins).with_more(event.owner, event.coins)


@room.fold(BankTradeMade, Coins)
def _(coins: Coins, event: BankTradeMade, state: State) -> Coins:
    return coins.with_more(event.seat, coins_of(event.taken) - coins_of(event.given))


@room.fold(TradeMade, Coins)
def _(coins: Coins, event: TradeMade, state: State) -> Coins:
    gained = coins_of(event.taken) - coins_of(event.given)
    return coins.with_more(event.seat, gained).with_more(event.partner, -gained)


@room.follow(SuppliesLaidOut)
def hand_out_coins(play: Play, event: SuppliesLaidOut) -> None:
    """Give each seat the coins that it starts with."""
    start = play.terms[CoinTerms].start
    for seat in play.everyone if start else ():
        play.happen(CoinsReceived(seat, start))


@room.follow(DiceRolled)
def produce_coins(play: Play, event: DiceRolled) -> None:
    """Let the gold rivers of the rolled number yield coins."""
    gains = tuple(CoinGain(seat, due) for seat, due in enumerate(gold_due(play, sum(event.dice))) if due)
    if gains:
        play.happen(CoinsProduced(gains))


room.follow(FeePaid)(lambda play, event: fall_by_loss(play, event.seat))


def take_starting_goods(play: Play, seat: Seat, intersection: int) -> None:
    """Take a card for each producing hex beside the last starting settlement, and a coin for each gold river."""
    take_starting_cards(play, seat, intersection)
    coins = coins_of(starting_goods(play[Board], intersection))
    if coins:
        play.happen(CoinsReceived(seat, coins))


def goods_held(state: State, seat: Seat) -> Goods:
    """A seat trades with its cards and its coins."""
    return with_coins(cards_held(state, seat), state[Coins].of[seat])


def goods_banked(state: State) -> Goods:
    """The bank trades with its cards, and with coins without end."""
    return with_coins(cards_banked(state), MOST)


def goods_in_play(state: State) -> Goods:
    """All the cards there are, and the coins of all seats together."""
    return with_coins(cards_in_play(state), sum(state[Coins].of))


class CoinsView(msgspec.Struct, frozen=True, gc=False):
    """Each seat's coins, in order of seats."""

    coins: tuple[int, ...]


@room.show
def show_coins(state: State, viewer: Viewer) -> CoinsView:
    """Show the coins; they are open to all."""
    return CoinsView(state[Coins].of[1:])
