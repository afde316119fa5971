"""Commands of every kind, with which seats that may not know try out what others hold."""

import random
from collections.abc import Callable, Iterator, Sequence

from settlers.v1 import cards_pb2, game_pb2, views_pb2
from tests.service.house import RESOURCES, command


def attempts(scenario: str, board: views_pb2.BoardView, rng: random.Random) -> Iterator[game_pb2.Command]:
    """Commands of every kind that a scenario has."""
    yield from _classic(rng)
    if scenario in _MORE:
        yield from _MORE[scenario](board, rng)


def _classic(rng: random.Random) -> Iterator[game_pb2.Command]:
    for victim in (None, 1, 2, 3, 4):
        for place in rng.sample(range(19), 4):
            yield command("move_robber", hex=place, victim=victim)
    for resource in range(1, 6):
        yield command("play_monopoly", resource=resource)
        yield command("trade_with_bank", give=resource, rate=4, take=resource % 5 + 1)
    for name in RESOURCES:
        other = "ore" if name != "ore" else "wool"
        yield command("offer_trade", give={name: 1}, take={other: 19})
        yield command("counter_trade", offer=rng.randint(1, 30), give={name: 5}, take={other: 1})
        yield command("discard_cards", cards={name: 4})
        yield command("play_year_of_plenty", cards={name: 2})
    for number in range(1, 30, 5):
        for partner in (1, 2):
            yield command("close_trade", offer=number, partner=partner)
        for field in ("accept_trade", "decline_trade", "withdraw_trade"):
            yield command(field, offer=number)
    for field in ("roll_dice", "pass", "buy_development_card", "play_knight", "play_road_building"):
        yield command(field)
    for place in rng.sample(range(54), 5):
        yield command("build_settlement", intersection=place)
        yield command("build_city", intersection=place)
        yield command("build_road", path=place)


def _everywhere(board: views_pb2.BoardView, rng: random.Random) -> Iterator[game_pb2.Command]:
    """Pieces, by sea as well, on some places of the whole board."""
    paths: Sequence[int] = range(len(board.paths))
    for path in rng.sample(paths, 6):
        yield command("build_ship", path=path)
        yield command("build_road", path=path)
        yield command("move_ship", origin=path, path=rng.choice(paths))
    for place in rng.sample(range(len(board.intersections)), 5):
        yield command("build_settlement", intersection=place)


def _coins(rng: random.Random) -> Iterator[game_pb2.Command]:
    for rate in (2, 3, 4):
        yield command("trade_with_bank", give=cards_pb2.GOOD_COIN, rate=rate, take=cards_pb2.GOOD_ORE)
    yield command("offer_trade", give={"coin": 40}, take={"ore": 1})
    yield command("offer_trade", give={"ore": 1}, take={"coin": 400})
    yield command("counter_trade", offer=rng.randint(1, 30), give={"coin": 40}, take={"ore": 1})


def _egypt(board: views_pb2.BoardView, rng: random.Random) -> Iterator[game_pb2.Command]:
    yield from _everywhere(board, rng)
    for harbor in [each.path for each in board.harbors]:
        for give in rng.sample(range(1, 7), 3):
            yield command("trade_at_harbor", harbor=harbor, give=give, take=give % 6 + 1)
    for owner in range(6):
        yield command("place_pyramid_block", owner=owner)
    yield from _coins(rng)


def _empire(board: views_pb2.BoardView, rng: random.Random) -> Iterator[game_pb2.Command]:
    yield from _everywhere(board, rng)
    for amount in (0, 1, 2, 5, 12, 999, 1000):
        yield command("bid", amount=amount)
    for name in (*RESOURCES, "coin"):
        for n in (1, 2, 5):
            yield command("pay_bid", cards={name: n}, knights=rng.randint(0, 2))
    yield command("pay_bid", knights=1)
    for n in (1, 2, 3):
        yield command("discard_cards", cards={rng.choice(RESOURCES): n})
    yield from _coins(rng)


def _race(board: views_pb2.BoardView, rng: random.Random) -> Iterator[game_pb2.Command]:
    yield from _everywhere(board, rng)
    yield command("play_victory_point")
    strip = [each.hex for each in board.hexes if each.region in ("strip", "gold")]
    for place in rng.sample(strip, 3):
        for victim in (None, 1, 2):
            yield command("move_robber", hex=place, victim=victim, second=rng.choice((None, 1, 2, 3, 4)))
    for name in RESOURCES:
        yield command("choose_gold", cards={name: 1})


_MORE: dict[str, Callable[[views_pb2.BoardView, random.Random], Iterator[game_pb2.Command]]] = {
    "cheops": _egypt,
    "alexander": _empire,
    "great-race": _race,
}
