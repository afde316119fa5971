"""A call chooses its language: what it accepts is negotiated, and a refusal then says so in a sentence for a person."""

from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2

from service.texts import negotiate
from settlers.v1 import game_service_pb2
from tests.service.house import PATIENCE, SEED, SPECTATOR, House, command, refused
from tests.service.test_errors import unpacked


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("cs", "cs"),
        ("cs-CZ", "cs"),
        ("CS_cz;q=0.5", "en"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("en, cs;q=0.9", "en"),
        ("en;q=0.1,cs;q=0.2", "cs"),
        ("de,cs;q=0.3", "cs"),
        ("de, fr;q=0.5", "en"),
        ("en;q=0,*", "cs"),
        ("cs;q=0", "en"),
        ("*", "en"),
        ("*;q=0", "en"),
        ("cs;q=0.000", "en"),
        ("cs;q=nonsense, en;q=0.1", "en"),
        ("cs ; q = 1", "cs"),
        ("", "en"),
        (";;,q=,=", "en"),
        ("cs;q=99999999999999999999", "cs"),
        ("ž,č;q=½", "en"),
    ],
)
def test_a_language_is_negotiated(accepted: str, language: str):
    assert negotiate(accepted) == language


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One house for all calls here: each makes a game of its own."""
    with House() as opened:
        yield opened


def sentences(error: Message) -> list[tuple[str, str]]:
    """The localized messages of a status."""
    found = [error_details_pb2.LocalizedMessage() for _ in error.details]  # type: ignore[attr-defined]
    pairs = zip(error.details, found, strict=True)  # type: ignore[attr-defined]
    return [(text.locale, text.message) for detail, text in pairs if detail.Unpack(text)]


def roll(house: House, *languages: str) -> Callable[[], Any]:
    """A roll of a seat that is not asked for it, in a call that accepts languages."""
    request = game_service_pb2.ExecuteCommandRequest(
        game_id=house.create(4, seed=SEED), seat=2, command=command("roll_dice")
    )
    metadata = tuple(("accept-language", each) for each in languages)
    return lambda: house.stub.ExecuteCommand(request, timeout=PATIENCE, metadata=metadata)


@pytest.mark.parametrize(
    ("languages", "locale", "message"),
    [
        (
            ("cs-CZ,cs;q=0.9,en;q=0.8",),
            "cs",
            "Hráč 2 teď není na řadě; čeká se na: první vesnice (pravidlo B3.3).",
        ),
        (("en",), "en", "It is not seat 2’s turn to act; awaited: first settlements (rule B3.3)."),
        (("tlh",), "en", "It is not seat 2’s turn to act; awaited: first settlements (rule B3.3)."),
        (("de;q=0.9", "cs"), "cs", "Hráč 2 teď není na řadě; čeká se na: první vesnice (pravidlo B3.3)."),
    ],
)
def test_a_refusal_is_said_in_the_language_of_the_call(
    house: House, languages: tuple[str, ...], locale: str, message: str
):
    refusal = refused(roll(house, *languages))
    assert sentences(refusal.status) == [(locale, message)]
    plain = refused(roll(house))
    assert (refusal.text, refusal.reason, refusal.metadata) == (plain.text, plain.reason, plain.metadata)
    assert refusal.text == "not your turn (rule B3.3)"


def test_who_accepts_no_language_gets_no_sentence(house: House):
    refusal = refused(roll(house))
    assert sentences(refusal.status) == []
    assert len(refusal.status.details) == len(unpacked(refusal.status)) == 1


def test_a_fault_of_any_kind_of_call_is_said_as_well(house: House):
    czech = (("accept-language", "cs"),)
    gone = game_service_pb2.WatchGameRequest(game_id="x", viewer=SPECTATOR)
    watch = refused(lambda: house.stub.WatchGame(gone, timeout=PATIENCE, metadata=czech))
    assert sentences(watch.status) == [("cs", "Taková hra není.")]
    raw = house.channel.unary_unary("/settlers.v1.GameService/GetGame", request_serializer=bytes)
    unread = refused(lambda: raw(b"\xff" * 9, timeout=PATIENCE, metadata=czech))
    assert unread.fields == ["request"]
    assert sentences(unread.status) == [("cs", "Požadavku nelze rozumět; chyba je v „request“.")]


def test_what_a_caller_sends_as_language_breaks_nothing(house: House):
    for accepted in ("q" * 3000, "," * 3000, "cs;" + "q=1;" * 900, "*;q=1e999"):
        refusal = refused(roll(house, accepted))
        assert refusal.code is grpc.StatusCode.FAILED_PRECONDITION
        assert [locale for locale, _ in sentences(refusal.status)] == ["cs" if "cs" in accepted else "en"]


def test_a_failure_of_the_service_itself_stays_without_a_sentence(house: House, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object, **__: object) -> None:
        raise ValueError("broken")

    game_id = house.create(3)
    monkeypatch.setattr(house.games, "game_at", broken)
    request = game_service_pb2.GetGameRequest(game_id=game_id, viewer=SPECTATOR, version=1)
    failure = refused(lambda: house.stub.GetGame(request, timeout=PATIENCE, metadata=(("accept-language", "cs"),)))
    assert failure.code is grpc.StatusCode.INTERNAL
    assert sentences(failure.status) == []
