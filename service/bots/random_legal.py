"""The simplest player: one of the things it may do, each equally likely."""

from random import Random

from service.bots.messages import RESOURCES, Counts, count_cards, put_cards, start_command
from settlers.v1 import game_pb2, game_service_pb2, views_pb2

LARGEST_BAG = 4
"""Cards in a bag whose size is free, at most: fewer than there are resources, so that one is left to ask for."""

NONCE_SIZE = 32


class RandomLegal:
    """Plays any scenario, without knowing what it does."""

    def choose(
        self, view: game_pb2.GameView, seat: int, legal: game_service_pb2.ListLegalCommandsResponse, luck: Random
    ) -> game_pb2.Command:
        """Choose a command; raises ``ValueError`` when nothing is allowed that can be chosen."""
        filled = (fill_choice(choice, luck) for choice in legal.choices)
        commands = [*legal.commands, *(command for command in filled if command is not None)]
        if not commands:
            raise ValueError(f"seat {seat} is asked for something that its bot cannot do")
        return luck.choice(commands)


def fill_choice(choice: views_pb2.Choice, luck: Random) -> game_pb2.Command | None:
    """Fill in what is chosen freely, at random within its bounds.

    None where nothing fits them, or for a command that this contract does not know.
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
        put_cards(getattr(body, bounds.field), cards)
        # Bags that are exchanged for each other have no resource in common.
        used |= cards.keys()
    if "offer" in fields:
        body.offer = choice.offer
    if "nonce" in fields:
        body.nonce = luck.randbytes(NONCE_SIZE)
    return command


def draw_cards(bounds: views_pb2.CardsChoice, but: set[str], luck: Random) -> Counts | None:
    """Draw cards at random within bounds, none of the resources ``but``; None where there are not enough."""
    each = count_cards(bounds.each)
    pool = [name for name in RESOURCES if name not in but for _ in range(each[name])]
    most = min(bounds.most, len(pool), max(bounds.least, LARGEST_BAG))
    if most < bounds.least:
        return None
    drawn = luck.sample(pool, luck.randint(bounds.least, most))
    return {name: drawn.count(name) for name in RESOURCES if name in drawn}
