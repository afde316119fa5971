"""A pytest plugin: every known fault of another engine is held against ours by a test, or the table says why not.

The faults are in cases/cases.toml, a case a line. A test names those that it proves we do not have, three at most:
`@pytest.mark.case("R01")`. A case that cannot come up here says so in the table, with the reason, and has no test.
Like the rules, cases are counted over the whole suite only.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.rule_coverage import RuleCoverage, is_whole_suite

MOST_CASES_A_TEST = 3
TABLE = Path("tests", "cases", "cases.toml")


class Cases:
    """Every case in the order of the table, under the names that ``RuleCoverage`` counts by.

    ``rules`` has for each the fault, ``waiting`` why it does not apply here.
    """

    def __init__(self, path: Path) -> None:
        self.rules: dict[str, str] = {}
        self.waiting: dict[str, str] = {}
        self.faults: list[str] = []
        for group in tomllib.loads(path.read_text(encoding="utf-8")).values():
            for case, entry in group.items():
                self.read(case, entry)

    def read(self, case: str, entry: dict[str, str]) -> None:
        if case in self.rules:
            self.faults.append(f"{TABLE.name}: {case} stands there twice")
        if "fault" not in entry or entry.keys() - {"fault", "not_here"} or not all(map(str.strip, entry.values())):
            self.faults.append(f'{TABLE.name}: write {case}.fault = "..." and, if it must be, {case}.not_here = "..."')
        self.rules[case] = entry.get("fault", "")
        if "not_here" in entry:
            self.waiting[case] = entry["not_here"]


class CaseCoverage(RuleCoverage):
    """The check of one session: as that of the rules, with the table in place of the rulebooks."""

    def __init__(self, config: pytest.Config) -> None:
        self.books = Cases(config.rootpath / TABLE)
        self.owed = [case for case in self.books.rules if case not in self.books.waiting]
        self.whole = is_whole_suite(config)
        self.tested: set[str] = set()
        self.faults: list[str] = list(self.books.faults)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            cases = {case for mark in item.iter_markers("case") for case in mark.args or [""]}
            self.tested |= cases
            self.faults += [
                f"{item.nodeid}: {TABLE.name} has no case {case!r}" for case in cases - self.books.rules.keys()
            ]
            if len(cases) > MOST_CASES_A_TEST:
                self.faults.append(f"{item.nodeid}: names {len(cases)} cases; the most is {MOST_CASES_A_TEST}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["cases"] = [sorted(self.tested), self.faults, self.whole]
        else:
            super().pytest_sessionfinish(session)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """With xdist only the workers see the tests; here they report to the one that sums up."""
        tested, faults, whole = getattr(node, "workeroutput", {}).get("cases", ([], [], False))
        self.tested.update(tested)
        self.faults += [fault for fault in faults if fault not in self.faults]
        self.whole = self.whole and whole

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.faults:
            terminalreporter.section("cases", red=True)
            terminalreporter.write("\n".join(self.faults) + "\n")
        terminalreporter.write_line(self.summary(), red=bool(self.faults))

    def summary(self) -> str:
        if not self.whole:
            return "cases: not counted, for this is not the whole suite"
        return f"cases: {sum(case in self.tested for case in self.owed)} tested, {len(self.books.waiting)} not here"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "case(*ids): the faults of other engines that a test holds ours against, three at most"
    )
    config.pluginmanager.register(CaseCoverage(config), "cases of this session")
