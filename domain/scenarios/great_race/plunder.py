"""Plunder (G8.1, an option): the holder of the largest army takes two cards when it moves the robber."""

from collections.abc import Iterable

from domain.components import Seat, total
from domain.engine.listing import commands_at
from domain.engine.messages import Command
from domain.engine.play import Play
from domain.engine.prompts import Demand
from domain.engine.room import Room
from domain.engine.state import State
from domain.errors import Illegal, Reason
from domain.rules.hands import Hands
from domain.rules.largest_army import Army
from domain.rules.production import Production, RobberMoved
from domain.rules.robber import MoveRobber, check_victim, list_moves, robbable, robber_hexes, steal_card, victims_at

room = Room("plunder")


def _takes_two(state: State, thief: Seat) -> bool:
    return state[Army].owner == thief


def _list_plunder(state: State, demand: Demand) -> Iterable[Command]:
    """List the moves: where two cards are taken, from one victim who has them, or one each from two."""
    thief = demand.seat
    if not _takes_two(state, thief):
        return list_moves(state, demand)
    allowed, victims = robber_hexes(state), robbable(state, thief)
    found: list[Command] = []
    lonely = allowed
    for victim, hexes in victims:
        others = 0
        for other, elsewhere in victims:
            if other != victim:
                others |= elsewhere
                found += commands_at(MoveRobber, thief, hexes & elsewhere & allowed, victim, other)
        enough = total(state[Hands].of[victim]) > 1
        found += commands_at(MoveRobber, thief, hexes & allowed & (-1 if enough else ~others), victim)
        lonely &= ~hexes
    return [*found, *commands_at(MoveRobber, thief, lonely)]


def _check_plunder(state: State, command: MoveRobber, demand: Demand) -> None:
    victims = victims_at(state, command.seat, command.hex)
    check_victim(state, command, victims)
    others = tuple(seat for seat in victims if seat != command.victim)
    two = _takes_two(state, command.seat)
    if command.second is not None:
        if not two or command.second not in others:
            raise Illegal(Reason.NO_SUCH_VICTIM, "G8.1", victim=command.second, victims=others)
    elif two and others and command.victim is not None and total(state[Hands].of[command.victim]) == 1:
        raise Illegal(Reason.VICTIM_REQUIRED, "G8.1", victims=others)


@room.does(MoveRobber, "robber", listing=_list_plunder, check=_check_plunder)
def plunder(play: Play, command: MoveRobber, demand: Demand) -> None:
    """Move the robber and take what there is."""
    seat, victim = command.seat, command.victim
    play.happen(RobberMoved(seat, play[Production].robber, command.hex))
    if victim is not None:
        steal_card(play, seat, victim)
        second = victim if command.second is None else command.second
        if _takes_two(play, seat) and play[Hands].of[second]:
            steal_card(play, seat, second)
    play.answer(demand)
