"""A position at the first turn of a game, made through the service, and the places on its board that tests need."""

import random
from typing import Any

from settlers.v1 import game_pb2
from tests.service.house import AUDITOR, QUICK, RESOURCES, SEED, House, Loaded, command, happen


class Position:
    """Four seats on the beginner's board, setup played, seat 1 asked to roll; all hands are empty."""

    def __init__(self, house: House, chance: Loaded, *lines: str) -> None:
        self.house = house
        self.chance = chance
        self.game_id = house.create(4, seed=SEED)
        house.play(self.game_id, random.Random(QUICK), stop=lambda prompts: prompts[-1].kind == "roll")
        self.empty_hands()
        self.happen(*lines)

    def happen(self, *lines: str) -> None:
        """Let events happen, in the domain's notation."""
        if lines:
            happen(self.house.games, self.game_id, *lines)

    def empty_hands(self) -> None:
        """Let every seat pay all its cards to the bank."""
        lines = []
        for hand in self.view.hands.hands:
            counts = {name: getattr(hand.cards, name) for name in RESOURCES}
            bag = "+".join(f"{n}{name}" for name, n in counts.items() if n)
            if bag:
                lines.append(f"ResourcesPaid seat={hand.seat} cards={bag}")
        self.happen(*lines)

    def roll(self, first: int, second: int) -> None:
        """Let the seat in turn roll; what it yields is paid back."""
        self.chance.dice(first, second)
        self.play(self.view.turn.seat, command("roll_dice"))
        if first + second != 7:
            self.empty_hands()

    def play(self, by: int, what: game_pb2.Command) -> Any:
        """Play a command."""
        return self.house.execute(self.game_id, by, what)

    @property
    def view(self) -> game_pb2.GameView:
        """The game as the auditor sees it."""
        return self.house.view(self.game_id, AUDITOR)

    @property
    def taken(self) -> dict[int, int]:
        """The seat of each building by its intersection."""
        return {each.intersection: each.seat for each in self.view.buildings.settlements}

    @property
    def roads(self) -> dict[int, int]:
        """The seat of each road by its path."""
        return {each.path: each.seat for each in self.view.roads.roads}

    def settlement(self, of: int) -> int:
        """A settlement of a seat."""
        return min(place for place, by in self.taken.items() if by == of)

    def road(self, of: int) -> int:
        """A road of a seat."""
        return min(path for path, by in self.roads.items() if by == of)

    def beside(self, intersection: int) -> int:
        """A free intersection one path away."""
        ends = [(path.a, path.b) for path in self.view.board.paths if intersection in (path.a, path.b)]
        return next(end for pair in ends for end in pair if end != intersection)

    def apart(self, of: int) -> int:
        """An intersection where the distance rule lets a seat build, but none of its roads leads."""
        reached = {end for path in self.view.board.paths if path.path in self.roads for end in (path.a, path.b)}
        closed = set(self.taken) | {
            end for path in self.view.board.paths if {path.a, path.b} & set(self.taken) for end in (path.a, path.b)
        }
        return min({each.intersection for each in self.view.board.intersections} - closed - reached)

    def free_paths(self) -> list[int]:
        """The paths without a road."""
        return [path.path for path in self.view.board.paths if path.path not in self.roads]

    def path_apart(self, of: int) -> int:
        """A free path that touches nothing of a seat's."""
        own = {place for place, by in self.taken.items() if by == of}
        own |= {end for path in self.view.board.paths if self.roads.get(path.path) == of for end in (path.a, path.b)}
        return next(
            path.path for path in self.view.board.paths if path.path not in self.roads and not {path.a, path.b} & own
        )

    def path_onward(self, of: int) -> int:
        """A free path that joins a road of a seat where nobody has built."""
        ends = {end for path in self.view.board.paths if self.roads.get(path.path) == of for end in (path.a, path.b)}
        return next(
            path.path
            for path in self.view.board.paths
            if path.path not in self.roads and {path.a, path.b} & (ends - set(self.taken))
        )

    def hex_with(self, *seats: int, without: int = 0) -> int:
        """A hex without the robber at which all these seats have a settlement, and another one has none."""
        for tile in self.view.board.hexes:
            corners = {
                each.intersection
                for each in self.view.board.intersections
                if (each.x - tile.x, each.y - tile.y) in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
            }
            there = {by for place, by in self.taken.items() if place in corners}
            if tile.hex != self.view.robber.hex and set(seats) <= there and without not in there:
                return tile.hex
        raise AssertionError("the board has no such hex")
