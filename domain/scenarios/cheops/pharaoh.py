"""The Pharaoh: his own blocks on a rolled 7 (C6.7), and the end of the game by the last block (C8.2)."""

from domain.engine.play import Play
from domain.engine.room import Phase, Room
from domain.rules.ending import points
from domain.rules.turn import Turn
from domain.scenarios.cheops.pyramid import PHARAOH, Pyramid, PyramidBlockPlaced, place_block

room = Room("pharaoh")


def _build_on_seven(play: Play) -> None:
    """On a rolled 7 the Pharaoh adds a block, once the pyramid has begun; discards, robber and theft came before."""
    if play[Turn].seven and play[Pyramid].begun:
        place_block(play, PHARAOH)


@room.judge(PyramidBlockPlaced)
def end_by_last_block(play: Play) -> None:
    """End the game with the Pharaoh's last block, or the pyramid's: those with the most points share the win."""
    pyramid = play[Pyramid]
    if pyramid.complete or not pyramid.left(PHARAOH):
        scores = {seat: points(play, seat) for seat in play.everyone}
        best = max(scores.values())
        winners = tuple(seat for seat, score in scores.items() if score == best)
        play.end(winners, "pyramid" if pyramid.complete else "pharaoh")


BUILD_ON_SEVEN = Phase("pharaoh", _build_on_seven)
