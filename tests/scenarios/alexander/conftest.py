"""Lets assertions in the table's own vocabulary explain themselves."""

import pytest

pytest.register_assert_rewrite("tests.scenarios.alexander.table", "tests.scenarios.alexander.ledger")
