"""A pytest plugin: ``pytest --regenerate`` writes the golden games anew, for review by their difference."""

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden games anew")


def regenerating(config: pytest.Config) -> bool:
    """Whether golden games are to be written, by the option or by REGENERATE in the environment."""
    return config.getoption("--regenerate", default=False) or "REGENERATE" in os.environ
