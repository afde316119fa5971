"""The gateway answers only under names that are its own, so that no page of others can pose as it (DNS rebinding)."""

from collections.abc import Iterator

import pytest

from service.config import IN_MEMORY
from tests.service.house import House
from tests.web.gateway import RunningGateway


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House(IN_MEMORY) as opened:
        yield opened


@pytest.fixture(scope="module")
def gateway(house: House) -> Iterator[RunningGateway]:
    with RunningGateway(house) as opened:
        yield opened


@pytest.mark.parametrize("path", ["", "games", "page.js", "games/none/live"])
@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:PORT", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "localhost@evil", "", "[]"],
)
def test_a_name_that_is_not_its_own_is_refused(gateway: RunningGateway, host: str, path: str):
    asked = host.replace("PORT", str(gateway.port))
    answer = gateway.ask(path, {"Host": asked, "accept-language": "cs"})
    assert (answer.status, answer.json) == (
        421,
        {
            "reason": "UNKNOWN_HOST",
            "message": f"Pod jménem „{asked}“ tu žádná stránka není; jméno přidá settlers web --host.",
        },
    )
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    "host",
    ["localhost", "LocalHost:1", "localhost.", "127.0.0.1:PORT", "[::1]:PORT", "games.example", "games.example:443"],
)
def test_it_answers_to_its_own_names_and_to_those_that_are_given(house: House, host: str):
    with RunningGateway(house, "games.example") as gateway:
        assert gateway.ask("games", {"Host": host.replace("PORT", str(gateway.port))}).status == 200


def test_it_answers_to_the_address_at_which_it_is_asked(house: House):
    """Also where it serves on all addresses of a machine."""
    with RunningGateway(house, address="0.0.0.0:0") as gateway:
        for host, status in (("127.0.0.2", 200), ("127.0.0.3", 421)):
            assert gateway.ask("games", {"Host": host}, at="127.0.0.2").status == status
