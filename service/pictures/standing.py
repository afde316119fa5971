"""What a seat has, as small drawings with numbers: cards, awards, coins, chips, blocks, and the hand that is seen."""

from collections.abc import Iterator

from service.pictures.flow import Item
from service.pictures.svg import use
from service.pictures.words import Words
from settlers.v1 import game_pb2


def seat_items(view: game_pb2.GameView, words: Words, seat: int) -> list[Item]:
    """List what everyone sees of a seat."""
    return [
        *_cards(view, words, seat),
        *_awards(view, words, seat),
        *_cheops(view, words, seat),
        *_alexander(view, words, seat),
    ]


def hand_items(view: game_pb2.GameView, words: Words, seat: int) -> list[Item]:
    """List the cards in a seat's hand, for who sees them."""
    items = []
    for hand in view.hands.hands:
        if hand.seat == seat and hand.HasField("cards"):
            for field, count in hand.cards.ListFields():
                items.append(Item(use(f"icon-{field.name}", 0, 0), f"× {count}", words.bag(field.name, count)))
    for held in view.development.hands:
        if held.seat == seat and held.HasField("cards"):
            for field, count in held.cards.ListFields():
                name = words.word("development-card", field.name)
                many = f" × {count}" if count > 1 else ""
                items.append(
                    Item(use("icon-development", 0, 0), f"{name}{many}", words.bag(field.name, count), size=11.5)
                )
    return items


def _cards(view: game_pb2.GameView, words: Words, seat: int) -> Iterator[Item]:
    for hand in view.hands.hands:
        if hand.seat == seat:
            yield Item(use("icon-cards", 0, 0), str(hand.count), words.cards("show-resource-cards", hand.count))
    for held in view.development.hands:
        if held.seat == seat:
            told = words.cards("show-development-cards", held.count)
            yield Item(use("icon-development", 0, 0), str(held.count), told)
            if held.played.knight or view.HasField("army"):
                army = view.army.owner == seat
                told = words.say("picture-knights", count=held.played.knight)
                told = words.award(told, "largest_army", owned=army)
                yield Item(use("icon-knight", 0, 0), str(held.played.knight), told, strong=army)
    if view.HasField("coins") and seat <= len(view.coins.coins):
        coins = view.coins.coins[seat - 1]
        yield Item(use("icon-coin", 0, 0), str(coins), words.say("coins", coins=coins))


def _awards(view: game_pb2.GameView, words: Words, seat: int) -> Iterator[Item]:
    if view.HasField("routes") and seat <= len(view.routes.lengths):
        longest = view.routes.owner == seat
        length = view.routes.lengths[seat - 1]
        told = words.award(words.say("picture-route", count=length), "longest_route", owned=longest)
        yield Item(use("icon-route", 0, 0), str(length), told, strong=longest, icon_width=19)


def _cheops(view: game_pb2.GameView, words: Words, seat: int) -> Iterator[Item]:
    if view.HasField("pyramid"):
        placed = [*view.pyramid.blocks].count(seat)
        yield Item(use("icon-block", 0, 0), str(placed), words.say("show-blocks", blocks=placed))
    if view.favor.blessed == seat:
        yield Item(use("icon-blessing", 0, 0), words.title("cause-blessing"), words.say("show-blessed"), strong=True)
    if seat in view.favor.cursed:
        yield Item(use("icon-curse", 0, 0), words.title("cause-curse"), words.say("show-cursed"), strong=True)


def _alexander(view: game_pb2.GameView, words: Words, seat: int) -> Iterator[Item]:
    for hand in view.chips.hands:
        if hand.seat == seat:
            for field, count in hand.ListFields():
                if field.name != "seat":
                    told = words.in_whole("picture-chips", words.bag(field.name, count))
                    yield Item(use(f"chip-{field.name}", 0, 0), str(count), told)
    advisors = view.advisors
    for rank, owner in enumerate((advisors.first, advisors.second, advisors.third), 1):
        if owner == seat:
            told = words.title("advisor", advisor=rank)
            yield Item(use("icon-advisor", 0, 0), told, told, strong=True)
