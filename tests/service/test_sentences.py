"""Sentences: Czech counts and bends its words as Czechs do, and no sentence tells what its reader may not see."""

from collections.abc import Callable
from typing import Any

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from domain.components import DevelopmentCard, Resource, pack
from domain.engine import Event, Viewer
from domain.rules.development import DevelopmentCardBought
from domain.rules.robber import CardStolen
from domain.scenarios.alexander.supply import SupplyCardsDrawn
from domain.scenarios.great_race.shared_paths import LandingCardDrawn
from domain.visibility import redact
from service.codec import pack_event
from service.texts import LANGUAGES, Places, catalogue, say_event, say_refusal
from service.texts.catalogue import sources_of
from service.texts.words import bag_text, key_of
from settlers.v1 import board_pb2, cards_pb2, game_pb2, options_pb2, views_pb2
from tests.service.test_errors import EXAMPLES

EVENTS = list(game_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields)


@pytest.mark.parametrize(
    ("count", "blocks", "cards"),
    [
        (0, "žádný kamenný blok", "žádné karty surovin"),
        (1, "1 kamenný blok", "1 karta suroviny"),
        (2, "2 kamenné bloky", "2 karty surovin"),
        (4, "4 kamenné bloky", "4 karty surovin"),
        (5, "5 kamenných bloků", "5 karet surovin"),
        (22, "22 kamenných bloků", "22 karet surovin"),
    ],
)
def test_czech_counts_as_czechs_do(count: int, blocks: str, cards: str):
    texts = catalogue("cs")
    assert texts.say("show-blocks", blocks=count) == f"{blocks} v pyramidě"
    assert texts.say("show-resource-cards", count=count) == cards


class Counting(Visitor):
    """Gathers the choices by a number that say the number itself."""

    def __init__(self) -> None:
        self.forms: list[set[str]] = []

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:
        keys = {str(getattr(variant.key, "name", "")) for variant in node.variants}
        said = Named()
        said.visit([variant.value for variant in node.variants if variant.default])
        if "one" in keys and isinstance(node.selector, ast.VariableReference) and node.selector.id.name in said.names:
            self.forms.append(keys - {""})
        self.generic_visit(node)


class Named(Visitor):
    """Gathers the arguments that a text says, but for those by which it chooses."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Placeable(self, node: ast.Placeable) -> None:
        if isinstance(node.expression, ast.VariableReference):
            self.names.add(node.expression.id.name)
        self.generic_visit(node)


@pytest.mark.parametrize(("language", "forms"), [("en", {"one", "other"}), ("cs", {"one", "few", "other"})])
def test_whatever_is_counted_has_all_forms_of_its_language(language: str, forms: set[str]):
    found = Counting()
    for source in sources_of(language).values():
        found.visit(FluentResource(source))
    assert len(found.forms) > 30
    assert [each for each in found.forms if each != forms] == []


@pytest.mark.parametrize(("seats", "told"), [(1, "1 hráče"), (4, "4 hráče"), (5, "5 hráčů")])
def test_a_game_is_created_for_so_many_players(seats: int, told: str):
    created = game_pb2.Event(game_created={"scenario": "cheops", "seats": seats, "board": {"name": "egypt"}})
    assert say_event(created, "cs") == f"je založena hra „Cheops“ pro {told} na plánu egypt"


def test_czech_bends_its_words():
    given = cards_pb2.Goods(brick=1, wool=2, grain=5, ore=7, coin=2)
    traded = game_pb2.Event(trade_made={"seat": 1, "partner": 3, "given": given, "taken": {"wool": 1}})
    assert say_event(traded, "cs") == "hráč 1 mění 1 hlínu, 2 ovce, 5 obilí, 7 rud a 2 zlaté za 1 ovci s hráčem 3"
    assert bag_text(catalogue("cs"), cards_pb2.Resources(brick=1, wool=1)) == "1 hlína a 1 ovce"
    moved = game_pb2.Event(robber_moved={"seat": 2, "hex": 0})
    hills = views_pb2.BoardView(hexes=[views_pb2.HexView(hex=0, terrain=board_pb2.TERRAIN_HILLS, number=8)])
    for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)):
        hills.intersections.add(x=x, y=y, intersection=len(hills.intersections))
    assert say_event(moved, "cs", Places(hills, "cs")) == "hráč 2 přesouvá zloděje na pahorkatinu 8"
    assert say_event(moved, "en", Places(hills)) == "seat 2 moves the robber to hills 8"
    assert say_event(game_pb2.Event(city_built={"intersection": 3}), "cs", Places(hills, "cs")).endswith(
        "staví město (pahorkatina 8)"
    )


@pytest.mark.parametrize(
    ("event", "english", "czech"),
    [
        ({"game_ended": {}}, "the game is over", "hra končí"),
        (
            {"game_ended": {"winners": [2], "cause": "pyramid"}},
            "seat 2 wins the game by the last block of the pyramid",
            "hráč 2 vyhrává; rozhoduje poslední kamenný blok pyramidy",
        ),
        (
            {"game_ended": {"winners": [1, 3], "cause": "dice"}},
            "seats 1 and 3 win the game by dice",
            "hráči 1 a 3 vyhrávají; rozhoduje dice",
        ),
        (
            {"pyramid_block_placed": {"level": 2, "number": 17}},
            "the Pharaoh places block 17 of the pyramid, on level 2",
            "faraón staví 17. kamenný blok pyramidy, na 2. úrovni",
        ),
        (
            {"event_chip_revealed": {"chip": 4, "intersection": 9, "knights": [0, 2, 1]}},
            "the chip at intersection 9 is a battle, in which 2 knights of seat 2 and 1 knight of seat 3 count",
            "obrací se žeton události (křižovatka 9): bitva, platí 2 rytíři hráče 2 a 1 rytíř hráče 3",
        ),
        (
            {"advisor_card_taken": {"seat": 1, "advisor": 1, "loser": 2, "given": 3}},
            "seat 1 becomes first advisor in place of seat 2, which becomes third advisor",
            "hráč 1 se stává prvním rádcem místo hráče 2, který je nyní třetím rádcem",
        ),
        (
            {"hand_shown": {"seat": 1, "cards": {"ore": 1}, "development_cards": {"knight": 2}, "points": 3}},
            "seat 1 shows 1 ore; 2 knights; 3 points in all",
            "hráč 1 ukazuje 1 rudu; 2 rytíře; celkem 3 body",
        ),
        ({"prompts_changed": {}}, "the game waits for nobody", "hra na nikoho nečeká"),
        (
            {
                "prompts_changed": {
                    "prompts": [
                        {"kind": "robber", "demands": [{"seat": 1}]},
                        {"kind": "discard", "demands": [{"seat": 2}, {"seat": 4}]},
                    ]
                }
            },
            "the game waits for seats 2 and 4 (discard), then seat 1 (robber)",
            "hra čeká na hráče 2 a 4 (odhození karet), pak na hráče 1 (zloděj)",
        ),
    ],
)
def test_sentences_are_what_a_player_would_say(event: dict[str, Any], english: str, czech: str):
    assert say_event(game_pb2.Event(**event)) == english
    assert say_event(game_pb2.Event(**event), "cs") == czech


def test_a_refusal_has_its_facts_in_words():
    facts = EXAMPLES["NOT_NOW"]
    assert say_refusal("NOT_NOW", "B3.2", facts) == "That cannot be done now; awaited: roll (rule B3.2)."
    assert say_refusal("NOT_NOW", "B3.2", facts, "cs") == "To teď nejde; čeká se na: hod kostkami (pravidlo B3.2)."
    seats = {"seats": "7", "allowed": "3,4,5,6"}
    assert say_refusal("WRONG_NUMBER_OF_SEATS", "", seats, "cs") == (
        "Tuto hru nelze hrát v 7 hráčích; povolené počty: 3, 4, 5 a 6."
    )


TWINS: list[tuple[Callable[..., Event], Any, Any]] = [
    (lambda card: CardStolen(1, 2, card), Resource.ORE, Resource.WOOL),
    (lambda card: DevelopmentCardBought(1, card), DevelopmentCard.KNIGHT, DevelopmentCard.MONOPOLY),
    (lambda cards: SupplyCardsDrawn(1, 2, cards), pack((1, 1, 0, 0, 0)), pack((0, 0, 0, 0, 2))),
    (lambda card: LandingCardDrawn(2, 1, card), Resource.ORE, Resource.WOOL),
]
"""Events that differ in what is hidden alone."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("make", "one", "other"), TWINS, ids=[type(make(one)).__name__ for make, one, _ in TWINS])
def test_a_sentence_tells_nothing_that_its_reader_may_not_see(
    make: Callable[..., Event], one: Any, other: Any, language: str
):
    """A sentence is a pure function of the redacted event: twins that look alike are told alike."""

    def told(hidden: Any, viewer: Viewer) -> str:
        return say_event(pack_event(redact(make(hidden), viewer)), language)

    assert told(one, Viewer(3)) == told(other, Viewer(3)) == told(one, Viewer())
    assert len({told(one, Viewer(1)), told(other, Viewer(1)), told(one, Viewer(3))}) == 3


def test_every_private_field_that_is_told_has_twins():
    told = {
        field.message_type.name
        for field in EVENTS
        for name in catalogue("cs").asks(key_of(field.name))
        for asked in [field.message_type.fields_by_name.get(name.removesuffix("_accusative"))]
        if asked is not None and asked.GetOptions().Extensions[options_pb2.visible_to]
    }
    assert told == {type(make(one)).__name__ for make, one, _ in TWINS}
