"""A pytest plugin: every rule of every rulebook is named by a test, or the run fails.

The rulebooks are domain/**/rules.md, a rule a line: `- B3.1 text`. A test names what it proves, two rules at most:
`@pytest.mark.rule("B3.1")`. Rules whose room is not built yet are let off in their rulebook, in sight of everyone:
`<!-- untested until: S1 S2 S3 (the sea) -->`. Coverage is asked of the whole suite only, never of a selection.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

MOST_RULES_A_TEST = 2
RULE = re.compile(r"^- ([A-Z]\d+(?:\.\d+)?) ", re.MULTILINE)
WAITING = re.compile(r"^<!-- untested until: ([A-Z\d. ]+) \((.+)\) -->$", re.MULTILINE)


class Rulebooks:
    """Every rule by its number, in reading order, and why some are let off."""

    def __init__(self, root: Path) -> None:
        self.rules: dict[str, Path] = {}
        self.waiting: dict[str, str] = {}
        self.faults: list[str] = []
        for path in sorted(root.glob("**/rules.md")):
            self.read(path.relative_to(root), path.read_text(encoding="utf-8"))
        self.faults += [f"{rule} is let off and stands in no rulebook" for rule in self.waiting.keys() - self.rules]

    def read(self, path: Path, text: str) -> None:
        for rule in RULE.findall(text):
            if rule in self.rules:
                self.faults.append(f"{path}: {rule} stands in {self.rules[rule]} already")
            self.rules[rule] = path
        let_off = WAITING.findall(text)
        for rules, reason in let_off:
            self.waiting |= dict.fromkeys(rules.split(), reason)
        if len(let_off) != text.count("untested until"):
            self.faults.append(f"{path}: write <!-- untested until: S1 S2 (reason) --> on a line of its own")


class RuleCoverage:
    """The check of one session."""

    mark, plural, most = "rule", "rules", MOST_RULES_A_TEST
    nowhere = "no rulebook has a rule"

    def __init__(self, config: pytest.Config) -> None:
        self.books = self.read_books(config.rootpath)
        self.owed = [rule for rule in self.books.rules if rule not in self.books.waiting]
        self.whole = is_whole_suite(config)
        self.tested: set[str] = set()
        self.faults: list[str] = list(self.books.faults)

    def read_books(self, root: Path) -> Any:
        """Where what must be tested is written: ``rules`` by name, and why some are ``waiting``."""
        return Rulebooks(root / "domain")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            named = {name for mark in item.iter_markers(self.mark) for name in mark.args or [""]}
            self.tested |= named
            self.faults += [f"{item.nodeid}: {self.nowhere} {name!r}" for name in named - self.books.rules.keys()]
            if len(named) > self.most:
                self.faults.append(f"{item.nodeid}: names {len(named)} {self.plural}; the most is {self.most}")

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.whole = self.whole and not items

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[self.plural] = [sorted(self.tested), self.faults, self.whole]
            return
        if self.whole and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            self.faults += [f"{rule} has no test" for rule in self.owed if rule not in self.tested]
            self.faults += [
                f"{rule} has a test: let it off no more" for rule in self.books.waiting.keys() & self.tested
            ]
        if self.faults and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """With xdist only the workers see the tests; here they report to the one that sums up."""
        tested, faults, whole = getattr(node, "workeroutput", {}).get(self.plural, ([], [], False))
        self.tested.update(tested)
        self.faults += [fault for fault in faults if fault not in self.faults]
        self.whole = self.whole and whole

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.faults:
            terminalreporter.section(self.plural, red=True)
            terminalreporter.write("\n".join(self.faults) + "\n")
        terminalreporter.write_line(self.summary(), red=bool(self.faults))

    def summary(self) -> str:
        if not self.whole:
            return f"{self.plural}: not counted, for this is not the whole suite"
        return self.counted()

    def counted(self) -> str:
        tested = f"rules: {sum(rule in self.tested for rule in self.owed)} of {len(self.owed)} tested"
        by_reason = groupby(self.books.waiting, self.books.waiting.__getitem__)
        waiting = "; ".join(f"{spans(rules)} wait for {reason}" for reason, rules in by_reason)
        return f"{tested} ({waiting})" if waiting else tested


def spans(rules: Iterable[str]) -> str:
    """S1 S2 S3 C4.1 -> S1-S3, C4.1"""

    def chapter_and_start(place_and_rule: tuple[int, str]) -> tuple[str, int]:
        place, rule = place_and_rule
        number = re.findall(r"\d+", rule)[-1]
        return rule.removesuffix(number), int(number) - place

    runs = [[rule for _, rule in run] for _, run in groupby(enumerate(rules), chapter_and_start)]
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def is_whole_suite(config: pytest.Config) -> bool:
    """Whether the command line names all tests. (What -k, -m and --deselect take away shows when they do it.)"""
    named = [(config.invocation_params.dir / argument).resolve() for argument in config.args]
    narrowed = any(config.getoption(option, None) for option in ("lf", "ignore", "ignore_glob"))
    return not narrowed and any(path in (config.rootpath, config.rootpath / "tests") for path in named)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of the rulebook that a test proves, two at most")
    config.pluginmanager.register(RuleCoverage(config), "rules of this session")
