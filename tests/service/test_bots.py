"""The bots: ordinary clients that play whole games by what they see and what is listed for them."""

import ast
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import bots
from service.bots import BOTS, Bot, Client, Greedy, RandomLegal, Refused, ServerAway, play_match
from service.bots.march import MarchLore
from service.bots.messages import GOODS, RESOURCES, SPECTATOR, body_of, kind_of, viewer_of
from service.bots.position import Position
from service.bots.pyramid import PyramidLore
from service.bots.race import RaceLore
from service.bots.random_legal import draw_number, fill_choice
from service.bots.thought import Thought
from service.config import IN_MEMORY, Settings, store_environment
from service.server import Server
from service.store.games import Games
from settlers.v1 import (
    alexander_pb2,
    board_pb2,
    cards_pb2,
    cheops_pb2,
    classic_pb2,
    game_pb2,
    game_service_pb2,
    sea_pb2,
    views_pb2,
)

SEED = bytes(range(32))


def open_server(store: str = IN_MEMORY, address: str = "127.0.0.1:0") -> Server:
    """Start a server that takes seeds."""
    server = Server(Settings(address=address, allow_seeds=True), Games(store_environment(store)))
    server.start()
    return server


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    server = open_server(str(tmp_path_factory.mktemp("bots") / "games.db"))
    yield f"127.0.0.1:{server.port}"
    server.stop(grace=0)


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    """A client of the server."""
    with Client(address) as opened:
        yield opened


class BrokenOff(Exception):
    """A match is broken off by who is told of it."""


def play(client: Client, game_id: str, names: list[str], *, until: int | None = None, seed: str = "1") -> list[str]:
    """Play a game to its end, or to some version; gives its events as text."""
    told: list[str] = []

    def tell(recorded: game_pb2.RecordedEvent) -> None:
        told.append(str(recorded.event))
        if until is not None and recorded.version >= until:
            raise BrokenOff

    seated: dict[int, Bot] = {seat: BOTS[name]() for seat, name in enumerate(names, start=1)}
    try:
        play_match(client, game_id, seated, seed=seed, tell=tell)
    except BrokenOff:
        assert until is not None
    return told


def test_they_know_the_contract_and_nothing_else():
    allowed = sys.stdlib_module_names | {"google", "grpc", "grpc_status", "settlers"}
    for path in Path(bots.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert all(name.startswith("service.bots") or name.partition(".")[0] in allowed for name in names), path


def test_greedy_bots_finish_a_game_in_good_time(client):
    game_id = client.create("classic", 4, seed=SEED)
    play(client, game_id, ["greedy"] * 4)
    view = client.view(game_id, reveal=True)
    assert len(view.turn.winners) == 1
    assert 40 <= view.turn.turn <= 150
    assert view.development.hands
    assert any(event.event.HasField("trade_made") for event in client.events(game_id))


def test_a_greedy_bot_beats_random_ones(client):
    for seat in (1, 2, 3):
        game_id = client.create("classic", 3, board="spiral", seed=SEED)
        play(client, game_id, ["greedy" if seat == n else "random" for n in (1, 2, 3)])
        assert list(client.view(game_id).turn.winners) == [seat]


@pytest.mark.parametrize("seats", [3, 4])
def test_greedy_bots_build_the_pyramid(client, seats):
    game_id = client.create("cheops", seats, seed=SEED)
    play(client, game_id, ["greedy"] * seats)
    view = client.view(game_id, reveal=True)
    blocks = [seat for seat in view.pyramid.blocks if seat]
    assert view.turn.turn <= 160
    assert len(blocks) >= 5
    assert len({*blocks}) >= 2
    events = [recorded.event for recorded in client.events(game_id)]
    kinds = [event.WhichOneof("event") for event in events]
    ended = body_of(events[kinds.index("game_ended")])
    assert ended.cause in {"points", "pharaoh", "pyramid"}
    assert {"fee_paid", "ship_built", "coins_produced", "trade_made"} <= {*kinds}


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("classic", []), ("cheops", []), ("cheops", ["seafarers_ships"]), ("great-race", ["largest_army"])],
)
def test_random_bots_are_never_refused(client, scenario, options):
    board = "free" if scenario == "classic" else ""
    game_id = client.create(scenario, 4, board=board, options=options, seed=SEED)
    play(client, game_id, ["random"] * 4, until=600)
    assert client.view(game_id).version >= 600


def test_greedy_bots_move_ships_only_to_some_purpose(client):
    game_id = client.create("cheops", 3, options=["seafarers_ships"], seed=SEED)
    play(client, game_id, ["greedy"] * 3, until=700)
    moves = [recorded for recorded in client.events(game_id) if recorded.event.HasField("ship_moved")]
    assert len(moves) <= 5


def lore_of(*blocks: int, points: tuple[int, ...] = (3, 3, 3), blessed: int = 0, cursed: tuple[int, ...] = ()):
    """What seat 1 of three knows where these blocks lie, of six that the pyramid takes."""
    scores = [views_pb2.ScoreView(seat=seat, total=total) for seat, total in enumerate(points, start=1)]
    pyramid = cheops_pb2.PyramidView(begun=True, levels=[5, 1], blocks=blocks, left=[9] * 3, pharaoh_left=9)
    pyramid.ways.add(owner=2, fee=1)
    view = game_pb2.GameView(
        board=views_pb2.BoardView(marks=[board_pb2.Mark(name="site")]),
        scores=views_pb2.ScoresView(scores=scores),
        pyramid=pyramid,
        favor=cheops_pb2.FavorView(blessed=blessed, cursed=cursed),
    )
    return PyramidLore(Position(view, 1))


def test_they_know_what_a_block_brings():
    assert lore_of().gain(1) == 3
    behind = lore_of(2, 2, 3, blessed=2, cursed=(1,))
    assert [behind.gain(blocks) for blocks in (1, 2)] == [0, 2]
    assert behind.gain(3) > 5
    assert lore_of(1, 2, blessed=1, cursed=(3,)).gain(1) == 0


def test_they_plan_blocks_with_the_fee_but_none_by_which_another_wins():
    plans = list(lore_of(2, blessed=2, cursed=(1, 3)).plans())
    assert {plan.kind for plan in plans} == {"block"}
    assert plans[0].cost["coin"] == plans[0].cost["brick"] == plans[0].cost["ore"] == 1
    almost_built = (2, 2, 3, 3, 0)
    assert not list(lore_of(*almost_built, points=(3, 9, 3), blessed=2, cursed=(1,)).plans())
    assert list(lore_of(*almost_built, points=(10, 9, 3), blessed=2, cursed=(1,)).plans())


@pytest.mark.parametrize("seats", [3, 4])
def test_greedy_bots_follow_alexander(client, seats):
    game_id = client.create("alexander", seats, seed=SEED)
    play(client, game_id, ["greedy"] * seats)
    view = client.view(game_id, reveal=True)
    assert view.turn.turn <= 110
    assert sum(chips_of(hand) for hand in view.chips.hands) >= 15
    advisors = view.advisors
    assert [bool(seat) for seat in (advisors.first, advisors.second, advisors.third)] == [True, seats == 4, True]
    assert len(view.buildings.settlements) + len(view.buildings.cities) >= 12
    events = [recorded.event for recorded in client.events(game_id)]
    kinds = {event.WhichOneof("event") for event in events}
    assert "bid_defaulted" not in kinds
    assert {"settlement_built", "road_built", "city_built", "advisor_card_taken", "development_card_bought"} <= kinds
    assert any(event.bid_paid.cards.coin for event in events)


@pytest.mark.parametrize("seats", [3, 5])
def test_greedy_bots_reach_the_gold(client, seats):
    game_id = client.create("great-race", seats, seed=SEED)
    play(client, game_id, ["greedy"] * seats)
    view = client.view(game_id)
    assert len(view.turn.winners) == 1
    assert view.turn.turn <= 150
    events = [recorded.event for recorded in client.events(game_id)]
    kinds = {event.WhichOneof("event") for event in events}
    assert {"hex_revealed", "ship_built", "road_built", "landing_card_drawn"} <= kinds
    assert next(event.game_ended.cause for event in events if event.HasField("game_ended")) == "gold"
    red = next(mark.intersections for mark in view.board.marks if mark.name == "red")
    assert {city.seat for city in view.buildings.cities if city.intersection in red} == {*view.turn.winners}


def race_of(gold: int, hand: dict[str, int]) -> tuple[RaceLore, Thought]:
    """What seat 1 knows and thinks in the race, of its two settlements so many on a red point."""
    spots = [views_pb2.IntersectionView(intersection=n, x=n) for n in range(2)]
    view = game_pb2.GameView(board=views_pb2.BoardView(intersections=spots))
    view.board.marks.add(name="red", intersections=[0])
    view.hands.hands.add(seat=1, count=sum(hand.values()), cards=cards_pb2.Resources(**hand))
    view.unknown.SetInParent()
    view.turn.turn = 9
    for spot in range(1 - gold, 2):
        view.buildings.settlements.add(seat=1, intersection=spot)
    position = Position(view, 1)
    lore = RaceLore(position)
    return lore, Thought(position, lore, Random(1))


def test_they_choose_from_the_gold_river_what_they_lack():
    lore, thought = race_of(1, {"ore": 2, "grain": 1})
    each = cards_pb2.Goods(brick=9, lumber=9, wool=9, grain=9, ore=9)
    bounds = views_pb2.CardsChoice(field="cards", least=2, most=2, each=each)
    command = lore.think_of_gold(thought, views_pb2.Choice(command="ChooseGold", cards=[bounds]))
    assert command is not None
    assert command.choose_gold.cards == cards_pb2.Resources(grain=1, ore=1)


def test_they_keep_their_cards_for_the_city_that_wins():
    _, thought = race_of(1, {"ore": 3, "grain": 2})
    cities = [game_pb2.Command(build_city=classic_pb2.BuildCity(intersection=spot)) for spot in (0, 1)]
    assert thought.worth(cities[0]) > 0 > thought.worth(cities[1])


def test_they_build_specially_with_five_seats(client):
    game_id = client.create("classic", 5, seed=SEED)
    play(client, game_id, ["greedy"] * 5, until=350)
    turn, built = 0, 0
    for recorded in client.events(game_id):
        event = recorded.event
        turn = event.turn_started.seat if event.HasField("turn_started") else turn
        built += bool(turn) and event.HasField("road_built") and event.road_built.seat != turn
    assert built


def test_random_bots_come_to_persepolis(client):
    game_id = client.create("alexander", 4, seed=SEED)
    play(client, game_id, ["random"] * 4)
    view = client.view(game_id)
    assert view.turn.winners
    assert view.turn.turn <= 200
    defaults = [event for event in client.events(game_id) if event.event.HasField("bid_defaulted")]
    assert len(defaults) <= 30


def chips_of(hand: alexander_pb2.ChipHand) -> int:
    """How many chips a seat has."""
    return hand.famine + hand.bridge + hand.battle + hand.statue


def march_of(
    event: int,
    hand: dict[str, int],
    *,
    coins: int = 0,
    knights: tuple[int, ...] = (),
    chips: tuple[int, ...] = (0, 0, 0),
    advisors: tuple[int, int, int] = (0, 0, 0),
) -> tuple[MarchLore, Thought]:
    """What seat 1 of three knows and thinks at an event with some cards and chips, the board being the way alone."""
    spots = [views_pb2.IntersectionView(intersection=n, x=n) for n in range(52)]
    route = board_pb2.Route(intersections=range(52), stops=["empty"] * 50)
    first, second, third = advisors
    view = game_pb2.GameView(
        board=views_pb2.BoardView(intersections=spots, route=route),
        march=alexander_pb2.MarchView(arrow=5, event=event, chips_left=20),
        bidding=alexander_pb2.BiddingView(open=True, event=event, seat=1, knights=knights),
        coins=sea_pb2.CoinsView(coins=[coins, 0, 0]),
        advisors=alexander_pb2.AdvisorsView(first=first, second=second, third=third),
    )
    view.hands.hands.add(seat=1, count=sum(hand.values()), cards=cards_pb2.Resources(**hand))
    for seat, n in enumerate(chips, start=1):
        view.chips.hands.add(seat=seat, famine=n)
        view.scores.scores.add(seat=seat)
    position = Position(view, 1)
    lore = MarchLore(position)
    return lore, Thought(position, lore, Random(1))


def test_they_know_what_a_chip_brings():
    def gains(*chips: int, advisors: tuple[int, int, int] = (0, 0, 0), seat: int = 1, more: int = 1) -> list[int]:
        lore, _ = march_of(alexander_pb2.MARCH_EVENT_FAMINE, {}, chips=chips, advisors=advisors)
        return list(lore.points_after(seat, more).values())

    assert gains(1, 0, 0) == [0, 0, 0]
    assert gains(2, 0, 0) == [4, 0, 0]
    assert gains(1, 0, 0, more=2) == [4, 0, 0]
    # There is no second advisor among three.
    assert gains(2, 3, 0, advisors=(2, 0, 0)) == [2, 0, 0]
    assert gains(3, 3, 0, advisors=(2, 0, 1)) == [2, -2, 0]
    # Who loses its card takes the next one that it can; here from one who gets nothing for it.
    assert gains(4, 4, 3, advisors=(2, 0, 3)) == [4, -2, -2]
    assert gains(4, 3, 0, advisors=(1, 0, 2), seat=2, more=2) == [-2, 2, 0]


def bid_choice(least: int, most: int = 999) -> views_pb2.Choice:
    """The choice to bid."""
    return views_pb2.Choice(command="Bid", numbers=[views_pb2.NumberChoice(field="amount", least=least, most=most)])


@given(st.fixed_dictionaries({name: st.integers(0, 5) for name in RESOURCES}), st.integers(0, 4), st.integers(1, 12))
def test_they_bid_no_more_than_they_can_pay(hand, coins, least):
    can_pay = hand["wool"] + hand["ore"] + coins + 3
    lore, thought = march_of(
        alexander_pb2.MARCH_EVENT_BATTLE, hand, coins=coins, knights=(1, 0, 0), chips=(2, 3, 2), advisors=(2, 0, 0)
    )
    command = lore.think_of_bid(thought, bid_choice(least))
    if command is not None:
        assert least <= command.bid.amount <= can_pay
        assert thought.worth(command) > 0
    assert lore.highest_bid(thought) >= min(can_pay, 3)


def test_they_bid_more_for_what_is_worth_more():
    def highest(chips: tuple[int, ...]) -> int:
        lore, thought = march_of(alexander_pb2.MARCH_EVENT_FAMINE, {"wool": 9, "grain": 9}, chips=chips)
        return lore.highest_bid(thought)

    assert 1 <= highest((0, 0, 0)) < highest((2, 0, 0)) < 19


def test_they_pay_with_what_they_can_spare():
    lore, thought = march_of(alexander_pb2.MARCH_EVENT_FAMINE, {"wool": 5, "grain": 2, "ore": 1}, coins=1)
    held = cards_pb2.Goods(wool=5, grain=2, coin=1)
    bounds = views_pb2.CardsChoice(field="cards", least=3, most=3, each=held)
    none = views_pb2.NumberChoice(field="knights", least=0, most=0)
    command = lore.think_of_payment(thought, views_pb2.Choice(command="PayBid", cards=[bounds], numbers=[none]))
    assert command is not None
    assert command.pay_bid == alexander_pb2.PayBid(cards=cards_pb2.Goods(wool=3))
    dearer = alexander_pb2.PayBid(cards=cards_pb2.Goods(wool=1, grain=2))
    assert thought.worth(command) > thought.worth(game_pb2.Command(pay_bid=dearer))


@given(st.integers(0, 20), st.integers(0, 999), st.integers(0, 30), st.integers())
def test_numbers_are_drawn_within_their_bounds_and_what_is_in_hand(least, more, held, luck):
    bounds = views_pb2.NumberChoice(field="amount", least=least, most=least + more)
    drawn = [draw_number(bounds, Random(f"{luck}/{n}"), held) for n in range(20)]
    numbers = [number for number in drawn if number is not None]
    assert all(least <= number <= max(least, min(least + more, held)) for number in numbers)
    assert numbers or more


@pytest.mark.parametrize("name", BOTS)
def test_they_give_nonces_and_play_in_twos(client, name):
    game_id = client.create("classic", 2, options=["seat_nonces", "two_seats"], seed=SEED)
    play(client, game_id, [name, name], until=60)
    assert all(client.view(game_id).table.nonces)


def test_a_match_that_was_broken_off_goes_on_as_it_would_have(client):
    names = ["greedy", "random", "greedy", "greedy"]
    whole, parted = (client.create("classic", 4, seed=SEED) for _ in range(2))
    story = play(client, whole, names)
    play(client, parted, names, until=200)
    assert play(client, parted, names) == story


def test_a_match_with_another_seed_is_another_match(client):
    first, second = (client.create("classic", 4, seed=SEED) for _ in range(2))
    assert play(client, first, ["random"] * 4, until=30, seed="1") != play(
        client, second, ["random"] * 4, until=30, seed="2"
    )


@pytest.mark.parametrize("bot", [Greedy(), RandomLegal()], ids=["greedy", "random"])
def test_a_command_from_tomorrow_is_sent_back_as_it_came(client, bot):
    game_id = client.create("classic", 4, seed=SEED)
    tomorrow = game_pb2.Command.FromString(b"\x92\x7d\x00")
    legal = game_service_pb2.ListLegalCommandsResponse(commands=[tomorrow])
    chosen = bot.choose(client.view(game_id, viewer_of(1)), 1, legal, Random(1))
    assert kind_of(chosen) == ""
    assert chosen.SerializeToString() == tomorrow.SerializeToString()


def test_what_cannot_be_done_is_said(client):
    game_id = client.create("classic", 4, seed=SEED)
    choice = views_pb2.Choice(command="FromTomorrow")
    legal = game_service_pb2.ListLegalCommandsResponse(choices=[choice])
    with pytest.raises(ValueError, match="seat 1"):
        RandomLegal().choose(client.view(game_id, viewer_of(1)), 1, legal, Random(1))


bags = st.fixed_dictionaries({name: st.integers(0, 6) for name in GOODS})


@given(bags, bags, st.integers(1, 5), st.integers(0, 5), st.integers())
def test_choices_are_filled_within_their_bounds(give, take, least, more, luck):
    bounds = [
        views_pb2.CardsChoice(field=field, least=least, most=least + more, each=cards_pb2.Goods(**each))
        for field, each in (("give", give), ("take", take))
    ]
    choice = views_pb2.Choice(command="CounterTrade", cards=bounds, offer=7)
    command = fill_choice(choice, Random(luck))
    if command is None:
        # A bag was too small, or the first left nothing for the second.
        return
    body = command.counter_trade
    assert body.offer == 7
    for bag, each in ((body.give, give), (body.take, take)):
        assert all(getattr(bag, name) <= each[name] for name in GOODS)
        assert least <= sum(getattr(bag, name) for name in GOODS) <= least + more
    assert not any(getattr(body.give, name) and getattr(body.take, name) for name in GOODS)


def test_a_refusal_is_a_typed_error(client):
    with pytest.raises(Refused) as refused:
        client.view("no such game", SPECTATOR)
    assert (refused.value.reason, refused.value.code) == ("UNKNOWN_GAME", grpc.StatusCode.NOT_FOUND)

    game_id = client.create("classic", 4)
    command = game_pb2.Command()
    command.roll_dice.SetInParent()
    with pytest.raises(Refused) as refused:
        client.execute(game_id, 1, command)
    assert (refused.value.reason, refused.value.rule) == ("NOT_NOW", "B2.1")


def test_a_server_that_is_away_is_waited_for_as_long_as_there_is_patience():
    first = open_server()
    here = f"127.0.0.1:{first.port}"
    first.stop(grace=0)
    heard: list[str] = []
    with Client(here, on_away=lambda: heard.append("away"), on_back=lambda: heard.append("back")) as client:
        with pytest.raises(ServerAway):
            client.scenarios()
        assert heard == []

        client.patience = 20.0
        again: list[Server] = []
        threading.Thread(target=_later(lambda: again.append(open_server(address=here)))).start()
        assert client.scenarios().scenarios
    assert set(heard[:-1]) == {"away"}
    assert heard[-1] == "back"
    again[0].stop(grace=0)


def _later(deed: Callable[[], None]) -> Callable[[], None]:
    def wait_and_do() -> None:
        time.sleep(0.5)
        deed()

    return wait_and_do
