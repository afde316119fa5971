"""What every test has at hand."""

pytest_plugins = ["pytester", "tests.rule_coverage"]
