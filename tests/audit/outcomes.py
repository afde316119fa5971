"""What follows from a game's draws, and who holds what: the part of the verifier that knows what events mean.

It shares no code with the service either. ``verify_game.py`` says which checks there are, and runs them.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from settlers.v1 import alexander_pb2, board_pb2, cards_pb2, game_pb2

BANK, STACK = 0, -1  # what is in the supply stack nobody can pay with
RESOURCES = [field.name for field in cards_pb2.Resources.DESCRIPTOR.fields]
GOODS = [field.name for field in cards_pb2.Goods.DESCRIPTOR.fields]  # the resources, and coins
COIN = GOODS.index("coin")
DEVELOPMENT_CARDS = [field.name for field in cards_pb2.DevelopmentCards.DESCRIPTOR.fields]
NEIGHBORS = {(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)}
YIELDING = (1, 2, 3, 4, 5, 8)
KNIGHT = DEVELOPMENT_CARDS.index("knight")
CHIPS = [name.removeprefix("MARCH_EVENT_").lower() for name in alexander_pb2.MarchEvent.keys()[2:]]
BATTLE = alexander_pb2.MARCH_EVENT_BATTLE
PIECES = {"road": "roads", "settlement": "settlements", "city": "cities", "ship": "ships"}


class Broken(Exception):
    """A check failed at a version."""

    def __init__(self, check: str, version: int, why: str) -> None:
        super().__init__(f"{check}, version {version}: {why}")
        self.check = check
        self.version = version


def shuffled(items: Sequence[int], values: Iterator[int]) -> list[int]:
    """Shuffle by Fisher-Yates from the end, with values that were drawn."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = next(values)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Outcomes:
    """What a verifier knows of a game's table; raises ``Broken`` where an event does not follow from what it knows."""

    def __init__(self) -> None:
        self.version = 0
        self.seed = b""
        self.plan: Any = None
        self.options: list[str] = []
        self.shared = False  # whether seats share paths
        self.command = game_pb2.Command()  # the one under way
        self.prompts: list[Any] = []
        self.hands: dict[int, list[int]] = {}  # cards and coins of each seat, and of the bank
        self.stock: dict[str, int] = {}  # how many pieces of a kind a seat has in all
        self.pieces: dict[tuple[str, int], set[int]] = {}  # where those of a kind and a seat lie
        self.deck: list[int] = []
        self.under: list[int] = []  # development cards that lie under the deck
        self.held: dict[int, list[int]] = {}  # development cards that each seat bought and has not played
        self.knights: dict[int, int] = {}  # played, and not paid in a battle
        self.army = 0  # who has the largest army
        self.robber: int | None = None
        self.robbed: list[int] = []  # since the robber moved
        self.spared = 0  # how many cards are left that were to be stolen as well
        self.blocks: dict[int, int] = {}  # in stock, of each seat and (0) of the Pharaoh
        self.levels: list[int] = []  # the level of each block of the pyramid that is still to be placed
        self.placed = 0
        self.arrow = 0
        self.chips: list[int] = []  # event chips that nobody has seen, of each kind
        self.waiting = 0  # the event that is not resolved
        self.face_down: set[int] = set()  # unknown hexes
        self.terrains: list[int] = []  # what they are made of, in the order of the plan
        self.numbers: list[int] = []  # the stack of tokens for them, in the order of the plan
        self.finder: tuple[int, int] | None = None  # who is to get which card next
        self.laid_by = 0  # whose piece was laid last in this command, and joined nothing so far

    def check(self, holds: bool, check: str, why: str) -> None:
        if not holds:
            raise Broken(check, self.version, why)

    def drawn(self, draws: Sequence[Any], *expected: tuple[str, int]) -> list[int]:
        """The values drawn, where there must be these: the purpose and the bound of each."""
        found = [(each.purpose, each.bound) for each in draws]
        self.check(found == list(expected), "outcome", f"{found} was drawn, not {list(expected)}")
        return [int(each.value) for each in draws]

    def only(self, draws: Sequence[Any], purpose: str, bound: int) -> int:
        """The value of the one draw that there must be."""
        return self.drawn(draws, (purpose, bound))[0]

    def draw_again(self, purpose: str, index: int, bound: int) -> int:
        """Draw what no event tells, for it would tell too much."""
        raise NotImplementedError

    def draw_from_hand(self, event: Any, purpose: str, giver: int, taker: int) -> None:
        """Move the one card that was drawn from a hand; nobody loses coins so."""
        hand = self.hands[giver][:COIN]
        self.check(sum(hand) > 0, "cards", "a card was drawn from an empty hand")
        card = card_at(hand, self.draw_again(purpose, 0, sum(hand)))
        self.check(event.resource == card + 1, "outcome", "another card was drawn from the hand")
        self.move(giver, taker, [int(kind == card) for kind in range(COIN)])

    def move(self, giver: int, taker: int, cards: Sequence[int]) -> None:
        for kind, n in enumerate(cards):
            endless = giver == BANK and kind == COIN
            held = endless or self.hands[giver][kind] >= n
            self.check(held, "cards", f"{giver or 'the bank'} gives what it does not hold")
            self.hands[giver][kind] -= n
            self.hands[taker][kind] += n

    def on_game_created(self, event: Any) -> None:
        self.hands = {seat: [0] * len(GOODS) for seat in range(STACK, event.seats + 1)}
        self.held = {seat: [0] * len(DEVELOPMENT_CARDS) for seat in range(1, event.seats + 1)}
        self.knights = dict.fromkeys(self.held, 0)
        counts = {each.kind: each.count for each in event.board.route.chips}
        self.chips = [counts.get(kind, 0) for kind in CHIPS]
        self.plan, self.options, self.shared = event.board, list(event.options), event.scenario == "great-race"
        self.terrains, self.numbers = list(event.board.hidden_terrains), list(event.board.hidden_numbers)

    def on_board_laid(self, event: Any) -> None:
        values = {"terrain": [], "corner": [], "token": [], "harbor": []}
        for each in event.draws:
            values[each.purpose].append(each.value)
        drawn = {purpose: iter(found) for purpose, found in values.items()}
        terrains = iter(shuffled(self.plan.terrains, drawn["terrain"]))
        harbors = iter(shuffled(self.plan.harbor_kinds, drawn["harbor"]))
        terrain = [spot.terrain if spot.HasField("terrain") else next(terrains) for spot in self.plan.hexes]
        kinds = [spot.kind if spot.HasField("kind") else next(harbors) for spot in self.plan.harbors]
        regions = [spot.region for spot in self.plan.hexes]
        self.check(regions == [tile.region for tile in event.tiles], "outcome", "a region lies elsewhere")
        if event.HasField("robber"):
            self.robber = event.robber
        robber = self.plan.robber if self.plan.HasField("robber") else self.robber
        self.check(robber == self.robber, "outcome", "the robber was to start elsewhere")
        self.check(terrain == [tile.terrain for tile in event.tiles], "outcome", "the terrain was shuffled otherwise")
        self.check(kinds == [place.kind for place in event.harbors], "outcome", "harbors were shuffled otherwise")
        self.face_down = {n for n, kind in enumerate(terrain) if kind == board_pb2.TERRAIN_UNKNOWN}
        self.check_tokens(event, terrain, drawn["token"], len(values["token"]))
        self.check(
            not any(next(left, None) for left in (drawn["terrain"], drawn["harbor"])), "outcome", "too many draws"
        )

    def check_tokens(self, event: Any, terrain: Sequence[int], values: Iterator[int], drawn: int) -> None:
        """Tokens lie where the plan has them, and the others are shuffled until no red number lies beside another."""
        told = [tile.number for tile in event.tiles]
        fixed = [spot.number for spot in self.plan.hexes]
        if not drawn and self.plan.numbers:  # in a spiral
            self.check(sorted(filter(None, told)) == sorted(self.plan.numbers), "outcome", "the tokens are others")
            return
        laid = fixed
        open_spots = [n for n, kind in enumerate(terrain) if kind in YIELDING and not fixed[n]]
        for shuffles in range(drawn // (len(self.plan.numbers) - 1) if drawn else 0):  # the last one counts
            self.check(not shuffles or self.red_beside_red(laid), "outcome", "tokens were shuffled for nothing")
            mixed = dict(zip(open_spots, shuffled(self.plan.numbers, values), strict=True))
            laid = [mixed.get(n, number) for n, number in enumerate(fixed)]
        self.check(not drawn or not self.red_beside_red(laid), "outcome", "a red number lies beside another")
        self.check(told == laid, "outcome", "tokens were shuffled otherwise")

    def red_beside_red(self, laid: Sequence[int]) -> bool:
        red = [self.plan.hexes[n] for n, number in enumerate(laid) if number in (6, 8)]
        return any((a.x - b.x, a.y - b.y) in NEIGHBORS for a in red for b in red)

    def on_supplies_laid_out(self, event: Any) -> None:
        self.hands[BANK] = [getattr(event.bank, name, 0) for name in GOODS]
        self.deck = [getattr(event.development_deck, name) for name in DEVELOPMENT_CARDS]
        self.under = [0] * len(DEVELOPMENT_CARDS)
        self.stock = {kind: getattr(event, plural) for kind, plural in PIECES.items()}
        self.pieces = {(kind, seat): set() for kind in PIECES for seat in self.held}

    def on_pyramid_laid_out(self, event: Any) -> None:
        self.blocks = {seat: event.blocks if seat else event.pharaoh_blocks for seat in (0, *self.held)}
        self.levels = [level for level, n in enumerate(event.levels, 1) for _ in range(n)]

    def on_pyramid_block_placed(self, event: Any) -> None:
        self.check(self.blocks.get(event.seat, 0) > 0, "cards", "a block was placed that nobody had")
        self.blocks[event.seat] -= 1
        self.placed += 1
        place = event.number, [event.level]
        self.check(place == (self.placed, self.levels[:1]), "outcome", "a block lies in another place")
        del self.levels[0]

    def on_dice_rolled(self, event: Any) -> None:
        value = self.only(event.draws, "dice", 36)
        self.check(list(event.dice) == [value // 6 + 1, value % 6 + 1], "outcome", "the dice show something else")

    def on_largest_army_awarded(self, event: Any) -> None:
        self.army = event.seat

    def on_robber_moved(self, event: Any) -> None:
        origin = event.origin if event.HasField("origin") else None
        self.check(origin == self.robber != event.hex, "outcome", "the robber came from elsewhere, or stays")
        self.robber, self.robbed = event.hex, []

    def on_card_stolen(self, event: Any) -> None:
        asked = self.command.move_robber
        named = [asked.victim, asked.second if asked.HasField("second") else asked.victim]
        self.check(named[len(self.robbed) :][:1] == [event.victim], "outcome", "another seat was robbed than was named")
        self.check(not self.robbed or self.plunders(event.thief), "outcome", "two cards were stolen, not one")
        self.robbed.append(event.victim)
        self.draw_from_hand(event, "theft", event.victim, event.thief)
        again = self.plunders(event.thief) and len(self.robbed) == 1
        self.spared = sum(self.hands[named[1]][:COIN]) if again else 0

    def plunders(self, thief: int) -> bool:
        """Whether a seat takes two cards where there are two."""
        return self.shared and "largest_army" in self.options and self.army == thief

    def on_prompts_changed(self, event: Any) -> None:
        self.prompts = list(event.prompts)
        self.check(not self.spared, "outcome", "one card was stolen, not two")

    def on_development_card_bought(self, event: Any) -> None:
        deck = self.deck if any(self.deck) else self.under  # what lies under the deck comes last
        self.check(sum(deck) > 0, "cards", "a card was bought when none was left")
        bought = card_at(deck, self.draw_again("development_card", 0, sum(deck)))
        self.check(event.card == bought + 1, "outcome", "another card was drawn from the deck")
        deck[bought] -= 1
        self.held[event.seat][bought] += 1

    def on_development_card_played(self, event: Any) -> None:
        self.check(self.held[event.seat][event.card - 1] > 0, "cards", "a card was played that the seat did not hold")
        self.held[event.seat][event.card - 1] -= 1
        self.knights[event.seat] += event.card - 1 == KNIGHT

    def on_supply_stack_laid_out(self, event: Any) -> None:
        self.hands[STACK] = [getattr(event.cards, name, 0) for name in GOODS]

    def on_supply_cards_drawn(self, event: Any) -> None:
        drawn = [0] * COIN
        for index in range(event.count):
            left = self.hands[STACK][:COIN]
            self.check(sum(left) > 0, "cards", "cards were drawn when none were left")
            place = self.draw_again("supply", index, sum(left))
            card = [int(kind == card_at(left, place)) for kind in range(COIN)]
            self.move(STACK, event.seat, card)
            drawn = [one + other for one, other in zip(drawn, card, strict=True)]
        told = [getattr(event.cards, name) for name in RESOURCES]
        self.check(told == drawn, "outcome", "other cards were drawn from the supply stack")

    def on_supply_ended(self, event: Any) -> None:
        left = [getattr(event.cards, name) for name in RESOURCES]
        self.check(left == self.hands[STACK][:COIN], "cards", "other cards were left in the supply stack")

    def on_alexander_moved(self, event: Any) -> None:
        self.arrow += 1
        place = self.arrow, list(self.plan.route.intersections)[self.arrow : -1][:1]
        self.check((event.arrow, [event.intersection]) == place, "outcome", "Alexander went another way")
        self.check(not self.waiting, "outcome", "Alexander went on before an event was resolved")
        if self.plan.route.stops[self.arrow - 1] == "temple":
            self.waiting = alexander_pb2.MARCH_EVENT_SETTLEMENT

    def on_event_chip_revealed(self, event: Any) -> None:
        at_chip = self.arrow and self.plan.route.stops[self.arrow - 1] == "chip"
        here = event.intersection == self.plan.route.intersections[self.arrow]
        self.check(bool(at_chip and here), "outcome", "no chip lies there")
        chip = card_at(self.chips, self.only(event.draws, "event_chip", sum(self.chips)))
        self.waiting = list(alexander_pb2.MarchEvent.values())[2 + chip]
        self.check(event.chip == self.waiting, "outcome", "another chip was turned up")
        self.chips[chip] -= 1
        counted = list(self.knights.values()) if event.chip == BATTLE else []
        self.check(list(event.knights) == counted, "cards", "other knights count than were played")

    def on_event_chip_won(self, event: Any) -> None:
        self.check(event.chip == self.waiting, "cards", "a chip was won that was not bid for")

    def on_event_resolved(self, event: Any) -> None:
        self.check(event.event == self.waiting, "outcome", "another event was resolved than waited")
        self.waiting = 0

    def on_bid_paid(self, event: Any) -> None:
        self.check(self.knights[event.seat] >= event.knights, "cards", "knights were paid that were never played")
        self.knights[event.seat] -= event.knights
        self.under[KNIGHT] += event.knights

    def on_hand_shown(self, event: Any) -> None:
        held = [getattr(event.cards, name) for name in RESOURCES]
        self.check(held == self.hands[event.seat][:COIN], "cards", "the seat holds other cards")
        held = [getattr(event.development_cards, name) for name in DEVELOPMENT_CARDS]
        self.check(held == self.held[event.seat], "cards", "the seat holds other development cards")

    def place(self, kind: str, seat: int, where: int, among: Sequence[str]) -> None:
        """Put down a piece of a seat's stock where none is, in the race on a path where the seat has none itself."""
        sharing = [seat] if self.shared and kind in ("road", "ship") else self.held
        taken = any(where in self.pieces[other, each] for other in among for each in sharing)
        self.check(not taken, "pieces", f"a {kind} lies where there is a piece already")
        self.pieces[kind, seat].add(where)
        self.check(len(self.pieces[kind, seat]) <= self.stock[kind], "pieces", f"more than every {kind} of a seat")

    def lift(self, kind: str, seat: int, where: int) -> None:
        self.check(where in self.pieces[kind, seat], "pieces", f"there is no {kind} of that seat")
        self.pieces[kind, seat].remove(where)

    def on_road_built(self, event: Any) -> None:
        self.place("road", event.seat, event.path, ("road", "ship"))
        self.laid_by = event.seat

    def on_ship_built(self, event: Any) -> None:
        self.place("ship", event.seat, event.path, ("road", "ship"))
        self.laid_by = event.seat

    def on_ship_moved(self, event: Any) -> None:
        self.lift("ship", event.seat, event.origin)
        self.on_ship_built(event)

    def on_settlement_built(self, event: Any) -> None:
        self.place("settlement", event.seat, event.intersection, ("settlement", "city"))

    def on_city_built(self, event: Any) -> None:
        self.lift("settlement", event.seat, event.intersection)
        self.place("city", event.seat, event.intersection, ("settlement", "city"))

    def on_hex_revealed(self, event: Any) -> None:
        self.check(event.hex in self.face_down, "outcome", "no hex lies face down there")
        self.check(bool(event.seat) != ("open_map" in self.options), "outcome", "it lies open from the start, or not")
        (place,) = self.drawn(event.draws[:1], ("unknown_terrain", len(self.terrains)))
        terrain = self.terrains[place]
        stack = [("unknown_number", len(self.numbers))] if terrain in YIELDING else []
        places = self.drawn(event.draws[1:], *stack)
        number = self.numbers[places[0]] if places else 0
        self.check((event.terrain, event.number) == (terrain, number), "outcome", "another hex was turned up")
        self.face_down.remove(event.hex)
        self.terrains.remove(terrain)
        if number:
            self.numbers.remove(number)
        chosen = terrain == board_pb2.TERRAIN_GOLD_RIVER  # by the finder, with a command of its own
        if event.seat and terrain in YIELDING and not chosen and self.hands[BANK][terrain - 1]:
            self.finder = event.seat, terrain - 1

    def check_finder(self, kind: str, event: Any) -> None:
        """Right after a hex was turned up its finder gets a card of it, and nobody gets another."""
        if self.finder:
            seat, card = self.finder
            told = [getattr(event.cards, name) for name in RESOURCES] if kind == "resources_received" else []
            found = told == [int(kind == card) for kind in range(COIN)] and event.seat == seat
            self.check(found, "outcome", "who turned up a hex did not get the card of it")
            self.finder = None
        elif kind == "resources_received":
            self.check_choice(event)

    def check_choice(self, event: Any) -> None:
        """What was chosen is what is received, and of a gold river as much as is due and there."""
        named = self.command.WhichOneof("command")
        if named not in ("choose_gold", "play_year_of_plenty"):
            self.check(named == "build_settlement", "outcome", "cards were received for nothing")
            return
        self.check(event.cards == getattr(self.command, named).cards, "outcome", "other cards than were chosen")
        if named == "choose_gold":
            due = [each.amount for each in self.prompts[-1].demands if each.seat == event.seat]
            cards = sum(getattr(event.cards, name) for name in RESOURCES)
            most = sum(self.hands[BANK][:COIN])
            self.check([cards] == [min(n, most) for n in due], "outcome", "more or fewer cards than were due")

    def on_landing_card_drawn(self, event: Any) -> None:
        self.check(event.seat == self.laid_by != event.owner, "outcome", "nobody landed there")
        self.laid_by = 0
        self.draw_from_hand(event, "landing", event.seat, event.owner)


def card_at(bag: Sequence[int], place: int) -> int:
    """The kind of the card at a place when a bag is laid out kind by kind."""
    return next(kind for kind in range(len(bag)) if place < sum(bag[: kind + 1]))


def moves(kind: str, event: Any) -> Iterator[tuple[int, int, Any]]:
    """The open cards and coins that change hands by an event: from whom, to whom, which."""
    if kind == "resources_received":
        yield BANK, event.seat, event.cards
    elif kind in ("resources_paid", "resources_discarded"):
        yield event.seat, BANK, event.cards
    elif kind == "resources_produced":
        yield from ((BANK, gain.seat, gain.cards) for gain in event.gains)
    elif kind == "resources_handed_over":
        yield event.giver, event.taker, event.cards
    elif kind == "bank_trade_made":
        yield from ((event.seat, BANK, event.given), (BANK, event.seat, event.taken))
    elif kind == "trade_made":
        yield from ((event.seat, event.partner, event.given), (event.partner, event.seat, event.taken))
    elif kind == "coins_received":
        yield BANK, event.seat, cards_pb2.Goods(coin=event.coins)
    elif kind == "coins_produced":
        yield from ((BANK, gain.seat, cards_pb2.Goods(coin=gain.coins)) for gain in event.gains)
    elif kind == "fee_paid":
        yield event.seat, event.owner, cards_pb2.Goods(coin=event.coins)
    elif kind == "bid_paid":
        yield event.seat, BANK, event.cards
    elif kind == "supply_ended":
        yield STACK, BANK, event.cards
