"""A demo for a number of seats that the scenario is not for: the refusal names the option that allows it."""

from service.config import IN_MEMORY
from tests.service.house import House
from tests.service.terminal import settlers


def test_the_option_is_named_by_which_so_many_seats_can_play():
    with House(IN_MEMORY) as house:
        address = f"127.0.0.1:{house.server.port}"
        refusals = [
            settlers("demo", scenario, "--seats", seats, "--server", address).stderr
            for scenario, seats in (("classic", "2"), ("classic", "7"), ("cheops", "2"))
        ]
    assert refusals == [
        "settlers: WRONG_NUMBER_OF_SEATS: classic is played by 3 or 4 or 5 or 6; by 2 with --option two_seats\n",
        "settlers: WRONG_NUMBER_OF_SEATS: classic is played by 3 or 4 or 5 or 6\n",
        "settlers: WRONG_NUMBER_OF_SEATS: cheops is played by 3 or 4\n",
    ]
