"""A draw tells its seat the card and nothing of what else lies hidden (B11.2).

What a seat may see when it gets a card is the same, whatever the other cards are from which the card was drawn.

"""

import pytest

from settlers.v1 import audit_service_pb2, audit_service_pb2_grpc, game_pb2
from tests.rules.table import GRID
from tests.service.house import SEED, House, Loaded, command, happen, seat

ACT = ("TurnStarted seat=1 turn=1", "DiceRolled seat=1 dice=[1 1] draws=[]")
ROBBER = "PromptsChanged phase=seven prompts=[{robber [{robber 1 1}]}]"
TOWN = f"SettlementBuilt seat=2 intersection={GRID.corners[0][0]}"
BUY = ("ResourcesReceived seat=1 cards=1wool+1grain+1ore", *ACT, "PromptsChanged phase=act prompts=[{act [{act 1 1}]}]")

# Purpose, how many values, the hidden part in each world, what follows, the command, the event, what is looked for.
CASES = {
    "theft": (
        5,
        ("ResourcesReceived seat=2 cards=5ore", "ResourcesReceived seat=2 cards=1brick+4ore"),
        (TOWN, *ACT, ROBBER),
        command("move_robber", hex=0, victim=2),
        "card_stolen",
        "resource: RESOURCE_ORE",
    ),
    "development_card": (
        24,
        (
            "DevelopmentCardBought seat=2 card=knight",
            "DevelopmentCardBought seat=2 card=victory_point",
        ),
        BUY,
        command("buy_development_card"),
        "development_card_bought",
        "card: DEVELOPMENT_CARD_KNIGHT",
    ),
}


@pytest.mark.rule("B11.2", "B5.3")
@pytest.mark.parametrize("purpose", CASES)
def test_a_draw_tells_no_more_than_the_card(purpose: str, loaded: Loaded):
    values, worlds, then, what, kind, card = CASES[purpose]
    seen: list[set[str]] = []
    with House() as house:
        for world in worlds:
            seen.append(set())
            for value in range(values):
                game_id = house.create(3, seed=SEED)
                happen(house.games, game_id, world, *then)
                loaded.values = {purpose: [value]}
                house.execute(game_id, 1, what)
                events = [each.event for each in house.events(game_id, seat(1))]
                drawn: game_pb2.Event = next(each for each in events[::-1] if each.WhichOneof("event") == kind)
                if card in str(drawn):
                    seen[-1].add(str(drawn))
    assert seen[0] == seen[1]


@pytest.mark.rule("B11.2")
def test_what_is_wrong_with_a_game_is_told_without_what_is_hidden(loaded: Loaded):
    whys = []
    with House() as house:
        stub = audit_service_pb2_grpc.AuditServiceStub(house.channel)
        for value in (0, 70):  # a value that the seed does not draw, as after damage
            loaded.values = {"supply": [value]}
            game_id = house.create(4, scenario="alexander", seed=SEED)
            report = stub.VerifyGame(audit_service_pb2.VerifyGameRequest(game_id=game_id)).report
            whys.append((report.flaw.version, report.flaw.check, report.flaw.why))
    assert whys[0] == whys[1]
