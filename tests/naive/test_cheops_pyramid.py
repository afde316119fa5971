"""The naive model of Cheops, on positions set up by hand: the pyramid, the Blessing and the Curse, and the end."""

from collections import Counter

import pytest

from tests.naive.acts import Act, bag, make
from tests.naive.cheops import BLOCKS_OF_PHARAOH, LEVELS, PHARAOH, Cheops
from tests.naive.test_cheops import chain, egypt
from tests.naive.test_great_race import corner, hex_
from tests.naive.test_model import Fixed, give, in_turn

BLOCK = {"brick": 1, "ore": 1}


def round_site(model: Cheops) -> tuple[int, int, int]:
    """Three intersections of the site, none beside another."""
    return tuple(corner(model, 4, 1, name) for name in ("NE", "S", "NW"))


def joined_to_site(model: Cheops) -> Cheops:
    """Seat 1 stands at the site, and seat 2 is joined to it by a road of seat 3 and a ship of its own."""
    places = [corner(model, 4, 2, name) for name in ("NW", "N", "NE")]
    model.settlements[1] = {places[0]}
    model.settlements[2] = {places[2]}
    chain(model, model.roads[3], *places[:2])
    chain(model, model.ships[2], *places[1:])
    return model


def block(seat: int, owner: int = 0) -> Act:
    """A block of the pyramid."""
    return make("PlacePyramidBlock", seat, owner=owner)


def test_building_starts_with_the_first_settlement_at_the_site() -> None:
    model = in_turn(egypt())
    give(model, 1, BLOCK)
    assert model.verdict(block(1)) == "C6.1"
    model.after_seven()
    assert model.blocks == []
    model.settlements[2] = {round_site(model)[0]}
    assert (model.verdict(block(1)), model.verdict(block(1, 2))) == ("C6.4", "C6.5")
    model.settlements[1] = {round_site(model)[1]}
    model.play(block(1), Fixed())
    assert (model.blocks, model.blessed, model.hands[1]) == ([1], 1, Counter(coin=3, brick=0, ore=0))
    assert model.verdict(block(1)) == "C6.2"


def test_who_has_no_building_at_the_site_pays_one_that_is_joined() -> None:
    model = in_turn(joined_to_site(egypt()), 2)
    give(model, 2, {"brick": 4, "ore": 4})
    model.settlements[4] = {round_site(model)[1]}
    assert [model.verdict(block(2, owner)) for owner in (0, 1, 2, 3, 4, 5)] == ["C6.4", None] + ["C6.5"] * 4
    model.play(block(2, 1), Fixed())
    assert (model.hands[2]["coin"], model.hands[1]["coin"], model.hands[2]["ore"]) == (2, 4, 3)
    model.hands[2]["coin"] = 0
    assert model.verdict(block(2, 1)) == "C6.5"
    # With a building of its own there nobody is paid.
    model.settlements[2].add(round_site(model)[2])
    model.hands[2]["coin"] = 1
    assert (model.verdict(block(2)), model.verdict(block(2, 1))) == (None, "C6.5")


def test_eleven_blocks_on_four_levels() -> None:
    model = in_turn(joined_to_site(egypt()))
    give(model, 1, BLOCK)
    model.blocks = [1] * 11
    assert model.verdict(block(1)) == "C6.6"
    assert (sum(LEVELS), [model.level(number) for number in (1, 16, 17, 25, 26, 29, 30)]) == (30, [1, 1, 2, 2, 3, 3, 4])


def test_the_pharaoh_builds_after_a_seven_and_not_after_a_knight() -> None:
    model = joined_to_site(egypt())
    give(model, 2, {"wool": 8})
    model.begin_turn(1)
    model.play(make("RollDice", 1), Fixed((3, 4)))
    model.play(make("DiscardCards", 2, cards=bag({"wool": 4})), Fixed())
    assert (model.blocks, model.asked) == ([], {1: {"robber"}})
    model.play(make("MoveRobber", 1, hex=hex_(model, 4, 1), victim=None), Fixed())
    assert (model.blocks, model.blessed, model.cursed) == ([PHARAOH], 0, set())
    assert model.asked == {1: {"act"}}
    model.held[1]["knight"] = 1
    model.play(make("PlayKnight", 1), Fixed())
    model.play(make("MoveRobber", 1, hex=hex_(model, 2, 0), victim=None), Fixed())
    assert model.blocks == [PHARAOH]


# The Blessing and the Curse.


@pytest.mark.parametrize(
    ("given", "blessed", "cursed"),
    [
        ([], 0, set()),
        ([PHARAOH], 0, set()),
        ([1], 1, {2, 3}),
        ([1, 2], 1, {3}),
        ([1, 2, 3], 1, {2, 3}),
        ([1, 1, 2], 1, {3}),
        ([1, 1, 2, 3], 1, {2, 3}),
        ([1, 2, 2], 2, {3}),
        ([1, 2, 2, 1, 3], 2, {3}),
        ([1, 2, 2, 1, 3, 3, PHARAOH], 2, {1, 3}),
    ],
)
def test_who_is_blessed_and_who_is_cursed(given: list[int], blessed: int, cursed: set[int]) -> None:
    model = in_turn(egypt(3))
    for seat in given:
        model.place_block(seat)
    assert (model.blessed, model.cursed) == (blessed, cursed)
    points = {seat: 3 * (seat == blessed) - 2 * (seat in cursed) for seat in model.seats}
    assert {seat: model.points(seat) for seat in model.seats} == points


# The end.


def towns(model: Cheops, seat: int, cities: int, settlements: int = 0) -> None:
    """Buildings somewhere on the board, far from the site."""
    free = [place for place in range(40) if not model.owner_at(place)]
    model.cities[seat] = set(free[:cities])
    model.settlements[seat] |= set(free[cities : cities + settlements])


@pytest.mark.parametrize(("cities", "settlements", "winners"), [(4, 0, (1,)), (3, 1, ())])
def test_twelve_points_win(cities: int, settlements: int, winners: tuple[int, ...]) -> None:
    model = in_turn(joined_to_site(egypt(3)))
    towns(model, 1, cities, settlements)
    give(model, 1, BLOCK)
    model.play(block(1), Fixed())
    assert (model.winners, model.points(1)) == (winners, 1 + 2 * cities + settlements + 3)


def test_the_pharaohs_last_block_ends_the_game_for_who_has_the_most_points() -> None:
    model = joined_to_site(egypt(3))
    model.blocks = [1] + [PHARAOH] * (BLOCKS_OF_PHARAOH - 1)
    model.blessed = 1
    towns(model, 2, 2, 1)
    model.held[2]["victory_point"] = 1
    model.begin_turn(3)
    model.play(make("RollDice", 3), Fixed((1, 6)))
    model.play(make("MoveRobber", 3, hex=hex_(model, 4, 1), victim=None), Fixed())
    assert (model.blocks.count(PHARAOH), model.over) == (16, True)
    assert [model.points(seat) for seat in model.seats] == [4, 4, -2]
    assert model.winners == (2,)


def test_those_that_tie_share_the_win_when_the_pyramid_is_complete() -> None:
    model = in_turn(joined_to_site(egypt(3)))
    give(model, 1, BLOCK)
    model.blocks, model.blessed = [2] * 10 + [3] * 9 + [1] * 10, 2
    towns(model, 1, 0, 1)
    towns(model, 2, 1, 2)
    model.play(block(1), Fixed())
    # The last block brought the Blessing to seat 1.
    assert (model.level(len(model.blocks)), model.blessed, model.cursed) == (4, 1, {3})
    assert ([model.points(seat) for seat in model.seats], model.winners) == ([5, 5, -2], (1, 2))


def test_a_builder_who_comes_to_twelve_by_the_last_block_wins_alone() -> None:
    model = in_turn(joined_to_site(egypt(3)))
    give(model, 1, BLOCK)
    model.blocks, model.blessed = [1] * 10 + [2] * 10 + [3] * 9, 2
    towns(model, 1, 4)
    model.army = 2
    towns(model, 2, 6, 2)
    assert model.points(2) == 3 + 2 + 12 + 3
    model.play(block(1), Fixed())
    assert (model.points(1), model.points(2), model.winners) == (12, 17, (1,))
