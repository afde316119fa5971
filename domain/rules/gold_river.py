"""Gold rivers (S4): they yield resource cards of their owners' choice, after the other production, clockwise."""

from collections.abc import Iterable

from domain.board.laid import Board
from domain.components import Cards, Goods, Seat, coins_of, total, unpack
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import CardsChoice, Choice, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.hands import Hands, ResourcesReceived, check_bank
from domain.rules.production import gold_due
from domain.rules.setup import starting_goods, take_starting_cards
from domain.rules.turn import DiceRolled, Turn


class ChooseGold(Command, frozen=True):
    """Choose the cards that a gold river yields to you; what the bank cannot give is lost."""

    cards: Cards


room = Room("gold river")
room.prompt("gold", "S4", order="S4")


def ask_for_gold(play: Play, seat: Seat, amount: int) -> None:
    """Ask a seat for its choice of so many cards, unless the bank has none at all."""
    if total(play[Hands].bank):
        play.ask("gold", seat, amount=amount)


@room.follow(DiceRolled)
def yield_gold(play: Play, event: DiceRolled) -> None:
    """Ask the seats to which the rolled number yields gold, the seat in turn first."""
    due = gold_due(play, sum(event.dice))
    # The topmost prompt is answered first.
    for seat in reversed(play.clockwise(play[Turn].seat)):
        if due[seat]:
            ask_for_gold(play, seat, due[seat])


def take_starting_goods(play: Play, seat: Seat, intersection: int) -> None:
    """Take a card for each producing hex beside the last starting settlement, for a gold river one of one's choice."""
    take_starting_cards(play, seat, intersection)
    gold = coins_of(starting_goods(play[Board], intersection))
    if gold:
        ask_for_gold(play, seat, gold)


def _due(state: State, demand: Demand) -> int:
    return min(demand.amount, total(state[Hands].bank))


def _choose_gold(state: State, demand: Demand) -> Iterable[Choice]:
    due = _due(state, demand)
    return (Choice(ChooseGold.__name__, (CardsChoice("cards", due, due, Goods(state[Hands].bank)),)),)


def _check_gold(state: State, command: ChooseGold, demand: Demand) -> None:
    given, due = sum(unpack(command.cards)), _due(state, demand)
    if given != due:
        raise Illegal(Reason.WRONG_NUMBER_OF_CARDS, "S4", given=given, owed=due)
    check_bank(state, Goods(command.cards), "S4")


@room.does(ChooseGold, "gold", choosing=_choose_gold, check=_check_gold)
def choose_gold(play: Play, command: ChooseGold, demand: Demand) -> None:
    """Take the chosen cards; where the bank is empty after that, the others' gold is lost."""
    play.happen(ResourcesReceived(command.seat, command.cards))
    play.answer(demand)
    if not total(play[Hands].bank):
        play.close("gold")
