"""The engine's side in the model's words: its commands as acts, and all that lies on its table as plain values."""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import Any

from domain.board.laid import Board
from domain.catalogue import fields_of
from domain.components import Cards, Good, Goods, bits, each, total, unpack
from domain.engine import Command, Game, Prompts, Scores
from domain.engine.admission import demands_on
from domain.rules.buildings import Buildings
from domain.rules.coins import Coins
from domain.rules.development import Development
from domain.rules.hands import Hands
from domain.rules.largest_army import Army
from domain.rules.longest_route import Routes
from domain.rules.offers import Trading
from domain.rules.production import Production
from domain.rules.roads import Roads
from domain.rules.ships import Fleet
from domain.rules.turn import Turn
from domain.scenarios.alexander.advisors import Advisors
from domain.scenarios.alexander.bidding import Bidding
from domain.scenarios.alexander.march import March
from domain.scenarios.alexander.payment import ChipsWon
from domain.scenarios.alexander.supply import Supply
from domain.scenarios.cheops.blessing import Favor
from domain.scenarios.cheops.pyramid import Pyramid
from domain.scenarios.great_race.unknown_hexes import FaceDown
from tests.naive.acts import Act, bag, make
from tests.naive.alexander import CHIPS, Alexander
from tests.naive.cheops import Cheops
from tests.naive.great_race import GreatRace
from tests.naive.model import Model
from tests.naive.table import DEVELOPMENT_CARDS, RESOURCES

Picture = dict[str, Any]
"""All that is compared, by what it is."""

COUNTED = {"discard", "forfeit", "gold"}
"""The kinds of questions that are about a number of cards."""
BIDS = {"bid", "pay"}
"""Those while which a highest bid stands."""


def act_of(command: Command) -> Act:
    """A command of the engine as an act of the model."""
    values = {field.name: _plain(field.kind, getattr(command, field.name)) for field in fields_of(type(command))}
    return make(type(command).__name__, values.pop("seat"), **values)


def _plain(kind: Any, value: Any) -> object:
    if kind in (Cards, Goods):
        return bag({Good(good).name.lower(): n for good, n in each(value)})
    return value.name.lower() if isinstance(value, Enum) else value


# What lies on the engine's table.


def picture_of_game(game: Game) -> Picture:
    """The game as the engine has it."""
    everyone, turn, prompts = game.everyone, game[Turn], game[Prompts]
    demands = {seat: demands_on(game, seat) for seat in everyone}
    hands, development, buildings = game[Hands], game[Development], game[Buildings]
    coins = game[Coins].of if Coins in game else (0,) * (game.seats + 1)
    fleet = game[Fleet].of if Fleet in game else None
    tiles = game[Board].tiles
    bank = total(hands.bank)
    return {
        "winners": prompts.winners,
        "asked": {seat: {demand.prompt for demand in demands[seat]} for seat in everyone if demands[seat]},
        "owed": {
            seat: min(demand.amount, bank) if demand.prompt == "gold" else demand.amount
            for seat in everyone
            for demand in demands[seat]
            if demand.prompt in COUNTED
        },
        "turn": (turn.seat, turn.number, turn.dice),
        "bank": dict(zip(RESOURCES, unpack(hands.bank), strict=True)),
        "hands": {seat: (*unpack(hands.of[seat]), coins[seat]) for seat in everyone},
        "deck": unpack(Cards(development.deck + development.under)),
        "held": {seat: unpack(development.held[seat]) for seat in everyone},
        "played": {seat: unpack(development.played[seat]) for seat in everyone},
        "settlements": {seat: set(bits(buildings.settlements[seat])) for seat in everyone},
        "cities": {seat: set(bits(buildings.cities[seat])) for seat in everyone},
        "roads": {seat: set(bits(game[Roads].of[seat].paths)) for seat in everyone},
        "ships": {seat: set(bits(fleet[seat].paths)) if fleet else set() for seat in everyone},
        "robber": game[Production].robber,
        "terrain": {n: str(tile.terrain) for n, tile in enumerate(tiles)},
        "number": {n: tile.number for n, tile in enumerate(tiles) if tile.number},
        "points": {seat: {cause: n for cause, n in game[Scores].by_cause[seat] if n} for seat in everyone},
        "army": game[Army].owner if Army in game else 0,
        "route": (game[Routes].owner, game[Routes].lengths[1:]) if Routes in game else None,
        "offer": _offer_of_game(game),
        **MORE_OF_GAME.get(game.scenario.key, _nothing)(game),
    }


def _offer_of_game(game: Game) -> object:
    trading = game[Trading]
    if game[Prompts].over:
        return None
    offer = trading.offer
    if offer is None:
        return trading.numbers, None
    to = set(offer.to) or set(game.everyone) - {offer.seat}
    counters = {c.seat: (c.number, _plain(Goods, c.give), _plain(Goods, c.take)) for c in offer.counters}
    terms = offer.number, offer.seat, _plain(Goods, offer.give), _plain(Goods, offer.take)
    return trading.numbers, (*terms, to, set(offer.accepted), counters)


# What lies on the model's table.


def picture_of_model(model: Model) -> Picture:
    """The same as the model has it."""
    seats, goods = model.seats, (*RESOURCES, "coin")
    return {
        "winners": model.winners,
        "asked": model.asked,
        "owed": {seat: model.owed(seat) for seat in model.asked if model.top in COUNTED},
        "turn": (model.turn, model.turns, model.dice),
        "bank": {name: model.bank[name] for name in RESOURCES},
        "hands": {seat: tuple(model.hands[seat][good] for good in goods) for seat in seats},
        "deck": tuple(model.deck[card] for card in DEVELOPMENT_CARDS),
        "held": {seat: tuple(model.held[seat][card] for card in DEVELOPMENT_CARDS) for seat in seats},
        "played": {seat: tuple(model.played[seat][card] for card in DEVELOPMENT_CARDS) for seat in seats},
        "settlements": model.settlements,
        "cities": model.cities,
        "roads": model.roads,
        "ships": model.ships,
        "robber": model.robber,
        "terrain": model.terrain,
        "number": model.number,
        "points": {seat: {cause: n for cause, n in model.score(seat).items() if n} for seat in seats},
        "army": model.army,
        "route": _route_of_model(model),
        "offer": _offer_of_model(model),
        **MORE_OF_MODEL.get(type(model).__name__, _nothing)(model),
    }


def _route_of_model(model: Model) -> object:
    if not model.longest_route_used:
        return None
    return model.route_owner, tuple(model.route_length(seat) for seat in model.seats)


def _offer_of_model(model: Model) -> object:
    if model.over:
        return None
    if not model.offers:
        return model.offer_number, None
    (offer,) = model.offers
    counters = {seat: (c.number, bag(c.give), bag(c.take)) for seat, c in offer.counters.items()}
    terms = offer.number, offer.seat, bag(offer.give), bag(offer.take)
    return model.offer_number, (*terms, set(offer.to), offer.accepted, counters)


# What a scenario adds.


def _nothing(side: object) -> Picture:
    return {}


def _empire_of_game(game: Game) -> Picture:
    march, supply, bidding = game[March], game[Supply], game[Bidding]
    bids = any(demand.prompt in BIDS for seat in game.everyone for demand in demands_on(game, seat))
    return {
        "supply": (*unpack(supply.cards), supply.over),
        "arrow": march.arrow,
        "event": "" if march.event is None else march.event.name.lower(),
        "unseen": march.chips,
        "protected": set(bits(march.protected)),
        "knights": {seat: n for seat, n in enumerate(march.knights, 1) if n},
        "bid": (bidding.highest, bidding.bidder, set(bidding.passed)) if bids else None,
        "chips": {seat: game[ChipsWon].of[seat] for seat in game.everyone},
        "advisors": {rank: seat for rank, seat in enumerate(game[Advisors].holders) if seat},
        "under": unpack(Cards(game[Development].under))[0],
    }


def _empire_of_model(model: Alexander) -> Picture:
    return {
        "supply": (*(model.supply[name] for name in RESOURCES), model.supply_ended),
        "arrow": model.arrow,
        "event": model.event,
        "unseen": tuple(model.unseen[chip] for chip in CHIPS),
        "protected": model.protected,
        "knights": {seat: n for seat, n in model.counted_knights.items() if n},
        "bid": (model.highest, model.bidder, model.passed) if model.top in BIDS else None,
        "chips": {seat: tuple(model.chips[seat][chip] for chip in CHIPS) for seat in model.seats},
        "advisors": {rank: seat for rank, seat in model.advisors.items() if seat},
        "under": model.under,
    }


def _egypt_of_game(game: Game) -> Picture:
    pyramid, favor = game[Pyramid], game[Favor]
    return {
        "blocks": list(pyramid.blocks),
        "begun": pyramid.begun,
        "blessed": favor.blessed,
        "cursed": set(favor.cursed),
    }


def _egypt_of_model(model: Cheops) -> Picture:
    return {
        "blocks": model.blocks,
        "begun": model.begun,
        "blessed": model.blessed,
        "cursed": model.cursed,
    }


def _race_of_game(game: Game) -> Picture:
    return {"hidden": (Counter(map(str, game[FaceDown].terrains)), Counter(map(str, game[FaceDown].numbers)))}


def _race_of_model(model: GreatRace) -> Picture:
    return {"hidden": (model.hidden_terrains, model.hidden_numbers)}


MORE_OF_GAME: dict[str, Callable[[Game], Picture]] = {
    "cheops": _egypt_of_game,
    "alexander": _empire_of_game,
    "great-race": _race_of_game,
}
"""What a scenario's own pieces show, by its key."""
MORE_OF_MODEL: dict[str, Callable[[Any], Picture]] = {
    "Cheops": _egypt_of_model,
    "Alexander": _empire_of_model,
    "GreatRace": _race_of_model,
}
"""The same as its model has it, by the model's name."""
