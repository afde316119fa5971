"""The text notation: all that is written can be read back, and what is not right is a ``NotationError``."""

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.catalogue import COMMANDS, EVENTS
from domain.engine import GameEnded
from domain.notation import NotationError, read_command, read_event, write_command, write_event
from domain.rules.opening import GiveNonce
from domain.rules.robber import CardStolen
from domain.visibility import SPECTATOR, redact
from tests.engine.any_message import any_command, any_event, any_message
from tests.rules.table import Table


@pytest.mark.parametrize("kind", COMMANDS.values(), ids=COMMANDS)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_every_command_is_read_back_as_it_was_written(kind, data):
    command = data.draw(any_message(kind))
    again = read_command(write_command(command))
    assert (type(again), again) == (kind, command)


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_every_event_is_read_back_as_it_was_written(kind, data):
    event = data.draw(any_message(kind))
    again = read_event(write_event(event))
    assert (type(again), again) == (kind, event)


@settings(deadline=None)
@given(any_event().map(write_event) | any_command().map(write_command))
@example(write_event(GameEnded((1,), "\u2028")))
def test_each_is_one_line(line):
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize("kind", [kind for kind in EVENTS.values() if kind.private], ids=lambda kind: kind.__name__)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_what_is_left_of_a_private_event_can_be_written_and_read(kind, data):
    """Golden games hold the events as each viewer gets them."""
    seen = redact(data.draw(any_message(kind)), SPECTATOR)
    assert read_event(write_event(seen)) == seen


def test_it_looks_like_this():
    """The lines that people read and write in tests, golden games and bug reports."""
    for line in (
        "1 BuildRoad path=12",
        "2 MoveRobber hex=0",
        "2 MoveRobber hex=3 victim=1",
        "1 OfferTrade give=2brick+1ore take=1wool",
        "1 OfferTrade give=2brick+1ore take=1wool to=[2 3]",
        "3 PlayMonopoly resource=grain",
        "4 Pass",
    ):
        assert write_command(read_command(line)) == line
    for line in (
        "RoadBuilt seat=1 path=12",
        "RobberMoved seat=1 origin=- hex=3",
        "CardStolen thief=1 victim=2",
        "CardStolen thief=1 victim=2 resource=ore",
        "DiceRolled seat=1 dice=[4 3] draws=[{dice 0 36 20}]",
        "DevelopmentCardBought seat=1 card=year_of_plenty",
        "ResourcesProduced gains=[{1 2brick} {2 1ore+1wool}] short=[grain ore]".replace("1ore+1wool", "1wool+1ore"),
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]} {trade [{trade 2 1} {trade 3 1}]}]",
        "PointsChanged seat=1 cause=longest_route points=2 total=4",
        "GameEnded winners=[] cause=points",
        f"NonceGiven seat=2 nonce=0x{bytes(range(32)).hex()}",
    ):
        assert write_event(read_event(line)) == line


def test_fields_may_come_in_any_order_and_with_more_space():
    assert read_command(" 1   OfferTrade  take=1wool   give=1ore ") == read_command("1 OfferTrade give=1ore take=1wool")
    assert read_event("CardStolen victim=2  thief=1") == CardStolen(1, 2)


def test_a_whole_game_is_read_back():
    table = Table.after_setup()
    assert [read_event(write_event(event)) for event in table.history] == table.history


# What is not right ----------------------------------------------------------------------------------------------------

GARBAGE_COMMANDS = [
    "",
    " ",
    "1",
    "1 ",
    "Pass",
    "1Pass",
    "-1 Pass",
    "0x1 Pass",
    "² Pass",
    "9" * 5000 + " Pass",
    "1 pass",
    "1 Nothing",
    "1 TurnEnded",
    "1 Pass seat=2",
    "1 Pass 3",
    "1 Pass path=3",
    "1 BuildRoad",
    "1 BuildRoad path",
    "1 BuildRoad path=",
    "1 BuildRoad path=x",
    "1 BuildRoad path=1.5",
    "1 BuildRoad path=-",
    "1 BuildRoad path=[1]",
    '1 BuildRoad path="1',
    "1 BuildRoad path=1 2",
    "1 BuildRoad path=1 path=2",
    "1 BuildRoad path==1",
    "1 BuildRoad path=" + "9" * 5000,
    "1 OfferTrade give=1ore",
    "1 OfferTrade give=1ore take=wool",
    "1 OfferTrade give=1ore take=1wol",
    "1 OfferTrade give=1ore take=-1wool",
    "1 OfferTrade give=1ore take=512wool",
    "1 OfferTrade give=1ore+ take=1wool",
    "1 OfferTrade give=1ore take=300wool+300wool",
    "1 OfferTrade give=1ore take=1wool to=2",
    "1 OfferTrade give=1ore take=1wool to=[2",
    "1 OfferTrade give=1ore take=1wool to=2]",
    "1 OfferTrade give=1ore take=1wool to=[2 x]",
    "1 PlayMonopoly resource=gold",
    "1 GiveNonce nonce=00",
    "1 GiveNonce nonce=0xzz",
    "1 GiveNonce nonce=0x0",
]
GARBAGE_EVENTS = [
    "",
    "RoadBuilt",
    "RoadBuilt seat=1",
    "RoadBuilt seat=1 path=1 cost=2",
    "BuildRoad seat=1 path=1",
    "GameEnded winners=[1] cause=",
    "GameEnded winners=[1] cause=]",
    "GameEnded winners=[1] cause={",
    "GameEnded winners=[1 cause=points",
    'GameEnded winners=[1] cause="points',
    'GameEnded winners=[1] cause="\\x"',
    'GameEnded winners=[1] cause="a" "b"',
    "PromptsChanged phase=act prompts=[{act}]",
    "PromptsChanged phase=act prompts=[{act [{act 1}]}]",
    "PromptsChanged phase=act prompts=[act]",
    "PromptsChanged phase=act prompts=[{act [{act 1 1}]]",
    "ResourcesProduced gains=[{1 1ore 2}] short=[]",
    "ResourcesProduced gains=[{1}] short=[]",
    "DiceRolled seat=1 dice=[1 2] draws=[{dice 0 36 -}]",
]


@pytest.mark.parametrize("line", GARBAGE_COMMANDS, ids=lambda line: repr(line[:60]))
def test_a_command_that_is_not_right_is_an_error(line):
    with pytest.raises(NotationError):
        read_command(line)


@pytest.mark.parametrize("line", GARBAGE_EVENTS, ids=repr)
def test_an_event_that_is_not_right_is_an_error(line):
    with pytest.raises(NotationError):
        read_event(line)


def read_or_refuse(read, write, line: str) -> None:
    """Garbage is refused by ``NotationError`` and nothing else, or it can be written and read again."""
    try:
        message = read(line)
    except NotationError:
        return
    assert read(write(message)) == message


NEARLY = string.ascii_letters + string.digits + ' =[]{}"\\+-\n\t'


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40) | st.text(NEARLY, max_size=60))
def test_random_text_is_an_error_and_nothing_worse(line):
    read_or_refuse(read_command, write_command, line)
    read_or_refuse(read_event, write_event, line)
    for name in COMMANDS:
        read_or_refuse(read_command, write_command, f"1 {name} {line}")


@settings(max_examples=300, deadline=None)
@given(any_event(), any_command(), st.integers(0, 10**6), st.text(NEARLY, max_size=2), st.integers(0, 3))
def test_a_line_with_a_slip_is_an_error_and_nothing_worse(event, command, place, typed, gone):
    for read, write, message in ((read_event, write_event, event), (read_command, write_command, command)):
        line = write(message)
        at = place % (len(line) + 1)
        read_or_refuse(read, write, line[:at] + typed + line[at + gone :])


def test_a_nonce_of_any_size_is_right_for_the_notation():
    assert read_command("1 GiveNonce nonce=0x") == GiveNonce(1, b"")
