"""Verify a game from its stored bytes alone: a stand-alone program that shares no code with the service.

It needs Python and the modules made from the contract. What it checks, in this order at each version:

    order       the versions are 1, 2, 3 ... and the commands are whole: each named event by event in its cause
    form        the bytes are a StoredEvent and an Event of the contract, with nothing in them that it does not know
    chain       the hash of each event and all before it, over the bytes as they are stored
    commitment  GameCreated commits to the seed, and SeedRevealed tells the same one
    private     each private part has its hash, under a salt made of the seed
    draw        every value of chance, drawn again from the seed and the nonces
    outcome     what happened follows from the draw: dice, stolen and bought cards, the shuffled board, cards of the
                supply stack, event chips
    cards       nobody pays or loses what it does not hold: cards, coins, knights, blocks of the pyramid, event chips

    python verify_game.py settlers.db GAME
"""

import hashlib
import hmac
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from settlers.v1 import alexander_pb2, cards_pb2, game_pb2, record_pb2

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


class Broken(Exception):
    """A check failed at a version."""

    def __init__(self, check: str, version: int, why: str) -> None:
        super().__init__(f"{check}, version {version}: {why}")
        self.check = check
        self.version = version


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, message: str | bytes) -> bytes:
    return hmac.new(key, message.encode() if isinstance(message, str) else message, hashlib.sha256).digest()


def committed(seed: bytes) -> bytes:
    return sha(b"settlers.v1/commitment/" + seed)


def draw(key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
    """Draw a value again."""
    for attempt in range(1_000):
        value = int.from_bytes(mac(key, f"{purpose}/{version}/{index}/{attempt}")[:8], "big")
        if value < 2**64 - 2**64 % bound:
            return value % bound
    raise AssertionError("never")


def shuffled(items: Sequence[int], values: Iterator[int]) -> list[int]:
    """Shuffle by Fisher-Yates from the end, with values that were drawn."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = next(values)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Verifier:
    """Takes a game's stored events one after the other; raises ``Broken`` at the first that is not right."""

    def __init__(self, game_id: str) -> None:
        self.version = 0
        self.chain = sha(b"settlers.v1/" + game_id.encode())
        self.owed = 0  # events that the command under way is still to bring
        self.seed = b""
        self.nonces: dict[int, bytes] = {}
        self.hands: dict[int, list[int]] = {}  # cards and coins of each seat, and of the bank
        self.blocks: dict[int, int] = {}  # in stock, of each seat and (0) of the Pharaoh
        self.levels: list[int] = []  # the level of each block of the pyramid that is still to be placed
        self.placed = 0
        self.deck: list[int] = []
        self.under: list[int] = []  # development cards that lie under the deck
        self.held: dict[int, list[int]] = {}  # development cards that each seat bought and has not played
        self.knights: dict[int, int] = {}  # played, and not paid in a battle
        self.arrow = 0
        self.chips: list[int] = []  # event chips that nobody has seen, of each kind
        self.waiting = 0  # the event that is not resolved
        self.plan: Any = None

    def check(self, holds: bool, check: str, why: str) -> None:
        if not holds:
            raise Broken(check, self.version, why)

    def take(self, version: int, data: bytes) -> None:
        """Verify one event."""
        self.version += 1
        self.check(version == self.version, "order", f"version {version} stands here")
        try:
            stored = record_pb2.StoredEvent.FromString(data)
            event = game_pb2.Event.FromString(stored.public + stored.private)
            cause = record_pb2.Cause.FromString(stored.cause)
        except DecodeError as error:
            raise Broken("form", self.version, str(error)) from None
        links = [sha(stored.public), stored.private_hash, sha(stored.cause), sha(stored.recorded)]
        self.check(stored.chain == sha(self.chain + b"".join(links)), "chain", "the hash is another")
        self.chain = stored.chain
        kind = event.WhichOneof("event")
        for message in (stored, event, getattr(event, kind) if kind else event):
            self.check(bool(kind) and not UnknownFieldSet(message), "form", "something unknown stands in it")
        self.check(bool(stored.cause) == (self.owed == 0), "order", "a command begins in the middle of another")
        self.owed = (cause.events if stored.cause else self.owed) - 1
        self.check((kind == "game_created") == (version == 1), "order", "a game is created once, at first")
        body = getattr(event, kind)
        if version == 1:
            self.seed, self.plan = body.seed, body.board
            self.check(committed(self.seed) == body.commitment, "commitment", "the seed is another")
        expected = sha(mac(self.seed, f"salt/{version}") + stored.private) if stored.private else b""
        self.check(stored.private_hash == expected, "private", "the private part is another")
        self.check_draws(list(getattr(body, "draws", ())))
        getattr(self, f"on_{kind}", lambda _: None)(body)
        for giver, taker, cards in moves(kind, body):
            self.move(giver, taker, [getattr(cards, name, 0) for name in GOODS])

    def finish(self) -> None:
        """Verify that the last command is whole."""
        self.check(self.version > 0 and self.owed == 0, "order", "events of the last command are missing")

    def check_draws(self, draws: Sequence[Any]) -> None:
        key = mac(self.seed, b"key/" + b"".join(self.nonces[seat] for seat in sorted(self.nonces)))
        for index, each in enumerate(draws):
            self.check(each.index == index and each.bound > 0, "draw", f"draw {index} is out of order")
            value = draw(key, each.purpose, self.version, index, each.bound)
            self.check(each.value == value, "draw", f"{each.purpose} {index} is {each.value}, drawn is {value}")

    def only(self, draws: Sequence[Any], purpose: str, bound: int) -> int:
        """The value of the one draw that there must be."""
        found = [(each.purpose, each.bound) for each in draws]
        self.check(found == [(purpose, bound)], "outcome", f"{found} was drawn, not one {purpose} of {bound}")
        return int(draws[0].value)

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

    def on_nonce_given(self, event: Any) -> None:
        self.nonces[event.seat] = event.nonce

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
        robber = self.plan.robber if self.plan.HasField("robber") else event.robber
        self.check(robber == event.robber, "outcome", "the robber was to start elsewhere")
        self.check(terrain == [tile.terrain for tile in event.tiles], "outcome", "the terrain was shuffled otherwise")
        self.check(kinds == [place.kind for place in event.harbors], "outcome", "harbors were shuffled otherwise")
        tokens = [tile.number for tile in event.tiles if tile.number]
        if values["token"]:  # shuffled until no red number lies beside another: the last shuffle counts
            open_spots = [n for n, kind in enumerate(terrain) if kind in YIELDING]
            laid: dict[int, int] = {}
            for _ in range(len(values["token"]) // (len(self.plan.numbers) - 1)):
                self.check(not laid or self.red_beside_red(laid), "outcome", "tokens were shuffled for nothing")
                laid = dict(zip(open_spots, shuffled(self.plan.numbers, drawn["token"]), strict=True))
            self.check(not self.red_beside_red(laid), "outcome", "a red number lies beside another")
            self.check(tokens == [laid[n] for n in open_spots], "outcome", "tokens were shuffled otherwise")
        else:
            given = [spot.number for spot in self.plan.hexes if spot.number] or list(self.plan.numbers)
            self.check(sorted(tokens) == sorted(given), "outcome", "the tokens are others")
        self.check(
            not any(next(left, None) for left in (drawn["terrain"], drawn["harbor"])), "outcome", "too many draws"
        )

    def red_beside_red(self, laid: dict[int, int]) -> bool:
        red = [self.plan.hexes[n] for n, number in laid.items() if number in (6, 8)]
        return any((a.x - b.x, a.y - b.y) in NEIGHBORS for a in red for b in red)

    def on_supplies_laid_out(self, event: Any) -> None:
        self.hands[BANK] = [getattr(event.bank, name, 0) for name in GOODS]
        self.deck = [getattr(event.development_deck, name) for name in DEVELOPMENT_CARDS]
        self.under = [0] * len(DEVELOPMENT_CARDS)

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

    def on_card_stolen(self, event: Any) -> None:
        hand = self.hands[event.victim][:COIN]  # nobody steals coins
        stolen = card_at(hand, self.only(event.draws, "theft", sum(hand)))
        self.check(event.resource == stolen + 1, "outcome", "another card was drawn from the hand")
        self.move(event.victim, event.thief, [int(kind == stolen) for kind in range(COIN)])

    def on_development_card_bought(self, event: Any) -> None:
        deck = self.deck if any(self.deck) else self.under  # what lies under the deck comes last
        bought = card_at(deck, self.only(event.draws, "development_card", sum(deck)))
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
        self.check(len(event.draws) == event.count, "outcome", "more or fewer cards were drawn than it says")
        drawn = [0] * COIN
        for each in event.draws:
            left = self.hands[STACK][:COIN]
            self.check((each.purpose, each.bound) == ("supply", sum(left)), "outcome", "the draw is from another stack")
            card = [int(kind == card_at(left, each.value)) for kind in range(COIN)]
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

    def on_seed_revealed(self, event: Any) -> None:
        self.check(event.seed == self.seed, "commitment", "another seed is told")


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


def verify(game_id: str, rows: Iterable[tuple[int, bytes]]) -> int:
    """Verify a game's rows, each its version and its serialised StoredEvent; gives how many there are."""
    verifier = Verifier(game_id)
    for version, data in rows:
        verifier.take(version, data)
    verifier.finish()
    return verifier.version


def rows_in(file: str, game_id: str) -> list[tuple[int, bytes]]:
    """Read a game's rows from an SQLite store."""
    query = "SELECT originator_version, state FROM stored_events WHERE originator_id=? ORDER BY originator_version"
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return db.execute(query, (game_id.replace("-", ""),)).fetchall()
    finally:
        db.close()


if __name__ == "__main__":
    print(verify(sys.argv[2], rows_in(sys.argv[1], sys.argv[2])), "events verified")
