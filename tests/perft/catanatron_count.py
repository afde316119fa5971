"""Count the positions of classic.perft by catanatron too, an engine of others, and compare command by command.

Not part of the suite, and catanatron is no dependency: the script is run in an environment of its own,

    python3 -m venv elsewhere && elsewhere/bin/pip install catanatron==3.2.1 msgspec pytest
    elsewhere/bin/python -m tests.perft.catanatron_count            every position, to the depths of the file
    elsewhere/bin/python -m tests.perft.catanatron_count --walks 50    random games in step, to their end

in the project's root. Both engines get the same board and the same commands with the same outcomes of chance. At each
node what catanatron lists is put into our commands and compared with what we list; the sequences go on over what both
list, so where nothing differs its count is made of its own moves alone. ``CAUSES`` has what is known to differ; what is
not known is printed in full.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from catanatron.models.enums import Action, ActionType
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, LandTile, NodeRef, initialize_tiles
from catanatron.models.player import Color, Player
from catanatron.state import State, apply_action, generate_playable_actions

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.components import ONE, Cards, DevelopmentCard, Harbor, Resource, bits, count, unpack
from domain.engine import Command, Event, Game, Prompts, Scores, execute
from domain.notation import write_command
from domain.rules.bank_trade import TradeWithBank
from domain.rules.buildings import BuildCity, BuildSettlement
from domain.rules.development import BuyDevelopmentCard, Development, DevelopmentCardBought
from domain.rules.hands import Hands
from domain.rules.largest_army import Army
from domain.rules.longest_route import Routes
from domain.rules.progress_cards import PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.rules.roads import BuildRoad
from domain.rules.robber import CardStolen, DiscardCards, MoveRobber
from domain.rules.turn import DiceRolled, Pass, RollDice
from tests.golden.games import GoldenGame, start
from tests.perft.counting import may_do
from tests.perft.positions import FOLDER, Position, read_positions, set_up
from tests.rules.table import LoadedChance, roll_of

THEIR_NAME = {
    Resource.BRICK: "BRICK",
    Resource.LUMBER: "WOOD",
    Resource.WOOL: "SHEEP",
    Resource.GRAIN: "WHEAT",
    Resource.ORE: "ORE",
}
OUR_RESOURCE = {name: resource for resource, name in THEIR_NAME.items()}
THEIR_ORDER = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
GOAL = 10
CAUSES = {
    "a": (r"more: Play(?!YearOfPlenty for 1)", "it plays a card in the turn in which it was bought (B8.1)"),
    "b": (r"less: TradeWithBank", "it trades with the bank at the best rate alone (B6.1)"),
    "c": (r"less: Play\w+ .*during roll", "before the roll it plays no card but a knight (B3.2)"),
    "d": (
        r"less: (PlayRoadBuilding during act|\w+ during road_building)",
        "its free roads want brick and lumber in hand, and the second one cannot be given up (B8.2)",
    ),
    "e": (r"less: discards", "its discards are drawn by lot, one seat after the other (B5.1)"),
    "f": (r"more: PlayYearOfPlenty for 1", "year of plenty may take one card where the bank has two (B8.2)"),
    "g": (
        r"state: (length of a route|owner of the longest route|points)|more: commands after the end",
        "a road that ends at another's building may not count, and after a cut the card goes wrong (B9.1)",
    ),
    "h": (r"state: (bank|hands)", "a seat that alone is due what the bank is short of gets nothing (B4.3)"),
}
"""For each known difference a letter, the pattern of its kinds, and what catanatron does."""

COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


class Twin:
    """A game of ours and the same game of theirs, kept in step."""

    def __init__(self, game: Game, state: State, places: "Places") -> None:
        self.game = game
        self.state = state
        self.places = places

    @classmethod
    def of(cls, game: Game) -> "Twin":
        """Lay our board, just created, on their table."""
        places = Places(game[Board])
        players = [Player(color) for color in COLORS[: game.seats]]
        state = State(players, places.map)
        state.players, state.colors = players, tuple(player.color for player in players)
        state.color_to_index = {color: index for index, color in enumerate(state.colors)}
        state.playable_actions = generate_playable_actions(state)
        return cls(game, state, places)

    def fork(self) -> "Twin":
        """The same position to go on from."""
        return Twin(self.game, self.state.copy(), self.places)

    # Our commands and theirs

    def theirs(self, command: Command, events: Iterable[Event]) -> Action:
        """Our command, with what chance made of it, as their action."""
        color, there = self.state.colors[command.seat - 1], self.places
        drawn = {type(event): event for event in events}
        match command:
            case RollDice():
                kind, value = ActionType.ROLL, drawn[DiceRolled].dice
            case Pass():
                kind, value = ActionType.END_TURN, None
            case BuildSettlement(intersection=n):
                kind, value = ActionType.BUILD_SETTLEMENT, there.node[n]
            case BuildCity(intersection=n):
                kind, value = ActionType.BUILD_CITY, there.node[n]
            case BuildRoad(path=n):
                kind, value = ActionType.BUILD_ROAD, there.edge[n]
            case MoveRobber(hex=n, victim=victim):
                stolen = drawn.get(CardStolen)
                robbed = (self.state.colors[victim - 1], THEIR_NAME[stolen.resource]) if stolen else (None, None)
                kind, value = ActionType.MOVE_ROBBER, (there.coordinate[n], *robbed)
            case DiscardCards(cards=cards):
                kind, value = ActionType.DISCARD, names(cards)
            case BuyDevelopmentCard():
                kind, value = ActionType.BUY_DEVELOPMENT_CARD, drawn[DevelopmentCardBought].card.name
            case PlayKnight():
                kind, value = ActionType.PLAY_KNIGHT_CARD, None
            case PlayRoadBuilding():
                kind, value = ActionType.PLAY_ROAD_BUILDING, None
            case PlayYearOfPlenty(cards=cards):
                kind, value = ActionType.PLAY_YEAR_OF_PLENTY, tuple(names(cards))
            case PlayMonopoly(resource=resource):
                kind, value = ActionType.PLAY_MONOPOLY, THEIR_NAME[resource]
            case TradeWithBank(give=give, rate=rate, take=take):
                given = [THEIR_NAME[give]] * rate + [None] * (4 - rate)
                kind, value = ActionType.MARITIME_TRADE, (*given, THEIR_NAME[take])
        return Action(color, kind, value)

    def ours(self, action: Action) -> Command:
        """Their action as our command; a discard, which they draw by lot, is one of no cards."""
        seat, value, there = self.state.colors.index(action.color) + 1, action.value, self.places
        match action.action_type:
            case ActionType.ROLL:
                return RollDice(seat)
            case ActionType.END_TURN:
                return Pass(seat)
            case ActionType.BUILD_SETTLEMENT:
                return BuildSettlement(seat, there.node.index(value))
            case ActionType.BUILD_CITY:
                return BuildCity(seat, there.node.index(value))
            case ActionType.BUILD_ROAD:
                return BuildRoad(seat, there.edge.index(tuple(sorted(value))))
            case ActionType.MOVE_ROBBER:
                victim = None if value[1] is None else self.state.colors.index(value[1]) + 1
                return MoveRobber(seat, there.coordinate.index(value[0]), victim)
            case ActionType.DISCARD:
                return DiscardCards(seat, Cards(0))
            case ActionType.BUY_DEVELOPMENT_CARD:
                return BuyDevelopmentCard(seat)
            case ActionType.PLAY_KNIGHT_CARD:
                return PlayKnight(seat)
            case ActionType.PLAY_ROAD_BUILDING:
                return PlayRoadBuilding(seat)
            case ActionType.PLAY_YEAR_OF_PLENTY:
                return PlayYearOfPlenty(seat, Cards(sum(ONE[OUR_RESOURCE[name]] for name in value)))
            case ActionType.PLAY_MONOPOLY:
                return PlayMonopoly(seat, OUR_RESOURCE[value])
            case ActionType.MARITIME_TRADE:
                given = [name for name in value[:-1] if name]
                return TradeWithBank(seat, OUR_RESOURCE[given[0]], len(given), OUR_RESOURCE[value[-1]])

    # In step

    def play(self, command: Command, game: Game, events: Sequence[Event]) -> None:
        """Do on their table what was done on ours."""
        giving_up = isinstance(command, Pass) and self.game[Prompts].stack[-1].kind == "road_building"
        if giving_up:
            self.state.is_road_building, self.state.free_roads_available = False, 0
        else:
            apply_action(self.state, self.theirs(command, events))
        self._follow(game)

    def give(self, game: Game) -> None:
        """Follow an event that was given: theirs takes over our hands and cards."""
        self._follow(game)
        self.take_over()

    def _follow(self, game: Game) -> None:
        self.game = game
        self.state.playable_actions = generate_playable_actions(self.state)

    def take_over(self) -> None:
        """Set their bank, cards, points and routes as ours are."""
        state, game = self.state, self.game
        state.resource_freqdeck = [count(game[Hands].bank, OUR_RESOURCE[name]) for name in THEIR_ORDER]
        for seat in game.everyone:
            of = state.player_state
            for resource, name in THEIR_NAME.items():
                of[f"P{seat - 1}_{name}_IN_HAND"] = count(game[Hands].of[seat], resource)
            for card in DevelopmentCard:
                of[f"P{seat - 1}_{card.name}_IN_HAND"] = count(game[Development].held[seat], card)
            of[f"P{seat - 1}_VICTORY_POINTS"] = game[Scores].total[seat]
            hidden = count(game[Development].held[seat], DevelopmentCard.VICTORY_POINT)
            of[f"P{seat - 1}_ACTUAL_VICTORY_POINTS"] = game[Scores].total[seat] + hidden
            of[f"P{seat - 1}_HAS_ROAD"] = game[Routes].owner == seat
            state.board.road_lengths[state.colors[seat - 1]] = game[Routes].lengths[seat]
        owner = game[Routes].owner
        state.board.road_color = state.colors[owner - 1] if owner else None
        state.board.road_length = game[Routes].lengths[owner]
        left = unpack(game[Development].deck)
        state.development_listdeck = [card.name for card in DevelopmentCard for _ in range(left[card])]
        state.playable_actions = generate_playable_actions(state)

    def they_list(self) -> set[Command]:
        """What catanatron lists, as our commands; nothing when somebody has won."""
        points = (self.state.player_state[f"P{seat - 1}_ACTUAL_VICTORY_POINTS"] for seat in self.game.everyone)
        return set() if max(points) >= GOAL else {self.ours(action) for action in self.state.playable_actions}

    def differences(self) -> tuple[set[Command], set[str]]:
        """What both list, and the kinds of differences."""
        mine, other = set(may_do(self.game)), self.they_list()
        if any(isinstance(command, DiscardCards) for command in mine):
            # Theirs discard by lot, one seat after the other.
            both = {command for command in mine if command.seat in {discard.seat for discard in other}}
            return both, {"less: discards of free choice"} | ({"less: discards in any order"} if both < mine else set())
        kinds = {f"less: {self._kind(command)}" for command in mine - other}
        return mine & other, kinds | {f"more: {self._kind(command)}" for command in other - mine}

    def _kind(self, command: Command) -> str:
        if self.game.over:
            return "commands after the end"
        name, phase = type(command).__name__, self.game[Prompts].stack[-1].kind
        if isinstance(command, TradeWithBank):
            return f"{name} at {command.rate}:1"
        if isinstance(command, PlayYearOfPlenty):
            return f"{name} for {sum(unpack(command.cards))} during {phase}"
        return f"{name} during {phase}"

    def state_differences(self) -> set[str]:
        """Where the two states are not the same."""
        game, state = self.game, self.state
        of, found = state.player_state, set()
        if state.resource_freqdeck != [count(game[Hands].bank, OUR_RESOURCE[name]) for name in THEIR_ORDER]:
            found.add("bank")
        for seat in game.everyone:
            color, hidden = state.colors[seat - 1], count(game[Development].held[seat], DevelopmentCard.VICTORY_POINT)
            pairs = {
                "hands": [
                    (of[f"P{seat - 1}_{name}_IN_HAND"], count(game[Hands].of[seat], resource))
                    for resource, name in THEIR_NAME.items()
                ],
                "development cards": [
                    (of[f"P{seat - 1}_{card.name}_IN_HAND"], count(game[Development].held[seat], card))
                    for card in DevelopmentCard
                ],
                "points": [
                    (of[f"P{seat - 1}_VICTORY_POINTS"], game[Scores].total[seat]),
                    (of[f"P{seat - 1}_ACTUAL_VICTORY_POINTS"], game[Scores].total[seat] + hidden),
                ],
                "length of a route": [(state.board.road_lengths[color], game[Routes].lengths[seat])],
                "owner of the longest route": [(state.board.road_color == color, game[Routes].owner == seat)],
                "owner of the largest army": [(of[f"P{seat - 1}_HAS_ARMY"], game[Army].owner == seat)],
            }
            found |= {what for what, values in pairs.items() for one, other in values if one != other}
        return found


class Places:
    """Our places by their numbers: their node, edge and coordinate; and their map, laid as our board is."""

    def __init__(self, board: Board) -> None:
        grid = board.grid
        middle_x, middle_y = grid.hexes[len(grid.hexes) // 2]

        def hex_at(coordinate: tuple[int, int, int]) -> int:
            east, _, southeast = coordinate
            return grid.hex_at((middle_x + 2 * east + southeast, middle_y + 3 * southeast))

        land = [at for at, kind in BASE_MAP_TEMPLATE.topology.items() if kind is LandTile]
        tiles = [board.tiles[hex_at(at)] for at in reversed(land)]
        yields = [board.yields[hex_at(at)] for at in reversed(land)]
        numbers = [tile.number for tile in tiles if tile.number]
        resources = [THEIR_NAME.get(resource) for resource in yields]
        self.map = CatanMap.from_tiles(initialize_tiles(BASE_MAP_TEMPLATE, numbers, None, resources))
        found = {hex_at(at): at for at in land}
        self.coordinate = [found[n] for n in range(len(grid.hexes))]
        nodes = {}
        for n, at in found.items():
            nodes |= zip(grid.corners[n], (self.map.land_tiles[at].nodes[ref] for ref in NodeRef), strict=True)
        self.node = [nodes[n] for n in range(len(grid.intersections))]
        self.edge = [tuple(sorted((nodes[a], nodes[b]))) for a, b in grid.ends]
        self.map.port_nodes = {
            None if kind == Harbor.GENERAL else THEIR_NAME[Resource(kind)]: {
                nodes[n] for n in bits(board.harbor_intersections[kind])
            }
            for kind in Harbor
        }


def names(cards: Cards) -> list[str]:
    """Their names of these cards, one for each card."""
    counts = unpack(cards)
    return [name for name in THEIR_ORDER for _ in range(counts[OUR_RESOURCE[name]])]


def count_both(twin: Twin, depth: int, position: Position, kinds: Counter[str]) -> tuple[int, int]:
    """Count our sequences and theirs over what both list."""
    both, found = twin.differences()
    kinds.update(found)
    if depth == 1:
        return len(may_do(twin.game)), len(twin.they_list())
    ours = theirs = 0
    for command in both:
        branch = twin.fork()
        branch.play(command, *execute(twin.game, command, LoadedChance(roll_of(*position.rolls))))
        kinds.update({f"state: {what}" for what in branch.state_differences()})
        one, other = count_both(branch, depth - 1, position, kinds)
        ours, theirs = ours + one, theirs + other
    return ours, theirs


def twin_at(position: Position) -> Twin:
    """Set a position up on both tables."""
    steps = set_up(position)
    twin = Twin.of(next(steps)[1])
    for message, game, events in steps:
        if isinstance(message, Command):
            twin.play(message, game, events)
        else:
            twin.give(game)
    return twin


def letters(kinds: Iterable[str]) -> str:
    """The known causes of some kinds of differences by their letters; an unknown kind stands in full."""
    named = {next((x for x, (known, _) in CAUSES.items() if re.match(known, kind)), kind) for kind in kinds}
    return " ".join(sorted(named))


def count_positions(most: int) -> None:
    """Count every position of the file to its depths, in the file's own form."""
    for position in read_positions(FOLDER / "classic.perft").values():
        print(f"id {position.id}")
        for depth, expected in position.counts.items():
            if expected <= most:
                kinds: Counter[str] = Counter()
                _, theirs = count_both(twin_at(position), depth, position, kinds)
                print(f"perft {depth} {expected}  # catanatron: {theirs} {letters(kinds)}".rstrip())
    for letter, (_, cause) in CAUSES.items():
        print(f"# {letter}  {cause}")


WEIGHTS = {BuildCity: 30, BuildSettlement: 30, BuildRoad: 3, BuyDevelopmentCard: 3, TradeWithBank: 0.2, Pass: 0.4}
"""How much likelier some commands are picked in a random game, so that it comes to its end."""


def walk(seed: int, kinds: Counter[str], told: list[str]) -> None:
    """Play one random game in step."""
    rng = random.Random(seed)
    golden = GoldenGame("classic", rng.choice((3, 4)), "beginner", (), rng.randbytes(32))
    twin = Twin.of(start(golden, SeededChance())[0])
    for step in range(4000):
        both, found = twin.differences()
        if not both:
            break
        kinds.update(found)
        choices = sorted(both, key=write_command)
        command = rng.choices(choices, [WEIGHTS.get(type(command), 1) for command in choices])[0]
        twin.play(command, *execute(twin.game, command, SeededChance()))
        for what in twin.state_differences():
            kinds[f"state: {what}"] += 1
            told.append(f"game {seed}, step {step}, {write_command(command)}: {what}")
        twin.take_over()
    kinds["played to the end"] += twin.game.over


def main() -> None:
    """Compare the two engines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walks", type=int, help="play so many random games in step, instead of counting")
    parser.add_argument("--most", type=int, default=20_000, help="leave greater counts out")
    asked = parser.parse_args()
    if asked.walks is None:
        count_positions(asked.most)
        return
    kinds: Counter[str] = Counter()
    told: list[str] = []
    for seed in range(asked.walks):
        walk(seed, kinds, told)
    for kind, n in sorted(kinds.items()):
        letter = letters([kind])
        print(f"{n:>8} {letter if letter in CAUSES else ' '} {kind}")
    print(*told, sep="\n")


if __name__ == "__main__":
    main()
