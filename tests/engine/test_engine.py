"""The engine: what is appended and in which order, what a refusal leaves, how events fold, how chapters are amended,
and that every value of chance can be drawn again by its seed."""

import hashlib
import hmac
import random
from enum import Enum
from itertools import chain
from types import MappingProxyType

import msgspec
import pytest
from hypothesis import given, settings

from domain.board.laid import Board
from domain.catalogue import COMMANDS
from domain.chance import SeededChance
from domain.components import NO_CARDS, Cards, Terrain, each
from domain.engine import (
    Event,
    Fairness,
    Game,
    Line,
    Play,
    Prompts,
    PromptsChanged,
    Room,
    SeedRevealed,
    before_creation,
    choices,
    evolve,
    evolve_all,
    execute,
    legal,
)
from domain.errors import Illegal, Reason, UnknownEvent
from domain.notation import read_command, read_event, write_event
from domain.rules import bank_trade, largest_army
from domain.rules.development import Development
from domain.rules.hands import BankTerms, Hands, ResourcesReceived
from domain.rules.offers import Trading
from domain.rules.opening import FairnessTerms
from domain.rules.robber import DiscardCards, RobberTerms
from domain.rules.turn import Pass, TurnEnded
from domain.rules.victory import VictoryTerms
from domain.scenarios import SCENARIOS
from domain.scenarios.classic import CLASSIC
from tests.engine.any_message import any_command
from tests.rules.table import LoadedChance, Table, hex_of, path

ROAD, SETTLEMENT = "1brick+1lumber", "1brick+1lumber+1wool+1grain"
ACTS = "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]"


def play_on(table: Table, luck: random.Random, steps: int = 10_000):
    """Play a game on by random commands of its lists, trades left out; gives game and events after each."""
    game, chance = table.game, SeededChance()
    for _ in range(steps):
        if game.over:
            return
        seat = luck.choice([seat for seat in game.everyone if legal(game, seat) or choices(game, seat)])
        owed = [choice for choice in choices(game, seat) if choice.command == "DiscardCards"]
        if owed:
            bounds = owed[0].cards[0]
            laid_out = [1 << 10 * kind for kind, n in each(bounds.each) for _ in range(n)]
            command = DiscardCards(seat, Cards(sum(luck.sample(laid_out, bounds.least))))
        else:
            command = luck.choice(legal(game, seat))
        before = game
        game, events = execute(game, command, chance)
        yield before, command, game, events


# What is appended, and in which order ---------------------------------------------------------------------------------


@pytest.fixture
def rich() -> Table:
    """Seat 2 may cut the longest route of seat 1 at 34 and take the card; it has an open offer."""
    table = Table.bare().settlements(1, 27).roads(1, [path(a, b) for a, b in ((27, 33), (33, 28), (28, 34), (34, 29))])
    table.roads(1, [path(29, 35)]).settlements(2, 44)
    table.roads(2, [path(a, b) for a, b in ((34, 39), (39, 44), (44, 40), (40, 45), (45, 41))])
    return table.in_turn(2).holding(2, f"{SETTLEMENT}+1ore")


@pytest.mark.case("P15")
def test_the_order_is_cause_costs_consequences_awards_points_and_who_must_act(rich):
    rich.when("2 OfferTrade give=1ore take=2wool").then(
        "TradeOffered offer=1 seat=2 give=1ore take=2wool to=[3 4 1]",
        "PromptsChanged phase=act prompts=[{act [{act 2 1}]} {trade [{trade 3 1} {trade 4 1} {trade 1 1}]}]",
    )
    rich.when("2 BuildSettlement intersection=34").then(
        "SettlementBuilt seat=2 intersection=34",
        f"ResourcesPaid seat=2 cards={SETTLEMENT}",
        "TradeFell offer=1",
        "RouteChanged seat=1 length=3",
        "LongestRouteAwarded seat=2 length=5",
        "PointsChanged seat=2 cause=buildings points=2 total=2",
        "PointsChanged seat=1 cause=longest_route points=0 total=1",
        "PointsChanged seat=2 cause=longest_route points=2 total=4",
        "PromptsChanged phase=act prompts=[{act [{act 2 1}]}]",
    )


def test_the_order_at_the_end_is_verdict_seed_and_hands_and_nobody_must_act(rich):
    rich.cities(2, 0, 2, 11).when("2 BuildSettlement intersection=34")
    names = [line.split()[0] for line in rich.happened]
    end = ["PointsChanged", "PointsChanged", "PointsChanged", "GameEnded", "SeedRevealed", *["HandShown"] * 4]
    assert names == ["SettlementBuilt", "ResourcesPaid", "RouteChanged", "LongestRouteAwarded", *end]


def test_a_game_begins_with_its_creation_its_supplies_and_its_board():
    names = [type(event).__name__ for event in Table.start().history]
    assert names == ["GameCreated", "SuppliesLaidOut", "BoardLaid", "PromptsChanged"]


def test_with_nonces_the_board_is_laid_when_the_last_one_is_given():
    table = Table.start(options=("seat_nonces",))
    assert [type(event).__name__ for event in table.history] == ["GameCreated", "SuppliesLaidOut", "PromptsChanged"]
    table.awaits("nonce", 1, 2, 3, 4)
    for seat in (3, 1, 4):
        table.game, events = execute(table.game, any_nonce(seat), LoadedChance())
        assert [type(event).__name__ for event in events] == ["NonceGiven", "PromptsChanged"]
    table.game, events = execute(table.game, any_nonce(2), LoadedChance())
    assert [type(event).__name__ for event in events] == ["NonceGiven", "BoardLaid", "PromptsChanged"]


def any_nonce(seat: int):
    """A command that gives a nonce."""
    return read_command(f"{seat} GiveNonce nonce=0x{bytes([seat] * 32).hex()}")


@pytest.mark.case("P15")
def test_a_roll_is_followed_by_its_production_and_the_next_phase():
    table = Table.after_setup()
    table.when("1 RollDice", dice=(6, 6)).then(
        "DiceRolled seat=1 dice=[6 6]",
        "ResourcesProduced gains=[{1 1grain} {4 1grain}] short=[]",
        ACTS,
    )


def test_a_turn_ends_before_the_next_one_starts():
    table = Table.playing().holding(1, "1ore")
    table.when("1 OfferTrade give=1ore take=1wool")
    table.when("1 Pass").then(
        "TurnEnded seat=1",
        "TradeFell offer=1",
        "TurnStarted seat=2 turn=2",
        "PromptsChanged phase=roll prompts=[{roll [{roll 2 1}]}]",
    )


RANKS = {
    **dict.fromkeys(("TradeFell", "TradeAnswerFell"), 2),
    **dict.fromkeys(("RouteChanged", "LongestRouteAwarded", "LargestArmyAwarded"), 3),
    **dict.fromkeys(("PointsChanged",), 4),
    **dict.fromkeys(("TurnStarted", "BoardLaid", "SuppliesLaidOut"), 5),
    **dict.fromkeys(("GameEnded",), 6),
    **dict.fromkeys(("PromptsChanged", "SeedRevealed", "HandShown"), 7),
}
"""Everything else is a cause, a cost or a gain."""


@pytest.mark.case("P15")
@pytest.mark.parametrize("seed", range(4))
def test_every_command_keeps_that_order(seed):
    luck = random.Random(seed)
    for _, _, game, events in play_on(Table.start(seed=bytes([seed] * 32), chance=SeededChance()), luck):
        names = [type(event).__name__ for event in events]
        ranks = [RANKS.get(name, 1) for name in names]
        assert ranks == sorted(ranks)
        assert names.count("PromptsChanged") <= 1
        assert game.over == ("GameEnded" in names)
        assert not (game.over and "PromptsChanged" in names)
        assert game.over or game[Prompts].stack


def test_prompts_change_by_their_own_event_only_where_they_change():
    table = Table.playing().holding_just(s1=f"{ROAD}+1ore", s2="1wool")
    table.when(f"1 BuildRoad path={path(23, 18)}").then_no("PromptsChanged")
    table.when("1 OfferTrade give=1ore take=1wool to=[2]").then_includes("PromptsChanged")
    table.when("2 AcceptTrade offer=1").then_includes("PromptsChanged")
    table.when("1 CloseTrade offer=1 partner=2").then_no("PromptsChanged")


# Refusals -------------------------------------------------------------------------------------------------------------


def test_a_refused_command_leaves_the_game_as_it_was():
    table = Table.playing().holding(1, ROAD)
    before = dict(table.game)
    for line in ("1 RollDice", "2 Pass", "1 BuildRoad path=0", "1 BuildRoad path=99", "1 BuyDevelopmentCard", "9 Pass"):
        with pytest.raises(Illegal):
            execute(table.game, read_command(line), LoadedChance())
        assert table.game.keys() == before.keys()
        assert all(table.game[part] is before[part] for part in before)


def test_nothing_is_refused_after_the_first_event(monkeypatch):
    """Whatever is tried along random games: what is refused, is refused before anything happens or is drawn."""
    happened = []
    for name in ("happen", "draw"):
        doing = getattr(Play, name)
        monkeypatch.setattr(Play, name, lambda *given, doing=doing: (happened.append(1), doing(*given))[1])
    luck, refused = random.Random(7), 0
    for seed in range(2):
        for before, _, _, _ in play_on(Table.start(3, seed=bytes([seed] * 32)), luck, steps=250):
            for command in tried(before, luck):
                happened.clear()
                try:
                    execute(before, command, LoadedChance())
                except Illegal:
                    refused += 1
                    assert not happened
    assert refused > 1000


def tried(game: Game, luck: random.Random):
    """Commands of all kinds, with small numbers in them."""
    cards = [Cards(1 << 10 * luck.randrange(5)) for _ in range(4)]
    for kind in COMMANDS.values():
        seat, place = luck.randint(1, 3), luck.randrange(80)
        fields = {
            field.name: cards.pop() if field.name in ("give", "take", "cards") and len(cards) > 1 else place
            for field in msgspec.structs.fields(kind)
            if field.name not in ("seat", "to", "nonce", "resource", "victim")
        }
        if kind.__name__ in ("TradeWithBank", "PlayMonopoly", "GiveNonce"):
            continue
        yield kind(seat, **fields)


def test_who_may_not_act_is_told_what_is_awaited():
    table = Table.after_setup()
    refusal = table.refused("2 RollDice", "NOT_YOUR_TURN", "B3.3")
    assert refusal.facts == {"seat": 2, "awaited": "roll"}
    refusal = table.refused("1 Pass", "NOT_NOW", "B3.2")
    assert refusal.facts == {"command": "Pass", "awaited": "roll"}
    refusal = table.refused("7 Pass", "NO_SUCH_SEAT", "B2.5")
    assert refusal.facts == {"seat": 7, "seats": 4}


# Folding --------------------------------------------------------------------------------------------------------------


@pytest.mark.case("S03", "S06")
@pytest.mark.parametrize("seed", range(3))
def test_stored_events_fold_to_the_live_game(seed):
    """S03, S06: read back from text, all at once and one by one, with no chance at hand."""
    table = Table.start(seed=bytes([seed] * 32), chance=SeededChance())
    stored, live = [write_event(event) for event in table.history], table.game
    for _, _, game, events in play_on(table, random.Random(seed), steps=150):
        stored += map(write_event, events)
        live = game
    start = before_creation(CLASSIC, 4)
    whole = evolve_all(start, map(read_event, stored))
    step = start
    for line in stored:
        step = evolve(step, read_event(line))
    assert whole == step == live
    assert whole.version == step.version == live.version == len(stored)


class Unheard(Event, frozen=True):
    """An event of no scenario."""

    seat: int = 1


@pytest.mark.case("S13")
def test_an_unknown_event_stops_the_fold():
    """S13: it is never skipped, and nothing of the row is left."""
    table = Table.playing()
    before = dict(table.game)
    with pytest.raises(UnknownEvent, match="Unheard"):
        evolve(table.game, Unheard())
    row = [read_event("ResourcesReceived seat=1 cards=1ore"), Unheard(), TurnEnded(1)]
    with pytest.raises(UnknownEvent, match="classic"):
        evolve_all(table.game, row)
    assert dict(table.game) == before


def test_a_class_that_only_looks_like_an_event_is_unknown():
    class TurnEnded(Event, frozen=True):
        seat: int

    with pytest.raises(UnknownEvent):
        evolve(Table.playing().game, TurnEnded(1))


def test_an_event_of_a_room_that_a_chapter_dropped_is_unknown_to_it():
    chapter = CLASSIC.amend(drop=(largest_army.room,))
    with pytest.raises(UnknownEvent):
        evolve(before_creation(chapter, 4), read_event("LargestArmyAwarded seat=1 knights=3"))


# Parts ----------------------------------------------------------------------------------------------------------------


def test_a_game_and_its_parts_never_change():
    game = Table.playing().game
    for change in (
        lambda: game.__setitem__(Hands, None),
        lambda: game.update({Hands: None}),
        lambda: game.pop(Hands),
        lambda: game.__delitem__(Hands),
        game.clear,
    ):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(AttributeError):
        game[Hands].bank = NO_CARDS
    with pytest.raises(AttributeError):
        game[Prompts].stack = ()


def test_parts_are_made_of_what_cannot_change():
    table = Table.playing().holding(1, "1ore")
    table.when("1 OfferTrade give=1ore take=1wool")

    def check(value: object) -> None:
        if isinstance(value, msgspec.Struct):
            assert type(value).__struct_config__.frozen, type(value)
            value = tuple(getattr(value, field) for field in value.__struct_fields__)
        if isinstance(value, MappingProxyType):
            value = tuple(value.values())
        if isinstance(value, tuple):
            for inner in value:
                check(inner)
        else:
            assert value is None or isinstance(value, int | str | bytes | Enum), value

    for part in table.game.values():
        check(part)


def test_parts_that_a_command_does_not_touch_are_shared():
    table = Table.playing().holding(1, ROAD)
    before = table.game
    table.when(f"1 BuildRoad path={path(23, 18)}")
    same = {part for part in before if table.game[part] is before[part]}
    assert {Board, Fairness, Development, Trading, Prompts} <= same
    assert Hands not in same


@pytest.mark.case("S14")
def test_games_on_one_board_share_its_tables_and_nothing_else():
    """S14"""
    played, fresh = Table.playing(), Table.start()
    assert played.game[Board] is fresh.game[Board]
    assert len(fresh.allowed(1)) == 54
    assert fresh.pieces(1) == (0, 0, 0)


def test_a_game_forks_for_nothing():
    table = Table.playing().holding(1, ROAD)
    one, other = table.fork(), table.fork()
    one.when(f"1 BuildRoad path={path(23, 18)}")
    other.when("1 Pass")
    assert (table.hand(1), one.hand(1), other.hand(1)) == ("1brick+1lumber", "0", "1brick+1lumber")
    assert (table.phase, one.phase, other.phase) == ("act", "act", "roll")


# Chapters -------------------------------------------------------------------------------------------------------------


def test_amending_makes_another_chapter_and_leaves_the_old_one():
    goal, line = VictoryTerms(goal=4), Line(Reason.NOT_LAND, "X1", lambda state, seat: 1 << 17)
    chapter = CLASSIC.amend(
        key="short", seats=(2,), drop=(largest_army.room,), terms=(goal,), lines=(("settlement", line),)
    )
    assert (chapter.key, chapter.title, chapter.seats) == ("short", CLASSIC.title, (2,))
    assert chapter.tables.terms[VictoryTerms] == goal
    assert chapter.tables.terms[RobberTerms] == CLASSIC.tables.terms[RobberTerms]
    assert largest_army.room not in chapter.rooms
    for during in ("", "setup_settlement", "act"):
        assert chapter.lines("settlement", during) == (*CLASSIC.lines("settlement", during), line)
    assert chapter.lines("city", "act") == CLASSIC.lines("city", "act")
    assert CLASSIC.tables.terms[VictoryTerms] == VictoryTerms(goal=10)
    assert (CLASSIC.key, CLASSIC.seats) == ("classic", (3, 4, 5, 6))
    assert largest_army.room in CLASSIC.rooms


def test_what_is_amended_last_holds():
    chapter = CLASSIC.amend(terms=(VictoryTerms(goal=4),)).amend(terms=(VictoryTerms(goal=5),))
    assert chapter.tables.terms[VictoryTerms].goal == 5


def test_terms_take_hold_in_play(monkeypatch):
    chapter = CLASSIC.amend(key="rich", terms=(BankTerms(each=lambda seats: 24), VictoryTerms(goal=2)))
    monkeypatch.setattr("tests.rules.table.SCENARIOS", {"rich": chapter})
    monkeypatch.setattr("tests.rules.table.EACH_RESOURCE", 24)
    table = Table.after_setup(scenario="rich")
    assert (table.over, table.winners) == (True, (1,))
    names = [type(event).__name__ for event in table.history[-8:]]
    assert names[1:4] == ["TurnStarted", "GameEnded", "SeedRevealed"]


def test_options_apply_in_the_chapters_own_order():
    chapter = CLASSIC.with_options(["two_seats", "seat_nonces"])
    assert chapter.chosen == ("seat_nonces", "two_seats")
    assert chapter.seats == (2, 3, 4, 5, 6)
    assert chapter.tables.terms[FairnessTerms].seat_nonces
    assert CLASSIC.with_options([]) == CLASSIC
    assert (CLASSIC.chosen, CLASSIC.seats) == ((), (3, 4, 5, 6))
    with pytest.raises(KeyError, match="no_robber"):
        CLASSIC.with_options(["two_seats", "no_robber"])


def test_a_later_room_replaces_what_an_earlier_one_does_for_the_same_command(monkeypatch):
    room = Room("alms")

    @room.does(Pass, "act", listing=lambda state, demand: (Pass(demand.seat),))
    def _(play, command, demand):
        play.happen(ResourcesReceived(command.seat, Cards(1)))
        play.happen(TurnEnded(command.seat))
        play.answer(demand)

    monkeypatch.setattr("tests.rules.table.SCENARIOS", {**SCENARIOS, "alms": CLASSIC.amend(key="alms", add=(room,))})
    table = Table.playing(scenario="alms")
    assert table.allowed(1) == {"1 Pass"}
    table.when("1 Pass").then_includes(
        "ResourcesReceived seat=1 cards=1brick", "TurnEnded seat=1", "TurnStarted seat=2"
    )
    Table.playing().when("1 Pass").then_no("ResourcesReceived")


def test_a_dropped_room_takes_its_commands_with_it(monkeypatch):
    chapter = CLASSIC.amend(key="no bank", drop=(bank_trade.room,))
    table = Table.playing().holding(1, "4ore")
    game = Game(before_creation(chapter, 4).setting, table.game, table.game.version)
    assert not [command for command in legal(game, 1) if type(command).__name__ == "TradeWithBank"]
    with pytest.raises(Illegal) as refusal:
        execute(game, read_command("1 TradeWithBank give=ore rate=4 take=wool"), LoadedChance())
    assert refusal.value.reason == "NOT_IN_THIS_SCENARIO"


# Chance ---------------------------------------------------------------------------------------------------------------


def drawn_again(key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
    """The value that the design gives for a draw (§6), computed by the library's own HMAC."""
    for attempt in range(1000):
        message = f"{purpose}/{version}/{index}/{attempt}".encode()
        value = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
        if value < 2**64 // bound * bound:
            return value % bound
    raise AssertionError


@pytest.mark.parametrize("bound", [1, 2, 6, 36, 25, 2**63 + 1, 2**64 // 3 + 1])
@pytest.mark.parametrize("key", [b"", b"k" * 32, bytes(range(64))])
def test_a_value_is_drawn_from_key_purpose_version_and_index(key, bound):
    """Bounds far above what any rule asks make it draw again more often than not."""
    for version in range(1, 30):
        for index in range(3):
            value = SeededChance().draw(key, "theft", version, index, bound)
            assert value == drawn_again(key, "theft", version, index, bound)


def key_of(seed: bytes, nonces: list[bytes]) -> bytes:
    """The key that the design gives for a game (§6)."""
    return hmac.new(seed, b"key/" + b"".join(nonces), hashlib.sha256).digest()


PURPOSES = {
    "BoardLaid": {"terrain", "corner", "token", "harbor"},
    "DiceRolled": {"dice"},
}


@pytest.mark.parametrize(
    ("board", "options"), [("beginner", ()), ("spiral", ("seat_nonces",)), ("free", ("two_seats",))], ids=str
)
def test_every_draw_of_a_game_can_be_drawn_again_by_its_seed(board, options):
    """Version by version: the event that carries a draw gives its version, its place there its index.

    Those that no event carries (thefts, bought cards, supply cards, landings) are drawn again by tests/audit.
    """
    seats = 2 if "two_seats" in options else 4
    table = Table.start(seats, board, options, seed=b"S" * 32, chance=SeededChance())
    game, history = table.game, list(table.history)
    for seat in game.everyone if "seat_nonces" in options else ():
        game, events = execute(game, any_nonce(seat), SeededChance())
        history += events
    table.game = game
    for _, _, _, events in play_on(table, random.Random(board)):
        history += events
    (seed,) = [event.seed for event in history if isinstance(event, SeedRevealed)]
    nonces = [event.nonce for event in history if type(event).__name__ == "NonceGiven"]
    key = key_of(seed, nonces)
    purposes = set()
    for version, event in enumerate(history, start=1):
        for index, draw in enumerate(getattr(event, "draws", ())):
            assert draw.index == index
            assert draw.purpose in PURPOSES[type(event).__name__]
            assert draw.value == drawn_again(key, draw.purpose, version, index, draw.bound)
            purposes.add(draw.purpose)
    assert "dice" in purposes


def test_a_board_is_shuffled_from_the_end_by_its_draws():
    """Fisher-Yates: the last place changes with one of those up to it, then the one before it."""
    table = Table.start(board="free", seed=b"B" * 32, chance=SeededChance())
    plan, laid = SCENARIOS["classic"].boards["free"](), table.newest("BoardLaid")

    def shuffled(items, purpose):
        mixed = list(items)
        values = [draw for draw in laid.draws if draw.purpose == purpose][1 - len(mixed) :]
        for last, draw in zip(range(len(mixed) - 1, 0, -1), values, strict=True):
            assert draw.bound == last + 1
            mixed[last], mixed[draw.value] = mixed[draw.value], mixed[last]
        return mixed

    assert [tile.terrain for tile in laid.tiles] == shuffled(plan.terrains, "terrain")
    assert [harbor.kind for harbor in laid.harbors] == shuffled(plan.harbor_kinds, "harbor")
    numbers = [tile.number for tile in laid.tiles if tile.terrain is not Terrain.DESERT]
    assert numbers == shuffled(plan.numbers, "token")


def test_values_map_to_cards_in_catalogue_order():
    """Brick, lumber, wool, grain, ore in a hand; knight, victory point, road building, ... in the deck."""
    hand = ["brick", "lumber", "lumber", "ore"]
    for value, resource in enumerate(hand):
        table = Table.playing().holding_just(s2="1brick+2lumber+1ore").holding_development_cards(1, "knight")
        table.when("1 PlayKnight")
        table.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft=value).then_includes(
            f"CardStolen thief=1 victim=2 resource={resource}"
        )
    for value, card in ((0, "knight"), (13, "knight"), (14, "victory_point"), (19, "road_building"), (24, "monopoly")):
        table = Table.playing().holding(1, "1wool+1grain+1ore")
        table.when("1 BuyDevelopmentCard", card=value).then_includes(f"DevelopmentCardBought seat=1 card={card}")


def test_a_decision_made_again_draws_the_same():
    table = Table.after_setup()
    roll = read_command("1 RollDice")
    again = [execute(table.game, roll, SeededChance())[1] for _ in range(3)]
    assert again[0] == again[1] == again[2]
    later = evolve(table.game, PromptsChanged("roll", table.game[Prompts].stack))
    rolls = {execute(later, roll, SeededChance())[1][0].dice, again[0][0].dice}
    draws = chain(again[0][0].draws, execute(later, roll, SeededChance())[1][0].draws)
    assert len({(draw.purpose, draw.value) for draw in draws}) == len(rolls)


def test_draws_are_carried_by_the_event_that_they_decide():
    for _, _, game, events in play_on(Table.start(chance=SeededChance()), random.Random(3), steps=300):
        for place, event in enumerate(events):
            if getattr(event, "draws", ()):
                version = game.version - len(events) + place + 1
                draw = event.draws[0]
                assert draw.value == drawn_again(game[Fairness].key, draw.purpose, version, 0, draw.bound)


@settings(max_examples=400, deadline=None)
@given(any_command())
def test_a_command_in_nonsense_is_refused_or_done_but_breaks_nothing(command):
    """Numbers out of range, no such seat, far too many cards."""
    for game in POSITIONS:
        try:
            _, events = execute(game, by_a_seat(command), LoadedChance())
        except Illegal as refusal:
            reason, rule = refusal.reason, refusal.rule
        else:
            reason, rule = Reason.NOT_NOW, "B3.1" if events else ""
        assert rule
        assert reason in Reason


def by_a_seat(command):
    """The command as one of the four seats gives it, mostly the first."""
    return msgspec.structs.replace(command, seat=max(1, command.seat % 7))


def positions():
    """A few games in which much is possible."""
    table = Table.playing().holding_just(s1="5ore+4wool+4grain", s2="3brick+9ore", s3="1wool")
    table.holding_development_cards(1, "knight", "road_building", "year_of_plenty", "monopoly")
    yield table.game
    table.when("1 OfferTrade give=1ore take=1brick")
    yield table.game
    table.fork().when("1 PlayKnight")
    yield table.game
    before = Table.after_setup().holding_just(s1="5ore+4wool+4grain", s2="9ore")
    yield before.game
    before.when("1 RollDice", dice=(3, 4))
    yield before.game
    yield Table.start().game


POSITIONS = tuple(positions())
