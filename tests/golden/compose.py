"""Make the first version of a golden game: ``python -m tests.golden.compose classic 4 beginner [option ...]``.

Each seat plays by a rough worth of what it may do, with some noise, so that games end soon and much happens in them.
Seeds are tried in order; the game that shows most of what is wanted (see ``wanted``) is printed, the shortest of these.
The commands then belong to the file: nothing here is run by the tests.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.components import NO_CARDS, ONE, Cards, Resource, bits, count, of_kind, total, unpack
from domain.engine import Choice, Command, Game, Prompts, Scores, choices, execute, legal
from domain.rules.buildings import Buildings, settlements_left
from domain.rules.hands import Hands
from domain.rules.longest_route import Routes
from domain.rules.offers import CounterTrade, OfferTrade, Trading
from domain.rules.opening import GiveNonce
from domain.rules.production import Production
from domain.rules.purchases import Costs
from domain.rules.roads import AT_OWN_ROAD, Network
from domain.rules.robber import DiscardCards
from domain.rules.turn import Turn
from tests.golden.games import GoldenGame, start, write_game
from tests.golden.wanted import missing

MOST_TURNS = 120
NOISE = 8.0
PIPS = (0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1)
"""For each number how many of the 36 rolls show it."""


def yield_of(game: Game, intersection: int) -> float:
    """How much an intersection yields, with a little more for each kind of resource there."""
    board = game[Board]
    hexes = board.grid.hexes_at[intersection]
    return sum(PIPS[board.tiles[n].number] for n in hexes) + 1.5 * len({board.yields[n] for n in hexes} - {None})


def open_places(game: Game, intersections: int) -> int:
    """The intersections of a mask where the distance rule still lets somebody build."""
    return intersections & ~game[Buildings].closed


def best_place(game: Game, intersections: int) -> float:
    """The best yield among the open intersections of a mask."""
    return max((yield_of(game, n) for n in bits(open_places(game, intersections))), default=0)


def room_to_settle(game: Game, seat: int) -> bool:
    """Whether a seat has a settlement left and a place for it."""
    return bool(settlements_left(game, seat) and open_places(game, AT_OWN_ROAD.places(game, seat)))


def goal_of(game: Game, seat: int) -> Cards:
    """The cards that a seat saves for."""
    costs = game.terms[Costs]
    if room_to_settle(game, seat):
        return costs.settlement
    if game[Buildings].settlements[seat] and game[Turn].number % 3:
        return costs.city
    return costs.road if game[Turn].number % 2 else costs.development_card


def shortfall(hand: Cards, goal: Cards) -> int:
    """How many cards are missing for a goal."""
    return sum(max(0, g - h) for h, g in zip(unpack(hand), unpack(goal), strict=True))


def helps(game: Game, seat: int, give: Cards, take: Cards) -> float:
    """How much nearer its goal an exchange brings a seat that holds what it gives."""
    hand, goal = game[Hands].of[seat], goal_of(game, seat)
    return shortfall(hand, goal) - shortfall(Cards(hand - give + take), goal)


def road_worth(game: Game, seat: int, path: int) -> float:
    """A road is good where it opens a place to settle, or makes a route the longest."""
    grid = game[Board].grid
    ends = grid.ends[path]
    beyond = 0
    for end in ends:
        if not game[Network].of[seat].ends >> end & 1:
            beyond |= grid.near[end] | 1 << end
    lengths, owner = game[Routes].lengths, game[Routes].owner
    racing = 12 if owner != seat and lengths[seat] >= 4 else 0
    return best_place(game, beyond) + racing


def cuts(game: Game, seat: int, intersection: int) -> bool:
    """Whether a settlement here would cut another seat's roads in two."""
    at = game[Board].grid.paths_at[intersection]
    return any((game[Network].of[other].paths & at).bit_count() > 1 for other in game.everyone if other != seat)


def asked_for(game: Game, seat: int) -> str:
    """The kind of prompt that a seat answers first."""
    return next(prompt.kind for prompt in game[Prompts].stack[::-1] if seat in [d.seat for d in prompt.demands])


def accepted(game: Game) -> tuple[int, ...]:
    """Who has accepted the open offer."""
    offer = game[Trading].offer
    return offer.accepted if offer else ()


def robber_worth(game: Game, seat: int, command: Command) -> float:
    """The robber is good on hexes of others who are ahead, and bad on one's own; in some turns nobody is robbed."""
    if command.victim is None and game[Turn].number % 6 == 0:
        return 50
    harvest = game[Production].by_hex[command.hex]
    pips = PIPS[game[Board].tiles[command.hex].number]
    lost = sum(total(cards) * (-2 if owner == seat else 1) for owner, cards in enumerate(harvest) if owner)
    ahead = game[Scores].total[command.victim] if command.victim else 0
    return pips * lost + 2 * ahead + 15 * (command.victim in accepted(game))


def worth(game: Game, command: Command) -> float:
    """Tell roughly how good a command is."""
    seat, hand = command.seat, game[Hands].of[command.seat]
    match type(command).__name__:
        case "BuildCity":
            return 90 + yield_of(game, command.intersection)
        case "BuildSettlement":
            return 80 + 3 * yield_of(game, command.intersection) + 9 * cuts(game, seat, command.intersection)
        case "BuildRoad":
            eager = 40 if asked_for(game, seat) == "act" and not room_to_settle(game, seat) else 10
            return eager + road_worth(game, seat, command.path)
        case "BuyDevelopmentCard":
            return 32
        case "TradeWithBank":
            gain = helps(game, seat, of_kind(command.give, command.rate), ONE[command.take])
            return 12 * gain + 3 * (total(hand) - 6)
        case "PlayKnight":
            return 22 + 12 * bool(accepted(game))
        case "PlayRoadBuilding":
            return 30
        case "PlayYearOfPlenty":
            return 14 + 10 * helps(game, seat, NO_CARDS, command.cards)
        case "PlayMonopoly":
            return 5 * sum(count(held, command.resource) for held in game[Hands].of) - 5 * count(hand, command.resource)
        case "MoveRobber":
            return robber_worth(game, seat, command)
        case "RollDice":
            return 24
        case "Pass":
            return 15
        case "OfferTrade":
            return 10 + 8 * helps(game, seat, command.give, command.take) - 6 * game[Trading].offers
        case "AcceptTrade":
            offer = game[Trading].offer
            return 16 + 8 * helps(game, seat, offer.take, offer.give)
        case "CounterTrade":
            return 8 + 8 * helps(game, seat, command.give, command.take)
        case "DeclineTrade":
            return 18
        case "CloseTrade":
            return 27
        case "WithdrawTrade":
            return 14
        case _:
            return 10


def free_choices(game: Game, seat: int, choice: Choice, rng: random.Random) -> Iterator[Command]:
    """Make some commands out of a free choice."""
    hand = game[Hands].of[seat]
    if choice.command == DiscardCards.__name__:
        held = [r for r in Resource for _ in range(count(hand, r))]
        most_first = sorted(held, key=lambda r: (-count(hand, r), r))
        yield DiscardCards(seat, Cards(sum(ONE[r] for r in most_first[: choice.cards[0].least])))
        return
    goal = goal_of(game, seat)
    surplus = [r for r in Resource if count(hand, r) > count(goal, r)]
    lacking = [r for r in Resource if count(hand, r) < count(goal, r)]
    if not surplus or not lacking:
        return
    give, take = rng.choice(surplus), rng.choice(lacking)
    if give == take:
        return
    several = of_kind(give, rng.randint(1, count(hand, give)))
    if choice.command == OfferTrade.__name__:
        yield OfferTrade(seat, several, ONE[take], rng.choice(((), choice.to[:1])))
    elif choice.command == CounterTrade.__name__:
        yield CounterTrade(seat, choice.offer, several, ONE[take])


def nonce_of(seed: bytes, seat: int) -> bytes:
    """A nonce for a seat."""
    return hashlib.sha256(seed + bytes([seat])).digest()


def may_do(game: Game, seat: int, rng: random.Random) -> list[Command]:
    """List what a seat may do, with a few of the commands that it may choose freely."""
    return legal(game, seat) + [c for choice in choices(game, seat) for c in free_choices(game, seat, choice, rng)]


def next_command(game: Game, rng: random.Random) -> Command:
    """Let one of the seats that are asked pick the command that seems best to it."""
    top = game[Prompts].stack[-1]
    seat = rng.choice(top.demands).seat
    if top.kind == "trade" and rng.random() < 0.25:
        seat = game[Turn].seat
    return max(may_do(game, seat, rng), key=lambda command: worth(game, command) + NOISE * rng.random())


def compose(
    scenario: str, seats: int, board: str, options: tuple[str, ...], seed: bytes, turns: int = MOST_TURNS
) -> GoldenGame:
    """Play one game to its end, or to so many turns."""
    golden = GoldenGame(scenario, seats, board, options, seed)
    rng = random.Random(seed)
    game, _ = start(golden, SeededChance())
    commands = []
    for demand in game[Prompts].stack[0].demands if game[Prompts].stack[0].kind == "nonce" else ():
        commands.append(GiveNonce(demand.seat, nonce_of(seed, demand.seat)))
        game, _ = execute(game, commands[-1], SeededChance())
    while not game.over and game[Turn].number <= turns:
        commands.append(next_command(game, rng))
        game, _ = execute(game, commands[-1], SeededChance())
    return msgspec.structs.replace(golden, commands=tuple(commands))


def main() -> None:
    """Try seeds and print the best game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("seats", type=int)
    parser.add_argument("board")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--turns", type=int, default=MOST_TURNS)
    parser.add_argument("--besides", type=Path, nargs="*", default=[], help="games that show the rest")
    asked = parser.parse_args()
    others = [path.read_text(encoding="utf-8") for path in asked.besides]
    best, lacks = "", [""] * 100
    for n in range(asked.tries):
        seed = hashlib.sha256(f"{asked.scenario}-{asked.seats}/{n}".encode()).digest()
        text = write_game(compose(asked.scenario, asked.seats, asked.board, tuple(asked.options), seed, asked.turns))
        lacking = missing(asked.scenario, [text, *others])
        lacking += [] if "GameEnded" in text else ["an end"]
        if (len(lacking), len(text)) < (len(lacks), len(best)):
            best, lacks = text, lacking
            print(f"{n}: {text.count('TurnStarted')} turns, lacks {lacking}", file=sys.stderr)
    print(best, end="")


if __name__ == "__main__":
    main()
