"""What every game of Cheops keeps besides: coins, ships, the pyramid with its Blessing and Curse, routes to harbors.

Coins, ships, blocks and favor are followed from the events alone (``Ledger``), by the words of the rulebook.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.components import Good, Goods, Harbor, bits
from domain.engine import Command, Event, Game, GameEnded, Prompts, execute, legal
from domain.errors import Illegal
from domain.rules.buildings import Buildings
from domain.rules.coins import Coins
from domain.rules.moving_ships import MoveShip
from domain.rules.offers import OfferTrade
from domain.rules.roads import Roads
from domain.rules.ships import BuildShip, Fleet
from domain.rules.turn import Turn
from domain.scenarios.cheops.blessing import Favor
from domain.scenarios.cheops.harbors import HarborsView, TradeAtHarbor
from domain.scenarios.cheops.pyramid import PlacePyramidBlock, Pyramid, PyramidView
from domain.visibility import Viewer
from tests.properties.classic import Classic
from tests.scenarios.cheops.table import (
    BLESSING,
    BLOCKS,
    CURSE,
    LEVELS,
    PHARAOH_BLOCKS,
    SHIPS,
    Ledger,
    blessed_and_cursed,
    joined,
)


@lru_cache(maxsize=256)
def _joined(paths: frozenset[int], spots: tuple[int, ...]) -> frozenset[int]:
    """Where trade routes lead from some intersections; that is asked for far more often than a piece is laid."""
    return frozenset(joined({*paths}, spots))


class Cheops(Classic):
    """Keeps watch over a game of Cheops."""

    goal = 12

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.ledger = Ledger(game.seats)

    def follow(self, history: Sequence[Event]) -> None:
        """Take in what happened."""
        self.ledger.fold(history)

    def check(self, game: Game) -> None:
        """What is soon counted."""
        super().check(game)
        self.check_coins(game)
        self.check_pyramid(game)
        self.check_blocks_listed(game)

    def check_coins(self, game: Game) -> None:
        """Coins come and go by their events alone, and nobody owes one."""
        assert list(game[Coins].of) == self.ledger.coins
        assert min(self.ledger.coins) >= 0

    def check_pieces(self, game: Game) -> None:
        """No more ships than there are, one piece on a path, and each where an event put it."""
        super().check_pieces(game)
        ships = {path: seat for seat in game.everyone for path in bits(game[Fleet].of[seat].paths)}
        roads = {path: seat for seat in game.everyone for path in bits(game[Roads].of[seat].paths)}
        assert ships == self.ledger.ships
        assert roads == self.ledger.roads
        assert not ships.keys() & roads.keys()
        assert max(Counter(ships.values()).values(), default=0) <= SHIPS

    def check_pyramid(self, game: Game) -> None:
        """Blocks are where events put them, no more than there are; blessing and curse lie where they belong (C7)."""
        pyramid, blocks = game[Pyramid], self.ledger.blocks
        assert (pyramid.begun, list(pyramid.blocks)) == (self.ledger.begun, blocks)
        given = Counter(blocks)
        assert given[0] <= PHARAOH_BLOCKS
        assert max(given[seat] for seat in game.everyone) <= BLOCKS
        assert len(blocks) <= sum(LEVELS)
        blessed, cursed = blessed_and_cursed(blocks, game.seats)
        assert (blessed, cursed) == (self.ledger.blessing, self.ledger.cursed)
        assert (game[Favor].blessed, game[Favor].cursed) == (blessed, tuple(sorted(cursed)))

    def check_blocks_listed(self, game: Game) -> None:
        """Once building has begun, the blocks that are accepted, through whomever, are those that are listed."""
        if not self.ledger.begun or game.over or game[Prompts].stack[-1].kind != "act":
            return
        seat = game[Turn].seat
        taken = set()
        for owner in range(game.seats + 1):
            try:
                execute(game, PlacePyramidBlock(seat, owner), SeededChance())
                taken.add(owner)
            except Illegal:
                continue
        assert taken == {each.owner for each in legal(game, seat) if isinstance(each, PlacePyramidBlock)}

    def check_awards(self, game: Game) -> None:
        """There is no card for the longest route (C3.4)."""
        self.check_army(game)

    def more_points(self, game: Game, seat: int) -> dict[str, int]:
        """Blessing and curse, in place of the longest route."""
        ledger = self.ledger
        return {"blessing": BLESSING * (ledger.blessing == seat), "curse": CURSE * (seat in ledger.cursed)}

    def check_goes_on(self, game: Game) -> None:
        """Neither the Pharaoh nor the pyramid has had its last block (C8.2)."""
        super().check_goes_on(game)
        assert self.ledger.blocks.count(0) < PHARAOH_BLOCKS
        assert len(self.ledger.blocks) < sum(LEVELS)

    def check_verdict(self, game: Game, ended: GameEnded) -> None:
        """By points as ever; else those with the most of them, once the last block is placed (C8)."""
        if ended.cause == "points":
            super().check_verdict(game, ended)
            return
        blocks, points = self.ledger.blocks, [self.all_points(game, seat) for seat in game.everyone]
        assert {"pharaoh": blocks.count(0) == PHARAOH_BLOCKS, "pyramid": len(blocks) == sum(LEVELS)}[ended.cause]
        assert list(ended.winners) == [seat for seat in game.everyone if points[seat - 1] == max(points)]

    def check_view(self, game: Game, viewer: Viewer, part: msgspec.Struct) -> None:
        """A seat is shown the harbors that serve it and its ways to the pyramid (C5, C6.5), others are shown none."""
        if isinstance(part, HarborsView):
            shown = [(use.harbor, use.kind, use.rate, use.owner, use.fee) for use in part.uses]
            assert shown == (self.harbors_of(game, viewer.seat) if viewer.seat else [])
        elif isinstance(part, PyramidView):
            shown = [(way.owner, way.fee) for way in part.ways]
            assert shown == (self.ways_of(game, viewer.seat) if viewer.seat else [])

    def reached(self, game: Game, seat: int) -> frozenset[int]:
        """The intersections to which trade routes lead from a seat's buildings (C4.2)."""
        return _joined(frozenset((*self.ledger.ships, *self.ledger.roads)), bits(game[Buildings].of[seat]))

    def harbors_of(self, game: Game, seat: int) -> list[tuple[int, Harbor, int, int, int]]:
        """The harbors that serve a seat: path, kind, rate, owner (0: itself) and fee."""
        board, of, reached = game[Board], game[Buildings].of, self.reached(game, seat)
        at = {harbor.path: set(board.grid.ends[harbor.path]) for harbor in board.harbors}
        own = {harbor.kind for harbor in board.harbors if at[harbor.path] & set(bits(of[seat]))}
        found = []
        for harbor in board.harbors:
            rate = 3 if harbor.kind == Harbor.GENERAL else 2
            for owner in game.everyone:
                there = at[harbor.path] & set(bits(of[owner]))
                if there and owner == seat:
                    found.append((harbor.path, harbor.kind, rate, 0, 0))
                elif there & reached and harbor.kind not in own:
                    found.append((harbor.path, harbor.kind, rate, owner, 1))
        return found

    def ways_of(self, game: Game, seat: int) -> list[tuple[int, int]]:
        """A seat's ways to the pyramid: whose building (0: its own), and the fee."""
        site = {spot for mark in game[Board].marks if mark.name == "site" for spot in mark.intersections}
        there = {owner: site & set(bits(game[Buildings].of[owner])) for owner in game.everyone}
        if there[seat]:
            return [(0, 0)]
        reached = self.reached(game, seat)
        return [(owner, 1) for owner in game.everyone if there[owner] & reached]

    def nonsense(self, game: Game, luck: random.Random) -> list[Command]:
        """Commands of each kind that most often nobody may give."""
        paths = len(game[Board].grid.ends)
        seat, path, other = luck.randint(0, 5), luck.randint(-1, paths), luck.randint(-1, paths)
        harbor = luck.choice([path, *(each.path for each in game[Board].harbors)])
        return [
            *super().nonsense(game, luck),
            BuildShip(seat, path),
            MoveShip(seat, other, path),
            TradeAtHarbor(seat, harbor, luck.choice(tuple(Good)), luck.choice(tuple(Good))),
            PlacePyramidBlock(seat, luck.randint(-1, 5)),
            OfferTrade(seat, Goods(luck.randint(1, 9) << 50), Goods(1)),
        ]
