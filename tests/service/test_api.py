"""Every rpc over a real server and store: what it gives, and that what it lists is accepted."""

import hashlib
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from uuid import UUID

import grpc
import pytest

from domain.board.laid import Board
from domain.chance import SeededChance
from domain.engine import Fairness
from service.config import store_environment
from service.store.games import Games
from settlers.v1 import game_pb2, game_service_pb2
from tests.service.house import (
    AUDITOR,
    PATIENCE,
    QUICK,
    SEED,
    SPECTATOR,
    House,
    Loaded,
    Recorded,
    asked,
    command,
    everyone,
    happen,
    kind_of,
    refused,
    seat,
)
from tests.service.test_store import Caller, Process


def versions(events: list[Recorded]) -> list[int]:
    return [event.version for event in events]


def scenarios(house: House) -> game_service_pb2.ListScenariosResponse:
    return house.stub.ListScenarios(game_service_pb2.ListScenariosRequest(), timeout=PATIENCE)


def created(house: House, **fields: object) -> game_service_pb2.CreateGameResponse:
    request = game_service_pb2.CreateGameRequest(**{"scenario": "classic", "seats": 4, **fields})
    return house.stub.CreateGame(request, timeout=PATIENCE)


# Scenarios and creation -----------------------------------------------------------------------------------------------


def test_what_can_be_played_is_listed(house: House):
    listed = scenarios(house)
    (classic,) = [scenario for scenario in listed.scenarios if scenario.key == "classic"]
    assert listed.rules_version >= 1
    assert [scenario.key for scenario in listed.scenarios] == ["classic", "cheops", "alexander", "great-race"]
    assert list(classic.seats) == [3, 4, 5, 6]
    assert [board.name for board in classic.boards] == ["beginner", "spiral", "free", "spiral-6", "free-6"]
    assert {option.key for option in classic.options} == {"seat_nonces", "two_seats"}
    assert (classic.title.en, classic.title.cs) == ("Classic", "Základní hra")
    assert all(board.source for board in classic.boards)
    assert all(option.text.en and option.text.cs for each in listed.scenarios for option in each.options)


def test_all_that_is_listed_can_be_created(house: House):
    for scenario in scenarios(house).scenarios:
        for board in scenario.boards:
            for seats in set(scenario.seats) & set(board.seats):
                view = house.view(house.create(seats, scenario=scenario.key, board=board.name))
                assert (view.table.scenario, view.board.name, view.table.seats) == (scenario.key, board.name, seats)
                assert view.board.source == board.source
        for option in scenario.options:
            view = house.view(house.create(scenario.seats[0], scenario=scenario.key, options=[option.key]))
            assert list(view.table.options) == [option.key]


def test_a_game_is_created_up_to_the_first_seat_that_must_act(house: House):
    response = created(house, seats=3, player_refs=["a", "b", "c"])
    assert versions(response.events) == list(range(1, response.version + 1))
    kinds = [kind_of(event) for event in response.events]
    assert (kinds[0], kinds[-1]) == ("game_created", "prompts_changed")
    assert sorted(kinds[1:-1]) == ["board_laid", "supplies_laid_out"]
    event = response.events[0].event.game_created
    assert (event.scenario, event.seats, list(event.players)) == ("classic", 3, ["a", "b", "c"])
    assert asked(response.events[-1].event.prompts_changed.prompts) == [1]
    assert list(response.events) == house.events(response.game_id)
    assert house.view(response.game_id).version == response.version


def test_the_first_board_is_used_when_none_is_named(house: House):
    assert house.view(house.create()).board.name == "beginner"


def test_two_may_play_where_the_option_says_so(house: House):
    game_id = house.create(2, options=["two_seats"])
    assert house.view(game_id).table.seats == 2


def test_options_are_given_in_the_scenarios_order(house: House):
    view = house.view(house.create(2, options=["two_seats", "seat_nonces", "two_seats"]))
    assert list(view.table.options) == ["seat_nonces", "two_seats"]


@pytest.mark.case("H15")
def test_every_game_has_an_id_and_a_seed_of_its_own(house: House):
    games = [created(house) for _ in range(5)]
    assert len({game.game_id for game in games}) == 5
    commitments = {game.events[0].event.game_created.commitment for game in games}
    assert len(commitments) == 5
    assert {len(commitment) for commitment in commitments} == {32}


@pytest.mark.case("H15")
def test_no_two_games_are_shuffled_alike_in_one_process_or_after_a_restart(tmp_path: Path):
    """The same request four times, at two servers one after the other: other seeds, other boards, other draws."""
    file, ids = str(tmp_path / "games.db"), []
    for _ in range(2):
        server = Process(file)
        with Caller(server.port) as caller:
            ids += [caller.create(4, board="free") for _ in range(2)]
        server.kill()
    with closing(Games(store_environment(file))) as games:
        tables = [games.table(UUID(game_id)) for game_id in ids]
    assert len({table.seal.seed for table in tables}) == 4
    assert len({table.game[Board].tiles for table in tables}) == 4
    keys = [table.game[Fairness].key for table in tables]
    assert len({SeededChance().draw(key, "development_card", 100, 0, 2**60) for key in keys}) == 4


def test_a_seed_of_the_services_own_is_no_chosen_one(house: House):
    response = created(house)
    event = response.events[0].event.game_created
    assert not event.seed_chosen
    assert not event.seed
    assert not house.view(response.game_id).table.seed_chosen


def test_a_chosen_seed_shows_for_ever(house: House):
    response = created(house, seed=SEED)
    event = response.events[0].event.game_created
    assert event.seed_chosen
    assert not event.seed
    assert event.commitment == hashlib.sha256(b"settlers.v1/commitment/" + SEED).digest()
    table = house.view(response.game_id).table
    assert table.seed_chosen
    assert table.commitment == event.commitment


def test_each_seat_adds_its_nonce_before_the_board_is_laid(house: House):
    game_id = house.create(3, options=["seat_nonces"])
    assert not house.view(game_id).board.hexes
    assert asked(house.view(game_id).turn.prompts) == [1, 2, 3]
    for number in (2, 3, 1):
        assert "board_laid" not in map(kind_of, house.events(game_id))
        house.execute(game_id, number, command("give_nonce", nonce=bytes([number]) * 32))
    view = house.view(game_id)
    assert list(view.table.nonces) == [bytes([number]) * 32 for number in (1, 2, 3)]
    assert len(view.board.hexes) == 19


# Views ----------------------------------------------------------------------------------------------------------------


def test_a_view_of_any_version_is_the_view_of_that_moment(house: House):
    game_id = house.create(3, seed=SEED)
    seen = {}
    rng = random.Random(3)
    for _ in range(25):
        version = house.play(game_id, rng, until=house.view(game_id).version + 1)[-1]
        seen[version] = [house.view(game_id, viewer) for viewer in everyone(3)]
    for version, views in seen.items():
        assert [house.view(game_id, viewer, version) for viewer in everyone(3)] == views
        assert {view.version for view in views} == {version}
    for version in range(1, max(seen) + 1):
        assert house.view(game_id, SPECTATOR, version).version == version


def test_the_newest_version_is_shown_when_none_is_named(house: House):
    game_id = house.create(seed=SEED)
    version = house.play(game_id, random.Random(1), until=60)[-1]
    assert house.view(game_id) == house.view(game_id, SPECTATOR, version)
    assert house.view(game_id).version == version


@pytest.mark.case("H01", "H12")
def test_a_view_shows_each_viewer_its_own_cards_only(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(2), until=150)
    hidden = {
        viewer.SerializeToString(): (
            [hand.seat for hand in view.hands.hands if hand.HasField("cards")],
            [hand.seat for hand in view.development.hands if hand.HasField("cards")],
        )
        for viewer in everyone(3)
        for view in [house.view(game_id, viewer)]
    }
    assert hidden == {
        seat(1).SerializeToString(): ([1], [1]),
        seat(2).SerializeToString(): ([2], [2]),
        seat(3).SerializeToString(): ([3], [3]),
        SPECTATOR.SerializeToString(): ([], []),
        AUDITOR.SerializeToString(): ([1, 2, 3], [1, 2, 3]),
    }


def test_views_differ_in_nothing_but_hidden_cards(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(2), until=150)
    cut = []
    for viewer in everyone(3):
        view = house.view(game_id, viewer)
        for hand in [*view.hands.hands, *view.development.hands]:
            hand.ClearField("cards")
        cut.append(view)
    assert all(view == cut[0] for view in cut)


def test_what_was_hidden_is_shown_once_the_game_is_over(house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    version = house.play(game_id, rng, until=200)[-1]
    assert refused(lambda: house.view(game_id, reveal=True)).reason == "NOT_OVER"
    house.play(game_id, rng)
    assert house.view(game_id).turn.over
    assert house.view(game_id, reveal=True) == house.view(game_id, AUDITOR)
    assert house.view(game_id, seat(1), version, reveal=True) == house.view(game_id, AUDITOR, version)
    shown = [hand for event in house.events(game_id) if kind_of(event) == "hand_shown" for hand in [event.event]]
    for hand, told in zip(house.view(game_id, reveal=True).hands.hands, shown, strict=True):
        assert hand.cards == told.hand_shown.cards


# Commands -------------------------------------------------------------------------------------------------------------


def test_a_command_is_answered_by_its_events_as_the_seat_sees_them(house: House):
    game_id = house.create(3, seed=SEED)
    before = house.view(game_id).version
    response = house.execute(game_id, 1, command("build_settlement", intersection=10))
    assert versions(response.events) == list(range(before + 1, response.version + 1))
    assert kind_of(response.events[0]) == "settlement_built"
    assert list(response.events) == house.events(game_id, seat(1), before)


@pytest.mark.case("P04")
def test_the_version_that_was_expected_is_met_or_nothing_is_played(house: House):
    game_id = house.create(3, seed=SEED)
    before = house.view(game_id).version
    build = command("build_settlement", intersection=10)
    after = house.execute(game_id, 1, build, before).version
    road = house.legal(game_id, 1).commands[0]
    for wrong in (before, after + 1, 0, 2**64 - 1):
        refusal = refused(lambda wrong=wrong: house.execute(game_id, 1, road, wrong))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.ABORTED, "VERSION_CONFLICT")
        assert refusal.metadata["version"] == str(after)
    assert house.view(game_id).version == after
    assert house.execute(game_id, 1, road, after).version > after


@pytest.mark.case("P06")
def test_of_many_equal_commands_at_once_one_is_played(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(1), stop=lambda prompts: prompts[-1].kind == "roll")
    before = house.view(game_id)
    by = asked(before.turn.prompts)[0]

    def roll(_: int) -> str:
        try:
            house.execute(game_id, by, command("roll_dice"), before.version)
        except grpc.RpcError as error:
            return error.code().name
        return "OK"

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(roll, range(8)))
    assert answers == ["ABORTED"] * 7 + ["OK"]
    rolled = [event for event in house.events(game_id, SPECTATOR, before.version) if kind_of(event) == "dice_rolled"]
    assert len(rolled) == 1


@pytest.mark.case("P04")
def test_discards_of_several_seats_at_once_all_land(house: House, loaded: Loaded):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(6), stop=lambda prompts: prompts[-1].kind == "roll")
    happen(house.games, game_id, *(f"ResourcesReceived seat={by} cards=6ore+6wool" for by in (1, 2, 3)))
    loaded.dice(3, 4)
    house.execute(game_id, 1, command("roll_dice"))
    before = house.view(game_id)
    owed = {demand.seat: demand.amount for demand in before.turn.prompts[-1].demands}
    assert list(owed) == [1, 2, 3]

    def discard(by: int) -> int:
        hand = house.view(game_id, seat(by), before.version).hands.hands[by - 1].cards
        cards: dict[str, int] = {}
        left = owed[by]
        for field, n in hand.ListFields():
            cards[field.name] = min(n, left)
            left -= cards[field.name]
        return house.execute(game_id, by, command("discard_cards", cards=cards)).version

    with ThreadPoolExecutor(len(owed)) as pool:
        list(pool.map(discard, owed))
    events = house.events(game_id, SPECTATOR, before.version)
    discarded = [event.event.resources_discarded for event in events if kind_of(event) == "resources_discarded"]
    assert sorted(event.seat for event in discarded) == sorted(owed)
    assert house.view(game_id).turn.prompts[-1].kind == "robber"


@pytest.mark.case("S14")
def test_games_of_one_server_do_not_touch_each_other(house: House):
    other = house.create(3, seed=SEED)
    house.play(other, random.Random(1), until=120)
    fresh = house.create(3, seed=SEED)
    assert not house.view(fresh).buildings.settlements
    assert len(house.legal(fresh, 1).commands) == 54
    before = house.view(other)
    house.play(fresh, random.Random(2), until=120)
    assert house.view(other) == before


# What is legal --------------------------------------------------------------------------------------------------------


def test_what_is_listed_is_accepted_as_it_is_to_the_end_of_the_game(house: House):
    game_id = house.create(3, seed=SEED)
    played = house.play(game_id, random.Random(QUICK))
    assert house.view(game_id).turn.over
    assert len(played) > 100


def test_only_seats_that_are_asked_have_anything_listed(house: House):
    game_id = house.create(4, seed=SEED)
    rng = random.Random(8)
    for _ in range(40):
        turn = house.view(game_id).turn
        asks = asked(turn.prompts)
        for number in (1, 2, 3, 4):
            listed = house.legal(game_id, number)
            assert listed.version == house.view(game_id).version
            if number not in asks:
                assert not listed.commands
                assert not listed.choices
        house.play(game_id, rng, until=house.view(game_id).version + 1)


def test_a_seat_that_must_act_has_something_listed(house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    while not house.view(game_id).turn.over:
        for number in asked(house.view(game_id).turn.prompts):
            listed = house.legal(game_id, number)
            assert listed.commands or listed.choices
        house.play(game_id, rng, until=house.view(game_id).version + 40)


def test_a_seat_that_owes_a_nonce_has_something_listed(house: House):
    game_id = house.create(3, options=["seat_nonces"])
    listed = house.legal(game_id, 2)
    assert listed.commands or listed.choices


def test_nothing_is_listed_once_the_game_is_over(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    for number in (1, 2, 3):
        listed = house.legal(game_id, number)
        assert not listed.commands
        assert not listed.choices


# Events ---------------------------------------------------------------------------------------------------------------


@pytest.mark.case("P10")
@pytest.mark.parametrize("size", [1, 2, 7, 64, 65, 200, 0, 1000, 5000, 2**32 - 1])
def test_pages_have_no_gap_and_no_repeat(house: House, size: int):
    game_id = house.create(3, seed=SEED)
    version = house.play(game_id, random.Random(10), until=260)[-1]
    after, found = 0, []
    while True:
        page = house.page(game_id, SPECTATOR, after, size)
        assert 0 < len(page.events) <= (size or 1000)
        found += versions(page.events)
        after = found[-1]
        assert page.more == (after < version)
        if not page.more:
            break
    assert found == list(range(1, version + 1))


def test_a_page_after_any_version_begins_with_the_next(house: House):
    game_id = house.create(3, seed=SEED)
    version = house.play(game_id, random.Random(10), until=150)[-1]
    events = house.events(game_id)
    for after in range(version):
        page = house.page(game_id, SPECTATOR, after, 3)
        assert list(page.events) == events[after : after + 3]
    last = house.page(game_id, SPECTATOR, version)
    assert not last.events
    assert not last.more


@pytest.mark.case("H01", "H02", "H06")
def test_events_are_cut_to_what_each_viewer_may_see(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    seen = {viewer.SerializeToString(): house.events(game_id, viewer) for viewer in everyone(3)}
    stolen = bought = 0
    for events in zip(*seen.values(), strict=True):
        for viewer, event in zip(everyone(3), events, strict=True):
            auditor = viewer.role == game_pb2.VIEWER_ROLE_AUDITOR
            body = getattr(event.event, kind_of(event))
            if kind_of(event) == "card_stolen":
                sees = auditor or viewer.seat in (body.thief, body.victim)
                assert body.HasField("resource") == sees
                stolen += 1
            elif kind_of(event) == "development_card_bought":
                sees = auditor or viewer.seat == body.seat
                assert body.HasField("card") == sees
                bought += 1
            elif kind_of(event) == "game_created":
                assert not body.seed
            else:
                assert event == events[0]
    assert stolen
    assert bought


def test_what_a_viewer_got_of_an_event_never_changes(house: House):
    game_id = house.create(3, seed=SEED)
    rng = random.Random(QUICK)
    version = house.play(game_id, rng, until=300)[-1]
    before = [house.events(game_id, viewer) for viewer in everyone(3)]
    house.play(game_id, rng)
    assert house.view(game_id).turn.over
    assert [house.events(game_id, viewer)[:version] for viewer in everyone(3)] == before


@pytest.mark.case("H04")
def test_the_seed_is_told_at_the_end_and_not_before(house: House):
    game_id = house.create(3, seed=SEED)
    house.play(game_id, random.Random(QUICK))
    events = house.events(game_id, AUDITOR)
    assert kind_of(events[-1]) in ("hand_shown", "seed_revealed")
    told = [event.event.seed_revealed.seed for event in events if kind_of(event) == "seed_revealed"]
    assert told == [SEED]
    before = [event for event in events if kind_of(event) != "seed_revealed"]
    assert all(SEED not in event.SerializeToString() for event in before)
