"""Players that are ordinary clients: they know the contract and nothing else of the service."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from service.bots.client import Client, Refused, ServerAway
from service.bots.greedy import Greedy
from service.bots.match import Bot, play_match
from service.bots.random_legal import RandomLegal

BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType({"greedy": Greedy, "random": RandomLegal})
"""The bots by name; each call makes a player for one seat."""

__all__ = ["BOTS", "Bot", "Client", "Greedy", "RandomLegal", "Refused", "ServerAway", "play_match"]
