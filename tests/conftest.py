"""What every test has at hand."""

import pytest

pytest_plugins = ["pytester", "tests.golden.option", "tests.rule_coverage", "tests.case_coverage"]

# Before any test imports them, so that assertions in their own vocabulary explain themselves.
pytest.register_assert_rewrite(
    "tests.rules.table",
    "tests.scenarios.alexander.ledger",
    "tests.scenarios.alexander.table",
    "tests.scenarios.cheops.table",
    "tests.scenarios.great_race.ledger",
    "tests.scenarios.great_race.table",
    "tests.service.house",
)
