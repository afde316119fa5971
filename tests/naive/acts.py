"""What a seat does, as a plain value: the name of a command of the contract, and its fields in order."""

import functools
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

Bag = tuple[tuple[str, int], ...]

# The fields of every command, in the order of the contract, and what stands for one that is left out.
FIELDS: dict[str, tuple[tuple[str, object], ...]] = {
    "GiveNonce": (("nonce", b""),),
    "RollDice": (),
    "Pass": (),
    "BuildRoad": (("path", None),),
    "BuildSettlement": (("intersection", None),),
    "BuildCity": (("intersection", None),),
    "DiscardCards": (("cards", ()),),
    "MoveRobber": (("hex", None), ("victim", None), ("second", None)),
    "TradeWithBank": (("give", ""), ("rate", 0), ("take", "")),
    "OfferTrade": (("give", ()), ("take", ()), ("to", ())),
    "AcceptTrade": (("offer", 0),),
    "DeclineTrade": (("offer", 0),),
    "CounterTrade": (("offer", 0), ("give", ()), ("take", ())),
    "CloseTrade": (("offer", 0), ("partner", None)),
    "WithdrawTrade": (("offer", 0),),
    "BuyDevelopmentCard": (),
    "PlayKnight": (),
    "PlayRoadBuilding": (),
    "PlayYearOfPlenty": (("cards", ()),),
    "PlayMonopoly": (("resource", ""),),
    "BuildShip": (("path", None),),
    "MoveShip": (("origin", None), ("path", None)),
    "ChooseGold": (("cards", ()),),
    "TradeAtHarbor": (("harbor", None), ("give", ""), ("take", "")),
    "PlacePyramidBlock": (("owner", 0),),
    "Bid": (("amount", 0),),
    "PayBid": (("cards", ()), ("knights", 0)),
    "PlayVictoryPoint": (),
}


@dataclass(frozen=True)
class Act:
    """One command of one seat."""

    name: str
    seat: int
    args: tuple[tuple[str, object], ...] = ()

    def values(self) -> dict[str, object]:
        """The fields of the command by name; what was left out is there too, and what the command has not is not."""
        given = dict(self.args)
        return {field: given.get(field, absent) for field, absent in FIELDS[self.name]}


def make(name: str, seat: int, **values: object) -> Act:
    """An act with all its fields in order."""
    return Act(name, seat, tuple((field, values.get(field, absent)) for field, absent in FIELDS[name]))


def bag(cards: Counter[str] | dict[str, int] | Iterable[str]) -> Bag:
    """A bag of cards as it stands in an act."""
    return tuple(sorted((name, count) for name, count in Counter(cards).items() if count > 0))


@functools.cache
def snake(name: str) -> str:
    """The name of a command as it stands in the names of methods."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
