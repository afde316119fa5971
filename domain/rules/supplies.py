"""Supplies (B1): what lies ready before the first move: the bank, the development deck and each seat's pieces."""

from domain.components import Cards, Deck, pack
from domain.engine.messages import Event
from domain.engine.play import Play
from domain.engine.room import Phase, Room
from domain.engine.state import State
from domain.rules.buildings import Stock
from domain.rules.development import DeckTerms, Development
from domain.rules.hands import BankTerms, Hands


class SuppliesLaidOut(Event, frozen=True):
    """What lies ready: the bank, the development deck (as it is made up), and each seat's pieces."""

    bank: Cards
    development_deck: Deck
    roads: int
    settlements: int
    cities: int
    ships: int


room = Room("supplies")


@room.fold(SuppliesLaidOut, Hands)
def _(hands: Hands, event: SuppliesLaidOut, state: State) -> Hands:
    return Hands(event.bank, hands.of)


@room.fold(SuppliesLaidOut, Development)
def _(development: Development, event: SuppliesLaidOut, state: State) -> Development:
    return development.with_deck(event.development_deck)


def _lay_out_supplies(play: Play) -> None:
    stock, terms = play.terms[Stock], play.terms[BankTerms]
    each = terms.each(play.seats) - terms.elsewhere(play.seats)
    bank = Cards(pack((each, each, each, each, each)))
    deck = play.terms[DeckTerms].cards(play.seats)
    play.happen(SuppliesLaidOut(bank, deck, stock.road, stock.settlement, stock.city, stock.ship))


SUPPLIES = Phase("supplies", _lay_out_supplies)
