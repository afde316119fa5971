"""B11: what is open, what is hidden, and from whom.

By twins: two games whose public course is equal and whose hidden truth differs. Every byte that one who may not see the
truth can get of them is equal: events, views, lists, choices, refusals.

Cases held against: H01, H02, H04, H06, H11, H12.
"""

import hashlib
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings

from domain.board.laid import Board
from domain.catalogue import EVENTS
from domain.chance import SeededChance
from domain.components import DevelopmentCard, Resource, total, unpack
from domain.engine import Command, Event, Fairness, GameCreated, choices, execute, legal
from domain.errors import Illegal
from domain.notation import read_command
from domain.rules.buildings import Buildings, BuildingsView
from domain.rules.development import Development, DevelopmentCardBought, DevelopmentView
from domain.rules.hands import Hands, HandsView
from domain.rules.robber import CardStolen, RobberView
from domain.rules.turn import ScoresView
from domain.visibility import AUDITOR, SPECTATOR, Viewer, redact, sees_private, view
from tests.engine.any_message import any_event
from tests.rules.table import QUIET, SEED, LoadedChance, Table, cards_of, hex_of, path

EVERYONE = {"spectator": SPECTATOR, **{f"seat {seat}": Viewer(seat) for seat in (1, 2, 3, 4)}, "auditor": AUDITOR}


def view_of(kind: type, table: Table, viewer: Viewer):
    """What a viewer is shown of one kind."""
    (found,) = [each for each in view(table.game, viewer) if isinstance(each, kind)]
    return found


def values_in(message: object) -> Iterator[object]:
    """All values in a message, whatever it is made of."""
    if isinstance(message, msgspec.Struct):
        message = tuple(getattr(message, name) for name in message.__struct_fields__)
    if isinstance(message, dict):
        message = tuple(message.values())
    if isinstance(message, tuple | list):
        for each in message:
            yield from values_in(each)
    else:
        yield message


# What one can get of a game -------------------------------------------------------------------------------------------


def attempts(seat: int) -> Iterator[Command]:
    """Commands that a seat may try in order to learn from how they are refused."""
    lines = [
        "RollDice",
        "Pass",
        "PlayKnight",
        "PlayRoadBuilding",
        "BuyDevelopmentCard",
        "AcceptTrade offer=1",
        "DeclineTrade offer=1",
        "CounterTrade offer=1 give=1wool take=1lumber",
        "WithdrawTrade offer=1",
        "OfferTrade give=1wool take=1ore",
        "DiscardCards cards=1wool",
        "BuildSettlement intersection=24",
        "BuildCity intersection=17",
        f"BuildRoad path={path(24, 30)}",
        *(f"PlayMonopoly resource={resource.name.lower()}" for resource in Resource),
        *(f"CloseTrade offer=1 partner={partner}" for partner in (1, 2, 3, 4)),
        *(f"TradeWithBank give=wool rate={rate} take=ore" for rate in (2, 3, 4)),
        *(f"MoveRobber hex={n} victim={victim}" for n in range(19) for victim in ("-", 1, 2, 3, 4)),
    ]
    return (read_command(f"{seat} {line}") for line in lines)


def learnt(table: Table, viewer: Viewer) -> list[object]:
    """All that a viewer can get of a game now: its events so far, its views, and, at a seat, lists and refusals."""
    found: list[object] = [redact(event, viewer) for event in table.history]
    found += view(table.game, viewer)
    if viewer.seat:
        found += [legal(table.game, viewer.seat), choices(table.game, viewer.seat)]
        for command in attempts(viewer.seat):
            try:
                execute(table.game, command, LoadedChance())
            except Illegal as refusal:
                found.append((refusal.reason, refusal.rule, refusal.facts, str(refusal)))
            else:
                found.append("accepted")
    return found


def written(table: Table, viewer: Viewer) -> bytes:
    """The same as bytes."""
    return repr(learnt(table, viewer)).encode()


# Twins ----------------------------------------------------------------------------------------------------------------


def theft_of(resource: str) -> Iterator[Table]:
    """Seat 1 steals this from seat 2; then play goes on, with all kinds of public events."""
    table = Table.after_setup().holding_just(s1="1brick+1lumber+4grain", s2="1wool+1ore+2lumber", s3="1wool", s4="2ore")
    table.when("1 RollDice", dice=(3, 4))
    table.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft=resource)
    yield from goes_on(table)


def purchase_of(card: str) -> Iterator[Table]:
    """Seat 1 buys this card; then play goes on. It has no need of what it bought."""
    table = Table.after_setup().holding_just(s1="1brick+1lumber+4grain+1wool+1grain+1ore", s2="2lumber", s4="2ore")
    table.when("1 RollDice", dice=QUIET)
    table.when("1 BuyDevelopmentCard", card=card)
    yield from goes_on(table)


def theft_and_purchase_before(resource: str, card: str) -> Iterator[Table]:
    """Both in the turn of seat 3, by a knight before the roll; the two robbed seats hold equally many cards."""
    table = Table.playing().in_turn(3, rolled=False).holding_development_cards(3, "knight")
    table.holding_just(s1="1brick+1lumber+4grain", s2="1wool+1ore", s3="1wool+1grain+1ore", s4="2ore")
    table.when("3 PlayKnight")
    table.when(f"3 MoveRobber hex={hex_of('L4')} victim=2", theft=resource)
    table.when("3 RollDice", dice=QUIET)
    table.when("3 BuyDevelopmentCard", card=card)
    yield table
    table.when("3 Pass")
    table.when("4 RollDice", dice=QUIET)
    table.when("4 Pass")
    table.when("1 RollDice", dice=QUIET)
    yield from goes_on(table)


def goes_on(table: Table) -> Iterator[Table]:
    """Seat 1 trades and builds, everyone has a turn, a knight is not drawn, a 7 makes nobody discard."""
    yield table
    table.when("1 TradeWithBank give=grain rate=4 take=ore")
    table.when("1 OfferTrade give=1ore take=2lumber to=[2 3 4]")
    yield table
    table.when("4 DeclineTrade offer=1")
    table.when("3 DeclineTrade offer=1")
    yield table
    table.when(f"1 BuildRoad path={path(23, 18)}").then_includes("TradeFell offer=1")
    table.when("1 Pass")
    yield table
    for seat in (2, 3, 4):
        table.when(f"{seat} RollDice", dice=(6, 6) if seat == 3 else QUIET)
        yield table
        table.when(f"{seat} Pass")
    table.when("1 RollDice", dice=(1, 6))
    yield table
    table.when(f"1 MoveRobber hex={hex_of('L2')}")
    yield table


TWINS = {
    "theft": (theft_of, ("wool",), ("ore",), {"seat 1", "seat 2", "auditor"}),
    "theft, other": (theft_of, ("lumber",), ("ore",), {"seat 1", "seat 2", "auditor"}),
    "purchase": (purchase_of, ("knight",), ("victory_point",), {"seat 1", "auditor"}),
    "purchase, other": (purchase_of, ("monopoly",), ("road_building",), {"seat 1", "auditor"}),
    "theft before": (theft_and_purchase_before, ("wool", "knight"), ("ore", "knight"), {"seat 2", "seat 3", "auditor"}),
    "purchase before": (
        theft_and_purchase_before,
        ("ore", "year_of_plenty"),
        ("ore", "victory_point"),
        {"seat 3", "auditor"},
    ),
}


@pytest.mark.rule("B11.2", "B11.3")
@pytest.mark.case("H02", "H06", "H12")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
@pytest.mark.parametrize(("course", "truth", "other", "involved"), TWINS.values(), ids=TWINS)
def test_twins_look_alike_to_all_but_those_whom_the_secret_concerns(course, truth, other, involved, viewer):
    """At each step of the game, and each from its first event on."""
    name = next(name for name, each in EVERYONE.items() if each == viewer)
    for one, twin in zip(course(*truth), course(*other), strict=True):
        assert (written(one, viewer) != written(twin, viewer)) == (name in involved)


@pytest.mark.rule("B11.2")
@pytest.mark.case("H04")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
def test_twins_of_other_seeds_differ_in_their_commitment_alone(viewer):
    """H04: the auditor does not see the seed either."""
    twins = []
    for seed in (b"1" * 32, b"2" * 32):
        table = Table.after_setup(seed=seed).holding_just(s1="1wool+1grain+1ore", s2="1wool")
        table.when("1 RollDice", dice=(3, 4))
        table.when(f"1 MoveRobber hex={hex_of('L4')} victim=2", theft="wool")
        table.when("1 BuyDevelopmentCard", card="knight")
        bare = written(table, viewer)
        assert repr(hashlib.sha256(b"settlers.v1/commitment/" + seed).digest()).encode() in bare
        twins.append(
            bare.replace(repr(hashlib.sha256(b"settlers.v1/commitment/" + seed).digest()).encode(), b"commitment")
        )
    assert twins[0] == twins[1]


def begun(options: tuple[str, ...], seed: bytes) -> Table:
    """A game by the rules' own chance: two settlements each, and a roll."""
    table = Table.start(options=options, seed=seed, chance=SeededChance())
    for seat in table.game.everyone if options else ():
        table.game, events = execute(
            table.game, read_command(f"{seat} GiveNonce nonce=0x{bytes([seat] * 32).hex()}"), SeededChance()
        )
        table.history += events
    while not table.seat_in_turn or table.phase == "roll":
        seat = next(seat for seat in table.game.everyone if legal(table.game, seat))
        table.when(legal(table.game, seat)[0], chance=SeededChance())
    return table


@pytest.mark.rule("B11.2")
@pytest.mark.case("H04")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
@pytest.mark.parametrize("options", [(), ("seat_nonces",)], ids=["seed alone", "seed and nonces"])
def test_nobody_sees_the_seed_before_the_end(viewer, options):
    """H04"""
    table = begun(options, b"Q" * 32)
    assert b"Q" * 32 not in set(values_in(learnt(table, viewer)))
    assert b"QQQQ" not in written(table, viewer)


@pytest.mark.rule("B11.2")
@pytest.mark.case("H04")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
@pytest.mark.parametrize("options", [(), ("seat_nonces",)], ids=["seed alone", "seed and nonces"])
def test_nobody_can_draw_by_anything_that_is_told_before_the_end(viewer, options):
    """H04: no bytes that anyone gets are the key of chance, nor is their hash, alone or with the nonces behind them."""
    table = begun(options, b"Q" * 32)
    (draw,) = table.newest("DiceRolled").draws
    version = 1 + max(n for n, event in enumerate(table.history) if type(event).__name__ == "DiceRolled")
    told = {value for value in values_in(learnt(table, viewer)) if isinstance(value, bytes)}
    told |= {hashlib.sha256(value).digest() for value in told}
    nonces = b"".join(bytes([seat] * 32) for seat in table.game.everyone)
    told |= {hashlib.sha256(value + nonces).digest() for value in told}
    foretold = [
        key for key in told if SeededChance().draw(key, "dice", version, 0, 2**60) == hidden_value(table, version)
    ]
    assert (draw.purpose, draw.index) == ("dice", 0)
    assert not foretold


def hidden_value(table: Table, version: int) -> int:
    """What the game's own key gives for a draw of the same place with a bound so high that nothing hits it by luck."""
    return SeededChance().draw(table.game[Fairness].key, "dice", version, 0, 2**60)


@pytest.mark.rule("B11.2")
def test_no_seat_can_give_a_nonce_that_lets_the_key_follow_from_the_commitment():
    """SHA-256 can be carried on from its result where a message ends as its padding does: seat 1's nonce is just that.

    Whoever then hashes on from the commitment over the other nonces must not have the key.
    """
    seed, padding = b"Q" * 32, b"\x80" + bytes(29) + b"\x01\x00"
    nonces = [padding, *(bytes([seat] * 32) for seat in (2, 3, 4))]
    table = Table.start(options=("seat_nonces",), seed=seed)
    commitment = table.newest("GameCreated").commitment
    for seat, nonce in enumerate(nonces, start=1):
        line = f"{seat} GiveNonce nonce=0x{nonce.hex()}"
        table.game, _ = execute(table.game, read_command(line), LoadedChance())
    assert carried_on(hashlib.sha256(seed).digest(), b"tail") == hashlib.sha256(seed + padding + b"tail").digest()
    assert carried_on(commitment, b"".join(nonces[1:])) != table.game[Fairness].key


def carried_on(digest: bytes, more: bytes) -> bytes:
    """SHA-256 of an unknown text of 32 bytes, its padding and ``more``, from the digest of that text alone."""

    def root(number: int, degree: int) -> int:
        """The first 32 bits of the fraction of a root."""
        low, high = 0, number << 40
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**degree <= number << 32 * degree else (low, middle - 1)
        return low % 2**32

    primes = [n for n in range(2, 312) if all(n % d for d in range(2, n))]
    state = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    bits = 8 * (64 + len(more))
    more += b"\x80" + bytes((55 - len(more)) % 64) + bits.to_bytes(8, "big")
    for block in range(0, len(more), 64):
        w = [int.from_bytes(more[at : at + 4], "big") for at in range(block, block + 64, 4)]
        for i in range(16, 64):
            small = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3
            big = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10
            w.append((w[i - 16] + small + w[i - 7] + big) % 2**32)
        a, b, c, d, e, f, g, h = state
        for i in range(64):
            t = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) + root(primes[i], 3) + w[i]
            u = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (t + u) % 2**32, a, b, c, (d + t) % 2**32, e, f, g
        state = [(x + y) % 2**32 for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]
    return b"".join(word.to_bytes(4, "big") for word in state)


def turned(word: int, places: int) -> int:
    """A word of 32 bits turned to the right."""
    return (word >> places | word << 32 - places) % 2**32


@pytest.mark.rule("B11.2", "B11.3")
def test_after_the_end_everyone_sees_the_seed():
    table = Table.bare().cities(1, 0, 2, 11, 15)
    table.settlements(1, 13).roads(1, [path(13, 18), path(18, 23)]).holding(1, "1brick+1lumber+1wool+1grain")
    for viewer in EVERYONE.values():
        assert SEED not in set(values_in(learnt(table, viewer)))
    table.when("1 BuildSettlement intersection=23").then_includes("GameEnded winners=[1]")
    for viewer in EVERYONE.values():
        assert SEED in set(values_in(learnt(table, viewer)))


@pytest.mark.rule("B11.2")
def test_what_a_viewer_gets_of_an_event_never_changes():
    """Those of before the end stay as they were seen then, after it too."""
    table = Table.bare().cities(1, 0, 2, 11, 15).settlements(1, 13).holding(1, "2wool+2grain+2ore")
    table.when("1 BuyDevelopmentCard", card="knight")
    then = [redact(event, SPECTATOR) for event in table.history]
    table.when("1 BuyDevelopmentCard", card="victory_point").then_includes("GameEnded winners=[1]")
    assert [redact(event, SPECTATOR) for event in table.history][: len(then)] == then
    assert redact(table.newest("DevelopmentCardBought"), SPECTATOR) == DevelopmentCardBought(1)


# Events ---------------------------------------------------------------------------------------------------------------

PRIVATE = {
    "GameCreated": {"seed"},
    "CardStolen": {"resource"},
    "DevelopmentCardBought": {"card"},
    "SupplyCardsDrawn": {"cards"},
    "LandingCardDrawn": {"resource"},
}
"""All that is hidden in any scenario; everything else is open (B11.1)."""


@pytest.mark.rule("B11.1", "B11.2")
def test_nothing_is_hidden_but_what_was_drawn_and_the_seed():
    assert {name: set(kind.private) for name, kind in EVENTS.items() if kind.private} == PRIVATE


@pytest.mark.rule("B11.2", "B11.3")
@settings(max_examples=300, deadline=None)
@given(any_event())
def test_no_private_field_of_any_event_reaches_who_may_not_see_it(event: Event):
    """H01, H02: a field that is not for a viewer is as if it had never been filled in."""
    for viewer in (*EVERYONE.values(), Viewer(77)):
        seen = redact(event, viewer)
        assert type(seen) is type(event)
        for field in msgspec.structs.fields(event):
            private = field.name in PRIVATE.get(type(event).__name__, ())
            shown = getattr(event, field.name) if not private or sees_private(event, viewer) else field.default
            assert getattr(seen, field.name) == shown


@pytest.mark.rule("B11.2", "B5.3")
@pytest.mark.parametrize(("viewer", "sees"), list(zip(EVERYONE.values(), "nyynny", strict=True)), ids=EVERYONE)
def test_what_was_stolen_is_known_to_thief_and_victim(viewer, sees):
    """H06"""
    stolen = CardStolen(1, 2, Resource.ORE)
    assert sees_private(stolen, viewer) == (sees == "y")
    assert redact(stolen, viewer) == (stolen if sees == "y" else CardStolen(1, 2))


@pytest.mark.rule("B11.2")
@pytest.mark.parametrize(("viewer", "sees"), list(zip(EVERYONE.values(), "nynnny", strict=True)), ids=EVERYONE)
def test_which_card_was_bought_is_known_to_its_buyer(viewer, sees):
    """H02"""
    bought = DevelopmentCardBought(1, DevelopmentCard.MONOPOLY)
    assert redact(bought, viewer) == (bought if sees == "y" else DevelopmentCardBought(1))


@pytest.mark.rule("B11.2", "B11.3")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
def test_the_seed_in_the_first_event_is_for_nobody(viewer):
    created = Table.start().newest("GameCreated")
    assert isinstance(created, GameCreated)
    seen = redact(created, viewer)
    assert SEED not in set(values_in(seen))
    assert seen.commitment == created.commitment == hashlib.sha256(b"settlers.v1/commitment/" + SEED).digest()


# Views ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    """Many things lie on the table, and some in hands."""
    table = Table.playing().having_played_knights(2, 1)
    table.holding_development_cards(1, "monopoly", "victory_point").holding_development_cards(2, "knight")
    return table.holding_just(s1="2brick+1ore", s2="3wool", s4="1grain")


@pytest.mark.rule("B11.1")
@pytest.mark.case("H12")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
def test_open_to_all_are_the_board_the_pieces_the_bank_the_counts_and_what_was_played(table, viewer):
    """H12"""
    hands = view_of(HandsView, table, viewer)
    assert hands.bank == table.game[Hands].bank == cards_of("17brick+19lumber+16wool+18grain+18ore")
    assert [hand.count for hand in hands.hands] == [3, 3, 0, 1]
    development = view_of(DevelopmentView, table, viewer)
    assert (development.deck, [hand.count for hand in development.hands]) == (21, [2, 1, 0, 0])
    assert [unpack(hand.played)[0] for hand in development.hands] == [0, 1, 0, 0]
    buildings = view_of(BuildingsView, table, viewer)
    standing = {(each.seat, each.intersection) for each in buildings.settlements}
    of = table.game[Buildings].of
    assert standing == {(seat, place) for seat in (1, 2, 3, 4) for place in range(54) if of[seat] >> place & 1}
    assert view_of(RobberView, table, viewer).hex == hex_of("D")
    assert [each.total for each in view_of(ScoresView, table, viewer).scores] == [2, 2, 2, 2]
    assert len(table.game[Board].tiles) == 19


@pytest.mark.rule("B11.3")
@pytest.mark.case("H12")
def test_a_seat_sees_its_own_cards_and_no_others(table):
    """H12"""
    for seat in (1, 2, 3, 4):
        hands = view_of(HandsView, table, Viewer(seat)).hands
        assert [hand.cards for hand in hands] == [
            table.game[Hands].of[other] if other == seat else None for other in (1, 2, 3, 4)
        ]
        hands = view_of(DevelopmentView, table, Viewer(seat)).hands
        assert [hand.cards for hand in hands] == [
            table.game[Development].held[other] if other == seat else None for other in (1, 2, 3, 4)
        ]


@pytest.mark.rule("B11.3")
@pytest.mark.case("H01")
def test_a_spectator_sees_no_cards_and_the_auditor_all(table):
    """H01"""
    for kind, held in ((HandsView, table.game[Hands].of), (DevelopmentView, table.game[Development].held)):
        assert [hand.cards for hand in view_of(kind, table, SPECTATOR).hands] == [None] * 4
        assert [hand.cards for hand in view_of(kind, table, AUDITOR).hands] == list(held[1:])


@pytest.mark.rule("B11.2")
@pytest.mark.case("H11")
def test_public_points_leave_out_hidden_victory_point_cards(table):
    """H11"""
    for viewer in EVERYONE.values():
        scores = view_of(ScoresView, table, viewer).scores
        assert [score.total for score in scores] == [2, 2, 2, 2]
        assert {cause.cause for score in scores for cause in score.causes} == {"buildings"}


@pytest.mark.rule("B11.1")
@pytest.mark.parametrize("viewer", EVERYONE.values(), ids=EVERYONE)
def test_open_to_all_is_what_was_paid_discarded_traded_or_taken_by_a_card(viewer):
    table = Table.after_setup().holding_just(s1="8ore", s2="1wool", s3="2wool")
    table.holding_development_cards(1, "monopoly")
    before = len(table.history)
    table.when("1 RollDice", dice=(3, 4))
    table.when("1 DiscardCards cards=4ore")
    table.when(f"1 MoveRobber hex={hex_of('L2')}")
    table.when("1 OfferTrade give=1ore take=1wool")
    table.when("3 CounterTrade offer=1 give=1wool take=2ore")
    table.when("1 CloseTrade offer=2 partner=3")
    table.when("1 PlayMonopoly resource=wool")
    table.holding(1, "1brick+1lumber").when(f"1 BuildRoad path={path(23, 18)}")
    played = table.history[before:]
    assert [redact(event, viewer) for event in played] == played
    assert {"ResourcesDiscarded", "TradeCountered", "TradeMade", "ResourcesHandedOver", "ResourcesPaid"} <= {
        type(event).__name__ for event in played
    }


@pytest.mark.rule("B11.2")
def test_the_order_of_the_deck_is_not_even_kept():
    """What is not there cannot leak: of the deck only the numbers of each kind are kept, and none of them is shown."""
    table = Table.playing()
    assert table.game[Development].deck == Table.playing(seed=b"x" * 32).game[Development].deck
    assert total(table.game[Development].deck) == 25
    for viewer in EVERYONE.values():
        shown = view_of(DevelopmentView, table, viewer)
        assert table.game[Development].deck not in set(values_in(shown))
