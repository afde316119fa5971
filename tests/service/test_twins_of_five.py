"""Twins where five play: what is bought while others build (B7.5) is hidden as well."""

import random

import pytest

from service.config import IN_MEMORY
from tests.service.house import AUDITOR, House, Loaded, kind_of
from tests.service.twins import HIDING, NOON, Twins, compare, export_but_for_hashes, proofs_but_for_hashes

LUCK = {"classic": 5, "great-race": 5}


def bought_while_building(house: House, game_id: str) -> dict[int, str]:
    """What the seats that hide bought while others built: the cards, by their versions."""
    found, building = {}, False
    for recorded in house.events(game_id, AUDITOR):
        kind = kind_of(recorded)
        if kind == "prompts_changed":
            building = recorded.event.prompts_changed.prompts[-1].kind == "build"
        bought = recorded.event.development_card_bought
        if building and kind == "development_card_bought" and bought.seat in HIDING:
            found[recorded.version] = str(bought.card)
    return found


@pytest.mark.rule("B7.5", "B11.2")
@pytest.mark.parametrize("scenario", LUCK)
def test_what_is_bought_while_others_build_is_hidden(scenario: str, loaded: Loaded):
    with House(IN_MEMORY, now=lambda: NOON) as house:
        twins, rng, version = Twins(house, loaded, scenario, seats=5), random.Random(LUCK[scenario]), 0
        while version < 320:
            version = twins.play_on(rng)
            for viewer, _ in twins.others.values():
                compare(twins, lambda game_id, viewer=viewer: house.view(game_id, viewer))
            for by in (3, 4, 5):
                compare(twins, lambda game_id, by=by: house.legal(game_id, by))
        for viewer, _ in twins.others.values():
            compare(twins, lambda game_id, viewer=viewer: list(house.events(game_id, viewer)))
            compare(twins, lambda game_id, viewer=viewer: proofs_but_for_hashes(house, game_id, viewer))
            compare(twins, lambda game_id, viewer=viewer: export_but_for_hashes(house, game_id, viewer))
        bought, other = (bought_while_building(house, game_id) for game_id in twins.ids)
        assert bought.keys() == other.keys()
        assert bought != other
