"""Count the sequences from a position by their first commands: ``python -m tests.perft.divide FILE ID DEPTH``."""

import argparse
from pathlib import Path

from tests.perft.counting import divide
from tests.perft.positions import game_at, read_positions


def main() -> None:
    """Print the counts and their sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("id")
    parser.add_argument("depth", type=int)
    asked = parser.parse_args()
    position = read_positions(asked.file)[asked.id]
    counts = divide(game_at(position), asked.depth, position.rolls)
    for command, count in counts.items():
        print(f"{count:>10} {command}")
    print(f"{sum(counts.values()):>10} in all, of {len(counts)} commands")


if __name__ == "__main__":
    main()
