"""What every test has at hand."""

import pytest

pytest_plugins = ["pytester", "tests.rule_coverage"]

# Before any test imports it, so that assertions in the table's own vocabulary explain themselves.
pytest.register_assert_rewrite("tests.rules.table")
