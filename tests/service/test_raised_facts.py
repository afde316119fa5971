"""Every refusal in the code brings the facts that its text asks for: no caller reads "unknown" in a sentence."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import domain
import service
from domain.errors import Illegal, Reason
from service.faults import Fault, Trouble
from service.texts import LANGUAGES, say_refusal
from service.texts.catalogue import UNKNOWN
from tests.service.house import SPECTATOR, House, command, refused
from tests.service.test_cheops import Egypt

REFUSALS = {Illegal.__name__, Fault.__name__}

REASONS = {Reason.__name__: Reason, Trouble.__name__: Trouble}

LINE = "Line"
"""A line of a placement has a reason, with which the engine raises where the line is broken."""

NO_FACTS = {"field"}
"""Arguments of a refusal that are no facts of its own."""


class Raised(NamedTuple):
    """A refusal as it stands in the code."""

    where: str
    reason: str
    facts: frozenset[str]


@cache
def calls() -> list[tuple[str, ast.Call, str]]:
    """All calls in the code by a plain name, with the place of each and that name."""
    roots = [Path(str(package.__file__)).parent for package in (domain, service)]
    return [
        (f"{file.relative_to(root.parent)}:{node.lineno}", node, node.func.id)
        for root in roots
        for file in sorted(root.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def named(reason: ast.expr) -> str:
    """The reason that is named there; empty where none is."""
    if isinstance(reason, ast.Attribute) and isinstance(reason.value, ast.Name) and reason.value.id in REASONS:
        return REASONS[reason.value.id][reason.attr]
    return ""


def raised() -> Iterator[Raised]:
    """All refusals; one that takes its reason from a line stands there once for each reason that a line has."""
    of_lines = sorted(
        {named(node.args[0]) for where, node, name in calls() if name == LINE and where.startswith("domain")}
    )
    for where, node, name in calls():
        if name in REFUSALS:
            facts = frozenset(each.arg for each in node.keywords if each.arg) - NO_FACTS
            from_line = ast.unparse(node.args[0]) == "line.reason"
            for reason in of_lines if from_line else [named(node.args[0])]:
                # The facts of one that cannot be understood are completed from its field.
                yield Raised(where, reason, facts | ({"field"} if reason == Trouble.MALFORMED else set()))


def test_every_refusal_names_its_reason():
    found = [*raised()]
    assert [each.where for each in found if not each.reason] == []
    assert len(found) > 120
    # And so all that can be raised is here; the one besides needs a caller who is known, which none is yet.
    assert {each.reason for each in found} == {*Reason, *Trouble} - {Trouble.NOT_YOUR_SEAT}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", ["0", "1", "2", "5", "1,3"])
def test_the_facts_of_a_refusal_fill_its_text(language: str, value: str):
    wanting = [
        (each.where, sentence)
        for each in raised()
        for sentence in [say_refusal(each.reason, "", dict.fromkeys(each.facts, value), language)]
        if UNKNOWN in sentence
    ]
    assert wanting == []


@pytest.mark.parametrize(
    ("coins", "english", "czech"),
    [
        (3, "Seat 1 has 3 coins, and that is not enough", "Hráč 1 má 3 zlaté, a to nestačí"),
        (1, "Seat 1 has 1 coin, and that is not enough", "Hráč 1 má 1 zlatý, a to nestačí"),
        (0, "Seat 1 has no coin, and that is not enough", "Hráč 1 nemá žádné zlato, a to nestačí"),
    ],
)
def test_who_offers_more_coins_than_it_has_is_told_how_many_these_are(coins: int, english: str, czech: str):
    with House() as house:
        egypt = Egypt(house).coins(coins)
        offer = command("offer_trade", give={"coin": 50}, take={"brick": 1}, to=[2])
        refusal = refused(lambda: house.execute(egypt.game_id, 1, offer))
        assert (refusal.reason, refusal.metadata) == (
            "NOT_ENOUGH_COINS",
            {"rule": "B6.2", "seat": "1", "coins": str(coins)},
        )
        for language, sentence, rule in (("en", english, "rule"), ("cs", czech, "pravidlo")):
            assert say_refusal(refusal.reason, "B6.2", refusal.metadata, language) == f"{sentence} ({rule} B6.2)."


def test_of_cards_that_a_seat_lacks_nothing_is_told():
    """Coins are open, cards are not: who lacks cards too does not hear how many of anything."""
    with House() as house:
        egypt = Egypt(house).coins(2)
        assert [*egypt.view(SPECTATOR).coins.coins] == [*egypt.view().coins.coins]
        offer = command("offer_trade", give={"coin": 50, "wool": 9}, take={"brick": 1}, to=[2])
        refusal = refused(lambda: house.execute(egypt.game_id, 1, offer))
        assert (refusal.reason, refusal.metadata) == ("NOT_ENOUGH_CARDS", {"rule": "B6.2", "seat": "1"})
