"""How a game stands, in sentences: the turn, what a seat has built, and what is beyond the classic game."""

from collections.abc import Iterable

from google.protobuf.message import Message

from service.texts.catalogue import NONE, UNKNOWN, Catalogue
from service.texts.places import Places
from service.texts.words import bag_text, enum_word, knights_text, listed, prompts_text
from settlers.v1 import alexander_pb2, board_pb2, cheops_pb2, game_pb2, great_race_pb2, views_pb2

_EVENT = alexander_pb2.MarchEvent.DESCRIPTOR
_TERRAIN = board_pb2.Terrain.DESCRIPTOR


def over_text(texts: Catalogue, turn: views_pb2.TurnView) -> str:
    """Say who won."""
    won = listed(texts, turn.winners)
    return texts.say("show-over", turn=turn.turn, winners=won, winners_count=len(turn.winners))


def turn_text(texts: Catalogue, turn: views_pb2.TurnView) -> str:
    """Say whose turn it is and who must act, or who won."""
    if turn.over:
        return over_text(texts, turn)
    dice = "+".join(map(str, turn.dice)) or NONE
    return texts.say("show-turn", turn=turn.turn, seat=turn.seat, dice=dice, prompts=prompts_text(texts, turn.prompts))


def buildings_text(texts: Catalogue, view: game_pb2.GameView, seat: int) -> str:
    """Count what a seat has built."""

    def count(buildings: Iterable[views_pb2.BuildingView]) -> int:
        return sum(each.seat == seat for each in buildings)

    settlements, cities = count(view.buildings.settlements), count(view.buildings.cities)
    return texts.say("show-buildings", settlements=settlements, cities=cities)


def cards_text(texts: Catalogue, key: str, count: int, seen: Message | None = None) -> str:
    """Count cards or chips, and say which they are where they are seen."""
    return texts.say(key, count=count, cards=bag_text(texts, seen) if seen is not None and count else UNKNOWN)


def pyramid_text(texts: Catalogue, pyramid: cheops_pb2.PyramidView) -> str:
    """Say how far the pyramid is."""
    if not pyramid.begun:
        return texts.say("show-pyramid-not-begun")
    placed, room = len(pyramid.blocks), sum(pyramid.levels)
    return texts.say("show-pyramid", placed=placed, room=room, left=pyramid.pharaoh_left)


def march_text(texts: Catalogue, view: game_pb2.GameView) -> str:
    """Say how far Alexander has come."""
    arrow, route, ahead = view.march.arrow, view.board.route, view.march.chips_left
    if not arrow:
        return texts.say("show-march-begins", chips=ahead)
    if not view.march.HasField("next"):
        return texts.say("show-march-ended")
    last = Places(view.board, texts.language).intersection(route.intersections[arrow])
    return texts.say("show-march", crossed=arrow, stops=len(route.stops), last=last, chips=ahead)


def event_text(texts: Catalogue, view: game_pb2.GameView) -> str:
    """Say which event is not over, and how the bidding for it stands."""
    bidding = view.bidding
    passed = [*bidding.passed] if bidding.open else []
    return texts.say(
        "show-event",
        event=enum_word(texts, _EVENT, view.march.event),
        open="yes" if bidding.open else "no",
        highest=bidding.highest,
        seat=bidding.bidder,
        passed=listed(texts, passed),
        passed_count=len(passed),
        knights=knights_text(texts, bidding.knights),
        knights_count=sum(bidding.knights),
    )


def unknown_text(texts: Catalogue, unknown: great_race_pb2.UnknownView) -> str:
    """Say what lies face down, and nobody knows where: the terrains, and the numbers."""
    counts = {each: [*unknown.terrains].count(each) for each in unknown.terrains}
    terrains = (
        texts.say("show-hidden-terrain", count=n, terrain=enum_word(texts, _TERRAIN, each))
        for each, n in counts.items()
    )
    numbers = listed(texts, unknown.numbers)
    return texts.say("show-unknown", hexes=unknown.hexes, terrains=listed(texts, terrains), numbers=numbers)
