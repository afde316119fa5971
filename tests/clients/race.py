"""How a client folds the Great Race: hexes that are turned up, and cards that are drawn for a landing."""

from typing import Any

from settlers.v1 import board_pb2, cards_pb2, game_pb2
from tests.clients.counting import RESOURCES


class RaceFolds:
    """The part of a client that keeps what the Great Race adds to a game."""

    view: game_pb2.GameView
    plan: board_pb2.Plan

    def lay_face_down(self) -> None:
        """Everyone knows what lies face down, and nobody where; the view names it in the order of the alphabet."""
        unknown = self.view.unknown
        unknown.hexes = len(self.plan.hidden_terrains)
        unknown.terrains[:] = sorted(self.plan.hidden_terrains, key=board_pb2.Terrain.Name)
        unknown.numbers[:] = sorted(self.plan.hidden_numbers)

    def on_hex_revealed(self, event: Any) -> None:
        tile, unknown = self.view.board.hexes[event.hex], self.view.unknown
        tile.terrain, tile.number = event.terrain, event.number
        unknown.hexes -= 1
        unknown.terrains.remove(event.terrain)
        if event.number:
            unknown.numbers.remove(event.number)

    def on_landing_card_drawn(self, event: Any) -> None:
        self.take_one(event.owner, event.seat, event.resource)

    def on_card_stolen(self, event: Any) -> None:
        self.take_one(event.thief, event.victim, event.resource)

    def take_one(self, taker: int, giver: int, resource: int) -> None:
        """A card goes from hand to hand; 0: the viewer may not see which."""
        if resource:
            self.pass_on(giver, taker, cards_pb2.Resources(**{RESOURCES[resource - 1]: 1}))
        else:
            self.view.hands.hands[giver - 1].count -= 1
            self.view.hands.hands[taker - 1].count += 1

    def pass_on(self, giver: int, taker: int, cards: Any) -> None:
        """Cards go from hand to hand."""
        raise NotImplementedError
