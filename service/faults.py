"""Every way in which a call can fail: one table from reason to status, and the status that the caller gets.

A reason never changes; all of them stand in settlers/v1/errors.proto. No text of an exception leaves the service.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import grpc
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from domain.errors import Illegal, Reason
from service.texts import negotiate, say_refusal

DOMAIN = "settlers.v1"

LONGEST_FACT = 200
"""Characters of one value in the metadata of a status at most."""


class Trouble(StrEnum):
    """The reasons of the service's own, beside those of the rules."""

    MALFORMED = "MALFORMED"
    TOO_LARGE = "TOO_LARGE"
    VIEWER_REQUIRED = "VIEWER_REQUIRED"
    VERSION_OUT_OF_RANGE = "VERSION_OUT_OF_RANGE"
    UNKNOWN_GAME = "UNKNOWN_GAME"
    UNKNOWN_SCENARIO = "UNKNOWN_SCENARIO"
    UNKNOWN_BOARD = "UNKNOWN_BOARD"
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    WRONG_NUMBER_OF_SEATS = "WRONG_NUMBER_OF_SEATS"
    SEED_NOT_ALLOWED = "SEED_NOT_ALLOWED"
    NOT_OVER = "NOT_OVER"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    VERSION_CONFLICT = "VERSION_CONFLICT"
    TOO_BUSY = "TOO_BUSY"
    SHUTTING_DOWN = "SHUTTING_DOWN"
    DATA_DAMAGED = "DATA_DAMAGED"


_CODES: Mapping[Trouble, int] = MappingProxyType(
    {
        Trouble.MALFORMED: code_pb2.INVALID_ARGUMENT,
        Trouble.TOO_LARGE: code_pb2.INVALID_ARGUMENT,
        Trouble.VIEWER_REQUIRED: code_pb2.INVALID_ARGUMENT,
        Trouble.VERSION_OUT_OF_RANGE: code_pb2.OUT_OF_RANGE,
        Trouble.UNKNOWN_GAME: code_pb2.NOT_FOUND,
        Trouble.UNKNOWN_SCENARIO: code_pb2.NOT_FOUND,
        Trouble.UNKNOWN_BOARD: code_pb2.NOT_FOUND,
        Trouble.UNKNOWN_OPTION: code_pb2.NOT_FOUND,
        Trouble.WRONG_NUMBER_OF_SEATS: code_pb2.INVALID_ARGUMENT,
        Trouble.SEED_NOT_ALLOWED: code_pb2.PERMISSION_DENIED,
        Trouble.NOT_OVER: code_pb2.FAILED_PRECONDITION,
        Trouble.NOT_YOUR_SEAT: code_pb2.PERMISSION_DENIED,
        Trouble.REQUEST_ID_REUSED: code_pb2.ALREADY_EXISTS,
        Trouble.VERSION_CONFLICT: code_pb2.ABORTED,
        Trouble.TOO_BUSY: code_pb2.RESOURCE_EXHAUSTED,
        Trouble.SHUTTING_DOWN: code_pb2.UNAVAILABLE,
        Trouble.DATA_DAMAGED: code_pb2.DATA_LOSS,
    }
)

_INVALID = frozenset(
    (
        Reason.NO_SUCH_PLACE,
        Reason.NO_SUCH_HARBOR,
        Reason.NO_SUCH_SEAT,
        Reason.NOT_IN_THIS_SCENARIO,
        Reason.NONCE_WRONG_SIZE,
    )
)
"""Refusals of what no position could allow; every other refusal depends on how the game stands."""

_RETRY_AFTER = Duration(nanos=200_000_000)


class Fault(Exception):
    """A call failed for a reason of the service's own.

    ``facts`` name what was wrong, ``field`` the place in the request, if it is one.
    """

    def __init__(self, trouble: Trouble, message: str, *, field: str = "", **facts: object) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.message = message
        self.field = field
        self.facts = facts


def status_of_fault(fault: Fault) -> status_pb2.Status:
    """Make the status of a fault."""
    facts = {"field": fault.field} if fault.trouble is Trouble.MALFORMED else {}
    status = _status(_CODES[fault.trouble], fault.message, fault.trouble, facts | fault.facts)
    if fault.field:
        _add_violation(status, fault.field, fault.message)
    if fault.trouble in (Trouble.TOO_BUSY, Trouble.SHUTTING_DOWN):
        status.details.add().Pack(error_details_pb2.RetryInfo(retry_delay=_RETRY_AFTER))
    return status


def status_of_refusal(refusal: Illegal) -> status_pb2.Status:
    """Make the status of a command that is against the rules; the rule's number stands in the metadata."""
    invalid = refusal.reason in _INVALID
    code = code_pb2.INVALID_ARGUMENT if invalid else code_pb2.FAILED_PRECONDITION
    message = f"{refusal.reason.replace('_', ' ').lower()} (rule {refusal.rule})"
    status = _status(code, message, refusal.reason, {"rule": refusal.rule, **refusal.facts})
    if invalid:
        _add_violation(status, "command", message)
    return status


def internal() -> status_pb2.Status:
    """Make the status of what should never happen; the log has the rest."""
    return status_pb2.Status(code=code_pb2.INTERNAL, message="internal error; the server's log has the details")


def abort(context: grpc.ServicerContext, status: status_pb2.Status) -> None:
    """End a call with a status, with a sentence for a person where the call says in which language; raises."""
    accepted = [str(value) for key, value in context.invocation_metadata() or () if key == "accept-language"]
    if accepted:
        _add_sentence(status, negotiate(",".join(accepted)))
    context.abort_with_status(rpc_status.to_status(status))


def _status(code: int, message: str, reason: str, facts: Mapping[str, object]) -> status_pb2.Status:
    status = status_pb2.Status(code=code, message=message)
    metadata = {key: _text(value) for key, value in facts.items()}
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata))
    return status


def _text(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    # What a caller sent comes back in a header, and headers are small.
    return text if len(text) <= LONGEST_FACT else text[:LONGEST_FACT] + "..."


def _add_sentence(status: status_pb2.Status, language: str) -> None:
    info = error_details_pb2.ErrorInfo()
    if any(detail.Unpack(info) for detail in status.details):
        sentence = say_refusal(info.reason, info.metadata.get("rule", ""), info.metadata, language)
        status.details.add().Pack(error_details_pb2.LocalizedMessage(locale=language, message=sentence))


def _add_violation(status: status_pb2.Status, field: str, description: str) -> None:
    bad = error_details_pb2.BadRequest()
    bad.field_violations.add(field=field, description=description)
    status.details.add().Pack(bad)
