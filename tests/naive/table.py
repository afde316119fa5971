"""The table: what lies on it, whose word it is, and how an act is judged and carried out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import ClassVar, Protocol

from tests.naive.acts import FIELDS, Act, bag, snake
from tests.naive.layout import Layout

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
YIELDS = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
DEVELOPMENT_CARDS = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")


class Luck(Protocol):
    """All chance comes from outside."""

    def dice(self) -> tuple[int, int]:
        """What the two dice show."""

    def pick(self, kind: str, left: dict[str, int]) -> str:
        """One of what is left."""


@dataclass
class Asked:
    """Something is asked of seats: how much each of them still owes."""

    kind: str
    owed: dict[int, int]
    done: int = 0


@dataclass
class Step:
    """Something that the game does by itself when its time comes: a method of the model."""

    name: str
    args: tuple = ()


@dataclass
class Answer:
    """What a seat would give and take: a counter-offer."""

    number: int
    seat: int
    give: Counter[str]
    take: Counter[str]


@dataclass
class Offer(Answer):
    """An offer, and the answers to it."""

    to: list[int]
    accepted: set[int] = field(default_factory=set)
    declined: set[int] = field(default_factory=set)
    counters: dict[int, Answer] = field(default_factory=dict)


class Table:
    """The state of a game. The agenda is what is to come: steps and questions, the next one last."""

    # By command, to what it is an answer: the kinds of what may be asked of the seat.
    answers: ClassVar[dict[str, set[str]]] = {}
    # Commands whose bags or numbers are chosen freely, so that they are not listed.
    free: frozenset[str] = frozenset({"DiscardCards", "OfferTrade", "CounterTrade", "ChooseGold", "PayBid", "Bid"})
    # What can be traded: with coins where a scenario has them.
    goods: tuple[str, ...] = RESOURCES
    limits: ClassVar[dict[str, int]] = {"road": 15, "settlement": 5, "city": 4, "ship": 0}

    def __init__(self, layout: Layout, seats: int, options: frozenset[str] = frozenset()) -> None:
        self.layout = layout
        self.options = options
        self.seats = list(range(1, seats + 1))
        self.terrain = dict(layout.terrain)
        self.number = dict(layout.number)
        self.harbors = list(layout.harbors)
        self.of_each = 24 if seats >= 5 else 19  # B1.2
        self.bank: Counter[str] = Counter(dict.fromkeys(RESOURCES, self.of_each))
        self.hands: dict[int, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.deck: Counter[str] = Counter(dict(zip(DEVELOPMENT_CARDS, self.deck_of(seats), strict=True)))
        self.held: dict[int, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.played: dict[int, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.new_cards: dict[int, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.settlements: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.cities: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.roads: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.ships: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.robber: int | None = self.robber_start()
        self.turn = 0
        self.turns = 0
        self.dice: tuple[int, int] | None = None
        self.card_played = False
        self.phase = "setup"
        self.agenda: list[Asked | Step] = []
        self.army = 0
        self.route_owner = 0
        self.winners: tuple[int, ...] = ()
        self.offers: list[Offer] = []
        self.offer_number = 0
        self.offers_made = 0
        self.counters_made: Counter[int] = Counter()
        self.luck: Luck | None = None

    def deck_of(self, seats: int) -> tuple[int, ...]:
        """B1.3: how many there are of each development card."""
        return (20, 5, 3, 3, 3) if seats >= 5 else (14, 5, 2, 2, 2)

    def robber_start(self) -> int | None:
        """B2.5: the robber starts on the desert; C1.3: the first one, or the one that was named."""
        if self.layout.robber is not None:
            return self.layout.robber
        deserts = [hex_ for hex_, terrain in self.terrain.items() if terrain == "desert"]
        return min(deserts, default=None)

    # Who is asked.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def top(self) -> str:
        """The kind of what is asked now."""
        return self.question.kind if self.question else ""

    @property
    def question(self) -> Asked | None:
        """What is asked now."""
        return self.agenda[-1] if self.agenda and isinstance(self.agenda[-1], Asked) else None

    @property
    def asked(self) -> dict[int, set[str]]:
        """Of whom something is asked now, and what. In the last phase those who may answer an offer are asked too."""
        asked: dict[int, set[str]] = {}
        if self.question:
            for seat in self.question.owed:
                asked.setdefault(seat, set()).add(self.top)
        if self.top == "act":
            for offer in self.offers:
                for seat in set(offer.to) - offer.accepted - offer.declined:
                    asked.setdefault(seat, set()).add("trade")
        return asked

    def owed(self, seat: int) -> int:
        """How much a seat owes to what is asked now."""
        return self.question.owed.get(seat, 0) if self.question else 0

    def ask(self, kind: str, owed: dict[int, int]) -> None:
        """Ask something before anything else goes on."""
        self.agenda.append(Asked(kind, owed))

    def plan(self, *steps: Asked | Step) -> None:
        """Let all this come next, the first of it first."""
        self.agenda.extend(reversed(steps))

    def answered(self, seat: int, amount: int = 1) -> None:
        """A seat gave what it owes, or some of it."""
        asked = self.agenda[-1]
        asked.owed[seat] -= amount
        asked.done += amount
        if asked.owed[seat] <= 0:
            del asked.owed[seat]

    def run(self) -> None:
        """Do what comes by itself, until somebody is asked or the game is over."""
        while self.agenda and not self.over:
            entry = self.agenda[-1]
            if isinstance(entry, Asked):
                if not self.moot(entry):
                    return
                self.agenda.pop()
            else:
                self.agenda.pop()
                getattr(self, entry.name)(*entry.args)
                self.settle()

    def moot(self, asked: Asked) -> bool:
        """Whether nothing more can come of a question."""
        return not asked.owed

    # Judging and carrying out acts.

    def verdict(self, act: Act) -> str | None:
        """None when the act is accepted, else the number of a rule that it breaks."""
        if self.over:
            return "B10.3"
        if act.seat not in self.seats:
            return "B2.5"
        if not self.asked.get(act.seat, set()) & self.answers.get(act.name, set()):
            return "B3.3"
        return self.judged(act)

    def judged(self, act: Act) -> str | None:
        """What an act breaks that answers what is asked."""
        return getattr(self, "may_" + snake(act.name))(act.seat, **act.values())

    def play(self, act: Act, luck: Luck) -> None:
        """Carry out an act that is accepted, and all that follows by itself."""
        broken = self.verdict(act)
        if broken:
            raise ValueError(f"{act} breaks {broken}")
        self.luck = luck
        getattr(self, "do_" + snake(act.name))(act.seat, **act.values())
        self.settle()
        self.run()
        self.luck = None

    def legal(self, seat: int) -> set[Act]:
        """All acts that a seat may give now and that can be listed."""
        kinds = self.asked.get(seat, set())
        return {
            act
            for name, answers in self.answers.items()
            if kinds & answers and name not in self.free
            for act in self.imagine(name, seat)
            if self.judged(act) is None
        }

    def imagine(self, name: str, seat: int) -> Iterator[Act]:
        """Every act of a kind that could be thought of."""
        fields = [name_ for name_, _ in FIELDS[name]]
        for values in product(*(self.values(name, name_, seat) for name_ in fields)):
            yield Act(name, seat, tuple(zip(fields, values, strict=True)))

    def values(self, name: str, field: str, seat: int) -> Iterable[object]:
        """Every value that a field of a listed command could have."""
        numbers = [offer.number for offer in self.offers]
        numbers += [counter.number for offer in self.offers for counter in offer.counters.values()]
        pairs = [bag(cards) for cards in combinations_with_replacement(RESOURCES, 2)]
        return {
            "path": range(len(self.layout.ends)),
            "intersection": range(len(self.layout.points)),
            "hex": range(len(self.layout.centres)),
            "victim": (None, *self.seats),
            "second": (None,),
            "give": self.goods,
            "take": self.goods,
            "rate": (2, 3, 4),
            "resource": RESOURCES,
            "cards": pairs + [bag([name]) for name in RESOURCES],
            "offer": numbers,
            "partner": self.seats,
            "origin": sorted(self.ships[seat]),
            "harbor": [self.layout.path_between[frozenset(harbor[:2])] for harbor in self.harbors],
            "owner": (0, *self.seats),
        }[field]

    # Cards.

    def cards(self, seat: int) -> int:
        """How many resource cards a seat holds; coins are none."""
        return sum(self.hands[seat][name] for name in RESOURCES)

    def holds(self, seat: int, cards: Counter[str] | dict[str, int]) -> bool:
        """Whether a seat holds all these."""
        return all(self.hands[seat][name] >= count for name, count in cards.items())

    def gain(self, seat: int, cards: Counter[str] | dict[str, int]) -> None:
        """Cards come to a hand."""
        self.hands[seat].update(cards)

    def lose(self, seat: int, cards: Counter[str] | dict[str, int]) -> None:
        """Cards leave a hand; every loss goes through here, so that offers fall (B6.5)."""
        self.hands[seat].subtract(cards)
        if sum(cards.values()):
            self.lost(seat)

    def lost(self, seat: int) -> None:
        """What follows when a seat lost cards."""

    def pay(self, seat: int, cards: Counter[str] | dict[str, int]) -> None:
        """Cards go to the bank; coins to their supply, which has no limit (C1.2)."""
        self.lose(seat, cards)
        self.bank.update({name: count for name, count in cards.items() if name in RESOURCES})

    def get(self, seat: int, cards: Counter[str] | dict[str, int]) -> None:
        """Cards come from the bank."""
        self.gain(seat, cards)
        self.bank.subtract({name: count for name, count in cards.items() if name in RESOURCES})

    def draw_card(self, seat: int, victim: int, kind: str) -> str:
        """B5.3: a seat draws one random resource card from another's hand."""
        held = {name: self.hands[victim][name] for name in RESOURCES if self.hands[victim][name] > 0}
        name = self.luck.pick(kind, held)
        self.lose(victim, {name: 1})
        self.gain(seat, {name: 1})
        return name

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise from one (B2.5)."""
        return self.clockwise(seat)[1:]

    def clockwise(self, seat: int) -> list[int]:
        """All seats, clockwise from one (B2.5)."""
        return [other for other in self.seats if other >= seat] + [other for other in self.seats if other < seat]

    def settle(self) -> None:
        """What follows from every change."""
