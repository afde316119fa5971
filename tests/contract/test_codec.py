"""The codec: what goes through it comes back the same, its two parts make the whole, and nothing breaks it."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import COMMANDS, EVENTS, VIEWS, Field, fields_of
from domain.chance import SeededChance, commitment
from domain.components import MOST, Cards, Deck, Good, Goods, Resource, Terrain, cards, pack, unpack_goods, with_coins
from domain.engine import (
    RULES_VERSION,
    Choice,
    Command,
    Game,
    GameCreated,
    PointsChanged,
    Prompts,
    before_creation,
    choices,
    create,
    evolve_all,
    execute,
    legal,
)
from domain.engine.scenario import Scenario
from domain.errors import Illegal
from domain.rules.bank_trade import BankTradeMade, TradeWithBank
from domain.rules.buildings import BuildSettlement
from domain.rules.ending import HandShown
from domain.rules.gold_river import ChooseGold
from domain.rules.opening import GiveNonce
from domain.rules.robber import CardStolen, DiscardCards, MoveRobber
from domain.scenarios import SCENARIOS
from domain.scenarios.alexander.bidding import Bid
from domain.scenarios.alexander.events import MarchEvent
from domain.scenarios.alexander.march import MarchView
from domain.scenarios.alexander.payment import PayBid
from domain.scenarios.great_race.free_pieces import PlayVictoryPoint
from domain.scenarios.great_race.shared_paths import LandingCardDrawn
from domain.scenarios.great_race.unknown_hexes import HexRevealed, UnknownView
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact, view
from service.codec import (
    Malformed,
    event_bytes,
    event_from_bytes,
    from_message,
    pack_command,
    pack_event,
    pack_views,
    to_message,
    unpack_command,
    unpack_event,
)
from settlers.v1 import alexander_pb2, board_pb2, cards_pb2, classic_pb2, game_pb2

LARGEST = 2**32 - 1
MAY_BE_NEGATIVE = ("x", "y", "points", "total")
LANES = {Cards: 5, Goods: 6, Deck: 5}
"""For each kind of bag how many counts it has."""
UNSEEN = {"seed": b"", "draws": ()}
"""How private fields read that were not there and may not be None."""


def any_example(test: Any) -> Any:
    """Run a test on a score of examples; none is held to a time, for the first loads what later ones find loaded."""
    return settings(deadline=None, max_examples=20)(given(data=st.data())(test))


# Structs and messages of every kind -----------------------------------------------------------------------------------


def values(field: Field) -> st.SearchStrategy[Any]:
    """Values of one field of a struct, as its domain type and the wire allow them."""
    if field.is_struct:
        one = structs(field.kind)
    elif field.is_enum:
        one = st.sampled_from(field.kind)
    elif field.kind in LANES:
        one = st.tuples(*[st.integers(0, MOST)] * LANES[field.kind]).map(pack)
    elif field.kind is int:
        one = st.integers(-(2**31), 2**31 - 1) if field.name in MAY_BE_NEGATIVE else st.integers(0, LARGEST)
    else:
        one = st.from_type(field.kind)
    if field.many:
        return st.lists(one, max_size=3).map(tuple)
    return st.none() | one if field.optional else one


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Structs of one type with any values."""
    return st.builds(kind, *[values(field) for field in fields_of(kind)])


@st.composite
def messages(draw: st.DrawFn, kind: type[Message]) -> Message:
    """Messages of one type, whatever stands in their fields, or does not."""
    message = kind()
    for field in kind.DESCRIPTOR.fields:
        if draw(st.booleans()):
            continue
        if field.is_repeated:
            getattr(message, field.name).extend(draw(st.lists(wire_values(field), max_size=3)))
        elif field.message_type:
            getattr(message, field.name).CopyFrom(draw(wire_values(field)))
        else:
            setattr(message, field.name, draw(wire_values(field)))
    return message


def wire_values(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    """Anything that the wire can bring in one field."""
    if field.message_type:
        return messages(GetMessageClass(field.message_type))
    return {
        FieldDescriptor.TYPE_ENUM: st.integers(-(2**31), 2**31 - 1) | st.integers(0, 9),
        FieldDescriptor.TYPE_UINT32: st.integers(0, LARGEST) | st.integers(0, 2 * MOST),
        FieldDescriptor.TYPE_SINT32: st.integers(-(2**31), 2**31 - 1),
        FieldDescriptor.TYPE_BOOL: st.booleans(),
        FieldDescriptor.TYPE_STRING: st.text(),
        FieldDescriptor.TYPE_BYTES: st.binary(),
    }[field.type]


# Games ----------------------------------------------------------------------------------------------------------------


def created(scenario: Scenario, board: str, seats: int, secret: bytes) -> GameCreated:
    """The first event of a game."""
    return GameCreated(
        scenario.key,
        scenario.chosen,
        seats,
        ("ann", "bob", "cid", "dan", "eve", "fay")[:seats],
        scenario.boards[board](),
        RULES_VERSION,
        commitment(secret),
        True,
        secret,
    )


def played(
    seed: int, key: str, board: str, *options: str, seats: int = 3, longest: int = 6000
) -> Iterator[tuple[Game, Any, Any]]:
    """Play a game at random: before and after each command the game, the command (None: creation) and its events."""
    chance, luck = SeededChance(), random.Random(seed)
    scenario = SCENARIOS[key].with_options(options)
    first = created(scenario, board, seats, seed.to_bytes(32, "big"))
    game, events = create(scenario, first, chance)
    yield game, None, events
    while not game.over and longest:
        longest -= 1
        try:
            command = luck.choice(list(possible(game, luck)))
            game, events = execute(game, command, chance)
        except Illegal:  # chosen freely, and not well
            continue
        yield game, command, events


def possible(game: Game, luck: random.Random) -> Iterator[Command]:
    """What seats may do: all that is listed, and one try at each free choice."""
    for seat in range(1, game.seats + 1):
        yield from legal(game, seat)
        for choice in choices(game, seat):
            if choice.command != GiveNonce.__name__:
                yield chosen(choice, seat, luck)
        if any(prompt.kind == "nonce" for prompt in game[Prompts].stack):  # the one thing that no list can hold
            yield GiveNonce(seat, luck.randbytes(32))


def chosen(choice: Choice, seat: int, luck: random.Random) -> Command:
    """Choose freely within the bounds."""
    given: dict[str, Any] = {"seat": seat}
    for bounds in choice.cards:
        hand = [kind for kind, n in enumerate(unpack_goods(bounds.each)) for _ in range(n)]
        taken = luck.sample(hand, min(len(hand), luck.randint(bounds.least, min(bounds.most, bounds.least + 1))))
        given[bounds.field] = pack(tuple(taken.count(kind) for kind in Good))
    for bounds in choice.numbers:
        given[bounds.field] = luck.randint(bounds.least, min(bounds.most, bounds.least + 1))
    kind = COMMANDS[choice.command]
    names = {field.name for field in fields_of(kind)}
    return kind(**given, **({"offer": choice.offer} if "offer" in names else {}))


# There and back -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", COMMANDS.values(), ids=COMMANDS)
@any_example
def test_commands_come_back_the_same(kind, data):
    """A command goes over the wire without its seat and comes back with it."""
    command = data.draw(structs(kind))
    sent = pack_command(command).SerializeToString()
    assert unpack_command(game_pb2.Command.FromString(sent), command.seat) == command


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
@any_example
def test_events_come_back_the_same(kind, data):
    """An event comes back from its message, and from its two parts put together; the public one knows no secret."""
    event = data.draw(structs(kind))
    public, private = event_bytes(event)
    assert unpack_event(pack_event(event)) == event
    assert event_from_bytes(public + private) == event
    assert bool(private) == bool(event.private)
    unseen = {field: UNSEEN.get(field) for field in event.private}
    assert event_from_bytes(public) == msgspec.structs.replace(event, **unseen)


@pytest.mark.parametrize("kind", [*EVENTS.values(), *VIEWS.values(), Choice], ids=lambda kind: kind.__name__)
@any_example
def test_structs_come_back_the_same(kind, data):
    """Every struct comes back from its own message."""
    struct = data.draw(structs(kind))
    assert from_message(to_message(struct)) == struct


def test_a_redacted_event_is_its_public_part():
    """Cutting the struct and leaving out the private bytes give the same."""
    stolen = CardStolen(1, 2, Resource.ORE)
    assert pack_event(redact(stolen, SPECTATOR)).SerializeToString() == event_bytes(stolen)[0]
    assert pack_event(redact(stolen, Viewer(2))) == pack_event(stolen)


@pytest.mark.rule("G3.3")
@pytest.mark.parametrize(("viewer", "sees"), [(1, True), (2, True), (3, False), (None, False)])
def test_what_a_landing_cost_is_read_by_the_two_alone(viewer, sees):
    """The first of the resources is told from none."""
    drawn = LandingCardDrawn(1, 2, Resource.BRICK)
    sent = pack_event(redact(drawn, SPECTATOR if viewer is None else Viewer(viewer)))
    body = game_pb2.Event.FromString(sent.SerializeToString()).landing_card_drawn
    assert (body.seat, body.owner, body.HasField("resource")) == (1, 2, sees)
    assert body.resource == (cards_pb2.RESOURCE_BRICK if sees else cards_pb2.RESOURCE_UNSPECIFIED)


@pytest.mark.parametrize(
    ("key", "board"), [(key, board) for key, scenario in SCENARIOS.items() for board in scenario.boards]
)
def test_every_board_comes_back_the_same(key, board):
    """Whatever is fixed, shuffled or face down on it."""
    scenario = SCENARIOS[key]
    seats = next(n for n in scenario.seats if board in scenario.boards_for(n))
    event = created(scenario, board, seats, bytes(32))
    public, private = event_bytes(event)
    assert event_from_bytes(public + private) == event


@pytest.mark.parametrize(
    ("seed", "key", "board", "seats", "options"),
    [
        (1, "classic", "free", 3, ()),
        (2, "classic", "free", 3, ("seat_nonces",)),
        (9, "classic", "free-6", 5, ()),
        (3, "cheops", "egypt", 3, ()),
        (6, "cheops", "egypt", 3, ("seafarers_ships",)),
        (7, "alexander", "empire", 3, ()),
        (8, "alexander", "empire", 3, ("seat_nonces", "starting_gold")),
        (10, "great-race", "three", 3, ()),
        (11, "great-race", "five", 5, ("seat_nonces", "largest_army")),
        (12, "great-race", "four", 4, ("open_map",)),
    ],
)
def test_games_come_back_the_same(seed, key, board, seats, options):
    """All commands and events of a game come back, and the events make the same game.

    In The Great Race nobody wins by chance: those games are looked at where they are broken off.
    """
    stored = []
    longest = 1500 if key == "great-race" else 6000
    for game, command, events in played(seed, key, board, *options, seats=seats, longest=longest):  # noqa: B007 (the last one is looked at below)
        if command is not None:
            sent = pack_command(command).SerializeToString()
            assert unpack_command(game_pb2.Command.FromString(sent), command.seat) == command
        parts = [event_bytes(event) for event in events]
        back = [event_from_bytes(public + private) for public, private in parts]
        assert back == list(events)
        stored += back
    assert game.over or key == "great-race"
    again = evolve_all(before_creation(SCENARIOS[key].with_options(options), game.seats), stored)
    for viewer in (AUDITOR, SPECTATOR, Viewer(1)):
        shown = view(again, viewer)
        assert shown == view(game, viewer)
        packed = pack_views("a game", again.version, shown)
        assert packed.version == len(stored)
        fields = [field for field, value in packed.ListFields() if field.message_type]
        assert {from_message(getattr(packed, field.name)) for field in fields} == set(shown)


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (
            PointsChanged(2, "curse", -2, -1),
            {"points_changed": {"seat": 2, "cause": "curse", "points": -2, "total": -1}},
        ),
        (HandShown(3, cards(ore=2), Deck(0), -2), {"hand_shown": {"seat": 3, "cards": {"ore": 2}, "points": -2}}),
        (
            BankTradeMade(1, Goods(cards(wool=3)), with_coins(cards(), 1)),
            {"bank_trade_made": {"seat": 1, "given": {"wool": 3}, "taken": {"coin": 1}}},
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_points_may_be_below_zero_and_goods_may_be_coins(event, written):
    """Written as a client would write it, and read as the domain means it."""
    message = game_pb2.Event(**written)
    if isinstance(event, HandShown):
        message.hand_shown.development_cards.SetInParent()
    assert pack_event(event) == message
    assert unpack_event(message) == event


@pytest.mark.parametrize(
    ("struct", "written"),
    [
        (MarchView(0, 0, (), MarchEvent.SETTLEMENT, 0), {"next": 0, "event": alexander_pb2.MARCH_EVENT_SETTLEMENT}),
        (MarchView(50, None, (), None, 0), {"arrow": 50}),
    ],
    ids=["the first of all", "nothing"],
)
def test_what_is_first_is_told_from_nothing(struct, written):
    """The domain counts its enums and its places from 0; a field that may be missing is there all the same."""
    message = alexander_pb2.MarchView(**written)
    assert to_message(struct) == message
    assert from_message(message) == struct


@pytest.mark.parametrize(
    ("struct", "written"),
    [
        (
            HexRevealed(0, 7, Terrain.SEA, 0, ()),
            {"hex_revealed": {"hex": 7, "terrain": board_pb2.TERRAIN_SEA}},
        ),
        (
            HexRevealed(2, 0, Terrain.HILLS, 5, ()),
            {"hex_revealed": {"seat": 2, "terrain": board_pb2.TERRAIN_HILLS, "number": 5}},
        ),
    ],
    ids=["open from the start", "turned up"],
)
def test_a_hex_that_is_turned_up_is_what_it_is(struct, written):
    """Its terrain always stands there, its number and its finder only where there are any."""
    message = game_pb2.Event(**written)
    assert pack_event(struct) == message
    assert unpack_event(message) == struct
    message.hex_revealed.ClearField("terrain")
    with pytest.raises(Malformed, match=r"^event\.hex_revealed\.terrain: "):
        unpack_event(message)


def test_the_unknown_hexes_are_listed():
    """Each as often as it lies face down."""
    shown = UnknownView(3, (Terrain.DESERT, Terrain.SEA, Terrain.SEA), (3, 11))
    message = pack_views("a game", 1, [shown]).unknown
    assert [*message.terrains] == [board_pb2.TERRAIN_DESERT, board_pb2.TERRAIN_SEA, board_pb2.TERRAIN_SEA]
    assert (message.hexes, [*message.numbers]) == (3, [3, 11])


def test_an_event_of_the_march_without_its_kind_is_malformed():
    """Its first member is not what is read out of nothing."""
    with pytest.raises(Malformed, match=r"^event\.bidding_opened\.event: "):
        unpack_event(game_pb2.Event(bidding_opened={}))


# What cannot mean anything --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({}, "command"),
        ({"build_road": {}}, "command.build_road.path"),
        ({"build_settlement": {}}, "command.build_settlement.intersection"),
        ({"build_city": {}}, "command.build_city.intersection"),
        ({"move_robber": {"victim": 2}}, "command.move_robber.hex"),
        ({"close_trade": {"offer": 1}}, "command.close_trade.partner"),
        ({"play_monopoly": {}}, "command.play_monopoly.resource"),
        ({"play_monopoly": {"resource": -1}}, "command.play_monopoly.resource"),
        ({"play_monopoly": {"resource": cards_pb2.GOOD_COIN}}, "command.play_monopoly.resource"),
        ({"trade_with_bank": {"give": 1, "rate": 4}}, "command.trade_with_bank.take"),
        ({"trade_with_bank": {"give": 1, "rate": 4, "take": 7}}, "command.trade_with_bank.take"),
        ({"discard_cards": {"cards": {"wool": 512}}}, "command.discard_cards.cards.wool"),
        ({"offer_trade": {"take": {"ore": LARGEST}}}, "command.offer_trade.take.ore"),
        ({"offer_trade": {"give": {"coin": 512}}}, "command.offer_trade.give.coin"),
        ({"build_ship": {}}, "command.build_ship.path"),
        ({"move_ship": {"path": 1}}, "command.move_ship.origin"),
        ({"move_ship": {"origin": 0}}, "command.move_ship.path"),
        ({"trade_at_harbor": {"give": 1, "take": 2}}, "command.trade_at_harbor.harbor"),
        ({"trade_at_harbor": {"harbor": 0, "take": 2}}, "command.trade_at_harbor.give"),
        ({"pay_bid": {"cards": {"coin": 512}}}, "command.pay_bid.cards.coin"),
        ({"choose_gold": {"cards": {"ore": 512}}}, "command.choose_gold.cards.ore"),
    ],
    ids=str,
)
def test_a_malformed_command_is_named(command, field):
    """The path leads to the very field."""
    with pytest.raises(Malformed) as caught:
        unpack_command(game_pb2.Command(**command), 1)
    assert caught.value.field == field
    assert caught.value.description


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ({"discard_cards": {}}, DiscardCards(1, Cards(0))),
        ({"move_robber": {"hex": 0}}, MoveRobber(1, 0)),
        ({"move_robber": {"hex": 0, "victim": 0}}, MoveRobber(1, 0, 0)),
        ({"move_robber": {"hex": 0, "victim": 2, "second": 0}}, MoveRobber(1, 0, 2, 0)),
        ({"build_settlement": {"intersection": LARGEST}}, BuildSettlement(1, LARGEST)),
        ({"trade_with_bank": {"give": 1, "take": 5}}, TradeWithBank(1, Good.BRICK, 0, Good.ORE)),
        ({"trade_with_bank": {"give": 6, "rate": 4, "take": 1}}, TradeWithBank(1, Good.COIN, 4, Good.BRICK)),
        (
            {"trade_at_harbor": {"harbor": 0, "give": 6, "take": 6}},
            COMMANDS["TradeAtHarbor"](1, 0, Good.COIN, Good.COIN),
        ),
        ({"place_pyramid_block": {}}, COMMANDS["PlacePyramidBlock"](1, 0)),
        ({"place_pyramid_block": {"owner": 9}}, COMMANDS["PlacePyramidBlock"](1, 9)),
        ({"bid": {}}, Bid(1, 0)),
        ({"bid": {"amount": LARGEST}}, Bid(1, LARGEST)),
        ({"pay_bid": {}}, PayBid(1, Goods(0))),
        ({"pay_bid": {"cards": {"coin": 2}, "knights": 9}}, PayBid(1, with_coins(cards(), 2), 9)),
        ({"choose_gold": {}}, ChooseGold(1, Cards(0))),
        ({"play_victory_point": {}}, PlayVictoryPoint(1)),
    ],
    ids=str,
)
def test_what_is_just_not_allowed_is_not_malformed(command, meant):
    """Whether a command is allowed is for the rules to say."""
    assert unpack_command(game_pb2.Command(**command), 1) == meant


def test_a_fault_within_a_list_is_counted():
    """The path names the place in the list."""
    produced = classic_pb2.ResourcesProduced(gains=[{"seat": 1}, {"seat": 2, "cards": {"ore": 600}}])
    with pytest.raises(Malformed, match=r"^gains\[1\]\.cards\.ore: "):
        from_message(produced)


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xfa\x3e\x00", event_bytes(CardStolen(1, 2))[0][:-1]])
def test_bytes_that_are_no_event_of_ours_are_malformed(data):
    """Nothing at all, no message, an event of a later version, and a torn one."""
    with pytest.raises(Malformed, match=r"^event: "):
        event_from_bytes(data)


@pytest.mark.parametrize("case", list(game_pb2.Command.DESCRIPTOR.fields), ids=lambda case: case.name)
@any_example
def test_any_command_is_read_or_malformed(case, data):
    """Whatever a caller sends, there is no third way."""
    packed = game_pb2.Command(**{case.name: data.draw(messages(GetMessageClass(case.message_type)))})
    with suppress(Malformed):
        command = unpack_command(packed, 1)
        assert unpack_command(pack_command(command), 1) == command


@pytest.mark.parametrize("case", list(game_pb2.Event.DESCRIPTOR.fields), ids=lambda case: case.name)
@any_example
def test_any_event_is_read_or_malformed(case, data):
    """So it is with what stands in a store, whether the message is whole or torn."""
    body = GetMessageClass(case.message_type)
    stored = game_pb2.Event(**{case.name: data.draw(messages(body))}).SerializeToString()
    for found in (stored, stored[: data.draw(st.integers(0, len(stored)))], data.draw(st.binary(max_size=40))):
        with suppress(Malformed):
            assert isinstance(event_from_bytes(found), EVENTS[body.DESCRIPTOR.name])
