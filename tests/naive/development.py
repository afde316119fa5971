"""Development cards: buying and playing them, the robber that a knight moves, and the largest army."""

from collections import Counter

from tests.naive.acts import Bag
from tests.naive.table import RESOURCES
from tests.naive.trading import Trading


class Development(Trading):
    """B8, B9.2, and the robber of B5."""

    answers = Trading.answers | {
        "BuyDevelopmentCard": {"act", "build"},
        "PlayKnight": {"roll", "act"},
        "PlayRoadBuilding": {"roll", "act"},
        "PlayYearOfPlenty": {"roll", "act"},
        "PlayMonopoly": {"roll", "act"},
        "MoveRobber": {"robber"},
    }
    largest_army_used = True

    def may_buy_development_card(self, seat: int) -> str | None:
        """B7.1; B1.3: an empty deck sells nothing."""
        if not self.deck_left():
            return "B1.3"
        return self.affordable(seat, "development_card")

    def deck_left(self) -> int:
        """How many cards are left in the deck."""
        return self.deck.total()

    def do_buy_development_card(self, seat: int) -> None:
        """B8.1: it is not played in the turn in which it was bought."""
        self.charge(seat, "development_card")
        card = self.draw_development_card()
        self.held[seat][card] += 1
        self.new_cards[seat][card] += 1

    def draw_development_card(self) -> str:
        """B1.3: the top card of the deck."""
        card = self.luck.pick("development_card", {card: count for card, count in self.deck.items() if count > 0})
        self.deck[card] -= 1
        return card

    def may_play(self, seat: int, card: str) -> str | None:
        """B8.1: one card a turn, and none that was bought in it."""
        if self.card_played or self.held[seat][card] - self.new_cards[seat][card] < 1:
            return "B8.1"
        return None

    def lay_open(self, seat: int, card: str) -> None:
        """A card is played."""
        self.card_played = True
        self.held[seat][card] -= 1
        self.played[seat][card] += 1

    def may_play_knight(self, seat: int) -> str | None:
        """B8.2."""
        return self.may_play(seat, "knight")

    def do_play_knight(self, seat: int) -> None:
        """B5.4; B9.2 is looked at before the robber moves."""
        self.lay_open(seat, "knight")
        self.update_army()
        self.bring_robber(seat)

    def bring_robber(self, seat: int) -> None:
        """B5.2, B5.4: a seat is asked to move the robber."""
        self.ask("robber", {seat: 1})

    def may_play_road_building(self, seat: int) -> str | None:
        """B8.2: with no piece or place it cannot be played."""
        return self.may_play(seat, "road_building") or (None if self.free_piece_open(seat) else "B8.2")

    def do_play_road_building(self, seat: int) -> None:
        """B8.2: up to two pieces."""
        self.lay_open(seat, "road_building")
        self.ask("road_building", {seat: 2})

    def may_play_year_of_plenty(self, seat: int, cards: Bag) -> str | None:
        """B8.2: two cards that the bank holds, or the one that there is."""
        taken = Counter(dict(cards))
        there = sum(self.bank[name] for name in RESOURCES)
        if not there or taken.total() != min(2, there):
            return "B8.2"
        if any(name not in RESOURCES or self.bank[name] < count for name, count in taken.items()):
            return "B6.4"
        return self.may_play(seat, "year_of_plenty")

    def do_play_year_of_plenty(self, seat: int, cards: Bag) -> None:
        """The cards come from the bank."""
        self.lay_open(seat, "year_of_plenty")
        self.get(seat, dict(cards))

    def may_play_monopoly(self, seat: int, resource: str) -> str | None:
        """B8.2, C2.3: it names one of the five resources."""
        return self.may_play(seat, "monopoly") if resource in RESOURCES else "B8.2"

    def do_play_monopoly(self, seat: int, resource: str) -> None:
        """B8.2: every other seat hands over all it has of it, even if none."""
        self.lay_open(seat, "monopoly")
        for other in self.others(seat):
            cards = {resource: self.hands[other][resource]}
            self.lose(other, cards)
            self.gain(seat, cards)

    # The largest army.

    def update_army(self) -> None:
        """B9.2: to the first with 3 knights, then to whoever has strictly more."""
        if not self.largest_army_used:
            return
        for seat in self.seats:
            if self.knights(seat) >= 3 and (not self.army or self.knights(seat) > self.knights(self.army)):
                self.army = seat

    def knights(self, seat: int) -> int:
        """How many knights a seat has played."""
        return self.played[seat]["knight"]

    # The robber.

    def robber_allowed(self, hex_: int) -> bool:
        """B5.2, S5: he stands on land."""
        return self.is_land(hex_)

    def victims(self, seat: int, hex_: int) -> list[int]:
        """B5.2: the other seats with a building at a hex and a resource card in hand."""
        corners = set(self.layout.corners[hex_].values())
        return [other for other in self.others(seat) if self.buildings(other) & corners and self.cards(other)]

    def may_move_robber(self, seat: int, hex: int | None, victim: int | None, second: int | None) -> str | None:
        """B5.2: to another hex of land; a victim is named when there is one."""
        if hex not in range(len(self.layout.centres)):
            return "B2.6"
        if hex == self.robber or not self.robber_allowed(hex):
            return "B5.2"
        return self.may_steal(seat, self.victims(seat, hex), victim, second)

    def may_steal(self, seat: int, victims: list[int], victim: int | None, second: int | None) -> str | None:
        """B5.2: from one of the victims; from nobody only where there is none."""
        if second is not None or (victim not in victims if victims else victim is not None):
            return "B5.2"
        return None

    def do_move_robber(self, seat: int, hex: int, victim: int | None, second: int | None) -> None:
        """B5.2: the robber moves, and a card is stolen."""
        self.robber = hex
        self.answered(seat)
        self.steal(seat, victim, second)

    def steal(self, seat: int, victim: int | None, second: int | None) -> None:
        """B5.3: a random card."""
        if victim is not None:
            self.draw_card(seat, victim, "stolen_card")
