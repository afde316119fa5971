"""The special building phase of five seats through the front door: who is asked, for what, and what is refused."""

import grpc
import pytest

from tests.service.house import SEED, House, command, happen, kind_of, refused

FORBIDDEN = grpc.StatusCode.FAILED_PRECONDITION
RICH = "4brick+4lumber+4wool+4grain+4ore"


@pytest.mark.rule("B7.5")
@pytest.mark.parametrize("scenario", ["great-race", "classic"])
def test_where_five_play_each_with_a_card_is_asked_to_build_after_a_turn(scenario: str, house: House):
    game_id = house.create(5, scenario=scenario, seed=SEED)
    board = house.view(game_id).board
    land = next(tile for tile in board.hexes if tile.number)
    home = next(each.intersection for each in board.intersections if (each.x, each.y) == (land.x, land.y - 2))
    happen(
        house.games,
        game_id,
        *(f"ResourcesReceived seat={by} cards={RICH}" for by in (2, 4)),
        f"SettlementBuilt seat=4 intersection={home}",
        "TurnStarted seat=1 turn=1",
        "DiceRolled seat=1 dice=[1 1] draws=[]",
        "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]",
    )

    def asked() -> list[tuple[str, int]]:
        return [(each.kind, each.demands[0].seat) for each in house.view(game_id).turn.prompts]

    house.execute(game_id, 1, command("pass"))
    assert asked() == [("build", 2)]
    assert house.view(game_id).turn.phase == "special_building"
    for by, field, fields, reason in (
        (4, "buy_development_card", {}, "NOT_YOUR_TURN"),
        (1, "buy_development_card", {}, "NOT_YOUR_TURN"),
        (2, "trade_with_bank", {"give": 1, "rate": 4, "take": 2}, "NOT_NOW"),
        (2, "roll_dice", {}, "NOT_NOW"),
    ):
        what = command(field, **fields)
        refusal = refused(lambda by=by, what=what: house.execute(game_id, by, what))
        assert (refusal.code, refusal.reason, refusal.metadata["rule"]) == (FORBIDDEN, reason, "B7.5")
    bought = house.execute(game_id, 2, command("buy_development_card")).events
    assert [kind_of(event) for event in bought] == ["development_card_bought", "resources_paid"]
    house.execute(game_id, 2, command("pass"))
    assert asked() == [("build", 4)], "3 has no card, and is not asked"
    kinds = {each.WhichOneof("command") for each in house.legal(game_id, 4).commands}
    assert kinds - {"build_ship"} == {"buy_development_card", "build_road", "build_city", "pass"}
    house.execute(game_id, 4, command("pass"))
    assert asked() == [("roll", 2)]
