"""Fuzz a target by hand: ``python -m tests.fuzz TARGET [--seconds N]``. See ``tests.fuzz``.

Each fault is kept once, by its error and the place where it was raised, in ``.fuzz_cache/TARGET/faults``, and the run
goes on; so look there, not at how the run ends.
"""

import argparse
import hashlib
import logging
import random
import sys
import traceback
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["domain", "service"]):
    from tests.fuzz.targets import CACHE, CORPUS, TARGETS, Target

LARGEST_INPUT = 16_384


class Faults:
    """Runs a target and keeps what fails."""

    def __init__(self, target: Target, folder: Path) -> None:
        self._run = target.run
        self._folder = folder
        self.found: dict[str, int] = {}

    def __call__(self, data: bytes) -> None:
        """Run an input; a fault is kept and told the first time."""
        try:
            self._run(data)
        except Exception as error:
            name = self._name(error)
            self.found[name] = self.found.get(name, 0) + 1
            path = self._folder / name
            if self.found[name] == 1:
                print(f"\n{path}", "".join(traceback.format_exception(error, chain=True)), sep="\n", file=sys.stderr)
            if not path.exists() or len(data) < path.stat().st_size:
                path.write_bytes(data)

    @staticmethod
    def _name(error: Exception) -> str:
        first: BaseException = error
        while first.__cause__ is not None:
            first = first.__cause__
        frames = [frame for frame in traceback.extract_tb(first.__traceback__) if "site-packages" not in frame.filename]
        place = f"{Path(frames[-1].filename).stem}-{frames[-1].name}" if frames else "nowhere"
        text = str(first).split(" ")[0:3] if isinstance(first, AssertionError) else []
        told = hashlib.sha256(" ".join(text).encode()).hexdigest()[:4]
        return f"{type(first).__name__}-{place}-{told}"


def main() -> None:
    """Fuzz a target."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("again", nargs="*", type=Path, help="inputs to run once, and nothing else")
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    logging.disable()
    target, folder = TARGETS[asked.target], CACHE / asked.target
    for path in asked.again:
        target.run(path.read_bytes())
    if asked.again:
        return
    for name in ("inputs", "seeds", "faults"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for data in target.seeds():
        (folder / "seeds" / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    faults = Faults(target, folder / "faults")

    def change(data: bytes, largest: int, seed: int) -> bytes:
        luck = random.Random(seed)
        if luck.random() < 0.1:
            return atheris.Mutate(data, largest)
        return target.change(data, luck)[:largest]

    flags = [
        f"-max_total_time={asked.seconds}",
        f"-max_len={LARGEST_INPUT}",
        f"-artifact_prefix={folder}/faults/",
        "-print_final_stats=1",
        "-timeout=20",
        *(str(each) for each in (folder / "inputs", folder / "seeds", CORPUS / target.name) if each.exists()),
    ]
    atheris.Setup([sys.argv[0], *flags], faults, custom_mutator=change, internal_libfuzzer=True)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
