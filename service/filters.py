"""What callers may filter by: names that must be known, so that a slip is told and does not just match nothing."""

from collections.abc import Sequence

from domain.scenarios import SCENARIOS
from service.faults import Fault, Trouble
from service.store.journal import KINDS


def known_scenarios(keys: Sequence[str], field: str) -> frozenset[str]:
    """Check the keys of scenarios; raises ``Fault`` for one that there is not."""
    for key in keys:
        if key not in SCENARIOS:
            known = ", ".join(SCENARIOS)
            raise Fault(Trouble.UNKNOWN_SCENARIO, f"the scenarios are: {known}", field=field, scenario=key)
    return frozenset(keys)


def known_kinds(kinds: Sequence[str], field: str) -> list[str]:
    """Check kinds of events, and name them as the store does; raises ``Fault`` for one that there is not."""
    for kind in kinds:
        if kind not in KINDS:
            raise Fault(Trouble.MALFORMED, "this is the name of no field of Event", field=field, kind=kind)
    return sorted({KINDS[kind] for kind in kinds})
