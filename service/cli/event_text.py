"""Events in words: one line of English for each kind, from the protobuf alone.

A line begins with who does it. Of what the reader of the event may not see, nothing is said.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from google.protobuf import text_format

from service.bots.messages import body_of
from service.cli.words import (
    ADVISORS,
    DEVELOPMENT_CARDS,
    MARCH_EVENTS,
    RESOURCES,
    TERRAINS,
    Places,
    and_text,
    bag_parts,
    bag_size,
    bag_text,
    count_text,
    prompts_text,
    seats_text,
)
from settlers.v1 import game_pb2, views_pb2

NOWHERE = Places(views_pb2.BoardView())
"""No board is known: places go by their numbers."""

_ENDS = {
    "pharaoh": "the Pharaoh's last block",
    "pyramid": "the last block of the pyramid",
    "persepolis": "Alexander's arrival in Persepolis",
    "gold": "a city on a red point of the gold islands",
}
"""What ended a game, where the word on the wire does not say it all."""


def tell_event(event: game_pb2.Event, places: Places = NOWHERE) -> str:
    """Say in one line what happened."""
    body = body_of(event)
    if body is None:
        return "something happened that this version does not know"
    tell = TEXTS.get(type(body).__name__)
    return tell(body, places) if tell else _tell_unknown(body)


def _tell_unknown(body: Any) -> str:
    """Name and fields, for an event that nobody wrote a line for."""
    fields = text_format.MessageToString(body, as_one_line=True)
    return f"{type(body).__name__} {fields}".strip()


def _created(event: Any, places: Places) -> str:
    options = f" with {and_text(event.options)}" if event.options else ""
    chosen = ", its seed chosen by its creator" if event.seed_chosen else ""
    return f"a game of {event.scenario}{options} is created for {event.seats} seats on board {event.board.name}{chosen}"


def _prompts(event: Any, places: Places) -> str:
    return f"the game waits for {prompts_text(event.prompts)}"


def _points(event: Any, places: Places) -> str:
    return (
        f"seat {event.seat} has {count_text(event.total, 'point')} ({event.points} by {event.cause.replace('_', ' ')})"
    )


def _ended(event: Any, places: Places) -> str:
    if not event.winners:
        return "the game is over"
    wins = "wins" if len(event.winners) == 1 else "win"
    return f"{seats_text(event.winners)} {wins} the game by {_ENDS.get(event.cause, event.cause)}"


def _supplies(event: Any, places: Places) -> str:
    ships = [f"{event.ships} ships"] if event.ships else []
    pieces = [f"{event.roads} roads", f"{event.settlements} settlements", f"{event.cities} cities", *ships]
    return (
        f"each seat has {and_text(pieces)}; "
        f"the bank has {bag_text(event.bank)}, the deck {bag_size(event.development_deck)} cards"
    )


def _rolled(event: Any, places: Places) -> str:
    return f"seat {event.seat} rolls {'+'.join(map(str, event.dice))}"


def _produced(event: Any, places: Places) -> str:
    gains = [f"seat {gain.seat} gets {bag_text(gain.cards)}" for gain in event.gains]
    short = [f"the bank is short of {and_text(RESOURCES.get(r, '?') for r in event.short)}"] if event.short else []
    return ", ".join(gains + short) or "nobody gets anything"


def _stolen(event: Any, places: Places) -> str:
    card = RESOURCES.get(event.resource, "?") if event.HasField("resource") else "a card"
    return f"seat {event.thief} steals {card} from seat {event.victim}"


def _offered(event: Any, places: Places) -> str:
    return f"seat {event.seat} offers {bag_text(event.give)} for {bag_text(event.take)} to {seats_text(event.to)}"


def _traded(event: Any, places: Places) -> str:
    return f"seat {event.seat} trades {bag_text(event.given)} for {bag_text(event.taken)} with seat {event.partner}"


def _bought(event: Any, places: Places) -> str:
    card = f": {DEVELOPMENT_CARDS.get(event.card, '?')}" if event.HasField("card") else ""
    return f"seat {event.seat} buys a development card{card}"


def _longest(event: Any, places: Places) -> str:
    if not event.seat:
        return "nobody has the longest route any more"
    return f"seat {event.seat} has the longest route now, {event.length} long"


def _army(event: Any, places: Places) -> str:
    if not event.seat:
        return "nobody has the largest army any more"
    return f"seat {event.seat} has the largest army now, {event.knights} knights"


def _shown(event: Any, places: Places) -> str:
    cards = [bag_text(bag) for bag in (event.cards, event.development_cards) if bag.ListFields()]
    points = f" and has {count_text(event.points, 'point')} in all" if event.points else ""
    return f"seat {event.seat} shows {and_text(cards) or 'an empty hand'}{points}"


def coins_text(coins: int) -> str:
    """Count coins: "no coins", "1 coin", "3 coins"."""
    return count_text(coins, "coin")


def knights_text(knights: Iterable[int]) -> str:
    """Say whose knights count: "1 knight of seat 2 counts", "2 knights of seat 1 and 1 knight of seat 3 count"."""
    counted = {seat: n for seat, n in enumerate(knights, 1) if n}
    whose = and_text(f"{count_text(n, 'knight')} of seat {seat}" for seat, n in counted.items())
    return f"{whose} {'counts' if sum(counted.values()) == 1 else 'count'}"


def _coins(event: Any, places: Places) -> str:
    gains = [f"seat {gain.seat} gets {coins_text(gain.coins)}" for gain in event.gains]
    return ", ".join(gains) or "nobody gets a coin"


def _pyramid(event: Any, places: Places) -> str:
    return (
        f"the pyramid will have levels of {and_text(map(str, event.levels))} blocks; "
        f"each seat has {event.blocks} blocks, the Pharaoh {event.pharaoh_blocks}"
    )


def _block(event: Any, places: Places) -> str:
    who = f"seat {event.seat}" if event.seat else "the Pharaoh"
    return f"{who} places block {event.number} of the pyramid, on level {event.level}"


def _drawn(event: Any, places: Places) -> str:
    cards = f": {bag_text(event.cards)}" if event.HasField("cards") else ""
    return f"seat {event.seat} draws {count_text(event.count, 'card')} from the supply stack{cards}"


def _supply_ended(event: Any, places: Places) -> str:
    left = bag_size(event.cards)
    rest = f"; {bag_text(event.cards)} {'goes' if left == 1 else 'go'} to the bank" if left else ""
    return f"the supply stack is at its end{rest}"


def _chip(event: Any, places: Places) -> str:
    counted = f", in which {knights_text(event.knights)}" if any(event.knights) else ""
    return f"the chip at {_at(event, places)} is a {_march(event.chip)}{counted}"


def _bidding_ended(event: Any, places: Places) -> str:
    return f"seat {event.seat} has the highest bid, {event.amount}" if event.seat else "nobody bids"


def _bid_defaulted(event: Any, places: Places) -> str:
    return f"seat {event.seat} cannot pay what it bid and must discard {count_text(event.amount, 'card')}"


def _bid_paid(event: Any, places: Places) -> str:
    knights = [count_text(event.knights, "knight")] if event.knights else []
    return f"seat {event.seat} pays {and_text(bag_parts(event.cards) + knights) or 'nothing'} for its bid"


def _advisor(event: Any, places: Places) -> str:
    loser = f" in place of seat {event.loser}" if event.loser else ""
    given = f", which becomes {ADVISORS.get(event.given, '?')}" if event.given else ""
    return f"seat {event.seat} becomes {ADVISORS.get(event.advisor, '?')}{loser}{given}"


def _revealed(event: Any, places: Places) -> str:
    what = f"{TERRAINS.get(event.terrain, '?')} {event.number or ''}".rstrip()
    return f"seat {event.seat} turns up hex {event.hex}: {what}" if event.seat else f"hex {event.hex} lies open: {what}"


def _landed(event: Any, places: Places) -> str:
    card = RESOURCES.get(event.resource, "?") if event.HasField("resource") else "a card"
    return f"seat {event.owner} draws {card} from seat {event.seat}, which lands at its town"


def _march(event: int) -> str:
    return MARCH_EVENTS.get(event, "?")


def _at(event: Any, places: Places) -> str:
    return places.intersection(event.intersection)


TEXTS: Mapping[str, Callable[[Any, Places], str]] = MappingProxyType(
    {
        "GameCreated": _created,
        "NonceGiven": lambda e, _: f"seat {e.seat} adds a nonce to the chance of the game",
        "BoardLaid": lambda e, _: f"the board is laid: {len(e.tiles)} hexes, {len(e.harbors)} harbors",
        "PromptsChanged": _prompts,
        "PointsChanged": _points,
        "GameEnded": _ended,
        "SeedRevealed": lambda e, _: f"the seed is revealed: {e.seed.hex()}",
        "SuppliesLaidOut": _supplies,
        "TurnStarted": lambda e, _: f"turn {e.turn}: seat {e.seat}",
        "TurnEnded": lambda e, _: f"seat {e.seat} ends its turn",
        "DiceRolled": _rolled,
        "ResourcesProduced": _produced,
        "ResourcesReceived": lambda e, _: f"seat {e.seat} gets {bag_text(e.cards)}",
        "ResourcesPaid": lambda e, _: f"seat {e.seat} pays {bag_text(e.cards)}",
        "ResourcesDiscarded": lambda e, _: f"seat {e.seat} discards {bag_text(e.cards)}",
        "ResourcesHandedOver": lambda e, _: f"seat {e.giver} hands {bag_text(e.cards)} over to seat {e.taker}",
        "RobberMoved": lambda e, places: f"seat {e.seat} moves the robber to {places.hex(e.hex)}",
        "CardStolen": _stolen,
        "RoadBuilt": lambda e, _: f"seat {e.seat} builds a road on path {e.path}",
        "SettlementBuilt": lambda e, places: f"seat {e.seat} builds a settlement at {_at(e, places)}",
        "CityBuilt": lambda e, places: f"seat {e.seat} builds a city at {_at(e, places)}",
        "BankTradeMade": lambda e, _: f"seat {e.seat} trades {bag_text(e.given)} for {bag_text(e.taken)} with the bank",
        "TradeOffered": _offered,
        "TradeAccepted": lambda e, _: f"seat {e.seat} accepts",
        "TradeDeclined": lambda e, _: f"seat {e.seat} declines",
        "TradeCountered": lambda e, _: f"seat {e.seat} would give {bag_text(e.give)} for {bag_text(e.take)}",
        "TradeAnswerFell": lambda e, _: f"seat {e.seat} lost a card, so its answer stands no more",
        "TradeMade": _traded,
        "TradeWithdrawn": lambda e, _: f"offer {e.offer} is withdrawn",
        "TradeFell": lambda e, _: f"offer {e.offer} falls",
        "DevelopmentCardBought": _bought,
        "DevelopmentCardPlayed": lambda e, _: f"seat {e.seat} plays the {DEVELOPMENT_CARDS.get(e.card, '?')} card",
        "MonopolyDeclared": lambda e, _: f"seat {e.seat} names {RESOURCES.get(e.resource, '?')}",
        "RouteChanged": lambda e, _: f"seat {e.seat} has a route of {e.length}",
        "LongestRouteAwarded": _longest,
        "LargestArmyAwarded": _army,
        "HandShown": _shown,
        "ShipBuilt": lambda e, _: f"seat {e.seat} builds a ship on path {e.path}",
        "ShipMoved": lambda e, _: f"seat {e.seat} moves a ship from path {e.origin} to path {e.path}",
        "CoinsReceived": lambda e, _: f"seat {e.seat} gets {coins_text(e.coins)}",
        "CoinsProduced": _coins,
        "FeePaid": lambda e, _: f"seat {e.seat} pays {coins_text(e.coins)} to seat {e.owner}",
        "PyramidLaidOut": _pyramid,
        "PyramidBegun": lambda e, _: f"seat {e.seat} is the first at the site, so the pyramid is begun",
        "PyramidBlockPlaced": _block,
        "BlessingGiven": lambda e, _: f"seat {e.seat} has the Pharaoh's Blessing now",
        "CurseLifted": lambda e, _: f"seat {e.seat} is free of the Pharaoh's Curse",
        "CurseLaid": lambda e, _: f"seat {e.seat} has the Pharaoh's Curse now",
        "SupplyStackLaidOut": lambda e, _: f"the supply stack has {bag_text(e.cards)}",
        "SupplyCardsDrawn": _drawn,
        "SupplyEnded": _supply_ended,
        "AlexanderMoved": lambda e, places: f"Alexander comes to {_at(e, places)}",
        "EventChipRevealed": _chip,
        "BiddingOpened": lambda e, _: f"the bidding for the {_march(e.event)} begins",
        "BidMade": lambda e, _: f"seat {e.seat} bids {e.amount}",
        "BidPassed": lambda e, _: f"seat {e.seat} bids no more",
        "BiddingEnded": _bidding_ended,
        "BidDefaulted": _bid_defaulted,
        "BidPaid": _bid_paid,
        "EventChipWon": lambda e, _: f"seat {e.seat} takes the {_march(e.chip)} chip",
        "TempleForgone": lambda e, places: f"seat {e.seat} leaves the temple at {_at(e, places)} unbuilt",
        "EventResolved": lambda e, _: f"seat {e.seat} resolves the event, a {_march(e.event)}",
        "AdvisorCardTaken": _advisor,
        "HexRevealed": _revealed,
        "LandingCardDrawn": _landed,
    }
)
"""The line of each kind of event, by the name of its message."""
