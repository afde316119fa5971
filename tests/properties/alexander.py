"""What every game of Alexander keeps besides: supply, coins, chips, advisors, knights under the deck, the way ahead.

Supply, march, bids, chips and advisors are followed from the events alone (``Ledger``), by the words of the rulebook.
"""

from collections.abc import Sequence

from domain.board.laid import Board
from domain.components import DevelopmentCard, Resource, count, unpack
from domain.engine import Event, Game, GameEnded
from domain.rules.coins import Coins
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.rules.largest_army import Army
from domain.rules.longest_route import Routes
from domain.scenarios.alexander.advisors import Advisors
from domain.scenarios.alexander.march import March
from domain.scenarios.alexander.payment import ChipsWon
from domain.scenarios.alexander.supply import Supply
from tests.properties.classic import Classic
from tests.scenarios.alexander.ledger import Ledger

ADVISOR_POINTS = (0, 4, 3, 2)


class Alexander(Classic):
    """Keeps watch over a game of Alexander the Great."""

    goal = 14

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.ledger = Ledger(game.seats)

    def follow(self, history: Sequence[Event]) -> None:
        """Take in what happened."""
        self.ledger.fold(history)

    def check(self, game: Game) -> None:
        """What is soon counted."""
        super().check(game)
        assert list(game[Coins].of) == self.ledger.coins
        assert min(self.ledger.coins) >= 0
        self.check_march(game)
        self.check_advisors(game)

    def check_cards(self, game: Game) -> None:
        """Supply, bank and hands hold all there is of a resource; paid knights lie under the deck."""
        hands, development = game[Hands], game[Development]
        bags = [unpack(bag) for bag in (hands.bank, *hands.of, game[Supply].cards)]
        assert [sum(column) for column in zip(*bags, strict=True)] == [self.each_resource] * len(Resource)
        assert max(map(max, bags)) <= self.each_resource
        piles = (development.deck, development.under, *development.held, *development.played)
        assert min(piles) >= 0
        assert tuple(sum(column) for column in zip(*map(unpack, piles), strict=True)) == self.deck
        assert game[Supply].cards == self.ledger.supply

    def check_army(self, game: Game) -> None:
        """Its owner has the most knights on the table, three at least; else nobody is alone ahead (A3.9)."""
        owner = game[Army].owner
        knights = [count(played, DevelopmentCard.KNIGHT) for played in game[Development].played]
        top = max(knights)
        assert knights[owner] == top >= 3 if owner else top < 3 or knights.count(top) > 1

    def check_march(self, game: Game) -> None:
        """Alexander is where he went; nobody builds on or beside what lies before him (A5.2)."""
        march, board = game[March], game[Board]
        assert march.arrow == self.ledger.arrow
        protected = 0
        assert board.route is not None
        for n in board.route.intersections[march.arrow + 1 : -1]:
            protected |= board.grid.near[n]
        assert march.protected & protected == protected

    def check_advisors(self, game: Game) -> None:
        """Chips lie with who won them, and the advisors are in the order of their chips (A4)."""
        chips = [sum(won) for won in game[ChipsWon].of]
        assert chips == [len(won) for won in self.ledger.chips]
        holders = [seat for seat in game[Advisors].holders if seat]
        assert len(set(holders)) == len(holders)
        assert [chips[seat] for seat in holders] == sorted((chips[seat] for seat in holders), reverse=True)
        cards = 2 if game.seats == 3 else 3
        assert len(holders) == min(cards, sum(n >= 3 for n in chips))

    def more_points(self, game: Game, seat: int) -> dict[str, int]:
        """The longest route, and an advisor's card."""
        card = game[Advisors].holders.index(seat) if seat in game[Advisors].holders else 0
        return {"longest_route": 2 * (game[Routes].owner == seat), "advisor": ADVISOR_POINTS[card]}

    def check_verdict(self, game: Game, ended: GameEnded) -> None:
        """By points as ever; else, in Persepolis, by points and then by chips (A6)."""
        if ended.cause == "points":
            super().check_verdict(game, ended)
            return
        assert ended.cause == "persepolis"
        standing = [(self.all_points(game, seat), len(self.ledger.chips[seat])) for seat in game.everyone]
        assert list(ended.winners) == [seat for seat in game.everyone if standing[seat - 1] == max(standing)]
