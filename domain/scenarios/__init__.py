"""The scenarios that can be played, by key."""

from collections.abc import Mapping
from types import MappingProxyType

from domain.engine.scenario import Scenario
from domain.scenarios.cheops import CHEOPS
from domain.scenarios.classic import CLASSIC

SCENARIOS: Mapping[str, Scenario] = MappingProxyType({chapter.key: chapter for chapter in (CLASSIC, CHEOPS)})
