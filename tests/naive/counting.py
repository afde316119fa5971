"""Counting by the naive model: the positions of the perft files, and how many sequences of acts go on from each."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import product

from domain.engine import Event
from tests.naive.acts import Act, bag, make
from tests.naive.beside import act_of
from tests.naive.given import give
from tests.naive.luck import SharedLuck
from tests.naive.model import Model
from tests.naive.pair import Setting, model_of
from tests.perft.positions import Position, read_move, set_up
from tests.rules.table import LoadedChance, roll_of

Dice = tuple[int, int]


class LoadedLuck(SharedLuck):
    """Luck for the model alone, by a script; what is not scripted is 0."""

    def __init__(self, chance: LoadedChance) -> None:
        super().__init__()
        self.chance = chance

    def take(self, purpose: str, bound: int) -> int:
        """The next value of the script."""
        return self.chance.draw(b"", purpose, 0, 0, bound)


def model_at(position: Position) -> Model:
    """The model at a position."""
    _, _, events = next(set_up(position))
    setting = Setting(position.scenario, position.seats, position.board, position.options)
    model = model_of(setting, events)
    model.open(LoadedLuck(LoadedChance()))
    for line in position.moves:
        message, chance = read_move(line)
        if isinstance(message, Event):
            give(model, message)
        else:
            model.play(act_of(message), LoadedLuck(chance))
    return model


def may_do(model: Model) -> list[Act]:
    """What all seats may do: what they choose freely by all its bags, and of bids the two lowest and the highest."""
    found: list[Act] = []
    for seat in model.asked:
        found += model.legal(seat)
        found += [act for act in chosen(model, seat) if model.verdict(act) is None]
        if "bid" in model.asked[seat]:
            bids = [act for act in (make("Bid", seat, amount=n) for n in range(1, 1000)) if model.verdict(act) is None]
            found += {*bids[:2], *bids[-1:]}
    return found


def chosen(model: Model, seat: int) -> Iterator[Act]:
    """The bags that could answer what a seat is asked for."""
    kinds, hand = model.asked[seat], model.hands[seat]
    if kinds & {"discard", "forfeit"}:
        yield from (make("DiscardCards", seat, cards=cards) for cards in bags(hand, model.owed(seat)))
    if "gold" in kinds:
        yield from (make("ChooseGold", seat, cards=cards) for cards in bags(model.bank, model.owed(seat)))
    if "pay" in kinds:
        for knights in range(model.played[seat]["knight"] + 1):
            for total in range(model.highest + 1):
                yield from (make("PayBid", seat, cards=cards, knights=knights) for cards in bags(hand, total))


def bags(held: Counter[str], total: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """All bags of so many out of what is held."""
    names = sorted(held)
    for counts in product(*(range(min(held[name], total) + 1) for name in names)):
        if sum(counts) == total:
            yield bag(dict(zip(names, counts, strict=True)))


def perft(model: Model, depth: int, dice: Dice) -> int:
    """Count the sequences of so many acts, under loaded dice."""
    acts = may_do(model)
    if depth == 1:
        return len(acts)
    return sum(perft(after(model, act, dice), depth - 1, dice) for act in acts)


def after(model: Model, act: Act, dice: Dice) -> Model:
    """The model after an act, under loaded dice; whatever else is drawn is 0."""
    changed = deepcopy(model)
    changed.play(act, LoadedLuck(LoadedChance(roll_of(*dice))))
    return changed
