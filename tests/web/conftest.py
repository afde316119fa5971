"""What every test of the page has at hand: loaded chance, as the tests of the service have it."""

from tests.service.conftest import loaded

__all__ = ["loaded"]
