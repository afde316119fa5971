"""The scenarios that can be played, by key."""

from collections.abc import Mapping
from types import MappingProxyType

from domain.engine.scenario import Scenario
from domain.scenarios.alexander import ALEXANDER
from domain.scenarios.cheops import CHEOPS
from domain.scenarios.classic import CLASSIC
from domain.scenarios.great_race import GREAT_RACE

SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    {chapter.key: chapter for chapter in (CLASSIC, CHEOPS, ALEXANDER, GREAT_RACE)}
)
