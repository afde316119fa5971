"""Verify exported games: one file that needs Python 3.11 and nothing of the service that wrote them.

    python verify_export.py FILE [--key VERIFIER_KEY]...

FILE is what ``settlers export`` writes, for whose eyes it may be. With keys each game must be signed by one of them;
that needs the package ``cryptography``, all else only the standard library. The exit code is 0 when everything that
could be checked is right, 1 when something is wrong, and 2 when this was called wrongly.

What is checked of each game, version by version, up to the first that is wrong; no game may stand in it twice:

    signature   the head of the game was signed by one of the keys
    form        a line is written as an export writes it, its bytes are messages of the contract, with nothing in them
                that it does not know, the public part holds what is public, no more, and nothing is left out that
                those eyes see
    order       a command has all its events, what happens once happens once, and a game goes on by the same rules or by
                later ones
    chain       the hash of each event and all before it, over the bytes as they were stored
    private     each private part has its hash, under a salt that is made of the seed, where that is told
    commitment  GameCreated commits to the seed, SeedRevealed tells the same one, and each nonce was given in time
    draw        every value of chance in the events, drawn again from the seed and the nonces
    outcome     what the game was created from fits together: seats, players, options, rules, and the hexes, tokens,
                harbors, marks, route and robber of its board.
                What happened follows from the draws: dice, the shuffled board, tokens, event chips, hexes turned up;
                and from draws that stand in no event: stolen and bought cards, cards of the supply stack, cards drawn
                for a landing. Who turned a hex up gets its card, who names a victim robs that one, who chooses a card
                gets it, and who gave the command is the one who rolls, robs or buys
    pieces      nobody places more pieces than it has, two at one place, or moves one that is not there
    cards       nobody pays or loses what it does not hold: cards, coins, knights, blocks of the pyramid, event chips
    head        the game is as long as its signed head says, and the chain is there what that says

What it does not check is whether the rules allowed a command: for that there is ``settlers audit``. Nor does it know
scenarios, options, boards or versions of the rules: it cannot tell whether there are those that a game names, and a
board that was made up, with the name of one, passes when it can be played on. Where something was left out for the eyes
that the export is for, or the seed is not told yet, what hangs on it is counted as not checked.

Its sections: the contract, the wire form, files and heads, chance, what a game is created from, what follows from the
draws, the verifier, reports.
"""

import argparse
import base64
import hashlib
import hmac
import json
import math
import re
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:  # needed for signatures alone
    Ed25519PublicKey = None


class Broken(Exception):
    """A check failed."""

    def __init__(self, check: str, why: str) -> None:
        super().__init__(f"{check}: {why}")
        self.check = check
        self.why = why


# The contract ---------------------------------------------------------------------------------------------------------

MESSAGES = """
Proof: public=1 bytes, private=2 bytes, private_hash=3 bytes, cause=4 bytes, recorded=5 bytes, chain=6 bytes,
    cause_hash=7 bytes, salt=8 bytes, cause_salt=9 bytes
Cause: actor=1 str, seat=2 u32, request_id=3 str, command=4 Command, rules_version=5 u32, events=6 u32
Timestamp: seconds=1 i64, nanos=2 i32
Event: game_created=10 GameCreated, nonce_given=11 NonceGiven, board_laid=12 BoardLaid,
    prompts_changed=13 PromptsChanged, points_changed=14 PointsChanged, game_ended=15 GameEnded,
    seed_revealed=16 SeedRevealed, supplies_laid_out=30 SuppliesLaidOut, turn_started=31 TurnStarted,
    turn_ended=32 TurnEnded, dice_rolled=33 DiceRolled, resources_produced=34 ResourcesProduced,
    resources_received=35 ResourcesReceived, resources_paid=36 ResourcesPaid,
    resources_discarded=37 ResourcesDiscarded, resources_handed_over=38 ResourcesHandedOver,
    robber_moved=39 RobberMoved, card_stolen=40 CardStolen, road_built=41 RoadBuilt,
    settlement_built=42 SettlementBuilt, city_built=43 CityBuilt, bank_trade_made=44 BankTradeMade,
    trade_offered=45 TradeOffered, trade_accepted=46 TradeAccepted, trade_declined=47 TradeDeclined,
    trade_countered=48 TradeCountered, trade_answer_fell=49 TradeAnswerFell, trade_made=50 TradeMade,
    trade_withdrawn=51 TradeWithdrawn, trade_fell=52 TradeFell, development_card_bought=53 DevelopmentCardBought,
    development_card_played=54 DevelopmentCardPlayed, monopoly_declared=55 MonopolyDeclared,
    route_changed=56 RouteChanged, longest_route_awarded=57 LongestRouteAwarded,
    largest_army_awarded=58 LargestArmyAwarded, hand_shown=59 HandShown, ship_built=100 ShipBuilt,
    ship_moved=101 ShipMoved, coins_received=110 CoinsReceived, coins_produced=111 CoinsProduced,
    fee_paid=112 FeePaid, pyramid_laid_out=200 PyramidLaidOut, pyramid_begun=201 PyramidBegun,
    pyramid_block_placed=202 PyramidBlockPlaced, blessing_given=203 BlessingGiven, curse_lifted=204 CurseLifted,
    curse_laid=205 CurseLaid, supply_stack_laid_out=300 SupplyStackLaidOut, supply_cards_drawn=301 SupplyCardsDrawn,
    supply_ended=302 SupplyEnded, alexander_moved=303 AlexanderMoved, event_chip_revealed=304 EventChipRevealed,
    bidding_opened=305 BiddingOpened, bid_made=306 BidMade, bid_passed=307 BidPassed, bidding_ended=308 BiddingEnded,
    bid_defaulted=309 BidDefaulted, bid_paid=310 BidPaid, event_chip_won=311 EventChipWon,
    temple_forgone=312 TempleForgone, event_resolved=313 EventResolved, advisor_card_taken=314 AdvisorCardTaken,
    hex_revealed=400 HexRevealed, landing_card_drawn=401 LandingCardDrawn
Command: give_nonce=10 GiveNonce, roll_dice=30 RollDice, pass=31 Pass, build_road=32 BuildRoad,
    build_settlement=33 BuildSettlement, build_city=34 BuildCity, discard_cards=35 DiscardCards,
    move_robber=36 MoveRobber, trade_with_bank=37 TradeWithBank, offer_trade=38 OfferTrade,
    accept_trade=39 AcceptTrade, decline_trade=40 DeclineTrade, counter_trade=41 CounterTrade,
    close_trade=42 CloseTrade, withdraw_trade=43 WithdrawTrade, buy_development_card=44 BuyDevelopmentCard,
    play_knight=45 PlayKnight, play_road_building=46 PlayRoadBuilding, play_year_of_plenty=47 PlayYearOfPlenty,
    play_monopoly=48 PlayMonopoly, build_ship=100 BuildShip, move_ship=101 MoveShip, choose_gold=102 ChooseGold,
    trade_at_harbor=200 TradeAtHarbor, place_pyramid_block=201 PlacePyramidBlock, bid=300 Bid, pay_bid=301 PayBid,
    play_victory_point=400 PlayVictoryPoint
GiveNonce: nonce=1 bytes
RollDice:
Pass:
BuildRoad: path=1 u32?
BuildSettlement: intersection=1 u32?
BuildCity: intersection=1 u32?
DiscardCards: cards=1 Resources
Resources: brick=1 u32, lumber=2 u32, wool=3 u32, grain=4 u32, ore=5 u32
MoveRobber: hex=1 u32?, victim=2 u32?, second=3 u32?
TradeWithBank: give=1 Good, rate=2 u32, take=3 Good
OfferTrade: give=1 Goods, take=2 Goods, to=3 u32*
Goods: brick=1 u32, lumber=2 u32, wool=3 u32, grain=4 u32, ore=5 u32, coin=6 u32
AcceptTrade: offer=1 u32
DeclineTrade: offer=1 u32
CounterTrade: offer=1 u32, give=2 Goods, take=3 Goods
CloseTrade: offer=1 u32, partner=2 u32?
WithdrawTrade: offer=1 u32
BuyDevelopmentCard:
PlayKnight:
PlayRoadBuilding:
PlayYearOfPlenty: cards=1 Resources
PlayMonopoly: resource=1 Resource
BuildShip: path=1 u32?
MoveShip: origin=1 u32?, path=2 u32?
ChooseGold: cards=1 Resources
TradeAtHarbor: harbor=1 u32?, give=2 Good, take=3 Good
PlacePyramidBlock: owner=1 u32
Bid: amount=1 u32
PayBid: cards=1 Goods, knights=2 u32
PlayVictoryPoint:
GameCreated: scenario=1 str, options=2 str*, seats=3 u32, players=4 str*, board=5 Plan, rules_version=6 u32,
    commitment=7 bytes, seed_chosen=8 bool, seed=9 bytes!nobody
Plan: name=1 str, source=2 str, sea_frame=3 bool, hexes=4 HexSpot*, harbors=5 HarborSpot*, numbers_by=6 NumbersBy,
    terrains=7 Terrain*, numbers=8 u32*, harbor_kinds=9 Harbor*, marks=10 Mark*, robber=11 u32?, route=12 Route,
    hidden_terrains=13 Terrain*, hidden_numbers=14 u32*
HexSpot: x=1 s32, y=2 s32, terrain=3 Terrain?, number=4 u32, region=5 str
HarborSpot: path=1 u32, kind=2 Harbor?
Mark: name=1 str, intersections=2 u32*
Route: intersections=1 u32*, stops=2 str*, chips=3 ChipCount*
ChipCount: kind=1 str, count=2 u32
NonceGiven: seat=1 u32, nonce=2 bytes
BoardLaid: tiles=1 HexTile*, harbors=2 HarborPlace*, sea_frame=3 bool, robber=4 u32?, draws=5 Draw*
HexTile: x=1 s32, y=2 s32, terrain=3 Terrain, number=4 u32, region=5 str
HarborPlace: path=1 u32, kind=2 Harbor
Draw: purpose=1 str, index=2 u32, bound=3 u32, value=4 u32
PromptsChanged: phase=1 str, prompts=2 Prompt*
Prompt: kind=1 str, demands=2 Demand*
Demand: prompt=1 str, seat=2 u32, amount=3 u32
PointsChanged: seat=1 u32, cause=2 str, points=3 s32, total=4 s32
GameEnded: winners=1 u32*, cause=2 str
SeedRevealed: seed=1 bytes
SuppliesLaidOut: bank=1 Resources, development_deck=2 DevelopmentCards, roads=3 u32, settlements=4 u32, cities=5 u32,
    ships=6 u32
DevelopmentCards: knight=1 u32, victory_point=2 u32, road_building=3 u32, year_of_plenty=4 u32, monopoly=5 u32
TurnStarted: seat=1 u32, turn=2 u32
TurnEnded: seat=1 u32
DiceRolled: seat=1 u32, dice=2 u32*, draws=3 Draw*
ResourcesProduced: gains=1 Gain*, short=2 Resource*
Gain: seat=1 u32, cards=2 Resources
ResourcesReceived: seat=1 u32, cards=2 Resources
ResourcesPaid: seat=1 u32, cards=2 Resources
ResourcesDiscarded: seat=1 u32, cards=2 Resources
ResourcesHandedOver: giver=1 u32, taker=2 u32, cards=3 Resources
RobberMoved: seat=1 u32, origin=2 u32?, hex=3 u32
CardStolen: thief=1 u32, victim=2 u32, resource=3 Resource?!thief,victim
RoadBuilt: seat=1 u32, path=2 u32
SettlementBuilt: seat=1 u32, intersection=2 u32
CityBuilt: seat=1 u32, intersection=2 u32
BankTradeMade: seat=1 u32, given=2 Goods, taken=3 Goods
TradeOffered: offer=1 u32, seat=2 u32, give=3 Goods, take=4 Goods, to=5 u32*
TradeAccepted: offer=1 u32, seat=2 u32
TradeDeclined: offer=1 u32, seat=2 u32
TradeCountered: offer=1 u32, counter=2 u32, seat=3 u32, give=4 Goods, take=5 Goods
TradeAnswerFell: offer=1 u32, seat=2 u32
TradeMade: offer=1 u32, seat=2 u32, partner=3 u32, given=4 Goods, taken=5 Goods
TradeWithdrawn: offer=1 u32
TradeFell: offer=1 u32
DevelopmentCardBought: seat=1 u32, card=2 DevelopmentCard?!seat
DevelopmentCardPlayed: seat=1 u32, card=2 DevelopmentCard
MonopolyDeclared: seat=1 u32, resource=2 Resource
RouteChanged: seat=1 u32, length=2 u32
LongestRouteAwarded: seat=1 u32, length=2 u32
LargestArmyAwarded: seat=1 u32, knights=2 u32
HandShown: seat=1 u32, cards=2 Resources, development_cards=3 DevelopmentCards, points=4 s32
ShipBuilt: seat=1 u32, path=2 u32
ShipMoved: seat=1 u32, origin=2 u32, path=3 u32
CoinsReceived: seat=1 u32, coins=2 u32
CoinsProduced: gains=1 CoinGain*
CoinGain: seat=1 u32, coins=2 u32
FeePaid: seat=1 u32, owner=2 u32, coins=3 u32
PyramidLaidOut: levels=1 u32*, blocks=2 u32, pharaoh_blocks=3 u32
PyramidBegun: seat=1 u32, intersection=2 u32
PyramidBlockPlaced: seat=1 u32, level=2 u32, number=3 u32
BlessingGiven: seat=1 u32
CurseLifted: seat=1 u32
CurseLaid: seat=1 u32
SupplyStackLaidOut: cards=1 Resources
SupplyCardsDrawn: seat=1 u32, count=2 u32, cards=3 Resources!seat
SupplyEnded: cards=1 Resources
AlexanderMoved: arrow=1 u32, intersection=2 u32
EventChipRevealed: chip=1 MarchEvent, intersection=2 u32, knights=3 u32*, draws=4 Draw*
BiddingOpened: event=1 MarchEvent
BidMade: seat=1 u32, amount=2 u32
BidPassed: seat=1 u32
BiddingEnded: seat=1 u32, amount=2 u32
BidDefaulted: seat=1 u32, amount=2 u32
BidPaid: seat=1 u32, cards=2 Goods, knights=3 u32
EventChipWon: seat=1 u32, chip=2 MarchEvent
TempleForgone: seat=1 u32, intersection=2 u32
EventResolved: event=1 MarchEvent, seat=2 u32
AdvisorCardTaken: seat=1 u32, advisor=2 u32, loser=3 u32, given=4 u32
HexRevealed: seat=1 u32, hex=2 u32, terrain=3 Terrain, number=4 u32, draws=5 Draw*
LandingCardDrawn: seat=1 u32, owner=2 u32, resource=3 Resource?!seat,owner
"""
"""The messages that stand in an export, as settlers/v1 has them: each field with its number and its type.

``*`` stands for repeated, ``?`` for a value that is told from one left out, ``!`` for what is private in an event, with
the fields of the event whose seats see it; an auditor sees it too, unless nobody does.
"""

ENUMS = {"Resource": 5, "Good": 6, "DevelopmentCard": 5, "Terrain": 9, "Harbor": 7, "NumbersBy": 3, "MarchEvent": 5}
"""The highest number of each enum; they begin with 0, which is never sent."""

NOBODY = "nobody"
"""Who sees what not even an auditor sees while a game goes on."""

ONEOFS = ("Event", "Command")
"""Messages with exactly one of their fields set."""

BAGS = ("Resources", "Goods", "DevelopmentCards")
MOST = 511
"""Bags of cards, and the most that they hold of a kind. Nothing else in a game is more either."""

HILLS, MOUNTAINS, DESERT, SEA, GOLD_RIVER, UNKNOWN = 1, 5, 6, 7, 8, 9
YIELDING = (*range(HILLS, MOUNTAINS + 1), GOLD_RIVER)
"""Terrains that get a number token; the first five yield the resources, in their order."""

FIXED, SPIRAL = 1, 2
"""How number tokens come to their hexes; else they are shuffled."""

SETTLEMENT, BATTLE = 1, 4
CHIPS = ("famine", "bridge", "battle", "statue")
"""Kinds of event chips; as events they are counted from 2."""


# The wire form --------------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of a message: how its value is read from a number, or from bytes, and what it is."""

    name: str
    kind: str
    many: bool
    present: bool
    """Whether it is told from one left out."""
    private: str
    """Who sees it, where that is not everybody."""
    read: Callable[[Any], Any]
    packed: bool = False


class Layout(NamedTuple):
    """A message: its fields by their tags, and what its fields are when nothing is set."""

    fields: dict[int, Field]
    defaults: dict[str, Any]
    many: tuple[str, ...]
    needed: tuple[str, ...]
    """Enums that must be set."""
    private: tuple[str, ...]
    audience: tuple[str, ...]
    """The fields whose seats see what is private."""


def number_below(bound: int) -> Callable[[int], int]:
    """Make what reads a number that is not negative."""

    def read(value: int) -> int:
        if value >= bound:
            raise Broken("form", f"a number is {value}")
        return value

    return read


def zigzag(value: int) -> int:
    """Read a number that may be negative."""
    return (number_below(1 << 32)(value) >> 1) ^ -(value & 1)


def named(bound: int) -> Callable[[int], int]:
    """Make what reads a member of an enum."""

    def read(value: int) -> int:
        if not 0 < value < bound:
            raise Broken("form", f"an enum has no value {value}")
        return value

    return read


def utf8(data: bytes) -> str:
    """Read a string."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Broken("form", "a text is not UTF-8") from None


SCALARS: dict[str, tuple[Callable[[int], int], Any]] = {
    "u32": (number_below(1 << 32), 0),
    "i32": (number_below(1 << 31), 0),  # only in the time of an event, where it is never negative
    "i64": (number_below(1 << 63), 0),
    "s32": (zigzag, 0),
    "bool": (lambda value: bool(number_below(2)(value)), False),
} | {name: (named(highest + 1), 0) for name, highest in ENUMS.items()}
"""The types that are written as a number: how each is read, and what it is where it is left out."""

VARINT, BYTES = 0, 2


def layout(name: str, fields: str) -> Layout:
    """Make the layout of a message from its line of ``MESSAGES``."""
    made = Layout({}, {}, (), (), (), ())
    for each in filter(None, fields.split(", ")):
        key, number, kind, marks, private = re.fullmatch(r"(\w+)=(\d+) (\w+)([*?]?)!?([\w,]*)", each).groups()
        many = "*" in marks
        wire = VARINT if kind in SCALARS and not many else BYTES
        default: Any = None
        if kind in SCALARS:
            read, default = SCALARS[kind] if name not in BAGS else (number_below(MOST + 1), 0)
        elif kind in ("bytes", "str"):
            read, default = (bytes, b"") if kind == "bytes" else (utf8, "")
        else:
            read = reader(kind)
        present = "?" in marks or (default is None and not many)
        field = Field(key, kind, many, present, private, read, many and kind in SCALARS)
        made.fields[int(number) << 3 | wire] = field
        if many:
            made = made._replace(many=(*made.many, key))
        elif name not in ONEOFS:
            made.defaults[key] = None if present else default
        if kind in ENUMS and not many and not present:
            made = made._replace(needed=(*made.needed, key))
        if private:
            seers = () if private == NOBODY else tuple(private.split(","))
            made = made._replace(private=(*made.private, key), audience=seers)
    return made


def reader(kind: str) -> Callable[[bytes], SimpleNamespace]:
    """Make what reads a message, whose layout may not be made yet."""
    return lambda data: read_message(kind, data)


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number in its shortest form, and tell where it ends."""
    value = shift = 0
    while at < len(data) and shift < 70:
        byte = data[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            if (byte == 0 and shift) or value >> 64:
                break
            return value, at
        shift += 7
    raise Broken("form", "a number cannot be read, or is longer than it need be")


def values(kind: str, data: bytes) -> Iterator[tuple[Field, Any]]:
    """Read the fields of a message, each with its value."""
    fields, at, end = LAYOUTS[kind].fields, 0, len(data)
    while at < end:
        tag = data[at]
        at += 1
        if tag >= 128:
            tag, at = varint(data, at - 1)
        field = fields.get(tag)
        if field is None:
            raise Broken("form", f"something unknown stands in its {kind}")
        if at < end and data[at] < 128:
            value: Any = data[at]
            at += 1
        else:
            value, at = varint(data, at)
        if tag & 7 == BYTES:
            start, at = at, at + value
            if at > end:
                raise Broken("form", f"its {kind} is cut off")
            value = data[start:at]
        yield field, value


def numbers(field: Field, data: bytes) -> list[Any]:
    """Read repeated numbers."""
    found, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        found.append(field.read(value))
    if not found:
        raise Broken("form", f"{field.name} is written, and empty")
    return found


def read_message(kind: str, data: bytes) -> SimpleNamespace:
    """Read a message; one of ``ONEOFS`` has a ``kind`` and a ``body``."""
    if kind in ONEOFS:
        return read_case(kind, data)
    made = SimpleNamespace(**LAYOUTS[kind].defaults)
    found = made.__dict__
    for name in LAYOUTS[kind].many:
        found[name] = []
    seen = set()
    for field, value in values(kind, data):
        name = field.name
        if field.many and not field.packed:
            found[name].append(field.read(value))
            continue
        if name in seen:
            raise Broken("form", f"{name} is written twice")
        seen.add(name)
        if field.packed:
            found[name] = numbers(field, value)
        elif value or field.present:
            found[name] = field.read(value)
        else:
            raise Broken("form", f"{name} is written, and empty")
    for name in LAYOUTS[kind].needed:
        if not found[name]:
            raise Broken("form", f"{name} is not set")
    return made


def read_case(kind: str, data: bytes) -> SimpleNamespace:
    """Read an event or a command."""
    cases = list(values(kind, data))
    if len(cases) != 1:
        raise Broken("form", f"its {kind} is not exactly one")
    ((field, value),) = cases
    return SimpleNamespace(kind=field.name, type=field.kind, body=field.read(value))


def read_table(table: str) -> Iterator[tuple[str, Layout]]:
    """Read ``MESSAGES``; a message may go on in lines that are indented."""
    for line in re.sub(r"\n\s+", " ", table).strip().splitlines():
        name, _, fields = line.partition(":")
        yield name, layout(name, fields.strip())


LAYOUTS = dict(read_table(MESSAGES))

DEVELOPMENT_CARDS = tuple(LAYOUTS["DevelopmentCards"].defaults)
GOODS = tuple(LAYOUTS["Goods"].defaults)  # the resources, and coins
COIN = GOODS.index("coin")
KNIGHT = DEVELOPMENT_CARDS.index("knight")


def counts(bag: SimpleNamespace | None, names: Sequence[str]) -> list[int]:
    """How many of each kind a bag holds; one that is left out is empty."""
    return [getattr(bag, name, 0) for name in names]


# Files and heads ------------------------------------------------------------------------------------------------------

ORIGIN = "settlers.v1/"
DASH = "— "
STORE, AUDITOR = "store", "auditor"
"""Eyes for which nothing is left out, or no causes are."""
EYES = re.compile(r"store|auditor|spectator|seat [1-9]")
HASH_SIZE, KEY_ID_SIZE = 32, 4
NO_CAUSE = hashlib.sha256().digest()
"""What stands for the hash of the cause in the links of all events of a command but the first."""
ED25519 = b"\x01"


class BadKey(Exception):
    """A text that is no verifier's key."""


class NoHead(Exception):
    """A line that is no head of a game."""


class Key(NamedTuple):
    """A verifier's key, as C2SP's signed-note has it: ``name+id+base64``."""

    name: str
    key_id: bytes
    public: bytes


class Head(NamedTuple):
    """What is signed: a game, its length, its chain, and for whose eyes the export is. And who signed it."""

    game_id: str
    version: int
    chain: bytes
    eyes: str
    text: str
    signatures: tuple[tuple[str, bytes], ...]
    """Each with the name of a key, and the key's id followed by the signature."""


class Export(NamedTuple):
    """One game of a file, as far as its lines can be read."""

    line: int
    """The line of its head."""
    head: Head | None
    records: list[bytes]
    fault: tuple[int, str] | None
    """The first line that cannot be read, and why."""


def sha(data: bytes) -> bytes:
    """Compute SHA-256."""
    return hashlib.sha256(data).digest()


def decode(data: str) -> bytes:
    """Read base64, of which there is one way to write any bytes; raises ``ValueError`` for all others."""
    found = base64.b64decode(data, validate=True)
    if base64.b64encode(found).decode() != data:
        raise ValueError("it is written in another way")
    return found


def read_key(key: str) -> Key:
    """Read a verifier's key; raises ``BadKey``."""
    name, key_id, encoded = [*key.strip().split("+", 2), "", ""][:3]
    try:
        data = decode(encoded)
    except ValueError:
        data = b""
    if not name or data[:1] != ED25519 or len(data) != 1 + HASH_SIZE:
        raise BadKey("it is no Ed25519 key of a verifier")
    if sha(f"{name}\n".encode() + data)[:KEY_ID_SIZE].hex() != key_id:
        raise BadKey("its id does not belong to it")
    return Key(name, bytes.fromhex(key_id), data[1:])


def read_head(line: str) -> Head:
    """Read the first line of a game; raises ``NoHead``."""
    try:
        note = json.loads(line)["head"]
        if head_line(note) != line:
            raise NoHead("it is written in another way")
        body, found, signed = note.rpartition("\n\n")
        origin, version, chain, eyes = body.split("\n")
        head = Head(
            origin.removeprefix(ORIGIN), int(version), decode(chain), eyes, f"{body}\n", tuple(read_signatures(signed))
        )
        known = str(uuid.UUID(head.game_id)) == head.game_id
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoHead("it is no head of a game") from None
    written = f"{ORIGIN}{head.game_id}\n{head.version}\n{base64.b64encode(head.chain).decode()}\n{eyes}\n"
    if not (known and found) or written != head.text or head.version < 1 or len(head.chain) != HASH_SIZE:
        raise NoHead("it is no head of a game")
    if not EYES.fullmatch(eyes):
        raise NoHead("it is for eyes that are not known")
    return head


def head_line(note: str) -> str:
    """Write a signed head as a line: the one way that is read."""
    return json.dumps({"head": note}, ensure_ascii=False) + "\n"


def event_line(data: bytes) -> bytes:
    """Write the bytes of an event as a line: the one way that is read."""
    return b'"' + base64.b64encode(data) + b'"\n'


def read_signatures(signed: str) -> Iterator[tuple[str, bytes]]:
    """Read the lines below a note; raises ``ValueError``."""
    *lines, last = signed.split("\n")
    if last or not lines:
        raise ValueError("the last line does not end")
    for line in lines:
        dash, name, encoded = line[: len(DASH)], *line[len(DASH) :].split(" ")
        data = decode(encoded)
        if dash != DASH or not name or len(data) <= KEY_ID_SIZE:
            raise ValueError("it is no signature")
        yield name, data


def check_signature(head: Head, trusted: Sequence[Key]) -> None:
    """Check who signed a head: one of the keys is enough, and a false signature of one is too much."""
    keys = {(key.name, key.key_id): key for key in trusted}
    signed = False
    for name, data in head.signatures:
        key = keys.get((name, data[:KEY_ID_SIZE]))
        if key is not None:
            try:
                Ed25519PublicKey.from_public_bytes(key.public).verify(data[KEY_ID_SIZE:], head.text.encode())
            except InvalidSignature:
                raise Broken("signature", f"the signature of {name} is false") from None
            signed = True
    if not signed:
        raise Broken("signature", "no trusted key has signed the head")


def read_exports(lines: Iterable[bytes]) -> Iterator[Export]:
    """Read the games of a file, line by line, one after the other."""
    export: Export | None = None
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if line.startswith(b"{") or export is None:
            if export is not None:
                yield export
            try:
                head = read_head(line.decode())
                if head.game_id in seen:
                    raise NoHead(f"the game {head.game_id} is there already")
                seen.add(head.game_id)
                export = Export(number, head, [], None)
            except (NoHead, UnicodeDecodeError) as error:
                why = str(error) if isinstance(error, NoHead) else "it is not UTF-8"
                export = Export(number, None, [], (number, why))
        elif export.fault is None:
            try:
                export.records.append(read_line(line))
            except ValueError:
                export = export._replace(fault=(number, "it is no line of an export, or written in another way"))
    if export is not None:
        yield export


def read_line(line: bytes) -> bytes:
    """Read the line of an event; raises ``ValueError``."""
    data = base64.b64decode(line[1:-2], validate=True)
    if event_line(data) != line:
        raise ValueError("it is written in another way")
    return data


# Chance ---------------------------------------------------------------------------------------------------------------

SECRET_SIZE = 32
"""Bytes of a seed, and of a nonce."""

PURPOSES = ("terrain", "corner", "token", "harbor", "dice", "event_chip", "unknown_terrain", "unknown_number")
"""What is drawn in the open."""


def mac(key: bytes, message: str | bytes) -> bytes:
    """Compute HMAC-SHA256."""
    return hmac.digest(key, message.encode() if isinstance(message, str) else message, "sha256")


def committed(seed: bytes) -> bytes:
    """What a game commits to that has this seed."""
    return sha(b"settlers.v1/commitment/" + seed)


def draw(key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
    """Draw a value."""
    attempt = 0
    while True:
        value = int.from_bytes(mac(key, f"{purpose}/{version}/{index}/{attempt}")[:8], "big")
        if value < 2**64 - 2**64 % bound:
            return value % bound
        attempt += 1


def shuffled(items: Sequence[int], drawn: Callable[[int], int]) -> list[int]:
    """Shuffle by Fisher-Yates from the end; ``drawn(bound)`` gives each value."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = drawn(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def card_at(bag: Sequence[int], place: int) -> int:
    """The kind of the card at a place when a bag is laid out kind by kind."""
    return next(kind for kind in range(len(bag)) if place < sum(bag[: kind + 1]))


# What a game is created from ------------------------------------------------------------------------------------------

SEATS_OF_A_GAME = range(2, 7)
WORD = re.compile("[a-z][a-z0-9_-]{0,31}")
"""What scenarios, options and boards are called, and marks and regions on them."""
LONGEST_REFERENCE = 128
"""Characters of what a player is called, at most."""
TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
RED = (6, 8)
MOST_HEXES = 200
ROOM = 29
"""Intersections on land that eight starting settlements need, wherever each is placed."""
STOPS = ("temple", "chip", "empty", "seven")

CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
NEIGHBORS = ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3))


class Lattice(NamedTuple):
    """The places of a board; each is known by its number, from north to south and west to east."""

    corners: list[list[int]]
    """For each hex its intersections."""
    paths: dict[tuple[int, int], list[int]]
    """For each path, its two ends, the hexes beside it."""
    size: int
    """How many intersections there are."""


def lattice(hexes: Sequence[tuple[int, int]]) -> Lattice:
    """Make the intersections and paths of these hexes."""
    around = [[(x + dx, y + dy) for dx, dy in CORNERS] for x, y in hexes]
    spots = sorted({spot for ring in around for spot in ring}, key=south_east)
    numbers = {spot: n for n, spot in enumerate(spots)}
    corners = [[numbers[spot] for spot in ring] for ring in around]
    paths: dict[tuple[int, int], list[int]] = {}
    for n, ring in enumerate(corners):
        for a, b in pairwise([*ring, ring[0]]):
            paths.setdefault((min(a, b), max(a, b)), []).append(n)

    def middle(ends: tuple[int, int]) -> tuple[int, int]:
        (ax, ay), (bx, by) = (spots[end] for end in ends)
        return ay + by, ax + bx

    return Lattice(corners, {ends: paths[ends] for ends in sorted(paths, key=middle)}, len(spots))


def south_east(place: tuple[int, int]) -> tuple[int, int]:
    """What places are sorted by."""
    return place[1], place[0]


def red_beside_red(places: Sequence[tuple[int, int]], numbers: Sequence[int]) -> bool:
    """Whether two neighbors have red numbers."""
    red = {place for place, number in zip(places, numbers, strict=True) if number in RED}
    return any((x + dx, y + dy) in red for x, y in red for dx, dy in NEIGHBORS)


def creation_faults(event: SimpleNamespace, rules: int) -> Iterator[str]:
    """Tell what does not fit together in the creation of a game; what comes later counts on what came before.

    ``rules`` is the version that its cause tells; 0: that is not shown.
    """
    if event.seats not in SEATS_OF_A_GAME:
        yield f"no game has {event.seats} seats"
    if len(event.players) != event.seats or any(len(each) > LONGEST_REFERENCE for each in event.players):
        yield "its players are not one for each seat, or called by too long a name"
    if len(set(event.options)) != len(event.options):
        yield "an option is chosen twice"
    if event.board is None:
        yield "it has no board"
    if not all(WORD.fullmatch(key) for key in (event.scenario, event.board.name, *event.options)):
        yield "nothing has such a name as its scenario, its board or an option"
    if not event.rules_version or len(event.commitment) != HASH_SIZE:
        yield "it has no rules, or commits to nothing"
    if rules not in (0, event.rules_version):
        yield "it was created by other rules than its cause tells"
    plan, places = event.board, [(spot.x, spot.y) for spot in event.board.hexes]
    yield from hex_faults(places)
    board = lattice(places)
    yield from terrain_faults(plan, board)
    yield from number_faults(plan, places)
    yield from harbor_faults(plan, board)
    yield from mark_faults(plan, board)
    if plan.route is not None:
        yield from route_faults(plan.route, board)


def hex_faults(places: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Hexes lie on the lattice, each in a place of its own, and in their order."""
    if not 1 <= len(places) <= MOST_HEXES:
        yield f"no board has {len(places)} hexes"
    if any(y % 3 or (x - y // 3) % 2 or not (0 <= x < 2 * MOST_HEXES and 0 <= y < 3 * MOST_HEXES) for x, y in places):
        yield "a hex lies where none can"
    if list(places) != sorted(set(places), key=south_east):
        yield "two hexes lie in one place, or hexes are out of order"


def terrain_faults(plan: SimpleNamespace, board: Lattice) -> Iterator[str]:
    """There is a terrain for each hex, room for settlements, and the robber starts on a desert."""
    terrain = [spot.terrain for spot in plan.hexes]
    if terrain.count(None) != len(plan.terrains) or terrain.count(UNKNOWN) != len(plan.hidden_terrains):
        yield "there are more terrains than hexes for them, or fewer"
    if UNKNOWN in (*plan.terrains, *plan.hidden_terrains):
        yield "what is to be shuffled is not known"
    if len({spot for n, kind in enumerate(terrain) if kind not in (SEA, UNKNOWN) for spot in board.corners[n]}) < ROOM:
        yield "it has no room for settlements"
    if any(spot.region and not WORD.fullmatch(spot.region) for spot in plan.hexes):
        yield "no region has such a name"
    if plan.robber is not None:
        start = [(spot.terrain, spot.region) for spot in plan.hexes[plan.robber : plan.robber + 1]]
        if start != [(DESERT, "")]:
            yield "the robber starts beside the board, or on no desert"


def number_faults(plan: SimpleNamespace, places: Sequence[tuple[int, int]]) -> Iterator[str]:
    """There is a number token for each hex that yields something, and no other."""
    laid = [spot.number for spot in plan.hexes]
    if not {*filter(None, laid), *plan.numbers, *plan.hidden_numbers} <= {*TOKENS}:
        yield "it has a number token that there is not"
    if any(spot.number and spot.terrain not in YIELDING for spot in plan.hexes):
        yield "a number token lies where nothing is yielded"
    if (plan.numbers_by == FIXED and plan.numbers) or (plan.numbers_by == SPIRAL and any(laid)):
        yield "number tokens lie fixed and are to be laid as well"
    fields = [kind for kind in (*(spot.terrain for spot in plan.hexes), *plan.terrains) if kind in YIELDING]
    hidden = [kind for kind in plan.hidden_terrains if kind in YIELDING]
    if len(fields) != sum(map(bool, laid)) + len(plan.numbers) or len(hidden) != len(plan.hidden_numbers):
        yield "there are more number tokens than hexes for them, or fewer"
    if plan.numbers_by == FIXED and red_beside_red(places, laid):
        yield "a red number lies beside another"


def harbor_faults(plan: SimpleNamespace, board: Lattice) -> Iterator[str]:
    """Harbors lie on coasts, no two at an intersection."""
    if sum(spot.kind is None for spot in plan.harbors) != len(plan.harbor_kinds):
        yield "there are more kinds of harbors than harbors for them, or fewer"
    paths, taken = list(board.paths), set()
    for spot in plan.harbors:
        if spot.path >= len(paths):
            yield "a harbor lies beside the board"
        ends = paths[spot.path]
        sides = [plan.hexes[n].terrain for n in board.paths[ends]]
        water = SEA in sides or (plan.sea_frame and len(sides) == 1)
        uncertain = UNKNOWN in sides or (None in sides and SEA in plan.terrains)
        if not water or uncertain or {*sides} == {SEA}:
            yield "a harbor lies on no coast"
        if taken & {*ends}:
            yield "two harbors share an intersection"
        taken |= {*ends}


def mark_faults(plan: SimpleNamespace, board: Lattice) -> Iterator[str]:
    """Marks have names of their own, and intersections."""
    if len({mark.name for mark in plan.marks}) != len(plan.marks):
        yield "two marks have one name"
    for mark in plan.marks:
        spots = mark.intersections
        if not WORD.fullmatch(mark.name) or len({*spots}) != len(spots) or max(spots, default=0) >= board.size:
            yield "a mark lies beside the board, or twice in one place, or nothing has such a name"


def route_faults(route: SimpleNamespace, board: Lattice) -> Iterator[str]:
    """A route goes along paths, comes nowhere twice, and there are chips for its stops."""
    way = route.intersections
    if len({*way}) != len(way) or any((min(step), max(step)) not in board.paths for step in pairwise(way)):
        yield "the route goes where no path is, or comes back"
    if len(way) < 3 or len(route.stops) != len(way) - 2 or not {*route.stops} <= {*STOPS}:
        yield "the stops are not those of the route"
    kinds = [each.kind for each in route.chips]
    if not {*kinds} <= {*CHIPS} or len({*kinds}) != len(kinds):
        yield "there are no such event chips"
    left = [each.count for each in route.chips]
    if not all(1 <= n <= MOST for n in left) or sum(left) < route.stops.count("chip"):
        yield "there are more event chips than any game has, or too few"


# What follows from the draws ------------------------------------------------------------------------------------------

BANK, STACK = 0, -1  # what is in the supply stack nobody can pay with
PIECES = {"road": "roads", "settlement": "settlements", "city": "cities", "ship": "ships"}

ACTORS = {"dice_rolled": "seat", "card_stolen": "thief", "development_card_bought": "seat"}
"""Events of chance that befall the seat whose command it is."""

NO_SEED = "draws, for the seed is not told"
NOT_SHOWN = "private parts, for they are not shown"
NOT_DRAWN = "cards drawn from what is hidden, for that or the seed is not shown"
NOT_HELD = "kinds of cards, for a hand or a deck is not known"
NOT_ASKED = "events against their command, for that is not shown"
NOT_SIGNED = "signature, for no key is named"


class Bag:
    """Cards of some kinds: how many there are, and of each kind, as long as no card came or went unseen."""

    def __init__(self, kinds: int, cards: Sequence[int] = ()) -> None:
        self.cards = list(cards) or [0] * kinds
        self.size = sum(self.cards)
        self.known = True

    def change(self, cards: Sequence[int], sign: int) -> None:
        """Put in or take out cards that are seen."""
        self.cards = [n + sign * more for n, more in zip(self.cards, cards, strict=True)]
        self.change_unseen(sum(cards), sign)
        self.known = self.known or not self.size

    def change_unseen(self, n: int, sign: int) -> None:
        """Put in or take out so many cards."""
        self.size += sign * n
        if not self.size:
            self.cards, self.known = [0] * len(self.cards), True

    def hide(self) -> None:
        """Cards came or went unseen; none there are no secret."""
        self.known = not self.size


class Outcomes:
    """What a verifier knows of a game's table; raises ``Broken`` where an event does not follow from what it knows."""

    def __init__(self, report: "Report") -> None:
        self.report = report
        self.seed = b""
        self.nonces: dict[int, bytes] = {}
        self.key = b""
        self.seats = range(0)
        self.plan: Any = None
        self.options: list[str] = []
        self.shared = False  # whether seats share paths
        self.asked: SimpleNamespace | None = None  # the command under way; none: the creation, or it is not shown
        self.asked_shown = False
        self.asked_by = 0  # whose command it is
        self.rules = 0  # the version of the rules that decided the last command that is shown
        self.prompts: list[Any] = []
        self.hands: dict[int, Bag] = {}  # resource cards of each seat, of the bank and of the supply stack
        self.coins: dict[int, int] = {}
        self.stock: dict[str, int] = {}  # how many pieces of a kind a seat has in all
        self.pieces: dict[tuple[str, int], set[int]] = {}  # where those of a kind and a seat lie
        self.deck = Bag(len(DEVELOPMENT_CARDS))
        self.under = Bag(len(DEVELOPMENT_CARDS))  # development cards that lie under the deck
        self.held: dict[int, Bag] = {}  # development cards that each seat bought and has not played
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
        """Note that a check was passed, or stop."""
        if not holds:
            raise Broken(check, why)
        self.report.passed[check] += 1

    def follow(self, kind: str, event: SimpleNamespace) -> None:
        """Check what follows from an event, and take it in."""
        if self.asked_shown and kind in ACTORS:
            own = getattr(event, ACTORS[kind]) == self.asked_by
            self.check(own, "outcome", "another seat did it than the one that gave the command")
        self.check_finder(kind, event)
        on = getattr(self, f"on_{kind}", None)
        if on is not None:
            on(event)
        for giver, taker, cards, coins in moves(kind, event):
            self.move(giver, taker, cards, coins)

    # Draws

    def draw_again(self, purpose: str, index: int, bound: int) -> int:
        """Draw a value of the event that is read."""
        self.report.draws[purpose] += 1
        return draw(self.key, purpose, self.report.version + 1, index, bound)

    def drawn(self, draws: Sequence[Any], *expected: tuple[str, int]) -> list[int]:
        """The values drawn, where there must be these: the purpose and the bound of each."""
        found = [(each.purpose, each.bound) for each in draws]
        told = found[: len(expected) + 1]  # nobody must read all that stands in a file
        self.check(found == list(expected), "outcome", f"{told} was drawn, not {list(expected)}")
        self.check(all(each.value < each.bound for each in draws), "outcome", "a value is not below its bound")
        return [each.value for each in draws]

    def card_drawn(self, told: int | None, purpose: str, index: int, *bags: Bag) -> int | None:
        """Check the card that was drawn, without a word of the draw, from the first of these that holds any.

        Gives its kind, where that is known.
        """
        bag = next((each for each in bags if each.size), None)
        self.check(bag is not None, "cards", "a card was drawn where there is none")
        if not self.seed or not bag.known:
            self.report.unchecked[NOT_DRAWN] += 1
        else:
            kind = card_at(bag.cards, self.draw_again(purpose, index, bag.size))
            self.check(told in (None, kind), "outcome", f"another card was drawn as {purpose}")
        if told is None:
            bag.change_unseen(1, -1)
            bag.hide()
        else:
            card = one(told, len(bag.cards))
            self.check_held(bag, card)
            bag.change(card, -1)
        return told

    # Cards and coins

    def check_held(self, bag: Bag, cards: Sequence[int], whose: str = "somebody") -> None:
        """Check that these cards can be taken out."""
        holds = bag.size >= sum(cards)
        if bag.known:
            holds = all(have >= n for have, n in zip(bag.cards, cards, strict=True))
        else:
            self.report.unchecked[NOT_HELD] += 1
        self.check(holds, "cards", f"{whose} gives what it does not hold")

    def check_shown(self, bag: Bag, cards: Sequence[int], why: str) -> None:
        """Check that a bag holds exactly these cards."""
        if not bag.known:
            self.report.unchecked[NOT_HELD] += 1
        self.check(bag.cards == cards if bag.known else bag.size == sum(cards), "cards", why)

    def move(self, giver: int, taker: int, cards: Sequence[int], coins: int) -> None:
        """Let open cards and coins change hands; coins of the bank have no end."""
        whose = f"seat {giver}" if giver > 0 else "the bank"
        self.check_held(self.hands[giver], cards, whose)
        self.check(giver <= BANK or self.coins[giver] >= coins, "cards", f"{whose} gives what it does not hold")
        self.hands[giver].change(cards, -1)
        self.hands[taker].change(cards, 1)
        self.coins[giver] -= coins
        self.coins[taker] += coins

    def draw_from_hand(self, event: SimpleNamespace, purpose: str, giver: int, taker: int) -> None:
        """Move the one card that was drawn from a hand; nobody loses coins so."""
        told = None if event.resource is None else event.resource - 1
        self.gain(self.hands[taker], self.card_drawn(told, purpose, 0, self.hands[giver]))

    def gain(self, bag: Bag, kind: int | None) -> None:
        """Put in a card that was drawn."""
        if kind is None:
            bag.change_unseen(1, 1)
            bag.hide()
        else:
            bag.change(one(kind, len(bag.cards)), 1)

    # The beginning

    def on_game_created(self, event: SimpleNamespace) -> None:
        # Whoever wrote the file must not make its reader count for ever.
        fault = next(creation_faults(event, self.rules), "")
        self.check(not fault, "outcome", fault)
        self.seats = range(1, event.seats + 1)
        self.hands = {holder: Bag(COIN) for holder in (STACK, BANK, *self.seats)}
        self.coins = dict.fromkeys((STACK, BANK, *self.seats), 0)
        self.held = {seat: Bag(len(DEVELOPMENT_CARDS)) for seat in self.seats}
        self.knights = dict.fromkeys(self.seats, 0)
        found = {each.kind: each.count for each in event.board.route.chips} if event.board.route else {}
        self.chips = [found.get(kind, 0) for kind in CHIPS]
        self.plan, self.options, self.shared = event.board, event.options, event.scenario == "great-race"
        self.terrains, self.numbers = list(event.board.hidden_terrains), list(event.board.hidden_numbers)

    def on_nonce_given(self, event: SimpleNamespace) -> None:
        new = "seat_nonces" in self.options and event.seat in self.seats and event.seat not in self.nonces
        self.check(new, "commitment", "a nonce was given that nobody had to give")
        if len(event.nonce) != SECRET_SIZE:
            raise Broken("commitment", "the nonce has another length")
        self.nonces[event.seat] = event.nonce

    def on_board_laid(self, event: SimpleNamespace) -> None:
        asked = set(self.seats) if "seat_nonces" in self.options else set()
        self.check(set(self.nonces) == asked, "commitment", "the board was laid before all nonces were given")
        draws = iter(event.draws)

        def take(purpose: str, bound: int) -> int:
            return self.drawn([each] if (each := next(draws, None)) else [], (purpose, bound))[0]

        plan, told = self.plan, event.tiles
        places = [(spot.x, spot.y, spot.region) for spot in plan.hexes]
        self.check(places == [(tile.x, tile.y, tile.region) for tile in told], "outcome", "a hex lies elsewhere")
        terrain = fill([spot.terrain for spot in plan.hexes], shuffled(plan.terrains, lambda n: take("terrain", n)))
        self.check(terrain == [tile.terrain for tile in told], "outcome", "the terrain was shuffled otherwise")
        self.check([tile.number for tile in told] == self.tokens(terrain, take), "outcome", "tokens lie otherwise")
        kinds = fill([spot.kind for spot in plan.harbors], shuffled(plan.harbor_kinds, lambda n: take("harbor", n)))
        harbors = [(spot.path, kind) for spot, kind in zip(plan.harbors, kinds, strict=True)]
        found = [(place.path, place.kind) for place in event.harbors]
        self.check(found == harbors, "outcome", "harbors were shuffled otherwise")
        self.check(next(draws, None) is None, "outcome", "there are too many draws")
        self.check(event.sea_frame == plan.sea_frame, "outcome", "the frame is another")
        deserts = (n for n, tile in enumerate(told) if tile.terrain == DESERT and not tile.region)
        self.robber = plan.robber if plan.robber is not None else next(deserts, None)
        self.check(event.robber == self.robber, "outcome", "the robber was to start elsewhere")
        self.face_down = {n for n, kind in enumerate(terrain) if kind == UNKNOWN}

    def tokens(self, terrain: Sequence[int], take: Callable[[str, int], int]) -> list[int]:
        """Lay the tokens: as the plan has them, in a spiral, or shuffled until no red number lies beside another."""
        laid = [spot.number for spot in self.plan.hexes]
        places = [(spot.x, spot.y) for spot in self.plan.hexes]
        if self.plan.numbers_by == FIXED:
            return laid
        if self.plan.numbers_by == SPIRAL:
            ways = spirals(places)
            way = ways[take("corner", len(ways))]
            return put(laid, [n for n in way if terrain[n] in YIELDING], self.plan.numbers)
        open_spots = [n for n, kind in enumerate(terrain) if kind in YIELDING and not laid[n]]
        while True:
            mixed = put(laid, open_spots, shuffled(self.plan.numbers, lambda n: take("token", n)))
            if not red_beside_red(places, mixed):
                return mixed
            self.check(len(self.plan.numbers) > 1, "outcome", "a red number lies beside another")

    def on_supplies_laid_out(self, event: SimpleNamespace) -> None:
        self.hands[BANK] = Bag(COIN, bag_of(event.bank))
        self.deck = Bag(len(DEVELOPMENT_CARDS), counts(event.development_deck, DEVELOPMENT_CARDS))
        self.stock = {kind: getattr(event, plural) for kind, plural in PIECES.items()}
        self.pieces = {(kind, seat): set() for kind in PIECES for seat in self.seats}

    # Dice, the robber, development cards

    def on_dice_rolled(self, event: SimpleNamespace) -> None:
        (value,) = self.drawn(event.draws, ("dice", 36))
        self.check(event.dice == [value // 6 + 1, value % 6 + 1], "outcome", "the dice show something else")

    def on_largest_army_awarded(self, event: SimpleNamespace) -> None:
        self.army = event.seat

    def on_robber_moved(self, event: SimpleNamespace) -> None:
        came = event.origin == self.robber != event.hex
        self.check(came, "outcome", "the robber came from elsewhere, or stays")
        self.robber, self.robbed = event.hex, []

    def on_card_stolen(self, event: SimpleNamespace) -> None:
        plunders = self.shared and "largest_army" in self.options and self.army == event.thief
        self.check(not self.robbed or plunders, "outcome", "two cards were stolen, not one")
        self.check(len(self.robbed) < 2, "outcome", "more than two cards were stolen")
        again = 0
        if self.asked_shown:
            self.check(
                self.asked is not None and self.asked.kind == "move_robber", "outcome", "nobody was to be robbed"
            )
            first, second = self.asked.body.victim, self.asked.body.second
            named = [first, first if second is None else second]
            self.check(named[len(self.robbed)] == event.victim, "outcome", "another seat was robbed than was named")
            again = named[1] if plunders and not self.robbed else 0
        else:
            self.report.unchecked[NOT_ASKED] += 1
        self.robbed.append(event.victim)
        self.draw_from_hand(event, "theft", event.victim, event.thief)
        self.spared = self.hands[again].size if again else 0

    def on_prompts_changed(self, event: SimpleNamespace) -> None:
        self.prompts = event.prompts
        self.check(not self.spared, "outcome", "one card was stolen, not two")

    def on_development_card_bought(self, event: SimpleNamespace) -> None:
        told = None if event.card is None else event.card - 1
        # What lies under the deck comes last.
        self.gain(self.held[event.seat], self.card_drawn(told, "development_card", 0, self.deck, self.under))

    def on_development_card_played(self, event: SimpleNamespace) -> None:
        card = one(event.card - 1, len(DEVELOPMENT_CARDS))
        self.check_held(self.held[event.seat], card, f"seat {event.seat}")
        self.held[event.seat].change(card, -1)
        self.knights[event.seat] += card[KNIGHT]

    def on_hand_shown(self, event: SimpleNamespace) -> None:
        cards = bag_of(event.cards)
        self.check_shown(self.hands[event.seat], cards, "the seat holds other cards")
        cards = counts(event.development_cards, DEVELOPMENT_CARDS)
        self.check_shown(self.held[event.seat], cards, "the seat holds other development cards")

    # Pieces

    def place(self, kind: str, seat: int, where: int, among: Sequence[str]) -> None:
        """Put down a piece of a seat's stock where none is, in the race on a path where the seat has none itself."""
        sharing = [seat] if self.shared and kind in ("road", "ship") else self.seats
        taken = any(where in self.pieces[other, each] for other in among for each in sharing)
        self.check(not taken, "pieces", f"a {kind} lies where there is a piece already")
        self.pieces[kind, seat].add(where)
        self.check(len(self.pieces[kind, seat]) <= self.stock[kind], "pieces", f"more than every {kind} of a seat")

    def lift(self, kind: str, seat: int, where: int) -> None:
        """Take up a piece."""
        self.check(where in self.pieces[kind, seat], "pieces", f"there is no {kind} of that seat")
        self.pieces[kind, seat].remove(where)

    def on_road_built(self, event: SimpleNamespace) -> None:
        self.place("road", event.seat, event.path, ("road", "ship"))
        self.laid_by = event.seat

    def on_ship_built(self, event: SimpleNamespace) -> None:
        self.place("ship", event.seat, event.path, ("road", "ship"))
        self.laid_by = event.seat

    def on_ship_moved(self, event: SimpleNamespace) -> None:
        self.lift("ship", event.seat, event.origin)
        self.on_ship_built(event)

    def on_settlement_built(self, event: SimpleNamespace) -> None:
        self.place("settlement", event.seat, event.intersection, ("settlement", "city"))

    def on_city_built(self, event: SimpleNamespace) -> None:
        self.lift("settlement", event.seat, event.intersection)
        self.place("city", event.seat, event.intersection, ("settlement", "city"))

    # Cheops

    def on_pyramid_laid_out(self, event: SimpleNamespace) -> None:
        self.blocks = {seat: event.blocks if seat else event.pharaoh_blocks for seat in (0, *self.seats)}
        self.check(sum(event.levels) <= MOST, "outcome", "it is larger than any pyramid")
        self.levels = [level for level, n in enumerate(event.levels, 1) for _ in range(n)]

    def on_pyramid_block_placed(self, event: SimpleNamespace) -> None:
        self.check(self.blocks.get(event.seat, 0) > 0, "cards", "a block was placed that nobody had")
        self.blocks[event.seat] -= 1
        self.placed += 1
        place = event.number, [event.level]
        self.check(place == (self.placed, self.levels[:1]), "outcome", "a block lies in another place")
        del self.levels[0]

    # Alexander

    def on_supply_stack_laid_out(self, event: SimpleNamespace) -> None:
        self.hands[STACK] = Bag(COIN, bag_of(event.cards))

    def on_supply_cards_drawn(self, event: SimpleNamespace) -> None:
        told = None if event.cards is None else bag_of(event.cards)
        self.check(told is None or sum(told) == event.count, "outcome", "other cards were drawn from the supply stack")
        stack, hand = self.hands[STACK], self.hands[event.seat]
        self.check(stack.size >= event.count, "cards", "cards were drawn when none were left")
        if not self.seed or not stack.known:
            self.report.unchecked[NOT_DRAWN] += event.count
            if told is not None:
                self.check_held(stack, told, "the supply stack")
        else:
            left, found = list(stack.cards), [0] * COIN
            for index in range(event.count):
                kind = card_at(left, self.draw_again("supply", index, sum(left)))
                left[kind] -= 1
                found[kind] += 1
            self.check(told in (None, found), "outcome", "other cards were drawn from the supply stack")
        for bag, sign in ((stack, -1), (hand, 1)):
            if told is None:
                bag.change_unseen(event.count, sign)
                bag.hide()
            else:
                bag.change(told, sign)

    def on_supply_ended(self, event: SimpleNamespace) -> None:
        cards = bag_of(event.cards)
        self.check_shown(self.hands[STACK], cards, "other cards were left in the supply stack")

    def on_alexander_moved(self, event: SimpleNamespace) -> None:
        self.arrow += 1
        place = self.arrow, self.plan.route.intersections[self.arrow : -1][:1]
        self.check((event.arrow, [event.intersection]) == place, "outcome", "Alexander went another way")
        self.check(not self.waiting, "outcome", "Alexander went on before an event was resolved")
        if self.plan.route.stops[self.arrow - 1] == "temple":
            self.waiting = SETTLEMENT

    def on_event_chip_revealed(self, event: SimpleNamespace) -> None:
        at_chip = self.arrow and self.plan.route.stops[self.arrow - 1] == "chip"
        here = event.intersection == self.plan.route.intersections[self.arrow]
        self.check(bool(at_chip and here), "outcome", "no chip lies there")
        (place,) = self.drawn(event.draws, ("event_chip", sum(self.chips)))
        chip = card_at(self.chips, place)
        self.waiting = SETTLEMENT + 1 + chip
        self.check(event.chip == self.waiting, "outcome", "another chip was turned up")
        self.chips[chip] -= 1
        counted = list(self.knights.values()) if event.chip == BATTLE else []
        self.check(event.knights == counted, "cards", "other knights count than were played")

    def on_event_chip_won(self, event: SimpleNamespace) -> None:
        self.check(event.chip == self.waiting, "cards", "a chip was won that was not bid for")

    def on_event_resolved(self, event: SimpleNamespace) -> None:
        self.check(event.event == self.waiting, "outcome", "another event was resolved than waited")
        self.waiting = 0

    def on_bid_paid(self, event: SimpleNamespace) -> None:
        self.check(self.knights[event.seat] >= event.knights, "cards", "knights were paid that were never played")
        self.knights[event.seat] -= event.knights
        self.under.change([event.knights * n for n in one(KNIGHT, len(DEVELOPMENT_CARDS))], 1)

    # The Great Race

    def on_hex_revealed(self, event: SimpleNamespace) -> None:
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
        chosen = terrain == GOLD_RIVER  # by the finder, with a command of its own
        if event.seat and terrain in YIELDING and not chosen and self.hands[BANK].cards[terrain - 1]:
            self.finder = event.seat, terrain - 1

    def check_finder(self, kind: str, event: SimpleNamespace) -> None:
        """Right after a hex was turned up its finder gets a card of it, and nobody gets another."""
        if self.finder:
            seat, card = self.finder
            found = kind == "resources_received" and event.seat == seat and bag_of(event.cards) == one(card, COIN)
            self.check(found, "outcome", "who turned up a hex did not get the card of it")
            self.finder = None
        elif kind == "resources_received":
            self.check_choice(event)

    def check_choice(self, event: SimpleNamespace) -> None:
        """What was chosen is what is received, and of a gold river as much as is due and there."""
        if not self.asked_shown:
            self.report.unchecked[NOT_ASKED] += 1
            return
        kind = self.asked.kind if self.asked else ""
        if kind not in ("choose_gold", "play_year_of_plenty"):
            self.check(kind == "build_settlement", "outcome", "cards were received for nothing")
            return
        cards = bag_of(event.cards)
        self.check(cards == bag_of(self.asked.body.cards), "outcome", "other cards than were chosen")
        if kind == "choose_gold":
            due = [each.amount for each in self.prompts[-1].demands if each.seat == event.seat]
            most = self.hands[BANK].size
            self.check([sum(cards)] == [min(n, most) for n in due], "outcome", "more or fewer cards than were due")

    def on_landing_card_drawn(self, event: SimpleNamespace) -> None:
        self.check(event.seat == self.laid_by != event.owner, "outcome", "nobody landed there")
        self.laid_by = 0
        self.draw_from_hand(event, "landing", event.seat, event.owner)


def one(kind: int, kinds: int) -> list[int]:
    """One card."""
    return [int(each == kind) for each in range(kinds)]


def bag_of(cards: SimpleNamespace | None) -> list[int]:
    """The resource cards of a bag."""
    return counts(cards, GOODS[:COIN])


def fill(places: Sequence[int | None], items: Sequence[int]) -> list[int]:
    """Lay items onto the places that are open."""
    left = iter(items)
    filled = [next(left) if place is None else place for place in places]
    if next(left, None) is not None:
        raise Broken("outcome", "the plan has more to lay than places")
    return filled


def put(laid: Sequence[int], places: Sequence[int], tokens: Sequence[int]) -> list[int]:
    """Lay tokens onto places in their order."""
    at = dict(zip(places, tokens, strict=True))
    return [at.get(n, number) for n, number in enumerate(laid)]


def spirals(hexes: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The ways to walk over all hexes in a spiral: counterclockwise from each corner, ring by ring inward."""
    middle_x, middle_y = (sum(each) / len(hexes) for each in zip(*hexes, strict=True))
    at = {place: n for n, place in enumerate(hexes)}
    beside = [{at[x + dx, y + dy] for dx, dy in NEIGHBORS if (x + dx, y + dy) in at} for x, y in hexes]
    angle = [math.atan2((middle_y - y) / 2, (x - middle_x) * math.sqrt(3) / 2) for x, y in hexes]
    rings: list[set[int]] = []
    left = set(at.values())
    while left:
        rings.append({n for n in left if len(beside[n] & left) < len(NEIGHBORS)})
        left -= rings[-1]

    def walk(first: int) -> list[int]:
        """Go round each ring from its first hex; the next begins beside the first hex and the last, where it can."""
        found: list[int] = []
        for ring in rings:
            both = sorted((ring & beside[first] & beside[found[-1]] if found else set()), key=lambda n: angle[n])
            start = angle[both[0] if both else first]
            # What rounding leaves just below 0 is 0.
            turn = sorted(ring, key=lambda n: (angle[n] - start + 1e-9) % (2 * math.pi))
            first = turn[0]
            found += turn
        return found

    corners = sorted((n for n in rings[0] if len(beside[n]) == 3), key=lambda n: angle[n])
    return [walk(corner) for corner in corners]


def moves(kind: str, event: Any) -> Iterator[tuple[int, int, list[int], int]]:
    """The open cards and coins that change hands by an event: from whom, to whom, which cards, how many coins."""
    if kind == "resources_received":
        yield BANK, event.seat, bag_of(event.cards), 0
    elif kind in ("resources_paid", "resources_discarded"):
        yield event.seat, BANK, bag_of(event.cards), 0
    elif kind == "resources_produced":
        yield from ((BANK, gain.seat, bag_of(gain.cards), 0) for gain in event.gains)
    elif kind == "resources_handed_over":
        yield event.giver, event.taker, bag_of(event.cards), 0
    elif kind in ("bank_trade_made", "trade_made"):
        partner = event.partner if kind == "trade_made" else BANK
        yield event.seat, partner, bag_of(event.given), getattr(event.given, "coin", 0)
        yield partner, event.seat, bag_of(event.taken), getattr(event.taken, "coin", 0)
    elif kind == "coins_received":
        yield BANK, event.seat, [0] * COIN, event.coins
    elif kind == "coins_produced":
        yield from ((BANK, gain.seat, [0] * COIN, gain.coins) for gain in event.gains)
    elif kind == "fee_paid":
        yield event.seat, event.owner, [0] * COIN, event.coins
    elif kind == "bid_paid":
        yield event.seat, BANK, bag_of(event.cards), getattr(event.cards, "coin", 0)
    elif kind == "supply_ended":
        yield STACK, BANK, bag_of(event.cards), 0


# The verifier ---------------------------------------------------------------------------------------------------------

ONCE = ("board_laid", "supplies_laid_out", "supply_stack_laid_out", "pyramid_laid_out", "supply_ended", "game_ended")
ALSO_NOBODY = ("longest_route_awarded", "largest_army_awarded", "pyramid_block_placed", "hex_revealed", "bidding_ended")
"""Events whose seat may be 0."""
LAST_SECOND = 253402300799
"""The last of the year 9999, after which no time is written any more."""
SEATS = ("seat", "giver", "taker", "thief", "victim", "owner", "partner")


class Flaw(NamedTuple):
    """What is wrong: the first bad version, the check that says so, and why."""

    version: int
    check: str
    why: str


class Report:
    """What was found in one game."""

    def __init__(self, game_id: str, eyes: str, line: int = 0) -> None:
        self.game_id = game_id
        self.eyes = eyes
        self.line = line
        self.version = 0  # how many events were found right
        self.over = False
        self.passed: Counter[str] = Counter()
        self.draws: Counter[str] = Counter()  # values of chance drawn again, by purpose; also those in no event
        self.unchecked: Counter[str] = Counter()
        self.flaw: Flaw | None = None


class Verifier(Outcomes):
    """Takes the records of a game one after the other; raises ``Broken`` at the first that is not right."""

    def __init__(self, report: Report, seed: bytes) -> None:
        super().__init__(report)
        self.seed = seed
        self.chain = sha(ORIGIN.encode() + report.game_id.encode())
        self.begun = False
        self.owed: int | None = None
        """Events that the command under way is still to bring; none: its cause is not shown."""
        self.happened: Counter[str] = Counter()
        self.first_hidden = 0
        """The first version whose private part is not shown."""

    def take(self, proof: SimpleNamespace) -> None:
        """Verify one record."""
        version = self.report.version + 1
        event = read_message("Event", proof.public)
        self.check_parts(proof)
        if proof.cause_hash:
            self.begin_command(proof, version)
        self.check_chain(proof)
        self.check_private(proof, version)
        self.check_cause(proof, version)
        self.check_form(proof, event, version)
        if (event.kind == "game_created") != (version == 1):
            raise Broken("order", "a game is created once, by its first event")
        if not self.begun or self.owed == 0:
            raise Broken("order", "an event follows that no command made")
        if self.owed:
            self.owed -= 1
        self.happened[event.kind] += 1
        self.check(event.kind not in ONCE or self.happened[event.kind] == 1, "order", "this happens once")
        try:
            self.check_seed(event)
            self.check_draws(getattr(event.body, "draws", ()))
            self.check_seats(event)
            self.follow(event.kind, event.body)
            self.make_key(event)
        except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
            # What never happened, read on a table where it does not fit, may stumble over anything.
            raise Broken("outcome", f"it does not fit on the game: {type(error).__name__}") from None
        self.report.version = version

    def finish(self) -> None:
        """Verify that the last command is whole."""
        if self.owed:
            raise Broken("order", "events of the last command are missing")
        if self.finder is not None:
            raise Broken("outcome", "who turned up a hex did not get the card of it")

    def check_parts(self, proof: SimpleNamespace) -> None:
        """Check that nothing was left out that these eyes may see, and that hashes are hashes."""
        eyes = self.report.eyes
        if (
            (proof.cause and not proof.cause_hash)
            or (proof.cause_salt and not proof.cause)
            or (proof.salt and not proof.private)
            or (proof.cause_hash and not proof.cause and eyes in (STORE, AUDITOR))
            or ((proof.salt or proof.cause_salt or (proof.private_hash and not proof.private)) and eyes == STORE)
        ):
            raise Broken("form", "something was left out that should be there")
        if proof.cause_hash == NO_CAUSE:
            raise Broken("form", "it has the hash of no cause")
        hashes = (proof.private_hash, proof.cause_hash, proof.salt, proof.cause_salt)
        if any(len(each) not in (0, HASH_SIZE) for each in hashes) or len(proof.chain) != HASH_SIZE:
            raise Broken("form", "a hash has another length")

    def begin_command(self, proof: SimpleNamespace, version: int) -> None:
        """Take in what the next events came from."""
        if self.owed:
            raise Broken("order", "a command begins before the one before has all its events")
        if self.happened["game_ended"]:
            raise Broken("order", "a command follows the end of the game")
        self.begun, self.owed = True, None
        self.asked, self.asked_shown, self.laid_by = None, bool(proof.cause), 0
        if proof.cause:
            cause = read_message("Cause", proof.cause)
            if not cause.events or (cause.command is None) != (version == 1):
                raise Broken("form", "the cause is none of an event")
            if cause.rules_version < max(self.rules, 1):
                raise Broken("order", "a game goes on by the same rules, or by later ones")
            self.asked, self.asked_by, self.owed = cause.command, cause.seat, cause.events
            self.rules = cause.rules_version

    def check_chain(self, proof: SimpleNamespace) -> None:
        links = [self.chain, sha(proof.public), proof.private_hash, proof.cause_hash or NO_CAUSE, sha(proof.recorded)]
        self.chain = sha(b"".join(links))
        self.check(proof.chain == self.chain, "chain", "the chain is broken")

    def check_cause(self, proof: SimpleNamespace, version: int) -> None:
        if proof.cause:
            salt = mac(self.seed, f"cause/{version}") if self.seed else proof.cause_salt
            self.check_salt("chain", "cause", salt, proof.cause_salt)
            if sha(salt + proof.cause) != proof.cause_hash:
                raise Broken("chain", "the cause is not the one that was sealed")

    def check_private(self, proof: SimpleNamespace, version: int) -> None:
        if proof.private:
            salt = mac(self.seed, f"salt/{version}") if self.seed else proof.salt
            self.check_salt("private", "private part", salt, proof.salt)
            sealed = sha(salt + proof.private) == proof.private_hash
            self.check(sealed, "private", "the private part is not the one that was sealed")

    def check_salt(self, check: str, what: str, salt: bytes, shown: bytes) -> None:
        if shown not in (b"", salt):
            raise Broken(check, f"the salt of the {what} is not made of the seed")

    def check_form(self, proof: SimpleNamespace, event: SimpleNamespace, version: int) -> None:
        """Check that each part of an event holds what it should, and put the two together."""
        private = LAYOUTS[event.type].private
        if bool(private) != bool(proof.private_hash):
            raise Broken("form", "it has a private part where it should have none, or the other way round")
        if any(getattr(event.body, name) not in (None, b"") for name in private):
            raise Broken("form", "its public part holds what is not public")
        time = read_message("Timestamp", proof.recorded)
        if not proof.recorded or time.seconds > LAST_SECOND or time.nanos >= 10**9:
            raise Broken("form", "it does not say when it was recorded")
        if proof.private:
            hidden = read_message("Event", proof.private)
            untold = SimpleNamespace(**LAYOUTS[event.type].defaults, **{name: [] for name in LAYOUTS[event.type].many})
            for name in private:
                told = getattr(hidden.body, name, None)
                setattr(event.body, name, told)
                setattr(untold, name, told)
                if told in (None, b""):
                    raise Broken("form", "its private part is empty")
            if (hidden.kind, hidden.body) != (event.kind, untold):
                raise Broken("form", "its private part holds what is not private")
        elif private:
            self.check_hidden(event)
            self.report.unchecked[NOT_SHOWN] += 1
            self.first_hidden = self.first_hidden or version
        self.report.passed["form"] += 1

    def check_hidden(self, event: SimpleNamespace) -> None:
        """Check that a private part that is not shown is none that these eyes see."""
        audience = LAYOUTS[event.type].audience
        eyes = [AUDITOR, *(f"seat {getattr(event.body, name)}" for name in audience)]
        if audience and self.report.eyes in eyes:
            raise Broken("form", "something was left out that these eyes see")

    def check_seed(self, event: SimpleNamespace) -> None:
        if event.kind == "game_created" and self.seed:
            if len(self.seed) != SECRET_SIZE:
                raise Broken("commitment", "the seed has another length")
            same = committed(self.seed) == event.body.commitment
            self.check(same, "commitment", "the game did not commit to this seed")
        elif event.kind == "seed_revealed":
            same = event.body.seed == self.seed
            self.check(same, "commitment", "another seed is told than the game was played with")
            self.report.over = True

    def make_key(self, event: SimpleNamespace) -> None:
        """Make the key of chance, from here on with the nonce that was given."""
        if self.seed and event.kind in ("game_created", "nonce_given"):
            self.key = mac(self.seed, b"key/" + b"".join(self.nonces[seat] for seat in sorted(self.nonces)))

    def check_draws(self, draws: Sequence[Any]) -> None:
        check = "draw" if self.seed else "outcome"  # without the seed nothing is drawn again
        for index, each in enumerate(draws):
            if each.index != index or not each.bound:
                raise Broken(check, f"draw {index} is out of order")
            if each.purpose not in PURPOSES:
                raise Broken(check, f"draw {index} is for a purpose that is not known")
            if self.seed:
                value = self.draw_again(each.purpose, index, each.bound)
                self.check(each.value == value, "draw", f"{each.purpose} {index} is not what the seed gives")
            else:
                self.report.unchecked[NO_SEED] += 1

    def check_seats(self, event: SimpleNamespace) -> None:
        found = [getattr(event.body, name) for name in SEATS if hasattr(event.body, name)]
        found += [gain.seat for gain in getattr(event.body, "gains", ())]
        for seat in found:
            known = seat in self.seats or (not seat and event.kind in ALSO_NOBODY)
            if not known:
                raise Broken("outcome", f"there is no seat {seat}")


def seed_told(proofs: Sequence[SimpleNamespace]) -> bytes:
    """Find the seed of a game: in its first event, where that is shown, or told at the end; empty: nowhere."""
    end = next((each.public for each in reversed(proofs) if each.public.startswith(SEED_REVEALED)), b"")
    for data in ([proofs[0].private] if proofs else []), [end]:
        for part in filter(None, data):
            try:
                seed = getattr(read_message("Event", part).body, "seed", b"")
            except Broken:
                continue  # it will be found when its turn comes
            if seed:
                return seed
    return b""


def tag_of(message: str, name: str) -> bytes:
    """The bytes that a field begins with, of a number from 16 to 2047."""
    tag = next(tag for tag, field in LAYOUTS[message].fields.items() if field.name == name)
    return bytes((tag & 127 | 128, tag >> 7))


SEED_REVEALED = tag_of("Event", "seed_revealed")


def verify(game_id: str, records: Iterable[bytes], eyes: str = STORE, fault: str = "") -> Report:
    """Verify the records of a game, as they are stored or as a line of an export has them, in their order.

    ``fault`` says why there are no more than these, where a line could not be read.
    """
    report = Report(game_id, eyes)
    proofs: list[SimpleNamespace] = []
    broken: Broken | None = None
    try:
        proofs.extend(read_message("Proof", each) for each in records)
    except Broken as error:
        broken = error
    verifier = Verifier(report, seed_told(proofs))
    try:
        for proof in proofs:
            verifier.take(proof)
        if broken is not None:
            raise broken
        if fault:
            raise Broken("form", fault)
        if report.over and verifier.first_hidden:
            report.version = verifier.first_hidden - 1
            raise Broken("form", "the game is over, and this is still hidden")
        verifier.finish()
    except Broken as error:
        report.flaw = Flaw(report.version + 1, error.check, error.why)
    return report


def verify_export(export: Export, trusted: Sequence[Key]) -> Report:
    """Verify one game of a file; without trusted keys everything but the signature is checked."""
    head = export.head
    line, why = export.fault or (0, "")
    fault = f"line {line}: {why}" if why else ""
    if head is None:
        report = Report("", "", export.line)
        report.flaw = Flaw(0, "head", fault)
        return report
    report = Report(head.game_id, head.eyes, export.line)
    try:
        if trusted:
            check_signature(head, trusted)
    except Broken as error:
        report.flaw = Flaw(1, error.check, error.why)
        return report
    report = verify(head.game_id, export.records, head.eyes, fault)
    report.line = export.line
    if trusted:
        report.passed["signature"] += 1
    else:
        report.unchecked[NOT_SIGNED] += 1
    if report.flaw is None:
        check_length(report, export.records, head)
    return report


def check_length(report: Report, records: Sequence[bytes], head: Head) -> None:
    """Check that a game is as long as its head says, and its chain is there what that says."""
    if len(records) > head.version:
        why = f"the head is of {head.version} events, and more follow"
        report.flaw = Flaw(head.version + 1, "head", why)
    elif len(records) < head.version:
        why = f"the head is of {head.version} events, and there are {len(records)}"
        report.flaw = Flaw(len(records) + 1, "head", why)
    elif read_message("Proof", records[-1]).chain != head.chain:
        report.flaw = Flaw(head.version, "head", "the head is of another game")
    else:
        report.passed["head"] += 1


# Reports --------------------------------------------------------------------------------------------------------------

MEANING = {
    "signature": "heads signed by a trusted key",
    "form": "events in their form",
    "order": "events in their places",
    "chain": "hashes of the chain",
    "private": "private parts against their hashes",
    "commitment": "times seed and nonces against what was fixed before",
    "draw": "values of chance in events, drawn again",
    "outcome": "outcomes against what was drawn and asked for",
    "pieces": "times pieces against the stock and the board",
    "cards": "times cards, coins and chips against who holds them",
    "head": "heads against the chain",
}


def report_lines(report: Report) -> Iterator[str]:
    """Tell what was checked of a game, and what is wrong with it."""
    if report.game_id:
        state = "over" if report.over else "not over"
        yield f"game {report.game_id}, for {report.eyes}, {report.version} events, {state}"
    for check, meaning in MEANING.items():
        if report.passed[check]:
            yield f"{report.passed[check]:>9}  {meaning}"
    if report.draws:
        purposes = ", ".join(f"{purpose} {n}" for purpose, n in report.draws.items())
        yield f"{report.draws.total():>9}  values drawn again in all ({purposes})"
    for what, n in report.unchecked.items():
        yield f"{n:>9}  not checked: {what}"
    if report.flaw is None:
        yield "Everything that was checked is right."
    elif report.flaw.version:
        line = report.line + report.flaw.version
        yield f"WRONG at version {report.flaw.version} (line {line}): {report.flaw.check}: {report.flaw.why}"
    else:
        yield f"WRONG: {report.flaw.check}: {report.flaw.why}"


def say(line: str) -> None:
    """Write a line; what came into it from a file can neither steer a terminal nor begin a line of its own."""
    sys.stdout.write("".join(each if " " <= each <= "~" else ascii(each)[1:-1] for each in line) + "\n")


def main() -> int:
    """Verify a file; gives the exit code."""
    parser = argparse.ArgumentParser(description="Verify exported games: everything but the rules.")
    parser.add_argument("file", metavar="FILE", help="what `settlers export` wrote")
    parser.add_argument("--key", metavar="VERIFIER_KEY", action="append", default=[], help="a key to trust")
    asked = parser.parse_args()
    try:
        trusted = [read_key(key) for key in asked.key]
    except BadKey as error:
        parser.error(f"a --key cannot be read: {error}")
    if trusted and Ed25519PublicKey is None:
        parser.error("--key needs the package cryptography")
    games = wrong = 0
    try:
        with open(asked.file, "rb") as lines:
            for export in read_exports(lines):
                report = verify_export(export, trusted)
                games += 1
                wrong += report.flaw is not None
                for line in report_lines(report):
                    say(line)
    except OSError as error:
        parser.error(f"{asked.file}: {error.strerror}")
    say(f"{games} games, {wrong} of them wrong." if games else "WRONG: no game stands in it.")
    return int(wrong > 0 or not games)


if __name__ == "__main__":
    sys.exit(main())
