"""A pytest plugin: every known fault of another engine is held against ours by a test, or the table says why not.

The faults are in cases/cases.toml, a case a line. A test names those that it proves we do not have, three at most:
`@pytest.mark.case("R01")`. A case that cannot come up here says so in the table, with the reason, and has no test.
Like the rules, cases are counted over the whole suite only.
"""

import tomllib
from pathlib import Path

import pytest

from tests.rule_coverage import RuleCoverage

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

    mark, plural, most = "case", "cases", MOST_CASES_A_TEST
    nowhere = f"{TABLE.name} has no case"

    def read_books(self, root: Path) -> Cases:
        return Cases(root / TABLE)

    def counted(self) -> str:
        return f"cases: {sum(case in self.tested for case in self.owed)} tested, {len(self.books.waiting)} not here"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "case(*ids): the faults of other engines that a test holds ours against, three at most"
    )
    config.pluginmanager.register(CaseCoverage(config), "cases of this session")
