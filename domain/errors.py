"""The closed list of reasons for which a command is refused, and the one exception that carries them."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a command is against the rules. The names are part of the contract and never change."""

    GAME_OVER = "GAME_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_NOW = "NOT_NOW"
    NOT_IN_THIS_SCENARIO = "NOT_IN_THIS_SCENARIO"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NO_SUCH_PLACE = "NO_SUCH_PLACE"

    NOT_ENOUGH_CARDS = "NOT_ENOUGH_CARDS"
    BANK_TOO_SHORT = "BANK_TOO_SHORT"
    WRONG_NUMBER_OF_CARDS = "WRONG_NUMBER_OF_CARDS"

    OUT_OF_PIECES = "OUT_OF_PIECES"
    OCCUPIED = "OCCUPIED"
    NOT_LAND = "NOT_LAND"
    NOT_CONNECTED = "NOT_CONNECTED"
    NOT_AT_NEW_SETTLEMENT = "NOT_AT_NEW_SETTLEMENT"
    TOO_CLOSE = "TOO_CLOSE"
    NO_OWN_SETTLEMENT = "NO_OWN_SETTLEMENT"

    ROBBER_MUST_MOVE = "ROBBER_MUST_MOVE"
    ROBBER_NOT_ALLOWED = "ROBBER_NOT_ALLOWED"
    VICTIM_REQUIRED = "VICTIM_REQUIRED"
    NO_SUCH_VICTIM = "NO_SUCH_VICTIM"

    NO_SUCH_RATE = "NO_SUCH_RATE"
    TOO_MANY_CARDS = "TOO_MANY_CARDS"
    SAME_RESOURCE = "SAME_RESOURCE"
    NOTHING_OFFERED = "NOTHING_OFFERED"
    TOO_MANY_OFFERS = "TOO_MANY_OFFERS"
    OFFER_ALREADY_OPEN = "OFFER_ALREADY_OPEN"
    NO_SUCH_OFFER = "NO_SUCH_OFFER"
    NOT_AGREED = "NOT_AGREED"
    NOBODY_ASKED = "NOBODY_ASKED"

    DECK_EMPTY = "DECK_EMPTY"
    CARD_NOT_HELD = "CARD_NOT_HELD"
    CARD_TOO_NEW = "CARD_TOO_NEW"
    CARD_ALREADY_PLAYED = "CARD_ALREADY_PLAYED"
    NOTHING_TO_GAIN = "NOTHING_TO_GAIN"
    MUST_PLACE_FIRST = "MUST_PLACE_FIRST"

    NONCE_WRONG_SIZE = "NONCE_WRONG_SIZE"

    NOT_SEA = "NOT_SEA"
    NO_OWN_SHIP = "NO_OWN_SHIP"
    SHIP_TOO_NEW = "SHIP_TOO_NEW"
    SHIP_NOT_OPEN = "SHIP_NOT_OPEN"
    SHIP_ALREADY_MOVED = "SHIP_ALREADY_MOVED"

    NOT_ENOUGH_COINS = "NOT_ENOUGH_COINS"
    FEE_NOT_DUE = "FEE_NOT_DUE"
    NO_TRADE_ROUTE = "NO_TRADE_ROUTE"
    HARBOR_UNUSED = "HARBOR_UNUSED"
    NO_SUCH_HARBOR = "NO_SUCH_HARBOR"

    NOT_A_STARTING_PLACE = "NOT_A_STARTING_PLACE"
    PYRAMID_NOT_BEGUN = "PYRAMID_NOT_BEGUN"
    NO_SITE_ACCESS = "NO_SITE_ACCESS"

    BID_TOO_LOW = "BID_TOO_LOW"
    BID_TOO_HIGH = "BID_TOO_HIGH"
    NOTHING_TO_LOSE = "NOTHING_TO_LOSE"
    WRONG_GOODS = "WRONG_GOODS"
    KNIGHT_TOO_LATE = "KNIGHT_TOO_LATE"
    BID_NOT_COVERED = "BID_NOT_COVERED"
    OVERPAID = "OVERPAID"
    NOT_AT_TEMPLE = "NOT_AT_TEMPLE"
    ROUTE_PROTECTED = "ROUTE_PROTECTED"

    UNKNOWN_HEXES = "UNKNOWN_HEXES"
    FORBIDDEN_LAND = "FORBIDDEN_LAND"
    STORM = "STORM"
    NO_CARD_FOR_LANDING = "NO_CARD_FOR_LANDING"
    ALREADY_ON_GOLD = "ALREADY_ON_GOLD"
    KEPT_FOR_GOLD = "KEPT_FOR_GOLD"


class Illegal(Exception):
    """A command was refused; nothing has changed.

    ``reason`` says why, ``rule`` is the number of the rule that forbids it, ``facts`` name what was wrong.
    """

    def __init__(self, reason: Reason, rule: str, **facts: object) -> None:
        super().__init__(f"{reason} ({rule})" + "".join(f" {k}={v}" for k, v in facts.items()))
        self.reason = reason
        self.rule = rule
        self.facts = facts


class UnknownEvent(LookupError):
    """An event that the scenario does not know was to be folded; folding stops here rather than skip it."""


class BoardInvalid(ValueError):
    """A board breaks the rows of its validator; ``faults`` names each: what is wrong, and where."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
