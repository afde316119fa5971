"""What every game keeps, whatever is done in it, counted anew from outside: the classic game's part.

A scenario that stands on it is a small class more (see ``cheops``): what it adds is followed from its events alone and
held against the game, and what it changes is stated anew. ``KEEPERS`` in ``scenarios`` has one for each scenario.

1. For each resource bank and hands hold what there was. 2. Pieces on the board and in stock are the seat's set.
5. Nobody is told a secret. 6. Points are those that a new count gives. (3 and 4 are held by whoever walks.)
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.components import Cards, DevelopmentCard, Goods, Resource, count, total, unpack
from domain.engine import Command, Event, Game, GameEnded, Prompts, Scores, execute, legal
from domain.errors import Illegal
from domain.rules.buildings import BuildCity, Buildings, BuildSettlement
from domain.rules.development import Development, DevelopmentView
from domain.rules.ending import HandShown
from domain.rules.hands import Hands, HandsView
from domain.rules.largest_army import Army
from domain.rules.longest_route import Routes
from domain.rules.offers import CloseTrade, OfferTrade
from domain.rules.roads import BuildRoad, Roads
from domain.rules.robber import DiscardCards, MoveRobber
from domain.rules.turn import Pass, RollDice, Turn
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact, view
from tests.properties.hands_ledger import HandsLedger
from tests.properties.special_building import SpecialBuilding


def viewers(game: Game) -> Iterator[Viewer]:
    """Everyone who may look at a game."""
    yield SPECTATOR
    yield AUDITOR
    yield from map(Viewer, game.everyone)


@cache
def fields_of(kind: type[Event]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of event; each kind is looked at once."""
    return msgspec.structs.fields(kind)


class Classic:
    """Keeps watch over a game of the classic rules from its creation on."""

    goal = 10
    settlements, cities, roads = 5, 4, 15

    def __init__(self, game: Game) -> None:
        self.seats = game.seats
        self.each_resource = 19 if game.seats < 5 else 24
        self.deck = (14, 5, 2, 2, 2) if game.seats < 5 else (20, 5, 3, 3, 3)
        self.hands = HandsLedger(game.seats)
        self.building = SpecialBuilding(game.seats, self.hands)
        self.seen = 0

    # After every command

    def follow(self, history: Sequence[Event]) -> None:
        """Take in a history that is longer by some events than the last time."""
        for event in history[self.seen :]:
            self.see(event)
        self.seen = len(history)

    def see(self, event: Event) -> None:
        """Take in the next event: whose cards went where, and who built when."""
        self.hands.see(event)
        self.building.see(event)

    def check(self, game: Game) -> None:
        """What is soon counted."""
        self.check_cards(game)
        if self.seen:
            self.check_hands(game)
        self.check_pieces(game)
        self.check_awards(game)
        self.check_points(game)
        if not game.over:
            self.check_goes_on(game)

    def check_cards(self, game: Game) -> None:
        """1."""
        hands, development = game[Hands], game[Development]
        cards = (hands.bank, *hands.of)
        assert min(*cards, development.deck, *development.held, *development.played) >= 0
        each = [unpack(bag) for bag in cards]
        assert [sum(column) for column in zip(*each, strict=True)] == [self.each_resource] * len(Resource)
        assert max(map(max, each)) <= self.each_resource
        each = [unpack(bag) for bag in (development.deck, *development.held, *development.played)]
        assert tuple(sum(column) for column in zip(*each, strict=True)) == self.deck

    def check_hands(self, game: Game) -> None:
        """1, by the events alone: each has what it got and did not give."""
        assert [list(unpack(bag)) for bag in (game[Hands].bank, *game[Hands].of[1:])] == self.hands.of

    def check_pieces(self, game: Game) -> None:
        """2, and no two in one place."""
        buildings, network = game[Buildings], game[Roads]
        standing = taken = 0
        for seat in game.everyone:
            settlements, cities, paths = buildings.settlements[seat], buildings.cities[seat], network.of[seat].paths
            assert settlements.bit_count() <= self.settlements
            assert cities.bit_count() <= self.cities
            assert paths.bit_count() <= self.roads
            assert not settlements & cities
            assert not (settlements | cities) & standing
            assert not paths & taken
            standing |= settlements | cities
            taken |= paths

    def check_awards(self, game: Game) -> None:
        """Special cards lie where they belong."""
        self.check_army(game)
        owner, lengths = game[Routes].owner, game[Routes].lengths
        assert lengths[owner] == max(lengths) >= 5 if owner else max(lengths) < 5 or lengths.count(max(lengths)) > 1

    def check_army(self, game: Game) -> None:
        """Who has the largest army has the most knights (B9.2)."""
        owner = game[Army].owner
        knights = [count(played, DevelopmentCard.KNIGHT) for played in game[Development].played]
        assert knights[owner] == max(knights) >= 3 if owner else max(knights) < 3

    def points(self, game: Game, seat: int) -> dict[str, int]:
        """A seat's public points by their causes, counted anew."""
        buildings = game[Buildings]
        return {
            "buildings": buildings.settlements[seat].bit_count() + 2 * buildings.cities[seat].bit_count(),
            "largest_army": 2 * (game[Army].owner == seat),
            **self.more_points(game, seat),
        }

    def more_points(self, game: Game, seat: int) -> dict[str, int]:
        """The points by what other scenarios may not have."""
        return {"longest_route": 2 * (game[Routes].owner == seat)}

    def check_points(self, game: Game) -> None:
        """6."""
        for seat in game.everyone:
            counted = self.points(game, seat)
            assert game[Scores].total[seat] == sum(counted.values())
            assert {cause: n for cause, n in game[Scores].by_cause[seat] if n} == {
                c: n for c, n in counted.items() if n
            }

    def all_points(self, game: Game, seat: int) -> int:
        """A seat's points with its hidden victory point cards."""
        hidden = count(game[Development].held[seat], DevelopmentCard.VICTORY_POINT)
        return sum(self.points(game, seat).values()) + hidden

    def stands_still(self, game: Game) -> bool:
        """Whether a game can never end any more, though nobody has won."""
        return False

    def check_goes_on(self, game: Game) -> None:
        """While nothing has ended the game somebody is asked, and the seat in turn has not won (B10.1, B10.2)."""
        assert game[Prompts].stack
        if game[Turn].seat and game[Prompts].phase != "special_building":
            assert self.all_points(game, game[Turn].seat) < self.goal

    def check_events(self, game: Game, events: Sequence[Event]) -> None:
        """5: no event tells a viewer what is not for it; the seed is for nobody, the auditor included."""
        for event in events:
            if event.private:
                for viewer in viewers(game):
                    seen, may_see = redact(event, viewer), viewer.auditor or viewer.seat in event.audience
                    for field in fields_of(type(event)):
                        hidden = field.name in event.private and (not may_see or field.name == "seed")
                        assert getattr(seen, field.name) == (field.default if hidden else getattr(event, field.name))

    # Now and then

    def check_views(self, game: Game, secret: bytes) -> None:
        """5: no view tells what is not for its viewer, though all hands lie open after the end.

        The seed is looked for in the view of one after the other, since that takes the longest.
        """
        asked = [*viewers(game)]
        for viewer in asked:
            shown = view(game, viewer)
            if viewer == asked[game.version % len(asked)]:
                text = repr(shown)
                assert secret.hex() not in text
                assert repr(secret)[2:-1] not in text
            for part in shown:
                if isinstance(part, HandsView | DevelopmentView):
                    open_to = [game.over or viewer.auditor or hand.seat == viewer.seat for hand in part.hands]
                    assert [hand.cards is not None for hand in part.hands] == open_to
                self.check_view(game, viewer, part)

    def check_view(self, game: Game, viewer: Viewer, part: msgspec.Struct) -> None:
        """What a scenario's own views show is right."""

    def check_refusals(self, game: Game, luck: random.Random) -> None:
        """4: what is refused changes nothing, and is not listed."""
        command = luck.choice(self.nonsense(game, luck))
        before, version = dict(game), game.version
        try:
            execute(game, command, SeededChance())
        except Illegal:
            assert command not in legal(game, command.seat)
        assert (dict(game), game.version) == (before, version)

    def nonsense(self, game: Game, luck: random.Random) -> list[Command]:
        """Commands of each kind that most often nobody may give."""
        grid = game[Board].grid
        seat, other, number = luck.randint(0, 5), luck.choice((None, 1, 2, 3, 4)), luck.randint(-1, 75)
        path, spot = luck.randint(-1, len(grid.ends)), luck.randint(-1, len(grid.intersections))
        return [
            BuildRoad(seat, path),
            BuildSettlement(seat, spot),
            BuildCity(seat, spot),
            MoveRobber(seat, luck.randint(-1, len(grid.hexes)), other),
            CloseTrade(seat, number, luck.randint(0, 5)),
            DiscardCards(seat, Cards(1 << 10 * (number % 5))),
            OfferTrade(seat, Goods(1), Goods(1 << 10)),
            RollDice(seat),
            Pass(seat),
        ]

    # At the end

    def check_end(self, game: Game, history: Sequence[Event]) -> None:
        """The verdict is right, every hand was shown with all its points, and nobody may do anything more."""
        (ended,) = [event for event in history if isinstance(event, GameEnded)]
        assert ended.winners == game[Prompts].winners
        self.check_verdict(game, ended)
        shown = [event for event in history if isinstance(event, HandShown)]
        assert [event.seat for event in shown] == list(game.everyone)
        assert [event.points for event in shown] == [self.all_points(game, seat) for seat in game.everyone]
        assert [event.cards for event in shown] == list(game[Hands].of[1:])
        assert all(total(event.cards) >= 0 for event in shown)
        assert not any(legal(game, seat) for seat in game.everyone)

    def check_verdict(self, game: Game, ended: GameEnded) -> None:
        """The seat in turn has the points that win."""
        assert ended.cause == "points"
        assert ended.winners == (game[Turn].seat,)
        assert self.all_points(game, game[Turn].seat) >= self.goal
