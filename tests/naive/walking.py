"""The naive model walked beside the engine: random games, and after every command both must say the same.

    python -m tests.naive.walking --scenario classic --seats 4 --steps 5000 --seed 1

plays games of a scenario at length, on each of its boards for so many seats. A difference is shown with all that was
done up to it, so that it can be kept as a test (``play_kept`` in ``pair``).
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import islice
from typing import Any

import msgspec

from domain.board.laid import Board
from domain.catalogue import fields_of
from domain.components import (
    GOODS,
    ONE_GOOD,
    RESOURCES,
    Cards,
    DevelopmentCard,
    Goods,
    Resource,
    count,
    each,
    of_kind,
    total,
)
from domain.engine import Command, Event, Game, GameEnded, Prompts
from domain.rules.development import Development, DevelopmentCardBought
from domain.rules.hands import Hands, ResourcesReceived
from domain.rules.offers import Trading
from domain.rules.ships import Fleet
from domain.rules.turn import Turn
from domain.scenarios import SCENARIOS
from tests.naive.beside import act_of
from tests.naive.counting import may_do as may_do_by_model
from tests.naive.pair import MODELS, Difference, Pair, Setting, chosen_options
from tests.perft.counting import may_do
from tests.properties.players import BUILDER, Bidder, Player, careless
from tests.properties.scenarios import PLAYERS
from tests.properties.test_listed_is_accepted import everything_of, next_command

LISTED_EVERY = {"classic": 5}
LISTED_BY_DEFAULT = 12
"""How often all lists are compared, for the model takes long to make them; at rare prompts they always are."""
COMMON = {"roll", "act", "trade", "build"}
"""The prompts that are not rare."""
CHOSEN = {"bid", "pay", "discard", "forfeit", "gold"}
"""The prompts at which cards or a number are chosen freely."""
FEW = 10
"""Of so many cards all bags are tried."""
TRIED = 4
"""So many commands, most of them wrong, are judged at every step."""
GIFTS = ((0.01, False), (0.15, False), (0.9, False), (0.4, True))
"""How often a card is given out of turn, in one game or another, so that games get rich; or all that the bank has."""
TRADER = {"OfferTrade": 50, "AcceptTrade": 20, "CounterTrade": 9, "WithdrawTrade": 0.1, "CloseTrade": 0.3}
TRADER |= {
    "RollDice": 9000,
    "PlayKnight": 90,
    "PlayMonopoly": 90,
    "BuyDevelopmentCard": 0.3,
    "TradeWithBank": 0.1,
    "Pass": 0.5,
}
"""A player that lets answers to its offers stand while it plays cards, so that they fall."""


def round_a_hex(game: Game, command: Command) -> float:
    """Ships are liked best round a hex, where rings are closed."""
    grid, own = game[Board].grid, game[Fleet].of[command.seat].paths
    return 1 + max((own & grid.side_mask[n]).bit_count() ** 4 for n in grid.hexes_along[command.path])


SAILOR = Player(
    {"BuildShip": 90, "MoveShip": 20, "TradeWithBank": 2}, {"BuildShip": round_a_hex, "MoveShip": round_a_hex}
)


class Walker:
    """Walks a pair on: each step by a number of its own, so that a walk is as well without any of its steps."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.everything = everything_of(pair.setting.scenario, pair.setting.options)
        mood = random.Random(pair.setting.seed)
        players: list[Player | Bidder] = [
            *PLAYERS[pair.setting.scenario].values(),
            Player(BUILDER),
            Player(TRADER),
            SAILOR,
        ]
        self.players = mood.choice([players, [mood.choice(players)]])
        self.gifts, self.floods = mood.choice(GIFTS)
        self.share = mood.choice((0.2, 0.5, 0.95))
        """How often a player with likings chooses what is played."""
        self.played: Counter[str] = Counter()
        self.judged = 0

    def step(self, number: int) -> None:
        """Judge some commands, then play one."""
        pair, luck = self.pair, random.Random(number)
        for command in islice(self.tries(luck), TRIED):
            self.judged += 1
            pair.judge(command)
        if self.lists_due(luck):
            pair.compare_lists()
            if self.choices_are_few():
                self.compare_choices()
        self.go_on(luck)
        pair.keeper.check_views(pair.game, pair.setting.seed.to_bytes(32, "big"))

    def go_on(self, luck: random.Random) -> None:
        """Perhaps give a card, and play one command."""
        pair = self.pair
        gift = self.gift(luck) if luck.random() < self.gifts else None
        if gift and pair.game[Turn].seat and pair.game[Trading].offer is None:
            pair.give(gift)
        command = self.chosen(luck)
        self.judged += 1
        if pair.judge(command):
            self.played[type(command).__name__] += 1
            pair.play(command)

    def gift(self, luck: random.Random) -> Event | None:
        """A card of the bank or the deck, or a coin; in a flood all cards of a kind, or all but a few."""
        game = self.pair.game
        seat = luck.choice(game.everyone)
        if luck.random() < 0.15:
            # A point given to the seat in turn would win at no moment that a rule knows.
            kinds = {card for card in DevelopmentCard if count(game[Development].deck, card)}
            kinds -= {DevelopmentCard.VICTORY_POINT} if seat == game[Turn].seat else set()
            return DevelopmentCardBought(seat, luck.choice(sorted(kinds))) if kinds else None
        if not self.floods or luck.random() < 0.1:
            return self.everything.gift(game, luck)
        left = {kind: n - luck.choice((0, 0, 0, 1, 2)) for kind, n in each(game[Hands].bank) if luck.random() < 0.6}
        given = sum(of_kind(Resource(kind), n) for kind, n in left.items() if n > 0)
        return ResourcesReceived(seat, Cards(given)) if given else None

    def lists_due(self, luck: random.Random) -> bool:
        """Whether all lists are compared now."""
        top = self.pair.game[Prompts].stack[-1].kind
        often = LISTED_EVERY.get(self.pair.setting.scenario, LISTED_BY_DEFAULT)
        return luck.randrange(often) == 0 or (top not in COMMON and luck.random() < 0.3)

    def choices_are_few(self) -> bool:
        """Whether a seat is to choose cards, or a number, and not from too many."""
        top, hands = self.pair.game[Prompts].stack[-1], self.pair.game[Hands]
        chooses = top.kind in CHOSEN and all(total(hands.of[demand.seat]) <= FEW for demand in top.demands)
        return chooses and (top.kind != "gold" or total(hands.bank) <= FEW)

    def compare_choices(self) -> None:
        """All that is chosen freely, bag by bag and number by number, but for offers."""
        bounded = {act_of(command) for command in may_do(self.pair.game)}
        imagined = {*may_do_by_model(self.pair.model)}
        if bounded != imagined:
            self.pair.fail(
                f"chosen freely: by the engine alone {bounded - imagined}, by the model {imagined - bounded}"
            )

    def chosen(self, luck: random.Random) -> Command:
        """What is played."""
        game = self.pair.game
        if luck.random() < self.share:
            return luck.choice(self.players).next_command(game, luck)
        return next_command(game, luck) if luck.random() < 0.8 else careless(game, luck)

    def tries(self, luck: random.Random) -> Iterator[Command]:
        """Commands to be judged: of any kind at all, chosen freely at the bounds, and right ones but for one field."""
        game = self.pair.game
        while True:
            seat = self.seat(luck)
            which = luck.random()
            if which < 0.4:
                yield luck.choice(self.everything.imaginable(game, seat))
            elif which < 0.5 and seat in game.everyone:
                everything = self.everything
                some = luck.choice((everything.discards, everything.offers, everything.chosen_besides))
                found = list(islice(some(game, seat, luck), luck.randrange(200) + 1))
                if found:
                    yield found[-1]
            else:
                yield bent(self.chosen(luck), game, luck)

    def seat(self, luck: random.Random) -> int:
        """Mostly a seat that is asked."""
        game = self.pair.game
        if luck.random() < 0.2:
            return luck.randint(0, game.seats + 1)
        return luck.choice([demand.seat for prompt in game[Prompts].stack for demand in prompt.demands])


def bent(command: Command, game: Game, luck: random.Random) -> Command:
    """A command with one of its fields changed."""
    field = luck.choice(fields_of(type(command)))
    value = getattr(command, field.name)
    if field.name == "seat":
        changed: Any = luck.randint(0, game.seats + 1)
    elif field.kind in (Cards, Goods):
        changed = _bent_bag(value, field.kind, luck)
    elif isinstance(value, Enum):
        changed = luck.choice(list(type(value)))
    elif field.many:
        changed = tuple(luck.randint(0, game.seats + 1) for _ in range(luck.randrange(game.seats)))
    elif field.optional:
        changed = luck.choice((None, *range(game.seats + 2)))
    else:
        changed = value + luck.choice((-1, 1)) if luck.random() < 0.5 else luck.randint(-1, 140)
    return msgspec.structs.replace(command, **{field.name: changed})


def _bent_bag(held: int, kind: Any, luck: random.Random) -> int:
    """One card more, one less, or one other."""
    goods = RESOURCES if kind is Cards else GOODS
    there = [good for good, _ in each(held)]
    way = luck.randrange(3)
    if there and way:
        held -= ONE_GOOD[luck.choice(there)]
    return held + ONE_GOOD[luck.choice(goods)] if way < 2 else held


def walk(setting: Setting, numbers: Sequence[int], ahead: int = 0) -> Walker:
    """Walk by these numbers; 0 stands for a step that is left out. Some commands are played ahead of them."""
    walker = Walker(Pair(setting))
    luck = random.Random(setting.seed)
    try:
        for _ in range(ahead):
            if not walker.pair.game.over:
                walker.go_on(luck)
        for number in numbers:
            if number and not walker.pair.game.over:
                walker.step(number)
    except Difference:
        raise
    except Exception as fault:  # of whatever kind: what led to it is wanted
        fault.add_note(walker.pair.told())
        raise
    return walker


def main() -> None:
    """Walk at length, and tell what was done, and where the two refuse by different rules."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="classic", choices=MODELS)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--board", help="one board alone")
    parser.add_argument("--options", default="-", help="options of the scenario, with commas between")
    parser.add_argument("--steps", type=int, default=2000, help="steps on each board")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    scenario = SCENARIOS[given.scenario]
    boards = [given.board] if given.board else boards_for(given.scenario, given.seats)
    options = chosen_options(given.options)
    assert given.seats in scenario.with_options(options).seats
    for board in boards:
        luck = random.Random(f"{given.seed} {board}")
        played: Counter[str] = Counter()
        ends: Counter[str] = Counter()
        seen: Counter[str] = Counter()
        rules: Counter[tuple[str, str, str]] = Counter()
        left, games, judged = given.steps, 0, 0
        while left > 0:
            setting = Setting(given.scenario, given.seats, board, options, 1000 * given.seed + games)
            walker = walk(setting, [luck.randrange(1, 1 << 32) for _ in range(left)])
            left -= max(walker.played.total(), 1)
            games += 1
            judged += walker.judged
            ends += Counter(event.cause for event in walker.pair.history if isinstance(event, GameEnded))
            played += walker.played
            seen += Counter(type(event).__name__ for event in walker.pair.history)
            rules += walker.pair.rules
        print(f"{given.scenario} {given.seats} {board}: {games} games, ended by {dict(ends)}, {judged} judged")
        print("  played:", ", ".join(f"{name} {n}" for name, n in played.most_common()))
        print("  happened:", ", ".join(f"{name} {n}" for name, n in seen.most_common()))
        for (name, engine, model), n in rules.most_common():
            print(f"  {n:5} {name}: engine {engine}, model {model}")


def boards_for(scenario: str, seats: int) -> list[str]:
    """The boards of a scenario for so many seats."""
    chapter = SCENARIOS[scenario]
    return [board for board in chapter.boards if seats in chapter.board_seats.get(board, chapter.seats)]


if __name__ == "__main__":
    main()
