"""The naive model of the classic game: setup, turns, production, sevens, special building and the end."""

from collections import Counter

from tests.naive.acts import Bag
from tests.naive.development import Development
from tests.naive.layout import Layout
from tests.naive.table import RESOURCES, YIELDS, Asked, Luck, Step


class Model(Development):
    """The classic game (B), for two seats and more."""

    answers = Development.answers | {
        "RollDice": {"roll"},
        "Pass": {"road_building", "act", "build"},
        "DiscardCards": {"discard"},
    }
    points_to_win: int | None = 10
    hand_limit = 7
    # Whether something is drawn by chance before anybody acts, so that `open` must be called.
    opens_by_luck = False

    def __init__(self, layout: Layout, seats: int, options: frozenset[str] = frozenset()) -> None:
        super().__init__(layout, seats, options)
        self.prepare()
        if not self.opens_by_luck:
            self.begin()
            self.run()

    def prepare(self) -> None:
        """What a scenario adds to the table before the game begins."""

    def open(self, luck: Luck) -> None:
        """Begin the game where chance has a part in that; else it has begun."""
        if self.opens_by_luck:
            self.luck = luck
            self.begin()
            self.run()
            self.luck = None

    def begin(self) -> None:
        """B2: the setup, then the turn of seat 1."""
        self.plan(*(Step("setup", pair) for pair in self.setup_order()), Step("begin_turn", (1,)))

    # Setup.

    def setup_order(self) -> list[tuple[int, int]]:
        """B2.1: who places, in which round: 1..n, then n..1."""
        return [(seat, 1) for seat in self.seats] + [(seat, 2) for seat in reversed(self.seats)]

    def setup(self, seat: int, round_: int) -> None:
        """B2.1: a settlement and a road."""
        self.setup_round = round_
        self.plan(Asked("setup_settlement", {seat: 1}), Asked("setup_road", {seat: 1}))

    def setup_yields(self) -> bool:
        """B2.2: whether the settlement just placed yields cards."""
        return self.setup_round == 2

    def setup_settlement_placed(self, seat: int, place: int) -> None:
        """B2.2: a card for each adjoining producing hex, as far as the bank has it."""
        if not self.setup_yields():
            return
        for hex_ in self.layout.hexes_at[place]:
            name = YIELDS.get(self.terrain[hex_])
            if name and self.bank[name]:
                self.get(seat, {name: 1})
        self.setup_gold(seat, [hex_ for hex_ in self.layout.hexes_at[place] if self.terrain[hex_] == "gold_river"])

    def setup_gold(self, seat: int, hexes: list[int]) -> None:
        """What gold rivers beside the settlement just placed yield."""

    # The turn.

    def begin_turn(self, seat: int) -> None:
        """B3.1; B10.1: who comes to its turn with points enough wins before anything else."""
        self.turn = seat
        self.turns += 1
        self.dice = None
        self.card_played = False
        self.new_cards = {other: Counter() for other in self.seats}
        self.offers_made = 0
        self.counters_made = Counter()
        self.agenda = []
        self.phase = "roll"
        self.judge()
        if not self.over:
            self.plan(*self.phases())

    def phases(self) -> list[Asked | Step]:
        """B3.1: what a turn is made of."""
        return [Asked("roll", {self.turn: 1}), Step("last_phase")]

    def may_roll_dice(self, seat: int) -> str | None:
        """B3.1: once, by the seat in turn; nobody else is asked."""
        return None

    def do_roll_dice(self, seat: int) -> None:
        """B4, B5."""
        self.dice = self.luck.dice()
        self.answered(seat)
        self.agenda.pop()
        if sum(self.dice) == 7:
            self.phase = "seven"
            self.plan(Asked("discard", self.discards_due()), Step("seven_robber"), Step("after_seven"))
        else:
            self.income(sum(self.dice))

    def last_phase(self) -> None:
        """B3.1: trade and build."""
        self.phase = "act"
        self.ask("act", {self.turn: 1})

    def may_pass(self, seat: int) -> str | None:
        """Ends the turn or the special building; gives up the second free piece, not the first (B8.2)."""
        if self.top == "road_building" and not self.agenda[-1].done:
            return "B8.2"
        return None

    def do_pass(self, seat: int) -> None:
        """Nothing more comes of what was asked."""
        ended = self.top == "act"
        self.answered(seat, self.owed(seat))
        if ended:
            self.end_turn()

    def end_turn(self) -> None:
        """B3.1, B6.5, B7.5."""
        self.offers = []
        self.phase = "special_building"
        others = self.others(self.turn)
        after = [Step("special_building", (other,)) for other in others] if self.special_building_used() else []
        self.agenda = []
        self.plan(*after, Step("begin_turn", (others[0],)))

    def special_building_used(self) -> bool:
        """B7.5: where 5 or 6 play."""
        return len(self.seats) >= 5

    def special_building(self, seat: int) -> None:
        """B7.5: only a seat with no resource card is passed over."""
        if self.cards(seat):
            self.ask("build", {seat: 1})

    # Production.

    def income(self, total: int) -> None:
        """B4.1, B4.2: what the hexes of the rolled number yield."""
        due = {name: Counter() for name in RESOURCES}
        gold: Counter[int] = Counter()
        for hex_, token in self.number.items():
            if token != total or hex_ == self.robber:
                continue
            for place in self.layout.corners[hex_].values():
                seat = self.owner_at(place)
                if not seat:
                    continue
                amount = 2 if place in self.cities[seat] else 1
                if self.terrain[hex_] == "gold_river":
                    gold[seat] += amount
                elif self.terrain[hex_] in YIELDS:
                    due[YIELDS[self.terrain[hex_]]][seat] += amount
        for name, claims in due.items():
            self.hand_out(name, claims)
        self.gold_income({seat: gold[seat] for seat in self.clockwise(self.turn) if gold[seat]})

    def hand_out(self, name: str, claims: Counter[int]) -> None:
        """B4.3: where the bank cannot pay all, several seats get nothing, and a single one what there is."""
        if claims.total() > self.bank[name]:
            claims = Counter(dict.fromkeys(claims, self.bank[name])) if len(claims) == 1 else Counter()
        for seat, amount in claims.items():
            self.get(seat, {name: amount})

    def gold_income(self, due: dict[int, int]) -> None:
        """What gold rivers yield, by seat, clockwise from the seat in turn."""

    # Seven.

    def discards_due(self) -> dict[int, int]:
        """B5.1: who has more than 7 cards discards half, rounded down."""
        return {seat: self.cards(seat) // 2 for seat in self.seats if self.cards(seat) > self.hand_limit}

    def may_discard_cards(self, seat: int, cards: Bag) -> str | None:
        """B5.1: as many as are owed, all at once, of what the seat holds."""
        discarded = Counter(dict(cards))
        if any(name not in RESOURCES for name in discarded) or discarded.total() != self.owed(seat):
            return "B5.1"
        return None if self.holds(seat, discarded) else "B5.1"

    def do_discard_cards(self, seat: int, cards: Bag) -> None:
        """The cards go to the bank."""
        self.pay(seat, dict(cards))
        self.answered(seat, self.owed(seat))

    def seven_robber(self) -> None:
        """B5.2: then the seat in turn moves the robber."""
        self.bring_robber(self.turn)

    def after_seven(self) -> None:
        """What comes when a 7 is done with."""

    # The end.

    def points(self, seat: int) -> int:
        """B10.1: the points that everybody sees."""
        return sum(self.score(seat).values())

    def score(self, seat: int) -> dict[str, int]:
        """B9, B10.1: public points by their causes."""
        return {
            "buildings": len(self.settlements[seat]) + 2 * len(self.cities[seat]),
            "longest_route": 2 if self.route_owner == seat else 0,
            "largest_army": 2 if self.army == seat else 0,
        }

    def hidden_points(self, seat: int) -> int:
        """B8.1: victory point cards count at once, hidden."""
        return self.held[seat]["victory_point"]

    def settle(self) -> None:
        """What follows from every change: whether somebody has won."""
        super().settle()
        self.judge()

    def judge(self) -> None:
        """B10.1: the seat in turn with points enough wins at once; B10.2: but not while others build specially."""
        if self.over or not self.turn or self.phase == "special_building" or self.points_to_win is None:
            return
        if self.points(self.turn) + self.hidden_points(self.turn) >= self.points_to_win:
            self.end((self.turn,))

    def end(self, winners: tuple[int, ...]) -> None:
        """B10.3: the game is over, and nothing is asked any more."""
        self.winners = winners
        self.phase = "over"
        self.agenda = []
