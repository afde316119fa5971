"""The one command: ``python -m tests.benchmarks [--games N] [--rounds N]``.

It makes an environment for catanatron beside ours (in .benchmarks, ignored by git), plays both in turn so that what
slows the machine slows both, and says how they compare.
"""

import argparse
import json
import subprocess
import sys
import venv
from collections import Counter
from pathlib import Path

from tests.benchmarks import bidding_play, kinds, random_play

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parents[1] / ".benchmarks" / "catanatron"
CATANATRON = "catanatron==3.2.1"
WANTED_RATIO = 4.0
WANTED_TURNS = 0.10


SCENARIOS = ("cheops", "great-race")
SCENARIO_GAMES = 10
"""How many games of each are timed besides."""


def catanatron_python() -> Path:
    """Find the Python that has catanatron; makes its environment the first time."""
    python = ENVIRONMENT / "bin" / "python"
    if not (ENVIRONMENT / "ready").exists():
        print(f"preparing an environment for {CATANATRON} ...", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", CATANATRON], check=True)
        (ENVIRONMENT / "ready").touch()
    return python


def play_catanatron(python: Path, games: range) -> dict[str, float]:
    """Play games in catanatron's environment."""
    command = [python, HERE / "catanatron_play.py", str(games.start), str(games.stop)]
    figures: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return figures


def show(name: str, total: Counter[str]) -> None:
    """Print one engine's line."""
    games, seconds = total["games"], total["seconds"]
    figures = (
        f"{games / seconds:.1f}",
        f"{total['steps'] / seconds:,.0f}",
        f"{seconds / total['steps'] * 1e6:.2f}",
        f"{total['steps'] / games:.0f}",
        f"{total['turns'] / games:.1f}",
        f"{total['events'] / games:.0f}",
    )
    print(f"{name:12}" + "".join(f"{figure:>12}" for figure in figures))


def main() -> int:
    """Measure, print, and tell by the exit code whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    arguments.add_argument("--games", type=int, default=500, help="games for each engine (default 500)")
    arguments.add_argument("--rounds", type=int, default=10, help="rounds that they are split into (default 10)")
    asked = arguments.parse_args()

    python = catanatron_python()
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    random_play.measure(range(3))
    for n in range(asked.rounds):
        games = range(n * asked.games // asked.rounds, (n + 1) * asked.games // asked.rounds)
        theirs.update(play_catanatron(python, games))
        ours.update(random_play.measure(games))

    print(f"\nrandom games, 4 seats, one core, CPU time; {asked.games} games each, in {asked.rounds} rounds in turn\n")
    heads = ("games/s", "steps/s", "us/step", "steps/game", "turns/game", "events/game")
    print(f"{'':12}" + "".join(f"{head:>12}" for head in heads))
    show("ours", ours)
    show("catanatron", theirs)
    for scenario in SCENARIOS:
        show(scenario, Counter(random_play.measure(range(SCENARIO_GAMES), scenario)))
    show("alexander", Counter(bidding_play.measure(range(SCENARIO_GAMES))))
    ratio = (ours["games"] / ours["seconds"]) / (theirs["games"] / theirs["seconds"])
    turns = (ours["turns"] / ours["games"]) / (theirs["turns"] / theirs["games"])
    print(f"\ngames per second: {ratio:.2f} times catanatron's (wanted: {WANTED_RATIO:g})")
    print(f"turns per game:   {turns:.3f} of catanatron's (wanted: within {WANTED_TURNS:.0%})\n")

    print(f"{'command':22} {'positions':>9} {'decide + fold, us':>18} {'legal list, us':>15}")
    for kind, positions, deciding, listing in kinds.table(range(12)):
        print(f"{kind:22} {positions:9} {deciding:18.2f} {listing:15.2f}")
    return 0 if ratio >= WANTED_RATIO and abs(turns - 1) <= WANTED_TURNS else 1


if __name__ == "__main__":
    sys.exit(main())
