"""The doorkeeper: it reads requests with care, and turns whatever goes wrong in a call into a status of ours."""

import logging
import threading
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from domain.errors import Illegal
from service.codec import Malformed
from service.faults import Fault, Trouble, abort, internal, status_of_fault, status_of_refusal
from service.store.folding import damage_of
from service.store.records import Damaged
from settlers.v1 import audit_service_pb2, game_service_pb2

log = logging.getLogger(__name__)

Behavior = Callable[[Any, grpc.ServicerContext], Any]
StreamBehavior = Callable[[Any, grpc.ServicerContext], Iterator[Any]]

SERVICE: str = game_service_pb2.DESCRIPTOR.services_by_name["GameService"].full_name

SERVICES: tuple[str, ...] = (SERVICE, audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"].full_name)
"""All services that are ours."""

LARGEST_MESSAGE = 64 * 1024
"""Bytes of a request that we read; a larger one is refused with a reason, up to the transport's own limit."""

LARGEST_TRANSPORTED = 1024 * 1024
"""Bytes of a message that the transport takes."""


class _Unreadable:
    """Stands for a request that could not be read, so that it is refused with a reason and not by the transport."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class Doorkeeper(grpc.ServerInterceptor):
    """Stands round every rpc: nothing comes in unread, and nothing goes out but a response or a status of ours."""

    def __init__(self) -> None:
        self._handlers: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._left = threading.Condition(self._lock)
        self._under_way = 0
        self._closing = False

    def intercept_service(
        self, continuation: Callable[[grpc.HandlerCallDetails], Any], details: grpc.HandlerCallDetails
    ) -> Any:
        """Wrap the handler of a method; each is wrapped once."""
        kept = self._handlers.get(details.method)
        if kept is not None:
            return kept
        handler = continuation(details)
        if handler is None or details.method.split("/")[1] not in SERVICES:
            return handler
        return self._handlers.setdefault(details.method, self._wrap(handler))

    def close(self, grace: float) -> None:
        """Refuse what comes from now on, and wait for the calls under way, so many seconds at most."""
        with self._lock:
            self._closing = True
            self._left.wait_for(lambda: not self._under_way, grace)

    def _enter(self) -> None:
        with self._lock:
            if self._closing:
                raise Fault(Trouble.SHUTTING_DOWN, "the server goes down")
            self._under_way += 1

    def _leave(self) -> None:
        with self._lock:
            self._under_way -= 1
            if self._closing:
                self._left.notify_all()

    def _wrap(self, handler: Any) -> Any:
        deserialize = _careful(handler.request_deserializer)
        if handler.unary_stream:
            behavior = handler.unary_stream
            if not hasattr(behavior, "experimental_thread_pool"):  # who waits in a pool of its own is sent away by that
                behavior = self._counted_stream(behavior)
            behavior = _guarded_stream(behavior)
            return grpc.unary_stream_rpc_method_handler(behavior, deserialize, handler.response_serializer)
        counted = _guarded(self._counted(handler.unary_unary))
        return grpc.unary_unary_rpc_method_handler(counted, deserialize, handler.response_serializer)

    def _counted(self, behavior: Behavior) -> Behavior:
        @wraps(behavior)
        def answer(request: Any, context: grpc.ServicerContext) -> Any:
            self._enter()
            try:
                return behavior(request, context)
            finally:
                self._leave()

        return answer

    def _counted_stream(self, behavior: StreamBehavior) -> StreamBehavior:
        @wraps(behavior)
        def answer(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            self._enter()
            try:
                yield from behavior(request, context)
            finally:
                self._leave()

        return answer


def _careful(deserialize: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        if len(data) > LARGEST_MESSAGE:
            message = f"a request has at most {LARGEST_MESSAGE} bytes"
            return _Unreadable(Fault(Trouble.TOO_LARGE, message, field="request", size=len(data), most=LARGEST_MESSAGE))
        try:
            return deserialize(data)
        except DecodeError:
            return _Unreadable(Fault(Trouble.MALFORMED, "the request is no message of this rpc", field="request"))

    return read


def _guarded(behavior: Behavior) -> Behavior:
    @wraps(behavior)
    def answer(request: Any, context: grpc.ServicerContext) -> Any:
        try:
            return behavior(_readable(request), context)
        except Exception as error:
            _refuse(error, request, context)

    return answer


def _guarded_stream(behavior: StreamBehavior) -> StreamBehavior:
    @wraps(behavior)
    def answer(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        try:
            yield from behavior(_readable(request), context)
        except Exception as error:
            _refuse(error, request, context)

    return answer


def _readable(request: Any) -> Any:
    if isinstance(request, _Unreadable):
        raise request.fault
    return request


def _refuse(error: Exception, request: Any, context: grpc.ServicerContext) -> None:
    if isinstance(error, Illegal):
        abort(context, status_of_refusal(error))
    elif isinstance(error, Fault):
        abort(context, status_of_fault(error))
    elif isinstance(error, Damaged):
        abort(context, status_of_fault(damage_of(getattr(request, "game_id", ""), error)))
    elif isinstance(error, Malformed):
        fault = Fault(Trouble.MALFORMED, f"{error.field} {error.description}", field=error.field)
        abort(context, status_of_fault(fault))
    elif context.is_active():
        log.error("a call failed", exc_info=error)
        abort(context, internal())
