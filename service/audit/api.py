"""The audit service over gRPC: a game is verified, or sent as a file."""

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import grpc

from service.api import parse_id
from service.audit.exports import Head, export_lines
from service.audit.eyes import STORE
from service.audit.many import verify_game
from service.audit.report import Report
from service.audit.signed_note import Signer
from service.faults import Fault, Trouble
from service.identity import Callers
from service.store.folding import NO_SUCH_GAME
from service.store.games import Games
from service.store.records import Damaged
from service.watching import Watching
from settlers.v1 import audit_service_pb2, audit_service_pb2_grpc

PIECE = 64 * 1024
"""Bytes of a piece of a file, at least, but for the last."""

AUDITORS = 8
"""Auditors who wait at the same time; the games are verified one after the other."""

PATIENCE = 2.0
"""Seconds that one of them waits."""


class AuditApi(audit_service_pb2_grpc.AuditServiceServicer):
    """Serves `settlers.v1.AuditService`."""

    def __init__(self, games: Games, callers: Callers, signer: Signer, watching: Watching) -> None:
        self._games = games
        self._callers = callers
        self._signer = signer
        self._watching = watching
        self._pool = ThreadPoolExecutor(AUDITORS, thread_name_prefix="audit")
        self._one_at_a_time = threading.Lock()
        # Attributes, not methods: they carry the thread pools in which auditors wait, and so take none from commands.
        self.ExportGame = watching.handler(self._export)  # type: ignore[method-assign]

        def verify(
            request: audit_service_pb2.VerifyGameRequest, context: grpc.ServicerContext
        ) -> audit_service_pb2.VerifyGameResponse:
            return self._verify(request)

        verify.experimental_thread_pool = self._pool  # type: ignore[attr-defined]
        self.VerifyGame = verify  # type: ignore[method-assign]

    def close(self) -> None:
        """Let the threads go, once no call can come any more."""
        self._pool.shutdown(wait=False)

    def _verify(self, request: audit_service_pb2.VerifyGameRequest) -> audit_service_pb2.VerifyGameResponse:
        game_id = parse_id(request.game_id)
        if not self._one_at_a_time.acquire(timeout=PATIENCE):
            raise Fault(Trouble.TOO_BUSY, "other games are being verified", waiting=AUDITORS)
        try:
            # What this server has in memory is a head: the store must have come to that as well.
            version, chain = self._games.live_head(game_id)
            if not version and not self._is_stored(game_id):
                raise Fault(Trouble.UNKNOWN_GAME, NO_SUCH_GAME, game_id=game_id)
            report = verify_game(
                self._games, game_id, Head(request.game_id, version, chain, STORE) if version else None
            )
            return audit_service_pb2.VerifyGameResponse(report=pack_report(report))
        finally:
            self._one_at_a_time.release()

    def _export(
        self, request: audit_service_pb2.ExportGameRequest, context: grpc.ServicerContext
    ) -> Iterator[audit_service_pb2.ExportGameResponse]:
        game_id = parse_id(request.game_id)
        game, seal, records = self._games.whole(self._games.newest(game_id))
        viewer = self._callers.viewer(request.viewer, game)
        lines = export_lines(request.game_id, records, viewer, seal.seed, self._signer, over=game.over)
        piece = bytearray()
        for line in lines:
            piece += line
            if len(piece) >= PIECE:
                self._watching.send_away("export it again there")
                yield audit_service_pb2.ExportGameResponse(piece=bytes(piece))
                piece.clear()
        yield audit_service_pb2.ExportGameResponse(piece=bytes(piece))

    def _is_stored(self, game_id: UUID) -> bool:
        try:
            return any(True for _ in self._games.records(game_id, limit=1))
        except Damaged:
            return True  # what is wrong with it is for the audit to say


def pack_report(report: Report) -> audit_service_pb2.AuditReport:
    """Write a report as its message."""
    packed = audit_service_pb2.AuditReport(
        game_id=report.game_id,
        version=report.version,
        over=report.over,
        checks=_counts(report.passed),
        draws=_counts(report.draws),
        hidden=report.hidden,
        undrawn=report.undrawn,
        undecidable=report.undecidable,
    )
    for rules_version, commands in sorted(report.not_decided.items()):
        packed.not_decided.add(rules_version=rules_version, commands=commands)
    if report.flaw is not None:
        packed.flaw.version = report.flaw.version
        packed.flaw.check = report.flaw.check
        packed.flaw.why = report.flaw.why
    return packed


def _counts(counted: Mapping[Any, int]) -> list[audit_service_pb2.AuditCount]:
    return [audit_service_pb2.AuditCount(name=name, count=n) for name, n in sorted(counted.items())]
