"""What every test has at hand."""

import pytest

pytest_plugins = ["pytester", "tests.golden.option", "tests.rule_coverage"]

# Before any test imports them, so that assertions in their own vocabulary explain themselves.
pytest.register_assert_rewrite("tests.rules.table", "tests.service.house")
