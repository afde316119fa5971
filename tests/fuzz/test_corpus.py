"""Every input that is kept, and some hundreds of changes of them, are no fault. Luck is fixed: all runs are alike."""

import random

import pytest

from tests.fuzz.targets import CORPUS, TARGETS

CHANGES = {"commands": 400, "requests": 150, "notation": 2_000, "boards": 600, "storage": 600, "exports": 150}
"""How many changed inputs of each target are run."""

MOST_FILES = 70
LARGEST_CORPUS = 300_000


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_that_is_kept_is_a_fault(name: str):
    target = TARGETS[name]
    assert target.corpus
    for path in target.corpus:
        run_named(name, path.name, path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_that_is_a_little_changed_is_a_fault(name: str):
    target, luck = TARGETS[name], random.Random(name)
    kept = [path.read_bytes() for path in target.corpus]
    for n in range(CHANGES[name]):
        data = kept[n % len(kept)]
        for _ in range(luck.choice((1, 1, 2, 4))):
            data = target.change(data, luck)
        run_named(name, f"changed input {n}", data)


def run_named(name: str, what: str, data: bytes) -> None:
    """Run an input; if it is a fault, say which, and how to run it again."""
    try:
        TARGETS[name].run(data)
    except BaseException as fault:
        fault.add_note(f"{name}, {what}: {data!r}")
        raise


def test_the_corpus_is_small():
    kept = [path for target in TARGETS.values() for path in target.corpus]
    assert max(len(target.corpus) for target in TARGETS.values()) <= MOST_FILES
    assert sum(path.stat().st_size for path in kept) < LARGEST_CORPUS
    assert {path.name for path in CORPUS.iterdir()} == TARGETS.keys()
