"""How a game stands, in words: whose turn it is, what each seat has and by what it has its points."""

import textwrap
from collections.abc import Iterator

from service.cli.canvas import STRONG, seat_style, styled
from service.cli.event_text import coins_text, knights_text
from service.cli.words import (
    ADVISORS,
    MARCH_EVENTS,
    TERRAINS,
    Places,
    and_text,
    bag_size,
    bag_text,
    count_text,
    prompts_text,
    seats_text,
)
from settlers.v1 import alexander_pb2, cards_pb2, cheops_pb2, game_pb2, great_race_pb2

WIDTH = 100
MARGIN = " " * 8

_TIE = "\N{NO-BREAK SPACE}"


def turn_line(view: game_pb2.GameView) -> str:
    """Say whose turn it is and who must act, or who won."""
    turn = view.turn
    if turn.over:
        won = f"{seats_text(turn.winners)} won" if turn.winners else "nobody won"
        return f"The game is over: {won} in turn {turn.turn}."
    rolled = f", rolled {'+'.join(map(str, turn.dice))}" if turn.dice else ""
    when = f"Turn {turn.turn}, seat {turn.seat}{rolled}" if turn.turn else "Before the first turn"
    return f"{when}. The game waits for {prompts_text(turn.prompts)}."


def standing_lines(view: game_pb2.GameView) -> Iterator[str]:
    """Say of each seat its points with their causes, and then what it has as far as the viewer sees it.

    Where a pyramid is built, a line says how far it is; where Alexander marches, some lines say so of him, of the event
    that is not over, and of the supply stack. In The Great Race points do not count: of each seat it is said what it
    has built, and last what still lies face down.
    """
    hands = {hand.seat: hand for hand in view.hands.hands}
    development = {hand.seat: hand for hand in view.development.hands}
    for score in view.scores.scores:
        seat = score.seat
        held = development[seat].cards if seat in development else cards_pb2.DevelopmentCards()
        causes = {cause.cause.replace("_", " "): cause.points for cause in score.causes if cause.points}
        if held.victory_point:
            # Public points leave them out as long as they are hidden; who sees them may count them.
            causes["victory point cards"] = held.victory_point
        total = score.total + held.victory_point
        from_what = ", ".join(f"{cause} {points}" for cause, points in causes.items())
        won = styled("   won", STRONG) if seat in view.turn.winners else ""
        name = styled(f"seat {seat}", seat_style(seat))
        points = f"{total:>2} point{'' if total == 1 else 's'}"
        standing = f"{points}{': ' if from_what else ''}{from_what}"
        yield f"{name}  {_buildings_text(view, seat) if view.HasField('unknown') else standing}{won}"
        cards = []
        if seat in hands:
            hand = hands[seat]
            cards.append(_cards_text(hand.count, "resource card", hand.cards if hand.HasField("cards") else None))
        if seat in development:
            hand_of = development[seat]
            seen = hand_of.cards if hand_of.HasField("cards") else None
            cards.append(_cards_text(hand_of.count, "development card", seen))
            if bag_size(hand_of.played):
                cards.append(f"played {bag_text(hand_of.played)}")
        # A line may break between what a seat has, and nowhere else.
        things = (thing.replace(" ", _TIE) for thing in (*cards, *_more(view, seat)))
        yield from _wrapped(f"{MARGIN}{'; '.join(things)}")
    if view.HasField("pyramid"):
        yield _pyramid_line(view.pyramid)
    if view.HasField("march"):
        yield from _wrapped(_march_line(view))
        if view.march.HasField("event"):
            yield from _wrapped(_event_line(view.bidding, MARCH_EVENTS.get(view.march.event, "?")))
    if view.HasField("supply"):
        yield f"supply  {count_text(view.supply.left, 'card')} left in the stack"
    if view.HasField("unknown"):
        yield from _wrapped(_unknown_line(view.unknown))


def _wrapped(line: str) -> list[str]:
    """Break a line that is too long for a terminal."""
    return [part.replace(_TIE, " ") for part in textwrap.wrap(line, WIDTH, subsequent_indent=MARGIN + "  ")]


def bank_line(view: game_pb2.GameView) -> str:
    """Say what the bank and the deck hold."""
    return f"bank    {bag_text(view.hands.bank)}; {view.development.deck} development cards in the deck"


def _more(view: game_pb2.GameView, seat: int) -> Iterator[str]:
    """What a seat has beyond the classic game."""
    if view.HasField("coins"):
        yield coins_text(view.coins.coins[seat - 1])
    if view.HasField("ships"):
        yield count_text(sum(ship.seat == seat for ship in view.ships.ships), "ship")
    if view.HasField("pyramid"):
        yield f"{count_text(list(view.pyramid.blocks).count(seat), 'block')} in the pyramid"
    if seat == view.favor.blessed:
        yield "has the Pharaoh's Blessing"
    if seat in view.favor.cursed:
        yield "has the Pharaoh's Curse"
    for chips in view.chips.hands:
        if chips.seat == seat:
            yield _chips_text(chips)
    advisors = view.advisors
    for advisor, owner in enumerate((advisors.first, advisors.second, advisors.third), 1):
        if owner == seat:
            yield f"is {ADVISORS[advisor]}"


def _pyramid_line(pyramid: cheops_pb2.PyramidView) -> str:
    if not pyramid.begun:
        return "pyramid not begun"
    return f"pyramid {len(pyramid.blocks)} of {sum(pyramid.levels)} blocks; the Pharaoh has {pyramid.pharaoh_left} left"


def _march_line(view: game_pb2.GameView) -> str:
    arrow, route = view.march.arrow, view.board.route
    ahead = f"{count_text(view.march.chips_left, 'chip')} ahead"
    if not arrow:
        return f"march   Alexander is in Macedonia; {ahead}"
    if not view.march.HasField("next"):
        return "march   Alexander is in Persepolis"
    last = Places(view.board).intersection(route.intersections[arrow])
    return f"march   Alexander has crossed {arrow} of {len(route.stops)} intersections, the last at {last}; {ahead}"


def _event_line(bidding: alexander_pb2.BiddingView, event: str) -> str:
    no_bid = "no bid yet" if bidding.open else "nobody bid"
    told = [f"highest bid {bidding.highest}, of seat {bidding.bidder}" if bidding.bidder else no_bid]
    if bidding.open and bidding.passed:
        told.append(f"{seats_text(bidding.passed)} bid{'s' if len(bidding.passed) == 1 else ''} no more")
    if any(bidding.knights):
        told.append(knights_text(bidding.knights))
    return f"event   {event}: {'; '.join(told)}"


def _unknown_line(unknown: great_race_pb2.UnknownView) -> str:
    if not unknown.hexes:
        return "unknown nothing lies face down"
    terrains = {TERRAINS.get(each, "?"): list(unknown.terrains).count(each) for each in unknown.terrains}
    lies = f"{unknown.hexes} hex{'es' if unknown.hexes > 1 else ''} face down"
    numbers = f"; numbers {and_text(map(str, unknown.numbers))}" if unknown.numbers else ""
    return f"unknown {lies}: {and_text(f'{n} {word}' for word, n in terrains.items())}{numbers}"


def _buildings_text(view: game_pb2.GameView, seat: int) -> str:
    settlements = sum(each.seat == seat for each in view.buildings.settlements)
    cities = sum(each.seat == seat for each in view.buildings.cities)
    return f"{count_text(settlements, 'settlement')}, {cities or 'no'} cit{'y' if cities == 1 else 'ies'}"


def _chips_text(chips: alexander_pb2.ChipHand) -> str:
    kinds = {field.name: n for field, n in chips.ListFields() if field.name != "seat"}
    which = ", ".join(count_text(n, kind) for kind, n in kinds.items())
    return count_text(sum(kinds.values()), "event chip") + (f" ({which})" if which else "")


def _cards_text(count: int, name: str, cards: cards_pb2.Resources | cards_pb2.DevelopmentCards | None) -> str:
    some = count_text(count, name)
    return f"{some} ({bag_text(cards)})" if cards is not None and count else some
