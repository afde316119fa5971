"""A client that keeps a game by its events alone: it folds what it is sent, and knows the contract, but no rule.

    client = Client(game_id, viewer)
    for recorded in events:
        client.apply(recorded)
    client.view            # the same GameView that the service gives this viewer at that version

Geometry is no rule: board.proto says how places are numbered and where they lie. What is worked out by rules from what
lies on the table stays out of the client's views (see ``DERIVED``).
"""

from typing import Any

from settlers.v1 import game_pb2, sea_pb2, views_pb2
from tests.clients.counting import DEVELOPMENT_CARDS, RESOURCES, add, bag, lattice, one_card, put
from tests.clients.march import MarchFolds
from tests.clients.race import RaceFolds

PLAYED_WITH = {"classic": ("routes", "army"), "cheops": ("army", "ships", "coins", "harbors", "pyramid", "favor")}
PLAYED_WITH["alexander"] = ("routes", "army", "coins", "march", "bidding", "chips", "supply", "advisors")
PLAYED_WITH["great-race"] = ("ships", "unknown")
"""For each scenario the parts of a view that it has besides those which every game has."""
BY_OPTION = {"largest_army": "army"}
"""The part of a view that an option brings."""
DERIVED = (("harbors", "uses"), ("pyramid", "ways"), ("march", "protected"))
"""What no event says, for the rules say it: which harbors serve a seat, how it reaches the pyramid, and where the way
that Alexander has still to go lets nobody build."""


class Unknown(Exception):
    """An event that this client does not know: it must stop, not skip."""


class Client(MarchFolds, RaceFolds):
    """One viewer's copy of a game."""

    def __init__(self, game_id: str, viewer: game_pb2.Viewer) -> None:
        self.view = game_pb2.GameView(game_id=game_id)
        self.viewer = viewer
        self.shown: list[Any] = []

    def apply(self, recorded: game_pb2.RecordedEvent) -> None:
        """Fold the next event."""
        assert recorded.version == self.view.version + 1, "an event is missing"
        self.view.version = recorded.version
        kind = recorded.event.WhichOneof("event")
        fold = getattr(self, f"on_{kind}", None)
        if fold is None:
            raise Unknown(kind)
        fold(getattr(recorded.event, kind))

    def sees(self, seat: int) -> bool:
        """Whether the viewer may see a seat's cards."""
        return self.viewer.role == game_pb2.VIEWER_ROLE_AUDITOR or self.viewer.seat == seat

    # The table ------------------------------------------------------------------------------------------------------

    def on_game_created(self, event: Any) -> None:
        view = self.view
        view.table.MergeFrom(
            views_pb2.TableView(
                scenario=event.scenario,
                options=event.options,
                seats=event.seats,
                players=event.players,
                commitment=event.commitment,
                seed_chosen=event.seed_chosen,
                nonces=[b""] * event.seats,
            )
        )
        view.board.MergeFrom(
            views_pb2.BoardView(
                name=event.board.name,
                source=event.board.source,
                sea_frame=event.board.sea_frame,
                marks=event.board.marks,
                route=event.board.route if event.board.HasField("route") else None,
            )
        )
        for part in (view.turn, view.buildings, view.roads, view.robber, view.trading, view.hands.bank):
            part.SetInParent()
        for seat in range(1, event.seats + 1):
            view.scores.scores.add(seat=seat)
            hand = view.hands.hands.add(seat=seat)
            cards = view.development.hands.add(seat=seat)
            cards.played.SetInParent()
            if self.sees(seat):
                hand.cards.SetInParent()
                cards.cards.SetInParent()
        for name in (*PLAYED_WITH[event.scenario], *(BY_OPTION[key] for key in event.options if key in BY_OPTION)):
            getattr(view, name).SetInParent()
        for name, row in (("routes", "lengths"), ("coins", "coins"), ("pyramid", "left")):
            if view.HasField(name):
                getattr(getattr(view, name), row).extend([0] * event.seats)
        if view.HasField("march"):
            self.lay_out_chips()
        self.plan = event.board

    def on_nonce_given(self, event: Any) -> None:
        self.view.table.nonces[event.seat - 1] = event.nonce

    def on_board_laid(self, event: Any) -> None:
        board = self.view.board
        board.sea_frame = event.sea_frame
        for n, tile in enumerate(event.tiles):
            board.hexes.add(hex=n, x=tile.x, y=tile.y, terrain=tile.terrain, number=tile.number, region=tile.region)
        board.harbors.extend(event.harbors)
        intersections, paths = lattice(event.tiles)
        for n, (x, y) in enumerate(intersections):
            board.intersections.add(intersection=n, x=x, y=y)
        for n, (a, b) in enumerate(paths):
            board.paths.add(path=n, a=a, b=b)
        if event.HasField("robber"):
            self.view.robber.hex = event.robber
        if self.view.HasField("march"):
            self.look_ahead()
        if self.view.HasField("unknown"):
            self.lay_face_down()

    def on_supplies_laid_out(self, event: Any) -> None:
        self.view.hands.bank.CopyFrom(event.bank)
        self.view.development.deck = sum(bag(event.development_deck, DEVELOPMENT_CARDS))

    def on_prompts_changed(self, event: Any) -> None:
        self.view.turn.phase = event.phase
        del self.view.turn.prompts[:]
        self.view.turn.prompts.extend(event.prompts)
        self.note_whose_word_it_is()

    def on_points_changed(self, event: Any) -> None:
        score = self.view.scores.scores[event.seat - 1]
        score.total = event.total
        for cause in score.causes:
            if cause.cause == event.cause:
                cause.points = event.points
                return
        score.causes.add(cause=event.cause, points=event.points)

    def on_game_ended(self, event: Any) -> None:
        turn = self.view.turn
        del turn.prompts[:]
        turn.over = True
        turn.winners.extend(event.winners)
        self.no_offer()

    def on_hand_shown(self, event: Any) -> None:
        self.shown.append(event)
        if len(self.shown) == self.view.table.seats:
            for shown in self.shown:
                self.view.hands.hands[shown.seat - 1].cards.CopyFrom(shown.cards)
                self.view.development.hands[shown.seat - 1].cards.CopyFrom(shown.development_cards)

    def on_seed_revealed(self, event: Any) -> None:
        """No view has the seed."""

    # Turns ----------------------------------------------------------------------------------------------------------

    def on_turn_started(self, event: Any) -> None:
        self.view.turn.seat, self.view.turn.turn = event.seat, event.turn
        del self.view.turn.dice[:]

    def on_turn_ended(self, event: Any) -> None:
        """What follows has events of its own."""

    def on_dice_rolled(self, event: Any) -> None:
        self.view.turn.dice[:] = event.dice

    # Resource cards and coins ---------------------------------------------------------------------------------------

    def change(self, seat: int, cards: Any, sign: int) -> None:
        """Give cards and coins to a seat, or take them."""
        self.give_coins(seat, sign * getattr(cards, "coin", 0))
        hand = self.view.hands.hands[seat - 1]
        hand.count += sign * sum(bag(cards, RESOURCES))
        if hand.HasField("cards"):
            add(hand.cards, cards, sign)

    def from_bank(self, seat: int, cards: Any) -> None:
        self.change(seat, cards, 1)
        add(self.view.hands.bank, cards, -1)

    def to_bank(self, seat: int, cards: Any) -> None:
        self.change(seat, cards, -1)
        add(self.view.hands.bank, cards, 1)

    def pass_on(self, giver: int, taker: int, cards: Any) -> None:
        self.change(giver, cards, -1)
        self.change(taker, cards, 1)

    def on_resources_produced(self, event: Any) -> None:
        for gain in event.gains:
            self.from_bank(gain.seat, gain.cards)

    def on_resources_received(self, event: Any) -> None:
        self.from_bank(event.seat, event.cards)

    def on_resources_paid(self, event: Any) -> None:
        self.to_bank(event.seat, event.cards)

    on_resources_discarded = on_resources_paid

    def on_resources_handed_over(self, event: Any) -> None:
        self.pass_on(event.giver, event.taker, event.cards)

    def on_bank_trade_made(self, event: Any) -> None:
        self.to_bank(event.seat, event.given)
        self.from_bank(event.seat, event.taken)

    def give_coins(self, seat: int, coins: int) -> None:
        """Give coins to a seat, or (below 0) take them."""
        if coins:
            self.view.coins.coins[seat - 1] += coins

    def on_coins_received(self, event: Any) -> None:
        self.give_coins(event.seat, event.coins)

    def on_coins_produced(self, event: Any) -> None:
        for gain in event.gains:
            self.give_coins(gain.seat, gain.coins)

    def on_fee_paid(self, event: Any) -> None:
        self.give_coins(event.seat, -event.coins)
        self.give_coins(event.owner, event.coins)

    # Pieces ---------------------------------------------------------------------------------------------------------

    def on_robber_moved(self, event: Any) -> None:
        self.view.robber.hex = event.hex

    def on_road_built(self, event: Any) -> None:
        put(self.view.roads.roads, views_pb2.RoadView(seat=event.seat, path=event.path))

    def on_ship_built(self, event: Any) -> None:
        put(self.view.ships.ships, sea_pb2.ShipView(seat=event.seat, path=event.path))

    def on_ship_moved(self, event: Any) -> None:
        self.view.ships.ships.remove(sea_pb2.ShipView(seat=event.seat, path=event.origin))
        self.on_ship_built(event)

    def on_settlement_built(self, event: Any) -> None:
        built = views_pb2.BuildingView(seat=event.seat, intersection=event.intersection)
        put(self.view.buildings.settlements, built)

    def on_city_built(self, event: Any) -> None:
        built = views_pb2.BuildingView(seat=event.seat, intersection=event.intersection)
        self.view.buildings.settlements.remove(built)
        put(self.view.buildings.cities, built)

    def on_route_changed(self, event: Any) -> None:
        self.view.routes.lengths[event.seat - 1] = event.length

    def on_longest_route_awarded(self, event: Any) -> None:
        self.view.routes.owner = event.seat

    def on_largest_army_awarded(self, event: Any) -> None:
        self.view.army.owner = event.seat

    # The pyramid ----------------------------------------------------------------------------------------------------

    def on_pyramid_laid_out(self, event: Any) -> None:
        pyramid = self.view.pyramid
        pyramid.levels[:] = event.levels
        pyramid.left[:] = [event.blocks] * self.view.table.seats
        pyramid.pharaoh_left = event.pharaoh_blocks

    def on_pyramid_begun(self, event: Any) -> None:
        self.view.pyramid.begun = True

    def on_pyramid_block_placed(self, event: Any) -> None:
        pyramid = self.view.pyramid
        pyramid.blocks.append(event.seat)
        if event.seat:
            pyramid.left[event.seat - 1] -= 1
        else:
            pyramid.pharaoh_left -= 1

    def on_blessing_given(self, event: Any) -> None:
        self.view.favor.blessed = event.seat

    def on_curse_laid(self, event: Any) -> None:
        self.view.favor.cursed[:] = sorted([*self.view.favor.cursed, event.seat])

    def on_curse_lifted(self, event: Any) -> None:
        self.view.favor.cursed.remove(event.seat)

    # Development cards ----------------------------------------------------------------------------------------------

    def on_development_card_bought(self, event: Any) -> None:
        hand = self.view.development.hands[event.seat - 1]
        hand.count += 1
        self.view.development.deck -= 1
        if event.HasField("card"):
            add(hand.cards, one_card(event.card), 1)

    def on_development_card_played(self, event: Any) -> None:
        hand = self.view.development.hands[event.seat - 1]
        hand.count -= 1
        add(hand.played, one_card(event.card), 1)
        if hand.HasField("cards"):
            add(hand.cards, one_card(event.card), -1)

    def on_monopoly_declared(self, event: Any) -> None:
        """What is handed over has events of its own."""

    # Trade ----------------------------------------------------------------------------------------------------------

    def no_offer(self) -> None:
        self.view.trading.ClearField("offer")

    def no_answer(self, seat: int) -> None:
        """What a seat answered is gone."""
        offer = self.view.trading.offer
        if seat in offer.accepted:
            offer.accepted.remove(seat)
        for counter in [counter for counter in offer.counters if counter.seat == seat]:
            offer.counters.remove(counter)

    def on_trade_offered(self, event: Any) -> None:
        offer = views_pb2.Offer(number=event.offer, seat=event.seat, give=event.give, take=event.take, to=event.to)
        self.view.trading.offer.CopyFrom(offer)

    def on_trade_accepted(self, event: Any) -> None:
        self.no_answer(event.seat)
        self.view.trading.offer.accepted.append(event.seat)

    def on_trade_declined(self, event: Any) -> None:
        self.no_answer(event.seat)

    def on_trade_answer_fell(self, event: Any) -> None:
        self.no_answer(event.seat)

    def on_trade_countered(self, event: Any) -> None:
        self.no_answer(event.seat)
        self.view.trading.offer.counters.add(number=event.counter, seat=event.seat, give=event.give, take=event.take)

    def on_trade_made(self, event: Any) -> None:
        self.pass_on(event.seat, event.partner, event.given)
        self.pass_on(event.partner, event.seat, event.taken)
        self.no_offer()

    def on_trade_withdrawn(self, event: Any) -> None:
        self.no_offer()

    def on_trade_fell(self, event: Any) -> None:
        self.no_offer()


def without_derived(view: game_pb2.GameView) -> game_pb2.GameView:
    """A view without what no event says."""
    bare = game_pb2.GameView()
    bare.CopyFrom(view)
    for part, field in DERIVED:
        if bare.HasField(part):
            getattr(bare, part).ClearField(field)
    return bare
