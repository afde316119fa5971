"""Seven and the robber (B5): discards, the robber's move, and the theft that comes with it."""

from collections.abc import Callable, Iterable
from typing import ClassVar

import msgspec

from domain.board.laid import Board
from domain.components import ONE, RESOURCES, Cards, Goods, Resource, Seat, card_at, total, unpack
from domain.engine.listing import commands_at
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import CardsChoice, Choice, Phase, Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.buildings import Buildings
from domain.rules.hands import Hands, check_holds
from domain.rules.production import Production, RobberMoved
from domain.rules.turn import Turn


class DiscardCards(Command, frozen=True):
    """Discard half of your resource cards, of your own choice, after a 7."""

    cards: Cards


class MoveRobber(Command, frozen=True):
    """Move the robber to a hex and steal from a victim there (none: nobody there has a card).

    Where a theft is of two cards, the other one may be from a second victim.
    """

    hex: int
    victim: Seat | None = None
    second: Seat | None = None


class ResourcesDiscarded(Event, frozen=True):
    """A seat discarded cards to the bank."""

    seat: Seat
    cards: Cards


class CardStolen(Event, frozen=True):
    """A seat stole one random resource card from another; only the two know which."""

    private: ClassVar[tuple[str, ...]] = ("resource",)

    thief: Seat
    victim: Seat
    resource: Resource | None = None

    @property
    def audience(self) -> tuple[Seat, ...]:
        """Thief and victim."""
        return self.thief, self.victim


def any_land(state: State) -> int:
    """The robber stands on land (B5.2)."""
    return state[Board].land


class RobberTerms(msgspec.Struct, frozen=True, gc=False):
    """The hand that a 7 leaves alone, and on which hexes the robber may stand (a mask), by which rule."""

    discard_above: int = 7
    hexes: Callable[[State], int] = any_land
    rule: str = "B5.2"


room = Room("robber")
room.term(RobberTerms())
room.prompt("discard", "B5.1")
room.prompt("robber", "B5.2")


@room.fold(ResourcesDiscarded, Hands)
def _(hands: Hands, event: ResourcesDiscarded, state: State) -> Hands:
    return hands.paid(event.seat, event.cards)


@room.fold(CardStolen, Hands)
def _(hands: Hands, event: CardStolen, state: State) -> Hands:
    assert event.resource is not None
    return hands.moved(event.victim, event.thief, ONE[event.resource])


def _face_seven(play: Play) -> None:
    """On a 7 those with too many cards discard; the robber moves when all have, or at once where nobody must."""
    if play[Turn].seven:
        above, hands = play.terms[RobberTerms].discard_above, play[Hands].of
        held = [(seat, total(hands[seat])) for seat in play.clockwise(play[Turn].seat)]
        owed = {seat: n // 2 for seat, n in held if n > above}
        if owed:
            play.demand("discard", owed)
        else:
            ask_to_move_robber(play, play[Turn].seat)


def ask_to_move_robber(play: Play, seat: Seat) -> None:
    """Ask a seat to move the robber (after a 7, or for a knight), if there is a hex where it may go."""
    if robber_hexes(play):
        play.ask("robber", seat)


def choose_discards(state: State, demand: Demand) -> Iterable[Choice]:
    """Give the bounds of a discard: just what is owed, of what is held."""
    hand = state[Hands].of[demand.seat]
    bounds = CardsChoice("cards", demand.amount, demand.amount, Goods(hand))
    return (Choice(DiscardCards.__name__, (bounds,)),)


def check_discards(rule: str) -> Callable[[State, DiscardCards, Demand], None]:
    """Make the check of a discard that a rule asks for."""

    def check(state: State, command: DiscardCards, demand: Demand) -> None:
        given = sum(unpack(command.cards))
        if given != demand.amount:
            raise Illegal(Reason.WRONG_NUMBER_OF_CARDS, rule, given=given, owed=demand.amount)
        check_holds(state, command.seat, command.cards, rule)

    return check


@room.does(DiscardCards, "discard", choosing=choose_discards, check=check_discards("B5.1"))
def discard_cards(play: Play, command: DiscardCards, demand: Demand) -> None:
    """Discard all that is owed at once; after the last discard the robber moves."""
    play.happen(ResourcesDiscarded(command.seat, command.cards))
    play.answer(demand)
    if not play.asked("discard"):
        ask_to_move_robber(play, play[Turn].seat)


def robber_hexes(state: State) -> int:
    """Mask of the hexes that the robber may go to; never the one where it stands."""
    robber = state[Production].robber
    allowed = state.terms[RobberTerms].hexes(state)
    return allowed if robber is None else allowed & ~(1 << robber)


def robbable(state: State, thief: Seat) -> list[tuple[Seat, int]]:
    """The seats that can be robbed, each with the mask of the hexes where: a building there, a card in hand (B5.2)."""
    touched = state[Buildings].touched
    return [(seat, touched[seat]) for seat, hand in enumerate(state[Hands].of) if hand and seat != thief]


def list_moves(state: State, demand: Demand) -> Iterable[Command]:
    """List the moves of the robber, each with a victim where there is one."""
    thief, allowed = demand.seat, robber_hexes(state)
    found: list[Command] = []
    lonely = allowed
    for victim, hexes in robbable(state, thief):
        found += commands_at(MoveRobber, thief, hexes & allowed, victim)
        lonely &= ~hexes
    found += commands_at(MoveRobber, thief, lonely)
    return found


def victims_at(state: State, thief: Seat, n: int) -> list[Seat]:
    """List whom a thief can rob at a hex; raises ``Illegal`` where the robber may not go."""
    if not 0 <= n < len(state[Board].tiles):
        raise Illegal(Reason.NO_SUCH_PLACE, "B2.6", hex=n)
    if n == state[Production].robber:
        raise Illegal(Reason.ROBBER_MUST_MOVE, "B5.2", hex=n)
    if not robber_hexes(state) >> n & 1:
        raise Illegal(Reason.ROBBER_NOT_ALLOWED, state.terms[RobberTerms].rule, hex=n)
    return [seat for seat, hexes in robbable(state, thief) if hexes >> n & 1]


def check_victim(state: State, command: MoveRobber, victims: list[Seat]) -> None:
    """Refuse a victim that is not there, or none where there is one."""
    if command.victim is None:
        if victims:
            raise Illegal(Reason.VICTIM_REQUIRED, "B5.2", victims=tuple(victims))
    elif command.victim not in victims:
        raise Illegal(Reason.NO_SUCH_VICTIM, "B5.2", victim=command.victim, victims=tuple(victims))


def _check_move(state: State, command: MoveRobber, demand: Demand) -> None:
    check_victim(state, command, victims_at(state, command.seat, command.hex))
    if command.second is not None:
        raise Illegal(Reason.NO_SUCH_VICTIM, "B5.3", victim=command.second, victims=())


@room.does(MoveRobber, "robber", listing=list_moves, check=_check_move)
def move_robber(play: Play, command: MoveRobber, demand: Demand) -> None:
    """Move the robber, and steal one random card from the victim (B5.3)."""
    play.happen(RobberMoved(command.seat, play[Production].robber, command.hex))
    if command.victim is not None:
        steal_card(play, command.seat, command.victim)
    play.answer(demand)


def steal_card(play: Play, thief: Seat, victim: Seat) -> None:
    """Draw one of the victim's resource cards, each equally likely, for the thief."""
    hand = play[Hands].of[victim]
    resource = RESOURCES[card_at(hand, play.draw("theft", total(hand)))]
    play.drop_draws()
    play.happen(CardStolen(thief, victim, resource))


SEVEN = Phase("seven", _face_seven)


class RobberView(msgspec.Struct, frozen=True, gc=False):
    """Where the robber stands; no hex while it is off the board."""

    hex: int | None


@room.show
def show_robber(state: State, viewer: Viewer) -> RobberView:
    """Show where the robber stands."""
    return RobberView(state[Production].robber)
