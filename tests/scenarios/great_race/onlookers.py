"""What a viewer can get of a game of the Great Race, to hold twins against each other."""

from domain.engine import choices, execute, legal
from domain.errors import Illegal
from domain.notation import read_command
from domain.visibility import Viewer, redact, view
from tests.rules.table import LoadedChance
from tests.scenarios.great_race.places import THREE
from tests.scenarios.great_race.table import RaceTable


def learnt(table: RaceTable, viewer: Viewer) -> bytes:
    """All that a viewer can get of a game now: events so far, views, and, at a seat, lists and refusals."""
    found: list[object] = [redact(event, viewer) for event in table.history]
    found += view(table.game, viewer)
    for seat in [viewer.seat] if viewer.seat else []:
        found += [legal(table.game, seat), choices(table.game, seat)]
        for path in THREE.every_path:
            for name in ("BuildShip", "BuildRoad"):
                try:
                    execute(table.game, read_command(f"{seat} {name} path={path}"), LoadedChance())
                except Illegal as refusal:
                    found.append((refusal.reason, refusal.rule, refusal.facts))
                else:
                    found.append("accepted")
    return repr(found).encode()
