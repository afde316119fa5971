"""Games that were played, for audits: in a store, row by row, and as exports."""

import random
import uuid
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple

from service.audit.exports import export_lines, read_exports, verify_export
from service.audit.report import Report
from service.audit.signed_note import Signer, make_signer
from service.audit.verifying import verify
from service.config import store_environment
from service.store.creation import NewGame
from service.store.games import Games
from service.store.records import Record
from tests.audit.forging import Rows
from tests.service.house import QUICK, SEED, play_games

SIGNER = make_signer("referee", bytes(range(32)))
STRANGER = make_signer("referee", bytes(reversed(range(32))))
OTHER_SEED = bytes(reversed(SEED))


class Played(NamedTuple):
    """A game in a file: where, its id, and its rows."""

    file: str
    game_id: str
    rows: Rows

    def report(self, rows: Rows, **how: Any) -> Report:
        return verify(self.game_id, [Record(version, "", data) for version, data in rows], **how)

    def caught(self, rows: Rows, **how: Any) -> tuple[str, int]:
        """By which check a forgery is caught, and where."""
        flaw = self.report(rows, **how).flaw
        assert flaw is not None
        return flaw.check, flaw.version

    def export(self, rows: Rows | None = None, signer: Signer = SIGNER, *, over: bool = True) -> list[bytes]:
        """The lines of the auditor's export."""
        records = [Record(version, "", data) for version, data in rows or self.rows]
        return list(export_lines(self.game_id, records, None, SEED, signer, over=over))


def play(file: str, until: int | None = None, **fields: Any) -> Played:
    """Play a game into a file."""
    with closing(Games(store_environment(file))) as store:
        asked = NewGame(**{"scenario": "classic", "seats": 3, "seed": SEED, **fields})
        game_id = store.create_game(asked, request_id=str(uuid.uuid4())).game_id
        for _ in play_games(store, game_id, random.Random(QUICK), until=until):
            pass
        rows = [(record.version, record.data) for record in store.records(game_id)]
    return Played(file, str(game_id), rows)


def caught_in(lines: list[bytes], trusted: Sequence[Signer] = (SIGNER,)) -> tuple[str, int]:
    """By which check a forged export is caught, and where."""
    (exported,) = read_exports(lines)
    flaw = verify_export(exported, [signer.verifier for signer in trusted]).flaw
    assert flaw is not None
    return flaw.check, flaw.version
