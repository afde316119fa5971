"""Events without a cause, as positions and walks begin with them: what each changes on the model's table."""

from domain.components import DevelopmentCard, each
from domain.engine import Event, PromptsChanged
from domain.rules.buildings import SettlementBuilt
from domain.rules.coins import CoinsReceived, FeePaid
from domain.rules.development import DevelopmentCardBought, DevelopmentCardPlayed
from domain.rules.hands import ResourcesPaid, ResourcesReceived
from domain.rules.largest_army import LargestArmyAwarded
from domain.rules.turn import TurnStarted
from domain.scenarios.alexander.march import AlexanderMoved
from tests.naive.model import Model
from tests.naive.table import RESOURCES


def give(model: Model, event: Event) -> None:
    """An event without a cause."""
    match event:
        case ResourcesReceived():
            model.get(event.seat, _counts(event.cards))
        case ResourcesPaid():
            model.pay(event.seat, _counts(event.cards))
        case CoinsReceived():
            model.gain(event.seat, {"coin": event.coins})
        case FeePaid():
            model.lose(event.seat, {"coin": event.coins})
            model.gain(event.owner, {"coin": event.coins})
        case DevelopmentCardBought():
            card = DevelopmentCard(event.card).name.lower()
            model.deck[card] -= 1
            model.held[event.seat][card] += 1
            model.new_cards[event.seat][card] += 1
        case DevelopmentCardPlayed():
            model.lay_open(event.seat, DevelopmentCard(event.card).name.lower())
        case SettlementBuilt():
            model.settlements[event.seat].add(event.intersection)
        case LargestArmyAwarded():
            model.army = event.seat
        case AlexanderMoved():
            model.arrow = event.arrow
            model.event = "settlement" if model.layout.stops[event.arrow - 1] == "temple" else ""
        case TurnStarted():
            model.begin_turn(event.seat)
        case PromptsChanged(phase="act"):
            model.agenda = []
            model.last_phase()
        case _:
            raise NotImplementedError(f"the model has no word for {type(event).__name__}")


def _counts(cards: int) -> dict[str, int]:
    return {RESOURCES[kind]: n for kind, n in each(cards)}
