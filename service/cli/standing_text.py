"""How a game stands, in words: whose turn it is, what each seat has and by what it has its points."""

from collections.abc import Iterator

from service.cli.canvas import STRONG, seat_style, styled
from service.cli.event_text import coins_text
from service.cli.words import bag_size, bag_text, prompts_text, seats_text
from settlers.v1 import cards_pb2, cheops_pb2, game_pb2

MARGIN = " " * 8


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
    """Give two lines for each seat: points with their causes, and what it has as far as the viewer sees it.

    Where a pyramid is built, a line says how far it is.
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
        yield f"{name}  {total:>2} points{': ' if from_what else ''}{from_what}{won}"
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
        yield f"{MARGIN}{'; '.join([*cards, *_more(view, seat)])}"
    if view.HasField("pyramid"):
        yield _pyramid_line(view.pyramid)


def bank_line(view: game_pb2.GameView) -> str:
    """Say what the bank and the deck hold."""
    return f"bank    {bag_text(view.hands.bank)}; {view.development.deck} development cards in the deck"


def _more(view: game_pb2.GameView, seat: int) -> Iterator[str]:
    """What a seat has beyond the classic game."""
    if view.HasField("coins"):
        yield coins_text(view.coins.coins[seat - 1])
    if view.HasField("ships"):
        yield _some(sum(ship.seat == seat for ship in view.ships.ships), "ship")
    if view.HasField("pyramid"):
        yield f"{_some(list(view.pyramid.blocks).count(seat), 'block')} in the pyramid"
    if seat == view.favor.blessed:
        yield "has the Pharaoh's Blessing"
    if seat in view.favor.cursed:
        yield "has the Pharaoh's Curse"


def _pyramid_line(pyramid: cheops_pb2.PyramidView) -> str:
    if not pyramid.begun:
        return "pyramid not begun"
    return f"pyramid {len(pyramid.blocks)} of {sum(pyramid.levels)} blocks; the Pharaoh has {pyramid.pharaoh_left} left"


def _some(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}" if count else f"no {name}s"


def _cards_text(count: int, name: str, cards: cards_pb2.Resources | cards_pb2.DevelopmentCards | None) -> str:
    some = _some(count, name)
    return f"{some} ({bag_text(cards)})" if cards is not None and count else some
