"""The simplest player: one of the things it may do, each equally likely."""

from random import Random

from service.bots.messages import GOODS, Counts, count_goods, hand_of, put_goods, start_command
from settlers.v1 import game_pb2, game_service_pb2, views_pb2

LARGEST_BAG = 4
"""What is in a bag whose size is free, at most: fewer than there are resources, so that one is left to ask for."""

NONCE_SIZE = 32

BOLDNESS = 0.05
"""How likely a number is named that goes beyond a third of what is in hand: as a rule it must be paid for."""


class RandomLegal:
    """Plays any scenario, without knowing what it does."""

    def choose(
        self, view: game_pb2.GameView, seat: int, legal: game_service_pb2.ListLegalCommandsResponse, luck: Random
    ) -> game_pb2.Command:
        """Choose a command; raises ``ValueError`` when nothing is allowed that can be chosen."""
        held = sum(hand_of(view, seat).values())
        filled = (fill_choice(choice, luck, held) for choice in legal.choices)
        commands = [*legal.commands, *(command for command in filled if command is not None)]
        if not commands:
            raise ValueError(f"seat {seat} is asked for something that its bot cannot do")
        return luck.choice(commands)


def fill_choice(choice: views_pb2.Choice, luck: Random, held: int = 0) -> game_pb2.Command | None:
    """Fill in what is chosen freely, at random within its bounds, by a seat that has so much in hand.

    None where nothing fits them, for a command that this contract does not know, or where a number is too bold.
    """
    try:
        command, body = start_command(choice.command)
    except KeyError:
        return None
    fields = body.DESCRIPTOR.fields_by_name
    used: set[str] = set()
    for bounds in choice.cards:
        cards = draw_cards(bounds, used, luck)
        if cards is None:
            return None
        put_goods(getattr(body, bounds.field), cards)
        # Bags that are exchanged for each other have no good in common.
        used |= cards.keys()
    for number in choice.numbers:
        named = draw_number(number, luck, held)
        if named is None:
            return None
        setattr(body, number.field, named)
    if "offer" in fields:
        body.offer = choice.offer
    if "nonce" in fields:
        body.nonce = luck.randbytes(NONCE_SIZE)
    return command


def draw_cards(bounds: views_pb2.CardsChoice, but: set[str], luck: Random) -> Counts | None:
    """Draw cards and coins at random within bounds, none of the goods ``but``; None where there are not enough."""
    each = count_goods(bounds.each)
    pool = [name for name in GOODS if name not in but for _ in range(each[name])]
    most = min(bounds.most, len(pool), max(bounds.least, LARGEST_BAG))
    if most < bounds.least:
        return None
    drawn = luck.sample(pool, luck.randint(bounds.least, most))
    return {name: drawn.count(name) for name in GOODS if name in drawn}


def draw_number(bounds: views_pb2.NumberChoice, luck: Random, held: int) -> int | None:
    """Draw a number within bounds, mostly one of the least, and seldom one of more than a third of ``held``."""
    most = min(bounds.most, held // 3)
    if bounds.least == bounds.most or most < bounds.least:
        return bounds.least if bounds.least == bounds.most or luck.random() < BOLDNESS else None
    return min(most, bounds.least + int(luck.expovariate(1)))
