"""What every game of Alexander keeps besides: supply, coins, chips, advisors, knights under the deck, the way ahead.

Supply, march, bids, chips and advisors are followed from the events alone (``Ledger``), by the words of the rulebook.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec

from domain.components import DevelopmentCard, Goods, Resource, count, total, unpack
from domain.engine import Command, Event, Game, GameEnded, Prompts
from domain.rules.buildings import Buildings
from domain.rules.coins import Coins
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.rules.largest_army import Army
from domain.rules.longest_route import Routes
from domain.scenarios.alexander.advisors import Advisors, AdvisorsView
from domain.scenarios.alexander.bidding import Bid, BiddingView
from domain.scenarios.alexander.march import March, MarchView
from domain.scenarios.alexander.payment import ChipsView, ChipsWon, PayBid
from domain.scenarios.alexander.supply import Supply, SupplyView
from domain.visibility import Viewer
from tests.properties.classic import Classic
from tests.scenarios.alexander import advisors as model
from tests.scenarios.alexander.ledger import KINDS, Ledger
from tests.scenarios.alexander.places import CHIPS, LAST, ROUTE, protected

ADVISOR_POINTS = (0, 4, 3, 2)


@cache
def closed(arrow: int, *, resolved: bool) -> int:
    """Mask of where nobody may build with Alexander on this arrow (A5.2)."""
    return sum(1 << place for place in protected(arrow, resolved=resolved))


class Alexander(Classic):
    """Keeps watch over a game of Alexander the Great."""

    goal = 14

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.ledger = Ledger(game.seats)
        self.model = model.Advisors(game.seats)

    def follow(self, history: Sequence[Event]) -> None:
        """Take in what happened."""
        self.ledger.fold(history)
        for winner in self.ledger.winners[sum(self.model.chips) :]:
            self.model.win(winner)

    def check(self, game: Game) -> None:
        """What is soon counted."""
        super().check(game)
        assert list(game[Coins].of) == self.ledger.coins
        assert min(self.ledger.coins) >= 0
        assert game[Supply].cards == self.ledger.supply
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

    def check_army(self, game: Game) -> None:
        """Its owner has the most knights on the table, three at least; else nobody is alone ahead (A3.9)."""
        owner = game[Army].owner
        knights = [count(played, DevelopmentCard.KNIGHT) for played in game[Development].played]
        top = max(knights)
        assert knights[owner] == top >= 3 if owner else top < 3 or knights.count(top) > 1

    def check_march(self, game: Game) -> None:
        """Alexander is where he went; nobody builds on or beside what lies before him (A5.2)."""
        if not self.ledger.laid:
            return
        march, unresolved = game[March], self.ledger.unresolved
        assert march.arrow == self.ledger.arrow
        assert (march.event.name.lower() if march.event is not None else None) == unresolved
        assert march.protected == closed(march.arrow, resolved=unresolved != "settlement")
        assert list(march.chips) == [7 - self.ledger.revealed.count(kind) for kind in KINDS]

    def check_advisors(self, game: Game) -> None:
        """Chips lie with who won them, and advisors are whom a plain model names (A4)."""
        for seat in game.everyone:
            won = Counter(self.ledger.chips[seat])
            assert list(game[ChipsWon].of[seat]) == [won[kind] for kind in KINDS]
        assert self.ledger.advisors == list(game[Advisors].holders) == self.model.owners

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

    def stands_still(self, game: Game) -> bool:
        """Once supply has ended, and nobody has anything to pay, to trade or to play, nor a building that yields.

        The rules name no end to that (A2.9, A3.6): Alexander waits for ever.
        """
        nothing = not any((*game[Hands].of, *game[Coins].of, *game[Buildings].of, *game[Development].held))
        return nothing and not any(game[March].knights) and game[Supply].over and game[March].event is not None

    def check_view(self, game: Game, viewer: Viewer, part: msgspec.Struct) -> None:
        """What lies open is shown to everyone as the events tell it, and of the supply only how much is left."""
        ledger = self.ledger
        if isinstance(part, SupplyView):
            assert part == SupplyView(total(ledger.supply))
        elif isinstance(part, AdvisorsView):
            assert part == AdvisorsView(*ledger.advisors[1:])
        elif isinstance(part, ChipsView):
            shown = [[getattr(hand, kind) for kind in KINDS] for hand in part.hands]
            assert shown == [[chips.count(kind) for kind in KINDS] for chips in ledger.chips[1:]]
        elif isinstance(part, MarchView) and ledger.laid:
            assert part.next == (ROUTE[ledger.arrow + 1] if ledger.arrow < LAST else None)
            assert part.chips_left == sum(n > ledger.arrow for n in CHIPS)
            assert set(part.protected) == protected(ledger.arrow, resolved=ledger.unresolved != "settlement")
        elif isinstance(part, BiddingView):
            self.check_bidding(game, part)

    def check_bidding(self, game: Game, shown: BiddingView) -> None:
        """The bidding goes on while somebody is asked for a bid, and its bids are those that were made."""
        asked = [each.seat for prompt in game[Prompts].stack if prompt.kind == "bid" for each in prompt.demands]
        assert (shown.open, [shown.seat] if shown.seat else []) == (bool(asked), asked)
        name = shown.event.name.lower() if shown.event is not None else None
        assert name == self.ledger.unresolved
        assert shown.knights == (self.ledger.counted if name == "battle" else ())
        if shown.open:
            assert (shown.highest, shown.bidder) == (self.ledger.highest, self.ledger.bidder)
            assert set(shown.passed) == self.ledger.passed

    def nonsense(self, game: Game, luck: random.Random) -> list[Command]:
        """Commands of each kind that most often nobody may give."""
        seat = luck.randint(0, 5)
        bids = [Bid(seat, luck.choice((0, 1, 5, 999, 1000))) for _ in range(3)]
        pays = [PayBid(seat, Goods(luck.randint(1, 9) << 10 * luck.randrange(6)), luck.randint(0, 2)) for _ in range(3)]
        return [*super().nonsense(game, luck), *bids, *pays]
