"""The same in catanatron: whole random games, four seats. Runs in an environment of its own and prints its figures.

usage: python catanatron_play.py FIRST LAST
"""

import json
import random
import sys
import time

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def main() -> None:
    """Play the games with these numbers and print what they took."""
    first, last = map(int, sys.argv[1:3])
    steps = turns = 0
    begin = time.process_time()
    for number in range(first, last):
        random.seed(number)
        game = Game([RandomPlayer(color) for color in COLORS], seed=number)
        game.play()
        steps += len(game.state.actions)
        turns += game.state.num_turns
    seconds = time.process_time() - begin
    print(json.dumps({"games": last - first, "seconds": seconds, "steps": steps, "turns": turns}))


main()
